/* Why this file exists: the local step of a triangle, separate so that it can be tested alone. Private to the
 * project. */
#pragma once

/// The excess of a deformation gradient over its limits: excess = F - P(F), with P(F) the closest 3 x 2 matrix
/// (Frobenius norm) whose singular values are in [1 - limit, 1 + limit]. Returns |excess|^2. f and excess are [2][3],
/// column by column. Within the limits the excess is exactly 0. Bouaziz et al., Projective Dynamics (2014), Section 5.
/// Degenerate case: a vanished column space (singular value below 1e-12) has no direction to grow in. It counts in the
/// result but has no excess, as XPBD skips an edge without length.
double xpbd_strain_excess(double f[2][3], double limit, double excess[2][3]);
