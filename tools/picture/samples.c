/* Why this file exists: the rasteriser. It draws triangles, round lines and balls into samples with a depth. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "frame.h"

static bool (*stop_asked)(void);

void picture_stop_when(bool (*stop)(void)) {
  stop_asked = stop;
}

bool frame_stopped(frame_samples *self) {
  if (!self->stopped && stop_asked) self->stopped = stop_asked();
  return self->stopped;
}

xpbd_status frame_create(const picture_view *view, const light_rig *light, frame_samples *out) {
  *out = (frame_samples){.light = light, .axes = frame_axes_of(view), .eye = vector_of(view->eye)};
  out->samples = view->samples;
  out->width = view->width * view->samples;
  out->height = view->height * view->samples;
  out->focal = 0.5 * out->height / frame_tangent(view);
  out->middle_x = 0.5 * out->width;
  out->middle_y = 0.5 * out->height;
  const vector middle = vector_scale(0.5, vector_add(vector_of(view->low), vector_of(view->high)));
  out->near = 1e-3 * vector_length(vector_sub(middle, out->eye));
  const size_t count = (size_t)out->width * (size_t)out->height;
  const size_t pixels = (size_t)view->width * (size_t)view->height;
  const size_t bytes = count * (3 * sizeof *out->colour + sizeof *out->inverse) + pixels * sizeof *out->pixels;
  out->colour = malloc(3 * count * sizeof *out->colour);
  out->inverse = calloc(count, sizeof *out->inverse);
  out->pixels = calloc(pixels, sizeof *out->pixels);
  if (!out->colour || !out->inverse || !out->pixels) {
    frame_destroy(out);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a picture of %d x %d pixels (%zu bytes)", (int)view->width,
                     (int)view->height, bytes);
  }
  const size_t row = 3 * (size_t)out->width;
  for (size_t at = 0; at < 3 * count && !frame_stopped(out); at += row)
    for (size_t i = 0; i < row; i++) out->colour[at + i] = 1.0f;
  return XPBD_OK;
}

void frame_destroy(frame_samples *self) {
  free(self->colour);
  free(self->inverse);
  free(self->pixels);
  *self = (frame_samples){0};
}

vector frame_camera(const frame_samples *self, vector world) {
  const vector p = vector_sub(world, self->eye);
  return (vector){vector_dot(p, self->axes.right), vector_dot(p, self->axes.up), vector_dot(p, self->axes.forward)};
}

static vector frame_world(const frame_samples *self, vector camera) {
  vector p = vector_along(self->eye, camera.x, self->axes.right);
  p = vector_along(p, camera.y, self->axes.up);
  return vector_along(p, camera.z, self->axes.forward);
}

/// Where a point in front of the eye appears, in samples. z is the inverse depth, which is linear in the image.
static vector frame_place(const frame_samples *self, vector camera) {
  const double inverse = 1.0 / camera.z;
  return (vector){self->middle_x + self->focal * camera.x * inverse, self->middle_y - self->focal * camera.y * inverse,
                  inverse};
}

/// The point of depth 1 on the ray through the middle of a sample, in camera axes.
static vector frame_ray(const frame_samples *self, int x, int y) {
  return (vector){(x + 0.5 - self->middle_x) / self->focal, (self->middle_y - y - 0.5) / self->focal, 1.0};
}

/// Samples whose middle is between `low` and `high`; none if first > last.
static void sample_range(double low, double high, int count, int *first, int *last) {
  *first = (int)ceil(clamp(low - 0.5, 0.0, count));
  *last = (int)floor(clamp(high - 0.5, -1.0, count - 1.0));
}

/* Light varies little within a pixel but costs more than all the rest. So it is computed once per surface in a pixel,
 * and again only if the depth or the normal differs. */
