/* Why this file exists: differentiates backwards. Each node hands its derivative on to its children, from C down to the
 * positions.
 *
 * A division by a length or a root gets a guard (OP_OVER): where there is no direction, the gradient and the scale have to
 * be 0. If one length divides everything, it goes into *scale and the solver divides. LaTeX has no guards, because
 * mathematics needs none. */
#include "gradient.h"

#include <stdlib.h>

typedef struct reverse {
  graph *g;
  bool guarded;
  int *slope;          ///< Of each number: the derivative of C by it; -1 = none yet.
  graph_terms **terms; ///< Of each vector.
} reverse;

static void give(reverse *r, int to, int p) {
  if (!r->g->node[to].varies || graph_is_number(r->g, p, 0.0)) return;
  r->slope[to] = r->slope[to] < 0 ? p : graph_sum(r->g, r->slope[to], p);
}

static void give_vector(reverse *r, int to, int s, int v) {
  if (!r->g->node[to].varies) return;
  if (!r->terms[to]) r->terms[to] = calloc(1, sizeof *r->terms[to]);
  if (r->terms[to])
    graph_collect(r->g, r->terms[to], s, v);
  else
    r->g->full = true;
}

static void product(reverse *r, int a, int p) {
  graph *g = r->g;
  const int count = g->node[a].count;
  for (int k = 0; k < count; k += 2) {
    const int factor = graph_child(g, a, k), exponent = graph_child(g, a, k + 1);
    int q = graph_times(g, g->node[a].number, graph_times(g, exponent, p));
    if (!g->node[factor].varies) continue;
    for (int j = 0; j < count; j += 2) {
      const int e = graph_child(g, a, j + 1) - (j == k);
      if (e != 0) q = graph_product(g, q, graph_power(g, graph_child(g, a, j), e));
    }
    give(r, factor, q);
  }
}

/// 1 / a, with a guard or without.
static int over(const reverse *r, int a, int tested, const char *threshold) {
  return r->guarded ? graph_over(r->g, a, tested, threshold) : graph_power(r->g, a, -1);
}

static int size_of(graph *g, int a) {
  return graph_select(g, graph_number(g, 0.0), a, graph_times(g, -1.0, a), a);
}

/// The derivative of tanh(of) = a. 1 - a^2 has no digits where a is near 1, so the code has 4 e / (1 + e)^2 with
/// e = exp(-2 |of|).
static int tangent_slope(const reverse *r, int of, int a) {
  graph *g = r->g;
  const int one = graph_number(g, 1.0);
  if (!r->guarded) return graph_sum(g, one, graph_times(g, -1.0, graph_product(g, a, a)));
  const int e = graph_call(g, OP_EXP, graph_times(g, -2.0, size_of(g, of)), -1);
  return graph_product(g, graph_times(g, 4.0, e), graph_power(g, graph_sum(g, one, e), -2));
}

/// Functions of one number: the derivative of C by their argument.
static int through(const reverse *r, int a, int p) {
  graph *g = r->g;
  const int of = graph_child(g, a, 0), one = graph_number(g, 1.0);
  switch (g->node[a].op) {
  case OP_SQRT: return graph_product(g, graph_times(g, 0.5, p), over(r, a, a, "XPBD_TINY"));
  case OP_EXP: return graph_product(g, p, a);
  case OP_EXPM1: return graph_product(g, p, graph_sum(g, a, one));
  case OP_LOG: return graph_product(g, p, graph_power(g, of, -1));
  case OP_SIN: return graph_product(g, p, graph_call(g, OP_COS, of, -1));
  case OP_COS: return graph_times(g, -1.0, graph_product(g, p, graph_call(g, OP_SIN, of, -1)));
  case OP_TANH: return graph_product(g, p, tangent_slope(r, of, a));
  default: { /* acos: its derivative is -1 / sine */
    const int square = graph_sum(g, one, graph_times(g, -1.0, graph_product(g, of, of)));
    const int sine = over(r, graph_call(g, OP_SQRT, square, -1), square, "XPBD_BLIND");
    return graph_times(g, -1.0, graph_product(g, p, sine));
  }
  }
}

static void power(reverse *r, int a, int p) {
  graph *g = r->g;
  const int base = graph_child(g, a, 0), exponent = graph_child(g, a, 1);
  const int less = graph_sum(g, exponent, graph_number(g, -1.0));
  give(r, base, graph_product(g, graph_product(g, p, exponent), graph_call(g, OP_POW, base, less)));
  if (g->node[exponent].varies)
    give(r, exponent, graph_product(g, graph_product(g, p, a), graph_call(g, OP_LOG, base, -1)));
}

/// atan2(y, x). Both are fourth powers of lengths for a fold, whose squares would be 0 in float for small elements. So the
/// larger one is divided out first.
static void angle(reverse *r, int a, int p) {
  graph *g = r->g;
  const int y = graph_child(g, a, 0), x = graph_child(g, a, 1), size_y = size_of(g, y), size_x = size_of(g, x);
  const int large = graph_select(g, size_y, size_x, size_y, size_x);
  const int one = r->guarded ? over(r, large, large, "R(1.0) / XPBD_HUGE") : graph_number(g, 1.0);
  const int s = graph_product(g, y, one), c = graph_product(g, x, one);
  const int square = graph_sum(g, graph_product(g, c, c), graph_product(g, s, s));
  const int q = graph_product(g, graph_product(g, p, one), graph_power(g, square, -1));
  give(r, y, graph_product(g, q, c));
  give(r, x, graph_times(g, -1.0, graph_product(g, q, s)));
}

