/* Why this file exists: the loops over the elements of one formula, in one precision and one instruction set.
 * Included by kernels_unit.inl, once per XPBD_SCALAR. */

/* The scalar loop, in blocks that know whether they hold a pinned particle. A spring of `stretching` is 57 instructions
 * and a chain of a hundred cycles. A Zen 5 works on four of them at once and takes 21 cycles for each, where its two
 * multipliers alone would take 14. The range of a wave begins anywhere, so the first block may be partial. */
XPBD_INLINE int64_t LOCAL(run_one_by_one)(XPBD_NAME(formula_fn) formula, int arity, int rests, int rows, int alike,
                                          int damped, int fine, const SET *set, PARTICLE *x, const PARTICLE *start,
                                          int32_t first, int32_t last) {
  const SET own = *set; /* a private copy, so that its members stay in registers */
  int64_t skipped = 0;
#define ONE_BY_ONE(held)                                                                                               \
  rows == 1 ? XPBD_NAME(project_one)(formula, arity, rests, damped, held, fine, &own, x, start, j)                     \
            : XPBD_NAME(project_rows)(formula, arity, rests, rows, alike, damped, held, fine, &own, x, start, j)
  for (int32_t block = first, end; block < last; block = end) {
    const int32_t left = XPBD_PADDING - block % XPBD_PADDING;
    end = last - block < left ? last : block + left;
    if (own.held[block / XPBD_PADDING] & XPBD_HELD_ANY) {
      for (int32_t j = block; j < end; j++) skipped += ONE_BY_ONE(1);
    } else {
      for (int32_t j = block; j < end; j++) skipped += ONE_BY_ONE(0);
    }
  }
#undef ONE_BY_ONE
  return skipped;
}

/* The same with coupled rows, in f32x too. */
XPBD_UNUSED XPBD_INLINE int64_t LOCAL(run_coupled)(XPBD_NAME(formula_fn) formula, int arity, int rests, int rows,
                                                   int alike, const SET *set, PARTICLE *x, const PARTICLE *start,
                                                   int32_t first, int32_t last) {
  const SET own = *set;
  int64_t skipped = 0;
  for (int32_t j = first; j < last; j++)
    skipped += XPBD_NAME(project_coupled)(formula, arity, rests, rows, alike, 1, XPBD_SCALAR == 32, &own, x, start, j);
  return skipped;
}

#if LANES > 1
/* One number per lane, added or copied as a whole. The compiler would unroll so short a loop instead of vectorising
 * it. */
typedef XPBD_INT LOCAL(lane_ints) __attribute__((vector_size(sizeof(XPBD_INT) * LANES)));
typedef REAL LOCAL(lane_reals) __attribute__((vector_size(sizeof(REAL) * LANES), may_alias));

/* Writes back free lanes. The rest goes to a dummy, because a branch per lane costs more than all the stores. It uses
 * masks and not `?:`, which gcc turns into branches. A processor can predict only some ten thousand of them. */
XPBD_INLINE void LOCAL(store_free_lanes)(PARTICLE *x, const uint32_t *offset, REAL column[4][LANES]) {
  PARTICLE nowhere, *to[LANES];
  alignas(64) XPBD_INT moves[LANES];
  const LOCAL(lane_ints) free_ones = *(const LOCAL(lane_reals) *)column[3] > R(0.0);
  memcpy(moves, &free_ones, sizeof moves);
  for (int l = 0; l < LANES; l++)
    to[l] = (PARTICLE *)(((uintptr_t)XPBD_PARTICLE_AT(x, offset[l]) & (uintptr_t)moves[l]) |
                         ((uintptr_t)&nowhere & ~(uintptr_t)moves[l]));
  LOCAL(store_lanes)(x, offset, 0, to, column);
}

/* f32x: turns columns relative to bases into the corners that a formula sees, as in relate(). */
XPBD_INLINE void LOCAL(relate_lanes)(int arity, REAL column[][4][LANES], REAL base[][4][LANES]) {
  typedef LOCAL(lane_reals) reals;
  XPBD_EACH_PARTICLE(1, arity, {
    for (int axis = 0; axis < 3; axis++)
      *(reals *)base[k][axis] =
          (*(reals *)base[k][axis] - *(reals *)base[0][axis]) + (*(reals *)column[k][axis] - *(reals *)column[0][axis]);
  })
  for (int axis = 0; axis < 3; axis++) *(reals *)base[0][axis] = (reals){R(0.0)};
}

