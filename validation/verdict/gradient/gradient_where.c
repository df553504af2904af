/* Why this file exists: describes the shapes in which a gradient is wrong: by the sign of C, by a stretch, by a row, by
 * a number of the material, along a way. */
#include <stdio.h>

#include "gradient.h"
#include "verdict/judge/ways.h"

/// Whether a quantity separates the wrong shapes from the right ones. *at is half way between them.
static bool threshold(const gradient_set *set, double (*of)(const gradient_pair *p), double *at, bool *above) {
  double wrong[2] = {HUGE_VAL, -HUGE_VAL}, right[2] = {HUGE_VAL, -HUGE_VAL};
  for (int k = 0; k < set->count; k++) {
    const double value = of(&set->pair[k]);
    double *ends = set->pair[k].wrong ? wrong : right;
    if (isnan(value)) continue;
    ends[0] = fmin(ends[0], value), ends[1] = fmax(ends[1], value);
  }
  *above = wrong[0] > right[1];
  *at = *above ? 0.5 * (right[1] + wrong[0]) : 0.5 * (right[0] + wrong[1]);
  return *above || wrong[1] < right[0];
}

static double number_of(const gradient_pair *p) {
  return p->at.material[p->number];
}

/// Whether the wrong shapes are exactly those drawn with the same number, or along the same way.
static bool restrict_to(const gradient_set *set, bool to_way, gradient_set *part) {
  int only = -1;
  for (int k = 0; k < set->count; k++) {
    const int own = to_way ? set->pair[k].way : set->pair[k].number;
    if (!set->pair[k].wrong) continue;
    if (own < 0 || (only >= 0 && only != own)) return false;
    only = own;
  }
  *part = *set, part->count = 0;
  for (int k = 0; k < set->count; k++)
    if ((to_way ? set->pair[k].way : set->pair[k].number) == only) part->pair[part->count++] = set->pair[k];
  return only >= 0;
}

/// Describes the wrong far shapes. False if no threshold and no way separates them.
static bool far_where(const gradient_set *set, char *where) {
  static gradient_set part; /* too large for a stack */
  double at;
  bool above;
  if (restrict_to(set, false, &part)) {
    const char *name = set->formula->info.material[part.pair[0].number].name;
    double from = HUGE_VAL, to = -HUGE_VAL;
    char span[GRADIENT_SPAN];
    for (int k = 0; k < part.count; k++) {
      if (!part.pair[k].wrong) continue;
      from = fmin(from, number_of(&part.pair[k])), to = fmax(to, number_of(&part.pair[k]));
    }
    gradient_span(from, to, 3, span);
    if (threshold(&part, number_of, &at, &above))
      snprintf(where, VERDICT_WHERE, "where %s is %s about %.3g", name, above ? "above" : "below", at);
    else
      snprintf(where, VERDICT_WHERE, "for some values of %s %s%s", name, span[0] == 'n' ? "" : "from ", span);
    return true;
  }
  if (set->pair[0].way < 0) return false;
  if (threshold(set, gradient_stretch, &at, &above)) {
    snprintf(where, VERDICT_WHERE, "where x0 x1 is %s than about %.2g times at rest", above ? "longer" : "shorter", at);
    return true;
  }
  if (!restrict_to(set, true, &part)) return false;
  snprintf(where, VERDICT_WHERE, "in %d of %d shapes far along the %s", set->wrong, part.count,
           ways_of(set->formula)[part.pair[0].way]->name);
  return true;
}

/// Whether the wrong shapes are exactly those of one row.
static bool one_row(const gradient_set *set, char *where) {
  int row = -1;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    if (p->wrong && row >= 0 && row != p->at.row) return false;
    if (p->wrong) row = p->at.row;
  }
  for (int k = 0; k < set->count; k++)
    if (!set->pair[k].wrong && set->pair[k].at.row == row) return false;
  snprintf(where, VERDICT_WHERE, "in row %d (the first is row 0)", row);
  return set->formula->info.rows > 1;
}

enum { SIDES = 4 };
static const char *const sides[SIDES][2] = {
    {"where C > 0", "where C <= 0"},
    {"where x0 x1 is longer than at rest", "where x0 x1 is shorter than at rest"},
    {"where the rest volume is positive", "where the rest volume is negative"},
    {"where the tetrahedron is not turned inside out", "where the tetrahedron is turned inside out"}};

/// A value that is positive on the first of the two sides.
static double side_of(const gradient_pair *p, int which) {
  if (which == 0) return p->c;
  if (which == 1) return gradient_stretch(p) - 1;
  return sample_triple(p->at.from) * (which == 2 ? 1 : sample_triple(p->at.x));
}

/// Whether the wrong shapes are exactly those on one of two sides.
static bool one_side(const gradient_set *set, int which, char *where) {
  int wrong[2] = {0}, right[2] = {0};
  if (which > 1 && set->formula->info.element != XPBD_ON_TETS) return false;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    *(p->wrong ? &wrong[!(side_of(p, which) > 0)] : &right[!(side_of(p, which) > 0)]) += 1;
  }
  for (int s = 0; s < 2; s++)
    if (wrong[s] == set->wrong && right[s] == 0) {
      snprintf(where, VERDICT_WHERE, "%s", sides[which][s]);
      return true;
    }
  return false;
}

void gradient_where(const gradient_set *set, char *where) {
  where[0] = '\0';
  if (set->wrong == set->count) return;
  if (one_side(set, 0, where) || one_side(set, 1, where) || one_row(set, where) || one_side(set, 2, where) ||
      one_side(set, 3, where) || far_where(set, where))
    return;
  snprintf(where, VERDICT_WHERE, "in %d of %d shapes", set->wrong, set->count);
}
