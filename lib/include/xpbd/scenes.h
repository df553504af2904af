/* Why this file exists: the named scenes that benches, checks, reports and xpbd-sim share, so that what is timed is
 * what is checked and what can be looked at; and the text that says which constraints a body is made of. */
#ifndef XPBD_SCENES_H
#define XPBD_SCENES_H

#include "xpbd/scene.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
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
/// or "none". NAME is a formula or an xpbd_model_name; what follows a model's name holds for all its formulas that have the
/// key. A ':' may stand for the ',' between keys. Parts are added, and so projected, in the order written; there are at most
/// 16 formulas. KEY is a number of the formula's material (k, E, nu, ...),
///   alpha    compliance, as in xpbd_constraints_def;
///   beta     Rayleigh damping, likewise;
///   damping  reading of the damping: xpbd, lagged or tilde;
///   order    group or mesh.
/// XPBD_ERR_INVALID_ARGUMENT names the part and what is wrong with it: an unknown name or key, a key given twice, a
/// value that is no number or out of its range, a formula too many.
xpbd_status xpbd_constraint_spec_check(const char *text);

/// A number of a scene: what may be in it, and what is when nobody says anything.
typedef struct xpbd_scene_parameter {
  const char *name; ///< As programs take it, e.g. "pull_time".
  const char *unit;
  double standard;         ///< NaN: it follows from others, as `about` says.
  double minimum, maximum; ///< Inclusive; mass and size are above 0.
  const char *about;       ///< What it is, without full stop.
} xpbd_scene_parameter;

/// A parameter that was set by name.
enum { XPBD_SCENE_VALUES = 24, XPBD_SCENE_VALUE_NAME = 32 };
typedef struct xpbd_scene_value {
  char name[XPBD_SCENE_VALUE_NAME];
  double value;
} xpbd_scene_value;

/// What can be changed about a named scene. NaN, 0, NULL and XPBD_PINS_SCENE mean: as the scene has it. Parameters that
/// only some scenes have are set with xpbd_scene_params_set().
typedef struct xpbd_scene_params {
  uint32_t cookie;       ///< Set by xpbd_scene_params_default(). Do not touch.
  int32_t resolution;    ///< Vertices along a side, >= 2; 2^n + 1 along an edge of the octahedron that makes a sphere.
  double size;           ///< [m] side of a cloth, length of a chain, largest extent of a body.
  const xpbd_mesh *mesh; ///< Simulate this mesh instead, scaled to `size` and put where the scene's body is; unless
                         ///< `size` is set, `cloth` takes it as it is and `friction_shape` leaves it its size. Borrowed
                         ///< during the call. Not for all scenes.
  xpbd_pins pins;
  double mass;                  ///< [kg] of each particle.
  const char *constraint;       ///< Specification, see xpbd_constraint_spec_check().
  double stiffness;             ///< Material number `k` of its first part, unless the part sets it.
  double compliance, damping;   ///< alpha and beta of parts that do not set them; XPBD_MODULI: alpha is else 1.
  const char *bending;          ///< A second specification, "none" = no bending.
  double bending_compliance;    ///< Its alpha where it sets none, standard 1e-3; with XPBD_MODULI 1.
  double gravity;               ///< [m/s^2] downwards (-y), >= 0.
  double wind[3];               ///< [m/s]
  double wind_drag;             ///< [kg/(m^2 s)]
  xpbd_order order;             ///< Of those parts that do not set it.
  xpbd_damping damping_reading; ///< The same.
  bool omit_tip_damping;        ///< As in xpbd_scene_def.
  double global_damping;        ///< The same.
  double contact_radius;        ///< [m] as in xpbd_scene_def; 0 = no contact.
  int32_t value_count;          ///< Of the scene's own parameters, by xpbd_scene_params_set().
  xpbd_scene_value values[XPBD_SCENE_VALUES];
} xpbd_scene_params;

/// A named scene: one file in lib/scene/scenes. What the papers print is in it: `frame_time`, `iterations`,
/// `constraint`, `compliance`, `damping`. The rest is ours, chosen and explained in data/scenes.
typedef struct xpbd_scene_info {
  const char *name;
  const char *about;  ///< One line.
  const char *source; ///< Paper and figure.
  const char *method; ///< The method it was made for; NULL = "xpbd". Others run it, too, where they support it.
  double frame_time;
  int32_t substeps, iterations;
  int32_t frames;             ///< After which what the scene shows has been seen.
  int32_t resolution;         ///< Standards of the parameters of the same name.
  int32_t least_resolution;   ///< The least of it that makes the scene.
  double size, mass, gravity; ///< [m], [kg], [m/s^2]
  double wind[3], wind_drag;  ///< [m/s], [kg/(m^2 s)]
  const char *constraint;     ///< "none" where there is only contact.
  double compliance, damping; ///< NaN: they follow from other parameters.
  bool whole_bodies;          ///< Mass is that of a whole body.
  bool self_contact;          ///< Particles keep apart by half of the mean edge's length unless contact_radius is set.
  bool takes_mesh;
  const xpbd_scene_parameter *parameters; ///< [parameter_count] its own, beside those that all scenes have.
  int32_t parameter_count;
} xpbd_scene_info;

/// A built scene and the mesh that shows it; frame k of a simulation is `mesh` with read-back positions.
typedef struct xpbd_model {
  xpbd_mesh mesh; ///< Of all bodies, vertex i is particle i; positions at rest, not those of the start. Edges only for
                  ///< chains.
  xpbd_scene *scene;
  double time_step;             ///< [s] the longest that is advised, for what it holds; INFINITY = any.
  xpbd_obstacle_def *obstacles; ///< [obstacle_count] for pictures, the same as in the scene. What they point to is
                                ///< the model's.
  int32_t obstacle_count;
  xpbd_mesh *obstacle_meshes; ///< [obstacle_count] zero where the obstacle has none.
} xpbd_model;

xpbd_scene_params xpbd_scene_params_default(void);
/// Time steps of a frame: those of the scene's table, more where the built model advises shorter ones, `time_step` [s].
int32_t xpbd_scene_info_substeps(const xpbd_scene_info *info, double time_step, double frame_time);
/// Set a parameter by its name: one that all scenes have or a scene's own; NaN = as the scene has it. What a scene does
/// not have, or not in that range, is refused when it is built. XPBD_ERR_INVALID_ARGUMENT: no scene at all has it (which
/// xpbd_scene_build() refuses, too); more than XPBD_SCENE_VALUES of them; a resolution that is no whole number.
xpbd_status xpbd_scene_params_set(xpbd_scene_params *params, const char *name, double value);

/// All parameters of a scene: those that every scene has, from the resolution to the contact radius, then its own.
int xpbd_scene_parameter_count(const xpbd_scene_info *info);
/// By place, zero outside 0 .. count - 1.
xpbd_scene_parameter xpbd_scene_parameter_at(const xpbd_scene_info *info, int index);
/// Place by name, -1 when the scene does not have it.
int xpbd_scene_parameter_find(const xpbd_scene_info *info, const char *name);

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
#pragma GCC visibility pop
#endif
