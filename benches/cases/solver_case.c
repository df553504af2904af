/* Why this file exists: connects the solver to the harness. One frame is timed from the call until the result is
 * usable. The end state is checked against the bits of the sequential reference, and against physics. */
#include "solver_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "proof/error_check.h"
#include "proof/follow_check.h"
#include "loop_case.h"
#include "support/memory_need.h"
#include "subject/named_scene.h"
#include "proof/projective_check.h"
#include "proof/solver_check.h"
#include "subject/solver_scene.h"
#include "proof/lattice_check.h"
#include "xpbd/backend.h"
#include "xpbd/xpbd.h"

const char *solver_case_backend(int index) {
  const xpbd_backend_list *list = xpbd_backends();
  return index < list->count ? list->entries[index].name : NULL;
}

const char *solver_case_backend_or_loop(int index) {
  const int backends = xpbd_backends()->count;
  return index < backends ? solver_case_backend(index) : index == backends ? SCENE_SOURCE_LOOP : NULL;
}

const char *solver_case_reference(const bench_point *point) {
  return scene_source_is_loop(point) || named_scene_method_of(point)->engine ? "rerun" : "seq";
}

const char *solver_case_formula(int index) {
  const xpbd_formula_info *info = xpbd_formula_at(index);
  return !info ? NULL : info->name;
}

const char *solver_case_precision(int index) {
  return xpbd_precision_name(index);
}

const char *solver_case_strategy(int index) {
  static const char *const names[] = {"auto", "plain", "graph", "cooperative", "block", "cluster", "tiles", "resident"};
  return index < (int)(sizeof names / sizeof *names) ? names[index] : NULL;
}

const char *solver_case_readback(int index) {
  static const char *const names[] = {"none", "positions"};
  return index < 2 ? names[index] : NULL;
}

const char *solver_case_order(int index) {
  return xpbd_order_name(index);
}

static char opencl_device[256]; /* the backend's answer when it was probed */

const char *solver_case_opencl_device(void) {
  return opencl_device;
}

bool solver_case_backend_usable(const char *value, char *why, size_t capacity) {
  if (strcmp(value, SCENE_SOURCE_LOOP) == 0) return true;
  const xpbd_backend_entry *entry = xpbd_backend_find(xpbd_backends(), value);
  char device[256];
  if (entry && entry->table && entry->table->probe(device, sizeof device) == XPBD_OK) {
    if (strcmp(value, "opencl") == 0) snprintf(opencl_device, sizeof opencl_device, "%s", device);
    return true;
  }
  if (!entry)
    snprintf(why, capacity, "no such backend");
  else if (!entry->table)
    snprintf(why, capacity, "not built; %s builds it", entry->option);
  else
    snprintf(why, capacity, "%s", xpbd_last_error());
  return false;
}

/* OpenCL on a CPU is only good for tests, because the other backends are built for CPUs. */
bool solver_case_backend_spared(const char *value, char *why, size_t capacity) {
  if (strcmp(value, "opencl") != 0 || strncmp(opencl_device, "CPU: ", 5) != 0) return false;
  snprintf(why, capacity, "its only device here is a CPU; -a backend=opencl uses it anyway");
  return true;
}

bool solver_case_sensible(const bench_point *point, char *why, size_t capacity) {
  if (scene_source_is_loop(point)) {
    if (!loop_case_sensible(point, why, capacity)) return false;
  } else if (strcmp(bench_text(point, "order"), "mesh") == 0 && strcmp(bench_text(point, "backend"), "seq") != 0) {
    snprintf(why, capacity, "mesh order is sequential: only the backend seq supports it");
    return false;
  }
  return solver_scene_sensible(point, why, capacity);
}

/// Projections of one frame of one copy. 0 without a scene.
static int64_t projections_of(const bench_point *point) {
  solver_subject subject;
  if (!solver_scene_subject(point, &subject)) return 0;
  const bool once = (xpbd_method_at((int)subject.method)->traits & XPBD_EXPLICIT) != 0;
  return subject.constraints * (once ? 1 : subject.iterations) * subject.substeps;
}

