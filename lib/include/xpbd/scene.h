/* Why this file exists: a scene says what is simulated, not how: particles, ordered sets of constraints, pins and the
 * handles that move them, gravity, wind. It is built once. Any number of solvers then share it unchanged. */
#ifndef XPBD_SCENE_H
#define XPBD_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/formula.h"
#include "xpbd/mesh.h"
#include "xpbd/obstacle.h"
#include "xpbd/schedule.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct xpbd_scene xpbd_scene;

/// Particles first .. first + count - 1.
typedef struct xpbd_range {
  int32_t first, count;
} xpbd_range;

/// The order in which the constraints of a set are projected. Different orders are different algorithms. Their results
/// agree only near convergence.
typedef enum xpbd_order {
  XPBD_ORDER_GROUP, ///< Independent groups. Bit-identical on every backend and with any number of threads.
  XPBD_ORDER_MESH   ///< As listed: plain sequential Gauss-Seidel.
} xpbd_order;

/// "group" or "mesh", NULL outside. xpbd_order_find() returns the value of a name, or -1.
const char *xpbd_order_name(int order);
int xpbd_order_find(const char *name);

/// Wind on the triangles: force = drag * area * (n . (wind - mean velocity)) n, a third to each corner, with wind =
/// velocity + swing * sin(2 pi swing_rate t).
typedef struct xpbd_wind {
  double velocity[3]; ///< [m/s]
  double drag;        ///< [kg/(m^2 s)] (pressure over speed), >= 0. 0 = no wind.
  double swing[3];    ///< [m/s]
  double swing_rate;  ///< [1/s] >= 0
} xpbd_wind;

/// How the Rayleigh damping of a set is computed. gamma multiplies sum_i g_i . (x_i - start_i) in the multiplier.
typedef enum xpbd_damping {
  XPBD_DAMPING_XPBD,   ///< gamma = alpha beta / h, with the displacement of the current iterate since the start of the
                       ///< step (Macklin et al. 2016, Eq. (26)): a true dashpot of beta.
  XPBD_DAMPING_LAGGED, ///< Uses the displacement of the previous step, as printed in Cetinaslan (ESBD), Eq. (5).
  XPBD_DAMPING_TILDE   ///< gamma = alpha beta / h^3, a misreading of alpha~ beta / h: too large by 1 / h^2.
} xpbd_damping;

/// "xpbd", "lagged" or "tilde", NULL outside. xpbd_damping_find() returns the value of a name, or -1.
const char *xpbd_damping_name(int damping);
int xpbd_damping_find(const char *name);

/// How the rows of an element are solved. Each iteration visits an element once in either case.
typedef enum xpbd_solve {
  XPBD_SOLVE_STANDARD, ///< As the formula says: coupled with the trait XPBD_COUPLED, else in rows.
  XPBD_SOLVE_ROWS,     ///< One row after another, each from where the row before left the particles.
  XPBD_SOLVE_COUPLED   ///< All rows from the same positions: their multipliers solve (G W G^T (1 + gamma) + alpha~) dl
                       ///< = -(C + alpha~ lambda + gamma G moved), with the rows' gradients G and the inverse masses W.
                       ///< The matrix is factorised as L D L^T in the order of the rows. A row whose pivot is below a
                       ///< rounding of its diagonal entry (1e-6 of it in float, 1e-12 in double) depends on the rows
                       ///< before it. It is left out of this projection. So is a row that is not finite.
} xpbd_solve;

/// "standard", "rows" or "coupled", NULL outside. xpbd_solve_find() returns the value of a name, or -1.
const char *xpbd_solve_name(int solve);
int xpbd_solve_find(const char *name);

