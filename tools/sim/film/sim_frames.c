/* Why this file exists: keeps frames until a run ends, within the memory that a run may use for them. */
#include "sim_frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double bytes_most = 0x1p30; ///< Limit of kept frames.
static const double part = 0.25; ///< Share of the available memory. The solver, the drawing and others need the rest.

int sim_run_count(const sim_options *options) {
  const int constraints = options->constraints.count, methods = options->methods.count;
  return (constraints > 1 ? constraints : 1) * (methods > 1 ? methods : 1);
}

double sim_shots_bytes(const sim_options *options, double there) {
  return fmin(bytes_most, part * there) / sim_run_count(options);
}

int sim_shots_make(const sim_job *job, const char *option, int32_t wanted, sim_shots *out) {
  const size_t bytes = 3 * (size_t)job->mesh->vertex_count * sizeof(double) * (size_t)wanted;
  out->wanted = wanted;
  out->frames = malloc((size_t)wanted * sizeof *out->frames);
  out->positions = malloc(bytes);
  if (!out->frames || !out->positions)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--%s: out of memory: %zu bytes for %d frames", option, bytes,
                    (int)wanted);
  return -1;
}

bool sim_shots_seen(const sim_job *job, const double *positions) {
  for (size_t i = 0; i < 3 * (size_t)job->mesh->vertex_count; i++)
    if (!(fabs(positions[i]) <= SIM_FARTHEST)) return false;
  return true;
}

bool sim_shots_take(const sim_job *job, sim_shots *shots, int32_t place) {
  if (!sim_shots_seen(job, job->positions)) return false;
  const size_t reals = 3 * (size_t)job->mesh->vertex_count;
  memcpy(shots->positions + reals * (size_t)place, job->positions, reals * sizeof(double));
  return true;
}

void sim_shots_release(sim_shots *shots) {
  free(shots->frames);
  free(shots->positions);
  *shots = (sim_shots){0};
}
