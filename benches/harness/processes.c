/* Why this file exists: starts the processes of --processes and combines their results into one. */
#include "processes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/options.h"
#include "harness/run/episode.h"
#include "harness/machine/peak.h"

/// Share of the total budget for the processes of the headline together.
#define HEADLINE_SHARE 0.25

/// How many processes measure, one after the other.
static int launches(const bench_run *run) {
  return run->settings->headline ? BENCH_HEADLINE_PROCESSES : (int)run->settings->processes;
}

/// One process. A failed one has no results.
static bool measure_in(bench_run *run, const bench_launcher *launcher, bench_past *past, int index,
                       bench_result *results) {
  const bench_settings *settings = run->settings;
  const int processes = launches(run);
  char option[48];
  FILE *file = tmpfile();
  char **argv = calloc((size_t)settings->argc + 2, sizeof *argv);
  bool good = false;
  if (file && argv) {
    snprintf(option, sizeof option, "--process-out=%d", fileno(file));
    argv[0] = settings->argv[0];
    argv[1] = option;
    for (int i = 1; i < settings->argc; i++) argv[i + 1] = settings->argv[i];
    if (!settings->quiet && settings->progress != BENCH_PROGRESS_OFF)
      fprintf(stderr, "process %d of %d%s\n", index + 1, processes, settings->headline ? " of the headline" : "");
    const int code = launcher->run("/proc/self/exe", argv, false);
    good = code == BENCH_EXIT_OK && bench_past_take(past, file, run, results);
    if (!good && !launcher->interrupted())
      cli_fail(bench_program(), BENCH_EXIT_ERROR, "process %d of %d gave no results (%s %d); its numbers are missing",
               index + 1, processes, code > 128 ? "signal" : "exit code", code > 128 ? code - 128 : code);
  } else {
    cli_fail(bench_program(), BENCH_EXIT_ERROR, "process %d of %d cannot be started: no memory or no temporary file",
             index + 1, processes);
  }
  free(argv);
  if (file) fclose(file);
  return good;
}

/// Which of two outcomes says more about a point: first a wrong state, then numbers, then a reason for none.
static int weight(const bench_result *result) {
  static const int weights[] = {[BENCH_PENDING] = 0, [BENCH_SKIPPED] = 1, [BENCH_STOPPED] = 2, [BENCH_UNCHECKED] = 3,
                                [BENCH_INEXACT] = 3, [BENCH_VALID] = 4,   [BENCH_FAILED] = 5,  [BENCH_WRONG] = 6};
  return weights[result->outcome];
}

static bool grow(double **array, size_t have, const double *more, size_t count) {
  double *larger = realloc(*array, (have + count) * sizeof *larger);
  if (!larger) return false;
  memcpy(larger + have, more, count * sizeof *more);
  *array = larger;
  return true;
}

/// Append the samples of a process to those of the others. If its samples combine another number of frames, only its
/// median counts, and it has no episodes.
static bool add_samples(bench_result *out, const bench_result *result, bench_process *process) {
  const size_t episodes = (size_t)result->episodes;
  if (out->episodes > 0 && result->frames_per_sample != out->frames_per_sample) return true;
  process->episodes = result->episodes;
  if (!grow(&out->samples, out->sample_count, result->samples, result->sample_count) ||
      !grow(&out->medians, (size_t)out->episodes, result->medians, episodes) ||
      !grow(&out->processor, (size_t)out->episodes, result->processor, episodes))
    return false;
  out->sample_count += result->sample_count;
  out->episodes += result->episodes;
  return true;
}

static void add_hardware(bench_result *out, const bench_result *result) {
  if (!(result->hardware_frames > 0.0)) return;
  for (int k = 0; k < BENCH_COUNTERS; k++)
    out->hardware[k] = (out->hardware_frames > 0.0 ? out->hardware[k] : 0.0) + result->hardware[k];
  out->hardware_frames += result->hardware_frames;
}

static void add_noise(bench_result *out, const bench_result *result) {
  out->noise.load_after = result->noise.load_after;
  out->noise.psi_after = result->noise.psi_after;
  out->noise.psi_during = fmax(out->noise.psi_during, result->noise.psi_during);
  out->noise.involuntary_switches += result->noise.involuntary_switches;
  out->noise.pace = fmin(out->noise.pace, result->noise.pace);
  out->flagged = out->flagged || result->flagged;
  bench_telemetry *all = &out->telemetry;
  const bench_telemetry *own = &result->telemetry;
  all->episodes += own->episodes;
  all->sm_low = fmin(all->sm_low, own->sm_low);
  all->sm_high = fmax(all->sm_high, own->sm_high);
  all->temperature = fmax(all->temperature, own->temperature);
  all->power = fmax(all->power, own->power);
  all->energy += own->energy;
  all->energy_seconds += own->energy_seconds;
  all->reasons |= own->reasons;
  all->reasons_count += own->reasons_count;
}

