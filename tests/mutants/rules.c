/* Why this file exists: the rules that make one line of C, C++ or OpenCL C wrong. They change an operator, a constant,
 * a sign, an index, a condition, a name, swap arguments, or drop a statement. In a table they change a digit. A line is
 * enough: it is cut into tokens, and comments and texts are left alone. The compiler finds edits that do not
 * compile. */
#include "rules.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKENS = 256 };

typedef struct {
  size_t at, length;
  char kind; /* n: name, 0: number, o: operator, t: text */
} token;

typedef struct {
  const char *text;
  token list[TOKENS];
  size_t count;
  edit_line *line;
} tokens;

typedef struct {
  const char *from, *to, *rule;
} pair;

/* Binary operators, and names, that are easily confused. */
static const pair operators[] = {
    {"+", "-", "operator"},    {"-", "+", "operator"},    {"*", "/", "operator"},    {"/", "*", "operator"},
    {"%", "/", "operator"},    {"+=", "-=", "operator"},  {"-=", "+=", "operator"},  {"*=", "/=", "operator"},
    {"/=", "*=", "operator"},  {"<", "<=", "condition"},  {"<", ">", "condition"},   {"<=", "<", "condition"},
    {">", ">=", "condition"},  {">", "<", "condition"},   {">=", ">", "condition"},  {"==", "!=", "condition"},
    {"!=", "==", "condition"}, {"&&", "||", "condition"}, {"||", "&&", "condition"}, {"<<", ">>", "operator"},
    {">>", "<<", "operator"},  {"&", "|", "operator"},    {"|", "&", "operator"},    {"^", "|", "operator"},
};
static const pair names[] = {
    {"true", "false", "constant"},
    {"false", "true", "constant"},
    {"fmin", "fmax", "name"},
    {"fmax", "fmin", "name"},
    {"floor", "ceil", "name"},
    {"ceil", "floor", "name"},
    {"sin", "cos", "name"},
    {"cos", "sin", "name"},
    {"V_ADD", "V_SUB", "name"},
    {"V_SUB", "V_ADD", "name"},
    {"continue", "break", "name"},
    {"low", "high", "name"},
    {"high", "low", "name"},
    {"x", "y", "name"},
    {"y", "z", "name"},
    {"z", "x", "name"},
};

static void add(tokens *t, const char *rule, size_t at, size_t length, const char *with, size_t with_length) {
  edit_line *line = t->line;
  line->edits = grow(line->edits, &line->room, line->count, sizeof *line->edits);
  char *copy = calloc(with_length + 1, 1);
  if (!copy) abort();
  memcpy(copy, with, with_length);
  line->edits[line->count++] = (edit){.rule = rule, .at = at, .length = length, .with = copy};
}

/* The same with printf's formats, of at most 512 characters. Longer ones are no edit. */
#define ADD(t, rule, at, length, ...)                                                                                  \
  do {                                                                                                                 \
    char with_[512];                                                                                                   \
    const int length_ = snprintf(with_, sizeof with_, __VA_ARGS__);                                                    \
    if (length_ >= 0 && (size_t)length_ < sizeof with_) add(t, rule, at, length, with_, (size_t)length_);              \
  } while (0)

static bool is(const tokens *t, size_t i, const char *what) {
  return i < t->count && t->list[i].length == strlen(what) &&
         memcmp(t->text + t->list[i].at, what, t->list[i].length) == 0;
}

static bool is_any(const tokens *t, size_t i, const char *const *words) {
  for (; *words; words++)
    if (is(t, i, *words)) return true;
  return false;
}

/* The token ends an operand, so an operator after it is binary. */
static bool operand(const tokens *t, size_t i) {
  static const char *const words[] = {"return", "else", "case", "sizeof", "const", "operator", "template", NULL};
  if (i >= t->count) return false;
  if (t->list[i].kind == 'n') return !is_any(t, i, words);
  return t->list[i].kind == '0' || is(t, i, ")") || is(t, i, "]");
}

