/* Why this file exists: mass-spring lattices with collision and friction, stepped by position Verlet. It has nodes,
 * springs, planes and the two schemes of Kot and Nagahashi, "Verlet with Collisions for Mass Spring Model Simulations",
 * Sec. 2.2 and 2.3. All arithmetic is double in a fixed order, so the same input gives the same bits. The methods
 * verlet-6, verlet-7 and verlet-7-serial of xpbd/solver.h run scenes this way. This header has what only these worlds
 * offer. */
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

/// The steps of a time step. F are the forces at the half-step positions, R is the response to contacts. The seven-step
/// schemes apply 1 / (1 + e) of R at once and the rest in the next step. They differ in R, of which Sec. 2.3 says only
/// "compute" and "half". The standard R iterates over the contacts until no approach is left. The serial R, as in the
/// six steps, reverses each contact as if alone. Then 1 / (1 + e) of the sum leaves an approach where a node touches
/// several things at sharp angles.
typedef enum xpbd_verlet_scheme {
  XPBD_VERLET_STANDARD,   ///< Seven steps with the standard R.
  XPBD_VERLET_SIX_STEP,   ///< x by dt/2, F, v by dt/2, R, v by dt/2, x by dt/2 (Sec. 2.2).
  XPBD_VERLET_SEVEN_STEP, ///< x by dt/2, rest of the last R, F, v by dt, compute R, part of R, x by dt/2 (Sec. 2.3).
  XPBD_VERLET_SEVEN_STEP_SERIAL ///< The same with the serial R of the six steps.
} xpbd_verlet_scheme;

/// A spring with a dashpot along it: force k (l - l0) + c dl/dt [N].
typedef struct xpbd_verlet_spring {
  int32_t nodes[2];
  double rest_length; ///< l0 [m] >= 0, NaN = from the positions.
  double stiffness;   ///< k [N/m] >= 0.
  double damping;     ///< c [N s/m] >= 0.
} xpbd_verlet_spring;

/// A solid half-space behind a plane. The plane is fixed, but its surface may move along itself like a belt.
typedef struct xpbd_verlet_plane {
  double point[3];
  double normal[3];   ///< Outward, with a length from 1e-150 to 1e150.
  double velocity[3]; ///< Velocity of the surface [m/s], perpendicular to the normal.
} xpbd_verlet_plane;

/// Definition of a world. Start from xpbd_verlet_def_default(). Arrays are copied.
typedef struct xpbd_verlet_def {
  uint32_t cookie;          ///< Set by xpbd_verlet_def_default(). Do not touch.
  int32_t node_count;       ///< n >= 1.
  const double *positions;  ///< [n, 3] m, at most 1e150.
  const double *velocities; ///< [n, 3] m/s, at most 1e150. NULL = at rest.
  const double *masses;     ///< [n] kg >= 0. 0 = keeps its velocity whatever acts on it: a pin, an obstacle.
  const double *radii;      ///< [n] m >= 0, radii of the spheres, 0 = no contact. NULL = half the mean rest length of
                            ///< the node's springs (Sec. 2.2), 0 without springs.
  int32_t spring_count;     ///< Default 0.
  const xpbd_verlet_spring *springs; ///< [spring_count]
  int32_t plane_count;               ///< Default 0.
  const xpbd_verlet_plane *planes;   ///< [plane_count]
  double gravity[3];                 ///< [m/s^2], default (0, -9.81, 0).
  double time_step;                  ///< dt [s] > 0, default 1e-3. Refused at or above xpbd_verlet_stable_step().
  double restitution;                ///< e in [0, 1], default 1.
  double friction;                   ///< mu >= 0, default 0.
  xpbd_verlet_scheme scheme;         ///< Default XPBD_VERLET_STANDARD.
  int32_t sweeps;                    ///< Most iterations over the contacts of a step, >= 1, default 200.
  double tolerance;  ///< [m/s] >= 0. Iterations stop when no contact changes by more. NaN (default) = 1e-12 g dt, or
                     ///< 1e-12 m/s without gravity.
  bool node_contact; ///< Spheres of nodes touch each other unless a spring joins them. Default true.
} xpbd_verlet_def;

/// Energies at one moment.
typedef struct xpbd_verlet_energies {
  double kinetic;       ///< sum m |v|^2 / 2 [J], nodes with mass.
  double elastic;       ///< sum k (l - l0)^2 / 2 [J].
  double gravitational; ///< - sum m g.x [J], 0 at the origin.
  double total;         ///< Their sum [J].
} xpbd_verlet_energies;

/// Measures of a world, and counts since it was created.
typedef struct xpbd_verlet_measures {
  int64_t steps;
  double time;             ///< steps * dt [s].
  double momentum[3];      ///< sum m v [kg m/s], with all responses applied, like the energies.
  double centre[3];        ///< Centre of mass of the nodes with mass [m].
  double normal_impulse;   ///< Sum of |normal impulses| from planes and massless nodes, so far [N s].
  double friction_impulse; ///< Sum of |friction impulses| from them, so far [N s].
  double overlap;          ///< Deepest overlap of the contacts of the last step [m].
  double deepest;          ///< Deepest overlap so far [m].
  int32_t contacts;        ///< Contacts of the last step.
  int32_t sweeps;          ///< Iterations over them. With friction, those after it.
  int64_t unconverged;     ///< Steps whose last allowed iteration still changed a contact by more than the tolerance.
} xpbd_verlet_measures;

