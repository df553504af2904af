/* Why this file exists: keeps one particle, a ball of radius r or a point (r = 0), out of one obstacle. Written once
 * for the CPU and for CUDA with the words of formula/scalar.h, so all are bit-identical. No include guard: include
 * after formula/all.h and collide/obstacle.h, once per XPBD_SCALAR. A position that is not finite stays so, and the
 * solver reports it. */

#include "layout/fine.inl"

#define CONTACT  XPBD_NAME(obstacle_contact)
#define NEAREST  XPBD_NAME(obstacle_nearest)
#define OBSTACLE XPBD_GLOBAL XPBD_NAME(obstacle)

/* Converts between a frame, given by its axes, and the world. */
XPBD_INLINE VEC3 XPBD_NAME(obstacle_to_frame)(XPBD_GLOBAL const VEC3 *axis, VEC3 a) {
  return XPBD_NAME(v_make)(V_DOT(axis[0], a), V_DOT(axis[1], a), V_DOT(axis[2], a));
}
XPBD_INLINE VEC3 XPBD_NAME(obstacle_to_world)(XPBD_GLOBAL const VEC3 *axis, VEC3 a) {
  return V_MADD(a.x, axis[0], V_MADD(a.y, axis[1], V_SCALE(a.z, axis[2])));
}

#if XPBD_SCALAR == 32
/* The sum of a and b, with its rounding error in *low: xpbd_two_sum() for one number. */
XPBD_INLINE float xpbd_two_sum_of(float a, float b, float *low) {
  const float sum = a + b, part = sum - a;
  *low = (a - (sum - part)) + (b - part);
  return sum;
}

/* start - a . b, as if computed with twice the digits (Ogita, Rump and Oishi 2005, Accurate Sum and Dot Product,
 * algorithm 5.3). */
XPBD_INLINE float xpbd_less_dot(float start, VEC3 a, VEC3 b) {
  const float p[3] = {-a.x * b.x, -a.y * b.y, -a.z * b.z};
  float sum = start, low = XPBD_FMA(-a.x, b.x, -p[0]) + (XPBD_FMA(-a.y, b.y, -p[1]) + XPBD_FMA(-a.z, b.z, -p[2]));
  for (int k = 0; k < 3; k++) {
    float left;
    sum = xpbd_two_sum_of(sum, p[k], &left);
    low = low + left;
  }
  return sum + low;
}

/* f32x: the vector from a centre, with rounding error `low`, to a particle at base + x, as a pair. *rest is its
 * rounding error. */
XPBD_INLINE VEC3 xpbd_obstacle_away(VEC3 base, VEC3 x, VEC3 centre, VEC3 low, VEC3 *rest) {
  const float from[3] = {base.x, base.y, base.z}, to[3] = {-centre.x, -centre.y, -centre.z};
  const float more[3] = {x.x - low.x, x.y - low.y, x.z - low.z};
  float sum[3], left[3];
  for (int k = 0; k < 3; k++) {
    float other;
    sum[k] = xpbd_two_sum_of(xpbd_two_sum_of(from[k], to[k], &left[k]), more[k], &other);
    left[k] = left[k] + other;
  }
  *rest = xpbd_v_make_f32(left[0], left[1], left[2]);
  return xpbd_v_make_f32(sum[0], sum[1], sum[2]);
}
#endif

/* The contact `depth` behind a plane with the normal n. */
XPBD_INLINE CONTACT XPBD_NAME(obstacle_behind)(REAL depth, VEC3 n) {
  CONTACT c;
  c.depth = depth;
  c.n = n;
  c.to_surface = V_SCALE(depth, n);
  return c;
}

/* Cetinaslan (2019), Sec. 5.2, with reversed sign: C = |d| - R, with d from the centre. At the centre the way out is
 * +y. */
XPBD_INLINE CONTACT XPBD_NAME(obstacle_in_sphere)(const OBSTACLE *o, VEC3 d, REAL r) {
  const REAL squared = V_DOT(d, d), reach = o->radius + r;
  if (!(squared > XPBD_TINY)) return XPBD_NAME(obstacle_behind)(reach, XPBD_NAME(v_make)(R(0.0), R(1.0), R(0.0)));
  const REAL length = XPBD_SQRT(squared);
  return XPBD_NAME(obstacle_behind)(reach - length, V_SCALE(R(1.0) / length, d));
}

