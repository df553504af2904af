/* Why this file exists: only a diverging run shows which of its frames a page of --viewer keeps. (What pages say and
 * hold: tests/texts/sim_runs.c.) */
#include <math.h>

#include "viewer/viewer.h"
#include "sim_checks.h"

/* Frames before a divergence end at 1e11 m, as in pictures. */
static void taken(check *self, int argument) {
  static const struct {
    double at;
    bool taken;
  } known[] = {{1e11, true}, {-1e11, true}, {1.01e11, false}, {-1.01e11, false}, {INFINITY, false}, {NAN, false}};
  const xpbd_mesh mesh = {.vertex_count = 1};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    double positions[3] = {0.0, 0.0, known[i].at}, kept[6] = {0.0};
    int32_t frames[2] = {3, 5};
    const sim_job job = {.mesh = &mesh, .positions = positions};
    sim_viewer viewer = {.job = &job, .path = "a.html", .shots = {.wanted = 2, .frames = frames, .positions = kept}};
    sim_shots_take_due(viewer.job, &viewer.shots, 4); /* it is not due */
    check_same(self, (uint64_t)viewer.shots.count, 0, "frames before one is due");
    sim_shots_take_due(viewer.job, &viewer.shots, 3);
    check_same(self, (uint64_t)viewer.shots.count, known[i].taken, "frames that end at %g m", known[i].at);
    check_true(self, !known[i].taken || kept[2] == known[i].at, "its place is kept");
  }
  check_control(self, known[0].at != known[2].at, "a hundredth farther");
}

void check_sim_pages(check_registry *registry) {
  check_add(registry, "sim-taken", "which frames are kept for a page", taken, 0);
}
