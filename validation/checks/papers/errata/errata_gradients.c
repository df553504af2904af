/* Why this file exists: errors in printed gradients and constraints, measured on random elements. They are compared
 * with the library's gradient, which the group "formulas" compares with the complex step. */
#include <math.h>
#include <string.h>

#include "errata_checks.h"
#include "xpbd/mesh.h"

enum { TRIALS = 1001 };

static xpbd_vec3_f64 combined(double s, xpbd_vec3_f64 a, double t, xpbd_vec3_f64 b) {
  return xpbd_v_madd_f64(s, a, xpbd_v_scale_f64(t, b));
}

/* ---- Cetinaslan 2019 ---- */

static void morse(check *self, int unused) {
  static const double lengths[] = {0.05, 0.5, 1.0};
  static double errors[TRIALS];
  const double material = 10;
  double printed[3], right = 0;
  for (int j = 0; j < 3; j++) {
    const double l0 = lengths[j];
    for (int i = 0; i < TRIALS; i++) {
      xpbd_vec3_f64 x[2] = {random_vector(self, 2)}, g[2], p[2], q[2];
      xpbd_vec3_f64 n = random_vector(self, 1);
      n = xpbd_v_scale_f64(1 / sqrt(xpbd_v_dot_f64(n, n)), n);
      x[1] = xpbd_v_madd_f64(l0 * check_random(self, 0.7, 1.4), n, x[0]);
      formula_named("morse")->f64(x, &l0, &material, g);
      const xpbd_vec3_f64 d = xpbd_v_sub_f64(x[1], x[0]);
      const double l = sqrt(xpbd_v_dot_f64(d, d));
      p[1] = xpbd_v_scale_f64(2 * material * exp(l) * (exp(l) - 1) / l, d);
      q[1] = xpbd_v_scale_f64(2 * material * exp(l - l0) * expm1(l - l0) / l, d);
      p[0] = xpbd_v_neg_f64(p[1]), q[0] = xpbd_v_neg_f64(q[1]);
      errors[i] = erratum_distance(2, p, g);
      if (fabs(l - l0) > 0.01 * l0) right = check_larger(right, erratum_distance(2, q, g));
    }
    printed[j] = check_median(errors, TRIALS);
    check_at_least(self, errors[0], 1, "l0 = %g m: least relative error as printed", l0);
  }
  check_true(self, printed[0] < printed[1] && printed[1] < printed[2], "the error grows with the length");
  const erratum e = {.paper = "Cetinaslan 2019",
                     .place = "Eqs. (8), (9)",
                     .printed = "e^l (e^l - 1)",
                     .right = "e^(l-l0) (e^(l-l0) - 1)",
                     .low = 5,
                     .high = 40,
                     .limit = 1e-12};
  erratum_compare(self, &e, printed[1], right);
}

/* Numbers of one random element: the columns of Dm^-1 that a strain uses, and the columns of F. */

/// Numbers of one random element: the columns of Dm^-1 that a strain uses, and the columns of F.
typedef struct strained {
  int corners;
  xpbd_vec3_f64 x[4], g[4];   ///< Positions, the library's gradient.
  double rest[XPBD_MAX_REST]; ///< Column i of Dm^-1 and, from `second`, column j.
  int second;
  xpbd_vec3_f64 fi, fj;
} strained;

static xpbd_vec3_f64 column(const strained *s, const double *c) {
  xpbd_vec3_f64 f = {0, 0, 0};
  for (int k = 1; k < s->corners; k++) f = xpbd_v_madd_f64(c[k - 1], xpbd_v_sub_f64(s->x[k], s->x[0]), f);
  return f;
}

static strained random_strain(check *self, const char *name, int row) {
  const xpbd_formula *f = formula_named(name);
  const double k = 1;
  strained s = {.corners = f->info.arity};
  xpbd_vec3_f64 rest[4];
  random_rest(self, s.corners, 0.15, rest);
  for (int i = 0; i < s.corners; i++) s.x[i] = xpbd_v_add_f64(rest[i], random_vector(self, 0.1));
  xpbd_rest_shape(f, rest, NULL, row, s.rest);
  f->f64(s.x, s.rest, &k, s.g);
  s.second = f->info.rest_count == 2 * (s.corners - 1) ? s.corners - 1 : 0;
  s.fi = column(&s, s.rest), s.fj = column(&s, s.rest + s.second);
  return s;
}

