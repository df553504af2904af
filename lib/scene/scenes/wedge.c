/* Why this file exists: the scene wedge, in which a ball touches two planes at once. Handling one contact after another
 * never ends there. More balls stand on it. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    XPBD_RESTITUTION(1.0),
    {"friction", "1", 0.0, 0.0, 1e6, "Coulomb friction of planes and ball"},
    {"speed", "m/s", 0.0, -1e12, 1e12, "downwards at the start"},
    {"drop", "m", 0.01, 0.0, 1e12, "fall height of the ball"},
    {"angle", "degrees", 30.0, 1e-3, 179.999, "between the two planes"},
};

static xpbd_status build(xpbd_draft *draft) {
  static const double foot[3] = {0.0, 0.0, 0.0}, pi = 3.14159265358979323846; /* M_PI is not in C11 */
  int32_t count;
  double angle, drop, speed;
  XPBD_TRY(xpbd_draft_resolution(draft, &count));
  XPBD_TRY(xpbd_draft_parameter(draft, "angle", &angle));
  XPBD_TRY(xpbd_draft_parameter(draft, "drop", &drop));
  XPBD_TRY(xpbd_draft_parameter(draft, "speed", &speed));
  const double half = angle * pi / 360.0, radius = 0.5 * draft->size;
  const double right[3] = {cos(half), sin(half), 0.0}, left[3] = {-cos(half), sin(half), 0.0};
  xpbd_mesh *mesh = &draft->model->mesh; /* the model frees it */
  mesh->positions = calloc(3 * (size_t)count, sizeof *mesh->positions);
  XPBD_REQUIRE(mesh->positions, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d balls", (int)count);
  mesh->vertex_count = count;
  for (int32_t i = 0; i < count; i++) mesh->positions[3 * (size_t)i + 1] = radius / sin(half) + drop + i * draft->size;
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_balls(draft, radius));
  for (int32_t i = 0; i < count; i++) draft->velocities[3 * (size_t)i + 1] = -speed;
  draft->model->time_step = 1e-3;
  XPBD_TRY(xpbd_draft_plane(draft, foot, right));
  return xpbd_draft_plane(draft, foot, left);
}

const xpbd_named_scene xpbd_named_wedge = {
    .info = {.name = "wedge",
             .about = "a ball caught between two planes",
             .source = "Kot and Nagahashi, Fig. 1 and Sec. 2.2",
             .method = "verlet-7",
             .frame_time = 1.0 / 50.0,
             .substeps = 20,
             .iterations = 4,
             .frames = 250,
             .resolution = 1,
             .least_resolution = 1,
             .size = 1.0,
             .mass = 1.0,
             .gravity = 9.8,
             .constraint = "none",
             .compliance = 0.0,
             .damping = 0.0,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
