/* Why this file exists: lists the particles that are joined and so never collide, and the sizes of the contact grid. */
#include "layout/joined.h"

#include <stdlib.h>

#include "base/error.h"
#include "layout/layout.h"
#include "xpbd/formula.h"

/* Calls `pair` for every two particles of a constraint or a triangle. */
static void each_pair(const xpbd_scene *scene, void (*pair)(void *to, int32_t i, int32_t j), void *to) {
  const int32_t n = xpbd_scene_particle_count(scene);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const int arity = xpbd_formula_at(set->formula)->arity;
    for (int64_t k = 0; k < (int64_t)set->count * arity; k++)
      for (int64_t l = k / arity * arity; l < k; l++)
        if (set->particles[k] < n && set->particles[l] < n) pair(to, set->particles[k], set->particles[l]);
  }
  const int32_t *corner = xpbd_scene_triangles(scene);
  for (int64_t k = 0; k < 3 * (int64_t)xpbd_scene_triangle_count(scene); k++)
    for (int64_t l = k / 3 * 3; l < k; l++) pair(to, corner[k], corner[l]);
}

static void count_pair(void *to, int32_t i, int32_t j) {
  int32_t *first = to;
  first[i + 1]++, first[j + 1]++;
}

typedef struct filling {
  int32_t *next, *joined;
} filling;

static void add_pair(void *to, int32_t i, int32_t j) {
  const filling *f = to;
  f->joined[f->next[i]++] = j;
  f->joined[f->next[j]++] = i;
}

static int ascending(const void *a, const void *b) {
  const int32_t *i = a, *j = b;
  return (*i > *j) - (*i < *j);
}

/* Sorts the list of each particle and drops what it has twice: a spring along the edge of two triangles. */
static void sort_lists(int32_t n, xpbd_contact_topology *topology) {
  int32_t *joined = topology->joined, end = 0;
  for (int32_t i = 0; i < n; i++) {
    const int32_t first = topology->first[i], last = topology->first[i + 1], begin = end;
    qsort(joined + first, (size_t)(last - first), sizeof *joined, ascending);
    for (int32_t k = first; k < last; k++)
      if (end == begin || joined[end - 1] != joined[k]) joined[end++] = joined[k];
    topology->first[i] = begin;
  }
  topology->first[n] = topology->joined_count = end;
}

xpbd_status xpbd_contact_build(const xpbd_scene *scene, int64_t *bytes, xpbd_contact_topology *out) {
  const int32_t n = xpbd_scene_particle_count(scene);
  *out = (xpbd_contact_topology){.mask = 3};
  while (out->mask < (uint32_t)n) out->mask = 2 * out->mask + 1;
  out->first = xpbd_layout_allocate(bytes, (int64_t)n + 2, sizeof *out->first);
  XPBD_REQUIRE(out->first, XPBD_ERR_OUT_OF_MEMORY, "no memory for the contacts of %d particles", (int)n);
  each_pair(scene, count_pair, out->first);
  int64_t total = 0;
  for (int32_t i = 0; i < n; i++) {
    total += out->first[i + 1];
    XPBD_REQUIRE(total <= INT32_MAX, XPBD_ERR_UNSUPPORTED, "contact: more than 2^31 joined pairs of particles");
    out->first[i + 1] = (int32_t)total;
  }
  out->joined_count = (int32_t)total;
  out->joined = xpbd_layout_allocate(bytes, total + 1, sizeof *out->joined);
  int32_t *next = calloc((size_t)n + 1, sizeof *next);
  if (out->joined && next) {
    for (int32_t i = 0; i < n; i++) next[i] = out->first[i];
    filling f = {next, out->joined};
    each_pair(scene, add_pair, &f);
    sort_lists(n, out);
  }
  const int complete = out->joined && next;
  free(next);
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld joined pairs", (long long)total);
  return XPBD_OK;
}

void xpbd_contact_destroy(xpbd_contact_topology *topology) {
  free(topology->first);
  free(topology->joined);
  *topology = (xpbd_contact_topology){0};
}
