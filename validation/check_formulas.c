/* Why this file exists: every formula of the list is checked against mathematics alone: its gradient against the
 * complex step and finite differences of its value, float against double, momentum, degenerate shapes, one
 * projection. The checks are generated from the list, so a new formula is covered without an edit here. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "formula_subject.h"

enum { SHAPES = 1500 };

/// Largest errors over SHAPES random shapes. Gradients are compared relative to |g| + g_rms, g_rms being the root mean
/// square over the shapes: near rest the gradient of a double root vanishes and its own relative error is unbounded.
typedef struct errors {
  double gradient, value;
  double rms;     ///< g_rms.
  double unequal; ///< Shapes at which the two gradients are not the same bits.
} errors;

typedef enum rival { BY_COMPLEX_STEP, BY_DIFFERENCES, BY_FLOAT } rival;

static errors compare(check *self, const subject *s, rival against) {
  static xpbd_vec3_f64 ours[SHAPES][XPBD_MAX_ARITY], other[SHAPES][XPBD_MAX_ARITY];
  static double value[SHAPES], other_value[SHAPES];
  const int arity = s->formula->info.arity;
  double squares = 0, value_squares = 0;
  for (int i = 0; i < SHAPES; i++) {
    const shape at = subject_shape(self, s);
    subject clean = *s;
    clean.fault = FAULT_NONE;
    switch (against) {
    case BY_COMPLEX_STEP:
      value[i] = subject_f64(s, &at, ours[i]);
      other_value[i] = subject_complex(s, &at, other[i]);
      break;
    case BY_DIFFERENCES:
      value[i] = other_value[i] = subject_f64(s, &at, ours[i]);
      subject_differences(s, &at, other[i]);
      break;
    case BY_FLOAT:
      value[i] = subject_f32(s, &at, ours[i]);
      other_value[i] = subject_f64(&clean, &at, other[i]);
      break;
    }
    const double norm = gradient_norm(arity, other[i]);
    squares += norm * norm;
    value_squares += other_value[i] * other_value[i];
  }
  errors e = {.rms = sqrt(squares / SHAPES)};
  const double value_rms = sqrt(value_squares / SHAPES);
  for (int i = 0; i < SHAPES; i++) {
    const double distance = gradient_distance(arity, ours[i], other[i]), norm = gradient_norm(arity, other[i]);
    e.gradient = worse_of(e.gradient, distance / (norm + e.rms));
    e.value = worse_of(e.value, fabs(value[i] - other_value[i]) / (fabs(other_value[i]) + value_rms));
    e.unequal += distance != 0;
  }
  return e;
}

static subject with_fault(const subject *s, fault kind) {
  subject wrong = *s;
  wrong.fault = kind;
  return wrong;
}

/// All the ways to be wrong that a comparison of gradients must see.
static void gradient_controls(check *self, const subject *s, rival against, double limit) {
  static const struct {
    fault fault;
    const char *what;
  } wrong[] = {{FAULT_ONE_COMPONENT, "one component 1 % too large"},
               {FAULT_SIGN, "gradient reversed"},
               {FAULT_ZEROED, "last particle's gradient missing"},
               {FAULT_TURNED, "a couple added"},
               {FAULT_NAN, "NaN in some shapes"},
               {FAULT_ZERO, "gradient zero everywhere"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const subject faulty = with_fault(s, wrong[i].fault);
    check_control(self, !(compare(self, &faulty, against).gradient <= limit), "%s", wrong[i].what);
  }
}

/* Measured 3e-16 to 1.2e-15; other ways to write such formulas stay below 4e-15. */
static const double complex_limit = 2e-14;

static void complex_step(check *self, int formula) {
  const subject s = subject_of(formula);
  const errors e = compare(self, &s, BY_COMPLEX_STEP);
  check_at_least(self, e.rms, DBL_MIN, "gradients are not all zero, rms");
  check_at_most(self, e.gradient, complex_limit, "gradient, double against complex step");
  check_at_most(self, e.value, complex_limit, "value, double against complex reading");
  gradient_controls(self, &s, BY_COMPLEX_STEP, complex_limit);
}

static void differences(check *self, int formula) {
  const double limit = 1e-6; /* measured 4e-11 to 1.2e-10 */
  const subject s = subject_of(formula);
  const errors e = compare(self, &s, BY_DIFFERENCES);
  check_at_most(self, e.gradient, limit, "gradient, double against central differences");
  check_at_least(self, e.unequal, SHAPES / 2, "shapes where differences are not the coded gradient bit for bit");
  gradient_controls(self, &s, BY_DIFFERENCES, limit);
}

