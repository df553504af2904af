/* Why this file exists: a scene that does not fit into memory is killed by the system after minutes, with whatever else runs;
 * so what a run will need is estimated before anything large is built, said, and refused where it is not there. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "picture/picture.h"
#include "sim_setup.h"
#include "support/memory_need.h"

enum {
  SMALL = 9, ///< A resolution that every scene with one has, spheres too, and the next.
  LESS_SMALL = 17
};
static const double said = 1e9;    ///< [bytes] from which the need is said.
static const double a_sample = 20; ///< [bytes] of a sample of a picture, and
static const double a_pixel = 48;  ///< of a pixel: the light of its last surface, its colour.

/// The same scene without what takes time and no memory: a body that comes to rest as it is built.
static void unsettled(const char *scene, xpbd_scene_params *params) {
  const xpbd_scene_info *info = xpbd_scene_info_at(xpbd_scene_info_find(scene));
  if (info && xpbd_scene_parameter_find(info, "settle") >= 0) xpbd_scene_params_set(params, "settle", 0.0);
}

/// Bytes of the scene at a small resolution, NaN when there is none.
static double small_scene(const sim_job *job, const xpbd_scene_params *params, int32_t resolution) {
  xpbd_scene_params smaller = *params;
  xpbd_model model = {0};
  smaller.resolution = resolution;
  unsettled(job->scene, &smaller);
  if (xpbd_scene_build(job->scene, &smaller, &model) != XPBD_OK) return NAN;
  const char *precision = job->options->precision; /* "double" or "f64"; what else there is is refused later */
  const bool twice = precision && (strcmp(precision, "double") == 0 || strcmp(precision, "f64") == 0);
  int64_t bytes = memory_of_particles(xpbd_scene_particle_count(model.scene), twice);
  for (int32_t s = 0; s < xpbd_scene_set_count(model.scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(model.scene, s);
    bytes += memory_of_constraints(set->count, xpbd_formula_at(set->formula), twice);
  }
  xpbd_model_destroy(&model);
  return (double)bytes;
}

/// What the scene takes: chains grow with the resolution, sheets with its square, bodies with its cube; which, two small
/// ones tell, and those are soon there beside a larger one.
static double scene_bytes(const sim_job *job, const xpbd_scene_params *params) {
  if (params->resolution <= LESS_SMALL) return 0;
  const double small = small_scene(job, params, SMALL), larger = small_scene(job, params, LESS_SMALL);
  const double power = round(log(larger / small) / log((double)LESS_SMALL / SMALL));
  const double bytes = larger * pow((double)params->resolution / LESS_SMALL, power);
  return isfinite(bytes) ? bytes : 0; /* a scene without such resolutions is small */
}

/// What a picture of "WxH", or of so many pixels, takes with `samples` along a pixel's side; one that is refused for its
/// sides takes nothing.
static double picture_bytes(const char *size, double pixels, int samples) {
  double width, height;
  if (size && sscanf(size, "%5lfx%5lf", &width, &height) == 2)
    pixels = width <= PICTURE_SIDE_MOST && height <= PICTURE_SIDE_MOST ? width * height : 0;
  return pixels * (samples * samples * a_sample + a_pixel);
}

int sim_memory_check(const sim_job *job, const xpbd_scene_params *params, double there) {
  const sim_options *o = job->options;
  const double scene = scene_bytes(job, params);
  const double still = o->picture ? picture_bytes(o->picture_size, 1200.0 * 900.0, 3) : 0;
  const double film = o->film ? picture_bytes(o->film_size, 640.0 * 480.0, 2) : 0;
  const double need = scene + fmax(still, film);
  if (need > there && !o->force)
    return cli_fail(
        job->program, CLI_EXIT_USAGE,
        "about %.1f GB of memory are needed (scene %.1f, pictures %.1f) and %.1f are available; --force tries it",
        1e-9 * need, 1e-9 * scene, 1e-9 * fmax(still, film), 1e-9 * there);
  if (need > said && !o->quiet && isnan(there))
    printf("about %.1f GB of memory are needed\n", 1e-9 * need);
  else if (need > said && !o->quiet)
    printf("about %.1f GB of memory are needed, %.1f are available\n", 1e-9 * need, 1e-9 * there);
  fflush(stdout); /* before the wait, not after it */
  return -1;
}
