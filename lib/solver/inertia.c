/* Why this file exists: the first and the last phase of a time step, predict and finish, in one instruction set, which
 * XPBD_KERNELS names. In f32x they process several records at a time. */
#include "solver/kernel.h"

#include <stdalign.h>

#if defined(__AVX512F__)
#define XPBD_ROW_RECORDS 4
#elif defined(__AVX2__)
#define XPBD_ROW_RECORDS 2
#endif

#define XPBD_SCALAR 32
#define XPBD_HALF   f32
#include "solver/inertia_body.inl"
#undef XPBD_SCALAR
#undef XPBD_HALF
#define XPBD_SCALAR 64
#define XPBD_HALF   f64
#include "solver/inertia_body.inl"
#undef XPBD_SCALAR
#undef XPBD_HALF
