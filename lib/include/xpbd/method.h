/* Why this file exists: what a method is to the rest of the project: a table with its name, its source, what it needs,
 * what it takes and what runs it. Whoever lists, chooses or refuses a method asks the table, so that a method is added
 * with one file and one line in xpbd/methods.inl. For programs that list methods, and for authors of methods. */
#ifndef XPBD_METHOD_H
#define XPBD_METHOD_H

#include "xpbd/backend.h"
#include "xpbd/solver.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/// What is special about a method.
enum {
  XPBD_TAKES_STIFFNESS = 1,   ///< Reads pbd_stiffness.
  XPBD_TAKES_THETA = 2,       ///< Reads theta.
  XPBD_DROPS_COMPLIANCE = 4,  ///< Every constraint is rigid but for what pbd_stiffness leaves of a correction.
  XPBD_CARRIES_ENERGY = 8,    ///< Carries an energy per particle, XPBD_EMBEDDED.
  XPBD_UNSTABLE = 16,         ///< As printed in its paper, where it is marginal or diverges; kept to show that.
  XPBD_IN_DOUBLE = 32,        ///< Has no float.
  XPBD_TAKES_PROJECTIVE = 64, ///< Reads the settings of xpbd/projective.h and has its objective, record and counters.
  XPBD_TAKES_WEIGHTS = 128,   ///< Has terms of triangles and bending beside springs.
  XPBD_EXPLICIT = 256,        ///< Looks at each constraint once a time step; iterations, if any, are over contacts.
  XPBD_TAKES_OMEGA = 512,     ///< Reads omega.
  XPBD_AT_ONCE = 1024         ///< All constraints of a sweep from the same positions: they have no order.
};

/// The traits of each method, as XPBD_METHOD_PBD_TRAITS.
enum {
#define XPBD_METHOD(constant, table, traits) constant##_TRAITS = traits,
#include "xpbd/methods.inl"
#undef XPBD_METHOD
};

/// One method.
typedef struct xpbd_method_info {
  const char *name;   ///< As programs take it, e.g. "pbd-scaled".
  const char *about;  ///< One line.
  const char *source; ///< The paper, with the place in it.
  const char *needs;  ///< The library it cannot be built without, e.g. "CHOLMOD"; NULL = none.
  unsigned traits;    ///< Those of its line in the list.
  int32_t iterations; ///< What programs run it with unless told otherwise; 0 = as the scene says.
  /// XPBD_OK, or an error whose text says in one line why it does not run this scene with these settings. NULL = it
  /// runs every scene. It is told which method it is asked for: several may share one.
  xpbd_status (*supports)(const struct xpbd_method_info *method, const xpbd_scene *scene, const xpbd_solver_def *def);
  /// What runs it, as a backend would, and the name of the backend that it stands for; its probe() says when a library
  /// is missing. NULL = the time step of XPBD, which every backend has.
  const xpbd_backend *engine;
} xpbd_method_info;

/// The method of a place in the list, e.g. XPBD_METHOD_PBD; NULL outside.
const xpbd_method_info *xpbd_method_at(int method);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
