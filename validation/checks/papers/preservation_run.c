/* Why this file exists: measures area and volume after each frame of a run. */
#include "preservation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// What the runner gets after each frame.
typedef struct watcher {
  check *self;
  bool areas, failed;
  preservation *out;
} watcher;

static void watch(void *context, int32_t frame, const claims_run *run) {
  watcher *w = context;
  preservation *p = w->out;
  xpbd_ratios r;
  const xpbd_mesh *mesh = &run->model.mesh;
  const xpbd_status status = w->areas ? xpbd_measure_areas(mesh, run->x, &r) : xpbd_measure_volumes(mesh, run->x, &r);
  if (status != XPBD_OK && !w->failed) w->failed = !check_status(w->self, status, XPBD_OK, "ratios of frame %d", frame);
  if (status != XPBD_OK) return;
  p->frames++;
  p->last = r;
  p->low = check_smaller(p->low, r.total);
  p->high = check_larger(p->high, r.total);
  p->mean_error += r.mean_error;
  p->worst_error = check_larger(p->worst_error, r.mean_error);
  p->least = check_smaller(p->least, r.least);
  p->most = check_larger(p->most, r.most);
  p->width += r.most - r.least;
  p->total[frame - 1] = r.total;
  p->error[frame - 1] = r.mean_error;
}

bool preservation_make(check *self, const claims_setup *setup, preservation *out) {
  const size_t room = (size_t)setup->frames;
  *out = (preservation){.low = INFINITY,
                        .high = -INFINITY,
                        .least = INFINITY,
                        .most = -INFINITY,
                        .total = malloc(room * sizeof *out->total),
                        .error = malloc(room * sizeof *out->error)};
  if (!out->total || !out->error) return check_true(self, false, "memory for %d frames", (int)setup->frames);
  for (size_t k = 0; k < room; k++) out->total[k] = out->error[k] = NAN;
  watcher w = {.self = self, .areas = strcmp(setup->scene, "cloth_stretched") == 0, .out = out};
  claims_setup watched = *setup;
  watched.watch = watch;
  watched.watcher = &w;
  OWNED(claims_run_free) claims_run run = {0};
  const bool good = claims_run_make(self, &watched, &run) && !w.failed;
  out->sag = run.sag;
  out->mean_error /= out->frames; /* nothing measured: NaN */
  out->width /= out->frames;
  if (run.diverged) out->low = out->high = out->mean_error = out->worst_error = out->least = out->most = NAN;
  return good;
}

void preservation_free(preservation *run) {
  free(run->total);
  free(run->error);
  *run = (preservation){.frames = 0};
}

claims_setup preservation_blob(const char *constraint, int32_t resolution, double radius, int32_t frames) {
  claims_setup setup = claims_setup_of("blob", constraint);
  setup.params.resolution = resolution;
  setup.params.size = 2.9 * radius;
  setup.frames = frames;
  return setup;
}

claims_setup preservation_cloth(const char *constraint, int32_t iterations, int32_t frames) {
  claims_setup setup = claims_setup_of("cloth_stretched", constraint);
  setup.params.resolution = 11;
  setup.params.size = 5.0;
  xpbd_scene_params_set(&setup.params, "pull_time", 0.0);
  setup.settings.iterations = iterations;
  setup.frames = frames;
  return setup;
}