/* The arithmetic of one row of a block: columns in, columns `after` out, skipped counts added lane by lane. `corner` is
 * what the formula sees: the columns, except in f32x. It has the same statements as project_one(), in the same order.
 * The output array is separate. If it overwrote the input, gcc would store under masks and reload everything, and
 * clang would not vectorise. Without restrict, clang checks every block for overlap with the multipliers, and keeps all
 * columns in memory for a loop that never runs. */
XPBD_INLINE void LOCAL(project_block)(XPBD_NAME(formula_fn) formula, int arity, int rests, int alike, int row,
                                      int damped, const SET *set, REAL column[][4][LANES], REAL corner[][4][LANES],
                                      REAL begin[][4][LANES], REAL after[restrict][4][LANES],
                                      LOCAL(lane_ints) * skipped, int32_t j) {
  const int64_t row_at = (int64_t)row * set->padded;
  REAL *lambda = set->lambda + row_at + j;
  const int64_t rest_at = alike ? j : row_at + j;
  const int stored = alike ? rests - 1 : rests;
  alignas(64) XPBD_INT lost[LANES];
  /* A separate array: otherwise gcc would store multipliers under a mask, behind a branch that waits for the quotient,
   * and clang would check every block for overlap with the input. */
  alignas(64) REAL next[LANES];
  INDEPENDENT
  for (int l = 0; l < LANES; l++) {
    VEC3 x[XPBD_MAX_ARITY], at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY], moved[XPBD_MAX_ARITY];
    REAL w[XPBD_MAX_ARITY], rest[XPBD_MAX_REST];
    XPBD_EACH_PARTICLE(0, arity, {
      x[k] = XPBD_NAME(v_make)(column[k][0][l], column[k][1][l], column[k][2][l]);
      at[k] = XPBD_NAME(v_make)(corner[k][0][l], corner[k][1][l], corner[k][2][l]);
      w[k] = column[k][3][l];
      if (damped)
        moved[k] = V_MADD(set->keep, x[k], XPBD_NAME(v_make)(-begin[k][0][l], -begin[k][1][l], -begin[k][2][l]));
    })
    XPBD_EACH_REST(0, stored, rest[k] = set->rest[k][rest_at + l];)
    if (alike) rest[rests - 1] = (REAL)row;
    REAL scale = R(1.0);
    const REAL c = formula(at, rest, set->material, g, &scale);
    XPBD_INT kept;
    const REAL q = XPBD_NAME(quotient)(arity, damped, c, g, scale, w, moved, lambda[l], set->alpha, set->gamma,
                                       set->relax, &kept, &lost[l]);
    next[l] = kept ? XPBD_FMA(-scale, q, lambda[l]) : lambda[l];
    XPBD_EACH_PARTICLE(0, arity, {
      const VEC3 y = V_MADD(-(w[k] * q), g[k], x[k]);
      after[k][0][l] = kept ? y.x : x[k].x; /* not q = 0, because that times an infinite gradient is NaN */
      after[k][1][l] = kept ? y.y : x[k].y;
      after[k][2][l] = kept ? y.z : x[k].z;
      after[k][3][l] = w[k];
    })
  }
  *(LOCAL(lane_reals) *)lambda = *(const LOCAL(lane_reals) *)next;
  LOCAL(lane_ints) now;
  memcpy(&now, lost, sizeof now);
  *skipped += now;
}

/* The block in progress: its particles, where they were, and where they go. */
typedef struct LOCAL(lane_block) {
  alignas(64) REAL column[XPBD_MAX_ARITY][4][LANES], begin[XPBD_MAX_ARITY][4][LANES], after[XPBD_MAX_ARITY][4][LANES],
      base[XPBD_MAX_ARITY][4][LANES];
} LOCAL(lane_block);
#undef BLOCK
#define BLOCK LOCAL(lane_block)

/* One row of a block, as in project_rows(). Rows read the columns from one array and write them to the other, in
 * turns. */
