/* Why this file exists: lists the elements at each particle, and groups particles whose elements have no particle in
 * common. The groups are found by first fit, as in schedule/first_fit.c, but a constraint here has as many particles as
 * its elements. */
#include "schedule/patches.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "schedule/build.h"

enum { WORD_BITS = 64, WORDS = XPBD_MAX_GROUPS / WORD_BITS };

/* The elements at each particle, ascending, and the sum of their sizes. */
static xpbd_status list_elements(const xpbd_constraints *set, const xpbd_formula_info *info, xpbd_patches *out) {
  const int64_t corners = (int64_t)set->count * info->arity;
  int32_t *first = xpbd_memory_zeroed((int64_t)out->count + 2, sizeof *first);
  int32_t *element = xpbd_memory(corners, sizeof *element);
  double *size = xpbd_memory_zeroed(out->count, sizeof *size);
  out->first = first, out->element = element, out->size = size;
  XPBD_REQUIRE(first && element && size && corners <= INT32_MAX, XPBD_ERR_OUT_OF_MEMORY,
               "no memory for the elements at %d particles", (int)out->count);
  int32_t *next = first + 1; /* shifted by one, so that filling produces the final offsets */
  for (int64_t k = 0; k < corners; k++)
    if (set->particles[k] < out->count) next[set->particles[k] + 1]++;
  for (int32_t i = 0; i < out->count; i++) next[i + 1] += next[i];
  for (int64_t k = 0; k < corners; k++) {
    const int32_t i = set->particles[k];
    if (i >= out->count) continue; /* a ghost tip has no constraint */
    element[next[i]++] = (int32_t)(k / info->arity);
    size[i] += set->rest[k / info->arity * info->rest_count];
  }
  for (int32_t i = 0; i < out->count; i++)
    XPBD_REQUIRE(first[i] == first[i + 1] || size[i] > 0.0, XPBD_ERR_INVALID_ARGUMENT,
                 "%s: the elements at particle %d have a size of %g, must be above 0", info->name, (int)i, size[i]);
  return XPBD_OK;
}

/* The group of particle i, XPBD_MAX_GROUPS if none is left. `taken` has WORDS words for each particle: the groups that
 * write it. */
static int group_for(const xpbd_patches *patches, const xpbd_constraints *set, int arity, int32_t i, uint64_t *taken) {
  uint64_t used[WORDS] = {0};
  int group = 0;
  for (int32_t at = patches->first[i]; at < patches->first[i + 1]; at++)
    for (int k = 0; k < arity; k++) {
      const int32_t p = set->particles[(int64_t)patches->element[at] * arity + k];
      for (int w = 0; p < patches->count && w < WORDS; w++) used[w] |= taken[(int64_t)p * WORDS + w];
    }
  while (group < XPBD_MAX_GROUPS && used[group / WORD_BITS] >> group % WORD_BITS & 1) group++;
  for (int32_t at = patches->first[i]; group < XPBD_MAX_GROUPS && at < patches->first[i + 1]; at++)
    for (int k = 0; k < arity; k++) {
      const int32_t p = set->particles[(int64_t)patches->element[at] * arity + k];
      if (p < patches->count) taken[(int64_t)p * WORDS + group / WORD_BITS] |= UINT64_C(1) << group % WORD_BITS;
    }
  return group;
}

static xpbd_status group_particles(const xpbd_constraints *set, int arity, xpbd_patches *out) {
  uint16_t *group_of = xpbd_memory((int64_t)out->count + 1, sizeof *group_of);
  uint64_t *taken = xpbd_memory_zeroed((int64_t)out->count * WORDS, sizeof *taken);
  xpbd_status status = XPBD_OK;
  int32_t groups = 1;
  if (!group_of || !taken)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory to group %d particles", (int)out->count);
  for (int32_t i = 0; status == XPBD_OK && i < out->count; i++) {
    group_of[i] = (uint16_t)group_for(out, set, arity, i, taken);
    if (group_of[i] >= groups) groups = group_of[i] + 1;
  }
  if (status == XPBD_OK)
    status = xpbd_schedule_from_groups(out->count, group_of, groups, groups > XPBD_MAX_GROUPS ? XPBD_MAX_GROUPS : -1,
                                       &out->schedule);
  free(group_of);
  free(taken);
  return status;
}

xpbd_status xpbd_patches_build(const xpbd_constraints *set, int32_t n, xpbd_patches *out) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  *out = (xpbd_patches){.count = n};
  XPBD_TRY(list_elements(set, info, out));
  if (set->order == XPBD_ORDER_MESH) return xpbd_schedule_mesh_order(n, &out->schedule);
  return group_particles(set, info->arity, out);
}

void xpbd_patches_destroy(xpbd_patches *patches) {
  free((void *)patches->first);
  free((void *)patches->element);
  free((void *)patches->size);
  xpbd_schedule_destroy(&patches->schedule);
  *patches = (xpbd_patches){0};
}
