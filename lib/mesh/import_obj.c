/* Why this file exists: the strict pass over Wavefront OBJ. Only 'v' and 'f' matter to a solver; all other statements
 * of the format are recognised and left out, so that a seam of texture coordinates splits nothing. Anything that is
 * no statement of the format is an error: most files that are not OBJ end at their first line. */
#include <string.h>

#include "mesh/import.h"

enum { MOST_NUMBERS = 7 }; /* x y z, and w or a colour, or both */

/* The statement being read; a backslash at the end of a line continues it. */
typedef struct statement {
  enum { NOTHING, VERTEX, FACE, IGNORED } kind;
  int64_t line; /* where it began */
  int number_count;
  double numbers[MOST_NUMBERS];
  size_t corner_count;
  int64_t corners[XPBD_POLYGON_LIMIT + 1]; /* one more than allowed, so that too many are noticed */
} statement;

static const char *const ignored_words[] = {
    "vt",     "vn",    "vp",     "p",      "l",        "g",        "o",          "s",        "usemtl",
    "mtllib", "mg",    "bevel",  "lod",    "deg",      "bmat",     "step",       "cstype",   "curv",
    "curv2",  "surf",  "parm",   "trim",   "hole",     "scrv",     "sp",         "end",      "con",
    "ctech",  "stech", "usemap", "maplib", "c_interp", "d_interp", "shadow_obj", "trace_obj"};

static xpbd_status begin_statement(const xpbd_text *text, const char *word, statement *now) {
  now->line = text->number;
  now->number_count = 0;
  now->corner_count = 0;
  now->kind = NOTHING;
  if (strcmp(word, "v") == 0) now->kind = VERTEX;
  if (strcmp(word, "f") == 0 || strcmp(word, "fo") == 0) now->kind = FACE; /* fo: the same in old files */
  for (size_t i = 0; i < sizeof ignored_words / sizeof *ignored_words; i++)
    if (strcmp(word, ignored_words[i]) == 0) now->kind = IGNORED;
  if (now->kind == NOTHING)
    return xpbd_text_fail(text, "'%s' is no statement of an OBJ file; the file is damaged or of another kind",
                          xpbd_text_show(word).text);
  return XPBD_OK;
}

/* "7", "7/1", "7//3", "7/1/3", or counted back from the last vertex so far: "-1". Only the vertex is used, but the rest
 * has to be well formed. */
static xpbd_status read_corner(const xpbd_text *text, char *word, size_t vertex_count, int64_t *out) {
  const xpbd_shown shown = xpbd_text_show(word);
  int64_t index = 0, unused;
  char *rest = strchr(word, '/');
  if (rest) *rest++ = '\0';
  bool good = xpbd_text_integer(word, &index);
  for (int part = 1; rest && good; part++) {
    char *next = strchr(rest, '/');
    if (next) *next++ = '\0';
    const bool may_be_empty = part == 1 && next;
    good = part <= 2 && ((may_be_empty && *rest == '\0') || xpbd_text_integer(rest, &unused));
    rest = next;
  }
  if (!good) return xpbd_text_fail(text, "'%s' is not a corner of a face", shown.text);
  if (index == 0) return xpbd_text_fail(text, "corner '%s': vertices are counted from 1", shown.text);
  if (index < 0 && -index > (int64_t)vertex_count)
    return xpbd_text_fail(text, "corner '%s' counts back further than the %zu vertices before it", shown.text,
                          vertex_count);
  *out = index > 0 ? index - 1 : (int64_t)vertex_count + index;
  return XPBD_OK;
}

static xpbd_status read_word(const xpbd_text *text, char *word, const xpbd_polygons *polygons, statement *now) {
  if (now->kind == VERTEX) {
    if (now->number_count == MOST_NUMBERS)
      return xpbd_text_fail(text, "a vertex of more than %d numbers", MOST_NUMBERS);
    return xpbd_text_coordinate(text, word, "vertex", &now->numbers[now->number_count++]);
  }
  if (now->kind == FACE && now->corner_count <= XPBD_POLYGON_LIMIT)
    return read_corner(text, word, polygons->vertex_count, &now->corners[now->corner_count++]);
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
  if (now->kind == FACE) XPBD_TRY(xpbd_polygons_add_face(polygons, now->corners, now->corner_count, now->line));
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
