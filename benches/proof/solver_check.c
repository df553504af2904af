/* Why this file exists: equal bits are half of the proof. The other half: the work was done, gravity and constraints
 * can lead to the state, and an implementation with its own loops reaches the same positions. */
#include "solver_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "support/cli_formula.h"
#include "count/projection_cost.h"
#include "subject/solver_point.h"
#include "xpbd/method.h"
#include "xpbd/xpbd.h"

/// Share of the projections that may overflow. With few iterations, edges at the pins grow so long that the
/// exponential of morse overflows. Every backend then leaves that projection out.
#define LEFT_OUT_LIMIT 0.01
/// Distance from a plain solver after up to 8 frames [m], in float and double. Measured for springs: 2.2e-5 and
/// 2.1e-14 at most. Half of 20 iterations gives 1e-3 and more, none gives 0.1. Formulas of more particles hold less
/// of the mesh, which magnifies rounding: 2.9e-3 (bending alone) and 3.1e-13. Singular formulas skip a constraint
/// nearer to the singular shape in double than in float, and a cloth starts there: 1.2e-2 and 4.0e-5. For most of
/// these, half of 20 iterations gives 1.5e-2 to 0.12. Some soft esbd ones (5e-4 to 9e-3) and shear_angle_acos
/// (2.5e-2) would pass in float. Their rows in double catch the fault.
#define PLAIN_LIMIT_F32          2e-4
#define PLAIN_LIMIT_F32_MANY     1e-2
#define PLAIN_LIMIT_F32_SINGULAR 5e-2
#define PLAIN_LIMIT_F64          1e-9
#define PLAIN_LIMIT_F64_SINGULAR 1e-3
/// Time steps for which these limits hold. Over n time steps rounding adds up like n^1.5, as a double sum of random
/// numbers. Measured in float: 6.2e-4 after 400 steps of the pendulum, whose speed is a difference of positions over
/// 0.8 ms.
#define PLAIN_STEPS 80
/// Iterations for which they hold in float. A multiplier adds up one rounding per iteration until the cloth has
/// converged. Measured for springs on 2 x 2 to 31 x 31 vertices: 2.5e-4 at 200 (distance_bending on 7 x 7), 6.5e-4 at
/// 800, 6.2e-3 at 9600, no more at 100000 (half of 800 is 4e-2 away, half of 6400 1e-2). The limit never exceeds that
/// of singular formulas. In double it is 3e-14 for any number of iterations.
#define PLAIN_ITERATIONS      100.0
#define PLAIN_ITERATIONS_MOST 50.0

/// Largest distance of a device without IEEE 754 from seq, in units of the distance of seq in float from seq in
/// double. Measured with -cl-fast-relaxed-math: 1.1 at most (torus_falling), over the named scenes and twenty
/// formulas on the cloth. dihedral_acos diverges with it and is therefore refused.
#define INEXACT_LIMIT 4.0

/// The limit of the strain grows with the time of free fall. Above this value, edges would be eleven times as long as
/// at rest and the check would mean nothing.
#define STRAIN_LIMIT_MOST 10.0

double solver_check_move(const xpbd_scene *scene, const double *positions) {
  const double *start = xpbd_scene_positions(scene);
  double largest = 0.0;
  for (int64_t i = 0; i < 3 * (int64_t)xpbd_scene_particle_count(scene); i++) {
    const double move = fabs(positions[i] - start[i]);
    if (!isfinite(move)) return NAN;
    if (move > largest) largest = move;
  }
  return largest;
}

void solver_check_remark(bench_ctx *ctx, const char *format, ...) {
  const size_t used = strlen(ctx->remark);
  const size_t room = sizeof ctx->remark - used;
  const int comma = snprintf(ctx->remark + used, room, "%s", used > 0 ? ", " : "");
  if ((size_t)comma >= room) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(ctx->remark + used + comma, room - (size_t)comma, format, arguments);
  va_end(arguments);
}

