/* Why this file exists: shadows and light from the sky show where things are and how a fold bends. A window and the sky
 * are modelled as the mean of many far lights. For each light, a map holds the surface nearest to it. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "frame.h"

static const double golden_angle = 2.39996322972865332;
/* Strengths of the key light, the open sky, the light reflected by the ground, and a lamp beside the eye. Together they
 * make a sheet that faces the key light slightly brighter than 1. */
static const double key_strength = 0.62, sky_strength = 0.44, bounce_strength = 0.16, eye_strength = 0.12;

static void map_aim(light_map *map, vector toward) {
  map->toward = toward;
  map->right = vector_across(toward);
  map->up = vector_cross(toward, map->right);
}

/// The key light fills a disc of 7 degrees. The sky fills a hemisphere evenly.
static void aim_all(light_rig *self) {
  const vector across = vector_across(self->key), up = vector_cross(self->key, across);
  for (int i = 0; i < LIGHT_KEY_MAPS; i++) {
    const double r = tan(0.122) * sqrt((i + 0.5) / LIGHT_KEY_MAPS), a = golden_angle * i;
    const vector d = vector_along(vector_along(self->key, r * cos(a), across), r * sin(a), up);
    map_aim(&self->maps[i], vector_unit(d));
  }
  self->sky_total = 0.0;
  for (int i = 0; i < LIGHT_SKY_MAPS; i++) {
    const double y = (i + 0.5) / LIGHT_SKY_MAPS, r = sqrt(1.0 - y * y), a = golden_angle * i;
    map_aim(&self->maps[LIGHT_KEY_MAPS + i], (vector){r * cos(a), y, r * sin(a)});
    self->sky_total += y;
  }
}

/// Centre and radius of everything that casts shadows.
static void measure(light_rig *self, const picture_scene *scene) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int32_t m = 0; m < scene->mesh_count; m++) {
    const picture_mesh *mesh = &scene->meshes[m];
    for (size_t i = 0; i < 3 * (size_t)mesh->vertex_count; i++) {
      low[i % 3] = fmin(low[i % 3], mesh->positions[i] - mesh->node_radius);
      high[i % 3] = fmax(high[i % 3], mesh->positions[i] + mesh->node_radius);
    }
  }
  for (int32_t s = 0; s < scene->sphere_count; s++)
    for (int k = 0; k < 3; k++) {
      low[k] = fmin(low[k], scene->spheres[s].centre[k] - scene->spheres[s].radius);
      high[k] = fmax(high[k], scene->spheres[s].centre[k] + scene->spheres[s].radius);
    }
  if (!(low[0] <= high[0])) low[0] = low[1] = low[2] = high[0] = high[1] = high[2] = 0.0;
  self->centre = vector_scale(0.5, vector_add(vector_of(low), vector_of(high)));
  const double size = vector_length(vector_sub(vector_of(high), vector_of(low)));
  self->radius = fmax(0.5 * size, 1e-9 * (1.0 + vector_length(self->centre)));
}

/// Texel coordinates and height. The middle of texel (0, 0) is at (0, 0).
static vector map_place(const light_rig *self, const light_map *map, vector point) {
  const vector p = vector_sub(point, self->centre);
  return (vector){(vector_dot(p, map->right) + self->radius) / map->texel - 0.5,
                  (vector_dot(p, map->up) + self->radius) / map->texel - 0.5, vector_dot(p, map->toward)};
}

/// First and last texel of a range; nothing if first > last.
static void texel_range(const light_map *map, double low, double high, int *first, int *last) {
  *first = (int)ceil(clamp(low, 0.0, map->side));
  *last = (int)floor(clamp(high, -1.0, map->side - 1.0));
}

static void map_triangle(const light_rig *self, light_map *map, vector a, vector b, vector c) {
  const vector p = map_place(self, map, a), q = map_place(self, map, b), r = map_place(self, map, c);
  const double area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  if (!(fabs(area) > 1e-12)) return;
  int x0, x1, y0, y1;
  texel_range(map, fmin(p.x, fmin(q.x, r.x)), fmax(p.x, fmax(q.x, r.x)), &x0, &x1);
  texel_range(map, fmin(p.y, fmin(q.y, r.y)), fmax(p.y, fmax(q.y, r.y)), &y0, &y1);
  for (int y = y0; y <= y1; y++)
    for (int x = x0; x <= x1; x++) {
      const double s = ((x - p.x) * (r.y - p.y) - (y - p.y) * (r.x - p.x)) / area;
      const double t = ((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)) / area;
      if (s < 0.0 || t < 0.0 || s + t > 1.0) continue;
      const float h = (float)(p.z + s * (q.z - p.z) + t * (r.z - p.z));
      float *at = &map->height[y * map->side + x];
      if (h > *at) *at = h;
    }
}

static void map_sphere(const light_rig *self, light_map *map, vector centre, double radius) {
  const vector p = map_place(self, map, centre);
  const double r = radius / map->texel;
  int x0, x1, y0, y1;
  texel_range(map, p.x - r, p.x + r, &x0, &x1);
  texel_range(map, p.y - r, p.y + r, &y0, &y1);
  for (int y = y0; y <= y1; y++)
    for (int x = x0; x <= x1; x++) {
      const double left = r * r - (x - p.x) * (x - p.x) - (y - p.y) * (y - p.y);
      if (left < 0.0) continue;
      const float h = (float)(p.z + map->texel * sqrt(left));
      float *at = &map->height[y * map->side + x];
      if (h > *at) *at = h;
    }
}

