/* Why this file exists: evaluates the expressions of a formula symbolically: operators, words of the scalar, arrays. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

static machine_value integer(long value) {
  return (machine_value){.kind = INTEGER, .integer = value, .place = -1, .axis = -1};
}

/* ---- words ---- */

/// The words that are not in graph_words. The letters are the kinds of their arguments: n a number, V a vector.
static const struct {
  const char *name, *kinds;
} words[] = {
    {"XPBD_FMA", "nnn"}, {"XPBD_ABS", "n"}, {"XPBD_SELECT_GT", "nnnn"}, {"XPBD_MIN", "nn"}, {"XPBD_MAX", "nn"},
    {"V_ADD", "VV"},     {"V_SUB", "VV"},   {"V_SCALE", "nV"},          {"V_NEG", "V"},     {"V_MADD", "nVV"},
    {"V_DOT", "VV"},     {"V_CROSS", "VV"}, {"V_LENGTH", "V"},          {"v_make", "nnn"},  {"expm1_between", "nnnnn"}};
enum { FMA, ABS, SELECT_GT, MIN, MAX, ADD, SUB, SCALE, NEG, MADD, DOT, CROSS, LENGTH, MAKE, BETWEEN };

static machine_value apply(graph *g, int word, const int *a) {
  const int one = graph_number(g, 1.0), zero = graph_number(g, 0.0);
  switch (word) {
  case FMA: return machine_number(graph_sum(g, graph_product(g, a[0], a[1]), a[2]));
  case ABS: return machine_number(graph_select(g, zero, a[0], graph_times(g, -1.0, a[0]), a[0]));
  case SELECT_GT: return machine_number(graph_select(g, a[0], a[1], a[2], a[3]));
  case MIN: return machine_number(graph_select(g, a[0], a[1], a[1], a[0]));
  case MAX: return machine_number(graph_select(g, a[0], a[1], a[0], a[1]));
  case ADD: return machine_vector(graph_add(g, a[0], a[1]));
  case SUB: return machine_vector(graph_add(g, a[0], graph_scale(g, graph_number(g, -1.0), a[1])));
  case SCALE: return machine_vector(graph_scale(g, a[0], a[1]));
  case NEG: return machine_vector(graph_scale(g, graph_times(g, -1.0, one), a[0]));
  case MADD: return machine_vector(graph_add(g, graph_scale(g, a[0], a[1]), a[2]));
  case DOT: return machine_number(graph_dot(g, a[0], a[1]));
  case CROSS: return machine_vector(graph_cross(g, a[0], a[1]));
  case LENGTH: return machine_number(graph_call(g, OP_SQRT, graph_dot(g, a[0], a[0]), -1));
  case MAKE: return machine_vector(graph_make(g, a[0], a[1], a[2]));
  default: /* expm1_between(a, low, at_low, high, at_high) */
    return machine_number(
        graph_select(g, a[0], a[3], a[4], graph_select(g, a[1], a[0], a[2], graph_call(g, OP_EXPM1, a[0], -1))));
  }
}

/// Reads "(a, b)" with the kinds of the letters.
static void arguments(machine *m, const char *name, const char *kinds, int *node) {
  machine_expect(m, "(");
  for (int k = 0; kinds[k] && !m->reason[0]; k++) {
    if (k > 0 && !machine_accept(m, ","))
      machine_fail(m, "%s takes %d argument%s", name, (int)strlen(kinds), kinds[1] ? "s" : "");
    node[k] = machine_as(m, machine_expression(m), kinds[k] == 'V' ? VECTOR : NUMBER);
  }
  if (!machine_is(m, ")")) machine_fail(m, "%s takes %d argument%s", name, (int)strlen(kinds), kinds[1] ? "s" : "");
  machine_expect(m, ")");
}

/// A call of a word; false: it is none.
static bool word_call(machine *m, const char *name, machine_value *out) {
  int node[5] = {0};
  for (graph_op op = OP_SQRT; op <= OP_TANH; op++)
    if (strcmp(graph_words[op], name) == 0) {
      const bool two = op == OP_ATAN2 || op == OP_POW;
      arguments(m, name, two ? "nn" : "n", node);
      *out = machine_number(graph_call(m->graph, op, node[0], two ? node[1] : -1));
      return true;
    }
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strcmp(words[k].name, name) == 0) {
      arguments(m, name, words[k].kinds, node);
      *out = apply(m->graph, (int)k, node);
      return true;
    }
  return false;
}

