/* Why this file exists: a time step takes energy from a motion and slows it down, however well it is solved. This
 * measures both for a beam in its slowest mode, where implicit Euler is known on paper. */
#include <math.h>

#include "checks/mechanics/equilibrium.h"
#include "dynamics_checks.h"
#include "swing.h"

static const double PI = 3.14159265358979323846; /* M_PI is not in C11 */

enum { FRAMES = 4, WAYS = 5, MOST = 64, CELLS = 2, NEWTON = 0, TWENTY, HUNDRED, TWENTY_STEPS, HUNDRED_STEPS };
static const int32_t per_period[FRAMES] = {8, 16, 32, 64};
static const swing_way ways[WAYS] = {{"newton", XPBD_METHOD_NEWTON, 100, 1},
                                     {"xpbd, 20 iterations", XPBD_METHOD_XPBD, 20, 1},
                                     {"xpbd, 100 iterations", XPBD_METHOD_XPBD, 100, 1},
                                     {"xpbd, 20 steps", XPBD_METHOD_XPBD, 1, 20},
                                     {"xpbd, 100 steps", XPBD_METHOD_XPBD, 1, 100}};

/// What a way does to the swing: the energy after a period over that at the start, and the frequency over that of
/// the mesh.
typedef struct damped {
  double energy, frequency;
} damped;

/// The same by implicit Euler, which divides the amplitude by sqrt(1 + (omega h)^2) and turns by atan(omega h) in each
/// step.
static damped on_paper(int32_t frames, int32_t substeps) {
  const double steps = (double)frames * substeps, turn = 2.0 * PI / steps;
  return (damped){pow(1.0 + turn * turn, -steps), atan(turn) / turn};
}

static bool measure(const swing *s, const swing_way *way, int32_t frames, double disturbance, damped *out) {
  swing_frame frame[MOST];
  double y[MOST], angle, factor;
  if (!swing_run(s, way, frames, frames, disturbance, frame)) return false;
  for (int32_t f = 0; f < frames; f++) y[f] = frame[f].coordinate;
  check_oscillation(y, frames, &angle, &factor);
  *out = (damped){frame[frames - 1].energy, angle * frames / (2.0 * PI)};
  return true;
}

/// All ways at all frame times, as they are, from a start that is disturbed by 1e-9 m, and on paper with the same step.
typedef struct table {
  damped plain[WAYS][FRAMES], disturbed[WAYS][FRAMES], paper[WAYS][FRAMES];
  double euler; ///< The frequency of the mesh over that of Euler and Bernoulli.
} table;

static bool measure_all(check *self, table *t) {
  OWNED(swing_free) swing s = {0};
  if (!equilibrium_possible(self)) return false;
  bool good = swing_make(self, CELLS, &s);
  for (int w = 0; good && w < WAYS; w++)
    for (int f = 0; good && f < FRAMES; f++) {
      t->paper[w][f] = on_paper(per_period[f], ways[w].substeps);
      good = measure(&s, &ways[w], per_period[f], 0.0, &t->plain[w][f]) &&
             measure(&s, &ways[w], per_period[f], 1e-9, &t->disturbed[w][f]);
    }
  if (good) t->euler = s.omega / beam_frequency(&s.beam, false);
  return good;
}

/// Of the frame times, how many follow implicit Euler with the same step, by the rule of the claims named "alike".
/// *undecided: how many a disturbed start moves across its limits.
static int count_alike(check *self, const double *plain, const double *disturbed, const double *paper, int *undecided) {
  int holds = 0;
  *undecided = 0;
  for (int f = 0; f < FRAMES; f++) {
    const double noise = fabs(disturbed[f] - plain[f]);
    const char *outcome = swing_outcome(self, "alike", (plain[f] - noise) / paper[f], (plain[f] + noise) / paper[f]);
    holds += outcome[0] == 'h', *undecided += outcome[0] == 'u';
  }
  return holds;
}

