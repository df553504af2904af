/* Why this file exists: reading a mesh file has two halves. A pass of our own, one for each kind of file, reads every
 * number and refuses what is wrong with its line number; it ends in the polygons or in the finite elements below. What
 * is common to all follows: polygons become triangles, vertices at one place one, what is there twice goes. Repairs
 * are counted where they are made. Private to lib/mesh. */
#ifndef XPBD_MESH_IMPORT_H
#define XPBD_MESH_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "xpbd/import.h"

enum {
  XPBD_WORD_LIMIT = 1 << 10, ///< Bytes of a word that is a number.
  XPBD_FILE_LIMIT_MIB = 512  ///< Reading takes about ten times the size of the file in memory.
};

/// One reading of a file: how, and what was done so far.
typedef struct xpbd_import {
  bool strict;
  xpbd_import_info info;
} xpbd_import;

/// Count a repair, or fail with the reason where none is wanted. `counter` is a member of xpbd_import_info.
#define XPBD_REPAIR(import, counter, ...)                                                                              \
  do {                                                                                                                 \
    XPBD_REQUIRE(!(import)->strict, XPBD_ERR_BAD_FILE, __VA_ARGS__);                                                   \
    (import)->info.counter++;                                                                                          \
  } while (0)

/// A file read line by line or byte by byte.
typedef struct xpbd_text {
  FILE *stream;
  const char *path;     ///< Borrowed.
  xpbd_import *import;  ///< Borrowed.
  int64_t size;         ///< Bytes of the file.
  int64_t offset;       ///< Bytes of it in blocks before this one.
  int64_t number;       ///< Line in `line`, from 1.
  char *line;           ///< Without its end; may be cut up by xpbd_text_token().
  size_t line_capacity; ///< Grows with the longest line.
  unsigned char *block; ///< Bytes read ahead,
  size_t at, filled;    ///< of which block[at .. filled) are still to come.
  bool after_return;    ///< The last line ended in CR: a LF that follows belongs to it.
  bool lone_return;     ///< Some line ended in CR alone, as on old Macs.
  bool ended;           ///< The last line had an end.
  enum { XPBD_BYTES, XPBD_UTF16_LITTLE, XPBD_UTF16_BIG } encoding;
} xpbd_text;

/// Open a regular file. XPBD_ERR_IO; XPBD_ERR_BAD_FILE when it is empty or above the limit.
xpbd_status xpbd_text_open(const char *path, xpbd_import *import, xpbd_text *out);
/// Back to the first byte.
void xpbd_text_rewind(xpbd_text *text);
/// Next line. XPBD_ERR_BAD_FILE when control characters stand in it (no text).
xpbd_status xpbd_text_next(xpbd_text *text, bool *more);
/// The next `count` bytes. XPBD_ERR_BAD_FILE when the file ends before.
xpbd_status xpbd_text_bytes(xpbd_text *text, void *out, size_t count);
/// Where the next byte stands in the file, from 0.
int64_t xpbd_text_offset(const xpbd_text *text);
void xpbd_text_close(xpbd_text *text);

/// Fail with "path:line: reason".
#define xpbd_text_fail(text, format, ...)                                                                              \
  xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%lld: " format, (text)->path, (long long)(text)->number, __VA_ARGS__)

/// Pass over something odd: counted, or refused as above. `format` must name a word, the argument.
#define XPBD_TEXT_ODD(text, format, ...)                                                                               \
  XPBD_REPAIR((text)->import, odd, "%s:%lld: " format, (text)->path, (long long)(text)->number, __VA_ARGS__)

/// Where the comment of a line begins: at one of the characters `comments`, at its end where none is in it. The # of 1.#IND
/// begins none: that coordinate is to be refused, not to become 1.
size_t xpbd_text_comment(const char *line, const char *comments);
/// The next line with anything on it but a comment. The file may not end before: `wanted` is named in the message.
xpbd_status xpbd_text_content(xpbd_text *text, const char *comments, const char *wanted, char **cursor);
/// Cut the next word off *cursor, NULL at the end of the line.
char *xpbd_text_token(char **cursor);
/// Nothing but white space from here.
bool xpbd_text_blank(const char *cursor);
/// A whole word as a number, which may be infinite, NaN or large. Needs the "C" locale. `what` is named in the message.
xpbd_status xpbd_text_number(const xpbd_text *text, const char *word, const char *what, double *out);
/// The same, and not finite or above XPBD_LARGEST_COORDINATE is refused.
xpbd_status xpbd_text_coordinate(const xpbd_text *text, const char *word, const char *what, double *out);
/// The next three words of the line as a position, which may be infinite, NaN or large: see xpbd_polygons_add_vertex().
xpbd_status xpbd_text_position(const xpbd_text *text, char **cursor, double out[3]);
/// A whole word as a decimal integer of at most 18 digits; false when it is none.
bool xpbd_text_integer(const char *word, int64_t *out);

#define XPBD_LARGEST_COORDINATE 1e18 ///< Its square still fits a float, in which solvers work.

/// Room for `extra` more elements of `size` bytes in *array. Capacities double: the number of elements is not known
/// before, and a number in the header of a damaged file is no reason to allocate.
xpbd_status xpbd_import_room(const char *path, void **array, size_t count, size_t *capacity, size_t extra, size_t size);

/// A word as it may be shown in a message: short and printable.
typedef struct xpbd_shown {
  char text[28];
} xpbd_shown;
xpbd_shown xpbd_text_show(const char *word);

/// A vertex that is no place: NaN, infinite or too large. Files have them where no face uses them.
typedef struct xpbd_nowhere {
  int64_t vertex, place;
} xpbd_nowhere;

