/* Why this file exists: what can be asked about the constraint formulas at run time. The formulas themselves are one
 * header each in lib/formula; this table is expanded from their list. */
#ifndef XPBD_FORMULA_H
#define XPBD_FORMULA_H

#include "xpbd/status.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

enum {
  XPBD_MAX_ARITY = 4,   ///< Particles of one constraint.
  XPBD_MAX_REST = 10,   ///< Numbers of one constraint's rest shape.
  XPBD_MAX_MATERIAL = 6 ///< Numbers that a whole set of constraints shares.
};

/// Where a mesh carries a formula.
typedef enum xpbd_element {
  XPBD_ON_EDGES,     ///< The two ends of an edge.
  XPBD_ON_OPPOSITES, ///< The two vertices opposite a shared edge (Cincotti).
  XPBD_ON_CORNERS,   ///< A triangle from its apex, the corner whose angle is nearest to a right one: x0 apex, x1, x2.
  XPBD_ON_TRIANGLES, ///< The three corners of a triangle.
  XPBD_ON_HINGES,    ///< Two triangles that share an edge: its ends x0, x1, then the opposite vertices x2, x3.
  XPBD_ON_TETS,      ///< A tetrahedron x0 .. x3; on a mesh of triangles x0 is the centre of mass, the ghost tip.
  XPBD_ELEMENTS
} xpbd_element;

/// What is special about a formula; checks and lists go by it.
enum {
  XPBD_PLAIN = 0,
  XPBD_TURNING = 1,     ///< A rotation changes C: angular momentum is not conserved (linear elasticity).
  XPBD_SUMMED = 2,      ///< All constraints of a set are one: C is the sum of theirs (the volume of a closed mesh).
  XPBD_SINGULAR = 4,    ///< Loses its digits near some shapes, where its robust twin does not (the acos forms).
  XPBD_LITERAL = 8,     ///< A law as printed: it overflows, or has no value, where a clamped twin goes on.
  XPBD_ENERGY = 16,     ///< C is an energy: the gradient is 0 at rest, the potential quartic.
  XPBD_DERIVED = 32,    ///< Its file has no gradient: the exact derivative by the complex step is used, which is slow.
  XPBD_KINKED = 64,     ///< The gradient jumps somewhere, and is meant to (a cable that only pulls, an unsigned fold).
  XPBD_PRELOADED = 128, ///< C is not 0 at rest, and is meant so: another constraint of the scene balances it.
  XPBD_MODULI =
      256 ///< C^2 / 2 is the body's energy: with compliance 1, which is then the standard, moduli are the body's.
};

/// One number of the material: same value for all constraints of a set.
typedef struct xpbd_material {
  const char *name;
  const char *unit;
  double standard;         ///< Value when the user says nothing.
  double minimum, maximum; ///< Inclusive range; outside it is XPBD_ERR_INVALID_ARGUMENT.
} xpbd_material;

/// One formula C(x). The potential that the solver minimises is C^2 / (2 compliance).
typedef struct xpbd_formula_info {
  const char *name;
  const char *about;  ///< One line.
  const char *source; ///< Paper and equation.
  const char *unit;   ///< Unit of C.
  xpbd_element element;
  unsigned traits; ///< XPBD_TURNING | ...
  int rows;        ///< Constraints of one element (Green's strain: one for each axis or pair of axes).
  int arity;       ///< Particles, 1..XPBD_MAX_ARITY.
  int rest_count;  ///< Numbers of the rest shape, computed from rest positions.
  int material_count;
  xpbd_material material[XPBD_MAX_MATERIAL];
} xpbd_formula_info;

/// Number of formulas: those of the list, then those of files (xpbd/formula_file.h).
int xpbd_formula_count(void);
/// Formula by its place in the list, NULL outside 0 .. count-1.
const xpbd_formula_info *xpbd_formula_at(int index);
/// Place of a formula by name, -1 when there is none.
int xpbd_formula_find(const char *name);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
