/* Why this file exists: draws a frame of a simulation: the body with its pins or balls, the ground and obstacles, the
 * time. It also finds a camera that sees all frames. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "measure/strain.h"
#include "picture/vector.h"
#include "sim/engine/sim_names.h"
#include "sim/engine/sim_worker.h"
#include "sim_drawing.h"
#include "sim_surroundings.h"

enum { PINS_SHOWN = 2000, PATCH_CORNERS = 32 };

/// The ground is drawn lower by this share of the extent, so that what lies on it stays visible.
static const double lowered = 0.004;
static const picture_colour pin_colour = {0.20, 0.20, 0.22}, node_colour = {0.27, 0.49, 0.74};
static const picture_colour patch_colour = {0.86, 0.85, 0.83}, text_colour = {0.35, 0.35, 0.38};

/// Everything in one frame that picture_scene borrows.
typedef struct parts {
  picture_mesh *meshes;
  picture_sphere *spheres;
  double *patches; ///< Corners of the patches of planes, PATCH_CORNERS each.
  int32_t *fan;    ///< Triangles of a patch, the same for all.
} parts;

/* ---------------------------------------------------------------------------------------------------------- the end */

/// Signals before the drawing began. They ended the run, but its picture is still wanted.
static int asked_before;
static bool stopped;

static bool stop_drawing(void) {
  stopped = stopped || sim_interrupts() > asked_before;
  return stopped;
}

bool sim_drawing_stopped(void) {
  return stopped;
}

/* --------------------------------------------------------------------------------------------------------- planes */

static double extent_of(const sim_drawing *self) {
  return vector_length(vector_sub(vector_of(self->high), vector_of(self->low)));
}

/// The first plane that faces upwards is the ground. The others are walls.
static bool is_ground(const sim_surroundings *around, int32_t plane) {
  for (int32_t p = 0; p <= plane; p++) {
    if (around->planes[6 * (size_t)p + 4] >= 0.7) return p == plane;
  }
  return false;
}

/// Keep the part of a polygon that is at least slightly in front of a plane.
static int clip(vector *corners, int count, vector point, vector normal) {
  vector kept[PATCH_CORNERS];
  int kept_count = 0;
  for (int i = 0; i < count; i++) {
    const vector a = corners[i], b = corners[(i + 1) % count];
    const double da = vector_dot(vector_sub(a, point), normal), db = vector_dot(vector_sub(b, point), normal);
    if (da >= 0.0 && kept_count < PATCH_CORNERS) kept[kept_count++] = a;
    if ((da >= 0.0) != (db >= 0.0) && kept_count < PATCH_CORNERS)
      kept[kept_count++] = vector_along(a, da / (da - db), vector_sub(b, a));
  }
  memcpy(corners, kept, (size_t)kept_count * sizeof *kept);
  return kept_count;
}

/// The piece of a plane near the particles, cut by the other planes. Returns the number of its corners; fewer than 3 =
/// nothing to draw.
static int patch_of(const sim_drawing *self, const sim_surroundings *around, int32_t plane, vector *corners) {
  const vector point = vector_of(around->planes + 6 * (size_t)plane);
  const vector normal = vector_of(around->planes + 6 * (size_t)plane + 3), across = vector_across(normal);
  const vector along = vector_cross(normal, across), low = vector_of(self->low), high = vector_of(self->high);
  const vector middle = vector_scale(0.5, vector_add(low, high));
  const vector foot = vector_along(middle, -vector_dot(vector_sub(middle, point), normal), normal);
  const double half = 0.45 * extent_of(self);
  const double signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  int count = 4;
  for (int c = 0; c < 4; c++)
    corners[c] = vector_along(vector_along(foot, signs[c][0] * half, across), signs[c][1] * half, along);
  for (int32_t p = 0; p < around->plane_count && count >= 3; p++) {
    if (p == plane) continue;
    count =
        clip(corners, count, vector_of(around->planes + 6 * (size_t)p), vector_of(around->planes + 6 * (size_t)p + 3));
  }
  return count;
}

