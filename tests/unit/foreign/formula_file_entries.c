/* Why this file exists: an entry of a file can only be judged once it is compiled. Each wrong one gives its own
 * sentence with its numbers. The smallest values that an entry may have are accepted. */
#include <stdio.h>
#include <string.h>

#include "foreign/file.h"
#include "unit/parts.h"
#include "runner/folder.h"
#include "xpbd/formula.h"
#include "xpbd/formula_file.h"

/// Loads a file with a formula of that name and that entry.
static xpbd_status load(check *self, const char *path, const char *name, const char *entry, int *index) {
  const xpbd_formula_file_options options = {.without_kernels = true};
  char text[1024];
  snprintf(text, sizeof text,
           "#define NONE (-1)\n#define ZERO 0\nXPBD_REST(%s) { }\nXPBD_VALUE(%s) { return x[0].x; }\n%s\n", name, name,
           entry);
  *index = -1;
  if (!file_put(self, path, text, strlen(text))) return XPBD_ERR_IO;
  return xpbd_formula_file_load(path, &options, index);
}

#define TEXTS  "\"m\", \"-\", \"-\", "
#define NUMBER "{\"k\", \"1\", 2.0, 0.0, 9.0}"
#define PLAIN  "XPBD_PLAIN, " TEXTS NUMBER

/* An entry with fields behind it. */
#define FIELDS(...)     "2, 4, 1, 1, XPBD_ON_EDGES, " PLAIN ") XPBD_FORMULA_FIELDS(mine, " __VA_ARGS__
#define FIELD(name, at) "{\"" name "\", \"1\", \"-\", " at ", 1, {0.5}, 0.0, 1.0}"

/* Numbers have names where digits would not compile. What is said of each stands in tests/golden/errors/entries.exact. */
static const char *const wrong[] = {
    "2, 1, 1, 1, (xpbd_element)6, " PLAIN,
    "1, 1, 1, 1, XPBD_ON_EDGES, " PLAIN,
    "3, 1, 1, 1, XPBD_ON_OPPOSITES, " PLAIN,
    "2, 1, 1, 1, XPBD_ON_CORNERS, " PLAIN,
    "1, 1, 1, 1, XPBD_ON_TRIANGLES, " PLAIN,
    "3, 1, 1, 1, XPBD_ON_HINGES, " PLAIN,
    "2, 1, 1, 1, XPBD_ON_TETS, " PLAIN,
    "2, 1, 1, ZERO, XPBD_ON_EDGES, " PLAIN,
    "2, NONE, 1, 1, XPBD_ON_EDGES, " PLAIN,
    "2, 1, NONE, 1, XPBD_ON_EDGES, " PLAIN,
    "2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, 0, \"-\", \"-\", " NUMBER,
    "2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, \"m\", \"-\", 0, " NUMBER,
    "2, 1, 1, 1, XPBD_ON_EDGES, XPBD_SUMMED, " TEXTS NUMBER,
    "2, 1, 1, 1, XPBD_ON_EDGES, XPBD_NODAL, " TEXTS NUMBER,
    "2, 1, 2, 1, XPBD_ON_EDGES, " PLAIN,
    "2, 1, 0, 1, XPBD_ON_EDGES, " PLAIN,
    "2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, " TEXTS "{\"k\", 0, 2.0, 0.0, 9.0}",
    "2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, " TEXTS "{\"k\", \"1\", 2.0, -INFINITY, 9.0}",
    "2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, " TEXTS "{\"2k\", \"1\", 2.0, 0.0, 9.0}",
    "2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, " TEXTS "{\"order\", \"1\", 2.0, 0.0, 9.0}",
    FIELDS("{\"beta\", \"1\", \"-\", 0, 1, {0.5}, 0.0, 1.0}"),
    FIELDS("{\"k\", \"1\", \"-\", 0, 1, {0.5}, 0.0, 1.0}"),
    FIELDS("{\"a\", \"1\", 0, 0, 1, {0.5}, 0.0, 1.0}"),
    FIELDS("{\"a\", \"1\", \"-\", 0, 2, {0.5}, 0.0, 1.0}"),
    FIELDS("{\"a\", \"1\", \"-\", 2, 3, {0.5}, 0.0, 1.0}"),
    FIELDS("{\"a\", \"1\", \"-\", 0, 3, {0.5}, 0.0, 0.0}, {\"b\", \"1\", \"-\", 2, 1, {0.5}, 0.0, 1.0}"),
    FIELDS("{\"a\", \"1\", \"-\", 0, 1, {0.5}, 1.0, 0.0}"),
    FIELDS("{\"a\", \"1\", \"-\", 0, 1, {1.5}, 0.0, 1.0}"),
    FIELDS("{\"a\", \"1\", \"-\", 0, 3, {0.0}, 0.0, 0.0}"),
    FIELDS(FIELD("a", "0") ", " FIELD("b", "1") ", " FIELD("c", "2") ", " FIELD("d", "3") ", " FIELD("e", "4")),
};

