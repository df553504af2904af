/* Why this file exists: the CPU state in float, the precision that is timed. */
#define XPBD_SCALAR 32
#define XPBD_HALF   f32
#include "solver/cpu_body.inl"