static double light_here(frame_samples *self, int x, int y, double inverse, vector point, vector normal) {
  frame_light *last = &self->pixels[(y / self->samples) * (self->width / self->samples) + x / self->samples];
  const bool same = fabs(last->inverse - inverse) <= 0.004 * inverse && vector_dot(last->normal, normal) >= 0.97;
  if (!same) *last = (frame_light){inverse, normal, light_matt(self->light, point, normal)};
  return last->matt;
}

static void put(frame_samples *self, size_t at, double inverse, vector colour) {
  self->inverse[at] = inverse;
  self->colour[3 * at] = (float)colour.x;
  self->colour[3 * at + 1] = (float)colour.y;
  self->colour[3 * at + 2] = (float)colour.z;
}

/* ------------------------------------------------------------------------------------------------------ triangles */

/// A triangle in the image: the positions of its corners, and everything that is linear there.
typedef struct flat {
  vector place[3];
  vector normal[3], colour[3]; ///< Divided by the depth.
  double area;
  double height[3]; ///< [samples] Of each corner above the opposite side.
} flat;

static vector blend(const double b[3], const vector v[3]) {
  return vector_along(vector_along(vector_scale(b[0], v[0]), b[1], v[1]), b[2], v[2]);
}

/// Draw one sample if it is in the triangle and nothing is in front of it.
static void triangle_sample(frame_samples *self, const flat *f, int x, int y, double wire) {
  const vector *p = f->place;
  const double sx = x + 0.5, sy = y + 0.5;
  double b[3];
  b[0] = ((p[2].x - p[1].x) * (sy - p[1].y) - (p[2].y - p[1].y) * (sx - p[1].x)) / f->area;
  b[1] = ((p[0].x - p[2].x) * (sy - p[2].y) - (p[0].y - p[2].y) * (sx - p[2].x)) / f->area;
  b[2] = ((p[1].x - p[0].x) * (sy - p[0].y) - (p[1].y - p[0].y) * (sx - p[0].x)) / f->area;
  if (b[0] < 0.0 || b[1] < 0.0 || b[2] < 0.0) return;
  const double inverse = b[0] * p[0].z + b[1] * p[1].z + b[2] * p[2].z;
  const size_t at = (size_t)y * (size_t)self->width + (size_t)x;
  if (!(inverse > self->inverse[at])) return;
  const vector ray = frame_ray(self, x, y);
  const vector point = frame_world(self, vector_scale(1.0 / inverse, ray));
  vector base = vector_scale(1.0 / inverse, blend(b, f->colour));
  double side = INFINITY;
  for (int k = 0; k < 3; k++) side = fmin(side, b[k] * f->height[k]);
  if (side < wire) base = vector_scale(0.45, base);
  const vector normal = vector_unit(blend(b, f->normal));
  put(self, at, inverse, light_shade(self->light, point, normal, base, light_here(self, x, y, inverse, point, normal)));
}

/// Fill a triangle whose three corners are in front of the eye.
static void triangle_fill(frame_samples *self, const frame_corner c[3], double wire) {
  flat f;
  for (int k = 0; k < 3; k++) {
    f.place[k] = frame_place(self, c[k].at);
    f.normal[k] = vector_scale(f.place[k].z, c[k].normal);
    f.colour[k] = vector_scale(f.place[k].z, c[k].colour);
  }
  const vector *p = f.place;
  f.area = (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[1].y - p[0].y) * (p[2].x - p[0].x);
  if (!(fabs(f.area) > 1e-12)) return;
  for (int k = 0; k < 3; k++) {
    const vector a = p[(k + 1) % 3], b = p[(k + 2) % 3];
    const double length = hypot(b.x - a.x, b.y - a.y);
    f.height[k] = length > 0.0 ? fabs(f.area) / length : INFINITY;
  }
  int x0, x1, y0, y1;
  sample_range(fmin(p[0].x, fmin(p[1].x, p[2].x)), fmax(p[0].x, fmax(p[1].x, p[2].x)), self->width, &x0, &x1);
  sample_range(fmin(p[0].y, fmin(p[1].y, p[2].y)), fmax(p[0].y, fmax(p[1].y, p[2].y)), self->height, &y0, &y1);
  for (int y = y0; y <= y1 && !frame_stopped(self); y++)
    for (int x = x0; x <= x1; x++) triangle_sample(self, &f, x, y, wire);
}

