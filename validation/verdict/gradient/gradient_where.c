/* Why this file exists: finds in which shapes a gradient is wrong: by the sign of C, by a stretch, by a number of the
 * material, along a way. */
#include <stdio.h>

#include "gradient.h"
#include "verdict/judge/ways.h"

/// Whether a quantity separates the wrong shapes from the right ones, and at about which value: half way between them.
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

/// In which far shapes it is wrong; false if no threshold separates them.
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

/// Whether the wrong shapes are exactly those on one side of a turned tetrahedron: at rest, or deformed against rest.
static bool one_side(const gradient_set *set, char *where) {
  static const char *const words[2][2] = {
      {"where the rest volume is positive", "where the rest volume is negative"},
      {"where the tetrahedron is not turned inside out", "where the tetrahedron is turned inside out"}};
  int wrong[2][2] = {{0}}, right[2][2] = {{0}};
  if (set->formula->info.element != XPBD_ON_TETS) return false;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    const double rest = sample_triple(p->at.from);
    const int side[2] = {rest < 0, rest * sample_triple(p->at.x) < 0};
    for (int i = 0; i < 2; i++) *(p->wrong ? &wrong[i][side[i]] : &right[i][side[i]]) += 1;
  }
  for (int i = 0; i < 2; i++)
    for (int s = 0; s < 2; s++)
      if (wrong[i][s] == set->wrong && right[i][s] == 0) {
        snprintf(where, VERDICT_WHERE, "%s", words[i][s]);
        return true;
      }
  return false;
}

void gradient_where(const gradient_set *set, char *where) {
  /* above and below: of the value, of the stretch; how often it is wrong on either side */
  int wrong[4] = {0}, right[4] = {0};
  where[0] = '\0';
  if (set->wrong == set->count) return;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    const int side[2] = {p->c > 0 ? 0 : 1, gradient_stretch(p) > 1 ? 2 : 3};
    for (int i = 0; i < 2; i++) wrong[side[i]] += p->wrong, right[side[i]] += !p->wrong;
  }
  static const char *const words[4] = {"where C > 0", "where C <= 0", "where x0 x1 is longer than at rest",
                                       "where x0 x1 is shorter than at rest"};
  for (int i = 0; i < 4; i++)
    if (wrong[i] == set->wrong && right[i] == 0) {
      snprintf(where, VERDICT_WHERE, "%s", words[i]);
      return;
    }
  if (one_row(set, where) || one_side(set, where)) return;
  if (!far_where(set, where)) snprintf(where, VERDICT_WHERE, "in %d of %d shapes", set->wrong, set->count);
}
