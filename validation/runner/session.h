/* Why this file exists: runs the checks that were selected and tells what came out in every form that was asked for.
 * Private to the runner. */
#ifndef XPBD_SESSION_H
#define XPBD_SESSION_H

#include "support/cli.h"
#include "runner.h"

enum {
  CHECK_EXIT_PASSED = 0,
  CHECK_EXIT_FAILED = 2,
  CHECK_EXIT_ERROR = 3,
  CHECK_EXIT_NOTHING = 5,
  CHECK_EXIT_STOPPED = 130 ///< By Ctrl-C, SIGTERM or SIGHUP: one wish, as in xpbd-sim and xpbd-bench.
};

/// What is wrong with the subject of a failed check, by the check's name, in one sentence; false when nobody knows.
typedef bool (*check_explain)(const char *check, char *out, size_t capacity);

typedef struct check_session {
  const cli_program *program;
  const char *name; ///< Of the program.
  const check_group *groups;
  int group_count;
  const check_registry *registry;
  const bool *selected; ///< [registry->count]
  bool brief;           ///< A line only for a check that fails; else for each.
  bool verbose, in_process;
  double tolerance_scale;
  const char *tables, *json, *html, *findings; ///< Paths; NULL = not asked for.
  check_explain explain;                       ///< NULL = nobody.
} check_session;

/// Run; the exit code of the program: one of those above, or 128 + the signal that stopped it.
int check_session_run(const check_session *session);

#endif
