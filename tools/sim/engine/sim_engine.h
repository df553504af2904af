/* Why this file exists: the few calls of the solver that a run needs, with what is said of how it computes. */
#ifndef XPBD_SIM_ENGINE_H
#define XPBD_SIM_ENGINE_H

#include "sim_job.h"
#include "xpbd/measure.h"

/// Compute one frame and wait for it. XPBD_ERR_DIVERGED, too, when constraints had to be left out.
xpbd_status sim_engine_step(sim_job *job);
/// XPBD_ERR_DIVERGED where more than one in a hundred projections of the frame that ends at these counters was left out.
xpbd_status sim_engine_left_out(sim_job *job, const xpbd_counters *now);
/// Why runs of this method or formula diverge, and what to take instead; NULL where that is not known.
const char *sim_engine_cause(const sim_job *job);
/// What to do about a run that diverged.
const char *sim_engine_advice(const sim_job *job);
/// Read the state back into the job.
xpbd_status sim_engine_read(sim_job *job);
xpbd_status sim_engine_hash(const sim_job *job, uint64_t *out);
/// What xpbd_measure_step() says of the state: residual, solved_energy and stuck; unknown where the method has no such equations, or
/// one step is too long for one thread. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status sim_engine_residual(const sim_job *job, sim_result *out);
/// Whether a step of that many projections is soon measured by one thread.
bool sim_engine_measurable(double projections);
/// The result of a step that was measured with that status.
xpbd_status sim_engine_judge(xpbd_status measured, const xpbd_step_residual *step, sim_result *out);
/// Write a checkpoint of the end of a frame.
xpbd_status sim_engine_save(const sim_job *job, const char *path);
/// Go on from one; *frame is its number.
xpbd_status sim_engine_load(const sim_job *job, const char *path, int64_t *frame);
/// What computes it, for the summary: "seq (1 threads, 16 lanes, avx512)".
void sim_engine_describe(const sim_job *job, char *out, size_t capacity);

#endif
