/* Why this file exists: makes the nodes of numbers. Equal nodes become one, and simple expressions are simplified. */
#include "graph.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const graph_words[OP_TANH + 1] = {
    [OP_SQRT] = "XPBD_SQRT", [OP_EXP] = "XPBD_EXP",     [OP_EXPM1] = "XPBD_EXPM1", [OP_LOG] = "XPBD_LOG",
    [OP_ACOS] = "XPBD_ACOS", [OP_ATAN2] = "XPBD_ATAN2", [OP_POW] = "XPBD_POW",     [OP_SIN] = "XPBD_SIN",
    [OP_COS] = "XPBD_COS",   [OP_TANH] = "XPBD_TANH"};

graph *graph_create(void) {
  graph *g = calloc(1, sizeof *g);
  if (g) memset(g->bucket, -1, sizeof g->bucket);
  return g;
}

int graph_child(const graph *g, int a, int k) {
  return g->child[g->node[a].first + k];
}

bool graph_is_vector(const graph *g, int a) {
  return g->node[a].op >= OP_POINT;
}

bool graph_is_number(const graph *g, int a, double number) {
  return g->node[a].op == OP_NUMBER && g->node[a].number == number;
}

static uint32_t hash_of(graph_op op, double number, const char *name, const int *child, int count) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  uint32_t h = 2166136261u ^ (uint32_t)op ^ (uint32_t)bits ^ (uint32_t)(bits >> 32);
  for (const char *c = name; *c; c++) h = (h ^ (unsigned char)*c) * 16777619u;
  for (int k = 0; k < count; k++) h = (h ^ (uint32_t)child[k]) * 16777619u;
  return h ^ (h >> 15);
}

/// Whether child k is a node; the other children of a product are exponents.
static bool is_node(graph_op op, int k) {
  return op != OP_PRODUCT || k % 2 == 0;
}

void graph_reach(const graph *g, int a, bool *seen) {
  if (seen[a]) return;
  seen[a] = true;
  for (int k = 0; k < g->node[a].count; k++)
    if (is_node(g->node[a].op, k)) graph_reach(g, graph_child(g, a, k), seen);
}

int graph_raw(graph *g, graph_op op, double number, const char *name, const int *child, int count) {
  if (number == 0.0) number = 0.0; /* -0 is 0 */
  int *const bucket = &g->bucket[hash_of(op, number, name, child, count) % 4096];
  for (int i = *bucket; i >= 0; i = g->chain[i]) {
    const graph_node *n = &g->node[i];
    if (n->op == op && n->number == number && n->count == count && strcmp(n->name, name) == 0 &&
        (count == 0 || memcmp(&g->child[n->first], child, (size_t)count * sizeof *child) == 0))
      return i;
  }
  if (g->count >= GRAPH_NODES || g->child_count + count > GRAPH_CHILDREN) {
    g->full = true;
    return 0;
  }
  const int id = g->count++;
  graph_node *n = &g->node[id];
  *n = (graph_node){.op = op, .number = number, .first = g->child_count, .count = count, .varies = op == OP_POINT};
  snprintf(n->name, sizeof n->name, "%s", name);
  for (int k = 0; k < count; k++) {
    g->child[g->child_count++] = child[k];
    n->varies = n->varies || (is_node(op, k) && g->node[child[k]].varies);
  }
  g->chain[id] = *bucket;
  *bucket = id;
  return id;
}

int graph_number(graph *g, double number) {
  return graph_raw(g, OP_NUMBER, number, "", NULL, 0);
}

int graph_name(graph *g, const char *text) {
  return graph_raw(g, OP_NAME, 0.0, text, NULL, 0);
}

static bool is_power_of_two(double a) {
  int exponent;
  return fabs(frexp(a, &exponent)) == 0.5;
}

bool graph_exact(double a, double b) {
  const double p = a * b;
  if (p == 0.0 || is_power_of_two(a) || is_power_of_two(b)) return isfinite(p) != 0;
  return fma(a, b, -p) == 0.0 && (double)(float)p == p && (double)(float)a == a && (double)(float)b == b;
}

/* ---- sums ---- */

/// A node as a number times the rest of it: 2 a b is 2 and a b. The rest of a number is -1.
static double coefficient_of(graph *g, int a, int *rest) {
  const graph_node *n = &g->node[a];
  if (n->op == OP_NUMBER) {
    *rest = -1;
    return n->number;
  }
  *rest = a;
  if (n->op != OP_PRODUCT || n->number == 1.0) return 1.0;
  const double number = n->number;
  *rest = n->count == 2 && graph_child(g, a, 1) == 1 ? graph_child(g, a, 0)
                                                     : graph_raw(g, OP_PRODUCT, 1.0, "", &g->child[n->first], n->count);
  return number;
}

