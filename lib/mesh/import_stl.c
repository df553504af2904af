/* Why this file exists: the strict pass over STL, text and binary. STL has no indices: every facet brings its own three
 * corners, and the mesh arises by merging those at identical positions. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "mesh/import.h"

enum { HEADER_BYTES = 84, FACET_BYTES = 50 };

static xpbd_status add_facet(const double corner[3][3], int64_t place, xpbd_polygons *out) {
  int64_t corners[3];
  for (int k = 0; k < 3; k++) {
    corners[k] = (int64_t)out->vertex_count;
    XPBD_TRY(xpbd_polygons_add_vertex(out, corner[k]));
  }
  return xpbd_polygons_add_face(out, corners, 3, place);
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
      XPBD_REQUIRE(fabs((double)value) <= 1e18, XPBD_ERR_BAD_FILE,
                   "%s: facet %u: a corner at %g; at most 1e18 can be simulated", text->path, f + 1, (double)value);
      corner[i / 3][i % 3] = (double)value;
    }
    XPBD_TRY(add_facet((const double(*)[3])corner, (int64_t)f + 1, out));
  }
  return XPBD_OK;
}

/* The lines of a facet, in order. */
enum facet_line { FACET, OUTER, CORNER_1, CORNER_2, CORNER_3, END_LOOP, END_FACET };
static const char *const line_words[] = {"facet", "outer", "vertex", "vertex", "vertex", "endloop", "endfacet"};

static xpbd_status read_corner(const xpbd_text *text, char *cursor, double corner[3]) {
  for (int axis = 0; axis < 3; axis++) {
    const char *word = xpbd_text_token(&cursor);
    if (!word) return xpbd_text_fail(text, "a vertex needs 3 numbers, here are %d", axis);
    XPBD_TRY(xpbd_text_coordinate(text, word, "vertex", &corner[axis]));
  }
  return XPBD_OK;
}

static xpbd_status scan_text(xpbd_text *text, xpbd_polygons *out) {
  double corner[3][3] = {{0}};
  enum facet_line next = FACET;
  bool more, in_solid = false;
  int64_t begin = 0;
  out->by_line = true;
  for (;;) {
    XPBD_TRY(xpbd_text_next(text, &more));
    if (!more) break;
    char *cursor = text->line, *word = xpbd_text_token(&cursor);
    if (!word) continue;
    const bool solid = strcasecmp(word, "solid") == 0, end_solid = strcasecmp(word, "endsolid") == 0;
    if (next == FACET && ((solid && !in_solid) || (end_solid && in_solid))) {
      in_solid = solid;
      continue;
    }
    const char *wanted = in_solid ? line_words[next] : "solid";
    if (!in_solid || strcasecmp(word, wanted) != 0)
      return xpbd_text_fail(text, "'%s' stands where '%s' should be", xpbd_text_show(word).text, wanted);
    if (next == FACET) begin = text->number;
    if (next >= CORNER_1 && next <= CORNER_3) XPBD_TRY(read_corner(text, cursor, corner[next - CORNER_1]));
    if (next == END_FACET) XPBD_TRY(add_facet((const double(*)[3])corner, begin, out));
    next = next == END_FACET ? FACET : (enum facet_line)(next + 1);
  }
  if (in_solid) return xpbd_text_fail(text, "the file ends before '%s'; it is cut off", "endsolid");
  return XPBD_OK;
}

/* A binary file says how many facets it has, and its size must be exactly that; the words "solid" at the beginning say
 * nothing, many programs write them into the header of binary files. */
xpbd_status xpbd_scan_stl(xpbd_text *text, xpbd_polygons *out) {
  unsigned char header[HEADER_BYTES];
  if (text->size >= HEADER_BYTES) {
    XPBD_TRY(xpbd_text_bytes(text, header, sizeof header));
    const uint32_t facets = little_endian(header + 80);
    if (text->size == HEADER_BYTES + (int64_t)FACET_BYTES * facets) return scan_binary(text, facets, out);
    XPBD_REQUIRE(strncasecmp((const char *)header, "solid", 5) == 0, XPBD_ERR_BAD_FILE,
                 "%s: says %u facets, which are %lld bytes, but has %lld; it is cut off or no STL file", text->path,
                 facets, HEADER_BYTES + (long long)FACET_BYTES * facets, (long long)text->size);
    rewind(text->stream);
    text->at = text->filled = 0;
  }
  return scan_text(text, out);
}
