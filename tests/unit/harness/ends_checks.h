/* Why this file exists: the group ends has two files. */
#ifndef ENDS_CHECKS_H
#define ENDS_CHECKS_H

#include "runner/check.h"

void check_ends_words(check_registry *registry); /* ends_words.c */

#endif
