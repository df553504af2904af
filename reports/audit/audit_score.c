/* Why this file exists: a score is what people quote. It is recomputed here from the rows of its run, by the rules in
 * benches/harness/FORMAT.md under "score". The speeds of the reference machine are taken as they are. */
#include <math.h>
#include <string.h>

#include "audit.h"

enum { FLOOR_EPISODES = 6 };
static const double TOLERANCE = 0.01, WIDEST = 0.1, FLAGGED = 0.25;

/// What the workloads of a backend add up to.
typedef struct sums {
  double logs, variance;
  int rows, flagged;
  const char *refused; ///< Why it cannot be valid: the first reason.
} sums;

static void refuse(sums *self, const char *why) {
  if (!self->refused) self->refused = why;
}

static void equal(audit *self, const char *backend, const json_t *object, const char *key, double want) {
  const double have = report_number(object, key);
  if (!audit_same(have, want))
    audit_fault(self, "its score on %.40s: %s is %.10g, and follows as %.10g", backend, key, have, want);
}

static bool has_text(const report_point *p, const char *axis, const char *want) {
  const char *text = json_string_value(json_object_get(p->axes, axis));
  return text && want && strcmp(text, want) == 0;
}

/// Rows of another program have no tolerance: any of them may compete, and their errors decide.
static bool competes(const report_point *p) {
  return json_is_object(json_object_get(p->json, "peer")) || has_text(p, "tolerance", "1%");
}

/// Whether row b counts rather than row a: within the tolerance before others, then the fastest.
static bool is_better(const report_point *a, const report_point *b) {
  const bool near = report_number(a->json, "error") <= TOLERANCE, nearer = report_number(b->json, "error") <= TOLERANCE;
  return near == nearer ? b->median < a->median : nearer;
}

/// The row of a workload that counts, NULL if none has numbers.
static const report_point *row_of(const audit *self, const char *workload, const char *backend) {
  const report_point *best = NULL;
  for (int i = 0; i < self->run.count; i++) {
    const report_point *p = &self->run.points[i];
    if (p->has_numbers && has_text(p, "workload", workload) && has_text(p, "backend", backend) && competes(p) &&
        (!best || is_better(best, p)))
      best = p;
  }
  return best;
}

/// Without an interval, the ends are the slowest and the fastest episode. Those lie within the samples.
static void check_ends(audit *self, const char *backend, const json_t *item, const report_point *p, double simulated) {
  if (!isnan(p->low)) {
    equal(self, backend, item, "lo95", simulated / p->high);
    equal(self, backend, item, "hi95", simulated / p->low);
    return;
  }
  const double least = report_number(p->json, "frame_s.min"), low = report_number(item, "lo95");
  const double high = report_number(item, "hi95"), speed = simulated / p->median, near = 1e-10;
  if (!(low >= (1 - near) * simulated / p->most && low <= (1 + near) * speed && high >= (1 - near) * speed &&
        high <= (1 + near) * simulated / least))
    audit_fault(self, "its score on %.40s: %.6g to %.6g is no range of the row %.80s", backend, low, high, p->name);
}

static void judge_row(sums *out, const report_point *p, const json_t *item) {
  const double half = 0.5 * (report_number(item, "hi95") - report_number(item, "lo95")) / report_number(item, "speed");
  if (p->state != REPORT_OK) refuse(out, "a row is not ok");
  if (!(report_number(p->json, "error") <= TOLERANCE)) refuse(out, "the error of a row is not within 1%");
  const char *without = report_text(p->json, "peer.without");
  if (without && without[0]) refuse(out, "a row left out a part of the scene");
  if (!(p->episodes >= FLOOR_EPISODES)) refuse(out, "a row is too short");
  if (!(half <= WIDEST)) refuse(out, "a row varies too much");
}

static void check_workload(audit *self, const char *backend, const json_t *item, sums *out) {
  const char *workload = report_text(item, "workload"), *name = report_text(item, "point");
  const report_point *p = row_of(self, workload, backend);
  const double simulated = p ? report_number(p->json, "work.frame_time_s") : (double)NAN;
  const double speed = p ? simulated / p->median : (double)NAN, reference = report_number(item, "reference");
  if (p && (!name || strcmp(name, p->name) != 0))
    audit_fault(self, "its score on %.40s: the row of %.40s is %.120s", backend, workload, p->name);
  equal(self, backend, item, "speed", speed);
  equal(self, backend, item, "ratio", speed / reference);
  if (p) {
    check_ends(self, backend, item, p, simulated);
    judge_row(out, p, item);
    out->rows++;
    out->flagged += p->flagged;
  } else {
    refuse(out, "a workload is missing");
  }
  if (!(reference > 0.0)) refuse(out, "the reference machine has no speed of a workload");
  out->logs += log(report_number(item, "ratio"));
  out->variance += pow(log(report_number(item, "hi95") / report_number(item, "lo95")) / (2.0 * 1.96), 2.0);
}

