/* Why this file exists: Chebyshev acceleration of XPBD and Jacobi (acceleration.h). Positions and multipliers go
 * together:
 *
 *      z = omega (z - z'') + z''   for z = (x, lambda)
 *
 * with the iterate z'' before the last one. The weights add up to 1, so x - y = W G^T lambda stays where it held, and the
 * fixed point is that of the method. Accelerating positions alone, as Wang does for constraints without compliance,
 * leaves the multipliers behind and ends elsewhere. Obstacles and contacts come after it, so that nothing is pushed into
 * them. No include guard: included by cpu_body.inl, once per XPBD_SCALAR. */

/* Before the first iteration. Iterate k is in kept[k % 2]. */
static void keep_first(const WORLD *w, const xpbd_who *who) {
  RANGE(first, last, w->n);
  memcpy(w->kept + first, w->x + first, (size_t)(last - first) * sizeof *w->kept);
  REAL *kept = w->kept_lambda;
  for (int32_t s = 0; s < w->set_count; s++) {
    RANGE(from, to, w->multipliers[s]);
    memcpy(kept + from, w->sets[s].lambda + from, (size_t)(to - from) * sizeof *kept);
    kept += w->multipliers[s];
  }
}

/* After the projections of an iteration, if all multipliers together are `multipliers`. */
static void accelerate(const WORLD *w, const xpbd_who *who, int64_t multipliers, int32_t iteration, REAL omega) {
  const int which = (iteration + 1) % 2; /* has z'', and will have z */
  PARTICLE *before = w->kept + (int64_t)which * w->n;
  REAL *kept = w->kept_lambda + which * multipliers;
  RANGE(first, last, w->n);
  for (int32_t i = first; i < last; i++) {
    XPBD_NAME(whole) *x = (XPBD_NAME(whole) *)&w->x[i], *b = (XPBD_NAME(whole) *)&before[i];
    if (iteration > 0 && w->x[i].w > R(0.0)) *x = omega * (*x - *b) + *b; /* w - w is 0 */
    *b = *x;
  }
  for (int32_t s = 0; s < w->set_count; s++) {
    REAL *lambda = w->sets[s].lambda;
    RANGE(from, to, w->multipliers[s]);
    for (int32_t k = from; k < to; k++) {
      if (iteration > 0) lambda[k] = omega * (lambda[k] - kept[k]) + kept[k];
      kept[k] = lambda[k];
    }
    kept += w->multipliers[s];
  }
}
