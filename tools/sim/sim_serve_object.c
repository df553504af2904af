/* Why this file exists: a shared object of others behind the pipe (xpbd/solver_object.h). It is called in this process,
 * so its crash ends the process, and the other end of the pipe says so. */
#include "xpbd/solver_object.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim_serve.h"
#include "xpbd/scene_file.h"

typedef struct object {
  serve_solver solver;
  void *(*create)(const xpbd_object_scene *scene, int substeps, int iterations);
  int (*frame)(void *solver);
  void (*read)(void *solver, double *positions, double *velocities);
  void (*destroy)(void *solver);
  xpbd_model model;
  xpbd_object_scene scene;
  xpbd_object_set *sets;           ///< [set_count] Owned.
  const char **names;              ///< [set_count][XPBD_MAX_MATERIAL] Owned.
  xpbd_object_obstacle *obstacles; ///< [obstacle_count] Owned.
  char *path;                      ///< Owned.
  int substeps, iterations;
  void *made; ///< What solver_create() returned.
} object;

/* The header promises int, which is what the scene holds. */
_Static_assert(sizeof(int) == sizeof(int32_t), "int has 32 bits");

static void describe_sets(object *self, const xpbd_scene *scene) {
  for (int s = 0; s < self->scene.set_count; s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const xpbd_formula_info *info = xpbd_formula_at(set->formula);
    const char **names = &self->names[s * XPBD_MAX_MATERIAL];
    for (int k = 0; k < info->material_count; k++) names[k] = info->material[k].name;
    self->sets[s] = (xpbd_object_set){.formula = info->name,
                                      .count = set->count,
                                      .particles_per_element = info->arity,
                                      .rows = info->rows,
                                      .rest_numbers = xpbd_rest_size(info),
                                      .particles = set->particles,
                                      .rest = set->rest,
                                      .material_count = info->material_count,
                                      .material_names = names,
                                      .material = set->material,
                                      .compliance = set->compliance,
                                      .damping = set->damping};
  }
}

static void describe_obstacles(object *self, const xpbd_scene *scene) {
  static const char *const kinds[] = {"sphere", "half_space", "box", "polyhedron", "mesh"};
  for (int k = 0; k < self->scene.obstacle_count; k++) {
    const xpbd_obstacle_def *def = xpbd_obstacle_made_of(xpbd_scene_obstacle(scene, k));
    const xpbd_obstacle_pose pose = xpbd_obstacle_pose_at(xpbd_scene_obstacle(scene, k), 0.0);
    xpbd_object_obstacle *to = &self->obstacles[k];
    *to = (xpbd_object_obstacle){.kind = kinds[def->kind],
                                 .radius = pose.radius,
                                 .friction = def->friction,
                                 .restitution = def->restitution,
                                 .moves = def->key_count > 0 || fabs(def->spin) > 0.0 || isfinite(def->from) ||
                                          isfinite(def->until)};
    memcpy(to->centre, pose.centre, sizeof to->centre);
    memcpy(to->normal, pose.normal, sizeof to->normal);
    memcpy(to->half_sizes, pose.half_sizes, sizeof to->half_sizes);
    memcpy(to->axes, pose.axes, sizeof to->axes);
  }
}

static bool describe(object *self, double frame_time) {
  const xpbd_scene *scene = self->model.scene;
  self->scene = (xpbd_object_scene){.path = self->path,
                                    .particle_count = xpbd_scene_particle_count(scene),
                                    .positions = xpbd_scene_positions(scene),
                                    .rest_positions = self->model.mesh.positions,
                                    .velocities = xpbd_scene_velocities(scene),
                                    .inverse_masses = xpbd_scene_inverse_masses(scene),
                                    .set_count = xpbd_scene_set_count(scene),
                                    .obstacle_count = xpbd_scene_obstacle_count(scene),
                                    .frame_time = frame_time,
                                    .global_damping = xpbd_scene_global_damping(scene),
                                    .contact_radius = xpbd_scene_contact_radius(scene),
                                    .friction = xpbd_scene_friction(scene),
                                    .restitution = xpbd_scene_restitution(scene),
                                    .triangle_count = xpbd_scene_triangle_count(scene),
                                    .triangles = xpbd_scene_triangles(scene),
                                    .centre_count = xpbd_scene_centre_count(scene),
                                    .handle_count = xpbd_scene_handle_count(scene),
                                    .windy = xpbd_scene_wind(scene)->drag > 0.0};
  memcpy(self->scene.gravity, xpbd_scene_gravity(scene), sizeof self->scene.gravity);
  const size_t sets = (size_t)self->scene.set_count + 1, obstacles = (size_t)self->scene.obstacle_count + 1;
  self->scene.sets = self->sets = calloc(sets, sizeof *self->sets);
  self->names = calloc(sets * XPBD_MAX_MATERIAL, sizeof *self->names);
  self->scene.obstacles = self->obstacles = calloc(obstacles, sizeof *self->obstacles);
  if (!self->path || !self->sets || !self->names || !self->obstacles) return false;
  describe_sets(self, scene);
  describe_obstacles(self, scene);
  return true;
}