/// What the pass over the file found: vertices and polygons in the order of the file.
typedef struct xpbd_polygons {
  const char *path;    ///< Borrowed.
  xpbd_import *import; ///< Borrowed.
  bool by_line;        ///< Places are line numbers; else faces and vertices counted from 1.
  int base;            ///< Number of the first vertex as the file counts: 0 or 1. Here it is always 0.
  size_t vertex_count, vertex_capacity;
  double *positions; ///< [vertex_count, 3]
  size_t nowhere_count, nowhere_capacity;
  xpbd_nowhere *nowhere; ///< [nowhere_count]
  size_t face_count, face_size_capacity, place_capacity;
  int32_t *face_sizes; ///< [face_count] corners, any number
  int32_t *places;     ///< [face_count] where it stands in the file
  size_t corner_count, corner_capacity;
  int64_t *corners; ///< [corner_count] vertices from 0, all faces one after another
  size_t texture_count, texture_capacity, texture_corner_capacity;
  double *texture;          ///< [texture_count, 2] texture coordinates as the file numbers them, from 0
  int64_t *texture_corners; ///< [corner_count] the texture coordinates of each corner, -1 = none; NULL without any
} xpbd_polygons;

/// `place` is the line or the number of the vertex.
xpbd_status xpbd_polygons_add_vertex(xpbd_polygons *polygons, const double position[3], int64_t place);
/// Begin a face and add its corners one by one, each with its texture coordinates (-1 = none); `place` is the line or
/// the number of the face. Nothing is checked: see xpbd_polygons_check().
xpbd_status xpbd_polygons_begin_face(xpbd_polygons *polygons, int64_t place);
xpbd_status xpbd_polygons_add_corner(xpbd_polygons *polygons, int64_t vertex, int64_t texture);
/// The three together.
xpbd_status xpbd_polygons_add_triangle(xpbd_polygons *polygons, const int64_t corners[3], int64_t place);
xpbd_status xpbd_polygons_add_texture(xpbd_polygons *polygons, const double texture[2]);
/// Some faces; every corner names a vertex that is somewhere.
xpbd_status xpbd_polygons_check(const xpbd_polygons *polygons);
/// Name of the place of a face, e.g. "line 12", for messages.
xpbd_shown xpbd_polygons_place(const xpbd_polygons *polygons, size_t face);
void xpbd_polygons_destroy(xpbd_polygons *polygons);

/// Merge vertices at identical positions (into the first of them), split the polygons into triangles, drop what has no
/// area or is there already and the vertices that no triangle uses, and make the mesh. It has texture coordinates when
/// every corner has them.
xpbd_status xpbd_polygons_mesh(const xpbd_polygons *polygons, xpbd_mesh *out);

/// twin [count] becomes the earlier element with the same `width` (3 or 4) corners in any order, -1 = none.
xpbd_status xpbd_import_twins(const char *path, const int32_t *corners, int width, size_t count, int32_t *twin);

enum { XPBD_TRIANGLES, XPBD_QUADS, XPBD_TETS, XPBD_ELEMENT_KINDS };

/// A vertex as the file numbers it.
typedef struct xpbd_node {
  int64_t number; ///< Any number, in any order.
  int32_t index;  ///< Its place among the vertices of the file, from 0.
  int32_t line;
} xpbd_node;

/// What the pass over a file of finite elements found, in the order of the file.
typedef struct xpbd_elements {
  const char *path;      ///< Of the vertices. Borrowed.
  const char *tets_path; ///< Of the elements, the same or another. Borrowed.
  xpbd_import *import;   ///< Borrowed.
  bool binary;           ///< Places are numbers of vertices and elements, not lines.
  size_t node_count, node_capacity, position_capacity;
  xpbd_node *nodes;                          ///< [node_count]
  double *positions;                         ///< [node_count, 3]
  size_t count[XPBD_ELEMENT_KINDS];          ///< Elements of each kind,
  size_t capacity[XPBD_ELEMENT_KINDS];       ///< room for them
  size_t place_capacity[XPBD_ELEMENT_KINDS]; ///< and for their places.
  int64_t *corners[XPBD_ELEMENT_KINDS];      ///< [count, 3 or 4] numbers of vertices.
  int32_t *places[XPBD_ELEMENT_KINDS];       ///< [count] where they stand in the file
} xpbd_elements;

xpbd_status xpbd_elements_add_node(xpbd_elements *elements, int64_t number, const double position[3], int64_t place);
xpbd_status xpbd_elements_add(xpbd_elements *elements, int kind, const int64_t *corners, int64_t place);
/// Make the mesh: of the tets when there are any, else of the triangles and quads. Vertices that are not used are
/// dropped.
xpbd_status xpbd_elements_mesh(xpbd_elements *elements, xpbd_mesh *out);
void xpbd_elements_destroy(xpbd_elements *elements);

/// One function for each kind of file: a pass over polygons, which the caller destroys also after a failure, or a reader of finite
/// elements. In the "C" locale.
#define XPBD_POLYGON_FORMAT(name, function) xpbd_status function(xpbd_text *text, xpbd_polygons *out);
#define XPBD_ELEMENT_FORMAT(name, function) xpbd_status function(const char *path, xpbd_import *import, xpbd_mesh *out);
#include "mesh/formats.inl"
#undef XPBD_POLYGON_FORMAT
#undef XPBD_ELEMENT_FORMAT

/// Read a file of any other kind through assimp, where that is built in; else XPBD_ERR_NOT_BUILT.
xpbd_status xpbd_read_assimp(const char *path, xpbd_import *import, xpbd_mesh *out);
bool xpbd_assimp_reads(const char *extension);

#endif