static size_t name_length(const char *text) {
  size_t n = 0;
  while (isalnum((unsigned char)text[n]) || text[n] == '_') n++;
  return n;
}

static size_t number_length(const char *text) {
  size_t n = 0;
  for (;; n++) {
    const bool sign = (text[n] == '+' || text[n] == '-') && n > 0 && strchr("eEpP", text[n - 1]) &&
                      (tolower((unsigned char)text[n - 1]) == 'p' || !(text[0] == '0' && strchr("xX", text[1])));
    if (!isalnum((unsigned char)text[n]) && text[n] != '.' && !sign) return n;
  }
}

static size_t text_length(const char *text) {
  size_t n = 1;
  while (text[n] && text[n] != text[0]) n += text[n] == '\\' && text[n + 1] ? 2 : 1;
  return text[n] ? n + 1 : n;
}

static size_t operator_length(const char *text) {
  static const char *const words[] = {"<<=", ">>=", "...", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=",
                                      "|=",  "^=",  "<<",  ">>", "<=", ">=", "==", "!=", "&&", "||", "##", NULL};
  for (const char *const *word = words; *word; word++)
    if (strncmp(text, *word, strlen(*word)) == 0) return strlen(*word);
  return 1;
}

static void cut(tokens *t, rules_state *state) {
  for (size_t i = 0; t->text[i] && t->count < TOKENS;) {
    const char *at = t->text + i;
    if (state->comment || strncmp(at, "/*", 2) == 0) {
      const char *end = strstr(state->comment ? at : at + 2, "*/");
      state->comment = !end;
      if (!end) return;
      i = (size_t)(end - t->text) + 2;
    } else if (strncmp(at, "//", 2) == 0) {
      return;
    } else if (isspace((unsigned char)*at)) {
      i++;
    } else {
      token one = {.at = i, .kind = 'o'};
      if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1])))
        one.kind = '0', one.length = number_length(at);
      else if (isalpha((unsigned char)*at) || *at == '_')
        one.kind = 'n', one.length = name_length(at);
      else if (*at == '"' || *at == '\'')
        one.kind = 't', one.length = text_length(at);
      else
        one.length = operator_length(at);
      t->list[t->count++] = one;
      i += one.length;
    }
  }
}

/* The closing bracket for the one at token i; t->count: not on this line. */
static size_t closing(const tokens *t, size_t i) {
  int depth = 0;
  for (; i < t->count; i++) {
    if (is(t, i, "(") || is(t, i, "[") || is(t, i, "{")) depth++;
    if ((is(t, i, ")") || is(t, i, "]") || is(t, i, "}")) && --depth == 0) return i;
  }
  return t->count;
}

/* The bracket at token i has the size of a declared array. Another size is as good, or too small in a way that the
 * compiler does not check. */
static bool size_of_array(const tokens *t, size_t i) {
  static const char *const statements[] = {"return", "else", "case", NULL};
  if (i < 2 || !is(t, i, "[") || t->list[0].kind != 'n' || is_any(t, 0, statements)) return false;
  for (size_t k = 0; k < i; k++)
    if (is(t, k, "=") || is(t, k, "(")) return false;
  return t->list[1].kind == 'n' || is(t, 1, "*");
}

/* The innermost bracket around token i that opens on this line; t->count: none. */
static size_t around(const tokens *t, size_t i) {
  int depth = 0;
  while (i-- > 0) {
    if (is(t, i, ")") || is(t, i, "]") || is(t, i, "}")) depth++;
    if ((is(t, i, "(") || is(t, i, "[") || is(t, i, "{")) && depth-- == 0) return i;
  }
  return t->count;
}

