/* Why this file exists: a checkpoint must resume only in the run that saved it. Every number of a scene and of the
 * settings that decides the result is changed alone, and the file must then be refused. A number missing from the
 * identity would let a file resume in another scene without an error. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "runner/folder.h"
#include "runner/rig.h"
#include "runner/workload.h"
#include "solver_checks.h"

enum { PARTICLES = 6, KEYS = 2, OBSTACLES = 3, SPHERE = 0, PLANE = 1, BOX = 2 };

/// A scene with one of everything, by value, so that each number has an address.
typedef struct parts {
  xpbd_scene_def scene;
  double positions[3 * PARTICLES], inverse_masses[PARTICLES], radii[PARTICLES];
  int32_t triangles[6], centre_first, centre_count, with_radii;
  xpbd_constraints_def springs;
  int32_t ends[4], formula;
  double rest[2];
  xpbd_handle_def handle;
  int32_t held[1];
  double times[KEYS], places[3 * KEYS], angles[KEYS];
  xpbd_obstacle_def obstacles[OBSTACLES];
  double obstacle_times[KEYS], obstacle_places[3 * KEYS];
  xpbd_solver_def solver;
  double pbd_stiffness, theta, omega, chebyshev;
} parts;

static parts whole(void) {
  parts p = {.scene = xpbd_scene_def_default(),
             .positions = {0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0, 1},
             .inverse_masses = {0, 1, 1, 1, 1, 0},
             .radii = {0.01, 0.01, 0.02, 0.02, 0.01, 0.01},
             .triangles = {0, 2, 1, 1, 2, 3},
             .centre_count = 3,
             .springs = xpbd_constraints_def_default(),
             .ends = {0, 1, 1, 4},
             .rest = {1, 1},
             .handle = xpbd_handle_def_default(),
             .held = {0},
             .times = {0, 1},
             .places = {0, 0, 0, 0.1, 0, 0},
             .angles = {0, 0.1},
             .obstacle_times = {0.5, 1.0},
             .obstacle_places = {0, -5, 0, 0, -4.5, 0},
             .solver = rig_settings(XPBD_F64, 1.0 / 24.0, 2),
             .pbd_stiffness = 1.0,
             .theta = 1.0,
             .omega = 1.0};
  p.springs.compliance = 1e-5; /* not NAN, the formula's own value, to which nothing can be added */
  p.scene.contact_radius = 0.01;
  p.handle.key_count = KEYS;
  p.scene.wind = (xpbd_wind){{1, 0, 0}, 0.1, {0, 0, 0.5}, 0.25};
  for (int k = 0; k < OBSTACLES; k++) p.obstacles[k] = xpbd_obstacle_def_default();
  p.obstacles[SPHERE].key_count = KEYS;
  p.obstacles[PLANE].kind = XPBD_OBSTACLE_HALF_SPACE, p.obstacles[PLANE].centre[1] = -20;
  p.obstacles[BOX].kind = XPBD_OBSTACLE_BOX, p.obstacles[BOX].centre[1] = -9, p.obstacles[BOX].spin = 0.5;
  p.obstacles[BOX].from = 0.0, p.obstacles[BOX].until = 5.0;
  return p;
}

/// A number at `offset` that is changed by `amount`; a whole number is set to the amount.
typedef struct field {
  const char *name;
  size_t offset;
  bool whole;
  double amount;
  bool settings; ///< Of the solver, not of the scene.
} field;

#define REAL(what, member, amount)                                                                                     \
  { what, offsetof(parts, member), false, amount, false }
#define WHOLE(what, member, amount)                                                                                    \
  { what, offsetof(parts, member), true, amount, false }
