/* Why this file exists: tests the terms of projective dynamics as they are built, without the library that factorises
 * their matrix: each number of a spring, a triangle and a hinge, the matrix entry by entry, the gradient against the
 * values. */
#include <math.h>
#include <string.h>

#include "projective/terms.h"
#include "runner/rig.h"
#include "projective_checks.h"

enum { COUNT = 6, MOST = 256 };

/// A strip of four triangles, bent, none of them regular; springs of two sets.
typedef struct strip {
  rig r;
  xpbd_terms terms;
  double x[3 * COUNT]; ///< Not at rest.
} strip;

static const int32_t corners[] = {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5};
static const int32_t edges[] = {0, 1, 3, 2, 4, 5}, diagonals[] = {5, 0};
static const xpbd_projective_settings weights = {.triangle_weight = 3.0, .strain_limit = 0.05, .bending_weight = 0.7};

static bool strip_build(check *self, strip *s) {
  static const double lengths[] = {0.9, 1.1, 0.8}, across[] = {2.0};
  double x[3 * COUNT], w[COUNT];
  for (int i = 0; i < COUNT; i++) {
    x[3 * i] = 0.5 * i, x[3 * i + 1] = i % 2, x[3 * i + 2] = 0.3 * (i / 2), w[i] = 1.0;
    for (int k = 0; k < 3; k++) {
      x[3 * i + k] += check_random(self, -0.1, 0.1);
      s->x[3 * i + k] = x[3 * i + k] + check_random(self, -0.3, 0.3);
    }
  }
  xpbd_scene_def def = rig_points(COUNT, x, NULL, w);
  def.triangle_count = 4, def.triangles = corners;
  xpbd_constraints_def sets[2] = {rig_set("stretching", 3, edges, lengths),
                                  rig_set("stretching", 1, diagonals, across)};
  sets[0].material[0] = 2.0, sets[0].compliance = 0.05;
  sets[1].material[0] = 3.0, sets[1].compliance = 0.5;
  return rig_scene(&s->r, self, &def, 2, sets) &&
         check_status(self, xpbd_terms_create(s->r.scene, &weights, &s->terms), XPBD_OK, "terms");
}

static void strip_free(strip *s) {
  xpbd_terms_destroy(&s->terms);
  rig_free(&s->r);
}

static double distance(const double *x, int32_t i, int32_t j) {
  double squared = 0.0;
  for (int k = 0; k < 3; k++) squared += (x[3 * i + k] - x[3 * j + k]) * (x[3 * i + k] - x[3 * j + k]);
  return sqrt(squared);
}

/// From the lengths of the sides alone.
static double area(const double *x, int32_t i, int32_t j, int32_t k) {
  const double a = distance(x, i, j), b = distance(x, j, k), c = distance(x, k, i), s = (a + b + c) / 2;
  return sqrt(s * (s - a) * (s - b) * (s - c));
}

/// Of the angle at i between j and k.
static double cotangent(const double *x, int32_t i, int32_t j, int32_t k) {
  const double a = distance(x, j, k), b = distance(x, i, j), c = distance(x, i, k);
  return (b * b + c * c - a * a) / (4.0 * area(x, i, j, k));
}

static void springs(check *self, const xpbd_terms *t) {
  static const double lengths[] = {0.9, 1.1, 0.8, 2.0}, stiffnesses[] = {80.0, 80.0, 80.0, 18.0};
  static const int32_t ends[] = {0, 1, 3, 2, 4, 5, 5, 0};
  if (!check_same(self, (uint64_t)t->spring_count, 4, "springs")) return;
  for (int i = 0; i < 4; i++) {
    const xpbd_spring_term *spring = &t->springs[i];
    check_true(self, spring->particle[0] == ends[2 * i] && spring->particle[1] == ends[2 * i + 1], "ends of spring %d",
               i);
    check_true(self, spring->length == lengths[i], "length of spring %d", i);
    check_at_most(self, fabs(spring->stiffness / stiffnesses[i] - 1.0), 1e-15, "stiffness of spring %d, k^2 / alpha",
                  i);
  }
}

