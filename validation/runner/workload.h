/* Why this file exists: the scenes on which backends are compared. They are small and the same for every backend. They
 * are irregular enough to reach every path: pins, unequal masses, initial velocities, wind, two sets, more groups than
 * fit. */
#pragma once

#include "check.h"
#include "rig.h"
#include "xpbd/backend.h"

typedef enum workload_shape {
  WORKLOAD_CLOTH,  ///< columns x rows grid, 0.25 m, three pins.
  WORKLOAD_SPHERE, ///< Subdivided octahedron, free: vertices with 4 and 6 edges in no regular order. Tetrahedra have a
                   ///< ghost tip.
  WORKLOAD_BEAM,   ///< 5 x 2 x 2 cells of real tetrahedra, one end pinned.
  WORKLOAD_STAR    ///< Triangles about one free vertex with 300 edges: more groups than a schedule has.
} workload_shape;

typedef struct workload {
  workload_shape shape;
  int32_t columns, rows;
  const char *formula;
  double damping, compliance;
  bool bending; ///< A second set, on the pairs of triangles.
  bool wind;
  xpbd_order order;
  xpbd_solve solve; ///< Of the formula's rows.
  xpbd_damping reading;
  bool omit_tip;  ///< Damping without the ghost tip.
  bool obstacles; ///< A ball and a floor that the mesh meets; the ball moves.
  bool handles;   ///< Two handles on the first three pinned particles: one is pulled and turned, one goes and comes
                  ///< back.
  double global_damping;
  double contact_radius;
  bool material; ///< Radii from half of contact_radius to all of it, a few 0, with friction and restitution everywhere.
} workload;

/// The workload for a formula: a cloth, or for volumes a sphere with a ghost tip, or (`real_tets`) a beam.
workload workload_of(int formula, double damping, bool real_tets);

/// Builds it; random masses and velocities come from the check. Call rig_free() after, also on failure.
bool workload_build(rig *r, check *self, const workload *load);

/// A backend by its index in the list.
const xpbd_backend_entry *backend_at(int index);
/// NULL if it can run here, otherwise why not.
const char *backend_missing(int index);
/// The same for the backend with this name, or that there is none.
const char *backend_missing_named(const char *name);
/// Whether that backend runs on a device, which has no teams of threads and lacks the methods with an energy.
bool backend_is_device(const char *name);

/// One way to run a scene.
typedef struct way {
  const char *backend;
  xpbd_precision precision;
  int32_t threads, lanes;
  const char *instructions;
  int32_t iterations, substeps, frames;
  int32_t batch; ///< Copies on a device, 0 = one.
  xpbd_method method;
  const char *strategy; ///< Of a device.
} way;

/// The reference: seq, one constraint at a time, baseline instructions.
way way_reference(xpbd_precision precision, int32_t frames, int32_t iterations);
/// Status of making a solver for this run; not a failure of the check.
xpbd_status way_status(rig *r, const way *w);
/// Hash of the state after running the scene of `r` this way in a new solver. 0 after a failure.
uint64_t way_hash(rig *r, const way *w);

/// The instruction sets of CPU kernels. Which of them this machine has is found by asking.
extern const char *const instruction_sets[3];
bool instructions_here(rig *r, const char *instructions);
