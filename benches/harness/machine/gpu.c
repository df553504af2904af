/* Why this file exists: asks NVML which GPU a benchmark runs on and in what state it is. A failed call gives an unknown
 * field with its reason. Fields are not applicable only on a machine without an NVIDIA driver. */
#include "gpu.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvml_api.h"

/// NVML was not called, because there is no device or no library to ask.
enum { NOT_ASKED = -2 };
enum { MAX_REASONS = 48 };

static struct {
  bool opened;
  nvml_outcome outcome;
  nvml_api api;
  char why[160];
  unsigned count;
  int count_code;
} gpu;

static void open_library(void) {
  if (gpu.opened) return;
  gpu.opened = true;
  gpu.outcome = nvml_open(&gpu.api, gpu.why, sizeof gpu.why);
  gpu.count_code = gpu.outcome == NVML_READY ? gpu.api.count(&gpu.count) : NOT_ASKED;
  if (gpu.count_code != NVML_SUCCESS) gpu.count = 0;
}

void bench_gpu_close(void) {
  nvml_close(&gpu.api);
  gpu.opened = false;
}

const nvml_api *bench_gpu_api(void) {
  return gpu.opened && gpu.outcome == NVML_READY ? &gpu.api : NULL;
}

bool bench_on_gpu(const bench_point *point) {
  return strcmp(bench_text(point, "backend"), "cuda") == 0;
}

bool bench_on_device(const bench_point *point) {
  return bench_on_gpu(point) || strcmp(bench_text(point, "backend"), "opencl") == 0;
}

int bench_gpu_of_plan(const bench_plan *plan) {
  for (int i = 0; i < plan->count; i++)
    if (bench_on_gpu(&plan->points[i])) return (int)bench_int(&plan->points[i], "device");
  return 0;
}

static bool read_name(unsigned index, char name[NVML_TEXT]) {
  nvml_device device = NULL;
  name[0] = '\0';
  if (!gpu.api.name || gpu.api.by_index(index, &device) != NVML_SUCCESS) return false;
  if (gpu.api.name(device, name, NVML_TEXT) != NVML_SUCCESS) name[0] = '\0';
  name[NVML_TEXT - 1] = '\0';
  return name[0] != '\0';
}

/// Whether CUDA and NVML number the devices alike. CUDA starts with the fastest, NVML follows the bus. They agree if
/// all devices are equal or CUDA_DEVICE_ORDER says so.
static bool same_order(void) {
  const char *order = getenv("CUDA_DEVICE_ORDER");
  if (gpu.count < 2 || (order != NULL && strcmp(order, "PCI_BUS_ID") == 0)) return true;
  char first[NVML_TEXT], other[NVML_TEXT];
  if (!read_name(0, first)) return false;
  for (unsigned i = 1; i < gpu.count; i++)
    if (!read_name(i, other) || strcmp(first, other) != 0) return false;
  return true;
}

/// The only device whose UUID begins like this, or NULL.
static nvml_device by_uuid(const char *wanted, size_t length) {
  nvml_device device = NULL, found = NULL;
  char uuid[NVML_TEXT];
  for (unsigned i = 0; i < gpu.count && gpu.api.uuid != NULL; i++) {
    if (gpu.api.by_index(i, &device) != NVML_SUCCESS) continue;
    if (gpu.api.uuid(device, uuid, sizeof uuid) != NVML_SUCCESS || strncmp(uuid, wanted, length) != 0) continue;
    if (found) return NULL;
    found = device;
  }
  return found;
}

/// Entry `number` of CUDA_VISIBLE_DEVICES. NULL when there are fewer.
static const char *visible_entry(const char *list, int number, size_t *length) {
  for (int i = 0;; i++) {
    *length = strcspn(list, ",");
    if (*length == 0) return NULL;
    if (i == number) return list;
    list += *length;
    if (*list == ',') ++list;
  }
}

