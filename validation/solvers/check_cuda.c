/* Why this file exists: what is the CUDA backend's alone: which thread does which constraint, where a cluster keeps a
 * particle, which strategy is taken; and, on a device, every strategy in the bits of seq. Where there is no device the
 * tests run the same on a CPU that plays one (tests/cuda/emulation). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "cuda/work.h"
#include "cuda/plan.h"
#include "xpbd/scenes.h"

#include "runner/workload.h"

/* A device as large as today's largest, and a small one of compute capability 7.5. */
static const cuda_device large = {90, 227 * 1024, 1, 8, 132, 228 * 1024}, small = {75, 64 * 1024, 1, 0, 40, 64 * 1024};
/* The large one where the code was compiled for older ones, and with the smallest cluster. */
static const cuda_device older = {90, 227 * 1024, 1, 0, 132, 228 * 1024},
                         lone = {90, 227 * 1024, 1, 1, 132, 228 * 1024};

/* How often each place of a group is visited by a team; the number of places not visited exactly once. */
static int32_t visited_wrongly(const xpbd_group *group, int32_t threads, int32_t last_thread) {
  int32_t visits[4096] = {0}, wrong = 0;
  for (int32_t t = 0; t < last_thread; t++)
    for (int32_t j = cuda_begin(group, t); j < group->last; j += cuda_step(group, threads)) visits[j]++;
  for (int32_t j = 0; j < 4096; j++) wrong += visits[j] != (j >= group->first && j < group->last);
  return wrong;
}

static void check_cover(check *self, int argument) {
  (void)argument;
  static const int32_t counts[] = {0, 1, 15, 16, 17, 813, 1024, 3000}, teams[] = {1, 7, 32, 256, 1024, 2048};
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    for (size_t t = 0; t < sizeof teams / sizeof *teams; t++) {
      for (int serial = 0; serial < 2; serial++) {
        const xpbd_group group = {.first = 48, .last = 48 + counts[c], .serial = serial};
        check_same(self, (uint64_t)visited_wrongly(&group, teams[t], teams[t]), 0,
                   "places not visited once: %d constraints, %d threads, serial %d", (int)counts[c], (int)teams[t],
                   serial);
      }
    }
  }
  const xpbd_group group = {.first = 48, .last = 48 + 813};
  check_control(self, visited_wrongly(&group, 256, 255) > 0, "a thread that never runs leaves places out");
}

static void check_cluster(check *self, int argument) {
  (void)argument;
  for (int32_t particles = 1; particles < 200000; particles = particles * 3 + 1) {
    for (int32_t bytes = 16; bytes <= 32; bytes += 16) {
      const cuda_work work = {
          .particles = particles, .largest_group = particles / 2 + 1, .batch = 1, .particle_bytes = bytes};
      cuda_plan plan;
      if (cuda_make_plan(&large, &work, "cluster", &plan) != XPBD_OK) {
        check_true(self, ((int64_t)particles + 8) * bytes > 8 * large.shared_bytes,
                   "a cluster refuses %d particles only when they do not fit", (int)particles);
        continue;
      }
      bool held = true, exact = true;
      const int64_t parts = (particles + (int64_t)plan.parts.each) / (int64_t)plan.parts.each;
      for (int64_t i = 0; i <= particles; i++) {
        const uint32_t offset = (uint32_t)(i * bytes);
        const uint32_t place = cuda_place_of(&plan.parts, offset), shift = plan.parts.shift;
        const uint32_t rank = cuda_rank_of(place, shift), local = cuda_local_of(place, shift);
        held = held && rank < (uint32_t)plan.blocks && (int64_t)local + bytes <= plan.shared_bytes;
        exact = exact && (uint64_t)rank * plan.parts.each * (uint64_t)bytes + local == offset;
      }
      check_true(self, held && exact, "every record of %d particles is in one block's memory", (int)particles);
      check_at_least(self, (double)parts, particles < 64 ? 1 : 8, "blocks that hold some of %d particles",
                     (int)particles);
    }
  }
  const cuda_parts parts = {.each = 211, .bytes = 16, .shift = 12};
  check_control(self, cuda_rank_of(cuda_place_of(&parts, 8 * 211 * 16), 12) >= 8,
                "a record behind the cluster has no block");
}

