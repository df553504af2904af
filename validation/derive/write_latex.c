/* Why this file exists: writes a formula and its gradient in LaTeX, with the author's names. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan.h"

enum { SUM, PRODUCT, ATOM };

typedef struct writer {
  const plan *p;
  plan_text *t;
  const char *const *material;
  int material_count;
} writer;

static void text(const writer *w, int a, int level);

/// A name as a symbol: one letter stays, Greek names become letters, others are upright; vectors are bold.
static void symbol(const writer *w, const char *name, bool vector) {
  static const char *const greek[] = {"alpha", "beta", "gamma", "delta", "epsilon", "theta", "kappa", "lambda", "mu",
                                      "nu",    "rho",  "sigma", "tau",   "phi",     "psi",   "omega", "pi"};
  char base[GRAPH_NAME], index[GRAPH_NAME] = "";
  if (strncmp(name, "by_", 3) == 0) {
    plan_print(w->t, "\\frac{\\partial C}{\\partial ");
    symbol(w, name + 3, vector);
    plan_print(w->t, "}");
    return;
  }
  if (strncmp(name, "edge_", 5) == 0) { /* from one particle to another */
    plan_print(w->t, "\\mathbf{x}_{%c%c}", name[5], name[7]);
    return;
  }
  const size_t n = strcspn(name, "[_0123456789");
  snprintf(base, sizeof base, "%.*s", (int)(n > 0 ? n : strlen(name)), name);
  size_t used = 0;
  for (const char *c = name + strlen(base); *c; c++)
    if (isalnum((unsigned char)*c)) index[used++] = *c;
  index[used] = '\0';
  const char *command = strlen(base) == 1 ? "" : vector ? "" : "\\mathrm";
  bool letter = false;
  for (size_t k = 0; k < sizeof greek / sizeof *greek; k++) letter = letter || strcmp(greek[k], base) == 0;
  if (letter)
    plan_print(w->t, "\\%s", base);
  else if (vector)
    plan_print(w->t, "\\mathbf{%s}", base);
  else
    plan_print(w->t, command[0] ? "%s{%s}" : "%s%s", command, base);
  if (used > 0) plan_print(w->t, used > 1 && !isdigit((unsigned char)index[0]) ? "_{\\mathrm{%s}}" : "_{%s}", index);
}

static void name_text(const writer *w, const char *name) {
  if (strncmp(name, "material[", 9) == 0 && strtol(name + 9, NULL, 10) < w->material_count)
    symbol(w, w->material[strtol(name + 9, NULL, 10)], false);
  else if (strncmp(name, "rest[", 5) == 0)
    plan_print(w->t, "r_{%ld}", strtol(name + 5, NULL, 10));
  else /* XPBD_TINY and the like */
    plan_print(w->t, "\\mathrm{%s}",
               strcmp(name, "XPBD_TINY") == 0   ? "tiny"
               : strcmp(name, "XPBD_HUGE") == 0 ? "huge"
                                                : "limit");
}

static void literal(const writer *w, double number) {
  char out[40];
  const double half = number * 2.0;
  if (number != floor(number) && half == floor(half) && fabs(half) < 20.0)
    plan_print(w->t, "%s\\tfrac{%.0f}{2}", number < 0.0 ? "-" : "", fabs(half));
  else if (number == floor(number) && fabs(number) < 1e6)
    plan_print(w->t, "%.0f", number);
  else {
    write_number(number, out);
    char *e = strchr(out, 'e');
    if (e) *e = '\0';
    plan_print(w->t, "%s", out);
    if (e) plan_print(w->t, " \\cdot 10^{%ld}", strtol(e + 1, NULL, 10));
  }
}

static void factors(const writer *w, int a, int sign) {
  const graph *g = w->p->g;
  bool first = true;
  for (int k = 0; k < g->node[a].count; k += 2) {
    const int of = graph_child(g, a, k), e = sign * graph_child(g, a, k + 1);
    if (e <= 0) continue;
    plan_print(w->t, "%s", first ? "" : g->node[of].op == OP_NUMBER ? " \\cdot " : " \\, ");
    text(w, of, ATOM);
    if (e > 1) plan_print(w->t, "^{%d}", e);
    first = false;
  }
}

