/* Why this file exists: what Cetinaslan, "Parallel XPBD Simulation of Modified Morse Potential" claims of its four
 * springs: softness, damping, wrinkles, and how alike they are. Size, masses, gravity, pins and wind are not printed.
 * The short checks have 11 x 11 vertices, the long ones 41 x 41 as printed; both the same edges of 0.25 m. */
#include <math.h>

#include "papers/claims.h"

#define PAPER "Cetinaslan 2019"

/// The hanging cloth with edges of `edge` m: 41 x 41 vertices for 10 s as printed, or 11 x 11 for 2 s.
static claims_setup hanging(const char *spring, double edge, int full) {
  claims_setup setup = claims_setup_of("cloth", spring);
  setup.params.resolution = full ? 41 : 11;
  setup.params.size = edge * (setup.params.resolution - 1);
  setup.frames = full ? 240 : 48;
  return setup;
}

/// Run one setup with each of the four springs. Free all in any case.
static bool run_springs(check *self, claims_setup setup, claims_run run[CLAIMS_SPRINGS]) {
  bool good = true;
  for (int k = 0; k < CLAIMS_SPRINGS; k++) {
    setup.params.constraint = claims_springs[k];
    run[k] = (claims_run){.n = 0};
    if (good) good = claims_run_make(self, &setup, &run[k]);
  }
  return good;
}

static void free_springs(claims_run run[CLAIMS_SPRINGS]) {
  for (int k = 0; k < CLAIMS_SPRINGS; k++) claims_run_free(&run[k]);
}

static const check_claim_text softness_claim = {"morse_softness_order", PAPER, "Abstract; Sects. 1, 7; Fig. 1",
                                                "stretching is stiffer than Morse, Morse than Hooke", "-"};
static const check_claim_text stvk_claim = {"morse_stvk_like_stretching", PAPER, "Sects. 1, 7",
                                            "the StVK spring behaves almost like stretching", "-"};
static const check_claim_text dynamic_claim = {"morse_undamped_dynamic", PAPER, "Fig. 8 top",
                                               "undamped, Morse and Hooke move more than stretching and StVK", "-"};
static const check_claim_text iterations_claim = {"morse_iterations_stiffen", PAPER, "Abstract; Sect. 1",
                                                  "stretching becomes too stiff with many iterations", "-"};

/* Of the effective potentials C^2 / (2 alpha), quartic but for stretching, follows (alpha F / 2 k^2)^(1/3) for Morse
 * and (2 alpha F / k^2)^(1/3) for Hooke: a ratio of 4^(1/3) = 1.59. */
