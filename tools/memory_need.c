/* Why this file exists: estimates memory; see memory_need.h. */
#include "memory_need.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/// Measured of solvers in double precision against float.
static int64_t scaled(int64_t bytes, bool twice) {
  return twice ? bytes + bytes * 3 / 10 : bytes;
}

/* Fitted to the largest cloth, scene and solver together, rounded up. */
int64_t memory_of_particles(int64_t particles, bool twice) {
  return scaled(160 * particles, twice);
}

int64_t memory_of_constraints(int64_t constraints, const xpbd_formula_info *formula, bool twice) {
  const int64_t each = formula ? 72 + 16 * formula->arity + 12 * formula->rest_count : 200;
  return scaled(each * constraints, twice);
}

/// The number behind `key` in a file, NaN when it is not there or no number ("max": no limit).
static double number_in(const char *path, const char *key) {
  FILE *file = fopen(path, "r");
  char line[256];
  double value = NAN;
  const size_t length = strlen(key);
  while (file && isnan(value) && fgets(line, sizeof line, file))
    if (strncmp(line, key, length) != 0 || sscanf(line + length, "%lf", &value) != 1) value = NAN;
  if (file) fclose(file);
  return value;
}

double memory_available(void) {
  double bytes = 1024.0 * number_in("/proc/meminfo", "MemAvailable:");
  const double limit = number_in("/sys/fs/cgroup/memory.max", ""),
               used = number_in("/sys/fs/cgroup/memory.current", "");
  if (!isnan(limit - used)) bytes = fmin(bytes, fmax(0.0, limit - used));
  struct rlimit space;
  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) bytes = fmin(bytes, (double)space.rlim_cur);
  return bytes;
}
