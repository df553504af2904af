/* polar_twice: |F - R|^2 with two steps towards the rotation R, whose derivative is left out although it is no rotation yet. */
XPBD_REST(polar_twice) {
  rest[9] = XPBD_NAME(inverse_tet)(x, rest);
}

XPBD_FORMULA(polar_twice) {
  VEC3 f[3], r[3], p[3];
  const REAL k = material[0] * rest[9];
  REAL sum = R(0.0);
  for (int i = 0; i < 3; i++) r[i] = f[i] = XPBD_NAME(column_tet)(x, &rest[3 * i]);
  for (int n = 0; n < 2; n++) {
    const VEC3 a = V_CROSS(r[1], r[2]), b = V_CROSS(r[2], r[0]), c = V_CROSS(r[0], r[1]);
    const REAL half = R(0.5) / V_DOT(r[0], a);
    r[0] = V_MADD(half, a, V_SCALE(R(0.5), r[0]));
    r[1] = V_MADD(half, b, V_SCALE(R(0.5), r[1]));
    r[2] = V_MADD(half, c, V_SCALE(R(0.5), r[2]));
  }
  for (int i = 0; i < 3; i++) {
    const VEC3 d = V_SUB(f[i], r[i]);
    sum = sum + V_DOT(d, d);
    p[i] = V_SCALE(k, d);
  }
  for (int i = 0; i < 3; i++) g[i + 1] = V_MADD(rest[i], p[0], V_MADD(rest[3 + i], p[1], V_SCALE(rest[6 + i], p[2])));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return R(0.5) * k * sum;
}

XPBD_FORMULA_ENTRY(polar_twice, 4, 10, 1, 1, XPBD_ON_TETS, XPBD_ENERGY | XPBD_LITERAL, "J", "made up", "wrong on purpose",
                   {"mu", "Pa", 2.0, 0.0, 1e6})