/// SELECT(a, b, t, 0) + SELECT(a, b, 0, e) is one; -1: they are not such a pair.
static int merged_selects(graph *g, int a, int b) {
  if (g->node[a].op != OP_SELECT || g->node[b].op != OP_SELECT) return -1;
  if (graph_child(g, a, 0) != graph_child(g, b, 0) || graph_child(g, a, 1) != graph_child(g, b, 1)) return -1;
  const int t = graph_sum(g, graph_child(g, a, 2), graph_child(g, b, 2));
  return graph_select(g, graph_child(g, a, 0), graph_child(g, a, 1), t,
                      graph_sum(g, graph_child(g, a, 3), graph_child(g, b, 3)));
}

int graph_sum(graph *g, int a, int b) {
  int rest_a, rest_b;
  if (graph_is_number(g, a, 0.0)) return b;
  if (graph_is_number(g, b, 0.0)) return a;
  const double s = coefficient_of(g, a, &rest_a), t = coefficient_of(g, b, &rest_b), sum = s + t;
  const bool exact = sum - s == t && sum - t == s && (double)(float)sum == sum;
  if (rest_a == rest_b && (exact || sum == 0.0)) return rest_a < 0 ? graph_number(g, sum) : graph_times(g, sum, rest_a);
  const int merged = merged_selects(g, a, b);
  if (merged >= 0) return merged;
  const int child[2] = {a, b};
  return graph_raw(g, OP_SUM, 0.0, "", child, 2);
}

/* ---- products ---- */

/// A product that is being built.
typedef struct factors {
  double number;
  int count, pair[2 * GRAPH_TERMS];
} factors;

static void put(graph *g, factors *f, int a, int exponent) {
  int k = 0;
  while (k < f->count && f->pair[2 * k] < a) k++;
  if (k == f->count || f->pair[2 * k] != a) {
    if (f->count >= GRAPH_TERMS) {
      g->full = true;
      return;
    }
    memmove(&f->pair[2 * k + 2], &f->pair[2 * k], (size_t)(f->count - k) * 2 * sizeof *f->pair);
    f->pair[2 * k] = a, f->pair[2 * k + 1] = 0;
    f->count++;
  }
  f->pair[2 * k + 1] += exponent;
  if (f->pair[2 * k + 1] != 0) return;
  memmove(&f->pair[2 * k], &f->pair[2 * k + 2], (size_t)(f->count - k - 1) * 2 * sizeof *f->pair);
  f->count--;
}

static void put_number(graph *g, factors *f, double number, int exponent) {
  const double factor = exponent > 0 ? number : 1.0 / number;
  const int times = exponent > 0 ? exponent : -exponent;
  const bool folds = exponent > 0 || is_power_of_two(number);
  for (int k = 0; k < times; k++) {
    if (folds && graph_exact(f->number, factor))
      f->number *= factor;
    else if (number < 0.0) {
      f->number = -f->number;
      put(g, f, graph_number(g, -number), exponent > 0 ? 1 : -1);
    } else
      put(g, f, graph_number(g, number), exponent > 0 ? 1 : -1);
  }
}

static void take(graph *g, factors *f, int a, int exponent) {
  const graph_node *n = &g->node[a];
  if (n->op == OP_NUMBER) {
    put_number(g, f, n->number, exponent);
  } else if (n->op == OP_PRODUCT) {
    const int count = n->count;
    put_number(g, f, n->number, exponent);
    for (int k = 0; k < count; k += 2) take(g, f, graph_child(g, a, k), exponent * graph_child(g, a, k + 1));
  } else
    put(g, f, a, exponent);
}

static int exponent_of(const factors *f, int a) {
  for (int k = 0; k < f->count; k++)
    if (f->pair[2 * k] == a) return f->pair[2 * k + 1];
  return 0;
}

/// a OVER(a) is 1, and OVER(a) / a is OVER(a)^2: where OVER is 0 the gradient is left alone. A power of a square root may
/// have become one of its argument.
static void settle(graph *g, factors *f) {
  for (int k = 0; k < f->count; k++) {
    const int over = f->pair[2 * k], power = f->pair[2 * k + 1];
    if (g->node[over].op != OP_OVER || power <= 0) continue;
    const int base = graph_child(g, over, 0), own = exponent_of(f, base);
    const int square = g->node[base].op == OP_SQRT ? graph_child(g, base, 0) : -1;
    const int whole = square >= 0 ? exponent_of(f, square) : 0;
    if (own != 0) {
      const int moved = own < power ? own : power;
      put(g, f, base, -moved);
      put(g, f, over, -moved);
      k = -1;
    } else if (whole > 0 && power >= 2) {
      put(g, f, square, -1);
      put(g, f, over, -2);
      k = -1;
    } else if (whole > 0) {
      put(g, f, square, -1);
      put(g, f, over, -1);
      put(g, f, base, 1);
      k = -1;
    }
  }
}

