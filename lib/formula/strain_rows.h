/* Strains of a tetrahedron as six constraints whose compliance is the inverse of its elasticity matrix:
 *
 *   linear_strain_tet   C_r = sqrt(V m_r) T_r : e, e = (F + F^T)/2 - 1
 *   stvk_strain_tet     C_r = sqrt(V m_r) T_r : G, G = (F^T F - 1)/2
 *
 * T_r, r = 0 .. 5, is an orthonormal basis of the symmetric matrices: 1/sqrt(3), diag(1, -1, 0)/sqrt(2),
 * diag(1, 1, -2)/sqrt(6), and the shears 12, 13, 23 with 1/sqrt(2) on either side of the diagonal. In this basis the
 * elasticity matrix of an isotropic solid is diagonal: m_0 = 2 mu + 3 lambda = E / (1 - 2 nu), the others 2 mu = E /
 * (1 + nu). So sum_r C_r^2 / 2 = V (mu G:G + lambda/2 tr^2 G) exactly, with alpha = 1. No matrix is left to be solved,
 * and E is the Young's modulus of the material. A mesh of tetrahedra is stiffer, and locks near nu = 0.5. The finding on
 * locking has the numbers, and nodal_volume_tet of volume.h is the remedy.
 * For stvk_strain_tet, T_r : F^T F = |f_1|^2 + |f_2|^2 +- |f_3|^2, where f_i is F times an eigenvector of T_r, times
 * the root of its eigenvalue. rest = Dm^-1 times these vectors, times (V/4)^(1/4), and the constant sqrt(V) tr T_r / 2.
 * For linear_strain_tet, T_r : F = sum_k w_k . (x_k - x_0). rest = the three w_k and the constant, all times sqrt(V).
 * The constant is 0 in every row but row 0, which is how a row is recognised. material = E [Pa] and nu. C in J^(1/2).
 * alpha is a plain number, 1 by default.
 * Source: the compliance matrix of Macklin et al. 2016, Eqs. (23) to (25), in the basis where it is diagonal
 * (Kelvin's).
 *
 * Solving an element's rows together, as a block of six, would need as many iterations. Row by row took 1.00 to 1.28
 * times as many until a step's error was a thousandth (beams of 24 and 192 elements, nu 0 to 0.49, E 1e4 to 1e6 Pa).
 * linear_strain_tet is linear in x, so the fixed point of a step is the minimum of its energy, for any step. It is not
 * invariant under rotation. F^T F cannot see inversion: St. Venant and Kirchhoff's energy has a mirrored well.
 * Degenerate: nothing divides. Each row of stvk_strain_tet is stationary where its columns vanish. */

XPBD_REST(stvk_strain_tet) {
  const REAL a = R(0.7598356856515925), b = R(0.8408964152537145), c = R(0.6389431042462724), /* 3, 2, 6 to the -1/4 */
      d = R(0.9036020036098448), h = R(0.5946035575013605); /* c sqrt(2), b / sqrt(2) */
  const REAL columns[6][9] = {{a, 0, 0, 0, a, 0, 0, 0, a},  {b, 0, 0, 0, 0, 0, 0, b, 0},  {c, 0, 0, 0, c, 0, 0, 0, d},
                              {h, h, 0, 0, 0, 0, h, -h, 0}, {h, 0, h, 0, 0, 0, h, 0, -h}, {0, h, h, 0, 0, 0, 0, h, -h}};
  REAL m[9];
  const REAL half = R(0.5) * XPBD_SQRT(XPBD_NAME(inverse_tet)(x, m)), s = XPBD_SQRT(half);
  for (int i = 0; i < 3; i++) {
    const REAL *u = &columns[row][3 * i];
    for (int k = 0; k < 3; k++) rest[3 * i + k] = s * (u[0] * m[k] + u[1] * m[3 + k] + u[2] * m[6 + k]);
  }
  rest[0] = XPBD_SELECT_GT(XPBD_ABS(m[0]), R(-1.0), rest[0], XPBD_NO_REST); /* NaN if m[0] is */
  rest[9] = row == 0 ? R(1.7320508075688772) * half : R(0.0);
}

XPBD_FORMULA(stvk_strain_tet) {
  const REAL nu = material[1], sign = XPBD_SELECT_GT(rest[9], R(0.0), R(1.0), R(-1.0));
  const REAL root =
      XPBD_NAME(root_of)(material[0] / XPBD_SELECT_GT(rest[9], R(0.0), R(1.0) - R(2.0) * nu, R(1.0) + nu));
  const VEC3 a = XPBD_NAME(column_tet)(x, rest), b = XPBD_NAME(column_tet)(x, rest + 3),
             c = XPBD_NAME(column_tet)(x, rest + 6);
  const REAL two = R(2.0) * root;
  const VEC3 p = V_SCALE(two, a), q = V_SCALE(two, b), r = V_SCALE(sign * two, c);
  g[1] = V_MADD(rest[6], r, V_MADD(rest[3], q, V_SCALE(rest[0], p)));
  g[2] = V_MADD(rest[7], r, V_MADD(rest[4], q, V_SCALE(rest[1], p)));
  g[3] = V_MADD(rest[8], r, V_MADD(rest[5], q, V_SCALE(rest[2], p)));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return root * (V_DOT(a, a) + V_DOT(b, b) + sign * V_DOT(c, c) - rest[9]);
}

XPBD_REST(linear_strain_tet) {
  const REAL a = R(0.5773502691896258), b = R(0.7071067811865475), c = R(0.4082482904638630);
  const REAL basis[6][6] = {{a, a, a, 0, 0, 0}, {b, -b, 0, 0, 0, 0}, {c, c, R(-2.0) * c, 0, 0, 0},
                            {0, 0, 0, b, 0, 0}, {0, 0, 0, 0, b, 0},  {0, 0, 0, 0, 0, b}}; /* 11 22 33 12 13 23 */
  const REAL *t = basis[row];
  REAL m[9];
  const REAL s = XPBD_SQRT(XPBD_NAME(inverse_tet)(x, m));
  for (int k = 0; k < 3; k++) {
    rest[3 * k] = s * (t[0] * m[k] + t[3] * m[3 + k] + t[4] * m[6 + k]);
    rest[3 * k + 1] = s * (t[3] * m[k] + t[1] * m[3 + k] + t[5] * m[6 + k]);
    rest[3 * k + 2] = s * (t[4] * m[k] + t[5] * m[3 + k] + t[2] * m[6 + k]);
  }
  rest[0] = XPBD_SELECT_GT(XPBD_ABS(m[0]), R(-1.0), rest[0], XPBD_NO_REST); /* NaN if m[0] is */
  rest[9] = row == 0 ? R(1.7320508075688772) * s : R(0.0);
}

XPBD_FORMULA(linear_strain_tet) {
  const REAL nu = material[1];
  const REAL root =
      XPBD_NAME(root_of)(material[0] / XPBD_SELECT_GT(rest[9], R(0.0), R(1.0) - R(2.0) * nu, R(1.0) + nu));
  const VEC3 u = XPBD_NAME(v_make)(rest[0], rest[1], rest[2]), v = XPBD_NAME(v_make)(rest[3], rest[4], rest[5]),
             w = XPBD_NAME(v_make)(rest[6], rest[7], rest[8]);
  g[1] = V_SCALE(root, u);
  g[2] = V_SCALE(root, v);
  g[3] = V_SCALE(root, w);
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  const REAL sum = V_DOT(u, V_SUB(x[1], x[0])) + V_DOT(v, V_SUB(x[2], x[0])) + V_DOT(w, V_SUB(x[3], x[0]));
  return root * (sum - rest[9]);
}
