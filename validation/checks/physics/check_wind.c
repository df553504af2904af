/* Why this file exists: the force of the wind on a triangle has a closed form, and so has the speed at which drag
 * carries a weight. */
#include <math.h>
#include <stddef.h>

#include "runner/check.h"
#include "runner/rig.h"

typedef struct gust {
  double x[9], v[9], w[3];
  xpbd_wind wind;
  double gravity;
} gust;

/// A random triangle in a random wind.
static gust random_gust(check *self) {
  gust g = {.wind = {.drag = check_random(self, 0.1, 2.0)}};
  for (int k = 0; k < 9; k++) {
    g.x[k] = check_random(self, -1, 1);
    g.v[k] = check_random(self, -1, 1);
  }
  for (int k = 0; k < 3; k++) {
    g.w[k] = check_random(self, 0.5, 2.0);
    g.wind.velocity[k] = check_random(self, -5, 5);
    g.wind.swing[k] = check_random(self, -5, 5);
  }
  g.wind.swing_rate = check_random(self, 0.1, 3.0);
  return g;
}

/// drag A (n . (u - mean v)) n for the state at time t.
static void force_at(const gust *g, const double *x, const double *v, double t, double force[3]) {
  double a[3], b[3], relative[3];
  for (int k = 0; k < 3; k++) {
    a[k] = x[3 + k] - x[k];
    b[k] = x[6 + k] - x[k];
    relative[k] = g->wind.velocity[k] + g->wind.swing[k] * sin(2 * 3.14159265358979323846 * g->wind.swing_rate * t) -
                  (v[k] + v[3 + k] + v[6 + k]) / 3;
  }
  const double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  const double twice_area = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const double pressure = g->wind.drag * (n[0] * relative[0] + n[1] * relative[1] + n[2] * relative[2]) / twice_area;
  for (int k = 0; k < 3; k++) force[k] = pressure * 0.5 * n[k];
}

static bool build(rig *r, check *self, const gust *g, const xpbd_solver_def *settings) {
  static const int32_t triangle[3] = {0, 1, 2};
  xpbd_scene_def def = rig_points(3, g->x, g->v, g->w);
  def.triangle_count = 1, def.triangles = triangle;
  def.gravity[1] = -g->gravity;
  def.wind = g->wind;
  return rig_scene(r, self, &def, 0, NULL) && rig_solver(r, settings);
}

/* Two frames of three substeps without constraints: v' = v + h w f / 3, x' = x + h v', with the wind at the start of
 * the substep. Measured 1.1e-14 (double), 8e-6 (float, whose velocity is a difference of positions over h). `share` is
 * the part of the force on a corner, a third. */
static double step_error(check *self, xpbd_precision precision, double share, bool swing) {
  enum { PARTS = 3, STEPS = 2 * PARTS };
  const double h = 0.02;
  xpbd_solver_def settings = rig_settings(precision, PARTS * h, 1);
  settings.substeps = PARTS;
  double worst = 0;
  for (int trial = 0; trial < 50; trial++) {
    const gust g = random_gust(self);
    gust expected = g;
    if (!swing) expected.wind.swing_rate = 0;
    OWNED(rig_free) rig r = {0};
    bool good = build(&r, self, &g, &settings);
    for (int step = 0; step < STEPS && good; step++) {
      double force[3];
      force_at(&expected, expected.x, expected.v, step * h, force);
      for (int k = 0; k < 9; k++) {
        expected.v[k] += h * g.w[k / 3] * force[k % 3] * share;
        expected.x[k] += h * expected.v[k];
      }
      if (step % PARTS != PARTS - 1) continue;
      good = rig_step(&r, 1);
      for (int k = 0; k < 9; k++) worst = check_larger(worst, fabs(r.v[k] - expected.v[k]));
    }
    if (!good) return (double)NAN;
  }
  return worst;
}

