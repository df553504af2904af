/* Why this file exists: writes what --processes starts and prints, and what it concludes from the ends of its processes.
 * The processes are made up: they hand over given results, end as they are told, and may be interrupted. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/plan/bench.h"
#include "harness/processes.h"
#include "harness/store/journal.h"
#include "texts.h"

enum { PROCESSES = 3, POINTS = 3 };

static const bench_case owner = {.name = "played"};

/// How the processes of a run end, and what is recorded.
typedef struct play {
  int codes[PROCESSES];
  const char *stops[PROCESSES]; ///< NULL: it hands nothing over.
  const char *lost;             ///< The point in which the second lost its device; NULL = none.
  int interrupt;                ///< While this process runs, from 1; 0 = never.
  bool quiet;
  bench_progress_mode progress;
} play;

static struct {
  const play *how;
  bench_plan plan;
  bench_block blocks[2];
  bench_point points[POINTS];
  bench_result results[POINTS];
  bench_settings settings;
  bench_run run;
  bench_past *past;
  int calls;
  double now; ///< Of the clock [s], which advances by 2.5 s with each reading.
} played;

static bool interrupted(void) {
  return played.how->interrupt > 0 && played.calls >= played.how->interrupt;
}

static double no_time(void *self) {
  return 0.0;
}

/// The results of process `k`: an episode of one frame of k + 1 ms in each point.
static bool hand_over(int descriptor, int k) {
  static double samples[POINTS], processor[POINTS];
  static bench_result own[POINTS];
  static bench_environment env;
  const char *stop = played.how->stops[k];
  bench_run run = {.plan = &played.plan,
                   .settings = &played.settings,
                   .results = own,
                   .clock = {.now = no_time},
                   .stop = stop,
                   .complete = strcmp(stop, "finished") == 0};
  const bench_report report = {.run = &run, .env = &env};
  bench_journal journal;
  if (k == 1 && played.how->lost) snprintf(run.lost, sizeof run.lost, "%s", played.how->lost);
  if (bench_journal_hand(&journal, descriptor, &played.plan) != 0) return false;
  bench_journal_head(&journal, &report);
  for (int i = 0; i < POINTS; i++) {
    samples[i] = 1e-3 * (k + 1);
    own[i] = (bench_result){.outcome = BENCH_VALID,
                            .stop = "target",
                            .frames_per_sample = 1,
                            .samples_per_episode = 1,
                            .episodes = 1,
                            .sample_count = 1,
                            .samples = &samples[i],
                            .medians = &samples[i],
                            .processor = &processor[i],
                            .last = {.spent = samples[i], .timed = samples[i]},
                            .interval = {.median = samples[i], .low = NAN, .high = NAN, .relative = NAN, .tau = 1.0},
                            .facts = bench_facts_unknown()};
    bench_journal_episode(&journal, &run, i);
  }
  bench_journal_end(&journal, &run);
  return bench_journal_close(&journal) == 0;
}

static int run(const char *program, char *const *argv, bool shown) {
  const int k = played.calls++;
  int descriptor = -1;
  printf("%s %d:", program, (int)shown); /* without the number of its descriptor */
  for (int i = 0; argv[i]; i++) printf(" %.*s", (int)(i == 1 ? strcspn(argv[i], "=") : strlen(argv[i])), argv[i]);
  printf("\n");
  if (sscanf(argv[1], "--process-out=%d", &descriptor) != 1) return 1;
  if (played.how->stops[k] && !hand_over(dup(descriptor), k)) return 1;
  return played.how->codes[k];
}

static double read_clock(void *self) {
  return played.now += 2.5;
}

static void on_finished(void *self, const bench_run *run, int point) {
  printf("finished %d\n", point);
}

static void on_block(void *self, const bench_run *run, const bench_block *block) {
  printf("end of a block\n");
}

/// Three points, the first two in turns, measured as the play says. Returns the exit code.
static int act(const play *how) {
  static char *argv[] = {(char *)"prog", (char *)"-a", (char *)"x=1", (char *)"--processes", (char *)"3", NULL};
  memset(&played, 0, sizeof played);
  played.how = how;
  played.blocks[0].count = 2, played.blocks[1].first = 2, played.blocks[1].count = 1;
  for (int i = 0; i < POINTS; i++) {
    played.points[i] = (bench_point){.owner = &owner, .frames = 1};
    snprintf(played.points[i].name, sizeof played.points[i].name, "point %d", i);
  }
  played.plan =
      (bench_plan){.points = played.points, .count = POINTS, .blocks = played.blocks, .block_count = 2, .hash = 77};
  played.settings =
      (bench_settings){.processes = PROCESSES, .argc = 5, .argv = argv, .quiet = how->quiet, .progress = how->progress};
  played.run = (bench_run){.plan = &played.plan,
                           .settings = &played.settings,
                           .results = played.results,
                           .clock = {.now = read_clock},
                           .observer = {.finished = on_finished, .block = on_block},
                           .stop = "finished",
                           .complete = true};
  played.past = bench_past_new();
  return bench_processes_run(&played.run, &(bench_launcher){.run = run, .interrupted = interrupted}, played.past);
}

static void give_back(void) {
  bench_past_close(played.past);
  for (int i = 0; i < POINTS; i++) {
    free(played.results[i].samples);
    free(played.results[i].medians);
    free(played.results[i].processor);
  }
}

#define FINISHED                                                                                                       \
  { "finished", "finished", "finished" }

void write_process_ends(void) {
  static const play plays[] = {{.stops = FINISHED},
                               {.stops = FINISHED, .quiet = true},
                               {.stops = FINISHED, .progress = BENCH_PROGRESS_OFF},
                               {.codes = {0, 128 + SIGKILL, 0}, .stops = {"finished", NULL, "finished"}},
                               {.codes = {0, 129, 0}, .stops = FINISHED},
                               {.codes = {0, 128, 0}, .stops = FINISHED},
                               {.codes = {0, 3, 0}, .stops = FINISHED},
                               {.stops = {"finished", NULL, "finished"}},
                               {.stops = {"total-budget", "finished", "finished"}},
                               {.stops = {"finished", "device-lost", "finished"}, .lost = "a point"},
                               {.stops = {"finished", "finished", "interrupted"}},
                               {.stops = FINISHED, .interrupt = 1},
                               {.codes = {0, 130, 0}, .stops = {"finished", NULL, NULL}, .interrupt = 2}};
  for (size_t k = 0; k < sizeof plays / sizeof plays[0]; k++) {
    heading("ends of processes, case %zu", k);
    const int code = act(&plays[k]);
    printf("= %d, %s, lost '%s', %s, after %g s, medians [s]", code, played.run.stop, played.run.lost,
           played.run.complete ? "complete" : "incomplete", played.run.ended - played.run.started);
    for (int p = 0; p < PROCESSES; p++) printf(" %g", played.results[1].process[p].median);
    printf("\n");
    give_back();
  }
}
