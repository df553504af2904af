/* Why this file exists: compares friction under XPBD with Newton's law: how far a body slides before it stops, and on
 * what that depends. A ball on a slope of balls stays below the angle of friction and slides above it. */
#include <math.h>
#include <stdlib.h>

#include "runner/check.h"
#include "runner/rig.h"

static const double MU = 0.3, G = 9.81, SPEED = 2.0;

/// A block of (2 layers + 1) x (layers + 1) x (layers + 1) particles, joined by springs, that slides on a floor.
typedef struct block {
  int32_t layers; ///< 0 = a sheet of 9 x 5 particles that lies on it.
  int32_t substeps, iterations;
  double mass, restitution;
  bool balls; ///< Particles are balls with their own radii.
} block;

static const block standard = {.layers = 2, .substeps = 8, .iterations = 8, .mass = 10.0};

enum { FRAMES_A_SECOND = 60 };

static bool build_block(rig *r, check *self, const block *b) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  const int32_t layers = b->layers;
  const xpbd_status made = layers > 0 ? xpbd_mesh_make_beam(2 * layers, layers, layers, 0.5 / layers, &mesh)
                                      : xpbd_mesh_make_grid(9, 5, 0.125, &mesh);
  if (!check_status(self, made, XPBD_OK, "mesh")) return false;
  const int32_t n = mesh.vertex_count;
  const double radius = b->balls ? 0.1 / (layers > 0 ? layers : 4) : 0.0;
  double *v = calloc(3 * (size_t)n, sizeof *v), *w = calloc((size_t)n, sizeof *w),
         *radii = calloc((size_t)n, sizeof *w);
  double lowest = INFINITY;
  for (int32_t i = 0; i < n; i++) lowest = fmin(lowest, mesh.positions[3 * i + 1]);
  for (int32_t i = 0; v && w && radii && i < n; i++) v[3 * i] = SPEED, w[i] = n / b->mass, radii[i] = radius;
  xpbd_scene_def def = rig_points(n, mesh.positions, v, w);
  if (b->balls) def.radii = radii;
  xpbd_obstacle_def ground = xpbd_obstacle_def_default();
  ground.kind = XPBD_OBSTACLE_HALF_SPACE;
  ground.centre[1] = lowest - radius;
  ground.friction = MU, ground.restitution = b->restitution;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "stretching";
  set.compliance = 1e-6;
  const bool good = v && w && radii && rig_scene(r, self, &def, 0, NULL) &&
                    check_status(self, xpbd_scene_add_on_mesh(r->scene, &mesh, 0, &set), XPBD_OK, "springs") &&
                    check_status(self, xpbd_scene_add_obstacle(r->scene, &ground), XPBD_OK, "ground");
  free(v), free(w), free(radii);
  return good;
}

static double mean(const double *values, int32_t n, int axis) {
  double sum = 0.0;
  for (int32_t i = 0; i < n; i++) sum += values[3 * i + axis];
  return sum / n;
}

/// Sliding distance until it stops, over v0^2 / (2 mu g); NaN after a failure.
static double way_of(check *self, const block *b, double friction) {
  OWNED(rig_free) rig r = {0};
  double way = (double)NAN;
  xpbd_solver_def settings = rig_settings(XPBD_F64, 1.0 / FRAMES_A_SECOND, b->iterations);
  settings.substeps = b->substeps;
  const int32_t frames = (int32_t)(1.3 * FRAMES_A_SECOND * SPEED / (friction * G));
  if (build_block(&r, self, b) && rig_solver(&r, &settings) && rig_step(&r, 0)) {
    const double from = mean(r.x, r.n, 0);
    if (rig_step(&r, frames)) way = (mean(r.x, r.n, 0) - from) * 2 * friction * G / (SPEED * SPEED);
    check_at_most(self, fabs(mean(r.v, r.n, 0)), 0.05, "speed at the end [m/s]");
  }
  return way;
}

/* The sliding distance of a mass point with the same steps. Each step takes mu g h off the speed before it moves, so
 * the point stops short by the fraction mu g h / v0. A block of springs differs from that because its top still leans
 * forward. */
