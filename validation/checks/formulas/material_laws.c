/* Why this file exists: the materials in principal stretches and their stress in extension, derived on paper, without a
 * line of the formulas. */
#include <math.h>

#include "material_checks.h"

static void lame(int dimensions, double E, double nu, double *mu, double *lambda) {
  *mu = E / (2 * (1 + nu));
  *lambda = E * nu / ((1 + nu) * (dimensions == 2 ? 1 - nu : 1 - 2 * nu));
}

/// Eigenvalues of a symmetric matrix by Jacobi's rotations.
static void eigenvalues(double a[3][3], double *out) {
  for (int sweep = 0; sweep < 30; sweep++)
    for (int p = 0; p < 2; p++)
      for (int q = p + 1; q < 3; q++) {
        const double angle = 0.5 * atan2(2 * a[p][q], a[q][q] - a[p][p]), c = cos(angle), s = sin(angle);
        for (int k = 0; k < 3; k++) {
          const double u = a[k][p], v = a[k][q];
          a[k][p] = c * u - s * v, a[k][q] = s * u + c * v;
        }
        for (int k = 0; k < 3; k++) {
          const double u = a[p][k], v = a[q][k];
          a[p][k] = c * u - s * v, a[q][k] = s * u + c * v;
        }
      }
  for (int k = 0; k < 3; k++) out[k] = a[k][k];
}

/// e:e and tr e of the linear strain.
static void linear_strain(int dimensions, const xpbd_vec3_f64 *f, double *square, double *trace) {
  double e[3][3] = {{0}};
  if (dimensions == 3) {
    const double m[3][3] = {{f[0].x, f[1].x, f[2].x}, {f[0].y, f[1].y, f[2].y}, {f[0].z, f[1].z, f[2].z}};
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) e[i][k] = (m[i][k] + m[k][i]) / 2 - (i == k);
  } else {
    const xpbd_vec3_f64 n = xpbd_v_cross_f64(f[0], f[1]);
    const double length = sqrt(xpbd_v_dot_f64(f[0], f[0]));
    e[0][0] = length - 1, e[1][1] = sqrt(xpbd_v_dot_f64(n, n)) / length - 1;
    e[0][1] = e[1][0] = xpbd_v_dot_f64(f[0], f[1]) / length / 2;
  }
  *square = *trace = 0;
  for (int i = 0; i < 3; i++) {
    *trace += e[i][i];
    for (int k = 0; k < 3; k++) *square += e[i][k] * e[i][k];
  }
}

bool moduli_law_energy(moduli_law law, int dimensions, const xpbd_vec3_f64 *f, double E, double nu, double *psi) {
  double mu, lambda, square = 0, trace = 0, c[3][3] = {{0}}, values[3], sum = 0;
  lame(dimensions, E, nu, &mu, &lambda);
  const xpbd_vec3_f64 n = xpbd_v_cross_f64(f[0], f[1]);
  const double j = dimensions == 3 ? xpbd_v_dot_f64(n, f[2]) : sqrt(xpbd_v_dot_f64(n, n));
  if (j < 0.15) return false;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) c[i][k] = i < dimensions && k < dimensions ? xpbd_v_dot_f64(f[i], f[k]) : (i == k);
  eigenvalues(c, values); /* a sheet's third is 1 */
  for (int i = 0; i < 3; i++) {
    const double s = sqrt(values[i]), strain = law == LAW_STVK ? (values[i] - 1) / 2 : s - 1;
    square += strain * strain, trace += strain, sum += values[i];
  }
  if (law == LAW_LINEAR) linear_strain(dimensions, f, &square, &trace);
  *psi = mu * square + lambda / 2 * trace * trace;
  if (law == LAW_NEO_HOOKEAN) *psi = mu / 2 * (sum - 3) - mu * log(j) + lambda / 2 * log(j) * log(j);
  if (law == LAW_STABLE) *psi = mu / 2 * sum + (lambda + mu) / 2 * pow(j - 2 * (1 - nu), 2);
  return true;
}

double moduli_law_stress(moduli_law law, int dimensions, double s, double E, double nu, double *side) {
  double mu, lambda, low = 0.1, high = 10;
  lame(dimensions, E, nu, &mu, &lambda);
  switch (law) {
  case LAW_LINEAR:
  case LAW_COROTATED: *side = 1 - nu * (s - 1); return E * (s - 1);
  case LAW_STVK: *side = sqrt(1 - nu * (s * s - 1)); return E / 2 * s * (s * s - 1);
  case LAW_STABLE: {
    const double l = lambda + mu, gamma = 2 * (1 - nu), square = (gamma - mu / (l * s)) / s;
    *side = sqrt(square);
    return mu * s + l * (s * square - gamma) * square;
  }
  case LAW_NEO_HOOKEAN: break;
  }
  for (int i = 0; i < 200; i++) { /* mu (b^2 - 1) + lambda ln J rises in b */
    const double b = (low + high) / 2;
    *(mu * (b * b - 1) + lambda * log(s * pow(b, dimensions - 1)) > 0 ? &high : &low) = b;
  }
  *side = (low + high) / 2;
  return mu * (s - 1 / s) + lambda * log(s * pow(*side, dimensions - 1)) / s;
}
