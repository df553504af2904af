/* Why this file exists: the words of one reading of the scalar (scalar.h), as macros only. Code that comes after
 * another reading can then choose its own again. Define XPBD_SCALAR first. */
#include "types.h"

/* Only the table of formulas reads the fields of a file. */
#ifndef XPBD_FORMULA_FIELDS
#define XPBD_FORMULA_FIELDS(...)
#endif

#undef REAL
#undef XPBD_INT
#undef VEC3
#undef R
#undef XPBD_NAME
#undef XPBD_SQRT
#undef XPBD_FMA
#undef XPBD_SELECT_GT
#undef XPBD_TINY
#undef XPBD_HUGE
#undef XPBD_ABS
#undef XPBD_FLAT
#undef XPBD_BLIND

#if XPBD_SCALAR == 32
#define REAL       float
#define XPBD_INT   int32_t /* as wide as REAL, for conditions in vectorised loops */
#define VEC3       xpbd_vec3_f32
#define R(literal) literal##f
#if defined(XPBD_QUICK) /* a second reading in float, whose lengths may be NaN (quick.h) */
#define XPBD_NAME(n) xpbd_##n##_quick
#else
#define XPBD_NAME(n) xpbd_##n##_f32
#endif
#define XPBD_SQRT(a)               sqrtf(a)
#define XPBD_FMA(a, b, c)          fmaf((a), (b), (c))
#define XPBD_SELECT_GT(a, b, t, e) ((a) > (b) ? (t) : (e))
#define XPBD_ABS(a)                fabsf(a)
#define XPBD_TINY                  1e-30f /* a squared length or a denominator below it counts as 0 */
#define XPBD_HUGE                  1e37f  /* and above it as overflowed */
#define XPBD_FLAT                  1e-7f  /* the sine of an angle below it counts as 0 */
#define XPBD_BLIND                 1e-6f  /* and a squared sine where acos has lost its digits */
#elif XPBD_SCALAR == 64
#define REAL                       double
#define XPBD_INT                   int64_t
#define VEC3                       xpbd_vec3_f64
#define R(literal)                 literal
#define XPBD_NAME(n)               xpbd_##n##_f64
#define XPBD_SQRT(a)               sqrt(a)
#define XPBD_FMA(a, b, c)          fma((a), (b), (c))
#define XPBD_SELECT_GT(a, b, t, e) ((a) > (b) ? (t) : (e))
#define XPBD_ABS(a)                fabs(a)
#define XPBD_TINY                  1e-30
#define XPBD_HUGE                  1e300
#define XPBD_FLAT                  1e-14
#define XPBD_BLIND                 1e-12
#elif XPBD_SCALAR == 128
#if defined(__CUDACC__)
#define REAL xpbd_complex /* complex_device.h */
#else
#define REAL double _Complex
#endif
#define VEC3                       xpbd_vec3_c64
#define R(literal)                 literal
#define XPBD_NAME(n)               xpbd_##n##_c64
#define XPBD_SQRT(a)               xpbd_sqrt_c64(a)
#define XPBD_FMA(a, b, c)          ((a) * (b) + (c))
#define XPBD_SELECT_GT(a, b, t, e) (creal(a) > creal(b) ? (t) : (e))
#define XPBD_ABS(a)                (creal(a) < 0.0 ? -(a) : (a))
#define XPBD_TINY                  1e-30
#define XPBD_HUGE                  1e300
#define XPBD_FLAT                  1e-14
#define XPBD_BLIND                 1e-12
#elif XPBD_SCALAR == 256 /* hyper-dual numbers, in C++ (validation/hyper) */
#define REAL                       xpbd_hyper
#define VEC3                       xpbd_vec3_hyper
#define R(literal)                 literal
#define XPBD_NAME(n)               xpbd_##n##_hyper
#define XPBD_SQRT(a)               xpbd_sqrt_hyper(a)
#define XPBD_FMA(a, b, c)          ((a) * (b) + (c))
#define XPBD_SELECT_GT(a, b, t, e) ((a) > (b) ? (t) : (e))
#define XPBD_ABS(a)                xpbd_abs_hyper(a)
#define XPBD_TINY                  1e-30
#define XPBD_HUGE                  1e300
#define XPBD_FLAT                  1e-14
#define XPBD_BLIND                 1e-12
#else
#error "define XPBD_SCALAR as 32, 64, 128 or 256"
#endif

