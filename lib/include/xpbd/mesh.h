/* Why this file exists: triangle and tetrahedral meshes, generated or read from files. They include the derived
 * topology that constraints are placed on: unique edges, neighbours and hinges. */
#ifndef XPBD_MESH_H
#define XPBD_MESH_H

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/status.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/// Named numbers of a mesh, one or three for each element or vertex: fibre directions, thicknesses, material regions.
/// The elements of a mesh are its tets, or its triangles if it has no tets.
typedef struct xpbd_attribute {
  char *name;       ///< As in the file. Elements and vertices may each have an attribute of the same name.
  int32_t width;    ///< Numbers per item: 1 or 3, or another number with a defect.
  bool on_vertices; ///< One item per vertex, else one per element.
  int32_t count;    ///< Number of items: the mesh's vertices or elements, in its order.
  double *values;   ///< [count, width] finite. NULL if there is a defect.
  char *defect;     ///< Why the attribute cannot be used, one line with its place in the file. NULL = it can.
} xpbd_attribute;

/// An indexed mesh and its topology. The mesh owns all arrays, which are row-major. A mesh with tets is a body: its
/// triangles, neighbours and hinges belong to its surface, and its edges to all tets, including inner ones.
typedef struct xpbd_mesh {
  int32_t vertex_count;
  int32_t triangle_count;
  int32_t edge_count;  ///< Unique undirected edges.
  int32_t hinge_count; ///< Pairs of triangles with a common edge.
  int32_t tet_count;   ///< 0 for a surface.
  double *positions;   ///< [vertex_count, 3] m.
  int32_t *triangles;  ///< [triangle_count, 3] vertices, counter-clockwise seen from outside.
  int32_t *edges;      ///< [edge_count, 2] vertices, first < second, sorted lexicographically: the mesh order.
  int32_t *neighbours; ///< [triangle_count, 3] triangle across the edge (corner k, corner k+1), -1 at the border.
  int32_t *hinges;     ///< [hinge_count, 4] the common edge (x1, x2), then the opposite vertices x3, x4 (Cincotti).
                       ///< Each pair appears once, sorted by its lower triangle, then by corner. x1, x2 and x3 follow
                       ///< that triangle.
  int32_t *tets;       ///< [tet_count, 4] vertices, positively oriented: ((x1-x0) x (x2-x0)).(x3-x0) > 0. NULL if none.
  double *texture;     ///< [triangle_count, 3, 2] texture coordinates (u, v) of each corner, or NULL.
  int32_t attribute_count;
  xpbd_attribute *attributes; ///< [attribute_count], NULL if none.
} xpbd_mesh;

/// The extents of a mesh along x, y and z [m]. Returns the largest. 0 without vertices.
double xpbd_mesh_extent(const xpbd_mesh *mesh, double extent[3]);

/// Sheet of columns x rows vertices in the plane y = 0, rows along z. Every quad is split along the same diagonal, from
/// (i, j) to (i + 1, j + 1). Normals point to +y. Vertex (row i, column j) is i * columns + j at (j * spacing, 0, i *
/// spacing). columns, rows >= 2, spacing > 0 [m]. 41 x 41 gives 1681 vertices and 4880 edges (Cetinaslan 2019).
xpbd_status xpbd_mesh_make_grid(int32_t columns, int32_t rows, double spacing, xpbd_mesh *out);

/// Octahedron subdivided `level` times (0..10, each triangle into four) and projected on the sphere of `radius` [m].
/// Level 5 gives 4098 vertices, 12288 edges, 8192 triangles.
xpbd_status xpbd_mesh_make_sphere(int32_t level, double radius, xpbd_mesh *out);

/// Torus about the y axis with `around` x `across` vertices (each >= 3) and radii major > minor > 0 [m]. Quads are
/// split like those of the grid. Vertex (i around, j across) is i * across + j. 30 x 30 gives 900 vertices, 2700 edges,
/// 1800 triangles.
xpbd_status xpbd_mesh_make_torus(int32_t around, int32_t across, double major, double minor, xpbd_mesh *out);

/// Surface of a box of nx x ny x nz cells (each >= 1) with edge length `spacing` [m] and a corner at the origin.
/// Vertices are numbered with x fastest, z slowest. 3 x 4 x 13 gives 208 vertices, 618 edges, 412 triangles.
xpbd_status xpbd_mesh_make_box(int32_t nx, int32_t ny, int32_t nz, double spacing, xpbd_mesh *out);

