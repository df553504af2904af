/* Why this file exists: which arithmetic a simulation needs. A time step moves particles by little where it is short, and float keeps
 * few digits of that far from the origin. This says before a run whether a precision holds the motion, and what it would lose. */
#ifndef XPBD_PRECISION_H
#define XPBD_PRECISION_H

#include "xpbd/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a scene asks of numbers at the time step of some settings.
typedef struct xpbd_resolution {
  xpbd_precision coarsest; ///< XPBD_F32, XPBD_F32X or XPBD_F64, the first of them that is enough; XPBD_AUTO: none is.
  xpbd_precision
      barely;        ///< The first that is not refused: XPBD_F32 may do in a case where XPBD_F32X is taken to be safe.
  const char *cause; ///< What moves least in a time step, e.g. "gravity"; "" where nothing moves. Static.
  double move;       ///< How far that moves a particle in a time step [m]; of "global damping" the part of a velocity.
  double
      reach; ///< How far particles get from the scene's origin [m]; 1 of "global damping"; the longest element of "what moves most".
} xpbd_resolution;

/// XPBD_F32 is enough where everything that acts moves a particle from rest by 2^-12 of `reach` or more in each time step, and not refused
/// down to 2^-17, where what moves freely is within 0.5 % of double but what constraints hold may be far off. A speed counts as an
/// acceleration to it in a frame. XPBD_F32X is enough down to 2^-36 of `reach`, double to 2^-46. Both in float also need that the fastest
/// particles move by 5e-6 of the longest element in a time step, for rounding in constraints adds to that, and that friction takes 2^-18 of
/// their speed. Measured over all scenes: within 1 % of double. Of the settings, frame_time and substeps count. What moves particles by less
/// than a millionth of the rest does not count. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_resolution_of(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_resolution *out);
/// In words what a precision has to hold at time steps of h [s]: "in a time step of 0.001 s gravity moves a particle by ...".
enum { XPBD_RESOLUTION_TEXT = 160 };
void xpbd_resolution_say(const xpbd_resolution *needs, double h, char out[XPBD_RESOLUTION_TEXT]);

#ifdef __cplusplus
}
#endif
#endif
