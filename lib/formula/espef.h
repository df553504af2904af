/* espef_...: C = k (1 - e^f)^2, the exponential of a spring's constraint f(l), l = |x1 - x0|
 *
 *   espef_stretching  f = k_inner (l - l0)              espef_hookean  f = k_inner (l - l0)^2 / 2
 *   espef_stvk        f = k_inner (l^2 - l0^2)^2 / 2    morse_clamped  f = l - l0
 *
 * Clamped (exponential.h), or as printed with the suffix _literal. rest[0] = l0 [m], material = k [m] and k_inner [1/m,
 * 1/m^2, 1/m^4]. The two are different numbers: 100 inside the exponent explodes where 100 outside is soft. C in m.
 * With k_inner = 1, espef_stretching is morse_clamped and espef_stretching_literal is morse.
 * Source: Cetinaslan 2023, ESBD, Eqs. (7), (8), over the springs of Cetinaslan 2019, Eqs. (15) to (17).
 * One projection of a literal form lowers f > 0 by (1 - e^-f) / 2, less than 1/2. The clamped form lowers f > 1 by
 * (f - 1/e) / 2. Over a double root (hookean, stvk) one projection leaves 3/4 of the elongation.
 * Degenerate: x0 == x1 as in stretching. The literal forms overflow; the projection is then skipped and counted. */

/* f and *slope = df/dl. */
XPBD_INLINE REAL XPBD_NAME(inner_stretching)(REAL length, REAL rest, REAL k, REAL *slope) {
  *slope = k;
  return k * (length - rest);
}
XPBD_INLINE REAL XPBD_NAME(inner_hookean)(REAL length, REAL rest, REAL k, REAL *slope) {
  const REAL d = length - rest;
  *slope = k * d;
  return R(0.5) * k * d * d;
}
XPBD_INLINE REAL XPBD_NAME(inner_stvk)(REAL length, REAL rest, REAL k, REAL *slope) {
  const REAL s = (length - rest) * (length + rest);
  *slope = R(2.0) * k * s * length;
  return R(0.5) * k * s * s;
}

#define XPBD_ESPEF(name, inner, exponential, k_inner)                                                                  \
  XPBD_REST(name) {                                                                                                    \
    XPBD_NAME(edge_rest)(x, rest);                                                                                     \
  }                                                                                                                    \
  XPBD_FORMULA(name) {                                                                                                 \
    VEC3 d;                                                                                                            \
    REAL inside, outside;                                                                                              \
    const REAL length = XPBD_NAME(edge)(x, &d);                                                                        \
    const REAL e = XPBD_NAME(exponential)(XPBD_NAME(inner)(length, rest[0], k_inner, &inside), &outside);              \
    const REAL ke = material[0] * e;                                                                                   \
    XPBD_NAME(edge_gradient)(R(2.0) * ke * outside * inside, length, d, g, scale);                                     \
    return ke * e;                                                                                                     \
  }
XPBD_ESPEF(morse_clamped, inner_stretching, clamped_expm1, R(1.0))
XPBD_ESPEF(espef_stretching, inner_stretching, clamped_expm1, material[1])
XPBD_ESPEF(espef_hookean, inner_hookean, clamped_expm1, material[1])
XPBD_ESPEF(espef_stvk, inner_stvk, clamped_expm1, material[1])
XPBD_ESPEF(espef_stretching_literal, inner_stretching, literal_expm1, material[1])
XPBD_ESPEF(espef_hookean_literal, inner_hookean, literal_expm1, material[1])
XPBD_ESPEF(espef_stvk_literal, inner_stvk, literal_expm1, material[1])
#undef XPBD_ESPEF
