/* Why this file exists: a row of several processes combines theirs. Each process may have failed, been left out, timed
 * other frames together or ended in another state. Writes the combined rows of results that are made by hand. */
#include <math.h>
#include <stdlib.h>

#include "harness/processes.h"
#include "texts.h"

enum { PROCESSES = 3, EPISODES = 2, SAMPLES = 4 };

/// A run of two points, of which only the second is tested, and the results of the processes.
typedef struct made {
  bench_settings settings;
  bench_plan plan;
  bench_run run;
  bench_result all[PROCESSES * 2], out[2];
  double samples[PROCESSES][SAMPLES], medians[PROCESSES][EPISODES], processor[PROCESSES][EPISODES];
} made;

static bench_result *of(made *m, int process) {
  return &m->all[2 * process + 1];
}

/// Three processes of 1, 2 and 4 ms in the same state.
static void make(made *m) {
  *m = (made){.settings = {.processes = PROCESSES}, .plan = {.count = 2}};
  m->run = (bench_run){.plan = &m->plan, .settings = &m->settings, .results = m->out};
  for (int k = 0; k < PROCESSES; k++) {
    const double median = 1e-3 * (1 << k);
    for (int i = 0; i < SAMPLES; i++) m->samples[k][i] = median + 1e-6 * i;
    for (int i = 0; i < EPISODES; i++) m->medians[k][i] = median, m->processor[k][i] = 0.5 * median;
    *of(m, k) = (bench_result){
        .outcome = BENCH_VALID,
        .frames_per_sample = 1,
        .samples_per_episode = SAMPLES / EPISODES,
        .episodes = EPISODES,
        .sample_count = SAMPLES,
        .samples = m->samples[k],
        .medians = m->medians[k],
        .processor = m->processor[k],
        .hardware = {100.0 + k, 200.0, 300.0, NAN},
        .hardware_frames = 10.0 + k,
        .interval = {.median = median, .low = 0.9 * median, .high = 1.1 * median, .tau = 1.0 + (k == 1)},
        .facts = bench_facts_unknown(),
        .has_hash = true,
        .hash = 7,
        .hash_frames = 2,
        .noise = {.load_after = k, .psi_after = 10 + k, .psi_during = k == 1 ? 5 : k, .involuntary_switches = 1 + k},
        .flagged = k == 2,
        .telemetry = {.episodes = 1 + k,
                      .sm_low = 900 - k,
                      .sm_high = 1000 + k,
                      .temperature = 60 + k,
                      .power = 100 + k,
                      .energy = 1 + k,
                      .energy_seconds = 2 + k,
                      .reasons = 1ull << k,
                      .reasons_count = 3 + k}};
  }
}

/// Merges them, and writes all that the row has of them.
static void write_merged(made *m) {
  if (!bench_processes_merge(&m->run, m->all, 1)) puts("no memory");
  const bench_result *r = &m->out[1];
  printf("outcome %d, reason '%s', checked '%s', series %d, %d processes, %d episodes\nsamples:", (int)r->outcome,
         r->reason, r->checked, r->series.count, r->processes, r->episodes);
  for (size_t i = 0; i < r->sample_count; i++) printf(" %.6g", r->samples[i]);
  fputs("\nmedians:", stdout);
  for (int i = 0; i < r->episodes; i++) printf(" %.6g", r->medians[i]);
  fputs("\nprocessor:", stdout);
  for (int i = 0; i < r->episodes; i++) printf(" %.6g", r->processor[i]);
  for (int k = 0; k < PROCESSES; k++)
    printf("\nprocess %d: %.6g, %.6g to %.6g, %d episodes", k + 1, r->process[k].median, r->process[k].low,
           r->process[k].high, r->process[k].episodes);
  printf("\ntogether: %.6g, %.6g to %.6g, between %.6g, tau %g\n", isnan(r->interval.median) ? NAN : r->interval.median,
         r->interval.low, r->interval.high, r->between, r->interval.tau);
  printf("counted in %g frames: %g %g %g %g\n", r->hardware_frames, r->hardware[0], r->hardware[1], r->hardware[2],
         r->hardware[3]);
  printf("load %g, waited %g and %g, switches %g, flagged %d\n", r->noise.load_after, r->noise.psi_after,
         r->noise.psi_during, r->noise.involuntary_switches, r->flagged);
  const bench_telemetry *t = &r->telemetry;
  printf("telemetry of %d: clock %g to %g, %g degrees, %g W, %g J in %g s, reasons %llu of %d\n", t->episodes,
         t->sm_low, t->sm_high, t->temperature, t->power, t->energy, t->energy_seconds, t->reasons, t->reasons_count);
  for (int i = 0; i < r->note_count; i++) puts(r->notes[i]);
  if (m->out[0].processes != 0) puts("the other point, too");
  free(m->out[1].samples);
  free(m->out[1].medians);
  free(m->out[1].processor);
}

