/* Why this file exists: precision f32x, which is float that loses no motion in short steps and far from the origin. The
 * position of a particle is base + x and its velocity is v + v_low, two floats each, which are never added up. The base
 * is constant during a time step, so x is small and can hold corrections far below an ulp of the position. The
 * difference of two positions is (base_i - base_j) + (x_i - x_j), with all digits that float has for it. In f32 and f64
 * the base is NULL, and x is the position. Include after formula/scalar.h. Each version of the scalar includes it
 * once. */
#if (XPBD_SCALAR == 32 && !defined(XPBD_FINE_F32)) || (XPBD_SCALAR == 64 && !defined(XPBD_FINE_F64))
#if XPBD_SCALAR == 32
#define XPBD_FINE_F32
#else
#define XPBD_FINE_F64
#endif
#include "layout/records.h"

#undef XPBD_POINT

#if defined(__CUDACC__) || defined(XPBD_OPENCL_C) /* one load of the whole record */
XPBD_INLINE VEC3 XPBD_NAME(point)(XPBD_NAME(particle) p) {
  return XPBD_NAME(v_make)(p.x, p.y, p.z);
}
#define XPBD_POINT(p) XPBD_NAME(point)(p)
#else
#define XPBD_POINT(p) XPBD_NAME(v_make)((p).x, (p).y, (p).z)
#endif

XPBD_INLINE void XPBD_NAME(put)(XPBD_GLOBAL XPBD_NAME(particle) * to, VEC3 a, REAL w) {
  XPBD_NAME(particle) p;
  p.x = a.x, p.y = a.y, p.z = a.z, p.w = w;
  *to = p;
}

/* The bases of a set. */
#undef XPBD_BASE_OF
#if XPBD_SCALAR == 32
#define XPBD_BASE_OF(set) ((set)->base)
#else
/* A function, because clang warns of arithmetic on a constant NULL. */
XPBD_INLINE XPBD_GLOBAL const xpbd_particle_f64 *xpbd_no_base_f64(void) {
  return NULL;
}
#define XPBD_BASE_OF(set) xpbd_no_base_f64()
#endif

/* The position of particle i, rounded to one number. */
XPBD_INLINE VEC3 XPBD_NAME(position)(XPBD_GLOBAL const XPBD_NAME(particle) * base,
                                     XPBD_GLOBAL const XPBD_NAME(particle) * x, int32_t i) {
  const VEC3 p = XPBD_POINT(x[i]);
  return base ? V_ADD(XPBD_POINT(base[i]), p) : p;
}

/* The vector from particle j to particle i. */
XPBD_INLINE VEC3 XPBD_NAME(between)(XPBD_GLOBAL const XPBD_NAME(particle) * base,
                                    XPBD_GLOBAL const XPBD_NAME(particle) * x, int32_t i, int32_t j) {
  const VEC3 d = V_SUB(XPBD_POINT(x[i]), XPBD_POINT(x[j]));
  return base ? V_ADD(V_SUB(XPBD_POINT(base[i]), XPBD_POINT(base[j])), d) : d;
}

#if XPBD_SCALAR == 32
/* The three numbers of a particle. On a CPU, the records of XPBD_ROW_RECORDS particles in a register. The fourth number
 * of a record takes part. It is 0 in velocities and forces, so it leaves an inverse mass unchanged. xpbd_mass is the
 * inverse mass for each number of a row. */
