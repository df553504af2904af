/* Why this file exists: the choice of a precision is a promise. Its reasons are computed here by hand. Anything that no
 * precision can hold must be refused in words that say what to do. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "precision_checks.h"
#include "xpbd/precision.h"

/// One free particle, or a held one below which another hangs.
typedef struct body {
  double place, gravity, speed, damping, frame_time;
  int32_t steps;
  bool held;
} body;

static bool build(rig *r, check *self, const body *b, xpbd_solver_def *def) {
  static const int32_t ends[2] = {0, 1};
  const double x[6] = {b->place, 0, 0, b->place, -1, 0}, v[6] = {0, 0, 0, b->speed, 0, 0},
               w[2] = {b->held ? 0.0 : 1.0, 1.0};
  xpbd_scene_def scene = rig_points(2, x, v, w);
  scene.gravity[1] = -b->gravity, scene.global_damping = b->damping;
  xpbd_constraints_def set = rig_set("stretching", 1, ends, NULL);
  *def = rig_settings(XPBD_AUTO, b->frame_time, 1);
  def->substeps = b->steps;
  return rig_scene(r, self, &scene, 1, &set);
}

/* By hand: from rest, gravity moves g h^2 in a step. A speed v that is reached in a frame of T acts like the
 * acceleration v / T. Held particles reach 1 m, whose power of two is 1. f32 is enough from 2^-12 = 2.44e-4 of that on,
 * f32x from 2^-36 = 1.46e-11, double from 2^-46 = 1.42e-14. Both in float also need that the fastest particle, at the
 * speed sqrt(10) of a fall over 1 m or at v / 10, moves by 5e-6 of the spring of 1 m in a step. */
static void by_hand(check *self, int argument) {
  static const struct {
    body b;
    xpbd_precision coarsest;
    const char *cause;
    double move;
  } cases[] = {
      {{0, 10, 0, 0, 0.1, 20, true}, XPBD_F32, "gravity", 2.5e-4},
      {{0, 10, 0, 0, 0.1, 21, true}, XPBD_F32X, "gravity", 10 * (0.1 / 21) * (0.1 / 21)},
      {{0, 10, 0, 0, 0.1, 60000, true}, XPBD_F32X, "gravity", 10 * (0.1 / 60000) * (0.1 / 60000)},
      {{0, 10, 0, 0, 0.1, 64000, true}, XPBD_F64, "the fastest particles", 3.1622776601683795 * (0.1 / 64000)},
      {{0, 10, 0, 0, 0.1, 2600000, true}, XPBD_F64, "the fastest particles", 3.1622776601683795 * (0.1 / 2600000)},
      {{0, 10, 0, 0, 0.1, 2700000, true}, XPBD_AUTO, "gravity", 10 * (0.1 / 2700000) * (0.1 / 2700000)},
      {{0, 0, 1, 0, 0.1, 20, true}, XPBD_F32, "the initial velocity", 2.5e-4},
      {{0, 0, 1, 0, 0.1, 1900, true}, XPBD_F32X, "the initial velocity", 10 * (0.1 / 1900) * (0.1 / 1900)},
      {{0, 0, 1, 0, 0.1, 2100, true}, XPBD_F64, "the fastest particles", 0.1 * 0.1 / 2100},
      {{0, 10, 1e-7, 0, 0.1, 1, true},
       XPBD_F32,
       "gravity",
       0.1}, /* a speed that moves less than a millionth of gravity */
      {{0, 10, 1e-4, 0, 0.1, 2, true}, XPBD_F32X, "the initial velocity", 2.5e-6},
      {{0, 10, 0, 1e-6, 0.1, 1, true}, XPBD_F32X, "global damping", 1e-6},
      {{0, 10, 0, 1e-11, 0.1, 1, true}, XPBD_F64, "global damping", 1e-11},
      {{0, 0, 0, 0, 0.1, 1000, true}, XPBD_F32, "", 0.0},            /* nothing acts */
      {{1e7, 10, 0, 0, 0.1, 20, true}, XPBD_F32, "gravity", 2.5e-4}, /* the scene's origin is there */
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    xpbd_solver_def def;
    xpbd_resolution needs = {0};
    OWNED(rig_free) rig r = {0};
    if (build(&r, self, &cases[k].b, &def) &&
        check_status(self, xpbd_resolution_of(r.scene, &def, &needs), XPBD_OK, "case %d", (int)k)) {
      check_true(self, needs.coarsest == cases[k].coarsest, "case %d: %s is enough, not %s", (int)k,
                 xpbd_precision_name((int)needs.coarsest), xpbd_precision_name((int)cases[k].coarsest));
      check_true(self, strstr(needs.why, cases[k].cause) && (*needs.why || !*cases[k].cause), "case %d: '%s', not %s",
                 (int)k, needs.why, cases[k].cause);
      check_at_most(self, fabs(needs.move - cases[k].move), 1e-9 * cases[k].move, "case %d: error of the displacement",
                    (int)k);
      check_control(self, !(fabs(needs.move - 1.01 * cases[k].move - 1e-30) <= 1e-9 * cases[k].move), "another move");
    }
  }
}

