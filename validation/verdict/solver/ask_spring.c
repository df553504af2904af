/* Why this file exists: questions about springs: their stiffness, their masses, and whether it depends on iterations and
 * time steps. The answers are closed forms, which hold for every method. */
#include <math.h>

#include "judge.h"

static double states[30 * 6 * TRIAL_PARTICLES];

enum { CHAIN = 6 };

/// Two free masses, pulled apart by a tenth of the rest length.
static void pair(trial *t, double k, double compliance) {
  trial_new(t);
  trial_particle(t, 0, 0, 0, 1);
  trial_particle(t, 1, 0, 0, 3);
  t->x[1][0] = 1.1;
  trial_element(t, 0, 1, -1, -1);
  t->set.k = k;
  t->set.compliance = compliance;
}

/// How far it is stretched after some frames, as a share of the start.
static bool stretch_of(solver_judge *judge, solver_answer *answer, const trial *t, const trial_run *run, double *out) {
  if (!solver_ask(judge, answer, t, run, states)) return false;
  const double *a = solver_at(t, states, 0, 0, 0), *b = solver_at(t, states, 0, 0, 1);
  *out = (hypot(hypot(b[0] - a[0], b[1] - a[1]), b[2] - a[2]) - 1) / 0.1;
  return true;
}

void solver_ask_spring(solver_judge *judge, solver_answer *answer) {
  static const int32_t substeps[3] = {10, 40, 160};
  const double stiffness = 2000, omega = sqrt(stiffness * (1 + 1 / 3.0)), time = 0.04, right = cos(omega * time);
  double found[3], error[3];
  trial t;
  pair(&t, 1, 1 / stiffness);
  for (int k = 0; k < 3; k++) {
    const trial_run run = {.substeps = substeps[k], .iterations = 8, .frames = 2, .every = 2};
    if (!stretch_of(judge, answer, &t, &run, &found[k])) return;
    error[k] = fabs(found[k] - right);
  }
  const double order = log(error[1] / error[2]) / log(4.0);
  solver_decide(answer, solver_slip_shown(judge, SLIP_STIFFNESS), found[2], right, 0.02,
                "a pulled spring has %.4g times its first stretch after %g s with %d time steps a frame (exact: %.4g)",
                found[2], time, (int)substeps[2], right);
  if (answer->outcome == SOLVER_RIGHT)
    solver_more(answer, ", order %.2g in h", order);
  else if (fabs(found[2]) < 1 && fabs(found[2]) > 0.01 && fabs(found[0] - found[2]) < 0.3)
    solver_more(answer, ", as if its stiffness were %.3g times as large", pow(acos(found[2]) / (omega * time), 2));
  else
    solver_more(answer, ", and %.4g with %d", found[0], (int)substeps[0]);
}

void solver_ask_hang(solver_judge *judge, solver_answer *answer) {
  const trial_run run = {.substeps = 4, .iterations = 8, .frames = 10, .every = 1};
  const double sag = 2 * 9.81 * 1e-3, h = 0.02 / run.substeps;
  double most = 0, speed = 0, pin = 0;
  trial t;
  trial_new(&t);
  trial_particle(&t, 0, 0, 0, INFINITY);
  trial_particle(&t, 0, -1, 0, 2);
  t.x[1][1] = -1 - sag;
  t.gravity[1] = -9.81;
  trial_element(&t, 0, 1, -1, -1);
  t.set.compliance = 1e-3;
  if (!solver_ask(judge, answer, &t, &run, states)) return;
  for (int k = 0; k < run.frames; k++) {
    most = fmax(most, fabs(solver_at(&t, states, k, 0, 1)[1] - t.x[1][1]));
    speed = fmax(speed, fabs(solver_at(&t, states, k, 1, 1)[1]));
    pin = fmax(pin, fabs(solver_at(&t, states, k, 0, 0)[1]));
  }
  if (pin > 1e-6) {
    solver_wrong(answer, solver_slip_shown(judge, SLIP_PINNED_MOVES), "a pinned particle moves %.3g m in 0.2 s", pin);
    return;
  }
  solver_decide(answer, solver_slip_shown(judge, SLIP_STIFFNESS), most / sag, 0, 0.01,
                "2 kg that hang still on a spring, with the closed form's sag of %.4g m, move by %.2g times this sag",
                sag, most / sag);
  if (answer->outcome == SOLVER_RIGHT && speed > 0.2 * 9.81 * h)
    solver_wrong(answer, solver_slip_shown(judge, SLIP_GRAVITY_LATE),
                 "2 kg that hang still on a spring have a speed of %.3g m/s, which is %.3g g h", speed,
                 speed / (9.81 * h));
}

