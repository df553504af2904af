/* Why this file exists: the few calls to the solver that a run needs, and a description of what computes it. */
#pragma once

#include "sim_job.h"
#include "xpbd/measure.h"

/// Compute one frame and wait for it. XPBD_ERR_DIVERGED also if too many projections were left out.
xpbd_status sim_engine_step(sim_job *job);
/// XPBD_ERR_DIVERGED if more than one in a hundred projections were left out in the frame that ends at these counters.
xpbd_status sim_engine_left_out(sim_job *job, const xpbd_counters *now);
/// Why runs of this method or formula diverge, and what to use instead; NULL if unknown.
const char *sim_engine_cause(const sim_job *job);
/// What to do about a run that diverged.
const char *sim_engine_advice(const sim_job *job);
/// Read the state back into the job.
xpbd_status sim_engine_read(sim_job *job);
xpbd_status sim_engine_hash(const sim_job *job, uint64_t *out);
/// Residual, solved_energy and stuck of the state, from xpbd_measure_step(). They are unknown if the method has no such
/// equations, or if one step takes too long for one thread. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status sim_engine_residual(const sim_job *job, sim_result *out);
/// Whether one thread can measure a step of this many projections quickly.
bool sim_engine_measurable(double projections);
/// Turn a measured step and its status into a result.
xpbd_status sim_engine_judge(xpbd_status measured, const xpbd_step_residual *step, sim_result *out);
/// Write a checkpoint at the end of a frame.
xpbd_status sim_engine_save(const sim_job *job, const char *path);
/// Continue from a checkpoint; *frame is its number.
xpbd_status sim_engine_load(const sim_job *job, const char *path, int64_t *frame);
/// What computes it, for the summary: "seq (1 thread, 16 lanes, avx512)".
void sim_engine_describe(const sim_job *job, char *out, size_t capacity);