/// All of them, and none that is noisy.
static void together(void) {
  made m;
  heading("three processes together");
  make(&m);
  write_merged(&m);
  heading("none of them is noisy");
  make(&m);
  of(&m, 2)->flagged = false;
  write_merged(&m);
}

static void outcomes(void) {
  static const bench_outcome cases[][PROCESSES] = {
      {BENCH_VALID, BENCH_PENDING, BENCH_VALID},         {BENCH_STOPPED, BENCH_VALID, BENCH_SKIPPED},
      {BENCH_VALID, BENCH_FAILED, BENCH_VALID},          {BENCH_FAILED, BENCH_WRONG, BENCH_VALID},
      {BENCH_UNCHECKED, BENCH_UNCHECKED, BENCH_STOPPED}, {BENCH_SKIPPED, BENCH_STOPPED, BENCH_PENDING},
      {BENCH_SKIPPED, BENCH_PENDING, BENCH_PENDING},     {BENCH_PENDING, BENCH_SKIPPED, BENCH_PENDING},
      {BENCH_STOPPED, BENCH_UNCHECKED, BENCH_SKIPPED},   {BENCH_STOPPED, BENCH_INEXACT, BENCH_SKIPPED},
      {BENCH_PENDING, BENCH_PENDING, BENCH_PENDING}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    made m;
    heading("outcomes %d, %d, %d", (int)cases[c][0], (int)cases[c][1], (int)cases[c][2]);
    make(&m);
    for (int k = 0; k < PROCESSES; k++) {
      of(&m, k)->outcome = cases[c][k];
      snprintf(of(&m, k)->reason, BENCH_TEXT, "of process %d", k + 1);
      if (cases[c][k] == BENCH_PENDING) *of(&m, k) = (bench_result){0};
    }
    write_merged(&m);
  }
}

/// Processes that end in other states, or that timed other frames together. A hash that is unknown, or of other frames,
/// contradicts nothing.
static void differing(void) {
  static const char *const ways[] = {
      "the second has another state", "but no hash", "nor has the first", "of other frames", "of more a sample",
      "counters of the third alone"};
  made m;
  for (int way = 0; way < 6; way++) {
    heading("%s", ways[way]);
    make(&m);
    of(&m, 0)->series.count = 1;
    snprintf(of(&m, 0)->checked, BENCH_TEXT, "proof");
    if (way < 4) of(&m, 1)->hash = 0xabc;
    if (way == 1 || way == 2) of(&m, 2 - way)->has_hash = false;
    if (way == 3) of(&m, 1)->hash_frames = 3;
    if (way == 4) of(&m, 1)->frames_per_sample = 2;
    if (way == 5) of(&m, 0)->hardware_frames = of(&m, 1)->hardware_frames = 0.0;
    write_merged(&m);
  }
}

/// Three processes, each lacking something that a row of one process may lack; the last has its own note.
static void make_noted(made *m) {
  make(m);
  for (int k = 0; k < PROCESSES; k++) {
    bench_note(of(m, k), "of all");
    bench_note(of(m, k), "of %s", k == 2 ? "the last" : "the others");
    bench_note(of(m, k), "no interval: an order-statistic 95 %% interval needs six episodes");
    bench_note(of(m, k), "not in \"benchmarks\": fewer than ten samples");
  }
}

/// The notes of all processes are combined. What any of them lacks, the row lacks.
static void noted(void) {
  made m;
  heading("notes: together they lack nothing");
  make_noted(&m);
  write_merged(&m);
  heading("notes: a row of one process");
  make_noted(&m);
  *of(&m, 0) = (bench_result){0};
  of(&m, 2)->outcome = BENCH_SKIPPED;
  write_merged(&m);
  heading("notes: a row that was refuted");
  make_noted(&m);
  of(&m, 1)->hash = 0xabc;
  of(&m, 2)->outcome = BENCH_SKIPPED;
  write_merged(&m);
  heading("notes: no room for all");
  make(&m);
  *of(&m, 0) = *of(&m, 2) = (bench_result){0};
  for (int i = 0; i < BENCH_MAX_NOTES; i++) bench_note(of(&m, 1), "%d", i);
  write_merged(&m);
}

void write_processes(void) {
  together();
  outcomes();
  differing();
  noted();
}
