/* Why this file exists: constraints put on a mesh must be where the mesh says, with the warp of a cloth along its
 * texture. What does not fit is refused. */
#include <math.h>
#include <string.h>

#include "scene_checks.h"

/* The largest difference between the rest shapes of two sets; NaN if their elements differ. */
static double rest_apart(const xpbd_scene *scene, int32_t s, int32_t t) {
  const xpbd_constraints *a = xpbd_scene_set(scene, s), *b = xpbd_scene_set(scene, t);
  if (a->count != b->count || memcmp(a->particles, b->particles, 3 * (size_t)a->count * sizeof *a->particles) != 0)
    return (double)NAN;
  double apart = 0.0;
  for (int k = 0; k < a->count * xpbd_rest_size(xpbd_formula_at(a->formula)); k++)
    apart = fmax(apart, fabs(a->rest[k] - b->rest[k]));
  return apart;
}

/* Cloth on a mesh: its warp has the direction in which the first texture coordinate grows while the second is constant,
 * whichever corner comes first and however the texture is stretched. Without a texture, or with one without area, it is
 * along x. */
static void woven(check *self, int argument) {
  const double along[3] = {0.6, 0, 0.8}, across[3] = {-0.8, 0, 0.6};
  scene_parts p;
  scene_good_parts(&p);
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  bool good = check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene") &&
              check_status(self, xpbd_mesh_make(4, p.x, 2, p.triangles, &mesh), XPBD_OK, "a mesh");
  xpbd_constraints_def cloth = xpbd_constraints_def_default();
  cloth.formula = "mod_stretch";
  const double warps[6] = {0.6, 0, 0.8, 0.6, 0, 0.8};
  double texture[12];
  for (int c = 0; c < 6 && good; c++) {
    const double *x = &p.x[3 * (size_t)mesh.triangles[c]];
    double u = 0.25, v = -7.0;
    for (int k = 0; k < 3; k++) u += 5.0 * along[k] * x[k], v += 0.5 * across[k] * x[k];
    texture[2 * c] = u + 0.75 * v, texture[2 * c + 1] = v; /* u grows across, too */
  }
  double *const none = mesh.texture;
  for (int k = 0; k < 3 && good; k++) { /* set 0: woven; 1: a texture of no area; 2: no texture */
    if (k == 1) memset(texture, 0, sizeof texture);
    mesh.texture = k < 2 ? texture : none;
    good = check_status(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &cloth), XPBD_OK, "set %d", k);
  }
  mesh.texture = none;
  if (good) {
    cloth.count = 2, cloth.particles = xpbd_scene_set(scene, 0)->particles, cloth.warp = warps;
    good = check_status(self, xpbd_scene_add(scene, &cloth), XPBD_OK, "the warp said outright") &&
           check_status(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &cloth), XPBD_OK, "and on the mesh");
  }
  if (good) {
    check_at_most(self, rest_apart(scene, 0, 3), 1e-15, "rest shapes, beside those of the warp said outright");
    check_at_most(self, rest_apart(scene, 3, 4), 0.0, "rest shapes of a warp said outright of a mesh without texture");
    check_at_most(self, rest_apart(scene, 1, 2), 0.0, "rest shapes of a texture without area, beside those of none");
    check_control(self, rest_apart(scene, 0, 2) > 0.1, "without a texture the warp is x");
  }
}

