/* Why this file exists: a build may leave out all backends but one. Each missing one stays listed and says what builds
 * it. */
#include <string.h>

#include "scene_checks.h"
#include "xpbd/backend.h"
#include "xpbd/solver.h"

/// The list of this build without the optional backends.
static const xpbd_backend_list *bare_backends(void) {
  static xpbd_backend_entry entries[16];
  static xpbd_backend_list bare = {.entries = entries};
  const xpbd_backend_list *all = xpbd_backends();
  for (bare.count = 0; bare.count < all->count && bare.count < 16; bare.count++) {
    entries[bare.count] = all->entries[bare.count];
    if (strcmp(entries[bare.count].name, "seq") != 0) entries[bare.count].table = NULL;
  }
  return &bare;
}

static void left_out(check *self, int argument) {
  static const struct {
    const char *name, *word;
  } cases[] = {{"omp", "-DXPBD_OPENMP=ON"}, {"cuda", "-DXPBD_CUDA=ON"}, {"opencl", "-DXPBD_OPENCL=ON"}};
  scene_parts p;
  scene_good_parts(&p);
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  xpbd_solver_def def = xpbd_solver_def_with(bare_backends());
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
}

void check_scene_backends(check_registry *registry) {
  check_add(registry, "backends left out", "each says what builds it", left_out, 0);
}
