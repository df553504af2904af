/* Why this file exists: the checks of the groups mechanics and mechanics_full are in several files. */
#pragma once

#include "runner/check.h"

void list_block_checks(check_registry *registry); ///< block_checks.c

void list_beam_checks(check_registry *registry); ///< beam_checks.c

void list_beam_checks_full(check_registry *registry);
void list_settle_checks_full(check_registry *registry);
void list_settle_checks(check_registry *registry); ///< settle_checks.c

void list_locking_checks(check_registry *registry); ///< locking_checks.c
