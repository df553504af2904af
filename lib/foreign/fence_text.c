/* Why this file exists: refuses a formula file by its text alone when it is more than arithmetic. A compiler reads the
 * files that a text names, and runs what an attribute asks for, so this comes before it. */
#include "foreign/fence.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "foreign/file.h"

enum { WORD = 64 };

/* A word, a number or one character of the code. */
typedef struct piece {
  const char *at;
  int length, line, depth; /* depth: of braces and parentheses before it */
  int first;               /* the first piece with this text; only that one has the next four */
  bool defined, type;      /* a function or macro with arguments of this name; a typedef */
  bool named, variable;    /* a function XPBD_NAME(this)(...); a variable of this name in a function */
  bool directive;          /* in a line that begins with # */
} piece;

typedef struct pieces {
  const char *path;
  piece *list; /* [count] Owned. */
  int count;
} pieces;

static bool is_word_letter(char c) {
  return isalnum((unsigned char)c) || c == '_';
}
static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == 0;
}

static bool is(const pieces *p, int i, const char *text) {
  if (i < 0 || i >= p->count) return false;
  const size_t length = strlen(text);
  return (size_t)p->list[i].length == length && strncmp(p->list[i].at, text, length) == 0;
}
static bool is_one_of(const pieces *p, int i, const char *const *list, size_t count) {
  for (size_t k = 0; k < count; k++)
    if (is(p, i, list[k])) return true;
  return false;
}
#define IS_ONE_OF(p, i, list) is_one_of(p, i, list, sizeof(list) / sizeof *(list))
static bool is_word(const pieces *p, int i) {
  return i >= 0 && i < p->count && is_word_letter(p->list[i].at[0]) && !isdigit((unsigned char)p->list[i].at[0]);
}
static bool begins(const pieces *p, int i, const char *text) {
  return is_word(p, i) && (size_t)p->list[i].length >= strlen(text) && strncmp(p->list[i].at, text, strlen(text)) == 0;
}
static void copy_word(const pieces *p, int i, char out[WORD]) {
  const int length = p->list[i].length < WORD - 1 ? p->list[i].length : WORD - 1;
  memcpy(out, p->list[i].at, (size_t)length);
  out[length] = 0;
}

/* ---- characters ---- */

/* Refuses characters that a reader or xpbd_file_code() understands in one way and a compiler in another. */
static xpbd_status check_characters(const char *path, const char *text) {
  int line = 1;
  for (const char *c = text; *c; c++) {
    const unsigned char *u = (const unsigned char *)c;
    line += *c == '\n';
    XPBD_REQUIRE(*u >= ' ' || *c == '\t' || *c == '\n', XPBD_ERR_BAD_FILE,
                 "%s:%d: it has the control character %d: remove it", path, line, *u);
    XPBD_REQUIRE(*u != 0xe2 || !((u[1] == 0x80 && u[2] >= 0xaa && u[2] <= 0xae) ||
                                 (u[1] == 0x81 && u[2] >= 0xa6 && u[2] <= 0xa9)),
                 XPBD_ERR_BAD_FILE, "%s:%d: it has a character that turns the direction of text: remove it", path,
                 line);
    XPBD_REQUIRE(c[0] != '?' || c[1] != '?' || !c[2] || !strchr("=/'()!<>-", c[2]), XPBD_ERR_BAD_FILE,
                 "%s:%d: ??%c stands for another character in C: leave it out", path, line, c[2]);
    if (*c != '\\') continue;
    const size_t blanks = strspn(c + 1, " \t");
    if (c[1 + blanks] != '\n') continue;
    XPBD_REQUIRE(blanks == 0, XPBD_ERR_BAD_FILE, "%s:%d: there are blanks behind the \\ at the end: remove them", path,
                 line);
    XPBD_REQUIRE(c == text || is_blank(c[-1]) || (c[-1] != '\\' && is_blank(c[2])), XPBD_ERR_BAD_FILE,
                 "%s:%d: the \\ at the end joins two words: write a blank before it", path, line);
  }
  return XPBD_OK;
}