/* Rounding of float relative to |g| + g_rms. Measured 1.3e-7 (linear) to 8e-7 (double roots), 1.3e-6 in another
 * draw. */
static const double float_limit = 1.6e-6;

static void in_float(check *self, int formula) {
  subject s = subject_of(formula);
  s.of_floats = true;
  const errors e = compare(self, &s, BY_FLOAT);
  check_at_most(self, e.gradient, float_limit, "gradient, float against double on the same numbers");
  check_at_most(self, e.value, float_limit, "value, float against double on the same numbers");
  gradient_controls(self, &s, BY_FLOAT, float_limit);
}

/// Worst |sum g| / |g| and |sum x cross g| / (|g| size): linear and angular momentum that a projection would create.
static void momentum_errors(check *self, const subject *s, bool in_floats, double *linear, double *angular) {
  *linear = *angular = 0;
  const int arity = s->formula->info.arity;
  for (int i = 0; i < SHAPES; i++) {
    const shape at = subject_shape(self, s);
    xpbd_vec3_f64 g[XPBD_MAX_ARITY], sum = {0, 0, 0}, torque = {0, 0, 0};
    if (in_floats)
      subject_f32(s, &at, g);
    else
      subject_f64(s, &at, g);
    for (int k = 0; k < arity; k++) {
      sum = xpbd_v_add_f64(sum, g[k]);
      torque = xpbd_v_add_f64(torque, xpbd_v_cross_f64(xpbd_v_sub_f64(at.x[k], at.x[0]), g[k]));
    }
    const double norm = gradient_norm(arity, g);
    if (norm == 0) continue; /* a shape exactly at rest */
    *linear = worse_of(*linear, gradient_norm(1, &sum) / norm);
    *angular = worse_of(*angular, gradient_norm(1, &torque) / (norm * s->size));
  }
}

static void momentum(check *self, int formula) {
  subject s = subject_of(formula);
  double linear, angular;
  momentum_errors(self, &s, false, &linear, &angular);
  check_at_most(self, linear, 1e-13, "double: |sum of gradients| / |g|"); /* measured 0 for springs; 2e-16 in general */
  check_at_most(self, angular, 1e-13, "double: |sum of x cross g| / |g|"); /* measured 1.3e-16 */
  s.of_floats = true;
  momentum_errors(self, &s, true, &linear, &angular);
  check_at_most(self, linear, 1e-5, "float: |sum of gradients| / |g|");  /* measured 0; 8e-8 in general */
  check_at_most(self, angular, 1e-4, "float: |sum of x cross g| / |g|"); /* measured 1.6e-7 */
  subject wrong = with_fault(&s, FAULT_ZEROED);
  momentum_errors(self, &wrong, true, &linear, &angular);
  check_control(self, !(linear <= 1e-5), "sum of gradients: last particle's gradient missing");
  wrong = with_fault(&s, FAULT_ONE_COMPONENT);
  momentum_errors(self, &wrong, true, &linear, &angular);
  check_control(self, !(linear <= 1e-5), "sum of gradients: one component 1 %% too large");
  wrong = with_fault(&s, FAULT_TURNED);
  momentum_errors(self, &wrong, true, &linear, &angular);
  check_control(self, linear <= 1e-5 && !(angular <= 1e-4), "x cross g: a couple that the sum does not see");
}

/// Material at the ends of its range. The limits are relative, so they hold for any k.
static void material(check *self, int formula) {
  for (int end = 1; end <= 2; end++) {
    subject s = subject_of(formula);
    s.material = end;
    const errors exact = compare(self, &s, BY_COMPLEX_STEP);
    s.of_floats = true;
    const errors rounded = compare(self, &s, BY_FLOAT);
    const char *which = end == 1 ? "smallest" : "largest";
    if (exact.rms == 0) { /* no stiffness, no force; errors relative to it are 0 / 0 */
      check_true(self, rounded.rms == 0, "no gradient with the %s material, also in float", which);
      continue;
    }
    check_at_most(self, exact.gradient, complex_limit, "gradient with the %s material, double", which);
    check_at_most(self, rounded.gradient, float_limit, "gradient with the %s material, float", which);
    check_at_most(self, rounded.value, float_limit, "value with the %s material, float", which);
  }
  subject wrong = subject_of(formula);
  wrong.material = 2;
  wrong.fault = FAULT_ONE_COMPONENT;
  check_control(self, !(compare(self, &wrong, BY_COMPLEX_STEP).gradient <= complex_limit), "one component 1 %% off");
}

