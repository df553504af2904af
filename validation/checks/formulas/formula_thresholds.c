/* Why this file exists: the limits of a formula are as much a part of it as its C: the angle, area or length below
 * which it has no gradient, the rest shapes it refuses, the point where a law continues by its tangent. The headers
 * state these limits. Each is approached from both sides here, in float and in double. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formula_checks.h"
#include "xpbd/formula_file.h"

/* ---- Gradients ---- */

/// A shape with one small number t.
typedef enum figure {
  FLAT_TRIANGLE,  ///< a = (1, 0), b = (0, t): area ratio t.
  SHORT_WARP,     ///< a = (t, 0), b = (0, 1 / t).
  SMALL_TRIANGLE, ///< a = (t, 0), b = (0, t).
  SHORT_A,        ///< a = (t, 0), b = (0, 1).
  NARROW,         ///< a = (1, 0), b = (1, t): an angle of t.
  STRAIGHT,       ///< a = (1, 0), b = (-1, t).
  FIRST_WING,     ///< A hinge of edge 1, folded to a right angle, whose first wing has the height t.
  SECOND_WING,
  FOLDED,     ///< One of height 1, folded by t.
  SHORT_EDGE, ///< One whose edge is t and whose wings are 1 / t high.
  FLAT_TET    ///< The corner of a cube whose second edge is t.
} figure;

