/* Why this file exists: checks whether the gradient of a formula matches its C, whose exact gradient is found by the
 * complex step. It is fast enough to run before every measurement. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "measure/shapes.h"
#include "xpbd/measure.h"

enum { FEWER = 8 }; /* elements for each material except the default */

/* Compares one shape: gradients given and exact, [arity] each. Returns 0 if one of them is not finite. */
static int compare(const xpbd_formula *f, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                   double *given, double *exact) {
  const double h = 1e-60;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY] = {{0}}; /* unset values show as missing */
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

/* Sums over the compared elements, each with weight 1. */
typedef struct sums {
  double given, product, square; /* given . given, given . exact, exact . exact */
  double usual;                  /* largest component near rest, with the default material */
  int compared;                  /* near rest, with the default material */
} sums;

static void take_shape(const xpbd_shape *shape, const double *given, const double *exact, int count, sums *sum,
                       xpbd_gradient_error *out) {
  double largest = 0.0, error = 0.0;
  int where = 0;
  for (int k = 0; k < count; k++) {
    largest = fmax(largest, fabs(exact[k]));
    if (!(fabs(given[k] - exact[k]) > error)) continue;
    error = fabs(given[k] - exact[k]);
    where = k;
  }
  if (shape->stretch == 0.0) sum->usual = fmax(sum->usual, largest);
  /* flat: any gradient is all wrong; where it vanishes far from rest, the error is relative to the typical gradient */
  const double size = shape->stretch > 0.0 ? largest + 1e-9 * sum->usual : largest > 0.0 ? largest : error;
  if (!(size > 0.0)) return;
  for (int k = 0; k < count; k++) {
    sum->given += given[k] / size * (given[k] / size);
    sum->product += given[k] / size * (exact[k] / size);
    sum->square += exact[k] / size * (exact[k] / size);
  }
  if (!(error / size > out->error)) return;
  out->error = error / size;
  out->particle = where / 3;
  out->number = shape->number;
  out->value = shape->number < 0 ? 0.0 : shape->material[shape->number];
  out->stretch = shape->stretch;
}

/* volatile: gcc 12 at -O2 vectorises these conversions and then omits the rounding. */
static float rounded(double a) {
  volatile float b = (float)a;
  return b;
}

/* The length of the double gradient, and the distance of the float gradient from it, for one element rounded to float.
 * Not finite if one of them is not. */
static void compare_float(const xpbd_formula *f, const xpbd_shape *shape, double *length, double *distance) {
  xpbd_vec3_f32 x[XPBD_MAX_ARITY] = {{0}}, g[XPBD_MAX_ARITY] = {{0}};
  xpbd_vec3_f64 at[XPBD_MAX_ARITY] = {{0}}, exact[XPBD_MAX_ARITY] = {{0}};
  float rest[XPBD_MAX_REST] = {0}, material[XPBD_MAX_MATERIAL] = {0};
  double same_rest[XPBD_MAX_REST], same_material[XPBD_MAX_MATERIAL], square = 0.0, error = 0.0;
  for (int k = 0; k < f->info.arity; k++) {
    x[k] = (xpbd_vec3_f32){rounded(shape->x[k].x), rounded(shape->x[k].y), rounded(shape->x[k].z)};
    at[k] = (xpbd_vec3_f64){(double)x[k].x, (double)x[k].y, (double)x[k].z};
  }
  for (int k = 0; k < XPBD_MAX_REST; k++) same_rest[k] = (double)(rest[k] = rounded(shape->rest[k]));
  for (int k = 0; k < XPBD_MAX_MATERIAL; k++) same_material[k] = (double)(material[k] = rounded(shape->material[k]));
  const double c = f->f64(at, same_rest, same_material, exact), single = (double)f->f32(x, rest, material, g);
  for (int k = 0; k < f->info.arity; k++) {
    const double given[3] = {(double)g[k].x, (double)g[k].y, (double)g[k].z};
    const double own[3] = {exact[k].x, exact[k].y, exact[k].z};
    for (int axis = 0; axis < 3; axis++) {
      square += own[axis] * own[axis];
      error += (given[axis] - own[axis]) * (given[axis] - own[axis]);
    }
  }
  *length = isfinite(c) ? sqrt(square) : NAN;
  *distance = isfinite(single) ? sqrt(error) : NAN;
}

/* An element with its rest shape. `numbers` NULL or [material_count] to use instead of the material. */
static bool make(const xpbd_formula *f, int material, const double *numbers, int k, xpbd_shape *shape) {
  if (!xpbd_shape_make(f, material, k, shape)) return false;
  if (numbers) memcpy(shape->material, numbers, (size_t)f->info.material_count * sizeof *numbers);
  xpbd_rest_shape(f, shape->start, NULL, shape->row, shape->rest);
  return true;
}

