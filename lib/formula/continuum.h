/* Energies of a tetrahedron as constraints, C = V Psi(F), V its rest volume, F of strain.h constant over it:
 *
 *   linear_tet                  Psi = mu e:e + lambda/2 tr^2 e, e = (F + F^T)/2 - 1
 *   stvk_tet                    Psi = mu G:G + lambda/2 tr^2 G, G = (F^T F - 1)/2, St. Venant and Kirchhoff
 *   neo_hookean_tet_literal     Psi = mu/2 (I1 - ln I3 - 3) + lambda/8 ln^2 I3, I1 = tr F^T F, I3 = det F^T F
 *   neo_hookean_tet             the same with ln I3 / 2 = ln J continued where J = det F < 0.1
 *
 * with the gradients [g1 g2 g3] = V P Dm^-T, P = dPsi/dF, and g0 = -(g1 + g2 + g3).
 * rest = the columns of Dm^-1 [1/m], then V [m^3]. material = E [Pa], Young's modulus, and nu, Poisson's ratio, from
 * which mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu) (1 - 2 nu)). C in J.
 * Source: Cetinaslan and Chaves, Energy Embedded Gauss-Seidel, Eqs. (16) to (19); Bender et al. 2014. Verified as
 * printed, except that the V of (16) has to be its magnitude: four tenths of the ghost tetrahedra of a torus have a
 * negative volume.
 *
 * C is an energy already, and the solver minimises C^2 / (2 compliance): the potential is quartic in the strain.
 * linear_tet is not invariant under rotation, so it turns angular momentum into strain.
 * ln I3 = 2 ln |J| is the same for J and -J: as printed an inverted tetrahedron sits in a mirrored well and stays
 * there. Continued by its Taylor polynomial of second order at J = 0.1, ln J is C2 and falls on to minus infinity: the
 * energy is defined for every J and its one well is upright. St. Venant and Kirchhoff's energy has the mirrored well
 * too, and no cure is part of it.
 * Degenerate: all are finite on collapsed shapes, but for the literal one, infinite at J = 0. At the rest state the
 * gradient is 0, as the value is. */

/* Lame's constants in space. */
XPBD_INLINE void XPBD_NAME(lame_solid)(const REAL *material, REAL *mu, REAL *lambda) {
  const REAL e = material[0], nu = material[1];
  *mu = e / (R(2.0) * (R(1.0) + nu));
  *lambda = e * nu / ((R(1.0) + nu) * (R(1.0) - R(2.0) * nu));
}

/* The gradients from V and the columns p, q, r of P. */
XPBD_INLINE void XPBD_NAME(spread_stress_tet)(VEC3 p, VEC3 q, VEC3 r, const REAL *rest, VEC3 *g) {
  const REAL v = rest[9];
  p = V_SCALE(v, p);
  q = V_SCALE(v, q);
  r = V_SCALE(v, r);
  g[1] = V_MADD(rest[6], r, V_MADD(rest[3], q, V_SCALE(rest[0], p)));
  g[2] = V_MADD(rest[7], r, V_MADD(rest[4], q, V_SCALE(rest[1], p)));
  g[3] = V_MADD(rest[8], r, V_MADD(rest[5], q, V_SCALE(rest[2], p)));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
}

