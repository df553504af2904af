/* Why this file exists: what happens to one particle outside the constraints: wind, prediction, handle, velocity.
 * Written once for the CPU and for CUDA. No include guard: include after formula/all.h, once per XPBD_SCALAR. */
#include "layout/fine.inl"

/* A device processes f32x particle by particle. A CPU has loops over rows (kernels_body.inl). */
#undef XPBD_DEVICE_ROWS
#if XPBD_SCALAR == 32 && (defined(__CUDACC__) || defined(XPBD_OPENCL_C))
#define XPBD_DEVICE_ROWS 1
#else
#define XPBD_DEVICE_ROWS 0
#endif

#ifndef XPBD_PARTICLE_ONCE
#define XPBD_PARTICLE_ONCE
/* Positions: an array, or on a device also the part of a cluster that is in a block's memory. */
#if defined(__CUDACC__)
#define XPBD_FOR_ANY_POSITIONS template <class Positions>
#define XPBD_POSITIONS_OF      Positions
#else
#define XPBD_FOR_ANY_POSITIONS
#define XPBD_POSITIONS_OF XPBD_HERE XPBD_NAME(particle) *
#endif
#endif

/* Wind force on particle i: a third of drag A (n . u) n from each of its triangles, u = wind - mean velocity. Triangles
 * are summed in ascending order, so the number of threads does not change the bits. */
XPBD_INLINE VEC3 XPBD_NAME(wind_force)(const XPBD_NAME(wind) * wind, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                       XPBD_GLOBAL const XPBD_NAME(particle) * v, int32_t i) {
  VEC3 force = V_ZERO;
  for (int32_t at = wind->first[i]; at < wind->first[i + 1]; at++) {
    XPBD_GLOBAL const int32_t *corner = &wind->triangles[3 * (int64_t)wind->of[at]];
    VEC3 sum = V_ZERO;
    for (int k = 0; k < 3; k++) sum = V_ADD(sum, XPBD_POINT(v[corner[k]]));
    const VEC3 n = V_CROSS(XPBD_NAME(between)(wind->base, x, corner[1], corner[0]),
                           XPBD_NAME(between)(wind->base, x, corner[2], corner[0])); /* 2 area unit normal */
    const VEC3 u = V_MADD(-R(1.0) / R(3.0), sum, wind->velocity);
    const REAL squared = V_DOT(n, n);
    const REAL s = wind->drag * V_DOT(n, u) / (R(6.0) * XPBD_SQRT(squared));
    /* a fourth power of lengths, so a small triangle has an area until it underflows */
    force = V_MADD(XPBD_SELECT_GT(squared, R(1.0) / XPBD_HUGE, s, R(0.0)), n, force);
  }
  return force;
}

/* v += h a, x += h v (symplectic Euler) for a free particle. A pinned one does not move. */
XPBD_FOR_ANY_POSITIONS
XPBD_INLINE void XPBD_NAME(predict_one)(XPBD_NAME(inertia) by, XPBD_POSITIONS_OF x, int32_t i) {
  XPBD_NAME(particle) p = x[i];
  by.start[i] = p;
  if (!(p.w > R(0.0))) return;
  VEC3 y;
#if XPBD_DEVICE_ROWS
  if (by.base) {
    xpbd_row low;
    const xpbd_row force = by.force ? ROW(&by.force[i]) : V_ZERO;
    const xpbd_row u = xpbd_pushed(by, p.w, ROW(&by.v[i]), ROW(&by.v_low[i]), force, &low);
    y = xpbd_predicted(by, XPBD_POINT(p), u, low);
  } else
#endif
  {
    VEC3 a = by.gravity;
    if (by.force) a = V_MADD(p.w, XPBD_POINT(by.force[i]), a);
    const VEC3 u = V_MADD(by.h, a, XPBD_POINT(by.v[i]));
    y = V_MADD(by.h, u, XPBD_POINT(p));
  }
  p.x = y.x;
  p.y = y.y;
  p.z = y.z;
  x[i] = p;
}

/* Moves a held particle, after the prediction, to where its handle is at the end of the time step: x0 + shift + (R - 1)
 * (x0 - pivot). While the handle rests, this equals x0 (a zero loses its sign). `start` keeps the old position, so
 * damping, friction, wind and velocity see the actual motion. In f32x the particle moves by its handle's motion in this
 * step, which may be far below an ulp of the position. */
XPBD_INLINE void XPBD_NAME(hold_one)(XPBD_GLOBAL const XPBD_NAME(handle) * handle,
                                     XPBD_GLOBAL const XPBD_NAME(grip) * grip, int fine,
                                     XPBD_GLOBAL XPBD_NAME(particle) * x) {
  const VEC3 r = V_SUB(grip->start, handle->pivot);
  const VEC3 from = fine ? XPBD_POINT(x[grip->particle]) : grip->start;
  VEC3 d = V_MADD(r.x, fine ? handle->step_turn[0] : handle->turn[0], fine ? handle->step_shift : handle->shift);
  d = V_MADD(r.y, fine ? handle->step_turn[1] : handle->turn[1], d);
  d = V_MADD(r.z, fine ? handle->step_turn[2] : handle->turn[2], d);
  x[grip->particle].x = from.x + d.x;
  x[grip->particle].y = from.y + d.y;
  x[grip->particle].z = from.z + d.z;
}

/* v = (x - start) / h. Returns 1 if the particle is not finite or beyond the limit (|coordinate| > limit). */
XPBD_FOR_ANY_POSITIONS
XPBD_INLINE int XPBD_NAME(finish_one)(XPBD_NAME(inertia) by, XPBD_POSITIONS_OF x, int32_t i) {
  XPBD_NAME(particle) p = x[i];
  VEC3 at = XPBD_POINT(p);
#if XPBD_DEVICE_ROWS
  if (by.base) {
    const xpbd_row force = by.force ? ROW(&by.force[i]) : V_ZERO, start = ROW(&by.start[i]);
    xpbd_row rest = at, v = ROW(&by.v[i]), v_low = ROW(&by.v_low[i]);
    at = ROW(&by.base[i]);
    xpbd_finish_row(by, p.w, start, force, &rest, &v, &v_low, &at);
    ROW_PUT(&by.v[i], v);
    ROW_PUT(&by.v_low[i], v_low);
    ROW_PUT(&by.base[i], at);
    p.x = rest.x, p.y = rest.y, p.z = rest.z;
    x[i] = p;
  } else
#endif
    XPBD_NAME(put)(&by.v[i], V_SCALE(by.inverse_h, V_SUB(at, XPBD_POINT(by.start[i]))), R(0.0));
  return !(XPBD_ABS(at.x) <= by.limit && XPBD_ABS(at.y) <= by.limit && XPBD_ABS(at.z) <= by.limit);
}
