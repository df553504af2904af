/* Why this file exists: a foreign formula is run in a separate process on the shapes that every simulation may reach. A
 * made-up one waits here for one shape, in one reading, and leaves its arrays or crashes there. So the trial and its
 * text are known in advance. */
#include <complex.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formula/table.h"
#include "measure/bounds.h"
#include "measure_checks.h"
#include "xpbd/measure.h"

/// The shape that the formula waits for.
static struct {
  xpbd_vec3_f64 x[2];
  double material;
  int scalar; ///< 32, 64 or 128.
  enum { WRITES, CRASHES, NEITHER } then;
  bool at_rest; ///< It crashes in the rest shape instead.
} wanted;

static bool is_wanted(int scalar, const double *x, double material) {
  if (scalar != wanted.scalar || wanted.then == NEITHER || fabs(material - wanted.material) > 1e-6) return false;
  const double w[6] = {wanted.x[0].x, wanted.x[0].y, wanted.x[0].z, wanted.x[1].x, wanted.x[1].y, wanted.x[1].z};
  for (int k = 0; k < 6; k++)
    if (!(fabs(x[k] - w[k]) <= 1e-5)) return false;
  if (wanted.then == CRASHES) raise(SIGSEGV);
  return true;
}

#define READING(real, vec, name, bits, re)                                                                             \
  static real name(const vec *x, const real *rest, const real *material, vec *g) {                                     \
    const double at[6] = {re(x[0].x), re(x[0].y), re(x[0].z), re(x[1].x), re(x[1].y), re(x[1].z)};                     \
    (void)rest;                                                                                                        \
    g[0] = g[1] = x[0];                                                                                                \
    if (is_wanted(bits, at, re(material[0]))) g[2] = x[0], g[2].x = 1;                                                 \
    return x[1].x;                                                                                                     \
  }
#define AS_DOUBLE(a) (double)(a)
READING(float, xpbd_vec3_f32, value_f32, 32, AS_DOUBLE)
READING(double, xpbd_vec3_f64, value_f64, 64, AS_DOUBLE)
READING(double _Complex, xpbd_vec3_c64, value_c64, 128, creal)
#undef AS_DOUBLE
#undef READING

static void rest_of(const xpbd_vec3_f64 *x, int row, double *rest) {
  if (wanted.at_rest) raise(SIGSEGV);
  rest[0] = 1;
}

/// The edge of element k, as the library draws it: see measure_gradient.c, which checks that.
static void edge(int k, xpbd_vec3_f64 *x) {
  uint64_t state = (uint64_t)k + 1;
  const double corners[6] = {0.1, 0.2, 0.3, 0.9, 0.5, -0.1}, size = 0.5 * pow(2, k % 9 / 4.0);
  double c[6];
  for (int i = 0; i < 6; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    c[i] = size * (corners[i] + 0.15 * (ldexp((double)(state >> 11), -52) - 1));
  }
  x[0] = (xpbd_vec3_f64){c[0], c[1], c[2]}, x[1] = (xpbd_vec3_f64){c[3], c[4], c[5]};
  if (k == 24) x[1] = xpbd_v_madd_f64(0.05, xpbd_v_sub_f64(x[1], x[0]), x[0]); /* the first of those far from rest */
}

static const struct {
  const char *name, *words;
  double along, across; ///< Factors of x, of y and z.
  int every;            ///< Of the 24 elements these are tried.
} ways[] = {{"an ordinary shape", "in an ordinary shape", 1, 1, 1},
            {"one place", "with all particles at one position", 0, 0, 3},
            {"a line", "with all particles on a line", 1, 0, 3},
            {"inside out", "in an inverted shape", -1, -1, 3},
            {"20 times as long", "in a shape 20 times as long", 20, 20, 3}};

static void wait_for(int element, int way, double material, int scalar) {
  edge(element, wanted.x);
  for (int k = 0; k < 2; k++)
    wanted.x[k] = (xpbd_vec3_f64){ways[way].along * wanted.x[k].x, ways[way].across * wanted.x[k].y,
                                  ways[way].across * wanted.x[k].z};
  wanted.material = material, wanted.scalar = scalar, wanted.then = WRITES, wanted.at_rest = false;
}

/// Whether the formula left its arrays, which must be reported.
static bool seen(check *self, int formula) {
  const xpbd_status status = xpbd_measure_trial(formula);
  if (status == XPBD_OK) return false;
  check_status(self, status, XPBD_ERR_BAD_FILE, "a trial");
  return true;
}