static void refused(check *self, int unused) {
  char *folder = folder_make(self), path[512], entry[512];
  int index;
  snprintf(path, sizeof path, "%s", folder_path(folder, "formula.h"));
  const int before = xpbd_formula_count();
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    snprintf(entry, sizeof entry, "XPBD_FORMULA_ENTRY(mine, %s)", wrong[k]);
    check_status(self, load(self, path, "mine", entry, &index), XPBD_ERR_BAD_FILE, "entry %zu", k);
    check_true(self, index == -1, "%s: no place", wrong[k]);
  }
  check_same(self, (uint64_t)xpbd_formula_count(), (uint64_t)before, "formulas");
  check_control(self,
                load(self, path, "mine", "XPBD_FORMULA_ENTRY(mine, 2, 1, 1, 1, XPBD_ON_EDGES, " PLAIN ")", &index) ==
                    XPBD_OK,
                "a right one");
}

static void taken(check *self, int unused) {
  static const char without[] = "XPBD_FORMULA_ENTRY(mine, 2, 0, 0, 1, XPBD_ON_OPPOSITES, XPBD_PLAIN, " TEXTS "{0})";
  char *folder = folder_make(self), path[512], again[512];
  int first, second;
  snprintf(path, sizeof path, "%s", folder_path(folder, "formula.h"));
  snprintf(again, sizeof again, "%s", folder_path(folder, "again.h"));
  const int before = xpbd_formula_count();
  if (check_status(self, load(self, path, "mine", without, &first), XPBD_OK, "no numbers at all")) {
    const xpbd_formula_info *info = xpbd_formula_at(first);
    check_true(self, info->rest_count == 0 && info->material_count == 0 && info->element == XPBD_ON_OPPOSITES, "none");
    check_status(self, load(self, again, "mine", without, &second), XPBD_ERR_BAD_FILE, "the same of another file");
  }
  check_status(self,
               load(self, again, "other",
                    "XPBD_FORMULA_ENTRY(other, 3, 1, 1, 1, XPBD_ON_CORNERS, XPBD_PLAIN, " TEXTS
                    "{\"_2k\", \"1\", 2.0, 0.0, 9.0})",
                    &second),
               XPBD_OK, "a number whose name begins with _");
  check_true(self, first == before && second == before + 1, "one behind the other");
  const xpbd_formula_file *file = xpbd_formula_file_of(second);
  check_true(self, file && strcmp(file->path, again) == 0 && file->first == second, "each of its own file");
  check_control(self, xpbd_formula_file_of(first) != file, "the other's file");
}

/* ---- lengths of names, words and paths ---- */

static void told(check *self, const char *words, const char *expected, const char *what) {
  check_status(self, xpbd_file_explain("my.h", words), XPBD_ERR_BAD_FILE, "%s", what);
  check_said(self, expected, "%s", what);
}

/* A name of 47 letters is recognised, one of 48 is left unchanged. An error has room for 464 letters. */
static void lengths(check *self, int unused) {
  enum { MOST = XPBD_FILE_NAME - 1, WORDS = 464 };
  char letters[WORDS + 2] = "", words[1024], expected[1024];
  for (int length = MOST; length <= MOST + 1; length++) {
    const bool fits = length == MOST;
    memset(letters, 'q', sizeof letters - 1);
    letters[length] = '\0';
    snprintf(words, sizeof words,
             "<formula>:9:3: error: redefinition of '%s'\n<formula>:4:3: note: previous definition\n", letters);
    snprintf(expected, sizeof expected,
             fits ? "my.h:9: a second definition of '%s'; the first is in line 4" : "my.h:9: redefinition of '%s'",
             letters);
    told(self, words, expected, "a name defined twice");
    letters[length - 9] = '\0'; /* the other letters are the decoration by a reading */
    snprintf(words, sizeof words, "<formula>:9:3: error: no xpbd_%s_c64\n", letters);
    snprintf(expected, sizeof expected, fits ? "my.h:9: no %s" : "my.h:9: no xpbd_%s_c64", letters);
    told(self, words, expected, "a name of a reading");
  }
  for (int length = WORDS; length <= WORDS + 1; length++) {
    memset(letters, 'q', sizeof letters - 1);
    letters[length] = '\0';
    snprintf(words, sizeof words, "<formula>:9:3: error: %s\n", letters);
    snprintf(expected, sizeof expected, "my.h:9: %.*s", WORDS, letters);
    told(self, words, expected, "a long error");
  }
  char folder[XPBD_FILE_PATH + 1], path[XPBD_FILE_PATH];
  memset(folder, 'f', sizeof folder);
  folder[XPBD_FILE_PATH - 3] = '\0';
  xpbd_file_join(path, folder, "n");
  check_true(self,
             strlen(path) == XPBD_FILE_PATH - 1 && strncmp(path, folder, XPBD_FILE_PATH - 3) == 0 &&
                 strcmp(path + XPBD_FILE_PATH - 3, "/n") == 0,
             "the longest path");
  xpbd_file_join(path, folder, "nn");
  check_control(self, path[0] == '\0', "none is cut off");
}

void check_formula_file_entries(check_registry *registry) {
  check_add(registry, "entries/refused", "what an entry may not say, word for word", refused, 0);
  check_add(registry, "entries/taken", "the least that an entry may say", taken, 0);
  check_add(registry, "entries/lengths", "how long names, errors and paths may be", lengths, 0);
}
