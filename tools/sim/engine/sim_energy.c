/* Why this file exists: a run that gains energy looks like lively motion until it blows up. If nothing does work, all
 * energy at the end comes from falling and from the strain at the start. This file reports any more than that. */
#include <float.h>
#include <math.h>

#include "sim_engine.h"
#include "sim_measure.h"

static bool obstacle_moves(const xpbd_obstacle_def *o) {
  return o->spin > 0.0 || o->spin < 0.0 || o->key_count > 1;
}

/// Whether wind, handles or obstacles may add energy. A formula that is not 0 at rest adds none: the elastic energy of
/// the start includes it.
static bool is_driven(const sim_job *job) {
  const xpbd_scene *scene = job->model.scene;
  if (xpbd_scene_wind(scene)->drag > 0.0 || xpbd_scene_handle_count(scene) > 0) return true;
  for (int32_t k = 0; k < job->model.obstacle_count; k++)
    if (obstacle_moves(&job->model.obstacles[k])) return true;
  return false;
}

/// Whether the elastic energy of the start is all that the constraints can give back. It is if they are fulfilled
/// there, or if all have a compliance that the method uses.
static bool start_is_known(const sim_job *job, const xpbd_measures *start) {
  const xpbd_scene *scene = job->model.scene;
  if (start->residual_max <= 1e-9 * fmax(1.0, start->area)) return true;
  if (job->method->traits & XPBD_DROPS_COMPLIANCE) return false;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    if (!(xpbd_scene_set(scene, s)->compliance > 0.0)) return false;
  return true;
}

/// Energy that rounding alone may give to a resting body [J]. Each particle is lifted, and thrown within a time step,
/// by 16 units in the last place of the largest coordinate at the start. The end's coordinates would excuse a run that
/// blows up.
static double energy_of_rounding(const sim_job *job) {
  const xpbd_scene *scene = job->model.scene;
  const xpbd_solver_def *def = job->settings;
  const double *x = xpbd_scene_positions(scene), *w = xpbd_scene_inverse_masses(scene), *g = xpbd_scene_gravity(scene);
  double reach = 0.0, mass = 0.0;
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    for (int k = 0; k < 3; k++) reach = fmax(reach, fabs(x[3 * (int64_t)i + k]));
    if (w[i] > 0.0) mass += 1.0 / w[i];
  }
  /* the matrix of fms and pd loses half the digits of double, because its stiffness far exceeds its mass */
  const bool single = def->precision != XPBD_F64 || job->method->engine;
  const double moved = 16.0 * (single ? (double)FLT_EPSILON : DBL_EPSILON) * reach;
  const double speed = moved * def->substeps / def->frame_time;
  return mass * (0.5 * speed * speed + hypot(hypot(g[0], g[1]), g[2]) * moved);
}

double sim_energy_between(const sim_job *job, const xpbd_measures *start, const xpbd_measures *end, double solved,
                          double *there) {
  /* lattices have their own contacts and measures */
  if (job->world || is_driven(job) || !start_is_known(job, start)) return NAN;
  const double had = start->kinetic + start->elastic;
  *there = fmax(had, fabs(end->gravitational));
  return fmax(end->kinetic + end->gravitational, solved) - had - energy_of_rounding(job); /* fmax ignores NaN */
}

double sim_energy_gained(sim_job *job, double solved, double *there) {
  const xpbd_scene *scene = job->model.scene;
  xpbd_measures start, end;
  if (job->world || sim_engine_read(job) != XPBD_OK ||
      xpbd_measure(scene, xpbd_scene_positions(scene), xpbd_scene_velocities(scene), &start) != XPBD_OK ||
      xpbd_measure(scene, job->positions, job->velocities, &end) != XPBD_OK)
    return NAN;
  return sim_energy_between(job, &start, &end, solved, there);
}
