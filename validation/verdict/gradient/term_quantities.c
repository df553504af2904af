/* Why this file exists: a gradient is understood by its parts. Here are the quantities of a shape that formulas are
 * written in, with their gradients, and the parts of a gradient along them. */
#include <stdio.h>
#include <string.h>

#include "term.h"

static xpbd_vec3_f64 between(const xpbd_vec3_f64 *x, int i, int j) {
  return xpbd_v_sub_f64(x[j], x[i]);
}

static double length_of(xpbd_vec3_f64 a) {
  return sample_norm(1, &a);
}

/// Adds s a to the gradient of a particle.
static void add(xpbd_vec3_f64 *at, double s, xpbd_vec3_f64 a) {
  *at = xpbd_v_madd_f64(s, a, *at);
}

/// A new quantity without a gradient yet.
static xpbd_vec3_f64 *open_quantity(term_basis *basis, bool square) {
  xpbd_vec3_f64 *along = basis->along[basis->count];
  memset(along, 0, sizeof basis->along[0]);
  basis->square[basis->count] = square;
  return along;
}

/// Adds a as dC/df of the column f = sum_k c[k] (x_k - x0), k = 1 .. n.
static void spread(xpbd_vec3_f64 *along, int n, const double *c, xpbd_vec3_f64 a) {
  for (int k = 0; k < n; k++) add(&along[k + 1], c[k], a), add(&along[0], -c[k], a);
}

static void distance(term_basis *basis, const xpbd_vec3_f64 *x, int i, int j) {
  xpbd_vec3_f64 *along = open_quantity(basis, true);
  const xpbd_vec3_f64 d = between(x, i, j);
  add(&along[j], 1 / length_of(d), d), add(&along[i], -1 / length_of(d), d);
  snprintf(basis->name[basis->count++], TERM_NAME, "|x%d - x%d|", j, i);
}

static void area(term_basis *basis, const xpbd_vec3_f64 *x, int i, int j, int k, const char *name) {
  xpbd_vec3_f64 *along = open_quantity(basis, true);
  const xpbd_vec3_f64 a = between(x, i, j), b = between(x, i, k), n = xpbd_v_cross_f64(a, b);
  const double half = 0.5 / length_of(n);
  add(&along[j], half, xpbd_v_cross_f64(b, n)), add(&along[k], half, xpbd_v_cross_f64(n, a));
  add(&along[i], -1, xpbd_v_add_f64(along[j], along[k]));
  snprintf(basis->name[basis->count++], TERM_NAME, "%s", name);
}

static void volume(term_basis *basis, const xpbd_vec3_f64 *x) {
  xpbd_vec3_f64 *along = open_quantity(basis, false);
  const xpbd_vec3_f64 a = between(x, 0, 1), b = between(x, 0, 2), c = between(x, 0, 3);
  add(&along[1], 1.0 / 6, xpbd_v_cross_f64(b, c)), add(&along[2], 1.0 / 6, xpbd_v_cross_f64(c, a));
  add(&along[3], 1.0 / 6, xpbd_v_cross_f64(a, b));
  for (int k = 1; k < 4; k++) add(&along[0], -1, along[k]);
  snprintf(basis->name[basis->count++], TERM_NAME, "the volume");
}

/// Bridson et al. 2003: along the normals of both wings.
static void fold(term_basis *basis, const xpbd_vec3_f64 *x) {
  xpbd_vec3_f64 *along = open_quantity(basis, false);
  const xpbd_vec3_f64 e = between(x, 0, 1), na = xpbd_v_cross_f64(e, between(x, 0, 2)),
                      nb = xpbd_v_cross_f64(between(x, 0, 3), e);
  const double l = length_of(e), aa = xpbd_v_dot_f64(na, na), bb = xpbd_v_dot_f64(nb, nb);
  add(&along[2], l / aa, na), add(&along[3], l / bb, nb);
  add(&along[0], xpbd_v_dot_f64(between(x, 1, 2), e) / (l * aa), na);
  add(&along[0], xpbd_v_dot_f64(between(x, 1, 3), e) / (l * bb), nb);
  add(&along[1], -xpbd_v_dot_f64(between(x, 0, 2), e) / (l * aa), na);
  add(&along[1], -xpbd_v_dot_f64(between(x, 0, 3), e) / (l * bb), nb);
  snprintf(basis->name[basis->count++], TERM_NAME, "the fold angle");
}

/// All products of the columns of a matrix, or of the edges from x0 if it is NULL.
static void products(term_basis *basis, const xpbd_vec3_f64 *x, int n, const double *matrix) {
  double c[TERM_AXES * TERM_AXES];
  xpbd_vec3_f64 f[TERM_AXES];
  for (int i = 0; i < n * n; i++) c[i] = matrix ? matrix[i] : i % (n + 1) == 0;
  term_deformed(n, c, x, f);
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      xpbd_vec3_f64 *along = open_quantity(basis, i == j);
      char *name = basis->name[basis->count++];
      spread(along, n, c + n * i, f[j]), spread(along, n, c + n * j, f[i]);
      if (matrix)
        snprintf(name, TERM_NAME, "%sf%d . f%d", i == j ? "" : "the shear ", i + 1, j + 1);
      else if (i == j)
        snprintf(name, TERM_NAME, "|x%d - x0|^2", i + 1);
      else
        snprintf(name, TERM_NAME, "(x%d - x0) . (x%d - x0)", i + 1, j + 1);
    }
}

