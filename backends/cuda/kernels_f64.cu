/* Why this file exists: the kernels for the formulas of the list, in double. */
#define XPBD_UNIT_SCALAR          64
#define XPBD_UNIT_NAME            cuda_kernels_f64
#define XPBD_UNIT_FOR_GROUPS      1
#define XPBD_UNIT_FOR_COOPERATIVE 1
#define XPBD_UNIT_FOR_BLOCK       1
#define XPBD_UNIT_FOR_CLUSTER     1
#define XPBD_UNIT_FOR_TILES       1
#define XPBD_UNIT_FOR_RESIDENT    1
#include "device.cuh"
