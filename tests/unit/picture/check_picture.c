/* Why this file exists: a picture that shows something else than the simulation is worse than none. Outlines are
 * compared with closed forms pixel by pixel. Hidden parts, camera, shadows and colours are compared with what they must
 * be. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture_checks.h"

enum { SIDE = 200 };

static const picture_colour red = {0.8, 0.1, 0.1}, blue = {0.1, 0.1, 0.8};

/// One camera for two views, and one that is placed.
static void cameras(check *self, int unused) {
  static const double aside[6] = {3.0, -1.0, 0.0, 3.0, 1.0, 0.0};
  picture_view view = picture_straight(SIDE), other = picture_straight(SIDE);
  double pixel[2], depth, eye[3], target[3], height;
  picture_view_include(&other, 2, aside);
  if (!check_status(self, picture_view_join(&view, &other), XPBD_OK, "join")) return;
  check_status(self, picture_view_fit(&view), XPBD_OK, "fit both");
  picture_view_project(&view, aside, pixel, &depth);
  check_between(self, pixel[0], (double)SIDE - 1e-9, (double)SIDE + 1e-9, "the outermost of both is at the border");
  picture_view alone = picture_straight(SIDE);
  picture_view_project(&alone, aside, pixel, &depth);
  check_control(self, !(pixel[0] <= SIDE), "seen by the first alone: %g", pixel[0]);
  other.azimuth = 5.0;
  check_status(self, picture_view_join(&view, &other), XPBD_ERR_INVALID_ARGUMENT, "views that look in other ways");

  view = picture_straight(SIDE);
  picture_view_camera(&view, eye, target, &height);
  check_between(self, height, 2.0 - 1e-12, 2.0 + 1e-12, "height at the middle");
  picture_view placed = picture_view_default(SIDE, SIDE);
  picture_view_include(&placed, 1, target);
  if (!check_status(self, picture_view_place(&placed, eye, target, height), XPBD_OK, "place")) return;
  picture_view_project(&placed, (const double[]){1.0, -1.0, 0.0}, pixel, &depth);
  check_between(self, pixel[0], (double)SIDE - 1e-9, (double)SIDE + 1e-9, "a camera that is passed on: across");
  check_between(self, pixel[1], (double)SIDE - 1e-9, (double)SIDE + 1e-9, "a camera that is passed on: down");
  check_status(self, picture_view_place(&placed, eye, eye, height), XPBD_ERR_INVALID_ARGUMENT, "an eye at its target");
  check_status(self, picture_view_place(&placed, (const double[]){0.0, 5.0, 0.0}, (const double[]){0.0, 0.0, 0.0}, 1.0),
               XPBD_ERR_INVALID_ARGUMENT, "straight from above");
  check_status(self, picture_view_place(&placed, eye, target, NAN), XPBD_ERR_INVALID_ARGUMENT, "no height");
}

static picture_mesh one_triangle(const double *positions, picture_colour colour) {
  static const int32_t corners[3] = {0, 1, 2};
  return (picture_mesh){.vertex_count = 3,
                        .positions = positions,
                        .triangle_count = 1,
                        .triangles = corners,
                        .front = colour,
                        .back = colour};
}

static bool is_white(const picture_image *image, int x, int y) {
  const uint8_t *rgb = image->rgb + 3 * ((size_t)y * (size_t)image->width + (size_t)x);
  return rgb[0] == 255 && rgb[1] == 255 && rgb[2] == 255;
}

static const uint8_t *pixel_at(const picture_image *image, const double at[2]) {
  return image->rgb + 3 * ((size_t)at[1] * (size_t)image->width + (size_t)at[0]);
}

/// The least distance [pixels] of a pixel's middle from a shape, > 0 outside, < 0 inside.
typedef double (*outline)(const void *shape, double x, double y);

/// Pixels on the wrong side of an outline, without those that it cuts. `inside` receives how many are inside.
static int misplaced(const picture_image *image, outline shape, const void *data, int *inside) {
  int wrong = 0;
  *inside = 0;
  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++) {
      const double distance = shape(data, x + 0.5, y + 0.5);
      if (distance < -0.75) {
        ++*inside;
        wrong += is_white(image, x, y);
      } else if (!(distance <= 0.75)) {
        wrong += !is_white(image, x, y);
      }
    }
  return wrong;
}

/// Distance to a triangle in pixels, with counter-clockwise corners; y points down.
static double triangle_outline(const void *shape, double x, double y) {
  const double *p = shape; /* [3, 3] in the square of picture_straight(SIDE) */
  double most = -INFINITY;
  for (int k = 0; k < 3; k++) {
    const double *a = p + 3 * k, *b = p + 3 * ((k + 1) % 3);
    const double ax = 0.5 * SIDE * (a[0] + 1.0), ay = 0.5 * SIDE * (1.0 - a[1]);
    const double dx = 0.5 * SIDE * (b[0] - a[0]), dy = -0.5 * SIDE * (b[1] - a[1]);
    most = fmax(most, ((y - ay) * dx - (x - ax) * dy) / hypot(dx, dy));
  }
  return most;
}

