/* Why this file exists: judges the claims of Cetinaslan 2019 and 2023 about bodies: sag and volume of a hanging body, a
 * fall that is too slow, a beam pushed down by a sphere. The bunny may not be shipped here. A body with two ears
 * replaces it, with the same counts in the long checks (4098 vertices) and 258 in the short ones. */
#include <math.h>
#include <stdio.h>

#include "claims.h"

static claims_setup hanging(const char *constraint, int full) {
  claims_setup setup = claims_setup_of("blob", constraint);
  setup.params.resolution = full ? 33 : 9;
  setup.frames = full ? 72 : 36;
  return setup;
}

/// Settings of the body of springs, then of the body of strains.
#define SPRINGS(full)                                                                                                  \
  ((full) ? "as printed: 4098 vertices, alpha 1e-4, 50 iterations, beta 0, k 10; a body of 14.5 m with two ears, 3 s"  \
          : "alpha 1e-4, 50 iterations, beta 0, k 10 as printed; 258 of 4098 vertices, a body of 14.5 m, 1.5 s")
#define STRAINS(full)                                                                                                  \
  ((full)                                                                                                              \
       ? "as printed: 4098 vertices, alpha 1e-4, beta 0.3, 50 to 200 iterations; a body of 14.5 m with two ears, 1 s"  \
       : "alpha 1e-4, beta 0.3, 50 to 200 iterations as printed; 258 of 4098 vertices, a body of 14.5 m, 0.5 s")

/// One of two springs keeps the volume better if their errors differ by a tenth.
#define APART 1.1

/// One spring with the volume constraint, on a body of `size` [m]. Free in any case.
static bool hang(check *self, const char *spring, double beta, double size, int full, claims_run *out) {
  char constraint[64];
  snprintf(constraint, sizeof constraint, "%s+tet_volume", spring);
  claims_setup setup = hanging(constraint, full);
  setup.params.damping = beta;
  setup.params.size = size;
  return claims_run_make(self, &setup, out);
}

/* The order of the volumes depends on the mesh and on the size, so each size has its case. */
static void volumes(check *self, int full) {
  enum { SIZES = 3 };
  static const double sizes[SIZES] = {1.0, 4.0, 14.5};
  double e[SIZES][CLAIMS_SPRINGS];
  for (int k = 0; k < SIZES; k++)
    for (int s = 0; s < CLAIMS_SPRINGS; s++) {
      OWNED(claims_run_free) claims_run run = {0};
      e[k][s] =
          hang(self, claims_springs[s], 0.0, sizes[k], full, &run) && !run.diverged ? run.volume_error : (double)NAN;
    }
  const char *settings = full ? "as printed: 4098 vertices, alpha 1e-4, 50 iterations, beta 0, k 10; bodies of 1, 4, "
                                "14.5 m with two ears, 1 kg, 9.81 m/s^2, none printed; 3 s"
                              : "alpha 1e-4, 50 iterations, beta 0, k 10 as printed; 258 of 4098 vertices; bodies of "
                                "1, 4, 14.5 m, 1 kg, 9.81 m/s^2, none printed; 1.5 s";
  OWNED(claims_run_free) claims_run loose = {0};
  const claims_setup without = hanging("hookean", full);
  if (claims_run_make(self, &without, &loose))
    check_control(self, !(loose.volume_error / e[SIZES - 1][CLAIMS_HOOKEAN] <= 1.0), "Hooke without volumes: %g",
                  loose.volume_error);
  for (int k = 0; k < SIZES; k++)
    claims_case(self,
                e[k][CLAIMS_STRETCHING] /
                    check_smaller(e[k][CLAIMS_MORSE], check_smaller(e[k][CLAIMS_HOOKEAN], e[k][CLAIMS_STVK])),
                "a body of %g m", sizes[k]);
  claims_judge(
      self, "morse_bunny_volume_best", NULL, settings, NULL,
      "mean |V / V0 - 1|, stretching and the best of the others: 1 m %.2g, %.2g; 4 m %.2g, %.2g; 14.5 m %.2g, %.2g",
      e[0][CLAIMS_STRETCHING],
      check_smaller(e[0][CLAIMS_MORSE], check_smaller(e[0][CLAIMS_HOOKEAN], e[0][CLAIMS_STVK])),
      e[1][CLAIMS_STRETCHING],
      check_smaller(e[1][CLAIMS_MORSE], check_smaller(e[1][CLAIMS_HOOKEAN], e[1][CLAIMS_STVK])),
      e[2][CLAIMS_STRETCHING],
      check_smaller(e[2][CLAIMS_MORSE], check_smaller(e[2][CLAIMS_HOOKEAN], e[2][CLAIMS_STVK])));
  for (int k = 0; k < SIZES; k++)
    claims_case(self, e[k][CLAIMS_MORSE] / check_smaller(e[k][CLAIMS_HOOKEAN], e[k][CLAIMS_STVK]), "a body of %g m",
                sizes[k]);
  claims_judge(
      self, "morse_bunny_volume_order", NULL, settings, NULL,
      "mean |V / V0 - 1|, Morse, Hooke, StVK: 1 m %.2g, %.2g, %.2g; 4 m %.2g, %.2g, %.2g; 14.5 m %.2g, %.2g, %.2g",
      e[0][CLAIMS_MORSE], e[0][CLAIMS_HOOKEAN], e[0][CLAIMS_STVK], e[1][CLAIMS_MORSE], e[1][CLAIMS_HOOKEAN],
      e[1][CLAIMS_STVK], e[2][CLAIMS_MORSE], e[2][CLAIMS_HOOKEAN], e[2][CLAIMS_STVK]);
}

