/* Why this file exists: what Cetinaslan and Chaves, "Energy Embedded Gauss-Seidel Iteration" claims of its cloths:
 * errors while they fall and hang, folds, elasticity, energy, independence of the step. The method is the one made
 * stable; as printed it diverges, see the check energy-errors. 11 x 11 vertices, 20 iterations, 3 s. */
#include <math.h>
#include <string.h>

#include "papers/claims.h"

#define PAPER "Cetinaslan and Chaves 2019"

enum { CLOTHS = 3, FRAMES = 72, FALLING = 6, LATE = 54 };
static const char *const cloths[CLOTHS] = {"stretching+shear_angle", "sbd+triangle_area", "orthotropic_triangle"};

static claims_setup hanging(const char *constraint, xpbd_method method) {
  claims_setup setup = claims_setup_of("cloth", constraint);
  setup.params.resolution = 11;
  setup.params.size = 5.0;
  setup.params.compliance = 1e-4;
  setup.params.damping = 0.3;
  setup.settings.iterations = 20;
  setup.settings.method = method;
  setup.frames = FRAMES;
  setup.observe[0] = constraint;
  return setup;
}

static const check_claim_text falling_claim = {"energy_cloth_falling", PAPER, "Sect. VI; Fig. 7 top",
                                               "while the cloth falls both solvers behave almost identically", "-"};
static const check_claim_text settled_claim = {"energy_cloth_settled", PAPER, "Sect. VI; Fig. 7 top",
                                               "once it hangs, XPBD has a slightly larger error", "-"};
static const check_claim_text smooth_claim = {"energy_anisotropic_smooth", PAPER, "Sect. VI; Fig. 6",
                                              "the anisotropic cloth hangs smoother than with XPBD", "-"};
static const check_claim_text dissipates_claim = {"energy_dissipates", PAPER, "Sect. I", "the total energy dissipates",
                                                  "-"};
static const check_claim_text balance_claim = {"energy_balance", PAPER, "Sect. IV; Eqs. (5) to (7)",
                                               "changes of kinetic and potential energy are balanced", "-"};

/// What the three cloths did with XPBD and with the embedded iteration.
typedef struct pairs {
  claims_run run[CLOTHS][2];
} pairs;

/// Mean change of kinetic, gravitational and elastic energy together from frame to frame / that of the kinetic alone.
static double imbalance(const claims_run *run) {
  double total = 0.0, kinetic = 0.0;
  for (int32_t f = 1; f < run->frame_count; f++) {
    const claims_frame *a = &run->frame[f - 1], *b = &run->frame[f];
    const double change = b->kinetic - a->kinetic;
    total += fabs(change + b->gravitational - a->gravitational + b->elastic - a->elastic);
    kinetic += fabs(change);
  }
  return total / kinetic;
}

