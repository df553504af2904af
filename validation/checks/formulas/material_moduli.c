/* Why this file exists: compares the formulas whose moduli are those of the body (XPBD_MODULI) with laws on paper.
 * Their potentials at compliance 1 add up to V Psi. The stress of an extended element follows the law of its material.
 * Its slope at rest is the given E. */
#include <math.h>
#include <stdio.h>

#include "material_checks.h"

enum { SHAPES = 200, STRETCHES = 20 };

/// Formulas that make one material together, and the printed one whose C is the same energy, NULL if there is none.
typedef struct body {
  const char *name;     ///< Of the material.
  const char *parts[2]; ///< Formulas; the second may be NULL.
  moduli_law law;
  const char *embedded;
} body;

static const body bodies[] = {
    {"linear_root_tet", {"linear_root_tet"}, LAW_LINEAR, "linear_tet"},
    {"corotated_root_tet", {"corotated_root_tet"}, LAW_COROTATED, NULL},
    {"stvk_root_tet", {"stvk_root_tet"}, LAW_STVK, "stvk_tet"},
    {"neo_hookean_root_tet", {"neo_hookean_root_tet"}, LAW_NEO_HOOKEAN, "neo_hookean_tet"},
    {"stable_neo_hookean_pair", {"deviatoric_tet", "hydrostatic_tet"}, LAW_STABLE, NULL},
    {"stable_neo_hookean_tet", {"stable_neo_hookean_tet"}, LAW_STABLE, NULL},
    {"linear_strain_tet", {"linear_strain_tet"}, LAW_LINEAR, "linear_tet"},
    {"stvk_strain_tet", {"stvk_strain_tet"}, LAW_STVK, "stvk_tet"},
    {"linear_root_triangle", {"linear_root_triangle"}, LAW_LINEAR, "linear_triangle"},
    {"corotated_root_triangle", {"corotated_root_triangle"}, LAW_COROTATED, NULL},
    {"stvk_root_triangle", {"stvk_root_triangle"}, LAW_STVK, "stvk_triangle"},
    {"neo_hookean_root_triangle", {"neo_hookean_root_triangle"}, LAW_NEO_HOOKEAN, "neo_hookean_triangle"},
    {"linear_strain_triangle", {"linear_strain_triangle"}, LAW_COROTATED, NULL},
    {"stvk_strain_triangle", {"stvk_strain_triangle"}, LAW_STVK, "stvk_triangle"},
};

static const double ratios[] = {0.0, 0.3, 0.45};

moduli_element moduli_evaluate(const char *const *parts, int count, const double *material, const xpbd_vec3_f64 *rest,
                               const xpbd_vec3_f64 *x) {
  moduli_element out = {0};
  for (int i = 0; i < count && parts[i]; i++) {
    const xpbd_formula *f = formula_named(parts[i]);
    for (int row = 0; row < f->info.rows; row++) {
      double numbers[XPBD_MAX_REST];
      xpbd_vec3_f64 g[XPBD_MAX_ARITY];
      xpbd_rest_shape(f, rest, NULL, row, numbers);
      const double c = f->f64(x, numbers, material, g);
      out.energy += 0.5 * c * c;
      for (int k = 0; k < f->info.arity; k++) out.force[k] = xpbd_v_madd_f64(c, g[k], out.force[k]);
    }
  }
  return out;
}

static int corners_of(const body *b) {
  return formula_named(b->parts[0])->info.arity;
}

double moduli_rest(check *self, int corners, xpbd_vec3_f64 *rest) {
  random_rest(self, corners, 0.2, rest);
  const xpbd_vec3_f64 a = xpbd_v_sub_f64(rest[1], rest[0]), b = xpbd_v_sub_f64(rest[2], rest[0]);
  const xpbd_vec3_f64 n = xpbd_v_cross_f64(a, b);
  if (corners == 3) return 0.5 * sqrt(xpbd_v_dot_f64(n, n));
  return fabs(xpbd_v_dot_f64(n, xpbd_v_sub_f64(rest[3], rest[0]))) / 6;
}

/* ---- Energy ---- */

