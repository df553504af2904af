/* Why this file exists: frees a built scene with its mesh and the obstacles that show it. */
#include <stdlib.h>

#include "xpbd/scenes.h"

void xpbd_model_destroy(xpbd_model *model) {
  if (!model) return;
  xpbd_scene_destroy(&model->scene);
  xpbd_mesh_destroy(&model->mesh);
  for (int32_t k = 0; k < model->obstacle_count; k++) {
    free((void *)model->obstacles[k].key_times);
    free((void *)model->obstacles[k].key_positions);
    xpbd_mesh_destroy(&model->obstacle_meshes[k]);
  }
  free(model->obstacles);
  free(model->obstacle_meshes);
  *model = (xpbd_model){0};
}
