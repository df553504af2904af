/* Why this file exists: makes the pictures and views that several files of checks begin with. */
#include <string.h>

#include "picture_checks.h"

bool picture_equal(const picture_image *a, const picture_image *b) {
  return a->rgb && b->rgb && a->width == b->width && a->height == b->height &&
         memcmp(a->rgb, b->rgb, 3 * (size_t)a->width * (size_t)a->height) == 0;
}

bool picture_sample(check *self, int step, int32_t width, int32_t height, picture_image *out) {
  static const double corners[6] = {-1.0, 0.0, -1.0, 1.0, 1.0, 1.0};
  const picture_sphere ball = {{-0.5 + 0.2 * step, 0.5, 0.0}, 0.4, {0.3, 0.5, 0.8}};
  const picture_scene scene = {.sphere_count = 1, .spheres = &ball, .ground = true, .ground_normal = {0.0, 1.0, 0.0}};
  picture_view view = picture_view_default(width, height);
  return check_status(self, picture_view_include(&view, 2, corners), XPBD_OK, "include") &&
         check_status(self, picture_view_fit(&view), XPBD_OK, "fit") &&
         check_status(self, picture_draw(&view, &scene, out), XPBD_OK, "draw");
}

picture_view picture_straight(int32_t side) {
  static const double square[12] = {-1.0, -1.0, 0.0, 1.0, -1.0, 0.0, 1.0, 1.0, 0.0, -1.0, 1.0, 0.0};
  picture_view view = picture_view_default(side, side);
  view.azimuth = view.elevation = view.margin = 0.0;
  view.field = 90.0;
  picture_view_include(&view, 4, square);
  picture_view_fit(&view);
  return view;
}
