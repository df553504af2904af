/* Why this file exists: reading a mesh file has two halves. A strict pass of our own, one for each kind of file, reads
 * every number and refuses what is wrong with its line number; it ends in the polygons or in the finite elements below.
 * The import library then splits polygons into triangles, concave ones too. Private to lib/mesh. */
#ifndef XPBD_MESH_IMPORT_H
#define XPBD_MESH_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"
#include "xpbd/import.h"

enum {
  XPBD_LINE_LIMIT = 1 << 20, ///< Bytes of one line of text.
  XPBD_POLYGON_LIMIT = 256,  ///< Corners of one polygon: splitting takes up to the third power of it.
  XPBD_FILE_LIMIT_MIB = 512  ///< Reading takes about ten times the size of the file in memory.
};

/// A file read line by line or byte by byte.
typedef struct xpbd_text {
  FILE *stream;
  const char *path;      ///< Borrowed.
  int64_t size;          ///< Bytes of the file.
  int64_t number;        ///< Line in `line`, from 1.
  char *line;            ///< [XPBD_LINE_LIMIT + 1] without its end; may be cut up by xpbd_text_token().
  unsigned char *block;  ///< Bytes read ahead,
  size_t at, filled;     ///< of which block[at .. filled) are still to come.
  bool after_return;     ///< The last line ended in CR: a LF that follows belongs to it.
  bool return_line_feed; ///< Lines end in CR LF.
} xpbd_text;

/// Open a regular file. XPBD_ERR_IO; XPBD_ERR_BAD_FILE when it is empty or above the limit.
xpbd_status xpbd_text_open(const char *path, xpbd_text *out);
/// Next line. XPBD_ERR_BAD_FILE for a line above the limit or with control characters in it (no text).
xpbd_status xpbd_text_next(xpbd_text *text, bool *more);
/// The next `count` bytes. XPBD_ERR_BAD_FILE when the file ends before.
xpbd_status xpbd_text_bytes(xpbd_text *text, void *out, size_t count);
void xpbd_text_close(xpbd_text *text);

/// Fail with "path:line: reason".
#define xpbd_text_fail(text, format, ...)                                                                              \
  xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%lld: " format, (text)->path, (long long)(text)->number, __VA_ARGS__)

/// The next line with anything on it but a comment, which one of the characters `comments` begins. The file may not end
/// before: `wanted` is named in the message.
xpbd_status xpbd_text_content(xpbd_text *text, const char *comments, const char *wanted, char **cursor);
/// Cut the next word off *cursor, NULL at the end of the line.
char *xpbd_text_token(char **cursor);
/// A whole word as a number. Needs the "C" locale. `what` is named in the message. Not finite or above 1e18 is refused.
xpbd_status xpbd_text_coordinate(const xpbd_text *text, const char *word, const char *what, double *out);
/// A whole word as a decimal integer of at most 18 digits; false when it is none.
bool xpbd_text_integer(const char *word, int64_t *out);

/// Room for `extra` more elements of `size` bytes in *array. Capacities double: the number of elements is not known
/// before, and a number in the header of a damaged file is no reason to allocate.
xpbd_status xpbd_import_room(const char *path, void **array, size_t count, size_t *capacity, size_t extra, size_t size);

/// A word as it may be shown in a message: short and printable.
typedef struct xpbd_shown {
  char text[28];
} xpbd_shown;
xpbd_shown xpbd_text_show(const char *word);

/// What the strict pass found: vertices and polygons in the order of the file.
typedef struct xpbd_polygons {
  const char *path; ///< Borrowed.
  bool by_line;     ///< `place` are line numbers; else faces counted from 1.
  int base;         ///< Number of the first vertex as the file counts: 0 or 1. Here it is always 0.
  size_t vertex_count, vertex_capacity;
  double *positions; ///< [vertex_count, 3]
  size_t face_count, face_capacity;
  uint16_t *face_sizes; ///< [face_count] corners, 3 .. XPBD_POLYGON_LIMIT
  int32_t *places;      ///< [face_count] where it stands in the file
  size_t corner_count, corner_capacity;
  int64_t *corners; ///< [corner_count] vertices from 0, all faces one after another
  size_t texture_count, texture_capacity, texture_corner_capacity;
  double *texture;          ///< [texture_count, 2] texture coordinates as the file numbers them, from 0
  int64_t *texture_corners; ///< [corner_count] the texture coordinates of each corner, -1 = none; NULL without any
  int64_t triangle_count;   ///< Triangles the polygons split into.
  int32_t split_count;      ///< Polygons of more than three corners.
} xpbd_polygons;

