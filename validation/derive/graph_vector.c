/* Why this file exists: makes the nodes of vectors, as graph.c makes the nodes of numbers. Numbers move out of dot and
 * cross products, so that equal products are found. */
#include <string.h>

#include "graph.h"

int graph_point(graph *g, int index) {
  return graph_raw(g, OP_POINT, index, "", NULL, 0);
}

int graph_zero(graph *g) {
  return graph_raw(g, OP_COMBINE, 0.0, "", NULL, 0);
}

bool graph_is_zero(const graph *g, int v) {
  return g->node[v].op == OP_COMBINE && g->node[v].count == 0;
}

/// A vector as a number times another one: 2 k V is 2 k and V.
static int factor_of(graph *g, int *v) {
  if (g->node[*v].op != OP_COMBINE || g->node[*v].count != 2) return graph_number(g, 1.0);
  const int s = graph_child(g, *v, 0);
  *v = graph_child(g, *v, 1);
  return s;
}

/// Two vectors given by components become one; true if it was done.
static bool merge_made(graph *g, graph_terms *terms, int s, int v) {
  if (g->node[v].op != OP_MAKE) return false;
  for (int k = 0; k < terms->count; k++) {
    const int other = terms->pair[2 * k + 1];
    if (g->node[other].op != OP_MAKE) continue;
    int part[3];
    for (int axis = 0; axis < 3; axis++)
      part[axis] = graph_sum(g, graph_product(g, terms->pair[2 * k], graph_child(g, other, axis)),
                             graph_product(g, s, graph_child(g, v, axis)));
    terms->pair[2 * k] = graph_number(g, 1.0);
    terms->pair[2 * k + 1] = graph_make(g, part[0], part[1], part[2]);
    return true;
  }
  return false;
}

void graph_collect(graph *g, graph_terms *terms, int s, int v) {
  s = graph_product(g, s, factor_of(g, &v));
  if (graph_is_number(g, s, 0.0) || graph_is_zero(g, v) || merge_made(g, terms, s, v)) return;
  int k = 0;
  while (k < terms->count && terms->pair[2 * k + 1] != v) k++;
  if (k < terms->count) {
    s = graph_sum(g, s, terms->pair[2 * k]);
    terms->pair[2 * k] = s;
    if (!graph_is_number(g, s, 0.0)) return;
    memmove(&terms->pair[2 * k], &terms->pair[2 * k + 2], (size_t)(terms->count - k - 1) * 2 * sizeof *terms->pair);
    terms->count--;
    return;
  }
  if (terms->count >= GRAPH_TERMS) {
    g->full = true;
    return;
  }
  terms->pair[2 * k] = s, terms->pair[2 * k + 1] = v;
  terms->count++;
}

int graph_combine(graph *g, const graph_terms *terms) {
  if (terms->count == 1 && graph_is_number(g, terms->pair[0], 1.0)) return terms->pair[1];
  return graph_raw(g, OP_COMBINE, 0.0, "", terms->pair, 2 * terms->count);
}

int graph_scale(graph *g, int s, int v) {
  graph_terms terms = {0};
  graph_collect(g, &terms, s, v);
  return graph_combine(g, &terms);
}

int graph_add(graph *g, int u, int v) {
  graph_terms terms = {0};
  graph_collect(g, &terms, graph_number(g, 1.0), u);
  graph_collect(g, &terms, graph_number(g, 1.0), v);
  return graph_combine(g, &terms);
}

int graph_dot(graph *g, int u, int v) {
  if (graph_is_zero(g, u) || graph_is_zero(g, v)) return graph_number(g, 0.0);
  const int s = factor_of(g, &u), t = factor_of(g, &v);
  const int child[2] = {u < v ? u : v, u < v ? v : u};
  const int factor = graph_product(g, s, t);
  return graph_product(g, factor, graph_raw(g, OP_DOT, 0.0, "", child, 2));
}

int graph_cross(graph *g, int u, int v) {
  if (graph_is_zero(g, u) || graph_is_zero(g, v)) return graph_zero(g);
  const int s = factor_of(g, &u), t = factor_of(g, &v);
  if (u == v) return graph_zero(g);
  const int child[2] = {u < v ? u : v, u < v ? v : u};
  const int factor = graph_times(g, u < v ? 1.0 : -1.0, graph_product(g, s, t));
  return graph_scale(g, factor, graph_raw(g, OP_CROSS, 0.0, "", child, 2));
}

int graph_make(graph *g, int x, int y, int z) {
  const int child[3] = {x, y, z};
  if (graph_is_number(g, x, 0.0) && graph_is_number(g, y, 0.0) && graph_is_number(g, z, 0.0)) return graph_zero(g);
  return graph_raw(g, OP_MAKE, 0.0, "", child, 3);
}

int graph_part(graph *g, int u, int axis) {
  if (graph_is_zero(g, u)) return graph_number(g, 0.0);
  if (g->node[u].op == OP_MAKE) return graph_child(g, u, axis);
  const int s = factor_of(g, &u);
  if (g->node[u].op == OP_MAKE) return graph_product(g, s, graph_child(g, u, axis));
  return graph_product(g, s, graph_raw(g, OP_PART, axis, "", &u, 1));
}
