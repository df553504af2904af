/* Why this file exists: places the arrays of a formula between guards, calls it several times, and finds the index that
 * was read or written outside. */
#include "measure/bounds.h"

#include <stdio.h>
#include <string.h>

enum { GUARD = 96, MARGIN = 6, LENGTH = 3 * GUARD };

typedef enum array { OF_X, OF_REST, OF_MATERIAL, OF_G, ARRAYS } array;

static const char *const array_names[ARRAYS] = {"x", "rest", "material", "g"};
static const char *const array_counts[ARRAYS][2] = {
    {"particle", "particles"},
    {"number of the rest shape", "numbers of the rest shape"},
    {"number of the material", "numbers of the material"},
    {"particle", "particles"},
};
/* The same numbers in float and double. */
static const double guards[2] = {0.8125, -1.75};

/* The arguments of one call, each array GUARD numbers after the start of its own room. */
typedef struct arena {
  int scalar;
  union {
    float f32[ARRAYS][LENGTH];
    double f64[ARRAYS][LENGTH];
    double _Complex c64[ARRAYS][LENGTH];
  } at;
} arena;

static void put(arena *a, int which, int i, double value) {
  if (a->scalar == 32)
    a->at.f32[which][i] = (float)value;
  else if (a->scalar == 64)
    a->at.f64[which][i] = value;
  else
    a->at.c64[which][i] = value;
}

static bool holds(const arena *a, int which, int i, double value) {
  return a->scalar == 32   ? a->at.f32[which][i] == (float)value
         : a->scalar == 64 ? a->at.f64[which][i] == value
                           : a->at.c64[which][i] == value;
}

/* The inputs of a formula. */
typedef struct arguments {
  const xpbd_formula *formula;
  int scalar;
  const double *array[ARRAYS - 1];
} arguments;

/* Numbers of an array of the formula, and of one index of it. */
static int length_of(const xpbd_formula *formula, int which) {
  const xpbd_formula_info *info = &formula->info;
  return which == OF_REST ? info->rest_count : which == OF_MATERIAL ? info->material_count : 3 * info->arity;
}

static int stride_of(int which) {
  return which == OF_X || which == OF_G ? 3 : 1;
}

static void fill(const arguments *call, double guard, arena *a) {
  a->scalar = call->scalar;
  for (int which = 0; which < ARRAYS; which++) {
    const int length = length_of(call->formula, which);
    for (int i = 0; i < LENGTH; i++) {
      const bool inside = i >= GUARD && i < GUARD + length;
      put(a, which, i, !inside ? guard : which == OF_G ? 0.0 : call->array[which][i - GUARD]);
    }
  }
}

/* Returns the bits of C. The gradient is in the arena. */
static double _Complex evaluate(const xpbd_formula *f, arena *a) {
  if (a->scalar == 32) {
    float *const own[ARRAYS] = {&a->at.f32[OF_X][GUARD], &a->at.f32[OF_REST][GUARD], &a->at.f32[OF_MATERIAL][GUARD],
                                &a->at.f32[OF_G][GUARD]};
    return f->f32((const xpbd_vec3_f32 *)(void *)own[OF_X], own[OF_REST], own[OF_MATERIAL],
                  (xpbd_vec3_f32 *)(void *)own[OF_G]);
  }
  if (a->scalar == 64) {
    double *const own[ARRAYS] = {&a->at.f64[OF_X][GUARD], &a->at.f64[OF_REST][GUARD], &a->at.f64[OF_MATERIAL][GUARD],
                                 &a->at.f64[OF_G][GUARD]};
    return f->f64((const xpbd_vec3_f64 *)(void *)own[OF_X], own[OF_REST], own[OF_MATERIAL],
                  (xpbd_vec3_f64 *)(void *)own[OF_G]);
  }
  double _Complex *const own[ARRAYS] = {&a->at.c64[OF_X][GUARD], &a->at.c64[OF_REST][GUARD],
                                        &a->at.c64[OF_MATERIAL][GUARD], &a->at.c64[OF_G][GUARD]};
  return f->c64((const xpbd_vec3_c64 *)(void *)own[OF_X], own[OF_REST], own[OF_MATERIAL],
                (xpbd_vec3_c64 *)(void *)own[OF_G]);
}