static void run_triangle(check *self, int argument) {
  static const double corners[9] = {-0.9, -0.7, 0.0, 0.8, -0.5, 0.0, -0.2, 0.85, 0.0};
  static const double flipped[9] = {-0.9, 0.7, 0.0, -0.2, -0.85, 0.0, 0.8, 0.5, 0.0};
  const picture_mesh mesh = one_triangle(corners, blue);
  const picture_scene scene = {.mesh_count = 1, .meshes = &mesh};
  const picture_view view = picture_straight(SIDE);
  for (int k = 0; k < 3; k++)
    check_at_most(self, fabs(view.eye[k] - (k == 2)), 1e-12, "the eye stands at (0, 0, 1)"); /* measured 2.3e-16 */
  OWNED(picture_image_destroy) picture_image image = {0};
  if (!check_status(self, picture_draw(&view, &scene, &image), XPBD_OK, "draw")) return;
  int inside;
  check_same(self, (uint64_t)misplaced(&image, triangle_outline, corners, &inside), 0, "pixels on the wrong side");
  const double area = 0.5 * (1.7 * 1.55 - 0.2 * 0.7) * 0.25 * SIDE * SIDE;
  check_between(self, inside, 0.96 * area, area, "pixels inside, of %.0f", area); /* measured 0.969 */
  check_control(self, misplaced(&image, triangle_outline, flipped, &inside) > 1000, "the triangle upside down");
}

/// A ball seen from the origin of `at`, with z ahead: a ray hits it within asin(radius / distance) of its centre.
typedef struct ball {
  double at[3], radius;
} ball;

static double ball_outline(const void *shape, double x, double y) {
  const ball *b = shape;
  const double focal = 0.5 * SIDE, ray[3] = {(x - focal) / focal, (focal - y) / focal, 1.0};
  double dot = 0.0, rays = 0.0, far = 0.0;
  for (int k = 0; k < 3; k++) {
    dot += ray[k] * b->at[k];
    rays += ray[k] * ray[k];
    far += b->at[k] * b->at[k];
  }
  /* a pixel is at most 1 / focal radians wide, 1 / (2 focal) in the corners */
  return (acos(dot / sqrt(rays * far)) - asin(b->radius / sqrt(far))) * focal * rays;
}

static void run_ball(check *self, int argument) {
  const picture_view view = picture_straight(SIDE);
  const picture_sphere shown = {{0.5, -0.4, -1.0}, 0.8, red};
  const ball truth = {{0.5, -0.4, 2.0}, 0.8}, smaller = {{0.5, -0.4, 2.0}, 0.75};
  const picture_scene scene = {.sphere_count = 1, .spheres = &shown};
  picture_image image, other = {0};
  if (!check_status(self, picture_draw(&view, &scene, &image), XPBD_OK, "draw")) return;
  int inside;
  check_same(self, (uint64_t)misplaced(&image, ball_outline, &truth, &inside), 0, "pixels on the wrong side");
  check_at_least(self, inside, 5000, "pixels inside"); /* measured 6135 */
  check_control(self, misplaced(&image, ball_outline, &smaller, &inside) > 100, "a ball of 0.94 the radius");

  xpbd_mesh mesh;
  if (check_status(self, xpbd_mesh_make_sphere(5, 0.8, &mesh), XPBD_OK, "a mesh of it")) {
    for (int i = 0; i < 3 * mesh.vertex_count; i++) mesh.positions[i] += shown.centre[i % 3];
    picture_mesh part = picture_mesh_of(&mesh, NULL);
    part.front = red;
    if (check_status(self, picture_draw(&view, &(picture_scene){.mesh_count = 1, .meshes = &part}, &other), XPBD_OK,
                     "draw")) {
      int64_t difference = 0;
      for (size_t i = 0; i < 3 * SIDE * SIDE; i++) difference += abs(image.rgb[i] - other.rgb[i]);
      check_at_most(self, (double)difference / (3.0 * SIDE * SIDE), 0.5,
                    "mesh and ball, mean level"); /* measured 0.047 */
    }
    picture_image_destroy(&other);
    xpbd_mesh_destroy(&mesh);
  }
  picture_image_destroy(&image);
}

