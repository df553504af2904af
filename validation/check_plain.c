/* Why this file exists: the plain second implementation that benchmark rows are held against must agree with the solver
 * where the solver is right, and must not where it is wrong. */
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "xpbd/measure.h"
#include "xpbd/scenes.h"

enum { FRAMES = 8, ITERATIONS = 20 };

static double largest_distance(const double *a, const double *b, size_t count) {
  double largest = 0.0;
  for (size_t k = 0; k < count; k++)
    if (!(fabs(a[k] - b[k]) <= largest)) largest = fabs(a[k] - b[k]);
  return largest;
}

static void check_formula(check *self, int formula) {
  const xpbd_formula_info *info = xpbd_formula_at(formula);
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 21;
  params.damping = formula % 2 ? 0.3 : 0.0;
  *(info->element == XPBD_ON_EDGES ? &params.constraint : &params.bending) = info->name;
  xpbd_model model;
  if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "scene")) return;
  const size_t count = 3 * (size_t)model.mesh.vertex_count;
  double *solved = calloc(2 * count, sizeof *solved), *plain = solved + count;
  for (int precision = 0; precision < 2; precision++) {
    xpbd_solver_def def = xpbd_solver_def_default();
    def.precision = precision ? XPBD_F64 : XPBD_F32;
    def.iterations = ITERATIONS;
    def.substeps = 1 + formula % 2;
    xpbd_solver *solver = NULL;
    xpbd_status status = xpbd_solver_create(model.scene, &def, &solver);
    if (status == XPBD_OK) status = xpbd_solver_step(solver, FRAMES);
    if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_POSITIONS, solved);
    xpbd_counters counters = {0};
    if (status == XPBD_OK) status = xpbd_solver_counters(solver, &counters);
    xpbd_solver_destroy(&solver);
    if (status == XPBD_OK) status = xpbd_reference_run(model.scene, &def, FRAMES, plain);
    if (!check_status(self, status, XPBD_OK, "%s", info->name)) break;
    /* rounding: measured 1.4e-5 m in float, 1e-14 m in double */
    check_at_most(self, largest_distance(solved, plain, count), precision ? 1e-9 : 2e-4, "distance [m], %s",
                  precision ? "double" : "float");
    check_same(self, (uint64_t)counters.projections,
               (uint64_t)xpbd_scene_constraint_count(model.scene) * FRAMES * ITERATIONS * (uint64_t)def.substeps,
               "projections counted");
    def.iterations = 2;
    status = xpbd_reference_run(model.scene, &def, FRAMES, plain);
    check_control(self, status == XPBD_OK && largest_distance(solved, plain, count) > 1e-3,
                  "2 iterations instead of 20 end elsewhere");
  }
  free(solved);
  xpbd_model_destroy(&model);
}

void check_group_plain(check_registry *registry) {
  for (int f = 0; f < xpbd_formula_count(); f++)
    check_add(registry, xpbd_formula_at(f)->name, "the solver against a plain second implementation", check_formula, f);
}
