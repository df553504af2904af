/* Why this file exists: every strategy of the CUDA backend must be bit-identical to seq on a device. Without a device
 * the tests run the same on an emulated one (tests/device/emulation). Tests that need neither are unit tests
 * (tests/unit/cuda). */
#include <stdio.h>
#include <string.h>

#include "cuda_checks.h"
#include "cuda/work.h"
#include "cuda/plan.h"
#include "xpbd/scenes.h"

#include "runner/workload.h"

/* The memory of a scene with 40 million edges, from the layout of a small one. */
static void check_memory(check *self, int argument) {
  const double edges = 40e6, particles = edges / 3.0, gib = 1024.0 * 1024.0 * 1024.0;
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 101;
  params.wind[0] = 1.0;
  params.wind_drag = 1.0;
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "scene")) return;
  for (int precision = 0; precision < 2; precision++) {
    xpbd_solver_def def = xpbd_solver_def_default();
    def.precision = precision ? XPBD_F64 : XPBD_F32;
    OWNED(xpbd_layout_destroy) xpbd_layout layout = {0};
    if (!check_status(self, xpbd_layout_create(model.scene, &def, &layout), XPBD_OK, "layout")) continue;
    const cuda_work work = cuda_work_of(&layout);
    const double tiles =
        2.0 * edges * (4 + work.particle_bytes / 2.0) + particles * (work.particle_bytes + 8.0); /* at most */
    const double bytes = edges * cuda_constraint_bytes(&work) + particles * cuda_particle_bytes(&work) + tiles;
    check_why(self, "it fits a device of 16 GiB, and has at least two indices for each edge");
    check_between(self, bytes / gib, 0.5, 16.0, "GiB of 40 million edges in %s", precision ? "double" : "float");
    check_control(self, !(40.0 * bytes / gib <= 16.0), "40 times as many do not fit");
  }
}

/* One scene by one strategy: bit-identical to seq, or refused with a reason. */
static bool same_state_by(check *self, xpbd_method method, const workload *load, const char *strategy,
                          xpbd_precision precision, int32_t batch) {
  rig r;
  bool ran = false;
  if (workload_build(&r, self, load)) {
    way w = way_reference(precision, 4, 5);
    w.method = method;
    w.substeps = load->wind ? 2 : 1;
    way longer = w;
    longer.frames++;
    const uint64_t expected = way_hash(&r, &w), later = way_hash(&r, &longer);
    w.backend = "cuda", w.strategy = strategy, w.instructions = NULL, w.batch = batch;
    const xpbd_status status = way_status(&r, &w);
    ran = status == XPBD_OK;
    if (ran) {
      const uint64_t found = way_hash(&r, &w);
      check_same(self, found, expected, "state of %s, %s", strategy, load->formula);
      check_control(self, found != later, "one more frame is another state");
    } else if (status == XPBD_ERR_UNSUPPORTED) {
      check_true(self, strstr(xpbd_last_error(), "strategy") != NULL, "the refusal names the strategy: %s",
                 xpbd_last_error());
    }
  }
  rig_free(&r);
  return ran;
}

static bool same_state(check *self, const workload *load, const char *strategy, xpbd_precision precision,
                       int32_t batch) {
  return same_state_by(self, XPBD_METHOD_XPBD, load, strategy, precision, batch);
}

enum { PHASES = 13 };     /* scenes of same_phases() */
enum { MANY_COPIES = 8 }; /* more than the emulated device has resident at once */

/* Everything with its own phase: ghost tips, sums, obstacles, contact, its material, wind, handles, lagged and global
 * damping. */
