/* Why this file exists: a clamped plate has no closed form. Ritz's method with polynomials gives its sag to six digits,
 * for the skew shapes and directed stiffnesses of triangle meshes. */
#pragma once

/// A parallelogram with two sides of length `side` [m], one along x, the other `angle` [rad] from it towards z, clamped
/// all around, under a uniform load. Energy 1/2 k^T Q k per area, k = (w_xx, w_zz, w_xz), Q in N m.
typedef struct plate_clamped {
  double side, angle;
  double load; ///< [N/m^2]
  double stiffness[3][3];
} plate_clamped;

/// B/2 (w_xx + w_zz)^2, for an isotropic plate: if it is clamped its Gaussian term adds up to zero.
void plate_isotropic(double b, double out[3][3]);
/// The energy of hinges of stiffness B on squares with the diagonal x = z: B/2 (w_xx^2 + w_zz^2 + 6 w_xz^2 + 2 w_xz
/// (w_xx + w_zz)), by adding up their energies for a quadratic w.
void plate_of_squares(double b, double out[3][3]);

/// Sag of the middle [m].
double plate_sag(const plate_clamped *plate);
