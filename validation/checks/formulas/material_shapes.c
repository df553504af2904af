/* Why this file exists: tests the formulas whose moduli are those of the body in large rotations, in small strains and
 * inside out. The corotated energy is the linear one of a body that has not turned. All but the linear solid are
 * unchanged by a turn of the element. Thin elements have the energy of the law. Inverted elements recover where the
 * header says so. */
#include <math.h>

#include "material_checks.h"

enum { SHAPES = 200 };

/// A rest shape, and the same deformed by up to `strain`.
static void deformed(check *self, int corners, double strain, xpbd_vec3_f64 *rest, xpbd_vec3_f64 *x) {
  xpbd_vec3_f64 f[3];
  moduli_rest(self, corners, rest);
  for (int k = 0; k < 3; k++) f[k] = random_vector(self, strain);
  f[0].x += 1, f[1].y += 1, f[2].z += 1;
  for (int k = 0; k < corners; k++)
    x[k] = xpbd_v_madd_f64(rest[k].x, f[0], xpbd_v_madd_f64(rest[k].y, f[1], xpbd_v_scale_f64(rest[k].z, f[2])));
}

/// Largest relative difference of the energies of two formulas at such a strain, over the strain.
static double difference(check *self, const char *one, const char *other, double strain) {
  const double material[2] = {1000, 0.3};
  double worst = 0;
  for (int i = 0; i < SHAPES; i++) {
    xpbd_vec3_f64 rest[4], x[4];
    deformed(self, formula_named(one)->info.arity, strain, rest, x);
    const double a = moduli_evaluate(&one, 1, material, rest, x).energy,
                 b = moduli_evaluate(&other, 1, material, rest, x).energy;
    worst = check_larger(worst, fabs(a - b) / b / strain);
  }
  return worst;
}

/* At a strain of e the corotated and the linear energy differ relatively by the order of e, so twice the strain gives
 * twice the difference. A sheet out of its plane has the linear strain of a turned frame. */
static void small_strain(check *self, int unused) {
  static const char *const pairs[][2] = {{"corotated_root_tet", "linear_root_tet"},
                                         {"stvk_root_tet", "linear_root_tet"},
                                         {"neo_hookean_root_tet", "linear_root_tet"},
                                         {"corotated_root_triangle", "linear_root_triangle"},
                                         {"linear_strain_triangle", "stvk_strain_triangle"}};
  check_why(self, "energies that agree to second order differ by the order of the strain: measured 1.5 to 17 times it");
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    for (int k = 3; k < 6; k++)
      check_at_most(self, difference(self, pairs[i][0], pairs[i][1], pow(10, -k)), 40,
                    "%s against %s at a strain of 1e-%d, over the strain", pairs[i][0], pairs[i][1], k);
  check_control(self, !(difference(self, "corotated_root_tet", "deviatoric_tet", 1e-3) <= 40), "another energy");
}

/// Largest relative change of the energy of an element that is turned as a whole.
static double turned_change(check *self, const char *name, double strain) {
  const double material[2] = {1000, 0.3};
  double worst = 0;
  for (int i = 0; i < SHAPES; i++) {
    xpbd_vec3_f64 rest[4], x[4], y[4], axis = random_vector(self, 1);
    const int corners = formula_named(name)->info.arity;
    deformed(self, corners, strain, rest, x);
    axis = xpbd_v_scale_f64(1 / sqrt(xpbd_v_dot_f64(axis, axis)), axis);
    const double angle = check_random(self, 0.5, 3), c = cos(angle), s = sin(angle);
    for (int k = 0; k < corners; k++) /* Rodrigues */
      y[k] = xpbd_v_add_f64(xpbd_v_madd_f64(s, xpbd_v_cross_f64(axis, x[k]), xpbd_v_scale_f64(c, x[k])),
                            xpbd_v_scale_f64((1 - c) * xpbd_v_dot_f64(axis, x[k]), axis));
    const double before = moduli_evaluate(&name, 1, material, rest, x).energy;
    worst = check_larger(worst, fabs(moduli_evaluate(&name, 1, material, rest, y).energy / before - 1));
  }
  return worst;
}

static void turned(check *self, int unused) {
  int count = 0;
  check_why(self, "rounding of a rotation, over a strain of 0.3: measured 7e-14");
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula_info *info = xpbd_formula_at(i);
    if (!(info->traits & XPBD_MODULI) || info->element == XPBD_ON_HINGES || info->traits & XPBD_TURNING) continue;
    check_at_most(self, turned_change(self, info->name, 0.3), 1e-11, "%s: change of the energy", info->name);
    count++;
  }
  check_at_least(self, count, 10, "formulas turned");
  check_control(self, !(turned_change(self, "linear_root_tet", 0.3) <= 1e-11), "linear_root_tet");
}

