/* Why this file exists: writes a gradient in C, in the words of formulas, as an author would. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan.h"

enum { SUM, PRODUCT, ATOM, WIDTH = 118 };

const char *write_number(double number, char out[40]) {
  int digits = 1;
  do snprintf(out, 40, "%.*g", digits, number);
  while (strtod(out, NULL) != number && digits++ < 17);
  if (!strpbrk(out, ".en")) strcat(out, ".0");
  return out;
}

static void number_text(const plan *p, plan_text *t, int a, int level);
static void vector_text(const plan *p, plan_text *t, int a);

static void literal(plan_text *t, double number) {
  char out[40];
  plan_print(t, "R(%s)", write_number(number, out));
}

/// The factors with exponents of one sign, separated by *; returns how many.
static int factors_text(const plan *p, plan_text *t, int a, int sign, bool more) {
  const graph *g = p->g;
  int written = 0;
  for (int k = 0; k < g->node[a].count; k += 2)
    for (int e = sign * graph_child(g, a, k + 1); e > 0; e--) {
      plan_print(t, "%s", more || written > 0 ? " * " : "");
      number_text(p, t, graph_child(g, a, k), ATOM);
      written++;
    }
  return written;
}

/// A product with another number in front of it.
static void product_text(const plan *p, plan_text *t, int a, double number, int level) {
  const graph *g = p->g;
  int above = 0, below = 0;
  for (int k = 0; k < g->node[a].count; k += 2) {
    const int e = graph_child(g, a, k + 1);
    *(e > 0 ? &above : &below) += abs(e);
  }
  const bool bare = (number == 1.0 || number == -1.0) && above > 0;
  const bool brackets = level == ATOM && (above + below + !bare > 1);
  if (brackets) plan_print(t, "(");
  if (bare && number < 0.0) plan_print(t, "-");
  if (!bare) literal(t, number);
  factors_text(p, t, a, 1, !bare);
  if (below > 0) plan_print(t, below > 1 ? " / (" : " / ");
  factors_text(p, t, a, -1, false);
  if (below > 1) plan_print(t, ")");
  if (brackets) plan_print(t, ")");
}

/// A term of a sum without its sign.
static void positive(const plan *p, plan_text *t, int a) {
  const double number = p->name[a][0] ? 1.0 : write_sign(p->g, a);
  if (number >= 0.0)
    number_text(p, t, a, PRODUCT);
  else if (p->g->node[a].op == OP_NUMBER)
    literal(t, -number);
  else
    product_text(p, t, a, -number, PRODUCT);
}

static bool is_negative(const plan *p, int a) {
  return !p->name[a][0] && write_sign(p->g, a) < 0.0;
}

static void sum_text(const plan *p, plan_text *t, int a, int level) {
  int one = graph_child(p->g, a, 0), two = graph_child(p->g, a, 1);
  if (is_negative(p, one) && !is_negative(p, two)) {
    const int swapped = one;
    one = two, two = swapped;
  }
  if (level > SUM) plan_print(t, "(");
  number_text(p, t, one, SUM);
  plan_print(t, is_negative(p, two) ? " - " : " + ");
  positive(p, t, two);
  if (level > SUM) plan_print(t, ")");
}

static void call_text(const plan *p, plan_text *t, const char *word, int a) {
  plan_print(t, "%s(", word);
  for (int k = 0; k < p->g->node[a].count; k++) {
    const int child = graph_child(p->g, a, k);
    if (k > 0) plan_print(t, ", ");
    if (graph_is_vector(p->g, child))
      vector_text(p, t, child);
    else
      number_text(p, t, child, SUM);
  }
  plan_print(t, ")");
}

static void root_text(const plan *p, plan_text *t, int a) {
  const graph *g = p->g;
  const int of = graph_child(g, a, 0);
  if (g->node[of].op == OP_DOT && !p->name[of][0] && graph_child(g, of, 0) == graph_child(g, of, 1)) {
    plan_print(t, "V_LENGTH(");
    vector_text(p, t, graph_child(g, of, 0));
    plan_print(t, ")");
  } else
    call_text(p, t, graph_words[OP_SQRT], a);
}

/// The word for a select: XPBD_ABS, XPBD_MIN, XPBD_MAX, or itself.
static void select_text(const plan *p, plan_text *t, int a) {
  graph *g = p->g;
  const int b = graph_child(g, a, 0), c = graph_child(g, a, 1), then = graph_child(g, a, 2),
            other = graph_child(g, a, 3);
  const bool size = graph_is_number(g, b, 0.0) && other == c && then == graph_times(g, -1.0, c);
  const bool larger = then == b && other == c, smaller = then == c && other == b;
  if (!size && !larger && !smaller) {
    call_text(p, t, "XPBD_SELECT_GT", a);
    return;
  }
  plan_print(t, size ? "XPBD_ABS(" : larger ? "XPBD_MAX(" : "XPBD_MIN(");
  number_text(p, t, size ? c : b, SUM);
  if (!size) plan_print(t, ", ");
  if (!size) number_text(p, t, c, SUM);
  plan_print(t, ")");
}

static void over_text(const plan *p, plan_text *t, int a) {
  plan_print(t, "XPBD_SELECT_GT(");
  number_text(p, t, graph_child(p->g, a, 1), SUM);
  plan_print(t, ", %s, R(1.0) / ", p->g->node[a].name);
  number_text(p, t, graph_child(p->g, a, 0), ATOM);
  plan_print(t, ", R(0.0))");
}

/// The node written out, although it may have a name.
static void written_out(const plan *p, plan_text *t, int a, int level) {
  const graph_node *n = &p->g->node[a];
  switch (n->op) {
  case OP_NUMBER: literal(t, n->number); break;
  case OP_NAME: plan_print(t, "%s", n->name); break;
  case OP_SUM: sum_text(p, t, a, level); break;
  case OP_PRODUCT: product_text(p, t, a, n->number, level); break;
  case OP_SQRT: root_text(p, t, a); break;
  case OP_SELECT: select_text(p, t, a); break;
  case OP_OVER: over_text(p, t, a); break;
  case OP_DOT: call_text(p, t, "V_DOT", a); break;
  case OP_PART:
    vector_text(p, t, graph_child(p->g, a, 0));
    plan_print(t, ".%c", "xyz"[(int)n->number]);
    break;
  default: call_text(p, t, graph_words[n->op], a);
  }
}

static void number_text(const plan *p, plan_text *t, int a, int level) {
  if (p->name[a][0])
    plan_print(t, "%s", p->name[a]);
  else
    written_out(p, t, a, level);
}

/* ---- vectors ---- */

