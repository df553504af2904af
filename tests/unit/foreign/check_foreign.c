/* Why this file exists: tests what happens to a file of formulas before and around its compiler, letter for letter:
 * which of its text is code, which entries it has or why it has none, the texts and the command for the compiler. The
 * compilers here are scripts that record their input. (tests/formula_program.sh tests real ones.) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "foreign/command.h"
#include "foreign/file.h"
#include "unit/parts.h"
#include "runner/check.h"
#include "runner/folder.h"

/* ---- which text is code ---- */

static const struct {
  const char *text, *code;
} codes[] = {
    {"a / b", "a / b"},
    {"a /* b */ c", "a         c"},
    {"a // b\nc", "a     \nc"},
    {"/* a\n b */c", "    \n     c"},
    {"/*/ a */b", "        b"},
    {"// /* a\nb", "       \nb"},
    {"/* \\\n */a", "    \v   a"},
    {"// a \\\nb\nc", "      \v \nc"},
    {"a \\\nb", "a  \vb"},
    {"\"x\\\"y\" b", "\"    \" b"},
    {"'\"' a '\\'' b", "' ' a '  ' b"},
    {"\"/* a */\" b", "\"       \" b"},
    {"\"a\nb", "\" \nb"},
    {"/", "/"},
    {"/* \"a", "     "},
    {"#if 0\na\n#endif\nb\n", "     \n \n      \nb\n"},
    {"#if 1\na\n#else\nb\n#endif\n", "     \na\n     \n \n      \n"},
    {"#if 0\na\n#else\nb\n#endif\n", "     \n \n     \nb\n      \n"},
    {"#if X\na\n#else\nb\n#endif\n", "#if X\na\n#else\nb\n#endif\n"},
    {"#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif\ne", "     \n \n       \nb\n       \n \n     \n \n      \ne"},
    {"#if 0\na\n#elif X\nb\n#else\nc\n#endif\n", "     \n \n#  if X\nb\n#else\nc\n#endif\n"},
    {"#if 1\na\n#elif X\nb\n#endif\nc", "     \na\n       \n \n      \nc"},
    {"#if 0\n#if X\na\n#else\nb\n#endif\nc\n#endif\nd", "     \n     \n \n     \n \n      \n \n      \nd"},
    {"#if 0\n#if 1\na\n#elif 1\nb\n#elif X\n#endif\n#else\nc\n#endif\n",
     "     \n     \n \n       \n \n       \n      \n     \nc\n      \n"},
    {"#ifdef A\n#if 0\na\n#endif\nb\n#endif\n", "#ifdef A\n     \n \n      \nb\n#endif\n"},
    {"#ifndef A\na\n#endif\n", "#ifndef A\na\n#endif\n"},
    {"#if 0x0\na\n#endif\n#if 010 \nb\n#endif\n", "       \n \n      \n        \nb\n      \n"},
    {"#if 0L\na\n#endif\n#if 0 + X\nb\n#endif\n", "#if 0L\na\n#endif\n#if 0 + X\nb\n#endif\n"},
    {"# if 0\na\n%:endif\n\t#\tif 0\nb\n#endif\n", "      \n \n       \n       \n \n      \n"},
    {"#iffy 0\na\n#if_0\n% if 0\n", "#iffy 0\na\n#if_0\n% if 0\n"},
    {"#else\na\n#endif\n#elif 0\nb\n", "#else\na\n#endif\n#elif 0\nb\n"},
    {"#if 0 \\\n\na\n#endif\n", "       \v\n \n      \n"},
};

static bool is_code(const char *text, const char *wanted) {
  char *code = xpbd_file_code(text);
  const bool same = code && strcmp(code, wanted) == 0;
  free(code);
  return same;
}

static void code(check *self, int unused) {
  enum { COUNT = sizeof codes / sizeof *codes, DEEPEST = 64 };
  for (size_t k = 0; k < COUNT; k++) {
    check_true(self, is_code(codes[k].text, codes[k].code), "case %zu: %s", k, codes[k].text);
    check_control(self, !is_code(codes[k].text, codes[(k + 1) % COUNT].code), "case %zu: another's code", k);
  }
  char text[1024] = "", wanted[1024] = ""; /* deeper than anybody writes, so it is left unchanged */
  for (int k = 0; k <= DEEPEST; k++) strcat(text, "#if 1\n"), strcat(wanted, k < DEEPEST ? "     \n" : "#if 1\n");
  check_true(self, is_code(strcat(text, "a"), strcat(wanted, "a")), "65 conditions");
}

