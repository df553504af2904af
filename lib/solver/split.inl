/* Why this file exists: projects all constraints of an iteration from the same positions (Jacobi), with the kernels
 * that otherwise process one group after another. Each constraint moves its own copies of its particles. Then each
 * particle moves to the mean of its copies, added in the order of the constraints, so the order of threads does not
 * matter. No include guard: include after formula/all.h, once per
 * XPBD_SCALAR.
 *
 * jacobi splits the mass: each of the n copies of a particle has an n-th of it. The copies move by n w g dl, and their
 * mean by
 *
 *      dx = w sum g dl   (dx = M^-1 grad C^T dlambda)
 *
 * with dl the change of the multipliers. So multipliers and positions stay consistent, the fixed point is that of
 * Gauss-Seidel, and momentum is conserved. jacobi-mean gives each copy the whole mass, as printed for game engines.
 * Then the mean is dx = w / n sum g dl, and the two ends of a constraint get different parts of the same push. */

/* The inverse mass of copy j of a particle whose own is w. */
XPBD_INLINE REAL XPBD_NAME(split_mass)(const XPBD_NAME(split) * split, REAL w, int32_t n, int32_t j) {
  const int32_t i = split->of[j];
  return split->masses && i < n ? w * (REAL)(split->first[i + 1] - split->first[i]) : w;
}

#if defined(__CUDACC__) || defined(XPBD_OPENCL_C)
/* Sets copy j to the position of its particle, and to its start position if a constraint is damped. */
XPBD_INLINE void XPBD_NAME(split_one)(const XPBD_NAME(split) * split, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                      XPBD_GLOBAL const XPBD_NAME(particle) * start,
                                      XPBD_GLOBAL const XPBD_NAME(particle) * base, int32_t n, int32_t j) {
  const int32_t i = split->of[j];
  XPBD_NAME(particle) p = x[i];
  p.w = XPBD_NAME(split_mass)(split, p.w, n, j);
  split->x[j] = p;
  if (split->start) split->start[j] = start[i];
  if (split->base) split->base[j] = base[i];
}

/* Moves particle i to the mean of its copies. */
XPBD_INLINE void XPBD_NAME(unite_one)(const XPBD_NAME(split) * split, XPBD_GLOBAL XPBD_NAME(particle) * x, int32_t i) {
  const int32_t first = split->first[i], last = split->first[i + 1];
  if (first == last || !(x[i].w > R(0.0))) return;
  const VEC3 p = XPBD_NAME(v_make)(x[i].x, x[i].y, x[i].z);
  VEC3 sum = V_ZERO;
  for (int32_t k = first; k < last; k++) {
    const XPBD_NAME(particle) copy = split->x[split->copies[k]];
    sum = V_ADD(sum, V_SUB(XPBD_NAME(v_make)(copy.x, copy.y, copy.z), p));
  }
  const VEC3 y = V_MADD(split->share / (REAL)(last - first), sum, p);
  x[i].x = y.x, x[i].y = y.y, x[i].z = y.z;
}
#else
/* A CPU copies and adds whole records. Copies keep their inverse masses, which are set once. */
typedef REAL XPBD_NAME(whole) __attribute__((vector_size(sizeof(XPBD_NAME(particle))), may_alias));
typedef XPBD_INT XPBD_NAME(whole_bits) __attribute__((vector_size(sizeof(XPBD_NAME(particle))), may_alias));

/* Copies first .. last - 1. All pointers are in registers: a compiler must assume that a copy overwrites the others. */
XPBD_INLINE void XPBD_NAME(split_some)(const XPBD_NAME(split) * split, const XPBD_NAME(particle) * x,
                                       const XPBD_NAME(particle) * start, const XPBD_NAME(particle) * base,
                                       int32_t first, int32_t last) {
  typedef XPBD_NAME(whole_bits) bits;
  const bits mass = {0, 0, 0, -1}, *const from = (const bits *)x;
  const int32_t *const of = split->of;
  bits *const to = (bits *)split->x;
  for (int32_t j = first; j < last; j++) to[j] = (to[j] & mass) | (from[of[j]] & ~mass);
  if (split->start)
    for (int32_t j = first; j < last; j++) split->start[j] = start[of[j]];
  if (split->base)
    for (int32_t j = first; j < last; j++) split->base[j] = base[of[j]];
}

XPBD_INLINE void XPBD_NAME(unite_one)(const XPBD_NAME(split) * split, XPBD_NAME(particle) * x, int32_t i) {
  const int32_t first = split->first[i], last = split->first[i + 1];
  if (first == last || !(x[i].w > R(0.0))) return;
  const XPBD_NAME(whole) p = *(const XPBD_NAME(whole) *)&x[i], *const copy = (const XPBD_NAME(whole) *)split->x;
  XPBD_NAME(whole) sum = {R(0.0)};
  for (int32_t k = first; k < last; k++) sum = sum + (copy[split->copies[k]] - p);
  const REAL share = split->share / (REAL)(last - first);
  x[i].x = XPBD_FMA(share, sum[0], p[0]), x[i].y = XPBD_FMA(share, sum[1], p[1]),
  x[i].z = XPBD_FMA(share, sum[2], p[2]);
}
#endif
