/* Why this file exists: questions about a plane: that points stay outside, the law of friction and its cone, and the speed
 * after a bounce. */
#include <math.h>

#include "judge.h"

static double states[60 * 6 * TRIAL_PARTICLES];
static const double g = 9.81;

/// A point on the plane.
static void point(trial *t, double height, double friction, double restitution) {
  trial_new(t);
  trial_particle(t, 0, height, 0, 2);
  trial_company(t, 5);
  t->gravity[1] = -g;
  t->plane = true;
  t->friction = friction, t->restitution = restitution;
}

/// The stiffness [N/m] of a contact in which points of 1 and 2 kg lie as deep as on a spring; 0 = it is none.
static double softness_of(solver_judge *judge) {
  enum { FRAMES = 40, SETTLED = 20 };
  const trial_run run = {.substeps = 5, .iterations = 4, .frames = FRAMES, .every = 1};
  solver_answer unused = {0};
  double depth[2] = {0, 0};
  trial t;
  point(&t, 0, 0, 0);
  trial_particle(&t, 1, 0, 0, 1);
  if (!solver_ask(judge, &unused, &t, &run, states)) return 0;
  for (int k = SETTLED; k < FRAMES; k++)
    for (int i = 0; i < 2; i++) depth[i] -= solver_at(&t, states, k, 0, i ? 0 : t.count - 1)[1] / (FRAMES - SETTLED);
  const bool proportional = depth[0] > 1e-4 && depth[0] < 0.1 && fabs(depth[1] / depth[0] - 2) < 0.2;
  return proportional ? g / depth[0] : 0;
}

/// Says that contacts are springs, if they are.
static void say_soft(solver_judge *judge, solver_answer *answer) {
  if (answer->outcome != SOLVER_WRONG || answer->slip != SLIP_CONTACT_DEPTH) return;
  const double stiffness = softness_of(judge);
  if (stiffness == 0) return;
  answer->slip = SLIP_CONTACT_SOFT;
  solver_more(answer, "; at rest its depth grows with its weight, as on a spring of %.3g N/m", stiffness);
}

void solver_ask_contact(solver_judge *judge, solver_answer *answer) {
  const trial_run run = {.substeps = 5, .iterations = 4, .frames = 10, .every = 1};
  double low = INFINITY, high = -INFINITY;
  trial t;
  point(&t, 0, 0, 0);
  t.rest[0][1] = -0.01; /* the spring pulls the point into the plane with 2000 N */
  trial_element(&t, 0, trial_particle(&t, 0, -0.2, 0, INFINITY), -1, -1);
  t.set.compliance = 5e-6;
  if (!solver_ask(judge, answer, &t, &run, states)) return;
  for (int k = 0; k < run.frames; k++) {
    const double y = solver_at(&t, states, k, 0, 0)[1];
    low = fmin(low, y), high = fmax(high, y);
  }
  const double off = -low > high ? low : high;
  solver_decide(answer, low < -5e-4 ? SLIP_CONTACT_DEPTH : SLIP_CONTACT_BOUNCES, off, 0, 5e-4,
                "a point that a spring pulls onto a plane with 2000 N is %.3g m %s it", fabs(off),
                off < 0 ? "inside" : "above");
  say_soft(judge, answer);
}

/// How far a point of 1 m/s slides.
static bool slid(solver_judge *judge, solver_answer *answer, double mu, double speed, double *way) {
  const trial_run run = {.substeps = 5, .iterations = 4, .frames = 30, .every = 30};
  trial t;
  point(&t, 0, mu, 0);
  t.v[0][0] = speed;
  if (!solver_ask(judge, answer, &t, &run, states)) return false;
  *way = solver_at(&t, states, 0, 0, 0)[0];
  if (solver_at(&t, states, 0, 0, 0)[1] > -0.05) return true;
  solver_wrong(answer, SLIP_CONTACT_MISSING, "a point that slides on a plane is %.3g m below it after 0.6 s",
               -solver_at(&t, states, 0, 0, 0)[1]);
  return false;
}

void solver_ask_slide(solver_judge *judge, solver_answer *answer) {
  const double mu = 0.3, right[2] = {1 / (2 * mu * g), 2.25 / (2 * mu * g)};
  double smooth, way[2];
  if (!slid(judge, answer, 0, 1, &smooth) || !slid(judge, answer, mu, 1, &way[0]) ||
      !slid(judge, answer, mu, 1.5, &way[1]))
    return;
  if (smooth < 0.59) {
    solver_wrong(answer, smooth < 5e-3 ? SLIP_CONTACT_STICKS : SLIP_FRICTION_OWN,
                 "a point of 1 m/s slides %.3g m in 0.6 s on a plane without friction", smooth);
    return;
  }
  const double ratio = right[0] / way[0], other = right[1] / way[1];
  const solver_slip slip = way[0] > 0.97 * smooth                        ? SLIP_FRICTION_MISSING
                           : fabs(way[1] - 1.5 * way[0]) < 0.05 * way[0] ? SLIP_FRICTION_OF_SPEED
                           : way[0] < 0.02                               ? SLIP_FRICTION_ALL
                                                                         : SLIP_FRICTION;
  solver_decide(answer, slip, fabs(other - 1) > fabs(ratio - 1) ? other : ratio, 1, 0.06,
                "with mu = %g a point slides %.4g m from 1 m/s and %.4g m from 1.5 m/s, as if mu were %.3g and %.3g "
                "(v^2 / (2 mu g): %.4g m and %.4g m)",
                mu, way[0], way[1], mu * ratio, mu * other, right[0], right[1]);
}

