/* Why this file exists: a field must reach the element it belongs to, from a definition and from a mesh, and wrong
 * values are refused with the element's index. */
#include <math.h>
#include <string.h>

#include "scene_checks.h"

/* Two tetrahedra of five particles, and a mesh of them with attributes. */
static const double positions[15] = {0, 0, 0, 1, 0, 0, 0.2, 1, 0, 0.1, 0.3, 1, 1, 1, 1};
static const int32_t tets[8] = {0, 1, 2, 3, 1, 2, 3, 4};
static const double muscle[6] = {0, 3, 4, -2, 0, 0}, halted[6] = {1, 0, 0, 0, 0, 0}, tone[5] = {0, 0.1, 0.2, 0.5, 0.8};

static bool begin(check *self, xpbd_scene **scene, xpbd_mesh *mesh) {
  static const double weights[5] = {1, 1, 1, 1, 1};
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = 5, def.positions = positions, def.inverse_masses = weights;
  *scene = NULL, *mesh = (xpbd_mesh){0};
  return check_status(self, xpbd_scene_create(&def, scene), XPBD_OK, "a scene") &&
         check_status(self, xpbd_mesh_make_tets(5, positions, 2, tets, mesh), XPBD_OK, "a mesh") &&
         check_status(self, xpbd_mesh_add_attribute(mesh, "muscle", 3, false, muscle), XPBD_OK, "of tets") &&
         check_status(self, xpbd_mesh_add_attribute(mesh, "halted", 3, false, halted), XPBD_OK, "with a length 0") &&
         check_status(self, xpbd_mesh_add_attribute(mesh, "tone", 1, true, tone), XPBD_OK, "of vertices") &&
         check_status(self, xpbd_mesh_add_attribute(mesh, "part", 1, false, tone), XPBD_OK, "of tets");
}

/* How far the fibres of a set are from the directions [2, 3], which need not have unit length. */
static double fibres_apart(const xpbd_constraints *set, const double *directions) {
  double apart = 0;
  for (int e = 0; e < 2; e++) {
    const double *rest = &set->rest[5 * e], *a = &directions[3 * e], *from = &positions[3 * tets[4 * e]];
    const double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (int axis = 0; axis < 3; axis++) { /* F a for F = 1 */
      double at = 0;
      for (int k = 1; k < 4; k++) at += rest[k - 1] * (positions[3 * tets[4 * e + k] + axis] - from[axis]);
      apart = fmax(apart, fabs(at - a[axis] / length));
    }
  }
  return apart;
}

static void values(check *self, int argument) {
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  const double up[3] = {0, 0, 2}, both[6] = {0, 0, 1, 0, 0, 1}, along[6] = {1, 0, 0, 1, 0, 0}, half = 0.5;
  xpbd_field_values fields[2] = {{"fibre", 2, muscle, NULL}, {"activation", 1, &half, NULL}};
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "fibre_tet", set.count = 2, set.particles = tets;
  bool good = begin(self, &scene, &mesh) && check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "standards");
  set.field_count = 2, set.fields = fields;
  good = good && check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "one for each") &&
         check_status(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set), XPBD_OK, "on the mesh");
  fields[0] = (xpbd_field_values){"fibre", 0, NULL, "muscle"},
  fields[1] = (xpbd_field_values){"activation", 0, NULL, "tone"};
  good = good && check_status(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set), XPBD_OK, "attributes");
  fields[0] = (xpbd_field_values){"fibre", 1, up, NULL}, set.field_count = 1;
  good = good && check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "one for all");
  if (good) {
    const double *const expected[5] = {along, muscle, muscle, muscle, both};
    const double rests[5][2] = {{1, 1}, {0.5, 0.5}, {0.5, 0.5}, {0.8, 0.6}, {1, 1}}; /* 1 - the mean of a tet's tone */
    for (int s = 0; s < 5; s++) {
      const xpbd_constraints *made = xpbd_scene_set(scene, s);
      check_at_most(self, fibres_apart(made, expected[s]), 1e-15, "set %d: fibres", s);
      for (int e = 0; e < 2; e++)
        check_at_most(self, fabs(made->rest[5 * e + 3] - rests[s][e]), 1e-15, "set %d: rest length of tet %d", s, e);
    }
    check_control(self, fibres_apart(xpbd_scene_set(scene, 1), along) > 0.1, "other fibres");
  }
}

static void refused(check *self, int argument) {
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  const double many[6] = {1, 0, 0, 0, (double)NAN, 0}, large = 1.5, fine = 0.5,
               rest[10] = {1, 0, 0, 1, 1, 1, 0, 0, 1, 1};
  const struct {
    xpbd_field_values values;
    bool on_mesh;
    const char *what;
  } wrong[] = {{{"fibre", 3, muscle, NULL}, false, "three directions for two elements"},
               {{"fibre", 3, muscle, NULL}, true, "three directions for the mesh"},
               {{"fibre", 0, NULL, NULL}, false, "no directions"},
               {{"fibre", 2, halted, NULL}, false, "a direction of length 0"},
               {{"fibre", 2, many, NULL}, false, "a direction with NaN"},
               {{"fibre", 1, &halted[3], NULL}, false, "one direction of length 0"},
               {{"activation", 1, &large, NULL}, false, "an activation above 1"},
               {{"density", 1, &fine, NULL}, false, "a field that it lacks"},
               {{NULL, 1, &fine, NULL}, false, "a field without a name"},
               {{"fibre", 0, NULL, "muscle"}, false, "an attribute without a mesh"},
               {{"fibre", 0, NULL, "tendon"}, true, "an attribute that is missing"},
               {{"fibre", 0, NULL, "tone"}, true, "an attribute of another width"},
               {{"fibre", 0, NULL, "halted"}, true, "an attribute of length 0"}};
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "fibre_tet", set.count = 2, set.particles = tets, set.field_count = 1;
  bool good = begin(self, &scene, &mesh);
  for (size_t k = 0; good && k < sizeof wrong / sizeof *wrong; k++) {
    set.fields = &wrong[k].values;
    scene_refused(self, wrong[k].on_mesh ? xpbd_scene_add_on_mesh(scene, &mesh, 0, &set) : xpbd_scene_add(scene, &set),
                  wrong[k].what);
  }
  const xpbd_field_values right[2] = {{"activation", 1, &fine, NULL}, {"activation", 1, &fine, NULL}};
  set.fields = right, set.field_count = 2;
  if (good) scene_refused(self, xpbd_scene_add(scene, &set), "the same field twice");
  set.field_count = 1, set.rest = rest;
  if (good) scene_refused(self, xpbd_scene_add(scene, &set), "a field and rest shapes");
  set.rest = NULL, set.fields = NULL;
  if (good) scene_refused(self, xpbd_scene_add(scene, &set), "a count without fields");
  const xpbd_field_values part = {"angle", 0, NULL, "part"};
  set.fields = &part, set.formula = "dihedral";
  if (good) scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set), "an attribute of tets for hinges");
  set.formula = "fibre_tet", set.fields = right;
  if (good) check_control(self, xpbd_scene_add(scene, &set) == XPBD_OK, "an activation");
}

void check_scene_fields(check_registry *registry) {
  check_add(registry, "fields", "values of fields reach their elements", values, 0);
  check_add(registry, "fields-refused", "wrong values of fields are refused by name", refused, 0);
}
