/* Why this file exists: what the states of a program of others must hold, whatever its method is. */
#include "peer_check.h"

#include <math.h>

#include "solver_check.h"
#include "xpbd/xpbd.h"

/// Parts of the body's size. Measured for float: 1e-7 for held particles, 1e-6 for a free fall of 10 steps.
#define HELD_LIMIT 1e-5
#define RUNS_LIMIT 1e-2
#define FALL_LIMIT 1e-4
#define LINE_LIMIT 1e-6
/// Of the angular momentum that gravity gives. Measured: 0.025 for vertex block descent with 2 iterations, whose error is
/// 0.018, and 0.002 for Gauss-Seidel.
#define SWING_LIMIT 0.05

double peer_check_apart(const xpbd_scene *scene, const double *a, const double *b) {
  const int64_t count = 3 * (int64_t)xpbd_scene_particle_count(scene);
  double sum = 0.0;
  for (int64_t k = 0; k < count; k++) sum += isfinite(a[k]) && isfinite(b[k]) ? (a[k] - b[k]) * (a[k] - b[k]) : NAN;
  return sqrt(3.0 * sum / (double)count);
}

bool peer_check_finite(bench_ctx *ctx, const xpbd_scene *scene, const double *states, int32_t frames) {
  const int64_t count = 6 * (int64_t)xpbd_scene_particle_count(scene);
  int32_t good = 0;
  for (bool finite = true; finite && good < frames; good += finite)
    for (int64_t k = 0; k < count && finite; k++) finite = isfinite(states[good * count + k]);
  bench_check_equal(ctx, "frames before a number that is not finite", good, frames, "no NaN, no infinity in any frame");
  return good == frames;
}

void peer_check_held(bench_ctx *ctx, const solver_scene *made, const double *positions) {
  const xpbd_scene *scene = made->scene;
  const double *start = xpbd_scene_positions(scene), *inverse = xpbd_scene_inverse_masses(scene);
  double most = 0.0;
  int64_t held = 0;
  if (xpbd_scene_handle_count(scene) > 0) return;
  for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    if (inverse[i] > 0.0) continue;
    held++;
    for (int64_t k = 3 * i; k < 3 * i + 3; k++) most = fmax(most, fabs(positions[k] - start[k]));
  }
  if (held > 0)
    bench_check_at_most(ctx, "held particles moved", most / made->size, HELD_LIMIT,
                        "nothing moves a pinned particle; relative to the size of the body");
}

void peer_check_runs(bench_ctx *ctx, const solver_scene *made, double apart) {
  bench_check_at_most(ctx, "distance between runs", apart / made->size, RUNS_LIMIT,
                      "root mean square over the particles at the end of runs of the same scene, relative to the size "
                      "of the body; a larger one leaves its error open");
}

/// The centre of mass of a body without forces but gravity, after a time.
static void ballistic(const xpbd_scene *scene, const xpbd_measures *start, double time, double out[3]) {
  const double *v = xpbd_scene_velocities(scene), *w = xpbd_scene_inverse_masses(scene);
  const double *gravity = xpbd_scene_gravity(scene);
  double mass = 0.0, momentum[3] = {0.0, 0.0, 0.0};
  for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    if (!(w[i] > 0.0)) continue;
    mass += 1.0 / w[i];
    for (int k = 0; k < 3; k++) momentum[k] += v[3 * i + k] / w[i];
  }
  for (int k = 0; k < 3; k++) out[k] = start->centre[k] + momentum[k] / mass * time + 0.5 * gravity[k] * time * time;
}

static double distance(const double a[3], const double b[3]) {
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

void peer_check_fall(bench_ctx *ctx, const xpbd_scene *scene, const workload_course *course, const double *states) {
  const workload_reference *r = &course->reference;
  const double *inverse = xpbd_scene_inverse_masses(scene), *g = xpbd_scene_gravity(scene);
  const double gravity = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]), h = WORKLOAD_FRAME_TIME / ctx->facts.substeps;
  const int64_t n = xpbd_scene_particle_count(scene);
  xpbd_measures start, now;
  double most = 0.0;
  int moments = 0;
  for (int64_t i = 0; i < n; i++)
    if (!(inverse[i] > 0.0)) return;
  if (xpbd_scene_wind(scene)->drag > 0.0) return;
  if (xpbd_measure(scene, xpbd_scene_positions(scene), xpbd_scene_velocities(scene), &start) != XPBD_OK) return;
  for (int32_t m = 0; m < course->moments; m++, moments++) {
    double free[3];
    const double time = r->frames[m] * WORKLOAD_FRAME_TIME;
    const double *state = states + 6 * n * (r->frames[m] - 1);
    ballistic(scene, &start, time, free);
    if (!(distance(&r->scalars[m * WORKLOAD_SCALARS + WORKLOAD_X], free) <= FALL_LIMIT * r->size)) break; /* contact */
    if (xpbd_measure(scene, state, state + 3 * n, &now) != XPBD_OK) now.centre[0] = NAN;
    const double limit = FALL_LIMIT * r->size + gravity * time * h; /* a step of first order errs by half of it */
    const double ratio = distance(now.centre, free) / limit;
    most = fmax(most, isnan(ratio) ? (double)INFINITY : ratio);
  }
  if (moments > 0)
    bench_check_at_most(ctx, "centre of mass in free fall", most, 1.0,
                        "internal forces do not move it; distance from free fall until the recorded answer meets "
                        "something, relative to g t h and 1e-4 of the body");
}

