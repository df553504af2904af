/* Why this file exists: see wave.h. */
#include "solver/wave.h"

#include <stdlib.h>

#include "base/error.h"
#include "xpbd/method.h"

/* Only what a sweep of plain constraints is: no phase in it that looks at all particles. */
static bool only_groups(const xpbd_layout *layout) {
  const xpbd_scene *scene = layout->scene;
  if (layout->at_once || layout->centres > 0 || layout->contact.first || xpbd_scene_obstacle_count(scene) > 0 ||
      (xpbd_method_at((int)layout->def->method)->traits & XPBD_CARRIES_ENERGY))
    return false;
  for (int32_t s = 0; s < layout->set_count; s++)
    if (layout->sets[s].summed) return false;
  return true;
}

static bool is_float(const xpbd_layout *layout) {
  return layout->def->precision == XPBD_F32;
}

/* Of an offset; both divisors are known to the compiler, which shifts. */
static int32_t place_of(const xpbd_layout *layout, uint32_t offset) {
  return (int32_t)(is_float(layout) ? offset / sizeof(xpbd_particle_f32) : offset / sizeof(xpbd_particle_f64));
}

static bool moves(const xpbd_layout *layout, int32_t at) {
  return is_float(layout) ? ((const xpbd_particle_f32 *)layout->positions)[at].w > 0.0f
                          : ((const xpbd_particle_f64 *)layout->positions)[at].w > 0.0;
}

/* What a sweep touches. */
static int64_t bytes_of(const xpbd_layout *layout) {
  const int64_t record = is_float(layout) ? sizeof(xpbd_particle_f32) : sizeof(xpbd_particle_f64);
  int64_t bytes = layout->n * record * (xpbd_layout_damped(layout) ? 2 : 1);
  for (int32_t s = 0; s < layout->set_count; s++) {
    const xpbd_layout_set *set = &layout->sets[s];
    bytes += set->padded * (set->arity * (int64_t)sizeof(uint32_t) + (set->rest_count + 1) * record / 4);
  }
  return bytes;
}

/* First and last place of the particles of constraint j that can move; first > last when none can. */
static void extent(const xpbd_layout *layout, const xpbd_layout_set *set, int32_t j, int32_t *first, int32_t *last) {
  *first = INT32_MAX, *last = -1;
  for (int k = 0; k < set->arity; k++) {
    const int32_t at = place_of(layout, set->offset[k][j]);
    if (!moves(layout, at)) continue;
    if (at < *first) *first = at;
    if (at > *last) *last = at;
  }
}

static int32_t find_reach(const xpbd_layout *layout) {
  int32_t reach = 0, first, last;
  for (int32_t g = 0; g < layout->group_count; g++)
    for (int32_t j = layout->groups[g].first; j < layout->groups[g].last; j++) {
      extent(layout, &layout->sets[layout->groups[g].set], j, &first, &last);
      if (last > first && last - first > reach) reach = last - first;
    }
  return reach;
}

/* Keys of the blocks of a group; returns its span. */
static int32_t find_keys(const xpbd_layout *layout, const xpbd_group *group, xpbd_wave_group *out) {
  int32_t highest = 0, span = 0, first, last;
  for (int32_t b = 0; b < out->blocks; b++) {
    const int32_t begin = group->first + b * out->grain;
    int32_t lowest = INT32_MAX;
    for (int32_t j = begin; j < begin + out->grain && j < group->last; j++) {
      extent(layout, &layout->sets[group->set], j, &first, &last);
      if (last < 0) continue; /* writes nothing: at any time */
      if (first < lowest) lowest = first;
      if (first > highest) highest = first;
    }
    out->key[b] = highest;
    if (lowest < highest && highest - lowest > span) span = highest - lowest;
  }
  return span;
}

/* With blocks of `grain` places; returns the span, -1 without memory. */
static int32_t cut(const xpbd_layout *layout, const xpbd_group *group, int32_t grain, xpbd_wave_group *out) {
  free(out->key);
  out->grain = grain;
  out->blocks = (group->last - group->first + grain - 1) / grain;
  out->key = malloc(((size_t)out->blocks + 1) * sizeof *out->key);
  return out->key ? find_keys(layout, group, out) : -1;
}

/* Side by side, unless the last of a block stands so far from the first that one by one is less to wait for: the last of
 * the groups have few constraints, from all over the mesh. */
static xpbd_status plan_group(const xpbd_layout *layout, const xpbd_group *group, int32_t reach, xpbd_wave_group *out) {
  int32_t span = cut(layout, group, group->serial ? 1 : XPBD_PADDING, out);
  if (out->grain > 1 && span > reach + reach / 2) span = cut(layout, group, 1, out);
  XPBD_REQUIRE(span >= 0, XPBD_ERR_OUT_OF_MEMORY, "no memory for a wave over %d constraints",
               (int)(group->last - group->first));
  out->lag = reach + span;
  return XPBD_OK;
}

xpbd_status xpbd_wave_plan(const xpbd_layout *layout, int64_t beyond, int64_t window, xpbd_wave *out) {
  *out = (xpbd_wave){0};
  const int64_t bytes = bytes_of(layout);
  if (!only_groups(layout) || bytes <= beyond || layout->def->iterations < 2) return XPBD_OK;
  const int32_t reach = find_reach(layout);
  const double each = (double)bytes / layout->n; /* bytes for a place that the window is long */
  if ((double)layout->group_count * reach * each > (double)window) return XPBD_OK; /* before more is looked at */
  out->groups = calloc((size_t)layout->group_count + 1, sizeof *out->groups);
  XPBD_REQUIRE(out->groups, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d groups", (int)layout->group_count);
  double lag = 0.0;
  for (int32_t g = 0; g < layout->group_count; g++) {
    XPBD_TRY(plan_group(layout, &layout->groups[g], reach, &out->groups[g]));
    lag += out->groups[g].lag;
  }
  const double sweeps = ((double)window / each - XPBD_WAVE_STEP) / (lag > 1.0 ? lag : 1.0);
  if (sweeps < 2.0) {
    xpbd_wave_destroy(out, layout->group_count);
    return XPBD_OK;
  }
  out->sweeps = sweeps < layout->def->iterations ? (int32_t)sweeps : layout->def->iterations;
  const size_t phases = (size_t)out->sweeps * (size_t)layout->group_count;
  out->at = malloc((phases + 1) * sizeof *out->at);
  XPBD_REQUIRE(out->at, XPBD_ERR_OUT_OF_MEMORY, "no memory for a wave of %zu phases", phases);
  return XPBD_OK;
}

void xpbd_wave_destroy(xpbd_wave *wave, int32_t group_count) {
  for (int32_t g = 0; wave->groups && g < group_count; g++) free(wave->groups[g].key);
  free(wave->groups), free(wave->at);
  *wave = (xpbd_wave){0};
}
