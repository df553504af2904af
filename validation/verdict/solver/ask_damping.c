/* Why this file exists: questions about damping: how much it takes from a spring, and that it takes nothing from a fall
 * or a turn. */
#include <math.h>

#include "judge.h"

static double states[30 * 6 * TRIAL_PARTICLES];
static const double stiffness = 2000, beta = 15;

static void pair(trial *t, double damping) {
  trial_new(t);
  trial_particle(t, 0, 0, 0, 1);
  trial_particle(t, 1, 0, 0, 3);
  trial_element(t, 0, 1, -1, -1);
  t->set.k = 2; /* the constraint is twice the stretch, so a spring has four times its numbers */
  t->set.compliance = 4 / stiffness;
  t->set.damping = damping / 4;
}

/// The stretch of a pulled and damped spring, as a share of the start.
static double exact(double damping, double time) {
  const double mass = 0.75, rate = damping / (2 * mass), square = stiffness / mass - rate * rate;
  if (square > 0) {
    const double omega = sqrt(square);
    return exp(-rate * time) * (cos(omega * time) + rate / omega * sin(omega * time));
  }
  const double root = sqrt(-square), slow = rate - root, fast = rate + root;
  return (fast * exp(-slow * time) - slow * exp(-fast * time)) / (fast - slow);
}

/// The factor of the damping that gives this stretch at this time, by trying; NaN = none does.
static double factor_of(double stretch, double time) {
  double best = 0, least = INFINITY;
  for (double f = 0; f < 20; f = f < 0.1 ? f + 0.01 : f * 1.02) {
    const double apart = fabs(exact(f * beta, time) - stretch);
    if (apart < least) least = apart, best = f;
  }
  return least < 0.02 ? best : NAN;
}

void solver_ask_damping(solver_judge *judge, solver_answer *answer) {
  const double time = 0.06, right = exact(beta, time); /* half a period: the stretch is at its extreme */
  double found[2];
  trial t;
  pair(&t, beta);
  t.x[1][0] = 1.1;
  for (int k = 0; k < 2; k++) {
    const trial_run run = {.substeps = k ? 120 : 30, .iterations = 8, .frames = 3, .every = 3};
    if (!solver_ask(judge, answer, &t, &run, states)) return;
    const double *a = solver_at(&t, states, 0, 0, 0), *b = solver_at(&t, states, 0, 0, 1);
    found[k] = (hypot(hypot(b[0] - a[0], b[1] - a[1]), b[2] - a[2]) - 1) / 0.1;
  }
  /* the error of implicit steps is of the first order: twice the difference removes it */
  const double better = found[1] + (found[1] - found[0]) / 3;
  solver_decide(answer, solver_slip_shown(judge, SLIP_DAMPING), better, right, 0.03,
                "a pulled spring of damping %g J s/m^2 has %.4g times its first stretch after %g s (exact: %.4g)", beta,
                better, time, right);
  const double factor = factor_of(better, time);
  if (answer->outcome == SOLVER_WRONG && fabs(better) > 0.01 && isfinite(factor))
    solver_more(answer, ", as if the damping were %.2g times as large", factor);
}

/// Turn or fall of a damped spring, and of the same without damping. `what` 0 = the speed of a fall, 1 = of a turn.
static bool both(solver_judge *judge, solver_answer *answer, int what, double out[2]) {
  const trial_run run = {.substeps = 20, .iterations = 8, .frames = 10, .every = 10};
  trial t;
  for (int k = 0; k < 2; k++) {
    pair(&t, k ? beta : 0);
    if (what == 0) t.gravity[1] = -9.81;
    /* a turn of 3 rad/s about the centre of mass, with the length that its masses pull it to */
    if (what == 1) {
      const double omega = 3, length = 1 / (1 - 0.75 * omega * omega / stiffness);
      t.x[1][0] = length;
      t.v[0][1] = -0.75 * omega * length, t.v[1][1] = 0.25 * omega * length;
    }
    if (!solver_ask(judge, answer, &t, &run, states)) return false;
    const double *a = solver_at(&t, states, 0, 0, 0), *b = solver_at(&t, states, 0, 0, 1);
    const double *va = solver_at(&t, states, 0, 1, 0), *vb = solver_at(&t, states, 0, 1, 1);
    out[k] = what == 0 ? -vb[1] : (b[0] - a[0]) * (vb[1] - va[1]) - (b[1] - a[1]) * (vb[0] - va[0]);
  }
  return true;
}

void solver_ask_brake(solver_judge *judge, solver_answer *answer) {
  double fall[2], turn[2];
  if (!both(judge, answer, 0, fall) || !both(judge, answer, 1, turn)) return;
  if (fabs(fall[1] / fall[0] - 1) > 2e-3 || !isfinite(fall[1] / fall[0])) {
    const solver_slip shown = solver_slip_shown(judge, SLIP_DAMPING_FALL);
    solver_wrong(answer, shown, "a damped spring falls at %.4g of the speed of one without damping after 0.2 s",
                 fall[1] / fall[0]);
    return;
  }
  solver_decide(answer, SLIP_DAMPING_TURN, turn[1] / turn[0], 1, 0.02,
                "a damped spring that turns keeps %.4g of the angular momentum of one without damping for 0.2 s",
                turn[1] / turn[0]);
}
