/* Why this file exists: runs the selected checks and reports the results in every requested form. Private to the
 * runner. */
#pragma once

#include "support/cli.h"
#include "runner.h"

enum {
  CHECK_EXIT_PASSED = 0,
  CHECK_EXIT_FAILED = 2,
  CHECK_EXIT_ERROR = 3,
  CHECK_EXIT_NOTHING = 5,
  CHECK_EXIT_STOPPED = 130 ///< By Ctrl-C, SIGTERM or SIGHUP, all treated alike, as in xpbd-sim and xpbd-bench.
};

/// The diagnosis of the subject of a failed check, found by the check's name, in one sentence. False if there is none.
typedef bool (*check_explain)(const char *check, char *out, size_t capacity);

typedef struct check_session {
  const cli_program *program;
  const char *name; ///< Name of the program.
  const check_group *groups;
  int group_count;
  const check_registry *registry;
  const bool *selected; ///< [registry->count]
  bool brief;           ///< Print a line only for failed checks; else for each.
  bool verbose, in_process;
  double tolerance_scale;
  const char *tables, *json, *html, *findings; ///< Paths; NULL = not requested.
  check_explain explain;                       ///< NULL = nobody.
} check_session;

/// Runs the checks. Returns the exit code of the program: one of those above, or 128 + the signal that stopped it.
int check_session_run(const check_session *session);
