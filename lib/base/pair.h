/* Why this file exists: two doubles side by side, which every x86-64 and ARM processor has registers for. Springs in
 * double are computed two at a time, because their root and quotients take as long for two as for one. Positions are
 * [n, 3], so a pair begins at any double. */
#pragma once

#include <math.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef double xpbd_pair __attribute__((vector_size(2 * sizeof(double))));

/// The two doubles from `at` on, and how they are stored there.
static inline xpbd_pair xpbd_pair_load(const double *at) {
  return (xpbd_pair){at[0], at[1]};
}
static inline void xpbd_pair_store(double *at, xpbd_pair a) {
  at[0] = a[0], at[1] = a[1];
}

static inline xpbd_pair xpbd_pair_root(xpbd_pair a) {
#if defined(__SSE2__)
  return (xpbd_pair)_mm_sqrt_pd((__m128d)a);
#else
  return (xpbd_pair){sqrt(a[0]), sqrt(a[1])};
#endif
}

/// x, y and z of v[to] - v[from] for two pairs of points. v is [n, 3], and indices are multiplied by 3.
static inline void xpbd_pair_between(const double *v, const int64_t from[2], const int64_t to[2], xpbd_pair out[3]) {
  const xpbd_pair a = xpbd_pair_load(&v[to[0]]) - xpbd_pair_load(&v[from[0]]);
  const xpbd_pair b = xpbd_pair_load(&v[to[1]]) - xpbd_pair_load(&v[from[1]]);
  out[0] = (xpbd_pair){a[0], b[0]};
  out[1] = (xpbd_pair){a[1], b[1]};
  out[2] = (xpbd_pair){v[to[0] + 2], v[to[1] + 2]} - (xpbd_pair){v[from[0] + 2], v[from[1] + 2]};
}

/// A sum at a point, in registers. Springs that follow each other often have their first point in common.
typedef struct xpbd_pair_sum {
  int64_t at; ///< 3 times the point.
  xpbd_pair xy;
  double z;
} xpbd_pair_sum;

static inline xpbd_pair_sum xpbd_pair_sum_begin(const double *to, int64_t at) {
  return (xpbd_pair_sum){at, xpbd_pair_load(&to[at]), to[at + 2]};
}
static inline void xpbd_pair_sum_end(double *to, const xpbd_pair_sum *sum) {
  xpbd_pair_store(&to[sum->at], sum->xy), to[sum->at + 2] = sum->z;
}
/// Adds f to point a and subtracts it from another point b. Indices are multiplied by 3.
static inline void xpbd_pair_sum_add(double *to, int64_t a, int64_t b, const double f[3], xpbd_pair_sum *sum) {
  const xpbd_pair xy = {f[0], f[1]};
  if (a != sum->at) {
    xpbd_pair_sum_end(to, sum);
    *sum = xpbd_pair_sum_begin(to, a);
  }
  sum->xy += xy, sum->z += f[2];
  xpbd_pair_store(&to[b], xpbd_pair_load(&to[b]) - xy), to[b + 2] -= f[2];
}
