/* Why this file exists: tests texture coordinates through reading, splitting, merging and writing, and the written
 * surface of a body. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mesh_checks.h"
#include "xpbd/import.h"

/* The texture coordinates of a corner are a function of its position, so they are known wherever it ends up. `seam`
 * shifts the coordinates of one face. */
static double texture_of(const double *position, int axis, double seam) {
  return axis == 0 ? position[0] + 0.25 * position[2] + seam : position[1] - 0.125 * position[2];
}

static const char *const quads[6] = {"1 4 3 2", "5 6 7 8", "1 2 6 5", "4 8 7 3", "1 5 8 4", "2 3 7 6"};

/* A cube of quads as OBJ text. Each corner of each face has its own vt, shifted by 10 for the last face. Corner 1 is in
 * the file twice, the second time for the third face, so that merging matters. */
static void put_cube(FILE *stream, bool leave_one_out, bool relative) {
  static const double vertices[9][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1},
                                        {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0, 0, 0}};
  for (int v = 0; v < 9; v++) fprintf(stream, "v %g %g %g\n", vertices[v][0], vertices[v][1], vertices[v][2]);
  int written = 0;
  for (int f = 0; f < 6; f++) {
    int corner[4];
    sscanf(quads[f], "%d %d %d %d", &corner[0], &corner[1], &corner[2], &corner[3]);
    if (f == 2) corner[0] = 9;
    for (int k = 0; k < 4; k++) {
      const double *p = vertices[corner[k] - 1];
      fprintf(stream, k == 3 ? "vt %.17g %.17g 0\n" : "vt %.17g %.17g\n", texture_of(p, 0, f == 5 ? 10 : 0),
              texture_of(p, 1, 0));
    }
    fprintf(stream, "vn 0 0 1\nf");
    for (int k = 0; k < 4; k++)
      if (leave_one_out && f == 3 && k == 2)
        fprintf(stream, " %d//1", corner[k]);
      else
        fprintf(stream, k == 1 ? " %d/%d/1" : " %d/%d", corner[k], relative ? k - 4 : written + k + 1);
    fprintf(stream, "\n");
    written += 4;
  }
}

static int64_t texture_faults(const xpbd_mesh *mesh) {
  if (!mesh->texture) return -1;
  int64_t faults = 0;
  for (int32_t t = 0; t < mesh->triangle_count; t++)
    for (int k = 0; k < 3; k++)
      for (int axis = 0; axis < 2; axis++)
        faults +=
            mesh->texture[6 * t + 2 * k + axis] !=
            texture_of(mesh->positions + 3 * (size_t)mesh->triangles[3 * t + k], axis, axis == 0 && t >= 10 ? 10 : 0);
  return faults;
}

static bool read_cube(check *self, const char *path, bool leave_one_out, bool relative, xpbd_mesh *mesh) {
  FILE *stream = fopen(path, "w");
  if (!check_true(self, stream != NULL, "a file")) return false;
  put_cube(stream, leave_one_out, relative);
  fclose(stream);
  const xpbd_status status = xpbd_mesh_read(path, NULL, NULL, mesh);
  if (status == XPBD_ERR_NOT_BUILT) {
    check_skip(self, "%s", xpbd_last_error());
    return false;
  }
  return check_status(self, status, XPBD_OK, "a cube with textures");
}

