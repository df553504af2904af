/* Why this file exists: tests a sheet in a testing machine, pulled and sheared. The force on its clamps and its
 * narrowing show whether E is Young's modulus and nu Poisson's ratio. */
#include <math.h>
#include <string.h>

#include "membrane_checks.h"
#include "membrane_rest.h"
#include "plate_mesh.h"

enum { CELLS = 4, SIDE = CELLS + 1, COUNT = SIDE * SIDE };

/// A material and its energy per area, from the stretches along and across, or from a simple shear.
typedef struct law {
  const char *formula;
  double (*stretched)(double e, double nu, double a, double b);
  double (*sheared)(double e, double nu, double s);
} law;

static double mu_of(double e, double nu) {
  return e / (2 * (1 + nu));
}
static double lambda_of(double e, double nu) {
  return e * nu / (1 - nu * nu);
}

static double linear_stretched(double e, double nu, double a, double b) {
  const double x = a - 1, y = b - 1;
  return mu_of(e, nu) * (x * x + y * y) + lambda_of(e, nu) / 2 * (x + y) * (x + y);
}
/// F = ((1, s), (0, 1)) has singular values of difference |s| and product 1.
static double linear_sheared(double e, double nu, double s) {
  const double sum = sqrt(s * s + 4), a = (sum + s) / 2, b = (sum - s) / 2;
  return linear_stretched(e, nu, a, b);
}
static double stvk_stretched(double e, double nu, double a, double b) {
  const double x = (a * a - 1) / 2, y = (b * b - 1) / 2;
  return mu_of(e, nu) * (x * x + y * y) + lambda_of(e, nu) / 2 * (x + y) * (x + y);
}
static double stvk_sheared(double e, double nu, double s) {
  const double xy = s / 2, yy = s * s / 2;
  return mu_of(e, nu) * (yy * yy + 2 * xy * xy) + lambda_of(e, nu) / 2 * yy * yy;
}
static double neo_stretched(double e, double nu, double a, double b) {
  const double l = log(a * b);
  return mu_of(e, nu) / 2 * (a * a + b * b - 2 - 2 * l) + lambda_of(e, nu) / 2 * l * l;
}
static double neo_sheared(double e, double nu, double s) {
  return mu_of(e, nu) / 2 * s * s;
}

static const law laws[] = {{"linear_strain_triangle", linear_stretched, linear_sheared},
                           {"stvk_strain_triangle", stvk_stretched, stvk_sheared},
                           {"corotated_root_triangle", linear_stretched, linear_sheared},
                           {"stvk_root_triangle", stvk_stretched, stvk_sheared},
                           {"neo_hookean_root_triangle", neo_stretched, neo_sheared}};

/// The stretch across that has no stress there: where the energy is least. By golden section.
static double narrowed(const law *l, double e, double nu, double a) {
  double low = 0.3, high = 1.2;
  const double part = (sqrt(5.0) - 1) / 2;
  for (int i = 0; i < 120; i++) {
    const double left = high - part * (high - low), right = low + part * (high - low);
    if (l->stretched(e, nu, a, left) < l->stretched(e, nu, a, right))
      high = right;
    else
      low = left;
  }
  return 0.5 * (low + high);
}

/// The results of a test of a sheet of 1 m x 1 m.
typedef struct outcome {
  double force; ///< [N/m] on the far clamp, along its motion.
  double off;   ///< Largest distance of a free vertex to its position in a uniform strain [m].
} outcome;

/// A sheet whose clamps are put where F = ((a, s), (0, b)) puts them; in shear its whole border. The rest starts
/// disturbed and comes to rest. False after a failure.
static bool test(check *self, const char *formula, double e, double nu, double alpha, double a, double b, double s,
                 bool border, outcome *out) {
  xpbd_mesh mesh = {0};
  double start[3 * COUNT], even[3 * COUNT], w[COUNT], f[3 * COUNT];
  if (!plate_lattice(self, SIDE, SIDE, 1.0 / CELLS, true, &mesh)) return false;
  for (int i = 0; i < COUNT; i++) {
    const double *p = &mesh.positions[3 * i];
    const int column = i % SIDE, row = i / SIDE;
    const bool clamp = column == 0 || column == SIDE - 1, side = row == 0 || row == SIDE - 1;
    even[3 * i] = a * p[0] + s * p[2], even[3 * i + 1] = 0, even[3 * i + 2] = b * p[2];
    w[i] = border ? !clamp && !side : !clamp;
    for (int k = 0; k < 3; k++)
      start[3 * i + k] =
          even[3 * i + k] + (w[i] > 0 && k != 1 ? 0.1 * fmax(fabs(a - 1), fabs(s)) * check_random(self, -1, 1) : 0.0);
  }
  /* A step, in vibrations of the stiffest kind. The gradients turn within it, which gives rest a bias of its square. If
   * C is a strain, the bias is that times the strain. If C is the root of an energy it is not, because its gradient is
   * a direction at any strain. */
  const double strain = fmax(fabs(a - 1), fabs(s)), roots = strstr(formula, "_root_") ? 0.03 : 0.5;
  const double part = fmin(roots, sqrt(2e-4 / strain));
  membrane m = {.mesh = &mesh,
                .start = start,
                .inverse_masses = w,
                .set_count = 1,
                .sets = {xpbd_constraints_def_default()},
                .own_compliance = {true},
                .time_step = part / sqrt(20 * e / (1 - nu) / alpha),
                .iterations = part < 0.1 ? 6 : 15,
                .steps = 8000,
                .balance = 1e-4};
  m.sets[0].formula = formula, m.sets[0].material[0] = e, m.sets[0].material[1] = nu, m.sets[0].compliance = alpha;
  rig r = {0};
  const bool good = membrane_rest(&r, self, &m);
  *out = (outcome){0};
  if (good) {
    membrane_forces(r.scene, r.x, f);
    for (int i = 0; i < COUNT; i++) {
      const bool far = border ? i / SIDE == SIDE - 1 : i % SIDE == SIDE - 1;
      if (far) out->force -= f[3 * i];
      if (w[i] > 0)
        out->off = check_larger(out->off, hypot(r.x[3 * i] - even[3 * i], r.x[3 * i + 2] - even[3 * i + 2]));
    }
  }
  rig_free(&r);
  xpbd_mesh_destroy(&mesh);
  return good;
}

