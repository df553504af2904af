/* Why this file exists: what the harness asks of the operating system while it measures, as one table, so that a test can
 * answer in its place: a clock whose seconds are known, counters, a driver that is not there. */
#ifndef BENCH_OUTSIDE_H
#define BENCH_OUTSIDE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <time.h>

struct perf_event_attr;

/// Each as the function of POSIX or Linux that it is named after here.
typedef struct bench_outside {
  FILE *(*open)(const char *path, const char *mode);                ///< fopen
  int (*load)(double *out, int count);                              ///< getloadavg
  int (*usage)(int who, struct rusage *out);                        ///< getrusage
  int (*time)(clockid_t which, struct timespec *out);               ///< clock_gettime
  int (*sleep)(const struct timespec *time, struct timespec *left); ///< nanosleep
  int (*remove)(const char *path);                                  ///< unlink
  void (*end)(int code);                                            ///< _exit
  long (*counter)(struct perf_event_attr *wanted);                  ///< perf_event_open
  ssize_t (*read)(int descriptor, void *out, size_t size);          ///< read
  int (*close)(int descriptor);                                     ///< close
  char *(*variable)(const char *name);                              ///< getenv
  int (*access)(const char *path, int mode);                        ///< access
  void *(*load_library)(const char *name, int mode);                ///< dlopen
  void *(*symbol)(void *library, const char *name);                 ///< dlsym
  int (*unload_library)(void *library);                             ///< dlclose
  int (*processors)(void);                                          ///< How many this process may use.
  bool (*allowed)(int processor);                                   ///< Whether it may use that one; sched_getaffinity.
  double (*memory)(void);                                           ///< memory_available
} bench_outside;

/// The system; and who is asked, which only a test changes.
extern const bench_outside bench_system;
extern const bench_outside *bench_outside_asked;
/// Its monotonic clock [s].
double bench_outside_seconds(void);

#endif
