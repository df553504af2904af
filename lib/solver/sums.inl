/* Why this file exists: sums over all particles that are bit-identical for any number of threads and on a device.
 * Chunks of 64 are added one after the other, then chunks of 64 of those sums, and so on. Centres (ghost tips), summed
 * constraints and global damping use them. Every function processes the chunks thread, thread + threads, ... of a
 * phase, and the caller synchronises threads between phases. No include guard: include after formula/all.h and
 * solver/particle.inl, once per XPBD_SCALAR. */

#include "layout/fine.inl"

#ifndef XPBD_SUMS_ONCE
#define XPBD_SUMS_ONCE
#include "layout/records.h"

enum {
  XPBD_SUM_CENTRE = 3,   /* numbers per sum: position */
  XPBD_SUM_ELEMENT = 1,  /* C */
  XPBD_SUM_GRADIENT = 2, /* w |G|^2, G . moved */
  XPBD_SUM_MOTION = 7,   /* m, m x, m v */
  XPBD_SUM_TURN = 9,     /* angular momentum, inertia xx yy zz xy xz yz */
};
XPBD_INLINE int32_t xpbd_chunks(int32_t count) {
  return (count + XPBD_CHUNK - 1) / XPBD_CHUNK;
}
XPBD_INLINE int32_t xpbd_chunk_end(int32_t chunk, int32_t count) {
  return count - chunk * XPBD_CHUNK < XPBD_CHUNK ? count : (chunk + 1) * XPBD_CHUNK;
}
#endif

/* One level up: sums chunks of the level below [count, width] into [chunks of count, width]. */
XPBD_INLINE void XPBD_NAME(sum_level)(XPBD_GLOBAL const REAL *from, int32_t count, int width, XPBD_GLOBAL REAL *to,
                                      int32_t thread, int32_t threads) {
  for (int32_t c = thread; c < xpbd_chunks(count); c += threads)
    for (int k = 0; k < width; k++) {
      REAL sum = from[(int64_t)c * XPBD_CHUNK * width + k];
      for (int32_t i = c * XPBD_CHUNK + 1; i < xpbd_chunk_end(c, count); i++) sum = sum + from[(int64_t)i * width + k];
      to[(int64_t)c * width + k] = sum;
    }
}

/* First level for a centre: positions of particles first .. first + count - 1. */
XPBD_INLINE void XPBD_NAME(sum_positions)(XPBD_GLOBAL const XPBD_NAME(particle) * x, int32_t first, int32_t count,
                                          XPBD_GLOBAL REAL *to, int32_t thread, int32_t threads) {
  for (int32_t c = thread; c < xpbd_chunks(count); c += threads) {
    VEC3 sum = V_ZERO;
    for (int32_t i = c * XPBD_CHUNK; i < xpbd_chunk_end(c, count); i++) {
      const XPBD_NAME(particle) p = x[first + i];
      sum = V_ADD(sum, XPBD_NAME(v_make)(p.x, p.y, p.z));
    }
    XPBD_GLOBAL REAL *out = to + (int64_t)c * XPBD_SUM_CENTRE;
    out[0] = sum.x, out[1] = sum.y, out[2] = sum.z;
  }
}

/* Stores the mean in a record of infinite mass. */
XPBD_INLINE void XPBD_NAME(store_centre)(XPBD_GLOBAL const REAL *sum, int32_t count,
                                         XPBD_GLOBAL XPBD_NAME(particle) * to) {
  const REAL n = (REAL)count;
  to->x = sum[0] / n;
  to->y = sum[1] / n;
  to->z = sum[2] / n;
  to->w = R(0.0);
}

/* First level for the value of a summed constraint: the values of its elements. */
XPBD_INLINE void XPBD_NAME(sum_values)(XPBD_GLOBAL const REAL *value, int32_t count, XPBD_GLOBAL REAL *to,
                                       int32_t thread, int32_t threads) {
  XPBD_NAME(sum_level)(value, count, XPBD_SUM_ELEMENT, to, thread, threads);
}

