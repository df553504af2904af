/* Why this file exists: the scene catenary. Both ends of a chain are held at the same height, two thirds of its length
 * apart. It starts on a circular arc of equal chords of the rest length, so nothing is stretched at the start. With n
 * chords of length l, each subtending the angle a at the centre, the span is l sin(n a / 2) / sin(a / 2). It decreases
 * from n l to 0 as n a goes to 2 pi. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

static xpbd_status build(xpbd_draft *draft) {
  int32_t count;
  XPBD_TRY(xpbd_draft_line(draft, &count));
  const double links = count - 1, ratio = links / 1.5; /* span over length of a link */
  double low = 0.0, high = 2.0 * acos(-1.0) / links;
  for (int k = 0; k < 100; k++) {
    const double middle = 0.5 * (low + high);
    if (sin(0.5 * links * middle) > ratio * sin(0.5 * middle))
      low = middle;
    else
      high = middle;
  }
  const double radius = 0.5 * draft->size / links / sin(0.5 * low);
  for (int32_t i = 0; i < count; i++) {
    const double turn = (i - 0.5 * links) * low;
    draft->start[3 * (int64_t)i] = radius * sin(turn);
    draft->start[3 * (int64_t)i + 1] = radius * (cos(0.5 * links * low) - cos(turn));
  }
  xpbd_draft_pin(draft, 0);
  xpbd_draft_pin(draft, count - 1);
  return XPBD_OK;
}

const xpbd_named_scene xpbd_named_catenary = {
    .info =
        {
            .name = "catenary",
            .about = "a chain hangs between two nails",
            .source = "Leibniz, Huygens, Johann Bernoulli 1691",
            .frame_time = 1.0 / 24.0,
            .substeps = 10,
            .iterations = 100,
            .frames = 240,
            .resolution = 21,
            .least_resolution = 3,
            .size = 1.5,
            .mass = 0.05,
            .gravity = 9.81,
            .constraint = "stretching:k=1",
            .compliance = 0.0,
            .damping = 0.0,
        },
    .build = build,
};
