/* Why this file exists: a backend that a build leaves out stays listed and says what builds it. Builds are tested with all that the
 * machine has, so here is the list of a build that leaves out all it can. */
#include <string.h>

#include "scene_checks.h"
#include "xpbd/backend.h"

/// The settings of a program that has the backend seq alone.
static xpbd_solver_def bare_settings(void) {
  static xpbd_backend_entry entries[32];
  static xpbd_backend_list list = {.entries = entries};
  const xpbd_backend_list *all = xpbd_backends();
  for (list.count = 0; list.count < all->count && list.count < 32; list.count++) {
    entries[list.count] = all->entries[list.count];
    if (strcmp(entries[list.count].name, "seq") != 0) entries[list.count].table = NULL;
  }
  return xpbd_solver_def_with(&list);
}

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
