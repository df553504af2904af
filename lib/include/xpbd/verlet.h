/* Why this file exists: mass-spring lattices that collide and rub, stepped by position Verlet: nodes, springs, planes,
 * the two schemes of Kot and Nagahashi, "Verlet with Collisions for Mass Spring Model Simulations", Sec. 2.2 and 2.3.
 * Everything is in double and a fixed order: the same input gives the same bits. Scenes are run so by the methods verlet-6
 * and verlet-7 of xpbd/solver.h; here is what those worlds have alone. */
#ifndef XPBD_VERLET_H
#define XPBD_VERLET_H

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/mesh.h"
#include "xpbd/solver.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct xpbd_verlet xpbd_verlet;

/// How a time step is put together. F are the forces at the half-step positions, R is the response to contacts. Seven
/// steps apply 1 / (1 + e) of R at once and the rest in the next step; they differ in what R is. The impulses that end
/// every approach take passes over the contacts until they fit each other, a solver; the serial ones are those of the six
/// steps, each contact reversed as if alone, and 1 / (1 + e) of their sum leaves an approach where a node touches several
/// things at sharp angles. Both read Sec. 2.3, which says of R "compute" and "half".
typedef enum xpbd_verlet_scheme {
  XPBD_VERLET_STANDARD,   ///< The seven steps.
  XPBD_VERLET_SIX_STEP,   ///< x by dt/2, F, v by dt/2, R, v by dt/2, x by dt/2 (Sec. 2.2).
  XPBD_VERLET_SEVEN_STEP, ///< x by dt/2, rest of the last R, F, v by dt, R found, part of R, x by dt/2 (Sec. 2.3).
  XPBD_VERLET_SEVEN_STEP_SERIAL ///< The same with the serial R of the six steps.
} xpbd_verlet_scheme;

/// A spring with a dashpot along it: force k (l - l0) + c dl/dt [N].
typedef struct xpbd_verlet_spring {
  int32_t nodes[2];
  double rest_length; ///< l0 [m] >= 0, NaN = from the positions.
  double stiffness;   ///< k [N/m] >= 0.
  double damping;     ///< c [N s/m] >= 0.
} xpbd_verlet_spring;

/// A solid half-space behind a plane. The plane stays where it is; its surface may run along itself, like a belt.
typedef struct xpbd_verlet_plane {
  double point[3];
  double normal[3];   ///< Outward, of a length from 1e-150 to 1e150.
  double velocity[3]; ///< Of the surface [m/s], at right angles to the normal.
} xpbd_verlet_plane;

/// Definition of a world. Start from xpbd_verlet_def_default(). Arrays are copied.
typedef struct xpbd_verlet_def {
  uint32_t cookie;          ///< Set by xpbd_verlet_def_default(). Do not touch.
  int32_t node_count;       ///< n >= 1.
  const double *positions;  ///< [n, 3] m, at most 1e150.
  const double *velocities; ///< [n, 3] m/s, at most 1e150; NULL = at rest.
  const double *masses;     ///< [n] kg >= 0; 0 = not moved by anything, it keeps its velocity: a pin, an obstacle.
  const double *radii;      ///< [n] m >= 0 of the spheres, 0 = touches nothing. NULL = half the mean rest
                            ///< length of the node's springs (Sec. 2.2), 0 without springs.
  int32_t spring_count;     ///< Default 0.
  const xpbd_verlet_spring *springs; ///< [spring_count]
  int32_t plane_count;               ///< Default 0.
  const xpbd_verlet_plane *planes;   ///< [plane_count]
  double gravity[3];                 ///< [m/s^2], default (0, -9.81, 0).
  double time_step;                  ///< dt [s] > 0, default 1e-3. Refused from xpbd_verlet_stable_step() on.
  double restitution;                ///< e in [0, 1], default 1.
  double friction;                   ///< mu >= 0, default 0.
  xpbd_verlet_scheme scheme;         ///< Default XPBD_VERLET_STANDARD.
  int32_t sweeps;                    ///< At most so many passes over the contacts of a step, >= 1, default 200.
  double tolerance;  ///< [m/s] >= 0: a pass that changes no contact by more is the last one. NaN (default)
                     ///< = 1e-12 g dt, without gravity 1e-12 m/s.
  bool node_contact; ///< Spheres of nodes touch each other unless a spring joins them, default true.
} xpbd_verlet_def;

/// Energies at one moment.
typedef struct xpbd_verlet_energies {
  double kinetic;       ///< sum m |v|^2 / 2 [J], nodes with mass.
  double elastic;       ///< sum k (l - l0)^2 / 2 [J].
  double gravitational; ///< - sum m g.x [J], 0 at the origin.
  double total;         ///< Their sum [J].
} xpbd_verlet_energies;

/// What a world is worth, and what was done since it was made.
typedef struct xpbd_verlet_measures {
  int64_t steps;
  double time;             ///< steps * dt [s].
  double momentum[3];      ///< sum m v [kg m/s], after all responses like the energies.
  double centre[3];        ///< Centre of mass of the nodes with mass [m].
  double normal_impulse;   ///< Sum of |normal impulses| from planes and nodes without mass, so far [N s].
  double friction_impulse; ///< Sum of |friction impulses| from them, so far [N s].
  double overlap;          ///< Deepest overlap of the contacts of the last step [m].
  double deepest;          ///< Deepest overlap so far [m].
  int32_t contacts;        ///< Contacts of the last step.
  int32_t sweeps;          ///< Passes over them, with friction those after it.
  int64_t unconverged;     ///< Steps whose last allowed pass still changed something by more than the tolerance.
} xpbd_verlet_measures;

