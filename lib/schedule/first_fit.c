/* Why this file exists: computes the groups of the paper in linear time. Each particle stores the groups that write it,
 * one bit each. A constraint takes the lowest group that none of its particles has. schedule/edge_groups.c finds the
 * same groups as the paper describes, and says why they are the same. */
#include <stdlib.h>

#include "base/edge.h"
#include "base/memory.h"
#include "base/movers.h"
#include "schedule/build.h"

enum { WORD_BITS = 64, MOST_WORDS = XPBD_MAX_GROUPS / WORD_BITS };

/* Bits of 64 groups for every particle. Most meshes need only the first set, so the others are allocated when a
 * constraint first needs them. 40 million edges then cost 8 bytes per particle instead of 32. */
typedef struct masks {
  uint64_t *word[MOST_WORDS]; /* [particle_count] each, NULL = no constraint is in these groups yet */
  uint64_t allowed[MOST_WORDS];
  int word_count;
  uint64_t *movers; /* as returned by base/movers.h */
} masks;

static masks make_masks(int32_t max_groups) {
  masks m = {.word_count = (max_groups + WORD_BITS - 1) / WORD_BITS};
  for (int w = 0; w < m.word_count; w++) {
    const int32_t left = max_groups - w * WORD_BITS;
    m.allowed[w] = left >= WORD_BITS ? ~UINT64_C(0) : (UINT64_C(1) << left) - 1;
  }
  return m;
}

static void free_masks(masks *m) {
  for (int w = 0; w < MOST_WORDS; w++) free(m->word[w]);
  free(m->movers);
}

/* Prefetches what placing a constraint reads. */
static void ask_for(const masks *m, const xpbd_members *members, const int32_t *particle) {
  for (int k = 0; k < members->arity && m->word[0]; k++) XPBD_ASK_FOR(&m->word[0][particle[k]]);
}

static int lowest_bit(uint64_t bits) {
  return __builtin_ctzll(bits);
}

/* Puts one constraint in its group and returns the group. `max_groups` = none is left, -1 = out of memory. */
static int32_t place_constraint(masks *m, const xpbd_members *members, const int32_t *particle, int32_t max_groups) {
  for (int w = 0; w < m->word_count; w++) {
    if (!m->word[w]) {
      m->word[w] = xpbd_memory_zeroed((int64_t)members->particle_count + 1, sizeof *m->word[w]);
      if (!m->word[w]) return -1;
    }
    uint64_t taken = 0;
    for (int k = 0; k < members->arity; k++)
      if (xpbd_moves(m->movers, particle[k])) taken |= m->word[w][particle[k]];
    const uint64_t available = ~taken & m->allowed[w];
    if (available == 0) continue;
    const int bit = lowest_bit(available);
    for (int k = 0; k < members->arity; k++)
      if (xpbd_moves(m->movers, particle[k])) m->word[w][particle[k]] |= UINT64_C(1) << bit;
    return w * WORD_BITS + bit;
  }
  return max_groups;
}

xpbd_status xpbd_schedule_first_fit(int32_t constraint_count, int32_t arity, const int32_t *particles,
                                    int32_t particle_count, const double *inverse_masses, int32_t max_groups,
                                    xpbd_schedule *out) {
  XPBD_NOT_NULL(out);
  if (constraint_count > 0) XPBD_NOT_NULL(particles);
  const xpbd_members members = {constraint_count, arity, particles, particle_count, inverse_masses};
  XPBD_TRY(xpbd_schedule_begin(&members, max_groups, out));
  uint16_t *group_of = xpbd_memory((int64_t)constraint_count + 1, sizeof *group_of);
  masks m = make_masks(max_groups);
  m.movers = xpbd_movers_list(particle_count, inverse_masses);
  int32_t groups = 0;
  xpbd_status status = XPBD_OK;
  if (!group_of || !m.movers)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "schedule: out of memory (%zu bytes)",
                       ((size_t)constraint_count + 1) * sizeof *group_of);
  for (int32_t c = 0; c < constraint_count && status == XPBD_OK; c++) {
    const int32_t *particle = particles + (size_t)c * (size_t)arity;
    if (c < constraint_count - XPBD_AHEAD) ask_for(&m, &members, particle + XPBD_AHEAD * arity);
    const int32_t group = place_constraint(&m, &members, particle, max_groups);
    if (group < 0)
      status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "schedule: out of memory (%zu bytes)",
                         ((size_t)particle_count + 1) * sizeof(uint64_t));
    else
      group_of[c] = (uint16_t)group;
    if (group >= groups) groups = group + 1;
  }
  free_masks(&m);
  /* group number max_groups is the overflow group, which is last because its number is the highest */
  if (status == XPBD_OK)
    status = xpbd_schedule_from_groups(constraint_count, group_of, groups, groups > max_groups ? max_groups : -1, out);
  free(group_of);
  return status;
}