/// At rest, the map of a triangle only rotates it: F^T F = 1. Equal positions give zero.
static void triangles(check *self, const xpbd_terms *t, const double *x) {
  if (!check_same(self, (uint64_t)t->triangle_count, 4, "triangles")) return;
  double turns = 0.0, sums = 0.0, areas = 0.0, skewed = 0.0;
  for (int i = 0; i < 4; i++) {
    const xpbd_triangle_term *own = &t->triangles[i];
    double f[2][3] = {{0}};
    check_true(self, memcmp(own->particle, &corners[3 * i], sizeof own->particle) == 0, "corners of triangle %d", i);
    for (int c = 0; c < 2; c++)
      for (int k = 0; k < 3; k++)
        for (int p = 0; p < 3; p++) f[c][k] += x[3 * own->particle[p] + k] * own->shape[p][c];
    for (int a = 0; a < 2; a++)
      for (int b = 0; b < 2; b++) {
        double product = 0.0;
        for (int k = 0; k < 3; k++) product += f[a][k] * f[b][k];
        turns = check_larger(turns, fabs(product - (a == b)));
        skewed = check_larger(skewed, fabs(1.01 * product - (a == b)));
      }
    for (int c = 0; c < 2; c++) sums = check_larger(sums, fabs(own->shape[0][c] + own->shape[1][c] + own->shape[2][c]));
    areas = check_larger(areas, fabs(own->weight / (weights.triangle_weight *
                                                    area(x, own->particle[0], own->particle[1], own->particle[2])) -
                                     1.0));
  }
  check_at_most(self, turns, 1e-13, "F^T F of a triangle at rest, less 1");
  check_at_most(self, sums, 1e-15, "sum of its shape [1/m]");
  check_at_most(self, areas, 1e-13, "its weight over its area, relative error");
  check_control(self, skewed > 1e-13, "a stretch of half a percent");
}

/// Cotangents by lengths (Bergou et al. 2006): c01, c02 at the first end of the edge, c03, c04 at the second.
static void hinges(check *self, const xpbd_terms *t, const double *x) {
  if (!check_same(self, (uint64_t)t->hinge_count, 3, "hinges")) return;
  double wrong = 0.0, lengths = 0.0, unscaled = 0.0;
  for (int i = 0; i < 3; i++) {
    const xpbd_hinge_term *own = &t->hinges[i];
    const int32_t *p = own->particle;
    const double both = area(x, p[0], p[1], p[2]) + area(x, p[0], p[1], p[3]), scale = sqrt(3.0 / both);
    const double c01 = cotangent(x, p[0], p[1], p[2]), c02 = cotangent(x, p[0], p[1], p[3]),
                 c03 = cotangent(x, p[1], p[0], p[2]), c04 = cotangent(x, p[1], p[0], p[3]);
    const double shape[4] = {c03 + c04, c01 + c02, -c01 - c03, -c02 - c04};
    double s[3] = {0};
    for (int j = 0; j < 4; j++) {
      wrong = check_larger(wrong, fabs(own->shape[j] - scale * shape[j]));
      unscaled = check_larger(unscaled, fabs(own->shape[j] - shape[j]));
      for (int k = 0; k < 3; k++) s[k] += scale * shape[j] * x[3 * p[j] + k];
    }
    lengths = check_larger(lengths, fabs(own->length - sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2])));
    check_true(self, own->weight == weights.bending_weight, "weight of hinge %d", i);
  }
  check_at_most(self, wrong, 1e-11, "shapes of hinges");
  check_at_most(self, lengths, 1e-11, "their lengths at rest");
  check_control(self, unscaled > 1e-3, "without the areas");
}

