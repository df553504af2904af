/* Why this file exists: small symmetric matrices on the CPU. Sizes here are at most 12. */
#include "base/symmetric.h"

#include <math.h>

#define XPBD_SYMMETRIC_CALL static
enum { XPBD_SYMMETRIC_ROOM = XPBD_SYMMETRIC_MOST };
#include "base/symmetric.inl"

void xpbd_symmetric_eigen(int size, double *a, double *values, double *vectors) {
  xpbd_symmetric_eigen_of(size, a, values, vectors);
}

/* Cholesky's factorisation exists if all eigenvalues are positive, so the diagonal is raised a little first. */
bool xpbd_symmetric_is_semidefinite(int size, const double *a) {
  double l[XPBD_SYMMETRIC_MOST * XPBD_SYMMETRIC_MOST], trace = 0.0;
  for (int i = 0; i < size; i++) trace += a[i * size + i];
  for (int i = 0; i < size; i++)
    for (int k = 0; k <= i; k++) {
      double sum = a[i * size + k] + (i == k ? 1e-12 * trace : 0.0);
      for (int m = 0; m < k; m++) sum -= l[i * size + m] * l[k * size + m];
      if (i == k && !(sum > 0.0)) return trace == 0.0 && xpbd_symmetric_off_diagonal(size, a, &trace) == 0.0;
      l[i * size + k] = i == k ? sqrt(sum) : sum / l[k * size + k];
    }
  return true;
}

bool xpbd_symmetric_project(int size, double *a) {
  return xpbd_symmetric_project_of(size, a) != 0;
}
