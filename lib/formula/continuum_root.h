/* Energies of a tetrahedron as roots, C = sqrt(2 V Psi(F)). The solver's potential C^2 / (2 alpha) is then the energy V
 * Psi / alpha itself. With alpha = 1, E is the Young's modulus of the material. A mesh of tetrahedra is stiffer, and
 * locks near nu = 0.5. At nu = 0.49 the tip of a cantilever of 192 tetrahedra sinks by less than a third of its value
 * at nu = 0, both relative to theory. docs/made/findings.md has the numbers. nodal_volume_tet of volume.h does not
 * lock.
 *
 *   linear_root_tet        Psi = mu e:e + lambda/2 tr^2 e, e = (F + F^T)/2 - 1
 *   corotated_root_tet     Psi = mu |F - R|^2 + lambda/2 tr^2 (R^T F - 1), R the rotation nearest to F
 *   stvk_root_tet          Psi = mu G:G + lambda/2 tr^2 G, G = (F^T F - 1)/2
 *   neo_hookean_root_tet   Psi = mu/2 (I1 - 3) - mu ln J + lambda/2 ln^2 J, ln J continued where J = det F < 0.1
 *
 * Gradients: [g1 g2 g3] = V P Dm^-T / C with P = dPsi/dF, and g0 = -(g1 + g2 + g3). Psi is the same as in continuum.h,
 * except for the corotated one. There C = V Psi, so the potential is quartic in the strain and E is no modulus.
 * rest = the columns of Dm^-1 [1/m], then V [m^3]. material = Young's modulus E [Pa] and Poisson's ratio nu. C in
 * J^(1/2). alpha is a plain number, 1 by default. nu above 0.49 is refused, because lambda has no bound at 0.5.
 * Source: Macklin et al. 2016 print the energy as U = C^2 / (2 alpha); C is the root of it. R in closed form: Lin,
 * Chitalu and Komura 2022, Isotropic ARAP Energy Using Cauchy-Green Invariants. The root of its quartic is found by
 * Newton's iteration.
 *
 * Near rest C is a cone over the six strains. Its direction turns by the relative change of the strain. A step that
 * changes the strains much (a long step, or one from rest) therefore ends beside the minimum of its energy. The error
 * is the sum of the directions along the way and of second order in the time step. If the step is much longer than the
 * element's periods, the directions turn all the way round and the error creates motion from nothing. The rows of
 * strain_rows.h have no such error.
 * Inverted: linear, corotated and continued neo-Hookean elements recover. For J < 0, R counts the smallest singular
 * value as negative. Where the two smallest add up to 0, R jumps and is an arbitrary rotation. St. Venant and
 * Kirchhoff's energy has a mirrored well. linear_root_tet is not invariant under rotation.
 * Degenerate: at rest, or with E = 0, C is 0 and has no direction. The scale is then 0 and the solver leaves the
 * constraint alone. Psi is a sum of squares. The neo-Hookean Psi is one only to first order and counts as 0 where
 * rounding makes it negative. */

/* C = sqrt(2 V Psi), with an energy of energy_tet.h. */
#define XPBD_ROOT_TET(name, energy)                                                                                    \
  XPBD_REST(name) {                                                                                                    \
    rest[9] = XPBD_NAME(inverse_tet)(x, rest);                                                                         \
  }                                                                                                                    \
  XPBD_FORMULA(name) {                                                                                                 \
    VEC3 p[3];                                                                                                         \
    const VEC3 a = XPBD_NAME(column_tet)(x, rest), b = XPBD_NAME(column_tet)(x, rest + 3),                             \
               c = XPBD_NAME(column_tet)(x, rest + 6);                                                                 \
    const REAL psi = XPBD_NAME(energy)(a, b, c, material, p);                                                          \
    XPBD_NAME(spread_stress_tet)(p, rest, g);                                                                          \
    const REAL root = XPBD_NAME(root_of)(R(2.0) * rest[9] * psi);                                                      \
    *scale = XPBD_NAME(scale_of)(root);                                                                                \
    return root;                                                                                                       \
  }
XPBD_ROOT_TET(linear_root_tet, linear_energy_tet)
XPBD_ROOT_TET(corotated_root_tet, corotated_energy_tet)
XPBD_ROOT_TET(stvk_root_tet, stvk_energy_tet)
XPBD_ROOT_TET(neo_hookean_root_tet, neo_hookean_energy_tet)
#undef XPBD_ROOT_TET
