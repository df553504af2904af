/* Why this file exists: cantilevers are beams along x, clamped at x = 0, that bend under their weight or under a load
 * at their end. This has their meshes and the deflections of beam theories. */
#pragma once

#include "laws.h"

/// A cantilever of cubic cells.
typedef struct beam {
  double length;    ///< [m]
  int32_t cells[3]; ///< Along x, over its height (y), over its width (z).
  double e, nu;     ///< [Pa], 1
  double weight;    ///< Weight of the whole beam [N], along -y.
  double end_load;  ///< On the face at its end [N], along -y.
  bool graded; ///< Cells get longer with the distance from the clamp, from 0.6 to 1.4 of the mean, so that tetrahedra
               ///< differ.
  bool flat;   ///< Its sides stay in their planes: otherwise a narrow beam that is bent far leaves its plane.
} beam;

/// The body, pinned, with the mass of its tetrahedra; no material yet.
bool beam_make(check *self, const beam *c, body *b);
/// Positions at rest, [n, 3], to be freed; NULL after a failure, which is reported.
double *beam_start(const body *b);
/// Mean sag of the face at the end [m].
double beam_tip(const body *b, const double *x);
/// A time step [s] that is as long as `turn` swings of the lightest particle on its cell.
double beam_step(const body *b, const beam *c, double turn);

/// Deflection of the end [m] by Euler and Bernoulli (shear = false) or by Timoshenko, with Cowper's coefficient of a
/// rectangle, 10 (1 + nu) / (12 + 11 nu) (Cowper 1966, The Shear Coefficient in Timoshenko's Beam Theory).
double beam_theory(const beam *c, bool shear);
/// Its first angular frequency [1/s], of the modes that bend its height. By Euler and Bernoulli, who leave out shear and
/// the inertia of rotation, or with both to first order: at four times its height, 0.05 % below Timoshenko's.
double beam_frequency(const beam *c, bool shear);
/// Deflection of the end [m] of the elastica, which may bend without limit, but does not get longer and does not shear:
/// E I theta'' = -(end load + weight beyond s) cos theta, by shooting with a Runge-Kutta method of fourth order.
double beam_elastica(const beam *c);
