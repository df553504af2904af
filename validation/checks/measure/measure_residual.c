/* Why this file exists: a residual decides whether a result is called converged. It is compared with a step that is
 * solved by hand. It must vanish where the step converges, for every kind of scene, and must not change the state. */
#include <math.h>

#include "measure_checks.h"
#include "runner/rig.h"
#include "runner/workload.h"
#include "xpbd/method.h"

/// Two links that hang from a pin, at rest lengths and at rest; the first step of 0.1 s under 10 m/s^2.
typedef struct links {
  double compliance, damping, stiffness;
  int iterations;
  xpbd_method method;
  xpbd_damping reading;
} links;

static const double STEP = 0.1, FALL = 10 * 0.1 * 0.1, MASS = 2.0;

/// The same by hand: y are the distances below the pin, C = k (y_i - y_{i-1}) because the lengths are those at rest.
static double share_by_hand(const links *c) {
  const bool rigid = (xpbd_method_at((int)c->method)->traits & XPBD_DROPS_COMPLIANCE) != 0;
  const double alpha = rigid ? 0 : c->compliance / (STEP * STEP), k = c->stiffness;
  const double tilde = c->reading == XPBD_DAMPING_TILDE ? STEP * STEP : 1;
  const double gamma = rigid ? 0 : c->compliance * c->damping / STEP / tilde;
  const double rate = c->reading == XPBD_DAMPING_LAGGED ? 0 : 1; /* lagged damping reads it at the start, at rest */
  double y[3] = {0, FALL, FALL}, lambda[2] = {0}, before = 0, after = 0;
  const double w[3] = {0, 1 / MASS, 1 / MASS};
  for (int sweep = 0; sweep <= c->iterations; sweep++) {
    after = 0;
    for (int i = 0; i < 2; i++) { /* all displacements began at 0, so the rate is C */
      const double value = k * (y[i + 1] - y[i]), divisor = (1 + gamma) * k * k * (w[i] + w[i + 1]) + alpha;
      const double left = value + alpha * lambda[i] + gamma * rate * value;
      after += left * left / divisor;
    }
    if (sweep == 0) before = after;
    for (int i = 0; i < 2 && sweep < c->iterations; i++) {
      const double value = k * (y[i + 1] - y[i]), divisor = (1 + gamma) * k * k * (w[i] + w[i + 1]) + alpha;
      const double change = -(value + alpha * lambda[i] + gamma * rate * value) / divisor;
      lambda[i] += change;
      y[i + 1] += w[i + 1] * k * change, y[i] -= w[i] * k * change;
    }
  }
  return sqrt(after / before);
}

/// The library's value for that step; NaN after a failure.
static double share_of(check *self, const links *c) {
  const chain hanging = {.formula = "stretching",
                         .links = 2,
                         .length = 1.0,
                         .mass = MASS,
                         .stiffness = c->stiffness,
                         .compliance = c->compliance,
                         .damping = c->damping,
                         .reading = c->reading};
  xpbd_solver_def settings = rig_settings(XPBD_F64, STEP, c->iterations);
  settings.method = c->method;
  xpbd_step_residual residual = {.share = (double)NAN};
  OWNED(rig_free) rig r = {0};
  if (rig_chain(&r, self, &hanging, 10.0) && rig_solver(&r, &settings))
    check_status(self, xpbd_measure_step(r.solver, &residual), XPBD_OK, "measure a step");
  return residual.share;
}

