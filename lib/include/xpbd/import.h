/* Why this file exists: reading meshes that somebody else made. Apart from the core because it may link an import
 * library; link xpbd::import for it. */
#ifndef XPBD_IMPORT_H
#define XPBD_IMPORT_H

#include "xpbd/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What had to be done to a mesh that was read.
typedef struct xpbd_import_info {
  int32_t welded;       ///< Vertices merged because they stand at the same place as one before (seams; all of STL).
  int32_t isolated;     ///< Vertices that no triangle or tet uses; dropped.
  int32_t triangulated; ///< Polygons of more than three corners; split into triangles.
  int32_t inverted;     ///< Tets turned to positive orientation.
} xpbd_import_info;

/// Read OBJ, PLY, STL, OFF, MSH (Gmsh, ASCII of format 2.2 or 4.1) or the pair NODE and ELE (TetGen, given either
/// path), chosen by the extension, in any case; of up to 512 MiB, about ten times that is needed in memory. `info` may
/// be NULL. Triangles, tets and the vertices they use keep the order of the file (STL: the order in which its facets
/// meet them). Positions are read in double, texture coordinates from OBJ when every corner of every face has them;
/// normals and colours are left out; all objects of a file become one mesh. A file with tets gives a body (see
/// xpbd_mesh_make_tets()); surfaces, lines and points in it are left out. In a file of triangles vertices at exactly
/// the same place become one, the first of them; tets keep theirs, for a crack is made of such pairs. A file that
/// names a vertex that is not there, holds a number that is not finite, an edge without length, a tet without volume or
/// a triangle or tet twice, or ends too early is refused as a whole. Threads may read at the same time.
/// XPBD_ERR_NOT_BUILT without the import library, which OBJ, PLY, STL and OFF need; XPBD_ERR_IO; XPBD_ERR_BAD_FILE with
/// file, line where known, and what.
xpbd_status xpbd_mesh_read(const char *path, xpbd_import_info *info, xpbd_mesh *out);

#ifdef __cplusplus
}
#endif
#endif
