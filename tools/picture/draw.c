/* Why this file exists: turns the contents of a frame into its picture. Input is checked once, then light is computed,
 * then every part is drawn in the order given. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "frame.h"

xpbd_status picture_image_create(int32_t width, int32_t height, picture_image *out) {
  XPBD_REQUIRE(out, XPBD_ERR_INVALID_ARGUMENT, "no place to put the image");
  *out = (picture_image){0};
  XPBD_REQUIRE(width >= PICTURE_SIDE_LEAST && width <= PICTURE_SIDE_MOST && height >= PICTURE_SIDE_LEAST &&
                   height <= PICTURE_SIDE_MOST,
               XPBD_ERR_INVALID_ARGUMENT, "an image of %d x %d pixels: each side must be %d to %d", (int)width,
               (int)height, PICTURE_SIDE_LEAST, PICTURE_SIDE_MOST);
  const size_t bytes = 3 * (size_t)width * (size_t)height;
  out->rgb = malloc(bytes);
  XPBD_REQUIRE(out->rgb, XPBD_ERR_OUT_OF_MEMORY, "no memory for an image of %d x %d pixels (%zu bytes)", (int)width,
               (int)height, bytes);
  memset(out->rgb, 255, bytes);
  out->width = width;
  out->height = height;
  return XPBD_OK;
}

void picture_image_destroy(picture_image *image) {
  if (!image) return;
  free(image->rgb);
  *image = (picture_image){0};
}

picture_mesh picture_mesh_of(const xpbd_mesh *mesh, const double *positions) {
  picture_mesh shown = {.vertex_count = mesh->vertex_count,
                        .positions = positions ? positions : mesh->positions,
                        .triangle_count = mesh->triangle_count,
                        .triangles = mesh->triangles,
                        .front = {0.27, 0.49, 0.74},
                        .back = {0.87, 0.60, 0.33}};
  if (mesh->triangle_count > 0) return shown;
  double shortest = INFINITY;
  for (size_t e = 0; e < (size_t)mesh->edge_count; e++) { /* rest lengths keep balls equal in all frames */
    const double *a = mesh->positions + 3 * (size_t)mesh->edges[2 * e];
    const double *b = mesh->positions + 3 * (size_t)mesh->edges[2 * e + 1];
    shortest = fmin(shortest, vector_length(vector_sub(vector_of(a), vector_of(b))));
  }
  shown.edge_count = mesh->edge_count;
  shown.edges = mesh->edges;
  shown.line_width = 2.5;
  shown.node_radius = isfinite(shortest) ? 0.18 * shortest : 0.0;
  return shown;
}

/* ---------------------------------------------------------------------------------------------------------- input */

static xpbd_status check_colour(const char *what, picture_colour c) {
  const double parts[3] = {c.red, c.green, c.blue};
  for (int k = 0; k < 3; k++)
    XPBD_REQUIRE(parts[k] >= 0.0 && parts[k] <= 1.0, XPBD_ERR_INVALID_ARGUMENT, "%s: a colour of %g, %g, %g", what,
                 c.red, c.green, c.blue);
  return XPBD_OK;
}

static xpbd_status check_indices(const char *what, int32_t vertex_count, int32_t count, int corners,
                                 const int32_t *indices) {
  XPBD_REQUIRE(count >= 0 && count <= INT32_MAX / 3 && (indices || count == 0), XPBD_ERR_INVALID_ARGUMENT,
               "%s: %d of them cannot be shown", what, (int)count);
  for (size_t i = 0; i < (size_t)corners * (size_t)count; i++)
    XPBD_REQUIRE(indices[i] >= 0 && indices[i] < vertex_count, XPBD_ERR_INVALID_ARGUMENT,
                 "%s: number %zu names vertex %d of %d", what, i / (size_t)corners, (int)indices[i], (int)vertex_count);
  return XPBD_OK;
}

