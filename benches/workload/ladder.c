/* Why this file exists: decides which twins run. A reference is refined in time steps of one iteration until it no
 * longer moves. Rungs are doubled in time steps, for each precision and number of iterations, as long as a cheaper one
 * within a tolerance may be found. */
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "twin.h"

/// A reference that the last doubling moved by less is settled.
static const double SETTLED = 2e-4;
static const double tolerances[] = {0.1, 0.01, 0.001};
static const double LESS_WORK = 1.5; ///< A rung with this much more work than the best is not tried.
static const double WORSE = 4.0; ///< A ladder whose error grows by this factor has reached the limit of its precision.
enum {
  TOLERANCES = (int)(sizeof tolerances / sizeof *tolerances),
  DOUBLINGS = 20,
  MOST_ITERATIONS = 16,
  FEW_ITERATIONS = 4
};

static void say(const twin *t, const char *what, double value) {
  workload_errors e;
  fprintf(stderr, "  %-4s %6d x %-3d %8.2f s  %s %.3g", xpbd_precision_name((int)t->rung.precision),
          (int)t->rung.substeps, (int)t->rung.iterations, t->seconds, what, value);
  for (int k = 0; k < WORKLOAD_MEASURES && workload_error(&t->course, &e) == XPBD_OK; k++)
    if (!isnan(e.measure[k])) fprintf(stderr, "  %s %.2g", workload_measure_name(k), e.measure[k]);
  fputc('\n', stderr);
}

/// Double the time steps until the answer settles, or the library refuses shorter ones. *out [DOUBLINGS] gets *count
/// runs.
static xpbd_status refine(const twins *self, double seconds, twin *out, int *count, double *moved) {
  workload_rung rung = {.method = XPBD_METHOD_XPBD, .precision = XPBD_F64, .substeps = 1, .iterations = 1};
  for (; *count < DOUBLINGS; rung.substeps *= 2) {
    twin *t = &out[*count];
    const xpbd_status status = twin_run(self, rung, false, t);
    if (status == XPBD_ERR_UNSUPPORTED && *count > 0) break;
    if (status != XPBD_OK) return status;
    ++*count;
    *moved = *count > 1 ? twin_apart(&out[*count - 2], t) : INFINITY;
    say(*count > 1 ? t - 1 : t, "moved by", *moved);
    if (*moved < SETTLED || 2.0 * t->seconds > seconds) break;
  }
  return XPBD_OK;
}

/// How far a run with this setting, or a disturbed one, is from a run that was made. INFINITY if it fails.
static double apart(const twins *self, workload_rung rung, bool disturbed, const twin *from) {
  twin t;
  if (twin_run(self, rung, disturbed, &t) != XPBD_OK) return INFINITY;
  const double value = twin_apart(&t, from);
  say(&t, disturbed ? "disturbed by" : "apart", value);
  twin_release(&t);
  return value;
}

/// The reference of the runs: the finest of them.
static xpbd_status settle(const twins *self, twin *runs, int count, double moved, const char *path) {
  XPBD_REQUIRE(count >= 3, XPBD_ERR_INVALID_ARGUMENT, "%s: too slow to refine", self->of->name);
  const twin *finest = &runs[count - 1], *coarse = &runs[count - 3];
  workload_rung more = finest->rung;
  more.substeps /= 2, more.iterations = 2;
  const double iterations = apart(self, more, false, finest);
  workload_reference out = self->blank;
  out.spread = apart(self, coarse->rung, true, coarse);
  out.error = fmax(moved, iterations);
  out.substeps = finest->rung.substeps;
  out.iterations = finest->rung.iterations;
  out.positions = finest->course.positions;
  out.scalars = finest->course.scalars;
  return workload_reference_write(self->of, &out, path);
}

xpbd_status ladder_reference(const twins *self, double seconds, const char *path, workload_rung *out, int *count) {
  twin runs[DOUBLINGS];
  workload_reference reference = {0};
  double moved = INFINITY;
  int made = 0;
  *count = 0;
  xpbd_status status = refine(self, seconds, runs, &made, &moved);
  if (status == XPBD_OK) status = settle(self, runs, made, moved, path);
  if (status == XPBD_OK) status = workload_reference_read(self->of, &reference);
  for (int k = 0; k < made; k++) {
    if (status == XPBD_OK && k + 1 < made) {
      out[*count] = runs[k].rung;
      out[(*count)++].error = twin_error(&runs[k], &reference);
    }
    twin_release(&runs[k]);
  }
  workload_reference_release(&reference);
  return status;
}