/* --------------------------------------------------------------------------------- the momentum of a body that hangs */

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The line through all pinned particles: a point of it, and its direction, of length 1. False if there is none.
static bool line_of(const solver_scene *made, const double **point, double axis[3]) {
  const double *x = xpbd_scene_positions(made->scene), *inverse = xpbd_scene_inverse_masses(made->scene);
  const int64_t n = xpbd_scene_particle_count(made->scene);
  double length = 0.0;
  *point = NULL;
  for (int64_t i = 0; i < n; i++) {
    if (inverse[i] > 0.0) continue;
    if (!*point) *point = &x[3 * i];
    if (distance(*point, &x[3 * i]) <= length) continue;
    length = distance(*point, &x[3 * i]);
    for (int k = 0; k < 3; k++) axis[k] = (x[3 * i + k] - (*point)[k]) / length;
  }
  if (!(length > 0.0)) return false;
  for (int64_t i = 0; i < n; i++) {
    double away[3], turned[3];
    for (int k = 0; k < 3; k++) away[k] = x[3 * i + k] - (*point)[k];
    cross(axis, away, turned);
    if (!(inverse[i] > 0.0) && !(sqrt(dot(turned, turned)) <= LINE_LIMIT * made->size)) return false;
  }
  return true;
}

/// The turning of a state about a line: the angular momentum, the torque of gravity, and how fast that changes.
typedef struct turning {
  double momentum, torque, rate;
} turning;

static turning turning_of(const xpbd_scene *scene, const double *point, const double axis[3], const double *positions,
                          const double *velocities) {
  const double *inverse = xpbd_scene_inverse_masses(scene), *gravity = xpbd_scene_gravity(scene);
  turning out = {0.0, 0.0, 0.0};
  for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    double arm[3], turned[3];
    if (!(inverse[i] > 0.0)) continue;
    for (int k = 0; k < 3; k++) arm[k] = positions[3 * i + k] - point[k];
    cross(axis, arm, turned);
    out.momentum += dot(turned, &velocities[3 * i]) / inverse[i];
    out.torque += dot(turned, gravity) / inverse[i];
    cross(axis, &velocities[3 * i], turned);
    out.rate += dot(turned, gravity) / inverse[i];
  }
  return out;
}

void peer_check_swing(bench_ctx *ctx, const solver_scene *made, const double *states, int32_t frames) {
  const xpbd_scene *scene = made->scene;
  const double *inverse = xpbd_scene_inverse_masses(scene), *g = xpbd_scene_gravity(scene), *point;
  const int64_t n = xpbd_scene_particle_count(scene);
  const double h = WORKLOAD_FRAME_TIME, step = h / ctx->facts.substeps;
  double axis[3], mass = 0.0, most = 0.0, given = 0.0;
  if (!line_of(made, &point, axis) || xpbd_scene_wind(scene)->drag > 0.0 || xpbd_scene_obstacle_count(scene) > 0 ||
      xpbd_scene_handle_count(scene) > 0 || xpbd_scene_contact_radius(scene) > 0.0 ||
      xpbd_scene_global_damping(scene) > 0.0)
    return;
  for (int64_t i = 0; i < n; i++) mass += inverse[i] > 0.0 ? 1.0 / inverse[i] : 0.0;
  const double unit = mass * sqrt(dot(g, g)) * made->size;
  turning before = turning_of(scene, point, axis, xpbd_scene_positions(scene), xpbd_scene_velocities(scene));
  double right = before.momentum;
  for (int32_t f = 0; f < frames; f++) {
    const double *state = states + 6 * n * f;
    const turning now = turning_of(scene, point, axis, state, state + 3 * n);
    right += 0.5 * h * (before.torque + now.torque) + h * h / 12.0 * (before.rate - now.rate);
    given += 0.5 * h * (fabs(before.torque) + fabs(now.torque));
    const double limit = SWING_LIMIT * given + unit * step; /* a step of first order errs by part of the second */
    const double ratio = fabs(now.momentum - right) / limit;
    most = fmax(most, isnan(ratio) ? (double)INFINITY : ratio);
    before = now;
  }
  if (given <= LINE_LIMIT * unit * h * frames)
    return; /* a motion in the vertical plane of the pins: both sides are 0, whatever it does */
  bench_check_at_most(ctx, "angular momentum about the line of the pins", most, 1.0,
                      "neither pins nor internal forces change it; distance from what gravity gives it, relative to "
                      "a twentieth of that plus m g h times the size of the body");
}
