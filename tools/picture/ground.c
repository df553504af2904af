/* Why this file exists: draws the ground. An endless plane looks odd on a white page, so only the part around the scene
 * is shown, fading out. Its light is computed on a grid, not for every sample. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "frame.h"

enum { SIDE = 256 };

/// The ground around the scene.
typedef struct ground {
  vector middle, normal, across, along; ///< World.
  double offset;
  double radius; ///< [m] Where it has faded out.
  float *bright; ///< [SIDE + 1, SIDE + 1] light_share(). Owned.
} ground;

/// In steps of the grid.
static vector ground_place(const ground *self, vector point) {
  const vector p = vector_sub(point, self->middle);
  const double scale = 0.5 * SIDE / self->radius;
  return (vector){0.5 * SIDE + scale * vector_dot(p, self->across), 0.5 * SIDE + scale * vector_dot(p, self->along),
                  vector_length(p)};
}

static void ground_fill(ground *self, const light_rig *light) {
  for (int j = 0; j <= SIDE; j++)
    for (int i = 0; i <= SIDE; i++) {
      vector p = vector_along(self->middle, self->radius * (2.0 * i / SIDE - 1.0), self->across);
      p = vector_along(p, self->radius * (2.0 * j / SIDE - 1.0), self->along);
      self->bright[j * (SIDE + 1) + i] = (float)light_share(light, p, self->normal);
    }
}

/// Replace a row of `count` values, `stride` apart, by the means of five neighbours.
static void smooth_row(float *row, int count, int stride) {
  float window[5];
  for (int k = 0; k < 5; k++) window[k] = row[(k < 2 ? 0 : k - 2) * stride];
  for (int i = 0; i < count; i++) {
    row[i * stride] = 0.2f * (window[0] + window[1] + window[2] + window[3] + window[4]);
    for (int k = 0; k < 4; k++) window[k] = window[k + 1];
    window[4] = row[(i + 3 < count ? i + 3 : count - 1) * stride];
  }
}

/// Shadows of many lights have steps; smooth them away.
static void ground_smooth(ground *self) {
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i <= SIDE; i++) {
      smooth_row(self->bright + i * (SIDE + 1), SIDE + 1, 1);
      smooth_row(self->bright + i, SIDE + 1, SIDE + 1);
    }
}

static double ground_bright(const ground *self, vector place) {
  const double x = clamp(place.x, 0.0, SIDE - 1e-9), y = clamp(place.y, 0.0, SIDE - 1e-9);
  const int i = (int)x, j = (int)y;
  const double fx = x - i, fy = y - j;
  const float *at = self->bright + j * (SIDE + 1) + i;
  const double lower = at[0] * (1.0 - fx) + at[1] * fx;
  const double upper = at[SIDE + 1] * (1.0 - fx) + at[SIDE + 2] * fx;
  return lower * (1.0 - fy) + upper * fy;
}

static void ground_sample(frame_samples *self, const ground *g, int x, int y) {
  vector ray = vector_scale((x + 0.5 - self->middle_x) / self->focal, self->axes.right);
  ray = vector_along(ray, (self->middle_y - y - 0.5) / self->focal, self->axes.up);
  ray = vector_add(ray, self->axes.forward);
  const double down = -vector_dot(ray, g->normal);
  if (!(down > 0.0)) return;
  const double depth = (vector_dot(self->eye, g->normal) - g->offset) / down;
  const size_t at = (size_t)y * (size_t)self->width + (size_t)x;
  if (!(depth >= self->near) || !(1.0 / depth > self->inverse[at])) return;
  const vector place = ground_place(g, vector_along(self->eye, depth, ray));
  /* also fade out before the border of the picture, along a rounded rectangle */
  const double dx = (x + 0.5) / self->middle_x - 1.0, dy = (y + 0.5) / self->middle_y - 1.0;
  const double border = sqrt(sqrt(dx * dx * dx * dx + dy * dy * dy * dy));
  const double there = (1.0 - ramp(place.z / g->radius, 0.35, 1.0)) * (1.0 - ramp(border, 0.72, 1.0));
  if (!(there > 0.0)) return;
  static const double grey[3] = {0.80, 0.80, 0.81}; /* linear light */
  const double bright = ground_bright(g, place);
  self->inverse[at] = 1.0 / depth;
  for (size_t k = 0; k < 3; k++) self->colour[3 * at + k] = (float)(1.0 + there * (grey[k] * bright - 1.0));
}

xpbd_status frame_ground(frame_samples *self, const picture_view *view, const picture_scene *scene) {
  ground g = {.normal = vector_unit(vector_of(scene->ground_normal)), .offset = scene->ground_offset};
  if (!(vector_dot(self->eye, g.normal) > g.offset)) return XPBD_OK;
  const vector low = vector_of(view->low), high = vector_of(view->high);
  const vector centre = vector_scale(0.5, vector_add(low, high));
  g.middle = vector_along(centre, g.offset - vector_dot(centre, g.normal), g.normal);
  g.across = vector_across(g.normal);
  g.along = vector_cross(g.normal, g.across);
  g.radius = 1.1 * fmax(vector_length(vector_sub(high, low)), self->near);
  g.bright = malloc((SIDE + 1) * (SIDE + 1) * sizeof *g.bright);
  XPBD_REQUIRE(g.bright, XPBD_ERR_OUT_OF_MEMORY, "no memory for the ground of a picture (%zu bytes)",
               (SIDE + 1) * (SIDE + 1) * sizeof *g.bright);
  ground_fill(&g, self->light);
  ground_smooth(&g);
  for (int y = 0; y < self->height && !frame_stopped(self); y++)
    for (int x = 0; x < self->width; x++) ground_sample(self, &g, x, y);
  free(g.bright);
  return XPBD_OK;
}