typedef enum outcome { ALL_FINITE, OVERFLOWED, WRONG } outcome;

/// Value and gradient finite, or one of them infinite or NaN, which the solver sees and skips. Wrong: NaN as value
/// while the gradient pretends to be usable.
static outcome outcome_of(const subject *s, const shape *at, bool in_floats) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  const double value = in_floats ? subject_f32(s, at, g) : subject_f64(s, at, g);
  const double norm = gradient_norm(s->formula->info.arity, g);
  if (isfinite(value) && isfinite(norm)) return ALL_FINITE;
  return isnan(value) && isfinite(norm) ? WRONG : OVERFLOWED;
}

static shape collapsed(check *self, const subject *s, xpbd_vec3_f64 to) {
  shape at = subject_shape(self, s);
  for (int i = 0; i < s->formula->info.arity; i++) at.x[i] = to;
  return at;
}

static shape stretched(check *self, const subject *s, double factor) {
  shape at = subject_shape(self, s);
  for (int i = 0; i < s->formula->info.arity; i++) at.x[i] = xpbd_v_scale_f64(factor, at.x[i]);
  return at;
}

/* Degenerate shapes. Up to a stretch of 15 everything is finite in both precisions (the exponential formulas overflow
 * in float beyond 43 m); beyond, an overflow is allowed when it shows. */
static void degenerate(check *self, int formula) {
  subject s = subject_of(formula);
  s.of_floats = true;
  int wrong_flat = 0, wrong_near = 0, wrong_stretched = 0, wrong_huge = 0;
  for (int i = 0; i < 200; i++) {
    for (int in_floats = 0; in_floats < 2; in_floats++) {
      const shape origin = collapsed(self, &s, (xpbd_vec3_f64){0, 0, 0});
      const shape point = collapsed(self, &s, (xpbd_vec3_f64){0.7f, -1.3f, 2.1f});
      wrong_flat += outcome_of(&s, &origin, in_floats) != ALL_FINITE;
      wrong_flat += outcome_of(&s, &point, in_floats) != ALL_FINITE;
      shape near = origin; /* distances around the thresholds for "same place" and down to subnormal squares */
      near.x[s.formula->info.arity - 1].y = pow(10, check_random(self, -44, -3));
      wrong_near += outcome_of(&s, &near, in_floats) != ALL_FINITE;
      const shape wide = stretched(self, &s, check_random(self, 1, 10) / 2);
      wrong_stretched += outcome_of(&s, &wide, in_floats) != ALL_FINITE;
      const shape huge = stretched(self, &s, pow(10, check_random(self, 1, 15)));
      wrong_huge += outcome_of(&s, &huge, in_floats) == WRONG;
    }
  }
  check_same(self, (uint64_t)wrong_flat, 0, "coincident particles whose value or gradient is not finite");
  check_same(self, (uint64_t)wrong_near, 0, "nearly coincident particles whose value or gradient is not finite");
  check_same(self, (uint64_t)wrong_stretched, 0, "shapes stretched up to 5 times that are not finite");
  check_same(self, (uint64_t)wrong_huge, 0, "huge shapes whose overflow does not show");
  /* no direction, so no gradient: whichever direction rounding picks would be noise */
  const shape origin = collapsed(self, &s, (xpbd_vec3_f64){0, 0, 0});
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  subject_f64(&s, &origin, g);
  check_at_most(self, gradient_norm(s.formula->info.arity, g), 0.0, "gradient of coincident particles");
  subject faulty = with_fault(&s, FAULT_NAN);
  const shape far = collapsed(self, &s, (xpbd_vec3_f64){2, 0, 0});
  check_control(self, outcome_of(&faulty, &far, false) != ALL_FINITE, "NaN in a gradient");
}

/// One projection with compliance 0 and equal masses: x_i -= g_i C / sum |g|^2. Returns the new value.
static double projected(const subject *s, shape *at) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  const int arity = s->formula->info.arity;
  const double c = subject_f64(s, at, g), norm = gradient_norm(arity, g);
  for (int i = 0; i < arity; i++) at->x[i] = xpbd_v_madd_f64(-c / (norm * norm), g[i], at->x[i]);
  return subject_f64(s, at, g);
}

/* What one projection leaves of an elongation d of 0.5 m at rest length 1 m: 1 - C / (C' d). It is 0 for a linear C,
 * 1/2 for a square, 1 - (l^2 - l0^2) / (4 l d) for stvk, 1 - (1 - e^-d) / (2 d) for morse. */
