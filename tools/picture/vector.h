/* Why this file exists: the few operations on vectors and colours that the renderer's files share. Private to the
 * renderer. */
#pragma once

#include <math.h>

/// A point, a direction, or a colour in linear light.
typedef struct vector {
  double x, y, z;
} vector;

static inline vector vector_of(const double v[3]) {
  return (vector){v[0], v[1], v[2]};
}

static inline vector vector_add(vector a, vector b) {
  return (vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vector vector_sub(vector a, vector b) {
  return (vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vector vector_scale(double s, vector a) {
  return (vector){s * a.x, s * a.y, s * a.z};
}

/// a + s b
static inline vector vector_along(vector a, double s, vector b) {
  return (vector){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline double vector_dot(vector a, vector b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vector vector_cross(vector a, vector b) {
  return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double vector_length(vector a) {
  return sqrt(vector_dot(a, a));
}

/// Unit vector; the zero vector stays zero.
static inline vector vector_unit(vector a) {
  const double length = vector_length(a);
  return length > 0.0 ? vector_scale(1.0 / length, a) : (vector){0.0, 0.0, 0.0};
}

/// A unit vector at right angles to the unit vector `a`. The same `a` gives the same result.
static inline vector vector_across(vector a) {
  const vector other = fabs(a.y) < 0.9 ? (vector){0.0, 1.0, 0.0} : (vector){1.0, 0.0, 0.0};
  return vector_unit(vector_cross(other, a));
}

static inline double clamp(double value, double low, double high) {
  return value < low ? low : value > high ? high : value;
}

/// 0 up to `low`, 1 from `high` on, smooth between.
static inline double ramp(double value, double low, double high) {
  const double t = clamp((value - low) / (high - low), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}
