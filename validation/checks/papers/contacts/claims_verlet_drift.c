/* Why this file exists: judges the claims of Kot and Nagahashi about the energy of balls and stacks: no drift, but a
 * small one if a free node is below a spring. Elastic contacts with one pass come first, in both readings of the seven
 * steps. */
#include <math.h>

#include "checks/papers/claims/claims.h"
#include "claims_verlet.h"

#define FALLS "falls of 0, 0.01, 0.1 m, 20 s"

/// The largest change of the energy in the second 10 s / energy, over three falls.
static double drift(check *self, const char *scene, int32_t balls, xpbd_verlet_scheme scheme, int32_t passes) {
  static const double drops[3] = {0.0, 0.01, 0.1};
  double worst = 0.0;
  for (int d = 0; d < 3; d++) {
    contact_case c = contact_case_of(scene, scheme);
    c.balls = balls, c.passes = passes, c.drop = drops[d];
    worst = check_larger(worst, fabs(claims_contact(self, &c).energy[1]));
  }
  return worst;
}

static void stacks(check *self, int unused) {
  double a[CONTACT_PASSES], c[CONTACT_PASSES];
  for (int p = 0; p < CONTACT_PASSES; p++) {
    a[p] = drift(self, "stack_a", 0, XPBD_VERLET_SEVEN_STEP, contact_passes[p]);
    c[p] = drift(self, "stack_c", 0, XPBD_VERLET_SEVEN_STEP, contact_passes[p]);
  }
  const double halves_a = drift(self, "stack_a", 0, XPBD_VERLET_SEVEN_STEP_SERIAL, 1),
               halves_c = drift(self, "stack_c", 0, XPBD_VERLET_SEVEN_STEP_SERIAL, 1);
  double springs = 0.0; /* softer and stiffer ones */
  for (int k = 0; k < 2; k++) {
    contact_case other = contact_case_of("stack_c", XPBD_VERLET_SEVEN_STEP_SERIAL);
    other.stiffness = k ? 1e4 : 100.0, other.drop = 0.01;
    springs = check_larger(springs, fabs(claims_contact(self, &other).energy[1]));
  }
  check_control(self, !(a[0] <= CONTACT_DRIFT), "one pass that leaves an approach: %g", a[0]);
  claims_case(self, halves_a, "all of it");
  claims_judge(self, "verlet_no_drift_stack", CLAIMS_HALVES, "restitution 1, one pass; " FALLS, NULL,
               "change of the energy in the second 10 s at most %.0e of it", halves_a);
  claims_case(self, a[0], "all of it");
  claims_judge(self, "verlet_no_drift_stack", CLAIMS_STILL, "restitution 1, one pass; " FALLS, NULL,
               "change of the energy in the second 10 s at most %.0e of it; with 5, 20, 200 passes %.0e, %.0e, %.0e",
               a[0], a[1], a[2], a[3]);
  claims_case(self, halves_c, "springs of 1000 N/m");
  claims_case(self, springs, "of 100 and 10000 N/m");
  claims_judge(
      self, "verlet_small_drift", CLAIMS_HALVES,
      "restitution 1, one pass; springs of 1000 N/m with " FALLS ", of 100 and 10000 N/m with a fall of 0.01 m", NULL,
      "no drift: the energy oscillates, its change in the second 10 s is at most %.0e of it, with the other "
      "springs %.0e",
      halves_c, springs);
  for (int p = 0; p < CONTACT_PASSES; p++) claims_case(self, c[p], "%d passes", (int)contact_passes[p]);
  claims_judge(
      self, "verlet_small_drift", CLAIMS_STILL, "restitution 1, 1, 5, 20, 200 passes; " FALLS, NULL,
      "change of the energy in the second 10 s at most, C (A): %.0e (%.0e), %.0e (%.0e), %.0e (%.0e), %.0e (%.0e)",
      c[0], a[0], c[1], a[1], c[2], a[2], c[3], a[3]);
}

