/* Why this file exists: a formula gets bare arrays. Its own lie here between guards that change from call to call: what it
 * reads beside its arrays changes its result, what it writes there changes the guards. */
#include <string.h>

#include "verdict/sample.h"

enum { GUARD = 96, MARGIN = 6 };

typedef enum array { OF_X, OF_REST, OF_MATERIAL, OF_G, ARRAYS } array;

/// The arguments of one call, each array at GUARD of its own.
typedef struct arena {
  double array[ARRAYS][3 * GUARD];
} arena;

static const char *const array_names[ARRAYS] = {"x", "rest", "material", "g"};
static const char *const array_counts[ARRAYS][2] = {
    {"particle", "particles"},
    {"number of the rest shape", "numbers of the rest shape"},
    {"number of the material", "numbers of the material"},
    {"particle", "particles"},
};

/// Doubles of an array of the formula.
static int length_of(const xpbd_formula *formula, array which) {
  const xpbd_formula_info *info = &formula->info;
  return which == OF_REST ? info->rest_count : which == OF_MATERIAL ? info->material_count : 3 * info->arity;
}

static int stride_of(array which) {
  return which == OF_X || which == OF_G ? 3 : 1;
}

/// It reads or writes at a place beside an array.
static void say_beyond(verdict *v, const xpbd_formula *formula, array which, int place, const char *does) {
  const int stride = stride_of(which), count = length_of(formula, which) / stride;
  verdict_slip *slip = verdict_say(v, VERDICT_OUT_OF_BOUNDS, false, "it %s %s[%d], but the entry announces %d %s", does,
                                   array_names[which], place, count, array_counts[which][count != 1]);
  if (stride == 3) slip->particle = place;
}

static void fill(const xpbd_formula *formula, const sample *at, double guard, arena *a) {
  for (int k = 0; k < ARRAYS; k++)
    for (int i = 0; i < 3 * GUARD; i++) a->array[k][i] = guard;
  memcpy(&a->array[OF_X][GUARD], at->x, (size_t)formula->info.arity * sizeof *at->x);
  memcpy(&a->array[OF_REST][GUARD], at->rest, (size_t)formula->info.rest_count * sizeof *at->rest);
  memcpy(&a->array[OF_MATERIAL][GUARD], at->material, (size_t)formula->info.material_count * sizeof *at->material);
  memset(&a->array[OF_G][GUARD], 0, (size_t)formula->info.arity * 3 * sizeof(double));
}

static double call(const xpbd_formula *formula, arena *a) {
  return formula->f64((const xpbd_vec3_f64 *)(const void *)&a->array[OF_X][GUARD], &a->array[OF_REST][GUARD],
                      &a->array[OF_MATERIAL][GUARD], (xpbd_vec3_f64 *)(void *)&a->array[OF_G][GUARD]);
}

/// Whether two calls gave the same bits.
static bool same(const xpbd_formula *formula, double c, const arena *a, double d, const arena *b) {
  return memcmp(&c, &d, sizeof c) == 0 &&
         memcmp(&a->array[OF_G][GUARD], &b->array[OF_G][GUARD], (size_t)formula->info.arity * 3 * sizeof(double)) == 0;
}

/// The place beside `which` that the result depends on; false when none of the near ones.
static bool find_read(const xpbd_formula *formula, const sample *at, array which, double c, const arena *base,
                      int *place) {
  arena a;
  const int length = length_of(formula, which), stride = stride_of(which);
  for (int i = -MARGIN * stride; i < length + MARGIN * stride; i++) {
    if (i >= 0 && i < length) continue;
    fill(formula, at, 0.8125, &a);
    a.array[which][GUARD + i] = -1.7;
    const double d = call(formula, &a);
    *place = i < 0 ? -((stride - 1 - i) / stride) : i / stride;
    if (!same(formula, c, base, d, &a)) return true;
  }
  return false;
}

static void look_for_reads(verdict *v, const xpbd_formula *formula, const sample *at) {
  arena base, other;
  fill(formula, at, 0.8125, &base);
  const double c = call(formula, &base);
  fill(formula, at, -1.7, &other);
  const double d = call(formula, &other);
  if (same(formula, c, &base, d, &other)) return;
  for (int which = 0; which < ARRAYS; which++) {
    int place;
    if (!find_read(formula, at, (array)which, c, &base, &place)) continue;
    say_beyond(v, formula, (array)which, place, "reads");
    return;
  }
  verdict_say(v, VERDICT_OUT_OF_BOUNDS, false, "its result depends on memory beside its arrays");
}

static void look_for_writes(verdict *v, const xpbd_formula *formula, const sample *at) {
  arena a;
  fill(formula, at, 0.8125, &a);
  call(formula, &a);
  for (int which = 0; which < ARRAYS; which++)
    for (int i = 0; i < 3 * GUARD; i++) {
      const int place = i - GUARD, stride = stride_of((array)which);
      if (place >= 0 && place < length_of(formula, (array)which)) continue;
      if (a.array[which][i] == 0.8125) continue;
      say_beyond(v, formula, (array)which, place / stride, "writes to");
      return;
    }
}

/// What XPBD_REST sets, and only that.
static void look_at_rest(verdict *v, const xpbd_formula *formula, const sample *at) {
  double once[3 * GUARD], again[3 * GUARD];
  for (int i = 0; i < 3 * GUARD; i++) once[i] = 0.8125, again[i] = -1.7;
  xpbd_rest_shape(formula, at->from, NULL, at->row, &once[GUARD]);
  xpbd_rest_shape(formula, at->from, NULL, at->row, &again[GUARD]);
  const int count = formula->info.rest_count;
  for (int i = 0; i < 3 * GUARD; i++) {
    const int place = i - GUARD;
    const bool inside = place >= 0 && place < count;
    if (inside && once[i] == 0.8125 && again[i] == -1.7)
      verdict_say(v, VERDICT_REST, false, "XPBD_REST never sets rest[%d], and the entry announces %d %s", place, count,
                  array_counts[OF_REST][count != 1]);
    if (!inside && (once[i] != 0.8125 || again[i] != -1.7)) {
      verdict_say(v, VERDICT_OUT_OF_BOUNDS, false, "XPBD_REST writes to rest[%d], but the entry announces %d %s", place,
                  count, array_counts[OF_REST][count != 1]);
      return;
    }
  }
}

void verdict_arrays(verdict *v, const xpbd_formula *formula) {
  sample_random random = {11};
  sample at;
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  verdict_at(v, "computing the rest shape of an ordinary element");
  if (!sample_draw(formula, &random, &way, &at)) {
    verdict_say(v, VERDICT_REST, false,
                "no rest shape: XPBD_REST gives NaN or infinity for every element that was tried");
    return;
  }
  look_at_rest(v, formula, &at);
  verdict_at(v, "evaluating C and its gradient in an ordinary shape");
  look_for_writes(v, formula, &at);
  if (!verdict_has(v, VERDICT_OUT_OF_BOUNDS)) look_for_reads(v, formula, &at);
}
