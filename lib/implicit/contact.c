/* Why this file exists: the forces of obstacles on single particles. Each particle has its own, so they make no vertex a
 * neighbour of another one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define XPBD_SCALAR 64
#include "formula/scalar.h"

#include "implicit/contact.h"

#include "base/error.h"
#include "collide/project.inl"

#define XPBD_TOUCHES xpbd_contacts
#include "solver/touch.inl"

static xpbd_touch_vec of(const double *x) {
  return xpbd_v_make_f64(x[0], x[1], x[2]);
}

xpbd_status xpbd_contacts_create(xpbd_contacts *c) {
  c->n = xpbd_scene_particle_count(c->scene), c->count = xpbd_scene_obstacle_count(c->scene);
  if (c->count == 0) return XPBD_OK;
  const size_t touches = (size_t)c->n * (size_t)c->count;
  c->now = malloc((size_t)c->count * sizeof *c->now);
  c->touch = calloc(touches, sizeof *c->touch);
  XPBD_REQUIRE(c->now && c->touch, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu contacts", touches);
  return XPBD_OK;
}

void xpbd_contacts_destroy(xpbd_contacts *c) {
  free(c->now);
  free(c->touch);
}

int64_t xpbd_contacts_bytes(const xpbd_contacts *c) {
  return c->count * ((int64_t)sizeof *c->now + c->n * (int64_t)sizeof *c->touch);
}

void xpbd_contacts_begin(xpbd_contacts *c, double t, double h) {
  c->rubs = false;
  for (int32_t k = 0; k < c->count; k++) {
    xpbd_obstacle_at_f64(xpbd_scene_obstacle(c->scene, k), NULL, t, h, &c->now[k]);
    c->rubs = c->rubs || c->now[k].friction > 0.0;
  }
  if (c->touch) memset(c->touch, 0, (size_t)c->n * (size_t)c->count * sizeof *c->touch);
}

int xpbd_contact_add(const xpbd_contacts *c, int32_t i, const double *at, double *gradient, double *block) {
  return xpbd_touch_add(c, i, of(at), gradient, block);
}

bool xpbd_contact_enter(const xpbd_contacts *c, int32_t i, double *x) {
  xpbd_touch_vec at = of(x);
  if (!xpbd_touch_enter(c, i, &at)) return false;
  x[0] = at.x, x[1] = at.y, x[2] = at.z;
  return true;
}

/* The integral of xpbd_touch_share(). */
static double work_of(const xpbd_contacts *c, double length) {
  const double part = length / c->slip;
  return part < 1.0 ? length * part * (1.0 - part / 3.0) : length - c->slip / 3.0;
}

void xpbd_contact_leave(const xpbd_contacts *c, int32_t i, double *x) {
  for (int32_t k = 0; k < c->count; k++) {
    xpbd_touch here = xpbd_touch_none();
    if (xpbd_touch_gap(c, k, i, of(x), &here) < 0.0) x[0] = here.on.x, x[1] = here.on.y, x[2] = here.on.z;
  }
}

void xpbd_contact_raise(const xpbd_contacts *c, int32_t i, const double *at) {
  const xpbd_touch_vec x = of(at);
  for (int32_t k = 0; k < c->count; k++) {
    xpbd_touch *touch = &c->touch[(int64_t)i * c->count + k];
    double unused;
    const double push = touch->normal - xpbd_touch_stiffness(c, i) * xpbd_touch_gap(c, k, i, x, touch);
    touch->along = push > 0.0 && c->now[k].friction > 0.0 ? xpbd_touch_rub(c, k, i, x, touch, push, &unused)
                                                          : xpbd_v_make_f64(0.0, 0.0, 0.0);
    touch->normal = push > 0.0 ? push : 0.0;
  }
}

void xpbd_contact_hold(const xpbd_contacts *c, int32_t i, const double *x) {
  for (int32_t k = 0; k < c->count; k++) {
    xpbd_touch *touch = &c->touch[(int64_t)i * c->count + k];
    touch->normal = -xpbd_touch_stiffness(c, i) * xpbd_touch_gap(c, k, i, of(x), touch);
  }
}

double xpbd_contact_energy(const xpbd_contacts *c, int32_t i, const double *at, double *gradient) {
  const xpbd_touch_vec x = of(at);
  double sum = 0.0;
  for (int32_t k = 0; k < c->count; k++) {
    const xpbd_touch *touch = &c->touch[(int64_t)i * c->count + k];
    xpbd_touch here = xpbd_touch_none();
    const double stiffness = xpbd_touch_stiffness(c, i), gap = xpbd_touch_gap(c, k, i, x, &here);
    sum += 0.5 * stiffness * gap * gap;
    if (gradient) xpbd_touch_add_to(gradient, stiffness * gap, here.n);
    const double most = c->now[k].friction * touch->normal;
    if (!(most > 0.0)) continue;
    const xpbd_touch_vec slide = xpbd_touch_slide(c, k, i, x, touch->n);
    const double length = sqrt(xpbd_touch_dot(slide, slide));
    sum += most * work_of(c, length);
    if (gradient) xpbd_touch_add_to(gradient, most * xpbd_touch_share(c, length), slide);
  }
  return sum;
}
