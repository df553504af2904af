/* Why this file exists: some of what decides a picture no scene shows: walls that are just seen from behind, more pins than
 * are drawn, a picture of just the height from which letters are large, and memory that is not there. Here planes are made
 * up, and what would be drawn is only counted. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/strain.h"
#include "sim/engine/sim.h"
#include "sim_checks.h"
#include "picture/vector.h"

static bool poor;                      ///< There is no memory.
static double wall[6];                 ///< A point of it and its normal.
static int32_t walls;                  ///< How many there are: 0 or 1.
static int32_t spheres_drawn;          ///< Of the scene that was to be drawn last.
static int32_t text_x, text_y, scaled; ///< Where a text was to be written, and how large; 0 = nowhere.
static char written[128];

static xpbd_status made_strain(const xpbd_mesh *mesh, const double *lengths, const double *x, double *out,
                               double *most) {
  return poor ? XPBD_ERR_OUT_OF_MEMORY : xpbd_strain_at_vertices(mesh, lengths, x, out, most);
}

static xpbd_status made_surroundings(sim_surroundings *out) {
  *out = (sim_surroundings){.plane_count = walls, .planes = wall};
  return XPBD_OK;
}

static xpbd_status made_picture(const picture_scene *scene, picture_image *image) {
  *image = (picture_image){.width = 800, .height = 500};
  spheres_drawn = scene->sphere_count;
  return XPBD_OK;
}

static void made_text(int32_t x, int32_t y, int32_t scale, picture_colour colour, const char *text) {
  (void)colour;
  text_x = x, text_y = y, scaled = scale;
  snprintf(written, sizeof written, "%s", text);
}

#define xpbd_strain_at_vertices                        made_strain
#define sim_surroundings_at(job, time, out)            ((void)(job), (void)(time), made_surroundings(out))
#define sim_surroundings_release(around)               ((void)(around))
#define picture_draw(view, scene, image)               made_picture(scene, image)
#define picture_text(image, x, y, scale, colour, text) made_text(x, y, scale, colour, text)
#define picture_legend(image, low, high, title)        ((void)(image), (void)(high))
#include "sim/film/sim_drawing.c"

static const sim_options plain = {.azimuth = NAN, .elevation = NAN};

/* A side from which a wall is seen from behind, by more than a tenth, is not chosen while there is another. */
static void sides(check *self, int argument) {
  (void)argument;
  static const struct {
    double facing; ///< Cosine between the wall's normal and the way to an eye at 35 degrees.
    double azimuth;
  } known[] = {{1.0, 35.0}, {0.0, 35.0}, {-0.09, 35.0}, {-0.11, -35.0}, {-0.9, -35.0}};
  const sim_job job = {.options = &plain};
  const double degree = acos(-1.0) / 180.0;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const double turn = 35.0 * degree - acos(known[i].facing);
    sim_drawing drawing = {.job = &job};
    wall[3] = sin(turn), wall[4] = 0.0, wall[5] = cos(turn);
    walls = 1;
    check_status(self, choose_azimuth(&drawing), XPBD_OK, "a side");
    check_between(self, drawing.view.azimuth, known[i].azimuth, known[i].azimuth, "side of a wall that faces %g",
                  known[i].facing);
  }
  const sim_options told = {.azimuth = 50.0, .elevation = NAN};
  const sim_job aimed = {.options = &told};
  sim_drawing drawing = {.job = &aimed};
  check_status(self, choose_azimuth(&drawing), XPBD_OK, "a side that was told");
  check_control(self, drawing.view.azimuth != -35.0, "the side of a wall");
  walls = 0;
}

/* Letters are of 2 x 2 pixels from 600 pixels on, six of their dots off the corner. */
static void captions(check *self, int argument) {
  (void)argument;
  static const struct { int32_t height, scale; } known[] = {{16, 1}, {599, 1}, {600, 2}, {601, 2}};
  const sim_job job = {.options = &plain, .scene = "cloth", .frame_time = 1.0 / 24.0};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const sim_drawing drawing = {.job = &job, .captions = true};
    picture_image image = {.width = 800, .height = known[i].height};
    scaled = 0;
    add_caption(&drawing, 3, &image);
    check_true(self, scaled == known[i].scale && text_x == 6 * scaled && text_y == 6 * scaled,
               "in %d pixels: scale %d, at %d, %d", (int)known[i].height, (int)scaled, (int)text_x, (int)text_y);
    check_true(self, strcmp(written, "cloth  t = 0.125 s") == 0, "the words: %s", written);
  }
  const sim_drawing silent = {.job = &job};
  picture_image image = {.width = 800, .height = 600};
  scaled = 0;
  add_caption(&silent, 3, &image);
  check_control(self, scaled == 0, "a drawing without a caption");
}

