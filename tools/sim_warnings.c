/* Why this file exists: calls that are in order and still cannot be what was meant: nothing that can move, a volume of what
 * encloses none, more threads than processors, a camera that looks past the body. Each is one line, before the run and in
 * run.txt. And the line before a run that may be long: what the scene amounts to. */
#define _GNU_SOURCE /* sched_getaffinity */
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "sim.h"

static int allowed_processors(void) {
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

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
  xpbd_counters counters;
  const int processors = allowed_processors();
  if (xpbd_solver_counters(job->solver, &counters) == XPBD_OK && counters.threads > processors)
    fprintf(stream, "%s%d threads on %d processor%s take turns, which is slower than %d\n", before,
            (int)counters.threads, processors, processors == 1 ? "" : "s", processors);
}

void sim_scene_print(const sim_job *job) {
  const xpbd_scene *scene = job->model.scene;
  const xpbd_solver_def *def = xpbd_solver_settings(job->solver);
  xpbd_counters counters = {0};
  if (job->world || xpbd_solver_counters(job->solver, &counters) != XPBD_OK) return; /* the last line has a lattice's */
  const int frames = (int)(job->frames - job->start);
  printf("%s: %d particles, %" PRId64
         " constraints, %.3g MB; %d frames of %.4g s, each of %d time step%s with %d sweep%s\n",
         job->scene, (int)xpbd_scene_particle_count(scene), (int64_t)xpbd_scene_constraint_count(scene),
         1e-6 * (double)(counters.host_bytes + counters.device_bytes), frames, job->frame_time, (int)def->substeps,
         def->substeps == 1 ? "" : "s", (int)def->iterations, def->iterations == 1 ? "" : "s");
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