void measure_residual_by_hand(check *self, int argument) {
  const links cases[] = {{1e-3, 0, 1, 1, XPBD_METHOD_XPBD, XPBD_DAMPING_XPBD},
                         {1e-3, 0, 1, 7, XPBD_METHOD_XPBD, XPBD_DAMPING_XPBD},
                         {0, 0, 1, 3, XPBD_METHOD_XPBD, XPBD_DAMPING_XPBD},
                         {1e-3, 500, 1, 2, XPBD_METHOD_XPBD, XPBD_DAMPING_XPBD},
                         {1e-3, 500, 20, 2, XPBD_METHOD_XPBD, XPBD_DAMPING_XPBD},
                         {1e-3, 500, 1, 3, XPBD_METHOD_PBD, XPBD_DAMPING_XPBD},
                         {1e-3, 500, 1, 2, XPBD_METHOD_XPBD, XPBD_DAMPING_TILDE},
                         {1e-3, 500, 1, 2, XPBD_METHOD_XPBD, XPBD_DAMPING_LAGGED}};
  check_why(self, "rounding of lengths of 2 m that change by 0.1 m, of shares from 0.02 to 0.6");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const links *c = &cases[i];
    check_at_most(self, fabs(share_of(self, c) - share_by_hand(c)), 1e-13,
                  "share left unsolved, by hand: %s, %d iterations, alpha %g, beta %g read as %s, k %g",
                  xpbd_method_name((int)c->method), c->iterations, c->compliance, c->damping,
                  xpbd_damping_name((int)c->reading), c->stiffness);
  }
  links many = cases[1];
  many.iterations = 200;
  check_why(self, "rounding of lengths of 2 m over corrections of 0.1 m");
  check_at_most(self, share_of(self, &many), 1e-13, "share left unsolved after 200 iterations");
  /* C in other units and alpha with it: the same simulation, so the same share */
  links other = cases[1];
  other.stiffness = 1000, other.compliance *= 1e6;
  check_at_most(self, fabs(share_of(self, &other) - share_of(self, &cases[1])), 1e-13, "share with C in mm");
  links wrong = cases[3];
  wrong.damping = 505;
  check_control(self, !(fabs(share_of(self, &cases[3]) - share_by_hand(&wrong)) <= 1e-13), "a damping 1 %% off");
  wrong = cases[1], wrong.iterations = 6;
  check_control(self, !(fabs(share_of(self, &cases[1]) - share_by_hand(&wrong)) <= 1e-13), "an iteration less");
}

/// The share that a scene leaves of the step after `frames` frames, and whether that changed its state. NaN after a
/// failure.
static double share_of_scene(check *self, const char *name, const char *backend, xpbd_method method, int32_t resolution,
                             int iterations, int32_t frames) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = resolution;
  params.damping = 0.3;
  xpbd_model model = {0};
  xpbd_solver_def settings = rig_settings(XPBD_F64, 1.0 / 24, iterations);
  settings.method = method, settings.backend = backend, settings.substeps = 2;
  xpbd_solver *solver = NULL;
  xpbd_step_residual residual = {.share = (double)NAN};
  uint64_t before = 0, after = 1;
  if (check_status(self, xpbd_scene_build(name, &params, &model), XPBD_OK, "build %s", name) &&
      check_status(self, xpbd_solver_create(model.scene, &settings, &solver), XPBD_OK, "solver of %s", name) &&
      check_status(self, xpbd_solver_step(solver, frames), XPBD_OK, "run %s", name) &&
      check_status(self, xpbd_solver_hash(solver, &before), XPBD_OK, "hash") &&
      check_status(self, xpbd_measure_step(solver, &residual), XPBD_OK, "measure a step of %s", name) &&
      check_status(self, xpbd_solver_hash(solver, &after), XPBD_OK, "hash"))
    check_same(self, after, before, "%s: state after the measurement", name);
  xpbd_solver_destroy(&solver);
  xpbd_model_destroy(&model);
  return residual.share;
}

/* Springs with wind; ghost tips, moving hands; a constraint summed over the mesh. An error in one of them (the time of
 * a hand, a tip, the index of a multiplier) leaves a share that more iterations do not reduce. */
void measure_residual_of_scenes(check *self, int argument) {
  const struct {
    const char *name;
    xpbd_method method;
    int32_t resolution;
    int few, many;
  } scenes[] = {{"flag", XPBD_METHOD_XPBD, 4, 5, 300},
                {"torus_stretched", XPBD_METHOD_XPBD, 8, 1, 300},
                {"blob", XPBD_METHOD_XPBD, 5, 1, 1000},
                {"inflation", XPBD_METHOD_XPBD, 5, 1, 300},
                {"inflation", XPBD_METHOD_JACOBI, 5, 1, 1000}};
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
    const char *name = scenes[i].name, *method = xpbd_method_name((int)scenes[i].method);
    const int32_t size = scenes[i].resolution;
    const double few = share_of_scene(self, name, "seq", scenes[i].method, size, scenes[i].few, 6);
    const double many = share_of_scene(self, name, "seq", scenes[i].method, size, scenes[i].many, 6);
    check_why(self, "a tenth of what counts as converged: measured 3.2e-4 (blob) and less");
    check_at_most(self, many, 0.1 * XPBD_UNCONVERGED, "%s by %s: share after %d iterations", name, method,
                  scenes[i].many);
    check_control(self, few > XPBD_UNCONVERGED, "%s by %s: %d iterations (%g)", name, method, scenes[i].few, few);
  }
  check_why(self, "arithmetic is deterministic by construction: all bits are equal");
  check_at_most(self,
                fabs(share_of_scene(self, "flag", "omp", XPBD_METHOD_XPBD, 4, 7, 5) -
                     share_of_scene(self, "flag", "seq", XPBD_METHOD_XPBD, 4, 7, 5)),
                0.0, "omp against seq");
}

