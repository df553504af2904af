/* Why this file exists: a bare team of threads, whose threads omp_teams.sh can count. It prints what the backend omp
 * may have, what the solver of a cloth got, and the state after two frames.
 * usage: omp_teams RESOLUTION THREADS [nested | calls]
 *   nested: by one thread of a parallel region; calls: five frames in separate calls */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xpbd/backend.h"
#include "xpbd/xpbd.h"

static void run(int32_t resolution, int32_t threads, int calls) {
  xpbd_scene_params params = xpbd_scene_params_default();
  xpbd_solver_def def = xpbd_solver_def_default();
  xpbd_counters counters = {0};
  xpbd_model model = {0};
  xpbd_solver *solver = NULL;
  uint64_t hash = 0;
  char device[256] = "";
  params.resolution = resolution, params.constraint = "stretching";
  def.backend = "omp", def.precision = XPBD_F32, def.threads = threads, def.iterations = 3;
  const xpbd_backend_entry *omp = xpbd_backend_find(xpbd_backends(), def.backend);
  xpbd_status status = omp->table->probe(device, sizeof device);
  if (status == XPBD_OK) status = xpbd_scene_build("cloth", &params, &model);
  if (status == XPBD_OK) status = xpbd_solver_create(model.scene, &def, &solver);
  for (int k = 0; status == XPBD_OK && k < calls; k++) status = xpbd_solver_step(solver, calls > 1 ? 1 : 2);
  if (status == XPBD_OK) status = xpbd_solver_hash(solver, &hash);
  if (status == XPBD_OK) status = xpbd_solver_counters(solver, &counters);
  if (status == XPBD_OK)
    printf("%s; %d threads; %016" PRIx64 "\n", device, (int)counters.threads, hash);
  else
    printf("%s: %s\n", xpbd_status_name(status), xpbd_last_error());
  xpbd_solver_destroy(&solver);
  xpbd_model_destroy(&model);
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const int32_t resolution = (int32_t)strtol(argv[1], NULL, 10), threads = (int32_t)strtol(argv[2], NULL, 10);
  if (argc == 3 || strcmp(argv[3], "calls") == 0) {
    run(resolution, threads, argc == 3 ? 1 : 5);
    return 0;
  }
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    run(resolution, threads, 1);
  }
  return 0;
}