static frame_corner corner_between(const frame_corner *a, const frame_corner *b, double t) {
  return (frame_corner){vector_along(a->at, t, vector_sub(b->at, a->at)),
                        vector_along(a->normal, t, vector_sub(b->normal, a->normal)),
                        vector_along(a->colour, t, vector_sub(b->colour, a->colour))};
}

/* Keep what is beyond the near plane. Cutting off one corner leaves two triangles (Sutherland and Hodgman, 1974). */
void frame_triangle(frame_samples *self, const frame_corner corners[3], double wire) {
  frame_corner kept[4];
  int count = 0;
  for (int k = 0; k < 3; k++) {
    const frame_corner *a = &corners[k], *b = &corners[(k + 1) % 3];
    const bool a_in = a->at.z >= self->near, b_in = b->at.z >= self->near;
    if (a_in) kept[count++] = *a;
    if (a_in != b_in) kept[count++] = corner_between(a, b, (self->near - a->at.z) / (b->at.z - a->at.z));
  }
  for (int k = 2; k < count; k++) triangle_fill(self, (frame_corner[3]){kept[0], kept[k - 1], kept[k]}, wire);
}

/* ---------------------------------------------------------------------------------------------------------- lines */

/// A round line in the image.
typedef struct stroke {
  vector from, to; ///< Positions.
  double half_width;
  vector side; ///< Unit vector in the world across the line, to its left when it runs down the image.
  vector colour;
} stroke;

static void line_sample(frame_samples *self, const stroke *s, int x, int y) {
  const double dx = s->to.x - s->from.x, dy = s->to.y - s->from.y, squared = dx * dx + dy * dy;
  const double px = x + 0.5 - s->from.x, py = y + 0.5 - s->from.y;
  const double t = squared > 0.0 ? clamp((px * dx + py * dy) / squared, 0.0, 1.0) : 0.0;
  if (hypot(px - t * dx, py - t * dy) > s->half_width) return;
  /* a line is nearer than its axis by its radius, so it wins against a surface it lies on */
  const double inverse = (s->from.z + t * (s->to.z - s->from.z)) * (1.0 + s->half_width / self->focal);
  const size_t at = (size_t)y * (size_t)self->width + (size_t)x;
  if (!(inverse > self->inverse[at])) return;
  const vector point = frame_world(self, vector_scale(1.0 / inverse, frame_ray(self, x, y)));
  const double length = sqrt(squared);
  const double across = length > 0.0 ? clamp((px * dy - py * dx) / (length * s->half_width), -1.0, 1.0) : 0.0;
  const vector view = vector_unit(vector_sub(self->eye, point));
  const vector normal = vector_unit(vector_along(vector_scale(across, s->side), sqrt(1.0 - across * across), view));
  const double matt = light_here(self, x, y, inverse, point, normal);
  put(self, at, inverse, light_shade(self->light, point, normal, s->colour, matt));
}