static void built_terms(check *self, int argument) {
  OWNED(strip_free) strip s = {0};
  if (strip_build(self, &s)) {
    const double *x = xpbd_scene_positions(s.r.scene);
    check_true(self, s.terms.strain_limit == weights.strain_limit, "the strain limit");
    springs(self, &s.terms);
    triangles(self, &s.terms, x);
    hinges(self, &s.terms, x);
    check_same(self, (uint64_t)xpbd_terms_count(&s.terms), 4 + 4 + 3, "terms");
    check_same(self, (uint64_t)xpbd_terms_bytes(&s.terms),
               4 * sizeof(xpbd_spring_term) + 4 * sizeof(xpbd_triangle_term) + 3 * sizeof(xpbd_hinge_term), "bytes");
    xpbd_terms_destroy(&s.terms);
    check_true(self, !s.terms.springs && !s.terms.triangles && !s.terms.hinges && xpbd_terms_count(&s.terms) == 0,
               "nothing is left");
    for (int k = 0; k < 3; k++) { /* each weight alone, and none */
      const xpbd_projective_settings own = {.triangle_weight = k == 1 ? 1.0 : 0.0,
                                            .bending_weight = k == 2 ? 1.0 : 0.0};
      check_status(self, xpbd_terms_create(s.r.scene, &own, &s.terms), XPBD_OK, "terms of weights %d", k);
      check_true(self,
                 s.terms.spring_count == 4 && s.terms.triangle_count == (k == 1 ? 4 : 0) &&
                     s.terms.hinge_count == (k == 2 ? 3 : 0),
                 "which terms exist, weights %d", k);
      xpbd_terms_destroy(&s.terms);
    }
  }
}

/// The terms to second order in u, one number per particle: springs k (u1 - u0)^2; triangles and hinges their weight
/// times the square of the sum of their shape.
static double form(const xpbd_terms *t, const double *u) {
  double sum = 0.0;
  for (int i = 0; i < t->spring_count; i++)
    sum += t->springs[i].stiffness * pow(u[t->springs[i].particle[1]] - u[t->springs[i].particle[0]], 2);
  for (int i = 0; i < t->triangle_count; i++)
    for (int c = 0; c < 2; c++) {
      double along = 0.0;
      for (int p = 0; p < 3; p++) along += t->triangles[i].shape[p][c] * u[t->triangles[i].particle[p]];
      sum += t->triangles[i].weight * along * along;
    }
  for (int i = 0; i < t->hinge_count; i++) {
    double along = 0.0;
    for (int p = 0; p < 4; p++) along += t->hinges[i].shape[p] * u[t->hinges[i].particle[p]];
    sum += t->hinges[i].weight * along * along;
  }
  return sum;
}