/// A wrong gradient belongs to another potential, which may look like physics and be fast.
bench_status solver_check_gradients(bench_ctx *ctx, const xpbd_scene *scene) {
  char words[400];
  double worst = 0.0, error;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const int formula = xpbd_scene_set(scene, s)->formula;
    if (cli_gradient_wrong(formula, &error, words, sizeof words)) return bench_say(ctx, BENCH_INVALID, "%s", words);
    worst = fmax(worst, error);
    if (cli_gradient_wrong_in(scene, s, &error, words, sizeof words)) return bench_say(ctx, BENCH_INVALID, "%s", words);
    worst = fmax(worst, error);
  }
  bench_check_at_most(ctx, "error of the gradient", worst, 1e-6,
                      "relative to the complex step of C, for the worst formula of the scene: near rest and far from "
                      "it, with these material values and over their ranges");
  return BENCH_OK;
}

static void check_counters(bench_ctx *ctx, const xpbd_counters *counters, const xpbd_method_info *method,
                           int32_t frames) {
  const double expected = (double)ctx->point->work * (double)frames;
  bench_check_equal(ctx, "frames done", (double)counters->frames, (double)frames,
                    "counted by the solver since the reset");
  ctx->facts.ends_early = (method->traits & XPBD_UNTIL_SOLVED) != 0;
  if (ctx->facts.ends_early)
    bench_check_at_most(ctx, "projections done", (double)counters->projections, expected,
                        "constraints x iterations x frames: a time step that is solved ends earlier");
  else
    bench_check_equal(ctx, "projections done", (double)counters->projections, expected,
                      "constraints x iterations x frames");
  bench_check_at_most(ctx, "projections left out", (double)counters->skipped, LEFT_OUT_LIMIT * expected,
                      "at most 1 %: an exponential overflows where few iterations leave an edge very long");
  if (counters->skipped > 0)
    solver_check_remark(ctx, "%lld of %.0f projections left out", (long long)counters->skipped, expected);
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

xpbd_status solver_check_counters(bench_ctx *ctx, xpbd_solver *solver, int32_t frames) {
  xpbd_counters counters;
  const xpbd_status status = xpbd_solver_counters(solver, &counters);
  if (status == XPBD_OK)
    check_counters(ctx, &counters, xpbd_method_at((int)xpbd_solver_settings(solver)->method), frames);
  projection_cost(solver, &ctx->facts);
  return status;
}

void solver_check_strain(bench_ctx *ctx, double strain, double limit, const char *why) {
  if (limit > STRAIN_LIMIT_MOST) return;
  bench_check_at_most(ctx, "mean strain", strain, limit, why);
}

/// Largest number of frames and projections for the comparison with the plain solver: a fraction of a second. A
/// single frame may have PLAIN_AT_LEAST projections, which is a second.
enum { PLAIN_FRAMES = 8, PLAIN_PROJECTIONS = 4000000, PLAIN_AT_LEAST = 16000000 };

/// If a change of the time step in its last digit moves the plain solution by more than CALM of the limit, fewer
/// frames are compared. If one frame is too many, the limit is SENSITIVE times that move. A shaken start is only one
/// of the thousands of roundings that a buckle grows from, so it has a smaller limit. From it, the mirrored cow of
/// 2930 vertices moves by 1e-5 m in 8 frames, and by 1.2e-3 in float.
#define CALM        0.1
#define CALM_SHAKEN 0.01
#define SENSITIVE   100.0

/// The last plain solution. The backends of one scene follow each other in the plan and share it.
static struct {
  char key[BENCH_TEXT];
  double *positions; ///< [n, 3] after `frames` frames. Owned.
  int32_t frames;
  double limit;
} plain;

void solver_check_release(void) {
  free(plain.positions);
  plain.positions = NULL;
  plain.key[0] = '\0';
}

/// The last residual, which is bit-identical on all backends of one scene.
static struct {
  char key[BENCH_TEXT];
  int64_t frame;
  double share;
} solved;

xpbd_status solver_check_residual(bench_ctx *ctx, xpbd_solver *solver) {
  const xpbd_solver_def *def = xpbd_solver_settings(solver);
  const xpbd_method_info *method = xpbd_method_at((int)def->method);
  if (method->engine || (method->traits & XPBD_CARRIES_ENERGY)) return XPBD_OK;
  if (xpbd_scene_constraint_count(xpbd_solver_scene(solver)) * def->iterations > PLAIN_AT_LEAST) return XPBD_OK;
  char key[sizeof solved.key];
  solver_point_key(ctx->point, key, sizeof key);
  if (strcmp(key, solved.key) != 0 || solved.frame != xpbd_solver_frame(solver)) {
    xpbd_step_residual residual;
    const xpbd_status status = xpbd_measure_step(solver, &residual);
    if (status == XPBD_ERR_DIVERGED)
      return XPBD_OK; /* the checks of the state report it, or the divergence begins in the next time step */
    if (status != XPBD_OK) return status;
    snprintf(solved.key, sizeof solved.key, "%s", key);
    solved.frame = xpbd_solver_frame(solver);
    solved.share = residual.share;
  }
  ctx->facts.residual = solved.share;
  return XPBD_OK;
}

static double plain_limit(const xpbd_scene *scene, xpbd_precision precision) {
  bool many = false, singular = false;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_formula_info *info = xpbd_formula_at(xpbd_scene_set(scene, s)->formula);
    many = many || info->arity > 2;
    singular = singular || (info->traits & XPBD_SINGULAR) != 0;
  }
  if (precision == XPBD_F64) return singular ? PLAIN_LIMIT_F64_SINGULAR : PLAIN_LIMIT_F64;
  return singular ? PLAIN_LIMIT_F32_SINGULAR : many ? PLAIN_LIMIT_F32_MANY : PLAIN_LIMIT_F32;
}

