/* Why this file exists: draws pictures of a simulation without a viewer, a display or a GPU: still images, contact
 * sheets and short films. The renderer is small and our own. The same input gives the same bytes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/mesh.h"
#include "xpbd/status.h"

/// A colour as screens show it (sRGB), each number in 0..1.
typedef struct picture_colour {
  double red, green, blue;
} picture_colour;

enum {
  PICTURE_SIDE_LEAST = 16,    ///< Shortest side of an image in pixels.
  PICTURE_SIDE_MOST = 8192,   ///< Longest side of an image in pixels.
  PICTURE_SAMPLES_MOST = 4,   ///< Most samples along a pixel's side.
  PICTURE_CAPTION_HEIGHT = 24 ///< Pixels below each frame of a contact sheet.
};

/// Pixels. Zero it before first use.
typedef struct picture_image {
  int32_t width, height;
  uint8_t *rgb; ///< [height, width, 3] sRGB, the top row first. Owned.
} picture_image;

/// Create a white image. XPBD_ERR_INVALID_ARGUMENT unless both sides are in PICTURE_SIDE_LEAST..PICTURE_SIDE_MOST;
/// XPBD_ERR_OUT_OF_MEMORY. `out` is zeroed on failure.
xpbd_status picture_image_create(int32_t width, int32_t height, picture_image *out);
/// Free the pixels and zero the image. Accepts a zeroed one.
void picture_image_destroy(picture_image *image);

/* ---------------------------------------------------------------------------------------------------------- camera */

/// The camera; y is up. Begin with picture_view_default() and change the fields above the line. Then include everything
/// that should be visible, in all frames of a film, and call picture_view_fit().
typedef struct picture_view {
  int32_t width, height; ///< Pixels.
  int32_t samples;       ///< Samples along each side of a pixel, 1..4; 3 = 9 per pixel. 20 bytes per sample.
  double azimuth;        ///< [degrees] Of the eye about +y, from +z towards +x. 35.
  double elevation;      ///< [degrees] Of the eye above the horizon, -89..89. 25.
  double field;          ///< [degrees] Field of view from bottom to top, 1..120. 26.
  double margin;         ///< Fraction of the width and height left free on each side, 0..0.4. 0.06.
  /* ---- set by the functions below; read only */
  double low[3], high[3]; ///< [m] Box of everything included.
  double outermost[4];    ///< [m] Its largest distance along the normals of the four sides of the field of view.
  double depth[2];        ///< [m] Its least and largest depth along the view.
  double eye[3];          ///< [m] Set by picture_view_fit() and picture_view_place().
  bool ready;             ///< One of them was called since the last inclusion.
} picture_view;

picture_view picture_view_default(int32_t width, int32_t height);
/// Make room for points [count, 3] m. XPBD_ERR_INVALID_ARGUMENT names a wrong setting, or the first point that is not
/// finite or farther than 1e12 m away. Then the view is unchanged.
xpbd_status picture_view_include(picture_view *view, int32_t count, const double *points);
/// Make room for a sphere of `radius` >= 0 [m].
xpbd_status picture_view_include_sphere(picture_view *view, const double centre[3], double radius);
/// Place the eye so that everything included just fits between the margins. In the tight direction, the sides of the
/// field of view touch it exactly. XPBD_ERR_INVALID_ARGUMENT if nothing was included.
xpbd_status picture_view_fit(picture_view *view);
/// Make room for everything that `other` has room for, so that pictures of several bodies share a camera.
/// XPBD_ERR_INVALID_ARGUMENT unless `other` has the same direction, field, margin and proportions.
xpbd_status picture_view_join(picture_view *view, const picture_view *other);
/// Instead of fitting, give the eye, the point it looks at, and the height of the picture there [m]. Sets azimuth,
/// elevation, field and eye. XPBD_ERR_INVALID_ARGUMENT if nothing was included, if the eye is at, straight above or
/// straight below its target, or if the field is outside 1..120 degrees.
xpbd_status picture_view_place(picture_view *view, const double eye[3], const double target[3], double height);
/// The same three numbers of a fitted view. The target lies at the middle depth of what was included.
void picture_view_camera(const picture_view *view, double eye[3], double target[3], double *height);
/// Where a point [m] appears: `pixel` counts right and down from the top left corner of the image. `depth` [m] is
/// negative behind the eye, and then `pixel` is meaningless. The view must have been fitted.
void picture_view_project(const picture_view *view, const double point[3], double pixel[2], double *depth);

/* --------------------------------------------------------------------------------------------- what is in the frame */

/// A mesh, cloth, chain or obstacle. All arrays are borrowed. A zeroed mesh draws nothing.
typedef struct picture_mesh {
  int32_t vertex_count;
  const double *positions; ///< [vertex_count, 3] m.
  int32_t triangle_count;
  const int32_t *triangles; ///< [triangle_count, 3] counter-clockwise seen from the front.
  int32_t edge_count;
  const int32_t *edges;           ///< [edge_count, 2] Drawn as thin round lines; NULL = none.
  double line_width;              ///< [pixels] of those lines, 0..100.
  double node_radius;             ///< [m] Of a ball on every vertex, 0 = none.
  picture_colour front, back;     ///< Colours of the two sides of triangles; lines and balls have `front`.
  bool wire;                      ///< Show the edges of triangles on the surface.
  const double *scalar;           ///< [vertex_count] Shown by the colour map instead of front and back; NULL = none.
  double scalar_low, scalar_high; ///< Values at the ends of the colour map; low < high.
} picture_mesh;

/// The mesh with other positions ([vertex_count, 3], NULL = its own) in default colours. It shows the triangles. If
/// there are none, it shows the edges as lines with a ball on every vertex.
picture_mesh picture_mesh_of(const xpbd_mesh *mesh, const double *positions);

