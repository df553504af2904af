/* Why this file exists: methods that minimise an energy need second derivatives of every formula. Those of the library
 * come from the coded gradient by the complex step. Here they are compared with hyper-dual numbers, which read the value
 * alone, and with differences of the gradient. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "formula/second.h"
#include "formula_subject.h"
#include "runner/check.h"
#if defined(CHECK_HYPER_DUAL)
#include "hyper/hyper_dual.h"
#endif

enum { SHAPES = 40, MOST = XPBD_MAX_SECOND * XPBD_MAX_SECOND };

/// Both results in the same shapes, and the size that errors are relative to.
typedef struct second {
  double ours[MOST], other[MOST];
  double size; ///< |H| + |g| / size of the element: a formula that is linear in the positions has H = 0.
} second;

static second seconds[SHAPES];

typedef enum rival { BY_HYPER_DUAL, BY_DIFFERENCES } rival;

static double norm_of(int count, const double *a) {
  double sum = 0.0;
  for (int i = 0; i < count; i++) sum += a[i] * a[i];
  return sqrt(sum);
}

static void take(check *self, int index, rival against) {
  const subject s = subject_of(index);
  const int count = 9 * s.formula->info.arity * s.formula->info.arity;
  xpbd_formula derived = *s.formula; /* as if the file had no gradient: the library then takes differences */
  derived.info.traits |= XPBD_DERIVED;
  for (int i = 0; i < SHAPES; i++) {
    second *a = &seconds[i];
    const shape at = subject_shape(self, &s);
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    subject_f64(&s, &at, g);
    check_true(self, xpbd_second_of(s.formula, at.x, at.rest, at.material, a->ours), "finite in shape %d", i);
#if defined(CHECK_HYPER_DUAL)
    if (against == BY_HYPER_DUAL) hyper_dual_second(index, at.x, at.rest, at.material, a->other);
#endif
    if (against == BY_DIFFERENCES) xpbd_second_of(&derived, at.x, at.rest, at.material, a->other);
    a->size = norm_of(count, a->other) + sample_norm(s.formula->info.arity, g) / s.size;
  }
}

/// What is wrong on purpose.
typedef enum mistake { NONE, ENTRY, TRANSPOSED_PART, NO_MIXED, NOT_A_NUMBER } mistake;

static void spoil(int size, mistake kind, double usual, double *h) {
  switch (kind) {
  case NONE: break;
  case ENTRY: h[size * size - 1] += 1e-3 * usual; break;
  case TRANSPOSED_PART: h[1] += 1e-3 * usual, h[size] -= 1e-3 * usual; break;
  case NO_MIXED:
    for (int i = 0; i < size; i++)
      for (int k = 0; k < size; k++)
        if (i / 3 != k / 3) h[i * size + k] = 1e-3 * usual;
    break;
  case NOT_A_NUMBER: h[size] = NAN; break;
  }
}

/// Largest relative differences over the shapes: of the two results, and of ours from its transpose.
static void compare(int index, mistake kind, double *apart, double *skew) {
  const int size = 3 * xpbd_formula_at(index)->arity, count = size * size;
  *apart = *skew = 0.0;
  double usual = 0.0; /* a shape near a zero of all derivatives is measured by the others */
  for (int i = 0; i < SHAPES; i++) usual += seconds[i].size / SHAPES;
  for (int i = 0; i < SHAPES; i++) {
    double h[MOST], difference[MOST], turned[MOST];
    memcpy(h, seconds[i].ours, sizeof h);
    spoil(size, kind, usual, h);
    for (int k = 0; k < count; k++) {
      difference[k] = h[k] - seconds[i].other[k];
      turned[k] = h[k] - h[k % size * size + k / size];
    }
    *apart = check_larger(*apart, norm_of(count, difference) / (seconds[i].size + usual));
    *skew = check_larger(*skew, norm_of(count, turned) / (seconds[i].size + usual));
  }
}

static void judge(check *self, int index, double limit, const char *what) {
  double apart, skew, usual = 0.0;
  for (int i = 0; i < SHAPES; i++) usual += seconds[i].size;
  check_at_least(self, usual, DBL_MIN, "derivatives are not all zero, sum of their sizes");
  compare(index, NONE, &apart, &skew);
  check_at_most(self, apart, limit, "second derivatives, complex step of the gradient against %s", what);
  check_at_most(self, skew, limit, "second derivatives against their transpose");
  static const struct {
    mistake mistake;
    const char *what;
  } wrong[] = {{ENTRY, "an entry 0.1 % wrong"},
               {NO_MIXED, "derivatives by two particles missing or wrong"},
               {NOT_A_NUMBER, "an entry that is not a number"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    compare(index, wrong[i].mistake, &apart, &skew);
    check_control(self, !(apart <= limit), "%s", wrong[i].what);
  }
  compare(index, TRANSPOSED_PART, &apart, &skew);
  check_control(self, !(skew <= limit), "not symmetric by 0.1 %%");
}

/* An acos near its ends loses digits. Its second derivative divides by the sine once more than its gradient does, so the
 * limit of such a formula is larger. */
static double limit_of(int index) {
  return xpbd_formula_at(index)->traits & XPBD_SINGULAR ? 1e-12 : 2e-14;
}

static void hyper_dual(check *self, int index) {
#if defined(CHECK_HYPER_DUAL)
  check_why(self, "measured over all formulas 1.3e-15, where an acos loses digits 1.6e-13");
  take(self, index, BY_HYPER_DUAL);
  judge(self, index, limit_of(index), "hyper-dual numbers");
#else
  check_skip(self, "no C++ compiler: formulas were not read in hyper-dual numbers (Debian: g++)");
#endif
}

static void differences(check *self, int index) {
  check_why(self, "differences of fourth order have their own error");
  take(self, index, BY_DIFFERENCES);
  judge(self, index, 1e-6, "differences of the gradient");
}

/// What the verdict on a formula says about its energy.
static verdict_facts facts_of(const char *name) {
  static verdict v;
  v = (verdict){0};
  verdict_second(&v, formula_named(name));
  return v.facts;
}

/* A spring is convex where it is longer than at rest, and gives way to the side where it is shorter. Linear strain is
 * linear in the positions, so its energy is convex everywhere. */
static void convex(check *self, int argument) {
  const verdict_facts spring = facts_of("stretching"), strain = facts_of("linear_strain_tet");
  check_at_least(self, spring.second_shapes, 40, "shapes of a spring");
  check_at_least(self, spring.indefinite[0], 10, "shorter springs that are not convex");
  check_same(self, (uint64_t)spring.indefinite[1], 0, "longer springs that are not convex");
  check_at_least(self, strain.second_shapes, 40, "shapes of linear strain");
  check_same(self, (uint64_t)(strain.indefinite[0] + strain.indefinite[1]), 0, "of them not convex");
  check_at_most(self, fmax(spring.skew, strain.skew), 1e-14, "difference from the transpose");
  check_control(self, spring.least_curvature < -1e-3 && strain.least_curvature > -1e-9,
                "the smallest eigenvalue tells a spring from linear strain");
}

void check_group_second(check_registry *registry) {
  check_add(registry, "convex", "where the energy of a spring and of linear strain is convex", convex, 0);
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const char *name = xpbd_formula_at(i)->name;
    check_add_named(registry, "second derivatives against hyper-dual numbers; symmetric", hyper_dual, i,
                    "%s/hyper-dual", name);
    check_add_named(registry, "second derivatives against differences of the gradient", differences, i,
                    "%s/differences", name);
  }
}
