/* Why this file exists: OpenCL promises no complex numbers. A compiler may know _Complex and multiply or divide in a way
 * of its own. So products and quotients of a device are compared with those of the CPU before vertices are moved. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "opencl.h"

#define XPBD_SCALAR 64
#include "formula/types.h"
#include "formula/complex_device.h"

enum { COUNT = 4096, NUMBERS = 4 * COUNT };

/* Pairs of complex numbers: real parts of every size, and imaginary parts near the step of second derivatives. One number
 * in eight is special. */
static void fill(double *in) {
  static const double special[] = {0.0, -0.0, 1.0, (double)INFINITY, (double)NAN, 5e-324, 1e-60, 1.7e308};
  uint64_t bits = 1;
  for (int k = 0; k < NUMBERS; k++) {
    bits = xpbd_mix(bits, (uint64_t)k);
    const double plain = ldexp((double)(int64_t)bits, (int)(bits % 64) - 95);
    in[k] = bits >> 61 == 0 ? special[(bits >> 8) % 8] : k % 2 ? 1e-60 * plain : plain;
  }
}

static int count_wrong(const double *in, const double *found) {
  int wrong = 0;
  for (int k = 0; k < NUMBERS; k += 4) {
    double wanted[4];
    xpbd_complex_product(in[k], in[k + 1], in[k + 2], in[k + 3], &wanted[0], &wanted[1]);
    xpbd_complex_quotient(in[k], in[k + 1], in[k + 2], in[k + 3], &wanted[2], &wanted[3]);
    for (int i = 0; i < 4; i++)
      wrong += memcmp(&wanted[i], &found[k + i], sizeof *wanted) != 0 && !(isnan(wanted[i]) && isnan(found[k + i]));
  }
  return wrong;
}

static cl_int run(opencl_state *state, cl_program program, double *in, double *found) {
  const size_t bytes = NUMBERS * sizeof *in, threads = COUNT;
  cl_int error[4] = {0};
  cl_mem from = clCreateBuffer(state->device->context, CL_MEM_COPY_HOST_PTR, bytes, in, &error[0]);
  cl_mem to = clCreateBuffer(state->device->context, CL_MEM_READ_WRITE, bytes, NULL, &error[1]);
  cl_kernel kernel = clCreateKernel(program, "k_complex", &error[2]);
  for (int k = 0; k < 3 && error[3] == CL_SUCCESS; k++) error[3] = error[k];
#define STEP(call)                                                                                                     \
  if (error[3] == CL_SUCCESS) error[3] = (call)
  STEP(clSetKernelArg(kernel, 0, sizeof from, &from));
  STEP(clSetKernelArg(kernel, 1, sizeof to, &to));
  STEP(clEnqueueNDRangeKernel(state->queue, kernel, 1, NULL, &threads, NULL, 0, NULL, NULL));
  STEP(clEnqueueReadBuffer(state->queue, to, CL_TRUE, 0, bytes, found, 0, NULL, NULL));
#undef STEP
  if (kernel) clReleaseKernel(kernel);
  if (to) clReleaseMemObject(to);
  if (from) clReleaseMemObject(from);
  return error[3];
}

xpbd_status opencl_complex_conforms(opencl_state *state, cl_program program) {
  double *in = malloc(2 * NUMBERS * sizeof *in);
  XPBD_REQUIRE(in, XPBD_ERR_OUT_OF_MEMORY, "no memory to test a device");
  fill(in);
  const cl_int error = run(state, program, in, in + NUMBERS);
  const int wrong = error == CL_SUCCESS ? count_wrong(in, in + NUMBERS) : 0;
  free(in);
  if (error != CL_SUCCESS) return opencl_failed(state->device, error, "the test of its complex numbers");
  XPBD_REQUIRE(wrong == 0, XPBD_ERR_UNSUPPORTED,
               "%s: its complex numbers differ from the CPU's for %d of %d results; use seq or omp for this method",
               state->device->name, wrong, (int)NUMBERS);
  return XPBD_OK;
}
