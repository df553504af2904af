/* Why this file exists: runs a command, or a function of this program, in another process. It sets a time limit, passes
 * signals on and captures the output in memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Where the child's standard output or standard error goes.
typedef enum process_stream {
  PROCESS_SAME,    ///< Where this process's goes.
  PROCESS_NOWHERE, ///< To /dev/null.
  PROCESS_TAKEN    ///< Into the result, as text.
} process_stream;

/// What a child does. Zero the fields that are not needed. Its standard input is empty.
typedef struct process_job {
  char *const *argv;          ///< A command, NULL after the last word.
  const char *program;        ///< Its file; NULL = argv[0]. A name without a slash is searched in PATH.
  int (*work)(void *context); ///< Without a command: a function to run in a copy of this process; returns the code.
  void *context;
  const char *folder; ///< Working folder; NULL = the current one.
  process_stream output, errors;
  double seconds;  ///< Most time [s]; 0 = no limit.
  double patience; ///< Time between SIGTERM and SIGKILL for a child over its limit [s]. 0 = SIGKILL at once.
  /// Whether this process was asked to end. Then the child gets one SIGINT. It runs in its own group, so that Ctrl-C
  /// reaches it only through this process. NULL = signals of a terminal reach both.
  bool (*interrupted)(void);
} process_job;

typedef enum process_end {
  PROCESS_EXITED,     ///< `code` is its exit code.
  PROCESS_KILLED,     ///< `code` is the signal.
  PROCESS_LATE,       ///< Stopped for exceeding its time.
  PROCESS_NOT_STARTED ///< `code` is an errno.
} process_end;

typedef struct process_result {
  process_end end;
  int code;
  char *output, *errors; ///< Captured output, with '\0' after the last byte. Owned. NULL = not captured, or lost.
  size_t output_size, errors_size;
  int lost; ///< The errno of output that could not be read or kept, 0 = all of it is there.
} process_result;

/// Run the child and wait for its end. No child outlives this process. Free the result with process_free().
void process_run(const process_job *job, process_result *out);
void process_free(process_result *result);
/// The code of a shell: the exit code, 128 + the signal, 127 if it did not start, 124 if it was late.
int process_code(const process_result *result);
