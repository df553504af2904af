/* Why this file exists: sorts the constraints of a group by the indices of their particles. It is inlined for each
 * number of particles, because its speed decides the setup time. */
#include "layout/order.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/movers.h"
#include "layout/runs.h"

uint64_t *xpbd_scene_movers(const xpbd_scene *scene) {
  return xpbd_movers_list((int64_t)xpbd_scene_particle_count(scene) + xpbd_scene_centre_count(scene),
                          xpbd_scene_inverse_masses(scene));
}

xpbd_status xpbd_ordering_create(const xpbd_scene *scene, int32_t s, const int32_t *place, const uint64_t *movers,
                                 bool packs, xpbd_ordering *out) {
  const xpbd_constraints *set = xpbd_scene_set(scene, s);
  *out = (xpbd_ordering){.set = set,
                         .place = place,
                         .movers = movers,
                         .n = xpbd_scene_particle_count(scene),
                         .width = 1 + xpbd_formula_at(set->formula)->arity,
                         .packs = packs && xpbd_runs_may_have(set)};
  int32_t largest = 0;
  for (int32_t g = 0; g < set->schedule.group_count; g++) {
    const int32_t count = set->schedule.group_start[g + 1] - set->schedule.group_start[g];
    if (count > largest) largest = count;
  }
  out->member = xpbd_memory((int64_t)largest * out->width, sizeof *out->member);
  if (out->packs) out->packed = xpbd_memory(largest, sizeof *out->packed);
  XPBD_REQUIRE(out->member && (out->packed || !out->packs), XPBD_ERR_OUT_OF_MEMORY, "no memory to sort %d constraints",
               (int)largest);
  return XPBD_OK;
}

void xpbd_ordering_destroy(xpbd_ordering *ordering) {
  free(ordering->slot), free(ordering->taken), free(ordering->member), free(ordering->packed);
  *ordering = (xpbd_ordering){0};
}

static inline void copy(uint32_t *to, const uint32_t *from, int width) {
  for (int k = 0; k < width; k++) to[k] = from[k];
}

/* Writes the member of a constraint to `out`. Returns its lowest index, n if none of its particles can move. */
static inline int32_t look_up(const xpbd_ordering *o, int width, int32_t constraint, uint32_t *out) {
  const int32_t *particle = &o->set->particles[(int64_t)constraint * (width - 1)];
  uint32_t first = (uint32_t)o->n;
  out[0] = (uint32_t)constraint;
  for (int k = 0; k < width - 1; k++) {
    const int32_t i = particle[k];
    const uint32_t at = (uint32_t)(o->place && i < o->n ? o->place[i] : i);
    const bool moves = xpbd_moves(o->movers, i);
    out[1 + k] = moves ? at : at | XPBD_PINNED;
    if (moves && at < first) first = at;
  }
  return (int32_t)first;
}

/* Prefetches what look_up() needs of later constraints, of which `left` are left. Twice as far ahead it prefetches
 * their particles, which tell what else is needed. */
static inline void ask_for(const xpbd_ordering *o, int width, const int32_t *order, int32_t left) {
  const int arity = width - 1;
  if (left > 2 * XPBD_AHEAD) XPBD_ASK_FOR(&o->set->particles[(int64_t)order[2 * XPBD_AHEAD] * arity]);
  if (left <= XPBD_AHEAD || !o->place) return;
  const int32_t *particle = &o->set->particles[(int64_t)order[XPBD_AHEAD] * arity];
  for (int k = 0; k < arity; k++)
    if (particle[k] < o->n) XPBD_ASK_FOR(&o->place[particle[k]]);
}

/* Lists members in order while lowest indices ascend, or to the end if they need not. Returns how many. */
static inline int32_t list(const xpbd_ordering *o, int width, const int32_t *order, int32_t count, bool in_any_order) {
  int32_t last = 0;
  for (int32_t j = 0; j < count; j++) {
    ask_for(o, width, &order[j], count - j);
    const int32_t first = look_up(o, width, order[j], &o->member[(int64_t)j * width]);
    if (first < last && !in_any_order) return j;
    last = first;
  }
  return count;
}

/* Reverses members that were stored from last to first. */
static void turn_round(uint32_t *first, uint32_t *end, int width) {
  uint32_t kept[1 + XPBD_MAX_ARITY];
  for (uint32_t *last = end - width; first < last; first += width, last -= width) {
    copy(kept, first, width);
    copy(first, last, width);
    copy(last, kept, width);
  }
}

