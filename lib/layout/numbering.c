/* Why this file exists: numbers the particles of a scene breadth first, and keeps the numbering only if it halves the
 * reach of constraints. */
#include "layout/numbering.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"

/* First and last index of the movable particles of constraint c. first > last if there are none. */
typedef struct extent {
  int32_t first, last;
} extent;

static extent extent_of(const xpbd_scene *scene, const xpbd_constraints *set, int arity, const int32_t *place,
                        int64_t c) {
  const double *w = xpbd_scene_inverse_masses(scene); /* 0 for centres */
  extent e = {INT32_MAX, -1};
  for (int k = 0; k < arity; k++) {
    const int32_t i = set->particles[c * arity + k];
    if (!(w[i] > 0.0)) continue;
    const int32_t at = place ? place[i] : i;
    if (at < e.first) e.first = at;
    if (at > e.last) e.last = at;
  }
  return e;
}

double xpbd_numbering_reach(const xpbd_scene *scene, const int32_t *place) {
  enum { SAMPLE = 1 << 16 }; /* constraints sampled per set, which gives their mean to a percent */
  double sum = 0.0;
  int64_t count = 0;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const int arity = xpbd_formula_at(set->formula)->arity;
    const int64_t stride = set->count / SAMPLE * 2 + 1; /* odd, because meshes repeat in powers of two */
    for (int64_t c = 0; c < set->count; c += stride) {
      const extent e = extent_of(scene, set, arity, place, c);
      if (e.last > e.first) sum += (double)(e.last - e.first) * (double)stride;
      count += stride;
    }
  }
  return count > 0 ? sum / (double)count : 0.0;
}

/* ---- particles ---- */

/* Neighbours of each movable particle: of[first[i]] .., some more than once. Pinned particles have none, because they
 * are never written, and a pinned hub should not bring its neighbours together. */
typedef struct graph {
  int32_t n;
  int32_t *first, *of;
  int32_t *queue; /* [n] in visiting order */
  uint8_t *met;   /* [n] the last pass that visited it */
  uint8_t *moves; /* [n + centres] */
} graph;

/* Calls for every two particles of a constraint, in both directions, if the first can move. */
static void each_neighbour(const xpbd_scene *scene, void (*add)(graph *g, int32_t i, int32_t j), graph *g) {
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const int arity = xpbd_formula_at(set->formula)->arity;
    for (int64_t c = 0; c < set->count; c++) {
      const int32_t *particle = &set->particles[c * arity];
      for (int k = 0; k < arity; k++)
        for (int l = 0; l < arity && g->moves[particle[k]]; l++)
          if (l != k && particle[l] < g->n) add(g, particle[k], particle[l]);
    }
  }
}
static void count_neighbour(graph *g, int32_t i, int32_t j) {
  (void)j;
  g->first[i + 2]++;
}
static void add_neighbour(graph *g, int32_t i, int32_t j) {
  g->of[g->first[i + 1]++] = j;
}

/* Largest possible number of neighbours. Beyond INT32_MAX they cannot be listed. */
static int64_t most_neighbours(const xpbd_scene *scene) {
  int64_t most = 0;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const int arity = xpbd_formula_at(xpbd_scene_set(scene, s)->formula)->arity;
    most += (int64_t)xpbd_scene_set(scene, s)->count * arity * (arity - 1);
  }
  return most;
}

static void release(graph *g) {
  free(g->first), free(g->of), free(g->queue), free(g->met), free(g->moves);
}

static bool make_graph(const xpbd_scene *scene, graph *g) {
  const int64_t n = g->n;
  /* shifted by two while counting, so that filling produces the final offsets */
  g->first = xpbd_memory_zeroed(n + 3, sizeof *g->first);
  g->queue = xpbd_memory(n + 1, sizeof *g->queue);
  g->met = xpbd_memory_zeroed(n + 1, 1);
  g->moves = xpbd_memory(n + xpbd_scene_centre_count(scene), 1);
  if (!g->first || !g->queue || !g->met || !g->moves) return false;
  for (int64_t i = 0; i < n + xpbd_scene_centre_count(scene); i++)
    g->moves[i] = xpbd_scene_inverse_masses(scene)[i] > 0.0;
  each_neighbour(scene, count_neighbour, g);
  for (int32_t i = 0; i < g->n; i++) g->first[i + 2] += g->first[i + 1];
  g->of = xpbd_memory((int64_t)g->first[g->n + 1] + 1, sizeof *g->of);
  if (!g->of) return false;
  each_neighbour(scene, add_neighbour, g);
  return true;
}

/* Appends everything reachable from `start` to the queue at `at`. Returns the end of the queue. */
static int32_t walk(graph *g, int32_t start, uint8_t pass, int32_t at) {
  int32_t end = at;
  g->queue[end++] = start;
  g->met[start] = pass;
  for (; at < end; at++) {
    const int32_t i = g->queue[at];
    if (end - at > 2 * XPBD_AHEAD) XPBD_ASK_FOR(&g->first[g->queue[at + 2 * XPBD_AHEAD]]);
    if (end - at > XPBD_AHEAD) XPBD_ASK_FOR(&g->of[g->first[g->queue[at + XPBD_AHEAD]]]);
    for (int32_t k = g->first[i]; k < g->first[i + 1]; k++) {
      const int32_t j = g->of[k];
      if (g->met[j] >= pass) continue;
      g->met[j] = pass;
      g->queue[end++] = j;
    }
  }
  return end;
}

/* Breadth first in each component, from the particle farthest from an arbitrary one, so that levels are narrow. */
static void number(graph *g, int32_t *place) {
  int32_t end = 0;
  for (int held = 0; held < 2; held++) /* unvisited pinned particles come last */
    for (int32_t i = 0; i < g->n; i++) {
      if (g->met[i] == 2 || held == g->moves[i]) continue;
      int32_t last = walk(g, i, 1, end) - 1;
      while (!held && !g->moves[g->queue[last]]) last--; /* a pinned one leads nowhere */
      end = walk(g, g->queue[last], 2, end);
    }
  for (int32_t k = 0; k < end; k++) place[g->queue[k]] = k;
}

xpbd_status xpbd_numbering_find(const xpbd_scene *scene, int32_t **out) {
  /* Nothing to gain within 16 KiB of records, which the first-level cache holds. Little to gain if the reach is no
   * longer than on a sheet stored row by row with as many rows as columns, because its levels are no narrower. */
  enum { NEAR = 1024 };
  graph g = {.n = xpbd_scene_particle_count(scene)};
  *out = NULL;
  const double reach = xpbd_numbering_reach(scene, NULL);
  if (reach <= NEAR || reach * reach <= g.n || most_neighbours(scene) > INT32_MAX) return XPBD_OK;
  int32_t *place = xpbd_memory((int64_t)g.n + 1, sizeof *place);
  const bool complete = place && make_graph(scene, &g);
  if (complete) number(&g, place);
  release(&g);
  if (complete && xpbd_numbering_reach(scene, place) < 0.5 * reach) {
    *out = place;
    return XPBD_OK;
  }
  free(place);
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory to number %d particles", (int)g.n);
  return XPBD_OK;
}
