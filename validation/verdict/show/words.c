/* Why this file exists: a formula is one text for float, double, complex and a GPU, so it may use only the scalar's
 * words. Other words often compile, but silently promote to double or lose the complex part. Here they are found in the
 * text. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign/file.h"
#include "tokens.h"
#include "verdict/judge/verdict.h"

enum { MOST = 8, INTEGERS = 32 };

/// What to write instead of a function of the C library; NULL for other names.
static const char *instead_of(const char *name) {
  static const struct {
    const char *name, *word;
  } known[] = {{"sqrt", "XPBD_SQRT"},
               {"exp", "XPBD_EXP"},
               {"expm1", "XPBD_EXPM1"},
               {"log", "XPBD_LOG"},
               {"log1p", "XPBD_LOG"},
               {"acos", "XPBD_ACOS"},
               {"atan2", "XPBD_ATAN2"},
               {"atan", "XPBD_ATAN2(a, R(1.0))"},
               {"asin", "XPBD_ATAN2(a, XPBD_SQRT(R(1.0) - a * a))"},
               {"fabs", "XPBD_ABS"},
               {"abs", "XPBD_ABS"},
               {"fma", "XPBD_FMA"},
               {"pow", "a product such as a * a, or XPBD_POW(a, b) for a >= 0"},
               {"cbrt", "XPBD_POW(a, R(1.0) / R(3.0)) for a >= 0"},
               {"fmax", "XPBD_MAX"},
               {"fmin", "XPBD_MIN"},
               {"hypot", "XPBD_SQRT(a * a + b * b)"},
               {"sin", "XPBD_SIN"},
               {"cos", "XPBD_COS"},
               {"tan", "XPBD_SIN(a) / XPBD_COS(a)"},
               {"sinh", "XPBD_EXP: (e^a - e^-a) / 2"},
               {"cosh", "XPBD_EXP: (e^a + e^-a) / 2"},
               {"tanh", "XPBD_TANH"},
               {"floor", "a law without rounding, which has no derivative"},
               {"round", "a law without rounding, which has no derivative"},
               {"fmod", "a law without remainders, which jump"},
               {"creal", "the number itself: it is complex in one reading"},
               {"cimag", "the number itself: it is complex in one reading"}};
  char bare[TOKEN];
  snprintf(bare, sizeof bare, "%s", name);
  const size_t n = strlen(bare);
  if (n > 3 && bare[n - 1] == 'f' && strcmp(bare, "erf") != 0) bare[n - 1] = '\0'; /* sqrtf, powf */
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i].name, name) == 0 || strcmp(known[i].name, bare) == 0) return known[i].word;
  return NULL;
}

/// The type in which a function of the C library computes.
static const char *type_of(const char *name) {
  const size_t n = strlen(name);
  return strcmp(name, "abs") == 0 ? "int" : n > 3 && name[n - 1] == 'f' ? "float" : "double";
}

static const char other_types[] = ", which computes in float, double and complex";

