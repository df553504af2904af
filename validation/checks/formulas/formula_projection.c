/* Why this file exists: tests what projections with compliance 0 do to each formula. Newton's step contracts, by a
 * factor that is known on paper if only one length changes. */
#include <math.h>
#include <string.h>

#include "formula_checks.h"

/// One projection with compliance 0 and equal masses: x_i -= g_i C / sum |g|^2. Returns the new value.
static double projected(const subject *s, shape *at) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  const int arity = s->formula->info.arity;
  const double c = subject_f64(s, at, g), norm = sample_norm(arity, g);
  if (norm > 0 || isnan(norm))
    for (int i = 0; i < arity; i++) at->x[i] = xpbd_v_madd_f64(-c / (norm * norm), g[i], at->x[i]);
  return subject_f64(s, at, g);
}

/* The remainder of an elongation d of 0.5 m at rest length 1 m after one projection: 1 - C / (C' d). It is 0 for a
 * linear C and 1/2 for a square. For k (1 - e^f)^2 with f < 1 it is 1 - (1 - e^-f) / (2 f' d). Beyond, where the
 * exponential is continued, it is 1 - (1 - 1/e + f - 1) / (2 f' d). */
static const double half_root = 0.60653065971263342; /* e^(-1/2) */
typedef struct known {
  const char *name;
  double left;
} known;

static bool left_of(const char *name, double *left) {
  const double stvk_inner = 0.78125, strain = 1.25; /* (1.5^2 - 1)^2 / 2 and 1.5^2 - 1 */
  const double clamped = 1 - (1 - exp(-1) + strain - 1) / (2 * 3 * 0.5),
               literal = 1 - (1 - exp(-strain)) / (2 * 3 * 0.5);
  const known factors[] = {{"stretching", 0.0},
                           {"hookean", 0.5},
                           {"stvk", 1.0 - 1.25 / (4.0 * 1.5 * 0.5)},
                           {"morse", half_root},
                           {"morse_clamped", half_root},
                           {"distance_bending", 0.0},
                           {"espef_stretching", half_root},
                           {"espef_stretching_literal", half_root},
                           {"espef_hookean", 1 - (1 - exp(-0.125)) / (2 * 0.5 * 0.5)}, /* 0.765 */
                           {"espef_hookean_literal", 1 - (1 - exp(-0.125)) / (2 * 0.5 * 0.5)},
                           {"espef_stvk", 1 - (1 - exp(-stvk_inner)) / (2 * 3.75 * 0.5)},
                           {"espef_stvk_literal", 1 - (1 - exp(-stvk_inner)) / (2 * 3.75 * 0.5)},
                           {"sbd_stretch", 1 - 1.25 / (2 * 1.5 * 0.5)},
                           {"sbd_stretch_tet", 1 - 1.25 / (2 * 1.5 * 0.5)},
                           {"mod_stretch", 0.0},
                           {"mod_stretch_tet", 0.0},
                           {"esbd_stretch", clamped},
                           {"esbd_stretch_tet", clamped},
                           {"esbd_stretch_literal", literal},
                           {"esbd_stretch_tet_literal", literal},
                           {"esbd_mod_stretch", half_root},
                           {"esbd_mod_stretch_tet", half_root},
                           {"esbd_mod_stretch_literal", half_root},
                           {"esbd_mod_stretch_tet_literal", half_root}};
  for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
    if (strcmp(factors[i].name, name) == 0) {
      *left = factors[i].left;
      return true;
    }
  return false;
}

/// The elongation that one projection leaves of edge x0 x1, with the other corners perpendicular to it.
static void known_contraction(check *self, const subject *s) {
  const xpbd_vec3_f64 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double expected;
  if (!left_of(s->formula->info.name, &expected)) return;
  shape at = {.rest = {0}};
  memcpy(at.x, corners, sizeof corners);
  xpbd_rest_shape(s->formula, at.x, NULL, 0, at.rest);
  subject_material(s, at.material);
  at.x[1].x = 1.5;
  projected(s, &at);
  const xpbd_vec3_f64 d = xpbd_v_sub_f64(at.x[1], at.x[0]);
  const double left = (sqrt(xpbd_v_dot_f64(d, d)) - 1.0) / 0.5;
  check_why(self, "derived on paper for this formula; the remainder is rounding");
  check_at_most(self, fabs(left - expected), 1e-14, "elongation left by one projection, %.6f", left);
}

enum { PROJECTIONS = 30 };

/* Near rest one Newton step halves |C| of every smooth constraint. An energy of many directions is halved only in the
 * softest of them. Its distance to rest cannot grow, because it is convex there, so after some steps it is gone. */
void formula_projection(check *self, int formula) {
  subject s = subject_of(formula);
  s.amplitude = 0.05;
  const unsigned traits = s.formula->info.traits;
  /* the root of an energy has as many directions, and its C is the root of that energy; so is the distance of F to 0 */
  const bool root = (traits & XPBD_MODULI) && (traits & (XPBD_KINKED | XPBD_PRELOADED)), energy = traits & XPBD_ENERGY;
  const int steps = energy || root ? PROJECTIONS : 1;
  const double limit = root ? 0.1 : energy ? 1e-2 : 0.5;
  check_why(self, root     ? "30 steps end the root of an energy like an energy, in its root: measured 0.045"
                  : energy ? "30 Newton steps end an energy near rest: measured 2.6e-3 (linear_tet)"
                           : "Newton's step halves |C| of every smooth constraint near rest: measured 0.22 "
                             "(triangle_area)");
  double worst = 0, worst_reversed = 0;
  int compared = 0;
  for (int i = 0; i < FORMULA_SHAPES; i++) {
    const shape start = subject_shape(self, &s);
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    const double before = fabs(subject_f64(&s, &start, g));
    if (before < 1e-12) continue;
    shape at = start;
    double after = before;
    for (int k = 0; k < steps; k++) after = fabs(projected(&s, &at));
    worst = check_larger(worst, after / before);
    subject reversed = s;
    reversed.fault = FAULT_SIGN;
    at = start;
    for (int k = 0; k < steps; k++) after = fabs(projected(&reversed, &at));
    worst_reversed = check_larger(worst_reversed, after / before);
    compared++;
  }
  check_at_least(self, compared, FORMULA_SHAPES / 2, "shapes that are not at rest");
  check_at_most(self, worst, limit, "|C| after %d projections / before, near rest", steps);
  known_contraction(self, &s);
  check_control(self, !(worst_reversed <= limit), "gradient reversed");
}
