/* Why this file exists: what the named scenes share: a draft of a scene that each of them fills in. Private to
 * lib/scene. */
#pragma once

#include <math.h>

#include "scene/spec.h"
#include "xpbd/scenes.h"
#include "xpbd/verlet.h"

enum { XPBD_PULLS = 2 };

/// A scene under construction. A scene sees parameters only after they were checked and merged with its defaults.
typedef struct xpbd_draft {
  const xpbd_scene_params *params;
  const xpbd_scene_info *info;
  xpbd_model *model; ///< The mesh has rest positions, set by the scene before xpbd_draft_particles().
  double size, mass, gravity, contact_radius;
  xpbd_spec constraint, bending; ///< From the parameters or the scene, already parsed.
  double compliance, damping;    ///< Defaults of the constraints. NaN = the scene must set them.
  double friction, restitution;  ///< Between particles, 0 unless the scene changes them.
  xpbd_wind wind;
  int32_t columns;            ///< Of a sheet, to find its corners. 0 otherwise.
  bool own_pins;              ///< The scene decides which particles are pinned.
  double pull_time;           ///< [s] duration of the pulls. 0 = none, the scene starts deformed.
  xpbd_hold pull[XPBD_PULLS]; ///< The scene's own holds that move.
  int pull_count;
  double volume;      ///< Factor of rest volumes of closed meshes, default 1.
  double *start;      ///< [n, 3] start positions, equal to mesh.positions unless the scene changes them. Owned, like
                      ///< the next two.
  double *velocities; ///< [n, 3] 0 unless the scene changes them.
  double *w;          ///< [n] inverse masses.
  double *radii;      ///< [n] m of balls. NULL = contact_radius for all. Owned.
  xpbd_mesh part;     ///< One of several equal bodies, at any position, if the scene has them. Owned.
  int32_t part_count; ///< Number of these bodies. 0 = the mesh is the one body.
} xpbd_draft;

/// The resolution, at least the scene's smallest.
xpbd_status xpbd_draft_resolution(const xpbd_draft *draft, int32_t *out);
/// The subdivision level of an octahedron with that resolution.
xpbd_status xpbd_draft_level(const xpbd_draft *draft, int32_t *out);
/// A parameter of the scene's own table: the value set, or its default. XPBD_ERR_INVALID_ARGUMENT: not in the table.
xpbd_status xpbd_draft_parameter(const xpbd_draft *draft, const char *name, double *out);

/// Copies the mesh of the parameters unchanged to the model.
xpbd_status xpbd_draft_take_mesh(xpbd_draft *draft);
/// Scales the model's mesh to the draft's size (largest extent) and moves the centre of its extents to `middle`.
xpbd_status xpbd_draft_fit_mesh(xpbd_draft *draft, const double middle[3]);
/// Moves the model's mesh vertically until its lowest vertex is at this y.
void xpbd_draft_lift_mesh(xpbd_draft *draft, double lowest);
/// Extents of the model's mesh.
void xpbd_draft_bounds(const xpbd_draft *draft, double low[3], double high[3]);

/// Allocates the particles of the model's mesh: at rest, with masses, pinned as the parameters say.
xpbd_status xpbd_draft_particles(xpbd_draft *draft);
/// Pins what the parameters say. The scene then pins its own choice only if they say nothing.
xpbd_status xpbd_draft_pin_as_asked(xpbd_draft *draft);
/// Pins a particle, unless the parameters choose the pins.
void xpbd_draft_pin(xpbd_draft *draft, int32_t particle);
/// Pins all particles whose rest position along `axis` is within `share` of the extent from its low or high end.
xpbd_status xpbd_draft_pin_end(xpbd_draft *draft, int axis, bool high, double share);

/// The row of "pull_time" in the table of a scene with handles.
#define XPBD_PULL_TIME                                                                                                 \
  {                                                                                                                    \
    "pull_time", "s", 1.0, 0.0, 1e6,                                                                                   \
        "time in which handles stretch or turn the body; 0: it starts deformed, as it does if pins are set"            \
  }