__attribute__((format(printf, 4, 5))) static verdict_slip *say(verdict *v, verdict_kind kind, const token *t,
                                                               const char *format, ...) {
  char text[VERDICT_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  verdict_slip *slip = verdict_say(v, kind, false, "line %d: %s", t->line, text);
  snprintf(slip->where, sizeof slip->where, "line %d", t->line);
  slip->in_text = true;
  for (int i = 0; i + 1 < v->slip_count; i++)
    if (strcmp(v->slip[i].text, slip->text) == 0) {
      v->slip_count--; /* reported once per line */
      break;
    }
  return slip;
}

static bool is_real_literal(const token *t) {
  if (!t->number || strncmp(t->text, "0x", 2) == 0) return false;
  return strpbrk(t->text, ".eE") != NULL;
}

static bool is_whole_literal(const token *t) {
  return t->number && !is_real_literal(t);
}

/// Names that are declared as int: a condition on them is not on data.
static int integers_of(const tokens *t, const char *names[INTEGERS]) {
  int count = 0;
  names[count++] = "row";
  for (int i = 0; i + 1 < t->count && count < INTEGERS; i++)
    if ((token_is(t, i, "int") || token_is(t, i, "XPBD_INT")) && t->list[i + 1].word)
      names[count++] = t->list[i + 1].text;
  return count;
}

/// Whether the tokens from .. to - 1 use anything but integers.
static bool on_data(const tokens *t, int from, int to, const char *const names[INTEGERS], int count) {
  for (int i = from; i < to; i++) {
    if (is_real_literal(&t->list[i])) return true;
    if (!t->list[i].word) continue;
    bool known = false;
    for (int k = 0; k < count; k++) known = known || strcmp(names[k], t->list[i].text) == 0;
    if (!known) return true;
  }
  return false;
}

/// The first token of the condition before a question mark.
static int condition_of(const tokens *t, int question) {
  int depth = 0, i = question - 1;
  for (; i >= 0; i--) {
    if (token_is(t, i, ")")) depth++;
    if (token_is(t, i, "(") && --depth < 0) break;
    if (depth == 0 && (strchr(";{},=", t->list[i].text[0]) || token_is(t, i, "return")) &&
        !(t->list[i].text[0] == '=' && (token_is(t, i + 1, "=") || token_is(t, i - 1, "=") || token_is(t, i - 1, "<") ||
                                        token_is(t, i - 1, ">") || token_is(t, i - 1, "!"))))
      break;
  }
  return i + 1;
}

/// Whether the literal at i stands in R(1.0), R(-1.0) or R(+1.0).
static bool in_reading(const tokens *t, int i) {
  if (token_is(t, i - 1, "-") || token_is(t, i - 1, "+")) i--;
  return token_is(t, i - 1, "(") && token_is(t, i - 2, "R");
}

/// A number that is wrong in some reading.
static void look_at_number(verdict *v, const tokens *t, int i) {
  const token *one = &t->list[i], *two = i + 2 < t->count && token_is(t, i + 1, "/") ? &t->list[i + 2] : NULL;
  const size_t n = strlen(one->text);
  const bool real = is_real_literal(one), single = real && strchr("fF", one->text[n - 1]) != NULL;
  const int digits = (int)(single ? n - 1 : n);
  if (in_reading(t, i) && (single || !real))
    say(v, VERDICT_PRECISION, one, "R(%s) does not compile as float: write R(%.*s%s)", one->text, digits, one->text,
        real ? "" : ".0");
  else if (real && !in_reading(t, i))
    say(v, VERDICT_PRECISION, one, "%s is always %s: write R(%.*s)", one->text, single ? "float" : "double", digits,
        one->text);
  else if (!real && two && is_whole_literal(two))
    verdict_before(say(v, VERDICT_PRECISION, one, "%s / %s is a division of integers, %ld: write R(%s.0) / R(%s.0)",
                       one->text, two->text,
                       strtol(two->text, NULL, 10) ? strtol(one->text, NULL, 10) / strtol(two->text, NULL, 10) : 0,
                       one->text, two->text),
                   VERDICT_SIGN); /* it may cause all other findings */
}

static void look_at_word(verdict *v, const tokens *t, int i, const char *const names[INTEGERS], int count) {
  const token *one = &t->list[i];
  const bool call = token_is(t, i + 1, "(");
  const char *instead = call ? instead_of(one->text) : NULL;
  if (instead) /* its missing derivative causes the wrong gradient */
    verdict_before(say(v, VERDICT_PRECISION, one, "%s() computes only in %s: use %s%s", one->text, type_of(one->text),
                       instead, strncmp(instead, "XPBD_", 5) == 0 && !strchr(instead, ' ') ? other_types : ""),
                   VERDICT_SIGN);
  else if (strncmp(one->text, "M_", 2) == 0 && !call)
    say(v, VERDICT_PRECISION, one, "%s is always double: write its digits, as in R(3.14159265358979323846)", one->text);
  else if (token_is(t, i, "double") || token_is(t, i, "float"))
    verdict_before(say(v, VERDICT_PRECISION, one, "%s is one reading only: write REAL", one->text), VERDICT_SIGN);
  else if (token_is(t, i, "R") && call && i + 2 < t->count && t->list[i + 2].word)
    say(v, VERDICT_PRECISION, one, "R() is for literals such as R(0.5): write %s without it", t->list[i + 2].text);
  else if (call && (token_is(t, i, "if") || token_is(t, i, "while") || token_is(t, i, "switch")) &&
           on_data(t, i + 2, tokens_behind(t, i + 1) - 1, names, count))
    say(v, VERDICT_PRECISION, one,
        "`%s` cannot depend on positions or the material: use XPBD_SELECT_GT(a, b, then, else)", one->text);
}

static void look_at(verdict *v, const tokens *t, int i, const char *const names[INTEGERS], int count) {
  const token *one = &t->list[i];
  if (one->number)
    look_at_number(v, t, i);
  else if (one->word)
    look_at_word(v, t, i, names, count);
  else if (token_is(t, i, "^"))
    say(v, VERDICT_PRECISION, one, "^ is not a power in C: write a product, such as a * a");
  else if (token_is(t, i, "?") && on_data(t, condition_of(t, i), i, names, count))
    say(v, VERDICT_PRECISION, one,
        "`? :` cannot depend on positions or the material: use XPBD_SELECT_GT(a, b, then, else)");
}

/// A declaration at i of a variable that keeps its value from call to call: it is static or outside of functions, and
/// no constant.
static void look_at_declaration(verdict *v, const tokens *t, int i, bool outside) {
  bool stays = outside, words = false;
  for (int k = i; k < t->count && !strchr(";=[", t->list[k].text[0]); k++) {
    if (strchr("(){}#", t->list[k].text[0])) return; /* a function, or no declaration */
    static const char *const others[] = {"const", "typedef", "struct", "union", "enum", "return", "_Static_assert"};
    for (size_t o = 0; o < sizeof others / sizeof *others; o++)
      if (token_is(t, k, others[o])) return;
    stays |= token_is(t, k, "static");
    if (words && stays && t->list[k].word && k + 1 < t->count && strchr(";=[", t->list[k + 1].text[0]))
      say(v, VERDICT_STATE, &t->list[k],
          "`%s` keeps its value from call to call: a formula may have only local variables, because it runs for many "
          "constraints at once",
          t->list[k].text);
    words = true;
  }
}

static void look_for_state(verdict *v, const tokens *t) {
  int depth = 0;
  for (int i = 0; i < t->count; i++) {
    const bool begins = i == 0 || strchr(";{}", t->list[i - 1].text[0]) != NULL;
    if (begins && t->list[i].word) look_at_declaration(v, t, i, depth == 0);
    depth += token_is(t, i, "{") - token_is(t, i, "}");
  }
}

static void blank_lines(char *text, int from, int to) {
  for (int line = 1; *text && line <= to; text++) {
    if (*text == '\n')
      line++;
    else if (line >= from)
      *text = ' ';
  }
}

void verdict_words_of(const char *name, char *text) {
  tokens t;
  char *code = xpbd_file_code(text);
  const bool split = code && tokens_split(code, &t);
  free(code);
  if (!split) return;
  for (int i = 0; i + 4 < t.count; i++) {
    const bool begins = strncmp(t.list[i].text, "XPBD_", 5) == 0 && token_is(&t, i + 1, "(") &&
                        token_is(&t, i + 3, ")") &&
                        token_is(&t, i + 4, "{"); /* XPBD_FORMULA(name) {, XPBD_REST(name) { */
    if (begins && !token_is(&t, i + 2, name))
      blank_lines(text, t.list[i].line, t.list[tokens_behind(&t, i + 4) - 1].line);
  }
  free(t.list);
}

void verdict_words(verdict *v, const char *text) {
  tokens t;
  const char *names[INTEGERS];
  char *code = xpbd_file_code(text);
  const bool split = code && tokens_split(code, &t);
  free(code);
  if (!split) return;
  look_for_state(v, &t);
  const int count = integers_of(&t, names), before = v->slip_count;
  for (int i = 0; i < t.count && v->slip_count < before + MOST; i++) {
    /* the entry, the fields and the rule are plain C on doubles */
    const bool entry = token_is(&t, i, "XPBD_FORMULA_ENTRY") || token_is(&t, i, "XPBD_SUMMED_ENTRY") ||
                       token_is(&t, i, "XPBD_FORMULA_FIELDS");
    if (entry && v->name[0] == '\0' && i + 2 < t.count && t.list[i + 2].word)
      snprintf(v->name, sizeof v->name, "%s", t.list[i + 2].text);
    if (entry)
      i = tokens_behind(&t, i + 1) - 1;
    else if (token_is(&t, i, "XPBD_RULE")) {
      i = tokens_behind(&t, i + 1);
      if (token_is(&t, i, "{")) i = tokens_behind(&t, i) - 1;
    } else
      look_at(v, &t, i, names, count);
  }
  free(t.list);
}