void measure_trial_shapes(check *self, int argument) {
  const xpbd_formula made = {
      .info = {MEASURE_SPRING("waiting"), .material_count = 1, .material = {{"k", "1", 4, 1, 9}}},
      .f32 = value_f32,
      .f64 = value_f64,
      .c64 = value_c64,
      .rest_f64 = rest_of};
  static const char *const readings[3] = {"float", "double", "complex numbers"};
  int formula;
  if (!check_status(self, xpbd_formula_append(&made, 1, &formula), XPBD_OK, "appended")) return;
  for (int way = 0; way < (int)(sizeof ways / sizeof *ways); way++) {
    const char *name = ways[way].name;
    for (int k = 0; k < 3; k++) {
      char words[160];
      wait_for(3 * k, way, k == 0 ? 4 : k == 1 ? 8 : 2, 32 << k); /* the standard number, its double and half */
      check_true(self, seen(self, formula), "%s, element %d, in %s", name, 3 * k, readings[k]);
      wanted.then = CRASHES;
      check_status(self, xpbd_measure_trial(formula), XPBD_ERR_BAD_FILE, "%s: a crash", name);
      snprintf(words, sizeof words, "while evaluating C and its gradient in %s %s", readings[k], ways[way].words);
      check_true(self, strstr(xpbd_last_error(), words) != NULL, "%s: %s", words, xpbd_last_error());
    }
    wait_for(21, way, 9, 64); /* the largest number */
    check_true(self, seen(self, formula), "%s, element 21", name);
    if (way == 1) continue; /* there all elements are one */
    wait_for(23, way, 4, 32);
    check_true(self, seen(self, formula) == (ways[way].every == 1), "%s, element 23 of 24", name);
    wait_for(0, way, 3.5, 32);
    check_control(self, !seen(self, formula), "%s with a number that is not tried", name);
    wait_for(24, way, 4, 32);
    check_true(self, seen(self, formula) == (way == 0), "%s: the first element far from rest", name);
  }
  wait_for(39, 0, 4, 128); /* the last one far from rest: it is turned */
  wanted.x[1] = xpbd_v_madd_f64(-2.5, xpbd_v_sub_f64(wanted.x[1], wanted.x[0]), wanted.x[0]);
  check_true(self, seen(self, formula), "the last element far from rest");
  wanted.at_rest = true;
  check_status(self, xpbd_measure_trial(formula), XPBD_ERR_BAD_FILE, "a crash at rest");
  check_true(self, strstr(xpbd_last_error(), "while computing the rest shape of an ordinary element") != NULL,
             "a crash at rest: %s", xpbd_last_error());
  wanted.at_rest = false, wanted.then = NEITHER;
  check_control(self, !seen(self, formula), "one that does nothing wrong");
}

/* ---- Beside its arrays ---- */

enum { OF_X, OF_REST, OF_MATERIAL, OF_G };

/// What the formula accesses outside its arrays: x and g [2], rest [1] and material [2], at an index counted in
/// numbers.
static struct {
  int array, place;
  bool writes;
} stray;

static double stray_f64(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g) {
  const double *const arrays[4] = {&x[0].x, rest, material, &g[0].x};
  double *at = (double *)(uintptr_t)arrays[stray.array] + stray.place;
  g[0] = g[1] = x[0];
  if (stray.writes) *at = 3;
  if (!stray.writes) g[1].z += *at; /* only the last number of the result */
  return x[1].x;
}
static float stray_f32(const xpbd_vec3_f32 *x, const float *rest, const float *material, xpbd_vec3_f32 *g) {
  g[0] = g[1] = x[0];
  return x[1].x;
}
static double _Complex stray_c64(const xpbd_vec3_c64 *x, const double _Complex *rest, const double _Complex *material,
                                 xpbd_vec3_c64 *g) {
  g[0] = g[1] = x[0];
  return x[1].x;
}

