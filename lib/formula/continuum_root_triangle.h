/* Energies of a triangle as roots, C = sqrt(2 A Psi(F)). The solver's potential C^2 / (2 alpha) is then the energy A
 * Psi / alpha itself. With alpha = 1, E is the sheet's Young's modulus times its thickness.
 *
 *   linear_root_triangle        Psi = mu e:e + lambda/2 tr^2 e, e = (Q^T F + F^T Q)/2 - 1, Q the frame of the warp
 *   corotated_root_triangle     Psi = mu |F - R|^2 + lambda/2 tr^2 (R^T F - 1), F = R U the polar decomposition
 *   stvk_root_triangle          Psi = mu G:G + lambda/2 tr^2 G, G = (F^T F - 1)/2
 *   neo_hookean_root_triangle   Psi = mu/2 (I1 - 2) - mu ln J + lambda/2 ln^2 J, J = sqrt(det F^T F), continued below 0.1
 *
 * Psi is the same as in continuum_triangle.h, except for the corotated one. rest = the columns of Dm^-1 [1/m], then A
 * [m^2]. material = E, Young's modulus times the thickness [N/m], and Poisson's ratio nu, in plane stress. C in
 * J^(1/2). alpha is a plain number, 1 by default.
 * Source: as in continuum_root.h, which also explains the error of long time steps. R has a closed form, because a
 * triangle's two singular values are the roots of a quadratic.
 *
 * A triangle in space cannot invert. Under compression it turns out of its plane, so it seems softer than it is.
 * Degenerate: at rest, or with E = 0, C is 0 and has no direction. The scale is then 0 and the solver leaves the
 * constraint alone. A collapsed triangle (area ratio below 1e-15) has no normal: all but stvk_root_triangle have scale
 * 0 there too. */

/* C = sqrt(2 A Psi), with an energy of energy_triangle.h. */
#define XPBD_ROOT_TRIANGLE(name, energy)                                                                               \
  XPBD_REST(name) {                                                                                                    \
    rest[4] = XPBD_NAME(inverse_triangle)(x, rest);                                                                    \
  }                                                                                                                    \
  XPBD_FORMULA(name) {                                                                                                 \
    VEC3 p[2];                                                                                                         \
    REAL shaped;                                                                                                       \
    const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2);                   \
    const REAL psi = XPBD_NAME(energy)(a, b, material, p, &shaped);                                                    \
    XPBD_NAME(spread_stress_triangle)(p, rest, g);                                                                     \
    const REAL root = XPBD_NAME(root_of)(R(2.0) * rest[4] * psi);                                                      \
    *scale = XPBD_NAME(scale_of)(root) * shaped;                                                                       \
    return root;                                                                                                       \
  }
XPBD_ROOT_TRIANGLE(linear_root_triangle, linear_energy_triangle)
XPBD_ROOT_TRIANGLE(corotated_root_triangle, corotated_energy_triangle)
XPBD_ROOT_TRIANGLE(stvk_root_triangle, stvk_energy_triangle)
XPBD_ROOT_TRIANGLE(neo_hookean_root_triangle, neo_hookean_energy_triangle)
#undef XPBD_ROOT_TRIANGLE
