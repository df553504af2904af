/* Why this file exists: springs of a sheet form runs, so that a register of particles is one load. A bit per block says
 * so, and a wrong bit reads other particles. Here every bit is checked, and positions and multipliers are compared with
 * springs one by one. The places of particles affect only the speed, so their numbering is recorded. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layout/layout.h"
#include "layout/numbering.h"
#include "layout/order.h"
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

/* The same springs with renumbered particles, in another order. */
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

/* Returns the blocks whose run bit for slot k is wrong. *runs = blocks that have the bit. */
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

/* Slots of blocks whose flags for held particles (or padding) and free particles are wrong. */
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

/* A sheet in the order of the scene, whose first particle is held. */
static void check_held(check *self, int resolution) {
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  xpbd_solver_def def = xpbd_solver_def_default();
  def.precision = XPBD_F32;
  if (!make_sheet(self, resolution, &model)) return;
  OWNED(xpbd_layout_destroy) xpbd_layout layout = {0};
  if (check_status(self, xpbd_layout_create(model.scene, &def, &layout), XPBD_OK, "layout")) {
    OWNED(check_free) bool *fixed = calloc((size_t)layout.records, sizeof *fixed);
    for (int32_t i = 0; i < layout.records && fixed; i++)
      fixed[xpbd_layout_place(&layout, i)] = i >= layout.n || !(xpbd_scene_inverse_masses(model.scene)[i] > 0.0);
    if (check_true(self, fixed && fixed[0] && !fixed[1], "the first particle is held, the next is not")) {
      check_same(self, (uint64_t)wrong_holds(&layout, fixed), 0, "blocks that say what they are not");
      fixed[0] = false;
      check_control(self, wrong_holds(&layout, fixed) > 0, "the first particle is free");
      fixed[0] = fixed[1] = true;
      check_control(self, wrong_holds(&layout, fixed) > 0, "the next is held, too");
    }
  }
}

/* Constraints that are not in their group of the schedule, or not exactly once. */
static int64_t misplaced(const xpbd_schedule *schedule, const int32_t *order) {
  OWNED(check_free) int32_t *group_of = malloc(((size_t)schedule->constraint_count + 1) * sizeof *group_of);
  int64_t wrong = group_of ? 0 : 1;
  for (int32_t g = 0; g < schedule->group_count && group_of; g++)
    for (int32_t j = schedule->group_start[g]; j < schedule->group_start[g + 1]; j++) group_of[schedule->order[j]] = g;
  for (int32_t g = 0; g < schedule->group_count && group_of; g++)
    for (int32_t j = schedule->group_start[g]; j < schedule->group_start[g + 1]; j++) {
      wrong += group_of[order[j]] != g;
      group_of[order[j]] = -1;
    }
  return wrong;
}

static void judge_order(check *self, const xpbd_layout *layout, const char *name) {
  const xpbd_schedule *schedule = &layout->sets[0].constraints->schedule;
  OWNED(check_free) int32_t *order = NULL;
  if (!check_status(self, xpbd_layout_order(layout, 0, &order), XPBD_OK, "%s: order", name)) return;
  if (!check_true(self, order != NULL, "%s: an order of its own", name)) return;
  check_same(self, (uint64_t)misplaced(schedule, order), 0, "%s: springs in no group or another", name);
  const int32_t kept = order[0];
  order[0] = order[schedule->constraint_count - 1], order[schedule->constraint_count - 1] = kept;
  check_control(self, misplaced(schedule, order) > 0, "%s: two springs exchanged", name);
}

static void check_blocks(check *self, int resolution) {
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  xpbd_solver_def def = xpbd_solver_def_default();
  def.precision = XPBD_F32;
  if (!make_sheet(self, resolution, &model)) return;
  OWNED(xpbd_layout_destroy) xpbd_layout layout = {0};
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
}

