/* Why this file exists: runs commands (the compiler, once per unit) in parallel with limits, and leaves no process
 * behind. Private to the library. */
#pragma once

#include <signal.h>

#include "xpbd/status.h"

enum { XPBD_COMMAND_WORDS = 128 };

/// Special results. Otherwise the exit status, or 128 + the signal.
enum { XPBD_COMMAND_LATE = -1, XPBD_COMMAND_INTERRUPTED = -2, XPBD_COMMAND_NOT_STARTED = -3 };

typedef struct xpbd_command {
  char *words[XPBD_COMMAND_WORDS]; ///< NULL after the last.
  int count;                       ///< Number of words. At XPBD_COMMAND_WORDS or more, some were dropped.
  const char *log;                 ///< File for its output.
  int result;                      ///< Out: exit status, 128 + signal, or one of the above.
  int reason;                      ///< Out: errno if it did not start.
} xpbd_command;

/// Adds a word, borrowed. Words that do not fit are only counted.
void xpbd_command_add(xpbd_command *command, const char *word);
/// Adds the words of a text, which is cut up at blanks outside "" and ''. If all of it is a path to a program, it is one
/// word, even with blanks.
void xpbd_command_add_apart(xpbd_command *command, char *text);

/// Blocks signals that end a program until xpbd_signals_release(), so that files made meanwhile can be removed.
void xpbd_signals_hold(sigset_t *before);
void xpbd_signals_release(const sigset_t *before);

/// Runs the commands in parallel with the environment `variables`. Each has its own process group with limits:
/// `seconds`, 2 GiB of memory, 1 GiB per file. A pending signal or a timeout ends all of them and everything they
/// started. `before`: the signals that were blocked before xpbd_signals_hold().
void xpbd_commands_run(xpbd_command *commands, int count, char **variables, int seconds, const sigset_t *before);
/// The output of all commands in order, the first 256 KiB of each. The caller frees it. NULL if out of memory.
char *xpbd_commands_said(const xpbd_command *commands, int count);
/// Whether they ended on their own, with any exit status. XPBD_ERR_UNAVAILABLE: one did not start or was killed.
/// XPBD_ERR_BAD_FILE: timeout. Messages name the file, the compiler, and the variable that selects another.
xpbd_status xpbd_commands_check(const xpbd_command *commands, int count, int seconds, const char *path,
                                const char *compiler, const char *variable);
