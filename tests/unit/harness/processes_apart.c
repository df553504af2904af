/* Why this file exists: what one process hands to the one that started it comes back as it was, or not at all; and starting one takes
 * neither the terminal nor a processor from whoever is measured. Part of the group processes. */
#define _DEFAULT_SOURCE /* getrusage, poll */
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/capture.h"
#include "harness/process_file.h"
#include "processes_checks.h"
#include "harness/launch.h"
#include "support/process.h"

enum { POINTS = 2, FRAMES = 9, EPISODES = 3, SAMPLES = EPISODES * (FRAMES / 2), ROWS = 2, COLUMNS = 3 };

/// A run of two points, of which the second has everything.
typedef struct handed {
  bench_plan plan;
  bench_point points[POINTS];
  bench_result results[POINTS];
  bench_run run;
  double samples[SAMPLES], medians[EPISODES], processor[EPISODES], values[ROWS * COLUMNS];
} handed;

static void make(handed *h) {
  *h = (handed){.plan = {.hash = 0x1234, .count = POINTS}};
  h->plan.points = h->points;
  h->points[0].frames = h->points[1].frames = FRAMES;
  for (int i = 0; i < SAMPLES; i++) h->samples[i] = 1.0 + i;
  for (int i = 0; i < EPISODES; i++) h->medians[i] = 101.0 + i, h->processor[i] = 201.0 + i;
  for (int i = 0; i < ROWS * COLUMNS; i++) h->values[i] = 301.0 + i;
  h->results[1] = (bench_result){.outcome = BENCH_VALID,
                                 .reason = "a reason",
                                 .checked = "a check",
                                 .stop = "target",
                                 .frames_per_sample = 2,
                                 .samples_per_episode = FRAMES / 2,
                                 .episodes = EPISODES,
                                 .sample_count = SAMPLES,
                                 .samples = h->samples,
                                 .medians = h->medians,
                                 .processor = h->processor,
                                 .hardware = {1, 2, 3, 4},
                                 .interval = {.median = 5, .low = 6, .high = 7},
                                 .facts = {.instructions = "abacus",
                                           .precision = "f32",
                                           .strategy = "",
                                           .mesh = "a mesh",
                                           .published = {.machine = "abacus", .way = "a way"}},
                                 .check_count = 1,
                                 .checks = {{.name = "one", .pass = true, .why = "it is"}},
                                 .has_hash = true,
                                 .hash = 77,
                                 .telemetry = {.wanted = true, .energy = 8},
                                 .flagged = true,
                                 .series = {.column_count = COLUMNS,
                                            .count = ROWS,
                                            .capacity = ROWS + 5,
                                            .names = {"time_s", "a", "b"},
                                            .values = h->values},
                                 .note_count = 1,
                                 .notes = {"a note"}};
  h->run =
      (bench_run){.plan = &h->plan, .results = h->results, .stop = "device-lost", .lost = "a point", .complete = true};
}

/// The file of a process; NULL when there is none.
static FILE *written(const handed *h) {
  FILE *file = tmpfile();
  if (file && bench_process_write(dup(fileno(file)), &h->run)) return file;
  if (file) fclose(file);
  return NULL;
}

static bool same_numbers(const double *a, const double *b, size_t count) {
  return count == 0 ? !a : a && a != b && memcmp(a, b, count * sizeof *a) == 0;
}

static bool same_text(const char *a, const char *b) {
  return !b ? !a : a && a != b && strcmp(a, b) == 0;
}

/// What does not point anywhere.
static bench_result plain(bench_result r) {
  r.samples = r.medians = r.processor = r.series.values = NULL;
  r.series.capacity = r.series.count;
  r.stop = r.facts.instructions = r.facts.strategy = r.facts.precision = NULL;
  r.facts.published.machine = r.facts.published.way = NULL;
  return r;
}

static bool same_result(const bench_result *a, const bench_result *b) {
  const bench_result one = plain(*a), other = plain(*b);
  return memcmp(&one, &other, sizeof one) == 0 && a->series.capacity == b->series.count &&
         same_numbers(a->samples, b->samples, b->sample_count) &&
         same_numbers(a->medians, b->medians, (size_t)b->episodes) &&
         same_numbers(a->processor, b->processor, (size_t)b->episodes) &&
         same_numbers(a->series.values, b->series.values, (size_t)(b->series.count * b->series.column_count)) &&
         same_text(a->stop, b->stop) && same_text(a->facts.instructions, b->facts.instructions) &&
         same_text(a->facts.strategy, b->facts.strategy) && same_text(a->facts.precision, b->facts.precision) &&
         same_text(a->facts.published.machine, b->facts.published.machine) &&
         same_text(a->facts.published.way, b->facts.published.way);
}

