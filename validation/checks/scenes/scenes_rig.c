/* Why this file exists: a rig of a named scene, and which of several names one is. */
#include <stdlib.h>
#include <string.h>

#include "scenes_checks.h"

bool scenes_is_one_of(const char *name, const char *names) {
  const char *at = strstr(names, name);
  return at && (at == names || at[-1] == ' ') && (at[strlen(name)] == ' ' || at[strlen(name)] == '\0');
}

bool scenes_build(rig *r, check *self, const char *name, const xpbd_scene_params *params, xpbd_model *model) {
  *r = (rig){.owner = self};
  if (!check_status(self, xpbd_scene_build(name, params, model), XPBD_OK, "%s", name)) return false;
  r->n = xpbd_scene_particle_count(model->scene);
  r->scene = model->scene; /* borrowed: scenes_free() gives it back first */
  r->x = calloc(3 * (size_t)r->n, sizeof *r->x);
  r->v = calloc(3 * (size_t)r->n, sizeof *r->v);
  return (r->x && r->v) || check_true(self, false, "memory for %d particles", (int)r->n);
}

void scenes_free(rig *r, xpbd_model *model) {
  r->scene = NULL;
  rig_free(r);
  xpbd_model_destroy(model);
}
