/* Why this file exists: the elements and limits of the measure of gradients decide which foreign formulas are refused.
 * Two made-up formulas are in the list here. One records each element and material that it is called with. The other is
 * wrong at single calls, so that each number of the verdict is known in advance. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formula/table.h"
#include "measure_checks.h"
#include "xpbd/formula_file.h"
#include "xpbd/measure.h"

enum { NEAR = 24, FAR = 16, FEW = 8, MOST_CALLS = 512 };

/* ---- The calls ---- */

/// One evaluation in double.
typedef struct call {
  xpbd_vec3_f64 x[XPBD_MAX_ARITY];
  double material[XPBD_MAX_MATERIAL];
  int row;
  bool single; ///< Expected to be rounded to float before.
} call;

static call calls[MOST_CALLS];
static int called;
static const xpbd_formula *probe; /* whose functions are these */

/* C = sum_k (k + 1) |x_k|^2, in each reading. */
static double probe_f64(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g) {
  double c = 0;
  call *now = &calls[called < MOST_CALLS ? called++ : MOST_CALLS - 1];
  memcpy(now->material, material, (size_t)probe->info.material_count * sizeof *material);
  now->row = (int)rest[0];
  for (int k = 0; k < probe->info.arity; k++) {
    now->x[k] = x[k];
    c += (k + 1) * xpbd_v_dot_f64(x[k], x[k]);
    g[k] = xpbd_v_scale_f64(2 * (k + 1), x[k]);
  }
  return c;
}

static float probe_f32(const xpbd_vec3_f32 *x, const float *rest, const float *material, xpbd_vec3_f32 *g) {
  float c = 0;
  for (int k = 0; k < probe->info.arity; k++) {
    c += (float)(k + 1) * xpbd_v_dot_f32(x[k], x[k]);
    g[k] = xpbd_v_scale_f32(2 * (float)(k + 1), x[k]);
  }
  return c;
}

static double _Complex probe_c64(const xpbd_vec3_c64 *x, const double _Complex *rest, const double _Complex *material,
                                 xpbd_vec3_c64 *g) {
  double _Complex c = 0;
  for (int k = 0; k < probe->info.arity; k++) c += (k + 1) * xpbd_v_dot_c64(x[k], x[k]);
  return c;
}

static void probe_rest(const xpbd_vec3_f64 *x, int row, double *rest) {
  rest[0] = row;
}

static const char *probe_rule(const double *material) {
  return material[0] > 8.5 ? "a is at most 8.5" : NULL;
}

/// Numbers of every kind: without a negative side, about 0, with a smallest one, below 0, with one value alone, narrow.
static const xpbd_material numbers[XPBD_MAX_MATERIAL] = {{"a", "1", 2, 0, 9},       {"b", "1", 0, -1, 4},
                                                         {"c", "1", 3, 0.5, 1e300}, {"d", "1", -2, -5, 0},
                                                         {"e", "1", 1, 1, 1},       {"f", "1", 1, 0.8, 1.5}};

/// The values of one number while the others are standard, in the order they are tried; ranged: at the ends of the
/// range and halfway there from the standard value. 9 of a is against the rule; e has nothing but its standard value.
static const struct {
  int number;
  double value;
  bool ranged;
} changes[] = {{0, 1, false},
               {0, 4, false},
               {1, -0.5, false},
               {1, 0.5, false},
               {2, 1.5, false},
               {2, 6, false},
               {3, -1, false},
               {3, -4, false},
               {5, 0.8, false},
               {5, 1.5, false},
               {0, 0, true},
               {0, 4.2426406871192851, true},
               {0, 0.002, true},
               {1, -1, true},
               {1, 4, true},
               {1, 4, true},
               {1, -0.5, true},
               {2, 0.5, true},
               {2, 1e30, true},
               {2, 1.7320508075688772e15, true},
               {2, 1.2247448713915890, true},
               {3, -5, true},
               {3, 0, true},
               {3, -1, true},
               {3, -3.5, true},
               {5, 0.8, true},
               {5, 1.5, true},
               {5, 1.2247448713915890, true},
               {5, 0.89442719099991588, true}};

