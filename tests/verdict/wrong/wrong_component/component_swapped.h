/* component_swapped: x and y are exchanged in the gradient of particle 1. */
XPBD_REST(component_swapped) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(component_swapped) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d);
  *scale = length;
  g[1] = V_SCALE(material[0], d);
  g[0] = V_NEG(g[1]);
  g[1] = XPBD_NAME(v_make)(g[1].y, g[1].x, g[1].z);
  return material[0] * (length - rest[0]);
}

XPBD_FORMULA_ENTRY(component_swapped, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