/* If springs do not repeat, nothing is found and nothing is changed. */
static void check_shuffled(check *self, int resolution) {
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  if (!make_sheet(self, resolution, &model)) return;
  if (shuffle(self, model.scene, &scene)) {
    OWNED(check_free) int32_t *place = NULL;
    bool found = true;
    check_status(self, xpbd_runs_number(scene, &place, &found), XPBD_OK, "shuffled: numbering");
    check_true(self, !found && !place, "shuffled: no runs");
    check_status(self, xpbd_runs_number(model.scene, &place, &found), XPBD_OK, "sheet: numbering");
    check_control(self, found && place, "a sheet");
  }
}

/* Positions and multipliers after three frames, [3 n + count]; NULL, already reported, on failure. */
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

/* Particles in a row, each held by more springs than there are groups. The last springs run one after the other in the
 * order of the scene, although they look like runs of the sheet, whose numbering takes every other particle. */
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
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  if (!make_sheet(self, 43, &model)) return;
  const xpbd_scene *scene = model.scene;
  if (hubs && !add_hubs(self, model.scene)) return;
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
}

/* ---- the same numbering everywhere ---- */

/* Hash of a list in its order. */
static uint32_t digest(const int32_t *list, int32_t count) {
  uint32_t hash = 2166136261u;
  for (int32_t i = 0; i < count; i++) hash = (hash ^ (uint32_t)list[i]) * 16777619u;
  return hash;
}

enum { PATCHES = 3, LARGEST = 12000 };

/* Sheets side by side, each with so many columns and rows, with or without diagonals. They are numbered along rows or
 * down columns. If `astray` is not 0, every `astray`-th particle has another's number. */
typedef struct patch {
  int32_t columns, rows;
  bool down, diagonals;
  int32_t astray;
} patch;

static int32_t name_of(const patch *p, int32_t first, int32_t i, int32_t j) {
  const int32_t at = p->down ? i * p->rows + j : j * p->columns + i;
  if (p->astray == 0) return first + at;
  const int32_t count = p->columns * p->rows, turned = at % p->astray == 0 ? (at + p->astray * 7) % count : at;
  return first + (count % p->astray == 0 ? turned : at);
}

static bool make_patches(check *self, const patch patches[PATCHES], xpbd_scene **out) {
  static double x[3 * LARGEST], w[LARGEST];
  static int32_t edge[6 * LARGEST];
  int32_t first = 0, count = 0;
  for (int k = 0; k < PATCHES; k++) {
    const patch *p = &patches[k];
    for (int32_t j = 0; j < p->rows; j++)
      for (int32_t i = 0; i < p->columns; i++) {
        const int32_t here = name_of(p, first, i, j);
        x[3 * here] = i, x[3 * here + 1] = j, x[3 * here + 2] = 3.0 * k, w[here] = i + j > 0 || k == 1;
        for (int32_t to = 0; to < (p->diagonals ? 3 : 2); to++) {
          const int32_t right = i + (to != 1), below = j + (to != 0);
          if (right >= p->columns || below >= p->rows) continue;
          edge[2 * count] = here, edge[2 * count++ + 1] = name_of(p, first, right, below);
        }
      }
    first += p->columns * p->rows;
  }
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = first, def.positions = x, def.inverse_masses = w;
  xpbd_constraints_def few = xpbd_constraints_def_default(), springs = few;
  few.formula = springs.formula = "stretching";
  few.count = 3, few.particles = edge; /* the largest set decides */
  springs.count = count, springs.particles = edge;
  return check_status(self, xpbd_scene_create(&def, out), XPBD_OK, "patches") &&
         check_status(self, xpbd_scene_add(*out, &few), XPBD_OK, "few springs") &&
         check_status(self, xpbd_scene_add(*out, &springs), XPBD_OK, "springs");
}

/* No bit of a result depends on the numbering, so no other check sees a bad one. Recorded when the times in
 * lib/solver/cpu.c were measured. Measure the speed of another numbering before you record it. */
