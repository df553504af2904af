/* Why this file exists: runs a program of others over the solver pipe, once with all its states, then with its times. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "peer_case.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "course_case.h"
#include "proof/peer_check.h"
#include "proof/solver_check.h"
#include "subject/peer_list.h"
#include "subject/solver_point.h"
#include "subject/solver_scene.h"
#include "support/solver_pipe.h"
#include "xpbd/scene_file.h"
#include "xpbd/xpbd.h"

enum { PATH = 1024 };

/// A row while it runs.
typedef struct peer_run {
  const solver_scene *made;
  solver_pipe pipe;
  int32_t frames, done; ///< Of a run, and of this one so far.
  int runs;
  double *states;   ///< [frames][2, n, 3] of the first run. Owned.
  double *last;     ///< [2, n, 3] at the end of the latest run. Owned.
  double *seconds;  ///< [frames] Owned.
  double own, wall; ///< [s] of all runs after the first, by its clock and by ours.
  double apart;     ///< Largest distance of a later run's end from that of the first [m].
  char file[PATH];  ///< For states.
} peer_run;

static char folder[PATH]; ///< Of the scene files. "" = none.
static char written[PATH + 128];

static size_t numbers(const peer_run *self) {
  return 6 * (size_t)xpbd_scene_particle_count(self->made->scene);
}

static const peer_info *peer_of(const bench_point *point) {
  return peer_list_find(bench_text(point, "backend"));
}

/* ------------------------------------------------------------------------------------------------- the scene's file */

static xpbd_status make_folder(void) {
  const char *top = getenv("TMPDIR");
  if (folder[0]) return XPBD_OK;
  snprintf(folder, sizeof folder, "%.900s/xpbd-peers-XXXXXX", top && top[0] ? top : "/tmp");
  if (mkdtemp(folder)) {
    bench_clear_on_signal(folder);
    return XPBD_OK;
  }
  folder[0] = '\0';
  return xpbd_fail(XPBD_ERR_IO, "no temporary folder for the scene: %s; TMPDIR selects another", strerror(errno));
}

static void remove_scene(void) {
  if (!written[0]) return;
  remove(written);
  snprintf(strrchr(written, '.'), 5, ".bin");
  remove(written);
  written[0] = '\0';
}

void peer_case_release(void) {
  if (folder[0]) solver_pipe_remove(folder);
  bench_clear_on_signal(NULL);
  folder[0] = written[0] = '\0';
}

/// Writes the scene of the point. Each row gets its own, because a program may change the files that it reads.
static xpbd_status write_scene(const bench_point *point, const solver_scene *made) {
  char path[sizeof written];
  XPBD_TRY(make_folder());
  snprintf(path, sizeof path, "%s/%.64s.json", folder, bench_text(point, "workload"));
  remove_scene();
  xpbd_model model = made->model;
  model.scene = made->scene;
  xpbd_scene_file_def def = xpbd_scene_file_def_default();
  const xpbd_solver_def settings = solver_point_def(point);
  def.name = bench_text(point, "workload");
  def.settings = &settings;
  def.frames = point->warm + point->frames;
  XPBD_TRY(xpbd_scene_write(path, &model, &def));
  snprintf(written, sizeof written, "%s", path);
  return XPBD_OK;
}

/* -------------------------------------------------------------------------------------------------------- the talk */

/// Words of a stranger must not drive a terminal.
static void clean(char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < 0x20 || *text == 0x7f) *text = '?';
}

/// The row's end after a request. Peers that cannot be asked any more are an error of their row alone.
static bench_status say(bench_ctx *ctx, solver_pipe_end end) {
  static const bench_status ends[] = {[SOLVER_PIPE_DONE] = BENCH_OK,
                                      [SOLVER_PIPE_UNSUPPORTED] = BENCH_SKIP,
                                      [SOLVER_PIPE_FAILED] = BENCH_INVALID,
                                      [SOLVER_PIPE_BROKEN] = BENCH_ERROR};
  static const char *const words[] = {"", "does not support ", "gave up: ", ""};
  const peer_run *self = ctx->state;
  if (end == SOLVER_PIPE_DONE) return BENCH_OK;
  if (bench_interrupted()) return BENCH_INTERRUPTED; /* the signal ended the program, too */
  if (end == SOLVER_PIPE_BROKEN && self->pipe.wall >= peer_list_limit())
    peer_list_set_silent(bench_text(ctx->point, "backend"), "did not answer in time; --peer-limit gives it longer");
  bench_say(ctx, ends[end], "%s: %s%.190s", bench_text(ctx->point, "backend"), words[end], self->pipe.words);
  clean(ctx->reason);
  return ends[end];
}