int64_t solver_case_work(const bench_point *point) {
  return projections_of(point) * solver_point_batch(point);
}

int64_t solver_case_memory(const bench_point *point) {
  // The points of a block share a scene. Copies of a batch are on the device.
  solver_subject subject;
  if (!solver_scene_subject(point, &subject)) return 0;
  const xpbd_formula_info *info = xpbd_formula_at(xpbd_formula_find(bench_text(point, "constraint")));
  const xpbd_precision precision = solver_point_precision(point);
  const bool twice = precision == XPBD_F64 || precision == XPBD_F32X || precision == XPBD_AUTO; /* at most */
  int64_t bytes =
      memory_of_particles(subject.particles, twice) + memory_of_constraints(subject.constraints, info, twice);
  if (strcmp(bench_text(point, "numbering"), "shuffled") == 0) bytes += bytes / 2; // its unshuffled original
  // Measured for pd on 161 x 161: 870 bytes per particle, growing slowly with the size. Doubled, because a second
  // solver records the objective.
  const int64_t more = named_scene_method_of(point)->engine != NULL ? 2 * 1000 * subject.particles : 0;
  return more + bytes;
}

/// Buffer for positions that timed frames read back. It is allocated before the clock runs, and the points of a block
/// share it.
static double *readback;
static size_t readback_count;

static bool prepare_readback(const bench_point *point, size_t count) {
  if (strcmp(bench_text(point, "readback"), "positions") != 0 || count <= readback_count) return true;
  double *larger = realloc(readback, count * sizeof *larger);
  if (!larger) return false;
  readback = larger;
  readback_count = count;
  return true;
}

void solver_case_release(void) {
  solver_check_release();
  follow_check_release();
  error_check_release();
  free(readback);
  readback = NULL;
  readback_count = 0;
  solver_scene_release();
}

bench_status solver_case_setup(bench_ctx *ctx) {
  const solver_scene *made = NULL;
  const xpbd_solver_def def = solver_point_def(ctx->point);
  solver_subject subject;
  xpbd_solver *solver = NULL;
  solver_scene_subject(ctx->point, &subject);
  xpbd_status status = solver_scene_find(ctx->point, &made);
  const bool loop = scene_source_is_loop(ctx->point);
  if (status == XPBD_OK && !loop) status = xpbd_solver_create(made->scene, &def, &solver);
  if (status != XPBD_OK) return solver_point_say(ctx, status);
  if (loop) {
    const bench_status outcome = loop_case_setup(ctx, made, &def);
    if (outcome != BENCH_OK) return outcome;
  } else {
    ctx->state = solver;
  }
  int64_t constraints = 0; // or terms, for methods with an objective
  if (loop || projective_check_terms(&projective_calls_library, solver, &constraints) != XPBD_OK)
    constraints = xpbd_scene_constraint_count(made->scene);
  ctx->facts.particles = (double)xpbd_scene_particle_count(made->scene);
  ctx->facts.constraints = (double)constraints;
  ctx->facts.frame_time = def.frame_time;
  ctx->facts.substeps = def.substeps;
  ctx->facts.iterations = def.iterations;
  snprintf(ctx->facts.mesh, sizeof ctx->facts.mesh, "%s", made->mesh);
  if (subject.published)
    ctx->facts.published = (bench_published){subject.fps_low, subject.fps_high, subject.device, subject.way};
  if (!prepare_readback(ctx->point, 3 * (size_t)xpbd_scene_particle_count(made->scene)))
    return bench_say(ctx, BENCH_ERROR, "out of memory for the positions to read back");
  if (constraints != subject.constraints || xpbd_scene_particle_count(made->scene) != subject.particles)
    return bench_say(ctx, BENCH_INVALID, "the scene has %lld constraints of %d particles, the plan says %lld of %lld",
                     (long long)constraints, (int)xpbd_scene_particle_count(made->scene),
                     (long long)subject.constraints, (long long)subject.particles);
  xpbd_counters counters = {0};
  if (!loop) status = xpbd_solver_counters(solver, &counters);
  if (status != XPBD_OK) return solver_point_say(ctx, status);
  if (counters.inexact) snprintf(ctx->inexact, sizeof ctx->inexact, "%s", counters.inexact);
  return solver_check_gradients(ctx, made->scene);
}