/// Whether what `h` writes is read by who has this plan; with another second result in its place, if there is one.
static bool taken(const handed *h, const bench_plan *plan, const bench_result *instead) {
  bench_process_head head;
  bench_result results[POINTS] = {{0}};
  FILE *file = written(h);
  // Before it are the head, and a result that points to nothing, of whose five texts there are the lengths.
  if (file && instead && fseek(file, (long)(sizeof head + sizeof *instead + 5 * sizeof(size_t)), SEEK_SET) == 0)
    fwrite(instead, sizeof *instead, 1, file);
  const bool good = file && bench_process_read(file, plan, &head, results);
  if (good) bench_process_free(results, POINTS);
  if (file) fclose(file);
  return good;
}

static void comes_back(check *self, int argument) {
  (void)argument;
  static handed h;
  make(&h);
  bench_process_head head;
  bench_result results[POINTS] = {{0}};
  FILE *file = written(&h);
  if (!check_true(self, file && bench_process_read(file, &h.plan, &head, results), "it is written and read")) return;
  check_true(self, strcmp(head.stop, "device-lost") == 0 && strcmp(head.lost, "a point") == 0 && head.complete,
             "how it ended: %s, %s", head.stop, head.lost);
  for (int i = 0; i < POINTS; i++) check_true(self, same_result(&results[i], &h.results[i]), "point %d is the same", i);
  check_true(self, results[1].facts.instructions == results[1].facts.published.machine, "one text for equal ones");
  check_control(self, !same_result(&results[0], &h.results[1]), "another point");
  results[1].samples[SAMPLES - 1] += 1.0;
  check_control(self, !same_result(&results[1], &h.results[1]), "another sample");
  bench_process_free(results, POINTS);
  check_true(self, !results[1].samples && results[1].episodes == 0, "nothing is left of what was freed");
  // Without its last bytes, whatever those are, nothing of it is taken.
  fseek(file, 0, SEEK_END);
  int cut = 0, read = 0;
  for (long length = ftell(file) - 1; length >= 0; length -= length > 400 ? 97 : 1, cut++) {
    if (ftruncate(fileno(file), length) != 0) break;
    read += bench_process_read(file, &h.plan, &head, results);
  }
  fclose(file);
  check_at_least(self, cut, 400, "files that were cut off");
  check_same(self, (uint64_t)read, 0, "of which were taken");
  bench_plan other = h.plan;
  other.hash++;
  check_control(self, !taken(&h, &other, NULL), "a process of another plan");
  other = h.plan;
  other.count--;
  check_control(self, !taken(&h, &other, NULL), "of another number of points");
}

/// Make a result say the most that it may in some way, or beyond that. Returns false when there are no more ways.
static bool say(bench_result *r, int way, int over) {
  const int bits = 1 + over; // of a bool
  const size_t end = (size_t)over;
  switch (way) {
  case 0: r->outcome = (bench_outcome)(BENCH_STOPPED + over); return true;
  case 1: r->check_count = BENCH_MAX_CHECKS + over; return true;
  case 2: r->check_count = -over; return true;
  case 3: r->note_count = BENCH_MAX_NOTES + over; return true;
  case 4: r->processes = BENCH_MAX_PROCESSES + over; return true;
  case 5: r->series.column_count = BENCH_MAX_SERIES + over, r->series.count = 0; return true;
  case 6: r->series.count = -over; return true;
  case 7: memcpy(&r->has_hash, &bits, 1); return true;
  case 8: memcpy(&r->flagged, &bits, 1); return true;
  case 9: memcpy(&r->checks[0].pass, &bits, 1); return true;
  case 10: memcpy(&r->checks[0].is_hash, &bits, 1); return true;
  case 11: memset(r->reason, 'x', sizeof r->reason - 1 + end); return true;
  case 12: memset(r->checked, 'x', sizeof r->checked - 1 + end); return true;
  case 13: memset(r->facts.mesh, 'x', sizeof r->facts.mesh - 1 + end); return true;
  case 14: memset(r->notes[0], 'x', sizeof r->notes[0] - 1 + end); return true;
  case 15: memset(r->checks[0].name, 'x', sizeof r->checks[0].name - 1 + end); return true;
  case 16: memset(r->checks[0].why, 'x', sizeof r->checks[0].why - 1 + end); return true;
  case 17: memset(r->series.names[2], 'x', sizeof r->series.names[2] - 1 + end); return true;
  case 18: r->episodes = EPISODES - over; return true;
  case 19: r->samples_per_episode -= over; return true;
  case 20: r->frames_per_sample = over ? 0 : 2; return true;
  case 21: r->sample_count -= end; return true;
  default: return false;
  }
}

