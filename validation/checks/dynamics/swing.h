/* Why this file exists: a moving body whose exact motion is known: a beam of rubber that is struck in its slowest
 * mode. It is the mode of finite elements on the same mesh, so only the solver and its time step are measured.
 * The amplitude is so small that the motion is linear: positions swing as sin(omega t). */
#pragma once

#include "checks/mechanics/beams.h"

/// A cantilever of 1 m x 0.25 m x 0.25 m, 1000 kg/m^3, E = 1e6 Pa, nu = 0, without gravity. It swings along the
/// diagonal of its section, in which the mesh is symmetric.
typedef struct swing {
  beam beam;
  body b;
  double *mode;  ///< [n, 3], largest component 1. Owned.
  double omega;  ///< Angular frequency of that mode, of the finite elements [1/s].
  double weight; ///< sum m mode^2 [kg].
} swing;

/// `cells` over its height and width. swing_free() in every case. False after a failure, which is reported.
bool swing_make(check *self, int32_t cells, swing *s);
void swing_free(swing *s);

/// How a solver runs it.
typedef struct swing_way {
  const char *label;
  xpbd_method method;
  int32_t iterations, substeps;
} swing_way;

/// After a frame: the part of the motion that is the mode, the energy, both relative to the start, and the distance to
/// the exact motion in position and velocity, relative to the amplitude.
typedef struct swing_frame {
  double coordinate, energy, error;
} swing_frame;

/// Runs `frames` frames, `per_period` of which are a period. The beam starts in motion, with its particles up to
/// `disturbance` [m] away from their rest positions, at random. Fills out[frames].
bool swing_run(const swing *s, const swing_way *way, int32_t per_period, int32_t frames, double disturbance,
               swing_frame *out);

/// Whether a rule of the papers' claims (claims_rules.h) holds for a number between `low` and `high`: "holds", "fails",
/// or "undecided" if it holds for a part of the interval. A rule that is none is reported.
const char *swing_outcome(check *self, const char *rule, double low, double high);
