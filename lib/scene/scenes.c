/* Why this file exists: the named scenes with what the papers print about them, and the one way in which they are
 * built. */
#include "xpbd/scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "scene/build.h"

enum { PARAMS_COOKIE = 0x5ce7e004 };

typedef struct scene_entry {
  xpbd_scene_info info;
  xpbd_scene_builder *build;
} scene_entry;

#define MORSE  "Cetinaslan 2019"
#define ENERGY "Cetinaslan and Chaves 2019"
#define ESBD   "Cetinaslan 2023"

/* Name, about, source; frame time, substeps, iterations, frames; resolution, size, mass, gravity; constraint, alpha,
 * beta; whether it takes a mesh; how it is built. */
#define SCENE(name_, about_, source_, h, n, its, frames_, res, size_, mass_, g, spec, alpha, beta, mesh_)              \
  {                                                                                                                    \
    .info = {.name = #name_,                                                                                           \
             .about = about_,                                                                                          \
             .source = source_,                                                                                        \
             .frame_time = h,                                                                                          \
             .substeps = n,                                                                                            \
             .iterations = its,                                                                                        \
             .frames = frames_,                                                                                        \
             .resolution = res,                                                                                        \
             .size = size_,                                                                                            \
             .mass = mass_,                                                                                            \
             .gravity = g,                                                                                             \
             .constraint = spec,                                                                                       \
             .compliance = alpha,                                                                                      \
             .damping = beta,                                                                                          \
             .takes_mesh = mesh_},                                                                                     \
    .build = xpbd_build_##name_                                                                                        \
  }

static const scene_entry scenes[] = {
    SCENE(cloth, "a cloth hangs from two corners; with a mesh: the mesh hangs from its highest vertices",
          MORSE ", Fig. 1; " ENERGY ", Fig. 1; " ESBD ", Fig. 2", 1.0 / 24.0, 1, 200, 240, 41, 10.0, 1.0, 9.81,
          "stretching", 1e-5, 0.0, true),
    SCENE(flag, "a flag in a wind that swings sideways, held along its pole", MORSE ", Fig. 2; " ESBD ", Fig. 3",
          1.0 / 24.0, 1, 100, 240, 41, 10.0, 0.02, 9.81, "stretching", 1e-5, 1.0, false),
    SCENE(cloth_on_sphere, "a cloth falls on a fixed sphere", MORSE ", Fig. 5", 1.0 / 24.0, 1, 200, 72, 41, 40.0, 1.0,
          9.81, "stretching", 1e-5, 0.3, true),
    SCENE(cloth_stretched, "a cloth is pulled apart at two sides", ESBD ", Fig. 4", 1.0 / 24.0, 1, 200, 72, 21, 10.0,
          1.0, 9.81, "esbd+triangle_area", 1e-5, 0.3, false),
    SCENE(cloth_self, "a cloth falls over a rod and folds on the ground", "none; for contact of a body with itself",
          1.0 / 24.0, 1, 100, 120, 41, 10.0, 1.0, 9.81, "stretching", 1e-5, 0.3, true),
    SCENE(blob, "a closed surface hangs from its ears", MORSE ", Fig. 3; " ESBD ", Fig. 5", 1.0 / 24.0, 1, 50, 120, 33,
          14.5, 1.0, 9.81, "stretching+tet_volume", 1e-4, 0.0, true),
    SCENE(torus_falling, "a closed surface falls on many spheres and lands on a box", ESBD ", Fig. 8", 1.0 / 24.0, 1,
          50, 144, 63, 14.0, 1.0, 9.81, "esbd_tet+tet_determinant", 1e-4, 0.3, true),
    SCENE(torus_stretched, "a torus is pulled apart, or pushed together, at top and bottom", ENERGY ", Fig. 2",
          1.0 / 24.0, 1, 5, 72, 30, 0.35, 1.0, 0.0, "linear_tet", 1e-4, 0.3, false),
    SCENE(beam_twisted, "a beam held at both ends, one of them is turned", ESBD ", Fig. 6", 1.0 / 24.0, 10, 20, 72, 14,
          13.0, 1.0, 9.81, "esbd_tet+tet_determinant", 1e-5, 0.3, false),
    SCENE(beam_hit, "a sphere pushes a beam down that is held at one end", ESBD ", Fig. 7", 1.0 / 24.0, 1, 200, 104, 14,
          13.0, 1.0, 9.81, "esbd_tet+tet_determinant", 1e-5, 0.3, false),
    SCENE(body_hit, "a sphere is thrown at a closed surface", ESBD ", Fig. 9", 1.0 / 24.0, 10, 20, 72, 33, 14.5, 1.0,
          9.81, "esbd_mod_tet+tet_determinant", 1e-4, 0.3, true),
    SCENE(beam_tets, "a beam of tetrahedra held at one end bends under its weight", "none; for real tetrahedra",
          1.0 / 24.0, 1, 100, 120, 14, 13.0, 1.0, 9.81, "neo_hookean_tet:E=10000", 1e-4, 0.3, false),
    SCENE(inflation, "a ball is blown up", "Mueller et al. 2007, Eq. (12)", 1.0 / 24.0, 10, 5, 48, 17, 2.0, 1.0, 0.0,
          "stretching+closed_volume:alpha=0", 1e-2, 0.3, true),
    SCENE(spheres_colliding, "two soft balls come towards each other", "Kot and Nagahashi 2017, Fig. 10", 1.0 / 24.0, 1,
          50, 72, 17, 10.0, 1.0, 0.0, "stretching+tet_volume", 1e-4, 0.0, false),
    SCENE(chain, "a chain hangs from one end", "Macklin et al. 2016: stiffness does not depend on iterations",
          1.0 / 24.0, 10, 20, 240, 21, 1.0, 0.05, 9.8, "stretching:k=1", 1e-3, 0.0, false),
    SCENE(pendulum, "a pendulum swings", "Huygens 1673", 1.0 / 24.0, 50, 1, 240, 2, 1.0, 1.0, 9.81, "stretching:k=1",
          0.0, 0.0, false),
    SCENE(catenary, "a chain hangs between two nails", "Leibniz, Huygens, Johann Bernoulli 1691", 1.0 / 24.0, 10, 100,
          240, 21, 1.5, 0.05, 9.81, "stretching:k=1", 0.0, 0.0, false),
};

