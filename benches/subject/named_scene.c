/* Why this file exists: builds the named scene of a point from its axes. The number of constraints must be known
 * before anything is timed. No formula gives the number of elements with a rest shape, so they are counted. */
#include "named_scene.h"

#include <stdio.h>
#include <string.h>

#include "base/checkpoint_file.h"
#include "base/error.h"
#include "method_numbers.h"
#include "support/cli.h"
#include "support/memory_need.h"
#include "support/memory_scene.h"
#include "support/scene_words.h"

const char *named_scene_name(int index) {
  const xpbd_scene_info *info = xpbd_scene_info_at(index);
  return !info ? NULL : info->name;
}

bool named_scene_load(const char *value, char *why, size_t capacity) {
  if (scene_load(value)) return true;
  snprintf(why, capacity, "%s", xpbd_last_error());
  return false;
}

const char *named_scene_method(int index) {
  return xpbd_method_name(index);
}

const char *named_scene_constraint(int index) {
  if (index == 0) return "scene";
  const xpbd_formula_info *formula = xpbd_formula_at(index - 1);
  if (formula) return formula->name;
  const xpbd_model_name *model = xpbd_model_name_at(index - 1 - xpbd_formula_count());
  return !model ? NULL : model->name;
}

bool named_scene_accepts(const char *specification, char *why, size_t capacity) {
  if (xpbd_constraint_spec_check(specification) == XPBD_OK) return true;
  snprintf(why, capacity, "%s (NAME:KEY=VALUE,KEY=VALUE+NAME..., see --list=formulas)", xpbd_last_error());
  return false;
}

/// The default of an axis made from a scene's parameter. It accepts any number, because the scene checks the range.
static const char *scene_word(int index) {
  return index == 0 ? "scene" : NULL;
}

int named_scene_axes(bench_axis *out, int room) {
  static scene_parameter_words words[SCENE_PARAMETERS];
  static char listed[SCENE_PARAMETERS][64];
  const int first = scene_parameters_common();
  const char *name;
  int count = 0;
  for (; (name = scene_parameter_name(first + count)); count++) {
    if (count >= room) continue;
    scene_parameter_words *own = &words[count];
    scene_parameter_describe(name, own);
    snprintf(listed[count], sizeof listed[count], "scene = the scene's own, or %g to %g%s%s", own->minimum,
             own->maximum, strcmp(own->unit, "1") == 0 ? "" : " ", strcmp(own->unit, "1") == 0 ? "" : own->unit);
    out[count] = (bench_axis){.name = name,
                              .about = own->about,
                              .text = true,
                              .standard = "scene",
                              .listed = listed[count],
                              .known = scene_word,
                              .accepts = method_numbers_accepts};
  }
  return count;
}

bool named_scene_same_parameters(const bench_point *a, const bench_point *b) {
  const char *name;
  for (int k = scene_parameters_common(); (name = scene_parameter_name(k)); k++)
    if (strcmp(bench_text(a, name), bench_text(b, name)) != 0) return false;
  return true;
}

void named_scene_say_parameters(const bench_point *point, char *out, size_t capacity) {
  const char *name;
  size_t end = strlen(out);
  for (int k = scene_parameters_common(); (name = scene_parameter_name(k)) && end < capacity; k++) {
    const char *value = bench_text(point, name);
    if (value[0] != '\0' && strcmp(value, "scene") != 0)
      end += (size_t)snprintf(out + end, capacity - end, " %s=%s", name, value);
  }
}

/// The parameters of the axes. "scene" leaves the scene's own value.
static xpbd_status take_parameters(const bench_point *point, xpbd_scene_params *params) {
  const char *name;
  double value;
  xpbd_status status = XPBD_OK;
  for (int k = scene_parameters_common(); (name = scene_parameter_name(k)) && status == XPBD_OK; k++)
    if (cli_to_real(bench_text(point, name), &value)) status = xpbd_scene_params_set(params, name, value);
  return status;
}

/// A hash of the parameters of a point, because a key has no room for all of them.
static uint64_t parameters_hash(const bench_point *point) {
  uint64_t hash = 0;
  const char *name;
  for (int k = scene_parameters_common(); (name = scene_parameter_name(k)); k++) {
    const char *value = bench_text(point, name);
    hash = xpbd_checkpoint_hash(xpbd_checkpoint_hash(hash, name, strlen(name)), value, strlen(value));
  }
  return hash;
}

static int method_of(const bench_point *point) {
  const int place = xpbd_method_find(bench_text(point, "method"));
  return place >= 0 ? place : XPBD_METHOD_XPBD;
}

const xpbd_method_info *named_scene_method_of(const bench_point *point) {
  return xpbd_method_at(method_of(point));
}

const xpbd_scene_info *named_scene_info(const bench_point *point) {
  return xpbd_scene_info_at(xpbd_scene_info_find(bench_text(point, "scene")));
}

/// NULL = the scene's own.
static const char *specification_of(const bench_point *point) {
  const char *text = bench_text(point, "constraint");
  return text[0] == '\0' || strcmp(text, "scene") == 0 ? NULL : text;
}

