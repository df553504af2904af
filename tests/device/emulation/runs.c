/* Why this file exists: builds small scenes, runs them on the emulated device and compares them with seq. Two test
 * programs share it. */
#define _GNU_SOURCE /* setenv */
#include "runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const strategies[CUDA_STRATEGIES] = {"plain",   "graph", "cooperative", "block",
                                                 "cluster", "tiles", "resident"};

/* ---- scenes ---- */

static xpbd_model model;
static xpbd_scene *joined; /* NULL: the model's scene is in use */
double at[MOST][3];
int32_t ends[2 * MOST][2];
static double speed[MOST][3], mass[MOST];

const xpbd_scene *scene(void) {
  return joined ? joined : model.scene;
}

int hang_in(const char *name, int32_t resolution, const char *constraint, double drag) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = resolution, params.constraint = constraint;
  if (drag > 0.0) params.wind[0] = 1.0, params.wind_drag = drag;
  drop_scene();
  return xpbd_scene_build(name, &params, &model) == XPBD_OK;
}

int hang(int32_t resolution, const char *constraint) {
  return hang_in("cloth", resolution, constraint, 0.0);
}

int join(int32_t particles, int32_t springs) {
  xpbd_scene_def def = xpbd_scene_def_default();
  xpbd_constraints_def set = xpbd_constraints_def_default();
  for (int32_t i = 0; i < particles; i++) {
    mass[i] = 1.0;
    for (int k = 0; k < 3; k++) speed[i][k] = i * (k + 3) % 7 - 3;
  }
  def.particle_count = particles, def.positions = at[0], def.velocities = speed[0], def.inverse_masses = mass;
  set.formula = "stretching", set.count = springs, set.particles = ends[0], set.compliance = 1e-4;
  xpbd_scene_destroy(&joined);
  return xpbd_scene_create(&def, &joined) == XPBD_OK && xpbd_scene_add(joined, &set) == XPBD_OK;
}

int pairs(int32_t count) {
  for (int32_t i = 0; i < 2 * count; i++) at[i][0] = i, at[i][1] = at[i][2] = 0.0;
  for (int32_t j = 0; j < count; j++) ends[j][0] = 2 * j, ends[j][1] = 2 * j + 1;
  return join(2 * count, count);
}

int ladder(int32_t columns) {
  int32_t count = 0;
  for (int32_t i = 0; i < 2 * columns; i++) at[i][0] = i / 2, at[i][1] = i % 2, at[i][2] = 0.0;
  for (int32_t i = 0; i < columns; i++, count++) ends[count][0] = 2 * i, ends[count][1] = 2 * i + 1;
  for (int32_t i = 0; i + 2 < 2 * columns; i++, count++) ends[count][0] = i, ends[count][1] = i + 2;
  return join(2 * columns, count);
}

void drop_scene(void) {
  xpbd_scene_destroy(&joined);
  xpbd_model_destroy(&model);
}

/* ---- runs ---- */

void put(const char *name, const char *value) {
  if (value)
    setenv(name, value, 1);
  else
    unsetenv(name);
}

xpbd_solver_def by(const char *strategy, int32_t batch) {
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "cuda", def.strategy = strategy, def.precision = XPBD_F32, def.iterations = 3, def.batch = batch;
  return def;
}

xpbd_status run(const xpbd_solver_def *def, int32_t frames, uint64_t *hash, xpbd_counters *counters) {
  xpbd_solver *solver = NULL;
  *counters = (xpbd_counters){.strategy = "none"};
  xpbd_status status = xpbd_solver_create(scene(), def, &solver);
  if (status == XPBD_OK) status = xpbd_solver_step(solver, frames);
  if (status == XPBD_OK) status = xpbd_solver_hash(solver, hash);
  if (status == XPBD_OK) status = xpbd_solver_counters(solver, counters);
  xpbd_solver_destroy(&solver);
  return status;
}

uint64_t of_seq(const xpbd_solver_def *like, int32_t frames) {
  xpbd_solver_def def = *like;
  xpbd_counters counters;
  uint64_t hash = 0;
  def.backend = "seq", def.strategy = NULL, def.batch = 1, def.device = 0;
  run(&def, frames, &hash, &counters);
  return hash;
}

int same(const xpbd_solver_def *def, int32_t frames, xpbd_counters *counters) {
  const uint64_t expected = of_seq(def, frames);
  uint64_t hash = ~expected;
  const xpbd_status status = run(def, frames, &hash, counters);
  printf("%s, %d copies: %s %016llx, seq %016llx, by %s, %d threads: %s\n", def->strategy ? def->strategy : "by size",
         (int)def->batch, xpbd_status_name(status), (unsigned long long)hash, (unsigned long long)expected,
         counters->strategy, (int)counters->threads, status == XPBD_OK ? "" : xpbd_last_error());
  return status == XPBD_OK && hash == expected;
}

int refused(const xpbd_solver_def *def, xpbd_status expected, const char *words) {
  xpbd_counters counters;
  uint64_t hash;
  const xpbd_status status = run(def, 1, &hash, &counters);
  printf("%s: %s: %s\n", def->strategy ? def->strategy : "by size", xpbd_status_name(status),
         status == XPBD_OK ? "" : xpbd_last_error());
  return status == expected && strcmp(xpbd_last_error(), words) == 0;
}

int is(const char *found, const char *expected) {
  return found && strcmp(found, expected) == 0;
}
