/* Why this file exists: springs of a sheet stand in runs, so that a register of particles is one load. What says that they do
 * is a bit of a block, and a wrong one reads particles that are somebody else's: here every bit is looked at, and what comes
 * out is compared with springs one by one, positions and multipliers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layout/layout.h"
#include "layout/runs.h"
#include "runner/check.h"
#include "solver/cpu_internal.h"
#include "xpbd/scenes.h"
#include "xpbd/solver.h"

/* A hanging sheet. */
static bool make_sheet(check *self, int resolution, xpbd_model *out) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = resolution;
  return check_status(self, xpbd_scene_build("cloth", &params, out), XPBD_OK, "cloth");
}

static int32_t pick(check *self, int32_t below) {
  return (int32_t)(check_random(self, 0.0, 1.0) * below) % below;
}

/* The same springs with other names for the particles, in another order. */
static bool shuffle(check *self, const xpbd_scene *sheet, xpbd_scene **out) {
  const xpbd_constraints *set = xpbd_scene_set(sheet, 0);
  const int32_t n = xpbd_scene_particle_count(sheet);
  int32_t *name = malloc((size_t)n * sizeof *name), *edge = malloc(2 * (size_t)set->count * sizeof *edge);
  double *x = malloc(3 * (size_t)n * sizeof *x), *w = malloc((size_t)n * sizeof *w);
  bool good = check_true(self, name && edge && x && w, "memory for %d particles", (int)n);
  for (int32_t i = 0; i < n && good; i++) {
    const int32_t j = pick(self, i + 1);
    name[i] = name[j], name[j] = i;
    w[i] = 1.0;
  }
  for (int32_t i = 0; i < n && good; i++)
    memcpy(&x[3 * (int64_t)name[i]], &xpbd_scene_positions(sheet)[3 * (int64_t)i], 3 * sizeof *x);
  for (int32_t e = 0; e < set->count && good; e++) {
    const int32_t f = pick(self, e + 1);
    memcpy(&edge[2 * e], &edge[2 * f], 2 * sizeof *edge);
    for (int k = 0; k < 2; k++) edge[2 * f + k] = name[set->particles[2 * e + k]];
  }
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = n, def.positions = x, def.inverse_masses = w;
  xpbd_constraints_def springs = xpbd_constraints_def_default();
  springs.formula = "stretching", springs.count = set->count, springs.particles = edge;
  good = good && check_status(self, xpbd_scene_create(&def, out), XPBD_OK, "shuffled: scene") &&
         check_status(self, xpbd_scene_add(*out, &springs), XPBD_OK, "shuffled: springs");
  free(name), free(edge), free(x), free(w);
  return good;
}

/* Blocks of slot k whose bit says run, and of them those that are none, or are one and do not say so. */
static int64_t wrong_bits(const xpbd_layout_set *set, int k, int64_t *runs) {
  int64_t wrong = 0;
  *runs = 0;
  for (int32_t j = 0; j < set->padded; j += XPBD_PADDING) {
    bool run = true;
    for (int32_t first = j; first < j + 4; first++)
      for (int32_t more = 1; more < 4; more++)
        run &= set->offset[k][first + 4 * more] == set->offset[k][first] + 16 * (uint32_t)more;
    const bool says = (set->held[j / XPBD_PADDING] & XPBD_RUN << k) != 0;
    *runs += says;
    wrong += says != run;
  }
  return wrong;
}

/* Slots of blocks that do not say whether somebody stands there who is held, or padding, and whether somebody who is free. */
static int64_t wrong_holds(const xpbd_layout *layout, const bool *fixed) {
  const xpbd_layout_set *set = &layout->sets[0];
  int64_t wrong = 0;
  for (int32_t j = 0; j < set->padded; j += XPBD_PADDING)
    for (int k = 0; k < set->arity; k++) {
      bool some = false, all = true;
      for (int32_t l = 0; l < XPBD_PADDING; l++) {
        const bool held = fixed[set->offset[k][j + l] / sizeof(xpbd_particle_f32)];
        some |= held, all &= held;
      }
      const int says = set->held[j / XPBD_PADDING];
      wrong += ((says & XPBD_HELD << k) != 0) != some || ((says & XPBD_FREE << k) != 0) == all;
    }
  return wrong;
}

