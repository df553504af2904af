/* Why this file exists: the projection of one element (XPBD, Macklin et al. 2016), written once for the scalar loop,
 * the SIMD lanes, CUDA and OpenCL. No include guard: include after formula/all.h, once per XPBD_SCALAR. */
#include "layout/fine.inl"

#ifndef XPBD_PROJECT_ONCE
#define XPBD_PROJECT_ONCE
/* Loops over the particles (numbers) of one constraint, unrolled with constant k. Compilers would unroll them too late
 * to keep the arrays in registers or to vectorise the loop around them. */
#define XPBD_AT(n, from, count, ...)                                                                                   \
  if ((n) >= (from) && (n) < (count)) {                                                                                \
    enum { k = n };                                                                                                    \
    __VA_ARGS__                                                                                                        \
  }
#define XPBD_EACH_PARTICLE(from, arity, ...)                                                                           \
  XPBD_AT(0, from, arity, __VA_ARGS__)                                                                                 \
  XPBD_AT(1, from, arity, __VA_ARGS__)                                                                                 \
  XPBD_AT(2, from, arity, __VA_ARGS__)                                                                                 \
  XPBD_AT(3, from, arity, __VA_ARGS__)
/* A device reads the offsets of the particles once and stores whole 16-byte records. Otherwise it would reload the
 * offsets after each store, which might have changed them. A CPU would first have to assemble the record, and knows
 * that its stores change no offset. */
#if defined(__CUDACC__) || defined(XPBD_OPENCL_C)
#define XPBD_PLACES(arity)                                                                                             \
  uint32_t places[XPBD_MAX_ARITY] = {0};                                                                               \
  XPBD_EACH_PARTICLE(0, arity, places[k] = set->offset[k][j];)
#define XPBD_PLACE places[k]
#else
#define XPBD_PLACES(arity)
#define XPBD_PLACE set->offset[k][j]
#endif
#if defined(__CUDACC__)
#define XPBD_STORE(to, from, mass) (*(to) = XPBD_NAME(particle){(from).x, (from).y, (from).z, (mass)})
#elif defined(XPBD_OPENCL_C)
#define XPBD_STORE(to, from, mass) (*(to) = (XPBD_NAME(particle)){(from).x, (from).y, (from).z, (mass)})
#else
#define XPBD_STORE(to, from, mass) ((to)->x = (from).x, (to)->y = (from).y, (to)->z = (from).z, (void)(mass))
#endif
/* The square of a vector. Springs have opposite gradients, whose squares are bit-identical. nvcc recognises that only
 * if the signs are removed, which costs a device nothing. */
#if defined(__CUDACC__)
#define XPBD_SQUARED(a) XPBD_NAME(squared)(a)
#else
#define XPBD_SQUARED(a) V_DOT((a), (a))
#endif
/* Current and previous positions: arrays, or on a device also accessors to the parts of a cluster. */
#if defined(__CUDACC__)
template <class T> XPBD_INLINE T *xpbd_particle_at(T *base, uint32_t bytes) {
  return (T *)((char *)base + bytes); /* an integer would hide the kind of memory from the compiler */
}
#define XPBD_FOR_ANY_PARTICLES        template <class Particles, class Starts>
#define XPBD_PARTICLES                Particles
#define XPBD_STARTS                   Starts
#define XPBD_PARTICLE_AT(base, bytes) xpbd_particle_at((base), (bytes))
#define XPBD_START_AT(base, bytes)    xpbd_particle_at((base), (bytes))
#else
#define XPBD_FOR_ANY_PARTICLES
#define XPBD_PARTICLES                XPBD_HERE XPBD_NAME(particle) *
#define XPBD_STARTS                   XPBD_GLOBAL const XPBD_NAME(particle) *
#define XPBD_START_AT(base, bytes)    XPBD_CONST_PARTICLE_AT(base, bytes)
/* Offsets are in bytes, because shifting an index costs an instruction per particle and projection. */
#define XPBD_PARTICLE_AT(base, bytes) ((XPBD_HERE XPBD_NAME(particle) *)((XPBD_HERE char *)(base) + (bytes)))
#endif
#define XPBD_CONST_PARTICLE_AT(base, bytes)                                                                            \
  ((XPBD_GLOBAL const XPBD_NAME(particle) *)((XPBD_GLOBAL const char *)(base) + (bytes)))
#define XPBD_EACH_REST(from, rests, ...)                                                                               \
  XPBD_EACH_PARTICLE(from, rests, __VA_ARGS__)                                                                         \
  XPBD_AT(4, from, rests, __VA_ARGS__)                                                                                 \
  XPBD_AT(5, from, rests, __VA_ARGS__)                                                                                 \
  XPBD_AT(6, from, rests, __VA_ARGS__)                                                                                 \
  XPBD_AT(7, from, rests, __VA_ARGS__)                                                                                 \
  XPBD_AT(8, from, rests, __VA_ARGS__)                                                                                 \
  XPBD_AT(9, from, rests, __VA_ARGS__)
