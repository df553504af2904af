/* Why this file exists: writes the lines of the journal. A line is handed to the system after its episode, so it
 * survives the end of the process. After each point it is also brought to the disk. After a line that could not be
 * written comes no other: a journal with a hole could not be continued. */
#define _DEFAULT_SOURCE /* flock */

#include "journal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "harness/plan/options.h"
#include "past.h"

/* Whether the file may be locked and cut. The target of standard output may not, because others write to it, too. */
static bool is_own_file(const bench_journal *journal) {
  struct stat what;
  return !xpbd_file_is_stdout(journal->path) && fstat(fileno(journal->stream), &what) == 0 && S_ISREG(what.st_mode);
}

static int reserve(bench_journal *journal, const bench_plan *plan) {
  journal->episodes = calloc((size_t)plan->count, sizeof *journal->episodes);
  journal->ended = calloc((size_t)plan->count, sizeof *journal->ended);
  if (journal->episodes && journal->ended) return 0;
  return cli_fail(bench_program(), BENCH_EXIT_ERROR, "%s: out of memory for %d points", journal->path, plan->count);
}

/// Hands the lines so far to the system, and to the disk. A run goes on without a journal that can no longer be written,
/// because its results may have room elsewhere.
static void hand_on(bench_journal *journal, bool disk) {
  const char *lost = xpbd_file_lost(journal->stream);
  if (!lost && disk && is_own_file(journal) && fsync(fileno(journal->stream)) != 0) lost = strerror(errno);
  if (!lost) return;
  journal->failed = cli_fail(bench_program(), BENCH_EXIT_ERROR, "%s: cannot be written: %s", journal->path, lost);
  fclose(journal->stream);
  journal->stream = NULL;
}

