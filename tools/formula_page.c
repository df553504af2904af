/* Why this file exists: makes docs/made/formulas.md from the list of formulas and the opening comment of each header.
 * So the page cannot disagree with the code. It is a program because it is compiled with the list.
 *
 *   formula_page SOURCE                print the page
 *   formula_page SOURCE FILE           compare with FILE; exit code 1 if it differs
 *   formula_page SOURCE --write FILE   write it, unless there was an error
 *
 * A formula belongs to the header in lib/formula with a line that begins with a macro of its name. The macro is
 * XPBD_FORMULA(name), or one that a family defines. It is an error if no header or two headers match. */
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/formula_words.h"
#include "xpbd/formula.h"

enum { MAX_HEADERS = 64, MAX_FORMULAS = 512, LARGEST = 1 << 20 };

typedef struct header {
  char name[64];
  char *text; /* Owned. */
} header;

static header headers[MAX_HEADERS];
static int header_count;
static int header_of[MAX_FORMULAS]; /* index of each formula's header */

static bool fail(const char *what, const char *name) {
  fprintf(stderr, "formula_page: %s: %s\n", name, what);
  return false;
}

/* Read a whole file as text. NULL after a message. */
static char *read_text(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = file ? malloc(LARGEST + 1) : NULL;
  size_t length = 0;
  if (text) {
    length = fread(text, 1, LARGEST, file);
    text[length] = '\0';
  }
  const bool good = text && !ferror(file) && length < LARGEST;
  if (file) fclose(file);
  if (good) return text;
  fail(file ? "cannot be read or is too large" : strerror(errno), path);
  free(text);
  return NULL;
}

static int by_name(const void *left, const void *right) {
  return strcmp(((const header *)left)->name, ((const header *)right)->name);
}

/* Read all headers but the lists of them, which name every formula and define none. */
static bool read_headers(const char *source) {
  char folder[4096], path[4352];
  snprintf(folder, sizeof folder, "%s/lib/formula", source);
  DIR *directory = opendir(folder);
  if (!directory) return fail(strerror(errno), folder);
  bool good = true;
  for (struct dirent *entry; good && (entry = readdir(directory)) != NULL;) {
    const size_t length = strlen(entry->d_name);
    if (length < 3 || strcmp(entry->d_name + length - 2, ".h") != 0 || strcmp(entry->d_name, "list.h") == 0) continue;
    if (header_count == MAX_HEADERS || length >= sizeof headers[0].name) {
      good = fail("too many headers, or too long a name", entry->d_name);
      continue;
    }
    header *h = &headers[header_count++];
    memcpy(h->name, entry->d_name, length + 1);
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    good = (h->text = read_text(path)) != NULL;
  }
  closedir(directory);
  qsort(headers, (size_t)header_count, sizeof *headers, by_name);
  return good;
}

