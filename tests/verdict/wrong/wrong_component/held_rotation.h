/* held_rotation: |F - R|^2 with the axes R that follow the first column, whose derivative is left out. */
XPBD_REST(held_rotation) {
  rest[4] = XPBD_NAME(inverse_triangle)(x, rest);
}

XPBD_FORMULA(held_rotation) {
  const VEC3 a = XPBD_NAME(column_triangle)(x, &rest[0]), b = XPBD_NAME(column_triangle)(x, &rest[2]);
  const VEC3 u = V_SCALE(R(1.0) / V_LENGTH(a), a), w = V_MADD(-V_DOT(b, u), u, b);
  const VEC3 p = V_SUB(a, u), q = V_SUB(b, V_SCALE(R(1.0) / V_LENGTH(w), w));
  const REAL k = material[0] * rest[4];
  XPBD_NAME(spread_pair_triangle)(V_SCALE(k, p), &rest[0], V_SCALE(k, q), &rest[2], g);
  return R(0.5) * k * (V_DOT(p, p) + V_DOT(q, q));
}

XPBD_FORMULA_ENTRY(held_rotation, 3, 5, 1, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY | XPBD_LITERAL, "J", "made up",
                   "wrong on purpose", {"mu", "N/m", 2.0, 0.0, 1e6})
