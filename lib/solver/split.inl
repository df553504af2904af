/* Why this file exists: projects all constraints of an iteration from the same positions (Jacobi), with the kernels
 * that otherwise process one group after another. Each constraint moves its own copies of its particles. Then each
 * particle moves to the mean of its copies, added in the order of the constraints, so the order of threads does not
 * matter. Each function handles one copy or particle. No include guard: include after formula/all.h, once per
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

/* Sets copy j to the position of its particle, and to its start position if a constraint is damped. */
XPBD_INLINE void XPBD_NAME(split_one)(const XPBD_NAME(split) * split, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                      XPBD_GLOBAL const XPBD_NAME(particle) * start,
                                      XPBD_GLOBAL const XPBD_NAME(particle) * base, int32_t n, int32_t j) {
  const int32_t i = split->of[j];
  XPBD_NAME(particle) p = x[i];
  if (split->masses && i < n) p.w = p.w * (REAL)(split->first[i + 1] - split->first[i]);
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