/* ---- the contents of a file ---- */

#define EMPTY " is empty: a file of formulas ends in XPBD_FORMULA_ENTRY(name, ...)"
#define NONE  " has no entry: a file of formulas ends in XPBD_FORMULA_ENTRY(name, ...)"
#define ORDER                                                                                                          \
  "name, particles, numbers of the rest shape and of the material, rows, element, traits, unit, source, about, "       \
  "{name, "                                                                                                            \
  "unit, standard, minimum, maximum}..."
#define OTHER(line) ":" line ": it includes another file; a formula is one file and uses only the words of a formula"
#define ONCE        ": #pragma once: remove this line, because the text is read once for each type of the scalar"
#define BEHIND(line, opened)                                                                                           \
  ":" line ": the entry is inside the #if of line " opened                                                             \
  ": remove the #if. The text is read once for each type of the scalar and needs no include guard"
#define WRONG(what, number) ":1: 'a': " what ", not '" number "'; the order is " ORDER
#define PARTICLES           "particles (the 2nd argument) must be 1 to 4"
#define RESTS               "numbers of the rest shape (the 3rd argument) must be 0 to 10"
#define NUMBERS             "numbers of the material (the 4th argument) must be 0 to 6"
#define ROWS                "rows (the 5th argument) must be 1 to 6"
#define LETTERS             "a234567890123456789012345678901234567890123456" /* 46 */

static const char *const refusals[][2] = {
    {"", EMPTY},
    {" \t\r\n", EMPTY},
    {"int a;\n", NONE},
    {"// XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)\n", NONE},
    {"#define E XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)\n", NONE},
    {"XPBD_FORMULA_ENTRY a\nXPBD_FORMULA_ENTRYS(a, 2, 1, 0, 1) XPBD_SUMMED_ENTR(a)", NONE},
    {"#pragma GCC poison x\n#pragma on ce", NONE},
    {"#include <math.h>\n", OTHER("1")},
    {"\n%: include\"a.h\"\n", OTHER("2")},
    {"/*\n*/ \\\n#embed \"a\"\n", OTHER("2")},
    {"a\n\n#pragma   once\n", ":3" ONCE},
    {"#ifdef A\nXPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)\n#endif\n", BEHIND("2", "1")},
    {"#if A\n#if B\n#endif\nXPBD_SUMMED_ENTRY(a, 2, 1, 0, 1)\n", BEHIND("4", "1")},
    {"#if A\n#endif\n#if B\n\nXPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)", BEHIND("5", "3")},
    {"XPBD_FORMULA_ENTRY(a", ":1: the entry of 'a' ends too early: " ORDER},
    {"XPBD_FORMULA_ENTRY(a)", ":1: the entry of 'a' ends too early: " ORDER},
    {"\nXPBD_FORMULA_ENTRY(a, 2, 1, 0)", ":2: the entry of 'a' ends too early: " ORDER},
    {"XPBD_FORMULA_ENTRY(" LETTERS "7", ":1: the entry of '" LETTERS "7' ends too early: " ORDER},
    {"XPBD_FORMULA_ENTRY(" LETTERS "78, 2", ":1: a name has at most 47 letters: '" LETTERS "7...'"},
    {"XPBD_FORMULA_ENTRY(a, " LETTERS "78, 2", ":1: not a number: '" LETTERS "7...'"},
    {"XPBD_FORMULA_ENTRY(1a, 2, 1, 0, 1)", ":1: '1a' is not a name: use lower-case letters, digits and _"},
    {"XPBD_FORMULA_ENTRY(aB, 2, 1, 0, 1)", ":1: 'aB' is not a name: use lower-case letters, digits and _"},
    {"XPBD_FORMULA_ENTRY(, 2, 1, 0, 1)", ":1: '' is not a name: use lower-case letters, digits and _"},
    {"XPBD_FORMULA_ENTRY(a, 0, 1, 0, 1)", WRONG(PARTICLES, "0")},
    {"XPBD_FORMULA_ENTRY(a, 5, 1, 0, 1)", WRONG(PARTICLES, "5")},
    {"XPBD_FORMULA_ENTRY(a, 0002, 1, 0, 1)", WRONG(PARTICLES, "0002")},
    {"XPBD_FORMULA_ENTRY(a, , 1, 0, 1)", WRONG(PARTICLES, "")},
    {"XPBD_FORMULA_ENTRY(a, -2, 1, 0, 1)", WRONG(PARTICLES, "-2")},
    {"XPBD_FORMULA_ENTRY(a, {1, 2}, 1, 0, 1)", WRONG(PARTICLES, "{1, 2}")},
    {"XPBD_FORMULA_ENTRY(a, \"m\", 1, 0, 1)", WRONG(PARTICLES, "\" \"")},
    {"XPBD_FORMULA_ENTRY(a, XPBD_ON_EDGES, 1, 0, 1)", WRONG(PARTICLES, "XPBD_ON_EDGES")},
    {"XPBD_FORMULA_ENTRY(a, 2, 11, 0, 1)", WRONG(RESTS, "11")},
    {"XPBD_FORMULA_ENTRY(a, 2, 10, 7, 1)", WRONG(NUMBERS, "7")},
    {"XPBD_FORMULA_ENTRY(a, 4, 0, 6, 0)", WRONG(ROWS, "0")},
    {"XPBD_FORMULA_ENTRY(a, 1, 0, 0, 7)", WRONG(ROWS, "7")},
    {"XPBD_FORMULA_ENTRY(a, 001, N, M(2, 3), 6)", ":1: there is an entry of 'a', but no XPBD_FORMULA(a)"},
    {"XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)\n  XPBD_SUMMED_ENTRY(a, 2, 1, 0, 1)",
     ":2: a second entry of 'a'; the first is in line 1"},
    {"XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)\nXPBD_FORMULA_FIELDS(b, {})",
     ":2: XPBD_FORMULA_FIELDS(b), but no entry of 'b'"},
    {"XPBD_FORMULA_FIELDS(a, {})\nXPBD_FORMULA_FIELDS (a, {}) XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)",
     ":2: a second XPBD_FORMULA_FIELDS(a); the first is in line 1: write all fields in one"},
    {"XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1) XPBD_FORMULA_FIELDS(a, {})",
     ":1: there is an entry of 'a', but no XPBD_FORMULA(a)"},
    {"XPBD_FORMULA(aa) XPBD_REST(a) XPBD_NAME(a) XPBD_RULE(a)\nXPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)",
     ":2: there is an entry of 'a', but no XPBD_FORMULA(a)"},
    {"XPBD_FORMULA ( a ) {}\nXPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)",
     ":2: there is an entry of 'a', but no XPBD_REST(a), its rest shape"},
    {"XPBD_VALUE(a) {} XPBD_REST(b)\nXPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)",
     ":2: there is an entry of 'a', but no XPBD_REST(a), its rest shape"},
    {"XPBD_REST(a) XPBD_VALUE(a)\nXPBD_FORMULA(a)\nXPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)",
     ":3: 'a' has XPBD_FORMULA (with a gradient) and XPBD_VALUE (without): use one"},
};

