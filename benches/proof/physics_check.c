/* Why this file exists: equal bits prove that two programs computed the same, not that it was physics. For any named
 * scene and any method, these checks bound the energy and the length gained from gravity, wind and moving parts. */
#include <math.h>
#include <string.h>

#include "solver_check.h"
#include "subject/solver_scene.h"
#include "xpbd/measure.h"
#include "xpbd/method.h"

/// Mean strain of the edges if nothing pulls them [1]. Measured: 0.14 at most (inflation, whose rest volume implies
/// 0.145).
#define STRAIN_AT_REST 0.3
/// Kinetic energy, relative to that of all mass at the speed that wind, hands, obstacles and gravity can give it.
/// Measured: 0.02 at most after 3 s (beam_hit).
#define DRIVEN_LIMIT 1.0

/// Causes of motion besides gravity.
typedef struct scene_drive {
  bool works;   ///< Something may do work on it without end.
  double speed; ///< Speed of wind, obstacles and hands [m/s].
} scene_drive;

static double length3(const double *v) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/// Largest speed on a path of keys. `angles` may be NULL. They turn a body of the given `size`.
static double key_speed(int32_t count, const double *times, const double *positions, const double *angles,
                        double size) {
  double largest = 0.0;
  for (int32_t k = 1; k < count; k++) {
    const double step = times[k] - times[k - 1];
    double speed = 0.0;
    if (positions) {
      const double *a = &positions[3 * (k - 1)], *b = &positions[3 * k];
      speed += length3((const double[3]){b[0] - a[0], b[1] - a[1], b[2] - a[2]}) / step;
    }
    if (angles) speed += fabs(angles[k] - angles[k - 1]) * size / step;
    largest = fmax(largest, speed);
  }
  return largest;
}

static scene_drive drive_of(const solver_scene *made) {
  scene_drive out = {false, 0.0};
  const xpbd_wind *wind = xpbd_scene_wind(made->scene);
  if (wind->drag > 0.0) out = (scene_drive){true, length3(wind->velocity) + length3(wind->swing)};
  for (int32_t k = 0; k < made->model.obstacle_count; k++) {
    const xpbd_obstacle_def *o = &made->model.obstacles[k];
    const double speed =
        key_speed(o->key_count, o->key_times, o->key_positions, NULL, 0.0) + fabs(o->spin) * made->size;
    out.works = out.works || speed > 0.0;
    out.speed = fmax(out.speed, speed);
  }
  for (int32_t k = 0; k < xpbd_scene_handle_count(made->scene); k++) {
    const xpbd_handle_def *h = xpbd_scene_handle(made->scene, k);
    out.works = true;
    out.speed = fmax(out.speed, key_speed(h->key_count, h->key_times, h->key_positions, h->key_angles, made->size));
  }
  return out;
}

/// Mean |l / l0 - 1| of the mesh's edges, whatever the constraints are.
static double mean_strain(const xpbd_mesh *mesh, const double *positions) {
  double sum = 0.0;
  int64_t count = 0;
  for (int64_t e = 0; e < mesh->edge_count; e++) {
    const int64_t a = 3 * (int64_t)mesh->edges[2 * e], b = 3 * (int64_t)mesh->edges[2 * e + 1];
    double now[3], rest[3];
    for (int k = 0; k < 3; k++) {
      now[k] = positions[b + k] - positions[a + k];
      rest[k] = mesh->positions[b + k] - mesh->positions[a + k];
    }
    if (!(length3(rest) > 0.0)) continue;
    sum += fabs(length3(now) / length3(rest) - 1.0);
    ++count;
  }
  return count > 0 ? sum / (double)count : 0.0;
}

/// Whether the elastic energy of the start is all that the constraints can give back. This holds if the start
/// satisfies them, or if all have a compliance that the method uses.
static bool start_is_known(const bench_ctx *ctx, const xpbd_scene *scene, const xpbd_measures *start) {
  if (start->residual_max <= 1e-9 * fmax(1.0, start->area)) return true;
  solver_subject subject;
  solver_scene_subject(ctx->point, &subject);
  if (xpbd_method_at((int)subject.method)->traits & XPBD_DROPS_COMPLIANCE) return false;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    if (!(xpbd_scene_set(scene, s)->compliance > 0.0)) return false;
  return true;
}

static double mass_of(const xpbd_scene *scene) {
  double mass = 0.0;
  const double *w = xpbd_scene_inverse_masses(scene);
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++)
    if (w[i] > 0.0) mass += 1.0 / w[i];
  return mass;
}

static double start_speed(const xpbd_scene *scene) {
  double largest = 0.0;
  const double *v = xpbd_scene_velocities(scene);
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++) largest = fmax(largest, length3(&v[3 * (int64_t)i]));
  return largest;
}

