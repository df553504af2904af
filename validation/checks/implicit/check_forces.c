/* Why this file exists: Newton's method, with and without multigrid, both forms of vertex block descent, projective
 * dynamics and ADMM take obstacles, friction, dashpots and handles from the same scene as XPBD. Each must obey its law,
 * and the methods must agree on the answer of a step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minimiser.h"
#include "runner/check.h"
#include "runner/rig.h"
#include "runner/workload.h"
#include "xpbd/implicit.h"

static const double STEP = MINIMISER_STEP, G = 9.81, STIFFNESS = 1000.0;

static const xpbd_method methods[] = {XPBD_METHOD_NEWTON, XPBD_METHOD_VBD,  XPBD_METHOD_AVBD,
                                      XPBD_METHOD_PD,     XPBD_METHOD_ADMM, XPBD_METHOD_MULTIGRID};

/// False without CHOLMOD (skipped) or after a failure.
static bool run(rig *r, xpbd_method method, int32_t iterations, int32_t frames) {
  const xpbd_solver_def def = minimiser_settings(method, iterations);
  if (xpbd_solver_supports(r->scene, &def) == XPBD_ERR_NOT_BUILT) {
    check_skip(r->owner, "%s", xpbd_last_error());
    return false;
  }
  return rig_run(r, &def, frames);
}

/* ---- obstacles ---- */

/// A particle of half a kilogram at the height `y` above a floor, which moves along x.
static bool on_floor(rig *r, check *self, double y, double speed, double friction, double floor_speed, double slope) {
  static const double w[1] = {2.0}, times[2] = {0.0, 100.0};
  const double x[3] = {0, y, 0}, v[3] = {speed, 0, 0}, places[6] = {0, 0, 0, 100.0 * floor_speed, 0, 0};
  xpbd_scene_def def = rig_points(1, x, v, w);
  def.gravity[0] = G * sin(slope), def.gravity[1] = -G * cos(slope);
  xpbd_obstacle_def floor = xpbd_obstacle_def_default();
  floor.kind = XPBD_OBSTACLE_HALF_SPACE, floor.friction = friction;
  if (floor_speed > 0.0) floor.key_count = 2, floor.key_times = times, floor.key_positions = places;
  return rig_scene(r, self, &def, 0, NULL) &&
         check_status(self, xpbd_scene_add_obstacle(r->scene, &floor), XPBD_OK, "floor");
}

/* A particle at rest sinks in until the penalty carries it. A multiplier carries it at the surface. */
static void rests(check *self, int index) {
  const xpbd_method method = methods[index];
  const bool sinks = method == XPBD_METHOD_NEWTON || method == XPBD_METHOD_MULTIGRID || method == XPBD_METHOD_VBD;
  const double limit = 1e-12, depth = sinks ? G * STEP * STEP / STIFFNESS : 0.0;
  OWNED(rig_free) rig r = {0};
  xpbd_counters c = {0};
  if (on_floor(&r, self, 0.3, 0.0, 0.0, 0.0, 0.0) && run(&r, method, 20, 60)) {
    check_at_most(self, fabs(r.x[1] + depth), limit, "height at rest against the law [m]");
    check_at_most(self, fabs(r.v[1]), 1e-10, "velocity at rest [m/s]");
    check_control(self, fabs(r.x[1] + depth - G * STEP * STEP / 500.0) > limit, "half as stiff");
    check_status(self, xpbd_solver_counters(r.solver, &c), XPBD_OK, "counters");
    check_at_least(self, (double)c.contacts, 30, "contacts at the ends of 60 steps");
    check_at_most(self, (double)c.contacts, 59, "none before it arrives");
  }
}

/* Sliding ends after v^2 / (2 mu g), but for half a step of braking. On a slope whose tangent is below mu nothing
 * slides. A moving floor takes a particle along. */
