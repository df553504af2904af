/* Why this file exists: other methods are measured against Newton's, so its answer must be the minimiser of the step. It
 * is tested by the balance of forces with derivatives taken another way, against fast mass-springs and XPBD, and by the
 * order in which it converges. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formula/table.h"
#include "minimiser.h"
#include "runner/check.h"
#include "runner/rig.h"
#include "runner/workload.h"
#include "xpbd/implicit.h"

static const double STEP = MINIMISER_STEP;

/// Whether this build has a Cholesky factorisation; if not, the check is skipped with the reason.
static bool built(check *self) {
  const double x[3] = {0}, w = 1.0;
  xpbd_scene_def scene = rig_points(1, x, NULL, &w);
  const xpbd_solver_def def = minimiser_settings(XPBD_METHOD_NEWTON, 1);
  OWNED(rig_free) rig r = {0};
  const bool good = rig_scene(&r, self, &scene, 0, NULL) && xpbd_solver_supports(r.scene, &def) == XPBD_OK;
  if (!good) check_skip(self, "%s", xpbd_last_error());
  return good;
}

static xpbd_implicit_counters counted(const rig *r) {
  xpbd_implicit_counters c;
  check_status(r->owner, xpbd_implicit_get_counters(r->solver, &c), XPBD_OK, "its counters");
  return c;
}

/* ---- the balance of forces ---- */

/// Adds C grad C / alpha of an element to force [n, 3]; the gradient is the complex step of the value.
static void add_force(const xpbd_constraints *set, int64_t j, const double *x, double *force, double *largest) {
  const xpbd_formula *formula = xpbd_formula_entry(set->formula);
  const int arity = formula->info.arity;
  const int32_t *at = &set->particles[j * arity];
  for (int row = 0; row < formula->info.rows; row++) {
    double room[XPBD_MAX_REST];
    const double *rest = xpbd_rest_of(set, j, row, room);
    double _Complex shape[XPBD_MAX_REST] = {0}, numbers[XPBD_MAX_MATERIAL] = {0};
    for (int i = 0; i < formula->info.rest_count; i++) shape[i] = rest[i];
    for (int i = 0; i < formula->info.material_count; i++) numbers[i] = set->material[i];
    for (int k = 0; k < 3 * arity; k++) {
      xpbd_vec3_c64 p[XPBD_MAX_ARITY] = {{0}}, unused[XPBD_MAX_ARITY];
      for (int i = 0; i < arity; i++) {
        const double *q = &x[3 * (int64_t)at[i]];
        p[i] = (xpbd_vec3_c64){xpbd_of_c64(q[0], k == 3 * i ? 1e-60 : 0), xpbd_of_c64(q[1], k == 3 * i + 1 ? 1e-60 : 0),
                               xpbd_of_c64(q[2], k == 3 * i + 2 ? 1e-60 : 0)};
      }
      const double _Complex c = formula->c64(p, shape, numbers, unused);
      const double pull = creal(c) * cimag(c) * 1e60 / set->compliance;
      force[3 * (int64_t)at[k / 3] + k % 3] += pull;
      *largest = check_larger(*largest, fabs(pull));
    }
  }
}

