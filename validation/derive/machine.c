/* Why this file exists: statements and expressions of a formula share the position in its text, its variables and its
 * failures. */
#include "machine.h"

#include <stdarg.h>
#include <stdio.h>

machine_value machine_fail(machine *m, const char *format, ...) {
  static const machine_value nothing = {.kind = NOTHING, .place = -1, .axis = -1};
  if (m->reason[0]) return nothing;
  char words[300];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  const int last = m->at < m->text->count ? m->at : m->text->count - 1;
  const char *header = m->text->shared;
  snprintf(m->reason, sizeof m->reason, "line %d%s%s%s: %s", last >= 0 ? m->text->token[last].line : 0,
           header ? " of " : "", header ? header : "", header ? ".h" : "", words);
  return nothing;
}

bool machine_is(const machine *m, const char *text) {
  return !m->reason[0] && source_is(m->text, m->at, text);
}

bool machine_accept(machine *m, const char *text) {
  const bool there = machine_is(m, text);
  m->at += there;
  return there;
}

void machine_expect(machine *m, const char *text) {
  if (!machine_accept(m, text))
    machine_fail(m, "'%s' is expected before '%s'", text,
                 m->at < m->text->count ? m->text->token[m->at].text : "the end");
}

int machine_slots(machine *m, int count) {
  const int first = m->slot_count;
  if (count < 1 || first + count > MACHINE_SLOTS) {
    machine_fail(m, "the formula has too many variables to be derived");
    return 0;
  }
  for (int k = 0; k < count; k++) m->slot[first + k] = (machine_value){.kind = NOTHING, .place = -1, .axis = -1};
  m->slot_count += count;
  return first;
}

machine_variable *machine_declare(machine *m, const char *name, int slot, int count, bool array) {
  if (m->variable_count == MACHINE_VARIABLES) {
    machine_fail(m, "the formula has too many variables to be derived");
    return &m->variable[0];
  }
  machine_variable *v = &m->variable[m->variable_count++];
  *v = (machine_variable){.slot = slot, .count = count, .array = array};
  snprintf(v->name, sizeof v->name, "%s", name);
  return v;
}

machine_value machine_number(int node) {
  return (machine_value){.kind = NUMBER, .node = node, .place = -1, .axis = -1};
}
machine_value machine_vector(int node) {
  return (machine_value){.kind = VECTOR, .node = node, .place = -1, .axis = -1};
}

int machine_as(machine *m, machine_value v, machine_kind kind) {
  if (v.kind == INTEGER && kind == NUMBER) return graph_number(m->graph, (double)v.integer);
  if (v.kind != kind)
    machine_fail(m, "%s",
                 v.kind == NOTHING ? "something is read before it is set"
                 : kind == VECTOR  ? "a vector is expected here"
                                   : "a number is expected here");
  return v.kind == kind ? v.node : 0;
}

void machine_store(machine *m, machine_value to, machine_value v) {
  if (m->reason[0]) return;
  if (to.place < 0) {
    machine_fail(m, "the left side is nothing that can be set");
    return;
  }
  machine_value *slot = &m->slot[to.place];
  if (to.axis >= 0) {
    int part[3];
    const int old = slot->kind == VECTOR ? slot->node : graph_zero(m->graph);
    for (int k = 0; k < 3; k++) part[k] = k == to.axis ? machine_as(m, v, NUMBER) : graph_part(m->graph, old, k);
    *slot = machine_vector(graph_make(m->graph, part[0], part[1], part[2]));
  } else if (to.kind == INTEGER && v.kind == INTEGER) {
    *slot = (machine_value){.kind = INTEGER, .integer = v.integer, .place = -1, .axis = -1};
  } else if (to.kind == VECTOR) {
    *slot = machine_vector(machine_as(m, v, VECTOR));
  } else if (to.kind == POINTER || v.kind == POINTER) {
    *slot = v;
  } else {
    *slot = machine_number(machine_as(m, v, NUMBER));
  }
}

void machine_free(machine *m) {
  for (int k = 0; k < m->shared_count; k++) source_free(&m->shared[k]);
}
