/* Why this file exists: what a scene cannot be made of is said in a sentence that names what to change. Here are those that
 * a shape, a material and numbers which do not fit together provoke, letter for letter. */
#include <math.h>

#include "scenes_checks.h"

static xpbd_mesh shapeless(double *positions, int32_t count) {
  return (xpbd_mesh){.vertex_count = count, .positions = positions};
}

/// What a scene cannot be made of, and the whole sentence.
static void cannot_be(check *self, int argument) {
  double point[3] = {1.0, 2.0, 3.0}, row_of[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
  const int32_t corners[3] = {0, 1, 2};
  xpbd_mesh none = shapeless(point, 0), one = shapeless(point, 1), level = {0}, thin = {0};
  const struct {
    const char *scene, *constraint;
    const xpbd_mesh *mesh;
    int32_t resolution;
    double size;
    const char *names[2];
    double values[2];
    const char *sentence;
  } all[] = {
      {"cloth", NULL, &none, 0, NAN, {NULL}, {0}, "the mesh has no vertices"},
      {"cloth", NULL, &none, 0, 2.0, {NULL}, {0}, "the mesh has no extent and cannot be scaled to 2 m"},
      {"blob", NULL, &one, 0, NAN, {NULL}, {0}, "the mesh has no extent and cannot be scaled to 14.5 m"},
      {"friction_shape", NULL, &level, 0, NAN, {NULL}, {0}, "the mesh has no height along y"},
      {"friction_box", NULL, NULL, 1001, NAN, {NULL}, {0}, "resolution is 1001 nodes, at most 1000"},
      {"friction_box", NULL, NULL, 1000, NAN, {NULL}, {0}, "lattice: 1999 x 1000 x 1000 nodes are too many"},
      {"blob",
       NULL,
       NULL,
       2049,
       NAN,
       {NULL},
       {0},
       "resolution is 2049; an octahedron has edges of 2, 3, 5, 9, 17, 33, 65, ... vertices"},
      {"inflation",
       "stretching",
       NULL,
       9,
       NAN,
       {NULL},
       {0},
       "constraint 'stretching': inflation needs closed_volume in it"},
      {"beam_twisted",
       NULL,
       NULL,
       4,
       NAN,
       {"pull_time"},
       {9e-10},
       "pull_time is 9e-10 s, must be 0 (the scene starts deformed) or at least 1e-9"},
      {"friction_box",
       NULL,
       NULL,
       2,
       NAN,
       {"compliance", "youngs_modulus"},
       {1e-4, 1e5},
       "youngs_modulus and compliance both set the stiffness of the springs: leave one out"},
      {"friction_box",
       NULL,
       NULL,
       2,
       NAN,
       {"compliance"},
       {0.0},
       "a spring has a stiffness of inf N/m, must be above 0 and finite (youngs_modulus, compliance)"},
      {"friction_box",
       NULL,
       NULL,
       2,
       NAN,
       {"mass", "damping"},
       {1e-300, 1e30},
       "no time step is stable with this mass, stiffness and damping"},
      {"stack_a", NULL, NULL, 0, NAN, {"contact_radius"}, {INFINITY}, "contact_radius is inf m, must be 0 or more"},
      {"wedge",
       NULL,
       NULL,
       0,
       NAN,
       {"stiffness"},
       {1.0},
       "stiffness, compliance and damping have no effect: there are no constraints"},
      {"wedge",
       NULL,
       NULL,
       0,
       NAN,
       {"compliance"},
       {1.0},
       "stiffness, compliance and damping have no effect: there are no constraints"},
      {"chain", "dihedral", NULL, 0, NAN, {NULL}, {0}, "dihedral: the mesh has nothing to put it on"},
      {"cloth",
       "stvk_strain_tet",
       NULL,
       3,
       NAN,
       {NULL},
       {0},
       "stvk_strain_tet: none of the 8 elements has a rest shape: none has a volume; a sheet of triangles has no "
       "tetrahedra "
       "for "
       "this material"},
      {"cloth",
       "sbd_stretch",
       &thin,
       0,
       NAN,
       {NULL},
       {0},
       "sbd_stretch: none of the 1 elements has a rest shape: none has an area"},
      {"cloth", "sbd_stretch", &thin, 0, -2.0, {NULL}, {0}, "size is -2 m, must be above 0"},
      {"chain", NULL, &thin, 0, NAN, {NULL}, {0}, "mesh: the scene chain has its own shape and takes none"},
      {"cloth", NULL, NULL, 1, NAN, {NULL}, {0}, "resolution is 1 vertices, must be at least 2"},
      {"cloth", NULL, NULL, 3, NAN, {"mass"}, {0.0}, "mass is 0 kg, must be above 0"},
      {"cloth", NULL, NULL, 3, NAN, {"gravity"}, {-1.0}, "gravity is -1 m/s^2, must be 0 or more (it points down)"},
#define OF_ALL                                                                                                         \
  "resolution, size, mass, stiffness, compliance, damping, bending_compliance, gravity, wind_drag, global_damping, "   \
  "contact_radius"
      {"cloth", NULL, NULL, 3, NAN, {"volume"}, {1.0}, "it has no parameter 'volume'; those of cloth are " OF_ALL},
      {"pendulum",
       NULL,
       NULL,
       2,
       NAN,
       {"volume"},
       {1.0},
       "it has no parameter 'volume'; those of pendulum are angle, " OF_ALL},
      {"wedge", NULL, NULL, 0, NAN, {"angle"}, {180.0}, "angle is 180, must be 0.001 to 179.999"},
  };
  check_status(self, xpbd_mesh_make_grid(3, 3, 1.0, &level), XPBD_OK, "a level sheet");
  check_status(self, xpbd_mesh_make(3, row_of, 1, corners, &thin), XPBD_OK, "three points in a row");
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    xpbd_scene_params params = xpbd_scene_params_default();
    params.constraint = all[k].constraint, params.mesh = all[k].mesh, params.size = all[k].size;
    params.resolution = all[k].resolution;
    for (int i = 0; i < 2 && all[k].names[i]; i++) xpbd_scene_params_set(&params, all[k].names[i], all[k].values[i]);
    xpbd_model model;
    check_status(self, xpbd_scene_build(all[k].scene, &params, &model), XPBD_ERR_INVALID_ARGUMENT, "%s", all[k].scene);
    check_said(self, all[k].sentence, "%s", all[k].scene);
    check_true(self, !model.scene && !model.mesh.positions && !model.obstacles, "%s: nothing is returned",
               all[k].scene);
    xpbd_model_destroy(&model);
  }
  xpbd_model model;
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 2049;
  check_control(self, xpbd_scene_build("chain", &params, &model) == XPBD_OK, "a resolution that others refuse");
  xpbd_model_destroy(&model);
  xpbd_mesh_destroy(&level);
  xpbd_mesh_destroy(&thin);
}

void scenes_add_refused(check_registry *registry) {
  check_add(registry, "cannot-be", "what a scene cannot be made of, letter for letter", cannot_be, 0);
}
