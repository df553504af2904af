/* Why this file exists: the named scenes. Benches, checks, reports and xpbd-sim share them, so what is timed can also
 * be checked and viewed. It also defines the text that specifies the constraints of a body. */
#ifndef XPBD_SCENES_H
#define XPBD_SCENES_H

#include "xpbd/scene.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/// Which particles of a scene are pinned.
typedef enum xpbd_pins {
  XPBD_PINS_SCENE, ///< The scene's own choice.
  XPBD_PINS_NONE,
  XPBD_PINS_CORNERS, ///< Two corners of one side (grids only).
  XPBD_PINS_TOP      ///< Every vertex in the top 2 % of the height.
} xpbd_pins;

/// "scene", "none", "corners" or "top", NULL outside. xpbd_pins_find() returns the value of a name, or -1.
const char *xpbd_pins_name(int pins);
int xpbd_pins_find(const char *name);

/// Particles chosen by their rest position: an end of the scene's bodies, or all in a box.
typedef struct xpbd_region {
  bool box;            ///< The box between the corners, borders included. Else an end.
  int axis;            ///< 0, 1, 2 = x, y, z.
  bool high;           ///< The end with the largest coordinate, else the smallest.
  double share;        ///< 0..1: how far the end reaches, relative to the extent along the axis.
  double corner[2][3]; ///< [m] lowest and highest corner of the box.
} xpbd_region;

/// A region that is held, and may be moved from rest to rest: after u of the time it has moved 3 u^2 - 2 u^3 of the way.
typedef struct xpbd_hold {
  const char *name;   ///< What error messages call it. Borrowed.
  xpbd_region region; ///< Selects at least one particle.
  double time;        ///< [s] duration of the motion, at least 1e-9. 0 = it does not move.
  double shift[3];    ///< [m] displacement.
  double angle;       ///< [rad] turn about `axis`, counter-clockwise seen from its tip.
  double axis[3];     ///< Used if the angle is not 0. Length as in xpbd_handle_def.
  double pivot[3];    ///< [m] fixed point of the turn. NaN = the middle of the extents of the held particles.
} xpbd_hold;

/// A name for several formulas that form one material. Example: Cetinaslan's strain-based dynamics has one constraint
/// for each stretch and one for each shear.
typedef struct xpbd_model_name {
  const char *name;
  const char *formulas; ///< Names from the formula list, joined by '+'.
  const char *about;    ///< One line.
} xpbd_model_name;

int xpbd_model_name_count(void);
/// By index, NULL outside 0 .. count - 1.
const xpbd_model_name *xpbd_model_name_at(int index);

/// Checks a specification of constraints, without a scene:
///
///     NAME[:KEY=VALUE[,KEY=VALUE...]][+NAME...]     e.g.  sbd:alpha=1e-5+tet_volume:alpha=1e-4,beta=0.3
///
/// or "none". NAME is a formula or an xpbd_model_name. Keys of a model apply to all its formulas that have them. ':'
/// may replace ',' between keys. Parts are added, and so projected, in the order written. There are at most 16
/// formulas. KEY is a material parameter of the formula (k, E, nu, ...), a field of it (fibre, activation, ...), or
///   alpha    compliance, as in xpbd_constraints_def,
///   beta     Rayleigh damping, likewise,
///   damping  how damping is computed: xpbd, lagged or tilde,
///   order    group or mesh,
///   solve    rows or coupled, see xpbd_solve.
/// The VALUE of a field is a number, a direction as X/Y/Z, or @ATTRIBUTE: an attribute of the mesh, whose name has no
/// ',', ':' or '+'. E.g. fibre_tet:fibre=@muscle,activation=0.2. The mesh is searched for it when a scene is made.
/// XPBD_ERR_INVALID_ARGUMENT names the part and its defect: an unknown name or key, a repeated key, a value that is not
/// a number or out of range, or too many formulas.
xpbd_status xpbd_constraint_spec_check(const char *text);

/// A parameter of a scene: its range and its default.
typedef struct xpbd_scene_parameter {
  const char *name; ///< Name as programs take it, e.g. "pull_time".
  const char *unit;
  double standard;         ///< Default. NaN = it follows from others, as `about` says.
  double minimum, maximum; ///< Inclusive. Mass and size are above 0.
  const char *about;       ///< Description without a full stop.
} xpbd_scene_parameter;

/// A parameter set by name.
enum { XPBD_SCENE_VALUES = 24, XPBD_SCENE_VALUE_NAME = 32 };
typedef struct xpbd_scene_value {
  char name[XPBD_SCENE_VALUE_NAME];
  double value;
} xpbd_scene_value;

