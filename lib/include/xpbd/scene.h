/* Why this file exists: a scene is what is simulated, without saying how: particles, sets of constraints in an explicit
 * order, pins and the hands that move them, gravity, wind. It is built once and then shared unchanged by any number of solvers. */
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

/// Order in which the constraints of a set are projected. Different orders are different algorithms: they agree only
/// near convergence.
typedef enum xpbd_order {
  XPBD_ORDER_GROUP, ///< Independent groups; every backend and thread count gives the same bits.
  XPBD_ORDER_MESH   ///< As listed; plain sequential Gauss-Seidel.
} xpbd_order;

/// "group" or "mesh", NULL outside; the place of a name, -1 = there is none.
const char *xpbd_order_name(int order);
int xpbd_order_find(const char *name);

/// Wind on the triangles: force = drag * area * (n . (wind - mean velocity)) n, a third to each corner, with
/// wind = velocity + swing * sin(2 pi swing_rate t).
typedef struct xpbd_wind {
  double velocity[3]; ///< [m/s]
  double drag;        ///< [kg/(m^2 s)] (pressure over speed), >= 0; 0 = no wind.
  double swing[3];    ///< [m/s]
  double swing_rate;  ///< [1/s] >= 0
} xpbd_wind;

/// How the Rayleigh damping of a set is read; gamma multiplies sum_i g_i . (x_i - start_i) in the multiplier.
typedef enum xpbd_damping {
  XPBD_DAMPING_XPBD,   ///< gamma = alpha beta / h, displacement of the current iterate since the start of the step
                       ///< (Macklin et al. 2016, Eq. (26)): a true dashpot of beta.
  XPBD_DAMPING_LAGGED, ///< The displacement of the step before, as Cetinaslan (ESBD), Eq. (5) prints it.
  XPBD_DAMPING_TILDE   ///< gamma = alpha beta / h^3, alpha~ beta / h misread: too large by 1 / h^2.
} xpbd_damping;

/// "xpbd", "lagged" or "tilde", NULL outside; the place of a name, -1 = there is none.
const char *xpbd_damping_name(int damping);
int xpbd_damping_find(const char *name);

/// Definition of the particles and of what acts on them. Start from xpbd_scene_def_default().
typedef struct xpbd_scene_def {
  uint32_t cookie;              ///< Set by xpbd_scene_def_default(). Do not touch.
  int32_t particle_count;       ///< n >= 1.
  const double *positions;      ///< [n, 3] m, the rest shape and the start. Copied.
  const double *velocities;     ///< [n, 3] m/s, NULL = at rest. Copied.
  const double *inverse_masses; ///< [n] 1/kg, >= 0, 0 = pinned. Copied.
  int32_t triangle_count;       ///< May be 0; needed for wind and area.
  const int32_t *triangles;     ///< [triangle_count, 3]. Copied.
  double gravity[3];            ///< [m/s^2], default (0, -9.81, 0).
  double global_damping;        ///< 0..1, default 0: part of the velocity relative to the rigid motion of all free
                                ///< particles that each time step takes away (Mueller et al. 2007, Sect. 3.5);
                                ///< of particles on one line, or nearly, the mean velocity alone counts as rigid.
  double contact_radius; ///< [m] >= 0, default 0 = none: particles are balls that keep apart, unless a constraint
                         ///< or a triangle joins them (methods verlet: a spring). Choose about half of the edges'
                         ///< length. Obstacles meet their centres.
  const double *radii;   ///< [n] m >= 0 of the balls instead, 0 = touches nothing; their surfaces meet obstacles too.
                         ///< NULL = contact_radius for all, else that means nothing, but is checked. Copied.
  double restitution;    ///< e, 0..1, default 0: between particles, speed of parting over speed of approach before the
                         ///< time step (Mueller, Macklin et al. 2020, Eq. (34), without its threshold).
  double friction;       ///< Coulomb's mu >= 0, default 0, between particles (Macklin et al. 2014, Sec. 6.1). Obstacles
                         ///< have both of their own.
  bool omit_tip_damping; ///< Damping as if ghost tips stood still with the mesh (ESBD's over-dissipation).
  xpbd_wind wind;        ///< Default none.
} xpbd_scene_def;