/// Whether reading the file gives this message, after its name.
static bool is_refused(const char *path, xpbd_status expected, const char *words) {
  xpbd_file_text text;
  const xpbd_status status = xpbd_file_text_read(path, &text);
  const size_t length = strlen(path);
  if (status == XPBD_OK) xpbd_file_text_free(&text);
  return status == expected && !text.text && strncmp(xpbd_last_error(), path, length) == 0 &&
         strcmp(xpbd_last_error() + length, words) == 0;
}

static void refused(check *self, int unused) {
  enum { COUNT = sizeof refusals / sizeof *refusals, LARGEST = 1 << 20 };
  char *folder = folder_make(self), *large = calloc(1, LARGEST + 2), path[512];
  if (!folder || !large) return;
  snprintf(path, sizeof path, "%s", folder_path(folder, "formula.h"));
  for (size_t k = 0; k < COUNT; k++) {
    file_put(self, path, refusals[k][0], strlen(refusals[k][0]));
    check_true(self, is_refused(path, XPBD_ERR_BAD_FILE, refusals[k][1]), "%s: %s", refusals[k][0], xpbd_last_error());
  }
  file_put(self, path, "XPBD_REST(a) XPBD_VALUE(a) XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)", 60);
  check_control(self, !is_refused(path, XPBD_ERR_BAD_FILE, NONE), "a right one");
  file_put(self, path, "a\0b", 3);
  check_true(self, is_refused(path, XPBD_ERR_BAD_FILE, " is not a text file"), "no text: %s", xpbd_last_error());
  memset(large, 'a', LARGEST + 1);
  file_put(self, path, large, LARGEST);
  check_true(self, is_refused(path, XPBD_ERR_BAD_FILE, NONE), "a MiB: %s", xpbd_last_error());
  file_put(self, path, large, LARGEST + 1);
  check_true(self, is_refused(path, XPBD_ERR_BAD_FILE, " has more than 1048576 bytes: too long for a formula"),
             "more: %s", xpbd_last_error());
  large[0] = '\0';
  for (int k = 0; k < 17; k++) sprintf(large + strlen(large), "XPBD_FORMULA_ENTRY(a%d, 2, 1, 0, 1) MY(a%d)\n", k, k);
  file_put(self, path, large, strlen(large));
  check_true(self, is_refused(path, XPBD_ERR_BAD_FILE, ":17: more than 16 entries in one file"), "17 entries: %s",
             xpbd_last_error());
  *strstr(large, "XPBD_FORMULA_ENTRY(a16") = '\0';
  file_put(self, path, large, strlen(large));
  check_control(self, !is_refused(path, XPBD_ERR_BAD_FILE, ":17: more than 16 entries in one file"), "16 entries");
  check_true(self, is_refused(folder, XPBD_ERR_IO, " is a folder; a formula is one file"), "%s", xpbd_last_error());
  check_true(self, is_refused("/dev/null", XPBD_ERR_IO, " is not a regular file"), "%s", xpbd_last_error());
  check_true(self, is_refused("nowhere.h", XPBD_ERR_IO, " cannot be read: No such file or directory"), "%s",
             xpbd_last_error());
  free(large);
  folder_remove(folder);
}