/// Whether red is visible in the middle of two triangles, the red one at z = `red_z`, the blue one at `blue_z`.
static bool middle_is_red(check *self, double red_z, double blue_z, bool red_first, picture_image *image) {
  const double near_corners[9] = {-0.5, -0.5, red_z, 0.6, -0.4, red_z, 0.0, 0.7, red_z};
  const double far_corners[9] = {-0.6, -0.4, blue_z, 0.5, -0.5, blue_z, 0.1, 0.8, blue_z};
  const picture_mesh a = one_triangle(near_corners, red), b = one_triangle(far_corners, blue);
  const picture_mesh parts[2] = {red_first ? a : b, red_first ? b : a};
  const picture_view view = picture_straight(SIDE);
  if (!check_status(self, picture_draw(&view, &(picture_scene){.mesh_count = 2, .meshes = parts}, image), XPBD_OK,
                    "draw"))
    return false;
  const uint8_t *rgb = pixel_at(image, (const double[2]){0.5 * SIDE, 0.5 * SIDE});
  return rgb[0] > 2 * rgb[2];
}

static void run_order(check *self, int argument) {
  OWNED(picture_image_destroy) picture_image first = {0}, last = {0}, behind = {0};
  check_true(self, middle_is_red(self, 0.1, -0.1, true, &first), "the near triangle hides the far one");
  check_true(self, middle_is_red(self, 0.1, -0.1, false, &last), "also when it is drawn last");
  /* light is computed once per pixel, so a sample's part of it may differ by rounding */
  int most = first.rgb && last.rgb ? 0 : 255;
  for (size_t i = 0; i < 3 * SIDE * SIDE && most < 255; i++) {
    const int difference = abs(first.rgb[i] - last.rgb[i]);
    if (difference > most) most = difference;
  }
  check_at_most(self, most, 2.0, "levels by which the order of the parts shows"); /* measured 1 */
  check_control(self, !middle_is_red(self, -0.1, 0.1, true, &behind), "the triangles change places");
}

static void run_sides(check *self, int argument) {
  const double corners[2][9] = {{-0.5, -0.5, 0.0, 0.5, -0.5, 0.0, 0.0, 0.5, 0.0},
                                {-0.5, -0.5, 0.0, 0.0, 0.5, 0.0, 0.5, -0.5, 0.0}};
  bool is_red[2] = {false, true};
  for (int k = 0; k < 2; k++) {
    picture_mesh mesh = one_triangle(corners[k], red);
    mesh.back = blue;
    const picture_view view = picture_straight(SIDE);
    OWNED(picture_image_destroy) picture_image image = {0};
    if (!check_status(self, picture_draw(&view, &(picture_scene){.mesh_count = 1, .meshes = &mesh}, &image), XPBD_OK,
                      "draw"))
      return;
    const uint8_t *rgb = pixel_at(&image, (const double[2]){0.5 * SIDE, 0.5 * SIDE});
    is_red[k] = rgb[0] > rgb[2];
  }
  check_true(self, is_red[0], "counter-clockwise corners show the front");
  check_control(self, !is_red[1], "turned around it shows the back");
}

/// Largest excess over the margins, and the distance in pixels from touching both in the tight direction.
static void fit_errors(const picture_view *view, int count, const double *points, double *outside, double *slack) {
  double reach[2] = {0.0, 0.0}, low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  const double size[2] = {view->width, view->height};
  *outside = -INFINITY;
  for (int i = 0; i < count; i++) {
    double pixel[2], depth;
    picture_view_project(view, points + 3 * i, pixel, &depth);
    for (int k = 0; k < 2; k++) {
      low[k] = fmin(low[k], pixel[k] - view->margin * size[k]);
      high[k] = fmax(high[k], pixel[k] - (1.0 - view->margin) * size[k]);
    }
  }
  for (int k = 0; k < 2; k++) {
    *outside = fmax(*outside, fmax(-low[k], high[k]));
    reach[k] = fmax(fabs(low[k]), fabs(high[k]));
  }
  *slack = fmin(reach[0], reach[1]);
}