/// The reference: seq, one constraint after the other, on the same scene and therefore in the same order.
bench_status solver_case_expect(bench_ctx *ctx, int32_t frames, uint64_t *hash) {
  const solver_scene *made = NULL;
  xpbd_solver_def def = solver_point_def(ctx->point);
  if (scene_source_is_loop(ctx->point)) {
    const xpbd_status found = solver_scene_find(ctx->point, &made);
    return found != XPBD_OK ? solver_point_say(ctx, found) : loop_case_expect(ctx, made, &def, frames, hash);
  }
  def = solver_check_as_seq(&def);
  xpbd_solver *solver = NULL;
  bench_status outcome = BENCH_OK;
  xpbd_status status = solver_scene_find(ctx->point, &made);
  if (status == XPBD_OK) status = xpbd_solver_create(made->scene, &def, &solver);
  for (int32_t i = 0; i < frames && status == XPBD_OK && outcome == BENCH_OK; i++) {
    status = xpbd_solver_step(solver, 1);
    if (bench_interrupted()) outcome = BENCH_INTERRUPTED;
  }
  if (status == XPBD_OK && outcome == BENCH_OK) status = xpbd_solver_hash(solver, hash);
  if (status != XPBD_OK) outcome = solver_point_say(ctx, status);
  xpbd_solver_destroy(&solver);
  return outcome;
}

bench_status solver_case_reset(bench_ctx *ctx) {
  if (scene_source_is_loop(ctx->point)) return loop_case_reset(ctx);
  const xpbd_status status = xpbd_solver_reset(ctx->state);
  return status == XPBD_OK ? BENCH_OK : solver_point_say(ctx, status);
}

bench_status solver_case_frame(bench_ctx *ctx) {
  if (scene_source_is_loop(ctx->point)) return loop_case_frame(ctx);
  xpbd_status status = xpbd_solver_step(ctx->state, 1);
  if (strcmp(bench_text(ctx->point, "readback"), "positions") == 0) {
    if (status == XPBD_OK) status = xpbd_solver_read(ctx->state, XPBD_POSITIONS, readback);
  } else if (status == XPBD_OK) {
    status = xpbd_solver_sync(ctx->state);
  }
  return status == XPBD_OK ? BENCH_OK : solver_point_say(ctx, status);
}

bench_status solver_case_hash(bench_ctx *ctx, uint64_t *hash) {
  if (scene_source_is_loop(ctx->point)) return loop_case_hash(ctx, hash);
  const xpbd_status status = xpbd_solver_hash(ctx->state, hash);
  return status == XPBD_OK ? BENCH_OK : solver_point_say(ctx, status);
}

/// `room` [3, n, 3].
static xpbd_status check_followed(bench_ctx *ctx, const solver_scene *made, int32_t frames, double *room) {
  xpbd_solver *solver = ctx->state;
  const xpbd_solver_def *def = xpbd_solver_settings(solver);
  if (ctx->point->owner->course) return XPBD_OK; /* compared with its recorded answer, which is in double */
  const int32_t few = follow_check_frames(ctx, def, frames);
  if (few == 0) return XPBD_OK;
  XPBD_TRY(xpbd_solver_reset(solver));
  XPBD_TRY(xpbd_solver_step(solver, few));
  XPBD_TRY(xpbd_solver_read(solver, XPBD_POSITIONS, room));
  return follow_check(ctx, made, def, few, room);
}

