/* cube_root: C = V^(1/3) - V0^(1/3), the size of a tetrahedron as a length, by logarithm and exponential: a law without
 * a value when it is turned inside out. */
XPBD_INLINE REAL XPBD_NAME(size)(REAL six) {
  return XPBD_EXP(XPBD_LOG(six / R(6.0)) / R(3.0));
}

XPBD_REST(cube_root) {
  rest[0] = XPBD_NAME(size)(V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0])));
}

XPBD_FORMULA(cube_root) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]);
  const REAL six = V_DOT(V_CROSS(a, b), c), l = XPBD_NAME(size)(six), k = material[0] * l / R(3.0);
  *scale = six;
  g[1] = V_SCALE(k, V_CROSS(b, c));
  g[2] = V_SCALE(k, V_CROSS(c, a));
  g[3] = V_SCALE(k, V_CROSS(a, b));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return material[0] * (l - rest[0]);
}

XPBD_FORMULA_ENTRY(cube_root, 4, 1, 1, 1, XPBD_ON_TETS, XPBD_LITERAL, "m", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
