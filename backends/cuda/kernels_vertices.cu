/* Why this file exists: the kernel of methods that move vertices, for the formulas of the list, in double. */
#define XPBD_UNIT_SCALAR       64
#define XPBD_UNIT_NAME         cuda_kernels_vertices
#define XPBD_UNIT_FOR_VERTICES 1
#include "device.cuh"
