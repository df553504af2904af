/* Why this file exists: a preloaded library that makes chosen calls of OpenCL fail, counts calls, and can double the
 * one platform:
 *   FAULTS_CALL=clFinish FAULTS_AT=3 FAULTS_ERROR=-5   the third clFinish gives CL_OUT_OF_RESOURCES
 *   FAULTS_LOST=1                                      and so does every later call of this file
 *   FAULTS_TWICE=1                                     two platforms with one name
 *   FAULTS_GPU=1                                       devices claim to be GPUs; =2: from the second query on
 *   FAULTS_ACCELERATOR=1                               devices claim to be accelerators
 *   FAULTS_INFO=0x100d:32                              the devices' answer to a question about a number
 *   FAULTS_TEXT=0x102b                                 the answer to a question about a text, also of platforms, begins
 *                                                      with #
 *   FAULTS_RECORD=2                                    a program reports another value for this one of the five numbers
 *                                                      about its records
 *   FAULTS_OLD=1                                       a driver of OpenCL 1.2, which refuses an empty grid
 *   FAULTS_SCALE=1.001                                 every float that is read is multiplied by this
 *   FAULTS_TICKS=1000                                  each kernel takes so many nanoseconds of the device's clock
 *   FAULTS_LOG=TEXT                                    the messages of a compiler
 *   FAULTS_COUNT=FILE                                  at the end of a process that uses OpenCL, lines "CALL NUMBER",
 *                                                      and "left THING NUMBER" for what was made and not released
 * Groups with more threads than FAULTS_INFO=0x1004:NUMBER allows are refused. */
#define _GNU_SOURCE              /* RTLD_NEXT */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CALLS(ENTRY)                                                                                                   \
  ENTRY(clGetDeviceIDs)                                                                                                \
  ENTRY(clCreateContext)                                                                                               \
  ENTRY(clCreateCommandQueue)                                                                                          \
  ENTRY(clCreateBuffer)                                                                                                \
  ENTRY(clCreateProgramWithSource)                                                                                     \
  ENTRY(clCreateProgramWithBinary)                                                                                     \
  ENTRY(clBuildProgram)                                                                                                \
  ENTRY(clEnqueueNDRangeKernel)                                                                                        \
  ENTRY(clEnqueueReadBuffer)                                                                                           \
  ENTRY(clGetEventProfilingInfo)                                                                                       \
  ENTRY(clFlush)                                                                                                       \
  ENTRY(clFinish)                                                                                                      \
  ENTRY(clCreateKernel)                                                                                                \
  ENTRY(clReleaseCommandQueue)                                                                                         \
  ENTRY(clReleaseMemObject)                                                                                            \
  ENTRY(clReleaseKernel)                                                                                               \
  ENTRY(clReleaseEvent)
enum {
#define ENTRY(call) AT_##call,
  CALLS(ENTRY) COUNT
#undef ENTRY
};
static const char *const names[COUNT] = {
#define ENTRY(call) #call,
    CALLS(ENTRY)
#undef ENTRY
};
static atomic_long made[COUNT], given[COUNT]; /* calls; how many of them gave an object, queued kernels an event */
static atomic_int lost;

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

/* A device's answer to a question, if one is given. */
static cl_ulong told(cl_uint what, cl_ulong usual) {
  const char *text = getenv("FAULTS_INFO");
  char *value = NULL;
  if (!text || strtoul(text, &value, 0) != what || *value != ':') return usual;
  return strtoull(value + 1, NULL, 0);
}

/* The error that this call must give; CL_SUCCESS = none. */
static cl_int fault(int which) {
  const long now = atomic_fetch_add(&made[which], 1) + 1;
  const char *call = getenv("FAULTS_CALL");
  const cl_int error = (cl_int)number("FAULTS_ERROR");
  if (atomic_load(&lost)) return error;
  if (!call || strcmp(call, names[which]) != 0 || now != number("FAULTS_AT")) return CL_SUCCESS;
  if (number("FAULTS_LOST")) atomic_store(&lost, 1);
  return error;
}

/* The real call; written through a pointer, because ISO C converts no object pointer to a function. */
static void find(void *out, int which) {
  void *behind = dlsym(RTLD_NEXT, names[which]);
  memcpy(out, &behind, sizeof behind);
}