static void take_words(const bench_point *point, const solver_pipe *pipe, bench_facts *out) {
  const char *name = pipe->solver[0] ? pipe->solver : bench_text(point, "backend");
  snprintf(out->peer, sizeof out->peer, "%.60s%s%.90s", name, pipe->version[0] ? ": " : "", pipe->version);
  snprintf(out->peer_device, sizeof out->peer_device, "%.79s", pipe->device);
  clean(out->peer);
  clean(out->peer_device);
  out->threads = pipe->threads;
  out->precision = strcmp(pipe->precision, "float32") == 0   ? xpbd_precision_name(XPBD_F32)
                   : strcmp(pipe->precision, "float64") == 0 ? xpbd_precision_name(XPBD_F64)
                                                             : NULL;
}

bool peer_case_program(const bench_point *point, bench_facts *out) {
  solver_pipe pipe;
  char why[BENCH_TEXT];
  const peer_info *peer = peer_of(point);
  if (!peer || !peer_list_usable(peer->name, why, sizeof why)) return false;
  const bool answers = solver_pipe_open(&pipe, peer->command, peer_list_limit(), true);
  if (answers) take_words(point, &pipe, out);
  solver_pipe_close(&pipe);
  return answers;
}

/// A first frame, which is not part of the row, so that the budget knows how long a frame takes.
static bench_status try_frame(bench_ctx *ctx, peer_run *self) {
  const solver_pipe_task task = {.particles = xpbd_scene_particle_count(self->made->scene),
                                 .frames = 1,
                                 .every = 1,
                                 .frame_time = WORKLOAD_FRAME_TIME,
                                 .states = self->file};
  const bench_status outcome = say(ctx, solver_pipe_run(&self->pipe, &task, self->last, self->seconds));
  if (outcome == BENCH_OK) ctx->seconds = self->seconds[0] > 0.0 ? self->seconds[0] : self->pipe.wall;
  return outcome;
}

static bench_status begin(bench_ctx *ctx, peer_run *self) {
  const xpbd_scene *scene = self->made->scene;
  const bench_point *point = ctx->point;
  char options[1024];
  self->frames = point->warm + point->frames;
  self->states = malloc((size_t)self->frames * numbers(self) * sizeof *self->states);
  self->last = malloc(numbers(self) * sizeof *self->last);
  self->seconds = malloc((size_t)self->frames * sizeof *self->seconds);
  if (!self->states || !self->last || !self->seconds)
    return bench_say(ctx, BENCH_ERROR, "out of memory for the states of %d frames", (int)self->frames);
  ctx->facts.particles = (double)xpbd_scene_particle_count(scene);
  ctx->facts.constraints = (double)xpbd_scene_constraint_count(scene);
  ctx->facts.frame_time = WORKLOAD_FRAME_TIME;
  ctx->facts.substeps = (int32_t)bench_int(point, "substeps");
  ctx->facts.iterations = (int32_t)bench_int(point, "iterations");
  snprintf(ctx->facts.mesh, sizeof ctx->facts.mesh, "%s", self->made->mesh);
  snprintf(self->file, sizeof self->file, "%.900s/states-%d-%.32s", folder, point->instance,
           bench_text(point, "backend"));
  if (!solver_pipe_open(&self->pipe, peer_of(point)->command, peer_list_limit(), true)) {
    peer_list_set_silent(bench_text(point, "backend"), "could not be started");
    return say(ctx, SOLVER_PIPE_BROKEN);
  }
  take_words(point, &self->pipe, &ctx->facts);
  peer_list_options(bench_text(point, "setting"), options, sizeof options);
  const solver_pipe_end loaded =
      solver_pipe_load(&self->pipe, written, ctx->facts.substeps, ctx->facts.iterations, options[0] ? options : NULL);
  snprintf(ctx->facts.peer_without, sizeof ctx->facts.peer_without, "%s", self->pipe.without);
  clean(ctx->facts.peer_without);
  const bench_status outcome = say(ctx, loaded);
  return outcome == BENCH_OK ? try_frame(ctx, self) : outcome;
}

bench_status peer_case_setup(bench_ctx *ctx) {
  const solver_scene *made = NULL;
  const char *name = bench_text(ctx->point, "backend");
  if (peer_list_silent(name))
    return bench_say(ctx, BENCH_SKIP, "in an earlier row %s %s", name, peer_list_silent(name));
  peer_run *self = calloc(1, sizeof *self);
  if (!self) return bench_say(ctx, BENCH_ERROR, "out of memory for a peer");
  ctx->state = self;
  xpbd_status status = solver_scene_find(ctx->point, &made);
  if (status == XPBD_OK) status = write_scene(ctx->point, made);
  if (status != XPBD_OK) return solver_point_say(ctx, status);
  self->made = made;
  return begin(ctx, self);
}

bench_status peer_case_reset(bench_ctx *ctx) {
  peer_run *self = ctx->state;
  self->done = 0;
  return BENCH_OK;
}

/* ------------------------------------------------------------------------------------------------------ the checks */

