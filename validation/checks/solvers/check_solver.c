/* Why this file exists: every backend owes its user more than equal bits. This tests the algorithm of the paper
 * (against a second, plain implementation), reset, independence of solvers, pins, counters, and that a divergence is
 * never a result. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "formula/table.h"
#include "solver_checks.h"
#include "runner/workload.h"
#include "xpbd/measure.h"
#include "xpbd/method.h"

static const xpbd_precision precisions[] = {XPBD_F32, XPBD_F32X, XPBD_F64};
enum { PRECISIONS = sizeof precisions / sizeof *precisions };

static const workload cloth = {.shape = WORKLOAD_CLOTH,
                               .columns = 9,
                               .rows = 7,
                               .formula = "morse",
                               .damping = 0.3,
                               .compliance = 1e-5,
                               .bending = true};

/// Largest difference of a coordinate between the backend and the second implementation after some frames.
static double distance_to_plain(rig *r, const xpbd_solver_def *def, int32_t iterations) {
  enum { FRAMES = 10 };
  const size_t count = 3 * (size_t)r->n;
  xpbd_solver_def other = *def;
  other.iterations = iterations;
  double *x = malloc(count * sizeof *x), worst = (double)NAN;
  if (x && rig_solver(r, def) && rig_step(r, FRAMES) &&
      check_status(r->owner, xpbd_reference_run(r->scene, &other, NULL, FRAMES, x), XPBD_OK, "the plain solver"))
    worst = check_apart(r->x, x, count);
  free(x);
  return worst;
}

/* Ten frames of a damped cloth with bending, in group order and mesh order. The two round differently (fused or not),
 * and the motion amplifies that a little. Measured 2.9e-15 m (double), 2.2e-6 m (float) in a cloth of 2 m. */
static void against_plain(check *self, int backend) {
  for (int mesh_order = 0; mesh_order < 2; mesh_order++) {
    workload load = cloth;
    load.order = mesh_order ? XPBD_ORDER_MESH : XPBD_ORDER_GROUP;
    OWNED(rig_free) rig r = {0};
    if (workload_build(&r, self, &load)) {
      for (size_t p = 0; p < PRECISIONS; p++) {
        xpbd_solver_def def = rig_settings(precisions[p], 1.0 / 60, 10);
        def.backend = backend_at(backend)->name;
        if (backend_at(backend)->table->supports(r.scene, &def) != XPBD_OK) continue;
        const double limit = precisions[p] == XPBD_F64 ? 1e-12 : 2e-5;
        check_at_most(self, distance_to_plain(&r, &def, 10), limit, "%s order, %s: distance to the plain solver [m]",
                      mesh_order ? "mesh" : "group", precision_name(precisions[p]));
        check_control(self, !(distance_to_plain(&r, &def, 9) <= limit), "an iteration less");
      }
    }
  }
}

/// Settings of a backend as users have them: all lanes, best instructions, three threads.
static xpbd_solver_def usual(int backend, xpbd_precision precision) {
  xpbd_solver_def def = rig_settings(precision, 1.0 / 24, 4);
  def.backend = backend_at(backend)->name;
  def.threads = 3;
  def.lanes = 0;
  return def;
}

/* A reset solver repeats itself; frames may be stepped in any portions. */
static void reset(check *self, int backend) {
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &cloth)) {
    for (size_t p = 0; p < PRECISIONS; p++) {
      const xpbd_solver_def def = usual(backend, precisions[p]);
      if (!rig_solver(&r, &def)) break;
      const uint64_t initial = rig_hash(&r);
      if (!rig_step(&r, 20)) break;
      const uint64_t first = rig_hash(&r);
      check_control(self, first != initial, "20 frames for none");
      check_status(self, xpbd_solver_reset(r.solver), XPBD_OK, "reset");
      check_same(self, rig_hash(&r), initial, "%s: state after a reset", precision_name(precisions[p]));
      if (!rig_step(&r, 13) || !rig_step(&r, 0)) break;
      check_control(self, rig_hash(&r) != first, "13 frames for 20");
      if (!rig_step(&r, 7)) break;
      check_same(self, rig_hash(&r), first, "%s: 13 + 0 + 7 frames after a reset", precision_name(precisions[p]));
    }
  }
}

