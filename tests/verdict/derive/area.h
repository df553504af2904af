/* derive_area: the area of a triangle. */
XPBD_REST(derive_area) {
  rest[0] = R(0.5) * V_LENGTH(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])));
}

XPBD_VALUE(derive_area) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), n = V_CROSS(a, b);
  return material[0] * (R(0.5) * V_LENGTH(n) - rest[0]);
}

XPBD_FORMULA_ENTRY(derive_area, 3, 1, 1, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, "m^2", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0})
