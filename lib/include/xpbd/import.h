/* Why this file exists: reading meshes that somebody else made, as they are found in the wild: what can be repaired is
 * repaired and counted, what is damaged is refused with its line. */
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
  bool strict;     ///< Refuse what would be repaired, naming its place. Default false.
} xpbd_import_def;

/// The standard values: repair.
xpbd_import_def xpbd_import_def_default(void);

/// What was done to a mesh that was read.
typedef struct xpbd_import_info {
  /* What reading means; done under `strict`, too. */
  int32_t welded;       ///< Vertices merged because they stand at the same place as one before (seams; all of STL).
  int32_t isolated;     ///< Vertices that no triangle or tet uses; dropped.
  int32_t triangulated; ///< Polygons of more than three corners; split into triangles.
  int32_t strips;       ///< Triangle strips of a PLY file; unrolled.
  int32_t inverted;     ///< Tets turned to positive orientation.
  /* Repairs; refused under `strict`. */
  int32_t duplicates; ///< Triangles or tets with the corners of an earlier one, turned over or not; dropped.
  int32_t repeated;   ///< Corners at the place of the corner before them; left out of their polygon.
  int32_t flat;       ///< Faces of fewer than three different places and tets without volume; dropped.
  int32_t crossing;   ///< Polygons that cross themselves; split as well as that goes.
  int32_t odd; ///< Lines, words and bytes that the format does not know; passed over, or read as other programs do.
  int32_t untextured; ///< Texture coordinates without meaning (not finite, not there); the mesh has none then.
} xpbd_import_info;

/// Read a mesh file of up to 512 MiB, about ten times that is needed in memory: OBJ, PLY (text, binary of both byte
/// orders), STL (text, binary), OFF (text), MSH (Gmsh 2.x and 4.1, text, binary), the pair NODE and ELE (TetGen, given
/// either path); in builds with assimp whatever else that reads (glTF, FBX, 3DS, Collada, ...), see
/// xpbd_mesh_readable(). The extension decides, in any case. `def` may be NULL (the standard values), `info` too.
///
/// Triangles, tets and the vertices they use keep the order of the file (STL: the order in which its facets meet them).
/// Positions are read in double, texture coordinates from OBJ when every corner of every face has them; normals and
/// colours are left out; all objects of a file become one mesh. Polygons of any size are split into triangles, concave
/// ones and those with holes behind doubled edges, too. A file with tets gives a body (see xpbd_mesh_make_tets());
/// surfaces, lines and points in it are left out. In a file of triangles vertices at exactly the same place become one,
/// the first of them; tets keep theirs, for a crack is made of such pairs. A triangle whose three corners stand in a
/// line stays: it holds the surface together.
///
/// A file that names a vertex that is not there or is not finite, or ends too early, is refused as a whole. Threads may
/// read at the same time. XPBD_ERR_INVALID_ARGUMENT for a `def` of other origin; XPBD_ERR_IO; XPBD_ERR_NOT_BUILT for a
/// format that needs assimp; XPBD_ERR_BAD_FILE with file, line or byte where known, and what.
xpbd_status xpbd_mesh_read(const char *path, const xpbd_import_def *def, xpbd_import_info *info, xpbd_mesh *out);

/// Whether this build reads files of this extension (without the dot, in any case).
bool xpbd_mesh_readable(const char *extension);

/// One line about the repairs of `info` for a user, e.g. "2 elements that were there already dropped"; empty
/// without repairs. Always terminated; cut off at `capacity` bytes. Returns how many repairs there were.
int64_t xpbd_import_repairs(const xpbd_import_info *info, char *line, size_t capacity);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