static double point_way(const block *b) {
  return 1.0 - MU * G / (SPEED * FRAMES_A_SECOND * b->substeps);
}

/* The sliding distance depends on the time step, like that of a mass point, and on almost nothing else. Measured, of
 * v0^2 / (2 mu g), with the value of a mass point in brackets:
 *
 *   time step        1/60 s -2.39 % (-2.45 %), 1/240 s -0.602 % (-0.613 %), 1/960 s -0.151 % (-0.153 %)
 *
 * and the difference from the mass point at 1/480 s:
 *
 *   resolution       a sheet 0.0001 %, 1 layer 0.016 %, 2 layers 0.005 %, 3 layers 0.0004 %, 4 layers 0.002 %
 *   iterations       1 0.010 %, 4 0.002 %, 8 0.005 %, 16 0.038 %, 64 0.051 %: stiffer springs shake more
 *   mass             1 to 1000 kg 0.005 to 0.004 %
 *   restitution      0 to 1 0.005 %: a block at rest on the floor does not approach it
 *   balls            as points, to the last digit */
static void compare_way(check *self, const block *b, double limit, const char *what) {
  check_at_most(self, fabs(way_of(self, b, MU) - point_way(b)), limit,
                "%s: %d layers, %d substeps, %d iterations, %g kg, e %g, %s: distance, of v0^2 / (2 mu g)", what,
                (int)b->layers, (int)b->substeps, (int)b->iterations, b->mass, b->restitution,
                b->balls ? "balls" : "points");
}

static void stopping(check *self, int argument) {
  block b = standard;
  for (b.substeps = 1; b.substeps <= 16; b.substeps *= 4) compare_way(self, &b, 4e-3 / b.substeps, "time step");
  for (b = standard, b.layers = 0; b.layers <= 4; b.layers++) compare_way(self, &b, 1e-3, "resolution");
  for (b = standard, b.iterations = 1; b.iterations <= 64; b.iterations *= 4) compare_way(self, &b, 1e-3, "iterations");
  for (b = standard, b.mass = 1.0; b.mass <= 1000.0; b.mass *= 10.0) compare_way(self, &b, 2e-3, "mass");
  for (b = standard, b.restitution = 0.0; b.restitution <= 1.0; b.restitution += 0.5)
    compare_way(self, &b, 1e-3, "restitution");
  b = standard, b.balls = true;
  for (b.layers = 0; b.layers <= 2; b.layers++) compare_way(self, &b, 1e-3, "balls");
  const double coarse = 1.0 - way_of(self, &(block){.layers = 2, .substeps = 1, .iterations = 8, .mass = 10.0}, MU);
  const double fine = 1.0 - way_of(self, &(block){.layers = 2, .substeps = 4, .iterations = 8, .mass = 10.0}, MU);
  check_why(self, "a body stops short by one step of braking: first order in the time step");
  check_between(self, log2(coarse / fine) / 2.0, 0.9, 1.1, "order in the time step");
  check_control(self, !(fabs(way_of(self, &standard, 1.01 * MU) - point_way(&standard)) <= 1e-3), "1 %% more friction");
}

/// A ball of 0.1 m on a pinned one of 1 km, which acts as a floor. Gravity leans by `angle`. Returns how far the ball
/// moves in 1 s.
static double slope_way(check *self, double friction, double angle, int32_t iterations) {
  const double x[6] = {0, -1000, 0, 0, 0.1, 0}, w[2] = {0, 0.5}, radii[2] = {1000, 0.1};
  xpbd_scene_def def = rig_points(2, x, NULL, w);
  def.radii = radii;
  def.gravity[0] = G * sin(angle), def.gravity[1] = -G * cos(angle);
  def.friction = friction;
  xpbd_solver_def settings = rig_settings(XPBD_F64, 1.0 / FRAMES_A_SECOND, iterations);
  settings.substeps = 16;
  double way = (double)NAN;
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &def, 0, NULL) && rig_solver(&r, &settings) && rig_step(&r, FRAMES_A_SECOND)) way = r.x[3];
  return way;
}

