/* Why this file exists: --accuracy has limited time. This file decides which twins run in it, and in which order. The
 * reference starts from the run in double. More time steps and more iterations are tried, and the refinement that moves
 * the answer more is kept, until neither moves it. */
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "sim_accuracy.h"
#include "sim/engine/sim_record.h"
#include "sim/engine/sim_worker.h"

static const double STANDARD_TIME = 30.0; ///< [s] For all twins.
static const double CLIMBING = 0.7;    ///< Share of the time for finding the reference. The rest is for cheap settings.
static const double LEAST_COST = 30.0; ///< Cost of all first twins and one refinement of the reference, in runs.
static const double SETTLED = 0.3;     ///< Share of SIM_CLAIM. A reference that moves by less is not refined further.
static const double CHEAPER = 0.9;     ///< A smaller difference in time may be noise.
enum { FINER = 4, FEW = 4, MOST = 1000000000 };

/// The setting with four times the time steps, or four times the iterations.
static sim_setting refined(sim_setting s, bool sweeps) {
  int32_t *count = sweeps ? &s.iterations : &s.substeps;
  *count = *count > MOST / FINER ? MOST : FINER * *count;
  return s;
}

/// Distance between two finished courses, relative to the second.
static double apart(const sim_twins *self, const sim_course *course, const sim_course *from) {
  return sim_errors_most(sim_twin_errors(self->job, from, course));
}

static void try_help(sim_twins *self, sim_accuracy *found, int place, sim_setting setting) {
  sim_twin_run(self, setting, false, &found->helps[place]);
  snprintf(found->why[place], sizeof found->why[place], "%.255s", self->reason);
}

/// Run the three twins that are each refined in one way.
static void try_helps(sim_twins *self, sim_accuracy *found) {
  sim_setting twice = self->own;
  twice.precision = XPBD_F64;
  if (found->run.precision != XPBD_F64) try_help(self, found, 2, twice);
  for (int k = 0; k < 2; k++) try_help(self, found, k, refined(self->own, k == 1));
}

/// Refine until the answer no longer moves, or the time is up. The first twin does as much work as the run, in double,
/// but in as many short time steps as possible: these are nearer to the answer. Each round checks that more iterations
/// do not move it.
static void climb(sim_twins *self, sim_accuracy *found) {
  sim_setting from = self->own;
  from.precision = XPBD_F64;
  if (from.iterations > FEW && !self->job->world) {
    const double steps = round((double)from.substeps * from.iterations / FEW);
    from = (sim_setting){(int32_t)fmin(steps, MOST), FEW, XPBD_F64, false};
  }
  from.plain = true;
  sim_course first = {0};
  const sim_course *at = &first;
  if (sim_twin_run(self, from, false, &first) != SIM_TWIN_DONE) return;
  while (!(found->moved < SETTLED * SIM_CLAIM)) {
    sim_course more[2] = {{0}, {0}};
    double moved[2] = {INFINITY, INFINITY};
    const double next = sim_twin_cost(at, refined(at->setting, false)) + sim_twin_cost(at, refined(at->setting, true));
    found->wanted = (sim_now() - self->begun + next) / CLIMBING;
    if (sim_now() + next > self->deadline) break;
    for (int k = 0; k < 2; k++)
      if (sim_twin_run(self, refined(at->setting, k == 1), false, &more[k]) == SIM_TWIN_DONE)
        moved[k] = apart(self, at, &more[k]);
    const int better = moved[1] > moved[0];
    sim_course_release(&more[!better]);
    if (!(moved[0] < INFINITY && moved[1] < INFINITY)) {
      sim_course_release(&more[better]);
      break;
    }
    sim_course_release(&found->reference);
    found->reference = more[better];
    found->moved = moved[better];
    at = &found->reference;
  }
  sim_course_release(&first);
}

/// How far apart two twins end when only one has a disturbed start.
static double spread_of(sim_twins *self, const sim_course *course) {
  sim_course other = {0};
  double spread = NAN;
  if (sim_now() + course->seconds < self->deadline &&
      sim_twin_run(self, course->setting, true, &other) == SIM_TWIN_DONE)
    spread = apart(self, &other, course);
  sim_course_release(&other);
  return spread;
}

static void take_best(sim_accuracy *found, const sim_course *course, double error) {
  if (course->ending != SIM_TWIN_DONE || !(error <= SIM_CLAIM) || !(course->seconds < CHEAPER * found->best_seconds))
    return;
  found->best = course->setting;
  found->best_seconds = course->seconds;
  found->best_error = error;
}

/// Try settings with this many iterations per frame: with the run's own iterations per time step, and with fewer.
static void try_work(sim_twins *self, sim_accuracy *found, double work, xpbd_precision precision) {
  static const int32_t splits[] = {1, 4, 16};
  enum { SPLITS = sizeof splits / sizeof *splits };
  for (int k = -1; k < SPLITS; k++) {
    const int32_t sweeps = k < 0 ? self->own.iterations : splits[k];
    if (k >= 0 && (sweeps >= self->own.iterations || self->job->world)) continue;
    const double steps = round(work / sweeps);
    if (!(steps >= 1.0 && steps <= MOST)) continue;
    const sim_setting setting = {(int32_t)steps, sweeps, precision, false};
    const double cost = sim_twin_cost(&found->run, setting);
    if (cost >= found->best_seconds || sim_now() + cost > self->deadline) continue;
    sim_course course;
    if (sim_twin_run(self, setting, false, &course) == SIM_TWIN_DONE)
      take_best(found, &course, apart(self, &course, &found->reference));
    sim_course_release(&course);
  }
}