/// Of SHAPES inverted tetrahedra, the number that are upright and at rest after steps of half the energy's own size
/// along its gradient, like projections without compliance.
static int recovered(check *self, const char *const *parts, int count) {
  const double material[2] = {1000, 0.3};
  int upright = 0;
  for (int i = 0; i < SHAPES; i++) {
    xpbd_vec3_f64 rest[4], x[4];
    const double volume = moduli_rest(self, 4, rest),
                 floor_energy = moduli_evaluate(parts, count, material, rest, rest).energy;
    double energy = HUGE_VAL, determinant;
    const xpbd_vec3_f64 across = xpbd_v_cross_f64(xpbd_v_sub_f64(rest[1], rest[0]), xpbd_v_sub_f64(rest[2], rest[0]));
    const double whole = xpbd_v_dot_f64(across, xpbd_v_sub_f64(rest[3], rest[0]));
    do {
      for (int k = 0; k < 4; k++) x[k] = xpbd_v_add_f64(rest[k], random_vector(self, 0.7));
      determinant = xpbd_v_dot_f64(xpbd_v_cross_f64(xpbd_v_sub_f64(x[1], x[0]), xpbd_v_sub_f64(x[2], x[0])),
                                   xpbd_v_sub_f64(x[3], x[0]));
    } while (determinant / whole > -0.05);
    for (int step = 0; step < 2000 && energy > 1e-9 * material[0] * volume; step++) {
      const moduli_element e = moduli_evaluate(parts, count, material, rest, x);
      double square = 0;
      energy = e.energy - floor_energy;
      for (int k = 0; k < 4; k++) square += xpbd_v_dot_f64(e.force[k], e.force[k]);
      if (!(square > 0)) break;
      for (int k = 0; k < 4; k++) x[k] = xpbd_v_madd_f64(-energy / square, e.force[k], x[k]);
    }
    determinant = xpbd_v_dot_f64(xpbd_v_cross_f64(xpbd_v_sub_f64(x[1], x[0]), xpbd_v_sub_f64(x[2], x[0])),
                                 xpbd_v_sub_f64(x[3], x[0]));
    upright += determinant / whole > 0 && fabs(energy) <= 1e-9 * material[0] * volume;
  }
  return upright;
}

static void inversion(check *self, int unused) {
  static const char *const pair[] = {"deviatoric_tet", "hydrostatic_tet"};
  static const char *const single[] = {"neo_hookean_root_tet", "corotated_root_tet", "linear_root_tet",
                                       "stvk_root_tet"};
  check_same(self, (uint64_t)recovered(self, pair, 2), SHAPES, "inverted tetrahedra that recover: the stable pair");
  for (int i = 0; i < 3; i++) check_same(self, (uint64_t)recovered(self, &single[i], 1), SHAPES, "%s", single[i]);
  const int stvk = recovered(self, &single[3], 1);
  check_at_most(self, stvk, SHAPES / 20, "with St. Venant and Kirchhoff's energy, which has a mirrored well");
  check_control(self, stvk < SHAPES, "a mirrored well");
}

/// Relative error of the corotated energy of an element with these principal stretches, turned before and after.
/// `shift` is added to the first stretch of the law.
static double stretched_error(check *self, const double *s, double shift) {
  static const char *const name = "corotated_root_tet";
  const double material[2] = {1000, 0.3}, mu = 1000 / 2.6, lambda = 300 / (1.3 * 0.4);
  const double c = cos(0.7), d = sin(0.7), u = cos(1.9), v = sin(1.9);
  xpbd_vec3_f64 rest[4], x[4];
  const double volume = moduli_rest(self, 4, rest), first = s[0] + shift, trace = first + s[1] + s[2] - 3;
  for (int k = 0; k < 4; k++) {
    const xpbd_vec3_f64 a = {s[0] * (c * rest[k].x - d * rest[k].y), s[1] * (d * rest[k].x + c * rest[k].y),
                             s[2] * rest[k].z};
    x[k] = (xpbd_vec3_f64){a.x, u * a.y - v * a.z, v * a.y + u * a.z};
  }
  const double square = (first - 1) * (first - 1) + (s[1] - 1) * (s[1] - 1) + (s[2] - 1) * (s[2] - 1);
  const double psi = mu * square + lambda / 2 * trace * trace;
  return fabs(moduli_evaluate(&name, 1, material, rest, x).energy / (volume * psi) - 1);
}

/* The rotation is found by twelve steps of an iteration, which are enough if two sides are thin, too. */
static void thin(check *self, int unused) {
  static const double stretches[][3] = {{1, 0.003, 0.003}, {0.003, 0.003, 1}, {2, 0.01, 0.02},
                                        {1, 0.1, 0.1},     {1.5, 0.5, -0.2},  {-0.2, 1.5, 0.5}};
  check_why(self, "rounding over the sum of the thin sides, 0.006: measured 1e-13");
  for (size_t i = 0; i < sizeof stretches / sizeof *stretches; i++) {
    check_at_most(self, stretched_error(self, stretches[i], 0), 2e-12, "energy / law - 1, stretches %g, %g, %g",
                  stretches[i][0], stretches[i][1], stretches[i][2]);
    check_control(self, !(stretched_error(self, stretches[i], 1e-9) <= 2e-12), "the law of a stretch 1e-9 larger");
  }
}

void material_shape_checks(check_registry *registry) {
  check_add(registry, "moduli/small-strain", "energies agree with the linear one for small strains", small_strain, 0);
  check_add(registry, "moduli/turned", "an element that is turned has the same energy", turned, 0);
  check_add(registry, "moduli/inversion", "inverted elements recover, and do not with a mirrored well", inversion, 0);
  check_add(registry, "moduli/thin", "the corotated energy where two sides are thin, and inside out", thin, 0);
}
