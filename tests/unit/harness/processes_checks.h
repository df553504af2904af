/* Why this file exists: the group processes has several files. */
#ifndef PROCESSES_CHECKS_H
#define PROCESSES_CHECKS_H

#include "runner/check.h"

void check_processes_apart(check_registry *registry); /* processes_apart.c */
void check_processes_run(check_registry *registry);   /* processes_run.c */
void check_processes_turns(check_registry *registry); /* processes_turns.c */

#endif
