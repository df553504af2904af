/* Why this file exists: the scene balls: two elastic bodies meet off-centre in mid-air, fall, and hit ground and
 * walls. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"
#include "verlet/settle.h"

static const xpbd_scene_parameter parameters[] = {
    XPBD_RESTITUTION(1.0),
    {"friction", "1", 0.3, 0.0, 1e6, "Coulomb friction of ground, walls and balls"},
    {"speed", "m/s", 2.0, -1e12, 1e12, "of each towards the other at the start"},
    {"drop", "m", 0.6, 0.0, 1e12, "between the lower one and the ground"},
    XPBD_YOUNGS_MODULUS(5e4),
};

static xpbd_status make_ball(const xpbd_draft *draft, const xpbd_mesh *sphere, int b, xpbd_draft_lattice *out) {
  int32_t n;
  double drop, speed;
  const double way = b == 0 ? 1.0 : -1.0;
  XPBD_TRY(xpbd_draft_resolution(draft, &n));
  XPBD_TRY(xpbd_draft_parameter(draft, "drop", &drop));
  XPBD_TRY(xpbd_draft_parameter(draft, "speed", &speed));
  XPBD_TRY(xpbd_lattice_make_mesh(sphere, draft->size / n, &out->lattice));
  XPBD_TRY(verlet_lattice_set_down(&out->lattice, drop + 0.2 * draft->size * b, false));
  for (int64_t i = 0; i < out->lattice.node_count; i++) out->lattice.positions[3 * i] -= way * draft->size;
  out->velocity[0] = way * speed;
  return XPBD_OK;
}

static xpbd_status meet(xpbd_draft *draft, const xpbd_mesh *sphere, xpbd_draft_lattice bodies[2]) {
  const double side = 2.0 * draft->size, middle[3] = {0.0, 0.0, 0.0}, up[3] = {0.0, 1.0, 0.0};
  const double left[3] = {-side, 0.0, 0.0}, right[3] = {side, 0.0, 0.0};
  const double forth[3] = {1.0, 0.0, 0.0}, back[3] = {-1.0, 0.0, 0.0};
  for (int b = 0; b < 2; b++) XPBD_TRY(make_ball(draft, sphere, b, &bodies[b]));
  XPBD_TRY(xpbd_draft_plane(draft, middle, up));
  XPBD_TRY(xpbd_draft_plane(draft, left, forth));
  XPBD_TRY(xpbd_draft_plane(draft, right, back));
  return xpbd_draft_lattices(draft, bodies, 2, 0.0, 5e-4);
}

static xpbd_status build(xpbd_draft *draft) {
  xpbd_mesh sphere;
  xpbd_draft_lattice bodies[2] = {{.even = false}};
  XPBD_TRY(xpbd_mesh_make_sphere(3, 0.5 * draft->size, &sphere));
  const xpbd_status status = meet(draft, &sphere, bodies);
  for (int b = 0; b < 2; b++) xpbd_lattice_destroy(&bodies[b].lattice);
  xpbd_mesh_destroy(&sphere);
  return status;
}

const xpbd_named_scene xpbd_named_balls = {
    .info = {.name = "balls",
             .about = "two elastic balls meet between ground and walls",
             .source = "Kot and Nagahashi, Fig. 10",
             .method = "verlet-7",
             .frame_time = 1.0 / 50.0,
             .substeps = 40,
             .iterations = 4,
             .frames = 150,
             .resolution = 6,
             .least_resolution = 2,
             .size = 1.0,
             .mass = 5.0,
             .gravity = 9.8,
             .constraint = "stretching:k=1",
             .compliance = NAN,
             .damping = 1.0,
             .whole_bodies = true,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
