/* Green's strain S = F^T F as constraints (strain-based dynamics), F and its columns f_i as in strain.h:
 *
 *   sbd_stretch  C = k (S_ii - 1)            sbd_shear  C = k S_ij
 *   mod_stretch  C = k (sqrt(S_ii) - 1)      mod_shear  C = k S_ij / (|f_i| |f_j|), k times the cosine of their angle
 *
 * each on triangles (two rows of stretch, one of shear) and as ..._tet on tetrahedra (three and three: 12, 13, 23).
 * rest = the columns of Dm^-1 [1/m], material[0] = k [1]. C in 1. The compliance alone would do; k is kept because the
 * springs have it, and its standard value 1 is the papers' formula.
 * Source: Mueller et al. 2014, Strain Based Dynamics; Cetinaslan 2023, ESBD, Eqs. (10) to (13); Cetinaslan and Chaves,
 * Energy Embedded Gauss-Seidel, Eqs. (14), (15). Verified as printed, except that F of a triangle is 3x2, not 2x2.
 *
 * Inversion is invisible to S. One projection of S_ii - 1 overshoots below a stretch of 1/3.
 * Degenerate: f_i = 0 has no direction. S_ii - 1 and S_ij are stationary there by themselves; the modified ones have
 * scale 0, for the shear below |f_i| |f_j| = 1e-15: the solver leaves the constraint alone. */

/* The strain of a column (of two) and its derivative p (and q), which may leave a division to *scale. */
XPBD_INLINE REAL XPBD_NAME(sbd_on_axis)(VEC3 f, VEC3 *p, XPBD_UNUSED REAL *scale) {
  *p = V_SCALE(R(2.0), f);
  return V_DOT(f, f) - R(1.0);
}
XPBD_INLINE REAL XPBD_NAME(mod_on_axis)(VEC3 f, VEC3 *p, REAL *scale) {
  const REAL length = V_LENGTH(f);
  *p = f;
  *scale = length;
  return length - R(1.0);
}
XPBD_INLINE REAL XPBD_NAME(sbd_on_pair)(VEC3 a, VEC3 b, VEC3 *p, VEC3 *q, XPBD_UNUSED REAL *scale) {
  *p = b;
  *q = a;
  return V_DOT(a, b);
}
XPBD_INLINE REAL XPBD_NAME(mod_on_pair)(VEC3 a, VEC3 b, VEC3 *p, VEC3 *q, REAL *scale) {
  const REAL aa = V_DOT(a, a), bb = V_DOT(b, b), product = aa * bb;
  const REAL inverse = XPBD_SELECT_GT(product, XPBD_TINY, R(1.0) / product, R(0.0));
  const REAL root = XPBD_SQRT(product) * inverse; /* 1 / (|a| |b|) */
  const REAL cosine = V_DOT(a, b) * root;
  *p = V_MADD(-(cosine * bb * inverse), a, V_SCALE(root, b));
  *q = V_MADD(-(cosine * aa * inverse), b, V_SCALE(root, a));
  *scale = XPBD_SELECT_GT(product, XPBD_TINY, R(1.0), R(0.0));
  return cosine;
}

/* What becomes of a strain: C and *slope = dC/dstrain. The other laws are in esbd.h. */
XPBD_INLINE REAL XPBD_NAME(law_linear)(REAL strain, REAL k, REAL *slope) {
  *slope = k;
  return k * strain;
}

/* The two functions of a formula, on one axis and on a pair of them; element: triangle or tet, columns: 2 or 3. */
#define XPBD_STRETCH(name, element, strain, law)                                                                       \
  XPBD_REST(name) {                                                                                                    \
    XPBD_NAME(stretch_rest_##element)(x, row, rest);                                                                   \
  }                                                                                                                    \
  XPBD_FORMULA(name) {                                                                                                 \
    VEC3 p;                                                                                                            \
    REAL slope;                                                                                                        \
    const REAL value = XPBD_NAME(strain)(XPBD_NAME(column_##element)(x, rest), &p, scale);                             \
    const REAL c = XPBD_NAME(law)(value, material[0], &slope);                                                         \
    XPBD_NAME(spread_##element)(V_SCALE(slope, p), rest, g);                                                           \
    return c;                                                                                                          \
  }
#define XPBD_SHEAR(name, element, columns, strain, law)                                                                \
  XPBD_REST(name) {                                                                                                    \
    XPBD_NAME(shear_rest_##element)(x, row, rest);                                                                     \
  }                                                                                                                    \
  XPBD_FORMULA(name) {                                                                                                 \
    VEC3 p, q;                                                                                                         \
    REAL slope;                                                                                                        \
    const VEC3 a = XPBD_NAME(column_##element)(x, rest), b = XPBD_NAME(column_##element)(x, rest + columns);           \
    const REAL value = XPBD_NAME(strain)(a, b, &p, &q, scale);                                                         \
    const REAL c = XPBD_NAME(law)(value, material[0], &slope);                                                         \
    XPBD_NAME(spread_pair_##element)(V_SCALE(slope, p), rest, V_SCALE(slope, q), rest + columns, g);                   \
    return c;                                                                                                          \
  }

XPBD_STRETCH(sbd_stretch, triangle, sbd_on_axis, law_linear)
XPBD_STRETCH(mod_stretch, triangle, mod_on_axis, law_linear)
XPBD_STRETCH(sbd_stretch_tet, tet, sbd_on_axis, law_linear)
XPBD_STRETCH(mod_stretch_tet, tet, mod_on_axis, law_linear)
XPBD_SHEAR(sbd_shear, triangle, 2, sbd_on_pair, law_linear)
XPBD_SHEAR(mod_shear, triangle, 2, mod_on_pair, law_linear)
XPBD_SHEAR(sbd_shear_tet, tet, 3, sbd_on_pair, law_linear)
XPBD_SHEAR(mod_shear_tet, tet, 3, mod_on_pair, law_linear)
