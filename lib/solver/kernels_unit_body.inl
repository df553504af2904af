/* Why this file exists: the loops over the constraints of one formula, in one precision and one instruction set. Included
 * by kernels_unit.inl, once per XPBD_SCALAR. */

/* One by one: the scalar loop, in blocks that know whether they hold a pinned particle. Some seventy instructions and a
 * hundred cycles from a spring's loads to its stores: the processor looks ahead three or four springs, as far as its
 * registers go (measured where it has 192; groups have no dependence that it would wait for), and so takes 25 cycles for
 * each where its square root and division alone would take 8. A wave's places begin anywhere: up
 * to the end of the block they are in, that block answers. */
XPBD_INLINE int64_t LOCAL(run_one_by_one)(XPBD_NAME(formula_fn) formula, int arity, int rests, int damped,
                                          const SET *set, PARTICLE *x, const PARTICLE *start, int32_t first,
                                          int32_t last) {
  const SET own = *set; /* a copy nobody else can write: its numbers stay in registers */
  int64_t skipped = 0;
  for (int32_t block = first, end; block < last; block = end) {
    const int32_t left = XPBD_PADDING - block % XPBD_PADDING;
    end = last - block < left ? last : block + left;
    if (own.held[block / XPBD_PADDING] & XPBD_HELD_ANY) {
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
/* Put back what may be written; the rest goes nowhere: a branch for each lane costs more than all the stores. */
XPBD_INLINE void LOCAL(store_free_lanes)(PARTICLE *x, const uint32_t *offset, REAL column[4][LANES]) {
  PARTICLE nowhere, *to[LANES];
  for (int l = 0; l < LANES; l++) to[l] = column[3][l] > R(0.0) ? XPBD_PARTICLE_AT(x, offset[l]) : &nowhere;
  LOCAL(store_lanes)(x, offset, 0, to, column);
}

/* One integer a lane: added as a whole, which a loop this short is not (the compiler unrolls it first). */
typedef XPBD_INT LOCAL(lane_ints) __attribute__((vector_size(sizeof(XPBD_INT) * LANES)));

/* Registers of 64 bytes. */
enum { LOCAL(wide) = LANES * sizeof(REAL) == 64 };

/* The arithmetic of one block: columns in, columns `after` out, what was skipped added lane by lane. The same words as
 * project_one(), in the same order. An array of its own for what comes out: written back into what is read, gcc stores
 * under masks and loads all of it anew, and clang gives up. */
XPBD_INLINE void LOCAL(project_block)(XPBD_NAME(formula_fn) formula, int arity, int rests, int damped, const SET *set,
                                      REAL column[][4][LANES], REAL begin[][4][LANES], REAL after[][4][LANES],
                                      LOCAL(lane_ints) * skipped, int32_t j) {
  REAL *lambda = set->lambda + j;
  alignas(64) XPBD_INT lost[LANES];
  alignas(64) REAL next[LANES]; /* gcc would store under a mask, which takes twelve cycles where AVX-512 takes two */
  REAL *const to = LOCAL(wide) ? lambda : next;
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
    to[l] = kept ? XPBD_FMA(-scale, q, lambda[l]) : lambda[l];
    XPBD_EACH_PARTICLE(0, arity, {
      const VEC3 y = V_MADD(-(w[k] * q), g[k], x[k]);
      after[k][0][l] = kept ? y.x : x[k].x; /* not q = 0: that times an infinite gradient is NaN */
      after[k][1][l] = kept ? y.y : x[k].y;
      after[k][2][l] = kept ? y.z : x[k].z;
      after[k][3][l] = w[k];
    })
  }
  for (int l = 0; !LOCAL(wide) && l < LANES; l++) lambda[l] = next[l];
  LOCAL(lane_ints) now;
  memcpy(&now, lost, sizeof now);
  *skipped += now;
}

/* A block that is being worked on: its particles, where they were, and where they go. */
typedef struct LOCAL(lane_block) {
  alignas(64) REAL column[XPBD_MAX_ARITY][4][LANES], begin[XPBD_MAX_ARITY][4][LANES], after[XPBD_MAX_ARITY][4][LANES];
} LOCAL(lane_block);

/* Only springs have runs: elsewhere both ways to load would be code for nothing. */
XPBD_INLINE int LOCAL(is_run)(int arity, int held, int k) {
  return arity == 2 && (held & XPBD_RUN << k);
}

XPBD_INLINE void LOCAL(load_block)(int arity, int damped, const SET *set, const PARTICLE *x, const PARTICLE *start,
                                   int32_t j, LOCAL(lane_block) * block) {
  const int held = set->held[j / XPBD_PADDING];
  XPBD_EACH_PARTICLE(0, arity, {
    const int run = LOCAL(is_run)(arity, held, k);
    LOCAL(load_lanes)(x, set->offset[k] + j, run, block->column[k]);
    if (damped) LOCAL(load_lanes)(start, set->offset[k] + j, run, block->begin[k]);
  })
}

XPBD_INLINE void LOCAL(store_block)(int arity, const SET *set, PARTICLE *x, int32_t j, LOCAL(lane_block) * block) {
  const int held = set->held[j / XPBD_PADDING];
  XPBD_EACH_PARTICLE(0, arity, {
    if (!(held & XPBD_HELD << k)) {
      LOCAL(store_lanes)(x, set->offset[k] + j, LOCAL(is_run)(arity, held, k), NULL, block->after[k]);
    } else if (held & XPBD_FREE << k) {
      LOCAL(store_free_lanes)(x, set->offset[k] + j, block->after[k]);
    }
  })
}

/* Side by side: whole blocks; first and last are multiples of the padding. Constraints of a group share no particle that
 * moves, so a block may be read before the last one is stored, and is: behind stores that wait for the end of a division
 * loads wait as well (no counter has shown why, the order of the code that they do; so elements of four particles take
 * two thirds of the time that they took one after the other). Springs in narrow registers are stored yet a block later,
 * which leaves less to wait in the queues of the processor; wide ones, of which more is to be kept meanwhile, lose by it. */
XPBD_INLINE int64_t LOCAL(run_lanes)(XPBD_NAME(formula_fn) formula, int arity, int rests, int damped, const SET *set,
                                     PARTICLE *x, const PARTICLE *start, int32_t first, int32_t last) {
  const SET own = *set;
  LOCAL(lane_ints) skipped = {0};
  LOCAL(lane_block) a, b;
  int32_t j = first;
#define LOAD(block, at) LOCAL(load_block)(arity, damped, &own, x, start, at, &(block))
#define PROJECT_BLOCK(block, at)                                                                                       \
  LOCAL(project_block)(formula, arity, rests, damped, &own, (block).column, (block).begin, (block).after, &skipped, at)
#define STORE(block, at) LOCAL(store_block)(arity, &own, x, at, &(block))
  if (arity > 2) { /* the longest texts, so each only twice: behind the last block it is loaded again, for nothing */
    if (j < last) LOAD(a, j);
    while (j < last) {
      PROJECT_BLOCK(a, j);
      LOAD(b, j + LANES < last ? j + LANES : j);
      STORE(a, j);
      j += LANES;
      if (j == last) break;
      PROJECT_BLOCK(b, j);
      LOAD(a, j + LANES < last ? j + LANES : j);
      STORE(b, j);
      j += LANES;
    }
  } else {
    if (LOCAL(wide)) {
      if (j < last) LOAD(a, j);
      for (; j + 2 * LANES < last; j += 2 * LANES) {
        PROJECT_BLOCK(a, j);
        LOAD(b, j + LANES);
        STORE(a, j);
        PROJECT_BLOCK(b, j + LANES);
        LOAD(a, j + 2 * LANES);
        STORE(b, j + LANES);
      }
    } else if (j + LANES < last) {
      LOAD(a, j);
      PROJECT_BLOCK(a, j);
      LOAD(b, j + LANES);
      for (; j + 3 * LANES < last; j += 2 * LANES) {
        PROJECT_BLOCK(b, j + LANES);
        LOAD(a, j + 2 * LANES);
        STORE(a, j);
        PROJECT_BLOCK(a, j + 2 * LANES);
        LOAD(b, j + 3 * LANES);
        STORE(b, j + LANES);
      }
      STORE(a, j);
      j += LANES;
    }
    for (; j < last; j += LANES) { /* loaded above or not */
      LOAD(a, j);
      PROJECT_BLOCK(a, j);
      STORE(a, j);
    }
  }
#undef LOAD
#undef PROJECT_BLOCK
#undef STORE
  int64_t count = 0;
  for (int l = 0; l < LANES; l++) count += skipped[l];
  return count;
}
#endif

/* ---- elements of one constraint made of many ---- */

XPBD_UNUSED XPBD_INLINE void LOCAL(evaluate_one)(XPBD_NAME(formula_fn) formula, int arity, int rests, const SET *set,
                                                 const XPBD_NAME(sum_set) * sum, const PARTICLE *x, int32_t j) {
  VEC3 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
  REAL rest[XPBD_MAX_REST], scale = R(1.0);
  XPBD_NAME(load_element)(arity, rests, set, x, j, at, rest);
  sum->value[j] = formula(at, rest, set->material, g, &scale);
  XPBD_EACH_PARTICLE(0, arity, sum->slot[k][j].x = g[k].x; sum->slot[k][j].y = g[k].y; sum->slot[k][j].z = g[k].z;)
}

#if LANES > 1
/* LANES elements side by side: gradients leave as columns and are stored as records, one behind the other. */
XPBD_UNUSED XPBD_INLINE void LOCAL(evaluate_block)(XPBD_NAME(formula_fn) formula, int arity, int rests, const SET *set,
                                                   const XPBD_NAME(sum_set) * sum, const PARTICLE *x, int32_t j) {
  alignas(64) REAL column[XPBD_MAX_ARITY][4][LANES], gradient[XPBD_MAX_ARITY][4][LANES];
  uint32_t behind[LANES];
  REAL *value = sum->value + j;
  for (int l = 0; l < LANES; l++) behind[l] = (uint32_t)l * (uint32_t)sizeof(PARTICLE);
  XPBD_EACH_PARTICLE(0, arity, LOCAL(load_lanes)(x, set->offset[k] + j, 0, column[k]);)
  INDEPENDENT
  for (int l = 0; l < LANES; l++) {
    VEC3 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
    REAL rest[XPBD_MAX_REST], scale = R(1.0);
    XPBD_EACH_PARTICLE(0, arity, at[k] = XPBD_NAME(v_make)(column[k][0][l], column[k][1][l], column[k][2][l]);)
    XPBD_EACH_REST(0, rests, rest[k] = set->rest[k][j + l];)
    value[l] = formula(at, rest, set->material, g, &scale);
    XPBD_EACH_PARTICLE(0, arity, {
      gradient[k][0][l] = g[k].x;
      gradient[k][1][l] = g[k].y;
      gradient[k][2][l] = g[k].z;
      gradient[k][3][l] = R(0.0);
    })
  }
  XPBD_EACH_PARTICLE(0, arity, LOCAL(store_lanes)(sum->slot[k] + j, behind, 0, NULL, gradient[k]);)
}
#endif

XPBD_UNUSED XPBD_INLINE void LOCAL(evaluate)(XPBD_NAME(formula_fn) formula, int arity, int rests, const SET *set,
                                             const XPBD_NAME(sum_set) * sum, const PARTICLE *x, int32_t first,
                                             int32_t last) {
  const SET own = *set;
  int32_t j = first;
#if LANES > 1
  for (; j + LANES <= last; j += LANES) LOCAL(evaluate_block)(formula, arity, rests, &own, sum, x, j);
#endif
  for (; j < last; j++) LOCAL(evaluate_one)(formula, arity, rests, &own, sum, x, j);
}

#undef XPBD_FORMULA_ENTRY
#undef XPBD_SUMMED_ENTRY
#undef XPBD_FORMULA_RULE
#define XPBD_FORMULA_RULE(id)
#define PROJECT(id, variant, run, arity, rests, damped)                                                                \
  XPBD_PROJECT_KERNEL(id, variant) {                                                                                   \
    return LOCAL(run)(XPBD_NAME(id), arity, rests, damped, set, x, start, first, last);                                \
  }
#if LANES > 1
#define PROJECT_LANES(id, arity, rests)                                                                                \
  PROJECT(id, lanes, run_lanes, arity, rests, 0)                                                                       \
  PROJECT(id, lanes_damped, run_lanes, arity, rests, 1)
#else
#define PROJECT_LANES(id, arity, rests)
#endif
#define XPBD_FORMULA_ENTRY(id, arity, rests)                                                                           \
  XPBD_KERNELS_OF(id)                                                                                                  \
  PROJECT(id, one, run_one_by_one, arity, rests, 0)                                                                    \
  PROJECT(id, one_damped, run_one_by_one, arity, rests, 1)                                                             \
  PROJECT_LANES(id, arity, rests)                                                                                      \
  /* energy-embedded Gauss-Seidel, one by one */                                                                       \
  XPBD_ENERGY_KERNEL(id) {                                                                                             \
    int64_t skipped = 0;                                                                                               \
    for (int32_t j = first; j < last; j++)                                                                             \
      skipped += XPBD_NAME(project_energy_one)(XPBD_NAME(id), arity, rests, set, x, start, energy, before, j);         \
    return skipped;                                                                                                    \
  }
/* Values and gradients of the elements of one summed constraint. Their formulas leave no division to the solver. */
#define XPBD_SUMMED_ENTRY(id, arity, rests)                                                                            \
  XPBD_FORMULA_ENTRY(id, arity, rests)                                                                                 \
  XPBD_EVALUATE_KERNEL(id);                                                                                            \
  XPBD_EVALUATE_KERNEL(id) {                                                                                           \
    LOCAL(evaluate)(XPBD_NAME(id), arity, rests, set, sum, x, first, last);                                            \
  }
XPBD_UNIT_LINES
#undef PROJECT
#undef PROJECT_LANES
