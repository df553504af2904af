/* Why this file exists: predicts a step, has its energy minimised, and ends it, with the functions of XPBD. */
#include "implicit/stepper.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "implicit/energy.h"

xpbd_status xpbd_stepper_create(xpbd_stepper *s, const xpbd_scene *scene, const xpbd_solver_def *def) {
  const size_t n = (size_t)xpbd_scene_particle_count(scene);
  s->scene = scene;
  s->def = def;
  s->h = def->frame_time / def->substeps;
  XPBD_TRY(xpbd_motion_create(scene, &s->motion));
  s->inertia = malloc(n * sizeof *s->inertia);
  s->x = malloc(3 * n * sizeof *s->x);
  s->y = malloc(3 * n * sizeof *s->y);
  XPBD_REQUIRE(s->inertia && s->x && s->y, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu particles", n);
  XPBD_TRY(xpbd_energy_inertia(scene, s->h, s->inertia));
  return xpbd_stepper_reset(s);
}

void xpbd_stepper_destroy(xpbd_stepper *s) {
  xpbd_motion_destroy(&s->motion);
  free(s->inertia);
  free(s->x);
  free(s->y);
}

int64_t xpbd_stepper_bytes(const xpbd_stepper *s) {
  return s->motion.bytes + s->motion.n * (int64_t)(sizeof *s->inertia + 6 * sizeof *s->x);
}

xpbd_status xpbd_stepper_reset(void *state) {
  xpbd_stepper *s = state;
  xpbd_motion_reset(&s->motion);
  s->frame = s->time_steps = s->own_frames = 0;
  s->diverged_at = -1;
  s->done = (xpbd_implicit_counters){0};
  return XPBD_OK;
}

void xpbd_stepper_begin(xpbd_stepper *s) {
  xpbd_motion_predict(&s->motion, s->h, (double)s->time_steps * s->h, s->y);
  memcpy(s->x, s->y, 3 * (size_t)s->motion.n * sizeof *s->x);
}

int64_t xpbd_stepper_end(xpbd_stepper *s) {
  s->time_steps++, s->done.steps++;
  return xpbd_motion_finish(&s->motion, s->h, s->x);
}

void xpbd_stepper_end_frame(xpbd_stepper *s, int64_t lost) {
  s->frame++, s->own_frames++;
  if (lost > 0) s->diverged_at = s->frame;
}

xpbd_status xpbd_stepper_step(void *state, int32_t frames) {
  xpbd_stepper *s = state;
  XPBD_TRY(xpbd_stepper_sync(s));
  for (int32_t f = 0; f < frames; f++) {
    int64_t lost = 0;
    for (int32_t k = 0; k < s->def->substeps; k++) {
      xpbd_stepper_begin(s);
      XPBD_TRY(s->minimise(s));
      lost += xpbd_stepper_end(s);
    }
    xpbd_stepper_end_frame(s, lost);
    XPBD_TRY(xpbd_stepper_sync(s));
  }
  return XPBD_OK;
}

xpbd_status xpbd_stepper_sync(void *state) {
  const xpbd_stepper *s = state;
  XPBD_REQUIRE(s->diverged_at < 0, XPBD_ERR_DIVERGED,
               "the simulation diverged in frame %lld (a position is not finite or beyond %.3g m)",
               (long long)s->diverged_at, s->motion.limit);
  return XPBD_OK;
}

xpbd_status xpbd_stepper_read(void *state, xpbd_field field, double *out) {
  const xpbd_stepper *s = state;
  XPBD_TRY(xpbd_stepper_sync(state));
  xpbd_motion_read(&s->motion, field, out);
  return XPBD_OK;
}

xpbd_status xpbd_stepper_restore(void *state, int64_t frame, const double *positions, const double *velocities,
                                 const double *embedded) {
  xpbd_stepper *s = state;
  (void)embedded; /* there is no other state */
  xpbd_stepper_reset(s);
  xpbd_motion_write(&s->motion, positions, velocities);
  s->frame = frame;
  s->time_steps = frame * s->def->substeps;
  return XPBD_OK;
}
