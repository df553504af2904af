/* Why this file exists: the formula under test, with or without a deliberate error in its gradient. Every comparison
 * of check_formulas.c runs once on the true formula and once on each wrong one, which is how it is known to see
 * something. */
#ifndef XPBD_FORMULA_SUBJECT_H
#define XPBD_FORMULA_SUBJECT_H

#include "check.h"
#include "formula/table.h"

/// What is wrong with the gradient.
typedef enum fault {
  FAULT_NONE,
  FAULT_ONE_COMPONENT, ///< One component of one particle 1 % too large.
  FAULT_SIGN,          ///< All of it reversed.
  FAULT_ZEROED,        ///< The last particle's gradient missing.
  FAULT_TURNED,        ///< A couple added: the sum stays zero, the torque does not.
  FAULT_NAN,           ///< NaN in one component, once in a while.
  FAULT_ZERO           ///< Nothing at all.
} fault;

/// One shape: positions, rest shape and material, exactly representable as float where `of_floats`.
typedef struct shape {
  xpbd_vec3_f64 x[XPBD_MAX_ARITY];
  double rest[XPBD_MAX_REST];
  double material[XPBD_MAX_MATERIAL];
} shape;

typedef struct subject {
  const xpbd_formula *formula;
  fault fault;
  bool of_floats;   ///< Round all inputs to float.
  int material;     ///< 0 standard values, 1 smallest, 2 largest.
  double size;      ///< Edge of the rest shape [m], normally 1.
  double amplitude; ///< Of the deformation, in sizes, normally 0.25.
} subject;

subject subject_of(int formula);

/// A random shape: a regular simplex of edge `size` with every coordinate moved by up to a quarter is the rest shape,
/// moved again by up to `amplitude` it is the shape. Shapes with two particles nearer than 0.3 sizes are drawn again.
shape subject_shape(check *self, const subject *s);

/// Value and gradient in double, faults included.
double subject_f64(const subject *s, const shape *at, xpbd_vec3_f64 *g);
/// Value and gradient evaluated in float, returned as double; faults included.
double subject_f32(const subject *s, const shape *at, xpbd_vec3_f64 *g);
/// Value and gradient by the complex step of the value alone: exact to rounding, independent of the coded gradient.
double subject_complex(const subject *s, const shape *at, xpbd_vec3_f64 *g);
/// Gradient by central differences in double, divided by the step really taken.
void subject_differences(const subject *s, const shape *at, xpbd_vec3_f64 *g);

/// Euclidean norm of a gradient over all its particles, and of a difference of two.
double gradient_norm(int arity, const xpbd_vec3_f64 *g);
double gradient_distance(int arity, const xpbd_vec3_f64 *a, const xpbd_vec3_f64 *b);

/// The larger; NaN stays, so a comparison of it fails.
double worse_of(double a, double b);

#endif