/// An element of each kind as meshes have it, and how the elements far from rest are made from it.
static const double corners[XPBD_ELEMENTS][XPBD_MAX_ARITY][3] = {
    {{0.1, 0.2, 0.3}, {0.9, 0.5, -0.1}},
    {{0.1, 0.2, 0.3}, {1.5, 0.4, 0.2}},
    {{0, 0, 0}, {0.9, 0.1, 0}, {-0.1, 1.1, 0}},
    {{0.1, 0.1, 0}, {1.1, 0.2, 0}, {0.4, 1, 0}},
    {{0, 0, 0}, {1.1, 0, 0}, {0.5, 0.9, 0}, {0.6, -0.8, 0}},
    {{0, 0, 0}, {1, 0.1, 0}, {0.2, 0.9, 0.1}, {0.3, 0.2, 1.1}},
};
static const struct {
  char way; ///< 'a' in all directions, 'e' along x0 x1, 'l' the last particle alone.
  double factor;
} far_ways[FAR] = {{'a', 0.05}, {'a', 0.12}, {'a', 0.3}, {'a', 1.8}, {'a', 2.5}, {'a', 4},    {'a', 6},  {'a', 8},
                   {'e', 0.05}, {'e', 0.3},  {'e', 1.8}, {'e', 4},   {'e', 8},   {'l', -0.4}, {'l', -1}, {'l', -2.5}};

/// The linear congruential generator of the draws, in [-1, 1).
static double drawn(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return ldexp((double)(*state >> 11), -52) - 1;
}

static xpbd_vec3_f64 along(double s, const double *corner) {
  return (xpbd_vec3_f64){s * corner[0], s * corner[1], s * corner[2]};
}

/// Element k: at rest, as drawn, and the state of the generator after it. Sizes rise from 1/2 to 2 by fourths of an
/// octave.
static void element(int kind, int arity, int k, xpbd_vec3_f64 *start, xpbd_vec3_f64 *x, uint64_t *state) {
  const double size = 0.5 * pow(2, k % 9 / 4.0);
  *state = (uint64_t)k + 1;
  for (int i = 0; i < arity; i++) {
    const double *c = corners[kind][i];
    const double dx = drawn(state), dy = drawn(state), dz = drawn(state);
    const double moved[3] = {c[0] + 0.15 * dx, c[1] + 0.15 * dy, c[2] + 0.15 * dz};
    start[i] = along(size, c), x[i] = along(size, moved);
  }
  if (k < NEAR) return;
  const double factor = far_ways[k - NEAR].factor;
  const xpbd_vec3_f64 origin = x[0], axis = xpbd_v_sub_f64(start[1], start[0]);
  for (int i = 0; i < arity; i++) {
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(x[i], origin);
    const double share = xpbd_v_dot_f64(d, axis) / xpbd_v_dot_f64(axis, axis);
    if (far_ways[k - NEAR].way == 'e') x[i] = xpbd_v_madd_f64((factor - 1) * share, axis, x[i]);
    if (far_ways[k - NEAR].way == 'a' || (far_ways[k - NEAR].way == 'l' && i == arity - 1))
      x[i] = xpbd_v_madd_f64(factor, d, origin);
  }
}

static xpbd_vec3_f64 in_float(xpbd_vec3_f64 a) {
  return (xpbd_vec3_f64){(double)(float)a.x, (double)(float)a.y, (double)(float)a.z};
}