/* Of a sheet in the order of the scene, whose first particle is held. */
static void check_held(check *self, int resolution) {
  xpbd_model model;
  xpbd_solver_def def = xpbd_solver_def_default();
  def.precision = XPBD_F32;
  if (!make_sheet(self, resolution, &model)) return;
  xpbd_layout layout;
  if (check_status(self, xpbd_layout_create(model.scene, &def, &layout), XPBD_OK, "layout")) {
    bool *fixed = calloc((size_t)layout.records, sizeof *fixed);
    for (int32_t i = 0; i < layout.records && fixed; i++)
      fixed[xpbd_layout_place(&layout, i)] = i >= layout.n || !(xpbd_scene_inverse_masses(model.scene)[i] > 0.0);
    if (check_true(self, fixed && fixed[0] && !fixed[1], "the first particle is held, the next is not")) {
      check_same(self, (uint64_t)wrong_holds(&layout, fixed), 0, "blocks that say what they are not");
      fixed[0] = false;
      check_control(self, wrong_holds(&layout, fixed) > 0, "the first particle is free");
      fixed[0] = fixed[1] = true;
      check_control(self, wrong_holds(&layout, fixed) > 0, "the next is held, too");
    }
    free(fixed);
  }
  xpbd_layout_destroy(&layout);
  xpbd_model_destroy(&model);
}

/* Constraints that are not in the group of the schedule, or not once. */
static int64_t misplaced(const xpbd_schedule *schedule, const int32_t *order) {
  int32_t *group_of = malloc(((size_t)schedule->constraint_count + 1) * sizeof *group_of);
  int64_t wrong = group_of ? 0 : 1;
  for (int32_t g = 0; g < schedule->group_count && group_of; g++)
    for (int32_t j = schedule->group_start[g]; j < schedule->group_start[g + 1]; j++) group_of[schedule->order[j]] = g;
  for (int32_t g = 0; g < schedule->group_count && group_of; g++)
    for (int32_t j = schedule->group_start[g]; j < schedule->group_start[g + 1]; j++) {
      wrong += group_of[order[j]] != g;
      group_of[order[j]] = -1;
    }
  free(group_of);
  return wrong;
}

static void judge_order(check *self, const xpbd_layout *layout, const char *name) {
  const xpbd_schedule *schedule = &layout->sets[0].constraints->schedule;
  int32_t *order = NULL;
  if (!check_status(self, xpbd_layout_order(layout, 0, &order), XPBD_OK, "%s: order", name)) return;
  if (!check_true(self, order != NULL, "%s: an order of its own", name)) return;
  check_same(self, (uint64_t)misplaced(schedule, order), 0, "%s: springs in no group or another", name);
  const int32_t kept = order[0];
  order[0] = order[schedule->constraint_count - 1], order[schedule->constraint_count - 1] = kept;
  check_control(self, misplaced(schedule, order) > 0, "%s: two springs exchanged", name);
  free(order);
}

static void check_blocks(check *self, int resolution) {
  xpbd_model model;
  xpbd_solver_def def = xpbd_solver_def_default();
  def.precision = XPBD_F32;
  if (!make_sheet(self, resolution, &model)) return;
  xpbd_layout layout;
  if (check_status(self, xpbd_layout_create_in_runs(model.scene, &def, &layout), XPBD_OK, "layout")) {
    const xpbd_layout_set *set = &layout.sets[0];
    check_true(self, layout.runs && layout.place, "a sheet is numbered in runs");
    bool *seen = calloc((size_t)layout.n, sizeof *seen), once = seen != NULL;
    for (int32_t i = 0; i < layout.n && once; i++) {
      once = layout.place[i] >= 0 && layout.place[i] < layout.n && !seen[layout.place[i]];
      if (once) seen[layout.place[i]] = true;
    }
    check_true(self, once, "every place once");
    free(seen);
    for (int k = 0; k < 2; k++) {
      int64_t runs;
      check_same(self, (uint64_t)wrong_bits(set, k, &runs), 0, "slot %d: blocks that say what they are not", k);
      check_at_least(self, (double)runs / (set->padded / XPBD_PADDING), 0.75, "slot %d: share of blocks in runs", k);
      int32_t block = 0;
      while (block + 1 < set->padded / XPBD_PADDING && !(set->held[block] & XPBD_RUN << k)) block++;
      set->offset[k][block * XPBD_PADDING + 5] += 16;
      check_control(self, wrong_bits(set, k, &runs) > 0, "slot %d: a particle too far", k);
    }
    judge_order(self, &layout, "sheet");
  }
  xpbd_layout_destroy(&layout);
  xpbd_model_destroy(&model);
}

