/* Why this file exists: the settings of xpbd-bench, after the command line was read and checked. The plan, the runner
 * and the writers read it. Only options.c writes it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "support/cli.h"

enum {
  BENCH_EXIT_OK = 0,
  BENCH_EXIT_USAGE = CLI_EXIT_USAGE,
  BENCH_EXIT_INVALID = 2, ///< A point failed its check, or a score is INVALID.
  BENCH_EXIT_ERROR = 3,   ///< Run-time error, including a file that could not be written to the end.
  BENCH_EXIT_NOTHING = 5, ///< Nothing selected, or nothing could be measured.
  BENCH_EXIT_INTERRUPTED = 130
};
/// Fewest episodes and samples of a point that is not interrupted, whatever the budgets. An interval needs six episodes
/// (BENCH_INTERVAL_MINIMUM), and the ten rows of the exported file need ten samples.
enum { BENCH_FLOOR_EPISODES = 6, BENCH_FLOOR_SAMPLES = 10, BENCH_MAX_PROCESSES = 64, BENCH_HEADLINE_PROCESSES = 3 };

typedef enum bench_order { BENCH_BLOCKS, BENCH_SEQUENTIAL, BENCH_SHUFFLE } bench_order;
typedef enum bench_validate { BENCH_VALIDATE_ON, BENCH_VALIDATE_ONLY, BENCH_VALIDATE_OFF } bench_validate;
/// Who may compete in a score: our settings from the search, or any setting within the tolerance.
typedef enum bench_division { BENCH_CLOSED, BENCH_OPEN } bench_division;
typedef enum bench_progress_mode { BENCH_PROGRESS_AUTO, BENCH_PROGRESS_LINE, BENCH_PROGRESS_OFF } bench_progress_mode;
typedef enum bench_format { BENCH_CONSOLE, BENCH_JSON, BENCH_CSV } bench_format;

typedef struct bench_settings {
  // What to run.
  cli_list benchmarks; ///< Names. None = the standard ones, or all with a filter.
  cli_list axes;       ///< "name=values", later ones win.
  cli_list formulas;   ///< Files.
  cli_list peers;      ///< "NAME=COMMAND": programs of others.
  double peer_limit;   ///< [s] most time for an answer of such a program, 0 = the default.
  const char *filter, *exclude;
  bool quick, dry_run;
  bool score; ///< The run ends with a score.
  bench_division division;
  const char *record;   ///< File for the speeds of a score, as a reference machine.
  int64_t frames, warm; ///< -1 = by the rule.
  int shard, shards;    ///< Only this shard of `shards`, from 1. 0 = everything.
  const char *resume;   ///< The run to resume: its folder or journal. NULL = a new one.
  bool force;           ///< Resume although machine or build differ.
  const char *states;   ///< Recompute the states that this file asks for, and time nothing. NULL = a run.
  // How long.
  double rel_err, budget, total_budget; ///< [1], [s], [s]
  bool total_given;                     ///< The user gave total_budget, else the benchmarks do.
  int64_t min_episodes, max_episodes;
  int64_t processes;   ///< Number of processes, each of which measures everything.
  bool headline;       ///< --processes was not given: headline points are measured in BENCH_HEADLINE_PROCESSES.
  int64_t process_out; ///< In a child process: the descriptor for its results, else -1.
  bench_order order;
  int64_t seed;
  bench_validate validate;
  double errors; ///< [s] Most time for the reference of a row's error. 0 = none, NaN = by the total budget.
  // What is shown.
  bool list, list_json, list_tests, plan, help_columns;
  const char *list_topic; ///< --list=TOPIC, NULL = none.
  bench_format format;
  const char *time_unit; ///< NULL = chosen per benchmark. "ns", "us", "ms" or "s".
  int color;             ///< -1 auto, 0, 1.
  bool aggregates_only, tabular, wide, quiet;
  bench_progress_mode progress;
  const char *papers; ///< Folder of the published numbers. NULL = where the build left them.
  // What is written.
  const char *json, *tsv, *journal, *out;
  bench_format out_format;
  cli_list context; ///< "key=value"
  const char *note;
  int argc;
  char **argv;
} bench_settings;
