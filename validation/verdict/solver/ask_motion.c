/* Why this file exists: questions that need no spring, or only that springs are inner forces: flight, fall, rest,
 * momentum, and whether two runs are alike. */
#include <math.h>
#include <string.h>

#include "judge.h"

enum { ROOM = 30 * 6 * TRIAL_PARTICLES };
static double states[ROOM], others[ROOM];

/// The largest difference of the positions of two states, and the largest distance from the start in the first.
static double difference(const trial *t, const double *a, const double *b, double *moved) {
  double most = 0;
  *moved = 0;
  for (int32_t i = 0; i < t->count; i++)
    for (int k = 0; k < 3; k++) {
      most = fmax(most, fabs(a[3 * i + k] - b[3 * i + k]));
      *moved = fmax(*moved, fabs(a[3 * i + k] - t->x[i][k]));
    }
  return most;
}

void solver_ask_repeat(solver_judge *judge, solver_answer *answer) {
  const trial_run run = {.substeps = 4, .iterations = 4, .frames = 10, .every = 10};
  trial t;
  double moved;
  trial_net(&t, 9.81);
  if (!solver_ask(judge, answer, &t, &run, states) || !solver_ask_again(judge, answer, &t, &run, others)) return;
  const double apart = difference(&t, states, others, &moved);
  const bool same = memcmp(states, others, 6 * sizeof *states * (size_t)t.count) == 0;
  solver_decide(answer, SLIP_NOT_REPEATABLE, apart, 0, 1e-4 * moved,
                same ? "two runs of a net have the same bits"
                     : "two runs of a net differ by %.2g m after it moved %.2g m",
                apart, moved);
}

/// What is wrong with a flight: `ratio` of the right way of three particles, `drift`, their mean speed at the end, and
/// `kept`, how far their speeds are from the right ones.
static solver_slip flight_slip(const double ratio[3], double drift, double kept, int32_t substeps, int32_t frames,
                               int worst) {
  const double n = substeps, first = ratio[0];
  if (fabs(first - n) < 0.1) return SLIP_STEP_IS_FRAME;
  if (fabs(first * n - 1) < 0.02) return SLIP_ONE_STEP;
  if (fabs(first * frames * (n - 1) - 1) < 0.02)
    return SLIP_VELOCITY_BY_FRAME; /* it loses all but 1 / n in each step */
  if (fabs(drift) < 1e-3 && fabs(first) > 0.1) return SLIP_MOMENTUM_REMOVED;
  const double least = fmin(first, fmin(ratio[1], ratio[2])), most = fmax(first, fmax(ratio[1], ratio[2]));
  if (most - least < 0.02 && least > 0.02 && kept < 0.02) return SLIP_FRAME_TIME;
  if (most - least < 0.02 && most < 0.98 && least > 0.02) return SLIP_VELOCITY_LOST;
  if (fabs(most) < 1e-3 && fabs(least) < 1e-3) return SLIP_VELOCITY_UNREAD;
  return fabs(first - 1) < 0.02 && worst == 1 ? SLIP_FEW_DIGITS : SLIP_FLIGHT;
}

/// Where a number of a state is if a solver writes them in another order.
static size_t other_place(int order, size_t count, size_t particle, size_t axis) {
  return order == 0 ? 6 * particle + axis : order == 1 ? axis * count + particle : 3 * (count + particle) + axis;
}

/// Whether the first three particles are where they must be, if the state is read in another order.
static bool has_order(const trial *t, const double *state, int order, const double way[3]) {
  for (int i = 0; i < 3; i++)
    for (size_t k = 0; k < 3; k++) {
      const double right = t->x[i][k] + (k == 0 ? way[i] : 0);
      if (!(fabs(state[other_place(order, (size_t)t->count, (size_t)i, k)] - right) <= 0.02 * (1 + fabs(right))))
        return false;
    }
  return true;
}

static void say_order(const trial *t, const double *state, const double way[3], solver_answer *answer) {
  static const char *const orders[] = {"[particles][positions, velocities][3]", "[3][particles]",
                                       "velocities [particles][3], then positions"};
  for (int order = 0; order < 3; order++)
    if (has_order(t, state, order, way))
      solver_wrong(answer, SLIP_LAYOUT,
                   "free particles fly rightly if a state is read as %s. It must be positions [particles][3], then "
                   "velocities [particles][3]",
                   orders[order]);
}

