/* Why this file exists: builds the scene of a workload. Its counts are in the recorded reference, so nothing is built
 * before it runs. */
#include "workload_scene.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "named_scene.h"
#include "xpbd/xpbd.h"

enum { MOST = 64 };

/// The head of a reference, which is read once.
typedef struct head {
  bool known;
  int64_t particles, constraints;
  double size, error;
  char failure[BENCH_TEXT]; ///< "" = it can be read.
} head;

const char *workload_scene_name(int index) {
  const workload *w = workload_at(index);
  return !w ? NULL : w->name;
}

bool workload_scene_apart(const char *name) {
  const workload *w = workload_at(workload_find(name));
  return w && !w->scored;
}

const workload *workload_scene_of(const bench_point *point) {
  return workload_at(workload_find(bench_text(point, "workload")));
}

static const head *head_of(const bench_point *point) {
  static head heads[MOST];
  const int index = workload_find(bench_text(point, "workload"));
  if (index < 0 || index >= MOST) return NULL;
  head *out = &heads[index];
  if (out->known) return out;
  workload_reference reference;
  out->known = true;
  if (workload_reference_read(workload_at(index), &reference) == XPBD_OK) {
    out->particles = reference.particles;
    out->constraints = reference.constraints;
    out->size = reference.size;
    out->error = reference.error;
  } else {
    snprintf(out->failure, sizeof out->failure, "%.*s", BENCH_TEXT - 1, xpbd_last_error());
  }
  workload_reference_release(&reference);
  return out;
}

double workload_scene_error(const bench_point *point) {
  const head *known = head_of(point);
  return known && known->failure[0] == '\0' ? known->error : (double)NAN;
}

int workload_scene_rungs(const bench_point *point, double tolerance, workload_rung out[WORKLOAD_SCENE_RUNGS]) {
  static struct {
    int count; ///< 0 = not read yet.
    workload_rung rungs[WORKLOAD_SCENE_RUNGS];
  } kept[MOST];
  const int index = workload_find(bench_text(point, "workload"));
  if (index < 0 || index >= MOST) return -1;
  if (kept[index].count == 0 && workload_rungs(workload_at(index), INFINITY, WORKLOAD_SCENE_RUNGS, kept[index].rungs,
                                               &kept[index].count) != XPBD_OK)
    return -1;
  int count = 0;
  for (int k = 0; k < kept[index].count; k++)
    if (kept[index].rungs[k].error <= tolerance) out[count++] = kept[index].rungs[k];
  return count;
}

static bool sensible(const bench_point *point, char *why, size_t capacity) {
  const head *known = head_of(point);
  const xpbd_method_info *method = named_scene_method_of(point);
  if (method->traits & XPBD_TAKES_WEIGHTS) {
    snprintf(why, capacity, "%s limits the strain of triangles, which is another model; use method=fms", method->name);
    return false;
  }
  if (!named_scene_fits_method(point, why, capacity)) return false;
  if (known && known->failure[0] == '\0') return true;
  snprintf(why, capacity, "%s", !known ? "no such workload" : known->failure);
  return false;
}

static bool subject(const bench_point *point, solver_subject *out) {
  const head *known = head_of(point);
  const int method = xpbd_method_find(bench_text(point, "method"));
  if (!known || known->failure[0] != '\0') return false;
  out->particles = known->particles;
  out->constraints = known->constraints;
  out->substeps = (int32_t)bench_int(point, "substeps");
  out->iterations = (int32_t)bench_int(point, "iterations");
  out->method = method < 0 ? XPBD_METHOD_XPBD : (xpbd_method)method;
  out->frame_time = WORKLOAD_FRAME_TIME;
  out->order = scene_source_order(point);
  snprintf(out->key, sizeof out->key, "workload %d %s %s", WORKLOAD_VERSION, bench_text(point, "workload"),
           xpbd_order_name((int)out->order));
  return true;
}

static xpbd_status build(const bench_point *point, xpbd_order order, solver_scene *out) {
  const workload *w = workload_scene_of(point);
  XPBD_REQUIRE(w, XPBD_ERR_INVALID_ARGUMENT, "no such workload");
  XPBD_TRY(workload_model(w, order, &out->model));
  out->info = xpbd_scene_info_at(xpbd_scene_info_find(w->scene));
  out->scene = out->model.scene;
  out->model.scene = NULL;
  out->size = head_of(point)->size;
  scene_source_describe(out);
  return XPBD_OK;
}

const scene_source workload_scenes = {.axis = "workload", .sensible = sensible, .subject = subject, .build = build};
