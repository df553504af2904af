/* Why this file exists: checks the relations between the numbers of a run. */
#include "relations.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/stats/stats.h"
#include "peers.h"
#include "support/result_fields.h"

enum { TEXT = 256 };

typedef struct relations {
  const report_run *run;
  bool strict;
  report_contradiction *tell;
  void *context;
  int index;                 ///< The row, -1 = the run.
  const report_point *point; ///< The same row.
} relations;

__attribute__((format(printf, 2, 3))) static void say(const relations *self, const char *format, ...) {
  char text[TEXT];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  self->tell(self->context, self->index, text);
}

/// Equal up to rounding. Nine digits are enough, because other programs write no more.
static bool same(double a, double b) {
  return fabs(a - b) <= 1e-8 * fmax(fabs(a), fabs(b));
}

static double at(const relations *self, const char *path) {
  return report_number(self->point->json, path);
}

/// Whether `have` contradicts `want`. Without one of them it does if the other must not stand alone.
static bool differ(const relations *self, double have, double want) {
  return isnan(have) || isnan(want) ? self->strict && isnan(have) != isnan(want) : !same(have, want);
}

/// A number that follows from others.
static void equal(const relations *self, const char *path, double want) {
  const double have = at(self, path);
  if (differ(self, have, want)) say(self, "%s is %.10g, and follows as %.10g from the other numbers", path, have, want);
}

