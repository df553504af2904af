/* Why this file exists: runs the statements, declarations and calls of a formula on expressions. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign/file.h"
#include "machine.h"

static bool is_word(const char *text) {
  return isalpha((unsigned char)text[0]) || text[0] == '_';
}

/* ---- declarations ---- */

/// The kind of a type; NOTHING if the word is no type.
static machine_kind type_of(const char *word) {
  if (strcmp(word, "REAL") == 0) return NUMBER;
  if (strcmp(word, "VEC3") == 0) return VECTOR;
  return strcmp(word, "int") == 0 || strcmp(word, "XPBD_INT") == 0 ? INTEGER : NOTHING;
}

static machine_kind accept_type(machine *m) {
  machine_kind kind = NOTHING;
  while (m->at < m->text->count) {
    const char *word = m->text->token[m->at].text;
    if (type_of(word) != NOTHING)
      kind = type_of(word);
    else if (strcmp(word, "const") != 0 && strcmp(word, "XPBD_UNUSED") != 0)
      break;
    m->at++;
  }
  return kind;
}

/// Reads { a, b, c } into slots, or into the components of one vector.
static void take_list(machine *m, machine_kind kind, int slot, int count) {
  const bool components = count == 1 && kind == VECTOR;
  int part[3], n = 0;
  machine_expect(m, "{");
  for (; !m->reason[0] && !machine_is(m, "}"); n++) {
    const machine_value v = machine_expression(m);
    if (n >= (components ? 3 : count)) {
      machine_fail(m, "there are more numbers between { } than places for them");
      return;
    }
    if (components)
      part[n] = machine_as(m, v, NUMBER);
    else
      machine_store(m, (machine_value){.place = slot + n, .axis = -1, .kind = kind}, v);
    if (!machine_accept(m, ",")) break;
  }
  machine_expect(m, "}");
  const int zero = graph_number(m->graph, 0.0);
  if (components)
    m->slot[slot] =
        machine_vector(graph_make(m->graph, n > 0 ? part[0] : zero, n > 1 ? part[1] : zero, n > 2 ? part[2] : zero));
  for (; !components && n < count; n++)
    m->slot[slot + n] = kind == VECTOR ? machine_vector(graph_zero(m->graph)) : machine_number(zero);
}

static void declare_one(machine *m, machine_kind kind) {
  char name[SOURCE_WORD];
  int count = 1;
  bool array = false;
  const bool pointer = machine_accept(m, "*");
  machine_accept(m, "const");
  if (m->at >= m->text->count || !is_word(m->text->token[m->at].text)) {
    machine_fail(m, "a name is expected in a declaration");
    return;
  }
  snprintf(name, sizeof name, "%s", m->text->token[m->at++].text);
  if (machine_accept(m, "[")) {
    const machine_value size = machine_expression(m);
    array = true, count = size.kind == INTEGER ? (int)size.integer : 0;
    if (count < 1 || count > 64) machine_fail(m, "the size of the array %s is not a number from 1 to 64", name);
    machine_expect(m, "]");
  }
  if (m->reason[0]) return;
  const int slot = machine_slots(m, count);
  for (int k = 0; k < count; k++) m->slot[slot + k].integer = kind;
  if (machine_accept(m, "=")) {
    if (machine_is(m, "{"))
      take_list(m, kind, slot, count);
    else if (pointer)
      m->slot[slot] = machine_expression(m);
    else
      machine_store(m, (machine_value){.place = slot, .axis = -1, .kind = kind}, machine_expression(m));
  }
  machine_declare(m, name, slot, count, array);
}

static bool begins_declaration(const machine *m) {
  const char *word = m->at < m->text->count ? m->text->token[m->at].text : "";
  return strcmp(word, "const") == 0 || type_of(word) != NOTHING;
}

static void declaration(machine *m) {
  const machine_kind kind = accept_type(m);
  if (kind == NOTHING) machine_fail(m, "the type '%s' is not a word of formulas", m->text->token[m->at].text);
  do declare_one(m, kind);
  while (machine_accept(m, ","));
  machine_expect(m, ";");
}

/* ---- statements ---- */

static void statement(machine *m);

/// Skips a statement that is not run.
static void skip(machine *m) {
  if (machine_is(m, "{")) {
    m->at = source_close(m->text, m->at) + 1;
    return;
  }
  if (machine_accept(m, "if") || machine_accept(m, "for")) {
    m->at = source_close(m->text, m->at) + 1;
    skip(m);
    if (machine_accept(m, "else")) skip(m);
    return;
  }
  while (m->at < m->text->count && !source_is(m->text, m->at, ";"))
    m->at = strchr("([{", m->text->token[m->at].text[0]) ? source_close(m->text, m->at) + 1 : m->at + 1;
  m->at++;
}

