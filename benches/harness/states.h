/* Why this file exists: the bits of a state are the same on every machine, so anyone can recompute what a recorded row
 * claims. Only xpbd-bench knows how to make the scene of a row. So it recomputes states, and xpbd-report compares
 * them. */
#pragma once

#include "program.h"

/// Answer the requests of settings->states on the standard output, cheapest first, within settings->total_budget if it
/// was given. The format is in benches/harness/FORMAT.md. Nothing is timed but the budget. Returns the exit code.
int bench_states_main(bench_settings *settings, const bench_case *const *cases, int case_count,
                      const bench_hooks *hooks);
