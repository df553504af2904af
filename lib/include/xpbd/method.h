/* Why this file exists: what a method is to the rest of the project: a table with its name, its source, what it needs,
 * its own numbers and what runs it. Whoever lists, chooses or refuses a method asks the table, so that a method is added
 * with one file and one line in xpbd/methods.inl. For programs that list methods, and for authors of methods. */
#ifndef XPBD_METHOD_H
#define XPBD_METHOD_H

#include <stdbool.h>

#include "xpbd/backend.h"
#include "xpbd/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is special about a method.
enum {
  XPBD_DROPS_COMPLIANCE = 1,  ///< Every constraint is rigid but for what pbd_stiffness leaves of a correction.
  XPBD_CARRIES_ENERGY = 2,    ///< Carries an energy per particle, XPBD_EMBEDDED.
  XPBD_UNSTABLE = 4,          ///< As printed in its paper, where it is marginal or diverges; kept to show that.
  XPBD_IN_DOUBLE = 8,         ///< Has no float.
  XPBD_TAKES_PROJECTIVE = 16, ///< Reads the settings of xpbd/projective.h and has its objective, record and counters.
  XPBD_TAKES_WEIGHTS = 32,    ///< Has terms of triangles and bending beside springs.
  XPBD_EXPLICIT = 64,         ///< Looks at each constraint once a time step; iterations, if any, are over contacts.
  XPBD_AT_ONCE = 128          ///< All constraints of a sweep from the same positions: they have no order.
};

/// A number that a method has of its own: set by xpbd_solver_def_set(), an option of xpbd-sim, an axis of xpbd-bench.
typedef struct xpbd_method_number {
  const char *name;        ///< E.g. "omega"; as an option, '-' stands for '_'. Methods may share a name.
  const char *unit;        ///< "1" where it has none.
  double standard;         ///< When nobody sets it.
  double minimum, maximum; ///< INFINITY itself is no value.
  const char *about;       ///< What it is, without full stop.
  bool above;              ///< The minimum is no value either.
  const char *percent;     ///< The axis that takes it in whole percent; NULL: the axis has its name and its unit.
} xpbd_method_number;

/// One method.
typedef struct xpbd_method_info {
  const char *name;   ///< As programs take it, e.g. "pbd-scaled".
  const char *about;  ///< One line.
  const char *source; ///< The paper, with the place in it.
  const char *needs;  ///< The library it cannot be built without, e.g. "CHOLMOD"; NULL = none.
  unsigned traits;    ///< XPBD_IN_DOUBLE and the like, joined.
  int32_t iterations; ///< What programs run it with unless told otherwise; 0 = as the scene says.
  /// XPBD_OK, or an error whose text says in one line why it does not run this scene with these settings. NULL = it
  /// runs every scene.
  xpbd_status (*supports)(const xpbd_scene *scene, const xpbd_solver_def *def);
  /// What runs it, as a backend would, and the name of the backend that it stands for; its probe() says when a library
  /// is missing. NULL = the time step of XPBD, which every backend has.
  const xpbd_backend *engine;
  const xpbd_method_number *numbers; ///< [number_count] its own.
  int32_t number_count;
} xpbd_method_info;

/// The method of a place in the list, e.g. XPBD_METHOD_PBD; NULL outside.
const xpbd_method_info *xpbd_method_at(int method);
/// The numbers of all methods, each name once, in the order of the list; NULL outside.
const xpbd_method_number *xpbd_method_number_at(int index);
/// A method's own number of that name, NULL = it has none.
const xpbd_method_number *xpbd_method_number_of(int method, const char *name);
/// What a number is in these settings: as it was set, else its standard, for methods that read it. NaN = no method has it.
double xpbd_method_value(const xpbd_solver_def *def, const char *name);

#ifdef __cplusplus
}
#endif
#endif