static const struct {
  const char *name;
  double left;
} contraction[] = {{"stretching", 0.0},
                   {"hookean", 0.5},
                   {"stvk", 1.0 - 1.25 / (4.0 * 1.5 * 0.5)},
                   {"morse", 0.60653065971263342}, /* e^-1/2, as d = 1/2 */
                   {"distance_bending", 0.0}};

static void known_contraction(check *self, const subject *s) {
  for (size_t i = 0; i < sizeof contraction / sizeof *contraction; i++) {
    if (strcmp(contraction[i].name, s->formula->info.name) != 0) continue;
    shape at = subject_shape(self, s);
    at.x[0] = (xpbd_vec3_f64){0, 0, 0};
    at.x[1] = (xpbd_vec3_f64){0, 1.5, 0};
    at.rest[0] = 1.0;
    projected(s, &at);
    const double left = (at.x[1].y - at.x[0].y - 1.0) / 0.5;
    check_at_most(self, fabs(left - contraction[i].left), 1e-14, "elongation left by one projection, %.6f", left);
  }
}

static void projection(check *self, int formula) {
  subject s = subject_of(formula);
  s.amplitude = 0.05; /* near rest, where Newton's step of every smooth C converges */
  double worst = 0, worst_reversed = 0;
  for (int i = 0; i < SHAPES; i++) {
    const shape start = subject_shape(self, &s);
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    const double before = fabs(subject_f64(&s, &start, g));
    if (before < 1e-12) continue;
    shape at = start;
    worst = worse_of(worst, fabs(projected(&s, &at)) / before);
    const subject reversed = with_fault(&s, FAULT_SIGN);
    at = start;
    worst_reversed = worse_of(worst_reversed, fabs(projected(&reversed, &at)) / before);
  }
  /* measured: 7e-12 for linear C, 0.25 to 0.27 for double roots, the square of 1/2 and a little */
  check_at_most(self, worst, 0.5, "|C| after one projection / before, near rest");
  known_contraction(self, &s);
  check_control(self, !(worst_reversed <= 0.5), "gradient reversed");
}

/* The gradient of the modified Morse potential as printed, Cetinaslan 2019, Eqs. (8), (9): exponents l instead of l
 * - l0. Known error: never below 4.2 times the right gradient at l0 = 0.05, larger for longer edges. */
static void morse_as_printed(check *self, int formula) {
  const subject s = subject_of(formula);
  double least = HUGE_VAL, worst_right = 0;
  for (int i = 0; i < SHAPES; i++) {
    shape at = subject_shape(self, &s);
    xpbd_vec3_f64 right[2], numeric[2], printed[2];
    subject_f64(&s, &at, right);
    subject_complex(&s, &at, numeric);
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(at.x[1], at.x[0]);
    const double l = sqrt(xpbd_v_dot_f64(d, d)), slope = 2 * at.material[0] * exp(l) * (exp(l) - 1);
    printed[1] = xpbd_v_scale_f64(slope / l, d);
    printed[0] = xpbd_v_neg_f64(printed[1]);
    const double norm = gradient_norm(2, numeric);
    least = fmin(least, gradient_distance(2, printed, numeric) / norm);
    worst_right = worse_of(worst_right, gradient_distance(2, right, numeric) / (norm + 1.0));
  }
  check_at_most(self, worst_right, 1e-13, "gradient with exponents l - l0");
  check_at_least(self, least, 4.0, "relative error of the printed gradient, at least");
  check_control(self, !(least <= complex_limit), "the printed gradient");
}

static void add(check_registry *registry, int formula, const char *name, const char *about, check_body body) {
  char full[80];
  snprintf(full, sizeof full, "%s/%s", xpbd_formula_at(formula)->name, name);
  check_add(registry, full, about, body, formula);
}

void check_group_formulas(check_registry *registry) {
  for (int i = 0; i < xpbd_formula_count(); i++) {
    add(registry, i, "complex-step", "gradient and value in double against the complex step", complex_step);
    add(registry, i, "differences", "gradient in double against central differences", differences);
    add(registry, i, "float", "gradient and value in float against double", in_float);
    add(registry, i, "momentum", "sums of g and of x cross g vanish", momentum);
    add(registry, i, "material", "gradients at the ends of the range of every material number", material);
    add(registry, i, "degenerate", "coincident particles, huge stretch: finite, or an overflow that shows", degenerate);
    add(registry, i, "projection", "one projection contracts by the known factor", projection);
    if (strcmp(xpbd_formula_at(i)->name, "morse") == 0)
      add(registry, i, "as-printed", "the erratum of the printed gradient is seen", morse_as_printed);
  }
}