/// Each f_j as a column dC/df_i, for gradients that no quantity has because they are not symmetric.
static void pairs(term_basis *basis, const xpbd_vec3_f64 *x, int n, const double *matrix) {
  xpbd_vec3_f64 f[TERM_AXES];
  term_deformed(n, matrix, x, f);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      spread(open_quantity(basis, false), n, matrix + n * i, f[j]);
      snprintf(basis->name[basis->count++], TERM_NAME, "dC/df%d along f%d", i + 1, j + 1);
    }
}

/// The trace of S = F^T F and for tetrahedra the trace of S^2, each up to a factor, then the area or the volume.
static void invariants(term_basis *basis, const xpbd_vec3_f64 *x, int n, const double *matrix) {
  xpbd_vec3_f64 f[TERM_AXES], *trace = open_quantity(basis, false);
  term_deformed(n, matrix, x, f);
  for (int i = 0; i < n; i++) spread(trace, n, matrix + n * i, f[i]);
  snprintf(basis->name[basis->count++], TERM_NAME, n == 2 ? "f1 . f1 + f2 . f2" : "f1 . f1 + f2 . f2 + f3 . f3");
  if (n == 2) {
    area(basis, x, 0, 1, 2, "the area");
    return;
  }
  xpbd_vec3_f64 *square = open_quantity(basis, false);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) spread(square, n, matrix + n * i, xpbd_v_scale_f64(xpbd_v_dot_f64(f[i], f[j]), f[j]));
  snprintf(basis->name[basis->count++], TERM_NAME, "the trace of (F^T F)^2");
  volume(basis, x);
}

static void distances(term_basis *basis, const xpbd_vec3_f64 *x, int arity, bool but_last) {
  for (int j = 1; j < arity; j++)
    for (int i = 0; i < j; i++)
      if (!(but_last && j == 3 && i == 2)) distance(basis, x, i, j);
}

void term_quantities(const gradient_set *set, const gradient_pair *p, term_kind kind, term_basis *basis) {
  const xpbd_vec3_f64 *x = p->at.x;
  const int arity = set->arity;
  const bool hinge = set->formula->info.element == XPBD_ON_HINGES, tet = arity == 4 && !hinge;
  double matrix[TERM_AXES * TERM_AXES];
  basis->count = 0;
  if ((kind == TERM_COLUMNS || kind == TERM_INVARIANTS || kind == TERM_PAIRS) &&
      !term_rest_matrix(set, p, matrix, NULL))
    return;
  if (kind == TERM_COLUMNS) products(basis, x, arity - 1, matrix);
  if (kind == TERM_PAIRS) pairs(basis, x, arity - 1, matrix);
  if (kind == TERM_INVARIANTS) invariants(basis, x, arity - 1, matrix);
  if (kind == TERM_EDGES && arity > 2) products(basis, x, arity - 1, NULL);
  if (kind == TERM_DISTANCES) distances(basis, x, arity, false);
  if (kind == TERM_FOLD && hinge) distances(basis, x, arity, true), fold(basis, x);
  if (kind != TERM_AREAS || arity < 3) return;
  area(basis, x, 0, 1, 2, arity == 3 ? "the area" : "the area of x0 x1 x2");
  if (arity == 4) area(basis, x, 0, 1, 3, "the area of x0 x1 x3");
  if (tet) area(basis, x, 0, 2, 3, "the area of x0 x2 x3"), area(basis, x, 1, 2, 3, "the area of x1 x2 x3");
  if (tet) volume(basis, x);
}

/// Modified Gram-Schmidt on the normalised gradients, then back substitution.
double term_split(int arity, const term_basis *basis, const xpbd_vec3_f64 *g, double *coefficient) {
  xpbd_vec3_f64 q[TERM_PARTS][XPBD_MAX_ARITY], left[XPBD_MAX_ARITY];
  double r[TERM_PARTS][TERM_PARTS] = {{0}}, y[TERM_PARTS], size[TERM_PARTS];
  memcpy(left, g, sizeof left);
  for (int i = 0; i < basis->count; i++) {
    memcpy(q[i], basis->along[i], sizeof q[i]);
    size[i] = sample_norm(arity, q[i]);
    for (int j = 0; j < i; j++) {
      r[j][i] = sample_inner(arity, q[j], q[i]);
      for (int a = 0; a < arity; a++) add(&q[i][a], -r[j][i], q[j][a]);
    }
    r[i][i] = sample_norm(arity, q[i]);
    if (!(r[i][i] > 1e-4 * size[i])) return 1;
    for (int a = 0; a < arity; a++) q[i][a] = xpbd_v_scale_f64(1 / r[i][i], q[i][a]);
    y[i] = sample_inner(arity, q[i], left);
    for (int a = 0; a < arity; a++) add(&left[a], -y[i], q[i][a]);
  }
  for (int i = basis->count - 1; i >= 0; i--) {
    coefficient[i] = y[i];
    for (int j = i + 1; j < basis->count; j++) coefficient[i] -= r[i][j] * coefficient[j];
    coefficient[i] /= r[i][i];
  }
  const double norm = sample_norm(arity, g);
  return norm > 0 ? sample_norm(arity, left) / norm : 0;
}
