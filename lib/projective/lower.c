/* Why this file exists: half of the time of a projective iteration was CHOLMOD's solve, which does x, y and z one after
 * another. Here the three are one vector. Two or three columns with the same rows are done together, as CHOLMOD does.
 * That is part of the order of operations, and so of the result. */
#include "projective/lower.h"

#define INLINE inline __attribute__((always_inline))

/* The three right-hand sides of a row, and 0. */
typedef double triple __attribute__((vector_size(4 * sizeof(double)), may_alias));

/* Columns j .. j + width - 1, which have the same rows below the last of them. */
static INLINE void forward(const xpbd_lower *lower, triple *x, int32_t j, int width) {
  const double *a = lower->value + lower->first[j], *b = a, *c = a;
  triple y0 = x[j] / a[0], y1 = y0, y2 = y0;
  x[j] = y0;
  if (width > 1) {
    b = lower->value + lower->first[j + 1];
    x[j + 1] = y1 = (x[j + 1] - a[1] * y0) / b[0];
  }
  if (width > 2) {
    c = lower->value + lower->first[j + 2];
    x[j + 2] = y2 = (x[j + 2] - a[2] * y0 - b[1] * y1) / c[0];
  }
  const int *row = lower->row + lower->first[j] + width;
  const int rows = lower->count[j] - width;
  a += width, b += width - 1, c += width - 2;
  for (int k = 0; k < rows; k++) {
    triple sum = a[k] * y0;
    if (width > 1) sum += b[k] * y1;
    if (width > 2) sum += c[k] * y2;
    x[row[k]] -= sum;
  }
}

/* Columns j, j - 1 .. j - width + 1, which have the same rows below j. */
static INLINE void backward(const xpbd_lower *lower, triple *x, int32_t j, int width) {
  const double *a = lower->value + lower->first[j], *b = a, *c = a;
  triple y0 = x[j], y1 = y0, y2 = y0;
  if (width > 1) b = lower->value + lower->first[j - 1], y1 = x[j - 1];
  if (width > 2) c = lower->value + lower->first[j - 2], y2 = x[j - 2];
  const int *row = lower->row + lower->first[j];
  const int rows = lower->count[j];
  for (int k = 1; k < rows; k++) {
    const triple at = x[row[k]];
    y0 -= a[k] * at;
    if (width > 1) y1 -= b[k + 1] * at;
    if (width > 2) y2 -= c[k + 2] * at;
  }
  x[j] = y0 = y0 / a[0];
  if (width > 1) x[j - 1] = y1 = (y1 - b[1] * y0) / b[0];
  if (width > 2) x[j - 2] = (y2 - c[2] * y0 - c[1] * y1) / c[0];
}

/* Whether column j has the rows of column `back` columns before it, without the first `back` of those. */
static inline int continues(const xpbd_lower *lower, int32_t j, int back) {
  return lower->count[j] == lower->count[j - back] - back && lower->row[lower->first[j - back] + back] == j;
}

static INLINE void solve(const xpbd_lower *lower, double *numbers) {
  enum { FEW = 4 }; /* rows of a column, or columns, from which on CHOLMOD joins columns */
  triple *x = (triple *)numbers;
  for (int32_t j = 0; j < lower->size;) {
    const int width = lower->count[j] < FEW || !continues(lower, j + 1, 1) ? 1 : !continues(lower, j + 2, 2) ? 2 : 3;
    if (width == 1) forward(lower, x, j, 1);
    if (width == 2) forward(lower, x, j, 2);
    if (width == 3) forward(lower, x, j, 3);
    j += width;
  }
  for (int32_t j = lower->size - 1; j >= 0;) {
    const int width = j < FEW || !continues(lower, j, 1) ? 1 : !continues(lower, j, 2) ? 2 : 3;
    if (width == 1) backward(lower, x, j, 1);
    if (width == 2) backward(lower, x, j, 2);
    if (width == 3) backward(lower, x, j, 3);
    j -= width;
  }
}

#if defined(__x86_64__)
/* The same text for registers of four doubles: half the instructions, and no fused multiply-add. */
__attribute__((target("avx2"))) static void solve_avx2(const xpbd_lower *lower, double *x) {
  solve(lower, x);
}
#endif

void xpbd_lower_solve(const xpbd_lower *lower, double *x) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    solve_avx2(lower, x);
    return;
  }
#endif
  solve(lower, x);
}
