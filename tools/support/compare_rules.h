/* Why this file exists: the values of --margin and --fail-on. xpbd-report compare applies them. xpbd-bench ab passes
 * them on, and refuses the same values before it measures. */
#pragma once

#include <stdbool.h>

#include "cli.h"

/// What --fail-on asks for. A negative `slower` means: not asked for.
typedef struct compare_alarm {
  double slower;
  bool unsure, missing, different;
} compare_alarm;

/// Read the value of an option, "2%" or "0.02", as 0.02. False after a message.
bool compare_part(const cli_program *program, const char *option, const char *text, double *out);
/// Read the words of --fail-on, NULL for none. Speeds within the margin count as equal. False after a message, also for
/// an empty word, because a rule that asks for nothing never fails.
bool compare_alarm_read(const cli_program *program, const char *text, double margin, compare_alarm *out);
