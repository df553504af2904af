/* Why this file exists: the mechanics checks load bodies: a box of tetrahedra of one material, held by pins, sliding
 * planes and rods, under dead loads. Gravity is the load, so the force on a particle is its mass times the gravity.
 * Otherwise a fixed point does not depend on the masses. */
#pragma once

#include "runner/check.h"
#include "runner/rig.h"
#include "xpbd/xpbd.h"

enum { BODY_SETS = 8, BODY_PLANES = 8, BODY_GRIPS = 256 };

/// One body. Zeroed by body_make(); body_free() in every case.
typedef struct body {
  check *owner;
  xpbd_mesh mesh;
  int32_t n;    ///< Particles: the mesh's vertices, then three for each plane.
  double *rest; ///< [n, 3] m
  double *mass; ///< [n] kg, 0 = pinned
  double gravity[3];
  int set_count;
  xpbd_constraints_def sets[BODY_SETS];
  int32_t *particles[BODY_SETS]; ///< Of the sets.
  xpbd_scene *shape;             ///< The scene at rest, with the rest shapes that the sets point to.
} body;

/// A call of the rig itself. A failure is reported. A success is no comparison, so a check that compares nothing else
/// still fails.
bool body_worked(check *owner, xpbd_status status, const char *what);

/// A box of cells[0] x cells[1] x cells[2] cubes of edge `spacing` [m], six tetrahedra each. Every vertex has 1 kg.
/// False after a failure, which is reported.
bool body_make(body *b, check *owner, const int32_t cells[3], double spacing);
/// Pins the vertices whose coordinate `axis` is `value`.
void body_pin(body *b, int axis, double value);
/// Lets these vertices slide on their plane x[axis] = value, without friction: their tetrahedron with a pinned triangle
/// of the plane keeps its volume 0, which is linear in the vertex. As soft as `compliance` [m^6/J].
bool body_plane(body *b, int axis, double value, double compliance);
/// Rods with their rest lengths along all edges of the mesh in the plane x[axis] = value make it a rigid plate. As soft
/// as `compliance` [m/N].
bool body_plate(body *b, int axis, double value, double compliance);
/// Puts a formula on the tetrahedra. `material`: all its numbers, NULL = the standard ones.
bool body_fill(body *b, const char *formula, const double *material, double compliance, xpbd_solve solve);
/// Masses for a load of `total` [kg] on the vertices of the plane x[axis] = value, a third of each triangle's share to
/// its corners: the forces of a uniform traction.
void body_load(body *b, int axis, double value, double total);
/// All sets are in: makes the rest shapes.
bool body_close(body *b);

/// The scene at positions x and velocities v, [n, 3] each; NULL = at rest. rig_free() in every case.
bool body_scene(const body *b, const double *x, const double *v, rig *r);
/// Backend seq in double, with as many constraints side by side as the machine has room for: bit-identical, but faster.
xpbd_solver_def body_settings(double frame_time, int32_t iterations);
/// One time step of h [s] with `sweeps` iterations from x [n, 3] at rest; to `after` [n, 3].
bool body_step(const body *b, const double *x, double h, int32_t sweeps, double *after);
/// A run that starts at `x` [n, 3] at rest; to `x`, the mean of the positions over the last `last` frames.
bool body_run(const body *b, const xpbd_solver_def *settings, int32_t frames, int32_t last, double *x);
void body_free(body *b);
