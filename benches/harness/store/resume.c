/* Why this file exists: finds the run to resume and checks that it may be resumed. The first line of its journal has
 * the command line, the plan, the machine and the build. One table must not mix numbers of two machines or two
 * programs. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "harness/plan/options.h"
#include "past_private.h"
#include "support/json.h"

const char *const bench_here_fields[] = {
    "cpu.model",      "cpu.logical", "cpu.instructions", "gpu.names", "gpu.opencl", "tool.version",
    "build.compiler", "build.flags", "git.sha",          "git.dirty", NULL};

const char *bench_here_text(const bench_environment *env, const char *field, char *out, size_t capacity) {
  char group[32];
  const size_t length = strcspn(field, ".");
  snprintf(group, sizeof group, "%.*s", (int)length, field);
  const double number = bench_env_number_of(env, group, field + length + 1);
  const char *text = bench_env_text_of(env, group, field + length + 1);
  if (isnan(number))
    snprintf(out, capacity, "%s", !text ? "" : text);
  else
    snprintf(out, capacity, "%.15g", number);
  return out;
}

const char *bench_here_point(const bench_point *point, char *out, size_t capacity) {
  snprintf(out, capacity, "%s %d+%d", point->name, (int)point->warm, (int)point->frames);
  return out;
}

const char *bench_here_shard(const bench_settings *settings, char out[32]) {
  out[0] = '\0';
  if (settings->shards > 0) snprintf(out, 32, "%d/%d", settings->shard, settings->shards);
  return out;
}

static char *joined(const char *folder, const char *name) {
  char *out = malloc(strlen(folder) + strlen(name) + 2);
  if (out) sprintf(out, "%s/%s", folder, name);
  return out;
}

/// The names of the run's files. False when memory is short.
static bool name_files(bench_past *past, const char *run, bool folder) {
  past->path = folder ? joined(run, "samples.jsonl") : strdup(run);
  if (!folder) return past->path != NULL;
  past->json = joined(run, "results.json");
  past->tsv = joined(run, "results.tsv");
  return past->path && past->json && past->tsv;
}

#define NOT_A_JOURNAL "%s: is not a journal of xpbd-bench (--journal, samples.jsonl)"

static int parse_head(bench_past *past, size_t length) {
  const json_line_state state = json_line_check(past->head_text, length); /* parsing changes the text */
  if (memchr(past->head_text, '\0', length) || !xpbd_json_read(past->head_text, &past->head) ||
      !xpbd_json_text_at(&past->head, past->head.nodes, "xb") || !bench_past_started(past))
    return cli_fail(bench_program(), CLI_EXIT_USAGE, NOT_A_JOURNAL, past->path);
  const double version = xpbd_json_number_at(&past->head, past->head.nodes, "journal");
  past->summed = version > BENCH_JOURNAL_UNSUMMED;
  if (state == JSON_LINE_CHANGED || (past->summed && state != JSON_LINE_GOOD))
    return cli_fail(bench_program(), CLI_EXIT_USAGE,
                    "%s:1: was changed: its checksum belongs to another line; nothing can be continued, measure again",
                    past->path);
  if (version >= BENCH_JOURNAL_UNSUMMED && version <= BENCH_JOURNAL_VERSION) return 0;
  return cli_fail(bench_program(), CLI_EXIT_USAGE,
                  "%s: the journal has version %.0f, and this xpbd-bench continues version %d; measure again",
                  past->path, isnan(version) ? 1.0 : version, BENCH_JOURNAL_VERSION);
}

static int read_head(bench_past *past, const char *run, bool folder) {
  if (folder && access(past->path, F_OK) != 0)
    return cli_fail(
        bench_program(), CLI_EXIT_USAGE,
        "%s: has no samples.jsonl: it is not the folder of a run, or the run kept no journal; measure again", run);
  if (xpbd_file_open_plain(past->path, "a run's folder or its journal", BENCH_JOURNAL_MOST, &past->stream) != XPBD_OK)
    return cli_fail(bench_program(), CLI_EXIT_USAGE, "%s", xpbd_last_error());
  const int first = fgetc(past->stream); /* a sparse file is one line of any length */
  if (first != '{' && first != EOF) return cli_fail(bench_program(), CLI_EXIT_USAGE, NOT_A_JOURNAL, past->path);
  rewind(past->stream);
  size_t capacity = 0;
  const ssize_t length = getline(&past->head_text, &capacity, past->stream);
  past->head_length = (long)length;
  if (xpbd_file_check_read(past->stream, past->path) != XPBD_OK)
    return cli_fail(bench_program(), BENCH_EXIT_ERROR, "%s", xpbd_last_error());
  if (length <= 0 || past->head_text[length - 1] != '\n')
    return cli_fail(bench_program(), CLI_EXIT_USAGE,
                    "%s: ends in its first line: nothing was measured, so nothing can be continued", past->path);
  return parse_head(past, (size_t)length);
}

