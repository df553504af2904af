/* Why this file exists: no scene shows some decisions about pictures: walls just seen from behind, more pins than are
 * drawn, and the exact height from which letters are large. */
#include <math.h>
#include <string.h>

#include "sim/film/sim_drawing.h"
#include "sim/film/sim_picture.h"
#include "sim_checks.h"
#include "unit/picture/picture_checks.h"
#include "xpbd/obstacle.h"

static const sim_options plain = {.azimuth = NAN, .elevation = NAN};

/// A job of a chain beside a wall with that normal.
static bool walled(check *self, const double normal[3], sim_job *out) {
  xpbd_scene_params params = xpbd_scene_params_default();
  xpbd_obstacle_def wall = xpbd_obstacle_def_default();
  wall.kind = XPBD_OBSTACLE_HALF_SPACE;
  memcpy(wall.normal, normal, sizeof wall.normal);
  params.resolution = 2;
  if (!sim_made(self, "chain", &params, out)) return false;
  out->options = &plain;
  if (!check_status(self, xpbd_scene_add_obstacle(out->model.scene, &wall), XPBD_OK, "a wall")) {
    sim_unmade(out);
    return false;
  }
  out->model.obstacle_count = 1; /* without a mesh: sim_unmade() expects 0 again */
  return true;
}

/* A direction that sees a wall from behind, by more than a tenth, is not chosen if there is another. */
static void sides(check *self, int argument) {
  static const struct {
    double facing; ///< Cosine between the wall's normal and the direction of an eye at 35 degrees.
    double azimuth;
  } known[] = {{1.0, 35.0}, {0.0, 35.0}, {-0.09, 35.0}, {-0.11, -35.0}, {-0.9, -35.0}};
  const double degree = acos(-1.0) / 180.0;
  const sim_options told = {.azimuth = 50.0, .elevation = NAN};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const double turn = 35.0 * degree - acos(known[i].facing);
    sim_job job;
    if (!walled(self, (const double[]){sin(turn), 0.0, cos(turn)}, &job)) return;
    sim_drawing drawing = {.job = &job};
    check_status(self, sim_drawing_choose_azimuth(&drawing), XPBD_OK, "a side");
    check_between(self, drawing.view.azimuth, known[i].azimuth, known[i].azimuth, "side of a wall that faces %g",
                  known[i].facing);
    job.options = &told;
    check_status(self, sim_drawing_choose_azimuth(&drawing), XPBD_OK, "a side that was told");
    check_control(self, drawing.view.azimuth != known[i].azimuth, "the side of a wall");
    job.model.obstacle_count = 0;
    sim_unmade(&job);
  }
}

/// A sheet with all vertices pinned, drawn at height `height`.
static bool draw_sheet(check *self, int32_t resolution, int32_t width, int32_t height, bool captions,
                       picture_image *image) {
  xpbd_scene_params params = xpbd_scene_params_default();
  sim_job job;
  sim_drawing drawing;
  int32_t zero = 0;
  params.resolution = resolution;
  params.pins = XPBD_PINS_TOP;
  if (!sim_made(self, "cloth", &params, &job)) return false;
  job.options = &plain;
  const sim_shots shots = {.wanted = 1, .count = 1, .frames = &zero, .positions = job.positions};
  bool drawn = check_status(self, sim_drawing_begin(&job, width, height, &shots, false, &drawing), XPBD_OK, "begun") &&
               check_status(self, sim_drawing_aim(&drawing, 1), XPBD_OK, "aimed");
  drawing.captions = captions;
  drawn = drawn && check_status(self, sim_drawing_frame(&drawing, 3, job.positions, image), XPBD_OK, "drawn");
  sim_drawing_end(&drawing);
  sim_unmade(&job);
  return drawn;
}

/* Dots of letters are 2 x 2 pixels from 600 pixels on, six dots from the corner. */
static void captions(check *self, int argument) {
  static const struct { int32_t height, scale; } known[] = {{16, 1}, {599, 1}, {600, 2}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    OWNED(picture_image_destroy) picture_image with = {0}, without = {0};
    if (draw_sheet(self, 2, 320, known[i].height, true, &with) &&
        draw_sheet(self, 2, 320, known[i].height, false, &without)) {
      const int32_t scale = known[i].scale;
      check_control(self, !picture_equal(&with, &without), "a drawing without a caption");
      picture_text(&without, 6 * scale, 6 * scale, scale, (picture_colour){0.35, 0.35, 0.38}, "cloth  t = 0.125 s");
      check_true(self, picture_equal(&with, &without), "in %d pixels the words have scale %d", (int)known[i].height,
                 (int)scale);
    }
  }
}

