/* Why this file exists: draws the elements of real meshes. */
#include "real.h"

#include "differences.h"

#include <string.h>

static const double degree = 0.017453292519943295;

static double drawn_power(sample_random *random, double low, double high) {
  return exp(sample_between(random, log(low), log(high)));
}

static bool by_chance(sample_random *random, double share) {
  return sample_between(random, 0, 1) < share;
}

static double length_of(xpbd_vec3_f64 a) {
  return sample_norm(1, &a);
}

static double longest_edge(int arity, const xpbd_vec3_f64 *x) {
  double longest = 0;
  for (int i = 0; i < arity; i++)
    for (int j = 0; j < i; j++) longest = fmax(longest, sample_distance(1, &x[i], &x[j]));
  return longest;
}

/// The longest edge of a triangle over its height.
static double slender_triangle(const xpbd_vec3_f64 *x, int i, int j, int k) {
  const xpbd_vec3_f64 corner[3] = {x[i], x[j], x[k]};
  const double longest = longest_edge(3, corner);
  return longest * longest / sample_doubled_area(x, i, j, k);
}

static double slender_tet(const xpbd_vec3_f64 *x) {
  double widest = 0;
  for (int i = 0; i < 4; i++) widest = fmax(widest, sample_doubled_area(x, i == 0, 1 + (i <= 1), 2 + (i <= 2)));
  return longest_edge(4, x) * widest / fabs(sample_triple(x));
}

static double slender(const xpbd_formula *formula, const xpbd_vec3_f64 *x) {
  if (formula->info.arity == 2) return 1;
  if (formula->info.arity == 3) return slender_triangle(x, 0, 1, 2);
  if (formula->info.element == XPBD_ON_TETS) return slender_tet(x);
  return fmax(slender_triangle(x, 0, 1, 2), slender_triangle(x, 0, 1, 3));
}

double real_fold_of(const xpbd_vec3_f64 *x) {
  const xpbd_vec3_f64 e = xpbd_v_sub_f64(x[1], x[0]), a = xpbd_v_cross_f64(e, xpbd_v_sub_f64(x[2], x[0])),
                      b = xpbd_v_cross_f64(xpbd_v_sub_f64(x[3], x[0]), e);
  return atan2(xpbd_v_dot_f64(e, xpbd_v_cross_f64(a, b)) / length_of(e), xpbd_v_dot_f64(a, b)) / degree;
}

/// The smallest and the largest stretch of an edge, and the largest change of a length [m].
static void stretches(int arity, const sample *at, double *least, double *most, double *change) {
  *least = HUGE_VAL, *most = *change = 0;
  for (int i = 0; i < arity; i++)
    for (int j = 0; j < i; j++) {
      const double now = sample_distance(1, &at->x[i], &at->x[j]),
                   rest = sample_distance(1, &at->from[i], &at->from[j]);
      *least = fmin(*least, now / rest), *most = fmax(*most, now / rest), *change = fmax(*change, fabs(now - rest));
    }
}

double real_measure(const xpbd_formula *formula, const sample *at, real_feature feature) {
  const int arity = formula->info.arity;
  const bool hinge = formula->info.element == XPBD_ON_HINGES, tet = formula->info.element == XPBD_ON_TETS;
  const double size = longest_edge(arity, at->from);
  double least, most, change;
  stretches(arity, at, &least, &most, &change);
  switch (feature) {
  case FEATURE_SIZE: return size;
  case FEATURE_SLENDER: return slender(formula, at->from);
  case FEATURE_REST_FOLD: return hinge ? fabs(real_fold_of(at->from)) : 0;
  case FEATURE_FOLD: return hinge ? fabs(real_fold_of(at->x)) : 0;
  case FEATURE_REST_SIDE: return hinge ? real_fold_of(at->from) : 0;
  case FEATURE_SIDE: return hinge ? real_fold_of(at->x) : 0;
  case FEATURE_VOLUME: return tet ? sample_triple(at->from) / (6 * size * size * size) : 0;
  case FEATURE_LEAST: return least;
  case FEATURE_MOST: return most;
  case FEATURE_FAR: return length_of(at->from[0]) / size;
  case FEATURE_STRAIN: return fmax(most - 1, 1 - least);
  case FEATURE_CHANGE: return change;
  default: return 0;
  }
}

