/* Why this file exists: the shortest program that uses the library. It simulates a cloth for a second and prints the hash
 * of its state. Every backend prints the same hash. */
#include <stdio.h>
#include <xpbd/xpbd.h>

int main(void) {
  xpbd_scene_params params = xpbd_scene_params_default();
  xpbd_solver_def settings = xpbd_solver_def_default(); /* the fastest backend here, 24 frames a second */
  params.resolution = 41, settings.substeps = 20;       /* vertices along a side, time steps a frame */
  xpbd_model model = {0};
  xpbd_solver *solver = NULL;
  uint64_t hash = 0;
  bool done = !xpbd_scene_build("cloth", &params, &model) && !xpbd_solver_create(model.scene, &settings, &solver) &&
              !xpbd_solver_step(solver, 24) && !xpbd_solver_hash(solver, &hash);
  if (done)
    printf("state after one second: %016llx\n", (unsigned long long)hash);
  else
    fprintf(stderr, "%s\n", xpbd_last_error());
  xpbd_solver_destroy(&solver);
  xpbd_model_destroy(&model);
  return !done;
}