static void springs(check *self, int unused) {
  double worst = 0.0;
  for (int k = 0; k < 4; k++)
    worst = check_larger(worst, drift(self, "stack_b", 0,
                                      k < 2 ? XPBD_VERLET_SEVEN_STEP_SERIAL : XPBD_VERLET_SEVEN_STEP, k % 2 ? 200 : 1));
  claims_case(self, worst, "all of it");
  claims_judge(self, "verlet_no_drift_spring", NULL,
               "restitution 1, 1 and 200 passes, both readings of the response; " FALLS, NULL,
               "change of the energy in the second 10 s at most %.0e of it", worst);
  const double ball = drift(self, "stack_a", 1, XPBD_VERLET_SIX_STEP, 1),
               spring = drift(self, "stack_b", 0, XPBD_VERLET_SIX_STEP, 1),
               several = check_larger(drift(self, "stack_a", 0, XPBD_VERLET_SIX_STEP, 1),
                                      drift(self, "stack_c", 0, XPBD_VERLET_SIX_STEP, 1));
  contact_case soft = contact_case_of("stack_b", XPBD_VERLET_SIX_STEP);
  soft.restitution = 0.9, soft.drop = 0.1;
  const contact_run run = claims_contact(self, &soft);
  check_control(self, contact_drifts(&run), "restitution 0.9 takes energy: %g", run.energy[1]);
  claims_case(self, ball, "a ball");
  claims_case(self, spring, "stack B, with a spring");
  claims_case(self, several, "stacks A and C");
  claims_judge(
      self, "verlet_six_steps_stable", NULL, "restitution 1, one pass; " FALLS ", 20000 time steps", NULL,
      "change of the energy in the second 10 s at most: a ball %.0e of it, stack B with a spring %.0e, stacks A "
      "and C %.0e",
      ball, spring, several);
}

/// Stack C falls 0.1 m; its spring has a dashpot [N s/m].
static contact_run damped(check *self, xpbd_verlet_scheme scheme, int32_t passes, double damping) {
  contact_case c = contact_case_of("stack_c", scheme);
  c.passes = passes, c.drop = 0.1, c.damping = damping;
  return claims_contact(self, &c);
}

static void hidden(check *self, int unused) {
  static const double frictions[3] = {0.1, 0.3, 1.0}, dashpots[4] = {0.0, 0.05, 0.5, 5.0};
  double rubbed = 0.0, sunk = 0.0;
  for (int k = 0; k < 6; k++) {
    contact_case c = contact_case_of("wedge", k < 3 ? XPBD_VERLET_SEVEN_STEP : XPBD_VERLET_SEVEN_STEP_SERIAL);
    c.friction = frictions[k % 3];
    const contact_run run = claims_contact(self, &c);
    rubbed = check_larger(rubbed, fabs(run.energy[1])), sunk = check_larger(sunk, run.overlap[1] - run.overlap[0]);
  }
  contact_case smooth = contact_case_of("wedge", XPBD_VERLET_SEVEN_STEP);
  const contact_run slippery = claims_contact(self, &smooth);
  check_at_most(self, sunk, CONTACT_GROWTH, "wedge with friction: additional overlap [m]");
  check_control(self, contact_drifts(&slippery), "the wedge without friction: %g", slippery.energy[1]);
  claims_case(self, rubbed, "all of it");
  claims_judge(
      self, "verlet_drift_hidden", "friction",
      "restitution 1, one pass, friction 0.1, 0.3, 1, both readings of the response; wedge of 30 degrees, 20 s", NULL,
      "change of the energy in the second 10 s at most %.0e of it, without friction %.0e", rubbed,
      fabs(slippery.energy[1]));
  double deep[4], firm = 0.0;
  contact_run last = {0};
  for (int k = 0; k < 4; k++) {
    last = damped(self, XPBD_VERLET_SEVEN_STEP_SERIAL, 1, dashpots[k]);
    deep[k] = last.overlap[1];
    firm = check_larger(firm, damped(self, XPBD_VERLET_SEVEN_STEP, 200, dashpots[k]).overlap[1]);
  }
  check_at_least(self, fabs(last.energy[1]), 1e-2,
                 "stack C, 5 N s/m, at rest: change of the energy in the second 10 s");
  check_at_most(self, firm, 1e-2, "stack C, 200 passes that leave no approach: deepest overlap [m]");
  for (int k = 0; k < 4; k++) claims_case(self, deep[k], "%g N s/m", dashpots[k]);
  claims_judge(
      self, "verlet_drift_hidden", "damping",
      "restitution 1, one pass, " CLAIMS_HALVES ", dashpots of 0, 0.05, 0.5, 5 N s/m; stack C falls 0.1 m, 20 s", NULL,
      "deepest overlap %.0f, %.0f, %.0f, %.0f mm; at 5 N s/m the second 10 s, all at rest, change the energy by "
      "%.0e of it; 200 passes that leave no approach: %.0f mm at most",
      1e3 * deep[0], 1e3 * deep[1], 1e3 * deep[2], 1e3 * deep[3], fabs(last.energy[1]), 1e3 * firm);
}

