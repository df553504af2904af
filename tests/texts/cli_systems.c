/* Why this file exists: writes how much memory and processor time are left on made-up systems. A container, a Slurm job
 * and systemd-run limit them in different files. */
#include <math.h>
#include <string.h>
#include <sys/resource.h>

#include "support/control_group.h"
#include "support/memory_need.h"
#include "texts.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define PLENTY       "MemTotal: 9000 kB\nMemFree: 50 kB\nMemAvailable: 1000 kB\nSwapFree: 7 kB\n"
#define MEGABYTE     "MemAvailable: 1000 kB\n"

enum { FILES = 8 };

/// A system. Paths and texts of files come in turns; those of groups begin below /sys/fs/cgroup.
typedef struct made_system {
  const char *what, *own, *meminfo; ///< `own`: /proc/self/cgroup; `meminfo`: /proc/meminfo. NULL = there is none.
  const char *files[2 * FILES];
  rlim_t space; ///< Limit on addresses, 0 = none.
  bool unknown; ///< No limit is reported.
} made_system;

static const made_system *made;

static FILE *made_open(const char *path, const char *mode) {
  static const char root[] = "/sys/fs/cgroup";
  const char *text = strcmp(path, "/proc/self/cgroup") == 0 ? made->own
                     : strcmp(path, "/proc/meminfo") == 0   ? made->meminfo
                                                            : NULL;
  for (int k = 0; k < 2 * FILES && made->files[k]; k += 2)
    if (strncmp(path, root, sizeof root - 1) == 0 && strcmp(path + sizeof root - 1, made->files[k]) == 0)
      text = made->files[k + 1];
  FILE *file = text && mode[0] == 'r' ? tmpfile() : NULL;
  if (!file) return NULL;
  fputs(text, file);
  rewind(file);
  return file;
}