/* Two solvers on one scene, stepped in turns; the scene is unchanged afterwards. */
static void two_solvers(check *self, int backend) {
  rig r, other;
  if (workload_build(&r, self, &cloth)) {
    for (size_t p = 0; p < PRECISIONS; p++) {
      const xpbd_solver_def def = usual(backend, precisions[p]),
                            second = usual(backend, precisions[(p + 1) % PRECISIONS]);
      if (!rig_solver(&r, &def) || !rig_step(&r, 12)) break;
      const uint64_t alone = rig_hash(&r);
      other = (rig){.owner = self, .scene = r.scene, .n = r.n, .x = r.x, .v = r.v};
      bool good = rig_solver(&r, &def) && rig_solver(&other, &second);
      for (int i = 0; i < 12 && good; i++) good = rig_step(&r, 1) && rig_step(&other, 2);
      if (good) {
        check_same(self, rig_hash(&r), alone, "%s: state beside another solver", precision_name(precisions[p]));
        check_control(self, rig_hash(&other) != alone, "the other solver's state");
      }
      xpbd_solver_destroy(&other.solver);
    }
  }
  rig_free(&r);
}

/// A coordinate as a precision in float stores it: one number, or two.
static double kept(double at, xpbd_precision precision) {
  const float high = (float)at;
  return precision == XPBD_F32X ? (double)high + (double)(float)(at - (double)high) : (double)high;
}

/* A pinned particle is never written: it keeps the bits of its rounded start, and has no velocity after a step. */
static void pins(check *self, int backend) {
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &cloth)) {
    for (size_t p = 0; p < PRECISIONS; p++) {
      const xpbd_solver_def def = usual(backend, precisions[p]);
      if (!rig_solver(&r, &def) || !rig_step(&r, 20)) break;
      const double *x = xpbd_scene_positions(r.scene), *w = xpbd_scene_inverse_masses(r.scene);
      int pinned = 0, moved = 0, still = 0;
      for (int32_t i = 0; i < r.n; i++) {
        bool same = true;
        for (int k = 0; k < 3; k++) {
          const double at = precisions[p] == XPBD_F64 ? x[3 * i + k] : kept(x[3 * i + k], precisions[p]);
          same = same && r.x[3 * i + k] == at && r.v[3 * i + k] == 0;
        }
        pinned += !(w[i] > 0);
        moved += !(w[i] > 0) && !same;
        still += w[i] > 0 && same;
      }
      check_same(self, (uint64_t)pinned, 3, "pinned particles");
      check_same(self, (uint64_t)moved, 0, "%s: pinned particles that moved", precision_name(precisions[p]));
      check_control(self, still == 0 && r.n > pinned, "a free particle does not move");
    }
  }
}

static void counters(check *self, int backend) {
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &cloth)) {
    xpbd_solver_def def = usual(backend, XPBD_F32);
    def.substeps = 3;
    xpbd_counters c = {0};
    const int64_t each = 3 * 4 * xpbd_scene_constraint_count(r.scene);
    if (rig_solver(&r, &def) && rig_step(&r, 7)) {
      check_status(self, xpbd_solver_counters(r.solver, &c), XPBD_OK, "counters");
      check_same(self, (uint64_t)c.frames, 7, "frames");
      check_same(self, (uint64_t)c.projections, (uint64_t)(7 * each), "projections");
      check_same(self, (uint64_t)c.skipped, 0, "skipped projections");
      int32_t groups = 0;
      for (int32_t s = 0; s < xpbd_scene_set_count(r.scene); s++)
        groups += xpbd_scene_set(r.scene, s)->schedule.group_count;
      check_same(self, (uint64_t)c.groups, (uint64_t)groups, "groups");
      check_at_least(self, c.threads, 1, "threads");
      check_at_least(self, (double)(c.host_bytes + c.device_bytes), 9 * 7 * 3 * 16, "bytes of the state");
      check_control(self, c.projections != 8 * each, "projections of 8 frames");
      check_status(self, xpbd_solver_reset(r.solver), XPBD_OK, "reset");
      check_status(self, xpbd_solver_counters(r.solver, &c), XPBD_OK, "counters after a reset");
      check_same(self, (uint64_t)(c.frames + c.projections), 0, "frames and projections after a reset");
    }
    check_true(self, strcmp(xpbd_solver_backend(r.solver), backend_at(backend)->name) == 0, "the backend has its name");
    check_true(self, xpbd_solver_scene(r.solver) == r.scene, "the solver knows its scene");
    check_same(self, (uint64_t)xpbd_solver_settings(r.solver)->substeps, 3, "the solver keeps its settings");
  }
}

