/* Why this file exists: finds the inverse rest matrix of an element, in rest[] or from its rest positions, and with it
 * dC/dF. */
#include <string.h>

#include "term.h"

static double determinant(int n, const double *m) {
  if (n == 2) return m[0] * m[3] - m[1] * m[2];
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) + m[6] * (m[1] * m[5] - m[2] * m[4]);
}

void term_invert(int n, const double *m, double *out) {
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
  term_invert(2, dm, out);
}

void term_deformed(int n, const double *matrix, const xpbd_vec3_f64 *x, xpbd_vec3_f64 *f) {
  for (int i = 0; i < n; i++) {
    f[i] = (xpbd_vec3_f64){0, 0, 0};
    for (int k = 0; k < n; k++) f[i] = xpbd_v_madd_f64(matrix[n * i + k], xpbd_v_sub_f64(x[k + 1], x[0]), f[i]);
  }
}

/// Whether F^T F = 1 at the rest positions.
static bool is_inverse(int n, const double *matrix, const xpbd_vec3_f64 *from) {
  xpbd_vec3_f64 f[TERM_AXES];
  term_deformed(n, matrix, from, f);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      if (!(fabs(xpbd_v_dot_f64(f[i], f[j]) - (i == j)) < 1e-8)) return false;
  return true;
}

void term_transpose(int n, const double *m, double *out) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) out[n * i + j] = m[n * j + i];
}

bool term_rest_matrix(const gradient_set *set, const gradient_pair *p, double *matrix, int *stored) {
  const xpbd_formula_info *info = &set->formula->info;
  const int n = set->arity - 1;
  const bool triangle = info->element == XPBD_ON_TRIANGLES && !(info->traits & XPBD_SUMMED) && n == 2;
  if (!triangle && !(info->element == XPBD_ON_TETS && n == 3)) return false;
  int unused, *place = stored ? stored : &unused;
  for (*place = 0; *place + n * n <= info->rest_count; ++*place) {
    memcpy(matrix, &p->at.rest[*place], (size_t)(n * n) * sizeof *matrix);
    if (is_inverse(n, matrix, p->at.from)) return true;
    term_transpose(n, &p->at.rest[*place], matrix);
    if (is_inverse(n, matrix, p->at.from)) return true;
  }
  *place = -1;
  if (triangle) {
    const xpbd_formula plane = {.info = {.element = XPBD_ON_TRIANGLES, .arity = 3}, .rest_f64 = inverse_of_plane};
    xpbd_rest_shape(&plane, p->at.from, NULL, 0, matrix);
  } else {
    double dm[TERM_AXES * TERM_AXES];
    for (int k = 0; k < n; k++) {
      const xpbd_vec3_f64 d = xpbd_v_sub_f64(p->at.from[k + 1], p->at.from[0]);
      for (int axis = 0; axis < 3; axis++) dm[n * k + axis] = gradient_component(&d, axis);
    }
    term_invert(n, dm, matrix);
  }
  for (int i = 0; i < n * n; i++)
    if (!isfinite(matrix[i])) return false;
  return true;
}

void term_columns(int n, const double *rest, const xpbd_vec3_f64 *g, xpbd_vec3_f64 *p) {
  for (int i = 0; i < n; i++) {
    p[i] = (xpbd_vec3_f64){0, 0, 0};
    for (int k = 0; k < n; k++) p[i] = xpbd_v_madd_f64(rest[n * k + i], g[k + 1], p[i]);
  }
}