static void check_energy(bench_ctx *ctx, const solver_scene *made, const xpbd_measures *start, const xpbd_measures *now,
                         scene_drive drive, double time) {
  const double gravity = length3(xpbd_scene_gravity(made->scene));
  if (!drive.works && start_is_known(ctx, made->scene, start)) {
    const double had = start->kinetic + start->elastic;
    bench_check_at_most(ctx, "mechanical energy gained",
                        (now->kinetic + now->gravitational - had) / fmax(1.0, had + fabs(now->gravitational)), 1e-3,
                        "nothing does work: kinetic energy comes only from falling and from the strain at the start");
    return;
  }
  if (!drive.works) return; // the start violates rigid constraints: no bound is known
  const double speed = drive.speed + start_speed(made->scene) + gravity * time;
  bench_check_at_most(ctx, "kinetic energy", now->kinetic / (0.5 * mass_of(made->scene) * speed * speed), DRIVEN_LIMIT,
                      "relative to all mass at the speed of wind, hands, obstacles and free fall together");
}

static void check_named_scene(bench_ctx *ctx, const solver_scene *made, const double *positions,
                              const double *velocities, int32_t frames) {
  xpbd_measures now, start;
  const xpbd_scene *scene = made->scene;
  const double move = solver_check_move(scene, positions);
  const xpbd_status status = xpbd_measure(scene, positions, velocities, &now);
  bench_check_true(ctx, "state is finite", status == XPBD_OK && isfinite(move), "no NaN, no infinity");
  if (status != XPBD_OK) return;
  /* every time step pushes a resting body back to its position, so only its velocity changes */
  const size_t bytes = 3 * (size_t)xpbd_scene_particle_count(scene) * sizeof *velocities;
  const bool pushed = memcmp(velocities, xpbd_scene_velocities(scene), bytes) != 0;
  bench_check_true(ctx, "something moved", move > 0.0 || pushed, "the state must differ from the initial one");
  const bool known = xpbd_measure(scene, xpbd_scene_positions(scene), xpbd_scene_velocities(scene), &start) == XPBD_OK;
  bench_check_true(ctx, "the start can be measured", known, "energy gained is counted from there");
  if (!known) return;
  const scene_drive drive = drive_of(made);
  const double h = ctx->facts.frame_time, time = h * (double)frames;
  check_energy(ctx, made, &start, &now, drive, time);
  const double fallen = 0.5 * length3(xpbd_scene_gravity(scene)) * time * (time + h);
  const double reach = (fallen + (drive.speed + start_speed(scene)) * time) / made->size;
  solver_check_strain(ctx, mean_strain(&made->model.mesh, positions),
                      STRAIN_AT_REST + mean_strain(&made->model.mesh, xpbd_scene_positions(scene)) + reach,
                      "limit: the stretch that free fall and moving parts can cause in that time, relative to the "
                      "size, plus 0.3; grows with time, no check above 10");
}

/// Whether a formula that is not 0 at rest turns its own energy into motion.
static bool preloaded(const xpbd_scene *scene) {
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    if (xpbd_formula_at(xpbd_scene_set(scene, s)->formula)->traits & XPBD_PRELOADED) return true;
  return false;
}

/// The state must be one that gravity and constraints can lead to from rest. Only formulas on edges have a known
/// bound of the strain. The others are checked by energy and by the plain solver.
void solver_check_physics(bench_ctx *ctx, const solver_scene *made, const double *positions, const double *velocities,
                          int32_t frames) {
  if (made->info) {
    check_named_scene(ctx, made, positions, velocities, frames);
    return;
  }
  xpbd_measures measures;
  const xpbd_scene *scene = made->scene;
  const double move = solver_check_move(scene, positions);
  const xpbd_status status = xpbd_measure(scene, positions, velocities, &measures);
  bench_check_true(ctx, "state is finite", status == XPBD_OK && isfinite(move), "no NaN, no infinity");
  if (status != XPBD_OK) return;
  bench_check_true(ctx, "something moved", move > 0.0, "the state must differ from the initial one");
  const double h = ctx->facts.frame_time;
  const double gravity = -xpbd_scene_gravity(scene)[1];
  const double fallen = 0.5 * gravity * h * h * (double)frames * (double)(frames + 1);
  const double energy = measures.kinetic + measures.gravitational;
  if (preloaded(scene)) return;
  bench_check_at_most(ctx, "mechanical energy gained", energy / fmax(1.0, fabs(measures.gravitational)), 1e-3,
                      "from rest, kinetic energy comes only from falling; relative to the gravitational energy");
  bool on_edges = false;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    on_edges = on_edges || xpbd_formula_at(xpbd_scene_set(scene, s)->formula)->element == XPBD_ON_EDGES;
  if (!on_edges) return;
  solver_check_strain(ctx, measures.strain_mean, 0.1 + fallen / made->size,
                      "limit: the stretch between a pin and a particle in free fall, relative to the side, plus 0.1; "
                      "grows with time, no check above 10");
}