static const field fields[] = {
    REAL("position", positions[4], 0.25),
    REAL("last position", positions[3 * PARTICLES - 1], 0.25),
    REAL("mass", inverse_masses[3], 0.25),
    WHOLE("triangle", triangles[5], 4),
    REAL("gravity along x", scene.gravity[0], 0.25),
    REAL("gravity along y", scene.gravity[1], 0.25),
    REAL("gravity along z", scene.gravity[2], 0.25),
    REAL("global damping", scene.global_damping, 0.25),
    REAL("contact radius", scene.contact_radius, 0.005),
    WHOLE("radii instead of one radius", with_radii, 1),
    REAL("restitution between particles", scene.restitution, 0.25),
    REAL("friction between particles", scene.friction, 0.25),
    WHOLE("tip damping", scene.omit_tip_damping, 1),
    REAL("wind along x", scene.wind.velocity[0], 0.25),
    REAL("wind along y", scene.wind.velocity[1], 0.25),
    REAL("wind along z", scene.wind.velocity[2], 0.25),
    REAL("drag of the wind", scene.wind.drag, 0.25),
    REAL("swing of the wind along x", scene.wind.swing[0], 0.25),
    REAL("swing of the wind along y", scene.wind.swing[1], 0.25),
    REAL("swing of the wind along z", scene.wind.swing[2], 0.25),
    REAL("rate of its swing", scene.wind.swing_rate, 0.25),
    WHOLE("first particle of a centre", centre_first, 1),
    WHOLE("particles of a centre", centre_count, 4),
    WHOLE("formula", formula, 1),
    WHOLE("end of a spring", ends[3], 3),
    REAL("rest length", rest[1], 0.25),
    REAL("stiffness", springs.material[0], 0.25),
    REAL("compliance", springs.compliance, 0.25),
    REAL("damping", springs.damping, 0.25),
    WHOLE("reading of the damping", springs.damping_reading, XPBD_DAMPING_LAGGED),
    WHOLE("order", springs.order, XPBD_ORDER_MESH),
    WHOLE("held particle", held[0], 5),
    REAL("pivot of a handle along x", handle.pivot[0], 0.25),
    REAL("pivot of a handle along y", handle.pivot[1], 0.25),
    REAL("pivot of a handle along z", handle.pivot[2], 0.25),
    REAL("axis of a handle along x", handle.axis[0], 0.25),
    REAL("axis of a handle along z", handle.axis[2], 0.25),
    WHOLE("number of keys of a handle", handle.key_count, 1),
    REAL("time of a handle", times[1], 0.25),
    REAL("place of a handle", places[5], 0.25),
    REAL("angle of a handle", angles[1], 0.25),
    WHOLE("kind of an obstacle", obstacles[SPHERE].kind, XPBD_OBSTACLE_BOX),
    REAL("radius of an obstacle", obstacles[SPHERE].radius, 0.25),
    WHOLE("number of keys of an obstacle", obstacles[SPHERE].key_count, 1),
    REAL("time of an obstacle", obstacle_times[1], 0.25),
    REAL("position of an obstacle", obstacle_places[5], 0.25),
    REAL("normal of an obstacle", obstacles[PLANE].normal[0], 0.25),
    REAL("centre of an obstacle", obstacles[PLANE].centre[1], 0.25),
    REAL("size of a box along x", obstacles[BOX].half_sizes[0], 0.25),
    REAL("size of a box along y", obstacles[BOX].half_sizes[1], 0.25),
    REAL("size of a box along z", obstacles[BOX].half_sizes[2], 0.25),
    REAL("turn of a box", obstacles[BOX].rotation[1], 0.25),
    REAL("axis of a box along x", obstacles[BOX].axis[0], 0.25),
    REAL("axis of a box along z", obstacles[BOX].axis[2], 0.25),
    REAL("spin of a box", obstacles[BOX].spin, 0.25),
    REAL("begin of a box", obstacles[BOX].from, 0.25),
    REAL("end of a box", obstacles[BOX].until, 0.25),
    REAL("friction of a box", obstacles[BOX].friction, 0.25),
    REAL("restitution of a box", obstacles[BOX].restitution, 0.25),
    {"precision", offsetof(parts, solver.precision), true, XPBD_F32, true},
    {"frame time", offsetof(parts, solver.frame_time), false, 0.25, true},
    {"substeps", offsetof(parts, solver.substeps), true, 2, true},
    {"iterations", offsetof(parts, solver.iterations), true, 3, true},
    {"method", offsetof(parts, solver.method), true, XPBD_METHOD_PBD, true},
    {"stiffness of PBD", offsetof(parts, pbd_stiffness), false, -0.25, true},
    {"theta", offsetof(parts, theta), false, 0.25, true},
    {"omega", offsetof(parts, omega), false, 0.25, true},
    {"chebyshev", offsetof(parts, chebyshev), false, 0.25, true},
};
enum { FIELDS = (int)(sizeof fields / sizeof *fields) };

