/* Why this file exists: what is timed is one frame of one solver on the hanging cloth, from the call until the result is
 * usable; what is checked is that its bits are those of the sequential reference, and that they are a cloth. */
#include "solver_case.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers_scene.h"
#include "solver_scene.h"
#include "xpbd/backend.h"
#include "xpbd/xpbd.h"

/// Part of the projections whose multiplier may overflow: with few iterations the edges at the pins grow so long that
/// the exponential of morse does, and the solver leaves that projection out, on every backend alike.
#define LEFT_OUT_LIMIT 0.01
/// Distance from a plain solver after up to 8 frames [m]: measured 2.2e-5 and 2.1e-14 at most for springs; with half of
/// the iterations it is 1e-3 and more wherever the cloth is not converged (20 iterations), without any 0.1. Formulas of
/// more particles hold less of the mesh, which magnifies rounding: 2.9e-3 (bending alone) and 3.1e-13. Singular ones
/// leave a constraint alone nearer to the singular shape in double than in float, and a cloth starts there: 1.2e-2 and
/// 4.0e-5. Half of 20 iterations gives 1.5e-2 to 0.12 for most of these; some soft esbd ones (5e-4 to 9e-3) and
/// shear_angle_acos (2.5e-2) pass in float with it: their rows in double tell.
#define PLAIN_LIMIT_F32          2e-4
#define PLAIN_LIMIT_F32_MANY     1e-2
#define PLAIN_LIMIT_F32_SINGULAR 5e-2
#define PLAIN_LIMIT_F64          1e-9
#define PLAIN_LIMIT_F64_SINGULAR 1e-3

const char *solver_case_backend(int index) {
  const xpbd_backend_list *list = xpbd_backends();
  return index < list->count ? list->entries[index].name : NULL;
}

const char *solver_case_formula(int index) {
  const xpbd_formula_info *info = xpbd_formula_at(index);
  return info == NULL ? NULL : info->name;
}

const char *solver_case_precision(int index) {
  static const char *const names[] = {"f32", "f64"};
  return index < 2 ? names[index] : NULL;
}

const char *solver_case_strategy(int index) {
  static const char *const names[] = {"auto", "plain", "graph", "cooperative", "block", "cluster"};
  return index < 6 ? names[index] : NULL;
}

const char *solver_case_readback(int index) {
  static const char *const names[] = {"none", "positions"};
  return index < 2 ? names[index] : NULL;
}

const char *solver_case_order(int index) {
  static const char *const names[] = {"group", "mesh"};
  return index < 2 ? names[index] : NULL;
}

bool solver_case_backend_usable(const char *value, char *why, size_t capacity) {
  const xpbd_backend_list *list = xpbd_backends();
  for (int i = 0; i < list->count; ++i) {
    const xpbd_backend_entry *entry = &list->entries[i];
    if (strcmp(entry->name, value) != 0) continue;
    if (entry->table == NULL) {
      snprintf(why, capacity, "not built; %s builds it", entry->option);
      return false;
    }
    char device[256];
    if (entry->table->probe(device, sizeof device) == XPBD_OK) return true;
    snprintf(why, capacity, "%s", xpbd_last_error());
    return false;
  }
  snprintf(why, capacity, "no such backend");
  return false;
}

bool solver_case_sensible(const bench_point *point, char *why, size_t capacity) {
  if (strcmp(bench_text(point, "order"), "mesh") == 0 && strcmp(bench_text(point, "backend"), "seq") != 0) {
    snprintf(why, capacity, "mesh order is sequential: only the backend seq computes it");
    return false;
  }
  return solver_scene_sensible(point, why, capacity);
}

/// Copies of the scene in a frame; benchmarks without that axis have one.
static int32_t batch_of(const bench_point *point) {
  const int64_t batch = bench_int(point, "batch");
  return batch > 0 ? (int32_t)batch : 1;
}