/// Balls of a picture of a level sheet, every vertex of which is pinned; -1 after a failed check.
static int32_t pins_of(check *self, int32_t resolution) {
  xpbd_scene_params params = xpbd_scene_params_default();
  sim_job job;
  sim_drawing drawing;
  int32_t zero = 0;
  params.resolution = resolution;
  params.pins = XPBD_PINS_TOP;
  spheres_drawn = -1;
  if (!sim_made(self, "cloth", &params, &job)) return -1;
  job.options = &plain;
  const sim_shots shots = {.wanted = 1, .count = 1, .frames = &zero, .positions = job.positions};
  picture_image image;
  if (check_status(self, sim_drawing_begin(&job, 64, 48, &shots, false, &drawing), XPBD_OK, "begun") &&
      check_status(self, sim_drawing_aim(&drawing, 1), XPBD_OK, "aimed"))
    check_status(self, sim_drawing_frame(&drawing, 0, job.positions, &image), XPBD_OK, "drawn");
  sim_drawing_end(&drawing);
  sim_unmade(&job);
  return spheres_drawn;
}

static void pins(check *self, int argument) {
  (void)argument;
  check_same(self, (uint64_t)pins_of(self, 44), 44 * 44, "balls on 1936 pins");
  check_same(self, (uint64_t)pins_of(self, 46), 2000, "balls on 2116 pins, of which 2000 are shown");
  check_control(self, pins_of(self, 2) != 2000, "four pins");
}

/* Strain that there was no memory for is not drawn as none. */
static void poverty(check *self, int argument) {
  (void)argument;
  xpbd_scene_params params = xpbd_scene_params_default();
  sim_job job;
  sim_drawing drawing;
  picture_image image;
  int32_t zero = 0;
  params.resolution = 3;
  if (!sim_made(self, "cloth", &params, &job)) return;
  job.options = &plain;
  const sim_shots shots = {.wanted = 1, .count = 1, .frames = &zero, .positions = job.positions};
  poor = true;
  const xpbd_status begun = sim_drawing_begin(&job, 64, 48, &shots, true, &drawing);
  poor = false;
  sim_drawing_end(&drawing);
  check_status(self, begun, XPBD_ERR_OUT_OF_MEMORY, "the largest strain, without memory");
  if (check_control(self, sim_drawing_begin(&job, 64, 48, &shots, true, &drawing) == XPBD_OK, "with it")) {
    poor = true;
    const xpbd_status drawn = sim_drawing_frame(&drawing, 0, job.positions, &image);
    poor = false;
    check_status(self, drawn, XPBD_ERR_OUT_OF_MEMORY, "that of a frame, without memory");
  }
  sim_drawing_end(&drawing);
  sim_unmade(&job);
}

/* Drawings that stand side by side share a colour map up to the largest strain of them, and the box of all. */
static void shared(check *self, int argument) {
  (void)argument;
  xpbd_scene_params params = xpbd_scene_params_default();
  sim_job job;
  int32_t zero = 0;
  params.resolution = 3;
  if (!sim_made(self, "cloth", &params, &job)) return;
  job.options = &plain;
  const sim_shots shots = {.wanted = 1, .count = 1, .frames = &zero, .positions = job.positions};
  for (int first = 0; first < 2; first++) { /* the one with the most of all */
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

void check_sim_sights(check_registry *registry) {
  check_add(registry, "sim-sides", "from which side a scene is seen", sides, 0);
  check_add(registry, "sim-captions", "how large the words of a picture are", captions, 0);
  check_add(registry, "sim-pins", "how many pins are shown", pins, 0);
  check_add(registry, "sim-poverty", "strain that there is no memory for", poverty, 0);
  check_add(registry, "sim-shared", "what drawings side by side share", shared, 0);
}