static void run_fit(check *self, int argument) {
  enum { POINTS = 50 };
  double points[3 * POINTS], outside, slack;
  for (int trial = 0; trial < 40; trial++) {
    const double stretch[3] = {check_random(self, 0.01, 5.0), check_random(self, 0.01, 5.0), 1.0};
    for (int i = 0; i < 3 * POINTS; i++) points[i] = 7.0 + stretch[i % 3] * check_random(self, -1.0, 1.0);
    picture_view view = picture_view_default(640, trial % 2 ? 360 : 800);
    view.azimuth = check_random(self, -180.0, 180.0);
    view.elevation = check_random(self, -80.0, 80.0);
    view.field = check_random(self, 5.0, 60.0);
    if (!check_status(self, picture_view_include(&view, POINTS, points), XPBD_OK, "include") ||
        !check_status(self, picture_view_fit(&view), XPBD_OK, "fit"))
      return;
    fit_errors(&view, POINTS, points, &outside, &slack);
    check_at_most(self, outside, 1e-8, "trial %d: pixels outside", trial);     /* measured 5.1e-13 */
    check_at_most(self, slack, 1e-8, "trial %d: pixels from touching", trial); /* measured 5.1e-13 */
  }
  picture_view near = picture_view_default(640, 480);
  picture_view_include(&near, POINTS, points);
  picture_view_fit(&near);
  for (int k = 0; k < 3; k++) near.eye[k] += 0.02 * (7.0 - near.eye[k]);
  fit_errors(&near, POINTS, points, &outside, &slack);
  check_control(self, outside > 0.1, "the eye 2 %% nearer: %g pixels outside", outside);
}

/// Distance in pixels below the horizon of a floor at y = -0.5 that continues behind the eye.
static double floor_outline(const void *shape, double x, double y) {
  const double *edge = shape; /* y of its far end in the image */
  return *edge - y;
}

static void run_clip(check *self, int argument) {
  /* from z = -9 (depth 10) to behind the eye, far to both sides */
  static const double corners[12] = {-99.0, -0.5, -9.0, 99.0, -0.5, -9.0, 99.0, -0.5, 50.0, -99.0, -0.5, 50.0};
  static const int32_t triangles[6] = {0, 2, 1, 0, 3, 2};
  const picture_mesh mesh = {
      .vertex_count = 4, .positions = corners, .triangle_count = 2, .triangles = triangles, .front = blue, .back = red};
  const picture_view view = picture_straight(SIDE);
  OWNED(picture_image_destroy) picture_image image = {0};
  if (!check_status(self, picture_draw(&view, &(picture_scene){.mesh_count = 1, .meshes = &mesh}, &image), XPBD_OK,
                    "draw"))
    return;
  const double edge = 0.5 * SIDE * (1.0 + 0.5 / 10.0), wrong_edge = edge + 5.0;
  int inside;
  check_same(self, (uint64_t)misplaced(&image, floor_outline, &edge, &inside), 0, "pixels on the wrong side");
  check_at_least(self, inside, 0.4 * SIDE * SIDE, "pixels below the horizon"); /* measured 94 rows of 200 */
  check_control(self, misplaced(&image, floor_outline, &wrong_edge, &inside) > 100, "another horizon");
}

static void run_lines(check *self, int argument) {
  static const double ends[6] = {-0.8, 0.1, 0.0, 0.8, 0.1, 0.0};
  static const int32_t edge[2] = {0, 1};
  const picture_view view = picture_straight(SIDE);
  double width[2] = {0.0, 0.0};
  for (int k = 0; k < 2; k++) {
    const picture_mesh mesh = {.vertex_count = 2,
                               .positions = ends,
                               .edge_count = 1,
                               .edges = edge,
                               .line_width = k ? 12.0 : 6.0,
                               .node_radius = 0.1,
                               .front = blue};
    OWNED(picture_image_destroy) picture_image image = {0};
    if (!check_status(self, picture_draw(&view, &(picture_scene){.mesh_count = 1, .meshes = &mesh}, &image), XPBD_OK,
                      "draw"))
      return;
    for (int y = 0; y < SIDE; y++) width[k] += !is_white(&image, SIDE / 2, y);
    /* a ball of 0.1 at distance 1 covers (0.1 / sqrt(1 - 0.01)) * SIDE / 2 = 10.05 pixels around (0.8, 0.1) */
    int column = 0;
    for (int y = 0; y < SIDE; y++) column += !is_white(&image, 180, y);
    check_between(self, column, 19.0, 22.0, "pixels across the ball at the end"); /* measured 21 */
  }
  check_between(self, width[0], 6.0, 7.0, "pixels across a line of 6"); /* measured 6 */
  check_control(self, width[1] > 10.0, "a line of 12");
}

