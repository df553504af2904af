/* Why this file exists: commands of the machine (the compiler, once for each unit) run side by side, with limits, and leave
 * no process behind. Private to the library. */
#ifndef XPBD_FOREIGN_COMMAND_H
#define XPBD_FOREIGN_COMMAND_H

#include <signal.h>

#include "xpbd/status.h"

enum { XPBD_COMMAND_WORDS = 128 };

/// How a command ended; else its exit status, or 128 + the signal.
enum { XPBD_COMMAND_LATE = -1, XPBD_COMMAND_INTERRUPTED = -2, XPBD_COMMAND_NOT_STARTED = -3 };

typedef struct xpbd_command {
  char *words[XPBD_COMMAND_WORDS]; ///< NULL behind the last.
  int count;                       ///< Of words; XPBD_COMMAND_WORDS or more: some have no place.
  const char *log;                 ///< File that takes what it says.
  int result;                      ///< Out: exit status, 128 + signal, or one of the above.
  int reason;                      ///< Out: errno where it did not start.
} xpbd_command;

/// One word more, borrowed. Those behind the last place are counted only.
void xpbd_command_add(xpbd_command *command, const char *word);
/// The words of a text, which is taken apart: all of it as one word where it is a path to a program, blanks or not.
void xpbd_command_add_apart(xpbd_command *command, char *text);

/// Signals that end a program wait from here until xpbd_signals_release(): who makes something can take it away before.
void xpbd_signals_hold(sigset_t *before);
void xpbd_signals_release(const sigset_t *before);

/// Run the commands side by side with the environment `variables`, each in a process group of its own with a limit of
/// `seconds`, of 2 GiB of memory and of 1 GiB a file. A signal that waits, or a command over its time, ends all of them
/// with what they started. `before`: the signals that were held when they were not yet.
void xpbd_commands_run(xpbd_command *commands, int count, char **variables, int seconds, const sigset_t *before);
/// What all of them said, in their order; of each the first 256 KiB. Owned by the caller: free(). NULL without memory.
char *xpbd_commands_said(const xpbd_command *commands, int count);
/// Whether they ended by themselves, with whatever exit status. XPBD_ERR_UNAVAILABLE: one did not start or was ended;
/// XPBD_ERR_BAD_FILE: not in time. For messages: the file it is done for, the compiler, the variable that names another.
xpbd_status xpbd_commands_check(const xpbd_command *commands, int count, int seconds, const char *path,
                                const char *compiler, const char *variable);

#endif