/// Each workload of the plan must be there, once.
static void check_list(const audit *self, const json_t *list, sums *out) {
  const json_t *axis = NULL;
  size_t i, k;
  json_t *benchmark, *value, *item;
  json_array_foreach(report_at(self->run.xb, "plan.benchmarks"), i, benchmark) {
    const char *name = report_text(benchmark, "name");
    if (!axis && name) axis = report_axis(&self->run, name, "workload");
  }
  const json_t *values = json_object_get(axis, "values");
  if (json_array_size(values) == 0 || json_array_size(list) < json_array_size(values))
    refuse(out, "it lacks a workload of the plan");
  json_array_foreach(values, i, value) {
    int count = 0;
    json_array_foreach(list, k, item) count += json_equal(json_object_get(item, "workload"), value);
    if (count != 1) refuse(out, "it lacks a workload of the plan");
  }
}

static void judge_run(const audit *self, sums *out) {
  const char *validate = report_text(self->run.xb, "validate");
  if (!self->run.complete) refuse(out, "the run is not complete");
  if (self->run.quick || !json_is_false(report_at(self->run.xb, "plan.settings.quick"))) refuse(out, "it is --quick");
  if (!validate || strcmp(validate, "on") != 0) refuse(out, "checks were switched off");
  if (!report_text(self->run.xb, "score.reference_machine")) refuse(out, "it has no reference machine");
  if (out->flagged > FLAGGED * out->rows) refuse(out, "more than a quarter of its rows are flagged");
}

static void check_backend(audit *self, const json_t *one) {
  const char *text = report_text(one, "backend"), *backend = text ? text : "no backend";
  const json_t *list = json_object_get(one, "workloads"), *reasons = json_object_get(one, "reasons");
  const bool valid = json_is_true(json_object_get(one, "valid"));
  sums all = {0};
  size_t i;
  json_t *item;
  json_array_foreach(list, i, item) check_workload(self, backend, item, &all);
  check_list(self, list, &all);
  judge_run(self, &all);
  const double n = (double)json_array_size(list), score = exp(all.logs / n), half = 1.96 * sqrt(all.variance) / n;
  equal(self, backend, one, "score", score);
  equal(self, backend, one, "lo95", score * exp(-half));
  equal(self, backend, one, "hi95", score * exp(half));
  if (valid != (json_array_size(reasons) == 0))
    audit_fault(self, "its score on %.40s is called %s, with %zu reasons against it", backend,
                valid ? "valid" : "invalid", json_array_size(reasons));
  if (valid && all.refused) audit_fault(self, "its score on %.40s is called valid, but %s", backend, all.refused);
}

/// The backend whose score counts: a valid one before others, then the fastest.
static void check_best(audit *self, const json_t *backends) {
  const json_t *best = NULL;
  size_t i;
  json_t *one;
  json_array_foreach(backends, i, one) {
    const bool valid = json_is_true(json_object_get(one, "valid")), was = json_is_true(json_object_get(best, "valid"));
    const double score = report_number(one, "score"), before = report_number(best, "score");
    if (!best || (valid && !was) || (valid == was && (score > before || isnan(before)))) best = one;
  }
  const char *said = report_text(self->run.xb, "score.best"), *name = report_text(best, "backend");
  if (!said != !name || (said && strcmp(said, name) != 0))
    audit_fault(self, "its best score is on %.40s, and it says %.40s", name ? name : "none", said ? said : "none");
}

void audit_score(audit *self) {
  const json_t *score = json_object_get(self->run.xb, "score"), *backends = json_object_get(score, "backends");
  size_t i;
  json_t *one;
  if (!score) return;
  if (!json_is_array(backends)) audit_fault(self, "its score has no backends");
  json_array_foreach(backends, i, one) check_backend(self, one);
  check_best(self, backends);
}