void frame_line(frame_samples *self, vector from, vector to, double half_width, vector colour) {
  if (from.z < self->near && to.z < self->near) return;
  const vector along = vector_sub(to, from);
  if (from.z < self->near) from = vector_along(from, (self->near - from.z) / along.z, along);
  if (to.z < self->near) to = vector_along(to, (self->near - to.z) / along.z, along);
  stroke s = {.from = frame_place(self, from), .to = frame_place(self, to), .half_width = half_width, .colour = colour};
  const double dx = s.to.x - s.from.x, dy = s.to.y - s.from.y, length = hypot(dx, dy);
  if (length > 0.0) /* image (dy, -dx), and down in the image is -up */
    s.side = vector_along(vector_scale(dy / length, self->axes.right), dx / length, self->axes.up);
  int y0, y1;
  sample_range(fmin(s.from.y, s.to.y) - half_width, fmax(s.from.y, s.to.y) + half_width, self->height, &y0, &y1);
  for (int y = y0; y <= y1 && !frame_stopped(self); y++) { /* only the part of the line near this row */
    double t0 = 0.0, t1 = 1.0;
    if (dy != 0.0) {
      const double a = (y + 0.5 - half_width - s.from.y) / dy, b = (y + 0.5 + half_width - s.from.y) / dy;
      t0 = clamp(fmin(a, b), 0.0, 1.0);
      t1 = clamp(fmax(a, b), 0.0, 1.0);
    }
    const double a = s.from.x + t0 * dx, b = s.from.x + t1 * dx;
    int x0, x1;
    sample_range(fmin(a, b) - half_width, fmax(a, b) + half_width, self->width, &x0, &x1);
    for (int x = x0; x <= x1; x++) line_sample(self, &s, x, y);
  }
}

/* ---------------------------------------------------------------------------------------------------------- balls */

/// Draw the nearer hit of the ball with the ray through a sample, exactly.
static void sphere_sample(frame_samples *self, vector centre, double radius, vector colour, int x, int y) {
  const vector ray = frame_ray(self, x, y);
  const double a = vector_dot(ray, ray), b = vector_dot(ray, centre), c = vector_dot(centre, centre) - radius * radius;
  const double root = b * b - a * c;
  if (!(root >= 0.0)) return;
  const double depth = (b - sqrt(root)) / a;
  if (!(depth >= self->near)) return;
  const size_t at = (size_t)y * (size_t)self->width + (size_t)x;
  if (!(1.0 / depth > self->inverse[at])) return;
  const vector hit = vector_scale(depth, ray), out = vector_scale(1.0 / radius, vector_sub(hit, centre));
  vector normal = vector_scale(out.x, self->axes.right);
  normal = vector_along(normal, out.y, self->axes.up);
  normal = vector_along(normal, out.z, self->axes.forward);
  normal = vector_unit(normal);
  const vector point = frame_world(self, hit);
  const double matt = light_here(self, x, y, 1.0 / depth, point, normal);
  put(self, at, 1.0 / depth, light_shade(self->light, point, normal, colour, matt));
}

void frame_sphere(frame_samples *self, vector centre, double radius, vector colour) {
  const double front = centre.z - radius, back = centre.z + radius;
  int x0 = 0, x1 = self->width - 1, y0 = 0, y1 = self->height - 1;
  if (back <= self->near) return;
  if (front > self->near) { /* one of the two faces bounds the box around the ball */
    const double left = centre.x - radius, right = centre.x + radius;
    const double low = centre.y - radius, high = centre.y + radius;
    sample_range(self->middle_x + self->focal * fmin(left / front, left / back),
                 self->middle_x + self->focal * fmax(right / front, right / back), self->width, &x0, &x1);
    sample_range(self->middle_y - self->focal * fmax(high / front, high / back),
                 self->middle_y - self->focal * fmin(low / front, low / back), self->height, &y0, &y1);
  }
  for (int y = y0; y <= y1 && !frame_stopped(self); y++)
    for (int x = x0; x <= x1; x++) sphere_sample(self, centre, radius, colour, x, y);
}

void frame_resolve(frame_samples *self, picture_image *image) {
  const int32_t n = self->samples;
  for (int32_t y = 0; y < image->height && !frame_stopped(self); y++)
    for (int32_t x = 0; x < image->width; x++)
      for (int k = 0; k < 3; k++) {
        double sum = 0.0;
        for (int32_t i = 0; i < n * n; i++) {
          const size_t row = (size_t)(y * n + i / n), column = (size_t)(x * n + i % n);
          sum += fmin((double)self->colour[3 * (row * (size_t)self->width + column) + (size_t)k], 1.0);
        }
        image->rgb[3 * ((size_t)y * (size_t)image->width + (size_t)x) + (size_t)k] = colour_byte(sum / (n * n));
      }
}
