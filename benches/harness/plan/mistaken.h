/* Why this file exists: some words of a command line are known and stand in the wrong place: an axis as an option, a value of an
 * axis or `ab` as a benchmark. Whoever wrote them is told where they belong, not that they are unknown. */
#ifndef BENCH_MISTAKEN_H
#define BENCH_MISTAKEN_H

#include "support/cli.h"
#include "plan.h"

/// An axis that is written as an option, which no option is called: one line. Returns -1 to go on, else the exit code.
int bench_mistaken_options(const cli_program *program, const bench_case *const *cases, int count, int argc,
                           char **argv);

/// One line about a benchmark that there is not. Returns the exit code.
int bench_mistaken_benchmark(const cli_program *program, const bench_plan *plan, const char *word);

#endif