/// Definition of the particles and the forces on them. Start from xpbd_scene_def_default().
typedef struct xpbd_scene_def {
  uint32_t cookie;              ///< Set by xpbd_scene_def_default(). Do not touch.
  int32_t particle_count;       ///< n >= 1.
  const double *positions;      ///< [n, 3] m, the rest shape and the start. Copied.
  const double *velocities;     ///< [n, 3] m/s, NULL = at rest. Copied.
  const double *inverse_masses; ///< [n] 1/kg, >= 0, 0 = pinned. Copied.
  int32_t triangle_count;       ///< May be 0. Needed for wind and area.
  const int32_t *triangles;     ///< [triangle_count, 3]. Copied.
  double gravity[3];            ///< [m/s^2], default (0, -9.81, 0).
  double global_damping;        ///< 0..1, default 0: the fraction of non-rigid velocity that each time step removes
                                ///< (Mueller et al. 2007, Sect. 3.5). Non-rigid means relative to the rigid motion of
                                ///< all free particles. If these are (nearly) collinear, only their mean velocity
                                ///< counts as rigid.
  double contact_radius; ///< [m] >= 0, default 0 = no contact. Particles are balls that keep apart, unless a constraint
                         ///< or a triangle joins them (Verlet methods: a spring). About half the edge length is a good
                         ///< choice. Obstacles meet the centres of the balls. More than 1024 particles at the start in
                         ///< a cell of contact, a cube of 3 of the largest radii, are refused.
  const double *radii;   ///< [n] m >= 0, a radius for each ball, 0 = no contact. The surfaces of these balls meet
                         ///< obstacles too. NULL = contact_radius for all. Otherwise contact_radius is checked but not
                         ///< used. Copied.
  double restitution;    ///< e, 0..1, default 0: ratio of the separation speed of two particles to their approach speed
                         ///< before the time step (Mueller, Macklin et al. 2020, Eq. (34), without threshold).
  double friction;       ///< Coulomb friction mu >= 0 between particles, default 0 (Macklin et al. 2014, Sec. 6.1).
                         ///< Obstacles have their own friction and restitution.
  bool omit_tip_damping; ///< Damp as if ghost tips did not move with the mesh (the over-dissipation of ESBD).
  xpbd_wind wind;        ///< Default none.
} xpbd_scene_def;

/// Values of a field of the formula (xpbd_formula_info), which each element gets from outside.
typedef struct xpbd_field_values {
  const char *name;     ///< Of the field.
  int32_t count;        ///< Number of elements, or 1 for one value everywhere.
  const double *values; ///< [count, width] in the range of the field. Copied.
  /// NULL, or the attribute of the mesh that has the values, for xpbd_scene_add_on_mesh(). Count and values are then
  /// ignored. If the attribute belongs to elements, tetrahedra take their own value, and so do the triangles of a mesh
  /// without tets. If it belongs to vertices, every element takes the mean over its vertices.
  const char *attribute;
} xpbd_field_values;

/// One set of constraints of one formula. Start from xpbd_constraints_def_default().
typedef struct xpbd_constraints_def {
  uint32_t cookie;
  const char *formula;      ///< Name from the list of formulas.
  int32_t count;            ///< Number of elements, >= 0. Each gives as many constraints as the formula has rows.
  const int32_t *particles; ///< [count, arity]. n + c is centre c. Copied.
  const double *rest;       ///< [count, xpbd_rest_size()]. NULL = computed from the scene's positions. Copied.
  /// [count, 3] direction of the material's x axis for each triangle. It is projected onto the triangle and must be
  /// more than 8 degrees from the normal. 0 or NULL = global x, or global y if x is within 8 degrees of the normal.
  const double *warp;
  double material[XPBD_MAX_MATERIAL]; ///< NaN (default) = the formula's default.
  int32_t field_count;                ///< Default 0. Not together with `rest`, which has the fields in it.
  const xpbd_field_values *fields;    ///< [field_count] other fields have their standards.
  double compliance;            ///< alpha >= 0 [unit of C squared per J]. NaN (default) = 1e-5, or 1 for formulas with
                                ///< XPBD_MODULI.
  double damping;               ///< beta >= 0, Rayleigh coefficient, default 0.
  xpbd_damping damping_reading; ///< Default XPBD_DAMPING_XPBD.
  xpbd_order order;             ///< Default XPBD_ORDER_GROUP.
  xpbd_solve solve;             ///< Default XPBD_SOLVE_STANDARD. A formula of one row refuses XPBD_SOLVE_COUPLED.
} xpbd_constraints_def;

