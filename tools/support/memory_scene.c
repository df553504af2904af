/* Why this file exists: building a scene that does not fit into memory takes minutes and may end other programs. Its need
 * follows from small scenes, and from counts of a mesh. */
#include "memory_scene.h"

#include <math.h>
#include <string.h>

#include "memory_need.h"
#include "scene/members.h"
#include "scene/spec.h"

enum {
  SMALL = 9, ///< A resolution that every scene with one accepts, spheres included.
  LESS_SMALL = 17
};

/// What is estimated.
typedef struct scene_need {
  const char *name;
  bool twice; ///< In double precision.
} scene_need;

/// Leave out what takes time but no memory: some bodies come to rest while they are built.
static void unsettled(const xpbd_scene_info *info, xpbd_scene_params *params) {
  if (xpbd_scene_parameter_find(info, "settle") >= 0) xpbd_scene_params_set(params, "settle", 0.0);
}

/// Bytes of the scene at a small resolution, NaN if there is none.
static double small_scene(const scene_need *self, const xpbd_scene_params *params, int32_t resolution) {
  xpbd_scene_params smaller = *params;
  xpbd_model model = {0};
  smaller.resolution = resolution;
  if (xpbd_scene_build(self->name, &smaller, &model) != XPBD_OK) return NAN;
  int64_t bytes = memory_of_particles(xpbd_scene_particle_count(model.scene), self->twice);
  for (int32_t s = 0; s < xpbd_scene_set_count(model.scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(model.scene, s);
    bytes += memory_of_constraints(set->count, xpbd_formula_at(set->formula), self->twice);
  }
  xpbd_model_destroy(&model);
  return (double)bytes;
}

/// Bytes of the constraints of a specification on a mesh, 0 of a wrong one, which is refused elsewhere.
static double spec_bytes(const scene_need *self, const xpbd_mesh *mesh, const char *text) {
  xpbd_spec spec;
  double bytes = 0;
  if (!text || xpbd_spec_read(text, &spec) != XPBD_OK) return 0;
  for (int k = 0; k < spec.count; k++) {
    const xpbd_formula_info *formula = xpbd_formula_at(spec.part[k].formula);
    bytes += (double)memory_of_constraints(xpbd_mesh_elements(mesh, formula->element), formula, self->twice);
  }
  return bytes;
}

/// Bytes of a scene on a mesh that is not filled with cells.
static double mesh_bytes(const scene_need *self, const xpbd_scene_params *params, const char *constraint) {
  return (double)memory_of_particles(params->mesh->vertex_count, self->twice) +
         spec_bytes(self, params->mesh, params->constraint ? params->constraint : constraint) +
         spec_bytes(self, params->mesh, params->bending);
}

/// Bytes of a scene that the resolution makes. Chains grow with it, sheets with its square, bodies with its cube. Two
/// small scenes tell which, and they are quick to build.
static double resolved_bytes(const scene_need *self, const xpbd_scene_params *params, int32_t resolution) {
  if (resolution <= LESS_SMALL) return small_scene(self, params, resolution);
  const double small = small_scene(self, params, SMALL), larger = small_scene(self, params, LESS_SMALL);
  const double power = round(log(larger / small) / log((double)LESS_SMALL / SMALL));
  return larger * pow((double)resolution / LESS_SMALL, power);
}

double memory_of_scene(const char *name, const xpbd_scene_params *params, bool twice) {
  const scene_need self = {name, twice};
  const xpbd_scene_info *info = xpbd_scene_info_at(xpbd_scene_info_find(name));
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
    bytes = mesh_bytes(&self, &one, info->constraint);
  else if (copies > 1.0 || params->resolution > LESS_SMALL)
    bytes = resolved_bytes(&self, &one, params->resolution ? params->resolution : info->resolution);
  bytes *= copies;
  return isfinite(bytes) ? bytes : 0; /* a scene without these resolutions is small */
}