static void cross_text(const plan *p, plan_text *t, int a, bool turned) {
  plan_print(t, "V_CROSS(");
  vector_text(p, t, graph_child(p->g, a, turned ? 1 : 0));
  plan_print(t, ", ");
  vector_text(p, t, graph_child(p->g, a, turned ? 0 : 1));
  plan_print(t, ")");
}

/// A sum of s V in the order in which it is written: `sum` comes first, then one s V is added.
static void terms_text(const plan *p, plan_text *t, const int *pair, int count, bool negated);

/// V alone, or -V where the sign is taken over: a x b is -(b x a).
static bool base_text(const plan *p, plan_text *t, int v, bool minus) {
  const bool turns = minus && p->g->node[v].op == OP_CROSS && !p->name[v][0];
  if (turns)
    cross_text(p, t, v, true);
  else
    vector_text(p, t, v);
  return turns;
}

static void scaled_text(const plan *p, plan_text *t, const char *word, int s, double number, int v, bool turned) {
  plan_print(t, "%s(", word);
  if (p->g->node[s].op == OP_PRODUCT && !p->name[s][0])
    product_text(p, t, s, number, SUM);
  else if (p->g->node[s].op == OP_NUMBER)
    literal(t, number);
  else
    number_text(p, t, s, SUM);
  plan_print(t, ", ");
  base_text(p, t, v, turned);
}

static void terms_text(const plan *p, plan_text *t, const int *pair, int count, bool negated) {
  const graph *g = p->g;
  const int s = pair[2 * count - 2], v = pair[2 * count - 1];
  const bool free_cross = g->node[v].op == OP_CROSS && !p->name[v][0];
  double number = p->name[s][0] ? 1.0 : write_sign(g, s);
  if (negated) number = -number;
  const bool turned = number < 0.0 && free_cross && !p->name[s][0];
  if (turned) number = -number;
  const bool unit = g->node[s].op == OP_NUMBER && fabs(number) == 1.0;
  if (count == 1) {
    if (unit && number > 0.0) {
      base_text(p, t, v, turned);
      return;
    }
    if (unit) {
      plan_print(t, "V_NEG(");
      base_text(p, t, v, false);
    } else
      scaled_text(p, t, "V_SCALE", s, number, v, turned);
    plan_print(t, ")");
    return;
  }
  if (unit) {
    plan_print(t, number < 0.0 ? "V_SUB(" : "V_ADD(");
    terms_text(p, t, pair, count - 1, negated);
    plan_print(t, ", ");
    base_text(p, t, v, turned);
  } else {
    scaled_text(p, t, "V_MADD", s, number, v, turned);
    plan_print(t, ", ");
    terms_text(p, t, pair, count - 1, negated);
  }
  plan_print(t, ")");
}

