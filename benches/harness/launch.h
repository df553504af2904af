/* Why this file exists: a table of calls to start processes, so that a test can replace them. */
#pragma once

#include <stdbool.h>

typedef struct bench_launcher {
  /// Run a program to its end, without input and, unless `shown`, without its standard output. `argv` ends with NULL. An
  /// interruption is passed on once. Returns its exit code as a shell says it (process_code()).
  int (*run)(const char *program, char *const *argv, bool shown);
  bool (*interrupted)(void);
} bench_launcher;

extern const bench_launcher bench_launcher_real;
