/* Why this file exists: the parts of xpbd-sim share these types. One run goes through them in this order: options
 * (sim.c), names and values (sim_setup.c), folder and files (sim_output.c), the loop over frames
 * (sim_run.c). */
#ifndef XPBD_SIM_H
#define XPBD_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include "support/cli.h"
#include "support/cli_formula.h"
#include "base/file.h"
#include "sim/film/sim_picture.h"
#include "viewer/viewer.h"
#include "xpbd/method.h"
#include "xpbd/projective.h"
#include "xpbd/xpbd.h"

/// Exit codes besides CLI_EXIT_OK and CLI_EXIT_USAGE (anything found before the first frame).
enum {
  SIM_EXIT_FAILED = 3,       ///< Something broke after the run had begun: divergence, a full disk, memory, a device.
  SIM_EXIT_INTERRUPTED = 130 ///< Ctrl-C, SIGTERM or SIGHUP; finished frames are kept.
};

/// The command line as given. Not given: NULL, 0, NaN or false.
typedef struct sim_options {
  int argc;
  char **argv;
  const char *scene, *method, *backend, *constraint, *bending, *damping_reading, *pins, *wind, *order, *precision;
  const char *mesh, *out, *format, *measure, *list, *save, *resume, *strategy;
  const char *picture, *picture_size, *film, *film_size, *colour, *viewer, *camera;
  int64_t threads, resolution, frames, substeps, iterations, lanes, every, device, picture_frame, film_frames;
  double stiffness, compliance, damping, bending_compliance, mass, size, gravity, wind_drag, frame_time;
  double pd_triangle_weight, pd_strain_limit, pd_bending_weight;
  double global_damping;
  double azimuth, elevation;
  double accuracy_time;
  bool accuracy, hash, quiet, progress, wire, omit_tip_damping, strict, dry_run, force;
  cli_list formulas, constraints, methods; ///< Of the last two this run's are `constraint` and `method`.
  double frame_bytes;                      ///< Of films: see sim_shots_bytes(). Runs side by side keep the same frames.
} sim_options;

/// What is simulated.
typedef struct sim_job {
  const cli_program *program;
  const sim_options *options;
  const char *scene; ///< Its name.
  const xpbd_scene_info *info;
  xpbd_mesh imported; ///< --mesh, else zero.
  xpbd_model model;
  const xpbd_method_info *method;
  xpbd_precision precision; ///< As asked for; the solver's settings have the one that was chosen.
  xpbd_solver *solver;
  xpbd_counters made;             ///< Threads and memory of the solver, which cannot be asked while it computes.
  const xpbd_verlet *world;       ///< Of the solver, where the method is position Verlet; else NULL.
  const double *radii;            ///< [vertices] m of balls, NULL where particles are none. The scene's.
  const xpbd_mesh *mesh;          ///< What is shown and written: the model's.
  double *rest_lengths;           ///< [mesh->edge_count] m
  double frame_time;              ///< [s]
  int64_t frame_steps;            ///< Time steps of a frame.
  int32_t frames;                 ///< The last frame's number.
  int32_t start;                  ///< The first frame's number: 0, or that of the checkpoint.
  double *positions, *velocities; ///< [mesh->vertex_count, 3] the state last read back.
  int64_t projections, skipped;   ///< Of the solver, at the end of the last frame.
} sim_job;

/// How a run ended, for the summary and for run.txt.
typedef struct sim_result {
  const char *ending;    ///< "running", "complete", "interrupted", "diverged", "failed".
  int32_t frames;        ///< Number of the last finished frame.
  int32_t at;            ///< The frame that was last begun.
  bool given_up;         ///< That frame was not waited for: the solver is still at it and must not be touched.
  double solver_seconds; ///< Wall time of stepping only.
  uint64_t hash;         ///< State after the last frame, 0 unless complete.
  double residual; ///< Share of the next time step's equations left unsolved; NaN = unknown, see sim_engine_residual().
  double
      solved_energy; ///< [J] after that step, the elastic one included; NaN where the step is not solved, or unknown.
  bool stuck;        ///< A time step at its end moves nothing, though gravity or a velocity acts.
  double gained, there; ///< [J] see sim_energy_gained(); `gained` is NaN when it is unknown.
} sim_result;