static void combine_text(const plan *p, plan_text *t, int a) {
  const graph *g = p->g;
  int pair[2 * GRAPH_TERMS];
  const int count = g->node[a].count / 2;
  bool negative = count > 1, alike = count > 1;
  for (int k = 0; k < count; k++) {
    pair[2 * k] = graph_child(g, a, 2 * k), pair[2 * k + 1] = graph_child(g, a, 2 * k + 1);
    negative = negative && g->node[pair[2 * k]].op == OP_NUMBER && g->node[pair[2 * k]].number < 0.0;
    alike = alike && pair[2 * k] == pair[0];
  }
  for (int k = 1; k < count && is_negative(p, pair[0]);
       k++) /* a positive one first, so that the others are taken off */
    if (!is_negative(p, pair[2 * k])) {
      const int s = pair[0], v = pair[1];
      pair[0] = pair[2 * k], pair[1] = pair[2 * k + 1];
      pair[2 * k] = s, pair[2 * k + 1] = v;
    }
  if (count == 0)
    plan_print(t, "V_ZERO");
  else if (alike && g->node[pair[0]].op != OP_NUMBER) {
    plan_print(t, "V_SCALE(");
    number_text(p, t, pair[0], SUM);
    plan_print(t, ", ");
    const int one = graph_number(p->g, 1.0);
    for (int k = 0; k < count; k++) pair[2 * k] = one;
    terms_text(p, t, pair, count, false);
    plan_print(t, ")");
  } else if (negative) {
    plan_print(t, "V_NEG(");
    terms_text(p, t, pair, count, true);
    plan_print(t, ")");
  } else
    terms_text(p, t, pair, count, false);
}

static void vector_out(const plan *p, plan_text *t, int a) {
  const graph_node *n = &p->g->node[a];
  switch (n->op) {
  case OP_POINT: plan_print(t, "x[%d]", (int)n->number); break;
  case OP_CROSS: cross_text(p, t, a, false); break;
  case OP_MAKE: call_text(p, t, "XPBD_NAME(v_make)", a); break;
  default: combine_text(p, t, a);
  }
}

static void vector_text(const plan *p, plan_text *t, int a) {
  if (p->name[a][0])
    plan_print(t, "%s", p->name[a]);
  else
    vector_out(p, t, a);
}

/* ---- lines ---- */

/// Adds a statement, broken where it is too long. `comment` follows it, or stands before it.
static void add_line(plan_text *to, plan_text *statement, const char *comment) {
  const char *line = statement->text, *indent = "  ";
  const bool behind = line && strlen(line) + strlen(comment) + 3 < WIDTH;
  if (comment[0] && !behind) plan_print(to, "  %s\n", comment);
  while (line && strlen(line) + strlen(indent) > WIDTH) {
    size_t cut = 0;
    for (size_t k = 1; k + strlen(indent) < WIDTH; k++)
      if (line[k] == ' ' && strchr(",=+-*/", line[k - 1])) cut = k;
    if (cut == 0) break;
    plan_print(to, "%s%.*s\n", indent, (int)cut, line);
    line += cut + 1;
    indent = "      ";
  }
  plan_print(to, "%s%s%s%s\n", indent, line ? line : "", comment[0] && behind ? " " : "", behind ? comment : "");
  to->failed = to->failed || statement->failed;
  free(statement->text);
}

static void define(const plan *p, plan_text *to, int a) {
  plan_text line = {0};
  char comment[GRAPH_NAME + 16] = "";
  const bool is_vector = graph_is_vector(p->g, a);
  plan_print(&line, "const %s %s = ", is_vector ? "VEC3" : "REAL", p->name[a]);
  if (is_vector)
    vector_out(p, &line, a);
  else
    written_out(p, &line, a, SUM);
  plan_print(&line, ";");
  if (p->by[a] >= 0 && p->own[p->by[a]] && strncmp(p->name[a], "by_", 3) == 0)
    snprintf(comment, sizeof comment, "/* dC/d%s */", p->name[p->by[a]]);
  add_line(to, &line, comment);
}

static void set(const plan *p, plan_text *to, int k) {
  const gradient *d = &p->gradient;
  plan_text line = {0};
  plan_print(&line, "g[%d] = ", k);
  if (k != d->others) {
    vector_text(p, &line, d->particle[k]);
  } else {
    int other[GRADIENT_PARTICLES], count = 0;
    for (int j = 0; j < d->arity; j++)
      if (j != k && !graph_is_zero(p->g, d->particle[j])) other[count++] = j;
    plan_print(&line, "V_NEG(");
    for (int j = 1; j < count; j++) plan_print(&line, "V_ADD(");
    for (int j = 0; j < count; j++) plan_print(&line, j == 0 ? "g[%d]" : ", g[%d])", other[j]);
    plan_print(&line, ")");
  }
  plan_print(&line, ";");
  add_line(to, &line, "");
}

void write_c(const plan *p, plan_text *text) {
  const gradient *d = &p->gradient;
  for (int k = 0; k < p->count; k++) define(p, text, p->order[k]);
  if (d->scale >= 0) {
    plan_text line = {0};
    plan_print(&line, "*scale = ");
    number_text(p, &line, d->scale, SUM);
    plan_print(&line, ";");
    add_line(text, &line,
             p->g->node[d->scale].op == OP_SQRT ? "/* the solver divides the gradients by it */"
                                                : "/* 0 where there is no direction */");
  }
  for (int k = 0; k < d->arity; k++)
    if (k != d->others) set(p, text, k);
  if (d->others >= 0) set(p, text, d->others);
}
