/* Why this file exists: gives the cuda backend, on the CPU that emulates the GPU, faults that only some devices have.
 * Each argument names a fault, whose environment is set here. The backend must report it with the right status, and
 * continue if it can. `none` expects no fault, and is the negative control of the others. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runs.h"
#include "xpbd/backend.h"
#include "xpbd/formula_file.h"

/* One run by this strategy; whether it ended as it must. The message must contain the text. */
static int ends_as(const char *strategy, xpbd_status expected, const char *text) {
  const xpbd_solver_def def = by(strategy, 1);
  xpbd_counters counters;
  uint64_t hash;
  const xpbd_status status = run(&def, 2, &hash, &counters);
  printf("%s: %s\n", xpbd_status_name(status), status == XPBD_OK ? "" : xpbd_last_error());
  return status == expected && (status == XPBD_OK || strstr(xpbd_last_error(), text));
}

/* The process has used the device, so a child that it forks has none. */
static int lost_in_child(void) {
  const int before = ends_as(NULL, XPBD_OK, "");
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const int seen = ends_as(NULL, XPBD_ERR_UNAVAILABLE, "initialization error");
    fflush(stdout);
    _exit(seen ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return before && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* More kernels in a time step than a graph may have. It is replayed in parts, with the same bits. */
static int long_step(void) {
  xpbd_solver_def def = by("graph", 1);
  xpbd_counters counters;
  def.iterations = 4001;
  return hang(3, "stretching") && same(&def, 1, &counters);
}

/* A resident kernel gets a few frames at a time: of 64 frames of this cloth 16 per launch, each followed by a kernel
 * that counts. So the eighth kernel is lost with the device, and there is no ninth. */
static int many_frames(void) {
  const xpbd_solver_def def = by("block", 1);
  xpbd_counters counters;
  uint64_t hash;
  put("XPBD_EMULATED_FALL", "9");
  const int none_too_many = same(&def, 64, &counters);
  put("XPBD_EMULATED_FALL", "16"); /* earlier ones count */
  return none_too_many && run(&def, 64, &hash, &counters) == XPBD_ERR_DEVICE_LOST;
}

/* A device that another process uses exclusively can still be found. */
static int busy(void) {
  char name[256] = "";
  put("XPBD_EMULATED_BUSY", "1");
  const xpbd_backend_entry *cuda = xpbd_backend_find(xpbd_backends(), "cuda");
  if (!cuda || cuda->table->probe(name, sizeof name) != XPBD_OK) return 0;
  printf("%s\n", name);
  const int seen = ends_as(NULL, XPBD_ERR_DEVICE, "busy or unavailable");
  put("XPBD_EMULATED_BUSY", NULL);
  return seen && ends_as(NULL, XPBD_OK, "");
}

/* The third of three copies, or the second, has another bit. A bit that is the same in all belongs to none. */
static int differing(void) {
  enum { RECORDS = 9 * 9 + 1, COPY = 16 * RECORDS }; /* bytes of a copy in float, with the dummy */
  static const struct {
    int byte;
    const char *words;
  } cases[] = {{2 * COPY, "copy 2 of the batch differs from copy 0"},
               {3 * COPY - 1, "copy 2 of the batch differs from copy 0"},
               {2 * COPY - 1, "copy 1 of the batch differs from copy 0"},
               {COPY, "copy 1 of the batch differs from copy 0"},
               {COPY - 1, "copy 1 of the batch differs from copy 0"}, /* copy 0 itself */
               {3 * COPY, NULL}};
  const xpbd_solver_def def = by("graph", 3);
  xpbd_counters counters;
  int good = 1;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[32];
    uint64_t hash;
    snprintf(text, sizeof text, "%d", cases[k].byte);
    put("XPBD_EMULATED_FLIP", text);
    const xpbd_status status = run(&def, 2, &hash, &counters);
    printf("byte %d: %s: %s\n", cases[k].byte, xpbd_status_name(status), xpbd_last_error());
    good = good && (cases[k].words ? status == XPBD_ERR_DEVICE && strcmp(xpbd_last_error(), cases[k].words) == 0
                                   : status == XPBD_OK);
  }
  return good;
}

/* The status of one run in a separate process, because a lost device stays lost. */
static int alone(void) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const xpbd_solver_def def = by("graph", 1);
    xpbd_counters counters;
    uint64_t hash;
    _exit((int)run(&def, 2, &hash, &counters));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Errors that lose a device, and errors after which it can be used again. */
static int errors(void) {
  static const struct {
    int number;
    xpbd_status status;
  } cases[] = {{1, XPBD_ERR_DEVICE},        {2, XPBD_ERR_OUT_OF_MEMORY}, {9, XPBD_ERR_DEVICE},
               {46, XPBD_ERR_DEVICE},       {98, XPBD_ERR_DEVICE},       {209, XPBD_ERR_DEVICE},
               {214, XPBD_ERR_DEVICE_LOST}, {220, XPBD_ERR_DEVICE_LOST}, {700, XPBD_ERR_DEVICE_LOST},
               {701, XPBD_ERR_DEVICE},      {702, XPBD_ERR_DEVICE_LOST}, {710, XPBD_ERR_DEVICE_LOST},
               {714, XPBD_ERR_DEVICE_LOST}, {715, XPBD_ERR_DEVICE_LOST}, {716, XPBD_ERR_DEVICE_LOST},
               {717, XPBD_ERR_DEVICE_LOST}, {718, XPBD_ERR_DEVICE_LOST}, {719, XPBD_ERR_DEVICE_LOST},
               {720, XPBD_ERR_DEVICE},      {721, XPBD_ERR_DEVICE_LOST}, {810, XPBD_ERR_DEVICE_LOST},
               {900, XPBD_ERR_DEVICE},      {999, XPBD_ERR_DEVICE_LOST}};
  int good = 1;
  put("XPBD_EMULATED_FALL", "5");
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[32];
    snprintf(text, sizeof text, "%d", cases[k].number);
    put("XPBD_EMULATED_ERROR", text);
    const int status = alone();
    printf("error %d: %s\n", cases[k].number, xpbd_status_name((xpbd_status)status));
    good = good && status == (int)cases[k].status;
  }
  put("XPBD_EMULATED_ERROR", NULL);
  return good && alone() == XPBD_ERR_DEVICE_LOST;
}