static void product(const writer *w, int a, double number, int level) {
  const graph *g = w->p->g;
  bool above = false, below = false;
  for (int k = 0; k < g->node[a].count; k += 2) *(graph_child(g, a, k + 1) > 0 ? &above : &below) = true;
  const bool brackets = level == ATOM && !below;
  if (brackets) plan_print(w->t, "\\left(");
  if (number < 0.0) plan_print(w->t, "-");
  number = fabs(number);
  if (below) plan_print(w->t, "\\frac{");
  if (number != 1.0 || !above) {
    literal(w, number);
    plan_print(w->t, above ? " \\, " : "");
  }
  factors(w, a, 1);
  if (below) {
    plan_print(w->t, "}{");
    factors(w, a, -1);
    plan_print(w->t, "}");
  }
  if (brackets) plan_print(w->t, "\\right)");
}

static bool is_negative(const writer *w, int a) {
  return !w->p->name[a][0] && write_sign(w->p->g, a) < 0.0;
}

/// A term of a sum with its sign; the first one has no plus.
static void term(const writer *w, int a, bool first) {
  const graph *g = w->p->g;
  plan_print(w->t, "%s", is_negative(w, a) ? (first ? "-" : " - ") : first ? "" : " + ");
  if (!is_negative(w, a))
    text(w, a, SUM);
  else if (g->node[a].op == OP_NUMBER)
    literal(w, -g->node[a].number);
  else
    product(w, a, -g->node[a].number, PRODUCT);
}

static void call(const writer *w, const char *word, int a) {
  const graph *g = w->p->g;
  plan_print(w->t, "%s\\left(", word);
  for (int k = 0; k < g->node[a].count; k++) {
    plan_print(w->t, "%s", k > 0 ? ", " : "");
    text(w, graph_child(g, a, k), SUM);
  }
  plan_print(w->t, "\\right)");
}

static void cases(const writer *w, int a) {
  const graph *g = w->p->g;
  plan_print(w->t, "\\begin{cases} ");
  text(w, graph_child(g, a, 2), SUM);
  plan_print(w->t, " & \\text{if } ");
  text(w, graph_child(g, a, 0), SUM);
  plan_print(w->t, " > ");
  text(w, graph_child(g, a, 1), SUM);
  plan_print(w->t, " \\\\ ");
  text(w, graph_child(g, a, 3), SUM);
  plan_print(w->t, " & \\text{else} \\end{cases}");
}

static void root(const writer *w, int a) {
  const graph *g = w->p->g;
  const int of = graph_child(g, a, 0);
  const bool length = g->node[of].op == OP_DOT && !w->p->name[of][0] && graph_child(g, of, 0) == graph_child(g, of, 1);
  plan_print(w->t, length ? "\\left\\lVert " : "\\sqrt{");
  text(w, length ? graph_child(g, of, 0) : of, SUM);
  plan_print(w->t, length ? " \\right\\rVert" : "}");
}

static void combination(const writer *w, int a, int level) {
  const graph *g = w->p->g;
  const int count = g->node[a].count / 2;
  const bool brackets = level > SUM && (count > 1 || level == ATOM);
  if (count == 0) plan_print(w->t, "\\mathbf{0}");
  if (brackets) plan_print(w->t, "\\left(");
  for (int k = 0; k < count; k++) {
    const int s = graph_child(g, a, 2 * k), v = graph_child(g, a, 2 * k + 1);
    const bool unit = g->node[s].op == OP_NUMBER && fabs(g->node[s].number) == 1.0;
    plan_print(w->t, "%s", is_negative(w, s) ? (k == 0 ? "-" : " - ") : k == 0 ? "" : " + ");
    if (!unit && !is_negative(w, s))
      text(w, s, g->node[s].op == OP_PRODUCT ? PRODUCT : ATOM);
    else if (!unit && g->node[s].op == OP_NUMBER)
      literal(w, -g->node[s].number);
    else if (!unit)
      product(w, s, -g->node[s].number, PRODUCT);
    if (!unit) plan_print(w->t, " \\, ");
    text(w, v, ATOM);
  }
  if (brackets) plan_print(w->t, "\\right)");
}

static void pair(const writer *w, const char *sign, int a, int level) {
  const graph *g = w->p->g;
  if (level == ATOM) plan_print(w->t, "\\left(");
  text(w, graph_child(g, a, 0), ATOM);
  plan_print(w->t, " %s ", sign);
  text(w, graph_child(g, a, 1), ATOM);
  if (level == ATOM) plan_print(w->t, "\\right)");
}