/* Out through the closest face. Ties: x before y before z, + before -. A ball whose centre is outside moves away from
 * the closest point of a face, edge or corner. */
XPBD_INLINE CONTACT XPBD_NAME(obstacle_in_box)(const OBSTACLE *o, VEC3 d, REAL r) {
  const VEC3 q = XPBD_NAME(obstacle_to_frame)(o->axis, d);
  const REAL depth[3] = {o->size.x - XPBD_ABS(q.x), o->size.y - XPBD_ABS(q.y), o->size.z - XPBD_ABS(q.z)};
  const REAL sign[3] = {q.x < R(0.0) ? -R(1.0) : R(1.0), q.y < R(0.0) ? -R(1.0) : R(1.0),
                        q.z < R(0.0) ? -R(1.0) : R(1.0)};
  int best = depth[1] < depth[0] ? 1 : 0;
  if (depth[2] < depth[best]) best = 2;
  if (r > R(0.0) && depth[best] < R(0.0)) {
    const VEC3 away = XPBD_NAME(v_make)(depth[0] < R(0.0) ? -sign[0] * depth[0] : R(0.0),
                                        depth[1] < R(0.0) ? -sign[1] * depth[1] : R(0.0),
                                        depth[2] < R(0.0) ? -sign[2] * depth[2] : R(0.0));
    const REAL squared = V_DOT(away, away);
    if (squared > XPBD_TINY) {
      const REAL length = XPBD_SQRT(squared);
      const VEC3 n = V_SCALE(R(1.0) / length, away);
      return XPBD_NAME(obstacle_behind)(r - length, XPBD_NAME(obstacle_to_world)(o->axis, n));
    }
  }
  return XPBD_NAME(obstacle_behind)(depth[best] + r, V_SCALE(sign[best], o->axis[best]));
}

/* Inside a convex body the closest face is that of the closest plane. Ties: the first. A ball meets the planes moved
 * outwards by its radius, so at an edge or corner it stops slightly before it touches. */
XPBD_INLINE CONTACT XPBD_NAME(obstacle_in_planes)(const OBSTACLE *o, VEC3 q, REAL r) {
  REAL depth = XPBD_HUGE;
  int32_t best = 0;
  for (int32_t k = 0; k < o->plane_count; k++) {
    const REAL behind = o->planes[k].offset - V_DOT(o->planes[k].n, q) + r;
    if (behind < depth) depth = behind, best = k;
    if (!(depth > R(0.0))) break;
  }
  return XPBD_NAME(obstacle_behind)(depth, XPBD_NAME(obstacle_to_world)(o->axis, o->planes[best].n));
}

/* Closest point of a triangle: on its face, or, if q is outside the walls on some of its edges, the closest point of
 * those edges. The walls keep their digits in thin triangles, where areas from dot products lose them. */
XPBD_INLINE NEAREST XPBD_NAME(obstacle_to_triangle)(XPBD_GLOBAL const XPBD_NAME(obstacle_triangle) * triangle, VEC3 q) {
  NEAREST best;
  best.squared = XPBD_HUGE;
  best.away = V_ZERO;
  best.triangle = 0;
  best.feature = XPBD_OBSTACLE_FACE;
  int outside = 0;
  for (int k = 0; k < 3; k++) {
    const int next = k == 2 ? 0 : k + 1;
    const VEC3 e = V_SUB(triangle->corner[next], triangle->corner[k]), d = V_SUB(q, triangle->corner[k]);
    if (!(V_DOT(V_CROSS(triangle->n, e), d) < R(0.0))) continue;
    outside = 1;
    REAL s = V_DOT(d, e) / V_DOT(e, e);
    s = XPBD_SELECT_GT(s, R(0.0), s, R(0.0)); /* also for 0 / 0: corners that coincide in float */
    s = XPBD_SELECT_GT(s, R(1.0), R(1.0), s);
    const VEC3 away = s < R(1.0) ? V_MADD(-s, e, d) : V_SUB(q, triangle->corner[next]);
    const REAL squared = V_DOT(away, away);
    if (!(squared < best.squared)) continue;
    best.squared = squared;
    best.away = away;
    best.feature = s > R(0.0) ? (s < R(1.0) ? k : 3 + next) : 3 + k;
  }
  if (outside) return best;
  const REAL height = V_DOT(triangle->n, V_SUB(q, triangle->corner[0]));
  best.squared = height * height;
  best.away = V_SCALE(height, triangle->n);
  return best;
}

