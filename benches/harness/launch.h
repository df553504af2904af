/* Why this file exists: what measuring in other processes asks of the system, as a table, so that a test can measure in
 * processes that are none. */
#ifndef BENCH_LAUNCH_H
#define BENCH_LAUNCH_H

#include <stdbool.h>

typedef struct bench_launcher {
  /// Run a program to its end, without input and, unless `shown`, without its standard output. `argv` ends with NULL. An
  /// interruption is passed on once. Returns its exit code as a shell says it (process_code()).
  int (*run)(const char *program, char *const *argv, bool shown);
  bool (*interrupted)(void);
  double (*now)(void);                        ///< [s]
  bool (*allowed)(const char *path, int how); ///< As access(): R_OK, X_OK.
} bench_launcher;

extern const bench_launcher bench_launcher_real;

#endif
