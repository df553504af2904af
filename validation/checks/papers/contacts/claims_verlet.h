/* Why this file exists: the files with the claims of Kot and Nagahashi, "Verlet with Collisions for Mass Spring Model
 * Simulations", share this. The paper prints no number of any experiment. Its common settings are judged first: elastic
 * collisions, handled serially, without a further solver, which is one pass over the contacts of a step. */
#pragma once

#include "contact_grid.h"
#include "runner/check.h"

/* Steps 5 and 6 of Sect. 2.3, "compute collision/friction response" and "apply half" of it, do not define the response
 * to several contacts. Both readings are judged. */
#define CLAIMS_HALVES "half of the serial response"     ///< XPBD_VERLET_SEVEN_STEP_SERIAL: the algorithm as printed.
#define CLAIMS_STILL  "impulses that leave no approach" ///< XPBD_VERLET_SEVEN_STEP: what the text describes.

/// A run whose failure is reported.
contact_run claims_contact(check *self, const contact_case *what);

void claims_list_overlap(check_registry *registry);  /* claims_verlet_overlap.c */
void claims_list_drift(check_registry *registry);    /* claims_verlet_drift.c */
void claims_list_steps(check_registry *registry);    /* claims_verlet_steps.c */
void claims_list_friction(check_registry *registry); /* claims_friction.c */
