/* Why this file exists: commands of the machine (the compiler, once for each unit) run side by side, with limits, and leave
 * no process behind. Private to the library. */
#ifndef XPBD_FOREIGN_COMMAND_H
#define XPBD_FOREIGN_COMMAND_H

#include <signal.h>

enum { XPBD_COMMAND_WORDS = 128 };

/// How a command ended; else its exit status, or 128 + the signal.
enum { XPBD_COMMAND_LATE = -1, XPBD_COMMAND_INTERRUPTED = -2, XPBD_COMMAND_NOT_STARTED = -3 };

typedef struct xpbd_command {
  char *words[XPBD_COMMAND_WORDS]; ///< NULL behind the last.
  const char *log;                 ///< File that takes what it says.
  int result;                      ///< Out: exit status, 128 + signal, or one of the above.
  int reason;                      ///< Out: errno where it did not start.
} xpbd_command;

/// Signals that end a program wait from here until xpbd_signals_release(): who makes something can take it away before.
void xpbd_signals_hold(sigset_t *before);
void xpbd_signals_release(const sigset_t *before);

/// Run the commands side by side with the environment `variables`, each in a process group of its own with a limit of
/// `seconds`, of 2 GiB of memory and of 1 GiB a file. A signal that waits, or a command over its time, ends all of them
/// with what they started. `before`: the signals that were held when they were not yet.
void xpbd_commands_run(xpbd_command *commands, int count, char **variables, int seconds, const sigset_t *before);

#endif