XPBD_UNUSED XPBD_INLINE void LOCAL(project_row)(XPBD_NAME(formula_fn) formula, int arity, int rests, int rows,
                                                int alike, int damped, int fine, const SET *set, BLOCK *b,
                                                LOCAL(lane_ints) * skipped, int32_t number, int32_t j) {
  typedef LOCAL(lane_reals) reals;
  alignas(64) REAL corner[XPBD_MAX_ARITY][4][LANES];
  const int back = (number - set->row) & 1;
  REAL(*const from)[4][LANES] = back ? b->after : b->column, (*const to)[4][LANES] = back ? b->column : b->after;
  if (fine) {
    XPBD_EACH_PARTICLE(1, arity, {
      for (int axis = 0; axis < 3; axis++)
        *(reals *)corner[k][axis] = (*(reals *)b->base[k][axis] - *(reals *)b->base[0][axis]) +
                                    (*(reals *)from[k][axis] - *(reals *)from[0][axis]);
    })
    for (int axis = 0; axis < 3; axis++) *(reals *)corner[0][axis] = (reals){R(0.0)};
  }
  if (alike) {
    XPBD_FOR_ROW(number, rows,
                 LOCAL(project_block)(formula, arity, rests, 1, row, damped, set, from, fine ? corner : from, b->begin,
                                      to, skipped, j);)
  } else {
    LOCAL(project_block)
    (formula, arity, rests, 0, number, damped, set, from, fine ? corner : from, b->begin, to, skipped, j);
  }
}

/* Only springs have runs. Elsewhere a second way to load would be useless code. */
/* The arithmetic of one block whose rows are coupled, as in project_coupled(). */
XPBD_UNUSED XPBD_INLINE void LOCAL(project_coupled_block)(XPBD_NAME(formula_fn) formula, int arity, int rests, int rows,
                                                          int alike, const SET *set, REAL column[][4][LANES],
                                                          REAL corner[][4][LANES], REAL begin[][4][LANES],
                                                          REAL after[restrict][4][LANES], LOCAL(lane_ints) * skipped,
                                                          int32_t j) {
  alignas(64) XPBD_INT lost[LANES];
  alignas(64) REAL next[XPBD_MAX_ROWS][LANES];
  const int stored = alike ? rests - 1 : rests;
  INDEPENDENT
  for (int l = 0; l < LANES; l++) {
    VEC3 x[XPBD_MAX_ARITY], at[XPBD_MAX_ARITY], moved[XPBD_MAX_ARITY];
    REAL w[XPBD_MAX_ARITY], rest[XPBD_MAX_REST];
    XPBD_NAME(block) b;
    XPBD_EACH_PARTICLE(0, arity, {
      x[k] = XPBD_NAME(v_make)(column[k][0][l], column[k][1][l], column[k][2][l]);
      at[k] = XPBD_NAME(v_make)(corner[k][0][l], corner[k][1][l], corner[k][2][l]);
      w[k] = column[k][3][l];
      moved[k] = V_MADD(set->keep, x[k], XPBD_NAME(v_make)(-begin[k][0][l], -begin[k][1][l], -begin[k][2][l]));
    })
    XPBD_EACH_ROW(rows, {
      const int64_t rest_at = alike ? j : (int64_t)r * set->padded + j;
      XPBD_EACH_REST(0, stored, rest[k] = set->rest[k][rest_at + l];)
      if (alike) rest[rests - 1] = (REAL)r;
      b.scale[r] = R(1.0);
      b.c[r] = formula(at, rest, set->material, b.g[r], &b.scale[r]);
      b.lambda[r] = set->lambda[(int64_t)r * set->padded + j + l];
    })
    XPBD_INT kept;
    lost[l] = XPBD_NAME(couple)(arity, rows, w, moved, set->alpha, set->gamma, set->relax, &b, &kept);
    XPBD_EACH_ROW(rows, {
      const REAL more = XPBD_FMA(-b.scale[r], b.q[r], b.lambda[r]);
      next[r][l] = (kept & (b.q[r] != R(0.0))) ? more : b.lambda[r];
    })
    XPBD_EACH_PARTICLE(0, arity, {
      VEC3 y = x[k];
      XPBD_EACH_ROW(rows, {
        const VEC3 z = V_MADD(-(w[k] * b.q[r]), b.g[r][k], y);
        y.x = b.q[r] != R(0.0) ? z.x : y.x;
        y.y = b.q[r] != R(0.0) ? z.y : y.y;
        y.z = b.q[r] != R(0.0) ? z.z : y.z;
      })
      after[k][0][l] = kept ? y.x : x[k].x;
      after[k][1][l] = kept ? y.y : x[k].y;
      after[k][2][l] = kept ? y.z : x[k].z;
      after[k][3][l] = w[k];
    })
  }
  XPBD_EACH_ROW(rows, *(LOCAL(lane_reals) *)(set->lambda + (int64_t)r * set->padded + j) =
                          *(const LOCAL(lane_reals) *)next[r];)
  LOCAL(lane_ints) now;
  memcpy(&now, lost, sizeof now);
  *skipped += now;
}

