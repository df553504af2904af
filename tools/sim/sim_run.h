/* Why this file exists: a run that was set up is computed, written and ended here. */
#ifndef XPBD_SIM_RUN_H
#define XPBD_SIM_RUN_H

#include "sim_output.h"

/// Simulate all frames. Returns the exit code; *given_up says that the job must not be destroyed, see sim_result.
int sim_run(sim_job *job, sim_output *out, bool *given_up);
/// One line with the camera of what was drawn last, to be passed on; nothing before.
void sim_camera_print(const sim_pictures *pictures);
/// Simulate every pair of a --method and a --constraint, one after the other, into one picture or film with one camera.
/// Returns the exit code, the first that is not 0.
int sim_beside(const cli_program *program, const sim_options *options);

#endif