static void beyond(check *self, int argument) {
  (void)argument;
  static handed h;
  static char long_text[BENCH_TEXT + 1];
  bench_result other;
  make(&h);
  for (int way = 0; say(&h.results[1], way, 0); way++) {
    check_true(self, taken(&h, &h.plan, NULL), "way %d: the most is taken", way);
    other = h.results[1];
    say(&other, way, 1);
    check_control(self, !taken(&h, &h.plan, &other), "way %d: beyond it", way);
    make(&h);
  }
  memset(long_text, 'x', sizeof long_text - 1);
  h.results[1].facts.published.way = long_text + 1;
  check_true(self, taken(&h, &h.plan, NULL), "a text of 255 letters");
  h.results[1].facts.published.way = long_text;
  check_control(self, !taken(&h, &h.plan, NULL), "one more");
  // And a head in which a byte is another one.
  static const size_t places[] = {offsetof(bench_process_head, magic), offsetof(bench_process_head, plan),
                                  offsetof(bench_process_head, result_size), offsetof(bench_process_head, count),
                                  offsetof(bench_process_head, complete)};
  make(&h);
  for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
    bench_process_head head;
    bench_result results[POINTS] = {{0}};
    FILE *file = written(&h);
    if (!check_true(self, file && fseek(file, (long)places[k], SEEK_SET) == 0, "a file")) return;
    fputc('\x05', file);
    check_control(self, !bench_process_read(file, &h.plan, &head, results), "another byte %zu", places[k]);
    fclose(file);
  }
}

static int shell(const char *command, int shown) {
  char *argv[] = {(char *)"sh", (char *)"-c", (char *)command, NULL};
  return bench_launcher_real.run("/bin/sh", argv, shown != 0);
}

static void spawned(check *self, int argument) {
  (void)argument;
  static const struct {
    const char *command;
    int code;
  } known[] = {{"exit 0", 0},
               {"exit 7", 7},
               {"exit 127", 127},
               {"kill -KILL $$", 128 + SIGKILL},
               {"kill -TERM $$", 128 + SIGTERM},
               {"kill -PIPE $$", 128 + SIGPIPE},
               {"read line && exit 3; exit 4", 4},
               {"read -r a b c d group rest </proc/$$/stat; [ $group = $$ ] || exit 5", 0}};
  void (*const before)(int) = signal(SIGPIPE, SIG_IGN); // as the programs do
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
    check_same(self, (uint64_t)shell(known[k].command, 0), (uint64_t)known[k].code, "'%s'", known[k].command);
  signal(SIGPIPE, before);
  char *argv[] = {(char *)"none", NULL}, text[64];
  check_same(self, (uint64_t)bench_launcher_real.run("/no/such/program", argv, false), 127,
             "a program that is not there");
  for (int shown = 0; shown < 2; shown++) {
    int saved;
    fflush(stdout);
    FILE *file = capture_begin(STDOUT_FILENO, &saved);
    shell("echo word", shown);
    capture_end(file, STDOUT_FILENO, saved, text, sizeof text);
    if (shown)
      check_control(self, strcmp(text, "word\n") == 0, "what is shown is seen: %s", text);
    else
      check_true(self, text[0] == '\0', "what is not shown: %s", text);
  }
  struct rusage first, last;
  getrusage(RUSAGE_SELF, &first);
  shell("sleep 1", 0);
  getrusage(RUSAGE_SELF, &last);
  check_at_least(self, (double)(last.ru_nvcsw - first.ru_nvcsw), 5,
                 "times that the one who waits gave its processor away");
}

