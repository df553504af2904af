/* Why this file exists: reads requests for states, simulates them and prints what they reached. Rows of equal keys share
 * one simulation, because they claim the same state. */
#include "states.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "harness/plan/options.h"
#include "harness/plan/plan.h"

enum { TEXTS = 2 * BENCH_MAX_AXES, TEXT = 192, MOST_BYTES = 64 << 20 };
/// Work per second before anything ran, and the work that making a scene costs for each particle and constraint.
#define FIRST_RATE   2e7
#define WORK_TO_MAKE 200.0

/// What is asked for beside the state. Who asks for the error gets the residual, too.
typedef enum wish { WISH_STATE, WISH_RESIDUAL, WISH_ERROR } wish;

/// One row.
typedef struct request {
  int row; ///< Its number, for the answer.
  int32_t frames;
  wish wanted;
  bench_point point;   ///< As it was measured.
  bench_point variant; ///< As it is recomputed: one copy, by the backend asked for.
  char key[2 * BENCH_TEXT];
  char why[BENCH_TEXT]; ///< Why it cannot be recomputed. "" = it can.
} request;

typedef struct states {
  bench_settings *settings;
  double errors; ///< Its limit of the time for errors.
  const bench_case *const *cases;
  int case_count;
  request *items;
  int count, capacity;
  bench_clock clock;
  double began, done; ///< [s], units of work done so far.
} states;

/// Axes that change how a state is computed, and not the state.
static const char *const how[] = {"threads=0", "lanes=0", "strategy=auto", "device=0", "batch=1", "readback=none"};

static bool names_axis(const bench_case *owner, const char *text) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "="), text);
  return bench_axis_find(owner, name) >= 0;
}

/// The axes of a request as texts. Returns their number, or -1.
static int read_axes(const xpbd_json_document *line, const xpbd_json_node *axes, char texts[TEXTS][TEXT]) {
  int count = 0;
  for (const xpbd_json_node *axis = xpbd_json_first(line, axes); axis; axis = xpbd_json_after(line, axis)) {
    char number[32];
    const char *text = axis->text;
    if (axis->kind == XPBD_JSON_NUMBER) text = json_shortest(axis->number, number);
    if (!text || count == BENCH_MAX_AXES) return -1;
    if (snprintf(texts[count++], TEXT, "%s=%s", axis->key, text) >= TEXT) return -1;
  }
  return count;
}

/// Whether another program computed the state of a row. It is neither started nor trusted.
static bool is_foreign(request *item) {
  if (!bench_foreign(&item->point)) return false;
  snprintf(item->why, sizeof item->why,
           "another program computed it: its state is claimed, and only its hash recorded");
  return true;
}

/// The variant that is simulated: the axes that do not matter have their defaults, and -a of the command line wins.
static bool make_variant(const states *self, request *item, char texts[TEXTS][TEXT], int count) {
  const bench_case *owner = item->point.owner;
  const char *all[TEXTS];
  for (int k = 0; k < count; k++) all[k] = texts[k];
  for (size_t k = 0; k < sizeof how / sizeof *how; k++)
    if (names_axis(owner, how[k])) all[count++] = how[k];
  const bool own = strcmp(bench_text(&item->point, "backend"), "loop") == 0; /* no other program has its bits */
  if (!own && names_axis(owner, "backend")) all[count++] = "backend=seq";
  for (int k = 0; k < self->settings->axes.count && count < TEXTS; k++) {
    const char *given = self->settings->axes.values[k];
    if (names_axis(owner, given) && !(own && strncmp(given, "backend=", 8) == 0)) all[count++] = given;
  }
  if (!bench_plan_point(self->settings, owner, all, count, &item->variant, item->why, sizeof item->why)) return false;
  snprintf(item->why, sizeof item->why, "%s", item->variant.skip);
  return item->why[0] == '\0';
}

