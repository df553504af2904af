/* Why this file exists: who edits a number of a row usually forgets those that follow from it. Each is recomputed here
 * from the others of the same row. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "harness/stats/stats.h"

static double at(const audit_row *row, const char *path) {
  return report_number(row->point->json, path);
}

static void equal(audit_row *row, const char *path, double want) {
  const double have = at(row, path);
  if (!audit_same(have, want)) audit_say(row, AUDIT_DIFFERENT, "%s is %.10g, and follows as %.10g", path, have, want);
}

/// Numbers that must not fall from one to the next. Unknown ones are left out.
static void rising(audit_row *row, const char *const *paths, int count) {
  double last = -INFINITY;
  for (int k = 0; k < count; k++) {
    const double value = at(row, paths[k]);
    if (value < last && !audit_same(value, last))
      audit_say(row, AUDIT_DIFFERENT, "%s %.6g is below %s %.6g", paths[k], value, paths[k - 1], last);
    if (!isnan(value)) last = value;
  }
}
#define RISING(row, ...)                                                                                               \
  rising(row, (const char *const[]){__VA_ARGS__}, (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

static void check_times(audit_row *row) {
  const report_point *p = row->point;
  const double median = at(row, "frame_s.median"), low = at(row, "frame_s.lo95"), high = at(row, "frame_s.hi95");
  const double work = p->projections, frame = at(row, "work.frame_time_s");
  RISING(row, "frame_s.lo95", "frame_s.median", "frame_s.hi95");
  RISING(row, "frame_s.min", "frame_s.p05", "frame_s.p95", "frame_s.p99", "frame_s.max");
  RISING(row, "frame_s.min", "frame_s.mean", "frame_s.max");
  if (p->launches == 1) {
    RISING(row, "frame_s.min", "frame_s.median", "frame_s.max");
    if (isnan(low) != (p->episodes < 6))
      audit_say(row, AUDIT_DIFFERENT, "%.0f episodes and %s interval", p->episodes, isnan(low) ? "no" : "an");
  }
  equal(row, "frame_s.rel_err", 0.5 * (high - low) / median);
  equal(row, "fps.median", 1.0 / median);
  equal(row, "fps.lo95", 1.0 / high);
  equal(row, "fps.hi95", 1.0 / low);
  equal(row, "fps.low1", 1.0 / at(row, "frame_s.p99"));
  equal(row, "counters.ns_per_projection.value", work > 0.0 ? 1e9 * median / work : (double)NAN);
  equal(row, "counters.projections_per_second.value", work > 0.0 ? work / median : 0.0);
  equal(row, "counters.real_time_factor.value", frame / median);
  equal(row, "roofline.memory_share",
        at(row, "roofline.bytes_per_projection") * work / median / at(row, "roofline.memory_roof"));
  equal(row, "roofline.compute_share",
        at(row, "roofline.flops_per_projection") * work / median / at(row, "roofline.compute_roof"));
  if (json_is_object(json_object_get(p->json, "published")))
    equal(row, "published.ratio", 2.0 / median / (at(row, "published.fps_low") + at(row, "published.fps_high")));
}

/// The processes of --processes: their geometric mean, and the spread between them.
static void check_processes(audit_row *row) {
  const json_t *list = report_at(row->point->json, "processes.medians_s");
  const size_t count = json_array_size(list);
  double *medians = malloc((count + 1) * sizeof *medians), want;
  if (count > 0 && medians) {
    for (size_t i = 0; i < count; i++) medians[i] = json_number_value(json_array_get(list, i)); /* 0 = none */
    const bench_interval all = bench_process_interval(medians, (int)count, &want);
    const double between = at(row, "processes.between");
    if (isnan(all.median)) {
      audit_say(row, AUDIT_DIFFERENT, "it has a time, and no process has a median");
    } else {
      equal(row, "frame_s.median", all.median);
      if (!(fabs(between - want) <= 1e-9 * (1.0 + fabs(log(all.median)))) && !(isnan(between) && isnan(want)))
        audit_say(row, AUDIT_DIFFERENT, "processes.between is %.10g, and follows as %.10g", between, want);
      equal(row, "frame_s.lo95", all.low);
      equal(row, "frame_s.hi95", all.high);
    }
  }
  free(medians);
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
  if (strcmp(p->benchmark, "answers") != 0 || p->state != REPORT_OK) return;
  json_array_foreach(json_object_get(p->json, "checks"), i, check) {
    const char *name = report_text(check, "name");
    if (!name || strcmp(name, "error") != 0) continue;
    equal(row, "error", report_number(check, "value"));
    if (!audit_same(report_number(check, "limit"), 0.01 * percent))
      audit_say(row, AUDIT_DIFFERENT, "the check 'error' has the limit %.10g, and its tolerance is %.10g %%",
                report_number(check, "limit"), percent);
    return;
  }
  audit_say(row, AUDIT_DIFFERENT, "the check 'error' is missing");
}

