/* Why this file exists: the table that describes a method: name, source, requirements, parameters and the code that
 * runs it. Code that lists, selects or refuses methods reads only this table. So a new method is one file and one line
 * in xpbd/methods.inl. This header is for programs that list methods and for authors of methods. */
#ifndef XPBD_METHOD_H
#define XPBD_METHOD_H

#include <stdbool.h>

#include "xpbd/backend.h"
#include "xpbd/solver.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/// Traits of a method.
enum {
  XPBD_DROPS_COMPLIANCE = 1, ///< Constraints are rigid, except that pbd_stiffness scales each correction.
  XPBD_CARRIES_ENERGY = 2,   ///< Carries an energy per particle, XPBD_EMBEDDED.
  XPBD_UNSTABLE = 4,         ///< As printed in its paper, where it is marginally stable or diverges. Kept to show that.
  XPBD_IN_DOUBLE = 8,        ///< Runs only in double.
  XPBD_TAKES_PROJECTIVE = 16, ///< Uses xpbd/projective.h: its settings, objective, record and counters.
  XPBD_TAKES_WEIGHTS = 32,    ///< Has triangle and bending terms besides springs.
  XPBD_EXPLICIT = 64,         ///< Evaluates each constraint once per time step. Iterations, if any, are over contacts.
  XPBD_AT_ONCE = 128,         ///< All constraints of an iteration use the same positions, so they have no order.
  XPBD_UNTIL_SOLVED = 256,    ///< Ends a time step when it is solved. `iterations` is the largest number.
  XPBD_HARD = 512,            ///< Minimises an energy, and takes compliance 0 all the same.
  XPBD_ACCELERATES = 1024,    ///< Has the parameters `omega` (over-relaxation) and `chebyshev` (spectral radius).
  XPBD_BY_VERTEX = 2048       ///< Moves one vertex after the other. Groups are of vertices instead of constraints.
};

/// The traits of each method, e.g. XPBD_METHOD_PBD_TRAITS.
enum {
#define XPBD_METHOD(constant, table, traits) constant##_TRAITS = traits,
#include "xpbd/methods.inl"
#undef XPBD_METHOD
};

/// A parameter of a method: set by xpbd_solver_def_set(), an option of xpbd-sim and an axis of xpbd-bench.
typedef struct xpbd_method_number {
  const char *name;        ///< E.g. "omega". Options replace '_' by '-'. Methods may share a name.
  const char *unit;        ///< "1" if dimensionless.
  double standard;         ///< Default value.
  double minimum, maximum; ///< INFINITY itself is not allowed.
  const char *about;       ///< Description without a full stop.
  bool above;              ///< The minimum itself is not allowed.
  bool below;              ///< The maximum itself is not allowed.
  const char *percent;     ///< Name of the axis that takes it in whole percent. NULL: the axis has its name and unit.
} xpbd_method_number;

/// One method.
typedef struct xpbd_method_info {
  const char *name;   ///< Name as programs take it, e.g. "pbd-scaled".
  const char *about;  ///< One line.
  const char *source; ///< The paper and the place in it.
  const char *needs;  ///< The library it needs, e.g. "CHOLMOD". NULL = none.
  unsigned traits;    ///< The traits of its line in the list.
  int32_t iterations; ///< Default iterations in programs. 0 = the scene's default.
  /// XPBD_OK, or an error that says in one line why the method cannot run this scene with these settings. NULL = it
  /// runs every scene. `method` tells methods apart that share this function.
  xpbd_status (*supports)(const struct xpbd_method_info *method, const xpbd_scene *scene, const xpbd_solver_def *def);
  /// What runs the method, in the form of a backend, under the name of the backend it replaces. Its probe() says if a
  /// library is missing. NULL = the XPBD time step, which every backend has.
  const xpbd_backend *engine;
  /// What runs the method on the threads of the backend omp besides its engine. Private to the project. NULL = nothing.
  const struct xpbd_teamed *teamed;
  const xpbd_method_number *numbers; ///< [number_count] its parameters.
  int32_t number_count;
  /// Names of other backends that run the method with kernels of their own, NULL at the end. NULL = none.
  const char *const *backends;
} xpbd_method_info;

/// Method by index in the list, e.g. XPBD_METHOD_PBD. NULL outside.
const xpbd_method_info *xpbd_method_at(int method);
/// Whether a backend of that name has the method at all: every backend, if the method has no engine.
bool xpbd_method_runs_on(const xpbd_method_info *method, const char *backend);
/// The parameters of all methods, each name once, in list order. NULL outside.
const xpbd_method_number *xpbd_method_number_at(int index);
/// A method's parameter by name, or NULL.
const xpbd_method_number *xpbd_method_number_of(int method, const char *name);
/// Value of a parameter in these settings, or its default if it is not set. NaN = no method has it.
double xpbd_method_value(const xpbd_solver_def *def, const char *name);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
