/* Why this file exists: memory and launches of the OpenCL backend in one precision. No include guard: host_f32.c and
 * host_f64.c include it after opencl.h, with XPBD_SCALAR defined. */
#include "base/error.h"

#include "formula/scalar.h"
#include "solver/sums.inl"
#include "solver/contact.inl"
#include "solver/device.inl"
#include "step/numbers.inl"

#define PARTICLE XPBD_NAME(particle)
#define WORLD    XPBD_NAME(world)
#if XPBD_SCALAR == 32
#define LOCAL(name)     opencl_##name##_f32
#define WORLD_OF(state) (&(state)->world.f32)
#else
#define LOCAL(name)     opencl_##name##_f64
#define WORLD_OF(state) (&(state)->world.f64)
#endif

#include "reserve.inl"

/* ---- the state ---- */

/* Four arrays of all particles of a copy: positions relative to the bases, velocities,
 * bases, low parts of the velocities. */
static xpbd_status write_state(opencl_state *state, const void *const from[4]) {
  const WORLD *w = WORLD_OF(state);
  const int64_t bytes = w->records * (int64_t)sizeof(PARTICLE);
  XPBD_TRY(opencl_write_copies(state, w->x, from[0], bytes));
  XPBD_TRY(opencl_write_copies(state, w->start, from[0], bytes));
  XPBD_TRY(opencl_write_copies(state, w->v, from[1], bytes));
  if (!w->base) return XPBD_OK;
  XPBD_TRY(opencl_write_copies(state, w->base, from[2], bytes));
  return opencl_write_copies(state, w->v_low, from[3], bytes);
}

xpbd_status LOCAL(reset)(opencl_state *state) {
  const xpbd_layout *from = &state->layout;
  const void *const arrays[4] = {from->positions_low ? from->positions_low : from->positions, from->velocities,
                                 from->positions, from->velocities_low};
  return write_state(state, arrays);
}

/* Restore the same state in all copies of a batch. */
xpbd_status LOCAL(restore)(opencl_state *state, const double *positions, const double *velocities) {
  const size_t records = (size_t)state->layout.records;
  PARTICLE *all = XPBD_NAME(device_state)(&state->layout, positions, velocities);
  XPBD_REQUIRE(all, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu records", 4 * records);
  const void *const arrays[4] = {all, all + records, all + 2 * records, all + 3 * records};
  const xpbd_status status = write_state(state, arrays);
  free(all);
  return status;
}

xpbd_status LOCAL(field)(opencl_state *state, xpbd_field field, double *out) {
  const WORLD *w = WORLD_OF(state);
  const int64_t bytes = w->records * (int64_t)sizeof(PARTICLE) * w->batch;
  const void *const from[2] = {field == XPBD_VELOCITIES ? w->v : w->x, field == XPBD_VELOCITIES ? w->v_low : w->base};
  PARTICLE *all = malloc(2 * (size_t)bytes), *others = from[1] ? all + bytes / (int64_t)sizeof *all : NULL;
  XPBD_REQUIRE(all, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld bytes of records", 2 * (long long)bytes);
  xpbd_status status = opencl_read(state, opencl_place(state, from[0]), all, bytes);
  if (status == XPBD_OK && others) status = opencl_read(state, opencl_place(state, from[1]), others, bytes);
  if (status == XPBD_OK) status = XPBD_NAME(device_field)(&state->layout, all, others, w->batch, out);
  free(all);
  return status;
}

/* ---- time steps ---- */

static xpbd_status write_tables(opencl_state *state, int32_t steps) {
  XPBD_NAME(device_tables) tables;
  XPBD_TRY(XPBD_NAME(device_tables_make)(state->scene, state->layout.h, state->queued_steps, steps, state->obstacles,
                                         &tables));
  const int64_t base_at = state->status_at + (int64_t)offsetof(xpbd_opencl_status, table_base);
  const int64_t to[4] = {state->wind_at, state->obstacles_at, state->handles_at, base_at};
  const void *const from[4] = {tables.wind, tables.obstacles, tables.handles, &state->queued_steps};
  const size_t bytes[4] = {tables.wind_bytes, tables.obstacle_bytes, tables.handle_bytes, sizeof state->queued_steps};
  xpbd_status status = XPBD_OK;
  for (int k = 0; k < 4 && status == XPBD_OK; k++)
    if (to[k]) status = opencl_write(state, to[k], from[k], (int64_t)bytes[k]);
  XPBD_NAME(device_tables_free)(&tables);
  return status;
}

static xpbd_status launch_phase(opencl_state *state, opencl_phase phase, int32_t items, int32_t a, int32_t b,
                                int32_t c) {
  const int32_t numbers[3] = {a, b, c};
  return opencl_launch(state, state->phases[phase], items, numbers, 3);
}

static xpbd_status launch_group(opencl_state *state, int32_t g) {
  const xpbd_group *group = &state->layout.groups[g];
  const int32_t count = group->last - group->first,
                numbers[5] = {group->set, group->first, group->last, group->serial, group->row};
  const int32_t lanes = (int32_t)state->device->lanes[XPBD_SCALAR == 64], blocks = (count + lanes - 1) / lanes;
  if (count <= 0) return XPBD_OK;
  return opencl_launch(state, state->groups[group->set], group->serial ? 1 : blocks, numbers, 5);
}

/* A stage of a method that moves vertices: a thread for each vertex of a colour, or for each particle. Vertices that are
 * not independent take turns in one thread. */
static xpbd_status launch_vertices(opencl_state *state, int32_t stage, int32_t colour) {
  const xpbd_schedule *colours = &state->layout.vertices.colours;
  const bool moves = stage == XPBD_VERTICES_MOVE, serial = moves && colour == colours->overflow;
  const int32_t first = moves ? colours->group_start[colour] : 0;
  const int32_t last = moves ? colours->group_start[colour + 1] : state->layout.n;
  const int32_t numbers[3] = {stage, first, last};
  return opencl_launch(state, state->vertices, serial ? 1 : last - first, numbers, 3);
}

/* Queue a time step, one kernel per phase. */
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
#define STEP_COLOURS                     state->layout.vertices.colours.group_count
#define STEP_VERTICES(stage, colour)     XPBD_TRY(launch_vertices(state, (stage), (colour)));
#define STEP_WORLD                       (*w)
#define STEP_RANGES                      xpbd_scene_centre(state->scene, 0)
#define STEP_GROUPS                      state->layout.groups
#include "step/step.inl"
  /* once for the whole batch: a launch of one item has a thread for each copy, and only the first counts */
  return opencl_launch(state, state->phases[OPENCL_K_end_step], 1, NULL, 0);
}

xpbd_status LOCAL(step)(opencl_state *state, int32_t frames) {
  const bool tables = state->wind_at || state->obstacles_at || state->handles_at;
  const int32_t substeps = state->def->substeps;
  while (frames > 0) { /* as many at once as the tables hold and a kernel may take */
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
