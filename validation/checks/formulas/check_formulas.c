/* Why this file exists: every formula of the list is checked against mathematics alone: its gradient against the
 * complex step and finite differences of its value, float against double, momentum, degenerate shapes, one projection.
 * The checks are generated from the list by arity, element, rows and traits, so a new formula is covered without an
 * edit here. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "runner/check.h"
#include "formula_checks.h"

enum { SHAPES = FORMULA_SHAPES };

/// Two computations for the same shapes.
typedef struct opinions {
  shape at;
  xpbd_vec3_f64 ours[XPBD_MAX_ARITY], other[XPBD_MAX_ARITY];
  double value, other_value;
  bool overflowed; ///< Overflows in float, as double predicts: left out.
} opinions;

static opinions samples[SHAPES];

typedef enum rival { BY_COMPLEX_STEP, BY_DIFFERENCES, BY_FLOAT } rival;

/* Third root of the rounding unit: truncation and rounding are alike, both near 1e-10. */
static const double DIFFERENCE = 6e-6; /* sizes */

/// Draws the shapes and runs both. Returns how many overflow in float because the value or gradient in double is so
/// large that an intermediate does not fit.
static int take(check *self, const subject *s, rival against) {
  const int arity = s->formula->info.arity;
  int overflowed = 0;
  for (int i = 0; i < SHAPES; i++) {
    opinions *a = &samples[i];
    a->at = subject_shape(self, s);
    a->overflowed = false;
    if (against == BY_FLOAT) {
      a->value = subject_f32(s, &a->at, a->ours);
      a->other_value = subject_f64(s, &a->at, a->other);
      const double size = fmax(fabs(a->other_value), sample_norm(arity, a->other));
      a->overflowed = size > 1e30 && !(isfinite(a->value) && isfinite(sample_norm(arity, a->ours)));
      overflowed += a->overflowed;
    } else {
      a->value = a->other_value = subject_f64(s, &a->at, a->ours);
      if (against == BY_COMPLEX_STEP)
        a->other_value = sample_exact(s->formula, &a->at, a->other);
      else
        sample_differences(s->formula, &a->at, DIFFERENCE * s->size, a->other);
    }
  }
  return overflowed;
}

/// Largest errors over the shapes. Gradients are compared relative to |g| + g_rms, where g_rms is the root mean square
/// over the shapes. Near rest the gradient of a double root vanishes, so its own relative error is unbounded.
typedef struct errors {
  double gradient, value;
  double rms;     ///< g_rms.
  double unequal; ///< Shapes in which the two gradients are not bit-identical.
} errors;

static errors compare(const subject *s, fault kind) {
  const int arity = s->formula->info.arity;
  subject spoiled = *s;
  spoiled.fault = kind;
  double squares = 0, value_squares = 0;
  int count = 0;
  for (int i = 0; i < SHAPES; i++) {
    if (samples[i].overflowed) continue;
    const double norm = sample_norm(arity, samples[i].other);
    squares += norm * norm;
    value_squares += samples[i].other_value * samples[i].other_value;
    count++;
  }
  errors e = {.rms = sqrt(squares / count)};
  const double value_rms = sqrt(value_squares / count);
  for (int i = 0; i < SHAPES; i++) {
    const opinions *a = &samples[i];
    if (a->overflowed) continue;
    xpbd_vec3_f64 ours[XPBD_MAX_ARITY];
    memcpy(ours, a->ours, sizeof ours);
    subject_spoil(&spoiled, &a->at, ours);
    const double distance = sample_distance(arity, ours, a->other), norm = sample_norm(arity, a->other);
    e.gradient = check_larger(e.gradient, distance / (norm + e.rms));
    e.value = check_larger(e.value, fabs(a->value - a->other_value) / (fabs(a->other_value) + value_rms));
    e.unequal += distance != 0;
  }
  return e;
}