/// How far a point goes down a tilted plane in 0.4 s, and how far it then is from the plane.
static bool went_down(solver_judge *judge, solver_answer *answer, double mu, double angle, bool turned, double *way,
                      double *off) {
  const trial_run run = {.substeps = 5, .iterations = 4, .frames = 20, .every = 20};
  trial t;
  point(&t, 0.3, mu, 0);
  t.x[0][0] = t.rest[0][0] = 0.2;
  for (int k = 0; k < 3; k++) t.place[k] = t.x[0][k];
  t.tilt = angle, t.turned = turned;
  if (!solver_ask(judge, answer, &t, &run, states)) return false;
  const double *x = solver_at(&t, states, 0, 0, 0), dx = x[0] - 0.2, dy = x[1] - 0.3;
  *way = dx * cos(angle) - dy * sin(angle), *off = dx * sin(angle) + dy * cos(angle);
  return true;
}

void solver_ask_slope(solver_judge *judge, solver_answer *answer) {
  const double mu = 0.4, time = 0.4, steep = atan(1.5 * mu), flat = atan(0.8 * mu);
  const double right = 0.5 * g * (sin(steep) - mu * cos(steep)) * time * time;
  double way[3], off[3], smooth, unused;
  int at = 1;
  for (int k = 0; k < 3; k++) {
    if (!went_down(judge, answer, mu, k ? steep : flat, k == 1, &way[k], &off[k])) return;
    if (fabs(off[k]) > 0.05) {
      solver_wrong(answer, SLIP_CONTACT_PLACE, "a point on a plane that is %s is %.3g m from it after %g s",
                   k == 1 ? "turned" : "tilted by its normal", fabs(off[k]), time);
      return;
    }
  }
  if (fabs(way[0]) > 1e-4) {
    solver_wrong(answer, SLIP_FRICTION_CREEP,
                 "on a slope of 0.8 of the friction angle a point creeps %.3g m in %g s (it must stick)", way[0], time);
    return;
  }
  if (fabs(way[2] - right) > fabs(way[1] - right)) at = 2;
  solver_decide(answer, SLIP_FRICTION, way[at] / right, 1, 0.06,
                "a point sticks on a slope of 0.8 of the friction angle, and at 1.5 it slides %.4g m in %g s (exact: "
                "%.4g m)",
                way[at], time, right);
  if (answer->outcome != SOLVER_WRONG || way[at] > 0.02 * right) return;
  if (!went_down(judge, answer, 0, steep, at == 1, &smooth, &unused)) return;
  answer->slip = smooth > right ? SLIP_FRICTION_ALL : SLIP_CONTACT_PLACE;
  if (smooth <= right) solver_more(answer, ", and without friction %.4g m: the plane is level", smooth);
}

/// The speed after a bounce over the speed before, and the lowest height.
static bool bounced(solver_judge *judge, solver_answer *answer, double e, double *ratio, double *low, double *last) {
  const trial_run run = {.substeps = 5, .iterations = 4, .frames = 18, .every = 1};
  double before = 0, after = 0;
  trial t;
  point(&t, 0.1, 0, e);
  t.v[0][1] = -1;
  if (!solver_ask(judge, answer, &t, &run, states)) return false;
  *low = INFINITY;
  for (int k = 0; k < run.frames; k++) {
    const double v = solver_at(&t, states, k, 1, 0)[1], y = solver_at(&t, states, k, 0, 0)[1];
    /* the speeds at the height 0, from those of the frame */
    const double square = v * v - 2 * g * -y;
    *low = fmin(*low, y);
    if (v < 0 && after == 0) before = fmax(before, sqrt(fmax(0, v * v + 2 * g * y)));
    if (v > 0.05 && after == 0) after = sqrt(fmax(0, square));
    *last = y;
  }
  *ratio = after / before;
  return true;
}

void solver_ask_bounce(solver_judge *judge, solver_answer *answer) {
  double soft, ratio, low[2], last;
  const double e = 0.6;
  if (!bounced(judge, answer, 0, &soft, &low[0], &last)) return;
  if (low[0] < -0.05) {
    solver_wrong(answer, SLIP_CONTACT_MISSING, "a point that falls on a plane is %.3g m below it after 0.36 s", -last);
    return;
  }
  if (soft > 0.02 || fabs(last) > 1e-3) {
    solver_wrong(answer, last < -1e-3 ? SLIP_CONTACT_DEPTH : SLIP_CONTACT_BOUNCES,
                 "a point that falls on a plane without restitution leaves it at %.3g of its speed and is %.3g m %s it "
                 "after 0.36 s",
                 soft, fabs(last), last < 0 ? "inside" : "above");
    say_soft(judge, answer);
    return;
  }
  if (!bounced(judge, answer, e, &ratio, &low[1], &last)) return;
  solver_decide(answer,
                ratio < 0.02   ? SLIP_RESTITUTION_MISSING
                : ratio > 1.02 ? SLIP_RESTITUTION_GAIN
                               : SLIP_RESTITUTION,
                ratio, e, 0.06,
                "with a restitution of %g a point leaves a plane at %.3g of its speed, and with 0 at %.2g", e, ratio,
                soft);
}
