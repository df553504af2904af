/* Why this file exists: the two halves of reading a mesh file. First a pass for each kind of file reads every number
 * and refuses errors with their line number. Its result is the polygons or finite elements below. The second half is
 * common to all: it splits polygons, merges coincident vertices and drops repeated elements. Repairs are counted where
 * they are made. Private to lib/mesh. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "mesh/import_fields.h"
#include "xpbd/import.h"

enum {
  XPBD_WORD_LIMIT = 1 << 10, ///< Most bytes of a word that is a number.
  XPBD_FILE_LIMIT_MIB = 512  ///< Reading takes about ten times this much memory.
};

/// The options of one reading, the repairs so far, and the named numbers of the file.
typedef struct xpbd_import {
  bool strict;
  double weld; ///< As in xpbd_import_def.
  xpbd_import_info info;
  xpbd_fields fields; ///< Destroyed by xpbd_mesh_read().
} xpbd_import;

/// Counts a repair, or fails with the reason if `strict`. `counter` is a member of xpbd_import_info.
#define XPBD_REPAIR(import, counter, ...)                                                                              \
  do {                                                                                                                 \
    XPBD_REQUIRE(!(import)->strict, XPBD_ERR_BAD_FILE, __VA_ARGS__);                                                   \
    (import)->info.counter++;                                                                                          \
  } while (0)

/// A word as shown in messages: short and printable.
typedef struct xpbd_shown {
  char text[28];
} xpbd_shown;

/// A file read line by line or byte by byte.
typedef struct xpbd_text {
  FILE *stream;
  const char *path;     ///< Borrowed.
  xpbd_import *import;  ///< Borrowed.
  int64_t size;         ///< Bytes of the file.
  int64_t offset;       ///< Bytes of the file in earlier blocks.
  int64_t number;       ///< Number of the line in `line`, from 1.
  char *line;           ///< Without its line end. xpbd_text_token() may cut it up.
  size_t line_capacity; ///< Grows with the longest line.
  unsigned char *block; ///< Bytes read ahead.
  size_t at, filled;    ///< block[at .. filled) is still unread.
  bool after_return;    ///< The last line ended in CR, so a LF that follows belongs to it.
  bool lone_return;     ///< Some line ended in CR alone, as on old Macs.
  bool ended;           ///< The last line had a line end.
  bool may_wrap;        ///< Set by formats that are a stream of words, so that a file is tried again with `wraps`.
  bool wraps;           ///< A record may end in a later line, or share its line with the next, see xpbd_text_word().
  enum { XPBD_BYTES, XPBD_UTF16_LITTLE, XPBD_UTF16_BIG } encoding;
} xpbd_text;

/// Opens a regular file. XPBD_ERR_IO, or XPBD_ERR_BAD_FILE if it is empty or too large.
xpbd_status xpbd_text_open(const char *path, xpbd_import *import, xpbd_text *out);
/// Returns to the first byte.
void xpbd_text_rewind(xpbd_text *text);
/// Reads the next line. XPBD_ERR_BAD_FILE if it has control characters, so is not text.
xpbd_status xpbd_text_next(xpbd_text *text, bool *more);
/// Reads the next `count` bytes. XPBD_ERR_BAD_FILE if the file ends before.
xpbd_status xpbd_text_bytes(xpbd_text *text, void *out, size_t count);
/// Offset of the next byte in the file, from 0.
int64_t xpbd_text_offset(const xpbd_text *text);
/// The present position as a suffix of the path: ":12", in binary data ": byte 120".
xpbd_shown xpbd_text_where(const xpbd_text *text, bool binary);
void xpbd_text_close(xpbd_text *text);

/// Fails with "path:line: reason".
#define xpbd_text_fail(text, format, ...)                                                                              \
  xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%lld: " format, (text)->path, (long long)(text)->number, __VA_ARGS__)

/// Tolerates an irregularity: counts it, or refuses it as above. `format` must name a word, the argument.
#define XPBD_TEXT_ODD(text, format, ...)                                                                               \
  XPBD_REPAIR((text)->import, odd, "%s:%lld: " format, (text)->path, (long long)(text)->number, __VA_ARGS__)

/// Where the comment of a line begins: at one of the characters `comments`, or at the end of the line. The # of 1.#IND
/// begins no comment, because that coordinate must be refused and not become 1.
size_t xpbd_text_comment(const char *line, const char *comments);
/// Reads the next line with content other than a comment. If the file ends before, the message names `wanted`.
xpbd_status xpbd_text_content(xpbd_text *text, const char *comments, const char *wanted, char **cursor);
/// Cuts the next word off *cursor. NULL at the end of the line.
char *xpbd_text_token(char **cursor);
/// Fails if anything but comments is left of the line (NULL = all is read) or of the file. The message names `what`.
xpbd_status xpbd_text_expect_end(xpbd_text *text, const char *comments, const char *cursor, const char *what);
/// Anything but comments in the lines left is an irregularity, which `strict` refuses.
xpbd_status xpbd_text_leftover(xpbd_text *text, const char *comments);
/// Begins a record of words: in the next line with content, or, if the text wraps, at the next word.
xpbd_status xpbd_text_record(xpbd_text *text, const char *comments, const char *wanted, char **cursor);
/// Cuts the next word of a record off. NULL at the end of the line, unless the text wraps.
xpbd_status xpbd_text_word(xpbd_text *text, const char *comments, const char *wanted, char **cursor, char **word);
/// Whether only white space follows.
bool xpbd_text_blank(const char *cursor);
/// Reads a whole word as a number, which may be infinite, NaN or large. Needs the "C" locale. Messages name `what`.
xpbd_status xpbd_text_number(const xpbd_text *text, const char *word, const char *what, double *out);
/// The same, but refuses numbers that are not finite or above XPBD_LARGEST_COORDINATE.
xpbd_status xpbd_text_coordinate(const xpbd_text *text, const char *word, const char *what, double *out);
/// Reads the next three words as a position, which may be infinite, NaN or large, see xpbd_polygons_add_vertex().
xpbd_status xpbd_text_position(const xpbd_text *text, char **cursor, double out[3]);
/// Reads a whole word as a decimal integer of at most 18 digits. False if it is not one.
bool xpbd_text_integer(const char *word, int64_t *out);
/// The same at the beginning of a word. Returns the end of the integer, NULL if there is none.
const char *xpbd_text_leading_integer(const char *word, int64_t *out);

/// The types of numbers in binary files.
typedef enum xpbd_number_type {
  XPBD_NUMBER_NONE,
  XPBD_NUMBER_I8,
  XPBD_NUMBER_U8,
  XPBD_NUMBER_I16,
  XPBD_NUMBER_U16,
  XPBD_NUMBER_I32,
  XPBD_NUMBER_U32,
  XPBD_NUMBER_I64,
  XPBD_NUMBER_U64,
  XPBD_NUMBER_F32,
  XPBD_NUMBER_F64
} xpbd_number_type;

/// Bytes of one number. 0 for none.
size_t xpbd_number_bytes(xpbd_number_type type);
/// The number in xpbd_number_bytes(type) bytes. A double holds every index that a file can have.
double xpbd_number_decode(xpbd_number_type type, const unsigned char *bytes, int big_endian);

#define XPBD_LARGEST_COORDINATE 1e18 ///< Its square still fits a float.

/// Makes room for `extra` more elements of `size` bytes in *array. Capacities double, because the number of elements is
/// not known before, and the header of a damaged file must not cause an allocation.
xpbd_status xpbd_import_room(const char *path, void **array, size_t count, size_t *capacity, size_t extra, size_t size);

xpbd_shown xpbd_text_show(const char *word);

/// A vertex without a valid position: NaN, infinite or too large. Files have such vertices that no face uses.
typedef struct xpbd_nowhere {
  int64_t vertex, place;
} xpbd_nowhere;

/// The result of the pass over a file: vertices and polygons in file order.
typedef struct xpbd_polygons {
  const char *path;    ///< Borrowed.
  xpbd_import *import; ///< Borrowed.
  bool by_line;        ///< `place` values are line numbers, else numbers of faces and vertices from 1.
  int base;            ///< Number of the first vertex in the file: 0 or 1. Here it is always 0.
  size_t vertex_count, vertex_capacity;
  double *positions; ///< [vertex_count, 3]
  size_t nowhere_count, nowhere_capacity;
  xpbd_nowhere *nowhere; ///< [nowhere_count]
  size_t face_count, face_size_capacity, place_capacity;
  int32_t *face_sizes; ///< [face_count] number of corners
  int32_t *places;     ///< [face_count] where each face is in the file
  size_t corner_count, corner_capacity;
  int64_t *corners; ///< [corner_count] vertices from 0, all faces one after another
  size_t texture_count, texture_capacity, texture_corner_capacity;
  double *texture;          ///< [texture_count, 2] texture coordinates in file order, from 0
  int64_t *texture_corners; ///< [corner_count] texture coordinates of each corner, -1 = none; NULL if there are none
  const int64_t *vertex_numbers; ///< [vertex_count] numbers of the vertices in fields, NULL = from 0. Borrowed.
  const int64_t *face_numbers;   ///< [face_count] the same of the faces. Borrowed.
} xpbd_polygons;

/// `place` is the line or the number of the vertex.
xpbd_status xpbd_polygons_add_vertex(xpbd_polygons *polygons, const double position[3], int64_t place);
/// Begin a face and add its corners one by one, with texture coordinates (-1 = none). `place` is the line or the number
/// of the face. Nothing is checked, see xpbd_polygons_check().
xpbd_status xpbd_polygons_begin_face(xpbd_polygons *polygons, int64_t place);
xpbd_status xpbd_polygons_add_corner(xpbd_polygons *polygons, int64_t vertex, int64_t texture);
/// Adds a whole triangle.
xpbd_status xpbd_polygons_add_triangle(xpbd_polygons *polygons, const int64_t corners[3], int64_t place);
xpbd_status xpbd_polygons_add_texture(xpbd_polygons *polygons, const double texture[2]);
/// Checks that there are faces and that every corner names a vertex with a valid position.
xpbd_status xpbd_polygons_check(const xpbd_polygons *polygons);
/// Where a face is in the file, e.g. "line 12", for messages.
xpbd_shown xpbd_polygons_place(const xpbd_polygons *polygons, size_t face);
void xpbd_polygons_destroy(xpbd_polygons *polygons);

/// Makes the mesh. Merges vertices at the same or nearly the same position into the first, splits polygons into triangles, and drops
/// elements without area, repeated elements and unused vertices. The mesh has texture coordinates if every corner has
/// them. The fields of the import become its attributes.
xpbd_status xpbd_polygons_mesh(const xpbd_polygons *polygons, xpbd_mesh *out);

/// Sets twin [count] to the earlier element with the same `width` (3 or 4) corners in any order, -1 = none.
xpbd_status xpbd_import_twins(const char *path, const int32_t *corners, int width, size_t count, int32_t *twin);

enum { XPBD_TRIANGLES, XPBD_POLYGONS, XPBD_TETS, XPBD_ELEMENT_KINDS };

/// A vertex with its number in the file.
typedef struct xpbd_node {
  int64_t number; ///< Any number, in any order.
  int32_t index;  ///< Its index among the vertices of the file, from 0.
  int32_t line;
} xpbd_node;

/// The result of the pass over a finite-element file, in file order.
typedef struct xpbd_elements {
  const char *path;      ///< File of the vertices. Borrowed.
  const char *tets_path; ///< File of the elements, the same or another. Borrowed.
  xpbd_import *import;   ///< Borrowed.
  bool binary;           ///< Messages give numbers of vertices and elements, not lines.
  size_t node_count, node_capacity, position_capacity;
  xpbd_node *nodes;                           ///< [node_count]
  double *positions;                          ///< [node_count, 3]
  size_t count[XPBD_ELEMENT_KINDS];           ///< Number of elements of each kind.
  size_t corner_count[XPBD_ELEMENT_KINDS];    ///< Number of corners of each kind.
  size_t capacity[XPBD_ELEMENT_KINDS];        ///< Capacity for corners.
  size_t size_capacity;                       ///< Capacity for sizes.
  size_t place_capacity[XPBD_ELEMENT_KINDS];  ///< Capacity for places.
  size_t number_capacity[XPBD_ELEMENT_KINDS]; ///< Capacity for numbers.
  int64_t *corners[XPBD_ELEMENT_KINDS];       ///< [corner_count] vertex numbers, all elements one after another.
  int32_t *sizes;                             ///< [count of polygons] their corners; triangles have 3, tets 4
  int64_t *numbers[XPBD_ELEMENT_KINDS];       ///< [count] numbers of the elements in fields
  int32_t *places[XPBD_ELEMENT_KINDS];        ///< [count] where each element is in the file
} xpbd_elements;

xpbd_status xpbd_elements_add_node(xpbd_elements *elements, int64_t number, const double position[3], int64_t place);
/// `size`: the number of corners.
xpbd_status xpbd_elements_add(xpbd_elements *elements, int kind, int64_t number, const int64_t *corners, int64_t size,
                              int64_t place);
/// Makes the mesh from the tets, if any, else from the triangles and polygons. Unused vertices are dropped. The fields of
/// the import become its attributes.
xpbd_status xpbd_elements_mesh(xpbd_elements *elements, xpbd_mesh *out);
void xpbd_elements_destroy(xpbd_elements *elements);

/// One function for each kind of file: a pass over polygons, which the caller destroys even after a failure, or a
/// reader of finite elements. Both need the "C" locale.
#define XPBD_POLYGON_FORMAT(name, function) xpbd_status function(xpbd_text *text, xpbd_polygons *out);
#define XPBD_ELEMENT_FORMAT(name, function) xpbd_status function(const char *path, xpbd_import *import, xpbd_mesh *out);
#include "mesh/formats.inl"
#undef XPBD_POLYGON_FORMAT
#undef XPBD_ELEMENT_FORMAT

/// Reads a file of any other kind with assimp. XPBD_ERR_NOT_BUILT in builds without it.
xpbd_status xpbd_read_assimp(const char *path, xpbd_import *import, xpbd_mesh *out);
bool xpbd_assimp_reads(const char *extension);
