/* Why this file exists: guesses the cause of an error if no part of the gradient has a name: a rotation that was
 * taken as constant, or something that vanishes towards rest. */
#include <stdio.h>

#include "term.h"

/// The largest |R_i . R_j - 1 or 0| of the columns.
static double off_rotation(int n, const xpbd_vec3_f64 *r) {
  double most = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) most = fmax(most, fabs(xpbd_v_dot_f64(r[i], r[j]) - (i == j)));
  return most;
}

/// R = F - P / s with P = dC/dF as coded. Energies C = s |F - R|^2 / 2 have s = |P|^2 / (2 C); their roots
/// C = s |F - R| have |P| = s. Returns how far R is from a rotation.
static double rotation_of(const gradient_set *set, const gradient_pair *p, bool root, double *s) {
  const int n = set->arity - 1;
  double inverse[TERM_AXES * TERM_AXES], rest[TERM_AXES * TERM_AXES];
  xpbd_vec3_f64 columns[TERM_AXES], r[TERM_AXES];
  if (!term_rest_matrix(set, p, inverse, NULL)) return NAN;
  term_invert(n, inverse, rest);
  term_columns(n, rest, p->g, columns);
  const double square = sample_inner(n, columns, columns);
  *s = root ? sqrt(square) : square / (2 * p->c);
  term_deformed(n, inverse, p->at.x, r);
  for (int i = 0; i < n; i++) r[i] = xpbd_v_madd_f64(-(root ? 1 : 2) * p->c / square, columns[i], r[i]);
  return off_rotation(n, r);
}

bool term_held(verdict *v, const gradient_set *set) {
  for (int root = 0; root < 2; root++) {
    double stiffness[GRADIENT_PAIRS], most = 0;
    int used = 0;
    char law[120];
    for (int k = 0; k < set->count; k++) {
      stiffness[k] = NAN;
      if (!set->pair[k].wrong) continue;
      const double off = rotation_of(set, &set->pair[k], root, &stiffness[k]);
      if (isnan(off)) return false;
      most = fmax(most, off), used++;
    }
    if (used < 8 || !(most < 1) || !gradient_explain_ratio(set, stiffness, law, sizeof law)) continue;
    verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                "as coded, dC/dF is s (F - R) with s = %s, and C is %s, with an R whose R^T R differs from 1 by up to "
                "%.1e. This looks "
                "like an R that was taken as constant: its derivative is left out, and it is not 0 here",
                law, root ? "s |F - R|" : "s |F - R|^2 / 2", most);
    return true;
  }
  return false;
}

/// |coded - exact| / |exact| with the deformation scaled by t.
static double error_at(const gradient_set *set, const gradient_pair *p, double t) {
  gradient_pair near = *p;
  for (int i = 0; i < set->arity; i++)
    near.at.x[i] = xpbd_v_madd_f64(t, xpbd_v_sub_f64(p->at.x[i], p->at.from[i]), p->at.from[i]);
  sample_f64(set->formula, &near.at, near.g);
  sample_exact(set->formula, &near.at, near.e);
  return sample_distance(set->arity, near.g, near.e) / sample_norm(set->arity, near.e);
}

bool term_guess(verdict *v, const gradient_set *set) {
  double powers[GRADIENT_PAIRS], nearest = 0, linear, angular;
  int count = 0;
  for (int k = 0; k < set->count; k++) {
    if (!set->pair[k].wrong) continue;
    const double one = error_at(set, &set->pair[k], 0.5), two = error_at(set, &set->pair[k], 0.25);
    if (!(two > 1e-9)) continue; /* rounding */
    powers[count++] = log2(one / two);
    nearest = fmax(nearest, two);
  }
  if (count < 8) return false;
  const double power = sample_median(powers, count);
  gradient_sums(set, false, &linear, &angular);
  if (!(power > (linear < 1e-9 && angular < 1e-9 ? 0.7 : 1.7))) return false;
  verdict_say(v, VERDICT_WRONG_COMPONENT, false,
              "the error vanishes towards rest as the deformation to the power %.1f (it is up to %.2g of the gradient, "
              "and up to %.1e at a quarter of the deformation). This looks like something that was taken as "
              "constant and nearly is, such as an iteration before it has converged, or like a missing term of higher "
              "order",
              power, v->facts.worst_gradient, nearest);
  return true;
}
