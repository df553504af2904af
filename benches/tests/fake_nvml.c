/* Why this file exists: an NVML with known answers, so that machines without a GPU can check how the harness reports
 * them. FAKE_NVML is a list of words that change the answers. NEW_NAMES builds it like a newer driver's, which has
 * everything. The older one has no persistence mode, and its ECC query fails, as on real boards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, WRONG = 2, NOT_SUPPORTED = 3, NO_PERMISSION = 4, INSUFFICIENT_SIZE = 7, NOT_LOADED = 9, LOST = 15 };
enum { DEVICES = 4 };

typedef struct nvmlDevice_st {
  unsigned index;
} nvmlDevice_st;
typedef struct nvml_memory {
  unsigned long long total, available, used;
} nvml_memory;

#ifdef NEW_NAMES
#define IS_NEW    1
#define REASONS   nvmlDeviceGetCurrentClocksEventReasons
#define PROCESSES nvmlDeviceGetComputeRunningProcesses_v3
#else
#define IS_NEW    0
#define REASONS   nvmlDeviceGetCurrentClocksThrottleReasons
#define PROCESSES nvmlDeviceGetComputeRunningProcesses
#endif

static nvmlDevice_st devices[DEVICES] = {{0}, {1}, {2}, {3}};
static int calls_of_clock, calls_of_reasons;
static unsigned long long energy = 5000;

static int told(const char *word) {
  const char *words = getenv("FAKE_NVML");
  return words != NULL && strstr(words, word) != NULL;
}

int nvmlInit_v2(void) {
  return told("not-loaded") ? NOT_LOADED : told("refuses") ? LOST : SUCCESS;
}

int nvmlShutdown(void) {
  return SUCCESS;
}

int nvmlSystemGetDriverVersion(char *text, unsigned capacity) {
  snprintf(text, capacity, "555.42.06");
  return SUCCESS;
}

int nvmlSystemGetCudaDriverVersion_v2(int *version) {
  *version = 12050;
  return SUCCESS;
}

int nvmlDeviceGetCount_v2(unsigned *count) {
  *count = told("empty") ? 0 : told("four") ? 4 : told("pair") ? 2 : 1;
  return told("uncounted") ? NO_PERMISSION : SUCCESS;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_st **device) {
  *device = &devices[index % DEVICES];
  return told("silent") ? 999 : index < DEVICES ? SUCCESS : WRONG;
}

int nvmlDeviceGetName(nvmlDevice_st *device, char *text, unsigned capacity) {
  const unsigned full = told("four") ? 2 : 1;
  snprintf(text, capacity, "Fake GPU%s", device->index >= full && !told("twins") ? " Mini" : "");
  return told("nameless") && device->index == 1 ? NOT_SUPPORTED : SUCCESS;
}

int nvmlDeviceGetUUID(nvmlDevice_st *device, char *text, unsigned capacity) {
  if (told("curt")) return snprintf(text, capacity, "%s", told("terse") ? "GPU" : "GPU-12345"), SUCCESS;
  snprintf(text, capacity, "GPU-%u1234567-89ab-cdef-0123-456789abcde%u", device->index, device->index);
  return SUCCESS;
}

/// Clock 1 belongs to the SMs, clock 2 to the memory. The first query is for the environment.
int nvmlDeviceGetClockInfo(nvmlDevice_st *device, unsigned kind, unsigned *value) {
  (void)device;
  if (told("lost")) return LOST;
  if (kind != 1 && kind != 2) return WRONG;
  if (kind == 2) {
    *value = 2619;
    return SUCCESS;
  }
  const int call = calls_of_clock++;
  *value = told("crawls") && call == 2 ? 1400 : call % 2 == 0 ? 1900 : 1950;
  return SUCCESS;
}

int nvmlDeviceGetMaxClockInfo(nvmlDevice_st *device, unsigned kind, unsigned *value) {
  (void)device;
  *value = kind == 2 ? 2700 : 2000;
  return kind == 1 || kind == 2 ? SUCCESS : WRONG;
}

/// A function that gives one number, and its return code.
#define NUMBER(function, number, code)                                                                                 \
  int function(nvmlDevice_st *device, unsigned *value) {                                                               \
    (void)device;                                                                                                      \
    *value = (number);                                                                                                 \
    return (code);                                                                                                     \
  }
NUMBER(nvmlDeviceGetPowerUsage, 350500, told("lost") ? LOST : SUCCESS)
NUMBER(nvmlDeviceGetEnforcedPowerLimit, 700000, SUCCESS)
NUMBER(nvmlDeviceGetCurrPcieLinkGeneration, 5, SUCCESS)
NUMBER(nvmlDeviceGetCurrPcieLinkWidth, IS_NEW ? 16 : 0xffffffffu, SUCCESS) /* the older one has no value */
#ifdef NEW_NAMES
NUMBER(nvmlDeviceGetPersistenceMode, told("strange") ? 2 : 1, SUCCESS)
NUMBER(nvmlDeviceGetNumGpuCores, 16896, SUCCESS)
NUMBER(nvmlDeviceGetMemoryBusWidth, 5120, SUCCESS)
#endif

int nvmlDeviceGetTemperature(nvmlDevice_st *device, unsigned sensor, unsigned *value) {
  (void)device;
  *value = 61;
  return sensor == 0 ? SUCCESS : WRONG;
}

/// Each query counts half a joule more.
int nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_st *device, unsigned long long *value) {
  (void)device;
  energy += 500;
  *value = energy;
  return told("lost") ? LOST : SUCCESS;
}

/// Reasons are bits. "power" appears only in the second answer, so a single episode must suffice to report it.
int REASONS(nvmlDevice_st *device, unsigned long long *value) {
  (void)device;
  const int call = calls_of_reasons++;
  if (told("lost")) return LOST;
  if (told("half") && call == 2) return LOST;
  *value = told("power") && call == 2 ? 0x4 : 0;
  if (told("hot") && call == 1) *value |= 0x40;
  if (told("capped-clocks")) *value |= 0x2;
  if (told("future")) *value |= 0x200;
  return SUCCESS;
}

int PROCESSES(nvmlDevice_st *device, unsigned *count, void *infos) {
  (void)device, (void)infos;
  *count = IS_NEW ? 0 : 3;
  return IS_NEW ? SUCCESS : INSUFFICIENT_SIZE;
}

/// `pending` is the mode after the next restart. The harness does not use it.
int nvmlDeviceGetEccMode(nvmlDevice_st *device, unsigned *current, unsigned *pending) {
  (void)device;
  if (!IS_NEW) return NOT_SUPPORTED;
  *current = 1, *pending = 0;
  return SUCCESS;
}

#ifdef NEW_NAMES
int nvmlDeviceGetCudaComputeCapability(nvmlDevice_st *device, int *major, int *minor) {
  (void)device;
  *major = 9, *minor = 7;
  return SUCCESS;
}
#endif

int nvmlDeviceGetMigMode(nvmlDevice_st *device, unsigned *current, unsigned *pending) {
  (void)device;
  *current = *pending = told("sliced") ? 1 : 0;
  return SUCCESS;
}

int nvmlDeviceGetComputeMode(nvmlDevice_st *device, unsigned *value) {
  (void)device;
  const char *mode = getenv("FAKE_NVML_MODE");
  *value = mode ? (unsigned)atoi(mode) : 3;
  return SUCCESS;
}

int nvmlDeviceGetMemoryInfo(nvmlDevice_st *device, nvml_memory *memory) {
  (void)device;
  *memory = (nvml_memory){8000000000ull, 7000000000ull, 1000000000ull};
  return SUCCESS;
}
