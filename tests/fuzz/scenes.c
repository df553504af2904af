/* Why this file exists: fuzzes the reader of scene files: a file of JSON, and its arrays after a line of one '%'. What
 * it takes is written and read again. */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>

#include "xpbd/scene_file.h"

bool fuzz_scene(const uint8_t *data, size_t size) {
  size_t second = 0;
  const size_t first = fuzz_first(data, size, &second);
  xpbd_scene_run run;
  xpbd_model model, again;
  fuzz_file("scene.bin", data + second, size - second);
  const char *path = fuzz_file("scene.json", data, first);
  if (xpbd_scene_read(path, &run, &model) != XPBD_OK) return false;
  const int32_t n = xpbd_scene_particle_count(model.scene);
  for (int64_t i = 0; i < 3 * (int64_t)n; i++)
    if (!isfinite(xpbd_scene_positions(model.scene)[i])) abort();
  xpbd_scene_file_def def = xpbd_scene_file_def_default();
  def.name = run.name, def.settings = &run.settings, def.frames = run.frames;
  /* methods with laws of their own are not written */
  if (xpbd_scene_write(path, &model, &def) == XPBD_OK) {
    if (xpbd_scene_read(path, NULL, &again) != XPBD_OK || xpbd_scene_particle_count(again.scene) != n) abort();
    xpbd_model_destroy(&again);
  }
  xpbd_model_destroy(&model);
  return true;
}
