/* Why this file exists: energy density and stress of a tetrahedron's materials. They become constraints in two forms:
 * the energy itself (continuum.h) and its root (continuum_root.h). Included by shared.h.
 *
 * Each function takes the columns of F (a, b, c) and the material E [Pa], nu [1]. It sets p [3] to the columns of P =
 * dPsi/dF [Pa] and returns Psi [J/m^3]. Psi is 0 at F = 1 and, up to rotations, nowhere else. */

/* Lame's constants of a solid. */
XPBD_INLINE void XPBD_NAME(lame_solid)(const REAL *material, REAL *mu, REAL *lambda) {
  const REAL e = material[0], nu = material[1];
  *mu = e / (R(2.0) * (R(1.0) + nu));
  *lambda = e * nu / ((R(1.0) + nu) * (R(1.0) - R(2.0) * nu));
}

/* The gradients from V and the columns of P. */
XPBD_INLINE void XPBD_NAME(spread_stress_tet)(const VEC3 *stress, const REAL *rest, VEC3 *g) {
  const REAL v = rest[9];
  const VEC3 p = V_SCALE(v, stress[0]), q = V_SCALE(v, stress[1]), r = V_SCALE(v, stress[2]);
  g[1] = V_MADD(rest[6], r, V_MADD(rest[3], q, V_SCALE(rest[0], p)));
  g[2] = V_MADD(rest[7], r, V_MADD(rest[4], q, V_SCALE(rest[1], p)));
  g[3] = V_MADD(rest[8], r, V_MADD(rest[5], q, V_SCALE(rest[2], p)));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
}

/* mu e:e + lambda/2 tr^2 e, e = (F + F^T)/2 - 1. */
XPBD_INLINE REAL XPBD_NAME(linear_energy_tet)(VEC3 a, VEC3 b, VEC3 c, const REAL *material, VEC3 *p) {
  REAL mu, lambda;
  XPBD_NAME(lame_solid)(material, &mu, &lambda);
  const REAL xx = a.x - R(1.0), yy = b.y - R(1.0), zz = c.z - R(1.0);
  const REAL xy = R(0.5) * (a.y + b.x), xz = R(0.5) * (a.z + c.x), yz = R(0.5) * (b.z + c.y);
  const REAL trace = xx + yy + zz, two = R(2.0) * mu, pressure = lambda * trace;
  p[0] = XPBD_NAME(v_make)(XPBD_FMA(two, xx, pressure), two * xy, two * xz);
  p[1] = XPBD_NAME(v_make)(two * xy, XPBD_FMA(two, yy, pressure), two * yz);
  p[2] = XPBD_NAME(v_make)(two * xz, two * yz, XPBD_FMA(two, zz, pressure));
  const REAL square = xx * xx + yy * yy + zz * zz + R(2.0) * (xy * xy + xz * xz + yz * yz);
  return XPBD_FMA(mu, square, R(0.5) * pressure * trace);
}

/* mu G:G + lambda/2 tr^2 G, G = (F^T F - 1)/2. */
XPBD_INLINE REAL XPBD_NAME(stvk_energy_tet)(VEC3 a, VEC3 b, VEC3 c, const REAL *material, VEC3 *p) {
  REAL mu, lambda;
  XPBD_NAME(lame_solid)(material, &mu, &lambda);
  const REAL xx = R(0.5) * (V_DOT(a, a) - R(1.0)), yy = R(0.5) * (V_DOT(b, b) - R(1.0)),
             zz = R(0.5) * (V_DOT(c, c) - R(1.0));
  const REAL xy = R(0.5) * V_DOT(a, b), xz = R(0.5) * V_DOT(a, c), yz = R(0.5) * V_DOT(b, c);
  const REAL trace = xx + yy + zz, two = R(2.0) * mu, pressure = lambda * trace;
  /* second Piola-Kirchhoff stress 2 mu G + lambda tr G; P is F times this */
  const REAL sxx = XPBD_FMA(two, xx, pressure), syy = XPBD_FMA(two, yy, pressure), szz = XPBD_FMA(two, zz, pressure);
  const REAL sxy = two * xy, sxz = two * xz, syz = two * yz;
  p[0] = V_MADD(sxz, c, V_MADD(sxy, b, V_SCALE(sxx, a)));
  p[1] = V_MADD(syz, c, V_MADD(syy, b, V_SCALE(sxy, a)));
  p[2] = V_MADD(szz, c, V_MADD(syz, b, V_SCALE(sxz, a)));
  const REAL square = xx * xx + yy * yy + zz * zz + R(2.0) * (xy * xy + xz * xz + yz * yz);
  return XPBD_FMA(mu, square, R(0.5) * pressure * trace);
}

