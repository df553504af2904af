/* Why this file exists: Student's t without a table. The density is integrated, and bisection finds the quantile. */
#include "student.h"

#include <math.h>

#define NORMAL_95 1.959963984540054

/// P(0 < T < x), by Simpson's rule: with x = sqrt(df) tan(angle) the density is a power of a cosine.
static double half_probability(double x, double df) {
  enum { STEPS = 400 };
  const double end = atan(x / sqrt(df)), step = end / STEPS;
  const double scale = exp(lgamma(0.5 * (df + 1)) - lgamma(0.5 * df)) / sqrt(acos(-1.0));
  double sum = 1 + pow(cos(end), df - 1);
  for (int i = 1; i < STEPS; i++) sum += (i % 2 ? 4 : 2) * pow(cos(i * step), df - 1);
  return scale * sum * step / 3;
}

double student_t95(double df) {
  if (!(df < 1e4)) return NORMAL_95;
  double low = 0, high = 20;
  for (int i = 0; i < 60; i++) {
    const double middle = 0.5 * (low + high);
    if (half_probability(middle, df) < 0.475)
      low = middle;
    else
      high = middle;
  }
  return low;
}