/* Whether a type is before the name at token i or, later in a declaration, a comma. */
static bool declared(const tokens *t, size_t i) {
  static const char *const others[] = {"return", "else", "case", "goto", "do", "sizeof", NULL};
  if (i < 1 || t->list[i].kind != 'n') return false;
  size_t before = i - 1;
  while (before > 0 && is(t, before, "*") && t->text[t->list[before].at + 1] != ' ') before--;
  if (t->list[before].kind == 'n') return !is_any(t, before, others);
  return is(t, before, ",") && around(t, before) == t->count && t->list[0].kind == 'n' && !is_any(t, 0, others) &&
         (t->list[1].kind == 'n' || (is(t, 1, "*") && t->text[t->list[1].at + 1] != ' '));
}

/* The bracket at token i has the outer size of a declared array, or of a compound literal: (char[40]){0}. */
static bool room_of_array(const tokens *t, size_t i) {
  if (i < 2 || !is(t, i, "[") || t->list[i - 1].kind != 'n') return false;
  const size_t end = closing(t, i);
  return declared(t, i - 1) || (is(t, i - 2, "(") && is(t, end + 1, ")") && is(t, end + 2, "{"));
}

/* The bracket around token i that sets an amount of memory: an array's size, or an argument of malloc or calloc;
 * t->count: none. Another bracket after a name in it, a call or an index, may have any meaning. */
static size_t room_around(const tokens *t, size_t i) {
  static const char *const calls[] = {"malloc", "calloc", NULL};
  for (size_t k = around(t, i); k < t->count; k = around(t, k)) {
    if (is(t, k, "[")) return room_of_array(t, k) ? k : t->count;
    if (k > 0 && is(t, k, "(") && is_any(t, k - 1, calls)) return k;
    if (!is(t, k, "(") || (k > 0 && t->list[k - 1].kind == 'n')) return t->count;
  }
  return t->count;
}

/* The bracket at token i has the length of a parameter, which is a pointer. */
static bool length_of_parameter(const tokens *t, size_t i) {
  static const char *const statements[] = {"for", "if", "while", "switch", "return", "sizeof", NULL};
  const size_t list = room_of_array(t, i) && declared(t, i - 1) ? around(t, i) : t->count;
  return list < t->count && list > 0 && is(t, list, "(") && !is_any(t, list - 1, statements) &&
         (t->list[list - 1].kind == 'n' || is(t, list - 1, ")"));
}

/* A larger number gives more memory in the bracket at token i, because it is a sum of products on this line. */
static bool grows(const tokens *t, size_t i) {
  static const char *const words[] = {"+", "*", "<<", "(", ")", ",", ".", "->", NULL};
  const size_t end = closing(t, i);
  for (size_t k = i + 1; k < end; k++)
    if (t->list[k].kind == 't' || (t->list[k].kind == 'o' && !is_any(t, k, words))) return false;
  return end < t->count;
}

static void edit_number(tokens *t, size_t i) {
  if (i > 0 && is(t, i + 1, "]") && size_of_array(t, i - 1)) return;
  const size_t room = room_around(t, i);
  if (room < t->count && length_of_parameter(t, room)) return;
  /* More memory holds the same, so no test can notice it. Less may be too little. */
  const bool larger = room == t->count || !grows(t, room);
  const token n = t->list[i];
  const char *at = t->text + n.at;
  char *end;
  const unsigned long long value = strtoull(at, &end, 10);
  const size_t digits = (size_t)(end - at);
  if (n.length >= 2 && at[0] == '0' && strchr("xX", at[1])) {
    ADD(t, "constant", n.at, n.length, "(1 + %.*s)", (int)n.length, at);
  } else if (memchr(at, '.', n.length) || memchr(at, 'e', n.length)) {
    if (strtod(at, NULL) != 0.0) ADD(t, "constant", n.at, n.length, "(2 * %.*s)", (int)n.length, at);
    ADD(t, "constant", n.at, n.length, "(1 + %.*s)", (int)n.length, at);
  } else {
    if (larger) ADD(t, "constant", n.at, n.length, "%llu%.*s", value + 1, (int)(n.length - digits), end);
    if (value) ADD(t, "constant", n.at, n.length, "%llu%.*s", value - 1, (int)(n.length - digits), end);
  }
}