/// One free particle with this acceleration and velocity along an axis.
static bool projectile_along(rig *r, check *self, int axis, double position, double velocity, double acceleration) {
  const double w = 1;
  double x[3] = {0}, v[3] = {0};
  x[axis] = position, v[axis] = velocity;
  xpbd_scene_def def = rig_points(1, x, v, &w);
  def.gravity[1] = 0, def.gravity[axis] = acceleration;
  return rig_scene(r, self, &def, 0, NULL);
}

static bool projectile(rig *r, check *self, double position, double velocity, double acceleration) {
  return projectile_along(r, self, 0, position, velocity, acceleration);
}

/// Steps and waits: a backend may report a divergence from either.
static xpbd_status run(rig *r, int32_t frames) {
  const xpbd_status status = xpbd_solver_step(r->solver, frames);
  return status == XPBD_OK ? xpbd_solver_sync(r->solver) : status;
}

/// After a step that diverged there is no result until a reset.
static void is_broken(rig *r, int frame) {
  char expected[128];
  snprintf(expected, sizeof expected,
           "the simulation diverged in frame %d (a position is not finite or beyond 1e+09 m)", frame);
  uint64_t hash = 42;
  check *const self = r->owner;
  check_said(self, expected, "the text about frame %d", frame);
  check_status(self, xpbd_solver_hash(r->solver, &hash), XPBD_ERR_DIVERGED, "hash of a diverged state");
  check_same(self, hash, 42, "hash left alone");
  check_status(self, xpbd_solver_read(r->solver, XPBD_POSITIONS, r->x), XPBD_ERR_DIVERGED, "reading it");
  check_status(self, xpbd_solver_sync(r->solver), XPBD_ERR_DIVERGED, "sync");
  check_status(self, xpbd_solver_step(r->solver, 1), XPBD_ERR_DIVERGED, "another step");
  check_status(self, xpbd_solver_reset(r->solver), XPBD_OK, "reset");
  check_status(self, xpbd_solver_hash(r->solver, &hash), XPBD_OK, "hash after a reset");
}

/* x_n = h^2 a n (n + 1) / 2 passes 1e9 m (the limit for a scene of 1 m) in a known frame: 34 for a = 1e9 and h = 1/24,
 * along any axis. A start far away raises the limit. An acceleration of 1e300 is infinite in float and beyond the limit
 * in double in the first frame. */
static void divergence(check *self, int backend) {
  for (size_t p = 0; p < PRECISIONS; p++) {
    const xpbd_solver_def def = usual(backend, precisions[p]);
    OWNED(rig_free) rig r = {0};
    for (int axis = 0; axis < 3; axis++) {
      if (projectile_along(&r, self, axis, 0, 0, 1e9) && rig_solver(&r, &def)) {
        check_status(self, run(&r, 33), XPBD_OK, "33 frames before the limit along axis %d", axis);
        check_status(self, run(&r, 100), XPBD_ERR_DIVERGED, "runaway along axis %d", axis);
        is_broken(&r, 34);
        check_control(self, run(&r, 33) == XPBD_OK, "33 frames are no divergence");
      }
      rig_free(&r);
      if (projectile_along(&r, self, axis, 5e9, 0, 0) && rig_solver(&r, &def))
        check_status(self, run(&r, 3), XPBD_OK, "at rest at 5e9 m along axis %d", axis);
      rig_free(&r);
    }
    if (projectile(&r, self, 0, 0, 1e300) && rig_solver(&r, &def)) {
      check_status(self, run(&r, 5), XPBD_ERR_DIVERGED, "overflow in the first frame");
      is_broken(&r, 1);
    }
    rig_free(&r);
    if (projectile(&r, self, 1e26, 1e26, 1e38) && rig_solver(&r, &def))
      check_status(self, run(&r, 1000), XPBD_ERR_DIVERGED, "runaway in a scene of 1e26 m");
  }
}

