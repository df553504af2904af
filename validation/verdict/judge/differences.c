/* Why this file exists: central differences with three steps, extrapolated twice. The two extrapolations of fourth
 * order differ by more than the error of the result, which is truncation or rounding. So the best of several steps is
 * known. */
#include "differences.h"

enum { STEPS = 3, POINTS = 2 * STEPS, COORDINATES = 3 * XPBD_MAX_ARITY, SHAPES = 24 };

static void values_in_double(const xpbd_formula *formula, int count, const sample *at, double *c) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  for (int i = 0; i < count; i++) c[i] = sample_f64(formula, &at[i], g);
}

static differences_values *values = values_in_double;
double differences_known;

/// First steps, in local lengths. The first is best for doubles, the second for floats, the others near poles and for
/// rough values.
static const double lengths[] = {5e-3, 4e-2, 6e-4, 0.15};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

/// The shortest edge or height: a formula changes over such lengths.
static double local_length(const xpbd_formula *formula, const sample *at) {
  const int arity = formula->info.arity;
  double shortest = HUGE_VAL, longest = 0;
  for (int i = 0; i < arity; i++)
    for (int j = 0; j < i; j++) {
      const double length = sample_distance(1, &at->x[i], &at->x[j]);
      shortest = fmin(shortest, length), longest = fmax(longest, length);
    }
  if (!(longest > 0)) return at->size;
  double height = shortest;
  if (formula->info.element == XPBD_ON_TETS)
    height = fabs(sample_triple(at->x)) / (longest * longest);
  else if (arity >= 3)
    height = sample_doubled_area(at->x, 0, 1, 2) / longest;
  return fmax(fmin(shortest, height), 1e-3 * longest);
}

/// The derivative from central differences of h, h / 2 and h / 4, with its error.
static double extrapolated(const double d[STEPS], double *error) {
  const double coarse = (4 * d[1] - d[0]) / 3, fine = (4 * d[2] - d[1]) / 3;
  *error = fabs(fine - coarse);
  return (16 * fine - coarse) / 15;
}

/// All points around `at`; `width` [3 arity][STEPS] = the steps really taken, above minus below.
static void spread(int coordinates, const sample *at, double h, sample *out, double width[][STEPS]) {
  for (int k = 0; k < coordinates; k++)
    for (int s = 0; s < STEPS; s++) {
      sample *above = out++, *below = out++;
      *above = *below = *at;
      double *high = sample_coordinate(above->x, k), *low = sample_coordinate(below->x, k);
      volatile double up = *high + h / (1 << s), down = *low - h / (1 << s);
      *high = up, *low = down;
      width[k][s] = up - down;
    }
}

/// C, the gradient and its error with the first step h.
static double gradient_of(const xpbd_formula *formula, const sample *at, double h, xpbd_vec3_f64 *e, double *error) {
  static sample points[1 + POINTS * COORDINATES]; /* too large for a stack */
  double c[1 + POINTS * COORDINATES], width[COORDINATES][STEPS], square = 0;
  const int coordinates = 3 * formula->info.arity;
  points[0] = *at;
  spread(coordinates, at, h, points + 1, width);
  values(formula, 1 + POINTS * coordinates, points, c);
  for (int k = 0; k < coordinates; k++) {
    const double *one = &c[1 + POINTS * k];
    double d[STEPS], part;
    for (int s = 0; s < STEPS; s++) d[s] = (one[2 * s] - one[2 * s + 1]) / width[k][s];
    *sample_coordinate(e, k) = extrapolated(d, &part);
    square += part * part;
  }
  *error = sqrt(square);
  return c[0];
}

double differences_exact(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *e, double *error) {
  const int arity = formula->info.arity;
  const double local = local_length(formula, at), enough = fmax(1e-9, 3 * differences_known);
  double c = gradient_of(formula, at, lengths[0] * local, e, error);
  for (int i = 1; i < LENGTHS && isfinite(c) && !(*error <= enough * sample_norm(arity, e)); i++) {
    xpbd_vec3_f64 other[XPBD_MAX_ARITY];
    double its;
    gradient_of(formula, at, lengths[i] * local, other, &its);
    if (!(its < *error) && isfinite(*error)) continue;
    *error = its;
    for (int k = 0; k < arity; k++) e[k] = other[k];
  }
  return c;
}

static double differences_of_rest(const xpbd_formula *formula, const sample *at, int index) {
  sample points[2] = {*at, *at};
  double c[2];
  const double h = 1e-3 * at->size;
  points[0].rest[index] += h, points[1].rest[index] -= h;
  values(formula, 2, points, c);
  return (c[0] - c[1]) / (2 * h);
}

static double exact(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *e) {
  double error;
  return differences_exact(formula, at, e, &error);
}

void differences_begin(differences_values *of) {
  values = of;
  sample_exact_otherwise = exact, sample_rest_slope_otherwise = differences_of_rest;
}

static void measure(const xpbd_formula *formula, bool used) {
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  sample_random random = {37};
  double known[SHAPES];
  int count = 0;
  differences_known = 0;
  for (int i = 0; i < SHAPES && used; i++) {
    sample at;
    xpbd_vec3_f64 e[XPBD_MAX_ARITY];
    double error;
    if (!sample_draw(formula, &random, &way, &at)) break;
    const double c = differences_exact(formula, &at, e, &error), norm = sample_norm(formula->info.arity, e);
    if (sample_finite(formula->info.arity, c, e) && norm > 0) known[count++] = error / norm;
  }
  if (count > 0) differences_known = sample_median(known, count);
}

bool differences_suffice(verdict *v, const xpbd_formula *formula, bool used) {
  measure(formula, used);
  v->facts.differences_known = differences_known;
  if (differences_known <= 1e-3) return true;
  verdict_say(v, VERDICT_PRECISION, false,
              "C is too rough for a gradient: differences with two steps differ by %.2g of the gradient in the median "
              "shape; C may lose digits, or jump everywhere",
              differences_known);
  return false;
}