/// The error, against that of a body that never moves.
static bench_status judge_error(bench_ctx *ctx, const peer_run *self) {
  const size_t half = numbers(self) / 2;
  workload_course course = {0};
  xpbd_status status = workload_course_begin(workload_scene_of(ctx->point), self->made->scene, &course);
  for (int32_t k = 0; k < self->frames && status == XPBD_OK; k++) {
    const double *state = self->states + 2 * half * (size_t)k;
    if (workload_course_wants(&course, k + 1)) status = workload_course_add(&course, k + 1, state, state + half);
  }
  bench_status outcome = status == XPBD_OK ? BENCH_OK : solver_point_say(ctx, status);
  if (outcome == BENCH_OK) peer_check_fall(ctx, self->made->scene, &course, self->states);
  if (outcome == BENCH_OK) outcome = course_case_judge(ctx, &course, self->frames, NAN);
  workload_course_release(&course);
  return outcome;
}

/// All that the states of the first run must hold. A row that fails here is not timed.
static bench_status judge_states(bench_ctx *ctx, const peer_run *self) {
  const size_t half = numbers(self) / 2;
  const double *end = self->states + 2 * half * (size_t)(self->frames - 1);
  if (!peer_check_finite(ctx, self->made->scene, self->states, self->frames)) return BENCH_OK;
  solver_check_physics(ctx, self->made, end, end + half, self->frames);
  peer_check_held(ctx, self->made, end);
  peer_check_swing(ctx, self->made, self->states, self->frames);
  return judge_error(ctx, self);
}

/* -------------------------------------------------------------------------------------------------------- the runs */

/// A run from the start. The states of the first are all kept. Of later ones only the end is asked for, and compared.
static bench_status run_once(bench_ctx *ctx, peer_run *self) {
  const size_t count = numbers(self);
  const bool first = self->runs == 0;
  double *end = self->states + (size_t)(self->frames - 1) * count;
  const solver_pipe_task task = {.particles = xpbd_scene_particle_count(self->made->scene),
                                 .frames = self->frames,
                                 .every = first ? 1 : self->frames,
                                 .frame_time = WORKLOAD_FRAME_TIME,
                                 .states = self->file};
  const bench_status outcome =
      say(ctx, solver_pipe_run(&self->pipe, &task, first ? self->states : self->last, self->seconds));
  if (outcome != BENCH_OK) return outcome;
  self->runs++;
  if (first) {
    memcpy(self->last, end, count * sizeof *end);
    return judge_states(ctx, self);
  }
  for (int32_t k = 0; k < self->frames; k++) self->own += self->seconds[k];
  self->wall += self->pipe.wall;
  self->apart = fmax(self->apart, peer_check_apart(self->made->scene, self->last, end));
  if (isfinite(peer_check_apart(self->made->scene, self->last, self->last))) return BENCH_OK;
  return bench_say(ctx, BENCH_INVALID, "run %d of the same scene ended in a state that is not finite", self->runs);
}

bench_status peer_case_frame(bench_ctx *ctx) {
  peer_run *self = ctx->state;
  const bench_status outcome = self->done == 0 ? run_once(ctx, self) : BENCH_OK;
  if (outcome == BENCH_OK) ctx->seconds += self->seconds[self->done++];
  return outcome;
}

bench_status peer_case_hash(bench_ctx *ctx, uint64_t *hash) {
  const peer_run *self = ctx->state;
  *hash = xpbd_mix_reals(0, self->last, numbers(self));
  return BENCH_OK;
}

bench_status peer_case_check(bench_ctx *ctx, int32_t frames) {
  const peer_run *self = ctx->state;
  if (self->wall > 0.0) ctx->facts.peer_share = self->own / self->wall;
  if (self->runs > 1) peer_check_runs(ctx, self->made, self->apart);
  for (int k = 0; k < ctx->check_count; k++) {
    if (ctx->checks[k].pass) continue;
    ctx->facts.error = ctx->facts.error_of_reference = NAN; /* a row without proof has no number */
    ctx->facts.error_frames = 0;
    snprintf(ctx->facts.error_reason, sizeof ctx->facts.error_reason, "its check failed");
  }
  solver_check_remark(ctx, "its own states@%d frame%s%s", (int)frames, frames == 1 ? "" : "s",
                      self->runs < 2      ? ""
                      : self->apart > 0.0 ? ", runs differ"
                                          : ", runs agree bit for bit");
  return BENCH_OK;
}

void peer_case_teardown(bench_ctx *ctx) {
  peer_run *self = ctx->state;
  if (!self) return;
  solver_pipe_close(&self->pipe);
  if (self->file[0]) remove(self->file);
  free(self->states);
  free(self->last);
  free(self->seconds);
  free(self);
  ctx->state = NULL;
}

int64_t peer_case_memory(const bench_point *point) {
  solver_subject subject;
  if (!solver_scene_subject(point, &subject)) return 0;
  return 400000000 + 48 * subject.particles * (course_case_frames(point) + 2); /* an interpreter with its packages */
}