/// Draws a rotation, all with the same chance. The rows of its matrix.
static void draw_rotation(sample_random *random, xpbd_vec3_f64 row[3]) {
  double q[4], square;
  do {
    square = 0;
    for (int i = 0; i < 4; i++) q[i] = sample_between(random, -1, 1), square += q[i] * q[i];
  } while (square > 1 || square < 0.01);
  const double s = 2 / square, w = q[3];
  row[0] =
      (xpbd_vec3_f64){1 - s * (q[1] * q[1] + q[2] * q[2]), s * (q[0] * q[1] - w * q[2]), s * (q[0] * q[2] + w * q[1])};
  row[1] =
      (xpbd_vec3_f64){s * (q[0] * q[1] + w * q[2]), 1 - s * (q[0] * q[0] + q[2] * q[2]), s * (q[1] * q[2] - w * q[0])};
  row[2] =
      (xpbd_vec3_f64){s * (q[0] * q[2] - w * q[1]), s * (q[1] * q[2] + w * q[0]), 1 - s * (q[0] * q[0] + q[1] * q[1])};
}

static xpbd_vec3_f64 turned(const xpbd_vec3_f64 row[3], xpbd_vec3_f64 a) {
  return (xpbd_vec3_f64){xpbd_v_dot_f64(row[0], a), xpbd_v_dot_f64(row[1], a), xpbd_v_dot_f64(row[2], a)};
}

/// A vector stretched by s[0], s[1], s[2] along the rows.
static xpbd_vec3_f64 stretched(const xpbd_vec3_f64 row[3], const double s[3], xpbd_vec3_f64 a) {
  xpbd_vec3_f64 sum = {0, 0, 0};
  for (int i = 0; i < 3; i++) sum = xpbd_v_madd_f64(s[i] * xpbd_v_dot_f64(row[i], a), row[i], sum);
  return sum;
}

void real_fold(xpbd_vec3_f64 *x, double angle) {
  const xpbd_vec3_f64 e = xpbd_v_sub_f64(x[1], x[0]), k = xpbd_v_scale_f64(1 / length_of(e), e),
                      v = xpbd_v_sub_f64(x[3], x[0]);
  const double c = cos(angle * degree), s = sin(angle * degree);
  x[3] = xpbd_v_madd_f64((1 - c) * xpbd_v_dot_f64(k, v), k,
                         xpbd_v_madd_f64(s, xpbd_v_cross_f64(k, v), xpbd_v_madd_f64(c, v, x[0])));
}

/// Squeezes an element along a direction until it is as slender as wanted.
static void squeeze(const xpbd_formula *formula, xpbd_vec3_f64 direction, double wanted, xpbd_vec3_f64 *x) {
  const int arity = formula->info.arity;
  double low = 0, high = 1; /* remaining parts of the extent */
  xpbd_vec3_f64 y[XPBD_MAX_ARITY];
  if (slender(formula, x) >= wanted) return;
  for (int i = 0; i < 60; i++) {
    const double middle = 0.5 * (low + high);
    for (int k = 0; k < arity; k++)
      y[k] = xpbd_v_madd_f64((middle - 1) * xpbd_v_dot_f64(direction, x[k]), direction, x[k]);
    *(slender(formula, y) > wanted ? &low : &high) = middle;
  }
  for (int k = 0; k < arity; k++) x[k] = xpbd_v_madd_f64((high - 1) * xpbd_v_dot_f64(direction, x[k]), direction, x[k]);
}

