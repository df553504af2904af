/* Why this file exists: from the command line of xpbd-sim to a run that can begin. */
#ifndef XPBD_SIM_SETUP_H
#define XPBD_SIM_SETUP_H

#include "sim/engine/sim_job.h"
#include "xpbd/scenes.h"

/// Turn options into a solver in its initial condition. Returns -1 to go on, else the exit code after a message.
int sim_setup(const cli_program *program, const sim_options *options, sim_job *job);
void sim_job_destroy(sim_job *job);

/// Refuse options that do not fit what is simulated, and those that would change nothing. Returns -1 or the exit code
/// after a message.
int sim_fit(const sim_job *job);

/// Say how much memory the scene of these parameters and its pictures will need where that is much, and refuse more than is
/// `there` [bytes] unless --force is given. Returns -1 to go on, else the exit code.
int sim_memory_check(const sim_job *job, const xpbd_scene_params *params, double there);

enum { SIM_TABLE_OPTIONS = 128 }; ///< The most options that scenes and methods ask for.
/// Add to `count` options those that the numbers of methods and the parameters of scenes ask for. Returns the new count.
int sim_parameters_options(cli_option *options, int count, int capacity);
/// The option of a parameter or a number.
const cli_option *sim_parameter_option(const cli_program *program, const char *name);
/// Set all numbers of methods that were given. XPBD_ERR_INVALID_ARGUMENT.
xpbd_status sim_numbers_take(const cli_program *program, xpbd_solver_def *out);
/// Set all parameters that were given. XPBD_ERR_INVALID_ARGUMENT.
xpbd_status sim_parameters_take(const cli_program *program, xpbd_scene_params *out);

#endif
