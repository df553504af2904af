/* Why this file exists: the pass over the two files of TetGen ("TetGen's file formats" in its manual): .node with the
 * vertices, .ele with the tets. Numbers begin at 0 or 1, as the first vertex says, and have no gaps. Attributes and
 * boundary markers are counted and skipped. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/import.h"

enum { MOST_HEAD = 4 };

/* Reads the head of a file: `least` to `most` integers. Missing ones keep their values. */
static xpbd_status read_head(xpbd_text *text, const char *what, int most, int64_t *out) {
  char *cursor;
  XPBD_TRY(xpbd_text_content(text, "#", what, &cursor));
  int count = 0;
  for (const char *word; (word = xpbd_text_token(&cursor)); count++) {
    if (count == most) return xpbd_text_fail(text, "%s: more than %d numbers", what, most);
    if (!xpbd_text_integer(word, &out[count]) || out[count] < 0)
      return xpbd_text_fail(text, "%s: '%s' is not a count", what, xpbd_text_show(word).text);
  }
  return XPBD_OK;
}

/* Reads the number at the start of an item. Numbers increase by one. */
static xpbd_status read_number(xpbd_text *text, char **cursor, const char *what, int64_t expected, int64_t *number) {
  const char *word = xpbd_text_token(cursor);
  if (!xpbd_text_integer(word, number))
    return xpbd_text_fail(text, "%s: '%s' is not its number", what, xpbd_text_show(word).text);
  if (expected >= 0 && *number != expected)
    return xpbd_text_fail(text, "found %s %lld instead of %lld", what, (long long)*number, (long long)expected);
  return XPBD_OK;
}

/* Skips exactly `count` more words. */
static xpbd_status skip_words(const xpbd_text *text, char **cursor, const char *what, int64_t count) {
  int64_t found = 0;
  while (xpbd_text_token(cursor)) found++;
  if (found != count)
    return xpbd_text_fail(text, "%s: %lld attributes and markers, but the head of the file says %lld", what,
                          (long long)found, (long long)count);
  return XPBD_OK;
}

/* *base becomes the number of the first vertex. */
static xpbd_status scan_nodes(xpbd_text *text, int64_t *base, xpbd_elements *out) {
  int64_t head[MOST_HEAD] = {0, 3, 0, 0}; /* vertices, dimension, attributes, 1 = boundary markers */
  XPBD_TRY(read_head(text, "the counts of vertices", 4, head));
  if (head[1] != 3) return xpbd_text_fail(text, "vertices of dimension %lld; only 3 can be read", (long long)head[1]);
  if (head[3] > 1) return xpbd_text_fail(text, "%lld boundary markers per vertex, must be 0 or 1", (long long)head[3]);
  for (int64_t i = 0; i < head[0]; i++) {
    char *cursor;
    int64_t number;
    double position[3];
    XPBD_TRY(xpbd_text_content(text, "#", "a vertex", &cursor));
    XPBD_TRY(read_number(text, &cursor, "vertex", i == 0 ? -1 : *base + i, &number));
    if (i == 0 && number != 0 && number != 1)
      return xpbd_text_fail(text, "the first vertex is %lld; vertices are counted from 0 or 1", (long long)number);
    if (i == 0) *base = number;
    for (int axis = 0; axis < 3; axis++) {
      const char *word = xpbd_text_token(&cursor);
      if (!word) return xpbd_text_fail(text, "a vertex has %d coordinates instead of 3", axis);
      XPBD_TRY(xpbd_text_coordinate(text, word, "vertex", &position[axis]));
    }
    XPBD_TRY(skip_words(text, &cursor, "a vertex", head[2] + head[3]));
    XPBD_TRY(xpbd_elements_add_node(out, number, position, text->number));
  }
  return xpbd_text_expect_end(text, "#", NULL, "vertices");
}

static xpbd_status scan_tets(xpbd_text *text, int64_t base, xpbd_elements *out) {
  int64_t head[MOST_HEAD] = {0, 4, 0}; /* tets, corners, attributes */
  XPBD_TRY(read_head(text, "the counts of tets", 3, head));
  if (head[1] != 4 && head[1] != 10)
    return xpbd_text_fail(text, "tets of %lld vertices; TetGen writes 4, or 10 with -o2: is this its file?",
                          (long long)head[1]);
  for (int64_t i = 0; i < head[0]; i++) {
    char *cursor;
    int64_t number, corners[4];
    XPBD_TRY(xpbd_text_content(text, "#", "a tet", &cursor));
    XPBD_TRY(read_number(text, &cursor, "tet", base + i, &number));
    for (int k = 0; k < 4; k++) {
      const char *word = xpbd_text_token(&cursor);
      if (!word || !xpbd_text_integer(word, &corners[k]))
        return xpbd_text_fail(text, "corner %d of tet %lld is missing or not a number", k + 1, (long long)number);
    }
    if (head[1] > 4) XPBD_TEXT_ODD(text, "a curved tet of %lld vertices, of which 4 are corners", (long long)head[1]);
    XPBD_TRY(skip_words(text, &cursor, "a tet", head[1] - 4 + head[2]));
    XPBD_TRY(xpbd_elements_add(out, XPBD_TETS, number, corners, 4, text->number));
  }
  return xpbd_text_expect_end(text, "#", NULL, "tets");
}

/* The path with another extension, in capitals if the given one is. NULL if out of memory. */
static char *with_extension(const char *path, const char *extension) {
  const char *given = strrchr(path, '.') + 1; /* there is one, because the extension selected this reader */
  const size_t stem = (size_t)(given - path), last = strlen(given) - 1, length = strlen(extension);
  char *other = malloc(stem + length + 1);
  if (!other) return NULL;
  memcpy(other, path, stem);
  for (size_t k = 0; k <= length; k++) {
    const int capital = isupper((unsigned char)given[k < last ? k : last]);
    other[stem + k] = (char)(capital ? toupper((unsigned char)extension[k]) : extension[k]);
  }
  return other;
}

static xpbd_status scan_both(xpbd_elements *out) {
  int64_t base = 0;
  xpbd_text text;
  XPBD_TRY(xpbd_text_open(out->path, out->import, &text));
  xpbd_status status = scan_nodes(&text, &base, out);
  xpbd_text_close(&text);
  XPBD_TRY(status);
  XPBD_TRY(xpbd_text_open(out->tets_path, out->import, &text));
  status = scan_tets(&text, base, out);
  xpbd_text_close(&text);
  return status;
}

xpbd_status xpbd_read_tetgen(const char *path, xpbd_import *import, xpbd_mesh *out) {
  char *nodes = with_extension(path, "node"), *tets = with_extension(path, "ele");
  xpbd_elements elements = {.path = nodes, .tets_path = tets, .import = import};
  xpbd_status status;
  if (!nodes || !tets)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: out of memory", path);
  else
    status = scan_both(&elements);
  if (status == XPBD_OK) status = xpbd_elements_mesh(&elements, out);
  xpbd_elements_destroy(&elements);
  free(nodes);
  free(tets);
  return status;
}
