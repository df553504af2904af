/* Why this file exists: reads a journal back, line by line, into the episodes and results of a plan. A journal may be
 * cut off, edited or come from anywhere, so every line is checked. */
#include "past.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/episode.h"
#include "harness/plan/options.h"
#include "past_private.h"
#include "support/json.h"

void bench_past_free_points(bench_past *past) {
  for (int i = 0; past->points && i < past->point_count; i++) {
    free(past->points[i].episodes);
    free(past->points[i].samples);
  }
  free(past->points);
}

const char *bench_past_damage(const bench_past *past, const char *line, size_t length) {
  switch (json_line_check(line, length)) {
  case JSON_LINE_GOOD: return NULL;
  case JSON_LINE_CHANGED: return "it was changed: its checksum belongs to another line";
  case JSON_LINE_UNSUMMED: break;
  }
  return past->summed ? "it has no checksum" : NULL;
}

/// Index of a point. Lines of one block come from few points, so the search begins where the last one ended.
static int find_point(bench_past *past, const bench_plan *plan, const char *name) {
  for (int i = 0; name && i < plan->count; i++) {
    const int at = (past->last_found + i) % plan->count;
    if (strcmp(plan->points[at].name, name) == 0) return past->last_found = at;
  }
  return -1;
}

static bool make_room(bench_kept *point) {
  if (point->count < point->capacity) return true;
  const int capacity = point->capacity == 0 ? 8 : 2 * point->capacity;
  bench_episode *episodes = realloc(point->episodes, (size_t)capacity * sizeof *episodes);
  if (episodes) point->episodes = episodes;
  double *samples = realloc(point->samples, (size_t)capacity * point->samples_per_episode * sizeof *samples);
  if (samples) point->samples = samples;
  if (episodes && samples) point->capacity = capacity;
  return episodes && samples;
}

/// Take a line of an episode. Returns what is wrong with it, or NULL.
static const char *take_episode(bench_past *past, const bench_plan *plan) {
  const xpbd_json_document *line = &past->line;
  const xpbd_json_node *root = line->nodes;
  const int index = find_point(past, plan, xpbd_json_text_at(line, root, "point"));
  if (index < 0) return "its point is not in the plan";
  bench_kept *point = &past->points[index];
  const double frames = xpbd_json_number_at(line, root, "frames_per_sample"),
               number = xpbd_json_number_at(line, root, "episode");
  if (!(frames >= 1.0 && frames <= plan->points[index].frames)) return "it has no frames per sample";
  if (!(number >= point->count && number <= point->count)) return "an episode is missing before it";
  const size_t count = (size_t)(plan->points[index].frames / (int32_t)frames);
  if (point->count == 0) point->frames_per_sample = (int32_t)frames, point->samples_per_episode = count;
  if (point->samples_per_episode != count) return "it has more or fewer samples than the episodes before";
  if (!make_room(point)) return "out of memory";
  bench_episode *episode = &point->episodes[point->count];
  *episode = (bench_episode){
      .processor = xpbd_json_number_at(line, root, "cpu_s"),
      .spent = xpbd_json_number_at(line, root, "spent_s"),
      .timed = xpbd_json_number_at(line, root, "timed_s"),
      .hardware = {NAN, NAN, NAN, NAN}, /* counters belong to the process that read them */
      .counted = {xpbd_json_number_at(line, root, "stalled_s"), xpbd_json_number_at(line, root, "switches")}};
  if (!(episode->spent >= 0.0 && episode->timed > 0.0)) return "it has no duration";
  if (!bench_past_hash(xpbd_json_text_at(line, root, "state_hash"), &episode->hash))
    return "it has no hash of its state";
  const char *program = xpbd_json_text_at(line, root, "program");
  snprintf(point->program, sizeof point->program, "%s", program ? program : "");
  double *to = point->samples + (size_t)point->count * count;
  size_t read = 0;
  for (const xpbd_json_node *s = xpbd_json_first(line, xpbd_json_member(line, root, "samples_s")); s;
       s = xpbd_json_after(line, s), read++)
    if (read >= count || !((to[read] = s->number) > 0.0)) return "a sample is not a time, or there are too many";
  if (read != count) return "samples are missing";
  ++point->count;
  return NULL;
}

