/* hencky: C = k l0 ln(l / l0), the logarithmic strain of an edge. At l = 0 it is minus infinity. */
XPBD_REST(hencky) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(hencky) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL square = V_DOT(d, d);
  *scale = square;
  g[1] = V_SCALE(material[0] * rest[0], d);
  g[0] = V_NEG(g[1]);
  return R(0.5) * material[0] * rest[0] * XPBD_LOG(square / (rest[0] * rest[0]));
}

XPBD_FORMULA_ENTRY(hencky, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