/* I1 - 1 - 2 J, which vanishes with the square of the strain. Near rest the plain difference is only rounding. A
 * constraint whose value is rounding while its gradient is small is thrown about. Near rest it is therefore computed as
 *
 *   I1 - 1 - 2 J = 2 (tr G (J - 1) - 4 II - 8 III) / (1 + J),   II, III the other invariants of G = (F^T F - 1)/2,
 *
 * which follows from I1 = 3 + 2 tr G and J^2 = I3 = 1 + 2 tr G + 4 II + 8 III. */
XPBD_INLINE REAL XPBD_NAME(excess)(VEC3 a, VEC3 b, VEC3 c, REAL j) {
  const REAL aa = V_DOT(a, a), bb = V_DOT(b, b), cc = V_DOT(c, c);
  const REAL x = R(0.5) * (aa - R(1.0)), y = R(0.5) * (bb - R(1.0)), z = R(0.5) * (cc - R(1.0));
  const REAL u = R(0.5) * V_DOT(a, b), v = R(0.5) * V_DOT(a, c), w = R(0.5) * V_DOT(b, c);
  const REAL second = x * y + x * z + y * z - u * u - v * v - w * w;
  const REAL third = x * (y * z - w * w) - u * (u * z - w * v) + v * (u * w - y * v);
  const REAL near = R(2.0) * ((x + y + z) * (j - R(1.0)) - R(4.0) * second - R(8.0) * third) / (R(1.0) + j);
  const REAL far = aa + bb + cc - R(1.0) - R(2.0) * j;
  return XPBD_SELECT_GT(R(0.5), XPBD_ABS(j - R(1.0)), near, far);
}

/* mu/2 (I1 - 3) - mu ln J + lambda/2 ln^2 J, I1 = tr F^T F, ln J continued where J = det F < 0.1 (compression.h). */
XPBD_INLINE REAL XPBD_NAME(neo_hookean_energy_tet)(VEC3 a, VEC3 b, VEC3 c, const REAL *material, VEC3 *p) {
  REAL mu, lambda, slope;
  XPBD_NAME(lame_solid)(material, &mu, &lambda);
  const VEC3 na = V_CROSS(b, c), nb = V_CROSS(c, a), nc = V_CROSS(a, b); /* cofactors, dJ/dF */
  const REAL j = V_DOT(a, na);
  const REAL log = XPBD_NAME(continued_log)(j, &slope);
  const REAL s = XPBD_FMA(lambda, log, -mu) * slope;
  p[0] = V_MADD(s, na, V_SCALE(mu, a));
  p[1] = V_MADD(s, nb, V_SCALE(mu, b));
  p[2] = V_MADD(s, nc, V_SCALE(mu, c));
  /* regrouped so that every difference is exact near rest */
  const REAL shape = XPBD_FMA(R(0.5), XPBD_NAME(excess)(a, b, c, j), (j - R(1.0)) - log);
  return XPBD_FMA(mu, shape, R(0.5) * lambda * log * log);
}

/* The same with the printed ln I3 = 2 ln |J|. */
XPBD_INLINE REAL XPBD_NAME(neo_hookean_literal_energy_tet)(VEC3 a, VEC3 b, VEC3 c, const REAL *material, VEC3 *p) {
  REAL mu, lambda;
  XPBD_NAME(lame_solid)(material, &mu, &lambda);
  const VEC3 na = V_CROSS(b, c), nb = V_CROSS(c, a), nc = V_CROSS(a, b);
  const REAL j = V_DOT(a, na);
  const REAL log = R(2.0) * XPBD_LOG(XPBD_ABS(j)); /* ln I3; I3 itself would lose half the range of J */
  const REAL s = XPBD_FMA(R(0.5) * lambda, log, -mu) / j;
  p[0] = V_MADD(s, na, V_SCALE(mu, a));
  p[1] = V_MADD(s, nb, V_SCALE(mu, b));
  p[2] = V_MADD(s, nc, V_SCALE(mu, c));
  const REAL first = V_DOT(a, a) + V_DOT(b, b) + V_DOT(c, c);
  return XPBD_FMA(R(0.5) * mu, first - log - R(3.0), R(0.125) * lambda * log * log);
}

