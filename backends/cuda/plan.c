/* Why this file exists: chooses how a simulation is mapped to a GPU. */
#include "plan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/* The largest group at which one strategy takes over from another. Measured with springs in float on an H100 with 20
 * iterations. block took 0.91 of the time of graph at 1104 and 1.02 at 1300. Compared with resident, if that is
 * possible, it took 0.82 at 220, 1.01 at 480 and 1.25 at 840. If tiles are possible, a block must hold its springs in
 * registers. Cluster and cooperative are never chosen by size. Growing numbers of reads from other blocks' memory slow
 * each other down, and grid barriers took longer than launches. */
enum { BLOCK_UP_TO = 1200, BLOCK_UP_TO_RESIDENT = 480 };
enum { MOST_COPIES = 65535 };    /* rows of a grid */
enum { MOST_TILED_GROUPS = 32 }; /* a tile needs one more ring for each */

static const char *const names[CUDA_STRATEGIES] = {"plain",   "graph", "cooperative", "block",
                                                   "cluster", "tiles", "resident"};

const char *cuda_strategy_name(cuda_strategy strategy) {
  return strategy >= 0 && strategy < CUDA_STRATEGIES ? names[strategy] : "unknown";
}

bool cuda_built_for(const char *architectures, int32_t capability) {
  bool any = false;
  for (const char *at = architectures; *at;) {
    if (!isdigit((unsigned char)*at)) {
      at++;
      continue;
    }
    char *end;
    const int32_t number = (int32_t)strtol(at, &end, 10), major = number / 10;
    const char last = *end == 'a' || *end == 'f' ? *end++ : ' ';
    const bool binary = strncmp(end, "-real", 5) == 0, same = capability / 10 == major;
    any = true;
    if (last == 'a' ? capability == number : capability >= number && (same || (last == ' ' && !binary))) return true;
    at = end;
  }
  return !any;
}

int32_t cuda_ptx_for(const char *architectures, int32_t capability) {
  int32_t newest = 0;
  for (const char *at = architectures; *at;) {
    char *end = (char *)at + 1;
    const int32_t number = isdigit((unsigned char)*at) ? (int32_t)strtol(at, &end, 10) : 0;
    if (number > newest) newest = number;
    at = end;
  }
  return capability > newest ? newest : 0;
}

/* Position, start of the step, velocity, and the force with wind. */
double cuda_particle_bytes(const cuda_work *work) {
  return (work->wind ? 4.0 : 3.0) * work->particle_bytes;
}

double cuda_constraint_bytes(const cuda_work *work) {
  return work->constraints > 0
             ? (double)(work->lambda_bytes + work->index_bytes + work->copy_bytes) / (double)work->constraints
             : 0.0;
}

/* Whether strategy tiles has a kernel for the work. */
static bool takes_tiles(const cuda_work *work) {
  return !work->general && work->even && work->groups > 0 && work->groups <= MOST_TILED_GROUPS;
}

static int64_t positions_bytes(const cuda_work *work) {
  return ((int64_t)work->particles + 1) * work->particle_bytes;
}

static int32_t round_up(int64_t value, int32_t unit) {
  return (int32_t)((value + unit - 1) / unit * unit);
}

/* The smallest number of threads that needs as few turns as `most` threads. */
static int32_t even_threads(int32_t items, int32_t most) {
  const int32_t turns = (items + most - 1) / most;
  return turns > 0 ? round_up((items + turns - 1) / turns, 32) : 32;
}

/* Twice as many would spill registers, except for springs in float. */
static int32_t most_threads(const cuda_work *work) {
  return work->particle_bytes > 16 || work->general ? 512 : 1024;
}

static xpbd_status check_copies(const cuda_work *work, const cuda_plan *plan) {
  XPBD_REQUIRE(work->batch <= MOST_COPIES, XPBD_ERR_UNSUPPORTED,
               "strategy %s takes a batch of up to %d copies, not %d (use block)", names[plan->strategy],
               (int)MOST_COPIES, (int)work->batch);
  return XPBD_OK;
}

/* Launches per group: enough blocks for the largest group. */
static xpbd_status plan_launches(const cuda_work *work, cuda_plan *plan) {
  XPBD_TRY(check_copies(work, plan));
  plan->threads = 256;
  plan->copies = work->batch;
  plan->blocks = round_up(work->largest_group > 0 ? work->largest_group : 1, plan->threads) / plan->threads;
  return XPBD_OK;
}

