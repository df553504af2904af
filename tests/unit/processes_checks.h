/* Why this file exists: the group processes has two files. */
#ifndef PROCESSES_CHECKS_H
#define PROCESSES_CHECKS_H

#include "runner/check.h"

void check_processes_apart(check_registry *registry); /* processes_apart.c */

#endif