static void draw_figure(figure what, double t, xpbd_vec3_f64 *x) {
  const double fold = what == FOLDED ? t : 1.5707963267948966;
  const xpbd_vec3_f64 hinge[4] = {
      {0, 0, 0},
      {1, 0, 0},
      {0.5, what == FIRST_WING ? t : 1, 0},
      {0.5, -cos(fold) * (what == SECOND_WING ? t : 1), sin(fold) * (what == SECOND_WING ? t : 1)}};
  const xpbd_vec3_f64 corner[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const bool wings = what == FIRST_WING || what == SECOND_WING || what == FOLDED || what == SHORT_EDGE;
  memcpy(x, wings ? hinge : corner, sizeof hinge);
  if (what == SHORT_EDGE) x[1].x = t, x[2] = (xpbd_vec3_f64){t / 2, 1 / t, 0}, x[3] = (xpbd_vec3_f64){t / 2, 0, 1 / t};
  if (what == FLAT_TRIANGLE || what == FLAT_TET) x[2].y = t;
  if (what == SHORT_WARP) x[1].x = t, x[2].y = 1 / t;
  if (what == SMALL_TRIANGLE) x[1].x = t, x[2].y = t;
  if (what == SHORT_A) x[1].x = t;
  if (what == NARROW || what == STRAIGHT) x[2] = (xpbd_vec3_f64){what == NARROW ? 1 : -1, t, 0};
}

/// Below t there is no gradient, of particle `particle` or, -1, of all.
static const struct {
  const char *formula;
  figure figure;
  int particle;
  double t_f32, t_f64; ///< 0 = not tested: float has no such numbers.
  double margin;       ///< How near to t it is tested.
} lines[] = {
    {"linear_triangle", FLAT_TRIANGLE, -1, 1e-15, 1e-15, 0.01},
    {"linear_triangle", SHORT_WARP, -1, 1e-15, 1e-15, 0.01},
    {"neo_hookean_triangle", FLAT_TRIANGLE, -1, 1e-15, 1e-15, 0.01},
    {"linear_root_triangle", FLAT_TRIANGLE, -1, 1e-15, 1e-15, 0.01},
    {"linear_root_triangle", SHORT_WARP, -1, 1e-15, 1e-15, 0.01},
    {"corotated_root_triangle", FLAT_TRIANGLE, -1, 1e-15, 1e-15, 0.01},
    {"neo_hookean_root_triangle", FLAT_TRIANGLE, -1, 1e-15, 1e-15, 0.01},
    {"linear_strain_triangle", FLAT_TRIANGLE, -1, 1e-15, 1e-15, 0.01},
    {"mod_shear", FLAT_TRIANGLE, -1, 1e-15, 1e-15, 0.01},
    {"mod_shear_tet", FLAT_TET, -1, 1e-15, 1e-15, 0.01},
    {"shear_angle", NARROW, -1, 1e-7, 1e-14, 0.01},
    {"shear_angle", STRAIGHT, -1, 1e-7, 1e-14, 0.01},
    {"shear_angle", SHORT_A, 1, 1e-15, 1e-15, 0.01},
    {"shear_angle_acos", NARROW, -1, 1e-3, 1e-6, 0.1}, /* 1 - c^2 has its last digits there */
    {"shear_angle_acos", STRAIGHT, -1, 1e-3, 1e-6, 0.1},
    {"shear_angle_acos", SMALL_TRIANGLE, -1, 1e-15, 1e-15, 0.01},
    {"dihedral", FIRST_WING, -1, 3.1622776601683795e-19, 1e-150, 0.01}, /* roots of 1e-37 and 1e-300 */
    {"dihedral", SECOND_WING, -1, 3.1622776601683795e-19, 1e-150, 0.01},
    {"dihedral", SHORT_EDGE, 1, 1e-15, 1e-15, 0.01}, /* of an end of the edge: nothing lies along it */
    {"shell_bending", FIRST_WING, -1, 3.1622776601683795e-19, 1e-150, 0.01},
    {"shell_bending", SECOND_WING, -1, 3.1622776601683795e-19, 1e-150, 0.01},
    {"dihedral_acos", FOLDED, -1, 1e-3, 1e-6, 0.1},
    {"dihedral_acos", FIRST_WING, -1, 0, 1e-30, 0.01},
    {"dihedral_acos", SECOND_WING, -1, 0, 1e-30, 0.01},
};

/// Size of the gradient at the figure with `t`, the rest shape being the figure with 1.
static double gradient_at(const char *name, figure what, int row, int particle, double t, bool in_floats) {
  const subject s = subject_of(xpbd_formula_find(name));
  shape at = {0};
  xpbd_vec3_f64 g[XPBD_MAX_ARITY] = {{0}};
  draw_figure(what == FOLDED ? FIRST_WING : what == NARROW || what == STRAIGHT ? FLAT_TRIANGLE : what, 1, at.x);
  xpbd_rest_shape(s.formula, at.x, NULL, row, at.rest);
  subject_material(&s, at.material);
  draw_figure(what, t, at.x);
  if (in_floats)
    subject_f32(&s, &at, g);
  else
    subject_f64(&s, &at, g);
  return particle < 0 ? sample_norm(s.formula->info.arity, g) : sample_norm(1, &g[particle]);
}

static void gradients(check *self, int unused) {
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    for (int in_floats = 0; in_floats < 2; in_floats++) {
      const char *name = lines[i].formula, *precision = in_floats ? "float" : "double";
      const double t = in_floats ? lines[i].t_f32 : lines[i].t_f64, margin = lines[i].margin;
      const int rows = xpbd_formula_at(xpbd_formula_find(name))->rows;
      for (int row = 0; t > 0 && row < (rows > 1 && lines[i].figure == FLAT_TET ? 1 : rows); row++) {
        const double below = gradient_at(name, lines[i].figure, row, lines[i].particle, t * (1 - margin), in_floats),
                     above = gradient_at(name, lines[i].figure, row, lines[i].particle, t * (1 + margin), in_floats);
        check_at_most(self, below, 0.0, "%s, row %d, figure %d, %s: gradient below %g", name, row, (int)lines[i].figure,
                      precision, t);
        check_control(self, !(above <= 0.0), "%s, row %d, figure %d, %s: above %g", name, row, (int)lines[i].figure,
                      precision, t);
      }
    }
}

/// The cosine of two axes of lengths 1 and 2^(1/2) t, half a right angle apart, in the reading 32, 64 or 128.
static double cosine(double t, int scalar) {
  const subject s = subject_of(xpbd_formula_find("mod_shear"));
  const shape at = {.x = {{0, 0, 0}, {1, 0, 0}, {t, t, 0}}, .rest = {1, 0, 0, 1}, .material = {1}};
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  return scalar == 32   ? subject_f32(&s, &at, g)
         : scalar == 64 ? subject_f64(&s, &at, g)
                        : sample_exact(s.formula, &at, g);
}

/* The product of the squared lengths, 2 t^2, counts as 0 below 1e-30: then there is no cosine. */
static void cosines(check *self, int unused) {
  const double t = 1e-15 / sqrt(2);
  for (int scalar = 32; scalar <= 128; scalar *= 2) {
    check_at_most(self, fabs(cosine(0.99 * t, scalar)), 0.0, "cosine below, %d bits", scalar);
    check_at_most(self, fabs(cosine(1.01 * t, scalar) - sqrt(0.5)), 1e-6, "cosine above, %d bits", scalar);
    check_control(self, !(fabs(cosine(1.01 * t, scalar)) <= 0.0), "above it is not 0");
  }
}

/// The fold of a hinge whose first wing has that height: its gradient there, about 1 / height.
static double high_wing(double height, bool in_floats) {
  return gradient_at("dihedral", FIRST_WING, 0, 2, height, in_floats);
}

/* If the squares or C overflow, the gradient must not look like one that vanishes. */
static void overflows(check *self, int unused) {
  const double high[2] = {1e150, 3.1622776601683793e18}; /* roots of 1e300 and 1e37 */
  for (int in_floats = 0; in_floats < 2; in_floats++) {
    const double below = high_wing(0.99 * high[in_floats], in_floats),
                 above = high_wing(1.01 * high[in_floats], in_floats);
    check_at_most(self, fabs(below * 0.99 * high[in_floats] - 1), 1e-5, "dihedral: gradient of a high wing times it");
    check_true(self, !(above < 1), "dihedral: of a higher one it is not small: %g", above);
    check_control(self, below < 1, "of the lower one it is");
  }
  static const struct {
    const char *formula;
    double stretch[2];
  } roots[] = {{"linear_root_tet", {1e160, 1e25}},
               {"stvk_root_tet", {1e100, 1e12}},
               {"stvk_root_triangle", {1e100, 1e12}},
               {"deviatoric_tet", {1e160, 1e25}}};
  for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
    for (int in_floats = 0; in_floats < 2; in_floats++) {
      const subject s = subject_of(xpbd_formula_find(roots[i].formula));
      double value[2], norm[2];
      for (int far = 0; far < 2; far++) {
        shape at = {.material = {1, 0.25}};
        xpbd_vec3_f64 g[XPBD_MAX_ARITY];
        draw_figure(FLAT_TET, 1, at.x);
        xpbd_rest_shape(s.formula, at.x, NULL, 0, at.rest);
        for (int k = 0; k < s.formula->info.arity; k++)
          at.x[k] = xpbd_v_scale_f64(far ? roots[i].stretch[in_floats] : 10, at.x[k]);
        value[far] = in_floats ? subject_f32(&s, &at, g) : subject_f64(&s, &at, g);
        norm[far] = sample_norm(s.formula->info.arity, g);
      }
      check_true(self, isinf(value[1]) && !(norm[1] < 1), "%s: C is %g, its gradient is not small: %g",
                 roots[i].formula, value[1], norm[1]);
      check_control(self, isfinite(value[0]) && isfinite(norm[0]), "%s ten times as large", roots[i].formula);
    }
}

/* ---- Rest shapes ---- */

/// A rest shape of height h over its longest side, its corners in one of three orders.
static void rest_figure(xpbd_element element, int order, double h, xpbd_vec3_f64 *x) {
  const xpbd_vec3_f64 triangle[3] = {{0, 0, 0}, {2, 0, 0}, {0.9, h, 0}};
  const xpbd_vec3_f64 base[3] = {{2, 0, 0}, {-1, 0, 1.6}, {-1, 0, -1.6}}; /* the first is farthest from the tip */
  const xpbd_vec3_f64 hinge[4] = {{0, 0, 0}, {2, 0, 0}, {0.9, order ? 1 : h, 0}, {0.9, order ? -h : -1, 0}};
  if (element == XPBD_ON_HINGES) {
    memcpy(x, hinge, sizeof hinge);
    return;
  }
  const bool tet = element == XPBD_ON_TETS;
  x[0] = (xpbd_vec3_f64){0, h, 0};
  for (int k = 0; k < 3; k++) x[tet ? 1 + k : k] = tet ? base[(k + order) % 3] : triangle[(k + order) % 3];
}

/* No rest shape: doubled area below 1e-6 of the longest side (2 m) squared, for a hinge of its shared edge; height of a
 * tetrahedron over the face opposite its tip below 0.05 of its longest edge there, sqrt(4 + h^2). */
static void rest_shapes(check *self, int unused) {
  int counts[XPBD_ELEMENTS] = {0};
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula *f = xpbd_formula_entry(i);
    const xpbd_element element = f->info.element;
    const double height = element == XPBD_ON_TETS ? 0.1 / sqrt(1 - 0.05 * 0.05) : 2e-6;
    xpbd_vec3_f64 x[XPBD_MAX_ARITY];
    double rest[XPBD_MAX_REST];
    if (element < XPBD_ON_TRIANGLES) continue;
    rest_figure(element, 0, 0, x);
    xpbd_rest_shape(f, x, NULL, 0, rest);
    if (!isnan(rest[0])) continue; /* it divides by nothing */
    counts[element]++;
    for (int order = 0; order < (element == XPBD_ON_HINGES ? 2 : 3); order++)
      for (int row = 0; row < f->info.rows; row++) {
        rest_figure(element, order, 0.999 * height, x);
        xpbd_rest_shape(f, x, NULL, row, rest);
        check_true(self, isnan(rest[0]), "%s, row %d: a height of 0.999 x %g has no rest shape: %g", f->info.name, row,
                   height, rest[0]);
        rest_figure(element, order, 1.001 * height, x);
        xpbd_rest_shape(f, x, NULL, row, rest);
        check_control(self, isfinite(rest[0]), "%s, row %d: one of 1.001 x %g has one", f->info.name, row, height);
      }
  }
  check_at_least(self, counts[XPBD_ON_TRIANGLES], 21, "formulas of triangles");
  check_at_least(self, counts[XPBD_ON_HINGES], 2, "of hinges");
  check_at_least(self, counts[XPBD_ON_TETS], 24, "of tetrahedra");
}

