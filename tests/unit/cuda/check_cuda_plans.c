/* Why this file exists: tests the decisions of the CUDA backend that need no device: which thread handles which
 * constraint, which strategy is chosen, how large blocks are and how many there are. */
#include <string.h>

#include "unit/parts.h"
#include "cuda/work.h"
#include "cuda/plan.h"

/* A device as large as today's largest, and a small one of compute capability 7.5. */
static const cuda_device large = {90, 227 * 1024, 1, 8, 132, 228 * 1024}, small = {75, 64 * 1024, 1, 0, 40, 64 * 1024};
/* The large one with code compiled for older devices, with the smallest cluster, and with blocks that cannot all
 * meet. */
static const cuda_device older = {90, 227 * 1024, 1, 0, 132, 228 * 1024},
                         lone = {90, 227 * 1024, 1, 1, 132, 228 * 1024},
                         unmeeting = {90, 227 * 1024, 0, 8, 132, 228 * 1024};

/* Counts how often a team visits each place of a group. Returns the number of places not visited exactly once. */
static int32_t visited_wrongly(const xpbd_group *group, int32_t threads, int32_t last_thread) {
  int32_t visits[4096] = {0}, wrong = 0;
  for (int32_t t = 0; t < last_thread; t++)
    for (int32_t j = cuda_begin(group, t); j < group->last; j += cuda_step(group, threads)) visits[j]++;
  for (int32_t j = 0; j < 4096; j++) wrong += visits[j] != (j >= group->first && j < group->last);
  return wrong;
}