/// A number at m->at.
static machine_value number(machine *m) {
  const char *text = m->text->token[m->at++].text;
  const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const bool real = strpbrk(text, hexadecimal ? ".pP" : ".eEfF") != NULL;
  return real ? machine_number(graph_number(m->graph, strtod(text, NULL))) : integer(strtol(text, NULL, 0));
}

static bool is_constant(const char *name) {
  static const char *const known[] = {"XPBD_TINY",          "XPBD_HUGE",      "XPBD_FLAT",
                                      "XPBD_BLIND",         "XPBD_NO_REST",   "XPBD_EXPONENT_LOW",
                                      "XPBD_EXPONENT_HIGH", "XPBD_EXPM1_LOW", "XPBD_EXPM1_HIGH"};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (strcmp(known[k], name) == 0) return true;
  return false;
}

static machine_value variable(machine *m, const char *name) {
  for (int k = m->variable_count - 1; k >= m->frame; k--) {
    const machine_variable *v = &m->variable[k];
    if (strcmp(v->name, name) != 0) continue;
    if (v->array)
      return (machine_value){.kind = POINTER, .slot = v->slot, .end = v->slot + v->count, .place = -1, .axis = -1};
    machine_value value = m->slot[v->slot];
    value.place = v->slot, value.axis = -1;
    return value;
  }
  m->at--;
  return machine_fail(m, "'%s' is no variable, no word of formulas and no function in this file", name);
}

static machine_value word(machine *m) {
  const char *name = m->text->token[m->at++].text;
  machine_value v;
  if (strcmp(name, "R") == 0) {
    machine_expect(m, "(");
    v = machine_expression(m);
    machine_expect(m, ")");
    return machine_number(machine_as(m, v, NUMBER));
  }
  if (strcmp(name, "V_ZERO") == 0) return machine_vector(graph_zero(m->graph));
  if (is_constant(name)) return machine_number(graph_name(m->graph, name));
  if (strcmp(name, "XPBD_NAME") == 0) {
    machine_expect(m, "(");
    const char *own = m->at < m->text->count ? m->text->token[m->at++].text : "";
    machine_expect(m, ")");
    if (strcmp(own, "v_make") == 0 || strcmp(own, "expm1_between") == 0) {
      word_call(m, own, &v);
      return v;
    }
    return m->call(m, own);
  }
  if (machine_is(m, "(")) {
    if (name[0] != 'v' && name[0] != 'e' && word_call(m, name, &v)) return v; /* v_make() is XPBD_NAME(v_make)() */
    m->at--;
    return machine_fail(m, "%s() is no word of formulas, so its derivative is not known", name);
  }
  return variable(m, name);
}

/* ---- operators ---- */

static machine_value unary(machine *m);

static machine_value indexed(machine *m, machine_value v, long at) {
  if (v.kind != POINTER) return machine_fail(m, "[ ] or * is used on something that is no array");
  if (at < 0 || v.slot + at >= v.end)
    return machine_fail(m, "the index %ld is outside of the array, which has %d here", at, v.end - v.slot);
  machine_value out = m->slot[v.slot + at];
  out.place = (int)(v.slot + at), out.axis = -1;
  return out;
}

static machine_value component(machine *m, machine_value v) {
  const char *name = m->at < m->text->count ? m->text->token[m->at++].text : "";
  const int axis = name[0] >= 'x' && name[0] <= 'z' && !name[1] ? name[0] - 'x' : -1;
  if (axis < 0) return machine_fail(m, "a vector has the components x, y and z");
  if (v.kind != VECTOR && (v.kind != NOTHING || v.place < 0)) return machine_fail(m, ".%s is used on no vector", name);
  machine_value out =
      v.kind == VECTOR ? machine_number(graph_part(m->graph, v.node, axis)) : (machine_value){.kind = NOTHING};
  out.place = v.place, out.axis = axis;
  return out;
}