static xpbd_status check_mesh(const picture_mesh *mesh) {
  XPBD_TRY(frame_check_points("mesh", mesh->vertex_count, mesh->positions));
  XPBD_TRY(check_indices("triangles", mesh->vertex_count, mesh->triangle_count, 3, mesh->triangles));
  XPBD_TRY(check_indices("edges", mesh->vertex_count, mesh->edges ? mesh->edge_count : 0, 2, mesh->edges));
  XPBD_TRY(check_colour("mesh", mesh->front));
  XPBD_TRY(check_colour("mesh", mesh->back));
  XPBD_REQUIRE(mesh->line_width >= 0.0 && mesh->line_width <= 100.0, XPBD_ERR_INVALID_ARGUMENT,
               "lines of %g pixels: must be 0 to 100", mesh->line_width);
  XPBD_REQUIRE(mesh->node_radius >= 0.0 && mesh->node_radius <= 1e12, XPBD_ERR_INVALID_ARGUMENT, "balls of radius %g",
               mesh->node_radius);
  if (!mesh->scalar) return XPBD_OK;
  XPBD_REQUIRE(mesh->scalar_low < mesh->scalar_high && isfinite(mesh->scalar_high - mesh->scalar_low),
               XPBD_ERR_INVALID_ARGUMENT, "a colour map from %g to %g", mesh->scalar_low, mesh->scalar_high);
  for (int32_t i = 0; i < mesh->vertex_count; i++)
    XPBD_REQUIRE(isfinite(mesh->scalar[i]), XPBD_ERR_INVALID_ARGUMENT, "vertex %d shows %g", (int)i, mesh->scalar[i]);
  return XPBD_OK;
}

static xpbd_status check_scene(const picture_scene *scene) {
  XPBD_REQUIRE(scene, XPBD_ERR_INVALID_ARGUMENT, "nothing to draw");
  XPBD_REQUIRE(scene->mesh_count >= 0 && (scene->meshes || scene->mesh_count == 0) && scene->sphere_count >= 0 &&
                   (scene->spheres || scene->sphere_count == 0),
               XPBD_ERR_INVALID_ARGUMENT, "%d meshes and %d spheres cannot be shown", (int)scene->mesh_count,
               (int)scene->sphere_count);
  for (int32_t m = 0; m < scene->mesh_count; m++) XPBD_TRY(check_mesh(&scene->meshes[m]));
  for (int32_t s = 0; s < scene->sphere_count; s++) {
    const picture_sphere *sphere = &scene->spheres[s];
    XPBD_TRY(frame_check_points("sphere", 1, sphere->centre));
    XPBD_TRY(check_colour("sphere", sphere->colour));
    XPBD_REQUIRE(sphere->radius > 0.0 && sphere->radius <= 1e12, XPBD_ERR_INVALID_ARGUMENT, "sphere %d: radius %g",
                 (int)s, sphere->radius);
  }
  if (!scene->ground) return XPBD_OK;
  const double length = vector_length(vector_of(scene->ground_normal));
  XPBD_REQUIRE(fabs(length - 1.0) <= 1e-6, XPBD_ERR_INVALID_ARGUMENT, "ground: the normal has length %g, not 1",
               length);
  XPBD_REQUIRE(fabs(scene->ground_offset) <= 1e12, XPBD_ERR_INVALID_ARGUMENT, "ground: offset %g",
               scene->ground_offset);
  return XPBD_OK;
}

/* ---------------------------------------------------------------------------------------------------------- parts */

static vector vertex_at(const picture_mesh *mesh, int32_t vertex) {
  return vector_of(mesh->positions + 3 * (size_t)vertex);
}

static vector vertex_colour(const picture_mesh *mesh, int32_t vertex, bool front) {
  if (!mesh->scalar) return colour_linear(front ? mesh->front : mesh->back);
  const double span = mesh->scalar_high - mesh->scalar_low;
  return colour_linear(picture_colour_map((mesh->scalar[vertex] - mesh->scalar_low) / span));
}

