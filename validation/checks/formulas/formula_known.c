/* Why this file exists: compares single formulas with independent knowledge: the angle of a hinge, the energy of a
 * fold, the volume of a mesh, a twin that must be equal. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formula_checks.h"
#include "xpbd/mesh.h"

static const double PI = 3.14159265358979323846;

/// Two triangles that share the edge x0 x1 along x, folded by `angle`: the second wing turns out of the plane y = 0
/// to +y.
static void folded(double angle, double length, double near, double far, xpbd_vec3_f64 *x) {
  x[0] = (xpbd_vec3_f64){0, 0, 0};
  x[1] = (xpbd_vec3_f64){length, 0, 0};
  x[2] = (xpbd_vec3_f64){0.3 * length, 0, near};
  x[3] = (xpbd_vec3_f64){0.6 * length, far * sin(angle), -far * cos(angle)};
}

/* E = 3 |e|^2 / (A0 + A1) (1 - cos fold), hence C = sqrt(2 E), for a flat rest shape that is folded without stretch. */
static double bending_error(double angle, double claimed) {
  const xpbd_formula *f = formula_named("isometric_bending");
  const double k = 1, length = 0.8, near = 0.9, far = 1.3, areas = 0.5 * length * (near + far);
  double rest[XPBD_MAX_REST];
  xpbd_vec3_f64 x[4], g[4];
  folded(0, length, near, far, x);
  xpbd_rest_shape(f, x, NULL, 0, rest);
  folded(angle, length, near, far, x);
  const double c = f->f64(x, rest, &k, g);
  const double half = sin(claimed / 2), energy = 3 * length * length / areas * 2 * half * half;
  return fabs(c * c / 2 / energy - 1);
}

static void isometric_bending(check *self, int unused) {
  double worst = 0, one_side = 0;
  for (int i = 0; i <= 100; i++) {
    const double angle = 1e-3 * pow(3.14e3, i / 100.0);
    worst = check_larger(worst, bending_error(angle, angle));
    one_side = check_larger(one_side, bending_error(-angle, angle));
  }
  check_at_most(self, worst, 1e-12, "energy of folds of 0.001 to 3.14, against the analytic one"); /* measured 7e-16 */
  check_at_most(self, one_side, 1e-12, "the same, folded to the other side");
  check_control(self, !(bending_error(1, 1.001) <= 1e-12), "a fold 0.1 %% larger");
}

/// The fold that `dihedral` measures for a hinge folded by `angle`, k = 1, rest angle `theta`.
static double fold_reported(const char *name, double angle, double theta) {
  const double k = 1;
  xpbd_vec3_f64 x[4], g[4];
  folded(angle, 0.8, 0.9, 1.3, x);
  return formula_named(name)->f64(x, &theta, &k, g);
}

static void dihedral(check *self, int unused) {
  double worst = 0, wrapped = 0, acos_worst = 0, acos_small = 0;
  for (int i = 0; i <= 400; i++) {
    const double angle = (i - 200) / 200.0 * 3.14, small = 1e-9 * i, theta = (i * 37 % 100 - 50) / 50.0 * 3.14;
    worst = check_larger(worst, fabs(fold_reported("dihedral", angle, 0) - angle));
    worst = check_larger(worst, fabs(fold_reported("dihedral", small, 0) - small));
    const double turn = fold_reported("dihedral", angle, theta), plain = angle - theta;
    const double around = plain - 2 * PI * floor((plain + PI) / (2 * PI));
    wrapped = check_larger(wrapped, fabs(turn - around));
    if (fabs(angle) > 0.1 && fabs(angle) < 3.04)
      acos_worst = check_larger(acos_worst, fabs(fold_reported("dihedral_acos", angle, 0) - (PI - fabs(angle))));
    acos_small = check_larger(acos_small, fabs(fold_reported("dihedral_acos", small, 0) - (PI - small)));
  }
  check_at_most(self, worst, 2e-15, "signed fold of -3.14 .. 3.14, and of 0 .. 4e-7"); /* measured 4.4e-16 */
  check_at_most(self, wrapped, 4e-15, "fold minus rest angle, the short way round");   /* measured 9e-16 */
  check_at_most(self, acos_worst, 1e-14, "by acos: pi minus the fold, away from flat");
  check_control(self, !(acos_small <= 2e-15), "folds below 4e-7 by acos, blind there");
  check_control(self, !(fabs(fold_reported("dihedral", -1, 0) - 1) <= 2e-15), "a fold to the other side");
}

/// A named corner angle of a triangle with sides along the angle, k = 1.
static double angle_reported(const char *name, double angle) {
  const double k = 1, rest = 0;
  const xpbd_vec3_f64 x[3] = {{0.1, 0.2, 0.3}, {0.9, 0.2, 0.3}, {0.1 + 1.3 * cos(angle), 0.2, 0.3 + 1.3 * sin(angle)}};
  xpbd_vec3_f64 g[3];
  return formula_named(name)->f64(x, &rest, &k, g);
}

