/* Why this file exists: a loop is vectorised only if each function that it calls has a form for vectors. These call the C
 * library for each lane, so the bits are those of the library. Defines XPBD_LIBM for the complex reading of the scalar
 * (formula/scalar.h). Other compilers leave such a loop as it is. */
#include <math.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define IN_LANES(name)                                                                                                 \
  XPBD_UNUSED __attribute__((simd("notinbranch"), const, noinline)) static double lanes_##name(double a) {             \
    return name(a);                                                                                                    \
  }
#define PAIRS_IN_LANES(name)                                                                                           \
  XPBD_UNUSED __attribute__((simd("notinbranch"), const, noinline)) static double lanes_##name(double a, double b) {   \
    return name(a, b);                                                                                                 \
  }
IN_LANES(acos)
IN_LANES(cos)
IN_LANES(cosh)
IN_LANES(exp)
IN_LANES(expm1)
IN_LANES(log)
IN_LANES(sin)
IN_LANES(tanh)
PAIRS_IN_LANES(atan2)
PAIRS_IN_LANES(hypot)
PAIRS_IN_LANES(pow)
#undef IN_LANES
#undef PAIRS_IN_LANES
#define XPBD_LIBM(name) lanes_##name
#endif
