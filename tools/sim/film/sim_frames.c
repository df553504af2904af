/* Why this file exists: keeps frames until a run ends, within the memory that a run may use for them. */
#include "sim_frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "picture/picture.h"

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

int sim_shots_spread(const sim_job *job, const char *option, const char *path, int64_t most, sim_shots *out) {
  const int64_t steps = (int64_t)job->frames - job->start, count = steps + 1 < most ? steps + 1 : most;
  xpbd_file file = {0};
  if (xpbd_file_create(path, &file) != XPBD_OK)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--%s: %s", option, xpbd_last_error());
  xpbd_file_discard(&file);
  const int code = sim_shots_make(job, option, (int32_t)count, out);
  for (int64_t k = 0; code < 0 && k < count; k++)
    out->frames[k] = job->start + (int32_t)picture_film_step(k, count, steps);
  return code;
}

bool sim_shots_due(const sim_shots *shots, int32_t frame) {
  return shots->count < shots->wanted && shots->frames[shots->count] == frame;
}

void sim_shots_take_due(const sim_job *job, sim_shots *shots, int32_t frame) {
  if (sim_shots_due(shots, frame)) shots->count += sim_shots_take(job, shots, shots->count);
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