static void draw(check *self, double curve[WAYS + 1][FRAMES]) {
  double x[FRAMES];
  for (int f = 0; f < FRAMES; f++) x[f] = 1.0 / per_period[f];
  for (int w = 0; w < WAYS; w++) check_curve(self, ways[w].label, FRAMES, x, curve[w]);
  check_curve(self, "implicit Euler on paper", FRAMES, x, curve[WAYS]);
}

#define BEAM                                                                                                           \
  "The beam is rubber: 1 m x 0.25 m x 0.25 m, 1 MPa, nu = 0, 1000 kg/m^3, 192 tetrahedra of stvk_strain_tet. It is "   \
  "clamped at one end. It is struck so that it swings in its slowest mode by 1e-5 m, along the diagonal of its "       \
  "section, without gravity and damping, in double. "

static const check_finding_text lost_energy = {
    .key = "lost_energy",
    .title = "How much energy of a swinging beam the time step takes",
    .statement =
        "Implicit Euler takes energy from every motion, also if each step is solved to rounding. In each step h, a "
        "mode of angular frequency omega keeps 1 / (1 + (omega h)^2) of its energy. " BEAM
        "The figure shows the kinetic and elastic energy after one period. The curve newton solves each step. XPBD has "
        "one step per frame with 20 or 100 iterations, or 20 or 100 steps of one iteration. A frame time follows "
        "implicit Euler if this energy is a tenth more or less at most than on paper with the same time step. This is "
        "the rule alike of the papers' claims. It is undecided if a start that is disturbed by 1e-9 m moves the energy "
        "across that limit. Steps that are not solved leave elastic energy in the cells, which can exceed what the "
        "beam had.",
    .x = "frame time / period",
    .y = "energy after one period / energy at the start",
    .log_x = true,
    .log_y = true};

static void energy(check *self, int unused) {
  static table t;
  double left[WAYS + 1][FRAMES], disturbed[FRAMES], paper[FRAMES];
  int holds[WAYS], undecided[WAYS], open = 0;
  if (!measure_all(self, &t)) return;
  for (int w = 0; w < WAYS; w++) {
    for (int f = 0; f < FRAMES; f++)
      left[w][f] = t.plain[w][f].energy, disturbed[f] = t.disturbed[w][f].energy, paper[f] = t.paper[w][f].energy;
    holds[w] = count_alike(self, left[w], disturbed, paper, &undecided[w]);
    open += undecided[w];
  }
  check_why(self, "the square of the amplitude, and the rounding of a solved step");
  for (int f = 0; f < FRAMES; f++) {
    left[WAYS][f] = t.paper[NEWTON][f].energy;
    check_at_most(self, fabs(left[NEWTON][f] / left[WAYS][f] - 1.0), 1e-4,
                  "newton, %d frames a period: energy over that of implicit Euler - 1", (int)per_period[f]);
  }
  check_why(self, "the text of the finding: steps that are not solved can leave more energy than there was");
  check_at_least(self, left[TWENTY][0], 1.0, "20 iterations, 8 frames a period: energy after a period / at the start");
  check_at_least(self, left[HUNDRED_STEPS][1], 0.9, "100 steps, 16 frames a period: the same");
  check_control(self, !(fabs(left[TWENTY][1] / left[WAYS][1] - 1.0) <= 1e-4), "20 iterations, 16 frames a period");
  check_finding(self, &lost_energy,
                "with 16 frames a period, newton leaves %.0f %% of the energy, 20 iterations %.0f %%, 100 iterations "
                "%.0f %%, 20 steps %.0f %%, and 100 steps %.0f %%. With 8, 20 iterations leave %.0f times the energy. "
                "Of 4 frame times, newton follows implicit Euler in %d, 20 iterations in %d, 100 iterations in %d, 20 "
                "steps in %d, and 100 steps in %d. Undecided: %d",
                100 * left[NEWTON][1], 100 * left[TWENTY][1], 100 * left[HUNDRED][1], 100 * left[TWENTY_STEPS][1],
                100 * left[HUNDRED_STEPS][1], left[TWENTY][0], holds[NEWTON], holds[TWENTY], holds[HUNDRED],
                holds[TWENTY_STEPS], holds[HUNDRED_STEPS], open);
  draw(self, left);
}