/// A handle: pinned particles that move together as a rigid body, as if held by a hand. Start from
/// xpbd_handle_def_default(). At the end of each time step, a held particle's start position is turned about the pivot
/// and displaced, both as the keys say. Its velocity is its displacement in the step divided by the step. If the first
/// key is not zero displacement at t = 0, the motion begins with a jump.
typedef struct xpbd_handle_def {
  uint32_t cookie;             ///< Set by xpbd_handle_def_default(). Do not touch.
  int32_t particle_count;      ///< >= 1.
  const int32_t *particles;    ///< [particle_count] particles of inverse mass 0, each in one handle only. Copied.
  double pivot[3];             ///< [m] fixed point of the rotation, at the start. Default (0, 0, 0).
  double axis[3];              ///< Axis through the pivot, with a length from 1e-100 to 1e100. Default (0, 1, 0).
  int32_t key_count;           ///< >= 1.
  const double *key_times;     ///< [key_count] s, strictly increasing. Copied.
  const double *key_positions; ///< [key_count, 3] m displacement from the start. NULL = none. Linear between keys, at
                               ///< rest before and after. Copied.
  const double *key_angles;    ///< [key_count] rad about `axis`, counter-clockwise seen from its tip. NULL = no
                               ///< rotation. Linear between keys. Copied.
} xpbd_handle_def;

enum { XPBD_MAX_HANDLES = 256 }; ///< Most handles of a scene.

/// The constraints of a set with the trait XPBD_NODAL: one for each particle that has elements.
typedef struct xpbd_patches {
  int32_t count;          ///< Number of particles, n. 0 without the trait.
  const int32_t *first;   ///< [count + 1] where the elements of each particle begin in `element`.
  const int32_t *element; ///< [first[count]] constraints of the set (its elements), ascending for each particle.
  const double *size;     ///< [count] sum of rest[0] over them.
  xpbd_schedule schedule; ///< The order of the particles. The elements at two particles of a group share no particle.
} xpbd_patches;

/// A set of a scene, read-only.
typedef struct xpbd_constraints {
  int formula;      ///< Index in the formula list.
  int32_t count;    ///< Number of elements that have a rest shape in every row. Each is as many constraints as the
                    ///< formula has rows.
  int32_t left_out; ///< Constraints left out for lack of a rest shape (no area, no volume, a ghost tip in the
                    ///< triangle's plane).
  bool unchecked;   ///< A scene file names the formula without its hash: the text that was loaded may be another one.
  const int32_t *particles; ///< [count, arity]
  const double *rest;       ///< [count, xpbd_rest_size()] see xpbd_rest_of().
  double material[XPBD_MAX_MATERIAL];
  double compliance, damping;
  xpbd_damping damping_reading;
  xpbd_order order;
  xpbd_solve solve;       ///< XPBD_SOLVE_ROWS or XPBD_SOLVE_COUPLED.
  xpbd_schedule schedule; ///< Of elements.
  xpbd_patches patches;
} xpbd_constraints;

/// Number of values that a set stores for the rest shape of an element: rows * rest_count, or rest_count - 1 with
/// XPBD_ROWS_ALIKE.
int xpbd_rest_size(const xpbd_formula_info *formula);
/// Rest shape of a row of an element. Returns `room` [XPBD_MAX_REST] or memory of the set.
const double *xpbd_rest_of(const xpbd_constraints *set, int64_t element, int row, double *room);

xpbd_scene_def xpbd_scene_def_default(void);
xpbd_constraints_def xpbd_constraints_def_default(void);
xpbd_handle_def xpbd_handle_def_default(void);

/// Creates a scene without constraints. Errors name the first bad field or particle.
xpbd_status xpbd_scene_create(const xpbd_scene_def *def, xpbd_scene **out);
/// Adds a centre: a virtual particle of infinite mass at the mean of particles first .. first + count - 1. It is
/// recomputed before each iteration. It is the ghost tip of volumetric formulas on triangle meshes (Cetinaslan 2019,
/// Sect. 5.1). Constraints refer to it by `index`. Call before creating a solver. XPBD_ERR_INVALID_ARGUMENT,
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_scene_add_centre(xpbd_scene *scene, int32_t first, int32_t count, int32_t *index);
/// Adds a formula on all matching elements of a mesh whose vertices are particles first, first + 1, .... Ignores
/// def->count and def->particles. def->rest must be NULL. On a mesh without tets, tetrahedra are its triangles with a
/// ghost tip. That centre is added if the scene has none for these vertices, and removed on failure. The warp follows
/// the mesh's texture coordinates. Without them it is def->warp, [mesh->triangle_count, 3]. Values of fields are in the
/// order of the mesh's edges, hinges, triangles or tets, or are an attribute of the mesh. Errors as xpbd_scene_add(),
/// and XPBD_ERR_INVALID_ARGUMENT if the mesh has no element for the formula, or no such attribute.
xpbd_status xpbd_scene_add_on_mesh(xpbd_scene *scene, const xpbd_mesh *mesh, int32_t first,
                                   const xpbd_constraints_def *def);
