/* Why this file exists: numbers the phases of a CPU's time step, which index the tables of kernels. Private to the
 * project. */
#ifndef XPBD_PHASE_H
#define XPBD_PHASE_H

enum {
  XPBD_PHASE_wind,
  XPBD_PHASE_predict,
  XPBD_PHASE_evaluate,
  XPBD_PHASE_finish,
#define XPBD_STEP_PHASE(name) XPBD_PHASE_##name,
#include "step/phases_list.inl"
#undef XPBD_STEP_PHASE
  XPBD_PHASES
};

#endif