/* Gradient of a summed constraint at particle i, from its elements there in ascending order. On a CPU the slots are one
 * array, indexed by `of`, and whole records are added: one addition instead of three. */
XPBD_INLINE VEC3 XPBD_NAME(gradient_at)(const XPBD_NAME(sum_set) * set, int32_t i) {
#if defined(__CUDACC__) || defined(XPBD_OPENCL_C)
  VEC3 g = V_ZERO;
  for (int32_t at = set->first[i]; at < set->first[i + 1]; at++) {
    const XPBD_NAME(particle) part = set->slot[set->of[at] % XPBD_MAX_ARITY][set->of[at] / XPBD_MAX_ARITY];
    g = V_ADD(g, XPBD_NAME(v_make)(part.x, part.y, part.z));
  }
  return g;
#else
  typedef REAL record __attribute__((vector_size(sizeof(XPBD_NAME(particle))), may_alias));
  const record *slots = (const record *)set->slot[0];
  record g = {R(0.0)};
  for (int32_t at = set->first[i]; at < set->first[i + 1]; at++) g = g + slots[set->of[at]];
  return XPBD_NAME(v_make)(g[0], g[1], g[2]);
#endif
}

/* The gradient at each particle, and the first level of sum w |G|^2 and sum G . moved. */
XPBD_INLINE void XPBD_NAME(gather_gradients)(const XPBD_NAME(sum_set) * set, XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                             XPBD_GLOBAL const XPBD_NAME(particle) * start, REAL keep, int32_t n,
                                             XPBD_GLOBAL REAL *to, int32_t thread, int32_t threads) {
  for (int32_t c = thread; c < xpbd_chunks(n); c += threads) {
    REAL squares = R(0.0), rate = R(0.0);
    for (int32_t i = c * XPBD_CHUNK; i < xpbd_chunk_end(c, n); i++) {
      const VEC3 g = XPBD_NAME(gradient_at)(set, i);
      const XPBD_NAME(particle) p = x[i], s = start[i];
      const VEC3 moved =
          XPBD_NAME(v_make)(XPBD_FMA(keep, p.x, -s.x), XPBD_FMA(keep, p.y, -s.y), XPBD_FMA(keep, p.z, -s.z));
      squares = XPBD_FMA(p.w, V_DOT(g, g), squares);
      rate = rate + V_DOT(g, moved);
      set->gradient[i].x = g.x, set->gradient[i].y = g.y, set->gradient[i].z = g.z, set->gradient[i].w = p.w;
    }
    to[(int64_t)c * XPBD_SUM_GRADIENT] = squares;
    to[(int64_t)c * XPBD_SUM_GRADIENT + 1] = rate;
  }
}

/* q of a summed constraint, from its sums, see quotient() in project.inl. 0 if it must not be applied. */
XPBD_INLINE REAL XPBD_NAME(summed_quotient)(REAL c, XPBD_GLOBAL const REAL *sums, REAL relax, REAL alpha, REAL gamma,
                                            XPBD_GLOBAL REAL *lambda, int *skipped) {
  const REAL numerator = relax * XPBD_FMA(gamma, sums[1], XPBD_FMA(alpha, *lambda, c));
  const REAL denominator = XPBD_FMA(R(1.0) + gamma, sums[0], alpha);
  const REAL q = numerator / denominator;
  const int kept = XPBD_HUGE > denominator + XPBD_ABS(q);
  *skipped = !kept && denominator != R(0.0);
  if (!kept) return R(0.0);
  *lambda = *lambda - q;
  return q;
}

XPBD_INLINE void XPBD_NAME(apply_summed)(XPBD_GLOBAL const XPBD_NAME(particle) * gradient, REAL q,
                                         XPBD_GLOBAL XPBD_NAME(particle) * x, int32_t n, int32_t thread,
                                         int32_t threads) {
  for (int32_t i = thread; i < n; i += threads) {
    const XPBD_NAME(particle) g = gradient[i];
    if (!(g.w > R(0.0))) continue;
    const REAL s = -(g.w * q);
    x[i].x = XPBD_FMA(s, g.x, x[i].x);
    x[i].y = XPBD_FMA(s, g.y, x[i].y);
    x[i].z = XPBD_FMA(s, g.z, x[i].z);
  }
}