/// Body of nx x ny x nz cubic cells (each >= 1) with edge length `spacing` [m] and a corner at the origin. Vertex (i,
/// j, k) is (k * (ny + 1) + j) * (nx + 1) + i at (i, j, k) * spacing, so x is fastest. Cells are in the same order.
/// Each cell is split into the six tets around its diagonal from (0, 0, 0) to (1, 1, 1) (Kuhn 1960). All tets have the
/// volume spacing^3 / 6 and all cells are split alike, unlike with five tets in alternating cells. The price is that
/// the diagonal is a preferred direction. 1 x 1 x 1 gives 8 vertices, 19 edges, 12 triangles, 6 tets.
xpbd_status xpbd_mesh_make_beam(int32_t nx, int32_t ny, int32_t nz, double spacing, xpbd_mesh *out);

/// Body of the cubic cells of a grid whose centres are inside a closed surface, each split like the cells of
/// xpbd_mesh_make_beam(). Cells that would meet only at an edge or a corner are joined through a cell beside them. The
/// grid is centred in the extents of the surface, so the body has their size to within a cell. The vertices of the
/// surface are not used. XPBD_ERR_INVALID_ARGUMENT: the surface is not closed, the spacing [m] is not positive, no centre
/// is inside, the cells do not form one piece joined by faces, or the grid has more than 2^24 cells.
xpbd_status xpbd_mesh_make_fill(const xpbd_mesh *surface, double spacing, xpbd_mesh *out);

/// Copies and checks vertices [vertex_count, 3] and triangles [triangle_count, 3], and derives the topology.
/// XPBD_ERR_INVALID_ARGUMENT names the first bad index, non-finite vertex, repeated corner, zero-length edge, or two
/// triangles with the same corners. Allowed are unused vertices, no triangles at all, and an edge with more than two
/// triangles, of which neighbours and hinges pair the first two.
xpbd_status xpbd_mesh_make(int32_t vertex_count, const double *positions, int32_t triangle_count,
                           const int32_t *triangles, xpbd_mesh *out);

/// Copies and checks vertices [vertex_count, 3] and tets [tet_count >= 1, 4], and derives the surface and topology. The
/// last two corners of a tet with negative volume are swapped. Faces of only one tet are the triangles, sorted by tet,
/// then by opposite corner. Unused vertices are allowed. XPBD_ERR_INVALID_ARGUMENT names the first vertex that is not
/// finite, or a defect of the tets: a bad index, a repeated corner, no volume beyond rounding, two tets with the same
/// corners or on the same side of a common face, or a face of more than two tets.
xpbd_status xpbd_mesh_make_tets(int32_t vertex_count, const double *positions, int32_t tet_count, const int32_t *tets,
                                xpbd_mesh *out);

/// Copies `values` into a new attribute of the mesh, [vertex_count, width] if `on_vertices`, else [tet_count, width] or,
/// without tets, [triangle_count, width]. XPBD_ERR_INVALID_ARGUMENT names an empty name, one that vertices or elements
/// already have, a width other than 1 or 3, or the first item that is not finite. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_mesh_add_attribute(xpbd_mesh *mesh, const char *name, int32_t width, bool on_vertices,
                                    const double *values);

/// The attribute with this name. If elements and vertices both have one, the one of the elements. NULL = none. It may
/// have a defect, whose text is then the message for users.
const xpbd_attribute *xpbd_mesh_attribute(const xpbd_mesh *mesh, const char *name);

/// Copies everything a mesh owns. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_mesh_copy(const xpbd_mesh *mesh, xpbd_mesh *out);

/// Writes the mesh with the given positions ([vertex_count, 3], NULL = its own) as Wavefront OBJ (.obj) or legacy VTK
/// (.vtk). The file is written under a temporary name and renamed, so a full disk leaves no partial file. OBJ holds the
/// surface with all vertices and texture coordinates. VTK holds the tets of a body, else the triangles, else the edges
/// as lines. Reading an OBJ back is bit-identical, except for isolated and coincident vertices.
/// XPBD_ERR_INVALID_ARGUMENT names a position or texture coordinate that is not finite. XPBD_ERR_IO.
xpbd_status xpbd_mesh_write(const char *path, const xpbd_mesh *mesh, const double *positions);

/// Values per vertex that a VTK file also holds.
typedef struct xpbd_mesh_array {
  const char *name;        ///< One word.
  int32_t components;      ///< 1, or 3 for vectors.
  const double *reals;     ///< [vertex_count, components], finite. NULL if `integers` is given.
  const int32_t *integers; ///< [vertex_count], with components 1. NULL if `reals` is given.
} xpbd_mesh_array;

/// xpbd_mesh_write() with `count` arrays of values per vertex. OBJ cannot hold them and omits them.
xpbd_status xpbd_mesh_write_arrays(const char *path, const xpbd_mesh *mesh, const double *positions,
                                   const xpbd_mesh_array *arrays, int32_t count);

/// Largest number of unique edges at one vertex. -1 = out of memory.
int32_t xpbd_mesh_max_degree(const xpbd_mesh *mesh);

/// Frees what the mesh owns and zeroes it. Accepts a zeroed mesh.
void xpbd_mesh_destroy(xpbd_mesh *mesh);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