static int same_phases(check *self, const char *strategy, xpbd_precision precision) {
  int ran = 0;
  workload load = workload_of(xpbd_formula_find("stretching"), 0.5, false);
  load.handles = load.wind = true;
  ran += same_state(self, &load, strategy, precision, 1);
  load = workload_of(xpbd_formula_find("tet_volume"), 0.4, false);
  load.bending = load.obstacles = true;
  ran += same_state(self, &load, strategy, precision, 1);
  load.contact_radius = 0.38;
  ran += same_state(self, &load, strategy, precision, 1);
  load.material = true;
  ran += same_state(self, &load, strategy, precision, 3);
  load.material = false;
  load.reading = XPBD_DAMPING_LAGGED;
  load.global_damping = 0.1;
  ran += same_state(self, &load, strategy, precision, MANY_COPIES);
  load.omit_tip = true;
  ran += same_state(self, &load, strategy, precision, 1);
  ran += same_state_by(self, XPBD_METHOD_JACOBI, &load, strategy, precision, 2);
  load.formula = "closed_volume";
  ran += same_state(self, &load, strategy, precision, 2);
  ran += same_state_by(self, XPBD_METHOD_JACOBI, &load, strategy, precision, 1);
  load = workload_of(xpbd_formula_find("stretching"), 0.5, false); /* springs alone take a separate path */
  ran += same_state(self, &load, strategy, precision, MANY_COPIES);
  ran += same_state_by(self, XPBD_METHOD_JACOBI_MEAN, &load, strategy, precision, MANY_COPIES);
  load.wind = true;
  ran += same_state(self, &load, strategy, precision, 1);
  return ran + same_state(self, &load, strategy, precision, 3);
}

/* More ghost tips than a block has threads. Each must start its step at its current position. Otherwise its damping
 * pulls it to an old position. */
static void check_centres(check *self, int argument) {
  enum { TIPS = 600 }; /* in double a block has up to 512 threads */
  static double positions[2 * TIPS][3], velocities[2 * TIPS][3], masses[2 * TIPS];
  static int32_t springs[TIPS][2];
  for (int i = 0; i < 2 * TIPS; i++) {
    masses[i] = 1.0;
    for (int k = 0; k < 3; k++) velocities[i][k] = check_random(self, -1, 1);
    positions[i][0] = i, positions[i][1] = i % 2;
  }
  for (int i = 0; i < TIPS; i++) springs[i][0] = 2 * i, springs[i][1] = 2 * TIPS + i;
  rig r = {.owner = self};
  xpbd_scene_def def = rig_points(2 * TIPS, positions[0], velocities[0], masses);
  if (cuda_here(self) && rig_scene(&r, self, &def, 0, NULL)) {
    xpbd_constraints_def set = rig_set("stretching", TIPS, springs[0], NULL);
    set.compliance = 1e-3, set.damping = 0.5;
    int32_t index;
    for (int32_t i = 0; i < TIPS; i++)
      check_status(self, xpbd_scene_add_centre(r.scene, 2 * i, 2, &index), XPBD_OK, "tip %d", (int)i);
    check_status(self, xpbd_scene_add(r.scene, &set), XPBD_OK, "springs to the tips");
    way w = way_reference(XPBD_F64, 3, 4), more = way_reference(XPBD_F64, 3, 5);
    const uint64_t expected = way_hash(&r, &w), other = way_hash(&r, &more);
    w.backend = "cuda", w.strategy = "block", w.instructions = NULL;
    const uint64_t found = way_hash(&r, &w);
    check_same(self, found, expected, "state of %d tips in one block", (int)TIPS);
    check_control(self, found != other, "one more iteration is another state");
  }
  rig_free(&r);
}

/* Springs between particles anywhere in a box, or in rows of `columns` (0 = anywhere), of which every `pinned`-th is
 * pinned (0 = none). On the device they must be bit-identical to seq. Returns the device's description. */
static xpbd_counters check_net(check *self, int32_t particles, int32_t columns, int32_t pinned, int32_t (*springs)[2],
                               int32_t count, const way *by) {
  enum { MOST = 4900 };
  static double positions[MOST][3], masses[MOST];
  rig r = {.owner = self};
  xpbd_counters counters = {0};
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = particles;
  def.positions = def.velocities = positions[0], def.inverse_masses = masses;
  for (int32_t i = 0; i < particles; i++) {
    masses[i] = pinned > 0 && i % pinned == 0 ? 0.0 : 1.0;
    for (int k = 0; k < 3; k++) positions[i][k] = check_random(self, -1, 1);
    if (columns > 0) positions[i][0] += 2 * (i / columns), positions[i][1] += 2 * (i % columns);
  }
  if (rig_scene(&r, self, &def, 0, NULL)) {
    xpbd_constraints_def set = rig_set("stretching", count, springs[0], NULL);
    set.compliance = 1e-4;
    check_status(self, xpbd_scene_add(r.scene, &set), XPBD_OK, "%d springs", (int)count);
    const way reference = way_reference(by->precision, by->frames, by->iterations),
              more = way_reference(by->precision, by->frames, by->iterations + 1);
    const uint64_t expected = way_hash(&r, &reference), other = way_hash(&r, &more), found = way_hash(&r, by);
    check_same(self, found, expected, "state of %d springs, %d copies, strategy %s, %d iterations", (int)count,
               (int)by->batch, by->strategy ? by->strategy : "by size", (int)by->iterations);
    check_control(self, found != other, "one more iteration is another state");
    if (r.solver)
      check_status(self, xpbd_solver_counters(r.solver, &counters), XPBD_OK, "the properties of the device");
  }
  rig_free(&r);
  return counters;
}

