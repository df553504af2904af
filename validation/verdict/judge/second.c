/* Why this file exists: methods that minimise the energy of a step need its second derivatives, and fail or are slowed
 * where the energy is not convex. This says where that is. */
#include <math.h>

#include "base/symmetric.h"
#include "formula/second.h"
#include "sample.h"

enum { ROUNDS = 60, MOST = XPBD_MAX_SECOND * XPBD_MAX_SECOND };

/// The smallest eigenvalue of the second derivatives of C^2 / 2, over the largest magnitude of one. *skew: how far
/// those of C are from their transpose, relative to the largest of either. NaN if they are not finite.
static double curvature(const xpbd_formula *formula, const sample *at, double *c, double *skew) {
  const int size = 3 * formula->info.arity;
  double h[MOST], energy[MOST], values[XPBD_MAX_SECOND], vectors[MOST], least = 0, most = 0;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY] = {{0}};
  *c = sample_f64(formula, at, g);
  if (!xpbd_second_of(formula, at->x, at->rest, at->material, h)) return NAN;
  double largest = 0, apart = 0;
  for (int i = 0; i < size; i++)
    for (int k = 0; k < size; k++) {
      const double gi = *sample_coordinate(g, i), gk = *sample_coordinate(g, k);
      largest = fmax(largest, fmax(fabs(h[i * size + k]), fabs(gi * gk) / (fabs(*c) + 1e-300)));
      apart = fmax(apart, fabs(h[i * size + k] - h[k * size + i]));
      energy[i * size + k] = gi * gk + 0.5 * *c * (h[i * size + k] + h[k * size + i]);
    }
  *skew = largest > 0 ? apart / largest : 0;
  xpbd_symmetric_eigen(size, energy, values, vectors);
  for (int i = 0; i < size; i++) {
    least = fmin(least, values[i]);
    most = fmax(most, fabs(values[i]));
  }
  return most > 0 ? least / most : 0;
}

void verdict_second(verdict *v, const xpbd_formula *formula) {
  const bool exact = !(formula->info.traits & XPBD_DERIVED);
  verdict_facts *facts = &v->facts;
  sample_random random = {59};
  if (!formula->c64) return;                      /* a command would need thousands of messages */
  if (formula->info.traits & XPBD_SUMMED) return; /* the energy is that of the sum */
  verdict_at(v, "second derivatives");
  for (int i = 0; i < ROUNDS; i++) {
    sample at;
    double c, skew = NAN;
    const sample_way way = {.amplitude = 0.25, .least = 0.5, .most = 2.0};
    if (!sample_draw(formula, &random, &way, &at)) continue;
    const double least = curvature(formula, &at, &c, &skew);
    if (!isfinite(least)) continue;
    facts->second_shapes++;
    facts->skew = fmax(facts->skew, skew);
    facts->least_curvature = fmin(facts->least_curvature, least);
    if (!(least < (exact ? -1e-9 : -1e-6))) continue;
    facts->indefinite[c > 0]++;
  }
}