/// The edge of a triangle that becomes its warp: 1 or 2; 0 = neither. Its normal is `degrees` from the x axis. Its
/// first edge points from there as x does, its second one along y.
static int warp_of(double degrees, const xpbd_vec3_f64 *warp) {
  const double angle = degrees / 180 * 3.14159265358979323846;
  const xpbd_vec3_f64 x[3] = {{0, 0, 0}, {sin(angle), 0, -cos(angle)}, {0, 1, 0}};
  double rest[XPBD_MAX_REST];
  xpbd_rest_shape(formula_named("sbd_stretch"), x, warp, 0, rest);
  return fabs(rest[0] - 1) + fabs(rest[1]) <= 1e-14 ? 1 : fabs(rest[0]) + fabs(rest[1] - 1) <= 1e-14 ? 2 : 0;
}

/* The warp is along x, or along y if the cosine of normal and x is above 0.99, 8.11 degrees; or as given. */
static void frames(check *self, int unused) {
  const xpbd_vec3_f64 none = {0, 0, 0}, y = {0, 3, 0}, x = {2, 0, 0};
  check_same(self, (uint64_t)warp_of(8.2, NULL), 1, "8.2 degrees off: along x");
  check_same(self, (uint64_t)warp_of(8.0, NULL), 2, "8.0 degrees off: along y");
  check_same(self, (uint64_t)warp_of(8.2, &none), 1, "no direction given: along x");
  check_same(self, (uint64_t)warp_of(8.0, &none), 2, "no direction given: along y");
  check_same(self, (uint64_t)warp_of(8.2, &x), 1, "x given");
  check_same(self, (uint64_t)warp_of(60, &y), 2, "y given, three long");
  check_control(self, warp_of(60, NULL) != 2, "y not given");
}