static const char *chosen(const cuda_device *device, cuda_work work, const char *strategy) {
  cuda_plan plan;
  return cuda_make_plan(device, &work, strategy, &plan) == XPBD_OK ? cuda_strategy_name(plan.strategy) : "refused";
}

static void check_plans(check *self, int argument) {
  (void)argument;
  const cuda_work cloth = {.particles = 1681,
                           .constraints = 4880,
                           .largest_group = 840,
                           .groups = 6,
                           .batch = 1,
                           .particle_bytes = 16,
                           .lambda_bytes = 4 * 4960,
                           .index_bytes = 12 * 4960};
  const cuda_work sheet = {.particles = 1281 * 1281,
                           .constraints = 4917760,
                           .largest_group = 820000,
                           .batch = 1,
                           .particle_bytes = 16,
                           .lambda_bytes = 4 * 4920000,
                           .index_bytes = 12 * 4920000};
  cuda_work middle = {.particles = 161 * 161,
                      .constraints = 76960,
                      .largest_group = 13000,
                      .batch = 1,
                      .particle_bytes = 16,
                      .lambda_bytes = 4 * 76960,
                      .index_bytes = 12 * 76960},
            batch = cloth, windy, pulled = cloth;
  batch.batch = 1000;
  windy = middle;
  windy.wind = 1;
  pulled.general = 1;
  const struct {
    const cuda_device *device;
    const cuda_work *work;
    const char *asked, *expected;
  } cases[] = {
      {&large, &cloth, NULL, "block"},
      {&small, &cloth, NULL, "block"},
      {&large, &batch, NULL, "block"},
      {&large, &middle, NULL, "graph"},
      {&large, &middle, "cluster", "cluster"},
      {&small, &middle, NULL, "graph"},
      {&large, &sheet, NULL, "graph"},
      {&large, &windy, NULL, "graph"},
      {&large, &sheet, "plain", "plain"},
      {&large, &sheet, "block", "refused"},
      {&small, &middle, "cluster", "refused"},
      {&large, &windy, "cluster", "cluster"},
      {&small, &windy, "cluster", "refused"},
      {&older, &windy, "cluster", "refused"},
      {&older, &cloth, "cluster", "refused"},
      {&lone, &cloth, "cluster", "cluster"},
      {&large, &cloth, "warp", "refused"},
      {&large, &pulled, NULL, "block"},
      {&large, &pulled, "plain", "plain"},
      {&large, &pulled, "block", "block"},
      {&large, &pulled, "cluster", "cluster"},
      {&large, &pulled, "cooperative", "cooperative"},
      {&small, &cloth, "cooperative", "cooperative"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    check_true(self, strcmp(chosen(cases[k].device, *cases[k].work, cases[k].asked), cases[k].expected) == 0,
               "case %zu: %s, not %s", k, chosen(cases[k].device, *cases[k].work, cases[k].asked), cases[k].expected);
  cuda_plan plan;
  check_status(self, cuda_make_plan(&large, &cloth, "block", &plan), XPBD_OK, "a cloth in one block");
  check_true(self, plan.stage == (CUDA_STAGE_LAMBDA | CUDA_STAGE_INDEX) && plan.shared_bytes <= large.shared_bytes,
             "all of a 41x41 cloth stands in shared memory");
  check_status(self, cuda_make_plan(&small, &cloth, "block", &plan), XPBD_OK, "a cloth in one small block");
  check_true(self, plan.stage == CUDA_STAGE_LAMBDA && plan.shared_bytes <= small.shared_bytes,
             "on a small device its indices stay outside");
  check_control(self, strcmp(chosen(&small, sheet, "block"), "block") != 0, "a sheet does not fit a block");
}

/* Whether a block may hold this in registers: what the kernel takes for granted. */
static bool may_hold(const cuda_work *work, const cuda_plan *plan) {
  return work->even && !work->general && work->groups <= CUDA_HELD && work->largest_group <= plan->threads &&
         plan->shared_bytes == ((int64_t)work->particles + 1) * work->particle_bytes &&
         plan->shared_bytes < CUDA_PAIR_END;
}

/* The stage and threads of a block on a device with that much shared memory, of a block and of a multiprocessor. */
static cuda_plan block_with(const cuda_work *work, int64_t shared, int64_t of_processor) {
  cuda_device device = large;
  cuda_plan plan = {0};
  device.shared_bytes = shared, device.processor_shared_bytes = of_processor;
  if (cuda_make_plan(&device, work, "block", &plan) != XPBD_OK) plan = (cuda_plan){.blocks = -1};
  return plan;
}

/* The last byte of each limit of a block, worked out by hand: 4096 bytes are the device's and the kernel's own. */
static void check_block_limits(check *self, int argument) {
  (void)argument;
  cuda_work work = {
      .particles = 999, .largest_group = 600, .groups = 2, .batch = 1, .particle_bytes = 16, .general = 1};
  work.lambda_bytes = 4800, work.index_bytes = 14400;
  const int all = CUDA_STAGE_LAMBDA | CUDA_STAGE_INDEX;
  check_same(self, (uint64_t)block_with(&work, 16000, 0).stage, 0, "room for positions");
  check_true(self, block_with(&work, 15999, 0).blocks < 0, "a byte less: refused");
  check_same(self, (uint64_t)block_with(&work, 20800, 0).stage, CUDA_STAGE_LAMBDA, "room for multipliers");
  check_same(self, (uint64_t)block_with(&work, 20799, 0).stage, 0, "a byte less: they stay outside");
  check_same(self, (uint64_t)block_with(&work, 35200, 0).stage, (uint64_t)all, "room for indices");
  check_same(self, (uint64_t)block_with(&work, 35199, 0).stage, CUDA_STAGE_LAMBDA, "a byte less: they stay outside");
  // 600 constraints in turns of 300: 320 threads of 512 possible; with 256 at most it is 200 in each of three turns: 224.
  const int64_t two = 2 * (35200 + 4096);
  work.batch = large.processors + 1;
  check_same(self, (uint64_t)block_with(&work, 35200, two).threads, 224, "two blocks share a multiprocessor");
  check_same(self, (uint64_t)block_with(&work, 35200, two - 1).threads, 320, "a byte less: each is alone");
  check_same(self, (uint64_t)block_with(&work, 35199, two).threads, 320, "nor with indices outside");
  work.batch--;
  check_same(self, (uint64_t)block_with(&work, 35200, two).threads, 320, "nor where each has a multiprocessor");
  work.batch++, work.largest_group = 256;
  check_same(self, (uint64_t)block_with(&work, 35200, two).threads, 256, "half the threads are few enough");
  // Addresses of 16 bits reach to 65536.
  work =
      (cuda_work){.particles = 3839, .largest_group = 1024, .groups = 7, .batch = 1, .particle_bytes = 16, .even = 1};
  check_same(self, (uint64_t)block_with(&work, 99999, 0).stage, CUDA_STAGE_HELD, "61440 bytes and 4096");
  work.particles++;
  check_same(self, (uint64_t)block_with(&work, 99999, 0).stage, (uint64_t)all, "a particle more");
  work.particles--, work.groups++;
  check_same(self, (uint64_t)block_with(&work, 99999, 0).stage, (uint64_t)all, "a group more");
  work.groups--, work.largest_group++;
  check_same(self, (uint64_t)block_with(&work, 99999, 0).stage, (uint64_t)all, "a constraint more in a group");
  work.largest_group--, work.even = 0;
  check_control(self, block_with(&work, 99999, 0).stage != CUDA_STAGE_HELD, "uneven groups are not held");
}

/* How a block is laid out: every turn of a group is full, registers hold what they can, two blocks share a multiprocessor. */
static void check_blocks(check *self, int argument) {
  (void)argument;
  int held = 0, shared = 0, alone = 0;
  cuda_work work = {0};
  cuda_plan plan;
  for (int32_t k = 0; k < 20000; k++) {
    work.particle_bytes = k % 2 ? 32 : 16;
    work.largest_group = 1 + (int32_t)check_random(self, 0, k % 3 ? 1200 : 5000);
    work.particles = 1 + (int32_t)check_random(self, 0, 3 * work.largest_group);
    work.groups = 1 + (int32_t)check_random(self, 0, 12);
    work.batch = 1 + (int32_t)check_random(self, 0, 300);
    work.constraints = (int64_t)work.groups * work.largest_group;
    work.lambda_bytes = work.constraints * work.particle_bytes / 4;
    work.index_bytes = work.constraints * (8 + work.particle_bytes / 4);
    work.even = k % 5 > 0, work.general = k % 7 == 0;
    if (cuda_make_plan(&large, &work, "block", &plan) != XPBD_OK) continue;
    const int32_t most = work.particle_bytes > 16 || work.general ? 512 : 1024;
    const int32_t turns = (work.largest_group + plan.threads - 1) / plan.threads;
    const int64_t spare = (int64_t)turns * plan.threads - work.largest_group;
    check_true(self, plan.threads > 0 && plan.threads <= most && plan.threads % 32 == 0 && spare < 32 * turns,
               "%d threads for %d constraints", (int)plan.threads, (int)work.largest_group);
    check_true(self, plan.shared_bytes <= large.shared_bytes, "shared memory that a block can have");
    if (plan.stage == CUDA_STAGE_HELD) {
      held++;
      check_true(self, may_hold(&work, &plan), "%d groups of up to %d in registers", (int)work.groups,
                 (int)work.largest_group);
    } else if (work.batch > large.processors && work.largest_group > most / 2 && plan.threads <= most / 2) {
      shared++;
      check_true(self, 2 * plan.shared_bytes < large.processor_shared_bytes, "two blocks on a multiprocessor");
    } else {
      alone++;
    }
  }
  check_true(self, held > 100 && shared > 100 && alone > 100, "of each kind: %d, %d, %d", held, shared, alone);
  work = (cuda_work){.particles = 1681, .largest_group = 840, .groups = 6, .batch = 1, .particle_bytes = 16, .even = 1};
  check_status(self, cuda_make_plan(&large, &work, "block", &plan), XPBD_OK, "a cloth");
  check_true(self, plan.stage == CUDA_STAGE_HELD && plan.threads == 864, "a 41x41 cloth is held in registers");
  work.groups = CUDA_HELD + 1;
  check_control(self, !may_hold(&work, &plan), "a group too many is not held");
  uint32_t wrong = 0;
  for (uint32_t a = 0; a < CUDA_PAIR_END; a += 16) {
    const uint32_t b = CUDA_PAIR_END - 16 - a, pair = cuda_pair_of(a, b);
    wrong += cuda_pair_first(pair) != a || cuda_pair_second(pair) != b;
  }
  check_same(self, wrong, 0, "pairs of addresses that do not come out as they went in");
  check_control(self, cuda_pair_second(cuda_pair_of(16, CUDA_PAIR_END)) != CUDA_PAIR_END,
                "an address behind the end is lost");
}

/* What a scene of 40 million edges takes, from the layout of a small one. */
static void check_memory(check *self, int argument) {
  (void)argument;
  const double edges = 40e6, particles = edges / 3.0, gib = 1024.0 * 1024.0 * 1024.0;
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 101;
  params.wind[0] = 1.0;
  params.wind_drag = 1.0;
  xpbd_model model;
  if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "scene")) return;
  for (int precision = 0; precision < 2; precision++) {
    xpbd_solver_def def = xpbd_solver_def_default();
    def.precision = precision ? XPBD_F64 : XPBD_F32;
    xpbd_layout layout;
    if (!check_status(self, xpbd_layout_create(model.scene, &def, &layout), XPBD_OK, "layout")) continue;
    const cuda_work work = cuda_work_of(&layout);
    const double bytes = edges * cuda_constraint_bytes(&work) + particles * cuda_particle_bytes(&work);
    check_why(self, "it fits a device of 16 GiB, and is no less than two indices of each edge");
    check_between(self, bytes / gib, 0.5, 16.0, "GiB of 40 million edges in %s", precision ? "double" : "float");
    check_control(self, !(40.0 * bytes / gib <= 16.0), "40 times as many do not fit");
    xpbd_layout_destroy(&layout);
  }
  xpbd_model_destroy(&model);
}

