/* Why this file exists: counts operations by running the formulas with a counting type. C has no such types, so this
 * one file is C++. float and double become classes whose operators count, and the original texts of formulas and
 * projection are included with them, as CUDA includes them. No C++ library is used or linked. The texts branch on data
 * only once, at the end: whether to apply the projection. So the count of one element of one shape holds for all. */
#include "operations.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static operations seen;

template <class T> struct counting {
  T value;
  counting() = default;
  constexpr counting(T v) : value(v) {}
  template <class I> explicit operator I() const { return (I)value; }
  counting operator-() const { return counting(-value); }
  friend counting operator+(counting a, counting b) { return ++seen.additions, counting(a.value + b.value); }
  friend counting operator-(counting a, counting b) { return ++seen.additions, counting(a.value - b.value); }
  friend counting operator*(counting a, counting b) { return ++seen.multiplications, counting(a.value * b.value); }
  friend counting operator/(counting a, counting b) { return ++seen.divisions, counting(a.value / b.value); }
  friend bool operator>(counting a, counting b) { return a.value > b.value; }
  friend bool operator<(counting a, counting b) { return a.value < b.value; }
  friend bool operator>=(counting a, counting b) { return a.value >= b.value; }
  friend bool operator<=(counting a, counting b) { return a.value <= b.value; }
  friend bool operator==(counting a, counting b) { return !(a.value < b.value) && !(a.value > b.value); }
  friend bool operator!=(counting a, counting b) { return !(a == b); }
};
typedef counting<float> counting_f32;
typedef counting<double> counting_f64;
static_assert(sizeof(counting_f32) == sizeof(float) && sizeof(counting_f64) == sizeof(double), "bits are copied");

static inline counting_f32 sqrtf(counting_f32 a) {
  return ++seen.roots, counting_f32(sqrtf(a.value));
}
static inline counting_f64 sqrt(counting_f64 a) {
  return ++seen.roots, counting_f64(sqrt(a.value));
}
static inline counting_f32 fmaf(counting_f32 a, counting_f32 b, counting_f32 c) {
  return ++seen.fused, counting_f32(fmaf(a.value, b.value, c.value));
}
static inline counting_f64 fma(counting_f64 a, counting_f64 b, counting_f64 c) {
  return ++seen.fused, counting_f64(fma(a.value, b.value, c.value));
}
static inline counting_f32 fabsf(counting_f32 a) {
  return counting_f32(fabsf(a.value));
}
static inline counting_f64 fabs(counting_f64 a) {
  return counting_f64(fabs(a.value));
}
static inline counting_f64 fmax(counting_f64 a, counting_f64 b) { /* for material rules, which are not called here */
  return counting_f64(fmax(a.value, b.value));
}

/* Include the texts as for a device. Every root counts as one operation, however a device computes it. */
#define __CUDACC__
#define XPBD_ROOT_IS_COUNTED
#define __host__
#define __device__
#define __forceinline__ inline
#define float counting_f32
#define double counting_f64
#include "formula/types.h"
#include "layout/records.h"
#define XPBD_SCALAR 32
#include "formula/all.h"
#include "solver/project.inl"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "formula/all.h"
#include "solver/project.inl"
#undef XPBD_SCALAR
#undef float
#undef double

/// An element of any kind, and the same after an asymmetric deformation, so that no gradient vanishes.
static const double rest_shape[XPBD_MAX_ARITY][3] = {
    {0.0, 0.0, 0.0}, {1.0, 0.1, 0.0}, {0.2, 1.1, 0.0}, {0.3, 0.4, 0.9}};
static const double deformed[XPBD_MAX_ARITY][3] = {
    {0.02, -0.01, 0.03}, {1.13, 0.12, 0.05}, {0.21, 1.19, -0.04}, {0.35, 0.47, 1.02}};

static inline void have_base(xpbd_set_f32 &set, const xpbd_particle_f32 *base) {
  set.base = base;
}
static inline void have_base(xpbd_set_f64 &, const xpbd_particle_f64 *) {}