/// Projections of one frame of one copy; 0 where there is no scene.
static int64_t projections_of(const bench_point *point) {
  solver_subject subject;
  return solver_scene_subject(point, &subject) ? subject.constraints * subject.iterations : 0;
}

int64_t solver_case_work(const bench_point *point) {
  return projections_of(point) * batch_of(point);
}

int64_t solver_case_memory(const bench_point *point) {
  // Fitted to the largest cloth, scene and solver together, rounded up; a scene is shared by the points of a block.
  solver_subject subject;
  if (!solver_scene_subject(point, &subject)) return 0;
  const bool f64 = strcmp(bench_text(point, "precision"), "f64") == 0;
  const xpbd_formula_info *info = xpbd_formula_at(xpbd_formula_find(bench_text(point, "constraint")));
  const int64_t each = info != NULL ? 72 + 16 * info->arity + 12 * info->rest_count : 200;
  const int64_t bytes = 160 * subject.particles + each * subject.constraints;
  return f64 ? bytes + bytes * 3 / 10 : bytes; /* copies of a batch are on the device */
}

void solver_case_key(const bench_point *point, char *out, size_t capacity) {
  solver_subject subject;
  solver_scene_subject(point, &subject);
  snprintf(out, capacity, "%s %s %d", subject.key, bench_text(point, "precision"), (int)subject.iterations);
}

/// Say what the library said.
static bench_status say_error(bench_ctx *ctx, xpbd_status status) {
  const bench_status outcome = status == XPBD_ERR_DIVERGED                                      ? BENCH_INVALID
                               : status == XPBD_ERR_UNSUPPORTED || status == XPBD_ERR_NOT_BUILT ? BENCH_SKIP
                               : status == XPBD_ERR_UNAVAILABLE                                 ? BENCH_SKIP
                                                                                                : BENCH_ERROR;
  return bench_say(ctx, outcome, "%s: %s", xpbd_status_name(status), xpbd_last_error());
}

/// The last plain solution: the backends of one scene stand side by side and share it.
static char plain_key[BENCH_TEXT];
static double *plain;

/// Where timed frames put what they read back; made before the clock runs, shared by the points of a block.
static double *readback;
static size_t readback_count;

static bool prepare_readback(const bench_point *point, size_t count) {
  if (strcmp(bench_text(point, "readback"), "positions") != 0 || count <= readback_count) return true;
  double *larger = realloc(readback, count * sizeof *larger);
  if (larger == NULL) return false;
  readback = larger;
  readback_count = count;
  return true;
}

void solver_case_release(void) {
  free(plain);
  plain = NULL;
  plain_key[0] = '\0';
  free(readback);
  readback = NULL;
  readback_count = 0;
  solver_scene_release();
}

static xpbd_solver_def solver_def(const bench_point *point) {
  xpbd_solver_def def = xpbd_solver_def_default();
  solver_subject subject;
  solver_scene_subject(point, &subject);
  def.backend = bench_text(point, "backend");
  def.precision = strcmp(bench_text(point, "precision"), "f64") == 0 ? XPBD_F64 : XPBD_F32;
  def.frame_time = subject.frame_time;
  def.iterations = subject.iterations;
  def.method = papers_scene_method(point);
  def.threads = (int32_t)bench_int(point, "threads");
  def.lanes = (int32_t)bench_int(point, "lanes");
  def.device = (int32_t)bench_int(point, "device");
  def.batch = batch_of(point);
  const char *strategy = bench_text(point, "strategy");
  def.strategy = strategy[0] == '\0' || strcmp(strategy, "auto") == 0 ? NULL : strategy;
  return def;
}

