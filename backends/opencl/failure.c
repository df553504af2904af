/* Why this file exists: turns a driver's error into a message: which device, which call, and what to do. Drivers report
 * different errors for a failed device, so the device is asked whether it still answers. */
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "device.h"

const char *opencl_error_name(cl_int error) {
  static const struct {
    cl_int error;
    const char *name;
  } names[] = {
      {-1, "CL_DEVICE_NOT_FOUND"},
      {-2, "CL_DEVICE_NOT_AVAILABLE"},
      {-3, "CL_COMPILER_NOT_AVAILABLE"},
      {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
      {-5, "CL_OUT_OF_RESOURCES"},
      {-6, "CL_OUT_OF_HOST_MEMORY"},
      {-11, "CL_BUILD_PROGRAM_FAILURE"},
      {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
      {-30, "CL_INVALID_VALUE"},
      {-34, "CL_INVALID_CONTEXT"},
      {-36, "CL_INVALID_COMMAND_QUEUE"},
      {-42, "CL_INVALID_BINARY"},
      {-43, "CL_INVALID_BUILD_OPTIONS"},
      {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
      {-46, "CL_INVALID_KERNEL_NAME"},
      {-52, "CL_INVALID_KERNEL_ARGS"},
      {-54, "CL_INVALID_WORK_GROUP_SIZE"},
      {-61, "CL_INVALID_BUFFER_SIZE"},
      {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
  };
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (names[k].error == error) return names[k].name;
  return "an error";
}

static bool is_memory(cl_int error) {
  return error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_HOST_MEMORY;
}

/* Whether the device still takes a command and answers. Without memory for the test it counts as answering. */
static bool answers(const opencl_device *device) {
  const cl_uint asked = 0x58504244u;
  cl_uint got = 0;
  cl_int error;
  cl_mem buffer = clCreateBuffer(device->context, CL_MEM_READ_WRITE, sizeof got, NULL, &error);
  if (error != CL_SUCCESS) return is_memory(error);
  cl_command_queue queue = clCreateCommandQueue(device->context, device->id, 0, &error);
  if (error == CL_SUCCESS)
    error = clEnqueueFillBuffer(queue, buffer, &asked, sizeof asked, 0, sizeof asked, 0, NULL, NULL);
  if (error == CL_SUCCESS) error = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof got, &got, 0, NULL, NULL);
  if (queue) clReleaseCommandQueue(queue);
  clReleaseMemObject(buffer);
  return is_memory(error) || (error == CL_SUCCESS && got == asked);
}

xpbd_status opencl_failed(const opencl_device *device, cl_int error, const char *call) {
  const int length = (int)strcspn(call, "("); /* without its arguments */
  const char *name = opencl_error_name(error);
  if (is_memory(error))
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: %.*s: %s (%d); fewer copies or a smaller scene need less memory",
                     device->name, length, call, name, (int)error);
  if (error == CL_DEVICE_NOT_AVAILABLE || !answers(device))
    return xpbd_fail(XPBD_ERR_DEVICE_LOST,
                     "%s: %.*s: %s (%d); the device is lost: nothing runs on it until the program is restarted",
                     device->name, length, call, name, (int)error);
  return xpbd_fail(XPBD_ERR_DEVICE, "%s: %.*s: %s (%d)", device->name, length, call, name, (int)error);
}