void solver_ask_material(solver_judge *judge, solver_answer *answer) {
  const trial_run run = {.substeps = 20, .iterations = 8, .frames = 2, .every = 2};
  double one, two;
  trial t;
  pair(&t, 1, 5e-4);
  if (!stretch_of(judge, answer, &t, &run, &one)) return;
  pair(&t, 2, 2e-3);
  if (!stretch_of(judge, answer, &t, &run, &two)) return;
  solver_decide(answer, solver_slip_shown(judge, SLIP_K_IGNORED), two, one, 2e-3,
                "with k = 2 and four times the compliance a spring has %.4g times its first stretch, with k = 1 %.4g",
                two, one);
}

/// A chain that hangs where its closed form says. Returns how far its end is below the pin without load.
static void chain(trial *t, double compliance, double *sag) {
  double y = 0;
  *sag = 0;
  trial_new(t);
  trial_particle(t, 0, 0, 0, INFINITY);
  for (int i = 1; i <= CHAIN; i++) {
    const double stretch = (CHAIN - i + 1) * 9.81 * compliance;
    trial_particle(t, 0, -0.1 * i, 0, 1);
    y -= 0.1 + stretch;
    *sag += stretch;
    t->x[i][1] = y;
    trial_element(t, i - 1, i, -1, -1);
  }
  t->gravity[1] = -9.81;
  t->set.compliance = compliance;
}

/// The middle between the highest and the lowest sag of the end, as a share of the right one.
static double middle_of(const trial *t, const trial_run *run, double sag) {
  double low = INFINITY, high = -INFINITY;
  for (int k = 0; k < run->frames; k++) {
    const double one = (-0.1 * CHAIN - solver_at(t, states, k, 0, CHAIN)[1]) / sag;
    low = fmin(low, one), high = fmax(high, one);
  }
  return (fmin(low, 1) + fmax(high, 1)) / 2;
}

/// The spring that is not held while those above it are, from 1; 0 = none.
static int loose(const trial *t, int32_t state, double compliance) {
  for (int i = 1; i <= CHAIN; i++) {
    const double stretch = solver_at(t, states, state, 0, i - 1)[1] - solver_at(t, states, state, 0, i)[1] - 0.1;
    const double right = (CHAIN - i + 1) * 9.81 * compliance;
    if (i > 1 && stretch > 8 * right) return i;
    if (!(fabs(stretch) < 3 * right)) return 0;
  }
  return 0;
}

enum { SETTINGS = 4 };
static const trial_run settings[2][SETTINGS] = {
    {{4, 5, 10, 1}, {4, 40, 10, 1}, {8, 5, 10, 1}, {8, 40, 10, 1}},    /* soft */
    {{4, 10, 10, 1}, {4, 80, 10, 1}, {8, 10, 10, 1}, {8, 80, 10, 1}}}; /* stiff */

static solver_slip chain_slip(solver_judge *judge, double found[2][SETTINGS], bool same) {
  const solver_slip shown = solver_slip_shown(judge, SLIP_COUNT);
  if (shown != SLIP_COUNT) return shown;
  if (same && found[1][1] < 5) return SLIP_ITERATIONS_IGNORED;
  if (fabs(found[0][1] - found[0][0]) > 0.05) return SLIP_STIFFNESS_ITERATIONS;
  if (fabs(found[0][3] - found[0][1]) > 0.05) return SLIP_STIFFNESS_STEP;
  return fabs(found[0][3] - 1) > 0.05 ? SLIP_STIFFNESS : SLIP_NO_CONVERGENCE;
}

