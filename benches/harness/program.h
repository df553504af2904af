/* Why this file exists: a benchmark program is a list of cases and this one call. */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

#include "bench.h"

enum {
  BENCH_EXIT_OK = 0,
  BENCH_EXIT_USAGE = 1,
  BENCH_EXIT_INVALID = 2, ///< A point failed its check.
  BENCH_EXIT_ERROR = 3,   ///< Run-time error, a file that could not be written among them.
  BENCH_EXIT_NOTHING = 5, ///< Nothing selected, or nothing could be measured.
  BENCH_EXIT_INTERRUPTED = 130
};

/// Instruction set of the kernels for the environment; NULL when the program does not know.
typedef const char *(*bench_instructions)(void);

/// Parse, plan, run, write. Returns the exit code.
int bench_main(const bench_case *const *cases, int case_count, bench_instructions instructions, int argc, char **argv);

#endif
