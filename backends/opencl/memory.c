/* Why this file exists: all device memory of a simulation is one buffer, because kernels take buffers and
 * not structures with pointers. Addresses in the buffer replace the pointers. The host asks for the
 * buffer's address and writes them. */
#include <stdlib.h>

#include "base/error.h"
#include "opencl.h"

enum { ALIGNMENT = 128 };
enum { THREADS = 64 };          /* work-group size: with another one some drivers would compile again */
enum { MOST_QUEUED = 1 << 14 }; /* kernels queued before waiting for them, because a queue takes memory */

xpbd_status opencl_reserve(opencl_state *state, const void *from, int64_t bytes, void **out) {
  if (state->piece_count == state->piece_capacity) {
    const int capacity = 2 * state->piece_capacity + 64;
    opencl_piece *larger = realloc(state->pieces, sizeof *larger * (size_t)capacity);
    XPBD_REQUIRE(larger, XPBD_ERR_OUT_OF_MEMORY, "no memory for a list of %d arrays", capacity);
    state->pieces = larger;
    state->piece_capacity = capacity;
  }
  state->pieces[state->piece_count++] = (opencl_piece){state->bytes, bytes, from, out};
  *out = (void *)(uintptr_t)state->bytes;
  state->bytes += (bytes / ALIGNMENT + 1) * ALIGNMENT;
  return XPBD_OK;
}

static xpbd_status no_memory(const opencl_state *state, cl_int error) {
  return xpbd_fail(
      XPBD_ERR_OUT_OF_MEMORY,
      "%s has no memory for %lld bytes: %llu in all, %llu in one piece (%s); fewer copies or a smaller scene "
      "would fit",
      state->device->name, (long long)state->bytes, (unsigned long long)state->device->global_bytes,
      (unsigned long long)state->device->largest_bytes, opencl_error_name(error));
}

static bool is_memory(cl_int error) {
  return error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES || error == CL_OUT_OF_HOST_MEMORY ||
         error == CL_INVALID_BUFFER_SIZE;
}

/* Ask the device for the address of the arena, and whether its records match the host's. */
static xpbd_status ask(opencl_state *state, cl_program program, uint64_t *base, const uint64_t *wanted) {
  cl_int error;
  uint64_t found[5] = {0};
  const size_t one = 1;
  cl_kernel kernel = clCreateKernel(program, "k_open", &error);
  if (error != CL_SUCCESS) return opencl_failed(state->device, error, "k_open");
  cl_mem out = clCreateBuffer(state->device->context, CL_MEM_READ_WRITE, sizeof found, NULL, &error);
  if (error == CL_SUCCESS) error = clSetKernelArg(kernel, 0, sizeof state->arena, &state->arena);
  if (error == CL_SUCCESS) error = clSetKernelArg(kernel, 1, sizeof out, &out);
  if (error == CL_SUCCESS) error = clEnqueueNDRangeKernel(state->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL);
  if (error == CL_SUCCESS)
    error = clEnqueueReadBuffer(state->queue, out, CL_TRUE, 0, sizeof found, found, 0, NULL, NULL);
  if (out) clReleaseMemObject(out);
  clReleaseKernel(kernel);
  if (error != CL_SUCCESS) return opencl_failed(state->device, error, "k_open");
  for (int k = 1; k < 5; k++)
    XPBD_REQUIRE(found[k] == wanted[k - 1], XPBD_ERR_UNAVAILABLE,
                 "%s lays out record %d in %llu bytes, this program in %llu", state->device->name, k,
                 (unsigned long long)found[k], (unsigned long long)wanted[k - 1]);
  *base = found[0];
  return XPBD_OK;
}