/// Where frames and measurements go.
typedef struct sim_output {
  const sim_job *job;
  const char *folder; ///< --out, NULL = no frames are written.
  size_t made; ///< Bytes at the end of its name of folders that were made and are taken away again: by a dry run,
               ///< and where a file's name is refused.
  bool obj, vtk;
  int32_t every;   ///< Frames 0, every, 2 every, ... are written.
  int digits;      ///< Of the frame number in a file's name.
  int32_t written; ///< Frames that this run completed in the folder.
  int32_t last;    ///< Number of the last of them.
  double *strain;  ///< [vertices] of the frame being written, and
  int32_t *pinned; ///< [vertices] 1 where a particle is; both for VTK only. Owned.
  xpbd_file measure;
  bool measuring;
  sim_pictures pictures;
  sim_viewer viewer;
} sim_output;

/// Print what there is: `kind` "text", "json", "matrix" or "matrix-json". Returns the exit code.
int sim_list(const cli_program *program, const char *kind);
/// Print which scene runs by which method on which backend, or why not. Returns -1, or the exit code: the library says why.
int sim_matrix(bool json);

/// JSON on the standard output: a text in quotes; `"key": "text"` and `"key": number` with what stands before them.
void sim_json_text(const char *text);
void sim_json_field(const char *before, const char *key, const char *text);
void sim_json_number(const char *before, const char *key, double value); ///< null when it is not finite.

/// Every constraint as a cell of a VTK file, with the numbers of its set, of its formula in the list and of its group.
xpbd_status sim_groups_write(const sim_job *job, const char *path);

/// Say how much memory the scene of these parameters and its pictures will need where that is much, and refuse more than is
/// available unless --force is given. Returns -1 to go on, else the exit code.
int sim_memory_check(const sim_job *job, const xpbd_scene_params *params);

/// Lines about what is in order and can hardly be meant, each with `before` in front.
void sim_warnings_write(FILE *stream, const char *before, const sim_job *job);
/// What the scene amounts to, in a line: before the run, because it may be a long one.
void sim_scene_print(const sim_job *job);
/// Energy at the end beyond what there was (`there`: at the start, or set free by falling) and what rounding may give [J]: kinetic
/// and gravitational, and the elastic one where `solved` (sim_result.solved_energy) is known. NaN where wind, hands or obstacles do
/// work or the energy of the start is not known. Reads the state back.
double sim_energy_gained(sim_job *job, double solved, double *there);
/// Whether none of the points [count, 3] is in the picture of a view that was fitted or placed.
bool sim_sees_nothing(const picture_view *view, int32_t count, const double *positions);

/// Turn options into a solver in its initial condition. Returns -1 to go on, else the exit code after a message.
int sim_setup(const cli_program *program, const sim_options *options, sim_job *job);
void sim_job_destroy(sim_job *job);

/* -------------------------------------------------------------------------------------------- names and values */

enum { SIM_MOST_NAMES = 256 };

/// Names that an option accepts. Zero it before.
typedef struct sim_names {
  int count;
  const char *name[SIM_MOST_NAMES];
} sim_names;

void sim_names_add(sim_names *list, const char *name);
/// Place of a name, -1 when it is not there.
int sim_names_find(const sim_names *list, const char *word);
/// One line: the nearest known name, or all of them where they are few and none is near. Returns CLI_EXIT_USAGE.
int sim_names_fail(const cli_program *program, const char *what, const char *word, const sim_names *known);
/// The place of an option's value among names, from `first` to the last before NULL; -1 after a message that begins
/// with `what`.
int sim_choose(const cli_program *program, const char *what, const char *word, int first, const char *(*name)(int));
/// "X,Y,Z" into `count` finite numbers.
bool sim_read_numbers(const char *text, int count, double *out);

/// Refuse options that do not fit what is simulated, and those that would change nothing. Returns -1 or the exit code
/// after a message.
int sim_fit(const sim_job *job);
/// The place of --method, or of the scene's own method, in the library's table of methods.
int sim_method(const sim_job *job, int *out);
/// The methods with a trait of xpbd/method.h, as text: "pbd or pbd-scaled".
void sim_methods_with(unsigned trait, char *out, size_t capacity);