static const char *take_ended(bench_past *past, bench_run *run, const xpbd_json_node *json) {
  const xpbd_json_document *line = &past->line;
  const int index = find_point(past, run->plan, xpbd_json_text_at(line, json, "name"));
  if (index < 0) return "its point is not in the plan";
  const bench_kept *point = &past->points[index];
  bench_result *result = &run->results[index];
  const char *wrong = bench_past_result(past, json, result);
  if (wrong) return wrong;
  // A result may have fewer episodes than the journal, because a resumed run needed fewer or failed earlier. It
  // cannot have more.
  if (result->episodes < 0 || result->episodes > point->count) return "the journal lacks some of its episodes";
  if (result->episodes > 0 && result->frames_per_sample != point->frames_per_sample)
    return "its number of samples does not match its episodes";
  return NULL;
}

static const char *take_line(bench_past *past, bench_run *run) {
  const xpbd_json_document *line = &past->line;
  const xpbd_json_node *root = line->nodes, *ended = xpbd_json_member(line, root, "ended");
  const double at = xpbd_json_number_at(line, root, "at_s");
  if (xpbd_json_member(line, root, "resumed")) {
    ++past->resumed;
    return NULL;
  }
  if (at > past->spent) past->spent = at;
  if (ended) return take_ended(past, run, ended);
  if (xpbd_json_member(line, root, "point")) return take_episode(past, run->plan);
  return "a journal has no such line";
}

/// A read failed, or there was no memory for a line. Without this, the journal would be cut off there.
static int unread(const bench_past *past) {
  return cli_fail(bench_program(), BENCH_EXIT_ERROR, "%s: cannot be read: %s", past->path, strerror(errno));
}

/// Read all lines after the first. Returns 0, or the exit code after one line.
static int read_lines(bench_past *past, bench_run *run, long *length) {
  *length = past->head_length;
  ssize_t got;
  for (int number = 2; (got = getline(&past->text, &past->capacity, past->stream)) > 0; number++) {
    if (ferror(past->stream)) return unread(past);
    const bool whole = past->text[got - 1] == '\n' && memchr(past->text, '\0', (size_t)got) == NULL;
    const char *wrong = whole ? bench_past_damage(past, past->text, (size_t)got) : NULL; /* parsing changes the text */
    if (!whole || !xpbd_json_read(past->text, &past->line)) {
      const int next = fgetc(past->stream);
      if (ferror(past->stream)) return unread(past);
      if (next != EOF)
        return cli_fail(bench_program(), CLI_EXIT_USAGE,
                        "%s:%d: is damaged; delete this line and all after it to continue the run", past->path, number);
      fprintf(stderr, "%s:%d: the last line was cut off and is ignored\n", past->path, number);
      return 0;
    }
    if (!wrong) wrong = take_line(past, run);
    if (wrong)
      return cli_fail(bench_program(), CLI_EXIT_USAGE,
                      "%s:%d: is damaged (%s); delete this line and all after it to continue the run", past->path,
                      number, wrong);
    *length += (long)got;
  }
  return feof(past->stream) ? 0 : unread(past);
}

/// Derive statistics from the samples of a finished point. False without memory.
static bool restore_point(bench_run *run, int index, const bench_kept *from) {
  bench_result *result = &run->results[index];
  const size_t episodes = (size_t)result->episodes, count = episodes * from->samples_per_episode;
  const double tau = result->interval.tau;
  double process_medians[BENCH_MAX_PROCESSES];
  result->interval = bench_median_interval(NULL, 0, NULL);
  if (episodes == 0) return true;
  const size_t scratch_count = 2 * (episodes > from->samples_per_episode ? episodes : from->samples_per_episode);
  double *scratch = malloc(scratch_count * sizeof *scratch);
  result->samples = malloc(count * sizeof *result->samples);
  result->medians = malloc(episodes * sizeof *result->medians);
  result->processor = malloc(episodes * sizeof *result->processor);
  const bool good = scratch && result->samples && result->medians && result->processor;
  if (good) {
    memcpy(result->samples, from->samples, count * sizeof *result->samples);
    result->sample_count = count;
    result->samples_per_episode = (int32_t)from->samples_per_episode;
    for (size_t e = 0; e < episodes; e++) {
      result->processor[e] = from->episodes[e].processor;
      result->medians[e] =
          bench_median(from->samples + e * from->samples_per_episode, from->samples_per_episode, scratch);
      bench_budget_learn(&run->budget, &run->plan->points[index], result->medians[e]);
    }
    result->interval = bench_median_interval(result->medians, episodes, scratch);
  }
  if (result->processes > 0) {
    for (int k = 0; k < result->processes; k++) process_medians[k] = result->process[k].median;
    result->interval = bench_process_interval(process_medians, result->processes, &result->between);
    result->interval.tau = tau;
  }
  free(scratch);
  return good;
}

