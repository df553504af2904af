/* Why this file exists: a scene is what is simulated, without saying how: particles, sets of constraints in an explicit
 * order, pins, gravity, wind. It is built once and then shared unchanged by any number of solvers. */
#ifndef XPBD_SCENE_H
#define XPBD_SCENE_H

#include <stdint.h>

#include "xpbd/formula.h"
#include "xpbd/mesh.h"
#include "xpbd/schedule.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct xpbd_scene xpbd_scene;

/// Order in which the constraints of a set are projected. Different orders are different algorithms: they agree only
/// near convergence.
typedef enum xpbd_order {
  XPBD_ORDER_GROUP, ///< Independent groups; every backend and thread count gives the same bits.
  XPBD_ORDER_MESH   ///< As listed; plain sequential Gauss-Seidel.
} xpbd_order;

/// Wind on the triangles: force = drag * area * (n . (wind - mean velocity)) n, a third to each corner, with
/// wind = velocity + swing * sin(2 pi swing_rate t).
typedef struct xpbd_wind {
  double velocity[3]; ///< [m/s]
  double drag;        ///< [kg/m^3] (density times coefficient), >= 0; 0 = no wind.
  double swing[3];    ///< [m/s]
  double swing_rate;  ///< [1/s]
} xpbd_wind;

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
  xpbd_wind wind;               ///< Default none.
} xpbd_scene_def;

/// One set of constraints of one formula. Start from xpbd_constraints_def_default().
typedef struct xpbd_constraints_def {
  uint32_t cookie;
  const char *formula;                ///< Name from the list.
  int32_t count;                      ///< >= 0.
  const int32_t *particles;           ///< [count, arity]. Copied.
  const double *rest;                 ///< [count, rest_count], NULL = from the scene's positions. Copied.
  double material[XPBD_MAX_MATERIAL]; ///< NaN = the formula's standard value (the default).
  double compliance;                  ///< alpha >= 0, inverse stiffness of C [unit of C squared per J], default 1e-5.
  double
      damping; ///< beta >= 0, Rayleigh coefficient, default 0. gamma = alpha beta / h (Cetinaslan, ESBD, Eq. (5), corrected).
  xpbd_order order; ///< Default XPBD_ORDER_GROUP.
} xpbd_constraints_def;

/// A set of a scene, to be read.
typedef struct xpbd_constraints {
  int formula; ///< Index in the formula list.
  int32_t count;
  const int32_t *particles; ///< [count, arity]
  const double *rest;       ///< [count, rest_count]
  double material[XPBD_MAX_MATERIAL];
  double compliance, damping;
  xpbd_order order;
  xpbd_schedule schedule;
} xpbd_constraints;

xpbd_scene_def xpbd_scene_def_default(void);
xpbd_constraints_def xpbd_constraints_def_default(void);

/// Make a scene without constraints. Errors name the first bad field or particle.
xpbd_status xpbd_scene_create(const xpbd_scene_def *def, xpbd_scene **out);
/// Add a set, before any solver is made of the scene; sets are projected in the order they were added. Computes rest shapes and the schedule.
xpbd_status xpbd_scene_add(xpbd_scene *scene, const xpbd_constraints_def *def);
/// Free; sets *scene to NULL, accepts NULL. Solvers made from it must be destroyed first.
void xpbd_scene_destroy(xpbd_scene **scene);

/// Read access. Arrays are owned by the scene.
int32_t xpbd_scene_particle_count(const xpbd_scene *scene);
const double *xpbd_scene_positions(const xpbd_scene *scene);      ///< [n, 3]
const double *xpbd_scene_velocities(const xpbd_scene *scene);     ///< [n, 3]
const double *xpbd_scene_inverse_masses(const xpbd_scene *scene); ///< [n]
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
#endif