/* Every index outside an array is named, near or far, and every input that is written into. Its own numbers are not. */
void measure_trial_arrays(check *self, int argument) {
  static const struct {
    int array, place;
    bool writes;
    const char *said;
  } cases[] = {
      {OF_X, 5, false, NULL},
      {OF_X, 6, false, "it reads x[2], but the entry announces 2 particles"},
      {OF_X, 23, false, "it reads x[7], but the entry announces 2 particles"},
      {OF_X, 24, false, "it reads x[8], but the entry announces 2 particles"},
      {OF_X, -1, false, "it reads x[-1], but the entry announces 2 particles"},
      {OF_X, -4, false, "it reads x[-2], but the entry announces 2 particles"},
      {OF_X, -18, false, "it reads x[-6], but the entry announces 2 particles"},
      {OF_X, -19, false, "it reads x[-7], but the entry announces 2 particles"},
      {OF_REST, 1, false, "it reads rest[1], but the entry announces 1 number of the rest shape"},
      {OF_REST, 6, false, "it reads rest[6], but the entry announces 1 number of the rest shape"},
      {OF_REST, 100000, false, "it reads rest[100000], but the entry announces 1 number of the rest shape"},
      {OF_REST, -6, false, "it reads rest[-6], but the entry announces 1 number of the rest shape"},
      {OF_REST, -70, false, "it reads rest[-70], but the entry announces 1 number of the rest shape"},
      {OF_MATERIAL, 2, false, "it reads material[2], but the entry announces 2 numbers of the material"},
      {OF_MATERIAL, -1, false, "it reads material[-1], but the entry announces 2 numbers of the material"},
      {OF_G, 5, false, NULL},
      {OF_G, 6, false, "it reads g[2], but the entry announces 2 particles"},
      {OF_G, -3, false, "it reads g[-1], but the entry announces 2 particles"},
      {OF_X, 6, true, "it writes to x[2], but the entry announces 2 particles"},
      {OF_X, 100, true, "it writes to x[33], but the entry announces 2 particles"},
      {OF_X, -90, true, "it writes to x[-30], but the entry announces 2 particles"},
      {OF_REST, 1, true, "it writes to rest[1], but the entry announces 1 number of the rest shape"},
      {OF_REST, -1, true, "it writes to rest[-1], but the entry announces 1 number of the rest shape"},
      {OF_MATERIAL, 2, true, "it writes to material[2], but the entry announces 2 numbers of the material"},
      {OF_G, 6, true, "it writes to g[2], but the entry announces 2 particles"},
      {OF_G, -1, true, "it writes to g[-1], but the entry announces 2 particles"},
      {OF_G, 600, true, "it writes to g[200], but the entry announces 2 particles"},
      {OF_G, 5, true, NULL},
      {OF_X, 4, true, "it writes into x[1], which it may only read"},
      {OF_REST, 0, true, "it writes into rest[0], which it may only read"},
      {OF_MATERIAL, 1, true, "it writes into material[1], which it may only read"},
  };
  const xpbd_formula made = {
      .info = {MEASURE_SPRING("stray"), .material_count = 2, .material = {{"k", "1", 4, 1, 9}, {"l", "1", 4, 1, 9}}},
      .f32 = stray_f32,
      .f64 = stray_f64,
      .c64 = stray_c64,
      .rest_f64 = rest_of};
  const xpbd_vec3_f64 x[2] = {{0, 0, 0}, {1, 0, 0}};
  const double numbers[2] = {1, 2};
  int formula;
  wanted.at_rest = false;
  if (!check_status(self, xpbd_formula_append(&made, 1, &formula), XPBD_OK, "appended")) return;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[160];
    stray.array = cases[i].array, stray.place = cases[i].place, stray.writes = cases[i].writes;
    const xpbd_status status = xpbd_measure_trial(formula);
    if (!cases[i].said) {
      check_control(self, status == XPBD_OK, "its own number %d", cases[i].place);
      continue;
    }
    snprintf(text, sizeof text, "'stray': %s", cases[i].said);
    check_status(self, status, XPBD_ERR_BAD_FILE, "case %zu", i);
    check_said(self, text, "case %zu", i);
    /* its owner: the particle with that index, if the array has one for each */
    const bool each = cases[i].array == OF_X || cases[i].array == OF_G;
    const char *index = each ? strchr(cases[i].said, '[') : NULL;
    xpbd_bounds bounds = {.particle = 77};
    check_true(self, xpbd_bounds_broken(&made, 64, x, numbers, numbers, &bounds), "case %zu, in this process", i);
    check_true(self, bounds.particle == (index ? atoi(index + 1) : -1), "case %zu: particle %d", i, bounds.particle);
  }
}
