/* Why this file exists: finds the shared parts of a gradient and names them. */
#include "plan.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void plan_print(plan_text *t, const char *format, ...) {
  for (;;) {
    va_list arguments;
    va_start(arguments, format);
    const size_t room = t->capacity - t->length;
    const int n = vsnprintf(t->text ? t->text + t->length : NULL, t->text ? room : 0, format, arguments);
    va_end(arguments);
    if (n < 0) return;
    if (t->text && (size_t)n < room) {
      t->length += (size_t)n;
      return;
    }
    char *grown = realloc(t->text, t->capacity + (size_t)n + 4096);
    if (!grown) {
      t->failed = true;
      return;
    }
    t->text = grown, t->capacity += (size_t)n + 4096;
    t->text[t->length] = '\0';
  }
}

/* ---- the author's names ---- */

static bool is_plain(const graph *g, int a) {
  const graph_op op = g->node[a].op;
  return op == OP_NUMBER || op == OP_NAME || op == OP_POINT || graph_is_zero(g, a);
}

static void name_variables(plan *p) {
  const machine *m = p->machine;
  for (int k = 0; k < m->seen_count; k++) {
    const machine_variable *v = &m->seen[k];
    bool hidden = false;
    for (int j = k + 1; j < m->seen_count; j++) hidden = hidden || strcmp(m->seen[j].name, v->name) == 0;
    /* names that the gradient needs for itself are changed in the text too */
    const char *own = strcmp(v->name, "g") == 0 || strcmp(v->name, "scale") == 0 ? "own_" : "";
    for (int i = 0; !hidden && i < v->count; i++) {
      const machine_value *value = &m->slot[v->slot + i];
      if (value->kind != NUMBER && value->kind != VECTOR) continue;
      /* a second name of material[0] is a better word for it in C */
      const bool alias = !p->whole && p->g->node[value->node].op == OP_NAME && strcmp(v->name, "rest") != 0 &&
                         strcmp(v->name, "material") != 0;
      if (is_plain(p->g, value->node) && !alias) continue;
      char *name = p->name[value->node];
      if (name[0]) continue;
      if (v->array)
        snprintf(name, GRAPH_NAME, "%s%.34s[%d]", own, v->name, i % 100);
      else
        snprintf(name, GRAPH_NAME, "%s%.40s", own, v->name);
      p->own[value->node] = true;
    }
  }
}

/* ---- products that share factors ---- */

static int power_in(const graph *g, int product, int factor) {
  for (int k = 0; k < g->node[product].count; k += 2)
    if (graph_child(g, product, k) == factor) return graph_child(g, product, k + 1);
  return 0;
}

/// The length of a product as text. A minus sign counts least.
static int size_of(const graph *g, int product) {
  const double number = g->node[product].number;
  int size = (number < 0.0) + 2 * (fabs(number) != 1.0);
  for (int k = 0; k < g->node[product].count; k += 2) size += 2 * abs(graph_child(g, product, k + 1));
  return size;
}

/// Whether all factors of `small` are factors of `large`, which has others too.
static bool is_within(const graph *g, int small, int large) {
  if (g->node[small].op != OP_PRODUCT || g->node[large].op != OP_PRODUCT) return false;
  if (size_of(g, small) >= size_of(g, large)) return false;
  for (int k = 0; k < g->node[small].count; k += 2) {
    const int e = graph_child(g, small, k + 1), there = power_in(g, large, graph_child(g, small, k));
    if (e > 0 ? there < e : there > e) return false;
  }
  const double rest = g->node[large].number / g->node[small].number;
  return graph_exact(rest, g->node[small].number);
}

/// large = small^n times the rest, with the largest n.
static int split_off(graph *g, int small, int large) {
  int pair[2 * GRAPH_TERMS + 2], count = 0, times = 1;
  double rest = g->node[large].number / g->node[small].number;
  for (bool more = true; more; times += more) {
    more = graph_exact(rest / g->node[small].number, g->node[small].number);
    for (int k = 0; k < g->node[small].count; k += 2) {
      const int e = graph_child(g, small, k + 1), there = power_in(g, large, graph_child(g, small, k));
      more = more && (e > 0 ? there >= (times + 1) * e : there <= (times + 1) * e);
    }
    if (more) rest /= g->node[small].number;
  }
  for (int k = 0; k < g->node[large].count; k += 2) {
    const int factor = graph_child(g, large, k), e = graph_child(g, large, k + 1) - times * power_in(g, small, factor);
    if (e != 0) pair[count++] = factor, pair[count++] = e;
  }
  pair[count++] = small, pair[count++] = times;
  return graph_raw(g, OP_PRODUCT, rest, "", pair, count);
}