void solver_ask_chain(solver_judge *judge, solver_answer *answer) {
  static const double compliances[2] = {1e-3, 2e-5};
  double found[2][SETTINGS], sag, end[2] = {0, 1};
  trial t;
  for (int k = 0; k < 2; k++) {
    chain(&t, compliances[k], &sag);
    for (int j = 0; j < SETTINGS; j++) {
      const trial_run *run = &settings[k][j];
      if (!solver_ask(judge, answer, &t, run, states)) return;
      found[k][j] = middle_of(&t, run, sag);
      if (k == 1 && j < 2) end[j] = solver_at(&t, states, run->frames - 1, 0, CHAIN)[1];
      const int free = k == 0 ? loose(&t, run->frames - 1, compliances[k]) : 0;
      if (free == 0) continue;
      solver_wrong(answer, SLIP_NOT_PROJECTED,
                   "spring %d of a chain of %d is not held: its end falls by %.3g m in 0.2 s", free, CHAIN,
                   t.x[CHAIN][1] - solver_at(&t, states, run->frames - 1, 0, CHAIN)[1]);
      return;
    }
  }
  double worst = found[1][3];
  for (int j = 0; j < SETTINGS; j++)
    if (!(fabs(found[0][j] - 1) <= fabs(worst - 1))) worst = found[0][j];
  solver_decide(
      answer, chain_slip(judge, found, end[0] == end[1]), worst, 1, 0.06,
      "a soft chain has %.3g times the right sag at 5 iterations and %.3g at 40 (%.3g and %.3g with half the time "
      "step); a stiff one %.3g at 10 and %.3g at 80 (%.3g and %.3g)",
      found[0][0], found[0][1], found[0][2], found[0][3], found[1][0], found[1][1], found[1][2], found[1][3]);
}

enum { RAYS = 10 };

/// How far the middle of a star of stiff springs goes from its place, as a share of the start.
static bool star(solver_judge *judge, solver_answer *answer, int32_t substeps, double *most) {
  const trial_run run = {.substeps = substeps, .iterations = 10, .frames = 5, .every = 1};
  const double start = 0.02;
  trial t;
  trial_new(&t);
  trial_particle(&t, 0, 0, 0, 1);
  t.x[0][0] = start;
  for (int i = 0; i < RAYS; i++) {
    const double angle = 6.283185307179586 * i / RAYS;
    trial_element(&t, 0, trial_particle(&t, cos(angle), sin(angle), 0, INFINITY), -1, -1);
  }
  t.set.compliance = 1e-6;
  if (!solver_ask(judge, answer, &t, &run, states)) return false;
  *most = 0;
  for (int k = 0; k < run.frames; k++) {
    const double *x = solver_at(&t, states, k, 0, 0);
    *most = fmax(*most, hypot(hypot(x[0], x[1]), x[2]) / start);
  }
  return true;
}

void solver_ask_star(solver_judge *judge, solver_answer *answer) {
  solver_answer shorter = {0};
  double most, again;
  if (star(judge, answer, 4, &most))
    solver_decide(answer, SLIP_NO_CONVERGENCE, fmax(most, 1), 1, 0.1,
                  "a particle with %d stiff springs is at most %.3g times as far from its middle as at the start", RAYS,
                  most);
  if (answer->outcome != SOLVER_WRONG) return;
  answer->slip = solver_slip_shown(judge, answer->slip);
  if (answer->slip == SLIP_JACOBI || !star(judge, &shorter, 400, &again) || !(again < 1.1)) return;
  answer->outcome = SOLVER_UNDECIDED; /* an explicit method */
  solver_more(answer, "; with time steps of a hundredth, %.3g times", again);
}