/// One set of constraints of one formula. Start from xpbd_constraints_def_default().
typedef struct xpbd_constraints_def {
  uint32_t cookie;
  const char *formula;      ///< Name from the list.
  int32_t count;            ///< Elements, >= 0. Each has the formula's number of rows as constraints.
  const int32_t *particles; ///< [count, arity]; n + c is centre c. Copied.
  const double *rest;       ///< [count, rows, rest_count], NULL = from the scene's positions. Copied.
  /// [count, 3] directions of the material's x axis, of triangles; as far as they lie in them, which has to be more than 8
  /// degrees from the normal. 0 or NULL = global x, where that is within 8 degrees of the normal global y.
  const double *warp;
  double material[XPBD_MAX_MATERIAL]; ///< NaN = the formula's standard value (the default).
  double compliance; ///< alpha >= 0 [unit of C squared per J]; NaN (default) = 1e-5, 1 for formulas with XPBD_MODULI.
  double damping;    ///< beta >= 0, Rayleigh coefficient, default 0.
  xpbd_damping damping_reading; ///< Default XPBD_DAMPING_XPBD.
  xpbd_order order;             ///< Default XPBD_ORDER_GROUP.
} xpbd_constraints_def;

/// A handle: pinned particles that move together as a rigid body, as a hand moves what it holds. Start from
/// xpbd_handle_def_default(). At the end of each time step a held particle stands where the keys put its start position:
/// moved by the position, turned about the moved pivot. Its velocity is the distance it was moved in the step over the
/// step. A first key other than no displacement at t = 0 begins with a jump.
typedef struct xpbd_handle_def {
  uint32_t cookie;             ///< Set by xpbd_handle_def_default(). Do not touch.
  int32_t particle_count;      ///< >= 1.
  const int32_t *particles;    ///< [particle_count] of inverse mass 0, each in one handle only. Copied.
  double pivot[3];             ///< [m] a point that turns with nothing, where the particles start; default (0, 0, 0).
  double axis[3];              ///< Axis through the pivot, of a length from 1e-100 to 1e100; default (0, 1, 0).
  int32_t key_count;           ///< >= 1.
  const double *key_times;     ///< [key_count] s, ascending, no two equal. Copied.
  const double *key_positions; ///< [key_count, 3] m from its start; NULL = it stays. Straight and even between keys, at
                               ///< rest before and after. Copied.
  const double *key_angles;    ///< [key_count] rad about `axis`, counter-clockwise seen from its tip; NULL = it does
                               ///< not turn. The same between keys. Copied.
} xpbd_handle_def;

enum { XPBD_MAX_HANDLES = 256 }; ///< Of a scene.

/// A set of a scene, to be read.
typedef struct xpbd_constraints {
  int formula;      ///< Index in the formula list.
  int32_t count;    ///< Constraints: rows of the elements that have a rest shape, elements one after another.
  int32_t left_out; ///< Constraints without a rest shape (no area, no volume, a ghost tip in the triangle's plane).
  const int32_t *particles; ///< [count, arity]
  const double *rest;       ///< [count, rest_count]
  double material[XPBD_MAX_MATERIAL];
  double compliance, damping;
  xpbd_damping damping_reading;
  xpbd_order order;
  xpbd_schedule schedule;
} xpbd_constraints;

xpbd_scene_def xpbd_scene_def_default(void);
xpbd_constraints_def xpbd_constraints_def_default(void);
xpbd_handle_def xpbd_handle_def_default(void);

/// Make a scene without constraints. Errors name the first bad field or particle.
xpbd_status xpbd_scene_create(const xpbd_scene_def *def, xpbd_scene **out);
/// Add a centre: a virtual particle at the mean of particles first .. first + count - 1, of infinite mass, computed anew
/// before each sweep; the ghost tip of volumetric formulas on triangle meshes (Cetinaslan 2019, Sect. 5.1). `index` is
/// what constraints call it. Before any solver is made of the scene. XPBD_ERR_INVALID_ARGUMENT, XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_scene_add_centre(xpbd_scene *scene, int32_t first, int32_t count, int32_t *index);
/// Put a formula where it belongs on a mesh whose vertices are particles first, first + 1, ...: def->count and
/// def->particles are ignored, and def->rest must be NULL. Tetrahedra of a mesh without any are its triangles with a
/// ghost tip, a centre that is added when the scene has none for these vertices, and taken back on failure. The warp
/// follows the mesh's texture coordinates; without them it is def->warp, [mesh->triangle_count, 3].
/// XPBD_ERR_INVALID_ARGUMENT also where the mesh has nothing that the formula is put on; other errors as xpbd_scene_add().
xpbd_status xpbd_scene_add_on_mesh(xpbd_scene *scene, const xpbd_mesh *mesh, int32_t first,
                                   const xpbd_constraints_def *def);