/// The expected calls in their order. Except for ends of ranges and far elements, each is followed by one that is
/// rounded to float.
static int expected(int kind, const xpbd_formula_info *info, call *out) {
  int count = 0;
  const int changed = (int)(sizeof changes / sizeof *changes);
  /* -2 standard numbers, -1 the element at rest, then each change, all numbers drawn again, finally the far elements */
  for (int m = -2; m <= changed + 1; m++) {
    const bool far = m == changed + 1, all = m == changed;
    if ((all && info->material_count < 2) || (m >= 0 && m < changed && changes[m].number >= info->material_count))
      continue;
    for (int k = far ? NEAR : 0; k < (far ? NEAR + FAR : m == -2 ? NEAR : FEW); k++) {
      xpbd_vec3_f64 start[XPBD_MAX_ARITY], x[XPBD_MAX_ARITY];
      uint64_t state;
      call *c = &out[count++];
      element(kind, info->arity, k, start, x, &state);
      *c = (call){.row = k % info->rows};
      memcpy(c->x, m == -1 ? start : x, (size_t)info->arity * sizeof *x);
      for (int i = 0; i < info->material_count; i++) {
        const xpbd_material *n = &numbers[i];
        const double exponent = all ? drawn(&state) : 0;
        c->material[i] = n->standard != 0 ? n->standard * exp2(exponent) : exponent / 2;
        c->material[i] = fmin(fmax(c->material[i], n->minimum), n->maximum);
      }
      if (m >= 0 && m < changed) c->material[changes[m].number] = changes[m].value;
      if (m == -1 || far || (m >= 0 && m < changed && changes[m].ranged)) continue;
      call *single = &out[count++];
      *single = *c, single->single = true;
      for (int i = 0; i < info->arity; i++) single->x[i] = in_float(c->x[i]);
      for (int i = 0; i < info->material_count; i++) single->material[i] = (double)(float)c->material[i];
    }
  }
  return count;
}

/// Largest difference of two calls. The difference of their numbers is relative.
static double apart(const xpbd_formula_info *info, const call *a, const call *b) {
  double most = a->row == b->row ? 0 : HUGE_VAL;
  for (int i = 0; i < info->arity; i++) {
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(a->x[i], b->x[i]);
    if (!(sqrt(xpbd_v_dot_f64(d, d)) <= most)) most = sqrt(xpbd_v_dot_f64(d, d));
  }
  for (int i = 0; i < info->material_count; i++) {
    const double d = fabs(a->material[i] - b->material[i]) / fmax(fabs(a->material[i]), 1);
    if (!(d <= most)) most = d;
  }
  return most;
}

void measure_gradient_elements(check *self, int kind) {
  static const int arity[XPBD_ELEMENTS] = {2, 2, 3, 3, 4, 4},
                   materials[XPBD_ELEMENTS] = {XPBD_MAX_MATERIAL, 1, 0, 2, 0, 0};
  static call wanted[MOST_CALLS];
  xpbd_formula made = {
      .info = {.name = "probe", .about = "-", .source = "-", .unit = "m^2", .element = (xpbd_element)kind},
      .f32 = probe_f32,
      .f64 = probe_f64,
      .c64 = probe_c64,
      .rest_f64 = probe_rest,
      .violates = probe_rule};
  made.info.rows = 1 + kind, made.info.arity = arity[kind], made.info.rest_count = 1;
  made.info.material_count = materials[kind];
  memcpy(made.info.material, numbers, sizeof numbers);
  if (materials[kind] == 0) made.violates = NULL;
  int index;
  xpbd_gradient_error found;
  if (!check_status(self, xpbd_formula_append(&made, 1, &index), XPBD_OK, "appended")) return;
  probe = xpbd_formula_entry(index), called = 0;
  check_status(self, xpbd_measure_gradient(index, &found), XPBD_OK, "measured");
  check_at_most(self, found.error, 1e-14, "its gradient is right");
  check_at_most(self, found.single_error, 1e-6, "and in float");
  const int count = expected(kind, &made.info, wanted);
  check_same(self, (uint64_t)called, (uint64_t)count, "evaluations");
  int wrong = 0, first = -1;
  for (int i = 0; i < count && i < called; i++)
    if (!(apart(&made.info, &calls[i], &wanted[i]) <= (wanted[i].single ? 1e-6 : 1e-14)) && wrong++ == 0) first = i;
  check_same(self, (uint64_t)wrong, 0, "of them with other elements or materials, the first is number %d", first);
  wanted[0].x[0].x += 1e-13;
  check_control(self, !(apart(&made.info, &calls[0], &wanted[0]) <= 1e-14), "one particle 1e-13 m off");
}

/* ---- Its limits ---- */

