/* Why this file exists: the kernel of methods that move vertices (lib/solver/vertices.inl), with the second derivatives of
 * the formulas. Only its own unit includes this, because it reads every formula a second time. */
#undef XPBD_SCALAR
#define XPBD_SCALAR 128
#include XPBD_UNIT_FORMULAS
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "formula/words.h"
#include "names.cuh"

#include "formula/value.h"
#define XPBD_VERTEX_CALL static __device__ __noinline__

/* This also compiles formulas that layout/vertices.h refuses, such as those with exp. */
#define XPBD_SUMMED_ENTRY(...)
#define XPBD_FORMULA_ENTRY(id, arity, ...)                                                                             \
  XPBD_VALUE_FUNCTION(XPBD_VERTEX_CALL, double, f64, id, arity, scale > 0.0)                                           \
  XPBD_VALUE_FUNCTION(XPBD_VERTEX_CALL, xpbd_complex, c64, id, arity, creal(scale) > 0.0)
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY

static __device__ __forceinline__ double xpbd_law_f64(int law, const xpbd_vec3_f64 *x, const double *rest,
                                                      const double *material, xpbd_vec3_f64 *g) {
  switch (law) {
#define XPBD_SUMMED_ENTRY(...)
#define XPBD_FORMULA_ENTRY(id, ...)                                                                                    \
  case FORMULA_##id:                                                                                                   \
    return xpbd_##id##_value_f64(x, rest, material, g);
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY
  }
  return 0.0;
}
static __device__ __forceinline__ void xpbd_law_c64(int law, const xpbd_vec3_c64 *x, const xpbd_complex *rest,
                                                    const xpbd_complex *material, xpbd_vec3_c64 *g) {
  switch (law) {
#define XPBD_SUMMED_ENTRY(...)
#define XPBD_FORMULA_ENTRY(id, ...)                                                                                    \
  case FORMULA_##id:                                                                                                   \
    xpbd_##id##_value_c64(x, rest, material, g);                                                                       \
    break;
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY
  }
}

#include "solver/vertices.inl"

static __global__ void k_vertices(const __grid_constant__ IMAGE image, int32_t stage, int32_t first, int32_t last) {
  xpbd_who who = LOCAL(launched)(image);
  xpbd_vertex_stage(&image, &who, LOCAL(positions_of)(image, who), stage, first, last);
}