/// `positions` [n, 3] after `frames` frames, which may be overwritten.
static xpbd_status check_error(bench_ctx *ctx, int32_t frames, double *positions) {
  xpbd_solver *solver = ctx->state;
  const xpbd_solver_def *def = xpbd_solver_settings(solver);
  const int32_t few = error_check_frames(ctx, def, frames);
  if (few == 0) return XPBD_OK;
  if (few < frames) {
    XPBD_TRY(xpbd_solver_reset(solver));
    XPBD_TRY(xpbd_solver_step(solver, few));
    XPBD_TRY(xpbd_solver_read(solver, XPBD_POSITIONS, positions));
  }
  error_check(ctx, def, few, positions);
  return XPBD_OK;
}

bench_status solver_case_check(bench_ctx *ctx, int32_t frames) {
  const solver_scene *made = NULL;
  const xpbd_solver_def def = solver_point_def(ctx->point);
  xpbd_status status = solver_scene_find(ctx->point, &made);
  if (status != XPBD_OK) return solver_point_say(ctx, status);
  if (made->remark[0] != '\0') solver_check_remark(ctx, "%s", made->remark);
  if (scene_source_is_loop(ctx->point)) return loop_case_check(ctx, made, &def, frames);
  status = solver_check_counters(ctx, ctx->state, frames);
  if (status != XPBD_OK) return solver_point_say(ctx, status);
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(made->scene);
  double *positions = malloc(3 * count * sizeof *positions);
  if (!positions) return bench_say(ctx, BENCH_ERROR, "out of memory for %zu numbers to check", 3 * count);
  status = solver_check_residual(ctx, ctx->state);
  if (status == XPBD_OK) status = xpbd_solver_read(ctx->state, XPBD_POSITIONS, positions);
  if (status == XPBD_OK) status = xpbd_solver_read(ctx->state, XPBD_VELOCITIES, positions + count);
  if (status == XPBD_OK) solver_check_physics(ctx, made, positions, positions + count, frames);
  if (status == XPBD_OK) status = check_error(ctx, frames, positions);
  if (status == XPBD_OK) status = check_followed(ctx, made, frames, positions);
  if (status == XPBD_OK)
    status = xpbd_verlet_of(ctx->state) ? lattice_check(ctx, ctx->state)
             : xpbd_method_at((int)def.method)->traits & XPBD_TAKES_PROJECTIVE
                 ? projective_check(&projective_calls_library, ctx, made, ctx->state, &def, frames)
                 : solver_check_plain(ctx, made, ctx->state, &def, positions);
  if (status == XPBD_OK && ctx->inexact[0] != '\0')
    status = solver_check_inexact(ctx, made, ctx->state, &def, positions);
  if (status == XPBD_OK) status = solver_check_device(ctx, ctx->state);
  if (status == XPBD_OK) status = solver_check_phases(ctx, ctx->state);
  free(positions);
  return status == XPBD_OK ? BENCH_OK : solver_point_say(ctx, status);
}

void solver_case_teardown(bench_ctx *ctx) {
  if (scene_source_is_loop(ctx->point)) {
    loop_case_teardown(ctx);
    return;
  }
  xpbd_solver *solver = ctx->state;
  xpbd_solver_destroy(&solver);
  ctx->state = NULL;
}

const char *solver_case_instructions(void) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 2;
  xpbd_model model = {0};
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq";
  xpbd_solver *solver = NULL;
  xpbd_counters counters = {0};
  if (xpbd_scene_build("cloth", &params, &model) == XPBD_OK &&
      xpbd_solver_create(model.scene, &def, &solver) == XPBD_OK)
    if (xpbd_solver_counters(solver, &counters) != XPBD_OK) counters.instructions = NULL;
  xpbd_solver_destroy(&solver);
  xpbd_model_destroy(&model);
  return counters.instructions;
}
