/* fung: C = k l0 / a (exp(a e) - 1), e = (|x1 - x0| - l0) / l0, Fung's exponential law of soft tissue as a spring
 *
 * rest[0] = l0 [m], material[0] = k [1], material[1] = a [1]. C in m. Near rest like stretching, in tension stiffer by the
 * factor exp(a e); in compression its pull falls off, C stays above -k l0 / a.
 * Source: Fung 1967, Elasticity of soft tissues in simple elongation, dT / de = a (T + b).
 * Degenerate: x0 == x1 has no direction: gradient 0. l0 == 0 has no strain: value and gradient are 0.
 * Overflows where a e > 88 in float, 709 in double. */
XPBD_REST(fung) {
  XPBD_NAME(edge_rest)(x, rest);
}

XPBD_FORMULA(fung) {
  VEC3 d;
  const REAL length = XPBD_NAME(edge)(x, &d);
  const REAL inverse = XPBD_SELECT_GT(rest[0], XPBD_TINY, R(1.0) / rest[0], R(0.0));
  const REAL e = XPBD_EXPM1(material[1] * (length - rest[0]) * inverse);
  const REAL k = XPBD_SELECT_GT(rest[0], XPBD_TINY, material[0], R(0.0));
  XPBD_NAME(edge_gradient)(k * (e + R(1.0)), length, d, g, scale);
  return k * rest[0] / material[1] * e;
}

XPBD_FORMULA_ENTRY(fung, 2, 1, 2, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m",
                   "Fung 1967, Elasticity of soft tissues in simple elongation", "exponential spring of soft tissue",
                   {"k", "1", 1.0, 0.0, 1e6}, {"a", "1", 4.0, 0.01, 20.0})
