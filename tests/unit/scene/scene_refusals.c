/* Why this file exists: tests refusals with particles, triangles, elements and constraints that are not the first,
 * where a wrong index would show. Nothing beyond the last one is read. */
#include <math.h>
#include <string.h>

#include "scene_checks.h"

static const double nan64 = (double)NAN;

static void which_particle(check *self, int argument) {
  scene_parts p;
  /* the most triangles there may be, so that the next error is reported; none of them is read */
  REFUSED("a position", p.def.triangle_count = INT32_MAX / 3, p.x[7] = nan64);
  REFUSED("a velocity", p.v[5] = nan64);
  REFUSED("an inverse mass", p.w[3] = -0.5);
  const double radii[4] = {0.1, 0.0, -0.25, 0.2};
  REFUSED("a radius", p.def.radii = radii);
  for (int k = 3; k < 6; k++) {
    REFUSED("a triangle", p.triangles[k] = 9);
  }
  scene_good_parts(&p), p.triangles[3] = 9, p.def.triangle_count = 1;
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  check_control(self, xpbd_scene_create(&p.def, &scene) == XPBD_OK, "the first triangle alone");
}

/* Two triangles at right angles: a warp in the plane of the first is normal to the second. */
static void which_warp(check *self, int argument) {
  static const double x[12] = {0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0};
  static const int32_t elements[6] = {0, 1, 2, 0, 2, 3};
  double warp[6] = {1, 0, 0, 1, 0, 0};
  scene_parts p;
  scene_good_parts(&p), memcpy(p.x, x, sizeof x);
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  if (!check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene")) return;
  xpbd_constraints_def cloth = xpbd_constraints_def_default();
  cloth.formula = "stvk_strain_triangle", cloth.count = 2, cloth.particles = elements, cloth.warp = warp;
  scene_refused(self, xpbd_scene_add(scene, &cloth), "upright");
  cloth.count = 1;
  check_control(self, xpbd_scene_add(scene, &cloth) == XPBD_OK, "the first alone");
  cloth.count = 2, warp[3] = 0, warp[5] = nan64;
  scene_refused(self, xpbd_scene_add(scene, &cloth), "no number");
  warp[4] = 1, warp[5] = 0;
  check_control(self, xpbd_scene_add(scene, &cloth) == XPBD_OK, "a warp in each of them");
}

/* The angle of a warp to the normal counts, not the length of the warp, nor the size or the plane of the triangle. The
 * normal here is (1, 2, 2) / 3, and 0.1424925 is the tangent of the angle whose cosine is 0.99. */
static void warp_angle(check *self, int argument) {
  static const double sizes[] = {0.01, 1.0, 100.0}, tangents[] = {0.1424, 0.1426};
  static const int32_t corners[3] = {0, 1, 2};
  xpbd_constraints_def sheet = xpbd_constraints_def_default();
  sheet.formula = "stvk_strain_triangle", sheet.count = 1, sheet.particles = corners;
  for (int k = 0; k < 9; k++) {
    const double size = sizes[k % 3], length = sizes[k / 3];
    const double x[12] = {0, 0, 0, size * 2, size * 1, size * -2, size * 2, size * -2, size * 1, 0, 0, size};
    scene_parts p;
    scene_good_parts(&p), memcpy(p.x, x, sizeof x);
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    if (!check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene")) return;
    for (int t = 0; t < 2; t++) {
      const double across = length * tangents[t]; /* along (2, -2, 1) / 3, an edge of the triangle */
      const double warp[3] = {(length + 2 * across) / 3, (2 * length - 2 * across) / 3, (2 * length + across) / 3};
      sheet.warp = warp;
      const xpbd_status status = xpbd_scene_add(scene, &sheet);
      check_same(self, (uint64_t)status, (uint64_t)(t == 0 ? XPBD_ERR_INVALID_ARGUMENT : XPBD_OK),
                 "a warp of length %g at a tangent of %g, triangle of %g m", length, tangents[t], size);
    }
    const double normal[3] = {length / 3, 2 * length / 3, 2 * length / 3};
    sheet.warp = normal;
    check_control(self, xpbd_scene_add(scene, &sheet) != XPBD_OK, "the normal itself");
  }
}

/* Given rest shapes: the constraint of each number, and no number beyond the last. */
static void rest_of(check *self, xpbd_scene *scene, const int32_t *elements, const char *formula) {
  enum { ROOM = 32 };
  const xpbd_formula_info *info = xpbd_formula_at(xpbd_formula_find(formula));
  const int numbers = 2 * info->rows * info->rest_count;
  double rest[ROOM];
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = formula, set.count = 2, set.particles = elements;
  if (!check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "%s, of where the particles are", formula)) return;
  if (!check_at_most(self, numbers + 1, ROOM, "%s: numbers", formula)) return;
  memcpy(rest, xpbd_scene_set(scene, 0)->rest, (size_t)numbers * sizeof *rest);
  rest[numbers] = nan64;
  set.rest = rest;
  for (int k = 0; k < numbers; k++) {
    const double kept = rest[k];
    rest[k] = nan64;
    scene_refused(self, xpbd_scene_add(scene, &set), formula);
    rest[k] = kept;
  }
  check_control(self, xpbd_scene_add(scene, &set) == XPBD_OK, "%s: all of them finite", formula);
}

static void which_rest(check *self, int argument) {
  static const char *const formulas[] = {"stvk_triangle", "sbd_stretch"}; /* one row, and two */
  scene_parts p;
  scene_good_parts(&p);
  for (int f = 0; f < 2; f++) {
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    if (check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene"))
      rest_of(self, scene, p.triangles, formulas[f]);
  }
}

void check_scene_refusals(check_registry *registry) {
  check_add(registry, "which-particle", "particles and triangles are named as they are", which_particle, 0);
  check_add(registry, "which-warp", "the element of a wrong warp is named as it is", which_warp, 0);
  check_add(registry, "warp-angle", "a warp is judged by its angle alone", warp_angle, 0);
  check_add(registry, "which-rest", "the constraint of a wrong rest shape is named as it is", which_rest, 0);
}
