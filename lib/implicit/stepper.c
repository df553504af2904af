/* Why this file exists: predicts a step, has its energy minimised, and ends it, with the functions of XPBD. */
#include "implicit/stepper.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "layout/layout.h"
#include "layout/vertices.h"

static xpbd_status create_contacts(xpbd_stepper *s, xpbd_stepper_way way) {
  s->contacts = (xpbd_contacts){.scene = s->scene,
                                .inertia = s->inertia,
                                .start = s->motion.start,
                                .stiffness = xpbd_number_of(s->def, "contact_stiffness"),
                                .slip = xpbd_number_of(s->def, "friction_speed") * s->h,
                                .augmented = way == XPBD_STEPPER_AUGMENTED,
                                .held = way == XPBD_STEPPER_ENERGY};
  return xpbd_contacts_create(&s->contacts);
}

xpbd_status xpbd_stepper_create(xpbd_stepper *s, const xpbd_scene *scene, const xpbd_solver_def *def,
                                xpbd_stepper_way way) {
  const size_t n = (size_t)xpbd_scene_particle_count(scene);
  s->scene = scene;
  s->def = def;
  s->h = def->frame_time / def->substeps;
  XPBD_TRY(xpbd_motion_create(scene, &s->motion));
  s->inertia = malloc(n * sizeof *s->inertia);
  s->x = malloc(3 * n * sizeof *s->x);
  s->y = malloc(3 * n * sizeof *s->y);
  XPBD_REQUIRE(s->inertia && s->x && s->y, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu particles", n);
  XPBD_TRY(xpbd_inertia_over(scene, s->h, s->inertia));
  XPBD_TRY(xpbd_rows_create(&s->rows, scene, def, way == XPBD_STEPPER_AUGMENTED));
  if (s->rows.pull) s->start = malloc(3 * n * sizeof *s->start);
  XPBD_REQUIRE(s->start || !s->rows.pull, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu particles", n);
  XPBD_TRY(create_contacts(s, way));
  return xpbd_stepper_reset(s);
}

void xpbd_stepper_destroy(xpbd_stepper *s) {
  xpbd_motion_destroy(&s->motion);
  xpbd_rows_destroy(&s->rows);
  xpbd_contacts_destroy(&s->contacts);
  free(s->inertia);
  free(s->x);
  free(s->y);
  free(s->start);
}

int64_t xpbd_stepper_bytes(const xpbd_stepper *s) {
  return s->motion.bytes + s->motion.n * (int64_t)(sizeof *s->inertia + (s->start ? 9 : 6) * sizeof *s->x) +
         xpbd_rows_bytes(&s->rows) + xpbd_contacts_bytes(&s->contacts);
}

xpbd_status xpbd_stepper_reset(void *state) {
  xpbd_stepper *s = state;
  xpbd_motion_reset(&s->motion);
  xpbd_rows_reset(&s->rows);
  s->frame = s->time_steps = s->own_frames = s->met = 0;
  s->diverged_at = -1;
  s->done = (xpbd_implicit_counters){0};
  return XPBD_OK;
}

/* Returns `sum` and the energies of all elements. */
static double add_elements(const xpbd_stepper *s, const double *x, double sum, double *gradient) {
  for (int32_t k = 0; k < xpbd_scene_set_count(s->scene); k++) {
    const xpbd_constraints *set = xpbd_scene_set(s->scene, k);
    const xpbd_pull *pull = xpbd_rows_of(&s->rows, k);
    const int arity = xpbd_formula_at(set->formula)->arity;
    for (int64_t j = 0; j < set->count; j++) {
      double own[XPBD_MAX_SECOND];
      sum += xpbd_element_energy(set, pull, j, x, gradient ? own : NULL);
      for (int c = 0; gradient && c < 3 * arity; c++) {
        const int64_t i = set->particles[j * arity + c / 3];
        if (s->inertia[i] > 0.0) gradient[3 * i + c % 3] += own[c];
      }
    }
  }
  return sum;
}

double xpbd_stepper_energy(const xpbd_stepper *s, const double *x, double *gradient, double *rounding) {
  const int32_t n = s->motion.n;
  double sum = 0.0, terms = 3.0 * n;
  for (int64_t k = 0; k < 3 * (int64_t)n; k++) {
    const double moved = x[k] - s->y[k], weight = s->inertia[k / 3];
    if (weight > 0.0) sum += 0.5 * weight * moved * moved;
    if (gradient) gradient[k] = weight > 0.0 ? weight * moved : 0.0;
  }
  for (int32_t k = 0; k < xpbd_scene_set_count(s->scene); k++) terms += xpbd_scene_set(s->scene, k)->count;
  sum = add_elements(s, x, sum, gradient);
  for (int32_t i = 0; i < n && s->contacts.count > 0; i++)
    if (s->inertia[i] > 0.0)
      sum += xpbd_contact_energy(&s->contacts, i, &x[3 * (int64_t)i], gradient ? &gradient[3 * (int64_t)i] : NULL);
  *rounding = 4.0 * DBL_EPSILON * sqrt(terms) * sum; /* all terms are positive */
  return sum;
}

void xpbd_stepper_begin(xpbd_stepper *s) {
  const double t = (double)s->time_steps * s->h;
  if (s->start) xpbd_motion_read(&s->motion, XPBD_POSITIONS, s->start);
  xpbd_motion_predict(&s->motion, s->h, t, s->y);
  xpbd_contacts_begin(&s->contacts, t, s->h);
  memcpy(s->x, s->y, 3 * (size_t)s->motion.n * sizeof *s->x);
}

/* Obstacles in which particles are at the end of a step. */
static int64_t count_contacts(const xpbd_stepper *s) {
  int64_t sum = 0;
  for (int32_t i = 0; i < s->motion.n && s->contacts.count > 0; i++) {
    double gradient[3] = {0}, block[9] = {0};
    if (s->inertia[i] > 0.0) sum += xpbd_contact_add(&s->contacts, i, &s->x[3 * (int64_t)i], gradient, block);
  }
  return sum;
}

int64_t xpbd_stepper_end(xpbd_stepper *s) {
  s->met += count_contacts(s);
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
      xpbd_rows_begin(&s->rows, s->start, 0, 1);
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
