/* Why this file exists: the named scenes with what the papers print about them, and the function that builds them. */
#include "xpbd/scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "scene/build.h"

enum { PARAMS_COOKIE = 0x5ce7e005 };

static const xpbd_named_scene *const scenes[] = {
#define XPBD_SCENE(name) &xpbd_named_##name,
#include "scene/scenes.inl"
#undef XPBD_SCENE
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
                             .contact_radius = NAN};
}

int xpbd_scene_info_count(void) {
  return (int)(sizeof scenes / sizeof *scenes);
}
const xpbd_scene_info *xpbd_scene_info_at(int index) {
  return index >= 0 && index < xpbd_scene_info_count() ? &scenes[index]->info : NULL;
}
int xpbd_scene_info_find(const char *name) {
  for (int i = 0; name && i < xpbd_scene_info_count(); i++)
    if (strcmp(scenes[i]->info.name, name) == 0) return i;
  return -1;
}

static bool is_known(const char *name) {
  for (int i = 0; i < xpbd_scene_info_count(); i++)
    if (xpbd_scene_parameter_find(xpbd_scene_info_at(i), name) >= 0) return true;
  return false;
}

xpbd_status xpbd_scene_params_set(xpbd_scene_params *params, const char *name, double value) {
  XPBD_TRY(xpbd_params_put(params, name, value));
  XPBD_REQUIRE(is_known(name), XPBD_ERR_INVALID_ARGUMENT, "no scene has a parameter '%.60s'", name);
  return XPBD_OK;
}

/* Fills in the defaults and makes a draft ready for its scene. */
static xpbd_status begin(const xpbd_scene_info *info, const xpbd_scene_params *params, xpbd_model *model,
                         xpbd_draft *draft) {
  model->time_step = INFINITY;
  *draft = (xpbd_draft){.params = params, .info = info, .model = model, .volume = 1.0};
  draft->size = isnan(params->size) ? info->size : params->size;
  draft->mass = isnan(params->mass) ? info->mass : params->mass;
  draft->gravity = isnan(params->gravity) ? info->gravity : params->gravity;
  for (int k = 0; k < 3; k++) draft->wind.velocity[k] = isnan(params->wind[k]) ? info->wind[k] : params->wind[k];
  draft->wind.drag = isnan(params->wind_drag) ? info->wind_drag : params->wind_drag;
  draft->compliance = isnan(params->compliance) ? info->compliance : params->compliance;
  draft->damping = isnan(params->damping) ? info->damping : params->damping;
  draft->contact_radius = isnan(params->contact_radius) ? 0.0 : params->contact_radius;
  const bool by_density = isnan(params->mass) && isnan(info->mass);
  XPBD_REQUIRE(by_density || (draft->mass > 0.0 && isfinite(draft->mass)), XPBD_ERR_INVALID_ARGUMENT,
               "mass is %g kg, must be above 0", draft->mass);
  XPBD_REQUIRE(draft->size > 0.0 && isfinite(draft->size), XPBD_ERR_INVALID_ARGUMENT, "size is %g m, must be above 0",
               draft->size);
  XPBD_REQUIRE(draft->gravity >= 0.0, XPBD_ERR_INVALID_ARGUMENT,
               "gravity is %g m/s^2, must be 0 or more (it points down)", draft->gravity);
  XPBD_REQUIRE(params->pins >= XPBD_PINS_SCENE && params->pins <= XPBD_PINS_TOP, XPBD_ERR_INVALID_ARGUMENT,
               "pins is %d, unknown", (int)params->pins);
  XPBD_REQUIRE(!params->mesh || info->takes_mesh, XPBD_ERR_INVALID_ARGUMENT,
               "mesh: the scene %s has its own shape and takes none", info->name);
  XPBD_TRY(xpbd_parameters_check(info, params));
  XPBD_TRY(xpbd_spec_read(params->constraint ? params->constraint : info->constraint, &draft->constraint));
  return params->bending ? xpbd_spec_read(params->bending, &draft->bending) : XPBD_OK;
}

xpbd_status xpbd_scene_build(const char *name, const xpbd_scene_params *params, xpbd_model *out) {
  memset(out, 0, sizeof *out);
  const int index = xpbd_scene_info_find(name);
  XPBD_REQUIRE(index >= 0, XPBD_ERR_INVALID_ARGUMENT, "there is no scene '%s'", name ? name : "(NULL)");
  XPBD_REQUIRE(params && params->cookie == PARAMS_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the parameters were not made by xpbd_scene_params_default()");
  xpbd_draft draft;
  xpbd_status status = begin(&scenes[index]->info, params, out, &draft);
  if (status == XPBD_OK) status = scenes[index]->build(&draft);
  if (status == XPBD_OK) status = xpbd_draft_finish(&draft);
  xpbd_draft_release(&draft);
  if (status != XPBD_OK) xpbd_model_destroy(out);
  return status;
}

int32_t xpbd_scene_info_substeps(const xpbd_scene_info *info, double time_step, double frame_time) {
  const double least = ceil(frame_time / time_step * (1.0 - 1e-12)); /* a quotient may round up */
  return least > INT32_MAX ? INT32_MAX : least > info->substeps ? (int32_t)least : info->substeps;
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