/// The errors at some calls of the formula "script": numbers `from` to `to` - 1 of those in one reading.
typedef struct slip {
  enum {
    VALUE,
    GIVEN,
    EXACT,
    SINGLE,
    SINGLE_VALUE
  } what; ///< Of double: C, the gradient; the complex one; of float both.
  int from, to, every;
  double factor; ///< Of the gradient; of C infinity or NaN.
} slip;

enum { MOST_SLIPS = 3, AT_REST = 2 * NEAR, AFAR = AT_REST + FEW }; /* calls in double: two for each near element */
static const slip *slips;
static int single_called;

static double factor_of(int what, int number) {
  for (int i = 0; i < MOST_SLIPS; i++)
    if (slips[i].every > 0 && (int)slips[i].what == what && number >= slips[i].from && number < slips[i].to &&
        (number - slips[i].from) % slips[i].every == 0)
      return slips[i].factor;
  return 1;
}

/* C = x0.x + 2 x1.x: the largest component is that of particle 1, and all of this is exact. */
static double script_f64(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g) {
  const double factor = factor_of(GIVEN, called);
  g[0] = (xpbd_vec3_f64){factor, 0, 0}, g[1] = (xpbd_vec3_f64){2 * factor, 0, 0};
  calls[called].x[0] = x[0], calls[called].x[1] = x[1];
  return (x[0].x + 2 * x[1].x) * factor_of(VALUE, called++);
}
static float script_f32(const xpbd_vec3_f32 *x, const float *rest, const float *material, xpbd_vec3_f32 *g) {
  const float factor = (float)factor_of(SINGLE, single_called);
  g[0] = (xpbd_vec3_f32){factor, 0, 0}, g[1] = (xpbd_vec3_f32){2 * factor, 0, 0};
  return (x[0].x + 2 * x[1].x) * (float)factor_of(SINGLE_VALUE, single_called++);
}
static double _Complex script_c64(const xpbd_vec3_c64 *x, const double _Complex *rest, const double _Complex *material,
                                  xpbd_vec3_c64 *g) {
  return (x[0].x + 2 * x[1].x) * factor_of(EXACT, called - 1);
}

