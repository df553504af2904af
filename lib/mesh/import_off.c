/* Why this file exists: the pass over text OFF: a keyword, two counts, the vertices, the faces. Letters before OFF
 * announce values after the position (ST: texture coordinates, C: colours, N: normals), which are skipped. A 4 announces
 * homogeneous positions. Nearly all files have a vertex or face in each line, with any number of values behind it. If a
 * file cannot be read in this way, it is read as the stream of words that the format allows. */
#include <string.h>
#include <strings.h>

#include "mesh/import.h"

typedef struct off {
  xpbd_text *text;
  char *cursor;    /* of the line */
  int coordinates; /* 3, or 4 with a divisor */
  int values;      /* behind the position of a vertex */
} off;

static xpbd_status read_count(const xpbd_text *text, char **cursor, const char *what, int64_t *out) {
  const char *word = xpbd_text_token(cursor);
  if (!word || !xpbd_text_integer(word, out) || *out < 0)
    return xpbd_text_fail(text, "the number of %s is missing or not a number", what);
  return XPBD_OK;
}

/* Reads the keyword, which may be missing. In a well-known collection the counts follow it without a space. */
static xpbd_status read_keyword(off *file, char **cursor) {
  const xpbd_text *text = file->text;
  char *begin = *cursor + strspn(*cursor, " \t\v\f"), *word = begin;
  if (*word >= '0' && *word <= '9' && word[strspn(word, "0123456789")] != 'O' && word[1] != 'n') {
    XPBD_TEXT_ODD(text, "the keyword OFF is missing before '%s'", xpbd_text_show(word).text);
    return XPBD_OK;
  }
  file->values = 0;
  if (strncasecmp(word, "ST", 2) == 0) word += 2, file->values += 2;
  if (*word == 'C' || *word == 'c') word++, file->values += 4;
  if (*word == 'N' || *word == 'n') word++, file->values += 3;
  if (*word == '4') word++, file->coordinates = 4;
  if (strncasecmp(word, "OFF", 3) != 0) {
    char *rest = begin;
    return xpbd_text_fail(text, "the file begins with '%s'; OFF, with ST, C, N, 4 before it, can be read",
                          xpbd_text_show(xpbd_text_token(&rest)).text);
  }
  if (strncmp(word, "OFF", 3) != 0) XPBD_TEXT_ODD(text, "'%s' in lower case", xpbd_text_show(begin).text);
  *cursor = word + 3;
  if (**cursor >= '0' && **cursor <= '9')
    XPBD_TEXT_ODD(text, "no space between the keyword and '%s'", xpbd_text_show(*cursor).text);
  else if (**cursor != '\0' && **cursor != ' ' && **cursor != '\t')
    return xpbd_text_fail(text, "the file begins with '%s', which is not a keyword", xpbd_text_show(begin).text);
  return XPBD_OK;
}

static xpbd_status read_header(off *file, int64_t *vertices, int64_t *faces) {
  xpbd_text *text = file->text;
  char *cursor;
  XPBD_TRY(xpbd_text_content(text, "#", "the keyword OFF", &cursor));
  XPBD_TRY(read_keyword(file, &cursor));
  if (strncmp(cursor + strspn(cursor, " \t\v\f"), "BINARY", 6) == 0)
    return xpbd_text_fail(text, "%s cannot be read; save it as text", "OFF BINARY");
  if (xpbd_text_blank(cursor)) XPBD_TRY(xpbd_text_content(text, "#", "the counts", &cursor));
  XPBD_TRY(read_count(text, &cursor, "vertices", vertices));
  const bool apart = xpbd_text_blank(cursor); /* each count on its own line, also the number of edges */
  if (apart) XPBD_TRY(xpbd_text_content(text, "#", "the number of faces", &cursor));
  XPBD_TRY(read_count(text, &cursor, "faces", faces));
  if (apart && xpbd_text_blank(cursor)) XPBD_TRY(xpbd_text_content(text, "#", "the number of edges", &cursor));
  xpbd_text_token(&cursor); /* the number of edges, which may be missing */
  file->cursor = cursor;
  const int64_t most = text->size / 2; /* a digit and a space */
  if (*vertices > most || *faces > most)
    return xpbd_text_fail(text, "%lld vertices and %lld faces do not fit into %lld bytes; the file is cut off",
                          (long long)*vertices, (long long)*faces, (long long)text->size);
  return XPBD_OK;
}

static xpbd_status next_word(off *file, const char *wanted, char **word) {
  return xpbd_text_word(file->text, "#", wanted, &file->cursor, word);
}

static xpbd_status read_vertex(off *file, int64_t number, int64_t count, xpbd_polygons *out) {
  xpbd_text *text = file->text;
  char wanted[64], *word;
  double place[4] = {0, 0, 0, 1};
  snprintf(wanted, sizeof wanted, "vertex %lld of %lld", (long long)number + 1, (long long)count);
  XPBD_TRY(xpbd_text_record(text, "#", wanted, &file->cursor));
  const int64_t line = text->number;
  for (int k = 0; k < file->coordinates; k++) {
    XPBD_TRY(next_word(file, wanted, &word));
    if (!word)
      return xpbd_text_fail(text, "a vertex needs %d numbers but has %d; is the file cut off?", file->coordinates, k);
    XPBD_TRY(xpbd_text_number(text, word, "vertex", &place[k]));
  }
  for (int k = 0; k < file->values && text->wraps; k++) XPBD_TRY(next_word(file, wanted, &word));
  for (int k = 0; k < 3; k++) place[k] /= place[3];
  return xpbd_polygons_add_vertex(out, place, line);
}

static xpbd_status read_face(off *file, int64_t number, int64_t count, xpbd_polygons *out) {
  xpbd_text *text = file->text;
  char wanted[64];
  int64_t corners, corner;
  snprintf(wanted, sizeof wanted, "face %lld of %lld", (long long)number + 1, (long long)count);
  XPBD_TRY(xpbd_text_record(text, "#", wanted, &file->cursor));
  XPBD_TRY(read_count(text, &file->cursor, "corners", &corners));
  XPBD_TRY(xpbd_polygons_begin_face(out, text->number));
  for (int64_t k = 0; k < corners; k++) {
    char *word;
    XPBD_TRY(next_word(file, wanted, &word));
    if (!word || !xpbd_text_integer(word, &corner))
      return xpbd_text_fail(text, "corner %lld of %lld is missing or not a number", (long long)k + 1,
                            (long long)corners);
    XPBD_TRY(xpbd_polygons_add_corner(out, corner, -1));
  }
  return XPBD_OK; /* a colour may follow */
}

xpbd_status xpbd_scan_off(xpbd_text *text, xpbd_polygons *out) {
  int64_t vertices, faces;
  off file = {.text = text, .coordinates = 3};
  out->by_line = true;
  XPBD_TRY(read_header(&file, &vertices, &faces));
  text->may_wrap = true;
  for (int64_t v = 0; v < vertices; v++) XPBD_TRY(read_vertex(&file, v, vertices, out));
  for (int64_t f = 0; f < faces; f++) XPBD_TRY(read_face(&file, f, faces, out));
  if (text->wraps) return xpbd_text_expect_end(text, "#", file.cursor, "words");
  return xpbd_text_leftover(text, "#"); /* a colour may be left of the line */
}
