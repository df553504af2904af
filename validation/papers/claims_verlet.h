/* Why this file exists: the two files with the claims of position Verlet. */
#ifndef XPBD_CLAIMS_VERLET_H
#define XPBD_CLAIMS_VERLET_H

#include "runner/check.h"
#include "runner/lattice.h"

#define PAPER "Kot and Nagahashi 2017"

void claims_list_friction(check_registry *registry); /* claims_friction.c */

#endif
