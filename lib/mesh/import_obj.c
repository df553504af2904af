/* Why this file exists: the strict pass over Wavefront OBJ. Only 'v', 'vt' and 'f' matter to a solver; all other
 * statements of the format are recognised and left out. A seam of texture coordinates splits nothing. Anything that is
 * no statement of the format is an error: most files that are not OBJ end at their first line. */
#include <string.h>

#include "mesh/import.h"

enum { MOST_NUMBERS = 7, MOST_TEXTURE_NUMBERS = 3 }; /* x y z, and w or a colour, or both; u v w */

/* The statement being read; a backslash at the end of a line continues it. */
typedef struct statement {
  enum { NOTHING, VERTEX, TEXTURE, FACE, IGNORED } kind;
  int64_t line; /* where it began */
  int number_count;
  double numbers[MOST_NUMBERS];
  size_t corner_count;
  int64_t corners[XPBD_POLYGON_LIMIT + 1];         /* one more than allowed, so that too many are noticed */
  int64_t texture_corners[XPBD_POLYGON_LIMIT + 1]; /* -1 = none */
} statement;

static const char *const ignored_words[] = {
    "vn",    "vp",     "p",      "l",        "g",        "o",          "s",        "usemtl", "mtllib",
    "mg",    "bevel",  "lod",    "deg",      "bmat",     "step",       "cstype",   "curv",   "curv2",
    "surf",  "parm",   "trim",   "hole",     "scrv",     "sp",         "end",      "con",    "ctech",
    "stech", "usemap", "maplib", "c_interp", "d_interp", "shadow_obj", "trace_obj"};

static xpbd_status begin_statement(const xpbd_text *text, const char *word, statement *now) {
  now->line = text->number;
  now->number_count = 0;
  now->corner_count = 0;
  now->kind = NOTHING;
  if (strcmp(word, "v") == 0) now->kind = VERTEX;
  if (strcmp(word, "vt") == 0) now->kind = TEXTURE;
  if (strcmp(word, "f") == 0 || strcmp(word, "fo") == 0) now->kind = FACE; /* fo: the same in old files */
  for (size_t i = 0; i < sizeof ignored_words / sizeof *ignored_words; i++)
    if (strcmp(word, ignored_words[i]) == 0) now->kind = IGNORED;
  if (now->kind == NOTHING)
    return xpbd_text_fail(text, "'%s' is no statement of an OBJ file; the file is damaged or of another kind",
                          xpbd_text_show(word).text);
  return XPBD_OK;
}

/* An index as OBJ counts: from 1, or backwards from the last of the `count` so far, which is -1. */
static xpbd_status resolve(const xpbd_text *text, const char *shown, const char *what, int64_t index, size_t count,
                           int64_t *out) {
  if (index == 0) return xpbd_text_fail(text, "corner '%s': %s are counted from 1", shown, what);
  if (index < 0 && -index > (int64_t)count)
    return xpbd_text_fail(text, "corner '%s' counts back further than the %zu %s before it", shown, count, what);
  *out = index > 0 ? index - 1 : (int64_t)count + index;
  return XPBD_OK;
}

/* "7", "7/1", "7//3", "7/1/3". The normal is not used, but has to be well formed. A file may number texture coordinates
 * without having any; those mean nothing. */
static xpbd_status read_corner(const xpbd_text *text, char *word, const xpbd_polygons *polygons, int64_t *vertex,
                               int64_t *texture) {
  const xpbd_shown shown = xpbd_text_show(word);
  int64_t index = 0, parts[3] = {0};
  char *rest = strchr(word, '/');
  bool has_texture = false;
  if (rest) *rest++ = '\0';
  bool good = xpbd_text_integer(word, &index);
  for (int part = 1; rest && good; part++) {
    char *next = strchr(rest, '/');
    if (next) *next++ = '\0';
    const bool empty = part == 1 && next && *rest == '\0';
    good = part <= 2 && (empty || xpbd_text_integer(rest, &parts[part]));
    has_texture = has_texture || (part == 1 && !empty);
    rest = next;
  }
  if (!good) return xpbd_text_fail(text, "'%s' is not a corner of a face", shown.text);
  *texture = -1;
  if (has_texture && (parts[1] > 0 || polygons->texture_count > 0))
    XPBD_TRY(resolve(text, shown.text, "texture coordinates", parts[1], polygons->texture_count, texture));
  return resolve(text, shown.text, "vertices", index, polygons->vertex_count, vertex);
}