/* Why cuda cannot run here, NULL when it can. */
static const char *cuda_missing(void) {
  for (int k = 0; k < xpbd_backends()->count; k++)
    if (strcmp(backend_at(k)->name, "cuda") == 0) return backend_missing(k);
  return "no backend is named cuda";
}

/* What a resident kernel can have at once bounds its blocks; a batch has rows of them. */
static void check_resident(check *self, int argument) {
  (void)argument;
  for (int32_t blocks = 1; blocks < 5000; blocks = 3 * blocks + 1) {
    for (int32_t copies = 1; copies < 3000; copies = 4 * copies + 1) {
      for (int32_t resident = 1; resident < 1000; resident = 2 * resident + 3) {
        cuda_plan plan = {.blocks = blocks, .copies = copies};
        cuda_fit_plan(&plan, resident);
        const int64_t grid = (int64_t)plan.blocks * plan.copies;
        const bool full = 2 * grid > resident || (plan.blocks == blocks && plan.copies == copies);
        check_true(self, plan.blocks >= 1 && plan.copies >= 1 && grid <= resident && full,
                   "%d blocks of %d copies where %d fit: %d of %d", (int)blocks, (int)copies, (int)resident,
                   (int)plan.blocks, (int)plan.copies);
      }
    }
  }
  const cuda_plan wide = {.blocks = 7, .copies = 30};
  check_control(self, wide.blocks * wide.copies > 200, "a grid that was not fitted is too large");
}