/* --------------------------------------------------------------------------------------------------------- camera */

/// Radius of the balls that show the nodes of a lattice: their contact radius, or small if springs are visible.
static double node_radius(const sim_job *job, int32_t node) {
  return job->radii[node] * (job->options->wire ? 0.3 : 1.0);
}

/// Radius of the balls on the vertices of a chain, a mesh without triangles: not wider than the chain is long.
static double link_radius(const sim_drawing *self) {
  if (self->job->radii || self->job->mesh->triangle_count > 0) return 0.0;
  return fmin(picture_mesh_of(self->job->mesh, NULL).node_radius, 0.03 * extent_of(self));
}

/// How far the drawn body extends beyond its vertex.
static double reach_of(const sim_drawing *self, int32_t vertex) {
  return self->job->radii ? self->job->radii[vertex] : link_radius(self);
}

static void bound_body(sim_drawing *self, const double *positions) {
  for (int32_t i = 0; i < self->job->mesh->vertex_count; i++) {
    const double reach = self->job->radii ? reach_of(self, i) : 0.0;
    for (size_t k = 0; k < 3; k++) {
      self->low[k] = fmin(self->low[k], positions[3 * (size_t)i + k] - reach);
      self->high[k] = fmax(self->high[k], positions[3 * (size_t)i + k] + reach);
    }
  }
}

static xpbd_status include_body(sim_drawing *self, const double *positions) {
  const int32_t n = self->job->mesh->vertex_count;
  if (self->job->mesh->triangle_count > 0) return picture_view_include(&self->view, n, positions);
  for (int32_t i = 0; i < n; i++)
    XPBD_TRY(picture_view_include_sphere(&self->view, positions + 3 * (size_t)i, reach_of(self, i)));
  return XPBD_OK;
}

/// Make room for what is near the particles of a body with this box. Including a distant projectile or a large floor
/// would make everything else small.
static xpbd_status include_near(sim_drawing *self, const double low[3], const double high[3]) {
  const double room = 0.3 * extent_of(self);
  double box[2][3], corners[24];
  for (int k = 0; k < 3; k++) {
    box[0][k] = fmax(low[k], self->low[k] - room);
    box[1][k] = fmin(high[k], self->high[k] + room);
    if (!(box[0][k] <= box[1][k])) return XPBD_OK;
  }
  for (int c = 0; c < 8; c++)
    for (int k = 0; k < 3; k++) corners[3 * c + k] = box[c >> k & 1][k];
  return picture_view_include(&self->view, 8, corners);
}

static xpbd_status include_surroundings(sim_drawing *self, double time) {
  sim_surroundings around;
  XPBD_TRY(sim_surroundings_at(self->job, time, &around));
  xpbd_status status = XPBD_OK;
  for (int32_t s = 0; status == XPBD_OK && s < around.sphere_count; s++) {
    const picture_sphere *ball = &around.spheres[s];
    double low[3], high[3];
    for (int k = 0; k < 3; k++) low[k] = ball->centre[k] - ball->radius, high[k] = ball->centre[k] + ball->radius;
    status = include_near(self, low, high);
  }
  for (int32_t m = 0; status == XPBD_OK && m < around.mesh_count; m++) {
    const picture_mesh *mesh = &around.meshes[m];
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < 3 * (size_t)mesh->vertex_count; i++) {
      low[i % 3] = fmin(low[i % 3], mesh->positions[i]);
      high[i % 3] = fmax(high[i % 3], mesh->positions[i]);
    }
    status = include_near(self, low, high);
  }
  for (int32_t p = 0; status == XPBD_OK && p < around.plane_count; p++) {
    vector corners[PATCH_CORNERS];
    const int count = is_ground(&around, p) ? 0 : patch_of(self, &around, p, corners);
    for (int c = 0; status == XPBD_OK && c < count; c++)
      status = picture_view_include(&self->view, 1, (const double[]){corners[c].x, corners[c].y, corners[c].z});
  }
  sim_surroundings_release(&around);
  return status;
}

