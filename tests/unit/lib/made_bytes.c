/* Why this file exists: reports show the memory that a solver says it takes, and too large runs are refused by it. That
 * sum is made by hand in many places. Here it is compared with what the allocator really gave. */
#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "made_bytes.h"
#include "xpbd/method.h"
#include "xpbd/scenes.h"
#include "xpbd/solver.h"

/* Bytes in use; 0 if the allocator does not tell. */
static double in_use(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  const struct mallinfo2 now = mallinfo2();
  return (double)now.uordblks + (double)now.hblkhd;
#else
  return 0.0;
#endif
}

/* Whether they are counted at all: sanitizers have their own allocators. */
static bool are_counted(void) {
  const double before = in_use();
  volatile char *some = malloc(1 << 20);
  if (!some) return false;
  some[0] = 1;
  const double more = in_use() - before;
  free((char *)some);
  return more >= 1 << 20 && more < 1.1 * (1 << 20);
}

static const struct {
  const char *scene;
  int32_t resolution;
  const char *constraint, *bending, *backend, *method;
  xpbd_precision precision;
  bool wind, contact;
} cases[] = {{"cloth", 120, "stretching", "none", "seq", "xpbd", XPBD_F32, false, false},
             {"cloth", 120, "stretching", "none", "seq", "xpbd", XPBD_F64, false, false},
             {"cloth", 120, "stretching:order=mesh", "dihedral", "seq", "xpbd", XPBD_F32, false, false},
             {"cloth", 120, "stretching", "distance_bending", "omp", "xpbd", XPBD_F32, true, false},
             {"cloth", 120, "sbd", "none", "seq", "pbd", XPBD_F64, true, false},
             {"cloth", 120, "stretching", "none", "seq", "xpbd", XPBD_F32, false, true},
             {"cloth", 120, "stretching", "none", "seq", "xpbd", XPBD_F64, false, true},
             {"cloth", 120, "stretching", "none", "seq", "jacobi", XPBD_F32, false, false},
             {"cloth", 120, "stretching", "none", "omp", "jacobi-mean", XPBD_F64, false, false},
             {"cloth", 120, "stretching", "none", "seq", "energy", XPBD_F32, false, false},
             {"cloth", 80, "stretching", "none", "seq", "fms", XPBD_F64, false, false},
             {"cloth", 80, "stretching", "distance_bending", "seq", "pd", XPBD_F64, false, false},
             {"chain", 2000, "stretching", "none", "seq", "verlet-7", XPBD_F64, false, false},
             {"cloth", 60, "stretching", "none", "seq", "verlet-7", XPBD_F64, false, true},
             {"beam_tets", 60, "tet_volume+stretching", "none", "seq", "xpbd", XPBD_F32, false, false},
             {"blob", 65, "stretching+closed_volume", "none", "seq", "xpbd", XPBD_F64, false, false}};

static void solvers(check *self, int argument) {
  if (!are_counted()) {
    check_skip(self, "this allocator does not say what it has given");
    return;
  }
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    xpbd_scene_params params = xpbd_scene_params_default();
    params.resolution = cases[k].resolution;
    params.constraint = cases[k].constraint;
    params.bending = cases[k].bending;
    if (cases[k].wind) params.wind[0] = 3;
    if (cases[k].contact) params.contact_radius = 0.002;
    if (!check_status(self, xpbd_scene_build(cases[k].scene, &params, &model), XPBD_OK, "%s", cases[k].scene)) continue;
    xpbd_solver_def def = xpbd_solver_def_default();
    def.backend = cases[k].backend;
    def.method = (xpbd_method)xpbd_method_find(cases[k].method);
    def.precision = cases[k].precision;
    def.threads = 2;
    if (xpbd_method_at((int)def.method)->traits & XPBD_EXPLICIT) def.frame_time = 1e-4;
    OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
    if (xpbd_solver_create(model.scene, &def, &solver) == XPBD_OK && xpbd_solver_step(solver, 1) == XPBD_OK)
      xpbd_solver_sync(solver); /* memory of the threads themselves is not the solver's */
    xpbd_solver_destroy(&solver);
    const double before = in_use();
    xpbd_status status = xpbd_solver_create(model.scene, &def, &solver);
    if (status == XPBD_OK) status = xpbd_solver_step(solver, 3); /* lists grow */
    if (status == XPBD_OK) status = xpbd_solver_sync(solver);
    const double taken = in_use() - before;
    const char *what = cases[k].constraint;
    if (status == XPBD_OK) {
      xpbd_counters counters;
      xpbd_solver_counters(solver, &counters);
      check_between(self, (double)counters.host_bytes / taken, 0.99, 1.01, "%s, %s on %s: said, of what was given",
                    what, cases[k].method, cases[k].backend);
      check_control(self, (double)counters.host_bytes / (taken + 1e6) < 0.99, "a megabyte more");
    } else {
      check_true(self, status == XPBD_ERR_NOT_BUILT || status == XPBD_ERR_UNAVAILABLE, "%s: %s", what,
                 xpbd_last_error());
    }
  }
}

void check_made_bytes(check_registry *registry) {
  check_add(registry, "bytes", "the memory that a solver says it takes, and the allocator", solvers, 0);
}
