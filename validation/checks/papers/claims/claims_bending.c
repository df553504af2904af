/* Why this file exists: judges the claims of Cincotti, "The Most Performant Bending Constraint": its gradient and
 * correction, that it is a distance constraint on the opposite vertices, how these are found, small steps, and that it
 * smooths cloth. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "checks/papers/errata/errata_checks.h"
#include "claims.h"
#include "runner/rig.h"

/// |C| after one projection with compliance 0 of a spring that is 30 % too long, and the same with `alpha`.
static double left(check *self, const char *formula, double alpha) {
  const double extension = 0.3;
  chain one = rig_spring(formula, alpha);
  one.extension = &extension;
  const xpbd_solver_def settings = rig_settings(XPBD_F64, 1.0 / 24.0, 1);
  return fabs(rig_elongation(self, &one, 0.0, &settings, 1));
}

static void law(check *self, int unused) {
  const xpbd_formula *bending = formula_named("distance_bending"), *spring = formula_named("stretching");
  double right = 0.0, reversed = INFINITY;
  int unequal = 0;
  for (int i = 0; i < 101; i++) {
    const xpbd_vec3_f64 x[2] = {random_vector(self, 1.0), random_vector(self, 1.0)};
    xpbd_vec3_f64 g[2], s[2], p[2], q[2];
    const double d = 0.4, k = 1.0;
    const double c = bending->f64(x, &d, &k, g), twin = spring->f64(x, &d, &k, s);
    unequal += c != twin || memcmp(g, s, sizeof g) != 0;
    const xpbd_vec3_f64 x23 = xpbd_v_sub_f64(x[0], x[1]); /* x2 - x3 */
    p[0] = xpbd_v_scale_f64(1.0 / sqrt(xpbd_v_dot_f64(x23, x23)), x23), p[1] = xpbd_v_neg_f64(p[0]);
    q[0] = p[1], q[1] = p[0];
    right = check_larger(right, erratum_distance(2, p, g));
    reversed = check_smaller(reversed, erratum_distance(2, q, g));
  }
  check_control(self, !(reversed <= 1e-14), "x23 = x3 - x2: %g", reversed);
  claims_case(self, right, "with x23 = x2 - x3");
  claims_case(self, reversed, "with x23 = x3 - x2");
  claims_judge(self, "bending_gradient", NULL, "101 random pairs, d = 0.4 m", NULL,
               "relative error %.0e; with x23 = x3 - x2 %.3f: reversed", right, reversed);
  check_same(self, (uint64_t)unequal, 0, "shapes of 101 in which it is not the distance constraint, bit for bit");
  claims_left(self, "bending_alike_distance", NULL, "101 random pairs",
              "by construction: it is the distance constraint between other particles",
              "the same bits on 101 random pairs");
  const double stiff = left(self, "distance_bending", 0.0), soft = left(self, "distance_bending", 1e-3);
  check_control(self, !(soft <= 1e-14), "alpha 1e-3: %g m", soft);
  claims_case(self, stiff, "all of it");
  claims_judge(self, "bending_correction", NULL,
               "as printed: alpha 0; a pinned particle and one of 1 kg, 0.3 m too far apart", NULL,
               "|C| after it: %.0e m of 0.3; with alpha 1e-3 %.2g m", stiff, soft);
}

/// Neighbours of the six edges of two triangles, as the mesh has them: the half edge across is 3 t + k.
static bool neighbours_of(check *self, const int32_t triangles[6], int32_t out[6]) {
  static const double corners[12] = {0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 1};
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make(4, corners, 2, triangles, &mesh), XPBD_OK, "two triangles")) return false;
  for (int32_t t = 0; t < 2; t++)
    for (int32_t k = 0; k < 3; k++) {
      const int32_t other = mesh.neighbours[3 * t + k], a = triangles[3 * t + k], b = triangles[3 * t + (k + 1) % 3];
      out[3 * t + k] = -1;
      for (int32_t j = 0; other >= 0 && j < 3; j++)
        if (triangles[3 * other + j] == b && triangles[3 * other + (j + 1) % 3] == a) out[3 * t + k] = 3 * other + j;
    }
  return true;
}