xpbd_status sim_drawing_choose_azimuth(sim_drawing *self) {
  static const double sides[] = {35.0, -35.0, 0.0};
  if (!isnan(self->job->options->azimuth)) {
    self->view.azimuth = self->job->options->azimuth;
    return XPBD_OK;
  }
  sim_surroundings around;
  XPBD_TRY(sim_surroundings_at(self->job, 0.0, &around));
  int most = -1;
  for (int s = 0; s < 3; s++) {
    const double turn = sides[s] * acos(-1.0) / 180.0;
    int seen = 0;
    for (int32_t p = 0; p < around.plane_count; p++) {
      const double *normal = around.planes + 6 * (size_t)p + 3;
      seen += sin(turn) * normal[0] + cos(turn) * normal[2] >= -0.1 || is_ground(&around, p);
    }
    if (seen > most) self->view.azimuth = sides[s], most = seen;
  }
  sim_surroundings_release(&around);
  return XPBD_OK;
}

/// Raise the scale of strain for a shot.
static xpbd_status include_strain(sim_drawing *self, const double *positions) {
  XPBD_TRY(xpbd_strain_at_vertices(self->job->mesh, self->job->rest_lengths, positions, self->scalar,
                                   &self->largest_strain));
  self->strain = fmax(self->strain, xpbd_strain_scale((size_t)self->job->mesh->vertex_count, self->scalar));
  return XPBD_OK;
}

xpbd_status sim_drawing_begin(const sim_job *job, int32_t width, int32_t height, const sim_shots *shots, bool strain,
                              sim_drawing *out) {
  *out = (sim_drawing){.job = job,
                       .captions = true,
                       .view = picture_view_default(width, height),
                       .low = {INFINITY, INFINITY, INFINITY},
                       .high = {-INFINITY, -INFINITY, -INFINITY}};
  if (!stopped) asked_before = sim_interrupts();
  picture_stop_when(stop_drawing);
  XPBD_TRY(sim_drawing_choose_azimuth(out));
  if (!isnan(job->options->elevation)) out->view.elevation = job->options->elevation;
  const size_t n = (size_t)job->mesh->vertex_count;
  if (strain) {
    out->view.margin = 0.13; /* the legend is below the body */
    out->scalar = malloc(n * sizeof *out->scalar);
    XPBD_REQUIRE(out->scalar, XPBD_ERR_OUT_OF_MEMORY, "no memory for the colours of %zu vertices", n);
  }
  for (int32_t s = 0; s < shots->count; s++) {
    const double *positions = shots->positions + 3 * n * (size_t)s;
    bound_body(out, positions);
    if (strain) XPBD_TRY(include_strain(out, positions));
  }
  if (strain && !(out->strain >= 1e-9)) out->strain = 1e-9; /* a scene at rest shows 0 everywhere */
  for (int32_t s = 0; s < shots->count; s++) {
    XPBD_TRY(include_body(out, shots->positions + 3 * n * (size_t)s));
    XPBD_TRY(include_surroundings(out, shots->frames[s] * job->frame_time));
  }
  return XPBD_OK;
}

xpbd_status sim_drawing_aim(sim_drawing *drawings, int count) {
  sim_drawing *first = &drawings[0];
  for (int d = 1; d < count; d++) {
    XPBD_TRY(picture_view_join(&first->view, &drawings[d].view));
    first->strain = fmax(first->strain, drawings[d].strain);
    first->largest_strain = fmax(first->largest_strain, drawings[d].largest_strain);
    for (int k = 0; k < 3; k++) {
      first->low[k] = fmin(first->low[k], drawings[d].low[k]);
      first->high[k] = fmax(first->high[k], drawings[d].high[k]);
    }
  }
  const char *camera = first->job->options->camera;
  double at[7];
  if (camera && sim_read_numbers(camera, 7, at)) {
    XPBD_TRY(picture_view_place(&first->view, at, at + 3, at[6]));
  } else {
    XPBD_TRY(picture_view_fit(&first->view));
  }
  for (int d = 1; d < count; d++) {
    drawings[d].view = first->view;
    drawings[d].strain = first->strain, drawings[d].largest_strain = first->largest_strain;
    memcpy(drawings[d].low, first->low, sizeof first->low);
    memcpy(drawings[d].high, first->high, sizeof first->high);
  }
  return XPBD_OK;
}

