/* Why this file exists: tests what --processes starts, prints, and concludes from the ends of its processes. The
 * processes are made up: they hand over given results, end as they are told, and may be interrupted. (How rows are combined:
 * tests/texts/processes.c.) */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "unit/number.h"
#include "unit/parts.h"

#include "harness/plan/bench.h"
#include "harness/processes.h"
#include "harness/store/journal.h"

enum { PROCESSES = 3, POINTS = 3, SAID = 1024, WORDS = 128 };

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
  char words[WORDS]; ///< Of the first process, without the number of its descriptor.
  char told[64];     ///< Points and ends of blocks, in the order reported.
  double now;        ///< Of the clock [s], which advances by 2.5 s with each reading.
  char said[SAID];
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
  if (k == 0) {
    size_t end = (size_t)snprintf(played.words, sizeof played.words, "%s %d:", program, (int)shown);
    for (int i = 0; argv[i]; i++)
      end += (size_t)snprintf(played.words + end, sizeof played.words - end, " %.*s",
                              i == 1 ? (int)strcspn(argv[i], "=") : WORDS, argv[i]);
  }
  if (sscanf(argv[1], "--process-out=%d", &descriptor) != 1) return 1;
  if (played.how->stops[k] && !hand_over(dup(descriptor), k)) return 1;
  return played.how->codes[k];
}

static double read_clock(void *self) {
  return played.now += 2.5;
}

static void on_finished(void *self, const bench_run *run, int point) {
  const size_t end = strlen(played.told);
  snprintf(played.told + end, sizeof played.told - end, "%d", point);
}

static void on_block(void *self, const bench_run *run, const bench_block *block) {
  strcat(played.told, ";");
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
  capture errors = capture_begin(STDERR_FILENO);
  played.past = bench_past_new();
  const int code =
      bench_processes_run(&played.run, &(bench_launcher){.run = run, .interrupted = interrupted}, played.past);
  capture_end(&errors, played.said, sizeof played.said);
  return code;
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
#define FIRST   "process 1 of 3\n"
#define SECOND  "process 2 of 3\n"
#define THIRD   "process 3 of 3\n"
#define LOST    "xpbd-bench: process 2 of 3 gave no results "
#define MISSING "; its numbers are missing\n"

static void ways(check *self, int argument) {
  static const struct {
    play how;
    int code, measured; ///< The exit code, and a bit for each process that has numbers.
    const char *stop, *lost, *said;
  } known[] = {{{.stops = FINISHED}, 0, 7, "finished", "", FIRST SECOND THIRD},
               {{.stops = FINISHED, .quiet = true}, 0, 7, "finished", "", ""},
               {{.stops = FINISHED, .progress = BENCH_PROGRESS_OFF}, 0, 7, "finished", "", ""},
               {{.codes = {0, 128 + SIGKILL, 0}, .stops = {"finished", NULL, "finished"}},
                3,
                5,
                "process-lost",
                "",
                FIRST SECOND LOST "(signal 9)" MISSING THIRD},
               {{.codes = {0, 129, 0}, .stops = FINISHED},
                3,
                5,
                "process-lost",
                "",
                FIRST SECOND LOST "(signal 1)" MISSING THIRD},
               {{.codes = {0, 128, 0}, .stops = FINISHED},
                3,
                5,
                "process-lost",
                "",
                FIRST SECOND LOST "(exit code 128)" MISSING THIRD},
               {{.codes = {0, 3, 0}, .stops = FINISHED},
                3,
                5,
                "process-lost",
                "",
                FIRST SECOND LOST "(exit code 3)" MISSING THIRD},
               {{.stops = {"finished", NULL, "finished"}},
                3,
                5,
                "process-lost",
                "",
                FIRST SECOND LOST "(exit code 0)" MISSING THIRD},
               {{.stops = {"total-budget", "finished", "finished"}}, 0, 7, "total-budget", "", FIRST SECOND THIRD},
               {{.stops = {"finished", "device-lost", "finished"}, .lost = "a point"},
                0,
                7,
                "device-lost",
                "a point",
                FIRST SECOND THIRD},
               {{.stops = {"finished", "finished", "interrupted"}}, 0, 7, "interrupted", "", FIRST SECOND THIRD},
               {{.stops = FINISHED, .interrupt = 1}, 0, 1, "interrupted", "", FIRST},
               {{.codes = {0, 130, 0}, .stops = {"finished", NULL, NULL}, .interrupt = 2},
                3,
                1,
                "interrupted",
                "",
                FIRST SECOND}};
  for (size_t c = 0; c < sizeof known / sizeof known[0]; c++) {
    const int code = act(&known[c].how);
    check_same(self, (uint64_t)code, (uint64_t)known[c].code, "case %zu: exit code", c);
    check_true(self, strcmp(played.said, known[c].said) == 0, "case %zu: %s", c, played.said);
    check_true(self, strcmp(played.run.stop, known[c].stop) == 0, "case %zu: it ended by %s", c, played.run.stop);
    check_true(self, strcmp(played.run.lost, known[c].lost) == 0, "case %zu: lost '%s'", c, played.run.lost);
    check_true(self, played.run.complete == (strcmp(known[c].stop, "finished") == 0), "case %zu: complete, or not", c);
    check_true(self, strcmp(played.told, "01;2;") == 0, "case %zu: told in the order %s", c, played.told);
    check_number(self, played.run.ended - played.run.started, 2.5, 0.0, "from one reading to the next [s]");
    for (int k = 0; k < PROCESSES; k++)
      check_number(self, played.results[1].process[k].median,
                   (known[c].measured & 1 << k) != 0 ? 1e-3 * (k + 1) : (double)NAN, 0.0, "median of a process [s]");
    give_back();
  }
  check_control(self, strcmp(known[3].said, known[6].said) != 0, "one end for another");
}

/// The command of a process: first how to hand over, then the words of this one.
static void words_of(check *self, int argument) {
  static const play plain = {.stops = FINISHED};
  act(&plain);
  static const char wanted[] = "/proc/self/exe 0: prog --process-out -a x=1 --processes 3";
  check_true(self, strcmp(played.words, wanted) == 0, "called with: %s", played.words);
  check_control(self, strstr(played.words, "xpbd-bench") == NULL, "words of nobody");
  give_back();
}

void check_group_processes(check_registry *registry) {
  check_add(registry, "ways", "how processes may end, what is said and what is left", ways, 0);
  check_add(registry, "words", "what a process is called with", words_of, 0);
  check_processes_apart(registry);
  check_processes_turns(registry);
}
