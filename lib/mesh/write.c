/* Why this file exists: writes a simulated mesh for other programs: Wavefront OBJ for modellers (Blender), legacy VTK
 * for ParaView (base/vtk.h). OBJ is text with enough digits to restore the same double. A mesh without triangles (a
 * chain) is written as its edges. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"
#include "base/file.h"
#include "base/locale.h"
#include "base/vtk.h"
#include "xpbd/mesh.h"

/* Each corner has its own texture coordinates, so seams need no search and the file restores each bit. */
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

/* Errors stay in the stream until xpbd_file_commit() checks them. */
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

/// All vertices as cells, for a mesh without cells: viewers show no points without cells. NULL if out of memory.
static int32_t *every_vertex(const xpbd_mesh *mesh) {
  int32_t *all = malloc(((size_t)mesh->vertex_count + 1) * sizeof *all);
  for (int32_t v = 0; all && v < mesh->vertex_count; v++) all[v] = v;
  return all;
}

static xpbd_status write_vtk(FILE *stream, const xpbd_mesh *mesh, const double *positions,
                             const xpbd_mesh_array *arrays, int32_t count) {
  xpbd_vtk_cells cells = {mesh->edge_count, 2, mesh->edges};
  int32_t *all = NULL;
  if (mesh->tet_count > 0)
    cells = (xpbd_vtk_cells){mesh->tet_count, 4, mesh->tets};
  else if (mesh->triangle_count > 0)
    cells = (xpbd_vtk_cells){mesh->triangle_count, 3, mesh->triangles};
  else if (mesh->edge_count == 0)
    cells = (xpbd_vtk_cells){mesh->vertex_count, 1, all = every_vertex(mesh)};
  XPBD_REQUIRE(cells.points, XPBD_ERR_OUT_OF_MEMORY, "out of memory for %d cells", (int)cells.count);
  xpbd_vtk_write(stream, &(xpbd_vtk){.title = "libxpbd mesh",
                                     .point_count = mesh->vertex_count,
                                     .points = positions,
                                     .block_count = 1,
                                     .blocks = &cells,
                                     .point_array_count = count,
                                     .point_arrays = arrays});
  free(all);
  return XPBD_OK;
}

static xpbd_status check_array(const char *path, const xpbd_mesh *mesh, const xpbd_mesh_array *array) {
  XPBD_REQUIRE(array->name && array->name[0] && !strpbrk(array->name, " \t\r\n"), XPBD_ERR_INVALID_ARGUMENT,
               "%s: the name of an array must be one word", path);
  XPBD_REQUIRE((array->reals != NULL) != (array->integers != NULL) &&
                   (array->components == 1 || (array->components == 3 && array->reals)),
               XPBD_ERR_INVALID_ARGUMENT, "%s: array %s: must have one or three reals, or one integer", path,
               array->name);
  for (size_t i = 0; array->reals && i < (size_t)mesh->vertex_count * (size_t)array->components; i++)
    XPBD_REQUIRE(isfinite(array->reals[i]), XPBD_ERR_INVALID_ARGUMENT,
                 "%s: not written: %s of vertex %zu is not finite: %g", path, array->name,
                 i / (size_t)array->components, array->reals[i]);
  return XPBD_OK;
}

xpbd_status xpbd_mesh_write(const char *path, const xpbd_mesh *mesh, const double *positions) {
  return xpbd_mesh_write_arrays(path, mesh, positions, NULL, 0);
}

xpbd_status xpbd_mesh_write_arrays(const char *path, const xpbd_mesh *mesh, const double *positions,
                                   const xpbd_mesh_array *arrays, int32_t count) {
  XPBD_REQUIRE(path && mesh, XPBD_ERR_INVALID_ARGUMENT, "the path or the mesh is NULL");
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
  for (int32_t a = 0; a < count; a++) XPBD_TRY(check_array(path, mesh, &arrays[a]));
  xpbd_file file;
  XPBD_TRY(xpbd_file_create(path, &file));
  xpbd_status status = XPBD_OK;
  const locale_t before = xpbd_locale_enter();
  if (is_obj)
    write_obj(file.stream, mesh, positions);
  else
    status = write_vtk(file.stream, mesh, positions, arrays, count);
  xpbd_locale_leave(before);
  if (status == XPBD_OK) return xpbd_file_commit(&file);
  xpbd_file_discard(&file);
  return status;
}
