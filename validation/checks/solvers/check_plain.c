/* Why this file exists: benchmark rows are compared with the plain second implementation. It must agree with the solver
 * where the solver is right, and must not where it is wrong. */
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "runner/workload.h"
#include "xpbd/measure.h"

enum { FRAMES = 3, ITERATIONS = 6 };

static void compare_once(check *self, const workload *load, xpbd_precision precision, int32_t substeps, bool fast) {
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, load)) {
    const size_t count = 3 * (size_t)r.n;
    xpbd_solver_def def = rig_settings(precision, 1.0 / 24.0, ITERATIONS);
    def.substeps = substeps;
    if (fast) xpbd_solver_def_set(&def, "omega", 1.2), xpbd_solver_def_set(&def, "chebyshev", 0.4);
    OWNED(check_free) double *plain = calloc(count, sizeof *plain);
    xpbd_counters counters = {0};
    if (plain && rig_solver(&r, &def) && rig_step(&r, FRAMES) &&
        check_status(self, xpbd_solver_counters(r.solver, &counters), XPBD_OK, "counters") &&
        check_status(self, xpbd_reference_run(r.scene, &def, NULL, FRAMES, plain), XPBD_OK, "%s", load->formula)) {
      const bool singular = xpbd_formula_at(xpbd_formula_find(load->formula))->traits & XPBD_SINGULAR;
      const double limit = precision == XPBD_F64 ? (singular ? 1e-7 : 1e-9) : 2e-4;
      check_why(self,
                singular
                    ? "rounding, which an acos magnifies near its singular shapes: measured 7e-5 m, in double 3e-9 m"
                    : "rounding of a few frames: measured 8e-6 m in float, 3e-14 m in double");
      check_at_most(self, check_apart(r.x, plain, count), limit, "%s%s, distance [m]", precision_name(precision),
                    fast ? ", accelerated" : "");
      check_same(self, (uint64_t)counters.projections,
                 (uint64_t)xpbd_scene_constraint_count(r.scene) * FRAMES * ITERATIONS * (uint64_t)substeps,
                 "projections counted");
      def.iterations = 1;
      check_control(self,
                    xpbd_reference_run(r.scene, &def, NULL, FRAMES, plain) == XPBD_OK &&
                        check_apart(r.x, plain, count) > limit,
                    "1 iteration instead of %d ends elsewhere", ITERATIONS);
    }
  }
}

static void compare(check *self, const workload *load, xpbd_precision precision, int32_t substeps) {
  compare_once(self, load, precision, substeps, false);
  if (precision == XPBD_F64) compare_once(self, load, precision, substeps, true);
}

static void check_formula(check *self, int formula) {
  const xpbd_formula_info *info = xpbd_formula_at(formula);
  /* rows that balance each other collapse on ghost tips (stable_neo_hookean.h), which magnifies rounding without end */
  const bool collapses = info->rows > 1 && (info->traits & XPBD_PRELOADED);
  for (int real = collapses; real < 2; real++) {
    workload load = workload_of(formula, real ? 0.3 : 0.0, real);
    load.bending = true; /* springs that hold the body, whatever the formula leaves free */
    for (int precision = 0; precision < 2; precision++) compare(self, &load, precision ? XPBD_F64 : XPBD_F32, 1 + real);
  }
  if (xpbd_formula_at(formula)->rows == 1) return;
  workload load = workload_of(formula, 0.3, true); /* the other way to solve rows, beside the one that is standard */
  load.bending = true;
  load.solve = xpbd_formula_at(formula)->traits & XPBD_COUPLED ? XPBD_SOLVE_ROWS : XPBD_SOLVE_COUPLED;
  for (int precision = 0; precision < 2; precision++) compare(self, &load, precision ? XPBD_F64 : XPBD_F32, 2);
}

