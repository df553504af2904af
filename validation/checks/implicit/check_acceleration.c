/* Why this file exists: over-relaxation and Chebyshev acceleration must end where their method ends, come nearer on the
 * way there, and compute the same bits on any number of threads and lanes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "minimiser.h"
#include "runner/check.h"
#include "runner/rig.h"
#include "runner/workload.h"
#include "xpbd/backend.h"

/// A method with its acceleration.
typedef struct variant {
  xpbd_method method;
  double omega, chebyshev;
} variant;

static const variant variants[] = {{XPBD_METHOD_XPBD, 1.0, 0.0},   {XPBD_METHOD_XPBD, 1.5, 0.0},
                                   {XPBD_METHOD_XPBD, 1.0, 0.6},   {XPBD_METHOD_JACOBI, 1.0, 0.0},
                                   {XPBD_METHOD_JACOBI, 1.8, 0.0}, {XPBD_METHOD_JACOBI, 1.0, 0.95},
                                   {XPBD_METHOD_VBD, 1.0, 0.0},    {XPBD_METHOD_VBD, 1.5, 0.0},
                                   {XPBD_METHOD_VBD, 1.0, 0.9},    {XPBD_METHOD_MULTIGRID, 1.0, 0.0}};
enum { VARIANTS = (int)(sizeof variants / sizeof *variants) };

static xpbd_solver_def settings(const variant *v, double step, int32_t iterations) {
  xpbd_solver_def def = rig_settings(XPBD_F64, step, iterations);
  def.method = v->method;
  xpbd_solver_def_set(&def, "omega", v->omega);
  xpbd_solver_def_set(&def, "chebyshev", v->chebyshev);
  return def;
}

/* ---- the minimiser ---- */

/// Scenes on which all methods run. The compliance is for a step of 1/60 s.
typedef struct subject {
  const char *formula;
  double compliance;
  bool bending; ///< And a second set.
} subject;

static const subject subjects[] = {
    {"stretching", 1e-2, false},          {"stretching", 1e-2, true}, {"stvk_strain_triangle", 1e-2, false},
    {"stvk_strain_triangle", 1e-2, true}, {"dihedral", 1e-2, true},   {"tet_volume", 1e-8, false},
    {"stvk_strain_tet", 10, false}};

/* XPBD ignores how its gradients turn within a step. Those of a root of an energy turn fully however short it is, so there
 * is none among the subjects. In a step of a microsecond nothing turns: particles move by 5e-7 m,
 * which turns an element of 0.25 m by 2e-6. The springs are as stiff against m / h^2 as in a step of 1/60 s. */
static const double SHORT = 1e-6;

static bool build(rig *r, check *self, const subject *s, double step) {
  workload load = workload_of(xpbd_formula_find(s->formula), 0.0, true);
  load.columns = 5, load.rows = 4, load.bending = s->bending;
  load.compliance = s->compliance * step * step * 3600.0;
  return workload_build(r, self, &load);
}

/// Largest distance of a coordinate from `right` [n, 3] after one step; NaN after a failure.
static double distance(rig *r, const double *right, const variant *v, double step, int32_t iterations) {
  const xpbd_solver_def def = settings(v, step, iterations);
  return right && rig_run(r, &def, 1) ? check_apart(r->x, right, 3 * (size_t)r->n) : NAN;
}

static void minimiser(check *self, int index) {
  const double limit = 1e-10;
  OWNED(rig_free) rig r = {0};
  OWNED(check_free) double *right = build(&r, self, &subjects[index], SHORT) ? minimiser_of(&r, SHORT) : NULL;
  for (int k = 0; right && k < VARIANTS; k++) {
    const variant *v = &variants[k];
    const int32_t enough = v->method == XPBD_METHOD_VBD ? 300 : 3000;
    const int32_t few = v->method == XPBD_METHOD_MULTIGRID ? 1 : 3;
    check_at_most(self, distance(&r, right, v, SHORT, enough), limit,
                  "%s, omega %g, chebyshev %g: distance to Newton's minimiser [m]", xpbd_method_name((int)v->method),
                  v->omega, v->chebyshev);
    check_control(self, !(distance(&r, right, v, SHORT, few) <= limit), "%d iterations of variant %d", (int)few, k);
  }
}

/* Chebyshev acceleration converges for eigenvalues within the ellipse that has its foci at -rho and rho and goes through
 * 1. Those of Jacobi are real. Those of Gauss-Seidel may be complex, and then a large rho is too large. */
