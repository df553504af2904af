/* Why this file exists: a device multiplies and divides complex numbers by its own functions (lib/formula/complex_device.h).
 * They must have the bits of the compiler's, near the imaginary step of second derivatives and everywhere else. */
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "formula/types.h"
#include "formula/complex_device.h"

enum { TURNS = 3000000 };

static uint64_t seed = 88172645463325252u;
static uint64_t next(void) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return seed;
}

/* Any bits, ordinary numbers, such numbers times the imaginary step, and special ones. */
static double draw(void) {
  static const double special[] = {0.0,    -0.0,  1.0,    -1.0,    INFINITY, -INFINITY, (double)NAN,
                                   5e-324, 1e-60, 2e-308, 1.7e308, 9e307,    2e292,     2.2e-16};
  const uint64_t kind = next() % 8;
  if (kind == 0) return xpbd_from_bits_f64(next());
  if (kind == 1) return special[next() % (sizeof special / sizeof *special)];
  const double plain = ldexp((double)(int64_t)next(), -63 + (int)(next() % 20) - 10);
  return kind < 4 ? plain * 1e-60 : plain;
}

static double _Complex complex_of(double re, double im) {
  double parts[2] = {re, im};
  double _Complex a;
  memcpy(&a, parts, sizeof a);
  return a;
}

/* NaN have no sign that anybody reads. */
static int same(double a, double b) {
  return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

/* What the test must notice: Smith's method without its rare order of operations. */
static void plain_quotient(double a, double b, double c, double d, double *re, double *im) {
  const double below = c * c + d * d;
  *re = (a * c + b * d) / below, *im = (b * c - a * d) / below;
}

typedef void operation(double a, double b, double c, double d, double *re, double *im);

static long differences(operation *own, int divides, long *shown) {
  long count = 0;
  for (int k = 0; k < TURNS; k++) {
    const double a = draw(), b = draw(), c = draw(), d = draw();
    double re, im;
    own(a, b, c, d, &re, &im);
    volatile double _Complex left = complex_of(a, b), right = complex_of(c, d);
    const double _Complex wanted = divides ? left / right : left * right;
    if (same(re, creal(wanted)) && same(im, cimag(wanted))) continue;
    if (count++ < *shown)
      printf("(%a, %a) %s (%a, %a): (%a, %a), the compiler has (%a, %a)\n", a, b, divides ? "/" : "*", c, d, re, im,
             creal(wanted), cimag(wanted));
  }
  return count;
}

int main(void) {
  long shown = 5, none = 0;
  const long products = differences(xpbd_complex_product, 0, &shown);
  const long quotients = differences(xpbd_complex_quotient, 1, &shown);
  const long control = differences(plain_quotient, 1, &none);
  printf("%d products, %ld differ; %d quotients, %ld differ; control: %ld differ\n", TURNS, products, TURNS, quotients,
         control);
  return products == 0 && quotients == 0 && control > TURNS / 10 ? 0 : 1;
}
