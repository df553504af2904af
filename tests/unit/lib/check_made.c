/* Why this file exists: callers free what they make even if making failed. So a failed call must leave in *out what its
 * destroy function accepts: NULL, or only zeros. Here every function of the library that makes something gets invalid
 * input, and a result full of other bytes. */
#include <stdlib.h>
#include <string.h>

#include "made_bytes.h"
#include "runner/check.h"
#include "xpbd/import.h"
#include "xpbd/measure.h"
#include "xpbd/mesh.h"
#include "xpbd/obstacle.h"
#include "xpbd/scene.h"
#include "xpbd/scene_file.h"
#include "xpbd/scenes.h"
#include "xpbd/schedule.h"
#include "xpbd/solver.h"
#include "xpbd/verlet.h"

enum { NOT_ZERO = 0xa5 };

/* The result of a function; `bytes` gives access to all of it. */
typedef union made {
  unsigned char bytes[1024];
  void *pointer;
  xpbd_mesh mesh;
  xpbd_import_info import;
  xpbd_schedule schedule;
  xpbd_lattice lattice;
  xpbd_model model;
  xpbd_ratios ratios;
  xpbd_scene *scene;
  xpbd_solver *solver;
  xpbd_obstacle *obstacle;
  xpbd_verlet *verlet;
} made;

static const double corners[9] = {0, 0, 0, 1, 0, 0, 0, 0, 1};

static xpbd_status grid(made *out) {
  return xpbd_mesh_make_grid(1, 2, 1.0, &out->mesh);
}

static xpbd_status sphere(made *out) {
  return xpbd_mesh_make_sphere(-1, 1.0, &out->mesh);
}

static xpbd_status torus(made *out) {
  return xpbd_mesh_make_torus(3, 3, 1.0, 2.0, &out->mesh);
}

static xpbd_status box(made *out) {
  return xpbd_mesh_make_box(1, 1, 0, 1.0, &out->mesh);
}

static xpbd_status beam(made *out) {
  return xpbd_mesh_make_beam(1, 1, 1, -1.0, &out->mesh);
}

static xpbd_status triangles(made *out) {
  return xpbd_mesh_make(3, corners, 1, (const int32_t[]){0, 1, 3}, &out->mesh);
}

static xpbd_status tets(made *out) {
  return xpbd_mesh_make_tets(3, corners, 1, (const int32_t[]){0, 1, 2, 2}, &out->mesh);
}

static xpbd_status copy(made *out) {
  return xpbd_mesh_copy(NULL, &out->mesh);
}

static xpbd_status mesh_of_file(made *out) {
  return xpbd_mesh_read(XPBD_SOURCE_DIR "/no/such/file.obj", NULL, NULL, &out->mesh);
}

static xpbd_status info_of_file(made *out) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  const xpbd_status status = xpbd_mesh_read(XPBD_SOURCE_DIR "/no/such/file.obj", NULL, &out->import, &mesh);
  return status;
}

/* Without an overflow group: -1. */
static xpbd_status empty(xpbd_status status, made *out) {
  if (out->schedule.overflow == -1) out->schedule.overflow = 0;
  return status;
}

static xpbd_status first_fit(made *out) {
  return empty(xpbd_schedule_first_fit(1, 2, (const int32_t[]){0, 1}, 2, NULL, 0, &out->schedule), out);
}

static xpbd_status edge_groups(made *out) {
  return empty(xpbd_schedule_edge_groups(1, 2, (const int32_t[]){0, 2}, 2, NULL, 1, &out->schedule), out);
}

static xpbd_status mesh_order(made *out) {
  return empty(xpbd_schedule_mesh_order(-1, &out->schedule), out);
}

static xpbd_status lattice_box(made *out) {
  return xpbd_lattice_make_box(1, 1, 1, 0.0, &out->lattice);
}

static xpbd_status lattice_mesh(made *out) {
  const xpbd_mesh nothing = {0};
  return xpbd_lattice_make_mesh(&nothing, 1.0, &out->lattice);
}

static xpbd_status named_scene(made *out) {
  const xpbd_scene_params params = xpbd_scene_params_default();
  return xpbd_scene_build("no such scene", &params, &out->model);
}

/* The error is found when half of it is made. */
static xpbd_status named_scene_with(made *out) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 5;
  const xpbd_status status = xpbd_scene_params_set(&params, "size", 1e300);
  return status == XPBD_OK ? xpbd_scene_build("cloth", &params, &out->model) : status;
}

static xpbd_status scene_file(made *out) {
  return xpbd_scene_read("/nowhere/scene.json", NULL, &out->model);
}

static xpbd_status areas(made *out) {
  const xpbd_mesh nothing = {0};
  return xpbd_measure_areas(&nothing, corners, &out->ratios);
}

