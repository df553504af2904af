/* Why this file exists: a command of the user that answers each line with a line. It may die, hang or answer nonsense,
 * so every answer has a time limit and every failure a sentence. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

typedef struct pipe_channel {
  pid_t child; ///< The command, which leads its own process group; 0 = none.
  int to, from;
  char *text; ///< What has arrived. Owned.
  size_t size, capacity;
  size_t used;      ///< Bytes of it that were the last answer.
  long requests;    ///< Lines sent.
  double waited;    ///< [s] for all answers.
  int errors;       ///< Its standard error, -1 = that of this process.
  char last[1024];  ///< The end of what it wrote there, in bytes.
  size_t last_size; ///< Bytes of it.
  bool gone;        ///< It ended, or did not answer in time. Otherwise a failure is in what it said.
  char reason[600]; ///< Why it cannot be used any more, one sentence; "" = it can.
} pipe_channel;

enum { PIPE_CHANNELS = 64 }; ///< Most channels that are open at a time.

/// Starts a command, NULL after its last word, with pipes as standard input and output. `quiet`: only the end of its
/// standard error is kept, else it is that of this process. A name without a slash is searched in PATH. If a signal ends
/// this process, the command and all that it started end too. A handler that this process has for it is called then.
/// False: see reason.
bool pipe_open(pipe_channel *channel, char *const *command, bool quiet);
/// If a signal ends this process while a channel is open, `clean` is called. It may only make calls that are safe in a
/// handler of signals, such as unlink(). NULL = none.
void pipe_clean(void (*clean)(void));
/// Sends `request`, which ends with a newline, and waits for one line. Returns the line without its newline. It may be
/// changed, and is valid until the next call. NULL after a failure, and from then on.
char *pipe_ask(pipe_channel *channel, const char *request, size_t size, double seconds);
/// Notes a failure with what was answered, unless there is one already.
__attribute__((format(printf, 3, 4))) void pipe_fail(pipe_channel *channel, const char *answer, const char *format,
                                                     ...);
/// Takes what has arrived from its standard error.
void pipe_hear(pipe_channel *channel);
/// Ends the command. With the last channel that is open, also ends what commands started in other sessions or process
/// groups (Linux). Does nothing for a channel that is not open.
void pipe_close(pipe_channel *channel);
