/* Energies of a tetrahedron as constraints, C = V Psi(F). V is the rest volume. F (strain.h) is constant in the
 * element.
 *
 *   linear_tet                  Psi = mu e:e + lambda/2 tr^2 e, e = (F + F^T)/2 - 1
 *   stvk_tet                    Psi = mu G:G + lambda/2 tr^2 G, G = (F^T F - 1)/2, St. Venant and Kirchhoff
 *   neo_hookean_tet_literal     Psi = mu/2 (I1 - ln I3 - 3) + lambda/8 ln^2 I3, I1 = tr F^T F, I3 = det F^T F
 *   neo_hookean_tet             the same with ln I3 / 2 = ln J continued where J = det F < 0.1
 *
 * Gradients: [g1 g2 g3] = V P Dm^-T with P = dPsi/dF, and g0 = -(g1 + g2 + g3).
 * rest = the columns of Dm^-1 [1/m], then V [m^3]. material = Young's modulus E [Pa] and Poisson's ratio nu. They give
 * mu = E / (2 (1 + nu)) and lambda = E nu / ((1 + nu) (1 - 2 nu)). C in J.
 * Source: Cetinaslan and Chaves, Energy Embedded Gauss-Seidel, Eqs. (16) to (19); Bender et al. 2014. Verified as
 * printed, with one exception: the V of (16) has to be its magnitude. Four tenths of the ghost tetrahedra of a torus
 * have a negative volume.
 *
 * C is already an energy, and the solver minimises C^2 / (2 compliance), so the potential is quartic in the strain. E
 * and nu belong to Psi and are not the moduli of the body. The body's force grows with the cube of a displacement. What
 * E does depends on alpha and on the size of the element. Bodies with the modulus E: continuum_root.h,
 * stable_neo_hookean.h, strain_rows.h.
 * linear_tet is not invariant under rotation, so it turns angular momentum into strain.
 * The printed ln I3 = 2 ln |J| is the same for J and -J: an inverted tetrahedron sits in a mirrored well and stays
 * there. The continuation is the second-order Taylor polynomial at J = 0.1. It makes ln J twice differentiable and lets
 * it fall to minus infinity. The energy is then defined for every J, and its only well is upright. St. Venant and
 * Kirchhoff's energy has the mirrored well too; it is left as it is.
 * Degenerate: all but the literal form are finite on collapsed shapes; the literal one is infinite at J = 0. At rest
 * both value and gradient are 0. */

/* C = V Psi, with an energy of energy_tet.h. */
#define XPBD_ENERGY_TET(name, energy)                                                                                  \
  XPBD_REST(name) {                                                                                                    \
    rest[9] = XPBD_NAME(inverse_tet)(x, rest);                                                                         \
  }                                                                                                                    \
  XPBD_FORMULA(name) {                                                                                                 \
    VEC3 p[3];                                                                                                         \
    const VEC3 a = XPBD_NAME(column_tet)(x, rest), b = XPBD_NAME(column_tet)(x, rest + 3),                             \
               c = XPBD_NAME(column_tet)(x, rest + 6);                                                                 \
    const REAL psi = XPBD_NAME(energy)(a, b, c, material, p);                                                          \
    XPBD_NAME(spread_stress_tet)(p, rest, g);                                                                          \
    return rest[9] * psi;                                                                                              \
  }
XPBD_ENERGY_TET(linear_tet, linear_energy_tet)
XPBD_ENERGY_TET(stvk_tet, stvk_energy_tet)
XPBD_ENERGY_TET(neo_hookean_tet, neo_hookean_energy_tet)
XPBD_ENERGY_TET(neo_hookean_tet_literal, neo_hookean_literal_energy_tet)
#undef XPBD_ENERGY_TET