void measure_residual_refused(check *self, int argument) {
  const chain hanging = {.formula = "stretching", .links = 2, .length = 1.0, .mass = 1.0, .stiffness = 1.0};
  xpbd_solver_def settings = rig_settings(XPBD_F64, STEP, 2);
  xpbd_step_residual residual = {.share = (double)NAN};
  OWNED(rig_free) rig r = {0};
  if (rig_chain(&r, self, &hanging, 10.0) && rig_solver(&r, &settings))
    check_control(self, xpbd_measure_step(r.solver, &residual) == XPBD_OK, "XPBD has a residual");
  settings.method = XPBD_METHOD_ENERGY;
  if (r.scene && rig_solver(&r, &settings))
    check_status(self, xpbd_measure_step(r.solver, &residual), XPBD_ERR_UNSUPPORTED, "energy-embedded");
  check_at_most(self, fabs(residual.before) + fabs(residual.after) + fabs(residual.share), 0.0,
                "the result for a method that has none");
}

/// The share that a time step of the scene leaves after `frames` frames.
static xpbd_step_residual residual_of(check *self, const xpbd_scene_def *def, int set_count,
                                      const xpbd_constraints_def *sets, const xpbd_solver_def *settings,
                                      int32_t frames) {
  xpbd_step_residual residual = {.share = (double)NAN};
  rig r;
  if (rig_scene(&r, self, def, set_count, sets) && rig_solver(&r, settings) && rig_step(&r, frames))
    check_status(self, xpbd_measure_step(r.solver, &residual), XPBD_OK, "measure a step");
  rig_free(&r);
  return residual;
}

/// The share that the first step leaves of a spring on a pin, with or without a rigid spring between two pins that is
/// too long.
static xpbd_step_residual between_pins(check *self, bool rigid, double speed) {
  const double x[9] = {0, 2, 0, 0, 0, 0, 0, -1, 0}, v[9] = {0, 0, 0, 0, 0, 0, 0, speed, 0}, w[3] = {0, 0, 1};
  const int32_t pins[2] = {0, 1}, spring[2] = {1, 2};
  const double one = 1;
  xpbd_scene_def def = rig_points(3, x, v, w);
  def.gravity[1] = 0;
  xpbd_constraints_def sets[2] = {rig_set("stretching", 1, spring, NULL), rig_set("stretching", 1, pins, &one)};
  sets[0].material[0] = 1, sets[0].compliance = 0.01;
  sets[1].compliance = 0;
  const xpbd_solver_def settings = rig_settings(XPBD_F64, STEP, 1);
  return residual_of(self, &def, rigid ? 2 : 1, sets, &settings, 0);
}

/// A law as printed overflows if it is 500 m too long. The solver skips it, and its residual is infinite.
static void overflowing(check *self) {
  const double x[6] = {0, 0, 0, 0, -501, 0}, w[2] = {0, 1}, one = 1;
  const int32_t spring[2] = {0, 1};
  xpbd_scene_def def = rig_points(2, x, NULL, w);
  xpbd_constraints_def set = rig_set("espef_stretching_literal", 1, spring, &one);
  set.material[1] = 4;
  xpbd_solver_def settings = rig_settings(XPBD_F64, STEP, 1);
  settings.substeps = 3;
  xpbd_step_residual residual = {.share = 7};
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &def, 1, &set) && rig_solver(&r, &settings) && rig_step(&r, 2)) {
    check_status(self, xpbd_measure_step(r.solver, &residual), XPBD_ERR_DIVERGED, "an infinite C");
    check_at_most(self, fabs(residual.before) + fabs(residual.after) + fabs(residual.share), 0.0,
                  "the result after a failure");
  }
}

