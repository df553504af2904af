/* Why this file exists: a run may be cut off where the reference could not follow to the end of an episode. Going on, it
 * must end in the same state. Part of the group journal. (What else of a journal is believed: tests/texts/past.c.) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness_subject.h"
#include "harness/store/journal.h"
#include "unit/parts.h"
#include "harness/plan/options.h"
#include "harness/store/past_private.h"
#include "runner/folder.h"

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
}

void check_journal_past(check_registry *registry) {
  check_add(registry, "short horizon", "going on where the reference did not follow to the end", short_horizon, 0);
}
