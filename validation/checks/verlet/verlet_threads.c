/* Why this file exists: position Verlet runs on any number of threads, bit for bit. The shares of the threads meet in
 * springs, in contacts between their nodes, and in the impulses that the seven-step scheme keeps for the next step. */
#include <string.h>

#include "runner/workload.h"
#include "verlet_checks.h"

enum { FRAMES = 30 };

/// The hash after so many frames on a backend, and the energies. False, already reported, on failure.
static bool run(check *self, const xpbd_scene *scene, const xpbd_solver_def *def, uint64_t *hash,
                xpbd_verlet_energies *energies) {
  xpbd_solver *solver = NULL;
  xpbd_status status = xpbd_solver_create(scene, def, &solver);
  for (int frame = 0; frame < FRAMES && status == XPBD_OK; frame++) status = xpbd_solver_step(solver, 1);
  if (status == XPBD_OK) status = xpbd_solver_hash(solver, hash);
  if (status == XPBD_OK) status = xpbd_verlet_energy(xpbd_verlet_of(solver), energies);
  xpbd_solver_destroy(&solver);
  return check_status(self, status, XPBD_OK, "%d frames on %s, %d threads", FRAMES, def->backend, (int)def->threads);
}

static void threads(check *self, int method) {
  static const char *const scenes[] = {"balls", "friction_box"};
  static const int32_t counts[] = {1, 2, 3, 7, 60};
  if (backend_missing_named("omp")) {
    check_skip(self, "%s", backend_missing_named("omp"));
    return;
  }
  for (int s = 0; s < 2; s++) {
    lattice_params p = lattice_params_default();
    p.resolution = 4, p.friction = 0.3, p.restitution = 0.6, p.drop = 0.02, p.settle = s == 1 ? 0.01 : p.settle;
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    OWNED(xpbd_solver_destroy) xpbd_solver *first = NULL;
    uint64_t expected = 0, hash = 0;
    xpbd_verlet_energies energies = {0}, other = {0};
    if (check_status(self, lattice_solver(scenes[s], &p, &model, &first), XPBD_OK, "%s", scenes[s])) {
      xpbd_solver_def def = *xpbd_solver_settings(first);
      def.method = (xpbd_method)method, def.substeps = 40, def.frame_time *= 40, def.backend = "seq";
      if (run(self, model.scene, &def, &expected, &energies)) {
        def.backend = "omp";
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
          def.threads = counts[k];
          if (!run(self, model.scene, &def, &hash, &other)) continue;
          check_same(self, hash, expected, "%s: hash of %d threads and of seq", scenes[s], (int)counts[k]);
          check_true(self, memcmp(&energies, &other, sizeof other) == 0, "%s: energies", scenes[s]);
        }
        def.frame_time *= 1.0 + 1e-15;
        if (run(self, model.scene, &def, &hash, &other))
          check_control(self, hash != expected, "%s: a step longer by rounding", scenes[s]);
      }
    }
  }
}

void check_verlet_threads(check_registry *registry) {
  static const xpbd_method methods[] = {XPBD_METHOD_VERLET_6, XPBD_METHOD_VERLET_7, XPBD_METHOD_VERLET_7_SERIAL};
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
    check_add_named(registry, "on omp with any number of threads, bit for bit", threads, (int)methods[k], "threads/%s",
                    xpbd_method_name((int)methods[k]));
}