/* Calls with `row` as a constant, so that a formula whose rest shape ends in it is compiled for each row. */
#define XPBD_AS_ROW(n, ...)                                                                                            \
  {                                                                                                                    \
    enum { row = n };                                                                                                  \
    __VA_ARGS__                                                                                                        \
  }
#define XPBD_FOR_ROW(number, rows, ...)                                                                                \
  if ((rows) <= 1 || (number) == 0)                                                                                    \
    XPBD_AS_ROW(0, __VA_ARGS__)                                                                                        \
  else if ((rows) <= 2 || (number) == 1)                                                                               \
    XPBD_AS_ROW(1, __VA_ARGS__)                                                                                        \
  else if ((rows) <= 3 || (number) == 2)                                                                               \
    XPBD_AS_ROW(2, __VA_ARGS__)                                                                                        \
  else if ((rows) <= 4 || (number) == 3)                                                                               \
    XPBD_AS_ROW(3, __VA_ARGS__)                                                                                        \
  else if ((rows) <= 5 || (number) == 4)                                                                               \
    XPBD_AS_ROW(4, __VA_ARGS__)                                                                                        \
  else                                                                                                                 \
    XPBD_AS_ROW(5, __VA_ARGS__)
/* Loops over the rows r of an element and over the columns s of a row, unrolled like those over particles. */
#define XPBD_AT_ROW(n, rows, ...)                                                                                      \
  if ((n) < (rows)) {                                                                                                  \
    enum { r = n };                                                                                                    \
    __VA_ARGS__                                                                                                        \
  }
#define XPBD_EACH_ROW(rows, ...)                                                                                       \
  XPBD_AT_ROW(0, rows, __VA_ARGS__)                                                                                    \
  XPBD_AT_ROW(1, rows, __VA_ARGS__)                                                                                    \
  XPBD_AT_ROW(2, rows, __VA_ARGS__)                                                                                    \
  XPBD_AT_ROW(3, rows, __VA_ARGS__)                                                                                    \
  XPBD_AT_ROW(4, rows, __VA_ARGS__)                                                                                    \
  XPBD_AT_ROW(5, rows, __VA_ARGS__)
#define XPBD_AT_COLUMN(n, from, end, ...)                                                                              \
  if ((n) >= (from) && (n) < (end)) {                                                                                  \
    enum { s = n };                                                                                                    \
    __VA_ARGS__                                                                                                        \
  }
#define XPBD_EACH_COLUMN(from, end, ...)                                                                               \
  XPBD_AT_COLUMN(0, from, end, __VA_ARGS__)                                                                            \
  XPBD_AT_COLUMN(1, from, end, __VA_ARGS__)                                                                            \
  XPBD_AT_COLUMN(2, from, end, __VA_ARGS__)                                                                            \
  XPBD_AT_COLUMN(3, from, end, __VA_ARGS__)                                                                            \
  XPBD_AT_COLUMN(4, from, end, __VA_ARGS__)                                                                            \
  XPBD_AT_COLUMN(5, from, end, __VA_ARGS__)
/* Whether the rest shapes of an element's rows differ in their last number only (XPBD_ROWS_ALIKE). */
#define XPBD_ALIKE(traits) (((traits)&XPBD_ROWS_ALIKE) != 0)
#endif

/* The signature of a formula. OpenCL C has no function pointers, so there it is an index in a list. The includer
 * defines evaluate(), which looks it up, or the compiler does for a constant. */
#undef XPBD_EVALUATE
#if defined(XPBD_OPENCL_C)
typedef int XPBD_NAME(formula_fn);
#define XPBD_EVALUATE(formula, ...) XPBD_NAME(evaluate)((formula), __VA_ARGS__)
#else
typedef REAL (*XPBD_NAME(formula_fn))(const VEC3 *x, const REAL *rest, const REAL *material, VEC3 *g, REAL *scale);
#define XPBD_EVALUATE(formula, ...) (formula)(__VA_ARGS__)
#endif

#if defined(__CUDACC__)
XPBD_INLINE REAL XPBD_NAME(squared)(VEC3 a) {
  const VEC3 b = XPBD_NAME(v_make)(XPBD_ABS(a.x), XPBD_ABS(a.y), XPBD_ABS(a.z));
  return V_DOT(b, b);
}
#endif

/* The quotient. The fast path of nvcc's division excludes a numerator of 0, which a constraint at rest has. One such
 * lane sends the whole warp to the slow path. For positive b, 0 / b is 0 with the same sign. */
