/* Why this file exists: divides the nodes and springs of a Verlet world among threads. Each share adds up the forces on
 * its own nodes in the order of all springs, so a node's force has the same bits in any number of shares. */
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "verlet/kernel.h"

static bool has(const verlet_share *share, int32_t node) {
  return node >= share->first && node < share->last;
}

/* Whether a spring acts on a node of the share. */
static bool acts(const verlet_share *share, const xpbd_verlet_spring *spring) {
  return has(share, spring->nodes[0]) || has(share, spring->nodes[1]);
}

/* The number of these springs, and the nodes at their ends. */
static int32_t measure(const xpbd_verlet_def *def, verlet_share *share) {
  int32_t count = 0, low = share->first, high = share->last;
  for (int32_t s = 0; s < def->spring_count; s++) {
    const int32_t *nodes = def->springs[s].nodes;
    if (!acts(share, &def->springs[s])) continue;
    count++;
    for (int k = 0; k < 2; k++) {
      if (nodes[k] < low) low = nodes[k];
      if (nodes[k] >= high) high = nodes[k] + 1;
    }
  }
  share->low = low;
  share->span = high - low;
  return count;
}

static void fill(const xpbd_verlet_def *def, verlet_share *share) {
  int32_t count = 0;
  for (int32_t s = 0; s < def->spring_count; s++) {
    const xpbd_verlet_spring *spring = &def->springs[s];
    if (!acts(share, spring)) continue;
    verlet_block *block = &share->blocks[count / VERLET_LANES];
    const int lane = count++ % VERLET_LANES;
    block->from[lane] = spring->nodes[0] - share->low;
    block->to[lane] = spring->nodes[1] - share->low;
    block->rest_length[lane] = spring->rest_length;
    block->stiffness[lane] = spring->stiffness;
    block->damping[lane] = spring->damping;
  }
}

static xpbd_status build(const xpbd_verlet_def *def, verlet_share *share) {
  const int32_t count = measure(def, share);
  share->block_count = count / VERLET_LANES + (count % VERLET_LANES != 0);
  share->blocks = xpbd_memory_zeroed(share->block_count, sizeof *share->blocks);
  share->force = xpbd_memory(share->span, 4 * sizeof *share->force);
  XPBD_REQUIRE(share->blocks && share->force, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d springs", (int)count);
  fill(def, share);
  return XPBD_OK;
}

xpbd_status verlet_shares_create(xpbd_verlet *world, int32_t count) {
  const int64_t n = world->def.node_count;
  verlet_shares_destroy(world);
  world->shares = xpbd_memory_zeroed(count, sizeof *world->shares);
  XPBD_REQUIRE(world->shares, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d shares", (int)count);
  world->share_count = count;
  for (int32_t s = 0; s < count; s++) {
    world->shares[s].first = (int32_t)(n * s / count), world->shares[s].last = (int32_t)(n * (s + 1) / count);
    XPBD_TRY(build(&world->def, &world->shares[s]));
  }
  return XPBD_OK;
}

size_t verlet_shares_bytes(const xpbd_verlet *world) {
  size_t sum = sizeof *world->shares * (size_t)world->share_count;
  for (int32_t s = 0; s < world->share_count; s++) {
    const verlet_share *share = &world->shares[s];
    sum += sizeof *share->blocks * (size_t)share->block_count + 4 * sizeof *share->force * (size_t)share->span +
           sizeof *share->contacts * (size_t)share->contact_capacity;
  }
  return sum;
}

void verlet_shares_destroy(xpbd_verlet *world) {
  for (int32_t s = 0; s < world->share_count; s++) {
    free(world->shares[s].blocks);
    free(world->shares[s].force);
    free(world->shares[s].contacts);
  }
  free(world->shares);
  world->shares = NULL;
  world->share_count = 0;
}
