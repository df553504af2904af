/* Strains of a triangle as three constraints whose compliance is the inverse of its elasticity matrix:
 *
 *   linear_strain_triangle        C_r = sqrt(A m_r) T_r : (U - 1), F = R U the polar decomposition
 *   stvk_strain_triangle          C_r = sqrt(A m_r) T_r : G, G = (F^T F - 1)/2
 *   orthotropic_strain_triangle   C_0 = sqrt(A E1/D) (e11 + nu21 e22), C_1 = sqrt(A E2) e22, C_2 = sqrt(A G12) 2 e12,
 *                                 e = (F^T F - 1)/2, nu21 = nu12 E2/E1, D = 1 - nu12 nu21
 *
 * The orthonormal basis is T_r = 1/sqrt(2), diag(1, -1)/sqrt(2), ((0, 1), (1, 0))/sqrt(2). In it the elasticity matrix
 * of plane stress is diagonal: m_0 = 2 mu + 2 lambda = E / (1 - nu), the others 2 mu = E / (1 + nu) (strain_rows.h).
 * With alpha = 1 the potentials add up to the energy of corotated_root_triangle and of stvk_root_triangle.
 * The rows of an element share one rest shape: the columns of Dm^-1 times A^(1/4), then sqrt(A), then the row r.
 * T_r : F^T F is |f_1|^2 +- |f_2|^2 or 2 f_1 . f_2. material = E, Young's modulus times the thickness [N/m], and
 * Poisson's ratio nu. C in J^(1/2). alpha is a plain number, 1 by default.
 * Source: as in strain_rows.h.
 *
 * orthotropic_strain_triangle is cloth: axis 1 is the warp, axis 2 the weft. Its stiffness Q has Q11 = E1/D, Q22 =
 * E2/D, Q12 = nu21 E1/D and Q33 = G12. Q is not diagonal in the basis T_r, so the rows are its transposed Cholesky
 * factor times the strain. With alpha = 1 the potentials add up to A/2 (Q11 e11^2 + 2 Q12 e11 e22 + Q22 e22^2 + 4 Q33
 * e12^2). This is positive if nu12^2 < E1/E2, which XPBD_RULE checks. material = E1, E2, nu12, G12, with each modulus
 * times the thickness [N/m]. Under tension along the warp the weft contracts by nu12 times the strain.
 * A plain-woven cotton shirting has about E1 = 10000, E2 = 5000, nu12 = 0.3, G12 = 50 N/m. Such cloth stretches by 5
 * and 10 % under 500 N/m, the largest force of the KES tensile test, and its shear stiffness is 1 gf/(cm degree).
 *
 * The linear strain of a sheet in space has to turn with the sheet. U - 1 favours no direction of the sheet.
 * Degenerate: stvk_strain_triangle and orthotropic_strain_triangle are stationary where their columns vanish. A
 * collapsed triangle (area ratio below 1e-15) has no normal: linear_strain_triangle has scale 0 there and is left
 * alone. */

/* The columns of Dm^-1 times the root of the root of the area, the root of the area, and the row. */
XPBD_INLINE void XPBD_NAME(strain_rest_triangle)(const VEC3 *x, int row, REAL *rest) {
  const REAL root = XPBD_SQRT(XPBD_NAME(inverse_triangle)(x, rest)), s = XPBD_SQRT(root);
  for (int k = 0; k < 4; k++) rest[k] = s * rest[k];
  rest[4] = root;
  rest[5] = (REAL)row;
}

/* sqrt(m_r / 2). */
XPBD_INLINE REAL XPBD_NAME(strain_weight_triangle)(REAL row, const REAL *material) {
  const REAL nu = material[1];
  const REAL m = material[0] / XPBD_SELECT_GT(row, R(0.5), R(1.0) + nu, R(1.0) - nu);
  return R(0.7071067811865475) * XPBD_NAME(root_of)(m);
}

XPBD_REST(stvk_strain_triangle) {
  XPBD_NAME(strain_rest_triangle)(x, row, rest);
}

XPBD_FORMULA(stvk_strain_triangle) {
  const REAL row = rest[5], s = XPBD_NAME(strain_weight_triangle)(row, material);
  const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2);
  const VEC3 sa = V_SCALE(s, a), sb = V_SCALE(s, b), signed_b = XPBD_NAME(v_select)(row, R(0.5), V_NEG(sb), sb);
  XPBD_NAME(spread_pair_triangle)
  (XPBD_NAME(v_select)(row, R(1.5), sb, sa), rest, XPBD_NAME(v_select)(row, R(1.5), sa, signed_b), rest + 2, g);
  const REAL aa = V_DOT(a, a), bb = V_DOT(b, b);
  const REAL straight = XPBD_SELECT_GT(row, R(0.5), aa - bb, aa + bb - R(2.0) * rest[4]);
  return R(0.5) * s * XPBD_SELECT_GT(row, R(1.5), R(2.0) * V_DOT(a, b), straight);
}