/* The elements near rest with one material. */
static void take_near(const xpbd_formula *f, int material, const double *numbers, sums *sum, xpbd_gradient_error *out) {
  const int count = material == 0 ? XPBD_SHAPES : FEWER;
  const bool ranged = xpbd_shape_material_is_ranged(f, material);
  double length[XPBD_SHAPES], distance[XPBD_SHAPES], usual = 0.0;
  int compared = 0, overflowed = 0;
  for (int s = 0; s < count; s++) {
    double given[3 * XPBD_MAX_ARITY], exact[3 * XPBD_MAX_ARITY];
    xpbd_shape shape;
    if (!make(f, material, numbers, s, &shape)) continue;
    if (compare(f, shape.x, shape.rest, shape.material, given, exact)) {
      take_shape(&shape, given, exact, 3 * f->info.arity, sum, out);
      sum->compared += material == 0;
    }
    if (ranged) continue; /* float accuracy at the ends of a range is a separate question */
    compare_float(f, &shape, &length[compared], &distance[compared]);
    if (!isfinite(length[compared])) continue;
    usual += length[compared] * length[compared];
    overflowed += !isfinite(distance[compared]);
    compared++;
  }
  usual = sqrt(usual / compared);
  for (int s = 0; s < compared; s++)
    if (distance[s] / (length[s] + usual) > out->single_error) out->single_error = distance[s] / (length[s] + usual);
  if (material == 0 && 2 * overflowed > compared) out->single_error = INFINITY;
}

/* The elements far from rest with the default material, if C is finite. */
static void take_far(const xpbd_formula *f, const double *numbers, sums *sum, xpbd_gradient_error *out) {
  for (int s = XPBD_SHAPES; s < XPBD_SHAPES + XPBD_FAR_SHAPES; s++) {
    double given[3 * XPBD_MAX_ARITY], exact[3 * XPBD_MAX_ARITY];
    xpbd_shape shape;
    if (make(f, 0, numbers, s, &shape) && compare(f, shape.x, shape.rest, shape.material, given, exact))
      take_shape(&shape, given, exact, 3 * f->info.arity, sum, out);
  }
}

/* Every simulation begins at rest, so only a formula that is literally a paper's may be infinite there. */
static bool finite_at_rest(const xpbd_formula *f) {
  for (int s = 0; s < FEWER && !(f->info.traits & XPBD_LITERAL); s++) {
    double given[3 * XPBD_MAX_ARITY], exact[3 * XPBD_MAX_ARITY];
    xpbd_shape shape;
    if (make(f, 0, NULL, s, &shape) && !compare(f, shape.start, shape.rest, shape.material, given, exact)) return false;
  }
  return true;
}

static xpbd_status measure(int formula, const double *numbers, xpbd_gradient_error *out) {
  *out = (xpbd_gradient_error){.ratio = 1.0, .number = -1};
  const xpbd_formula *f = xpbd_formula_entry(formula);
  XPBD_REQUIRE(f, XPBD_ERR_INVALID_ARGUMENT, "there is no formula %d", formula);
  sums sum = {0};
  take_near(f, 0, numbers, &sum, out);
  XPBD_REQUIRE(2 * sum.compared > XPBD_SHAPES, XPBD_ERR_DIVERGED, "'%s' is not finite near its rest shape",
               f->info.name);
  XPBD_REQUIRE(numbers || finite_at_rest(f), XPBD_ERR_DIVERGED, "'%s' is not finite at its rest shape", f->info.name);
  for (int material = 1; material < xpbd_shape_materials(f) && !numbers; material++)
    take_near(f, material, NULL, &sum, out);
  take_far(f, numbers, &sum, out);
  if (sum.square > 0.0) {
    out->ratio = sum.product / sum.square;
    out->uniform = sum.given - out->ratio * sum.product <= 1e-12 * sum.square;
  }
  return XPBD_OK;
}

xpbd_status xpbd_measure_gradient(int formula, xpbd_gradient_error *out) {
  return measure(formula, NULL, out);
}

xpbd_status xpbd_measure_gradient_of(const xpbd_scene *scene, int32_t set, xpbd_gradient_error *out) {
  *out = (xpbd_gradient_error){.ratio = 1.0, .number = -1};
  XPBD_REQUIRE(scene && set >= 0 && set < xpbd_scene_set_count(scene), XPBD_ERR_INVALID_ARGUMENT,
               "the scene has no set %d", (int)set);
  const xpbd_constraints *own = xpbd_scene_set(scene, set);
  return measure(own->formula, own->material, out);
}