/// Mean level of the pixel where a point of the ground appears.
static double ground_level(const picture_view *view, const picture_image *image, double x, double z) {
  double pixel[2], depth;
  picture_view_project(view, (const double[3]){x, 0.0, z}, pixel, &depth);
  const uint8_t *rgb = pixel_at(image, pixel);
  return (rgb[0] + rgb[1] + rgb[2]) / 3.0;
}

static void run_shadow(check *self, int argument) {
  static const double corners[6] = {-1.0, 0.0, -1.0, 1.0, 1.0, 1.0};
  const picture_sphere shown = {{0.0, 0.3, 0.0}, 0.3, red};
  picture_view view = picture_view_default(400, 300);
  view.azimuth = 0.0;
  double dark[2] = {0.0, 0.0};
  if (!check_status(self, picture_view_include(&view, 2, corners), XPBD_OK, "include") ||
      !check_status(self, picture_view_fit(&view), XPBD_OK, "fit"))
    return;
  for (int balls = 0; balls < 2; balls++) {
    const picture_scene scene = {
        .sphere_count = balls, .spheres = &shown, .ground = true, .ground_normal = {0.0, 1.0, 0.0}};
    OWNED(picture_image_destroy) picture_image image = {0};
    if (!check_status(self, picture_draw(&view, &scene, &image), XPBD_OK, "draw")) return;
    /* the key light is to the left, so the shadow falls to the right of the ball */
    dark[balls] = ground_level(&view, &image, -0.4, -0.1) - ground_level(&view, &image, 0.4, -0.1);
  }
  check_at_least(self, dark[1], 30.0, "the shadow is darker, levels"); /* measured 62 */
  check_control(self, fabs(dark[0]) < 5.0, "no ball, no shadow: %g", dark[0]);
}

/// Lightness in Oklab of an sRGB colour.
static double lightness(picture_colour colour) {
  const double in[3] = {colour.red, colour.green, colour.blue};
  double v[3];
  for (int k = 0; k < 3; k++) v[k] = in[k] <= 0.04045 ? in[k] / 12.92 : pow((in[k] + 0.055) / 1.055, 2.4);
  return 0.2104542553 * cbrt(0.4122214708 * v[0] + 0.5363325363 * v[1] + 0.0514459929 * v[2]) +
         0.7936177850 * cbrt(0.2119034982 * v[0] + 0.6806995451 * v[1] + 0.1073969566 * v[2]) -
         0.0040720468 * cbrt(0.0883024619 * v[0] + 0.2817188376 * v[1] + 0.6299787005 * v[2]);
}

static double clamp01(double value) {
  return fmin(fmax(value, 0.0), 1.0);
}

static void run_colour_map(check *self, int argument) {
  double worst = 0.0, worst_rainbow = 0.0;
  for (int i = 0; i <= 100; i++) {
    const double t = 0.01 * i, expected = 0.3 + 0.6 * t;
    const picture_colour rainbow = {clamp01(fabs(6.0 * t - 3.0) - 1.0), clamp01(2.0 - fabs(6.0 * t - 2.0)),
                                    clamp01(2.0 - fabs(6.0 * t - 4.0))};
    worst = fmax(worst, fabs(lightness(picture_colour_map(t)) - expected));
    worst_rainbow = fmax(worst_rainbow, fabs(lightness(rainbow) - expected));
  }
  check_at_most(self, worst, 1e-6, "lightness grows evenly"); /* measured 5.4e-9 */
  check_control(self, worst_rainbow > 0.1, "a rainbow's does not: %g", worst_rainbow);
  const picture_colour low = picture_colour_map(-3.0), zero = picture_colour_map(0.0), nan = picture_colour_map(NAN);
  check_true(self, memcmp(&low, &zero, sizeof low) == 0 && memcmp(&nan, &zero, sizeof nan) == 0, "clamped");
  const picture_colour high = picture_colour_map(3.0), one = picture_colour_map(1.0);
  check_true(self, memcmp(&high, &one, sizeof high) == 0, "clamped above");
}

