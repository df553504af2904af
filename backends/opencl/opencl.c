/* Why this file exists: independent groups on a GPU of any vendor. The backend adds memory, launches and
 * synchronisation. It computes with the text that the CPU backends run (lib/formula, lib/solver, lib/step), compiled at
 * run time by the device's driver. State stays on the device. step() queues, sync() waits. */
#include "opencl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "program.h"
#include "xpbd/backend.h"
#include "xpbd/method.h"

static xpbd_status probe(char *device, size_t capacity) {
  opencl_device *first;
  XPBD_TRY(opencl_device_describe(0, device, capacity));
  return opencl_device_open(0, &first);
}

static xpbd_status supports(const xpbd_scene *scene, const xpbd_solver_def *def) {
  const bool ordered = !(xpbd_method_at((int)def->method)->traits & XPBD_AT_ONCE);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    XPBD_REQUIRE(!ordered || xpbd_scene_set(scene, s)->order == XPBD_ORDER_GROUP, XPBD_ERR_UNSUPPORTED,
                 "opencl runs independent groups; mesh order is sequential by definition (use seq)");
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    XPBD_REQUIRE(xpbd_scene_set(scene, s)->patches.count == 0, XPBD_ERR_UNSUPPORTED,
                 "opencl has no constraints for each vertex (%s); they run on seq and omp",
                 xpbd_formula_at(xpbd_scene_set(scene, s)->formula)->name);
  XPBD_REQUIRE(xpbd_scene_set_count(scene) <= XPBD_OPENCL_SETS, XPBD_ERR_UNSUPPORTED,
               "the scene has %d sets of constraints, opencl takes up to %d", (int)xpbd_scene_set_count(scene),
               (int)XPBD_OPENCL_SETS);
  XPBD_REQUIRE(!(xpbd_method_at((int)def->method)->traits & XPBD_CARRIES_ENERGY), XPBD_ERR_UNSUPPORTED,
               "opencl has no method '%s': energy-embedded Gauss-Seidel runs on seq and omp",
               xpbd_method_name((int)def->method));
  XPBD_REQUIRE(!def->strategy || strcmp(def->strategy, "plain") == 0 || strcmp(def->strategy, "resident") == 0,
               XPBD_ERR_INVALID_ARGUMENT, "opencl has no strategy '%s' (plain, resident)", def->strategy);
  if (xpbd_method_at((int)def->method)->traits & XPBD_BY_VERTEX) {
    const char *method = xpbd_method_name((int)def->method);
    XPBD_REQUIRE(!def->strategy || strcmp(def->strategy, "plain") == 0, XPBD_ERR_UNSUPPORTED,
                 "opencl: method %s has the strategy plain, not %s", method, def->strategy);
    return xpbd_vertices_supported(scene, "opencl", method);
  }
  return opencl_program_supports(scene);
}

static void release(opencl_state *state) {
  if (state->queue) clFinish(state->queue);
  for (int k = 0; k < OPENCL_PHASE_COUNT; k++)
    if (state->phases[k]) clReleaseKernel(state->phases[k]);
  for (int s = 0; s < XPBD_OPENCL_SETS; s++) {
    if (state->groups[s]) clReleaseKernel(state->groups[s]);
    if (state->sums[s]) clReleaseKernel(state->sums[s]);
  }
  if (state->vertices) clReleaseKernel(state->vertices);
  opencl_resident_close(state);
  if (state->arena) clReleaseMemObject(state->arena);
  if (state->queue) clReleaseCommandQueue(state->queue);
}

static void destroy(void *opaque) {
  opencl_state *state = opaque;
  if (!state) return;
  if (opencl_survives() == XPBD_OK) release(state);
  free(state->pieces);
  free(state->obstacles);
  xpbd_vertex_arrays_destroy(&state->vertex_arrays);
  xpbd_layout_destroy(&state->layout);
  free(state);
}

static xpbd_status reset(void *opaque) {
  opencl_state *state = opaque;
  const xpbd_opencl_status fresh = {.arena = state->base, .soonest = XPBD_OPENCL_NEVER};
  state->queued_steps = state->first_step = 0;
  XPBD_TRY(opencl_write(state, state->status_at, &fresh, sizeof fresh));
  return xpbd_in_float(state->def->precision) ? opencl_reset_f32(state) : opencl_reset_f64(state);
}

