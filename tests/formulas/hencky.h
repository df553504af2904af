/* hencky: C = k l0 ln(|x1 - x0| / l0), Hencky's logarithmic strain of a spring times its rest length
 *
 * rest[0] = l0 [m], material[0] = k [1]. C in m. Near rest like stretching, softer in tension, without bound in compression.
 * Source: Hencky 1928, Ueber die Form des Elastizitaetsgesetzes bei ideal elastischen Stoffen.
 * Degenerate: the gradient is k l0 d / |d|^2, and |d|^2 the divisor that is left to the solver: x0 == x1, where C is
 * -infinity, is left alone. l0 == 0 has no strain: the gradient is 0. */
XPBD_REST(hencky) {
  XPBD_NAME(edge_rest)(x, rest);
}

XPBD_FORMULA(hencky) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL kl = material[0] * rest[0];
  *scale = V_DOT(d, d);
  g[1] = V_SCALE(kl, d);
  g[0] = V_NEG(g[1]);
  return XPBD_SELECT_GT(rest[0], XPBD_TINY, kl * XPBD_LOG(V_LENGTH(d) / rest[0]), R(0.0));
}

XPBD_FORMULA_ENTRY(hencky, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m",
                   "Hencky 1928, Ueber die Form des Elastizitaetsgesetzes", "logarithmic strain of a spring",
                   {"k", "1", 1.0, 0.0, 1e6})