/// Largest |sum C^2/2 - V Psi| / (E V) over random deformations with strains up to a half, for every nu. The Psi of
/// moduli_law_energy() knows no formula: it takes principal stretches, by Jacobi's rotations.
static double energy_error(check *self, const body *b, double law_nu_shift) {
  const int corners = corners_of(b);
  double worst = 0;
  int compared = 0;
  for (int i = 0; i < SHAPES; i++) {
    const double nu = ratios[i % 3], E = pow(10, 3 + i % 5), material[2] = {E, nu};
    xpbd_vec3_f64 rest[4], x[4], f[3];
    const double size = moduli_rest(self, corners, rest);
    for (int k = 0; k < 3; k++) f[k] = random_vector(self, 0.5);
    f[0].x += 1, f[1].y += 1, f[2].z += 1;
    for (int k = 0; k < corners; k++)
      x[k] = xpbd_v_madd_f64(rest[k].x, f[0], xpbd_v_madd_f64(rest[k].y, f[1], xpbd_v_scale_f64(rest[k].z, f[2])));
    double law;
    if (!moduli_law_energy(b->law, corners - 1, f, E, nu + law_nu_shift, &law)) continue;
    compared++;
    worst = check_larger(worst, fabs(moduli_evaluate(b->parts, 2, material, rest, x).energy / size - law) / E);
  }
  return compared >= SHAPES / 2 ? worst : (double)NAN;
}

static void energy(check *self, int which) {
  const body *b = &bodies[which];
  check_why(self, "rounding of a sum of squares: measured 2e-15, or 1e-12 if a rotation is found by iteration");
  check_at_most(self, energy_error(self, b, 0), 2e-12, "sum of C^2 / 2 against V Psi, over E V");
  check_control(self, !(energy_error(self, b, 1e-3) <= 2e-12), "Psi of a nu 0.001 larger");
  if (!b->embedded) return;
  const double material[2] = {1000, 0.3};
  xpbd_vec3_f64 rest[4], x[4], g[4];
  double numbers[XPBD_MAX_REST], worst = 0;
  for (int i = 0; i < SHAPES; i++) {
    moduli_rest(self, corners_of(b), rest);
    for (int k = 0; k < corners_of(b); k++) x[k] = xpbd_v_add_f64(rest[k], random_vector(self, 0.2));
    xpbd_rest_shape(formula_named(b->embedded), rest, NULL, 0, numbers);
    const double printed = formula_named(b->embedded)->f64(x, numbers, material, g);
    worst = check_larger(worst, fabs(moduli_evaluate(b->parts, 2, material, rest, x).energy / printed - 1));
  }
  check_why(self, "two sums of the same squares; near rest they have the digits of the strain");
  check_at_most(self, worst, 1e-10, "sum of C^2 / 2 against the C of %s", b->embedded);
}

/* ---- Stress ---- */

/// P of F = diag(s, side, side) at compliance 1 from the forces alone: [f] Dm^T = V P. Along x, and across along y.
static void stress(check *self, const body *b, const double *material, double s, double side, double *along,
                   double *across) {
  xpbd_vec3_f64 rest[4], x[4];
  const int corners = corners_of(b);
  const double size = moduli_rest(self, corners, rest);
  for (int k = 0; k < corners; k++) x[k] = (xpbd_vec3_f64){s * rest[k].x, side * rest[k].y, side * rest[k].z};
  const moduli_element e = moduli_evaluate(b->parts, 2, material, rest, x);
  *along = *across = 0;
  for (int k = 1; k < corners; k++) {
    *along += e.force[k].x * (rest[k].x - rest[0].x);
    *across += e.force[k].y * (rest[k].y - rest[0].y);
  }
  *along /= size, *across /= size;
}

/// Largest deviation from the law of stretches 0.6 to 1.55, relative to E: along, and across with free sides.
static double stress_error(check *self, const body *b, double nu, double law_nu) {
  double worst = 0;
  for (int i = 0; i < STRETCHES; i++) {
    const double s = 0.6 + 0.95 * i / (STRETCHES - 1), E = pow(10, 3 + i % 5), material[2] = {E, nu};
    double along, across, side;
    const double law = moduli_law_stress(b->law, corners_of(b) - 1, s, E, law_nu, &side);
    stress(self, b, material, s, side, &along, &across);
    worst = check_larger(worst, (fabs(along - law) + fabs(across)) / E);
  }
  return worst;
}

/// Stress over strain at a strain of 1e-6 with free sides, over E; `printed`: of the formula whose C is the energy.
static double modulus(check *self, const body *b, double nu, bool printed) {
  const double E = 1e5, material[2] = {E, nu}, strain = 1e-6;
  const body as_printed = {.parts = {b->embedded}};
  double along, across;
  stress(self, printed ? &as_printed : b, material, 1 + strain, 1 - nu * strain, &along, &across);
  return along / strain / E;
}

