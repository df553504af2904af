/* Why this file exists: writes as JSON what does not change between the frames of a page: words, counts, times, and
 * obstacles with their poses. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "picture/picture.h"
#include "sim/film/sim_surroundings.h"
#include "support/unseen.h"
#include "viewer.h"
#include "xpbd/obstacle.h"

void viewer_print(viewer_out *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vfprintf(out->stream, format, arguments);
  va_end(arguments);
  if (length > 0) out->bytes += (size_t)length; /* completing the file finds a failed write */
}

/// A string that is also safe inside a page.
static void put_text(viewer_out *out, const char *key, const char *text) {
  viewer_print(out, "\"%s\": \"", key);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (unseen_turns((const char *)c)) {
      viewer_print(out, "?");
      c += unseen_bytes((const char *)c) - 1;
    } else if (*c < 0x20 || strchr("\"\\<>&", *c))
      viewer_print(out, "\\u%04x", *c);
    else
      viewer_print(out, "%c", *c);
  }
  viewer_print(out, "\", ");
}

static void put_numbers(viewer_out *out, const char *before, const double *values, size_t count) {
  viewer_print(out, "%s[", before);
  for (size_t i = 0; i < count; i++) viewer_print(out, "%s%.7g", i > 0 ? "," : "", values[i]);
  viewer_print(out, "]");
}

static void put_triangles(viewer_out *out, size_t count, const int32_t *triangles) {
  viewer_print(out, ", \"triangles\": [");
  for (size_t i = 0; i < 3 * count; i++) viewer_print(out, "%s%d", i > 0 ? "," : "", (int)triangles[i]);
  viewer_print(out, "]");
}

/// The shape of an obstacle around its own origin, slightly smaller, so that what lies on it is visible.
static void put_shape(const sim_job *job, const xpbd_obstacle_pose *o, const xpbd_mesh *mesh, viewer_out *out) {
  if (o->kind == XPBD_OBSTACLE_SPHERE) {
    viewer_print(out, "\"radius\": %.7g", o->radius * sim_obstacle_shrink(job, o->radius));
    return;
  }
  if (o->kind == XPBD_OBSTACLE_HALF_SPACE) {
    put_numbers(out, "\"point\": ", o->centre, 3);
    put_numbers(out, ", \"normal\": ", o->normal, 3);
    return;
  }
  if (o->kind == XPBD_OBSTACLE_BOX) {
    double half[3];
    const double least = fmin(o->half_sizes[0], fmin(o->half_sizes[1], o->half_sizes[2]));
    for (int k = 0; k < 3; k++) half[k] = o->half_sizes[k] - (1.0 - sim_obstacle_shrink(job, least)) * least;
    double corners[24];
    sim_box_corners(half, corners);
    put_numbers(out, "\"vertices\": ", corners, 24);
    put_triangles(out, 12, sim_box_triangles);
    return;
  }
  put_numbers(out, "\"vertices\": ", mesh->positions, 3 * (size_t)mesh->vertex_count);
  put_triangles(out, (size_t)mesh->triangle_count, mesh->triangles);
}

/// One obstacle: its shape once, and its pose in each frame; a single pose if it never moves.
static void put_obstacle(const sim_viewer *self, int32_t index, viewer_out *out) {
  const sim_job *job = self->job;
  const xpbd_obstacle *obstacle = xpbd_scene_obstacle(job->model.scene, index);
  xpbd_obstacle_pose first = xpbd_obstacle_pose_at(obstacle, self->shots.frames[0] * job->frame_time);
  bool moves = false;
  for (int32_t s = 0; s < self->shots.count && !moves; s++) {
    const xpbd_obstacle_pose now = xpbd_obstacle_pose_at(obstacle, self->shots.frames[s] * job->frame_time);
    moves = now.exists != first.exists || memcmp(now.centre, first.centre, sizeof now.centre) != 0 ||
            memcmp(now.axes, first.axes, sizeof now.axes) != 0;
  }
  viewer_print(out, "%s{", index > 0 ? ", " : "");
  put_shape(job, &first, &job->model.obstacle_meshes[index], out);
  viewer_print(out, ", \"poses\": [");
  for (int32_t s = 0; s < (moves ? self->shots.count : 1); s++) {
    const xpbd_obstacle_pose now = xpbd_obstacle_pose_at(obstacle, self->shots.frames[s] * job->frame_time);
    double numbers[12];
    memcpy(numbers, now.centre, sizeof now.centre);
    memcpy(numbers + 3, now.axes, sizeof now.axes);
    if (s > 0) viewer_print(out, ",");
    if (now.exists)
      put_numbers(out, "", numbers, 12);
    else
      viewer_print(out, "null");
  }
  viewer_print(out, "]}");
}

static double extent(const double low[3], const double high[3]) {
  return sqrt(pow(high[0] - low[0], 2) + pow(high[1] - low[1], 2) + pow(high[2] - low[2], 2));
}

static void put_words(const sim_viewer *self, double size, viewer_out *out) {
  const sim_job *job = self->job;
  char text[512];
  snprintf(text, sizeof text, "%.100s by %.40s", job->options->mesh ? job->options->mesh : job->scene,
           job->method->name);
  put_text(out, "title", text);
  snprintf(
      text, sizeof text,
      "%d vert%s; %d of %d frames, positions to %.2g mm. Drag to turn, use the wheel or two fingers to zoom, press "
      "space to play. xpbd-suite %s",
      (int)job->mesh->vertex_count, job->mesh->vertex_count == 1 ? "ex" : "ices", (int)self->shots.count,
      (int)(job->frames - job->start + 1), 1e3 * size / 65535.0, XPBD_VERSION);
  put_text(out, "about", text);
}

void viewer_put_scene(const sim_viewer *self, const double low[3], const double high[3], double strain, size_t bytes,
                      viewer_out *out) {
  const sim_job *job = self->job;
  const sim_options *o = job->options;
  const double size = extent(low, high);
  const double link = picture_mesh_of(job->mesh, NULL).node_radius; /* 0 if there are triangles, as in pictures */
  viewer_print(out, "{");
  put_words(self, size, out);
  put_numbers(out, "\"low\": ", low, 3);
  put_numbers(out, ", \"high\": ", high, 3);
  viewer_print(out,
               ", \"bytes\": %zu, \"vertices\": %d, \"triangles\": %d, \"edges\": %d, \"radii\": %s, \"link\": "
               "%.7g, \"strain\": %.7g, \"strained\": %s, \"wire\": %s, \"azimuth\": %.7g, \"elevation\": %.7g, "
               "\"frames\": [",
               bytes, (int)job->mesh->vertex_count, (int)job->mesh->triangle_count, (int)job->mesh->edge_count,
               job->radii ? "true" : "false", fmin(link, 0.03 * size), strain,
               o->colour && strcmp(o->colour, "strain") == 0 ? "true" : "false", o->wire ? "true" : "false",
               isnan(o->azimuth) ? 35.0 : o->azimuth, isnan(o->elevation) ? 25.0 : o->elevation);
  for (int32_t s = 0; s < self->shots.count; s++)
    viewer_print(out, "%s{\"frame\": %d, \"time\": %.7g}", s > 0 ? ", " : "", (int)self->shots.frames[s],
                 self->shots.frames[s] * job->frame_time);
  viewer_print(out, "], \"obstacles\": [");
  for (int32_t i = 0; i < job->model.obstacle_count; i++) put_obstacle(self, i, out);
  viewer_print(out, "]}");
}
