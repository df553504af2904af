/* Why this file exists: the group clocks has several files, for each takes other functions of the system for its own. */
#ifndef CLOCKS_CHECKS_H
#define CLOCKS_CHECKS_H

#include "runner/check.h"

void check_clocks_counters(check_registry *registry); /* clocks_counters.c */
void check_clocks_machine(check_registry *registry);  /* clocks_machine.c */
void check_clocks_system(check_registry *registry);   /* clocks_system.c */

#endif