/// The search for rungs.
typedef struct search {
  const twins *twins;
  const workload_reference *reference;
  double seconds;              ///< Limit of a run.
  double cheapest[TOLERANCES]; ///< Least work of a rung within each tolerance.
  workload_rung *rungs;        ///< [LADDER_ROOM]
  int count;
} search;

/// Note that a rung has this error.
static void note(search *self, const workload_rung *rung) {
  for (int k = 0; k < TOLERANCES; k++)
    if (rung->error <= tolerances[k]) self->cheapest[k] = fmin(self->cheapest[k], workload_rung_work(rung));
}

/// Run a rung and note it, unless it is known. Returns its error. INFINITY if it has none.
static double try_rung(search *self, workload_rung rung, double *took) {
  twin t;
  *took = 0.0;
  for (int k = 0; k < self->count; k++) {
    const workload_rung *known = &self->rungs[k];
    if (known->precision == rung.precision && known->substeps == rung.substeps && known->iterations == rung.iterations)
      return known->error;
  }
  if (self->count == LADDER_ROOM || twin_run(self->twins, rung, false, &t) != XPBD_OK) return INFINITY;
  rung = t.rung;
  rung.error = twin_error(&t, self->reference);
  say(&t, "error", rung.error);
  *took = t.seconds;
  twin_release(&t);
  if (!(rung.error < 1.0)) return rung.error;
  self->rungs[self->count++] = rung;
  note(self, &rung);
  return rung.error;
}

/// Whether a rung may be the cheapest within a tolerance that its ladder has not reached yet.
static bool is_worth(const search *self, const workload_rung *rung, double error) {
  for (int k = 0; k < TOLERANCES; k++)
    if (error > tolerances[k] && tolerances[k] > 2.0 * self->reference->error &&
        workload_rung_work(rung) < LESS_WORK * self->cheapest[k])
      return true;
  return false;
}

/// Double the time steps of a precision and a number of iterations. Where a tolerance is crossed, the rung with three
/// quarters of the steps is tried too.
static void climb(search *self, xpbd_precision precision, int32_t iterations) {
  workload_rung rung = {.method = XPBD_METHOD_XPBD, .precision = precision, .substeps = 1, .iterations = iterations};
  double before = INFINITY, least = INFINITY, took = 0.0;
  while (rung.substeps < self->reference->substeps && is_worth(self, &rung, before) && 2.0 * took <= self->seconds) {
    const double error = try_rung(self, rung, &took);
    for (int k = 0; k < TOLERANCES; k++)
      if (error <= tolerances[k] && before > tolerances[k] && rung.substeps >= 4) {
        workload_rung between = rung;
        double unused;
        between.substeps = 3 * (rung.substeps / 4);
        try_rung(self, between, &unused);
        break;
      }
    if (error > WORSE * least) return;
    least = fmin(least, error);
    before = error;
    rung.substeps *= 2;
  }
}

xpbd_status ladder_rungs(const twins *self, double seconds, workload_rung *rungs, int *count) {
  workload_reference reference;
  XPBD_TRY(workload_reference_read(self->of, &reference));
  search all = {.twins = self, .reference = &reference, .seconds = seconds, .rungs = rungs, .count = *count};
  for (int k = 0; k < TOLERANCES; k++) all.cheapest[k] = INFINITY;
  for (int k = 0; k < all.count; k++) note(&all, &rungs[k]);
  climb(&all, XPBD_F64, 1); /* known from the reference: it finds what work is enough */
  for (int32_t iterations = 1; iterations <= MOST_ITERATIONS; iterations *= 2) climb(&all, XPBD_F32, iterations);
  for (int32_t iterations = 1; iterations <= FEW_ITERATIONS; iterations *= 2) climb(&all, XPBD_F32X, iterations);
  workload_reference_release(&reference);
  *count = all.count;
  return XPBD_OK;
}
