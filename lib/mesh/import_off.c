/* Why this file exists: the strict pass over OFF: a keyword, two counts, the vertices, the faces. */
#include <string.h>

#include "mesh/import.h"

static xpbd_status read_count(const xpbd_text *text, char **cursor, const char *what, int64_t *out) {
  const char *word = xpbd_text_token(cursor);
  if (!word || !xpbd_text_integer(word, out) || *out < 0)
    return xpbd_text_fail(text, "the number of %s is missing or no number", what);
  return XPBD_OK;
}

static xpbd_status read_header(xpbd_text *text, int64_t *vertices, int64_t *faces) {
  static const char *const keywords[] = {"OFF", "COFF", "NOFF", "CNOFF"}; /* colours and normals are left out */
  char *cursor;
  XPBD_TRY(xpbd_text_content(text, "#", "the keyword OFF", &cursor));
  const char *word = xpbd_text_token(&cursor);
  bool known = false;
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) known = known || strcmp(word, keywords[i]) == 0;
  if (!known)
    return xpbd_text_fail(text, "the file begins with '%s'; OFF, COFF, NOFF and CNOFF can be read",
                          xpbd_text_show(word).text);
  if (cursor[strspn(cursor, " \t\v\f")] == '\0') XPBD_TRY(xpbd_text_content(text, "#", "the counts", &cursor));
  XPBD_TRY(read_count(text, &cursor, "vertices", vertices));
  return read_count(text, &cursor, "faces", faces);
}

static xpbd_status read_vertex(xpbd_text *text, int64_t number, int64_t count, xpbd_polygons *out) {
  char *cursor;
  double position[3];
  XPBD_TRY(xpbd_text_content(text, "#", "a vertex", &cursor));
  for (int axis = 0; axis < 3; axis++) {
    const char *word = xpbd_text_token(&cursor);
    if (!word)
      return xpbd_text_fail(text, "vertex %lld of %lld has %d numbers instead of 3", (long long)number + 1,
                            (long long)count, axis);
    XPBD_TRY(xpbd_text_coordinate(text, word, "vertex", &position[axis]));
  }
  return xpbd_polygons_add_vertex(out, position);
}

static xpbd_status read_face(xpbd_text *text, xpbd_polygons *out) {
  char *cursor;
  int64_t count, corners[XPBD_POLYGON_LIMIT];
  XPBD_TRY(xpbd_text_content(text, "#", "a face", &cursor));
  XPBD_TRY(read_count(text, &cursor, "corners", &count));
  for (int64_t k = 0; k < count && k < XPBD_POLYGON_LIMIT; k++) {
    const char *word = xpbd_text_token(&cursor);
    if (!word || !xpbd_text_integer(word, &corners[k]))
      return xpbd_text_fail(text, "corner %lld of %lld is missing or no number", (long long)k + 1, (long long)count);
  }
  const size_t stored = count <= XPBD_POLYGON_LIMIT ? (size_t)count : XPBD_POLYGON_LIMIT;
  if (stored < (size_t)count)
    return xpbd_text_fail(text, "a face of %lld corners; split those of more than %d first", (long long)count,
                          XPBD_POLYGON_LIMIT);
  return xpbd_polygons_add_face(out, corners, stored, text->number);
}

xpbd_status xpbd_scan_off(xpbd_text *text, xpbd_polygons *out) {
  int64_t vertices, faces;
  out->by_line = true;
  XPBD_TRY(read_header(text, &vertices, &faces));
  for (int64_t v = 0; v < vertices; v++) XPBD_TRY(read_vertex(text, v, vertices, out));
  for (int64_t f = 0; f < faces; f++) XPBD_TRY(read_face(text, out));
  return XPBD_OK;
}