static void judge(check *self, const pairs *p) {
  double apart = 0.0, ratio[CLOTHS], unbalanced[CLOTHS][2], end[2] = {-INFINITY, INFINITY};
  for (int k = 0; k < CLOTHS; k++) {
    const claims_run *xpbd = &p->run[k][0], *embedded = &p->run[k][1];
    apart = fmax(apart, claims_distance(xpbd, embedded, 0, FALLING) / claims_mean(xpbd, 0, FALLING).fall);
    ratio[k] = claims_mean(embedded, LATE, FRAMES).observed[0] / claims_mean(xpbd, LATE, FRAMES).observed[0];
    check_at_least(self, ratio[k], 1.2, "%s hangs: mean |C|, embedded / XPBD", cloths[k]);
    for (int m = 0; m < 2; m++) unbalanced[k][m] = imbalance(&p->run[k][m]);
    check_at_least(self, unbalanced[k][1] / unbalanced[k][0], 1.5, "%s: change of all energies, embedded / XPBD",
                   cloths[k]);
    const claims_frame *last = &embedded->frame[FRAMES - 1];
    end[0] = fmax(end[0], (last->kinetic + last->gravitational) / fabs(last->gravitational));
    end[1] = fmin(end[1], (last->kinetic + last->gravitational + last->elastic) / fabs(last->gravitational));
  }
  const double other = claims_distance(&p->run[0][0], &p->run[2][0], 0, FRAMES) / 5.0;
  check_at_most(self, apart, 0.03, "falling: distance of the two cloths / way of the centre of mass");
  check_control(self, !(other <= 0.03), "cloths of two materials, / side: %g", other);
  check_claim(self, claims_cited(self, &falling_claim), CLAIMS_REPRODUCED,
              "distance of the two cloths / way of the centre of mass: %.3f at most in the first %d frames", apart,
              (int)FALLING);
  check_claim(self, claims_cited(self, &settled_claim), CLAIMS_REFUTED,
              "mean |C| / that of XPBD, once it hangs: stretch and shear %.1f, SBD %.1f, orthotropic %.1f", ratio[0],
              ratio[1], ratio[2]);
  check_at_most(self, end[0], -0.3, "kinetic and gravitational energy at the end / gravitational, most");
  check_at_least(self, end[1], 0.0, "with the elastic energy, least");
  check_claim(
      self, claims_cited(self, &dissipates_claim), "only kinetic and gravitational energy",
      "at the end, 0 at the start, / what was fallen: at most %.2f; with C^2 / (2 alpha), which 20 iterations do not "
      "bring down, at least %.2f",
      end[0], end[1]);
  check_claim(self, claims_cited(self, &balance_claim), CLAIMS_REFUTED,
              "change of all energies / of the kinetic, XPBD and embedded: %.1f, %.1f; %.1f, %.1f; %.0f, %.0f",
              unbalanced[0][0], unbalanced[0][1], unbalanced[1][0], unbalanced[1][1], unbalanced[2][0],
              unbalanced[2][1]);
  const double sharpest[2] = {claims_looks_of(&p->run[2][0].model.mesh, p->run[2][0].x).sharpest,
                              claims_looks_of(&p->run[2][1].model.mesh, p->run[2][1].x).sharpest};
  const double fold[2] = {claims_mean(&p->run[2][0], LATE, FRAMES).fold, claims_mean(&p->run[2][1], LATE, FRAMES).fold};
  check_at_most(self, sharpest[1] / sharpest[0], 0.95, "orthotropic: sharpest fold, embedded / XPBD");
  check_between(self, fold[1] / fold[0], 0.95, 1.05, "orthotropic: mean fold, embedded / XPBD");
  check_claim(self, claims_cited(self, &smooth_claim), "only at its sharpest fold; the mean is the same",
              "sharpest fold: XPBD %.2f, embedded %.2f rad; mean %.3f, %.3f", sharpest[0], sharpest[1], fold[0],
              fold[1]);
}

static void hangs(check *self, int unused) {
  (void)unused;
  pairs p;
  memset(&p, 0, sizeof p);
  bool good = true;
  for (int k = 0; k < CLOTHS && good; k++)
    for (int m = 0; m < 2 && good; m++) {
      const claims_setup setup = hanging(cloths[k], m ? XPBD_METHOD_ENERGY : XPBD_METHOD_XPBD);
      good = claims_run_make(self, &setup, &p.run[k][m]) && check_same(self, (uint64_t)p.run[k][m].diverged, 0, "lost");
    }
  if (good) judge(self, &p);
  for (int k = 0; k < CLOTHS; k++) claims_runs_free(p.run[k], 2);
}

static const check_claim_text elastic_claim = {"energy_strain_elastic", PAPER, "Sect. VI",
                                               "strain constraints make it elastic in both directions and shear", "-"};

