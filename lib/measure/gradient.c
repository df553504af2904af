/* Why this file exists: checks whether the gradient of a formula matches its C, whose exact gradient is found by the
 * complex step. It is fast enough to run before every measurement. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "base/edge.h"
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
  double given_of[XPBD_MAX_ARITY], exact_of[XPBD_MAX_ARITY]; /* largest components of each particle */
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
    sum->given_of[k / 3] = fmax(sum->given_of[k / 3], fabs(given[k]));
    sum->exact_of[k / 3] = fmax(sum->exact_of[k / 3], fabs(exact[k]));
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
  xpbd_rest_shape_with(f, shape->start, NULL, shape->fields, shape->row, shape->rest);
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

/* What the sums say: one factor everywhere, one particle without a gradient. */
static void conclude(const sums *sum, int arity, xpbd_gradient_error *out) {
  int missing = 0;
  if (sum->square > 0.0) {
    out->ratio = sum->product / sum->square;
    out->uniform = sum->given - out->ratio * sum->product <= 1e-12 * sum->square;
  }
  for (int i = 0; i < arity; i++)
    if (sum->given_of[i] == 0.0 && sum->exact_of[i] > 0.0) missing++, out->missing = i;
  if (missing != 1) out->missing = -1;
}

/* Elements of one set of a scene, each in several shapes: moved by so much of its height, then scaled. */
enum { OWN = 64, DRAWS = 12 };
static const struct {
  double amplitude, scale;
} own_shapes[DRAWS] = {{0.0, 1.0}, {1e-3, 1.0}, {1e-3, 1.0}, {0.1, 1.0}, {0.1, 1.0}, {0.1, 1.0},
                       {0.2, 1.0}, {0.2, 1.0},  {0.2, 1.0},  {0.1, 0.3}, {0.1, 3.0}, {0.2, 2.0}};

/* Constraint k of the set, at rest: a row of an element. */
static void take_place(const xpbd_scene *scene, const xpbd_constraints *own, int64_t k, xpbd_shape *out) {
  const xpbd_formula_info *info = &xpbd_formula_entry(own->formula)->info;
  const double *positions = xpbd_scene_positions(scene);
  const int64_t element = k / info->rows;
  double room[XPBD_MAX_REST];
  *out = (xpbd_shape){.number = -1};
  for (int i = 0; i < info->arity; i++) {
    const double *p = &positions[3 * (int64_t)own->particles[element * info->arity + i]];
    out->start[i] = out->x[i] = (xpbd_vec3_f64){p[0], p[1], p[2]};
  }
  const double *rest = xpbd_rest_of(own, element, (int)(k % info->rows), room);
  memcpy(out->rest, rest, (size_t)info->rest_count * sizeof *rest);
  memcpy(out->material, own->material, sizeof out->material);
}

/* Up to OWN constraints: the smallest, the largest, and others at equal distances. */
static int choose_own(const xpbd_scene *scene, const xpbd_constraints *own, int64_t *chosen) {
  const xpbd_formula_info *info = &xpbd_formula_entry(own->formula)->info;
  const int64_t all = (int64_t)own->count * info->rows;
  double least = INFINITY, most = 0.0;
  int count = 2;
  if (own->count == 0) return 0;
  chosen[0] = chosen[1] = 0;
  for (int64_t k = 0; k < all; k++) {
    xpbd_shape shape;
    take_place(scene, own, k, &shape);
    const double size = xpbd_shape_longest(info->arity, shape.start);
    if (size < least) least = size, chosen[0] = k;
    if (size > most) most = size, chosen[1] = k;
  }
  for (int i = 0; i < OWN - 2 && i < all; i++) chosen[count++] = all <= OWN - 2 ? i : i * all / (OWN - 2);
  return count;
}

/* Sums over the elements of one set. */
typedef struct own_sums {
  sums sum;
  bool moves; /* C changes with some element, or has a gradient */
  xpbd_gradient_error error;
} own_sums;

static void add(const sums *one, int arity, sums *to) {
  to->given += one->given, to->product += one->product, to->square += one->square;
  for (int i = 0; i < arity; i++) {
    to->given_of[i] = fmax(to->given_of[i], one->given_of[i]);
    to->exact_of[i] = fmax(to->exact_of[i], one->exact_of[i]);
  }
}

