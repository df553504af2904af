/* Why this file exists: the pass over STL, text and binary. STL has no indices: every facet has its own three corners,
 * and the mesh is made by merging identical positions. */
#include <string.h>
#include <strings.h>

#include "mesh/import.h"

enum { HEADER_BYTES = 84, FACET_BYTES = 50, PROBE_BYTES = 512 };

static xpbd_status add_facet(const double corner[3][3], int64_t place, xpbd_polygons *out) {
  int64_t corners[3];
  for (int k = 0; k < 3; k++) {
    corners[k] = (int64_t)out->vertex_count;
    XPBD_TRY(xpbd_polygons_add_vertex(out, corner[k], place));
  }
  return xpbd_polygons_add_triangle(out, corners, place);
}

static uint32_t little_endian(const unsigned char *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static xpbd_status scan_binary(xpbd_text *text, uint32_t facets, xpbd_polygons *out) {
  unsigned char bytes[FACET_BYTES];
  for (uint32_t f = 0; f < facets; f++) {
    double corner[3][3];
    XPBD_TRY(xpbd_text_bytes(text, bytes, sizeof bytes));
    for (int i = 0; i < 9; i++) {
      const uint32_t bits = little_endian(bytes + 12 + 4 * i); /* after the normal */
      float value;
      memcpy(&value, &bits, sizeof value);
      corner[i / 3][i % 3] = (double)value;
    }
    XPBD_TRY(add_facet((const double(*)[3])corner, (int64_t)f + 1, out));
  }
  return XPBD_OK;
}

/* The lines of a facet, in order. */
enum facet_line { FACET, OUTER, CORNER_1, CORNER_2, CORNER_3, END_LOOP, END_FACET };
static const char *const line_words[] = {"facet", "outer", "vertex", "vertex", "vertex", "endloop", "endfacet"};

typedef struct facet {
  enum facet_line next;
  bool in_solid;
  int64_t begin;
  double corner[3][3];
} facet;

/* Accepts "end facet" as "endfacet". */
static const char *join_end(char *word, char **cursor, char joined[32]) {
  if (strcasecmp(word, "end") != 0) return word;
  const char *rest = xpbd_text_token(cursor);
  snprintf(joined, 32, "end%.24s", rest ? rest : "");
  return joined;
}

/* A line between facets: the name of a body, its end, or a program's own data (colours). */
static xpbd_status read_between(const xpbd_text *text, const char *word, facet *now) {
  const bool solid = strcasecmp(word, "solid") == 0, end_solid = strcasecmp(word, "endsolid") == 0;
  if (solid != now->in_solid && (solid || end_solid)) {
    now->in_solid = solid;
    return XPBD_OK;
  }
  if (!now->in_solid && !solid && !end_solid && text->number == 1)
    return xpbd_text_fail(text, "found '%s' instead of '%s'", xpbd_text_show(word).text, "solid");
  for (size_t i = OUTER; i < sizeof line_words / sizeof *line_words; i++)
    if (strcasecmp(word, line_words[i]) == 0)
      return xpbd_text_fail(text, "found '%s' instead of '%s'", word, now->in_solid ? "facet" : "solid");
  XPBD_TEXT_ODD(text, "'%s' between the facets", xpbd_text_show(word).text);
  now->in_solid = now->in_solid || solid;
  return XPBD_OK;
}

static xpbd_status read_line(xpbd_text *text, char *word, char *cursor, facet *now, xpbd_polygons *out) {
  char joined[32];
  const char *known = join_end(word, &cursor, joined), *wanted = line_words[now->next];
  if (now->next == FACET && (!now->in_solid || strcasecmp(known, wanted) != 0)) return read_between(text, known, now);
  if (strcasecmp(known, wanted) != 0)
    return xpbd_text_fail(text, "found '%s' instead of '%s'", xpbd_text_show(known).text, wanted);
  if (now->next == FACET) now->begin = text->number;
  if (now->next >= CORNER_1 && now->next <= CORNER_3)
    XPBD_TRY(xpbd_text_position(text, &cursor, now->corner[now->next - CORNER_1]));
  if (now->next == END_FACET) XPBD_TRY(add_facet((const double(*)[3])now->corner, now->begin, out));
  now->next = now->next == END_FACET ? FACET : (enum facet_line)(now->next + 1);
  return XPBD_OK;
}

static xpbd_status scan_text(xpbd_text *text, xpbd_polygons *out) {
  facet now = {.next = FACET};
  out->by_line = true;
  for (;;) {
    bool more;
    XPBD_TRY(xpbd_text_next(text, &more));
    if (!more) break;
    char *cursor = text->line, *word = xpbd_text_token(&cursor);
    if (word) XPBD_TRY(read_line(text, word, cursor, &now, out));
  }
  if (now.next != FACET) return xpbd_text_fail(text, "the file ends before '%s'; it is cut off", line_words[END_FACET]);
  if (now.in_solid) XPBD_TEXT_ODD(text, "the file ends without '%s'; is it cut off?", "endsolid");
  return XPBD_OK;
}

/* Whether the file is text: it begins with the keyword and has no byte that text cannot have. Many programs write
 * "solid" into the header of binary files. */
static bool begins_text(const unsigned char *bytes, size_t count) {
  size_t at = count >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  while (at < count && strchr(" \t\r\n", bytes[at])) at++;
  if (count - at < 5 || strncasecmp((const char *)bytes + at, "solid", 5) != 0) return false;
  for (; at < count; at++)
    if (bytes[at] < 32 && (bytes[at] == '\0' || !strchr("\t\v\f\r\n", bytes[at]))) return false;
  return true;
}

/* Number of facets of a binary file: as its header says, unless that is 0 or more follow. */
static xpbd_status count_facets(const xpbd_text *text, const unsigned char *header, uint32_t *facets) {
  const int64_t body = text->size - HEADER_BYTES;
  *facets = little_endian(header + 80);
  XPBD_REQUIRE(FACET_BYTES * (int64_t)*facets <= body, XPBD_ERR_BAD_FILE,
               "%s: announces %u facets, which need %lld bytes, but has %lld; it is cut off or not an STL file",
               text->path, *facets, HEADER_BYTES + (long long)FACET_BYTES * *facets, (long long)text->size);
  if (body == FACET_BYTES * (int64_t)*facets) return XPBD_OK;
  const bool uncounted = *facets == 0 && body % FACET_BYTES == 0;
  XPBD_REPAIR(text->import, odd, "%s: announces %u facets, but has %lld more bytes", text->path, *facets,
              (long long)(body - FACET_BYTES * (int64_t)*facets));
  if (uncounted) *facets = (uint32_t)(body / FACET_BYTES);
  return XPBD_OK;
}

/* A binary file stores its number of facets. If its size matches exactly, that outweighs the word it begins with. */
xpbd_status xpbd_scan_stl(xpbd_text *text, xpbd_polygons *out) {
  unsigned char head[PROBE_BYTES];
  const size_t count = text->size < PROBE_BYTES ? (size_t)text->size : PROBE_BYTES;
  XPBD_TRY(xpbd_text_bytes(text, head, count));
  xpbd_text_rewind(text);
  const bool binary =
      count >= HEADER_BYTES && (text->size == HEADER_BYTES + FACET_BYTES * (int64_t)little_endian(head + 80) ||
                                !(begins_text(head, count) || head[0] >= 0xfe)); /* the mark of UTF-16 */
  if (!binary) return scan_text(text, out);
  uint32_t facets;
  XPBD_TRY(count_facets(text, head, &facets));
  XPBD_TRY(xpbd_text_bytes(text, head, HEADER_BYTES));
  return scan_binary(text, facets, out);
}