bench_status solver_case_setup(bench_ctx *ctx) {
  const solver_scene *made = NULL;
  const xpbd_solver_def def = solver_def(ctx->point);
  solver_subject subject;
  xpbd_solver *solver = NULL;
  solver_scene_subject(ctx->point, &subject);
  xpbd_status status = solver_scene_find(ctx->point, &made);
  if (status == XPBD_OK) status = xpbd_solver_create(made->scene, &def, &solver);
  if (status != XPBD_OK) return say_error(ctx, status);
  ctx->state = solver;
  ctx->facts.particles = (double)xpbd_scene_particle_count(made->scene);
  ctx->facts.constraints = (double)xpbd_scene_constraint_count(made->scene);
  ctx->facts.frame_time = def.frame_time;
  snprintf(ctx->facts.mesh, sizeof ctx->facts.mesh, "%s", made->mesh);
  if (subject.published)
    ctx->facts.published = (bench_published){subject.fps_low, subject.fps_high, subject.device, subject.way};
  if (!prepare_readback(ctx->point, 3 * (size_t)xpbd_scene_particle_count(made->scene)))
    return bench_say(ctx, BENCH_ERROR, "out of memory for the positions to read back");
  if (xpbd_scene_constraint_count(made->scene) != subject.constraints ||
      xpbd_scene_particle_count(made->scene) != subject.particles)
    return bench_say(ctx, BENCH_INVALID, "the scene has %lld constraints of %d particles, the plan says %lld of %lld",
                     (long long)xpbd_scene_constraint_count(made->scene), (int)xpbd_scene_particle_count(made->scene),
                     (long long)subject.constraints, (long long)subject.particles);
  return BENCH_OK;
}

/// The reference: seq, one constraint after the other, on the same scene and so in the same order.
bench_status solver_case_expect(bench_ctx *ctx, int32_t frames, uint64_t *hash) {
  const solver_scene *made = NULL;
  xpbd_solver_def def = solver_def(ctx->point);
  def.backend = "seq";
  def.threads = 1;
  def.lanes = 1;
  def.batch = 1;
  def.device = 0;
  def.strategy = NULL;
  xpbd_solver *solver = NULL;
  bench_status outcome = BENCH_OK;
  xpbd_status status = solver_scene_find(ctx->point, &made);
  if (status == XPBD_OK) status = xpbd_solver_create(made->scene, &def, &solver);
  for (int32_t i = 0; i < frames && status == XPBD_OK && outcome == BENCH_OK; ++i) {
    status = xpbd_solver_step(solver, 1);
    if (bench_interrupted()) outcome = BENCH_INTERRUPTED;
  }
  if (status == XPBD_OK && outcome == BENCH_OK) status = xpbd_solver_hash(solver, hash);
  if (status != XPBD_OK) outcome = say_error(ctx, status);
  xpbd_solver_destroy(&solver);
  return outcome;
}

bench_status solver_case_reset(bench_ctx *ctx) {
  const xpbd_status status = xpbd_solver_reset(ctx->state);
  return status == XPBD_OK ? BENCH_OK : say_error(ctx, status);
}

bench_status solver_case_frame(bench_ctx *ctx) {
  xpbd_status status = xpbd_solver_step(ctx->state, 1);
  if (strcmp(bench_text(ctx->point, "readback"), "positions") == 0) {
    if (status == XPBD_OK) status = xpbd_solver_read(ctx->state, XPBD_POSITIONS, readback);
  } else if (status == XPBD_OK) {
    status = xpbd_solver_sync(ctx->state);
  }
  return status == XPBD_OK ? BENCH_OK : say_error(ctx, status);
}

bench_status solver_case_hash(bench_ctx *ctx, uint64_t *hash) {
  const xpbd_status status = xpbd_solver_hash(ctx->state, hash);
  return status == XPBD_OK ? BENCH_OK : say_error(ctx, status);
}

/// Largest distance of a particle from where it started; NaN when a position is not finite.
static double largest_move(const xpbd_scene *scene, const double *positions) {
  const double *start = xpbd_scene_positions(scene);
  double largest = 0.0;
  for (int64_t i = 0; i < 3 * (int64_t)xpbd_scene_particle_count(scene); ++i) {
    const double move = fabs(positions[i] - start[i]);
    if (!isfinite(move)) return NAN;
    if (move > largest) largest = move;
  }
  return largest;
}

