/* Why this file exists: the available memory decides which calls are refused, and every machine has another. Here the
 * files and limits of systems are made up, and the remaining bytes are compared. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "unit/parts.h"
#include "support/memory_need.h"

/// A system; NULL = there is no such file.
static struct system {
  const char *meminfo, *most, *used; ///< /proc/meminfo, memory.max and memory.current of the control group.
  rlim_t space;                      ///< On addresses, RLIM_INFINITY = no limit.
  bool unlimited;                    ///< No limit is reported.
} made;

static const char *counted; ///< memory.stat of that group.

/// Below the root, which has made.most and made.used: the process's own group and the one above it.
static struct tree {
  const char *own; ///< /proc/self/cgroup.
  const char *most, *used, *above_most, *above_used;
} tree;

static FILE *made_open(const char *path, const char *mode) {
  const struct {
    const char *path, *text;
  } files[] = {{"/proc/meminfo", made.meminfo},
               {"/proc/self/cgroup", tree.own},
               {"/sys/fs/cgroup/memory.max", made.most},
               {"/sys/fs/cgroup/memory.current", made.used},
               {"/sys/fs/cgroup/memory.stat", counted},
               {"/sys/fs/cgroup/user.slice/memory.max", tree.above_most},
               {"/sys/fs/cgroup/user.slice/memory.current", tree.above_used},
               {"/sys/fs/cgroup/user.slice/a job/memory.max", tree.most},
               {"/sys/fs/cgroup/user.slice/a job/memory.current", tree.used}};
  const char *text = NULL;
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
    if (strcmp(path, files[i].path) == 0) text = files[i].text;
  FILE *file = text ? tmpfile() : NULL;
  if (!file) return NULL;
  fputs(text, file);
  rewind(file);
  return file;
}

static int made_limit(struct rlimit *out) {
  *out = (struct rlimit){.rlim_cur = made.space, .rlim_max = RLIM_INFINITY};
  return made.unlimited ? -1 : 0;
}

static const memory_system system_made = {.open = made_open, .limit = made_limit};

static double made_available(void) {
  return memory_available_of(&system_made);
}

static void available(check *self, int argument) {
  static const char plenty[] = "MemTotal: 9000 kB\nMemFree: 50 kB\nMemAvailable: 1000 kB\nSwapFree: 7 kB\n";
  static const struct {
    struct system system;
    double bytes; ///< NaN = unknown.
  } known[] = {{{plenty, NULL, NULL, RLIM_INFINITY, false}, 1024000.0},
               {{NULL, NULL, NULL, RLIM_INFINITY, false}, NAN},
               {{"MemTotal: 9000 kB\n", NULL, NULL, RLIM_INFINITY, false}, NAN},
               {{"MemAvailable: many\nMemAvailable: 7 kB\n", NULL, NULL, RLIM_INFINITY, false}, 7168.0},
               {{"MemAvailableX: 5 kB\nMemAvailable: 6 kB\n", NULL, NULL, RLIM_INFINITY, false}, 6144.0},
               {{plenty, "2000000\n", "500000\n", RLIM_INFINITY, false}, 1024000.0},
               {{plenty, "1000000\n", "700000\n", RLIM_INFINITY, false}, 300000.0},
               {{plenty, "700000\n", "1000000\n", RLIM_INFINITY, false}, 0.0},
               {{plenty, "max\n", "700000\n", RLIM_INFINITY, false}, 1024000.0},
               {{plenty, "700000\n", NULL, RLIM_INFINITY, false}, 1024000.0},
               {{NULL, "1000000\n", "700000\n", RLIM_INFINITY, false}, 300000.0},
               {{plenty, NULL, NULL, 900000, false}, 900000.0},
               {{plenty, NULL, NULL, 900000, true}, 1024000.0},
               {{plenty, NULL, NULL, 2000000, false}, 1024000.0},
               {{NULL, NULL, NULL, 900000, false}, 900000.0},
               {{plenty, "1000000\n", "700000\n", 200000, false}, 200000.0}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    made = known[i].system;
    const double bytes = made_available();
    check_true(self, isnan(known[i].bytes) ? isnan(bytes) : bytes == known[i].bytes, "system %zu: %.17g bytes, not %g",
               i, bytes, known[i].bytes);
  }
  made = known[0].system;
  made.most = "600000\n", made.used = "0\n";
  check_control(self, made_available() != 1024000.0, "a control group that may have less");
  check_same(self, (uint64_t)memory_of_particles(10, false), 1600, "bytes of 10 particles");
  check_same(self, (uint64_t)memory_of_constraints(10, NULL, true), 2600, "of 10 unknown constraints in double");
}

/* Memory used by cached files is available. The limit holds, whatever is reported. */
static void cached(check *self, int argument) {
  static const char files[] = "anon 9\nfile 300000\nactive_file 50000\ninactive_file 250000\n";
  static const struct {
    const char *most, *used, *counted;
    double bytes;
  } known[] = {{"1000000\n", "700000\n", files, 550000.0}, {"700000\n", "1000000\n", files, 0.0},
               {"700000\n", "200000\n", files, 700000.0},  {"1000000\n", "700000\n", "file 250000\n", 300000.0},
               {"1000000\n", NULL, files, 1024000.0},      {"max\n", "700000\n", files, 1024000.0}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    made = (struct system){"MemAvailable: 1000 kB\n", known[i].most, known[i].used, RLIM_INFINITY, false};
    counted = known[i].counted;
    const double bytes = made_available();
    check_true(self, bytes == known[i].bytes, "files %zu: %.17g bytes, not %g", i, bytes, known[i].bytes);
  }
  counted = NULL;
  made.most = known[0].most;
  check_control(self, made_available() != known[0].bytes, "all that is used");
}

