/* Why this file exists: questions that compare two scenes that must have the same answer: mirrored, renumbered, in other
 * units, in two sets. Also handles, and what is no number. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "judge.h"

static double states[30 * 6 * TRIAL_PARTICLES], others[30 * 6 * TRIAL_PARTICLES];
static const trial_run run = {.substeps = 4, .iterations = 40, .frames = 6, .every = 6};

/// The hanging net in motion.
static void net(trial *t) {
  trial_net(t, 9.81);
  for (int i = 0; i < t->count; i++)
    if (isfinite(t->mass[i])) t->v[i][0] = 0.1 * i, t->v[i][1] = 0.3 - 0.1 * i, t->v[i][2] = 0.05 * i * i - 0.4;
}

/// The largest difference over the largest motion. Particle i of the first is particle place[i] of the second, in which
/// the axes have these factors.
static double apart_of(const trial *t, const int32_t *place, const double factor[3]) {
  double apart = 0, moved = 0;
  for (int32_t i = 0; i < t->count; i++)
    for (int k = 0; k < 3; k++) {
      const double x = solver_at(t, states, 0, 0, i)[k], y = solver_at(t, others, 0, 0, place ? place[i] : i)[k];
      apart = fmax(apart, fabs(x - y / factor[k]));
      moved = fmax(moved, fabs(x - t->x[i][k]));
    }
  return apart / moved;
}

void solver_ask_mirror(solver_judge *judge, solver_answer *answer) {
  static const double factor[3] = {-1, 1, -1};
  trial t, mirrored;
  net(&t);
  mirrored = t;
  for (int i = 0; i < t.count; i++)
    for (int k = 0; k < 3; k += 2) {
      mirrored.x[i][k] = -t.x[i][k], mirrored.v[i][k] = -t.v[i][k];
      mirrored.rest[i][k] = -t.rest[i][k];
    }
  if (!solver_ask(judge, answer, &t, &run, states) || !solver_ask(judge, answer, &mirrored, &run, others)) return;
  const double apart = apart_of(&t, NULL, factor);
  solver_decide(answer, SLIP_MIRROR, apart, 0, 1e-2, "a mirrored net differs from the net by %.2g of its motion",
                apart);
}

/// The same net with the particles and the springs in another order.
static void renumber(const trial *t, int32_t *place, trial *out) {
  *out = *t;
  for (int32_t i = 0; i < t->count; i++) {
    place[i] = (4 * i + 3) % t->count;
    memcpy(out->x[place[i]], t->x[i], sizeof t->x[i]);
    memcpy(out->v[place[i]], t->v[i], sizeof t->v[i]);
    memcpy(out->rest[place[i]], t->rest[i], sizeof t->rest[i]);
    out->mass[place[i]] = t->mass[i];
  }
  for (int32_t e = 0; e < t->set.count; e++)
    for (int k = 0; k < 2; k++) out->set.particles[(7 * e + 5) % t->set.count][k] = place[t->set.particles[e][1 - k]];
}

void solver_ask_numbers(solver_judge *judge, solver_answer *answer) {
  static const double factor[3] = {1, 1, 1};
  int32_t place[TRIAL_PARTICLES];
  double apart[2];
  trial t, other;
  net(&t);
  renumber(&t, place, &other);
  for (int k = 0; k < 2; k++) {
    trial_run few = run;
    if (k == 1) few.iterations = 2;
    if (!solver_ask(judge, answer, &t, &few, states) || !solver_ask(judge, answer, &other, &few, others)) return;
    apart[k] = apart_of(&t, place, factor);
  }
  solver_decide(
      answer, SLIP_NUMBERS, apart[0], 0, 2e-2,
      "a net with other numbers of particles and springs differs by %.2g of its motion at %d iterations, and by %.2g "
      "at 2",
      apart[0], (int)run.iterations, apart[1]);
}

void solver_ask_units(solver_judge *judge, solver_answer *answer) {
  static const struct {
    double mass, length;
    const char *what;
  } scales[] = {{1000, 1, "with 1000 times the masses and stiffness"},
                {1, 0.01, "a hundred times smaller"},
                {1, 50, "50 times larger"}};
  double worst = -1;
  int at = 0;
  trial t;
  net(&t);
  if (!solver_ask(judge, answer, &t, &run, states)) return;
  for (int s = 0; s < 3; s++) {
    trial other = t;
    const double l = scales[s].length, factor[3] = {l, l, l};
    other.set.compliance /= scales[s].mass;
    other.gravity[1] *= l;
    for (int i = 0; i < t.count; i++) {
      other.mass[i] *= scales[s].mass;
      for (int k = 0; k < 3; k++) other.x[i][k] *= l, other.v[i][k] *= l, other.rest[i][k] *= l;
    }
    if (!solver_ask(judge, answer, &other, &run, others)) return;
    const double apart = apart_of(&t, NULL, factor);
    if (!(apart <= worst)) worst = apart, at = s;
  }
  solver_decide(answer, SLIP_UNITS, worst, 0, 5e-3, "a net %s differs from the net by %.2g of its motion",
                scales[at].what, worst);
}

void solver_ask_sets(solver_judge *judge, solver_answer *answer) {
  const trial_run one = {.substeps = 20, .iterations = 8, .frames = 2, .every = 2};
  double found[2], alone;
  trial t;
  for (int k = 0; k < 2; k++) { /* two pairs: each in a set, then the second alone */
    trial_new(&t);
    for (int p = 0; p < 2 - k; p++) {
      trial_particle(&t, 0, 0.5 * p, 0, 1);
      trial_particle(&t, 1, 0.5 * p, 0, 3);
      t.x[2 * p + 1][0] = 1.1;
    }
    trial_element(&t, 0, 1, -1, -1);
    t.set.compliance = k ? 2e-3 : 5e-4;
    if (k == 0) {
      t.other = t.set;
      t.other.compliance = 2e-3;
      t.other.particles[0][0] = 2, t.other.particles[0][1] = 3;
    }
    if (!solver_ask(judge, answer, &t, &one, states)) return;
    const int last = k ? 0 : 2;
    found[k] = (solver_at(&t, states, 0, 0, last + 1)[0] - solver_at(&t, states, 0, 0, last)[0] - 1) / 0.1;
  }
  alone = found[1];
  solver_decide(answer, solver_slip_shown(judge, SLIP_SETS), found[0], alone, 0.03,
                "a spring in a second set has %.4g times its first stretch after 0.04 s, and alone %.4g", found[0],
                alone);
}

