/* Why this file exists: a machine without an NVIDIA driver, one whose driver cannot be asked, and one with too old a
 * library need different words. No machine is all of these. So the system is made up here: which files exist, what can
 * be loaded, and which functions it has. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/machine/nvml_api.h"
#include "outside_made.h"

enum { MOST_NAMES = 64 };

/// The system: its values, and the calls made to it.
static struct {
  const char *variable;        ///< XPBD_NVML; NULL = not set.
  const char *loadable;        ///< The one library that can be loaded; NULL = none can.
  const char *sign;            ///< The one file of a driver; NULL = there is no driver.
  const char *lacks[3];        ///< Functions that the library lacks.
  int init;                    ///< Result of nvmlInit_v2.
  int opened, closed, stopped; ///< Successful calls of dlopen, calls of dlclose, of nvmlShutdown.
  char names[MOST_NAMES][64];  ///< The address of a function is the index of its name here.
  int name_count;
} made;

static int made_init(void) {
  return made.init;
}

static int made_shutdown(void) {
  return ++made.stopped, NVML_SUCCESS;
}

static char *made_variable(const char *name) {
  return strcmp(name, "XPBD_NVML") == 0 ? (char *)(size_t)made.variable : NULL;
}

static int made_access(const char *path, int mode) {
  return mode == F_OK && made.sign && strcmp(path, made.sign) == 0 ? 0 : -1;
}

static void *made_load(const char *name, int mode) {
  if (mode != (RTLD_NOW | RTLD_LOCAL) || !made.loadable || strcmp(name, made.loadable) != 0) return NULL;
  made.opened++;
  return &made;
}

static int made_unload(void *library) {
  made.closed += library == &made;
  return 0;
}

static void *made_symbol(void *library, const char *name) {
  void *address = NULL;
  for (int k = 0; k < 3; k++)
    if (library != &made || (made.lacks[k] && strcmp(name, made.lacks[k]) == 0)) return NULL;
  int (*const init)(void) = made_init, (*const shutdown)(void) = made_shutdown;
  if (strcmp(name, "nvmlInit_v2") == 0) return memcpy(&address, &init, sizeof address), address;
  if (strcmp(name, "nvmlShutdown") == 0) return memcpy(&address, &shutdown, sizeof address), address;
  if (made.name_count == MOST_NAMES) return NULL;
  snprintf(made.names[made.name_count], sizeof made.names[0], "%s", name);
  return made.names[made.name_count++];
}

static const bench_outside outside = {.variable = made_variable,
                                      .access = made_access,
                                      .load_library = made_load,
                                      .unload_library = made_unload,
                                      .symbol = made_symbol};

static void do_outcomes(check *self) {
  static const char usual[] = "libnvidia-ml.so.1", other[] = "/opt/other.so";
  static const char version[] = "/proc/driver/nvidia/version", device[] = "/dev/nvidiactl", windows[] = "/dev/dxg";
  static const char lacking[] = "the library lacks functions that every NVML has";
  static const struct {
    const char *variable, *loadable, *sign, *lacks;
    int init;
    nvml_outcome outcome;
    const char *why;
  } known[] = {
      {NULL, usual, NULL, NULL, 0, NVML_READY, ""},
      {"", usual, NULL, NULL, 0, NVML_READY, ""},
      {other, other, NULL, NULL, 0, NVML_READY, ""},
      {NULL, NULL, NULL, NULL, 0, NVML_ABSENT, "no NVIDIA driver: neither libnvidia-ml.so.1 nor a driver's files"},
      {NULL, other, NULL, NULL, 0, NVML_ABSENT, "no NVIDIA driver: neither libnvidia-ml.so.1 nor a driver's files"},
      {NULL, NULL, version, NULL, 0, NVML_BROKEN,
       "/proc/driver/nvidia/version is here, but libnvidia-ml.so.1 cannot be loaded"},
      {NULL, NULL, device, NULL, 0, NVML_BROKEN, "/dev/nvidiactl is here, but libnvidia-ml.so.1 cannot be loaded"},
      {NULL, NULL, windows, NULL, 0, NVML_BROKEN, "/dev/dxg is here, but libnvidia-ml.so.1 cannot be loaded"},
      {other, usual, NULL, NULL, 0, NVML_BROKEN, "XPBD_NVML names a library that cannot be loaded"},
      {other, usual, version, NULL, 0, NVML_BROKEN, "XPBD_NVML names a library that cannot be loaded"},
      {NULL, usual, NULL, "nvmlInit_v2", 0, NVML_BROKEN, lacking},
      {NULL, usual, NULL, "nvmlShutdown", 0, NVML_BROKEN, lacking},
      {NULL, usual, NULL, "nvmlDeviceGetCount_v2", 0, NVML_BROKEN, lacking},
      {NULL, usual, NULL, "nvmlDeviceGetHandleByIndex_v2", 0, NVML_BROKEN, lacking},
      {NULL, usual, NULL, "nvmlDeviceGetName", 0, NVML_READY, ""},
      {NULL, usual, NULL, NULL, 9, NVML_ABSENT, "nvmlInit_v2: error 9 the driver is not loaded"},
      {NULL, usual, device, NULL, 9, NVML_BROKEN,
       "nvmlInit_v2: error 9 the driver is not loaded, but there is /dev/nvidiactl"},
      {NULL, usual, device, NULL, 4, NVML_BROKEN, "nvmlInit_v2: error 4 no permission"},
      {NULL, usual, NULL, NULL, 999, NVML_BROKEN, "nvmlInit_v2: error 999 "},
  };
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    memset(&made, 0, sizeof made);
    made.variable = known[k].variable, made.loadable = known[k].loadable, made.sign = known[k].sign;
    made.lacks[0] = known[k].lacks, made.init = known[k].init;
    nvml_api api;
    char why[256] = "";
    const nvml_outcome outcome = nvml_open(&api, why, sizeof why);
    const bool ready = outcome == NVML_READY;
    check_true(self, outcome == known[k].outcome, "case %zu: outcome %d, not %d", k, (int)outcome,
               (int)known[k].outcome);
    check_true(self, strcmp(why, known[k].why) == 0, "case %zu: '%s', not '%s'", k, why, known[k].why);
    check_true(self, made.closed == made.opened - ready, "case %zu: %d of %d libraries closed", k, made.closed,
               made.opened);
    check_true(self, (api.init != NULL) == ready && (api.count != NULL) == ready, "case %zu: what is left to use", k);
    nvml_close(&api);
    nvml_close(&api); /* once closed, it stays closed */
    check_true(self, made.closed == made.opened && made.stopped == ready, "case %zu: %d closed, %d shut down", k,
               made.closed, made.stopped);
    check_control(self, (outcome == NVML_ABSENT) != (known[k].outcome != NVML_ABSENT),
                  "a driver that is taken for none");
  }
}
WITH_OUTSIDE(outcomes, do_outcomes, outside)

