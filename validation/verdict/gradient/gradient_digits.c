/* Why this file exists: a right gradient may have no digits where it is small, because nearly equal numbers are
 * subtracted. Lost digits are another finding than a wrong factor. */
#include "gradient.h"

bool gradient_is_noise(const gradient_set *set, sample_random *random, const gradient_pair *p, double distance) {
  const double error = sample_distance(set->arity, p->g, p->e);
  double unknown;
  for (int round = 0; round < 4; round++) {
    const sample near = sample_near(set->formula, random, &p->at, distance * p->at.size);
    xpbd_vec3_f64 g[XPBD_MAX_ARITY], e[XPBD_MAX_ARITY], change[XPBD_MAX_ARITY];
    sample_f64(set->formula, &near, g);
    gradient_exact(set, &near, e, &unknown);
    for (int i = 0; i < set->arity; i++)
      change[i] = xpbd_v_sub_f64(xpbd_v_sub_f64(g[i], e[i]), xpbd_v_sub_f64(p->g[i], p->e[i]));
    if (sample_norm(set->arity, change) > 0.3 * error) return true;
  }
  return false;
}

bool gradient_is_rounding(const gradient_set *set, sample_random *random, const gradient_pair *p) {
  return sample_distance(set->arity, p->g, p->e) <= 1e-3 * p->norm && gradient_is_noise(set, random, p, 1e-5);
}

bool gradient_say_cancelled(verdict *v, const gradient_set *set) {
  sample_random random = {41};
  double most = 0, worst = 0;
  for (int k = 0; k < set->count; k++) most = fmax(most, set->pair[k].norm);
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    if (!p->wrong) continue;
    const double error = sample_distance(set->arity, p->g, p->e);
    if (p->norm > 1e-2 * most || !(error < 4e-15 * most || gradient_is_rounding(set, &random, p))) return false;
    worst = fmax(worst, error / p->norm);
  }
  if (!(worst > 0)) return false;
  verdict_slip *slip = verdict_say(v, VERDICT_PRECISION, false,
                                   "the gradient loses its digits where it is small: rounding changes it by up to %.1g "
                                   "of its length. This looks like a cancellation, such as 1 - a a with a near 1",
                                   worst);
  gradient_where(set, slip->where);
  return true;
}
