/* Why this file exists: frames of a film are kept until they are drawn. (How many: tests/texts/sim_runs.c.) */
#include <math.h>

#include "sim/film/sim_picture.h"
#include "sim_checks.h"

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

void check_sim_shots(check_registry *registry) {
  check_add(registry, "sim-kept", "frames that are kept until they are drawn", kept, 0);
}
