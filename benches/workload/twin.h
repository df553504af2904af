/* Why this file exists: references and errors come from runs of one workload with different settings, so-called twins.
 * twin.c runs them, ladder.c decides which, and references.c is the program. */
#pragma once

#include "workload.h"

/// A workload being recorded, with its scene built once.
typedef struct twins {
  const workload *of;
  xpbd_model model;
  const char *backend;
  workload_reference blank; ///< Markers and moments. Positions and scalars are zero.
} twins;

/// A run.
typedef struct twin {
  workload_rung rung; ///< The setting and the hash. The error is INFINITY until it is known.
  workload_course course;
  double seconds;
} twin;

xpbd_status twins_begin(const workload *w, const char *backend, twins *out);
void twins_release(twins *self);
/// Runs a setting of `rung`. `disturbed` moves each free particle at the start by one step of float.
xpbd_status twin_run(const twins *self, workload_rung rung, bool disturbed, twin *out);
void twin_release(twin *self);
/// The distance of a run from another one, or from a reference with the same markers. INFINITY if there is none.
double twin_apart(twin *self, const twin *from);
double twin_error(twin *self, const workload_reference *reference);

enum { LADDER_ROOM = 256 };
/// Finds the reference by refinement and writes it. `seconds` limits the longest run. out [LADDER_ROOM] gets the runs
/// before the finest as rungs.
xpbd_status ladder_reference(const twins *self, double seconds, const char *path, workload_rung *out, int *count);
/// Adds the rungs around the tolerances to the *count known ones. rungs [LADDER_ROOM]
xpbd_status ladder_rungs(const twins *self, double seconds, workload_rung *rungs, int *count);
