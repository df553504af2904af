/* Why this file exists: the named scenes with what the papers print about them, the scene files that were loaded, and
 * the function that builds both. */
#include "xpbd/scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/scene_sets.h"
#include "base/edge.h"
#include "scene/build.h"
#include "xpbd/method.h"
#include "xpbd/scene_file.h"

enum { PARAMS_COOKIE = 0x5ce7e005 };

static const xpbd_named_scene *const scenes[] = {
#define XPBD_SCENE(name) &xpbd_named_##name,
#include "scene/scenes.inl"
#undef XPBD_SCENE
};

enum { NAMED = (int)(sizeof scenes / sizeof *scenes) };

/* A scene file. Each is allocated by itself, because programs keep pointers to its info. */
typedef struct scene_file {
  xpbd_scene_info info;
  char *path;
  xpbd_scene_run run;
  xpbd_scene_value numbers[XPBD_SOLVER_VALUES];
  xpbd_model model; /* as read, for the first that builds it */
} scene_file;

static struct {
  scene_file **file;
  int count;
} loaded;

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
  return NAMED + loaded.count;
}
const xpbd_scene_info *xpbd_scene_info_at(int index) {
  if (index >= NAMED) return index < xpbd_scene_info_count() ? &loaded.file[index - NAMED]->info : NULL;
  return index >= 0 ? &scenes[index]->info : NULL;
}
int xpbd_scene_info_find(const char *name) {
  for (int i = 0; name && i < xpbd_scene_info_count(); i++)
    if (strcmp(xpbd_scene_info_at(i)->name, name) == 0) return i;
  return -1;
}

/* What the list says about a file that was read. */
static void describe(scene_file *file) {
  const xpbd_solver_def *settings = &file->run.settings;
  double extent[3];
  file->info = (xpbd_scene_info){.name = file->path,
                                 .about = file->run.name,
                                 .source = "a scene file",
                                 .method = xpbd_method_name((int)settings->method),
                                 .frame_time = settings->frame_time,
                                 .substeps = settings->substeps,
                                 .iterations = settings->iterations,
                                 .frames = file->run.frames,
                                 .size = xpbd_mesh_extent(&file->model.mesh, extent),
                                 .mass = NAN,
                                 .gravity = NAN,
                                 .constraint = "none",
                                 .compliance = NAN,
                                 .damping = NAN,
                                 .file = true,
                                 .numbers = file->numbers,
                                 .number_count = settings->value_count};
  for (int32_t k = 0; k < settings->value_count; k++) {
    snprintf(file->numbers[k].name, sizeof file->numbers[k].name, "%s", settings->values[k].name);
    file->numbers[k].value = settings->values[k].value;
  }
}

/* A new entry of the list, without a scene. NULL if out of memory. */
static scene_file *add_file(const char *path) {
  scene_file **more = realloc(loaded.file, ((size_t)loaded.count + 1) * sizeof *more);
  if (more) loaded.file = more;
  scene_file *file = more ? calloc(1, sizeof *file) : NULL;
  if (file) file->path = strdup(path);
  if (file && file->path) return loaded.file[loaded.count++] = file;
  free(file);
  return NULL;
}

xpbd_status xpbd_scene_load(const char *path) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(path);
  xpbd_scene_run run;
  xpbd_model model;
  const int place = xpbd_scene_info_find(path);
  XPBD_REQUIRE(place < 0 || place >= NAMED, XPBD_ERR_INVALID_ARGUMENT, "%s is the name of a scene", path);
  XPBD_TRY(xpbd_scene_read(path, &run, &model));
  scene_file *file = place >= 0 ? loaded.file[place - NAMED] : add_file(path);
  if (!file) {
    xpbd_model_destroy(&model);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the scene %s", path);
  }
  xpbd_model_destroy(&file->model);
  file->model = model;
  file->run = run;
  describe(file);
  return XPBD_OK;
}

/* Parameters with which a scene is made. A scene file is made already. */
static const struct {
  const char *name, *why;
} made[] = {
    {"resolution", "it has its particles"},
    {"size", "it has the position of each particle"},
    {"mass", "it has the mass of each particle"},
    {"stiffness", "each of its sets has its own"},
    {"compliance", "each of its sets has its own"},
    {"damping", "each of its sets has its own"},
    {"bending_compliance", "each of its sets has its own"},
    {"mesh", "it has its particles"},
    {"pins", "it says which particles are pinned"},
    {"constraint", "its sets name their formulas"},
    {"bending", "its sets name their formulas"},
    {"damping_reading", "each of its sets has its own"},
    {"omit_tip_damping", "it says so itself"},
};

static bool is_given(const xpbd_scene_params *params, const char *name) {
  if (strcmp(name, "resolution") == 0) return params->resolution != 0;
  if (strcmp(name, "mesh") == 0) return params->mesh != NULL;
  if (strcmp(name, "pins") == 0) return params->pins || params->hold_count;
  if (strcmp(name, "constraint") == 0) return params->constraint != NULL;
  if (strcmp(name, "bending") == 0) return params->bending != NULL;
  if (strcmp(name, "damping_reading") == 0) return params->damping_reading != 0;
  if (strcmp(name, "omit_tip_damping") == 0) return params->omit_tip_damping;
  return !isnan(xpbd_params_common(params, name));
}