static xpbd_status plan_cooperative(const cuda_device *device, const cuda_work *work, cuda_plan *plan) {
  XPBD_REQUIRE(device->cooperative, XPBD_ERR_UNSUPPORTED,
               "strategy cooperative: this device cannot launch such kernels");
  return plan_launches(work, plan);
}

void cuda_fit_plan(cuda_plan *plan, int32_t resident) {
  if (plan->copies > resident) plan->copies = resident;
  if (plan->blocks > resident / plan->copies) plan->blocks = resident / plan->copies;
}

int32_t cuda_tiles_particles(int64_t shared_bytes, int32_t particle_bytes, bool stays) {
  const int64_t none = cuda_tiles_bytes(0, particle_bytes);
  const int64_t fit = (shared_bytes - none) / (cuda_tiles_bytes(1, particle_bytes) - none);
  const int64_t most = (CUDA_PAIR_END - (stays ? CUDA_KEPT_BYTES : 0)) / particle_bytes - 1; /* without the dummy */
  return (int32_t)(fit < most ? fit : most);
}

int64_t cuda_tile_rounds(int32_t tiles, int32_t copies, int32_t blocks, int32_t resident) {
  const int64_t at_once = resident > 0 ? resident : 1;
  return ((int64_t)blocks * copies + at_once - 1) / at_once * ((tiles + blocks - 1) / blocks);
}

void cuda_fit_tiles(cuda_plan *plan, int32_t resident) {
  const int32_t tiles = plan->blocks;
  int64_t fewest = INT64_MAX;
  for (int32_t blocks = 1; blocks <= tiles; blocks++) {
    const int64_t rounds = cuda_tile_rounds(tiles, plan->copies, blocks, resident);
    if (rounds < fewest) fewest = rounds, plan->blocks = blocks;
  }
}

static xpbd_status plan_block(const cuda_device *device, const cuda_work *work, cuda_plan *plan) {
  const int64_t positions = positions_bytes(work);
  XPBD_REQUIRE(positions <= device->shared_bytes, XPBD_ERR_UNSUPPORTED,
               "strategy block: %lld bytes of positions do not fit in %lld of shared memory", (long long)positions,
               (long long)device->shared_bytes);
  const int32_t most = most_threads(work);
  plan->blocks = work->batch;
  plan->threads = even_threads(work->largest_group, most);
  plan->shared_bytes = positions;
  if (plan->shared_bytes + work->lambda_bytes <= device->shared_bytes) {
    plan->stage |= CUDA_STAGE_LAMBDA;
    plan->shared_bytes += work->lambda_bytes;
    if (plan->shared_bytes + work->index_bytes <= device->shared_bytes) {
      plan->stage |= CUDA_STAGE_INDEX;
      plan->shared_bytes += work->index_bytes;
    }
  }
  if (!work->general && work->even && work->groups <= CUDA_HELD && work->largest_group <= plan->threads &&
      positions + CUDA_KEPT_BYTES <= CUDA_PAIR_END) {
    plan->stage = CUDA_STAGE_HELD;
    plan->shared_bytes = positions;
  } else if (work->batch > device->processors && plan->threads > most / 2 && (plan->stage & CUDA_STAGE_INDEX) &&
             2 * (plan->shared_bytes + CUDA_KEPT_BYTES) <= device->processor_shared_bytes) {
    /* Registers suffice for `most` threads. While one copy waits at its barriers, another runs: 1000 cloths of 41 x 41
     * took three quarters of the time on an H100. With springs in registers they take even less. */
    plan->threads = even_threads(work->largest_group, most / 2);
  }
  return XPBD_OK;
}

static xpbd_status plan_tiles(const cuda_work *work, cuda_plan *plan) {
  XPBD_TRY(plan_launches(work, plan));
  if (takes_tiles(work))
    plan->threads = most_threads(work); /* upper limit: tiles determine the number of threads and blocks */
  else
    plan->strategy = CUDA_GRAPH;
  return XPBD_OK;
}

/* Whether there is a kernel with resident tiles for the work. */
static bool takes_resident(const cuda_work *work) {
  return takes_tiles(work) && !work->wind && work->groups <= CUDA_HELD;
}