/// Reads the duration of the scene's handles. 0 if the parameters choose the pins.
xpbd_status xpbd_draft_pull_time(xpbd_draft *draft);
/// Pins a region and moves it as the hold says within the pull time, unless that is 0. The time of the hold is not used.
xpbd_status xpbd_draft_pull(xpbd_draft *draft, const xpbd_hold *pull);
/// Replaces the masses by a density: in kg/m^3 of the tets, a quarter to each corner, or without tets in kg/m^2 of the
/// triangles, a third to each. `whole` [kg] is the mass of all instead, NaN = the density decides. Pins stay.
xpbd_status xpbd_draft_weigh(xpbd_draft *draft, double density, double whole);
/// The rows of "area_density" and "density" in the table of a scene of a sheet or of a closed surface.
#define XPBD_AREA_DENSITY                                                                                              \
  {                                                                                                                    \
    "area_density", "kg/m^2", NAN, 1e-9, 1e9,                                                                          \
        "mass per area of the cloth; alternative to mass; default: every particle has the mass"                        \
  }
#define XPBD_DENSITY                                                                                                   \
  {                                                                                                                    \
    "density", "kg/m^3", NAN, 1e-9, 1e9,                                                                               \
        "mass per volume inside the surface; alternative to mass; default: every particle has the mass"                \
  }
/// Replaces the masses as those parameters say, if they are set. XPBD_ERR_INVALID_ARGUMENT: the mass is set too, or a
/// surface that gets a density is open.
xpbd_status xpbd_draft_weigh_sheet(xpbd_draft *draft);
xpbd_status xpbd_draft_weigh_closed(xpbd_draft *draft);

/// Adds an obstacle of the model. Keys and mesh are copied, the mesh by xpbd_mesh_copy().
xpbd_status xpbd_draft_obstacle(xpbd_draft *draft, const xpbd_obstacle_def *def);
/// A definition with the scene's parameter "friction".
xpbd_status xpbd_draft_obstacle_def(const xpbd_draft *draft, xpbd_obstacle_kind kind, xpbd_obstacle_def *out);

/// Adds a half-space with the scene's parameters "restitution" and, if it has one, "friction". Particles then get the
/// same.
xpbd_status xpbd_draft_plane(xpbd_draft *draft, const double point[3], const double normal[3]);
/// Makes all particles balls of this radius [m], unless the parameters have a contact_radius.
xpbd_status xpbd_draft_balls(xpbd_draft *draft, double radius);

/// Adds the handles of the scene and of the parameters to the model's scene.
xpbd_status xpbd_draft_add_handles(const xpbd_draft *draft);
/// Turns the draft into the model's scene.
xpbd_status xpbd_draft_finish(xpbd_draft *draft);
void xpbd_draft_release(xpbd_draft *draft);

/// Copies the last set of `shape`, which is the same scene in its rest shape, into `scene`. Its rest shapes are kept,
/// times `scale`. Centres are added as in `shape`. `from` has the material of the set.
xpbd_status xpbd_draft_move_set(const xpbd_scene *shape, const xpbd_constraints_def *from, double scale,
                                xpbd_scene *scene);

/// Closed body of genus 0 with a head, two ears and a tail, up to scale: a subdivided octahedron extended in five
/// directions. y is up, z to the front.
xpbd_status xpbd_shape_blob(int32_t level, xpbd_mesh *out);
/// `count` vertices on a line of `length` along x from the origin, each joined to the next.
xpbd_status xpbd_shape_line(int32_t count, double length, xpbd_mesh *out);
/// Closed prism on a regular polygon of `sides` sides along z: a rod of `radius`, centred at the origin.
xpbd_status xpbd_shape_rod(int32_t sides, double radius, double length, xpbd_mesh *out);

