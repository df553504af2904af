/* Why this file exists: the loops over constraints and particles for one precision and one instruction set. Included by
 * kernels.c, once per XPBD_SCALAR. */

#define SET      XPBD_NAME(set)
#define PARTICLE XPBD_NAME(particle)
#undef LOCAL_
#undef LOCAL
#if XPBD_SCALAR == 32
#define LOCAL(name) name##_f32
#else
#define LOCAL(name) name##_f64
#endif

/* One by one: the scalar loop, in blocks that know whether they hold a pinned particle. */
XPBD_INLINE int64_t LOCAL(run_one_by_one)(XPBD_NAME(formula_fn) formula, int arity, int rests, int damped,
                                          const SET *set, PARTICLE *x, const PARTICLE *start, int32_t first,
                                          int32_t last) {
  const SET own = *set; /* a copy nobody else can write: its numbers stay in registers */
  int64_t skipped = 0;
  for (int32_t block = first; block < last; block += XPBD_PADDING) {
    const int32_t end = last - block < XPBD_PADDING ? last : block + XPBD_PADDING;
    if (own.held[block / XPBD_PADDING]) {
      for (int32_t j = block; j < end; j++)
        skipped += XPBD_NAME(project_one)(formula, arity, rests, damped, 1, &own, x, start, j);
    } else {
      for (int32_t j = block; j < end; j++)
        skipped += XPBD_NAME(project_one)(formula, arity, rests, damped, 0, &own, x, start, j);
    }
  }
  return skipped;
}

#if LANES > 1
/* Put back what may be written, one by one. */
XPBD_INLINE void LOCAL(store_free_lanes)(PARTICLE *x, const uint32_t *offset, REAL column[4][LANES]) {
  for (int l = 0; l < LANES; l++) {
    if (!(column[3][l] > R(0.0))) continue;
    PARTICLE *p = XPBD_PARTICLE_AT(x, offset[l]);
    p->x = column[0][l];
    p->y = column[1][l];
    p->z = column[2][l];
  }
}

/* One integer a lane: added as a whole, which a loop this short is not (the compiler unrolls it first). */
typedef XPBD_INT LOCAL(lane_ints) __attribute__((vector_size(sizeof(XPBD_INT) * LANES)));

/* The arithmetic of one block: columns in, columns out, what was skipped added lane by lane. The same words as
 * project_one(), in the same order. */
XPBD_INLINE void LOCAL(project_block)(XPBD_NAME(formula_fn) formula, int arity, int rests, int damped, const SET *set,
                                      REAL column[][4][LANES], REAL begin[][4][LANES], LOCAL(lane_ints) * skipped,
                                      int32_t j) {
  REAL *lambda = set->lambda + j;
  alignas(64) XPBD_INT lost[LANES];
  INDEPENDENT
  for (int l = 0; l < LANES; l++) {
    VEC3 x[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY], moved[XPBD_MAX_ARITY];
    REAL w[XPBD_MAX_ARITY], rest[XPBD_MAX_REST];
    XPBD_EACH_PARTICLE(0, arity, {
      x[k] = XPBD_NAME(v_make)(column[k][0][l], column[k][1][l], column[k][2][l]);
      w[k] = column[k][3][l];
      if (damped)
        moved[k] = V_MADD(set->keep, x[k], XPBD_NAME(v_make)(-begin[k][0][l], -begin[k][1][l], -begin[k][2][l]));
    })
    XPBD_EACH_REST(0, rests, rest[k] = set->rest[k][j + l];)
    REAL scale = R(1.0);
    const REAL c = formula(x, rest, set->material, g, &scale);
    XPBD_INT kept;
    const REAL q = XPBD_NAME(quotient)(arity, damped, c, g, scale, w, moved, lambda[l], set->alpha, set->gamma,
                                       set->relax, &kept, &lost[l]);
    lambda[l] = kept ? XPBD_FMA(-scale, q, lambda[l]) : lambda[l];
    XPBD_EACH_PARTICLE(0, arity, {
      const VEC3 y = V_MADD(-(w[k] * q), g[k], x[k]);
      column[k][0][l] = kept ? y.x : x[k].x; /* not q = 0: that times an infinite gradient is NaN */
      column[k][1][l] = kept ? y.y : x[k].y;
      column[k][2][l] = kept ? y.z : x[k].z;
    })
  }
  LOCAL(lane_ints) now;
  memcpy(&now, lost, sizeof now);
  *skipped += now;
}