/// Largest difference of a coordinate. NaN if one is not finite.
static double apart(const double *a, const double *b, size_t count) {
  double largest = 0.0;
  for (size_t i = 0; i < count; i++) {
    const double distance = fabs(a[i] - b[i]);
    if (!(distance <= largest)) largest = distance;
  }
  return largest;
}

/// Whether rounding may grow here: named scenes begin stretched, twisted or pushed together.
static bool is_unruly(const solver_scene *made) {
  return made->info != NULL || made->foreign;
}

/// The start of the scene, with every coordinate changed by a rounding of float, equal on every machine.
static void shake(const xpbd_scene *scene, double size, size_t count, double *out) {
  uint32_t state = 1;
  for (size_t k = 0; k < count; k++) {
    state = state * 1664525u + 1013904223u;
    out[k] = xpbd_scene_positions(scene)[k] + 6e-8 * size * ((double)state / 2147483648.0 - 1.0);
  }
}

/// Some scenes magnify rounding, by their constraints or because they buckle. A second plain solution, whose time
/// step differs in the last digit, shows after how many frames two programs can still be compared. A symmetric body
/// keeps its symmetry with any time step and buckles where rounding breaks it. A mesh from a file therefore starts
/// shaken by float's rounding. In double the distance from any limit is large enough without it. `room` [n, 3].
static xpbd_status run_plain_calmly(const solver_scene *made, const xpbd_solver_def *def, size_t count, double *room) {
  const bool f64 = def->precision == XPBD_F64, shaken = made->foreign && !f64;
  const double calm = shaken ? CALM_SHAKEN : CALM;
  xpbd_solver_def other = *def;
  if (!shaken) other.frame_time *= 1.0 + (f64 ? 4e-16 : 1.2e-7);
  for (;; plain.frames /= 2) {
    if (shaken) shake(made->scene, made->size, count, room);
    xpbd_status status = xpbd_reference_run(made->scene, def, NULL, plain.frames, plain.positions);
    if (status == XPBD_OK) status = xpbd_reference_run(made->scene, &other, shaken ? room : NULL, plain.frames, room);
    if (status != XPBD_OK) return status;
    const double moved = apart(plain.positions, room, count);
    if (moved <= calm * plain.limit) return XPBD_OK;
    if (plain.frames > 1) continue;
    plain.limit = fmax(plain.limit, SENSITIVE * moved);
    return XPBD_OK;
  }
}