/// Add to what stands behind how the row was checked.
__attribute__((format(printf, 2, 3))) static void remark(bench_ctx *ctx, const char *format, ...) {
  const size_t used = strlen(ctx->remark);
  const size_t room = sizeof ctx->remark - used;
  const int comma = snprintf(ctx->remark + used, room, "%s", used > 0 ? ", " : "");
  if ((size_t)comma >= room) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(ctx->remark + used + comma, room - (size_t)comma, format, arguments);
  va_end(arguments);
}

static void check_counters(bench_ctx *ctx, const xpbd_counters *counters, int32_t frames) {
  const double expected = (double)ctx->point->work * (double)frames;
  bench_check_equal(ctx, "frames done", (double)counters->frames, (double)frames,
                    "counted by the solver since the reset");
  bench_check_equal(ctx, "projections done", (double)counters->projections, expected,
                    "constraints x iterations x frames");
  bench_check_at_most(ctx, "projections left out", (double)counters->skipped, LEFT_OUT_LIMIT * expected,
                      "at most 1 %: where few iterations leave an edge very long, an exponential overflows");
  if (counters->skipped > 0) remark(ctx, "%lld of %.0f projections left out", (long long)counters->skipped, expected);
  ctx->facts.groups = counters->groups;
  ctx->facts.threads = counters->threads;
  ctx->facts.lanes = counters->lanes;
  ctx->facts.instructions = counters->instructions;
  ctx->facts.strategy = counters->strategy;
  ctx->facts.batch = counters->batch;
  ctx->facts.host_bytes = counters->host_bytes;
  ctx->facts.device_bytes = counters->device_bytes;
  ctx->facts.bytes_per_particle = counters->bytes_per_particle;
  ctx->facts.bytes_per_constraint = counters->bytes_per_constraint;
}

/// The state has to be one that gravity and constraints can lead to from rest. Of formulas that are not on edges no
/// strain is known to have a bound: for them the energy and the plain solver speak.
static void check_physics(bench_ctx *ctx, const solver_scene *made, const double *positions, const double *velocities,
                          int32_t frames) {
  xpbd_measures measures;
  const xpbd_scene *scene = made->scene;
  const double move = largest_move(scene, positions);
  const xpbd_status status = xpbd_measure(scene, positions, velocities, &measures);
  bench_check_true(ctx, "state is finite", status == XPBD_OK && isfinite(move), "no NaN, no infinity");
  if (status != XPBD_OK) return;
  bench_check_true(ctx, "something moved", move > 0.0, "the state must differ from the initial one");
  const double h = ctx->facts.frame_time;
  const double gravity = -xpbd_scene_gravity(scene)[1];
  const double fallen = 0.5 * gravity * h * h * (double)frames * (double)(frames + 1);
  const double energy = measures.kinetic + measures.gravitational;
  bench_check_at_most(ctx, "mechanical energy gained", energy / fmax(1.0, fabs(measures.gravitational)), 1e-3,
                      "from rest, kinetic energy comes from falling alone; part of the gravitational energy");
  bool on_edges = false;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); ++s)
    on_edges = on_edges || xpbd_formula_at(xpbd_scene_set(scene, s)->formula)->element == XPBD_ON_EDGES;
  if (!on_edges) return;
  bench_check_at_most(
      ctx, "mean strain", measures.strain_mean, 0.1 + fallen / made->size,
      "edges from a pin to a free particle stretch together by no more than its free fall; 0.1 for the rest");
}

/// Most frames, and most projections, that are computed a second time, plainly, to check a point: a fraction of a
/// second; one frame up to PLAIN_AT_LEAST, a second.
enum { PLAIN_FRAMES = 8, PLAIN_PROJECTIONS = 4000000, PLAIN_AT_LEAST = 16000000 };

