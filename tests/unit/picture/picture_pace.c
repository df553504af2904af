/* Why this file exists: nobody who watches a film can check which frames it shows, and for how long. They are computed
 * by hand, on both sides of every limit. */
#include <math.h>
#include <stddef.h>

#include "picture_checks.h"

/* Every n-th frame, where n frames fit into 0.03 s, so that the film runs in real time. But n must leave 24 steps, and
 * at most `most` frames. */
static void run_counts(check *self, int argument) {
  static const struct {
    int64_t steps;
    double frame_time;
    int64_t most, count;
  } known[] = {{5, 1.0 / 24.0, 150, 6}, /* all */
               {1, 1.0 / 24.0, 150, 2},     {1, 1e-12, 2, 2},
               {120, 0.03, 150, 121},  /* 0.03 s are one frame, */
               {120, 0.0299, 150, 61}, /* a little less are two */
               {100, 0.01, 150, 34},   /* every third, 0 to 99 */
               {100, 0.001, 150, 26},  /* thirty are 0.03 s; every fourth leaves 25 */
               {47, 0.015, 150, 48},   /* two; every second would leave 23 steps */
               {48, 0.015, 150, 25},        {72, 0.015, 150, 37},
               {149, 1.0 / 24.0, 150, 150}, /* just enough room, */
               {150, 1.0 / 24.0, 150, 76},  /* and not enough */
               {400, 1.0 / 24.0, 150, 134}, /* every third */
               {1000, 0.001, 150, 34},      /* in real time; every seventh would fit */
               {1000, 1e-4, 150, 25},       {40, 1.0 / 24.0, 12, 11},
               {9, 1.0 / 24.0, 2, 2},       {3, 0.02, 3, 2},
               {100000000, 1e-12, 150, 25}, {999999998, 1.0 / 24.0, 150, 149},
               {10, 0.001, 150, 11},        {10, 1e9, 150, 11}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    check_same(self, (uint64_t)picture_film_count(known[i].steps, known[i].frame_time, known[i].most),
               (uint64_t)known[i].count, "frames of %lld steps of %g s, %d at most", (long long)known[i].steps,
               known[i].frame_time, (int)known[i].most);
  check_control(self, picture_film_count(120, 0.03, 150) != picture_film_count(120, 0.0299, 150), "another frame time");
}

static void run_steps(check *self, int argument) {
  enum { MOST = 8 };
  static const struct {
    int64_t count, steps, step[MOST];
  } known[] = {{4, 3, {0, 1, 2, 3}},
               {2, 9, {0, 9}},
               {3, 9, {0, 5, 9}},
               {4, 10, {0, 3, 7, 10}},
               {5, 6, {0, 2, 3, 5, 6}},
               {1, 7, {7}},
               {8, 100, {0, 14, 29, 43, 57, 71, 86, 100}},
               {2, 999999999, {0, 999999999}}};
  int wrong = 0;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    for (int64_t k = 0; k < known[i].count; k++) {
      const int64_t step = picture_film_step(k, known[i].count, known[i].steps);
      check_same(self, (uint64_t)step, (uint64_t)known[i].step[k], "step at place %d of %d, of %lld", (int)k,
                 (int)known[i].count, (long long)known[i].steps);
      wrong += step != picture_film_step(k, known[i].count + 1, known[i].steps);
    }
  check_control(self, wrong > 8, "a frame more: %d", wrong);
  static const double times[][2] = {{0.0, 0.03}, {0.0299, 0.03}, {0.03, 0.03}, {0.031, 0.031},
                                    {0.4, 0.4},  {0.5, 0.5},     {0.51, 0.5},  {INFINITY, 0.5}};
  for (size_t i = 0; i < sizeof times / sizeof *times; i++)
    check_between(self, picture_film_time(times[i][0]), times[i][1], times[i][1], "seconds shown of %g", times[i][0]);
}

void check_picture_pace(check_registry *registry) {
  check_add(registry, "pace", "how many frames a film shows", run_counts, 0);
  check_add(registry, "steps", "which, and for how long each", run_steps, 0);
}
