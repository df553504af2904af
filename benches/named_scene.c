/* Why this file exists: from the axes of a point to one of the library's named scenes, and to the number of its
 * constraints before anything is timed: how many elements have a rest shape stands in no formula, so it is counted. */
#include "named_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What is known of a scene with one specification at one size, whatever the order.
typedef struct tally {
  struct tally *next;
  char key[BENCH_TEXT];
  char failure[BENCH_TEXT]; ///< Why it cannot be built, "" = it can.
  int64_t particles, constraints, triangles;
} tally;

static tally *tallies;

const char *named_scene_name(int index) {
  const xpbd_scene_info *info = xpbd_scene_info_at(index);
  return info == NULL ? NULL : info->name;
}

const char *named_scene_method(int index) {
  return xpbd_method_name(index);
}

const char *named_scene_constraint(int index) {
  if (index == 0) return "scene";
  const xpbd_formula_info *formula = xpbd_formula_at(index - 1);
  if (formula != NULL) return formula->name;
  const xpbd_model_name *model = xpbd_model_name_at(index - 1 - xpbd_formula_count());
  return model == NULL ? NULL : model->name;
}

const char *named_scene_precision(int index) {
  static const char *const names[] = {"auto", "f32", "f64"};
  return index < 3 ? names[index] : NULL;
}

/// The library's way of writing: between the keys of a part stands a ',', which here separates values of the axis; so
/// all ':' of a part but the first stand for one. A '+' ends the part unless it is that of an exponent.
static void to_library(const char *text, char out[BENCH_TEXT]) {
  bool keys = false;
  size_t i = 0;
  for (; text[i] != '\0' && i + 1 < BENCH_TEXT; ++i) {
    out[i] = keys && text[i] == ':' ? ',' : text[i];
    const bool exponent = keys && i >= 2 && strchr("eE", text[i - 1]) && strchr("0123456789.", text[i - 2]);
    if (text[i] == ':') keys = true;
    if (text[i] == '+' && !exponent) keys = false;
  }
  out[i] = '\0';
}

bool named_scene_accepts(const char *specification, char *why, size_t capacity) {
  char text[BENCH_TEXT];
  to_library(specification, text);
  if (xpbd_constraint_spec_check(text) == XPBD_OK) return true;
  snprintf(why, capacity, "%s (NAME:KEY=VALUE:KEY=VALUE+NAME..., see --list=formulas)", xpbd_last_error());
  return false;
}

bool named_scene_is(const bench_point *point) {
  return bench_text(point, "scene")[0] != '\0';
}

static int method_of(const bench_point *point) {
  const int place = xpbd_method_find(bench_text(point, "method"));
  return place >= 0 ? place : XPBD_METHOD_XPBD;
}

const xpbd_method_info *named_scene_method_of(const bench_point *point) {
  return xpbd_method_at(method_of(point));
}

static const xpbd_scene_info *info_of(const bench_point *point) {
  return xpbd_scene_info_at(xpbd_scene_info_find(bench_text(point, "scene")));
}

/// NULL = the scene's own.
static const char *specification_of(const bench_point *point) {
  const char *text = bench_text(point, "constraint");
  return text[0] == '\0' || strcmp(text, "scene") == 0 ? NULL : text;
}

static xpbd_order order_of(const bench_point *point) {
  return strcmp(bench_text(point, "order"), "mesh") == 0 ? XPBD_ORDER_MESH : XPBD_ORDER_GROUP;
}

static xpbd_status build(const bench_point *point, xpbd_order order, xpbd_model *out) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = (int32_t)bench_int(point, "size");
  char text[BENCH_TEXT];
  const char *specification = specification_of(point);
  if (specification != NULL) {
    to_library(specification, text);
    params.constraint = text;
  }
  params.order = order;
  return xpbd_scene_build(bench_text(point, "scene"), &params, out);
}

