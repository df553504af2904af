/* volume_log: the logarithm of the volume ratio as printed: not a number for a tetrahedron turned inside out. */
XPBD_REST(volume_log) {
  rest[0] = V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0])) / R(6.0);
}

XPBD_FORMULA(volume_log) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]), n = V_CROSS(a, b);
  const REAL volume = V_DOT(n, c);
  *scale = volume;
  g[1] = V_SCALE(material[0], V_CROSS(b, c));
  g[2] = V_SCALE(material[0], V_CROSS(c, a));
  g[3] = V_SCALE(material[0], n);
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return material[0] * XPBD_LOG(volume / (R(6.0) * rest[0]));
}

XPBD_FORMULA_ENTRY(volume_log, 4, 1, 1, 1, XPBD_ON_TETS, XPBD_LITERAL, "1", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
