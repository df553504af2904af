/* Why this file exists: the pass over Wavefront OBJ. A solver needs only 'v', 'vt' and 'f'. All other statements of the
 * format are recognised and skipped. A seam of texture coordinates splits no vertex. If the first statement is unknown,
 * the file is not OBJ. Later unknown statements are skipped and counted, because many programs add their own. */
#include <math.h>
#include <string.h>

#include "mesh/import.h"

enum { MOST_NUMBERS = 3 };

enum statement_kind { NOTHING, VERTEX, TEXTURE, FACE, NAME, IGNORED };

/* The statement being read. A backslash at the end of a line continues it. */
typedef struct statement {
  enum statement_kind kind;
  int number_count; /* may exceed the numbers kept: weights, colours, depth of a texture */
  double numbers[MOST_NUMBERS];
  int64_t surfaces; /* free-form surfaces of the whole file */
  bool any;         /* a statement of OBJ was found */
} statement;

static const char *const name_words[] = {"usemtl", "mtllib", "usemap", "maplib"};
static const char *const ignored_words[] = {
    "vn",   "vp",   "p",    "l",      "g",     "o",     "s",        "mg",       "bevel",      "lod",
    "deg",  "bmat", "step", "cstype", "curv",  "curv2", "surf",     "parm",     "trim",       "hole",
    "scrv", "sp",   "end",  "con",    "ctech", "stech", "c_interp", "d_interp", "shadow_obj", "trace_obj"};

static enum statement_kind kind_of(const char *word) {
  if (strcmp(word, "v") == 0) return VERTEX;
  if (strcmp(word, "f") == 0 || strcmp(word, "fo") == 0) return FACE; /* fo: the same in old files */
  if (strcmp(word, "vt") == 0) return TEXTURE;
  for (size_t i = 0; i < sizeof name_words / sizeof *name_words; i++)
    if (strcmp(word, name_words[i]) == 0) return NAME;
  for (size_t i = 0; i < sizeof ignored_words / sizeof *ignored_words; i++)
    if (strcmp(word, ignored_words[i]) == 0) return IGNORED;
  return NOTHING;
}

static xpbd_status begin_statement(xpbd_text *text, const char *word, xpbd_polygons *polygons, statement *now) {
  now->number_count = 0;
  now->kind = kind_of(word);
  if (now->kind == IGNORED && strcmp(word, "surf") == 0) now->surfaces++;
  if (now->kind == NOTHING && (strcmp(word, "call") == 0 || strcmp(word, "csh") == 0))
    return xpbd_text_fail(text, "'%s' includes another file, which is not supported", word);
  if (now->kind == NOTHING && !now->any)
    return xpbd_text_fail(text, "'%s' is not a statement of an OBJ file; the file is damaged or of another kind",
                          xpbd_text_show(word).text);
  if (now->kind == NOTHING) {
    XPBD_TEXT_ODD(text, "'%s' is not a statement of an OBJ file", xpbd_text_show(word).text);
    now->kind = IGNORED;
  }
  now->any = true;
  if (now->kind == FACE) return xpbd_polygons_begin_face(polygons, text->number);
  return XPBD_OK;
}

/* An OBJ index: from 1, or backwards from the last of the `count` so far, which is -1. */
static bool resolve(int64_t index, size_t count, int64_t *out) {
  *out = index > 0 ? index - 1 : (int64_t)count + index;
  return index != 0 && *out >= 0;
}

/* Reads "7", "7/1", "7//3" or "7/1/3". The normal is ignored, but must be well formed. Texture indices in a file
 * without texture coordinates are ignored. */
static xpbd_status read_corner(const xpbd_text *text, const char *word, xpbd_polygons *polygons) {
  int64_t parts[3] = {0}, vertex, texture = -1;
  const char *rest = xpbd_text_leading_integer(word, &parts[0]);
  bool has_texture = false;
  for (int part = 1; rest && *rest == '/' && part <= 2; part++) {
    rest++;
    if (*rest == '\0' || *rest == '/') continue; /* "7/" and "7//" occur, too */
    has_texture = has_texture || part == 1;
    rest = xpbd_text_leading_integer(rest, &parts[part]);
  }
  if (!rest || *rest != '\0') return xpbd_text_fail(text, "'%s' is not a corner of a face", xpbd_text_show(word).text);
  if (!resolve(parts[0], polygons->vertex_count, &vertex)) {
    if (parts[0] == 0)
      return xpbd_text_fail(text, "corner '%s': vertices are counted from 1", xpbd_text_show(word).text);
    return xpbd_text_fail(text, "corner '%s' counts back further than the %zu vertices before it",
                          xpbd_text_show(word).text, polygons->vertex_count);
  }
  if (has_texture && (parts[1] > 0 || polygons->texture_count > 0) &&
      !resolve(parts[1], polygons->texture_count, &texture)) {
    XPBD_REPAIR(text->import, untextured, "%s:%lld: corner '%s': there are no such texture coordinates", text->path,
                (long long)text->number, xpbd_text_show(word).text);
    texture = -1;
  }
  return xpbd_polygons_add_corner(polygons, vertex, texture);
}