/// All processes must reach the same bits from the same start in the same frames. Other programs need not.
static void compare_states(bench_result *out, const bench_result *result, int index) {
  if (out->facts.peer[0] != '\0') return;
  if (!out->has_hash || !result->has_hash || out->hash_frames != result->hash_frames || out->hash == result->hash)
    return;
  out->outcome = BENCH_WRONG;
  out->checked[0] = '\0';
  out->series.count = 0; /* it belongs to only one of the two */
  snprintf(out->reason, sizeof out->reason, "process %d ended in another state (%016llx, not %016llx)", index + 1,
           (unsigned long long)result->hash, (unsigned long long)out->hash);
}

static bool has_note(const bench_result *result, const char *note) {
  for (int i = 0; i < result->note_count; i++)
    if (strcmp(result->notes[i], note) == 0) return true;
  return false;
}

/// Note what the row lacks. All processes together may have what one of them lacked. This comes first, because notes
/// of the processes may fill the room.
static void note_gaps(bench_result *out) {
  out->note_count = 0;
  if (!bench_has_numbers(out)) return;
  if (isnan(out->interval.relative)) bench_note(out, "no interval: fewer than two processes have this row");
  if (out->sample_count < BENCH_ROWS) bench_note(out, "%s", BENCH_NOTE_FEW_SAMPLES);
}

/// Add the notes of a process that no earlier one had.
static void add_notes(bench_result *out, const bench_result *result) {
  for (int i = 0; i < result->note_count; i++) {
    const char *note = result->notes[i];
    const bool gap = strcmp(note, BENCH_NOTE_NO_INTERVAL) == 0 || strcmp(note, BENCH_NOTE_FEW_SAMPLES) == 0;
    if (!gap && !has_note(out, note)) bench_note(out, "%s", note);
  }
}

bool bench_processes_merge(bench_run *run, bench_result *all, int point) {
  const int processes = launches(run), count = run->plan->count;
  const bench_result *base = &all[point];
  for (int k = 1; k < processes; k++)
    if (weight(&all[k * count + point]) > weight(base)) base = &all[k * count + point];
  bench_result *out = &run->results[point];
  *out = *base;
  out->facts.memory_roof = bench_roof_memory(run->env, &out->facts);
  out->facts.compute_roof = bench_roof_compute(run->env, &out->facts);
  for (int k = 0; k < BENCH_COUNTERS; k++) out->hardware[k] = NAN;
  out->hardware_frames = 0.0;
  out->samples = out->medians = out->processor = NULL;
  out->sample_count = 0;
  out->episodes = 0;
  out->processes = processes;
  ((bench_result *)base)->series.values = NULL; /* the result has them now */
  double medians[BENCH_MAX_PROCESSES];
  bool good = true;
  for (int k = 0; k < processes; k++) {
    const bench_result *result = &all[k * count + point];
    const bool numbers = bench_has_numbers(result);
    const bench_interval *own = &result->interval;
    out->process[k] = (bench_process){NAN, NAN, NAN, 0};
    medians[k] = numbers ? own->median : (double)NAN;
    if (!numbers) continue;
    out->process[k] = (bench_process){own->median, own->low, own->high, 0};
    good = add_samples(out, result, &out->process[k]) && good;
    add_hardware(out, result);
    if (result == base) continue;
    add_noise(out, result);
    if (bench_has_numbers(out)) compare_states(out, result, k);
  }
  if (out->outcome == BENCH_PENDING) {
    out->outcome = BENCH_FAILED;
    snprintf(out->reason, sizeof out->reason, "no process gave a result");
  }
  double tau = 1.0;
  for (int k = 0; k < processes; k++)
    if (bench_has_numbers(&all[k * count + point])) tau = fmax(tau, all[k * count + point].interval.tau);
  out->interval = bench_process_interval(medians, processes, &out->between);
  out->interval.tau = tau;
  note_gaps(out);
  for (int k = 0; k < processes; k++) add_notes(out, &all[k * count + point]);
  return good;
}