/* The article's triangles are (1, 2, 0) and (0, 3, 1): its edge e_i is then the i-th. */
static void pairs(check *self, int unused) {
  static const int32_t example[6] = {1, 2, 0, 0, 3, 1}, turned[6] = {0, 1, 2, 0, 3, 1};
  static const int32_t printed[6] = {-1, -1, 5, -1, -1, 2};
  int32_t found[6] = {0}, other[6] = {0};
  if (!neighbours_of(self, example, found) || !neighbours_of(self, turned, other)) return;
  check_control(self, memcmp(other, printed, sizeof other) != 0, "the same triangles from another corner");
  claims_case(self, memcmp(found, printed, sizeof found) != 0, "all of it");
  claims_judge(self, "bending_neighbours", NULL, "as printed: two triangles, their corners in the printed order", NULL,
               "%d %d %d %d %d %d", (int)found[0], (int)found[1], (int)found[2], (int)found[3], (int)found[4],
               (int)found[5]);
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_grid(11, 11, 0.25, &mesh), XPBD_OK, "sheet")) return;
  const int32_t hinges = mesh.hinge_count, border = 4 * 10, shared = mesh.edge_count - border;
  int32_t finds = 0; /* Quotes: "We visit each face", "searching the list of neighboring edges". */
  for (int32_t i = 0; i < 3 * mesh.triangle_count; i++) finds += mesh.neighbours[i] >= 0;
  check_same(self, (uint64_t)hinges, (uint64_t)shared, "sheet of 11 x 11 vertices: pairs and shared edges");
  check_control(self, hinges != shared + border, "all edges");
  check_control(self, finds != shared, "each shared edge once");
  claims_left(self, "bending_pairs", "one for each shared edge", "a sheet, which has a border",
              "by construction: a pair is two triangles that share an edge",
              "sheet of 11 x 11: %d shared edges, %d pairs", (int)shared, (int)hinges);
  claims_case(self, (double)hinges / shared, "without the repeated finds of the second face");
  claims_case(self, (double)finds / shared, "with each find counted");
  claims_judge(self, "bending_pairs", "found by visiting each face",
               "the steps of the text, its code was not read; a sheet, which has a border", NULL,
               "sheet of 11 x 11: %d finds of %d shared edges; the printed neighbours have 5 and 2, one edge, twice",
               (int)finds, (int)shared);
}

/// 1 kg on a spring, 200 steps of 1/240 s: largest distance between XPBD and the update without alpha lambda [m].
static double memory(check *self, int iterations) {
  const double h = 1.0 / 240.0, alpha = 1e-3, extension = 0.3;
  chain one = rig_spring("distance_bending", alpha);
  one.extension = &extension;
  const xpbd_solver_def settings = rig_settings(XPBD_F64, h, iterations);
  OWNED(rig_free) rig r = {0};
  bool good = rig_chain(&r, self, &one, 9.81) && rig_solver(&r, &settings);
  double place = 1.3, speed = 0.0, error = 0.0;
  for (int step = 0; step < 200 && good; step++) {
    good = rig_step(&r, 1);
    double next = place + h * speed + h * h * 9.81;
    for (int k = 0; k < iterations; k++) next -= (next - 1.0) / (1.0 + alpha / (h * h));
    speed = (next - place) / h, place = next;
    if (good) error = check_larger(error, fabs(-r.x[4] - place));
  }
  return good ? error : (double)NAN;
}

static void small_steps(check *self, int unused) {
  const double one = memory(self, 1), five = memory(self, 5);
  check_at_most(self, one, 1e-12, "one iteration: distance from the update without memory [m]"); /* measured 2e-14 */
  check_control(self, !(five <= 1e-12), "five iterations: %g m", five);
  claims_left(self, "bending_small_steps", NULL,
              "as printed: one iteration a step; 1 kg on a spring, alpha 1e-3, 200 steps of 1/240 s",
              "by construction: the multiplier is 0 when it is used",
              "distance after 200 steps: %.0e m with one iteration, %.1e m with five", one, five);
}

static void smooth(check *self, int unused) {
  enum { SIZES = 3 };
  static const double sizes[SIZES] = {0.5, 2.5, 10.0};
  double fold[SIZES][3];
  for (int s = 0; s < SIZES; s++)
    for (int k = 0; k < 3; k++) {
      claims_setup setup = claims_setup_of("cloth", "stretching");
      setup.params.resolution = 11, setup.params.size = sizes[s];
      setup.params.bending = k == 0 ? "none" : "distance_bending";
      if (k > 0) setup.params.bending_compliance = k == 1 ? 1e-4 : 1e3;
      setup.settings.iterations = 50;
      setup.frames = 72;
      OWNED(claims_run_free) claims_run run = {0};
      fold[s][k] = claims_run_make(self, &setup, &run) ? claims_mean(&run, 24, 72).fold : (double)NAN;
    }
  check_control(self, !(fold[1][2] / fold[1][0] <= 0.9), "so soft that it has no effect: %g rad", fold[1][2]);
  for (int s = 0; s < SIZES; s++) claims_case(self, fold[s][1] / fold[s][0], "a side of %g m", sizes[s]);
  claims_judge(self, "bending_pleasing", "smooth",
               "hanging cloth of 11 x 11 vertices, sides of 0.5, 2.5, 10 m, alpha 1e-4, 50 iterations, 9.81 m/s^2; the "
               "article prints none of these",
               NULL, "mean fold, with it and without: %.3f, %.3f; %.3f, %.3f; %.3f, %.3f rad", fold[0][1], fold[0][0],
               fold[1][1], fold[1][0], fold[2][1], fold[2][0]);
  claims_left(self, "bending_pleasing", "pleasing", "every cloth", "a matter of taste",
              "pictures: ./run papers bending/look");
}

void claims_list_bending(check_registry *registry) {
  claims_add(registry, "bending-law", "gradient, correction, a distance constraint", law, 0);
  claims_add(registry, "bending-pairs", "which vertices are opposite", pairs, 0);
  claims_add(registry, "bending-steps", "small steps without memory", small_steps, 0);
  claims_add(registry, "bending-smooth", "folds with and without", smooth, 0);
}