static double plain_limit(const xpbd_scene *scene, xpbd_precision precision) {
  bool many = false, singular = false;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); ++s) {
    const xpbd_formula_info *info = xpbd_formula_at(xpbd_scene_set(scene, s)->formula);
    many = many || info->arity > 2;
    singular = singular || (info->traits & XPBD_SINGULAR) != 0;
  }
  if (precision == XPBD_F64) return singular ? PLAIN_LIMIT_F64_SINGULAR : PLAIN_LIMIT_F64;
  return singular ? PLAIN_LIMIT_F32_SINGULAR : many ? PLAIN_LIMIT_F32_MANY : PLAIN_LIMIT_F32;
}

/// The solver against a plain second implementation that shares no loop with it, after the first frames.
static xpbd_status check_plain(bench_ctx *ctx, const xpbd_scene *scene, double *positions) {
  const int64_t once = projections_of(ctx->point);
  const int64_t most = PLAIN_PROJECTIONS / (once > 0 ? once : 1);
  int32_t frames = (int32_t)(most < PLAIN_FRAMES ? most : PLAIN_FRAMES);
  if (frames == 0 && once <= PLAIN_AT_LEAST) frames = 1;
  if (frames == 0) return XPBD_OK; /* the smaller points of the plan have it, and all share the code */
  const xpbd_solver_def def = solver_def(ctx->point);
  if (def.method != XPBD_METHOD_XPBD) {
    remark(ctx, "%s (made stable), which has no plain solver", xpbd_method_name((int)def.method));
    return XPBD_OK;
  }
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(scene);
  char key[sizeof plain_key];
  solver_case_key(ctx->point, key, sizeof key);
  xpbd_status status = XPBD_OK;
  if (strcmp(key, plain_key) != 0) {
    double *larger = realloc(plain, count * sizeof *plain);
    if (larger == NULL) return XPBD_ERR_OUT_OF_MEMORY;
    plain = larger;
    plain_key[0] = '\0';
    status = xpbd_reference_run(scene, &def, frames, plain);
    if (status == XPBD_OK) snprintf(plain_key, sizeof plain_key, "%s", key);
  }
  if (status == XPBD_OK) status = xpbd_solver_reset(ctx->state);
  if (status == XPBD_OK) status = xpbd_solver_step(ctx->state, frames);
  if (status == XPBD_OK) status = xpbd_solver_read(ctx->state, XPBD_POSITIONS, positions);
  if (status != XPBD_OK) return status;
  double apart = 0.0;
  for (size_t i = 0; i < count; ++i) {
    const double distance = fabs(positions[i] - plain[i]);
    if (!(distance <= apart)) apart = distance;
  }
  remark(ctx, "plain@%d frames", (int)frames);
  bench_check_at_most(
      ctx, "distance from a plain solver", apart, plain_limit(scene, def.precision),
      "largest, in m, after the first frames; the second implementation is in double and shares no loop");
  return XPBD_OK;
}

bench_status solver_case_check(bench_ctx *ctx, int32_t frames) {
  xpbd_counters counters;
  xpbd_status status = xpbd_solver_counters(ctx->state, &counters);
  if (status != XPBD_OK) return say_error(ctx, status);
  const solver_scene *made = NULL;
  status = solver_scene_find(ctx->point, &made);
  if (status != XPBD_OK) return say_error(ctx, status);
  check_counters(ctx, &counters, frames);
  if (made->remark[0] != '\0') remark(ctx, "%s", made->remark);
  const xpbd_scene *scene = made->scene;
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(scene);
  double *positions = malloc(2 * count * sizeof *positions);
  if (positions == NULL) return bench_say(ctx, BENCH_ERROR, "out of memory for %zu numbers to check", 2 * count);
  status = xpbd_solver_read(ctx->state, XPBD_POSITIONS, positions);
  if (status == XPBD_OK) status = xpbd_solver_read(ctx->state, XPBD_VELOCITIES, positions + count);
  if (status == XPBD_OK) check_physics(ctx, made, positions, positions + count, frames);
  if (status == XPBD_OK) status = check_plain(ctx, scene, positions);
  free(positions);
  return status == XPBD_OK ? BENCH_OK : say_error(ctx, status);
}

void solver_case_teardown(bench_ctx *ctx) {
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
