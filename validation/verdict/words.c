/* Why this file exists: a formula is one text for float, double, complex and a GPU, so it may use the scalar's words only.
 * Others often compile, promote to double in silence or lose the complex part: here they are found in the text. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verdict/verdict.h"

enum { WORD = 64, MOST = 8, INTEGERS = 32 };

/// A piece of the text: a word, a number, or one sign.
typedef struct token {
  char text[WORD];
  int line;
  bool word, number;
} token;

/// The text as tokens, comments, strings and preprocessor lines left out. Owned.
typedef struct tokens {
  token *list;
  int count;
} tokens;

/// The end of what is no code, or `at` itself.
static const char *skip(const char *at, const char *begin, int *line) {
  const bool comment = at[0] == '/' && at[1] == '*', rest = at[0] == '/' && at[1] == '/';
  const char *before = at;
  while (before > begin && (before[-1] == ' ' || before[-1] == '\t')) before--;
  const bool directive = *at == '#' && (before == begin || before[-1] == '\n');
  if (comment) {
    for (at += 2; *at && !(at[0] == '*' && at[1] == '/'); at++) *line += *at == '\n';
    return *at ? at + 2 : at;
  }
  if (rest || directive) {
    for (; *at && *at != '\n'; at++)
      if (at[0] == '\\' && at[1] == '\n') at++, ++*line;
    return at;
  }
  if (*at == '"' || *at == '\'') {
    const char quote = *at++;
    for (; *at && *at != quote && *at != '\n'; at++)
      if (*at == '\\' && at[1]) at++;
    return *at == quote ? at + 1 : at;
  }
  return at;
}

static size_t length_of(const char *at) {
  size_t n = 0;
  if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1])))
    while (isalnum((unsigned char)at[n]) || at[n] == '.' ||
           ((at[n] == '+' || at[n] == '-') && n > 0 && strchr("eEpP", at[n - 1]) && !(at[0] == '0' && at[1] == 'x')))
      n++;
  else
    while (isalnum((unsigned char)at[n]) || at[n] == '_') n++;
  return n > 0 ? n : 1;
}

static bool split(const char *text, tokens *out) {
  *out = (tokens){.list = calloc(strlen(text) + 1, sizeof *out->list)};
  if (!out->list) return false;
  int line = 1;
  for (const char *at = text; *at;) {
    const char *next = skip(at, text, &line);
    if (next == at && isspace((unsigned char)*at)) {
      line += *at == '\n';
      at++;
    } else if (next != at) {
      at = next;
    } else {
      token *t = &out->list[out->count++];
      const size_t n = length_of(at);
      snprintf(t->text, sizeof t->text, "%.*s", (int)n, at);
      t->line = line;
      t->word = isalpha((unsigned char)*at) || *at == '_';
      t->number = isdigit((unsigned char)*at) || (*at == '.' && n > 1);
      at += n;
    }
  }
  return true;
}

static bool is(const tokens *t, int i, const char *text) {
  return i >= 0 && i < t->count && strcmp(t->list[i].text, text) == 0;
}

/// The token behind the bracket that closes the one at `open`.
static int behind(const tokens *t, int open) {
  const char begin = t->list[open].text[0];
  const char *end = begin == '(' ? ")" : "}";
  int depth = 0;
  for (int i = open; i < t->count; i++) {
    if (t->list[i].text[0] == begin) depth++;
    if (is(t, i, end) && --depth == 0) return i + 1;
  }
  return t->count;
}

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
               {"pow", "a product such as a * a, or XPBD_EXP(p * XPBD_LOG(a))"},
               {"cbrt", "XPBD_EXP(XPBD_LOG(a) / R(3.0))"},
               {"fmax", "XPBD_SELECT_GT(a, b, a, b)"},
               {"fmin", "XPBD_SELECT_GT(a, b, b, a)"},
               {"hypot", "XPBD_SQRT(a * a + b * b)"},
               {"sin", "V_LENGTH(V_CROSS(a, b)) over both lengths, the sine of the angle itself"},
               {"cos", "V_DOT(a, b) over both lengths, the cosine of the angle itself"},
               {"tan", "the quotient of V_LENGTH(V_CROSS(a, b)) and V_DOT(a, b)"},
               {"sinh", "XPBD_EXP: (e^a - e^-a) / 2"},
               {"cosh", "XPBD_EXP: (e^a + e^-a) / 2"},
               {"tanh", "XPBD_EXPM1: e / (e + 2) with e = XPBD_EXPM1(2 a)"},
               {"floor", "no word of the scalar: rounding has no derivative"},
               {"round", "no word of the scalar: rounding has no derivative"},
               {"fmod", "no word of the scalar: a remainder jumps"},
               {"creal", "the number itself: it is complex in one reading"},
               {"cimag", "the number itself: it is complex in one reading"}};
  char bare[WORD];
  snprintf(bare, sizeof bare, "%s", name);
  const size_t n = strlen(bare);
  if (n > 3 && bare[n - 1] == 'f' && strcmp(bare, "erf") != 0) bare[n - 1] = '\0'; /* sqrtf, powf */
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i].name, name) == 0 || strcmp(known[i].name, bare) == 0) return known[i].word;
  return NULL;
}