/* On the device, by a strategy; NULL chooses. */
static way way_of_device(const char *strategy, xpbd_precision precision, int32_t iterations, int32_t batch) {
  way w = way_reference(precision, 3, iterations);
  w.backend = "cuda", w.strategy = strategy, w.instructions = NULL, w.batch = batch;
  return w;
}

/* `wheels` hubs with `spokes` springs each: as many groups as spokes, each with as many constraints as wheels. */
static xpbd_counters check_wheels_by(check *self, int32_t wheels, int32_t spokes, const way *by) {
  enum { MOST = 1400 };
  static int32_t springs[MOST][2];
  for (int32_t j = 0; j < wheels * spokes; j++) springs[j][0] = j / spokes, springs[j][1] = wheels + j;
  return check_net(self, wheels * (spokes + 1), 0, 11, springs, wheels * spokes, by);
}

static void check_wheels(check *self, int32_t wheels, int32_t spokes, xpbd_precision precision, int32_t batch) {
  const way by = way_of_device("block", precision, 4, batch);
  check_wheels_by(self, wheels, spokes, &by);
}

/* Two rows of particles, joined along and across (3 groups), or a net of squares with one diagonal (6 groups). */
static int32_t join_springs(bool net, int32_t columns, int32_t (*springs)[2]) {
  int32_t count = 0;
#define JOIN(a, b) (springs[count][0] = (a), springs[count][1] = (b), count++)
  for (int32_t i = 0; net && i < columns; i++)
    for (int32_t j = 0; j < columns; j++) {
      if (j + 1 < columns) JOIN(i * columns + j, i * columns + j + 1);
      if (i + 1 < columns) JOIN(i * columns + j, (i + 1) * columns + j);
      if (i + 1 < columns && j + 1 < columns) JOIN(i * columns + j, (i + 1) * columns + j + 1);
    }
  for (int32_t i = 0; !net && i < columns; i++) JOIN(2 * i, 2 * i + 1);
  for (int32_t i = 0; !net && i + 2 < 2 * columns; i++) JOIN(i, i + 2);
#undef JOIN
  return count;
}

/* A block whose strips wait only for their neighbours, with an odd and an even number of groups. */
static void check_strips(check *self, int argument) {
  enum { SPRINGS = 3 * 1024 };
  static int32_t springs[SPRINGS][2];
  const way by = way_of_device("block", argument ? XPBD_F64 : XPBD_F32, 5, 1);
  if (!cuda_here(self)) return;
  for (int net = 0; net < 2; net++) {
    const int32_t columns = net ? 30 : 480, count = join_springs(net, columns, springs);
    /* nothing is pinned: a pinned particle may be in two springs of a group */
    const xpbd_counters counters = check_net(self, net ? columns * columns : 2 * columns, 0, 0, springs, count, &by);
    check_same(self, (uint64_t)counters.groups, net ? 6 : 3, "groups of %d springs", (int)count);
    check_same(self, (uint64_t)counters.threads, 4 * CUDA_STRIP, "threads, whole strips");
  }
}

/* Springs that a thread holds in registers, one group too many for that, and copies that share a multiprocessor. */
static void check_springs(check *self, int argument) {
  const xpbd_precision precision = argument ? XPBD_F64 : XPBD_F32;
  if (!cuda_here(self)) return;
  /* each number of groups that fits registers has its own loop */
  for (int32_t groups = 1; groups <= CUDA_HELD; groups++) check_wheels(self, 40, groups, precision, 1 + groups % 2);
  check_wheels(self, 40, CUDA_HELD + 1, precision, 2);
  check_wheels(self, argument ? 300 : 560, 1, precision, 200); /* more than any device has multiprocessors */
}