/* Constraints on a mesh, and centres: the mesh must fit, and the particles must exist. */
static void on_mesh_and_centres(check *self, int argument) {
  scene_parts p;
  scene_good_parts(&p);
  for (int k = 0; k < 12; k++) p.v[k] = 0.5 + k * k;
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0}, larger = {0};
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "stretching";
  if (check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene") &&
      check_status(self, xpbd_mesh_make(4, p.x, 2, p.triangles, &mesh), XPBD_OK, "a mesh") &&
      check_status(self, xpbd_mesh_make_grid(3, 3, 1.0, &larger), XPBD_OK, "a larger one")) {
    scene_refused(self, xpbd_scene_add_on_mesh(scene, NULL, 0, &set), "no mesh");
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, NULL), "no definition");
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, -1, &set), "from particle -1");
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, 1, &set), "from particle 1");
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &larger, 0, &set), "9 vertices");
    set.formula = NULL;
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set), "no formula");
    set.formula = "nonesuch";
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set), "an unknown formula");
    const double rest[5] = {1, 1, 1, 1, 1};
    set.formula = "stretching", set.rest = rest;
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set), "a rest shape");
    set.formula = "linear_tet", set.rest = NULL;
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set), "ghost tets of a sheet");
    check_same(self, (uint64_t)xpbd_scene_centre_count(scene), 0, "centres that stay of what is refused");
    const int32_t wrong[][2] = {{-1, 2}, {0, 0}, {0, -1}, {0, 5}, {3, 2}, {4, 1}};
    int32_t index = -1;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
      scene_refused(self, xpbd_scene_add_centre(scene, wrong[k][0], wrong[k][1], &index), "particles of a centre");
    check_true(self, !xpbd_scene_centre(scene, 0) && !xpbd_scene_centre(scene, -1), "no centre");
    check_control(self, xpbd_scene_add_centre(scene, 1, 3, &index) == XPBD_OK && index == 4,
                  "a centre of the last three");
    check_true(self, xpbd_scene_centre(scene, 0) && !xpbd_scene_centre(scene, 1), "one centre");
    const double *x = xpbd_scene_positions(scene), *v = xpbd_scene_velocities(scene);
    for (int k = 0; k < 3; k++) {
      check_at_most(self, fabs(x[12 + k] - (p.x[3 + k] + p.x[6 + k] + p.x[9 + k]) / 3.0), 1e-15, "its place");
      check_at_most(self, fabs(v[12 + k] - (p.v[3 + k] + p.v[6 + k] + p.v[9 + k]) / 3.0), 1e-15, "its velocity");
    }
    check_true(self, xpbd_scene_inverse_masses(scene)[4] == 0.0, "nothing moves it");
    set.formula = "stretching";
    check_control(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set) == XPBD_OK, "a mesh that fits");
  }
}

/* A triangle begins at the corner whose angle is closest to a right one, the first of equal ones, whatever its
 * orientation. */
static void corners(check *self, int argument) {
  const double x[15] = {0, 0, 0, 2, 0, 0, 0, 0, 1, 1, 0, 1.7320508075688772, 5, 0, 0}, w[5] = {1, 1, 1, 1, 1};
  const int32_t triangles[] = {0, 1, 2, 1, 2, 0, 2, 0, 1, 2, 1, 0, 1, 0, 3, 3, 1, 0, 2, 1, 4, 4, 2, 1};
  const int32_t apexes[] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 2, 1, 1, 0, 3, 3, 1, 0, 1, 4, 2, 1, 4, 2};
  enum { TRIANGLES = 8 };
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = 5, def.positions = x, def.inverse_masses = w;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "shear_angle";
  for (int t = 0; t < TRIANGLES; t++) {
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    if (check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "a scene") &&
        check_status(self, xpbd_mesh_make(5, x, 1, &triangles[3 * t], &mesh), XPBD_OK, "a triangle") &&
        check_status(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set), XPBD_OK, "its corner")) {
      const int32_t *is = xpbd_scene_set(scene, 0)->particles;
      check_true(self, memcmp(is, &apexes[3 * t], 3 * sizeof *is) == 0, "triangle %d: (%d, %d, %d)", t, (int)is[0],
                 (int)is[1], (int)is[2]);
      check_control(self, is[0] != apexes[3 * t + 1], "triangle %d: another corner", t);
    }
  }
}

/* Two cosines that differ by 1e-9 are equal, and the first corner is taken. Just beyond that they are not. */
static void ties(check *self, int argument) {
  static const struct {
    double beyond; /* [m] the tip's distance from the middle of the base; the cosines differ by 1.43 times that */
    int32_t first;
  } cases[] = {{0.0, 0}, {0.6e-9, 0}, {0.8e-9, 1}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const double x[9] = {0, 0, 0, 1, 0, 0, 0.5 + cases[k].beyond, 0, 1}, w[3] = {1, 1, 1};
    const int32_t corner[3] = {0, 1, 2};
    xpbd_scene_def def = xpbd_scene_def_default();
    def.particle_count = 3, def.positions = x, def.inverse_masses = w;
    xpbd_constraints_def set = xpbd_constraints_def_default();
    set.formula = "shear_angle";
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    if (check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "a scene") &&
        check_status(self, xpbd_mesh_make(3, x, 1, corner, &mesh), XPBD_OK, "a triangle") &&
        check_status(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set), XPBD_OK, "its corner")) {
      const int32_t first = xpbd_scene_set(scene, 0)->particles[0];
      check_same(self, (uint64_t)first, (uint64_t)cases[k].first, "%g m beside the middle", cases[k].beyond);
      check_control(self, first != 2, "the corner at the top is sharper");
    }
  }
}