/// Drawing must be refused, without an image.
static void refused(check *self, const picture_view *view, const picture_mesh *mesh, const char *what) {
  picture_image image = {.width = 1};
  const picture_scene scene = {.mesh_count = 1, .meshes = mesh};
  check_status(self, picture_draw(view, &scene, &image), XPBD_ERR_INVALID_ARGUMENT, "%s", what);
  check_true(self, !image.rgb && image.width == 0, "%s: an image", what);
}

static void run_refusals(check *self, int argument) {
  double corners[9] = {-0.5, -0.5, 0.0, 0.5, -0.5, 0.0, 0.0, 0.5, 0.0}, values[3] = {0.0, 1.0, NAN};
  static const int32_t out_of_range[3] = {0, 1, 3};
  static const double wrong[] = {NAN, INFINITY, -INFINITY, 1e300};
  const picture_view view = picture_straight(SIDE);
  const picture_mesh good = one_triangle(corners, red);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    picture_view other;
    memcpy(&other, &view, sizeof view); /* with its padding */
    corners[4] = wrong[i];
    refused(self, &view, &good, "point 1");
    check_status(self, picture_view_include(&other, 3, corners), XPBD_ERR_INVALID_ARGUMENT, "include %g", wrong[i]);
    check_true(self, memcmp(&other, &view, sizeof view) == 0, "the view is unchanged");
  }
  corners[4] = -0.5;
  picture_mesh bad = good;
  bad.triangles = out_of_range;
  refused(self, &view, &bad, "vertex 3 of 3");
  bad = good, bad.front.green = NAN;
  refused(self, &view, &bad, "colour");
  bad = good, bad.scalar = values, bad.scalar_high = 1.0;
  refused(self, &view, &bad, "vertex 2 shows");
  bad.scalar_high = 0.0;
  refused(self, &view, &bad, "colour map");
  bad = good, bad.line_width = NAN;
  refused(self, &view, &bad, "lines of");
  picture_view wrong_view = view;
  wrong_view.width = 0;
  refused(self, &wrong_view, &good, "0 x 200");
  wrong_view = picture_view_default(SIDE, SIDE);
  refused(self, &wrong_view, &good, "not fitted");
  check_status(self, picture_view_fit(&wrong_view), XPBD_ERR_INVALID_ARGUMENT, "fit to nothing");
  OWNED(picture_image_destroy) picture_image image = {0};
  check_control(self, picture_draw(&view, &(picture_scene){.mesh_count = 1, .meshes = &good}, &image) == XPBD_OK,
                "the triangle itself is drawn");
}

static void run_repeat(check *self, int argument) {
  OWNED(picture_image_destroy) picture_image a = {0}, b = {0}, c = {0};
  if (picture_sample(self, 0, 160, 120, &a) && picture_sample(self, 0, 160, 120, &b) &&
      picture_sample(self, 1, 160, 120, &c)) {
    check_true(self, picture_equal(&a, &b), "the same scene gives the same bytes");
    check_control(self, !picture_equal(&a, &c), "another scene gives other bytes");
  }
}

void check_group_picture(check_registry *registry) {
  check_add(registry, "cameras", "one camera for two views, and one that is told where to stand", cameras, 0);
  check_add(registry, "triangle", "pixels of a triangle against its outline", run_triangle, 0);
  check_add(registry, "ball", "pixels of a ball against the cone of rays, and of a mesh of it", run_ball, 0);
  check_add(registry, "order", "near hides far, whatever is drawn first", run_order, 0);
  check_add(registry, "sides", "front and back have their colours", run_sides, 0);
  check_add(registry, "fit", "everything lies between the margins and touches them", run_fit, 0);
  check_add(registry, "clip", "what passes behind the eye", run_clip, 0);
  check_add(registry, "lines", "widths of lines and of balls on vertices", run_lines, 0);
  check_add(registry, "shadow", "shadows fall away from the light", run_shadow, 0);
  check_add(registry, "colour_map", "evenly growing lightness", run_colour_map, 0);
  check_add(registry, "refusals", "wrong input is refused with its reason", run_refusals, 0);
  check_add(registry, "repeat", "the same bytes again", run_repeat, 0);
  check_picture_files(registry);
  check_picture_refusals(registry);
  check_picture_near(registry);
  check_picture_texts(registry);
  check_picture_letters(registry);
  check_picture_palette(registry);
  check_picture_pace(registry);
}
