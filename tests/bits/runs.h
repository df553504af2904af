/* Why this file exists: runs one scene with any of the solvers, and hashes its final state. Only runs.c calls the
 * library. */
#pragma once

#include "bits.h"
#include "xpbd/scene.h"

/// How a scene is run.
typedef struct bits_run {
  const char *method; ///< Of xpbd_method_name().
  const char *backend;
  const char *precision; ///< "f32", "f32x" or "f64"; methods in double take no other.
  double frame_time;
  int32_t frames, substeps, iterations;
} bits_run;

/// Methods by index, NULL after the last.
const char *bits_method(int index);
/// Whether its bits depend on libraries, see bits_row_projective().
bool bits_method_projective(const char *method);
/// Whether it visits each constraint once per time step, and so has its own time steps.
bool bits_method_explicit(const char *method);
/// Whether a method with its own engine also has kernels on devices.
bool bits_method_on_devices(const char *method);
/// "seq" at 0, then the others of the list that were built and can run here. NULL after the last.
const char *bits_backend(int index);

/// Runs a scene frame by frame.
void bits_run_scene(const xpbd_scene *scene, const bits_run *run, bits_state out);
/// "refused: " and the last error of the library, in one line without tabs.
void bits_refused(bits_state out);