/* The rest shape comes from the particles, wherever the mesh has its vertices. So do the warp and the first corner. */
static void elsewhere(check *self, int argument) {
  enum { THERE, HERE, MESHES }; /* the particles are there */
  const double x[MESHES][12] = {{0, 0, 0, 0.8, 0, 0.6, 0.2, 0, 1.4, 1, 0, 2}, {0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1}};
  const double w[4] = {1, 1, 1, 1}, along_x[6] = {1, 0, 0, 1, 0, 0};
  const int32_t triangles[6] = {0, 1, 2, 1, 3, 2};
  double texture[12]; /* u along x and v along z of this mesh */
  for (int c = 0; c < 6; c++)
    texture[2 * c] = x[HERE][3 * triangles[c]], texture[2 * c + 1] = x[HERE][3 * triangles[c] + 2];
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = 4, def.positions = x[THERE], def.inverse_masses = w;
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  bool good = check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "a scene");
  for (int m = 0; m < MESHES; m++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    good = good && check_status(self, xpbd_mesh_make(4, x[m], 2, triangles, &mesh), XPBD_OK, "mesh %d", m);
    double *const none = mesh.texture;
    for (int f = 0; f < 2 && good; f++) {
      set.formula = f == 0 ? "mod_stretch" : "shear_angle";
      mesh.texture = f == 0 ? texture : none;
      good = check_status(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set), XPBD_OK, "%s", set.formula);
    }
    mesh.texture = none;
  }
  set.formula = "mod_stretch", set.count = 2, set.particles = triangles, set.warp = along_x;
  if (good && check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "the warp of the mesh here")) {
    for (int f = 0; f < 2; f++)
      check_at_most(self, rest_apart(scene, f, 2 + f), 0.0, "rest shapes of formula %d on a mesh elsewhere", f);
    check_control(self, rest_apart(scene, 0, 4) > 0.1, "woven as the mesh here lies");
    check_control(self, xpbd_scene_set(scene, 1)->particles[0] == 1, "here the right angle is at particle 0");
  }
}

/* The particles of `b` are those of `a` plus `n`. Tips come after all `2 n` particles, and its tip is the next one. */
static bool is_shifted(const xpbd_constraints *a, const xpbd_constraints *b, int32_t n) {
  const xpbd_formula_info *info = xpbd_formula_at(a->formula);
  bool is = a->count > 0 && a->count == b->count && a->left_out == b->left_out;
  for (int64_t k = 0; is && k < (int64_t)a->count * info->arity; k++)
    is = b->particles[k] == a->particles[k] + (a->particles[k] < 2 * n ? n : 1);
  return is && memcmp(a->rest, b->rest, (size_t)a->count * (size_t)xpbd_rest_size(info) * sizeof *a->rest) == 0;
}

/* Every formula on two bodies at one position, one after the other in the list of particles. The second is the first,
 * shifted. A body has one tip, however many formulas need it. */
static void shifted(check *self, int argument) {
  xpbd_mesh bodies[2] = {{0}}, octahedron = {0};
  if (!check_status(self, xpbd_mesh_make_sphere(1, 1.0, &bodies[0]), XPBD_OK, "a surface") ||
      !check_status(self, xpbd_mesh_make_beam(2, 1, 1, 1.0, &bodies[1]), XPBD_OK, "a beam") ||
      !check_status(self, xpbd_mesh_make_sphere(0, 1.0, &octahedron), XPBD_OK, "a smaller surface"))
    return;
  for (int body = 0; body < 2; body++) {
    enum { MOST = 32 };
    const xpbd_mesh *mesh = &bodies[body];
    const int32_t n = mesh->vertex_count;
    double x[6 * MOST], w[2 * MOST];
    for (int32_t i = 0; i < 2 * n; i++) w[i] = 1.0;
    for (int32_t k = 0; k < 6 * n; k++) x[k] = mesh->positions[k % (3 * n)];
    xpbd_scene_def def = xpbd_scene_def_default();
    def.particle_count = 2 * n, def.positions = x, def.inverse_masses = w;
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    if (!check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "two bodies")) break;
    int32_t sets = 0;
    for (int f = 0; f < xpbd_formula_count(); f++) {
      xpbd_constraints_def set = xpbd_constraints_def_default();
      set.formula = xpbd_formula_at(f)->name;
      bool good = true;
      for (int second = 0; second < 2 && good; second++)
        good = check_status(self, xpbd_scene_add_on_mesh(scene, mesh, second * n, &set), XPBD_OK, "%s", set.formula);
      if (!good) continue;
      const xpbd_constraints *a = xpbd_scene_set(scene, sets), *b = xpbd_scene_set(scene, sets + 1);
      check_true(self, is_shifted(a, b, n), "%s: the second body is the first, shifted", set.formula);
      check_control(self, !is_shifted(a, a, n), "%s: the first body again", set.formula);
      sets += 2;
    }
    check_same(self, (uint64_t)xpbd_scene_centre_count(scene), body == 0 ? 2 : 0,
               "tips: one of a surface, none of a beam");
    xpbd_constraints_def tet = xpbd_constraints_def_default();
    tet.formula = "tet_volume";
    if (body == 0) check_status(self, xpbd_scene_add_on_mesh(scene, &octahedron, 0, &tet), XPBD_OK, "on fewer of them");
    check_same(self, (uint64_t)xpbd_scene_centre_count(scene), body == 0 ? 3 : 0, "tips: another for those");
  }
  for (int body = 0; body < 2; body++) xpbd_mesh_destroy(&bodies[body]);
  xpbd_mesh_destroy(&octahedron);
}

