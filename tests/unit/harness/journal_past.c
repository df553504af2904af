/* Why this file exists: a resumed run may believe its journal only as far as it can. Tests points with numbers that no
 * run writes, the message on how another plan or machine differs, and a run cut off where the reference could not
 * follow to the end of an episode. Part of the group journal. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "harness_subject.h"
#include "harness/store/journal.h"
#include "unit/parts.h"
#include "unit/number.h"
#include "harness/plan/options.h"
#include "harness/store/past_private.h"
#include "runner/folder.h"

enum { SAID = 1024 };

/// A past with this line, which the caller closes. `text` is changed and must outlive it.
static bench_past *past_of_line(char *text) {
  bench_past *past = calloc(1, sizeof *past);
  if (past && xpbd_json_read(text, &past->line)) return past;
  bench_past_close(past);
  return NULL;
}

/// What is wrong with a point, "" = nothing, "not read" if it is not JSON. Its result in *out.
static const char *read_point(const char *json, bench_result *out) {
  char *text = strdup(json);
  bench_past *past = text ? past_of_line(text) : NULL;
  const char *wrong = past ? bench_past_result(past, past->line.nodes, out) : "not read";
  if (past) bench_past_close(past);
  free(text);
  return wrong ? wrong : "";
}

static void point(check *self, int argument) {
#define SHORT   "its series differ in length"
#define REFUTED "it is ok, but one of its checks did not pass"
#define ONE     "\"a\": [1], \"b\": [1], \"c\": [1], \"d\": [1], \"e\": [1], \"f\": [1], "
#define MORE    "\"g\": [1], \"h\": [1], \"i\": [1], \"j\": [1], \"k\": [1], \"l\": [1]"
  static const struct {
    const char *json, *wrong;
  } known[] = {{"{\"status\": \"ok\"}", ""},
               {"{\"status\": \"ok\", \"checks\": [{\"pass\": true}, {\"pass\": false}]}", REFUTED},
               {"{\"status\": \"inexact\", \"checks\": [{\"pass\": false}]}", REFUTED},
               {"{\"status\": \"unchecked\", \"checks\": [{\"pass\": false}]}", ""},
               {"{\"status\": \"invalid\", \"checks\": [{\"pass\": false}]}", ""},
               {"{\"status\": \"ok\", \"series\": null}", ""},
               {"{\"status\": \"ok\", \"series\": {\"a\": [1, 2], \"b\": [3, 4]}}", ""},
               {"{\"status\": \"ok\", \"series\": {\"a\": [1, 2], \"b\": [3]}}", SHORT},
               {"{\"status\": \"ok\", \"series\": {\"a\": [1, 2], \"b\": [3, 4, 5]}}", SHORT},
               {"{\"status\": \"ok\", \"series\": {\"a\": []}}", SHORT},
               {"{\"status\": \"ok\", \"series\": [[1], [2]]}", SHORT},
               {"{\"status\": \"ok\", \"series\": {" ONE MORE ", \"m\": [1]}}", SHORT},
               {"{\"status\": \"ok\", \"series\": {" ONE MORE "}}", ""}};
  static bench_result out;
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    out = (bench_result){.outcome = BENCH_PENDING};
    const char *wrong = read_point(known[k].json, &out);
    check_true(self, strcmp(wrong, known[k].wrong) == 0, "case %zu: '%s', not '%s'", k, wrong, known[k].wrong);
    free(out.series.values);
  }
  check_control(self, strcmp(known[1].wrong, known[7].wrong) != 0, "one mistake for another");
  out = (bench_result){.outcome = BENCH_PENDING};
  read_point("{\"status\": \"ok\", \"series\": {\"first\": [1, 2, 3], \"second\": [4, 5, 6]}}", &out);
  static const double rows[6] = {1, 4, 2, 5, 3, 6};
  check_true(self, out.series.column_count == 2 && out.series.count == 3 && out.series.capacity == 3, "two by three");
  check_true(self, out.series.values && memcmp(out.series.values, rows, sizeof rows) == 0, "row by row");
  check_true(self, strcmp(out.series.names[0], "first") == 0, "the first column: %s", out.series.names[0]);
  check_true(self, strcmp(out.series.names[1], "second") == 0, "the second: %s", out.series.names[1]);
  free(out.series.values);
#undef SHORT
#undef REFUTED
#undef ONE
#undef MORE
}

/// Invalid counts, reasons that no device gives, more checks than there is room for.
static void numbers(check *self, int argument) {
  static const struct {
    const char *host;
    double bytes;
  } counts[] = {{"0", 0}, {"1", 1}, {"-1", 0}, {"null", 0}, {"9e15", 9e15}, {"1e16", 0}, {"1e300", 0}};
  static bench_result out;
  char json[4096];
  for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
    snprintf(json, sizeof json, "{\"status\": \"ok\", \"memory\": {\"host\": %s, \"device\": 7}}", counts[k].host);
    out = (bench_result){.outcome = BENCH_PENDING};
    check_true(self, read_point(json, &out)[0] == '\0', "%s bytes are read", counts[k].host);
    check_number(self, (double)out.facts.host_bytes, counts[k].bytes, 0.0, "bytes that are a count");
    check_number(self, (double)out.facts.device_bytes, 7.0, 0.0, "and those beside them");
    check_number(self, out.facts.bytes_per_particle, 0.0, 0.0, "what is not known of a particle");
  }
  static const struct {
    const char *reasons;
    bool known;
    double number;
  } reasons[] = {{"0", true, 0},       {"4", true, 4},
                 {"-1", false, 0},     {"null", false, 0},
                 {"1e19", true, 1e19}, {"18446744073709551616", false, 0},
                 {"261", true, 261},   {"9007199254740991", true, 9007199254740991.0}};
  for (size_t k = 0; k < sizeof reasons / sizeof reasons[0]; k++) {
    snprintf(json, sizeof json,
             "{\"status\": \"ok\", \"telemetry\": {\"device\": 2, \"episodes\": 3, \"reasons\": %s}}",
             reasons[k].reasons);
    out = (bench_result){.outcome = BENCH_PENDING};
    check_true(self, read_point(json, &out)[0] == '\0', "reasons %s are read", reasons[k].reasons);
    check_true(self, out.telemetry.wanted && out.telemetry.device == 2 && out.telemetry.episodes == 3, "the device");
    check_true(self, out.telemetry.reasons_count == (reasons[k].known ? 3 : 0), "reasons %s are known, or not",
               reasons[k].reasons);
    check_number(self, (double)out.telemetry.reasons, reasons[k].number, 0.0, "reasons");
    if (reasons[k].known && reasons[k].number < 0x1p53) {
      snprintf(json, sizeof json, "%llu", out.telemetry.reasons);
      check_true(self, strcmp(json, reasons[k].reasons) == 0, "%s, all bits of it: %s", reasons[k].reasons, json);
    }
  }
  out = (bench_result){.outcome = BENCH_PENDING};
  read_point("{\"status\": \"ok\", \"telemetry\": {\"episodes\": 3, \"reasons\": 9007199254740993}}", &out);
  check_control(self, out.telemetry.reasons != 9007199254740993ull, "a bit more than is written");
  size_t end = (size_t)snprintf(json, sizeof json, "{\"status\": \"ok\", \"checks\": [");
  for (int i = 0; i <= BENCH_MAX_CHECKS; i++)
    end += (size_t)snprintf(json + end, sizeof json - end, "%s{\"name\": \"%d\", \"pass\": true}", i ? ", " : "", i);
  snprintf(json + end, sizeof json - end, "]}");
  out = (bench_result){.outcome = BENCH_PENDING};
  check_true(self, read_point(json, &out)[0] == '\0' && out.check_count == 16, "%d checks of 17", out.check_count);
  check_true(self, strcmp(out.checks[15].name, "15") == 0, "the last there is room for: %s", out.checks[15].name);
  check_control(self, strcmp(read_point("{\"status\": \"ok\"", &out), "not read") == 0, "half of a line");
}

/// A past with this first line, which the caller closes.
static bench_past *past_of_head(const char *json) {
  bench_past *past = calloc(1, sizeof *past);
  if (!past) return NULL;
  past->path = strdup("old");
  past->summed = true;
  past->head_text = strdup(json);
  if (past->path && past->head_text && xpbd_json_read(past->head_text, &past->head)) return past;
  bench_past_close(past);
  return NULL;
}

/// How a plan differs.
static void other_plan(check *self, int argument) {
#define OTHER "old: has another plan"
#define TELLS " (name, warm + timed frames)"
#define GIVE  "; leave out options that change what is measured, or measure again"
  static const struct {
    int shard, shards;
    const char *head; ///< Its shard, plan and points.
    const char *said; ///< NULL: it is the same.
  } known[] = {{0, 0, "{\"shard\": \"\", \"plan\": \"000000000000004d\", \"points\": []}", NULL},
               {2, 3, "{\"shard\": \"2/3\", \"plan\": \"000000000000004d\", \"points\": []}", NULL},
               {2, 3, "{\"shard\": \"1/3\", \"plan\": \"000000000000004d\"}",
                "old: belongs to shard \"1/3\", not \"2/3\"; leave --shard out"},
               {2, 3, "{\"plan\": \"000000000000004d\"}", "old: belongs to shard \"\", not \"2/3\"; leave --shard out"},
               {0, 0, "{\"shard\": \"1/3\"}", "old: belongs to shard \"1/3\", not \"\"; leave --shard out"},
               {0, 0, "{\"shard\": \"\", \"plan\": \"000000000000004e\", \"points\": [\"a 1+2\"]}",
                OTHER ": only this one has b 3+4" TELLS GIVE},
               {0, 0,
                "{\"shard\": \"\", \"plan\": \"000000000000004e\", \"points\": [\"a 1+2\", \"b 3+4\", \"c 5+6\"]}",
                OTHER ": only it has c 5+6" TELLS GIVE},
               {0, 0, "{\"shard\": \"\", \"plan\": \"000000000000004e\", \"points\": [\"a 1+2\", \"b 3+5\"]}",
                OTHER ": only it has b 3+5, only this one has b 3+4" TELLS GIVE},
               {0, 0, "{\"shard\": \"\", \"plan\": \"000000000000004e\", \"points\": [\"b 3+4\", \"a 1+2\"]}",
                OTHER ": its points are in another order" GIVE}};
  bench_point points[2] = {{.name = "a", .warm = 1, .frames = 2}, {.name = "b", .warm = 3, .frames = 4}};
  const bench_plan plan = {.points = points, .count = 2, .hash = 0x4d};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    const bench_settings settings = {.shard = known[k].shard, .shards = known[k].shards};
    bench_past *past = past_of_head(known[k].head);
    char said[SAID], wanted[SAID] = "";
    if (!check_true(self, past != NULL, "case %zu is read", k)) continue;
    if (known[k].said) snprintf(wanted, sizeof wanted, "xpbd-bench: %s\n", known[k].said);
    capture errors = capture_begin(STDERR_FILENO);
    const int code = bench_past_match_plan(past, &plan, &settings);
    capture_end(&errors, said, sizeof said);
    check_true(self, code == (known[k].said ? CLI_EXIT_USAGE : 0), "case %zu: exit code %d", k, code);
    check_true(self, strcmp(said, wanted) == 0, "case %zu: %s", k, said);
    bench_past_close(past);
  }
  check_control(self, strcmp(known[5].said, known[6].said) != 0, "one of the two for the other");
#undef OTHER
#undef TELLS
#undef GIVE
}

/// A journal of another machine, by kind. With --force it is a warning.
static void other_machine(check *self, int argument) {
  static const struct {
    const char *group, *key, *what;
  } known[] = {{"cpu", "model", "machine"},
               {"gpu", "names", "machine"},
               {"formula", "mine", "text of a formula"},
               {"mesh", "sheet.obj", "mesh in a file"},
               {"git", "sha", "build of xpbd-bench"},
               {"tool", "version", "build of xpbd-bench"}};
  static bench_environment env;
  char head[SAID], said[SAID], wanted[SAID];
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
    for (int way = 0; way < 3; way++) { /* unchanged, another, another by force */
      const char *group = known[k].group, *key = known[k].key, *what = known[k].what;
      env = (bench_environment){0};
      bench_env_text(&env, group, key, "new", "check");
      bench_env_number(&env, "cpu", "logical", 4.0, NULL, "check");
      snprintf(head, sizeof head, "{\"here\": {\"cpu.logical\": \"4\", \"%s.%s\": \"%s\"}}", group, key,
               way ? "old" : "new");
      bench_past *past = past_of_head(head);
      if (!check_true(self, past != NULL, "%s is read", head)) continue;
      capture errors = capture_begin(STDERR_FILENO);
      const int code = bench_past_match_here(past, &env, way == 2);
      capture_end(&errors, said, sizeof said);
      bench_past_close(past);
      wanted[0] = '\0';
      if (way == 1)
        snprintf(wanted, sizeof wanted,
                 "xpbd-bench: old: was measured with another %s: %s.%s was \"old\", here it is \"new\"; their numbers "
                 "do not belong in one table (--force continues anyway)\n",
                 what, group, key);
      check_true(self, code == (way == 1 ? CLI_EXIT_USAGE : 0), "%s.%s: exit code %d", group, key, code);
      check_true(self, strcmp(said, wanted) == 0, "%s.%s: %s", group, key, said);
      snprintf(wanted, sizeof wanted, "this run continued with another %s: %s.%s was \"old\", now \"new\"", what, group,
               key);
      check_true(self, env.warning_count == (way == 2), "%s.%s: %d warnings", group, key, env.warning_count);
      if (way == 2) check_true(self, strcmp(env.warnings[0], wanted) == 0, "%s.%s: %s", group, key, env.warnings[0]);
      if (way == 0) check_control(self, code == 0, "the same machine is another one");
    }
  bench_past *past = past_of_head("{\"argv\": []}");
  if (!check_true(self, past != NULL, "a line is read")) return;
  capture errors = capture_begin(STDERR_FILENO);
  const int code = bench_past_match_here(past, &env, true);
  capture_end(&errors, said, sizeof said);
  bench_past_close(past);
  check_true(self, code == CLI_EXIT_USAGE && strcmp(said, "xpbd-bench: old: does not say where it was measured\n") == 0,
             "nothing is said: %s", said);
}