/* A call that returns its error, and one that returns an object and its error by a pointer. */
#define STATUS(call, parameters, arguments)                                                                            \
  cl_int call parameters {                                                                                             \
    cl_int(*behind) parameters;                                                                                        \
    const cl_int error = fault(AT_##call);                                                                             \
    find(&behind, AT_##call);                                                                                          \
    return error == CL_SUCCESS ? behind arguments : error;                                                             \
  }
#define OBJECT(type, call, parameters, arguments)                                                                      \
  type call parameters {                                                                                               \
    type(*behind) parameters;                                                                                          \
    const cl_int failed = fault(AT_##call);                                                                            \
    find(&behind, AT_##call);                                                                                          \
    type object = failed == CL_SUCCESS ? behind arguments : NULL;                                                      \
    if (failed != CL_SUCCESS && error) *error = failed;                                                                \
    if (object) atomic_fetch_add(&given[AT_##call], 1);                                                                \
    return object;                                                                                                     \
  }
/* A call that releases an object, which never fails. */
#define RELEASE(call, type)                                                                                            \
  cl_int call(type object) {                                                                                           \
    cl_int (*behind)(type);                                                                                            \
    atomic_fetch_add(&made[AT_##call], 1);                                                                             \
    find(&behind, AT_##call);                                                                                          \
    return behind(object);                                                                                             \
  }

STATUS(clGetDeviceIDs, (cl_platform_id p, cl_device_type type, cl_uint most, cl_device_id *out, cl_uint *count),
       (p, type, most, out, count))
STATUS(clFlush, (cl_command_queue queue), (queue))
STATUS(clFinish, (cl_command_queue queue), (queue))
STATUS(clBuildProgram,
       (cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
        void(CL_CALLBACK *say)(cl_program, void *), void *data),
       (program, count, devices, options, say, data))
OBJECT(cl_context, clCreateContext,
       (const cl_context_properties *what, cl_uint count, const cl_device_id *devices,
        void(CL_CALLBACK *say)(const char *, const void *, size_t, void *), void *data, cl_int *error),
       (what, count, devices, say, data, error))
OBJECT(cl_command_queue, clCreateCommandQueue,
       (cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int *error),
       (context, device, properties, error))
OBJECT(cl_mem, clCreateBuffer, (cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *error),
       (context, flags, bytes, host, error))
OBJECT(cl_program, clCreateProgramWithSource,
       (cl_context context, cl_uint count, const char **texts, const size_t *sizes, cl_int *error),
       (context, count, texts, sizes, error))
OBJECT(cl_program, clCreateProgramWithBinary,
       (cl_context context, cl_uint count, const cl_device_id *devices, const size_t *sizes,
        const unsigned char **binaries, cl_int *each, cl_int *error),
       (context, count, devices, sizes, binaries, each, error))

OBJECT(cl_kernel, clCreateKernel, (cl_program program, const char *name, cl_int *error), (program, name, error))
RELEASE(clReleaseCommandQueue, cl_command_queue)
RELEASE(clReleaseMemObject, cl_mem)
RELEASE(clReleaseKernel, cl_kernel)
RELEASE(clReleaseEvent, cl_event)

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint axes, const size_t *offset,
                              const size_t *grid, const size_t *group, cl_uint waits, const cl_event *events,
                              cl_event *event) {
  cl_int (*behind)(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint,
                   const cl_event *, cl_event *);
  const cl_int failed = fault(AT_clEnqueueNDRangeKernel);
  cl_ulong threads = 1;
  find(&behind, AT_clEnqueueNDRangeKernel);
  for (cl_uint k = 0; failed == CL_SUCCESS && number("FAULTS_OLD") && k < axes; k++)
    if (grid[k] == 0) return CL_INVALID_GLOBAL_WORK_SIZE;
  for (cl_uint k = 0; group && k < axes; k++) threads *= group[k];
  if (threads > told(CL_DEVICE_MAX_WORK_GROUP_SIZE, threads)) return CL_INVALID_WORK_GROUP_SIZE;
  const cl_int error = failed ? failed : behind(queue, kernel, axes, offset, grid, group, waits, events, event);
  if (error == CL_SUCCESS && event) atomic_fetch_add(&given[AT_clEnqueueNDRangeKernel], 1);
  return error;
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool wait, size_t at, size_t bytes, void *to,
                           cl_uint waits, const cl_event *events, cl_event *event) {
  cl_int (*behind)(cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint, const cl_event *, cl_event *);
  const cl_int failed = fault(AT_clEnqueueReadBuffer);
  find(&behind, AT_clEnqueueReadBuffer);
  const cl_int error = failed ? failed : behind(queue, buffer, wait, at, bytes, to, waits, events, event);
  const char *scale = getenv("FAULTS_SCALE");
  const long record = number("FAULTS_RECORD");
  if (error == CL_SUCCESS && record > 0 && record < 5 && bytes == 5 * sizeof(cl_ulong)) ((cl_ulong *)to)[record]++;
  if (error != CL_SUCCESS || !scale || bytes < 512) return error; /* counts and addresses are shorter */
  for (size_t k = 0; k < bytes / sizeof(float); k++) ((float *)to)[k] *= (float)atof(scale);
  return error;
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t bytes, void *out, size_t *size) {
  cl_int (*behind)(cl_event, cl_profiling_info, size_t, void *, size_t *);
  const cl_int failed = fault(AT_clGetEventProfilingInfo);
  find(&behind, AT_clGetEventProfilingInfo);
  const cl_int error = failed ? failed : behind(event, what, bytes, out, size);
  const cl_ulong now = what == CL_PROFILING_COMMAND_END ? 5000 + (cl_ulong)number("FAULTS_TICKS") : 5000;
  if (error == CL_SUCCESS && number("FAULTS_TICKS")) memcpy(out, &now, sizeof now);
  return error;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what, size_t bytes,
                             void *out, size_t *size) {
  cl_int (*behind)(cl_program, cl_device_id, cl_program_build_info, size_t, void *, size_t *);
  void *found = dlsym(RTLD_NEXT, "clGetProgramBuildInfo");
  const char *log = getenv("FAULTS_LOG");
  memcpy(&behind, &found, sizeof found);
  if (!log || what != CL_PROGRAM_BUILD_LOG) return behind(program, device, what, bytes, out, size);
  if (size) *size = strlen(log) + 1;
  if (out && bytes > strlen(log)) memcpy(out, log, strlen(log) + 1);
  return CL_SUCCESS;
}

cl_int clGetPlatformIDs(cl_uint most, cl_platform_id *out, cl_uint *count) {
  cl_int (*behind)(cl_uint, cl_platform_id *, cl_uint *);
  void *found = dlsym(RTLD_NEXT, "clGetPlatformIDs");
  memcpy(&behind, &found, sizeof found);
  const cl_int error = behind(most, out, count);
  if (error != CL_SUCCESS || !number("FAULTS_TWICE") || !out || !count || *count == 0 || *count >= most) return error;
  out[*count] = out[0];
  ++*count;
  return error;
}

/* The requested text begins with another letter. */
static void mark(cl_uint what, size_t bytes, void *out) {
  const char *text = getenv("FAULTS_TEXT");
  if (text && strtoul(text, NULL, 0) == what && out && bytes > 1) *(char *)out = '#';
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t bytes, void *out, size_t *size) {
  cl_int (*behind)(cl_platform_id, cl_platform_info, size_t, void *, size_t *);
  void *found = dlsym(RTLD_NEXT, "clGetPlatformInfo");
  memcpy(&behind, &found, sizeof found);
  const cl_int error = behind(platform, what, bytes, out, size);
  if (error == CL_SUCCESS) mark(what, bytes, out);
  return error;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t bytes, void *out, size_t *size) {
  static atomic_long types;
  cl_int (*behind)(cl_device_id, cl_device_info, size_t, void *, size_t *);
  void *found = dlsym(RTLD_NEXT, "clGetDeviceInfo");
  memcpy(&behind, &found, sizeof found);
  const cl_int error = behind(device, what, bytes, out, size);
  if (error != CL_SUCCESS || !out) return error;
  const long gpu = number("FAULTS_GPU"), accelerator = number("FAULTS_ACCELERATOR");
  const cl_device_type type = accelerator ? CL_DEVICE_TYPE_ACCELERATOR : CL_DEVICE_TYPE_GPU;
  if (what == CL_DEVICE_TYPE && bytes >= sizeof type) {
    const long now = atomic_fetch_add(&types, 1) + 1;
    if (accelerator || (gpu > 0 && now >= gpu)) memcpy(out, &type, sizeof type);
  }
  cl_ulong usual = 0;
  cl_uint narrow = 0;
  if (bytes == sizeof usual) memcpy(&usual, out, sizeof usual);
  if (bytes == sizeof narrow) memcpy(&narrow, out, sizeof narrow), usual = narrow;
  const cl_ulong answer = told(what, usual);
  if (bytes == sizeof usual) memcpy(out, &answer, sizeof answer);
  if (bytes == sizeof narrow) narrow = (cl_uint)answer, memcpy(out, &narrow, sizeof narrow);
  mark(what, bytes, out);
  return error;
}

__attribute__((destructor)) static void say(void) {
  FILE *file = made[AT_clGetDeviceIDs] && getenv("FAULTS_COUNT") ? fopen(getenv("FAULTS_COUNT"), "w") : NULL;
  static const struct {
    const char *what;
    int from, back;
  } things[] = {{"queues", AT_clCreateCommandQueue, AT_clReleaseCommandQueue},
                {"buffers", AT_clCreateBuffer, AT_clReleaseMemObject},
                {"kernels", AT_clCreateKernel, AT_clReleaseKernel},
                {"events", AT_clEnqueueNDRangeKernel, AT_clReleaseEvent}};
  for (int k = 0; file && k < COUNT; k++) fprintf(file, "%s %ld\n", names[k], atomic_load(&made[k]));
  for (size_t k = 0; file && k < sizeof things / sizeof *things; k++)
    fprintf(file, "left %s %ld\n", things[k].what,
            atomic_load(&given[things[k].from]) - atomic_load(&made[things[k].back]));
  if (file) fclose(file);
}