/// The derivative by the complex step would need another law; Richardson's of fourth order is exact to 1e-10 here.
static double slope(double (*f)(const law *, double, double, double, double), const law *l, double e, double nu,
                    double x, double y) {
  const double d = 1e-3;
  return (8 * (f(l, e, nu, x + d, y) - f(l, e, nu, x - d, y)) -
          (f(l, e, nu, x + 2 * d, y) - f(l, e, nu, x - 2 * d, y))) /
         (12 * d);
}
static double of_stretch(const law *l, double e, double nu, double a, double b) {
  return l->stretched(e, nu, a, b);
}
static double of_shear(const law *l, double e, double nu, double s, double unused) {
  return l->sheared(e, nu, s);
}

/* Statics scale with E, so each material has three of the nine pairs; together they have all. */
static const double moduli[] = {1e3, 1e5, 1e7}, ratios[] = {0, 0.3, 0.45};
static const double stretches[] = {1.2, 1.05, 1.0001}, shears[] = {0.3, 0.05, 1e-4};

static void membrane_pulled(check *self, int argument) {
  const law *l = &laws[argument];
  outcome o;
  for (int i = 0; i < 3; i++) {
    const double e = moduli[i], nu = ratios[(i + argument) % 3], a = stretches[i];
    const double b = narrowed(l, e, nu, a), force = slope(of_stretch, l, e, nu, a, b);
    if (!test(self, l->formula, e, nu, 1.0, a, b, 0, false, &o)) continue;
    check_why(self, "how constraints turn within a time step: 1e-4 times 2 and less, and the search for rest");
    check_at_most(self, fabs(o.force / force - 1), 3e-4, "E %g N/m, nu %g, stretch %g: force over the closed form - 1",
                  e, nu, a);
    check_at_most(self, o.off, 3e-4 * (a - 1), "E %g N/m, nu %g, stretch %g: distance to a uniform strain [m]", e, nu,
                  a);
    if (i < 2) continue; /* small: Young's modulus and Poisson's ratio themselves */
    check_why(self, "the terms of second order in a strain of 1e-4");
    check_at_most(self, fabs(o.force / (e * 1e-4) - 1), 4e-4, "E %g N/m, nu %g: force over E strain - 1", e, nu);
    check_at_most(self, fabs((1 - b) / 1e-4 - nu), 4e-4, "E %g N/m, nu %g: narrowing over strain - nu", e, nu);
  }
  const double e = 1e5, nu = 0.3, b = narrowed(l, e, nu, 1.05), force = slope(of_stretch, l, e, nu, 1.05, b);
  if (test(self, l->formula, e, 0.31, 1.0, 1.05, b, 0, false, &o)) {
    check_control(self, !(o.off <= 3e-4 * 0.05), "nu 0.31 for 0.3: a uniform strain");
    check_control(self, !(fabs(o.force / force - 1) <= 3e-4), "nu 0.31 for 0.3: the force");
  }
}

static void membrane_sheared(check *self, int argument) {
  const law *l = &laws[argument];
  outcome o;
  for (int i = 0; i < 3; i++) {
    const double e = moduli[i], nu = ratios[(i + argument) % 3], s = shears[i];
    const double force = slope(of_shear, l, e, nu, s, 0);
    if (!test(self, l->formula, e, nu, 1.0, 1, 1, s, true, &o)) continue;
    check_why(self, "how constraints turn within a time step: 1e-4 times 2 and less, and the search for rest");
    check_at_most(self, o.off, 3e-4 * s, "E %g N/m, nu %g, shear %g: distance to a uniform strain [m]", e, nu, s);
    check_at_most(self, fabs(o.force / force - 1), 3e-4, "E %g N/m, nu %g, shear %g: force over the closed form - 1", e,
                  nu, s);
    if (i > 0) continue;
    const double wrong = slope(of_shear, l, e, nu + 0.01, s, 0);
    check_control(self, !(fabs(o.force / wrong - 1) <= 3e-4), "nu 0.01 off");
  }
}

void membrane_add(check_registry *registry) {
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
    check_add_named(registry, "a sheet pulled: force and narrowing against the closed form", membrane_pulled, (int)i,
                    "pulled-%s", laws[i].formula);
    check_add_named(registry, "a sheet sheared: force against the closed form", membrane_sheared, (int)i, "sheared-%s",
                    laws[i].formula);
  }
}