/// The sets of a scene file have their order in the file. A row with another one would be mislabelled.
static xpbd_status check_order(const xpbd_scene *scene, xpbd_order order) {
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    XPBD_REQUIRE(xpbd_scene_set(scene, s)->order == order, XPBD_ERR_INVALID_ARGUMENT,
                 "set %d of the scene file has the order %s, the axis has %s", (int)s,
                 xpbd_order_name((int)xpbd_scene_set(scene, s)->order), xpbd_order_name((int)order));
  return XPBD_OK;
}

static xpbd_status build(const bench_point *point, xpbd_order order, solver_scene *out) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = (int32_t)bench_int(point, "size");
  params.constraint = specification_of(point);
  params.order = order;
  xpbd_status status = take_parameters(point, &params);
  if (status != XPBD_OK) return status;
  const double need = memory_of_scene(bench_text(point, "scene"), &params, false), there = memory_available();
  XPBD_REQUIRE(!(need > there), XPBD_ERR_OUT_OF_MEMORY, "about %.1f GB of memory are needed, %.1f are available",
               1e-9 * need, 1e-9 * there);
  status = xpbd_scene_build(bench_text(point, "scene"), &params, &out->model);
  if (status != XPBD_OK) return status;
  out->info = named_scene_info(point);
  if (out->info->file) status = check_order(out->model.scene, order);
  if (status != XPBD_OK) {
    xpbd_model_destroy(&out->model);
    return status;
  }
  out->scene = out->model.scene;
  out->model.scene = NULL;
  out->size = out->info->size;
  scene_source_describe(out);
  return XPBD_OK;
}

/// The key of the scene, without the order.
static void key_of(const bench_point *point, char out[BENCH_TEXT]) {
  snprintf(out, BENCH_TEXT, "%s %lld %s %016llx", bench_text(point, "scene"), (long long)bench_int(point, "size"),
           bench_text(point, "constraint"), (unsigned long long)parameters_hash(point));
}

static const scene_count *count_of(const bench_point *point) {
  char key[BENCH_TEXT];
  key_of(point, key);
  return scene_source_count(&named_scenes, key, point);
}

bool named_scene_fits_method(const bench_point *point, char *why, size_t capacity) {
  const xpbd_method_info *method = named_scene_method_of(point);
  const char *backend = bench_text(point, "backend");
  if (backend[0] != '\0' && !xpbd_method_runs_on(method, backend)) {
    snprintf(why, capacity, "%s has no implementation on %s; use backend=%s", method->name, backend,
             method->engine->name);
    return false;
  }
  const int precision = xpbd_precision_find(bench_text(point, "precision"));
  if ((method->traits & XPBD_IN_DOUBLE) &&
      (precision == XPBD_F32 || precision == XPBD_F32X || precision == XPBD_FLOAT)) {
    snprintf(why, capacity, "%s computes in double; use precision=auto or f64", method->name);
    return false;
  }
  return true;
}

static bool sensible(const bench_point *point, char *why, size_t capacity) {
  const xpbd_method_info *method = named_scene_method_of(point);
  if (!named_scene_fits_method(point, why, capacity)) return false;
  const char *idle = method_numbers_idle(point, method);
  if (idle) {
    method_numbers_say(idle, method, why, capacity);
    return false;
  }
  const scene_count *t = count_of(point);
  if (t && t->triangles == 0 && (method->traits & XPBD_TAKES_WEIGHTS)) {
    snprintf(why, capacity, "%s limits the strain of triangles, and this scene has none; method=fms needs only springs",
             method->name);
    return false;
  }
  if (t && t->failure[0] == '\0') return true;
  snprintf(why, capacity, "%s", !t ? "out of memory" : t->failure);
  return false;
}

static int32_t or_standard(int64_t value, int32_t standard) {
  return value > 0 ? (int32_t)value : standard;
}

static bool subject(const bench_point *point, solver_subject *out) {
  const xpbd_scene_info *info = named_scene_info(point);
  const scene_count *t = !info ? NULL : count_of(point);
  if (!t || t->failure[0] != '\0') return false;
  out->particles = t->particles;
  out->constraints = t->constraints;
  // The strain limits of projective dynamics are terms beside the springs.
  if (named_scene_method_of(point)->traits & XPBD_TAKES_WEIGHTS) out->constraints += t->triangles;
  const int32_t swept = named_scene_method_of(point)->iterations;
  out->iterations = or_standard(bench_int(point, "iterations"), swept > 0 ? swept : info->iterations);
  out->substeps =
      or_standard(bench_int(point, "substeps"), xpbd_scene_info_substeps(info, t->time_step, info->frame_time));
  out->frame_time = info->frame_time;
  out->order = scene_source_order(point);
  out->method = (xpbd_method)method_of(point);
  char key[BENCH_TEXT];
  key_of(point, key);
  snprintf(out->key, sizeof out->key, "%.200s %s", key, xpbd_order_name((int)out->order));
  return true;
}

const scene_source named_scenes = {.axis = "scene", .sensible = sensible, .subject = subject, .build = build};
