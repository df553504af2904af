/* Why this file exists: the devices that OpenCL offers, and the queries before one is used. */
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>
#include <stdint.h>

#include "xpbd/solver.h"

/// One device. The list has GPUs first, then accelerators, then CPUs, each in the order of the platforms.
typedef struct opencl_device {
  cl_platform_id platform;
  cl_device_id id;
  cl_context context; ///< Created when it is first opened, kept to the end of the process.
  cl_device_type type;
  char name[256], version[256], driver[256], platform_name[256], platform_version[256];
  cl_uint lanes[2];                                  ///< On a CPU: numbers of a register, float and double. Else 1.
  cl_uint units, clock;                              ///< Compute units, and the highest clock [MHz].
  cl_ulong global_bytes, largest_bytes, local_bytes; ///< Bytes of all memory, of one buffer, of a work-group.
  size_t most_threads;                               ///< Most threads of a work-group.
  bool has_double, rounds; ///< Has double. Can divide and take roots of float correctly on request.
  xpbd_status conforms[2]; ///< Results for float and double, when tried.
  bool tried[2];
  char differs[2][256]; ///< How it deviates.
} opencl_device;

/// Open device `number`, with a context. XPBD_ERR_UNAVAILABLE: no such device, or it lacks what every scene needs.
xpbd_status opencl_device_open(int32_t number, opencl_device **out);
/// XPBD_ERR_UNAVAILABLE in a child process of one that used OpenCL: calls would wait for the driver's threads forever.
xpbd_status opencl_survives(void);
/// Whether its arithmetic in that precision suits the suite, tested once per process. XPBD_ERR_UNSUPPORTED names the
/// deviation. With XPBD_OPENCL_INEXACT set, float is accepted nevertheless and *inexact (static) names the
/// deviation. Otherwise it is NULL.
xpbd_status opencl_device_conforms(opencl_device *device, xpbd_precision precision, const char **inexact);
/// One line about it that begins with its kind: "GPU: ", "accelerator: " or "CPU: ".
xpbd_status opencl_device_describe(int32_t number, char *out, size_t capacity);

/// The name of an error, e.g. "CL_OUT_OF_RESOURCES".
const char *opencl_error_name(cl_int error);
/// Fail with the name of an error of `call` on an open device: XPBD_ERR_OUT_OF_MEMORY, XPBD_ERR_DEVICE_LOST if it no
/// longer answers, else XPBD_ERR_DEVICE.
xpbd_status opencl_failed(const opencl_device *device, cl_int error, const char *call);
#define OPENCL_TRY(device, call)                                                                                       \
  do {                                                                                                                 \
    const cl_int opencl_error = (call);                                                                                \
    if (opencl_error != CL_SUCCESS) return opencl_failed((device), opencl_error, #call);                               \
  } while (0)