/* Coordinates and velocities that do not fit float, or leave no room for the limit, are refused before anything
 * runs. */
static void range(check *self, int backend) {
  const struct {
    double position, velocity;
    xpbd_status in_float;
  } cases[] = {{1e26, 1e26, XPBD_OK},
               {9e26, -9e26, XPBD_OK},
               {1e39, 0, XPBD_ERR_UNSUPPORTED},
               {-1.1e27, 0, XPBD_ERR_UNSUPPORTED},
               {0, 3e38, XPBD_ERR_UNSUPPORTED}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (size_t p = 0; p < PRECISIONS; p++) {
      const xpbd_solver_def def = usual(backend, precisions[p]);
      const xpbd_status expected = precisions[p] == XPBD_F64 ? XPBD_OK : cases[i].in_float;
      OWNED(rig_free) rig r = {0};
      if (projectile(&r, self, cases[i].position, cases[i].velocity, 0)) {
        const xpbd_status status = xpbd_solver_create(r.scene, &def, &r.solver);
        check_status(self, status, expected, "%s, position %g, velocity %g", precision_name(precisions[p]),
                     cases[i].position, cases[i].velocity);
        if (expected != XPBD_OK)
          check_true(self, strstr(xpbd_last_error(), "particle 0") != NULL, "the text: %s", xpbd_last_error());
        else if (i == 0)
          check_control(self, status == XPBD_OK, "numbers that do fit are accepted");
      }
    }
  }
}

/* Exponential springs overflow in float beyond 43 m. The projection is then skipped and counted, and the state never
 * has a NaN. */
static void overflow(check *self, int backend) {
  for (size_t p = 0; p < PRECISIONS; p++) {
    int64_t skipped = 0, wrong = 0;
    for (double stretch = 2; stretch < 2000; stretch *= 1.02) {
      const chain c = {.formula = "morse",
                       .links = 2,
                       .length = 1.0,
                       .mass = 1.0,
                       .stiffness = 10.0,
                       .compliance = 1e-5,
                       .extension = (const double[]){stretch, 0.0}};
      const xpbd_solver_def def = usual(backend, precisions[p]);
      OWNED(rig_free) rig r = {0};
      xpbd_counters counted = {0};
      if (rig_chain(&r, self, &c, 9.81) && rig_solver(&r, &def) && rig_step(&r, 2)) {
        for (int k = 0; k < 9; k++) wrong += !isfinite(r.x[k]) || !isfinite(r.v[k]);
        if (xpbd_solver_counters(r.solver, &counted) == XPBD_OK) skipped += counted.skipped;
      }
    }
    check_same(self, (uint64_t)wrong, 0, "%s: coordinates that are not finite", precision_name(precisions[p]));
    check_at_least(self, (double)skipped, 1, "%s: projections skipped and counted", precision_name(precisions[p]));
    check_control(self, !isfinite(precisions[p] == XPBD_F64 ? xpbd_expm1_f64(1000.0) : (double)xpbd_expm1_f32(100.0f)),
                  "the formula does overflow");
  }
}

/* A constraint of many elements is skipped with all of them, in the count as well: a volume of 1e36 m^3 does not fit
 * float, but fits double. */
static void overflow_summed(check *self, int backend) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.size = 1e12, xpbd_scene_params_set(&params, "volume", 2.0), params.gravity = 0.0, params.resolution = 9;
  params.constraint = "closed_volume";
  OWNED(rig_free) rig r = {0};
  if (rig_named(&r, self, "inflation", &params))
    for (size_t p = 0; p < PRECISIONS; p++) {
      const xpbd_solver_def def = usual(backend, precisions[p]);
      xpbd_counters c = {0};
      if (!rig_solver(&r, &def) || !rig_step(&r, 3) ||
          !check_status(self, xpbd_solver_counters(r.solver, &c), XPBD_OK, "counters"))
        continue;
      check_same(self, (uint64_t)c.projections, (uint64_t)(3 * 4 * xpbd_scene_constraint_count(r.scene)),
                 "%s: projections", precision_name(precisions[p]));
      if (precisions[p] == XPBD_F64)
        check_control(self, c.skipped == 0, "in double all are projected");
      else
        check_same(self, (uint64_t)c.skipped, (uint64_t)c.projections, "%s: skipped", precision_name(precisions[p]));
    }
}