/* Distance outside an interval, 0 inside. */
XPBD_INLINE REAL XPBD_NAME(obstacle_beyond)(REAL low, REAL high, REAL a) {
  const REAL below = low - a, above = a - high;
  const REAL most = XPBD_SELECT_GT(below, above, below, above);
  return XPBD_SELECT_GT(most, R(0.0), most, R(0.0));
}
XPBD_INLINE REAL XPBD_NAME(obstacle_to_node)(XPBD_GLOBAL const XPBD_NAME(obstacle_node) * node, VEC3 q) {
  const VEC3 d = XPBD_NAME(v_make)(XPBD_NAME(obstacle_beyond)(node->low.x, node->high.x, q.x),
                                   XPBD_NAME(obstacle_beyond)(node->low.y, node->high.y, q.y),
                                   XPBD_NAME(obstacle_beyond)(node->low.z, node->high.z, q.z));
  return V_DOT(d, d);
}

/* Closest point of the mesh. Ties: the first triangle. Visits the closer child of a node first. */
XPBD_INLINE NEAREST XPBD_NAME(obstacle_find_nearest)(const OBSTACLE *o, VEC3 q) {
  NEAREST best;
  best.squared = XPBD_HUGE;
  best.away = V_ZERO;
  best.triangle = 0;
  best.feature = XPBD_OBSTACLE_FACE;
  int32_t waiting[XPBD_OBSTACLE_STACK], at = 0;
  REAL distance[XPBD_OBSTACLE_STACK];
  int count = 0;
  for (;;) {
    const int32_t right = o->nodes[at].right, triangles = o->nodes[at].count;
    for (int32_t t = right; t < right + triangles; t++) {
      NEAREST now = XPBD_NAME(obstacle_to_triangle)(&o->triangles[t], q);
      now.triangle = t;
      if (now.squared < best.squared || (now.squared == best.squared && t < best.triangle)) best = now;
    }
    if (triangles == 0) {
      const REAL a = XPBD_NAME(obstacle_to_node)(&o->nodes[at + 1], q);
      const REAL b = XPBD_NAME(obstacle_to_node)(&o->nodes[right], q);
      waiting[count] = b < a ? at + 1 : right;
      distance[count++] = b < a ? a : b;
      waiting[count] = b < a ? right : at + 1;
      distance[count++] = b < a ? b : a;
    }
    do {
      if (count == 0) return best;
      at = waiting[--count];
    } while (distance[count] > best.squared);
  }
}

/* Outward normal at the closest point. At an edge it is the sum of the normals of its faces, at a corner their sum
 * weighted by the angles. The sign of its product with `away` is right everywhere (Baerentzen and Aanaes, "Signed
 * distance computation using the angle weighted pseudonormal", 2005). */
XPBD_INLINE VEC3 XPBD_NAME(obstacle_normal)(const OBSTACLE *o, const NEAREST *nearest) {
  return nearest->feature == XPBD_OBSTACLE_FACE ? o->triangles[nearest->triangle].n
                                                : o->normals[6 * (int64_t)nearest->triangle + nearest->feature];
}

XPBD_INLINE CONTACT XPBD_NAME(obstacle_in_mesh)(const OBSTACLE *o, VEC3 q, REAL r) {
  const NEAREST nearest = XPBD_NAME(obstacle_find_nearest)(o, q);
  const VEC3 n = XPBD_NAME(obstacle_normal)(o, &nearest);
  if (r > R(0.0)) { /* away from the closest point, which is also the normal there */
    const REAL length = XPBD_SQRT(nearest.squared), side = V_DOT(nearest.away, n) < R(0.0) ? R(-1.0) : R(1.0);
    const VEC3 out = nearest.squared > XPBD_TINY ? V_SCALE(side / length, nearest.away) : n;
    return XPBD_NAME(obstacle_behind)(r - side * length, XPBD_NAME(obstacle_to_world)(o->axis, out));
  }
  CONTACT c;
  c.depth = V_DOT(nearest.away, n) < R(0.0) ? XPBD_SQRT(nearest.squared) : R(0.0);
  c.n = XPBD_NAME(obstacle_to_world)(o->axis, n);
  c.to_surface = XPBD_NAME(obstacle_to_world)(o->axis, V_NEG(nearest.away));
  return c;
}

