/* Why this file exists: the projection of one constraint (XPBD, Macklin et al. 2016), written once for the scalar loop, the
 * SIMD lanes, CUDA and OpenCL. No include guard: include after formula/all.h, once per XPBD_SCALAR. */
#include "layout/fine.inl"

#ifndef XPBD_PROJECT_ONCE
#define XPBD_PROJECT_ONCE
/* Loops over the particles (numbers) of one constraint, written out with k as a constant: compilers decide too late to
 * unroll them themselves, and then neither keep the arrays in registers nor vectorise the loop around. */
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
/* A device reads the places of the particles once and stores whole records of 16 bytes: asked for them again at each
 * store, which may have changed anything, it would load them as often as it stores. A CPU would first have to put the
 * record together, and knows that its stores change no offset. */
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
/* The square of a vector. Springs have opposite gradients, whose squares are the same bits; nvcc sees that they are one number
 * only where the signs are taken off, which costs a device nothing. */
#if defined(__CUDACC__)
#define XPBD_SQUARED(a) XPBD_NAME(squared)(a)
#else
#define XPBD_SQUARED(a) V_DOT((a), (a))
#endif
/* Where the particles are, and where they were: arrays, or on a device also what finds them in the parts of a cluster. */
#if defined(__CUDACC__)
template <class T> XPBD_INLINE T *xpbd_particle_at(T *base, uint32_t bytes) {
  return (T *)((char *)base + bytes); /* not through an integer: then nobody would know which memory it is in */
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
/* Offsets are in bytes: the shift of an index costs an instruction for every particle of every projection. */
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
#endif

/* The signature of a formula in this reading. OpenCL C has no pointers to functions: there it is a place in a list, and
 * whoever includes this defines evaluate(), which looks it up; with a constant the compiler does. */
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

/* The quotient. The short way of nvcc's division leaves out a numerator of 0, which a constraint at rest has: one of them, and its
 * whole warp goes the long way. 0 / b is 0, with the same sign, for a positive b. */
XPBD_INLINE REAL XPBD_NAME(divided)(REAL a, REAL b) {
#if defined(__CUDA_ARCH__)
  const bool nothing = a == R(0.0) && b > R(0.0);
  REAL top = nothing ? R(1.0) : a;
#if defined(__NVCC__) && XPBD_SCALAR == 32
  asm("" : "+f"(top)); /* or the compiler sees that this 1 is of no use */
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
 *   dl = -(C + alpha~ lambda + gamma sum_i G_i . (x_i - start_i)) / ((1 + gamma) sum_i w_i |G_i|^2 + alpha~)
 *
 * with alpha~ = alpha / h^2 and gamma = alpha beta / h (Macklin et al. 2016, Eq. (26); alpha~ beta h in Cetinaslan's
 * ESBD paper, Eq. (5), is the same number), and particle i moves by w_i dl G_i. The formula gives g_i = s G_i, so
 *
 *   q = (s (C + alpha~ lambda) + gamma sum_i g_i . moved_i) / ((1 + gamma) sum_i w_i |g_i|^2 + alpha~ s^2)
 *   dl = -s q, x_i -= w_i q g_i
 *
 * is the same with one division; `relax` multiplies the numerator (1, or the stiffness of PBD). `moved` is the current
 * iterate minus the start of the step; for the lagged reading of the printed text, keep = 0 and start = x_{n-1} - x_n.
 * `damped` is a compile-time constant: without damping the term is not computed. fraction() returns the numerator and sets
 * *below to the denominator.
 *
 * quotient() returns q. *kept says that it may be applied: it and the denominator are finite. A denominator of 0 (all particles
 * pinned, a vanished gradient with alpha = 0, a degenerate constraint) gives no finite q either; that is nothing to do,
 * not a fault, and *skipped tells the two apart. Both are 0 or 1, as integers of the scalar's width, so that they
 * vectorise. */
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

/* f32x: the corners of element j of a set as a formula is to see them, from x, which is counted from the bases: relative to
 * corner 0, so that all digits of the element's own shape are kept. No formula depends on where its element is. */
XPBD_INLINE void XPBD_NAME(relate)(int arity, const XPBD_NAME(set) * set, int32_t j, const VEC3 *x, VEC3 *corner) {
  const VEC3 origin = XPBD_POINT(*XPBD_CONST_PARTICLE_AT(XPBD_BASE_OF(set), set->offset[0][j]));
  XPBD_EACH_PARTICLE(1, arity, {
    const VEC3 base = XPBD_POINT(*XPBD_CONST_PARTICLE_AT(XPBD_BASE_OF(set), set->offset[k][j]));
    corner[k] = V_ADD(V_SUB(base, origin), V_SUB(x[k], x[0]));
  })
  corner[0] = V_ZERO;
}

/* Positions and rest shape of element j of a summed set. What its formula gives for one element may depend on where that is, for only
 * the sum may not: in f32x all are seen from the base of the set's first corner. */
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

/* Project constraint j of a set in place. A pinned particle is never written, so two constraints of one group may share
 * it; `held` is 0 where the caller knows that none of the particles is pinned, `fine` where it knows that there are no bases.
 * Returns 1 when the projection was skipped as not finite. */
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
  /* A device goes on to the end and stores nothing: there a branch costs more than what it passes by. */
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
  return 0; /* said so, what was skipped is worked out where there is something alone: a tenth of the time of a spring */
#endif
}

#if !defined(__CUDACC__) && !defined(XPBD_OPENCL_C)
/* The same for energy-embedded Gauss-Seidel (Cetinaslan and Chaves, Alg. 1). `embedded` holds per particle |V^{k+1}|^2 -
 * |V^k|^2 as the last constraint that touched it left it, V the displacement since the start of the step; `before` per
 * constraint C at the start of the step, computed in the first sweep. eps = dKE + dPE takes part in C with `sign` theta, and
 * theta in the weight where the method is the stable one; as printed (theta = 1 in C, `weigh` = 0) the denominator misses
 * it, which is over-relaxation by 2.
 *
 * The stable one also bounds eps, by the work of G along the way of the particles since the start of the step, which is
 * what eps is where C is linear. Without a bound the part of eps in the step is theta eps G / ((1 + theta) W + alpha~), and
 * largest, theta |eps| sqrt(w / alpha~) / (2 sqrt(1 + theta)), where G is small. An energy in the place of C has C and G
 * vanish together at rest, while eps = C - C_before does not: an element that was strained by u at the start of the step and
 * is at r now is thrown by about theta u^2 / (2 (1 + theta) r). Nor does the kinetic part, in kg m^2 beside a C in m or J,
 * know of G: it throws heavy particles. With the bound no particle is moved farther by eps than
 * theta / (1 + theta) (1 + sqrt(n)) / 2 times the farthest way of the n particles (of equal mass), whatever alpha is. */
XPBD_INLINE XPBD_INT XPBD_NAME(project_energy_one)(XPBD_NAME(formula_fn) formula, int arity, int rests,
                                                   const XPBD_NAME(set) * set, XPBD_NAME(particle) * particles,
                                                   const XPBD_NAME(particle) * start, const XPBD_NAME(energy) * energy,
                                                   REAL *before, int32_t j) {
  VEC3 x[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY], moved[XPBD_MAX_ARITY], from[XPBD_MAX_ARITY];
  VEC3 corner[XPBD_MAX_ARITY], was[XPBD_MAX_ARITY];
  REAL w[XPBD_MAX_ARITY], rest[XPBD_MAX_REST], scale = R(1.0), kinetic = R(0.0);
  XPBD_EACH_PARTICLE(0, arity, {
    const XPBD_NAME(particle) p = *XPBD_CONST_PARTICLE_AT(particles, set->offset[k][j]);
    const XPBD_NAME(particle) s = *XPBD_CONST_PARTICLE_AT(start, set->offset[k][j]);
    x[k] = XPBD_NAME(v_make)(p.x, p.y, p.z);
    from[k] = XPBD_NAME(v_make)(s.x, s.y, s.z);
    moved[k] = V_SUB(x[k], from[k]);
    w[k] = p.w;
    const REAL change = energy->embedded[set->offset[k][j] / sizeof(XPBD_NAME(particle))];
    kinetic = w[k] > R(0.0) ? kinetic + R(0.5) * change / w[k] : kinetic;
  })
  XPBD_EACH_REST(0, rests, rest[k] = set->rest[k][j];)
  XPBD_EACH_PARTICLE(0, arity, corner[k] = x[k]; was[k] = from[k];)
  if (XPBD_BASE_OF(set)) {
    XPBD_NAME(relate)(arity, set, j, x, corner);
    XPBD_NAME(relate)(arity, set, j, from, was);
  }
  if (energy->first_sweep) before[j] = formula(was, rest, set->material, g, &scale);
  scale = R(1.0);
  const REAL c = formula(corner, rest, set->material, g, &scale), lambda = set->lambda[j];
  REAL residual = kinetic + (c - before[j]);
  if (energy->weigh > R(0.0)) {
    REAL work = R(0.0);
    XPBD_EACH_PARTICLE(0, arity, work = work + XPBD_ABS(V_DOT(g[k], moved[k]));)
    work = work / XPBD_ABS(scale); /* NaN, of 0 / 0, bounds nothing: without a gradient nothing is moved */
    residual = residual > work ? work : -work > residual ? -work : residual;
  }
  const REAL embedded = XPBD_FMA(energy->theta, residual, c);
  XPBD_INT kept, skipped;
  const REAL weigh = R(1.0) + energy->weigh;
  REAL heavy[XPBD_MAX_ARITY];
  XPBD_EACH_PARTICLE(0, arity, heavy[k] = weigh * w[k];)
  const REAL q = XPBD_NAME(quotient)(arity, 1, embedded, g, scale, heavy, moved, lambda, set->alpha, set->gamma, R(1.0),
                                     &kept, &skipped);
  if (!kept) return skipped;
  set->lambda[j] = XPBD_FMA(-scale, q, lambda);
  XPBD_EACH_PARTICLE(
      0, arity, if (w[k] > R(0.0)) {
        const VEC3 y = V_MADD(-(w[k] * q), g[k], x[k]), now = V_SUB(y, from[k]);
        XPBD_STORE(XPBD_PARTICLE_AT(particles, set->offset[k][j]), y, w[k]);
        energy->embedded[set->offset[k][j] / sizeof(XPBD_NAME(particle))] = V_DOT(now, now) - V_DOT(moved[k], moved[k]);
      })
  return 0;
}
#endif
