/* Why this file exists: each check of a refusal begins with a scene that is right and spoils one thing of it. */
#include <string.h>

#include "scene_checks.h"

bool scene_refused(check *self, xpbd_status status, const char *word, const char *what) {
  const bool code = check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "%s", what);
  return code && check_true(self, strstr(xpbd_last_error(), word) != NULL, "%s: the text names '%s': %s", what, word,
                            xpbd_last_error());
}

void scene_good_parts(scene_parts *p) {
  *p = (scene_parts){.x = {0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1},
                     .w = {0, 1, 1, 1},
                     .triangles = {0, 2, 1, 0, 3, 2},
                     .edges = {0, 1, 1, 2, 2, 3, 3, 0, 0, 2},
                     .def = xpbd_scene_def_default()};
  p->def.particle_count = 4;
  p->def.positions = p->x, p->def.velocities = p->v, p->def.inverse_masses = p->w;
  p->def.triangle_count = 2, p->def.triangles = p->triangles;
}
