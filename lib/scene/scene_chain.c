/* Why this file exists: the scenes of a line of particles, which have a solution on paper: a chain that hangs, a
 * pendulum, a chain between two nails. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

static xpbd_status make_line(xpbd_draft *draft, int32_t least, int32_t *count) {
  XPBD_TRY(xpbd_draft_resolution(draft, least, count));
  XPBD_TRY(xpbd_shape_line(*count, draft->size, &draft->model->mesh));
  return xpbd_draft_particles(draft);
}

/* Hangs straight down from particle 0, unstretched. */
xpbd_status xpbd_build_chain(xpbd_draft *draft) {
  int32_t count;
  XPBD_TRY(make_line(draft, 2, &count));
  for (int64_t i = 0; i < count; i++) {
    draft->start[3 * i + 1] = -draft->start[3 * i];
    draft->start[3 * i] = 0.0;
  }
  xpbd_draft_pin(draft, 0);
  return XPBD_OK;
}

/* Starts straight, at an angle to the vertical, towards +x. */
xpbd_status xpbd_build_pendulum(xpbd_draft *draft) {
  int32_t count;
  double angle;
  XPBD_TRY(xpbd_draft_number(draft, XPBD_USES_ANGLE, 30.0, -180.0, 180.0, &angle));
  XPBD_TRY(make_line(draft, 2, &count));
  angle *= acos(-1.0) / 180.0;
  for (int64_t i = 0; i < count; i++) {
    const double length = draft->start[3 * i];
    draft->start[3 * i] = length * sin(angle);
    draft->start[3 * i + 1] = -length * cos(angle);
  }
  xpbd_draft_pin(draft, 0);
  return XPBD_OK;
}

/* Both ends are held, two thirds of the chain's length apart and level. It starts on the arc of a circle: equal chords
 * of the rest length, so that nothing is stretched at the start. With n chords of length l, each seen from the circle's
 * centre under the angle a, the span is l sin(n a / 2) / sin(a / 2), which falls from n l to 0 as n a goes to 2 pi. */
xpbd_status xpbd_build_catenary(xpbd_draft *draft) {
  int32_t count;
  XPBD_TRY(make_line(draft, 3, &count));
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