static void rubs(check *self, int index) {
  const xpbd_method method = methods[index];
  const double mu = 0.3, speed = 1.0, right = speed * speed / (2.0 * mu * G), one = speed * STEP;
  OWNED(rig_free) rig r = {0};
  if (on_floor(&r, self, 0.0, speed, mu, 0.0, 0.0) && run(&r, method, 50, 60)) {
    check_between(self, r.x[0], right - one, right + 0.01 * right, "way until it stops [m]");
    check_at_most(self, fabs(r.v[0]), 1e-3, "speed at the end [m/s]");
    check_control(self, !(r.x[0] >= right / (0.31 / 0.3) + 0.01 * right), "friction of 0.31");
  }
  rig_free(&r);
  for (int steep = 0; steep < 2; steep++) {
    const double angle = atan(steep ? 0.33 : 0.27), slides = 0.5 * G * (sin(angle) - mu * cos(angle));
    if (on_floor(&r, self, 0.0, 0.0, mu, 0.0, angle) && run(&r, method, 50, 60)) {
      if (steep)
        check_between(self, r.x[0], 0.95 * slides, 1.05 * slides, "way on a slope in a second [m]");
      else /* the speed that friction_speed allows */
        check_at_most(self, fabs(r.x[0]), 1e-3, "way on a flat slope in a second [m]");
    }
    rig_free(&r);
  }
  if (on_floor(&r, self, 0.0, 0.0, mu, 0.2, 0.0) && run(&r, method, 50, 60))
    check_between(self, r.v[0], 0.199, 0.2001, "speed on a floor that moves [m/s]");
}

/// A cloth of springs over a ball that moves, above a floor. `flat`: over another floor alone.
static bool cloth(rig *r, check *self, bool flat) {
  xpbd_obstacle_def floor = xpbd_obstacle_def_default();
  floor.kind = XPBD_OBSTACLE_HALF_SPACE, floor.friction = 0.3, floor.centre[1] = -0.1;
  workload load = workload_of(xpbd_formula_find("stretching"), 0.0, false);
  load.columns = 6, load.rows = 5, load.compliance = 1e-2, load.handles = true, load.damping = 0.3;
  load.obstacles = !flat;
  return workload_build(r, self, &load) &&
         (!flat || check_status(self, xpbd_scene_add_obstacle(r->scene, &floor), XPBD_OK, "floor"));
}

/// Methods with one law of contact, and iterations in which they converge.
typedef struct pair {
  xpbd_method first, second;
  int32_t enough, iterations;
  bool flat; ///< A multiplier acts on the plane that was met last. On a ball that depends on the iterations.
} pair;

static const pair pairs[] = {{XPBD_METHOD_NEWTON, XPBD_METHOD_VBD, 200, 1000, false},
                             {XPBD_METHOD_NEWTON, XPBD_METHOD_MULTIGRID, 200, 200, false},
                             {XPBD_METHOD_AVBD, XPBD_METHOD_PD, 2000, 2000, true},
                             {XPBD_METHOD_AVBD, XPBD_METHOD_ADMM, 2000, 2000, true}};

/* Both come to one answer of steps that have springs, dashpots, handles and obstacles. With friction a step may have
 * several answers. Newton's method and vbd find different ones from the ninth step on. */
static void together(check *self, int index) {
  enum { FRAMES = 8 };
  const pair *p = &pairs[index];
  const double limit = 1e-10;
  OWNED(rig_free) rig r = {0};
  OWNED(check_free) double *right = NULL;
  xpbd_counters c = {0};
  if (cloth(&r, self, p->flat) && run(&r, p->first, p->enough, FRAMES) &&
      (right = malloc(3 * (size_t)r.n * sizeof *right))) {
    memcpy(right, r.x, 3 * (size_t)r.n * sizeof *right);
    check_status(self, xpbd_solver_counters(r.solver, &c), XPBD_OK, "counters");
    check_at_least(self, (double)c.contacts, 3, "contacts at the ends of 8 steps");
    if (run(&r, p->second, p->iterations, FRAMES))
      check_at_most(self, check_apart(r.x, right, 3 * (size_t)r.n), limit, "distance of the two [m]");
    if (run(&r, p->second, 10, FRAMES))
      check_control(self, !(check_apart(r.x, right, 3 * (size_t)r.n) <= limit), "ten iterations");
  }
}

/* ---- dashpots and handles ---- */

/* Along a line all gradients stay, so XPBD's damped spring is exact, and every method must have its motion. */
static void dashpot(check *self, int index) {
  static const double extension[3] = {0.1, -0.05, 0.2};
  static const xpbd_damping readings[] = {XPBD_DAMPING_XPBD, XPBD_DAMPING_TILDE};
  for (int k = 0; k < 2; k++) {
    const double limit = 1e-11;
    chain c = {.formula = "stretching", .links = 3, .length = 0.5, .mass = 0.4, .stiffness = 1.0, .compliance = 2e-3};
    c.extension = extension, c.damping = k ? 5e-4 : 3.0, c.reading = readings[k];
    xpbd_solver_def exact = minimiser_settings(XPBD_METHOD_XPBD, 2000), own = minimiser_settings(methods[index], 2000);
    if (methods[index] == XPBD_METHOD_NEWTON) own.iterations = 50;
    const double right = rig_elongation(self, &c, G, &exact, 20);
    check_at_most(self, fabs(rig_elongation(self, &c, G, &own, 20) - right), limit,
                  "elongation against XPBD, damping '%s' [m]", xpbd_damping_name((int)readings[k]));
    c.damping *= 1.01;
    check_control(self, fabs(rig_elongation(self, &c, G, &own, 20) - right) > limit, "1 %% more damping");
  }
}

