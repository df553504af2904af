/* edges_of_triangle: the squared length of one edge of a triangle, a row for each of two edges. */
XPBD_REST(edges_of_triangle) {
  const VEC3 d = row == 0 ? V_SUB(x[1], x[0]) : V_SUB(x[2], x[0]);
  rest[0] = V_DOT(d, d);
  rest[1] = (REAL)row;
}

XPBD_FORMULA(edges_of_triangle) {
  const REAL second = rest[1], first = R(1.0) - rest[1];
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]);
  g[1] = V_SCALE(R(2.0) * first * material[0], a);
  g[2] = V_SCALE(R(2.0) * second * material[0], b);
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  return material[0] * (first * V_DOT(a, a) + second * V_DOT(b, b) - rest[0]);
}

XPBD_FORMULA_ENTRY(edges_of_triangle, 3, 2, 1, 2, XPBD_ON_TRIANGLES, XPBD_PLAIN, "m^2", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