static void on_episode(void *self, const bench_run *run, int which, bool timed) {
  if (timed) bench_journal_episode(self, run, which);
}

static void on_finished(void *self, const bench_run *run, int which) {
  bench_journal_ended(self, run, which);
}

/// A point of five frames, of which the reference covers two; six episodes.
static void plan_short(trial *t) {
  static const char *const axes[] = {"size=100000", "side=left"};
  fake = (fake_behaviour){.mean = 1e-3, .spread = 0.1, .random = 5};
  plan_trial(t, axes, 2);
  t->settings.rel_err = 1e-9;
  t->settings.min_episodes = t->settings.max_episodes = 6;
}

/// The whole run, with its journal in a file of that name.
static bool run_with_journal(trial *t, const char *path) {
  static char *words[] = {(char *)"xpbd-bench", (char *)"fake"};
  static const bench_environment env;
  bench_journal journal;
  plan_short(t);
  t->settings.argc = 2, t->settings.argv = words;
  if (bench_journal_open(&journal, path, &t->plan) != 0) return false;
  const bench_run run = {.plan = &t->plan, .settings = &t->settings};
  const bench_report report = {.run = &run, .env = &env, .started = "then"};
  bench_journal_head(&journal, &report);
  t->observer = (bench_observer){.self = &journal, .episode = on_episode, .finished = on_finished};
  run_trial(t);
  return bench_journal_close(&journal) == 0;
}

