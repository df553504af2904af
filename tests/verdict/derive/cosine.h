/* derive_cosine: the angle of a corner by acos, with divisions by lengths. */
XPBD_REST(derive_cosine) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]);
  rest[0] = XPBD_ACOS(V_DOT(a, b) / (V_LENGTH(a) * V_LENGTH(b)));
}

XPBD_VALUE(derive_cosine) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]);
  const REAL la = V_LENGTH(a), lb = V_LENGTH(b);
  const REAL cosine = V_DOT(a, b) / (la * lb);
  return material[0] * (XPBD_ACOS(cosine) - rest[0]);
}

XPBD_FORMULA_ENTRY(derive_cosine, 3, 1, 1, 1, XPBD_ON_CORNERS, XPBD_SINGULAR | XPBD_LITERAL, "rad", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0})
