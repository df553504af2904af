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

typedef xpbd_vec3_f64 vec;

static vec plus(vec a, double s, vec b) {
  return xpbd_v_madd_f64(s, b, a);
}
static double dot(vec a, vec b) {
  return xpbd_v_dot_f64(a, b);
}
static vec of(const double *x) {
  return (vec){x[0], x[1], x[2]};
}
static void add_to(double *out, double s, vec a) {
  out[0] += s * a.x, out[1] += s * a.y, out[2] += s * a.z;
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

static double stiffness_of(const xpbd_contacts *c, int32_t i) {
  return c->stiffness * c->inertia[i];
}

/* Stores in `touch` the plane that x is behind. Returns the distance to it, negative. Augmented, or just entered, also the
 * distance to the plane met before, which may be positive. 0 = none. */
static double gap_of(const xpbd_contacts *c, int32_t k, int32_t i, vec x, xpbd_touch *touch) {
  if (!c->now[k].active) return 0.0;
  const xpbd_obstacle_contact_f64 contact = xpbd_obstacle_contact_at_f64(&c->now[k], NULL, x, 0.0, i);
  if (contact.depth > 0.0) {
    touch->n = contact.n, touch->on = plus(x, 1.0, contact.to_surface);
    touch->met = true;
  } else if (!(touch->met && (c->augmented || touch->entered))) {
    return 0.0;
  }
  return dot(touch->n, plus(x, -1.0, touch->on));
}

/* The displacement along a plane relative to the obstacle, since the start of the time step. */
static vec slide_of(const xpbd_contacts *c, int32_t k, int32_t i, vec x, vec n) {
  const xpbd_particle_f64 *s = &c->start[i];
  const vec moved = plus(x, -1.0, xpbd_obstacle_carry_f64(&c->now[k], (vec){s->x, s->y, s->z}));
  return plus(moved, -dot(moved, n), n);
}

/* Chen et al. 2024, Vertex Block Descent, Eq. (15), over the displacement: the share of mu times the normal force that
 * friction has. Li et al. 2020, Incremental Potential Contact, Eq. (13). */
static double share_of(const xpbd_contacts *c, double length) {
  const double part = length / c->slip;
  return part < 1.0 ? (2.0 - part) / c->slip : 1.0 / length;
}
/* Its integral. */
static double work_of(const xpbd_contacts *c, double length) {
  const double part = length / c->slip;
  return part < 1.0 ? length * part * (1.0 - part / 3.0) : length - c->slip / 3.0;
}

/* Friction's force, and its stiffness along the plane. */
static vec rub(const xpbd_contacts *c, int32_t k, int32_t i, vec x, const xpbd_touch *touch, double push,
               double *stiffness) {
  const double most = c->now[k].friction * push;
  const vec slide = slide_of(c, k, i, x, touch->n);
  const double length = sqrt(dot(slide, slide));
  if (!c->augmented) {
    *stiffness = most * share_of(c, length);
    return xpbd_v_scale_f64(*stiffness, slide);
  }
  *stiffness = stiffness_of(c, i);
  const vec held = plus(touch->along, -dot(touch->along, touch->n), touch->n);
  vec force = plus(held, *stiffness, slide);
  const double size = sqrt(dot(force, force));
  if (!(size > most)) return force;
  force = xpbd_v_scale_f64(most / size, force); /* Giles et al. 2025, Section 3.3, with the stiffness of Eq. (14) */
  const vec change = plus(force, -1.0, held);
  *stiffness = length > 0.0 ? fmin(*stiffness, sqrt(dot(change, change)) / length) : 0.0;
  return force;
}

/* Newton's method has the exact derivative of friction along the slide: its line search bears that this may be 0. With
 * the force over the slide, a particle comes to rest in dozens of iterations. */
static void sharpen(const xpbd_contacts *c, double most, vec slide, double *block) {
  const double squared = dot(slide, slide), part = sqrt(squared) / c->slip;
  if (!(squared > 0.0)) return;
  const double slope = part < 1.0 ? most * (2.0 - 2.0 * part) / c->slip : 0.0;
  const double less = (most * share_of(c, sqrt(squared)) - slope) / squared, s[3] = {slide.x, slide.y, slide.z};
  for (int r = 0; r < 9; r++) block[r] -= less * s[r / 3] * s[r % 3];
}

int xpbd_contact_add(const xpbd_contacts *c, int32_t i, const double *at, double *gradient, double *block) {
  const vec x = of(at);
  int found = 0;
  for (int32_t k = 0; k < c->count; k++) {
    xpbd_touch here = {0}, *touch = c->held ? &here : &c->touch[(int64_t)i * c->count + k];
    const double stiffness = stiffness_of(c, i);
    const double push = fmax(touch->normal - stiffness * gap_of(c, k, i, x, touch), 0.0);
    touch->acts = push > 0.0 || touch->entered;
    touch->entered = false;
    if (!touch->acts) continue;
    double along = 0.0;
    add_to(gradient, -push, touch->n);
    if (push > 0.0 && c->now[k].friction > 0.0) add_to(gradient, 1.0, rub(c, k, i, x, touch, push, &along));
    const double n[3] = {touch->n.x, touch->n.y, touch->n.z};
    for (int r = 0; r < 9; r++) block[r] += (stiffness - along) * n[r / 3] * n[r % 3] + (r % 4 == 0 ? along : 0.0);
    if (c->held) sharpen(c, c->now[k].friction * push, slide_of(c, k, i, x, touch->n), block);
    found++;
  }
  return found;
}

bool xpbd_contact_enter(const xpbd_contacts *c, int32_t i, double *x) {
  for (int32_t k = 0; k < c->count; k++) {
    xpbd_touch *touch = &c->touch[(int64_t)i * c->count + k];
    if (touch->acts || !(gap_of(c, k, i, of(x), touch) < 0.0)) continue;
    x[0] = touch->on.x, x[1] = touch->on.y, x[2] = touch->on.z;
    return touch->entered = true;
  }
  return false;
}

void xpbd_contact_leave(const xpbd_contacts *c, int32_t i, double *x) {
  for (int32_t k = 0; k < c->count; k++) {
    xpbd_touch here = {0};
    if (gap_of(c, k, i, of(x), &here) < 0.0) x[0] = here.on.x, x[1] = here.on.y, x[2] = here.on.z;
  }
}

void xpbd_contact_raise(const xpbd_contacts *c, int32_t i, const double *at) {
  const vec x = of(at);
  for (int32_t k = 0; k < c->count; k++) {
    xpbd_touch *touch = &c->touch[(int64_t)i * c->count + k];
    double unused;
    const double push = touch->normal - stiffness_of(c, i) * gap_of(c, k, i, x, touch);
    touch->along = push > 0.0 && c->now[k].friction > 0.0 ? rub(c, k, i, x, touch, push, &unused) : (vec){0, 0, 0};
    touch->normal = push > 0.0 ? push : 0.0;
  }
}

void xpbd_contact_hold(const xpbd_contacts *c, int32_t i, const double *x) {
  for (int32_t k = 0; k < c->count; k++) {
    xpbd_touch *touch = &c->touch[(int64_t)i * c->count + k];
    touch->normal = -stiffness_of(c, i) * gap_of(c, k, i, of(x), touch);
  }
}

double xpbd_contact_energy(const xpbd_contacts *c, int32_t i, const double *at, double *gradient) {
  const vec x = of(at);
  double sum = 0.0;
  for (int32_t k = 0; k < c->count; k++) {
    const xpbd_touch *touch = &c->touch[(int64_t)i * c->count + k];
    xpbd_touch here = {0};
    const double stiffness = stiffness_of(c, i), gap = gap_of(c, k, i, x, &here);
    sum += 0.5 * stiffness * gap * gap;
    if (gradient) add_to(gradient, stiffness * gap, here.n);
    const double most = c->now[k].friction * touch->normal;
    if (!(most > 0.0)) continue;
    const vec slide = slide_of(c, k, i, x, touch->n);
    const double length = sqrt(dot(slide, slide));
    sum += most * work_of(c, length);
    if (gradient) add_to(gradient, most * share_of(c, length), slide);
  }
  return sum;
}