#undef XPBD_ROOT_OF_SQUARES
#if defined(XPBD_QUICK) && XPBD_SCALAR == 32
#define XPBD_ROOT_OF_SQUARES(a) xpbd_quick_root_f32(a) /* quick.h */
#elif defined(__CUDACC__) && !defined(XPBD_ROOT_IS_COUNTED) && XPBD_SCALAR == 32
#define XPBD_ROOT_OF_SQUARES(a) xpbd_root_of_squares_f32(a) /* length.h */
#else
#define XPBD_ROOT_OF_SQUARES(a) XPBD_SQRT(a)
#endif

#define XPBD_EXP(a)      XPBD_NAME(exp)(a)
#define XPBD_EXPM1(a)    XPBD_NAME(expm1)(a)
#define XPBD_LOG(a)      XPBD_NAME(log)(a)
#define XPBD_ACOS(a)     XPBD_NAME(acos)(a)
#define XPBD_ATAN2(y, x) XPBD_NAME(atan2)((y), (x))
#define XPBD_SIN(a)      XPBD_NAME(sin)(a)
#define XPBD_COS(a)      XPBD_NAME(cos)(a)
#define XPBD_TANH(a)     XPBD_NAME(tanh)(a)
#define XPBD_POW(a, b)   XPBD_NAME(pow)((a), (b))
#define XPBD_MIN(a, b)   XPBD_NAME(s_min)((a), (b))
#define XPBD_MAX(a, b)   XPBD_NAME(s_max)((a), (b))
#define V_ADD(a, b)      XPBD_NAME(v_add)((a), (b))
#define V_SUB(a, b)      XPBD_NAME(v_sub)((a), (b))
#define V_SCALE(s, a)    XPBD_NAME(v_scale)((s), (a))
#define V_NEG(a)         XPBD_NAME(v_neg)(a)
#define V_MADD(s, a, b)  XPBD_NAME(v_madd)((s), (a), (b)) /* s a + b */
#define V_DOT(a, b)      XPBD_NAME(v_dot)((a), (b))
#define V_CROSS(a, b)    XPBD_NAME(v_cross)((a), (b))
#define V_LENGTH(a)      XPBD_ROOT_OF_SQUARES(V_DOT((a), (a)))
#define V_ZERO           XPBD_NAME(v_make)(R(0.0), R(0.0), R(0.0))

/* How a formula header opens its two functions.
 *
 * XPBD_FORMULA(name): from x [arity] m, rest [rest_count], material [material_count] return C and set g [arity] to its
 * gradients. *scale is 1 beforehand. A formula whose gradient ends in a division may leave it out: it puts the divisor
 * into *scale and sets g to scale times the gradient. The solver then needs one division for both. A scale of 0 marks a
 * degenerate constraint, which the solver leaves alone.
 * XPBD_REST(name): from the rest positions x [arity] set rest [rest_count] of row 0 .. rows - 1. Triangles come turned
 * into their material frame: the plane z = 0, x along the warp. Where there is no rest shape (no area, no volume) set
 * rest[0] to XPBD_NO_REST: the scene leaves the constraint out and counts it. */
#undef XPBD_NO_REST
#define XPBD_NO_REST ((REAL)NAN)
#define XPBD_FORMULA(name)                                                                                             \
  XPBD_INLINE REAL XPBD_NAME(name)(XPBD_UNUSED const VEC3 *x, XPBD_UNUSED const REAL *rest,                            \
                                   XPBD_UNUSED const REAL *material, XPBD_UNUSED VEC3 *g, XPBD_UNUSED REAL *scale)
/* XPBD_VALUE(name): the same without a gradient; it returns C alone. It is for files outside the tree; the gradient is
 * then the exact derivative (derive.h). */
#undef XPBD_VALUE
#define XPBD_VALUE(name)                                                                                               \
  XPBD_INLINE REAL XPBD_NAME(name##_only)(XPBD_UNUSED const VEC3 *x, XPBD_UNUSED const REAL *rest,                     \
                                          XPBD_UNUSED const REAL *material)
#undef XPBD_RULE
#define XPBD_REST(name)                                                                                                \
  XPBD_INLINE void XPBD_NAME(name##_rest)(XPBD_UNUSED const VEC3 *x, XPBD_UNUSED int row, XPBD_UNUSED REAL *rest)
/* XPBD_RULE(name): NULL when the numbers of the material fit together, else what they violate. Plain C on doubles. */
#define XPBD_RULE(name) XPBD_INLINE XPBD_CONSTANT const char *XPBD_NAME(name##_rule)(XPBD_UNUSED const double *material)

/* The functions of the C library in the complex reading. solver/libm.inl has them for loops over several numbers. */
#if !defined(XPBD_LIBM)
#define XPBD_LIBM(name) name
#endif
