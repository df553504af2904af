/* Why this file exists: second derivatives of a formula by the complex step of its gradient, for the CPU and for kernels
 * that move vertices. An imaginary step of 1e-60 in a coordinate leaves its derivative in the imaginary parts of the
 * gradient, exact to rounding. No include guard. Include after the complex reading of the scalar, with
 *      XPBD_LAW                                     the type that names a formula
 *      XPBD_LAW_C64(law, x, rest, material, g)      evaluates its complex reading
 *      XPBD_LAW_CALL                                how functions are declared
 * and optionally XPBD_LAW_COLUMN(law, x, rest, material, of, k, column), which takes a column in another way. */

/* The numbers of an element as complex ones. */
typedef struct xpbd_second_numbers {
  int arity, rests, materials;
  xpbd_complex rest[XPBD_MAX_REST], material[XPBD_MAX_MATERIAL];
} xpbd_second_numbers;

/* Column k of the result by the complex step. */
XPBD_LAW_CALL void xpbd_second_step(XPBD_LAW law, const xpbd_vec3_f64 *x, const xpbd_second_numbers *of, int k,
                                    double *column) {
  const double tiny = 1e-60; /* its square is lost in any rounding */
  xpbd_vec3_c64 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
  for (int i = 0; i < of->arity; i++) {
    at[i].x = xpbd_of_c64(x[i].x, k == 3 * i ? tiny : 0.0);
    at[i].y = xpbd_of_c64(x[i].y, k == 3 * i + 1 ? tiny : 0.0);
    at[i].z = xpbd_of_c64(x[i].z, k == 3 * i + 2 ? tiny : 0.0);
    g[i].x = g[i].y = g[i].z = xpbd_of_c64(0.0, 0.0);
  }
  XPBD_LAW_C64(law, at, of->rest, of->material, g);
  for (int i = 0; i < of->arity; i++) {
    column[3 * i] = cimag(g[i].x) / tiny;
    column[3 * i + 1] = cimag(g[i].y) / tiny;
    column[3 * i + 2] = cimag(g[i].z) / tiny;
  }
}

#if !defined(XPBD_LAW_COLUMN)
#define XPBD_LAW_COLUMN(law, x, rest, material, of, k, column) xpbd_second_step(law, x, of, k, column)
#endif
/* Rows and columns first .. first + size - 1. `of` has the numbers of the formula. */
XPBD_LAW_CALL int xpbd_second_part(XPBD_LAW law, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                                   xpbd_second_numbers *of, int first, int size, double *hessian) {
  double sum = 0.0;
  for (int i = 0; i < of->rests; i++) of->rest[i] = xpbd_of_c64(rest[i], 0.0);
  for (int i = 0; i < of->materials; i++) of->material[i] = xpbd_of_c64(material[i], 0.0);
  for (int k = 0; k < size; k++) {
    double column[3 * XPBD_MAX_ARITY];
    XPBD_LAW_COLUMN(law, x, rest, material, of, first + k, column);
    for (int i = 0; i < size; i++) {
      hessian[i * size + k] = column[first + i];
      sum += fabs(column[first + i]);
    }
  }
  if (isfinite(sum)) return 1;
  for (int k = 0; k < size * size; k++) hessian[k] = 0.0;
  return 0;
}