/// The same if the first iteration alone moves it that far, by a rigid spring: what was there before is finite.
static void overflowing_later(check *self) {
  const double x[6] = {0, 0, 0, 0, -1, 0}, w[2] = {0, 1}, one = 1, far = 502;
  const int32_t ends[2] = {0, 1};
  xpbd_scene_def def = rig_points(2, x, NULL, w);
  xpbd_constraints_def sets[2] = {rig_set("stretching", 1, ends, &far),
                                  rig_set("espef_stretching_literal", 1, ends, &one)};
  sets[0].compliance = 0, sets[0].material[0] = 1;
  sets[1].material[1] = 4;
  const xpbd_solver_def settings = rig_settings(XPBD_F64, STEP, 1);
  xpbd_step_residual residual = {.share = 7};
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &def, 2, sets) && rig_solver(&r, &settings)) {
    check_status(self, xpbd_measure_step(r.solver, &residual), XPBD_ERR_DIVERGED, "an infinite C after an iteration");
    check_at_most(self, fabs(residual.before) + fabs(residual.after) + fabs(residual.share), 0.0,
                  "the result after a failure that comes later");
  }
}

void measure_residual_of_pins(check *self, int argument) {
  const xpbd_step_residual with = between_pins(self, true, -2), without = between_pins(self, false, -2);
  /* 0.2 m too long at the predicted position, D = 1 + alpha / h^2 = 2; one projection solves it */
  check_at_most(self, fabs(without.before - 0.2 / sqrt(2)), 1e-15, "residual at the predicted positions [kg^1/2 m]");
  check_at_most(self, without.after, 1e-15, "after one iteration [kg^1/2 m]");
  check_at_most(self, fabs(with.before - without.before) + fabs(with.after - without.after), 0.0,
                "a rigid spring between pins adds nothing");
  check_control(self, !(fabs(without.before - 0.2) <= 1e-15), "D = 1");
  const xpbd_step_residual still = between_pins(self, false, 0);
  check_at_most(self, fabs(still.before) + fabs(still.after) + fabs(still.share), 0.0, "nothing to be done: no share");
  overflowing(self);
  overflowing_later(self);
}

/// The share that the third step leaves of a tetrahedron of springs in flight; one corner is `faster` than the others.
static xpbd_step_residual in_flight(check *self, xpbd_precision precision, double faster) {
  const double x[12] = {0.1, 0.7, 0.3, 1.2, 0.6, 0.2, 0.5, 1.9, 0.4, 0.4, 0.9, 1.3}, w[4] = {1, 1, 1, 1};
  const double v[12] = {3 * faster, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2};
  const int32_t edges[12] = {0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3};
  xpbd_scene_def def = rig_points(4, x, v, w);
  def.gravity[1] = 0;
  xpbd_constraints_def set = rig_set("stretching", 6, edges, NULL);
  set.compliance = 1e-6;
  const xpbd_solver_def settings = rig_settings(precision, STEP, 2);
  return residual_of(self, &def, 1, &set, &settings, 2);
}

/// A soft spring between two pins.
static xpbd_step_residual all_pinned(check *self) {
  const double x[6] = {0, 2, 0, 0, 0, 0}, w[2] = {0, 0}, one = 1;
  const int32_t ends[2] = {0, 1};
  xpbd_scene_def def = rig_points(2, x, NULL, w);
  xpbd_constraints_def set = rig_set("stretching", 1, ends, &one);
  set.compliance = 0.01;
  const xpbd_solver_def settings = rig_settings(XPBD_F64, STEP, 2);
  return residual_of(self, &def, 1, &set, &settings, 0);
}

/* Where nothing is to be done, the remainder is no share; and the energy of a step that is solved. */
void measure_residual_of_rest(check *self, int argument) {
  const xpbd_precision precisions[] = {XPBD_F32, XPBD_F64};
  for (int p = 0; p < 2; p++) {
    const char *name = xpbd_precision_name((int)precisions[p]);
    check_at_most(self, in_flight(self, precisions[p], 1.0).share, 0.0, "%s: a body in flight, share", name);
    check_control(self, in_flight(self, precisions[p], 1.01).share > 1e-3, "%s: a corner that is 1 %% faster", name);
  }
  const xpbd_step_residual pinned = all_pinned(self), swing = between_pins(self, false, -2);
  check_at_most(self, pinned.before + pinned.after + pinned.share, 0.0, "everything is pinned: no share");
  check_control(self, swing.before > 0.0, "a spring that is free");
  /* 1 kg at 1 m/s, on a spring that is 0.1 m too long: 0.5 J each */
  check_at_most(self, fabs(swing.energy - 1.0), 1e-14, "energy at the end of the step [J]");
  check_true(self, !pinned.lost && !swing.lost, "nothing is lost to rounding");
}

