/* The stable neo-Hookean solid, as one formula of two rows and as two formulas that belong together:
 *
 *   stable_neo_hookean_tet   the next two as rows of one element
 *   deviatoric_tet           C = sqrt(mu V) sqrt(tr F^T F)
 *   hydrostatic_tet          C = sqrt(l V) (det F - gamma),   l = lambda + mu, gamma = 1 + mu / l = 2 (1 - nu)
 *
 * With alpha = 1 the potentials add up to V Psi, Psi = mu/2 tr F^T F + l/2 (det F - gamma)^2. V and the moduli are
 * inside C, so a set of unequal elements needs no compliance per element. rest of deviatoric_tet = the columns of Dm^-1
 * [1/m], then V [m^3]. rest of hydrostatic_tet = sqrt(V) / det Dm [m^(-3/2)], sqrt(V). rest of the rows = the columns
 * of Dm^-1, sqrt(V), the row. material = Young's modulus E [Pa] and Poisson's ratio nu, the same numbers for both parts
 * of the pair. C in J^(1/2). alpha is a plain number, 1 by default.
 * Source: Macklin and Mueller 2021, A Constraint-based Formulation of Stable Neo-Hookean Materials, Eqs. (9) to (14),
 * from Smith et al. 2018, Stable Neo-Hookean Flesh Simulation.
 *
 * The paper has l = lambda. Near rest, P = mu F + l (det F - gamma) cof F is 2 mu e + (l - mu) tr e. The paper's solid
 * therefore has the Lame constant lambda - mu. Its Young's modulus is E (8 nu - 1) / (4 nu (1 + nu)): nine tenths of E
 * at nu = 0.3 and zero at 1/8. l = lambda + mu is the reparametrisation of Smith et al. With it E and nu are the moduli
 * of the linear response, and nu = 0 is regular, where l = mu and gamma = 2.
 *
 * At rest neither C is 0, but the sum of their forces is 0. One without the other collapses or inflates the element.
 * Multipliers begin at 0 in every step, and the two gradients are parallel at rest. So the body does not rest exactly
 * where its energy is least. The order of solving decides how far from there it rests. By default the rows of an
 * element are solved together (XPBD_COUPLED). A small step at rest then moves nothing. With solve=rows the two rows are
 * projected one after another. The pair of formulas projects every deviatoric_tet of the body before the first
 * hydrostatic_tet, and needs the shortest steps. The potential is the same. docs/made/findings.md compares all three.
 * The rows of strain_rows.h have no such preload. Inverted elements recover, and nothing jumps. Tetrahedra of this
 * solid lock near nu = 0.5, as with the rows of strain_rows.h.
 * Degenerate: where all particles coincide, deviatoric_tet has no direction (scale 0) and hydrostatic_tet is
 * stationary. The rows do the same. */

XPBD_REST(deviatoric_tet) {
  rest[9] = XPBD_NAME(inverse_tet)(x, rest);
}

XPBD_FORMULA(deviatoric_tet) {
  const VEC3 a = XPBD_NAME(column_tet)(x, rest), b = XPBD_NAME(column_tet)(x, rest + 3),
             c = XPBD_NAME(column_tet)(x, rest + 6);
  REAL mu, lambda;
  XPBD_NAME(lame_solid)(material, &mu, &lambda);
  const VEC3 p[3] = {V_SCALE(mu, a), V_SCALE(mu, b), V_SCALE(mu, c)};
  XPBD_NAME(spread_stress_tet)(p, rest, g);
  const REAL root = XPBD_NAME(root_of)(mu * rest[9] * (V_DOT(a, a) + V_DOT(b, b) + V_DOT(c, c)));
  *scale = XPBD_NAME(scale_of)(root);
  return root;
}

XPBD_REST(hydrostatic_tet) {
  REAL c[9];
  const REAL volume = XPBD_NAME(inverse_tet)(x, c), root = XPBD_SQRT(volume);
  const REAL det = V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0]));
  rest[0] = XPBD_SELECT_GT(XPBD_ABS(c[0]), R(-1.0), root / det, XPBD_NO_REST); /* NaN if c[0] is */
  rest[1] = root;
}

XPBD_FORMULA(hydrostatic_tet) {
  const REAL nu = material[1];
  const REAL root = XPBD_NAME(root_of)(material[0] / (R(2.0) * (R(1.0) + nu) * (R(1.0) - R(2.0) * nu)));
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]), ab = V_CROSS(a, b);
  const REAL s = root * rest[0];
  g[1] = V_SCALE(s, V_CROSS(b, c));
  g[2] = V_SCALE(s, V_CROSS(c, a));
  g[3] = V_SCALE(s, ab);
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return root * XPBD_FMA(rest[0], V_DOT(ab, c), R(-2.0) * (R(1.0) - nu) * rest[1]);
}

XPBD_REST(stable_neo_hookean_tet) {
  rest[9] = XPBD_SQRT(XPBD_NAME(inverse_tet)(x, rest));
  rest[10] = (REAL)row;
}

XPBD_FORMULA(stable_neo_hookean_tet) {
  const REAL row = rest[10], nu = material[1], mu = material[0] / (R(2.0) * (R(1.0) + nu));
  const REAL s = XPBD_NAME(root_of)(XPBD_SELECT_GT(row, R(0.5), mu / (R(1.0) - R(2.0) * nu), mu)) * rest[9];
  /* row 0: C = s |F| */
  const VEC3 f[3] = {XPBD_NAME(column_tet)(x, rest), XPBD_NAME(column_tet)(x, rest + 3),
                     XPBD_NAME(column_tet)(x, rest + 6)};
  const REAL norm = XPBD_NAME(root_of)(V_DOT(f[0], f[0]) + V_DOT(f[1], f[1]) + V_DOT(f[2], f[2]));
  const VEC3 p[3] = {V_SCALE(s, f[0]), V_SCALE(s, f[1]), V_SCALE(s, f[2])};
  VEC3 shape[3];
  for (int k = 0; k < 3; k++) shape[k] = V_MADD(rest[6 + k], p[2], V_MADD(rest[3 + k], p[1], V_SCALE(rest[k], p[0])));
  /* row 1: det F = det Ds det Dm^-1 */
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]), ab = V_CROSS(a, b);
  const VEC3 one = XPBD_NAME(v_make)(rest[0], rest[1], rest[2]), two = XPBD_NAME(v_make)(rest[3], rest[4], rest[5]),
             three = XPBD_NAME(v_make)(rest[6], rest[7], rest[8]);
  const REAL inverse = V_DOT(V_CROSS(one, two), three), t = s * inverse;
  g[1] = XPBD_NAME(v_select)(row, R(0.5), V_SCALE(t, V_CROSS(b, c)), shape[0]);
  g[2] = XPBD_NAME(v_select)(row, R(0.5), V_SCALE(t, V_CROSS(c, a)), shape[1]);
  g[3] = XPBD_NAME(v_select)(row, R(0.5), V_SCALE(t, ab), shape[2]);
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  *scale = XPBD_SELECT_GT(row, R(0.5), R(1.0), XPBD_NAME(scale_of)(norm));
  return s * XPBD_SELECT_GT(row, R(0.5), XPBD_FMA(inverse, V_DOT(ab, c), R(-2.0) * (R(1.0) - nu)), norm);
}
