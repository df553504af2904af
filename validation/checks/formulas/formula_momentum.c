/* Why this file exists: measures how a projection changes linear and angular momentum: sums of g and of x cross g. A
 * formula that changes under rotation must show it (XPBD_TURNING). One that makes a single constraint of a mesh
 * (XPBD_SUMMED) is summed over the mesh. */
#include <math.h>
#include <stdlib.h>

#include "formula_checks.h"
#include "runner/rig.h"

/// Worst |sum g| / |g| and |sum x cross g| / (|g| size): linear and angular momentum that a projection would create.
static void momentum_errors(check *self, const subject *s, bool in_floats, double *linear, double *angular) {
  *linear = *angular = 0;
  const int arity = s->formula->info.arity;
  for (int i = 0; i < FORMULA_SHAPES; i++) {
    const shape at = subject_shape(self, s);
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    double sum, torque;
    if (in_floats)
      subject_f32(s, &at, g);
    else
      subject_f64(s, &at, g);
    const double norm = sample_norm(arity, g);
    if (norm == 0) continue; /* a shape exactly at rest */
    sample_sums(arity, at.x, g, norm, s->size, &sum, &torque);
    *linear = check_larger(*linear, sum), *angular = check_larger(*angular, torque);
  }
}

static const double linear_limits[2] = {1e-13, 1e-5}, angular_limits[2] = {1e-13, 1e-4}; /* double, float */

void formula_momentum(check *self, int formula) {
  subject s = subject_of(formula);
  const bool turning = (s.formula->info.traits & XPBD_TURNING) != 0;
  double linear, angular;
  check_why(self, "the rounding error of a sum of gradients and of their moments about a particle");
  for (int in_floats = 0; in_floats < 2; in_floats++) {
    const char *precision = in_floats ? "float" : "double";
    s.of_floats = in_floats;
    momentum_errors(self, &s, in_floats, &linear, &angular);
    check_at_most(self, linear, linear_limits[in_floats], "%s: |sum of gradients| / |g|", precision);
    if (turning)
      check_at_least(self, angular, 0.05, "%s: a rotation changes C, |sum of x cross g| / |g|", precision);
    else
      check_at_most(self, angular, angular_limits[in_floats], "%s: |sum of x cross g| / |g|", precision);
  }
  static const struct {
    fault fault;
    const char *what;
  } wrong[] = {{FAULT_ZEROED, "last particle's gradient missing"},
               {FAULT_ONE_COMPONENT, "one component 1 % too large"}};
  for (int i = 0; i < 2; i++) {
    s.fault = wrong[i].fault;
    momentum_errors(self, &s, true, &linear, &angular);
    check_control(self, !(linear <= linear_limits[1]), "sum of gradients: %s", wrong[i].what);
  }
  s.fault = turning ? FAULT_CENTRAL : FAULT_TURNED;
  momentum_errors(self, &s, true, &linear, &angular);
  if (turning)
    check_control(self, !(angular >= 0.05), "a gradient without any couple");
  else
    check_control(self, linear <= linear_limits[1] && !(angular <= angular_limits[1]),
                  "x cross g: a couple that the sum does not see");
}

/// The single constraint that a summed formula makes from a closed mesh.
typedef struct whole {
  const xpbd_formula *formula;
  xpbd_scene *scene;
  const xpbd_constraints *set;
  int32_t count; ///< Particles.
  xpbd_vec3_f64 *x, *g;
} whole;

static bool make_whole(check *self, int formula, bool torus, double amplitude, whole *w) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  const xpbd_status made = torus ? xpbd_mesh_make_torus(12, 9, 1.0, 0.4, &mesh) : xpbd_mesh_make_sphere(2, 1.0, &mesh);
  *w = (whole){.formula = xpbd_formula_entry(formula)};
  if (!check_status(self, made, XPBD_OK, "mesh")) return false;
  w->count = mesh.vertex_count;
  w->x = calloc((size_t)w->count, sizeof *w->x);
  w->g = calloc((size_t)w->count, sizeof *w->g);
  OWNED(check_free) double *masses = calloc((size_t)w->count, sizeof *masses);
  xpbd_scene_def def = rig_points(w->count, mesh.positions, NULL, masses);
  for (int32_t i = 0; masses && i < w->count; i++) masses[i] = 1;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = w->formula->info.name;
  bool good = check_true(self, w->x && w->g && masses, "memory") &&
              check_status(self, xpbd_scene_create(&def, &w->scene), XPBD_OK, "scene") &&
              check_status(self, xpbd_scene_add_on_mesh(w->scene, &mesh, 0, &set), XPBD_OK, "formula on the mesh");
  if (good) w->set = xpbd_scene_set(w->scene, 0);
  const xpbd_vec3_f64 offset = {0.7, -1.3, 2.1}; /* away from the origin, where a sum might vanish by symmetry */
  for (int32_t i = 0; good && i < w->count; i++) {
    const double *p = &mesh.positions[3 * (int64_t)i];
    w->x[i] = xpbd_v_add_f64(offset, (xpbd_vec3_f64){p[0], p[1], p[2]});
    w->x[i].x += check_random(self, -amplitude, amplitude);
    w->x[i].y += check_random(self, -amplitude, amplitude);
    w->x[i].z += check_random(self, -amplitude, amplitude);
  }
  return good;
}

