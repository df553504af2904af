/* Why this file exists: the step of XPBD on a line, each of its terms with the slips that it can have. */
#include "line.h"

#include <math.h>
#include <string.h>

typedef struct state {
  const line *l;
  solver_slip slip;
  double h;
  double x[LINE_PARTICLES], v[LINE_PARTICLES], start[LINE_PARTICLES], lambda[LINE_PARTICLES];
  double seen[LINE_PARTICLES]; ///< Positions before the iteration.
  double late[LINE_PARTICLES]; ///< Velocities of the step before.
} state;

static double inverse_mass(const state *s, int i) {
  return (s->slip == SLIP_MASS_GRAMS ? 1e3 : s->slip == SLIP_MASS_TONNES ? 1e-3 : 1) / s->l->mass[i];
}

static double above_weight(const state *s, int i) {
  const double w = inverse_mass(s, i);
  if (s->slip == SLIP_PINNED_MOVES && w == 0) return 1;
  if (s->slip == SLIP_MASS_FOR_INVERSE && w > 0) return s->l->mass[i];
  if (s->slip == SLIP_MASS_IGNORED || s->slip == SLIP_MASS_NOT_IN_CHANGE) return w > 0 ? 1 : 0;
  return w;
}

static double below_weight(const state *s, int i) {
  if (s->slip == SLIP_MASS_NOT_BELOW) return 1;
  if (s->slip == SLIP_MASS_NOT_IN_CHANGE) return inverse_mass(s, i);
  return above_weight(s, i);
}

static double tilde(const state *s) {
  const double a = s->l->compliance, h = s->h, frame = s->l->frame_time;
  switch (s->slip) {
  case SLIP_COMPLIANCE_MISSING: return 0;
  case SLIP_COMPLIANCE_PLAIN: return a;
  case SLIP_COMPLIANCE_BY_H: return a / h;
  case SLIP_COMPLIANCE_BY_FRAME: return a / (frame * frame);
  case SLIP_COMPLIANCE_INVERTED: return 1 / (a * h * h);
  default: return a / (h * h);
  }
}

static double gamma_of(const state *s) {
  const double a = s->l->compliance, b = s->l->damping, h = s->h;
  switch (s->slip) {
  case SLIP_DAMPING_MISSING: return 0;
  case SLIP_DAMPING_TILDE: return a * b / (h * h * h);
  case SLIP_DAMPING_PLAIN: return a * b;
  case SLIP_DAMPING_NO_ALPHA: return b / h;
  default: return a * b / h;
  }
}

/// The rest length, and the factor k with which the constraint is read.
static double rest_of(const state *s, int spring) {
  if (s->slip == SLIP_REST_OF_START) return fabs(s->l->x[spring + 1] - s->l->x[spring]);
  return s->l->rest[spring];
}

static double factor_of(const state *s) {
  const double k = s->l->k;
  return s->slip == SLIP_K_SQUARED ? k * k : s->slip == SLIP_K_IGNORED ? 1 : k;
}

/// The gradient with respect to the second particle of a spring of this vector.
static double gradient_of(const state *s, double d) {
  const double k = factor_of(s), sign = (d < 0) != (s->slip == SLIP_GRADIENT_SIGN) ? -1 : 1;
  return s->slip == SLIP_GRADIENT_K ? sign : s->slip == SLIP_GRADIENT_LENGTH ? k * d : sign * k;
}

/// The term of the multiplier so far.
static double held_by(const state *s, double lambda) {
  switch (s->slip) {
  case SLIP_MULTIPLIER_LOST: return 0;
  case SLIP_MULTIPLIER_SIGN: return -tilde(s) * lambda;
  case SLIP_MULTIPLIER_PLAIN: return lambda;
  case SLIP_MULTIPLIER_STEP: return s->l->compliance * lambda;
  default: return tilde(s) * lambda;
  }
}

/// The factor of the damping in the numerator.
static double braked_by(const state *s) {
  return s->slip == SLIP_DAMPING_BELOW ? 0 : s->slip == SLIP_DAMPING_SIGN ? -gamma_of(s) : gamma_of(s);
}