/* ---- the texts for the compiler ---- */

static const char written[] = "\xEF\xBB\xBF/* \"a\" */\r\n"
                              "XPBD_REST(a) {} XPBD_FORMULA(a) {}\r\n"
                              "XPBD_REST(bb) XPBD_VALUE( bb ) {} \\\n XPBD_RULE(a)\n"
                              "#if 0\nXPBD_FORMULA_ENTRY(z, 9, 9, 9, 9)\n#endif\n"
                              "MY_SUM(c) // XPBD_VALUE(c)\n"
                              "XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1) XPBD_FORMULA_RULE(a)\n"
                              "XPBD_FORMULA_ENTRY( bb ,3, N\n , 2, 6, {\"k\", 1.0})\n"
                              "XPBD_SUMMED_ENTRY (c, 4, 10, 6, 1)\r\n#define MY_SUM(a)";
static const char plain[] = "/* \"a\" */\n"
                            "XPBD_REST(a) {} XPBD_FORMULA(a) {}\n"
                            "XPBD_REST(bb) XPBD_VALUE( bb ) {} \\\n XPBD_RULE(a)\n"
                            "#if 0\nXPBD_FORMULA_ENTRY(z, 9, 9, 9, 9)\n#endif\n"
                            "MY_SUM(c) // XPBD_VALUE(c)\n"
                            "XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1) XPBD_FORMULA_RULE(a)\n"
                            "XPBD_FORMULA_ENTRY( bb ,3, N\n , 2, 6, {\"k\", 1.0})\n"
                            "XPBD_SUMMED_ENTRY (c, 4, 10, 6, 1)\n#define MY_SUM(a)";
#define FIRST "#include \"foreign/file_first.h\"\n"
#define UNIT                                                                                                           \
  FIRST "#define XPBD_FROM_FILE\n#define XPBD_UNIT_HEADER \"xpbd_formula_file.h\"\n"                                   \
        "#define XPBD_UNIT_LINES XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1, 0, 0) XPBD_FORMULA_RULE(a) XPBD_FORMULA_ENTRY(bb, " \
        "3, N, 2, 6, 0, 0) "                                                                                           \
        "XPBD_SUMMED_ENTRY(c, 4, 10, 6, 1, 0, 0)\n#define XPBD_UNIT_VALUES XPBD_VALUE_OF(bb, 3, N, 2)\n"               \
        "#include \"solver/unit.h\"\n#include \"foreign/file_unit.h\"\n"

/// Whether the file has this text. Without a text, whether there is no file.
static bool holds(const char *folder, const char *name, const char *wanted) {
  char found[8192] = "";
  FILE *file = fopen(folder_path(folder, name), "r");
  if (!file) return !wanted;
  found[fread(found, 1, sizeof found - 1, file)] = '\0';
  fclose(file);
  return wanted && strcmp(found, wanted) == 0;
}