static void uniaxial(check *self, int which) {
  const body *b = &bodies[which];
  for (int i = 0; i < 3; i++) {
    check_why(self, "rounding of stresses, and of a side found by bisection: measured 5e-14");
    check_at_most(self, stress_error(self, b, ratios[i], ratios[i]), 1e-12, "stress / E, nu %g", ratios[i]);
    check_why(self,
              "the stress is E strain except for the square of the strain, 1e-6, and the digits that 1 + 1e-6 has");
    check_at_most(self, fabs(modulus(self, b, ratios[i], false) - 1), 1e-5, "slope at rest / E - 1, nu %g", ratios[i]);
  }
  check_control(self, !(stress_error(self, b, 0.3, 0.301) <= 1e-12), "the law of nu 0.301 for nu 0.3");
  if (b->embedded) check_control(self, !(fabs(modulus(self, b, 0.3, true) - 1) <= 1e-5), "C = V Psi, with the same E");
}

/* The paper's l = lambda instead of lambda + mu: the E that it gives by its own law. */
static void as_printed(check *self, int unused) {
  const double nu = 0.3, E = 1, mu = E / (2 * (1 + nu)), lambda = E * nu / ((1 + nu) * (1 - 2 * nu)), strain = 1e-6;
  const double gamma = 1 + mu / lambda, s = 1 + strain;
  /* free sides: mu + lambda (s b^2 - gamma) s = 0 */
  const double square = (gamma - mu / (lambda * s)) / s, along = mu * s + lambda * (s * square - gamma) * square;
  const double expected = (8 * nu - 1) / (4 * nu * (1 + nu));
  check_why(self, "the law on paper against its slope, of the order of the strain");
  check_at_most(self, fabs(along / strain - expected), 1e-5, "modulus of the printed pair / E, nu 0.3");
  check_between(self, expected, 0.89, 0.90, "which is a tenth too soft");
  check_control(self, !(fabs(expected - 1) <= 1e-5), "lambda where lambda + mu belongs");
}

/* ---- Rest ---- */

/// Largest force of an element at rest, over E times the area of its side.
static double rest_force(check *self, const char *const *parts, int count, double nu) {
  double worst = 0;
  for (int i = 0; i < SHAPES; i++) {
    const double material[2] = {1000, nu};
    xpbd_vec3_f64 rest[4];
    const double size = moduli_rest(self, 4, rest);
    const moduli_element e = moduli_evaluate(parts, count, material, rest, rest);
    for (int k = 0; k < 4; k++)
      worst = check_larger(worst, sqrt(xpbd_v_dot_f64(e.force[k], e.force[k])) / (1000 * pow(size, 2.0 / 3)));
  }
  return worst;
}

static void pair_at_rest(check *self, int unused) {
  static const char *const pair[] = {"deviatoric_tet", "hydrostatic_tet"}, *const rows = "stable_neo_hookean_tet";
  check_why(self, "rounding of two forces that cancel: measured 3e-14 at nu = 0.49, where both are 17 E");
  for (int i = 0; i < 4; i++) {
    const double nu = i < 3 ? ratios[i] : 0.49;
    check_at_most(self, rest_force(self, pair, 2, nu), 1e-12, "force of the pair at rest, nu %g", nu);
    check_at_most(self, rest_force(self, &rows, 1, nu), 1e-12, "force of the two rows at rest, nu %g", nu);
  }
  check_control(self, !(rest_force(self, pair, 1, 0.3) <= 1e-12), "deviatoric_tet alone");
  check_control(self, !(rest_force(self, pair + 1, 1, 0.3) <= 1e-12), "hydrostatic_tet alone");
}

/* ---- Cloth ---- */

/// Of orthotropic_strain_triangle under the second Piola-Kirchhoff stress s = (11, 22, 12): the largest deviation of P
/// from F s, over the largest modulus. The strain is that of the compliances on paper, with `nu21` as given.
static double cloth_error(check *self, const double *material, double nu21, const double *s) {
  static const char *const name = "orthotropic_strain_triangle";
  const double E1 = material[0], E2 = material[1], nu12 = material[2], G12 = material[3];
  const double one = 1 + 2 * (s[0] / E1 - nu21 / E2 * s[1]), two = 1 + 2 * (s[1] / E2 - nu12 / E1 * s[0]);
  /* F^T F = 1 + 2 G with F upper triangular */
  const double xx = sqrt(one), xy = s[2] / G12 / xx, yy = sqrt(two - xy * xy);
  xpbd_vec3_f64 rest[3], x[3];
  const double area = moduli_rest(self, 3, rest);
  for (int k = 0; k < 3; k++) x[k] = (xpbd_vec3_f64){xx * rest[k].x + xy * rest[k].y, 0, yy * rest[k].y};
  const moduli_element e = moduli_evaluate(&name, 1, material, rest, x);
  double p[2][2] = {{0}};
  for (int k = 1; k < 3; k++) {
    const xpbd_vec3_f64 side = xpbd_v_sub_f64(rest[k], rest[0]);
    p[0][0] += e.force[k].x * side.x / area, p[0][1] += e.force[k].x * side.y / area;
    p[1][0] += e.force[k].z * side.x / area, p[1][1] += e.force[k].z * side.y / area;
  }
  const double wrong = fabs(p[0][0] - (xx * s[0] + xy * s[2])) + fabs(p[0][1] - (xx * s[2] + xy * s[1])) +
                       fabs(p[1][0] - yy * s[2]) + fabs(p[1][1] - yy * s[1]);
  return wrong / fmax(E1, E2);
}