/* A device that is lost during an allocation is not reported as short of memory. */
static int lost_memory(void) {
  const int before = ends_as("graph", XPBD_OK, "");
  put("XPBD_EMULATED_LOST", "4"); /* counted from here */
  return before && ends_as("graph", XPBD_ERR_DEVICE_LOST, "cudaMalloc: an illegal memory access");
}

/* The words about the machine, and about a device that it lacks. */
static int probe(void) {
  static const struct {
    const char *variable, *value;
    xpbd_status status;
    const char *words;
  } cases[] = {{"A", "1", XPBD_OK,
                "a CPU that plays GPU 0 for tests, compute capability 9.0, 3 multiprocessors (device 0 of several)"},
               {"XPBD_EMULATED_DEVICES", "1", XPBD_OK,
                "a CPU that plays GPU 0 for tests, compute capability 9.0, 3 multiprocessors"},
               {"XPBD_EMULATED_DEVICES", "0", XPBD_ERR_UNAVAILABLE, "no CUDA device: none is visible"},
               {"XPBD_EMULATED_DRIVER", "0", XPBD_ERR_UNAVAILABLE, "no CUDA device: no NVIDIA driver is loaded"}};
  const xpbd_backend_entry *cuda = xpbd_backend_find(xpbd_backends(), "cuda");
  int good = cuda != NULL;
  for (size_t k = 0; good && k < sizeof cases / sizeof *cases; k++) {
    char name[256] = "";
    put(cases[k].variable, cases[k].value);
    const xpbd_status status = cuda->table->probe(name, sizeof name);
    put(cases[k].variable, NULL);
    printf("%s=%s: %s: %s\n", cases[k].variable, cases[k].value, xpbd_status_name(status),
           status == XPBD_OK ? name : xpbd_last_error());
    good = status == cases[k].status && strcmp(status == XPBD_OK ? name : xpbd_last_error(), cases[k].words) == 0;
  }
  xpbd_solver_def def = by("graph", 1);
  xpbd_counters counters;
  def.device = 1;
  good = good && same(&def, 1, &counters);
  def.device = 2;
  return good && refused(&def, XPBD_ERR_UNAVAILABLE, "there is no device 2; this machine has 2");
}

/* Blocks with fewer threads than a plan wants. Constraints in registers cannot be divided otherwise, so a graph is
 * used, unless a block was requested. All others use the threads there are. */