static void change(parts *p, const field *what) {
  char *at = (char *)p + what->offset;
  if (!what->whole) {
    double value;
    memcpy(&value, at, sizeof value);
    value += what->amount;
    memcpy(at, &value, sizeof value);
  } else if (what->offset == offsetof(parts, scene.omit_tip_damping)) {
    p->scene.omit_tip_damping = true;
  } else {
    const int32_t value = (int32_t)what->amount; /* enumerations have the same size */
    memcpy(at, &value, sizeof value);
  }
}

/// The scene of these parts and its solver, after some frames.
static bool build(rig *r, check *self, parts *p) {
  int32_t index;
  p->scene.particle_count = PARTICLES, p->scene.positions = p->positions, p->scene.inverse_masses = p->inverse_masses;
  p->scene.triangle_count = 2, p->scene.triangles = p->triangles;
  p->scene.radii = p->with_radii ? p->radii : NULL;
  p->springs.formula = p->formula ? "hookean" : "stretching";
  p->springs.count = 2, p->springs.particles = p->ends, p->springs.rest = p->rest;
  p->handle.particle_count = 1, p->handle.particles = p->held;
  p->handle.key_times = p->times, p->handle.key_positions = p->places, p->handle.key_angles = p->angles;
  p->obstacles[SPHERE].key_times = p->obstacle_times, p->obstacles[SPHERE].key_positions = p->obstacle_places;
  if (!rig_scene(r, self, &p->scene, 1, &p->springs) ||
      !check_status(self, xpbd_scene_add_centre(r->scene, p->centre_first, p->centre_count, &index), XPBD_OK,
                    "centre") ||
      !check_status(self, xpbd_scene_add_handle(r->scene, &p->handle), XPBD_OK, "handle"))
    return false;
  for (int k = 0; k < OBSTACLES; k++)
    if (!check_status(self, xpbd_scene_add_obstacle(r->scene, &p->obstacles[k]), XPBD_OK, "obstacle %d", k))
      return false;
  xpbd_solver_def_set(&p->solver, "pbd_stiffness", p->pbd_stiffness);
  xpbd_solver_def_set(&p->solver, "theta", p->theta);
  xpbd_solver_def_set(&p->solver, "omega", p->omega);
  xpbd_solver_def_set(&p->solver, "chebyshev", p->chebyshev);
  return rig_run(r, &p->solver, 1);
}

/* The file is of `whole()`. It is offered to scenes that differ in one number each. */
void check_checkpoint_identity(check *self, int backend) {
  char *folder = folder_make(self), path[600];
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  for (int k = -1; k < FIELDS; k++) {
    OWNED(rig_free) rig r = {0};
    parts p = whole();
    /* Numbers that are NaN until they are chosen cannot be changed by a little. */
    p.springs.material[0] = 10.0;
    if (k >= 0) change(&p, &fields[k]);
    /* Only seq has the order of the mesh, and devices do not accelerate. A file does not depend on who resumes it. */
    const bool on_seq = p.springs.order == XPBD_ORDER_MESH || p.chebyshev > 0.0;
    p.solver.backend = on_seq ? "seq" : backend_at(backend)->name;
    if (build(&r, self, &p)) {
      if (k < 0) check_status(self, xpbd_solver_save(r.solver, path), XPBD_OK, "saving");
      const xpbd_status status = xpbd_solver_load(r.solver, path);
      if (k < 0)
        check_control(self, status == XPBD_OK, "the same scene and settings");
      else if (check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "another %s", fields[k].name))
        check_true(self, strstr(xpbd_last_error(), fields[k].settings ? "other settings" : "another scene") != NULL,
                   "%s, the text: %s", fields[k].name, xpbd_last_error());
    }
  }
}
