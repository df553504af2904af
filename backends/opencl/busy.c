/* Why this file exists: measures the computing time of a device by its own clock (CL_PROFILING_COMMAND_START and
 * _END of each kernel). These frames use a separate queue. The usual queue has no profiling, because with it some
 * drivers pause after each kernel. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "opencl.h"

xpbd_status opencl_busy_add(opencl_state *state, cl_event event) {
  opencl_busy *busy = &state->busy;
  if (busy->count == busy->capacity) {
    const int capacity = 2 * busy->capacity + 1024;
    cl_event *larger = realloc(busy->events, sizeof *larger * (size_t)capacity);
    if (!larger) {
      clReleaseEvent(event);
      return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %d events of a device", capacity);
    }
    busy->events = larger;
    busy->capacity = capacity;
  }
  busy->events[busy->count++] = event;
  return XPBD_OK;
}

/* Add the times of the finished kernels and release their events. */
xpbd_status opencl_busy_sum(opencl_state *state) {
  opencl_busy *busy = &state->busy;
  cl_int error = CL_SUCCESS;
  for (int k = 0; k < busy->count; k++) {
    cl_ulong start = 0, end = 0;
    if (error == CL_SUCCESS)
      error = clGetEventProfilingInfo(busy->events[k], CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    if (error == CL_SUCCESS)
      error = clGetEventProfilingInfo(busy->events[k], CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    if (end >= start) busy->nanoseconds += end - start;
    clReleaseEvent(busy->events[k]);
  }
  busy->count = 0;
  if (error != CL_SUCCESS) return opencl_failed(state->device, error, "clGetEventProfilingInfo");
  return XPBD_OK;
}

xpbd_status opencl_busy_step(opencl_state *state, int32_t frames, xpbd_status (*step)(opencl_state *, int32_t),
                             double *seconds) {
  cl_int error;
  cl_command_queue usual = state->queue;
  OPENCL_TRY(state->device, clFinish(usual)); /* queues do not wait for each other */
  cl_command_queue timed =
      clCreateCommandQueue(state->device->context, state->device->id, CL_QUEUE_PROFILING_ENABLE, &error);
  if (error != CL_SUCCESS) return opencl_failed(state->device, error, "clCreateCommandQueue");
  state->queue = timed;
  state->busy = (opencl_busy){.wanted = true};
  xpbd_status status = step(state, frames);
  error = clFinish(timed);
  if (status == XPBD_OK && error != CL_SUCCESS) status = opencl_failed(state->device, error, "clFinish");
  const xpbd_status summed = opencl_busy_sum(state); /* also after a failure, to release events */
  if (status == XPBD_OK) status = summed;
  *seconds = status == XPBD_OK ? (double)state->busy.nanoseconds * 1e-9 : (double)NAN;
  free(state->busy.events);
  state->busy = (opencl_busy){.wanted = false};
  state->queue = usual;
  clReleaseCommandQueue(timed);
  return status;
}