static void units(check *self, int unused) {
  char *folder = folder_make(self), path[512], header[1024], found[512] = "";
  xpbd_file_text text;
  if (!folder) return;
  snprintf(path, sizeof path, "%s", folder_path(folder, "formula.h"));
  file_put(self, path, written, strlen(written));
  if (check_status(self, xpbd_file_text_read(path, &text), XPBD_OK, "three formulas")) {
    for (int k = 0; k < text.count; k++) {
      const xpbd_file_entry *e = &text.entries[k];
      snprintf(found + strlen(found), sizeof found - strlen(found), "%s %s %s %s line %d%s%s%s; ", e->name,
               e->numbers[0], e->numbers[1], e->numbers[2], e->line, e->summed ? " summed" : "", e->rule ? " rule" : "",
               e->value ? " value" : "");
    }
    check_true(self, strcmp(found, "a 2 1 0 line 9 rule; bb 3 N 2 line 10 value; c 4 10 6 line 12 summed; ") == 0,
               "its entries: %s", found);
    check_true(self, strcmp(text.text, plain) == 0 && text.size == strlen(plain), "its text: %s", text.text);
    check_true(self, text.hash == xpbd_file_hash(written, strlen(written)), "the hash is that of its bytes");
    check_same(self, xpbd_file_hash("ab", 2), UINT64_C(0xfa0622974cb079fb), "the hash of two letters");
    check_status(self, xpbd_file_write_units(folder, &text, NULL), XPBD_OK, "its formulas alone");
    snprintf(header, sizeof header, "#line 1 \"<formula>\"\n%s\n", plain);
    check_true(self, holds(folder, "xpbd_formula_file.h", header), "the header");
    check_true(self, holds(folder, "formulas.c", UNIT), "the unit of formulas");
    check_true(self, holds(folder, "kernels_f32.c", NULL) && holds(folder, "kernels_f64.c", NULL), "no kernels");
    check_status(self, xpbd_file_write_units(folder, &text, "avx2"), XPBD_OK, "with kernels");
    check_true(self, holds(folder, "formulas.c", UNIT), "the unit of formulas, again");
    check_true(self,
               holds(folder, "kernels_f32.c", "#define XPBD_KERNELS avx2\n#define XPBD_KERNELS_SCALAR 32\n" UNIT) &&
                   holds(folder, "kernels_f64.c", "#define XPBD_KERNELS avx2\n#define XPBD_KERNELS_SCALAR 64\n" UNIT),
               "kernels in float and in double");
    check_control(self, !holds(folder, "kernels_f32.c", UNIT), "the one unit is the other");
    xpbd_file_text_free(&text);
    check_true(self, !text.text && text.count == 0, "freed: nothing is left");
  }
  file_put(self, path, "XPBD_REST(a) XPBD_FORMULA(a) XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)", 62);
  if (check_status(self, xpbd_file_text_read(path, &text), XPBD_OK, "one formula")) {
    check_status(self, xpbd_file_write_units(folder, &text, NULL), XPBD_OK, "without values");
    check_true(self,
               holds(folder, "formulas.c",
                     FIRST "#define XPBD_FROM_FILE\n#define XPBD_UNIT_HEADER \"xpbd_formula_file.h\"\n"
                           "#define XPBD_UNIT_LINES XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1, 0, 0)\n\n"
                           "#include \"solver/unit.h\"\n#include \"foreign/file_unit.h\"\n"),
               "its unit");
    check_status(self, xpbd_file_write_units("/dev/null", &text, NULL), XPBD_ERR_IO, "no folder");
    check_said(self, "/dev/null/xpbd_formula_file.h cannot be written: Not a directory", "which");
    xpbd_file_text_free(&text);
  }
  folder_remove(folder);
}

/* ---- the command ---- */

/// Replaces `what` in the text by a word that is not longer.
static void put_word(char *text, const char *what, const char *word) {
  for (char *at = text; (at = strstr(at, what)); at += strlen(word)) {
    memcpy(at, word, strlen(word));
    memmove(at + strlen(word), at + strlen(what), strlen(at + strlen(what)) + 1);
  }
}

