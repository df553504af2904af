/* isometric_bending: C = k sqrt(2 E), E = 3 / (2 (A0 + A1)) |s|^2 the isometric bending energy of two triangles that
 * share the edge x0 x1 and have the wings x2 and x3. s = sum_i K_i x_i with cotangents of the rest shape.
 *
 * rest[0..2] = K_1, K_2, K_3 times sqrt(3 / (A0 + A1)) [1/m], material[0] = k [1]. C in 1, so the potential C^2 /
 * (2 alpha) is k^2 E / alpha: physical bending. K_0 is minus the sum of the others, rounding included, so a translation
 * changes nothing to the last bit. Valid for a flat rest shape only, where E = 3 |e|^2 / (A0 + A1) (1 - cos fold).
 * Source: Bergou et al. 2006, A Quadratic Bending Model for Inextensible Surfaces; named by Cincotti.
 * Degenerate: s = 0, the flat state itself, has C = 0 and no direction: scale 0. There is no rest shape where a rest
 * triangle has no area, that is, where twice its area is below 1e-6 of the shared edge squared. */

/* Cotangent of the angle between a and b. */
XPBD_INLINE REAL XPBD_NAME(cotangent)(VEC3 a, VEC3 b) {
  return V_DOT(a, b) / V_LENGTH(V_CROSS(a, b));
}

XPBD_REST(isometric_bending) {
  const VEC3 e0 = V_SUB(x[1], x[0]), e1 = V_SUB(x[2], x[0]), e2 = V_SUB(x[3], x[0]), e3 = V_SUB(x[2], x[1]),
             e4 = V_SUB(x[3], x[1]), back = V_NEG(e0);
  const REAL c01 = XPBD_NAME(cotangent)(e0, e1), c02 = XPBD_NAME(cotangent)(e0, e2);
  const REAL c03 = XPBD_NAME(cotangent)(back, e3), c04 = XPBD_NAME(cotangent)(back, e4);
  const REAL one = V_LENGTH(V_CROSS(e0, e1)), other = V_LENGTH(V_CROSS(e0, e2)); /* twice the areas */
  const REAL weight = XPBD_SQRT(R(6.0) / (one + other));
  const REAL least = R(1e-6) * V_DOT(e0, e0); /* as for triangles in strain.h */
  const REAL flatter = XPBD_SELECT_GT(one, other, other, one);
  rest[0] = XPBD_SELECT_GT(flatter, least, weight * (c01 + c02), XPBD_NO_REST);
  rest[1] = -weight * (c01 + c03);
  rest[2] = -weight * (c02 + c04);
}

XPBD_FORMULA(isometric_bending) {
  VEC3 s = V_SCALE(rest[0], V_SUB(x[1], x[0]));
  s = V_MADD(rest[1], V_SUB(x[2], x[0]), s);
  s = V_MADD(rest[2], V_SUB(x[3], x[0]), s);
  const REAL length = V_LENGTH(s);
  const VEC3 ks = V_SCALE(material[0], s);
  g[1] = V_SCALE(rest[0], ks);
  g[2] = V_SCALE(rest[1], ks);
  g[3] = V_SCALE(rest[2], ks);
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  *scale = length;
  return material[0] * length;
}