static bool begin(serve_solver *solver, char *why) {
  object *self = (object *)solver;
  if (self->made) self->destroy(self->made);
  self->made = self->create(&self->scene, self->substeps, self->iterations);
  if (!self->made) snprintf(why, SERVE_WHY, "solver_create() returned NULL: it does not support the scene");
  return self->made != NULL;
}

static const char *load(serve_solver *solver, const serve_load *what, char *why) {
  object *self = (object *)solver;
  xpbd_scene_run run;
  if (what->options) {
    snprintf(why, SERVE_WHY, "a shared object takes no options");
    return "unsupported";
  }
  if (xpbd_scene_read(what->path, &run, &self->model) != XPBD_OK) {
    snprintf(why, SERVE_WHY, "%s", xpbd_last_error());
    return "failed";
  }
  self->path = strdup(what->path);
  self->substeps = what->substeps;
  self->iterations = what->iterations;
  solver->particles = xpbd_scene_particle_count(self->model.scene);
  solver->frame_time = run.settings.frame_time;
  if (describe(self, solver->frame_time)) return begin(solver, why) ? NULL : "unsupported";
  snprintf(why, SERVE_WHY, "out of memory");
  return "failed";
}

static bool frame(serve_solver *solver, char *why) {
  object *self = (object *)solver;
  const int code = self->frame(self->made);
  if (code != 0) snprintf(why, SERVE_WHY, "solver_frame() returned %d", code);
  return code == 0;
}

static bool read(serve_solver *solver, double *positions, double *velocities, char *why) {
  object *self = (object *)solver;
  (void)why;
  self->read(self->made, positions, velocities);
  return true;
}

static void unload(serve_solver *solver) {
  object *self = (object *)solver;
  if (self->made) self->destroy(self->made);
  xpbd_model_destroy(&self->model);
  free(self->sets);
  free((void *)self->names);
  free(self->obstacles);
  free(self->path);
  self->made = NULL, self->sets = NULL, self->names = NULL, self->obstacles = NULL, self->path = NULL;
}

/// Whether the object has a function of that name. `to` is a pointer to a function, which ISO C does not convert.
static bool find(const cli_program *program, void *library, const char *path, const char *name, void *to) {
  void *found = dlsym(library, name);
  memcpy(to, &found, sizeof found);
  if (!found)
    cli_fail(program, CLI_EXIT_USAGE, "--serve-object: %s has no function %s(); xpbd/solver_object.h declares it", path,
             name);
  return found != NULL;
}

serve_solver *serve_object(const cli_program *program, const char *path) {
  static object self;
  self = (object){.solver = {.precision = "unknown",
                             .device = "cpu",
                             .load = load,
                             .begin = begin,
                             .frame = frame,
                             .read = read,
                             .unload = unload}};
  const char *slash = strrchr(path, '/');
  char here[4096];
  snprintf(here, sizeof here, "%s%s", slash ? "" : "./", path); /* a name without a slash is searched elsewhere */
  void *library = dlopen(here, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    cli_fail(program, CLI_EXIT_USAGE, "--serve-object: %s", dlerror());
    return NULL;
  }
  self.solver.name = slash ? slash + 1 : path;
  const bool whole = find(program, library, path, "solver_create", &self.create) &&
                     find(program, library, path, "solver_frame", &self.frame) &&
                     find(program, library, path, "solver_read", &self.read) &&
                     find(program, library, path, "solver_destroy", &self.destroy);
  return whole ? &self.solver : NULL;
}
