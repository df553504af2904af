/* Why this file exists: computes how far each phase must lag behind the front, and how many iterations form a turn. The
 * plan is made before a run. Nothing is projected here. */
#include "solver/wave.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "xpbd/method.h"

_Static_assert(sizeof(xpbd_particle_f32) == 1 << 4 && sizeof(xpbd_particle_f64) == 1 << 5, "shifts of plan_sweep()");

/* Whether an iteration is only groups of constraints, without a phase over all particles. */
static bool only_groups(const xpbd_layout *layout) {
  const xpbd_scene *scene = layout->scene;
  if (layout->at_once || layout->centres > 0 || layout->contact.first || xpbd_scene_obstacle_count(scene) > 0 ||
      (xpbd_traits_of(layout->def) & XPBD_CARRIES_ENERGY) || xpbd_chebyshev_of(layout->def) > 0.0)
    return false;
  for (int32_t s = 0; s < layout->set_count; s++)
    if (layout->sets[s].summed) return false;
  return true;
}

static bool is_float(const xpbd_layout *layout) {
  return xpbd_in_float(layout->def->precision);
}

/* Bytes that an iteration accesses. */
static int64_t bytes_of(const xpbd_layout *layout) {
  const int64_t record = is_float(layout) ? sizeof(xpbd_particle_f32) : sizeof(xpbd_particle_f64);
  int64_t bytes = layout->n * record * (xpbd_layout_damped(layout) ? 2 : 1);
  for (int32_t s = 0; s < layout->set_count; s++) {
    const xpbd_layout_set *set = &layout->sets[s];
    const int64_t reals = (int64_t)set->rest_rows * set->rest_count + set->rows;
    bytes += set->padded * (set->arity * (int64_t)sizeof(uint32_t) + reals * record / 4);
  }
  return bytes;
}

/* Keys of the first and last planned block that used each particle. */
typedef struct touching {
  int32_t *first, *last; /* [n]; first is -1 if no block did */
  int shift;             /* from a byte offset to an index */
} touching;

/* The particle in slot k of constraint j if it can move, else -1. Most blocks have only movable particles, so none
 * needs to be looked up. */
static int32_t moving(const xpbd_layout *layout, const xpbd_layout_set *set, int32_t j, int k, const touching *t) {
  const int32_t at = (int32_t)(set->offset[k][j] >> t->shift);
  return !(set->held[j / XPBD_PADDING] & XPBD_HELD << k) || xpbd_layout_moves(layout, at) ? at : -1;
}

/* Key of constraint j, at least `key`. */
static int32_t key_of(const xpbd_layout *layout, const xpbd_layout_set *set, int32_t j, const touching *t,
                      int32_t key) {
  int32_t lowest = INT32_MAX;
  for (int k = 0; k < set->arity; k++) {
    const int32_t at = moving(layout, set, j, k, t);
    if (at < 0) continue;
    if (at < lowest) lowest = at;
    if (t->last[at] > key) key = t->last[at];
  }
  return lowest < INT32_MAX && lowest > key ? lowest : key; /* one that writes nothing can run at any time */
}

static void touch(const xpbd_layout *layout, const xpbd_layout_set *set, int32_t j, const touching *t, int32_t key) {
  for (int k = 0; k < set->arity; k++) {
    const int32_t at = moving(layout, set, j, k, t);
    if (at < 0) continue;
    if (t->first[at] < 0) t->first[at] = key;
    t->last[at] = key;
  }
}

/* Uses SIMD, unless a block usually spans more than a step of the front. Then scalar blocks wait less: the last groups
 * have few constraints, from all over the mesh. */
