/* Why this file exists: the formula under test, with or without a deliberate error in its gradient. Every comparison
 * of check_formulas.c runs once on the true formula and once on each wrong one, which is how it is known to see
 * something. */
#ifndef XPBD_FORMULA_SUBJECT_H
#define XPBD_FORMULA_SUBJECT_H

#include "runner/element.h"
#include "verdict/judge/sample.h"

/// What is wrong with the gradient.
typedef enum fault {
  FAULT_NONE,
  FAULT_ONE_COMPONENT, ///< One component of one particle 1 % too large.
  FAULT_SIGN,          ///< All of it reversed.
  FAULT_ZEROED,        ///< The last particle's gradient missing.
  FAULT_TURNED,        ///< A couple added: the sum stays zero, the torque does not.
  FAULT_CENTRAL,       ///< A pull along the line of the first two particles instead: no torque, whatever the formula.
  FAULT_NAN,           ///< NaN in one component, once in a while.
  FAULT_ZERO           ///< Nothing at all.
} fault;

/// One shape: positions, rest shape and material, exactly representable as float where `of_floats`.
typedef sample shape;

typedef struct subject {
  const xpbd_formula *formula;
  fault fault;
  bool of_floats;   ///< Round all inputs to float.
  int material;     ///< 0 standard values, 1 all smallest, 2 all largest, then one number alone: 3 + 2 i, 4 + 2 i.
  double size;      ///< Edge of the rest shape [m], normally 1.
  double amplitude; ///< Of the deformation, in sizes, normally 0.25.
} subject;

subject subject_of(int formula);

/// A random shape. A regular simplex of edge `size`, for hinges two equilateral triangles in a plane, with every
/// coordinate moved by up to a quarter is the rest shape, moved again by up to `amplitude` it is the shape; half of the
/// tetrahedra are mirrored, as ghost tetrahedra are. The row is drawn, too. Drawn again: two particles nearer than 0.3
/// sizes; rest shapes that the formula refuses or whose triangles or tetrahedra are nearly flat; shapes flatter still;
/// where a formula is XPBD_SINGULAR, shapes that lose digits, see subject_loses_digits().
shape subject_shape(check *self, const subject *s);

/// The same corners without any deviation: x0 in the origin, x1 at `size` along x, and so on.
void subject_simplex(const subject *s, xpbd_vec3_f64 *rest);

/// Rounding errors of the positions change the gradient by more than a thousand rounding errors: an acos near its ends.
/// Found by trying, so that it holds for any formula.
bool subject_loses_digits(const subject *s, const shape *at);

/// Number of settings of `material` that are the ends of a range, the first being 1. With one number there are two.
int subject_material_ends(const subject *s);
/// The values of one setting. False where they do not fit together.
bool subject_material(const subject *s, double *material);

/// Value and gradient in double, faults included.
double subject_f64(const subject *s, const shape *at, xpbd_vec3_f64 *g);
/// Value and gradient evaluated in float, returned as double; faults included.
double subject_f32(const subject *s, const shape *at, xpbd_vec3_f64 *g);
/// Put the fault of the subject into a gradient.
void subject_spoil(const subject *s, const shape *at, xpbd_vec3_f64 *g);

#endif
