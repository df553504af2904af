/* Why this file exists: a program behind the solver pipe for tests of the benchmark peers. It answers with the states of our
 * own solver, or does one thing wrong, which its argument names. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"
#include "workload/workload.h"
#include "xpbd/xpbd.h"

/// What is wrong with it, "" = nothing.
static const char *fault = "";

static bool is(const char *name) {
  return strcmp(fault, name) == 0;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Whether a file has any byte.
static bool filled(const char *path) {
  FILE *file = fopen(path, "rb");
  const bool any = file && fgetc(file) != EOF;
  if (file) fclose(file);
  return any;
}

/// The solver of the workload that the file is named after.
static xpbd_status load(const char *path, double substeps, double iterations, xpbd_model *model, xpbd_solver **out) {
  char name[64];
  const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(base, "."), base);
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq";
  def.frame_time = WORKLOAD_FRAME_TIME;
  def.substeps = (int32_t)substeps;
  def.iterations = (int32_t)iterations;
  const xpbd_status status = workload_model(workload_at(workload_find(name)), XPBD_ORDER_GROUP, model);
  return status == XPBD_OK ? xpbd_solver_create(model->scene, &def, out) : status;
}

/// Makes states [2, n, 3] wrong, so that a check must find it.
static void spoil(double *states, const xpbd_scene *scene, int run) {
  const int64_t n = xpbd_scene_particle_count(scene), half = 3 * n;
  if (is("nan") || (is("nan-later") && run > 1)) states[half - 1] = NAN;
  if (is("still")) {
    memcpy(states, xpbd_scene_positions(scene), (size_t)half * sizeof *states);
    memcpy(states + half, xpbd_scene_velocities(scene), (size_t)half * sizeof *states);
  }
  for (int64_t i = 0; i < n; i++) {
    const bool pinned = !(xpbd_scene_inverse_masses(scene)[i] > 0.0);
    if (is("energy")) states[half + 3 * i + 1] = 100.0;
    if (is("drops") && pinned) states[3 * i + 1] -= 0.1;
    if (is("far") && !pinned) states[3 * i + 2] += 1.5;
    if (is("off") && !pinned) states[3 * i + 2] += 0.3;
    if (is("slower"))
      for (int k = 0; k < 3; k++) states[half + 3 * i + k] *= 0.9;
    if (is("drifts")) states[3 * i] += 0.05;
    if (is("random")) states[3 * i] += run > 1 ? 0.3 : 0.0;
    if (is("noisy")) states[3 * i] += run > 1 ? 1e-9 : 0.0;
  }
}

static bool run(xpbd_solver *solver, const xpbd_scene *scene, int frames, int every, const char *path, int number) {
  const size_t count = 6 * (size_t)xpbd_scene_particle_count(scene);
  double *states = malloc(count * sizeof *states);
  FILE *file = fopen(path, "wb");
  bool good = states && file && xpbd_solver_reset(solver) == XPBD_OK;
  printf("{\"ran\": %d, \"time\": %.17g, \"seconds\": [", frames,
         (is("time") ? 0.5 : 1.0) * frames * WORKLOAD_FRAME_TIME);
  for (int k = 1; k <= frames && good; k++) {
    const double start = now();
    good = xpbd_solver_step(solver, 1) == XPBD_OK && xpbd_solver_sync(solver) == XPBD_OK;
    if (is("slow")) nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    printf("%s%.9g", k > 1 ? ", " : "", is("slow-clock") ? 100.0 : is("no-clock") ? 0.0 : now() - start);
    if (!good || k % every != 0) continue;
    good = xpbd_solver_read(solver, XPBD_POSITIONS, states) == XPBD_OK &&
           xpbd_solver_read(solver, XPBD_VELOCITIES, states + count / 2) == XPBD_OK;
    spoil(states, scene, number);
    good = good && fwrite(states, sizeof *states, is("few") ? count - 6 : count, file) > 0;
  }
  puts("]}");
  if (file) good = fclose(file) == 0 && good;
  free(states);
  return good;
}

int main(int argc, char **argv) {
  char *line = NULL;
  size_t room = 0;
  xpbd_json_document request = {0};
  xpbd_model model = {0};
  xpbd_solver *solver = NULL;
  int runs = 0;
  fault = argc > 1 ? argv[1] : "";
  while (getline(&line, &room, stdin) > 0 && xpbd_json_read(line, &request)) {
    const xpbd_json_node *root = request.nodes;
    const char *scene = xpbd_json_text_at(&request, root, "load"),
               *states = xpbd_json_text_at(&request, root, "states");
    if (is("die") && (scene || states)) {
      fputs("tiny_peer: dies as it was asked to\n", stderr);
      return 3;
    }
    if (is("hang") && scene) sleep(600);
    if (is("garbage") && states) {
      puts("hello, world");
    } else if (scene && is("unsupported")) {
      puts("{\"unsupported\": \"springs\"}");
    } else if (scene) {
      xpbd_solver_destroy(&solver);
      xpbd_model_destroy(&model);
      if (!filled(scene) || load(scene, xpbd_json_number_at(&request, root, "substeps"),
                                 xpbd_json_number_at(&request, root, "iterations"), &model, &solver) != XPBD_OK)
        return 4;
      const xpbd_json_node *options = xpbd_json_member(&request, root, "options");
      if (xpbd_json_number_at(&request, options, "relaxation") > 1.0) fault = "energy";
      FILE *emptied = is("empties") ? fopen(scene, "wb") : NULL;
      if (emptied) fclose(emptied);
      const char *accept = xpbd_json_text_at(&request, options, "accept");
      puts(is("near") || (accept && strcmp(accept, "near") == 0)
               ? "{\"loaded\": true, \"without\": \"the damping \\u001bof springs\"}"
               : "{\"loaded\": true}");
    } else if (states && is("gives-up")) {
      puts("{\"failed\": \"the energy \\u001b[31mgrew\"}");
    } else if (states) {
      const int frames = (int)xpbd_json_number_at(&request, root, "run");
      runs += frames > 1; /* a single frame is tried before */
      if (!run(solver, model.scene, frames, (int)xpbd_json_number_at(&request, root, "every"), states, runs)) return 4;
    } else {
      const char *version = getenv("TINY_VERSION");
      if (version && !is("no-version"))
        printf("{\"protocol\": 1, \"solver\": \"tiny\", \"version\": \"%s\"}\n", version);
      else
        puts(is("no-version") ? "{\"protocol\": 1}"
                              : "{\"protocol\": 1, \"solver\": \"tiny\", \"version\": \"tiny 1.0\", \"precision\": "
                                "\"float32\", \"device\": \"cpu\", \"threads\": 1}");
    }
    fflush(stdout);
  }
  xpbd_solver_destroy(&solver);
  xpbd_model_destroy(&model);
  xpbd_json_document_free(&request);
  free(line);
  return 0;
}
