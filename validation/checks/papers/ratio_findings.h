/* Why this file exists: check_findings.c lists the findings of ratio_findings.c and acceleration_findings.c. */
#pragma once

#include "runner/check.h"

void findings_of_ratios(check_registry *registry);
void findings_of_acceleration(check_registry *registry);
