/* Why this file exists: system files tell how much memory is available, and the smallest of several limits counts. */
#include "memory_need.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GROUP = 4096 }; ///< Bytes of the name of a control group.

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

/// The control group (version 2) of this process, as "/a/b" below the root; "" if it is the root or unknown.
static void find_group(const memory_system *system, char out[GROUP]) {
  FILE *file = system->open("/proc/self/cgroup", "r");
  char line[GROUP];
  out[0] = '\0';
  while (file && out[0] == '\0' && fgets(line, sizeof line, file))
    if (strncmp(line, "0::/", 4) == 0 && line[4] != '\n')
      snprintf(out, GROUP, "%.*s", (int)strcspn(line + 3, "\n"), line + 3);
  if (file) fclose(file);
}

static double of_group(const memory_system *system, const char *group, const char *file, const char *key) {
  char path[GROUP + 64];
  snprintf(path, sizeof path, "/sys/fs/cgroup%s/%s", group, file);
  return number_in(system, path, key);
}

/// Bytes that the limit of one group leaves, NaN if it has none. The system counts cached files as used, but frees them
/// on demand.
static double left_in(const memory_system *system, const char *group) {
  const double used = of_group(system, group, "memory.current", "");
  const double cached = fmax(0.0, of_group(system, group, "memory.stat", "inactive_file ")); /* 0 if unknown */
  const double left = of_group(system, group, "memory.max", "") - used + fmin(used, cached);
  return left < 0.0 ? 0.0 : left;
}

double memory_available_of(const memory_system *system) {
  double bytes = 1024.0 * number_in(system, "/proc/meminfo", "MemAvailable:");
  char group[GROUP];
  find_group(system, group);
  /* A limit also holds for all groups below, so the smallest remainder counts. */
  for (char *end; (end = strrchr(group, '/')) != NULL; *end = '\0') bytes = fmin(bytes, left_in(system, group));
  bytes = fmin(bytes, left_in(system, ""));
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
