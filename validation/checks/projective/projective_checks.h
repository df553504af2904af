/* Why this file exists: the checks of projective dynamics are five files. check_projective.c runs scenes.
 * projective_literal.c repeats single iterations. projective_local.c tests projections and refusals. projective_terms.c
 * tests the terms as they are built. projective_checkpoint.c saves and resumes. */
#pragma once

#include "runner/check.h"
#include "xpbd/xpbd.h"

void check_add_projective_local(check_registry *registry);
void check_add_projective_checkpoint(check_registry *registry);
void check_add_projective_literal(check_registry *registry);
void check_add_projective_terms(check_registry *registry);

/// The standard settings of fast mass-springs with ten iterations.
xpbd_solver_def fms_settings(void);
/// Whether this build has a Cholesky factorisation; if not, the check is skipped with the reason.
bool built(check *self);
/// Largest singular value of the deformation gradients of the scene's triangles at x [n, 3], from F^T F.
double largest_stretch(const xpbd_scene *scene, const double *x);