static void check_cover(check *self, int argument) {
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

static const char *chosen(const cuda_device *device, cuda_work work, const char *strategy) {
  cuda_plan plan;
  return cuda_make_plan(device, &work, strategy, &plan) == XPBD_OK ? cuda_strategy_name(plan.strategy) : "refused";
}

static void check_plans(check *self, int argument) {
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
  cuda_work even = cloth, wide = middle, wide_windy, wide_batch, crowd, ringed, uneven, eighth, vast, full,
            none = {.particles = 9, .batch = 1, .particle_bytes = 16, .even = 1}; /* springs that can form tiles */
  even.even = wide.even = 1, wide.groups = 6;
  wide_windy = wide_batch = crowd = ringed = uneven = eighth = vast = full = wide;
  wide_windy.wind = 1, wide_batch.batch = 3, crowd.batch = 11, ringed.groups = 33, uneven.general = 1;
  eighth.groups = CUDA_HELD + 1, vast.largest_group = 132 * 1024 + 1, full.largest_group = 132 * 1024;
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
      {&large, &even, NULL, "resident"},
      {&unmeeting, &even, NULL, "block"},
      {&large, &wide, NULL, "resident"},
      {&small, &wide, NULL, "resident"},
      {&unmeeting, &wide, NULL, "tiles"},
      {&large, &eighth, NULL, "tiles"},
      {&large, &vast, NULL, "tiles"},
      {&large, &full, NULL, "resident"},
      {&large, &none, "tiles", "graph"},
      {&large, &wide_windy, NULL, "tiles"},
      {&large, &wide_batch, NULL, "resident"},
      {&large, &crowd, NULL, "tiles"},
      {&large, &wide, "resident", "resident"},
      {&large, &wide_windy, "resident", "graph"},
      {&large, &eighth, "resident", "graph"},
      {&unmeeting, &wide, "resident", "refused"},
      {&large, &wide, "cluster", "cluster"},
      {&large, &ringed, NULL, "graph"},
      {&large, &uneven, NULL, "graph"},
      {&large, &uneven, "tiles", "graph"},
      {&large, &wide, "tiles", "tiles"},
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

/* Whether a block may hold this in registers, which the kernel assumes. */
static bool may_hold(const cuda_work *work, const cuda_plan *plan) {
  const int64_t positions = ((int64_t)work->particles + 1) * work->particle_bytes;
  return work->even && !work->general && work->groups <= CUDA_HELD && work->largest_group <= plan->threads &&
         plan->shared_bytes == positions && positions < CUDA_PAIR_END;
}

/* The stage and threads of a block, on a device with that much shared memory per block and per multiprocessor. */
static cuda_plan block_with(const cuda_work *work, int64_t shared, int64_t of_processor) {
  cuda_device device = large;
  cuda_plan plan = {0};
  device.shared_bytes = shared, device.processor_shared_bytes = of_processor;
  if (cuda_make_plan(&device, work, "block", &plan) != XPBD_OK) plan = (cuda_plan){.blocks = -1};
  return plan;
}

/* The last byte of each limit of a block, computed by hand. 4096 bytes belong to the device and the kernel. */
static void check_block_limits(check *self, int argument) {
  cuda_work work = {
      .particles = 999, .largest_group = 600, .groups = 2, .batch = 1, .particle_bytes = 16, .general = 1};
  work.lambda_bytes = 4800, work.index_bytes = 14400;
  const int all = CUDA_STAGE_LAMBDA | CUDA_STAGE_INDEX;
  check_true(self, block_with(&work, 16000, 0).blocks == 1 && block_with(&work, 16000, 0).stage == 0,
             "room for positions");
  check_true(self, block_with(&work, 15999, 0).blocks < 0, "a byte less: refused");
  check_same(self, (uint64_t)block_with(&work, 20800, 0).stage, CUDA_STAGE_LAMBDA, "room for multipliers");
  check_same(self, (uint64_t)block_with(&work, 20799, 0).stage, 0, "a byte less: they stay outside");
  check_same(self, (uint64_t)block_with(&work, 35200, 0).stage, (uint64_t)all, "room for indices");
  check_same(self, (uint64_t)block_with(&work, 35199, 0).stage, CUDA_STAGE_LAMBDA, "a byte less: they stay outside");
  // 600 constraints in turns of 300 take 320 threads of 512 possible. With at most 256 there are three turns of 200:
  // 224.
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

/* The layout of a block: every turn of a group is full, registers hold what they can, two blocks share a
 * multiprocessor. */
static void check_blocks(check *self, int argument) {
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

/* The plan of a strategy on the large device, with limits computed by hand; blocks -1 if it is refused. */
static cuda_plan plan_of(const char *strategy, int32_t capability, const cuda_work *work) {
  cuda_device device = large;
  cuda_plan plan = {0};
  device.capability = capability;
  if (cuda_make_plan(&device, work, strategy, &plan) != XPBD_OK) plan = (cuda_plan){.blocks = -1};
  return plan;
}

/* Launches take 256 threads for the largest group, and a row of blocks for each copy. Cluster kernels have rows,
 * too. */
static void check_launch_limits(check *self, int argument) {
  static const char *const by_launch[] = {"plain", "graph", "cooperative", "tiles"};
  cuda_work work = {.particles = 999, .largest_group = 512, .batch = 65535, .particle_bytes = 16};
  for (size_t k = 0; k < sizeof by_launch / sizeof *by_launch; k++) {
    cuda_plan plan = plan_of(by_launch[k], 75, &work);
    check_true(self, plan.blocks == 2 && plan.threads == 256 && plan.copies == 65535, "%s: two full blocks, all copies",
               by_launch[k]);
    work.largest_group++;
    check_same(self, (uint64_t)plan_of(by_launch[k], 75, &work).blocks, 3, "%s: one more", by_launch[k]);
    work.largest_group = 0;
    check_same(self, (uint64_t)plan_of(by_launch[k], 75, &work).blocks, 1, "%s: nothing to do", by_launch[k]);
    work.largest_group = 512, work.batch++;
    check_true(self, plan_of(by_launch[k], 75, &work).blocks < 0, "%s: a copy too many", by_launch[k]);
    work.batch--;
  }
  check_true(self, plan_of("cluster", 90, &work).copies == 65535, "cluster: all copies");
  check_true(self, plan_of("cluster", 89, &work).blocks < 0, "cluster: a device that has none");
  work.batch++;
  check_true(self, plan_of("cluster", 90, &work).blocks < 0, "cluster: a copy too many");
  work.batch = 1;
  // Eight blocks: 512 constraints are 64 each, and 513 need two warps and a third.
  const cuda_plan plan = plan_of("cluster", 90, &work);
  check_true(self, plan.threads == 64 && plan.blocks == 8 && plan.shared_bytes == 0, "cluster: %d threads, %d bytes",
             (int)plan.threads, (int)plan.shared_bytes);
  work.largest_group = 513;
  check_same(self, (uint64_t)plan_of("cluster", 90, &work).threads, 96, "cluster: a constraint more");
  work.largest_group = 0;
  check_same(self, (uint64_t)plan_of("cluster", 90, &work).threads, 32, "cluster: no less than a warp");
  work.largest_group = 9000;
  check_same(self, (uint64_t)plan_of("cluster", 90, &work).threads, 1024, "cluster: no more than a block has");
  work.general = 1;
  check_same(self, (uint64_t)plan_of("cluster", 90, &work).threads, 512, "cluster: or without spilling");
  // By default a copy gets one block up to 1200 constraints in a group. Springs that can form tiles get one as far as
  // registers hold them: one for each of 1024 threads, of 512 in double. If tiles can stay, up to 480.
  static const struct {
    int32_t largest, groups, batch, bytes, even, wind;
    cuda_strategy strategy;
  } choices[] = {
      {1200, 0, 1, 16, 0, 0, CUDA_BLOCK}, {1201, 0, 1, 16, 0, 0, CUDA_GRAPH},   {1201, 0, 2, 16, 0, 0, CUDA_BLOCK},
      {480, 7, 1, 16, 1, 0, CUDA_BLOCK},  {481, 7, 1, 16, 1, 0, CUDA_RESIDENT}, {481, 7, 2, 16, 1, 0, CUDA_BLOCK},
      {1024, 7, 1, 16, 1, 1, CUDA_BLOCK}, {1024, 8, 1, 16, 1, 1, CUDA_TILES},   {1025, 7, 1, 16, 1, 1, CUDA_TILES},
      {512, 7, 1, 32, 1, 1, CUDA_BLOCK},  {513, 7, 1, 32, 1, 1, CUDA_TILES}};
  for (size_t k = 0; k < sizeof choices / sizeof *choices; k++) {
    work = (cuda_work){.particles = 999,
                       .largest_group = choices[k].largest,
                       .groups = choices[k].groups,
                       .batch = choices[k].batch,
                       .particle_bytes = choices[k].bytes,
                       .even = choices[k].even,
                       .wind = choices[k].wind};
    check_same(self, plan_of(NULL, 90, &work).strategy, choices[k].strategy, "choice %zu", k);
    if (choices[k].largest == 1025) check_same(self, (uint64_t)plan_of(NULL, 90, &work).threads, 1024, "its threads");
  }
  work.wind = 0;
  // A tile for each of 132 multiprocessors, divided among the copies. A cluster has as many tiles as blocks.
  check_same(self, (uint64_t)cuda_tiles_at_once(&large, &work, CUDA_RESIDENT), 132, "tiles of one copy");
  check_same(self, (uint64_t)cuda_tiles_at_once(&large, &work, CUDA_CLUSTER), 8, "tiles in a cluster");
  work.batch = 5;
  check_same(self, (uint64_t)cuda_tiles_at_once(&large, &work, CUDA_TILES), 26, "tiles of each of five copies");
  work.batch = 133;
  check_same(self, (uint64_t)cuda_tiles_at_once(&large, &work, CUDA_TILES), 1, "no less than one");
  check_true(self, plan_of("resident", 90, &work).blocks < 0, "resident: a copy too many");
  work.batch = 132;
  check_same(self, plan_of("resident", 90, &work).strategy, CUDA_RESIDENT, "resident: a copy for each");
  work.batch = 1;
  // The fallback if a choice cannot be kept.
  static const cuda_strategy chosen_ones[] = {CUDA_RESIDENT, CUDA_TILES, CUDA_BLOCK, CUDA_GRAPH};
  static const char *const followers[] = {"tiles", "graph", "graph", NULL};
  for (int k = 0; k < 4; k++) {
    const char *next = cuda_next_strategy(chosen_ones[k]);
    check_true(self, followers[k] ? next && strcmp(next, followers[k]) == 0 : !next, "after %s: %s",
               cuda_strategy_name(chosen_ones[k]), next ? next : "nothing");
  }
  work.groups = 32;
  check_same(self, plan_of("tiles", 90, &work).strategy, CUDA_TILES, "32 groups");
  work.groups = 33;
  check_same(self, plan_of("tiles", 90, &work).strategy, CUDA_GRAPH, "33: launched");
  // Positions of two tiles and the numbers of three, as far as shared memory and 16-bit offsets allow.
  check_same(self, (uint64_t)cuda_tiles_bytes(1500, 16), 66160, "shared memory for tiles");
  check_same(self, (uint64_t)cuda_tiles_particles(66160, 16, false), 1500, "particles of a tile");
  check_same(self, (uint64_t)cuda_tiles_particles(66159, 16, false), 1499, "a byte less");
  check_same(self, (uint64_t)cuda_tiles_particles(227 * 1024, 16, false), 4095,
             "65536 bytes of positions, with the dummy");
  check_same(self, (uint64_t)cuda_tiles_particles(64 * 1024, 32, false), 859, "in double, on a small device");
  check_same(self, (uint64_t)cuda_tiles_particles(227 * 1024, 16, true), 3839, "where they stay 61440 bytes");
  check_same(self, (uint64_t)cuda_resident_bytes(100, 0, 16), 2016, "shared memory of a tile that stays");
  check_same(self, (uint64_t)cuda_resident_bytes(100, 30, 32), 3632 + 2 * 30 * 48, "in a cluster, in double");
  check_control(self, plan_of("plan", 90, &work).blocks < 0, "no such strategy");
}

/* A refusal names the strategy, the need and the limit. */
static void check_refusals(check *self, int argument) {
  static const struct {
    const cuda_device *device;
    const char *strategy;
    int32_t particles, batch;
    xpbd_status status;
    const char *text;
  } cases[] = {
      {&large, "warp", 9, 1, XPBD_ERR_INVALID_ARGUMENT,
       "there is no strategy 'warp' (plain, graph, cooperative, block, cluster, tiles, resident)"},
      {&large, "", 9, 1, XPBD_ERR_INVALID_ARGUMENT,
       "there is no strategy '' (plain, graph, cooperative, block, cluster, tiles, resident)"},
      {&large, "plain", 9, 65536, XPBD_ERR_UNSUPPORTED,
       "strategy plain takes a batch of up to 65535 copies, not 65536 (use block)"},
      {&large, "graph", 9, 70000, XPBD_ERR_UNSUPPORTED,
       "strategy graph takes a batch of up to 65535 copies, not 70000 (use block)"},
      {&large, "cooperative", 9, 65536, XPBD_ERR_UNSUPPORTED,
       "strategy cooperative takes a batch of up to 65535 copies, not 65536 (use block)"},
      {&large, "tiles", 9, 65536, XPBD_ERR_UNSUPPORTED,
       "strategy tiles takes a batch of up to 65535 copies, not 65536 (use block)"},
      {&large, "cluster", 9, 65536, XPBD_ERR_UNSUPPORTED,
       "strategy cluster takes a batch of up to 65535 copies, not 65536 (use block)"},
      {&unmeeting, "cooperative", 9, 1, XPBD_ERR_UNSUPPORTED,
       "strategy cooperative: this device cannot launch such kernels"},
      {&small, "block", 4096, 1, XPBD_ERR_UNSUPPORTED,
       "strategy block: 65552 bytes of positions do not fit in 65536 of shared memory"},
      {&small, "cluster", 9, 1, XPBD_ERR_UNSUPPORTED,
       "strategy cluster needs compute capability 9.0 and code compiled for it; this device has 7.5"},
      {&older, "cluster", 9, 1, XPBD_ERR_UNSUPPORTED,
       "strategy cluster needs compute capability 9.0 and code compiled for it; this device has 9.0"},
      {&unmeeting, "resident", 9, 1, XPBD_ERR_UNSUPPORTED, "strategy resident: this device cannot launch such kernels"},
      {&large, "resident", 9, 133, XPBD_ERR_UNSUPPORTED,
       "strategy resident takes a batch of up to 132 copies here, one for each multiprocessor, not 133 (use block)"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const cuda_work work = {.particles = cases[k].particles,
                            .largest_group = 512,
                            .groups = 6,
                            .batch = cases[k].batch,
                            .particle_bytes = 16,
                            .even = strcmp(cases[k].strategy, "resident") == 0};
    cuda_plan plan;
    check_status(self, cuda_make_plan(cases[k].device, &work, cases[k].strategy, &plan), cases[k].status, "%s",
                 cases[k].text);
    check_said(self, cases[k].text, "case %zu", k);
  }
  const char *const names[] = {"plain", "graph", "cooperative", "block", "cluster", "tiles", "resident"};
  for (int k = 0; k < CUDA_STRATEGIES; k++)
    check_true(self, strcmp(cuda_strategy_name((cuda_strategy)k), names[k]) == 0, "strategy %d: %s", k,
               cuda_strategy_name((cuda_strategy)k));
  check_true(self, strcmp(cuda_strategy_name(CUDA_STRATEGIES), "unknown") == 0, "one more has no name");
  const cuda_work work = {.particles = 9, .largest_group = 512, .batch = 65536, .particle_bytes = 16};
  check_control(self, plan_of("block", 90, &work).blocks == 65536, "a block takes any number of copies");
}

/* The number of resident blocks limits a resident kernel. A batch has rows of blocks. */
static void check_resident(check *self, int argument) {
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
  // Blocks for tiles: no other number takes fewer rounds, and no smaller one as few.
  for (int32_t tiles = 1; tiles < 600; tiles = 3 * tiles + 1)
    for (int32_t copies = 1; copies < 3000; copies = 4 * copies + 1)
      for (int32_t resident = 0; resident < 1000; resident = 2 * resident + 3) {
        cuda_plan plan = {.blocks = tiles, .copies = copies};
        cuda_fit_tiles(&plan, resident);
        bool best = plan.copies == copies && plan.blocks >= 1 && plan.blocks <= tiles;
        const int64_t rounds = cuda_tile_rounds(tiles, copies, plan.blocks, resident);
        for (int32_t b = 1; b <= tiles; b++)
          best &= cuda_tile_rounds(tiles, copies, b, resident) >= rounds + (b < plan.blocks);
        check_true(self, best, "%d tiles of %d copies where %d blocks fit: %d", (int)tiles, (int)copies, (int)resident,
                   (int)plan.blocks);
      }
  // 21 tiles of a copy, 132 blocks at once.
  check_same(self, (uint64_t)cuda_tile_rounds(21, 6, 21, 132), 1, "all at once");
  check_same(self, (uint64_t)cuda_tile_rounds(21, 70, 2, 132), 22, "two each");
  check_same(self, (uint64_t)cuda_tile_rounds(21, 200, 21, 132), 32, "21 each");
  check_same(self, (uint64_t)cuda_tile_rounds(21, 200, 1, 0), 4200, "one block at a time");
  const cuda_plan wide = {.blocks = 7, .copies = 30};
  check_control(self, wide.blocks * wide.copies > 200, "a grid that was not fitted is too large");
}

/* The devices that a build has code for. */
static void check_code(check *self, int argument) {
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
               {"80-real, 85-real", 90, false},
               {"80-real, 85-real, 88", 90, true},
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

/* Resident kernels end soon enough for devices that kill long ones. */
static void check_stay(check *self, int argument) {
  const int64_t sheet = 4917760;
  check_same(self, (uint64_t)xpbd_frames_at_once(XPBD_F32, 4880, 1, 200), 16, "frames of the reference cloth");
  check_same(self, (uint64_t)xpbd_frames_at_once(XPBD_F32, sheet, 1, 20), 1, "frames of a large sheet");
  check_same(self, (uint64_t)xpbd_frames_at_once(XPBD_F32, sheet, 1, 2), 3, "frames of a large sheet, two sweeps each");
  check_same(self, (uint64_t)xpbd_frames_at_once(XPBD_F32, sheet, 3, 2), 1, "frames of three of them");
  check_same(self, (uint64_t)xpbd_frames_at_once(XPBD_F64, 4880, 1, 200), 2, "frames of the reference cloth in double");
  check_same(self, (uint64_t)xpbd_frames_at_once(XPBD_F32, 0, 1, 200), 16, "frames without constraints");
  check_control(self, xpbd_frames_at_once(XPBD_F32, 0, 1, 1) <= 16, "any number of frames");
}

void check_group_cuda_plans(check_registry *registry) {
  check_add(registry, "code", "for which devices a build has code", check_code, 0);
  check_add(registry, "stay", "kernels that stay take a few frames at a time", check_stay, 0);
  check_add(registry, "cover", "every place of a group is visited by exactly one thread", check_cover, 0);
  check_add(registry, "plans", "the strategy and its shared memory by size and device", check_plans, 0);
  check_add(registry, "blocks", "what a block holds, and how many share a multiprocessor", check_blocks, 0);
  check_add(registry, "block limits", "what a block holds, to the byte", check_block_limits, 0);
  check_add(registry, "refusals", "what no strategy takes, and why", check_refusals, 0);
  check_add(registry, "resident", "a resident kernel fills the device and no more", check_resident, 0);
  check_add(registry, "launch limits", "threads, blocks and copies at their ends", check_launch_limits, 0);
  cuda_tiles_checks(registry);
  cuda_warps_checks(registry);
  cuda_work_checks(registry);
}