XPBD_INLINE REAL XPBD_NAME(divided)(REAL a, REAL b) {
#if defined(__CUDA_ARCH__)
  const bool nothing = a == R(0.0) && b > R(0.0);
  REAL top = nothing ? R(1.0) : a;
#if defined(__NVCC__) && XPBD_SCALAR == 32
  asm("" : "+f"(top)); /* prevents the compiler from removing this 1 */
#elif defined(__NVCC__)
  asm("" : "+d"(top));
#endif
  const REAL q = top / b;
  return nothing ? a : q;
#else
  return a / b;
#endif
}

/* The change of the multiplier is
 *
 *      dl = -(C + alpha~ lambda + gamma sum_i G_i . (x_i - start_i)) / ((1 + gamma) sum_i w_i |G_i|^2 + alpha~)
 *
 * with alpha~ = alpha / h^2 and gamma = alpha beta / h (Macklin et al. 2016, Eq. (26); alpha~ beta h in Cetinaslan's
 * ESBD paper, Eq. (5), is the same number). Particle i moves by w_i dl G_i. The formula gives g_i = s G_i, so
 *
 *      q = (s (C + alpha~ lambda) + gamma sum_i g_i . moved_i) / ((1 + gamma) sum_i w_i |g_i|^2 + alpha~ s^2)
 *      dl = -s q, x_i -= w_i q g_i
 *
 * is the same with one division. `relax` multiplies the numerator (1, or the stiffness of PBD). `moved` is the current
 * iterate minus the start of the step. For lagged damping as printed, keep = 0 and start = x_{n-1} - x_n. `damped` is a
 * compile-time constant: without damping the term is not computed. fraction() returns the numerator and sets *below to
 * the denominator.
 *
 * quotient() returns q. *kept says that it may be applied: it and the denominator are finite. A denominator of 0 (all
 * particles pinned, a vanished gradient with alpha = 0, a degenerate constraint) also gives no finite q. Then there is
 * nothing to do, which is not a fault. *skipped is 1 only for a fault. Both are 0 or 1, as integers of the scalar's
 * width, so that they vectorise. */
XPBD_INLINE REAL XPBD_NAME(fraction)(int arity, int damped, REAL c, const VEC3 *g, REAL scale, const REAL *w,
                                     const VEC3 *moved, REAL lambda, REAL alpha, REAL gamma, REAL relax, REAL *below) {
  REAL numerator = scale * XPBD_FMA(alpha, lambda, c);
  REAL denominator = alpha * (scale * scale);
  if (damped) {
    const REAL more = R(1.0) + gamma;
    REAL rate = V_DOT(g[0], moved[0]);
    XPBD_EACH_PARTICLE(1, arity, rate = rate + V_DOT(g[k], moved[k]);)
    numerator = XPBD_FMA(gamma, rate, numerator);
    XPBD_EACH_PARTICLE(0, arity, denominator = XPBD_FMA(more * w[k], XPBD_SQUARED(g[k]), denominator);)
  } else {
    XPBD_EACH_PARTICLE(0, arity, denominator = XPBD_FMA(w[k], XPBD_SQUARED(g[k]), denominator);)
  }
  *below = denominator;
  return relax * numerator;
}
XPBD_INLINE REAL XPBD_NAME(quotient)(int arity, int damped, REAL c, const VEC3 *g, REAL scale, const REAL *w,
                                     const VEC3 *moved, REAL lambda, REAL alpha, REAL gamma, REAL relax, XPBD_INT *kept,
                                     XPBD_INT *skipped) {
  REAL denominator;
  const REAL numerator =
      XPBD_NAME(fraction)(arity, damped, c, g, scale, w, moved, lambda, alpha, gamma, relax, &denominator);
  const REAL q = XPBD_NAME(divided)(numerator, denominator);
  *kept = XPBD_HUGE > denominator + XPBD_ABS(q); /* false for infinities and NaN in either */
  *skipped = !*kept && denominator != R(0.0);
  return q;
}

/* f32x: converts the corners of element j of a set from x, which is relative to the bases, to positions relative to
 * corner 0. This keeps all digits of the element's shape. No formula depends on where its element is. */
XPBD_INLINE void XPBD_NAME(relate)(int arity, const XPBD_NAME(set) * set, int32_t j, const VEC3 *x, VEC3 *corner) {
  const VEC3 origin = XPBD_POINT(*XPBD_CONST_PARTICLE_AT(XPBD_BASE_OF(set), set->offset[0][j]));
  XPBD_EACH_PARTICLE(1, arity, {
    const VEC3 base = XPBD_POINT(*XPBD_CONST_PARTICLE_AT(XPBD_BASE_OF(set), set->offset[k][j]));
    corner[k] = V_ADD(V_SUB(base, origin), V_SUB(x[k], x[0]));
  })
  corner[0] = V_ZERO;
}