/// Numbers that must not fall from one to the next.
static void rising(const relations *self, const char *const *paths, int count) {
  double last = -INFINITY;
  const char *before = "";
  for (int k = 0; k < count; k++) {
    const double value = at(self, paths[k]);
    if (isnan(value)) continue;
    if (value < last && !same(value, last)) say(self, "%s %.6g is below %s %.6g", paths[k], value, before, last);
    last = value;
    before = paths[k];
  }
}
#define RISING(self, ...)                                                                                              \
  rising(self, (const char *const[]){__VA_ARGS__}, (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

/// Each number of a row is one and not below 0, and no time of a frame is 0.
static void check_signs(const relations *self) {
#define PATH(name, unit, kind, path, type, place, about) {path, kind},
  static const struct {
    const char *path;
    result_kind kind;
  } fields[] = {RESULT_FIELDS(PATH)};
  static const char *const positive[] = {"frame_s.min", "frame_s.median", "frame_s.lo95", "fps.median"};
  for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
    const json_t *own = report_at(self->point->json, fields[k].path);
    const bool text = fields[k].kind == RESULT_TEXT || fields[k].kind == RESULT_LIST || fields[k].kind == RESULT_FLAG;
    const double value = json_is_number(own) ? json_number_value(own) : (double)NAN;
    if (!text && own && !json_is_null(own) && !json_is_number(own)) say(self, "%s is no number", fields[k].path);
    if (value < 0) say(self, "%s is %.10g, and cannot be below 0", fields[k].path, value);
  }
  for (size_t k = 0; k < sizeof positive / sizeof *positive; k++)
    if (at(self, positive[k]) == 0) say(self, "%s is 0, and must be above 0", positive[k]);
}

static void check_times(const relations *self) {
  const report_point *p = self->point;
  const double median = at(self, "frame_s.median"), low = at(self, "frame_s.lo95"), high = at(self, "frame_s.hi95");
  const bool early = report_ends_early(p);
  const double work = early ? (double)NAN : p->projections, least = at(self, "frame_s.min"),
               most = at(self, "frame_s.max");
  RISING(self, "frame_s.lo95", "frame_s.median", "frame_s.hi95");
  RISING(self, "frame_s.min", "frame_s.p05", "frame_s.p95", "frame_s.p99", "frame_s.max");
  RISING(self, "frame_s.min", "frame_s.mean", "frame_s.max");
  RISING(self, "frame_s.min", "frame_s.median", "frame_s.max");
  /* A quarter of the samples lie on each side of a median of medians. Processes are combined by a mean. */
  if (p->launches == 1) RISING(self, "frame_s.p05", "frame_s.median", "frame_s.p95");
  if (at(self, "frame_s.stddev") > most - least && !same(at(self, "frame_s.stddev"), most - least))
    say(self, "frame_s.stddev %.6g is above the distance of frame_s.min and frame_s.max, %.6g",
        at(self, "frame_s.stddev"), most - least);
  if (p->launches == 1 && p->episodes >= 1 && self->strict && isnan(low) != (p->episodes < BENCH_INTERVAL_MINIMUM))
    say(self, "%.0f episodes and %s interval", p->episodes, isnan(low) ? "no" : "an");
  const double part = at(self, "frame_s.rel_err"), want = 0.5 * (high - low) / median;
  if (differ(self, 1.0 + part, 1.0 + want)) /* a difference of rounded numbers */
    say(self, "frame_s.rel_err is %.10g, and follows as %.10g from the other numbers", part, want);
  equal(self, "fps.median", 1.0 / median);
  equal(self, "fps.lo95", 1.0 / high);
  equal(self, "fps.hi95", 1.0 / low);
  equal(self, "fps.low1", 1.0 / at(self, "frame_s.p99"));
  equal(self, "counters.ns_per_projection.value", work > 0.0 ? 1e9 * median / work : (double)NAN);
  equal(self, "counters.projections_per_second.value",
        work > 0.0                                                        ? work / median
        : report_is_foreign(p) || early || (isnan(work) && !self->strict) ? (double)NAN
                                                                          : 0.0);
  equal(self, "counters.real_time_factor.value", at(self, "work.frame_time_s") / median);
  equal(self, "roofline.memory_share",
        at(self, "roofline.bytes_per_projection") * work / median / at(self, "roofline.memory_roof"));
  equal(self, "roofline.compute_share",
        at(self, "roofline.flops_per_projection") * work / median / at(self, "roofline.compute_roof"));
  if (json_is_object(json_object_get(p->json, "published")))
    equal(self, "published.ratio", 2.0 / median / (at(self, "published.fps_low") + at(self, "published.fps_high")));
}

/// The processes of --processes: their geometric mean, and the spread between them.
static void check_processes(const relations *self) {
  const json_t *list = report_at(self->point->json, "processes.medians_s");
  const size_t count = json_array_size(list);
  double *medians = malloc((count + 1) * sizeof *medians), want;
  if (count > 0 && medians) {
    for (size_t i = 0; i < count; i++) medians[i] = json_number_value(json_array_get(list, i)); /* 0 = none */
    for (size_t i = 0; i < count; i++)
      if (medians[i] < 0)
        say(self, "processes.medians_s of process %zu is %.10g, and cannot be below 0", i + 1, medians[i]);
    const bench_interval all = bench_process_interval(medians, (int)count, &want);
    const double between = at(self, "processes.between");
    if (isnan(all.median)) {
      say(self, "it has a time, and no process has a median");
    } else {
      equal(self, "frame_s.median", all.median);
      if (fabs(between - want) > 1e-8 * (1.0 + fabs(log(all.median)))) /* a difference of logarithms */
        say(self, "processes.between is %.10g, and follows as %.10g from the other numbers", between, want);
      equal(self, "frame_s.lo95", all.low);
      equal(self, "frame_s.hi95", all.high);
    }
  }
  free(medians);
}

/// Counts of samples and frames.
static void check_counts(const relations *self) {
  const report_point *p = self->point;
  const double warm = at(self, "warm"), together = at(self, "frames_per_sample"), state = at(self, "state_frames");
  if (p->episodes < 1) say(self, "episodes is %.10g, and it has a time", p->episodes);
  if (self->strict && isnan(p->episodes)) say(self, "it has a time, and no number of episodes");
  const double samples = p->episodes * floor(p->frames / together);
  if (p->launches == 1 && (together < 1 || differ(self, p->samples, samples)))
    say(self, "%.0f episodes of %.0f frames have %.0f samples of %.0f frames, and not %.0f", p->episodes, p->frames,
        p->samples, together, samples);
  if (!isnan(state) && differ(self, state, warm + p->frames))
    say(self, "state_frames is %.0f, and an episode has %.0f", state, warm + p->frames);
}

/// What a check of a count must have. NaN = it counts nothing, or that is unknown.
static double planned(const relations *self, const char *name) {
  const double frames = at(self, "state_frames"), work = self->point->projections;
  if (strcmp(name, "frames done") == 0 || strcmp(name, "frames before a number that is not finite") == 0) return frames;
  return strcmp(name, "projections done") == 0 && work > 0 ? frames * work : (double)NAN;
}

/// Whether a method that ends a step when it is solved has done some of the planned projections.
static bool is_less(const relations *self, const char *name, double value, double want) {
  return report_ends_early(self->point) && strcmp(name, "projections done") == 0 && value > 0.0 && value < want;
}

/// A check passes if its value is within its limit, or is the same text. Counts must be equal to what was planned, except
/// that a method which ends a step when it is solved may do less.
static void check_verdict(const relations *self, const json_t *check, const char *name) {
  const char *one = report_text(check, "value"), *two = report_text(check, "limit");
  const double value = report_number(check, "value"), limit = report_number(check, "limit");
  const double want = planned(self, name);
  const bool text = one && two, pass = json_is_true(json_object_get(check, "pass"));
  const bool unknown = !text && (isnan(value) || isnan(limit)) && !self->strict;
  const bool holds = text ? strcmp(one, two) == 0 : value <= limit || unknown;
  if (pass && !holds && text)
    say(self, "the check '%.60s' is said to pass, with %.20s instead of %.20s", name, one, two);
  else if (pass && !holds)
    say(self, "the check '%.60s' is said to pass, with %.10g and the limit %.10g", name, value, limit);
  else if (!pass && holds && text)
    say(self, "the check '%.60s' is said to fail, with %.20s in both", name, one);
  else if (pass && !isnan(want) && !unknown &&
           !((same(value, want) || is_less(self, name, value, want)) && same(limit, want)))
    say(self, "the check '%s' has %.10g of %.10g, and both follow as %.10g from the other numbers", name, value, limit,
        want);
}

/// The check that compared the end state has its hash. "hash=seq@5 frames, ..." says after how many frames the reference
/// was compared.
static void check_state(const relations *self, const json_t *check, const char *name) {
  const report_point *p = self->point;
  const char *state = report_text(check, "value"), *from = p->checked ? strchr(p->checked, '@') : NULL;
  double frames = NAN;
  if (from && sscanf(from + 1, "%lf", &frames) != 1) frames = NAN;
  const bool end = strcmp(name, "state agrees with the other points") == 0 ||
                   (strcmp(name, "state equals the reference") == 0 && same(frames, at(self, "state_frames")));
  if (end && state && p->hash && strcmp(state, p->hash) != 0)
    say(self, "state_hash is %.20s, and the one that was compared is %.20s", p->hash, state);
}

static void check_checks(const relations *self) {
  size_t i;
  json_t *check;
  json_array_foreach(json_object_get(self->point->json, "checks"), i, check) {
    const char *name = report_text(check, "name");
    if (!name) continue;
    check_verdict(self, check, name);
    if (self->point->state == REPORT_OK) check_state(self, check, name);
  }
}

static void check_row(const relations *self) {
  const char *status = report_text(self->point->json, "status");
  bool shown = self->strict;
  for (int s = 0; s <= REPORT_INEXACT; s++) shown = shown || strcmp(status, report_state_name((report_state)s)) == 0;
  if (!shown) return; /* numbers of rows that failed are shown nowhere */
  check_signs(self);
  if (json_is_object(json_object_get(self->point->json, "frame_s"))) {
    check_times(self);
    check_processes(self);
    check_counts(self);
  }
  check_checks(self);
}

/// The axes that a state depends on. Owned by the caller.
static json_t *axes_of_state(const report_point *p) {
  static const char *const idle[] = {"backend", "threads", "lanes", "strategy", "device", "batch", "readback"};
  json_t *axes = json_copy(p->axes);
  for (size_t k = 0; k < sizeof idle / sizeof *idle; k++) json_object_del(axes, idle[k]);
  return axes;
}

/// Whether two rows were compared with one reference after as many frames.
static bool comparable(const report_point *a, const report_point *b) {
  const size_t length = strcspn(a->checked, "@");
  return strcmp(a->benchmark, b->benchmark) == 0 && strncmp(a->checked, b->checked, length + 1) == 0 &&
         same(report_number(a->json, "state_frames"), report_number(b->json, "state_frames"));
}

/// Rows of one scene and setting end in the same bits, whatever computed them.
static void check_states(relations *self) {
  const report_run *run = self->run;
  json_t **axes = calloc((size_t)run->count, sizeof(json_t *));
  for (int i = 0; axes && i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (p->state != REPORT_OK || !p->hash || !p->checked || strncmp(p->checked, "hash=", 5) != 0) continue;
    axes[i] = axes_of_state(p);
    for (int k = 0; k < i; k++) {
      const report_point *other = &run->points[k];
      if (!axes[k] || !comparable(p, other) || !json_equal(axes[k], axes[i])) continue;
      self->index = i;
      if (strcmp(p->hash, other->hash) != 0)
        say(self, "state_hash is %.20s, and row %d, of the same scene, has %.20s", p->hash, k + 1, other->hash);
      json_decref(axes[i]); /* the first row of a scene stands for all */
      axes[i] = NULL;
      break;
    }
  }
  for (int i = 0; axes && i < run->count; i++) json_decref(axes[i]);
  free(axes);
}

/// Seconds of "2026-11-27T09:08:06Z", NaN if it is something else.
static double seconds_of(const char *text) {
  int year, month, day, hour, minute, second;
  if (!text || sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2dZ", &year, &month, &day, &hour, &minute, &second) != 6) return NAN;
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return NAN;
  const int a = month <= 2, y = year - a, m = month + 12 * a - 3; /* days since 1 March of the year 0 */
  const double days = 365.0 * y + floor(y / 4.0) - floor(y / 100.0) + floor(y / 400.0) + (153 * m + 2) / 5 + day - 1;
  return ((days * 24 + hour) * 60 + minute) * 60 + second;
}

/// The frames of all rows take no longer than the run, and the run no longer than from its start to its end.
static void check_run_times(const relations *self) {
  const report_run *run = self->run;
  const double seconds = report_number(run->xb, "seconds");
  const char *started = report_text(run->xb, "started"), *finished = report_text(run->xb, "finished");
  const double from = seconds_of(started), to = seconds_of(finished);
  double sum = 0.0;
  for (int i = 0; i < run->count; i++) {
    const double mean = report_number(run->points[i].json, "frame_s.mean");
    const double time = run->points[i].episodes * run->points[i].frames * mean;
    if (!isnan(time)) sum += time;
  }
  if (isnan(from) && (started || self->strict))
    say(self, "started is '%.40s', and that is no date", started ? started : "");
  if (isnan(to) && (finished || self->strict))
    say(self, "finished is '%.40s', and that is no date", finished ? finished : "");
  if (seconds < 0.0 || (self->strict && isnan(seconds))) say(self, "seconds is %.10g, and cannot be below 0", seconds);
  if (sum > 1.001 * seconds + 1.0) say(self, "its frames take %.6g s together, and seconds is %.6g", sum, seconds);
  const bool once = !json_is_array(json_object_get(run->xb, "merged")) && !(report_number(run->xb, "resumed") > 0);
  if (to < from)
    say(self, "finished is %.40s, before started, %.40s", finished, started);
  else if (once && seconds > to - from + 2.0) /* whole seconds, and the machine is measured before the rows */
    say(self, "seconds is %.6g, and %.6g s lie between its start and its end", seconds, to - from);
}

static void check_names(relations *self) {
  const report_run *run = self->run;
  for (int i = 0; i < run->count; i++)
    for (int k = 0; k < i; k++) {
      if (strcmp(run->points[k].name, run->points[i].name) != 0) continue;
      self->index = i;
      say(self, "row %d has the same name", k + 1);
      break;
    }
}

void report_relations(const report_run *run, bool strict, report_contradiction *tell, void *context) {
  relations self = {.run = run, .strict = strict, .tell = tell, .context = context};
  for (self.index = 0; self.index < run->count; self.index++) {
    self.point = &run->points[self.index];
    check_row(&self);
  }
  check_names(&self);
  check_states(&self);
  self.index = -1;
  const double planned = report_number(run->xb, "plan.points");
  if (!isnan(planned) && !same(planned, run->count))
    say(&self, "it has %d rows, and plan.points is %.0f", run->count, planned);
  check_run_times(&self);
}
