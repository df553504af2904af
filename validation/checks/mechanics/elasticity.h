/* Why this file exists: linear elasticity of a body by finite elements (linear tetrahedra), assembled and solved here
 * from the textbook's element stiffness. A solver of linear matter must converge to this on the same mesh. */
#pragma once

#include "body.h"

/// Displacements u [n, 3] in m of the body under its masses' weight with Young's modulus e [Pa] and Poisson's ratio nu.
/// It ignores the body's sets: pins hold it. False after a failure, which is reported. Source: K_ab = V (lambda dN_a
/// dN_b^T + mu (dN_b dN_a^T + dN_a.dN_b 1)), e.g. Bonet and Wood, Nonlinear Continuum Mechanics for Finite Element
/// Analysis.
bool elasticity_solve(const body *b, double e, double nu, double *u);

/// The same with one pressure for each vertex instead of each tet (Bonet and Burton 1998): the energy lambda / 2 V d^2
/// of a vertex has a quarter V of the volume of its tets, and the mean d of their div u.
bool elasticity_solve_nodal(const body *b, double e, double nu, double *u);

/// The slowest free vibration that the body's weight excites: its shape u [n, 3], whose largest component is 1, and its
/// angular frequency [1/s]. The masses of the body are those of its vertices.
bool elasticity_mode(const body *b, double e, double nu, double *u, double *omega);

/// 6 times the volume of tet `t` of the mesh at rest, and the gradients of its four shape functions [1/m].
double elasticity_shape(const body *b, int32_t t, double gradient[4][3]);
