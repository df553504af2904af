/* Why this file exists: equilibria have closed forms: one element of every formula under a weight, chains under their
 * own weight. They show that C^2 / (2 alpha) is the potential, and the errors of time step and iterations. */
#include <math.h>

#include "runner/check.h"
#include "formula/table.h"
#include "runner/hanging.h"
#include "runner/rig.h"

static const double gravity = HANGING_GRAVITY;

/* Elongation under a weight. A linear C is exact at every h (measured 5.7e-11, the rounding of 0.5 m). A double root
 * has a bias from the change of its gradient inside the step: -6.5e-2 at h = 1/60 down to -1.6e-5 at 1/4000, second
 * order in h. */
static void extension(check *self, int formula) {
  static const double steps[] = {1.0 / 60, 1.0 / 240, 1.0 / 960, 1.0 / 3840};
  hanging c = {.formula = formula,
               .stiffness = 10.0,
               .length = 0.5,
               .compliance = 1e-5,
               .mass = 1.0,
               .precision = XPBD_F64,
               .iterations = 400};
  const double exact = hanging_equilibrium(&c);
  double bias[4];
  for (int i = 0; i < 4; i++) {
    c.h = steps[i];
    bias[i] = fabs(hanging_rest(self, &c) / exact - 1);
  }
  check_why(self,
            "a double root has a bias because its gradient turns inside a step, 1.6e-5 at 1/4000 s, of second order");
  check_at_most(self, bias[3], 5e-5, "bias of the elongation at h = 1/3840");
  if (!check_true(self, isfinite(bias[0]), "bias at h = 1/60 is %.3e", bias[0])) return;
  if (bias[0] > 1e-6) { /* not a linear formula */
    for (int i = 1; i < 4; i++)
      check_between(self, bias[i - 1] / bias[i], 12.0, 20.0,
                    "bias falls 16 times per quarter of h = 1/%g (second order)", 1 / steps[i - 1]);
  } else {
    for (int i = 0; i < 4; i++)
      check_at_most(self, bias[i], 1e-9, "bias of a linear formula at h = 1/%g", 1 / steps[i]);
  }
  c.precision = XPBD_F32, c.h = steps[0];
  const double single = hanging_rest(self, &c);
  c.precision = XPBD_F64;
  const double twice = hanging_rest(self, &c);
  check_why(self, "a float of 0.5 m has steps of 6e-8 m: measured 2.4e-7 m (espef_stvk) or less");
  check_at_most(self, fabs(single - twice), 5e-7, "float against double, h = 1/60 [m]");
  hanging wrong = c;
  wrong.compliance = 1.001e-5;
  check_control(self, !(fabs(hanging_equilibrium(&wrong) / exact - 1) <= 5e-5), "a compliance 0.1 %% too large");
  wrong = c;
  wrong.iterations = 1, wrong.h = steps[3];
  wrong.stiffness *= 1.01;
  check_control(self, !(fabs(hanging_rest(self, &wrong) / exact - 1) <= 5e-5), "a stiffness 1 %% off");
}

/* The law itself in closed form: alpha F / k^2 for the linear formula, the cube root of 2 alpha F / k^2 for hookean.
 * For morse and stvk it is the series near rest, whose next term is of the order of the elongation. */
static void closed_forms(check *self, int argument) {
  const double k = 10, l0 = 0.5, alpha = 1e-5, load = alpha * gravity;
  const struct {
    const char *name;
    double elongation, tolerance;
  } known[] = {{"stretching", load / (k * k), 1e-12},
               {"hookean", cbrt(2 * load / (k * k)), 1e-12},
               {"stvk", cbrt(load / (8 * k * k * l0 * l0 * l0 * l0)), 0.03},
               {"morse", cbrt(load / (2 * k * k)), 0.03}};
  double hookean = (double)NAN;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    hanging c = {.formula = xpbd_formula_find(known[i].name),
                 .stiffness = k,
                 .length = l0,
                 .compliance = alpha,
                 .mass = 1.0,
                 .precision = XPBD_F64,
                 .h = 1.0 / 3840,
                 .iterations = 400};
    if (!check_true(self, c.formula >= 0, "formula %s exists", known[i].name)) continue;
    const double rest = hanging_rest(self, &c), error = fabs(rest / known[i].elongation - 1);
    if (i == 1) hookean = rest;
    check_why(self, known[i].tolerance < 5e-5
                        ? "the bias of a double root at h = 1/3840 s"
                        : "the law is a series near rest, whose next term is of the order of the elongation");
    check_at_most(self, error, check_larger(known[i].tolerance, 5e-5), "%s: elongation %.6g m", known[i].name,
                  known[i].elongation);
  }
  /* if C were an energy and not its square root, hookean would be a linear spring: F / k */
  check_control(self, fabs(hookean / (gravity / k) - 1) > 5e-5, "C taken for the energy");
}

