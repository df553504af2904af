/* Why this file exists: memory and launches of the OpenCL backend in one precision. No include guard: included by host_f32.c
 * and host_f64.c behind opencl.h, with XPBD_SCALAR defined. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "layout/handle.h"

#include "formula/scalar.h"
#include "solver/sums.inl"
#include "solver/contact.inl"

#define PARTICLE XPBD_NAME(particle)
#define WORLD    XPBD_NAME(opencl_world)
#if XPBD_SCALAR == 32
#define LOCAL(name)     opencl_##name##_f32
#define WORLD_OF(state) (&(state)->world.f32)
#else
#define LOCAL(name)     opencl_##name##_f64
#define WORLD_OF(state) (&(state)->world.f64)
#endif

#include "reserve.inl"

/* ---- the state ---- */

static xpbd_status write_state(opencl_state *state, const void *x, const void *v) {
  const WORLD *w = WORLD_OF(state);
  const int64_t bytes = w->records * (int64_t)sizeof(PARTICLE);
  XPBD_TRY(opencl_write_copies(state, w->x, x, bytes));
  XPBD_TRY(opencl_write_copies(state, w->start, x, bytes));
  return opencl_write_copies(state, w->v, v, bytes);
}

xpbd_status LOCAL(reset)(opencl_state *state) {
  return write_state(state, state->layout.positions, state->layout.velocities);
}

