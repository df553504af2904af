/* Why this file exists: declares the part of NVML, NVIDIA's management library, that the harness uses. The library is
 * looked up at run time, so one binary works with and without a GPU. The types and constants follow NVML's published
 * binary interface, because most machines lack its header. */
#pragma once

#include <stddef.h>

/// Values of nvmlReturn_t.
enum {
  NVML_SUCCESS = 0,
  NVML_UNINITIALIZED = 1,
  NVML_INVALID_ARGUMENT = 2,
  NVML_NOT_SUPPORTED = 3,
  NVML_NO_PERMISSION = 4,
  NVML_NOT_FOUND = 6,
  NVML_INSUFFICIENT_SIZE = 7,
  NVML_DRIVER_NOT_LOADED = 9,
  NVML_TIMEOUT = 10,
  NVML_GPU_IS_LOST = 15,
  NVML_NO_SYMBOL = -1 ///< Our own code: this library lacks the function.
};
/// nvmlClockType_t, nvmlTemperatureSensors_t, buffer sizes.
enum { NVML_CLOCK_SM = 1, NVML_CLOCK_MEMORY = 2, NVML_TEMPERATURE_GPU = 0, NVML_TEXT = 96 };
/// Bits of the clock event reasons that mean a slowdown (older name: "throttle reasons"). gpu.c has words for all bits.
enum {
  NVML_REASON_SOFTWARE_POWER_CAP = 0x4,
  NVML_REASON_HARDWARE_SLOWDOWN = 0x8,
  NVML_REASON_SOFTWARE_THERMAL = 0x20,
  NVML_REASON_HARDWARE_THERMAL = 0x40,
  NVML_REASON_POWER_BRAKE = 0x80
};

typedef struct nvmlDevice_st *nvml_device;

/// nvmlMemory_t, in bytes.
typedef struct nvml_memory {
  unsigned long long total, available, used;
} nvml_memory;

typedef int nvml_get_number(nvml_device device, unsigned *value);
typedef int nvml_get_choice(nvml_device device, unsigned kind, unsigned *value);
typedef int nvml_get_text(nvml_device device, char *text, unsigned capacity);
typedef int nvml_get_total(nvml_device device, unsigned long long *value);
typedef int nvml_get_pair(nvml_device device, unsigned *current, unsigned *pending);

/// The functions. NULL = missing in this library.
typedef struct nvml_api {
  void *library;
  int (*init)(void);
  int (*shutdown)(void);
  int (*driver_version)(char *text, unsigned capacity);
  int (*cuda_version)(int *version);
  int (*count)(unsigned *count);
  int (*by_index)(unsigned index, nvml_device *device);
  nvml_get_text *name, *uuid;
  nvml_get_choice *clock, *clock_limit, *temperature;
  nvml_get_number *power, *power_limit, *persistence, *compute_mode, *pcie_generation, *pcie_width, *cores, *bus_width;
  nvml_get_total *energy, *reasons;
  nvml_get_pair *ecc, *mig;
  int (*capability)(nvml_device device, int *major, int *minor);
  int (*memory)(nvml_device device, nvml_memory *memory);
  int (*processes)(nvml_device device, unsigned *count, void *infos);
} nvml_api;

typedef enum nvml_outcome {
  NVML_READY,
  NVML_ABSENT, ///< This machine has no NVIDIA driver.
  NVML_BROKEN  ///< There is or may be a driver, but the library is unusable.
} nvml_outcome;

/// Load and initialise the library that XPBD_NVML names, else libnvidia-ml.so.1. On failure `why` has the reason, and
/// there is nothing to close.
nvml_outcome nvml_open(nvml_api *api, char *why, size_t capacity);
void nvml_close(nvml_api *api);
/// Meaning of an nvmlReturn_t or NVML_NO_SYMBOL. "" if it has no name here.
const char *nvml_error(int code);