/// The command that a script recorded, with FOLDER and HEADERS in place of the real paths.
static const char *recorded(const char *folder, const char *name, const char *headers) {
  static char found[16384];
  char place[512] = "";
  FILE *file = fopen(folder_path(folder, name), "r");
  if (!file) return "none";
  found[fread(found, 1, sizeof found - 1, file)] = '\0';
  fclose(file);
  const char *temporary = strstr(found, "TMPDIR=");
  if (temporary) snprintf(place, sizeof place, "%.*s", (int)strcspn(temporary + 7, "\n"), temporary + 7);
  if (place[0]) put_word(found, place, "FOLDER");
  put_word(found, headers, "HEADERS");
  return found;
}

#define FLAGS                                                                                                          \
  "-std=c11\n-D_POSIX_C_SOURCE=200809L\n-DNDEBUG\n-ffp-contract=off\n-fno-math-errno\n-fno-trapping-math\n"            \
  "-fno-tree-slp-vectorize\n-fPIC\n-fvisibility=hidden\n-Wall\n-Wextra\n-Wdouble-promotion\n-Wfloat-conversion\n"      \
  "-Wno-unused-function\n-Wno-pass-failed\n-Werror=implicit-function-declaration\n-Werror=implicit-int\n"              \
  "-Werror=int-conversion\n-Werror=pointer-to-int-cast\n-Werror=int-to-pointer-cast\n"                                 \
  "-Werror=return-type\n-Werror=uninitialized\n-Wno-error=maybe-uninitialized\n-Wno-unknown-warning-option\n"          \
  "-fdiagnostics-color=never\n"
#define REST(unit)                                                                                                     \
  "-IFOLDER\n-IHEADERS\n-IHEADERS/include\n-IHEADERS/../..\n-c\n-o\nFOLDER/" unit ".o\nFOLDER/" unit ".c\n"            \
  "LC_ALL=C\nTMPDIR=FOLDER\n"

typedef struct machine {
  char *folder, file[512], script[512], compiler[4096];
  const char *headers;
  xpbd_file_text text;
} machine;

static bool machine_make(check *self, machine *m) {
  *m = (machine){.folder = folder_make(self), .headers = XPBD_SOURCE_DIR "/lib"};
  if (!m->folder) return false;
  snprintf(m->script, sizeof m->script, "%s", folder_path(m->folder, "compiler"));
  return check_status(self, xpbd_file_text_read(XPBD_SOURCE_DIR "/tests/formulas/fung.h", &m->text), XPBD_OK, "fung");
}

static void machine_free(machine *m) {
  xpbd_file_text_free(&m->text);
  folder_remove(m->folder);
}

/// Compiles with a script of these commands, as a compiler whose command continues with `words`.
static xpbd_status compile_by(check *self, machine *m, const char *commands, const char *words,
                              const char *instructions) {
  char script[4096];
  snprintf(script, sizeof script, "#!/bin/sh\n%s\n", commands);
  file_put(self, m->script, script, strlen(script));
  chmod(m->script, 0700);
  snprintf(m->compiler, sizeof m->compiler, "%s%s", m->script, words);
  const xpbd_formula_file_options options = {.compiler = m->compiler, .headers = m->headers};
  xpbd_file_object object;
  const xpbd_status status = xpbd_file_compile("my.h", &m->text, &options, instructions, &object);
  xpbd_file_object_free(&object);
  return status;
}

