/* Why this file exists: energy density and stress of a triangle's materials, as in energy_tet.h. Included by shared.h.
 *
 * Each function takes the columns of F (a, b; 3x2) and the material E [N/m], nu [1]. It sets p [2] to the columns of P
 * = dPsi/dF [N/m] and returns Psi [J/m^2]. *shaped is 1, or 0 where a collapsed triangle has no normal. */

/* Lame's constants in plane stress. */
XPBD_INLINE void XPBD_NAME(lame_sheet)(const REAL *material, REAL *mu, REAL *lambda) {
  const REAL e = material[0], nu = material[1];
  *mu = e / (R(2.0) * (R(1.0) + nu));
  *lambda = e * nu / ((R(1.0) + nu) * (R(1.0) - nu));
}

/* The gradients from A and the columns of P. */
XPBD_INLINE void XPBD_NAME(spread_stress_triangle)(const VEC3 *p, const REAL *rest, VEC3 *g) {
  XPBD_NAME(spread_pair_triangle)(V_SCALE(rest[4], p[0]), rest, V_SCALE(rest[4], p[1]), rest + 2, g);
}

/* mu e:e + lambda/2 tr^2 e, e = (U + U^T)/2 - 1, F = Q U, U = ((length, sheared), (0, height)): the frame of the first
 * column and the normal. */
XPBD_INLINE REAL XPBD_NAME(linear_energy_triangle)(VEC3 a, VEC3 b, const REAL *material, VEC3 *p, REAL *shaped) {
  REAL mu, lambda;
  XPBD_NAME(lame_sheet)(material, &mu, &lambda);
  const VEC3 n = V_CROSS(a, b);
  const REAL aa = V_DOT(a, a), nn = V_DOT(n, n), length = XPBD_SQRT(aa), area = XPBD_SQRT(nn);
  *shaped = XPBD_SELECT_GT(nn, XPBD_TINY, XPBD_SELECT_GT(aa, XPBD_TINY, R(1.0), R(0.0)), R(0.0));
  const REAL by_length = XPBD_SELECT_GT(*shaped, R(0.5), R(1.0) / length, R(0.0));
  const REAL by_area = XPBD_SELECT_GT(*shaped, R(0.5), R(1.0) / area, R(0.0));
  const VEC3 along = V_SCALE(by_length, a), across = V_SCALE(by_length * by_area, V_CROSS(n, a));
  const REAL sheared = V_DOT(a, b) * by_length, height = area * by_length;
  const REAL xx = length - R(1.0), yy = height - R(1.0), xy = R(0.5) * sheared;
  const REAL two = R(2.0) * mu, pressure = lambda * (xx + yy);
  const REAL sxx = XPBD_FMA(two, xx, pressure), syy = XPBD_FMA(two, yy, pressure), sxy = two * xy;
  const REAL turn = (sxy * height - syy * sheared) * by_length; /* the part from turning the frame with a */
  p[0] = V_MADD(turn, across, V_SCALE(sxx, along));
  p[1] = V_MADD(syy, across, V_SCALE(sxy, along));
  const REAL square = xx * xx + yy * yy + R(2.0) * (xy * xy);
  return XPBD_FMA(mu, square, R(0.5) * pressure * (xx + yy));
}

/* mu G:G + lambda/2 tr^2 G, G = (F^T F - 1)/2. */
XPBD_INLINE REAL XPBD_NAME(stvk_energy_triangle)(VEC3 a, VEC3 b, const REAL *material, VEC3 *p, REAL *shaped) {
  REAL mu, lambda;
  XPBD_NAME(lame_sheet)(material, &mu, &lambda);
  const REAL xx = R(0.5) * (V_DOT(a, a) - R(1.0)), yy = R(0.5) * (V_DOT(b, b) - R(1.0)), xy = R(0.5) * V_DOT(a, b);
  const REAL two = R(2.0) * mu, pressure = lambda * (xx + yy);
  const REAL sxx = XPBD_FMA(two, xx, pressure), syy = XPBD_FMA(two, yy, pressure), sxy = two * xy;
  p[0] = V_MADD(sxy, b, V_SCALE(sxx, a));
  p[1] = V_MADD(syy, b, V_SCALE(sxy, a));
  *shaped = R(1.0);
  const REAL square = xx * xx + yy * yy + R(2.0) * (xy * xy);
  return XPBD_FMA(mu, square, R(0.5) * pressure * (xx + yy));
}

/* I1 - 2 J without the cancellation at rest: with U as above it is (length - height)^2 + sheared^2. */
XPBD_INLINE REAL XPBD_NAME(excess_triangle)(VEC3 a, VEC3 b, REAL j) {
  const REAL aa = V_DOT(a, a), ab = V_DOT(a, b), apart = aa - j;
  const REAL near = XPBD_FMA(apart, apart, ab * ab) / aa;
  return XPBD_SELECT_GT(aa, R(0.25), near, aa + V_DOT(b, b) - R(2.0) * j);
}

