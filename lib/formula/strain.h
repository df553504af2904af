/* Why this file exists: all formulas of a triangle's or tetrahedron's deformation share the columns of the deformation
 * gradient, their gradients, strains and rest shapes. Included by shared.h.
 *
 * F = Ds Dm^-1, Ds = (x1 - x0, x2 - x0, ..) and Dm the same of the rest shape. Column i of F is
 *
 *   f_i = sum_k (x_k - x_0) c_i[k],   c_i = column i of Dm^-1,
 *
 * so a function with derivatives p_i = dC/df_i has the gradients g_k = sum_i c_i[k] p_i and g_0 = -sum_k g_k. For a
 * triangle Dm is 2x2, in the material frame with axis 1 along the warp, and F is 3x2. Both papers say 2x2 (ESBD,
 * section 4; energy-embedded Gauss-Seidel, section V.B), which is the size of S = F^T F.
 *
 * There is no rest shape where Dm^-1 is meaningless. For a triangle: its doubled area is below 1e-6 of its longest edge
 * squared, the limit of what float can resolve. For a tetrahedron: its height over the face x1 x2 x3 is below 0.05 of
 * its longest edge from x0. Ghost tetrahedra of a mesh that is not star-shaped can be that flat: 120 of 1800 on a
 * torus. */

/* u where a > b, else v: XPBD_SELECT_GT of vectors. */
XPBD_INLINE VEC3 XPBD_NAME(v_select)(REAL a, REAL b, VEC3 u, VEC3 v) {
  return XPBD_NAME(v_make)(XPBD_SELECT_GT(a, b, u.x, v.x), XPBD_SELECT_GT(a, b, u.y, v.y),
                           XPBD_SELECT_GT(a, b, u.z, v.z));
}

/* Column of F from a column c of Dm^-1. */
XPBD_INLINE VEC3 XPBD_NAME(column_triangle)(const VEC3 *x, const REAL *c) {
  return V_MADD(c[1], V_SUB(x[2], x[0]), V_SCALE(c[0], V_SUB(x[1], x[0])));
}
XPBD_INLINE VEC3 XPBD_NAME(column_tet)(const VEC3 *x, const REAL *c) {
  const VEC3 two = V_MADD(c[1], V_SUB(x[2], x[0]), V_SCALE(c[0], V_SUB(x[1], x[0])));
  return V_MADD(c[2], V_SUB(x[3], x[0]), two);
}

/* Gradients from one column of F (p = dC/df) and from two. */
XPBD_INLINE void XPBD_NAME(spread_triangle)(VEC3 p, const REAL *c, VEC3 *g) {
  g[1] = V_SCALE(c[0], p);
  g[2] = V_SCALE(c[1], p);
  g[0] = V_NEG(V_ADD(g[1], g[2]));
}
XPBD_INLINE void XPBD_NAME(spread_tet)(VEC3 p, const REAL *c, VEC3 *g) {
  g[1] = V_SCALE(c[0], p);
  g[2] = V_SCALE(c[1], p);
  g[3] = V_SCALE(c[2], p);
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
}
XPBD_INLINE void XPBD_NAME(spread_pair_triangle)(VEC3 p, const REAL *c, VEC3 q, const REAL *d, VEC3 *g) {
  g[1] = V_MADD(d[0], q, V_SCALE(c[0], p));
  g[2] = V_MADD(d[1], q, V_SCALE(c[1], p));
  g[0] = V_NEG(V_ADD(g[1], g[2]));
}
XPBD_INLINE void XPBD_NAME(spread_pair_tet)(VEC3 p, const REAL *c, VEC3 q, const REAL *d, VEC3 *g) {
  g[1] = V_MADD(d[0], q, V_SCALE(c[0], p));
  g[2] = V_MADD(d[1], q, V_SCALE(c[1], p));
  g[3] = V_MADD(d[2], q, V_SCALE(c[2], p));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
}

/* Dm^-1 by columns (4 numbers) and the area [m^2] of a triangle in its material frame. Without a rest shape the first
 * number is XPBD_NO_REST. */