/* Three of the Newton steps described below, written out: compilers do not vectorise around a loop. */
XPBD_INLINE REAL XPBD_NAME(stretch_trace_step)(REAL t, REAL i1, REAL i2, REAL j) {
  const REAL apart = XPBD_FMA(t, t, -i1);
  const REAL value = XPBD_FMA(apart, apart, R(-8.0) * j * t - R(4.0) * i2);
  const REAL slope = R(4.0) * XPBD_FMA(t, apart, R(-2.0) * j);
  return t - XPBD_SELECT_GT(slope, XPBD_TINY, value / slope, R(0.0));
}
XPBD_INLINE REAL XPBD_NAME(stretch_trace_steps)(REAL t, REAL i1, REAL i2, REAL j) {
  t = XPBD_NAME(stretch_trace_step)(t, i1, i2, j);
  t = XPBD_NAME(stretch_trace_step)(t, i1, i2, j);
  return XPBD_NAME(stretch_trace_step)(t, i1, i2, j);
}

/* T = tr U of the polar decomposition F = R U with det R = 1. T is the largest root of
 *
 *   (T^2 - I1)^2 - 8 J T - 4 I2 = 0,   I1 = |F|^2, I2 = |cof F|^2, J = det F.
 *
 * All four roots are real: the sums of the singular values with an even number of signs turned, times the sign of J. No
 * root exceeds sqrt(3 I1), and from there Newton's iteration falls monotonically. In float and double 6 steps suffice
 * within a stretch of 2, and 12 where the two smallest singular values are a hundredth of the largest. */
XPBD_INLINE REAL XPBD_NAME(stretch_trace)(REAL i1, REAL i2, REAL j) {
  REAL t = XPBD_SQRT(R(3.0) * i1);
  t = XPBD_NAME(stretch_trace_steps)(t, i1, i2, j);
  t = XPBD_NAME(stretch_trace_steps)(t, i1, i2, j);
  t = XPBD_NAME(stretch_trace_steps)(t, i1, i2, j);
  return XPBD_NAME(stretch_trace_steps)(t, i1, i2, j);
}

/* mu |F - R|^2 + lambda/2 tr^2 (R^T F - 1), R the rotation nearest to F. From the equation of T above
 *
 *   R = dT/dF = ((T^2 + I1) F - 2 F F^T F + 2 T cof F) / (T (T^2 - I1) - 2 J).
 *
 * The divisor is 2 (s1 + s2) (s2 + s3) (s3 + s1) of the singular values, with s3 < 0 where J < 0. */
XPBD_INLINE REAL XPBD_NAME(corotated_energy_tet)(VEC3 a, VEC3 b, VEC3 c, const REAL *material, VEC3 *p) {
  REAL mu, lambda;
  XPBD_NAME(lame_solid)(material, &mu, &lambda);
  const VEC3 na = V_CROSS(b, c), nb = V_CROSS(c, a), nc = V_CROSS(a, b);
  const REAL aa = V_DOT(a, a), bb = V_DOT(b, b), cc = V_DOT(c, c), ab = V_DOT(a, b), ac = V_DOT(a, c), bc = V_DOT(b, c);
  const REAL i1 = aa + bb + cc, i2 = V_DOT(na, na) + V_DOT(nb, nb) + V_DOT(nc, nc), j = V_DOT(a, na);
  const REAL t = XPBD_NAME(stretch_trace)(i1, i2, j), tt = t * t;
  const REAL divisor = XPBD_FMA(t, tt - i1, R(-2.0) * j);
  const REAL over = XPBD_SELECT_GT(divisor, XPBD_TINY, R(1.0) / divisor, R(0.0));
  const REAL s = over * (tt + i1), m = R(-2.0) * over, n = R(2.0) * over * t;
  const VEC3 ra = V_MADD(n, na, V_MADD(m * ac, c, V_MADD(m * ab, b, V_SCALE(XPBD_FMA(m, aa, s), a))));
  const VEC3 rb = V_MADD(n, nb, V_MADD(m * bc, c, V_MADD(m * ab, a, V_SCALE(XPBD_FMA(m, bb, s), b))));
  const VEC3 rc = V_MADD(n, nc, V_MADD(m * bc, b, V_MADD(m * ac, a, V_SCALE(XPBD_FMA(m, cc, s), c))));
  const VEC3 da = V_SUB(a, ra), db = V_SUB(b, rb), dc = V_SUB(c, rc);
  const REAL trace = t - R(3.0), two = R(2.0) * mu, pressure = lambda * trace;
  p[0] = V_MADD(two, da, V_SCALE(pressure, ra));
  p[1] = V_MADD(two, db, V_SCALE(pressure, rb));
  p[2] = V_MADD(two, dc, V_SCALE(pressure, rc));
  return XPBD_FMA(mu, V_DOT(da, da) + V_DOT(db, db) + V_DOT(dc, dc), R(0.5) * pressure * trace);
}
