/* Why this file exists: the force of an obstacle on one particle, with Coulomb friction, for methods that minimise the
 * energy of a step. The CPU and kernels that move vertices share it. xpbd/implicit.h has the equations. No include guard:
 * include after collide/project.inl, in double, with XPBD_TOUCHES defined as the type that has the members inertia,
 * start, now, touch, count, stiffness, slip, augmented and held (implicit/contact.h, layout/records.h). */

typedef xpbd_vec3_f64 xpbd_touch_vec;

XPBD_INLINE xpbd_touch_vec xpbd_touch_plus(xpbd_touch_vec a, double s, xpbd_touch_vec b) {
  return xpbd_v_madd_f64(s, b, a);
}
XPBD_INLINE double xpbd_touch_dot(xpbd_touch_vec a, xpbd_touch_vec b) {
  return xpbd_v_dot_f64(a, b);
}
XPBD_INLINE void xpbd_touch_add_to(double *out, double s, xpbd_touch_vec a) {
  out[0] += s * a.x, out[1] += s * a.y, out[2] += s * a.z;
}
XPBD_INLINE xpbd_touch xpbd_touch_none(void) {
  xpbd_touch t;
  t.n = t.on = t.along = xpbd_v_make_f64(0.0, 0.0, 0.0);
  t.normal = 0.0;
  t.met = t.acts = t.entered = 0;
  return t;
}
XPBD_INLINE double xpbd_touch_stiffness(const XPBD_TOUCHES *c, int32_t i) {
  return c->stiffness * c->inertia[i];
}

/* Stores in `touch` the plane that x is behind. Returns the distance to it, negative. Augmented, or just entered, also the
 * distance to the plane met before, which may be positive. 0 = none. */
XPBD_INLINE double xpbd_touch_gap(const XPBD_TOUCHES *c, int32_t k, int32_t i, xpbd_touch_vec x, xpbd_touch *touch) {
  if (!c->now[k].active) return 0.0;
  const xpbd_obstacle_contact_f64 contact = xpbd_obstacle_contact_at_f64(&c->now[k], NULL, x, 0.0, i);
  if (contact.depth > 0.0) {
    touch->n = contact.n, touch->on = xpbd_touch_plus(x, 1.0, contact.to_surface);
    touch->met = 1;
  } else if (!(touch->met && (c->augmented || touch->entered))) {
    return 0.0;
  }
  return xpbd_touch_dot(touch->n, xpbd_touch_plus(x, -1.0, touch->on));
}

/* The displacement along a plane relative to the obstacle, since the start of the time step. */
XPBD_INLINE xpbd_touch_vec xpbd_touch_slide(const XPBD_TOUCHES *c, int32_t k, int32_t i, xpbd_touch_vec x,
                                            xpbd_touch_vec n) {
  const xpbd_touch_vec start = xpbd_v_make_f64(c->start[i].x, c->start[i].y, c->start[i].z);
  const xpbd_touch_vec moved = xpbd_touch_plus(x, -1.0, xpbd_obstacle_carry_f64(&c->now[k], start));
  return xpbd_touch_plus(moved, -xpbd_touch_dot(moved, n), n);
}

/* Chen et al. 2024, Vertex Block Descent, Eq. (15), over the displacement: the share of mu times the normal force that
 * friction has. Li et al. 2020, Incremental Potential Contact, Eq. (13). */
XPBD_INLINE double xpbd_touch_share(const XPBD_TOUCHES *c, double length) {
  const double part = length / c->slip;
  return part < 1.0 ? (2.0 - part) / c->slip : 1.0 / length;
}

