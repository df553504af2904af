/* Why this file exists: a row of several processes combines theirs. Each process may have failed, been left out, timed
 * other frames together or ended in another state. Here the results of processes are made by hand, and the combined row
 * is known. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/processes.h"
#include "unit/number.h"
#include "unit/parts.h"

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

static void give_back(made *m) {
  free(m->out[1].samples);
  free(m->out[1].medians);
  free(m->out[1].processor);
}

/// Merges them; the caller frees the result.
static const bench_result *merged(check *self, made *m) {
  check_true(self, bench_processes_merge(&m->run, m->all, 1), "there is memory for all samples");
  return &m->out[1];
}

static void together(check *self, int argument) {
  made m;
  make(&m);
  const bench_result *out = merged(self, &m);
  check_true(self, out->outcome == BENCH_VALID && out->reason[0] == '\0', "it is valid");
  check_number(self, out->processes, 3, 0.0, "processes");
  check_number(self, out->episodes, 6, 0.0, "episodes");
  check_number(self, (double)out->sample_count, 12, 0.0, "samples");
  for (int k = 0; k < PROCESSES; k++) {
    for (int i = 0; i < SAMPLES; i++)
      check_number(self, out->samples[SAMPLES * k + i], m.samples[k][i], 0.0, "a sample");
    for (int i = 0; i < EPISODES; i++)
      check_number(self, out->medians[EPISODES * k + i], m.medians[k][i], 0.0, "an episode's median");
    for (int i = 0; i < EPISODES; i++)
      check_number(self, out->processor[EPISODES * k + i], m.processor[k][i], 0.0, "processor time");
    check_number(self, out->process[k].median, of(&m, k)->interval.median, 0.0, "a process's median");
    check_number(self, out->process[k].low, of(&m, k)->interval.low, 0.0, "its lower end");
    check_number(self, out->process[k].high, of(&m, k)->interval.high, 0.0, "its upper end");
    check_number(self, out->process[k].episodes, EPISODES, 0.0, "its episodes");
  }
  check_at_most(self, fabs(out->interval.median - 2e-3), 1e-17, "geometric mean of 1, 2 and 4 ms, less 2 ms");
  check_number(self, out->interval.tau, 2, 0.0, "the longest correlation");
  check_number(self, out->hardware[0], 303, 0.0, "counted");
  check_number(self, out->hardware[1], 600, 0.0, "counted");
  check_number(self, out->hardware[3], NAN, 0.0, "what is not counted");
  check_number(self, out->hardware_frames, 33, 0.0, "frames counted");
  check_number(self, out->noise.load_after, 2, 0.0, "load after the last");
  check_number(self, out->noise.psi_after, 12, 0.0, "waiting after the last");
  check_number(self, out->noise.psi_during, 5, 0.0, "the longest waiting");
  check_number(self, out->noise.involuntary_switches, 6, 0.0, "switches");
  check_true(self, out->flagged, "one of them was noisy");
  check_number(self, out->telemetry.episodes, 6, 0.0, "episodes of telemetry");
  check_number(self, out->telemetry.sm_low, 898, 0.0, "the lowest clock");
  check_number(self, out->telemetry.sm_high, 1002, 0.0, "the highest clock");
  check_number(self, out->telemetry.temperature, 62, 0.0, "the highest temperature");
  check_number(self, out->telemetry.power, 102, 0.0, "the highest power");
  check_number(self, out->telemetry.energy, 6, 0.0, "energy");
  check_number(self, out->telemetry.energy_seconds, 9, 0.0, "and its time");
  check_number(self, (double)out->telemetry.reasons, 7, 0.0, "all reasons");
  check_number(self, out->telemetry.reasons_count, 12, 0.0, "episodes with reasons");
  check_number(self, m.out[0].processes, 0, 0.0, "the other point");
  give_back(&m);
  of(&m, 2)->flagged = false;
  check_control(self, !merged(self, &m)->flagged, "none of them was noisy");
  give_back(&m);
}

/// The combined outcome of three processes, and how many of them gave numbers.
static void outcomes(check *self, int argument) {
  static const struct {
    bench_outcome given[PROCESSES], made;
    int numbers;
  } cases[] = {{{BENCH_VALID, BENCH_VALID, BENCH_VALID}, BENCH_VALID, 3},
               {{BENCH_VALID, BENCH_PENDING, BENCH_VALID}, BENCH_VALID, 2},
               {{BENCH_STOPPED, BENCH_VALID, BENCH_SKIPPED}, BENCH_VALID, 1},
               {{BENCH_VALID, BENCH_FAILED, BENCH_VALID}, BENCH_FAILED, 2},
               {{BENCH_FAILED, BENCH_WRONG, BENCH_VALID}, BENCH_WRONG, 1},
               {{BENCH_UNCHECKED, BENCH_UNCHECKED, BENCH_STOPPED}, BENCH_UNCHECKED, 2},
               {{BENCH_SKIPPED, BENCH_STOPPED, BENCH_PENDING}, BENCH_STOPPED, 0},
               {{BENCH_SKIPPED, BENCH_PENDING, BENCH_PENDING}, BENCH_SKIPPED, 0},
               {{BENCH_PENDING, BENCH_SKIPPED, BENCH_PENDING}, BENCH_SKIPPED, 0},
               {{BENCH_STOPPED, BENCH_UNCHECKED, BENCH_SKIPPED}, BENCH_UNCHECKED, 1},
               {{BENCH_STOPPED, BENCH_INEXACT, BENCH_SKIPPED}, BENCH_INEXACT, 1},
               {{BENCH_PENDING, BENCH_PENDING, BENCH_PENDING}, BENCH_FAILED, 0}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    made m;
    make(&m);
    for (int k = 0; k < PROCESSES; k++) {
      of(&m, k)->outcome = cases[c].given[k];
      snprintf(of(&m, k)->reason, BENCH_TEXT, "%d", k);
      if (cases[c].given[k] == BENCH_PENDING) *of(&m, k) = (bench_result){0};
    }
    const bench_result *out = merged(self, &m);
    int numbers = 0;
    for (int k = 0; k < PROCESSES; k++) numbers += !isnan(out->process[k].median);
    check_true(self, out->outcome == cases[c].made, "case %zu: outcome %d, expected %d", c, (int)out->outcome,
               (int)cases[c].made);
    check_number(self, numbers, cases[c].numbers, 0.0, "processes with numbers");
    check_number(self, out->episodes, EPISODES * cases[c].numbers, 0.0, "their episodes");
    check_number(self, (double)out->sample_count, SAMPLES * cases[c].numbers, 0.0, "their samples");
    check_true(self, isfinite(out->interval.median) == (numbers > 0), "case %zu: a mean where there are numbers", c);
    const bool two = isfinite(out->interval.low) && isfinite(out->interval.high) && isfinite(out->between);
    check_true(self, two == (numbers > 1), "case %zu: an interval where there are two", c);
    check_number(self, out->interval.tau, bench_has_numbers(of(&m, 1)) ? 2 : 1, 0.0,
                 "the longest correlation of those with numbers");
    const bool nothing = cases[c].made == BENCH_FAILED && numbers == 0;
    check_true(self, strcmp(out->reason, "no process gave a result") == 0 || !nothing, "case %zu: its reason", c);
    if (nothing) check_control(self, out->outcome != BENCH_PENDING, "what nobody measured is open");
    give_back(&m);
  }
}

/// Processes that end in other states, or that timed other frames together.
static void differing(check *self, int argument) {
  made m;
  make(&m);
  of(&m, 0)->series.count = 1;
  snprintf(of(&m, 0)->checked, BENCH_TEXT, "proof");
  of(&m, 1)->hash = 0xabc;
  const bench_result *out = merged(self, &m);
  check_true(self, out->outcome == BENCH_WRONG, "another state is wrong");
  check_true(self, out->series.count == 0 && out->checked[0] == '\0', "with neither a series nor a proof");
  check_true(self,
             strcmp(out->reason, "process 2 ended in another state (0000000000000abc, not 0000000000000007)") == 0,
             "it is told whose: %s", out->reason);
  give_back(&m);
  static const char *const why[] = {"no hash", "no hash of the other", "other frames"};
  for (int way = 0; way < 3; way++) {
    make(&m);
    of(&m, 1)->hash = 0xabc;
    if (way < 2) of(&m, 1 - way)->has_hash = false;
    if (way == 2) of(&m, 1)->hash_frames = 3;
    of(&m, 0)->series.count = 1;
    check_control(self, merged(self, &m)->outcome != BENCH_WRONG, "%s", why[way]);
    check_true(self, m.out[1].series.count == 1, "%s: it keeps its series", why[way]);
    give_back(&m);
  }

  make(&m);
  of(&m, 1)->frames_per_sample = 2;
  out = merged(self, &m);
  check_number(self, out->episodes, 4, 0.0, "episodes of as many frames a sample");
  check_number(self, (double)out->sample_count, 8, 0.0, "their samples");
  check_number(self, out->samples[SAMPLES], m.samples[2][0], 0.0, "behind those of the first those of the third");
  check_number(self, out->process[1].median, 2e-3, 0.0, "the median of the other counts");
  give_back(&m);

  make(&m);
  of(&m, 0)->hardware_frames = of(&m, 1)->hardware_frames = 0.0;
  out = merged(self, &m);
  check_number(self, out->hardware[0], 102, 0.0, "counted by one");
  check_number(self, out->hardware_frames, 12, 0.0, "in its frames");
  give_back(&m);
}

/// The notes of a row have to be these lines.
static void notes_are(check *self, const bench_result *out, const char *wanted, const char *what) {
  char text[BENCH_MAX_NOTES * (BENCH_TEXT + 1)] = "";
  size_t end = 0;
  for (int i = 0; i < out->note_count; i++)
    end += (size_t)snprintf(text + end, sizeof text - end, "%s\n", out->notes[i]);
  check_true(self, strcmp(text, wanted) == 0, "%s: '%s'", what, text);
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
static void noted(check *self, int argument) {
#define LACKS "no interval: fewer than two processes have this row\nnot in \"benchmarks\": fewer than ten samples\n"
#define NOTES "of all\nof the others\nof the last\n"
  made m;
  make_noted(&m);
  notes_are(self, merged(self, &m), NOTES, "together they lack nothing");
  give_back(&m);

  make_noted(&m);
  *of(&m, 0) = (bench_result){0};
  of(&m, 2)->outcome = BENCH_SKIPPED;
  notes_are(self, merged(self, &m), LACKS NOTES, "a row of one process");
  give_back(&m);

  make_noted(&m);
  of(&m, 1)->hash = 0xabc;
  of(&m, 2)->outcome = BENCH_SKIPPED;
  const bench_result *out = merged(self, &m);
  notes_are(self, out, NOTES, "a row that was refuted");
  check_control(self, out->sample_count < BENCH_ROWS, "it has few samples, too");
  give_back(&m);

  make(&m);
  *of(&m, 0) = *of(&m, 2) = (bench_result){0};
  for (int i = 0; i < BENCH_MAX_NOTES; i++) bench_note(of(&m, 1), "%d", i);
  notes_are(self, merged(self, &m), LACKS "0\n1\n2\n3\n4\n5\n", "no room for all");
  give_back(&m);
#undef LACKS
#undef NOTES
}

void check_group_processes(check_registry *registry) {
  check_add(registry, "together", "samples, counters, noise and telemetry of three", together, 0);
  check_add(registry, "outcomes", "what some of them failed or left out", outcomes, 0);
  check_add(registry, "differing", "another state, other frames, counters of some", differing, 0);
  check_add(registry, "noted", "notes of all of them, and what the row lacks", noted, 0);
  check_processes_apart(registry);
  check_processes_run(registry);
  check_processes_turns(registry);
}
