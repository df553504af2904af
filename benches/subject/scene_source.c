/* Why this file exists: counts scenes of all sources once and releases them in one way. */
#include "scene_source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cli.h"
#include "xpbd/status.h"

typedef struct counted {
  struct counted *next;
  char key[BENCH_TEXT];
  scene_count count;
} counted;

static counted *all;

bool scene_source_is_loop(const bench_point *point) {
  return strcmp(bench_text(point, "backend"), SCENE_SOURCE_LOOP) == 0;
}

xpbd_order scene_source_order(const bench_point *point) {
  if (scene_source_is_loop(point)) return XPBD_ORDER_MESH;
  const int order = xpbd_order_find(bench_text(point, "order"));
  return order < 0 ? XPBD_ORDER_GROUP : (xpbd_order)order;
}

void scene_source_describe(solver_scene *made) {
  const xpbd_mesh *mesh = &made->model.mesh;
  snprintf(made->mesh, sizeof made->mesh, "%d %s, %d edge%s, %d triangle%s", (int)mesh->vertex_count,
           mesh->vertex_count == 1 ? "vertex" : "vertices", (int)mesh->edge_count, cli_plural(mesh->edge_count),
           (int)mesh->triangle_count, cli_plural(mesh->triangle_count));
}

void scene_source_release(solver_scene *made) {
  xpbd_scene_destroy(&made->scene);
  xpbd_model_destroy(&made->model);
}

const scene_count *scene_source_count(const scene_source *source, const char *key, const bench_point *point) {
  for (const counted *c = all; c; c = c->next)
    if (strcmp(c->key, key) == 0) return &c->count;
  counted *c = calloc(1, sizeof *c);
  solver_scene *made = calloc(1, sizeof *made);
  if (!c || !made) {
    free(c);
    free(made);
    return NULL;
  }
  snprintf(c->key, sizeof c->key, "%s", key);
  if (source->build(point, XPBD_ORDER_MESH, made) == XPBD_OK) {
    c->count.particles = xpbd_scene_particle_count(made->scene);
    c->count.constraints = xpbd_scene_constraint_count(made->scene);
    c->count.triangles = made->model.mesh.triangle_count;
    c->count.time_step = made->model.time_step > 0.0 ? made->model.time_step : INFINITY;
    if (c->count.constraints == 0 && xpbd_scene_set_count(made->scene) > 0)
      snprintf(c->count.failure, sizeof c->count.failure, "no constraint has a rest shape on it");
  } else {
    snprintf(c->count.failure, sizeof c->count.failure, "%.*s", BENCH_TEXT - 1, xpbd_last_error());
  }
  scene_source_release(made);
  free(made);
  c->next = all;
  all = c;
  return &c->count;
}
