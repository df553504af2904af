/* Why this file exists: particles on a line, joined by springs, and every slip of a solver that such a line can show. An
 * answer is compared with all of them. This is a model to compare with, not a solver of the suite. */
#pragma once

#include "slips.h"
#include "trial.h"

enum { LINE_PARTICLES = 4 };

/// Particle i and i + 1 are joined by a spring.
typedef struct line {
  int count;
  double x[LINE_PARTICLES], v[LINE_PARTICLES], mass[LINE_PARTICLES]; ///< [m], [m/s], [kg]; INFINITY = pinned
  double rest[LINE_PARTICLES];                                       ///< [m] of each spring
  double k, compliance, damping, gravity, frame_time;                ///< Gravity acts towards larger x.
} line;

/// Simulates it as XPBD does with this slip. x, v [count] at the end.
void line_simulate(const line *l, solver_slip slip, const trial_run *run, double *x, double *v);
/// The same scene in space, along the x axis, or downwards if there is gravity.
void line_trial(const line *l, trial *out);
/// Position or velocity along the line.
double line_along(const line *l, const double at[3]);