static void softness(check *self, int full) {
  claims_run run[CLAIMS_SPRINGS], stiff = {.n = 0};
  claims_setup setup = hanging("hookean:alpha=1e-8", 0.25, full);
  const double side = setup.params.size;
  if (run_springs(self, setup, run) && claims_run_make(self, &setup, &stiff)) {
    const claims_run *a = &run[CLAIMS_STRETCHING], *m = &run[CLAIMS_MORSE], *k = &run[CLAIMS_HOOKEAN],
                     *v = &run[CLAIMS_STVK];
    check_at_least(self, m->strain / a->strain, 4.0, "mean strain, Morse / stretching");
    check_between(self, k->strain / m->strain, 1.3, 1.8, "mean strain, Hooke / Morse");
    check_at_least(self, m->sag / a->sag, 1.05, "largest sag, Morse / stretching");
    check_at_least(self, k->sag / m->sag, 1.03, "largest sag, Hooke / Morse");
    check_control(self, !(stiff.strain / m->strain >= 1.3), "Hooke with a thousandth of the compliance");
    check_claim(self, claims_cited(self, &softness_claim), CLAIMS_REPRODUCED,
                "mean strain %.2g < %.2g < %.2g, sag / side %.2f < %.2f < %.2f", a->strain, m->strain, k->strain,
                a->sag / side, m->sag / side, k->sag / side);
    check_at_least(self, v->strain / k->strain, 1.3, "edges of 0.25 m: mean strain, StVK / Hooke");
    check_claim(self, claims_cited(self, &stvk_claim), CLAIMS_REFUTED ": it is the softest with edges of 0.25 m",
                "mean strain %.2g, stretching %.2g, Hooke %.2g", v->strain, a->strain, k->strain);
    if (full) { /* 2 s are less than a swing */
      check_at_least(self, v->kinetic_late / fmax(a->kinetic_late, fmax(m->kinetic_late, k->kinetic_late)), 1.05,
                     "kinetic energy late / peak, StVK / most of the others");
      check_at_least(self, fmin(m->kinetic_late, k->kinetic_late) / a->kinetic_late, 1.1,
                     "the same, Morse, Hooke / stretching");
      check_claim(self, claims_cited(self, &dynamic_claim), "only half: StVK moves most, in the order of softness",
                  "kinetic energy late / peak: stretching %.2f, Morse %.2f, Hooke %.2f, StVK %.2f", a->kinetic_late,
                  m->kinetic_late, k->kinetic_late, v->kinetic_late);
    } else {
      check_claim(self, claims_cited(self, &dynamic_claim), CLAIMS_FULL,
                  "2 s are less than a swing of the large cloth");
    }
  }
  free_springs(run);
  claims_run_free(&stiff);
}

/* The place of the StVK spring in the order depends on the rest length in scene units: C ~ 2 k l0^2 (l - l0)^2. Gravity
 * grows with the size here, so that all cloths move alike. */
static void stvk_spring(check *self, int full) {
  claims_run stretching, stvk;
  double ratio[2] = {NAN, NAN};
  for (int k = 0; k < 2; k++) {
    claims_setup setup = hanging("stretching", k ? 5.0 : 0.25, full);
    setup.params.gravity = k ? 9.81 * 20.0 : 9.81;
    bool good = claims_run_make(self, &setup, &stretching);
    setup.params.constraint = "stvk";
    good = claims_run_make(self, &setup, &stvk) && good;
    if (good) ratio[k] = stvk.strain / stretching.strain;
    if (good && k)
      check_claim(self, claims_cited(self, &stvk_claim), "only with edges far longer than 1 m, as the units enter",
                  "edges of 5 m: mean strain %.2g, stretching %.2g; ratio %.1f against %.0f with 0.25 m", stvk.strain,
                  stretching.strain, ratio[1], ratio[0]);
    claims_run_free(&stretching);
    claims_run_free(&stvk);
  }
  check_at_least(self, ratio[0], 10.0, "edges of 0.25 m: mean strain, StVK / stretching");
  check_between(self, ratio[1], 0.8, 4.0, "edges of 5 m: mean strain, StVK / stretching");
  check_control(self, !(ratio[0] <= 4.0), "the short edges");
}

/// How much late kinetic energy, strain and folds change, relative.
static double change(const claims_run *a, const claims_run *b) {
  return fmax(fabs(b->kinetic_late / a->kinetic_late - 1.0),
              fmax(fabs(b->strain / a->strain - 1.0), fabs(b->fold / a->fold - 1.0)));
}

static const check_claim_text dissipates_claim = {"morse_stretching_dissipates", PAPER, "Abstract; Sect. 1",
                                                  "beta 0.3 and 1.0 damp stretching and StVK sooner", "-"};
static const check_claim_text identical_claim = {"morse_damped_wrinkles", PAPER, "Sect. 7; Fig. 7",
                                                 "at beta 1.0 Hooke and Morse still wrinkle, stretching does not", "-"};

