/* Why this file exists: turns axes, sweeps and filters into the list of points, in the order in which they are run. */
#include "plan.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "mistaken.h"

/* An episode has a fixed amount of work. Every backend then simulates the same physics, and the numbers do not depend
 * on how busy the machine was. */
#define EPISODE_WORK       INT64_C(16000000)
#define EPISODE_WORK_QUICK INT64_C(2000000)
enum { FRAMES_MIN = 4, FRAMES_MAX = 120, HORIZON_MIN = 2 };
/// The reference may cost this many times the work of an episode. See RULES.md.
#define HORIZON_FACTOR 2.5

/// State of one call of bench_plan_make().
typedef struct planner {
  const cli_program *program;
  const bench_settings *settings;
  bench_plan *plan;
  bool has_filter, invert, has_exclude;
  regex_t filter, exclude;
  const bench_case *owner;
  int case_index, turn, instance;
  bench_values values[BENCH_MAX_AXES], standard[BENCH_MAX_AXES];
  bool asked[BENCH_MAX_AXES]; ///< The user gave this axis.
} planner;

void bench_plan_frames(const bench_settings *settings, bench_point *point) {
  const bench_case *owner = point->owner;
  int64_t target = settings->quick ? EPISODE_WORK_QUICK : EPISODE_WORK;
  if (owner && (settings->quick ? owner->episode_work_quick : owner->episode_work) > 0)
    target = settings->quick ? owner->episode_work_quick : owner->episode_work;
  const int64_t effort = owner && owner->effort ? owner->effort(point) : 1;
  const int64_t work = effort * (point->work > 0 ? point->work : 1);
  int64_t frames = target / work;
  if (frames < FRAMES_MIN) frames = FRAMES_MIN;
  if (frames > FRAMES_MAX) frames = FRAMES_MAX;
  if (settings->frames > 0) frames = settings->frames;
  int64_t warm = frames / 4 > 0 ? frames / 4 : 1;
  if (settings->warm >= 0) warm = settings->warm;
  if (owner && owner->course) {
    frames = owner->course(point);
    warm = 0;
  }
  if (settings->dry_run) {
    frames = 1;
    warm = 0;
  }
  int64_t horizon = (int64_t)(HORIZON_FACTOR * (double)target / (double)work);
  if (horizon < HORIZON_MIN) horizon = HORIZON_MIN;
  if (horizon > warm + frames || (owner && owner->course)) horizon = warm + frames;
  point->frames = (int32_t)frames;
  point->warm = (int32_t)warm;
  point->horizon = (int32_t)horizon;
}

/// False if the name has no room. If names were cut, two points could have the same.
static bool name_point(const planner *self, bench_point *point) {
  size_t end = (size_t)snprintf(point->name, sizeof point->name, "%s", self->owner->name);
  for (int i = 0; i < self->owner->axis_count && end < sizeof point->name; i++) {
    const bench_axis *axis = &self->owner->axes[i];
    if ((point->present & UINT64_C(1) << i) == 0) continue;
    const bench_value standard = self->standard[i].items[0];
    const bench_value value = point->values[i];
    const bool changed = axis->text ? strcmp(value.text, standard.text) != 0 : value.number != standard.number;
    if (!axis->in_name && !changed) continue;
    char text[32];
    end += (size_t)snprintf(point->name + end, sizeof point->name - end, "/%s:%s", axis->name,
                            bench_value_text(axis, value, text, sizeof text));
  }
  return end < sizeof point->name;
}

static bool selected(const planner *self, const char *name) {
  if (self->has_filter && (regexec(&self->filter, name, 0, NULL, 0) == 0) == self->invert) return false;
  return !(self->has_exclude && regexec(&self->exclude, name, 0, NULL, 0) == 0);
}

