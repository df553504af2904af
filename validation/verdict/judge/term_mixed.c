/* Why this file exists: tries whether the coded gradient is the right one with another matrix or with other numbers of
 * the rest shape: transposed, left out, exchanged. */
#include <stdio.h>
#include <string.h>

#include "term.h"

enum { MOST = XPBD_MAX_ARITY - 1 };

static double determinant(int n, const double *m) {
  if (n == 2) return m[0] * m[3] - m[1] * m[2];
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) + m[6] * (m[1] * m[5] - m[2] * m[4]);
}

/// By cofactors; the order of the numbers, rows or columns, is kept.
static void invert(int n, const double *m, double *out) {
  const double d = determinant(n, m);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const int a = (j + 1) % n, b = (j + 2) % n, c = (i + 1) % n, e = (i + 2) % n;
      out[n * i + j] = n == 2 ? (i == j ? m[3 * (1 - i)] : -m[n * i + j]) / d
                              : (m[n * a + c] * m[n * b + e] - m[n * a + e] * m[n * b + c]) / d;
    }
}

/// Dm^-1 by columns of a triangle in its plane, as XPBD_REST receives it.
static void inverse_of_plane(const xpbd_vec3_f64 *x, int row, double *out) {
  const double dm[4] = {x[1].x - x[0].x, x[1].y - x[0].y, x[2].x - x[0].x, x[2].y - x[0].y}; /* by columns */
  (void)row;
  invert(2, dm, out);
}

/// Whether the columns make the rest shape a unit cube: C^T G C = 1 with the products G of its edges.
static bool is_inverse(int n, const double *m, const xpbd_vec3_f64 *from) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      xpbd_vec3_f64 f = {0, 0, 0}, h = {0, 0, 0};
      for (int k = 0; k < n; k++) {
        const xpbd_vec3_f64 d = xpbd_v_sub_f64(from[k + 1], from[0]);
        f = xpbd_v_madd_f64(m[n * i + k], d, f), h = xpbd_v_madd_f64(m[n * j + k], d, h);
      }
      if (!(fabs(xpbd_v_dot_f64(f, h) - (i == j)) < 1e-8)) return false;
    }
  return true;
}

static void transpose(int n, const double *m, double *out) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) out[n * i + j] = m[n * j + i];
}

bool term_rest_matrix(const gradient_set *set, const gradient_pair *p, double *matrix, int *stored) {
  const xpbd_formula_info *info = &set->formula->info;
  const int n = set->arity - 1;
  const bool triangle = info->element == XPBD_ON_TRIANGLES && !(info->traits & XPBD_SUMMED) && n == 2;
  if (!triangle && !(info->element == XPBD_ON_TETS && n == 3)) return false;
  for (*stored = 0; *stored + n * n <= info->rest_count; ++*stored) {
    memcpy(matrix, &p->at.rest[*stored], (size_t)(n * n) * sizeof *matrix);
    if (is_inverse(n, matrix, p->at.from)) return true;
    transpose(n, &p->at.rest[*stored], matrix);
    if (is_inverse(n, matrix, p->at.from)) return true;
  }
  *stored = -1;
  if (triangle) {
    const xpbd_formula plane = {.info = {.element = XPBD_ON_TRIANGLES, .arity = 3}, .rest_f64 = inverse_of_plane};
    xpbd_rest_shape(&plane, p->at.from, NULL, 0, matrix);
  } else {
    double dm[MOST * MOST];
    for (int k = 0; k < n; k++) {
      const xpbd_vec3_f64 d = xpbd_v_sub_f64(p->at.from[k + 1], p->at.from[0]);
      for (int axis = 0; axis < 3; axis++) dm[n * k + axis] = gradient_component(&d, axis);
    }
    invert(n, dm, matrix);
  }
  for (int i = 0; i < n * n; i++)
    if (!isfinite(matrix[i])) return false;
  return true;
}

/// How dC/dF may have been taken to the particles.
typedef enum spread { TRANSPOSED, LEFT_OUT, INVERTED, INVERTED_TRANSPOSED, SPREADS } spread;

