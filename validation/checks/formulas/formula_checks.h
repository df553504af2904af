/* Why this file exists: the checks of formulas that check_formulas.c registers and other files contain. */
#pragma once

#include "formula_subject.h"

enum { FORMULA_SHAPES = 1500 };

/* formula_momentum.c */
void formula_momentum(check *self, int formula);
void formula_summed(check *self, int formula); ///< The same and the gradient, summed over closed meshes.

/* formula_degenerate.c */
void formula_degenerate(check *self, int formula);
void formula_rest(check *self, int formula);

/* formula_projection.c */
void formula_projection(check *self, int formula);

/* formula_verdict.c */
void formula_verdict(check *self, int formula);

/// Checks of single formulas with independent knowledge about them.
void formula_known_checks(check_registry *registry); /* formula_known.c */

/// Where formulas have no gradient or no rest shape, and where laws continue by their tangents.
void formula_threshold_checks(check_registry *registry); /* formula_thresholds.c */