/// Count what the point's scene has, once: mesh order needs no schedule, so building it is cheap. NULL without memory.
static const tally *tally_of(const bench_point *point) {
  char key[BENCH_TEXT];
  snprintf(key, sizeof key, "%s %lld %s", bench_text(point, "scene"), (long long)bench_int(point, "size"),
           bench_text(point, "constraint"));
  for (const tally *t = tallies; t != NULL; t = t->next)
    if (strcmp(t->key, key) == 0) return t;
  tally *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  snprintf(made->key, sizeof made->key, "%s", key);
  xpbd_model model;
  if (build(point, XPBD_ORDER_MESH, &model) == XPBD_OK) {
    made->particles = xpbd_scene_particle_count(model.scene);
    made->constraints = xpbd_scene_constraint_count(model.scene);
    made->triangles = model.mesh.triangle_count;
    xpbd_model_destroy(&model);
    if (made->constraints == 0) snprintf(made->failure, sizeof made->failure, "no constraint has a rest shape on it");
  } else {
    snprintf(made->failure, sizeof made->failure, "%.*s", BENCH_TEXT - 1, xpbd_last_error());
  }
  made->next = tallies;
  tallies = made;
  return made;
}

bool named_scene_sensible(const bench_point *point, char *why, size_t capacity) {
  const xpbd_method_info *method = named_scene_method_of(point);
  const char *backend = bench_text(point, "backend");
  if (method->engine != NULL && backend[0] != '\0' && strcmp(backend, method->engine->name) != 0) {
    snprintf(why, capacity, "%s has one implementation: its rows are those of backend=%s", method->name,
             method->engine->name);
    return false;
  }
  if ((method->traits & XPBD_IN_DOUBLE) && strcmp(bench_text(point, "precision"), "f32") == 0) {
    snprintf(why, capacity, "%s computes in double: precision=auto or f64", method->name);
    return false;
  }
  const int64_t stiffness = bench_int(point, "stiffness");
  if (stiffness > 0 && stiffness < 100 && !(method->traits & XPBD_TAKES_STIFFNESS)) {
    snprintf(why, capacity, "stiffness is a number of pbd and pbd-scaled; %s takes that of its compliance",
             method->name);
    return false;
  }
  const tally *t = tally_of(point);
  if (t != NULL && t->triangles == 0 && (method->traits & XPBD_TAKES_WEIGHTS)) {
    snprintf(why, capacity, "%s limits the strain of triangles, and there are none; method=fms has springs alone",
             method->name);
    return false;
  }
  if (t != NULL && t->failure[0] == '\0') return true;
  snprintf(why, capacity, "%s", t == NULL ? "out of memory" : t->failure);
  return false;
}

static int32_t or_standard(int64_t value, int32_t standard) {
  return value > 0 ? (int32_t)value : standard;
}

bool named_scene_subject(const bench_point *point, solver_subject *out) {
  const xpbd_scene_info *info = info_of(point);
  const tally *t = info == NULL ? NULL : tally_of(point);
  if (t == NULL || t->failure[0] != '\0') return false;
  out->particles = t->particles;
  out->constraints = t->constraints;
  // The strain limits of projective dynamics are terms beside the springs.
  if (named_scene_method_of(point)->traits & XPBD_TAKES_WEIGHTS) out->constraints += t->triangles;
  out->iterations = or_standard(bench_int(point, "iterations"), info->iterations);
  out->substeps = or_standard(bench_int(point, "substeps"), info->substeps);
  out->frame_time = info->frame_time;
  out->order = order_of(point);
  out->method = (xpbd_method)method_of(point);
  if (bench_int(point, "stiffness") > 0) out->stiffness = 0.01 * (double)bench_int(point, "stiffness");
  snprintf(out->key, sizeof out->key, "%.160s %s", t->key, out->order == XPBD_ORDER_MESH ? "mesh" : "group");
  return true;
}

xpbd_status named_scene_build(const bench_point *point, solver_scene *out) {
  const xpbd_status status = build(point, order_of(point), &out->model);
  if (status != XPBD_OK) return status;
  out->info = info_of(point);
  out->scene = out->model.scene;
  out->model.scene = NULL;
  out->size = out->info->size;
  snprintf(out->mesh, sizeof out->mesh, "%d vertices, %d edges, %d triangles", (int)out->model.mesh.vertex_count,
           (int)out->model.mesh.edge_count, (int)out->model.mesh.triangle_count);
  return XPBD_OK;
}