XPBD_REST(linear_strain_triangle) {
  XPBD_NAME(strain_rest_triangle)(x, row, rest);
}

/* With k = sqrt(A), |f_1|^2 + |f_2|^2 = k I1 and |f_1 x f_2| = k J, so T = tr U = sqrt(I1 + 2 J). Row 0 is k (T - 2),
 * row 1 (|f_1|^2 - |f_2|^2) / T, and row 2 is 2 f_1 . f_2 / T, because U = (F^T F + J) / T. q = k T dT/df. */
XPBD_FORMULA(linear_strain_triangle) {
  const REAL row = rest[5], s = XPBD_NAME(strain_weight_triangle)(row, material), k = rest[4];
  const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2), n = V_CROSS(a, b);
  const REAL aa = V_DOT(a, a), bb = V_DOT(b, b), nn = V_DOT(n, n), j = XPBD_SQRT(nn);
  *scale = XPBD_SELECT_GT(nn, XPBD_TINY * k * k, R(1.0), R(0.0));
  const VEC3 m = V_SCALE(XPBD_SELECT_GT(*scale, R(0.5), R(1.0) / j, R(0.0)), n);
  const REAL t = XPBD_SQRT((aa + bb + R(2.0) * j) / k);
  const REAL over = XPBD_SELECT_GT(*scale, R(0.5), R(1.0) / t, R(0.0));
  const VEC3 qa = V_ADD(a, V_CROSS(b, m)), qb = V_ADD(b, V_CROSS(m, a));
  const REAL apart = XPBD_SELECT_GT(row, R(1.5), R(2.0) * V_DOT(a, b), aa - bb) * over;
  const REAL straight = R(2.0) * s * over, turned = XPBD_SELECT_GT(row, R(0.5), -s * apart * over * over / k, s * over);
  const VEC3 u = XPBD_NAME(v_select)(row, R(1.5), b, a), v = XPBD_NAME(v_select)(row, R(1.5), a, V_NEG(b));
  const VEC3 p = V_SCALE(turned, qa), q = V_SCALE(turned, qb);
  XPBD_NAME(spread_pair_triangle)
  (XPBD_NAME(v_select)(row, R(0.5), V_MADD(straight, u, p), p), rest,
   XPBD_NAME(v_select)(row, R(0.5), V_MADD(straight, v, q), q), rest + 2, g);
  return s * XPBD_SELECT_GT(row, R(0.5), apart, k * (t - R(2.0)));
}

XPBD_REST(orthotropic_strain_triangle) {
  XPBD_NAME(strain_rest_triangle)(x, row, rest);
}

XPBD_FORMULA(orthotropic_strain_triangle) {
  const REAL row = rest[5], e1 = material[0], e2 = material[1], nu12 = material[2];
  const REAL nu21 = XPBD_SELECT_GT(e1, R(0.0), nu12 * e2 / e1, R(0.0));
  const REAL last = XPBD_SELECT_GT(row, R(1.5), material[3], e2);
  const REAL s = XPBD_NAME(root_of)(XPBD_SELECT_GT(row, R(0.5), last, e1 / (R(1.0) - nu12 * nu21)));
  const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2);
  const VEC3 sa = V_SCALE(s, a), sb = V_SCALE(s, b);
  VEC3 pair[3], weft[3];
  XPBD_NAME(spread_pair_triangle)
  (XPBD_NAME(v_select)(row, R(1.5), sb, sa), rest, XPBD_NAME(v_select)(row, R(1.5), sa, V_SCALE(nu21, sb)), rest + 2,
   pair);
  XPBD_NAME(spread_triangle)(sb, rest + 2, weft);
  for (int k = 0; k < 3; k++) g[k] = XPBD_NAME(v_select)(XPBD_ABS(row - R(1.0)), R(0.5), pair[k], weft[k]);
  const REAL one = V_DOT(a, a) - rest[4], two = V_DOT(b, b) - rest[4]; /* 2 e11 and 2 e22, times sqrt(A) */
  const REAL straight = R(0.5) * XPBD_SELECT_GT(row, R(0.5), two, XPBD_FMA(nu21, two, one));
  return s * XPBD_SELECT_GT(row, R(1.5), V_DOT(a, b), straight);
}

XPBD_RULE(orthotropic_strain_triangle) {
  const double coupling = material[2] * material[2] * material[1];
  return coupling < material[0] || coupling <= 0.0 ? NULL : "nu12^2 must be less than E1 / E2";
}
