/* hidden_rest: a logarithmic spring that turns a rest length which is no number into none: right, and not what the tree asks.
 *
 * rest[0] = l0 [m], material[0] = k [1]. C in m. Source: Hencky 1928.
 * Degenerate: x0 == x1 has no direction and is left alone. l0 == 0 has no strain: value and gradient are 0. */
XPBD_REST(hidden_rest) {
  XPBD_NAME(edge_rest)(x, rest);
}

XPBD_FORMULA(hidden_rest) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL square = V_DOT(d, d); /* the logarithm of 0 is no number */
  const REAL length = XPBD_SQRT(XPBD_SELECT_GT(square, XPBD_TINY, square, XPBD_TINY));
  const REAL k = XPBD_SELECT_GT(rest[0], XPBD_TINY, material[0] * rest[0], R(0.0));
  const REAL l0 = XPBD_SELECT_GT(rest[0], XPBD_TINY, rest[0], R(1.0));
  *scale = XPBD_SELECT_GT(square, XPBD_TINY, square, R(0.0)); /* of the gradient k l0 d / |d|^2: the solver divides */
  g[1] = V_SCALE(k, d);
  g[0] = V_NEG(g[1]);
  return k * XPBD_LOG(length / l0);
}

XPBD_FORMULA_ENTRY(hidden_rest, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "Hencky 1928", "a logarithmic spring",
                   {"k", "1", 1.0, 0.0, 1e6})
