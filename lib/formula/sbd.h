/* Green's strain S = F^T F as constraints (strain-based dynamics), F and its columns f_i as in strain.h:
 *
 *   sbd_stretch  C = k (S_ii - 1)            sbd_shear  C = k S_ij
 *   mod_stretch  C = k (sqrt(S_ii) - 1)      mod_shear  C = k S_ij / (|f_i| |f_j|), k times the cosine of their angle
 *
 * Each acts on triangles (two rows of stretch, one of shear) and as ..._tet on tetrahedra (three and three: 12, 13,
 * 23).
 * rest = the columns of Dm^-1 [1/m], material[0] = k [1]. C in 1. The compliance alone would suffice. k is kept because
 * the springs have it, and its standard value 1 is the papers' formula.
 * Source: Mueller et al. 2014, Strain Based Dynamics; Cetinaslan 2023, ESBD, Eqs. (10) to (13); Cetinaslan and Chaves,
 * Energy Embedded Gauss-Seidel, Eqs. (14), (15). Verified as printed, except that F of a triangle is 3x2, not 2x2.
 *
 * S cannot see inversion. One projection of S_ii - 1 from a stretch below 1 ends above it, and from a stretch below 1/3
 * it ends farther from 1 than it began.
 * Degenerate: f_i = 0 has no direction. There S_ii - 1 is stationary without special treatment and S_ij is 0. The
 * modified ones have scale 0, the shear where |f_i| |f_j| is below 1e-15: the solver leaves the constraint alone. */

/* The law applied to a strain: C and *slope = dC/dstrain. The other laws are in esbd.h. */
XPBD_INLINE REAL XPBD_NAME(law_linear)(REAL strain, REAL k, REAL *slope) {
  *slope = k;
  return k * strain;
}

XPBD_STRETCH(sbd_stretch, triangle, sbd_on_axis, law_linear)
XPBD_STRETCH(mod_stretch, triangle, mod_on_axis, law_linear)
XPBD_STRETCH(sbd_stretch_tet, tet, sbd_on_axis, law_linear)
XPBD_STRETCH(mod_stretch_tet, tet, mod_on_axis, law_linear)
XPBD_SHEAR(sbd_shear, triangle, 2, sbd_on_pair, law_linear)
XPBD_SHEAR(mod_shear, triangle, 2, mod_on_pair, law_linear)
XPBD_SHEAR(sbd_shear_tet, tet, 3, sbd_on_pair, law_linear)
XPBD_SHEAR(mod_shear_tet, tet, 3, mod_on_pair, law_linear)