/* A limit may be in any group from the process's own up to the root. The use is read from the same group. */
static void groups(check *self, int argument) {
  static const char job[] = "12:devices:/other\n0::/user.slice/a job\n";
  static const struct {
    struct tree tree;
    const char *most, *used; ///< Of the root.
    double bytes;
  } known[] = {{{job, "max\n", "7000\n", "max\n", "8000\n"}, NULL, NULL, 1024000.0},
               {{job, "500000\n", "200000\n", "max\n", "8000\n"}, NULL, NULL, 300000.0},
               {{job, "max\n", "200000\n", "500000\n", "400000\n"}, NULL, NULL, 100000.0},
               {{job, "500000\n", "200000\n", "500000\n", "400000\n"}, NULL, NULL, 100000.0},
               {{job, "500000\n", "490000\n", "600000\n", "500000\n"}, NULL, NULL, 10000.0},
               {{job, "500000\n", "490000\n", "600000\n", "500000\n"}, "500000\n", "498000\n", 2000.0},
               {{job, "500000\n", "600000\n", "max\n", "600000\n"}, NULL, NULL, 0.0},
               {{job, "500000\n", NULL, "700000\n", "100000\n"}, NULL, NULL, 600000.0},
               {{"0::/user.slice\n", "1\n", "0\n", "700000\n", "100000\n"}, NULL, NULL, 600000.0},
               {{"0::/\n", "1\n", "0\n", "1\n", "0\n"}, "500000\n", "100000\n", 400000.0},
               {{"4:memory:/user.slice\n", "1\n", "0\n", "1\n", "0\n"}, NULL, NULL, 1024000.0},
               {{"", "1\n", "0\n", "1\n", "0\n"}, NULL, NULL, 1024000.0},
               {{"0::/../user.slice\n", "1\n", "0\n", "1\n", "0\n"}, NULL, NULL, 1024000.0}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    made = (struct system){"MemAvailable: 1000 kB\n", known[i].most, known[i].used, RLIM_INFINITY, false};
    tree = known[i].tree;
    const double bytes = made_available();
    check_true(self, bytes == known[i].bytes, "tree %zu: %.17g bytes, not %g", i, bytes, known[i].bytes);
  }
  tree = known[1].tree, made.most = made.used = NULL;
  tree.own = NULL;
  check_control(self, made_available() != known[1].bytes, "without the name of its group");
  tree = (struct tree){0};
}

void check_cli_memory(check_registry *registry) {
  check_add(registry, "memory-there", "how much memory a system has left", available, 0);
  check_add(registry, "memory-cached", "what is kept of files is no memory that is used", cached, 0);
  check_add(registry, "memory-groups", "limits of control groups inside each other", groups, 0);
}