/* mu/2 (I1 - 2) - mu ln J + lambda/2 ln^2 J, J = sqrt(det F^T F), ln J continued where J < 0.1 (compression.h). */
XPBD_INLINE REAL XPBD_NAME(neo_hookean_energy_triangle)(VEC3 a, VEC3 b, const REAL *material, VEC3 *p, REAL *shaped) {
  REAL mu, lambda, slope;
  XPBD_NAME(lame_sheet)(material, &mu, &lambda);
  const VEC3 n = V_CROSS(a, b);
  const REAL nn = V_DOT(n, n), j = XPBD_SQRT(nn);
  *shaped = XPBD_SELECT_GT(nn, XPBD_TINY, R(1.0), R(0.0));
  const REAL log = XPBD_NAME(continued_log)(j, &slope);
  const REAL by_area = XPBD_SELECT_GT(nn, XPBD_TINY, R(1.0) / j, R(0.0));
  const REAL s = XPBD_FMA(lambda, log, -mu) * slope * by_area; /* dJ/da = b x n / J, dJ/db = n x a / J */
  const REAL m = mu * *shaped;
  p[0] = V_MADD(s, V_CROSS(b, n), V_SCALE(m, a));
  p[1] = V_MADD(s, V_CROSS(n, a), V_SCALE(m, b));
  const REAL shape = XPBD_FMA(R(0.5), XPBD_NAME(excess_triangle)(a, b, j), (j - R(1.0)) - log);
  return XPBD_FMA(mu, shape, R(0.5) * lambda * log * log);
}

/* The same with the printed ln I3 = 2 ln J, which a collapsed triangle does not have. */
XPBD_INLINE REAL XPBD_NAME(neo_hookean_literal_energy_triangle)(VEC3 a, VEC3 b, const REAL *material, VEC3 *p,
                                                                REAL *shaped) {
  REAL mu, lambda;
  XPBD_NAME(lame_sheet)(material, &mu, &lambda);
  const VEC3 n = V_CROSS(a, b);
  const REAL third = V_DOT(n, n), log = XPBD_LOG(third);
  const REAL s = XPBD_FMA(R(0.5) * lambda, log, -mu) / third;
  p[0] = V_MADD(s, V_CROSS(b, n), V_SCALE(mu, a));
  p[1] = V_MADD(s, V_CROSS(n, a), V_SCALE(mu, b));
  *shaped = R(1.0);
  const REAL first = V_DOT(a, a) + V_DOT(b, b);
  return XPBD_FMA(R(0.5) * mu, first - log - R(2.0), R(0.125) * lambda * log * log);
}

/* The polar decomposition F = R U of a triangle in space: the columns of R (r [2]), T = tr U = sqrt(I1 + 2 J), and T -
 * 2 computed without cancellation. R = dT/dF = (a + b x m, b + m x a) / T, m the unit normal. */
XPBD_INLINE REAL XPBD_NAME(polar_triangle)(VEC3 a, VEC3 b, VEC3 *r, REAL *excess, REAL *trace, REAL *shaped) {
  const VEC3 n = V_CROSS(a, b);
  const REAL nn = V_DOT(n, n), j = XPBD_SQRT(nn);
  *shaped = XPBD_SELECT_GT(nn, XPBD_TINY, R(1.0), R(0.0));
  const VEC3 m = V_SCALE(XPBD_SELECT_GT(nn, XPBD_TINY, R(1.0) / j, R(0.0)), n);
  *excess = XPBD_NAME(excess_triangle)(a, b, j);
  const REAL t = XPBD_SQRT(*excess + R(4.0) * j);
  const REAL over = XPBD_SELECT_GT(nn, XPBD_TINY, R(1.0) / t, R(0.0));
  r[0] = V_SCALE(over, V_ADD(a, V_CROSS(b, m)));
  r[1] = V_SCALE(over, V_ADD(b, V_CROSS(m, a)));
  *trace = XPBD_FMA(R(4.0), j - R(1.0), *excess) / (t + R(2.0));
  return j;
}

/* mu |F - R|^2 + lambda/2 tr^2 (U - 1) of the polar decomposition; |F - R|^2 = ((T - 2)^2 + I1 - 2 J) / 2. */
XPBD_INLINE REAL XPBD_NAME(corotated_energy_triangle)(VEC3 a, VEC3 b, const REAL *material, VEC3 *p, REAL *shaped) {
  REAL mu, lambda, excess, trace;
  VEC3 r[2];
  XPBD_NAME(lame_sheet)(material, &mu, &lambda);
  XPBD_NAME(polar_triangle)(a, b, r, &excess, &trace, shaped);
  const REAL two = R(2.0) * mu * *shaped, pressure = lambda * trace;
  p[0] = V_MADD(two, V_SUB(a, r[0]), V_SCALE(pressure, r[0]));
  p[1] = V_MADD(two, V_SUB(b, r[1]), V_SCALE(pressure, r[1]));
  return XPBD_FMA(R(0.5) * mu, XPBD_FMA(trace, trace, excess), R(0.5) * pressure * trace);
}