/// Add an obstacle, before any solver is made of the scene; after each sweep particles are put out of the obstacles in
/// the order they were added. Errors as xpbd_obstacle_create().
xpbd_status xpbd_scene_add_obstacle(xpbd_scene *scene, const xpbd_obstacle_def *def);
/// Add a handle, before any solver is made of the scene. XPBD_ERR_INVALID_ARGUMENT names the particle that is not there,
/// not pinned or held already, or the key that is not finite or does not come after the one before, or says that there are
/// XPBD_MAX_HANDLES already. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_scene_add_handle(xpbd_scene *scene, const xpbd_handle_def *def);
/// Add a set, before any solver is made of the scene; sets are projected in the order they were added. Computes rest
/// shapes and the schedule. XPBD_ERR_INVALID_ARGUMENT names the field, the element or the particle, or says that no element
/// has a rest shape; XPBD_ERR_OUT_OF_MEMORY. After an error the scene is as it was.
xpbd_status xpbd_scene_add(xpbd_scene *scene, const xpbd_constraints_def *def);
/// Free; sets *scene to NULL, accepts NULL. Solvers made from it must be destroyed first.
void xpbd_scene_destroy(xpbd_scene **scene);

/// Read access. Arrays are owned by the scene.
int32_t xpbd_scene_particle_count(const xpbd_scene *scene);  ///< n, without centres.
const double *xpbd_scene_positions(const xpbd_scene *scene); ///< [n + centres, 3]
/// [3] m. Solvers compute with positions relative to it, so that a scene far away keeps float's digits. It is (0, 0, 0) unless
/// all particles are more than 16 times their own extent away from there.
const double *xpbd_scene_origin(const xpbd_scene *scene);
const double *xpbd_scene_velocities(const xpbd_scene *scene);     ///< [n + centres, 3]
const double *xpbd_scene_inverse_masses(const xpbd_scene *scene); ///< [n + centres], 0 for centres.
int32_t xpbd_scene_centre_count(const xpbd_scene *scene);
const xpbd_range *xpbd_scene_centre(const xpbd_scene *scene, int32_t index); ///< Its particles.
int32_t xpbd_scene_obstacle_count(const xpbd_scene *scene);
const xpbd_obstacle *xpbd_scene_obstacle(const xpbd_scene *scene, int32_t index);
int32_t xpbd_scene_handle_count(const xpbd_scene *scene);
/// NULL outside. Its axis is unit. It and its arrays belong to the scene and are valid until the next
/// xpbd_scene_add_handle().
const xpbd_handle_def *xpbd_scene_handle(const xpbd_scene *scene, int32_t index);
double xpbd_scene_global_damping(const xpbd_scene *scene);
double xpbd_scene_contact_radius(const xpbd_scene *scene); ///< [m] the largest; 0 = no contact between particles.
const double *xpbd_scene_radii(const xpbd_scene *scene);   ///< [n] m; NULL = xpbd_scene_contact_radius() for all.
double xpbd_scene_restitution(const xpbd_scene *scene);
double xpbd_scene_friction(const xpbd_scene *scene);
bool xpbd_scene_omits_tip_damping(const xpbd_scene *scene);
int32_t xpbd_scene_triangle_count(const xpbd_scene *scene);
const int32_t *xpbd_scene_triangles(const xpbd_scene *scene); ///< [t, 3]
const double *xpbd_scene_gravity(const xpbd_scene *scene);    ///< [3]
const xpbd_wind *xpbd_scene_wind(const xpbd_scene *scene);
int32_t xpbd_scene_set_count(const xpbd_scene *scene);
const xpbd_constraints *xpbd_scene_set(const xpbd_scene *scene, int32_t index);
/// Constraints of all sets together.
int64_t xpbd_scene_constraint_count(const xpbd_scene *scene);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