static void shear_angle(check *self, int unused) {
  double worst = 0, by_acos = 0, small = 0;
  for (int i = 1; i < 200; i++) {
    const double angle = PI * i / 200;
    worst = check_larger(worst, fabs(angle_reported("shear_angle", angle) - angle));
    by_acos = check_larger(by_acos, fabs(angle_reported("shear_angle_acos", angle) - angle));
    small = check_larger(small, fabs(angle_reported("shear_angle_acos", 1e-9 * i) - 1e-9 * i));
  }
  check_at_most(self, worst, 2e-15, "angle of 0 .. pi");
  check_at_most(self, by_acos, 1e-13, "by acos, 0.016 .. 3.126");
  check_control(self, !(small <= 2e-15), "angles below 2e-7 by acos, blind there");
}

/// Sum of the ghost tetrahedra's volumes by the formula's own rest shape, and how many are negative; the true volume.
static double ghost_volumes(const xpbd_mesh *mesh, xpbd_vec3_f64 tip, int *negative, double *volume) {
  const xpbd_formula *tet = formula_named("tet_volume"), *closed = formula_named("closed_volume");
  double sum = 0;
  *negative = 0, *volume = 0;
  for (int64_t t = 0; t < mesh->triangle_count; t++) {
    xpbd_vec3_f64 x[4] = {tip};
    double rest[XPBD_MAX_REST];
    for (int k = 0; k < 3; k++)
      memcpy(&x[k + 1], &mesh->positions[3 * (int64_t)mesh->triangles[3 * t + k]], sizeof x[k]);
    xpbd_rest_shape(tet, x, NULL, 0, rest);
    sum += rest[0];
    *negative += rest[0] < 0;
    xpbd_rest_shape(closed, x + 1, NULL, 0, rest);
    *volume += rest[0];
  }
  return sum;
}

static void ghosts(check *self, int unused) {
  for (int torus = 0; torus < 2; torus++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    const xpbd_status made =
        torus ? xpbd_mesh_make_torus(30, 30, 1.0, 0.4, &mesh) : xpbd_mesh_make_sphere(4, 1.0, &mesh);
    if (!check_status(self, made, XPBD_OK, "mesh")) return;
    xpbd_vec3_f64 tip = {0, 0, 0};
    for (int64_t i = 0; i < mesh.vertex_count; i++) {
      const double *p = &mesh.positions[3 * i];
      tip = xpbd_v_madd_f64(1.0 / mesh.vertex_count, (xpbd_vec3_f64){p[0], p[1], p[2]}, tip);
    }
    int negative, unused_count;
    double volume;
    const double sum = ghost_volumes(&mesh, tip, &negative, &volume);
    check_at_most(self, fabs(sum / volume - 1), 1e-13, "%s: sum of ghost volumes / volume", torus ? "torus" : "sphere");
    const double aside = ghost_volumes(&mesh, (xpbd_vec3_f64){3, 4, -5}, &unused_count, &volume);
    check_at_most(self, fabs(aside / volume - 1), 1e-12, "%s: with the tip elsewhere", torus ? "torus" : "sphere");
    check_same(self, (uint64_t)negative, torus ? 720 : 0, "%s: negative ghost volumes", torus ? "torus" : "sphere");
    mesh.triangle_count--; /* a hole */
    check_control(self, !(fabs(ghost_volumes(&mesh, tip, &unused_count, &volume) / sum - 1) <= 1e-13), "a hole");
    mesh.triangle_count++;
  }
}

/// V / V0 of a mesh after each Newton step on its volume towards `target` V0. `sign` -1: a reversed gradient.
static bool inflate(check *self, xpbd_mesh *mesh, double target, double sign, int steps, double *volume) {
  const xpbd_formula *f = formula_named("closed_volume");
  OWNED(check_free) xpbd_vec3_f64 *g = calloc((size_t)mesh->vertex_count, sizeof *g);
  const double k = 1, none = 0;
  double first = 0;
  for (int step = 0; g && step <= steps; step++) {
    double v = 0, square = 0;
    memset(g, 0, (size_t)mesh->vertex_count * sizeof *g);
    for (int64_t t = 0; t < mesh->triangle_count; t++) {
      const int32_t *at = &mesh->triangles[3 * t];
      xpbd_vec3_f64 x[3], h[3];
      for (int c = 0; c < 3; c++) memcpy(&x[c], &mesh->positions[3 * (int64_t)at[c]], sizeof x[c]);
      v += f->f64(x, &none, &k, h);
      for (int c = 0; c < 3; c++) g[at[c]] = xpbd_v_add_f64(g[at[c]], h[c]);
    }
    if (step == 0) first = v;
    volume[step] = v / first;
    for (int64_t i = 0; i < mesh->vertex_count; i++) square += xpbd_v_dot_f64(g[i], g[i]);
    for (int64_t i = 0; i < mesh->vertex_count; i++) {
      const double s = -sign * (v - target * first) / square;
      mesh->positions[3 * i] += s * g[i].x;
      mesh->positions[3 * i + 1] += s * g[i].y;
      mesh->positions[3 * i + 2] += s * g[i].z;
    }
  }
  const bool good = check_true(self, g != NULL, "memory");
  return good;
}