/* Side by side: whole blocks; first and last are multiples of the padding. */
XPBD_INLINE int64_t LOCAL(run_lanes)(XPBD_NAME(formula_fn) formula, int arity, int rests, int damped, const SET *set,
                                     PARTICLE *x, const PARTICLE *start, int32_t first, int32_t last) {
  const SET own = *set;
  LOCAL(lane_ints) skipped = {0};
  for (int32_t j = first; j < last; j += LANES) {
    alignas(64) REAL column[XPBD_MAX_ARITY][4][LANES];
    alignas(64) REAL begin[XPBD_MAX_ARITY][4][LANES];
    XPBD_EACH_PARTICLE(0, arity, {
      LOCAL(load_lanes)(x, own.offset[k] + j, column[k]);
      if (damped) LOCAL(load_lanes)(start, own.offset[k] + j, begin[k]);
    })
    LOCAL(project_block)(formula, arity, rests, damped, &own, column, begin, &skipped, j);
    if (own.held[j / XPBD_PADDING]) {
      XPBD_EACH_PARTICLE(0, arity, LOCAL(store_free_lanes)(x, own.offset[k] + j, column[k]);)
    } else {
      XPBD_EACH_PARTICLE(0, arity, LOCAL(store_all_lanes)(x, own.offset[k] + j, column[k]);)
    }
  }
  int64_t count = 0;
  for (int l = 0; l < LANES; l++) count += skipped[l];
  return count;
}
#endif

#define KERNEL(id, variant, run, arity, rests, damped)                                                                 \
  static int64_t LOCAL(id##_##variant)(const SET *set, PARTICLE *x, const PARTICLE *start, int32_t first,              \
                                       int32_t last) {                                                                 \
    return LOCAL(run)(XPBD_NAME(id), arity, rests, damped, set, x, start, first, last);                                \
  }
#if LANES > 1
#define LANES_KERNELS(id, arity, rests)                                                                                \
  KERNEL(id, lanes, run_lanes, arity, rests, 0)                                                                        \
  KERNEL(id, lanes_damped, run_lanes, arity, rests, 1)
#else
#define LANES_KERNELS(id, arity, rests)
#endif
#define XPBD_FORMULA_ENTRY(id, arity, rests, ...)                                                                      \
  KERNEL(id, one, run_one_by_one, arity, rests, 0)                                                                     \
  KERNEL(id, one_damped, run_one_by_one, arity, rests, 1)                                                              \
  LANES_KERNELS(id, arity, rests)
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
#undef KERNEL

#if LANES > 1
#define LANES_OF(id) [XPBD_LANES] = LOCAL(id##_lanes), [XPBD_LANES | XPBD_DAMPED] = LOCAL(id##_lanes_damped)
#else
#define LANES_OF(id) [XPBD_LANES] = NULL
#endif
#define XPBD_FORMULA_ENTRY(id, ...)                                                                                    \
  {[XPBD_ONE_BY_ONE] = LOCAL(id##_one), [XPBD_DAMPED] = LOCAL(id##_one_damped), LANES_OF(id)},
static const XPBD_NAME(project) LOCAL(project)[][XPBD_VARIANTS] = {
#include "formula/list.h"
};
#undef XPBD_FORMULA_ENTRY

/* Energy-embedded Gauss-Seidel, one by one. */
#define XPBD_FORMULA_ENTRY(id, arity, rests, ...)                                                                      \
  static int64_t LOCAL(id##_energy)(const SET *set, PARTICLE *x, const PARTICLE *start,                                \
                                    const XPBD_NAME(energy) * energy, REAL * before, int32_t first, int32_t last) {    \
    int64_t skipped = 0;                                                                                               \
    for (int32_t j = first; j < last; j++)                                                                             \
      skipped += XPBD_NAME(project_energy_one)(XPBD_NAME(id), arity, rests, set, x, start, energy, before, j);         \
    return skipped;                                                                                                    \
  }
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
#define XPBD_FORMULA_ENTRY(id, ...) LOCAL(id##_energy),
static const XPBD_NAME(project_energy) LOCAL(energy)[] = {
#include "formula/list.h"
};
#undef XPBD_FORMULA_ENTRY

/* Values and gradients of the elements of one summed constraint. Their formulas leave no division to the solver. */
#define XPBD_FORMULA_ENTRY(...)
#define XPBD_SUMMED_ENTRY(id, arity, rests, ...)                                                                       \
  static void LOCAL(id##_evaluate)(const SET *set, const XPBD_NAME(sum_set) * sum, const PARTICLE *x, int32_t first,   \
                                   int32_t last) {                                                                     \
    for (int32_t j = first; j < last; j++) {                                                                           \
      VEC3 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];                                                                      \
      REAL rest[XPBD_MAX_REST], scale = R(1.0);                                                                        \
      XPBD_NAME(load_element)(arity, rests, set, x, j, at, rest);                                                      \
      sum->value[j] = XPBD_NAME(id)(at, rest, set->material, g, &scale);                                               \
      XPBD_EACH_PARTICLE(0, arity, sum->slot[k][j].x = g[k].x; sum->slot[k][j].y = g[k].y;                             \
                         sum->slot[k][j].z = g[k].z;)                                                                  \
    }                                                                                                                  \
  }
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
#define XPBD_FORMULA_ENTRY(...)    NULL,
#define XPBD_SUMMED_ENTRY(id, ...) LOCAL(id##_evaluate),
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

#undef SET
#undef PARTICLE