void solver_ask_handle(solver_judge *judge, solver_answer *answer) {
  const trial_run one = {.substeps = 4, .iterations = 4, .frames = 10, .every = 10};
  trial t;
  trial_new(&t);
  trial_particle(&t, 0, 0, 0, INFINITY);
  trial_company(&t, 3);
  t.hand[0] = 0.5, t.hand[1] = 0.2;
  if (!solver_ask(judge, answer, &t, &one, states)) return;
  const double *x = solver_at(&t, states, 0, 0, 0), *v = solver_at(&t, states, 0, 1, 0),
               time = t.frame_time * one.frames;
  const double off = hypot(hypot(x[0] - 0.5 * time, x[1] - 0.2 * time), x[2]) / (0.54 * time);
  const double slow = hypot(hypot(v[0] - 0.5, v[1] - 0.2), v[2]) / 0.54;
  solver_decide(answer, SLIP_HANDLE, fmax(off, 0.1 * slow), 0, 1e-3,
                "a particle that a handle moves is off by %.2g of its way after %g s, and its velocity by %.2g of it",
                off, time, slow);
}

void solver_ask_nan(solver_judge *judge, solver_answer *answer) {
  const trial_run one = {.substeps = 4, .iterations = 4, .frames = 2, .every = 2};
  trial t;
  trial_new(&t);
  trial_particle(&t, 0, 0, 0, 1);
  trial_particle(&t, 1, 0, 0, 1);
  trial_element(&t, 0, 1, -1, -1);
  if (!solver_ask(judge, answer, &t, &one, states)) return; /* it refuses more than the NaN */
  t.lost = true;
  if (!solver_ask_any(judge, answer, &t, &one, states)) {
    char words[SOLVER_TEXT];
    snprintf(words, sizeof words, "%.300s", answer->text);
    if (strstr(words, "did not answer") || strstr(words, "ended by signal"))
      solver_wrong(answer, SLIP_DIED, "with a velocity that is NaN %.300s", words);
    else
      solver_decide(answer, SLIP_NONE, 0, 0, 0, "a velocity that is NaN is refused: %.300s", words);
    return;
  }
  bool finite = true;
  for (int k = 0; k < 6; k++) finite = finite && isfinite(solver_at(&t, states, 0, k / 3, 0)[k % 3]);
  if (finite)
    solver_wrong(answer, SLIP_NAN_HIDDEN, "a particle whose velocity is NaN at the start is at x = %.6g m after 0.04 s",
                 solver_at(&t, states, 0, 0, 0)[0]);
  else
    solver_decide(answer, SLIP_NONE, 0, 0, 0, "a velocity that is NaN gives a state that is not finite");
}