static machine_value step(machine *m, machine_value v, int by) {
  if (v.kind != INTEGER) return machine_fail(m, "++ and -- are for integers");
  machine_store(m, (machine_value){.place = v.place, .axis = -1, .kind = INTEGER}, integer(v.integer + by));
  return integer(v.integer);
}

static machine_value postfix(machine *m) {
  machine_value v;
  const char first = m->at < m->text->count ? m->text->token[m->at].text[0] : ')';
  if (m->reason[0]) return machine_number(0);
  if (machine_accept(m, "(")) {
    v = machine_expression(m);
    machine_expect(m, ")");
  } else if (isdigit((unsigned char)first) || first == '.')
    v = number(m);
  else if (isalpha((unsigned char)first) || first == '_')
    v = word(m);
  else
    return machine_fail(m, "'%s' is not understood here", m->at < m->text->count ? m->text->token[m->at].text : "");
  for (; !m->reason[0];) {
    if (machine_accept(m, "[")) {
      const machine_value at = machine_expression(m);
      machine_expect(m, "]");
      if (at.kind != INTEGER) return machine_fail(m, "an index depends on data");
      v = indexed(m, v, at.integer);
    } else if (machine_accept(m, "."))
      v = component(m, v);
    else if (machine_accept(m, "->"))
      v = component(m, indexed(m, v, 0));
    else if (machine_accept(m, "++"))
      v = step(m, v, 1);
    else if (machine_accept(m, "--"))
      v = step(m, v, -1);
    else
      break;
  }
  return v;
}

/// (REAL) a, (void) a and (VEC3) {a, b, c}; the next token is the bracket.
static bool is_cast(const machine *m) {
  static const char *const types[] = {"REAL", "VEC3", "void", "int"};
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    if (source_is(m->text, m->at, "(") && source_is(m->text, m->at + 1, types[k]) && source_is(m->text, m->at + 2, ")"))
      return true;
  return false;
}

static machine_value cast(machine *m) {
  const bool none = source_is(m->text, m->at + 1, "void");
  m->at += 3;
  if (!machine_is(m, "{")) return none ? (unary(m), integer(0)) : unary(m);
  int part[3] = {0};
  m->at++;
  for (int k = 0; k < 3; k++) {
    part[k] = machine_as(m, machine_expression(m), NUMBER);
    if (k < 2) machine_expect(m, ",");
  }
  machine_expect(m, "}");
  return machine_vector(graph_make(m->graph, part[0], part[1], part[2]));
}

/// Deeper expressions would exhaust the stack.
enum { DEEPEST = 500 };

static machine_value unary_of(machine *m);
static machine_value unary(machine *m) {
  if (m->nested >= DEEPEST) return machine_fail(m, "the expression is nested more than %d times", DEEPEST);
  m->nested++;
  const machine_value v = unary_of(m);
  m->nested--;
  return v;
}

/// ++a and --a: the value after the step.
static machine_value stepped(machine *m, int by) {
  const machine_value before = step(m, unary(m), by);
  return before.kind == INTEGER ? integer(before.integer + by) : before;
}

static machine_value unary_of(machine *m) {
  if (m->reason[0]) return machine_number(0);
  if (is_cast(m)) return cast(m);
  if (machine_accept(m, "+")) return unary(m);
  if (machine_accept(m, "-")) {
    const machine_value v = unary(m);
    return v.kind == INTEGER ? integer(-v.integer)
                             : machine_number(graph_times(m->graph, -1.0, machine_as(m, v, NUMBER)));
  }
  if (machine_accept(m, "!")) {
    const machine_value v = unary(m);
    return v.kind == INTEGER ? integer(!v.integer) : machine_fail(m, "! is used on data");
  }
  if (machine_accept(m, "++")) return stepped(m, 1);
  if (machine_accept(m, "--")) return stepped(m, -1);
  if (machine_accept(m, "*")) return indexed(m, unary(m), 0);
  if (machine_accept(m, "&")) {
    const machine_value v = unary(m);
    if (v.place < 0 || v.axis >= 0) return machine_fail(m, "& is used on no variable");
    return (machine_value){.kind = POINTER, .slot = v.place, .end = v.place + 1, .place = -1, .axis = -1};
  }
  return postfix(m);
}

