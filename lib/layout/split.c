/* Why this file exists: counts and lists the copies of each particle, for methods whose constraints all start from the
 * same positions. */
#include "layout/split.h"

#include <stdlib.h>

#include "base/error.h"
#include "layout/layout.h"
#include "xpbd/formula.h"

static int summed(const xpbd_constraints *set) {
  return (xpbd_formula_at(set->formula)->traits & XPBD_SUMMED) != 0;
}

/* The particle of each copy. Counts copies in first[i + 1]. */
static void fill_owners(const xpbd_scene *scene, const int32_t *padded, bool in_runs, xpbd_split_topology *out) {
  const int32_t n = xpbd_scene_particle_count(scene), dummy = n + xpbd_scene_centre_count(scene);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const int arity = xpbd_formula_at(set->formula)->arity, rows = xpbd_layout_parts(set);
    for (int k = 0; k < rows * arity && !summed(set); k++)
      for (int32_t j = 0; j < padded[s]; j++) {
        const int32_t i = j < set->count ? set->particles[(int64_t)j * arity + k % arity] : dummy;
        out->of[out->place[s] + k * padded[s] + xpbd_split_at(in_runs, j)] = i;
        if (i < n) out->first[i + 1]++;
      }
  }
}

/* The copies of each particle, by constraint. */
static void fill_copies(const xpbd_scene *scene, const int32_t *padded, bool in_runs, int32_t *next,
                        xpbd_split_topology *out) {
  const int32_t n = xpbd_scene_particle_count(scene);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const int arity = xpbd_formula_at(set->formula)->arity, rows = xpbd_layout_parts(set);
    for (int32_t j = 0; j < set->count && !summed(set); j++)
      for (int k = 0; k < rows * arity; k++) {
        const int32_t at = out->place[s] + k * padded[s] + xpbd_split_at(in_runs, j);
        if (out->of[at] < n) out->copies[next[out->of[at]]++] = at;
      }
  }
}

xpbd_status xpbd_split_build(const xpbd_scene *scene, const int32_t *padded, int64_t record, bool in_runs,
                             int64_t *bytes, xpbd_split_topology *out) {
  const int32_t n = xpbd_scene_particle_count(scene), sets = xpbd_scene_set_count(scene);
  *out = (xpbd_split_topology){.place = calloc((size_t)sets + 1, sizeof *out->place)};
  XPBD_REQUIRE(out->place, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d sets", (int)sets);
  int64_t count = 0;
  for (int32_t s = 0; s < sets; s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    out->place[s] = (int32_t)count;
    const xpbd_formula_info *info = xpbd_formula_at(set->formula);
    if (!summed(set)) count += (int64_t)padded[s] * xpbd_layout_parts(set) * info->arity;
    XPBD_REQUIRE(count * record <= UINT32_MAX, XPBD_ERR_UNSUPPORTED,
                 "%lld copies of particles are more than 32-bit offsets can address", (long long)count);
  }
  out->place[sets] = out->count = (int32_t)count;
  out->of = xpbd_layout_allocate(bytes, count + 1, sizeof *out->of);
  out->copies = xpbd_layout_allocate(bytes, count + 1, sizeof *out->copies);
  out->first = xpbd_layout_allocate(bytes, (int64_t)n + 2, sizeof *out->first);
  int32_t *next = calloc((size_t)n + 1, sizeof *next);
  const int complete = out->of && out->copies && out->first && next;
  if (complete) {
    fill_owners(scene, padded, in_runs, out);
    for (int32_t i = 0; i < n; i++) out->first[i + 1] += out->first[i], next[i] = out->first[i];
    fill_copies(scene, padded, in_runs, next, out);
  }
  free(next);
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d copies of particles", (int)out->count);
  return XPBD_OK;
}

void xpbd_split_destroy(xpbd_split_topology *topology) {
  free(topology->place);
  free(topology->of);
  free(topology->first);
  free(topology->copies);
  *topology = (xpbd_split_topology){0};
}
