/* triangle_area: C = k (|n|^2 - |N|^2), n = (x1 - x0) x (x2 - x0), N the same at rest: four times the squared area
 *
 * rest[0] = |N|^2 [m^4], material[0] = k [1]. C in m^4: its strength relative to alpha depends on the size of the scene
 * (as the eighth power in the potential). On a cloth 2 m wide it does nothing.
 * Source: Cetinaslan and Chaves, Energy Embedded Gauss-Seidel, and Cetinaslan 2023, ESBD, print x1 x x2 with absolute
 * positions. A translation would change that (by about its own size per metre). Edge vectors are right.
 * Degenerate: a triangle without area has gradient 0. */
XPBD_REST(triangle_area) {
  const VEC3 n = V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0]));
  rest[0] = V_DOT(n, n);
}

XPBD_FORMULA(triangle_area) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), n = V_CROSS(a, b);
  const VEC3 kn = V_SCALE(R(2.0) * material[0], n);
  g[1] = V_CROSS(b, kn);
  g[2] = V_CROSS(kn, a);
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  return material[0] * (V_DOT(n, n) - rest[0]);
}
