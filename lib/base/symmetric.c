/* Why this file exists: the method of Jacobi needs no library and is accurate for small eigenvalues. Sizes here are at
 * most 12. */
#include "base/symmetric.h"

#include <math.h>
#include <string.h>

/* Rotates rows and columns p and q so that a[p][q] becomes 0. */
static void rotate(int size, double *a, double *vectors, int p, int q) {
  const double mixed = a[p * size + q];
  if (mixed == 0.0) return;
  const double cotangent = (a[q * size + q] - a[p * size + p]) / (2.0 * mixed); /* of twice the angle */
  const double t = (cotangent < 0.0 ? -1.0 : 1.0) / (fabs(cotangent) + sqrt(1.0 + cotangent * cotangent));
  const double c = 1.0 / sqrt(1.0 + t * t), s = t * c;
  for (int k = 0; k < size; k++) {
    const double left = a[k * size + p], right = a[k * size + q];
    a[k * size + p] = c * left - s * right;
    a[k * size + q] = s * left + c * right;
  }
  for (int k = 0; k < size; k++) {
    const double upper = a[p * size + k], lower = a[q * size + k];
    a[p * size + k] = c * upper - s * lower;
    a[q * size + k] = s * upper + c * lower;
  }
  for (int k = 0; k < size; k++) {
    const double left = vectors[k * size + p], right = vectors[k * size + q];
    vectors[k * size + p] = c * left - s * right;
    vectors[k * size + q] = s * left + c * right;
  }
}

/* Sums of squares off the diagonal and on it. */
static double off_diagonal(int size, const double *a, double *diagonal) {
  double sum = 0.0;
  *diagonal = 0.0;
  for (int i = 0; i < size; i++)
    for (int k = 0; k < size; k++) *(i == k ? diagonal : &sum) += a[i * size + k] * a[i * size + k];
  return sum;
}

void xpbd_symmetric_eigen(int size, double *a, double *values, double *vectors) {
  enum { ROUNDS = 30 }; /* six are enough for doubles */
  double diagonal;
  memset(vectors, 0, (size_t)(size * size) * sizeof *vectors);
  for (int i = 0; i < size; i++) vectors[i * size + i] = 1.0;
  for (int round = 0; round < ROUNDS && off_diagonal(size, a, &diagonal) > 1e-34 * diagonal; round++)
    for (int p = 0; p < size; p++)
      for (int q = p + 1; q < size; q++) rotate(size, a, vectors, p, q);
  for (int i = 0; i < size; i++) values[i] = a[i * size + i];
}

/* Cholesky's factorisation exists if all eigenvalues are positive, so the diagonal is raised a little first. */
bool xpbd_symmetric_is_semidefinite(int size, const double *a) {
  double l[XPBD_SYMMETRIC_MOST * XPBD_SYMMETRIC_MOST], trace = 0.0;
  for (int i = 0; i < size; i++) trace += a[i * size + i];
  for (int i = 0; i < size; i++)
    for (int k = 0; k <= i; k++) {
      double sum = a[i * size + k] + (i == k ? 1e-12 * trace : 0.0);
      for (int m = 0; m < k; m++) sum -= l[i * size + m] * l[k * size + m];
      if (i == k && !(sum > 0.0)) return trace == 0.0 && off_diagonal(size, a, &trace) == 0.0;
      l[i * size + k] = i == k ? sqrt(sum) : sum / l[k * size + k];
    }
  return true;
}

bool xpbd_symmetric_project(int size, double *a) {
  double scratch[XPBD_SYMMETRIC_MOST * XPBD_SYMMETRIC_MOST], vectors[XPBD_SYMMETRIC_MOST * XPBD_SYMMETRIC_MOST];
  double values[XPBD_SYMMETRIC_MOST], largest = 0.0, least = 0.0;
  memcpy(scratch, a, (size_t)(size * size) * sizeof *a);
  xpbd_symmetric_eigen(size, scratch, values, vectors);
  for (int i = 0; i < size; i++) {
    if (fabs(values[i]) > largest) largest = fabs(values[i]);
    if (values[i] < least) least = values[i];
  }
  if (!(least < -1e-12 * largest)) return false;
  for (int i = 0; i < size; i++)
    for (int k = 0; k <= i; k++) {
      double sum = 0.0;
      for (int e = 0; e < size; e++)
        if (values[e] > 0.0) sum += values[e] * vectors[i * size + e] * vectors[k * size + e];
      a[i * size + k] = a[k * size + i] = sum;
    }
  return true;
}
