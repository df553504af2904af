/* Why this file exists: what can be asked about the constraint formulas at run time. The formulas themselves are one
 * header each in lib/formula; this table is expanded from their list. */
#ifndef XPBD_FORMULA_H
#define XPBD_FORMULA_H

#include "xpbd/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  XPBD_MAX_ARITY = 4,   ///< Particles of one constraint.
  XPBD_MAX_REST = 8,    ///< Numbers of one constraint's rest shape.
  XPBD_MAX_MATERIAL = 6 ///< Numbers that a whole set of constraints shares.
};

/// Where a mesh carries a formula.
typedef enum xpbd_element {
  XPBD_ON_EDGES,    ///< The two ends of an edge.
  XPBD_ON_OPPOSITES ///< The two vertices opposite a shared edge (Cincotti).
} xpbd_element;

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
  int arity;      ///< Particles, 1..XPBD_MAX_ARITY.
  int rest_count; ///< Numbers of the rest shape, computed from rest positions.
  int material_count;
  xpbd_material material[XPBD_MAX_MATERIAL];
} xpbd_formula_info;

/// Number of formulas in the list.
int xpbd_formula_count(void);
/// Formula by its place in the list, NULL outside 0 .. count-1.
const xpbd_formula_info *xpbd_formula_at(int index);
/// Place of a formula by name, -1 when there is none.
int xpbd_formula_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