int bench_journal_open(bench_journal *journal, const char *path, const bench_plan *plan) {
  *journal = (bench_journal){.path = path};
  if (xpbd_file_check_name(path) != XPBD_OK)
    return cli_fail(bench_program(), BENCH_EXIT_USAGE, "%s", xpbd_last_error());
  if (!xpbd_file_is_stdout(path))
    journal->stream = fopen(path, "a");
  else if (xpbd_file_open_stdout(&journal->stream) != XPBD_OK)
    return cli_fail(bench_program(), BENCH_EXIT_USAGE, "%s", xpbd_last_error());
  if (!journal->stream)
    return cli_fail(bench_program(), BENCH_EXIT_USAGE, "%s: cannot be written: %s", path, strerror(errno));
  // A file system without locks gives another error.
  if (is_own_file(journal) && flock(fileno(journal->stream), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return cli_fail(bench_program(), BENCH_EXIT_ERROR, "%s: another run is writing it; wait until it ends, or stop it",
                    path);
  const char *lost = is_own_file(journal) ? xpbd_file_sync_name(path) : NULL;
  if (lost) return cli_fail(bench_program(), BENCH_EXIT_USAGE, "%s: cannot be written: %s", path, lost);
  return reserve(journal, plan);
}

int bench_journal_hand(bench_journal *journal, int descriptor, const bench_plan *plan) {
  *journal = (bench_journal){.path = "--process-out", .stream = fdopen(descriptor, "w")};
  if (!journal->stream)
    return cli_fail(bench_program(), BENCH_EXIT_ERROR, "%s: cannot be written: %s", journal->path, strerror(errno));
  return reserve(journal, plan);
}

int bench_journal_cut(bench_journal *journal, long length) {
  if (!journal->stream || !is_own_file(journal) || ftruncate(fileno(journal->stream), length) == 0) return 0;
  return cli_fail(bench_program(), BENCH_EXIT_ERROR, "%s: cannot be written: %s", journal->path, strerror(errno));
}

static void write_here(json_writer *json, const bench_environment *env) {
  char text[256];
  json_open(json, "here", '{');
  for (int i = 0; bench_here_fields[i]; i++)
    json_text(json, bench_here_fields[i], bench_here_text(env, bench_here_fields[i], text, sizeof text));
  for (int i = 0; i < env->count; i++) { // files
    const char *group = env->fields[i].group;
    if (strcmp(group, "formula") != 0 && strcmp(group, "mesh") != 0) continue;
    char field[160];
    snprintf(field, sizeof field, "%s.%.140s", group, env->fields[i].key);
    json_text(json, field, bench_here_text(env, field, text, sizeof text));
  }
  json_close(json, '}');
}

void bench_journal_head(bench_journal *journal, const bench_report *report) {
  if (!journal->stream) return;
  const bench_plan *plan = report->run->plan;
  const bench_settings *settings = report->run->settings;
  json_writer json = {.stream = journal->stream, .flat = true, .summed = true};
  json_open(&json, NULL, '{');
  json_text(&json, "xb", "xb/1");
  json_whole(&json, "journal", BENCH_JOURNAL_VERSION);
  json_hash(&json, "plan", plan->hash);
  json_whole(&json, "seed", settings->seed);
  char shard[32];
  json_text(&json, "shard", bench_here_shard(settings, shard));
  json_text(&json, "started", report->started);
  write_here(&json, report->env);
  json_open(&json, "argv", '[');
  for (int i = 0; i < settings->argc; i++) json_text(&json, NULL, settings->argv[i]);
  json_close(&json, ']');
  json_open(&json, "points", '[');
  char text[BENCH_TEXT + 32];
  for (int i = 0; i < plan->count; i++) json_text(&json, NULL, bench_here_point(&plan->points[i], text, sizeof text));
  json_close(&json, ']');
  json_close_line(&json);
  hand_on(journal, true);
}

void bench_journal_resumed(bench_journal *journal, const bench_run *run, const char *time) {
  if (!journal->stream) return;
  for (int i = 0; i < run->plan->count; i++) {
    journal->ended[i] = run->results[i].outcome;
    journal->episodes[i] = run->kept ? run->kept[i].count : 0;
  }
  json_writer json = {.stream = journal->stream, .flat = true, .summed = true};
  json_open(&json, NULL, '{');
  json_text(&json, "resumed", time);
  json_close_line(&json);
  hand_on(journal, false);
}

static double elapsed(const bench_run *run) {
  return run->clock.now(run->clock.self) - run->started;
}

/// The episode of another process, of which the result has the samples. `number` counts those of all processes.
static bench_episode of_process(const bench_point *point, const bench_result *result, int number) {
  const size_t count = (size_t)result->samples_per_episode, first = (size_t)number * count;
  bench_episode out = {
      .processor = result->processor[number], .hash = result->hash, .counted = {.stalled = NAN, .switches = NAN}};
  for (size_t i = first; i < first + count; i++)
    out.timed += result->samples[i] * (double)bench_sample_frames(point, result, i);
  out.spent = out.timed;
  return out;
}

/// The process that measured an episode, from 1.
static int process_of(const bench_result *result, int number) {
  int process = 0, end = 0;
  while (process < result->processes && number >= end) end += result->process[process++].episodes;
  return process;
}

static void write_episode(bench_journal *journal, const bench_run *run, int point, int number,
                          const bench_episode *episode) {
  const bench_result *result = &run->results[point];
  const size_t count = (size_t)result->samples_per_episode;
  json_writer json = {.stream = journal->stream, .flat = true, .summed = true};
  json_open(&json, NULL, '{');
  json_text(&json, "point", run->plan->points[point].name);
  json_whole(&json, "episode", number);
  if (result->processes > 0) json_whole(&json, "process", process_of(result, number));
  if (result->facts.peer[0]) json_text(&json, "program", result->facts.peer);
  json_whole(&json, "frames_per_sample", result->frames_per_sample);
  json_number(&json, "cpu_s", episode->processor);
  json_hash(&json, "state_hash", episode->hash);
  json_number(&json, "at_s", elapsed(run));
  json_number(&json, "spent_s", episode->spent);
  json_number(&json, "timed_s", episode->timed);
  json_number(&json, "stalled_s", episode->counted.stalled);
  json_number(&json, "switches", episode->counted.switches);
  json_open(&json, "samples_s", '[');
  for (size_t i = 0; i < count; i++) json_number(&json, NULL, result->samples[(size_t)number * count + i]);
  json_close(&json, ']');
  json_close_line(&json);
}

void bench_journal_episode(bench_journal *journal, const bench_run *run, int point) {
  const bench_result *result = &run->results[point];
  if (!journal->stream || result->episodes <= journal->episodes[point]) return;
  if (result->processes == 0) {
    write_episode(journal, run, point, result->episodes - 1, &result->last);
  } else {
    for (int k = 0; k < result->episodes; k++) {
      const bench_episode episode = of_process(&run->plan->points[point], result, k);
      write_episode(journal, run, point, k, &episode);
    }
  }
  journal->episodes[point] = result->episodes;
  hand_on(journal, false);
}

static void write_end(bench_journal *journal, const bench_run *run, int point) {
  const bench_result *result = &run->results[point];
  if (!journal->stream) return;
  journal->ended[point] = result->outcome;
  json_writer json = {.stream = journal->stream, .flat = true, .summed = true};
  json_open(&json, NULL, '{');
  json_number(&json, "at_s", elapsed(run));
  bench_write_point(&json, "ended", &run->plan->points[point], result);
  json_close_line(&json);
  hand_on(journal, run->settings->process_out < 0); /* the process that reads it needs no disk */
}

void bench_journal_ended(bench_journal *journal, const bench_run *run, int point) {
  if (!journal->stream) return;
  bench_journal_episode(journal, run, point);
  // If two points disagree, neither has numbers.
  const bool all = run->results[point].outcome == BENCH_WRONG;
  for (int i = all ? 0 : point; i < (all ? run->plan->count : point + 1); i++) {
    const bench_outcome outcome = run->results[i].outcome;
    const bool final = outcome == BENCH_VALID || outcome == BENCH_UNCHECKED || outcome == BENCH_INEXACT ||
                       outcome == BENCH_WRONG || outcome == BENCH_FAILED;
    if (final && outcome != journal->ended[i]) write_end(journal, run, i);
  }
}

void bench_journal_end(bench_journal *journal, const bench_run *run) {
  if (!journal->stream) return;
  for (int i = 0; i < run->plan->count; i++)
    if (run->results[i].outcome != journal->ended[i]) write_end(journal, run, i);
  if (!journal->stream) return;
  json_writer json = {.stream = journal->stream, .flat = true, .summed = true};
  json_open(&json, NULL, '{');
  json_text(&json, "stop", run->stop);
  json_text(&json, "lost", run->lost);
  json_bool(&json, "complete", run->complete);
  json_close_line(&json);
  hand_on(journal, false);
}

int bench_journal_close(bench_journal *journal) {
  int failed = journal->failed;
  if (journal->stream && fclose(journal->stream) != 0)
    failed = cli_fail(bench_program(), BENCH_EXIT_ERROR, "%s: cannot be written: %s", journal->path, strerror(errno));
  free(journal->episodes);
  free(journal->ended);
  *journal = (bench_journal){0};
  return failed;
}
