/* Energies of a triangle as constraints, C = A Psi(F). A is the rest area, F (3x2) is defined in strain.h, the thickness
 * is 1 m.
 *
 *   linear_triangle                 Psi = mu e:e + lambda/2 tr^2 e, e = (U + U^T)/2 - 1, F = Q U, U upper triangular
 *   stvk_triangle                   Psi = mu G:G + lambda/2 tr^2 G, G = (F^T F - 1)/2
 *   neo_hookean_triangle_literal    Psi = mu/2 (I1 - ln I3 - 2) + lambda/8 ln^2 I3
 *   neo_hookean_triangle            the same with ln I3 / 2 = ln J continued where J = sqrt(I3) < 0.1, see continuum.h
 *   orthotropic_triangle            Psi = 1/2 G:s, s11 = C11 G11 + C12 G22, s22 = C12 G11 + C22 G22, s12 = E_s G12,
 *                                   C11 = E_x/D, C22 = E_y/D, C12 = E_x nu_yx/D, D = 1 - nu_xy nu_yx
 *
 * rest = the columns of Dm^-1 [1/m], then A [m^2]. material = E, Young's modulus times the thickness [N/m], and
 * Poisson's ratio nu, in plane stress: mu = E / (2 (1 + nu)), lambda = E nu / (1 - nu^2). orthotropic_triangle has E_x
 * along the warp, E_y along the weft, nu_xy, nu_yx, and E_s, which is 2 mu for an isotropic sheet. C in J.
 * Source: Cetinaslan and Chaves, Energy Embedded Gauss-Seidel, section V.C; Bender et al. 2014, Position-Based
 * Simulation of Continuous Materials. The constant of the neo-Hookean form is the dimension, here 2. With the 3 printed
 * for the solid the rest state would have energy.
 * Bender et al. also print C21 = E_y nu_xy/D. An energy exists only where C12 = C21, that is E_x nu_yx = E_y nu_xy.
 * Otherwise F s is not its gradient (12 % wrong in the median for nu_xy = nu_yx and E_x = 3 E_y). XPBD_RULE checks this
 * condition.
 *
 * Linear strain is taken in the frame of the first column and the normal, so rotations cost nothing. That frame favours
 * the warp. All of these are energies, so E is not the modulus of the sheet (continuum.h says why). Sheets with the
 * modulus E: continuum_root_triangle.h, strain_rows_triangle.h. A triangle in space cannot invert.
 * Degenerate: a collapsed triangle has no normal. linear_triangle and neo_hookean_triangle have scale 0 there (area
 * ratio below 1e-15) and are left alone. The literal form is infinite. The others are stationary in that direction. */

/* C = A Psi, with an energy of energy_triangle.h. */
#define XPBD_ENERGY_TRIANGLE(name, energy)                                                                             \
  XPBD_REST(name) {                                                                                                    \
    rest[4] = XPBD_NAME(inverse_triangle)(x, rest);                                                                    \
  }                                                                                                                    \
  XPBD_FORMULA(name) {                                                                                                 \
    VEC3 p[2];                                                                                                         \
    const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2);                   \
    const REAL psi = XPBD_NAME(energy)(a, b, material, p, scale);                                                      \
    XPBD_NAME(spread_stress_triangle)(p, rest, g);                                                                     \
    return rest[4] * psi;                                                                                              \
  }
XPBD_ENERGY_TRIANGLE(linear_triangle, linear_energy_triangle)
XPBD_ENERGY_TRIANGLE(stvk_triangle, stvk_energy_triangle)
XPBD_ENERGY_TRIANGLE(neo_hookean_triangle, neo_hookean_energy_triangle)
XPBD_ENERGY_TRIANGLE(neo_hookean_triangle_literal, neo_hookean_literal_energy_triangle)
#undef XPBD_ENERGY_TRIANGLE

XPBD_REST(orthotropic_triangle) {
  rest[4] = XPBD_NAME(inverse_triangle)(x, rest);
}

XPBD_FORMULA(orthotropic_triangle) {
  const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2);
  const REAL xx = R(0.5) * (V_DOT(a, a) - R(1.0)), yy = R(0.5) * (V_DOT(b, b) - R(1.0)), xy = R(0.5) * V_DOT(a, b);
  const REAL d = R(1.0) - material[2] * material[3];
  const REAL c11 = material[0] / d, c22 = material[1] / d, c12 = material[0] * material[3] / d;
  const REAL sxx = c11 * xx + c12 * yy, syy = c12 * xx + c22 * yy, sxy = material[4] * xy;
  const VEC3 p[2] = {V_MADD(sxy, b, V_SCALE(sxx, a)), V_MADD(syy, b, V_SCALE(sxy, a))};
  XPBD_NAME(spread_stress_triangle)(p, rest, g);
  return rest[4] * R(0.5) * (xx * sxx + yy * syy + R(2.0) * (xy * sxy));
}

XPBD_RULE(orthotropic_triangle) {
  const double one = material[0] * material[3], other = material[1] * material[2];
  return fabs(one - other) <= 1e-6 * fmax(fabs(one), fabs(other)) ? NULL : "E_x nu_yx must equal E_y nu_xy";
}