/* Springs of a chain in tiles that overflow in float are counted once each, though where two tiles meet both project
 * them. */
static void check_skipped(check *self, const char *strategy) {
  enum { LINKS = 40 };
  double extension[LINKS];
  for (int k = 0; k < LINKS; k++) extension[k] = 100.0;
  const chain c = {.formula = "morse",
                   .links = LINKS,
                   .length = 1.0,
                   .mass = 1.0,
                   .stiffness = 10.0,
                   .compliance = 1e-5,
                   .extension = extension};
  int64_t skipped[2] = {0};
  for (int k = 0; k < 2; k++) {
    OWNED(rig_free) rig r = {0};
    xpbd_solver_def def = rig_settings(XPBD_F32, 1.0 / 24, 4);
    xpbd_counters counted = {0};
    if (k == 1) def.backend = "cuda", def.strategy = strategy, def.instructions = NULL;
    if (rig_chain(&r, self, &c, 20.0) && rig_solver(&r, &def) && rig_step(&r, 2) &&
        check_status(self, xpbd_solver_counters(r.solver, &counted), XPBD_OK, "counters"))
      skipped[k] = counted.skipped;
  }
  check_same(self, (uint64_t)skipped[1], (uint64_t)skipped[0], "projections that %s skips", strategy);
  check_control(self, skipped[0] >= LINKS, "they do overflow");
}

/* Tiles are refused for a mesh that is connected everywhere. */
static void check_given_up(check *self, xpbd_precision precision) {
  enum { COUNT = 4200, SPRINGS = 12000 };
  static int32_t springs[SPRINGS][2];
  for (int32_t j = 0; j < SPRINGS; j++) {
    springs[j][0] = (int32_t)check_random(self, 0, COUNT / 2);
    springs[j][1] = COUNT / 2 + (int32_t)check_random(self, 0, COUNT / 2);
  }
  const way by = way_of_device(NULL, precision, 3, 1);
  const xpbd_counters counters = check_net(self, COUNT, 0, 0, springs, SPRINGS, &by);
  check_true(self, counters.strategy && strcmp(counters.strategy, "graph") == 0, "no tiles but groups: %s",
             counters.strategy);
}

/* A sheet of springs, in copies. */
static void check_sheet(check *self, const char *strategy, int32_t columns, int32_t copies, xpbd_precision precision) {
  enum { MOST = 3 * 70 * 70 };
  static int32_t springs[MOST][2];
  const int32_t count = join_springs(true, columns, springs);
  for (int32_t batch = 1; batch <= copies; batch++) {
    const way by = way_of_device(strategy, precision, 3, batch);
    check_net(self, columns * columns, columns, 11, springs, count, &by);
  }
}

/* Tiles with more groups than registers hold, of copies, with an even and an odd number of iterations, and more than
 * one graph holds. */
static void check_in_tiles(check *self, int argument) {
  const xpbd_precision precision = argument ? XPBD_F64 : XPBD_F32;
  if (!cuda_here(self)) return;
  static const int32_t groups[] = {1, 4, CUDA_HELD, CUDA_HELD + 1, 2 * CUDA_HELD, 2 * CUDA_HELD + 1};
  for (size_t k = 0; k < sizeof groups / sizeof *groups; k++)
    for (int32_t batch = 1; batch <= 3; batch += 2) {
      const way by = way_of_device("tiles", precision, 3 + groups[k] % 2, batch);
      check_wheels_by(self, 40, groups[k], &by);
    }
  check_sheet(self, "tiles", 70, 2,
              precision); /* so many that a device with few multiprocessors does several in a block */
  const way by = way_of_device("tiles", precision, 2051, 1);
  check_wheels_by(self, 12, 4, &by);
  check_given_up(self, precision);
  if (precision == XPBD_F32) check_skipped(self, "tiles");
}

