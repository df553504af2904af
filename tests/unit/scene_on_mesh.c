/* Why this file exists: what is put on a mesh goes where the mesh says, the warp of a cloth along its texture, and what does
 * not fit is refused. */
#include <math.h>
#include <string.h>

#include "scene_checks.h"

/* The largest difference between the rest shapes of two sets; NaN where they are not of the same elements. */
static double rest_apart(const xpbd_scene *scene, int32_t s, int32_t t) {
  const xpbd_constraints *a = xpbd_scene_set(scene, s), *b = xpbd_scene_set(scene, t);
  if (a->count != b->count || memcmp(a->particles, b->particles, 3 * (size_t)a->count * sizeof *a->particles) != 0)
    return (double)NAN;
  double apart = 0.0;
  for (int k = 0; k < a->count * xpbd_formula_at(a->formula)->rest_count; k++)
    apart = fmax(apart, fabs(a->rest[k] - b->rest[k]));
  return apart;
}

/* Cloth put on a mesh: its warp runs as the first texture coordinate grows while the second stays, whatever corner a triangle
 * begins with and however the texture is stretched; along x where there is no texture, or none with an area. */
static void woven(check *self, int argument) {
  (void)argument;
  const double along[3] = {0.6, 0, 0.8}, across[3] = {-0.8, 0, 0.6};
  scene_parts p;
  scene_good_parts(&p);
  xpbd_scene *scene = NULL;
  xpbd_mesh mesh = {0};
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
    int32_t elements[6];
    const int rows = xpbd_formula_at(xpbd_scene_set(scene, 0)->formula)->rows;
    for (int e = 0; e < 2; e++)
      memcpy(&elements[3 * e], &xpbd_scene_set(scene, 0)->particles[3 * e * rows], 3 * sizeof *elements);
    cloth.count = 2, cloth.particles = elements, cloth.warp = warps;
    good = check_status(self, xpbd_scene_add(scene, &cloth), XPBD_OK, "the warp said outright");
  }
  if (good) {
    check_at_most(self, rest_apart(scene, 0, 3), 1e-15, "rest shapes, beside those of the warp said outright");
    check_at_most(self, rest_apart(scene, 1, 2), 0.0, "rest shapes of a texture without area, beside those of none");
    check_control(self, rest_apart(scene, 0, 2) > 0.1, "without a texture the warp is x");
  }
  xpbd_mesh_destroy(&mesh);
  xpbd_scene_destroy(&scene);
}

/* What is put on a mesh, and centres: the mesh must fit, the particles must be there. */
static void on_mesh_and_centres(check *self, int argument) {
  (void)argument;
  scene_parts p;
  scene_good_parts(&p);
  xpbd_scene *scene = NULL;
  xpbd_mesh mesh = {0}, larger = {0};
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "stretching";
  if (check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene") &&
      check_status(self, xpbd_mesh_make(4, p.x, 2, p.triangles, &mesh), XPBD_OK, "a mesh") &&
      check_status(self, xpbd_mesh_make_grid(3, 3, 1.0, &larger), XPBD_OK, "a larger one")) {
    scene_refused(self, xpbd_scene_add_on_mesh(scene, NULL, 0, &set), "NULL", "no mesh");
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, NULL), "NULL", "no definition");
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, -1, &set), "does not fit", "from particle -1");
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, 1, &set), "does not fit", "from particle 1");
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &larger, 0, &set), "does not fit", "9 vertices");
    set.formula = NULL;
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set), "(NULL)", "no formula");
    set.formula = "nonesuch";
    scene_refused(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set), "nonesuch", "an unknown formula");
    const int32_t wrong[][2] = {{-1, 2}, {0, 0}, {0, -1}, {0, 5}, {3, 2}, {4, 1}};
    int32_t index = -1;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
      scene_refused(self, xpbd_scene_add_centre(scene, wrong[k][0], wrong[k][1], &index), "centre",
                    "particles of a centre");
    check_true(self, !xpbd_scene_centre(scene, 0) && !xpbd_scene_centre(scene, -1), "no centre");
    check_control(self, xpbd_scene_add_centre(scene, 1, 3, &index) == XPBD_OK && index == 4,
                  "a centre of the last three");
    check_true(self, xpbd_scene_centre(scene, 0) && !xpbd_scene_centre(scene, 1), "one centre");
    set.formula = "stretching";
    check_control(self, xpbd_scene_add_on_mesh(scene, &mesh, 0, &set) == XPBD_OK, "a mesh that fits");
  }
  xpbd_mesh_destroy(&mesh);
  xpbd_mesh_destroy(&larger);
  xpbd_scene_destroy(&scene);
}

void check_scene_on_mesh(check_registry *registry) {
  check_add(registry, "woven", "the warp of a textured mesh", woven, 0);
  check_add(registry, "on-mesh", "what does not fit on a mesh is refused; centres", on_mesh_and_centres, 0);
}
