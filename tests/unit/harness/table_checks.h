/* Why this file exists: the group table has two files. */
#ifndef TABLE_CHECKS_H
#define TABLE_CHECKS_H

#include "runner/check.h"

void check_table_gaps(check_registry *registry); /* table_gaps.c */

#endif
