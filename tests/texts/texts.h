/* Why this file exists: people and other programs read what the harness writes, and compilers what is written for them.
 * made-texts writes it about made-up results and files, and the golden cases of texts compare. Every number differs, and
 * some stand on both sides of a change of digits. The comments compute what no other test computes. */
#pragma once

#include <stdio.h>

#pragma GCC diagnostic ignored "-Wunused-parameter" /* of callbacks, whatever they use */

/// A line above what follows.
__attribute__((format(printf, 1, 2))) void heading(const char *format, ...);

// Of the golden case texts/bench:
void write_rows_of_all_kinds(void); ///< Rows of the console, contexts, CSV.
void write_gaps(void);              ///< Machines that report nothing, rows without work, unknown counts.
void write_lists(void);             ///< Lists of benchmarks, and plans.
void write_results(void);           ///< The table and the JSON of a run.
void write_ends(void);              ///< The closing words, warnings, exit codes.
void write_options(void);           ///< Command lines.
void write_past(void);              ///< What is believed of a journal.
void write_processes(void);         ///< Rows of several processes.
void write_process_ends(void);      ///< How processes end, and what is concluded.
void write_plan_limits(void);       ///< Frames, combinations and shards.
void write_runs(void);              ///< What comes of whole runs on a made-up clock.
void write_drivers(void);           ///< What is found out about a driver.
void write_telemetry(void);         ///< What is said of a GPU that was slowed down.

// Of the case texts/cli:
void write_cli_lines(void);   ///< Lines of arguments.
void write_cli_rules(void);   ///< What programs share besides their command lines.
void write_cli_systems(void); ///< Memory and processor time that are left.

void write_sim(void);        ///< Of the case texts/sim: what xpbd-sim says and decides.
void write_cuda_plans(void); ///< Of the case texts/plans: works on devices of the cuda backend.

/// Of the case texts/foreign: which files of formulas are refused, and what a compiler is given for others.
void write_foreign(const char *source);