/// Counts the projection of an element in one precision, all rows. False unless each was applied.
#define COUNT(suffix, id, arity, rests, materials, rows_, traits)                                                      \
  static bool count_##id##_##suffix(const double *numbers, bool fine, bool damped) {                                   \
    typedef counting_##suffix real;                                                                                    \
    xpbd_vec3_##suffix shape[XPBD_MAX_ARITY];                                                                          \
    xpbd_particle_##suffix at[XPBD_MAX_ARITY], start[XPBD_MAX_ARITY];                                                  \
    real stored[XPBD_STORED_REST][XPBD_MAX_ROWS] = {}, lambda[XPBD_MAX_ROWS] = {};                                     \
    uint32_t offset[XPBD_MAX_ARITY];                                                                                   \
    xpbd_set_##suffix set = {};                                                                                        \
    have_base(set, fine ? start : nullptr); /* any positions: f32x measures corners from the first */                  \
    for (int k = 0; k < XPBD_MAX_ARITY; k++) {                                                                         \
      const double *x = rest_shape[k], *y = deformed[k];                                                               \
      offset[k] = (uint32_t)(k * sizeof at[0]);                                                                        \
      set.offset[k] = &offset[k];                                                                                      \
      shape[k] = {real(x[0]), real(x[1]), real(x[2])};                                                                 \
      at[k] = {real(y[0]), real(y[1]), real(y[2]), real(1)};                                                           \
      start[k] = {real(x[0]), real(x[1]), real(x[2]), real(1)};                                                        \
    }                                                                                                                  \
    for (int k = 0; k < XPBD_STORED_REST; k++) set.rest[k] = stored[k];                                                \
    for (int k = 0; k < (materials); k++) set.material[k] = real(numbers[k]);                                          \
    for (int row = 0; row < (rows_); row++) {                                                                          \
      real rest[XPBD_MAX_REST];                                                                                        \
      for (int k = 0; k < XPBD_MAX_REST; k++) rest[k] = real(1); /* fields: any value */                               \
      xpbd_##id##_rest_##suffix(shape, row, rest);                                                                     \
      for (int k = 0; k < XPBD_STORED_REST; k++) stored[k][row] = rest[k];                                             \
      lambda[row] = real(1);                                                                                           \
    }                                                                                                                  \
    set.lambda = lambda, set.padded = 1, set.rows = rows_;                                                             \
    set.alpha = real(1), set.gamma = real(damped ? 1 : 0), set.keep = real(1), set.relax = real(1);                    \
    seen = {};                                                                                                         \
    if (damped)                                                                                                        \
      xpbd_project_element_##suffix(xpbd_##id##_##suffix, arity, rests, rows_, XPBD_ALIKE(traits), 1, 1, 1, &set, at,  \
                                    start, 0);                                                                         \
    else                                                                                                               \
      xpbd_project_element_##suffix(xpbd_##id##_##suffix, arity, rests, rows_, XPBD_ALIKE(traits), 0, 1, 1, &set, at,  \
                                    start, 0);                                                                         \
    bool applied = true; /* else it was skipped, before its last operations */                                         \
    for (int row = 0; row < (rows_); row++) applied = applied && lambda[row] != real(1);                               \
    return applied;                                                                                                    \
  }
#define XPBD_FORMULA_ENTRY(id, arity, rests, materials, rows, element, traits, ...)                                    \
  COUNT(f32, id, arity, rests, materials, rows, traits)                                                                \
  COUNT(f64, id, arity, rests, materials, rows, traits)
#define XPBD_SUMMED_ENTRY(...)
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
#undef XPBD_SUMMED_ENTRY

typedef bool (*counter)(const double *material, bool fine, bool damped);
#define XPBD_FORMULA_ENTRY(id, ...) {count_##id##_f32, count_##id##_f64},
#define XPBD_SUMMED_ENTRY(...)      {nullptr, nullptr}, /* their loop differs: all elements first, then one division */
static const counter counters[][2] = {
#include "formula/list.h"
};

extern "C" bool operations_count(int index, const double *material, xpbd_precision precision, bool damped,
                                 operations *out) {
  const counter count = counters[index][precision == XPBD_F64];
  if (!count || !count(material, precision == XPBD_F32X, damped)) return false;
  *out = seen;
  return true;
}