/* A sum whose elements have corners at two centres: two squares, each a fan of triangles about its middle. */
static void compare_fans(check *self) {
  static const int32_t fans[24] = {0, 1, 8, 1, 2, 8, 2, 3, 8, 3, 0, 8, 4, 5, 9, 5, 6, 9, 6, 7, 9, 7, 4, 9};
  static const double x[24] = {0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 3, 1, 0, 3, 1, 1, 3, 0, 1, 3};
  double v[24] = {0}, w[8], plain[24];
  for (int i = 0; i < 8; i++) v[3 * i + 2] = 1.0, w[i] = 1.0;
  xpbd_scene_def scene = rig_points(8, x, v, w);
  scene.gravity[1] = 0.0;
  xpbd_constraints_def set = rig_set("closed_volume", 8, fans, NULL);
  xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, ITERATIONS);
  int32_t centre = -1;
  OWNED(rig_free) rig r = {0};
  if (rig_scene(&r, self, &scene, 0, NULL) &&
      check_status(self, xpbd_scene_add_centre(r.scene, 0, 4, &centre), XPBD_OK, "a centre") &&
      check_status(self, xpbd_scene_add_centre(r.scene, 4, 4, &centre), XPBD_OK, "another") &&
      check_status(self, xpbd_scene_add(r.scene, &set), XPBD_OK, "two fans") && rig_solver(&r, &def) &&
      rig_step(&r, FRAMES) &&
      check_status(self, xpbd_reference_run(r.scene, &def, NULL, FRAMES, plain), XPBD_OK, "two fans")) {
    check_why(self, "rounding of a few frames of 8 particles, 3 m from the origin and nearer");
    check_at_most(self, check_apart(r.x, plain, 24), 1e-12, "two fans, distance [m]");
    def.iterations = 1;
    check_control(
        self, xpbd_reference_run(r.scene, &def, NULL, FRAMES, plain) == XPBD_OK && check_apart(r.x, plain, 24) > 1e-12,
        "1 iteration instead of %d ends elsewhere", ITERATIONS);
  }
}

/* Ghost tips, sums, and every reading of the damping. */
static void check_readings(check *self, int argument) {
  static const char *const formulas[] = {"tet_volume", "closed_volume", "stretching"};
  for (size_t f = 0; f < sizeof formulas / sizeof *formulas; f++)
    for (int reading = XPBD_DAMPING_XPBD; reading <= XPBD_DAMPING_TILDE; reading++)
      for (int omit = 0; omit < 2; omit++) {
        workload load = workload_of(xpbd_formula_find(formulas[f]), 0.5, false);
        load.reading = (xpbd_damping)reading;
        load.omit_tip = omit;
        load.bending = true;
        compare(self, &load, XPBD_F64, 1);
      }
  compare_fans(self);
}

/* Hands that pull and turn pinned particles. */
static void check_handles(check *self, int argument) {
  for (int reading = XPBD_DAMPING_XPBD; reading <= XPBD_DAMPING_LAGGED; reading++) {
    workload load = workload_of(xpbd_formula_find("tet_volume"), 0.5, false);
    load.bending = load.handles = true;
    load.reading = (xpbd_damping)reading;
    for (int precision = 0; precision < 2; precision++) compare(self, &load, precision ? XPBD_F64 : XPBD_F32, 2);
    load = workload_of(xpbd_formula_find("stretching"), 0.5, false);
    load.handles = true;
    load.reading = (xpbd_damping)reading;
    compare(self, &load, XPBD_F64, 1);
  }
}

/* It refuses what it does not know, because a reference that leaves something out is useless. */
static void check_unknown(check *self, int argument) {
  static const struct {
    const char *scene, *word;
    xpbd_method method;
    double damping;
  } cases[] = {{"cloth", "supports only XPBD", XPBD_METHOD_ENERGY, 0.0},
               {"flag", "does not support wind", XPBD_METHOD_XPBD, 0.0},
               {"cloth_on_sphere", "does not support obstacles", XPBD_METHOD_XPBD, 0.0},
               {"spheres_colliding", "does not support contact", XPBD_METHOD_XPBD, 0.0},
               {"cloth", "does not support global damping", XPBD_METHOD_XPBD, 0.1},
               {"cloth", NULL, XPBD_METHOD_XPBD, 0.0}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    xpbd_scene_params params = xpbd_scene_params_default();
    params.resolution = 5, params.global_damping = cases[c].damping;
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    if (!check_status(self, xpbd_scene_build(cases[c].scene, &params, &model), XPBD_OK, "%s", cases[c].scene)) continue;
    xpbd_solver_def def = xpbd_solver_def_default();
    def.method = cases[c].method;
    OWNED(check_free) double *plain = calloc(3 * (size_t)xpbd_scene_particle_count(model.scene), sizeof *plain);
    const xpbd_status status = plain ? xpbd_reference_run(model.scene, &def, NULL, 1, plain) : XPBD_ERR_OUT_OF_MEMORY;
    if (cases[c].word)
      check_true(self, status == XPBD_ERR_UNSUPPORTED && strstr(xpbd_last_error(), cases[c].word) != NULL,
                 "%s is refused: %s", cases[c].word, xpbd_last_error());
    else
      check_control(self, status == XPBD_OK, "the cloth alone");
  }
}

void check_group_plain(check_registry *registry) {
  for (int f = 0; f < xpbd_formula_count(); f++)
    check_add(registry, xpbd_formula_at(f)->name, "the solver against a plain second implementation", check_formula, f);
  check_add(registry, "readings", "the same with ghost tips, sums and every reading of the damping", check_readings, 0);
  check_add(registry, "handles", "the same with hands that pull and turn pinned particles", check_handles, 0);
  check_add(registry, "unknown", "it refuses what it does not know", check_unknown, 0);
}