static xpbd_status check_signs(const char *path, const char *code) {
  static const char *const joined[][2] = {{"<:", "["}, {":>", "]"}, {"<%", "{"}, {"%>", "}"}, {"%:", "#"}};
  int line = 1;
  for (const char *c = code; *c; c++) {
    line += *c == '\n' || *c == '\v';
    for (size_t k = 0; k < sizeof joined / sizeof *joined; k++)
      XPBD_REQUIRE(strncmp(c, joined[k][0], 2) != 0, XPBD_ERR_BAD_FILE, "%s:%d: write %s instead of %s", path, line,
                   joined[k][1], joined[k][0]);
    XPBD_REQUIRE(strncmp(c, "##", 2) != 0, XPBD_ERR_BAD_FILE,
                 "%s:%d: ## makes words that the text does not show: write them out, or use XPBD_NAME(name)", path,
                 line);
    XPBD_REQUIRE((unsigned char)*c < 0x80, XPBD_ERR_BAD_FILE,
                 "%s:%d: a character beyond ASCII outside comments and texts: names have a-z, 0-9 and _", path, line);
    XPBD_REQUIRE(*c != '\\', XPBD_ERR_BAD_FILE, "%s:%d: a \\ inside a line: remove it", path, line);
  }
  return XPBD_OK;
}

/* Checks all directives, also those in an #if 0: a compiler may see more in them. */
static xpbd_status check_directives(const char *path, const char *text, char *plain) {
  static const char *const known[] = {"define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "error"};
  int number = 1;
  for (char *line = plain; *line;) {
    char *end = line + strcspn(line, "\n");
    const char *word = xpbd_file_directive(line);
    const size_t length = word ? strspn(word, "abcdefghijklmnopqrstuvwxyz_") : 0;
    bool good = !word || length == 0;
    for (size_t k = 0; !good && k < sizeof known / sizeof *known; k++)
      good = strlen(known[k]) == length && strncmp(word, known[k], length) == 0;
    XPBD_REQUIRE(good, XPBD_ERR_BAD_FILE, "%s:%d: #%.*s: a formula has only #define, #undef and #if: remove this line",
                 path, number, (int)length, word ? word : "");
    const char *raw = text + (line - plain);
    XPBD_REQUIRE(!word || raw[strspn(raw, " \t")] == '#', XPBD_ERR_BAD_FILE,
                 "%s:%d: write the # at the beginning of its line", path, number);
    const char *value = word ? word + length + strspn(word + length, " \t") : "";
    XPBD_REQUIRE(!isdigit((unsigned char)*value) || strspn(value, "0123456789abcdefxABCDEFX") < 10, XPBD_ERR_BAD_FILE,
                 "%s:%d: #%.*s with too long a number: write 0 or 1", path, number, (int)length, word);
    for (char *c = line; c < end; c++) number += *c == '\v';
    number++;
    line = *end ? end + 1 : end;
  }
  return XPBD_OK;
}

/* ---- pieces ---- */

static bool is_same(const pieces *p, int i, int k) {
  return p->list[i].length == p->list[k].length && memcmp(p->list[i].at, p->list[k].at, (size_t)p->list[i].length) == 0;
}

/* Finds the first piece of each text, so that later checks need not compare each piece with all others. */
static bool find_first(pieces *p) {
  size_t size = 64;
  while (size < 2 * (size_t)p->count) size *= 2;
  int *table = malloc(size * sizeof *table);
  if (!table) return false;
  for (size_t k = 0; k < size; k++) table[k] = -1;
  for (int i = 0; i < p->count; i++) {
    size_t k = xpbd_file_hash(p->list[i].at, (size_t)p->list[i].length) % size;
    while (table[k] >= 0 && !is_same(p, table[k], i)) k = (k + 1) % size;
    if (table[k] < 0) table[k] = i;
    p->list[i].first = table[k];
  }
  free(table);
  return true;
}

static bool split(const char *path, const char *code, pieces *out) {
  *out = (pieces){.path = path, .list = malloc((strlen(code) + 1) * sizeof *out->list)};
  if (!out->list) return false;
  int line = 1, depth = 0;
  bool directive = false, first = true;
  for (const char *at = code; *at;) {
    if (isspace((unsigned char)*at)) {
      line += *at == '\n' || *at == '\v';
      if (*at == '\n') directive = false, first = true;
      at++;
      continue;
    }
    const char *end = at + 1;
    if (first && *at == '#') directive = true;
    first = false;
    if (is_word_letter(*at))
      while (is_word_letter(*end)) end++;
    else if ((*at == '"' || *at == '\'') && (end = strpbrk(at + 1, *at == '"' ? "\"\n" : "'\n")))
      end += *end != '\n'; /* xpbd_file_code() has blanked the contents */
    if (!end) end = at + strlen(at);
    if (!directive && strchr(")}", *at) && depth > 0) depth--;
    out->list[out->count++] =
        (piece){.at = at, .length = (int)(end - at), .line = line, .depth = depth, .directive = directive};
    depth += !directive && strchr("({", *at) != NULL;
    for (; at < end; at++) line += *at == '\v';
  }
  return find_first(out);
}

/* The opening piece of the group that ends at i, or -1. */
static int opening_of(const pieces *p, int i) {
  int depth = 0;
  for (; i >= 0; i--) {
    if (is(p, i, ")")) depth++;
    if (is(p, i, "(") && --depth == 0) return i;
  }
  return -1;
}

/* ---- words ---- */

static const char *const controls[] = {"if", "for", "while", "switch", "return", "sizeof", "do", "else", "case"};
static const char *const types[] = {"REAL",    "VEC3",     "XPBD_INT", "double",   "float",  "int",      "unsigned",
                                    "short",   "char",     "signed",   "const",    "void",   "_Complex", "_Bool",
                                    "int32_t", "uint32_t", "volatile", "restrict", "static", "inline"};
/* Integers that can hold an address. With one, code could find out where it runs, or reach other memory. */
static const char *const wide[] = {"long",    "size_t",    "int64_t",  "uint64_t",  "intmax_t", "uintmax_t",
                                   "ssize_t", "uintptr_t", "intptr_t", "ptrdiff_t", "union"};

static xpbd_status refuse(const pieces *p, int i, const char *instead) {
  char word[WORD];
  copy_word(p, i, word);
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%d: '%s'%s %s", p->path, p->list[i].line, word,
                   strncmp(instead, "is ", 3) == 0 ? "" : ":", instead);
}