typedef struct picture_sphere {
  double centre[3]; ///< [m]
  double radius;    ///< [m] > 0
  picture_colour colour;
} picture_sphere;

/// Everything that one frame shows. Arrays are borrowed.
typedef struct picture_scene {
  int32_t mesh_count;
  const picture_mesh *meshes;
  int32_t sphere_count;
  const picture_sphere *spheres;
  bool ground;             ///< Show the plane normal . x = offset below the scene, fading out into white.
  double ground_normal[3]; ///< Unit vector out of the ground, e.g. (0, 1, 0).
  double ground_offset;    ///< [m] along the normal.
} picture_scene;

/// The default colour of obstacles, a warm grey.
picture_colour picture_colour_obstacle(void);
/// Colour map for a value in 0..1 (clamped), from violet over green to yellow. Its lightness grows evenly (Oklab,
/// Ottosson 2020), so it is readable in grey and without colour vision.
picture_colour picture_colour_map(double value);

/// From now on `stop` is called at every row of every part. When it returns true, drawing ends with
/// XPBD_ERR_UNAVAILABLE, because a large picture takes minutes. NULL, the default: never stop.
void picture_stop_when(bool (*stop)(void));
/// Draw the scene on white. `image` is created and owned by the caller. What is outside the view or behind the eye is
/// clipped, and a ground seen from below is not shown. The two sides of a sheet have two colours. Light comes from a
/// soft key light and from the sky, both with shadows. XPBD_ERR_INVALID_ARGUMENT names the first thing that cannot be
/// drawn: a view that was not fitted, an index out of range, or a position that is not finite. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status picture_draw(const picture_view *view, const picture_scene *scene, picture_image *image);

/* ------------------------------------------------------------------------------------------------ words and sheets */

/// Write `text` with letters of 5 x 7 dots, 6 dots apart; a dot is scale x scale pixels. Letters of scale 2 and more are
/// round strokes through the dots, with edges that fade. (x, y) is the top left corner of the first letter. Anything but printable ASCII is shown as a box. What is outside the image is cut off.
void picture_text(picture_image *image, int32_t x, int32_t y, int32_t scale, picture_colour colour, const char *text);
/// Width in pixels that picture_text() fills, without the gap after the last letter; 0 for "". Counts at most 100,000
/// letters.
int32_t picture_text_width(int32_t scale, const char *text);
/// Draw a bar with the colour map along the lower edge, with the two values at its ends and its title between them.
void picture_legend(picture_image *image, double low, double high, const char *title);

/// A contact sheet: frames side by side, each with a caption below it.
typedef struct picture_sheet {
  picture_image image; ///< The sheet so far; complete after the last frame. Owned.
  int32_t frame_count, columns, rows, frame_width, frame_height;
  int32_t next; ///< Frames added so far.
} picture_sheet;

/// Begin an empty sheet for `frames` >= 1 images of one size, with `columns` per row; 0 = as near to a square as
/// possible. The sheet has columns * width x rows * (height + PICTURE_CAPTION_HEIGHT) pixels, limited by
/// PICTURE_SIDE_MOST.
xpbd_status picture_sheet_begin(int32_t frames, int32_t columns, int32_t width, int32_t height, picture_sheet *out);
/// Copy the next frame, row by row from the top left. Its caption ("" = none) is centred below it and cut to its width.
/// XPBD_ERR_INVALID_ARGUMENT if its size differs or the sheet is full.
xpbd_status picture_sheet_add(picture_sheet *sheet, const picture_image *frame, const char *caption);
void picture_sheet_destroy(picture_sheet *sheet);

/* ----------------------------------------------------------------------------------------------------------- files */

/// Write a PNG under a temporary name and rename it. XPBD_ERR_NOT_BUILT names the package that pictures need;
/// XPBD_ERR_INVALID_ARGUMENT for an empty image; XPBD_ERR_IO.
xpbd_status picture_write_png(const char *path, const picture_image *image);

/// How many frames a film shows of a run with `steps` >= 1 frames of `frame_time` s after its start, at most `most` >=
/// 2. It shows every n-th frame, in real time if that can be watched.
int64_t picture_film_count(int64_t steps, double frame_time, int64_t most);
/// The step, 0 to `steps`, of frame `place` of `count`, spaced as evenly as possible. For a single frame, the last
/// step.
int64_t picture_film_step(int64_t place, int64_t count, int64_t steps);
/// How long [s] to show a frame whose successor comes `seconds` later.
double picture_film_time(double seconds);

/// An animated GIF being written.
typedef struct picture_gif picture_gif;

/// Begin a film that repeats forever. XPBD_ERR_NOT_BUILT names the package that films need; XPBD_ERR_INVALID_ARGUMENT
/// for a wrong size; XPBD_ERR_IO. `*out` is NULL on failure.
xpbd_status picture_gif_open(const char *path, int32_t width, int32_t height, picture_gif **out);
/// Add a frame, shown for `seconds` in 0.02..600. GIF counts in 1/100 s: the sum of the times is kept, not each one.
/// Each frame has its own 256 colours, dithered by a fixed pattern. XPBD_ERR_IO.
xpbd_status picture_gif_add(picture_gif *gif, const picture_image *frame, double seconds);
/// Complete the file and rename it to its final name. `*gif` is freed and set to NULL in any case. A film without
/// frames is XPBD_ERR_INVALID_ARGUMENT and leaves no file.
xpbd_status picture_gif_close(picture_gif **gif);
/// Discard the film: free it and leave no file. Accepts NULL.
void picture_gif_discard(picture_gif **gif);