/* ---- Laws that continue ---- */

/// ln J below 0.1: its Taylor polynomial of second order there, written out.
static double log_of(double j, double *slope) {
  *slope = j > 0.1 ? 1 / j : 10 - 100 * (j - 0.1);
  return j > 0.1 ? log(j) : log(0.1) + 10 * (j - 0.1) - 50 * (j - 0.1) * (j - 0.1);
}

/// Largest relative error of C and of its slope by the last corner, for an element of which one edge is J times as
/// long.
static double collapse_error(const char *name, double j, double nu_off) {
  const subject s = subject_of(xpbd_formula_find(name));
  const int last = s.formula->info.arity - 1;
  const bool tet = last == 3, root = strstr(name, "root") != NULL;
  const double E = 1000, nu = 0.3, size = tet ? 1.0 / 6 : 0.5, n = nu + nu_off;
  const double mu = E / (2 * (1 + n)), lambda = E * n / ((1 + n) * (tet ? 1 - 2 * n : 1 - n));
  shape at = {.material = {E, nu}};
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  draw_figure(FLAT_TET, 1, at.x);
  xpbd_rest_shape(s.formula, at.x, NULL, 0, at.rest);
  double *const moved = tet ? &at.x[3].z : &at.x[2].y;
  *moved = j;
  const double c = subject_f64(&s, &at, g), by_last = tet ? g[3].z : g[2].y;
  double slope;
  const double ln = log_of(j, &slope);
  const double energy = size * (mu / 2 * (j * j - 1) - mu * ln + lambda / 2 * ln * ln),
               force = size * (mu * j + (lambda * ln - mu) * slope);
  const double value = root ? sqrt(2 * energy) : energy, expected = root ? force / value : force;
  return check_larger(fabs(c / value - 1), fabs(by_last / expected - 1));
}