/* Open the kernels of the phases, and for each set those of its formula. */
static xpbd_status open_kernels(opencl_state *state, cl_program phases) {
  static const char *const names[] = {
#define XPBD_STEP_PHASE(name) "k_" #name,
#include "step/phases_list.inl"
      XPBD_STEP_PHASE(wind) XPBD_STEP_PHASE(predict) XPBD_STEP_PHASE(finish) XPBD_STEP_PHASE(end_step)
#undef XPBD_STEP_PHASE
  };
  char name[80];
  cl_program groups;
  for (int k = 0; k < OPENCL_PHASE_COUNT; k++) XPBD_TRY(opencl_kernel(state, phases, names[k], &state->phases[k]));
  for (int32_t s = 0; s < state->layout.set_count; s++) {
    const xpbd_layout_set *set = &state->layout.sets[s];
    /* one program per formula, because scenes combine them differently */
    const opencl_wish wish = {state->def->precision, OPENCL_GROUPS, {set->formula}, 1};
    XPBD_TRY(opencl_program_find(state->device, &wish, &groups));
    snprintf(name, sizeof name, "%s_%s", set->summed ? "sum" : "group", xpbd_formula_at(set->formula)->name);
    XPBD_TRY(opencl_kernel(state, groups, name, set->summed ? &state->sums[s] : &state->groups[s]));
  }
  return XPBD_OK;
}

/* Open the kernel that moves vertices, for all formulas of the scene. */
static xpbd_status open_vertices(opencl_state *state) {
  opencl_wish wish = {.precision = XPBD_F64, .unit = OPENCL_VERTICES};
  cl_program program;
  if (!state->layout.vertices.first) return XPBD_OK;
  for (int32_t s = 0; s < xpbd_scene_set_count(state->scene); s++) {
    const int formula = xpbd_scene_set(state->scene, s)->formula;
    bool known = false;
    for (int k = 0; k < wish.count; k++) known |= wish.formulas[k] == formula;
    if (!known) wish.formulas[wish.count++] = formula;
  }
  XPBD_TRY(opencl_program_find(state->device, &wish, &program));
  XPBD_TRY(opencl_complex_conforms(state, program));
  return opencl_kernel(state, program, "k_vertices", &state->vertices);
}