static void draw_triangle(frame_samples *frame, const picture_mesh *mesh, const vector *normals, int32_t triangle) {
  const int32_t *at = mesh->triangles + 3 * (size_t)triangle;
  const vector a = vertex_at(mesh, at[0]), b = vertex_at(mesh, at[1]), c = vertex_at(mesh, at[2]);
  const vector face = vector_cross(vector_sub(b, a), vector_sub(c, a));
  const bool front = vector_dot(face, vector_sub(frame->eye, a)) >= 0.0;
  frame_corner corners[3];
  for (size_t k = 0; k < 3; k++) {
    const vector normal = normals[3 * (size_t)triangle + k];
    corners[k].at = frame_camera(frame, vertex_at(mesh, at[k]));
    corners[k].normal = vector_scale(front ? 1.0 : -1.0, normal);
    corners[k].colour = vertex_colour(mesh, at[k], front);
  }
  /* 0.3 pixels on each of the two triangles are fine enough for a mesh of 100 x 100 in a small picture */
  frame_triangle(frame, corners, mesh->wire ? 0.3 * frame->samples : 0.0);
}

static xpbd_status draw_mesh(frame_samples *frame, const picture_mesh *mesh) {
  if (mesh->triangle_count > 0) {
    vector *normals = normals_make(mesh);
    XPBD_REQUIRE(normals, XPBD_ERR_OUT_OF_MEMORY, "no memory for the normals of %d triangles", mesh->triangle_count);
    for (int32_t t = 0; t < mesh->triangle_count && !frame->stopped; t++) draw_triangle(frame, mesh, normals, t);
    free(normals);
  }
  const double half_width = 0.5 * mesh->line_width * frame->samples;
  for (size_t e = 0; mesh->edges && half_width > 0.0 && !frame->stopped && e < (size_t)mesh->edge_count; e++) {
    const int32_t a = mesh->edges[2 * e], b = mesh->edges[2 * e + 1];
    const vector colour = vector_scale(0.5, vector_add(vertex_colour(mesh, a, true), vertex_colour(mesh, b, true)));
    frame_line(frame, frame_camera(frame, vertex_at(mesh, a)), frame_camera(frame, vertex_at(mesh, b)), half_width,
               colour);
  }
  for (int32_t v = 0; mesh->node_radius > 0.0 && v < mesh->vertex_count && !frame->stopped; v++)
    frame_sphere(frame, frame_camera(frame, vertex_at(mesh, v)), mesh->node_radius, vertex_colour(mesh, v, true));
  return XPBD_OK;
}

static xpbd_status draw_parts(frame_samples *frame, const picture_view *view, const picture_scene *scene) {
  for (int32_t m = 0; m < scene->mesh_count; m++) XPBD_TRY(draw_mesh(frame, &scene->meshes[m]));
  for (int32_t s = 0; s < scene->sphere_count; s++) {
    const picture_sphere *sphere = &scene->spheres[s];
    frame_sphere(frame, frame_camera(frame, vector_of(sphere->centre)), sphere->radius, colour_linear(sphere->colour));
  }
  return scene->ground ? frame_ground(frame, view, scene) : XPBD_OK;
}

xpbd_status picture_draw(const picture_view *view, const picture_scene *scene, picture_image *image) {
  XPBD_REQUIRE(image, XPBD_ERR_INVALID_ARGUMENT, "no place to put the image");
  *image = (picture_image){0};
  XPBD_TRY(frame_check_view(view));
  XPBD_TRY(check_scene(scene));
  light_rig light = {0};
  frame_samples frame = {0};
  xpbd_status status = light_create(view, scene, &light);
  if (status == XPBD_OK) status = frame_create(view, &light, &frame);
  if (status == XPBD_OK) status = draw_parts(&frame, view, scene);
  if (status == XPBD_OK) status = picture_image_create(view->width, view->height, image);
  if (status == XPBD_OK) frame_resolve(&frame, image);
  if (status == XPBD_OK && frame.stopped) {
    status = xpbd_fail(XPBD_ERR_UNAVAILABLE, "interrupted while drawing a picture");
    picture_image_destroy(image);
  }
  frame_destroy(&frame);
  light_destroy(&light);
  return status;
}
