/* Why this file exists: each check of a refusal begins with a valid scene and changes one thing in it. */
#include <stddef.h>

#include "scene_checks.h"

bool scene_refused(check *self, xpbd_status status, const char *what) {
  return check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "%s", what);
}

void scene_def_refused(check *self, const xpbd_scene_def *def, const char *what) {
  xpbd_scene *scene = (xpbd_scene *)(size_t)8; /* must become NULL */
  const xpbd_status status = xpbd_scene_create(def, &scene);
  scene_refused(self, status, what);
  check_true(self, !scene, "%s: no scene is returned", what);
  if (status == XPBD_OK) xpbd_scene_destroy(&scene);
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