/// Counts pairs of springs that differ in at least one of two runs, and how many of these change their order in the
/// second. A pair with NaN counts as changed.
static void compare_orders(const double first[CLAIMS_SPRINGS], const double second[CLAIMS_SPRINGS], int *apart,
                           int *turned) {
  *apart = *turned = 0;
  for (int i = 0; i < CLAIMS_SPRINGS; i++)
    for (int j = i + 1; j < CLAIMS_SPRINGS; j++) {
      const double a = first[i] / first[j], b = second[i] / second[j];
      if (a < APART && a > 1.0 / APART && b < APART && b > 1.0 / APART) continue;
      ++*apart;
      *turned += !((a > 1.0 && b > 1.0) || (a < 1.0 && b < 1.0));
    }
}

/* The claim is about the order, whatever it is. The order of our body is not the printed one, see volumes(). The two
 * beta are those of Fig. 7. */
static void judge_damping(check *self, const claims_run run[CLAIMS_SPRINGS], int full) {
  static const struct {
    double beta;
    const char *part;
  } cases[2] = {{0.3, "beta 0.3"}, {1.0, "beta 1"}};
  double none[CLAIMS_SPRINGS], damped[CLAIMS_SPRINGS], reversed[CLAIMS_SPRINGS], sag = NAN;
  int apart, turned;
  for (int s = 0; s < CLAIMS_SPRINGS; s++) {
    none[s] = run[s].diverged ? (double)NAN : run[s].volume_error;
    reversed[s] = 1.0 / none[s];
  }
  compare_orders(none, reversed, &apart, &turned);
  check_control(self, turned > 0 && turned == apart, "the springs in reversed order: %d pairs of %d", turned, apart);
  for (int k = 0; k < 2; k++) {
    for (int s = 0; s < CLAIMS_SPRINGS; s++) {
      OWNED(claims_run_free) claims_run one = {0};
      const bool good = hang(self, claims_springs[s], cases[k].beta, 14.5, full, &one) && !one.diverged;
      damped[s] = good ? one.volume_error : (double)NAN;
      sag = good ? one.sag : (double)NAN; /* finally that of the last, StVK, with beta 1 */
    }
    compare_orders(none, damped, &apart, &turned);
    check_at_least(self, apart, 1, "%s: pairs of springs whose errors of the volume differ by a tenth, of 6",
                   cases[k].part);
    claims_case(self, turned, "all pairs");
    claims_judge(self, "morse_bunny_volume_damping", cases[k].part,
                 full ? "4098 vertices, beta 0, 0.3 and 1 as printed; alpha 1e-4, 50 iterations, k 10 as printed for "
                        "beta 0; a body of 14.5 m, 3 s"
                      : "beta 0, 0.3 and 1 as printed; alpha 1e-4, 50 iterations, k 10 as printed for beta 0; 258 of "
                        "4098 vertices, a body of 14.5 m, 1.5 s",
                 NULL,
                 "%d of %d pairs change their order; mean |V / V0 - 1| without and with: stretching %.3g, %.3g, Morse "
                 "%.3g, %.3g, Hooke %.3g, %.3g, StVK %.3g, %.3g",
                 turned, apart, none[CLAIMS_STRETCHING], damped[CLAIMS_STRETCHING], none[CLAIMS_MORSE],
                 damped[CLAIMS_MORSE], none[CLAIMS_HOOKEAN], damped[CLAIMS_HOOKEAN], none[CLAIMS_STVK],
                 damped[CLAIMS_STVK]);
  }
  check_at_most(self, fabs(sag / run[CLAIMS_STVK].sag - 1.0), 0.02, "StVK, beta 1: change of the sag");
  check_at_most(self, fabs(damped[CLAIMS_STVK] / none[CLAIMS_STVK] - 1.0), 0.1,
                "StVK, beta 1: change of the volume's error");
}