static void check_recorded(check *self, int unused) {
  static const struct {
    patch patches[PATCHES];
    uint32_t own, reversed; /* from the order of the scene, from its reverse; 0 = no runs */
  } cases[] = {
      {{{40, 30, false, false, 0}, {20, 50, true, true, 0}, {9, 9, false, true, 0}}, 0x91b0412b, 0xbcb39baf},
      {{{33, 33, true, false, 3}, {17, 64, false, true, 0}, {5, 7, true, false, 0}}, 0x3d905673, 0x59f315b9},
      {{{64, 64, false, true, 0}, {64, 32, true, false, 0}, {10, 300, false, false, 0}}, 0xa440e8b1, 0xa409224d},
      {{{2, 300, false, false, 0}, {300, 2, false, false, 0}, {100, 3, true, true, 0}}, 0xeef494cb, 0xbd3bdec1},
      {{{12, 12, false, false, 2}, {12, 12, true, false, 4}, {12, 12, false, true, 6}}, 0, 0},
      {{{100, 60, false, true, 5}, {3, 3, false, false, 0}, {3, 3, false, false, 0}}, 0, 0},
      {{{16, 8, false, false, 0}, {2, 2, false, false, 0}, {2, 2, false, false, 0}}, 0, 0},
      {{{11, 12, false, false, 0}, {1, 2, false, false, 0}, {1, 2, false, false, 0}}, 0, 0},
      {{{70, 80, false, true, 1}, {2, 2, false, false, 0}, {2, 2, false, false, 0}}, 0x42bc1d19, 0xfdb8eae1},
      {{{70, 80, false, true, 8}, {40, 40, true, true, 16}, {2, 2, false, false, 0}}, 0xde22ef29, 0xecd37791}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    if (make_patches(self, cases[c].patches, &scene)) {
      const int32_t n = xpbd_scene_particle_count(scene);
      for (int reversed = 0; reversed < 2; reversed++) {
        OWNED(check_free) int32_t *place = reversed ? malloc((size_t)n * sizeof *place) : NULL;
        bool found = false;
        for (int32_t i = 0; place && i < n; i++) place[i] = n - 1 - i;
        check_status(self, xpbd_runs_number(scene, &place, &found), XPBD_OK, "case %d: numbering", (int)c);
        const uint32_t is = found ? digest(place, n) : 0, was = reversed ? cases[c].reversed : cases[c].own;
        check_same(self, is, was, "case %d, %s: places", (int)c, reversed ? "reversed" : "as it is");
        if (found && n > 1) {
          const int32_t kept = place[0];
          place[0] = place[n - 1], place[n - 1] = kept;
          check_control(self, digest(place, n) != was, "case %d: two particles exchanged", (int)c);
        }
      }
    }
  }
}

/* Mean distance of a spring's last movable particle from its first, over all springs. */
static double reach_of(const xpbd_scene *scene, const int32_t *place) {
  const double *w = xpbd_scene_inverse_masses(scene);
  double sum = 0.0;
  int64_t count = 0;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    for (int32_t c = 0; c < set->count; c++, count++) {
      const int32_t a = set->particles[2 * c], b = set->particles[2 * c + 1];
      if (w[a] > 0.0 && w[b] > 0.0) sum += abs((place ? place[a] : a) - (place ? place[b] : b));
    }
  }
  return sum / (double)count;
}