#if defined(__CUDACC__) || defined(XPBD_OPENCL_C)
typedef xpbd_vec3_f32 xpbd_row;
typedef float xpbd_mass;
#define ROW(pointer)         XPBD_POINT(*(pointer))
#define ROW_OF(v)            (v)
#define ROW_ADD(a, b)        V_ADD((a), (b))
#define ROW_SUB(a, b)        V_SUB((a), (b))
#define ROW_SCALE(s, a)      V_SCALE((s), (a))
#define ROW_IF_FREE(w, a, b) ((w) > 0.0f ? (a) : (b))
#define ROW_MASSLESS(a)      (a)
#define ROW_PUT(pointer, a)  xpbd_put_f32((pointer), (a), 0.0f)
#else
#if !defined(XPBD_ROW_RECORDS)
#define XPBD_ROW_RECORDS 1
#endif
typedef float xpbd_row __attribute__((vector_size(16 * XPBD_ROW_RECORDS), may_alias));
typedef int32_t xpbd_row_bits __attribute__((vector_size(16 * XPBD_ROW_RECORDS)));
typedef xpbd_row xpbd_mass;
enum { XPBD_ROW_NUMBERS = 4 * XPBD_ROW_RECORDS };
#define ROW(pointer)         (*(const xpbd_row *)(pointer))
#define ROW_OF(v)            xpbd_row_of(v)
#define ROW_ADD(a, b)        ((a) + (b))
#define ROW_SUB(a, b)        ((a) - (b))
#define ROW_SCALE(s, a)      ((s) * (a))
#define ROW_IF_FREE(w, a, b) xpbd_row_if((w) > 0.0f, (a), (b))
#define ROW_MASSLESS(a)      xpbd_row_if(xpbd_row_fourths(), (xpbd_row){0.0f}, (a))
#define ROW_PUT(pointer, a)  (*(xpbd_row *)(pointer) = (a))
XPBD_INLINE xpbd_row xpbd_row_of(xpbd_vec3_f32 v) {
  xpbd_row row;
  for (int k = 0; k < XPBD_ROW_NUMBERS; k++) row[k] = k % 4 == 0 ? v.x : k % 4 == 1 ? v.y : k % 4 == 2 ? v.z : 0.0f;
  return row;
}
XPBD_INLINE xpbd_row_bits xpbd_row_fourths(void) {
  xpbd_row_bits bits;
  for (int k = 0; k < XPBD_ROW_NUMBERS; k++) bits[k] = k % 4 == 3 ? -1 : 0;
  return bits;
}
XPBD_INLINE xpbd_mass xpbd_row_masses(xpbd_row x) {
#if defined(__clang__)
  xpbd_mass w;
  for (int k = 0; k < XPBD_ROW_NUMBERS; k++) w[k] = x[k | 3];
  return w;
#else /* gcc would move each number of that separately */
  xpbd_row_bits from;
  for (int k = 0; k < XPBD_ROW_NUMBERS; k++) from[k] = k | 3;
  return __builtin_shuffle(x, from);
#endif
}
XPBD_INLINE xpbd_row xpbd_row_if(xpbd_row_bits bits, xpbd_row a, xpbd_row b) {
  return (xpbd_row)(((xpbd_row_bits)a & bits) | ((xpbd_row_bits)b & ~bits));
}
#endif

/* The sum of a and b, with its rounding error in *low (Knuth, The Art of Computer Programming, volume 2, 4.2.2, theorem
 * B). */
XPBD_INLINE xpbd_row xpbd_two_sum(xpbd_row a, xpbd_row b, xpbd_row *low) {
  const xpbd_row sum = ROW_ADD(a, b), part = ROW_SUB(sum, a);
  *low = ROW_ADD(ROW_SUB(a, ROW_SUB(sum, part)), ROW_SUB(b, part));
  return sum;
}

/* The same for a pair that is kept from step to step. Its low part is rounded to a multiple of 2^-46 of the sum's power
 * of two. So one double holds both, and a restored state continues bit-identically. */
XPBD_INLINE xpbd_row xpbd_kept_sum(xpbd_row a, xpbd_row b, xpbd_row *low) {
  xpbd_row left;
  const xpbd_row sum = xpbd_two_sum(a, b, &left), grid = ROW_SCALE(0x1p-22f, sum);
  left = ROW_SUB(ROW_ADD(left, grid), grid);
  const xpbd_row kept = ROW_ADD(sum, left); /* much larger than the rest, so half of a two_sum() is enough */
  *low = ROW_SUB(left, ROW_SUB(kept, sum));
  return kept;
}

/* The velocity of particles through a time step, v + h a, and its rounding error. 0 for held particles. */
XPBD_INLINE xpbd_row xpbd_pushed(xpbd_inertia_f32 by, xpbd_mass w, xpbd_row v, xpbd_row v_low, xpbd_row force,
                                 xpbd_row *low) {
  const xpbd_row a = ROW_ADD(ROW_OF(by.gravity), ROW_SCALE(w, force));
  const xpbd_row u = xpbd_two_sum(v, ROW_ADD(ROW_SCALE(by.h, a), v_low), low), none = ROW_SUB(force, force);
  *low = ROW_IF_FREE(w, *low, none);
  return ROW_IF_FREE(w, u, none);
}
/* The positions that result from x. */
XPBD_INLINE xpbd_row xpbd_predicted(xpbd_inertia_f32 by, xpbd_row x, xpbd_row u, xpbd_row u_low) {
  return ROW_ADD(ROW_SCALE(by.h, u), ROW_ADD(ROW_SCALE(by.h, u_low), x));
}

/* The end of a time step. The velocity is the predicted one plus what the constraints added, because (x - start) / h
 * would round both. The base becomes the position. The fourth number of *x becomes 0. */
XPBD_INLINE void xpbd_finish_row(xpbd_inertia_f32 by, xpbd_mass w, xpbd_row start, xpbd_row force, xpbd_row *x,
                                 xpbd_row *v, xpbd_row *v_low, xpbd_row *base) {
  xpbd_row low;
  const xpbd_row u = xpbd_pushed(by, w, *v, *v_low, force, &low);
  const xpbd_row added = ROW_SCALE(by.inverse_h, ROW_SUB(*x, xpbd_predicted(by, start, u, low)));
  *v = xpbd_kept_sum(u, ROW_ADD(added, low), v_low);
  *base = xpbd_kept_sum(*base, ROW_MASSLESS(*x), x);
}
#endif
#endif
