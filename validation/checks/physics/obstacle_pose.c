/* Why this file exists: pictures, measures and position Verlet ask an obstacle for its pose, but solvers use another
 * function. Here the answer is compared with poses computed by hand: quarter turns, the middle of a motion, the ends of
 * its time. */
#include <math.h>
#include <string.h>

#include "obstacle_shapes.h"
#include "runner/check.h"

/// Turned by a quarter about z, turns by a quarter a second about y, moves from (0, 0, 0) to (2, 4, -6) in two seconds.
static xpbd_obstacle_def moving(xpbd_obstacle_kind kind) {
  static const double times[2] = {0, 2}, places[6] = {0, 0, 0, 2, 4, -6};
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  def.kind = kind, def.centre[1] = 9.0; /* the keys give its position */
  def.radius = 0.75, def.normal[1] = 5.0;
  def.half_sizes[0] = 0.25, def.half_sizes[1] = 0.5, def.half_sizes[2] = 2.0;
  def.rotation[0] = def.rotation[3] = sqrt(2.0); /* any length */
  def.axis[1] = 3.0, def.spin = acos(0.0);
  def.key_count = 2, def.key_times = times, def.key_positions = places;
  def.from = -1.0, def.until = 3.0;
  return def;
}

static void pose(check *self, int argument) {
  static const struct {
    double t, centre[3], axes[9];
    bool exists;
  } moments[] = {{-1.1, {0, 0, 0}, {0}, false},
                 {0.0, {0, 0, 0}, {0, 1, 0, -1, 0, 0, 0, 0, 1}, true},
                 {1.0, {1, 2, -3}, {0, 1, 0, 0, 0, 1, 1, 0, 0}, true},
                 {2.0, {2, 4, -6}, {0, 1, 0, 1, 0, 0, 0, 0, -1}, true},
                 {3.0, {2, 4, -6}, {0, 1, 0, 0, 0, -1, -1, 0, 0}, false},
                 {-1.0, {0, 0, 0}, {0, 1, 0, 0, 0, -1, -1, 0, 0}, true}};
  static const xpbd_obstacle_kind kinds[] = {XPBD_OBSTACLE_SPHERE, XPBD_OBSTACLE_HALF_SPACE, XPBD_OBSTACLE_BOX};
  static const double none[3] = {0}, sizes[3] = {0.25, 0.5, 2.0};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    const xpbd_obstacle_def def = moving(kinds[k]);
    OWNED(xpbd_obstacle_destroy) xpbd_obstacle *o = NULL;
    if (!check_status(self, xpbd_obstacle_create(&def, &o), XPBD_OK, "an obstacle")) return;
    for (size_t m = 0; m < sizeof moments / sizeof *moments; m++) {
      const double *axes = moments[m].axes;
      const xpbd_obstacle_pose now = xpbd_obstacle_pose_at(o, moments[m].t);
      check_true(self, now.kind == kinds[k] && now.exists == moments[m].exists, "kind %d at %g s: what it is",
                 (int)kinds[k], moments[m].t);
      check_at_most(self, check_apart(now.centre, moments[m].centre, 3), 1e-15, "kind %d at %g s: where it is [m]",
                    (int)kinds[k], moments[m].t);
      if (m == 0) continue; /* not a quarter turn */
      check_at_most(self, check_apart(&now.axes[0][0], axes, 9), 1e-15, "kind %d at %g s: how it stands", (int)kinds[k],
                    moments[m].t);
      check_control(self, check_apart(&now.axes[0][0], moments[m == 1 ? 2 : 1].axes, 9) > 0.5, "another moment");
      check_true(self, now.radius == (k == 0 ? 0.75 : 0.0), "kind %d: its radius", (int)kinds[k]);
      check_at_most(self, check_apart(now.normal, k == 1 ? &axes[3] : none, 3), 1e-15, "kind %d: its normal",
                    (int)kinds[k]);
      check_true(self, memcmp(now.half_sizes, k == 2 ? sizes : none, sizeof sizes) == 0, "kind %d: half sizes",
                 (int)kinds[k]);
    }
  }
}

/// What xpbd/obstacle.h promises about the default definition.
static void defaults(check *self, int argument) {
  static const double up[3] = {0, 1, 0}, halves[3] = {0.5, 0.5, 0.5}, straight[4] = {1, 0, 0, 0}, origin[3] = {0};
  const xpbd_obstacle_def def = xpbd_obstacle_def_default();
  check_true(self, def.kind == XPBD_OBSTACLE_SPHERE && def.radius == 1.0, "a ball of 1 m");
  check_true(self, memcmp(def.normal, up, sizeof up) == 0 && memcmp(def.axis, up, sizeof up) == 0, "up");
  check_true(self, memcmp(def.half_sizes, halves, sizeof halves) == 0, "a cube of 1 m");
  check_true(self, memcmp(def.rotation, straight, sizeof straight) == 0 && def.spin == 0.0, "not turned, nor turning");
  check_true(self, memcmp(def.centre, origin, sizeof origin) == 0 && def.key_count == 0, "at the origin, at rest");
  check_true(self, isinf(def.from) && def.from < 0 && isinf(def.until) && def.until > 0, "forever");
  check_true(self, def.friction == 0.0 && def.restitution == 0.0 && !def.mesh, "smooth, without a bounce, no mesh");
  check_control(self, memcmp(def.centre, up, sizeof up) != 0, "another vector");
}

void check_obstacles_pose(check_registry *registry) {
  check_add(registry, "defaults", "the default definition", defaults, 0);
  check_add(registry, "pose", "the position and rotation of an obstacle", pose, 0);
}