/* Whether a ball of radius r meets the ball around the obstacle, `away` from its centre. */
XPBD_INLINE int XPBD_NAME(obstacle_in_bound)(const OBSTACLE *o, VEC3 away, REAL r) {
  /* (a + r)^2 is at most twice a^2 + r^2 */
  const REAL bound = r > R(0.0) ? R(2.0) * (o->bound_squared + r * r) : o->bound_squared;
  return V_DOT(away, away) < bound;
}
/* Whether it meets the box around a mesh or polyhedron, at q in its frame. */
XPBD_INLINE int XPBD_NAME(obstacle_in_limits)(const OBSTACLE *o, VEC3 q, REAL r) {
  return (q.x > o->low.x - r) & (q.x < o->high.x + r) & (q.y > o->low.y - r) & (q.y < o->high.y + r) &
         (q.z > o->low.z - r) & (q.z < o->high.z + r);
}

/* The contact of a ball of radius r at d from the centre. Depth 0 or less = none. `bound_away` is from the bound's
 * centre. */
XPBD_INLINE CONTACT XPBD_NAME(obstacle_meet)(const OBSTACLE *o, VEC3 d, VEC3 bound_away, REAL r) {
  CONTACT none;
  none.depth = R(0.0);
  none.n = none.to_surface = V_ZERO;
  if (o->kind == XPBD_OBSTACLE_HALF_SPACE) return XPBD_NAME(obstacle_behind)(r - V_DOT(o->size, d), o->size);
  if (!XPBD_NAME(obstacle_in_bound)(o, bound_away, r)) return none;
  if (o->kind == XPBD_OBSTACLE_SPHERE) return XPBD_NAME(obstacle_in_sphere)(o, d, r);
  if (o->kind == XPBD_OBSTACLE_BOX) return XPBD_NAME(obstacle_in_box)(o, d, r);
  const VEC3 q = XPBD_NAME(obstacle_to_frame)(o->axis, d);
  if (!XPBD_NAME(obstacle_in_limits)(o, q, r)) return none;
  return o->kind == XPBD_OBSTACLE_POLYHEDRON ? XPBD_NAME(obstacle_in_planes)(o, q, r)
                                             : XPBD_NAME(obstacle_in_mesh)(o, q, r);
}

#if XPBD_SCALAR == 32
/* f32x: the depth of contact c with all digits of d + rest. c alone has it to an ulp of d, which may exceed the motion
 * in a short time step. */
XPBD_INLINE float xpbd_obstacle_depth_behind(VEC3 n, VEC3 d, VEC3 rest, float r) {
  return xpbd_less_dot(r, n, d) - V_DOT(n, rest);
}
XPBD_INLINE float xpbd_obstacle_depth_of(XPBD_GLOBAL const xpbd_obstacle_f32 *o, const xpbd_obstacle_contact_f32 *c,
                                         VEC3 d, VEC3 rest, float r) {
  const float reach = o->radius + r, squared = reach * reach;
  const float more = V_DOT(c->n, rest);
  if (o->kind == XPBD_OBSTACLE_HALF_SPACE) return xpbd_obstacle_depth_behind(c->n, d, rest, r);
  if (o->kind == XPBD_OBSTACLE_SPHERE) /* reach - |d| = (reach^2 - |d|^2) / (reach + |d|) */
    return (xpbd_less_dot(squared, d, d) + XPBD_FMA(reach, reach, -squared) - 2.0f * V_DOT(d, rest)) /
           (2.0f * reach - c->depth);
  if (o->kind == XPBD_OBSTACLE_BOX)
    for (int k = 0; k < 3; k++) { /* the face whose normal it is; a ball at an edge has none */
      const float size = k == 0 ? o->size.x : k == 1 ? o->size.y : o->size.z;
      const VEC3 off = V_SUB(V_SCALE(V_DOT(o->axis[k], c->n), o->axis[k]), c->n);
      if (V_DOT(off, off) < 1e-6f) return xpbd_less_dot(size + r, c->n, d) - more;
    }
  return c->depth - more;
}

