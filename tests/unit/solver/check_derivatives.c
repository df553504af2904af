/* Why this file exists: values and second derivatives of single rows are compiled for several instruction sets
 * (solver/derivatives.h), which take several columns at once. All of them must give the bits of one column alone. On a
 * machine with the widest registers nothing else runs the other kernels. */
#include <math.h>
#include <string.h>

#include "formula/count.h"
#include "formula/second.h"
#include "runner/element.h"
#include "solver/derivatives.h"

enum { SHAPES = 24, MOST = XPBD_MAX_SECOND * XPBD_MAX_SECOND };

/// An element: at rest, stretched a little, far, collapsed, or not finite.
typedef struct row {
  const xpbd_formula *formula;
  xpbd_vec3_f64 x[XPBD_MAX_ARITY];
  double rest[XPBD_MAX_REST], material[XPBD_MAX_MATERIAL];
} row;

static row make(check *self, int index, int shape) {
  static const double spread[] = {0.0, 1e-9, 0.02, 0.3, 3.0};
  row r = {.formula = xpbd_formula_entry(index)};
  const xpbd_formula_info *info = &r.formula->info;
  xpbd_vec3_f64 at[XPBD_MAX_ARITY];
  random_rest(self, info->arity, 0.2, at);
  xpbd_rest_shape(r.formula, at, NULL, shape % info->rows, r.rest);
  for (int k = 0; k < info->material_count; k++) r.material[k] = info->material[k].standard;
  for (int k = 0; k < info->arity; k++) {
    r.x[k] = xpbd_v_add_f64(at[k], random_vector(self, spread[shape % 5]));
    if (shape == SHAPES - 2) r.x[k] = at[0];
  }
  if (shape == SHAPES - 1) r.x[0].y = NAN;
  return r;
}

/// C, the gradient, all second derivatives, the blocks of all particles.
typedef struct result {
  double c, hessian[MOST], blocks[XPBD_MAX_ARITY][9];
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  bool finite;
} result;

/// `by` NULL: column by column, by the table of formulas.
static result evaluate(const row *r, const xpbd_derivatives *by) {
  result out = {0};
  const int arity = r->formula->info.arity;
  if (by) {
    out.c = by->value(r->x, r->rest, r->material, out.g);
    out.finite = by->second(r->x, r->rest, r->material, 0, 3 * arity, out.hessian);
  } else {
    out.c = r->formula->f64(r->x, r->rest, r->material, out.g);
    out.finite = xpbd_second_of(r->formula, r->x, r->rest, r->material, out.hessian);
  }
  for (int k = 0; k < arity; k++)
    out.finite &= by ? by->second(r->x, r->rest, r->material, 3 * k, 3, out.blocks[k])
                     : xpbd_second_block(r->formula, r->x, r->rest, r->material, k, out.blocks[k]);
  return out;
}

/// Numbers that differ in a bit. Zeros of either sign are equal, because gcc leaves out the quotient by a scale of 1. All
/// NaN are equal, because their bits depend on the order of operands.
static int differ(const double *a, const double *b, int count) {
  int found = 0;
  for (int k = 0; k < count; k++) found += !(a[k] == b[k]) && !(isnan(a[k]) && isnan(b[k]));
  return found;
}

static int compare(const result *a, const result *b) {
  return differ(&a->c, &b->c, 1) + differ(&a->g[0].x, &b->g[0].x, 3 * XPBD_MAX_ARITY) +
         differ(a->hessian, b->hessian, MOST) + differ(a->blocks[0], b->blocks[0], 9 * XPBD_MAX_ARITY) +
         (a->finite != b->finite);
}

static void same_bits(check *self, int index) {
  static const char *const sets[] = {"baseline", "avx2", "avx512"};
  int finite = 0, moved = 0;
  for (int shape = 0; shape < SHAPES; shape++) {
    const row r = make(self, index, shape);
    const result expected = evaluate(&r, NULL);
    row other = r;
    other.x[0].x = nextafter(r.x[0].x, 9.0);
    const result near = evaluate(&other, NULL);
    finite += expected.finite, moved += compare(&expected, &near) > 0;
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
      const xpbd_derivatives *const *by = xpbd_derivatives_find(sets[k]);
      if (!by) continue;
      const result found = evaluate(&r, by[index]);
      check_same(self, (uint64_t)compare(&expected, &found), 0, "numbers that differ with %s in shape %d", sets[k],
                 shape);
    }
  }
  check_at_least(self, finite, SHAPES / 2, "shapes with finite derivatives");
  check_control(self, moved > 0, "a coordinate moved by its last bit");
}

static void files(check *self, int argument) {
  check_true(self, !xpbd_derivatives_of(XPBD_BUILTIN_FORMULAS), "none for a formula from a file");
  check_control(self, xpbd_derivatives_of(0) != NULL, "a formula of the list");
}

void check_group_derivatives(check_registry *registry) {
  for (int i = 0; i < XPBD_BUILTIN_FORMULAS; i++)
    check_add_named(registry, "by every instruction set", same_bits, i, "%s", xpbd_formula_at(i)->name);
  check_add(registry, "files", "formulas from files", files, 0);
}