/* First level of the motion of all free particles: mass, m x, m v. */
XPBD_INLINE void XPBD_NAME(sum_motion)(XPBD_GLOBAL const XPBD_NAME(particle) * base,
                                       XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                       XPBD_GLOBAL const XPBD_NAME(particle) * v, int32_t n, XPBD_GLOBAL REAL *to,
                                       int32_t thread, int32_t threads) {
  for (int32_t c = thread; c < xpbd_chunks(n); c += threads) {
    REAL mass = R(0.0);
    VEC3 at = V_ZERO, momentum = V_ZERO;
    for (int32_t i = c * XPBD_CHUNK; i < xpbd_chunk_end(c, n); i++) {
      const REAL m = x[i].w > R(0.0) ? R(1.0) / x[i].w : R(0.0);
      mass = mass + m;
      at = V_MADD(m, XPBD_NAME(position)(base, x, i), at);
      momentum = V_MADD(m, XPBD_NAME(v_make)(v[i].x, v[i].y, v[i].z), momentum);
    }
    XPBD_GLOBAL REAL *out = to + (int64_t)c * XPBD_SUM_MOTION;
    out[0] = mass;
    out[1] = at.x, out[2] = at.y, out[3] = at.z;
    out[4] = momentum.x, out[5] = momentum.y, out[6] = momentum.z;
  }
}

/* First level of angular momentum and inertia about the centre of mass, which `motion` gives. */
XPBD_INLINE void XPBD_NAME(sum_turn)(XPBD_GLOBAL const XPBD_NAME(particle) * base,
                                     XPBD_GLOBAL const XPBD_NAME(particle) * x,
                                     XPBD_GLOBAL const XPBD_NAME(particle) * v, int32_t n,
                                     XPBD_GLOBAL const REAL *motion, XPBD_GLOBAL REAL *to, int32_t thread,
                                     int32_t threads) {
  const REAL mass = motion[0] > R(0.0) ? motion[0] : R(1.0);
  const VEC3 centre = XPBD_NAME(v_make)(motion[1] / mass, motion[2] / mass, motion[3] / mass);
  const VEC3 mean = XPBD_NAME(v_make)(motion[4] / mass, motion[5] / mass, motion[6] / mass);
  for (int32_t c = thread; c < xpbd_chunks(n); c += threads) {
    XPBD_GLOBAL REAL *out = to + (int64_t)c * XPBD_SUM_TURN;
    VEC3 turn = V_ZERO, diagonal = V_ZERO, mixed = V_ZERO;
    for (int32_t i = c * XPBD_CHUNK; i < xpbd_chunk_end(c, n); i++) {
      const REAL m = x[i].w > R(0.0) ? R(1.0) / x[i].w : R(0.0);
      const VEC3 r = V_SUB(XPBD_NAME(position)(base, x, i), centre);
      const VEC3 u = V_SUB(XPBD_NAME(v_make)(v[i].x, v[i].y, v[i].z), mean);
      turn = V_MADD(m, V_CROSS(r, u), turn);
      const REAL xx = r.x * r.x, yy = r.y * r.y, zz = r.z * r.z;
      diagonal = V_MADD(m, XPBD_NAME(v_make)(yy + zz, xx + zz, xx + yy), diagonal);
      mixed = V_MADD(-m, XPBD_NAME(v_make)(r.x * r.y, r.x * r.z, r.y * r.z), mixed);
    }
    out[0] = turn.x, out[1] = turn.y, out[2] = turn.z;
    out[3] = diagonal.x, out[4] = diagonal.y, out[5] = diagonal.z;
    out[6] = mixed.x, out[7] = mixed.y, out[8] = mixed.z;
  }
}