void solver_ask_flight(solver_judge *judge, solver_answer *answer) {
  const trial_run run = {.substeps = 4, .iterations = 2, .frames = 10, .every = 10};
  static const double speed[3] = {30.0, 0.01, 0.5}, mass[3] = {0.5, 1.0, 4.0};
  trial t;
  trial_new(&t);
  for (int i = 0; i < 3; i++) t.v[trial_particle(&t, 1.0, 0.3 * i, 0, mass[i])][0] = speed[i];
  trial_company(&t, 3);
  t.frame_time = 0.03; /* another than in most questions */
  if (!solver_ask(judge, answer, &t, &run, states)) return;
  const double time = t.frame_time * run.frames;
  double ratio[3], way[3], drift = 0, kept = 0;
  for (int i = 0; i < 3; i++) {
    way[i] = speed[i] * time;
    ratio[i] = (solver_at(&t, states, 0, 0, i)[0] - t.x[i][0]) / way[i];
    kept = fmax(kept, fabs(solver_at(&t, states, 0, 1, i)[0] / speed[i] - 1));
  }
  for (int32_t i = 0; i < t.count; i++) drift += solver_at(&t, states, 0, 1, i)[0] / t.count;
  const int worst = fabs(ratio[1] - 1) > fabs(ratio[0] - 1) ? 1 : fabs(ratio[2] - 1) > fabs(ratio[0] - 1) ? 2 : 0;
  const solver_slip slip = flight_slip(ratio, drift, kept, run.substeps, run.frames, worst);
  solver_decide(answer, slip, ratio[worst], 1, 0.02,
                "a free particle of %g m/s flies %.4g times the right distance in %g s with %d time steps a frame",
                speed[worst], ratio[worst], time, (int)run.substeps);
  if (answer->outcome == SOLVER_WRONG) say_order(&t, states, way, answer);
}

/// What is wrong with the speeds of a fall: `ratio` of the right speed for masses of 0.5, 1 and 4 kg, and the speed across
/// it as a share of the right speed.
static solver_slip fall_slip(const double ratio[3], double across, int32_t substeps, double steps) {
  static const struct {
    double ratio;
    solver_slip slip;
  } known[] = {{0, SLIP_GRAVITY_MISSING}, {2, SLIP_GRAVITY_TWICE}, {0.5, SLIP_GRAVITY_HALF}};
  if (across > 1e-3) return SLIP_GRAVITY_AXIS;
  if (fabs(ratio[1] - 1 - 1 / steps) < 0.002) return SLIP_VELOCITY_NEXT;
  if (fabs(ratio[0] - ratio[2]) > 0.1 * fabs(ratio[2])) return SLIP_GRAVITY_BY_MASS;
  if (fabs(ratio[1] - substeps) < 0.05) return SLIP_GRAVITY_OF_FRAME;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (fabs(ratio[1] - known[k].ratio) < 0.02) return known[k].slip;
  return ratio[1] < 0 ? SLIP_GRAVITY_SIGN : SLIP_GRAVITY;
}