/* Ghost tips that move in the damping with their mesh, or are fixed in it, as the scene says. */
void measure_residual_of_tips(check *self, int argument) {
  for (int omit = 0; omit < 2; omit++)
    for (int reading = XPBD_DAMPING_XPBD; reading <= XPBD_DAMPING_LAGGED; reading++) {
      workload load = workload_of(xpbd_formula_find("tet_volume"), 0.5, false);
      load.reading = (xpbd_damping)reading, load.omit_tip = omit, load.bending = true;
      rig r;
      for (int many = 0; many < 2; many++) {
        const xpbd_solver_def settings = rig_settings(XPBD_F64, 1.0 / 24, many ? 2000 : 2);
        xpbd_step_residual residual = {.share = (double)NAN};
        if (workload_build(&r, self, &load) && rig_solver(&r, &settings) && rig_step(&r, 2))
          check_status(self, xpbd_measure_step(r.solver, &residual), XPBD_OK, "measure a step");
        rig_free(&r);
        check_why(self, "a step of 2000 iterations is solved: measured 1e-12");
        if (many)
          check_at_most(self, residual.share, 1e-9, "tips %s, damping read as %s: share", omit ? "omitted" : "damped",
                        xpbd_damping_name(reading));
        else
          check_control(self, residual.share > 1e-3, "2 iterations (%g)", residual.share);
      }
    }
}

/* An octahedron keeps its shape when it grows. With corners at distance q its volume is 4/3 q^3, and each of the six,
 * of 1 kg, has the gradient 2/3 q^2 outwards. All its triangles make one constraint. */
void measure_residual_summed(check *self, int argument) {
  const double speed = 2, k = 1.5, compliance = 0.02, damping = 3, w[6] = {1, 1, 1, 1, 1, 1};
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  double v[18];
  check_status(self, xpbd_mesh_make_sphere(0, 1.0, &mesh), XPBD_OK, "octahedron");
  for (int i = 0; i < 18; i++) v[i] = speed * mesh.positions[i];
  for (int reading = XPBD_DAMPING_XPBD; reading <= XPBD_DAMPING_TILDE; reading++) {
    xpbd_scene_def def = rig_points(6, mesh.positions, v, w);
    def.gravity[1] = 0;
    xpbd_constraints_def set = rig_set("closed_volume", mesh.triangle_count, mesh.triangles, NULL);
    set.material[0] = k, set.compliance = compliance, set.damping = damping;
    set.damping_reading = (xpbd_damping)reading;
    const xpbd_solver_def settings = rig_settings(XPBD_F64, STEP, 1);
    const xpbd_step_residual residual = residual_of(self, &def, 1, &set, &settings, 0);
    const double alpha = compliance / (STEP * STEP), start = 1 + speed * STEP;
    const double gamma = compliance * damping / STEP / (reading == XPBD_DAMPING_TILDE ? STEP * STEP : 1);
    double q = start, lambda = 0, left[2];
    for (int sweep = 0; sweep < 2; sweep++) {
      const double g = k * 2 / 3 * q * q, moved = reading == XPBD_DAMPING_LAGGED ? start - 1 : q - 1;
      const double value = k * 4 / 3 * (q * q * q - 1) + alpha * lambda + gamma * 6 * g * moved,
                   divisor = (1 + gamma) * 6 * g * g + alpha;
      left[sweep] = fabs(value) / sqrt(divisor);
      lambda -= value / divisor, q -= g * value / divisor;
    }
    check_why(self, "rounding of a volume of 2 m^3");
    check_at_most(self, fabs(residual.before - left[0]), 1e-14, "%s: residual before [kg^1/2 m]",
                  xpbd_damping_name(reading));
    check_at_most(self, fabs(residual.after - left[1]), 1e-14, "%s: and after [kg^1/2 m]", xpbd_damping_name(reading));
    check_at_most(self, fabs(residual.share - left[1] / left[0]), 1e-14, "%s: share", xpbd_damping_name(reading));
    check_control(self, !(fabs(residual.before - left[0] * sqrt(6)) <= 1e-14), "each corner alone");
  }
}