XPBD_INLINE REAL XPBD_NAME(inverse_triangle)(const VEC3 *x, REAL *c) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), edge = V_SUB(x[2], x[1]);
  const REAL twice = a.x * b.y - a.y * b.x;
  REAL longest = XPBD_SELECT_GT(V_DOT(a, a), V_DOT(b, b), V_DOT(a, a), V_DOT(b, b));
  longest = XPBD_SELECT_GT(longest, V_DOT(edge, edge), longest, V_DOT(edge, edge));
  c[0] = XPBD_SELECT_GT(XPBD_ABS(twice), R(1e-6) * longest, b.y / twice, XPBD_NO_REST);
  c[1] = -a.y / twice;
  c[2] = -b.x / twice;
  c[3] = a.x / twice;
  return R(0.5) * XPBD_ABS(twice);
}

/* Dm^-1 by columns (9 numbers) and the volume [m^3] of a tetrahedron. Ghost tetrahedra may have negative determinants;
 * the volume is positive. Without a rest shape the first number is XPBD_NO_REST. */
XPBD_INLINE REAL XPBD_NAME(inverse_tet)(const VEC3 *x, REAL *c) {
  const VEC3 a1 = V_SUB(x[1], x[0]), a2 = V_SUB(x[2], x[0]), a3 = V_SUB(x[3], x[0]);
  const VEC3 n1 = V_CROSS(a2, a3), n2 = V_CROSS(a3, a1), n3 = V_CROSS(a1, a2); /* rows of Dm^-1, times det */
  const REAL det = V_DOT(a1, n1);
  const REAL face = V_LENGTH(V_CROSS(V_SUB(a2, a1), V_SUB(a3, a1))); /* doubled: the height is |det| / face */
  REAL longest = XPBD_SELECT_GT(V_DOT(a1, a1), V_DOT(a2, a2), V_DOT(a1, a1), V_DOT(a2, a2));
  longest = XPBD_SELECT_GT(longest, V_DOT(a3, a3), longest, V_DOT(a3, a3));
  const REAL least = R(0.05) * XPBD_SQRT(longest) * face;
  c[0] = XPBD_SELECT_GT(XPBD_ABS(det), least, n1.x / det, XPBD_NO_REST);
  c[1] = n2.x / det;
  c[2] = n3.x / det;
  c[3] = n1.y / det;
  c[4] = n2.y / det;
  c[5] = n3.y / det;
  c[6] = n1.z / det;
  c[7] = n2.z / det;
  c[8] = n3.z / det;
  return XPBD_ABS(det) / R(6.0);
}

/* Rest shapes of strains: column `row` of Dm^-1, or the two columns of a pair, in the order 12, 13, 23. */
XPBD_INLINE void XPBD_NAME(stretch_rest)(const REAL *c, int columns, int row, REAL *rest) {
  for (int k = 0; k < columns; k++) rest[k] = c[columns * row + k];
  rest[0] = XPBD_SELECT_GT(XPBD_ABS(c[0]), R(-1.0), rest[0], XPBD_NO_REST); /* NaN if c[0] is */
}
XPBD_INLINE void XPBD_NAME(shear_rest)(const REAL *c, int columns, int row, REAL *rest) {
  XPBD_NAME(stretch_rest)(c, columns, row == 2, rest);
  XPBD_NAME(stretch_rest)(c, columns, row == 0 ? 1 : 2, rest + columns);
}
XPBD_INLINE void XPBD_NAME(stretch_rest_triangle)(const VEC3 *x, int row, REAL *rest) {
  REAL c[4];
  XPBD_NAME(inverse_triangle)(x, c);
  XPBD_NAME(stretch_rest)(c, 2, row, rest);
}
XPBD_INLINE void XPBD_NAME(shear_rest_triangle)(const VEC3 *x, int row, REAL *rest) {
  REAL c[4];
  XPBD_NAME(inverse_triangle)(x, c);
  XPBD_NAME(shear_rest)(c, 2, row, rest);
}
XPBD_INLINE void XPBD_NAME(stretch_rest_tet)(const VEC3 *x, int row, REAL *rest) {
  REAL c[9];
  XPBD_NAME(inverse_tet)(x, c);
  XPBD_NAME(stretch_rest)(c, 3, row, rest);
}
XPBD_INLINE void XPBD_NAME(shear_rest_tet)(const VEC3 *x, int row, REAL *rest) {
  REAL c[9];
  XPBD_NAME(inverse_tet)(x, c);
  XPBD_NAME(shear_rest)(c, 3, row, rest);
}

