/* Why this file exists: the checks of the group precision are in several files. */
#pragma once

#include "runner/check.h"
#include "runner/rig.h"

/// The error of a run of 24 frames against double: the largest of centre, lowest point and energy. `spread`, unless
/// NULL, becomes the error of disturbed runs in double. Runs are added until one reaches the error, at most ten; 0
/// before. `still`, unless NULL, becomes the error of the start. NaN after a failure.
double precision_error(rig *r, const xpbd_solver_def *like, double *spread, double *still);

void precision_add_scaled(check_registry *registry);  /* precision_scaled.c */
void precision_add_choice(check_registry *registry);  /* precision_choice.c */
void precision_add_finding(check_registry *registry); /* precision_finding.c */
