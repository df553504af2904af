/* Why this file exists: the formula under test, with or without a deliberate error in its gradient. Every comparison of
 * check_formulas.c runs on the true formula and on each wrong one, which proves that it sees errors. */
#pragma once

#include "runner/element.h"
#include "verdict/judge/sample.h"

/// What is wrong with the gradient.
typedef enum fault {
  FAULT_NONE,
  FAULT_ONE_COMPONENT, ///< One component of one particle 1 % too large.
  FAULT_SIGN,          ///< The whole gradient reversed.
  FAULT_ZEROED,        ///< The last particle's gradient missing.
  FAULT_TURNED,        ///< A couple added: the sum stays zero, the torque does not.
  FAULT_CENTRAL,       ///< Replaced by a pull along the line of the first two particles: no torque, whatever the
                       ///< formula.
  FAULT_NAN,           ///< NaN in one component, in some shapes.
  FAULT_ZERO           ///< All zero.
} fault;

/// One shape: positions, rest shape and material, exactly representable as float if `of_floats`.
typedef sample shape;

typedef struct subject {
  const xpbd_formula *formula;
  fault fault;
  bool of_floats;   ///< Rounds all inputs to float.
  int material;     ///< 0 default values, 1 all smallest, 2 all largest, then one number alone: 3 + 2 i, 4 + 2 i.
  double size;      ///< Edge of the rest shape [m], normally 1.
  double amplitude; ///< Of the deformation, in sizes, normally 0.25.
} subject;

subject subject_of(int formula);

/// A random shape. The rest shape is a regular simplex of edge `size` (for hinges two equilateral triangles in a plane)
/// with every coordinate moved by up to a quarter. Moved again by up to `amplitude` it is the shape. Half of the
/// tetrahedra are mirrored, like ghost tetrahedra. The row is drawn, too. Rejected and drawn again: two particles
/// nearer than 0.3 sizes; rest shapes that the formula refuses, or with nearly flat triangles or tetrahedra; shapes
/// that are flatter still; if a formula is XPBD_SINGULAR, shapes that lose digits, see subject_loses_digits().
shape subject_shape(check *self, const subject *s);

/// The same corners without any deviation: x0 at the origin, x1 at `size` along x, and so on.
void subject_simplex(const subject *s, xpbd_vec3_f64 *rest);

/// Whether rounding errors of the positions change the gradient by more than a thousand rounding errors, like an acos
/// near its ends. Found by trying, so that it holds for any formula.
bool subject_loses_digits(const subject *s, const shape *at);

/// Number of settings of `material` that are the ends of a range, the first being 1. With one number there are two.
int subject_material_ends(const subject *s);
/// The values of one setting. False if they do not fit together.
bool subject_material(const subject *s, double *material);

/// Value and gradient in double, faults included.
double subject_f64(const subject *s, const shape *at, xpbd_vec3_f64 *g);
/// Value and gradient evaluated in float, returned as double; faults included.
double subject_f32(const subject *s, const shape *at, xpbd_vec3_f64 *g);
/// Puts the fault of the subject into a gradient.
void subject_spoil(const subject *s, const shape *at, xpbd_vec3_f64 *g);
