/* Why this file exists: what only some devices do, done to the cuda backend on the CPU that plays the GPU: each argument
 * names a fault, the environment that brings it about is set here, and the backend must say what is wrong, with the right
 * status, and go on where it can. `none` expects that nothing is wrong, and so is the negative control of the others. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "xpbd/backend.h"
#include "xpbd/formula_file.h"
#include "xpbd/xpbd.h"

static xpbd_model model;

static xpbd_solver_def settings(const char *backend, const char *strategy, int32_t iterations) {
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = backend;
  def.strategy = strategy;
  def.iterations = iterations;
  return def;
}

/* Make a solver, run some frames, hash its state. */
static xpbd_status run(const xpbd_solver_def *def, int32_t frames, uint64_t *hash) {
  xpbd_solver *solver = NULL;
  xpbd_status status = xpbd_solver_create(model.scene, def, &solver);
  if (status == XPBD_OK) status = xpbd_solver_step(solver, frames);
  if (status == XPBD_OK) status = xpbd_solver_hash(solver, hash);
  xpbd_solver_destroy(&solver);
  return status;
}

/* One run as asked for; did it end as it must? The text has to be in the reason. */
static int ends(const char *strategy, xpbd_status expected, const char *text) {
  const xpbd_solver_def def = settings("cuda", strategy, 3);
  uint64_t hash;
  const xpbd_status status = run(&def, 2, &hash);
  printf("%s: %s\n", xpbd_status_name(status), status == XPBD_OK ? "" : xpbd_last_error());
  return status == expected && (status == XPBD_OK || strstr(xpbd_last_error(), text));
}

/* The process has asked for the device; a child that it forks has none. */
static int lost_in_child(void) {
  const int before = ends(NULL, XPBD_OK, "");
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const int seen = ends(NULL, XPBD_ERR_UNAVAILABLE, "initialization error");
    fflush(stdout);
    _exit(seen ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return before && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* More kernels in a time step than a graph may have: it is replayed in parts, to the same bits. */
static int long_step(void) {
  xpbd_solver_def def = settings("seq", NULL, 4001);
  uint64_t expected, hash = 0;
  if (run(&def, 1, &expected) != XPBD_OK) return 0;
  def = settings("cuda", "graph", 4001);
  const xpbd_status status = run(&def, 1, &hash);
  printf("%s: %016llx, seq %016llx\n", xpbd_status_name(status), (unsigned long long)hash,
         (unsigned long long)expected);
  return status == XPBD_OK && hash == expected;
}

/* What a kernel that stays does is handed to it a few frames at a time: of 64 frames of this cloth 16, and after each launch
 * a kernel that counts. So the eighth falls with the device, and a ninth there is not. */
static int many_frames(void) {
  xpbd_solver_def def = settings("seq", NULL, 3);
  uint64_t expected, hash = 0;
  if (run(&def, 64, &expected) != XPBD_OK) return 0;
  def = settings("cuda", "block", 3);
  setenv("XPBD_EMULATED_FALL", "9", 1);
  const xpbd_status status = run(&def, 64, &hash);
  printf("%s: %016llx, seq %016llx\n", xpbd_status_name(status), (unsigned long long)hash,
         (unsigned long long)expected);
  const int none_too_many = status == XPBD_OK && hash == expected;
  setenv("XPBD_EMULATED_FALL", "16", 1); /* those of before count */
  return none_too_many && run(&def, 64, &hash) == XPBD_ERR_DEVICE_LOST;
}

/* A device that another process has for itself: that it is there can be asked all the same. */
static int busy(void) {
  char name[256] = "";
  setenv("XPBD_EMULATED_BUSY", "1", 1);
  const xpbd_backend_entry *cuda = xpbd_backend_find(xpbd_backends(), "cuda");
  if (!cuda || cuda->table->probe(name, sizeof name) != XPBD_OK) return 0;
  printf("%s\n", name);
  const int seen = ends(NULL, XPBD_ERR_DEVICE, "busy or unavailable");
  unsetenv("XPBD_EMULATED_BUSY");
  return seen && ends(NULL, XPBD_OK, "");
}

/* Of three copies the third, or the second, has a bit of its own; and one that is the same in all is nobody's. */
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
  xpbd_solver_def def = settings("cuda", "graph", 3);
  def.batch = 3;
  int good = 1;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[32];
    uint64_t hash;
    snprintf(text, sizeof text, "%d", cases[k].byte);
    setenv("XPBD_EMULATED_FLIP", text, 1);
    const xpbd_status status = run(&def, 2, &hash);
    printf("byte %d: %s: %s\n", cases[k].byte, xpbd_status_name(status), xpbd_last_error());
    good = good && (cases[k].words ? status == XPBD_ERR_DEVICE && strcmp(xpbd_last_error(), cases[k].words) == 0
                                   : status == XPBD_OK);
  }
  return good;
}

