/* derive_parts: components of a vector. */
XPBD_REST(derive_parts) {
  XPBD_NAME(inverse_triangle)(x, rest);
}

XPBD_VALUE(derive_parts) {
  const VEC3 f = XPBD_NAME(column_triangle)(x, rest);
  return material[0] * (f.x * f.x + f.y * f.y + f.z * f.z - R(1.0));
}

XPBD_FORMULA_ENTRY(derive_parts, 3, 4, 1, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, "1", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0})