/// Find the cheapest setting within the claim: try little work first, then more, until one is within it.
static void try_cheaper(sim_twins *self, sim_accuracy *found) {
  const double own = (double)self->own.substeps * self->own.iterations;
  const double least = found->reference.setting.substeps * (double)found->reference.setting.iterations;
  const double twice = sim_errors_most(found->helped[2]);
  const bool in_double = twice < fmin(sim_errors_most(found->helped[0]), sim_errors_most(found->helped[1]));
  take_best(found, &found->run, sim_errors_most(found->errors));
  for (int k = 0; k < SIM_HELPS; k++) take_best(found, &found->helps[k], sim_errors_most(found->helped[k]));
  for (double work = fmax(1.0, own / 16.0); work < least && sim_interrupts() == 0; work *= 2.0) {
    const double before = found->best_seconds;
    try_work(self, found, work, in_double ? XPBD_F64 : self->own.precision);
    if (found->best_seconds < before) break;
  }
}

static void compare(const sim_twins *self, sim_accuracy *found) {
  found->errors = sim_twin_errors(self->job, &found->reference, &found->run);
  for (int k = 0; k < SIM_HELPS; k++)
    found->helped[k] = sim_twin_errors(self->job, &found->reference, &found->helps[k]);
}

/// Run all twins, once the run itself has finished.
static void investigate(sim_twins *self, sim_accuracy *found, double seconds) {
  self->begun = sim_now();
  self->end = self->begun + seconds;
  self->deadline = self->begun + CLIMBING * seconds;
  found->wanted = LEAST_COST * found->run.seconds / CLIMBING;
  if (found->wanted > seconds) return;
  try_helps(self, found);
  const sim_course *first = found->run.precision == XPBD_F64 ? &found->run : &found->helps[2];
  if (first->ending == SIM_TWIN_DONE) found->spread = spread_of(self, first);
  climb(self, found);
  self->deadline = self->end;
  if (found->moved > SIM_CLAIM && found->reference.ending == SIM_TWIN_DONE)
    found->wild = spread_of(self, &found->reference);
  compare(self, found);
  if (found->moved <= SIM_CLAIM) try_cheaper(self, found);
  found->stopped = sim_interrupts() > 0;
}

static void begin(sim_twins *self, sim_job *job) {
  const xpbd_solver_def *def = job->settings;
  *self = (sim_twins){.job = job,
                      .own = {def->substeps, def->iterations, job->precision},
                      .deadline = INFINITY,
                      .shown = job->options->progress && isatty(STDERR_FILENO)};
}

static void release(sim_accuracy *found) {
  sim_course_release(&found->run);
  sim_course_release(&found->reference);
  for (int k = 0; k < SIM_HELPS; k++) sim_course_release(&found->helps[k]);
}

int sim_accuracy_run(sim_job *job, bool *given_up) {
  static sim_twins self; /* an abandoned frame still uses it */
  const double asked = job->options->accuracy_time, seconds = isnan(asked) ? STANDARD_TIME : asked;
  sim_accuracy found = {.moved = INFINITY, .spread = NAN, .wild = NAN, .best_seconds = INFINITY};
  int code = CLI_EXIT_OK;
  if (sim_all_pinned(job->model.scene) && xpbd_scene_handle_count(job->model.scene) == 0) {
    printf("accuracy: nothing moves, so there is nothing to compare\n");
    return cli_flush(job->program, code, SIM_EXIT_FAILED);
  }
  begin(&self, job);
  sim_scene_print(job);
  printf("accuracy: computing this run, then refined twins of it for at most %.3g s (--accuracy-time)\n", seconds);
  fflush(stdout); /* show it before the wait */
  sim_watch_signals();
  if (sim_twin_run(&self, self.own, false, &found.run) == SIM_TWIN_DONE) investigate(&self, &found, seconds);
  if (self.shown) fputs("\r\033[K", stderr);
  *given_up = self.given_up;
  if (found.run.ending == SIM_TWIN_STOPPED)
    code = cli_fail(job->program, SIM_EXIT_INTERRUPTED, "interrupted before the run finished: nothing was compared");
  else if (found.run.ending != SIM_TWIN_DONE)
    code = cli_fail(job->program, SIM_EXIT_FAILED, "the run itself did not finish, so nothing was compared: %s",
                    self.reason);
  else
    sim_accuracy_say(&found);
  if (found.stopped)
    code = cli_fail(job->program, SIM_EXIT_INTERRUPTED, "interrupted: the result covers the twins that had finished");
  if (!self.given_up) release(&found);
  return code == CLI_EXIT_OK ? cli_flush(job->program, code, SIM_EXIT_FAILED) : code;
}