xpbd_verlet_def xpbd_verlet_def_default(void);

/// The world of a solver that runs one of the XPBD_METHOD_VERLET methods, for its energies and measures. The
/// solver owns it. NULL for every other method.
const xpbd_verlet *xpbd_verlet_of(const xpbd_solver *solver);

/// The time step [s] at which the springs become unstable, infinite without springs. It is the smallest root over the
/// nodes of h^2 sum k / m + 2 h sum c / m = 2, that is sqrt(2 m / sum k) without dashpots. It follows from the bound 2
/// max_i (sum k)_i / m_i on the largest eigenvalue, so slightly larger steps may still run. Use half of it. Reads only
/// nodes and springs. XPBD_ERR_INVALID_ARGUMENT, XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_verlet_stable_step(const xpbd_verlet_def *def, double *out);

/// Creates a world. *out is NULL on failure. XPBD_ERR_INVALID_ARGUMENT names the first bad field, or the stable time
/// step. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_verlet_create(const xpbd_verlet_def *def, xpbd_verlet **out);
/// Runs `steps` >= 0 time steps. XPBD_ERR_DIVERGED names the step in which a coordinate became infinite or NaN, or
/// exceeded 1e9 times the largest at the start, or 1e9 m. XPBD_ERR_OUT_OF_MEMORY if there are too many contacts. After
/// a failure every step fails in the same way until a reset.
xpbd_status xpbd_verlet_step(xpbd_verlet *world, int64_t steps);
/// Returns to the definition: positions, velocities, step count, sums.
void xpbd_verlet_reset(xpbd_verlet *world);
/// Sets the velocities of all nodes ([n, 3] m/s), massless ones included. Discards what the seven-step scheme has not
/// yet applied of the last response. XPBD_ERR_INVALID_ARGUMENT names a node whose velocity is not finite or beyond
/// 1e150.
xpbd_status xpbd_verlet_set_velocities(xpbd_verlet *world, const double *velocities);

/// Energies with all responses applied: at the half-step positions of the next time step, after its step 2 and half of
/// the kick of its step 4. At other moments part of the kinetic energy of the seven-step scheme is in stored impulses.
/// The half kick keeps the energy of free fall constant. Without it the energy oscillates by m g v dt / 2. Changes
/// nothing. XPBD_ERR_DIVERGED, *out is then 0.
xpbd_status xpbd_verlet_energy(const xpbd_verlet *world, xpbd_verlet_energies *out);
/// Changes nothing. XPBD_ERR_DIVERGED, *out is then 0.
xpbd_status xpbd_verlet_measure(const xpbd_verlet *world, xpbd_verlet_measures *out);
/// 64-bit hash of the bits of all positions and velocities.
uint64_t xpbd_verlet_hash(const xpbd_verlet *world);

/// Read access. The world owns the arrays and changes them in place.
const double *xpbd_verlet_positions(const xpbd_verlet *world);  ///< [n, 3] m at the end of the last step.
const double *xpbd_verlet_velocities(const xpbd_verlet *world); ///< [n, 3] m/s, see xpbd_verlet_energy().
/// The definition with every default filled in: masses, radii, springs with rest lengths, planes with unit normals,
/// start positions and velocities, tolerance, scheme. Owned by the world.
const xpbd_verlet_def *xpbd_verlet_settings(const xpbd_verlet *world);
/// Frees it and sets *world to NULL. Accepts NULL.
void xpbd_verlet_destroy(xpbd_verlet **world);

/// Nodes on a cubic grid, joined along the edges and face diagonals. With equal k everywhere the lattice is isotropic,
/// with Poisson's ratio 1/4 and Young's modulus 2.5 k / spacing. Zero it or get it from a maker, then free it.
typedef struct xpbd_lattice {
  double spacing; ///< a [m].
  int32_t node_count;
  double *positions; ///< [node_count, 3] m.
  int32_t spring_count;
  xpbd_verlet_spring *springs; ///< Rest lengths are NaN, because the shape may still change. Material 0 until it is
                               ///< set.
} xpbd_lattice;

/// nx x ny x nz nodes (each >= 1), x fastest, the first at the origin. 3 x 2 x 2, 5 x 3 x 3, 9 x 5 x 5 give 12, 45, 225
/// nodes and 42, 232, 1488 springs.
xpbd_status xpbd_lattice_make_box(int32_t nx, int32_t ny, int32_t nz, double spacing, xpbd_lattice *out);
/// The grid points inside a closed mesh: the bounding box is divided into cubes with a node in the middle of each.
/// Inside means that the winding number is not 0. It is exact, also for points below edges and vertices.
/// XPBD_ERR_INVALID_ARGUMENT: the mesh has a border, no point is inside, or the points form several pieces (the text
/// says how many).
xpbd_status xpbd_lattice_make_mesh(const xpbd_mesh *mesh, double spacing, xpbd_lattice *out);
/// Sets all springs: k = youngs_modulus [Pa] * spacing / 2.5, c = damping [N s/m].
void xpbd_lattice_set_material(xpbd_lattice *lattice, double youngs_modulus, double damping);
/// Frees what it owns and zeroes it. Accepts a zeroed lattice.
void xpbd_lattice_destroy(xpbd_lattice *lattice);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
