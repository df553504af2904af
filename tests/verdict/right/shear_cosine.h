/* shear_cosine: the cosine of the angle between warp and weft. */
XPBD_REST(shear_cosine) {
  rest[4] = XPBD_NAME(inverse_triangle)(x, rest);
}

XPBD_FORMULA(shear_cosine) {
  const VEC3 a = XPBD_NAME(column_triangle)(x, &rest[0]), b = XPBD_NAME(column_triangle)(x, &rest[2]);
  const REAL aa = V_DOT(a, a), bb = V_DOT(b, b), ab = V_DOT(a, b), k = material[0] / XPBD_SQRT(aa * bb);
  VEC3 p = V_SCALE(k, b), q = V_SCALE(k, a);
  p = V_MADD(-k * ab / aa, a, p);
  q = V_MADD(-k * ab / bb, b, q);
  XPBD_NAME(spread_pair_triangle)(p, &rest[0], q, &rest[2], g);
  return k * ab;
}

XPBD_FORMULA_ENTRY(shear_cosine, 3, 5, 1, 1, XPBD_ON_TRIANGLES, XPBD_LITERAL, "1", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
