/* Why this file exists: eigenvalues of small symmetric matrices, to tell whether an energy is convex somewhere and to
 * make a matrix definite. Private to the project. */
#pragma once

#include <stdbool.h>

enum { XPBD_SYMMETRIC_MOST = 12 }; ///< Largest size.

/// Eigenvalues of the symmetric matrix a [size, size], in no order, and unit eigenvectors as the columns of `vectors`.
/// `a` is overwritten. By rotations of Jacobi in a fixed order. A matrix that is not finite gives NaN.
void xpbd_symmetric_eigen(int size, double *a, double *values, double *vectors);
/// Whether a [size, size] has no negative eigenvalue beyond rounding, which needs no eigenvalues. False for NaN.
bool xpbd_symmetric_is_semidefinite(int size, const double *a);
/// Raises negative eigenvalues of a [size, size] to 0 (Teran, Sifakis, Irving, Fedkiw 2005, Robust Quasistatic Finite
/// Elements and Flesh Simulation, Section 7). Returns whether one was below -1e-12 times the largest. If not, `a` is
/// left as it is.
bool xpbd_symmetric_project(int size, double *a);
