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
