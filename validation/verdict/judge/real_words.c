/* Why this file exists: describes sets of shapes in words: the ranges of the right shapes, and the common feature of
 * the wrong ones. */
#include <stdio.h>

#include "real.h"

void real_include(const xpbd_formula *formula, const sample *at, real_ranges *ranges) {
  for (int f = 0; f < REAL_FEATURES; f++) {
    const double value = real_measure(formula, at, (real_feature)f);
    if (ranges->count == 0) ranges->least[f] = ranges->most[f] = value;
    ranges->least[f] = fmin(ranges->least[f], value), ranges->most[f] = fmax(ranges->most[f], value);
  }
  ranges->count++;
}

void real_length(double metres, char out[32]) {
  if (metres < 0.1)
    snprintf(out, 32, "%.2g mm", 1e3 * metres);
  else
    snprintf(out, 32, metres < 99.5 ? "%.2g m" : "%.0f m", metres);
}

void real_words(const xpbd_formula *formula, const real_ranges *r, char out[VERDICT_HOLDS]) {
  char from[32], to[32];
  size_t used;
  out[0] = '\0';
  if (r->count == 0) return;
  real_length(r->least[FEATURE_SIZE], from), real_length(r->most[FEATURE_SIZE], to);
  used = (size_t)snprintf(out, VERDICT_HOLDS, "edges from %s to %s, stretch %.2g to %.2g", from, to,
                          r->least[FEATURE_LEAST], r->most[FEATURE_MOST]);
  if (formula->info.arity > 2)
    used += (size_t)snprintf(out + used, VERDICT_HOLDS - used, ", slivers to %.2g : 1", r->most[FEATURE_SLENDER]);
  if (formula->info.element == XPBD_ON_HINGES)
    used += (size_t)snprintf(out + used, VERDICT_HOLDS - used, ", folds up to %.0f degrees", r->most[FEATURE_FOLD]);
  if (formula->info.traits & XPBD_FLAT_REST)
    used += (size_t)snprintf(out + used, VERDICT_HOLDS - used, ", flat at rest");
  else if (formula->info.element == XPBD_ON_HINGES)
    used += (size_t)snprintf(out + used, VERDICT_HOLDS - used,
                             r->most[FEATURE_REST_FOLD] > r->most[FEATURE_FOLD] - 1 ? ", in the rest shape too"
                                                                                    : ", up to %.0f degrees at rest",
                             r->most[FEATURE_REST_FOLD]);
  if (formula->info.element == XPBD_ON_TETS)
    used += (size_t)snprintf(out + used, VERDICT_HOLDS - used, ", %s",
                             r->most[FEATURE_VOLUME] < 0    ? "negative rest volumes only"
                             : r->least[FEATURE_VOLUME] < 0 ? "rest volumes of both signs"
                                                            : "positive rest volumes only");
  snprintf(out + used, VERDICT_HOLDS - used, ", up to %.0f edge lengths from the origin", r->most[FEATURE_FAR]);
}

/// The range of one feature over the wrong shapes.
typedef struct span {
  double from, to;
  bool above, below; ///< Some right shapes are below `from`, above `to`.
  int inside;        ///< Number of right shapes in the range.
} span;

static span span_of(int count, const double *value, const bool *wrong) {
  span s = {.from = HUGE_VAL, .to = -HUGE_VAL};
  for (int k = 0; k < count; k++)
    if (wrong[k]) s.from = fmin(s.from, value[k]), s.to = fmax(s.to, value[k]);
  for (int k = 0; k < count; k++) {
    if (wrong[k]) continue;
    s.above |= value[k]<s.from, s.below |= value[k]> s.to;
    s.inside += value[k] >= s.from && value[k] <= s.to;
  }
  return s;
}

/// Describes the wrong shapes by a feature whose span has right shapes on one side only.
static void say_span(real_feature feature, const span *s, bool only, char *where) {
  static const char *const names[REAL_FEATURES] = {
      "", "slenderness at rest", "fold at rest",    "fold", "signed fold at rest",       "signed fold",
      "", "smallest stretch",    "largest stretch", "",     "largest strain of an edge", ""};
  const bool angle = feature >= FEATURE_REST_FOLD && feature <= FEATURE_SIDE;
  char from[32], to[32], list[80];
  const char *word = only ? "only" : "where";
  real_length(s->from, from), real_length(s->to, to);
  if (feature == FEATURE_VOLUME)
    snprintf(list, sizeof list, "the rest volume is %s", s->below ? "negative" : "positive");
  else if (feature == FEATURE_SIZE && s->below)
    snprintf(list, sizeof list, "edges are shorter than about %s", to);
  else if (feature == FEATURE_SIZE)
    snprintf(list, sizeof list, "edges are longer than about %s", from);
  else if (feature == FEATURE_FAR)
    snprintf(list, sizeof list, "the element is more than %.2g edge lengths from the origin", s->from);
  else if (feature == FEATURE_CHANGE && s->below)
    snprintf(list, sizeof list, "its edges change by less than about %s", to);
  else if (feature == FEATURE_CHANGE)
    snprintf(list, sizeof list, "an edge changes by more than about %s", from);
  else if (s->below)
    snprintf(list, sizeof list, "its %s is below about %.3g%s", names[feature], s->to, angle ? " degrees" : "");
  else
    snprintf(list, sizeof list, "its %s is above about %.3g%s", names[feature], s->from, angle ? " degrees" : "");
  snprintf(where, VERDICT_WHERE, "%s%s%s", word, only ? " where " : " ", list);
}

void real_where(const xpbd_formula *formula, int count, const sample *at, size_t stride, const bool *wrong,
                char *where) {
  double value[REAL_SHAPES];
  int best = -1, fewest = count, bad = 0;
  span found = {0};
  where[0] = '\0';
  for (int k = 0; k < count; k++) bad += wrong[k];
  if (bad == count || count > REAL_SHAPES) return;
  for (int f = 0; f < REAL_FEATURES; f++) {
    for (int k = 0; k < count; k++)
      value[k] = real_measure(formula, (const sample *)((const char *)at + (size_t)k * stride), (real_feature)f);
    const span s = span_of(count, value, wrong);
    if (s.above == s.below || s.inside >= fewest) continue; /* right shapes on both sides say little */
    if (f == FEATURE_VOLUME && s.from < 0 && s.to > 0) continue;
    best = f, fewest = s.inside, found = s;
  }
  if (best >= 0 && 4 * fewest <= count - bad)
    say_span((real_feature)best, &found, fewest > 0, where);
  else
    snprintf(where, VERDICT_WHERE, "in %d of %d shapes of real meshes", bad, count);
}
