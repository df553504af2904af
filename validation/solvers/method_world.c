/* Why this file exists: a world of position Verlet is less than a scene may hold: planes that stand still, of one friction, and
 * dashpots. What it is not is refused in words that name the obstacle or the formula; the same scene without it is run. */
#include <math.h>
#include <string.h>

#include "runner/rig.h"
#include "solvers/method_checks.h"

typedef struct subject {
  xpbd_scene_def scene;
  xpbd_constraints_def springs;
  xpbd_obstacle_def obstacles[2];
} subject;

/* Two balls on a spring above two planes; all of it can be run. */
static subject good_subject(void) {
  static const double x[6] = {0, 0, 0, 1, 0, 0}, w[2] = {1, 1};
  static const int32_t edge[2] = {0, 1};
  subject s = {.scene = xpbd_scene_def_default(), .springs = xpbd_constraints_def_default()};
  s.scene.particle_count = 2, s.scene.positions = x, s.scene.inverse_masses = w;
  s.scene.contact_radius = 0.1, s.scene.friction = 0.3, s.scene.restitution = 0.5;
  s.springs.formula = "stretching", s.springs.count = 1, s.springs.particles = edge;
  s.springs.compliance = 0.1, s.springs.damping = 0.01;
  for (int k = 0; k < 2; k++) {
    s.obstacles[k] = xpbd_obstacle_def_default();
    s.obstacles[k].kind = XPBD_OBSTACLE_HALF_SPACE, s.obstacles[k].centre[1] = -1.0 - k;
    s.obstacles[k].friction = 0.3, s.obstacles[k].restitution = 0.5;
  }
  return s;
}

static xpbd_status ask(check *self, const subject *s) {
  xpbd_solver_def def = xpbd_solver_def_default();
  def.method = XPBD_METHOD_VERLET_7;
  rig r;
  bool good = rig_scene(&r, self, &s->scene, 1, &s->springs);
  for (int k = 0; k < 2 && good; k++)
    good = check_status(self, xpbd_scene_add_obstacle(r.scene, &s->obstacles[k]), XPBD_OK, "obstacle %d", k);
  const xpbd_status status = good ? xpbd_solver_supports(r.scene, &def) : XPBD_ERR_OUT_OF_MEMORY;
  rig_free(&r);
  return status;
}

static void refused(check *self, const subject *s, const char *word) {
  check_status(self, ask(self, s), XPBD_ERR_UNSUPPORTED, "%s", word);
  check_true(self, strstr(xpbd_last_error(), word) != NULL, "'%s' names '%s'", xpbd_last_error(), word);
}

static void world(check *self, int argument) {
  (void)argument;
  static const double times[1] = {0}, places[3] = {0};
  const char *const moves = "obstacle 1 of the scene moves, comes or goes";
  const subject good = good_subject();
  check_control(self, ask(self, &good) == XPBD_OK, "the world that is spoilt can be run: %s", xpbd_last_error());
  subject s = good;
  s.obstacles[1].kind = XPBD_OBSTACLE_SPHERE, refused(self, &s, "obstacle 1 of the scene has another shape");
  s = good, s.obstacles[1].spin = 0.5, refused(self, &s, moves);
  s = good, s.obstacles[1].key_count = 1, s.obstacles[1].key_times = times, s.obstacles[1].key_positions = places;
  refused(self, &s, moves);
  s = good, s.obstacles[1].from = 0.5, refused(self, &s, moves);
  s = good, s.obstacles[1].until = 2.0, refused(self, &s, moves);
  s = good, s.obstacles[1].friction = 0.2, refused(self, &s, "obstacles 0 and 1 differ");
  s = good, s.obstacles[1].restitution = 0.4, refused(self, &s, "obstacles 0 and 1 differ");
  s = good, s.scene.friction = 0.2, refused(self, &s, "particles and obstacles; obstacle 0 differs");
  s = good, s.scene.restitution = 0.4, refused(self, &s, "particles and obstacles; obstacle 0 differs");
  s.scene.contact_radius = 0.0;
  check_control(self, ask(self, &s) == XPBD_OK, "where particles do not touch, what they are made of is not looked at");
  s = good, s.springs.damping_reading = XPBD_DAMPING_TILDE,
  refused(self, &s, "stretching: method verlet-7 has dashpots");
  s = good, s.springs.damping_reading = XPBD_DAMPING_LAGGED, refused(self, &s, "has dashpots");
  s.springs.damping = 0.0;
  check_control(self, ask(self, &s) == XPBD_OK, "without damping there is nothing to read");
  s = good, s.springs.formula = "morse", refused(self, &s, "morse: its potential is no linear spring");
  s = good, s.springs.compliance = 0.0, refused(self, &s, "stretching: compliance is 0");
  s = good, s.springs.compliance = 1e-250, refused(self, &s, "is out of range");
  static const double far[2][6] = {{0, 0, 0, -1.1e150, 0, 0}, {0, 0, 0, 1e-101, 0, 0}};
  s = good, s.scene.positions = far[0], refused(self, &s, "particle 1: a coordinate or velocity");
  s = good, s.scene.velocities = far[0], refused(self, &s, "particle 1: a coordinate or velocity");
  s = good, s.scene.positions = far[1], refused(self, &s, "m across, too small");
}

void check_add_method_world(check_registry *registry) {
  check_add(registry, "world", "what a world of position Verlet is not", world, 0);
}