static void logarithm(check *self, int unused) {
  static const char *const names[] = {"neo_hookean_tet", "neo_hookean_root_tet", "neo_hookean_triangle",
                                      "neo_hookean_root_triangle"};
  static const double ratios[] = {0.2, 0.101, 0.0999, 0.05, 0.01, 0.0, -0.3, -1};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < (i < 2 ? 8 : 5); k++) {
      check_why(self, "rounding of a handful of terms: measured 1e-15");
      check_at_most(self, collapse_error(names[i], ratios[k], 0), 1e-13, "%s at J = %g", names[i], ratios[k]);
      check_control(self, !(collapse_error(names[i], ratios[k], 1e-6) <= 1e-13), "another nu");
    }
}

/// Relative error of C = k (1 - e^f)^2 and of its slope, e^f continued by its tangents beyond f = -1 and 1.
static double clamp_error(const char *name, double f, double end) {
  const subject s = subject_of(xpbd_formula_find(name));
  const double a = f > end ? end : f < -end ? -end : f, e = expm1(a) + exp(a) * (f - a), slope = 2 * 3 * e * exp(a);
  const shape at = {.x = {{0, 0, 0}, {0, 5 + f, 0}}, .rest = {5}, .material = {3, 1}};
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  const double c = subject_f64(&s, &at, g);
  return check_larger(fabs(c / (3 * e * e) - 1), fabs(g[1].y / slope - 1));
}

static void clamps(check *self, int unused) {
  static const double f[] = {-3, -1.5, -1.001, -0.999, -0.2, 0.3, 0.999, 1.001, 1.5, 4};
  for (size_t k = 0; k < sizeof f / sizeof *f; k++) {
    check_why(self, "rounding of lengths of 5 m over exponents of 0.2 and more");
    check_at_most(self, clamp_error("morse_clamped", f[k], 1), 1e-13, "morse_clamped at %g m", f[k]);
    check_at_most(self, clamp_error("espef_stretching", f[k], 1), 1e-13, "espef_stretching at %g m", f[k]);
    check_at_most(self, clamp_error("espef_stretching_literal", f[k], 100), 1e-13, "as printed at %g m", f[k]);
    if (fabs(f[k]) > 1)
      check_control(self, !(clamp_error("morse_clamped", f[k], 1.0001) <= 1e-13), "at %g m: the tangent at 1.0001",
                    f[k]);
  }
}

/* ---- The list ---- */

