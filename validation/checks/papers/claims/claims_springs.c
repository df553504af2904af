/* Why this file exists: judges the claims of Cetinaslan, "Parallel XPBD Simulation of Modified Morse Potential" about
 * its four springs: softness, damping, wrinkles, and how alike they are. Size, masses, gravity, pins and wind are not
 * printed. The short checks have 11 x 11 vertices, the long ones 41 x 41 as printed; both have edges of 0.25 m. */
#include <math.h>

#include "claims.h"

/// The hanging cloth with edges of `edge` m: 41 x 41 vertices for 10 s as printed, or 11 x 11 for 2 s.
static claims_setup hanging(const char *spring, double edge, int full) {
  claims_setup setup = claims_setup_of("cloth", spring);
  setup.params.resolution = full ? 41 : 11;
  setup.params.size = edge * (setup.params.resolution - 1);
  setup.frames = full ? 240 : 48;
  return setup;
}

/* gamma = alpha beta / h is at most 2.4e-4, so the printed damping has little effect. Misread as alpha beta / h^3 it is
 * 0.14. The control swings in a hundredth of the gravity. */
static void damping(check *self, int full) {
  static const char *const springs[2] = {"stretching", "hookean"};
  double kept[2][3]; /* kinetic energy late in the run, damped / not: two readings of gamma, and the control */
  for (int s = 0; s < 2; s++) {
    claims_run none, damped;
    claims_setup setup = hanging(springs[s], 0.25, full);
    const bool good = claims_run_make(self, &setup, &none);
    for (int k = 0; k < 3; k++) {
      setup.params.damping = 1.0;
      setup.params.gravity = k < 2 ? 9.81 : 0.0981;
      setup.params.damping_reading = k == 1 ? XPBD_DAMPING_TILDE : XPBD_DAMPING_XPBD;
      kept[s][k] = claims_run_make(self, &setup, &damped) && good
                       ? damped.kinetic_late * damped.kinetic_peak / (none.kinetic_late * none.kinetic_peak)
                       : (double)NAN;
      claims_run_free(&damped);
    }
    claims_run_free(&none);
  }
  check_control(self, kept[0][2] <= 0.9, "a hundredth of the gravity leaves %g", kept[0][2]);
  claims_case(self, kept[0][0] / kept[1][0], "gamma = alpha beta / h");
  claims_case(self, kept[0][1] / kept[1][1], "gamma = alpha beta / h^3");
  claims_judge(
      self, "morse_stretching_dissipates", NULL,
      full ? "as printed: 4880 edges, alpha 1e-5, 200 iterations, beta 0 and 1; edges of 0.25 m, 9.81 m/s^2, "
             "not printed; 10 s; gamma also as alpha beta / h^3"
           : "alpha 1e-5, 200 iterations, beta 0 and 1 as printed; 320 of 4880 edges, of 0.25 m, 9.81 m/s^2, "
             "not printed; 2 s; gamma also as alpha beta / h^3",
      NULL,
      "kinetic energy of the last quarter, beta 1 / beta 0: stretching %.3f, Hooke %.3f; with gamma = alpha beta / h^3 "
      "%.3f, %.3f",
      kept[0][0], kept[1][0], kept[0][1], kept[1][1]);
}

/* A flag of 0.02 kg a particle, upright in a wind of 5 m/s that swings. With bending constraints it is smoother, like a
 * spring that wrinkles less. */
static void flag(check *self, int full) {
  claims_run run[CLAIMS_SPRINGS], smooth = {.n = 0};
  claims_setup setup = claims_setup_of("flag", "hookean");
  setup.params.resolution = full ? 41 : 11;
  setup.params.size = 0.25 * (setup.params.resolution - 1);
  setup.frames = full ? 240 : 60;
  claims_setup bent = setup;
  bent.params.bending = "distance_bending";
  bent.params.bending_compliance = 1e-4;
  if (claims_runs_make(self, setup, claims_springs, CLAIMS_SPRINGS, run) && claims_run_make(self, &bent, &smooth)) {
    double fold[CLAIMS_SPRINGS];
    for (int s = 0; s < CLAIMS_SPRINGS; s++) fold[s] = run[s].fold;
    const double least = check_smaller(fold[CLAIMS_MORSE], check_smaller(fold[CLAIMS_HOOKEAN], fold[CLAIMS_STVK]));
    check_control(self, !(smooth.fold / least >= 0.95), "Hooke with bending constraints: %g rad", smooth.fold);
    claims_case(self, fold[CLAIMS_STRETCHING] / least, "all of it");
    claims_judge(self, "morse_flag_wrinkles", NULL,
                 full ? "as printed: 4880 edges, alpha 1e-5, 100 iterations, beta 1, k 10; edges of 0.25 m, 0.02 kg, 5 "
                        "m/s, 9.81 m/s^2"
                      : "alpha 1e-5, 100 iterations, beta 1, k 10 as printed; 320 of 4880 edges, of 0.25 m, 0.02 kg, 5 "
                        "m/s, 9.81 m/s^2",
                 NULL, "mean fold: stretching %.3f, Morse %.3f, Hooke %.3f, StVK %.3f rad", fold[CLAIMS_STRETCHING],
                 fold[CLAIMS_MORSE], fold[CLAIMS_HOOKEAN], fold[CLAIMS_STVK]);
  }
  claims_runs_free(run, CLAIMS_SPRINGS);
  claims_run_free(&smooth);
}