typedef struct candidates {
  int list[GRAPH_TERMS], count;
} candidates;

static void propose(const plan *p, const bool *seen, candidates *c, int a) {
  const graph *g = p->g;
  if (g->node[a].op != OP_PRODUCT || c->count == GRAPH_TERMS) return;
  const int factors = g->node[a].count / 2 + (fabs(g->node[a].number) != 1.0);
  int within = seen[a];
  if (factors < 2) return;
  for (int k = 0; k < c->count; k++)
    if (c->list[k] == a) return;
  for (int b = 0; b < g->count && within < 2; b++) within += seen[b] && is_within(g, a, b);
  if (within < 1 || (within < 2 && !p->own[a])) return;
  int k = c->count++;
  for (; k > 0 && size_of(g, c->list[k - 1]) < size_of(g, a); k--) c->list[k] = c->list[k - 1];
  c->list[k] = a;
}

/// The node with shared products in place of their factors. Each is written in terms of smaller ones.
static int rewrite(plan *p, const candidates *c, int a) {
  graph *g = p->g;
  if (p->twin[a] >= 0) return p->twin[a];
  const graph_node n = g->node[a];
  if (n.count == 0 || g->full) return a;
  int from = a;
  for (int k = 0; k < c->count && from == a; k++)
    if (is_within(g, c->list[k], a)) from = split_off(g, c->list[k], a);
  int child[2 * GRAPH_TERMS + 2];
  const int count = g->node[from].count;
  for (int k = 0; k < count; k++) {
    const int old = graph_child(g, from, k);
    child[k] = g->node[from].op == OP_PRODUCT && k % 2 == 1 ? old : rewrite(p, c, old);
  }
  const int made = graph_raw(g, g->node[from].op, g->node[from].number, g->node[from].name, child, count);
  p->twin[a] = made;
  if (made != a && p->name[a][0] && !p->name[made][0]) {
    memcpy(p->name[made], p->name[a], GRAPH_NAME);
    p->own[made] = p->own[a];
  }
  if (made != a && p->by[a] >= 0) p->by[made] = p->by[a];
  return made;
}

/// The products whose factors others have too.
static void find_candidates(plan *p, candidates *c) {
  const graph *g = p->g;
  bool *seen = calloc(GRAPH_NODES, sizeof *seen);
  const gradient *d = &p->gradient;
  for (int k = 0; seen && k < d->arity; k++)
    if (k != d->others) graph_reach(g, d->particle[k], seen);
  if (seen && d->scale >= 0) graph_reach(g, d->scale, seen);
  const int count = g->count;
  for (int a = 0; seen && a < count; a++)
    if (p->own[a]) propose(p, seen, c, a);
  for (int k = 0; seen && k < d->part_count; k++) propose(p, seen, c, d->slope[k]);
  for (int a = 0; seen && a < count; a++)
    if (seen[a]) propose(p, seen, c, a);
  free(seen);
}

/* ---- which nodes get a variable ---- */

static void use(plan *p, int a) {
  const graph *g = p->g;
  if (p->uses[a]++ > 0 || (p->own[a] && !p->whole)) return;
  for (int k = 0; k < g->node[a].count; k++) {
    if (g->node[a].op == OP_PRODUCT && k % 2 == 1) {
      if (!p->whole && abs(graph_child(g, a, k)) > 1)
        p->uses[graph_child(g, a, k - 1)]++; /* a power is written as a product */
    } else
      use(p, graph_child(g, a, k));
  }
  /* both are written twice, and components are taken of names only */
  if (g->node[a].op == OP_OVER)
    for (int k = 0; k < 2; k++) p->uses[graph_child(g, a, k)] += 2;
  if (g->node[a].op == OP_PART) p->uses[graph_child(g, a, 0)] += 2;
}

