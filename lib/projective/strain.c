/* Why this file exists: computes by how much the strain of one triangle exceeds its limit. The singular value
 * decomposition of a 3 x 2 matrix takes one rotation (one-sided Jacobi). Unlike the eigenvalues of F^T F, it keeps the
 * small singular value of a squashed triangle. */
#include "projective/strain.h"

#include <math.h>

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Rotates the columns of `f` by the angle that makes them orthogonal, and the columns of `v` alike. */
static void orthogonalise(double f[2][3], double v[2][2]) {
  const double mixed = dot(f[0], f[1]);
  if (mixed == 0.0) return;
  const double cotangent = (dot(f[1], f[1]) - dot(f[0], f[0])) / (2.0 * mixed); /* of twice the angle */
  const double tangent = (cotangent < 0.0 ? -1.0 : 1.0) / (fabs(cotangent) + sqrt(1.0 + cotangent * cotangent));
  const double c = 1.0 / sqrt(1.0 + tangent * tangent), s = tangent * c;
  for (int k = 0; k < 3; k++) {
    const double a = f[0][k], b = f[1][k];
    f[0][k] = c * a - s * b;
    f[1][k] = s * a + c * b;
  }
  for (int k = 0; k < 2; k++) {
    const double a = v[0][k], b = v[1][k];
    v[0][k] = c * a - s * b;
    v[1][k] = s * a + c * b;
  }
}

double xpbd_strain_excess(double f[2][3], double limit, double excess[2][3]) {
  double u[2][3], v[2][2] = {{1.0, 0.0}, {0.0, 1.0}}, squared = 0.0; /* u[i] = F v[i] = sigma[i] times a unit vector */
  for (int c = 0; c < 2; c++)
    for (int k = 0; k < 3; k++) u[c][k] = f[c][k], excess[c][k] = 0.0;
  orthogonalise(u, v);
  orthogonalise(u, v); /* removes rounding if one singular value is far below the other */
  for (int i = 0; i < 2; i++) {
    const double sigma = sqrt(dot(u[i], u[i]));
    const double nearest = sigma > 1.0 + limit ? 1.0 + limit : sigma < 1.0 - limit ? 1.0 - limit : sigma;
    squared += (sigma - nearest) * (sigma - nearest);
    const double share = sigma > 1e-12 ? (sigma - nearest) / sigma : 0.0;
    for (int c = 0; c < 2; c++)
      for (int k = 0; k < 3; k++) excess[c][k] += share * u[i][k] * v[i][c];
  }
  return squared;
}
