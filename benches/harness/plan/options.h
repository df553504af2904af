/* Why this file exists: the command line of xpbd-bench and of any program built on the harness. */
#pragma once

#include "settings.h"

/// Read the command line. Returns -1 to continue, else the exit code after a message. Free with
/// bench_options_free().
int bench_options_parse(int argc, char **argv, bench_settings *out);
void bench_options_free(bench_settings *settings);
/// "90", "90s", "2m" or "1h" in seconds. Unchanged for NULL. False after one line that names the option.
bool bench_duration(const char *option, const char *text, double *out);
/// For messages.
const cli_program *bench_program(void);