/* The same state in all copies of a batch. */
xpbd_status LOCAL(restore)(opencl_state *state, const double *positions, const double *velocities) {
  const size_t records = (size_t)state->layout.records;
  PARTICLE *x = malloc(2 * records * sizeof *x), *v = x + records;
  XPBD_REQUIRE(x, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu records", 2 * records);
  memcpy(x, state->layout.positions, records * sizeof *x);
  memcpy(v, state->layout.velocities, records * sizeof *v);
  for (int32_t i = 0; i < state->layout.n; i++) {
    const double *p = &positions[3 * (int64_t)i], *u = &velocities[3 * (int64_t)i];
    const int32_t at = xpbd_layout_place(&state->layout, i);
    x[at].x = (REAL)p[0], x[at].y = (REAL)p[1], x[at].z = (REAL)p[2];
    v[at].x = (REAL)u[0], v[at].y = (REAL)u[1], v[at].z = (REAL)u[2];
  }
  const xpbd_status status = write_state(state, x, v);
  free(x);
  return status;
}

/* Copy 0 of the field; that all copies of a batch have its bits is checked here, where they are at hand. */
xpbd_status LOCAL(field)(opencl_state *state, xpbd_field field, double *out) {
  const WORLD *w = WORLD_OF(state);
  const size_t records = (size_t)w->records, bytes = records * sizeof(PARTICLE);
  PARTICLE *all = malloc(bytes * (size_t)w->batch);
  XPBD_REQUIRE(all, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu records", records * (size_t)w->batch);
  const xpbd_status status =
      opencl_read(state, opencl_place(state, field == XPBD_VELOCITIES ? w->v : w->x), all, (int64_t)bytes * w->batch);
  int32_t different = 0;
  for (int32_t r = 1; status == XPBD_OK && r < w->batch && !different; r++)
    if (memcmp(all, all + (size_t)r * records, bytes) != 0) different = r;
  for (int32_t i = 0; status == XPBD_OK && i < w->n; i++) {
    const PARTICLE *p = &all[xpbd_layout_place(&state->layout, i)];
    out[3 * (int64_t)i] = (double)p->x;
    out[3 * (int64_t)i + 1] = (double)p->y;
    out[3 * (int64_t)i + 2] = (double)p->z;
  }
  free(all);
  XPBD_REQUIRE(different == 0, XPBD_ERR_DEVICE, "copy %d of the batch differs from copy 0", (int)different);
  return status;
}

/* ---- time steps ---- */

/* Wind, obstacles and handles of the steps about to be queued; computed on the host, where the CPU backends compute them. */
static void fill_tables(opencl_state *state, int32_t steps, VEC3 *wind, XPBD_NAME(obstacle) * obstacles,
                        XPBD_NAME(handle) * handles) {
  const int32_t count = WORLD_OF(state)->obstacle_count, held = WORLD_OF(state)->handle_count;
  for (int32_t k = 0; k < steps; k++) {
    const double t = (double)(state->queued_steps + k) * state->layout.h;
    double u[3];
    xpbd_wind_at(xpbd_scene_wind(state->scene), t, u);
    wind[k] = XPBD_NAME(v_make)((REAL)u[0], (REAL)u[1], (REAL)u[2]);
    for (int32_t j = 0; j < held; j++)
      XPBD_NAME(handle_at)(xpbd_scene_handle(state->scene, j), t, state->layout.h, &handles[(int64_t)k * held + j]);
    for (int32_t o = 0; o < count; o++) {
      XPBD_NAME(obstacle) *to = &obstacles[(int64_t)k * count + o];
      xpbd_obstacle_array arrays[XPBD_OBSTACLE_ARRAYS];
      const xpbd_obstacle *from = xpbd_scene_obstacle(state->scene, o);
      const int here = XPBD_NAME(obstacle_arrays)(from, arrays);
      XPBD_NAME(obstacle_at)(from, t, state->layout.h, to);
      for (int a = 0; a < here; a++) /* the device's arrays for the host's */
        memcpy((char *)to + arrays[a].offset, (char *)((XPBD_NAME(obstacle) *)state->obstacles + o) + arrays[a].offset,
               sizeof(void *));
    }
  }
}

static xpbd_status write_tables(opencl_state *state, int32_t steps) {
  const size_t obstacle_bytes = (size_t)steps * (size_t)WORLD_OF(state)->obstacle_count * sizeof(XPBD_NAME(obstacle));
  const size_t handle_bytes = (size_t)steps * (size_t)WORLD_OF(state)->handle_count * sizeof(XPBD_NAME(handle));
  const size_t wind_bytes = sizeof(VEC3) * (size_t)steps;
  VEC3 *wind = malloc(wind_bytes);
  XPBD_NAME(obstacle) *obstacles = malloc(obstacle_bytes + 1);
  XPBD_NAME(handle) *handles = malloc(handle_bytes + 1);
  xpbd_status status = wind && obstacles && handles
                           ? XPBD_OK
                           : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for tables of %d steps", (int)steps);
  if (status == XPBD_OK) {
    const int64_t base_at = state->status_at + (int64_t)offsetof(xpbd_opencl_status, table_base);
    fill_tables(state, steps, wind, obstacles, handles);
    if (state->wind_at) status = opencl_write(state, state->wind_at, wind, (int64_t)wind_bytes);
    if (status == XPBD_OK && state->obstacles_at)
      status = opencl_write(state, state->obstacles_at, obstacles, (int64_t)obstacle_bytes);
    if (status == XPBD_OK && state->handles_at)
      status = opencl_write(state, state->handles_at, handles, (int64_t)handle_bytes);
    if (status == XPBD_OK) status = opencl_write(state, base_at, &state->queued_steps, 8);
  }
  free(wind);
  free(obstacles);
  free(handles);
  return status;
}

static xpbd_status launch_phase(opencl_state *state, opencl_phase phase, int32_t items, int32_t a, int32_t b,
                                int32_t c) {
  const int32_t numbers[3] = {a, b, c};
  return opencl_launch(state, state->phases[phase], items, numbers, 3);
}

static xpbd_status launch_group(opencl_state *state, int32_t g) {
  const xpbd_group *group = &state->layout.groups[g];
  const int32_t count = group->last - group->first, numbers[4] = {group->set, group->first, group->last, group->serial};
  if (count <= 0) return XPBD_OK;
  return opencl_launch(state, state->groups[group->set], group->serial ? 1 : count, numbers, 4);
}

/* A time step, one kernel a phase. */
static xpbd_status launch_step(opencl_state *state) {
  const WORLD *w = WORLD_OF(state);
#define STEP_PHASE(name, items, a, b, c) XPBD_TRY(launch_phase(state, OPENCL_K_##name, (items), (a), (b), (c)));
#define STEP_ONCE(name, a, b, c)         XPBD_TRY(launch_phase(state, OPENCL_K_##name, 1, (a), (b), (c)));
#define own_wind_over(items, a)          opencl_launch(state, state->phases[OPENCL_K_wind], (items), NULL, 0)
#define own_predict_over(items, a)       opencl_launch(state, state->phases[OPENCL_K_predict], (items), NULL, 0)
#define own_finish_over(items, a)        opencl_launch(state, state->phases[OPENCL_K_finish], (items), NULL, 0)
#define own_evaluate_over(items, a)      opencl_launch(state, state->sums[a], (items), &(const int32_t){a}, 1)
#define STEP_OWN(name, items, a)         XPBD_TRY(own_##name##_over(items, a));
#define STEP_GROUP(g, first_sweep)       XPBD_TRY(launch_group(state, (g)));
#define STEP_WORLD                       (*w)
#define STEP_CENTRE_SIZE(c)              xpbd_scene_centre(state->scene, (c))->count
#define STEP_SET(g)                      state->layout.groups[g].set
#define STEP_SUMMED(s)                   state->layout.sets[s].summed
#define STEP_COUNT(s)                    state->layout.sets[s].count
#define STEP_BEGINS                      true
#define STEP_SWEEPS                      state->def->iterations
#define STEP_ENDS                        true
#define STEP_ANYTHING                    true
#define STEP_WIND                        true
#define XPBD_STEP_IF                     if
#include "step/step.inl"
  /* one for the whole batch: a launch of one item has a thread for each copy, of which the first counts */
  return opencl_launch(state, state->phases[OPENCL_K_end_step], 1, NULL, 0);
}

xpbd_status LOCAL(step)(opencl_state *state, int32_t frames) {
  const bool tables = state->wind_at || state->obstacles_at || state->handles_at;
  const int32_t substeps = state->def->substeps;
  while (frames > 0) { /* as many at once as the tables hold, and as a kernel may stay */
    const int32_t most = state->resident.frames ? state->resident.most : OPENCL_FRAMES_AT_ONCE;
    int32_t now = frames < most ? frames : most;
    if (tables && now > state->table_capacity / substeps) now = state->table_capacity / substeps;
    if (tables) XPBD_TRY(write_tables(state, now * substeps));
    if (state->resident.frames) XPBD_TRY(opencl_resident_launch(state, now));
    for (int64_t k = 0; !state->resident.frames && k < (int64_t)now * substeps; k++) XPBD_TRY(launch_step(state));
    OPENCL_TRY(state->device, clFlush(state->queue));
    state->queued_steps += (int64_t)now * substeps;
    frames -= now;
  }
  return XPBD_OK;
}
