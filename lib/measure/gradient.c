/* Why this file exists: whether the gradient that a formula gives is that of the C it gives, found by the complex step, which
 * is exact; quick enough to be asked before every measurement. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "formula/table.h"
#include "xpbd/measure.h"

enum { SHAPES = 24 };

/* The same sequence everywhere: numbers in [-1, 1). */
static double next_number(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-52 - 1.0;
}

/* An element as meshes have them: no right angle where none is needed, no side of length 1, hinges flat. */
static const double elements[XPBD_ELEMENTS][XPBD_MAX_ARITY][3] = {
    [XPBD_ON_EDGES] = {{0.1, 0.2, 0.3}, {0.9, 0.5, -0.1}},
    [XPBD_ON_OPPOSITES] = {{0.1, 0.2, 0.3}, {1.5, 0.4, 0.2}},
    [XPBD_ON_CORNERS] = {{0.0, 0.0, 0.0}, {0.9, 0.1, 0.0}, {-0.1, 1.1, 0.0}},
    [XPBD_ON_TRIANGLES] = {{0.1, 0.1, 0.0}, {1.1, 0.2, 0.0}, {0.4, 1.0, 0.0}},
    [XPBD_ON_HINGES] = {{0.0, 0.0, 0.0}, {1.1, 0.0, 0.0}, {0.5, 0.9, 0.0}, {0.6, -0.8, 0.0}},
    [XPBD_ON_TETS] = {{0.0, 0.0, 0.0}, {1.0, 0.1, 0.0}, {0.2, 0.9, 0.1}, {0.3, 0.2, 1.1}},
};

/* One shape: gradients as given and exact, [arity] each. Returns 0 where one of them is not finite. */
static int compare(const xpbd_formula *f, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                   double *given, double *exact) {
  const double h = 1e-60;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  xpbd_vec3_c64 at[XPBD_MAX_ARITY], unused[XPBD_MAX_ARITY];
  double _Complex shape[XPBD_MAX_REST], numbers[XPBD_MAX_MATERIAL];
  int finite = isfinite(f->f64(x, rest, material, g)) != 0;
  for (int k = 0; k < f->info.rest_count; k++) shape[k] = rest[k];
  for (int k = 0; k < f->info.material_count; k++) numbers[k] = material[k];
  for (int k = 0; k < f->info.arity; k++) at[k] = (xpbd_vec3_c64){x[k].x, x[k].y, x[k].z};
  for (int k = 0; k < f->info.arity; k++) {
    double _Complex *const coordinate[3] = {&at[k].x, &at[k].y, &at[k].z};
    const double own[3] = {g[k].x, g[k].y, g[k].z};
    for (int axis = 0; axis < 3; axis++) {
      const double held = creal(*coordinate[axis]);
      *coordinate[axis] = xpbd_of_c64(held, h);
      exact[3 * k + axis] = cimag(f->c64(at, shape, numbers, unused)) / h;
      given[3 * k + axis] = own[axis];
      *coordinate[axis] = held;
      finite = finite && isfinite(exact[3 * k + axis]) && isfinite(own[axis]);
    }
  }
  return finite;
}

/* Sums over the shapes that were compared. */
typedef struct sums {
  double given, product, square; /* given . given, given . exact, exact . exact */
  int compared;
} sums;

static void take_shape(const double *given, const double *exact, int count, sums *sum, xpbd_gradient_error *out) {
  double largest = 0.0, error = 0.0;
  int where = 0;
  for (int k = 0; k < count; k++) {
    largest = fmax(largest, fabs(exact[k]));
    sum->given += given[k] * given[k];
    sum->product += given[k] * exact[k];
    sum->square += exact[k] * exact[k];
    if (!(fabs(given[k] - exact[k]) > error)) continue;
    error = fabs(given[k] - exact[k]);
    where = k;
  }
  sum->compared++;
  if (!(largest > 0.0)) largest = error > 0.0 ? error : 1.0; /* flat: any gradient is all wrong */
  if (!(error / largest > out->error)) return;
  out->error = error / largest;
  out->particle = where / 3;
}

xpbd_status xpbd_measure_gradient(int formula, xpbd_gradient_error *out) {
  *out = (xpbd_gradient_error){.ratio = 1.0};
  const xpbd_formula *f = xpbd_formula_entry(formula);
  XPBD_REQUIRE(f, XPBD_ERR_INVALID_ARGUMENT, "there is no formula %d", formula);
  const int arity = f->info.arity;
  uint64_t seed = 1;
  sums sum = {0.0, 0.0, 0.0, 0};
  double material[XPBD_MAX_MATERIAL];
  for (int k = 0; k < f->info.material_count; k++) material[k] = f->info.material[k].standard;
  for (int s = 0; s < SHAPES; s++) {
    const double size = pow(2.0, 0.25 * (s % 9) - 1.0); /* a missing power of the rest length would not show at 1 */
    xpbd_vec3_f64 start[XPBD_MAX_ARITY], x[XPBD_MAX_ARITY];
    double rest[XPBD_MAX_REST] = {0}, given[3 * XPBD_MAX_ARITY], exact[3 * XPBD_MAX_ARITY];
    for (int k = 0; k < arity; k++) {
      const double *at = elements[f->info.element][k];
      double moved[3];
      for (int axis = 0; axis < 3; axis++) moved[axis] = size * (at[axis] + 0.15 * next_number(&seed));
      start[k] = (xpbd_vec3_f64){size * at[0], size * at[1], size * at[2]};
      x[k] = (xpbd_vec3_f64){moved[0], moved[1], moved[2]};
    }
    xpbd_rest_shape(f, start, NULL, s % f->info.rows, rest);
    if (compare(f, x, rest, material, given, exact)) take_shape(given, exact, 3 * arity, &sum, out);
  }
  XPBD_REQUIRE(2 * sum.compared > SHAPES, XPBD_ERR_DIVERGED, "'%s' is not finite near its rest shape", f->info.name);
  if (sum.square > 0.0) {
    out->ratio = sum.product / sum.square;
    out->uniform = sum.given - out->ratio * sum.product <= 1e-12 * sum.square;
  }
  return XPBD_OK;
}