/* The four springs with the volume constraint. */
static void springs(check *self, int full) {
  claims_run run[CLAIMS_SPRINGS] = {{.n = 0}}, stiff = {.n = 0};
  bool good = true;
  for (int s = 0; s < CLAIMS_SPRINGS && good; s++) good = hang(self, claims_springs[s], 0.0, 14.5, full, &run[s]);
  if (good && hang(self, "hookean:alpha=1e-9", 0.0, 14.5, full, &stiff)) {
    const claims_run *a = &run[CLAIMS_STRETCHING], *m = &run[CLAIMS_MORSE], *k = &run[CLAIMS_HOOKEAN],
                     *v = &run[CLAIMS_STVK];
    check_control(self, !(stiff.sag / m->sag >= 1.1), "Hooke with alpha 1e-9: sag %g m", stiff.sag);
    claims_case(self, m->sag / a->sag, "with Morse");
    claims_case(self, k->sag / a->sag, "with Hooke");
    claims_case(self, v->sag / a->sag, "with StVK");
    claims_judge(self, "morse_bunny_sag", NULL, SPRINGS(full), NULL,
                 "largest sag / height: stretching %.3f, Morse %.3f, Hooke %.3f, StVK %.3f", a->sag / a->height,
                 m->sag / m->height, k->sag / k->height, v->sag / v->height);
    judge_damping(self, run, full);
    const double worst = check_larger(
        run[0].volume_error, check_larger(run[1].volume_error, check_larger(run[2].volume_error, run[3].volume_error)));
    if (full)
      claims_left(self, "morse_bunny_volume_tolerable", NULL, SPRINGS(1), "a matter of taste: no limit is printed",
                  "mean |V / V0 - 1|: %.3f at most", worst);
  }
  claims_runs_free(run, CLAIMS_SPRINGS);
  claims_run_free(&stiff);
}

/* "Has barely moved" is "not possible to observe in the supplemental video" (Sect. 6.3). It is taken as a hundredth of
 * the height, which is five rows of a picture in which the body has 500. Stretching by more can be observed. */
#define BARELY 0.01 /* also in claims.csv */

/* "Rather limited" with 50 and 100 iterations, "barely" with 200: the words fix only the order. A fiftieth is more than
 * the variation between machines. The height is not printed, and a smaller body sags by a larger part of it. */
static void strain(check *self, int full) {
  static const struct {
    const char *constraint;
    int32_t iterations;
  } cases[5] = {{"sbd_tet+tet_determinant", 50},
                {"sbd_tet+tet_determinant", 100},
                {"sbd_tet+tet_determinant", 200},
                {"esbd_tet+tet_determinant", 200},
                {"esbd_tet:k=1e5+tet_determinant", 200}};
  claims_run run[5] = {{.n = 0}};
  double sag[5];
  bool good = true;
  for (int k = 0; k < 5; k++) {
    claims_setup setup = hanging(cases[k].constraint, full);
    setup.params.damping = 0.3;
    setup.settings.iterations = cases[k].iterations;
    setup.frames = full ? 24 : 12; /* the first swing has the largest sag */
    good = good && claims_run_make(self, &setup, &run[k]);
    sag[k] = good ? run[k].sag / run[k].height : (double)NAN;
  }
  check_control(self, !(sag[4] / sag[2] >= 3.0), "ESBD with k = 1e5: sag / height %g", sag[4]);
  claims_case(self, sag[2], "all of it");
  claims_judge(self, "esbd_bunny_rigid", "SBD barely moves", STRAINS(full), "by stiffness, not by damping",
               "largest sag / height at 200 iterations: SBD %.4f", sag[2]);
  claims_case(self, sag[3], "all of it");
  claims_judge(self, "esbd_bunny_rigid", "ESBD stretches", STRAINS(full), NULL,
               "largest sag / height at 200 iterations: ESBD %.3f, SBD %.4f", sag[3], sag[2]);
  claims_case(self, sag[1] / sag[0], "from 50 to 100");
  claims_case(self, sag[2] / sag[1], "from 100 to 200");
  claims_judge(self, "esbd_bunny_iterations", "SBD against iterations", STRAINS(full), NULL,
               "largest sag / height: %.4f, %.4f, %.4f at 50, 100, 200 iterations", sag[0], sag[1], sag[2]);
  claims_case(self, sag[3] / sag[0], "all of it");
  claims_judge(self, "esbd_bunny_iterations", "ESBD at 200 above all of them", STRAINS(full), NULL,
               "largest sag / height: ESBD %.3f, SBD %.4f at most", sag[3], sag[0]);
  if (good && full) { /* the coarse body keeps it to 1e-5 in both */
    claims_case(self, run[2].volume_error / run[3].volume_error, "all of it");
    claims_judge(self, "esbd_bunny_volume", NULL, STRAINS(1), NULL,
                 "mean |V / V0 - 1| at 200 iterations: SBD %.1e, ESBD %.1e", run[2].volume_error, run[3].volume_error);
  }
  if (!full)
    claims_left(self, "esbd_bunny_volume", NULL, STRAINS(0), CLAIMS_FULL, "the coarse body keeps it to 1e-5 in both");
  claims_runs_free(run, 5);
}