XPBD_INLINE xpbd_obstacle_contact_f32 xpbd_obstacle_meet_finely(XPBD_GLOBAL const xpbd_obstacle_f32 *o, VEC3 base,
                                                                VEC3 x, float r) {
  VEC3 rest, unused;
  const VEC3 d = xpbd_obstacle_away(base, x, o->centre, o->centre_low, &rest);
  const VEC3 bound_away = xpbd_obstacle_away(base, x, o->bound_centre, V_ZERO, &unused);
  xpbd_obstacle_contact_f32 c = xpbd_obstacle_meet_f32(o, d, bound_away, r);
  if (!(V_DOT(c.n, c.n) > 0.0f)) return c;
  const float depth = xpbd_obstacle_depth_of(o, &c, d, rest, r);
  c.to_surface = V_MADD(depth - c.depth, c.n, c.to_surface);
  c.depth = depth;
  return c;
}
#endif

/* The contact of a ball of radius r at x, which is relative to the base of particle i if there are bases. */
XPBD_INLINE CONTACT XPBD_NAME(obstacle_contact_at)(const OBSTACLE *o, XPBD_GLOBAL const XPBD_NAME(particle) * base,
                                                   VEC3 x, REAL r, int32_t i) {
#if XPBD_SCALAR == 32
  if (base) return xpbd_obstacle_meet_finely(o, XPBD_POINT(base[i]), x, r);
#else
  (void)base, (void)i;
#endif
  return XPBD_NAME(obstacle_meet)(o, V_SUB(x, o->centre), V_SUB(x, o->bound_centre), r);
}

/* Where the obstacle moves a point attached to it, from `start` at the beginning of the time step. */
XPBD_INLINE VEC3 XPBD_NAME(obstacle_carry)(const OBSTACLE *o, VEC3 start) {
  const VEC3 held = XPBD_NAME(obstacle_to_frame)(o->start_axis, V_SUB(start, o->start_centre));
  return V_ADD(o->centre, XPBD_NAME(obstacle_to_world)(o->axis, held));
}

/* The displacement of that point in the step, for particle i with a base. */
XPBD_INLINE VEC3 XPBD_NAME(obstacle_drift)(const OBSTACLE *o, XPBD_GLOBAL const XPBD_NAME(particle) * base, VEC3 start,
                                           int32_t i) {
  const VEC3 held =
      XPBD_NAME(obstacle_to_frame)(o->start_axis, V_ADD(V_SUB(XPBD_POINT(base[i]), o->start_centre), start));
  return V_ADD(o->shift, XPBD_NAME(obstacle_to_world)(o->turn, held));
}

/* Coulomb friction on positions. If the contact pushed particle i out by `depth`, its tangential displacement relative
 * to the obstacle shrinks by friction * depth, at most to 0. */
XPBD_INLINE VEC3 XPBD_NAME(obstacle_rub)(const OBSTACLE *o, XPBD_GLOBAL const XPBD_NAME(particle) * base, VEC3 x,
                                         VEC3 start, const CONTACT *c, int32_t i) {
  const VEC3 moved = base ? V_SUB(V_SUB(x, start), XPBD_NAME(obstacle_drift)(o, base, start, i))
                          : V_SUB(x, XPBD_NAME(obstacle_carry)(o, start));
  const VEC3 along = V_MADD(-V_DOT(moved, c->n), c->n, moved);
  const REAL length = V_LENGTH(along), reach = o->friction * c->depth;
  return length > reach ? V_MADD(-(reach / length), along, x) : V_SUB(x, along);
}

/* Moves particle i, a ball of radius r, to the surface of the obstacle if it is inside (C < 0, compliance 0), with
 * friction. Never moves a pinned particle. Returns 1 if it moved the particle. *n is then the normal there. */