/* Friction's force, and its stiffness along the plane. */
XPBD_INLINE xpbd_touch_vec xpbd_touch_rub(const XPBD_TOUCHES *c, int32_t k, int32_t i, xpbd_touch_vec x,
                                          const xpbd_touch *touch, double push, double *stiffness) {
  const double most = c->now[k].friction * push;
  const xpbd_touch_vec slide = xpbd_touch_slide(c, k, i, x, touch->n);
  const double length = sqrt(xpbd_touch_dot(slide, slide));
  if (!c->augmented) {
    *stiffness = most * xpbd_touch_share(c, length);
    return xpbd_v_scale_f64(*stiffness, slide);
  }
  *stiffness = xpbd_touch_stiffness(c, i);
  const xpbd_touch_vec held = xpbd_touch_plus(touch->along, -xpbd_touch_dot(touch->along, touch->n), touch->n);
  xpbd_touch_vec force = xpbd_touch_plus(held, *stiffness, slide);
  const double size = sqrt(xpbd_touch_dot(force, force));
  if (!(size > most)) return force;
  force = xpbd_v_scale_f64(most / size, force); /* Giles et al. 2025, Section 3.3, with the stiffness of Eq. (14) */
  const xpbd_touch_vec change = xpbd_touch_plus(force, -1.0, held);
  *stiffness = length > 0.0 ? fmin(*stiffness, sqrt(xpbd_touch_dot(change, change)) / length) : 0.0;
  return force;
}

/* Newton's method has the exact derivative of friction along the slide: its line search bears that this may be 0. With
 * the force over the slide, a particle comes to rest in dozens of iterations. */
XPBD_INLINE void xpbd_touch_sharpen(const XPBD_TOUCHES *c, double most, xpbd_touch_vec slide, double *block) {
  const double squared = xpbd_touch_dot(slide, slide), part = sqrt(squared) / c->slip;
  if (!(squared > 0.0)) return;
  const double slope = part < 1.0 ? most * (2.0 - 2.0 * part) / c->slip : 0.0;
  const double less = (most * xpbd_touch_share(c, sqrt(squared)) - slope) / squared;
  const double s[3] = {slide.x, slide.y, slide.z};
  for (int r = 0; r < 9; r++) block[r] -= less * s[r / 3] * s[r % 3];
}

/* Adds the forces at x and their derivatives. Returns in how many obstacles the particle is. */
XPBD_INLINE int xpbd_touch_add(const XPBD_TOUCHES *c, int32_t i, xpbd_touch_vec x, double *gradient, double *block) {
  int found = 0;
  for (int32_t k = 0; k < c->count; k++) {
    const int64_t at = (int64_t)i * c->count + k;
    const double stiffness = xpbd_touch_stiffness(c, i);
    xpbd_touch touch = c->held ? xpbd_touch_none() : c->touch[at];
    const double push = fmax(touch.normal - stiffness * xpbd_touch_gap(c, k, i, x, &touch), 0.0);
    touch.acts = push > 0.0 || touch.entered;
    touch.entered = 0;
    if (!c->held) c->touch[at] = touch;
    if (!touch.acts) continue;
    double along = 0.0;
    xpbd_touch_add_to(gradient, -push, touch.n);
    if (push > 0.0 && c->now[k].friction > 0.0)
      xpbd_touch_add_to(gradient, 1.0, xpbd_touch_rub(c, k, i, x, &touch, push, &along));
    const double n[3] = {touch.n.x, touch.n.y, touch.n.z};
    for (int r = 0; r < 9; r++) block[r] += (stiffness - along) * n[r / 3] * n[r % 3] + (r % 4 == 0 ? along : 0.0);
    if (c->held) xpbd_touch_sharpen(c, c->now[k].friction * push, xpbd_touch_slide(c, k, i, x, touch.n), block);
    found++;
  }
  return found;
}

/* Puts a particle that has entered an obstacle since xpbd_touch_add() on its surface. */
XPBD_INLINE int xpbd_touch_enter(const XPBD_TOUCHES *c, int32_t i, xpbd_touch_vec *x) {
  for (int32_t k = 0; k < c->count; k++) {
    const int64_t at = (int64_t)i * c->count + k;
    xpbd_touch touch = c->touch[at];
    if (touch.acts) continue;
    const double gap = xpbd_touch_gap(c, k, i, *x, &touch);
    touch.entered = gap < 0.0;
    c->touch[at] = touch;
    if (!touch.entered) continue;
    *x = touch.on;
    return 1;
  }
  return 0;
}