/* Positions and rest shape of element j of a summed set. Only the sum must be independent of position. The value of a
 * single element may depend on it, so in f32x all are relative to the base of the set's first corner. */
XPBD_INLINE void XPBD_NAME(load_element)(int arity, int rests, const XPBD_NAME(set) * set,
                                         XPBD_GLOBAL const XPBD_NAME(particle) * particles, int32_t j, VEC3 *x,
                                         REAL *rest) {
  XPBD_EACH_PARTICLE(0, arity, x[k] = XPBD_POINT(*XPBD_CONST_PARTICLE_AT(particles, set->offset[k][j]));)
  if (XPBD_BASE_OF(set)) {
    const VEC3 origin = XPBD_POINT(*XPBD_CONST_PARTICLE_AT(XPBD_BASE_OF(set), set->offset[0][0]));
    XPBD_EACH_PARTICLE(0, arity, {
      const VEC3 base = XPBD_POINT(*XPBD_CONST_PARTICLE_AT(XPBD_BASE_OF(set), set->offset[k][j]));
      x[k] = V_ADD(V_SUB(base, origin), x[k]);
    })
  }
  XPBD_EACH_REST(0, rests, rest[k] = set->rest[k][j];)
}

/* Projects element j of a set of one row, in place. A pinned particle is never written, so two constraints of one group
 * may share it. `held` is 0 if the caller knows that no particle is pinned, `fine` if it knows that there are no bases.
 * Returns 1 if the projection was skipped as not finite. */
XPBD_FOR_ANY_PARTICLES
XPBD_INLINE XPBD_INT XPBD_NAME(project_one)(XPBD_NAME(formula_fn) formula, int arity, int rests, int damped, int held,
                                            int fine, const XPBD_NAME(set) * set, XPBD_PARTICLES particles,
                                            XPBD_STARTS start, int32_t j) {
  VEC3 x[XPBD_MAX_ARITY], corner[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY], moved[XPBD_MAX_ARITY];
  REAL w[XPBD_MAX_ARITY], rest[XPBD_MAX_REST];
  XPBD_PLACES(arity)
  XPBD_EACH_PARTICLE(0, arity, {
    const XPBD_NAME(particle) p = *XPBD_PARTICLE_AT(particles, XPBD_PLACE);
    x[k] = XPBD_NAME(v_make)(p.x, p.y, p.z);
    w[k] = p.w;
    if (damped) {
      const XPBD_NAME(particle) s = *XPBD_START_AT(start, XPBD_PLACE);
      moved[k] = V_MADD(set->keep, x[k], XPBD_NAME(v_make)(-s.x, -s.y, -s.z));
    }
  })
  if (fine && XPBD_BASE_OF(set)) {
    XPBD_NAME(relate)(arity, set, j, x, corner);
  } else {
    XPBD_EACH_PARTICLE(0, arity, corner[k] = x[k];)
  }
  XPBD_EACH_REST(0, rests, rest[k] = set->rest[k][j];)
  REAL scale = R(1.0);
  const REAL c = XPBD_EVALUATE(formula, corner, rest, set->material, g, &scale);
  const REAL lambda = set->lambda[j];
  XPBD_INT kept, skipped;
  const REAL q = XPBD_NAME(quotient)(arity, damped, c, g, scale, w, moved, lambda, set->alpha, set->gamma, set->relax,
                                     &kept, &skipped);
  /* A device continues and stores nothing, because a branch would cost more than it saves. */
#if !defined(__CUDACC__)
  if (__builtin_expect(!kept, 0)) return skipped;
#endif
  set->lambda[j] = kept ? XPBD_FMA(-scale, q, lambda) : lambda;
  VEC3 y[XPBD_MAX_ARITY];
  XPBD_EACH_PARTICLE(0, arity, y[k] = V_MADD(-(w[k] * q), g[k], x[k]);)
  XPBD_EACH_PARTICLE(
      0, arity, if (kept & (!held || w[k] > R(0.0))) {
        XPBD_HERE XPBD_NAME(particle) *const to = XPBD_PARTICLE_AT(particles, XPBD_PLACE);
        XPBD_STORE(to, y[k], w[k]);
      })
#if defined(__CUDACC__)
  return skipped;
#else
  return 0; /* a constant, so `skipped` is computed only in the rare branch: a tenth of the time of a spring */
#endif
}

/* The same for an element of several rows. They are projected one after another, each from where the one before left
 * the particles. Returns how many projections were skipped. */