/* Wrong settings, each refused with a code and a text that names the field and its value. */
static void settings(check *self, int backend) {
  OWNED(rig_free) rig r = {0};
  if (!projectile(&r, self, 0, 0, 0)) return;
  const xpbd_solver_def good = usual(backend, XPBD_F32);
  const double nan = (double)NAN, inf = (double)INFINITY;
  const xpbd_backend_list none = {.count = 0, .entries = xpbd_backends()->entries};
  struct {
    const char *text;
    xpbd_solver_def def;
  } wrong[40];
  size_t count = 0;
#define WRONG_NUMBER(name, value, words)                                                                               \
  (wrong[count].text = words, wrong[count].def = good, (void)xpbd_solver_def_set(&wrong[count++].def, name, value))
#define WRONG(field, value, words)                                                                                     \
  do {                                                                                                                 \
    wrong[count].text = words, wrong[count].def = good;                                                                \
    wrong[count++].def.field = value;                                                                                  \
  } while (0)
  WRONG(cookie, 0, "the solver definition was not made by xpbd_solver_def_default()");
  WRONG(backends, NULL, "the list of backends is empty");
  WRONG(backends, &none, "the list of backends is empty");
  WRONG(backend, "nonesuch", "there is no backend 'nonesuch'");
  WRONG(precision, (xpbd_precision)7, "precision is 7, must be XPBD_F32, XPBD_F64, XPBD_F32X, XPBD_FLOAT or XPBD_AUTO");
  WRONG(frame_time, 0.0, "frame_time is 0 s, must be above 0");
  WRONG(frame_time, -1.0, "frame_time is -1 s, must be above 0");
  WRONG(frame_time, nan, "frame_time is nan s, must be above 0");
  WRONG(frame_time, inf, "frame_time is inf s, must be above 0");
  WRONG(substeps, 0, "substeps is 0, must be at least 1");
  WRONG(iterations, -3, "iterations is -3, must be at least 1");
  WRONG(iterations, 0, "iterations is 0, must be at least 1");
  WRONG(method, (xpbd_method)1000, "method is 1000, unknown");
  WRONG_NUMBER("pbd_stiffness", -0.1, "pbd_stiffness is -0.1, must be 0 to 1");
  WRONG_NUMBER("pbd_stiffness", 1.1, "pbd_stiffness is 1.1, must be 0 to 1");
  WRONG_NUMBER("pbd_stiffness", nan, "pbd_stiffness is nan, must be 0 to 1");
  WRONG_NUMBER("theta", -0.1, "theta is -0.1, must be 0 or more");
  WRONG_NUMBER("theta", nan, "theta is nan, must be 0 or more");
  WRONG_NUMBER("theta", inf, "theta is inf, must be 0 or more");
  WRONG_NUMBER("omega", 0.0, "omega is 0, must be above 0 and below 2");
  WRONG_NUMBER("omega", 2.0, "omega is 2, must be above 0 and below 2");
  WRONG_NUMBER("omega", nan, "omega is nan, must be above 0 and below 2");
  WRONG_NUMBER("chebyshev", -0.5, "chebyshev is -0.5, must be at least 0 and below 1");
  WRONG_NUMBER("chebyshev", 1.0, "chebyshev is 1, must be at least 0 and below 1");
  WRONG_NUMBER("chebyshev", nan, "chebyshev is nan, must be at least 0 and below 1");
  WRONG(value_count, -1, "value_count is -1, must be 0 to 16");
  WRONG(threads, -1, "threads is -1, must be 0 to 4096");
  WRONG(threads, 4097, "threads is 4097, must be 0 to 4096");
  WRONG(lanes, -1, "lanes is -1, must be 0 or 1");
  WRONG(lanes, 2, "lanes is 2, must be 0 or 1");
  WRONG(batch, 0, "batch is 0, must be 1 to 65535");
  WRONG(batch, 65536, "batch is 65536, must be 1 to 65535");
  WRONG(device, -1, "device is -1, must be 0 or more");
#undef WRONG
#undef WRONG_NUMBER
  for (size_t i = 0; i < count; i++) {
    xpbd_solver *solver = (xpbd_solver *)&r;
    check_status(self, xpbd_solver_create(r.scene, &wrong[i].def, &solver), XPBD_ERR_INVALID_ARGUMENT, "%s",
                 wrong[i].text);
    check_said(self, wrong[i].text, "wrong settings %d", (int)i);
    check_true(self, !solver, "no solver is returned: %s", wrong[i].text);
  }
  check_status(self, xpbd_solver_supports(r.scene, NULL), XPBD_ERR_INVALID_ARGUMENT, "no settings");
  check_control(self, rig_solver(&r, &good), "the valid settings are accepted");
}

