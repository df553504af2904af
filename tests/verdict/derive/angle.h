/* derive_angle: the angle of a corner by atan2. */
XPBD_REST(derive_angle) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]);
  rest[0] = XPBD_ATAN2(V_LENGTH(V_CROSS(a, b)), V_DOT(a, b));
}

XPBD_VALUE(derive_angle) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]);
  return material[0] * (XPBD_ATAN2(V_LENGTH(V_CROSS(a, b)), V_DOT(a, b)) - rest[0]);
}

XPBD_FORMULA_ENTRY(derive_angle, 3, 1, 1, 1, XPBD_ON_CORNERS, XPBD_PLAIN, "rad", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0})
