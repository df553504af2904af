/* Strains of a tetrahedron as six constraints whose compliance is the inverse of its elasticity matrix:
 *
 *   linear_strain_tet   C_r = sqrt(V m_r) T_r : e, e = (F + F^T)/2 - 1
 *   stvk_strain_tet     C_r = sqrt(V m_r) T_r : G, G = (F^T F - 1)/2
 *
 * T_r, r = 0 .. 5, is an orthonormal basis of the symmetric matrices: 1/sqrt(3), diag(1, -1, 0)/sqrt(2),
 * diag(1, 1, -2)/sqrt(6), and the shears 12, 13, 23 with 1/sqrt(2) on either side of the diagonal. In this basis the
 * elasticity matrix of an isotropic solid is diagonal: m_0 = 2 mu + 3 lambda = E / (1 - 2 nu), the others 2 mu = E /
 * (1 + nu). So sum_r C_r^2 / 2 = V (mu G:G + lambda/2 tr^2 G) exactly, with alpha = 1. No matrix is left to be solved,
 * and E is the Young's modulus of the material. A mesh of tetrahedra is stiffer, and locks near nu = 0.5.
 * docs/made/findings.md has the numbers. nodal_volume_tet of volume.h does not lock.
 * The rows of an element share one rest shape: the columns of Dm^-1 times V^(1/4), or times sqrt(V) for the linear
 * strain, then sqrt(V), then the row r. T_r : F^T F is a sum of squares |f_i|^2 or a product f_i . f_j of columns of F.
 * r is a constant in the solver's kernels, so they compute only the columns that a row needs: three in rows 0 and 2,
 * two in the others. material = E [Pa] and nu. C in J^(1/2). alpha is a plain number, 1 by default.
 * Source: the compliance matrix of Macklin et al. 2016, Eqs. (23) to (25), in the basis where it is diagonal
 * (Kelvin's).
 *
 * Solving an element's rows together (solve=coupled) needs about as many iterations. Row by row took 1.00 to 1.28 times
 * as many until a step's error was a thousandth (beams of 24 and 192 elements, nu 0 to 0.49, E 1e4 to 1e6 Pa).
 * linear_strain_tet is linear in x, so the fixed point of a step is the minimum of its energy, for any step. It is not
 * invariant under rotation. F^T F cannot see inversion: St. Venant and Kirchhoff's energy has a mirrored well.
 * Degenerate: nothing divides. Each row of stvk_strain_tet is stationary where its columns vanish. */

/* The columns of Dm^-1 times `factor`, the root of the volume, and the row. */
#define XPBD_STRAIN_REST_TET(name, factor)                                                                             \
  XPBD_REST(name) {                                                                                                    \
    const REAL root = XPBD_SQRT(XPBD_NAME(inverse_tet)(x, rest)), s = factor;                                          \
    for (int k = 0; k < 9; k++) rest[k] = s * rest[k];                                                                 \
    rest[9] = root;                                                                                                    \
    rest[10] = (REAL)row;                                                                                              \
  }
XPBD_STRAIN_REST_TET(stvk_strain_tet, XPBD_SQRT(root))
XPBD_STRAIN_REST_TET(linear_strain_tet, root)
#undef XPBD_STRAIN_REST_TET

/* sqrt(m_r) times the factor of row r's basis matrix: 1/sqrt(3), 1/sqrt(6) in row 2, 1/sqrt(2) in the others. */
XPBD_INLINE REAL XPBD_NAME(strain_weight_tet)(REAL row, const REAL *material) {
  const REAL nu = material[1];
  const REAL m = material[0] / XPBD_SELECT_GT(row, R(0.5), R(1.0) + nu, R(1.0) - R(2.0) * nu);
  const REAL pair = XPBD_SELECT_GT(XPBD_ABS(row - R(2.0)), R(0.5), R(0.7071067811865475), R(0.4082482904638630));
  return XPBD_NAME(root_of)(m) * XPBD_SELECT_GT(row, R(0.5), pair, R(0.5773502691896258));
}

/* The sum that belongs to a row: of the numbers a, b, c on the diagonal, less `rest` in row 0, or twice the one off
 * the diagonal. */
XPBD_INLINE REAL XPBD_NAME(strain_sum_tet)(REAL row, REAL a, REAL b, REAL c, REAL rest, REAL off) {
  const REAL pair = XPBD_SELECT_GT(row, R(1.5), a + b - R(2.0) * c, a - b);
  const REAL diagonal = XPBD_SELECT_GT(row, R(0.5), pair, a + b + c - rest);
  return XPBD_SELECT_GT(row, R(2.5), off, diagonal);
}

