/* Why this file exists: tests on a CPU the root, quotient and springs that device threads compute quickly
 * (lib/formula/quick.h). Results that claim to be sure must have the bits of IEEE and of the slow way. Usual numbers
 * must be sure.
 *
 * A device promises its approximations of 1 / sqrt(a) and 1 / b within bounds. All approximations within them are
 * tried, for all mantissas. For the quotient this shows that the reciprocal is the rounded one except for a few b. With
 * the rounded reciprocal, the quotient is rounded (Markstein 1990, theorem on the last step of a division). For those
 * few b all a are tried. There is one, the largest b, with one a for which it is wrong. nvcc's own division, which has
 * the same steps, would be wrong there, too. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "formula/types.h"

/* The nearest float, shifted by the number of floats under test. */
static int32_t aside;
static float from_nearest(float nearest) {
  return isnormal(nearest) ? xpbd_from_bits_f32(xpbd_to_bits_f32(nearest) + (uint32_t)aside) : nearest;
}
static float near_rsqrt(float a) {
  return from_nearest((float)(1.0 / sqrt((double)a)));
}
#define XPBD_NEAR_RSQRT(a)      near_rsqrt(a)
#define XPBD_NEAR_RECIPROCAL(b) from_nearest(1.0f / (b))
#include "formula/quick.h"
#include "layout/records.h"

#define XPBD_SCALAR 32
#define XPBD_QUICK
#include "formula/all.h"
#undef XPBD_QUICK
#include "formula/all.h"
#include "solver/project.inl"

static int same(float is, float exact) {
  return isnan(exact) ? isnan(is) : xpbd_to_bits_f32(is) == xpbd_to_bits_f32(exact);
}
static float random_float(uint64_t *state) { /* of all sizes, with infinities and NaN */
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return xpbd_from_bits_f32((uint32_t)(*state >> 32));
}
static float ordinary(uint64_t *state) { /* 2^-8 to 2^8 */
  return xpbd_from_bits_f32((xpbd_to_bits_f32(random_float(state)) & 0x07ffffffu) + 0x3b800000u);
}

/* ---- the root ---- */

/* Finite roots that are wrong. *unsure = results that are not finite for numbers from `least` on. */
static long wrong_roots(float least, long *unsure) {
  static const float ends[] = {0, 0x1p-149f, 0x1p-126f, 0x1p-102f, 0x1.fffffep-101f, FLT_MAX, INFINITY, NAN};
  long wrong = 0;
  uint32_t bits = 0;
  for (size_t k = 0; bits <= 0x7f800000u; bits += 61, k++) {
    const float a = k < sizeof ends / sizeof *ends ? ends[k] : xpbd_from_bits_f32(bits), is = xpbd_quick_root_f32(a);
    if (isfinite(is))
      wrong += !same(is, sqrtf(a));
    else
      *unsure += a >= least && a <= FLT_MAX;
  }
  return wrong;
}
/* The same in two binades, for approximations within the bound of 2^-22.9. */
static long wrong_mantissas(void) {
  long wrong = 0;
  for (uint32_t bits = 0x3f800000u; bits < 0x40800000u; bits++) {
    const float a = xpbd_from_bits_f32(bits);
    if (fabs((double)near_rsqrt(a) * sqrt((double)a) - 1) <= 0x1.125fbep-23)
      wrong += !same(xpbd_quick_root_f32(a), sqrtf(a));
  }
  return wrong;
}

/* ---- the quotient ---- */

/* 0: sure and right, 1: not sure, 2: sure and wrong. */
static int quotient(float a, float b) {
  int sure;
  const float q = xpbd_quick_quotient_f32(a, b, &sure);
  if (!sure) return 1;
  return same(q, a / b) && XPBD_HUGE > b + fabsf(q) ? 0 : 2;
}
/* *rare = denominators whose reciprocal is not the rounded one. Returns the wrong quotients with them. */
static long wrong_quotients(long *rare) {
  long wrong = 0;
  for (uint32_t bits = 0x3f800000u; bits < 0x40000000u; bits++) {
    const float b = xpbd_from_bits_f32(bits), near = from_nearest(1.0f / b);
    if (fabs((double)near - 1 / (double)b) > 0x1p-24 || fmaf(near, fmaf(-b, near, 1.0f), near) == 1.0f / b) continue;
    ++*rare;
    for (uint32_t top = 0x3f800000u; top < 0x40000000u; top++) wrong += quotient(xpbd_from_bits_f32(top), b) != 0;
  }
  return wrong;
}

/* ---- springs ---- */

typedef struct {
  VEC3 x[2];
  REAL w[2], rest, alpha, lambda;
  REAL material[XPBD_MAX_MATERIAL];
} spring;
typedef REAL formula_fn(const VEC3 *, const REAL *, const REAL *, VEC3 *, REAL *);