/* The same for the numbering that brings neighbours together, on sheets numbered down their long columns. */
static void check_near(check *self, int unused) {
  static const struct {
    patch patches[PATCHES];
    uint32_t places; /* 0 = it is unchanged */
  } cases[] = {{{{4, 2900, true, false, 0}, {2, 2, false, false, 0}, {2, 2, false, false, 0}}, 0xea1d80df},
               {{{4, 2900, false, false, 0}, {2, 2, false, false, 0}, {2, 2, false, false, 0}}, 0},
               {{{3, 3600, true, true, 0}, {6, 5, false, false, 0}, {7, 4, true, true, 0}}, 0x182afbb6},
               {{{3, 2000, true, false, 4}, {2, 2900, true, false, 0}, {5, 5, false, false, 0}}, 0},
               {{{3, 1900, true, true, 0}, {3, 1800, true, false, 0}, {2, 300, true, false, 0}}, 0},
               {{{105, 104, true, false, 0}, {2, 2, false, false, 0}, {2, 2, false, false, 0}}, 0},
               {{{2, 5900, true, false, 0}, {2, 2, false, false, 0}, {2, 2, false, false, 0}}, 0x6a68ccd3},
               {{{2, 2100, true, false, 0}, {2, 3500, true, true, 0}, {2, 2, false, false, 0}}, 0xbcdcfca1}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    if (make_patches(self, cases[c].patches, &scene)) {
      const int32_t n = xpbd_scene_particle_count(scene);
      OWNED(check_free) int32_t *place = NULL;
      check_status(self, xpbd_numbering_find(scene, &place), XPBD_OK, "case %d: numbering", (int)c);
      check_same(self, place ? digest(place, n) : 0, cases[c].places, "case %d: places near each other", (int)c);
      for (int numbered = 0; numbered < 1 + (place != NULL); numbered++) {
        const double reach = reach_of(scene, numbered ? place : NULL);
        check_at_most(self, fabs(xpbd_numbering_reach(scene, numbered ? place : NULL) / reach - 1.0), 1e-12,
                      "case %d, numbered %d: reach, relative error", (int)c, numbered);
        check_control(self,
                      !(fabs(xpbd_numbering_reach(scene, numbered ? place : NULL) / (reach + 1.0) - 1.0) <= 1e-12),
                      "case %d: a place more", (int)c);
      }
    }
  }
}

/* Springs that share no particle are one group, sorted by first place. A sorted group has no list of its own. */
static void check_order(check *self, int unused) {
  enum { SPRINGS = 5 };
  static const int32_t turned[2 * SPRINGS] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0}, expected[SPRINGS] = {4, 3, 2, 1, 0};
  for (int backwards = 0; backwards < 2; backwards++) {
    double x[6 * SPRINGS] = {0}, w[2 * SPRINGS];
    int32_t edge[2 * SPRINGS], *order = NULL;
    for (int32_t i = 0; i < 2 * SPRINGS; i++) x[3 * i] = i, w[i] = 1.0, edge[i] = backwards ? turned[i] : i;
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    xpbd_scene_def def = xpbd_scene_def_default();
    def.particle_count = 2 * SPRINGS, def.positions = x, def.inverse_masses = w;
    xpbd_constraints_def springs = xpbd_constraints_def_default();
    springs.formula = "stretching", springs.count = SPRINGS, springs.particles = edge;
    if (check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "a scene") &&
        check_status(self, xpbd_scene_add(scene, &springs), XPBD_OK, "springs") &&
        check_status(self, xpbd_order_list(scene, 0, NULL, false, &order), XPBD_OK, "an order")) {
      if (backwards == 0) check_true(self, !order, "in order: no list");
      if (backwards == 1) check_control(self, order && memcmp(order, expected, sizeof expected) == 0, "turned round");
    }
    free(order);
  }
}

static bool make_springs(check *self, int32_t n, const double *x, const double *w, int32_t count, const int32_t *edge,
                         xpbd_scene **out) {
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = n, def.positions = x, def.inverse_masses = w;
  xpbd_constraints_def springs = xpbd_constraints_def_default();
  springs.formula = "stretching", springs.count = count, springs.particles = edge;
  return check_status(self, xpbd_scene_create(&def, out), XPBD_OK, "a scene") &&
         check_status(self, xpbd_scene_add(*out, &springs), XPBD_OK, "springs");
}

