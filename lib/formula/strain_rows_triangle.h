/* Strains of a triangle as three constraints whose compliance is the inverse of its elasticity matrix:
 *
 *   linear_strain_triangle   C_r = sqrt(A m_r) T_r : (U - 1), F = R U the polar decomposition
 *   stvk_strain_triangle     C_r = sqrt(A m_r) T_r : G, G = (F^T F - 1)/2
 *
 * The orthonormal basis is T_r = 1/sqrt(2), diag(1, -1)/sqrt(2), ((0, 1), (1, 0))/sqrt(2). In it the elasticity matrix
 * of plane stress is diagonal: m_0 = 2 mu + 2 lambda = E / (1 - nu), the others 2 mu = E / (1 + nu) (strain_rows.h).
 * With alpha = 1 the potentials add up to the energy of corotated_root_triangle and of stvk_root_triangle.
 * T_r : F^T F = |f_1|^2 +- |f_2|^2, where f_i is F times an eigenvector of T_r, times the root of its eigenvalue. rest
 * = Dm^-1 times these vectors, times (A/4)^(1/4) or, for the linear strain, A^(1/4). Then comes the constant sqrt(A) tr
 * T_r / 2; for the linear strain sqrt(A/2), negative in all rows but row 0. material = E, Young's modulus times the
 * thickness [N/m], and Poisson's ratio nu. C in J^(1/2). alpha is a plain number, 1 by default.
 * Source: as in strain_rows.h.
 *
 * The linear strain of a sheet in space has to turn with the sheet. U - 1 is the one that favours no direction of it.
 * Degenerate: stvk_strain_triangle is stationary where its columns vanish. A collapsed triangle (area ratio below
 * 1e-15) has no normal: linear_strain_triangle has scale 0 there and is left alone. */

/* The columns of Dm^-1 times the roots of row `row`, times s. Returns the root of the area. */
XPBD_INLINE REAL XPBD_NAME(strain_columns_triangle)(const VEC3 *x, int row, REAL factor, REAL *rest) {
  const REAL b = R(0.8408964152537145), h = R(0.5946035575013605); /* 2^(-1/4), b / sqrt(2) */
  const REAL columns[3][4] = {{b, 0, 0, b}, {b, 0, 0, b}, {h, h, h, -h}};
  REAL m[4];
  const REAL root = XPBD_SQRT(XPBD_NAME(inverse_triangle)(x, m)), s = XPBD_SQRT(factor * root);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++) rest[2 * i + k] = s * (columns[row][2 * i] * m[k] + columns[row][2 * i + 1] * m[2 + k]);
  rest[0] = XPBD_SELECT_GT(XPBD_ABS(m[0]), R(-1.0), rest[0], XPBD_NO_REST); /* NaN if m[0] is */
  return root;
}

XPBD_REST(stvk_strain_triangle) {
  const REAL root = XPBD_NAME(strain_columns_triangle)(x, row, R(0.5), rest);
  rest[4] = row == 0 ? R(0.7071067811865475) * root : R(0.0);
}

XPBD_FORMULA(stvk_strain_triangle) {
  const REAL nu = material[1], sign = XPBD_SELECT_GT(rest[4], R(0.0), R(1.0), R(-1.0));
  const REAL root = XPBD_NAME(root_of)(material[0] / XPBD_FMA(-sign, nu, R(1.0)));
  const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2);
  const REAL two = R(2.0) * root;
  XPBD_NAME(spread_pair_triangle)(V_SCALE(two, a), rest, V_SCALE(sign * two, b), rest + 2, g);
  return root * (V_DOT(a, a) + sign * V_DOT(b, b) - rest[4]);
}

XPBD_REST(linear_strain_triangle) {
  const REAL root = XPBD_NAME(strain_columns_triangle)(x, row, R(1.0), rest);
  rest[4] = R(0.7071067811865475) * (row == 0 ? root : -root);
}

/* With k = sqrt(A/2) in every row, |f_1|^2 + |f_2|^2 = k I1 and |f_1 x f_2| = k J, so T = tr U = sqrt(I1 + 2 J). Row 0
 * is k (T - 2), the others (|f_1|^2 - |f_2|^2) / T, because U = (F^T F + J) / T. q = k T dT/df. */
XPBD_FORMULA(linear_strain_triangle) {
  const REAL nu = material[1], sign = XPBD_SELECT_GT(rest[4], R(0.0), R(1.0), R(-1.0)), k = sign * rest[4];
  const REAL root = XPBD_NAME(root_of)(material[0] / XPBD_FMA(-sign, nu, R(1.0)));
  const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2), n = V_CROSS(a, b);
  const REAL aa = V_DOT(a, a), bb = V_DOT(b, b), nn = V_DOT(n, n), j = XPBD_SQRT(nn);
  *scale = XPBD_SELECT_GT(nn, XPBD_TINY * k * k, R(1.0), R(0.0));
  const VEC3 m = V_SCALE(XPBD_SELECT_GT(*scale, R(0.5), R(1.0) / j, R(0.0)), n);
  const REAL t = XPBD_SQRT((aa + bb + R(2.0) * j) / k);
  const REAL over = XPBD_SELECT_GT(*scale, R(0.5), R(1.0) / t, R(0.0));
  const VEC3 qa = V_ADD(a, V_CROSS(b, m)), qb = V_ADD(b, V_CROSS(m, a));
  const REAL apart = (aa - bb) * over;
  const REAL straight = XPBD_SELECT_GT(rest[4], R(0.0), R(0.0), R(2.0) * root * over);
  const REAL turned = XPBD_SELECT_GT(rest[4], R(0.0), root * over, -root * apart * over * over / k);
  XPBD_NAME(spread_pair_triangle)
  (V_MADD(turned, qa, V_SCALE(straight, a)), rest, V_MADD(turned, qb, V_SCALE(-straight, b)), rest + 2, g);
  return root * XPBD_SELECT_GT(rest[4], R(0.0), k * (t - R(2.0)), apart);
}
