/* Why this file exists: compares formulas whose elements have fields, such as fibres, their activation and rest angles,
 * with laws on paper. A direction on a triangle must turn with it. */
#include <math.h>
#include <string.h>

#include "material_checks.h"

enum { SHAPES = 200 };

/// A tetrahedron of `size` [m^3] with fibres: fields as fibre_tet has them.
typedef struct muscle {
  xpbd_vec3_f64 rest[4], fibre; ///< The direction has unit length.
  double fields[4], size;
} muscle;

static muscle draw(check *self) {
  muscle m = {.size = 0};
  m.size = moduli_rest(self, 4, m.rest);
  const xpbd_vec3_f64 a = random_vector(self, 3);
  const double length = sqrt(xpbd_v_dot_f64(a, a));
  m.fields[0] = a.x, m.fields[1] = a.y, m.fields[2] = a.z;
  m.fibre = xpbd_v_scale_f64(1 / length, a);
  m.fields[3] = check_random(self, 0, 1);
  return m;
}

/// C of fibre_tet and its gradient.
static double fibre(const muscle *m, double E_f, const xpbd_vec3_f64 *x, xpbd_vec3_f64 *g) {
  const xpbd_formula *f = formula_named("fibre_tet");
  double numbers[XPBD_MAX_REST];
  xpbd_rest_shape_with(f, m->rest, NULL, m->fields, 0, numbers);
  return f->f64(x, numbers, &E_f, g);
}

/// Largest |C - sqrt(V E_f) (|F a| - 1 + activation)| / sqrt(V E_f) over random deformations.
static double fibre_error(check *self, double more_activation) {
  double worst = 0;
  for (int i = 0; i < SHAPES; i++) {
    const muscle m = draw(self);
    const double E_f = pow(10, 3 + i % 5);
    xpbd_vec3_f64 x[4], g[4], f[3];
    for (int k = 0; k < 3; k++) f[k] = random_vector(self, 0.5);
    f[0].x += 1, f[1].y += 1, f[2].z += 1;
    for (int k = 0; k < 4; k++)
      x[k] =
          xpbd_v_madd_f64(m.rest[k].x, f[0], xpbd_v_madd_f64(m.rest[k].y, f[1], xpbd_v_scale_f64(m.rest[k].z, f[2])));
    const xpbd_vec3_f64 a =
        xpbd_v_madd_f64(m.fibre.x, f[0], xpbd_v_madd_f64(m.fibre.y, f[1], xpbd_v_scale_f64(m.fibre.z, f[2])));
    const double law = sqrt(xpbd_v_dot_f64(a, a)) - 1 + m.fields[3] + more_activation;
    worst = check_larger(worst, fabs(fibre(&m, E_f, x, g) / sqrt(m.size * E_f) - law));
  }
  return worst;
}

/* A free muscle of a St. Venant-Kirchhoff solid with nu = 0 shortens along its fibres alone, to the stretch s at which
 * E s (s^2 - 1) / 2 + E_f (s - 1 + activation) = 0. */
static double resting_stretch(double E, double E_f, double activation) {
  double low = 0, high = 1;
  for (int i = 0; i < 60; i++) {
    const double s = 0.5 * (low + high);
    *(0.5 * E * s * (s * s - 1) + E_f * (s - 1 + activation) > 0 ? &high : &low) = s;
  }
  return 0.5 * (low + high);
}

/// Largest force of such an element there, over E times the area of its side.
static double resting_force(check *self, double more_activation) {
  static const char *const solid[] = {"stvk_strain_tet"};
  const double material[2] = {1000, 0};
  double worst = 0;
  for (int i = 0; i < SHAPES; i++) {
    muscle m = draw(self);
    const double E_f = pow(10, 3 + i % 3);
    m.fields[3] *= 0.3; /* a stretch below 1 / sqrt(3) has a second solution */
    const double s = resting_stretch(material[0], E_f, m.fields[3] + more_activation);
    xpbd_vec3_f64 x[4], g[4];
    for (int k = 0; k < 4; k++)
      x[k] = xpbd_v_madd_f64((s - 1) * xpbd_v_dot_f64(m.fibre, m.rest[k]), m.fibre, m.rest[k]);
    const moduli_element e = moduli_evaluate(solid, 1, material, m.rest, x);
    const double c = fibre(&m, E_f, x, g);
    for (int k = 0; k < 4; k++) {
      const xpbd_vec3_f64 sum = xpbd_v_madd_f64(c, g[k], e.force[k]);
      worst = check_larger(worst, sqrt(xpbd_v_dot_f64(sum, sum)) / (E_f * pow(m.size, 2.0 / 3)));
    }
  }
  return worst;
}