static xpbd_status read_word(const xpbd_text *text, const char *word, xpbd_polygons *polygons, statement *now) {
  double value;
  if (now->kind == FACE) return read_corner(text, word, polygons);
  if (now->kind != VERTEX && now->kind != TEXTURE) return XPBD_OK;
  XPBD_TRY(xpbd_text_number(text, word, now->kind == VERTEX ? "vertex" : "texture coordinates", &value));
  if (now->number_count < MOST_NUMBERS) now->numbers[now->number_count] = value;
  now->number_count++;
  return XPBD_OK;
}

static xpbd_status end_texture(const xpbd_text *text, statement *now, xpbd_polygons *polygons) {
  if (now->number_count == 0)
    return xpbd_text_fail(text, "texture coordinates of %d numbers; is the file cut off?", now->number_count);
  if (now->number_count == 1) now->numbers[1] = 0; /* as the format says */
  if (!isfinite(now->numbers[0]) || !isfinite(now->numbers[1])) {
    XPBD_REPAIR(text->import, untextured, "%s:%lld: texture coordinates that are not finite", text->path,
                (long long)text->number);
    now->numbers[0] = NAN; /* noticed where they are used */
  }
  return xpbd_polygons_add_texture(polygons, now->numbers);
}

static xpbd_status end_face(const xpbd_text *text, const xpbd_polygons *polygons) {
  const int32_t corners = polygons->face_sizes[polygons->face_count - 1];
  if (corners == 0) return xpbd_text_fail(text, "a face of %d corners; is the file cut off?", corners);
  if (corners < 3 && !text->ended)
    return xpbd_text_fail(text, "line %lld: the file ends in a face of %d corners; it is cut off",
                          (long long)text->number, corners);
  return XPBD_OK;
}

/* More than three numbers: a weight for free-form curves only, a colour, or a program's own data. */
static xpbd_status end_statement(const xpbd_text *text, statement *now, xpbd_polygons *polygons) {
  if (now->kind == VERTEX) {
    if (now->number_count < 3)
      return xpbd_text_fail(text, "a vertex needs 3 numbers but has %d; is the file cut off?", now->number_count);
    XPBD_TRY(xpbd_polygons_add_vertex(polygons, now->numbers, text->number));
  }
  if (now->kind == TEXTURE) XPBD_TRY(end_texture(text, now, polygons));
  if (now->kind == FACE) XPBD_TRY(end_face(text, polygons));
  now->kind = NOTHING;
  return XPBD_OK;
}

/* Reads the words of a line. A comment ends with the line. */
static xpbd_status read_line(xpbd_text *text, xpbd_polygons *out, statement *now) {
  char *cursor = text->line, *word;
  const size_t length = xpbd_text_comment(cursor, "#");
  size_t end = length;
  while (end > 0 && (cursor[end - 1] == ' ' || cursor[end - 1] == '\t')) end--; /* "\ " also continues */
  const bool continued = end > 0 && cursor[end - 1] == '\\';
  cursor[continued ? end - 1 : length] = '\0';
  while ((word = xpbd_text_token(&cursor)))
    if (now->kind == NOTHING)
      XPBD_TRY(begin_statement(text, word, out, now));
    else
      XPBD_TRY(read_word(text, word, out, now));
  /* A name ends with its line, so a backslash there is part of a path. */
  return continued && now->kind != NAME ? XPBD_OK : end_statement(text, now, out);
}

xpbd_status xpbd_scan_obj(xpbd_text *text, xpbd_polygons *out) {
  statement now = {0};
  out->by_line = true;
  out->base = 1;
  for (;;) {
    bool more;
    XPBD_TRY(xpbd_text_next(text, &more));
    if (!more) break;
    XPBD_TRY(read_line(text, out, &now));
  }
  XPBD_TRY(end_statement(text, &now, out));
  XPBD_REQUIRE(out->face_count > 0 || now.surfaces == 0, XPBD_ERR_BAD_FILE,
               "%s: it has no faces, only %lld free-form surfaces; export polygons", text->path,
               (long long)now.surfaces);
  for (int64_t i = 0; i < now.surfaces; i++)
    XPBD_REPAIR(text->import, odd, "%s: a free-form surface besides the faces", text->path);
  return XPBD_OK;
}
