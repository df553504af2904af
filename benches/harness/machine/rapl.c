/* Why this file exists: reads the files of Linux's power capping framework. Most systems let only root read them. Each
 * domain "intel-rapl:N" is a package, or the whole board (psys), which is left out. AMD has the same files. */
#include "rapl.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/stats/outside.h"

#define FOLDER   "/sys/class/powercap"
#define OVERRIDE "XPBD_POWERCAP"
/// A package that draws more than this [W] is not built. So a counter wraps around at most once in range / MOST_WATTS.
#define MOST_WATTS 2000.0

typedef struct package {
  int number;   ///< N of intel-rapl:N.
  double range; ///< Largest value of its counter [uJ].
} package;

static package packages[BENCH_MAX_PACKAGES];
static int package_count;

static const char *folder(void) {
  const char *named = bench_outside_asked->variable(OVERRIDE);
  return named != NULL && named[0] != '\0' ? named : FOLDER;
}

/// The first line of a file of a domain. False, with errno, if it cannot be read.
static bool read_line(int number, const char *file, char *out, size_t capacity) {
  char path[512];
  errno = 0;
  if (snprintf(path, sizeof path, "%s/intel-rapl:%d/%s", folder(), number, file) >= (int)sizeof path) return false;
  FILE *stream = bench_outside_asked->open(path, "r");
  if (!stream) return false;
  const bool read = fgets(out, (int)capacity, stream) != NULL;
  fclose(stream);
  if (read) out[strcspn(out, "\n")] = '\0';
  return read;
}

/// A whole number of microjoules. NaN if the file has none.
static double read_number(int number, const char *file) {
  char line[64], rest;
  unsigned long long value;
  if (!read_line(number, file, line, sizeof line) || line[0] < '0' || line[0] > '9') return NAN;
  return sscanf(line, "%llu%c", &value, &rest) == 1 ? (double)value : (double)NAN;
}

/// Add a package. False with one line in `why` if it cannot be read.
static bool add_package(int number, const char *name, char *why, size_t capacity) {
  const double range = read_number(number, "max_energy_range_uj");
  const bool counted = !isnan(read_number(number, "energy_uj"));
  if (!counted) {
    snprintf(why, capacity, "%.80s: energy_uj of %.40s: %s", folder(), name,
             errno == EACCES || errno == EPERM ? "only root may read it" : "has no number");
    return false;
  }
  if (!(range > 0.0)) {
    snprintf(why, capacity, "%.80s: max_energy_range_uj of %.40s has no number", folder(), name);
    return false;
  }
  packages[package_count++] = (package){number, range};
  return true;
}

void bench_rapl_capture(bench_environment *env) {
  static char source[256]; /* lives as long as the environment */
  char names[256] = "", name[48];
  bool good = true;
  package_count = 0;
  snprintf(source, sizeof source, "%.200s: no package here", folder());
  for (int n = 0; n < BENCH_MAX_PACKAGES && good; n++) {
    if (!read_line(n, "name", name, sizeof name) || strncmp(name, "package-", 8) != 0) continue;
    good = add_package(n, name, source, sizeof source);
    const size_t end = strlen(names);
    if (good) snprintf(names + end, sizeof names - end, "%s%s", end > 0 ? ", " : "", name);
  }
  if (!good) package_count = 0; /* some of several packages would be a wrong sum */
  if (package_count > 0) snprintf(source, sizeof source, "RAPL, whole packages, with all that runs on them");
  bench_env_text(env, "cpu", "energy", package_count > 0 ? names : NULL, source);
}

bool bench_rapl_known(void) {
  return package_count > 0;
}

bench_rapl_mark bench_rapl_read(void) {
  bench_rapl_mark mark = {{0.0}};
  for (int k = 0; k < package_count; k++) mark.counted[k] = read_number(packages[k].number, "energy_uj");
  return mark;
}

double bench_rapl_between(const bench_rapl_mark *before, const bench_rapl_mark *after, double seconds) {
  double sum = package_count > 0 ? 0.0 : (double)NAN;
  for (int k = 0; k < package_count; k++) {
    double grown = after->counted[k] - before->counted[k];
    if (grown < 0.0) grown += packages[k].range;
    if (1e6 * MOST_WATTS * seconds >= packages[k].range || grown < 0.0) grown = NAN;
    sum += 1e-6 * grown;
  }
  return sum;
}
