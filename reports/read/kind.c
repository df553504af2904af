/* Why this file exists: finds the kind of a benchmark from the data its points recorded. Only
 * "projection" is known by name. */
#include <string.h>

#include "accuracy.h"
#include "history.h"
#include "peers.h"

report_kind report_kind_of(const report_run *run, const char *benchmark) {
  if (strcmp(benchmark, "projection") == 0) return REPORT_PROJECTIONS;
  if (report_has_peers(run, benchmark)) return REPORT_PEERS;
  if (report_has_methods(run, benchmark)) return REPORT_METHODS;
  for (int i = 0; i < run->count; i++)
    if (strcmp(run->points[i].benchmark, benchmark) == 0 && report_at(run->points[i].json, "published.machine"))
      return REPORT_PUBLISHED;
  if (report_has_history(run, benchmark)) return REPORT_HISTORIES;
  if (report_has_courses(run, benchmark)) return REPORT_COURSES;
  for (int i = 0; i < run->count; i++)
    if (strcmp(run->points[i].benchmark, benchmark) == 0 && report_scene(&run->points[i])) return REPORT_SCENES;
  return REPORT_SPEEDS;
}