/* Where springs do not repeat there is nothing to be found, and nothing is changed. */
static void check_shuffled(check *self, int resolution) {
  xpbd_model model;
  xpbd_scene *scene = NULL;
  if (!make_sheet(self, resolution, &model)) return;
  if (shuffle(self, model.scene, &scene)) {
    int32_t *place = NULL;
    bool found = true;
    check_status(self, xpbd_runs_number(scene, &place, &found), XPBD_OK, "shuffled: numbering");
    check_true(self, !found && !place, "shuffled: no runs");
    check_status(self, xpbd_runs_number(model.scene, &place, &found), XPBD_OK, "sheet: numbering");
    check_control(self, found && place, "a sheet");
    free(place);
  }
  xpbd_scene_destroy(&scene);
  xpbd_model_destroy(&model);
}

/* Positions and multipliers after three frames, [3 n + count]; NULL, already reported, when there are none. */
static double *run(check *self, const xpbd_scene *scene, const xpbd_solver_def *def) {
  const size_t n = 3 * (size_t)xpbd_scene_particle_count(scene), count = (size_t)xpbd_scene_set(scene, 0)->count;
  double *out = malloc((n + count) * sizeof *out);
  xpbd_cpu *cpu = NULL;
  bool good = check_true(self, out != NULL, "memory") &&
              check_status(self, xpbd_cpu_create(scene, def, 1, &cpu), XPBD_OK, "state");
  if (good) {
    xpbd_cpu_run(cpu, 0, 3, NULL);
    good = check_status(self, xpbd_cpu_read(cpu, XPBD_POSITIONS, out), XPBD_OK, "positions") &&
           check_status(self, xpbd_cpu_multipliers(cpu, 0, out + n), XPBD_OK, "multipliers");
    xpbd_cpu_destroy(cpu);
  }
  if (good) return out;
  free(out);
  return NULL;
}

/* Particles side by side, each held by more springs than there are groups: the last of them come one after the other, in
 * the order of the scene, although they lie like runs of the sheet, whose numbering takes every other particle. */
static bool add_hubs(check *self, xpbd_scene *scene) {
  enum { ARMS = XPBD_MAX_GROUPS + 44, HUBS = 8, FIRST = 700 };
  int32_t edges[2 * ARMS * HUBS], *edge = edges;
  for (int32_t k = 0; k < ARMS; k++)
    for (int32_t i = 0; i < HUBS; i++) *edge++ = FIRST + 2 * i, *edge++ = k + 2 * i;
  xpbd_constraints_def springs = xpbd_constraints_def_default();
  springs.formula = "stretching", springs.count = ARMS * HUBS, springs.particles = edges;
  return check_status(self, xpbd_scene_add(scene, &springs), XPBD_OK, "hubs") &&
         check_same(self, (uint64_t)xpbd_scene_set(scene, 1)->schedule.overflow, XPBD_MAX_GROUPS, "their overflow");
}

static void check_bits(check *self, int hubs) {
  static const char *const instructions[] = {"baseline", "avx2", "avx512"};
  xpbd_model model;
  if (!make_sheet(self, 43, &model)) return;
  const xpbd_scene *scene = model.scene;
  if (hubs && !add_hubs(self, model.scene)) {
    xpbd_model_destroy(&model);
    return;
  }
  const size_t size =
      (3 * (size_t)xpbd_scene_particle_count(scene) + (size_t)xpbd_scene_set(scene, 0)->count) * sizeof(double);
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq", def.precision = XPBD_F32, def.iterations = 11, def.lanes = 1;
  double *expected = run(self, scene, &def);
  def.lanes = 0;
  for (size_t k = 0; k < sizeof instructions / sizeof *instructions && expected; k++) {
    if (!xpbd_kernels_find(instructions[k])) continue;
    def.instructions = instructions[k];
    double *x = run(self, scene, &def);
    if (!x) continue;
    check_true(self, memcmp(x, expected, size) == 0, "%s: the bits of springs one by one", instructions[k]);
    x[7] = nextafter(x[7], INFINITY);
    check_control(self, memcmp(x, expected, size) != 0, "%s: a bit changed", instructions[k]);
    free(x);
  }
  free(expected);
  xpbd_model_destroy(&model);
}

void check_group_runs(check_registry *registry);
void check_group_runs(check_registry *registry) {
  check_add(registry, "blocks", "a sheet stands in runs, and its blocks say so", check_blocks, 41);
  check_add(registry, "blocks_large", "the same where springs wait for a block no longer than they may", check_blocks,
            161);
  check_add(registry, "held", "blocks say where somebody is held, and where somebody is free", check_held, 21);
  check_add(registry, "shuffled", "a shuffled sheet has none", check_shuffled, 41);
  check_add(registry, "bits", "positions and multipliers of springs one by one", check_bits, 0);
  check_add(registry, "bits_hubs", "the same with particles of more springs than groups", check_bits, 1);
}
