/* Why this file exists: what the files of the renderer share: the camera's axes, the light with its shadows, and the
 * samples that a frame is drawn into. Private to it. Colours are in linear light here. */
#ifndef XPBD_PICTURE_FRAME_H
#define XPBD_PICTURE_FRAME_H

#include <stddef.h>

#include "picture.h"
#include "vector.h"

/// Unit vectors: to the right and up in the image, and into it.
typedef struct frame_axes {
  vector right, up, forward;
} frame_axes;

frame_axes frame_axes_of(const picture_view *view);
/// Tangent of half the field of view, upwards.
double frame_tangent(const picture_view *view);
/// XPBD_ERR_INVALID_ARGUMENT names the first point that is not finite or too far out, "what: ...".
xpbd_status frame_check_points(const char *what, int32_t count, const double *points);
xpbd_status frame_check_view(const picture_view *view);

vector colour_linear(picture_colour colour);
/// 0..255 as stored in files, for linear light (clamped).
uint8_t colour_byte(double light);

/* ----------------------------------------------------------------------------------------------------------- light */

enum { LIGHT_KEY_MAPS = 16, LIGHT_SKY_MAPS = 40, LIGHT_MAPS = LIGHT_KEY_MAPS + LIGHT_SKY_MAPS };
/// Texels along the side of a map: the key light's shadows have edges, the sky's have none to speak of.
enum { LIGHT_KEY_SIDE = 512, LIGHT_SKY_SIDE = 192 };

/// What stands highest, seen from one direction far away.
typedef struct light_map {
  vector right, up, toward; ///< `toward` leads to the light.
  int side;                 ///< Texels along a side.
  double texel;             ///< [m]
  float *height;            ///< [side, side] [m] above the centre along `toward`.
} light_map;

/// A key light as wide as a window, and the sky, each as many far lights, each with its map of shadows.
typedef struct light_rig {
  light_map maps[LIGHT_MAPS]; ///< The key light's first.
  float *heights;             ///< Memory of all maps. Owned.
  vector centre;              ///< [m] middle of what casts shadows.
  double radius;              ///< [m] everything that casts a shadow is nearer to the centre.
  vector key, eye;            ///< Direction of the key light; where it is seen from.
  double sky_total;           ///< What an upward surface gets from the open sky, before scaling it to 1.
} light_rig;

/// Compute all shadows. The key light stands up to the left of the viewer. Free with light_destroy().
xpbd_status light_create(const picture_view *view, const picture_scene *scene, light_rig *out);
void light_destroy(light_rig *self);
/// Light that a matt white surface at `point` with unit `normal` sends to the eye; about 1 where it faces the key
/// light.
double light_matt(const light_rig *self, vector point, vector normal);
/// The part of the key light and the sky that reaches the point, 1 = nothing casts a shadow on it.
double light_share(const light_rig *self, vector point, vector normal);
/// Colour that a surface of colour `base` shows where a matt white one sends `matt`.
vector light_shade(const light_rig *self, vector point, vector normal, vector base, double matt);

/* --------------------------------------------------------------------------------------------------------- samples */

/// Light on a surface where it was computed last in a pixel.
typedef struct frame_light {
  double inverse; ///< Inverse depth there, 0 = nowhere yet.
  vector normal;
  double matt;
} frame_light;

/// The picture before it is reduced to pixels.
typedef struct frame_samples {
  const light_rig *light;
  frame_axes axes;
  vector eye;
  int32_t width, height; ///< In samples.
  int32_t samples;       ///< Along the side of a pixel.
  double focal, middle_x, middle_y;
  double near;         ///< [m] what is less deep is clipped.
  float *colour;       ///< [height, width, 3] linear light, white where nothing is.
  double *inverse;     ///< [height, width] 1/m, inverse depth of what is shown, 0 where nothing is.
  frame_light *pixels; ///< [height / samples, width / samples]
  bool stopped;        ///< Somebody asked for the end: what is there is no picture.
} frame_samples;

/// A corner of a triangle that is drawn.
typedef struct frame_corner {
  vector at;     ///< In camera axes: right, up, depth.
  vector normal; ///< World, towards the viewer.
  vector colour;
} frame_corner;

/// Whether to end early, see picture_stop_when(); once so, always so.
bool frame_stopped(frame_samples *self);
xpbd_status frame_create(const picture_view *view, const light_rig *light, frame_samples *out);
void frame_destroy(frame_samples *self);
/// World to camera axes.
vector frame_camera(const frame_samples *self, vector world);
/// A triangle with darker lines on its sides, each `wire` samples wide on this triangle, 0 = none.
void frame_triangle(frame_samples *self, const frame_corner corners[3], double wire);
/// A round line between two points in camera axes, `half_width` in samples.
void frame_line(frame_samples *self, vector from, vector to, double half_width, vector colour);
/// A ball, its centre in camera axes.
void frame_sphere(frame_samples *self, vector centre, double radius, vector colour);
/// The ground, where nothing stands before it; drawn last. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status frame_ground(frame_samples *self, const picture_view *view, const picture_scene *scene);
/// Mean of each pixel's samples.
void frame_resolve(frame_samples *self, picture_image *image);

/// [triangle_count, 3] unit normals at the corners of triangles: means over the triangles around the vertex that meet
/// at less than 50 degrees, so that boxes keep their edges. Owned by the caller; NULL when memory is short.
vector *normals_make(const picture_mesh *mesh);

#endif