/* The strain of a column (or of two) and its derivative p (and q). A division may be left to *scale. */
XPBD_INLINE REAL XPBD_NAME(sbd_on_axis)(VEC3 f, VEC3 *p, XPBD_UNUSED REAL *scale) {
  *p = V_SCALE(R(2.0), f);
  return V_DOT(f, f) - R(1.0);
}
XPBD_INLINE REAL XPBD_NAME(mod_on_axis)(VEC3 f, VEC3 *p, REAL *scale) {
  const REAL length = V_LENGTH(f);
  *p = f;
  *scale = length;
  return length - R(1.0);
}
XPBD_INLINE REAL XPBD_NAME(sbd_on_pair)(VEC3 a, VEC3 b, VEC3 *p, VEC3 *q, XPBD_UNUSED REAL *scale) {
  *p = b;
  *q = a;
  return V_DOT(a, b);
}
XPBD_INLINE REAL XPBD_NAME(mod_on_pair)(VEC3 a, VEC3 b, VEC3 *p, VEC3 *q, REAL *scale) {
  const REAL aa = V_DOT(a, a), bb = V_DOT(b, b), product = aa * bb;
  const REAL inverse = XPBD_SELECT_GT(product, XPBD_TINY, R(1.0) / product, R(0.0));
  const REAL root = XPBD_SQRT(product) * inverse; /* 1 / (|a| |b|) */
  const REAL cosine = V_DOT(a, b) * root;
  *p = V_MADD(-(cosine * bb * inverse), a, V_SCALE(root, b));
  *q = V_MADD(-(cosine * aa * inverse), b, V_SCALE(root, a));
  *scale = XPBD_SELECT_GT(product, XPBD_TINY, R(1.0), R(0.0));
  return cosine;
}

/* The two functions of a formula, on one axis and on a pair of axes. element: triangle or tet; columns: 2 or 3. */
#define XPBD_STRETCH(name, element, strain, law)                                                                       \
  XPBD_REST(name) {                                                                                                    \
    XPBD_NAME(stretch_rest_##element)(x, row, rest);                                                                   \
  }                                                                                                                    \
  XPBD_FORMULA(name) {                                                                                                 \
    VEC3 p;                                                                                                            \
    REAL slope;                                                                                                        \
    const REAL value = XPBD_NAME(strain)(XPBD_NAME(column_##element)(x, rest), &p, scale);                             \
    const REAL c = XPBD_NAME(law)(value, material[0], &slope);                                                         \
    XPBD_NAME(spread_##element)(V_SCALE(slope, p), rest, g);                                                           \
    return c;                                                                                                          \
  }
#define XPBD_SHEAR(name, element, columns, strain, law)                                                                \
  XPBD_REST(name) {                                                                                                    \
    XPBD_NAME(shear_rest_##element)(x, row, rest);                                                                     \
  }                                                                                                                    \
  XPBD_FORMULA(name) {                                                                                                 \
    VEC3 p, q;                                                                                                         \
    REAL slope;                                                                                                        \
    const VEC3 a = XPBD_NAME(column_##element)(x, rest), b = XPBD_NAME(column_##element)(x, rest + columns);           \
    const REAL value = XPBD_NAME(strain)(a, b, &p, &q, scale);                                                         \
    const REAL c = XPBD_NAME(law)(value, material[0], &slope);                                                         \
    XPBD_NAME(spread_pair_##element)(V_SCALE(slope, p), rest, V_SCALE(slope, q), rest + columns, g);                   \
    return c;                                                                                                          \
  }
