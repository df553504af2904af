/* Why this file exists: the errors and gaps in Cincotti, "The Most Performant Bending Constraint". The article is read
 * as a recipe, and anyone who copies it copies each of them. */
#include <math.h>

#include "errata_checks.h"
#include "runner/rig.h"

enum { TRIALS = 1001 };

#define PAPER "Cincotti"

/* n = x23 / |x23| is the gradient at x2 if x23 = x2 - x3, which is not stated. With x3 - x2 everything is reversed. */
static void which_difference(check *self, int unused) {
  const xpbd_formula *f = formula_named("distance_bending");
  static double errors[TRIALS];
  double right = 0;
  for (int i = 0; i < TRIALS; i++) {
    const xpbd_vec3_f64 x[2] = {random_vector(self, 1), random_vector(self, 1)};
    const double rest = 1, k = 1;
    xpbd_vec3_f64 g[2], p[2];
    f->f64(x, &rest, &k, g);
    for (int reading = 0; reading < 2; reading++) {
      xpbd_vec3_f64 n = reading ? xpbd_v_sub_f64(x[0], x[1]) : xpbd_v_sub_f64(x[1], x[0]);
      n = xpbd_v_scale_f64(1 / sqrt(xpbd_v_dot_f64(n, n)), n);
      p[0] = n, p[1] = xpbd_v_neg_f64(n);
      if (reading)
        right = check_larger(right, erratum_distance(2, p, g));
      else
        errors[i] = erratum_distance(2, p, g);
    }
  }
  const erratum e = {.paper = PAPER,
                     .place = "The best performing bending constraint",
                     .printed = "x_2,3, if read as x3 - x2",
                     .right = "x2 - x3",
                     .low = 2 - 1e-12,
                     .high = 2 + 1e-12,
                     .limit = 1e-14};
  erratum_ambiguous(self, &e, check_median(errors, TRIALS), right);
}

/* Two particles of 1 kg at rest, 0.3 m too far apart, compliance alpha: the position of the lower one after the first
 * projection. The multiplier is divided by w2 + w3 + alpha~, the printed final change of position by w2 + w3. */
static double first_projection(check *self, double alpha, double h, double *moved) {
  const double x[6] = {0, 0, 0, 0, -1.3, 0}, w[2] = {1, 1}, rest = 1;
  const int32_t ends[2] = {0, 1};
  xpbd_scene_def scene = rig_points(2, x, NULL, w);
  scene.gravity[1] = 0;
  xpbd_constraints_def set = rig_set("distance_bending", 1, ends, &rest);
  set.material[0] = 1;
  set.compliance = alpha;
  const xpbd_solver_def settings = rig_settings(XPBD_F64, h, 1);
  OWNED(rig_free) rig r = {0};
  *moved =
      rig_scene(&r, self, &scene, 1, &set) && rig_solver(&r, &settings) && rig_step(&r, 1) ? r.x[4] + 1.3 : (double)NAN;
  return 0.3 * w[1] / (w[0] + w[1]); /* as printed, in its own sign: towards the other */
}

static void dropped_compliance(check *self, int unused) {
  const double h = 1.0 / 60, alpha = 1e-3, tilde = alpha / (h * h), exact = 0.3 / (2 + tilde);
  double moved = 0, rigid = 0;
  const double printed = first_projection(self, alpha, h, &moved);
  first_projection(self, 0, h, &rigid);
  check_at_most(self, fabs(rigid / printed - 1), 1e-14, "with alpha = 0 both are the same: relative difference");
  const erratum e = {.paper = PAPER,
                     .place = "The best performing bending constraint",
                     .printed = "dx = w2 / (w2 + w3) (|x| - d) n",
                     .right = "w2 / (w2 + w3 + alpha~) (..) (dx, alpha 1e-3)",
                     .low = 1.7,
                     .high = 1.9,
                     .limit = 1e-13};
  erratum_compare(self, &e, fabs(printed / exact - 1), fabs(moved / exact - 1));
  /* misprints beside it: nothing to measure */
  check_row(self, PAPER, "Satisfying the constraints", "dlambda M^-1 grad C x^T", "dlambda M^-1 grad C(x)^T", NAN, NAN);
  check_row(self, PAPER, "Satisfying the constraints", "grad C is the gradient of grad C", "of C", NAN, NAN);
  check_row(self, PAPER, "How to find adjacent triangles", "[ne0 .. ne4], five names", "six entries, ne0 .. ne5", NAN,
            NAN);
}

void errata_bending(check_registry *registry) {
  check_add(registry, "bending-difference", "which difference x23 is", which_difference, 0);
  check_add(registry, "bending-compliance", "a change of position without the compliance", dropped_compliance, 0);
}