xpbd_verlet_def xpbd_verlet_def_default(void);

/// The world behind a solver that runs XPBD_METHOD_VERLET_6 or XPBD_METHOD_VERLET_7, for its energies and measures; it
/// belongs to the solver. NULL for every other method.
const xpbd_verlet *xpbd_verlet_of(const xpbd_solver *solver);

/// The time step [s] from which on the springs are unstable, infinite without springs: the smallest root over the nodes
/// of h^2 sum k / m + 2 h sum c / m = 2, i.e. sqrt(2 m / sum k) without dashpots. It comes from the bound
/// 2 max_i (sum k)_i / m_i on the largest eigenvalue, so somewhat larger steps may still run. Half of it is advised.
/// Looks at nodes and springs only. XPBD_ERR_INVALID_ARGUMENT, XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_verlet_stable_step(const xpbd_verlet_def *def, double *out);

/// Make a world. *out is NULL on failure. XPBD_ERR_INVALID_ARGUMENT names the first bad field, or the time step that is
/// stable; XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_verlet_create(const xpbd_verlet_def *def, xpbd_verlet **out);
/// Do `steps` >= 0 time steps. XPBD_ERR_DIVERGED names the step in which a coordinate became infinite or NaN, or left the
/// world: beyond 1e9 times the largest at the start, or 1e9 m. XPBD_ERR_OUT_OF_MEMORY for more contacts. After a failure
/// every further step fails alike, until a reset.
xpbd_status xpbd_verlet_step(xpbd_verlet *world, int64_t steps);
/// Back to the definition: positions, velocities, step count, sums.
void xpbd_verlet_reset(xpbd_verlet *world);
/// Give all nodes new velocities ([n, 3] m/s), those without mass too. What the seven-step scheme still owes of the
/// last response is forgotten. XPBD_ERR_INVALID_ARGUMENT names a node whose velocity is not finite or beyond 1e150.
xpbd_status xpbd_verlet_set_velocities(xpbd_verlet *world, const double *velocities);

/// Energies where all responses are applied: at the half-step positions of the coming time step, after its step 2 and
/// half of the kick of its step 4. Elsewhere the seven-step scheme has a part of the kinetic energy parked in the
/// stored impulses. With the half kick the parabola of free fall has constant energy; without, it oscillates by m g v
/// dt / 2. Changes nothing. XPBD_ERR_DIVERGED, *out is 0.
xpbd_status xpbd_verlet_energy(const xpbd_verlet *world, xpbd_verlet_energies *out);
/// Changes nothing. XPBD_ERR_DIVERGED, *out is 0.
xpbd_status xpbd_verlet_measure(const xpbd_verlet *world, xpbd_verlet_measures *out);
/// 64-bit hash of positions and velocities, bit for bit.
uint64_t xpbd_verlet_hash(const xpbd_verlet *world);

/// Read access, owned by the world and changed in place by its steps.
const double *xpbd_verlet_positions(const xpbd_verlet *world);  ///< [n, 3] m at the end of the last step.
const double *xpbd_verlet_velocities(const xpbd_verlet *world); ///< [n, 3] m/s, see xpbd_verlet_energy().
/// The definition with every standard value filled in: masses, radii, springs with rest lengths, planes with unit
/// normals, the first positions and velocities, tolerance, scheme. Owned by the world.
const xpbd_verlet_def *xpbd_verlet_settings(const xpbd_verlet *world);
/// Free; sets *world to NULL, accepts NULL.
void xpbd_verlet_destroy(xpbd_verlet **world);

/// Nodes on a cubic grid joined along the edges and the diagonals of the faces. With equal k everywhere the lattice is
/// isotropic: Poisson's ratio 1/4 and Young's modulus 2.5 k / spacing. Zero it or get it from a maker; then free it.
typedef struct xpbd_lattice {
  double spacing; ///< a [m].
  int32_t node_count;
  double *positions; ///< [node_count, 3] m.
  int32_t spring_count;
  xpbd_verlet_spring *springs; ///< Rest lengths NaN: the shape may still be changed. Material 0 until it is set.
} xpbd_lattice;

/// nx x ny x nz nodes (each >= 1), x fastest, the first at the origin.
/// 3 x 2 x 2, 5 x 3 x 3, 9 x 5 x 5 give 12, 45, 225 nodes and 42, 232, 1488 springs.
xpbd_status xpbd_lattice_make_box(int32_t nx, int32_t ny, int32_t nz, double spacing, xpbd_lattice *out);
/// The grid points inside a closed mesh: the bounding box is divided into cubes, a node sits in the middle of each.
/// Inside is where the winding number is not 0, found exactly also for points below edges and vertices.
/// XPBD_ERR_INVALID_ARGUMENT: a border, no point inside, or the points hang together in several pieces (the text says
/// how many).
xpbd_status xpbd_lattice_make_mesh(const xpbd_mesh *mesh, double spacing, xpbd_lattice *out);
/// All springs: k = youngs_modulus [Pa] * spacing / 2.5, c = damping [N s/m].
void xpbd_lattice_set_material(xpbd_lattice *lattice, double youngs_modulus, double damping);
/// Free what it owns and zero it. Accepts a zeroed lattice.
void xpbd_lattice_destroy(xpbd_lattice *lattice);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
