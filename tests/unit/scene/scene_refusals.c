/* Why this file exists: refusals of scenes word for word, about particles, triangles, elements and constraints that are not
 * the first: a place that is counted wrongly comes out right there. And what lies behind the last is not looked at. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene_checks.h"

static const double nan64 = (double)NAN;

static void said(check *self, xpbd_status status, const char *text, const char *what) {
  check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "%s", what);
  check_said(self, text, "%s", what);
}

static void refuse_scene(check *self, const xpbd_scene_def *def, const char *text, const char *what) {
  xpbd_scene *scene = NULL;
  said(self, xpbd_scene_create(def, &scene), text, what);
  xpbd_scene_destroy(&scene);
}

static void which_particle(check *self, int argument) {
  (void)argument;
  scene_parts p;
  /* the most triangles there may be, so that the next wrong thing is told; none of them is looked at */
  scene_good_parts(&p), p.def.triangle_count = INT32_MAX / 3, p.x[7] = nan64;
  refuse_scene(self, &p.def, "the position of particle 2 is not finite", "a position");
  scene_good_parts(&p), p.v[5] = nan64;
  refuse_scene(self, &p.def, "the velocity of particle 1 is not finite", "a velocity");
  scene_good_parts(&p), p.w[3] = -0.5;
  refuse_scene(self, &p.def, "the inverse mass of particle 3 is -0.5, must be 0 or more", "an inverse mass");
  const double radii[4] = {0.1, 0.0, -0.25, 0.2};
  scene_good_parts(&p), p.def.radii = radii;
  refuse_scene(self, &p.def, "the radius of particle 2 is -0.25 m, must be 0 or more", "a radius");
  for (int k = 3; k < 6; k++) {
    scene_good_parts(&p), p.triangles[k] = 9;
    refuse_scene(self, &p.def, "triangle 1 refers to particle 9 of 4", "a triangle");
  }
  scene_good_parts(&p), p.triangles[3] = 9, p.def.triangle_count = 1;
  xpbd_scene *scene = NULL;
  check_control(self, xpbd_scene_create(&p.def, &scene) == XPBD_OK, "the first triangle alone");
  xpbd_scene_destroy(&scene);
}

/* Two triangles at right angles: a warp that lies in the first stands on the second. */
static void which_warp(check *self, int argument) {
  (void)argument;
  static const double x[12] = {0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0};
  static const int32_t elements[6] = {0, 1, 2, 0, 2, 3};
  double warp[6] = {1, 0, 0, 1, 0, 0};
  scene_parts p;
  scene_good_parts(&p), memcpy(p.x, x, sizeof x);
  xpbd_scene *scene = NULL;
  if (!check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene")) return;
  xpbd_constraints_def cloth = xpbd_constraints_def_default();
  cloth.formula = "stvk_strain_triangle", cloth.count = 2, cloth.particles = elements, cloth.warp = warp;
  said(self, xpbd_scene_add(scene, &cloth),
       "stvk_strain_triangle: the warp of element 1 stands on the triangle, within 8 degrees of its normal", "upright");
  cloth.count = 1;
  check_control(self, xpbd_scene_add(scene, &cloth) == XPBD_OK, "the first alone");
  cloth.count = 2, warp[3] = 0, warp[5] = nan64;
  said(self, xpbd_scene_add(scene, &cloth), "stvk_strain_triangle: the warp of element 1 is not finite", "no number");
  warp[4] = 1, warp[5] = 0;
  check_control(self, xpbd_scene_add(scene, &cloth) == XPBD_OK, "a warp in each of them");
  xpbd_scene_destroy(&scene);
}

/* Rest shapes that are given: the constraint of each number, and no number behind the last. */
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
    char text[128];
    const double kept = rest[k];
    rest[k] = nan64;
    snprintf(text, sizeof text, "%s: the rest shape of constraint %d is not finite", formula, k / info->rest_count);
    said(self, xpbd_scene_add(scene, &set), text, formula);
    rest[k] = kept;
  }
  check_control(self, xpbd_scene_add(scene, &set) == XPBD_OK, "%s: all of them finite", formula);
}

static void which_rest(check *self, int argument) {
  (void)argument;
  static const char *const formulas[] = {"stvk_triangle", "sbd_stretch"}; /* of one row and of two */
  scene_parts p;
  scene_good_parts(&p);
  for (int f = 0; f < 2; f++) {
    xpbd_scene *scene = NULL;
    if (check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene"))
      rest_of(self, scene, p.triangles, formulas[f]);
    xpbd_scene_destroy(&scene);
  }
}

void check_scene_refusals(check_registry *registry) {
  check_add(registry, "which-particle", "particles and triangles are named as they are", which_particle, 0);
  check_add(registry, "which-warp", "the element of a wrong warp is named as it is", which_warp, 0);
  check_add(registry, "which-rest", "the constraint of a wrong rest shape is named as it is", which_rest, 0);
}