int32_t cuda_tiles_at_once(const cuda_device *device, const cuda_work *work, cuda_strategy strategy) {
  if (strategy == CUDA_CLUSTER) return device->cluster_size;
  return device->processors > work->batch ? device->processors / work->batch : 1;
}

static xpbd_status plan_resident(const cuda_device *device, const cuda_work *work, cuda_plan *plan) {
  XPBD_REQUIRE(device->cooperative, XPBD_ERR_UNSUPPORTED, "strategy resident: this device cannot launch such kernels");
  if (!takes_resident(work)) {
    plan->strategy = CUDA_GRAPH;
    return plan_launches(work, plan);
  }
  XPBD_REQUIRE(
      work->batch <= device->processors, XPBD_ERR_UNSUPPORTED,
      "strategy resident takes a batch of up to %d copies here, one for each multiprocessor, not %d (use block)",
      (int)device->processors, (int)work->batch);
  return plan_tiles(work, plan);
}

static xpbd_status plan_cluster(const cuda_device *device, const cuda_work *work, cuda_plan *plan) {
  XPBD_REQUIRE(device->capability >= 90 && device->cluster_size > 0, XPBD_ERR_UNSUPPORTED,
               "strategy cluster needs compute capability 9.0 and code compiled for it; this device has %d.%d",
               (int)(device->capability / 10), (int)(device->capability % 10));
  plan->blocks = device->cluster_size;
  plan->copies = work->batch;
  plan->threads = most_threads(work);
  XPBD_TRY(check_copies(work, plan));
  if (takes_resident(work)) {
    plan->stage = CUDA_STAGE_TILED;
  } else {
    const int32_t useful = round_up((work->largest_group + plan->blocks - 1) / plan->blocks, 32);
    if (useful < plan->threads) plan->threads = useful < 32 ? 32 : useful;
  }
  return XPBD_OK;
}

const char *cuda_next_strategy(cuda_strategy strategy) {
  switch (strategy) {
  case CUDA_RESIDENT: return "tiles";
  case CUDA_TILES:
  case CUDA_BLOCK: return "graph";
  default: return NULL;
  }
}

/* Whether there may be room. The number of springs in rims is unknown, so making the tiles may still fail. */
static bool may_stay(const cuda_device *device, const cuda_work *work) {
  return device->cooperative && takes_resident(work) &&
         (int64_t)work->largest_group * work->batch <= (int64_t)device->processors * most_threads(work);
}

static xpbd_status plan_as(cuda_strategy strategy, const cuda_device *device, const cuda_work *work, cuda_plan *plan) {
  memset(plan, 0, sizeof *plan);
  plan->strategy = strategy;
  switch (strategy) {
  case CUDA_COOPERATIVE: return plan_cooperative(device, work, plan);
  case CUDA_BLOCK: return plan_block(device, work, plan);
  case CUDA_CLUSTER: return plan_cluster(device, work, plan);
  case CUDA_TILES: return plan_tiles(work, plan);
  case CUDA_RESIDENT: return plan_resident(device, work, plan);
  default: return plan_launches(work, plan);
  }
}

xpbd_status cuda_find_strategy(const char *name, cuda_strategy *out) {
  for (int k = 0; k < CUDA_STRATEGIES; k++) {
    *out = (cuda_strategy)k;
    if (strcmp(name, names[k]) == 0) return XPBD_OK;
  }
  return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT,
                   "there is no strategy '%s' (plain, graph, cooperative, block, cluster, tiles, resident)", name);
}

xpbd_status cuda_make_plan(const cuda_device *device, const cuda_work *work, const char *strategy, cuda_plan *out) {
  if (strategy) {
    cuda_strategy asked;
    XPBD_TRY(cuda_find_strategy(strategy, &asked));
    return plan_as(asked, device, work, out);
  }
  /* a batch fills the device with one block per copy; a growing single copy needs more than one block */
  const bool stays = may_stay(device, work);
  const int32_t up_to = stays ? BLOCK_UP_TO_RESIDENT : BLOCK_UP_TO;
  if ((work->batch > 1 || work->largest_group <= up_to) && plan_as(CUDA_BLOCK, device, work, out) == XPBD_OK &&
      (work->batch > 1 || !takes_tiles(work) || out->stage == CUDA_STAGE_HELD))
    return XPBD_OK;
  return plan_as(stays ? CUDA_RESIDENT : CUDA_TILES, device, work, out);
}
