/* Why this file exists: what the named scenes share: a draft of a scene that each of them fills in. Private to lib/scene. */
#ifndef XPBD_SCENE_BUILD_H
#define XPBD_SCENE_BUILD_H

#include "scene/spec.h"
#include "xpbd/scenes.h"
#include "xpbd/verlet.h"

/// An end of a body that a hand moves: the particles held there, and where they are when it has come to rest.
typedef struct xpbd_pull {
  int axis;
  bool high;
  double share;                       ///< As in xpbd_draft_pin_end().
  double shift[3], pivot[3], line[3]; ///< [m] how far; a point and the direction of the line it turns about.
  double angle;                       ///< [rad]
} xpbd_pull;

enum { XPBD_PULLS = 2 };

/// A scene under construction. Parameters are checked and merged with the scene's standards before a scene sees it.
typedef struct xpbd_draft {
  const xpbd_scene_params *params;
  const xpbd_scene_info *info;
  xpbd_model *model; ///< mesh: rest positions, set by the scene before xpbd_draft_particles().
  double size, mass, gravity, contact_radius;
  xpbd_spec constraint, bending; ///< Those of the parameters or the scene, as they were read.
  double compliance, damping;    ///< Standards of the constraints; NaN = the scene has to say.
  double friction, restitution;  ///< Between particles, 0 unless the scene changes them.
  xpbd_wind wind;
  int32_t columns;  ///< Of a sheet, for its corners; 0 otherwise.
  bool own_pins;    ///< The scene decides which particles it holds.
  double pull_time; ///< [s] that the pulls take; 0 = none, the scene starts deformed.
  xpbd_pull pull[XPBD_PULLS];
  int pull_count;
  double volume;      ///< Rest volumes of closed meshes are multiplied by it, 1 otherwise.
  double *start;      ///< [n, 3] as mesh.positions unless the scene changes them. Owned, so are the next two.
  double *velocities; ///< [n, 3] 0 unless the scene changes them.
  double *w;          ///< [n] inverse masses.
  double *radii;      ///< [n] m of balls, NULL = contact_radius for all. Owned.
  xpbd_mesh part;     ///< Where the scene has several equal bodies: one of them, anywhere. Owned.
  int32_t part_count; ///< How many; 0 = the mesh is the one body.
} xpbd_draft;

/// The resolution, at least the scene's least one.
xpbd_status xpbd_draft_resolution(const xpbd_draft *draft, int32_t *out);
/// The level of a split octahedron with that resolution.
xpbd_status xpbd_draft_level(const xpbd_draft *draft, int32_t *out);
/// A number of the scene's own table: as it was set, or its standard. XPBD_ERR_INVALID_ARGUMENT: the table does not have
/// it.
xpbd_status xpbd_draft_parameter(const xpbd_draft *draft, const char *name, double *out);

/// A copy of the mesh of the parameters becomes the model's mesh, as it is.
xpbd_status xpbd_draft_take_mesh(xpbd_draft *draft);
/// Scale the model's mesh to the draft's size (largest extent), and put the middle of its extents at `middle`.
xpbd_status xpbd_draft_fit_mesh(xpbd_draft *draft, const double middle[3]);
/// Move the model's mesh up or down until its lowest vertex is at this y.
void xpbd_draft_lift_mesh(xpbd_draft *draft, double lowest);
/// Extents of the model's mesh.
void xpbd_draft_bounds(const xpbd_draft *draft, double low[3], double high[3]);

/// Allocate the particles of the model's mesh: at rest, with masses, pinned where the parameters say so.
xpbd_status xpbd_draft_particles(xpbd_draft *draft);
/// Hold a particle, unless the parameters choose the pins.
void xpbd_draft_pin(xpbd_draft *draft, int32_t particle);
/// Hold all particles whose rest position along `axis` is within `share` of the extent from its low or high end.
xpbd_status xpbd_draft_pin_end(xpbd_draft *draft, int axis, bool high, double share);

/// The row of "pull_time" in the table of a scene with hands.
#define XPBD_PULL_TIME                                                                                                 \
  {                                                                                                                    \
    "pull_time", "s", 1.0, 0.0, 1e6,                                                                                   \
        "in which hands stretch or turn what starts at rest; 0: it starts so, as where the pins are chosen"            \
  }
/// Read how long the hands of a scene take: 0 where the parameters choose the pins.
xpbd_status xpbd_draft_pull_time(xpbd_draft *draft);
/// Hold an end, and have it moved from rest to rest within the pull time, unless that is 0.
xpbd_status xpbd_draft_pull(xpbd_draft *draft, const xpbd_pull *pull);

/// Obstacles of the model; keys and mesh are copied, the mesh by xpbd_mesh_copy().
xpbd_status xpbd_draft_obstacle(xpbd_draft *draft, const xpbd_obstacle_def *def);
/// A definition with the scene's parameter "friction".
xpbd_status xpbd_draft_obstacle_def(const xpbd_draft *draft, xpbd_obstacle_kind kind, xpbd_obstacle_def *out);