static void run_texture(check *self, int argument) {
  char *folder = folder_make(self);
  xpbd_mesh mesh, back;
  for (int relative = 0; relative < 2; relative++) {
    if (!read_cube(self, folder_path(folder, "cube.obj"), false, relative, &mesh)) break;
    check_same(self, (uint64_t)mesh.vertex_count, 8, "vertices: a seam splits none");
    check_same(self, (uint64_t)texture_faults(&mesh), 0, "texture coordinates at the wrong corner");
    const double kept = mesh.texture[9];
    for (int32_t i = 0; i < 6 * mesh.triangle_count; i++) mesh.texture[i] += check_random(self, -1e-3, 1e-3);
    check_status(self, xpbd_mesh_write(folder_path(folder, "back.obj"), &mesh, NULL), XPBD_OK, "writing");
    if (check_status(self, xpbd_mesh_read(folder_path(folder, "back.obj"), NULL, NULL, &back), XPBD_OK,
                     "reading back")) {
      check_true(self, mesh_equal(&mesh, &back), "the same mesh after writing and reading");
      back.texture[9] = nextafter(back.texture[9], 1e9);
      check_control(self, !mesh_equal(&mesh, &back), "a texture coordinate changed in its last digit");
      xpbd_mesh_destroy(&back);
    }
    check_control(self, texture_faults(&mesh) != 0 && mesh.texture[9] != kept, "texture coordinates that were moved");
    mesh.texture[3] = NAN;
    check_status(self, xpbd_mesh_write(folder_path(folder, "nan.obj"), &mesh, NULL), XPBD_ERR_INVALID_ARGUMENT, "NaN");
    xpbd_mesh_destroy(&mesh);
    if (!read_cube(self, folder_path(folder, "cube.obj"), true, relative, &mesh)) break;
    check_true(self, !mesh.texture, "one corner without texture coordinates: the mesh has none");
    xpbd_mesh_destroy(&mesh);
  }
}

/* A file may use texture coordinates that it does not have, as some programs write. */
static void run_numbered_texture(check *self, int argument) {
  static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1/1 2/2/1 3/3/1\n";
  char *folder = folder_make(self);
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  const char *path = folder_path(folder, "numbered.obj");
  file_put(self, path, text, strlen(text));
  const xpbd_status status = xpbd_mesh_read(path, NULL, NULL, &mesh);
  if (status == XPBD_ERR_NOT_BUILT) {
    check_skip(self, "%s", xpbd_last_error());
  } else if (check_status(self, status, XPBD_OK, "numbers without texture coordinates")) {
    check_true(self, !mesh.texture && mesh.triangle_count == 1, "no texture");
    FILE *stream = fopen(path, "a"); /* one too few for three numbers */
    if (stream) fprintf(stream, "vt 0 0\n"), fclose(stream);
    xpbd_mesh_destroy(&mesh);
    xpbd_import_info info;
    check_status(self, xpbd_mesh_read(path, NULL, &info, &mesh), XPBD_OK, "a number past the last of them");
    check_true(self, !mesh.texture, "no texture then, either");
    check_control(self, info.untextured == 2, "two of them are seen (%d)", info.untextured);
  }
}

/* A body is written as OBJ by its surface, with the inner vertices. */
static void run_grid(check *self, int argument) {
  char *folder = folder_make(self);
  xpbd_mesh mesh, back;
  xpbd_import_info info;
  if (check_status(self, xpbd_mesh_make_beam(4, 3, 3, 0.1, &mesh), XPBD_OK, "beam")) {
    const char *path = folder_path(folder, "beam.obj");
    check_status(self, xpbd_mesh_write(path, &mesh, NULL), XPBD_OK, "writing OBJ");
    const xpbd_status status = xpbd_mesh_read(path, NULL, &info, &back);
    if (status == XPBD_OK) {
      check_same(self, (uint64_t)info.isolated, 3 * 2 * 2, "vertices inside, which the surface does not use");
      check_true(self, back.triangle_count == mesh.triangle_count && back.tet_count == 0, "the surface only");
      check_true(self, mesh_volume(&back) == mesh_volume(&mesh), "its volume");
      back.positions[0] -= 0.05;
      check_control(self, mesh_volume(&back) != mesh_volume(&mesh), "a corner pulled out");
      xpbd_mesh_destroy(&back);
    } else {
      check_status(self, status, XPBD_ERR_NOT_BUILT, "reading OBJ");
    }
    xpbd_mesh_destroy(&mesh);
  }
}

void check_mesh_texture(check_registry *registry) {
  check_add(registry, "texture", "texture coordinates stay with their corner", run_texture, 0);
  check_add(registry, "numbered_texture", "numbers of texture coordinates that are not there", run_numbered_texture, 0);
  check_add(registry, "grid", "the surface of a body as OBJ", run_grid, 0);
}