double write_sign(const graph *g, int a) {
  return g->node[a].op == OP_PRODUCT || g->node[a].op == OP_NUMBER ? g->node[a].number : 1.0;
}

/// Rewrites the gradient with the candidates and counts how often each node is used.
static void share(plan *p, const candidates *c, const gradient *of) {
  gradient *d = &p->gradient;
  memset(p->uses, 0, GRAPH_NODES * sizeof *p->uses);
  memset(p->twin, -1, GRAPH_NODES * sizeof *p->twin);
  for (int k = 0; k < d->arity; k++) d->particle[k] = rewrite(p, c, of->particle[k]);
  if (d->scale >= 0) d->scale = rewrite(p, c, of->scale);
  for (int k = 0; k < d->arity; k++)
    if (k != d->others) use(p, d->particle[k]);
  if (d->scale >= 0) use(p, d->scale);
  if (p->whole) use(p, p->machine->result.node);
  for (int k = 0; k < d->arity; k++) p->uses[d->particle[k]]--; /* g[k] itself is no use of it */
}

/// Shares the products that are then used more than once.
static bool share_products(plan *p, const gradient *of) {
  candidates *c = calloc(1, sizeof *c);
  if (!c) return false;
  find_candidates(p, c);
  for (int kept = -1; kept != c->count;) {
    share(p, c, of);
    kept = c->count;
    int n = 0;
    for (int k = 0; k < c->count; k++) {
      const int a = p->twin[c->list[k]];
      if (a >= 0 && p->uses[a] > (p->own[c->list[k]] ? 0 : 1)) c->list[n++] = c->list[k];
    }
    c->count = n;
  }
  free(c);
  return true;
}

/// Whether a variable would be longer than the node itself. Mathematics has short signs for products of vectors.
static bool is_short(const plan *p, int a) {
  const graph *g = p->g;
  const graph_node *n = &g->node[a];
  if (is_plain(g, a)) return true;
  if (p->whole && (n->op == OP_DOT || n->op == OP_CROSS || (n->op >= OP_SQRT && n->op <= OP_TANH))) return true;
  if (n->op == OP_PART) return true;
  return n->op == OP_PRODUCT && n->count == 2 && graph_child(g, a, 1) == 1 && n->number == -1.0 &&
         (is_plain(g, graph_child(g, a, 0)) || p->name[graph_child(g, a, 0)][0]);
}

/// "_d" for a node that the author calls d, "_x1" for x[1], "_edge_0_1"; "" for others.
static const char *suffix(const plan *p, int a, char out[GRAPH_NAME]) {
  const graph_node *n = &p->g->node[a];
  char text[GRAPH_NAME];
  size_t used = 0;
  const bool telling = p->own[a] || strncmp(p->name[a], "edge_", 5) == 0 || strncmp(p->name[a], "length", 6) == 0;
  snprintf(text, sizeof text, "%s", telling ? p->name[a] : n->op == OP_NAME ? n->name : "");
  if (n->op == OP_POINT) snprintf(text, sizeof text, "x%d", (int)n->number);
  out[0] = '\0';
  if (text[0]) out[used++] = '_';
  for (const char *c = text; *c && used < 20; c++)
    if (isalnum((unsigned char)*c) || *c == '_') out[used++] = (char)tolower((unsigned char)*c);
  out[used] = '\0';
  return out;
}

static bool is_taken(const plan *p, const char *name) {
  static const char *const reserved[] = {"g", "scale", "x", "rest", "material"};
  for (size_t k = 0; k < sizeof reserved / sizeof *reserved; k++)
    if (strcmp(reserved[k], name) == 0) return true;
  for (int k = 0; k < p->count; k++)
    if (strcmp(p->name[p->order[k]], name) == 0) return true;
  for (int k = 0; k < p->machine->file->count; k++)
    if (strcmp(p->machine->file->token[k].text, name) == 0) return true;
  return false;
}

/// Whether a vector leads from one particle to another.
static bool is_edge(const graph *g, int a) {
  return g->node[a].op == OP_COMBINE && g->node[a].count == 4 && graph_is_number(g, graph_child(g, a, 0), 1.0) &&
         graph_is_number(g, graph_child(g, a, 2), -1.0) && g->node[graph_child(g, a, 1)].op == OP_POINT &&
         g->node[graph_child(g, a, 3)].op == OP_POINT;
}

