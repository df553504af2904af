/* Why this file exists: the checks of the group measure are in several files. */
#pragma once

#include "runner/check.h"

/// The description of a spring that a check makes up.
#define MEASURE_SPRING(called)                                                                                         \
  .name = called, .about = "-", .source = "-", .unit = "m", .element = XPBD_ON_EDGES, .rows = 1, .arity = 2,           \
  .rest_count = 1

/// The residual of a time step against two links solved by hand, and whether it includes every part of a scene.
void measure_residual_by_hand(check *self, int argument);
void measure_residual_of_scenes(check *self, int argument);
void measure_residual_refused(check *self, int argument);
void measure_residual_of_pins(check *self, int argument);
void measure_residual_of_rest(check *self, int argument);
void measure_residual_of_tips(check *self, int argument);
void measure_residual_summed(check *self, int argument);

/// The elements on which gradients are measured, by kind, and the limits of the measure.
void measure_gradient_elements(check *self, int kind);
void measure_gradient_lines(check *self, int argument);
void measure_gradient_ties(check *self, int argument); ///< Which of equal errors is reported.

/// The shapes and numbers on which a foreign formula is tried.
void measure_trial_shapes(check *self, int argument);
void measure_trial_arrays(check *self, int argument); ///< Its accesses outside its arrays.

/// Rows, sums and ghost tips by hand; rows that elements lack; flat elements; refusals of ratios, word for word.
void measure_rows_by_hand(check *self, int argument);
void measure_summed(check *self, int argument);
void measure_tips(check *self, int argument);
void measure_rows_left_out(check *self, int argument);
void measure_flat(check *self, int argument);
void measure_ratio_texts(check *self, int argument);
