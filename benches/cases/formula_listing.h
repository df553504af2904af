/* Why this file exists: prints xpbd-bench --list=formulas. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/// Print the list of --list=TOPIC. False unless TOPIC is "formulas" or "formulas-json".
bool formula_listing(const char *topic, bool json, FILE *stream);