xpbd_status opencl_fill(opencl_state *state, cl_program program, void *world, const uint64_t *sizes) {
  cl_int error = CL_SUCCESS;
  uint64_t base = 0;
  const cl_uint zero = 0;
  if ((cl_ulong)state->bytes > state->device->largest_bytes) return no_memory(state, CL_INVALID_BUFFER_SIZE);
  state->arena = clCreateBuffer(state->device->context, CL_MEM_READ_WRITE, (size_t)state->bytes, NULL, &error);
  if (error == CL_SUCCESS) /* some drivers allocate only now */
    error = clEnqueueFillBuffer(state->queue, state->arena, &zero, sizeof zero, 0, (size_t)state->bytes, 0, NULL, NULL);
  if (error == CL_SUCCESS) error = clFinish(state->queue);
  if (is_memory(error)) return no_memory(state, error);
  if (error != CL_SUCCESS) return opencl_failed(state->device, error, "clEnqueueFillBuffer");
  XPBD_TRY(ask(state, program, &base, sizes));
  for (int k = 0; k < state->piece_count; k++) {
    const opencl_piece *piece = &state->pieces[k];
    *piece->pointer = (void *)(uintptr_t)(base + (uint64_t)piece->at);
    if (piece->from) XPBD_TRY(opencl_write(state, piece->at, piece->from, piece->bytes));
  }
  state->base = base;
  return opencl_write(state, 0, world, (int64_t)sizes[0]);
}

int64_t opencl_place(const opencl_state *state, const void *address) {
  return (int64_t)((uint64_t)(uintptr_t)address - state->base);
}

xpbd_status opencl_write(opencl_state *state, int64_t at, const void *from, int64_t bytes) {
  if (bytes == 0) return XPBD_OK;
  XPBD_TRY(opencl_survives());
  OPENCL_TRY(state->device,
             clEnqueueWriteBuffer(state->queue, state->arena, CL_TRUE, (size_t)at, (size_t)bytes, from, 0, NULL, NULL));
  return XPBD_OK;
}

xpbd_status opencl_write_copies(opencl_state *state, const void *address, const void *from, int64_t bytes) {
  const int64_t at = opencl_place(state, address);
  XPBD_TRY(opencl_write(state, at, from, bytes));
  const int64_t batch = state->def->batch;
  for (int64_t have = 1; have < batch; have *= 2) { /* over the bus once, then doubling the copies */
    const int64_t more = have < batch - have ? have : batch - have;
    OPENCL_TRY(state->device, clEnqueueCopyBuffer(state->queue, state->arena, state->arena, (size_t)at,
                                                  (size_t)(at + have * bytes), (size_t)(more * bytes), 0, NULL, NULL));
  }
  return XPBD_OK;
}

xpbd_status opencl_read(opencl_state *state, int64_t at, void *to, int64_t bytes) {
  XPBD_TRY(opencl_survives());
  OPENCL_TRY(state->device,
             clEnqueueReadBuffer(state->queue, state->arena, CL_TRUE, (size_t)at, (size_t)bytes, to, 0, NULL, NULL));
  return XPBD_OK;
}

xpbd_status opencl_kernel(opencl_state *state, cl_program program, const char *name, cl_kernel *out) {
  cl_int error;
  *out = clCreateKernel(program, name, &error);
  if (error != CL_SUCCESS) return opencl_failed(state->device, error, name);
  OPENCL_TRY(state->device, clSetKernelArg(*out, 0, sizeof state->arena, &state->arena));
  return XPBD_OK;
}

xpbd_status opencl_enqueue(opencl_state *state, cl_kernel kernel, const size_t grid[2], const size_t group[2]) {
  cl_event event = NULL, *const wanted = state->busy.wanted ? &event : NULL;
  OPENCL_TRY(state->device, clEnqueueNDRangeKernel(state->queue, kernel, 2, NULL, grid, group, 0, NULL, wanted));
  if (wanted) XPBD_TRY(opencl_busy_add(state, event));
  if (++state->queued_kernels % MOST_QUEUED != 0) return XPBD_OK;
  OPENCL_TRY(state->device, clFinish(state->queue));
  return opencl_busy_sum(state);
}

xpbd_status opencl_launch(opencl_state *state, cl_kernel kernel, int32_t items, const int32_t *numbers, int count) {
  if (items <= 0) return XPBD_OK; /* an empty grid is an error before OpenCL 2.1 */
  const size_t most = state->device->most_threads < THREADS ? state->device->most_threads : THREADS;
  const size_t group[2] = {items == 1 ? 1 : most, 1};
  const size_t grid[2] = {((size_t)items + group[0] - 1) / group[0] * group[0], (size_t)state->def->batch};
  for (int k = 0; k < count; k++)
    OPENCL_TRY(state->device, clSetKernelArg(kernel, (cl_uint)(1 + k), sizeof *numbers, &numbers[k]));
  return opencl_enqueue(state, kernel, grid, group);
}