static xpbd_status volumes(made *out) {
  const xpbd_mesh nothing = {0};
  return xpbd_measure_volumes(&nothing, corners, &out->ratios);
}

static xpbd_status scene(made *out) {
  const xpbd_scene_def def = xpbd_scene_def_default();
  return xpbd_scene_create(&def, &out->scene);
}

static xpbd_status solver(made *out) {
  const xpbd_solver_def def = xpbd_solver_def_default();
  return xpbd_solver_create(NULL, &def, &out->solver);
}

static xpbd_status obstacle(made *out) {
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  def.radius = -1.0;
  return xpbd_obstacle_create(&def, &out->obstacle);
}

static xpbd_status verlet(made *out) {
  const xpbd_verlet_def def = xpbd_verlet_def_default();
  return xpbd_verlet_create(&def, &out->verlet);
}

static const struct {
  const char *name;
  const char *error; ///< Part of its message.
  xpbd_status (*make)(made *out);
  size_t size; ///< Of *out.
} makers[] = {
    {"a grid", "needs at least 2", grid, sizeof(xpbd_mesh)},
    {"a sphere", "level -1", sphere, sizeof(xpbd_mesh)},
    {"a torus", "major > minor", torus, sizeof(xpbd_mesh)},
    {"a box", "1 x 1 x 0 cells", box, sizeof(xpbd_mesh)},
    {"a beam", "spacing -1", beam, sizeof(xpbd_mesh)},
    {"a mesh of triangles", "names vertex 3", triangles, sizeof(xpbd_mesh)},
    {"a mesh of tets", "vertex 2 twice", tets, sizeof(xpbd_mesh)},
    {"a copy of a mesh", "mesh is NULL", copy, sizeof(xpbd_mesh)},
    {"the mesh of a file", "cannot be opened", mesh_of_file, sizeof(xpbd_mesh)},
    {"what was done to it", "cannot be opened", info_of_file, sizeof(xpbd_import_info)},
    {"a schedule by first fit", "max_groups is 0", first_fit, sizeof(xpbd_schedule)},
    {"a schedule of edge groups", "names particle 2", edge_groups, sizeof(xpbd_schedule)},
    {"a schedule in mesh order", "-1 constraints", mesh_order, sizeof(xpbd_schedule)},
    {"a lattice", "spacing 0 m", lattice_box, sizeof(xpbd_lattice)},
    {"the lattice of a mesh", "the mesh needs triangles", lattice_mesh, sizeof(xpbd_lattice)},
    {"a named scene", "'no such scene'", named_scene, sizeof(xpbd_model)},
    {"a named scene with settings", "has a rest shape", named_scene_with, sizeof(xpbd_model)},
    {"a scene file", "cannot be read", scene_file, sizeof(xpbd_model)},
    {"ratios of areas", "no area at rest", areas, sizeof(xpbd_ratios)},
    {"ratios of volumes", "no volume at rest", volumes, sizeof(xpbd_ratios)},
    {"a scene", "particle_count is 0", scene, sizeof(void *)},
    {"a solver", "scene is NULL", solver, sizeof(void *)},
    {"an obstacle", "radius is -1", obstacle, sizeof(void *)},
    {"a lattice's world", "node_count is 0", verlet, sizeof(void *)},
};

/* Bytes of *out that are not 0 after a call that must fail; -1: it did not fail. */
static int left_by(xpbd_status (*make)(made *), size_t size) {
  int count = 0;
  made out;
  memset(&out, NOT_ZERO, sizeof out);
  if (make(&out) == XPBD_OK) return -1;
  for (size_t b = 0; b < size; b++) count += out.bytes[b] != 0;
  return count;
}

static xpbd_status leaves_it(made *out) {
  return XPBD_ERR_UNSUPPORTED;
}

static xpbd_status makes_it(made *out) {
  return XPBD_OK;
}

static void refused(check *self, int unused) {
  for (size_t m = 0; m < sizeof makers / sizeof *makers; m++) {
    check_between(self, left_by(makers[m].make, makers[m].size), 0, 0, "%s, refused: bytes left in *out",
                  makers[m].name);
    check_true(self, strstr(xpbd_last_error(), makers[m].error) != NULL, "%s, refused for its own reason: %s",
               makers[m].name, xpbd_last_error());
  }
  check_control(self, left_by(leaves_it, 8) == 8, "a function that leaves *out as it was");
  check_control(self, left_by(makes_it, 8) == -1, "a function that refuses nothing");
}

void check_group_made(check_registry *registry) {
  check_add(registry, "refused", "what a function makes is nothing after it failed", refused, 0);
  check_made_bytes(registry);
}