/// Join the run's command line and this one, without "--", which would end the options of both. False without memory.
static bool join_words(bench_past *past, const bench_settings *settings) {
  const xpbd_json_node *words = xpbd_json_member(&past->head, past->head.nodes, "argv");
  size_t capacity = (size_t)settings->argc + 1;
  for (const xpbd_json_node *w = xpbd_json_first(&past->head, words); w; w = xpbd_json_after(&past->head, w))
    ++capacity;
  past->argv = calloc(capacity, sizeof *past->argv);
  if (!past->argv) return false;
  for (const xpbd_json_node *w = xpbd_json_first(&past->head, words); w && w->text; w = xpbd_json_after(&past->head, w))
    if (strcmp(w->text, "--") != 0) past->argv[past->argc++] = (char *)w->text;
  for (int i = 1; i < settings->argc; i++) past->argv[past->argc + i - 1] = settings->argv[i];
  return true;
}

int bench_past_open(bench_settings *settings, bench_past **out) {
  const char *run = settings->resume, *json = settings->json, *tsv = settings->tsv;
  struct stat what;
  bench_past *past = *out = calloc(1, sizeof *past);
  if (settings->journal)
    return cli_fail(bench_program(), CLI_EXIT_USAGE,
                    "--journal %s: a resumed run continues its own journal; leave --journal out with --resume",
                    settings->journal);
  const bool folder = stat(run, &what) == 0 && S_ISDIR(what.st_mode);
  if (!past || !name_files(past, run, folder)) return cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory");
  const int code = read_head(past, run, folder);
  if (code != 0) return code;
  if (!join_words(past, settings)) return cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory");
  if (past->argc == 0) return cli_fail(bench_program(), CLI_EXIT_USAGE, "%s: has no command line", past->path);
  const int added = settings->argc - 1;
  bench_options_free(settings);
  const int parsed = bench_options_parse(past->argc + added, past->argv, settings);
  if (parsed >= 0) return parsed;
  // The results keep the command line of the run, without --resume.
  settings->argc = past->argc;
  settings->journal = past->path;
  if (folder) settings->json = json ? json : past->json, settings->tsv = tsv ? tsv : past->tsv;
  return -1;
}

void bench_past_close(bench_past *past) {
  if (!past) return;
  if (past->stream) fclose(past->stream);
  bench_past_free_points(past);
  while (past->texts) {
    bench_past_text *next = past->texts->next;
    free(past->texts);
    past->texts = next;
  }
  xpbd_json_document_free(&past->head);
  xpbd_json_document_free(&past->line);
  free(past->head_text);
  free(past->text);
  free(past->argv);
  free(past->path);
  free(past->json);
  free(past->tsv);
  free(past);
}

static bool has_point(const bench_past *past, const char *text) {
  const xpbd_json_node *points = xpbd_json_member(&past->head, past->head.nodes, "points");
  for (const xpbd_json_node *p = xpbd_json_first(&past->head, points); p; p = xpbd_json_after(&past->head, p))
    if (p->text && strcmp(p->text, text) == 0) return true;
  return false;
}

static bool plan_has(const bench_plan *plan, const char *text) {
  char own[BENCH_TEXT + 32];
  for (int i = 0; i < plan->count; i++)
    if (strcmp(bench_here_point(&plan->points[i], own, sizeof own), text) == 0) return true;
  return false;
}

int bench_past_match_plan(const bench_past *past, const bench_plan *plan, const bench_settings *settings) {
  uint64_t hash = 0;
  char shard[32];
  const char *before = xpbd_json_text_at(&past->head, past->head.nodes, "shard");
  if (!before || strcmp(before, bench_here_shard(settings, shard)) != 0)
    return cli_fail(bench_program(), CLI_EXIT_USAGE, "%s: belongs to shard \"%s\", not \"%s\"; leave --shard out",
                    past->path, !before ? "" : before, bench_here_shard(settings, shard));
  if (bench_past_hash(xpbd_json_text_at(&past->head, past->head.nodes, "plan"), &hash) && hash == plan->hash) return 0;
  char text[BENCH_TEXT + 32];
  const xpbd_json_node *points = xpbd_json_member(&past->head, past->head.nodes, "points");
  const xpbd_json_node *old = xpbd_json_first(&past->head, points);
  while (old && (!old->text || plan_has(plan, old->text))) old = xpbd_json_after(&past->head, old);
  int own = 0;
  while (own < plan->count && has_point(past, bench_here_point(&plan->points[own], text, sizeof text))) ++own;
  const char *only_old = old ? old->text : NULL, *only_own = own < plan->count ? text : NULL;
  return cli_fail(bench_program(), CLI_EXIT_USAGE,
                  "%s: has another plan%s%s%s%s%s%s; leave out options that change what is measured, or measure again",
                  past->path, only_old ? ": only it has " : "", only_old ? only_old : "",
                  only_own ? (only_old ? ", only this one has " : ": only this one has ") : "",
                  only_own ? only_own : "", only_old || only_own ? " (name, warm + timed frames)" : "",
                  only_old || only_own ? "" : ": its points are in another order");
}

