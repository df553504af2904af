/* ogden: C = mu / power (s^power + 2 s^(-power / 2) - 3) with s = l / l0, one term of Ogden's energy of a fibre that
 * keeps its volume. Flat at rest; at l = 0 it is infinite. */
XPBD_REST(ogden) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(ogden) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL square = V_DOT(d, d), power = material[1], s = R(0.5) * XPBD_LOG(square / (rest[0] * rest[0]));
  const REAL longer = XPBD_EXPM1(power * s), shorter = XPBD_EXPM1(R(-0.5) * power * s);
  *scale = square;
  g[1] = V_SCALE(material[0] * (longer - shorter), d);
  g[0] = V_NEG(g[1]);
  return material[0] / power * (longer + R(2.0) * shorter);
}

XPBD_FORMULA_ENTRY(ogden, 2, 1, 2, 1, XPBD_ON_EDGES, XPBD_ENERGY | XPBD_LITERAL, "J", "made up", "right on purpose",
                   {"mu", "J", 2.0, 0.0, 1e6}, {"power", "1", 3.0, 1.0, 8.0})
