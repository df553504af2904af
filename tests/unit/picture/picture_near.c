/* Why this file exists: a camera may be among what it sees. Lines and balls pass behind the eye, and the ground
 * continues beneath it. What is drawn is compared with where rays meet it. */
#include <math.h>
#include <stdlib.h>

#include "picture_checks.h"

enum { SIDE = 200, CORNER = 100 };

static const picture_colour red = {0.8, 0.1, 0.1}, blue = {0.1, 0.1, 0.8};

/// Seen with picture_straight(), a point of depth d is at SIDE / 2 * (1 + x / d, 1 - y / d).
static const uint8_t *pixel(const picture_image *image, int x, int y) {
  return image->rgb + 3 * ((size_t)y * SIDE + (size_t)x);
}

static bool is_white(const picture_image *image, int x, int y) {
  const uint8_t *rgb = pixel(image, x, y);
  return rgb[0] == 255 && rgb[1] == 255 && rgb[2] == 255;
}

static int level(const picture_image *image, int x, int y) {
  const uint8_t *rgb = pixel(image, x, y);
  return rgb[0] + rgb[1] + rgb[2];
}

static int inked(const picture_image *image, int x0, int x1, int y0, int y1) {
  int count = 0;
  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++) count += !is_white(image, x, y);
  return count;
}

/// A line of this width between two points.
static bool draw_line(check *self, const double ends[6], double width, picture_image *image) {
  static const int32_t edge[2] = {0, 1};
  const picture_mesh mesh = {
      .vertex_count = 2, .positions = ends, .edge_count = 1, .edges = edge, .line_width = width, .front = blue};
  const picture_view view = picture_straight(SIDE);
  return check_status(self, picture_draw(&view, &(picture_scene){.mesh_count = 1, .meshes = &mesh}, image), XPBD_OK,
                      "a line");
}

static int largest_difference(const picture_image *a, const picture_image *b) {
  int most = 0;
  for (size_t i = 0; i < 3 * SIDE * SIDE; i++)
    if (abs(a->rgb[i] - b->rgb[i]) > most) most = abs(a->rgb[i] - b->rgb[i]);
  return most;
}

/// From depth 10, y = -0.5, straight on beneath the eye: in the image from row 105 down to the lower end, 6 pixels
/// wide.
static void lines_behind(check *self, int argument) {
  static const double ends[2][6] = {{0.0, -0.5, -9.0, 0.0, -0.5, 50.0}, {0.0, -0.5, 50.0, 0.0, -0.5, -9.0}};
  static const double behind[6] = {0.0, -0.5, 2.0, 0.0, -0.5, 50.0}, point[6] = {0.0};
  OWNED(picture_image_destroy) picture_image image = {0};
  for (int k = 0; k < 2; k++) {
    if (!draw_line(self, ends[k], 6.0, &image)) return;
    check_same(self, (uint64_t)inked(&image, 0, SIDE, 0, CORNER + 1), 0, "pixels above its end");
    check_same(self, (uint64_t)inked(&image, CORNER - 3, CORNER + 3, CORNER + 5, SIDE), 6 * (SIDE - CORNER - 5),
               "pixels within 3 of it");
    check_same(self, (uint64_t)(inked(&image, 0, CORNER - 4, 0, SIDE) + inked(&image, CORNER + 4, SIDE, 0, SIDE)), 0,
               "pixels beside it");
    picture_image_destroy(&image);
  }
  if (!draw_line(self, behind, 6.0, &image)) return;
  check_same(self, (uint64_t)inked(&image, 0, SIDE, 0, SIDE), 0, "pixels of a line behind the eye");
  picture_image_destroy(&image);
  if (!draw_line(self, point, 6.0, &image)) return;
  /* a disc of radius 3 around the corner of four pixels: each pixel with one of its 9 samples inside */
  int disc = 0;
  for (int y = -4; y < 4; y++)
    for (int x = -4; x < 4; x++) {
      bool hit = false;
      for (int i = 0; i < 9; i++) hit = hit || hypot(x + (i % 3 + 0.5) / 3.0, y + (i / 3 + 0.5) / 3.0) <= 3.0;
      disc += hit;
    }
  check_same(self, (uint64_t)inked(&image, 0, SIDE, 0, SIDE), (uint64_t)disc, "pixels of a line without a length");
  check_control(self, inked(&image, 0, SIDE, 0, SIDE) > 0, "something is drawn");
}

