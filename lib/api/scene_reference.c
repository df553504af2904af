/* Why this file exists: speed counts only with the error that it costs. A scene file that carries the right answer lets
 * any program compute its own error. */
#include "api/scene_reference.h"

#include <math.h>

#include "base/error.h"

static bool all_finite(const double *values, int64_t count) {
  for (int64_t k = 0; k < count; k++)
    if (!isfinite(values[k])) return false;
  return true;
}

/* Whether the numbers ascend within these limits. */
static bool ascends(const int32_t *values, int32_t count, int32_t least, int32_t most) {
  for (int32_t k = 0; k < count; k++)
    if (values[k] < (k > 0 ? values[k - 1] + 1 : least) || values[k] > most) return false;
  return true;
}

xpbd_status xpbd_scene_reference_check(const xpbd_scene_reference *r, const xpbd_scene *scene, int32_t frames) {
  const int32_t last = xpbd_scene_particle_count(scene) - 1;
  XPBD_REQUIRE(r->name && r->marker_count > 0 && r->moment_count > 0 && r->measure_count > 0 && r->markers &&
                   r->frames && r->positions && r->scalars && r->measures,
               XPBD_ERR_INVALID_ARGUMENT, "the reference lacks a name, markers, moments or measures");
  XPBD_REQUIRE(ascends(r->markers, r->marker_count, 0, last), XPBD_ERR_INVALID_ARGUMENT,
               "the markers of the reference do not ascend from 0 to %d", (int)last);
  XPBD_REQUIRE(ascends(r->frames, r->moment_count, 1, frames), XPBD_ERR_INVALID_ARGUMENT,
               "the frames of the reference do not ascend from 1 to %d", (int)frames);
  XPBD_REQUIRE(all_finite(r->positions, 3 * (int64_t)r->moment_count * r->marker_count) &&
                   all_finite(r->scalars, (int64_t)r->moment_count * XPBD_REFERENCE_SCALARS),
               XPBD_ERR_INVALID_ARGUMENT, "a number of the reference is not finite");
  for (int32_t k = 0; k < r->measure_count; k++) {
    const xpbd_scene_measure *m = &r->measures[k];
    XPBD_REQUIRE(m->name && m->about && m->unit && isfinite(m->scale) && m->scale > 0.0, XPBD_ERR_INVALID_ARGUMENT,
                 "measure %d of the reference lacks a name, a unit or a scale above 0", (int)k);
  }
  return XPBD_OK;
}

void xpbd_scene_reference_write(xpbd_scene_text *to, const xpbd_scene_reference *r) {
  static const char *const scalars[XPBD_REFERENCE_SCALARS][2] = {{"centre_x", "m"},      {"centre_y", "m"},
                                                                 {"centre_z", "m"},      {"kinetic", "J"},
                                                                 {"gravitational", "J"}, {"volume", "m^3"}};
  xpbd_scene_open(to, "reference", '{');
  xpbd_scene_put_word(to, "name", r->name);
  xpbd_scene_put_whole(to, "version", r->version);
  xpbd_scene_put_real(to, "error", r->error);
  xpbd_scene_put_real(to, "spread", r->spread);
  xpbd_scene_put_array(to, "markers", (xpbd_scene_array){.integers = r->markers, .rows = r->marker_count});
  xpbd_scene_put_array(to, "frames", (xpbd_scene_array){.integers = r->frames, .rows = r->moment_count});
  xpbd_scene_put_array(to, "positions",
                       (xpbd_scene_array){.reals = r->positions,
                                          .blocks = r->moment_count,
                                          .rows = (int64_t)r->moment_count * r->marker_count,
                                          .width = 3,
                                          .unit = "m"});
  xpbd_scene_open(to, "scalar_names", '[');
  for (int k = 0; k < XPBD_REFERENCE_SCALARS; k++) xpbd_scene_put_name(to, scalars[k][0], scalars[k][1]);
  xpbd_scene_close(to, ']');
  xpbd_scene_put_array(
      to, "scalars", (xpbd_scene_array){.reals = r->scalars, .rows = r->moment_count, .width = XPBD_REFERENCE_SCALARS});
  xpbd_scene_open(to, "measures", '[');
  for (int32_t k = 0; k < r->measure_count; k++) {
    xpbd_scene_open(to, NULL, '{');
    xpbd_scene_put_word(to, "name", r->measures[k].name);
    xpbd_scene_put_word(to, "about", r->measures[k].about);
    xpbd_scene_put_quantity(to, "scale", r->measures[k].scale, r->measures[k].unit);
    xpbd_scene_close(to, '}');
  }
  xpbd_scene_close(to, ']');
  xpbd_scene_close(to, '}');
}
