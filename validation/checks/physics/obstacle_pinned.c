/* Why this file exists: an obstacle that passes through a pinned particle must not move it, and the particles joined to
 * it must stay finite. The pin and the obstacle contradict each other, and neither gives way. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/check.h"
#include "obstacle_shapes.h"
#include "runner/rig.h"

enum { SIDE = 7, COUNT = SIDE * SIDE, MIDDLE = COUNT / 2, FRAMES = 48, STANDING = 1, MOVING = 2 };

/// A cloth of springs held at its middle vertex, which is inside the obstacle: a ball, a box or a mesh, resting around
/// it or passing through it.
static bool build(rig *r, check *self, int kind, int how, double w_middle) {
  static const double times[] = {0.25, 1.0};
  OWNED(xpbd_mesh_destroy) xpbd_mesh sheet = {0}, ball = {0};
  double w[COUNT];
  for (int i = 0; i < COUNT; i++) w[i] = i == MIDDLE ? w_middle : 1.0;
  *r = (rig){.owner = self};
  bool good = check_status(self, xpbd_mesh_make_grid(SIDE, SIDE, 0.25, &sheet), XPBD_OK, "a cloth") &&
              check_status(self, xpbd_mesh_make_sphere(2, 0.4, &ball), XPBD_OK, "a ball");
  if (good) {
    const double *pin = &sheet.positions[3 * MIDDLE];
    const double path[] = {pin[0] - 1.0, pin[1] - 0.05, pin[2], pin[0] + 1.0, pin[1] + 0.05, pin[2]};
    xpbd_scene_def scene = rig_points(COUNT, sheet.positions, NULL, w);
    xpbd_constraints_def set = xpbd_constraints_def_default();
    set.formula = "stretching", set.damping = 0.3;
    xpbd_obstacle_def def = xpbd_obstacle_def_default();
    def.kind = (xpbd_obstacle_kind)kind;
    def.radius = 0.4, def.mesh = &ball, def.friction = 0.5;
    for (int c = 0; c < 3; c++) def.half_sizes[c] = 0.3, def.centre[c] = pin[c] + (c == 1 ? 0.1 : 0.0);
    if (how == MOVING) def.key_count = 2, def.key_times = times, def.key_positions = path;
    good = rig_scene(r, self, &scene, 0, NULL) &&
           check_status(self, xpbd_scene_add_on_mesh(r->scene, &sheet, 0, &set), XPBD_OK, "springs") &&
           check_status(self, xpbd_scene_add_obstacle(r->scene, &def), XPBD_OK, "an obstacle");
  }
  return good;
}

/// The result of a run. A run that ends with XPBD_ERR_DIVERGED has the frame in its text; `lost` counts other ends.
typedef struct outcome {
  double pin;     ///< Largest distance of the middle vertex from its start [m].
  double far;     ///< Largest distance of any vertex from the middle one [m].
  int32_t inside; ///< Frames in which the middle vertex was inside the obstacle.
  int32_t lost;
} outcome;

static outcome run(rig *r, int precision) {
  outcome found = {0};
  xpbd_solver_def def = rig_settings((xpbd_precision)precision, 1.0 / 24.0, 20);
  const xpbd_obstacle *obstacle = xpbd_scene_obstacle(r->scene, 0);
  double start[3];
  for (int c = 0; c < 3; c++) { /* in that precision */
    const double exact = xpbd_scene_positions(r->scene)[3 * MIDDLE + c];
    start[c] = precision == XPBD_F32 ? (double)(float)exact : exact;
  }
  if (!rig_solver(r, &def)) return (outcome){.lost = 1};
  for (int32_t f = 1; f <= FRAMES; f++) {
    xpbd_status status = xpbd_solver_step(r->solver, 1);
    if (status == XPBD_OK) status = xpbd_solver_read(r->solver, XPBD_POSITIONS, r->x);
    if (status != XPBD_OK) { /* it may only give up in this frame, with a message */
      char frame[40];
      snprintf(frame, sizeof frame, "diverged in frame %d ", (int)f);
      found.lost += status != XPBD_ERR_DIVERGED || !strstr(xpbd_last_error(), frame);
      return found;
    }
    found.inside += xpbd_obstacle_depth(obstacle, f * def.frame_time, start) < 0.0;
    for (int k = 0; k < 3 * COUNT; k++) {
      const double off = fabs(r->x[k] - start[k % 3]);
      if (k / 3 == MIDDLE && !(off <= found.pin)) found.pin = off;
      if (!(off <= found.far)) found.far = off;
    }
  }
  return found;
}

/// `argument`: precision + 2 * how.
static void pinned(check *self, int argument) {
  static const int kinds[] = {XPBD_OBSTACLE_SPHERE, XPBD_OBSTACLE_BOX, XPBD_OBSTACLE_POLYHEDRON, XPBD_OBSTACLE_MESH};
  static const char *const names[] = {"sphere", "box", "polyhedron", "mesh"};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    OWNED(rig_free) rig r = {0};
    if (build(&r, self, kinds[k], argument / 2, 0.0)) {
      const outcome found = run(&r, argument % 2);
      check_at_least(self, found.inside, 3, "%s: frames in which it is about the pin", names[k]);
      check_at_most(self, found.pin, 0.0, "%s: the pinned particle moves [m]", names[k]);
      check_why(self, "a held particle must not throw others away: measured 1.07 m");
      check_at_most(self, found.far, 2.0, "%s: farthest particle from the pin [m]", names[k]);
      check_same(self, (uint64_t)found.lost, 0, "%s: ends otherwise than by divergence with its frame", names[k]);
    }
    rig_free(&r);
    if (build(&r, self, kinds[k], argument / 2, 1.0)) { /* not pinned: pushed out, then it falls */
      const outcome found = run(&r, argument % 2);
      check_control(self, !(found.pin <= 0.0), "%s: a particle that is not pinned", names[k]);
    }
  }
}

void check_obstacles_pinned(check_registry *registry) {
  for (int precision = XPBD_F32; precision <= XPBD_F64; precision++) {
    check_add(registry, precision == XPBD_F32 ? "pinned-inside-f32" : "pinned-inside-f64",
              "a pinned particle in an obstacle stays, its neighbours stay finite", pinned, precision + 2 * STANDING);
    check_add(registry, precision == XPBD_F32 ? "pinned-passed-f32" : "pinned-passed-f64",
              "the same while an obstacle passes through it", pinned, precision + 2 * MOVING);
  }
}