/* Two particles that fall along x with `gravity`. */
static xpbd_scene *two_particles(check *self, double gravity) {
  const double x[6] = {0, 0, 0, 0.5, 0, 0}, w[2] = {1, 1};
  xpbd_scene_def def = xpbd_scene_def_default();
  xpbd_scene *scene = NULL;
  def.particle_count = 2, def.positions = x, def.inverse_masses = w;
  def.gravity[0] = gravity, def.gravity[1] = 0;
  check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "two particles");
  return scene;
}

/* Whether this device has a strategy. */
static bool has_strategy(check *self, const char *strategy) {
  xpbd_solver_def def = xpbd_solver_def_default();
  xpbd_scene *scene = two_particles(self, 1.0);
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  def.backend = "cuda", def.strategy = strategy;
  const xpbd_status status = xpbd_solver_create(scene, &def, &solver);
  xpbd_scene_destroy(&scene);
  return status == XPBD_OK;
}

/* Tiles that stay, with each number of groups that has its own loop, as many sheets side by side as a device with three
 * multiprocessors holds, one iteration and many. Also more groups than registers hold, which do not stay. */
static void check_staying(check *self, int argument) {
  static const char *const strategies[] = {"resident", "cluster"};
  const xpbd_precision precision = argument ? XPBD_F64 : XPBD_F32;
  if (!cuda_here(self)) return;
  int had = 0;
  for (int s = 0; s < 2; s++) {
    if (!has_strategy(self, strategies[s])) continue;
    had++;
    for (int32_t groups = 1; groups <= CUDA_HELD + 1; groups++) {
      const way by = way_of_device(strategies[s], precision, 3 + groups % 2, 1 + groups % 3);
      const xpbd_counters counters = check_wheels_by(self, 40, groups, &by);
      const char *expected = s == 0 && groups > CUDA_HELD ? "graph" : strategies[s];
      const char *by_which = counters.strategy ? counters.strategy : "nothing";
      check_true(self, strcmp(by_which, expected) == 0, "%d groups: by %s, not %s", (int)groups, by_which, expected);
    }
    check_sheet(self, strategies[s], 25, 3, precision);
    for (int32_t sweeps = 1; sweeps <= 301; sweeps += 300) {
      const way by = way_of_device(strategies[s], precision, sweeps, 1);
      check_wheels_by(self, 12, 4, &by);
    }
    if (precision == XPBD_F32) check_skipped(self, strategies[s]);
  }
  if (had == 0) check_skip(self, "this device has neither of them: %s", xpbd_last_error());
}

/* A particle that moves h^2 a n (n + 1) / 2 passes 1e9 m, the limit for a scene of 1 m, in a known frame: 34 for a =
 * 1e9 m/s^2 and h = 1/24 s. Returns the final status of a run after so many frames at once. */
static xpbd_status throw_far(check *self, const char *strategy, xpbd_precision precision, int32_t batch,
                             int32_t frames) {
  xpbd_solver_def def = xpbd_solver_def_default();
  xpbd_scene *thrown = two_particles(self, 1e9);
  xpbd_solver *solver = NULL;
  def.backend = "cuda", def.strategy = strategy, def.precision = precision, def.batch = batch;
  def.frame_time = 1.0 / 24, def.iterations = 1;
  xpbd_status status = xpbd_solver_create(thrown, &def, &solver);
  if (check_status(self, status, XPBD_OK, "%s: a solver", strategy)) status = xpbd_solver_step(solver, frames);
  if (status == XPBD_OK) status = xpbd_solver_sync(solver);
  xpbd_solver_destroy(&solver);
  xpbd_scene_destroy(&thrown);
  return status;
}

static void check_divergence(check *self, const char *strategy, xpbd_precision precision) {
  for (int32_t batch = 1; batch <= 3; batch += 2) {
    check_status(self, throw_far(self, strategy, precision, batch, 33), XPBD_OK, "%s, %d copies: 33 frames", strategy,
                 (int)batch);
    check_status(self, throw_far(self, strategy, precision, batch, 60), XPBD_ERR_DIVERGED, "%s, %d copies: 60 frames",
                 strategy, (int)batch);
    check_said(self, "the simulation diverged in frame 34 (a position is not finite or beyond 1e+09 m)",
               "%s, %d copies: the text", strategy, (int)batch);
  }
}