static void say(verdict *v, const token *t, const char *text) {
  verdict_slip *slip = verdict_say(v, VERDICT_PRECISION, false, "line %d: %s", t->line, text);
  snprintf(slip->where, sizeof slip->where, "line %d", t->line);
  for (int i = 0; i + 1 < v->slip_count; i++)
    if (strcmp(v->slip[i].text, slip->text) == 0) {
      v->slip_count--; /* twice in a line is said once */
      return;
    }
}

static bool is_real_literal(const token *t) {
  if (!t->number || strncmp(t->text, "0x", 2) == 0) return false;
  return strpbrk(t->text, ".eE") != NULL;
}

static bool is_whole_literal(const token *t) {
  return t->number && !is_real_literal(t);
}

/// Names that are declared as int: a condition on them is none on data.
static int integers_of(const tokens *t, const char *names[INTEGERS]) {
  int count = 0;
  names[count++] = "row";
  for (int i = 0; i + 1 < t->count && count < INTEGERS; i++)
    if ((is(t, i, "int") || is(t, i, "XPBD_INT")) && t->list[i + 1].word) names[count++] = t->list[i + 1].text;
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
    if (is(t, i, ")")) depth++;
    if (is(t, i, "(") && --depth < 0) break;
    if (depth == 0 && (strchr(";{},=", t->list[i].text[0]) || is(t, i, "return")) &&
        !(t->list[i].text[0] == '=' &&
          (is(t, i + 1, "=") || is(t, i - 1, "=") || is(t, i - 1, "<") || is(t, i - 1, ">") || is(t, i - 1, "!"))))
      break;
  }
  return i + 1;
}

/// Whether the literal at i stands in R(1.0), R(-1.0) or R(+1.0).
static bool in_reading(const tokens *t, int i) {
  if (is(t, i - 1, "-") || is(t, i - 1, "+")) i--;
  return is(t, i - 1, "(") && is(t, i - 2, "R");
}

static void look_at(verdict *v, const tokens *t, int i, const char *const names[INTEGERS], int count) {
  const token *one = &t->list[i];
  char text[VERDICT_TEXT];
  if (is_real_literal(one) && !in_reading(t, i)) {
    const size_t n = strlen(one->text);
    const bool single = strchr("fF", one->text[n - 1]) != NULL;
    snprintf(text, sizeof text, "%s is a %s, in every reading: write R(%.*s)", one->text, single ? "float" : "double",
             (int)(single ? n - 1 : n), one->text);
    say(v, one, text);
  } else if (is_whole_literal(one) && is(t, i + 1, "/") && i + 2 < t->count && is_whole_literal(&t->list[i + 2])) {
    snprintf(text, sizeof text, "%s / %s is a division of integers, %ld: write R(%s.0) / R(%s.0)", one->text,
             t->list[i + 2].text,
             strtol(t->list[i + 2].text, NULL, 10) ? strtol(one->text, NULL, 10) / strtol(t->list[i + 2].text, NULL, 10)
                                                   : 0,
             one->text, t->list[i + 2].text);
    say(v, one, text);
  } else if (one->word && is(t, i + 1, "(") && instead_of(one->text)) {
    snprintf(text, sizeof text, "%s() is a function of the C library and knows one reading only: use %s", one->text,
             instead_of(one->text));
    say(v, one, text);
  } else if (is(t, i, "double") || is(t, i, "float")) {
    snprintf(text, sizeof text, "%s is one reading only: write REAL", one->text);
    say(v, one, text);
  } else if ((is(t, i, "if") || is(t, i, "while") || is(t, i, "switch")) && is(t, i + 1, "(")) {
    if (!on_data(t, i + 2, behind(t, i + 1) - 1, names, count)) return;
    snprintf(text, sizeof text, "`%s` on data cannot be vectorised: use XPBD_SELECT_GT(a, b, then, else)", one->text);
    say(v, one, text);
  } else if (is(t, i, "?") && on_data(t, condition_of(t, i), i, names, count)) {
    say(v, one, "`? :` on data: use XPBD_SELECT_GT(a, b, then, else)");
  }
}

void verdict_words(verdict *v, const char *text) {
  tokens t;
  const char *names[INTEGERS];
  if (!split(text, &t)) return;
  const int count = integers_of(&t, names), before = v->slip_count;
  for (int i = 0; i < t.count && v->slip_count < before + MOST; i++) {
    /* the entry and the rule are plain C on doubles */
    const bool entry = is(&t, i, "XPBD_FORMULA_ENTRY") || is(&t, i, "XPBD_SUMMED_ENTRY");
    if (entry && v->name[0] == '\0' && i + 2 < t.count) snprintf(v->name, sizeof v->name, "%s", t.list[i + 2].text);
    if (entry)
      i = behind(&t, i + 1) - 1;
    else if (is(&t, i, "XPBD_RULE")) {
      i = behind(&t, i + 1);
      if (is(&t, i, "{")) i = behind(&t, i) - 1;
    } else
      look_at(v, &t, i, names, count);
  }
  free(t.list);
}
