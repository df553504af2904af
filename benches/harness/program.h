/* Why this file exists: a benchmark program is a list of cases and this one call. */
#pragma once

#include <stdio.h>

#include "harness/plan/bench.h"
#include "harness/machine/clock.h"
#include "harness/machine/environment.h"
#include "harness/plan/plan.h"
#include "harness/plan/settings.h"

/// Callbacks of the program. Any may be NULL.
typedef struct bench_hooks {
  /// The clock. NULL = bench_clock_real(). With any other clock the machine is not measured.
  bench_clock (*clock)(void);
  const char *(*instructions)(void); ///< Instruction set of the kernels for the environment. NULL = not known.
  /// Called after the command line was read and before the plan is made. Returns -1, or the exit code after a message.
  int (*configure)(const bench_settings *settings);
  /// Add fields and warnings of the program's own to the environment of a run of that plan.
  void (*describe)(bench_environment *env, const bench_plan *plan);
  /// Print the list of --list=TOPIC. False if there is no such topic.
  bool (*list)(const char *topic, bool json, FILE *stream);
  const char *(*reference_machine)(void); ///< Path of the speeds that a score is relative to. NULL = none.
  const char *topics;                     ///< The topics, for messages.
} bench_hooks;

/// Parse, plan, run, write. Returns the exit code.
int bench_main(const bench_case *const *cases, int case_count, const bench_hooks *hooks, int argc, char **argv);