/* How one run in a process of its own ends, for a device is gone for good; nothing is looked at but its status. */
static int alone(void) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const xpbd_solver_def def = settings("cuda", "graph", 3);
    uint64_t hash;
    _exit((int)run(&def, 2, &hash));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* After which errors a device is lost; after others it can be asked again. */
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
  setenv("XPBD_EMULATED_FALL", "5", 1);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[32];
    snprintf(text, sizeof text, "%d", cases[k].number);
    setenv("XPBD_EMULATED_ERROR", text, 1);
    const int status = alone();
    printf("error %d: %s\n", cases[k].number, xpbd_status_name((xpbd_status)status));
    good = good && status == (int)cases[k].status;
  }
  unsetenv("XPBD_EMULATED_ERROR");
  return good && alone() == XPBD_ERR_DEVICE_LOST;
}

/* A device that cannot place the blocks of tiles that stay, all of them at once: whoever chose by size goes on in tiles, and whoever
 * asked is told. */
static int unplaced(void) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 32, params.constraint = "stretching";
  xpbd_model_destroy(&model);
  if (xpbd_scene_build("cloth", &params, &model) != XPBD_OK) return 0;
  const xpbd_solver_def reference = settings("seq", NULL, 3), def = settings("cuda", NULL, 3);
  uint64_t expected, hash = 0;
  int good = run(&reference, 2, &expected) == XPBD_OK;
  for (int k = 0; k < 2; k++) {
    xpbd_solver *solver = NULL;
    xpbd_counters counters = {0};
    if (k == 1) setenv("XPBD_EMULATED_BLOCKS", "0", 1);
    good = good && run(&def, 2, &hash) == XPBD_OK && hash == expected &&
           xpbd_solver_create(model.scene, &def, &solver) == XPBD_OK &&
           xpbd_solver_counters(solver, &counters) == XPBD_OK;
    printf("by size: %s\n", counters.strategy ? counters.strategy : xpbd_last_error());
    good = good && strcmp(counters.strategy, k ? "tiles" : "resident") == 0;
    xpbd_solver_destroy(&solver);
  }
  good = good && ends("resident", XPBD_ERR_UNSUPPORTED, "strategy resident: this device cannot place 3 blocks at once");
  params.resolution = 100;
  xpbd_model_destroy(&model);
  return good && xpbd_scene_build("cloth", &params, &model) == XPBD_OK &&
         ends("resident", XPBD_ERR_UNSUPPORTED,
              "strategy resident: this mesh needs 9 tiles for each of 1 copies, and only 3 can be here at once") &&
         ends(NULL, XPBD_OK, "");
}

/* A device that is lost while memory is taken has not too little of it. */
static int lost_memory(void) {
  const int before = ends("graph", XPBD_OK, "");
  setenv("XPBD_EMULATED_LOST", "4", 1); /* counted from here */
  return before && ends("graph", XPBD_ERR_DEVICE_LOST, "cudaMalloc: an illegal memory access");
}

