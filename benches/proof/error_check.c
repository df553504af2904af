/* Why this file exists: finds the converged answer of a scene. The number of time steps is doubled, with one iteration
 * in each. The error of such runs is proportional to the length of the time step, so two of them are extrapolated to
 * steps of length zero. The answer is taken where another doubling no longer moves it. */
#include "error_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "solver_check.h"
#include "harness/plan/plan.h"
#include "support/cli.h"
#include "workload/workload.h"
#include "xpbd/method.h"
#include "xpbd/xpbd.h"

enum { FIRST_STEPS = 32, LEVELS = 9, LEAST_LEVELS = 3, MOST_FRAMES = 24 };
static const double SETTLED = 0.1;  ///< Uncertainty of an answer, as a part of the error that it measures.
static const double STALLED = 0.75; ///< An answer that moves by more of its last move, twice, does not converge.
static const double FINE = 2e-4;    ///< Uncertainty that is always small enough.
static const double SHARE_EACH = 0.015, SHARE_ALL = 0.15; ///< Default limits, as shares of the total budget.
static const double KEPT = 1.6e7;                         ///< [bytes] Largest course of which all frames are kept.
static const double GUESS = 5e-9;                         ///< [s] A projection in double, before one was timed.

/// The scene in double with FIRST_STEPS * 2^level time steps per frame.
typedef struct course {
  double *positions;   ///< [last - first + 1, n, 3] of the frames from `first` to `last`. Owned.
  int32_t first, last; ///< 0 = nothing yet.
  int32_t diverges;    ///< Frames that it is known not to reach. 0 = none.
} course;

/// What is known of one body. The rows of a block share it.
typedef struct answer {
  struct answer *next;
  char key[BENCH_TEXT];
  course courses[LEVELS];
  double each; ///< Seconds of a projection.
} answer;

static answer *answers;
static const bench_settings *limits; ///< NULL = no errors are computed.
static bool are_timed;
static double spent;        ///< [s] On all courses.
static double last = GUESS; ///< [s] A projection of the last course.

void error_check_begin(const bench_settings *settings, bool timed) {
  limits = settings;
  are_timed = timed;
  spent = 0.0;
}