/* Springs of a group that write no particle come last, in their own order. */
static void check_pinned_last(check *self, int unused) {
  static const double x[18] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0}, w[6] = {1, 1, 0, 0, 1, 1};
  static const int32_t edge[8] = {4, 5, 2, 3, 2, 3, 0, 1}, expected[4] = {3, 0, 1, 2}, other[4] = {3, 0, 2, 1};
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  OWNED(check_free) int32_t *order = NULL;
  if (make_springs(self, 6, x, w, 4, edge, &scene) &&
      check_same(self, (uint64_t)xpbd_scene_set(scene, 0)->schedule.group_count, 1, "groups") &&
      check_status(self, xpbd_order_list(scene, 0, NULL, false, &order), XPBD_OK, "an order")) {
    check_true(self, order && memcmp(order, expected, sizeof expected) == 0, "those of pinned particles are the last");
    check_control(self, order && memcmp(order, other, sizeof other) != 0, "they are not exchanged");
  }
}

/* The budget of look-ups is 16 per spring. Following a step costs a look-up per group for each particle. Here are two
 * chains and a hub, which has 24 groups. In a chain of FIRST particles the step to the next but one is tried from the
 * middle, over 62 particles, then followed from all but the last two: 24 (62 + FIRST - 2) = 20640 look-ups. 1290
 * springs pay for just that many, and the second chain keeps its order. With one more spring it has its step, too. */
static void check_budget(check *self, int unused) {
  enum { FIRST = 800, ENOUGH = 469, ARMS = 24, MOST = FIRST + ENOUGH + ARMS + 1 };
  static double x[3 * MOST], w[MOST];
  static int32_t edge[2 * MOST];
  int followed[2] = {-1, -1};
  for (int more = 0; more < 2; more++) {
    const int32_t hub = FIRST + ENOUGH - 1 + more, n = hub + 1 + ARMS;
    int32_t count = 0, *place = NULL;
    bool found = false;
    for (int32_t i = 0; i < n; i++) x[3 * i] = i, w[i] = 1.0;
    for (int32_t i = 0; i + 1 < n; i++) {
      const int32_t from = i < hub ? i : hub;
      if (i + 1 == FIRST || i + 1 == hub) continue; /* where one part ends */
      edge[2 * count] = from, edge[2 * count++ + 1] = i + 1;
    }
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    if (make_springs(self, n, x, w, count, edge, &scene) &&
        check_same(self, (uint64_t)xpbd_scene_set(scene, 0)->schedule.group_count, ARMS, "groups") &&
        check_status(self, xpbd_runs_number(scene, &place, &found), XPBD_OK, "numbering") &&
        check_true(self, found && place, "the first chain stands in runs")) {
      const int32_t *second = &place[FIRST];
      check_same(self, (uint64_t)count, 1290 + (uint64_t)more, "springs");
      check_same(self, (uint64_t)(place[2] - place[0]), 1, "places from the first particle to the third");
      check_same(self, (uint64_t)(second[more ? 2 : 1] - second[0]), 1, "%d springs: places in the second chain",
                 (int)count);
      followed[more] = second[2] - second[0] == 1;
    }
    free(place);
  }
  check_control(self, followed[0] != followed[1], "a spring more");
}

/* Springs of a group by first place: in turn `lengths` consecutive ones, each followed by a gap. */
static int32_t make_group(const int32_t *lengths, int kinds, int32_t count, uint32_t *members) {
  uint32_t at = 0;
  for (int32_t j = 0, kind = 0; j < count; kind++, at += 5)
    for (int32_t k = 0; k < lengths[kind % kinds] && j < count; k++, j++, at++) {
      members[3 * j] = (uint32_t)j;
      members[3 * j + 1] = at | (j % 11 == 0 ? XPBD_PINNED : 0);
      members[3 * j + 2] = at + 1000 + (uint32_t)(kind % 3);
    }
  return count;
}