/* Sect. 6.5 names bunny and cow. It calls 1e-6 and 1e-5 low, 1e-4 and 1e-3 high. Rigid means that it barely moves. A
 * body that has lost its deformable behaviour significantly has at most half of it. A tenth more is more damped. */
static void compliance(check *self, int full) {
  enum { ALPHAS = 4, LOOSE = ALPHAS, CASES };
  static const double alpha[CASES] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-6};
  double sag[CASES], late[CASES];
  for (int k = 0; k < CASES; k++) { /* the last with one iteration */
    claims_setup setup = hanging("sbd_tet+tet_determinant", full);
    setup.params.compliance = alpha[k];
    setup.params.damping = 0.3;
    setup.settings.iterations = k == LOOSE ? 1 : 200;
    setup.frames = full ? 48 : 12;
    OWNED(claims_run_free) claims_run run = {0};
    const bool good = claims_run_make(self, &setup, &run);
    sag[k] = good ? run.sag / run.height : (double)NAN;
    late[k] = good ? run.kinetic_late : (double)NAN;
  }
  check_control(self, !(sag[LOOSE] <= BARELY), "alpha 1e-6 with one iteration: sag / height %g", sag[LOOSE]);
  static const char *const settings[2] = {
      "alpha 1e-6 to 1e-3, 200 iterations, beta 0.3, h 1/24 s as printed; 258 of 4098 vertices, a body of 14.5 m, 0.5 "
      "s",
      "as printed: 4098 vertices, alpha 1e-6 to 1e-3, 200 iterations, beta 0.3, h 1/24 s; a body of 14.5 m, 2 s"};
  claims_case(self, sag[0], "at alpha 1e-6");
  claims_case(self, sag[1], "at alpha 1e-5");
  claims_judge(self, "esbd_alpha_low_rigid", "body: rigid", settings[full], NULL,
               "largest sag / height at alpha 1e-6, 1e-5, 1e-4, 1e-3: %.4f, %.4f, %.4f, %.4f", sag[0], sag[1], sag[2],
               sag[3]);
  if (!full) {
    claims_left(self, "esbd_alpha_high_damps", "body", settings[0], CLAIMS_FULL, "it takes several swings");
    claims_left(self, "esbd_alpha_low_rigid", "body: less damped", settings[0], CLAIMS_FULL, "it takes several swings");
    return;
  }
  const double low = check_smaller(late[0], late[1]);
  claims_case(self, late[2] / low, "at alpha 1e-4");
  claims_case(self, late[3] / low, "at alpha 1e-3");
  claims_judge(self, "esbd_alpha_high_damps", "body", settings[1], NULL,
               "kinetic energy late / peak at alpha 1e-6, 1e-5, 1e-4, 1e-3: %.2g, %.2g, %.2g, %.2g", late[0], late[1],
               late[2], late[3]);
  claims_case(self, low / late[2], "beside alpha 1e-4");
  claims_case(self, low / late[3], "beside alpha 1e-3");
  claims_judge(self, "esbd_alpha_low_rigid", "body: less damped", settings[1], NULL,
               "kinetic energy late / peak at alpha 1e-6, 1e-5, 1e-4, 1e-3: %.2g, %.2g, %.2g, %.2g", late[0], late[1],
               late[2], late[3]);
}