static void fibres(check *self, int unused) {
  check_why(self, "rounding of a root");
  check_at_most(self, fibre_error(self, 0), 1e-13, "C / sqrt(V E_f) against the law");
  check_control(self, !(fibre_error(self, 1e-3) <= 1e-13), "an activation 0.001 larger");
  check_why(self, "rounding of two forces that cancel");
  check_at_most(self, resting_force(self, 0), 1e-12, "force of a muscle at the stretch where it rests");
  check_control(self, !(resting_force(self, 1e-3) <= 1e-12), "the stretch of an activation 0.001 larger");
}

/* A flat hinge whose rest angle is a field: C is s (fold - angle), whatever the fold at rest. */
static void rest_angle(check *self, int which) {
  const char *const names[] = {"dihedral", "shell_bending"};
  const xpbd_formula *f = formula_named(names[which]);
  const xpbd_vec3_f64 flat[4] = {{0, 0, 0}, {0.8, 0, 0}, {0.3, 0, 0.9}, {0.5, 0, -1.3}};
  const double material = 2, areas = 0.5 * 0.8 * (0.9 + 1.3), s = which == 0 ? material : sqrt(material / areas) * 0.8;
  double at_angle = 0, value = 0, standard = 0;
  for (int i = 0; i < SHAPES; i++) {
    const double angle = check_random(self, -3, 3);
    double numbers[XPBD_MAX_REST], plain[XPBD_MAX_REST];
    xpbd_vec3_f64 folded[4], g[4];
    memcpy(folded, flat, sizeof flat);
    folded[3] = (xpbd_vec3_f64){0.5, 1.3 * sin(angle), -1.3 * cos(angle)};
    xpbd_rest_shape_with(f, flat, NULL, &angle, 0, numbers);
    xpbd_rest_shape(f, folded, NULL, 0, plain);
    at_angle = check_larger(at_angle, fabs(f->f64(folded, numbers, &material, g)));
    value = check_larger(value, fabs(f->f64(flat, numbers, &material, g) + s * angle));
    standard = check_larger(standard, fabs(f->f64(folded, plain, &material, g)));
  }
  check_at_most(self, value, 1e-14, "C of a flat hinge, against -s angle");
  check_at_most(self, at_angle, 1e-14, "C of the hinge that is folded by the angle");
  check_at_most(self, standard, 1e-14, "C at a folded rest shape without the field");
  check_control(self, !(fabs(s * 1e-3) <= 1e-14), "an angle 0.001 larger");
}

static void keep(const xpbd_vec3_f64 *x, int row, double *rest) {
  (void)x, (void)row, (void)rest;
}

/* A direction on a triangle is turned into its frame: along the warp, along the weft, along the normal. */
static void directions(check *self, int unused) {
  static const xpbd_formula_field fields[2] = {{"fibre", "1", "a direction", 0, 3, {1, 0, 0}, 0, 0}, {0}};
  const xpbd_formula f = {.info = {.element = XPBD_ON_TRIANGLES, .arity = 3, .rest_count = 3, .fields = fields},
                          .rest_f64 = keep};
  double worst = 0, unturned = 0;
  for (int i = 0; i < SHAPES; i++) {
    xpbd_vec3_f64 x[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    for (int k = 0; k < 3; k++) x[k] = xpbd_v_add_f64(x[k], random_vector(self, 0.3));
    const xpbd_vec3_f64 a = random_vector(self, 1), warp = xpbd_v_sub_f64(x[1], x[0]);
    const xpbd_vec3_f64 n = xpbd_v_cross_f64(warp, xpbd_v_sub_f64(x[2], x[0])), weft = xpbd_v_cross_f64(n, warp);
    const xpbd_vec3_f64 axes[3] = {warp, weft, n};
    const double given[3] = {a.x, a.y, a.z};
    double turned[3];
    xpbd_rest_shape_with(&f, x, &warp, given, 0, turned);
    for (int k = 0; k < 3; k++) {
      const double along = xpbd_v_dot_f64(a, axes[k]) / sqrt(xpbd_v_dot_f64(axes[k], axes[k]));
      worst = check_larger(worst, fabs(turned[k] - along));
      unturned = check_larger(unturned, fabs(given[k] - along));
    }
  }
  check_at_most(self, worst, 1e-15, "direction along warp, weft and normal");
  check_control(self, !(unturned <= 1e-15), "the direction as given");
}

void material_field_checks(check_registry *registry) {
  check_add(registry, "fields/fibre_tet", "fibres follow their law, and a muscle rests where it must", fibres, 0);
  check_add(registry, "fields/dihedral", "a rest angle that is a field", rest_angle, 0);
  check_add(registry, "fields/shell_bending", "a rest angle that is a field", rest_angle, 1);
  check_add(registry, "fields/directions", "directions turn with a triangle", directions, 0);
}
