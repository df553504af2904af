/* Why this file exists: a message that confuses two numbers of one kind goes unnoticed if they are equal. Here all of
 * them differ (tests/golden/errors/picture has the texts). A camera must also not be at the nearest point of what it
 * views. */
#include <math.h>

#include "picture_checks.h"
#include "runner/folder.h"

static void texts(check *self, int argument) {
  static const double corners[9] = {-0.5, -0.5, 0.0, 0.5, -0.5, 0.0, 0.0, 0.5, 0.0};
  static const double away[9] = {-0.5, -0.5, 0.0, 0.5, INFINITY, 0.0, 0.0, 0.5, 0.0};
  static const double values[3] = {0.0, 1.0, 2.0};
  static const int32_t triangles[6] = {0, 1, 2, 2, 7, 0}, edges[4] = {0, 1, 5, 2};
  const picture_mesh good = {.vertex_count = 3, .positions = corners, .triangle_count = 1, .triangles = triangles};
  const picture_view view = picture_straight(16);
  picture_mesh meshes[6] = {good, good, good, good, good, good};
  meshes[0].front = (picture_colour){0.1, 0.2, 1.5};
  meshes[1].back = (picture_colour){0.3, -0.4, 0.5};
  meshes[2].scalar = values, meshes[2].scalar_low = 3.0, meshes[2].scalar_high = 2.0;
  meshes[3].positions = away;
  meshes[4].triangle_count = 2;
  meshes[5].edges = edges, meshes[5].edge_count = 2;
  OWNED(picture_image_destroy) picture_image image = {0};
  for (int i = 0; i < 6; i++) {
    const picture_scene scene = {.mesh_count = 1, .meshes = &meshes[i]};
    check_status(self, picture_draw(&view, &scene, &image), XPBD_ERR_INVALID_ARGUMENT, "mesh %d", i);
  }
  const picture_scene none = {.mesh_count = 2, .meshes = meshes, .sphere_count = -3};
  check_status(self, picture_draw(&view, &none, &image), XPBD_ERR_INVALID_ARGUMENT, "balls that cannot be");
  check_status(self, picture_image_create(15, 17, &image), XPBD_ERR_INVALID_ARGUMENT, "an image");
  picture_view small = picture_view_default(15, 17), fine = picture_view_default(64, 48);
  check_status(self, picture_view_include(&small, 3, corners), XPBD_ERR_INVALID_ARGUMENT, "a view");
  fine.samples = 5;
  check_status(self, picture_view_include(&fine, 3, corners), XPBD_ERR_INVALID_ARGUMENT, "samples");
  check_control(self, picture_draw(&view, &(picture_scene){.mesh_count = 1, .meshes = &good}, &image) == XPBD_OK,
                "the mesh without a mistake");
}

static void sheets(check *self, int argument) {
  OWNED(picture_sheet_destroy) picture_sheet sheet = {0};
  picture_image frame = {0};
  check_status(self, picture_sheet_begin(8193, 5, 16, 17, &sheet), XPBD_ERR_INVALID_ARGUMENT, "frames");
  check_said(self, "a sheet with the frame count 8193 and the column count 5", "frames and columns");
  check_status(self, picture_sheet_begin(2, 1, 15, 17, &sheet), XPBD_ERR_INVALID_ARGUMENT, "small frames");
  check_said(self, "frames of 15 x 17 pixels: each side must be 16 to 8192", "small frames");
  check_status(self, picture_sheet_begin(5, 3, 4000, 100, &sheet), XPBD_ERR_INVALID_ARGUMENT, "large frames");
  check_said(self, "a sheet of 3 x 2 frames of 4000 x 100 pixels: no side may exceed 8192 pixels", "large frames");
  if (!check_status(self, picture_image_create(18, 19, &frame), XPBD_OK, "a frame")) return;
  if (check_status(self, picture_sheet_begin(2, 1, 16, 17, &sheet), XPBD_OK, "a sheet")) {
    check_status(self, picture_sheet_add(&sheet, &frame, ""), XPBD_ERR_INVALID_ARGUMENT, "a frame of another size");
    check_said(self, "a frame of 18 x 19 pixels on a sheet for 16 x 17", "a frame of another size");
    picture_sheet_destroy(&sheet);
  }
#ifdef XPBD_HAVE_GIF
  char *folder = folder_make(self);
  picture_gif *gif = NULL;
  if (check_status(self, picture_gif_open(folder_path(folder, "a.gif"), 16, 17, &gif), XPBD_OK, "a film")) {
    check_status(self, picture_gif_add(gif, &frame, 0.1), XPBD_ERR_INVALID_ARGUMENT, "a frame of another size");
    check_said(self, "a frame of 18 x 19 pixels in a film of 16 x 17", "a frame of another size");
    picture_gif_discard(&gif);
  }
#endif
  picture_image_destroy(&frame);
  check_control(self, picture_sheet_begin(2, 1, 16, 17, &sheet) == XPBD_OK, "a sheet that can be");
}

/* Points in a row along the view all appear in its middle wherever the eye is. The eye is a tenth of their size before
 * the nearest. */
static void nearest(check *self, int argument) {
  static const double row[6] = {0.0, 0.0, 2.0, 0.0, 0.0, -8.0};
  picture_view view = picture_view_default(64, 48);
  view.azimuth = view.elevation = 0.0;
  if (!check_status(self, picture_view_include(&view, 2, row), XPBD_OK, "include") ||
      !check_status(self, picture_view_fit(&view), XPBD_OK, "fit"))
    return;
  check_at_most(self, fabs(view.eye[0]) + fabs(view.eye[1]), 1e-12, "the eye is off their line [m]");
  check_between(self, view.eye[2], 3.0 - 1e-12, 3.0 + 1e-12, "it stands before the nearest [m]");
  picture_view wide = picture_view_default(64, 48);
  wide.azimuth = wide.elevation = 0.0;
  picture_view_include(&wide, 2, (const double[]){-5.0, 0.0, 0.0, 5.0, 0.0, 0.0});
  picture_view_fit(&wide);
  check_control(self, wide.eye[2] > 3.0, "points across the picture");
}

void check_picture_texts(check_registry *registry) {
  check_add(registry, "texts", "messages whose numbers all differ", texts, 0);
  check_add(registry, "sheet texts", "those of sheets and films", sheets, 0);
  check_add(registry, "nearest", "an eye before points that are behind each other", nearest, 0);
}
