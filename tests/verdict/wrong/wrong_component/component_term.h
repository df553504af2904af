/* component_term: a term of the product rule is missing; momentum is kept. */
XPBD_REST(component_term) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]);
  rest[0] = V_DOT(a, a) * V_DOT(b, b);
}

XPBD_FORMULA(component_term) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]);
  const REAL aa = V_DOT(a, a), bb = V_DOT(b, b), ab = V_DOT(a, b);
  g[1] = V_SCALE(R(2.0) * material[0], V_SCALE(bb, a));
  g[2] = V_SCALE(R(2.0) * material[0], V_SCALE(aa, b));
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  return material[0] * (aa * bb + ab * ab - rest[0]);
}

XPBD_FORMULA_ENTRY(component_term, 3, 1, 1, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, "m^2", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