enum { SIM_TABLE_OPTIONS = 128 }; ///< The most options that scenes and methods ask for.
/// Add to `count` options those that the numbers of methods and the parameters of scenes ask for. Returns the new count.
int sim_parameters_options(cli_option *options, int count, int capacity);
/// The option of a parameter or a number.
const cli_option *sim_parameter_option(const cli_program *program, const char *name);
/// Set all numbers of methods that were given. XPBD_ERR_INVALID_ARGUMENT.
xpbd_status sim_numbers_take(const cli_program *program, xpbd_solver_def *out);
/// Set all parameters that were given. XPBD_ERR_INVALID_ARGUMENT.
xpbd_status sim_parameters_take(const cli_program *program, xpbd_scene_params *out);

/* ------------------------------------------------------------------------------------------------- what computes */

/// Compute one frame and wait for it. XPBD_ERR_DIVERGED, too, when constraints had to be left out.
xpbd_status sim_engine_step(sim_job *job);
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
/// Write a checkpoint of the end of a frame.
xpbd_status sim_engine_save(const sim_job *job, const char *path);
/// Go on from one; *frame is its number.
xpbd_status sim_engine_load(const sim_job *job, const char *path, int64_t *frame);
/// What computes it, for the summary: "seq (1 threads, 16 lanes, avx512)".
void sim_engine_describe(const sim_job *job, char *out, size_t capacity);

/// A thread of its own that computes, so that a frame that takes too long can be given up.
typedef struct sim_worker sim_worker;

/// Take up SIGINT, SIGTERM and SIGHUP (a terminal that went away) from here on.
void sim_watch_signals(void);
/// How often the user asked to end it.
int sim_interrupts(void);
/// *out is NULL on failure.
xpbd_status sim_worker_start(sim_job *job, sim_worker **out);
/// Compute one frame. Wall time is added to `seconds`. *given_up is set when the user did not want to wait for its end:
/// the job's solver must not be touched any more, nor the worker be stopped.
xpbd_status sim_worker_step(sim_worker *worker, double *seconds, bool *given_up);
/// End the thread; accepts NULL.
void sim_worker_stop(sim_worker **worker);

/* -------------------------------------------------------------------------------------------------------- files */

/// Check and prepare folder and files before anything is computed; a dry run checks the same and leaves what is there.
/// Returns -1 or the exit code after a message.
int sim_output_open(const sim_job *job, sim_output *out);
/// Write frame number `frame` from the job's read-back state, where one is due. XPBD_ERR_IO, XPBD_ERR_DIVERGED.
xpbd_status sim_output_frame(sim_output *out, int32_t frame);
/// Complete the files that list the frames, pictures and films, whatever the ending.
xpbd_status sim_output_finish(sim_output *out, const sim_result *result);
/// Whether some frame has to be read back at all.
bool sim_output_reads(const sim_output *out, int32_t frame);
/// Give up what was not finished; free.
void sim_output_release(sim_output *out);

/// First line of the table of measures.
void sim_measure_header(const sim_job *job, FILE *stream);
/// A row of it, from the job's read-back state. XPBD_ERR_DIVERGED.
xpbd_status sim_measure_row(const sim_job *job, int32_t frame, FILE *stream);

/// Write run.txt: every setting that decides the result, one "key: value" a line.
xpbd_status sim_record_write(const char *path, const sim_job *job, const sim_result *result);
/// What a reader of the result must know: constraints left out, projections skipped, contacts; one line each, with
/// `before` in front. Nothing of a frame that was given up.
void sim_remarks_write(FILE *stream, const char *before, const sim_job *job, const sim_result *result);
/// Shortest decimal text that reads back as `value`; `out` holds 32 bytes. Returns `out`.
const char *sim_real(double value, char *out);

/// One line with the camera of what was drawn last, to be passed on; nothing before.
void sim_camera_print(const sim_pictures *pictures);
/// Simulate every pair of a --method and a --constraint, one after the other, into one picture or film with one camera.
/// Returns the exit code, the first that is not 0.
int sim_beside(const cli_program *program, const sim_options *options);

/// Simulate all frames. Returns the exit code; *given_up says that the job must not be destroyed, see sim_result.
int sim_run(sim_job *job, sim_output *out, bool *given_up);

#endif