/// Gradients of particles 1, 2, ..: a c_i[k] + b c_j[k]; particle 0 has minus their sum.
static void outer(const strained *s, xpbd_vec3_f64 a, xpbd_vec3_f64 b, xpbd_vec3_f64 *g) {
  g[0] = (xpbd_vec3_f64){0, 0, 0};
  for (int k = 1; k < s->corners; k++) {
    g[k] = combined(s->rest[k - 1], a, s->rest[s->second + k - 1], b);
    g[0] = xpbd_v_sub_f64(g[0], g[k]);
  }
}

typedef enum sign_place { STRETCH, MODIFIED_STRETCH, SHEAR, SIGN_PLACES } sign_place;

/// Eqs. (16), (17), (20): `sign` -2 as printed, 2 as it follows from (14), (15), (18).
static void exponential_gradient(const strained *s, sign_place place, double sign, xpbd_vec3_f64 *g) {
  const xpbd_vec3_f64 none = {0, 0, 0};
  const double sii = xpbd_v_dot_f64(s->fi, s->fi), sij = xpbd_v_dot_f64(s->fi, s->fj);
  const double strain = place == SHEAR ? sij : place == STRETCH ? sii - 1 : sqrt(sii) - 1;
  const double factor = sign * (1 - exp(strain)) * -exp(strain);
  if (place == SHEAR)
    outer(s, xpbd_v_scale_f64(factor, s->fj), xpbd_v_scale_f64(factor, s->fi), g);
  else
    outer(s, xpbd_v_scale_f64(place == STRETCH ? 2 * factor : factor / sqrt(sii), s->fi), none, g);
}

static void reversed_gradients(check *self, int unused) {
  static const char *const names[SIGN_PLACES][2] = {{"esbd_stretch_literal", "esbd_stretch_tet_literal"},
                                                    {"esbd_mod_stretch_literal", "esbd_mod_stretch_tet_literal"},
                                                    {"esbd_shear_literal", "esbd_shear_tet_literal"}};
  static const char *const places[SIGN_PLACES] = {"Eq. (16)", "Eq. (17)", "Eq. (20)"};
  static double errors[TRIALS];
  for (int place = 0; place < SIGN_PLACES; place++) {
    double right = 0;
    for (int i = 0; i < TRIALS; i++) {
      const strained s = random_strain(self, names[place][i % 2], 0);
      xpbd_vec3_f64 p[4], q[4];
      exponential_gradient(&s, (sign_place)place, -2, p);
      exponential_gradient(&s, (sign_place)place, 2, q);
      errors[i] = erratum_distance(s.corners, p, s.g);
      right = check_larger(right, erratum_distance(s.corners, q, s.g));
    }
    const double printed = check_median(errors, TRIALS);
    check_at_most(self, check_larger(2 - errors[0], errors[TRIALS - 1] - 2), 1e-9, "%s: reversed, always",
                  places[place]);
    const erratum e = {.paper = "Cetinaslan 2023",
                       .place = places[place],
                       .printed = "-2k (1 - e^s)(-e^s)",
                       .right = "2k (1 - e^s)(-e^s)",
                       .low = 2 - 1e-9,
                       .high = 2 + 1e-9,
                       .limit = 1e-9};
    erratum_compare(self, &e, printed, right);
  }
}

/// Eq. (21) with its sign and its bracket each as printed or right.
static void cosine_gradient(const strained *s, bool sign, bool bracket, xpbd_vec3_f64 *g) {
  const double ii = xpbd_v_dot_f64(s->fi, s->fi), jj = xpbd_v_dot_f64(s->fj, s->fj);
  const double ij = xpbd_v_dot_f64(s->fi, s->fj), root = 1 / sqrt(ii * jj), cube = root * root * root * ij;
  const double e = exp(ij * root), factor = (sign ? 2 : -2) * (1 - e) * -e, second = bracket ? factor : 1;
  outer(s, combined(factor * root, s->fj, -second * cube * jj, s->fi),
        combined(factor * root, s->fi, -second * cube * ii, s->fj), g);
}

