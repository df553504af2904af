/* Energies of a triangle as constraints, C = A Psi(F), A its rest area, F (3x2) of strain.h; thickness 1 m:
 *
 *   linear_triangle                 Psi = mu e:e + lambda/2 tr^2 e, e = (U + U^T)/2 - 1, F = Q U, U upper triangular
 *   stvk_triangle                   Psi = mu G:G + lambda/2 tr^2 G, G = (F^T F - 1)/2
 *   neo_hookean_triangle_literal    Psi = mu/2 (I1 - ln I3 - 2) + lambda/8 ln^2 I3
 *   neo_hookean_triangle            the same with ln I3 / 2 = ln J continued where J = sqrt(I3) < 0.1, see continuum.h
 *   orthotropic_triangle            Psi = 1/2 G:s, s11 = C11 G11 + C12 G22, s22 = C12 G11 + C22 G22, s12 = E_s G12,
 *                                   C11 = E_x/D, C22 = E_y/D, C12 = E_x nu_yx/D, D = 1 - nu_xy nu_yx
 *
 * rest = the columns of Dm^-1 [1/m], then A [m^2]. material = E, Young's modulus times the thickness [N/m], and nu,
 * Poisson's ratio, in plane stress: mu = E / (2 (1 + nu)), lambda = E nu / (1 - nu^2); of orthotropic_triangle E_x
 * along the warp, E_y along the weft, nu_xy, nu_yx and E_s, which is 2 mu for an isotropic sheet. C in J.
 * Source: Cetinaslan and Chaves, Energy Embedded Gauss-Seidel, section V.C; Bender et al. 2014, Position-Based
 * Simulation of Continuous Materials. The constant of neo-Hooke is the dimension, 2 here: with the printed 3 of the
 * solid the rest state would have energy.
 * Bender et al. print C21 = E_y nu_xy/D beside C12; an energy exists only where they are equal, E_x nu_yx = E_y nu_xy,
 * else F s is not its gradient (12 % wrong in the median for nu_xy = nu_yx and E_x = 3 E_y). XPBD_RULE asks for it.
 *
 * Linear strain is taken in the frame of the first column and the normal, so rotations are free; the frame favours the
 * warp. All are energies: see continuum.h for what the solver makes of that. A triangle in space has no inversion.
 * Degenerate: a collapsed triangle has no normal. linear_triangle and neo_hookean_triangle have scale 0 there (area
 * ratio below 1e-15) and are left alone; the literal one is infinite; the others are stationary in that direction. */

/* Lame's constants in plane stress. */
XPBD_INLINE void XPBD_NAME(lame_sheet)(const REAL *material, REAL *mu, REAL *lambda) {
  const REAL e = material[0], nu = material[1];
  *mu = e / (R(2.0) * (R(1.0) + nu));
  *lambda = e * nu / ((R(1.0) + nu) * (R(1.0) - nu));
}

/* The gradients from A and the columns p, q of P. */
XPBD_INLINE void XPBD_NAME(spread_stress_triangle)(VEC3 p, VEC3 q, const REAL *rest, VEC3 *g) {
  XPBD_NAME(spread_pair_triangle)(V_SCALE(rest[4], p), rest, V_SCALE(rest[4], q), rest + 2, g);
}

XPBD_REST(linear_triangle) {
  rest[4] = XPBD_NAME(inverse_triangle)(x, rest);
}

XPBD_FORMULA(linear_triangle) {
  const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2);
  REAL mu, lambda;
  XPBD_NAME(lame_sheet)(material, &mu, &lambda);
  const VEC3 n = V_CROSS(a, b);
  const REAL aa = V_DOT(a, a), nn = V_DOT(n, n), length = XPBD_SQRT(aa), area = XPBD_SQRT(nn);
  const REAL shaped = XPBD_SELECT_GT(nn, XPBD_TINY, XPBD_SELECT_GT(aa, XPBD_TINY, R(1.0), R(0.0)), R(0.0));
  const REAL by_length = XPBD_SELECT_GT(shaped, R(0.5), R(1.0) / length, R(0.0));
  const REAL by_area = XPBD_SELECT_GT(shaped, R(0.5), R(1.0) / area, R(0.0));
  const VEC3 along = V_SCALE(by_length, a), across = V_SCALE(by_length * by_area, V_CROSS(n, a));
  const REAL sheared = V_DOT(a, b) * by_length, height = area * by_length; /* U = ((length, sheared), (0, height)) */
  const REAL xx = length - R(1.0), yy = height - R(1.0), xy = R(0.5) * sheared;
  const REAL two = R(2.0) * mu, pressure = lambda * (xx + yy);
  const REAL sxx = XPBD_FMA(two, xx, pressure), syy = XPBD_FMA(two, yy, pressure), sxy = two * xy;
  const REAL turn = (sxy * height - syy * sheared) * by_length; /* what turning the frame with a does */
  XPBD_NAME(spread_stress_triangle)
  (V_MADD(turn, across, V_SCALE(sxx, along)), V_MADD(syy, across, V_SCALE(sxy, along)), rest, g);
  *scale = shaped;
  const REAL square = xx * xx + yy * yy + R(2.0) * (xy * xy);
  return rest[4] * XPBD_FMA(mu, square, R(0.5) * pressure * (xx + yy));
}

XPBD_REST(stvk_triangle) {
  rest[4] = XPBD_NAME(inverse_triangle)(x, rest);
}