/// Extensions of a hanging chain of 10 links with stretching, k = 1, relative to m_below g alpha: the worst link.
static double chain_error(check *self, xpbd_precision precision, double alpha, int iterations, double below) {
  enum { LINKS = 10 };
  const chain c = {
      .formula = "stretching", .links = LINKS, .length = 1.0, .mass = 1.0, .stiffness = 1.0, .compliance = alpha};
  const xpbd_solver_def settings = rig_settings(precision, 10.0 * sqrt(alpha), iterations);
  double worst = (double)NAN;
  OWNED(rig_free) rig r = {0};
  if (rig_chain(&r, self, &c, gravity) && rig_solver(&r, &settings) && rig_step(&r, 120)) {
    worst = 0;
    for (int i = 0; i < LINKS; i++) {
      const double longer = r.x[3 * i + 1] - r.x[3 * i + 4] - 1.0;
      worst = check_larger(worst, fabs(longer / ((LINKS - i + below) * gravity * alpha) - 1));
    }
  }
  return worst;
}

/* A chain comes to rest without damping if the step is long. Implicit Euler shrinks a swing by (1 + omega^2 h^2)^-1/2
 * per step. With h = 10 sqrt(alpha) and the slowest omega of 0.15 / sqrt(alpha) that is 0.55, so 120 steps end far
 * below rounding. 2000 iterations converge the step: an iteration leaves 1 - (pi / 20)^2 of the slowest error.
 * Measured: double 1.3e-12. Float is limited by the rounding of a 10 m position, 5e-7 of 1e-3 m: 3.4e-4, 5e-5. */
static void hanging_chain(check *self, int precision) {
  const bool single = precision == XPBD_F32;
  check_why(self, "rounding of a 10 m position, 5e-7 of extensions of 1e-3 m: measured 3.4e-4 and 5e-5 in float, "
                  "1.3e-12 in double");
  check_at_most(self, chain_error(self, (xpbd_precision)precision, 1e-3, 2000, 0.0), single ? 1e-3 : 1e-9,
                "alpha = 1e-3: extension of each link against m g alpha");
  check_at_most(self, chain_error(self, (xpbd_precision)precision, 1e-4, 2000, 0.0), single ? 5e-3 : 1e-9,
                "alpha = 1e-4: extension of each link against m g alpha");
  check_control(self, !(chain_error(self, (xpbd_precision)precision, 1e-3, 2000, 0.1) <= 1e-3), "0.1 kg more below");
  check_control(self, !(chain_error(self, (xpbd_precision)precision, 1e-3, 10, 0.0) <= 1e-3), "10 iterations");
}

/// Elongation of a 20-link chain (50 g each, alpha = 1e-3) that has settled, relative to the exact 0.05 * 9.81 * 1e-3
/// * 210.
static double settled(check *self, double h, int iterations, int frames, bool from_rest) {
  enum { LINKS = 20 };
  double equilibrium_of[LINKS], total = 0;
  for (int i = 0; i < LINKS; i++) total += equilibrium_of[i] = 0.05 * (LINKS - i) * gravity * 1e-3;
  const chain c = {.formula = "stretching",
                   .links = LINKS,
                   .length = 0.1,
                   .mass = 0.05,
                   .stiffness = 1.0,
                   .compliance = 1e-3,
                   .extension = from_rest ? NULL : equilibrium_of};
  const xpbd_solver_def settings = rig_settings(XPBD_F64, h, iterations);
  return rig_elongation(self, &c, gravity, &settings, frames) / total;
}

