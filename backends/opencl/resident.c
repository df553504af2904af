/* Why this file exists: the strategy resident. One work-group per copy of the scene runs all frames of a call and
 * synchronises at its barrier, with positions in its own memory. The strategy plain launches every group instead. */
#include "base/error.h"
#include "opencl.h"
#include "program.h"

static int64_t positions_bytes(const opencl_state *state) {
  return (int64_t)state->layout.records * (xpbd_in_float(state->def->precision) ? 16 : 32);
}

/* Whether there are only constraints, because the kernel supports nothing else. */
static bool is_plain(const opencl_state *state) {
  const xpbd_layout *layout = &state->layout;
  for (int32_t s = 0; s < layout->set_count; s++)
    if (layout->sets[s].summed) return false;
  return layout->centres == 0 && layout->grip_count == 0 && !layout->lagged && !layout->contact.first &&
         !layout->at_once && !layout->triangles.first && xpbd_scene_obstacle_count(state->scene) == 0 &&
         !(xpbd_scene_global_damping(state->scene) > 0.0);
}

xpbd_status opencl_resident_supports(const opencl_state *state) {
  const int64_t bytes = positions_bytes(state), most = (int64_t)state->device->local_bytes;
  XPBD_REQUIRE(
      is_plain(state), XPBD_ERR_UNSUPPORTED,
      "strategy resident of opencl runs constraints that are projected one group after the other, and nothing "
      "else (no wind, handles, obstacles, contact, ghost tips, sums, global or lagged damping, jacobi): use plain");
  XPBD_REQUIRE(bytes <= most, XPBD_ERR_UNSUPPORTED,
               "strategy resident: %lld bytes of positions do not fit in %lld of a work-group's memory: use plain",
               (long long)bytes, (long long)most);
  return XPBD_OK;
}

/* One thread per constraint of the largest group, up to the kernel's limit. */
static xpbd_status choose_threads(opencl_state *state) {
  size_t most = 0;
  int32_t largest = 1;
  for (int32_t g = 0; g < state->layout.group_count; g++) {
    const int32_t count = state->layout.groups[g].last - state->layout.groups[g].first;
    if (count > largest) largest = count;
  }
  OPENCL_TRY(state->device, clGetKernelWorkGroupInfo(state->resident.frames, state->device->id,
                                                     CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
  if (most > state->device->most_threads) most = state->device->most_threads;
  if (most > 1024) most = 1024;
  if (most >= 64) most = most / 64 * 64;
  largest = (largest + 63) / 64 * 64;
  state->resident.threads = largest < (int32_t)most ? largest : (int32_t)most;
  return XPBD_OK;
}

xpbd_status opencl_resident_open(opencl_state *state, cl_program phases) {
  opencl_resident *resident = &state->resident;
  opencl_wish wish = {.precision = state->def->precision, .unit = OPENCL_FRAMES};
  cl_program program;
  for (int32_t s = 0; s < state->layout.set_count; s++) {
    bool again = false;
    for (int k = 0; k < wish.count; k++) again |= wish.formulas[k] == state->layout.sets[s].formula;
    if (!again) wish.formulas[wish.count++] = state->layout.sets[s].formula;
  }
  XPBD_TRY(opencl_program_find(state->device, &wish, &program));
  XPBD_TRY(opencl_kernel(state, phases, "k_end_frames", &resident->end));
  XPBD_TRY(opencl_kernel(state, program, "k_frames", &resident->frames));
  OPENCL_TRY(state->device, clSetKernelArg(resident->frames, 2, (size_t)positions_bytes(state), NULL));
  XPBD_TRY(choose_threads(state));
  resident->most = xpbd_frames_at_once(state->def->precision, xpbd_scene_constraint_count(state->scene),
                                       state->def->batch, (int64_t)state->def->iterations * state->def->substeps);
  return opencl_resident_launch(state, 0); /* some drivers compile at the first launch, which must not be timed */
}

xpbd_status opencl_resident_launch(opencl_state *state, int32_t frames) {
  const size_t group[2] = {(size_t)state->resident.threads, 1};
  const size_t grid[2] = {group[0], (size_t)state->def->batch};
  OPENCL_TRY(state->device, clSetKernelArg(state->resident.frames, 1, sizeof frames, &frames));
  XPBD_TRY(opencl_enqueue(state, state->resident.frames, grid, group));
  return opencl_launch(state, state->resident.end, 1, &frames, 1);
}

void opencl_resident_close(opencl_state *state) {
  if (state->resident.frames) clReleaseKernel(state->resident.frames);
  if (state->resident.end) clReleaseKernel(state->resident.end);
}