static xpbd_status read_word(const xpbd_text *text, char *word, const xpbd_polygons *polygons, statement *now) {
  if (now->kind == VERTEX) {
    if (now->number_count == MOST_NUMBERS)
      return xpbd_text_fail(text, "a vertex of more than %d numbers", MOST_NUMBERS);
    return xpbd_text_coordinate(text, word, "vertex", &now->numbers[now->number_count++]);
  }
  if (now->kind == TEXTURE) { /* u, v, and a depth that only solid textures have */
    if (now->number_count == MOST_TEXTURE_NUMBERS)
      return xpbd_text_fail(text, "texture coordinates of more than %d numbers", MOST_TEXTURE_NUMBERS);
    return xpbd_text_coordinate(text, word, "texture coordinates", &now->numbers[now->number_count++]);
  }
  if (now->kind == FACE && now->corner_count <= XPBD_POLYGON_LIMIT) {
    const size_t at = now->corner_count++;
    return read_corner(text, word, polygons, &now->corners[at], &now->texture_corners[at]);
  }
  return XPBD_OK;
}

static xpbd_status end_statement(const xpbd_text *text, statement *now, xpbd_polygons *polygons) {
  if (now->kind == VERTEX) {
    const int count = now->number_count;
    if (count < 3) return xpbd_text_fail(text, "a vertex needs 3 numbers, here are %d; is the file cut off?", count);
    if (count == 5) return xpbd_text_fail(text, "a vertex of %d numbers; 3, 4, 6 or 7 have a meaning", count);
    const bool has_weight = count == 4 || count == 7;
    if (has_weight && now->numbers[3] != 1)
      return xpbd_text_fail(text, "a vertex of weight %g; only 1 has a meaning in a mesh", now->numbers[3]);
    XPBD_TRY(xpbd_polygons_add_vertex(polygons, now->numbers));
  }
  if (now->kind == TEXTURE) {
    if (now->number_count == 0)
      return xpbd_text_fail(text, "texture coordinates of %d numbers; is the file cut off?", now->number_count);
    if (now->number_count == 1) now->numbers[1] = 0; /* as the format says */
    XPBD_TRY(xpbd_polygons_add_texture(polygons, now->numbers));
  }
  if (now->kind == FACE) {
    XPBD_TRY(xpbd_polygons_add_face(polygons, now->corners, now->corner_count, now->line));
    XPBD_TRY(xpbd_polygons_add_texture_face(polygons, now->texture_corners, now->corner_count));
  }
  now->kind = NOTHING;
  return XPBD_OK;
}

xpbd_status xpbd_scan_obj(xpbd_text *text, xpbd_polygons *out) {
  statement now = {0};
  bool more;
  out->by_line = true;
  out->base = 1;
  for (;;) {
    XPBD_TRY(xpbd_text_next(text, &more));
    if (!more) break;
    char *cursor = text->line, *word;
    const size_t length = strcspn(cursor, "#"); /* a comment reaches to the end of the line */
    cursor[length] = '\0';
    const bool continued = length > 0 && cursor[length - 1] == '\\';
    if (continued) cursor[length - 1] = '\0';
    while ((word = xpbd_text_token(&cursor)))
      if (now.kind == NOTHING)
        XPBD_TRY(begin_statement(text, word, &now));
      else
        XPBD_TRY(read_word(text, word, out, &now));
    if (!continued) XPBD_TRY(end_statement(text, &now, out));
  }
  return end_statement(text, &now, out);
}
