/* Why this file exists: turns the command line of xpbd-sim into a run that can begin. */
#pragma once

#include "sim/engine/sim_job.h"
#include "xpbd/scenes.h"

/// Turn options into a solver in its initial state. Returns -1 to go on, else the exit code after a message.
int sim_setup(const cli_program *program, const sim_options *options, sim_job *job);
/// Refuse a method, a precision, an order or a backend that nobody knows, before there is a scene. Returns -1 or the exit code after a message.
int sim_setup_solver(const cli_program *program, const sim_options *options);
void sim_job_destroy(sim_job *job);

/// Refuse options that do not fit the simulation, or that would change nothing. Returns -1 or the exit code after a
/// message.
int sim_fit(const sim_job *job);

/// Read --pin, --handle and --obstacle into job->places. Returns -1 or the exit code after a message.
int sim_places_read(sim_job *job);
void sim_places_release(sim_places *places);
/// The file of a value of --obstacle, "" if it has none. `out` holds SIM_OBSTACLE_FILE bytes. Returns `out`.
enum { SIM_OBSTACLE_FILE = 1000 };
const char *sim_obstacle_file(const char *value, char *out);

/// Estimate the memory for the scene of these parameters and its pictures. A large need is printed. More than is
/// `there` [bytes] is refused unless --force is given. Returns -1 to go on, else the exit code.
int sim_memory_check(const sim_job *job, const xpbd_scene_params *params, double there);

enum { SIM_TABLE_OPTIONS = 128 }; ///< Most options that scenes and methods may ask for.
/// Append the options for the numbers of methods and the parameters of scenes to the first `count`. Returns the new
/// count.
int sim_parameters_options(cli_option *options, int count, int capacity);
/// The option of a parameter or number.
const cli_option *sim_parameter_option(const cli_program *program, const char *name);
/// Set all numbers of methods that were given. XPBD_ERR_INVALID_ARGUMENT.
xpbd_status sim_numbers_take(const cli_program *program, xpbd_solver_def *out);
/// Set all scene parameters that were given. XPBD_ERR_INVALID_ARGUMENT.
xpbd_status sim_parameters_take(const cli_program *program, xpbd_scene_params *out);
