/* Why this file exists: the system kills a run that does not fit into memory after minutes, perhaps with other
 * programs. So the need is estimated before anything large is built. A large need is printed, and one that does not fit
 * is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "picture/picture.h"
#include "scene/members.h"
#include "scene/spec.h"
#include "sim_setup.h"
#include "support/memory_need.h"

enum {
  SMALL = 9, ///< A resolution that every scene with one accepts, spheres included.
  LESS_SMALL = 17
};
static const double said = 1e9;    ///< [bytes] A larger need is printed.
static const double a_sample = 20; ///< [bytes] Of a sample of a picture.
static const double a_pixel = 48;  ///< [bytes] Of a pixel: the light on its last surface, and its colour.

/// Leave out what takes time but no memory: some bodies come to rest while they are built.
static void unsettled(const xpbd_scene_info *info, xpbd_scene_params *params) {
  if (xpbd_scene_parameter_find(info, "settle") >= 0) xpbd_scene_params_set(params, "settle", 0.0);
}

static bool is_twice(const sim_job *job) {
  const char *precision = job->options->precision; /* a wrong word is refused later */
  return precision && (strcmp(precision, "double") == 0 || strcmp(precision, "f64") == 0);
}

/// Bytes of the scene at a small resolution, NaN if there is none.
static double small_scene(const sim_job *job, const xpbd_scene_params *params, int32_t resolution) {
  xpbd_scene_params smaller = *params;
  xpbd_model model = {0};
  smaller.resolution = resolution;
  if (xpbd_scene_build(job->scene, &smaller, &model) != XPBD_OK) return NAN;
  int64_t bytes = memory_of_particles(xpbd_scene_particle_count(model.scene), is_twice(job));
  for (int32_t s = 0; s < xpbd_scene_set_count(model.scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(model.scene, s);
    bytes += memory_of_constraints(set->count, xpbd_formula_at(set->formula), is_twice(job));
  }
  xpbd_model_destroy(&model);
  return (double)bytes;
}

/// Bytes of the constraints of a specification on a mesh, 0 of a wrong one, which is refused elsewhere.
static double spec_bytes(const sim_job *job, const xpbd_mesh *mesh, const char *text) {
  xpbd_spec spec;
  double bytes = 0;
  if (!text || xpbd_spec_read(text, &spec) != XPBD_OK) return 0;
  for (int k = 0; k < spec.count; k++) {
    const xpbd_formula_info *formula = xpbd_formula_at(spec.part[k].formula);
    bytes += (double)memory_of_constraints(xpbd_mesh_elements(mesh, formula->element), formula, is_twice(job));
  }
  return bytes;
}

/// Bytes of a scene on a mesh that is not filled with cells.
static double mesh_bytes(const sim_job *job, const xpbd_scene_params *params, const char *constraint) {
  return (double)memory_of_particles(params->mesh->vertex_count, is_twice(job)) +
         spec_bytes(job, params->mesh, params->constraint ? params->constraint : constraint) +
         spec_bytes(job, params->mesh, params->bending);
}

/// Bytes of a scene that the resolution makes. Chains grow with it, sheets with its square, bodies with its cube. Two
/// small scenes tell which, and they are quick to build.
static double resolved_bytes(const sim_job *job, const xpbd_scene_params *params, int32_t resolution) {
  if (resolution <= LESS_SMALL) return small_scene(job, params, resolution);
  const double small = small_scene(job, params, SMALL), larger = small_scene(job, params, LESS_SMALL);
  const double power = round(log(larger / small) / log((double)LESS_SMALL / SMALL));
  return larger * pow((double)resolution / LESS_SMALL, power);
}

/// Bytes of the scene. Only what the options say is estimated: a scene is small by itself, and a file is read already.
static double scene_bytes(const sim_job *job, const xpbd_scene_params *params) {
  const xpbd_scene_info *info = xpbd_scene_info_at(xpbd_scene_info_find(job->scene));
  if (!info || info->file) return 0;
  xpbd_scene_params one = *params;
  double copies = 1.0;
  for (int32_t k = 0; k < params->value_count; k++)
    if (strcmp(params->values[k].name, "copies") == 0) copies = params->values[k].value;
  if (copies > 1.0) xpbd_scene_params_set(&one, "copies", 1.0);
  unsettled(info, &one);
  const bool filled = params->mesh && info->whole_bodies && params->mesh->tet_count == 0;
  double bytes = 0;
  if (params->mesh && !filled)
    bytes = mesh_bytes(job, &one, info->constraint);
  else if (copies > 1.0 || params->resolution > LESS_SMALL)
    bytes = resolved_bytes(job, &one, params->resolution ? params->resolution : info->resolution);
  bytes *= copies;
  return isfinite(bytes) ? bytes : 0; /* a scene without these resolutions is small */
}

/// Bytes of a picture of "WxH", or of that many pixels, with `samples` along the side of a pixel. A picture whose sides
/// will be refused counts as nothing.
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
  fflush(stdout); /* show it before the wait */
  return -1;
}