/// Add a point, or note that the point with that name also belongs to these sweeps.
static int add_point(planner *self, bench_point *point) {
  bench_plan *plan = self->plan;
  if (!name_point(self, point))
    return cli_fail(self->program, CLI_EXIT_USAGE,
                    "the name of a point has more than %d characters: %.100s...; give shorter values with -a",
                    BENCH_TEXT - 1, point->name);
  if (!selected(self, point->name)) return 0;
  for (int i = plan->count; i-- > 0 && plan->points[i].owner == point->owner;)
    if (strcmp(plan->points[i].name, point->name) == 0) {
      plan->points[i].sweeps |= point->sweeps;
      return 0;
    }
  if (plan->count == BENCH_MAX_POINTS)
    return cli_fail(self->program, CLI_EXIT_USAGE, "more than %d points; narrow the axes with -a", BENCH_MAX_POINTS);
  if (plan->count == plan->capacity) {
    const int capacity = plan->capacity == 0 ? 64 : 2 * plan->capacity;
    bench_point *points = realloc(plan->points, (size_t)capacity * sizeof *points);
    if (!points) return cli_fail(self->program, 3, "out of memory for %d points", capacity);
    plan->points = points;
    plan->capacity = capacity;
  }
  plan->points[plan->count++] = *point;
  return 0;
}

/// Find why a complete point cannot run: an unusable value or a senseless combination.
static void find_skip(bench_point *point) {
  const bench_case *owner = point->owner;
  for (int i = 0; i < owner->axis_count; i++) {
    const bench_axis *axis = &owner->axes[i];
    if (axis->usable && !axis->usable(point->values[i].text, point->skip, sizeof point->skip)) return;
  }
  point->skip[0] = '\0';
  if (owner->sensible && !owner->sensible(point, point->skip, sizeof point->skip)) return;
  point->skip[0] = '\0';
}

/// For a value that the user did not name and that cannot or need not run here, one row says so, instead of one per
/// combination.
static int add_unusable(planner *self, int axis_index, unsigned sweeps) {
  const bench_axis *axis = &self->owner->axes[axis_index];
  bench_values *values = &self->values[axis_index];
  if (!axis->usable || self->asked[axis_index]) return 0;
  int kept = 0;
  for (int i = 0; i < values->count; i++) {
    bench_point point = {.owner = self->owner,
                         .present = UINT64_C(1) << axis_index,
                         .case_index = self->case_index,
                         .turn = self->turn,
                         .sweeps = sweeps};
    point.values[axis_index] = values->items[i];
    const char *text = values->items[i].text;
    if (axis->usable(text, point.skip, sizeof point.skip) &&
        !(axis->spared && axis->spared(text, point.skip, sizeof point.skip))) {
      values->items[kept++] = values->items[i];
      continue;
    }
    const int failed = add_point(self, &point);
    if (failed != 0) return failed;
  }
  values->count = kept;
  return 0;
}

static int add_product(planner *self, unsigned sweeps) {
  const bench_case *owner = self->owner;
  int64_t total = 1;
  for (int i = 0; i < owner->axis_count; i++) {
    const int failed = add_unusable(self, i, sweeps);
    if (failed != 0) return failed;
    total *= self->values[i].count;
    if (total > BENCH_MAX_POINTS * 10)
      return cli_fail(self->program, CLI_EXIT_USAGE, "%s: too many combinations; narrow the axes with -a", owner->name);
  }
  for (int64_t index = 0; index < total; index++) {
    bench_point point = {.owner = owner, .sweeps = sweeps, .case_index = self->case_index, .turn = self->turn};
    int64_t rest = index;
    for (int i = owner->axis_count; i-- > 0;) {
      point.values[i] = self->values[i].items[rest % self->values[i].count];
      point.present |= UINT64_C(1) << i;
      rest /= self->values[i].count;
    }
    for (int i = 0; i < owner->axis_count; i++)
      if (owner->has_axis && !owner->has_axis(&point, owner->axes[i].name)) point.present &= ~(UINT64_C(1) << i);
    if (owner->settle && !owner->settle(&point)) continue;
    const char *idle = !owner->idle_axis ? NULL : owner->idle_axis(&point);
    if (idle && !self->asked[bench_axis_find(owner, idle)]) continue;
    find_skip(&point);
    point.headline =
        self->settings->headline && self->settings->axes.count == 0 && owner->headline && owner->headline(&point);
    point.work = owner->work(&point);
    bench_plan_frames(self->settings, &point);
    const int failed = add_point(self, &point);
    if (failed != 0) return failed;
  }
  return 0;
}

