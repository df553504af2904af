/* Why this file exists: which arithmetic a simulation needs. A time step moves particles by little where it is short, and float keeps
 * few digits of that far from the origin. This says before a run whether a precision holds the motion, and what it would lose. */
#ifndef XPBD_PRECISION_H
#define XPBD_PRECISION_H

#include "xpbd/solver.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

enum { XPBD_RESOLUTION_TEXT = 160 };

/// What a scene asks of numbers at the time step of some settings.
typedef struct xpbd_resolution {
  /// XPBD_F32, XPBD_F32X or XPBD_F64, the first of them that is enough; XPBD_AUTO: none is.
  xpbd_precision coarsest;
  /// The first that is not refused: XPBD_F32 may do in a case where XPBD_F32X is taken to be safe.
  xpbd_precision barely;
  /// What a precision has to hold, e.g. "in a time step of 0.001 s gravity moves a particle by 9.81e-06 m, up to 1 m from the origin"; ""
  /// where nothing moves.
  char why[XPBD_RESOLUTION_TEXT];
  double move; ///< The first number in it behind the time step [m]; of global damping the part of a velocity.
} xpbd_resolution;

/// XPBD_F32 is enough where everything that acts moves a particle from rest by 2^-12 of `reach` or more in each time step, and not refused
/// down to 2^-17, where what moves freely is within 0.5 % of double but what constraints hold may be far off. A speed counts as an
/// acceleration to it in a frame. XPBD_F32X is enough down to 2^-36 of `reach`, double to 2^-46. Both in float also need that the fastest
/// particles move by 5e-6 of the longest element in a time step, for rounding in constraints adds to that, and that friction takes 2^-18 of
/// their speed. Measured over all scenes: within 1 % of double. Of the settings, frame_time and substeps count. What moves particles by less
/// than a millionth of the rest does not count. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_resolution_of(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_resolution *out);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