XPBD_FOR_ANY_PARTICLES
XPBD_INLINE XPBD_INT XPBD_NAME(project_rows)(XPBD_NAME(formula_fn) formula, int arity, int rests, int rows, int alike,
                                             int damped, int held, int fine, const XPBD_NAME(set) * set,
                                             XPBD_PARTICLES particles, XPBD_STARTS start, int32_t j) {
  VEC3 x[XPBD_MAX_ARITY], back[XPBD_MAX_ARITY];
  VEC3 apart[XPBD_MAX_ARITY] = {{R(0.0), R(0.0), R(0.0)}};
  REAL w[XPBD_MAX_ARITY], rest[XPBD_MAX_REST];
  XPBD_INT lost = 0;
  XPBD_PLACES(arity)
  XPBD_EACH_PARTICLE(0, arity, {
    const XPBD_NAME(particle) p = *XPBD_PARTICLE_AT(particles, XPBD_PLACE);
    x[k] = XPBD_NAME(v_make)(p.x, p.y, p.z);
    w[k] = p.w;
    if (damped) {
      const XPBD_NAME(particle) s = *XPBD_START_AT(start, XPBD_PLACE);
      back[k] = XPBD_NAME(v_make)(-s.x, -s.y, -s.z);
    }
  })
  if (fine && XPBD_BASE_OF(set)) { /* as in relate() */
    const VEC3 origin = XPBD_POINT(*XPBD_CONST_PARTICLE_AT(XPBD_BASE_OF(set), set->offset[0][j]));
    XPBD_EACH_PARTICLE(1, arity, {
      const VEC3 base = XPBD_POINT(*XPBD_CONST_PARTICLE_AT(XPBD_BASE_OF(set), set->offset[k][j]));
      apart[k] = V_SUB(base, origin);
    })
  }
  if (alike) XPBD_EACH_REST(0, rests - 1, rest[k] = set->rest[k][j];)
  for (int32_t number = set->row; number < set->row + set->rows; number++) {
    VEC3 corner[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY], moved[XPBD_MAX_ARITY];
    const int64_t at = (int64_t)number * set->padded + j;
    if (fine && XPBD_BASE_OF(set)) {
      XPBD_EACH_PARTICLE(1, arity, corner[k] = V_ADD(apart[k], V_SUB(x[k], x[0]));)
      corner[0] = V_ZERO;
    } else {
      XPBD_EACH_PARTICLE(0, arity, corner[k] = x[k];)
    }
    if (damped) XPBD_EACH_PARTICLE(0, arity, moved[k] = V_MADD(set->keep, x[k], back[k]);)
    REAL scale = R(1.0), c = R(0.0);
    if (alike) {
      XPBD_FOR_ROW(number, rows, rest[(rests)-1] = (REAL)row;
                   c = XPBD_EVALUATE(formula, corner, rest, set->material, g, &scale);)
    } else {
      XPBD_EACH_REST(0, rests, rest[k] = set->rest[k][at];)
      c = XPBD_EVALUATE(formula, corner, rest, set->material, g, &scale);
    }
    const REAL lambda = set->lambda[at];
    XPBD_INT kept, skipped;
    const REAL q = XPBD_NAME(quotient)(arity, damped, c, g, scale, w, moved, lambda, set->alpha, set->gamma, set->relax,
                                       &kept, &skipped);
    set->lambda[at] = kept ? XPBD_FMA(-scale, q, lambda) : lambda;
    XPBD_EACH_PARTICLE(0, arity, {
      const VEC3 y = V_MADD(-(w[k] * q), g[k], x[k]);
      x[k].x = kept ? y.x : x[k].x;
      x[k].y = kept ? y.y : x[k].y;
      x[k].z = kept ? y.z : x[k].z;
    })
    lost += skipped;
  }
  XPBD_EACH_PARTICLE(
      0, arity, if (!held || w[k] > R(0.0)) {
        XPBD_HERE XPBD_NAME(particle) *const to = XPBD_PARTICLE_AT(particles, XPBD_PLACE);
        XPBD_STORE(to, x[k], w[k]);
      })
  return lost;
}

/* The values and gradients of all rows of an element, for a projection that couples them. */
typedef struct XPBD_NAME(block) {
  REAL c[XPBD_MAX_ROWS], scale[XPBD_MAX_ROWS], lambda[XPBD_MAX_ROWS];
  VEC3 g[XPBD_MAX_ROWS][XPBD_MAX_ARITY];
  REAL q[XPBD_MAX_ROWS]; /* the result */
} XPBD_NAME(block);