/* Whether the word at i is a compiler's own function that only computes. */
static bool is_pure_builtin(const pieces *p, int i) {
  char word[WORD];
  copy_word(p, i, word);
  if (strncmp(word, "__builtin_", 10) != 0) return false;
  const char *name = word + 10;
  return xpbd_fence_is_pure(name) || strcmp(name, "unreachable") == 0 || strcmp(name, "trap") == 0 ||
         strcmp(name, "expect") == 0;
}

static bool is_pure_word(const pieces *p, int i) {
  char word[WORD];
  copy_word(p, i, word);
  return xpbd_fence_is_pure(word);
}

static xpbd_status check_word(const pieces *p, int i) {
  static const char *const reserved[] = {"__VA_ARGS__", "__func__", "__LINE__", "__FILE__"};
  static const char *const capital[] = {"_Static_assert", "_Bool", "_Complex", "_Alignof"};
  static const char *const starts[] = {"main", "_init", "_fini", "_start"};
  if (is(p, i, "asm") || is(p, i, "extern")) return refuse(p, i, "is not allowed: a formula may only compute");
  if (IS_ONE_OF(p, i, starts)) return refuse(p, i, "a name with a meaning of its own: choose another");
  if (is(p, i, "alloca") || is(p, i, "_Pragma") || is(p, i, "_Thread_local") || is(p, i, "_Atomic"))
    return refuse(p, i, "a formula does not need it: remove it");
  if (begins(p, i, "__") && !IS_ONE_OF(p, i, reserved) && !is_pure_builtin(p, i))
    return refuse(p, i, "a word of the compiler, which a formula does not need: remove it");
  if (begins(p, i, "_") && isupper((unsigned char)p->list[i].at[1]) && !IS_ONE_OF(p, i, capital))
    return refuse(p, i, "a word of the compiler, which a formula does not need: remove it");
  if (IS_ONE_OF(p, i, wide)) return refuse(p, i, "a formula does not need it: use int and REAL");
  if (begins(p, i, "mem") && is_pure_word(p, i)) return refuse(p, i, "a formula does not copy memory: use =");
  if (is(p, i, "goto") && is(p, i + 1, "*")) return refuse(p, i, "a jump to an address: use a loop");
  return XPBD_OK;
}