/* What is said of the machine, and what of a device that it has not. */
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
    setenv(cases[k].variable, cases[k].value, 1);
    const xpbd_status status = cuda->table->probe(name, sizeof name);
    unsetenv(cases[k].variable);
    printf("%s=%s: %s: %s\n", cases[k].variable, cases[k].value, xpbd_status_name(status),
           status == XPBD_OK ? name : xpbd_last_error());
    good = status == cases[k].status && strcmp(status == XPBD_OK ? name : xpbd_last_error(), cases[k].words) == 0;
  }
  xpbd_solver_def def = settings("cuda", "graph", 3);
  uint64_t hash;
  def.device = 1;
  good = good && run(&def, 1, &hash) == XPBD_OK;
  def.device = 2;
  return good && run(&def, 1, &hash) == XPBD_ERR_UNAVAILABLE &&
         strcmp(xpbd_last_error(), "there is no device 2; this machine has 2") == 0;
}

/* Blocks of fewer threads than a plan wants: constraints in registers cannot be shared out otherwise, so a graph is taken unless
 * somebody asked for a block; all else takes the threads there are. */
static int few_threads(void) {
  int good = 1;
  setenv("XPBD_EMULATED_THREADS", "63", 1); /* 32: warps are whole */
  for (int k = 0; good && k < 3; k++) {
    xpbd_scene_params params = xpbd_scene_params_default();
    params.resolution = 9;
    params.constraint = k == 2 ? "stretching:beta=0.01" : "stretching";
    xpbd_model_destroy(&model);
    if (xpbd_scene_build("cloth", &params, &model) != XPBD_OK) return 0;
    xpbd_solver_def def = settings("seq", NULL, 3);
    xpbd_solver *solver = NULL;
    xpbd_counters counters = {0};
    uint64_t expected, hash = 0;
    if (run(&def, 2, &expected) != XPBD_OK) return 0;
    def = settings("cuda", k == 1 ? "block" : NULL, 3);
    const xpbd_status status = run(&def, 2, &hash);
    if (status == XPBD_OK && xpbd_solver_create(model.scene, &def, &solver) == XPBD_OK)
      good = xpbd_solver_counters(solver, &counters) == XPBD_OK;
    xpbd_solver_destroy(&solver);
    printf("%s: %s by %d threads, %s\n", xpbd_status_name(status), counters.strategy ? counters.strategy : "-",
           (int)counters.threads, status == XPBD_OK ? "" : xpbd_last_error());
    if (k == 1)
      good = good && status == XPBD_ERR_DEVICE &&
             strcmp(xpbd_last_error(), "the kernels of the strategy: invalid configuration argument") == 0;
    else
      good = good && status == XPBD_OK && hash == expected && strcmp(counters.strategy, k ? "block" : "graph") == 0;
    if (k == 2) good = good && counters.threads == 32;
  }
  return good;
}

/* Another scene with the formula as its springs. */
static int hang_on(const char *formula) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 5;
  params.constraint = formula;
  xpbd_model_destroy(&model);
  return xpbd_scene_build("cloth", &params, &model) == XPBD_OK;
}

/* What was compiled for the device of formulas from files is compiled once: where there is no compiler any more, a second
 * solver needs none, but another formula does, and another precision. */
static int units(const char *formulas) {
  static const char *const names[] = {"fung", "hencky"};
  char path[4096];
  int index;
  for (int k = 0; k < 2; k++) {
    snprintf(path, sizeof path, "%s/%s.h", formulas, names[k]);
    if (xpbd_formula_file_load(path, NULL, &index) != XPBD_OK) return puts(xpbd_last_error()) < 0;
  }
  int good = hang_on(names[0]) && ends("block", XPBD_OK, "");
  setenv("XPBD_NVCC", "false", 1);
  good = good && ends("block", XPBD_OK, "") && ends("graph", XPBD_ERR_BAD_FILE, "said nothing");
  xpbd_solver_def def = settings("cuda", "block", 3);
  def.precision = XPBD_F64;
  uint64_t hash;
  good = good && run(&def, 2, &hash) == XPBD_ERR_BAD_FILE;
  good = good && hang_on(names[1]) && ends("block", XPBD_ERR_BAD_FILE, "said nothing");
  unsetenv("XPBD_NVCC");
  good = good && ends("block", XPBD_OK, "") && hang_on(names[0]);
  setenv("XPBD_NVCC", "false", 1);
  return good && ends("block", XPBD_OK, ""); /* that of before, though another was made after it */
}