/// Read a request and make its points. Their texts live as long as the program.
static void read_request(const states *self, const xpbd_json_document *line, request *item) {
  static struct kept {
    struct kept *next;
    char texts[TEXTS][TEXT];
  } * all;
  const xpbd_json_node *root = line->nodes;
  const char *name = xpbd_json_text_at(line, root, "benchmark");
  const double frames = xpbd_json_number_at(line, root, "frames");
  const bench_case *owner = NULL;
  for (int c = 0; c < self->case_count && name; c++)
    if (strcmp(self->cases[c]->name, name) == 0) owner = self->cases[c];
  if (!owner || !(frames >= 1.0 && frames <= 1e9)) {
    snprintf(item->why, sizeof item->why, owner ? "no number of frames" : "no benchmark %.100s", name ? name : "");
    return;
  }
  item->frames = (int32_t)frames;
  const char *measure = xpbd_json_text_at(line, root, "measure");
  item->wanted = !measure ? WISH_STATE : strcmp(measure, "error") == 0 ? WISH_ERROR : WISH_RESIDUAL;
  struct kept *made = calloc(1, sizeof *made);
  const int count = made ? read_axes(line, xpbd_json_member(line, root, "axes"), made->texts) : -1;
  if (made) made->next = all, all = made;
  const char *texts[TEXTS];
  for (int k = 0; k < count; k++) texts[k] = made->texts[k];
  if (count < 0)
    snprintf(item->why, sizeof item->why, made ? "its axes cannot be read" : "out of memory");
  else if (bench_plan_point(self->settings, owner, texts, count, &item->point, item->why, sizeof item->why) &&
           !is_foreign(item) && make_variant(self, item, made->texts, count)) {
    snprintf(item->key, sizeof item->key, "%s ", owner->name);
    const size_t used = strlen(item->key);
    owner->key(&item->variant, item->key + used, sizeof item->key - used);
  }
}

static int read_requests(states *self, FILE *stream) {
  char *text = NULL;
  size_t room = 0;
  xpbd_json_document line = {0};
  int failed = 0;
  for (ssize_t got; failed == 0 && (got = getline(&text, &room, stream)) > 0 && !ferror(stream);) {
    if (self->count == self->capacity) {
      const int capacity = self->capacity == 0 ? 64 : 2 * self->capacity;
      request *larger = realloc(self->items, (size_t)capacity * sizeof *larger);
      if (!larger) failed = cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory for %d states", capacity);
      if (!larger) break;
      self->items = larger, self->capacity = capacity;
    }
    request *item = &self->items[self->count++];
    *item = (request){0};
    const bool good = !memchr(text, '\0', (size_t)got) && xpbd_json_read(text, &line);
    const double row = good ? xpbd_json_number_at(&line, line.nodes, "row") : (double)NAN;
    if (!(row >= 0.0 && row <= 1e9))
      failed = cli_fail(bench_program(), CLI_EXIT_USAGE, "%s:%d: is not a request for a state", self->settings->states,
                        self->count);
    else
      item->row = (int)row, read_request(self, &line, item);
  }
  if (failed == 0 && !feof(stream)) /* a read failed, or there was no memory for the line */
    failed =
        cli_fail(bench_program(), BENCH_EXIT_ERROR, "%s: cannot be read: %s", self->settings->states, strerror(errno));
  xpbd_json_document_free(&line);
  free(text);
  return failed;
}

static double cost_of(const request *item) {
  return (double)item->variant.work * (double)item->frames;
}

static json_writer begin_answer(const request *item) {
  json_writer json = {.stream = stdout, .flat = true};
  json_open(&json, NULL, '{');
  json_whole(&json, "row", item->row);
  return json;
}

static void answer_why(const request *item, const char *key, const char *why) {
  json_writer json = begin_answer(item);
  json_text(&json, key, why);
  json_close(&json, '}');
  fflush(stdout);
}

static void answer_state(const request *item, const bench_ctx *ctx, uint64_t hash) {
  json_writer json = begin_answer(item);
  json_hash(&json, "state_hash", hash);
  json_whole(&json, "frames", item->frames);
  json_text(&json, "name", item->point.name);
  json_whole(&json, "projections_per_frame", item->point.work);
  json_number(&json, "particles", ctx->facts.particles);
  json_number(&json, "constraints", ctx->facts.constraints);
  json_number(&json, "frame_time_s", ctx->facts.frame_time);
  json_whole(&json, "substeps", ctx->facts.substeps);
  json_whole(&json, "iterations", ctx->facts.iterations);
  if (item->wanted != WISH_STATE) json_number(&json, "residual", ctx->facts.residual);
  if (item->wanted == WISH_ERROR) {
    json_number(&json, "error", ctx->facts.error);
    json_number(&json, "error_of_reference", ctx->facts.error_of_reference);
    json_number(&json, "error_frames", ctx->facts.error_frames > 0 ? ctx->facts.error_frames : (double)NAN);
    json_text(&json, "error_reason", ctx->facts.error_reason);
  }
  json_close(&json, '}');
  fflush(stdout);
}