static const struct {
  const char *name;
  slip slip[MOST_SLIPS];
  double error, ratio;
  bool uniform;
  int particle, far; ///< The worst of the far elements, -1 = none.
  double single;
  unsigned traits;
  const char *said; ///< NULL: it is measured, with the numbers above.
} scripts[] = {
    /* more than half of 24 elements near rest must be finite, and the first eight at rest */
    {"12 without C", {{VALUE, 0, 24, 2, NAN}}, .said = "'script' is not finite near its rest shape"},
    {"11 without C", {{VALUE, 0, 22, 2, NAN}}, 0, 1, true, 0, .far = -1},
    {"12 without gradient", {{GIVEN, 0, 24, 2, INFINITY}}, .said = "'script' is not finite near its rest shape"},
    {"12 without exact gradient", {{EXACT, 0, 24, 2, NAN}}, .said = "'script' is not finite near its rest shape"},
    {"the first at rest", {{VALUE, AT_REST, AT_REST + 1, 1, NAN}}, .said = "'script' is not finite at its rest shape"},
    {"the last at rest", {{GIVEN, AFAR - 1, AFAR, 1, NAN}}, .said = "'script' is not finite at its rest shape"},
    {"the far ones", {{VALUE, AFAR, AFAR + FAR, 1, NAN}}, 0, 1, true, 0, .far = -1},
    /* one of 40 elements twice as steep */
    {"the first", {{GIVEN, 0, 1, 1, 2}}, 1, 41.0 / 40, false, 1, .far = -1},
    {"the last near one", {{GIVEN, 46, 47, 1, 2}}, 1, 41.0 / 40, false, 1, .far = -1},
    {"the first far one", {{GIVEN, AFAR, AFAR + 1, 1, 2}}, 1, 41.0 / 40, false, 1, .far = 0},
    {"the last far one", {{GIVEN, AFAR + FAR - 1, AFAR + FAR, 1, -1}}, 2, 38.0 / 40, false, 1, .far = FAR - 1},
    {"the worse of two", {{GIVEN, 4, 5, 1, 2}, {GIVEN, AFAR + 3, AFAR + 4, 1, 4}}, 3, 44.0 / 40, false, 1, .far = 3},
    {"all", {{GIVEN, 0, AFAR + FAR, 1, 4}}, 3, 4, true, 1, -1, .single = 0.375}, /* 3 over 4 + 4 */
    /* one factor: the squares of its remainder are 1e-12 of all; here 39/40 d^2 of 40 */
    {"nearly one factor", {{GIVEN, 0, 1, 1, 1 + 6.3e-6}}, 6.3e-6, 1 + 6.3e-6 / 40, true, 1, .far = -1},
    {"no longer one factor", {{GIVEN, 0, 1, 1, 1 + 6.5e-6}}, 6.5e-6, 1 + 6.5e-6 / 40, false, 1, .far = -1},
    /* near rest a gradient where there should be none is completely wrong; far away it is compared with 1e-9 of the
     * usual one */
    {"flat near rest", {{EXACT, 0, 1, 1, 0}, {GIVEN, 0, 1, 1, 1e-12}}, 1, 1, false, 1, .far = -1},
    {"flat far away",
     {{EXACT, AFAR + 1, AFAR + 2, 1, 0}, {GIVEN, AFAR + 1, AFAR + 2, 1, 5e-10}},
     .error = 0.5,
     .ratio = 1,
     .particle = 1,
     .far = 1},
    {"flat everywhere",
     {{EXACT, 0, AFAR + FAR, 1, 0}, {GIVEN, 0, AFAR + FAR, 1, 0}, {SINGLE, 0, NEAR, 1, 0}},
     .ratio = 1,
     .far = -1},
    /* in float: the distance over the length and the usual length, which are the same here */
    {"the first in float", {{SINGLE, 0, 1, 1, 2}}, 0, 1, true, 0, -1, .single = 0.5},
    {"one in float", {{SINGLE, 7, 8, 1, 0.5}}, 0, 1, true, 0, -1, .single = 0.25},
    {"the last in float", {{SINGLE, NEAR - 1, NEAR, 1, 0}}, 0, 1, true, 0, -1, .single = 0.5},
    {"the worse in float", {{SINGLE, 3, 4, 1, 0}, {SINGLE, 10, 11, 1, 0.5}}, 0, 1, true, 0, -1, .single = 0.5},
    {"12 overflow in float", {{SINGLE_VALUE, 0, 12, 1, INFINITY}}, 0, 1, true, 0, .far = -1},
    {"13 overflow in float", {{SINGLE_VALUE, 0, 13, 1, INFINITY}}, 0, 1, true, 0, -1, .single = HUGE_VAL},
    {"1 of 1 overflows in float",
     {{VALUE, 3, AT_REST, 2, NAN}, {SINGLE_VALUE, 0, 1, 1, NAN}},
     .ratio = 1,
     .uniform = true,
     .far = -1,
     .single = HUGE_VAL},
    {"at rest, as printed", {{VALUE, AT_REST, AFAR, 1, NAN}}, 0, 1, true, 0, -1, .traits = XPBD_LITERAL},
    {"right", {{0}}, 0, 1, true, 0, .far = -1},
};

static double off(double a, double b) {
  return a == b ? 0 : fabs(a - b);
}

