/* Why this file exists: the only place that finds the scene of a point. The benchmark's axes select the source. */
#include "solver_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "mesh_scene.h"
#include "named_scene.h"
#include "papers_scene.h"
#include "workload_scene.h"

static solver_scene **shared;
static int shared_count;

static const scene_source *source_of(const bench_point *point) {
  static const scene_source *const sources[] = {&papers_scenes, &named_scenes, &workload_scenes};
  for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
    if (bench_has(point, sources[k]->axis)) return sources[k];
  return &mesh_scenes;
}

bool solver_scene_sensible(const bench_point *point, char *why, size_t capacity) {
  const scene_source *source = source_of(point);
  return !source->sensible || source->sensible(point, why, capacity);
}

bool solver_scene_subject(const bench_point *point, solver_subject *out) {
  *out = (solver_subject){.fps_low = NAN, .fps_high = NAN, .substeps = 1, .method = XPBD_METHOD_XPBD};
  return source_of(point)->subject(point, out);
}

xpbd_status solver_scene_find(const bench_point *point, const solver_scene **out) {
  solver_subject subject;
  if (!solver_scene_subject(point, &subject)) return XPBD_ERR_INVALID_ARGUMENT;
  for (int i = 0; i < shared_count; i++)
    if (strcmp(shared[i]->key, subject.key) == 0) {
      *out = shared[i];
      return XPBD_OK;
    }
  solver_scene **larger = realloc(shared, ((size_t)shared_count + 1) * sizeof *shared);
  XPBD_REQUIRE(larger, XPBD_ERR_OUT_OF_MEMORY, "no memory for another scene");
  shared = larger;
  solver_scene *made = calloc(1, sizeof *made);
  XPBD_REQUIRE(made, XPBD_ERR_OUT_OF_MEMORY, "no memory for another scene");
  snprintf(made->key, sizeof made->key, "%s", subject.key);
  const xpbd_status status = source_of(point)->build(point, subject.order, made);
  if (status != XPBD_OK) {
    scene_source_release(made);
    free(made);
    return status;
  }
  shared[shared_count++] = made;
  *out = made;
  return XPBD_OK;
}

void solver_scene_release(void) {
  for (int i = 0; i < shared_count; i++) {
    scene_source_release(shared[i]);
    free(shared[i]);
  }
  free(shared);
  shared = NULL;
  shared_count = 0;
}
