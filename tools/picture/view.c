/* Why this file exists: the camera. All frames of a film share one that shows everything and wastes nothing. It is
 * found without keeping the frames: only their extent against the four sides of the field of view is stored. */
#include <math.h>

#include "base/error.h"
#include "frame.h"

static const double coordinate_most = 1e12;
static const double degree = 3.14159265358979323846 / 180.0;

picture_view picture_view_default(int32_t width, int32_t height) {
  return (picture_view){.width = width,
                        .height = height,
                        .samples = 3,
                        .azimuth = 35.0,
                        .elevation = 25.0,
                        .field = 26.0,
                        .margin = 0.06,
                        .low = {INFINITY, INFINITY, INFINITY},
                        .high = {-INFINITY, -INFINITY, -INFINITY},
                        .outermost = {-INFINITY, -INFINITY, -INFINITY, -INFINITY},
                        .depth = {INFINITY, -INFINITY}};
}

frame_axes frame_axes_of(const picture_view *view) {
  const double a = view->azimuth * degree, e = view->elevation * degree;
  frame_axes axes;
  axes.forward = (vector){-cos(e) * sin(a), -sin(e), -cos(e) * cos(a)};
  axes.right = (vector){cos(a), 0.0, -sin(a)};
  axes.up = vector_cross(axes.right, axes.forward);
  return axes;
}

double frame_tangent(const picture_view *view) {
  return tan(0.5 * view->field * degree);
}

xpbd_status frame_check_points(const char *what, int32_t count, const double *points) {
  XPBD_REQUIRE(count >= 0 && (points || count == 0), XPBD_ERR_INVALID_ARGUMENT, "%s: no points to show", what);
  for (int32_t i = 0; i < count; i++)
    for (int k = 0; k < 3; k++)
      XPBD_REQUIRE(fabs(points[3 * (size_t)i + (size_t)k]) <= coordinate_most, XPBD_ERR_INVALID_ARGUMENT,
                   "%s: point %d cannot be shown, its %c is %g", what, (int)i, "xyz"[k],
                   points[3 * (size_t)i + (size_t)k]);
  return XPBD_OK;
}

static xpbd_status check_settings(const picture_view *view) {
  XPBD_REQUIRE(view, XPBD_ERR_INVALID_ARGUMENT, "no view");
  XPBD_REQUIRE(view->width >= PICTURE_SIDE_LEAST && view->width <= PICTURE_SIDE_MOST &&
                   view->height >= PICTURE_SIDE_LEAST && view->height <= PICTURE_SIDE_MOST,
               XPBD_ERR_INVALID_ARGUMENT, "a picture of %d x %d pixels: each side must be %d to %d", (int)view->width,
               (int)view->height, PICTURE_SIDE_LEAST, PICTURE_SIDE_MOST);
  XPBD_REQUIRE(view->samples >= 1 && view->samples <= PICTURE_SAMPLES_MOST, XPBD_ERR_INVALID_ARGUMENT,
               "%d samples along a pixel: must be 1 to %d", (int)view->samples, PICTURE_SAMPLES_MOST);
  XPBD_REQUIRE(isfinite(view->azimuth) && fabs(view->azimuth) <= 3600.0, XPBD_ERR_INVALID_ARGUMENT,
               "azimuth %g: must be a direction in degrees", view->azimuth);
  XPBD_REQUIRE(fabs(view->elevation) <= 89.0, XPBD_ERR_INVALID_ARGUMENT, "elevation %g: must be -89 to 89 degrees",
               view->elevation);
  XPBD_REQUIRE(view->field >= 1.0 && view->field <= 120.0, XPBD_ERR_INVALID_ARGUMENT,
               "field of view %g: must be 1 to 120 degrees", view->field);
  XPBD_REQUIRE(view->margin >= 0.0 && view->margin <= 0.4, XPBD_ERR_INVALID_ARGUMENT, "margin %g: must be 0 to 0.4",
               view->margin);
  return XPBD_OK;
}

