/* Why this file exists: a container, a Slurm job and systemd-run limit the processor in different files. Systems are made
 * up here, and the smallest quota is compared. Part of the group of the command line. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "unit/number.h"
#include "unit/parts.h"
#include "support/control_group.h"

enum { FILES = 8 };

/// Files of a made-up system: path and text. The paths of groups begin below /sys/fs/cgroup.
typedef struct made_system {
  const char *what, *own; ///< `own`: /proc/self/cgroup. NULL = there is none.
  const char *files[FILES][2];
  double processors;
  const char *text;
} made_system;

static const made_system *made;

static FILE *made_open(const char *path, const char *mode) {
  static const char root[] = "/sys/fs/cgroup";
  const char *text = strcmp(path, "/proc/self/cgroup") == 0 ? made->own : NULL;
  for (int k = 0; k < FILES && made->files[k][0]; k++)
    if (strncmp(path, root, sizeof root - 1) == 0 && strcmp(path + sizeof root - 1, made->files[k][0]) == 0)
      text = made->files[k][1];
  FILE *file = text && mode[0] == 'r' ? tmpfile() : NULL;
  if (!file) return NULL;
  fputs(text, file);
  rewind(file);
  return file;
}

static const made_system systems[] = {
    {"no control groups", NULL, {{0}}, NAN, ""},
    {"a group that is unknown", "", {{"/cpu.max", "50000 100000\n"}}, 0.5, "50000 100000"},
    {"the root has no limit", "0::/\n", {{"/cgroup.procs", ""}}, NAN, ""},
    {"no quota", "0::/user.slice\n", {{"/user.slice/cpu.max", "max 100000\n"}}, NAN, "max"},
    {"systemd-run -p CPUQuota=25%",
     "0::/user.slice/run-r1.service\n",
     {{"/user.slice/run-r1.service/cpu.max", "25000 100000\n"}, {"/user.slice/cpu.max", "max 100000\n"}},
     0.25,
     "25000 100000"},
    {"a group above has less",
     "0::/a/b/c\n",
     {{"/a/b/c/cpu.max", "400000 100000\n"}, {"/a/b/cpu.max", "max 100000\n"}, {"/a/cpu.max", "30000 20000\n"}},
     1.5,
     "30000 20000"},
    {"a container with its own view", "0::/\n", {{"/cpu.max", "150000 100000\n"}}, 1.5, "150000 100000"},
    {"a container without one", "0::/docker/0123\n", {{"/cpu.max", "200000 100000\n"}}, 2.0, "200000 100000"},
    {"a name with blanks and colons",
     "0::/a job: two\n",
     {{"/a job: two/cpu.max", "50000 100000\n"}},
     0.5,
     "50000 100000"},
    {"Slurm, version 1",
     "9:memory:/slurm/uid_0\n4:cpu,cpuacct:/slurm/uid_0/job_7\n",
     {{"/cpu,cpuacct/slurm/uid_0/job_7/cpu.cfs_quota_us", "75000\n"},
      {"/cpu,cpuacct/slurm/uid_0/job_7/cpu.cfs_period_us", "100000\n"},
      {"/cpu,cpuacct/cpu.cfs_quota_us", "-1\n"},
      {"/cpu,cpuacct/cpu.cfs_period_us", "100000\n"}},
     0.75,
     "75000 100000"},
    {"a container, version 1",
     "4:cpuacct,cpu:/docker/0123\n",
     {{"/cpu/cpu.cfs_quota_us", "50000\n"}, {"/cpu/cpu.cfs_period_us", "200000\n"}},
     0.25,
     "50000 200000"},
    {"version 1 without a quota",
     "4:cpu:/a\n",
     {{"/cpu/a/cpu.cfs_quota_us", "-1\n"}, {"/cpu/a/cpu.cfs_period_us", "100000\n"}},
     NAN,
     "max"},
    {"both versions",
     "4:cpu:/a\n0::/b\n",
     {{"/cpu/a/cpu.cfs_quota_us", "30000\n"},
      {"/cpu/a/cpu.cfs_period_us", "100000\n"},
      {"/b/cpu.max", "200000 100000\n"}},
     0.3,
     "30000 100000"},
    {"another controller",
     "4:cpuset:/a\n",
     {{"/cpuset/a/cpu.cfs_quota_us", "30000\n"}, {"/cpuset/a/cpu.cfs_period_us", "100000\n"}},
     NAN,
     ""},
    {"no period", "4:cpu:/a\n", {{"/cpu/a/cpu.cfs_quota_us", "30000\n"}}, NAN, ""},
    {"a quota of nothing", "0::/a\n", {{"/a/cpu.max", "0 100000\n"}}, NAN, "max"},
    {"a line that is none", "0::/a\n", {{"/a/cpu.max", "fast\n"}}, NAN, "max"},
};

static void quotas(check *self, int argument) {
  char text[64];
  for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
    made = &systems[k];
    check_number(self, control_group_processors(made_open, text), made->processors, 0.0, made->what);
    check_true(self, strcmp(text, made->text) == 0, "%s: '%s', not '%s'", made->what, text, made->text);
  }
  made_system other = systems[4];
  other.files[0][1] = "50000 100000\n";
  made = &other;
  check_control(self, control_group_processors(made_open, text) != systems[4].processors, "twice the quota");
}

void check_cli_groups(check_registry *registry) {
  check_add(registry, "quotas", "the smallest quota of processor time of a process's groups", quotas, 0);
}
