/* Why this file exists: computes, writes and ends a run that was set up. */
#pragma once

#include "sim_output.h"

/// Simulate all frames. Returns the exit code. *given_up says that the job must not be destroyed, see sim_result.
int sim_run(sim_job *job, sim_output *out, bool *given_up);
/// Write the scene for --export, or with --dry-run check that it can be written. Returns the exit code.
int sim_export(const sim_job *job);
/// Write the scene of --workload for --export. Returns the exit code.
int sim_workload(const cli_program *program, const sim_options *options);
/// Print the camera of the last picture, in a form that --camera accepts. Prints nothing if nothing was drawn.
void sim_camera_print(const sim_pictures *pictures);
/// Simulate every pair of a --method and a --constraint, one after the other, into one picture or film with one camera.
/// Returns the first exit code that is not 0.
int sim_beside(const cli_program *program, const sim_options *options);
