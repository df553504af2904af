/* Why this file exists: the host's side of the OpenCL backend in double. */
#include "opencl.h"

#define XPBD_SCALAR 64
#include "host.inl"