/* Whether swapping the first two arguments changes nothing: a product, the larger of two, a test whether two texts are
 * equal. */
static bool symmetric(const tokens *t, size_t i, size_t end) {
  static const char *const always[] = {"calloc", "fmax", "fmin", "hypot", NULL};
  static const char *const compared[] = {"memcmp", "strcmp", "strncmp", NULL};
  const bool equality = is(t, end + 1, "==") || is(t, end + 1, "!=") || (i > 0 && is(t, i - 1, "!"));
  return is_any(t, i, always) || (equality && is_any(t, i, compared));
}

/* name(a, b): swaps adjacent arguments if the call ends on this line. A declaration has a type before the name. */
static void edit_call(tokens *t, size_t i) {
  static const char *const before[] = {"return", "else", "case", NULL};
  const size_t end = closing(t, i + 1);
  if (end >= t->count) return;
  if (i > 0 && ((t->list[i - 1].kind == 'n' && !is_any(t, i - 1, before)) || is(t, i - 1, "*")) && is(t, i, "for"))
    return;
  if (i > 0 && t->list[i - 1].kind == 'n' && !is_any(t, i - 1, before)) return;
  size_t starts[32], count = 0;
  starts[count++] = i + 2;
  for (size_t k = i + 2; k < end && count < 31; k++) {
    if (is(t, k, "(") || is(t, k, "[") || is(t, k, "{")) k = closing(t, k);
    if (is(t, k, ",")) starts[count++] = k + 1;
  }
  starts[count] = end + 1;
  for (size_t k = symmetric(t, i, end) ? 1 : 0; k + 1 < count; k++) {
    const token a = t->list[starts[k]], a_end = t->list[starts[k + 1] - 2], b = t->list[starts[k + 1]],
                b_end = t->list[starts[k + 2] - 2];
    const size_t a_length = a_end.at + a_end.length - a.at, b_length = b_end.at + b_end.length - b.at;
    if (a_length == b_length && memcmp(t->text + a.at, t->text + b.at, a_length) == 0) continue;
    ADD(t, "arguments", a.at, b_end.at + b_end.length - a.at, "%.*s, %.*s", (int)b_length, t->text + b.at,
        (int)a_length, t->text + a.at);
  }
}

/* Whether this line declares a function, whose parameters may have any names. */
static bool declares_function(const tokens *t) {
  static const char *const statements[] = {"return", "else", "case", "goto", NULL};
  size_t i = 0;
  while (i < t->count && !is(t, i, "(") && !is(t, i, "=")) i++;
  return i > 1 && is(t, i, "(") && closing(t, i) + 2 == t->count && is(t, t->count - 1, ";") &&
         t->list[i - 1].kind == 'n' && (t->list[i - 2].kind == 'n' || is(t, i - 2, "*")) && !is_any(t, 0, statements);
}

static void edit_name(tokens *t, size_t i) {
  const token n = t->list[i];
  if (declares_function(t)) return;
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
    if (is(t, i, names[k].from)) add(t, names[k].rule, n.at, n.length, names[k].to, strlen(names[k].to));
  const bool asks = is(t, i, "if") || is(t, i, "while");
  if (asks && is(t, i + 1, "(") && closing(t, i + 1) < t->count) {
    const size_t from = t->list[i + 1].at, end = t->list[closing(t, i + 1)].at;
    ADD(t, "condition", from, end + 1 - from, "(!%.*s)", (int)(end + 1 - from), t->text + from);
  } else if (!asks && !is(t, i, "for") && !is(t, i, "switch") && is(t, i + 1, "(")) {
    edit_call(t, i);
  }
}

