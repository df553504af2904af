/* Why this file exists: writes a simulated mesh for other programs: Wavefront OBJ for modellers (Blender), legacy VTK
 * for ParaView (base/vtk.h). OBJ is text with enough digits to restore the same double. A mesh without triangles (a
 * chain) is written as its edges. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/edge.h"
#include "base/file.h"
#include "base/locale.h"
#include "base/number.h"
#include "base/vtk.h"
#include "xpbd/mesh.h"

enum { LINE_BYTES = 8 * XPBD_NUMBER_TEXT };

/* Writes a line of a word and its numbers. */
static void put_reals(FILE *stream, const char *word, const double *values, int count) {
  char line[LINE_BYTES], *end = stpcpy(line, word);
  for (int i = 0; i < count; i++) {
    *end++ = ' ';
    end = xpbd_number_write(values[i], end);
  }
  *end++ = '\n';
  fwrite(line, 1, (size_t)(end - line), stream);
}

/* Writes a line of a word and vertices, which OBJ counts from 1. `first_texture` > 0: with texture coordinates from
 * this one on. */
static void put_corners(FILE *stream, const char *word, const int32_t *vertices, int count, int64_t first_texture) {
  char line[LINE_BYTES], *end = stpcpy(line, word);
  for (int i = 0; i < count; i++) {
    *end++ = ' ';
    end = xpbd_number_write_count(vertices[i] + INT64_C(1), end);
    if (first_texture == 0) continue;
    *end++ = '/';
    end = xpbd_number_write_count(first_texture + i, end);
  }
  *end++ = '\n';
  fwrite(line, 1, (size_t)(end - line), stream);
}

/* Each corner has its own texture coordinates, so seams need no search and the file restores each bit. Errors stay in
 * the stream until xpbd_file_commit() checks them. */
static void write_obj(FILE *stream, const xpbd_mesh *mesh, const double *positions) {
  const double *const texture = mesh->texture;
  fprintf(stream, "# %" PRId32 " vertices, %" PRId32 " triangles\n", mesh->vertex_count, mesh->triangle_count);
  for (size_t v = 0; v < (size_t)mesh->vertex_count; v++) put_reals(stream, "v", positions + 3 * v, 3);
  for (size_t i = 0; texture && i < 3 * (size_t)mesh->triangle_count; i++) put_reals(stream, "vt", texture + 2 * i, 2);
  for (size_t t = 0; t < (size_t)mesh->triangle_count; t++)
    put_corners(stream, "f", mesh->triangles + 3 * t, 3, texture ? 3 * (int64_t)t + 1 : 0);
  for (size_t e = 0; mesh->triangle_count == 0 && e < (size_t)mesh->edge_count; e++)
    put_corners(stream, "l", mesh->edges + 2 * e, 2, 0);
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
  XPBD_NOT_NULL(path, mesh);
  return xpbd_mesh_write_arrays(path, mesh, positions, NULL, 0);
}

xpbd_status xpbd_mesh_write_arrays(const char *path, const xpbd_mesh *mesh, const double *positions,
                                   const xpbd_mesh_array *arrays, int32_t count) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(path, mesh);
  if (count > 0) XPBD_NOT_NULL(arrays);
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