/* Refuses #define and #undef of a word that already has a meaning. */
static xpbd_status check_macro(const pieces *p, int i) {
  static const char *const keywords[] = {
      "if",      "else", "for",    "while",    "do",    "switch", "case",    "return", "break",    "continue",
      "default", "goto", "sizeof", "struct",   "union", "enum",   "typedef", "auto",   "register", "defined",
      "x",       "g",    "rest",   "material", "scale", "row",    "R",       "NAN",    "INFINITY"};
  char word[WORD];
  if (!is_word(p, i)) return XPBD_OK;
  copy_word(p, i, word);
  if (!IS_ONE_OF(p, i, keywords) && !IS_ONE_OF(p, i, types) && !begins(p, i, "XPBD_") && !begins(p, i, "xpbd_") &&
      !begins(p, i, "V_") && !begins(p, i, "__") && !xpbd_fence_is_pure(word))
    return XPBD_OK;
  return refuse(p, i, "a word with a fixed meaning cannot be defined again: choose another name");
}

/* ---- calls ---- */

/* Whether a function or a macro with arguments is defined by the word at i. */
static bool defines(const pieces *p, int i) {
  const piece *one = &p->list[i];
  if (!is_word(p, i) || !is(p, i + 1, "(")) return false;
  if (one->directive) return is(p, i - 1, "define") && p->list[i + 1].at == one->at + one->length;
  if (one->depth > 0) return false;
  int k = i + 2;
  while (k < p->count && (p->list[k].depth > 0 || p->list[k].directive)) k++;
  return is(p, k, ")") && is(p, k + 1, "{");
}

/* Finds out what the file uses each word for. */
static void find_uses(pieces *p) {
  for (int i = 0; i < p->count; i++) {
    piece *const word = &p->list[p->list[i].first];
    const bool inside = p->list[i].depth > 0, typed = IS_ONE_OF(p, i - 1, types);
    if (defines(p, i)) word->defined = true;
    if (is(p, i + 1, ";") && (typed || is(p, i - 1, "}"))) word->type = true; /* typedef struct { ... } NAME; */
    if (is(p, i - 2, "XPBD_NAME") && p->list[i - 2].depth == 0 && is(p, i + 2, "(")) word->named = true;
    if (inside && !is(p, i + 1, "(") && (typed || (is(p, i - 1, ",") && is(p, i + 1, "=")))) word->variable = true;
  }
}

static const piece *uses_of(const pieces *p, int i) {
  return &p->list[p->list[i].first];
}

/* Whether the word before * at i is a type. XPBD_NAME(pair) * is one: a value would be called, XPBD_NAME(pair)(). */
static bool is_type_before(const pieces *p, int i) {
  if (IS_ONE_OF(p, i, types)) return true;
  if (is(p, i, ")")) return is(p, opening_of(p, i) - 1, "XPBD_NAME");
  return is_word(p, i) && uses_of(p, i)->type;
}

/* Whether the word at i, before a parenthesis, names a function that is declared inside another or as an argument. */
static bool declares(const pieces *p, int i) {
  if (p->list[i].depth == 0 || p->list[i].directive) return false;
  if (is_word(p, i - 1)) return !IS_ONE_OF(p, i - 1, controls) && !IS_ONE_OF(p, i, types);
  return is(p, i - 1, "*") && is_type_before(p, i - 2);
}

/* Checks the word at i, which has a parenthesis behind it. */
static xpbd_status check_call(const pieces *p, int i) {
  static const char *const others[] = {"_Static_assert", "_Alignof", "defined", "R"};
  char word[WORD];
  copy_word(p, i, word);
  if (IS_ONE_OF(p, i, controls)) return XPBD_OK;
  XPBD_REQUIRE(!declares(p, i), XPBD_ERR_BAD_FILE,
               "%s:%d: '%s' is declared as a function here: define functions outside of others, without declaring them",
               p->path, p->list[i].line, word);
  if (IS_ONE_OF(p, i, others) || begins(p, i, "XPBD_") || begins(p, i, "V_") || xpbd_fence_is_pure(word) ||
      is_pure_builtin(p, i))
    return XPBD_OK;
  if (p->list[i].directive && (is(p, i - 1, "define") || is(p, i, "elif"))) return XPBD_OK;
  if (IS_ONE_OF(p, i, types) && is(p, i + 2, "*")) return XPBD_OK; /* REAL (*rows)[3] */
  XPBD_REQUIRE(uses_of(p, i)->defined, XPBD_ERR_BAD_FILE,
               "%s:%d: it calls %s(), which is neither a word of a formula nor defined in this file: use the words, or "
               "define XPBD_NAME(%s)",
               p->path, p->list[i].line, word, word);
  return XPBD_OK;
}

