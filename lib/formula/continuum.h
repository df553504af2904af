/* Energies of a tetrahedron as constraints, C = V Psi(F), V its rest volume, F of strain.h constant over it:
 *
 *   linear_tet                  Psi = mu e:e + lambda/2 tr^2 e, e = (F + F^T)/2 - 1
 *   stvk_tet                    Psi = mu G:G + lambda/2 tr^2 G, G = (F^T F - 1)/2, St. Venant and Kirchhoff
 *   neo_hookean_tet_literal     Psi = mu/2 (I1 - ln I3 - 3) + lambda/8 ln^2 I3, I1 = tr F^T F, I3 = det F^T F
 *   neo_hookean_tet             the same with ln I3 / 2 = ln J continued where J = det F < 0.1
 *
 * with the gradients [g1 g2 g3] = V P Dm^-T, P = dPsi/dF, and g0 = -(g1 + g2 + g3).
 * rest = the columns of Dm^-1 [1/m], then V [m^3]. material = E [Pa], Young's modulus, and nu, Poisson's ratio, from
 * which mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu) (1 - 2 nu)). C in J.
 * Source: Cetinaslan and Chaves, Energy Embedded Gauss-Seidel, Eqs. (16) to (19); Bender et al. 2014. Verified as
 * printed, except that the V of (16) has to be its magnitude: four tenths of the ghost tetrahedra of a torus have a
 * negative volume.
 *
 * C is an energy already, and the solver minimises C^2 / (2 compliance): the potential is quartic in the strain. E and nu
 * belong to Psi as a constraint and are not the moduli of the body: its force grows with the cube of a displacement, and
 * what E does depends on alpha and on the size of the element. Bodies of that E: continuum_root.h, stable_neo_hookean.h,
 * strain_rows.h.
 * linear_tet is not invariant under rotation, so it turns angular momentum into strain.
 * ln I3 = 2 ln |J| is the same for J and -J: as printed an inverted tetrahedron sits in a mirrored well and stays
 * there. Continued by its Taylor polynomial of second order at J = 0.1, ln J is C2 and falls on to minus infinity: the
 * energy is defined for every J and its one well is upright. St. Venant and Kirchhoff's energy has the mirrored well
 * too, and no cure is part of it.
 * Degenerate: all are finite on collapsed shapes, but for the literal one, infinite at J = 0. At the rest state the
 * gradient is 0, as the value is. */

/* C = V Psi of an energy of energy_tet.h. */
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
