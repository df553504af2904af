/* esbd_...: C = k (1 - e^s)^2, s a strain of sbd.h (with k = 1): exponential strain-based dynamics
 *
 * Each of the eight strains has two forms. The clamped one continues the exponential by its tangents outside -1 <= s <=
 * 1 (exponential.h). The ..._literal one is as printed and bit-identical inside that range. rest as in sbd.h,
 * material[0] = k [1]. C in 1.
 * grad C = 2 k e (1 + e) grad s with e = e^s - 1. The potential is quartic at rest: far softer than the strain itself
 * with the same compliance.
 * Source: Cetinaslan 2023, ESBD, Eqs. (14), (15), (18), (19). Its gradients (16), (17), (20) are printed with one minus
 * too many: exactly reversed, they stretch what is stretched. (21) has the same wrong sign and closes its bracket too
 * early, so the exponential multiplies only the first of its two terms. The second term, of the cosine, is added bare.
 * The chain rule is right and is used here.
 * Degenerate: as in sbd.h. The literal forms overflow where |g|^2 does, for s of 20 and more in float and 170 in
 * double. The solver then skips the constraint. A shear S_ij < -2.34 is thrown farther from rest than it was. */
XPBD_INLINE REAL XPBD_NAME(law_square)(REAL e, REAL de, REAL k, REAL *slope) {
  const REAL ke = k * e;
  *slope = R(2.0) * ke * de;
  return ke * e;
}
XPBD_INLINE REAL XPBD_NAME(law_clamped)(REAL strain, REAL k, REAL *slope) {
  REAL de;
  const REAL e = XPBD_NAME(clamped_expm1)(strain, &de);
  return XPBD_NAME(law_square)(e, de, k, slope);
}
XPBD_INLINE REAL XPBD_NAME(law_literal)(REAL strain, REAL k, REAL *slope) {
  REAL de;
  const REAL e = XPBD_NAME(literal_expm1)(strain, &de);
  return XPBD_NAME(law_square)(e, de, k, slope);
}

XPBD_STRETCH(esbd_stretch, triangle, sbd_on_axis, law_clamped)
XPBD_STRETCH(esbd_mod_stretch, triangle, mod_on_axis, law_clamped)
XPBD_STRETCH(esbd_stretch_tet, tet, sbd_on_axis, law_clamped)
XPBD_STRETCH(esbd_mod_stretch_tet, tet, mod_on_axis, law_clamped)
XPBD_SHEAR(esbd_shear, triangle, 2, sbd_on_pair, law_clamped)
XPBD_SHEAR(esbd_mod_shear, triangle, 2, mod_on_pair, law_clamped)
XPBD_SHEAR(esbd_shear_tet, tet, 3, sbd_on_pair, law_clamped)
XPBD_SHEAR(esbd_mod_shear_tet, tet, 3, mod_on_pair, law_clamped)

XPBD_STRETCH(esbd_stretch_literal, triangle, sbd_on_axis, law_literal)
XPBD_STRETCH(esbd_mod_stretch_literal, triangle, mod_on_axis, law_literal)
XPBD_STRETCH(esbd_stretch_tet_literal, tet, sbd_on_axis, law_literal)
XPBD_STRETCH(esbd_mod_stretch_tet_literal, tet, mod_on_axis, law_literal)
XPBD_SHEAR(esbd_shear_literal, triangle, 2, sbd_on_pair, law_literal)
XPBD_SHEAR(esbd_mod_shear_literal, triangle, 2, mod_on_pair, law_literal)
XPBD_SHEAR(esbd_shear_tet_literal, tet, 3, sbd_on_pair, law_literal)
XPBD_SHEAR(esbd_mod_shear_tet_literal, tet, 3, mod_on_pair, law_literal)
