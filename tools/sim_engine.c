/* Why this file exists: three libraries' worth of solvers behind the few calls that the loop over frames needs. */
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "sim.h"

xpbd_status sim_engine_step(const sim_job *job) {
  switch (job->kind) {
  case SIM_PROJECTIVE: return xpbd_projective_step(job->projective, 1);
  case SIM_LATTICE: return xpbd_verlet_step(job->world, job->frame_steps);
  case SIM_SOLVER: break;
  }
  XPBD_TRY(xpbd_solver_step(job->solver, 1));
  return xpbd_solver_sync(job->solver);
}

xpbd_status sim_engine_read(sim_job *job) {
  const size_t bytes = 3 * (size_t)job->mesh->vertex_count * sizeof(double);
  switch (job->kind) {
  case SIM_PROJECTIVE:
    XPBD_TRY(xpbd_projective_read(job->projective, XPBD_POSITIONS, job->positions));
    return xpbd_projective_read(job->projective, XPBD_VELOCITIES, job->velocities);
  case SIM_LATTICE:
    memcpy(job->positions, xpbd_verlet_positions(job->world), bytes);
    memcpy(job->velocities, xpbd_verlet_velocities(job->world), bytes);
    return XPBD_OK;
  case SIM_SOLVER: break;
  }
  XPBD_TRY(xpbd_solver_read(job->solver, XPBD_POSITIONS, job->positions));
  return xpbd_solver_read(job->solver, XPBD_VELOCITIES, job->velocities);
}

xpbd_status sim_engine_hash(const sim_job *job, uint64_t *out) {
  switch (job->kind) {
  case SIM_PROJECTIVE: return xpbd_projective_hash(job->projective, out);
  case SIM_LATTICE: *out = xpbd_verlet_hash(job->world); return XPBD_OK;
  case SIM_SOLVER: break;
  }
  return xpbd_solver_hash(job->solver, out);
}

void sim_engine_describe(const sim_job *job, char *out, size_t capacity) {
  if (job->kind == SIM_PROJECTIVE) {
    snprintf(out, capacity, "%s", job->options->method);
    return;
  }
  if (job->kind == SIM_LATTICE) {
    const xpbd_verlet_def *def = xpbd_verlet_settings(job->world);
    char step[32];
    snprintf(out, capacity, "%s Verlet (%d nodes, %d springs, time step %s s)",
             def->scheme == XPBD_VERLET_SIX_STEP ? "six-step" : "seven-step", (int)def->node_count,
             (int)def->spring_count, sim_real(def->time_step, step));
    return;
  }
  xpbd_counters counters = {0};
  if (xpbd_solver_counters(job->solver, &counters) != XPBD_OK) counters = (xpbd_counters){0};
  snprintf(out, capacity, "%s (%d threads, %d lanes, %s)", xpbd_solver_backend(job->solver), (int)counters.threads,
           (int)counters.lanes, counters.instructions ? counters.instructions : "unknown");
}