static void early_bracket(check *self, int unused) {
  static double errors[4][TRIALS];
  double medians[4];
  for (int i = 0; i < TRIALS; i++) {
    const strained s = random_strain(self, i % 2 ? "esbd_mod_shear_tet_literal" : "esbd_mod_shear_literal", 0);
    for (int form = 0; form < 4; form++) {
      xpbd_vec3_f64 p[4];
      cosine_gradient(&s, form & 1, form & 2, p);
      errors[form][i] = erratum_distance(s.corners, p, s.g);
    }
  }
  for (int form = 0; form < 4; form++) medians[form] = check_median(errors[form], TRIALS);
  check_between(self, medians[1], 0.3, 0.8, "with the sign right and the bracket as printed");
  check_between(self, medians[2], 2 - 1e-9, 2 + 1e-9, "with the bracket right and the sign as printed");
  const erratum e = {.paper = "Cetinaslan 2023",
                     .place = "Eq. (21)",
                     .printed = "-2k(..) (first) - (second)",
                     .right = "2k(..) (first - second)",
                     .low = 1.9,
                     .high = 2.6,
                     .limit = 1e-9};
  erratum_compare(self, &e, medians[0], errors[3][TRIALS - 1]);
}

void erratum_exponential(check *self, const char *formula, xpbd_vec3_f64 *printed, xpbd_vec3_f64 *right,
                         xpbd_vec3_f64 *own) {
  const strained s = random_strain(self, formula, 0);
  memcpy(own, s.g, (size_t)s.corners * sizeof *own);
  if (strstr(formula, "mod_shear"))
    cosine_gradient(&s, false, false, printed), cosine_gradient(&s, true, true, right);
  else
    exponential_gradient(&s, STRETCH, -2, printed), exponential_gradient(&s, STRETCH, 2, right);
}

/* A rigid turn must leave S_11 = 1. `rows` of F that are used: 2 as printed, 3. */
static double rigid_strain(check *self, int rows) {
  xpbd_vec3_f64 rest[3], axis[2];
  double c[XPBD_MAX_REST], s = 0;
  random_rest(self, 3, 0.15, rest);
  xpbd_rest_shape(formula_named("stvk_triangle"), rest, NULL, 0, c);
  do axis[0] = random_vector(self, 1), axis[1] = random_vector(self, 1);
  while (xpbd_v_dot_f64(axis[0], axis[0]) < 0.1 || xpbd_v_dot_f64(axis[1], axis[1]) < 0.1);
  axis[0] = xpbd_v_scale_f64(1 / sqrt(xpbd_v_dot_f64(axis[0], axis[0])), axis[0]);
  axis[1] = xpbd_v_cross_f64(axis[0], axis[1]);
  axis[1] = xpbd_v_scale_f64(1 / sqrt(xpbd_v_dot_f64(axis[1], axis[1])), axis[1]);
  xpbd_vec3_f64 x[3];
  for (int k = 0; k < 3; k++) x[k] = combined(rest[k].x, axis[0], rest[k].y, axis[1]);
  const xpbd_vec3_f64 f = combined(c[0], xpbd_v_sub_f64(x[1], x[0]), c[1], xpbd_v_sub_f64(x[2], x[0]));
  s = f.x * f.x + f.y * f.y + (rows == 3 ? f.z * f.z : 0);
  return fabs(s - 1);
}

static void gradient_shape(check *self, int which) {
  static double errors[TRIALS];
  double right = 0;
  for (int i = 0; i < TRIALS; i++) {
    errors[i] = rigid_strain(self, 2);
    right = check_larger(right, rigid_strain(self, 3));
  }
  const erratum e = {.paper = which ? "Cetinaslan and Chaves 2019" : "Cetinaslan 2023",
                     .place = which ? "Sect. V.B" : "Sects. 3.2, 4",
                     .printed = "F 2x2 of a triangle in space",
                     .right = "F 3x2; S = F^T F 2x2",
                     .low = 0.1,
                     .high = 1,
                     .limit = 1e-12};
  erratum_compare(self, &e, check_median(errors, TRIALS), right);
}

/* ---- Cetinaslan and Chaves 2019 ---- */

/* Ghost tetrahedra of a torus, a little deformed: an energy V Psi < 0 pulls away from rest. Errors are fractions of
 * them. */