/* gamma = alpha beta / h is 2.4e-4 at most: the printed damping is nothing. Misread as alpha beta / h^3 it is 0.14. */
static void damping(check *self, int full) {
  static const char *const springs[2] = {"stretching", "hookean"};
  double changed[2][2] = {{NAN, NAN}, {NAN, NAN}}, late[2] = {NAN, NAN}, fold[2] = {NAN, NAN}, control = NAN;
  for (int s = 0; s < 2; s++) {
    claims_run none, damped;
    claims_setup setup = hanging(springs[s], 0.25, full);
    bool good = claims_run_make(self, &setup, &none);
    for (int reading = 0; reading < 2 && good; reading++) {
      setup.params.damping = 1.0;
      setup.params.damping_reading = reading ? XPBD_DAMPING_TILDE : XPBD_DAMPING_XPBD;
      good = claims_run_make(self, &setup, &damped);
      if (good) changed[s][reading] = change(&none, &damped);
      claims_run_free(&damped);
    }
    late[s] = none.kinetic_late, fold[s] = none.fold;
    setup.params.damping = 0.0;
    setup.params.global_damping = 0.05;
    if (s == 0 && good && claims_run_make(self, &setup, &damped)) {
      control = change(&none, &damped);
      claims_run_free(&damped);
    }
    claims_run_free(&none);
  }
  for (int s = 0; s < 2; s++) {
    check_at_most(self, changed[s][0], 0.02, "%s, beta 1: change of motion, strain and folds", springs[s]);
    check_at_most(self, changed[s][1], 0.5, "%s, beta 1, gamma = alpha beta / h^3: the same", springs[s]);
  }
  check_control(self, !(control <= 0.02), "damping of 5 %% of the velocities in a step: changes by %g", control);
  check_at_least(self, fold[1] / fold[0], 1.15, "beta 0: mean fold, Hooke / stretching");
  check_claim(self, claims_cited(self, &dissipates_claim), CLAIMS_REFUTED ": gamma is 2e-4, the time stepping damps",
              "beta 1 against 0: stretching changes by %.1e, Hooke by %.1e; with gamma = alpha beta / h^3 %.1e, %.1e",
              changed[0][0], changed[1][0], changed[0][1], changed[1][1]);
  check_claim(self, claims_cited(self, &identical_claim), CLAIMS_REPRODUCED ": as without damping, which does nothing",
              "mean fold %.3f Hooke, %.3f stretching [rad]; kinetic energy late / peak %.2f, %.2f", fold[1], fold[0],
              late[1], late[0]);
}

static const check_claim_text flag_claim = {"morse_flag_wrinkles", PAPER, "Sect. 7; Fig. 2",
                                            "the flag wrinkles least with stretching", "-"};

/* A flag of 0.02 kg a particle, upright in a wind of 5 m/s that swings. With bending constraints it is smoother, which
 * is what a spring that wrinkles less would look like. */
static void flag(check *self, int full) {
  claims_run run[CLAIMS_SPRINGS], smooth = {.n = 0};
  claims_setup setup = claims_setup_of("flag", "hookean");
  setup.params.resolution = full ? 41 : 11;
  setup.params.size = 0.25 * (setup.params.resolution - 1);
  setup.frames = full ? 240 : 60;
  claims_setup bent = setup;
  bent.params.bending = "distance_bending";
  bent.params.bending_compliance = 1e-4;
  if (run_springs(self, setup, run) && claims_run_make(self, &bent, &smooth)) {
    double fold[CLAIMS_SPRINGS];
    for (int s = 0; s < CLAIMS_SPRINGS; s++) fold[s] = run[s].fold;
    const double least = fmin(fold[CLAIMS_MORSE], fmin(fold[CLAIMS_HOOKEAN], fold[CLAIMS_STVK]));
    check_between(self, fold[CLAIMS_STRETCHING] / least, 0.95, 1.6, "mean fold, stretching / least of the others");
    check_control(self, !(smooth.fold / least >= 0.95), "Hooke with bending constraints: %g rad", smooth.fold);
    check_claim(self, claims_cited(self, &flag_claim), CLAIMS_REFUTED,
                "mean fold: stretching %.3f, Morse %.3f, Hooke %.3f, StVK %.3f rad", fold[CLAIMS_STRETCHING],
                fold[CLAIMS_MORSE], fold[CLAIMS_HOOKEAN], fold[CLAIMS_STVK]);
  }
  free_springs(run);
  claims_run_free(&smooth);
}

