/* Why this file exists: vertex block descent runs on threads and on devices. It must have the bits of seq there: for
 * every formula that a device takes, and with all that acts beside the elements. */
#include <stdio.h>
#include <string.h>

#include "backend_checks.h"
#include "formula/algebraic.h"
#include "runner/workload.h"
#include "xpbd/formula.h"

enum { SHIFT = 8 }; ///< A check's argument is the backend + 256 times the index of a formula or a scene.

/// A compliance with which so few iterations gain no energy.
static const double SOFT = 1e-2;

static const char *name_of(int argument) {
  return backend_at(argument & ((1 << SHIFT) - 1))->name;
}

static way descent(const char *backend, int32_t frames, int32_t substeps) {
  way w = way_reference(XPBD_F64, frames, 3);
  w.method = XPBD_METHOD_VBD, w.backend = backend, w.instructions = NULL, w.lanes = 0;
  w.substeps = substeps;
  return w;
}

/// Compares a built workload on a backend with seq, by every strategy that the method has there. Returns whether seq
/// takes it.
static bool compare(rig *r, const char *backend, int32_t frames, int32_t substeps) {
  static const char *const strategies[] = {NULL, "plain"};
  way w = descent("seq", frames, substeps);
  if (way_status(r, &w) != XPBD_OK) return false;
  const uint64_t expected = way_hash(r, &w);
  w.backend = backend;
  for (int k = 0; k < (backend_is_device(backend) ? 2 : 1); k++)
    for (w.threads = 1; w.threads <= 3; w.threads += 2) {
      w.strategy = strategies[k];
      check_same(r->owner, way_hash(r, &w), expected, "%s, %d threads, strategy %s", backend, (int)w.threads,
                 w.strategy ? w.strategy : "of its choice");
    }
  w.iterations++, w.strategy = NULL;
  check_control(r->owner, way_hash(r, &w) != expected, "one iteration more");
  return true;
}

/// Whether seq runs so many frames. With too stiff elements so few iterations gain energy.
static bool survives(const rig *r, int32_t frames) {
  xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, 3);
  xpbd_solver *solver = NULL;
  def.method = XPBD_METHOD_VBD, def.backend = "seq";
  xpbd_status status = xpbd_solver_create(r->scene, &def, &solver);
  if (status == XPBD_OK) status = xpbd_solver_step(solver, frames);
  if (status == XPBD_OK) status = xpbd_solver_sync(solver);
  xpbd_solver_destroy(&solver);
  return status == XPBD_OK;
}

static void formula_bits(check *self, int argument) {
  const int formula = argument >> SHIFT;
  int ran = 0;
  for (int damped = 0; damped < 2; damped++) {
    workload load = workload_of(formula, damped ? 0.3 : 0.0, true);
    bool good = false;
    for (int k = 0; k < 4 && !good; k++, load.compliance *= 100.0) {
      rig r;
      good = workload_build(&r, self, &load) && survives(&r, 3);
      if (good) ran += compare(&r, name_of(argument), 3, 1);
      rig_free(&r);
    }
  }
  check_same(self, (uint64_t)ran, 2, "scenes with and without damping");
}