/// Hands the derivative p of C by the number a on.
static void number(reverse *r, int a, int p) {
  graph *g = r->g;
  const int zero = graph_number(g, 0.0);
  const int child[4] = {
      g->node[a].count > 0 ? graph_child(g, a, 0) : 0, g->node[a].count > 1 ? graph_child(g, a, 1) : 0,
      g->node[a].count > 2 ? graph_child(g, a, 2) : 0, g->node[a].count > 3 ? graph_child(g, a, 3) : 0};
  switch (g->node[a].op) {
  case OP_NUMBER:
  case OP_NAME: return;
  case OP_SUM:
    give(r, child[0], p);
    give(r, child[1], p);
    return;
  case OP_PRODUCT: product(r, a, p); return;
  case OP_POW: power(r, a, p); return;
  case OP_ATAN2: angle(r, a, p); return;
  case OP_SELECT:
    give(r, child[2], graph_select(g, child[0], child[1], p, zero));
    give(r, child[3], graph_select(g, child[0], child[1], zero, p));
    return;
  case OP_DOT:
    give_vector(r, child[0], p, child[1]);
    give_vector(r, child[1], p, child[0]);
    return;
  case OP_PART: {
    const int axis = (int)g->node[a].number, one = graph_number(g, 1.0);
    give_vector(r, child[0], one, graph_make(g, axis == 0 ? p : zero, axis == 1 ? p : zero, axis == 2 ? p : zero));
    return;
  }
  default: give(r, child[0], through(r, a, p));
  }
}

/// Hands the derivative P of C by the vector a on.
static void vector(reverse *r, int a, int p) {
  graph *g = r->g;
  const int one = graph_number(g, 1.0), count = g->node[a].count;
  if (g->node[a].op == OP_CROSS) {
    const int u = graph_child(g, a, 0), v = graph_child(g, a, 1);
    give_vector(r, u, one, graph_cross(g, v, p));
    give_vector(r, v, one, graph_cross(g, p, u));
  } else if (g->node[a].op == OP_MAKE) {
    for (int axis = 0; axis < 3; axis++) give(r, graph_child(g, a, axis), graph_part(g, p, axis));
  } else {
    for (int k = 0; k < count; k += 2) {
      const int s = graph_child(g, a, k), v = graph_child(g, a, k + 1);
      give_vector(r, v, s, p);
      if (g->node[s].varies) give(r, s, graph_dot(g, p, v));
    }
  }
}

/* ---- the particles ---- */

/// Whether the value depends on differences of positions alone, so that the gradients add up to 0.
static bool is_invariant(const graph *g, int value) {
  bool *seen = calloc((size_t)g->count, sizeof *seen), invariant = seen != NULL;
  if (seen) graph_reach(g, value, seen);
  for (int a = 0; a <= value && invariant; a++) {
    const graph_node *n = &g->node[a];
    double sum = 0.0;
    if (!seen[a]) continue;
    for (int k = 0; k < n->count; k++) {
      const bool exponent = n->op == OP_PRODUCT && k % 2 == 1;
      if (exponent || g->node[graph_child(g, a, k)].op != OP_POINT) continue;
      const int s = n->op == OP_COMBINE ? graph_child(g, a, k - 1) : -1;
      invariant = invariant && s >= 0 && g->node[s].op == OP_NUMBER;
      sum += s >= 0 ? g->node[s].number : 0.0;
    }
    invariant = invariant && sum == 0.0;
  }
  free(seen);
  return invariant;
}

enum { STRIP_STEPS = 2000 };

/// The number a without one factor `over`; -1: a part of it does not have that factor.
static int number_without(graph *g, int a, int over, int *steps) {
  const graph_op op = g->node[a].op;
  if (a == over) return graph_number(g, 1.0);
  if (graph_is_number(g, a, 0.0)) return a;
  if (--*steps < 0) return -1;
  if (op == OP_PRODUCT) {
    for (int k = 0; k < g->node[a].count; k += 2) {
      const int of = graph_child(g, a, k),
                rest = graph_child(g, a, k + 1) == 1 ? number_without(g, of, over, steps) : -1;
      if (rest >= 0) return graph_product(g, graph_product(g, a, graph_power(g, of, -1)), rest);
    }
    return -1;
  }
  if (op != OP_SUM && op != OP_SELECT) return -1;
  const int first = op == OP_SUM ? 0 : 2, one = number_without(g, graph_child(g, a, first), over, steps);
  const int two = one < 0 ? -1 : number_without(g, graph_child(g, a, first + 1), over, steps);
  if (two < 0) return -1;
  return op == OP_SUM ? graph_sum(g, one, two) : graph_select(g, graph_child(g, a, 0), graph_child(g, a, 1), one, two);
}

