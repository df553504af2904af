/* Why this file exists: the host's side of the OpenCL backend in float. */
#include "opencl.h"

#define XPBD_SCALAR 32
#include "host.inl"