/// Fill values[] for a list of settings of one sweep (or none): the user's values, else the sweep's, else the defaults.
/// Returns false if the sweep fixes an axis that the user gave, because it would be another sweep.
static bool choose_values(planner *self, const bench_sweep *sweep, const char *plan, int *failed) {
  char why[BENCH_TEXT];
  for (int i = 0; i < self->owner->axis_count; i++) {
    const bench_axis *axis = &self->owner->axes[i];
    const char *text = axis->standard;
    char from_sweep[2048];
    const bool named = bench_axis_in_plan(plan, axis->name, from_sweep, sizeof from_sweep);
    if (named) text = from_sweep;
    self->asked[i] = false;
    for (int k = 0; k < self->settings->axes.count; k++) {
      const char *given = self->settings->axes.values[k];
      const size_t length = strlen(axis->name);
      if (strncmp(given, axis->name, length) != 0 || given[length] != '=') continue;
      self->asked[i] = true;
      text = given + length + 1;
    }
    if (self->asked[i] && named && strcmp(sweep->axis, axis->name) != 0) return false;
    if (!bench_axis_parse(axis, axis->standard, &self->standard[i], why, sizeof why) ||
        !bench_axis_parse(axis, text, &self->values[i], why, sizeof why)) {
      *failed = cli_fail(self->program, CLI_EXIT_USAGE, "%s: %s", self->owner->name, why);
      return false;
    }
  }
  return true;
}

static int add_case(planner *self, const bench_case *owner) {
  self->owner = owner;
  int kept = 0, failed = 0;
  for (int s = 0; s < owner->sweep_count; s++) {
    const char *at = self->settings->quick ? owner->sweeps[s].quick : owner->sweeps[s].plan;
    do {
      char plan[2048];
      const size_t length = strcspn(at, "|");
      snprintf(plan, sizeof plan, "%.*s", (int)length, at);
      at += length;
      if (!choose_values(self, &owner->sweeps[s], plan, &failed)) {
        if (failed != 0) return failed;
        continue;
      }
      ++kept;
      if ((failed = add_product(self, 1u << s)) != 0) return failed;
    } while (*at == '|' && *++at != '\0');
  }
  if (kept > 0) return 0;
  if (!choose_values(self, NULL, "", &failed)) return failed;
  return add_product(self, 0);
}

/// The value of one axis: the last text that names it, else the default. False with a line in `why`.
static bool one_value(planner *self, int index, const char *const *texts, int count, char *why, size_t capacity) {
  const bench_axis *axis = &self->owner->axes[index];
  const size_t length = strlen(axis->name);
  const char *text = NULL;
  for (int k = 0; k < count; k++)
    if (strncmp(texts[k], axis->name, length) == 0 && texts[k][length] == '=') text = texts[k] + length + 1;
  if (!bench_axis_parse(axis, axis->standard, &self->standard[index], why, capacity)) return false;
  self->values[index] = self->standard[index];
  if (text && !bench_axis_parse(axis, text, &self->values[index], why, capacity)) return false;
  if (!text || self->values[index].count == 1) return true;
  snprintf(why, capacity, "axis %s: \"%s\" is not one value", axis->name, text);
  return false;
}

bool bench_plan_point(const bench_settings *settings, const bench_case *owner, const char *const *texts, int count,
                      bench_point *out, char *why, size_t capacity) {
  planner self = {.settings = settings, .owner = owner};
  *out = (bench_point){.owner = owner};
  for (int k = 0; k < count; k++) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(texts[k], "="), texts[k]);
    if (bench_axis_find(owner, name) >= 0) continue;
    snprintf(why, capacity, "%s has no axis %s", owner->name, name);
    return false;
  }
  for (int i = 0; i < owner->axis_count; i++) {
    if (!one_value(&self, i, texts, count, why, capacity)) return false;
    out->values[i] = self.values[i].items[0];
  }
  for (int i = 0; i < owner->axis_count; i++)
    if (!owner->has_axis || owner->has_axis(out, owner->axes[i].name)) out->present |= UINT64_C(1) << i;
  find_skip(out);
  out->work = owner->work(out);
  bench_plan_frames(settings, out);
  if (name_point(&self, out)) return true;
  snprintf(why, capacity, "its name has more than %d characters", BENCH_TEXT - 1);
  return false;
}

