/* Why this file exists: memory limits the frames in a film of a large body. No test has such a body. Here one has
 * vertices without positions. */
#include <math.h>

#include "sim/film/sim_picture.h"
#include "sim_checks.h"

/* 2^30 bytes, 24 a vertex and frame. */
static void scarce(check *self, int argument) {
  static const struct {
    int32_t vertices, frames;
    bool gif;
    int64_t film_frames;
    int32_t shown;
    bool scarce;
  } known[] = {{400000, 220, true, 0, 111, true},  /* 111.8; every second */
               {400000, 110, true, 0, 111, false}, /* exactly these */
               {400000, 220, true, 100, 74, false}, {400000, 220, false, 0, 12, false},
               {5000000, 220, false, 0, 8, true}, /* 8.9 */
               {100000000, 220, false, 0, 2, true}, {100000000, 1, false, 0, 2, false},
               {10, 220, true, 0, 111, false}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const xpbd_mesh mesh = {.vertex_count = known[i].vertices};
    const sim_options options = {.film_frames = known[i].film_frames, .frame_bytes = 0x1p30};
    const sim_job job = {
        .options = &options, .mesh = &mesh, .start = 5, .frames = 5 + known[i].frames, .frame_time = 1.0 / 24.0};
    bool is = !known[i].scarce;
    check_same(self, (uint64_t)sim_pictures_frames(&job, known[i].gif, &is), (uint64_t)known[i].shown,
               "frames of case %zu", i);
    check_true(self, is == known[i].scarce, "case %zu: whether memory bounds them", i);
  }
  check_control(self, known[0].scarce != known[1].scarce, "fewer frames");
}

/* A shot is kept completely, and the next one after it. */
static void kept(check *self, int argument) {
  const xpbd_mesh mesh = {.vertex_count = 2};
  double positions[6] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  const sim_job job = {.mesh = &mesh, .positions = positions};
  sim_shots shots = {.wanted = 0};
  if (!check_same(self, (uint64_t)(int64_t)sim_shots_make(&job, "film", 3, &shots), (uint64_t)(int64_t)-1, "room"))
    return;
  for (int32_t k = 0; k < 3; k++) {
    positions[5] = 10.0 * k;
    check_true(self, sim_shots_take(&job, &shots, k), "shot %d", (int)k);
  }
  for (int32_t k = 0; k < 3; k++)
    check_true(self, shots.positions[6 * k] == 1.0 && shots.positions[6 * k + 5] == 10.0 * k, "shot %d is kept",
               (int)k);
  positions[0] = INFINITY;
  check_control(self, !sim_shots_take(&job, &shots, 0) && shots.positions[0] == 1.0, "what cannot be seen");
  sim_shots_release(&shots);
  check_true(self, !shots.frames && !shots.positions, "released");
}

/* A quarter of the available memory, at most 1 GiB, for all runs together. */
static void shares(check *self, int argument) {
  static const struct {
    double there, bytes;
    int constraints, methods;
  } known[] = {{8e9, 0x1p30, 0, 0}, {NAN, 0x1p30, 1, 1},     {4e6, 1e6, 0, 1},
               {4e6, 5e5, 2, 0},    {8e9, 0x1p30 / 6, 3, 2}, {0, 0, 1, 0}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const sim_options options = {.constraints.count = known[i].constraints, .methods.count = known[i].methods};
    const double bytes = sim_shots_bytes(&options, known[i].there);
    check_true(self, bytes == known[i].bytes, "case %zu: %.17g bytes", i, bytes);
  }
  check_control(self, known[2].bytes != known[3].bytes, "two runs with the room of one each");
}

void check_sim_shots(check_registry *registry) {
  check_add(registry, "sim-scarce", "films of bodies that fill memory", scarce, 0);
  check_add(registry, "sim-kept", "frames that are kept until they are drawn", kept, 0);
  check_add(registry, "sim-shares", "memory for films, of one run and of several", shares, 0);
}
