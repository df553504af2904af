/* Why this file exists: the parts of --serve: the lines of the pipe (docs/guide/solver-pipe.md), and two solvers that
 * answer them: the one of this program, and a shared object of others. */
#pragma once

#include "base/json.h"
#include "sim/engine/sim_job.h"

enum { SERVE_WHY = 600 };

/// A request to load a scene.
typedef struct serve_load {
  const char *path;
  int32_t substeps, iterations;
  const xpbd_json_document *document;
  const xpbd_json_node *options; ///< An object, or NULL.
} serve_load;

/// A solver behind the pipe. Functions that fail write one line to `why` [SERVE_WHY].
typedef struct serve_solver serve_solver;
struct serve_solver {
  const char *name, *precision, *device; ///< For the answer to hello.
  const char *version;                   ///< NULL = unknown.
  int threads;                           ///< 0 = unknown.
  int32_t particles;                     ///< Of the loaded scene, 0 = none is loaded.
  double frame_time;                     ///< [s] of the loaded scene.
  /// Returns NULL, or the member of the answer that has the reason: "failed" if the file cannot be read, "unsupported" if
  /// the solver lacks something of the scene.
  const char *(*load)(serve_solver *self, const serve_load *what, char *why);
  bool (*begin)(serve_solver *self, char *why); ///< Goes to the initial state.
  bool (*frame)(serve_solver *self, char *why);
  bool (*read)(serve_solver *self, double *positions, double *velocities, char *why);
  void (*unload)(serve_solver *self); ///< Accepts a solver without a scene.
};

/// The solver of this program, with the options of the command line. Returns NULL after a message.
serve_solver *serve_suite(const cli_program *program, sim_options *options);
/// The functions of xpbd/solver_object.h in a shared object. Returns NULL after a message.
serve_solver *serve_object(const cli_program *program, const char *path);

/// Answer the standard input, for --serve and --serve-object. Returns the exit code.
int sim_serve(const cli_program *program, sim_options *options);