/* One scene by one strategy: the bits of seq, or a refusal that says why. */
static bool same_state_by(check *self, xpbd_method method, const workload *load, const char *strategy,
                          xpbd_precision precision, int32_t batch) {
  rig r;
  bool ran = false;
  if (workload_build(&r, self, load)) {
    way w = way_reference(precision, 4, 5);
    w.method = method;
    w.substeps = load->wind ? 2 : 1;
    const uint64_t expected = way_hash(&r, &w);
    w.backend = "cuda", w.strategy = strategy, w.instructions = NULL, w.batch = batch;
    const xpbd_status status = way_status(&r, &w);
    ran = status == XPBD_OK;
    if (ran) {
      check_same(self, way_hash(&r, &w), expected, "state of %s, %s", strategy, load->formula);
      w.frames++;
      check_control(self, way_hash(&r, &w) != expected, "one more frame is another state");
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

/* What is a phase of its own: ghost tips, sums, obstacles, contact, its material, wind, handles, lagged and global
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
  load = workload_of(xpbd_formula_find("stretching"), 0.5, false); /* springs alone are a way of their own */
  ran += same_state(self, &load, strategy, precision, MANY_COPIES);
  ran += same_state_by(self, XPBD_METHOD_JACOBI_MEAN, &load, strategy, precision, MANY_COPIES);
  load.wind = true;
  ran += same_state(self, &load, strategy, precision, 1);
  return ran + same_state(self, &load, strategy, precision, 3);
}

/* More ghost tips than a block has threads: each must start its step where it is, or its damping pulls at the past. */
static void check_centres(check *self, int argument) {
  (void)argument;
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
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = 2 * TIPS;
  def.positions = positions[0], def.velocities = velocities[0], def.inverse_masses = masses;
  const char *missing = cuda_missing();
  if (missing) {
    check_skip(self, "%s", missing);
  } else if (rig_scene(&r, self, &def, 0, NULL)) {
    xpbd_constraints_def set = xpbd_constraints_def_default();
    set.formula = "stretching", set.count = TIPS, set.particles = springs[0];
    set.compliance = 1e-3, set.damping = 0.5;
    int32_t index;
    for (int32_t i = 0; i < TIPS; i++)
      check_status(self, xpbd_scene_add_centre(r.scene, 2 * i, 2, &index), XPBD_OK, "tip %d", (int)i);
    check_status(self, xpbd_scene_add(r.scene, &set), XPBD_OK, "springs to the tips");
    way w = way_reference(XPBD_F64, 3, 4);
    const uint64_t expected = way_hash(&r, &w);
    w.backend = "cuda", w.strategy = "block", w.instructions = NULL;
    check_same(self, way_hash(&r, &w), expected, "state of %d tips in one block", (int)TIPS);
    w.iterations++;
    check_control(self, way_hash(&r, &w) != expected, "one more sweep is another state");
  }
  rig_free(&r);
}

/* `wheels` hubs with `spokes` springs each, undamped: as many groups as spokes, of as many constraints as wheels. One block a
 * copy ends in the bits of seq, whichever of its kernels runs. */
static void check_wheels(check *self, int32_t wheels, int32_t spokes, xpbd_precision precision, int32_t batch) {
  enum { MOST = 1400 };
  static double positions[MOST][3], masses[MOST];
  static int32_t springs[MOST][2];
  rig r = {.owner = self};
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = wheels * (spokes + 1);
  def.positions = def.velocities = positions[0], def.inverse_masses = masses;
  for (int32_t i = 0; i < def.particle_count; i++) {
    masses[i] = i % 11 ? 1.0 : 0.0;
    for (int k = 0; k < 3; k++) positions[i][k] = check_random(self, -1, 1);
  }
  for (int32_t j = 0; j < wheels * spokes; j++) springs[j][0] = j / spokes, springs[j][1] = wheels + j;
  if (rig_scene(&r, self, &def, 0, NULL)) {
    xpbd_constraints_def set = xpbd_constraints_def_default();
    set.formula = "stretching", set.count = wheels * spokes, set.particles = springs[0];
    set.compliance = 1e-4;
    check_status(self, xpbd_scene_add(r.scene, &set), XPBD_OK, "springs of %d wheels", (int)wheels);
    way w = way_reference(precision, 3, 4);
    const uint64_t expected = way_hash(&r, &w);
    w.backend = "cuda", w.strategy = "block", w.instructions = NULL, w.batch = batch;
    check_same(self, way_hash(&r, &w), expected, "state of %d wheels of %d spokes, %d copies", (int)wheels, (int)spokes,
               (int)batch);
    w.iterations++;
    check_control(self, way_hash(&r, &w) != expected, "one more sweep is another state");
  }
  rig_free(&r);
}

/* Springs that a thread holds in registers, a group too many for that, and copies that share a multiprocessor. */
static void check_springs(check *self, int argument) {
  const xpbd_precision precision = argument ? XPBD_F64 : XPBD_F32;
  const char *missing = cuda_missing();
  if (missing) {
    check_skip(self, "%s", missing);
    return;
  }
  /* each number of groups that registers hold has a loop of its own */
  for (int32_t groups = 1; groups <= CUDA_HELD; groups++) check_wheels(self, 40, groups, precision, 1 + groups % 2);
  check_wheels(self, 40, CUDA_HELD + 1, precision, 2);
  check_wheels(self, argument ? 300 : 560, 1, precision, 200); /* more than any device has multiprocessors */
}

/* A particle that goes h^2 a n (n + 1) / 2 passes 1e9 m, the limit for a scene of 1 m, in a frame that is known: 34 for
 * a = 1e9 m/s^2 and h = 1/24 s. The status that a run ends with, after so many frames at once. */
static xpbd_status throw_far(check *self, const char *strategy, xpbd_precision precision, int32_t batch,
                             int32_t frames) {
  const double x[6] = {0, 0, 0, 0.5, 0, 0}, w[2] = {1, 1};
  xpbd_scene_def scene = xpbd_scene_def_default();
  xpbd_solver_def def = xpbd_solver_def_default();
  xpbd_scene *thrown = NULL;
  xpbd_solver *solver = NULL;
  scene.particle_count = 2, scene.positions = x, scene.inverse_masses = w;
  scene.gravity[0] = 1e9, scene.gravity[1] = 0;
  def.backend = "cuda", def.strategy = strategy, def.precision = precision, def.batch = batch;
  def.frame_time = 1.0 / 24, def.iterations = 1;
  xpbd_status status = xpbd_scene_create(&scene, &thrown);
  if (status == XPBD_OK) status = xpbd_solver_create(thrown, &def, &solver);
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
               "%s, %d copies: what is said", strategy, (int)batch);
  }
}