/* The gradient of a corner whose numbers in the columns of Dm^-1 are a, b, c. p and q are the derivatives by the first
 * and the second column of the row, `third` that by the third, in rows 0 and 2. */
XPBD_INLINE VEC3 XPBD_NAME(stvk_strain_slope)(REAL row, REAL a, REAL b, REAL c, VEC3 p, VEC3 q, VEC3 third) {
  const REAL first = XPBD_SELECT_GT(row, R(4.5), b, a), second = XPBD_SELECT_GT(row, R(3.5), c, b);
  const VEC3 two = V_MADD(second, q, V_SCALE(first, p));
  const REAL one_or_more = XPBD_ABS(row - R(1.0)); /* 1 in rows 0 and 2 */
  return XPBD_NAME(v_select)(XPBD_SELECT_GT(row, R(2.5), R(0.0), one_or_more), R(0.5), V_MADD(c, third, two), two);
}

XPBD_FORMULA(stvk_strain_tet) {
  const REAL row = rest[10], s = XPBD_NAME(strain_weight_tet)(row, material);
  const VEC3 a = XPBD_NAME(column_tet)(x, rest), b = XPBD_NAME(column_tet)(x, rest + 3),
             c = XPBD_NAME(column_tet)(x, rest + 6);
  const VEC3 u = XPBD_NAME(v_select)(row, R(4.5), b, a), v = XPBD_NAME(v_select)(row, R(3.5), c, b); /* of the row */
  const VEC3 su = V_SCALE(s, u), sv = V_SCALE(s, v);
  const VEC3 signed_v = XPBD_NAME(v_select)(XPBD_ABS(row - R(1.0)), R(0.5), sv, V_NEG(sv));
  const VEC3 p = XPBD_NAME(v_select)(row, R(2.5), sv, su), q = XPBD_NAME(v_select)(row, R(2.5), su, signed_v);
  const VEC3 third = V_SCALE(XPBD_SELECT_GT(row, R(1.5), R(-2.0) * s, s), c);
  g[1] = XPBD_NAME(stvk_strain_slope)(row, rest[0], rest[3], rest[6], p, q, third);
  g[2] = XPBD_NAME(stvk_strain_slope)(row, rest[1], rest[4], rest[7], p, q, third);
  g[3] = XPBD_NAME(stvk_strain_slope)(row, rest[2], rest[5], rest[8], p, q, third);
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return R(0.5) * s *
         XPBD_NAME(strain_sum_tet)(row, V_DOT(a, a), V_DOT(b, b), V_DOT(c, c), R(3.0) * rest[9], R(2.0) * V_DOT(u, v));
}

/* The basis matrix of a row, without its factor, times (a, b, c): the gradient of a corner. */
XPBD_INLINE VEC3 XPBD_NAME(linear_strain_slope)(REAL row, REAL a, REAL b, REAL c) {
  const REAL none = R(0.0);
  const VEC3 sum = XPBD_NAME(v_make)(a, b, c), pair = XPBD_NAME(v_make)(a, -b, none),
             three = XPBD_NAME(v_make)(a, b, R(-2.0) * c), shear = XPBD_NAME(v_make)(b, a, none),
             next = XPBD_NAME(v_make)(c, none, a), last = XPBD_NAME(v_make)(none, c, b);
  const VEC3 diagonal = XPBD_NAME(v_select)(row, R(1.5), three, XPBD_NAME(v_select)(row, R(0.5), pair, sum));
  const VEC3 off = XPBD_NAME(v_select)(row, R(4.5), last, XPBD_NAME(v_select)(row, R(3.5), next, shear));
  return XPBD_NAME(v_select)(row, R(2.5), off, diagonal);
}

XPBD_FORMULA(linear_strain_tet) {
  const REAL row = rest[10], s = XPBD_NAME(strain_weight_tet)(row, material);
  const VEC3 a = XPBD_NAME(column_tet)(x, rest), b = XPBD_NAME(column_tet)(x, rest + 3),
             c = XPBD_NAME(column_tet)(x, rest + 6);
  g[1] = V_SCALE(s, XPBD_NAME(linear_strain_slope)(row, rest[0], rest[3], rest[6]));
  g[2] = V_SCALE(s, XPBD_NAME(linear_strain_slope)(row, rest[1], rest[4], rest[7]));
  g[3] = V_SCALE(s, XPBD_NAME(linear_strain_slope)(row, rest[2], rest[5], rest[8]));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  const REAL off = XPBD_SELECT_GT(row, R(4.5), b.z + c.y, XPBD_SELECT_GT(row, R(3.5), a.z + c.x, a.y + b.x));
  return s * XPBD_NAME(strain_sum_tet)(row, a.x, b.y, c.z, R(3.0) * rest[9], off);
}