/// What a device refuses, in the words of one line.
static void refused(check *self, int backend) {
  static const struct {
    const char *formula, *strategy, *words;
  } cases[] = {{"morse", NULL, "whose functions, such as exp, have other bits on a device"},
               {"dihedral", NULL, "whose functions, such as exp, have other bits on a device"},
               {"stretching", "resident", "method vbd has the strateg"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const workload load = workload_of(xpbd_formula_find(cases[k].formula), 0.0, true);
    rig r;
    if (workload_build(&r, self, &load)) {
      way w = descent(name_of(backend), 1, 1);
      w.strategy = cases[k].strategy;
      check_status(self, way_status(&r, &w), XPBD_ERR_UNSUPPORTED, "%s is refused", cases[k].formula);
      check_true(self, strstr(xpbd_last_error(), cases[k].words) != NULL, "with the reason: %s", xpbd_last_error());
      w.backend = "seq", w.strategy = NULL;
      check_control(self, way_status(&r, &w) == XPBD_OK, "seq takes %s", cases[k].formula);
    }
    rig_free(&r);
  }
}

/// What acts beside elements.
static const struct {
  const char *name, *about, *formula;
  double damping;
  int32_t frames, substeps;
  workload with;
} scenes[] = {
    {"vbd-wind", "vertices of two sets in a swinging wind", "stretching", 0.3, 12, 2, {.bending = true, .wind = true}},
    {"vbd-obstacles", "vertices that meet a moving ball and a floor", "stretching", 0.0, 20, 1, {.obstacles = true}},
    {"vbd-handles",
     "vertices held by hands that pull and turn",
     "stretching",
     0.5,
     12,
     3,
     {.handles = true, .wind = true, .bending = true, .obstacles = true}},
    {"vbd-star",
     "more colours than a schedule has: the rest takes turns",
     "stretching",
     0.0,
     3,
     1,
     {.shape = WORKLOAD_STAR, .bending = true}},
};
enum { SCENES = (int)(sizeof scenes / sizeof *scenes) };

static void scene_bits(check *self, int argument) {
  const int k = argument >> SHIFT;
  const workload usual = workload_of(xpbd_formula_find(scenes[k].formula), scenes[k].damping, false);
  workload load = scenes[k].with;
  if (load.shape != WORKLOAD_STAR) load.shape = usual.shape, load.columns = usual.columns, load.rows = usual.rows;
  load.formula = usual.formula, load.damping = usual.damping, load.compliance = SOFT;
  rig r;
  if (workload_build(&r, self, &load))
    check_true(self, compare(&r, name_of(argument), scenes[k].frames, scenes[k].substeps), "seq takes the scene");
  rig_free(&r);
}

/// The numbers of the method, and copies side by side.
static void numbers(check *self, int backend) {
  static const struct {
    const char *name;
    double value;
  } cases[] = {{"omega", 1.3}, {"gauss_newton", 1.0}, {"contact_stiffness", 300.0}, {"friction_speed", 0.1}};
  workload load = workload_of(xpbd_formula_find("stretching"), 0.2, false);
  load.obstacles = true, load.compliance = SOFT;
  rig r;
  uint64_t before = 0;
  if (workload_build(&r, self, &load))
    for (size_t k = 0; k <= sizeof cases / sizeof *cases; k++) {
      xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, 4);
      def.method = XPBD_METHOD_VBD, def.backend = "seq";
      if (k > 0) xpbd_solver_def_set(&def, cases[k - 1].name, cases[k - 1].value);
      const uint64_t expected = rig_run(&r, &def, 15) ? rig_hash(&r) : 0;
      def.backend = name_of(backend), def.batch = backend_is_device(def.backend) ? 3 : 1;
      check_same(self, rig_run(&r, &def, 15) ? rig_hash(&r) : 1, expected, "%s",
                 k > 0 ? cases[k - 1].name : "standard numbers");
      check_control(self, expected != before, "the number before");
      before = expected;
    }
  rig_free(&r);
}

void add_vertex_checks(check_registry *registry, int backend, bool few) {
  static const char *const kinds[] = {"stretching", "stvk", "isometric_bending", "stvk_root_triangle",
                                      "stvk_strain_tet"};
  const char *name = backend_at(backend)->name;
  const bool device = backend_is_device(name);
  for (int f = 0; f < xpbd_formula_count(); f++) {
    const xpbd_formula_info *info = xpbd_formula_at(f);
    bool wanted = !few;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) wanted |= strcmp(kinds[k], info->name) == 0;
    if (wanted && !(info->traits & XPBD_SUMMED) && (!device || xpbd_formula_is_algebraic(f)))
      check_add_named(registry, "vertices of a small mesh, with and without damping", formula_bits,
                      backend + (f << SHIFT), "%s/vbd-%s", name, info->name);
  }
  for (int k = 0; k < SCENES; k++)
    check_add_named(registry, scenes[k].about, scene_bits, backend + (k << SHIFT), "%s/%s", name, scenes[k].name);
  check_add_named(registry, "the numbers of vertex block descent, and copies", numbers, backend, "%s/vbd-numbers",
                  name);
  if (device) check_add_named(registry, "what a device refuses of it", refused, backend, "%s/vbd-refused", name);
}
