/* Why this file exists: the kernels for the formulas of the list, in float. */
#define XPBD_UNIT_SCALAR          32
#define XPBD_UNIT_NAME            cuda_kernels_f32
#define XPBD_UNIT_FOR_GROUPS      1
#define XPBD_UNIT_FOR_COOPERATIVE 1
#define XPBD_UNIT_FOR_BLOCK       1
#define XPBD_UNIT_FOR_CLUSTER     1
#define XPBD_UNIT_FOR_TILES       1
#define XPBD_UNIT_FOR_RESIDENT    1
#include "device.cuh"