/* A power of two, for an exact product. It scales every positive float to where third powers, and a millionth of them,
 * are representable. */
XPBD_INLINE REAL XPBD_NAME(near_one)(REAL a) {
  const REAL small = XPBD_SELECT_GT(a, R(0x1p-96), R(0x1p64), R(0x1p120));
  const REAL large = XPBD_SELECT_GT(a, R(0x1p96), R(0x1p-110), R(0x1p-64));
  return XPBD_SELECT_GT(a, R(0x1p32), large, XPBD_SELECT_GT(R(0x1p-32), a, small, R(1.0)));
}

/* Angular velocity: inertia^-1 angular momentum by the adjugate. A body on one line (or of one particle) has none about
 * it. Then this is 0, and only the mean velocity is kept. Both are scaled near 1, because in float the third power of a
 * light body's inertia is 0 and that of a heavy one infinite. The bits are unchanged. */
XPBD_INLINE VEC3 XPBD_NAME(angular_velocity)(XPBD_GLOBAL const REAL *t) {
  const REAL by = XPBD_NAME(near_one)(t[3] + t[4] + t[5]);
  const REAL xy = by * t[6], xz = by * t[7], yz = by * t[8];
  const VEC3 a = XPBD_NAME(v_make)(by * t[3], xy, xz), b = XPBD_NAME(v_make)(xy, by * t[4], yz),
             c = XPBD_NAME(v_make)(xz, yz, by * t[5]);
  const VEC3 bc = V_CROSS(b, c), ca = V_CROSS(c, a), ab = V_CROSS(a, b);
  const REAL determinant = V_DOT(a, bc), trace = a.x + b.y + c.z;
  const VEC3 turn = V_SCALE(by, XPBD_NAME(v_make)(t[0], t[1], t[2]));
  const VEC3 w = XPBD_NAME(v_make)(V_DOT(bc, turn), V_DOT(ca, turn), V_DOT(ab, turn));
  const int solid = determinant > R(1e-6) * trace * trace * trace;
  return solid ? V_SCALE(R(1.0) / determinant, w) : V_ZERO;
}

/* v += k (mean + w x r - v): Mueller et al. 2007, Sect. 3.5. Conserves linear and angular momentum. */
XPBD_INLINE void XPBD_NAME(damp_globally)(XPBD_NAME(inertia) of, XPBD_GLOBAL const XPBD_NAME(particle) * x, int32_t n,
                                          XPBD_GLOBAL const REAL *motion, XPBD_GLOBAL const REAL *turn, REAL k,
                                          int32_t thread, int32_t threads) {
  if (!(motion[0] > R(0.0))) return;
  const VEC3 centre = XPBD_NAME(v_make)(motion[1] / motion[0], motion[2] / motion[0], motion[3] / motion[0]);
  const VEC3 mean = XPBD_NAME(v_make)(motion[4] / motion[0], motion[5] / motion[0], motion[6] / motion[0]);
  const VEC3 w = XPBD_NAME(angular_velocity)(turn);
  for (int32_t i = thread; i < n; i += threads) {
    if (!(x[i].w > R(0.0))) continue;
    const VEC3 r = V_SUB(XPBD_NAME(position)(of.base, x, i), centre);
    const VEC3 own = XPBD_POINT(of.v[i]);
    const VEC3 off = V_SUB(V_ADD(mean, V_CROSS(w, r)), own);
#if XPBD_SCALAR == 32
    if (of.base) {
      xpbd_row low;
      const xpbd_row next = xpbd_kept_sum(ROW(&of.v[i]), ROW_ADD(ROW_SCALE(k, ROW_OF(off)), ROW(&of.v_low[i])), &low);
      ROW_PUT(&of.v[i], next);
      ROW_PUT(&of.v_low[i], low);
      continue;
    }
#endif
    const VEC3 next = V_MADD(k, off, own);
    of.v[i].x = next.x, of.v[i].y = next.y, of.v[i].z = next.z;
  }
}