/// The light is above and to the left, so the bright side of a line is there, whichever end comes first.
static void lines_lit(check *self, int argument) {
  static const double ends[3][2][6] = {{{-0.8, 0.0, 0.0, 0.8, 0.0, 0.0}, {0.8, 0.0, 0.0, -0.8, 0.0, 0.0}},
                                       {{0.0, -0.8, 0.0, 0.0, 0.8, 0.0}, {0.0, 0.8, 0.0, 0.0, -0.8, 0.0}},
                                       {{-0.5, -0.7, 0.3, 0.6, 0.2, -0.4}, {0.6, 0.2, -0.4, -0.5, -0.7, 0.3}}};
  for (int k = 0; k < 3; k++) {
    picture_image image, other;
    if (!draw_line(self, ends[k][0], 12.0, &image)) return;
    if (!draw_line(self, ends[k][1], 12.0, &other)) {
      picture_image_destroy(&image);
      return;
    }
    check_at_most(self, largest_difference(&image, &other), 2.0, "levels by which the order of the ends shows");
    if (k == 0)
      check_at_least(self, level(&image, CORNER, CORNER - 4) - level(&image, CORNER, CORNER + 3), 15.0,
                     "above it is brighter than below, levels");
    if (k == 1)
      check_at_least(self, level(&image, CORNER - 4, CORNER) - level(&image, CORNER + 3, CORNER), 15.0,
                     "its left is brighter than its right, levels");
    picture_image_destroy(&other);
    if (k == 0 && draw_line(self, ends[1][0], 12.0, &other)) {
      check_control(self, largest_difference(&image, &other) > 100, "another line");
      picture_image_destroy(&other);
    }
    picture_image_destroy(&image);
  }
}

/// A line on a surface is fully visible, because it sticks out by its radius.
static void lines_on(check *self, int argument) {
  static const double corners[15] = {-0.9, -0.9, 0.0, 0.9, -0.9, 0.0, 0.0, 0.9, 0.0, -0.4, -0.3, 0.0, 0.4, -0.3, 0.0};
  static const int32_t triangle[3] = {0, 1, 2}, edge[2] = {3, 4};
  int seen[2] = {0, 0};
  for (int k = 0; k < 2; k++) {
    const picture_mesh meshes[2] = {
        {.vertex_count = 5,
         .positions = corners,
         .triangle_count = 1,
         .triangles = triangle,
         .front = red,
         .back = red},
        {.vertex_count = 5, .positions = corners, .edge_count = 1, .edges = edge, .line_width = 6.0, .front = blue}};
    const picture_view view = picture_straight(SIDE);
    OWNED(picture_image_destroy) picture_image image = {0};
    if (!check_status(self, picture_draw(&view, &(picture_scene){.mesh_count = 1 + k, .meshes = meshes}, &image),
                      XPBD_OK, "a line on a triangle"))
      return;
    for (int x = CORNER - 38; x < CORNER + 38; x++)
      for (int y = 130 - 2; y < 130 + 2; y++) seen[k] += pixel(&image, x, y)[2] > pixel(&image, x, y)[0];
  }
  check_same(self, (uint64_t)seen[1], 4 * 76, "blue pixels within 2 of it");
  check_control(self, seen[0] == 0, "the triangle alone: %d", seen[0]);
}

/// A ball is visible where the angle to its middle is at most asin(radius / distance). Angles within half a degree of
/// that are not tested.
static void balls_near(check *self, int argument) {
  static const struct {
    double centre[3], radius;
    bool seen;
  } known[] = {{{0.0, -0.6, 0.9}, 0.5, true}, {{0.7, 0.2, 0.5}, 0.6, true},  {{0.0, 0.0, 1.6}, 0.5, false},
               {{0.0, 0.0, 1.0}, 0.5, false}, {{0.0, 0.0, 1.4}, 0.5, false}, {{0.0, -0.6, 1.1}, 0.5, true}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    const picture_view view = picture_straight(SIDE);
    const double *c = known[k].centre, at[3] = {c[0], c[1], 1.0 - c[2]};
    const double away = sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
    picture_sphere ball = {{c[0], c[1], c[2]}, known[k].radius, red};
    OWNED(picture_image_destroy) picture_image image = {0};
    if (!check_status(self, picture_draw(&view, &(picture_scene){.sphere_count = 1, .spheres = &ball}, &image), XPBD_OK,
                      "a ball"))
      return;
    int wrong = 0, inside = 0, smaller = 0;
    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++) {
        const double ray[3] = {(x + 0.5) / CORNER - 1.0, 1.0 - (y + 0.5) / CORNER, 1.0};
        const double dot = ray[0] * at[0] + ray[1] * at[1] + ray[2] * at[2];
        const double angle = acos(dot / away / sqrt(ray[0] * ray[0] + ray[1] * ray[1] + 1.0));
        const double off = known[k].seen ? angle - asin(ball.radius / away) : 1.0;
        if (fabs(off) < 0.01) continue;
        inside += off < 0.0;
        wrong += (off < 0.0) == is_white(&image, x, y);
        smaller += known[k].seen && (angle < asin(0.9 * ball.radius / away)) == is_white(&image, x, y);
      }
    check_same(self, (uint64_t)wrong, 0, "ball %zu: pixels on the wrong side", k);
    check_true(self, known[k].seen == (inside > 0), "ball %zu: %d pixels inside", k, inside);
    if (k == 0) check_control(self, smaller > 50, "a ball of 0.9 the radius: %d", smaller);
  }
}