/* On a device: one strategy and precision, every formula and every phase. */
static void check_device(check *self, int argument) {
  const char *strategy = cuda_strategy_name((cuda_strategy)(argument / 2));
  const xpbd_precision precision = argument % 2 ? XPBD_F64 : XPBD_F32;
  const char *missing = cuda_missing();
  if (missing) {
    check_skip(self, "%s", missing);
    return;
  }
  int ran = 0;
  for (int f = 0; f < xpbd_formula_count(); f++) {
    const workload load = workload_of(f, f % 2 ? 0.5 : 0.0, f % 3 == 0);
    ran += same_state(self, &load, strategy, precision, 1);
  }
  const int phases = same_phases(self, strategy, precision);
  if (ran + phases == 0) {
    check_skip(self, "strategy %s runs nothing here: %s", strategy, xpbd_last_error());
    return;
  }
  check_divergence(self, strategy, precision);
  /* a strategy is refused for the device or the size, never for what a scene has in it */
  check_same(self, (uint64_t)ran, (uint64_t)xpbd_formula_count(), "formulas that %s runs", strategy);
  check_same(self, (uint64_t)phases, PHASES, "scenes with every phase that %s runs", strategy);
}

/* For which devices a build has code. */
static void check_code(check *self, int argument) {
  (void)argument;
  static const struct {
    const char *architectures;
    int32_t capability;
    bool expected;
  } cases[] = {{"75-virtual, 80-real, 90", 75, true},
               {"75-virtual, 80-real, 90", 90, true},
               {"75-virtual, 80-real, 90", 120, true},
               {"75-virtual, 80-real, 90", 70, false},
               {"80-real", 86, true},
               {"80-real", 90, false},
               {"80-real, 120-real", 121, true},
               {"86-real", 80, false},
               {"80-virtual", 90, true},
               {"90a", 90, true},
               {"90a", 100, false},
               {"90a-real", 90, true},
               {"100f", 103, true},
               {"100f", 120, false},
               {"100f-virtual", 90, false},
               {"native", 90, true}};
  int found = 0;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const bool built = cuda_built_for(cases[k].architectures, cases[k].capability);
    found += built;
    check_true(self, built == cases[k].expected, "%s on a device of %d: %s", cases[k].architectures,
               (int)cases[k].capability, built ? "code" : "no code");
  }
  check_same(self, (uint64_t)cuda_ptx_for("75-virtual, 80-real, 90", 86), 0, "compiled for the device");
  check_same(self, (uint64_t)cuda_ptx_for("75-virtual, 80-real, 90", 90), 0, "compiled for the newest device");
  check_same(self, (uint64_t)cuda_ptx_for("75-virtual, 80-real, 90", 120), 90, "PTX for a later one");
  check_same(self, (uint64_t)cuda_ptx_for("native", 120), 0, "no list, no PTX");
  check_control(self, found < (int)(sizeof cases / sizeof *cases), "code for everything");
}

