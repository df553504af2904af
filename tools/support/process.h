/* Why this file exists: one way to do something in another process: a command or a function of this program, with a time
 * limit, with signals passed on, and with what it writes taken into memory. */
#ifndef SUPPORT_PROCESS_H
#define SUPPORT_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

/// Where the child's standard output or standard error goes.
typedef enum process_stream {
  PROCESS_SAME,    ///< Where this process's goes.
  PROCESS_NOWHERE, ///< To /dev/null.
  PROCESS_TAKEN    ///< Into the result, as text.
} process_stream;

/// What a child does. Zero what is not needed. Its standard input is empty.
typedef struct process_job {
  char *const *argv;          ///< A command, NULL behind the last word.
  const char *program;        ///< Its file; NULL = argv[0]. The PATH is searched for a name without a slash.
  int (*work)(void *context); ///< Without a command: this function, in a copy of this process. Returns the exit code.
  void *context;
  const char *folder; ///< Where it is done; NULL = the current folder.
  process_stream output, errors;
  double seconds;  ///< Most time [s]; 0 = no limit.
  double patience; ///< A child over its time gets SIGTERM and so many seconds, then SIGKILL. 0 = SIGKILL at once.
  /// Whether this process was asked to end. The child gets SIGINT once, and runs in a group of its own, so that Ctrl-C
  /// reaches it through this process alone. NULL = a terminal's signals reach both.
  bool (*interrupted)(void);
} process_job;

typedef enum process_end {
  PROCESS_EXITED,     ///< `code` is its exit code.
  PROCESS_KILLED,     ///< `code` is the signal.
  PROCESS_LATE,       ///< Ended for its time.
  PROCESS_NOT_STARTED ///< `code` is an errno.
} process_end;

typedef struct process_result {
  process_end end;
  int code;
  char *output, *errors; ///< Taken, '\0' behind the last byte. Owned. NULL = not taken, or no memory.
  size_t output_size, errors_size;
} process_result;

/// Do it and wait for its end. No child outlives this process. Free the result with process_free().
void process_run(const process_job *job, process_result *out);
void process_free(process_result *result);
/// As a shell says it: the exit code, 128 + the signal, 127 where it did not start, 124 where it was late.
int process_code(const process_result *result);

#endif
