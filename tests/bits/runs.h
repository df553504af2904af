/* Why this file exists: one run of one scene by any of the solvers, and the hash of where it ends. What a call of the
 * library is spelled like stands in runs.c alone. */
#ifndef BITS_RUNS_H
#define BITS_RUNS_H

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

/// Methods by place, NULL after the last.
const char *bits_method(int index);
/// Whether its bits depend on how CHOLMOD was built.
bool bits_method_projective(const char *method);
/// Whether it looks at each constraint once a time step, and so has time steps of its own.
bool bits_method_explicit(const char *method);
/// "seq" at 0, then the others of the list that were built and can run here; NULL after the last.
const char *bits_backend(int index);

/// Run a scene frame by frame.
void bits_run_scene(const xpbd_scene *scene, const bits_run *run, bits_state out);
/// "refused: " and what the library said last, in one line without tabs.
void bits_refused(bits_state out);

#endif