static void triangle(check *self, int precision) {
  const double limit = precision == XPBD_F32 ? 1e-4 : 1e-12;
  check_why(self, "the force on a triangle in closed form: rounding, measured 8e-6 in float, whose velocity is a "
                  "difference of positions");
  check_at_most(self, step_error(self, (xpbd_precision)precision, 1.0 / 3, true), limit,
                "velocity after 1 and 2 frames [m/s]");
  check_control(self, !(step_error(self, (xpbd_precision)precision, 1.0 / 2, true) <= limit), "half to each corner");
  check_control(self, !(step_error(self, (xpbd_precision)precision, 1.0 / 3, false) <= limit),
                "a wind that does not swing");
}

/* A level triangle of area l^2 / 2 falls in still air until drag A v = m g. This holds for one of 1 m as for one of
 * 1e-9 m, whose squared area is 1e-36. */
static void fall(check *self, int precision, double l) {
  const double drag = 40.0, mass = 2.0 * l * l, gravity = 9.81 * l,
               terminal = 3 * mass * gravity / (drag * 0.5 * l * l);
  const gust g = {
      .x = {0, 0, 0, 0, 0, l, l, 0, 0}, .w = {1 / mass, 1 / mass, 1 / mass}, .wind.drag = drag, .gravity = gravity};
  const xpbd_solver_def settings = rig_settings((xpbd_precision)precision, 0.1, 1);
  OWNED(rig_free) rig r = {0};
  if (build(&r, self, &g, &settings) && rig_step(&r, 300)) {
    /* 30 s are 100 time constants; in float a position of 88 m rounds by 4e-6 m, so the velocity by 4e-5 of 2.9 m/s */
    const double limit = precision == XPBD_F32 ? 2e-4 : 1e-12;
    for (int k = 0; k < 3; k++)
      check_at_most(self, fabs(r.v[3 * k + 1] / -terminal - 1), limit, "%g m, corner %d: terminal velocity", l, k);
    check_control(self, !(fabs(r.v[1] / -(1.01 * terminal) - 1) <= limit), "1 %% less drag");
  }
}

static void terminal_velocity(check *self, int precision) {
  fall(self, precision, 1.0);
  fall(self, precision, 1e-9);
}

/* Drag 0 means no wind, whatever its velocity. A wind along the triangle does not move it. A pinned one stays. */
static void no_wind(check *self, int argument) {
  const xpbd_solver_def settings = rig_settings(XPBD_F64, 0.1, 1);
  const gust level = {.x = {0, 0, 0, 0, 0, 1, 1, 0, 0}, .w = {1, 1, 1}, .wind = {.velocity = {3, 2, 1}, .drag = 1.0}};
  gust along = level, calm = level, pinned = level;
  along.wind.velocity[1] = 0;
  calm.wind.drag = 0;
  pinned.w[0] = pinned.w[1] = pinned.w[2] = 0;
  const struct {
    const gust *g;
    const char *what;
  } still[] = {{&along, "wind along the triangle"}, {&calm, "drag 0"}, {&pinned, "all pinned"}};
  double moved = 0;
  for (size_t i = 0; i < sizeof still / sizeof *still; i++) {
    OWNED(rig_free) rig r = {0};
    moved = (double)NAN;
    if (build(&r, self, still[i].g, &settings) && rig_step(&r, 5)) {
      moved = 0;
      for (int k = 0; k < 9; k++) moved = check_larger(moved, fabs(r.x[k] - level.x[k]) + fabs(r.v[k]));
    }
    check_at_most(self, moved, 0.0, "%s: movement", still[i].what);
  }
  OWNED(rig_free) rig r = {0};
  if (build(&r, self, &level, &settings) && rig_step(&r, 5)) check_control(self, !(fabs(r.v[1]) <= 0.0), "wind across");
}

void check_group_wind(check_registry *registry) {
  check_add_both(registry, "triangle", "force on random triangles in a swinging wind", triangle, XPBD_F32, XPBD_F64);
  check_add_both(registry, "terminal-velocity", "drag carries the weight", terminal_velocity, XPBD_F32, XPBD_F64);
  check_add(registry, "none", "what the wind must not move", no_wind, 0);
}