/// The same for a vector.
static int vector_without(graph *g, int a, int over, int *steps) {
  const int count = g->node[a].count;
  graph_terms terms = {0};
  if (--*steps < 0) return -1;
  if (g->node[a].op == OP_CROSS) {
    const int u = graph_child(g, a, 0), v = graph_child(g, a, 1), bare = vector_without(g, u, over, steps);
    if (bare >= 0) return graph_cross(g, bare, v);
    const int other = vector_without(g, v, over, steps);
    return other < 0 ? -1 : graph_cross(g, u, other);
  }
  if (g->node[a].op == OP_MAKE) {
    int part[3];
    for (int k = 0; k < 3; k++) {
      part[k] = number_without(g, graph_child(g, a, k), over, steps);
      if (part[k] < 0) return -1;
    }
    return graph_make(g, part[0], part[1], part[2]);
  }
  if (g->node[a].op != OP_COMBINE) return -1;
  for (int k = 0; k < count; k += 2) {
    const int s = graph_child(g, a, k), v = graph_child(g, a, k + 1), bare = number_without(g, s, over, steps);
    const int base = bare < 0 ? vector_without(g, v, over, steps) : v;
    if (base < 0) return -1;
    graph_collect(g, &terms, bare < 0 ? s : bare, base);
  }
  return graph_combine(g, &terms);
}

/// The guards in the gradient: the first ones, and how many there are.
static int guards_of(const graph *g, const gradient *out, int *guard, int most) {
  bool *seen = calloc((size_t)g->count, sizeof *seen);
  int count = 0;
  for (int k = 0; seen && k < out->arity; k++) graph_reach(g, out->particle[k], seen);
  for (int a = 0; seen && a < g->count; a++)
    if (seen[a] && g->node[a].op == OP_OVER) {
      if (count < most) guard[count] = a;
      count++;
    }
  free(seen);
  return count;
}

/// Leaves the only division by a root to the solver. False: there is no such division.
static bool leave_division(graph *g, gradient *out, int over) {
  const int base = graph_child(g, over, 0), tested = graph_child(g, over, 1);
  int other, steps = STRIP_STEPS;
  gradient without = *out;
  if (g->node[base].op != OP_SQRT) return false;
  for (int k = 0; k < out->arity; k++) {
    without.particle[k] = vector_without(g, out->particle[k], over, &steps);
    if (without.particle[k] < 0) return false;
  }
  if (guards_of(g, &without, &other, 1) > 0) return false;
  *out = without;
  out->scale =
      tested == base ? base : graph_select(g, tested, graph_name(g, g->node[over].name), base, graph_number(g, 0.0));
  return true;
}

static void find_scale(graph *g, gradient *out) {
  enum { MOST = 16 };
  int guard[MOST];
  const int count = guards_of(g, out, guard, MOST);
  if (count == 0 || (count == 1 && leave_division(g, out, guard[0]))) return;
  const int zero = graph_number(g, 0.0);
  int scale = graph_number(g, 1.0);
  for (int k = count < MOST ? count - 1 : MOST - 1; k >= 0; k--)
    scale = graph_select(g, graph_child(g, guard[k], 1), graph_name(g, g->node[guard[k]].name), scale, zero);
  out->scale = scale;
}

bool gradient_of(graph *g, int value, int arity, bool guarded, gradient *out) {
  *out = (gradient){.arity = arity, .scale = -1, .others = -1};
  const size_t count = (size_t)value + 1;
  reverse r = {g, guarded, malloc(count * sizeof *r.slope), calloc(count, sizeof *r.terms)};
  out->slope = calloc(count, sizeof *out->slope);
  out->part = calloc(count, sizeof *out->part);
  const bool known = r.slope && r.terms && out->slope && out->part && g->node[value].varies;
  for (int a = 0; known && a <= value; a++) r.slope[a] = -1;
  for (int k = 0; known && k < arity; k++) out->particle[k] = graph_zero(g);
  if (known) r.slope[value] = graph_number(g, 1.0);
  for (int a = value; known && a >= 0 && !g->full; a--) {
    if (graph_is_vector(g, a) && r.terms[a]) {
      const int p = graph_combine(g, r.terms[a]);
      out->part[out->part_count] = a, out->slope[out->part_count++] = p;
      if (g->node[a].op == OP_POINT)
        out->particle[(int)g->node[a].number] = p;
      else
        vector(&r, a, p);
    } else if (!graph_is_vector(g, a) && r.slope[a] >= 0) {
      out->part[out->part_count] = a, out->slope[out->part_count++] = r.slope[a];
      number(&r, a, r.slope[a]);
    }
  }
  for (size_t a = 0; r.terms && a < count; a++) free(r.terms[a]);
  free(r.terms);
  free(r.slope);
  if (!known || g->full) return false;
  find_scale(g, out);
  if (arity > 1 && !graph_is_zero(g, out->particle[0]) && is_invariant(g, value)) out->others = 0;
  return true;
}

void gradient_free(gradient *out) {
  free(out->part);
  free(out->slope);
  out->part = out->slope = NULL;
}