xpbd_status xpbd_polygons_add_vertex(xpbd_polygons *polygons, const double position[3]);
/// `place` is the line or the number of the face. The sizes are checked, the corners are not: see
/// xpbd_polygons_check().
xpbd_status xpbd_polygons_add_face(xpbd_polygons *polygons, const int64_t *corners, size_t count, int64_t place);
xpbd_status xpbd_polygons_add_texture(xpbd_polygons *polygons, const double texture[2]);
/// Texture coordinates of the corners of the face that was added last; no face may be left out.
xpbd_status xpbd_polygons_add_texture_face(xpbd_polygons *polygons, const int64_t *texture_corners, size_t count);
/// Some faces; every corner names a vertex, none twice in a face.
xpbd_status xpbd_polygons_check(const xpbd_polygons *polygons);
/// Name of the place of a face, e.g. "line 12", for messages.
xpbd_shown xpbd_polygons_place(const xpbd_polygons *polygons, size_t face);
void xpbd_polygons_destroy(xpbd_polygons *polygons);

/// The strict passes, one per kind of file. The polygons are to be destroyed by the caller also after a failure.
xpbd_status xpbd_scan_obj(xpbd_text *text, xpbd_polygons *out);
xpbd_status xpbd_scan_off(xpbd_text *text, xpbd_polygons *out);
xpbd_status xpbd_scan_ply(xpbd_text *text, xpbd_polygons *out);
xpbd_status xpbd_scan_stl(xpbd_text *text, xpbd_polygons *out);

/// Merge vertices at identical positions (into the first of them), drop those that no face uses, and make the mesh.
/// triangles is [triangle_count, 3] places in `corners` of `polygons`, faces in their order. The mesh has texture
/// coordinates when every corner has them.
xpbd_status xpbd_polygons_weld(const xpbd_polygons *polygons, const int32_t *triangles, int32_t triangle_count,
                               xpbd_import_info *info, xpbd_mesh *out);

/// XPBD_OK when this build can split polygons, else XPBD_ERR_NOT_BUILT.
xpbd_status xpbd_polygons_can_split(const char *path);
/// Split the polygons into triangles and make the mesh.
xpbd_status xpbd_polygons_split(const xpbd_polygons *polygons, xpbd_import_info *info, xpbd_mesh *out);

enum { XPBD_TRIANGLES, XPBD_TETS, XPBD_ELEMENT_KINDS };

/// A vertex as the file numbers it.
typedef struct xpbd_node {
  int64_t number; ///< Any number, in any order.
  int32_t index;  ///< Its place among the vertices of the file, from 0.
  int32_t line;
} xpbd_node;

/// What the strict pass over a file of finite elements found, in the order of the file.
typedef struct xpbd_elements {
  const char *path;      ///< Of the vertices. Borrowed.
  const char *tets_path; ///< Of the elements, the same or another. Borrowed.
  size_t node_count, node_capacity, position_capacity;
  xpbd_node *nodes;                         ///< [node_count]
  double *positions;                        ///< [node_count, 3]
  size_t count[XPBD_ELEMENT_KINDS];         ///< Elements of each kind,
  size_t capacity[XPBD_ELEMENT_KINDS];      ///< room for them
  size_t line_capacity[XPBD_ELEMENT_KINDS]; ///< and for their lines.
  int64_t *corners[XPBD_ELEMENT_KINDS];     ///< [count, 3 or 4] numbers of vertices.
  int32_t *lines[XPBD_ELEMENT_KINDS];       ///< [count] where they stand in the file
} xpbd_elements;

xpbd_status xpbd_elements_add_node(xpbd_elements *elements, int64_t number, const double position[3], int64_t line);
xpbd_status xpbd_elements_add(xpbd_elements *elements, int kind, const int64_t *corners, int64_t line);
/// Make the mesh: of the tets when there are any, else of the triangles. Vertices that are not used are dropped.
xpbd_status xpbd_elements_mesh(xpbd_elements *elements, xpbd_import_info *info, xpbd_mesh *out);
void xpbd_elements_destroy(xpbd_elements *elements);

/// Read a file of finite elements: a Gmsh file, or both files of TetGen, given either. Need the "C" locale.
xpbd_status xpbd_read_msh(const char *path, xpbd_import_info *info, xpbd_mesh *out);
xpbd_status xpbd_read_tetgen(const char *path, xpbd_import_info *info, xpbd_mesh *out);

#endif