/// Every function is in the field of its name. If a library has only an older name, that one is.
static void do_functions(check *self) {
  static const char *const newest[] = {"nvmlInit_v2",
                                       "nvmlShutdown",
                                       "nvmlSystemGetDriverVersion",
                                       "nvmlSystemGetCudaDriverVersion_v2",
                                       "nvmlDeviceGetCount_v2",
                                       "nvmlDeviceGetHandleByIndex_v2",
                                       "nvmlDeviceGetName",
                                       "nvmlDeviceGetUUID",
                                       "nvmlDeviceGetClockInfo",
                                       "nvmlDeviceGetMaxClockInfo",
                                       "nvmlDeviceGetTemperature",
                                       "nvmlDeviceGetPowerUsage",
                                       "nvmlDeviceGetEnforcedPowerLimit",
                                       "nvmlDeviceGetPersistenceMode",
                                       "nvmlDeviceGetComputeMode",
                                       "nvmlDeviceGetCurrPcieLinkGeneration",
                                       "nvmlDeviceGetCurrPcieLinkWidth",
                                       "nvmlDeviceGetNumGpuCores",
                                       "nvmlDeviceGetMemoryBusWidth",
                                       "nvmlDeviceGetTotalEnergyConsumption",
                                       "nvmlDeviceGetCurrentClocksEventReasons",
                                       "nvmlDeviceGetEccMode",
                                       "nvmlDeviceGetMigMode",
                                       "nvmlDeviceGetCudaComputeCapability",
                                       "nvmlDeviceGetMemoryInfo",
                                       "nvmlDeviceGetComputeRunningProcesses_v3"};
  const struct {
    const char *lacks[3];
    const char *cuda, *reasons, *processes;
  } known[] = {{{NULL}, newest[3], newest[20], newest[25]},
               {{"nvmlSystemGetCudaDriverVersion_v2", "nvmlDeviceGetCurrentClocksEventReasons",
                 "nvmlDeviceGetComputeRunningProcesses_v3"},
                "nvmlSystemGetCudaDriverVersion",
                "nvmlDeviceGetCurrentClocksThrottleReasons",
                "nvmlDeviceGetComputeRunningProcesses_v2"},
               {{"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2", NULL},
                newest[3],
                newest[20],
                "nvmlDeviceGetComputeRunningProcesses"}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    memset(&made, 0, sizeof made);
    made.loadable = "libnvidia-ml.so.1";
    memcpy(made.lacks, known[k].lacks, sizeof made.lacks);
    nvml_api api;
    char why[256];
    if (!check_true(self, nvml_open(&api, why, sizeof why) == NVML_READY, "a library")) continue;
    /* In the order of the fields: a pointer each, after the pointer of the library. */
    const char *fields[sizeof newest / sizeof newest[0]];
    memcpy(fields, (const char *)&api + offsetof(nvml_api, init), sizeof fields);
    check_true(self, sizeof api == offsetof(nvml_api, init) + sizeof fields, "as many fields as names");
    for (size_t f = 2; f < sizeof fields / sizeof fields[0]; f++) {
      const char *wanted = f == 3    ? known[k].cuda
                           : f == 20 ? known[k].reasons
                           : f == 25 ? known[k].processes
                                     : newest[f];
      check_true(self, fields[f] && strcmp(fields[f], wanted) == 0, "field %zu: %s, not %s", f,
                 fields[f] ? fields[f] : "nothing", wanted);
      check_control(self, !fields[f] || strcmp(fields[f], newest[1]) != 0, "one function for all");
    }
    nvml_close(&api);
  }
}
WITH_OUTSIDE(functions, do_functions, outside)

static void words(check *self, int argument) {
  static const struct {
    int code;
    const char *text;
  } known[] = {{NVML_NO_SYMBOL, "not in this library"},
               {1, "not initialised"},
               {2, "invalid argument"},
               {3, "not supported"},
               {4, "no permission"},
               {6, "not found"},
               {9, "the driver is not loaded"},
               {10, "timeout"},
               {15, "the GPU is lost"},
               {0, ""},
               {5, ""},
               {7, ""},
               {8, ""},
               {11, ""},
               {12, ""},
               {13, ""},
               {14, ""},
               {16, ""},
               {999, ""}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
    check_true(self, strcmp(nvml_error(known[k].code), known[k].text) == 0, "%d: '%s', not '%s'", known[k].code,
               nvml_error(known[k].code), known[k].text);
  check_control(self, strcmp(nvml_error(1), nvml_error(2)) != 0, "one text for all");
}

void check_group_driver(check_registry *registry) {
  check_add(registry, "outcomes", "no driver, one that cannot be asked, one that can", outcomes, 0);
  check_add(registry, "functions", "every function under its newest name that there is", functions, 0);
  check_add(registry, "words", "what a code of NVML means", words, 0);
}