void real_apex_first(xpbd_vec3_f64 *x) {
  for (int turn = 0; turn < 2; turn++) {
    double cosine[3];
    for (int i = 0; i < 3; i++) {
      const xpbd_vec3_f64 a = xpbd_v_sub_f64(x[(i + 1) % 3], x[i]), b = xpbd_v_sub_f64(x[(i + 2) % 3], x[i]);
      cosine[i] = fabs(xpbd_v_dot_f64(a, b)) / (length_of(a) * length_of(b));
    }
    if (cosine[0] <= cosine[1] && cosine[0] <= cosine[2]) return;
    const xpbd_vec3_f64 first = x[0];
    x[0] = x[1], x[1] = x[2], x[2] = first;
  }
}

/// Draws an element at rest whose longest edge is 1, with x0 at the origin. The first two are the most slender.
static void draw_rest(const xpbd_formula *formula, sample_random *random, int k, xpbd_vec3_f64 *x) {
  const bool tet = formula->info.element == XPBD_ON_TETS, hinge = formula->info.element == XPBD_ON_HINGES;
  const int arity = formula->info.arity;
  sample_corners(formula, x);
  for (int i = 1; i < arity; i++) {
    x[i].x += sample_between(random, -0.25, 0.25);
    if (i > 1) x[i].y += sample_between(random, -0.25, 0.25);
    if (tet && i > 2) x[i].z += sample_between(random, -0.2, 0.2);
  }
  const double angle = sample_between(random, 0, 360) * degree, rise = tet ? sample_between(random, -1, 1) : 0,
               flat = sqrt(1 - rise * rise), wanted = k < 2 ? REAL_SLENDER : drawn_power(random, 1, REAL_SLENDER);
  if (arity > 2 && (k < 2 || by_chance(random, 0.7)))
    squeeze(formula, (xpbd_vec3_f64){flat * cos(angle), flat * sin(angle), rise}, wanted, x);
  if (formula->info.element == XPBD_ON_CORNERS) real_apex_first(x);
  const xpbd_vec3_f64 origin = x[0];
  for (int i = 0; i < arity; i++) x[i] = xpbd_v_sub_f64(x[i], origin);
  const double folds[4] = {-REAL_FOLD, REAL_FOLD, 90, -90};
  if (hinge && (k < 4 || by_chance(random, 0.5)))
    real_fold(x, k < 4 ? folds[k] : by_chance(random, 0.3) ? folds[2] : sample_between(random, -REAL_FOLD, REAL_FOLD));
  if (tet && (k == 0 || by_chance(random, 0.5)))
    for (int i = 0; i < arity; i++) x[i].z = -x[i].z;
  const double scale = 1 / longest_edge(arity, x);
  for (int i = 0; i < arity; i++) x[i] = xpbd_v_scale_f64(scale, x[i]);
}

/// Stretches along three directions. The first two shapes have the ends of the range in all directions.
static void draw_stretches(const xpbd_formula *formula, sample_random *random, const real_way *way, int k,
                           double s[3]) {
  const bool little = by_chance(random, 0.3);
  for (int i = 0; i < 3; i++) {
    s[i] = way->gentle || little ? sample_between(random, 0.75, 1.25)
                                 : drawn_power(random, 1 / REAL_STRETCH, REAL_STRETCH);
    if (!way->gentle && k < 2) s[i] = k == 0 ? 1 / REAL_STRETCH : REAL_STRETCH;
  }
  /* inverted: flattened as well, because a mirrored shape of equal stretches has no nearest rotation */
  if (!way->gentle && formula->info.element == XPBD_ON_TETS && k > 1 && by_chance(random, 0.15))
    s[2] = -sample_between(random, 0.1, 0.6) * fmin(s[0], s[1]);
}