nvml_device bench_gpu_find(int number, char *why, size_t capacity) {
  nvml_device device = NULL;
  why[0] = '\0';
  if (bench_gpu_api() == NULL) {
    snprintf(why, capacity, "%s", gpu.opened ? gpu.why : "NVML was not opened");
    return NULL;
  }
  const char *visible = getenv("CUDA_VISIBLE_DEVICES");
  long index = number;
  if (visible) {
    size_t length = 0;
    const char *entry = visible_entry(visible, number, &length);
    if (!entry) {
      snprintf(why, capacity, "CUDA_VISIBLE_DEVICES has no device %d", number);
      return NULL;
    }
    char *end = NULL;
    index = strtol(entry, &end, 10);
    if (end != entry + length) {
      // A part of a GPU (MIG) has its own UUID. If there is one GPU, the part must belong to it.
      if (gpu.count == 1) return gpu.api.by_index(0, &device) == NVML_SUCCESS ? device : NULL;
      device = by_uuid(entry, length);
      if (!device) snprintf(why, capacity, "no GPU has the UUID of entry %d of CUDA_VISIBLE_DEVICES", number);
      return device;
    }
  }
  if (index < 0 || index >= (long)gpu.count) {
    snprintf(why, capacity, "NVML knows %u device%s, none with the number %ld", gpu.count, cli_plural(gpu.count),
             index);
  } else if (!same_order()) {
    snprintf(why, capacity, "cannot tell which of %u different GPUs is device %d: set CUDA_DEVICE_ORDER=PCI_BUS_ID",
             gpu.count, number);
  } else {
    const int code = gpu.api.by_index((unsigned)index, &device);
    if (code == NVML_SUCCESS) return device;
    snprintf(why, capacity, "nvmlDeviceGetHandleByIndex_v2: error %d %s", code, nvml_error(code));
  }
  return NULL;
}

const char *bench_gpu_reasons(unsigned long long reasons, char *out, size_t capacity) {
  static const char *const words[] = {
      "idle",          "application clocks",        "software power cap",        "hardware slowdown",
      "sync boost",    "software thermal slowdown", "hardware thermal slowdown", "hardware power brake",
      "display clocks"};
  snprintf(out, capacity, "%s", reasons == 0 ? "none" : "");
  for (unsigned bit = 0; bit < 64; bit++) {
    const unsigned long long mask = 1ull << bit;
    if ((reasons & mask) == 0) continue;
    const size_t used = strlen(out);
    if (bit < sizeof words / sizeof words[0])
      snprintf(out + used, capacity - used, "%s%s", used == 0 ? "" : ", ", words[bit]);
    else
      snprintf(out + used, capacity - used, "%s0x%llx", used == 0 ? "" : ", ", mask);
  }
  return out;
}

/// Fields need texts of their source that outlive the call.
__attribute__((format(printf, 1, 2))) static const char *keep(const char *format, ...) {
  static char kept[MAX_REASONS][160];
  static int count;
  char *text = kept[count < MAX_REASONS ? count++ : MAX_REASONS - 1];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof kept[0], format, arguments);
  va_end(arguments);
  return text;
}

/// The fields being filled, and the text for those that cannot be asked for.
typedef struct capture {
  bench_environment *env;
  const nvml_api *api;
  nvml_device device;
  bool applies;
  const char *why;
} capture;

static const char *failure(const capture *c, const char *function, int code) {
  if (code == NOT_ASKED) return c->why;
  if (code == NVML_NO_SYMBOL) return keep("%s: %s", function, nvml_error(code));
  return keep("%s: error %d %s", function, code, nvml_error(code));
}

static void put_number(capture *c, const char *key, const char *function, int code, double value, const char *unit) {
  if (code == NOT_ASKED && !c->applies)
    bench_env_not_applicable(c->env, "gpu", key, c->why);
  else if (code == NVML_SUCCESS)
    bench_env_number(c->env, "gpu", key, value, unit, function);
  else
    bench_env_number(c->env, "gpu", key, NAN, unit, failure(c, function, code));
}

static void put_text(capture *c, const char *key, const char *function, int code, const char *value) {
  if (code == NOT_ASKED && !c->applies)
    bench_env_not_applicable(c->env, "gpu", key, c->why);
  else
    bench_env_text(c->env, "gpu", key, code == NVML_SUCCESS ? value : "",
                   code == NVML_SUCCESS ? function : failure(c, function, code));
}

