/* Why this file exists: lists the devices of all OpenCL platforms once, GPUs first, and opens the requested one. */
#include "device.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "layout/records.h"

enum { PLATFORMS = 16, DEVICES = 64 };

static opencl_device devices[DEVICES];
static int32_t listed;
static char nothing[256]; /* why there is no device */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

/* ---- processes ---- */

static atomic_bool forked; /* this process has the driver's state, but not its threads */

static void lose_threads(void) {
  atomic_store(&forked, true);
}

xpbd_status opencl_survives(void) {
  XPBD_REQUIRE(!atomic_load(&forked), XPBD_ERR_UNAVAILABLE,
               "OpenCL was in use before fork(), so this process cannot use it");
  return XPBD_OK;
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
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof device->lanes[0], &device->lanes[0]},
      {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, sizeof device->lanes[1], &device->lanes[1]},
      {CL_DEVICE_MAX_COMPUTE_UNITS, sizeof device->units, &device->units},
      {CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof device->clock, &device->clock},
      {CL_DEVICE_GLOBAL_MEM_SIZE, sizeof device->global_bytes, &device->global_bytes},
      {CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof device->largest_bytes, &device->largest_bytes},
      {CL_DEVICE_LOCAL_MEM_SIZE, sizeof device->local_bytes, &device->local_bytes},
      {CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof device->most_threads, &device->most_threads},
      {CL_DEVICE_SINGLE_FP_CONFIG, sizeof single, &single},
      {CL_DEVICE_DOUBLE_FP_CONFIG, sizeof twice, &twice},
  };
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) /* unreported values stay 0 */
    clGetDeviceInfo(device->id, wanted[k].what, wanted[k].size, wanted[k].to, NULL);
  clGetPlatformInfo(device->platform, CL_PLATFORM_NAME, sizeof device->platform_name - 1, device->platform_name, NULL);
  clGetPlatformInfo(device->platform, CL_PLATFORM_VERSION, sizeof device->platform_version - 1,
                    device->platform_version, NULL);
  for (int k = 0; k < 2; k++) { /* four particles are moved at a time, and blocks must divide those of the layout */
    const bool fits = device->lanes[k] >= 4 && XPBD_PADDING % device->lanes[k] == 0;
    if (!(device->type & CL_DEVICE_TYPE_CPU) || !fits) device->lanes[k] = 1;
  }
  device->has_double = twice != 0;
  device->rounds = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
}

static int rank(const opencl_device *device) {
  return device->type & CL_DEVICE_TYPE_GPU ? 0 : device->type & CL_DEVICE_TYPE_ACCELERATOR ? 1 : 2;
}

/* Insert it after the devices of its rank. */
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
  const cl_int error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, DEVICES, ids, &count);
  if (error != CL_SUCCESS) {
    char name[128] = "";
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    snprintf(nothing, sizeof nothing,
             "no OpenCL device: the driver of '%s' offers none (%s); is its device there, and "
             "may this user open it?",
             name, opencl_error_name(error));
    return;
  }
  for (cl_uint k = 0; k < count && k < DEVICES; k++) {
    opencl_device device = {.platform = platform, .id = ids[k]};
    describe(&device);
    list(&device);
  }
}

static void list_all(void) {
  (void)pthread_atfork(NULL, NULL, lose_threads);
  cl_platform_id platforms[PLATFORMS];
  cl_uint count = 0;
  const char *asked = getenv("XPBD_OPENCL_DEVICE");
  const cl_int error = clGetPlatformIDs(PLATFORMS, platforms, &count);
  if (error != CL_SUCCESS || count == 0) {
    snprintf(
        nothing, sizeof nothing,
        "no OpenCL device: no driver is installed (%s); a GPU's comes from its vendor, pocl-opencl-icd makes a CPU one",
        opencl_error_name(error));
    return;
  }
  for (cl_uint k = 0; k < count && k < PLATFORMS; k++) list_platform(platforms[k]);
  if (listed == 0 && asked && *asked)
    snprintf(nothing, sizeof nothing, "no OpenCL device or platform has '%.100s' in its name (XPBD_OPENCL_DEVICE)",
             asked);
  else if (listed == 0 && !*nothing)
    snprintf(nothing, sizeof nothing, "no OpenCL device: the drivers of %u platform(s) offer none", (unsigned)count);
}

/// Number of devices. If XPBD_OPENCL_DEVICE is set, only those with it in their name or in their platform's name.
/// XPBD_ERR_UNAVAILABLE with the reason if there is none.
static xpbd_status opencl_device_count(int32_t *count) {
  *count = 0;
  XPBD_TRY(opencl_survives());
  pthread_once(&once, list_all);
  *count = listed;
  XPBD_REQUIRE(listed > 0, XPBD_ERR_UNAVAILABLE, "%s", nothing);
  return XPBD_OK;
}

/* ---- one of them ---- */

/* All devices with their numbers, which distinguish equal names. */
static void name_all(char *out, size_t capacity) {
  size_t used = 0;
  for (int32_t k = 0; k < listed && used < capacity; k++)
    used += (size_t)snprintf(out + used, capacity - used, "%s%d: %s (%s)", k > 0 ? ", " : "", (int)k, devices[k].name,
                             devices[k].platform_name);
}

xpbd_status opencl_device_describe(int32_t number, char *out, size_t capacity) {
  int32_t count;
  XPBD_TRY(opencl_device_count(&count));
  const opencl_device *device = &devices[number];
  static const char *const kinds[] = {"GPU", "accelerator", "CPU"};
  snprintf(out, capacity, "%s: %s, %s, driver %s, %u compute units, %u MHz, %llu KiB of local memory%s",
           kinds[rank(device)], device->name, device->platform_name, device->driver, (unsigned)device->units,
           (unsigned)device->clock, (unsigned long long)(device->local_bytes >> 10), count > 1 ? "; of " : "");
  if (count > 1) name_all(out + strlen(out), capacity - strlen(out));
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
               "%s: %u-bit, %s-endian addresses; 64-bit and little-endian are needed", device->name, (unsigned)bits,
               little ? "little" : "big");
  return XPBD_OK;
}

xpbd_status opencl_device_open(int32_t number, opencl_device **out) {
  int32_t count;
  XPBD_TRY(opencl_device_count(&count));
  if (number >= count) {
    char all[400];
    name_all(all, sizeof all);
    return xpbd_fail(XPBD_ERR_UNAVAILABLE, "there is no OpenCL device %d; this machine has %s", (int)number, all);
  }
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