static void map_draw(const light_rig *self, light_map *map, const picture_scene *scene) {
  for (int i = 0; i < map->side * map->side; i++) map->height[i] = -INFINITY;
  for (int32_t m = 0; m < scene->mesh_count; m++) {
    const picture_mesh *mesh = &scene->meshes[m];
    for (size_t t = 0; t < (size_t)mesh->triangle_count; t++) {
      const int32_t *c = mesh->triangles + 3 * t;
      map_triangle(self, map, vector_of(mesh->positions + 3 * (size_t)c[0]),
                   vector_of(mesh->positions + 3 * (size_t)c[1]), vector_of(mesh->positions + 3 * (size_t)c[2]));
    }
    for (size_t v = 0; mesh->node_radius > 0.0 && v < (size_t)mesh->vertex_count; v++)
      map_sphere(self, map, vector_of(mesh->positions + 3 * v), mesh->node_radius);
  }
  for (int32_t s = 0; s < scene->sphere_count; s++)
    map_sphere(self, map, vector_of(scene->spheres[s].centre), scene->spheres[s].radius);
}

xpbd_status light_create(const picture_view *view, const picture_scene *scene, light_rig *out) {
  *out = (light_rig){0};
  const size_t key_size = (size_t)LIGHT_KEY_SIDE * LIGHT_KEY_SIDE, sky_size = (size_t)LIGHT_SKY_SIDE * LIGHT_SKY_SIDE;
  const size_t size = LIGHT_KEY_MAPS * key_size + LIGHT_SKY_MAPS * sky_size;
  out->heights = malloc(size * sizeof *out->heights);
  XPBD_REQUIRE(out->heights, XPBD_ERR_OUT_OF_MEMORY, "no memory for the shadows of a picture (%zu bytes)",
               size * sizeof *out->heights);
  const frame_axes axes = frame_axes_of(view);
  const vector back = {-axes.forward.x, 0.0, -axes.forward.z};
  vector key = vector_along(vector_scale(-0.55, axes.right), 0.5, vector_unit(back));
  key.y = 1.0;
  out->key = vector_unit(key);
  out->eye = vector_of(view->eye);
  measure(out, scene);
  aim_all(out);
  float *next = out->heights;
  for (int i = 0; i < LIGHT_MAPS; i++) {
    light_map *map = &out->maps[i];
    map->side = i < LIGHT_KEY_MAPS ? LIGHT_KEY_SIDE : LIGHT_SKY_SIDE;
    map->texel = 2.0 * out->radius / map->side;
    map->height = next;
    next += i < LIGHT_KEY_MAPS ? key_size : sky_size;
    map_draw(out, map, scene);
  }
  return XPBD_OK;
}

void light_destroy(light_rig *self) {
  free(self->heights);
  *self = (light_rig){0};
}

/// 1 if nothing is between the point and the light, else 0. Between texels, the mean of the four around.
static double map_open(const light_rig *self, const light_map *map, vector point) {
  const vector p = map_place(self, map, point);
  if (!(p.x >= 0.0 && p.x < map->side - 1 && p.y >= 0.0 && p.y < map->side - 1)) return 1.0;
  const int x = (int)p.x, y = (int)p.y;
  const double fx = p.x - x, fy = p.y - y;
  const float *at = &map->height[y * map->side + x];
  const float h = (float)p.z;
  const double lower = (at[0] <= h ? 1.0 - fx : 0.0) + (at[1] <= h ? fx : 0.0);
  const double upper = (at[map->side] <= h ? 1.0 - fx : 0.0) + (at[map->side + 1] <= h ? fx : 0.0);
  return lower * (1.0 - fy) + upper * fy;
}

/// Light from the key light and the sky, with and without shadows.
typedef struct reach {
  double shadowed, open;
} reach;

/* A surface must not shadow itself, so the point is lifted along its normal. On a plane, the four texels reach at most
 * sqrt(2) of a texel to the side, and a lift of sqrt(2) sin(angle) of a texel is enough. A lift of 2 leaves room for
 * curvature. */
static reach light_reach(const light_rig *self, vector point, vector normal) {
  reach sum = {0.0, 0.0};
  for (int i = 0; i < LIGHT_MAPS; i++) {
    const double facing = vector_dot(normal, self->maps[i].toward);
    if (!(facing > 0.0)) continue;
    const double strength =
        facing * (i < LIGHT_KEY_MAPS ? key_strength / LIGHT_KEY_MAPS : sky_strength / self->sky_total);
    sum.shadowed += strength * map_open(self, &self->maps[i], vector_along(point, 2.0 * self->maps[i].texel, normal));
    sum.open += strength;
  }
  return sum;
}

double light_matt(const light_rig *self, vector point, vector normal) {
  const vector view = vector_unit(vector_sub(self->eye, point));
  return light_reach(self, point, normal).shadowed + bounce_strength * 0.5 * (1.0 - normal.y) +
         eye_strength * fmax(0.0, vector_dot(normal, view));
}

double light_share(const light_rig *self, vector point, vector normal) {
  const reach sum = light_reach(self, point, normal);
  return sum.open > 0.0 ? sum.shadowed / sum.open : 1.0;
}

/* Matt, with a faint gloss. It is slightly darker where the surface turns away, so that its outline stands out. */
vector light_shade(const light_rig *self, vector point, vector normal, vector base, double matt) {
  const vector view = vector_unit(vector_sub(self->eye, point));
  const double facing = clamp(vector_dot(normal, view), 0.0, 1.0), away = 1.0 - facing;
  const double gloss = fmax(0.0, vector_dot(normal, vector_unit(vector_add(view, self->key))));
  const double gloss2 = gloss * gloss, gloss4 = gloss2 * gloss2, gloss8 = gloss4 * gloss4;
  matt *= 1.0 - 0.4 * away * away * away;
  const double shine = 0.05 * gloss8 * gloss8 * gloss8;
  return (vector){base.x * matt + shine, base.y * matt + shine, base.z * matt + shine};
}