/* Parentheses behind parentheses call what the first ones hold, unless these are a cast, a head or XPBD_NAME(). */
static xpbd_status check_call_through(const pieces *p, int i) {
  const int open = is(p, i, ")") ? opening_of(p, i) : -1;
  bool type = open >= 0 && i > open + 1;
  for (int k = open + 1; type && k < i; k++) type = IS_ONE_OF(p, k, types) || is(p, k, "*") || is(p, k, "struct");
  const bool cast = type && (!is_word(p, open - 1) || IS_ONE_OF(p, open - 1, controls)) && !is(p, i - 1, "(");
  const bool head = is(p, open - 1, "if") || is(p, open - 1, "for") || is(p, open - 1, "while") ||
                    is(p, open - 1, "switch") || is(p, open - 2, "define");
  XPBD_REQUIRE(cast || head || is(p, open - 1, "XPBD_NAME"), XPBD_ERR_BAD_FILE,
               "%s:%d: it calls through a pointer, or declares one to a function: a formula calls functions by name",
               p->path, p->list[i].line);
  return XPBD_OK;
}

/* ---- addresses ---- */

/* With a function type, code could call through a pointer. */
static xpbd_status check_typedef(const pieces *p, int i) {
  for (int k = i + 1; k < p->count && !(is(p, k, ";") && p->list[k].depth == p->list[i].depth); k++)
    XPBD_REQUIRE(!is(p, k, "(") || is(p, k - 1, "XPBD_NAME"), XPBD_ERR_BAD_FILE,
                 "%s:%d: a typedef of a function: a formula calls functions by name", p->path, p->list[k].line);
  return XPBD_OK;
}

/* Refuses a condition on a word of others: it would make two formulas of one text. */
static xpbd_status check_condition(const pieces *p, int i) {
  for (int k = i + 1; k < p->count && p->list[k].directive && p->list[k].line == p->list[i].line; k++)
    if (begins(p, k, "XPBD_") || begins(p, k, "xpbd_") || (begins(p, k, "_") && !begins(p, k, "__has")))
      return refuse(p, k, "a formula is the same text for every precision and device: leave this condition out");
  return XPBD_OK;
}

/* The parenthesis that the piece at i stands in, or -1. */
static int enclosing(const pieces *p, int i) {
  for (int depth = 0; i >= 0; i--) {
    if (is(p, i, ")")) depth++;
    if (is(p, i, "(") && depth-- == 0) return i;
    if (is(p, i, ";") || is(p, i, "{") || is(p, i, "}")) return -1;
  }
  return -1;
}

/* Whether pieces first to last are an argument of a call. */
static bool is_argument(const pieces *p, int first, int last) {
  if (!(is(p, first - 1, "(") || is(p, first - 1, ",")) || !(is(p, last + 1, ")") || is(p, last + 1, ",")))
    return false;
  const int open = enclosing(p, first - 1 - is(p, first - 1, ","));
  const int call = is(p, first - 1, "(") ? first - 1 : open;
  return call > 0 && (is(p, call - 1, ")") || (is_word(p, call - 1) && !IS_ONE_OF(p, call - 1, controls)));
}

/* The closing bracket of the one at i. */
static int closing_of(const pieces *p, int i) {
  for (int depth = 0; i < p->count; i++) {
    if (is(p, i, "[")) depth++;
    if (is(p, i, "]") && --depth == 0) break;
  }
  return i;
}

/* The word at i holds an address: it may be read by an index, through *, or handed on to a function. */
static xpbd_status check_address(const pieces *p, int i) {
  int last = i; /* of x + 3 * k */
  if (is(p, i + 1, "+"))
    for (last = i + 1; is(p, last + 1, "*") || is(p, last + 1, "+") || is_word_letter(p->list[last + 1].at[0]);) last++;
  bool good = is(p, i - 1, "*") || is_argument(p, i, last) || (is(p, i + 1, "-") && is(p, i + 2, ">"));
  if (is(p, i + 1, "[")) good = !is(p, i - 1, "&") || is(p, i - 2, "&") || is_argument(p, i - 1, closing_of(p, i + 1));
  if (is(p, i - 1, ")") && is(p, i - 2, "*") && is(p, i + 1, ")") && is(p, i + 2, "["))
    good = true; /* ((REAL *)x)[0] */
  return good ? XPBD_OK
              : refuse(p, i, "its address is used as a number: use an index, as in x[0], or hand it to a function");
}

enum { POINTERS = 64 };