/* Solves the rows of an element together (XPBD_SOLVE_COUPLED). As in quotient(), g_r = s_r G_r and dl_r = -s_r q_r:
 *
 *      sum_s ((1 + gamma) sum_i w_i g_ri . g_si + [r = s] alpha~ s_r^2) q_s = s_r (C_r + alpha~ lambda_r) + gamma sum_i
 *      g_ri . moved_i
 *
 * The matrix is symmetric and not negative. It is factorised as L D L^T in the order of the rows, without exchanges. The
 * pivot D_r is the diagonal entry times the squared sine of the angle between row r and the rows before it. If that is
 * below XPBD_BLIND, or the row is not finite, then q_r = 0 and the others are solved without it. The result is finite,
 * or *kept is 0. Returns how many rows were lost because they are not finite. */
XPBD_INLINE XPBD_INT XPBD_NAME(couple)(int arity, int rows, const REAL *w, const VEC3 *moved, REAL alpha, REAL gamma,
                                       REAL relax, XPBD_NAME(block) * b, XPBD_INT *kept) {
  REAL lower[XPBD_MAX_ROWS][XPBD_MAX_ROWS], inverse[XPBD_MAX_ROWS] = {0}, sum = R(0.0);
  XPBD_INT lost = 0;
  const REAL more = R(1.0) + gamma;
  XPBD_EACH_ROW(rows, {
    REAL right = b->scale[r] * XPBD_FMA(alpha, b->lambda[r], b->c[r]), rate = R(0.0);
    XPBD_EACH_PARTICLE(0, arity, rate = rate + V_DOT(b->g[r][k], moved[k]);)
    right = relax * XPBD_FMA(gamma, rate, right);
    XPBD_EACH_COLUMN(0, r + 1, {
      REAL entry = (int)s == (int)r ? alpha * (b->scale[r] * b->scale[r]) : R(0.0);
      XPBD_EACH_PARTICLE(0, arity, entry = XPBD_FMA(more * w[k], V_DOT(b->g[r][k], b->g[s][k]), entry);)
      lower[r][s] = entry;
    })
    const REAL whole = lower[r][r];
    const XPBD_INT sound = XPBD_HUGE > whole + XPBD_ABS(right); /* false for infinities and NaN in either */
    /* column by column: row r of L times D, then of L */
    XPBD_EACH_COLUMN(0, r, {
      REAL entry = lower[r][s];
      for (int t = 0; t < s; t++) entry = XPBD_FMA(-lower[r][t], lower[s][t], entry);
      lower[r][s] = inverse[s] > R(0.0) ? entry : R(0.0); /* nothing of a row that is left out */
    })
    REAL pivot = whole;
    XPBD_EACH_COLUMN(0, r, {
      const REAL times_pivot = lower[r][s];
      lower[r][s] = times_pivot * inverse[s];
      pivot = XPBD_FMA(-times_pivot, lower[r][s], pivot);
      right = XPBD_FMA(-lower[r][s], b->q[s], right);
    })
    const XPBD_INT stands = sound & (pivot > XPBD_BLIND * whole);
    inverse[r] = stands ? R(1.0) / pivot : R(0.0);
    XPBD_EACH_COLUMN(0, r, lower[r][s] = stands ? lower[r][s] : R(0.0);)
    b->q[r] = stands ? right : R(0.0);
    lost += !sound;
  })
  XPBD_EACH_ROW(rows, b->q[r] = b->q[r] * inverse[r];)
  for (int r = rows - 2; r >= 0; r--)
    for (int t = r + 1; t < rows; t++) b->q[r] = XPBD_FMA(-lower[t][r], b->q[t], b->q[r]);
  XPBD_EACH_ROW(rows, sum = sum + XPBD_ABS(b->q[r]);)
  *kept = XPBD_HUGE > sum;
  return *kept ? lost : rows;
}