static xpbd_status build(opencl_state *state) {
  cl_int error;
  cl_program phases;
  const xpbd_precision precision = state->def->precision;
  XPBD_TRY(opencl_device_open(state->def->device, &state->device));
  XPBD_TRY(opencl_device_conforms(state->device, precision, &state->inexact));
  XPBD_TRY(xpbd_layout_create(state->scene, state->def, &state->layout));
  const bool resident = state->def->strategy && strcmp(state->def->strategy, "resident") == 0;
  if (resident) XPBD_TRY(opencl_resident_supports(state));
  state->queue = clCreateCommandQueue(state->device->context, state->device->id, 0, &error);
  if (error != CL_SUCCESS) return opencl_failed(state->device, error, "clCreateCommandQueue");
  const opencl_wish wish = {.precision = precision, .unit = OPENCL_PHASES};
  XPBD_TRY(opencl_program_find(state->device, &wish, &phases));
  XPBD_TRY(xpbd_in_float(precision) ? opencl_build_f32(state, phases) : opencl_build_f64(state, phases));
  XPBD_TRY(resident ? opencl_resident_open(state, phases) : open_kernels(state, phases));
  XPBD_TRY(open_vertices(state));
  return reset(state);
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, void **out) {
  opencl_state *state = calloc(1, sizeof *state);
  XPBD_REQUIRE(state, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  state->scene = scene;
  state->def = def;
  *out = state; /* the library destroys it if the rest fails */
  return build(state);
}

static xpbd_status step(void *opaque, int32_t frames) {
  opencl_state *state = opaque;
  XPBD_TRY(opencl_survives());
  return xpbd_in_float(state->def->precision) ? opencl_step_f32(state, frames) : opencl_step_f64(state, frames);
}

static xpbd_status busy(void *opaque, int32_t frames, double *seconds) {
  opencl_state *state = opaque;
  XPBD_TRY(opencl_survives());
  return opencl_busy_step(state, frames, xpbd_in_float(state->def->precision) ? opencl_step_f32 : opencl_step_f64,
                          seconds);
}

static xpbd_status read_status(opencl_state *state, xpbd_opencl_status *out) {
  return opencl_read(state, state->status_at, out, sizeof *out);
}

static xpbd_status sync(void *opaque) {
  opencl_state *state = opaque;
  xpbd_opencl_status now;
  XPBD_TRY(read_status(state, &now));
  XPBD_REQUIRE(now.moved == 0, XPBD_ERR_DEVICE,
               "%s: its driver has moved a buffer between two kernels, so the addresses in it are no longer valid",
               state->device->name);
  XPBD_REQUIRE(now.first_lost == 0, XPBD_ERR_DIVERGED,
               "the simulation diverged in frame %lld (a position is not finite or beyond %.3g m)",
               (long long)now.first_lost, state->layout.limit);
  return XPBD_OK;
}

static xpbd_status read(void *opaque, xpbd_field field, double *out) {
  opencl_state *state = opaque;
  XPBD_TRY(sync(state));        /* a diverged state is not read */
  if (field == XPBD_EMBEDDED) { /* only for methods that supports() refuses */
    memset(out, 0, 3 * (size_t)state->layout.n * sizeof *out);
    return XPBD_OK;
  }
  return xpbd_in_float(state->def->precision) ? opencl_field_f32(state, field, out)
                                              : opencl_field_f64(state, field, out);
}

static xpbd_status restore(void *opaque, int64_t frame, const double *positions, const double *velocities,
                           const double *embedded) {
  opencl_state *state = opaque;
  (void)embedded;
  XPBD_TRY(reset(state));
  xpbd_opencl_status at = {.arena = state->base, .soonest = XPBD_OPENCL_NEVER, .frame = frame};
  at.step = at.table_base = state->first_step = state->queued_steps = frame * state->def->substeps;
  XPBD_TRY(opencl_write(state, state->status_at, &at, sizeof at));
  return xpbd_in_float(state->def->precision) ? opencl_restore_f32(state, positions, velocities)
                                              : opencl_restore_f64(state, positions, velocities);
}

static int64_t joined(const uint32_t count[2]) {
  return (int64_t)((uint64_t)count[1] << 32 | count[0]);
}

static void counters(void *opaque, xpbd_counters *out) {
  opencl_state *state = opaque;
  const int64_t first_frame = state->first_step / state->def->substeps;
  xpbd_opencl_status now;
  const int real = xpbd_in_float(state->def->precision) ? 4 : 8;
  int64_t constraints = 0, bytes = 0, sweep = 0;
  int32_t largest = 1;
  if (read_status(state, &now) != XPBD_OK)
    now = (xpbd_opencl_status){.frame = first_frame, .step = state->first_step}; /* nothing is known */
  for (int32_t s = 0; s < state->layout.set_count; s++) {
    const xpbd_layout_set *set = &state->layout.sets[s];
    constraints += (int64_t)set->count * set->rows;
    bytes += set->padded * (int64_t)(real * set->rows + 4 * set->arity + real * set->rest_rows * set->rest_count);
  }
  for (int32_t g = 0; g < state->layout.group_count; g++) {
    const int32_t count = state->layout.groups[g].last - state->layout.groups[g].first;
    const xpbd_layout_set *set = &state->layout.sets[state->layout.groups[g].set];
    if (count > largest) largest = count;
    sweep += set->summed ? set->count : (int64_t)count * state->layout.groups[g].rows;
  }
  const xpbd_schedule *colours = &state->layout.vertices.colours;
  if (state->layout.vertices.first)
    sweep = constraints = xpbd_scene_constraint_count(state->scene), bytes = state->layout.vertices.bytes;
  for (int32_t c = 0; c < colours->group_count; c++) {
    const int32_t count = colours->group_start[c + 1] - colours->group_start[c];
    if (count > largest) largest = count;
  }
  memset(out, 0, sizeof *out);
  out->frames = now.frame - first_frame;
  out->projections = (now.step - state->first_step) * state->def->iterations * sweep * state->def->batch;
  out->skipped = joined(now.skipped);
  out->contacts = joined(now.contacts);
  out->contacts_unseen = joined(now.unseen);
  out->groups = state->layout.group_count + state->layout.vertices.colours.group_count;
  out->threads = (state->resident.frames ? state->resident.threads : largest) * state->def->batch;
  out->lanes = 1;
  out->instructions = "opencl";
  out->strategy = state->resident.frames ? "resident" : "plain";
  out->batch = state->def->batch;
  out->inexact = state->inexact;
  out->device_bytes = state->bytes;
  out->bytes_per_particle =
      (state->wind_at ? 4.0 : 3.0) * 4.0 * real; /* position, start of the step, velocity, force */
  out->bytes_per_constraint = constraints > 0 ? (double)bytes / (double)constraints : 0.0;
}

extern const xpbd_backend xpbd_backend_opencl;
const xpbd_backend xpbd_backend_opencl = {.abi = XPBD_BACKEND_ABI,
                                          .name = "opencl",
                                          .about = "independent groups on a device of any vendor, by OpenCL",
                                          .probe = probe,
                                          .supports = supports,
                                          .create = create,
                                          .reset = reset,
                                          .step = step,
                                          .sync = sync,
                                          .read = read,
                                          .restore = restore,
                                          .counters = counters,
                                          .destroy = destroy,
                                          .busy = busy};