/// The other factors move into a select that is 0 on one side: 0 times infinity would be no number.
static int into_select(graph *g, const factors *f, int k) {
  const int s = f->pair[2 * k];
  factors rest = *f;
  put(g, &rest, s, -1);
  const int child[4] = {graph_child(g, s, 0), graph_child(g, s, 1), graph_child(g, s, 2), graph_child(g, s, 3)};
  const int other = rest.count == 0
                        ? graph_number(g, rest.number)
                        : graph_times(g, rest.number, graph_raw(g, OP_PRODUCT, 1.0, "", rest.pair, 2 * rest.count));
  return graph_select(g, child[0], child[1], graph_product(g, child[2], other), graph_product(g, child[3], other));
}

static bool has_zero_side(const graph *g, int a) {
  return g->node[a].op == OP_SELECT &&
         (graph_is_number(g, graph_child(g, a, 2), 0.0) || graph_is_number(g, graph_child(g, a, 3), 0.0));
}

/// Squares of square roots are their arguments.
static void settle_roots(graph *g, factors *f) {
  for (int k = 0; k < f->count; k++) {
    const int root = f->pair[2 * k], power = f->pair[2 * k + 1];
    if (g->node[root].op != OP_SQRT || power < 2) continue;
    put(g, f, root, -(power - power % 2));
    take(g, f, graph_child(g, root, 0), power / 2);
    k = -1;
  }
}

static int built(graph *g, factors *f) {
  if (f->number == 0.0) return graph_number(g, 0.0);
  settle(g, f);
  settle_roots(g, f);
  for (int k = 0; k < f->count; k++)
    if (f->pair[2 * k + 1] == 1 && (f->count > 1 || f->number != 1.0) && has_zero_side(g, f->pair[2 * k]))
      return into_select(g, f, k);
  if (f->count == 0) return graph_number(g, f->number);
  if (f->count == 1 && f->number == 1.0 && f->pair[1] == 1) return f->pair[0];
  return graph_raw(g, OP_PRODUCT, f->number, "", f->pair, 2 * f->count);
}

int graph_product(graph *g, int a, int b) {
  factors f = {.number = 1.0};
  take(g, &f, a, 1);
  take(g, &f, b, 1);
  return built(g, &f);
}

int graph_power(graph *g, int a, int exponent) {
  factors f = {.number = 1.0};
  take(g, &f, a, exponent);
  return built(g, &f);
}

int graph_times(graph *g, double factor, int a) {
  return graph_product(g, graph_number(g, factor), a);
}

/* ---- functions ---- */

int graph_call(graph *g, graph_op op, int a, int b) {
  const int child[2] = {a, b};
  return graph_raw(g, op, 0.0, "", child, b < 0 ? 1 : 2);
}

/// The factors that both sides have.
static int common_of(graph *g, int t, int e) {
  factors f = {.number = 1.0}, of_t = {.number = 1.0}, of_e = {.number = 1.0};
  take(g, &of_t, t, 1);
  take(g, &of_e, e, 1);
  for (int k = 0; k < of_t.count; k++) {
    const int m = of_t.pair[2 * k + 1], n = exponent_of(&of_e, of_t.pair[2 * k]);
    if (m > 0 && n > 0) put(g, &f, of_t.pair[2 * k], m < n ? m : n);
    if (m < 0 && n < 0) put(g, &f, of_t.pair[2 * k], m > n ? m : n);
  }
  return f.count == 0 ? -1 : graph_raw(g, OP_PRODUCT, 1.0, "", f.pair, 2 * f.count);
}

int graph_select(graph *g, int a, int b, int t, int e) {
  if (t == e) return t;
  int bare_a, bare_b, factor;
  const bool number = g->node[t].op == OP_NUMBER || g->node[e].op == OP_NUMBER;
  const int common = number ? -1 : common_of(g, t, e);
  coefficient_of(g, a, &bare_a);
  coefficient_of(g, b, &bare_b);
  if (common >= 0) coefficient_of(g, graph_power(g, common, 1), &factor);
  if (common >= 0 && (factor == bare_a || factor == bare_b))
    return graph_raw(g, OP_SELECT, 0.0, "", (int[]){a, b, t, e}, 4); /* |a|, or the larger one */
  if (common >= 0) {
    const int rest = graph_power(g, common, -1);
    return graph_product(g, common, graph_select(g, a, b, graph_product(g, t, rest), graph_product(g, e, rest)));
  }
  const int child[4] = {a, b, t, e};
  return graph_raw(g, OP_SELECT, 0.0, "", child, 4);
}

int graph_over(graph *g, int a, int tested, const char *threshold) {
  const int child[2] = {a, tested};
  return graph_raw(g, OP_OVER, 0.0, threshold, child, 2);
}
