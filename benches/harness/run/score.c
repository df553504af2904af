/* Why this file exists: computes the score of a run and decides whether it counts. A run that leaves work out, that is
 * too short, or that was disturbed has a number too, but it is INVALID, and says why. */
#include "score.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/stats/outside.h"
#include "numbers.h"

#define TOLERANCE "1%"
static const double MOST_ERROR = 0.01;
/// A row varies by at most this part, and at most this part of the rows is flagged.
static const double WIDEST = 0.1, FLAGGED = 0.25;
/// Fewer episodes than an interval needs are enough if each takes this long [s].
static const double LONG_EPISODE = 1.0;
/// [s] The clock of the system may differ from the steady clock by this much, and by a thousandth of the run.
static const double CLOCK_STEP = 1.0;

static double started[2];

static double clock_of(clockid_t which) {
  struct timespec t;
  bench_outside_asked->time(which, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void bench_score_begin(void) {
  started[0] = clock_of(CLOCK_MONOTONIC);
  started[1] = clock_of(CLOCK_REALTIME);
}

__attribute__((format(printf, 2, 3))) static void refuse(score_backend *self, const char *format, ...) {
  va_list arguments;
  if (self->reason_count == SCORE_MAX_REASONS) return;
  va_start(arguments, format);
  vsnprintf(self->reasons[self->reason_count++], BENCH_TEXT, format, arguments);
  va_end(arguments);
}

/// The speed of a workload on the reference machine. NaN if the file lacks it.
static double recorded_speed(const char *path, const char *workload, char machine[BENCH_TEXT]) {
  char line[512];
  double speed = NAN;
  FILE *file = path ? fopen(path, "r") : NULL;
  while (file && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\r\n")] = '\0';
    char *value = strchr(line, '\t');
    if (line[0] == '#' || !value) continue;
    *value++ = '\0';
    if (strcmp(line, "machine") == 0) snprintf(machine, BENCH_TEXT, "%.255s", value);
    if (strcmp(line, workload) == 0) speed = strtod(value, NULL);
  }
  if (file) fclose(file);
  return speed > 0.0 ? speed : (double)NAN;
}

static bool is_text(const bench_point *point, const char *axis, const char *value) {
  const int index = bench_axis_find(point->owner, axis);
  return index >= 0 && (point->present & UINT64_C(1) << index) != 0 && strcmp(bench_text(point, axis), value) == 0;
}

/// Whether a row has no numbers only because another setting was to have them.
static bool has_lost(const bench_result *result) {
  return strcmp(result->reason, BENCH_LOST_RACE) == 0;
}

/// Rows of another program have no tolerance: any of them may compete, and their errors decide.
static bool competes(const bench_point *point) {
  return bench_foreign(point) || is_text(point, "tolerance", TOLERANCE);
}

/// Whether row b counts rather than row a: within the tolerance before others, then the fastest.
static bool is_better(const bench_result *a, const bench_result *b) {
  const bool near = a->facts.error <= MOST_ERROR, nearer = b->facts.error <= MOST_ERROR;
  return near == nearer ? b->interval.median < a->interval.median : nearer;
}

/// The row of a workload with numbers, or the one whose reason says why there are none.
static int row_of(const bench_run *run, const char *workload, const char *backend) {
  int found = -1;
  for (int i = 0; i < run->plan->count; i++) {
    const bench_point *point = &run->plan->points[i];
    if (!is_text(point, "workload", workload) || !is_text(point, "backend", backend) || !competes(point)) continue;
    const bench_result *result = &run->results[i], *best = found < 0 ? NULL : &run->results[found];
    const bool numbers = bench_has_numbers(result), had = best && bench_has_numbers(best);
    if (!best || (numbers && (!had || is_better(best, result))) ||
        (!had && best->outcome == BENCH_SKIPPED && (result->outcome != BENCH_SKIPPED || has_lost(best))))
      found = i;
  }
  return found;
}

/// Fill the speeds of a row: with an interval, or with the range of its few episodes.
static void measure(const bench_run *run, score_row *row) {
  const bench_result *result = &run->results[row->point];
  const double simulated = result->facts.frame_time;
  double low = result->interval.low, high = result->interval.high;
  if (isnan(low))
    for (int i = 0; i < result->episodes; i++) {
      low = fmin(low, result->medians[i]);
      high = fmax(high, result->medians[i]);
    }
  row->speed = simulated / result->interval.median;
  row->low = simulated / high;
  row->high = simulated / low;
  row->ratio = row->speed / row->reference;
}

/// Refuse what makes the number of a row meaningless.
static void judge_row(const bench_run *run, score_backend *self, const score_row *row) {
  const bench_point *point = &run->plan->points[row->point];
  const bench_result *result = &run->results[row->point];
  const double episode = result->interval.median * point->frames;
  if (result->outcome != BENCH_VALID)
    refuse(self, "%s: %s: %.160s", row->workload, bench_outcome_name(result->outcome), result->reason);
  if (!(result->facts.error <= MOST_ERROR))
    refuse(self, "%s: its error is not known to be within %s", row->workload, TOLERANCE);
  if (result->facts.peer_without[0] != '\0')
    refuse(self, "%s: a part of the scene was left out: %.150s", row->workload, result->facts.peer_without);
  if (result->episodes < BENCH_FLOOR_EPISODES ||
      (result->episodes < BENCH_INTERVAL_MINIMUM && !(episode >= LONG_EPISODE)))
    refuse(self, "%s: too short: %d episode%s of %.2g s", row->workload, result->episodes, cli_plural(result->episodes),
           episode);
  const double half = 0.5 * (row->high - row->low) / row->speed;
  if (!(half <= WIDEST))
    refuse(self, "%s: disturbed: it varies by %.0f %%, more than %.0f %%", row->workload, 100.0 * half, 100.0 * WIDEST);
}

/// Geometric mean and interval. The logarithms of independent medians add up.
static void combine(const bench_score *score, score_backend *self) {
  double sum = 0.0, variance = 0.0;
  for (int k = 0; k < score->workload_count; k++) {
    const score_row *row = &self->rows[k];
    const double deviation = log(row->high / row->low) / (2.0 * 1.96);
    sum += log(row->ratio);
    variance += deviation * deviation;
  }
  const double n = score->workload_count, half = 1.96 * sqrt(variance) / n;
  self->score = exp(sum / n);
  self->low = self->score * exp(-half);
  self->high = self->score * exp(half);
}

static void judge_run(const bench_run *run, score_backend *self) {
  const bench_settings *settings = run->settings;
  const double steady = clock_of(CLOCK_MONOTONIC) - started[0], shown = clock_of(CLOCK_REALTIME) - started[1];
  if (settings->validate != BENCH_VALIDATE_ON) refuse(self, "checks were switched off");
  if (settings->quick) refuse(self, "--quick is too short");
  if (fabs(shown - steady) > CLOCK_STEP + 1e-3 * steady)
    refuse(self, "the clock of the system was changed by %.3g s in the middle", shown - steady);
  if (!run->complete) refuse(self, "the run is not complete: %s", run->stop);
}

/// By index: the workloads that a score counts. NULL outside.
static const char *counted(const bench_axis *workloads, int index) {
  const char *name;
  for (int k = 0; (name = workloads->known(k)) != NULL; k++)
    if (!(workloads->apart && workloads->apart(name)) && index-- == 0) return name;
  return NULL;
}

static void make_backend(const bench_run *run, const bench_axis *workloads, const char *machine, bench_score *score,
                         const char *name) {
  score_backend *self = &score->backends[score->backend_count++];
  *self = (score_backend){.name = name, .score = NAN, .low = NAN, .high = NAN};
  int flagged = 0, rows = 0;
  for (int k = 0; k < score->workload_count; k++) {
    score_row *row = &self->rows[k];
    *row = (score_row){.workload = counted(workloads, k), .speed = NAN, .low = NAN, .high = NAN, .ratio = NAN};
    row->reference = recorded_speed(machine, row->workload, score->machine);
    row->point = row_of(run, row->workload, name);
    if (row->point < 0) {
      refuse(self, "%s: missing", row->workload);
    } else if (!bench_has_numbers(&run->results[row->point])) {
      const bench_result *result = &run->results[row->point];
      refuse(self, "%s: missing: %s: %.160s", row->workload, bench_outcome_name(result->outcome), result->reason);
    } else {
      measure(run, row);
      judge_row(run, self, row);
      flagged += run->results[row->point].flagged;
      rows++;
    }
    if (isnan(row->reference) && score->machine[0] != '\0')
      refuse(self, "%s: the reference machine has no speed of it", row->workload);
  }
  for (int i = 0; workloads->apart && i < run->plan->count; i++) {
    const bench_point *point = &run->plan->points[i];
    if (bench_has(point, "workload") && is_text(point, "backend", name) &&
        workloads->apart(bench_text(point, "workload")))
      refuse(self, "%s: no score counts this workload", bench_text(point, "workload"));
  }
  if (score->machine[0] == '\0')
    refuse(self, "no reference machine is recorded (%.180s)", machine ? machine : "no file");
  if (flagged > FLAGGED * rows)
    refuse(self, "disturbed or throttled: %d of %d rows are flagged, more than a quarter", flagged, rows);
  judge_run(run, self);
  combine(score, self);
}

void bench_score_make(const bench_run *run, const char *machine, bench_score *out) {
  const bench_axis *workloads = NULL;
  const bench_plan *plan = run->plan;
  *out = (bench_score){.best = -1};
  for (int c = 0; c < plan->case_count && !workloads; c++) {
    const int axis = bench_axis_find(plan->cases[c], "workload");
    if (axis >= 0) workloads = &plan->cases[c]->axes[axis];
  }
  while (workloads && out->workload_count < SCORE_MAX_WORKLOADS && counted(workloads, out->workload_count))
    out->workload_count++;
  for (int i = 0; i < plan->count; i++) {
    const bench_point *point = &plan->points[i];
    const char *backend = bench_text(point, "backend");
    bool seen = !bench_has(point, "workload") || !is_text(point, "backend", backend) || !point->work;
    for (int k = 0; k < out->backend_count; k++) seen = seen || strcmp(out->backends[k].name, backend) == 0;
    if (!seen && out->backend_count < SCORE_MAX_BACKENDS) make_backend(run, workloads, machine, out, backend);
  }
  for (int k = 0; k < out->backend_count; k++) { // a valid backend before others, then the fastest
    const score_backend *own = &out->backends[k], *best = out->best < 0 ? NULL : &out->backends[out->best];
    const bool valid = own->reason_count == 0, was = best && best->reason_count == 0;
    if (!best || (valid && !was) || (valid == was && (own->score > best->score || isnan(best->score)))) out->best = k;
  }
}

bool bench_score_is_valid(const bench_score *score) {
  return score->best >= 0 && score->backends[score->best].reason_count == 0;
}

static const char *score_text(const score_backend *self, char out[64]) {
  if (isnan(self->score))
    snprintf(out, 64, "none");
  else
    snprintf(out, 64, "%.3g (95 %% interval %.3g to %.3g)", self->score, self->low, self->high);
  return out;
}

static void print_backend(const bench_run *run, const bench_score *score, const score_backend *self, FILE *stream) {
  fprintf(stream, "\n%-20s %-28s %9s %9s %12s %16s %8s\n", self->name, "setting", "error", "ms/frame", "sim s per s",
          "95 % interval", "ratio");
  for (int k = 0; k < score->workload_count; k++) {
    const score_row *row = &self->rows[k];
    if (isnan(row->speed)) {
      fprintf(stream, "%-20s -\n", row->workload);
      continue;
    }
    const bench_result *result = &run->results[row->point];
    const bench_facts *facts = &result->facts;
    char setting[64], interval[48], ratio[32] = "-";
    const bench_point *point = &run->plan->points[row->point];
    snprintf(setting, sizeof setting, "%.30s %s %d x %d",
             bench_text(point, bench_foreign(point) ? "setting" : "method"), facts->precision ? facts->precision : "?",
             (int)facts->substeps, (int)facts->iterations);
    snprintf(interval, sizeof interval, "%.3g to %.3g", row->low, row->high);
    if (!isnan(row->ratio)) snprintf(ratio, sizeof ratio, "%.3g", row->ratio);
    fprintf(stream, "%-20s %-28s %8.2g%% %9.3g %12.3g %16s %8s\n", row->workload, setting, 100.0 * facts->error,
            1e3 * result->interval.median, row->speed, interval, ratio);
  }
  char text[64];
  fprintf(stream, "score on %s: %s, %s\n", self->name, score_text(self, text),
          self->reason_count == 0 ? "VALID" : "INVALID");
  for (int k = 0; k < self->reason_count; k++) fprintf(stream, "  %s\n", self->reasons[k]);
}

void bench_score_print(const bench_run *run, const bench_score *score, FILE *stream) {
  for (int k = 0; k < score->backend_count; k++) print_backend(run, score, &score->backends[k], stream);
  if (score->best < 0) {
    fputs("\nscore: INVALID: no backend has a row\n", stream);
    return;
  }
  const score_backend *best = &score->backends[score->best];
  char text[64];
  fprintf(stream, "\nscore: %s with %s, %s; %s division; %s%s\n", score_text(best, text), best->name,
          bench_score_is_valid(score) ? "VALID" : "INVALID", run->settings->division == BENCH_OPEN ? "open" : "closed",
          score->machine[0] ? "1 = " : "", score->machine[0] ? score->machine : "no reference machine is recorded");
}
