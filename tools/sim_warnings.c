/* Why this file exists: calls that are in order and still cannot be what was meant: nothing that can move, a volume of what
 * encloses none, a camera that looks past the body. Each is one line, before the run and in run.txt. */
#include <stdio.h>

#include "sim.h"

static bool all_pinned(const xpbd_scene *scene) {
  const double *w = xpbd_scene_inverse_masses(scene);
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++)
    if (w[i] > 0.0) return false;
  return true;
}

/// What wants the volume of a closed surface: a formula of it, or ghost tips; NULL where nothing does.
static const char *wants_closed(const xpbd_scene *scene) {
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_formula_info *formula = xpbd_formula_at(xpbd_scene_set(scene, s)->formula);
    if (formula->element == XPBD_ON_TRIANGLES && (formula->traits & XPBD_SUMMED)) return formula->name;
  }
  return xpbd_scene_centre_count(scene) > 0 ? "a ghost tip" : NULL;
}

void sim_warnings_write(FILE *stream, const char *before, const sim_job *job) {
  const xpbd_scene *scene = job->model.scene;
  if (all_pinned(scene) && xpbd_scene_handle_count(scene) == 0)
    fprintf(stream, "%severything is pinned: nothing will move\n", before);
  xpbd_ratios volumes;
  const char *wants = wants_closed(scene);
  if (wants && xpbd_measure_volumes(job->mesh, job->mesh->positions, &volumes) == XPBD_ERR_UNSUPPORTED)
    fprintf(stream, "%s%s wants a closed surface: %s\n", before, wants, xpbd_last_error());
}

bool sim_sees_nothing(const picture_view *view, int32_t count, const double *positions) {
  for (int32_t v = 0; v < count; v++) {
    double pixel[2], depth;
    picture_view_project(view, positions + 3 * (size_t)v, pixel, &depth);
    if (depth > 0.0 && pixel[0] >= 0.0 && pixel[0] <= view->width && pixel[1] >= 0.0 && pixel[1] <= view->height)
      return false;
  }
  return true;
}