XPBD_INLINE void LOCAL(load_block)(int arity, int rows, int damped, int fine, int held, const SET *set,
                                   const PARTICLE *x, const PARTICLE *start, int32_t j, BLOCK *to) {
  const int runs = arity == 2 ? held : 0;
  XPBD_EACH_PARTICLE(0, arity, {
    LOCAL(load_lanes)(x, set->offset[k] + j, runs & XPBD_RUN << k, to->column[k]);
    if (damped) LOCAL(load_lanes)(start, set->offset[k] + j, runs & XPBD_RUN << k, to->begin[k]);
    if (fine) LOCAL(load_lanes)(XPBD_BASE_OF(set), set->offset[k] + j, runs & XPBD_RUN << k, to->base[k]);
  })
  if (fine && rows == 1) LOCAL(relate_lanes)(arity, to->column, to->base);
}

XPBD_INLINE void LOCAL(store_block)(int arity, int held, const SET *set, PARTICLE *x, int32_t j, BLOCK *from) {
  const int runs = arity == 2 ? held : 0;
  XPBD_EACH_PARTICLE(0, arity, {
    if (!(held & XPBD_HELD << k)) {
      LOCAL(store_lanes)(x, set->offset[k] + j, runs & XPBD_RUN << k, NULL, from->after[k]);
    } else if (held & XPBD_FREE << k) {
      LOCAL(store_free_lanes)(x, set->offset[k] + j, from->after[k]);
    }
  })
}

/* The flags that all blocks of springs share, if known at compile time. LOCAL(any): each block has its own. */
enum { LOCAL(singles) = XPBD_FREE | XPBD_FREE << 1, LOCAL(runs) = LOCAL(singles) | XPBD_RUN | XPBD_RUN << 1 };
enum { LOCAL(any) = -1 };

/* Processes whole blocks, at least one. Constraints of a group share no movable particle, so the next block can be
 * loaded before the last one is stored. This matters: loads wait behind stores that wait for the end of a division.
 * Elements of four particles then take two thirds of the time on a Zen 5. On a Zen 3 most take the same time, and
 * tet_volume a fifth more. Each text appears only twice, because the last block is loaded again without need. */
XPBD_INLINE void LOCAL(run_blocks)(XPBD_NAME(formula_fn) formula, int arity, int rests, int damped, int fine, int flags,
                                   const SET *set, PARTICLE *x, const PARTICLE *start, int32_t first, int32_t last,
                                   LOCAL(lane_ints) * skipped) {
  BLOCK a, b;
  int32_t j = first;
#define HELD(at)        (flags == LOCAL(any) ? set->held[(at) / XPBD_PADDING] : flags)
#define LOAD(block, at) LOCAL(load_block)(arity, 1, damped, fine, HELD(at), set, x, start, at, &(block))
#define PROJECT_BLOCK(block, at)                                                                                       \
  LOCAL(project_block)                                                                                                 \
  (formula, arity, rests, 0, 0, damped, set, (block).column, fine ? (block).base : (block).column, (block).begin,      \
   (block).after, skipped, at)
#define STORE(block, at) LOCAL(store_block)(arity, HELD(at), set, x, at, &(block))
  LOAD(a, j);
  for (;;) {
    PROJECT_BLOCK(a, j);
    LOAD(b, j + LANES < last ? j + LANES : j);
    STORE(a, j);
    j += LANES;
    if (j == last) return;
    PROJECT_BLOCK(b, j);
    LOAD(a, j + LANES < last ? j + LANES : j);
    STORE(b, j);
    j += LANES;
    if (j == last) return;
  }
#undef HELD
#undef LOAD
#undef PROJECT_BLOCK
#undef STORE
}

/* Processes whole blocks of elements of several rows. A row waits for the row before it, so some blocks take turns: one
 * works while others wait. */