/* No two members of a group write the same particle, so each has its own lowest index. Bucketing by it sorts them.
 * Members that write nothing come last, in their own order. */
static inline void sort(const xpbd_ordering *o, int width, const int32_t *order, int32_t count) {
  uint32_t own[1 + XPBD_MAX_ARITY], *out = o->member;
  uint32_t *const end = o->member + (int64_t)count * width, *back = end;
  int32_t lowest = INT32_MAX, highest = -1;
  for (int32_t j = 0; j < count; j++) {
    ask_for(o, width, &order[j], count - j);
    const int32_t first = look_up(o, width, order[j], own);
    if (first == o->n) {
      copy(back -= width, own, width);
      continue;
    }
    copy(&o->slot[(int64_t)first * width], own, width);
    o->taken[first / 64] |= UINT64_C(1) << first % 64;
    if (first < lowest) lowest = first;
    if (first > highest) highest = first;
  }
  for (int32_t word = lowest / 64; highest >= 0 && word <= highest / 64; word++) {
    for (uint64_t bits = o->taken[word]; bits != 0; bits &= bits - 1, out += width)
      copy(out, &o->slot[(word * INT64_C(64) + __builtin_ctzll(bits)) * width], width);
    o->taken[word] = 0;
  }
  turn_round(back, end, width);
}

static xpbd_status make_slots(xpbd_ordering *o) {
  if (!o->slot) o->slot = xpbd_memory((int64_t)o->n * o->width, sizeof *o->slot);
  if (!o->taken) o->taken = xpbd_memory_zeroed((int64_t)o->n / 64 + 1, sizeof *o->taken);
  XPBD_REQUIRE(o->slot && o->taken, XPBD_ERR_OUT_OF_MEMORY, "no memory to sort constraints of %d particles", (int)o->n);
  return XPBD_OK;
}

xpbd_status xpbd_ordering_group(xpbd_ordering *o, int32_t g, bool *moved) {
  const xpbd_schedule *schedule = &o->set->schedule;
  const int32_t *order = schedule->order + schedule->group_start[g];
  const int32_t count = schedule->group_start[g + 1] - schedule->group_start[g];
  const bool overflow = g == schedule->overflow;
  const bool springs = o->width == 3; /* most constraints are springs, so their loops are unrolled */
  *moved = (springs ? list(o, 3, order, count, overflow) : list(o, o->width, order, count, overflow)) < count;
  if (*moved) {
    XPBD_TRY(make_slots(o));
    if (springs) {
      sort(o, 3, order, count);
    } else {
      sort(o, o->width, order, count);
    }
  }
  o->in_runs = o->packs && !overflow; /* members that share particles keep the scene's order */
  if (o->in_runs) *moved |= xpbd_runs_pack(o->member, count, o->packed);
  return XPBD_OK;
}

xpbd_status xpbd_order_list(const xpbd_scene *scene, int32_t s, const int32_t *place, bool packs, int32_t **out) {
  const xpbd_schedule *schedule = &xpbd_scene_set(scene, s)->schedule;
  xpbd_ordering ordering = {0};
  uint64_t *movers = xpbd_scene_movers(scene);
  int32_t *order = xpbd_memory(schedule->constraint_count, sizeof *order);
  xpbd_status status = movers && order ? xpbd_ordering_create(scene, s, place, movers, packs, &ordering)
                                       : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory to sort %d constraints",
                                                   (int)schedule->constraint_count);
  bool any_moved = false;
  for (int32_t g = 0; g < schedule->group_count && status == XPBD_OK; g++) {
    const int32_t first = schedule->group_start[g], count = schedule->group_start[g + 1] - first;
    bool moved = false;
    status = xpbd_ordering_group(&ordering, g, &moved);
    any_moved |= moved;
    for (int32_t j = 0; j < count && status == XPBD_OK; j++)
      order[first + j] = (int32_t)*xpbd_ordering_at(&ordering, j);
  }
  xpbd_ordering_destroy(&ordering);
  free(movers);
  if (status != XPBD_OK || !any_moved) {
    free(order);
    order = NULL;
  }
  *out = order;
  return status;
}
