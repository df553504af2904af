/* Why this file exists: a formula must depend on its arguments only. If it keeps something from call to call, or reads
 * a variable that was never set, the same inputs give other results in another order. Then nothing else that could be
 * said about it would be true. Ignoring a number is the harmless opposite. */
#include <string.h>

#include "sample.h"

enum { SHAPES = 24 };

/// All readings of one shape.
typedef struct results {
  double c[3];
  xpbd_vec3_f64 g[3][XPBD_MAX_ARITY];
} results;

static const char *const reading_names[3] = {"double", "float", "complex"};

static results evaluate(const xpbd_formula *formula, const sample *at) {
  results r;
  memset(&r, 0, sizeof r);
  r.c[0] = sample_f64(formula, at, r.g[0]);
  if (formula->f32) r.c[1] = sample_f32(formula, at, r.g[1]);
  if (formula->c64) r.c[2] = sample_exact(formula, at, r.g[2]);
  return r;
}

static bool same(const results *a, const results *b, int reading) {
  return memcmp(&a->c[reading], &b->c[reading], sizeof a->c[reading]) == 0 &&
         memcmp(a->g[reading], b->g[reading], sizeof a->g[reading]) == 0;
}

/// Forward and back: each shape is met again after others.
static void look_for_memory(verdict *v, const xpbd_formula *formula, const sample at[SHAPES]) {
  static results there[SHAPES];
  int other[3] = {0};
  for (int i = 0; i < SHAPES; i++) there[i] = evaluate(formula, &at[i]);
  for (int i = SHAPES - 1; i >= 0; i--) {
    const results back = evaluate(formula, &at[i]);
    for (int k = 0; k < 3; k++) other[k] += !same(&there[i], &back, k);
  }
  for (int k = 0; k < 3; k++) {
    if (other[k] == 0) continue;
    verdict_say(v, VERDICT_STATE, false,
                "the same inputs give other results when they come again, in %d of %d shapes in %s: it keeps something "
                "from call to call (static, a global), or reads a variable that was never set",
                other[k], SHAPES, reading_names[k]);
    return;
  }
}

/// Whether some value of a number within its range changes C or the gradient in any shape.
static bool is_used(const xpbd_formula *formula, const sample at[SHAPES], int number) {
  const xpbd_material *m = &formula->info.material[number];
  const double values[4] = {m->minimum, m->maximum, 0.5 * (m->minimum + m->standard),
                            m->standard + 0.01 * (m->maximum - m->standard)};
  xpbd_vec3_f64 g[XPBD_MAX_ARITY], h[XPBD_MAX_ARITY];
  for (int i = 0; i < SHAPES; i++) {
    const double usual = sample_f64(formula, &at[i], g);
    for (int k = 0; k < 4; k++) {
      sample other = at[i];
      other.material[number] = values[k];
      const double c = sample_f64(formula, &other, h);
      if (memcmp(&c, &usual, sizeof c) != 0 || memcmp(g, h, (size_t)formula->info.arity * sizeof *g) != 0) return true;
    }
  }
  return false;
}

/// Whether C depends on a field.
static bool is_field_used(const xpbd_formula *formula, const sample at[SHAPES], const xpbd_formula_field *field) {
  sample_random random = {131};
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  for (int i = 0; i < SHAPES; i++) {
    sample other = at[i];
    double drawn[XPBD_MAX_REST];
    sample_fields(formula, &random, drawn);
    memcpy(&other.fields[field->at], &drawn[field->at], (size_t)field->width * sizeof *drawn);
    if (sample_shape(formula, &other) && sample_f64(formula, &other, g) != sample_f64(formula, &at[i], g)) return true;
  }
  return false;
}

/// Whether the rest shapes of all rows are the same numbers. The rows are then one constraint that is projected several
/// times.
static bool has_equal_rows(const xpbd_formula *formula, const sample at[SHAPES]) {
  for (int i = 0; i < SHAPES; i++) {
    double first[XPBD_MAX_REST] = {0}, other[XPBD_MAX_REST] = {0};
    if (!sample_rest(formula, at[i].from, 0, first)) return false;
    for (int row = 1; row < formula->info.rows; row++)
      if (!sample_rest(formula, at[i].from, row, other) || memcmp(first, other, sizeof first) != 0) return false;
  }
  return formula->info.rows > 1;
}

void verdict_state(verdict *v, const xpbd_formula *formula) {
  static sample at[SHAPES];
  sample_random random = {113};
  const sample_way way = {.amplitude = 0.25, .least = 0.5, .most = 2.0};
  verdict_at(v, "evaluating C and its gradient in an ordinary shape");
  for (int i = 0; i < SHAPES; i++)
    if (!sample_draw(formula, &random, &way, &at[i])) return; /* arrays.c reports this */
  look_for_memory(v, formula, at);
  if (verdict_has(v, VERDICT_STATE)) return;
  for (int i = 0; i < formula->info.material_count; i++)
    if (!is_used(formula, at, i))
      verdict_say(v, VERDICT_TRAIT, true, "material[%d], %s, is never used: C is the same for every value of it", i,
                  formula->info.material[i].name);
  for (const xpbd_formula_field *field = formula->info.fields; field && field->name; field++)
    if (!is_field_used(formula, at, field))
      verdict_say(v, VERDICT_TRAIT, true, "the field %s is never used: C is the same for every value of it",
                  field->name);
  if (has_equal_rows(formula, at))
    verdict_say(v, VERDICT_TRAIT, true,
                "the entry says %d rows, and XPBD_REST gives the same numbers for each: one constraint is projected %d "
                "times; write 1, or use `row` in XPBD_REST",
                formula->info.rows, formula->info.rows);
}
