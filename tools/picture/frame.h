/* Why this file exists: what the files of the renderer share: the camera's axes, the lights with their shadows, and the
 * samples of a frame. Private to the renderer. Colours are in linear light here. */
#pragma once

#include <stddef.h>

#include "picture.h"
#include "vector.h"

/// Unit vectors: right and up in the image, and into it.
typedef struct frame_axes {
  vector right, up, forward;
} frame_axes;

frame_axes frame_axes_of(const picture_view *view);
/// Tangent of half the vertical field of view.
double frame_tangent(const picture_view *view);
/// XPBD_ERR_INVALID_ARGUMENT names the first point that is not finite or too far away, "what: ...".
xpbd_status frame_check_points(const char *what, int32_t count, const double *points);
xpbd_status frame_check_view(const picture_view *view);

vector colour_linear(picture_colour colour);
/// 0..255 as stored in files, from linear light (clamped).
uint8_t colour_byte(double light);

/* ----------------------------------------------------------------------------------------------------------- light */

enum { LIGHT_KEY_MAPS = 16, LIGHT_SKY_MAPS = 40, LIGHT_MAPS = LIGHT_KEY_MAPS + LIGHT_SKY_MAPS };
/// Texels along the side of a map. Shadows of the key light have edges, those of the sky hardly any.
enum { LIGHT_KEY_SIDE = 512, LIGHT_SKY_SIDE = 192 };

/// The highest surface, seen from one direction far away.
typedef struct light_map {
  vector right, up, toward; ///< `toward` leads to the light.
  int side;                 ///< Texels along a side.
  double texel;             ///< [m]
  float *height;            ///< [side, side] [m] above the centre along `toward`.
} light_map;

/// A key light as wide as a window, and the sky. Each is made of many far lights, each with its shadow map.
typedef struct light_rig {
  light_map maps[LIGHT_MAPS]; ///< The key light's first.
  float *heights;             ///< Memory of all maps. Owned.
  vector centre;              ///< [m] middle of what casts shadows.
  double radius;              ///< [m] Everything that casts a shadow is nearer to the centre.
  vector key, eye;            ///< Direction of the key light; position of the eye.
  double sky_total;           ///< Light that the open sky sends to an upward surface, before scaling it to 1.
} light_rig;

/// Compute all shadows. The key light is up and to the left of the viewer. Free with light_destroy().
xpbd_status light_create(const picture_view *view, const picture_scene *scene, light_rig *out);
void light_destroy(light_rig *self);
/// Light that a matt white surface at `point` with unit `normal` sends to the eye; about 1 where it faces the key
/// light.
double light_matt(const light_rig *self, vector point, vector normal);
/// The share of the key light and the sky that reaches the point; 1 = no shadow.
double light_share(const light_rig *self, vector point, vector normal);
/// Colour of a surface of colour `base` where a matt white one sends `matt`.
vector light_shade(const light_rig *self, vector point, vector normal, vector base, double matt);

/* --------------------------------------------------------------------------------------------------------- samples */

/// Where in a pixel the light on a surface was computed last.
typedef struct frame_light {
  double inverse; ///< Inverse depth there, 0 = not computed yet.
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
  double near;         ///< [m] Everything nearer is clipped.
  float *colour;       ///< [height, width, 3] Linear light, white where there is nothing.
  double *inverse;     ///< [height, width] 1/m, inverse depth of the visible surface, 0 where there is nothing.
  frame_light *pixels; ///< [height / samples, width / samples]
  bool stopped;        ///< A stop was requested: the picture is incomplete.
} frame_samples;

/// A corner of a triangle to draw.
typedef struct frame_corner {
  vector at;     ///< In camera axes: right, up, depth.
  vector normal; ///< World, towards the viewer.
  vector colour;
} frame_corner;

/// Whether to stop early, see picture_stop_when(). Once true, it stays true.
bool frame_stopped(frame_samples *self);
xpbd_status frame_create(const picture_view *view, const light_rig *light, frame_samples *out);
void frame_destroy(frame_samples *self);
/// From world to camera axes.
vector frame_camera(const frame_samples *self, vector world);
/// Draw a triangle with darker lines on its sides, each `wire` samples wide on this triangle; 0 = none.
void frame_triangle(frame_samples *self, const frame_corner corners[3], double wire);
/// Draw a round line between two points in camera axes, `half_width` in samples.
void frame_line(frame_samples *self, vector from, vector to, double half_width, vector colour);
/// Draw a ball; its centre is in camera axes.
void frame_sphere(frame_samples *self, vector centre, double radius, vector colour);
/// Draw the ground where nothing is in front of it, after everything else. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status frame_ground(frame_samples *self, const picture_view *view, const picture_scene *scene);
/// Make each pixel the mean of its samples.
void frame_resolve(frame_samples *self, picture_image *image);

/// [triangle_count, 3] unit normals at the corners of triangles. A normal is the mean over the triangles around the
/// vertex that meet at less than 50 degrees, so that boxes keep their edges. Owned by the caller; NULL if memory is
/// short.
vector *normals_make(const picture_mesh *mesh);