/// Implicit Euler requires after a step from the start: m (x - y) / h^2 + forces = 0. Returns the largest component of
/// the remainder over the largest force of an element. `inertia` is a factor, for controls.
static double imbalance(const rig *r, double inertia) {
  const double *start = xpbd_scene_positions(r->scene), *speed = xpbd_scene_velocities(r->scene);
  const double *w = xpbd_scene_inverse_masses(r->scene), *g = xpbd_scene_gravity(r->scene);
  double *force = calloc(3 * (size_t)r->n, sizeof *force), largest = 0.0, left = 0.0;
  for (int32_t s = 0; s < xpbd_scene_set_count(r->scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(r->scene, s);
    for (int64_t j = 0; j < set->count; j++) add_force(set, j, r->x, force, &largest);
  }
  for (int32_t k = 0; k < 3 * r->n; k++) {
    if (!(w[k / 3] > 0.0)) continue;
    const double y = start[k] + STEP * speed[k] + STEP * STEP * g[k % 3];
    const double pull = inertia * (r->x[k] - y) / (w[k / 3] * STEP * STEP);
    largest = check_larger(largest, fabs(pull));
    largest = check_larger(largest, 1e-5 * fabs(r->x[k]) / (w[k / 3] * STEP * STEP)); /* rounding of the position */
    left = check_larger(left, fabs(pull + force[k]));
  }
  free(force);
  return left / largest;
}

/// One step of the scene of `r`.
static void balance_of(rig *r, xpbd_method method) {
  check *const self = r->owner;
  const double limit = 1e-9;
  xpbd_solver_def def = minimiser_settings(method, 200);
  if (!rig_run(r, &def, 1)) return;
  const xpbd_implicit_counters c = counted(r);
  check_at_most(self, imbalance(r, 1.0), limit, "%s: remaining force after %d iterations, relative to the largest",
                xpbd_method_name((int)method), (int)c.iterations);
  check_same(self, (uint64_t)c.unsolved, 0, "steps that were not solved");
  check_control(self, !(imbalance(r, 0.5) <= limit), "half of the inertia");
  def.iterations = 1;
  if (c.iterations > 2 && rig_run(r, &def, 1)) {
    check_control(self, !(imbalance(r, 1.0) <= limit), "one iteration alone");
    check_same(self, (uint64_t)counted(r).unsolved, 1, "which is counted as not solved");
  }
}

/* Every formula of single elements on a cloth or a beam with random masses and velocities. */
static void balance(check *self, int index) {
  if (!built(self)) return;
  workload load = workload_of(index, 0.0, true);
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &load)) {
    balance_of(&r, XPBD_METHOD_NEWTON);
    balance_of(&r, XPBD_METHOD_MULTIGRID);
  }
}

/* ---- other methods ---- */

/// A cloth of springs and its second set. Its masses and velocities are random, so it is built once for each check.
static bool springs(rig *r, check *self, double compliance) {
  workload load = workload_of(xpbd_formula_find("stretching"), 0.0, false);
  load.compliance = compliance, load.bending = true;
  return workload_build(r, self, &load);
}

/// Positions at the end of a run on the scene of `r`, [n, 3]. Owned by the caller; NULL after a failure.
static double *end_of(rig *r, xpbd_method method, double step, int32_t iterations, int32_t frames) {
  xpbd_solver_def def = rig_settings(XPBD_F64, step, iterations);
  def.method = method;
  if (!rig_run(r, &def, frames)) return NULL;
  double *x = malloc(3 * (size_t)r->n * sizeof *x);
  if (x) memcpy(x, r->x, 3 * (size_t)r->n * sizeof *x);
  return x;
}

/// Largest distance of a coordinate between the ends of both methods.
static double apart(rig *r, xpbd_method method, double step, int32_t iterations, int32_t ours, int32_t frames) {
  OWNED(check_free)
  double *a = end_of(r, XPBD_METHOD_NEWTON, step, ours, frames), *b = end_of(r, method, step, iterations, frames);
  const double distance = a && b ? check_apart(a, b, 3 * (size_t)r->n) : NAN;
  return distance;
}

static void against_fms(check *self, int argument) {
  if (!built(self)) return;
  const double limit = 1e-10;
  OWNED(rig_free) rig r = {0};
  if (springs(&r, self, 1e-2)) {
    check_at_most(self, apart(&r, XPBD_METHOD_FMS, STEP, 1000, 100, 3), limit,
                  "distance to fast mass-springs after 3 steps [m]");
    check_control(self, !(apart(&r, XPBD_METHOD_FMS, STEP, 1000, 1, 3) <= limit), "one iteration of Newton's method");
  }
}

/* XPBD ignores how its gradients turn during a step. That error falls steeply with the step. */
static void against_xpbd(check *self, int argument) {
  if (!built(self)) return;
  const double limit = 1e-9;
  OWNED(rig_free) rig r = {0};
  if (springs(&r, self, 1e-2)) {
    check_at_most(self, apart(&r, XPBD_METHOD_XPBD, 1e-4, 200, 100, 10), limit,
                  "h = 0.1 ms: distance to XPBD after 10 steps [m]");
    check_control(self, !(apart(&r, XPBD_METHOD_XPBD, STEP, 1000, 100, 10) <= limit), "h = 1/60 s");
  }
}

/* ---- the order ---- */

enum { MOST_ERRORS = 60 };

