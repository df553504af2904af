/* Why this file exists: lists the constraint formulas and their properties at run time. Each formula is one header in
 * lib/formula, and the table is generated from their list. */
#ifndef XPBD_FORMULA_H
#define XPBD_FORMULA_H

#include "xpbd/status.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

enum {
  XPBD_MAX_ARITY = 4,    ///< Largest number of particles in one constraint.
  XPBD_MAX_REST = 11,    ///< Largest number of values in a constraint's rest shape.
  XPBD_MAX_ROWS = 6,     ///< Largest number of constraints per element.
  XPBD_MAX_MATERIAL = 6, ///< Largest number of material parameters, shared by a set of constraints.
  XPBD_MAX_FIELDS = 4    ///< Largest number of fields.
};

/// The mesh element that a formula is defined on.
typedef enum xpbd_element {
  XPBD_ON_EDGES,     ///< The two ends of an edge.
  XPBD_ON_OPPOSITES, ///< The two vertices opposite a shared edge (Cincotti).
  XPBD_ON_CORNERS,   ///< A triangle: x0 is the apex, the corner whose angle is closest to 90 degrees, then x1, x2.
  XPBD_ON_TRIANGLES, ///< The three corners of a triangle.
  XPBD_ON_HINGES,    ///< Two triangles that share an edge: its ends x0, x1, then the opposite vertices x2, x3.
  XPBD_ON_TETS,      ///< A tetrahedron x0 .. x3. On a triangle mesh x0 is the centre of mass, the ghost tip.
  XPBD_ELEMENTS
} xpbd_element;

/// Traits of a formula. Checks and lists depend on them.
enum {
  XPBD_PLAIN = 0,
  XPBD_TURNING = 1,  ///< A rotation changes C, so angular momentum is not conserved (linear elasticity).
  XPBD_SUMMED = 2,   ///< The set is one constraint: its C is the sum over all elements (the volume of a closed mesh).
  XPBD_SINGULAR = 4, ///< Loses digits near some shapes, where its robust twin does not (the acos forms).
  XPBD_LITERAL = 8,  ///< The law as printed. It overflows or is undefined where its clamped twin is not.
  XPBD_ENERGY = 16,  ///< C is an energy: the gradient is 0 at rest and the potential is quartic.
  XPBD_DERIVED = 32, ///< The file has no gradient. The exact complex-step derivative is used, which is slow.
  XPBD_KINKED = 64,  ///< The gradient jumps somewhere by design (a cable that only pulls, an unsigned fold).
  XPBD_PRELOADED = 128, ///< C is not 0 at rest by design: another constraint of the scene balances it.
  XPBD_MODULI =
      256, ///< C^2 / 2 is the elastic energy. With compliance 1, the default here, moduli are the material's. A mesh of
           ///< tetrahedra is stiffer than its material, near nu = 0.5 far stiffer: it locks (docs/made/findings.md).
  XPBD_METRES = 512,      ///< Depends on the unit of length, which is the metre: an exponent is a length (Morse).
  XPBD_FLAT_REST = 1024,  ///< Takes every hinge for flat at rest: one that is folded at rest is pulled flat.
  XPBD_ROWS_ALIKE = 2048, ///< All rows of an element have the same rest shape, except for its last value, which is the
                          ///< row's number.
  XPBD_COUPLED = 4096,    ///< The rows of an element are solved together unless a set says otherwise
                          ///< (XPBD_SOLVE_COUPLED).
  XPBD_NODAL = 8192 ///< Only with XPBD_SUMMED: one constraint for each particle. Its C is the sum over the elements at
                    ///< the particle, over the root of the sum of their rest[0], which is a size above 0.
};

/// One material parameter, the same for all constraints of a set.
typedef struct xpbd_material {
  const char *name;
  const char *unit;
  double standard;         ///< Default value.
  double minimum, maximum; ///< Inclusive range. A value outside gives XPBD_ERR_INVALID_ARGUMENT.
} xpbd_material;

/// A field: numbers of each element that are set from outside, such as a fibre direction, an activation or a rest angle.
/// They are rest[at .. at + width - 1] when the rest shape of a row is computed, which may change them.
typedef struct xpbd_formula_field {
  const char *name;
  const char *unit;
  const char *about;       ///< One line.
  int at;                  ///< Index of its first number in the rest shape.
  int width;               ///< 1, or 3 for a direction. A direction of a triangle is given in space.
  double standard[3];      ///< [width] default value. NaN = computed from the rest positions.
  double minimum, maximum; ///< Inclusive range for width 1. Any direction has a length from 1e-100 to 1e100.
} xpbd_formula_field;

/// One formula C(x). The solver minimises the potential C^2 / (2 compliance).
typedef struct xpbd_formula_info {
  const char *name;
  const char *about;  ///< One line.
  const char *source; ///< Paper and equation.
  const char *unit;   ///< Unit of C.
  xpbd_element element;
  unsigned traits; ///< XPBD_TURNING | ...
  int rows;        ///< Constraints per element (Green strain: one for each axis and each pair of axes).
  int arity;       ///< Number of particles, 1..XPBD_MAX_ARITY.
  int rest_count;  ///< Number of values in the rest shape, computed from rest positions.
  int material_count;
  xpbd_material material[XPBD_MAX_MATERIAL];
  const xpbd_formula_field *fields; ///< Ends with one whose name is NULL. NULL = none.
} xpbd_formula_info;

/// Number of formulas: the built-in ones, then those loaded from files (xpbd/formula_file.h).
int xpbd_formula_count(void);
/// Formula by index, NULL outside 0 .. count - 1.
const xpbd_formula_info *xpbd_formula_at(int index);
/// Index of a formula by name, or -1.
int xpbd_formula_find(const char *name);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