static void elastic(check *self, int unused) {
  (void)unused;
  double stretch[3] = {NAN, NAN, NAN}, shear[3] = {NAN, NAN, NAN};
  for (int k = 0; k < 3; k++) {
    claims_setup setup = hanging(cloths[k == 1], XPBD_METHOD_ENERGY);
    if (k == 2) setup.params.constraint = "sbd:alpha=1e-2+triangle_area";
    setup.observe[0] = "sbd_stretch", setup.observe[1] = "sbd_shear";
    claims_run run;
    if (claims_run_make(self, &setup, &run)) stretch[k] = run.observed[0], shear[k] = run.observed[1];
    claims_run_free(&run);
  }
  check_between(self, stretch[1] / stretch[0], 0.7, 1.2, "mean |Sii - 1|, strain constraints / stretch and shear");
  check_between(self, shear[1] / shear[0], 0.7, 1.2, "mean |S12|, the same");
  check_control(self, !(shear[2] / shear[0] <= 1.2), "strain constraints with alpha 1e-2: %g", shear[2]);
  check_claim(self, claims_cited(self, &elastic_claim), CLAIMS_REFUTED ": no more than stretch and shear constraints",
              "mean |Sii - 1|: stretch and shear %.4f, strain %.4f; |S12|: %.4f, %.4f", stretch[0], stretch[1],
              shear[0], shear[1]);
}

static const check_claim_text step_claim = {"energy_step_independent", PAPER, "Abstract; Sect. VII",
                                            "it does not depend on step, integration or damping", "-"};
static const check_claim_text damping_claim = {"energy_damping_compatible", PAPER, "Sect. V.D",
                                               "global damping can be used as well", "-"};

/// Elongation of the hanging chain of 20 links, relative to the analytic sum of j m g alpha.
static double elongation(check *self, int32_t substeps, int32_t iterations) {
  claims_setup setup = claims_setup_of("chain", NULL);
  setup.settings.substeps = substeps;
  setup.settings.iterations = iterations;
  setup.settings.method = XPBD_METHOD_ENERGY;
  setup.params.global_damping = 0.02;
  setup.frames = 480;
  claims_run run;
  const bool good = claims_run_make(self, &setup, &run);
  const double analytic = 0.05 * 9.81 * 1e-3 * 210.0;
  const double result = good ? (-run.x[3 * (int64_t)(run.n - 1) + 1] - 1.0) / analytic : (double)NAN;
  claims_run_free(&run);
  return result;
}

/* A free sheet with global damping: its centre of mass falls as a stone does. */
static void steps(check *self, int unused) {
  (void)unused;
  const double coarse = elongation(self, 1, 500), fine = elongation(self, 10, 20), few = elongation(self, 1, 20);
  check_between(self, coarse, 0.999, 1.001, "1/24 s, 500 iterations: elongation / analytic");
  check_between(self, fine, 0.999, 1.001, "1/240 s, 20 iterations: the same");
  check_control(self, !(few <= 1.001), "1/24 s, 20 iterations: %g", few);
  check_claim(self, claims_cited(self, &step_claim), "only where the iterations converge",
              "elongation of a chain / analytic: %.5f (1/24 s, 500), %.5f (1/240 s, 20), %.2f (1/24 s, 20)", coarse,
              fine, few);
  claims_setup setup = hanging(cloths[1], XPBD_METHOD_ENERGY);
  setup.params.pins = XPBD_PINS_NONE;
  setup.params.global_damping = 0.1;
  setup.frames = 24;
  claims_run run;
  const bool good = claims_run_make(self, &setup, &run);
  const double h = setup.settings.frame_time, stone = h * h * 9.81 * 24.0 * 25.0 / 2.0;
  const double way = good ? run.fall / stone : (double)NAN;
  claims_run_free(&run);
  check_at_most(self, fabs(way - 1.0), 1e-9, "a free sheet, damped globally: way / free fall - 1");
  check_claim(self, claims_cited(self, &damping_claim), CLAIMS_REPRODUCED,
              "a free sheet with 10 %% damping in a step falls like a stone within %.0e", fabs(way - 1.0));
}

void claims_list_embedded(check_registry *registry) {
  check_add(registry, "embedded-cloth", "three cloths, XPBD and the embedded iteration", hangs, 0);
  check_add(registry, "embedded-elastic", "strains with springs and with strain constraints", elastic, 0);
  check_add(registry, "embedded-steps", "a chain against the step; global damping", steps, 0);
}