static int few_threads(void) {
  const xpbd_solver_def any = by(NULL, 1), block = by("block", 1);
  xpbd_counters counters;
  put("XPBD_EMULATED_THREADS", "63"); /* 32: warps are whole */
  return hang(9, "stretching") && same(&any, 2, &counters) && is(counters.strategy, "graph") &&
         refused(&block, XPBD_ERR_DEVICE, "the kernels of the strategy: invalid configuration argument") &&
         hang(9, "stretching:beta=0.01") && same(&any, 2, &counters) && is(counters.strategy, "block") &&
         counters.threads == 32;
}

/* Formulas from files are compiled for the device once. Once the compiler is removed, a second solver needs none.
 * Another formula or precision does. */
static int units(const char *formulas) {
  static const char *const names[] = {"fung", "hencky"};
  char path[4096];
  int index;
  for (int k = 0; k < 2; k++) {
    snprintf(path, sizeof path, "%s/%s.h", formulas, names[k]);
    if (xpbd_formula_file_load(path, NULL, &index) != XPBD_OK) return puts(xpbd_last_error()) < 0;
  }
  int good = hang(5, names[0]) && ends_as("block", XPBD_OK, "");
  put("XPBD_NVCC", "false");
  good = good && ends_as("block", XPBD_OK, "") && ends_as("graph", XPBD_ERR_BAD_FILE, "said nothing");
  xpbd_solver_def def = by("block", 1);
  xpbd_counters counters;
  uint64_t hash;
  def.precision = XPBD_F64;
  good = good && run(&def, 2, &hash, &counters) == XPBD_ERR_BAD_FILE;
  good = good && hang(5, names[1]) && ends_as("block", XPBD_ERR_BAD_FILE, "said nothing");
  put("XPBD_NVCC", NULL);
  good = good && ends_as("block", XPBD_OK, "") && hang(5, names[0]);
  put("XPBD_NVCC", "false");
  return good && ends_as("block", XPBD_OK, ""); /* the first unit, although another was made after it */
}

/* A driver without overlapping launches in a graph: the groups follow each other, with the same bits. */
static int no_overlap(void) {
  const xpbd_solver_def def = by("graph", 1);
  xpbd_counters counters;
  put("XPBD_EMULATED_NO_OVERLAP", "1");
  return same(&def, 2, &counters);
}

static int none(void) {
  return ends_as(NULL, XPBD_OK, "");
}

static int newer_device(void) {
  put("XPBD_EMULATED_NO_CODE", "1");
  return ends_as(NULL, XPBD_ERR_UNAVAILABLE, "no code for the device");
}

/* All memory is returned, and the device is usable. */
static int small_memory(void) {
  put("XPBD_EMULATED_BYTES", "20000");
  const int told = ends_as("graph", XPBD_ERR_OUT_OF_MEMORY, "has no memory for another");
  put("XPBD_EMULATED_BYTES", "100000000");
  return told && ends_as("graph", XPBD_OK, "");
}

static int no_cluster(void) {
  int good = 1;
  for (int k = 0; k < 2; k++) {
    put("XPBD_EMULATED_NO_CLUSTER", k ? "refused" : "1");
    good = good && ends_as("cluster", XPBD_ERR_UNSUPPORTED, "cannot place") && ends_as(NULL, XPBD_OK, "");
  }
  return good;
}

/* The device is lost in the middle of a frame, and stays lost. */
static int fall(void) {
  put("XPBD_EMULATED_FALL", "40");
  const int lost = ends_as("plain", XPBD_ERR_DEVICE_LOST, "illegal memory access");
  put("XPBD_EMULATED_FALL", NULL);
  return lost && !ends_as("plain", XPBD_OK, "");
}

static const struct {
  const char *name;
  int (*good)(void);
} faults[] = {{"none", none},
              {"fork", lost_in_child},
              {"long-step", long_step},
              {"many-frames", many_frames},
              {"busy", busy},
              {"newer-device", newer_device},
              {"small-memory", small_memory},
              {"no-cluster", no_cluster},
              {"fall", fall},
              {"differing", differing},
              {"errors", errors},
              {"lost-memory", lost_memory},
              {"probe", probe},
              {"few-threads", few_threads},
              {"no-overlap", no_overlap}};

int main(int count, char **arguments) {
  const char *name = count > 1 ? arguments[1] : "";
  int good = 0;
  if (!hang(9, "stretching")) return 2;
  for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
    if (strcmp(name, faults[k].name) == 0) good = faults[k].good();
  if (strcmp(name, "units") == 0) good = count > 2 && units(arguments[2]);
  drop_scene();
  printf("%s: %s\n", name, good ? "as it must be" : "WRONG");
  return good ? 0 : 1;
}
