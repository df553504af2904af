/* Why this file exists: short runs of springs on a line. XPBD and all methods that solve the implicit step give the same
 * numbers, and each slip gives others. So the numbers say which slip it is. */
#include <math.h>
#include <string.h>

#include "judge.h"

/// A line, how it is run, and a part of the solver that it needs besides springs.
typedef struct probe {
  line l;
  trial_run run;
  bool damped;
} probe;

#define PAIR(number, b)                                                                                                \
  {                                                                                                                    \
    .count = 2, .x = {0, 1.1}, .mass = {1, 3}, .rest = {1}, .k = number, .compliance = 5e-4, .damping = b,             \
    .frame_time = 0.02                                                                                                 \
  }
#define HANGING                                                                                                        \
  {                                                                                                                    \
    .count = 2, .x = {0, 1}, .mass = {INFINITY, 1.7}, .rest = {1}, .k = 1, .compliance = 1e-3, .gravity = 9.81,        \
    .frame_time = 0.02                                                                                                 \
  }
#define PRESSED                                                                                                        \
  { .count = 2, .x = {0, 1.4}, .mass = {2, 1}, .rest = {1.5}, .k = 1, .compliance = 5e-4, .frame_time = 0.02 }
#define BETWEEN                                                                                                        \
  {                                                                                                                    \
    .count = 3, .x = {0, 1.1, 2}, .mass = {INFINITY, 1, INFINITY}, .rest = {1, 1}, .k = 1, .compliance = 2e-4,         \
    .frame_time = 0.02                                                                                                 \
  }

static const probe probes[] = {
    {PAIR(1, 0), {1, 1, 1, 1}, false}, {PAIR(1, 0), {1, 3, 2, 2}, false}, {PAIR(1, 0), {3, 2, 2, 2}, false},
    {PAIR(2, 0), {2, 2, 2, 2}, false}, {HANGING, {1, 1, 2, 2}, false},    {HANGING, {2, 3, 3, 3}, false},
    {PAIR(1, 15), {1, 1, 1, 1}, true}, {PAIR(1, 15), {2, 2, 2, 2}, true}, {PRESSED, {1, 2, 2, 2}, false},
    {BETWEEN, {1, 1, 1, 1}, false},
};
/* In the last probe one particle has two springs, so the order of the springs is in the answer. */
enum { PROBES = sizeof probes / sizeof *probes, SHARED = PROBES - 1 };
_Static_assert(sizeof probes / sizeof *probes <= (size_t)SOLVER_PROBES, "one place for each probe");

/// How far an answer is from the model with this slip, relative to what moves; infinite if the model is not finite.
static double distance(const probe *p, const solver_probe *found, solver_slip slip) {
  double x[LINE_PARTICLES], v[LINE_PARTICLES], right_x[LINE_PARTICLES], right_v[LINE_PARTICLES];
  double apart = 0, way = 1e-3, speed = 1e-2;
  line_simulate(&p->l, SLIP_NONE, &p->run, right_x, right_v);
  line_simulate(&p->l, slip, &p->run, x, v);
  for (int i = 0; i < p->l.count; i++) {
    way = fmax(way, fabs(right_x[i] - p->l.x[i]));
    speed = fmax(speed, fabs(right_v[i]));
  }
  for (int i = 0; i < p->l.count; i++) {
    const double dx = fabs(x[i] - found->x[i]) / (way + fabs(x[i] - p->l.x[i]));
    const double dv = fabs(v[i] - found->v[i]) / (speed + fabs(v[i]));
    if (!(isfinite(dx) && isfinite(dv))) return INFINITY;
    apart = fmax(apart, fmax(dx, dv));
  }
  return apart;
}

static const double alike = 2e-3;

/// The slip from which all probes that were answered are least far; SLIP_COUNT = all slips are far from one.
static solver_slip nearest(const solver_judge *judge, bool damped) {
  double least = alike;
  solver_slip found = SLIP_COUNT;
  for (solver_slip s = SLIP_NONE; s < SLIP_SLIPS_OF_LINE; s++) {
    double most = 0;
    for (int k = 0; k < SHARED; k++)
      if (judge->probe[k].known && (damped || !probes[k].damped))
        most = fmax(most, distance(&probes[k], &judge->probe[k], s));
    if (most < least) least = most, found = s;
  }
  return found;
}

bool solver_probe_all(solver_judge *judge, solver_answer *answer) {
  double state[6 * LINE_PARTICLES];
  if (judge->probed) return true;
  judge->tried = true;
  for (int k = 0; k < PROBES; k++) {
    const line *l = &probes[k].l;
    solver_answer unused = {0};
    trial t;
    line_trial(l, &t);
    solver_answer *to = probes[k].damped ? &unused : answer;
    judge->probe[k].known = solver_ask(judge, to, &t, &probes[k].run, state);
    if (!judge->probe[k].known && !probes[k].damped) return false;
    for (int i = 0; i < l->count && judge->probe[k].known; i++) {
      judge->probe[k].x[i] = line_along(l, solver_at(&t, state, 0, 0, i));
      judge->probe[k].v[i] = line_along(l, solver_at(&t, state, 0, 1, i));
    }
  }
  judge->probed = true;
  judge->slip = nearest(judge, true);
  if (judge->slip == SLIP_COUNT) judge->slip = nearest(judge, false); /* the damping is wrong in its own way */
  if (judge->slip == SLIP_NONE && distance(&probes[SHARED], &judge->probe[SHARED], SLIP_JACOBI) < alike)
    judge->slip = SLIP_JACOBI;
  return true;
}

solver_slip solver_slip_shown(solver_judge *judge, solver_slip other) {
  solver_answer unused = {0};
  if (!judge->tried && !solver_probe_all(judge, &unused)) return other;
  return judge->probed && judge->slip > SLIP_NONE && judge->slip < SLIP_SLIPS_OF_LINE ? judge->slip : other;
}

void solver_ask_step(solver_judge *judge, solver_answer *answer) {
  if (!solver_probe_all(judge, answer)) return;
  double x[LINE_PARTICLES], v[LINE_PARTICLES];
  const probe *p = &probes[0];
  int worst_probe = 0;
  double most = 0;
  for (int k = 0; k < SHARED; k++) {
    if (!judge->probe[k].known) continue;
    const double one = distance(&probes[k], &judge->probe[k], SLIP_NONE);
    if (one > most) most = one, worst_probe = k;
  }
  if (most > alike) p = &probes[worst_probe];
  line_simulate(&p->l, SLIP_NONE, &p->run, x, v);
  const double right = x[1] - x[0], found = judge->probe[worst_probe].x[1] - judge->probe[worst_probe].x[0];
  solver_decide(answer, solver_slip_shown(judge, SLIP_COUNT), most, 0, alike,
                "a spring of rest length 1 m is %.9g m long after %d time step%s of %d iteration%s (XPBD and the "
                "implicit step: %.9g m)",
                most > alike ? found : judge->probe[0].x[1] - judge->probe[0].x[0],
                (int)(p->run.frames * p->run.substeps), p->run.frames * p->run.substeps == 1 ? "" : "s",
                (int)p->run.iterations, p->run.iterations == 1 ? "" : "s", right);
  if (answer->outcome == SOLVER_WRONG && answer->slip == SLIP_COUNT) answer->outcome = SOLVER_UNDECIDED;
}