XPBD_INLINE int XPBD_NAME(obstacle_project)(const OBSTACLE *o, XPBD_GLOBAL const XPBD_NAME(particle) * base,
                                            XPBD_GLOBAL XPBD_NAME(particle) * x,
                                            XPBD_GLOBAL const XPBD_NAME(particle) * start, REAL r, int32_t i, VEC3 *n) {
  const XPBD_NAME(particle) p = x[i], s = start[i];
  if (!o->active || !(p.w > R(0.0))) return 0;
  VEC3 y = XPBD_NAME(v_make)(p.x, p.y, p.z);
  int moved = 0;
  /* a mesh twice, because friction along its surface may lead back inside */
  for (int pass = 0; pass < 2; pass++) {
    const CONTACT c = XPBD_NAME(obstacle_contact_at)(o, base, y, r, i);
    if (!(c.depth > R(0.0))) break;
    y = V_ADD(y, c.to_surface);
    *n = c.n;
    moved = 1;
    if (pass > 0 || !(o->friction > R(0.0))) break;
    y = XPBD_NAME(obstacle_rub)(o, base, y, XPBD_NAME(v_make)(s.x, s.y, s.z), &c, i);
    if (o->kind != XPBD_OBSTACLE_MESH) break;
  }
  if (!moved) return 0;
  XPBD_NAME(particle) next;
  next.x = y.x;
  next.y = y.y;
  next.z = y.z;
  next.w = p.w;
  x[i] = next;
  return 1;
}

#if !defined(__CUDACC__) && !defined(XPBD_OPENCL_C)
#ifndef XPBD_MARK_ONCE
#define XPBD_MARK_ONCE
enum { XPBD_MARK_SPACE, XPBD_MARK_BALL, XPBD_MARK_BOX }; /* what decides whether a particle may be in an obstacle */
#endif

/* Whether the ball i of radius r may be in the obstacle: the first tests of a contact, without a branch. */
XPBD_INLINE int XPBD_NAME(obstacle_near)(const OBSTACLE *o, int by, const XPBD_NAME(particle) * base,
                                         const XPBD_NAME(particle) * x, REAL r, int32_t i) {
  VEC3 d = V_SUB(XPBD_POINT(x[i]), o->centre), away = V_SUB(XPBD_POINT(x[i]), o->bound_centre);
#if XPBD_SCALAR == 32
  if (base) {
    VEC3 rest, unused;
    away = xpbd_obstacle_away(XPBD_POINT(base[i]), XPBD_POINT(x[i]), o->bound_centre, V_ZERO, &unused);
    d = xpbd_obstacle_away(XPBD_POINT(base[i]), XPBD_POINT(x[i]), o->centre, o->centre_low, &rest);
    if (by == XPBD_MARK_SPACE) return xpbd_obstacle_depth_behind(o->size, d, rest, r) > 0.0f;
  }
#else
  (void)base;
#endif
  if (by == XPBD_MARK_SPACE) return r - V_DOT(o->size, d) > R(0.0);
  const int near = XPBD_NAME(obstacle_in_bound)(o, away, r);
  return by == XPBD_MARK_BALL ? near
                              : near & XPBD_NAME(obstacle_in_limits)(o, XPBD_NAME(obstacle_to_frame)(o->axis, d), r);
}

/* Marks which of particles first .. first + count - 1 may be in the obstacle. Returns 0 for none. Most are outside, so
 * the tests are loops that a compiler can vectorise. radius [n], NULL = points. */
XPBD_INLINE int32_t XPBD_NAME(obstacle_mark)(const OBSTACLE *o, const XPBD_NAME(particle) * base,
                                             const XPBD_NAME(particle) * x, const REAL *radius, int32_t first,
                                             int32_t count, int32_t *marks) {
  const XPBD_NAME(obstacle) own = *o; /* in registers */
  int32_t any = 0;
#define MARK(by, base, r)                                                                                              \
  for (int32_t l = 0; l < count; l++)                                                                                  \
  marks[l] = (x[first + l].w > R(0.0)) & XPBD_NAME(obstacle_near)(&own, by, base, x, r, first + l)
#define MARK_BY(by)                                                                                                    \
  if (radius)                                                                                                          \
    MARK(by, base, radius[first + l]);                                                                                 \
  else if (base)                                                                                                       \
    MARK(by, base, R(0.0));                                                                                            \
  else                                                                                                                 \
    MARK(by, NULL, R(0.0))
  switch (o->kind) {
  case XPBD_OBSTACLE_HALF_SPACE: MARK_BY(XPBD_MARK_SPACE); break;
  case XPBD_OBSTACLE_SPHERE:
  case XPBD_OBSTACLE_BOX: MARK_BY(XPBD_MARK_BALL); break;
  default: MARK_BY(XPBD_MARK_BOX); break;
  }
#undef MARK
#undef MARK_BY
  for (int32_t l = 0; l < count; l++) any |= marks[l];
  return any;
}
#endif

#undef CONTACT
#undef NEAREST
#undef OBSTACLE