static int print_word(void *word) {
  printf("%s", (const char *)word);
  return 5;
}

/// What is taken of a child, and how it may end.
static void taken_apart(check *self, int argument) {
  (void)argument;
  char *words[] = {(char *)"sh", (char *)"-c", NULL, NULL};
  static const struct {
    const char *command;
    double seconds, patience;
    process_end end;
    int code;
    const char *output, *errors;
  } known[] = {{"echo one; echo two >&2; exit 3", 0, 0, PROCESS_EXITED, 3, "one\n", "two\n"},
               {"pwd; kill -TERM $$", 0, 0, PROCESS_KILLED, SIGTERM, "/\n", ""},
               {"echo begun; exec sleep 20", 0.2, 0, PROCESS_LATE, SIGKILL, "begun\n", ""},
               {"trap 'echo asked; exit 4' TERM; sleep 20 & wait", 0.5, 10, PROCESS_LATE, 4, "asked\n", ""}};
  process_result result;
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    words[2] = (char *)known[k].command;
    process_run(&(process_job){.argv = words,
                               .folder = "/",
                               .output = PROCESS_TAKEN,
                               .errors = PROCESS_TAKEN,
                               .seconds = known[k].seconds,
                               .patience = known[k].patience},
                &result);
    check_true(self, result.end == known[k].end && result.code == known[k].code, "'%s': end %d, code %d",
               known[k].command, (int)result.end, result.code);
    check_true(self, result.output && strcmp(result.output, known[k].output) == 0, "its output: %s",
               result.output ? result.output : "none");
    check_true(self, result.errors && strcmp(result.errors, known[k].errors) == 0, "its errors: %s",
               result.errors ? result.errors : "none");
    process_free(&result);
  }
  words[2] = (char *)"head -c 300000 /dev/zero";
  process_run(&(process_job){.argv = words, .output = PROCESS_TAKEN}, &result);
  check_same(self, result.output_size, 300000, "bytes of a long output");
  process_free(&result);
  process_run(&(process_job){.work = print_word, .context = (void *)"a word", .output = PROCESS_TAKEN}, &result);
  check_true(self, result.end == PROCESS_EXITED && result.code == 5, "a function's exit code: %d", result.code);
  check_true(self, result.output && strcmp(result.output, "a word") == 0, "what a function prints: %s",
             result.output ? result.output : "none");
  process_free(&result);
  words[0] = (char *)"/no/such/program";
  process_run(&(process_job){.argv = words}, &result);
  check_control(self, result.end == PROCESS_NOT_STARTED && result.code == ENOENT && process_code(&result) == 127,
                "a program that is not there");
}

/// Whoever starts a process takes it along: it ends with an end of a pipe that it holds.
static void not_left(check *self, int argument) {
  (void)argument;
  int ends[2];
  if (!check_true(self, pipe(ends) == 0, "a pipe")) return;
  const pid_t starter = fork();
  if (starter == 0) {
    close(ends[0]);
    char command[64];
    snprintf(command, sizeof command, "echo >&%d; exec sleep 20", ends[1]);
    _exit(shell(command, 0));
  }
  close(ends[1]);
  char letter = '\0';
  check_true(self, starter > 0 && read(ends[0], &letter, 1) == 1 && letter == '\n', "it was started");
  struct pollfd waits = {.fd = ends[0], .events = POLLIN};
  check_control(self, poll(&waits, 1, 50) == 0, "and runs");
  kill(starter, SIGKILL);
  waitpid(starter, NULL, 0);
  check_true(self, poll(&waits, 1, 10000) == 1 && read(ends[0], &letter, 1) == 0, "it ends with its starter");
  close(ends[0]);
}

void check_processes_apart(check_registry *registry) {
  check_add(registry, "comes back", "what a process writes is read as it was, or not at all", comes_back, 0);
  check_add(registry, "beyond", "what a result may not say", beyond, 0);
  check_add(registry, "spawned", "exit codes, signals, what is shown, who waits", spawned, 0);
  check_add(registry, "taken", "what a child writes, its time limit, a function as a child", taken_apart, 0);
  check_add(registry, "not left", "a process whose starter is killed", not_left, 0);
}