/* Whether two calls are bit-identical. */
static bool same(const xpbd_formula *formula, double _Complex c, const arena *a, double _Complex d, const arena *b) {
  const size_t length = (size_t)length_of(formula, OF_G);
  if (memcmp(&c, &d, sizeof c) != 0) return false;
  if (a->scalar == 32) return memcmp(&a->at.f32[OF_G][GUARD], &b->at.f32[OF_G][GUARD], length * sizeof(float)) == 0;
  if (a->scalar == 64) return memcmp(&a->at.f64[OF_G][GUARD], &b->at.f64[OF_G][GUARD], length * sizeof(double)) == 0;
  return memcmp(&a->at.c64[OF_G][GUARD], &b->at.c64[OF_G][GUARD], length * sizeof(double _Complex)) == 0;
}

/* The index of a number outside an array. x[-1] is the three numbers before it. */
static int index_of(int which, int i) {
  const int stride = stride_of(which);
  return i < 0 ? -((stride - 1 - i) / stride) : i / stride;
}

static bool found(const xpbd_formula *formula, const char *does, int which, int index, xpbd_bounds *out) {
  const int count = length_of(formula, which) / stride_of(which);
  snprintf(out->text, sizeof out->text, "it %s %s[%d], but the entry announces %d %s", does, array_names[which], index,
           count, array_counts[which][count != 1]);
  out->particle = stride_of(which) == 3 ? index : -1;
  return true;
}

static bool find_write(const xpbd_formula *formula, const arena *a, double guard, xpbd_bounds *out) {
  for (int which = 0; which < ARRAYS; which++)
    for (int i = 0; i < LENGTH; i++) {
      const bool inside = i >= GUARD && i < GUARD + length_of(formula, which);
      if (!inside && !holds(a, which, i, guard))
        return found(formula, "writes to", which, index_of(which, i - GUARD), out);
    }
  return false;
}

/* Finds the index outside the arrays that the result depends on. If it is not close to them, none is named. */
static bool find_read(const arguments *call, double _Complex c, const arena *base, xpbd_bounds *out) {
  arena a;
  for (int which = 0; which < ARRAYS; which++) {
    const int length = length_of(call->formula, which), margin = MARGIN * stride_of(which);
    for (int i = -margin; i < length + margin; i++) {
      if (i >= 0 && i < length) continue;
      fill(call, guards[0], &a);
      put(&a, which, GUARD + i, guards[1]);
      const double _Complex d = evaluate(call->formula, &a);
      if (!same(call->formula, c, base, d, &a)) return found(call->formula, "reads", which, index_of(which, i), out);
    }
  }
  *out = (xpbd_bounds){.text = "its result depends on memory outside its arrays", .particle = -1};
  return true;
}

bool xpbd_bounds_broken(const xpbd_formula *formula, int scalar, const xpbd_vec3_f64 *x, const double *rest,
                        const double *material, xpbd_bounds *out) {
  const arguments call = {formula, scalar, {(const double *)(const void *)x, rest, material}};
  arena a, b;
  fill(&call, guards[0], &a);
  const double _Complex c = evaluate(formula, &a);
  if (find_write(formula, &a, guards[0], out)) return true;
  fill(&call, guards[1], &b);
  const double _Complex d = evaluate(formula, &b);
  if (find_write(formula, &b, guards[1], out)) return true;
  return !same(formula, c, &a, d, &b) && find_read(&call, c, &a, out);
}

bool xpbd_bounds_rest_broken(const xpbd_formula *formula, const xpbd_vec3_f64 *x, int row, int *unset,
                             xpbd_bounds *out) {
  double once[LENGTH], again[LENGTH];
  const int count = formula->info.rest_count;
  *unset = -1;
  for (int i = 0; i < LENGTH; i++) once[i] = guards[0], again[i] = guards[1];
  xpbd_rest_shape(formula, x, NULL, row, &once[GUARD]);
  xpbd_rest_shape(formula, x, NULL, row, &again[GUARD]);
  for (int i = 0; i < LENGTH; i++) {
    const int place = i - GUARD;
    const bool inside = place >= 0 && place < count, kept = once[i] == guards[0] && again[i] == guards[1];
    if (inside && kept && *unset < 0) *unset = place;
    if (inside || kept) continue;
    *out = (xpbd_bounds){.particle = -1};
    snprintf(out->text, sizeof out->text, "XPBD_REST writes to rest[%d], but the entry announces %d %s", place, count,
             array_counts[OF_REST][count != 1]);
    return true;
  }
  return false;
}