XPBD_UNUSED XPBD_INLINE void LOCAL(run_row_blocks)(XPBD_NAME(formula_fn) formula, int arity, int rests, int rows,
                                                   int alike, int damped, int fine, const SET *set, PARTICLE *x,
                                                   const PARTICLE *start, int32_t first, int32_t last,
                                                   LOCAL(lane_ints) * skipped) {
  enum { TURNS = 3 };
  BLOCK block[TURNS];
  const int32_t end = set->row + set->rows;
  for (int32_t j = first, next; j < last; j = next) {
    next = last - j < TURNS * LANES ? last : j + TURNS * LANES;
    for (int32_t at = j, k = 0; at < next; at += LANES, k++)
      LOCAL(load_block)(arity, rows, damped, fine, 0, set, x, start, at, &block[k]);
    for (int32_t number = set->row; number < end; number++)
      for (int32_t at = j, k = 0; at < next; at += LANES, k++)
        LOCAL(project_row)(formula, arity, rests, rows, alike, damped, fine, set, &block[k], skipped, number, at);
    for (int32_t at = j, k = 0; at < next; at += LANES, k++) {
      if (set->rows % 2 == 0) memcpy(block[k].after, block[k].column, (size_t)arity * sizeof *block[k].after);
      LOCAL(store_block)(arity, set->held[at / XPBD_PADDING], set, x, at, &block[k]);
    }
  }
}

/* The SIMD loop: first and last are multiples of the padding. Nearly all blocks of springs have no pinned particle. A
 * sequence of such blocks skips the test of each, which is an eighth of the instructions of a spring. */
XPBD_INLINE int64_t LOCAL(run_lanes)(XPBD_NAME(formula_fn) formula, int arity, int rests, int rows, int alike,
                                     int damped, int fine, const SET *set, PARTICLE *x, const PARTICLE *start,
                                     int32_t first, int32_t last) {
  const SET own = *set;
  LOCAL(lane_ints) skipped = {0};
#define RUN(flags, from, to)                                                                                           \
  LOCAL(run_blocks)(formula, arity, rests, damped, fine, flags, &own, x, start, from, to, &skipped)
  if (rows > 1)
    LOCAL(run_row_blocks)(formula, arity, rests, rows, alike, damped, fine, &own, x, start, first, last, &skipped);
  for (int32_t j = first, end = last; j < last && rows == 1; j = end) {
    if (arity > 2) {
      RUN(LOCAL(any), j, last);
      continue;
    }
    const int held = own.held[j / XPBD_PADDING];
    for (end = j + XPBD_PADDING; end < last && own.held[end / XPBD_PADDING] == held;) end += XPBD_PADDING;
    if (held == LOCAL(runs)) {
      RUN(LOCAL(runs), j, end);
    } else if (held == LOCAL(singles)) {
      RUN(LOCAL(singles), j, end);
    } else {
      RUN(LOCAL(any), j, end);
    }
  }
#undef RUN
  int64_t count = 0;
  for (int l = 0; l < LANES; l++) count += skipped[l];
  return count;
}
#endif

#if LANES > 1
/* The SIMD loop for coupled rows, block by block. */
XPBD_UNUSED XPBD_INLINE int64_t LOCAL(run_coupled_lanes)(XPBD_NAME(formula_fn) formula, int arity, int rests, int rows,
                                                         int alike, int fine, const SET *set, PARTICLE *x,
                                                         const PARTICLE *start, int32_t first, int32_t last) {
  const SET own = *set;
  LOCAL(lane_ints) skipped = {0};
  BLOCK b;
  for (int32_t j = first; j < last; j += LANES) {
    LOCAL(load_block)(arity, 1, 1, fine, 0, &own, x, start, j, &b);
    LOCAL(project_coupled_block)
    (formula, arity, rests, rows, alike, &own, b.column, fine ? b.base : b.column, b.begin, b.after, &skipped, j);
    LOCAL(store_block)(arity, own.held[j / XPBD_PADDING], &own, x, j, &b);
  }
  int64_t count = 0;
  for (int l = 0; l < LANES; l++) count += skipped[l];
  return count;
}
#endif

#if LANES > 1
/* One row of a block for energy-embedded Gauss-Seidel. It has the same statements as project_energy_one(), in the same
 * order. In f32x the formula sees corners relative to bases. */