/* In the function or formula whose body begins at `begin`, with the head before it. */
static xpbd_status check_addresses(const pieces *p, int head, int begin, int end) {
  static const char *const given[] = {"x", "rest", "material", "g", "scale"};
  const bool formula = is(p, head, "XPBD_FORMULA") || is(p, head, "XPBD_REST") || is(p, head, "XPBD_VALUE");
  const size_t own = is(p, head, "XPBD_VALUE") ? 3 : 5; /* XPBD_VALUE has no g and no scale */
  int known[POINTERS], count = 0;
  for (int i = head; i < end; i++) {
    if (!is_word(p, i) || is(p, i - 1, ".") || (is(p, i - 1, ">") && is(p, i - 2, "-"))) continue;
    const int before = is(p, i - 1, "const") || is(p, i - 1, "restrict") || is(p, i - 1, "volatile") ? i - 2 : i - 1;
    const bool array = i < begin && is(p, i + 1, "[");
    if ((is(p, before, "*") && is_type_before(p, before - 1)) || array) {
      if (count == POINTERS) return refuse(p, i, "too many pointers in one function");
      known[count++] = i;
      continue;
    }
    bool holds = formula && i > begin && is_one_of(p, i, given, own);
    for (int k = 0; k < count && !holds; k++) holds = p->list[known[k]].first == p->list[i].first;
    if (holds && i > begin) XPBD_TRY(check_address(p, i));
  }
  return XPBD_OK;
}

static xpbd_status check_functions(const pieces *p) {
  int head = 0;
  for (int i = 0; i < p->count; i++) {
    if (p->list[i].depth > 0) continue;
    if (is(p, i, ";") || is(p, i, "}") || p->list[i].directive) head = i + 1;
    if (!is(p, i, "{")) continue;
    int end = i + 1;
    while (end < p->count && p->list[end].depth > 0) end++;
    XPBD_TRY(check_addresses(p, head, i, end));
    i = end, head = end + 1;
  }
  return XPBD_OK;
}

/* A function of the file that is not called here is a value. */
static xpbd_status check_value(const pieces *p, int i) {
  static const char *const words = "a function of this file is used without its arguments: call it";
  if (is(p, i, "XPBD_NAME") && is(p, i + 3, ")") && !is(p, i + 4, "(") && uses_of(p, i + 2)->named)
    return refuse(p, i + 2, words);
  const piece *const uses = uses_of(p, i);
  if (p->list[i].directive || is(p, i + 1, "(") || !uses->defined || uses->variable) return XPBD_OK;
  return refuse(p, i, words);
}

static xpbd_status check_pieces(pieces *p) {
  find_uses(p);
  for (int i = 0; i < p->count; i++) {
    XPBD_REQUIRE(!is(p, i, "[") || !is(p, i + 1, "["), XPBD_ERR_BAD_FILE,
                 "%s:%d: [[ begins an attribute, which a formula does not need: remove it", p->path, p->list[i].line);
    const bool open = is(p, i + 1, "(");
    if (open && (is(p, i, ")") || is(p, i, "]"))) XPBD_TRY(check_call_through(p, i));
    if (!is_word(p, i)) continue;
    XPBD_TRY(check_word(p, i));
    XPBD_TRY(check_value(p, i));
    if (is(p, i, "typedef")) XPBD_TRY(check_typedef(p, i));
    if (p->list[i].directive && is(p, i - 1, "#") && (begins(p, i, "if") || is(p, i, "elif")))
      XPBD_TRY(check_condition(p, i));
    if (p->list[i].directive && (is(p, i, "define") || is(p, i, "undef")) && is(p, i - 1, "#"))
      XPBD_TRY(check_macro(p, i + 1));
    if (open) XPBD_TRY(check_call(p, i));
  }
  return check_functions(p);
}

xpbd_status xpbd_fence_text(const char *path, const char *text) {
  pieces p = {.list = NULL};
  XPBD_TRY(check_characters(path, text));
  char *plain = xpbd_file_uncommented(text), *code = xpbd_file_code(text);
  xpbd_status status = XPBD_OK;
  if (!plain || !code || !split(path, code, &p))
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory to check %s (%zu bytes)", path, strlen(text));
  if (status == XPBD_OK) status = check_signs(path, code);
  if (status == XPBD_OK) status = check_directives(path, text, plain);
  if (status == XPBD_OK) status = check_pieces(&p);
  free(p.list);
  free(plain);
  free(code);
  return status;
}
