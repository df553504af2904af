/* kirchhoff: the energy of Saint-Venant and Kirchhoff on a triangle, without its trace. */
XPBD_REST(kirchhoff) {
  rest[4] = XPBD_NAME(inverse_triangle)(x, rest);
}

XPBD_FORMULA(kirchhoff) {
  const VEC3 f1 = XPBD_NAME(column_triangle)(x, &rest[0]), f2 = XPBD_NAME(column_triangle)(x, &rest[2]);
  const REAL e11 = R(0.5) * (V_DOT(f1, f1) - R(1.0)), e22 = R(0.5) * (V_DOT(f2, f2) - R(1.0));
  const REAL e12 = R(0.5) * V_DOT(f1, f2), mu = R(2.0) * material[0] * rest[4];
  const VEC3 p = V_SCALE(mu, V_MADD(e11, f1, V_SCALE(e12, f2))), q = V_SCALE(mu, V_MADD(e22, f2, V_SCALE(e12, f1)));
  g[1] = V_MADD(rest[0], p, V_SCALE(rest[2], q));
  g[2] = V_MADD(rest[1], p, V_SCALE(rest[3], q));
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  return R(0.5) * mu * (e11 * e11 + e22 * e22 + R(2.0) * e12 * e12);
}

XPBD_FORMULA_ENTRY(kirchhoff, 3, 5, 1, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY, "J", "made up", "right on purpose",
                   {"mu", "N/m", 2.0, 0.0, 1e6})