XPBD_FORMULA(stvk_triangle) {
  const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2);
  REAL mu, lambda;
  XPBD_NAME(lame_sheet)(material, &mu, &lambda);
  const REAL xx = R(0.5) * (V_DOT(a, a) - R(1.0)), yy = R(0.5) * (V_DOT(b, b) - R(1.0)), xy = R(0.5) * V_DOT(a, b);
  const REAL two = R(2.0) * mu, pressure = lambda * (xx + yy);
  const REAL sxx = XPBD_FMA(two, xx, pressure), syy = XPBD_FMA(two, yy, pressure), sxy = two * xy;
  XPBD_NAME(spread_stress_triangle)(V_MADD(sxy, b, V_SCALE(sxx, a)), V_MADD(syy, b, V_SCALE(sxy, a)), rest, g);
  const REAL square = xx * xx + yy * yy + R(2.0) * (xy * xy);
  return rest[4] * XPBD_FMA(mu, square, R(0.5) * pressure * (xx + yy));
}

/* I1 - 2 J, without the cancellation at rest: with U as above it is (length - height)^2 + sheared^2. */
XPBD_INLINE REAL XPBD_NAME(excess_triangle)(VEC3 a, VEC3 b, REAL j) {
  const REAL aa = V_DOT(a, a), ab = V_DOT(a, b), apart = aa - j;
  const REAL near = XPBD_FMA(apart, apart, ab * ab) / aa;
  return XPBD_SELECT_GT(aa, R(0.25), near, aa + V_DOT(b, b) - R(2.0) * j);
}

XPBD_REST(neo_hookean_triangle) {
  rest[4] = XPBD_NAME(inverse_triangle)(x, rest);
}

XPBD_FORMULA(neo_hookean_triangle) {
  const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2);
  REAL mu, lambda, slope;
  XPBD_NAME(lame_sheet)(material, &mu, &lambda);
  const VEC3 n = V_CROSS(a, b);
  const REAL nn = V_DOT(n, n), j = XPBD_SQRT(nn);
  const REAL shaped = XPBD_SELECT_GT(nn, XPBD_TINY, R(1.0), R(0.0));
  const REAL log = XPBD_NAME(continued_log)(j, &slope);
  const REAL by_area = XPBD_SELECT_GT(nn, XPBD_TINY, R(1.0) / j, R(0.0));
  const REAL s = XPBD_FMA(lambda, log, -mu) * slope * by_area; /* dJ/da = b x n / J, dJ/db = n x a / J */
  const REAL m = mu * shaped;
  XPBD_NAME(spread_stress_triangle)
  (V_MADD(s, V_CROSS(b, n), V_SCALE(m, a)), V_MADD(s, V_CROSS(n, a), V_SCALE(m, b)), rest, g);
  *scale = shaped;
  const REAL shape = XPBD_FMA(R(0.5), XPBD_NAME(excess_triangle)(a, b, j), (j - R(1.0)) - log);
  return rest[4] * XPBD_FMA(mu, shape, R(0.5) * lambda * log * log);
}

XPBD_REST(neo_hookean_triangle_literal) {
  rest[4] = XPBD_NAME(inverse_triangle)(x, rest);
}

XPBD_FORMULA(neo_hookean_triangle_literal) {
  const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2);
  REAL mu, lambda;
  XPBD_NAME(lame_sheet)(material, &mu, &lambda);
  const VEC3 n = V_CROSS(a, b);
  const REAL third = V_DOT(n, n), log = XPBD_LOG(third);
  const REAL s = XPBD_FMA(R(0.5) * lambda, log, -mu) / third;
  XPBD_NAME(spread_stress_triangle)
  (V_MADD(s, V_CROSS(b, n), V_SCALE(mu, a)), V_MADD(s, V_CROSS(n, a), V_SCALE(mu, b)), rest, g);
  const REAL first = V_DOT(a, a) + V_DOT(b, b);
  return rest[4] * XPBD_FMA(R(0.5) * mu, first - log - R(2.0), R(0.125) * lambda * log * log);
}

XPBD_REST(orthotropic_triangle) {
  rest[4] = XPBD_NAME(inverse_triangle)(x, rest);
}

XPBD_FORMULA(orthotropic_triangle) {
  const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2);
  const REAL xx = R(0.5) * (V_DOT(a, a) - R(1.0)), yy = R(0.5) * (V_DOT(b, b) - R(1.0)), xy = R(0.5) * V_DOT(a, b);
  const REAL d = R(1.0) - material[2] * material[3];
  const REAL c11 = material[0] / d, c22 = material[1] / d, c12 = material[0] * material[3] / d;
  const REAL sxx = c11 * xx + c12 * yy, syy = c12 * xx + c22 * yy, sxy = material[4] * xy;
  XPBD_NAME(spread_stress_triangle)(V_MADD(sxy, b, V_SCALE(sxx, a)), V_MADD(syy, b, V_SCALE(sxy, a)), rest, g);
  return rest[4] * R(0.5) * (xx * sxx + yy * syy + R(2.0) * (xy * sxy));
}

XPBD_RULE(orthotropic_triangle) {
  const double one = material[0] * material[3], other = material[1] * material[2];
  return fabs(one - other) <= 1e-6 * fmax(fabs(one), fabs(other)) ? NULL : "E_x nu_yx must equal E_y nu_xy";
}
