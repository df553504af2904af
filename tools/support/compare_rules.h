/* Why this file exists: what --margin and --fail-on may say. xpbd-report compare goes by it, and xpbd-bench ab, which hands
 * them on, refuses in the same words before it measures. */
#ifndef XPBD_COMPARE_RULES_H
#define XPBD_COMPARE_RULES_H

#include <stdbool.h>

#include "cli.h"

/// What --fail-on asks for. A negative `slower` means that it does not.
typedef struct compare_alarm {
  double slower;
  bool unsure, missing, different;
} compare_alarm;

/// "2%" or "0.02", the value of an option, as 0.02. False with a message.
bool compare_part(const cli_program *program, const char *option, const char *text, double *out);
/// The words of --fail-on, NULL for none, where speeds within the margin are the same. False with a message, also for an
/// empty word: what asks for nothing never rings.
bool compare_alarm_read(const cli_program *program, const char *text, double margin, compare_alarm *out);

#endif
