/* Why this file exists: the tables and the loops over particles of kernels.c, once per XPBD_SCALAR. */
#include "formula/scalar.h"
#include "solver/particle.h"
#include "solver/kernels_names.h"

#define XPBD_FORMULA_ENTRY(id, ...) XPBD_KERNELS_OF(id)
#define XPBD_SUMMED_ENTRY(id, ...)                                                                                     \
  XPBD_KERNELS_OF(id)                                                                                                  \
  XPBD_EVALUATE_KERNEL(id);
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY

#undef LANES_OF
#if LANES > 1
#define LANES_OF(id) [XPBD_LANES] = XPBD_KERNEL(id##_lanes), [XPBD_LANES | XPBD_DAMPED] = XPBD_KERNEL(id##_lanes_damped)
#else
#define LANES_OF(id) [XPBD_LANES] = NULL
#endif
#define XPBD_FORMULA_ENTRY(id, ...)                                                                                    \
  {[XPBD_ONE_BY_ONE] = XPBD_KERNEL(id##_one), [XPBD_DAMPED] = XPBD_KERNEL(id##_one_damped), LANES_OF(id)},
static const XPBD_NAME(project) LOCAL(project)[][XPBD_VARIANTS] = {
#include "formula/list.h"
};
#undef XPBD_FORMULA_ENTRY
#define XPBD_FORMULA_ENTRY(id, ...) XPBD_KERNEL(id##_energy),
static const XPBD_NAME(project_energy) LOCAL(energy)[] = {
#include "formula/list.h"
};
#undef XPBD_FORMULA_ENTRY
#define XPBD_FORMULA_ENTRY(...)    NULL,
#define XPBD_SUMMED_ENTRY(id, ...) XPBD_KERNEL(id##_evaluate),
static const XPBD_NAME(evaluate) LOCAL(evaluate)[] = {
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

extern const XPBD_NAME(kernels) XPBD_KERNEL(kernels);
const XPBD_NAME(kernels) XPBD_KERNEL(kernels) = {.lanes = LANES,
                                                 .project = LOCAL(project),
                                                 .energy = LOCAL(energy),
                                                 .evaluate = LOCAL(evaluate),
                                                 .wind = LOCAL(wind),
                                                 .predict = LOCAL(predict),
                                                 .finish = LOCAL(finish)};
