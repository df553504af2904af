/* Why this file exists: a machine has the processors and the limits it has. Preloaded, this makes up another:
 *   TEAMS_PROCESSORS=8   as many processors, for who asks OpenMP
 *   TEAMS_MOST=3         no more than so many threads beside the first at once; one that ends makes room
 *   TEAMS_LOG=FILE       at the end, how many threads were started */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static atomic_int alive, started;

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

/* Is there room, at once or when those that are about to end have ended? */
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

__attribute__((destructor)) static void say(void) {
  FILE *file = getenv("TEAMS_LOG") ? fopen(getenv("TEAMS_LOG"), "w") : NULL;
  if (!file) return;
  fprintf(file, "%d\n", atomic_load(&started));
  fclose(file);
}