static const xpbd_precision device_precisions[] = {XPBD_F32, XPBD_F64, XPBD_F32X};
enum { DEVICE_PRECISIONS = sizeof device_precisions / sizeof *device_precisions };

/* Formulas of every kind: springs, corners, hinges, a material with a rule, tetrahedra, a sum. */
static const char *const few[] = {"stretching",           "shear_angle",        "dihedral",
                                  "orthotropic_triangle", "corotated_root_tet", "closed_volume"};
enum { FEW = sizeof few / sizeof *few };

static bool is_few(const char *formula) {
  for (int k = 0; k < FEW; k++)
    if (strcmp(formula, few[k]) == 0) return true;
  return false;
}

/* On a device, by one strategy in one precision: the few formulas, or the others. -1: it runs nothing here, which is
 * reported. */
static int same_formulas(check *self, const char *strategy, xpbd_precision precision, bool others) {
  if (!cuda_here(self)) return -1;
  int ran = 0;
  for (int f = 0; f < xpbd_formula_count(); f++) {
    if (is_few(xpbd_formula_at(f)->name) == others || xpbd_formula_at(f)->traits & XPBD_NODAL) continue;
    const workload load = workload_of(f, f % 2 ? 0.5 : 0.0, f % 3 == 0);
    ran += same_state(self, &load, strategy, precision, 1);
  }
  if (ran > 0) return ran;
  check_skip(self, "strategy %s runs nothing here: %s", strategy, xpbd_last_error());
  return -1;
}

/* A few formulas and every phase. A strategy may be refused for the device or the size, never for the contents of a
 * scene. */
static void check_device(check *self, int argument) {
  const char *strategy = cuda_strategy_name((cuda_strategy)(argument / DEVICE_PRECISIONS));
  const xpbd_precision precision = device_precisions[argument % DEVICE_PRECISIONS];
  const int ran = same_formulas(self, strategy, precision, false);
  if (ran < 0) return;
  const int phases = same_phases(self, strategy, precision);
  check_divergence(self, strategy, precision);
  check_same(self, (uint64_t)ran, FEW, "formulas that %s runs", strategy);
  check_same(self, (uint64_t)phases, PHASES, "scenes with every phase that %s runs", strategy);
}

/* All other formulas. */
static void check_others(check *self, int argument) {
  const char *strategy = cuda_strategy_name((cuda_strategy)(argument / DEVICE_PRECISIONS));
  const int ran = same_formulas(self, strategy, device_precisions[argument % DEVICE_PRECISIONS], true);
  int refused = 0;
  for (int f = 0; f < xpbd_formula_count(); f++) refused += (xpbd_formula_at(f)->traits & XPBD_NODAL) != 0;
  if (ran >= 0)
    check_same(self, (uint64_t)ran, (uint64_t)(xpbd_formula_count() - FEW - refused), "others that %s runs", strategy);
}

void check_group_cuda(check_registry *registry) {
  cuda_add_device(registry);
  check_add(registry, "centres", "on a device, more ghost tips than a block has threads", check_centres, 0);
  check_add_both(registry, "springs", "on a device, springs in registers and beside each other", check_springs, 0, 1);
  check_add_both(registry, "apart", "on a device, strips that wait only for their neighbours", check_strips, 0, 1);
  check_add_both(registry, "in-tiles", "on a device, springs in tiles", check_in_tiles, 0, 1);
  check_add_both(registry, "staying", "on a device, springs in tiles that stay", check_staying, 0, 1);
  check_add(registry, "memory", "40 million edges fit in 16 GiB", check_memory, 0);
  for (int k = 0; k < DEVICE_PRECISIONS * CUDA_STRATEGIES; k++) {
    const char *strategy = cuda_strategy_name((cuda_strategy)(k / DEVICE_PRECISIONS));
    const char *precision = xpbd_precision_name((int)device_precisions[k % DEVICE_PRECISIONS]);
    check_add_named(registry, "on a device, six formulas and every phase are bit-identical to seq", check_device, k,
                    "device-%s-%s", strategy, precision);
    check_add_named(registry, "on a device, all other formulas are bit-identical to seq", check_others, k,
                    "others-%s-%s", strategy, precision);
  }
}