/// Notify the observer, in the order of a run.
static void tell(bench_run *run) {
  for (int b = 0; b < run->plan->block_count; b++) {
    const bench_block *block = &run->plan->blocks[b];
    for (int i = block->first; i < block->first + block->count && run->observer.finished; i++)
      run->observer.finished(run->observer.self, run, i);
    if (run->observer.block) run->observer.block(run->observer.self, run, block);
  }
}

/// Run all processes into `all`. Returns 0, or the exit code after one line.
static int measure_all(bench_run *run, const bench_launcher *launcher, bench_past *past, bench_result *all) {
  int failed = 0;
  for (int k = 0; k < launches(run) && !launcher->interrupted(); k++)
    if (!measure_in(run, launcher, past, k, all + k * run->plan->count)) failed = BENCH_EXIT_ERROR;
  return failed;
}

static void free_all(bench_run *run, bench_result *all) {
  bench_past_free_results(all, launches(run) * run->plan->count);
  free(all);
}

int bench_processes_run(bench_run *run, const bench_launcher *launcher, bench_past *past) {
  const int processes = launches(run), count = run->plan->count;
  bench_result *all = calloc((size_t)processes * (size_t)count, sizeof *all);
  if (!all) return cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory for %d processes", processes);
  run->started = run->clock.now(run->clock.self);
  int failed = measure_all(run, launcher, past, all);
  run->ended = run->clock.now(run->clock.self);
  if (failed != 0) run->stop = "process-lost";
  if (launcher->interrupted()) run->stop = "interrupted";
  if (failed != 0 || launcher->interrupted()) run->complete = false;
  for (int i = 0; i < count; i++)
    if (!bench_processes_merge(run, all, i))
      failed = cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory for samples");
  free_all(run, all);
  tell(run);
  return failed;
}

/// Whether it belongs to the headline and is still to be measured. Episodes that a journal kept are continued by this
/// process.
static bool is_due(const bench_run *run, int i) {
  const bench_point *point = &run->plan->points[i];
  return point->headline && point->skip[0] == '\0' && run->results[i].outcome == BENCH_PENDING &&
         (!run->kept || run->kept[i].count == 0);
}

bool bench_headline_due(const bench_run *run) {
  for (int i = 0; i < run->plan->count && run->settings->headline && run->settings->process_out < 0; i++)
    if (is_due(run, i)) return true;
  return false;
}

double bench_headline_budget(double total) {
  return HEADLINE_SHARE / BENCH_HEADLINE_PROCESSES * total;
}

void bench_headline_begin(bench_run *run) {
  for (int i = 0; i < run->plan->count; i++) {
    if (is_due(run, i)) continue;
    run->results[i].outcome = BENCH_SKIPPED;
    snprintf(run->results[i].reason, BENCH_TEXT, "not in the headline");
  }
}

/// Take a point over from the processes. If fewer than two had time and room for it, this process measures it.
static bool take_headline(bench_run *run, bench_result *all, int i) {
  const bench_result pending = run->results[i];
  const bool good = bench_processes_merge(run, all, i);
  bench_result *result = &run->results[i];
  if (result->outcome == BENCH_SKIPPED || (bench_has_numbers(result) && isnan(result->interval.low))) {
    bench_past_free_results(result, 1);
    *result = pending;
  }
  if (result->outcome == BENCH_VALID && result->has_hash) bench_hashes_restore(run, i);
  for (int k = 0; k < result->processes; k++)
    bench_budget_learn(&run->budget, &run->plan->points[i], result->process[k].median);
  return good;
}

int bench_headline_run(bench_run *run, const bench_launcher *launcher, bench_past *past) {
  if (!bench_headline_due(run)) return 0;
  bench_result *all = calloc((size_t)launches(run) * (size_t)run->plan->count, sizeof *all);
  if (!all) return cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory for %d processes", launches(run));
  run->started = run->clock.now(run->clock.self) - run->spent;
  int failed = measure_all(run, launcher, past, all);
  run->spent = run->clock.now(run->clock.self) - run->started;
  // What they left out is not missing yet.
  run->stop = failed != 0 ? "process-lost" : "finished";
  run->complete = failed == 0;
  const bool whole = !launcher->interrupted(); /* if not, a resumed run measures the headline again */
  for (int i = 0; i < run->plan->count; i++) {
    if (!is_due(run, i)) continue;
    if (!take_headline(run, all, i)) failed = cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory for samples");
    if (whole && run->results[i].outcome != BENCH_PENDING && run->observer.finished)
      run->observer.finished(run->observer.self, run, i);
  }
  free_all(run, all);
  return failed;
}