/// Every -a must name an axis of a benchmark that takes part, and every name a benchmark.
static int check_names(const planner *self, const bool *takes_part) {
  const bench_plan *plan = self->plan;
  const bench_settings *settings = self->settings;
  const char *names[64];
  for (int k = 0; k < settings->axes.count; k++) {
    const char *text = settings->axes.values[k];
    const size_t length = strcspn(text, "=");
    char name[64];
    memcpy(name, text, length < sizeof name ? length : sizeof name - 1);
    name[length < sizeof name ? length : sizeof name - 1] = '\0';
    if (text[length] != '=' || length == 0)
      return cli_fail(self->program, CLI_EXIT_USAGE, "-a \"%s\": write axis=values, e.g. -a size=21,41", text);
    bool known = false, takes_texts = false;
    int count = 0;
    for (int c = 0; c < plan->case_count; c++) {
      if (!takes_part[c]) continue;
      const int axis = bench_axis_find(plan->cases[c], name);
      known = known || axis >= 0;
      takes_texts =
          takes_texts || (axis >= 0 && (plan->cases[c]->axes[axis].load || plan->cases[c]->axes[axis].accepts));
      for (int i = 0; i < plan->cases[c]->axis_count && count < 64; i++) names[count++] = plan->cases[c]->axes[i].name;
    }
    if (strchr(text, ' ') != NULL && !takes_texts) /* the name of a file may have some */
      return cli_fail(self->program, CLI_EXIT_USAGE, "-a \"%s\": values must not contain blanks", text);
    if (known) continue;
    const char *near = cli_nearest(name, names, count);
    return cli_fail(self->program, CLI_EXIT_USAGE, "no axis \"%s\"%s%s%s (see --list)", name,
                    !near ? "" : "; did you mean \"", !near ? "" : near, !near ? "" : "\"?");
  }
  return 0;
}

/// Whether a benchmark has all axes that were given.
static bool has_given(const planner *self, const bench_case *owner) {
  for (int k = 0; k < self->settings->axes.count; k++) {
    const char *given = self->settings->axes.values[k];
    bool found = false;
    for (int i = 0; i < owner->axis_count && !found; i++) {
      const size_t length = strlen(owner->axes[i].name);
      found = strncmp(given, owner->axes[i].name, length) == 0 && given[length] == '=';
    }
    if (!found) return false;
  }
  return true;
}

/// Of the standard benchmarks, only those with all given axes take part, if any has them.
static void leave_out_others(const planner *self, bool *takes_part, int *order, int *count) {
  int kept = 0;
  for (int k = 0; k < *count; k++) kept += has_given(self, self->plan->cases[order[k]]);
  if (kept == 0) return;
  kept = 0;
  for (int k = 0; k < *count; k++) {
    takes_part[order[k]] = has_given(self, self->plan->cases[order[k]]);
    if (takes_part[order[k]]) order[kept++] = order[k];
  }
  *count = kept;
}

/// Find the benchmarks that take part, in the order in which they were named, or are listed.
static int choose_cases(const planner *self, bool *takes_part, int *order, int *count) {
  const bench_plan *plan = self->plan;
  const bench_settings *settings = self->settings;
  const bool positive = self->has_filter && !self->invert;
  *count = 0;
  for (int c = 0; c < plan->case_count; c++) {
    takes_part[c] = settings->benchmarks.count == 0 && (positive || plan->cases[c]->standard);
    if (takes_part[c]) order[(*count)++] = c;
  }
  if (settings->benchmarks.count == 0 && !positive) leave_out_others(self, takes_part, order, count);
  for (int k = 0; k < settings->benchmarks.count; k++) {
    bool known = false;
    for (int c = 0; c < plan->case_count; c++) {
      if (strcmp(plan->cases[c]->name, settings->benchmarks.values[k]) != 0) continue;
      if (!takes_part[c]) order[(*count)++] = c;
      known = takes_part[c] = true;
    }
    if (!known) return bench_mistaken_benchmark(self->program, plan, settings->benchmarks.values[k]);
  }
  return 0;
}