/// Relative change of the energy per step, for an oscillator of 1 kg and 1000 N/m by velocity Verlet whose step is
/// short where it is fast. The step is between one and 1 / (1 + strength) of a millisecond, chosen again before each
/// step, which causes the drift.
static double adaptive(double strength) {
  enum { STEPS = 20000 };
  double x = 0.05, v = 0.0;
  const double start = 0.5 * v * v + 500.0 * x * x, fastest = 0.05 * sqrt(1000.0);
  for (int i = 0; i < STEPS; i++) {
    const double h = 1e-3 / (1.0 + strength * fabs(v) / fastest);
    v -= 500.0 * x * h;
    x += v * h;
    v -= 500.0 * x * h;
  }
  return fabs((0.5 * v * v + 500.0 * x * x) / start - 1.0) / STEPS;
}

/// The same for a ball that falls 0.1 m and bounces by the seven steps, with `share` of a response at once.
static double uneven(double share) {
  enum { STEPS = 20000 };
  const double h = 1e-3, g = 9.81, start = g * 0.1;
  double x = 0.1, v = 0.0, owed = 0.0, energy = start;
  for (int i = 0; i < STEPS; i++) {
    x += 0.5 * h * v;
    v += owed;
    if (owed > 0.0) energy = 0.5 * (v - 0.5 * h * g) * (v - 0.5 * h * g) + g * x; /* all of it is applied */
    owed = 0.0;
    v -= h * g;
    if (x < 0.0 && v < 0.0) {
      owed = -2.0 * v * (1.0 - share);
      v -= 2.0 * v * share;
    }
    x += 0.5 * h * v;
  }
  return fabs(energy / start - 1.0) / STEPS;
}

static void size(check *self, int unused) {
  const double weak = adaptive(0.5), strong = adaptive(2.0), most = check_larger(weak, strong);
  const double shares = check_smaller(uneven(0.3), uneven(0.7)), halves = uneven(0.5);
  const double c = drift(self, "stack_c", 0, XPBD_VERLET_SEVEN_STEP, 1) / CONTACT_STEPS,
               ten = drift(self, "stack_c", 0, XPBD_VERLET_SEVEN_STEP, 10) / CONTACT_STEPS;
  check_control(self, !(halves / most >= 0.1), "halves: %g a step", halves);
  claims_case(self, shares / most, "all of it");
  claims_judge(
      self, "verlet_drift_size", "other shares than half and half",
      "restitution 1, a ball that falls 0.1 m; steps of 1 ms to 1/3 or 2/3 of it where the adaptive one is fast; as "
      "large: within a factor of ten",
      NULL, "change of the energy per step: shares of 0.3 and 0.7 %.0e, adaptive step %.0e to %.0e", shares,
      check_smaller(weak, strong), most);
  claims_case(self, c / most, "one pass");
  claims_case(self, ten / most, "ten passes");
  claims_judge(self, "verlet_drift_size", "stack C",
               "restitution 1, one and ten passes, " CLAIMS_STILL "; " FALLS "; as large: within a factor of ten", NULL,
               "change of the energy per step: %.0e, with ten passes %.0e; adaptive step %.0e to %.0e; half of the "
               "serial response: no drift",
               c, ten, check_smaller(weak, strong), most);
}

void claims_list_drift(check_registry *registry) {
  claims_add(registry, "verlet-drift", "energy of stacks A and C against passes over the contacts", stacks, 0);
  claims_add(registry, "verlet-springs", "energy of a ball and of stack B, six steps and seven", springs, 0);
  claims_add(registry, "verlet-hidden", "drift and overlap with friction and damping", hidden, 0);
  claims_add(registry, "verlet-drift-size", "drift against that of an adaptive step", size, 0);
}
