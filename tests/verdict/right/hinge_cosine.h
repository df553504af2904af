/* hinge_cosine: the cosine of the angle between the normals of two triangles. */
XPBD_REST(hinge_cosine) {
  const VEC3 e = V_SUB(x[1], x[0]), na = V_CROSS(e, V_SUB(x[2], x[0])), nb = V_CROSS(V_SUB(x[3], x[0]), e);
  rest[0] = V_DOT(na, nb) / XPBD_SQRT(V_DOT(na, na) * V_DOT(nb, nb));
}

XPBD_FORMULA(hinge_cosine) {
  const VEC3 e = V_SUB(x[1], x[0]), a = V_SUB(x[2], x[0]), b = V_SUB(x[3], x[0]);
  const VEC3 na = V_CROSS(e, a), nb = V_CROSS(b, e);
  const REAL aa = V_DOT(na, na), bb = V_DOT(nb, nb), ab = V_DOT(na, nb), k = material[0] / XPBD_SQRT(aa * bb);
  VEC3 u = V_SCALE(k, nb), w = V_SCALE(k, na);
  u = V_MADD(-k * ab / aa, na, u);
  w = V_MADD(-k * ab / bb, nb, w);
  g[1] = V_ADD(V_CROSS(a, u), V_CROSS(w, b));
  g[2] = V_CROSS(u, e);
  g[3] = V_CROSS(e, w);
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return k * ab - material[0] * rest[0];
}

XPBD_FORMULA_ENTRY(hinge_cosine, 4, 1, 1, 1, XPBD_ON_HINGES, XPBD_ENERGY | XPBD_LITERAL, "1", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