/* Below the angle of friction it stays, above it slides by g (sin - mu cos) t^2 / 2. Measured 9e-20 m and 0.19 to 0.20
 * %: half comes from the time step, half from the floor being a ball. One iteration ends the contact, more change
 * nothing. */
static void slope(check *self, int argument) {
  const double critical = atan(MU);
  check_why(self, "half comes from the time step, half from the floor being a ball");
  for (int32_t iterations = 1; iterations <= 8; iterations *= 8) {
    check_at_most(self, fabs(slope_way(self, MU, 0.98 * critical, iterations)), 1e-10, "below the angle [m]");
    for (int k = 1; k <= 3; k++) {
      const double angle = critical * (1.0 + 0.3 * k), law = 0.5 * G * (sin(angle) - MU * cos(angle));
      check_at_most(self, fabs(slope_way(self, MU, angle, iterations) / law - 1.0), 3e-3,
                    "above it: distance over law - 1");
    }
  }
  check_control(self, !(fabs(slope_way(self, 0.95 * MU, 0.98 * critical, 8)) <= 1e-10), "5 %% less friction");
}

/// One ball on two that stand on a floor with a gap between them, all of 0.1 m: its height after a second.
static double stack_height(check *self, double friction) {
  enum { N = 3 };
  const double x[3 * N] = {-0.105, 0.1, 0, 0.105, 0.1, 0, 0, 0.27, 0}, w[N] = {1, 1, 1}, radii[N] = {0.1, 0.1, 0.1};
  xpbd_scene_def def = rig_points(N, x, NULL, w);
  def.radii = radii;
  def.friction = friction;
  xpbd_obstacle_def ground = xpbd_obstacle_def_default();
  ground.kind = XPBD_OBSTACLE_HALF_SPACE, ground.friction = friction;
  xpbd_solver_def settings = rig_settings(XPBD_F64, 1.0 / FRAMES_A_SECOND, 20);
  settings.substeps = 8;
  double height = (double)NAN;
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &def, 0, NULL) &&
      check_status(self, xpbd_scene_add_obstacle(r.scene, &ground), XPBD_OK, "ground") && rig_solver(&r, &settings) &&
      rig_step(&r, FRAMES_A_SECOND))
    height = r.x[7];
  return height;
}

/* Balls that do not spin, so forces alone decide. The two contacts of the upper ball, at phi from the vertical, carry
 * half its weight W each. The floor holds the lower balls with 3/2 mu W in all. Friction mu = tan(a) on all contacts
 * holds the stack if tan(phi - a) <= 3 mu. With a gap of 1 cm that is from mu = 0.1446 on. Measured between 0.145 and
 * 0.150. */
static void stack(check *self, int argument) {
  const double phi = asin(0.105 / 0.2);
  double least = 0.0;
  while (!(tan(phi - atan(least)) <= 3.0 * least)) least += 1e-4;
  check_why(self, "forces on paper: tan(phi - a) <= 3 mu holds the stack from mu = 0.1446 on");
  check_between(self, least, 0.1445, 0.1447, "friction that holds the stack");
  for (int k = 1; k <= 3; k++) {
    const double height = stack_height(self, (1.0 + 0.04 * k) * least);
    check_between(self, height, 0.265, 0.275, "%d %% more friction than that: height of the upper ball [m]", 4 * k);
    const double fallen = stack_height(self, (1.0 - 0.04 * k) * least);
    check_between(self, fallen, 0.099, 0.101, "%d %% less: it has fallen between the two [m]", 4 * k);
    check_control(self, !(fallen >= 0.265), "%d %% less is distinguished from more", 4 * k);
  }
}

void check_group_friction(check_registry *registry) {
  check_add(registry, "stopping",
            "a block slides v0^2 / (2 mu g): time step, resolution, iterations, mass, restitution", stopping, 0);
  check_add(registry, "slope", "a ball on a ball holds below the angle of friction and slides above", slope, 0);
  check_add(registry, "stack", "one ball on two others", stack, 0);
}
