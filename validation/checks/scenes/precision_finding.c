/* Why this file exists: papers advise shorter time steps, but in float a body then stops moving. This finding shows
 * where that begins. It compares the step that every listing of XPBD prints with the precisions of this library. */
#include <math.h>

#include "precision_checks.h"

enum { FRAMES = 24, STEPS = 10 };
static const int32_t steps[STEPS] = {5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000};
static const double FRAME = 1.0 / 24.0, GRAVITY = 9.81;

static const check_finding_text short_steps = {
    "short_steps",
    "In float, very short time steps stop all motion",
    "Papers on small time steps say that shorter steps reduce the error, and in double they do. In float the error "
    "falls, then rises, until the body no longer moves. XPBD computes a velocity from two positions, v = (x - start) / "
    "h. Float stores a position of 1 m to within 6e-8 m. In one time step h, gravity moves a resting body by g h^2. If "
    "that is only a few rounding errors, the velocity is wrong. If it is less than one, the body does not move. The "
    "precision f32x also uses float. It keeps the part of each position and velocity that rounding removes, so it "
    "follows double. The test is a rigid pendulum of 1 m that swings from 30 degrees for 1 s (24 frames), with one "
    "iteration per step. The error is the distance from the exact swing divided by the length of its path. Plain float "
    "is the step as papers list it. The precision f32 of this library takes the same step, and is refused where the "
    "result would be wrong.",
    "time step [s]",
    "error relative to the path",
    true,
    true};

/// The step of a listing, in float; the position at the end.
static void listing(int32_t per_frame, float out[2]) {
  const float h = (float)(FRAME / per_frame), g = (float)-GRAVITY;
  float x[2] = {0.5f, (float)-cos(acos(-1.0) / 6.0)}, v[2] = {0.0f, 0.0f};
  for (int32_t i = 0; i < FRAMES * per_frame; i++) {
    const float start[2] = {x[0], x[1]};
    v[1] += h * g;
    for (int k = 0; k < 2; k++) x[k] += h * v[k];
    const float length = sqrtf(x[0] * x[0] + x[1] * x[1]), s = (length - 1.0f) / length;
    for (int k = 0; k < 2; k++) x[k] -= s * x[k];
    for (int k = 0; k < 2; k++) v[k] = (x[k] - start[k]) / h;
  }
  out[0] = x[0], out[1] = x[1];
}

/// The angle of the exact swing after a second, by a Runge-Kutta step of fourth order and 0.1 ms.
static double exact_angle(void) {
  double angle = acos(-1.0) / 6.0, speed = 0.0;
  const double h = 1e-4;
  for (int i = 0; i < 10000; i++) {
    const double a1 = -GRAVITY * sin(angle), v2 = speed + 0.5 * h * a1, a2 = -GRAVITY * sin(angle + 0.5 * h * speed);
    const double v3 = speed + 0.5 * h * a2, a3 = -GRAVITY * sin(angle + 0.5 * h * v2), v4 = speed + h * a3;
    const double a4 = -GRAVITY * sin(angle + h * v3);
    angle += h / 6.0 * (speed + 2.0 * v2 + 2.0 * v3 + v4);
    speed += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return angle;
}

/// The same by the library; false after a failure.
static bool solve(check *self, xpbd_precision precision, int32_t per_frame, double out[2]) {
  static const int32_t ends[2] = {0, 1};
  const double x[6] = {0, 0, 0, 0.5, -cos(acos(-1.0) / 6.0), 0}, w[2] = {0, 1}, rest = 1.0;
  xpbd_scene_def scene = rig_points(2, x, NULL, w);
  xpbd_constraints_def rod = rig_set("stretching", 1, ends, &rest);
  rod.compliance = 0.0;
  xpbd_solver_def def = rig_settings(precision, FRAME, 1);
  def.substeps = per_frame;
  OWNED(rig_free) rig r = {0};
  const bool good = rig_scene(&r, self, &scene, 1, &rod) && rig_solver(&r, &def) && rig_step(&r, FRAMES);
  if (good) out[0] = r.x[3], out[1] = r.x[4];
  return good;
}

static void finding(check *self, int argument) {
  const double angle = exact_angle(), exact[2] = {sin(angle), -cos(angle)};
  const double start[2] = {0.5, -cos(acos(-1.0) / 6.0)}, way = hypot(exact[0] - start[0], exact[1] - start[1]);
  double h[STEPS], error[3][STEPS], apart = 0.0, plain_apart = 0.0;
  int nearest = 0;
  for (int k = 0; k < STEPS; k++) {
    float plain[2];
    double fine[2], right[2], f32[2];
    listing(steps[k], plain);
    if (!solve(self, XPBD_F32X, steps[k], fine) || !solve(self, XPBD_F64, steps[k], right)) return;
    h[k] = FRAME / steps[k];
    error[0][k] = hypot((double)plain[0] - exact[0], (double)plain[1] - exact[1]) / way;
    error[1][k] = hypot(fine[0] - exact[0], fine[1] - exact[1]) / way;
    error[2][k] = hypot(right[0] - exact[0], right[1] - exact[1]) / way;
    apart = check_larger(apart, hypot(fine[0] - right[0], fine[1] - right[1]) / way);
    if (error[0][k] < error[0][nearest]) nearest = k;
    if (k > 1) continue;
    if (!solve(self, XPBD_F32, steps[k], f32)) return;
    plain_apart = check_larger(plain_apart, hypot(f32[0] - (double)plain[0], f32[1] - (double)plain[1]) / way);
  }
  check_why(self, "the listing and f32 round in another order");
  check_at_most(self, plain_apart, 1e-4, "the listing against f32 of the library, of the path");
  check_why(self, "the text of the finding");
  check_between(self, error[2][STEPS - 2] / error[2][STEPS - 3], 0.45, 0.55,
                "double: error over that at twice the step");
  check_at_most(self, apart, 1e-3, "f32x against double, of the path");
  check_control(self, !(error[0][STEPS - 1] <= 0.5), "plain float at the shortest step swings");
  check_finding(self, &short_steps,
                "plain float is most accurate at %d steps per frame, with an error of %.2g. At %d steps per frame its "
                "error is %.2g. The errors of f32x and double differ by less than 1e-3 at every step",
                (int)steps[nearest], error[0][nearest], (int)steps[STEPS - 1], error[0][STEPS - 1]);
  check_curve(self, "plain float", STEPS, h, error[0]);
  check_curve(self, "f32x", STEPS, h, error[1]);
  check_curve(self, "double", STEPS, h, error[2]);
}

void precision_add_finding(check_registry *registry) {
  check_add_finding(registry, "short-steps", "error against the time step, in float and double", finding, 0);
}