/* Blocks of four runs of four, the first of each run in one register; the rest is unchanged. */
static void check_packed(check *self, int unused) {
  enum { SPRINGS = 6000 };
  static uint32_t members[3 * SPRINGS];
  static int32_t out[SPRINGS + XPBD_PADDING];
  static const int32_t single[] = {1}, four[] = {4}, five[] = {5}, three[] = {3};
  static const int32_t block[] = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
  static const int32_t fives[] = {0, 5, 10, 15, 1, 6, 11, 16, 2, 7, 12, 17, 3, 8, 13, 18, 4, 9, 14, 19};
  check_true(self, !xpbd_runs_pack(members, make_group(four, 1, 0, members), out), "nothing");
  check_true(self, !xpbd_runs_pack(members, make_group(single, 1, 40, members), out), "single springs stay");
  check_true(self, !xpbd_runs_pack(members, make_group(three, 1, 39, members), out), "runs that are too short stay");
  check_true(self, !xpbd_runs_pack(members, make_group(four, 1, 12, members), out), "so do fewer than four");
  check_control(self, xpbd_runs_pack(members, make_group(four, 1, 16, members), out), "four runs of four do not");
  check_true(self, memcmp(out, block, sizeof block) == 0, "one of each in a register");
  check_true(self,
             xpbd_runs_pack(members, make_group(five, 1, 20, members), out) && memcmp(out, fives, sizeof fives) == 0,
             "of five the last is left over");
  static const struct {
    int32_t lengths[6];
    int kinds;
    int32_t count;
    uint32_t order;
  } groups[] = {{{1, 4}, 2, 3000, 0xff36ff8d},
                {{4, 3, 9, 1}, 4, 6000, 0xc49e01dd},
                {{8}, 1, 1200, 0x33680d25},
                {{1, 1, 1, 5}, 4, 6000, 0x04326925},
                {{16, 2}, 2, 5000, 0xee530869},
                {{40, 1, 7}, 3, 6000, 0x120e72dd},
                {{3, 3, 3, 3, 3, 4}, 6, 6000, 0x20ddab39},
                {{2000, 1}, 2, 6000, 0xd4797725}};
  for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
    const int32_t count = make_group(groups[g].lengths, groups[g].kinds, groups[g].count, members);
    xpbd_runs_pack(members, count, out);
    check_same(self, digest(out, count), groups[g].order, "group %d: order", (int)g);
    static bool seen[SPRINGS];
    int32_t once = 0;
    memset(seen, 0, sizeof seen);
    for (int32_t j = 0; j < count; j++)
      if (out[j] >= 0 && out[j] < count && !seen[out[j]]) seen[out[j]] = true, once++;
    check_same(self, (uint64_t)once, (uint64_t)count, "group %d: each once", (int)g);
  }
}

void check_group_runs(check_registry *registry) {
  check_add(registry, "blocks", "a sheet stands in runs, and its blocks say so", check_blocks, 41);
  check_add(registry, "blocks_large", "the same where springs wait for a block no longer than they may", check_blocks,
            161);
  check_add(registry, "held", "blocks say where somebody is held, and where somebody is free", check_held, 21);
  check_add(registry, "shuffled", "a shuffled sheet has none", check_shuffled, 41);
  check_add(registry, "recorded", "places of particles in runs, as they were", check_recorded, 0);
  check_add(registry, "near", "places of particles near each other, as they were", check_near, 0);
  check_add(registry, "order", "springs by their first places", check_order, 0);
  check_add(registry, "pinned_last", "springs that write nobody, behind the others", check_pinned_last, 0);
  check_add(registry, "budget", "how many looks at partners are paid for", check_budget, 0);
  check_add(registry, "packed", "springs of a group put into blocks", check_packed, 0);
  check_add(registry, "bits", "positions and multipliers of springs one by one", check_bits, 0);
  check_add(registry, "bits_hubs", "the same with particles of more springs than groups", check_bits, 1);
}