static xpbd_status plan_group(const xpbd_layout *layout, const xpbd_group *group, const touching *t, int32_t step,
                              xpbd_wave_group *out) {
  const xpbd_layout_set *set = &layout->sets[group->set];
  const int32_t count = group->last - group->first;
  const bool apart = (int64_t)layout->n * XPBD_PADDING > (int64_t)count * step;
  out->grain = group->serial || apart ? 1 : XPBD_PADDING;
  out->blocks = (count + out->grain - 1) / out->grain;
  out->key = malloc(((size_t)out->blocks + 1) * sizeof *out->key);
  XPBD_REQUIRE(out->key, XPBD_ERR_OUT_OF_MEMORY, "no memory for a wave over %d constraints", (int)count);
  int32_t key = 0;
  for (int32_t b = 0; b < out->blocks; b++) {
    const int32_t begin = group->first + b * out->grain;
    const int32_t end = begin + out->grain < group->last ? begin + out->grain : group->last;
    for (int32_t j = begin; j < end; j++) key = key_of(layout, set, j, t, key);
    for (int32_t j = begin; j < end; j++) touch(layout, set, j, t, key);
    out->key[b] = key;
  }
  return XPBD_OK;
}

static xpbd_status plan_sweep(const xpbd_layout *layout, xpbd_wave *out) {
  const int32_t n = layout->n;
  const touching t = {.first = xpbd_memory(n, sizeof *t.first),
                      .last = xpbd_memory_zeroed(n, sizeof *t.last),
                      .shift = is_float(layout) ? 4 : 5}; /* 16 and 32 bytes of a record */
  xpbd_status status =
      t.first && t.last ? XPBD_OK : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %d places", (int)n);
  if (t.first) memset(t.first, -1, (size_t)n * sizeof *t.first);
  for (int32_t g = 0; status == XPBD_OK && g < layout->group_count; g++)
    status = plan_group(layout, &layout->groups[g], &t, out->step, &out->groups[g]);
  for (int32_t i = 0; status == XPBD_OK && i < n; i++)
    if (t.first[i] >= 0 && t.last[i] - t.first[i] > out->lag) out->lag = t.last[i] - t.first[i];
  free(t.first), free(t.last);
  return status;
}

/* Divides the iterations into turns of as many as fit, or fewer so that each thread has as many turns. */
static xpbd_status plan_turns(int32_t iterations, int threads, int32_t group_count, xpbd_wave *out) {
  const int64_t least = ((int64_t)iterations + out->sweeps - 1) / out->sweeps;
  const int64_t even = (least + threads - 1) / threads * threads;
  out->turns = (int32_t)(even < iterations ? even : iterations);
  out->sweeps = (iterations + out->turns - 1) / out->turns;
  const size_t phases = (size_t)threads * (size_t)out->sweeps * (size_t)group_count;
  out->at = malloc((phases + 1) * sizeof *out->at);
  out->next = malloc(sizeof *out->next);
  out->front = malloc((size_t)out->turns * sizeof *out->front);
  XPBD_REQUIRE(out->at && out->next && out->front, XPBD_ERR_OUT_OF_MEMORY, "no memory for a wave of %zu phases",
               phases);
  return XPBD_OK;
}

xpbd_status xpbd_wave_plan(const xpbd_layout *layout, int threads, int64_t beyond, int64_t window, int32_t step,
                           xpbd_wave *out) {
  *out = (xpbd_wave){.step = step};
  const int64_t bytes = bytes_of(layout);
  const int32_t iterations = layout->def->iterations;
  if (!only_groups(layout) || bytes <= beyond || iterations < 2 * threads) return XPBD_OK;
  out->groups = calloc((size_t)layout->group_count + 1, sizeof *out->groups);
  XPBD_REQUIRE(out->groups, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d groups", (int)layout->group_count);
  const double places = (double)window / (double)bytes * layout->n - step; /* length of the window */
  XPBD_TRY(plan_sweep(layout, out));
  const double sweeps = places / (out->lag > 1 ? out->lag : 1);
  if (sweeps < 2.0) {
    xpbd_wave_destroy(out, layout->group_count);
    return XPBD_OK;
  }
  out->sweeps = sweeps < iterations ? (int32_t)sweeps : iterations;
  return plan_turns(iterations, threads, layout->group_count, out);
}

void xpbd_wave_destroy(xpbd_wave *wave, int32_t group_count) {
  for (int32_t g = 0; wave->groups && g < group_count; g++) free(wave->groups[g].key);
  free(wave->groups), free(wave->at), free(wave->next), free(wave->front);
  *wave = (xpbd_wave){0};
}