/// Let the checks of a row find its residual and error. Their verdicts are not needed, because the state is compared.
/// They may move the state.
static void find_facts(states *self, bench_ctx *ctx, const request *item) {
  const bench_facts unknown = bench_facts_unknown();
  ctx->facts.residual = unknown.residual;
  ctx->facts.error = unknown.error;
  ctx->facts.error_of_reference = unknown.error_of_reference;
  ctx->facts.error_frames = 0;
  ctx->facts.error_reason[0] = ctx->remark[0] = '\0';
  ctx->check_count = 0;
  self->settings->errors = item->wanted == WISH_ERROR ? self->errors : 0.0;
  if (ctx->point->owner->check(ctx, item->frames) != BENCH_OK && ctx->facts.error_reason[0] == '\0')
    snprintf(ctx->facts.error_reason, sizeof ctx->facts.error_reason, "%s", ctx->reason);
}

/// Simulate the rows [first, end), which have one key and rising frames.
static void simulate(states *self, int first, int end) {
  bench_ctx ctx = {.point = &self->items[first].variant};
  const bench_case *owner = ctx.point->owner;
  ctx.facts = bench_facts_unknown();
  bench_status status = owner->setup(&ctx);
  if (status == BENCH_OK && ctx.inexact[0] != '\0') status = bench_say(&ctx, BENCH_SKIP, "%s", ctx.inexact);
  if (status == BENCH_OK) status = owner->reset(&ctx);
  int32_t frame = 0;
  int64_t frames = 0;
  bool moved = false;
  uint64_t hash = 0;
  for (int i = first; i < end; i++) {
    const request *item = &self->items[i];
    const bool again = i > first && item->frames == item[-1].frames; /* the state of the row before */
    if (!again && moved && status == BENCH_OK) status = owner->reset(&ctx), frame = 0, moved = false;
    for (; frame < item->frames && status == BENCH_OK && !again; frame++, frames++)
      status = bench_interrupted() ? BENCH_INTERRUPTED : owner->frame(&ctx);
    if (status == BENCH_OK && !again) status = owner->hash(&ctx, &hash);
    if (status == BENCH_OK && !again && item->wanted != WISH_STATE) find_facts(self, &ctx, item), moved = true;
    if (status == BENCH_OK)
      answer_state(&self->items[i], &ctx, hash);
    else
      answer_why(&self->items[i], "why", status == BENCH_INTERRUPTED ? "interrupted" : ctx.reason);
  }
  self->done += (double)ctx.point->work * (double)frames;
  if (!isnan(ctx.facts.particles)) self->done += WORK_TO_MAKE * (ctx.facts.particles + ctx.facts.constraints);
  owner->teardown(&ctx);
  if (owner->release) owner->release();
}

/// Rows of one key side by side, by frames. Of equals, the first has the largest wish.
static int by_key(const void *left, const void *right) {
  const request *a = left, *b = right;
  const int order = strcmp(a->key, b->key);
  if (order != 0) return order;
  if (a->frames != b->frames) return a->frames < b->frames ? -1 : 1;
  return (int)b->wanted - (int)a->wanted;
}

/// Rows [first, first + count) of one key.
typedef struct group {
  int first, count;
  double cost;
} group;

static int by_cost(const void *left, const void *right) {
  const group *a = left, *b = right;
  if (a->cost < b->cost || a->cost > b->cost) return a->cost < b->cost ? -1 : 1;
  return (a->first > b->first) - (a->first < b->first);
}

static int find_groups(const states *self, group *groups) {
  int count = 0;
  for (int i = 0; i < self->count; i++) {
    if (self->items[i].why[0] != '\0') continue;
    const bool same = i > 0 && count > 0 && strcmp(self->items[i].key, self->items[i - 1].key) == 0;
    if (!same) groups[count++] = (group){.first = i};
    groups[count - 1].count++;
    groups[count - 1].cost = cost_of(&self->items[i]); /* the last has the most frames */
  }
  qsort(groups, (size_t)count, sizeof *groups, by_cost);
  return count;
}