static double ramp_of(double value, double low, double high) {
  const double t = fmin(fmax((value - low) / (high - low), 0.0), 1.0);
  return t * t * (3.0 - 2.0 * t);
}

/// Ground without anything on it has its own colour in full light, grey (0.80, 0.80, 0.81) in linear light. It fades
/// out between 0.35 and 1 times its radius, 1.1 diagonals of the visible part, and between 0.72 and 1 of the way to the
/// border.
static void ground_alone(check *self, int argument) {
  picture_view view = picture_straight(SIDE);
  view.samples = 1;
  picture_scene scene = {.ground = true, .ground_normal = {0.0, 1.0, 0.0}, .ground_offset = -0.5};
  OWNED(picture_image_destroy) picture_image image = {0};
  if (!check_status(self, picture_draw(&view, &scene, &image), XPBD_OK, "the ground")) return;
  double worst = 0.0, flat = 0.0;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) {
      const double right = (x + 0.5) / CORNER - 1.0, down = (y + 0.5) / CORNER - 1.0;
      double there = 0.0;
      if (down > 0.0) { /* a ray meets it at depth 0.5 / down; its middle is (0, -0.5, 0), at depth 1 */
        const double depth = 0.5 / down, away = hypot(right * depth, depth - 1.0);
        there = (1.0 - ramp_of(away / (1.1 * sqrt(8.0)), 0.35, 1.0)) *
                (1.0 - ramp_of(sqrt(sqrt(pow(right, 4.0) + pow(down, 4.0))), 0.72, 1.0));
      }
      for (int k = 0; k < 3; k++) {
        const double linear = 1.0 + there * ((k < 2 ? 0.80 : 0.81) - 1.0);
        const double wanted = 255.0 * (1.055 * pow(linear, 1.0 / 2.4) - 0.055);
        worst = fmax(worst, fabs(pixel(&image, x, y)[k] - wanted));
        flat = fmax(flat, fabs(pixel(&image, x, y)[k] - 255.0));
      }
    }
  check_at_most(self, worst, 0.75, "levels"); /* half a level is the rounding to a byte */
  check_control(self, flat > 20.0, "white paper: %g", flat);
  picture_image_destroy(&image);
  scene.ground_offset = 1e-3; /* the eye is at height 0 */
  if (!check_status(self, picture_draw(&view, &scene, &image), XPBD_OK, "the ground from below")) return;
  check_same(self, (uint64_t)inked(&image, 0, SIDE, 0, SIDE), 0, "pixels of a ground seen from below");
}

static int reddish(const picture_image *image) {
  int count = 0;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) count += pixel(image, x, y)[0] > 2 * pixel(image, x, y)[2];
  return count;
}

/// A ball below the ground is hidden by it, one above it hides the ground.
static void ground_hides(check *self, int argument) {
  const picture_view view = picture_straight(SIDE);
  int seen[3];
  for (int k = 0; k < 3; k++) {
    const picture_sphere ball = {{0.0, -0.8 + 0.3 * k, 0.0}, 0.25, red};
    const picture_scene scene = {
        .sphere_count = 1, .spheres = &ball, .ground = true, .ground_normal = {0.0, 1.0, 0.0}, .ground_offset = -0.5};
    OWNED(picture_image_destroy) picture_image image = {0};
    if (!check_status(self, picture_draw(&view, &scene, &image), XPBD_OK, "a ball and the ground")) return;
    seen[k] = reddish(&image);
  }
  check_same(self, (uint64_t)seen[0], 0, "pixels of a ball below it");
  /* its cone is asin(0.25 / sqrt(1.04)) wide: about 2000 pixels. Seen from 27 degrees above, (1 + sin 27) / 2 = 0.73 of
   * a disc is above a plane through its middle. Away from the axis it is drawn larger. */
  check_between(self, seen[2], 1600.0, 2400.0, "pixels of a ball above it");
  check_between(self, seen[1], 0.65 * seen[2], 0.9 * seen[2], "pixels of one that is half below");
  check_control(self, seen[1] != seen[2], "a ball sunk by its radius");
}

void check_picture_near(check_registry *registry) {
  check_add(registry, "lines behind", "lines that pass behind the eye, and one without a length", lines_behind, 0);
  check_add(registry, "lines lit", "the bright side of lines, whichever end is first", lines_lit, 0);
  check_add(registry, "lines on", "a line that lies on a surface", lines_on, 0);
  check_add(registry, "balls near", "balls that reach behind the eye", balls_near, 0);
  check_add(registry, "ground", "each pixel of a ground that nothing stands on", ground_alone, 0);
  check_add(registry, "ground hides", "balls above and below the ground", ground_hides, 0);
}