/// Every entry, from the form of one and of two particles moved by 1. `held` (-1 = none) is left out, the others keep
/// the order of `row`.
static void matrix(check *self, const xpbd_terms *t, int held, bool backwards) {
  int32_t row[COUNT], rows = 0;
  double dense[COUNT][COUNT] = {{0}}, wrong = 0.0, doubled = 0.0, largest = 0.0, u[COUNT] = {0};
  xpbd_factor_entry entries[MOST];
  for (int i = 0; i < COUNT; i++) row[i] = i == held ? -1 : rows++;
  for (int i = 0; i < COUNT && backwards; i++) row[i] = row[i] < 0 ? -1 : rows - 1 - row[i];
  const int64_t limit = xpbd_terms_entry_limit(t);
  if (!check_same(self, (uint64_t)limit, 3 * 4 + 6 * 4 + 10 * 3, "most entries")) return;
  const int64_t count = xpbd_terms_matrix(t, row, entries);
  int64_t astray = 0;
  if (held < 0) check_same(self, (uint64_t)count, (uint64_t)limit, "entries");
  if (held >= 0) check_true(self, count > 0 && count < limit, "entries without a particle: %d", (int)count);
  for (int64_t k = 0; k < count; k++) {
    const xpbd_factor_entry *e = &entries[k];
    const bool inside = e->column >= 0 && e->column <= e->row && e->row < rows;
    astray += !inside;
    if (!inside) continue;
    dense[e->row][e->column] += e->value;
    if (e->row != e->column) dense[e->column][e->row] += e->value;
  }
  check_same(self, (uint64_t)astray, 0, "entries outside of the lower triangle");
  for (int i = 0; i < COUNT; i++)
    for (int j = 0; j < COUNT; j++) {
      if (row[i] < 0 || row[j] < 0) continue;
      u[i] = u[j] = 1.0;
      const double both = form(t, u);
      u[i] = 0.0, u[j] = 1.0;
      const double second = form(t, u);
      u[i] = 1.0, u[j] = i == j;
      const double first = form(t, u), exact = i == j ? first : 0.5 * (both - first - second);
      u[i] = u[j] = 0.0;
      largest = check_larger(largest, fabs(exact));
      wrong = check_larger(wrong, fabs(dense[row[i]][row[j]] - exact));
      doubled = check_larger(doubled, fabs(2.0 * dense[row[i]][row[j]] - exact));
    }
  check_at_most(self, wrong / largest, 1e-13, "entries of the matrix, without particle %d, relative to the largest",
                held);
  check_control(self, doubled / largest > 1e-13, "twice the matrix");
}

static void matrices(check *self, int argument) {
  OWNED(strip_free) strip s = {0};
  if (strip_build(self, &s))
    for (int held = -1; held < COUNT; held++)
      for (int backwards = 0; backwards < 2; backwards++) matrix(self, &s.terms, held, backwards != 0);
}

/// Central differences of the value; the gradient is added to the existing one.
static void gradients(check *self, int argument) {
  OWNED(strip_free) strip s = {0};
  if (strip_build(self, &s)) {
    double gradient[3 * COUNT], wrong = 0.0, half = 0.0, largest = 0.0;
    for (int k = 0; k < 3 * COUNT; k++) gradient[k] = 5.0;
    const double value = xpbd_terms_evaluate(&s.terms, s.x, gradient);
    check_true(self, value > 0.0 && xpbd_terms_evaluate(&s.terms, s.x, NULL) == value, "the value is the same without");
    for (int k = 0; k < 3 * COUNT; k++) {
      const double kept = s.x[k], h = 1e-6;
      s.x[k] = kept + h;
      const double above = xpbd_terms_evaluate(&s.terms, s.x, NULL);
      s.x[k] = kept - h;
      const double below = xpbd_terms_evaluate(&s.terms, s.x, NULL);
      s.x[k] = kept;
      largest = check_larger(largest, fabs(gradient[k] - 5.0));
      wrong = check_larger(wrong, fabs(gradient[k] - 5.0 - (above - below) / (2.0 * h)));
      half = check_larger(half, fabs(0.5 * (gradient[k] - 5.0) - (above - below) / (2.0 * h)));
    }
    check_at_most(self, wrong / largest, 1e-7, "gradient against differences, relative to the largest");
    check_control(self, half / largest > 1e-7, "half of it");
    /* all in one place: no direction, no force; the energy of the springs is that of their lengths */
    for (int k = 0; k < 3 * COUNT; k++) s.x[k] = 2.0, gradient[k] = 0.0;
    s.terms.triangle_count = s.terms.hinge_count = 0;
    const double squeezed = xpbd_terms_evaluate(&s.terms, s.x, gradient);
    double most = 0.0;
    for (int k = 0; k < 3 * COUNT; k++) most = check_larger(most, fabs(gradient[k]));
    check_true(self, most == 0.0, "no force without a direction");
    check_at_most(self, fabs(squeezed - 0.5 * (80 * (0.81 + 1.21 + 0.64) + 18 * 4)), 1e-12, "springs of no length [J]");
  }
}

