/* Why this file exists: the lattice scenes run by the same command as the scenes of constraints; here are their options
 * and the mesh of nodes and springs that shows them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

static int fill_params(const sim_job *job, xpbd_verlet_params *params) {
  const sim_options *o = job->options;
  if (o->scheme) {
    const int scheme =
        sim_choose(job->program, "value of --scheme", o->scheme, XPBD_VERLET_SIX_STEP, xpbd_verlet_scheme_name);
    if (scheme < 0) return CLI_EXIT_USAGE;
    params->scheme = (xpbd_verlet_scheme)scheme;
  }
  params->resolution = (int32_t)o->resolution;
  params->mesh = o->mesh ? &job->imported : NULL;
  params->time_step = o->time_step;
  params->gravity = o->gravity;
  params->mass = o->mass;
  params->stiffness = o->stiffness;
  params->damping = o->damping;
  params->restitution = o->restitution;
  params->friction = sim_parameter(job->program, "friction");
  params->speed = o->speed;
  params->drop = o->drop;
  params->angle = sim_parameter(job->program, "angle");
  params->settle = o->settle;
  params->sweeps = (int32_t)o->sweeps;
  return -1;
}

/// Nodes and springs as a mesh without triangles, which is written as lines. Springs keep their order.
static int make_mesh(sim_job *job) {
  const xpbd_verlet_def *def = xpbd_verlet_settings(job->world);
  const size_t nodes = (size_t)def->node_count, springs = (size_t)def->spring_count;
  xpbd_mesh *mesh = &job->lattice;
  mesh->positions = malloc(3 * nodes * sizeof *mesh->positions);
  mesh->edges = malloc((2 * springs + 1) * sizeof *mesh->edges);
  if (!mesh->positions || !mesh->edges)
    return cli_fail(job->program, CLI_EXIT_USAGE, "out of memory for %zu nodes and %zu springs", nodes, springs);
  memcpy(mesh->positions, def->positions, 3 * nodes * sizeof *mesh->positions);
  for (size_t s = 0; s < springs; s++)
    for (size_t k = 0; k < 2; k++) mesh->edges[2 * s + k] = def->springs[s].nodes[k];
  mesh->vertex_count = def->node_count;
  mesh->edge_count = def->spring_count;
  job->mesh = mesh;
  return -1;
}

int sim_lattice_setup(sim_job *job) {
  const sim_options *o = job->options;
  xpbd_verlet_params params = xpbd_verlet_params_default();
  int code = fill_params(job, &params);
  if (code >= 0) return code;
  if (xpbd_verlet_scenario_build(job->scene, &params, &job->world) != XPBD_OK)
    return cli_fail(job->program, CLI_EXIT_USAGE, "scene %s: %s", job->scene, xpbd_last_error());
  const double step = xpbd_verlet_settings(job->world)->time_step;
  const double wanted = isnan(o->frame_time) ? job->scenario->frame_time : o->frame_time, steps = round(wanted / step);
  if (!(steps >= 1))
    return cli_fail(job->program, CLI_EXIT_USAGE, "--frame-time of %g s is less than the time step of %g s", wanted,
                    step);
  if (!(steps <= 1e15))
    return cli_fail(job->program, CLI_EXIT_USAGE, "--frame-time of %g s is too many time steps of %g s", wanted, step);
  job->frame_steps = (int64_t)steps; /* a frame is a whole number of time steps */
  job->frame_time = (double)job->frame_steps * step;
  job->frames = o->frames ? (int32_t)o->frames
                          : (int32_t)fmin(fmax(round(job->scenario->duration / job->frame_time), 1), 999999999);
  return make_mesh(job);
}