/// Call a function about the device. C11 has no empty variable arguments, so each call has at least one.
#define ASK(function, ...)                                                                                             \
  (!c->device ? (int)NOT_ASKED : !c->api->function ? (int)NVML_NO_SYMBOL : c->api->function(c->device, __VA_ARGS__))
#define ASK_SYSTEM(function, ...)                                                                                      \
  (!c->api ? (int)NOT_ASKED : !c->api->function ? (int)NVML_NO_SYMBOL : c->api->function(__VA_ARGS__))

/// "0-3: name; 4: other name".
static void put_names(capture *c) {
  char all[256] = "", name[NVML_TEXT], next[NVML_TEXT];
  bool known = false;
  for (unsigned first = 0; first < gpu.count;) {
    const bool has_name = read_name(first, name);
    unsigned last = first;
    while (last + 1 < gpu.count && read_name(last + 1, next) == has_name && strcmp(name, next) == 0) ++last;
    const size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, "%s%u", used == 0 ? "" : "; ", first);
    const size_t more = strlen(all);
    if (last > first) snprintf(all + more, sizeof all - more, "-%u", last);
    const size_t end = strlen(all);
    snprintf(all + end, sizeof all - end, ": %s", has_name ? name : "unknown");
    known = known || has_name;
    first = last + 1;
  }
  const int code = !c->api || gpu.count == 0 ? (int)NOT_ASKED : !c->api->name ? (int)NVML_NO_SYMBOL : (int)NVML_SUCCESS;
  put_text(c, "names", "nvmlDeviceGetName", code, known ? all : "");
}

static void put_system(capture *c) {
  char text[NVML_TEXT] = "";
  put_number(c, "devices", "nvmlDeviceGetCount_v2", gpu.count_code, (double)gpu.count, NULL);
  put_names(c);
  int code = ASK_SYSTEM(driver_version, text, sizeof text);
  put_text(c, "driver", "nvmlSystemGetDriverVersion", code, text);
  int version = 0;
  code = ASK_SYSTEM(cuda_version, &version);
  snprintf(text, sizeof text, "%d.%d", version / 1000, version % 1000 / 10);
  put_text(c, "cuda_driver", "nvmlSystemGetCudaDriverVersion_v2", code, text);
}

static void put_identity(capture *c, int number) {
  char text[NVML_TEXT] = "";
  put_number(c, "device", "CUDA's number of the device", !c->device ? (int)NOT_ASKED : (int)NVML_SUCCESS,
             (double)number, NULL);
  int code = ASK(name, text, sizeof text);
  put_text(c, "name", "nvmlDeviceGetName", code, text);
  text[0] = '\0';
  code = ASK(uuid, text, sizeof text);
  const size_t length = strlen(text);
  put_text(c, "uuid_tail", "nvmlDeviceGetUUID", code, text + (length > 8 ? length - 8 : 0));
  int major = 0, minor = 0;
  code = ASK(capability, &major, &minor);
  snprintf(text, sizeof text, "%d.%d", major, minor);
  put_text(c, "capability", "nvmlDeviceGetCudaComputeCapability", code, text);
  nvml_memory memory = {0};
  code = ASK(memory, &memory);
  put_number(c, "memory_total", "nvmlDeviceGetMemoryInfo", code, (double)memory.total, "bytes");
  put_number(c, "memory_used", "nvmlDeviceGetMemoryInfo", code, (double)memory.used, "bytes");
}

