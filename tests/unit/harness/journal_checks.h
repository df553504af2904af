/* Why this file exists: the group journal has two files. */
#ifndef JOURNAL_CHECKS_H
#define JOURNAL_CHECKS_H

#include "runner/check.h"

void check_journal_past(check_registry *registry); /* journal_past.c */

#endif