XPBD_UNUSED XPBD_INLINE void LOCAL(energy_block)(XPBD_NAME(formula_fn) formula, int arity, int rests, int alike,
                                                 const SET *set, PARTICLE *x, const PARTICLE *start,
                                                 const XPBD_NAME(energy) * energy, REAL *before, int32_t row,
                                                 LOCAL(lane_ints) * skipped, int32_t j) {
  alignas(64) REAL column[XPBD_MAX_ARITY][4][LANES], begin[XPBD_MAX_ARITY][4][LANES], after[XPBD_MAX_ARITY][4][LANES];
  alignas(64) REAL related[XPBD_MAX_ARITY][4][LANES], once[XPBD_MAX_ARITY][4][LANES];
  alignas(64) REAL change[XPBD_MAX_ARITY][LANES], changed[XPBD_MAX_ARITY][LANES], next[LANES];
  alignas(64) XPBD_INT lost[LANES];
  REAL(*corner)[4][LANES] = column, (*was)[4][LANES] = begin;
  const int64_t row_at = (int64_t)row * set->padded, rest_at = alike ? j : row_at + j;
  const int stored = alike ? rests - 1 : rests;
  REAL *lambda = set->lambda + row_at + j, *c_before = before + row_at + j;
  XPBD_EACH_PARTICLE(0, arity, {
    LOCAL(load_lanes)(x, set->offset[k] + j, 0, column[k]);
    LOCAL(load_lanes)(start, set->offset[k] + j, 0, begin[k]);
    for (int l = 0; l < LANES; l++) change[k][l] = energy->embedded[set->offset[k][j + l] / sizeof(PARTICLE)];
  })
  if (XPBD_BASE_OF(set)) {
    XPBD_EACH_PARTICLE(0, arity, {
      LOCAL(load_lanes)(XPBD_BASE_OF(set), set->offset[k] + j, 0, related[k]);
      LOCAL(load_lanes)(XPBD_BASE_OF(set), set->offset[k] + j, 0, once[k]);
    })
    LOCAL(relate_lanes)(arity, column, corner = related);
    LOCAL(relate_lanes)(arity, begin, was = once);
  }
  if (energy->first_sweep) {
    INDEPENDENT
    for (int l = 0; l < LANES; l++) {
      VEC3 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
      REAL rest[XPBD_MAX_REST], scale = R(1.0);
      XPBD_EACH_PARTICLE(0, arity, at[k] = XPBD_NAME(v_make)(was[k][0][l], was[k][1][l], was[k][2][l]);)
      XPBD_EACH_REST(0, stored, rest[k] = set->rest[k][rest_at + l];)
      if (alike) rest[rests - 1] = (REAL)row;
      next[l] = formula(at, rest, set->material, g, &scale);
    }
    memcpy(c_before, next, sizeof next);
  }
  INDEPENDENT
  for (int l = 0; l < LANES; l++) {
    VEC3 y[XPBD_MAX_ARITY], at[XPBD_MAX_ARITY], from[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY], moved[XPBD_MAX_ARITY];
    REAL w[XPBD_MAX_ARITY], own[XPBD_MAX_ARITY], rest[XPBD_MAX_REST], scale;
    XPBD_EACH_PARTICLE(0, arity, {
      y[k] = XPBD_NAME(v_make)(column[k][0][l], column[k][1][l], column[k][2][l]);
      at[k] = XPBD_NAME(v_make)(corner[k][0][l], corner[k][1][l], corner[k][2][l]);
      from[k] = XPBD_NAME(v_make)(begin[k][0][l], begin[k][1][l], begin[k][2][l]);
      moved[k] = V_SUB(y[k], from[k]);
      w[k] = column[k][3][l];
      own[k] = change[k][l];
    })
    XPBD_EACH_REST(0, stored, rest[k] = set->rest[k][rest_at + l];)
    if (alike) rest[rests - 1] = (REAL)row;
    XPBD_INT kept;
    const REAL q = XPBD_NAME(energy_quotient)(formula, arity, set, energy, at, moved, w, own, rest, c_before[l],
                                              lambda[l], g, &scale, &kept, &lost[l]);
    next[l] = kept ? XPBD_FMA(-scale, q, lambda[l]) : lambda[l];
    XPBD_EACH_PARTICLE(0, arity, {
      const VEC3 z = V_MADD(-(w[k] * q), g[k], y[k]);
      const VEC3 now = V_SUB(z, from[k]);
      const REAL more = V_DOT(now, now) - V_DOT(moved[k], moved[k]);
      changed[k][l] = kept ? more : own[k];
      after[k][0][l] = kept ? z.x : y[k].x;
      after[k][1][l] = kept ? z.y : y[k].y;
      after[k][2][l] = kept ? z.z : y[k].z;
      after[k][3][l] = w[k];
    })
  }
  *(LOCAL(lane_reals) *)lambda = *(const LOCAL(lane_reals) *)next;
  LOCAL(lane_ints) now;
  memcpy(&now, lost, sizeof now);
  *skipped += now;
  const int held = set->held[j / XPBD_PADDING];
  XPBD_EACH_PARTICLE(0, arity, {
    if (!(held & XPBD_HELD << k))
      LOCAL(store_lanes)(x, set->offset[k] + j, 0, NULL, after[k]);
    else
      LOCAL(store_free_lanes)(x, set->offset[k] + j, after[k]);
    for (int l = 0; l < LANES; l++)
      if (!(held & XPBD_HELD << k) || after[k][3][l] > R(0.0))
        energy->embedded[set->offset[k][j + l] / sizeof(PARTICLE)] = changed[k][l];
  })
}

