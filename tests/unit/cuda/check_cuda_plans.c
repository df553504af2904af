/* Why this file exists: tests what must hold of every plan of the CUDA backend: which thread handles which constraint,
 * what blocks hold, and how many there are. (The plans of chosen works: tests/texts/plans.c.) */
#include "unit/parts.h"
#include "cuda/work.h"
#include "cuda/plan.h"

/* A device as large as today's largest. */
static const cuda_device large = {90, 227 * 1024, 1, 8, 132, 228 * 1024};

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

/* Whether a block may hold this in registers, which the kernel assumes. */
static bool may_hold(const cuda_work *work, const cuda_plan *plan) {
  const int64_t positions = ((int64_t)work->particles + 1) * work->particle_bytes;
  return work->even && !work->general && work->groups <= CUDA_HELD && work->largest_group <= plan->threads &&
         plan->shared_bytes == positions && positions < CUDA_PAIR_END;
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
  const cuda_plan wide = {.blocks = 7, .copies = 30};
  check_control(self, wide.blocks * wide.copies > 200, "a grid that was not fitted is too large");
}

void check_group_cuda_plans(check_registry *registry) {
  check_add(registry, "cover", "every place of a group is visited by exactly one thread", check_cover, 0);
  check_add(registry, "blocks", "what a block holds, and how many share a multiprocessor", check_blocks, 0);
  check_add(registry, "resident", "a resident kernel fills the device and no more", check_resident, 0);
  cuda_tiles_checks(registry);
  cuda_warps_checks(registry);
  cuda_work_checks(registry);
}
