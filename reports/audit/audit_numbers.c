/* Why this file exists: an audit tells all contradictions between the numbers of a run, and asks for more than a report
 * does: checks that must be there, the flag, and errors within their tolerance. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "read/peers.h"
#include "read/relations.h"

static double at(const audit_row *row, const char *path) {
  return report_number(row->point->json, path);
}

/// The numbers of disturbances must not say more than the flag does.
static void check_flag(audit_row *row) {
  const double waited = at(row, "noise.psi_cpu_during"), tau = at(row, "frame_s.tau"),
               pace = at(row, "noise.pace_least");
  const bool disturbed = waited > 10.0 || tau > 5.0 || (pace > 0.0 && pace < 0.8) ||
                         at(row, "telemetry.sm_mhz.min") < 0.75 * at(row, "telemetry.sm_mhz.limit");
  if (disturbed && !row->point->flagged)
    audit_say(row, AUDIT_DIFFERENT, "it is not flagged, and its numbers say that it was disturbed");
}

/// An answer within its tolerance: the check has the error of the row and the tolerance of its name.
static void check_error(audit_row *row) {
  const report_point *p = row->point;
  const char *tolerance = json_string_value(json_object_get(p->axes, "tolerance"));
  const double percent = tolerance ? strtod(tolerance, NULL) : (double)NAN;
  size_t i;
  json_t *check;
  const bool peers = strcmp(p->benchmark, "peers") == 0;
  if ((!peers && strcmp(p->benchmark, "answers") != 0) || p->state != REPORT_OK || isnan(at(row, "error"))) return;
  json_array_foreach(json_object_get(p->json, "checks"), i, check) {
    const char *name = report_text(check, "name");
    if (!name || strcmp(name, "error") != 0) continue;
    if (!audit_same(at(row, "error"), report_number(check, "value")))
      audit_say(row, AUDIT_DIFFERENT, "error is %.10g, and its check has %.10g", at(row, "error"),
                report_number(check, "value"));
    if (!peers && !audit_same(report_number(check, "limit"), 0.01 * percent))
      audit_say(row, AUDIT_DIFFERENT, "the check 'error' has the limit %.10g, and its tolerance is %.10g %%",
                report_number(check, "limit"), percent);
    return;
  }
  audit_say(row, AUDIT_DIFFERENT, "the check 'error' is missing");
}

/// A check that must be there.
static void need_check(audit_row *row, const char *wanted) {
  size_t i;
  json_t *check;
  json_array_foreach(json_object_get(row->point->json, "checks"), i, check) {
    const char *name = report_text(check, "name");
    if (name && strcmp(name, wanted) == 0) return;
  }
  audit_say(row, AUDIT_DIFFERENT, "the check '%s' is missing", wanted);
}

static void need_checks(audit_row *row) {
  static const char *const all[] = {"state is finite", "something moved"};
  static const char *const ours[] = {"state equals the reference", "frames done", "projections done"};
  static const char *const theirs[] = {"frames before a number that is not finite", "error"};
  const bool foreign = report_is_foreign(row->point);
  if (row->point->state != REPORT_OK) return;
  for (int k = 0; k < 2; k++) need_check(row, all[k]);
  for (int k = 0; k < (foreign ? 2 : 3); k++) need_check(row, foreign ? theirs[k] : ours[k]);
}

/// What is told of a row, or of the run.
static void take_contradiction(void *context, int row, const char *text) {
  audit *self = context;
  if (row >= 0)
    audit_say(&self->rows[row], AUDIT_DIFFERENT, "%s", text);
  else
    audit_fault(self, "%s", text);
}

void audit_numbers(audit *self) {
  for (int i = 0; i < self->run.count; i++) {
    audit_row *row = &self->rows[i];
    const report_point *p = row->point;
    const char *status = report_text(p->json, "status");
    if (p->state == REPORT_INVALID && strcmp(status, "invalid") != 0) audit_say(row, AUDIT_DIFFERENT, "%s", p->reason);
    if (json_is_object(json_object_get(p->json, "frame_s"))) check_flag(row);
  }
  report_relations(&self->run, true, take_contradiction, self);
  for (int i = 0; i < self->run.count; i++) {
    need_checks(&self->rows[i]);
    check_error(&self->rows[i]);
  }
}