static void deform(const xpbd_formula *formula, sample_random *random, const real_way *way, int k, xpbd_vec3_f64 *x) {
  xpbd_vec3_f64 axes[3], rotation[3];
  double s[3];
  draw_stretches(formula, random, way, k, s);
  draw_rotation(random, axes);
  draw_rotation(random, rotation);
  if (formula->info.element == XPBD_ON_HINGES) {
    const double folds[2] = {-REAL_FOLD, REAL_FOLD}, from = real_fold_of(x);
    const double to = way->gentle ? fmax(-REAL_FOLD, fmin(REAL_FOLD, from + sample_between(random, -15, 15)))
                      : k < 4     ? folds[k / 2]
                                  : sample_between(random, -REAL_FOLD, REAL_FOLD);
    real_fold(x, to - from);
    s[1] = s[2] = s[0]; /* keeps the fold */
  }
  for (int i = 0; i < formula->info.arity; i++) x[i] = turned(rotation, stretched(axes, s, x[i]));
}

void real_material(const xpbd_formula *formula, sample_random *random, double *material) {
  double drawn[XPBD_MAX_MATERIAL] = {0};
  for (int i = 0; i < formula->info.material_count; i++)
    drawn[i] = sample_in_range(&formula->info.material[i], sample_between(random, 0, 1));
  if (!xpbd_formula_violates(formula, drawn)) memcpy(material, drawn, sizeof drawn);
}

/// Deforms by strains of REAL_STRAIN to 0.01, and changes folds as little.
static void deform_little(const xpbd_formula *formula, sample_random *random, xpbd_vec3_f64 *x) {
  const double strain = drawn_power(random, REAL_STRAIN, 1e-2);
  double m[9];
  for (int i = 0; i < 9; i++) m[i] = sample_between(random, -strain, strain);
  if (formula->info.element == XPBD_ON_HINGES) real_fold(x, sample_between(random, -strain, strain) / degree);
  for (int i = 0; i < formula->info.arity; i++) {
    const xpbd_vec3_f64 a = x[i];
    x[i] = (xpbd_vec3_f64){a.x + m[0] * a.x + m[1] * a.y + m[2] * a.z, a.y + m[3] * a.x + m[4] * a.y + m[5] * a.z,
                           a.z + m[6] * a.x + m[7] * a.y + m[8] * a.z};
  }
}

bool real_draw(const xpbd_formula *formula, sample_random *random, const real_way *way, int k, sample *out) {
  const int arity = formula->info.arity;
  xpbd_vec3_f64 rotation[3], x[XPBD_MAX_ARITY], offset;
  *out = (sample){.row = k % formula->info.rows};
  const double size = k < 4 ? (k % 2 ? REAL_LONGEST : REAL_SHORTEST) : drawn_power(random, REAL_SHORTEST, REAL_LONGEST);
  draw_rest(formula, random, k, out->from);
  memcpy(x, out->from, sizeof x);
  if (way->little)
    deform_little(formula, random, x);
  else if (!way->at_rest)
    deform(formula, random, way, k, x);
  draw_rotation(random, rotation);
  const double distance = k == 0 ? REAL_FAR : by_chance(random, 0.4) ? drawn_power(random, 1, REAL_FAR) : 0;
  /* a function that rounds positions to float keeps no digits of an element far away */
  offset = xpbd_v_scale_f64(differences_known > 1e-8 ? 0 : size * distance, rotation[0]);
  draw_rotation(random, rotation);
  for (int i = 0; i < arity; i++) {
    out->from[i] = xpbd_v_madd_f64(size, turned(rotation, out->from[i]), offset);
    out->x[i] = xpbd_v_madd_f64(size, way->at_rest || way->little ? turned(rotation, x[i]) : x[i], offset);
  }
  out->size = size;
  sample_material(formula, out->material);
  if (way->vary_material && k > 3 && by_chance(random, 0.5)) real_material(formula, random, out->material);
  sample_fields(formula, way->vary_material ? random : NULL, out->fields);
  return sample_shape(formula, out);
}
