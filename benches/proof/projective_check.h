/* Why this file exists: checks for fast mass-springs and projective dynamics, beyond those of every row. */
#pragma once

#include "subject/solver_scene.h"
#include "xpbd/projective.h"

/// The calls into the library, as a table, so that a test can check a solver with a known objective.
typedef struct projective_calls {
  xpbd_status (*create)(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_solver **out);
  xpbd_status (*step)(xpbd_solver *solver, int32_t frames);
  xpbd_status (*record)(const xpbd_solver *solver, double *out);
  xpbd_status (*counters)(const xpbd_solver *solver, xpbd_projective_counters *out);
  void (*destroy)(xpbd_solver **solver);
} projective_calls;
extern const projective_calls projective_calls_library;

/// Number of projected terms of the objective. XPBD_ERR_INVALID_ARGUMENT for another method.
xpbd_status projective_check_terms(const projective_calls *library, const xpbd_solver *solver, int64_t *out);
/// Check the number of global solves in `frames` frames, and that no iteration raises the objective.
xpbd_status projective_check(const projective_calls *library, bench_ctx *ctx, const solver_scene *made,
                             const xpbd_solver *solver, const xpbd_solver_def *def, int32_t frames);
