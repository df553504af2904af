/* Why this file exists: the scene friction_box. A body of any material slides v^2 / (2 mu g), so the distance shows
 * what friction takes. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    XPBD_RESTITUTION(1.0),
    {"friction", "1", 0.3, 0.0, 1e6, "Coulomb friction of ground and balls"},
    {"speed", "m/s", 2.0, -1e12, 1e12, "along x at the start"},
    {"drop", "m", 0.0, 0.0, 1e12, "between the lowest ball and the ground"},
    XPBD_YOUNGS_MODULUS(1e5),
    {"settle", "s", 0.5, 0.0, 1e6, "time of settling under gravity before the start"},
};

static xpbd_status build(xpbd_draft *draft) {
  int32_t n;
  XPBD_TRY(xpbd_draft_resolution(draft, &n));
  XPBD_REQUIRE(n <= 1000, XPBD_ERR_INVALID_ARGUMENT, "resolution is %d nodes, at most 1000", (int)n);
  xpbd_lattice lattice;
  XPBD_TRY(xpbd_lattice_make_box(2 * n - 1, n, n, 0.5 * draft->size / (n - 1), &lattice));
  const xpbd_status status = xpbd_draft_slider(draft, &lattice, true);
  xpbd_lattice_destroy(&lattice);
  return status;
}

const xpbd_named_scene xpbd_named_friction_box = {
    .info = {.name = "friction_box",
             .about = "an elastic box, twice as long as high, slides until friction stops it",
             .source = "Kot and Nagahashi, Figs. 6 and 7",
             .method = "verlet-7",
             .frame_time = 1.0 / 100.0,
             .substeps = 50,
             .iterations = 4,
             .frames = 100,
             .resolution = 3,
             .least_resolution = 2,
             .size = 2.0,
             .mass = 10.0,
             .gravity = 9.8,
             .constraint = "stretching:k=1",
             .compliance = NAN,
             .damping = NAN,
             .whole_bodies = true,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
