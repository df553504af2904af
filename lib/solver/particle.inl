/* Why this file exists: what happens to one particle outside the constraints: wind, prediction, the hand that holds it,
 * velocity. Written once for the CPU and for CUDA. No include guard: include after formula/all.h, once per XPBD_SCALAR. */

#ifndef XPBD_PARTICLE_ONCE
#define XPBD_PARTICLE_ONCE
/* Positions: an array, or on a device also the part of a cluster that stands in a block's memory. */
#if defined(__CUDACC__)
#define XPBD_FOR_ANY_POSITIONS template <class Positions>
#define XPBD_POSITIONS_OF      Positions
#define XPBD_CONST_POSITIONS   Positions
#else
#define XPBD_FOR_ANY_POSITIONS
#define XPBD_POSITIONS_OF    XPBD_HERE XPBD_NAME(particle) *
#define XPBD_CONST_POSITIONS XPBD_HERE const XPBD_NAME(particle) *
#endif
#endif

/* Force of the wind on particle i: a third of drag A (n . u) n from each of its triangles, u = wind - mean velocity,
 * summed in ascending order of the triangles, so that any number of threads gives the same bits. */
XPBD_INLINE VEC3 XPBD_NAME(wind_force)(const XPBD_NAME(wind) * wind, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                       XPBD_GLOBAL const XPBD_NAME(particle) * v, int32_t i) {
  VEC3 force = V_ZERO;
  for (int32_t at = wind->first[i]; at < wind->first[i + 1]; at++) {
    XPBD_GLOBAL const int32_t *corner = &wind->triangles[3 * (int64_t)wind->of[at]];
    VEC3 p[3], sum = V_ZERO;
    for (int k = 0; k < 3; k++) {
      const XPBD_NAME(particle) a = x[corner[k]], b = v[corner[k]];
      p[k] = XPBD_NAME(v_make)(a.x, a.y, a.z);
      sum = V_ADD(sum, XPBD_NAME(v_make)(b.x, b.y, b.z));
    }
    const VEC3 n = V_CROSS(V_SUB(p[1], p[0]), V_SUB(p[2], p[0])); /* twice the area times the unit normal */
    const VEC3 u = V_MADD(-R(1.0) / R(3.0), sum, wind->velocity);
    const REAL squared = V_DOT(n, n);
    const REAL s = wind->drag * V_DOT(n, u) / (R(6.0) * XPBD_SQRT(squared));
    /* a fourth power of lengths: small, it is still no triangle without an area, until it underflows */
    force = V_MADD(XPBD_SELECT_GT(squared, R(1.0) / XPBD_HUGE, s, R(0.0)), n, force);
  }
  return force;
}

/* v += h a, x += h v (symplectic Euler) for a free particle; a pinned one stands still. */
XPBD_FOR_ANY_POSITIONS
XPBD_INLINE void XPBD_NAME(predict_one)(XPBD_POSITIONS_OF x, XPBD_GLOBAL XPBD_NAME(particle) * start,
                                        XPBD_GLOBAL XPBD_NAME(particle) * v,
                                        XPBD_GLOBAL const XPBD_NAME(particle) * force, VEC3 gravity, REAL h,
                                        int32_t i) {
  const XPBD_NAME(particle) p = x[i];
  start[i] = p;
  if (!(p.w > R(0.0))) return;
  VEC3 a = gravity;
  if (force) a = V_MADD(p.w, XPBD_NAME(v_make)(force[i].x, force[i].y, force[i].z), a);
  const VEC3 u = V_MADD(h, a, XPBD_NAME(v_make)(v[i].x, v[i].y, v[i].z));
  const VEC3 y = V_MADD(h, u, XPBD_NAME(v_make)(p.x, p.y, p.z));
  XPBD_NAME(particle) next;
  next.x = y.x;
  next.y = y.y;
  next.z = y.z;
  next.w = p.w;
  x[i] = next;
}

/* Put a held particle where its handle is at the end of the time step, after the prediction: x0 + shift + (R - 1) (x0 -
 * pivot), which is equal to x0 (a zero loses its sign) while the handle rests. `start` still says where it was, so
 * damping, friction, wind and its velocity see the way it really went. */
XPBD_INLINE void XPBD_NAME(hold_one)(XPBD_GLOBAL const XPBD_NAME(handle) * handle,
                                     XPBD_GLOBAL const XPBD_NAME(grip) * grip, XPBD_GLOBAL XPBD_NAME(particle) * x) {
  const VEC3 r = V_SUB(grip->start, handle->pivot);
  VEC3 d = V_MADD(r.x, handle->turn[0], handle->shift);
  d = V_MADD(r.y, handle->turn[1], d);
  d = V_MADD(r.z, handle->turn[2], d);
  x[grip->particle].x = grip->start.x + d.x;
  x[grip->particle].y = grip->start.y + d.y;
  x[grip->particle].z = grip->start.z + d.z;
}

/* v = (x - start) / h. Returns 1 when the particle is not finite or left the world (|coordinate| > limit). */
XPBD_FOR_ANY_POSITIONS
XPBD_INLINE int XPBD_NAME(finish_one)(XPBD_CONST_POSITIONS x, XPBD_GLOBAL const XPBD_NAME(particle) * start,
                                      XPBD_GLOBAL XPBD_NAME(particle) * v, REAL inverse_h, REAL limit, int32_t i) {
  const XPBD_NAME(particle) p = x[i], s = start[i];
  XPBD_NAME(particle) u;
  u.x = (p.x - s.x) * inverse_h;
  u.y = (p.y - s.y) * inverse_h;
  u.z = (p.z - s.z) * inverse_h;
  u.w = R(0.0);
  v[i] = u;
  return !(XPBD_ABS(p.x) <= limit && XPBD_ABS(p.y) <= limit && XPBD_ABS(p.z) <= limit);
}
