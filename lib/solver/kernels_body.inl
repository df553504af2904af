/* Why this file exists: the tables and the loops over particles of kernels.c, once per XPBD_SCALAR. */
#include "formula/scalar.h"
#include "solver/particle.inl"
#include "solver/sums.inl"
#include "solver/kernels_names.inl"

#define XPBD_FORMULA_ENTRY(id, ...) XPBD_KERNELS_OF(id)
#define XPBD_SUMMED_ENTRY(id, ...)                                                                                     \
  XPBD_KERNELS_OF(id)                                                                                                  \
  XPBD_EVALUATE_KERNEL(id);
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY

/* Behind the built-in formulas: those of files. */
#define XPBD_FORMULA_ENTRY(id, ...) {XPBD_KERNELS_ROW(id)},
#define XPBD_SUMMED_ENTRY(id, ...)  {XPBD_KERNELS_ROW(id), .evaluate = XPBD_KERNEL(id##_evaluate)},
static XPBD_NAME(formula_kernels) LOCAL(formulas)[XPBD_BUILTIN_FORMULAS + XPBD_MAX_FILE_FORMULAS] = {
#include "formula/list.h"
};
#undef XPBD_FORMULA_ENTRY

static void LOCAL(wind)(const XPBD_NAME(wind) * wind, const PARTICLE *x, const PARTICLE *v, PARTICLE *force,
                        int32_t first, int32_t last) {
  for (int32_t i = first; i < last; i++) {
    const VEC3 f = XPBD_NAME(wind_force)(wind, x, v, i);
    force[i].x = f.x;
    force[i].y = f.y;
    force[i].z = f.z;
  }
}

static void LOCAL(predict)(PARTICLE *x, PARTICLE *start, PARTICLE *v, const PARTICLE *force, VEC3 gravity, REAL h,
                           int32_t first, int32_t last) {
  for (int32_t i = first; i < last; i++) XPBD_NAME(predict_one)(x, start, v, force, gravity, h, i);
}

static int64_t LOCAL(finish)(const PARTICLE *x, const PARTICLE *start, PARTICLE *v, REAL inverse_h, REAL limit,
                             int32_t first, int32_t last) {
  int64_t lost = 0;
  for (int32_t i = first; i < last; i++) lost += XPBD_NAME(finish_one)(x, start, v, inverse_h, limit, i);
  return lost;
}

/* Here for their fused multiply-adds, which are a call each where the instructions are not known. */
static void LOCAL(gather)(const XPBD_NAME(sum_set) * set, const PARTICLE *x, const PARTICLE *start, REAL keep,
                          int32_t n, REAL *to, int32_t thread, int32_t threads) {
  XPBD_NAME(gather_gradients)(set, x, start, keep, n, to, thread, threads);
}

static void LOCAL(apply)(const PARTICLE *gradient, REAL q, PARTICLE *x, int32_t n, int32_t thread, int32_t threads) {
  XPBD_NAME(apply_summed)(gradient, q, x, n, thread, threads);
}

extern const XPBD_NAME(kernels) XPBD_KERNEL(kernels);
const XPBD_NAME(kernels) XPBD_KERNEL(kernels) = {.lanes = LANES,
                                                 .formula = LOCAL(formulas),
                                                 .wind = LOCAL(wind),
                                                 .predict = LOCAL(predict),
                                                 .finish = LOCAL(finish),
                                                 .gather = LOCAL(gather),
                                                 .apply = LOCAL(apply)};