/* XPBD promises that its result depends neither on iterations nor on the time step. Long steps come to rest without
 * damping. Short ones are started in the exact equilibrium and must stay there for 2 s, many swings of 0.6 s. Measured
 * 1.8e-8, 1.1e-8, 3e-13, 6e-12. Not converged, the chain is 2 to 30 times too long. */
static void independence(check *self, int argument) {
  const struct {
    double h;
    int iterations, frames;
    bool from_rest;
  } runs[] = {{1.0 / 24, 500, 300, true},
              {1.0 / 60, 100, 1500, true},
              {1.0 / 240, 20, 480, false},
              {1.0 / 1000, 5, 2000, false}};
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    const double ratio = settled(self, runs[i].h, runs[i].iterations, runs[i].frames, runs[i].from_rest);
    check_at_most(self, fabs(ratio - 1), 1e-6, "h = 1/%.0f, %d iterations: elongation / exact - 1", 1 / runs[i].h,
                  runs[i].iterations);
  }
  check_control(self, !(fabs(settled(self, 1.0 / 24, 20, 300, true) - 1) <= 1e-6), "20 iterations at h = 1/24");
  check_control(self, !(fabs(settled(self, 1.0 / 240, 1, 480, false) - 1) <= 1e-6), "1 iteration at h = 1/240");
}

/// A chain of 1.5 m between nails 1 m apart after 500 steps, started as a V. `off`: largest distance of a particle to
/// its exact position; `strain`: largest of a link; `sag` [m].
typedef struct hung {
  double off, strain, sag;
} hung;

static bool hang(check *self, int links, xpbd_precision precision, double h, double span, hung *out) {
  enum { MOST = 40 };
  double x[3 * (MOST + 1)] = {0}, w[MOST + 1], rest[MOST], shape[2 * (MOST + 1)] = {0};
  int32_t ends[2 * MOST];
  const double length = 1.5 / links, depth = sqrt(0.75 * 0.75 - 0.5 * 0.5);
  for (int i = 0; i <= links; i++) {
    const double part = (double)i / links;
    x[3 * i] = part, x[3 * i + 1] = -2 * depth * fmin(part, 1 - part);
    w[i] = i == 0 || i == links ? 0.0 : 1.0;
    if (i < links) ends[2 * i] = i, ends[2 * i + 1] = i + 1, rest[i] = length;
  }
  xpbd_scene_def def = rig_points(links + 1, x, NULL, w);
  def.global_damping = 0.3; /* changes the path, not the end */
  xpbd_constraints_def set = rig_set("stretching", links, ends, rest);
  set.compliance = 0.0;
  const xpbd_solver_def settings = rig_settings(precision, h, 3 * links * links / 4 + 50);
  *out = (hung){0};
  OWNED(rig_free) rig r = {0};
  const bool good = rig_scene(&r, self, &def, 1, &set) && rig_solver(&r, &settings) && rig_step(&r, 500);
  hanging_shape(links, length, span, shape);
  for (int i = 0; i <= links && good; i++) {
    out->off = check_larger(out->off, hypot(r.x[3 * i] - shape[2 * i], r.x[3 * i + 1] - shape[2 * i + 1]));
    out->sag = check_larger(out->sag, -r.x[3 * i + 1]);
    if (i > 0) {
      const double *a = &r.x[3 * i - 3], *b = &r.x[3 * i];
      out->strain = check_larger(out->strain, fabs(hypot(b[0] - a[0], b[1] - a[1]) / length - 1));
    }
  }
  return good;
}

/* The shape has an error because the gradients turn inside a step. It is of second order in h (measured 2.1e-3, 5.8e-4,
 * 1.5e-4 m for h = 1/24, 1/48, 1/96 s) and hardly depends on the number of links (1.5e-4, 1.7e-4, 1.8e-4 m). The strain
 * of a link is what the iterations leave, 4e-7 to 2.4e-5. */