static void free_whole(whole *w) {
  xpbd_scene_destroy(&w->scene);
  free(w->x);
  free(w->g);
}

/// C and its gradient, summed over the elements except the last `missing`.
static double evaluate_whole(const whole *w, int32_t missing) {
  const int arity = w->formula->info.arity;
  double value = 0;
  for (int32_t i = 0; i < w->count; i++) w->g[i] = (xpbd_vec3_f64){0, 0, 0};
  for (int64_t c = 0; c < w->set->count - missing; c++) {
    const int32_t *at = &w->set->particles[c * arity];
    xpbd_vec3_f64 x[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
    double room[XPBD_MAX_REST];
    for (int k = 0; k < arity; k++) x[k] = w->x[at[k]];
    value += w->formula->f64(x, xpbd_rest_of(w->set, c, 0, room), w->set->material, g);
    for (int k = 0; k < arity; k++) w->g[at[k]] = xpbd_v_add_f64(w->g[at[k]], g[k]);
  }
  return value;
}

static void sums_of(const whole *w, double *linear, double *angular) {
  xpbd_vec3_f64 sum = {0, 0, 0}, torque = {0, 0, 0};
  double square = 0;
  for (int32_t i = 0; i < w->count; i++) {
    sum = xpbd_v_add_f64(sum, w->g[i]);
    torque = xpbd_v_add_f64(torque, xpbd_v_cross_f64(w->x[i], w->g[i]));
    square += xpbd_v_dot_f64(w->g[i], w->g[i]);
  }
  *linear = sqrt(xpbd_v_dot_f64(sum, sum) / square);
  *angular = sqrt(xpbd_v_dot_f64(torque, torque) / square);
}

/// Largest error of the summed gradient against central differences of the summed value, relative to the largest.
static double difference_error(whole *w, int32_t missing) {
  const double h = 6e-6;
  double worst = 0, largest = 0;
  for (int32_t i = 0; i < w->count; i += 7) {
    const xpbd_vec3_f64 kept = w->x[i];
    w->x[i].y = kept.y + h;
    const double above = evaluate_whole(w, 0);
    w->x[i].y = kept.y - h;
    const double below = evaluate_whole(w, 0);
    w->x[i] = kept;
    evaluate_whole(w, missing);
    worst = check_larger(worst, fabs(w->g[i].y - (above - below) / (2 * h)));
    largest = fmax(largest, fabs(w->g[i].y));
  }
  return worst / largest;
}

void formula_summed(check *self, int formula) {
  const double limit = 1e-12;
  check_why(self, "the rounding error of a sum of some hundred terms, |x| being 3");
  for (int torus = 0; torus < 2; torus++) {
    const char *name = torus ? "torus" : "sphere";
    whole w;
    double linear = NAN, angular = NAN;
    if (make_whole(self, formula, torus, 0.05, &w)) {
      evaluate_whole(&w, 0);
      sums_of(&w, &linear, &angular);
      check_at_most(self, linear, limit, "%s: |sum of gradients| / |g|", name);
      check_at_most(self, angular, limit, "%s: |sum of x cross g| / |g|", name);
      check_at_most(self, difference_error(&w, 0), 1e-6, "%s: gradient against central differences", name);
      w.g[3].x *= 1.01;
      sums_of(&w, &linear, &angular);
      check_control(self, !(linear <= limit) && !(angular <= limit), "%s: one component 1 %% too large", name);
      check_control(self, !(difference_error(&w, w.set->count / 2) <= 1e-6), "%s: half of the elements missing", name);
    }
    free_whole(&w);
  }
}