/// Adds an obstacle. Call before creating a solver. After each iteration, particles are pushed out of the obstacles in
/// the order they were added. Errors as xpbd_obstacle_create().
xpbd_status xpbd_scene_add_obstacle(xpbd_scene *scene, const xpbd_obstacle_def *def);
/// Adds a handle. Call before creating a solver. XPBD_ERR_INVALID_ARGUMENT names a particle that does not exist, is not
/// pinned or is already held, or a key that is not finite or not later than the one before. It is also returned if
/// there are already XPBD_MAX_HANDLES. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_scene_add_handle(xpbd_scene *scene, const xpbd_handle_def *def);
/// Adds a set and computes its rest shapes and schedule. Call before creating a solver. Sets are projected in the order
/// they were added. XPBD_ERR_INVALID_ARGUMENT names the field, element or particle, or says that no element has a rest
/// shape. XPBD_ERR_OUT_OF_MEMORY. After an error the scene is unchanged.
xpbd_status xpbd_scene_add(xpbd_scene *scene, const xpbd_constraints_def *def);
/// Frees it and sets *scene to NULL. Accepts NULL. Destroy its solvers first.
void xpbd_scene_destroy(xpbd_scene **scene);

/// Read access. The scene owns all arrays.
int32_t xpbd_scene_particle_count(const xpbd_scene *scene);  ///< n, without centres.
const double *xpbd_scene_positions(const xpbd_scene *scene); ///< [n + centres, 3]
/// [3] m. Solvers use positions relative to it, so that a scene far from (0, 0, 0) keeps float's digits. It is (0, 0,
/// 0) unless all particles are farther from there than 16 times their own extent.
const double *xpbd_scene_origin(const xpbd_scene *scene);
const double *xpbd_scene_velocities(const xpbd_scene *scene);     ///< [n + centres, 3]
const double *xpbd_scene_inverse_masses(const xpbd_scene *scene); ///< [n + centres], 0 for centres.
int32_t xpbd_scene_centre_count(const xpbd_scene *scene);
const xpbd_range *xpbd_scene_centre(const xpbd_scene *scene, int32_t index); ///< Its particles.
int32_t xpbd_scene_obstacle_count(const xpbd_scene *scene);
const xpbd_obstacle *xpbd_scene_obstacle(const xpbd_scene *scene, int32_t index);
int32_t xpbd_scene_handle_count(const xpbd_scene *scene);
/// NULL outside. Its axis has unit length. The scene owns it and its arrays, which stay valid until the next
/// xpbd_scene_add_handle().
const xpbd_handle_def *xpbd_scene_handle(const xpbd_scene *scene, int32_t index);
double xpbd_scene_global_damping(const xpbd_scene *scene);
double xpbd_scene_contact_radius(const xpbd_scene *scene); ///< [m] the largest radius. 0 = no contact between
                                                           ///< particles.
const double *xpbd_scene_radii(const xpbd_scene *scene);   ///< [n] m. NULL = xpbd_scene_contact_radius() for all.
double xpbd_scene_restitution(const xpbd_scene *scene);
double xpbd_scene_friction(const xpbd_scene *scene);
bool xpbd_scene_omits_tip_damping(const xpbd_scene *scene);
int32_t xpbd_scene_triangle_count(const xpbd_scene *scene);
const int32_t *xpbd_scene_triangles(const xpbd_scene *scene); ///< [t, 3]
const double *xpbd_scene_gravity(const xpbd_scene *scene);    ///< [3]
const xpbd_wind *xpbd_scene_wind(const xpbd_scene *scene);
int32_t xpbd_scene_set_count(const xpbd_scene *scene);
const xpbd_constraints *xpbd_scene_set(const xpbd_scene *scene, int32_t index);
/// Number of constraints in all sets: elements times rows.
int64_t xpbd_scene_constraint_count(const xpbd_scene *scene);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