static int made_limit(struct rlimit *out) {
  *out = (struct rlimit){.rlim_cur = made->space ? made->space : RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
  return made->unknown ? -1 : 0;
}

static const made_system quotas[] = {
    {.what = "no control groups"},
    {"a group that is unknown", "", .files = {"/cpu.max", "50000 100000\n"}},
    {"the root has no limit", "0::/\n", .files = {"/cgroup.procs", ""}},
    {"no quota", "0::/user.slice\n", .files = {"/user.slice/cpu.max", "max 100000\n"}},
    {"systemd-run -p CPUQuota=25%", "0::/user.slice/run-r1.service\n",
     .files = {"/user.slice/run-r1.service/cpu.max", "25000 100000\n", "/user.slice/cpu.max", "max 100000\n"}},
    {"a group above has less", "0::/a/b/c\n",
     .files = {"/a/b/c/cpu.max", "400000 100000\n", "/a/b/cpu.max", "max 100000\n", "/a/cpu.max", "30000 20000\n"}},
    {"a container with its own view", "0::/\n", .files = {"/cpu.max", "150000 100000\n"}},
    {"a container without one", "0::/docker/0123\n", .files = {"/cpu.max", "200000 100000\n"}},
    {"a name with blanks and colons", "0::/a job: two\n", .files = {"/a job: two/cpu.max", "50000 100000\n"}},
    {"Slurm, version 1", "9:memory:/slurm/uid_0\n4:cpu,cpuacct:/slurm/uid_0/job_7\n",
     .files = {"/cpu,cpuacct/slurm/uid_0/job_7/cpu.cfs_quota_us", "75000\n",
               "/cpu,cpuacct/slurm/uid_0/job_7/cpu.cfs_period_us", "100000\n", "/cpu,cpuacct/cpu.cfs_quota_us", "-1\n",
               "/cpu,cpuacct/cpu.cfs_period_us", "100000\n"}},
    {"a container, version 1", "4:cpuacct,cpu:/docker/0123\n",
     .files = {"/cpu/cpu.cfs_quota_us", "50000\n", "/cpu/cpu.cfs_period_us", "200000\n"}},
    {"version 1 without a quota", "4:cpu:/a\n",
     .files = {"/cpu/a/cpu.cfs_quota_us", "-1\n", "/cpu/a/cpu.cfs_period_us", "100000\n"}},
    {"both versions", "4:cpu:/a\n0::/b\n",
     .files = {"/cpu/a/cpu.cfs_quota_us", "30000\n", "/cpu/a/cpu.cfs_period_us", "100000\n", "/b/cpu.max",
               "200000 100000\n"}},
    {"another controller", "4:cpuset:/a\n",
     .files = {"/cpuset/a/cpu.cfs_quota_us", "30000\n", "/cpuset/a/cpu.cfs_period_us", "100000\n"}},
    {"no period", "4:cpu:/a\n", .files = {"/cpu/a/cpu.cfs_quota_us", "30000\n"}},
    {"a quota of nothing", "0::/a\n", .files = {"/a/cpu.max", "0 100000\n"}},
    {"a line that is none", "0::/a\n", .files = {"/a/cpu.max", "fast\n"}},
};

#define ROOT(most, used)    "/memory.max", most, "/memory.current", used
#define ABOVE(most, used)   "/user.slice/memory.max", most, "/user.slice/memory.current", used
#define JOB(most, used)     "/user.slice/a job/memory.max", most, "/user.slice/a job/memory.current", used
#define CACHED(most, files) "/memory.max", most, "/memory.current", "700000\n", "/memory.stat", files
#define IN_JOB              "12:devices:/other\n0::/user.slice/a job\n"
/// The kernel counts what it keeps of files as used.
#define KEPT "anon 9\nfile 300000\nactive_file 50000\ninactive_file 250000\n"

static const made_system memories[] = {
    {"a machine", .meminfo = PLENTY},
    {.what = "nothing known"},
    {"an older kernel", .meminfo = "MemTotal: 9000 kB\n"},
    {"a word first", .meminfo = "MemAvailable: many\nMemAvailable: 7 kB\n"},
    {"a longer name first", .meminfo = "MemAvailableX: 5 kB\nMemAvailable: 6 kB\n"},
    {"a group with more", NULL, PLENTY, .files = {ROOT("2000000\n", "500000\n")}},
    {"a group with less", NULL, PLENTY, .files = {ROOT("1000000\n", "700000\n")}},
    {"a group that used all", NULL, PLENTY, .files = {ROOT("700000\n", "1000000\n")}},
    {"a group without limit", NULL, PLENTY, .files = {ROOT("max\n", "700000\n")}},
    {"a limit without use", NULL, PLENTY, .files = {"/memory.max", "700000\n"}},
    {"a group alone", NULL, NULL, .files = {ROOT("1000000\n", "700000\n")}},
    {"few addresses", NULL, PLENTY, .space = 900000},
    {"an unknown limit", NULL, PLENTY, .space = 900000, .unknown = true},
    {"many addresses", NULL, PLENTY, .space = 2000000},
    {"addresses alone", NULL, NULL, .space = 900000},
    {"the least of all", NULL, PLENTY, .files = {ROOT("1000000\n", "700000\n")}, .space = 200000},
    {"kept files", NULL, MEGABYTE, .files = {CACHED("1000000\n", KEPT)}},
    {"kept files beyond the limit", NULL, MEGABYTE, .files = {ROOT("700000\n", "1000000\n"), "/memory.stat", KEPT}},
    {"more kept than used", NULL, MEGABYTE, .files = {ROOT("700000\n", "200000\n"), "/memory.stat", KEPT}},
    {"files that are not told apart", NULL, MEGABYTE, .files = {CACHED("1000000\n", "file 250000\n")}},
    {"kept files, unknown use", NULL, MEGABYTE, .files = {"/memory.max", "1000000\n", "/memory.stat", KEPT}},
    {"kept files without limit", NULL, MEGABYTE, .files = {CACHED("max\n", KEPT)}},
    {"a job without limit", IN_JOB, MEGABYTE, .files = {JOB("max\n", "7000\n"), ABOVE("max\n", "8000\n")}},
    {"a job with one", IN_JOB, MEGABYTE, .files = {JOB("500000\n", "200000\n"), ABOVE("max\n", "8000\n")}},
    {"a limit above", IN_JOB, MEGABYTE, .files = {JOB("max\n", "200000\n"), ABOVE("500000\n", "400000\n")}},
    {"less above", IN_JOB, MEGABYTE, .files = {JOB("500000\n", "200000\n"), ABOVE("500000\n", "400000\n")}},
    {"more above", IN_JOB, MEGABYTE, .files = {JOB("500000\n", "490000\n"), ABOVE("600000\n", "500000\n")}},
    {"least at the root", IN_JOB, MEGABYTE,
     .files = {JOB("500000\n", "490000\n"), ABOVE("600000\n", "500000\n"), ROOT("500000\n", "498000\n")}},
    {"a job that used all", IN_JOB, MEGABYTE, .files = {JOB("500000\n", "600000\n"), ABOVE("max\n", "600000\n")}},
    {"unknown use", IN_JOB, MEGABYTE,
     .files = {"/user.slice/a job/memory.max", "500000\n", ABOVE("700000\n", "100000\n")}},
    {"another group below", "0::/user.slice\n", MEGABYTE, .files = {JOB("1\n", "0\n"), ABOVE("700000\n", "100000\n")}},
    {"the root", "0::/\n", MEGABYTE, .files = {JOB("1\n", "0\n"), ABOVE("1\n", "0\n"), ROOT("500000\n", "100000\n")}},
    {"version 1", "4:memory:/user.slice\n", MEGABYTE, .files = {JOB("1\n", "0\n"), ABOVE("1\n", "0\n")}},
    {"no group", "", MEGABYTE, .files = {JOB("1\n", "0\n"), ABOVE("1\n", "0\n")}},
    {"a group outside", "0::/../user.slice\n", MEGABYTE, .files = {JOB("1\n", "0\n"), ABOVE("1\n", "0\n")}},
};

void write_cli_systems(void) {
  static const memory_system system = {.open = made_open, .limit = made_limit};
  char text[64];
  heading("processors");
  for (size_t k = 0; k < COUNT(quotas); k++) {
    made = &quotas[k];
    const double processors = control_group_processors(made_open, text);
    printf("%s: %g, '%s'\n", made->what, processors, text);
  }
  heading("bytes of memory");
  for (size_t k = 0; k < COUNT(memories); k++) {
    made = &memories[k];
    printf("%s: %.17g\n", made->what, memory_available_of(&system));
  }
}
