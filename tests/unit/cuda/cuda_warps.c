/* Why this file exists: tests which thread of a block handles which spring, and which threads must meet (cuda/warps.h).
 * The orders are permutations and use the banks of shared memory as promised. Strips that do not wait for each other
 * share no particle. */
#include <stdio.h>
#include <stdlib.h>

#include "cuda/warps.h"
#include "unit/parts.h"
#include "xpbd/scenes.h"

enum { MOST = 1024 };

/* Turns of the banks to serve `count` threads with records of 16 bytes (eight threads at once), or 32 in halves
 * (four). */
static int32_t bank_turns(const uint32_t *offset, const int32_t *order, int32_t count, int32_t particle_bytes) {
  const int32_t banks = CUDA_BANKS_BYTES / particle_bytes;
  int32_t turns = 0;
  for (int32_t from = 0; from < count; from += banks) {
    int32_t wanted[CUDA_BANKS_BYTES / 16] = {0}, most = 0;
    for (int32_t j = from; j < count && j < from + banks; j++) {
      const int32_t now = ++wanted[offset[order ? order[j] : j] / (uint32_t)particle_bytes % (uint32_t)banks];
      most = now > most ? now : most;
    }
    turns += most;
  }
  return turns;
}

static bool is_order(const int32_t *order, int32_t count) {
  bool seen[MOST] = {false};
  for (int32_t j = 0; j < count; j++) {
    if (order[j] < 0 || order[j] >= count || seen[order[j]]) return false;
    seen[order[j]] = true;
  }
  return true;
}

static void check_order(check *self, int argument) {
  uint32_t offset[2][MOST];
  const uint32_t *const ends[2] = {offset[0], offset[1]};
  int32_t order[MOST];
  for (int32_t bytes = 16; bytes <= 32; bytes *= 2) {
    // Any springs, including many more in one bank than in the others.
    for (int32_t count = 0; count < 200; count++) {
      const int32_t kinds = 1 + (int32_t)check_random(self, 0, 40);
      for (int32_t j = 0; j < count; j++)
        for (int k = 0; k < 2; k++) offset[k][j] = (uint32_t)(bytes * (int32_t)check_random(self, 0, kinds));
      cuda_bank_order(ends, count, bytes, order);
      check_true(self, is_order(order, count), "%d springs of %d bytes: each has one place", (int)count, (int)bytes);
    }
    // Each pair of banks five times, in a random order: no two threads ever need the same bank at once.
    const int32_t banks = CUDA_BANKS_BYTES / bytes, count = 5 * banks * banks;
    for (int32_t j = 0; j < count; j++) {
      const int32_t at = (int32_t)check_random(self, 0, j + 1);
      for (int k = 0; k < 2; k++) offset[k][j] = offset[k][at];
      offset[0][at] = (uint32_t)(bytes * (j % banks + banks * (int32_t)check_random(self, 0, 9)));
      offset[1][at] = (uint32_t)(bytes * (j / banks % banks + banks * (int32_t)check_random(self, 0, 9)));
    }
    cuda_bank_order(ends, count, bytes, order);
    for (int k = 0; k < 2; k++) {
      check_same(self, (uint64_t)bank_turns(offset[k], order, count, bytes), (uint64_t)(count / banks),
                 "turns of end %d of %d bytes", k, (int)bytes);
      check_control(self, bank_turns(offset[k], NULL, count, bytes) > count / banks, "as they stood it takes more");
    }
  }
}

/* Whether two strips that are not neighbours share a particle, found pair by pair. */
static bool strangers_meet(const xpbd_layout *layout, uint32_t bytes, int32_t strips) {
  for (int32_t g = 0; g < layout->group_count; g++)
    for (int32_t h = 0; h < layout->group_count; h++) {
      const xpbd_group *one = &layout->groups[g], *other = &layout->groups[h];
      static int32_t strip_of[1 << 16];
      for (int32_t i = 0; i < layout->records; i++) strip_of[i] = -1;
      for (int32_t j = one->first; j < one->last; j++)
        for (int k = 0; k < 2; k++) strip_of[layout->sets[0].offset[k][j] / bytes] = (j - one->first) / CUDA_STRIP;
      for (int32_t j = other->first; j < other->last; j++)
        for (int k = 0; k < 2; k++) {
          const int32_t a = strip_of[layout->sets[0].offset[k][j] / bytes], b = (j - other->first) / CUDA_STRIP;
          const int32_t apart = a < 0 ? 0 : abs(a - b);
          if (apart > 1 && apart < strips - 1) return true;
        }
    }
  return false;
}

/* One layout: unchanged, sorted strip by strip, and with two springs moved to other strips. */
static void check_layout(check *self, xpbd_layout *layout, int32_t bytes, int found[2]) {
  int32_t largest = 0;
  bool apart = false;
  for (int32_t g = 0; g < layout->group_count; g++) {
    const int32_t count = layout->groups[g].last - layout->groups[g].first;
    largest = count > largest ? count : largest;
  }
  const int32_t strips = (largest + CUDA_STRIP - 1) / CUDA_STRIP, threads = strips * CUDA_STRIP;
  for (int turn = 0; turn < 3; turn++) {
    if (turn == 1) check_status(self, cuda_order_springs(layout, bytes, CUDA_STRIP), XPBD_OK, "an order");
    if (turn == 2 && strips > 2) {
      uint32_t *const near = layout->sets[0].offset[0] + layout->groups[0].first, *const far = near + 2 * CUDA_STRIP;
      const uint32_t kept = *near;
      *near = *far, *far = kept;
    }
    check_status(self, cuda_strips_apart(layout, bytes, threads, &apart), XPBD_OK, "strips");
    const bool expected = strips >= 4 && strips <= CUDA_STRIPS && !strangers_meet(layout, (uint32_t)bytes, strips);
    found[apart]++;
    check_true(self, apart == expected, "%d strips of a cloth, turn %d: apart is %d", (int)strips, turn, (int)apart);
    if (turn == 2 && strips > 4) check_control(self, !apart, "a spring that has left its strip is seen");
  }
  check_status(self, cuda_strips_apart(layout, bytes, threads - CUDA_STRIP / 4, &apart), XPBD_OK, "strips");
  check_true(self, !apart, "a part of a strip");
}

static void check_strips(check *self, int argument) {
  int found[2] = {0};
  for (int32_t resolution = 8; resolution <= 48; resolution += 4) {
    xpbd_scene_params params = xpbd_scene_params_default();
    params.resolution = resolution, params.constraint = "stretching";
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "cloth")) return;
    for (int precision = 0; precision < 2; precision++) {
      xpbd_solver_def def = xpbd_solver_def_default();
      def.precision = precision ? XPBD_F64 : XPBD_F32;
      OWNED(xpbd_layout_destroy) xpbd_layout layout = {0};
      if (check_status(self, xpbd_layout_create(model.scene, &def, &layout), XPBD_OK, "layout"))
        check_layout(self, &layout, precision ? 32 : 16, found);
    }
  }
  check_true(self, found[0] > 5 && found[1] > 5, "of each kind: %d, %d", found[0], found[1]);
}

void cuda_warps_checks(check_registry *registry) {
  check_add(registry, "order", "springs in an order in which shared memory serves them at once", check_order, 0);
  check_add(registry, "strips", "strips that do not wait for each other share no particle", check_strips, 0);
}