/// Resumes from the journal of that name; false if it is refused.
static bool go_on(trial *t, const char *path, long *length) {
  char *words[] = {(char *)"xpbd-bench", NULL};
  bench_settings given = {.resume = path, .argc = 1, .argv = words};
  bench_past *past = NULL;
  plan_short(t);
  bool good = bench_past_open(&given, &past) < 0 && bench_past_match_plan(past, &t->plan, &t->settings) == 0;
  t->past = past, t->length = length;
  if (good) run_trial(t);
  good = good && !t->refused;
  t->run.kept = NULL; /* bench_past_close() frees what it pointed to */
  bench_past_close(past);
  bench_options_free(&given);
  return good;
}

/// The first lines of a file; the caller frees them.
static char *first_lines(const char *path, int count) {
  FILE *file = fopen(path, "r");
  char *text = calloc(1 << 16, 1);
  size_t end = 0;
  for (int line = 0; file && text && line < count; line++)
    if (fgets(text + end, (1 << 16) - (int)end, file)) end += strlen(text + end);
  if (file) fclose(file);
  return text;
}

/// Makes the lines of a journal those of an older version, which had no checksums.
static void make_older(char *text) {
  static const char mark[] = ", \"sum\": \"", version[] = "\"journal\": ";
  char *head = strstr(text, version);
  if (head) head[sizeof version - 1] = '2';
  for (char *at; (at = strstr(text, mark)) != NULL;) {
    char *end = strchr(at, '}');
    memmove(at, end, strlen(end) + 1);
  }
}

