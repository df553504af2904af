/* Why this file exists: makes shapes on which any formula is evaluated, and its readings: as coded, exactly by the
 * complex step, by differences. Nothing here knows what a formula should do. A function in another language has only
 * the double reading: f32 and c64 are NULL. Its exact gradient comes from differences.h, and its float reading is
 * double. */
#pragma once

#include <stdint.h>

#include "verdict.h"

/// Our own random numbers (splitmix64), so that every machine looks at the same shapes.
typedef struct sample_random {
  uint64_t state;
} sample_random;
double sample_between(sample_random *random, double low, double high);
/// A point moved by up to `distance` [m] along each axis.
xpbd_vec3_f64 sample_moved(sample_random *random, xpbd_vec3_f64 at, double distance);

/// One shape of an element.
typedef struct sample {
  xpbd_vec3_f64 from[XPBD_MAX_ARITY]; ///< [m] rest positions.
  xpbd_vec3_f64 x[XPBD_MAX_ARITY];    ///< [m] positions.
  double fields[XPBD_MAX_REST];       ///< Values of the fields, at their places in the rest shape.
  double rest[XPBD_MAX_REST];
  double material[XPBD_MAX_MATERIAL];
  int row;
  double size; ///< Approximate length of its edges [m].
} sample;

/// How shapes are drawn.
typedef struct sample_way {
  double amplitude;   ///< Size of the deformation, in element sizes.
  double least, most; ///< Spread of the size [m].
  bool vary_material; ///< And the fields. Otherwise their standard values.
  bool flat;          ///< Hinges are flat at rest.
} sample_way;

/// The corners of an element of size 1. It is scalene, so that nothing vanishes by symmetry. Hinges are flat.
void sample_corners(const xpbd_formula *formula, xpbd_vec3_f64 *corners);
/// Draws a shape that is not nearly flat and has a rest shape. False if a thousand draws have none.
bool sample_draw(const xpbd_formula *formula, sample_random *random, const sample_way *way, sample *out);
/// The same shape with each particle moved by up to `distance` [m] along each axis.
sample sample_near(const xpbd_formula *formula, sample_random *random, const sample *at, double distance);
/// A few rounding errors of the positions [m].
double sample_rounding(const xpbd_formula *formula, const sample *at);
/// A value in the range of a material number, t = 0 .. 1. The range is covered by powers, or evenly if it contains
/// negative values.
double sample_in_range(const xpbd_material *m, double t);
/// Standard material.
void sample_material(const xpbd_formula *formula, double *material);
/// Usual values of the fields; their standards if `random` is NULL.
void sample_fields(const xpbd_formula *formula, sample_random *random, double *fields);
/// Rest shape of a row with the standard fields; false if there is none.
bool sample_rest(const xpbd_formula *formula, const xpbd_vec3_f64 *x, int row, double *rest);
/// Sets the rest shape from the rest positions, the fields and the row; false if there is none.
bool sample_shape(const xpbd_formula *formula, sample *at);

/// C and the gradient as coded, in double and in float (returned as double).
double sample_f64(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *g);
double sample_f32(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *g);
/// C and its exact gradient, by the complex step of the value alone.
double sample_exact(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *e);
/// C and its slope along a velocity of the particles, by the coded gradient.
double sample_coded_along(const xpbd_formula *formula, const sample *at, const xpbd_vec3_f64 *velocity, double *slope);
/// The same by the exact derivative, or by the coded gradient without a complex reading.
double sample_along(const xpbd_formula *formula, const sample *at, const xpbd_vec3_f64 *velocity, double *slope);
/// Derivative of C with respect to number `index` of the rest shape.
double sample_rest_slope(const xpbd_formula *formula, const sample *at, int index);
/// Central differences of the value in double, of length h [m].
void sample_differences(const xpbd_formula *formula, const sample *at, double h, xpbd_vec3_f64 *e);
/// How much the exact gradient changes when positions move by a few rounding errors. No comparison can be finer.
double sample_noise(const xpbd_formula *formula, sample_random *random, const sample *at, const xpbd_vec3_f64 *e);

/// sample_exact() and sample_rest_slope() call these for a formula without a complex reading. differences_begin() sets
/// them.
extern double (*sample_exact_otherwise)(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *e);
extern double (*sample_rest_slope_otherwise)(const xpbd_formula *formula, const sample *at, int index);

/// Divides the number of shapes that are judged, because a command needs a message for each. 1 unless set.
extern int sample_divisor;
/// `count` over sample_divisor, at least 1.
int sample_fewer(int count);

/// Counts evaluations, so that an observer sees when one does not end. A private counter until set.
extern unsigned long *sample_beat;

/// Rounds everything to float.
void sample_round(const xpbd_formula *formula, sample *at);

/// Coordinate k of positions or gradients, in the order x0.x, x0.y, x0.z, x1.x.
double *sample_coordinate(xpbd_vec3_f64 *x, int k);
double sample_norm(int arity, const xpbd_vec3_f64 *g);
double sample_distance(int arity, const xpbd_vec3_f64 *a, const xpbd_vec3_f64 *b);
double sample_inner(int arity, const xpbd_vec3_f64 *a, const xpbd_vec3_f64 *b);
/// |sum g| / norm and |sum x cross g| / (norm size), with moments about the first particle.
void sample_sums(int count, const xpbd_vec3_f64 *x, const xpbd_vec3_f64 *g, double norm, double size, double *linear,
                 double *angular);
/// Twice the area of the triangle i j k; six times the volume of x0 x1 x2 x3, with its sign.
double sample_doubled_area(const xpbd_vec3_f64 *x, int i, int j, int k);
double sample_triple(const xpbd_vec3_f64 *x);
/// Shapes without a direction, made from a good one.
typedef enum sample_collapse {
  AT_ORIGIN,
  AT_POINT,
  NEARLY_AT_ORIGIN,
  ON_LINE,
  ON_PLANE,
  PAIR_AT_POINT,
  SAMPLE_COLLAPSES
} sample_collapse;
/// The name of each, and the smallest particle count for which it is a shape of its own.
extern const struct sample_collapsed {
  const char *name;
  int arity;
} sample_collapsed[SAMPLE_COLLAPSES];
/// `tiny` [m] is the remaining size if particles are nearly in one place.
void sample_make(int arity, sample_collapse kind, double tiny, xpbd_vec3_f64 *x);
/// Sorts the values and returns their median.
double sample_median(double *values, int count);
bool sample_finite(int arity, double c, const xpbd_vec3_f64 *g);
