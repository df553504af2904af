/* Why this file exists: loads NVML, and distinguishes a machine without an NVIDIA driver from
 * a driver that cannot be asked. */
#include "nvml_api.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/stats/outside.h"

#define LIBRARY  "libnvidia-ml.so.1"
#define OVERRIDE "XPBD_NVML"

/// A function and all its names, newest first.
typedef struct symbol {
  size_t offset;
  const char *names[3];
} symbol;

#define AT(member) offsetof(nvml_api, member)
static const symbol symbols[] = {
    {AT(init), {"nvmlInit_v2"}},
    {AT(shutdown), {"nvmlShutdown"}},
    {AT(driver_version), {"nvmlSystemGetDriverVersion"}},
    {AT(cuda_version), {"nvmlSystemGetCudaDriverVersion_v2", "nvmlSystemGetCudaDriverVersion"}},
    {AT(count), {"nvmlDeviceGetCount_v2"}},
    {AT(by_index), {"nvmlDeviceGetHandleByIndex_v2"}},
    {AT(name), {"nvmlDeviceGetName"}},
    {AT(uuid), {"nvmlDeviceGetUUID"}},
    {AT(clock), {"nvmlDeviceGetClockInfo"}},
    {AT(clock_limit), {"nvmlDeviceGetMaxClockInfo"}},
    {AT(temperature), {"nvmlDeviceGetTemperature"}},
    {AT(power), {"nvmlDeviceGetPowerUsage"}},
    {AT(power_limit), {"nvmlDeviceGetEnforcedPowerLimit"}},
    {AT(persistence), {"nvmlDeviceGetPersistenceMode"}},
    {AT(compute_mode), {"nvmlDeviceGetComputeMode"}},
    {AT(pcie_generation), {"nvmlDeviceGetCurrPcieLinkGeneration"}},
    {AT(pcie_width), {"nvmlDeviceGetCurrPcieLinkWidth"}},
    {AT(cores), {"nvmlDeviceGetNumGpuCores"}},
    {AT(bus_width), {"nvmlDeviceGetMemoryBusWidth"}},
    {AT(energy), {"nvmlDeviceGetTotalEnergyConsumption"}},
    {AT(reasons), {"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"}},
    {AT(ecc), {"nvmlDeviceGetEccMode"}},
    {AT(mig), {"nvmlDeviceGetMigMode"}},
    {AT(capability), {"nvmlDeviceGetCudaComputeCapability"}},
    {AT(memory), {"nvmlDeviceGetMemoryInfo"}},
    // Only the count is used. There is no room for the list, whose layout differs between these versions.
    {AT(processes),
     {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2",
      "nvmlDeviceGetComputeRunningProcesses"}},
};
#undef AT

const char *nvml_error(int code) {
  switch (code) {
  case NVML_NO_SYMBOL: return "not in this library";
  case NVML_UNINITIALIZED: return "not initialised";
  case NVML_INVALID_ARGUMENT: return "invalid argument";
  case NVML_NOT_SUPPORTED: return "not supported";
  case NVML_NO_PERMISSION: return "no permission";
  case NVML_NOT_FOUND: return "not found";
  case NVML_DRIVER_NOT_LOADED: return "the driver is not loaded";
  case NVML_TIMEOUT: return "timeout";
  case NVML_GPU_IS_LOST: return "the GPU is lost";
  default: return "";
  }
}

/// A file that shows a driver: Linux's version file or device, or the Windows driver below a Linux guest.
static const char *driver_sign(void) {
  static const char *const paths[] = {"/proc/driver/nvidia/version", "/dev/nvidiactl", "/dev/dxg"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
    if (bench_outside_asked->access(paths[i], F_OK) == 0) return paths[i];
  return NULL;
}

static nvml_outcome give_up(nvml_api *api, nvml_outcome outcome) {
  if (api->library) bench_outside_asked->unload_library(api->library);
  *api = (nvml_api){0};
  return outcome;
}

nvml_outcome nvml_open(nvml_api *api, char *why, size_t capacity) {
  *api = (nvml_api){0};
  const char *wanted = bench_outside_asked->variable(OVERRIDE);
  const bool named = wanted != NULL && wanted[0] != '\0';
  api->library = bench_outside_asked->load_library(named ? wanted : LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!api->library) {
    const char *sign = driver_sign();
    if (named)
      snprintf(why, capacity, "%s names a library that cannot be loaded", OVERRIDE);
    else if (sign)
      snprintf(why, capacity, "%s is here, but %s cannot be loaded", sign, LIBRARY);
    else
      snprintf(why, capacity, "no NVIDIA driver: neither %s nor a driver's files", LIBRARY);
    return give_up(api, named || sign != NULL ? NVML_BROKEN : NVML_ABSENT);
  }
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    void *address = NULL;
    for (size_t k = 0; k < 3 && !address && symbols[i].names[k] != NULL; k++)
      address = bench_outside_asked->symbol(api->library, symbols[i].names[k]);
    // POSIX permits converting an address to a function pointer. C has no cast for it.
    memcpy((char *)api + symbols[i].offset, &address, sizeof address);
  }
  if (!api->init || !api->shutdown || !api->count || !api->by_index) {
    snprintf(why, capacity, "the library lacks functions that every NVML has");
    return give_up(api, NVML_BROKEN);
  }
  const int code = api->init();
  if (code == NVML_SUCCESS) return NVML_READY;
  const char *sign = code == NVML_DRIVER_NOT_LOADED ? driver_sign() : NULL;
  snprintf(why, capacity, "nvmlInit_v2: error %d %s%s%s", code, nvml_error(code), !sign ? "" : ", but there is ",
           !sign ? "" : sign);
  return give_up(api, code == NVML_DRIVER_NOT_LOADED && !sign ? NVML_ABSENT : NVML_BROKEN);
}

void nvml_close(nvml_api *api) {
  if (!api->library) return;
  api->shutdown();
  bench_outside_asked->unload_library(api->library);
  *api = (nvml_api){0};
}