/* Cut off after three episodes, it does three more and ends in the same state. If one of the three has another state,
 * it is refuted. If the journal is complete, nothing is run. */
static void short_horizon(check *self, int argument) {
  char *folder = folder_make(self);
  if (!folder) return;
  trial whole, again;
  if (!check_true(self, run_with_journal(&whole, folder_path(folder, "whole")), "a run with a journal")) return;
  const bench_result *all = &whole.run.results[0];
  check_true(self, all->outcome == BENCH_VALID && all->episodes == 6, "six episodes: %s", all->reason);
  for (int way = 0; way < 3; way++) { /* cut off, refuted, complete */
    char *text = first_lines(folder_path(folder, "whole"), way == 2 ? 8 : 4);
    if (text && way == 1) make_older(text);
    char *hash = text ? strstr(text, "\"state_hash\": \"") : NULL;
    long length = 0;
    if (!check_true(self, hash != NULL, "lines of it")) continue;
    hash += strlen("\"state_hash\": \"");
    if (way == 1) *hash = *hash == '0' ? '1' : '0';
    const size_t bytes = strlen(text);
    const char *path = folder_path(folder, "cut");
    if (check_true(self, file_put(self, path, text, bytes) && go_on(&again, path, &length), "it goes on")) {
      const bench_result *r = &again.run.results[0];
      check_same(self, (uint64_t)length, bytes, "bytes of it that are kept");
      if (way == 1) {
        check_control(self, r->outcome == BENCH_WRONG && strncmp(r->reason, "episodes end in the same state", 30) == 0,
                      "another state");
      } else {
        check_true(self, r->outcome == BENCH_VALID && r->episodes == 6, "way %d: six episodes: %s", way, r->reason);
        check_true(self, strcmp(r->checked, "hash=seq@2 frames, episodes agree@5") == 0, "checked: %s", r->checked);
        check_true(self, r->hash == all->hash && r->hash_frames == 5, "the same state after five frames");
        const size_t known = way == 2 ? 24 : 12; /* of four in each episode */
        check_true(self, memcmp(r->samples, all->samples, known * sizeof *r->samples) == 0, "its samples");
        check_true(self, fake.episodes == (way == 2 ? 0 : 4), "way %d: a rehearsal and what was missing: %d", way,
                   fake.episodes);
        if (way == 2)
          check_true(self, r->note_count == all->note_count, "%d notes", r->note_count);
        else
          check_true(self, strcmp(r->notes[0], "the run was interrupted after 3 of the episodes") == 0, "noted: %s",
                     r->notes[0]);
      }
      end_trial(&again);
    }
    free(text);
  }
  end_trial(&whole);
  folder_remove(folder);
}

void check_journal_past(check_registry *registry) {
  check_add(registry, "point", "what a point that is read back may not be", point, 0);
  check_add(registry, "numbers", "counts and reasons of a point that are none", numbers, 0);
  check_add(registry, "other plan", "how the plan of a journal differs", other_plan, 0);
  check_add(registry, "other machine", "how its machine and build differ", other_machine, 0);
  check_add(registry, "short horizon", "going on where the reference did not follow to the end", short_horizon, 0);
}