/// One free fall: its distance relative to that of a stone.
typedef struct fall {
  const char *what, *constraint;
  double compliance;
  int32_t iterations;
  xpbd_damping reading;
  bool omit_tip;
} fall;

/* Measured with 258 vertices for 8 frames: 1.0000, 0.997, 0.997, 0.957, 0.325, 0.293, 0.610; with 4098 for 24 frames
 * 1.0000, 0.999, 0.996, 0.992, 0.636, 0.385, 0.899. */
static const fall falls[] = {
    {"tip included", "sbd_tet+tet_determinant", 1e-4, 50, XPBD_DAMPING_TILDE, false},
    {"tip omitted", "sbd_tet+tet_determinant", 1e-4, 50, XPBD_DAMPING_XPBD, true},
    {"ESBD, both errors", "esbd_tet+tet_determinant", 1e-4, 50, XPBD_DAMPING_TILDE, true},
    {"both errors, alpha 1e-6", "sbd_tet+tet_determinant", 1e-6, 50, XPBD_DAMPING_TILDE, true},
    {"both errors, alpha 1e-4", "sbd_tet+tet_determinant", 1e-4, 50, XPBD_DAMPING_TILDE, true},
    {"both errors, alpha 1e-3", "sbd_tet+tet_determinant", 1e-3, 50, XPBD_DAMPING_TILDE, true},
    {"both errors, 10 iterations", "sbd_tet+tet_determinant", 1e-4, 10, XPBD_DAMPING_TILDE, true},
};

/* Only gravity acts, so nothing may slow the fall. It is slowed only if two errors combine. The ghost tip, which falls
 * with the body, is left out of the damping, and gamma is misread as alpha beta / h^3. Then the damping slows the fall
 * itself, more with larger alpha and with more iterations, but not with ESBD. The paper describes exactly this. */
static void free_fall(check *self, int full) {
  enum { COUNT = sizeof falls / sizeof *falls };
  double way[COUNT];
  for (int k = 0; k < COUNT; k++) {
    claims_setup setup = hanging(falls[k].constraint, full);
    setup.params.pins = XPBD_PINS_NONE;
    setup.params.compliance = falls[k].compliance;
    setup.params.damping = 0.3;
    setup.params.damping_reading = falls[k].reading;
    setup.params.omit_tip_damping = falls[k].omit_tip;
    setup.settings.iterations = falls[k].iterations;
    setup.frames = full ? 24 : 8;
    const double h = setup.settings.frame_time, stone = h * h * 9.81 * setup.frames * (setup.frames + 1) / 2.0;
    OWNED(claims_run_free) claims_run run = {0};
    way[k] = claims_run_make(self, &setup, &run) ? run.fall / stone : NAN;
    claims_case(self, way[k], "%s", falls[k].what);
  }
  check_control(self, !(way[4] >= 0.9999), "SBD with both errors");
  claims_judge(
      self, "esbd_duck_slow", NULL,
      full ? "as printed: alpha 1e-4, 50 iterations; beta 0.3, which is not; 4098 vertices for 3087; two readings of "
             "gamma, tip damped or not, alpha 1e-6 to 1e-3"
           : "alpha 1e-4, 50 iterations as printed; beta 0.3, which is not; 258 vertices for 3087; two readings of "
             "gamma, tip damped or not, alpha 1e-6 to 1e-3",
      NULL,
      "distance fallen / free fall: SBD %.4f; with both errors %.2f, %.2f, %.2f at alpha 1e-6, 1e-4, 1e-3, ESBD %.3f",
      way[0], way[3], way[4], way[5], way[2]);
}

/* The sphere is at its lowest after 24 frames, and then removed. Compliance does not explain everything: ESBD with k =
 * 1e5 is almost rigid where it converges, but swings with 960 J in the short check. */