static bool condition(machine *m, const char *what) {
  m->refusal = what;
  const machine_value v = machine_expression(m);
  m->refusal = NULL;
  if (v.kind != INTEGER) machine_fail(m, "%s", what);
  return v.kind == INTEGER && v.integer != 0;
}

static void loop(machine *m) {
  const int variables = m->variable_count;
  static const char *const words = "the end of this loop depends on data, so it cannot be unrolled";
  machine_expect(m, "(");
  if (begins_declaration(m))
    declaration(m);
  else if (!machine_accept(m, ";")) {
    machine_expression(m);
    machine_expect(m, ";");
  }
  const int test = m->at;
  while (!m->reason[0] && !m->returned) {
    m->at = test;
    const bool more = condition(m, words);
    machine_expect(m, ";");
    const int step = m->at;
    while (m->at < m->text->count && !machine_is(m, ")"))
      m->at = machine_is(m, "(") ? source_close(m->text, m->at) + 1 : m->at + 1;
    machine_expect(m, ")");
    if (m->reason[0]) return;
    if (!more) {
      skip(m);
      break;
    }
    if (++m->steps > MACHINE_STEPS) {
      machine_fail(m, "this loop has too many steps to be unrolled");
      return;
    }
    statement(m);
    m->at = step;
    if (!m->returned && !machine_is(m, ")")) do
        machine_expression(m);
      while (machine_accept(m, ","));
  }
  m->variable_count = variables;
}

static void branch(machine *m) {
  machine_expect(m, "(");
  const bool taken = condition(m, "`if` on data has no single expression: write XPBD_SELECT_GT(a, b, then, else)");
  machine_expect(m, ")");
  if (m->reason[0]) return;
  if (taken)
    statement(m);
  else
    skip(m);
  if (!m->returned && machine_accept(m, "else")) {
    if (taken)
      skip(m);
    else
      statement(m);
  }
}

static void note_variables(machine *m) {
  m->seen_count = m->variable_count - m->frame;
  memcpy(m->seen, &m->variable[m->frame], (size_t)m->seen_count * sizeof *m->seen);
}

static void returning(machine *m) {
  if (m->depth == 0) m->return_token = m->at - 1;
  const machine_value v = machine_is(m, ";") ? (machine_value){.kind = NOTHING} : machine_expression(m);
  machine_expect(m, ";");
  if (m->depth == 0) note_variables(m);
  m->result = v;
  m->returned = true;
}

static void block(machine *m) {
  const int variables = m->variable_count;
  machine_expect(m, "{");
  while (!m->reason[0] && !m->returned && !machine_is(m, "}")) {
    if (m->at >= m->text->count) machine_fail(m, "a } is missing");
    statement(m);
  }
  if (!m->returned) machine_expect(m, "}");
  m->variable_count = variables;
}

static void statement(machine *m) {
  static const char *const refused[] = {"while",    "do",     "switch", "goto",  "break",
                                        "continue", "static", "enum",   "struct"};
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
    if (machine_is(m, refused[k])) {
      machine_fail(m, "`%s` is not followed: only a `for` over constants can be unrolled", refused[k]);
      return;
    }
  if (machine_accept(m, ";")) return;
  if (machine_is(m, "{"))
    block(m);
  else if (machine_accept(m, "for"))
    loop(m);
  else if (machine_accept(m, "if"))
    branch(m);
  else if (machine_accept(m, "return"))
    returning(m);
  else if (begins_declaration(m))
    declaration(m);
  else {
    do machine_expression(m);
    while (machine_accept(m, ","));
    machine_expect(m, ";");
  }
}

/* ---- calls ---- */

/// The headers of lib/formula whose functions a formula may call.
static void read_shared(machine *m) {
  static const char *const names[] = {"edge",       "exponential",     "strain", "compression",
                                      "energy_tet", "energy_triangle", "fold",   "root"};
  for (int k = 0; k < MACHINE_SHARED && m->shared_count == k; k++) {
    char path[XPBD_FILE_PATH + 64], *const text = calloc(1, 65536);
    snprintf(path, sizeof path, "%s/formula/%s.h", m->headers, names[k]);
    FILE *file = fopen(path, "rb");
    if (file && text && fread(text, 1, 65535, file) > 0) {
      source_read(&m->shared[k], text, names[k]);
      m->shared_count++;
    }
    if (file) fclose(file);
    free(text);
  }
}

