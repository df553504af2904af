/* Why this file exists: see device.h. */
#include "device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { PLATFORMS = 16, DEVICES = 64 };

static opencl_device devices[DEVICES];
static int32_t listed;
static char nothing[256]; /* why there is none */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

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

xpbd_status opencl_failed(cl_int error, const char *call) {
  const int length = (int)strcspn(call, "("); /* not its arguments */
  return xpbd_fail(error == CL_DEVICE_NOT_AVAILABLE ? XPBD_ERR_DEVICE_LOST : XPBD_ERR_DEVICE, "%.*s: %s (%d)", length,
                   call, opencl_error_name(error), (int)error);
}

/* ---- the list ---- */

static void describe(opencl_device *device) {
  cl_device_fp_config single = 0, twice = 0;
  const struct {
    cl_device_info what;
    size_t size;
    void *to;
  } wanted[] = {
      {CL_DEVICE_TYPE, sizeof device->type, &device->type},
      {CL_DEVICE_NAME, sizeof device->name - 1, device->name},
      {CL_DEVICE_VERSION, sizeof device->version - 1, device->version},
      {CL_DRIVER_VERSION, sizeof device->driver - 1, device->driver},
      {CL_DEVICE_MAX_COMPUTE_UNITS, sizeof device->units, &device->units},
      {CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof device->clock, &device->clock},
      {CL_DEVICE_GLOBAL_MEM_SIZE, sizeof device->global_bytes, &device->global_bytes},
      {CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof device->largest_bytes, &device->largest_bytes},
      {CL_DEVICE_LOCAL_MEM_SIZE, sizeof device->local_bytes, &device->local_bytes},
      {CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof device->most_threads, &device->most_threads},
      {CL_DEVICE_SINGLE_FP_CONFIG, sizeof single, &single},
      {CL_DEVICE_DOUBLE_FP_CONFIG, sizeof twice, &twice},
  };
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) /* what it does not say stays 0 */
    clGetDeviceInfo(device->id, wanted[k].what, wanted[k].size, wanted[k].to, NULL);
  clGetPlatformInfo(device->platform, CL_PLATFORM_NAME, sizeof device->platform_name - 1, device->platform_name, NULL);
  device->has_double = twice != 0;
  device->rounds = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
}

static int rank(const opencl_device *device) {
  return device->type & CL_DEVICE_TYPE_GPU ? 0 : device->type & CL_DEVICE_TYPE_ACCELERATOR ? 1 : 2;
}

/* Behind those of its rank. */
static void list(const opencl_device *device) {
  const char *asked = getenv("XPBD_OPENCL_DEVICE");
  if (listed == DEVICES) return;
  if (asked && *asked && !strstr(device->name, asked) && !strstr(device->platform_name, asked)) return;
  int32_t at = listed++;
  for (; at > 0 && rank(&devices[at - 1]) > rank(device); at--) devices[at] = devices[at - 1];
  devices[at] = *device;
}

static void list_platform(cl_platform_id platform) {
  cl_device_id ids[DEVICES];
  cl_uint count = 0;
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, DEVICES, ids, &count) != CL_SUCCESS) return;
  for (cl_uint k = 0; k < count && k < DEVICES; k++) {
    opencl_device device = {.platform = platform, .id = ids[k]};
    describe(&device);
    list(&device);
  }
}

static void list_all(void) {
  cl_platform_id platforms[PLATFORMS];
  cl_uint count = 0;
  const char *asked = getenv("XPBD_OPENCL_DEVICE");
  const cl_int error = clGetPlatformIDs(PLATFORMS, platforms, &count);
  if (error != CL_SUCCESS || count == 0) {
    snprintf(nothing, sizeof nothing, "no OpenCL device: no driver is installed (%s)", opencl_error_name(error));
    return;
  }
  for (cl_uint k = 0; k < count && k < PLATFORMS; k++) list_platform(platforms[k]);
  if (listed == 0 && asked && *asked)
    snprintf(nothing, sizeof nothing, "no OpenCL device or platform has '%.100s' in its name (XPBD_OPENCL_DEVICE)",
             asked);
  else if (listed == 0)
    snprintf(nothing, sizeof nothing, "no OpenCL device: the drivers of %u platform(s) offer none", (unsigned)count);
}

xpbd_status opencl_device_count(int32_t *count) {
  pthread_once(&once, list_all);
  *count = listed;
  XPBD_REQUIRE(listed > 0, XPBD_ERR_UNAVAILABLE, "%s", nothing);
  return XPBD_OK;
}

/* ---- one of them ---- */

xpbd_status opencl_device_describe(int32_t number, char *out, size_t capacity) {
  int32_t count;
  XPBD_TRY(opencl_device_count(&count));
  const opencl_device *device = &devices[number];
  static const char *const kinds[] = {"GPU", "accelerator", "CPU"};
  snprintf(out, capacity, "%s: %s, %s, driver %s, %u compute units, %u MHz, %llu KiB of local memory%s",
           kinds[rank(device)], device->name, device->platform_name, device->driver, (unsigned)device->units,
           (unsigned)device->clock, (unsigned long long)(device->local_bytes >> 10),
           count > 1 ? " (device 0 of several)" : "");
  return XPBD_OK;
}

static xpbd_status check(const opencl_device *device) {
  cl_bool compiler = CL_FALSE, little = CL_FALSE;
  cl_uint bits = 0;
  clGetDeviceInfo(device->id, CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler, NULL);
  clGetDeviceInfo(device->id, CL_DEVICE_ENDIAN_LITTLE, sizeof little, &little, NULL);
  clGetDeviceInfo(device->id, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, NULL);
  XPBD_REQUIRE(compiler, XPBD_ERR_UNAVAILABLE, "%s: its driver has no compiler", device->name);
  XPBD_REQUIRE(little && bits == 64 && sizeof(void *) == 8, XPBD_ERR_UNAVAILABLE,
               "%s: %u bits of address, and %s-endian; 64 and little are needed here", device->name, (unsigned)bits,
               little ? "little" : "big");
  return XPBD_OK;
}

xpbd_status opencl_device_open(int32_t number, opencl_device **out) {
  int32_t count;
  XPBD_TRY(opencl_device_count(&count));
  XPBD_REQUIRE(number < count, XPBD_ERR_UNAVAILABLE, "there is no OpenCL device %d; this machine has %d", (int)number,
               (int)count);
  opencl_device *device = &devices[number];
  XPBD_TRY(check(device));
  const cl_context_properties where[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)device->platform, 0};
  cl_int error = CL_SUCCESS;
  pthread_mutex_lock(&guard);
  if (!device->context) device->context = clCreateContext(where, 1, &device->id, NULL, NULL, &error);
  pthread_mutex_unlock(&guard);
  XPBD_REQUIRE(error == CL_SUCCESS, XPBD_ERR_UNAVAILABLE, "%s: the driver of %s opens no context: %s (%d)",
               device->name, device->platform_name, opencl_error_name(error), (int)error);
  *out = device;
  return XPBD_OK;
}
