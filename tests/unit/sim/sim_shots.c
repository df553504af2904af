/* Why this file exists: a film of a large body has as many frames as memory is meant for. No test has such a body: here one
 * has vertices and no places, and its memory is counted and not had. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "unit/capture.h"
#include "support/memory_need.h"
#include "sim/engine/sim.h"
#include "sim_checks.h"

static size_t largest; ///< Bytes that were asked for at once.

static void *made_memory(size_t bytes) {
  if (bytes > largest) largest = bytes;
  return malloc(bytes < 100000 ? bytes : 1);
}

static double there; ///< Bytes that the machine has left.

#define malloc(bytes)                  made_memory(bytes)
#define memory_available()             there
#define sim_panels_columns(job, count) ((void)(job), (int32_t)(count))
#include "sim/film/sim_frames.c"
#include "sim/film/sim_picture.c"

enum { TEXT = 256 };

/* 2^30 bytes, 24 a vertex and frame. */
static void scarce(check *self, int argument) {
  (void)argument;
  static const struct {
    int32_t vertices, frames;
    bool gif;
    int64_t film_frames;
    int32_t shown;
    const char *said;
  } known[] = {{400000, 220, true, 0, 111, "a.film: 111 frames only, for want of memory\n"}, /* 111.8; every second */
               {400000, 110, true, 0, 111, ""},                                              /* and those are all */
               {400000, 220, true, 100, 74, ""},
               {400000, 220, false, 0, 12, ""},
               {5000000, 220, false, 0, 8, "a.film: 8 frames only, for want of memory\n"}, /* 8.9 */
               {100000000, 220, false, 0, 2, "a.film: 2 frames only, for want of memory\n"},
               {100000000, 1, false, 0, 2, ""},
               {10, 220, true, 0, 111, ""}};
  static sim_options options;
  char said[TEXT];
  int saved;
  for (int quiet = 0; quiet < 2; quiet++)
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
      const xpbd_mesh mesh = {.vertex_count = known[i].vertices};
      options = (sim_options){.film_frames = known[i].film_frames, .quiet = quiet == 1, .frame_bytes = 0x1p30};
      const sim_job job = {
          .options = &options, .mesh = &mesh, .start = 5, .frames = 5 + known[i].frames, .frame_time = 1.0 / 24.0};
      sim_pictures pictures = {.job = &job, .film = "a.film", .gif = known[i].gif};
      largest = 0;
      fflush(stdout);
      FILE *file = capture_begin(STDOUT_FILENO, &saved);
      const int code = choose_frames(&pictures);
      fflush(stdout);
      capture_end(file, STDOUT_FILENO, saved, said, TEXT);
      check_true(self, code == -1 && strcmp(said, quiet ? "" : known[i].said) == 0, "case %zu: %s", i, said);
      check_same(self, (uint64_t)pictures.shots.wanted, (uint64_t)known[i].shown, "frames of case %zu", i);
      check_same(self, largest, 24 * (uint64_t)known[i].vertices * (uint64_t)known[i].shown, "bytes of case %zu", i);
      const int32_t *frames = pictures.shots.frames;
      check_true(self, frames && frames[0] == 5 && frames[known[i].shown - 1] == 5 + known[i].frames,
                 "from the first to the last");
      sim_pictures_release(&pictures);
    }
  check_control(self, strcmp(known[0].said, known[4].said) != 0, "fewer frames");
}

/* A quarter of what there is, at most 1 GiB, for all runs together. */
static void shares(check *self, int argument) {
  (void)argument;
  static const struct {
    double there, bytes;
    int constraints, methods;
  } known[] = {{8e9, 0x1p30, 0, 0}, {NAN, 0x1p30, 1, 1},     {4e6, 1e6, 0, 1},
               {4e6, 5e5, 2, 0},    {8e9, 0x1p30 / 6, 3, 2}, {0, 0, 1, 0}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const sim_options options = {.constraints.count = known[i].constraints, .methods.count = known[i].methods};
    there = known[i].there;
    const double bytes = sim_shots_bytes(&options);
    check_true(self, bytes == known[i].bytes, "case %zu: %.17g bytes", i, bytes);
  }
  check_control(self, known[2].bytes != known[3].bytes, "two runs with the room of one each");
}

void check_sim_shots(check_registry *registry) {
  check_add(registry, "sim-scarce", "films of bodies that fill memory", scarce, 0);
  check_add(registry, "sim-shares", "memory for films, of one run and of several", shares, 0);
}