/// The exponent p of e' ~ e^p over the last three errors that are not rounding.
static double order_of(rig *r, bool gauss_newton) {
  double error[MOST_ERRORS], order = NAN;
  xpbd_solver_def def = minimiser_settings(XPBD_METHOD_NEWTON, 200);
  OWNED(check_free) double *right = end_of(r, XPBD_METHOD_NEWTON, STEP, 200, 1);
  int count = 0;
  xpbd_solver_def_set(&def, "gauss_newton", gauss_newton);
  for (int k = 1; k <= MOST_ERRORS && right; k++) {
    def.iterations = k;
    if (!rig_run(r, &def, 1)) break;
    error[count] = check_apart(r->x, right, 3 * (size_t)r->n);
    if (!(error[count] > 1e-12)) break;
    count++;
  }
  if (count >= 3) order = log(error[count - 1] / error[count - 2]) / log(error[count - 2] / error[count - 3]);
  return order;
}

static void order(check *self, int argument) {
  if (!built(self)) return;
  OWNED(rig_free) rig r = {0};
  if (springs(&r, self, 1e-4)) {
    check_at_least(self, order_of(&r, false), 1.6, "order of convergence with the exact matrix");
    check_control(self, order_of(&r, true) < 1.3, "without the second derivatives of C it is about 1");
  }
}

/* ---- matrices that are not definite ---- */

/// A straight rod of springs between two pins, compressed to `length` of its rest length and shaken.
static bool rod(rig *r, check *self, double length, double compliance, double mass) {
  enum { COUNT = 9 };
  double x[3 * COUNT] = {0}, v[3 * COUNT] = {0}, w[COUNT], rest[COUNT - 1];
  int32_t edges[2 * (COUNT - 1)];
  for (int i = 0; i < COUNT; i++) {
    x[3 * i] = length * i;
    v[3 * i + 1] = 1e-3 * sin(3.0 * i), v[3 * i + 2] = 1e-3 * cos(5.0 * i);
    w[i] = i == 0 || i == COUNT - 1 ? 0.0 : 1.0 / mass;
  }
  for (int i = 0; i + 1 < COUNT; i++) edges[2 * i] = i, edges[2 * i + 1] = i + 1, rest[i] = 1.0;
  const xpbd_scene_def def = rig_points(COUNT, x, v, w);
  xpbd_constraints_def set = rig_set("stretching", COUNT - 1, edges, rest);
  set.compliance = compliance, set.material[0] = 1.0;
  return rig_scene(r, self, &def, 1, &set);
}

static void indefinite(check *self, int argument) {
  if (!built(self)) return;
  const xpbd_solver_def def = minimiser_settings(XPBD_METHOD_NEWTON, 200);
  OWNED(rig_free) rig r = {0};
  if (rod(&r, self, 0.8, 1e-5, 1.0) && rig_run(&r, &def, 1)) {
    const xpbd_implicit_counters c = counted(&r);
    check_at_least(self, (double)c.indefinite, 1, "iterations in which the rod's matrix was not definite");
    check_at_least(self, (double)c.projected, (double)c.indefinite, "springs that were projected in them");
    check_at_most(self, imbalance(&r, 1.0), 1e-9, "remaining force, relative to the largest");
    check_same(self, (uint64_t)c.unsolved, 0, "steps that were not solved");
  }
  rig_free(&r);
  if (rod(&r, self, 1.2, 1e-5, 1.0) && rig_run(&r, &def, 1))
    check_control(self, counted(&r).indefinite == 0 && counted(&r).projected == 0,
                  "a stretched rod needs no projection");
}

static void singular(check *self, int argument) {
  if (!built(self)) return;
  const xpbd_solver_def def = minimiser_settings(XPBD_METHOD_NEWTON, 20);
  OWNED(rig_free) rig r = {0};
  if (rod(&r, self, 0.8, 1e-40, 1.0) && rig_solver(&r, &def)) {
    check_status(self, xpbd_solver_step(r.solver, 1), XPBD_ERR_UNSUPPORTED, "springs 1e36 times as stiff as m / h^2");
    check_said(self, "newton: the matrix is singular in double in frame 1: stiffness and mass / h^2 are too far apart",
               "what is said");
  }
  rig_free(&r);
  if (rod(&r, self, 0.8, 1e-5, 1.0) && rig_solver(&r, &def))
    check_control(self, xpbd_solver_step(r.solver, 1) == XPBD_OK, "usual springs");
}

/* ---- what it refuses, and the rest ---- */