/// An element without length has no direction and no force: a spring between particles 0 and 1, and such a hinge, which
/// has none below 1e-15 either.
static void shortest(check *self, int argument) {
  static const double lengths[2][2] = {{1e-163, 1e-100}, {0.9e-15, 1.1e-15}}; /* the square of the first is 0 */
  xpbd_spring_term spring = {.particle = {0, 1}, .length = 1.0, .stiffness = 10.0};
  xpbd_hinge_term hinge = {.particle = {0, 1, 2, 3}, .shape = {-1, 1, 0, 0}, .length = 1.0, .weight = 2.0};
  const xpbd_terms terms[2] = {{.spring_count = 1, .springs = &spring}, {.hinge_count = 1, .hinges = &hinge}};
  for (int t = 0; t < 2; t++)
    for (int k = 0; k < 2; k++) {
      const double x[12] = {0, 0, 0, lengths[t][k]}, force = k == 0 ? 0.0 : t == 0 ? 10.0 : 2.0;
      double gradient[12] = {0};
      const double value = xpbd_terms_evaluate(&terms[t], x, gradient);
      check_at_most(self, fabs(gradient[0] - force) + fabs(gradient[3] + force), 1e-13, "term %d, length %g: force [N]",
                    t, lengths[t][k]);
      check_at_most(self, fabs(value - (t == 0 ? 5.0 : 1.0)), 1e-13, "term %d, length %g: energy [J]", t,
                    lengths[t][k]);
      check_control(self, fabs(gradient[0] - (t == 0 ? 10.0 : 2.0) + force) > 1e-13, "term %d: the other force", t);
    }
}

/// A triangle is too flat if it is no higher than 1e-15 of its first side, however large. The second of them is named.
static void flat(check *self, int argument) {
  enum { GOOD = 2 }; /* the first are not lines */
  static const double heights[] = {2.2e-15, 2.2e-15, 1.8e-15, 0.0}, sizes[] = {1.0, 1e-20, 1.0, 1.0};
  static const int32_t two[] = {0, 1, 2, 1, 0, 3};
  static const double w[4] = {1, 1, 1, 1};
  const xpbd_projective_settings area_weight = {.triangle_weight = 1.0}, bending = {.bending_weight = 1.0};
  for (int k = 0; k < 4; k++) {
    double x[12] = {0, 0, 0, 2, 0, 0, 0.5, 1, 0, 0.25, -heights[k], 0};
    for (int c = 0; c < 12; c++) x[c] *= sizes[k];
    xpbd_scene_def def = rig_points(4, x, NULL, w);
    def.triangle_count = 2, def.triangles = two;
    OWNED(rig_free) rig r = {0};
    xpbd_terms terms = {0};
    if (rig_scene(&r, self, &def, 0, NULL)) {
      const xpbd_status status = xpbd_terms_create(r.scene, &area_weight, &terms);
      if (k < GOOD) check_control(self, status == XPBD_OK && terms.triangle_count == 2, "just not a line, case %d", k);
      if (k >= GOOD) {
        check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "a triangle on a line");
        check_said(self, "triangle 1 (1, 0, 3) has no area", "what is said");
      }
      xpbd_terms_destroy(&terms);
      if (k == 3) {
        check_status(self, xpbd_terms_create(r.scene, &bending, &terms), XPBD_ERR_INVALID_ARGUMENT,
                     "a hinge on a line");
        check_said(self, "the triangles of particles 0, 1, 2, 3 have no area", "the text about a hinge");
      }
      xpbd_terms_destroy(&terms);
    }
  }
}

void check_add_projective_terms(check_registry *registry) {
  check_add(registry, "terms", "each number of each term", built_terms, 0);
  check_add(registry, "terms-matrix", "their matrix, entry by entry", matrices, 0);
  check_add(registry, "terms-gradient", "their gradient against their value", gradients, 0);
  check_add(registry, "terms-shortest", "springs and hinges too short to have a direction", shortest, 0);
  check_add(registry, "terms-flat", "triangles that have no area", flat, 0);
}