/// The bodies of several scenes, each with the resolution and size of the parameters, or their mesh. This one is a
/// level sheet with its first corner at the origin.
xpbd_status xpbd_draft_sheet(xpbd_draft *draft);
/// The same for scenes in which it falls on something: a mesh is scaled and placed where the sheet is.
xpbd_status xpbd_draft_falling_sheet(xpbd_draft *draft);
/// The mesh of the parameters or the body with ears, scaled and centred at the origin.
xpbd_status xpbd_draft_body(xpbd_draft *draft);
/// Torus with radii 5 and 2 at a size of 14, lying about y or standing about z.
xpbd_status xpbd_draft_torus(xpbd_draft *draft, int32_t around, int32_t across, bool standing);
/// Cells of a beam with proportions 3 : 4 : 13.
xpbd_status xpbd_draft_beam_cells(const xpbd_draft *draft, int32_t *thick, int32_t *deep, int32_t *along);
/// The surface of those cells, along x.
xpbd_status xpbd_draft_beam_surface(xpbd_draft *draft);
/// Rotates a beam made along z to lie along x: (x, y, z) becomes (z, x, y).
void xpbd_draft_lay_along_x(xpbd_mesh *mesh);
/// Particles on a line from the origin along x.
xpbd_status xpbd_draft_line(xpbd_draft *draft, int32_t *count);

/// A row of the table of a scene with planes and balls.
#define XPBD_RESTITUTION(e)                                                                                            \
  { "restitution", "1", e, 0.0, 1.0, "speed after a contact over that before it" }
/// A row of the table of a scene with lattices.
#define XPBD_YOUNGS_MODULUS(E)                                                                                         \
  {                                                                                                                    \
    "youngs_modulus", "Pa", E, 1e-6, 1e15,                                                                             \
        "of the bodies: 2.5 stiffness / length of a spring; alternative to compliance"                                 \
  }

/// An elastic body of nodes and springs. The scene owns its lattice.
typedef struct xpbd_draft_lattice {
  xpbd_lattice lattice;
  double velocity[3]; ///< [m/s] at the start, after settling.
  bool even;          ///< Balls of equal size, see verlet_lattice_radii().
} xpbd_draft_lattice;

enum { XPBD_DRAFT_PLANES = 8 }; ///< Most half-spaces among the obstacles.

/// Turns the bodies into mesh, particles and balls. All have the same number of nodes. Add obstacles before: the bodies
/// settle on them for `settle` [s] without friction and restitution. `time_step` [s] is the longest advised, and stiff
/// springs shorten it. The scene must have the parameter "youngs_modulus".
xpbd_status xpbd_draft_lattices(xpbd_draft *draft, const xpbd_draft_lattice *bodies, int count, double settle,
                                double time_step);
/// A body that slides along x on the ground, with the parameters "speed", "drop" and "settle". Shifts the lattice.
xpbd_status xpbd_draft_slider(xpbd_draft *draft, xpbd_lattice *lattice, bool even);
/// A stack of as many balls as the resolution, of diameter `size`, on the ground, joined from number `first` upwards.
/// Uses the parameters "speed" and "drop".
xpbd_status xpbd_draft_stack(xpbd_draft *draft, int32_t first);

/// A scene: its table, and the function that makes mesh, start, pins and obstacles. scenes.c does the common parts.
typedef struct xpbd_named_scene {
  xpbd_scene_info info;
  xpbd_status (*build)(xpbd_draft *draft);
} xpbd_named_scene;

/// The members of xpbd_scene_info that name a table of parameters.
#define XPBD_OWN_PARAMETERS(table) .parameters = (table), .parameter_count = (int32_t)(sizeof(table) / sizeof *(table))

#define XPBD_SCENE(name) extern const xpbd_named_scene xpbd_named_##name;
#include "scene/scenes.inl"
#undef XPBD_SCENE

/// xpbd_scene_params_set() without checking that a scene has the parameter. An unknown one is kept until building
/// refuses it.
xpbd_status xpbd_params_put(xpbd_scene_params *params, const char *name, double value);
/// The value of one of the parameters of all scenes, except the resolution. NaN if it is not set.
double xpbd_params_common(const xpbd_scene_params *params, const char *name);
/// The value set for one of a scene's own parameters, or NULL.
const double *xpbd_params_value(const xpbd_scene_params *params, const char *name);
/// Refuses own parameters that the scene does not have, or that are out of range.
xpbd_status xpbd_parameters_check(const xpbd_scene_info *info, const xpbd_scene_params *params);