static void command(check *self, int unused) {
  static const struct {
    const char *instructions, *flags;
  } kernels[] = {{"baseline", "-O3\n"},
                 {"avx2", "-O3\n-march=haswell\n"},
                 {"avx512", "-O3\n-march=skylake-avx512\n-mprefer-vector-width=512\n"}};
  machine m;
  char commands[1024], expected[8192];
  if (!machine_make(self, &m)) return;
  snprintf(commands, sizeof commands,
           "for last; do :; done\n{ printf '%%s\\n' \"$@\"; env | grep '^LC_ALL=\\|^TMPDIR=' | sort; } "
           ">'%s'/$(basename -- \"$last\").words",
           m.folder);
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    check_status(self, compile_by(self, &m, commands, "  -extra\t-words ", kernels[k].instructions),
                 XPBD_ERR_UNAVAILABLE, "nothing is made");
    snprintf(expected, sizeof expected, "my.h: '%s' made no object: No such file or directory; is it a C compiler?",
             m.compiler);
    check_said(self, expected, "%s", kernels[k].instructions);
    const char *found = recorded(m.folder, "formulas.c.words", m.headers);
    check_true(self, strcmp(found, "-extra\n-words\n" FLAGS "-O1\n" REST("formulas")) == 0, "%s: the formulas: %s",
               kernels[k].instructions, found);
    snprintf(expected, sizeof expected, "-extra\n-words\n" FLAGS "%s" REST("kernels_f32"), kernels[k].flags);
    found = recorded(m.folder, "kernels_f32.c.words", m.headers);
    check_true(self, strcmp(found, expected) == 0, "%s: kernels in float: %s", kernels[k].instructions, found);
    check_control(self, strcmp(recorded(m.folder, "kernels_f64.c.words", m.headers), expected) != 0, "the other's");
    snprintf(expected, sizeof expected, "-extra\n-words\n" FLAGS "%s" REST("kernels_f64"), kernels[k].flags);
    check_true(self, strcmp(recorded(m.folder, "kernels_f64.c.words", m.headers), expected) == 0, "%s: in double",
               kernels[k].instructions);
    found = recorded(m.folder, "-lm.words", m.headers);
    check_true(
        self,
        strcmp(
            found,
            "-extra\n-words\n-shared\n-nostartfiles\n-o\nFOLDER/formula.so\nFOLDER/formulas.o\nFOLDER/kernels_f32.o\n"
            "FOLDER/kernels_f64.o\n-lm\nLC_ALL=C\nTMPDIR=FOLDER\n") == 0,
        "%s: linked: %s", kernels[k].instructions, found);
    for (int u = 0; u < XPBD_FILE_UNITS; u++) {
      snprintf(expected, sizeof expected, "%s.words", xpbd_file_units[u].source);
      unlink(folder_path(m.folder, expected));
    }
  }
  check_status(self, compile_by(self, &m, commands, "", NULL), XPBD_ERR_UNAVAILABLE, "without kernels");
  check_true(self, strcmp(recorded(m.folder, "formulas.c.words", m.headers), FLAGS "-O1\n" REST("formulas")) == 0,
             "the formulas alone");
  check_true(self, strcmp(recorded(m.folder, "kernels_f32.c.words", m.headers), "none") == 0, "no kernels");
  /* a command may have 64 words and 1023 characters besides our own; longer ones are refused */
  char many[3][2048] = {"", "", ""};
  for (int k = 1; k < 64; k++) sprintf(many[0] + strlen(many[0]), " -D%d", k);
  strcat(strcpy(many[1], many[0]), " -D64");
  sprintf(many[2], " -D%0*d", (int)(1023 - 3 - strlen(m.script)), 1);
  check_status(self, compile_by(self, &m, commands, many[0], "avx512"), XPBD_ERR_UNAVAILABLE, "64 words");
  const char *found = recorded(m.folder, "kernels_f64.c.words", m.headers);
  check_true(self, strstr(found, "\n-D63\n" FLAGS) && strstr(found, REST("kernels_f64")), "all of them: %s", found);
  check_status(self, compile_by(self, &m, commands, many[2], NULL), XPBD_ERR_UNAVAILABLE, "1023 characters");
  strcat(many[2], "2");
  for (int k = 1; k < 3; k++) {
    check_status(self, compile_by(self, &m, commands, many[k], NULL), XPBD_ERR_INVALID_ARGUMENT, "more, %d", k);
    snprintf(expected, sizeof expected,
             "the C compiler must be a command of at most 64 words and 1023 characters, not '%.40s...'", m.compiler);
    check_said(self, expected, "more, %d", k);
  }
  machine_free(&m);
}

/* ---- how the compiler ends ---- */