/* Whether two particles of one group have a particle of their elements in common. `whole`: all groups are one. */
static bool patches_meet(const xpbd_constraints *set, bool whole) {
  enum { MOST = 64 };
  const xpbd_schedule *schedule = &set->patches.schedule;
  const int arity = xpbd_formula_at(set->formula)->arity;
  bool meet = false;
  for (int32_t g = 0; g < schedule->group_count; g++) {
    int32_t owner[MOST];
    for (int32_t p = 0; p < MOST; p++) owner[p] = -1;
    const int32_t first = whole ? 0 : schedule->group_start[g];
    const int32_t last = whole ? schedule->constraint_count : schedule->group_start[g + 1];
    for (int32_t k = first; k < last; k++) {
      const int32_t i = schedule->order[k];
      for (int32_t at = set->patches.first[i]; at < set->patches.first[i + 1]; at++)
        for (int c = 0; c < arity; c++) {
          const int32_t p = set->particles[set->patches.element[at] * arity + c];
          meet = meet || (p < set->patches.count && owner[p] >= 0 && owner[p] != i);
          if (p < set->patches.count) owner[p] = i;
        }
    }
  }
  return meet;
}

/* A formula with a constraint for each particle: its elements, the sum of their sizes, and its groups. */
static void patches(check *self, int argument) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  if (!check_status(self, xpbd_mesh_make_beam(3, 2, 2, 1.0, &mesh), XPBD_OK, "a beam")) return;
  double w[64];
  for (int32_t i = 0; i < mesh.vertex_count; i++) w[i] = i % 3 > 0;
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = mesh.vertex_count, def.positions = mesh.positions, def.inverse_masses = w;
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  xpbd_constraints_def nodal = xpbd_constraints_def_default();
  nodal.formula = "nodal_volume_tet";
  if (check_status(self, xpbd_scene_create(&def, &scene), XPBD_OK, "a scene") &&
      check_status(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &nodal), XPBD_OK, "the volume at its vertices")) {
    const xpbd_constraints *set = xpbd_scene_set(scene, 0);
    double size = 0.0;
    for (int32_t i = 0; i < set->patches.count; i++) size += set->patches.size[i];
    check_same(self, (uint64_t)set->patches.count, (uint64_t)mesh.vertex_count, "constraints");
    check_same(self, (uint64_t)set->patches.first[set->patches.count], 4 * (uint64_t)mesh.tet_count, "their elements");
    check_at_most(self, fabs(size - 4 * 12.0), 1e-12, "each tet counts at its four vertices: sum of sizes - 48 m^3");
    check_true(self, !patches_meet(set, false), "no two of a group have a particle in common");
    check_control(self, patches_meet(set, true), "all in one group");
    nodal.order = XPBD_ORDER_MESH;
    if (check_status(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &nodal), XPBD_OK, "in mesh order"))
      check_same(self, (uint64_t)xpbd_scene_set(scene, 1)->patches.schedule.overflow, 0, "one serial group");
    const double rest[2] = {-1.0, 1.0};
    nodal.count = 1, nodal.particles = mesh.tets, nodal.rest = rest;
    check_status(self, xpbd_scene_add(scene, &nodal), XPBD_ERR_INVALID_ARGUMENT, "a negative size");
  }
}

void check_scene_on_mesh(check_registry *registry) {
  check_add(registry, "woven", "the warp of a textured mesh", woven, 0);
  check_add(registry, "on-mesh", "what does not fit on a mesh is refused; centres", on_mesh_and_centres, 0);
  check_add(registry, "corners", "from which corner a triangle is taken", corners, 0);
  check_add(registry, "ties", "corners that are nearly equal", ties, 0);
  check_add(registry, "elsewhere", "the rest shape is that of the particles, not of the mesh", elsewhere, 0);
  check_add(registry, "shifted", "every formula on a second body is that on the first", shifted, 0);
  check_add(registry, "patches", "a constraint for each particle: its elements and its groups", patches, 0);
}