static void project(state *s, int i) {
  const int j = i + 1;
  const bool alone = s->slip == SLIP_ONE_END_ALONE, exchanged = s->slip == SLIP_MASS_EXCHANGED;
  const double *x = s->slip == SLIP_JACOBI ? s->seen : s->x;
  const double d = x[j] - x[i], g = gradient_of(s, d), k = factor_of(s);
  const double c = (s->slip == SLIP_K_IN_VALUE ? k * k : k) * (fabs(d) - rest_of(s, i));
  if (s->slip == SLIP_NOTHING || (s->slip == SLIP_PULLS_ONLY && c < 0)) return;
  const double moved = g * (x[j] - s->start[j]) - (alone ? 0 : g) * (x[i] - s->start[i]);
  const double above = c + held_by(s, s->lambda[i]) + braked_by(s) * moved;
  const double weights = g * g * ((alone ? 0 : below_weight(s, i)) + below_weight(s, j));
  const double below = (s->slip == SLIP_DAMPING_ABOVE ? 1 : 1 + gamma_of(s)) * weights +
                       (s->slip == SLIP_COMPLIANCE_BELOW ? 0 : tilde(s));
  const double factor = s->slip == SLIP_FACTOR ? 2 : s->slip == SLIP_HALF ? 0.5 : 1;
  const double change = below == 0 ? 0 : -factor * above / below, pull = s->slip == SLIP_RELAXED ? change / 2 : change;
  s->lambda[i] += change;
  if (s->slip != SLIP_ONE_END && !alone) s->x[i] -= above_weight(s, exchanged ? j : i) * g * pull;
  s->x[j] += above_weight(s, exchanged ? i : j) * g * pull;
}

/// The velocity by which the constraints' changes are passed on.
static void update(state *s, int i, double before) {
  const double h = s->h, moved = s->x[i] - s->start[i];
  const double by = s->slip == SLIP_VELOCITY_BY_FRAME ? s->l->frame_time : h;
  if (s->slip == SLIP_VELOCITY_OF_PREDICTION) return;
  s->v[i] = s->slip == SLIP_VELOCITY_KEPT ? before : s->slip == SLIP_VELOCITY_LATE ? s->late[i] : moved / by;
  s->late[i] = moved / h;
  if (s->slip == SLIP_VELOCITY_ADDED) s->v[i] = before + moved / h;
}

static bool moves(const state *s, int i) {
  return inverse_mass(s, i) > 0 || s->slip == SLIP_PINNED_FALLS;
}

static void step(state *s, int iterations) {
  const line *l = s->l;
  const double g = l->gravity * (s->slip == SLIP_GRAVITY_TWICE ? 2 : 1);
  double before[LINE_PARTICLES];
  memcpy(s->start, s->x, sizeof s->x);
  memcpy(before, s->v, sizeof s->v);
  if (s->slip != SLIP_MULTIPLIER_KEPT) memset(s->lambda, 0, sizeof s->lambda);
  for (int i = 0; i < l->count; i++) {
    if (!moves(s, i)) continue;
    if (s->slip == SLIP_GRAVITY_LATE) s->x[i] += s->h * s->v[i];
    s->v[i] += s->h * (s->slip == SLIP_GRAVITY_AFTER ? 0 : g);
    if (s->slip != SLIP_GRAVITY_LATE) s->x[i] += s->h * s->v[i];
  }
  for (int n = 0; n < iterations; n++) {
    memcpy(s->seen, s->x, sizeof s->x);
    for (int i = 0; i + 1 < l->count; i++) project(s, i);
  }
  for (int i = 0; i < l->count; i++) {
    if (!moves(s, i) && s->slip != SLIP_PINNED_MOVES) continue;
    if (s->slip == SLIP_GRAVITY_AFTER) s->x[i] += s->h * s->h * g;
    update(s, i, before[i]);
    if (s->slip == SLIP_GRAVITY_LATE) s->v[i] += s->h * g;
  }
}

void line_simulate(const line *l, solver_slip slip, const trial_run *run, double *x, double *v) {
  state s = {.l = l, .slip = slip};
  const int32_t steps = slip == SLIP_SUBSTEPS_IGNORED || slip == SLIP_ONE_STEP ? 1 : run->substeps;
  const bool long_steps = slip == SLIP_STEP_IS_FRAME || slip == SLIP_SUBSTEPS_IGNORED;
  s.h = l->frame_time / (long_steps ? 1 : run->substeps);
  memcpy(s.x, l->x, sizeof s.x);
  memcpy(s.v, l->v, sizeof s.v);
  memcpy(s.late, l->v, sizeof s.late);
  for (int32_t k = 0; k < run->frames * steps; k++) step(&s, run->iterations);
  memcpy(x, s.x, (size_t)l->count * sizeof *x);
  memcpy(v, s.v, (size_t)l->count * sizeof *v);
}

void line_trial(const line *l, trial *out) {
  const int axis = l->gravity != 0;
  const double sign = axis ? -1 : 1;
  double rest = l->x[0];
  trial_new(out);
  for (int i = 0; i < l->count; i++) {
    trial_particle(out, 0, 0, 0, l->mass[i]);
    out->rest[i][axis] = sign * rest;
    out->x[i][axis] = sign * l->x[i];
    out->v[i][axis] = sign * l->v[i];
    rest += l->rest[i];
    if (i + 1 < l->count) trial_element(out, i, i + 1, -1, -1);
  }
  out->gravity[1] = -l->gravity;
  out->frame_time = l->frame_time;
  out->set.k = l->k, out->set.compliance = l->compliance, out->set.damping = l->damping;
}

double line_along(const line *l, const double at[3]) {
  return l->gravity != 0 ? -at[1] : at[0];
}
