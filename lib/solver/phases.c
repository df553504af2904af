/* Why this file exists: the phases of a time step (step/phases.inl) in one instruction set, which XPBD_KERNELS names.
 * They process one record at a time. In f32x predict and finish process several, so they are in inertia.c. */
#include "solver/kernel.h"
#include "solver/phase.h"

#define XPBD_SCALAR 32
#define XPBD_HALF   f32
#include "solver/phases_body.inl"
#undef XPBD_SCALAR
#undef XPBD_HALF
#define XPBD_SCALAR 64
#define XPBD_HALF   f64
#include "solver/phases_body.inl"
#undef XPBD_SCALAR
#undef XPBD_HALF
