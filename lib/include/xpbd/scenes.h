/* Why this file exists: the named scenes that benches, checks, reports and xpbd-sim share, so that what is timed is
 * what is checked and what can be looked at; and the text that says which constraints a body is made of. */
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

/// "scene", "none", "corners" or "top", NULL outside; the place of a name, -1 = there is none.
const char *xpbd_pins_name(int pins);
int xpbd_pins_find(const char *name);

/// A name for several formulas that make one material together: Cetinaslan's strain-based dynamics has a constraint
/// for each stretch and one for each shear.
typedef struct xpbd_model_name {
  const char *name;
  const char *formulas; ///< Names from the formula list, joined by '+'.
  const char *about;    ///< One line.
} xpbd_model_name;

int xpbd_model_name_count(void);
/// By place, NULL outside 0 .. count - 1.
const xpbd_model_name *xpbd_model_name_at(int index);

/// Check a specification of constraints, without a scene:
///
///     NAME[:KEY=VALUE[,KEY=VALUE...]][+NAME...]     e.g.  sbd:alpha=1e-5+tet_volume:alpha=1e-4,beta=0.3
///
/// NAME is a formula or an xpbd_model_name; what follows a model's name holds for all its formulas that have the key.
/// A ':' may stand for the ',' between keys. Parts are added, and so projected, in the order written. KEY is a number of the formula's material (k, E, nu, ...),
///   alpha    compliance, as in xpbd_constraints_def;
///   beta     Rayleigh damping, likewise;
///   damping  reading of the damping: xpbd, lagged or tilde;
///   order    group or mesh.
/// XPBD_ERR_INVALID_ARGUMENT names the part and what is wrong with it: an unknown name or key, a key given twice, a
/// value that is no number or out of its range.
xpbd_status xpbd_constraint_spec_check(const char *text);

/// What can be changed about a named scene. NaN, 0, NULL and XPBD_PINS_SCENE mean: as the scene has it. A number that
/// a scene has no use for (stretch, angle, volume, friction) is refused, not ignored.
typedef struct xpbd_scene_params {
  uint32_t cookie;       ///< Set by xpbd_scene_params_default(). Do not touch.
  int32_t resolution;    ///< Vertices along a side, >= 2; 2^n + 1 along an edge of the octahedron that makes a sphere.
  double size;           ///< [m] side of a cloth, length of a chain, largest extent of a body.
  const xpbd_mesh *mesh; ///< Simulate this mesh instead, scaled to `size` and put where the scene's body is; a cloth
                         ///< takes it as it is unless `size` is set. Borrowed during the call. Not for all scenes.
  xpbd_pins pins;
  double mass;                  ///< [kg] of each particle.
  const char *constraint;       ///< Specification, see xpbd_constraint_spec_check().
  double stiffness;             ///< Material number `k` of its first part, unless the part sets it.
  double compliance, damping;   ///< alpha and beta of those parts that do not set them.
  const char *bending;          ///< A second specification, "none" = no bending.
  double bending_compliance;    ///< Its alpha where it sets none, standard 1e-3.
  double gravity;               ///< [m/s^2] downwards (-y), >= 0.
  double wind[3];               ///< [m/s]
  double wind_drag;             ///< [kg/m^3]
  xpbd_order order;             ///< Of those parts that do not set it.
  xpbd_damping damping_reading; ///< The same.
  bool omit_tip_damping;        ///< As in xpbd_scene_def.
  double global_damping;        ///< The same.
  double friction;              ///< Coulomb's mu of all obstacles, >= 0.
  double stretch;               ///< Length, pulled, over that at rest (cloth_stretched, torus_stretched), > 0.
  double angle;                 ///< [degrees] by which the beam is twisted, or the pendulum starts off the vertical.
  double pull_time;             ///< [s] in which hands stretch or twist what starts at rest, smoothly; 0 = it starts
                                ///< evenly stretched or twisted, else 1e-9 to 1e6. Standard 1; where `pins` chooses
                                ///< the pins only 0.
  double volume;                ///< Rest volume over that at the start (inflation), > 0.
  double contact_radius;        ///< [m] as in xpbd_scene_def; 0 = no contact.
} xpbd_scene_params;

/// A named scene. What the papers print is in it: `frame_time`, `iterations`, `constraint`, `compliance`, `damping`.
/// The rest is ours, chosen and explained in data/scenes.
typedef struct xpbd_scene_info {
  const char *name;
  const char *about;  ///< One line.
  const char *source; ///< Paper and figure.
  double frame_time;
  int32_t substeps, iterations;
  int32_t frames;             ///< After which what the scene shows has been seen.
  int32_t resolution;         ///< Standards of the parameters of the same name.
  double size, mass, gravity; ///< [m], [kg], [m/s^2]
  const char *constraint;
  double compliance, damping;
  bool takes_mesh;
} xpbd_scene_info;

/// A number of the parameters that a scene has a use for: its name in xpbd_scene_params, and what may be in it.
typedef struct xpbd_scene_number {
  const char *name, *unit;
  double standard;         ///< When the parameters say nothing; NaN: several things of the scene have it, and differ.
  double minimum, maximum; ///< Inclusive; mass and size are above 0.
} xpbd_scene_number;

enum { XPBD_MAX_SCENE_NUMBERS = 16 };

/// A built scene and the mesh that shows it; frame k of a simulation is `mesh` with read-back positions.
typedef struct xpbd_model {
  xpbd_mesh mesh; ///< Of all bodies, vertex i is particle i; positions at rest, not those of the start. Edges only for
                  ///< chains.
  xpbd_scene *scene;
  xpbd_obstacle_def *obstacles; ///< [obstacle_count] for pictures, the same as in the scene. What they point to is
                                ///< the model's.
  int32_t obstacle_count;
  xpbd_mesh *obstacle_meshes;                        ///< [obstacle_count] zero where the obstacle has none.
  xpbd_scene_number numbers[XPBD_MAX_SCENE_NUMBERS]; ///< [number_count] that the scene looked at while it was built.
  int32_t number_count;
} xpbd_model;

xpbd_scene_params xpbd_scene_params_default(void);
int xpbd_scene_info_count(void);
const xpbd_scene_info *xpbd_scene_info_at(int index);
/// Place by name, -1 when there is none.
int xpbd_scene_info_find(const char *name);
/// Build a named scene. XPBD_ERR_INVALID_ARGUMENT names the parameter. Free with xpbd_model_destroy().
xpbd_status xpbd_scene_build(const char *name, const xpbd_scene_params *params, xpbd_model *out);
/// Free what the model owns and zero it. Accepts a zeroed model.
void xpbd_model_destroy(xpbd_model *model);

#ifdef __cplusplus
}
#endif
#endif