/* Distances that the centre of mass has fallen after 3 s, over the four springs. */
static void sphere(check *self, int full) {
  enum { EDGES = 3 };
  static const double edges[EDGES] = {0.25, 1.0, 4.0};
  double spread[EDGES];
  for (int k = 0; k < EDGES; k++) {
    claims_run run[CLAIMS_SPRINGS];
    claims_setup setup = claims_setup_of("cloth_on_sphere", NULL);
    setup.params.resolution = full ? 41 : 15;
    if (!full) setup.settings.iterations = 100;
    setup.params.size = edges[k] * (setup.params.resolution - 1);
    const bool good = claims_runs_make(self, setup, claims_springs, CLAIMS_SPRINGS, run);
    double low = INFINITY, high = 0.0;
    for (int s = 0; s < CLAIMS_SPRINGS; s++)
      low = check_smaller(low, run[s].fall), high = check_larger(high, run[s].fall);
    spread[k] = good ? (high - low) / low : (double)NAN;
    claims_runs_free(run, CLAIMS_SPRINGS);
    claims_case(self, spread[k], "edges of %g m", edges[k]);
  }
  check_control(self, !(spread[0] <= 0.1), "the small cloth");
  claims_judge(self, "morse_sphere_alike", NULL,
               full ? "as printed: 4880 edges, alpha 1e-5, 200 iterations, beta 0.3, k 10; edges of 0.25, 1, 4 m, 9.81 "
                      "m/s^2, not printed"
                    : "alpha 1e-5, beta 0.3, k 10 as printed; 616 of 4880 edges, 100 of 200 iterations; edges of 0.25, "
                      "1, 4 m, 9.81 m/s^2, not printed",
               NULL, "fall of the centre of mass differs by %.0f, %.0f, %.0f %% with edges of 0.25, 1, 4 m",
               100.0 * spread[0], 100.0 * spread[1], 100.0 * spread[2]);
}

/* Strain falls with the iterations towards that of alpha, not to 0: the stiffness is an error of convergence. */
static void iterations(check *self, int full) {
  static const int32_t count[5] = {20, 100, 400, 100, 400};
  double strain[5] = {NAN, NAN, NAN, NAN, NAN};
  for (int k = 0; k < 5; k++) { /* the last two so soft that 100 iterations are enough */
    OWNED(claims_run_free) claims_run run = {0};
    claims_setup setup = hanging(k < 3 ? "stretching" : "stretching:alpha=0.1", 0.25, full);
    setup.settings.iterations = count[k];
    if (claims_run_make(self, &setup, &run)) strain[k] = run.strain;
  }
  check_control(self, !(strain[3] / strain[4] >= 1.2), "alpha 0.1, converged: ratio %g", strain[3] / strain[4]);
  claims_case(self, strain[1] / strain[0], "from 20 to 100");
  claims_case(self, strain[2] / strain[1], "from 100 to 400");
  claims_judge(self, "morse_iterations_stiffen", NULL,
               full
                   ? "as printed: 4880 edges, alpha 1e-5, beta 0, h 1/24 s; 20 to 400 iterations; edges of 0.25 m, 10 s"
                   : "alpha 1e-5, beta 0, h 1/24 s as printed; 20 to 400 iterations; 320 of 4880 edges, of 0.25 m, 2 s",
               NULL, "mean strain %.2g, %.2g, %.2g with 20, 100, 400 iterations", strain[0], strain[1], strain[2]);
}

void claims_list_springs(check_registry *registry, int full) {
  claims_add(registry, "springs-damping", "beta 1 against beta 0", damping, full);
  claims_add(registry, "springs-flag", "wrinkles of a flag", flag, full);
  claims_add(registry, "springs-sphere", "cloth on a sphere, two sizes", sphere, full);
  claims_add(registry, "springs-iterations", "stiffness against iterations", iterations, full);
}