/* Block by block, and row by row in a block. */
XPBD_UNUSED XPBD_INLINE int64_t LOCAL(run_energy_lanes)(XPBD_NAME(formula_fn) formula, int arity, int rests, int rows,
                                                        int alike, const SET *set, PARTICLE *x, const PARTICLE *start,
                                                        const XPBD_NAME(energy) * energy, REAL *before, int32_t first,
                                                        int32_t last) {
  const SET own = *set;
  const XPBD_NAME(energy) by = *energy;
  LOCAL(lane_ints) skipped = {0};
  for (int32_t j = first; j < last; j += LANES)
    for (int32_t row = 0; row < rows; row++)
      LOCAL(energy_block)(formula, arity, rests, alike, &own, x, start, &by, before, row, &skipped, j);
  int64_t count = 0;
  for (int l = 0; l < LANES; l++) count += skipped[l];
  return count;
}
#endif

/* ---- elements of a summed constraint ---- */

XPBD_UNUSED XPBD_INLINE void LOCAL(evaluate_one)(XPBD_NAME(formula_fn) formula, int arity, int rests, const SET *set,
                                                 const XPBD_NAME(sum_set) * sum, const PARTICLE *x, int32_t j) {
  VEC3 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
  REAL rest[XPBD_MAX_REST], scale = R(1.0);
  XPBD_NAME(load_element)(arity, rests, set, x, j, at, rest);
  sum->value[j] = formula(at, rest, set->material, g, &scale);
  XPBD_EACH_PARTICLE(0, arity, sum->slot[k][j].x = g[k].x; sum->slot[k][j].y = g[k].y; sum->slot[k][j].z = g[k].z;)
}

