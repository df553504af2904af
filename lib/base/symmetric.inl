/* Why this file exists: eigenvalues and projection of a small symmetric matrix (symmetric.h), for the CPU and for kernels
 * that move vertices. The method of Jacobi needs no library and is accurate for small eigenvalues. No include guard.
 * Define XPBD_SYMMETRIC_CALL, how functions are declared, and XPBD_SYMMETRIC_ROOM, the largest size. */

/* Rotates rows and columns p and q so that a[p][q] becomes 0. */
XPBD_SYMMETRIC_CALL void xpbd_symmetric_rotate(int size, double *a, double *vectors, int p, int q) {
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
XPBD_SYMMETRIC_CALL double xpbd_symmetric_off_diagonal(int size, const double *a, double *diagonal) {
  double sum = 0.0;
  *diagonal = 0.0;
  for (int i = 0; i < size; i++)
    for (int k = 0; k < size; k++) *(i == k ? diagonal : &sum) += a[i * size + k] * a[i * size + k];
  return sum;
}

XPBD_SYMMETRIC_CALL void xpbd_symmetric_eigen_of(int size, double *a, double *values, double *vectors) {
  enum { ROUNDS = 30 }; /* six are enough for doubles */
  double diagonal;
  for (int i = 0; i < size * size; i++) vectors[i] = i % (size + 1) == 0 ? 1.0 : 0.0;
  for (int round = 0; round < ROUNDS; round++) {
    const double off = xpbd_symmetric_off_diagonal(size, a, &diagonal);
    if (!(off > 1e-34 * diagonal)) break;
    for (int p = 0; p < size; p++)
      for (int q = p + 1; q < size; q++) xpbd_symmetric_rotate(size, a, vectors, p, q);
  }
  for (int i = 0; i < size; i++) values[i] = a[i * size + i];
}

XPBD_SYMMETRIC_CALL int xpbd_symmetric_project_of(int size, double *a) {
  double scratch[XPBD_SYMMETRIC_ROOM * XPBD_SYMMETRIC_ROOM], vectors[XPBD_SYMMETRIC_ROOM * XPBD_SYMMETRIC_ROOM];
  double values[XPBD_SYMMETRIC_ROOM], largest = 0.0, least = 0.0;
  for (int i = 0; i < size * size; i++) scratch[i] = a[i];
  xpbd_symmetric_eigen_of(size, scratch, values, vectors);
  for (int i = 0; i < size; i++) {
    if (fabs(values[i]) > largest) largest = fabs(values[i]);
    if (values[i] < least) least = values[i];
  }
  if (!(least < -1e-12 * largest)) return 0;
  for (int i = 0; i < size; i++)
    for (int k = 0; k <= i; k++) {
      double sum = 0.0;
      for (int e = 0; e < size; e++)
        if (values[e] > 0.0) sum += values[e] * vectors[i * size + e] * vectors[k * size + e];
      a[i * size + k] = a[k * size + i] = sum;
    }
  return 1;
}
