/* Why this file exists: one table of all calls to the operating system during a measurement. A test can replace them,
 * e.g. by a clock with known times, counters, or a missing driver. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <time.h>

struct perf_event_attr;

/// Each member stands for the function of POSIX or Linux named beside it.
typedef struct bench_outside {
  FILE *(*open)(const char *path, const char *mode);                ///< fopen
  int (*load)(double *out, int count);                              ///< getloadavg
  int (*usage)(int who, struct rusage *out);                        ///< getrusage
  int (*time)(clockid_t which, struct timespec *out);               ///< clock_gettime
  int (*sleep)(const struct timespec *time, struct timespec *left); ///< nanosleep
  int (*remove)(const char *path);                                  ///< unlink
  void (*clear)(const char *folder);                                ///< rm -rf, also inside a handler of signals
  void (*end)(int code);                                            ///< _exit
  long (*counter)(struct perf_event_attr *wanted);                  ///< perf_event_open
  ssize_t (*read)(int descriptor, void *out, size_t size);          ///< read
  int (*close)(int descriptor);                                     ///< close
  char *(*variable)(const char *name);                              ///< getenv
  int (*access)(const char *path, int mode);                        ///< access
  void *(*load_library)(const char *name, int mode);                ///< dlopen
  void *(*symbol)(void *library, const char *name);                 ///< dlsym
  int (*unload_library)(void *library);                             ///< dlclose
  int (*processors)(void);                                          ///< Number of processors this process may use.
  bool (*allowed)(int processor);                                   ///< Whether it may use this one: sched_getaffinity.
  double (*memory)(void);                                           ///< memory_available
} bench_outside;

/// The real system, and the table in use, which only a test changes.
extern const bench_outside bench_system;
extern const bench_outside *bench_outside_asked;
/// The monotonic clock of the table in use [s].
double bench_outside_seconds(void);
