/* Why this file exists: a run that gains energy looks like lively motion until it blows up. Where nothing does work, what
 * moves at the end can only have come from falling and from what was strained at the start; more is said. */
#include <math.h>

#include "sim.h"
#include "xpbd/measure.h"

static bool obstacle_moves(const xpbd_obstacle_def *o) {
  return o->spin > 0.0 || o->spin < 0.0 || o->key_count > 1;
}

/// Whether wind, hands, obstacles or a formula that is not 0 at rest may put energy in.
static bool is_driven(const sim_job *job) {
  const xpbd_scene *scene = job->model.scene;
  if (xpbd_scene_wind(scene)->drag > 0.0 || xpbd_scene_handle_count(scene) > 0) return true;
  for (int32_t k = 0; k < job->model.obstacle_count; k++)
    if (obstacle_moves(&job->model.obstacles[k])) return true;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    if (xpbd_formula_at(xpbd_scene_set(scene, s)->formula)->traits & XPBD_PRELOADED) return true;
  return false;
}

/// Whether the elastic energy of the start is all that the constraints can give back: they are fulfilled there, or all have
/// a compliance that the method uses.
static bool start_is_known(const sim_job *job, const xpbd_measures *start) {
  const xpbd_scene *scene = job->model.scene;
  if (start->residual_max <= 1e-9 * fmax(1.0, start->area)) return true;
  if (job->method->traits & XPBD_DROPS_COMPLIANCE) return false;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    if (!(xpbd_scene_set(scene, s)->compliance > 0.0)) return false;
  return true;
}

double sim_energy_gained(sim_job *job, double *there) {
  const xpbd_scene *scene = job->model.scene;
  xpbd_measures start, end;
  if (job->world || is_driven(job)) return NAN; /* lattices have contacts and measures of their own */
  if (sim_engine_read(job) != XPBD_OK ||
      xpbd_measure(scene, xpbd_scene_positions(scene), xpbd_scene_velocities(scene), &start) != XPBD_OK ||
      xpbd_measure(scene, job->positions, job->velocities, &end) != XPBD_OK || !start_is_known(job, &start))
    return NAN;
  const double had = start.kinetic + start.elastic;
  *there = fmax(had, fabs(end.gravitational));
  return end.kinetic + end.gravitational - had;
}
