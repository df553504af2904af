/* Why this file exists: numbers the phases of a CPU's time step, which index the tables of kernels, and measures the
 * parts of a frame to which they belong. Private to the project. */
#pragma once

#include "xpbd/solver.h"

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

/// The part of a frame that each phase belongs to, [XPBD_PHASES].
extern const unsigned char xpbd_phase_parts[];

/// The time of each part so far, while a frame is measured. One thread runs it.
typedef struct xpbd_phase_clock {
  double seconds[XPBD_PARTS];
  double last; ///< [s] when the previous phase ended.
  double read; ///< [s] time of reading the clock, which no part is charged.
} xpbd_phase_clock;

void xpbd_phase_clock_start(xpbd_phase_clock *clock);
/// Charges what passed since the previous call to a part.
void xpbd_phase_clock_charge(xpbd_phase_clock *clock, xpbd_part part);
