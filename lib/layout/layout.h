/* Why this file exists: a scene as the kernels of every backend read it. It is laid out once, in one precision, and
 * never changes. Its user owns what changes from step to step (positions, multipliers, sums). Private to the project.
 *
 * Particles come first, then centres, then a dummy of infinite mass for padding. Records have 16 bytes in float, 32 in
 * double:
 *
 *     | x y z w | x y z w | ... | x y z w | centre | ... | dummy |
 *       0         1               n - 1     n              records - 1
 *
 * Particle i of the scene is at index place[i] if that brings neighbours together (numbering.h) or springs into runs
 * (runs.h), else at i.
 *
 * A set has one array for each number of an element. Its groups, in scheduled order, start on multiples of
 * XPBD_PADDING. Entries after a group's last element refer to the dummy and are never stored:
 *
 *     group           0                        1                   2
 *     place           0 ..............  31     32 .........  47    48 ...
 *     offset[0]     | o o o o o o o o o - -  | o o o o o o o -   | o o ...    bytes from the first particle
 *     offset[1]     | o o o o o o o o o - -  | o o o o o o o -   | o o ...
 *     rest[0]       | l l l l l l l l l 1 1  | l l l l l l l 1   | l l ...
 *     held          | FREE, RUN  HELD, FREE  | HELD, FREE        | FREE ...   one for XPBD_PADDING places, with a bit for
 *                                                                             each slot: has pinned particles or padding
 *
 * An element of several rows has one place. Its multipliers, and rest shapes that differ by row, are in arrays of
 * [rows, padded].
 */
#ifndef XPBD_LAYOUT_H
#define XPBD_LAYOUT_H

#include "layout/joined.h"
#include "layout/records.h"
#include "layout/split.h"
#include "layout/vertices.h"
#include "xpbd/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Elements of each particle, ascending: of[first[i]] .. of[first[i + 1] - 1]. NULL if not needed.
typedef struct xpbd_incidence {
  int32_t *first, *of; ///< [n + 2], [corners]
} xpbd_incidence;

/// One set of constraints. "real" is float or double, as the settings say.
typedef struct xpbd_layout_set {
  const xpbd_constraints *constraints; ///< From the scene.
  int32_t formula, count, arity;
  int32_t rows;       ///< Constraints per element.
  int32_t rest_count; ///< Arrays of the rest shape.
  int32_t rest_rows;  ///< Rows that they distinguish: `rows`, or 1 with XPBD_ROWS_ALIKE.
  int32_t group_count;
  int32_t padded;                   ///< Total size of all groups with padding.
  int32_t summed;                   ///< 1: the set is one constraint, or with `nodal` one for each particle.
  int32_t nodal;                    ///< 1: constraints->patches lists these.
  uint32_t *offset[XPBD_MAX_ARITY]; ///< [padded]
  uint16_t *held;                   ///< [padded / XPBD_PADDING]
  void *rest[XPBD_STORED_REST];     ///< [rest_rows, padded] real
  xpbd_incidence elements;          ///< For a summed set: element * XPBD_MAX_ARITY + slot.
} xpbd_layout_set;

typedef struct xpbd_layout {
  const xpbd_scene *scene;
  const xpbd_solver_def *def;
  int32_t n, centres, records;
  double h;                     ///< Length of a time step [s].
  double limit;                 ///< Largest coordinate [m]. Beyond it the state has diverged.
  int32_t *place;               ///< [n] index of each particle. NULL = as in the scene, see xpbd_layout_place().
  bool runs;                    ///< Springs are arranged in runs where possible.
  bool copies_run;              ///< Copies of particles (`at_once`) are in runs.
  void *positions, *velocities; ///< [records] particle records at the start, relative to the scene's origin.
  void *positions_low,
      *velocities_low; ///< [records] f32x: what float rounds away from them (lib/layout/fine.inl), else NULL.
  int32_t set_count, group_count;
  xpbd_layout_set *sets;         ///< [set_count]
  xpbd_group *groups;            ///< [group_count] of all sets, in projection order.
  xpbd_incidence triangles;      ///< With wind.
  xpbd_contact_topology contact; ///< With contact between particles.
  void *radii;                   ///< [n] real. NULL if all particles have the same size.
  bool pairs_bounce, obstacles_bounce;
  bool at_once;              ///< All constraints of an iteration start from the same positions. A group is all elements
                             ///< of a set, in one row unless the rows are coupled.
  xpbd_split_topology split; ///< Then offsets are those of copies, except in summed sets, which are one constraint
                             ///< each.
  xpbd_vertex_layout vertices; ///< For a method that moves vertices. There are then no sets and no groups.
  int32_t grip_count;
  void *grips;       ///< [grip_count] particles held by handles, in the order of handles.
  int32_t lagged;    ///< 1: a set is damped by the displacement of the previous step.
  int64_t sum_count; ///< Size of each of the two arrays that alternate in sums over particles or elements.
  int64_t bytes, particle_bytes, constraint_bytes; ///< Memory: total, of particle records, of the arrays of sets.
} xpbd_layout;