static void beam(check *self, int full) {
  static const char *const constraints[3] = {"sbd_tet+tet_determinant", "esbd_tet+tet_determinant",
                                             "sbd_tet:alpha=1e-6+tet_determinant"};
  double swing[3] = {NAN, NAN, NAN};
  for (int k = 0; k < 3; k++) {
    claims_setup setup = claims_setup_of("beam_hit", constraints[k]);
    if (!full) setup.params.resolution = 8, setup.settings.iterations = 100;
    setup.frames = full ? 104 : 48;
    OWNED(claims_run_free) claims_run run = {0};
    if (claims_run_make(self, &setup, &run)) swing[k] = run.kinetic_late * run.kinetic_peak;
  }
  check_control(self, !(swing[2] / swing[0] >= 2.0), "SBD with a tenth of the compliance: %g J", swing[2]);
  claims_case(self, swing[1] / swing[0], "all of it");
  claims_judge(
      self, "esbd_beam_oscillates", NULL,
      full ? "as printed: 208 vertices, alpha 1e-5, 200 iterations, beta 0.3, 104 frames; cells of 1 m, the path of "
             "the sphere given"
           : "alpha 1e-5, beta 0.3 as printed; a beam of 8 for 14 nodes, 100 of 200 iterations, 48 of 104 frames",
      NULL, "mean kinetic energy of the last quarter: SBD %.3g J, ESBD %.3g J", swing[0], swing[1]);
}

/* A sphere is thrown at a body on the ground, with 50 iterations. Dents are measured after it is removed: the mean
 * angle between neighbouring triangles relative to the angle at rest. Elements that are turned inside out are held in a
 * mirrored well of StVK and of neo-Hooke as printed. Continued below J = 0.1, neo-Hooke recovers, so the printed energy
 * is the cause, not the material. Fig. 13 has "ESBD", not the "ESBD Mod." of Fig. 9: Eqs. (14) and (18), as printed and
 * continued like neo-Hooke. The short check has 1026 vertices, because a body of 258 is not dented by any. */
static void impact(check *self, int full) {
  enum { CASES = 5 };
  static const char *const constraints[CASES] = {"stvk_tet:E=1000", "neo_hookean_tet_literal:E=1000",
                                                 "neo_hookean_tet:E=1000", "esbd_tet_literal+tet_determinant",
                                                 "esbd_tet+tet_determinant"};
  double dents[CASES], volume[CASES];
  for (int k = 0; k < CASES; k++) {
    claims_setup setup = claims_setup_of("body_hit", constraints[k]);
    setup.params.resolution = full ? 33 : 17;
    setup.settings.substeps = 1;
    setup.settings.iterations = 50;
    setup.frames = full ? 72 : 40;
    OWNED(claims_run_free) claims_run run = {0};
    const bool good = claims_run_make(self, &setup, &run) && !run.diverged;
    dents[k] = good ? run.dents : NAN;
    volume[k] = good ? run.volume : NAN;
  }
  check_control(self, !(dents[1] <= 1.05), "neo-Hooke as printed");
  static const char *const settings[2] = {
      "alpha 1e-4, beta 0.3 as printed; 1026 vertices for 2930, 50 of 200 iterations; E 1000 Pa, sphere of 20 m/s",
      "alpha 1e-4, beta 0.3 as printed; 4098 vertices for 2930, 50 of 200 iterations; E 1000 Pa, sphere of 20 m/s"};
  claims_case(self, dents[0], "StVK");
  claims_case(self, dents[1], "neo-Hooke as printed");
  claims_case(self, dents[2], "neo-Hooke continued");
  claims_judge(self, "esbd_materials_lost", "StVK and neo-Hooke", settings[full], NULL,
               "folds / at rest (V / V0): StVK %.2f (%.2f), neo-Hooke %.2f (%.2f), continued %.2f (%.2f)", dents[0],
               volume[0], dents[1], volume[1], dents[2], volume[2]);
  claims_case(self, dents[3], "as printed");
  claims_case(self, dents[4], "continued by tangents");
  claims_judge(self, "esbd_materials_lost", "ESBD", settings[full], NULL,
               "folds / at rest (V / V0): as printed %.2f (%.2f), continued %.2f (%.2f)", dents[3], volume[3], dents[4],
               volume[4]);
}

void claims_list_bodies(check_registry *registry, int full) {
  claims_add(registry, "body-springs", "sag of a hanging body, four springs, and its volume against damping", springs,
             full);
  claims_add(registry, "body-volumes", "volume of a hanging body, four springs and three sizes", volumes, full);
  claims_add(registry, "body-strain", "sag and volume of a hanging body, SBD and ESBD", strain, full);
  claims_add(registry, "body-compliance", "a hanging body of SBD against compliance", compliance, full);
  claims_add(registry, "body-fall", "free fall with the readings of the damping", free_fall, full);
  claims_add(registry, "body-impact", "materials after a hard impact", impact, full);
  claims_add(registry, "beam-hit", "a sphere pushes a beam down, SBD and ESBD", beam, full);
}