static void refused(check *self, int argument) {
  static const double x[6] = {0, 0, 0, 1, 0, 0}, w[2] = {1, 1};
  static const int32_t edge[2] = {0, 1};
  static const struct {
    double compliance, damping, global_damping, contact_radius, gauss_newton;
    const char *text;
  } cases[] = {
      {0.0, 0, 0, 0, 0, "stretching: compliance is 0, but the energy C^2 / (2 compliance) of method newton is finite"},
      {1e-5, 1e101, 0, 0, 0, "stretching: a damping of 1e+101 is out of range for method newton"},
      {1e-5, 0, 0.5, 0, 0, "method newton has no damping, the scene has a global damping of 0.5"},
      {1e-5, 0, 0, 0.2, 0, "method newton has no contact between particles, the scene has a contact radius of 0.2 m"},
      {1e-5, 0, 0, 0, 0.5, "gauss_newton is 0.5, must be 0 or 1"},
      {1e-5, 0, 0, 0, 0, NULL}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    xpbd_scene_def scene = rig_points(2, x, NULL, w);
    scene.global_damping = cases[k].global_damping, scene.contact_radius = cases[k].contact_radius;
    xpbd_constraints_def set = rig_set("stretching", 1, edge, NULL);
    set.compliance = cases[k].compliance, set.damping = cases[k].damping;
    xpbd_solver_def def = minimiser_settings(XPBD_METHOD_NEWTON, 10);
    xpbd_solver_def_set(&def, "gauss_newton", cases[k].gauss_newton);
    OWNED(rig_free) rig r = {0};
    if (rig_scene(&r, self, &scene, 1, &set)) {
      const xpbd_status status = xpbd_solver_supports(r.scene, &def);
      if (cases[k].text) {
        check_true(self, status != XPBD_OK, "case %d is refused", (int)k);
        check_said(self, cases[k].text, "what is said");
      } else {
        check_control(self, status == XPBD_OK || status == XPBD_ERR_NOT_BUILT, "the scene without any of it");
      }
    }
  }
}

/* Without constraints only the time stepping is left, which is that of XPBD to the bit. */
static void no_terms(check *self, int argument) {
  if (!built(self)) return;
  static const double x[6] = {0, 1, 2, 3, 4, 5}, v[6] = {0.1, 0.7, -0.3, 2, 0, 1}, w[2] = {1, 0.3};
  uint64_t hash[2] = {0, 1};
  for (int k = 0; k < 2; k++) {
    xpbd_scene_def scene = rig_points(2, x, v, w);
    scene.gravity[1] = -9.81;
    xpbd_solver_def def = minimiser_settings(XPBD_METHOD_NEWTON, 5);
    if (k == 0) def.method = XPBD_METHOD_XPBD;
    OWNED(rig_free) rig r = {0};
    if (rig_scene(&r, self, &scene, 0, NULL) && rig_run(&r, &def, 20)) hash[k] = rig_hash(&r);
  }
  check_same(self, hash[1], hash[0], "hash after 20 frames of flight, XPBD and newton");
  OWNED(rig_free) rig r = {0};
  xpbd_implicit_counters c = {.steps = 7};
  const xpbd_scene_def scene = rig_points(2, x, v, w);
  xpbd_solver_def def = rig_settings(XPBD_F64, STEP, 5);
  if (rig_scene(&r, self, &scene, 0, NULL) && rig_run(&r, &def, 1)) {
    check_control(self, rig_hash(&r) != hash[0], "another number of frames");
    check_status(self, xpbd_implicit_get_counters(r.solver, &c), XPBD_ERR_INVALID_ARGUMENT, "the counters of XPBD");
    check_said(self, "method xpbd has no such counters, only newton, vbd, avbd and multigrid have", "what is said");
    check_same(self, (uint64_t)c.steps, 0, "they are zeroed");
  }
}

void check_group_newton(check_registry *registry) {
  check_add(registry, "fms", "converged, against fast mass-springs", against_fms, 0);
  check_add(registry, "xpbd", "converged, against XPBD with short steps", against_xpbd, 0);
  check_add(registry, "order", "convergence of second order", order, 0);
  check_add(registry, "indefinite", "a compressed rod, whose matrix is projected", indefinite, 0);
  check_add(registry, "singular", "a matrix that double cannot factor", singular, 0);
  check_add(registry, "refused", "what the method cannot do is said before it starts", refused, 0);
  check_add(registry, "no-terms", "without constraints: the time stepping of XPBD, bit for bit", no_terms, 0);
  for (int i = 0; i < xpbd_formula_count(); i++)
    if (!(xpbd_formula_at(i)->traits & (XPBD_SUMMED | XPBD_SINGULAR))) /* an acos has no digits near flat */
      check_add_named(registry, "the forces at the end of a step", balance, i, "balance/%s", xpbd_formula_at(i)->name);
}
