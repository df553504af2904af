/* Why this file exists: chooses the precision that a simulation needs. Short time steps move particles very little, and
 * float loses such motion far from the origin. Before a run, this tells whether a precision holds the motion. */
#ifndef XPBD_PRECISION_H
#define XPBD_PRECISION_H

#include "xpbd/solver.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

enum { XPBD_RESOLUTION_TEXT = 160 };

/// The precision that a scene needs with the time step of some settings.
typedef struct xpbd_resolution {
  /// The first of XPBD_F32, XPBD_F32X and XPBD_F64 that is enough. XPBD_AUTO = none is.
  xpbd_precision coarsest;
  /// The first that is not refused. XPBD_F32 may still work in cases where XPBD_F32X is chosen to be safe.
  xpbd_precision barely;
  /// What a precision has to hold, e.g. "in a time step of 0.001 s gravity moves a particle by 9.81e-06 m, up to 1 m
  /// from the origin". "" if nothing moves.
  char why[XPBD_RESOLUTION_TEXT];
  double move; ///< The number in it after the time step [m]. For global damping, the fraction of a velocity.
} xpbd_resolution;

/// Finds the precision that a scene needs. Let `reach` be the distance from the origin that particles get to, and
/// `motion` the distance a particle moves from rest in one time step, by the weakest cause that acts. A speed counts as
/// the acceleration that reaches it in one frame. A cause below a millionth of the strongest does not count. Measured
/// over all scenes, the result is within 1 % of double.
///   XPBD_F32 is enough if motion is at least 2^-12 of `reach`. It is refused only below 2^-17. In between, free
///   motion is within 0.5 % of double, but constrained motion may be far off.
///   XPBD_F32X is enough down to 2^-36 of `reach`.
///   XPBD_F64 is enough down to 2^-46 of `reach`.
/// XPBD_F32 and XPBD_F32X have two more conditions. In a time step the fastest particles must move by 5e-6 of the
/// longest element, because rounding in constraints disturbs them. Friction must take 2^-18 of their speed. Of the
/// settings only frame_time and substeps count. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_resolution_of(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_resolution *out);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
