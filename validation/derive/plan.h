/* Why this file exists: decides which parts of a gradient get a variable of their own, what it is called, and in which
 * order they are written. C and LaTeX are written from the same plan. */
#pragma once

#include "gradient.h"
#include "machine.h"

typedef struct plan {
  graph *g;
  char (*name)[GRAPH_NAME];      ///< [GRAPH_NODES] What a node is called; "" = it is written out.
  bool *own;                     ///< [GRAPH_NODES] The name is the author's.
  int *by;                       ///< [GRAPH_NODES] The part of C by which the node is the derivative; -1 = none.
  int *uses;                     ///< [GRAPH_NODES]
  int *twin;                     ///< [GRAPH_NODES] The node with shared factors in its place; -1 = not known yet.
  int order[GRAPH_TERMS], count; ///< The nodes to define, each after those that it needs.
  const machine *machine;
  gradient gradient;
  bool whole; ///< For LaTeX: the author's variables are defined too.
} plan;

/// Plans the lines. `whole`: the author's variables are defined too, and C. False without memory or room. Free with
/// plan_free() in both cases.
bool plan_make(plan *p, graph *g, const machine *m, const gradient *of, bool whole);
void plan_free(plan *p);

/// Text that grows. A failed allocation leaves it as it is and sets `failed`.
typedef struct plan_text {
  char *text;
  size_t length, capacity;
  bool failed;
} plan_text;
__attribute__((format(printf, 2, 3))) void plan_print(plan_text *t, const char *format, ...);

/// The lines of the gradient in C, indented by two blanks; free text->text.
void write_c(const plan *p, plan_text *text);
/// The same for LaTeX, with C; `material` names the numbers of the material.
void write_latex(const plan *p, const char *const *material, int material_count, plan_text *text);
/// The shortest text of a number.
const char *write_number(double number, char out[40]);
/// The factor of a node that is written with a minus sign, or 1: -2 a has -2.
double write_sign(const graph *g, int a);