/* Whether a line of the text begins with XPBD_<CAPITALS>(name, followed by a comma or a bracket. */
static bool defines(const char *text, const char *name) {
  const size_t length = strlen(name);
  for (const char *line = text; line; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    if (strncmp(line, "XPBD_", 5) != 0) continue;
    const char *at = line + strspn(line, "XPBD_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    if (*at++ != '(' || strncmp(at, name, length) != 0) continue;
    if (at[length] == ',' || at[length] == ')') return true;
  }
  return false;
}

static bool find_headers(void) {
  bool good = xpbd_formula_count() <= MAX_FORMULAS || fail("too many formulas", "list.h");
  for (int i = 0; good && i < xpbd_formula_count(); i++) {
    const char *name = xpbd_formula_at(i)->name;
    header_of[i] = -1;
    for (int h = 0; h < header_count; h++) {
      if (!defines(headers[h].text, name)) continue;
      if (header_of[i] >= 0) return fail("is defined in two headers of lib/formula", name);
      header_of[i] = h;
    }
    if (header_of[i] < 0) return fail("is defined in no header of lib/formula", name);
  }
  return good;
}

/* Write the opening comment, without its decoration. */
static bool put_comment(const header *h, FILE *out) {
  const char *at = h->text, *end = strstr(h->text, "*/");
  if (strncmp(at, "/* ", 3) != 0 || !end) return fail("opens with no comment", h->name);
  at += 3;
  while (end > at && (end[-1] == ' ' || end[-1] == '\n')) end--;
  fputs("```text\n", out);
  while (at < end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    fprintf(out, "%.*s\n", (int)(stop - at), at);
    at = stop + (stop < end);
    if (strncmp(at, " * ", 3) == 0)
      at += 3;
    else if (strncmp(at, " *\n", 3) == 0)
      at += 2;
  }
  fputs("```\n\n", out);
  return true;
}

/* Write a text into a cell of a table. */
static void put_cell(const char *text, FILE *out) {
  for (; *text; text++) {
    if (strchr("|*_<>[]`\\", *text)) fputc('\\', out);
    fputc(*text, out);
  }
}

static void put_formula(const xpbd_formula_info *info, FILE *out) {
  char traits[128], a[32], b[32], c[32];
  fprintf(out, "| `%s` | ", info->name);
  put_cell(info->about, out);
  fprintf(out, " | %s | %d | %d | %s | %s | ", formula_element_word(info->element), info->arity, info->rows,
          formula_traits_text(info->traits, traits, sizeof traits), info->unit);
  for (int k = 0; k < info->material_count; k++) {
    const xpbd_material *m = &info->material[k];
    fprintf(out, "%s`%s` = %s [%s], %s to %s", k ? "<br>" : "", m->name, formula_number_text(m->standard, a), m->unit,
            formula_number_text(m->minimum, b), formula_number_text(m->maximum, c));
  }
  for (const xpbd_formula_field *field = info->fields; field && field->name; field++) {
    char words[160];
    fprintf(out, "<br>field `%s`, %s", formula_field_text(field, words, sizeof words), field->about);
  }
  fputs(" | ", out);
  put_cell(info->source, out);
  fputs(" |\n", out);
}

static void put_glossary(FILE *out) {
  fputs("## Words\n\n| element | a constraint takes |\n|---|---|\n", out);
  for (int e = 0; e < XPBD_ELEMENTS; e++)
    fprintf(out, "| %s | %s |\n", formula_element_word((xpbd_element)e), formula_element_about((xpbd_element)e));
  fputs("\n| trait | meaning |\n|---|---|\n", out);
  unsigned bit;
  const char *word, *about;
  for (int t = 0; (word = formula_trait_word(t, &bit, &about)) != NULL; t++) fprintf(out, "| %s | %s |\n", word, about);
}

static bool put_page(FILE *out) {
  fputs("<!-- Made by `./run docs` from lib/formula, and compared by a test. Change the headers, not this. -->\n"
        "# Formulas\n\n"
        "Each formula is a constraint C(x). The solver minimises C^2 / (2 compliance).\n"
        "Each section is a header of `lib/formula`, with its opening comment.\n"
        "A formula of several rows makes several constraints on one element.\n"
        "All constraints of a set share the numbers of a material: default, unit, range.\n"
        "A field is a number or a direction of each element, from `--constraint` or a mesh file.\n"
        "`xpbd-bench --list=formulas` lists the formulas of a build, and the backends that run each.\n\n",
        out);
  bool shown[MAX_HEADERS] = {false};
  for (int i = 0; i < xpbd_formula_count(); i++) { /* in the order of the list */
    const int h = header_of[i];
    if (shown[h]) continue;
    shown[h] = true;
    fprintf(out, "## %s\n\n", headers[h].name);
    if (!put_comment(&headers[h], out)) return false;
    fputs("| formula | | on | particles | rows | traits | C in | material | source "
          "|\n|---|---|---|---|---|---|---|---|---|\n",
          out);
    for (int k = i; k < xpbd_formula_count(); k++)
      if (header_of[k] == h) put_formula(xpbd_formula_at(k), out);
    fputc('\n', out);
  }
  put_glossary(out);
  return true;
}

/* Whether the page equals the file. Prints the first line that differs. */
static bool compare(const char *made, const char *path) {
  char *kept = read_text(path);
  bool same = kept != NULL && strcmp(kept, made) == 0;
  if (kept && !same) {
    int line = 1;
    for (size_t i = 0; kept[i] && kept[i] == made[i]; i++) line += kept[i] == '\n';
    fprintf(stderr, "%s:%d: differs from lib/formula; ./run docs rewrites it\n", path, line);
  }
  free(kept);
  return same;
}

static bool write_page(const char *made, const char *path) {
  FILE *file = fopen(path, "wb");
  const bool written = file && fputs(made, file) >= 0;
  if (file && fclose(file) == 0 && written) return true;
  return fail(strerror(errno), path);
}

static bool make_page(char **made) {
  size_t length; // of the page, which ends with a '\0'
  FILE *out = open_memstream(made, &length);
  const bool put = out && put_page(out), whole = out && !ferror(out);
  if (out && fclose(out) == 0 && whole && *made) return put;
  return fail("out of memory", "page");
}

int main(int argc, char **argv) {
  char *made = NULL;
  const bool write = argc == 4 && strcmp(argv[2], "--write") == 0;
  if (argc < 2 || (argc > 3 && !write)) {
    fputs("usage: formula_page SOURCE [FILE | --write FILE]\n", stderr);
    return 1;
  }
  bool good = read_headers(argv[1]) && find_headers() && make_page(&made);
  if (good && write) good = write_page(made, argv[3]);
  if (good && argc == 3) good = compare(made, argv[2]);
  if (good && argc == 2) good = fputs(made, stdout) >= 0 && fflush(stdout) == 0;
  free(made);
  for (int h = 0; h < header_count; h++) free(headers[h].text);
  return good ? 0 : 1;
}
