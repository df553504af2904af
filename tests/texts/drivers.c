/* Why this file exists: writes what is found out about the NVIDIA driver of made-up systems: which files exist, what can
 * be loaded, and which functions it has. A machine without a driver, one whose driver cannot be asked, and one with too
 * old a library need different words. */
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "harness/machine/nvml_api.h"
#include "harness/stats/outside.h"
#include "texts.h"

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

#define USUAL "libnvidia-ml.so.1"
#define OTHER "/opt/other.so"

static void write_outcomes(void) {
  static const struct {
    const char *variable, *loadable, *sign, *lacks;
    int init;
  } systems[] = {{NULL, USUAL, NULL, NULL, 0},
                 {"", USUAL, NULL, NULL, 0},
                 {OTHER, OTHER, NULL, NULL, 0},
                 {NULL, NULL, NULL, NULL, 0},
                 {NULL, OTHER, NULL, NULL, 0},
                 {NULL, NULL, "/proc/driver/nvidia/version", NULL, 0},
                 {NULL, NULL, "/dev/nvidiactl", NULL, 0},
                 {NULL, NULL, "/dev/dxg", NULL, 0},
                 {OTHER, USUAL, NULL, NULL, 0},
                 {OTHER, USUAL, "/proc/driver/nvidia/version", NULL, 0},
                 {NULL, USUAL, NULL, "nvmlInit_v2", 0},
                 {NULL, USUAL, NULL, "nvmlShutdown", 0},
                 {NULL, USUAL, NULL, "nvmlDeviceGetCount_v2", 0},
                 {NULL, USUAL, NULL, "nvmlDeviceGetHandleByIndex_v2", 0},
                 {NULL, USUAL, NULL, "nvmlDeviceGetName", 0},
                 {NULL, USUAL, NULL, NULL, 9},
                 {NULL, USUAL, "/dev/nvidiactl", NULL, 9},
                 {NULL, USUAL, "/dev/nvidiactl", NULL, 4},
                 {NULL, USUAL, NULL, NULL, 999}};
  static const char *const names[] = {[NVML_READY] = "ready", [NVML_ABSENT] = "absent", [NVML_BROKEN] = "broken"};
  heading("drivers: calls of dlopen and dlclose, then of dlclose and nvmlShutdown after closing twice");
  for (size_t k = 0; k < sizeof systems / sizeof systems[0]; k++) {
    memset(&made, 0, sizeof made);
    made.variable = systems[k].variable, made.loadable = systems[k].loadable, made.sign = systems[k].sign;
    made.lacks[0] = systems[k].lacks, made.init = systems[k].init;
    nvml_api api;
    char why[256] = "";
    const nvml_outcome outcome = nvml_open(&api, why, sizeof why);
    printf("%s '%s', %d %d, functions %d %d", names[outcome], why, made.opened, made.closed, api.init != NULL,
           api.count != NULL);
    nvml_close(&api), nvml_close(&api);
    printf(", %d %d\n", made.closed, made.stopped);
  }
}

/// The function in each field: its newest name that there is.
static void write_functions(void) {
  static const char *const lacking[][3] = {
      {NULL},
      {"nvmlSystemGetCudaDriverVersion_v2", "nvmlDeviceGetCurrentClocksEventReasons",
       "nvmlDeviceGetComputeRunningProcesses_v3"},
      {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2", NULL}};
  for (size_t k = 0; k < sizeof lacking / sizeof lacking[0]; k++) {
    memset(&made, 0, sizeof made);
    made.loadable = USUAL;
    memcpy(made.lacks, lacking[k], sizeof made.lacks);
    nvml_api api;
    char why[256];
    heading("functions of a library, case %zu", k);
    if (nvml_open(&api, why, sizeof why) != NVML_READY) printf("%s\n", why);
    /* a pointer each, after the pointer of the library; the first two are functions of this file */
    const char *fields[(sizeof api - offsetof(nvml_api, init)) / sizeof(char *)];
    memcpy(fields, (const char *)&api + offsetof(nvml_api, init), sizeof fields);
    for (size_t f = 2; f < sizeof fields / sizeof fields[0]; f++) printf("%s\n", fields[f] ? fields[f] : "none");
    nvml_close(&api);
  }
}

void write_drivers(void) {
  bench_outside_asked = &outside;
  write_outcomes();
  write_functions();
  bench_outside_asked = &bench_system;
  heading("what codes of NVML mean");
  for (int code = 0; code <= 16; code++) printf("%d %s\n", code, nvml_error(code));
  printf("%d %s, no symbol %s\n", 999, nvml_error(999), nvml_error(NVML_NO_SYMBOL));
}