xpbd_scene_params xpbd_scene_params_default(void) {
  return (xpbd_scene_params){.cookie = PARAMS_COOKIE,
                             .size = NAN,
                             .mass = NAN,
                             .stiffness = NAN,
                             .compliance = NAN,
                             .damping = NAN,
                             .bending_compliance = NAN,
                             .gravity = NAN,
                             .wind = {NAN, NAN, NAN},
                             .wind_drag = NAN,
                             .order = XPBD_ORDER_GROUP,
                             .global_damping = NAN,
                             .friction = NAN,
                             .stretch = NAN,
                             .angle = NAN,
                             .pull_time = NAN,
                             .volume = NAN,
                             .contact_radius = NAN};
}

int xpbd_scene_info_count(void) {
  return (int)(sizeof scenes / sizeof *scenes);
}
const xpbd_scene_info *xpbd_scene_info_at(int index) {
  return index >= 0 && index < xpbd_scene_info_count() ? &scenes[index].info : NULL;
}
int xpbd_scene_info_find(const char *name) {
  for (int i = 0; name && i < xpbd_scene_info_count(); i++)
    if (strcmp(scenes[i].info.name, name) == 0) return i;
  return -1;
}

/* Standards for what the parameters leave open; a draft ready for its scene. */
static xpbd_status begin(const scene_entry *entry, const xpbd_scene_params *params, xpbd_model *model,
                         xpbd_draft *draft) {
  const xpbd_scene_info *info = &entry->info;
  *draft = (xpbd_draft){.params = params, .info = info, .model = model, .volume = 1.0};
  draft->size = isnan(params->size) ? info->size : params->size;
  draft->mass = isnan(params->mass) ? info->mass : params->mass;
  draft->gravity = isnan(params->gravity) ? info->gravity : params->gravity;
  for (int k = 0; k < 3; k++) draft->wind.velocity[k] = isnan(params->wind[k]) ? 0.0 : params->wind[k];
  draft->wind.drag = isnan(params->wind_drag) ? 0.0 : params->wind_drag;
  draft->contact_radius = isnan(params->contact_radius) ? 0.0 : params->contact_radius;
  XPBD_REQUIRE(draft->mass > 0.0 && isfinite(draft->mass), XPBD_ERR_INVALID_ARGUMENT, "mass is %g kg, must be above 0",
               draft->mass);
  XPBD_REQUIRE(draft->size > 0.0 && isfinite(draft->size), XPBD_ERR_INVALID_ARGUMENT, "size is %g m, must be above 0",
               draft->size);
  XPBD_REQUIRE(draft->gravity >= 0.0, XPBD_ERR_INVALID_ARGUMENT,
               "gravity is %g m/s^2, must be 0 or more (it points down)", draft->gravity);
  XPBD_REQUIRE(params->pins >= XPBD_PINS_SCENE && params->pins <= XPBD_PINS_TOP, XPBD_ERR_INVALID_ARGUMENT,
               "pins is %d, unknown", (int)params->pins);
  XPBD_REQUIRE(!params->mesh || info->takes_mesh, XPBD_ERR_INVALID_ARGUMENT,
               "mesh: the scene %s has a shape of its own and takes none", info->name);
  return XPBD_OK;
}

xpbd_status xpbd_scene_build(const char *name, const xpbd_scene_params *params, xpbd_model *out) {
  memset(out, 0, sizeof *out);
  const int index = xpbd_scene_info_find(name);
  XPBD_REQUIRE(index >= 0, XPBD_ERR_INVALID_ARGUMENT, "there is no scene '%s'", name ? name : "(NULL)");
  XPBD_REQUIRE(params && params->cookie == PARAMS_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the parameters were not made by xpbd_scene_params_default()");
  xpbd_draft draft;
  xpbd_status status = begin(&scenes[index], params, out, &draft);
  if (status == XPBD_OK) status = scenes[index].build(&draft);
  if (status == XPBD_OK) status = xpbd_draft_finish(&draft);
  xpbd_draft_release(&draft);
  if (status != XPBD_OK) xpbd_model_destroy(out);
  return status;
}

void xpbd_model_destroy(xpbd_model *model) {
  xpbd_scene_destroy(&model->scene);
  xpbd_mesh_destroy(&model->mesh);
  for (int32_t k = 0; k < model->obstacle_count; k++) {
    free((void *)model->obstacles[k].key_times);
    free((void *)model->obstacles[k].key_positions);
    xpbd_mesh_destroy(&model->obstacle_meshes[k]);
  }
  free(model->obstacles);
  free(model->obstacle_meshes);
  *model = (xpbd_model){0};
}
