/* squares: C = the sum of the squared lengths of a tetrahedron's edges, over that at rest, minus 1: keeps the size, not
 * the shape. */
XPBD_INLINE REAL XPBD_NAME(sum)(const VEC3 *x) {
  REAL sum = R(0.0);
  for (int i = 1; i < 4; i++)
    for (int k = 0; k < i; k++) {
      const VEC3 d = V_SUB(x[i], x[k]);
      sum = sum + V_DOT(d, d);
    }
  return sum;
}

XPBD_REST(squares) {
  rest[0] = XPBD_NAME(sum)(x);
}

XPBD_FORMULA(squares) {
  const REAL k = R(2.0) / rest[0];
  for (int i = 0; i < 4; i++) {
    g[i] = V_ZERO;
    for (int j = 0; j < 4; j++) g[i] = V_MADD(k, V_SUB(x[i], x[j]), g[i]);
  }
  return XPBD_NAME(sum)(x) / rest[0] - R(1.0);
}

XPBD_FORMULA_ENTRY(squares, 4, 1, 0, 1, XPBD_ON_TETS, XPBD_PLAIN, "1", "made up", "right on purpose")