static void endings(check *self, int unused) {
#define LINKS "case \"$*\" in *-shared*) "
  static const struct {
    const char *commands;
    xpbd_status status;
    const char *words; ///< %s: the compiler.
  } cases[] = {
      {"exit 1", XPBD_ERR_BAD_FILE, "my.h: the compiler says: the compiler failed and said nothing"},
      {"echo '<formula>:7:3: error: wrong' >&2; exit 1", XPBD_ERR_BAD_FILE, "my.h:7: wrong"},
      {LINKS "echo no library; exit 1 ;; esac", XPBD_ERR_BAD_FILE, "my.h: the compiler says: no library"},
      {"kill -9 $$", XPBD_ERR_UNAVAILABLE, "my.h: the compiler '%s' was ended by signal 9"},
      {LINKS "kill -15 $$ ;; esac", XPBD_ERR_UNAVAILABLE, "my.h: the compiler '%s' was ended by signal 15"},
      {"exit 127", XPBD_ERR_UNAVAILABLE, "my.h: the compiler '%s' does not start: not found; CC selects another"},
      {"kill -XCPU $$", XPBD_ERR_BAD_FILE,
       "my.h: the compiler '%s' did not finish within 86400 s; XPBD_FORMULA_SECONDS allows more"},
      {"exit 0", XPBD_ERR_UNAVAILABLE, "my.h: '%s' made no object: No such file or directory; is it a C compiler?"},
  };
  machine m;
  char expected[8192];
  if (!machine_make(self, &m)) return;
  setenv("XPBD_FORMULA_SECONDS", "86400", 1);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const char *at = strstr(cases[k].words, "%s");
    check_status(self, compile_by(self, &m, cases[k].commands, "", "baseline"), cases[k].status, "%s",
                 cases[k].commands);
    snprintf(expected, sizeof expected, "%.*s%s%s", (int)(at ? at - cases[k].words : 0), cases[k].words,
             at ? m.compiler : "", at ? at + 2 : cases[k].words);
    check_said(self, expected, "%s", cases[k].commands);
  }
  for (int cut = 0; cut < 2; cut++) { /* only so much of its output is read: 6 letters, these, and a line of 28 */
    enum { READ = 1 << 18 };
    char commands[256];
    snprintf(commands, sizeof commands,
             "echo first; head -c %d /dev/zero | tr '\\0' x; echo; echo '<formula>:7:3: error: wrong'; exit 1",
             cut ? READ - 6 : READ - 6 - 1 - 28);
    check_status(self, compile_by(self, &m, commands, "", NULL), XPBD_ERR_BAD_FILE, "a long error, %d", cut);
    check_said(self, cut ? "my.h: the compiler says: first" : "my.h:7: wrong", "a long error, %d", cut);
  }
  const xpbd_formula_file_options nowhere = {.headers = m.headers};
  xpbd_file_object object;
  setenv("CC", "no/such compiler", 1);
  check_status(self, xpbd_file_compile("my.h", &m.text, &nowhere, NULL, &object), XPBD_ERR_UNAVAILABLE, "none");
  check_said(self,
             "my.h: the compiler 'no/such compiler' does not start: No such file or directory; CC selects another",
             "no compiler");
  setenv("CC", " \t", 1); /* counts as not set */
  check_control(self, xpbd_file_compile("my.h", &m.text, &nowhere, NULL, &object) == XPBD_OK, "one that is");
  check_true(self, object.descriptor >= 0 && object.compiler && strcmp(object.compiler, " \t") != 0 && object.warnings,
             "an object, of a compiler, without warnings");
  xpbd_file_object_free(&object);
  check_true(self, object.descriptor == -1 && !object.compiler, "freed");
  unsetenv("CC");
  static const char *const seconds[] = {"0", "86401", "-1", "1x", "x", "1.5"};
  int found = -7;
  for (size_t k = 0; k < sizeof seconds / sizeof *seconds; k++) {
    setenv("XPBD_FORMULA_SECONDS", seconds[k], 1);
    check_status(self, xpbd_file_find_seconds(&found), XPBD_ERR_INVALID_ARGUMENT, "%s s", seconds[k]);
    snprintf(expected, sizeof expected,
             "XPBD_FORMULA_SECONDS=%s: the compiler's time limit must be 1 to 86400 whole seconds", seconds[k]);
    check_said(self, expected, "%s s", seconds[k]);
  }
  static const char *const right[] = {"1", "86400", "", NULL};
  static const int taken[] = {1, 86400, 120, 120};
  for (int k = 0; k < 4; k++) {
    if (right[k])
      setenv("XPBD_FORMULA_SECONDS", right[k], 1);
    else
      unsetenv("XPBD_FORMULA_SECONDS");
    check_status(self, xpbd_file_find_seconds(&found), XPBD_OK, "seconds, case %d", k);
    check_same(self, (uint64_t)found, (uint64_t)taken[k], "seconds, case %d", k);
  }
  machine_free(&m);
}

void check_group_foreign(check_registry *registry) {
  check_add(registry, "code", "comments, strings and what #if 0 leaves out are no code", code, 0);
  check_add(registry, "refused", "what is no file of formulas, with the place and the reason", refused, 0);
  check_add(registry, "units", "entries, and the texts that a compiler is given", units, 0);
  check_add(registry, "command", "the compiler's command, word for word", command, 0);
  check_add(registry, "endings", "how a compiler ends, and what is said of it", endings, 0);
  check_foreign_commands(registry);
  check_foreign_fence(registry);
}
