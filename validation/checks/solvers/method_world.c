/* Why this file exists: a world of position Verlet has less than a scene may hold: fixed planes of one friction, and
 * dashpots. Anything else is refused in words that name the obstacle or the formula. The same scene without it runs. */
#include <math.h>
#include <string.h>

#include "runner/rig.h"
#include "method_checks.h"
#include "xpbd/method.h"

typedef struct subject {
  xpbd_scene_def scene;
  xpbd_constraints_def springs;
  xpbd_obstacle_def obstacles[2];
} subject;

/* Two balls on a spring above two planes; all of it can run. */
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
  OWNED(rig_free) rig r = {0};
  bool good = rig_scene(&r, self, &s->scene, 1, &s->springs);
  for (int k = 0; k < 2 && good; k++)
    good = check_status(self, xpbd_scene_add_obstacle(r.scene, &s->obstacles[k]), XPBD_OK, "obstacle %d", k);
  const xpbd_status status = good ? xpbd_solver_supports(r.scene, &def) : XPBD_ERR_OUT_OF_MEMORY;
  return status;
}

static void refused(check *self, const subject *s, const char *text) {
  check_status(self, ask(self, s), XPBD_ERR_UNSUPPORTED, "%s", text);
  check_said(self, text, "what is said");
}

/* Unsupported obstacles; the second one is the example. */
static void obstacles(check *self, const subject *good) {
  static const double times[1] = {0}, places[3] = {0};
  static const char moves[] =
      "method verlet-7 takes only fixed obstacles; obstacle 1 of the scene moves, appears or disappears";
  static const char differ[] =
      "method verlet-7 has one friction and one restitution for all obstacles; obstacles 0 and 1 differ";
  static const char others[] =
      "method verlet-7 has one friction and one restitution for particles and obstacles; obstacle 0 differs";
  subject s = *good;
  s.obstacles[1].kind = XPBD_OBSTACLE_SPHERE;
  refused(self, &s, "method verlet-7 takes only half-spaces as obstacles; obstacle 1 of the scene has another shape");
  s = *good, s.obstacles[1].spin = 0.5, refused(self, &s, moves);
  s = *good, s.obstacles[1].key_count = 1, s.obstacles[1].key_times = times, s.obstacles[1].key_positions = places;
  refused(self, &s, moves);
  s = *good, s.obstacles[1].from = 0.5, refused(self, &s, moves);
  s = *good, s.obstacles[1].until = 2.0, refused(self, &s, moves);
  s = *good, s.obstacles[1].from = (double)INFINITY, refused(self, &s, moves); /* it is never there */
  s = *good, s.obstacles[1].until = -(double)INFINITY, refused(self, &s, moves);
  s = *good, s.obstacles[1].friction = 0.2, refused(self, &s, differ);
  s = *good, s.obstacles[1].restitution = 0.4, refused(self, &s, differ);
  s = *good, s.scene.friction = 0.2, refused(self, &s, others);
  s = *good, s.scene.restitution = 0.4, refused(self, &s, others);
  s.scene.contact_radius = 0.0;
  check_control(self, ask(self, &s) == XPBD_OK, "where particles do not touch, their material is ignored");
}

static void springs(check *self, const subject *good) {
  subject s = *good;
  s.springs.damping_reading = XPBD_DAMPING_TILDE;
  refused(self, &s, "stretching: method verlet-7 has dashpots, but damping 'tilde' is not a dashpot");
  s.springs.damping_reading = XPBD_DAMPING_LAGGED;
  refused(self, &s, "stretching: method verlet-7 has dashpots, but damping 'lagged' is not a dashpot");
  s.springs.damping = 0.0;
  check_control(self, ask(self, &s) == XPBD_OK, "without damping there is nothing to read");
  s = *good, s.springs.formula = "morse";
  refused(self, &s,
          "morse: its potential is not a linear spring; method verlet-7 takes the formulas stretching and "
          "distance_bending");
  s = *good, s.springs.compliance = 0.0;
  refused(self, &s,
          "stretching: compliance is 0, but a spring of method verlet-7 has a finite stiffness k^2 / compliance");
  /* k = 3: stiffness 9 / compliance */
  s = *good, s.springs.material[0] = 3.0, s.springs.compliance = 4.5e-200;
  refused(self, &s, "stretching: a stiffness k^2 / compliance of 2e+200 N/m is out of range");
  s.springs.compliance = 1e-199; /* 9e199 N/m are a spring, but no time step is short enough for it */
  check_status(self, ask(self, &s), XPBD_ERR_UNSUPPORTED, "9e199 N/m");
  check_control(self, strstr(xpbd_last_error(), "is unstable with these springs") != NULL, "it is a spring: %s",
                xpbd_last_error());
}

