/* Why this file exists: a scene that cannot be made must say so in a sentence that names what to change. These cases
 * come from a shape, a material and numbers that do not fit together, and are compared letter for letter. */
#include <math.h>

#include "scenes_checks.h"

static xpbd_mesh shapeless(double *positions, int32_t count) {
  return (xpbd_mesh){.vertex_count = count, .positions = positions};
}

/// An impossible scene, and the whole sentence.
static void cannot_be(check *self, int argument) {
  double point[3] = {1.0, 2.0, 3.0}, row_of[9] = {0, 0, 0, 0, 1, 0, 0, 2, 0};
  const int32_t corners[3] = {0, 1, 2};
  xpbd_mesh none = shapeless(point, 0), one = shapeless(point, 1), level = {0}, thin = {0}, solid = {0};
  const struct {
    const char *scene, *sentence, *constraint;
    const xpbd_mesh *mesh;
    int32_t resolution;
    double size; ///< 0 = the scene's own.
    const char *names[2];
    double values[2];
  } all[] = {
      {"cloth", "the mesh has no vertices", .mesh = &none},
      {"cloth", "the mesh has no extent: all its vertices are in one place", .mesh = &none, .size = 2.0},
      {"blob", "the mesh has no extent: all its vertices are in one place", .mesh = &one},
      {"friction_shape", "the mesh has no height along y", .mesh = &level},
      {"friction_box", "resolution is 1001 nodes, at most 1000", .resolution = 1001},
      {"friction_box", "lattice: 1999 x 1000 x 1000 nodes are too many", .resolution = 1000},
      {"blob", "resolution is 2049; an octahedron has edges of 2, 3, 5, 9, 17, 33, 65, ... vertices",
       .resolution = 2049},
      {"inflation", "constraint 'stretching': inflation needs closed_volume in it", "stretching", .resolution = 9},
      {"beam_twisted", "pull_time is 9e-10 s, must be 0 (the scene starts deformed) or at least 1e-9", .resolution = 4,
       .names = {"pull_time"}, .values = {9e-10}},
      {"friction_box", "youngs_modulus and compliance both set the stiffness of the springs: leave one out",
       .resolution = 2, .names = {"compliance", "youngs_modulus"}, .values = {1e-4, 1e5}},
      {"friction_box", "a spring has a stiffness of inf N/m, must be above 0 and finite (youngs_modulus, compliance)",
       .resolution = 2, .names = {"compliance"}, .values = {0.0}},
      {"friction_box", "no time step is stable with this mass, stiffness and damping", .resolution = 2,
       .names = {"mass", "damping"}, .values = {1e-300, 1e30}},
      {"stack_a", "contact_radius is inf m, must be 0 or more", .names = {"contact_radius"}, .values = {INFINITY}},
      {"wedge", "stiffness, compliance and damping have no effect: there are no constraints", .names = {"stiffness"},
       .values = {1.0}},
      {"wedge", "stiffness, compliance and damping have no effect: there are no constraints", .names = {"compliance"},
       .values = {1.0}},
      {"chain", "dihedral: the mesh has nothing to put it on", .constraint = "dihedral"},
      {"cloth",
       "stvk_strain_tet: no element of 8 has a rest shape: none has a volume; a sheet of triangles has no "
       "tetrahedra for this material",
       "stvk_strain_tet", .resolution = 3},
      {"cloth", "sbd_stretch: no element of 1 has a rest shape: none has an area", .constraint = "sbd_stretch",
       .mesh = &thin},
      {"cloth", "size is -2 m, must be above 0", "sbd_stretch", &thin, .size = -2.0},
      {"chain", "mesh: the scene chain has its own shape and takes none", .mesh = &thin},
      {"cloth", "resolution is 1, must be at least 2 vertices", .resolution = 1},
      {"cloth", "mass is 0 kg, must be above 0", .resolution = 3, .names = {"mass"}, .values = {0.0}},
      {"cloth", "gravity is -1 m/s^2, must be 0 or more (it points down)", .resolution = 3, .names = {"gravity"},
       .values = {-1.0}},
#define OF_ALL                                                                                                         \
  "resolution, size, mass, stiffness, compliance, damping, bending_compliance, gravity, wind_drag, global_damping, "   \
  "contact_radius"
      {"cloth", "it has no parameter 'volume'; those of cloth are area_density, copies, " OF_ALL, .resolution = 3,
       .names = {"volume"}, .values = {1.0}},
      {"pendulum", "it has no parameter 'volume'; those of pendulum are angle, " OF_ALL, .resolution = 2,
       .names = {"volume"}, .values = {1.0}},
      {"cloth", "area_density and mass both set the masses: leave one out", .resolution = 3,
       .names = {"area_density", "mass"}, .values = {0.2, 1.0}},
      {"cloth", "copies is 2.5, must be a whole number", .resolution = 3, .names = {"copies"}, .values = {2.5}},
      {"body", "density and mass both set the masses: leave one out", .resolution = 3, .names = {"density", "mass"},
       .values = {1e3, 1.0}},
      {"body", "the mesh has no tets, and its surface is open at triangle 0: close it, or use the scene cloth",
       .mesh = &level},
      {"body", "the mesh has neither tets nor triangles: use a mesh of a body", .mesh = &one},
      {"body", "resolution is 5, but the mesh has its own tets: do not set it", .mesh = &solid, .resolution = 5},
      {"wedge", "angle is 180, must be 0.001 to 179.999", .names = {"angle"}, .values = {180.0}},
  };
  check_status(self, xpbd_mesh_make_grid(3, 3, 1.0, &level), XPBD_OK, "a level sheet");
  check_status(self, xpbd_mesh_make_beam(1, 1, 1, 1.0, &solid), XPBD_OK, "a cube of tets");
  check_status(self, xpbd_mesh_make(3, row_of, 1, corners, &thin), XPBD_OK, "three points in a row");
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    xpbd_scene_params params = xpbd_scene_params_default();
    params.constraint = all[k].constraint, params.mesh = all[k].mesh, params.resolution = all[k].resolution;
    if (all[k].size != 0.0) params.size = all[k].size;
    for (int i = 0; i < 2 && all[k].names[i]; i++) xpbd_scene_params_set(&params, all[k].names[i], all[k].values[i]);
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    check_status(self, xpbd_scene_build(all[k].scene, &params, &model), XPBD_ERR_INVALID_ARGUMENT, "%s", all[k].scene);
    check_said(self, all[k].sentence, "%s", all[k].scene);
    check_true(self, !model.scene && !model.mesh.positions && !model.obstacles, "%s: nothing is returned",
               all[k].scene);
  }
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 2049;
  check_control(self, xpbd_scene_build("chain", &params, &model) == XPBD_OK, "a resolution that others refuse");
  xpbd_mesh_destroy(&level);
  xpbd_mesh_destroy(&thin);
  xpbd_mesh_destroy(&solid);
}

void scenes_add_refused(check_registry *registry) {
  check_add(registry, "cannot-be", "what a scene cannot be made of, letter for letter", cannot_be, 0);
}
