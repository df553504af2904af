/* Why this file exists: plain sequential Gauss-Seidel. In mesh order it is the algorithm of the papers. In group order
 * it is the reference that every other backend must reproduce bit for bit. */
#include "xpbd/backend.h"

#include <stdio.h>

#include "solver/cpu.h"

static xpbd_status probe(char *device, size_t capacity) {
  snprintf(device, capacity, "one CPU thread");
  return XPBD_OK;
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, void **state) {
  xpbd_cpu *cpu = NULL;
  const xpbd_status status = xpbd_cpu_create(scene, def, 1, &cpu);
  *state = cpu;
  return status;
}

static xpbd_status reset(void *state) {
  xpbd_cpu_reset(state);
  return XPBD_OK;
}

static xpbd_status step(void *state, int32_t frames) {
  xpbd_cpu_run(state, 0, frames, NULL);
  return xpbd_cpu_status(state);
}

static xpbd_status parts(void *state, int32_t frames, double seconds[XPBD_PARTS]) {
  xpbd_cpu_parts(state, frames, seconds);
  return xpbd_cpu_status(state);
}

static xpbd_status sync(void *state) {
  return xpbd_cpu_status(state);
}

static xpbd_status read(void *state, xpbd_field field, double *out) {
  return xpbd_cpu_read(state, field, out);
}

static xpbd_status restore(void *state, int64_t frame, const double *positions, const double *velocities,
                           const double *embedded) {
  xpbd_cpu_restore(state, frame, positions, velocities, embedded);
  return XPBD_OK;
}

static void counters(void *state, xpbd_counters *out) {
  xpbd_cpu_counters(state, out);
}
static void destroy(void *state) {
  xpbd_cpu_destroy(state);
}

extern const xpbd_backend xpbd_backend_seq;
const xpbd_backend xpbd_backend_seq = {.abi = XPBD_BACKEND_ABI,
                                       .name = "seq",
                                       .about = "sequential Gauss-Seidel, in mesh order or group order",
                                       .probe = probe,
                                       .supports = xpbd_cpu_supports, /* every scene, because it is the reference */
                                       .create = create,
                                       .reset = reset,
                                       .step = step,
                                       .sync = sync,
                                       .read = read,
                                       .restore = restore,
                                       .counters = counters,
                                       .destroy = destroy,
                                       .parts = parts};