static double norm(const double a[3]) {
  return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

/// How far `a` is from `from`, NULL = 0, in units of the vector `g` along it.
static double along(const double a[3], const double *from, const double g[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += (a[k] - (from ? from[k] : 0)) * g[k];
  return sum / (norm(g) * norm(g)) + 0.0; /* no -0 */
}

void solver_ask_fall(solver_judge *judge, solver_answer *answer) {
  const trial_run run = {.substeps = 5, .iterations = 2, .frames = 10, .every = 10};
  static const double mass[3] = {0.5, 1.0, 4.0}, earth[3] = {0, -9.81, 0};
  trial t;
  trial_new(&t);
  for (int i = 0; i < 3; i++) trial_particle(&t, 0.3 * i, 0, 0, mass[i]);
  trial_company(&t, 0);
  const double slanted[3] = {1.5, -4, 2.5}; /* [m/s^2] another than that of the Earth, if the solver can have it */
  memcpy(t.gravity, slanted, sizeof slanted);
  if (!solver_ask(judge, answer, &t, &run, states)) {
    if (answer->outcome != SOLVER_NOT_ASKED) return;
    memcpy(t.gravity, earth, sizeof earth);
    if (!solver_ask(judge, answer, &t, &run, states)) return;
  }
  const double time = t.frame_time * run.frames, steps = run.frames * run.substeps;
  double ratio[3], way[3], across = 0, own = 0;
  int at = 0;
  for (int i = 0; i < 3; i++) {
    const double *v = solver_at(&t, states, 0, 1, i);
    ratio[i] = along(v, NULL, t.gravity) / time;
    way[i] = along(solver_at(&t, states, 0, 0, i), t.x[i], t.gravity) / (0.5 * time * time);
    for (int k = 0; k < 3; k++) {
      across = fmax(across, fabs(v[k] / time - ratio[i] * t.gravity[k]) / norm(t.gravity));
      own = fmax(own, fabs(v[k] / time - earth[k]));
    }
    if (fabs(ratio[i] - 1) > fabs(ratio[at] - 1)) at = i;
  }
  const solver_slip slip = own < 0.02 * 9.81 ? SLIP_GRAVITY_OWN : fall_slip(ratio, across, run.substeps, steps);
  solver_decide(answer, solver_slip_shown(judge, slip), ratio[at], 1, 0.01,
                "after %g s %g kg fall at %.4g times the right speed and have gone %.4g times the right distance", time,
                mass[at], ratio[at], way[at]);
  /* without updates of the velocity, a particle gets the way of one time step in each */
  if (fabs(way[at] * steps / 2 - 1) < 0.1) answer->outcome = SOLVER_WRONG, answer->slip = SLIP_VELOCITY_KEPT;
  if (answer->outcome == SOLVER_RIGHT && !(fabs(way[at] - 1) <= 2 / steps)) {
    answer->outcome = SOLVER_WRONG;
    answer->slip = SLIP_GRAVITY;
  }
  if (across <= 1e-3 || slip == SLIP_GRAVITY_OWN) return;
  answer->outcome = SOLVER_WRONG;
  answer->slip = SLIP_GRAVITY_AXIS;
  solver_more(answer, ", and %.4g of it across the gravity (%g, %g, %g) m/s^2", across, t.gravity[0], t.gravity[1],
              t.gravity[2]);
}

void solver_ask_rest(solver_judge *judge, solver_answer *answer) {
  const trial_run run = {.substeps = 4, .iterations = 4, .frames = 10, .every = 10};
  trial t;
  double moved;
  trial_net(&t, 0);
  if (!solver_ask(judge, answer, &t, &run, states)) return;
  const double most = difference(&t, states, &t.x[0][0], &moved);
  solver_decide(answer, solver_slip_shown(judge, SLIP_REST_MOVES), most, 0, 2e-5,
                "a net of 0.2 m at rest moves %.2g m in %g s", most, t.frame_time * run.frames);
}

static void momenta(const trial *t, const double *state, double p[3], double l[3]) {
  for (int k = 0; k < 3; k++) p[k] = l[k] = 0;
  for (int32_t i = 0; i < t->count; i++) {
    const double *x = state + 3 * i, *v = state + 3 * (t->count + i), m = t->mass[i];
    for (int k = 0; k < 3; k++) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      p[k] += m * v[k];
      l[k] += m * (x[a] * v[b] - x[b] * v[a]);
    }
  }
}

/// A triangle of springs that is pulled, drifts and turns.
static void triangle(trial *t, double drift) {
  static const double at[3][3] = {{0.1, 0, 0}, {-0.06, 0.08, 0}, {-0.03, -0.09, 0.02}}, mass[3] = {0.5, 1, 2};
  trial_new(t);
  for (int i = 0; i < 3; i++) {
    trial_particle(t, at[i][0], at[i][1], at[i][2], mass[i]);
    for (int k = 0; k < 3; k++) t->x[i][k] *= 1.1;
    t->v[i][0] = -4 * at[i][1] + drift, t->v[i][1] = 4 * at[i][0], t->v[i][2] = drift;
  }
  for (int i = 0; i < 3; i++) trial_element(t, i, (i + 1) % 3, -1, -1);
  t->set.compliance = 1e-2;
}

void solver_ask_momentum(solver_judge *judge, solver_answer *answer) {
  const trial_run run = {.substeps = 10, .iterations = 5, .frames = 10, .every = 10};
  trial t;
  double p[3], l[3], before[3];
  triangle(&t, 1.0);
  memcpy(states, t.x, 3 * sizeof *states * (size_t)t.count);
  memcpy(states + 3 * t.count, t.v, 3 * sizeof *states * (size_t)t.count);
  momenta(&t, states, before, l);
  if (!solver_ask(judge, answer, &t, &run, states)) return;
  momenta(&t, states, p, l);
  for (int k = 0; k < 3; k++) p[k] -= before[k];
  solver_decide(answer, solver_slip_shown(judge, SLIP_MOMENTUM), norm(p) / norm(before), 0, 1e-3,
                "a free triangle of springs changes its momentum by a share of %.2g in %g s", norm(p) / norm(before),
                t.frame_time * run.frames);
}

void solver_ask_turn(solver_judge *judge, solver_answer *answer) {
  double change[2], p[3], l[3], before[3];
  trial t;
  triangle(&t, 0.0);
  for (int k = 0; k < 2; k++) {
    const trial_run run = {.substeps = k ? 40 : 10, .iterations = 5, .frames = 10, .every = 10};
    memcpy(states, t.x, 3 * sizeof *states * (size_t)t.count);
    memcpy(states + 3 * t.count, t.v, 3 * sizeof *states * (size_t)t.count);
    momenta(&t, states, p, before);
    if (!solver_ask(judge, answer, &t, &run, states)) return;
    momenta(&t, states, p, l);
    for (int i = 0; i < 3; i++) l[i] -= before[i];
    change[k] = norm(l) / norm(before);
  }
  /* implicit steps brake a turn by a share that shrinks with the step */
  const double limit = fmax(2e-3, 0.5 * change[0]);
  solver_decide(
      answer, solver_slip_shown(judge, SLIP_ANGULAR_MOMENTUM), change[1], 0, fmin(limit, 0.05),
      "a free triangle of springs changes its angular momentum by a share of %.2g in 0.2 s with 10 time steps a "
      "frame, and by %.2g with 40",
      change[0], change[1]);
}
