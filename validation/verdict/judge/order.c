/* Why this file exists: a mesh gives the corners of most elements in any order, and only their orientation means
 * something. If C depends on which corner comes first, the same cloth behaves differently in another file. */

#include "differences.h"

enum { SHAPES = 24, MOST = 3 };

/// Orders that keep the orientation of an element. Repeated, they give all other such orders.
typedef struct orders {
  int count;
  int order[MOST][XPBD_MAX_ARITY];
} orders;

static orders orders_of(const xpbd_formula *formula) {
  switch (formula->info.element) {
  case XPBD_ON_TETS: return (orders){2, {{1, 2, 0, 3}, {1, 0, 3, 2}}};
  case XPBD_ON_HINGES: return (orders){1, {{1, 0, 3, 2}}};
  case XPBD_ON_TRIANGLES: return (orders){1, {{1, 2, 0}}};
  case XPBD_ON_CORNERS: return (orders){1, {{0, 2, 1}}};
  default: return formula->info.arity == 2 ? (orders){1, {{1, 0}}} : (orders){0};
  }
}

/// |C| of an element, with its corners in an order and with all of its rows. NaN without a rest shape.
static double value_of(const xpbd_formula *formula, const sample *at, const int *order) {
  double square = 0;
  for (int row = 0; row < formula->info.rows; row++) {
    sample other = *at;
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    for (int i = 0; i < formula->info.arity; i++) other.from[i] = at->from[order[i]], other.x[i] = at->x[order[i]];
    other.row = row;
    if (!sample_shape(formula, &other)) return NAN;
    const double c = sample_f64(formula, &other, g);
    square += c * c;
  }
  return sqrt(square);
}

void verdict_order(verdict *v, const xpbd_formula *formula) {
  const orders all = orders_of(formula);
  const int as_given[XPBD_MAX_ARITY] = {0, 1, 2, 3};
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0, .vary_material = true};
  sample_random random = {43};
  double worst = 0, first = 0, second = 0, usual = 0;
  char unit[48];
  verdict_at(v, "exchanging the corners of an element");
  for (int k = 0; k < SHAPES; k++) {
    sample at;
    if (!sample_draw(formula, &random, &way, &at)) return;
    const double one = value_of(formula, &at, as_given);
    if (isfinite(one)) usual = fmax(usual, one);
    for (int o = 0; o < all.count; o++) {
      const double two = value_of(formula, &at, all.order[o]);
      if (isfinite(one - two) && fabs(one - two) > worst) worst = fabs(one - two), first = one, second = two;
    }
  }
  if (worst <= fmax(1e-6, differences_known) * usual) return;
  verdict_say(v, VERDICT_TRAIT, true,
              "C depends on which corner of the element comes first, and meshes give the corners in any order: |C| is "
              "%.4g%s in one order and %.4g in another",
              first, verdict_unit(&formula->info, unit), second)
      ->ratio = second / first;
}
