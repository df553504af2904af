/* Why this file exists: system files tell how much memory is available, and the smallest of several limits counts. */
#include "memory_need.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "control_group.h"

/// Measured: memory of a solver in double precision against float.
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

/// The number after `key` in a file, NaN if it is missing or not a number ("max": no limit).
static double number_in(const memory_system *system, const char *path, const char *key) {
  FILE *file = system->open(path, "r");
  char line[256];
  double value = NAN;
  const size_t length = strlen(key);
  while (file && isnan(value) && fgets(line, sizeof line, file))
    if (strncmp(line, key, length) != 0 || sscanf(line + length, "%lf", &value) != 1) value = NAN;
  if (file) fclose(file);
  return value;
}

static double of_group(const memory_system *system, const control_group *group, const char *file, const char *key) {
  char path[CONTROL_GROUP + 64];
  snprintf(path, sizeof path, "%s/%s", group->folder, file);
  return number_in(system, path, key);
}

/// Bytes that the limit of one group leaves, NaN if it has none. The system counts cached files as used, but frees them
/// on demand.
static double left_in(const memory_system *system, const control_group *group) {
  const double used = of_group(system, group, "memory.current", "");
  const double cached = fmax(0.0, of_group(system, group, "memory.stat", "inactive_file ")); /* 0 if unknown */
  const double left = of_group(system, group, "memory.max", "") - used + fmin(used, cached);
  return left < 0.0 ? 0.0 : left;
}

double memory_available_of(const memory_system *system) {
  double bytes = 1024.0 * number_in(system, "/proc/meminfo", "MemAvailable:");
  control_group group;
  control_group_find(system->open, "memory", 0, &group); /* version 2 */
  do bytes = fmin(bytes, left_in(system, &group));       /* a limit also holds for all groups below */
  while (control_group_rise(&group));
  struct rlimit space;
  if (system->limit(&space) == 0 && space.rlim_cur != RLIM_INFINITY) bytes = fmin(bytes, (double)space.rlim_cur);
  return bytes;
}

static int limit_of_addresses(struct rlimit *out) {
  return getrlimit(RLIMIT_AS, out);
}

double memory_available(void) {
  return memory_available_of(&(memory_system){.open = fopen, .limit = limit_of_addresses});
}