static void put_numbers(capture *c) {
  const nvml_api none = {0};
  const nvml_api *api = !c->api ? &none : c->api;
  const struct {
    const char *key, *function;
    nvml_get_number *get;
    double scale;
    const char *unit;
  } numbers[] = {{"cores", "nvmlDeviceGetNumGpuCores", api->cores, 1.0, NULL},
                 {"memory_bus", "nvmlDeviceGetMemoryBusWidth", api->bus_width, 1.0, "bits"},
                 {"pcie_generation", "nvmlDeviceGetCurrPcieLinkGeneration", api->pcie_generation, 1.0, NULL},
                 {"pcie_width", "nvmlDeviceGetCurrPcieLinkWidth", api->pcie_width, 1.0, NULL},
                 {"power", "nvmlDeviceGetPowerUsage", api->power, 1e-3, "W"},
                 {"power_limit", "nvmlDeviceGetEnforcedPowerLimit", api->power_limit, 1e-3, "W"}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    unsigned value = UINT_MAX;
    int code = !c->device ? (int)NOT_ASKED : !numbers[i].get ? (int)NVML_NO_SYMBOL : numbers[i].get(c->device, &value);
    // NVML returns UINT_MAX for a value that it does not have.
    if (code == NVML_SUCCESS && value == UINT_MAX) code = NVML_NOT_SUPPORTED;
    put_number(c, numbers[i].key, numbers[i].function, code, numbers[i].scale * (double)value, numbers[i].unit);
  }
  const struct {
    const char *key, *function;
    nvml_get_choice *get;
    unsigned kind;
    const char *unit;
  } choices[] = {{"sm_now", "nvmlDeviceGetClockInfo", api->clock, NVML_CLOCK_SM, "MHz"},
                 {"sm_max", "nvmlDeviceGetMaxClockInfo", api->clock_limit, NVML_CLOCK_SM, "MHz"},
                 {"memory_now", "nvmlDeviceGetClockInfo", api->clock, NVML_CLOCK_MEMORY, "MHz"},
                 {"memory_max", "nvmlDeviceGetMaxClockInfo", api->clock_limit, NVML_CLOCK_MEMORY, "MHz"},
                 {"temperature", "nvmlDeviceGetTemperature", api->temperature, NVML_TEMPERATURE_GPU, "Celsius"}};
  for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
    unsigned value = 0;
    const int code = !c->device        ? (int)NOT_ASKED
                     : !choices[i].get ? (int)NVML_NO_SYMBOL
                                       : choices[i].get(c->device, choices[i].kind, &value);
    put_number(c, choices[i].key, choices[i].function, code, (double)value, choices[i].unit);
  }
}

/// On or off. Any other value is unknown.
static const char *on_off(unsigned value) {
  return value == 0 ? "off" : value == 1 ? "on" : "";
}

static void put_modes(capture *c) {
  static const char *const compute_modes[] = {"default", "exclusive thread", "prohibited", "exclusive process"};
  char text[256];
  unsigned long long reasons = 0;
  int code = ASK(reasons, &reasons);
  put_text(c, "reasons", "nvmlDeviceGetCurrentClocksEventReasons or ThrottleReasons", code,
           bench_gpu_reasons(reasons, text, sizeof text));
  unsigned now = UINT_MAX, pending = UINT_MAX;
  code = ASK(ecc, &now, &pending);
  put_text(c, "ecc", "nvmlDeviceGetEccMode", code, on_off(now));
  now = UINT_MAX;
  code = ASK(mig, &now, &pending);
  put_text(c, "mig", "nvmlDeviceGetMigMode", code, on_off(now));
  now = UINT_MAX;
  code = ASK(persistence, &now);
  put_text(c, "persistence", "nvmlDeviceGetPersistenceMode", code, on_off(now));
  now = UINT_MAX;
  code = ASK(compute_mode, &now);
  put_text(c, "compute_mode", "nvmlDeviceGetComputeMode", code, now < 4 ? compute_modes[now] : "");
  unsigned processes = 0;
  code = ASK(processes, &processes, NULL);
  // With no room for the list, NVML returns "insufficient size" together with the count.
  if (code == NVML_INSUFFICIENT_SIZE) code = NVML_SUCCESS;
  put_number(c, "processes", "nvmlDeviceGetComputeRunningProcesses, this one included", code, (double)processes, NULL);
}

void bench_gpu_capture(bench_environment *env, int device) {
  open_library();
  char why[160];
  capture fields = {.env = env, .api = bench_gpu_api(), .applies = gpu.outcome != NVML_ABSENT};
  fields.device = bench_gpu_find(device, why, sizeof why);
  fields.why = keep("%s", why);
  if (gpu.outcome == NVML_READY && gpu.count_code == NVML_SUCCESS && gpu.count == 0) {
    fields.applies = false;
    fields.why = "the driver finds no GPU";
  }
  put_system(&fields);
  put_identity(&fields, device);
  put_numbers(&fields);
  put_modes(&fields);
}
