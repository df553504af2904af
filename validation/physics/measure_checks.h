/* Why this file exists: the checks of the group measure stand in more than one file. */
#ifndef XPBD_MEASURE_CHECKS_H
#define XPBD_MEASURE_CHECKS_H

#include "runner/check.h"

/// The residual of a time step against two links solved by hand, and whether it sees what scenes are made of.
void measure_residual_by_hand(check *self, int argument);
void measure_residual_of_scenes(check *self, int argument);
void measure_residual_refused(check *self, int argument);

#endif