/* E_x nu_yx = E_y nu_xy to a millionth. */
static void rules(check *self, int unused) {
  const xpbd_formula *f = formula_named("orthotropic_triangle");
  for (int larger = 0; larger < 2; larger++) {
    double fits[5] = {3000, 1000, 0.3, 0.1, 400}, not_quite[5] = {3000, 1000, 0.3, 0.1, 400};
    fits[larger ? 2 : 3] *= 1 + 0.99e-6, not_quite[larger ? 2 : 3] *= 1 + 1.01e-6;
    check_true(self, !xpbd_formula_violates(f, fits), "numbers that fit together to a millionth");
    const char *said = xpbd_formula_violates(f, not_quite);
    check_control(self, said && strcmp(said, "E_x nu_yx must equal E_y nu_xy") == 0, "and that do not: %s",
                  said ? said : "nothing");
  }
  const double nothing[5] = {0, 0, 0.3, 0.1, 0};
  check_true(self, !xpbd_formula_violates(f, nothing), "no stiffness fits");
  check_true(self, !xpbd_formula_violates(formula_named("linear_tet"), nothing), "a formula without a rule");
  check_true(self, xpbd_formula_find(NULL) == -1 && xpbd_formula_find("") == -1 && xpbd_formula_find("stretchin") == -1,
             "invalid names");
  check_true(self,
             !xpbd_formula_entry(-1) && !xpbd_formula_at(-1) && !xpbd_formula_entry(xpbd_formula_count()) &&
                 !xpbd_formula_at(xpbd_formula_count()),
             "indices outside the list");
  check_true(self, xpbd_formula_find("stretching") == 0 && xpbd_formula_at(0) == &xpbd_formula_entry(0)->info,
             "and the first inside");
}

/* Formulas from files: as many as there is room for, at once or one by one. A file that does not fit is refused as a
 * whole. */
static void room(check *self, int unused) {
  static xpbd_formula made[XPBD_MAX_FILE_FORMULAS];
  static char names[XPBD_MAX_FILE_FORMULAS][20];
  const int before = xpbd_formula_count(), most = XPBD_MAX_FILE_FORMULAS;
  int index = -5;
  for (int k = 0; k < most; k++) {
    snprintf(names[k], sizeof names[k], "made_%d", k);
    made[k].info.name = names[k];
  }
  check_status(self, xpbd_formula_append(made, most - 1, &index), XPBD_OK, "all but one");
  check_true(self, index == before && xpbd_formula_count() == before + most - 1, "they follow the list");
  check_status(self, xpbd_formula_append(&made[most - 2], 2, &index), XPBD_ERR_INVALID_ARGUMENT, "one too many");
  check_said(self, "formulas of files: 2 more do not fit, at most 64 do", "one too many");
  check_true(self, index == before && xpbd_formula_count() == before + most - 1, "and none of the two is there");
  check_status(self, xpbd_formula_append(&made[most - 1], 1, &index), XPBD_OK, "the last");
  check_true(self, index == before + most - 1 && xpbd_formula_find(names[most - 1]) == index, "its place");
  check_control(self, xpbd_formula_append(made, 1, &index) == XPBD_ERR_INVALID_ARGUMENT, "one more");
  check_said(self, "formulas of files: 1 more do not fit, at most 64 do", "one more");
}

void formula_threshold_checks(check_registry *registry) {
  check_add(registry, "thresholds/gradients", "below which angles, areas and lengths there is no gradient", gradients,
            0);
  check_add(registry, "thresholds/cosines", "below which lengths there is no cosine, in every reading", cosines, 0);
  check_add(registry, "thresholds/overflows", "if squares overflow, no gradient that looks small", overflows, 0);
  check_add(registry, "thresholds/rest-shapes", "how flat a rest shape may be", rest_shapes, 0);
  check_add(registry, "thresholds/frames", "the direction of a triangle's warp", frames, 0);
  check_add(registry, "thresholds/logarithm", "ln J below J = 0.1", logarithm, 0);
  check_add(registry, "thresholds/clamps", "exponentials beyond -1 and 1", clamps, 0);
  check_add(registry, "thresholds/room", "how many formulas from files the list holds", room, 0);
  check_add(registry, "thresholds/list", "rules of materials, names and indices of the list", rules, 0);
}
