/* Why this file exists: reports a wrong gradient that no simple mistake explains: the momentum that it breaks, the
 * size of the error, and the material number without which it is right. */
#include <stdio.h>

#include "gradient.h"

void gradient_sums(const gradient_set *set, bool exact, double *linear, double *angular) {
  *linear = *angular = 0;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    const xpbd_vec3_f64 *g = exact ? p->e : p->g;
    if (!p->wrong) continue;
    double sum, couple;
    sample_sums(set->arity, p->at.x, g, p->norm, p->at.size, &sum, &couple);
    *linear = fmax(*linear, sum), *angular = fmax(*angular, couple);
  }
}

/// The particles whose gradients are wrong, as "particle 0" or "particles 0 and 2". Returns how many. `only` receives
/// the particle if it is the only one, else -1.
static int wrong_particles(const gradient_set *set, char *text, size_t capacity, int *only) {
  int count = 0, left;
  char list[32] = "", name[16];
  for (int i = 0; i < set->arity; i++) count += gradient_wrong_axes(set, i) != 0;
  *only = -1, left = count;
  for (int i = 0; i < set->arity; i++) {
    if (!gradient_wrong_axes(set, i)) continue;
    snprintf(name, sizeof name, "%d", i);
    verdict_list(list, sizeof list, name, --left);
    if (count == 1) *only = i;
  }
  snprintf(text, capacity, "%s%s", count == 0 ? "all particles" : count == 1 ? "particle " : "particles ", list);
  return count;
}

/// The number of the material without which the gradient is right; its term is the wrong one. -1 = there is none.
/// `ratio`: coded / exact of that term; NaN = not a constant.
static int term_of(const gradient_set *set, double *ratio) {
  const xpbd_formula_info *info = &set->formula->info;
  for (int m = 0; m < info->material_count && info->material_count > 1; m++) {
    bool right = info->material[m].minimum <= 0;
    double size = 0, ge = 0, ee = 0, gg = 0, unknown;
    for (int k = 0; k < set->count && right; k++) {
      gradient_pair p = set->pair[k];
      if (!p.wrong) continue;
      p.at.material[m] = 0;
      sample_f64(set->formula, &p.at, p.g);
      gradient_exact(set, &p.at, p.e, &unknown);
      size += sample_norm(set->arity, p.e);
      right = sample_distance(set->arity, p.g, p.e) <= p.tolerance;
      for (int i = 0; i < set->arity; i++) { /* the term alone */
        p.g[i] = xpbd_v_sub_f64(set->pair[k].g[i], p.g[i]), p.e[i] = xpbd_v_sub_f64(set->pair[k].e[i], p.e[i]);
        ge += xpbd_v_dot_f64(p.g[i], p.e[i]) / (p.norm * p.norm);
        ee += xpbd_v_dot_f64(p.e[i], p.e[i]) / (p.norm * p.norm);
        gg += xpbd_v_dot_f64(p.g[i], p.g[i]) / (p.norm * p.norm);
      }
    }
    *ratio = ge / ee;
    if (!(sqrt(fabs(gg - 2 * *ratio * ge + *ratio * *ratio * ee) / (gg + ee)) < 1e-6)) *ratio = NAN;
    if (right && size > 0) return m;
  }
  return -1;
}

void gradient_say_term(const gradient_set *set, char *text, size_t capacity) {
  double ratio;
  const int term = term_of(set, &ratio);
  text[0] = '\0';
  if (term < 0) return;
  const int used = snprintf(text, capacity, "; it is right without %.40s, so look at that term",
                            set->formula->info.material[term].name);
  if (fabs(ratio) < 1e-6)
    snprintf(text + used, capacity - (size_t)used, ", which is missing");
  else if (isfinite(ratio))
    snprintf(text + used, capacity - (size_t)used, ", which is %.4f x the exact one", ratio);
}

void gradient_name_by_sums(verdict *v, const gradient_set *set) {
  double linear, angular, exact_linear, exact_angular, angle = 0, least = HUGE_VAL, most = 0;
  gradient_sums(set, false, &linear, &angular);
  gradient_sums(set, true, &exact_linear, &exact_angular);
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    if (!p->wrong) continue;
    const double length = sample_norm(set->arity, p->g),
                 cosine = sample_inner(set->arity, p->g, p->e) / (length * p->norm);
    angle = fmax(angle, acos(fmax(-1, fmin(1, cosine))));
    least = fmin(least, length / p->norm), most = fmax(most, length / p->norm);
  }
  char whose[64];
  int only;
  const int several = wrong_particles(set, whose, sizeof whose, &only);
  char much[280], either[48] = "";
  if (several == 2 && set->arity > 2 && linear < 1e-9 && exact_linear < 1e-9)
    snprintf(either, sizeof either, " (one of them, if the other is the sum)");
  char term[160], span[GRADIENT_SPAN];
  gradient_span(least, most, 4, span);
  gradient_say_term(set, term, sizeof term);
  snprintf(much, sizeof much, "up to %.3g degrees off, %s x as long%s", angle * 57.29577951308232, span, term);
  verdict_slip *slip;
  if (linear > 1e-6 && exact_linear < 1e-9)
    slip = verdict_say(v, VERDICT_MOMENTUM, false,
                       "the gradients do not add up to 0 (|sum| is up to %.3g of |g|), so projections push the whole "
                       "element. The gradient of %s%s is wrong; in all %s",
                       linear, whose, either, much),
    slip->ratio = linear;
  else if (angular > 1e-6 && exact_angular < 1e-9)
    slip = verdict_say(v, VERDICT_ANGULAR_MOMENTUM, false,
                       "the gradients do not conserve angular momentum (|sum of x cross g| is up to %.3g of |g| size), "
                       "so projections turn "
                       "the whole element. The gradient of %s%s is wrong; in all %s",
                       angular, whose, either, much),
    slip->ratio = angular;
  else
    slip = verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                       "the gradient of %s%s has a wrong direction: a term is wrong or missing%s; %s", whose, either,
                       linear < 1e-6 && angular < 1e-6 ? ", momentum is kept" : "", much);
  slip->particle = only;
}