/// The limit for the time steps and iterations of `def`.
static double plain_limit_of(const xpbd_scene *scene, const xpbd_solver_def *def) {
  const double limit = plain_limit(scene, def->precision) * pow(fmax(1.0, (double)def->substeps / PLAIN_STEPS), 1.5);
  if (def->precision == XPBD_F64 || limit >= PLAIN_LIMIT_F32_SINGULAR) return limit;
  const double more = fmin(fmax(1.0, def->iterations / PLAIN_ITERATIONS), PLAIN_ITERATIONS_MOST);
  return fmin(more * limit, PLAIN_LIMIT_F32_SINGULAR);
}

/// Compute the plain solution of this point, or reuse the last one.
static xpbd_status run_plain(const bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def, double *room) {
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(made->scene);
  char key[sizeof plain.key];
  solver_point_key(ctx->point, key, sizeof key);
  if (strcmp(key, plain.key) == 0) return XPBD_OK;
  double *larger = realloc(plain.positions, count * sizeof *larger);
  XPBD_REQUIRE(larger, XPBD_ERR_OUT_OF_MEMORY, "no memory for the plain solution of %zu numbers", count);
  plain.positions = larger;
  plain.key[0] = '\0';
  plain.limit = plain_limit_of(made->scene, def);
  const xpbd_status status = is_unruly(made)
                                 ? run_plain_calmly(made, def, count, room)
                                 : xpbd_reference_run(made->scene, def, NULL, plain.frames, plain.positions);
  if (status == XPBD_OK) snprintf(plain.key, sizeof plain.key, "%s", key);
  return status;
}

/// How many frames of `once` projections are compared. 0 = none.
static int32_t plain_frames(int64_t once, int32_t substeps, bool twice) {
  const int64_t each = twice ? 2 * once : once;
  const int64_t most = PLAIN_PROJECTIONS / (each > 0 ? each : 1);
  int32_t frames = (int32_t)(most < PLAIN_FRAMES ? most : PLAIN_FRAMES);
  if (frames > 1 && frames * substeps > PLAIN_STEPS) frames = substeps < PLAIN_STEPS ? PLAIN_STEPS / substeps : 1;
  return frames == 0 && each <= PLAIN_AT_LEAST ? 1 : frames;
}

int32_t solver_check_frames(int64_t once, int32_t substeps) {
  return plain_frames(once, substeps, false);
}

void solver_check_apart(bench_ctx *ctx, const char *name, const xpbd_scene *scene, const xpbd_solver_def *def,
                        const double *a, const double *b, const char *why) {
  bench_check_at_most(ctx, name, apart(a, b, 3 * (size_t)xpbd_scene_particle_count(scene)), plain_limit_of(scene, def),
                      why);
}

xpbd_status solver_check_plain(bench_ctx *ctx, const solver_scene *made, xpbd_solver *solver,
                               const xpbd_solver_def *def, double *positions) {
  if (def->method != XPBD_METHOD_XPBD) {
    const bool energy = def->method == XPBD_METHOD_ENERGY;
    solver_check_remark(ctx, "%s%s, which has no plain solver", xpbd_method_name((int)def->method),
                        energy ? " (made stable)" : "");
    return XPBD_OK;
  }
  const int32_t batch = def->batch > 0 ? def->batch : 1;
  const int32_t frames = plain_frames(ctx->point->work / batch, def->substeps, is_unruly(made));
  if (frames == 0) return XPBD_OK; /* smaller points of the plan are compared, and all share the code */
  char key[sizeof plain.key];
  solver_point_key(ctx->point, key, sizeof key);
  if (strcmp(key, plain.key) != 0) plain.frames = frames;
  xpbd_status status = run_plain(ctx, made, def, positions);
  if (status == XPBD_ERR_UNSUPPORTED) {
    solver_check_remark(ctx, "%.60s", xpbd_last_error());
    return XPBD_OK;
  }
  if (status == XPBD_OK) status = xpbd_solver_reset(solver);
  if (status == XPBD_OK) status = xpbd_solver_step(solver, plain.frames);
  if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_POSITIONS, positions);
  if (status != XPBD_OK) return status;
  solver_check_remark(ctx, "plain@%d frame%s", (int)plain.frames, plain.frames == 1 ? "" : "s");
  bench_check_at_most(
      ctx, "distance from a plain solver",
      apart(positions, plain.positions, 3 * (size_t)xpbd_scene_particle_count(made->scene)), plain.limit,
      "largest distance in m after the first frames; the second implementation is in double and shares no loop");
  return XPBD_OK;
}

