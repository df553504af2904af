/* Why this file exists: checks a device's arithmetic before it is used. Every operation that formulas use must give the
 * bits of this machine, for numbers of every size. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "layout/layout.h"
#include "base/hash.h"
#include "program.h"

enum { COUNT = 4096, RESULTS = 16 };

static const char *const results[RESULTS] = {"addition",
                                             "subtraction",
                                             "multiplication",
                                             "division",
                                             "square root",
                                             "fused multiply-add",
                                             "a product and a sum, which must not be fused",
                                             "exp",
                                             "log",
                                             "atan2",
                                             "acos",
                                             "conversion to whole numbers",
                                             "sin",
                                             "cos",
                                             "tanh",
                                             "pow"};

#define XPBD_SCALAR 32
#include "formula/shared.h"
#include "conform.inl"
#include "conform_host.inl"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "formula/shared.h"
#include "conform.inl"
#include "conform_host.inl"
#undef XPBD_SCALAR

static xpbd_status compare(opencl_device *device, xpbd_precision precision, const void *arguments, const void *found) {
  const bool single = xpbd_in_float(precision);
  char why[256];
  for (int k = 0; k < RESULTS; k++) {
    const int wrong = single ? xpbd_conform_compare_f32(arguments, found, k, why, sizeof why)
                             : xpbd_conform_compare_f64(arguments, found, k, why, sizeof why);
    if (wrong > 0)
      return xpbd_fail(XPBD_ERR_UNSUPPORTED, "%s does not compute as IEEE 754 asks: %s in %s differs for %d of %d: %s",
                       device->name, results[k], single ? "float" : "double", wrong, (int)COUNT, why);
  }
  return XPBD_OK;
}

static xpbd_status run(opencl_device *device, cl_program program, size_t real, const void *arguments, void *found) {
  const int count = COUNT;
  const size_t threads = COUNT, group = device->most_threads < 64 ? 1 : 64;
  cl_int error[5] = {0};
  cl_command_queue queue = clCreateCommandQueue(device->context, device->id, 0, &error[0]);
  cl_mem in = clCreateBuffer(device->context, CL_MEM_READ_ONLY, 3 * COUNT * real, NULL, &error[1]);
  cl_mem out = clCreateBuffer(device->context, CL_MEM_READ_WRITE, RESULTS * COUNT * real, NULL, &error[2]);
  cl_kernel kernel = clCreateKernel(program, "conform", &error[3]);
  for (int k = 0; k < 4 && error[4] == CL_SUCCESS; k++) error[4] = error[k];
#define STEP(call)                                                                                                     \
  if (error[4] == CL_SUCCESS) error[4] = (call)
  STEP(clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, 3 * COUNT * real, arguments, 0, NULL, NULL));
  STEP(clSetKernelArg(kernel, 0, sizeof in, &in));
  STEP(clSetKernelArg(kernel, 1, sizeof out, &out));
  STEP(clSetKernelArg(kernel, 2, sizeof count, &count));
  STEP(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &threads, &group, 0, NULL, NULL));
  STEP(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, RESULTS * COUNT * real, found, 0, NULL, NULL));
#undef STEP
  if (kernel) clReleaseKernel(kernel);
  if (out) clReleaseMemObject(out);
  if (in) clReleaseMemObject(in);
  if (queue) clReleaseCommandQueue(queue);
  if (error[4] != CL_SUCCESS) return opencl_failed(device, error[4], "the test of its arithmetic");
  return XPBD_OK;
}

static xpbd_status try(opencl_device *device, xpbd_precision precision) {
  const size_t real = xpbd_in_float(precision) ? sizeof(float) : sizeof(double);
  cl_program program;
  const opencl_wish wish = {.precision = precision, .unit = OPENCL_CONFORM};
  XPBD_TRY(opencl_program_find(device, &wish, &program));
  double *arguments = calloc((3 + RESULTS) * COUNT, real), *found;
  XPBD_REQUIRE(arguments, XPBD_ERR_OUT_OF_MEMORY, "no memory to test a device");
  found = (double *)(void *)((char *)arguments + 3 * COUNT * real);
  if (xpbd_in_float(precision))
    xpbd_conform_fill_f32((float *)(void *)arguments);
  else
    xpbd_conform_fill_f64(arguments);
  xpbd_status status = run(device, program, real, arguments, found);
  if (status == XPBD_OK) status = compare(device, precision, arguments, found);
  free(arguments);
  return status;
}

/* Only float may be inexact. For double there is nothing finer to measure its deviations by. */
static bool takes_inexact(xpbd_precision precision) {
  const char *asked = getenv("XPBD_OPENCL_INEXACT");
  return precision == XPBD_F32 && asked && *asked && strcmp(asked, "0") != 0;
}

xpbd_status opencl_device_conforms(opencl_device *device, xpbd_precision precision, const char **inexact) {
  static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
  const int k = xpbd_in_float(precision) ? 0 : 1;
  *inexact = NULL;
  XPBD_REQUIRE(xpbd_in_float(precision) || device->has_double, XPBD_ERR_UNSUPPORTED, "%s has no double", device->name);
  pthread_mutex_lock(&guard);
  if (!device->tried[k]) {
    device->conforms[k] = try(device, precision);
    if (device->conforms[k] != XPBD_OK)
      snprintf(device->differs[k], sizeof device->differs[k], "%s", xpbd_last_error());
    device->tried[k] = true;
  }
  pthread_mutex_unlock(&guard);
  if (device->conforms[k] == XPBD_ERR_UNSUPPORTED && takes_inexact(precision)) {
    *inexact = device->differs[k];
    return XPBD_OK;
  }
  XPBD_REQUIRE(device->conforms[k] == XPBD_OK, device->conforms[k], "%s%s", device->differs[k],
               device->conforms[k] == XPBD_ERR_UNSUPPORTED && xpbd_in_float(precision)
                   ? "; with XPBD_OPENCL_INEXACT=1 it runs, and its results are marked inexact"
                   : "");
  return XPBD_OK;
}