static void catenary(check *self, int precision) {
  static const int links[] = {10, 20, 40};
  static const double sags[] = {0.50595, 0.50345, 0.50284}; /* of the smooth curve 0.50263 m */
  hung h, coarse, coarsest;
  for (int i = 0; i < (precision == XPBD_F32 ? 2 : 3); i++) {
    if (!hang(self, links[i], (xpbd_precision)precision, 1.0 / 96.0, 1.0, &h)) return;
    check_why(self, "the gradients turn inside a step, second order in h: measured 1.5e-4 to 1.8e-4 m at 1/96 s");
    check_at_most(self, h.off, 3e-4, "%d links: distance to the catenary [m]", links[i]);
    check_at_most(self, h.strain, 5e-5, "%d links: strain of a link", links[i]);
    check_at_most(self, fabs(h.sag - sags[i]), 2e-4, "%d links: sag [m]", links[i]);
  }
  if (!hang(self, 10, (xpbd_precision)precision, 1.0 / 96.0, 0.999, &h)) return;
  check_control(self, !(h.off <= 3e-4), "a nail 1 mm closer");
  if (precision == XPBD_F32) return;
  if (!hang(self, 10, XPBD_F64, 1.0 / 24.0, 1.0, &coarsest) || !hang(self, 10, XPBD_F64, 1.0 / 48.0, 1.0, &coarse) ||
      !hang(self, 10, XPBD_F64, 1.0 / 96.0, 1.0, &h))
    return;
  check_why(self, "second order in h is a factor of 4 for half the step: measured 3.57 and 3.89");
  check_between(self, coarsest.off / coarse.off, 3.3, 4.3, "distance at h = 1/24 s over that at 1/48 s"); /* 3.57 */
  check_between(self, coarse.off / h.off, 3.6, 4.3, "distance at h = 1/48 s over that at 1/96 s");        /* 3.89 */
  check_control(self, !(coarsest.off / h.off <= 4.3), "a quarter of the step instead of half of it");
}

/// Whether the first number of the material is a stiffness, whatever its name: C is proportional to it, and it may be
/// 10.
static bool begins_with_stiffness(const xpbd_formula *formula) {
  const xpbd_material *first = &formula->info.material[0];
  const xpbd_vec3_f64 start[2] = {{0, 0, 0}, {0.5, 0, 0}}, x[2] = {{0, 0, 0}, {0.55, 0, 0}};
  xpbd_vec3_f64 g[2];
  double rest[XPBD_MAX_REST] = {0}, material[XPBD_MAX_MATERIAL] = {0}, c[2];
  if (formula->info.material_count < 1 || first->minimum > 10 || first->maximum < 20) return false;
  for (int k = 0; k < formula->info.material_count; k++) material[k] = formula->info.material[k].standard;
  xpbd_rest_shape(formula, start, NULL, 0, rest);
  for (int i = 0; i < 2; i++) {
    material[0] = i == 0 ? 10 : 20;
    c[i] = formula->f64(x, rest, material, g);
  }
  return fabs(c[0]) > 0 && fabs(c[1] / c[0] - 2) < 1e-12;
}

void check_group_statics(check_registry *registry) {
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula_info *info = xpbd_formula_at(i);
    /* the closed form of one element needs a length as its rest shape and a stiffness; other formulas have other
     * checks */
    if (info->arity == 2 && info->rest_count == 1 && begins_with_stiffness(xpbd_formula_entry(i)))
      check_add(registry, info->name, "elongation under a weight, and its bias in h", extension, i);
  }
  check_add(registry, "closed-forms", "elongation against the printed laws", closed_forms, 0);
  check_add_both(registry, "chain", "a hanging chain carries the weight below each link", hanging_chain, XPBD_F32,
                 XPBD_F64);
  check_add_both(registry, "catenary", "a chain between two nails, three numbers of links", catenary, XPBD_F32,
                 XPBD_F64);
  check_add(registry, "independence", "elongation of a chain for four pairs of step and iterations", independence, 0);
}
