/* Why this file exists: checks of the solver need dozens of small scenes. Here one is built, stepped and read in a line
 * each. Every call that fails is a failed comparison of the check. */
#pragma once

#include <stddef.h>

#include "check.h"
#include "xpbd/scenes.h"
#include "xpbd/xpbd.h"

/// A scene with its solver and the state last read. Zero it before. Call rig_free() after, also when building failed.
typedef struct rig {
  check *owner;
  xpbd_scene *scene;
  xpbd_solver *solver;
  int32_t n;
  double *x, *v;    ///< [n, 3]
  xpbd_model model; ///< Of a named scene, else empty.
} rig;

/// The definition of a scene of particles; `v` may be NULL. The one of constraints; `rest` may be NULL.
xpbd_scene_def rig_points(int32_t count, const double *x, const double *v, const double *inverse_masses);
xpbd_constraints_def rig_set(const char *formula, int32_t count, const int32_t *particles, const double *rest);
/// Builds the scene; `sets` may be NULL. False after a failure, which is already reported.
bool rig_scene(rig *r, check *owner, const xpbd_scene_def *scene, int set_count, const xpbd_constraints_def *sets);
/// Builds a scene of the list.
bool rig_named(rig *r, check *owner, const char *name, const xpbd_scene_params *params);
/// Settings of the plain reference: backend seq, one constraint at a time.
xpbd_solver_def rig_settings(xpbd_precision precision, double frame_time, int32_t iterations);
/// Makes the solver; an older one is destroyed.
bool rig_solver(rig *r, const xpbd_solver_def *def);
/// Steps, then reads positions and velocities.
bool rig_step(rig *r, int32_t frames);
/// Both.
bool rig_run(rig *r, const xpbd_solver_def *def, int32_t frames);
/// Hash of the state; 0 after a failure.
uint64_t rig_hash(rig *r);
/// Hash after so many frames from the start with the same settings, but on two threads. 0 if omp cannot run.
uint64_t rig_hash_threaded(const rig *r, const xpbd_solver_def *like, int32_t frames);
void rig_free(rig *r);

/// "float" or "double".
const char *precision_name(xpbd_precision precision);

/// A chain that hangs along -y from particle 0, which is pinned. It has `links` edges of rest length `length`, and each
/// particle has mass `mass`. At the start every link is longer than its rest length by extension[i] (NULL = 0), without
/// motion.
typedef struct chain {
  const char *formula;
  int links;
  double length, mass, stiffness, compliance, damping;
  const double *extension;
  double velocity;      ///< Velocity of the last particle, along -y.
  xpbd_damping reading; ///< Kind of damping, default XPBD_DAMPING_XPBD.
} chain;

enum { CHAIN_LIMIT = 64 };

bool rig_chain(rig *r, check *owner, const chain *c, double gravity);

/// One link of 1 m with 1 kg and a stiffness of 1.
chain rig_spring(const char *formula, double compliance);
/// How much longer a chain is than at rest after so many frames [m]; NaN after a failure.
double rig_elongation(check *owner, const chain *c, double gravity, const xpbd_solver_def *settings, int32_t frames);