static int compile_regex(const planner *self, const char *flag, const char *text, regex_t *out) {
  const int failed = regcomp(out, text, REG_EXTENDED | REG_NOSUB);
  if (failed == 0) return 0;
  char why[128];
  regerror(failed, out, why, sizeof why);
  return cli_fail(self->program, CLI_EXIT_USAGE, "%s \"%s\": %s", flag, text, why);
}

static int compile_filters(planner *self) {
  const char *filter = self->settings->filter;
  if (filter && filter[0] != '\0') {
    self->invert = filter[0] == '-';
    const char *text = filter + self->invert;
    const int failed = compile_regex(self, "--benchmark_filter", strcmp(text, "all") == 0 ? "." : text, &self->filter);
    if (failed != 0) return failed;
    self->has_filter = true;
  }
  if (self->settings->exclude) {
    const int failed = compile_regex(self, "--exclude", self->settings->exclude, &self->exclude);
    if (failed != 0) return failed;
    self->has_exclude = true;
  }
  return 0;
}

static bool same_block(const bench_point *a, const bench_point *b) {
  if (a->owner != b->owner) return false;
  for (int i = 0; i < a->owner->axis_count; i++) {
    const bench_axis *axis = &a->owner->axes[i];
    if (!axis->block) continue;
    if (((a->present ^ b->present) & UINT64_C(1) << i) != 0) return false; /* rows for unusable values have one axis */
    if ((a->present & UINT64_C(1) << i) == 0) continue;
    if (axis->text ? strcmp(a->values[i].text, b->values[i].text) != 0 : a->values[i].number != b->values[i].number)
      return false;
  }
  return true;
}

/// Order along one axis, 0 when equal.
static int compare_values(const bench_axis *axis, bench_value a, bench_value b) {
  if (!axis->text) return (a.number > b.number) - (a.number < b.number);
  if (!a.text || !b.text) return (a.text != NULL) - (b.text != NULL);
  return bench_text_place(axis, a.text) - bench_text_place(axis, b.text);
}

/// Order by block, then by work of a frame, then by name. Points to be compared with each other come next to each
/// other, so that a used-up budget leaves all or none of them.
static int compare_points(const void *left, const void *right) {
  const bench_point *a = left;
  const bench_point *b = right;
  if (a->turn != b->turn) return a->turn < b->turn ? -1 : 1;
  for (int pass = 0; pass < 5; pass++)
    for (int i = 0; i < a->owner->axis_count; i++) {
      const bench_axis *axis = &a->owner->axes[i];
      const int own_pass = axis->leads ? 0 : axis->block ? 1 : axis->beside ? 4 : axis->text || axis->cost ? 3 : 2;
      const int order = own_pass == pass ? compare_values(axis, a->values[i], b->values[i]) : 0;
      if (order != 0) return order;
    }
  return (a->instance > b->instance) - (a->instance < b->instance);
}

bool bench_plan_rivals(const bench_point *a, const bench_point *b) {
  bool differ = false;
  if (a->owner != b->owner || a->present != b->present) return false;
  for (int i = 0; i < a->owner->axis_count; i++) {
    const bench_axis *axis = &a->owner->axes[i];
    if (compare_values(axis, a->values[i], b->values[i]) == 0) continue;
    if (!axis->race) return false;
    differ = true;
  }
  return differ;
}

/* Such points are compared, so one machine measures them. */
bool bench_plan_beside(const bench_point *a, const bench_point *b) {
  if (a->owner != b->owner) return false;
  for (int i = 0; i < a->owner->axis_count; i++)
    if (!a->owner->axes[i].beside && !a->owner->axes[i].race &&
        compare_values(&a->owner->axes[i], a->values[i], b->values[i]) != 0)
      return false;
  return true;
}

/// Deal out the points to the shards in the order of the plan, cheapest first, so that each gets some of all sizes.
/// Points of other shards do not run.
static void deal_out(const bench_settings *settings, bench_plan *plan) {
  int group = 0;
  for (int i = 0; i < plan->count && settings->shards > 0; i++) {
    bench_point *point = &plan->points[i];
    if (i > 0 && !bench_plan_beside(point - 1, point)) ++group;
    point->shard = group % settings->shards + 1;
    if (point->shard != settings->shard)
      snprintf(point->skip, sizeof point->skip, "measured by shard %d/%d", point->shard, settings->shards);
  }
}