/* Like quotient(), for all numbers that move a spring. */
static int project(formula_fn *quick, formula_fn *slow, const spring *s) {
  VEC3 g[2], h[2];
  REAL scale = 1, other = 1, below;
  int sure;
  XPBD_INT kept, skipped;
  const REAL c = quick(s->x, &s->rest, s->material, g, &scale), e = slow(s->x, &s->rest, s->material, h, &other);
  const REAL above = xpbd_fraction_f32(2, 0, c, g, scale, s->w, NULL, s->lambda, s->alpha, 0, 1, &below);
  const REAL q = xpbd_quick_quotient_f32(above, below, &sure);
  const REAL exact = xpbd_quotient_f32(2, 0, e, h, other, s->w, NULL, s->lambda, s->alpha, 0, 1, &kept, &skipped);
  if (!sure) return below == 0 && (kept || skipped) ? 2 : 1; /* the device treats this as nothing to do */
  const int alike = same(scale, other) && same(g[0].x, h[0].x) && same(g[1].y, h[1].y) && same(g[1].z, h[1].z);
  return kept && alike && same(q, exact) ? 0 : 2;
}

/* Ends at distance `length`, and otherwise only usual numbers. */
static spring spring_of(float length, float rest, uint64_t *state) {
  spring s = {.rest = rest, .lambda = ordinary(state) - 1, .alpha = *state >> 40 & 1 ? 1e-6f : 0};
  const int axis = (int)(*state >> 41 & 3);
  const REAL far = *state >> 43 & 1 ? 3 : 0;
  s.x[0] = xpbd_v_make_f32(far, -far, 0);
  s.x[1] = xpbd_v_make_f32(far + (axis != 1 ? length : 0), axis == 0 ? length - far : -far, axis == 3 ? -length : 0);
  s.w[0] = *state >> 44 & 7 ? ordinary(state) : 0, s.w[1] = *state >> 47 & 7 ? ordinary(state) : 0;
  for (int k = 0; k < XPBD_MAX_MATERIAL; k++) s.material[k] = 1.25f;
  return s;
}

int main(void) {
  uint64_t state = 1;
  long roots = 0, unsure = 0, mantissas = 0, quotients = 0, rare = 0, hasty = 0;
  for (aside = -4; aside <= 4; aside++) mantissas += wrong_mantissas();
  for (aside = -1; aside <= 1; aside++) quotients += wrong_quotients(&rare);
  aside = 0;
  roots = wrong_roots(0x1p-99f, &unsure);
  printf("root: %ld wrong of all sizes, %ld not sure from 2^-99 on, %ld wrong with an approximation within 2^-22.9 (2 "
         "are known)\n",
         roots, unsure, mantissas);

  long usual = 0, strange[3] = {0};
  static const float ends[] = {0,       -0.0f,    0x1p-149f, 0x1p-92f, -0x1.fffffep-93f, 0x1p30f, 0x1.000002p30f,
                               FLT_MAX, INFINITY, NAN,       1};
  enum { ENDS = sizeof ends / sizeof *ends };
  for (int k = 0; k < 20000000; k++) {
    usual += quotient(ordinary(&state) - 1, ordinary(&state)) != 0;
    const float a = random_float(&state), b = fabsf(random_float(&state));
    strange[quotient(a, b)]++;
    int sure;
    hasty += !same(xpbd_quick_quotient_f32(a, b, &sure), a / b);
  }
  for (int k = 0; k < ENDS * ENDS; k++) strange[quotient(ends[k / ENDS], fabsf(ends[k % ENDS]))]++;
  printf("quotient: %ld wrong (1 is known) with the %ld reciprocals that are not rounded, %ld of usual numbers wrong "
         "or not sure, of others %ld "
         "sure, %ld not, %ld wrong; %ld if it were always sure\n",
         quotients, rare, usual, strange[0], strange[1], strange[2], hasty);

  long springs[3] = {0}, common = 0, formulas = 0;
#define XPBD_FORMULA_ENTRY(id, arity, ...)                                                                             \
  if ((arity) == 2) {                                                                                                  \
    formulas++;                                                                                                        \
    for (int k = 0; k < 200000; k++) {                                                                                 \
      const float length = ordinary(&state);                                                                           \
      const spring odd = spring_of(k % 3 ? random_float(&state) : 0, length, &state),                                  \
                   even = spring_of(length, 0.9f * length, &state);                                                    \
      springs[project(xpbd_##id##_quick, xpbd_##id##_f32, &odd)]++;                                                    \
      const int is = project(xpbd_##id##_quick, xpbd_##id##_f32, &even);                                               \
      springs[is]++, common += is == 0;                                                                                \
    }                                                                                                                  \
  }
#include "formula/list.h"
  printf("springs of %ld formulas: %ld sure, %ld of them of usual numbers, %ld not, %ld wrong\n", formulas, springs[0],
         common, springs[1], springs[2]);
  return roots || unsure || mantissas != 2 || quotients != 1 || rare != 1 || usual || strange[2] ||
         strange[0] < 1000000 || strange[1] < 1000000 || hasty < 1000000 || springs[2] || formulas < 10 ||
         common < formulas * 100000;
}