static void too_large(check *self, int argument) {
  static const variant large = {XPBD_METHOD_XPBD, 1.0, 0.9}, small = {XPBD_METHOD_XPBD, 1.0, 0.6},
                       at_once = {XPBD_METHOD_JACOBI, 1.0, 0.9};
  static const subject rows = {"stvk_strain_tet", 10, false};
  const double limit = 1e-9;
  OWNED(rig_free) rig r = {0};
  if (build(&r, self, &rows, SHORT)) {
    const xpbd_solver_def plain = settings(&variants[0], SHORT, 3000);
    OWNED(check_free) double *end = rig_run(&r, &plain, 1) ? malloc(3 * (size_t)r.n * sizeof *end) : NULL;
    if (end) memcpy(end, r.x, 3 * (size_t)r.n * sizeof *end);
    check_at_most(self, distance(&r, end, &small, SHORT, 3000), limit, "xpbd, rho 0.6: distance from the end [m]");
    check_at_most(self, distance(&r, end, &at_once, SHORT, 3000), limit, "jacobi, rho 0.9: the same [m]");
    check_control(self, !(distance(&r, end, &large, SHORT, 3000) <= limit), "xpbd with rho 0.9 ends elsewhere");
  }
}

/* ---- linear constraints ---- */

enum { LINKS = 12, MOST = 3 * 64 };

/// A hanging chain of soft, damped links, after one step. False after a failure.
static bool chain_end(check *self, const variant *v, double damping, int32_t iterations, double x[MOST]) {
  double extension[LINKS];
  for (int i = 0; i < LINKS; i++) extension[i] = 0.02 * (i % 3 - 1);
  const chain c = {.formula = "stretching",
                   .links = LINKS,
                   .length = 0.1,
                   .mass = 0.05,
                   .stiffness = 1.0,
                   .compliance = 2e-3,
                   .damping = damping,
                   .extension = extension};
  const xpbd_solver_def def = settings(v, 1.0 / 24.0, iterations);
  OWNED(rig_free) rig r = {0};
  const bool good = rig_chain(&r, self, &c, 9.81) && rig_run(&r, &def, 1);
  if (good) memcpy(x, r.x, 3 * (size_t)r.n * sizeof *x);
  return good;
}

/* Linear constraints have one fixed point, also with damping, so rounding alone may remain. */
static void fixed_point(check *self, int argument) {
  static const variant plain = {XPBD_METHOD_XPBD, 1.0, 0.0}, fast[] = {{XPBD_METHOD_XPBD, 1.5, 0.0},
                                                                       {XPBD_METHOD_XPBD, 1.0, 0.8},
                                                                       {XPBD_METHOD_XPBD, 1.3, 0.6},
                                                                       {XPBD_METHOD_JACOBI, 1.0, 0.96},
                                                                       {XPBD_METHOD_JACOBI, 1.5, 0.9}};
  const size_t count = 3 * (LINKS + 1);
  double end[MOST], x[MOST];
  if (!chain_end(self, &plain, 0.3, 4000, end)) return;
  for (size_t k = 0; k < sizeof fast / sizeof *fast; k++) {
    const double apart = chain_end(self, &fast[k], 0.3, 4000, x) ? check_apart(x, end, count) : NAN;
    check_at_most(self, apart, 1e-13, "%s, omega %g, chebyshev %g: distance from the end of XPBD [m]",
                  xpbd_method_name((int)fast[k].method), fast[k].omega, fast[k].chebyshev);
    const double before = chain_end(self, &fast[k], 0.3, 10, x) ? check_apart(x, end, count) : NAN;
    check_control(self, !(before <= 1e-13), "ten iterations of variant %zu", k);
  }
  if (chain_end(self, &fast[1], 0.31, 4000, x)) check_control(self, !(check_apart(x, end, count) <= 1e-13), "damping");
}

/* ---- the same bits ---- */

/// Scenes with every phase of a step: obstacles, handles, a sum over a mesh, constraints of vertices, contact.
static bool build_bits(rig *r, check *self, int scene) {
  static const char *const formulas[] = {"stretching", "closed_volume", "stvk_strain_tet", "nodal_volume_tet"};
  workload load = workload_of(xpbd_formula_find(formulas[scene]), 0.1, scene > 1);
  load.bending = scene == 0, load.obstacles = scene < 2, load.handles = scene == 0, load.wind = scene == 0;
  load.contact_radius = scene == 0 ? 0.05 : 0.0;
  return workload_build(r, self, &load);
}

enum { BIT_SCENES = 4 };

/// Whether this build or processor lacks the instructions.
static bool is_absent(const rig *r, const xpbd_solver_def *def) {
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  const xpbd_status status = xpbd_solver_create(r->scene, def, &solver);
  return status == XPBD_ERR_UNAVAILABLE || status == XPBD_ERR_NOT_BUILT;
}