void sim_drawing_end(sim_drawing *self) {
  free(self->scalar);
  *self = (sim_drawing){0};
}

/// Add a wall, unless the eye is behind it: it would hide everything.
static void add_patch(const sim_drawing *self, const sim_surroundings *around, int32_t plane, const parts *own,
                      picture_scene *scene) {
  vector corners[PATCH_CORNERS];
  const int count = patch_of(self, around, plane, corners);
  const vector normal = vector_of(around->planes + 6 * (size_t)plane + 3);
  if (count < 3 || !(vector_dot(vector_sub(vector_of(self->view.eye), corners[0]), normal) > 0.0)) return;
  double *positions = own->patches + 3 * (size_t)PATCH_CORNERS * (size_t)plane;
  for (int c = 0; c < count; c++) {
    positions[3 * c] = corners[c].x;
    positions[3 * c + 1] = corners[c].y;
    positions[3 * c + 2] = corners[c].z;
  }
  own->meshes[scene->mesh_count++] = (picture_mesh){.vertex_count = count,
                                                    .positions = positions,
                                                    .triangle_count = count - 2,
                                                    .triangles = own->fan,
                                                    .front = patch_colour,
                                                    .back = patch_colour};
}

static void add_planes(const sim_drawing *self, const sim_surroundings *around, const parts *own,
                       picture_scene *scene) {
  for (int c = 0; c < PATCH_CORNERS - 2; c++)
    own->fan[3 * c] = 0, own->fan[3 * c + 1] = c + 1, own->fan[3 * c + 2] = c + 2;
  for (int32_t p = 0; p < around->plane_count; p++) {
    const double *point = around->planes + 6 * (size_t)p, *normal = point + 3;
    if (!is_ground(around, p)) {
      add_patch(self, around, p, own, scene);
      continue;
    }
    scene->ground = true;
    memcpy(scene->ground_normal, normal, sizeof scene->ground_normal);
    scene->ground_offset = vector_dot(vector_of(point), vector_of(normal));
    if (!self->job->radii) scene->ground_offset -= lowered * extent_of(self);
  }
}

/* ---------------------------------------------------------------------------------------------------------- frame */

int32_t sim_drawing_pins(const sim_drawing *self, const double *positions, picture_sphere *out) {
  const sim_job *job = self->job;
  if (job->radii) return 0; /* balls show pins by their colour */
  const double *w = xpbd_scene_inverse_masses(job->model.scene);
  double shortest = INFINITY;
  for (size_t e = 0; e < (size_t)job->mesh->edge_count; e++)
    if (job->rest_lengths[e] > 0.0) shortest = fmin(shortest, job->rest_lengths[e]);
  double radius = fmin(0.008 * extent_of(self), 0.45 * shortest);
  if (link_radius(self) > 0.0) radius = 1.2 * link_radius(self); /* around the last link of a chain */
  int32_t shown = 0;
  for (int32_t i = 0; radius > 0.0 && i < job->mesh->vertex_count && shown < PINS_SHOWN; i++) {
    if (w[i] > 0.0) continue;
    const double *at = positions + 3 * (size_t)i;
    out[shown++] = (picture_sphere){.centre = {at[0], at[1], at[2]}, .radius = radius, .colour = pin_colour};
  }
  return shown;
}

