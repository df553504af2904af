/* Why this file exists: tries whether the coded gradient is the right one with another matrix or with other numbers of
 * the rest shape: transposed, left out, exchanged. */
#include <stdio.h>
#include <string.h>

#include "term.h"

/// Mistakes in the step from dC/dF to the particles.
typedef enum spread { TRANSPOSED, LEFT_OUT, INVERTED, INVERTED_TRANSPOSED, SPREADS } spread;

static const char *const spread_words[SPREADS] = {
    "with the inverse rest matrix (rest[%d] to rest[%d]) transposed: g[k] needs sum_i c_i[k] dC/df_i",
    "without the inverse rest matrix (rest[%d] to rest[%d]): g[k] needs sum_i c_i[k] dC/df_i",
    "with the rest matrix instead of its inverse (rest[%d] to rest[%d])",
    "with the transposed rest matrix instead of its inverse (rest[%d] to rest[%d])"};

/// The gradient of particles 1 .. n with dC/dF of the exact one and another matrix.
static void spread_with(int n, const double *matrix, spread how, const xpbd_vec3_f64 *e, xpbd_vec3_f64 *out) {
  double inverse[TERM_AXES * TERM_AXES], other[TERM_AXES * TERM_AXES];
  term_invert(n, matrix, inverse);
  if (how == TRANSPOSED) term_transpose(n, matrix, other);
  if (how == INVERTED) memcpy(other, inverse, sizeof other);
  if (how == INVERTED_TRANSPOSED) term_transpose(n, inverse, other);
  for (int i = 0; i < n * n && how == LEFT_OUT; i++) other[i] = i % (n + 1) == 0;
  xpbd_vec3_f64 column[TERM_AXES];
  term_columns(n, inverse, e, column);
  memset(out, 0, XPBD_MAX_ARITY * sizeof *out);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) out[k + 1] = xpbd_v_madd_f64(other[n * i + k], column[i], out[k + 1]);
}

/// Whether particles 1 .. n have the exact dC/dF, spread by another matrix, times a constant.
static bool is_spread(const gradient_set *set, spread how, double *ratio, int *stored) {
  double ge = 0, ee = 0, gg = 0;
  int used = 0;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    double matrix[TERM_AXES * TERM_AXES];
    xpbd_vec3_f64 e[XPBD_MAX_ARITY];
    if (!p->wrong) continue;
    if (!term_rest_matrix(set, p, matrix, stored) || *stored < 0) return false;
    spread_with(set->arity - 1, matrix, how, p->e, e);
    const double weight = 1 / (p->norm * p->norm);
    ge += weight * sample_inner(set->arity - 1, &p->g[1], &e[1]);
    ee += weight * sample_inner(set->arity - 1, &e[1], &e[1]);
    gg += weight * sample_inner(set->arity - 1, &p->g[1], &p->g[1]);
    used++;
  }
  *ratio = ge / ee;
  return used >= 4 && sqrt(fabs(gg - *ratio * ge) / gg) < 1e-6;
}

static bool name_spread(verdict *v, const gradient_set *set) {
  for (int how = 0; how < SPREADS; how++) {
    double ratio;
    int stored = -1;
    if (!is_spread(set, how, &ratio, &stored)) continue;
    char words[200], times[60] = "";
    const int n = set->arity - 1;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(words, sizeof words, spread_words[how], stored, stored + n * n - 1);
#pragma GCC diagnostic pop
    if (fabs(ratio - 1) > 1e-6) snprintf(times, sizeof times, ", and it is %.4f x as long", ratio);
    verdict_say(v, VERDICT_WRONG_COMPONENT, false, "dC/dF is right, but the gradient takes it to the particles %s%s",
                words, times);
    return true;
  }
  return false;
}

/// Numbers of a shape that the gradient may have mixed up.
typedef struct mix {
  double *(*numbers)(sample *at);
  int to, from;
  bool both;  ///< The two are exchanged. Otherwise `to` has the value of `from`.
  int matrix; ///< Index of the n x n matrix that is transposed instead; -1 = none.
} mix;

static double *rest_numbers(sample *at) {
  return at->rest;
}

static double *material_numbers(sample *at) {
  return at->material;
}

/// Whether in every wrong shape the coded gradient is the exact one of C with these numbers mixed up.
static bool is_mixed(const gradient_set *set, const mix *m) {
  int used = 0;
  for (int k = 0; k < set->count && used < 40; k++) {
    const gradient_pair *p = &set->pair[k];
    sample at = p->at;
    xpbd_vec3_f64 e[XPBD_MAX_ARITY];
    if (!p->wrong) continue;
    double *numbers = m->numbers(&at);
    const double kept = numbers[m->to];
    if (m->matrix >= 0) {
      term_transpose(set->arity - 1, &p->at.rest[m->matrix], &at.rest[m->matrix]);
    } else {
      numbers[m->to] = numbers[m->from];
      if (m->both) numbers[m->from] = kept;
    }
    sample_exact(set->formula, &at, e);
    if (!(sample_distance(set->arity, p->g, e) <= 1e-5 * sample_distance(set->arity, p->g, p->e) + p->tolerance))
      return false;
    used++;
  }
  return used >= 4;
}

static bool name_mix(verdict *v, const gradient_set *set, double *(*numbers)(sample *at), int count, const char *word) {
  for (int to = 0; to < count; to++)
    for (int from = 0; from < count; from++)
      for (int both = 0; both < 2; both++) {
        const mix m = {numbers, to, from, both, -1};
        if (to == from || (both && from < to) || !is_mixed(set, &m)) continue;
        if (both)
          verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                      "the gradient is the exact one of C with %s[%d] and %s[%d] exchanged", word, to, word, from);
        else
          verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                      "the gradient is the exact one of C with %s[%d] in the place of %s[%d]", word, from, word, to);
        return true;
      }
  return false;
}

bool term_mixed_up(verdict *v, const gradient_set *set) {
  const xpbd_formula_info *info = &set->formula->info;
  double matrix[TERM_AXES * TERM_AXES];
  int stored = -1;
  if (name_spread(v, set)) return true;
  if (set->count > 0 && term_rest_matrix(set, &set->pair[0], matrix, &stored) && stored >= 0) {
    const mix m = {rest_numbers, 0, 0, false, stored};
    if (is_mixed(set, &m)) {
      verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                  "the gradient is the exact one of C with the inverse rest matrix (rest[%d] to rest[%d]) transposed",
                  stored, stored + (set->arity - 1) * (set->arity - 1) - 1);
      return true;
    }
  }
  return name_mix(v, set, rest_numbers, info->rest_count, "rest") ||
         name_mix(v, set, material_numbers, info->material_count, "material");
}
