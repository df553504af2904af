/* Why this file exists: tests shapes on which a formula has no direction or no digits left: all particles in one place,
 * on a line, in a plane, two of them together, far too large. They are used as current shapes and as rest shapes. */
#include <math.h>
#include <string.h>

#include "formula_checks.h"
#include "runner/rig.h"

enum { DRAWS = 200 };

typedef enum outcome { ALL_FINITE, OVERFLOWED, WRONG } outcome;

/// Value and gradient are finite, or one of them is infinite or NaN, which the solver sees and skips. Wrong: NaN as
/// value while the gradient looks usable.
static outcome outcome_of(const subject *s, const shape *at, bool in_floats) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  const double value = in_floats ? subject_f32(s, at, g) : subject_f64(s, at, g);
  const double norm = sample_norm(s->formula->info.arity, g);
  if (isfinite(value) && isfinite(norm)) return ALL_FINITE;
  return isnan(value) && isfinite(norm) ? WRONG : OVERFLOWED;
}

enum { COLLAPSES = PAIR_AT_POINT + 1 };

static const char *const collapse_names[COLLAPSES] = {"in the origin", "in one place", "nearly in one place",
                                                      "on a line",     "in a plane",   "two in one place"};

static shape stretched(check *self, const subject *s, double factor) {
  shape at = subject_shape(self, s);
  for (int i = 0; i < s->formula->info.arity; i++) at.x[i] = xpbd_v_scale_f64(factor, at.x[i]);
  return at;
}

/* The printed form may overflow, visibly. Everything else is finite in both precisions, up to a stretch of 5. */
void formula_degenerate(check *self, int formula) {
  subject s = subject_of(formula);
  s.of_floats = true;
  const unsigned traits = s.formula->info.traits;
  int unusable[COLLAPSES + 1] = {0}, hidden = 0;
  for (int i = 0; i < DRAWS; i++)
    for (int in_floats = 0; in_floats < 2; in_floats++) {
      for (int kind = 0; kind <= COLLAPSES; kind++) {
        shape at = subject_shape(self, &s);
        const double tiny = pow(10, check_random(self, -44, -3)); /* about every threshold, down to subnormal squares */
        if (kind < COLLAPSES)
          sample_make(s.formula->info.arity, (sample_collapse)kind, tiny, at.x);
        else
          at = stretched(self, &s, check_random(self, 1, 10) / 2);
        const outcome found = outcome_of(&s, &at, in_floats);
        hidden += found == WRONG;
        unusable[kind] += found != ALL_FINITE;
      }
      const shape huge = stretched(self, &s, pow(10, check_random(self, 1, 15)));
      hidden += outcome_of(&s, &huge, in_floats) == WRONG;
    }
  check_same(self, (uint64_t)hidden, 0, "shapes whose overflow does not show");
  for (int kind = 0; kind <= COLLAPSES && !(traits & XPBD_LITERAL); kind++)
    check_same(self, (uint64_t)unusable[kind], 0, "shapes %s whose value or gradient is not finite",
               kind < COLLAPSES ? collapse_names[kind] : "stretched up to 5 times");
  /* Without a direction there is no gradient, because the direction that rounding picks would be noise. Linear
   * elasticity knows where the axes of its rest shape point. */
  shape origin = subject_shape(self, &s);
  sample_make(s.formula->info.arity, AT_ORIGIN, 0, origin.x);
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  subject_f64(&s, &origin, g);
  const double norm = sample_norm(s.formula->info.arity, g);
  if (traits & XPBD_TURNING)
    check_at_least(self, norm, 1e-30, "gradient of coincident particles");
  else if (isfinite(norm) || !(traits & XPBD_LITERAL))
    check_at_most(self, norm, 0.0, "gradient of coincident particles");
  s.fault = FAULT_NAN;
  shape far = subject_shape(self, &s);
  far.x[0].x = 2;
  check_control(self, outcome_of(&s, &far, false) != ALL_FINITE, "NaN in a gradient");
}