/* Whether C or the gradient is not finite near rest, where every run begins. */
static bool is_unusable(const xpbd_formula *f, const xpbd_shape *shape) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY] = {{0}};
  double square = f->f64(shape->x, shape->rest, shape->material, g);
  for (int i = 0; i < f->info.arity; i++) square += xpbd_v_dot_f64(g[i], g[i]);
  return !isfinite(square) && !(f->info.traits & XPBD_LITERAL);
}

/* The largest change of a component of the exact gradient when positions move by `epsilon` of their size, like a rounding
 * error. It is large where the root of an energy begins. No comparison can be finer. */
static double change_by_rounding(const xpbd_formula *f, const xpbd_shape *shape, const double *exact, double epsilon) {
  double change = 0.0, largest = 0.0;
  for (int i = 0; i < f->info.arity; i++)
    largest = fmax(largest, fmax(fabs(shape->x[i].x), fmax(fabs(shape->x[i].y), fabs(shape->x[i].z))));
  for (int round = 0; round < 4; round++) {
    double other[3 * XPBD_MAX_ARITY], unused[3 * XPBD_MAX_ARITY];
    xpbd_vec3_f64 x[XPBD_MAX_ARITY];
    for (int i = 0; i < f->info.arity; i++) {
      const double h = ((i + round) % 2 ? epsilon : -epsilon) * largest, y = (i + round) / 2 % 2 ? h : -h;
      x[i] = (xpbd_vec3_f64){shape->x[i].x + h, shape->x[i].y + y, shape->x[i].z - h};
    }
    if (!compare(f, x, shape->rest, shape->material, unused, other)) return INFINITY;
    for (int k = 0; k < 3 * f->info.arity; k++) change = fmax(change, fabs(other[k] - exact[k]));
  }
  return change;
}

static bool is_rounding(const xpbd_formula *f, const xpbd_shape *shape, const double *given, const double *exact) {
  double error = 0.0;
  for (int k = 0; k < 3 * f->info.arity; k++) error = fmax(error, fabs(given[k] - exact[k]));
  return error <= 100.0 * change_by_rounding(f, shape, exact, 0x1p-52);
}

static bool is_rounding_in_float(const xpbd_formula *f, const xpbd_shape *shape, double error) {
  double given[3 * XPBD_MAX_ARITY], exact[3 * XPBD_MAX_ARITY];
  if (!compare(f, shape->x, shape->rest, shape->material, given, exact)) return false;
  return error <= 30.0 * change_by_rounding(f, shape, exact, 0x1p-24);
}

/* One element in all its shapes. Where the exact gradient is nearly 0, an error counts relative to the usual one. */
static void take_element(const xpbd_formula *f, const xpbd_shape *rest, int32_t element, own_sums *own) {
  const double size = xpbd_shape_longest(f->info.arity, rest->start);
  const int count = 3 * f->info.arity;
  double given[DRAWS][3 * XPBD_MAX_ARITY], exact[DRAWS][3 * XPBD_MAX_ARITY], usual = 0.0;
  bool finite[DRAWS];
  xpbd_shape shapes[DRAWS];
  uint64_t seed = 17;
  for (int a = 0; a < DRAWS; a++) {
    xpbd_shape shape = *rest;
    xpbd_shape_disturb(f->info.arity, own_shapes[a].amplitude, own_shapes[a].scale, &seed, shape.x);
    finite[a] = compare(f, shape.x, shape.rest, shape.material, given[a], exact[a]) != 0;
    shapes[a] = shape;
    if (own_shapes[a].scale == 1.0 && !own->error.unusable && is_unusable(f, &shape))
      own->error.unusable = true, own->error.element = element, own->error.size = size;
    for (int k = 0; k < count && finite[a]; k++) {
      if (a > 0) usual = fmax(usual, fabs(exact[a][k]));
      own->moves = own->moves || (own_shapes[a].scale == 1.0 && (exact[a][k] != 0.0 || given[a][k] != 0.0));
    }
  }
  /* at rest an energy has no direction, a kink has two, and an acos form loses its digits near it */
  const unsigned traits = f->info.traits;
  const double least = traits & XPBD_SINGULAR ? 0.1 : traits & (XPBD_ENERGY | XPBD_KINKED) ? 1e-3 : 0.0;
  for (int a = 0; a < DRAWS; a++) {
    sums one = {.usual = 1e5 * usual}; /* take_shape() adds 1e-9 of it */
    xpbd_gradient_error found = {.error = 0.0};
    shapes[a].stretch = 1.0;
    if (finite[a] && own_shapes[a].amplitude >= least) take_shape(&shapes[a], given[a], exact[a], count, &one, &found);
    if (found.error > 1e-6 && is_rounding(f, &shapes[a], given[a], exact[a])) continue;
    if (found.error > 1e-6) add(&one, f->info.arity, &own->sum); /* the right ones say nothing about the kind */
    if (!(found.error > own->error.error)) continue;
    own->error.error = found.error, own->error.particle = found.particle;
    if (!own->error.unusable) own->error.element = element, own->error.size = size;
  }
}