/// Balls in a picture of a level sheet with every vertex pinned; -1 after a failed check.
static int32_t pins_of(check *self, int32_t resolution) {
  static picture_sphere balls[2500];
  xpbd_scene_params params = xpbd_scene_params_default();
  sim_job job;
  sim_drawing drawing;
  int32_t zero = 0, shown = -1;
  params.resolution = resolution;
  params.pins = XPBD_PINS_TOP;
  if (!sim_made(self, "cloth", &params, &job)) return -1;
  job.options = &plain;
  const sim_shots shots = {.wanted = 1, .count = 1, .frames = &zero, .positions = job.positions};
  if (check_status(self, sim_drawing_begin(&job, 64, 48, &shots, false, &drawing), XPBD_OK, "begun"))
    shown = sim_drawing_pins(&drawing, job.positions, balls);
  sim_drawing_end(&drawing);
  sim_unmade(&job);
  return shown;
}

static void pins(check *self, int argument) {
  check_same(self, (uint64_t)pins_of(self, 44), 44 * 44, "balls on 1936 pins");
  check_same(self, (uint64_t)pins_of(self, 46), 2000, "balls on 2116 pins, of which 2000 are shown");
  check_control(self, pins_of(self, 2) != 2000, "four pins");
}

/* Drawings side by side share a colour map up to their largest strain, and the box of all. */
static void shared(check *self, int argument) {
  xpbd_scene_params params = xpbd_scene_params_default();
  sim_job job;
  int32_t zero = 0;
  params.resolution = 3;
  if (!sim_made(self, "cloth", &params, &job)) return;
  job.options = &plain;
  const sim_shots shots = {.wanted = 1, .count = 1, .frames = &zero, .positions = job.positions};
  for (int first = 0; first < 2; first++) { /* the largest of all */
    sim_drawing drawings[2];
    for (int d = 0; d < 2; d++) {
      check_status(self, sim_drawing_begin(&job, 64, 48, &shots, false, &drawings[d]), XPBD_OK, "begun");
      drawings[d].strain = d == first ? 0.5 : 0.25;
      drawings[d].low[1] = d == first ? -30.0 : -20.0;
      drawings[d].high[2] = d == first ? 30.0 : 20.0;
    }
    sim_drawing alone = drawings[1 - first];
    check_status(self, sim_drawing_aim(&alone, 1), XPBD_OK, "aimed alone");
    check_control(self, alone.strain == 0.25 && alone.high[2] == 20.0, "one that stands beside none");
    check_status(self, sim_drawing_aim(drawings, 2), XPBD_OK, "aimed");
    for (int d = 0; d < 2; d++) {
      check_between(self, drawings[d].strain, 0.5, 0.5, "strain of drawing %d, the largest in %d", d, first);
      check_between(self, drawings[d].low[1], -30.0, -30.0, "low end of drawing %d, the lowest in %d", d, first);
      check_between(self, drawings[d].high[2], 30.0, 30.0, "high end of drawing %d, the highest in %d", d, first);
    }
    for (int d = 0; d < 2; d++) sim_drawing_end(&drawings[d]);
  }
  sim_unmade(&job);
}

/* From (0, 0, 1) a square from -1 to 1 around the origin fills the picture. */
static void past_it(check *self, int argument) {
  static const struct {
    int32_t count;
    double points[6];
    bool nothing;
  } known[] = {{1, {0.99, 0.0, 0.0}, false},          {1, {1.01, 0.0, 0.0}, true},  {1, {-0.99, 0.0, 0.0}, false},
               {1, {-1.01, 0.0, 0.0}, true},          {1, {0.0, 0.99, 0.0}, false}, {1, {0.0, 1.01, 0.0}, true},
               {1, {0.0, -0.99, 0.0}, false},         {1, {0.0, -1.01, 0.0}, true}, {1, {0.0, 0.0, 2.0}, true},
               {2, {5.0, 5.0, 0.0, 0.5, 0.5}, false}, {1, {5.0, 5.0, 0.0}, true},   {0, {0.0}, true}};
  const picture_view view = picture_straight(64);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    check_true(self, sim_sees_nothing(&view, known[i].count, known[i].points) == known[i].nothing, "points %zu", i);
  check_control(self, !sim_sees_nothing(&view, 1, (const double[]){0.0, 0.0, 0.0}), "a point in the middle");
}

void check_sim_sights(check_registry *registry) {
  check_add(registry, "sim-sides", "from which side a scene is seen", sides, 0);
  check_add(registry, "sim-captions", "how large the words of a picture are", captions, 0);
  check_add(registry, "sim-pins", "how many pins are shown", pins, 0);
  check_add(registry, "sim-past-it", "a camera that looks past the body", past_it, 0);
  check_add(registry, "sim-shared", "what drawings side by side share", shared, 0);
}