static const source_function *find(machine *m, const char *name, const source **text) {
  *text = m->file;
  const source_function *f = source_find(m->file, name);
  if (!f && m->shared_count == 0) read_shared(m);
  for (int k = 0; !f && k < m->shared_count; k++) {
    *text = &m->shared[k];
    f = source_find(&m->shared[k], name);
  }
  return f;
}

/// Binds the arguments to the parameters at m->at, up to the closing bracket.
static void bind(machine *m, const machine_value *argument, int count) {
  int n = 0;
  for (; !m->reason[0] && !machine_is(m, ")"); n++) {
    const machine_kind kind = accept_type(m);
    const bool pointer = machine_accept(m, "*");
    char name[SOURCE_WORD];
    machine_accept(m, "const");
    if (kind == NOTHING || n >= count) {
      machine_fail(m, kind == NOTHING ? "a parameter is not understood" : "a call has too few arguments");
      return;
    }
    snprintf(name, sizeof name, "%s", m->text->token[m->at++].text);
    const bool array = machine_is(m, "[");
    if (array) m->at = source_close(m->text, m->at) + 1;
    const int slot = machine_slots(m, 1);
    if ((pointer || array) != (argument[n].kind == POINTER))
      machine_fail(m, "the argument for %s is not %s", name, pointer || array ? "a pointer" : "a value");
    else if (pointer || array)
      m->slot[slot] = argument[n];
    else
      machine_store(m, (machine_value){.place = slot, .axis = -1, .kind = kind}, argument[n]);
    machine_declare(m, name, slot, 1, false);
    if (!machine_accept(m, ",")) break;
  }
  if (!m->reason[0] && n + (count > 0) < count) machine_fail(m, "a call has too many arguments");
}

/// Calls XPBD_NAME(name); the next token opens the arguments.
static machine_value call(machine *m, const char *name) {
  machine_value argument[16];
  int count = 0;
  machine_expect(m, "(");
  while (!m->reason[0] && !machine_is(m, ")") && count < 16) {
    argument[count++] = machine_expression(m);
    if (!machine_accept(m, ",")) break;
  }
  const source *caller = m->text, *text;
  const source_function *f = find(m, name, &text);
  if (!f)
    return machine_fail(m, "XPBD_NAME(%s) is neither in this file nor in the shared parts, so it cannot be derived",
                        name);
  if (m->depth == SOURCE_DEEPEST) return machine_fail(m, "XPBD_NAME(%s) calls itself", name);
  machine_expect(m, ")");
  if (m->reason[0]) return (machine_value){.kind = NOTHING};
  const int behind = m->at, frame = m->frame, variables = m->variable_count;
  m->depth++;
  m->text = text, m->at = f->parameters;
  m->frame = m->variable_count;
  bind(m, argument, count);
  m->at = f->body;
  m->result = (machine_value){.kind = NOTHING};
  if (!m->reason[0]) block(m);
  m->depth--;
  m->returned = false;
  m->frame = frame, m->variable_count = variables;
  m->text = caller, m->at = behind;
  machine_value result = m->result;
  result.place = result.axis = -1;
  return result;
}

bool machine_run(machine *m, const source_function *function, const int counts[3]) {
  static const char *const names[] = {"x", "rest", "material"};
  m->call = call;
  m->text = m->file;
  m->at = function->body;
  for (int a = 0; a < 3; a++) {
    if (counts[a] == 0) continue;
    const int slot = machine_slots(m, counts[a]);
    for (int k = 0; k < counts[a]; k++) {
      char name[GRAPH_NAME];
      snprintf(name, sizeof name, "%s[%d]", names[a], k);
      m->slot[slot + k] =
          a == 0 ? machine_vector(graph_point(m->graph, k)) : machine_number(graph_name(m->graph, name));
    }
    machine_declare(m, names[a], slot, counts[a], true);
  }
  block(m);
  if (m->graph->full) machine_fail(m, "the formula is too large to be derived");
  if (!m->reason[0] && (!m->returned || (m->result.kind != NUMBER && m->result.kind != INTEGER)))
    machine_fail(m, "there is no `return` of a number");
  if (!m->reason[0]) m->result = machine_number(machine_as(m, m->result, NUMBER));
  return m->reason[0] == '\0';
}