/* Projects an element of several rows by couple(). The same as project_rows() otherwise. */
XPBD_FOR_ANY_PARTICLES
XPBD_INLINE XPBD_INT XPBD_NAME(project_coupled)(XPBD_NAME(formula_fn) formula, int arity, int rests, int rows,
                                                int alike, int held, int fine, const XPBD_NAME(set) * set,
                                                XPBD_PARTICLES particles, XPBD_STARTS start, int32_t j) {
  VEC3 x[XPBD_MAX_ARITY], corner[XPBD_MAX_ARITY], moved[XPBD_MAX_ARITY];
  REAL w[XPBD_MAX_ARITY] = {0}, rest[XPBD_MAX_REST];
  XPBD_NAME(block) b;
  XPBD_PLACES(arity)
  XPBD_EACH_PARTICLE(0, arity, {
    const XPBD_NAME(particle) p = *XPBD_PARTICLE_AT(particles, XPBD_PLACE);
    const XPBD_NAME(particle) s = *XPBD_START_AT(start, XPBD_PLACE);
    x[k] = XPBD_NAME(v_make)(p.x, p.y, p.z);
    w[k] = p.w;
    moved[k] = V_MADD(set->keep, x[k], XPBD_NAME(v_make)(-s.x, -s.y, -s.z));
  })
  if (fine && XPBD_BASE_OF(set)) {
    XPBD_NAME(relate)(arity, set, j, x, corner);
  } else {
    XPBD_EACH_PARTICLE(0, arity, corner[k] = x[k];)
  }
  if (alike) XPBD_EACH_REST(0, rests - 1, rest[k] = set->rest[k][j];)
  XPBD_EACH_ROW(rows, {
    const int64_t at = (int64_t)r * set->padded + j;
    if (alike) {
      rest[rests - 1] = (REAL)r;
    } else {
      XPBD_EACH_REST(0, rests, rest[k] = set->rest[k][at];)
    }
    b.scale[r] = R(1.0);
    b.c[r] = XPBD_EVALUATE(formula, corner, rest, set->material, b.g[r], &b.scale[r]);
    b.lambda[r] = set->lambda[at];
  })
  XPBD_INT kept;
  const XPBD_INT lost = XPBD_NAME(couple)(arity, rows, w, moved, set->alpha, set->gamma, set->relax, &b, &kept);
  XPBD_EACH_ROW(rows, {
    const REAL next = XPBD_FMA(-b.scale[r], b.q[r], b.lambda[r]);
    set->lambda[(int64_t)r * set->padded + j] = (kept & (b.q[r] != R(0.0))) ? next : b.lambda[r];
  })
  XPBD_EACH_PARTICLE(0, arity, {
    VEC3 y = x[k]; /* a row that is left out may have a gradient that is not finite, and moves nothing */
    XPBD_EACH_ROW(rows, {
      const REAL by = -(w[k] * b.q[r]);
      y = b.q[r] != R(0.0) ? V_MADD(by, b.g[r][k], y) : y;
    })
    if (kept & (!held || w[k] > R(0.0))) {
      XPBD_HERE XPBD_NAME(particle) *const to = XPBD_PARTICLE_AT(particles, XPBD_PLACE);
      XPBD_STORE(to, y, w[k]);
    }
  })
  return lost;
}

/* Projects an element of one row or of several, coupled or not, as its set says. */
XPBD_FOR_ANY_PARTICLES
XPBD_INLINE XPBD_INT XPBD_NAME(project_element)(XPBD_NAME(formula_fn) formula, int arity, int rests, int rows,
                                                int alike, int damped, int held, int fine, const XPBD_NAME(set) * set,
                                                XPBD_PARTICLES particles, XPBD_STARTS start, int32_t j) {
  if (rows == 1) return XPBD_NAME(project_one)(formula, arity, rests, damped, held, fine, set, particles, start, j);
  if (set->coupled)
    return XPBD_NAME(project_coupled)(formula, arity, rests, rows, alike, held, fine, set, particles, start, j);
  return XPBD_NAME(project_rows)(formula, arity, rests, rows, alike, damped, held, fine, set, particles, start, j);
}

#if !defined(__CUDACC__) && !defined(XPBD_OPENCL_C)
/* One row of an element for energy-embedded Gauss-Seidel (Cetinaslan and Chaves, Alg. 1). `embedded` holds |V^{k+1}|^2 -
 * |V^k|^2 per particle as its last constraint left it, with V the displacement since the start of the step. `before`
 * holds C at the start of the step per constraint, computed in the first iteration. eps = dKE + dPE enters C with
 * `sign` theta, and theta enters the weight in the stable method. As printed (theta = 1 in C, `weigh` = 0) the
 * denominator lacks it, which is over-relaxation by 2.
 *
 * The stable method also bounds eps by the work of G along the particles' path since the start of the step, which
 * equals eps where C is linear. Without a bound, eps contributes theta eps G / ((1 + theta) W + alpha~) to the step.
 * The maximum, theta |eps| sqrt(w / alpha~) / (2 sqrt(1 + theta)), is where G is small. If C is an energy, C and G
 * vanish together at rest, but eps = C - C_before does not. An element strained by u at the start of the step and by r
 * now is displaced by about theta u^2 / (2 (1 + theta) r). The kinetic part, in kg m^2 beside a C in m or J, does not
 * depend on G either, and displaces heavy particles. With the bound, eps moves no particle farther than theta / (1 +
 * theta) (1 + sqrt(n)) / 2 times the longest path of the n particles (of equal mass), for any alpha.
 *
 * energy_quotient() returns q as quotient() does. `change` is what `embedded` holds for the particles, `moved` their
 * displacement. */