/* Refused cases with their words; beside them accepted ones. */
static void refusals(check *self, int argument) {
  static const struct {
    body b;
    xpbd_precision asked;
    const char *text; ///< NULL: it is accepted.
  } cases[] = {
      {{0, 10, 0, 0, 0.1, 120, true},
       XPBD_F32,
       "in a time step of 0.000833 s gravity moves a particle by 6.94e-06 m, up to 1 m from the origin: too little for "
       "precision f32; use "
       "f32x or a longer time step"},
      {{0, 10, 0, 0, 0.1, 64000, true},
       XPBD_FLOAT,
       "in a time step of 1.56e-06 s the fastest particles move by 4.94e-06 m and elements are 1 m long: too little "
       "for precision f32x; use f64 or a longer time step"},
      {{0, 10, 0, 0, 0.1, 2700000, true},
       XPBD_AUTO,
       "in a time step of 3.7e-08 s gravity moves a particle by 1.37e-14 m, up to 1 m from the origin: too little for "
       "any precision; use a longer time step"},
      {{0, 10, 0, 1e-7, 0.1, 1, true},
       XPBD_F32,
       "in a time step of 0.1 s global damping takes a fraction of 1e-07 of a velocity: too little for precision f32; "
       "use f32x or a longer time step"},
      {{0, 10, 0, 0, 0.1, 90000, true}, XPBD_AUTO, NULL},
      {{0, 10, 0, 0, 0.1, 110, true}, XPBD_F32, NULL}, /* which auto does not accept */
      {{0, 0, 0, 0, 0.1, 2700000, true}, XPBD_F32, NULL},
      {{1e7, 10, 0, 0, 0.1, 1, true}, XPBD_F32, NULL},
      {{1e7, 10, 0, 0, 0.1, 1, false}, XPBD_F32, NULL},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    xpbd_solver_def def;
    OWNED(rig_free) rig r = {0};
    if (build(&r, self, &cases[k].b, &def)) {
      def.precision = cases[k].asked;
      const xpbd_status status = xpbd_solver_supports(r.scene, &def);
      if (cases[k].text) {
        check_status(self, status, XPBD_ERR_UNSUPPORTED, "case %d", (int)k);
        check_said(self, cases[k].text, "case %d", (int)k);
      } else {
        check_control(self, status == XPBD_OK, "case %d is taken", (int)k);
      }
    }
  }
}

/* A state that is read and written back continues bit-identically. A state that is not finite, or of a method with more
 * state, is refused. */
static void written(check *self, int argument) {
  static const xpbd_precision precisions[] = {XPBD_F32, XPBD_F32X, XPBD_F64};
  const body b = {0, 10, 0.3, 0, 0.1, 3, true};
  for (size_t p = 0; p < sizeof precisions / sizeof *precisions; p++) {
    xpbd_solver_def def;
    OWNED(rig_free) rig r = {0};
    if (build(&r, self, &b, &def)) {
      def.precision = precisions[p];
      const uint64_t whole = rig_solver(&r, &def) && rig_step(&r, 5) ? rig_hash(&r) : 0;
      if (rig_solver(&r, &def) && rig_step(&r, 2)) {
        check_status(self, xpbd_solver_write(r.solver, r.x, r.v), XPBD_OK, "its own state");
        check_same(self, (uint64_t)xpbd_solver_frame(r.solver), 2, "the frame it is at");
        check_same(self, rig_step(&r, 3) ? rig_hash(&r) : 0, whole, "%s: the bits of a run in one",
                   precision_name(precisions[p]));
        r.x[3] += 0.25;
        check_status(self, xpbd_solver_write(r.solver, r.x, r.v), XPBD_OK, "another state");
        check_control(self, rig_hash(&r) != whole, "which has other bits");
        r.v[4] = NAN;
        check_status(self, xpbd_solver_write(r.solver, r.x, r.v), XPBD_ERR_INVALID_ARGUMENT,
                     "a velocity that is no number");
        check_said(self, "the new state has a number that is not finite", "%s", precision_name(precisions[p]));
      }
    }
  }
}

void precision_add_choice(check_registry *registry) {
  check_add(registry, "choice", "which precision is enough, by hand", by_hand, 0);
  check_add(registry, "refusals", "what a precision cannot hold is refused in words", refusals, 0);
  check_add(registry, "written", "a state that is written back continues bit-identically", written, 0);
}