static const char *const spread_words[SPREADS] = {
    "the inverse rest matrix (rest[%d] to rest[%d]) transposed: g[k] needs row k of it, sum_i c_i[k] dC/df_i",
    "no inverse rest matrix (rest[%d] to rest[%d]): g[k] needs sum_i c_i[k] dC/df_i",
    "the rest matrix instead of its inverse (rest[%d] to rest[%d])",
    "the transposed rest matrix instead of its inverse (rest[%d] to rest[%d])"};

/// The gradient of particles 1 .. n with dC/dF of the exact one and another matrix.
static void spread_with(int n, const double *matrix, spread how, const xpbd_vec3_f64 *e, xpbd_vec3_f64 *out) {
  double inverse[MOST * MOST], other[MOST * MOST];
  invert(n, matrix, inverse);
  if (how == TRANSPOSED) transpose(n, matrix, other);
  if (how == INVERTED) memcpy(other, inverse, sizeof other);
  if (how == INVERTED_TRANSPOSED) transpose(n, inverse, other);
  for (int i = 0; i < n * n && how == LEFT_OUT; i++) other[i] = i % (n + 1) == 0;
  memset(out, 0, XPBD_MAX_ARITY * sizeof *out);
  for (int i = 0; i < n; i++) {
    xpbd_vec3_f64 column = {0, 0, 0}; /* dC/df_i */
    for (int k = 0; k < n; k++) column = xpbd_v_madd_f64(inverse[n * k + i], e[k + 1], column);
    for (int k = 0; k < n; k++) out[k + 1] = xpbd_v_madd_f64(other[n * i + k], column, out[k + 1]);
  }
}

/// Whether particles 1 .. n have the exact gradient, spread in another way, times a constant.
static bool is_spread(const gradient_set *set, spread how, double *ratio, int *stored) {
  double ge = 0, ee = 0, gg = 0;
  int used = 0;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    double matrix[MOST * MOST];
    xpbd_vec3_f64 e[XPBD_MAX_ARITY];
    if (!p->wrong) continue;
    if (!term_rest_matrix(set, p, matrix, stored) || *stored < 0) return false;
    spread_with(set->arity - 1, matrix, how, p->e, e);
    const double weight = 1 / (p->norm * p->norm);
    ge += weight * sample_inner(set->arity - 1, &p->g[1], &e[1]);
    ee += weight * sample_inner(set->arity - 1, &e[1], &e[1]);
    gg += weight * sample_inner(set->arity - 1, &p->g[1], &p->g[1]);
    used++;
  }
  *ratio = ge / ee;
  return used >= 4 && sqrt(fabs(gg - *ratio * ge) / gg) < 1e-6;
}

static bool name_spread(verdict *v, const gradient_set *set) {
  for (int how = 0; how < SPREADS; how++) {
    double ratio;
    int stored = -1;
    if (!is_spread(set, how, &ratio, &stored)) continue;
    char words[200], times[60] = "";
    const int n = set->arity - 1;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(words, sizeof words, spread_words[how], stored, stored + n * n - 1);
#pragma GCC diagnostic pop
    if (fabs(ratio - 1) > 1e-6) snprintf(times, sizeof times, ", and it is %.4f x as long", ratio);
    verdict_say(v, VERDICT_WRONG_COMPONENT, false, "dC/dF is right, but the gradient takes it to the particles with %s%s",
                words, times);
    return true;
  }
  return false;
}

/// Numbers of a shape that the gradient may have mixed up.
typedef struct mix {
  double *(*numbers)(sample *at);
  int to, from;
  bool both; ///< Exchanged; otherwise `to` has the value of `from`.
  int matrix; ///< >= 0: this is the n x n matrix there, transposed.
} mix;

static double *rest_numbers(sample *at) {
  return at->rest;
}

static double *material_numbers(sample *at) {
  return at->material;
}