XPBD_INLINE REAL XPBD_NAME(energy_quotient)(XPBD_NAME(formula_fn) formula, int arity, const XPBD_NAME(set) * set,
                                            const XPBD_NAME(energy) * energy, const VEC3 *corner, const VEC3 *moved,
                                            const REAL *w, const REAL *change, const REAL *rest, REAL before,
                                            REAL lambda, VEC3 *g, REAL *scale, XPBD_INT *kept, XPBD_INT *skipped) {
  REAL kinetic = R(0.0), work = R(0.0), heavy[XPBD_MAX_ARITY];
  XPBD_EACH_PARTICLE(0, arity, kinetic = w[k] > R(0.0) ? kinetic + R(0.5) * change[k] / w[k] : kinetic;)
  *scale = R(1.0);
  const REAL c = formula(corner, rest, set->material, g, scale), weigh = R(1.0) + energy->weigh;
  XPBD_EACH_PARTICLE(0, arity, work = work + XPBD_ABS(V_DOT(g[k], moved[k]));)
  work = work / XPBD_ABS(*scale); /* NaN, from 0 / 0, bounds nothing, but without a gradient nothing moves */
  const REAL free_residual = kinetic + (c - before);
  const REAL bounded = free_residual > work ? work : -work > free_residual ? -work : free_residual;
  const REAL embedded = XPBD_FMA(energy->theta, energy->weigh > R(0.0) ? bounded : free_residual, c);
  XPBD_EACH_PARTICLE(0, arity, heavy[k] = weigh * w[k];)
  return XPBD_NAME(quotient)(arity, 1, embedded, g, *scale, heavy, moved, lambda, set->alpha, set->gamma, R(1.0), kept,
                             skipped);
}
XPBD_INLINE XPBD_INT XPBD_NAME(project_energy_one)(XPBD_NAME(formula_fn) formula, int arity, int rests, int alike,
                                                   const XPBD_NAME(set) * set, XPBD_NAME(particle) * particles,
                                                   const XPBD_NAME(particle) * start, const XPBD_NAME(energy) * energy,
                                                   REAL *before, int32_t row, int32_t j) {
  const int64_t at = (int64_t)row * set->padded + j;
  VEC3 x[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY], moved[XPBD_MAX_ARITY], from[XPBD_MAX_ARITY];
  VEC3 corner[XPBD_MAX_ARITY], was[XPBD_MAX_ARITY];
  REAL w[XPBD_MAX_ARITY], change[XPBD_MAX_ARITY], rest[XPBD_MAX_REST], scale = R(1.0);
  XPBD_EACH_PARTICLE(0, arity, {
    const XPBD_NAME(particle) p = *XPBD_CONST_PARTICLE_AT(particles, set->offset[k][j]);
    const XPBD_NAME(particle) s = *XPBD_CONST_PARTICLE_AT(start, set->offset[k][j]);
    x[k] = XPBD_NAME(v_make)(p.x, p.y, p.z);
    from[k] = XPBD_NAME(v_make)(s.x, s.y, s.z);
    moved[k] = V_SUB(x[k], from[k]);
    w[k] = p.w;
    change[k] = energy->embedded[set->offset[k][j] / sizeof(XPBD_NAME(particle))];
  })
  if (alike) {
    XPBD_EACH_REST(0, rests - 1, rest[k] = set->rest[k][j];)
    rest[rests - 1] = (REAL)row;
  } else {
    XPBD_EACH_REST(0, rests, rest[k] = set->rest[k][at];)
  }
  XPBD_EACH_PARTICLE(0, arity, corner[k] = x[k]; was[k] = from[k];)
  if (XPBD_BASE_OF(set)) {
    XPBD_NAME(relate)(arity, set, j, x, corner);
    XPBD_NAME(relate)(arity, set, j, from, was);
  }
  if (energy->first_sweep) before[at] = formula(was, rest, set->material, g, &scale);
  const REAL lambda = set->lambda[at];
  XPBD_INT kept, skipped;
  const REAL q = XPBD_NAME(energy_quotient)(formula, arity, set, energy, corner, moved, w, change, rest, before[at],
                                            lambda, g, &scale, &kept, &skipped);
  if (!kept) return skipped;
  set->lambda[at] = XPBD_FMA(-scale, q, lambda);
  XPBD_EACH_PARTICLE(
      0, arity, if (w[k] > R(0.0)) {
        const VEC3 y = V_MADD(-(w[k] * q), g[k], x[k]), now = V_SUB(y, from[k]);
        XPBD_STORE(XPBD_PARTICLE_AT(particles, set->offset[k][j]), y, w[k]);
        energy->embedded[set->offset[k][j] / sizeof(XPBD_NAME(particle))] = V_DOT(now, now) - V_DOT(moved[k], moved[k]);
      })
  return 0;
}
#endif