static const check_finding_text first_frequency = {
    .key = "first_frequency",
    .title = "Too few iterations slow a beam down, short steps do not",
    .statement =
        "A step that is not solved makes a body softer, so it swings slower. The runs are the same as in the finding "
        "on lost energy. The figure shows the frequency of the first mode, divided by the frequency of finite elements "
        "on the same mesh. Implicit Euler turns a mode by atan(omega h) in each step, so its frequency is lower by a "
        "third "
        "of (omega h)^2. A frame time has the frequency of the mesh if it is a tenth more or less at most, the rule "
        "alike of the papers' claims. It is undecided if a start that is disturbed by 1e-9 m moves the frequency "
        "across that limit. The mesh itself is too stiff. By Euler and Bernoulli, the first angular frequency is "
        "1.8751^2 sqrt(E I / (m L^3)). Shear and the inertia of rotation lower it by 4 %.",
    .x = "frame time / period",
    .y = "frequency / frequency of the mesh",
    .log_x = true};

static void frequency(check *self, int unused) {
  static table t;
  double ratio[WAYS + 1][FRAMES], disturbed[FRAMES], mesh[FRAMES];
  int holds[WAYS], undecided[WAYS], open = 0;
  if (!measure_all(self, &t)) return;
  for (int w = 0; w < WAYS; w++) {
    for (int f = 0; f < FRAMES; f++)
      ratio[w][f] = t.plain[w][f].frequency, disturbed[f] = t.disturbed[w][f].frequency, mesh[f] = 1.0;
    holds[w] = count_alike(self, ratio[w], disturbed, mesh, &undecided[w]);
    open += undecided[w];
  }
  check_why(self, "the square of the amplitude, and the rounding of a solved step");
  for (int f = 0; f < FRAMES; f++) {
    ratio[WAYS][f] = t.paper[NEWTON][f].frequency;
    check_at_most(self, fabs(ratio[NEWTON][f] / ratio[WAYS][f] - 1.0), 1e-4,
                  "newton, %d frames a period: frequency over that of implicit Euler - 1", (int)per_period[f]);
  }
  check_why(self, "the title");
  check_at_most(self, ratio[TWENTY][1], 0.9, "20 iterations, 16 frames a period: frequency over that of the mesh");
  check_at_most(self, fabs(ratio[HUNDRED_STEPS][0] - 1.0), 0.02, "100 steps, 8 frames a period: the same - 1");
  check_control(self, !(fabs(ratio[TWENTY][1] / ratio[WAYS][1] - 1.0) <= 1e-4), "20 iterations, 16 frames a period");
  check_finding(
      self, &first_frequency,
      "the mesh has %.2f times the frequency by Euler and Bernoulli. With 16 frames a period, newton has %.2f of the "
      "mesh's frequency, 20 iterations %.2f, 100 iterations %.2f, 20 steps %.2f, and 100 steps %.2f. Of 4 "
      "frame times, newton has the frequency in %d, 20 iterations in %d, 100 iterations in %d, 20 steps in "
      "%d, and 100 steps in %d. Undecided: %d",
      t.euler, ratio[NEWTON][1], ratio[TWENTY][1], ratio[HUNDRED][1], ratio[TWENTY_STEPS][1], ratio[HUNDRED_STEPS][1],
      holds[NEWTON], holds[TWENTY], holds[HUNDRED], holds[TWENTY_STEPS], holds[HUNDRED_STEPS], open);
  draw(self, ratio);
}

void list_dissipation(check_registry *registry) {
  check_add_finding(registry, "lost-energy", "energy that a swinging beam loses in a period, against the time step",
                    energy, 0);
  check_add_finding(registry, "frequency", "first frequency of a beam against the time step", frequency, 0);
}