/// Largest deviation under tension and compression along the warp, the weft and between them, and in pure shear.
static double cloth_worst(check *self, const double *material, double nu21) {
  double worst = 0;
  for (int angle = 0; angle <= 90; angle += 15)
    for (int i = 0; i < 4; i++) {
      const double c = cos(angle * 3.141592653589793 / 180), d = sin(angle * 3.141592653589793 / 180);
      const double slope = pow(c, 4) / material[0] + pow(d, 4) / material[1] + /* 1 / Young's modulus along the angle */
                           c * c * d * d * (1 / material[3] - 2 * material[2] / material[0]);
      const double pull = (-0.1 + 0.1 * i) / slope, s[3] = {pull * c * c, pull * d * d, pull * c * d};
      worst = check_larger(worst, cloth_error(self, material, nu21, s));
    }
  const double shear[3] = {0, 0, 0.2 * material[3]};
  return check_larger(worst, cloth_error(self, material, nu21, shear));
}

static void cloth(check *self, int unused) {
  static const double woven[4] = {2000, 800, 0.4, 150}, shirting[4] = {10000, 5000, 0.3, 50};
  check_why(self, "rounding of stresses: measured 1e-15");
  check_at_most(self, cloth_worst(self, woven, 0.16), 1e-13,
                "P - F S over the warp's modulus, 0 to 90 degrees, and shear");
  check_at_most(self, cloth_worst(self, shirting, 0.15), 1e-13, "the same of a cotton shirting");
  check_control(self, !(cloth_worst(self, woven, 0.4) <= 1e-3), "nu21 = nu12");
  const double E = 1000, same[4] = {E, E, 0.3, E / 2.6}, sheet[2] = {E, 0.3};
  static const char *const names[] = {"orthotropic_strain_triangle", "stvk_strain_triangle"};
  double apart = 0;
  for (int i = 0; i < SHAPES; i++) {
    xpbd_vec3_f64 rest[3], x[3];
    const double area = moduli_rest(self, 3, rest);
    for (int k = 0; k < 3; k++) x[k] = xpbd_v_add_f64(rest[k], random_vector(self, 0.3));
    const double one = moduli_evaluate(&names[0], 1, same, rest, x).energy;
    apart = check_larger(apart, fabs(one - moduli_evaluate(&names[1], 1, sheet, rest, x).energy) / (E * area));
  }
  check_at_most(self, apart, 1e-13, "energy of equal moduli against stvk_strain_triangle, over E A");
  const xpbd_formula *f = formula_named(names[0]);
  const double soft[4] = {100, 1200, 0.3, 50}, stiff[4] = {100, 1000, 0.3, 50}; /* E1 / E2 = 1 / 12, 1 / 10 */
  check_true(self, !xpbd_formula_violates(f, stiff), "nu12^2 below E1 / E2");
  check_control(self, xpbd_formula_violates(f, soft) != NULL, "nu12^2 above E1 / E2");
}

void material_moduli_checks(check_registry *registry) {
  for (int i = 0; i < (int)(sizeof bodies / sizeof *bodies); i++) {
    check_add_named(registry, "potentials at compliance 1 add up to V Psi", energy, i, "moduli/%s/energy",
                    bodies[i].name);
    check_add_named(registry, "stress in extension, and its slope E at rest", uniaxial, i, "moduli/%s/uniaxial",
                    bodies[i].name);
  }
  check_add(registry, "moduli/as-printed", "lambda of Macklin and Mueller 2021 is not lambda", as_printed, 0);
  check_add(registry, "moduli/cloth", "stress of cloth at any angle to the warp, and its rule", cloth, 0);
  check_add(registry, "moduli/pair-at-rest", "the stable neo-Hookean pair balances at rest", pair_at_rest, 0);
}