xpbd_solver_def solver_check_as_seq(const xpbd_solver_def *like) {
  xpbd_solver_def def = *like;
  def.backend = "seq";
  def.threads = def.lanes = def.batch = 1;
  def.device = 0;
  def.strategy = NULL;
  return def;
}

xpbd_status solver_check_seq(const xpbd_scene *scene, const xpbd_solver_def *like, xpbd_precision precision,
                             int32_t frames, double *positions) {
  xpbd_solver_def def = solver_check_as_seq(like);
  xpbd_solver *solver = NULL;
  def.precision = precision;
  xpbd_status status = xpbd_solver_create(scene, &def, &solver);
  if (status == XPBD_OK) status = xpbd_solver_step(solver, frames);
  if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_POSITIONS, positions);
  xpbd_solver_destroy(&solver);
  return status;
}

xpbd_status solver_check_inexact(bench_ctx *ctx, const solver_scene *made, xpbd_solver *solver,
                                 const xpbd_solver_def *def, double *positions) {
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(made->scene);
  const int32_t frames = ctx->point->horizon;
  double *other = positions + count;
  xpbd_status status = solver_check_seq(made->scene, def, XPBD_F32, frames, positions);
  if (status == XPBD_OK) status = solver_check_seq(made->scene, def, XPBD_F64, frames, other);
  const double rounding = apart(positions, other, count);
  if (status == XPBD_OK) status = xpbd_solver_reset(solver);
  if (status == XPBD_OK) status = xpbd_solver_step(solver, frames);
  if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_POSITIONS, other);
  if (status != XPBD_OK) return status;
  const double away = apart(positions, other, count), limit = INEXACT_LIMIT * rounding;
  const size_t used = strlen(ctx->inexact);
  bench_check_at_most(
      ctx, "distance from seq", away, limit,
      "largest distance in m; limit: distance of seq in float from seq in double, times a measured factor");
  snprintf(ctx->inexact + used, sizeof ctx->inexact - used, "; %.3g m from seq after %d frame%s, limit %.3g m", away,
           (int)frames, frames == 1 ? "" : "s", limit);
  return XPBD_OK;
}

xpbd_status solver_check_device(bench_ctx *ctx, xpbd_solver *solver) {
  double seconds = NAN;
  const xpbd_status status = xpbd_solver_busy(solver, PLAIN_FRAMES, &seconds);
  if (status == XPBD_ERR_UNSUPPORTED) return XPBD_OK;
  if (status == XPBD_OK) ctx->facts.device_time = seconds / PLAIN_FRAMES;
  return status;
}

xpbd_status solver_check_phases(bench_ctx *ctx, xpbd_solver *solver) {
  const double enough = 0.25; /* [s] */
  double seconds[XPBD_PARTS] = {0.0}, all = 0.0;
  xpbd_status status = XPBD_OK;
  for (int frame = 0; frame < PLAIN_FRAMES && all < enough && status == XPBD_OK; frame++) {
    double now[XPBD_PARTS];
    status = xpbd_solver_parts(solver, 1, now);
    for (int part = 0; part < XPBD_PARTS && status == XPBD_OK; part++) seconds[part] += now[part], all += now[part];
  }
  /* these frames are beyond those that were checked, and may diverge */
  if (status == XPBD_ERR_UNSUPPORTED || status == XPBD_ERR_DIVERGED) return XPBD_OK;
  char *const text = ctx->facts.phases;
  size_t end = 0;
  for (int part = 0; part < XPBD_PARTS && all > 0.0 && end < sizeof ctx->facts.phases; part++)
    if (seconds[part] > 0.0005 * all)
      end += (size_t)snprintf(text + end, sizeof ctx->facts.phases - end, "%s%s=%.3f", end > 0 ? " " : "",
                              xpbd_part_name((xpbd_part)part), seconds[part] / all);
  return status;
}
