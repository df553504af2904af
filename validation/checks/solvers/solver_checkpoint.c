/* Why this file exists: a checkpoint belongs to one scene. Obstacles and centres belong to it even before they have an
 * effect, and so does every number of an array. A frame number in a forged file must not overflow. */
#include <stdio.h>
#include <string.h>

#include "base/checkpoint_file.h"
#include "runner/folder.h"
#include "solver_checks.h"
#include "runner/workload.h"

/// The array of a scene in which a number differs; the largest of the radii stays the same.
enum { SIZE = 1, REST, MESH, POLYHEDRON, ARRAYS };

/// Four particles of several sizes on a hinge with a given rest shape, high above two solids.
static bool of_arrays(rig *r, check *self, int changed) {
  static const double x[] = {0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, -1}, w[] = {1, 1, 1, 1};
  static const int32_t hinge[] = {0, 1, 2, 3};
  const double radii[] = {changed == SIZE ? 0.015 : 0.01, 0.02, 0.01, 0.01};
  const double rest[] = {1, 1, changed == REST ? 1.25 : 1.0};
  xpbd_scene_def def = rig_points(4, x, NULL, w);
  def.radii = radii;
  xpbd_constraints_def set = rig_set("isometric_bending", 1, hinge, rest);
  bool good = rig_scene(r, self, &def, 1, &set);
  for (int k = MESH; k <= POLYHEDRON && good; k++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    xpbd_obstacle_def solid = xpbd_obstacle_def_default();
    solid.kind = k == MESH ? XPBD_OBSTACLE_MESH : XPBD_OBSTACLE_POLYHEDRON;
    solid.mesh = &mesh, solid.centre[1] = -9.0;
    good = check_status(self, xpbd_mesh_make_sphere(1, 1.0, &mesh), XPBD_OK, "a ball of triangles");
    if (!good) break;
    if (changed == k) mesh.positions[0] *= 1.1; /* the vertex at (1, 0, 0): it stays convex */
    good = check_status(self, xpbd_scene_add_obstacle(r->scene, &solid), XPBD_OK, "an obstacle of it");
  }
  return good;
}

/// The first scene is saved and resumed. For any other scene the file belongs to another scene.
static void offer(check *self, rig *r, const char *path, bool first, const char *what) {
  if (first) check_status(self, xpbd_solver_save(r->solver, path), XPBD_OK, "saving");
  const xpbd_status status = xpbd_solver_load(r->solver, path);
  if (first)
    check_control(self, status == XPBD_OK, "the same scene");
  else if (check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "another %s", what))
    check_true(self, strstr(xpbd_last_error(), "another scene") != NULL, "the text: %s", xpbd_last_error());
}

/// The file of four particles again, as if it were of frame `at`.
static bool forge_frame(const char *path, uint64_t at) {
  xpbd_checkpoint head;
  double state[36];
  FILE *file = fopen(path, "rb");
  const bool good = file && fseek(file, 32, SEEK_SET) == 0 && fread(&head, sizeof head, 1, file) == 1 &&
                    head.numbers == 36 && fread(state, sizeof state, 1, file) == 1;
  if (file) fclose(file);
  head.at = at;
  return good && xpbd_checkpoint_write(path, &head, state) == XPBD_OK;
}

/* A state resumes only in the scene that saved it (checkpoint_identity.c has every single number), and from a frame
 * whose steps can be counted. */
void check_checkpoint_scene(check *self, int backend) {
  static const char *const arrays[ARRAYS] = {"nothing", "radius", "number of a rest shape", "mesh", "polyhedron"};
  char *folder = folder_make(self), path[600];
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  xpbd_solver_def def = rig_settings(XPBD_F32, 1.0 / 24.0, 4);
  def.backend = backend_at(backend)->name;
  def.substeps = 4;
  for (int k = 0; k < ARRAYS; k++) {
    OWNED(rig_free) rig r = {0};
    if (of_arrays(&r, self, k) && rig_solver(&r, &def) && rig_step(&r, 1)) offer(self, &r, path, k == 0, arrays[k]);
  }
  OWNED(rig_free) rig r = {0};
  if (of_arrays(&r, self, 0) && rig_solver(&r, &def)) {
    check_true(self, forge_frame(path, INT64_MAX / 4), "writing a frame whose steps overflow");
    check_status(self, xpbd_solver_load(r.solver, path), XPBD_ERR_BAD_FILE, "a frame whose steps overflow");
    check_true(self, forge_frame(path, INT64_MAX / 8), "writing the last possible frame");
    check_control(self, xpbd_solver_load(r.solver, path) == XPBD_OK, "the last possible frame");
  }
}