static xpbd_status refuse_made(const xpbd_scene_params *params) {
  for (size_t k = 0; k < sizeof made / sizeof *made; k++)
    XPBD_REQUIRE(!is_given(params, made[k].name), XPBD_ERR_INVALID_ARGUMENT,
                 "a scene file takes no %s, because %s: change it in the file", made[k].name, made[k].why);
  XPBD_REQUIRE(params->value_count == 0, XPBD_ERR_INVALID_ARGUMENT, "a scene file has no parameter '%.60s'",
               params->values[0].name);
  return XPBD_OK;
}

/* Whether a parameter replaces what the file says. */
static bool is_changed(const xpbd_scene_params *params) {
  static const char *const taken[] = {"gravity", "wind_drag", "global_damping", "contact_radius"};
  bool any = params->order == XPBD_ORDER_MESH || params->obstacle_count > 0;
  for (size_t k = 0; k < sizeof taken / sizeof *taken; k++) any = any || is_given(params, taken[k]);
  for (int k = 0; k < 3; k++) any = any || !isnan(params->wind[k]);
  return any;
}

static xpbd_status check_gravity(double gravity) {
  XPBD_REQUIRE(gravity >= 0.0, XPBD_ERR_INVALID_ARGUMENT, "gravity is %g m/s^2, must be 0 or more (it points down)",
               gravity);
  return XPBD_OK;
}

/* The first build takes the scene that was read, the others read the file again. */
static xpbd_status build_file(scene_file *file, const xpbd_scene_params *params, xpbd_model *out) {
  XPBD_TRY(refuse_made(params));
  if (is_given(params, "gravity")) XPBD_TRY(check_gravity(params->gravity));
  if (is_changed(params) || !file->model.scene) return xpbd_scene_read_with(file->path, params, NULL, out);
  *out = file->model;
  file->model = (xpbd_model){0};
  return XPBD_OK;
}

static bool is_known(const char *name) {
  for (int i = 0; i < xpbd_scene_info_count(); i++)
    if (xpbd_scene_parameter_find(xpbd_scene_info_at(i), name) >= 0) return true;
  return false;
}

xpbd_status xpbd_scene_params_set(xpbd_scene_params *params, const char *name, double value) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(params, name);
  XPBD_TRY(xpbd_params_put(params, name, value));
  XPBD_REQUIRE(is_known(name), XPBD_ERR_INVALID_ARGUMENT, "no scene has a parameter '%.60s'", name);
  return XPBD_OK;
}

/* Fills in the defaults and makes a draft ready for its scene. */
static xpbd_status begin(const xpbd_scene_info *info, const xpbd_scene_params *params, xpbd_model *model,
                         xpbd_draft *draft) {
  model->time_step = INFINITY;
  *draft = (xpbd_draft){.params = params, .info = info, .model = model, .volume = 1.0};
  double extent[3];
  const bool keeps = params->mesh && isnan(params->size); /* a mesh keeps its size */
  draft->size = keeps ? xpbd_mesh_extent(params->mesh, extent) : isnan(params->size) ? info->size : params->size;
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
  XPBD_REQUIRE(keeps || (draft->size > 0.0 && isfinite(draft->size)), XPBD_ERR_INVALID_ARGUMENT,
               "size is %g m, must be above 0", draft->size);
  XPBD_TRY(check_gravity(draft->gravity));
  XPBD_REQUIRE(params->pins >= XPBD_PINS_SCENE && params->pins <= XPBD_PINS_TOP, XPBD_ERR_INVALID_ARGUMENT,
               "pins is %d, unknown", (int)params->pins);
  XPBD_REQUIRE(!params->mesh || info->takes_mesh, XPBD_ERR_INVALID_ARGUMENT,
               "mesh: the scene %s has its own shape and takes none", info->name);
  XPBD_TRY(xpbd_parameters_check(info, params));
  XPBD_TRY(xpbd_spec_read(params->constraint ? params->constraint : info->constraint, &draft->constraint));
  return params->bending ? xpbd_spec_read(params->bending, &draft->bending) : XPBD_OK;
}

xpbd_status xpbd_scene_build(const char *name, const xpbd_scene_params *params, xpbd_model *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  memset(out, 0, sizeof *out);
  XPBD_NOT_NULL(name, params);
  const int index = xpbd_scene_info_find(name);
  XPBD_REQUIRE(index >= 0, XPBD_ERR_INVALID_ARGUMENT, "there is no scene '%s'", name);
  XPBD_REQUIRE(params->cookie == PARAMS_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the parameters were not made by xpbd_scene_params_default()");
  if (index >= NAMED) return build_file(loaded.file[index - NAMED], params, out);
  xpbd_draft draft;
  xpbd_status status = begin(&scenes[index]->info, params, out, &draft);
  if (status == XPBD_OK) status = scenes[index]->build(&draft);
  if (status == XPBD_OK) status = xpbd_draft_finish(&draft);
  xpbd_draft_release(&draft);
  if (status != XPBD_OK) xpbd_model_destroy(out);
  return status;
}

int32_t xpbd_scene_info_substeps(const xpbd_scene_info *info, double time_step, double frame_time) {
  XPBD_PLAIN_FLOATS;
  if (!info) return 0;
  const double least = ceil(frame_time / time_step * (1.0 - 1e-12)); /* a quotient may round up */
  return least > INT32_MAX ? INT32_MAX : least > info->substeps ? (int32_t)least : info->substeps;
}