/// All faults that a comparison of gradients must see, on the last shapes.
static void gradient_controls(check *self, const subject *s, double limit) {
  static const struct {
    fault fault;
    const char *what;
  } wrong[] = {{FAULT_ONE_COMPONENT, "one component 1 % too large"},
               {FAULT_SIGN, "gradient reversed"},
               {FAULT_ZEROED, "last particle's gradient missing"},
               {FAULT_TURNED, "a couple added"},
               {FAULT_NAN, "NaN in some shapes"},
               {FAULT_ZERO, "gradient zero everywhere"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    check_control(self, !(compare(s, wrong[i].fault).gradient <= limit), "%s", wrong[i].what);
}

/// The largest allowed errors, relative to |g| + g_rms and |C| + C_rms, and why.
typedef struct limits {
  double complex_step, differences, float_gradient, float_value;
  const char *why;
} limits;

/* Errors in float are relative to positions, which have rounding themselves: an exponential multiplies the rounding of
 * its argument, a sum that of all its terms. Those of an acos are over the shapes that subject_shape() leaves it
 * (dihedral_acos). */
static limits limits_of(const subject *s) {
  const unsigned traits = s->formula->info.traits;
  if (traits & XPBD_SINGULAR)
    return (limits){
        2e-12, 1e-6, 6e-4, 6e-5,
        "an acos loses up to a thousand rounding errors: measured 3.8e-13, in float 1.6e-4, its value 1.7e-5"};
  if (traits & XPBD_LITERAL)
    return (limits){2e-14, 1e-6, 8e-6, 8e-6, "the printed form, with the largest allowed material: measured 3.8e-6"};
  if (traits & XPBD_MODULI)
    return (limits){2e-14, 1e-6, 8e-6, 4e-6,
                    "strains and the roots of energies in float: measured 2.4e-6; at nu = 0.49 lambda multiplies the "
                    "rounding of a trace by 24: 4.6e-6 (corotated_root_tet)"};
  if (traits & (XPBD_ENERGY | XPBD_SUMMED))
    return (limits){2e-14, 1e-6, 2.4e-6, 2.4e-6, "an energy or a sum over a mesh in float: measured 1.6e-6"};
  return (limits){2e-14, 1e-6, 1.6e-6, 1.6e-6,
                  "measured over all formulas: complex step 3e-15, differences 3.3e-9, float 1.3e-6"};
}

static void complex_step(check *self, int formula) {
  const subject s = subject_of(formula);
  const double limit = limits_of(&s).complex_step;
  check_why(self, limits_of(&s).why);
  take(self, &s, BY_COMPLEX_STEP);
  const errors e = compare(&s, FAULT_NONE);
  check_at_least(self, e.rms, DBL_MIN, "gradients are not all zero, rms");
  check_at_most(self, e.gradient, limit, "gradient, double against complex step");
  check_at_most(self, e.value, limit, "value, double against complex reading");
  gradient_controls(self, &s, limit);
}

static void differences(check *self, int formula) {
  const subject s = subject_of(formula);
  const double limit = limits_of(&s).differences;
  check_why(self, "central differences have their own error, at most 3.3e-9 over all formulas");
  take(self, &s, BY_DIFFERENCES);
  const errors e = compare(&s, FAULT_NONE);
  check_at_most(self, e.gradient, limit, "gradient, double against central differences");
  check_at_least(self, e.unequal, SHAPES / 2,
                 "shapes in which differences are not bit-identical to the coded gradient");
  gradient_controls(self, &s, limit);
}

static void in_float(check *self, int formula) {
  subject s = subject_of(formula);
  const limits limit = limits_of(&s);
  s.of_floats = true;
  check_why(self, limit.why);
  check_same(self, (uint64_t)take(self, &s, BY_FLOAT), 0, "shapes that overflow in float");
  const errors e = compare(&s, FAULT_NONE);
  check_at_most(self, e.gradient, limit.float_gradient, "gradient, float against double on the same numbers");
  check_at_most(self, e.value, limit.float_value, "value, float against double on the same numbers");
  gradient_controls(self, &s, limit.float_gradient);
}

/// Material at the ends of its range: all numbers at once, then each alone. The limits are relative, so they hold for
/// any stiffness.
static void material(check *self, int formula) {
  subject s = subject_of(formula);
  const limits limit = limits_of(&s);
  const bool literal = (s.formula->info.traits & XPBD_LITERAL) != 0;
  check_why(self, limit.why);
  for (int end = 1; end <= subject_material_ends(&s); end++) {
    double numbers[XPBD_MAX_MATERIAL];
    s.material = end;
    if (!subject_material(&s, numbers)) continue; /* one alone that needs another with it */
    s.of_floats = false;
    take(self, &s, BY_COMPLEX_STEP);
    const errors exact = compare(&s, FAULT_NONE);
    s.of_floats = true;
    const int overflowed = take(self, &s, BY_FLOAT);
    const errors rounded = compare(&s, FAULT_NONE);
    if (exact.rms == 0) { /* no stiffness, no force; errors relative to it are 0 / 0 */
      check_true(self, rounded.rms == 0, "no gradient with material %d, also in float", end);
      continue;
    }
    check_at_most(self, overflowed, literal ? SHAPES / 10 : 0, "shapes that overflow in float, material %d", end);
    check_at_most(self, exact.gradient, limit.complex_step, "gradient with material %d, double", end);
    check_at_most(self, rounded.gradient, limit.float_gradient, "gradient with material %d, float", end);
    check_at_most(self, rounded.value, limit.float_value, "value with material %d, float", end);
  }
  s.material = 2;
  take(self, &s, BY_COMPLEX_STEP);
  check_control(self, !(compare(&s, FAULT_ONE_COMPONENT).gradient <= limit.complex_step), "one component 1 %% off");
}

/* A formula says XPBD_SINGULAR where it loses digits. Only for that reason may shapes be left out. */
static void singular(check *self, int formula) {
  subject s = subject_of(formula);
  subject as_plain = s;
  xpbd_formula plain = *s.formula;
  plain.info.traits &= ~(unsigned)XPBD_SINGULAR;
  as_plain.formula = &plain;
  int lost = 0, lost_left = 0, lost_flat[2] = {0};
  for (int i = 0; i < SHAPES; i++) {
    const shape any = subject_shape(self, &as_plain), kept = subject_shape(self, &s);
    lost += subject_loses_digits(&s, &any);
    lost_left += subject_loses_digits(&s, &kept);
    for (int line = 0; line < 2; line++) {
      shape flat = any;
      for (int k = 0; k < s.formula->info.arity; k++) {
        flat.x[k].z *= 1e-4;
        if (line) flat.x[k].y *= 1e-4;
      }
      lost_flat[line] += subject_loses_digits(&s, &flat);
    }
  }
  check_at_most(self, lost, SHAPES / 20, "shapes of %d that lose digits and are left out", SHAPES);
  check_same(self, (uint64_t)lost_left, 0, "of the others");
  check_at_least(self, fmax(lost_flat[0], lost_flat[1]), SHAPES / 2, "nearly flat or straight shapes that lose digits");
  check_control(self, lost_flat[0] + lost_flat[1] > 0, "lost digits are recognised");
}

static void add(check_registry *registry, int formula, const char *name, const char *about, check_body body) {
  check_add_named(registry, about, body, formula, "%s/%s", xpbd_formula_at(formula)->name, name);
}

void check_group_formulas(check_registry *registry) {
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const unsigned traits = xpbd_formula_at(i)->traits;
    /* first: it says what is wrong, the others only that something is */
    add(registry, i, "verdict", "the verdict that any formula gets: right, and wrong when spoiled", formula_verdict);
    add(registry, i, "complex-step", "gradient and value in double against the complex step", complex_step);
    add(registry, i, "differences", "gradient in double against central differences", differences);
    add(registry, i, "float", "gradient and value in float against double", in_float);
    if (xpbd_formula_is_whole(xpbd_formula_at(i)))
      add(registry, i, "momentum", "sums of g and of x cross g over closed meshes vanish", formula_summed);
    else
      add(registry, i, "momentum", "sums of g and of x cross g vanish", formula_momentum);
    add(registry, i, "material", "gradients at the ends of the range of every material number", material);
    add(registry, i, "degenerate", "collapsed and huge shapes: finite, or an overflow that shows", formula_degenerate);
    add(registry, i, "rest", "flat rest shapes: usable, or refused and left out of a scene", formula_rest);
    add(registry, i, "projection", "projections contract, by the known factor if there is one", formula_projection);
    if (traits & XPBD_SINGULAR) add(registry, i, "singular", "digits are lost where the trait says so", singular);
  }
  formula_known_checks(registry);
  formula_threshold_checks(registry);
}