/* A driver without launches that overlap in a graph: the groups follow each other, to the same bits. */
static int no_overlap(void) {
  const xpbd_solver_def seq = settings("seq", NULL, 3), cuda = settings("cuda", "graph", 3);
  uint64_t expected = 0, hash = 1;
  setenv("XPBD_EMULATED_NO_OVERLAP", "1", 1);
  return run(&seq, 2, &expected) == XPBD_OK && run(&cuda, 2, &hash) == XPBD_OK && hash == expected;
}

int main(int count, char **arguments) {
  const char *fault = count > 1 ? arguments[1] : "";
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = strcmp(fault, "long-step") == 0 ? 3 : 9;
  if (xpbd_scene_build("cloth", &params, &model) != XPBD_OK) return 2;
  int good = 0;
  if (strcmp(fault, "none") == 0) good = ends(NULL, XPBD_OK, "");
  if (strcmp(fault, "fork") == 0) good = lost_in_child();
  if (strcmp(fault, "long-step") == 0) good = long_step();
  if (strcmp(fault, "many-frames") == 0) good = many_frames();
  if (strcmp(fault, "busy") == 0) good = busy();
  if (strcmp(fault, "probe") == 0) good = probe();
  if (strcmp(fault, "few-threads") == 0) good = few_threads();
  if (strcmp(fault, "no-overlap") == 0) good = no_overlap();
  if (strcmp(fault, "unplaced") == 0) good = unplaced();
  if (strcmp(fault, "differing") == 0) good = differing();
  if (strcmp(fault, "errors") == 0) good = errors();
  if (strcmp(fault, "lost-memory") == 0) good = lost_memory();
  if (strcmp(fault, "units") == 0) good = count > 2 && units(arguments[2]);
  if (strcmp(fault, "newer-device") == 0) {
    setenv("XPBD_EMULATED_NO_CODE", "1", 1);
    good = ends(NULL, XPBD_ERR_UNAVAILABLE, "no code for the device");
  }
  if (strcmp(fault, "small-memory") == 0) {
    setenv("XPBD_EMULATED_BYTES", "20000", 1);
    good = ends("graph", XPBD_ERR_OUT_OF_MEMORY, "has no memory for another");
    setenv("XPBD_EMULATED_BYTES", "100000000", 1);
    good = good && ends("graph", XPBD_OK, ""); /* what was taken was given back, the device is usable */
  }
  if (strcmp(fault, "no-cluster") == 0) {
    setenv("XPBD_EMULATED_NO_CLUSTER", "1", 1);
    good = ends("cluster", XPBD_ERR_UNSUPPORTED, "cannot place") && ends(NULL, XPBD_OK, "");
    setenv("XPBD_EMULATED_NO_CLUSTER", "refused", 1);
    good = good && ends("cluster", XPBD_ERR_UNSUPPORTED, "cannot place") && ends(NULL, XPBD_OK, "");
  }
  if (strcmp(fault, "fall") == 0) {
    setenv("XPBD_EMULATED_FALL", "40", 1);
    good = ends("plain", XPBD_ERR_DEVICE_LOST, "illegal memory access"); /* in the middle of a frame */
    unsetenv("XPBD_EMULATED_FALL");
    good = good && !ends("plain", XPBD_OK, ""); /* it does not get up again */
  }
  xpbd_model_destroy(&model);
  printf("%s: %s\n", fault, good ? "as it must be" : "WRONG");
  return good ? 0 : 1;
}