static void sum(const writer *w, int a, int level) {
  const graph *g = w->p->g;
  const bool turned = is_negative(w, graph_child(g, a, 0)) && !is_negative(w, graph_child(g, a, 1));
  if (level > SUM) plan_print(w->t, "\\left(");
  term(w, graph_child(g, a, turned ? 1 : 0), true);
  term(w, graph_child(g, a, turned ? 0 : 1), false);
  if (level > SUM) plan_print(w->t, "\\right)");
}

static void power(const writer *w, int a) {
  const graph *g = w->p->g;
  text(w, graph_child(g, a, 0), ATOM);
  plan_print(w->t, "^{");
  text(w, graph_child(g, a, 1), SUM);
  plan_print(w->t, "}");
}

static void exponential(const writer *w, int a, int level) {
  const bool minus = w->p->g->node[a].op == OP_EXPM1, brackets = minus && level > SUM;
  if (brackets) plan_print(w->t, "\\left(");
  call(w, "\\exp", a);
  if (minus) plan_print(w->t, " - 1");
  if (brackets) plan_print(w->t, "\\right)");
}

static void written_out(const writer *w, int a, int level) {
  const graph_node *n = &w->p->g->node[a];
  switch (n->op) {
  case OP_NUMBER: literal(w, n->number); break;
  case OP_NAME: name_text(w, n->name); break;
  case OP_SUM: sum(w, a, level); break;
  case OP_PRODUCT: product(w, a, n->number, level); break;
  case OP_SQRT: root(w, a); break;
  case OP_EXP:
  case OP_EXPM1: exponential(w, a, level); break;
  case OP_POW: power(w, a); break;
  case OP_LOG: call(w, "\\ln", a); break;
  case OP_ACOS: call(w, "\\arccos", a); break;
  case OP_ATAN2: call(w, "\\operatorname{atan2}", a); break;
  case OP_SIN: call(w, "\\sin", a); break;
  case OP_COS: call(w, "\\cos", a); break;
  case OP_TANH: call(w, "\\tanh", a); break;
  case OP_SELECT: cases(w, a); break;
  case OP_DOT: pair(w, "\\cdot", a, level); break;
  case OP_CROSS: pair(w, "\\times", a, level); break;
  case OP_PART:
    text(w, graph_child(w->p->g, a, 0), ATOM);
    plan_print(w->t, "_{,%c}", "xyz"[(int)n->number]);
    break;
  case OP_POINT: plan_print(w->t, "\\mathbf{x}_{%d}", (int)n->number); break;
  case OP_OVER: break; /* for C only */
  case OP_COMBINE: combination(w, a, level); break;
  case OP_MAKE: call(w, "", a); break;
  }
}

static void text(const writer *w, int a, int level) {
  if (w->p->name[a][0])
    symbol(w, w->p->name[a], graph_is_vector(w->p->g, a));
  else
    written_out(w, a, level);
}

void write_latex(const plan *p, const char *const *material, int material_count, plan_text *t) {
  const writer w = {p, t, material, material_count};
  const gradient *d = &p->gradient;
  plan_print(t, "\\begin{align*}\n");
  for (int k = 0; k < p->count; k++) {
    plan_print(t, "  ");
    symbol(&w, p->name[p->order[k]], graph_is_vector(p->g, p->order[k]));
    plan_print(t, " &= ");
    written_out(&w, p->order[k], SUM);
    plan_print(t, " \\\\\n");
  }
  plan_print(t, "  C &= ");
  text(&w, p->machine->result.node, SUM);
  for (int k = 0; k < d->arity; k++) {
    if (k == d->others) continue;
    plan_print(t, " \\\\\n  \\frac{\\partial C}{\\partial \\mathbf{x}_{%d}} &= ", k);
    text(&w, d->particle[k], SUM);
  }
  if (d->others >= 0) {
    plan_print(t,
               " \\\\\n  \\frac{\\partial C}{\\partial \\mathbf{x}_{%d}} &= -\\sum_{i \\neq %d} "
               "\\frac{\\partial C}{\\partial \\mathbf{x}_{i}}",
               d->others, d->others);
  }
  plan_print(t, "\n\\end{align*}\n");
}