/* An octahedron keeps its shape, so Newton's method on its volume is that for the cube root of 1.5: V/V0 = 1.5880,
 * 1.5018, 1.5000008. For other meshes only the quadratic convergence is known. */
static void inflation(check *self, int unused) {
  enum { STEPS = 6 };
  double v[STEPS + 1] = {0}, side = 1, worst = 0;
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_sphere(0, 1.0, &mesh), XPBD_OK, "octahedron")) return;
  inflate(self, &mesh, 1.5, 1, STEPS, v);
  for (int i = 0; i <= STEPS; i++) {
    worst = check_larger(worst, fabs(v[i] - side * side * side));
    side -= (side - 1.5 / (side * side)) / 3;
  }
  check_at_most(self, worst, 1e-14, "octahedron: V/V0 against the cubes of Newton's iterates for the cube root of 1.5");
  xpbd_mesh_destroy(&mesh);
  if (!check_status(self, xpbd_mesh_make_torus(30, 30, 1.0, 0.4, &mesh), XPBD_OK, "torus")) return;
  inflate(self, &mesh, 1.5, 1, STEPS, v);
  for (int i = 1; i < 4; i++) {
    const double before = v[i] - 1.5, after = v[i + 1] - 1.5;
    check_why(self,
              "Newton's iteration squares its error, with a factor that depends on the mesh: measured 0.20 to 0.34");
    check_between(self, after / (before * before), 0.15, 0.5, "torus: V/V0 %.9f, error / square of the last", v[i + 1]);
  }
  check_at_most(self, fabs(v[STEPS] - 1.5), 1e-13, "torus: V/V0 - 1.5 after %d steps", STEPS);
  if (inflate(self, &mesh, 0.9, -1, STEPS, v))
    check_control(self, !(fabs(v[STEPS] - 0.9) <= 1e-13), "gradient reversed: V/V0 %g", v[STEPS]);
}

/// Largest difference of two springs' values and gradients over lengths 0.3 .. 1.9 at rest length 1.
static double spring_difference(const char *one, const char *other, double inner, double longest) {
  const double rest = 1, material[2] = {10, inner};
  double worst = 0;
  for (int i = 0; i <= 100; i++) {
    const xpbd_vec3_f64 x[2] = {{0, 0, 0}, {0, 0.3 + (longest - 0.3) * i / 100, 0}};
    xpbd_vec3_f64 g[2], h[2];
    const double a = formula_named(one)->f64(x, &rest, material, g),
                 b = formula_named(other)->f64(x, &rest, material, h);
    worst = check_larger(worst, fabs(a - b) + sample_distance(2, g, h));
  }
  return worst;
}

static void twins(check *self, int unused) {
  check_same(self, spring_difference("morse_clamped", "morse", 1, 1.99) != 0, 0,
             "morse_clamped: bit-identical to morse inside");
  check_same(self, spring_difference("espef_stretching", "morse", 1, 1.99) != 0, 0,
             "espef_stretching with k_inner 1: morse");
  static const char *const inner[] = {"stretching", "hookean", "stvk"};
  for (int i = 0; i < 3; i++) {
    char clamped[64], literal[64];
    snprintf(clamped, sizeof clamped, "espef_%s", inner[i]);
    snprintf(literal, sizeof literal, "espef_%s_literal", inner[i]);
    check_same(self, spring_difference(clamped, literal, 1, 1.5) != 0, 0, "%s: the printed bits inside", clamped);
    check_control(self, spring_difference(clamped, literal, 1, 4) > 1, "%s: not outside", clamped);
  }
  check_control(self, spring_difference("morse_clamped", "morse", 1, 4) > 1, "morse_clamped outside");
}

void formula_known_checks(check_registry *registry) {
  check_add(registry, "isometric_bending/analytic", "energy of folds in closed form", isometric_bending, 0);
  check_add(registry, "dihedral/angle", "the signed fold is the angle", dihedral, 0);
  check_add(registry, "shear_angle/angle", "the angle at a corner", shear_angle, 0);
  check_add(registry, "tet_volume/ghosts", "ghost tetrahedra sum to the volume of the mesh", ghosts, 0);
  check_add(registry, "closed_volume/inflation", "Newton's method on the volume converges quadratically", inflation, 0);
  check_add(registry, "espef/twins", "clamped exponentials equal the printed ones inside", twins, 0);
}