/* The scene's own elements: a formula may be wrong for their size, their rest shape or their position alone. */
static void take_own(const xpbd_scene *scene, const xpbd_constraints *set, xpbd_gradient_error *out) {
  const xpbd_formula *f = xpbd_formula_entry(set->formula);
  own_sums own = {.error = {.ratio = 1.0, .number = -1, .missing = -1, .element = -1}};
  int64_t chosen[OWN];
  const int count = choose_own(scene, set, chosen);
  double length[OWN], distance[OWN], usual = 0.0;
  for (int i = 0; i < count; i++) {
    xpbd_shape shape;
    uint64_t seed = 23;
    take_place(scene, set, chosen[i], &shape);
    take_element(f, &shape, (int32_t)(chosen[i] / f->info.rows), &own);
    xpbd_shape_disturb(f->info.arity, 0.15, 1.0, &seed, shape.x);
    compare_float(f, &shape, &length[i], &distance[i]);
    if (isfinite(distance[i]) && distance[i] > 1e-3 * length[i] && is_rounding_in_float(f, &shape, distance[i]))
      distance[i] = 0.0;
    if (isfinite(length[i])) usual = fmax(usual, length[i]);
  }
  conclude(&own.sum, f->info.arity, &own.error);
  if (count > 0 && !own.moves && out->uniform) own.error.unusable = true;
  double single = 0.0;
  int overflowed = 0;
  for (int i = 0; i < count; i++) {
    const double error = distance[i] / (length[i] + usual);
    overflowed += isfinite(length[i]) && !isfinite(error);
    if (isfinite(error)) single = fmax(single, error);
  }
  if (2 * overflowed > count) single = INFINITY;
  own.error.single_error = fmax(single, out->single_error);
  if (own.error.unusable || own.error.error > fmax(1e-6, out->error))
    *out = own.error;
  else
    out->error = fmax(out->error, own.error.error), out->single_error = own.error.single_error;
}

static xpbd_status measure(int formula, const double *numbers, xpbd_gradient_error *out) {
  *out = (xpbd_gradient_error){.ratio = 1.0, .number = -1, .missing = -1, .element = -1};
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
  conclude(&sum, f->info.arity, out);
  return XPBD_OK;
}

xpbd_status xpbd_measure_gradient(int formula, xpbd_gradient_error *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  return measure(formula, NULL, out);
}

xpbd_status xpbd_measure_gradient_of(const xpbd_scene *scene, int32_t set, xpbd_gradient_error *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_gradient_error){.ratio = 1.0, .number = -1, .missing = -1, .element = -1};
  XPBD_NOT_NULL(scene);
  XPBD_REQUIRE(set >= 0 && set < xpbd_scene_set_count(scene), XPBD_ERR_INVALID_ARGUMENT, "the scene has no set %d",
               (int)set);
  const xpbd_constraints *own = xpbd_scene_set(scene, set);
  XPBD_TRY(measure(own->formula, own->material, out));
  if (out->error <= 1e-6) take_own(scene, own, out);
  return XPBD_OK;
}
