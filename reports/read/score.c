/* Why this file exists: reads the score that xpbd-bench score wrote. A score that is not valid has no number here, so no
 * page can show it as one. */
#include "score.h"

#include <math.h>
#include <string.h>

bool report_score_at(const report_run *run, size_t index, report_score *out) {
  const json_t *one = json_array_get(report_at(run->xb, "score.backends"), index);
  if (!one) return false;
  const char *backend = report_text(one, "backend");
  *out = (report_score){.backend = backend ? backend : "unknown",
                        .value = report_number(one, "score"),
                        .low = report_number(one, "lo95"),
                        .high = report_number(one, "hi95"),
                        .reasons = json_object_get(one, "reasons"),
                        .workloads = json_object_get(one, "workloads")};
  out->valid = json_is_true(json_object_get(one, "valid")) && json_array_size(out->reasons) == 0 && out->value > 0;
  if (!out->valid) out->value = out->low = out->high = NAN;
  return true;
}

bool report_score_best(const report_run *run, report_score *out) {
  const char *best = report_text(run->xb, "score.best");
  for (size_t i = 0; best && report_score_at(run, i, out); i++)
    if (strcmp(out->backend, best) == 0) return true;
  return false;
}
