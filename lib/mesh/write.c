/* Why this file exists: a simulated mesh that other programs open: Wavefront OBJ for modellers (Blender), legacy VTK
 * for ParaView: polydata, or an unstructured grid of tets. OBJ is text with the digits that bring back the same double;
 * VTK is binary, big-endian as its format says. A mesh without triangles (a chain) is written as its edges. */
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"
#include "xpbd/mesh.h"

enum { VTK_TETRA = 10 }; /* number of the kind of cell in VTK */

/* Every corner has texture coordinates of its own: seams need no search, and the file gives back each bit. */
static void write_textured_faces(FILE *stream, const xpbd_mesh *mesh) {
  const double *const end = mesh->texture + 6 * (size_t)mesh->triangle_count;
  for (const double *uv = mesh->texture; uv < end; uv += 2) fprintf(stream, "vt %.17g %.17g\n", uv[0], uv[1]);
  for (int64_t t = 0; t < mesh->triangle_count; t++) {
    fputc('f', stream);
    for (int64_t k = 3 * t; k < 3 * t + 3; k++)
      fprintf(stream, " %" PRId64 "/%" PRId64, mesh->triangles[k] + INT64_C(1), k + 1);
    fputc('\n', stream);
  }
}

/* Errors of the stream are kept by it and found by xpbd_file_commit(), so that nothing here looks at them. */
static void write_obj(FILE *stream, const xpbd_mesh *mesh, const double *positions) {
  fprintf(stream, "# %" PRId32 " vertices, %" PRId32 " triangles\n", mesh->vertex_count, mesh->triangle_count);
  for (const double *p = positions, *end = p + 3 * (size_t)mesh->vertex_count; p < end; p += 3)
    fprintf(stream, "v %.17g %.17g %.17g\n", p[0], p[1], p[2]);
  if (mesh->texture) write_textured_faces(stream, mesh);
  for (int32_t t = 0; !mesh->texture && t < mesh->triangle_count; t++) {
    const int32_t *corner = mesh->triangles + 3 * (size_t)t; /* OBJ counts from 1 */
    fprintf(stream, "f %" PRId64 " %" PRId64 " %" PRId64 "\n", corner[0] + INT64_C(1), corner[1] + INT64_C(1),
            corner[2] + INT64_C(1));
  }
  for (int32_t e = 0; mesh->triangle_count == 0 && e < mesh->edge_count; e++) {
    const int32_t *end = mesh->edges + 2 * (size_t)e;
    fprintf(stream, "l %" PRId64 " %" PRId64 "\n", end[0] + INT64_C(1), end[1] + INT64_C(1));
  }
}

static void put_big_endian(unsigned char *out, uint64_t bits, int bytes) {
  for (int i = 0; i < bytes; i++) out[i] = (unsigned char)(bits >> (8 * (bytes - 1 - i)));
}

static void write_vtk_cells(FILE *stream, const char *keyword, int32_t count, int corners, const int32_t *indices) {
  unsigned char bytes[5 * 4];
  fprintf(stream, "%s %" PRId32 " %" PRId64 "\n", keyword, count, (int64_t)count * (corners + 1));
  put_big_endian(bytes, (uint64_t)corners, 4);
  for (int32_t i = 0; i < count; i++) {
    for (int k = 0; k < corners; k++)
      put_big_endian(bytes + 4 * (k + 1), (uint64_t)indices[(size_t)i * (size_t)corners + (size_t)k], 4);
    fwrite(bytes, 4, (size_t)corners + 1, stream);
  }
  fputc('\n', stream);
}

static void write_vtk_tets(FILE *stream, const xpbd_mesh *mesh) {
  unsigned char bytes[4];
  write_vtk_cells(stream, "CELLS", mesh->tet_count, 4, mesh->tets);
  fprintf(stream, "CELL_TYPES %" PRId32 "\n", mesh->tet_count);
  put_big_endian(bytes, VTK_TETRA, 4);
  for (int32_t t = 0; t < mesh->tet_count; t++) fwrite(bytes, 4, 1, stream);
  fputc('\n', stream);
}

static void write_vtk(FILE *stream, const xpbd_mesh *mesh, const double *positions) {
  unsigned char bytes[3 * 8];
  fprintf(stream, "# vtk DataFile Version 3.0\nlibxpbd mesh\nBINARY\nDATASET %s\n",
          mesh->tet_count > 0 ? "UNSTRUCTURED_GRID" : "POLYDATA");
  fprintf(stream, "POINTS %" PRId32 " double\n", mesh->vertex_count);
  for (size_t v = 0; v < (size_t)mesh->vertex_count; v++) {
    for (size_t axis = 0; axis < 3; axis++) {
      uint64_t bits;
      memcpy(&bits, positions + 3 * v + axis, sizeof bits);
      put_big_endian(bytes + 8 * axis, bits, 8);
    }
    fwrite(bytes, 8, 3, stream);
  }
  fputc('\n', stream);
  if (mesh->tet_count > 0)
    write_vtk_tets(stream, mesh);
  else if (mesh->triangle_count > 0)
    write_vtk_cells(stream, "POLYGONS", mesh->triangle_count, 3, mesh->triangles);
  else if (mesh->edge_count > 0)
    write_vtk_cells(stream, "LINES", mesh->edge_count, 2, mesh->edges);
}

xpbd_status xpbd_mesh_write(const char *path, const xpbd_mesh *mesh, const double *positions) {
  XPBD_REQUIRE(path && mesh, XPBD_ERR_INVALID_ARGUMENT, "writing a mesh needs a path and a mesh");
  const char *dot = strrchr(path, '.');
  const int is_obj = dot && strcasecmp(dot, ".obj") == 0, is_vtk = dot && strcasecmp(dot, ".vtk") == 0;
  XPBD_REQUIRE(is_obj || is_vtk, XPBD_ERR_INVALID_ARGUMENT,
               "%s: unknown kind of file; the name must end in .obj or .vtk", path);
  if (!positions) positions = mesh->positions;
  for (int32_t v = 0; v < mesh->vertex_count; v++) {
    const double *p = positions + 3 * (size_t)v;
    XPBD_REQUIRE(isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]), XPBD_ERR_INVALID_ARGUMENT,
                 "%s: not written: vertex %d is not finite: (%g, %g, %g)", path, v, p[0], p[1], p[2]);
  }
  for (size_t i = 0; mesh->texture && i < 6 * (size_t)mesh->triangle_count; i++)
    XPBD_REQUIRE(isfinite(mesh->texture[i]), XPBD_ERR_INVALID_ARGUMENT,
                 "%s: not written: a texture coordinate of triangle %zu is not finite: %g", path, i / 6,
                 mesh->texture[i]);
  xpbd_file file;
  XPBD_TRY(xpbd_file_create(path, &file));
  const locale_t before = xpbd_locale_enter();
  if (is_obj)
    write_obj(file.stream, mesh, positions);
  else
    write_vtk(file.stream, mesh, positions);
  xpbd_locale_leave(before);
  return xpbd_file_commit(&file);
}