void measure_gradient_lines(check *self, int argument) {
  xpbd_formula made = {.info = {MEASURE_SPRING("script")},
                       .f32 = script_f32,
                       .f64 = script_f64,
                       .c64 = script_c64,
                       .rest_f64 = probe_rest};
  const double edge = sqrt(0.64 + 0.09 + 0.16); /* of the element of size 1 */
  for (size_t s = 0; s < sizeof scripts / sizeof *scripts; s++) {
    const char *name = scripts[s].name;
    int index;
    xpbd_gradient_error found;
    made.info.traits = scripts[s].traits;
    if (!check_status(self, xpbd_formula_append(&made, 1, &index), XPBD_OK, "appended")) return;
    slips = scripts[s].slip, called = single_called = 0;
    const xpbd_status status = xpbd_measure_gradient(index, &found);
    check_status(self, status, scripts[s].said ? XPBD_ERR_DIVERGED : XPBD_OK, "%s", name);
    if (scripts[s].said) {
      check_said(self, scripts[s].said, "%s", name);
      continue;
    }
    const int k = NEAR + scripts[s].far;
    double stretch = 0;
    if (scripts[s].far >= 0) {
      const call *c = &calls[AFAR + scripts[s].far];
      const xpbd_vec3_f64 d = xpbd_v_sub_f64(c->x[1], c->x[0]);
      stretch = sqrt(xpbd_v_dot_f64(d, d)) / (edge * 0.5 * pow(2, k % 9 / 4.0));
    }
    check_at_most(self, off(found.error, scripts[s].error), 4e-9, "%s: error %g", name, found.error);
    check_at_most(self, off(found.ratio, scripts[s].ratio), 1e-9, "%s: ratio %.15g", name, found.ratio);
    check_true(self, found.uniform == scripts[s].uniform, "%s: one factor", name);
    check_true(self, found.particle == scripts[s].particle && found.number == -1 && found.value == 0,
               "%s: particle %d, number %d", name, found.particle, found.number);
    check_at_most(self, off(found.stretch, stretch), 1e-13, "%s: stretch %g", name, found.stretch);
    check_at_most(self, off(found.single_error, scripts[s].single), 1e-6, "%s: in float %g", name, found.single_error);
    if (scripts[s].error > 0)
      check_control(self, !(off(found.error, 0) <= 1e-9), "%s: no error", name);
    else
      check_control(self, !(off(found.error, 1) <= 1e-9), "%s: an error of 1", name);
  }
  xpbd_gradient_error none;
  check_status(self, xpbd_measure_gradient(-1, &none), XPBD_ERR_INVALID_ARGUMENT, "no formula");
  check_true(self, none.ratio == 1 && none.number == -1 && none.error == 0, "the text then");
  static xpbd_formula many[XPBD_MAX_FILE_FORMULAS + 1];
  int index = -5;
  check_status(self, xpbd_formula_append(many, XPBD_MAX_FILE_FORMULAS + 1, &index), XPBD_ERR_INVALID_ARGUMENT,
               "too many");
  check_true(self, index == -5, "none of them stands anywhere");
  check_status(self, xpbd_measure_trial(9999), XPBD_ERR_INVALID_ARGUMENT, "no formula to try");
}

/* C = x0.x + x1.x with twice its gradient, whatever the number "a" is: particles, elements and materials are equally
 * wrong, and the first of each is reported. */
static double tied_f64(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g) {
  g[0] = g[1] = (xpbd_vec3_f64){2, 0, 0};
  return x[0].x + x[1].x;
}
static float tied_f32(const xpbd_vec3_f32 *x, const float *rest, const float *material, xpbd_vec3_f32 *g) {
  g[0] = g[1] = (xpbd_vec3_f32){2, 0, 0};
  return x[0].x + x[1].x;
}
static double _Complex tied_c64(const xpbd_vec3_c64 *x, const double _Complex *rest, const double _Complex *material,
                                xpbd_vec3_c64 *g) {
  return x[0].x + x[1].x;
}

void measure_gradient_ties(check *self, int argument) {
  const xpbd_formula made = {.info = {MEASURE_SPRING("tied"), .material_count = 1, .material = {{"a", "1", 2, 0, 9}}},
                             .f32 = tied_f32,
                             .f64 = tied_f64,
                             .c64 = tied_c64,
                             .rest_f64 = probe_rest};
  int index;
  xpbd_gradient_error found;
  if (!check_status(self, xpbd_formula_append(&made, 1, &index), XPBD_OK, "appended") ||
      !check_status(self, xpbd_measure_gradient(index, &found), XPBD_OK, "measured"))
    return;
  check_true(self, found.error == 1 && found.uniform && found.single_error == 0, "all wrong: %g, in float %g",
             found.error, found.single_error);
  check_at_most(self, fabs(found.ratio - 2), 1e-12, "the one factor");
  check_true(self, found.number == -1 && found.stretch == 0, "of the standard material, near rest");
  check_control(self, found.particle == 0, "of two particles the first");
}