/* Held particles are where XPBD has them, to the bit, and pull on the others. */
static void held(check *self, int index) {
  OWNED(rig_free) rig r = {0};
  double own[9];
  if (cloth(&r, self, false) && run(&r, methods[index], 20, 7)) {
    const xpbd_handle_def *handle = xpbd_scene_handle(r.scene, 0);
    const int32_t count = handle->particle_count < 3 ? handle->particle_count : 3;
    for (int32_t k = 0; k < count; k++) memcpy(&own[3 * k], &r.x[3 * handle->particles[k]], 3 * sizeof *own);
    double moved = 0.0, apart = 0.0;
    if (run(&r, XPBD_METHOD_XPBD, 20, 7)) {
      for (int32_t k = 0; k < count; k++) {
        const int32_t i = handle->particles[k];
        apart = check_larger(apart, check_apart(&own[3 * k], &r.x[3 * i], 3));
        moved = check_larger(moved, check_apart(&own[3 * k], &xpbd_scene_positions(r.scene)[3 * i], 3));
      }
      check_at_most(self, apart, 1e-15, "distance of held particles to XPBD's [m]");
      check_control(self, moved > 1e-3, "they have moved");
    }
  }
}

/* ---- what is refused ---- */

static void refused(check *self, int index) {
  static const double x[6] = {0, 0, 0, 1, 0, 0}, w[2] = {1, 1};
  static const int32_t edge[2] = {0, 1};
  const char *name = xpbd_method_name((int)methods[index]);
  for (int k = 0; k < 3; k++) {
    const xpbd_scene_def scene = rig_points(2, x, NULL, w);
    xpbd_constraints_def set = rig_set("stretching", 1, edge, NULL);
    xpbd_obstacle_def floor = xpbd_obstacle_def_default();
    floor.kind = XPBD_OBSTACLE_HALF_SPACE, floor.centre[1] = -1.0, floor.restitution = k == 0 ? 0.5 : 0.0;
    set.compliance = 1e-3, set.damping = 0.1;
    set.damping_reading = k == 1 ? XPBD_DAMPING_LAGGED : XPBD_DAMPING_XPBD;
    const xpbd_solver_def def = minimiser_settings(methods[index], 5);
    char expected[200];
    snprintf(expected, sizeof expected,
             k == 0 ? "method %s has no restitution, because bouncing is no energy; obstacle 0 has 0.5"
                    : "stretching: method %s has dashpots, but damping 'lagged' is not a dashpot",
             name);
    OWNED(rig_free) rig r = {0};
    if (rig_scene(&r, self, &scene, 1, &set) &&
        check_status(self, xpbd_scene_add_obstacle(r.scene, &floor), XPBD_OK, "floor")) {
      const xpbd_status status = xpbd_solver_supports(r.scene, &def);
      if (k < 2) {
        check_true(self, status != XPBD_OK, "case %d is refused", k);
        check_said(self, expected, "what is said");
      } else {
        check_control(self, status == XPBD_OK || status == XPBD_ERR_NOT_BUILT, "the scene without any of it");
      }
    }
  }
}

void check_group_forces(check_registry *registry) {
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
    const char *name = xpbd_method_name((int)methods[k]);
    check_add_named(registry, "a particle that rests on the floor", rests, (int)k, "rest/%s", name);
    check_add_named(registry, "sliding, slopes, a floor that moves", rubs, (int)k, "friction/%s", name);
    check_add_named(registry, "damped springs along a line, against XPBD", dashpot, (int)k, "dashpot/%s", name);
    check_add_named(registry, "held particles, against XPBD", held, (int)k, "handle/%s", name);
    check_add_named(registry, "what it cannot do is said before it starts", refused, (int)k, "refused/%s", name);
  }
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
    check_add_named(registry, "springs, dashpots, handles and obstacles, by two methods", together, (int)k,
                    "together/%s-%s", xpbd_method_name((int)pairs[k].first), xpbd_method_name((int)pairs[k].second));
}