/// Lays out a scene. Keeps both pointers. Destroy even after a failure. XPBD_ERR_INVALID_ARGUMENT: too many constraints
/// in one set. XPBD_ERR_UNSUPPORTED: too many particles. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_layout_create(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_layout *out);
/// The same for SIMD kernels that load and store whole runs.
xpbd_status xpbd_layout_create_in_runs(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_layout *out);
void xpbd_layout_destroy(xpbd_layout *layout);

/// Whether a resolved precision computes in float.
static inline bool xpbd_in_float(xpbd_precision precision) {
  return precision != XPBD_F64;
}

/// Index of particle (or centre) i of the scene.
static inline int32_t xpbd_layout_place(const xpbd_layout *layout, int32_t i) {
  return layout->place && i < layout->n ? layout->place[i] : i;
}

/// Whether the particle at index i can move.
static inline bool xpbd_layout_moves(const xpbd_layout *layout, int32_t i) {
  return xpbd_in_float(layout->def->precision) ? ((const xpbd_particle_f32 *)layout->positions)[i].w > 0.0f
                                               : ((const xpbd_particle_f64 *)layout->positions)[i].w > 0.0;
}

/// Element at each position of set `s` without padding, [count]. *out is NULL if that is the schedule's order. Free
/// with free(). XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_layout_order(const xpbd_layout *layout, int32_t s, int32_t **out);

/// The kernel arguments for set `s`, except the multipliers: pointers into the layout, and the numbers computed from
/// compliance, damping and method.
void xpbd_layout_set_f32(const xpbd_layout *layout, int32_t s, xpbd_set_f32 *out);
void xpbd_layout_set_f64(const xpbd_layout *layout, int32_t s, xpbd_set_f64 *out);
/// The arguments of contact, except the arrays that change. Nothing without contact.
void xpbd_layout_contact_f32(const xpbd_layout *layout, xpbd_contact_f32 *out);
void xpbd_layout_contact_f64(const xpbd_layout *layout, xpbd_contact_f64 *out);

/// The arguments for copies of particles, except the copies. Nothing unless all constraints are projected at once.
void xpbd_layout_split_f32(const xpbd_layout *layout, xpbd_split_f32 *out);
void xpbd_layout_split_f64(const xpbd_layout *layout, xpbd_split_f64 *out);
/// Rows of a set that have their own copies of the particles where all constraints start from the same positions.
static inline int xpbd_layout_parts(const xpbd_constraints *set) {
  return set->solve == XPBD_SOLVE_COUPLED ? 1 : xpbd_formula_at(set->formula)->rows;
}
/// Whether any set is damped.
bool xpbd_layout_damped(const xpbd_layout *layout);

/// Traits of the method (xpbd/method.h). Its table is above the layout, because it refers to engines that use a layout.
unsigned xpbd_traits_of(const xpbd_solver_def *def);

/// alpha / h^2 of a set, and gamma by its kind of damping. 0 with methods that drop the compliance.
double xpbd_alpha_of(const xpbd_constraints *set, const xpbd_solver_def *def);
double xpbd_gamma_of(const xpbd_constraints *set, const xpbd_solver_def *def);
/// A method's parameter in complete settings (xpbd_method_settle()). NaN = not set.
double xpbd_number_of(const xpbd_solver_def *def, const char *name);
/// The factor of over-relaxation, 1 = none, and the spectral radius for Chebyshev acceleration, 0 = none. Methods without
/// them have none.
double xpbd_omega_of(const xpbd_solver_def *def);
double xpbd_chebyshev_of(const xpbd_solver_def *def);

/// Zeroed memory aligned to 64 bytes, added to *bytes. NULL if out of memory.
void *xpbd_layout_allocate(int64_t *bytes, int64_t count, size_t size);
/// The same with undefined content, for arrays that are filled at once.
void *xpbd_layout_room(int64_t *bytes, int64_t count, size_t size);
/// Lists the elements of each of n particles from the particles of all corners. Element e is listed as e (stride 1), or
/// with its corner as e * stride + corner. Free with free(). XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_incidence_create(int64_t *bytes, int32_t n, int64_t corners, int arity, int stride,
                                  const int32_t *corner, xpbd_incidence *out);
/// Most frames of one launch of a kernel that stays on a device, 1 to 16. A GPU that drives a display kills kernels
/// that run for seconds, and kernels cannot be interrupted. Constraints per copy, iterations per frame.
int32_t xpbd_frames_at_once(xpbd_precision precision, int64_t constraints, int64_t copies, int64_t sweeps);
/// The wind at time t.
void xpbd_wind_at(const xpbd_wind *wind, double t, double out[3]);
/// A coordinate beyond this means divergence: 1e9 times the size of the scene, and within the range of float if that is
/// the precision.
double xpbd_layout_limit(const xpbd_scene *scene, xpbd_precision precision);

#ifdef __cplusplus
}
#endif
#endif
