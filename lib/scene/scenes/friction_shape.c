/* Why this file exists: the scene friction_shape. A body of any shape slides as far as a box. The paper slides a bird.
 * Ours is a ring that waves up and down three times. It stands on three feet, so most of its underside does not touch
 * the ground. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    XPBD_RESTITUTION(1.0),
    {"friction", "1", 0.3, 0.0, 1e6, "Coulomb friction of ground and balls"},
    {"speed", "m/s", 2.0, -1e12, 1e12, "along x at the start"},
    {"drop", "m", 0.0, 0.0, 1e12, "between the lowest ball and the ground"},
    XPBD_YOUNGS_MODULUS(1e5),
    {"settle", "s", 1.0, 0.0, 1e6, "time of settling under gravity before the start"},
};

static xpbd_status make_shape(const xpbd_draft *draft, xpbd_mesh *out) {
  if (draft->params->mesh) return xpbd_mesh_copy(draft->params->mesh, out);
  XPBD_TRY(xpbd_mesh_make_torus(48, 24, 0.6, 0.25, out));
  for (int64_t i = 0; i < out->vertex_count; i++) {
    double *x = &out->positions[3 * i];
    x[1] += 0.1 * cos(3.0 * atan2(x[2], x[0]));
  }
  return XPBD_OK;
}

/* Scales the mesh if the size is set. Returns the height along y. */
static double scale(const xpbd_draft *draft, xpbd_mesh *mesh) {
  double extent[3];
  const double largest = xpbd_mesh_extent(mesh, extent);
  const double factor = isnan(draft->params->size) || !(largest > 0.0) ? 1.0 : draft->size / largest;
  for (int64_t k = 0; k < 3 * (int64_t)mesh->vertex_count; k++) mesh->positions[k] *= factor;
  return extent[1] * factor;
}

static xpbd_status build(xpbd_draft *draft) {
  int32_t n;
  xpbd_mesh mesh;
  xpbd_lattice lattice = {.spacing = 0.0};
  XPBD_TRY(xpbd_draft_resolution(draft, &n));
  XPBD_TRY(make_shape(draft, &mesh));
  const double height = scale(draft, &mesh);
  xpbd_status status = height > 0.0 ? xpbd_lattice_make_mesh(&mesh, height / n, &lattice)
                                    : xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "the mesh has no height along y");
  if (status == XPBD_OK) status = xpbd_draft_slider(draft, &lattice, false);
  xpbd_lattice_destroy(&lattice);
  xpbd_mesh_destroy(&mesh);
  return status;
}

const xpbd_named_scene xpbd_named_friction_shape = {
    .info = {.name = "friction_shape",
             .about = "an elastic ring on three feet, or a mesh, slides until friction stops it",
             .source = "Kot and Nagahashi, Figs. 6 to 9",
             .method = "verlet-7",
             .frame_time = 1.0 / 100.0,
             .substeps = 50,
             .iterations = 4,
             .frames = 100,
             .resolution = 6,
             .least_resolution = 2,
             .size = 1.7,
             .mass = 10.0,
             .gravity = 9.8,
             .constraint = "stretching:k=1",
             .compliance = NAN,
             .damping = NAN,
             .takes_mesh = true,
             .whole_bodies = true,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