bool bench_plan_owns(const bench_settings *settings, const bench_point *point) {
  return point->shard == settings->shard;
}

int bench_plan_own_count(const bench_settings *settings, const bench_plan *plan) {
  int count = 0;
  for (int i = 0; i < plan->count; i++) count += bench_plan_owns(settings, &plan->points[i]);
  return count;
}

static void swap_blocks(bench_block *a, bench_block *b) {
  const bench_block keep = *a;
  *a = *b;
  *b = keep;
}

static int order_points(planner *self) {
  bench_plan *plan = self->plan;
  for (int i = 0; i < plan->count; i++) plan->points[i].instance = i;
  qsort(plan->points, (size_t)plan->count, sizeof *plan->points, compare_points);
  plan->blocks = calloc((size_t)plan->count, sizeof *plan->blocks);
  if (!plan->blocks) return cli_fail(self->program, 3, "out of memory for %d blocks", plan->count);
  uint64_t hash = XPBD_FNV_START;
  int instance = 0;
  for (int i = 0; i < plan->count; i++) {
    bench_point *point = &plan->points[i];
    const bool same_case = i > 0 && plan->points[i - 1].owner == point->owner;
    point->instance = instance = same_case ? instance + 1 : 0;
    char line[BENCH_TEXT + 64];
    snprintf(line, sizeof line, "%s %d %d\n", point->name, (int)point->warm, (int)point->frames);
    hash = xpbd_fnv(hash, line, strlen(line));
    const bool joins = i > 0 && self->settings->order != BENCH_SEQUENTIAL && same_block(point - 1, point);
    if (!joins) plan->blocks[plan->block_count++].first = i;
    ++plan->blocks[plan->block_count - 1].count;
  }
  plan->hash = hash;
  if (self->settings->order == BENCH_SHUFFLE) {
    uint64_t random = (uint64_t)self->settings->seed;
    for (int i = plan->block_count; i-- > 1;) {
      random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
      swap_blocks(&plan->blocks[i], &plan->blocks[(random >> 33) % (uint64_t)(i + 1)]);
    }
  }
  return 0;
}

int bench_plan_make(const cli_program *program, const bench_settings *settings, const bench_case *const *cases,
                    int case_count, bench_plan *out) {
  *out = (bench_plan){.cases = cases, .case_count = case_count};
  planner self = {.program = program, .settings = settings, .plan = out};
  bool takes_part[64] = {false};
  int order[64], count = 0;
  int failed = compile_filters(&self);
  if (failed == 0) failed = choose_cases(&self, takes_part, order, &count);
  if (failed == 0) failed = check_names(&self, takes_part);
  for (self.turn = 0; self.turn < count && failed == 0; self.turn++) {
    self.case_index = order[self.turn];
    failed = add_case(&self, cases[self.case_index]);
  }
  if (failed == 0 && out->count == 0)
    failed = cli_fail(program, 5, "nothing selected: no point matches the filters (see --list)");
  if (failed == 0) failed = order_points(&self);
  if (failed == 0) deal_out(settings, out);
  if (self.has_filter) regfree(&self.filter);
  if (self.has_exclude) regfree(&self.exclude);
  if (failed != 0) bench_plan_destroy(out);
  return failed;
}

double bench_plan_budget(const bench_settings *settings, const bench_plan *plan) {
  if (settings->score && !settings->quick) return settings->total_budget;
  double sum = 0.0;
  bool standard = false; /* benchmarks without their own budget share the default one */
  for (int i = 0; i < plan->count; i++) {
    const bench_case *owner = plan->points[i].owner;
    if (i > 0 && plan->points[i - 1].owner == owner) continue;
    const double own = settings->quick ? owner->total_budget_quick : owner->total_budget;
    sum += own;
    standard = standard || !(own > 0.0);
  }
  return standard ? sum + settings->total_budget : sum;
}

void bench_plan_destroy(bench_plan *plan) {
  free(plan->points);
  free(plan->blocks);
  *plan = (bench_plan){0};
}
