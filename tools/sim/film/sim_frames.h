/* Why this file exists: keeps frames in memory until a run ends, for pictures, films and pages alike. */
#pragma once

#include "sim/engine/sim_job.h"

/// [m] from the origin along an axis. Pictures show nothing farther away. picture_view_include() allows 1e12.
#define SIM_FARTHEST 1e11

/// Frames kept until they are drawn.
typedef struct sim_shots {
  int32_t wanted;    ///< How many.
  int32_t count;     ///< Taken so far.
  int32_t *frames;   ///< [wanted] their numbers, ascending.
  double *positions; ///< [wanted, vertex_count, 3] m
} sim_shots;

/// Number of runs side by side: one for each pair of --constraint and --method.
int sim_run_count(const sim_options *options);
/// Bytes of frames that each run may keep: its share of 1 GiB, or of a quarter of the memory that is `there`.
double sim_shots_bytes(const sim_options *options, double there);
/// Make room for `wanted` frames. Returns -1, or the exit code after a message that names the option.
int sim_shots_make(const sim_job *job, const char *option, int32_t wanted, sim_shots *out);
/// The same for at most `most` frames of the run, evenly spaced, that will be written to `path`. Refuses a path that
/// cannot be written.
int sim_shots_spread(const sim_job *job, const char *option, const char *path, int64_t most, sim_shots *out);
/// Whether this frame is the next to be taken.
bool sim_shots_due(const sim_shots *shots, int32_t frame);
/// Whether pictures reach as far as these positions [vertex_count, 3]. Those of a diverging run lie farther away.
bool sim_shots_seen(const sim_job *job, const double *positions);
/// Keep the state that the job read back last, if its frame is due.
void sim_shots_take_due(const sim_job *job, sim_shots *shots, int32_t frame);
/// Keep the state that the job read back last, as shot `place`. Returns false, and keeps nothing, if it is too far
/// away.
bool sim_shots_take(const sim_job *job, sim_shots *shots, int32_t place);
/// Safe on a zeroed struct, and twice.
void sim_shots_release(sim_shots *shots);
