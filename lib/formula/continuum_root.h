/* Energies of a tetrahedron as roots, C = sqrt(2 V Psi(F)), so that the solver's potential C^2 / (2 alpha) is the energy
 * V Psi / alpha itself and E with alpha = 1 the body's Young's modulus:
 *
 *   linear_root_tet        Psi = mu e:e + lambda/2 tr^2 e, e = (F + F^T)/2 - 1
 *   corotated_root_tet     Psi = mu |F - R|^2 + lambda/2 tr^2 (R^T F - 1), R the rotation nearest to F
 *   stvk_root_tet          Psi = mu G:G + lambda/2 tr^2 G, G = (F^T F - 1)/2
 *   neo_hookean_root_tet   Psi = mu/2 (I1 - 3) - mu ln J + lambda/2 ln^2 J, ln J continued where J = det F < 0.1
 *
 * with the gradients [g1 g2 g3] = V P Dm^-T / C, P = dPsi/dF, and g0 = -(g1 + g2 + g3). The same Psi as in continuum.h
 * but for the corotated one; there C = V Psi, whose potential is quartic in the strain and whose E is no modulus.
 * rest = the columns of Dm^-1 [1/m], then V [m^3]. material = E [Pa], Young's modulus, and nu, Poisson's ratio. C in
 * J^(1/2); alpha is a number, and 1 unless it is given. nu above 0.49 is refused: lambda has no bound at 0.5.
 * Source: the root of the energy is what Macklin et al. 2016 print as U = C^2 / (2 alpha). R in closed form: Lin, Chitalu
 * and Komura 2022, Isotropic ARAP Energy Using Cauchy-Green Invariants; the root of its quartic by Newton's iteration.
 *
 * Near rest C is a cone over the six strains: its direction turns by as much as the strain changes, relative to itself.
 * A step whose strains change much (a long one, or from rest) therefore ends beside the minimum of its energy, by the sum
 * of the directions it came along: second order in the time step. Where the step is much longer than the periods of the
 * element the directions turn all the way, and the error is motion out of nothing. The rows of strain_rows.h have no such
 * error.
 * Inverted: linear and corotated elements come back by themselves, so does the continued neo-Hookean one. Of R for J < 0
 * the smallest singular value is counted negative; where the two smallest add up to 0 it jumps, and is some rotation. St.
 * Venant and Kirchhoff's energy has a mirrored well. linear_root_tet is not invariant under rotation.
 * Degenerate: at rest C is 0 and has no direction, scale 0: the solver leaves the constraint alone; so with E = 0. Psi is a
 * sum of squares; of neo-Hooke it is one to first order and counts as 0 where rounding makes it negative. */

/* C = sqrt(2 V Psi) of an energy of energy_tet.h. */
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
