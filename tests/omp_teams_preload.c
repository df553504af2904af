/* Why this file exists: a preloaded library that makes up another machine:
 *   TEAMS_PROCESSORS=8   the number of processors reported to OpenMP
 *   TEAMS_MOST=3         at most this many threads besides the first at once; one that ends makes room
 *   TEAMS_WALL=10        the machine's clock advances by so many milliseconds at each reading ...
 *   TEAMS_BUSY=10        ... and a thread's own clock by these
 *   TEAMS_LOG=FILE       receives the number of threads started, at the end
 *   TEAMS_REGIONS=FILE   receives the number of parallel regions */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static atomic_int alive, started, regions;

int omp_get_num_procs(void);
int omp_get_num_procs(void) {
  const char *text = getenv("TEAMS_PROCESSORS");
  return text ? atoi(text) : 1;
}

typedef struct life {
  void *(*run)(void *);
  void *argument;
} life;

static void *live(void *given) {
  const life own = *(life *)given;
  free(given);
  void *const result = own.run(own.argument);
  atomic_fetch_sub(&alive, 1);
  return result;
}

/* Whether there is room, at once or once the ending threads have ended. */
static int has_room(void) {
  const char *most = getenv("TEAMS_MOST");
  for (int wait = 0; most && atomic_load(&alive) >= atoi(most); wait++) {
    if (wait == 20) return 0;
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
  return 1;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
  int (*behind)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  void *found = dlsym(RTLD_NEXT, "pthread_create");
  memcpy(&behind, &found, sizeof behind);
  life *own = has_room() ? malloc(sizeof *own) : NULL;
  if (!own) return EAGAIN;
  *own = (life){run, argument};
  atomic_fetch_add(&alive, 1);
  const int error = behind(thread, attributes, live, own);
  if (error == 0) {
    atomic_fetch_add(&started, 1);
  } else {
    atomic_fetch_sub(&alive, 1);
    free(own);
  }
  return error;
}

void GOMP_parallel(void (*run)(void *), void *argument, unsigned threads, unsigned flags);
void GOMP_parallel(void (*run)(void *), void *argument, unsigned threads, unsigned flags) {
  void (*behind)(void (*)(void *), void *, unsigned, unsigned);
  void *found = dlsym(RTLD_NEXT, "GOMP_parallel");
  memcpy(&behind, &found, sizeof behind);
  atomic_fetch_add(&regions, 1);
  behind(run, argument, threads, flags);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  static atomic_long looks[2];
  const int wall = clock == CLOCK_MONOTONIC;
  const char *text = wall || clock == CLOCK_THREAD_CPUTIME_ID ? getenv(wall ? "TEAMS_WALL" : "TEAMS_BUSY") : NULL;
  int (*behind)(clockid_t, struct timespec *);
  void *found = dlsym(RTLD_NEXT, "clock_gettime");
  memcpy(&behind, &found, sizeof behind);
  if (!text) return behind(clock, now);
  const long ms = atol(text) * (atomic_fetch_add(&looks[wall], 1) + 1);
  /* a machine that has been on for long: its clock alone tells nothing */
  *now = (struct timespec){.tv_sec = ms / 1000 + (wall ? 1000 : 0), .tv_nsec = ms % 1000 * 1000000};
  return 0;
}

static void put_down(const char *name, int count) {
  FILE *file = getenv(name) ? fopen(getenv(name), "w") : NULL;
  if (!file) return;
  fprintf(file, "%d\n", count);
  fclose(file);
}

__attribute__((destructor)) static void say(void) {
  put_down("TEAMS_LOG", atomic_load(&started));
  put_down("TEAMS_REGIONS", atomic_load(&regions));
}
