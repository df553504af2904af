/* Why this file exists: triangle and tetrahedral meshes as the solver needs them, made by generators or read from
 * files, with the derived topology (unique edges, neighbours, pairs of triangles) that constraints are put on. */
#ifndef XPBD_MESH_H
#define XPBD_MESH_H

#include <stdint.h>

#include "xpbd/status.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/// An indexed mesh and its topology. All arrays are owned by the mesh; row-major, last index fastest. A mesh with tets
/// is a body: its triangles are its surface, its edges are those of all tets, inner ones too, and neighbours and hinges
/// come from the surface.
typedef struct xpbd_mesh {
  int32_t vertex_count;
  int32_t triangle_count;
  int32_t edge_count;  ///< Unique undirected edges.
  int32_t hinge_count; ///< Pairs of triangles that share an edge.
  int32_t tet_count;   ///< 0 for a surface.
  double *positions;   ///< [vertex_count, 3] m.
  int32_t *triangles;  ///< [triangle_count, 3] vertices, counter-clockwise seen from outside.
  int32_t *edges;      ///< [edge_count, 2] vertices, first < second, in lexicographic order: the mesh order.
  int32_t *neighbours; ///< [triangle_count, 3] triangle across the edge (corner k, corner k+1), -1 at the border.
  int32_t *hinges;     ///< [hinge_count, 4] shared edge (x1, x2), then the opposite vertices x3, x4 (Cincotti). Each
                       ///< pair once, by its lower triangle and there by corner: x1, x2 as it runs there, x3 its own.
  int32_t *tets;       ///< [tet_count, 4] vertices, positively oriented: ((x1-x0) x (x2-x0)).(x3-x0) > 0. NULL without.
  double *texture; ///< [triangle_count, 3, 2] texture coordinates (u, v) of each corner; NULL when the mesh has none.
} xpbd_mesh;

/// Sheet of columns x rows vertices in the plane y = 0, rows along z, every quad split along the same diagonal.
/// Vertex (row i, column j) is i * columns + j at (j * spacing, 0, i * spacing). columns, rows >= 2; spacing > 0 [m].
/// The diagonal leads from (i, j) to (i + 1, j + 1); normals point to +y. 41 x 41 gives 1681 vertices and 4880 edges
/// (Cetinaslan 2019).
xpbd_status xpbd_mesh_make_grid(int32_t columns, int32_t rows, double spacing, xpbd_mesh *out);

/// Octahedron whose triangles are split in four `level` times (0..10), projected on the sphere of `radius` [m].
/// Level 5 gives 4098 vertices, 12288 edges, 8192 triangles.
xpbd_status xpbd_mesh_make_sphere(int32_t level, double radius, xpbd_mesh *out);

/// Torus about the y axis, `around` x `across` vertices (each >= 3), radii in m with major > minor > 0; its quads are
/// split like those of the grid. Vertex (i around, j across) is i * across + j. 30 x 30 gives 900 vertices, 2700
/// edges, 1800 triangles.
xpbd_status xpbd_mesh_make_torus(int32_t around, int32_t across, double major, double minor, xpbd_mesh *out);

/// Surface of a box of nx x ny x nz cells (each >= 1) with edge length `spacing` [m], a corner at the origin.
/// Vertices are numbered x fastest, z slowest. 3 x 4 x 13 gives 208 vertices, 618 edges, 412 triangles.
xpbd_status xpbd_mesh_make_box(int32_t nx, int32_t ny, int32_t nz, double spacing, xpbd_mesh *out);

/// Body of nx x ny x nz cubic cells (each >= 1) with edge length `spacing` [m], a corner at the origin; a beam, or a
/// cube where they are equal. Vertex (i, j, k) is (k * (ny + 1) + j) * (nx + 1) + i at (i, j, k) * spacing: x fastest.
/// Each cell is split into the six tets around its diagonal from (0, 0, 0) to (1, 1, 1) (Kuhn 1960), cells x fastest,
/// too. Unlike five tets in alternating cells, these have all the same volume, spacing^3 / 6, and every cell is split
/// alike; the price is that the diagonal is a preferred direction. 1 x 1 x 1 gives 8 vertices, 19 edges, 12 triangles,
/// 6 tets.
xpbd_status xpbd_mesh_make_beam(int32_t nx, int32_t ny, int32_t nz, double spacing, xpbd_mesh *out);

/// Copy vertices [vertex_count, 3] and triangles [triangle_count, 3], check them and derive the topology.
/// XPBD_ERR_INVALID_ARGUMENT names the first bad index, non-finite vertex, repeated corner, zero-length edge, or two
/// triangles with the same corners. An edge with more than two triangles is allowed: neighbours and hinges pair its
/// first two. So are vertices that no triangle uses, and no triangles at all.
xpbd_status xpbd_mesh_make(int32_t vertex_count, const double *positions, int32_t triangle_count,
                           const int32_t *triangles, xpbd_mesh *out);

/// Copy vertices [vertex_count, 3] and tets [tet_count >= 1, 4], check them and derive surface and topology. A tet of
/// negative volume is turned: its last two corners change places. The faces that belong to one tet only are the
/// triangles, by tet and there by the corner they are opposite to. XPBD_ERR_INVALID_ARGUMENT names the first vertex
/// that is not finite, else a tet with a bad index, a repeated corner or no volume (none beyond what rounding makes),
/// two tets with the same corners or on the same side of a face they share, or a face of more than two tets. Vertices
/// that no tet uses are allowed.
xpbd_status xpbd_mesh_make_tets(int32_t vertex_count, const double *positions, int32_t tet_count, const int32_t *tets,
                                xpbd_mesh *out);

/// Copy everything a mesh owns. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_mesh_copy(const xpbd_mesh *mesh, xpbd_mesh *out);

/// Write the mesh with other positions ([vertex_count, 3], NULL = its own) as Wavefront OBJ or legacy VTK, chosen by
/// the extension (.obj, .vtk). Written under a temporary name and renamed: a full disk leaves no half file. VTK
/// is an unstructured grid of the triangles; without triangles the edges are written, as lines. Of a body, VTK holds the
/// tets and OBJ the surface with all vertices. OBJ holds the texture coordinates, too. Reading an OBJ back gives the same bits (without
/// vertices that are isolated or stand at one place). XPBD_ERR_INVALID_ARGUMENT names a position or texture coordinate
/// that is not finite; XPBD_ERR_IO.
xpbd_status xpbd_mesh_write(const char *path, const xpbd_mesh *mesh, const double *positions);

/// Numbers of the vertices of a mesh, which a VTK file carries beside them.
typedef struct xpbd_mesh_array {
  const char *name;        ///< One word.
  int32_t components;      ///< 1, or 3 for vectors.
  const double *reals;     ///< [vertex_count, components], finite; NULL where integers are given.
  const int32_t *integers; ///< [vertex_count], components is 1; NULL where reals are given.
} xpbd_mesh_array;

/// xpbd_mesh_write() with `count` arrays beside the vertices; OBJ has no place for them and leaves them out.
xpbd_status xpbd_mesh_write_arrays(const char *path, const xpbd_mesh *mesh, const double *positions,
                                   const xpbd_mesh_array *arrays, int32_t count);

/// Largest number of unique edges that meet in one vertex; -1 when memory is short.
int32_t xpbd_mesh_max_degree(const xpbd_mesh *mesh);

/// Free what the mesh owns and zero it. Accepts a zeroed mesh.
void xpbd_mesh_destroy(xpbd_mesh *mesh);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