/// A half-space of the scene's parameters "restitution" and, where it has that, "friction"; its particles are then of the
/// same.
xpbd_status xpbd_draft_plane(xpbd_draft *draft, const double point[3], const double normal[3]);
/// All particles are balls of this radius [m], unless the parameters have a contact_radius.
xpbd_status xpbd_draft_balls(xpbd_draft *draft, double radius);

/// Turn the draft into the model's scene.
xpbd_status xpbd_draft_finish(xpbd_draft *draft);
void xpbd_draft_release(xpbd_draft *draft);

/// Closed body of genus 0 with a head, two ears and a tail, up to scale: a split octahedron drawn out along five
/// directions. y is up, z to the front.
xpbd_status xpbd_shape_blob(int32_t level, xpbd_mesh *out);
/// `count` vertices on a line of `length` along x from the origin, each joined to the next.
xpbd_status xpbd_shape_line(int32_t count, double length, xpbd_mesh *out);
/// Prism on a regular polygon of `sides` sides, closed, along z: a rod of `radius`, its middle at the origin.
xpbd_status xpbd_shape_rod(int32_t sides, double radius, double length, xpbd_mesh *out);

/// The bodies of several scenes, each of the resolution and size of the parameters, or their mesh. A level sheet with its
/// first corner at the origin.
xpbd_status xpbd_draft_sheet(xpbd_draft *draft);
/// The same for scenes in which it falls on something: a mesh is scaled and put on the level sheet's place.
xpbd_status xpbd_draft_falling_sheet(xpbd_draft *draft);
/// The mesh of the parameters or the body with ears, scaled, its middle at the origin.
xpbd_status xpbd_draft_body(xpbd_draft *draft);
/// Tube of 2/7 of its outer radius: radii 5 and 2 at a size of 14. Along y, or standing: about z.
xpbd_status xpbd_draft_torus(xpbd_draft *draft, int32_t around, int32_t across, bool standing);
/// Cells of a beam whose sides are as 3 to 4 to 13.
xpbd_status xpbd_draft_beam_cells(const xpbd_draft *draft, int32_t *thick, int32_t *deep, int32_t *along);
/// The surface of those cells, along x.
xpbd_status xpbd_draft_beam_surface(xpbd_draft *draft);
/// Turn a beam made along z to lie along x: (x, y, z) becomes (z, x, y), a rotation.
void xpbd_draft_lay_along_x(xpbd_mesh *mesh);
/// Particles on a line from the origin along x.
xpbd_status xpbd_draft_line(xpbd_draft *draft, int32_t *count);

/// A row of the table of a scene with planes and balls.
#define XPBD_RESTITUTION(e)                                                                                            \
  { "restitution", "1", e, 0.0, 1.0, "speed after a contact over that before it" }
/// A row of the table of a scene with lattices.
#define XPBD_YOUNGS_MODULUS(E)                                                                                         \
  { "youngs_modulus", "Pa", E, 1e-6, 1e15, "of the bodies: 2.5 of a spring's stiffness over its length; or compliance" }

/// An elastic body of nodes and springs. Its lattice belongs to the scene.
typedef struct xpbd_draft_lattice {
  xpbd_lattice lattice;
  double velocity[3]; ///< [m/s] at the start, after it came to rest.
  bool even;          ///< Balls of one size, see verlet_lattice_radii().
} xpbd_draft_lattice;

enum { XPBD_DRAFT_PLANES = 8 }; ///< Half-spaces among the obstacles, at most.

/// The bodies become mesh, particles and balls; all have the same number of nodes. Obstacles come before: the bodies come
/// to rest on them, without friction and restitution, in `settle` [s]. `time_step` [s] is the longest advised, which
/// stiff springs shorten. The scene has the parameter "youngs_modulus".
xpbd_status xpbd_draft_lattices(xpbd_draft *draft, const xpbd_draft_lattice *bodies, int count, double settle,
                                double time_step);
/// A body that slides along x on the ground, by the parameters "speed", "drop" and "settle". Shifts the lattice.
xpbd_status xpbd_draft_slider(xpbd_draft *draft, xpbd_lattice *lattice, bool even);
/// As many balls as the resolution, of the diameter `size`, one above the other on the ground, joined from number `first`
/// upwards; by the parameters "speed" and "drop".
xpbd_status xpbd_draft_stack(xpbd_draft *draft, int32_t first);

/// A scene: its table, and what makes mesh, start, pins and obstacles; scenes.c does what is common before and after.
typedef struct xpbd_named_scene {
  xpbd_scene_info info;
  xpbd_status (*build)(xpbd_draft *draft);
} xpbd_named_scene;

/// The members of xpbd_scene_info that name a table of parameters.
#define XPBD_OWN_PARAMETERS(table) .parameters = (table), .parameter_count = (int32_t)(sizeof(table) / sizeof *(table))

#define XPBD_SCENE(name) extern const xpbd_named_scene xpbd_named_##name;
#include "scene/scenes.inl"
#undef XPBD_SCENE

/// The value that was set of one of a scene's own parameters, NULL when none was.
const double *xpbd_params_value(const xpbd_scene_params *params, const char *name);
/// Refuse own parameters that were set, and that the scene does not have or not in that range.
xpbd_status xpbd_parameters_check(const xpbd_scene_info *info, const xpbd_scene_params *params);

#endif