/* What xpbd/solver.h promises about the default settings. */
static void defaults(check *self, int backend) {
  const xpbd_solver_def def = xpbd_solver_def_default();
  check_true(self, def.backends == xpbd_backends() && !def.backend && def.precision == XPBD_AUTO,
             "any backend, the precision that is enough");
  check_true(self, def.frame_time == 1.0 / 24.0 && def.substeps == 1 && def.iterations == 20, "times and iterations");
  check_true(self, def.method == XPBD_METHOD_XPBD && !def.projective, "XPBD");
  check_same(self, (uint64_t)def.value_count, 0, "numbers of methods that are set");
  static const char *const numbers[] = {"pbd_stiffness", "theta", "omega"};
  for (int k = 0; k < 3; k++) check_true(self, xpbd_method_value(&def, numbers[k]) == 1.0, "%s", numbers[k]);
  check_true(self, def.threads == 0 && def.lanes == 0 && def.device == 0 && def.batch == 1, "who computes it");
  check_true(self, !def.strategy && !def.instructions, "and how");
  check_control(self, def.iterations != 19, "an iteration less");
}

/* The outermost settings that are accepted. A CPU has no batches, and time steps have their own error code. */
static void outermost(check *self, int backend) {
  OWNED(rig_free) rig r = {0};
  if (!projectile(&r, self, 0, 0, 0)) return;
  const xpbd_solver_def good = usual(backend, XPBD_F32);
  struct {
    const char *word;
    xpbd_solver_def def;
    xpbd_status expected;
  } each[24];
  size_t count = 0;
#define NUMBER(name, value)                                                                                            \
  (each[count].word = name, each[count].def = good, each[count].expected = XPBD_OK,                                    \
   (void)xpbd_solver_def_set(&each[count++].def, name, value))
#define SETTING(field, value, status)                                                                                  \
  do {                                                                                                                 \
    each[count].word = #field, each[count].def = good, each[count].expected = status;                                  \
    each[count++].def.field = value;                                                                                   \
  } while (0)
  SETTING(substeps, 1, XPBD_OK);
  SETTING(iterations, 1, XPBD_OK);
  NUMBER("pbd_stiffness", 0.0);
  NUMBER("pbd_stiffness", 1.0);
  NUMBER("theta", 0.0);
  NUMBER("omega", 1e-300);
  NUMBER("omega", 1.9999);
  SETTING(threads, 4096, XPBD_OK);
  SETTING(lanes, 0, XPBD_OK);
  SETTING(lanes, 1, XPBD_OK);
  SETTING(batch, 65535, XPBD_ERR_UNSUPPORTED);
  SETTING(frame_time, 1e-9, XPBD_OK);
  SETTING(frame_time, 1e9, XPBD_OK);
  SETTING(frame_time, 0.999e-9, XPBD_ERR_UNSUPPORTED);
  SETTING(frame_time, 1.001e9, XPBD_ERR_UNSUPPORTED);
  const char *const step =
      "a time step of 1.001e+09 s (frame_time / substeps) is out of range, must be from 1e-9 to 1e9 s";
#undef SETTING
#undef NUMBER
  for (size_t i = 0; i < count; i++) {
    OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
    each[i].def.substeps = 1;
    check_status(self, xpbd_solver_create(r.scene, &each[i].def, &solver), each[i].expected, "%s, setting %zu",
                 each[i].word, i);
  }
  check_said(self, step, "the text about the last one");
  xpbd_solver_def def = good;
  xpbd_solver *solver = NULL;
  def.batch = 65536;
  check_control(self, xpbd_solver_create(r.scene, &def, &solver) == XPBD_ERR_INVALID_ARGUMENT, "a batch of one more");
}