static void call_it(plan *p, int a) {
  const graph *g = p->g;
  char one[GRAPH_NAME], two[GRAPH_NAME], name[2 * GRAPH_NAME + 16], unique[GRAPH_NAME + 16];
  const int first = g->node[a].count > 0 ? graph_child(g, a, 0) : a;
  const int second = g->node[a].count > 1 ? graph_child(g, a, 1) : a;
  const bool square = g->node[first].op == OP_DOT && graph_child(g, first, 0) == graph_child(g, first, 1);
  const int by = p->by[a];
  if (by >= 0 && suffix(p, by, one)[0])
    snprintf(name, sizeof name, "by%s", one);
  else if (is_edge(g, a))
    snprintf(name, sizeof name, "edge_%d_%d", (int)g->node[graph_child(g, a, 3)].number, (int)g->node[second].number);
  else if (g->node[a].op == OP_OVER)
    snprintf(name, sizeof name, "over%s", suffix(p, first, one));
  else if (g->node[a].op == OP_SQRT && square)
    snprintf(name, sizeof name, "length%s", suffix(p, graph_child(g, first, 0), one));
  else if (g->node[a].op == OP_DOT && first == second)
    snprintf(name, sizeof name, "square%s", suffix(p, first, one));
  else if (g->node[a].op == OP_DOT || g->node[a].op == OP_CROSS)
    snprintf(name, sizeof name, "%s%s%s", g->node[a].op == OP_DOT ? "dot" : "cross", suffix(p, first, one),
             suffix(p, second, two));
  else
    snprintf(name, sizeof name, "%s",
             g->node[a].op == OP_SQRT                                ? "root"
             : g->node[a].op == OP_ACOS || g->node[a].op == OP_ATAN2 ? "angle"
             : g->node[a].op == OP_SUM                               ? "sum"
             : g->node[a].op == OP_SIN                               ? "sine"
             : g->node[a].op == OP_COS                               ? "cosine"
             : g->node[a].op == OP_TANH                              ? "tangent"
             : g->node[a].op == OP_POW                               ? "power"
             : g->node[a].op == OP_SELECT                            ? "chosen"
             : g->node[a].op == OP_LOG                               ? "log"
             : g->node[a].op == OP_EXP || g->node[a].op == OP_EXPM1  ? "power"
             : graph_is_vector(g, a)                                 ? "direction"
                                                                     : "part");
  snprintf(unique, sizeof unique, "%.32s", name);
  for (int k = 2; is_taken(p, unique); k++) snprintf(unique, sizeof unique, "%.32s_%d", name, k);
  snprintf(p->name[a], GRAPH_NAME, "%.47s", unique);
}

bool plan_make(plan *p, graph *g, const machine *m, const gradient *of, bool whole) {
  *p = (plan){.g = g, .machine = m, .gradient = *of, .whole = whole};
  p->name = calloc(GRAPH_NODES, sizeof *p->name);
  p->own = calloc(GRAPH_NODES, sizeof *p->own);
  p->by = malloc(GRAPH_NODES * sizeof *p->by);
  p->twin = malloc(GRAPH_NODES * sizeof *p->twin);
  p->uses = calloc(GRAPH_NODES, sizeof *p->uses);
  if (!p->name || !p->own || !p->by || !p->uses || !p->twin) return false;
  for (int a = 0; a < GRAPH_NODES; a++) p->by[a] = p->twin[a] = -1;
  name_variables(p);
  for (int k = of->part_count - 1; k >= 0; k--)
    if (p->own[of->part[k]]) p->by[of->slope[k]] = of->part[k];
  if (!share_products(p, of)) return false;
  for (int a = 0; a < g->count; a++) {
    const bool needed = p->own[a] ? whole && p->uses[a] > 0 && a != m->result.node
                                  : (p->uses[a] > 1 || (p->uses[a] > 0 && g->node[a].op == OP_OVER)) && !is_short(p, a);
    if (!needed) continue;
    if (p->count == GRAPH_TERMS) return false;
    if (!p->own[a]) call_it(p, a);
    p->order[p->count++] = a;
  }
  return !g->full;
}

void plan_free(plan *p) {
  free(p->name);
  free(p->own);
  free(p->by);
  free(p->twin);
  free(p->uses);
}