/// The origin of a field of `here`, for people.
static const char *origin(const char *field) {
  if (strncmp(field, "formula.", 8) == 0) return "text of a formula";
  if (strncmp(field, "mesh.", 5) == 0) return "mesh in a file";
  return strncmp(field, "cpu.", 4) == 0 || strncmp(field, "gpu.", 4) == 0 ? "machine" : "build of xpbd-bench";
}

int bench_past_match_here(const bench_past *past, bench_environment *env, bool force) {
  const xpbd_json_node *field = xpbd_json_first(&past->head, xpbd_json_member(&past->head, past->head.nodes, "here"));
  if (!field) return cli_fail(bench_program(), CLI_EXIT_USAGE, "%s: does not say where it was measured", past->path);
  if (!past->summed)
    bench_env_warn(env, "this run continued a journal of an older version, whose lines have no checksums: a changed "
                        "number in it would not be noticed");
  for (; field; field = xpbd_json_after(&past->head, field)) {
    char now[256];
    const char *before = !field->text ? "" : field->text;
    if (strcmp(before, bench_here_text(env, field->key, now, sizeof now)) == 0) continue;
    if (!force)
      return cli_fail(bench_program(), CLI_EXIT_USAGE,
                      "%s: was measured with another %s: %s was \"%.100s\", here it is \"%.100s\"; their numbers do "
                      "not belong in one table (--force continues anyway)",
                      past->path, origin(field->key), field->key, before, now);
    bench_env_warn(env, "this run continued with another %s: %s was \"%.60s\", now \"%.60s\"", origin(field->key),
                   field->key, before, now);
  }
  return 0;
}

/// Whether two points are of one program of others, which has one name on the axis.
static bool same_program(const bench_point *a, const bench_point *b) {
  return a->owner == b->owner && bench_foreign(a) && bench_foreign(b) &&
         strcmp(bench_text(a, "backend"), bench_text(b, "backend")) == 0;
}

/// The program of a point's earlier measurements, "" if it has none.
static const char *program_before(const bench_past *past, const bench_run *run, int index) {
  const char *finished = run->results[index].facts.peer;
  return run->results[index].outcome != BENCH_PENDING ? finished : past->points[index].program;
}

/// Compare a program, as it says hello now, with that of earlier rows.
static int match_program(const bench_past *past, const bench_run *run, int asked, const char *now,
                         bench_environment *env, bool force) {
  const bench_point *points = run->plan->points;
  for (int i = 0; i < run->plan->count; i++) {
    const char *before = program_before(past, run, i);
    if (!before[0] || !same_program(&points[i], &points[asked]) || strcmp(before, now) == 0) continue;
    const char *name = bench_text(&points[i], "backend");
    if (!force)
      return cli_fail(bench_program(), CLI_EXIT_USAGE,
                      "%s: was measured with another version of %s: it was \"%.100s\", now it is \"%.100s\"; their "
                      "numbers do not belong in one table (--force continues anyway)",
                      past->path, name, before, now);
    bench_env_warn(env, "this run continued with another version of %s: it was \"%.60s\", now \"%.60s\"", name, before,
                   now);
    return 0;
  }
  return 0;
}

int bench_past_match_programs(const bench_past *past, const bench_run *run, bench_environment *env, bool force) {
  const bench_point *points = run->plan->points;
  for (int k = 0; k < run->plan->count; k++) {
    bool ask = bench_foreign(&points[k]) && points[k].owner->program && run->results[k].outcome == BENCH_PENDING;
    for (int i = 0; i < k && ask; i++)
      ask = run->results[i].outcome != BENCH_PENDING || !same_program(&points[i], &points[k]);
    bool before = false;
    for (int i = 0; i < run->plan->count && ask && !before; i++)
      before = same_program(&points[i], &points[k]) && program_before(past, run, i)[0];
    bench_facts facts = bench_facts_unknown();
    if (!before || !points[k].owner->program(&points[k], &facts)) continue; /* its rows will say why */
    const int failed = match_program(past, run, k, facts.peer, env, force);
    if (failed != 0) return failed;
  }
  return 0;
}

const char *bench_past_started(const bench_past *past) {
  return xpbd_json_text_at(&past->head, past->head.nodes, "started");
}

int bench_past_resumed(const bench_past *past) {
  return past->resumed;
}