/* I1 - 1 - 2 J, which vanishes with the square of the strain. Near rest the plain difference is rounding, and a
 * constraint whose value is rounding while its gradient is small is thrown about; so there from
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

XPBD_REST(linear_tet) {
  rest[9] = XPBD_NAME(inverse_tet)(x, rest);
}

XPBD_FORMULA(linear_tet) {
  const VEC3 a = XPBD_NAME(column_tet)(x, rest), b = XPBD_NAME(column_tet)(x, rest + 3),
             c = XPBD_NAME(column_tet)(x, rest + 6);
  REAL mu, lambda;
  XPBD_NAME(lame_solid)(material, &mu, &lambda);
  const REAL xx = a.x - R(1.0), yy = b.y - R(1.0), zz = c.z - R(1.0);
  const REAL xy = R(0.5) * (a.y + b.x), xz = R(0.5) * (a.z + c.x), yz = R(0.5) * (b.z + c.y);
  const REAL trace = xx + yy + zz, two = R(2.0) * mu, pressure = lambda * trace;
  XPBD_NAME(spread_stress_tet)
  (XPBD_NAME(v_make)(XPBD_FMA(two, xx, pressure), two * xy, two * xz),
   XPBD_NAME(v_make)(two * xy, XPBD_FMA(two, yy, pressure), two * yz),
   XPBD_NAME(v_make)(two * xz, two * yz, XPBD_FMA(two, zz, pressure)), rest, g);
  const REAL square = xx * xx + yy * yy + zz * zz + R(2.0) * (xy * xy + xz * xz + yz * yz);
  return rest[9] * XPBD_FMA(mu, square, R(0.5) * pressure * trace);
}

XPBD_REST(stvk_tet) {
  rest[9] = XPBD_NAME(inverse_tet)(x, rest);
}

XPBD_FORMULA(stvk_tet) {
  const VEC3 a = XPBD_NAME(column_tet)(x, rest), b = XPBD_NAME(column_tet)(x, rest + 3),
             c = XPBD_NAME(column_tet)(x, rest + 6);
  REAL mu, lambda;
  XPBD_NAME(lame_solid)(material, &mu, &lambda);
  const REAL xx = R(0.5) * (V_DOT(a, a) - R(1.0)), yy = R(0.5) * (V_DOT(b, b) - R(1.0)),
             zz = R(0.5) * (V_DOT(c, c) - R(1.0));
  const REAL xy = R(0.5) * V_DOT(a, b), xz = R(0.5) * V_DOT(a, c), yz = R(0.5) * V_DOT(b, c);
  const REAL trace = xx + yy + zz, two = R(2.0) * mu, pressure = lambda * trace;
  /* the second Piola-Kirchhoff stress 2 mu G + lambda tr G; P = F times it */
  const REAL sxx = XPBD_FMA(two, xx, pressure), syy = XPBD_FMA(two, yy, pressure), szz = XPBD_FMA(two, zz, pressure);
  const REAL sxy = two * xy, sxz = two * xz, syz = two * yz;
  XPBD_NAME(spread_stress_tet)
  (V_MADD(sxz, c, V_MADD(sxy, b, V_SCALE(sxx, a))), V_MADD(syz, c, V_MADD(syy, b, V_SCALE(sxy, a))),
   V_MADD(szz, c, V_MADD(syz, b, V_SCALE(sxz, a))), rest, g);
  const REAL square = xx * xx + yy * yy + zz * zz + R(2.0) * (xy * xy + xz * xz + yz * yz);
  return rest[9] * XPBD_FMA(mu, square, R(0.5) * pressure * trace);
}

XPBD_REST(neo_hookean_tet) {
  rest[9] = XPBD_NAME(inverse_tet)(x, rest);
}

XPBD_FORMULA(neo_hookean_tet) {
  const VEC3 a = XPBD_NAME(column_tet)(x, rest), b = XPBD_NAME(column_tet)(x, rest + 3),
             c = XPBD_NAME(column_tet)(x, rest + 6);
  REAL mu, lambda, slope;
  XPBD_NAME(lame_solid)(material, &mu, &lambda);
  const VEC3 na = V_CROSS(b, c), nb = V_CROSS(c, a), nc = V_CROSS(a, b); /* cofactors, dJ/dF */
  const REAL j = V_DOT(a, na);
  const REAL log = XPBD_NAME(continued_log)(j, &slope);
  const REAL s = XPBD_FMA(lambda, log, -mu) * slope;
  XPBD_NAME(spread_stress_tet)
  (V_MADD(s, na, V_SCALE(mu, a)), V_MADD(s, nb, V_SCALE(mu, b)), V_MADD(s, nc, V_SCALE(mu, c)), rest, g);
  /* mu/2 (I1 - 3) - mu ln J, regrouped so that every difference is exact near rest */
  const REAL shape = XPBD_FMA(R(0.5), XPBD_NAME(excess)(a, b, c, j), (j - R(1.0)) - log);
  return rest[9] * XPBD_FMA(mu, shape, R(0.5) * lambda * log * log);
}

XPBD_REST(neo_hookean_tet_literal) {
  rest[9] = XPBD_NAME(inverse_tet)(x, rest);
}

XPBD_FORMULA(neo_hookean_tet_literal) {
  const VEC3 a = XPBD_NAME(column_tet)(x, rest), b = XPBD_NAME(column_tet)(x, rest + 3),
             c = XPBD_NAME(column_tet)(x, rest + 6);
  REAL mu, lambda;
  XPBD_NAME(lame_solid)(material, &mu, &lambda);
  const VEC3 na = V_CROSS(b, c), nb = V_CROSS(c, a), nc = V_CROSS(a, b);
  const REAL j = V_DOT(a, na);
  const REAL log = R(2.0) * XPBD_LOG(XPBD_ABS(j)); /* ln I3; I3 itself loses half the range of J */
  const REAL s = XPBD_FMA(R(0.5) * lambda, log, -mu) / j;
  XPBD_NAME(spread_stress_tet)
  (V_MADD(s, na, V_SCALE(mu, a)), V_MADD(s, nb, V_SCALE(mu, b)), V_MADD(s, nc, V_SCALE(mu, c)), rest, g);
  const REAL first = V_DOT(a, a) + V_DOT(b, b) + V_DOT(c, c);
  return rest[9] * XPBD_FMA(R(0.5) * mu, first - log - R(3.0), R(0.125) * lambda * log * log);
}
