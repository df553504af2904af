/* Why this file exists: one function for each way through shapes, with its derivative. */
#include "ways.h"

static void along_x(const xpbd_vec3_f64 *corner, int arity, double s, xpbd_vec3_f64 *x, xpbd_vec3_f64 *velocity) {
  for (int i = 0; i < arity; i++) {
    x[i] = (xpbd_vec3_f64){s * corner[i].x, corner[i].y, corner[i].z};
    velocity[i] = (xpbd_vec3_f64){corner[i].x, 0, 0};
  }
}

static void sideways(const xpbd_vec3_f64 *corner, int arity, double s, xpbd_vec3_f64 *x, xpbd_vec3_f64 *velocity) {
  for (int i = 0; i < arity; i++) {
    x[i] = (xpbd_vec3_f64){corner[i].x + s * corner[i].y, corner[i].y, corner[i].z};
    velocity[i] = (xpbd_vec3_f64){corner[i].y, 0, 0};
  }
}

static void all_ways(const xpbd_vec3_f64 *corner, int arity, double s, xpbd_vec3_f64 *x, xpbd_vec3_f64 *velocity) {
  for (int i = 0; i < arity; i++) x[i] = xpbd_v_scale_f64(s, corner[i]), velocity[i] = corner[i];
}

static void flattened(const xpbd_vec3_f64 *corner, int arity, double s, xpbd_vec3_f64 *x, xpbd_vec3_f64 *velocity) {
  for (int i = 0; i < arity; i++) {
    x[i] = (xpbd_vec3_f64){corner[i].x, corner[i].y, s * corner[i].z};
    velocity[i] = (xpbd_vec3_f64){0, 0, corner[i].z};
  }
}

/// The last particle of a hinge turns about the edge x0 x1, which lies along x.
static void folded(const xpbd_vec3_f64 *corner, int arity, double s, xpbd_vec3_f64 *x, xpbd_vec3_f64 *velocity) {
  for (int i = 0; i < arity; i++) x[i] = corner[i], velocity[i] = (xpbd_vec3_f64){0, 0, 0};
  const double r = corner[3].y;
  x[3] = (xpbd_vec3_f64){corner[3].x, r * cos(s), r * sin(s)};
  velocity[3] = (xpbd_vec3_f64){0, -r * sin(s), r * cos(s)};
}

const way way_stretch = {"stretch", "stretch along x0 x1", 1.0, 0.02, 10.0, along_x};
const way way_shear = {"shear", "shear along x0 x1", 0.0, -1.5, 1.5, sideways};
const way way_size = {"size", "size in all directions", 1.0, 0.02, 10.0, all_ways};
const way way_height = {"height", "height over x0 x1 x2, inverted below 0", 1.0, -0.75, 2.0, flattened};
const way way_fold = {"fold", "fold [rad]", 0.0, -2.967, 2.967, folded};

const way *const *ways_of(const xpbd_formula *formula) {
  static const way *const edge[] = {&way_stretch, NULL},
                          *const triangle[] = {&way_stretch, &way_shear, &way_size, NULL},
                          *const hinge[] = {&way_fold, &way_stretch, &way_size, NULL},
                          *const tet[] = {&way_stretch, &way_shear, &way_size, &way_height, NULL};
  switch (formula->info.element) {
  case XPBD_ON_TETS: return tet;
  case XPBD_ON_HINGES: return hinge;
  case XPBD_ON_TRIANGLES:
  case XPBD_ON_CORNERS: return triangle;
  default: return formula->info.arity == 2 ? edge : triangle;
  }
}

bool way_is_size(const way *one) {
  return one == &way_stretch || one == &way_size;
}
