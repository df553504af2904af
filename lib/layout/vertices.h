/* Why this file exists: a method that moves one vertex after the other needs the elements at each vertex, and vertices in
 * groups that share no element. These are its layout, instead of groups of constraints. Private to the project. */
#ifndef XPBD_LAYOUT_VERTICES_H
#define XPBD_LAYOUT_VERTICES_H

#include <stdbool.h>

#include "layout/records.h"
#include "xpbd/scene.h"
#include "xpbd/schedule.h"
#include "xpbd/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/// In the scene's order. Elements at a vertex are ascending by set and element.
typedef struct xpbd_vertex_layout {
  int64_t *first;        ///< [n + 1] first corner of each vertex.
  xpbd_corner *corners;  ///< [first[n]]
  xpbd_schedule colours; ///< Of vertices. Two of a colour have no element in common.
  int64_t bytes;
} xpbd_vertex_layout;

/// XPBD_ERR_OUT_OF_MEMORY. Destroy even after a failure.
xpbd_status xpbd_vertex_layout_create(const xpbd_scene *scene, xpbd_vertex_layout *out);
void xpbd_vertex_layout_destroy(xpbd_vertex_layout *layout);

/// XPBD_ERR_UNSUPPORTED if a device cannot move the vertices of this scene with the bits of the CPU, with the reason.
xpbd_status xpbd_vertices_supported(const xpbd_scene *scene, const char *backend, const char *method);

/// The sets of a scene as one array of each kind, for a device. `inertia` is [n].
typedef struct xpbd_vertex_arrays {
  xpbd_vertex_set *sets;
  int32_t *particles;
  double *rest, *inertia;
  int64_t set_count, particle_count, rest_count, row_count;
  bool pulls; ///< A set is damped.
} xpbd_vertex_arrays;

/// XPBD_ERR_OUT_OF_MEMORY. Destroy even after a failure.
xpbd_status xpbd_vertex_arrays_create(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_vertex_arrays *out);
void xpbd_vertex_arrays_destroy(xpbd_vertex_arrays *arrays);

/// m / h^2 [N/m] of each particle [n], 0 = pinned. XPBD_ERR_UNSUPPORTED: a mass is out of range.
xpbd_status xpbd_inertia_over(const xpbd_scene *scene, double h, double *out);
/// Sets the numbers of the method.
void xpbd_vertices_numbers(const xpbd_solver_def *def, xpbd_vertices *out);
/// The dashpot of the rows of a set over a time step [N per unit of C].
double xpbd_dashpot_of(const xpbd_constraints *set, const xpbd_solver_def *def);

#ifdef __cplusplus
}
#endif
#endif