static const check_claim_text sphere_claim = {"morse_sphere_alike", PAPER, "Sect. 7; Fig. 5",
                                              "on a sphere all four springs look almost alike", "-"};

/* Falls of the centre of mass after 3 s, spread over the four springs. */
static void sphere(check *self, int full) {
  double spread[2] = {NAN, NAN};
  for (int k = 0; k < 2; k++) {
    claims_run run[CLAIMS_SPRINGS];
    claims_setup setup = claims_setup_of("cloth_on_sphere", NULL);
    setup.params.resolution = full ? 41 : 15;
    if (!full) setup.settings.iterations = 100;
    setup.params.size = (k ? 0.25 : 1.0) * (setup.params.resolution - 1);
    setup.params.damping = 0.0; /* see damping() */
    if (run_springs(self, setup, run)) {
      double low = INFINITY, high = 0.0;
      for (int s = 0; s < CLAIMS_SPRINGS; s++) low = fmin(low, run[s].fall), high = fmax(high, run[s].fall);
      spread[k] = (high - low) / low;
    }
    free_springs(run);
  }
  check_at_most(self, spread[0], 0.15, "edges of 1 m: spread of the fall of the centre of mass");
  check_at_least(self, spread[1], 0.2, "edges of 0.25 m: the same");
  check_control(self, !(spread[1] <= 0.15), "the small cloth");
  check_claim(self, claims_cited(self, &sphere_claim), "only with edges of about 1 m",
              "fall of the centre of mass differs by %.0f %% with edges of 1 m, %.0f %% with 0.25 m", 100.0 * spread[0],
              100.0 * spread[1]);
}

/* Strain falls with the iterations towards that of alpha, not to 0: stiffness is an error of convergence. */
static void iterations(check *self, int full) {
  static const int32_t count[5] = {20, 100, 400, 100, 400};
  double strain[5] = {NAN, NAN, NAN, NAN, NAN};
  for (int k = 0; k < 5; k++) { /* the last two so soft that 100 iterations are enough */
    claims_run run;
    claims_setup setup = hanging(k < 3 ? "stretching" : "stretching:alpha=0.1", 0.25, full);
    setup.settings.iterations = count[k];
    if (claims_run_make(self, &setup, &run)) strain[k] = run.strain;
    claims_run_free(&run);
  }
  check_at_least(self, strain[0] / strain[1], 1.5, "mean strain, 20 / 100 iterations");
  check_at_least(self, strain[1] / strain[2], 1.2, "mean strain, 100 / 400 iterations");
  check_control(self, !(strain[3] / strain[4] >= 1.2), "alpha 0.1, converged: ratio %g", strain[3] / strain[4]);
  check_claim(self, claims_cited(self, &iterations_claim), CLAIMS_REPRODUCED,
              "mean strain %.2g, %.2g, %.2g with 20, 100, 400 iterations", strain[0], strain[1], strain[2]);
}

void claims_list_springs(check_registry *registry, int full) {
  check_add(registry, "springs-softness", "order of the four springs' softness", softness, full);
  check_add(registry, "springs-stvk", "the StVK spring against the length of the edges", stvk_spring, full);
  check_add(registry, "springs-damping", "beta 1 against beta 0", damping, full);
  check_add(registry, "springs-flag", "wrinkles of a flag", flag, full);
  check_add(registry, "springs-sphere", "cloth on a sphere, two sizes", sphere, full);
  check_add(registry, "springs-iterations", "stiffness against iterations", iterations, full);
}
