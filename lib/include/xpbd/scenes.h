/* Why this file exists: the named scenes that benches, checks, reports and xpbd-sim share, so that what is timed is what
 * is checked and what can be looked at. */
#ifndef XPBD_SCENES_H
#define XPBD_SCENES_H

#include "xpbd/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which particles a scene holds fast.
typedef enum xpbd_pins {
  XPBD_PINS_SCENE, ///< What the scene says.
  XPBD_PINS_NONE,
  XPBD_PINS_CORNERS, ///< Two corners of a side (grids only).
  XPBD_PINS_TOP      ///< Every vertex in the highest 2 % of the height.
} xpbd_pins;

/// What can be changed about a named scene. NaN, 0, NULL and XPBD_PINS_SCENE mean: as the scene has it.
typedef struct xpbd_scene_params {
  uint32_t cookie;       ///< Set by xpbd_scene_params_default(). Do not touch.
  int32_t resolution;    ///< Vertices along a side, >= 2.
  double size;           ///< [m] side of the cloth.
  const xpbd_mesh *mesh; ///< Simulate this mesh instead. Borrowed during the call.
  xpbd_pins pins;
  double mass;            ///< [kg] of each particle.
  const char *constraint; ///< Formula on the edges.
  double stiffness;       ///< Its material number `k`.
  double compliance, damping;
  const char *bending; ///< Formula on pairs of triangles, "none" = no bending.
  double bending_compliance;
  double gravity;   ///< [m/s^2] downwards (-y), >= 0.
  double wind[3];   ///< [m/s]
  double wind_drag; ///< [kg/m^3]
  xpbd_order order;
} xpbd_scene_params;

/// A named scene. `frame_time`, `substeps`, `iterations` are the settings of the paper it comes from.
typedef struct xpbd_scene_info {
  const char *name;
  const char *about;  ///< One line.
  const char *source; ///< Paper and figure.
  double frame_time;
  int32_t substeps, iterations;
} xpbd_scene_info;

/// A built scene and the mesh that shows it; frame k of a simulation is `mesh` with read-back positions.
typedef struct xpbd_model {
  xpbd_mesh mesh; ///< Topology for pictures and files; may have no triangles (chains).
  xpbd_scene *scene;
} xpbd_model;

xpbd_scene_params xpbd_scene_params_default(void);
int xpbd_scene_info_count(void);
const xpbd_scene_info *xpbd_scene_info_at(int index);
/// Place by name, -1 when there is none.
int xpbd_scene_info_find(const char *name);
/// Build a named scene. XPBD_ERR_INVALID_ARGUMENT names the parameter. Free with xpbd_model_destroy().
xpbd_status xpbd_scene_build(const char *name, const xpbd_scene_params *params, xpbd_model *out);
void xpbd_model_destroy(xpbd_model *model);

#ifdef __cplusplus
}
#endif
#endif
