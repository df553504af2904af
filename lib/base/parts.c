/* Why this file exists: decides how many threads a loop over a scene is worth, and starts them. */
#if defined(__linux__)
#define _GNU_SOURCE /* sched_getaffinity() */
#endif
#include "base/parts.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <unistd.h>

int xpbd_processors(void) {
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set); /* fails if a set is too small */
#endif
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online < 1 ? 1 : (int)online;
}

int xpbd_parts_for(int most, int64_t count, int64_t least) {
  const int64_t worth = count / (least > 0 ? least : 1);
  if (worth < 2 || most == 1) return 1; /* no need to ask the system */
  int parts = xpbd_processors();
  if (most > 0 && most < parts) parts = most;
  if (worth < parts) parts = (int)worth;
  return parts < XPBD_MOST_PARTS ? parts : XPBD_MOST_PARTS;
}

typedef struct part {
  pthread_t thread;
  xpbd_part_work *work;
  void *of;
  int number;
  int64_t first, last;
  bool started;
} part;

static void *run(void *argument) {
  const part *own = argument;
  own->work(own->of, own->number, own->first, own->last);
  return NULL;
}

void xpbd_in_parts(int parts, int64_t count, xpbd_part_work *work, void *of) {
  part all[XPBD_MOST_PARTS];
  for (int k = 0; k < parts; k++)
    all[k] = (part){.work = work,
                    .of = of,
                    .number = k,
                    .first = xpbd_part_begin(count, k, parts),
                    .last = xpbd_part_begin(count, k + 1, parts)};
  for (int k = 1; k < parts; k++) all[k].started = pthread_create(&all[k].thread, NULL, run, &all[k]) == 0;
  for (int k = 0; k < parts; k++)
    if (!all[k].started) run(&all[k]);
  for (int k = 1; k < parts; k++)
    if (all[k].started) pthread_join(all[k].thread, NULL);
}
