/* Why this file exists: the beginning of every program. In OpenCL C it replaces what the shared texts take from C's
 * headers. Before it the host writes XPBD_SCALAR, XPBD_HERE, and which formulas. */
#pragma OPENCL FP_CONTRACT OFF
#define XPBD_OPENCL_C 1
#if XPBD_SCALAR == 64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#else
#define double float /* in types that a float program declares but does not use, because a device may lack double */
#endif
#define half  half_ /* a type in OpenCL C, a name here */
#define sqrtf sqrt
#define fmaf  fma
#define fabsf fabs
#undef NULL
#define NULL 0
typedef char int8_t;
typedef uchar uint8_t;
typedef ushort uint16_t;
typedef int int32_t;
typedef uint uint32_t;
typedef long int64_t;
typedef ulong uint64_t;