static void same_bits(check *self, int scene) {
  static const char *const instructions[] = {"baseline", "avx2", "avx512"};
  static const xpbd_precision precisions[] = {XPBD_F32, XPBD_F32X, XPBD_F64};
  static const variant fast[] = {
      {XPBD_METHOD_XPBD, 1.4, 0.0}, {XPBD_METHOD_XPBD, 1.0, 0.7}, {XPBD_METHOD_JACOBI, 1.3, 0.7}};
  const bool teams = !backend_missing_named("omp");
  OWNED(rig_free) rig r = {0};
  if (build_bits(&r, self, scene))
    for (size_t k = 0; k < sizeof fast / sizeof *fast; k++)
      for (int p = 0; p < 3; p++) {
        xpbd_solver_def def = settings(&fast[k], 1.0 / 24.0, 5);
        def.precision = precisions[p], def.substeps = 2, def.instructions = "baseline";
        if (xpbd_solver_supports(r.scene, &def) == XPBD_ERR_UNSUPPORTED) continue; /* f32 where f32x is needed */
        if (!rig_run(&r, &def, 3)) continue;
        const uint64_t expected = rig_hash(&r);
        for (int i = 0; i < 3; i++) {
          def.instructions = instructions[i], def.lanes = 0;
          if (is_absent(&r, &def)) continue;
          for (int32_t threads = 1; threads <= (teams ? 7 : 1); threads += 3) {
            def.backend = threads > 1 ? "omp" : "seq", def.threads = threads;
            if (rig_run(&r, &def, 3))
              check_same(self, rig_hash(&r), expected, "variant %zu, %s, %s, %d threads: hash", k,
                         xpbd_precision_name((int)def.precision), def.instructions, (int)threads);
          }
        }
        def.instructions = "baseline"; /* every machine has them */
        xpbd_solver_def_set(&def, k == 0 ? "omega" : "chebyshev", k == 0 ? 1.41 : 0.71);
        if (rig_run(&r, &def, 3)) check_control(self, rig_hash(&r) != expected, "another factor");
      }
}

/* ---- who has it ---- */

static xpbd_status here(char *device, size_t capacity) {
  if (capacity > 0) device[0] = '\0';
  return XPBD_OK;
}

static xpbd_status takes(const xpbd_scene *scene, const xpbd_solver_def *def) {
  return XPBD_OK;
}

/* A backend that knows nothing of it would leave it out. Methods without it ignore it. */
static void refused(check *self, int argument) {
  static const xpbd_backend other = {.abi = XPBD_BACKEND_ABI, .name = "other", .probe = here, .supports = takes};
  const xpbd_backend_entry entries[] = {{"other", &other, ""}};
  const xpbd_backend_list list = {.count = 1, .entries = entries};
  const variant v = {XPBD_METHOD_XPBD, 1.0, 0.9};
  OWNED(rig_free) rig r = {0};
  if (build(&r, self, &subjects[0], 1.0 / 60.0)) {
    xpbd_solver_def def = settings(&v, 1.0 / 60.0, 5);
    def.backends = &list, def.backend = "other";
    check_status(self, xpbd_solver_supports(r.scene, &def), XPBD_ERR_UNSUPPORTED, "a backend without acceleration");
    check_said(self, "other has no Chebyshev acceleration; it runs on seq and omp", "which it says");
    def.method = XPBD_METHOD_PBD;
    check_control(self, xpbd_solver_supports(r.scene, &def) == XPBD_OK, "PBD has no acceleration");
    def.method = XPBD_METHOD_XPBD;
    xpbd_solver_def_set(&def, "chebyshev", 0.0), xpbd_solver_def_set(&def, "omega", 1.5);
    check_control(self, xpbd_solver_supports(r.scene, &def) == XPBD_OK, "over-relaxation is on every backend");
  }
}

void check_group_acceleration(check_registry *registry) {
  for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
    check_add_named(registry, "every method and acceleration, against Newton's method", minimiser, (int)k,
                    "minimiser/%s%s", subjects[k].formula, subjects[k].bending ? "-and-bending" : "");
  check_add(registry, "too-large", "a spectral radius that Gauss-Seidel does not take", too_large, 0);
  check_add(registry, "fixed-point", "linear constraints with damping: one end, but for rounding", fixed_point, 0);
  for (int k = 0; k < BIT_SCENES; k++)
    check_add_named(registry, "any threads, lanes and instructions, bit for bit", same_bits, k, "same-bits/%d", k);
  check_add(registry, "refused", "backends and methods without it", refused, 0);
}
