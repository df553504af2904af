/* Why this file exists: a solver of others is a command that loads a scene, simulates it and hands its states back. This
 * is the side of the suite, as docs/guide/solver-pipe.md says. The command may die, hang or answer nonsense, so every
 * fault is one sentence. */
#pragma once

#include <stdint.h>

#include "support/channel.h"
#include "base/json.h"

enum { SOLVER_PIPE_PROTOCOL = 1 };

/// What became of a request.
typedef enum solver_pipe_end {
  SOLVER_PIPE_DONE,
  SOLVER_PIPE_UNSUPPORTED, ///< The solver lacks something that the scene has. It can load another scene.
  SOLVER_PIPE_FAILED,      ///< The solver gave up, for example because it diverged. It can go on.
  SOLVER_PIPE_BROKEN       ///< The command cannot be asked any more.
} solver_pipe_end;

typedef struct solver_pipe {
  pipe_channel channel;
  xpbd_json_document answer;
  double seconds;  ///< [s] most time for an answer.
  double wall;     ///< [s] that the last answer took.
  char said[200];  ///< How the last answer begins.
  char words[600]; ///< Why the last request was not done, one sentence.
  /// What the solver says of itself, "" or 0 = nothing.
  char solver[64], version[128], precision[32], device[128];
  int threads;
  char without[160]; ///< What the solver left out of the loaded scene, by its own words. "" = nothing.
} solver_pipe;

/// What a run is asked for. `every` divides `frames`.
typedef struct solver_pipe_task {
  int32_t particles; ///< Of the loaded scene.
  int32_t frames, every;
  double frame_time;  ///< [s]
  const char *states; ///< Absolute path of the file that the solver writes. It is removed after it was read.
} solver_pipe_task;

/// Starts the command, NULL after its last word, and says hello. `quiet`: its standard error is not shown, and its last
/// line stands in messages. Close it in any case. False: see `words`.
bool solver_pipe_open(solver_pipe *pipe, char *const *command, double seconds, bool quiet);
/// Loads a scene file. `options` is a JSON object of settings that only this solver has, NULL = none.
solver_pipe_end solver_pipe_load(solver_pipe *pipe, const char *scene, int32_t substeps, int32_t iterations,
                                 const char *options);
/// Simulates from the start of the loaded scene. states [frames / every][2][particles][3] are positions [m] and velocities
/// [m/s], which may be NaN. seconds [frames] is the solver's own time of each frame, NULL = not needed. A solver that
/// does not tell it is BROKEN only if it is needed.
solver_pipe_end solver_pipe_run(solver_pipe *pipe, const solver_pipe_task *task, double *states, double *seconds);
/// Ends the command and all that it started. Accepts a zeroed pipe.
void solver_pipe_close(solver_pipe *pipe);
/// Removes a folder that solvers could write to, with all that is in it.
void solver_pipe_remove(const char *folder);