/// Counts of samples and frames.
static void check_counts(audit_row *row) {
  const report_point *p = row->point;
  const double warm = at(row, "warm"), together = at(row, "frames_per_sample"), state = at(row, "state_frames");
  if (!(p->episodes > 0)) audit_say(row, AUDIT_DIFFERENT, "it has a time, and no number of episodes");
  if (p->launches == 1 && !(together >= 1 && audit_same(p->samples, p->episodes * floor(p->frames / together))))
    audit_say(row, AUDIT_DIFFERENT, "%.0f episodes of %.0f frames have %.0f samples of %.0f frames", p->episodes,
              p->frames, p->samples, together);
  if (!isnan(state) && !audit_same(state, warm + p->frames))
    audit_say(row, AUDIT_DIFFERENT, "its state is of %.0f frames, and an episode has %.0f", state, warm + p->frames);
}

/// A check that must be there, with the value that follows from the row. NaN = any.
static void need_check(audit_row *row, const char *name, double want) {
  size_t i;
  json_t *check;
  json_array_foreach(json_object_get(row->point->json, "checks"), i, check) {
    const char *own = report_text(check, "name");
    if (!own || strcmp(own, name) != 0) continue;
    if (!isnan(want) &&
        !(audit_same(report_number(check, "value"), want) && audit_same(report_number(check, "limit"), want)))
      audit_say(row, AUDIT_DIFFERENT, "the check '%s' has %.10g, and follows as %.10g", name,
                report_number(check, "value"), want);
    return;
  }
  audit_say(row, AUDIT_DIFFERENT, "the check '%s' is missing", name);
}

static void check_verdicts(audit_row *row) {
  const report_point *p = row->point;
  size_t i;
  json_t *check;
  json_array_foreach(json_object_get(p->json, "checks"), i, check) {
    const char *name = report_text(check, "name"), *one = report_text(check, "value"),
               *two = report_text(check, "limit");
    const bool holds =
        one && two ? strcmp(one, two) == 0 : report_number(check, "value") <= report_number(check, "limit");
    if (json_is_true(json_object_get(check, "pass")) == holds) continue;
    if (holds && !one) continue; /* counts that must be equal */
    audit_say(row, AUDIT_DIFFERENT, "the check '%.60s' is said to %s, and its numbers say otherwise", name ? name : "",
              holds ? "fail" : "pass");
  }
  if (p->state != REPORT_OK) return;
  const double frames = at(row, "state_frames");
  need_check(row, "state equals the reference", NAN);
  need_check(row, "frames done", frames);
  need_check(row, "projections done", p->projections > 0 ? frames * p->projections : (double)NAN);
  need_check(row, "state is finite", 1.0);
  need_check(row, "something moved", 1.0);
}

/// "hash=seq@5 frames, ..." says after how many frames the reference was compared.
static void check_proof(audit_row *row) {
  const report_point *p = row->point;
  const char *from = p->checked ? strchr(p->checked, '@') : NULL;
  const char *reference = NULL;
  double frames = NAN;
  size_t i;
  json_t *check;
  if (p->state != REPORT_OK || !from || sscanf(from + 1, "%lf", &frames) != 1) return;
  json_array_foreach(json_object_get(p->json, "checks"), i, check) {
    const char *name = report_text(check, "name");
    if (name && strcmp(name, "state equals the reference") == 0) reference = report_text(check, "value");
  }
  if (audit_same(frames, at(row, "state_frames")) && p->hash && reference && strcmp(reference, p->hash) != 0)
    audit_say(row, AUDIT_DIFFERENT, "its state %.20s is not the one that was compared, %.20s", p->hash, reference);
}

void audit_numbers(audit *self) {
  for (int i = 0; i < self->run.count; i++) {
    audit_row *row = &self->rows[i];
    const report_point *p = row->point;
    const char *status = report_text(p->json, "status");
    if (p->state == REPORT_INVALID && strcmp(status, "invalid") != 0) audit_say(row, AUDIT_DIFFERENT, "%s", p->reason);
    if (json_is_object(json_object_get(p->json, "frame_s"))) {
      check_times(row);
      check_processes(row);
      check_counts(row);
      check_flag(row);
    }
    check_verdicts(row);
    check_proof(row);
    check_error(row);
  }
}
