/* Why this file exists: users may write a known word in the wrong place: an axis as an option, or an axis value or
 * `ab` as a benchmark. The message then says where it belongs, not that it is unknown. */
#pragma once

#include "support/cli.h"
#include "plan.h"

/// Print one line if an axis is written as an option and no option has that name. Returns -1 to continue, else the
/// exit code.
int bench_mistaken_options(const cli_program *program, const bench_case *const *cases, int count, int argc,
                           char **argv);

/// Print one line about an unknown benchmark. Returns the exit code.
int bench_mistaken_benchmark(const cli_program *program, const bench_plan *plan, const char *word);