#if LANES > 1
/* LANES elements at once. Gradients are computed as columns and stored as records, one after another. */
XPBD_UNUSED XPBD_INLINE void LOCAL(evaluate_block)(XPBD_NAME(formula_fn) formula, int arity, int rests, const SET *set,
                                                   const XPBD_NAME(sum_set) * sum, const PARTICLE *x, int32_t j) {
  alignas(64) REAL column[XPBD_MAX_ARITY][4][LANES], gradient[XPBD_MAX_ARITY][4][LANES];
  uint32_t behind[LANES];
  REAL *value = sum->value + j;
  for (int l = 0; l < LANES; l++) behind[l] = (uint32_t)l * (uint32_t)sizeof(PARTICLE);
  XPBD_EACH_PARTICLE(0, arity, LOCAL(load_lanes)(x, set->offset[k] + j, 0, column[k]);)
  if (XPBD_BASE_OF(set)) { /* as in load_element() */
    const PARTICLE first = *XPBD_CONST_PARTICLE_AT(XPBD_BASE_OF(set), set->offset[0][0]);
    const REAL origin[3] = {first.x, first.y, first.z};
    XPBD_EACH_PARTICLE(0, arity, {
      LOCAL(load_lanes)(XPBD_BASE_OF(set), set->offset[k] + j, 0, gradient[k]);
      for (int axis = 0; axis < 3; axis++)
        *(LOCAL(lane_reals) *)column[k][axis] =
            (*(LOCAL(lane_reals) *)gradient[k][axis] - origin[axis]) + *(LOCAL(lane_reals) *)column[k][axis];
    })
  }
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
#define PROJECT(id, variant, run, damped, fine, arity, rests, rows, alike)                                             \
  XPBD_PROJECT_KERNEL(id, variant) {                                                                                   \
    return LOCAL(run)(XPBD_NAME(id), arity, rests, rows, alike, damped, fine, set, x, start, first, last);             \
  }
#if LANES > 1
#define PROJECT_LANES(id, ...)                                                                                         \
  PROJECT(id, lanes, run_lanes, 0, 0, __VA_ARGS__)                                                                     \
  PROJECT(id, lanes_damped, run_lanes, 1, 0, __VA_ARGS__)                                                              \
  PROJECT_COUPLED_LANES(id, lanes_coupled, 0, __VA_ARGS__)
#define PROJECT_COUPLED_LANES(id, variant, fine, arity, rests, rows, alike)                                            \
  XPBD_PROJECT_KERNEL(id, variant) {                                                                                   \
    if (!XPBD_COUPLES_IN_LANES(rows)) return 0;                                                                        \
    return LOCAL(run_coupled_lanes)(XPBD_NAME(id), arity, rests, rows, alike, fine, set, x, start, first, last);       \
  }
#define PROJECT_LANES_FINELY(id, ...)                                                                                  \
  PROJECT(id, lanes_fine, run_lanes, 0, 1, __VA_ARGS__)                                                                \
  PROJECT(id, lanes_fine_damped, run_lanes, 1, 1, __VA_ARGS__)                                                         \
  PROJECT_COUPLED_LANES(id, lanes_fine_coupled, 1, __VA_ARGS__)
#define ENERGY_LANES(id, arity, rests, rows, alike)                                                                    \
  XPBD_ENERGY_KERNEL(id, energy_lanes) {                                                                               \
    return LOCAL(run_energy_lanes)(XPBD_NAME(id), arity, rests, rows, alike, set, x, start, energy, before, first,     \
                                   last);                                                                              \
  }
#else
#define PROJECT_LANES(...)
#define PROJECT_LANES_FINELY(...)
#define ENERGY_LANES(...)
#endif
#if XPBD_SCALAR == 32
#define PROJECT_FINELY(id, ...)                                                                                        \
  PROJECT(id, one_fine, run_one_by_one, 0, 1, __VA_ARGS__)                                                             \
  PROJECT(id, one_fine_damped, run_one_by_one, 1, 1, __VA_ARGS__)                                                      \
  PROJECT_LANES_FINELY(id, __VA_ARGS__)
#else
#define PROJECT_FINELY(...)
#endif
#define PROJECT_ALL(id, ...)                                                                                           \
  PROJECT(id, one, run_one_by_one, 0, 0, __VA_ARGS__)                                                                  \
  PROJECT(id, one_damped, run_one_by_one, 1, 0, __VA_ARGS__)                                                           \
  PROJECT_LANES(id, __VA_ARGS__)                                                                                       \
  PROJECT_FINELY(id, __VA_ARGS__)                                                                                      \
  PROJECT_COUPLED(id, __VA_ARGS__)
#define PROJECT_COUPLED(id, arity, rests, rows, alike)                                                                 \
  XPBD_PROJECT_KERNEL(id, one_coupled) {                                                                               \
    if (!XPBD_COUPLES(rows)) return 0;                                                                                 \
    return LOCAL(run_coupled)(XPBD_NAME(id), arity, rests, rows, alike, set, x, start, first, last);                   \
  }
#define XPBD_FORMULA_ENTRY(id, arity, rests, materials, rows, element, traits)                                         \
  XPBD_KERNELS_OF(id)                                                                                                  \
  PROJECT_ALL(id, arity, rests, rows, XPBD_ALIKE(traits))                                                              \
  ENERGY_LANES(id, arity, rests, rows, XPBD_ALIKE(traits))                                                             \
  /* energy-embedded Gauss-Seidel, one by one */                                                                       \
  XPBD_ENERGY_KERNEL(id, energy) {                                                                                     \
    int64_t skipped = 0;                                                                                               \
    for (int32_t j = first; j < last; j++)                                                                             \
      for (int32_t row = 0; row < (rows); row++)                                                                       \
        skipped += XPBD_NAME(project_energy_one)(XPBD_NAME(id), arity, rests, XPBD_ALIKE(traits), set, x, start,       \
                                                 energy, before, row, j);                                              \
    return skipped;                                                                                                    \
  }
/* Values and gradients of the elements of a summed constraint. Their formulas leave no division to the solver. */
#define XPBD_SUMMED_ENTRY(id, arity, rests, materials, rows, element, traits)                                          \
  XPBD_FORMULA_ENTRY(id, arity, rests, materials, rows, element, traits)                                               \
  XPBD_EVALUATE_KERNEL(id);                                                                                            \
  XPBD_EVALUATE_KERNEL(id) {                                                                                           \
    LOCAL(evaluate)(XPBD_NAME(id), arity, rests, set, sum, x, first, last);                                            \
  }
XPBD_UNIT_LINES
#undef PROJECT
#undef PROJECT_ALL
#undef PROJECT_COUPLED
#undef PROJECT_COUPLED_LANES
#undef PROJECT_LANES
#undef PROJECT_LANES_FINELY
#undef PROJECT_FINELY
#undef ENERGY_LANES
