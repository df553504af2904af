/* Why this file exists: makes a job as xpbd-sim does, without a command line. */
#include "sim_checks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/engine/sim_job.h"

bool sim_made(check *self, const char *scene, const xpbd_scene_params *params, sim_job *out) {
  static const cli_program program = {.name = "trial"};
  *out = (sim_job){.program = &program,
                   .scene = scene,
                   .info = xpbd_scene_info_at(xpbd_scene_info_find(scene)),
                   .method = xpbd_method_at(XPBD_METHOD_XPBD)};
  if (!check_true(self, out->info != NULL, "a scene of the name %s", scene) ||
      !check_status(self, xpbd_scene_build(scene, params, &out->model), XPBD_OK, "the scene %s", scene))
    return false;
  const xpbd_mesh *mesh = &out->model.mesh;
  const size_t reals = 3 * (size_t)mesh->vertex_count, edges = (size_t)mesh->edge_count;
  out->mesh = mesh;
  out->radii = xpbd_scene_radii(out->model.scene);
  out->frame_time = out->info->frame_time;
  out->frames = out->info->frames;
  out->positions = malloc(reals * sizeof(double));
  out->velocities = calloc(reals, sizeof(double));
  out->rest_lengths = malloc((edges + 1) * sizeof(double));
  if (!check_true(self, out->positions && out->velocities && out->rest_lengths, "memory for a job")) {
    sim_unmade(out);
    return false;
  }
  memcpy(out->positions, mesh->positions, reals * sizeof(double));
  for (size_t e = 0; e < edges; e++) {
    const double *a = mesh->positions + 3 * (size_t)mesh->edges[2 * e];
    const double *b = mesh->positions + 3 * (size_t)mesh->edges[2 * e + 1];
    out->rest_lengths[e] = hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
  }
  return true;
}

void sim_unmade(sim_job *job) {
  xpbd_model_destroy(&job->model);
  free(job->positions);
  free(job->velocities);
  free(job->rest_lengths);
  *job = (sim_job){0};
}
