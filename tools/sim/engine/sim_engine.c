/* Why this file exists: all questions of a run to its solver are asked here, and the answers are judged here. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "sim_engine.h"
#include "sim_names.h"

/// Share of a frame's projections that may be skipped because a value overflows. xpbd-bench has the same limit.
static const double LEFT_OUT_LIMIT = 0.01;

/// A frame that skips most constraints does not simulate them, however finite it looks.
xpbd_status sim_engine_left_out(sim_job *job, const xpbd_counters *now) {
  const int64_t skipped = now->skipped - job->skipped, projections = now->projections - job->projections;
  job->skipped = now->skipped, job->projections = now->projections;
  XPBD_REQUIRE((double)skipped <= LEFT_OUT_LIMIT * (double)projections, XPBD_ERR_DIVERGED,
               "%" PRId64 " of the frame's %" PRId64
               " projections were left out because one of their values is not finite",
               skipped, projections);
  return XPBD_OK;
}

xpbd_status sim_engine_step(sim_job *job) {
  XPBD_TRY(xpbd_solver_step(job->solver, 1));
  XPBD_TRY(xpbd_solver_sync(job->solver));
  xpbd_counters now;
  XPBD_TRY(xpbd_solver_counters(job->solver, &now));
  return sim_engine_left_out(job, &now);
}

xpbd_status sim_engine_read(sim_job *job) {
  XPBD_TRY(xpbd_solver_read(job->solver, XPBD_POSITIONS, job->positions));
  return xpbd_solver_read(job->solver, XPBD_VELOCITIES, job->velocities);
}

xpbd_status sim_engine_hash(const sim_job *job, uint64_t *out) {
  return xpbd_solver_hash(job->solver, out);
}

bool sim_engine_measurable(double projections) {
  return projections <= 5e8; /* one thread would take minutes for what a device does in a second */
}

xpbd_status sim_engine_judge(xpbd_status measured, const xpbd_step_residual *step, sim_result *out) {
  const bool known = measured == XPBD_OK;
  out->residual = known ? step->share : NAN;
  out->solved_energy = known && step->share <= XPBD_UNCONVERGED ? step->energy : NAN;
  out->stuck = known && step->lost;
  return measured == XPBD_ERR_OUT_OF_MEMORY ? measured : XPBD_OK;
}

xpbd_status sim_engine_residual(const sim_job *job, sim_result *out) {
  const double projections = (double)xpbd_scene_constraint_count(job->model.scene) * job->settings->iterations;
  xpbd_step_residual step;
  const xpbd_status measured =
      sim_engine_measurable(projections) ? xpbd_measure_step(job->solver, &step) : XPBD_ERR_UNSUPPORTED;
  return sim_engine_judge(measured, &step, out);
}

xpbd_status sim_engine_save(const sim_job *job, const char *path) {
  return xpbd_solver_save(job->solver, path);
}

xpbd_status sim_engine_load(const sim_job *job, const char *path, int64_t *frame) {
  XPBD_TRY(xpbd_solver_load(job->solver, path));
  *frame = xpbd_solver_frame(job->solver);
  return XPBD_OK;
}

const char *sim_engine_cause(const sim_job *job) {
  if (job->method->traits & XPBD_UNSTABLE) return "this method diverges as printed; --method energy is its stable form";
  if (job->options->constraint && strstr(job->options->constraint, "_literal"))
    return "this formula overflows as printed; the one without _literal is continued by tangents";
  return NULL;
}

const char *sim_engine_advice(const sim_job *job) {
  const char *cause = sim_engine_cause(job);
  return cause ? cause : "more --substeps may help";
}

void sim_engine_describe(const sim_job *job, char *out, size_t capacity) {
  if (job->world) {
    const xpbd_verlet_def *def = xpbd_verlet_settings(job->world);
    char step[32];
    snprintf(out, capacity, "%s (%d node%s, %d spring%s, time step %s s)", job->method->name, (int)def->node_count,
             cli_plural(def->node_count), (int)def->spring_count, cli_plural(def->spring_count),
             sim_real(def->time_step, step));
    return;
  }
  if (job->method->engine) {
    snprintf(out, capacity, "%s", job->method->name);
    return;
  }
  const xpbd_counters *made = &job->made;
  snprintf(out, capacity, "%s (%d thread%s, %d lane%s, %s)", xpbd_solver_backend(job->solver), (int)made->threads,
           made->threads == 1 ? "" : "s", (int)made->lanes, made->lanes == 1 ? "" : "s",
           made->instructions ? made->instructions : "unknown");
}