void error_check_release(void) {
  while (answers) {
    answer *old = answers;
    answers = old->next;
    for (int k = 0; k < LEVELS; k++) free(old->courses[k].positions);
    free(old);
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double error_check_distance(const xpbd_scene *scene, const double *positions, const double *right) {
  const double *w = xpbd_scene_inverse_masses(scene);
  double sum = 0.0;
  int64_t free_count = 0;
  for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    if (!(w[i] > 0.0)) continue;
    free_count++;
    for (int k = 0; k < 3; k++)
      sum += (positions[3 * i + k] - right[3 * i + k]) * (positions[3 * i + k] - right[3 * i + k]);
  }
  return sqrt(sum / (double)free_count) / workload_extent(scene);
}

/// Why no answer is looked for. NULL = one is.
static const char *no_answer(const solver_scene *made, const xpbd_solver_def *def) {
  const xpbd_method_info *method = xpbd_method_at((int)def->method);
  if (!limits || limits->errors == 0.0) return "not asked for: --errors TIME computes it";
  if (isnan(limits->errors) && (!are_timed || limits->dry_run || limits->validate == BENCH_VALIDATE_ONLY))
    return "not computed in a run without times: --errors TIME computes it";
  if (method->traits & XPBD_EXPLICIT) return "a lattice of position Verlet has no converged answer";
  if (method->engine) return "its method solves a model of its own";
  if (method->traits & XPBD_DROPS_COMPLIANCE)
    return "its method drops the compliance: its converged answer is a rigid body";
  if (xpbd_scene_global_damping(made->scene) > 0.0)
    return "global damping acts once in each time step, so shorter time steps are another model";
  return NULL;
}

static answer *find_answer(const bench_point *point) {
  solver_subject subject;
  if (!solver_scene_subject(point, &subject)) return NULL;
  char key[BENCH_TEXT];
  snprintf(key, sizeof key, "%s %.17g", subject.key, subject.frame_time);
  for (answer *a = answers; a; a = a->next)
    if (strcmp(a->key, key) == 0) return a;
  answer *a = calloc(1, sizeof *a);
  if (!a) return NULL;
  snprintf(a->key, sizeof a->key, "%s", key);
  a->each = last;
  a->next = answers;
  return answers = a;
}

/// Predicted seconds of a course.
static double cost_of(const answer *self, const solver_scene *made, int level, int32_t frames) {
  const double constraints =
      (double)xpbd_scene_constraint_count(made->scene) + (double)xpbd_scene_particle_count(made->scene);
  return self->each * constraints * (FIRST_STEPS << level) * frames;
}

static bool knows(const course *self, int32_t frame) {
  return self->first > 0 && self->first <= frame && frame <= self->last;
}

static const double *state_of(const course *self, int32_t frame, int64_t n) {
  return self->positions + 3 * (size_t)n * (size_t)(frame - self->first);
}

static xpbd_status run_course(course *self, const solver_scene *made, const xpbd_solver_def *like, int level,
                              int32_t frames) {
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(made->scene);
  const int32_t first = (double)count * sizeof(double) * frames <= KEPT ? 1 : frames;
  xpbd_solver_def def = solver_check_as_seq(like);
  xpbd_solver *solver = NULL;
  def.method = XPBD_METHOD_XPBD, def.value_count = 0; /* not accelerated */
  def.precision = XPBD_F64;
  def.substeps = FIRST_STEPS << level;
  def.iterations = 1;
  self->first = self->last = 0;
  double *larger = realloc(self->positions, count * (size_t)(frames - first + 1) * sizeof *larger);
  XPBD_REQUIRE(larger, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d frames of the answer", (int)(frames - first + 1));
  self->positions = larger;
  xpbd_status status = xpbd_solver_create(made->scene, &def, &solver);
  for (int32_t i = 1; i <= frames && status == XPBD_OK && !bench_interrupted(); i++) {
    status = xpbd_solver_step(solver, 1);
    if (status != XPBD_OK || i < first) continue;
    status = xpbd_solver_read(solver, XPBD_POSITIONS, larger + count * (size_t)(i - first));
    if (status == XPBD_OK) self->first = first, self->last = i;
  }
  xpbd_solver_destroy(&solver);
  return status;
}

/// Run a course if there is time, and take its cost. False with a reason in the facts.
static bool compute(bench_ctx *ctx, answer *self, const solver_scene *made, const xpbd_solver_def *def, int level,
                    int32_t frames, double moved, double wanted, double *used) {
  const double total = limits->total_budget;
  const double each = isnan(limits->errors) ? SHARE_EACH * total : limits->errors;
  const double all = isnan(limits->errors) ? SHARE_ALL * total : INFINITY;
  const double cost = cost_of(self, made, level, frames);
  if (*used + cost > each || spent + cost > all) {
    int more = level < LEAST_LEVELS + 1 ? LEAST_LEVELS + 1 - level : 0;
    if (moved < INFINITY) more = (int)fmin(fmax(0.0, ceil(log2(moved / wanted)) - 1.0), LEVELS - 1 - level);
    const double needed = *used + cost * ((2 << more) - 1);
    snprintf(ctx->facts.error_reason, sizeof ctx->facts.error_reason,
             "its reference would take about %.2g s; --errors %.0fs computes it", needed, ceil(1.5 * needed));
    return false;
  }
  const double start = now();
  const xpbd_status status = run_course(&self->courses[level], made, def, level, frames);
  const double seconds = now() - start;
  spent += seconds;
  *used += seconds;
  if (bench_interrupted()) {
    snprintf(ctx->facts.error_reason, sizeof ctx->facts.error_reason, "interrupted");
    return false;
  }
  if (status == XPBD_ERR_DIVERGED) {
    self->courses[level].diverges = frames;
    return true; /* a finer course may not */
  }
  if (status != XPBD_OK) {
    snprintf(ctx->facts.error_reason, sizeof ctx->facts.error_reason, "its reference cannot be computed: %.180s",
             xpbd_last_error());
    return false;
  }
  last = self->each = seconds / (cost_of(self, made, level, frames) / self->each);
  return true;
}

static void refuse(bench_ctx *ctx, int level, double moved) {
  char words[CLI_LEFT];
  snprintf(ctx->facts.error_reason, sizeof ctx->facts.error_reason,
           "its reference does not converge: at %d time steps per frame, the last doubling moved it by %s %%",
           FIRST_STEPS << level, cli_percent(moved, words));
}

/// Go through the levels. `room` [2, n, 3].
static void measure(bench_ctx *ctx, answer *self, const solver_scene *made, const xpbd_solver_def *def, int32_t frames,
                    const double *positions, double *room) {
  const int64_t n = xpbd_scene_particle_count(made->scene);
  double *at = room, *before = room + 3 * n, moved = INFINITY, wanted = FINE, used = 0.0;
  int stalls = 0;
  for (int level = 0; level < LEVELS; level++) {
    const course *fine = &self->courses[level], *coarse = fine - 1;
    const bool lost = fine->diverges > 0 && fine->diverges <= frames;
    if (!lost && !knows(fine, frames) && !compute(ctx, self, made, def, level, frames, moved, wanted, &used)) return;
    if (level == 0 || !knows(fine, frames) || !knows(coarse, frames)) continue;
    const double *x = state_of(fine, frames, n), *y = state_of(coarse, frames, n);
    for (int64_t k = 0; k < 3 * n; k++) at[k] = 2.0 * x[k] - y[k];
    if (level + 1 >= LEAST_LEVELS && knows(coarse - 1, frames)) {
      const double error = error_check_distance(made->scene, positions, at);
      const double last_move = moved;
      moved = error_check_distance(made->scene, before, at);
      wanted = fmax(FINE, SETTLED * error);
      if (!isfinite(error)) {
        snprintf(ctx->facts.error_reason, sizeof ctx->facts.error_reason, "its state is not finite");
        return;
      }
      if (moved <= wanted) {
        ctx->facts.error = error;
        ctx->facts.error_of_reference = moved;
        ctx->facts.error_frames = frames;
        return;
      }
      stalls = moved > STALLED * last_move ? stalls + 1 : 0;
      if (stalls == 2) {
        refuse(ctx, level, moved);
        return;
      }
    }
    double *const swapped = at;
    at = before;
    before = swapped;
  }
  refuse(ctx, LEVELS - 1, moved);
}

/// The plain loop shares the answer of seq. Only the order of its constraints differs.
static bench_point as_seq(const bench_point *point) {
  bench_point out = *point;
  if (scene_source_is_loop(point)) out.values[bench_axis_find(point->owner, "backend")].text = "seq";
  return out;
}

int32_t error_check_frames(bench_ctx *ctx, const xpbd_solver_def *def, int32_t frames) {
  const bench_point point = as_seq(ctx->point);
  const solver_scene *made = NULL;
  if (!point.owner->has_error || point.owner->course) return 0; /* a course has a recorded answer */
  const char *why = solver_scene_find(&point, &made) == XPBD_OK ? no_answer(made, def) : xpbd_last_error();
  if (!why) return frames < MOST_FRAMES ? frames : MOST_FRAMES;
  snprintf(ctx->facts.error_reason, sizeof ctx->facts.error_reason, "%s", why);
  return 0;
}

void error_check(bench_ctx *ctx, const xpbd_solver_def *def, int32_t frames, const double *positions) {
  const bench_point point = as_seq(ctx->point);
  const solver_scene *made = NULL;
  answer *known = solver_scene_find(&point, &made) == XPBD_OK ? find_answer(&point) : NULL;
  double *room = known ? malloc(6 * sizeof *room * (size_t)xpbd_scene_particle_count(made->scene)) : NULL;
  if (room)
    measure(ctx, known, made, def, frames, positions, room);
  else
    snprintf(ctx->facts.error_reason, sizeof ctx->facts.error_reason, "out of memory for its reference");
  free(room);
}
