/* Why this file exists: holds a formula as expressions of numbers and vectors in which equal parts are one node, so that
 * a derivative can be built and written with the parts that the formula already has. */
#pragma once

#include <stdbool.h>

enum { GRAPH_NAME = 48, GRAPH_NODES = 60000, GRAPH_CHILDREN = 400000, GRAPH_TERMS = 256 };

/// The kinds of nodes. Children are given in brackets; a vector is written in capitals.
typedef enum graph_op {
  OP_NUMBER,  ///< `number`.
  OP_NAME,    ///< A number known by its text: rest[0], material[1], XPBD_TINY.
  OP_SUM,     ///< [a, b]
  OP_PRODUCT, ///< `number` times the product of a^e over the pairs [a, e, ...]; e may be negative.
  OP_SQRT,
  OP_EXP,
  OP_EXPM1,
  OP_LOG,
  OP_ACOS,
  OP_ATAN2, ///< [y, x]
  OP_POW,   ///< [a, b]
  OP_SIN,
  OP_COS,
  OP_TANH,
  OP_SELECT,  ///< [a, b, t, e]: a > b ? t : e
  OP_OVER,    ///< [a, tested]: 1 / a where `tested` is above the threshold named in `name`, else 0.
  OP_DOT,     ///< [U, V]
  OP_PART,    ///< [U]: component `number`.
  OP_POINT,   ///< x[`number`], a vector.
  OP_COMBINE, ///< The sum of s V over the pairs [s, V, ...], a vector; without pairs it is 0.
  OP_CROSS,   ///< [U, V], a vector.
  OP_MAKE     ///< [a, b, c], a vector.
} graph_op;

typedef struct graph_node {
  graph_op op;
  double number;
  char name[GRAPH_NAME];
  int first, count; ///< Its children are graph.child[first .. first + count - 1].
  bool varies;      ///< It depends on a position.
} graph_node;

/// Nodes are created after their children, so a child has the lower index.
typedef struct graph {
  graph_node node[GRAPH_NODES];
  int child[GRAPH_CHILDREN];
  int count, child_count;
  int chain[GRAPH_NODES], bucket[4096]; ///< Hash table of nodes; -1 ends a chain.
  bool full;                            ///< The formula is too large: results mean nothing.
} graph;

/// The words of formulas for OP_SQRT .. OP_TANH; the others are NULL.
extern const char *const graph_words[OP_TANH + 1];

/// An empty graph. The caller frees it. NULL without memory.
graph *graph_create(void);
bool graph_is_vector(const graph *g, int a);
int graph_child(const graph *g, int a, int k);
/// Marks a node and all nodes below it in `seen` [g->count].
void graph_reach(const graph *g, int a, bool *seen);
/// Whether a node is this number.
bool graph_is_number(const graph *g, int a, double number);
/// Whether a b is the same number in float and in double, without rounding.
bool graph_exact(double a, double b);

/* Each returns the node of an expression and simplifies it. Constants are folded only if that rounds nothing. */
int graph_number(graph *g, double number);
int graph_name(graph *g, const char *text);
int graph_sum(graph *g, int a, int b);
int graph_product(graph *g, int a, int b);
int graph_power(graph *g, int a, int exponent);
int graph_times(graph *g, double factor, int a);
int graph_call(graph *g, graph_op op, int a, int b); ///< SQRT .. TANH; b = -1 for one argument.
int graph_select(graph *g, int a, int b, int t, int e);
int graph_over(graph *g, int a, int tested, const char *threshold);
int graph_dot(graph *g, int u, int v);
int graph_part(graph *g, int u, int axis);
int graph_point(graph *g, int index);
int graph_zero(graph *g);
bool graph_is_zero(const graph *g, int v);
int graph_scale(graph *g, int s, int v);
int graph_add(graph *g, int u, int v);
int graph_cross(graph *g, int u, int v);
int graph_make(graph *g, int x, int y, int z);
/// The node with exactly these children: nothing is simplified.
int graph_raw(graph *g, graph_op op, double number, const char *name, const int *child, int count);

/// A sum of vectors that is being collected.
typedef struct graph_terms {
  int count, pair[2 * GRAPH_TERMS];
} graph_terms;
/// Adds s v; equal vectors are merged.
void graph_collect(graph *g, graph_terms *terms, int s, int v);
int graph_combine(graph *g, const graph_terms *terms);
