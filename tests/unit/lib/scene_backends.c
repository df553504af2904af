/* Why this file exists: the list of backends as a build has it that leaves out all it can: each that is not there stays listed and
 * says what builds it. Builds are tested with all that the machine has, so that list is compiled here once more. */
#include <string.h>

#include "scene_checks.h"
#include "xpbd/solver.h"

#define XPBD_HAVE_seq           1
#define XPBD_HAVE_omp           0
#define XPBD_HAVE_cuda          0
#define XPBD_HAVE_opencl        0
#define xpbd_backends           bare_backends
#define xpbd_solver_def_default bare_settings
const xpbd_backend_list *bare_backends(void);
xpbd_solver_def bare_settings(void);
#include "../../../backends/list.c"

static void left_out(check *self, int argument) {
  (void)argument;
  static const struct {
    const char *name, *word;
  } cases[] = {{"omp", "-DXPBD_OPENMP=ON"}, {"cuda", "-DXPBD_CUDA=ON"}, {"opencl", "-DXPBD_OPENCL=ON"}};
  scene_parts p;
  scene_good_parts(&p);
  xpbd_scene *scene = NULL;
  xpbd_solver *solver = NULL;
  xpbd_solver_def def = bare_settings();
  check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene");
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    def.backend = cases[k].name;
    check_status(self, xpbd_solver_create(scene, &def, &solver), XPBD_ERR_NOT_BUILT, "%s", cases[k].name);
    check_true(self, strstr(xpbd_last_error(), cases[k].word) != NULL, "%s: %s", cases[k].name, xpbd_last_error());
  }
  def.backend = NULL;
  check_status(self, xpbd_solver_create(scene, &def, &solver), XPBD_OK, "the first that is there");
  xpbd_solver_destroy(&solver);
  def.backend = "seq";
  check_control(self, xpbd_solver_create(scene, &def, &solver) == XPBD_OK, "seq is always built");
  xpbd_solver_destroy(&solver);
  xpbd_scene_destroy(&scene);
}

void check_scene_backends(check_registry *registry) {
  check_add(registry, "backends left out", "each says what builds it", left_out, 0);
}