static void edit_operator(tokens *t, size_t i) {
  const token o = t->list[i];
  if (i > 0 && is(t, i - 1, "operator")) return; /* C++: its name */
  const bool binary = i > 0 && operand(t, i - 1) && i + 1 < t->count;
  /* A declaration's star has no blank before the name. */
  const bool pointer = is(t, i, "*") && t->text[o.at + 1] != ' ';
  for (size_t k = 0; binary && !pointer && k < sizeof operators / sizeof operators[0]; k++)
    if (is(t, i, operators[k].from))
      add(t, operators[k].rule, o.at, o.length, operators[k].to, strlen(operators[k].to));
  if (is(t, i, "-") && !binary) add(t, "sign", o.at, o.length, " ", 1);
  if (is(t, i, "!") && !binary) add(t, "condition", o.at, o.length, " ", 1);
  if (is(t, i, "++")) add(t, "operator", o.at, o.length, "--", 2);
  if (is(t, i, "--")) add(t, "operator", o.at, o.length, "++", 2);
  const size_t end = is(t, i, "[") && binary ? closing(t, i) : t->count;
  if (end < t->count && end > i + 1 && !size_of_array(t, i) && !room_of_array(t, i)) {
    const size_t from = o.at + 1, length = t->list[end].at - from;
    ADD(t, "index", from, length, "(%.*s) + 1", (int)length, t->text + from);
  }
}

/* A statement alone on its line: a call or an assignment. */
static void edit_statement(tokens *t) {
  static const char *const kept[] = {"return", "break",    "continue", "goto",        "else",   "case", "default",
                                     "do",     "typedef",  "static",   "extern",      "struct", "enum", "union",
                                     "const",  "while",    "for",      "if",          "inline", "int",  "double",
                                     "char",   "unsigned", "void",     "XPBD_INLINE", NULL};
  if (t->count < 3 || !is(t, t->count - 1, ";") || is_any(t, 0, kept)) return;
  const bool star = is(t, 0, "*");
  const size_t first = star ? 1 : 0;
  if (t->list[first].kind != 'n' || t->list[first + 1].kind != 'o') return;
  if (!star && is(t, 1, "*")) return;
  int depth = 0;
  for (size_t i = 0; i < t->count; i++) {
    if (is(t, i, "(") || is(t, i, "[") || is(t, i, "{")) depth++;
    if ((is(t, i, ")") || is(t, i, "]") || is(t, i, "}")) && --depth < 0) return;
  }
  if (depth != 0) return;
  const token last = t->list[t->count - 1];
  add(t, "statement", t->list[0].at, last.at - t->list[0].at, "(void)0", 7);
}

/* A digit of a numeric field; the heading names the columns. */
static void edit_fields(rules_state *state, tokens *t) {
  const char *text = t->text;
  const bool heading = !state->opened;
  state->opened = true;
  if (heading || text[0] == '#') return;
  bool quoted = false;
  for (size_t start = 0, i = 0;; i++) {
    if (text[i] == '"') quoted = !quoted;
    if ((text[i] == ',' && !quoted) || !text[i]) {
      char *end;
      strtod(text + start, &end);
      for (size_t k = start; end == text + i && k < i; k++)
        if (isdigit((unsigned char)text[k])) ADD(t, "digit", k, 1, "%d", (text[k] - '0' + 1) % 10);
      start = i + 1;
    }
    if (!text[i]) return;
  }
}

void rules_apply(rules_state *state, const char *text, edit_line *line) {
  tokens t = {.text = text, .line = line};
  if (strchr(text, '\t')) return; /* tables with tabs are left alone */
  if (state->table) {
    edit_fields(state, &t);
    return;
  }
  cut(&t, state);
  /* On preprocessor lines, only constants. */
  if (is(&t, 0, "#") && !is(&t, 1, "define")) return;
  for (size_t i = 0; i < t.count; i++) {
    if (t.list[i].kind == '0') edit_number(&t, i);
    if (is(&t, 0, "#")) continue;
    if (t.list[i].kind == 'n') edit_name(&t, i);
    if (t.list[i].kind == 'o') edit_operator(&t, i);
  }
  edit_statement(&t);
}