xpbd_status frame_check_view(const picture_view *view) {
  XPBD_TRY(check_settings(view));
  XPBD_REQUIRE(view->ready, XPBD_ERR_INVALID_ARGUMENT, "the view was not fitted to anything");
  return XPBD_OK;
}

/// Tangents of half the angles between the margins, across and up.
static void inner_tangents(const picture_view *view, double tangent[2]) {
  const double inner = frame_tangent(view) * (1.0 - 2.0 * view->margin);
  tangent[0] = inner * view->width / view->height;
  tangent[1] = inner;
}

/// Include a ball, or a point if the radius is 0. Its farthest point along a normal n is at n . centre + radius |n|.
static void include(picture_view *view, const frame_axes *axes, const double tangent[2], const double point[3],
                    double radius) {
  for (int k = 0; k < 3; k++) {
    view->low[k] = fmin(view->low[k], point[k] - radius);
    view->high[k] = fmax(view->high[k], point[k] + radius);
  }
  const vector p = vector_of(point);
  const double depth = vector_dot(p, axes->forward);
  const double at[2] = {vector_dot(p, axes->right), vector_dot(p, axes->up)};
  for (int k = 0; k < 2; k++) {
    const double reach = radius * sqrt(1.0 + tangent[k] * tangent[k]);
    view->outermost[2 * k] = fmax(view->outermost[2 * k], at[k] - tangent[k] * depth + reach);
    view->outermost[2 * k + 1] = fmax(view->outermost[2 * k + 1], -at[k] - tangent[k] * depth + reach);
  }
  view->depth[0] = fmin(view->depth[0], depth - radius);
  view->depth[1] = fmax(view->depth[1], depth + radius);
  view->ready = false;
}

xpbd_status picture_view_include(picture_view *view, int32_t count, const double *points) {
  XPBD_TRY(check_settings(view));
  XPBD_TRY(frame_check_points("view", count, points));
  const frame_axes axes = frame_axes_of(view);
  double tangent[2];
  inner_tangents(view, tangent);
  for (int32_t i = 0; i < count; i++) include(view, &axes, tangent, points + 3 * (size_t)i, 0.0);
  return XPBD_OK;
}

xpbd_status picture_view_include_sphere(picture_view *view, const double centre[3], double radius) {
  XPBD_TRY(check_settings(view));
  XPBD_TRY(frame_check_points("view", 1, centre));
  XPBD_REQUIRE(radius >= 0.0 && radius <= coordinate_most, XPBD_ERR_INVALID_ARGUMENT, "a sphere of radius %g", radius);
  const frame_axes axes = frame_axes_of(view);
  double tangent[2];
  inner_tangents(view, tangent);
  include(view, &axes, tangent, centre, radius);
  return XPBD_OK;
}

/* Every point p must satisfy |right . (p - eye)| <= t forward . (p - eye), and the same upwards. Let a and b be the two
 * outermost values of an axis. Then the eye is at most at the depth -(a + b) / (2 t), and (a - b) / 2 across. */
xpbd_status picture_view_fit(picture_view *view) {
  XPBD_TRY(check_settings(view));
  XPBD_REQUIRE(view->depth[0] <= view->depth[1], XPBD_ERR_INVALID_ARGUMENT, "the view includes nothing");
  const frame_axes axes = frame_axes_of(view);
  double tangent[2];
  inner_tangents(view, tangent);
  const double *o = view->outermost;
  const double depth = fmin(-(o[0] + o[1]) / (2.0 * tangent[0]), -(o[2] + o[3]) / (2.0 * tangent[1]));
  double size = 0.0;
  for (int k = 0; k < 3; k++) size = fmax(size, view->high[k] - view->low[k]);
  /* a single point has no size: view it from one metre, or from as far as its coordinates resolve */
  if (!(size > 1e-9 * (fabs(depth) + 1.0))) size = 10.0 + 1e-6 * fabs(depth);
  const double eye_depth = fmin(depth, view->depth[0] - 0.1 * size);
  vector eye = vector_scale(eye_depth, axes.forward);
  eye = vector_along(eye, 0.5 * (o[0] - o[1]), axes.right);
  eye = vector_along(eye, 0.5 * (o[2] - o[3]), axes.up);
  view->eye[0] = eye.x, view->eye[1] = eye.y, view->eye[2] = eye.z;
  view->ready = true;
  return XPBD_OK;
}