static void signed_volume(check *self, int unused) {
  const xpbd_formula *f = formula_named("stvk_tet");
  const double material[2] = {1000, 0.3};
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_torus(30, 30, 1.0, 0.4, &mesh), XPBD_OK, "torus")) return;
  int count = 0, negative = 0, negative_right = 0;
  for (int64_t t = 0; t < mesh.triangle_count; t++) {
    xpbd_vec3_f64 x[4] = {{0, 0, 0}}, g[4];
    double rest[XPBD_MAX_REST];
    for (int k = 0; k < 3; k++) memcpy(&x[k + 1], &mesh.positions[3 * (int64_t)mesh.triangles[3 * t + k]], sizeof x[k]);
    xpbd_rest_shape(f, x, NULL, 0, rest);
    if (isnan(rest[0])) continue;
    const xpbd_vec3_f64 n = xpbd_v_cross_f64(xpbd_v_sub_f64(x[2], x[0]), xpbd_v_sub_f64(x[3], x[0]));
    const double volume = xpbd_v_dot_f64(xpbd_v_sub_f64(x[1], x[0]), n) / 6;
    for (int k = 1; k < 4; k++) x[k] = xpbd_v_add_f64(x[k], random_vector(self, 0.02));
    count++;
    negative_right += !(f->f64(x, rest, material, g) >= 0);
    rest[9] = volume;
    negative += !(f->f64(x, rest, material, g) >= 0);
  }
  const erratum e = {.paper = "Cetinaslan and Chaves 2019",
                     .place = "Eq. (16)",
                     .printed = "V Psi, V the initial volume",
                     .right = "|V| Psi (torus: part of ghosts < 0)",
                     .low = 0.3,
                     .high = 0.5,
                     .limit = 0};
  erratum_compare(self, &e, (double)negative / count, (double)negative_right / count);
}

/* The change of C by a translation by one unit. */
static double area_change(check *self, bool absolute) {
  const xpbd_formula *f = formula_named("triangle_area");
  const double none = 0, k = 1;
  xpbd_vec3_f64 x[3], g[3], shift = random_vector(self, 1);
  double c[2];
  shift = xpbd_v_scale_f64(1 / sqrt(xpbd_v_dot_f64(shift, shift)), shift);
  random_rest(self, 3, 0.15, x);
  const xpbd_vec3_f64 offset = random_vector(self, 1);
  for (int i = 0; i < 3; i++) x[i] = xpbd_v_add_f64(offset, x[i]);
  for (int moved = 0; moved < 2; moved++) {
    const xpbd_vec3_f64 n = xpbd_v_cross_f64(x[1], x[2]);
    c[moved] = absolute ? xpbd_v_dot_f64(n, n) : f->f64(x, &none, &k, g);
    for (int i = 0; i < 3; i++) x[i] = xpbd_v_add_f64(x[i], shift);
  }
  return fabs(c[1] - c[0]) / c[0];
}

static void absolute_area(check *self, int which) {
  static double errors[TRIALS];
  double right = 0;
  for (int i = 0; i < TRIALS; i++) {
    errors[i] = area_change(self, true);
    right = check_larger(right, area_change(self, false));
  }
  const erratum e = {.paper = which ? "Cetinaslan and Chaves 2019" : "Cetinaslan 2023",
                     .place = which ? "Sect. V.B" : "Sect. 5",
                     .printed = "|x2 x x3|^2 - |X2 x X3|^2",
                     .right = "|(x2-x1) x (x3-x1)|^2 - ..",
                     .low = 0.5,
                     .high = 3,
                     .limit = 1e-12};
  erratum_compare(self, &e, check_median(errors, TRIALS), right);
}

void errata_gradients(check_registry *registry) {
  check_add(registry, "morse-gradient", "exponents without the rest length", morse, 0);
  check_add(registry, "esbd-sign", "gradients with one minus sign too many", reversed_gradients, 0);
  check_add(registry, "esbd-bracket", "a bracket closed too early", early_bracket, 0);
  check_add(registry, "esbd-gradient-shape", "the deformation gradient of a triangle in space", gradient_shape, 0);
  check_add(registry, "energy-gradient-shape", "the same in the other paper", gradient_shape, 1);
  check_add(registry, "signed-volume", "energies of ghost tetrahedra with negative volume", signed_volume, 0);
  check_add(registry, "esbd-area", "an area of absolute positions", absolute_area, 0);
  check_add(registry, "energy-area", "the same in the other paper", absolute_area, 1);
}
