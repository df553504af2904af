/* Why this file exists: reads mesh files from any source. Repairable defects are repaired and counted. Damaged files
 * are refused with the line of the damage. */
#ifndef XPBD_IMPORT_H
#define XPBD_IMPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "xpbd/mesh.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/// How a file is read. Start from xpbd_import_def_default().
typedef struct xpbd_import_def {
  uint32_t cookie; ///< Set by xpbd_import_def_default(). Do not touch.
  bool strict;     ///< Refuse files that need repair and say where. Default false.
  /// Vertices of surfaces at most this far apart are merged into the first, in the unit of the file. 0: only at the same position. Default
  /// NaN: two millionths of the largest extent, which is below what a simulation in float can tell apart.
  double weld;
} xpbd_import_def;

/// The defaults: repair.
xpbd_import_def xpbd_import_def_default(void);

/// What was changed in a mesh while reading it.
typedef struct xpbd_import_info {
  /* Normal parts of reading, also with `strict`. */
  int32_t welded;       ///< Vertices merged with an earlier one at the same position (seams, and all of STL).
  int32_t isolated;     ///< Unused vertices, dropped.
  int32_t triangulated; ///< Polygons of more than three corners, split into triangles.
  int32_t strips;       ///< Triangle strips of a PLY file, unrolled.
  int32_t inverted;     ///< Tets turned to positive orientation.
  /* Repairs. Refused with `strict`. */
  int32_t duplicates; ///< Triangles or tets with the same corners as an earlier one in any orientation, dropped.
  int32_t repeated;   ///< Corners at the position of the corner before them, removed from their polygon.
  int32_t flat;       ///< Faces with fewer than three distinct positions and tets without volume, dropped.
  int32_t crossing;   ///< Self-intersecting polygons, split as well as possible.
  int32_t odd;        ///< Lines, words and bytes unknown to the format. Skipped, or read as other programs do.
  int32_t untextured; ///< Invalid texture coordinates (missing or not finite). The mesh then has none.
  int32_t near;       ///< Vertices merged with an earlier one that is not at the same position.
  double weld;        ///< Up to this distance. 0 if there are none.
} xpbd_import_info;

/// Reads a mesh file of up to 512 MiB, which takes about ten times as much memory. The extension selects the format, in
/// upper or lower case. `def` (NULL = defaults) and `info` may be NULL. The formats are:
///   OBJ
///   PLY  text, binary of both byte orders
///   STL  text, binary
///   OFF  text
///   MSH  Gmsh 1, 2.x, 4.0 and 4.1, text, binary
///   VTK  legacy files of unstructured grids and of surfaces (POLYDATA), text, binary
///   VTU  unstructured grids in XML: text, base64, appended, with zlib or uncompressed, in one piece
///   NODE and ELE  the TetGen pair, given either path
///   all that assimp reads (glTF, FBX, 3DS, Collada, ...), in builds with assimp, see xpbd_mesh_readable()
///
/// Triangles, tets and the vertices they use keep the order of the file. STL vertices are ordered by first use.
/// Positions are read in double. Texture coordinates are read from OBJ if every corner of every face has them. Normals
/// and colours are ignored. All objects of a file become one mesh. Polygons of any size are split into triangles,
/// including concave ones and those with holes connected by doubled edges. A file with tets gives a body (see
/// xpbd_mesh_make_tets()), and its surfaces, lines and points are ignored. In a triangle file, vertices at the same or
/// nearly the same position are merged into the first, see `weld`. Vertices of tets are not merged, because coincident pairs can form a crack.
/// A triangle with three collinear corners is kept, because it connects the surface.
///
/// Named numbers of elements and vertices become attributes, one or three per item: scalars, vectors and FIELD arrays
/// of VTK, $ElementData and $NodeData of Gmsh, and properties of PLY, of which name_x, name_y and name_z make the vector
/// `name`. Of several arrays with the same name (time steps), the first is taken. The physical groups of Gmsh are the
/// attribute "physical", 0 for elements without a group. Attributes follow the elements and vertices that are kept:
/// every triangle of a polygon has the polygon's numbers, and merged vertices have those of the first. Data on other
/// elements only, such as the surface of a body, are left out. An attribute with a number that is not finite, or without
/// a number for some items, has a `defect` that names the line. The mesh is still read.
///
/// A file is refused as a whole if it ends early, refers to a vertex that is missing or not finite, or has data of
/// another length than its elements or vertices. Threads may read
/// at the same time. Errors: XPBD_ERR_INVALID_ARGUMENT if `def` was not made by xpbd_import_def_default(), XPBD_ERR_IO,
/// XPBD_ERR_NOT_BUILT for a format that needs assimp, XPBD_ERR_BAD_FILE with the file, the line or byte if known, and
/// the defect.
xpbd_status xpbd_mesh_read(const char *path, const xpbd_import_def *def, xpbd_import_info *info, xpbd_mesh *out);

/// Whether this build reads files with this extension (without the dot, upper or lower case).
bool xpbd_mesh_readable(const char *extension);

/// Extension number `place` of those that every build reads, without the dot. NULL after the last.
const char *xpbd_mesh_extension(int place);

/// Writes one line about the repairs of `info` for users, e.g. "2 repeated elements dropped", empty if there were none.
/// Always terminated, truncated to `capacity` bytes. NULL = no line. Returns the number of repairs.
int64_t xpbd_import_repairs(const xpbd_import_info *info, char *line, size_t capacity);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