static void add_nodes(const sim_drawing *self, const double *positions, const parts *own, picture_scene *scene) {
  const sim_job *job = self->job;
  if (!job->radii) return;
  for (int32_t i = 0; i < job->mesh->vertex_count; i++) {
    const double *at = positions + 3 * (size_t)i, radius = node_radius(job, i);
    if (!(radius > 0.0)) continue;
    const bool fixed = !(xpbd_scene_inverse_masses(job->model.scene)[i] > 0.0);
    const picture_colour colour = self->scalar ? picture_colour_map(self->scalar[i] / self->strain)
                                  : fixed      ? picture_colour_obstacle()
                                               : node_colour;
    own->spheres[scene->sphere_count++] =
        (picture_sphere){.centre = {at[0], at[1], at[2]}, .radius = radius, .colour = colour};
  }
}

static void add_body(const sim_drawing *self, const double *positions, const parts *own, picture_scene *scene) {
  const sim_job *job = self->job;
  picture_mesh body = picture_mesh_of(job->mesh, positions);
  body.wire = job->options->wire;
  body.node_radius = link_radius(self); /* a lattice's nodes have their own radii */
  if (self->scalar) {
    body.scalar = self->scalar;
    body.scalar_high = self->strain;
  }
  own->meshes[scene->mesh_count++] = body;
}

static void add_caption(const sim_drawing *self, int32_t frame, picture_image *image) {
  char text[128];
  snprintf(text, sizeof text, "%.60s  t = %.3g s", self->job->scene, frame * self->job->frame_time);
  const int32_t scale = image->height >= 600 ? 2 : 1;
  if (self->captions) picture_text(image, 6 * scale, 6 * scale, scale, text_colour, text);
  const bool beyond = self->largest_strain > self->strain;
  snprintf(text, sizeof text, beyond ? "mean strain of the edges, largest %.2g" : "mean strain of the edges",
           self->largest_strain);
  if (self->scalar) picture_legend(image, 0.0, self->strain, text);
}

static xpbd_status draw(const sim_drawing *self, int32_t frame, const double *positions, const sim_surroundings *around,
                        const parts *own, picture_image *image) {
  XPBD_REQUIRE(own->meshes && own->spheres && own->patches && own->fan, XPBD_ERR_OUT_OF_MEMORY,
               "no memory for a picture");
  picture_scene scene = {.meshes = own->meshes, .spheres = own->spheres};
  if (self->scalar)
    XPBD_TRY(xpbd_strain_at_vertices(self->job->mesh, self->job->rest_lengths, positions, self->scalar, NULL));
  add_body(self, positions, own, &scene);
  add_nodes(self, positions, own, &scene);
  scene.sphere_count += sim_drawing_pins(self, positions, own->spheres + scene.sphere_count);
  for (int32_t s = 0; s < around->sphere_count; s++) own->spheres[scene.sphere_count++] = around->spheres[s];
  for (int32_t m = 0; m < around->mesh_count; m++) own->meshes[scene.mesh_count++] = around->meshes[m];
  add_planes(self, around, own, &scene);
  XPBD_TRY(picture_draw(&self->view, &scene, image));
  add_caption(self, frame, image);
  return XPBD_OK;
}

xpbd_status sim_drawing_frame(const sim_drawing *self, int32_t frame, const double *positions, picture_image *image) {
  sim_surroundings around;
  XPBD_TRY(sim_surroundings_at(self->job, frame * self->job->frame_time, &around));
  const size_t planes = (size_t)around.plane_count;
  const size_t balls = (size_t)self->job->mesh->vertex_count + (size_t)around.sphere_count;
  const parts own = {.meshes = malloc((1 + (size_t)around.mesh_count + planes) * sizeof(picture_mesh)),
                     .spheres = malloc((balls + 1) * sizeof(picture_sphere)),
                     .patches = malloc((planes + 1) * PATCH_CORNERS * 3 * sizeof(double)),
                     .fan = malloc(3 * PATCH_CORNERS * sizeof(int32_t))};
  const xpbd_status status = draw(self, frame, positions, &around, &own, image);
  free(own.meshes);
  free(own.spheres);
  free(own.patches);
  free(own.fan);
  sim_surroundings_release(&around);
  return status;
}