xpbd_status picture_view_join(picture_view *view, const picture_view *other) {
  XPBD_TRY(check_settings(view));
  XPBD_TRY(check_settings(other));
  XPBD_REQUIRE(view->azimuth == other->azimuth && view->elevation == other->elevation && view->field == other->field &&
                   view->margin == other->margin && view->width * other->height == view->height * other->width,
               XPBD_ERR_INVALID_ARGUMENT, "two views that look in different ways cannot be one");
  for (int k = 0; k < 3; k++) {
    view->low[k] = fmin(view->low[k], other->low[k]);
    view->high[k] = fmax(view->high[k], other->high[k]);
  }
  for (int k = 0; k < 4; k++) view->outermost[k] = fmax(view->outermost[k], other->outermost[k]);
  view->depth[0] = fmin(view->depth[0], other->depth[0]);
  view->depth[1] = fmax(view->depth[1], other->depth[1]);
  view->ready = false;
  return XPBD_OK;
}

xpbd_status picture_view_place(picture_view *view, const double eye[3], const double target[3], double height) {
  XPBD_TRY(check_settings(view));
  XPBD_TRY(frame_check_points("eye", 1, eye));
  XPBD_TRY(frame_check_points("target", 1, target));
  XPBD_REQUIRE(view->depth[0] <= view->depth[1], XPBD_ERR_INVALID_ARGUMENT, "the view includes nothing");
  const vector way = vector_sub(vector_of(eye), vector_of(target));
  const double distance = vector_length(way);
  XPBD_REQUIRE(distance > 0.0, XPBD_ERR_INVALID_ARGUMENT, "the eye is at the point it looks at");
  picture_view placed = *view;
  placed.azimuth = atan2(way.x, way.z) / degree;
  placed.elevation = asin(fmax(-1.0, fmin(1.0, way.y / distance))) / degree;
  placed.field = 2.0 * atan(0.5 * height / distance) / degree;
  for (int k = 0; k < 3; k++) placed.eye[k] = eye[k];
  placed.ready = true;
  XPBD_TRY(check_settings(&placed));
  *view = placed;
  return XPBD_OK;
}

void picture_view_camera(const picture_view *view, double eye[3], double target[3], double *height) {
  const frame_axes axes = frame_axes_of(view);
  const vector middle = vector_scale(0.5, vector_add(vector_of(view->low), vector_of(view->high)));
  double distance = vector_dot(vector_sub(middle, vector_of(view->eye)), axes.forward);
  if (!(distance > 0.0)) distance = 1.0; /* a placed camera may look away from everything */
  const vector at = vector_along(vector_of(view->eye), distance, axes.forward);
  for (int k = 0; k < 3; k++) eye[k] = view->eye[k];
  target[0] = at.x, target[1] = at.y, target[2] = at.z;
  *height = 2.0 * frame_tangent(view) * distance;
}

void picture_view_project(const picture_view *view, const double point[3], double pixel[2], double *depth) {
  const frame_axes axes = frame_axes_of(view);
  const vector p = vector_sub(vector_of(point), vector_of(view->eye));
  const double focal = 0.5 * view->height / frame_tangent(view);
  *depth = vector_dot(p, axes.forward);
  pixel[0] = 0.5 * view->width + focal * vector_dot(p, axes.right) / *depth;
  pixel[1] = 0.5 * view->height - focal * vector_dot(p, axes.up) / *depth;
}
