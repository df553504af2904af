/* Why this file exists: finds the control groups of this process, and the smallest quota of processor time. */
#include "control_group.h"

#include <math.h>
#include <string.h>

/// Whether a controller is in a list such as "cpu,cpuacct".
static bool is_listed(const char *list, const char *controller) {
  const size_t length = strlen(controller);
  for (const char *at = list; *at; at += *at == ',') {
    const size_t word = strcspn(at, ",");
    if (word == length && strncmp(at, controller, length) == 0) return true;
    at += word;
  }
  return false;
}

/// The list of controllers and the path of a line such as "4:cpu,cpuacct:/a/b" or "0::/a/b". False for another line.
static bool split(char *line, const char *controller, bool old, const char **list, const char **path) {
  char *first = strchr(line, ':'), *second = first ? strchr(first + 1, ':') : NULL;
  line[strcspn(line, "\n")] = '\0';
  if (!second) return false;
  *second = '\0';
  *list = first + 1;
  *path = second + 1;
  return old ? is_listed(*list, controller) : **list == '\0';
}

bool control_group_find(control_group_open *open, const char *controller, int place, control_group *out) {
  char line[CONTROL_GROUP] = "";
  const char *list = controller, *path = "";
  const bool old = place > 0;
  bool found = false;
  if (place < 0 || place >= CONTROL_GROUP_PLACES) return false;
  FILE *file = open("/proc/self/cgroup", "r");
  while (file && !found && fgets(line, sizeof line, file)) found = split(line, controller, old, &list, &path);
  if (file) fclose(file);
  if (!found) list = controller, path = "";
  if (strcmp(path, "/") == 0) path = "";
  const int root = snprintf(out->folder, CONTROL_GROUP, "/sys/fs/cgroup%s%.100s", old ? "/" : "",
                            !old         ? ""
                            : place == 1 ? controller
                                         : list);
  out->root = (size_t)root;
  snprintf(out->folder + root, CONTROL_GROUP - (size_t)root, "%s", path);
  return true;
}

bool control_group_rise(control_group *self) {
  char *end = strrchr(self->folder + self->root, '/');
  if (end) *end = '\0';
  return end != NULL;
}

bool control_group_read(control_group_open *open, const control_group *self, const char *name, char *out,
                        size_t capacity) {
  char path[CONTROL_GROUP + 64];
  snprintf(path, sizeof path, "%s/%.60s", self->folder, name);
  FILE *file = open(path, "r");
  const bool good = file && fgets(out, (int)capacity, file);
  if (file) fclose(file);
  if (good) out[strcspn(out, "\n")] = '\0';
  return good;
}

/// The quota of one group as "QUOTA PERIOD". False if it tells none.
static bool read_quota(control_group_open *open, const control_group *group, bool old, char out[64]) {
  char period[32], quota[32];
  if (!old) return control_group_read(open, group, "cpu.max", out, 64);
  if (!control_group_read(open, group, "cpu.cfs_quota_us", quota, sizeof quota) ||
      !control_group_read(open, group, "cpu.cfs_period_us", period, sizeof period))
    return false;
  snprintf(out, 64, "%s %s", quota[0] == '-' ? "max" : quota, period);
  return true;
}

double control_group_processors(control_group_open *open, char text[64]) {
  double least = NAN, quota, period;
  control_group group;
  char line[64];
  text[0] = '\0';
  for (int place = 0; control_group_find(open, "cpu", place, &group); place++) {
    do {
      if (!read_quota(open, &group, place > 0, line)) continue;
      if (text[0] == '\0') snprintf(text, 64, "max");
      if (sscanf(line, "%lf %lf", &quota, &period) != 2 || !(quota > 0.0 && period > 0.0)) continue;
      if (quota / period >= least) continue;
      least = quota / period;
      snprintf(text, 64, "%s", line);
    } while (control_group_rise(&group));
  }
  return least;
}