/// Whether the coded gradient is the exact one of C with the numbers so mixed up, in every wrong shape.
static bool is_mixed(const gradient_set *set, const mix *m) {
  int used = 0;
  for (int k = 0; k < set->count && used < 40; k++) {
    const gradient_pair *p = &set->pair[k];
    sample at = p->at;
    xpbd_vec3_f64 e[XPBD_MAX_ARITY];
    if (!p->wrong) continue;
    double *numbers = m->numbers(&at);
    const double kept = numbers[m->to];
    if (m->matrix >= 0) {
      transpose(set->arity - 1, &p->at.rest[m->matrix], &at.rest[m->matrix]);
    } else {
      numbers[m->to] = numbers[m->from];
      if (m->both) numbers[m->from] = kept;
    }
    sample_exact(set->formula, &at, e);
    if (!(sample_distance(set->arity, p->g, e) <= 1e-5 * sample_distance(set->arity, p->g, p->e) + p->tolerance))
      return false;
    used++;
  }
  return used >= 4;
}

static bool name_mix(verdict *v, const gradient_set *set, double *(*numbers)(sample *at), int count, const char *word) {
  for (int to = 0; to < count; to++)
    for (int from = 0; from < count; from++)
      for (int both = 0; both < 2; both++) {
        const mix m = {numbers, to, from, both, -1};
        if (to == from || (both && from < to) || !is_mixed(set, &m)) continue;
        if (both)
          verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                      "the gradient is the exact one of C with %s[%d] and %s[%d] exchanged", word, to, word, from);
        else
          verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                      "the gradient is the exact one of C with %s[%d] in the place of %s[%d]", word, from, word, to);
        return true;
      }
  return false;
}

bool term_mixed_up(verdict *v, const gradient_set *set) {
  const xpbd_formula_info *info = &set->formula->info;
  double matrix[MOST * MOST];
  int stored = -1;
  if (name_spread(v, set)) return true;
  if (set->count > 0 && term_rest_matrix(set, &set->pair[0], matrix, &stored) && stored >= 0) {
    const mix m = {rest_numbers, 0, 0, false, stored};
    if (is_mixed(set, &m)) {
      verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                  "the gradient is the exact one of C with the inverse rest matrix (rest[%d] to rest[%d]) transposed",
                  stored, stored + (set->arity - 1) * (set->arity - 1) - 1);
      return true;
    }
  }
  return name_mix(v, set, rest_numbers, info->rest_count, "rest") ||
         name_mix(v, set, material_numbers, info->material_count, "material");
}

/// |coded - exact| / |exact| with the deformation scaled by t.
static double error_at(const gradient_set *set, const gradient_pair *p, double t) {
  gradient_pair near = *p;
  for (int i = 0; i < set->arity; i++)
    near.at.x[i] = xpbd_v_madd_f64(t, xpbd_v_sub_f64(p->at.x[i], p->at.from[i]), p->at.from[i]);
  sample_f64(set->formula, &near.at, near.g);
  sample_exact(set->formula, &near.at, near.e);
  return sample_distance(set->arity, near.g, near.e) / sample_norm(set->arity, near.e);
}

bool term_guess(verdict *v, const gradient_set *set) {
  double powers[GRADIENT_PAIRS], nearest = 0;
  int count = 0;
  for (int k = 0; k < set->count; k++) {
    if (!set->pair[k].wrong) continue;
    const double one = error_at(set, &set->pair[k], 0.5), two = error_at(set, &set->pair[k], 0.25);
    if (!(two > 1e-9)) continue; /* rounding */
    powers[count++] = log2(one / two);
    nearest = fmax(nearest, two);
  }
  if (count < 8) return false;
  const double power = sample_median(powers, count);
  if (!(power > 1.7)) return false;
  verdict_say(v, VERDICT_WRONG_COMPONENT, false,
              "the error vanishes towards rest as the deformation to the power %.1f (it is up to %.2g of the gradient, "
              "and up to %.1e at a quarter of the deformation). This looks like the result of an iteration, such as a "
              "rotation, that was taken as constant before it has converged, or like a missing term of high order",
              power, v->facts.worst_gradient, nearest);
  return true;
}