/// Seconds that work may take, from the speed so far.
static double seconds_for(const states *self, double cost, double elapsed) {
  return cost / (self->done > 0.0 && elapsed > 0.0 ? self->done / elapsed : FIRST_RATE);
}

/// One live line on a terminal.
static void show_progress(const states *self, int done, int count, double seconds) {
  if (self->settings->quiet || !isatty(STDERR_FILENO)) return;
  char left[CLI_LEFT];
  if (done < count)
    fprintf(stderr, "\r%d of %d simulations, about %s left   ", done, count, cli_left_text(seconds, left));
  else
    fprintf(stderr, "\r%60s\r", "");
}

static void run_groups(states *self, const group *groups, int count) {
  double cost = 0.0;
  for (int g = 0; g < count; g++) cost += groups[g].cost;
  for (int g = 0; g < count; g++) {
    const double elapsed = self->clock.now(self->clock.self) - self->began;
    const double needed = seconds_for(self, groups[g].cost, elapsed);
    const bool late = self->settings->total_given && elapsed + needed > self->settings->total_budget;
    const double all = seconds_for(self, cost, elapsed), budget = self->settings->total_budget - elapsed;
    show_progress(self, g, count, self->settings->total_given && budget < all ? budget : all);
    cost -= groups[g].cost;
    if (!late && !bench_interrupted()) {
      simulate(self, groups[g].first, groups[g].first + groups[g].count);
      continue;
    }
    char text[64];
    snprintf(text, sizeof text, "about %.3g s", needed);
    for (int i = 0; i < groups[g].count; i++) answer_why(&self->items[groups[g].first + i], "left", text);
  }
  show_progress(self, count, count, 0.0);
}

/// The first line: which program answers, and which files it read.
static void put_head(const states *self, const bench_hooks *hooks, bench_environment *env) {
  bench_point none = {0};
  const bench_plan empty = {.points = &none};
  bench_env_capture(env);
  if (hooks->describe) hooks->describe(env, &empty);
  json_writer json = {.stream = stdout, .flat = true};
  json_open(&json, NULL, '{');
  json_text(&json, "version", bench_env_text_of(env, "tool", "version"));
  json_text(&json, "sha", bench_env_text_of(env, "git", "sha"));
  json_text(&json, "dirty", bench_env_text_of(env, "git", "dirty"));
  static const char *const kinds[] = {"formula", "mesh"};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    json_open(&json, kinds[k], '{');
    for (int i = 0; i < env->count; i++)
      if (strcmp(env->fields[i].group, kinds[k]) == 0) json_text(&json, env->fields[i].key, env->fields[i].text);
    json_close(&json, '}');
  }
  json_whole(&json, "requests", self->count);
  json_close(&json, '}');
}

int bench_states_main(bench_settings *settings, const bench_case *const *cases, int case_count,
                      const bench_hooks *hooks) {
  states self = {.settings = settings, .errors = settings->errors, .cases = cases, .case_count = case_count};
  FILE *stream = NULL;
  if (xpbd_file_open_plain(settings->states, "the requests of xpbd-report audit", MOST_BYTES, &stream) != XPBD_OK)
    return cli_fail(bench_program(), CLI_EXIT_USAGE, "%s", xpbd_last_error());
  bench_catch_signals();
  self.clock = bench_clock_real();
  int failed = read_requests(&self, stream);
  fclose(stream);
  group *groups = calloc((size_t)self.count + 1, sizeof *groups);
  bench_environment *env = calloc(1, sizeof *env);
  if (failed == 0 && (!groups || !env)) failed = cli_fail(bench_program(), BENCH_EXIT_ERROR, "out of memory");
  self.began = self.clock.now(self.clock.self);
  if (failed == 0) {
    put_head(&self, hooks, env);
    for (int i = 0; i < self.count; i++)
      if (self.items[i].why[0] != '\0') answer_why(&self.items[i], "why", self.items[i].why);
    qsort(self.items, (size_t)self.count, sizeof *self.items, by_key);
    run_groups(&self, groups, find_groups(&self, groups));
    failed = bench_interrupted() ? BENCH_EXIT_INTERRUPTED : cli_flush(bench_program(), CLI_EXIT_OK, BENCH_EXIT_ERROR);
  }
  free(env);
  free(groups);
  free(self.items);
  return failed;
}