static void particles(check *self, const subject *good) {
  static const char far_away[] = "particle 1: a coordinate or velocity beyond 1e150 is out of range";
  static const double places[4][6] = {
      {0, 0, 0, 0, 0, -1.1e150}, {0, 0, 0, -1e150, 0, 0}, {0, 0, 0, 0.9e-100, 0, 0}, {0, 0, 0, 0, 0, -1.1e-100}};
  subject s = *good;
  s.scene.positions = places[0], refused(self, &s, far_away);
  s = *good, s.scene.velocities = places[0], refused(self, &s, far_away);
  s = *good, s.scene.positions = places[2], refused(self, &s, "the scene is 9e-101 m across: too small");
  for (int k = 1; k < 4; k += 2) {
    s = *good, s.scene.positions = places[k];
    check_control(self, ask(self, &s) == XPBD_OK, "just within, case %d: %s", k, xpbd_last_error());
  }
  s = *good, s.scene.velocities = places[1];
  check_control(self, ask(self, &s) == XPBD_OK, "a velocity just within: %s", xpbd_last_error());
  s = *good, s.scene.global_damping = 0.25;
  refused(self, &s, "method verlet-7 has no damping, the scene has a global damping of 0.25");
}

/* Its contacts are part of its state, so it cannot resume from positions and velocities. The library does not ask it
 * to. */
static void restored(check *self) {
  static const double none[3] = {0};
  const xpbd_backend *engine = xpbd_method_at(XPBD_METHOD_VERLET_7)->engine;
  check_status(self, engine->restore(NULL, 3, none, none, NULL), XPBD_ERR_UNSUPPORTED, "positions and velocities");
  check_said(self, "a Verlet world has more state than positions and velocities", "what is said");
}

static void world(check *self, int argument) {
  const subject good = good_subject();
  check_control(self, ask(self, &good) == XPBD_OK, "the world that is spoilt can be run: %s", xpbd_last_error());
  obstacles(self, &good);
  springs(self, &good);
  particles(self, &good);
  restored(self);
}

/* A frame of 1/8 s is too long for two masses of 1 kg on a spring of 800 N/m, sqrt(2 / 800) s. Twice the number of time
 * steps that would just be stable is advised, 5, and is enough. The next whole number below the stable one, 2, is
 * not. */
static void advice(check *self, int argument) {
  subject s = good_subject();
  s.springs.material[0] = 1.0, s.springs.compliance = 1.0 / 800.0, s.springs.damping = 0.0;
  OWNED(rig_free) rig r = {0};
  xpbd_solver_def def = xpbd_solver_def_default();
  def.method = XPBD_METHOD_VERLET_6, def.frame_time = 0.125;
  if (rig_scene(&r, self, &s.scene, 1, &s.springs)) {
    def.substeps = 2;
    check_status(self, xpbd_solver_supports(r.scene, &def), XPBD_ERR_UNSUPPORTED, "two time steps");
    check_said(self,
               "method verlet-6: a time step of 0.0625 s is unstable with these springs; it must be below 0.05 s. Use "
               "5 substeps per frame",
               "what is advised");
    def.substeps = 5;
    check_control(self, xpbd_solver_supports(r.scene, &def) == XPBD_OK, "as advised");
  }
}

void check_add_method_world(check_registry *registry) {
  check_add(registry, "world", "what a world of position Verlet cannot hold", world, 0);
  check_add(registry, "advice", "how many substeps position Verlet asks for", advice, 0);
}