int bench_past_read(bench_past *past, bench_run *run, long *length, int *finished) {
  past->point_count = run->plan->count;
  past->points = calloc((size_t)past->point_count, sizeof *past->points);
  if (!past->points)
    return cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory for %d points", past->point_count);
  const int failed = read_lines(past, run, length);
  if (failed != 0) return failed;
  *finished = 0;
  for (int i = 0; i < past->point_count; i++) {
    if (run->results[i].outcome == BENCH_PENDING) continue;
    if (!restore_point(run, i, &past->points[i]))
      return cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory for the points measured before");
    ++*finished;
    if (run->results[i].outcome == BENCH_VALID && run->results[i].has_hash) bench_hashes_restore(run, i);
  }
  run->kept = past->points;
  run->spent = past->spent;
  return 0;
}

bench_past *bench_past_new(void) {
  bench_past *past = calloc(1, sizeof *past);
  if (past) past->handed = past->summed = true;
  return past;
}

void bench_past_free_results(bench_result *results, int count) {
  for (int i = 0; i < count; i++) {
    free(results[i].samples);
    free(results[i].medians);
    free(results[i].processor);
    free(results[i].series.values);
  }
  memset(results, 0, (size_t)count * sizeof *results);
}

/// The line that says how a process ended.
static bool take_stop(const xpbd_json_document *line, bench_run *run) {
  static const char *const stops[] = {"finished", "total-budget", "device-lost", "interrupted"};
  const char *stop = xpbd_json_text_at(line, line->nodes, "stop"), *lost = xpbd_json_text_at(line, line->nodes, "lost");
  bool known = false;
  for (size_t i = 0; stop && i < sizeof stops / sizeof stops[0]; i++) {
    if (strcmp(stop, stops[i]) != 0) continue;
    known = true;
    if (i > 0) run->stop = stops[i];
  }
  run->complete = run->complete && xpbd_json_true_at(line, line->nodes, "complete");
  if (lost && lost[0] != '\0') snprintf(run->lost, sizeof run->lost, "%s", lost);
  return known && lost;
}

/// Read all lines. The first must match this plan, and the last says how the run ended.
static bool take_lines(bench_past *past, FILE *stream, bench_run *own, bench_run *run) {
  ssize_t got;
  uint64_t plan;
  rewind(stream);
  for (int number = 1; (got = getline(&past->text, &past->capacity, stream)) > 0; number++) {
    if (memchr(past->text, '\0', (size_t)got) || bench_past_damage(past, past->text, (size_t)got) ||
        !xpbd_json_read(past->text, &past->line))
      return false;
    const xpbd_json_node *root = past->line.nodes;
    if (number == 1) {
      if (!bench_past_hash(xpbd_json_text_at(&past->line, root, "plan"), &plan) || plan != own->plan->hash)
        return false;
    } else if (xpbd_json_member(&past->line, root, "stop")) {
      return take_stop(&past->line, run);
    } else if (take_line(past, own)) {
      return false;
    }
  }
  return false;
}

bool bench_past_take(bench_past *past, FILE *stream, bench_run *run, bench_result *results) {
  static bench_run own; /* discarded: the reader learns no costs */
  own = (bench_run){.plan = run->plan, .results = results};
  past->point_count = run->plan->count;
  past->points = calloc((size_t)past->point_count, sizeof *past->points);
  bool good = past->points && take_lines(past, stream, &own, run);
  for (int i = 0; good && i < past->point_count; i++)
    good = results[i].outcome != BENCH_PENDING && restore_point(&own, i, &past->points[i]);
  bench_past_free_points(past);
  past->points = NULL;
  if (!good) bench_past_free_results(results, run->plan->count);
  return good;
}
