/* Why this file exists: joins the two halves of the export to MuJoCo: what it can hold, and how it is written. */
#ifndef XPBD_SIM_MJCF_H
#define XPBD_SIM_MJCF_H

#include "xpbd/scenes.h"

/// How MuJoCo gets a set of constraints: as a flex. Numbers that its kind does not use are 0.
typedef struct mjcf_flex {
  int dim;                 ///< 1 springs, 2 triangles, 3 tetrahedra.
  double stiffness;        ///< [N/m] of springs.
  double spring_damping;   ///< [N s/m] of springs.
  double young, poisson;   ///< [Pa], [1]; with dim 2 [N/m], for a thickness of 1 m.
  double rayleigh_damping; ///< [s] of triangles and tetrahedra.
} mjcf_flex;

/// Where the body is without load, [n, 3] m. MuJoCo takes the rest shapes from there.
const double *mjcf_rest(const xpbd_model *model);
/// XPBD_ERR_UNSUPPORTED names the first thing of a scene that MuJoCo does not have.
xpbd_status mjcf_check(const xpbd_model *model);
/// The flex of a set. XPBD_ERR_UNSUPPORTED as above.
xpbd_status mjcf_flex_of(const xpbd_model *model, int32_t set, mjcf_flex *out);

#endif