/// The parameters of a named scene. NaN, 0, NULL and XPBD_PINS_SCENE mean the scene's default. Set parameters that only
/// some scenes have with xpbd_scene_params_set().
typedef struct xpbd_scene_params {
  uint32_t cookie;       ///< Set by xpbd_scene_params_default(). Do not touch.
  int32_t resolution;    ///< Vertices along a side, >= 2. A sphere needs 2^n + 1, along an edge of its octahedron.
  double size;           ///< [m] side of a cloth, length of a chain, largest extent of a body.
  const xpbd_mesh *mesh; ///< Simulate this mesh instead, placed where the scene's body is. It keeps its size unless
                         ///< `size` is set. `body` and `cloth` then do not move it either. Borrowed during the call.
                         ///< Not for all scenes.
  xpbd_pins pins;
  const xpbd_hold *holds; ///< [hold_count] They replace the scene's own pins. Borrowed during the call. A
                          ///< particle may be in only one hold that moves, and at least one must stay free.
  int32_t hold_count;
  const xpbd_obstacle_def *obstacles; ///< [obstacle_count] Added after the scene's own. Borrowed during the call.
  int32_t obstacle_count;
  double mass;                  ///< [kg] of each particle, or of a whole body, see whole_bodies.
  const char *constraint;       ///< Specification, see xpbd_constraint_spec_check().
  double stiffness;             ///< Material parameter `k` of its first part, unless the part sets it.
  double compliance, damping;   ///< alpha and beta of parts that do not set them. Default alpha with XPBD_MODULI: 1.
  const char *bending;          ///< A second specification. "none" = no bending.
  double bending_compliance;    ///< Its alpha if not set there. Default 1e-3, with XPBD_MODULI 1.
  double gravity;               ///< [m/s^2] downwards (-y), >= 0.
  double wind[3];               ///< [m/s]
  double wind_drag;             ///< [kg/(m^2 s)]
  xpbd_order order;             ///< For parts that do not set it.
  xpbd_damping damping_reading; ///< For parts that do not set it.
  bool omit_tip_damping;        ///< As in xpbd_scene_def.
  double global_damping;        ///< As in xpbd_scene_def.
  double contact_radius;        ///< [m] as in xpbd_scene_def. 0 = no contact.
  int32_t value_count;          ///< Number of scene parameters set by xpbd_scene_params_set().
  xpbd_scene_value values[XPBD_SCENE_VALUES];
} xpbd_scene_params;

/// A named scene, one file in lib/scene/scenes. `frame_time`, `iterations`, `constraint`, `compliance` and `damping`
/// are printed in the papers. Our own choices for the rest are explained in data/scenes.
typedef struct xpbd_scene_info {
  const char *name;
  const char *about;  ///< One line.
  const char *source; ///< Paper and figure.
  const char *method; ///< The method it was made for. NULL = "xpbd". Other methods also run it if they support it.
  double frame_time;
  int32_t substeps, iterations;
  int32_t frames;             ///< Enough frames to see what the scene shows.
  int32_t resolution;         ///< Default of the parameter of the same name, like those below.
  int32_t least_resolution;   ///< Smallest resolution that builds the scene.
  double size, mass, gravity; ///< [m], [kg], [m/s^2]
  double wind[3], wind_drag;  ///< [m/s], [kg/(m^2 s)]
  const char *constraint;     ///< "none" if there is only contact.
  double compliance, damping; ///< NaN = they follow from other parameters.
  bool whole_bodies;          ///< `mass` is the mass of a whole body. NaN = it follows from a density.
  bool self_contact;          ///< Particles keep apart by half the mean edge length unless contact_radius is set.
  bool takes_mesh;
  const xpbd_scene_parameter *parameters; ///< [parameter_count] its own, in addition to those that all scenes have.
  int32_t parameter_count;
  bool file;                       ///< A scene file (xpbd/scene_file.h). Its name is its path.
  const xpbd_scene_value *numbers; ///< [number_count] parameters of the method. Only scene files have some.
  int32_t number_count;
} xpbd_scene_info;

/// A built scene and the mesh that shows it. Frame k of a simulation is `mesh` with read-back positions.
typedef struct xpbd_model {
  xpbd_mesh mesh; ///< All bodies. Vertex i is particle i. Rest positions, not start positions. Chains have only edges.
                  ///< Without hinges (NULL, 0), the largest array. xpbd_scene_add_on_mesh() lists them again.
  xpbd_scene *scene;
  double time_step;             ///< [s] longest time step advised for its materials. INFINITY = any.
  xpbd_obstacle_def *obstacles; ///< [obstacle_count] for pictures, the same as in the scene. The model owns what they
                                ///< point to.
  int32_t obstacle_count;
  xpbd_mesh *obstacle_meshes; ///< [obstacle_count] zero if the obstacle has none.
} xpbd_model;

xpbd_scene_params xpbd_scene_params_default(void);
/// Time steps per frame: those of the scene's table, or more if the model's `time_step` [s] is shorter.
int32_t xpbd_scene_info_substeps(const xpbd_scene_info *info, double time_step, double frame_time);
/// Sets a parameter by name. NaN = the scene's default. xpbd_scene_build() refuses a parameter that its scene does not
/// have, or a value out of range. XPBD_ERR_INVALID_ARGUMENT: no scene has the parameter (xpbd_scene_build() refuses it
/// too), more than XPBD_SCENE_VALUES are set, or the resolution is not a whole number.
xpbd_status xpbd_scene_params_set(xpbd_scene_params *params, const char *name, double value);

/// All parameters of a scene: the common ones, from the resolution to the contact radius, then its own.
int xpbd_scene_parameter_count(const xpbd_scene_info *info);
/// By index, zero outside 0 .. count - 1.
xpbd_scene_parameter xpbd_scene_parameter_at(const xpbd_scene_info *info, int index);
/// Index by name, or -1.
int xpbd_scene_parameter_find(const xpbd_scene_info *info, const char *name);

/// The named scenes, then the scene files that xpbd_scene_load() added.
int xpbd_scene_info_count(void);
const xpbd_scene_info *xpbd_scene_info_at(int index);
/// Index by name, or -1.
int xpbd_scene_info_find(const char *name);
/// Builds a scene of the list. XPBD_ERR_INVALID_ARGUMENT names the parameter. Of a scene file, gravity, wind, wind_drag,
/// global_damping and contact_radius replace what the file says, obstacles are added after its own, and XPBD_ORDER_MESH
/// holds for all its sets. It refuses every other parameter that is set. Free with xpbd_model_destroy().
xpbd_status xpbd_scene_build(const char *name, const xpbd_scene_params *params, xpbd_model *out);
/// Frees what the model owns and zeroes it. Accepts a zeroed model.
void xpbd_model_destroy(xpbd_model *model);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