/// A scene of one good element and one degenerate, with the formula on both. Returns how many constraints it leaves
/// out; -1 if it could not be built.
static int32_t left_out(check *self, const subject *s, const xpbd_vec3_f64 *good, const xpbd_vec3_f64 *bad,
                        int32_t *kept) {
  const int arity = s->formula->info.arity;
  double positions[6 * XPBD_MAX_ARITY], inverse_masses[2 * XPBD_MAX_ARITY];
  int32_t particles[2 * XPBD_MAX_ARITY];
  for (int i = 0; i < 2 * arity; i++) {
    const xpbd_vec3_f64 x = i < arity ? good[i] : bad[i - arity];
    memcpy(&positions[3 * i], (double[]){x.x, x.y, x.z}, 3 * sizeof *positions);
    inverse_masses[i] = 1;
    particles[i] = i;
  }
  xpbd_scene_def def = rig_points(2 * arity, positions, NULL, inverse_masses);
  xpbd_constraints_def set = rig_set(s->formula->info.name, 2, particles, NULL);
  xpbd_scene *scene = NULL;
  int32_t found = -1;
  *kept = -1;
  if (check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "scene") &&
      check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "a degenerate element beside a good one")) {
    found = xpbd_scene_set(scene, 0)->left_out;
    *kept = xpbd_scene_set(scene, 0)->count;
  }
  xpbd_scene_destroy(&scene);
  return found;
}

static bool finite_at(const subject *s, const shape *at) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  return isfinite(subject_f64(s, at, g)) && isfinite(sample_norm(s->formula->info.arity, g));
}

/* With a degenerate rest shape, either the formula is finite, or there is none: rest[0] is NaN, and a scene leaves it
 * out and counts it. */
void formula_rest(check *self, int formula) {
  subject s = subject_of(formula);
  const xpbd_formula_info *info = &s.formula->info;
  xpbd_vec3_f64 simplex[XPBD_MAX_ARITY];
  subject_simplex(&s, simplex);
  for (int kind = 0; kind < COLLAPSES; kind++) {
    xpbd_vec3_f64 bad[XPBD_MAX_ARITY];
    memcpy(bad, simplex, sizeof bad);
    sample_make(info->arity, (sample_collapse)kind, 1e-20, bad);
    int32_t lacking = 0, kept;
    for (int row = 0; row < info->rows; row++) {
      shape at = subject_shape(self, &s);
      xpbd_rest_shape(s.formula, bad, NULL, row, at.rest);
      const bool none = isnan(at.rest[0]);
      lacking += none;
      if (none) continue;
      for (int k = 0; k < info->rest_count; k++)
        check_true(self, isfinite(at.rest[k]), "particles %s at rest: rest[%d] is %g", collapse_names[kind], k,
                   at.rest[k]);
      xpbd_vec3_f64 h[XPBD_MAX_ARITY];
      const double value = subject_f64(&s, &at, h), size = sample_norm(info->arity, h);
      check_true(self, isfinite(value) && isfinite(size), "particles %s at rest: value %g, |gradient| %g",
                 collapse_names[kind], value, size);
    }
    const int32_t found = left_out(self, &s, simplex, bad, &kept), expected = lacking > 0 ? info->rows : 0;
    check_same(self, (uint64_t)found, (uint64_t)expected, "particles %s at rest: constraints left out",
               collapse_names[kind]);
    check_same(self, (uint64_t)kept, lacking > 0 ? 1 : 2, "elements kept");
  }
  shape at = subject_shape(self, &s);
  const bool before = finite_at(&s, &at);
  at.rest[0] = NAN;
  check_true(self, !finite_at(&s, &at), "C or its gradient depends on rest[0]; else the rest shape is ignored");
  check_control(self, before, "a valid rest shape taken for none");
}
