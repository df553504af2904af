/* Why this file exists: the parts of xpbd-sim share these types. One run goes through them in this order: options (sim.c),
 * names and values (sim_setup.c), folder and files (sim_output.c), the loop over frames (sim_run.c). */
#ifndef XPBD_SIM_H
#define XPBD_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include "cli.h"
#include "file.h"
#include "xpbd/xpbd.h"

/// Exit codes besides CLI_EXIT_OK and CLI_EXIT_USAGE (anything found before the first frame).
enum {
  SIM_EXIT_FAILED = 3,       ///< Something broke after the run had begun: divergence, a full disk, memory, a device.
  SIM_EXIT_INTERRUPTED = 130 ///< Ctrl-C or SIGTERM; finished frames are kept.
};

/// The command line as given. Not given: NULL, 0 or NaN.
typedef struct sim_options {
  int argc;
  char **argv;
  const char *scene, *backend, *constraint, *bending, *pins, *wind, *order, *precision;
  const char *mesh, *out, *format, *measure, *list;
  int64_t threads, resolution, frames, substeps, iterations, lanes, every, device;
  const char *strategy;
  double stiffness, compliance, damping, bending_compliance, mass, size, gravity, wind_drag, frame_time;
  bool hash, quiet, progress;
} sim_options;

/// What is simulated.
typedef struct sim_job {
  const cli_program *program;
  const sim_options *options;
  const xpbd_scene_info *info;
  xpbd_mesh imported; ///< --mesh, else zero.
  xpbd_model model;
  xpbd_solver *solver;
  double *positions, *velocities; ///< [particle_count, 3] the state last read back.
} sim_job;

/// Where frames and measurements go.
typedef struct sim_output {
  const sim_job *job;
  const char *folder; ///< --out, NULL = no frames are written.
  bool obj, vtk;
  int32_t every;   ///< Frames 0, every, 2 every, ... are written.
  int digits;      ///< Of the frame number in a file's name.
  int32_t written; ///< Frames that are complete in the folder.
  xpbd_file measure;
  bool measuring;
} sim_output;

/// How a run ended, for the summary and for run.txt.
typedef struct sim_result {
  const char *ending;    ///< "running", "complete", "interrupted", "diverged", "failed".
  int32_t frames;        ///< Finished, frame 0 not counted.
  int32_t at;            ///< The frame that was last begun.
  double solver_seconds; ///< Wall time of stepping only.
  uint64_t hash;         ///< State after the last frame, 0 unless complete.
} sim_result;

/// Print the scenes, backends and formulas. Returns the exit code.
int sim_list(const cli_program *program, bool json);

/// Turn options into a solver in its initial condition. Returns -1 to go on, else the exit code after a message.
int sim_setup(const cli_program *program, const sim_options *options, sim_job *job);
void sim_job_destroy(sim_job *job);

/// Check and prepare folder and files before anything is computed. Returns -1 or the exit code after a message.
int sim_output_open(const sim_job *job, sim_output *out);
/// Write frame number `frame` from the job's read-back state, where one is due. XPBD_ERR_IO, XPBD_ERR_DIVERGED.
xpbd_status sim_output_frame(sim_output *out, int32_t frame);
/// Complete the files that list the frames, whatever the ending.
xpbd_status sim_output_finish(sim_output *out, const sim_result *result);
/// Whether some frame has to be read back at all.
bool sim_output_reads(const sim_output *out, int32_t frame);

/// Write run.txt: every setting that decides the result, one "key: value" a line.
xpbd_status sim_record_write(const char *path, const sim_job *job, const sim_result *result);
/// Shortest decimal text that reads back as `value`; `out` holds 32 bytes. Returns `out`.
const char *sim_real(double value, char *out);

/// Simulate all frames. Returns the exit code.
int sim_run(sim_job *job, sim_output *out);

#endif