/* Kernels that stay end soon enough for devices that end those that do not. */
static void check_stay(check *self, int argument) {
  (void)argument;
  cuda_work work = {.constraints = 4880, .batch = 1};
  check_same(self, (uint64_t)cuda_frames_at_once(&work, 200), 16, "frames of the reference cloth");
  work.constraints = 4917760;
  check_same(self, (uint64_t)cuda_frames_at_once(&work, 20), 1, "frames of a large sheet");
  check_same(self, (uint64_t)cuda_frames_at_once(&work, 2), 3, "frames of a large sheet, two sweeps each");
  work.batch = 3;
  check_same(self, (uint64_t)cuda_frames_at_once(&work, 2), 1, "frames of three of them");
  work = (cuda_work){.batch = 1};
  check_same(self, (uint64_t)cuda_frames_at_once(&work, 200), 16, "frames without constraints");
  check_control(self, cuda_frames_at_once(&work, 1) <= 16, "any number of frames");
}

void check_group_cuda(check_registry *registry) {
  check_add(registry, "code", "for which devices a build has code", check_code, 0);
  check_add(registry, "stay", "kernels that stay take a few frames at a time", check_stay, 0);
  check_add(registry, "cover", "every place of a group is visited by exactly one thread", check_cover, 0);
  check_add(registry, "cluster", "every particle is in exactly one block of a cluster", check_cluster, 0);
  check_add(registry, "plans", "the strategy and its shared memory by size and device", check_plans, 0);
  check_add(registry, "blocks", "what a block holds, and how many share a multiprocessor", check_blocks, 0);
  check_add(registry, "block limits", "what a block holds, to the byte", check_block_limits, 0);
  check_add(registry, "resident", "a resident kernel fills the device and no more", check_resident, 0);
  check_add(registry, "centres", "on a device, more ghost tips than a block has threads", check_centres, 0);
  check_add(registry, "springs-f32", "on a device, springs in registers and beside each other", check_springs, 0);
  check_add(registry, "springs-f64", "on a device, springs in registers and beside each other", check_springs, 1);
  check_add(registry, "memory", "40 million edges fit in 16 GiB", check_memory, 0);
  for (int k = 0; k < 2 * CUDA_STRATEGIES; k++) {
    char name[96];
    snprintf(name, sizeof name, "device-%s-%s", cuda_strategy_name((cuda_strategy)(k / 2)), k % 2 ? "f64" : "f32");
    check_add(registry, name, "on a device, every formula and phase ends in the bits of seq", check_device, k);
  }
}