/// a OP b for + - * / %.
static machine_value combine(machine *m, char op, machine_value a, machine_value b) {
  graph *g = m->graph;
  if (m->reason[0]) return machine_number(0);
  if (a.kind == POINTER && b.kind == INTEGER && (op == '+' || op == '-')) {
    a.slot += (int)(op == '+' ? b.integer : -b.integer);
    return a;
  }
  if (a.kind == INTEGER && b.kind == INTEGER) {
    if ((op == '/' || op == '%') && b.integer == 0) return machine_fail(m, "an integer is divided by 0");
    return integer(op == '+'   ? a.integer + b.integer
                   : op == '-' ? a.integer - b.integer
                   : op == '*' ? a.integer * b.integer
                   : op == '/' ? a.integer / b.integer
                               : a.integer % b.integer);
  }
  if (a.kind == VECTOR || b.kind == VECTOR)
    return machine_fail(m, "vectors have no %c: write V_ADD, V_SUB or V_SCALE", op);
  const int s = machine_as(m, a, NUMBER), t = machine_as(m, b, NUMBER);
  if (op == '%') return machine_fail(m, "a remainder of data has no derivative");
  return machine_number(op == '+'   ? graph_sum(g, s, t)
                        : op == '-' ? graph_sum(g, s, graph_times(g, -1.0, t))
                        : op == '*' ? graph_product(g, s, t)
                                    : graph_product(g, s, graph_power(g, t, -1)));
}

static machine_value product(machine *m) {
  machine_value v = unary(m);
  for (;;) {
    const char op = machine_is(m, "*") ? '*' : machine_is(m, "/") ? '/' : machine_is(m, "%") ? '%' : 0;
    if (!op) return v;
    m->at++;
    v = combine(m, op, v, unary(m));
  }
}

static machine_value sum(machine *m) {
  machine_value v = product(m);
  for (;;) {
    const char op = machine_is(m, "+") ? '+' : machine_is(m, "-") ? '-' : 0;
    if (!op) return v;
    m->at++;
    v = combine(m, op, v, product(m));
  }
}

static machine_value comparison(machine *m) {
  static const char *const signs[] = {"<=", ">=", "==", "!=", "<", ">"};
  const machine_value a = sum(m);
  for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
    if (!machine_accept(m, signs[k])) continue;
    const machine_value b = sum(m);
    if (a.kind != INTEGER || b.kind != INTEGER)
      return machine_fail(m, "%s",
                          m->refusal ? m->refusal : "a comparison of data: write XPBD_SELECT_GT(a, b, then, else)");
    const long x = a.integer, y = b.integer;
    const bool known[] = {x <= y, x >= y, x == y, x != y, x<y, x> y};
    return integer(known[k]);
  }
  return a;
}

static machine_value logic(machine *m) {
  machine_value a = comparison(m);
  while (machine_is(m, "&&") || machine_is(m, "||")) {
    const bool both = machine_accept(m, "&&");
    if (!both) m->at++;
    const machine_value b = comparison(m);
    if (a.kind != INTEGER || b.kind != INTEGER) return machine_fail(m, "&& and || are used on data");
    a = integer(both ? a.integer && b.integer : a.integer || b.integer);
  }
  return a;
}

machine_value machine_expression(machine *m) {
  if (m->reason[0]) return machine_number(0);
  const machine_value a = logic(m);
  if (machine_accept(m, "?")) {
    if (a.kind != INTEGER) return machine_fail(m, "`? :` on data: write XPBD_SELECT_GT(a, b, then, else)");
    const machine_value t = machine_expression(m);
    machine_expect(m, ":");
    const machine_value e = machine_expression(m);
    return a.integer ? t : e;
  }
  static const char *const signs[] = {"=", "+=", "-=", "*=", "/="};
  for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
    if (!machine_accept(m, signs[k])) continue;
    machine_value b = machine_expression(m), to = a;
    if (k > 0) b = combine(m, signs[k][0], a, b);
    if (to.kind == NOTHING) to.kind = to.integer ? (machine_kind)to.integer : b.kind; /* as declared */
    if (to.kind == INTEGER && b.kind == NUMBER) to.kind = NUMBER;
    machine_store(m, to, b);
    return b;
  }
  return a;
}