/// No solver for these settings, which is known before. The text contains the word.
static void refuses(rig *r, const xpbd_solver_def *def, const char *word) {
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  const xpbd_status status = xpbd_solver_create(r->scene, def, &solver);
  check_status(r->owner, xpbd_solver_supports(r->scene, def), status, "%s, asked before", word);
  check_true(r->owner, status != XPBD_OK && strstr(xpbd_last_error(), word) != NULL, "%s is refused: %s", word,
             status == XPBD_OK ? "ok" : xpbd_last_error());
}

/* What this machine, this build or this backend does not have; and calls with wrong arguments. */
static void not_here(check *self, int backend) {
  OWNED(rig_free) rig r = {0};
  if (!projectile(&r, self, 0, 0, 0)) return;
  const xpbd_solver_def good = usual(backend, XPBD_F32);
  xpbd_solver_def def = good;
  xpbd_solver *solver = NULL;
  check_status(self, xpbd_solver_create(NULL, &good, &solver), XPBD_ERR_INVALID_ARGUMENT, "no scene");
  def.instructions = "nonesuch";
  refuses(&r, &def, "nonesuch");
  def = good, def.strategy = "nonesuch";
  refuses(&r, &def, "nonesuch");
  for (int i = 0; i < xpbd_backends()->count; i++) {
    if (backend_at(i)->table) continue;
    def = good, def.backend = backend_at(i)->name;
    check_status(self, xpbd_solver_create(r.scene, &def, &solver), XPBD_ERR_NOT_BUILT, "%s", def.backend);
    check_true(self, strstr(xpbd_last_error(), backend_at(i)->option) != NULL, "the option: %s", xpbd_last_error());
  }
  if (rig_solver(&r, &good)) {
    check_status(self, xpbd_solver_step(r.solver, -1), XPBD_ERR_INVALID_ARGUMENT, "-1 frames");
    check_status(self, xpbd_solver_read(r.solver, (xpbd_field)9, r.x), XPBD_ERR_INVALID_ARGUMENT, "field 9");
    check_control(self, run(&r, 1) == XPBD_OK, "good settings are accepted");
  }
}

void check_group_solver(check_registry *registry) {
  static const struct {
    const char *name, *about;
    check_body body;
  } each[] = {{"plain", "against a second, plain implementation of the algorithm", against_plain},
              {"reset", "a reset solver repeats itself; frames in portions", reset},
              {"two-solvers", "solvers of one scene do not disturb each other", two_solvers},
              {"pins", "pinned particles keep their bits", pins},
              {"counters", "the requested work is done", counters},
              {"divergence", "reported with its frame, never a result", divergence},
              {"range", "numbers that do not fit the precision are refused", range},
              {"coefficients", "and so are stiffness, damping, masses and edges", check_coefficients},
              {"overflow", "projections that overflow are skipped and counted", overflow},
              {"overflow-summed", "a constraint of many elements is skipped with all of them", overflow_summed},
              {"checkpoint-scene", "a checkpoint belongs to its obstacles and centres", check_checkpoint_scene},
              {"checkpoint-identity", "a checkpoint belongs to every number of its run", check_checkpoint_identity},
              {"calls", "moving parts, over several calls and after a checkpoint", check_calls},
              {"hash", "every bit of the state counts in its hash, and nothing else", check_hash},
              {"settings", "wrong settings are refused by name", settings},
              {"not-here", "what this build, machine or backend does not have is refused by name", not_here}};
  for (int b = 0; b < xpbd_backends()->count; b++) {
    if (backend_missing(b)) continue; /* the group "backends" says so */
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
      check_add_named(registry, each[i].about, each[i].body, b, "%s/%s", backend_at(b)->name, each[i].name);
    }
    if (strcmp(backend_at(b)->name, "seq") == 0) check_add(registry, "defaults", "the default settings", defaults, b);
    if (strcmp(backend_at(b)->name, "seq") == 0)
      check_add(registry, "choice", "who runs a scene, of any list of backends", check_choice, b);
    if (strcmp(backend_at(b)->name, "seq") == 0)
      check_add(registry, "outermost", "settings at their limits are accepted, just beyond not", outermost, b);
  }
}
