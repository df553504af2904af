/* Why this file exists: solves the linear systems of Newton's method in time and memory that grow like the mesh. The
 * interface is that of projective/factor.h, which is faster for small meshes. Private to the library. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/solver.h"

typedef struct xpbd_multigrid xpbd_multigrid;

/// A matrix of `rows` rows. row[i] = first row of particle i, ascending, -1 = none; borrowed. Destroy even after a
/// failure. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_multigrid_create(const xpbd_scene *scene, const xpbd_solver_def *def, const int32_t *row, int32_t rows,
                                  xpbd_multigrid **out);
/// Accepts NULL.
void xpbd_multigrid_destroy(xpbd_multigrid *m);
int64_t xpbd_multigrid_bytes(const xpbd_multigrid *m);
/// Sets the matrix to 0.
void xpbd_multigrid_clear(xpbd_multigrid *m);
/// Adds the symmetric matrix [3 corners, 3 corners] of an element, or of one particle.
void xpbd_multigrid_add(xpbd_multigrid *m, int corners, const int32_t *particle, const double *matrix);
/// The right-hand side, [rows]. Fill it before xpbd_multigrid_solve(), which changes it.
double *xpbd_multigrid_right(xpbd_multigrid *m);
/// Solves to this share of the error, in the energy norm as the cycles estimate it. *out is [rows], valid until the
/// next call. Adds its cycles to *cycles. False if the matrix was found not to be positive definite.
bool xpbd_multigrid_solve(xpbd_multigrid *m, double share, int64_t *cycles, const double **out);
