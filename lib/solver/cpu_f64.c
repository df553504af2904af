/* Why this file exists: the CPU state in double, the reference for energy and drift. */
#define XPBD_SCALAR 64
#define XPBD_HALF   f64
#include "solver/cpu_body.inl"
