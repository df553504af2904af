/* Why this file exists: users who fill a definition rely on its defaults. A number set by name must go to its own field
 * and nowhere else. A scene must report what it was given. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "scene/build.h"
#include "scene_checks.h"
#include "xpbd/import.h"
#include "xpbd/scenes.h"

static const double nan64 = (double)NAN;

static bool all_are(const double *values, int count, double what) {
  bool are = true;
  for (int k = 0; k < count; k++) are = are && (isnan(what) ? isnan(values[k]) : values[k] == what);
  return are;
}

static bool points_along_y(const double axis[3], double length) {
  return axis[0] == 0.0 && axis[1] == length && axis[2] == 0.0;
}

/* Every number whose default means "as the scene has it"; -1 for others. */
static bool is_left_open(const xpbd_scene_params *p) {
  const double numbers[] = {
      p->size,    p->mass,    p->stiffness, p->compliance, p->damping,        p->bending_compliance, p->gravity,
      p->wind[0], p->wind[1], p->wind[2],   p->wind_drag,  p->global_damping, p->contact_radius};
  return all_are(numbers, sizeof numbers / sizeof *numbers, nan64) && p->resolution == 0 && !p->mesh &&
         !p->constraint && !p->bending && p->pins == XPBD_PINS_SCENE && p->order == XPBD_ORDER_GROUP &&
         p->damping_reading == XPBD_DAMPING_XPBD && !p->omit_tip_damping && p->value_count == 0 && !p->holds &&
         p->hold_count == 0 && !p->obstacles && p->obstacle_count == 0;
}

static void beginnings(check *self, int argument) {
  const xpbd_scene_def scene = xpbd_scene_def_default();
  check_true(self, points_along_y(scene.gravity, -9.81), "a scene: gravity");
  const double none[] = {scene.global_damping, scene.contact_radius, scene.restitution,
                         scene.friction,       scene.wind.drag,      scene.wind.swing_rate};
  check_true(self, all_are(none, 6, 0.0) && all_are(scene.wind.velocity, 3, 0.0) && all_are(scene.wind.swing, 3, 0.0),
             "a scene: nothing else acts");
  check_true(self,
             !scene.positions && !scene.velocities && !scene.inverse_masses && !scene.triangles && !scene.radii &&
                 scene.particle_count == 0 && scene.triangle_count == 0 && !scene.omit_tip_damping,
             "a scene: nothing is there");
  const xpbd_constraints_def set = xpbd_constraints_def_default();
  check_true(self, isnan(set.compliance) && set.damping == 0.0 && all_are(set.material, XPBD_MAX_MATERIAL, nan64),
             "constraints: standards of the formula, no damping");
  check_true(self,
             !set.formula && !set.particles && !set.rest && !set.warp && set.count == 0 &&
                 set.order == XPBD_ORDER_GROUP && set.damping_reading == XPBD_DAMPING_XPBD,
             "constraints: none, in groups");
  const xpbd_handle_def hand = xpbd_handle_def_default();
  check_true(self, points_along_y(hand.axis, 1.0) && all_are(hand.pivot, 3, 0.0),
             "a handle: the axis is y through the origin");
  check_true(self,
             !hand.particles && !hand.key_times && !hand.key_positions && !hand.key_angles &&
                 hand.particle_count == 0 && hand.key_count == 0,
             "a handle: it holds nothing and stays");
  check_true(self, !xpbd_import_def_default().strict, "an import repairs");
  xpbd_scene_params params = xpbd_scene_params_default();
  check_true(self, is_left_open(&params), "all parameters are as the scene has them");
  params.wind[2] = 0.0;
  check_control(self, !is_left_open(&params), "a wind that is set to none");
  check_control(self, !points_along_y(scene.gravity, 9.81), "gravity upwards");
}

/* What a scene reports is what it was given, number by number. */
static void read_back(check *self, int argument) {
  scene_parts p;
  scene_good_parts(&p);
  for (int k = 0; k < 12; k++) p.v[k] = 0.5 + k;
  for (int k = 0; k < 4; k++) p.w[k] = 0.25 * k;
  for (int k = 0; k < 3; k++)
    p.def.gravity[k] = 1.5 + k, p.def.wind.velocity[k] = 4.5 + k, p.def.wind.swing[k] = 7.5 + k;
  p.def.wind.drag = 10.5, p.def.wind.swing_rate = 11.5;
  p.def.global_damping = 0.125, p.def.contact_radius = 0.375, p.def.restitution = 0.625, p.def.friction = 0.875;
  p.def.omit_tip_damping = true;
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  if (!check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene")) return;
  const xpbd_wind *wind = xpbd_scene_wind(scene);
  check_true(self, xpbd_scene_particle_count(scene) == 4 && xpbd_scene_triangle_count(scene) == 2, "counts");
  check_true(self, memcmp(xpbd_scene_positions(scene), p.x, sizeof p.x) == 0, "positions");
  check_true(self, memcmp(xpbd_scene_velocities(scene), p.v, sizeof p.v) == 0, "velocities");
  check_true(self, memcmp(xpbd_scene_inverse_masses(scene), p.w, sizeof p.w) == 0, "inverse masses");
  check_true(self, memcmp(xpbd_scene_triangles(scene), p.triangles, sizeof p.triangles) == 0, "triangles");
  check_true(self, memcmp(xpbd_scene_gravity(scene), p.def.gravity, sizeof p.def.gravity) == 0, "gravity");
  check_true(self,
             memcmp(wind->velocity, p.def.wind.velocity, sizeof wind->velocity) == 0 &&
                 memcmp(wind->swing, p.def.wind.swing, sizeof wind->swing) == 0 && wind->drag == 10.5 &&
                 wind->swing_rate == 11.5,
             "wind");
  check_true(self,
             xpbd_scene_global_damping(scene) == 0.125 && xpbd_scene_contact_radius(scene) == 0.375 &&
                 xpbd_scene_restitution(scene) == 0.625 && xpbd_scene_friction(scene) == 0.875 &&
                 xpbd_scene_omits_tip_damping(scene) && !xpbd_scene_radii(scene),
             "what acts on all");
  check_true(self,
             xpbd_scene_set_count(scene) == 0 && xpbd_scene_constraint_count(scene) == 0 &&
                 xpbd_scene_centre_count(scene) == 0 && xpbd_scene_obstacle_count(scene) == 0 &&
                 xpbd_scene_handle_count(scene) == 0,
             "nothing is there that was not added");
  /* two obstacles: which is which, and no others */
  xpbd_obstacle_def ball = xpbd_obstacle_def_default();
  for (int k = 0; k < 2; k++) {
    ball.radius = 2.5 + k;
    check_status(self, xpbd_scene_add_obstacle(scene, &ball), XPBD_OK, "obstacle %d", k);
  }
  ball.radius = -1.0;
  check_status(self, xpbd_scene_add_obstacle(scene, &ball), XPBD_ERR_INVALID_ARGUMENT, "a ball inside out");
  check_same(self, (uint64_t)xpbd_scene_obstacle_count(scene), 2, "obstacles");
  for (int k = 0; k < 2; k++)
    check_true(self,
               xpbd_scene_obstacle(scene, k) && xpbd_obstacle_made_of(xpbd_scene_obstacle(scene, k))->radius == 2.5 + k,
               "obstacle %d is the one that was added", k);
  check_true(self, !xpbd_scene_obstacle(scene, 2) && !xpbd_scene_obstacle(scene, -1), "no obstacle outside");
  check_true(self, !xpbd_scene_handle(scene, 0) && !xpbd_scene_centre(scene, 0), "no handle, no centre");
  p.w[2] = 0.51;
  check_control(self, memcmp(xpbd_scene_inverse_masses(scene), p.w, sizeof p.w) != 0, "another mass");
}

static const struct {
  const char *name;
  size_t place;
} common[] = {{"size", offsetof(xpbd_scene_params, size)},
              {"mass", offsetof(xpbd_scene_params, mass)},
              {"stiffness", offsetof(xpbd_scene_params, stiffness)},
              {"compliance", offsetof(xpbd_scene_params, compliance)},
              {"damping", offsetof(xpbd_scene_params, damping)},
              {"bending_compliance", offsetof(xpbd_scene_params, bending_compliance)},
              {"gravity", offsetof(xpbd_scene_params, gravity)},
              {"wind_drag", offsetof(xpbd_scene_params, wind_drag)},
              {"global_damping", offsetof(xpbd_scene_params, global_damping)},
              {"contact_radius", offsetof(xpbd_scene_params, contact_radius)}};
enum { COMMON = (int)(sizeof common / sizeof *common) };

/* A number that all scenes have goes to its own field and nowhere else. NaN removes it. */
static void by_name(check *self, int argument) {
  const xpbd_scene_info *flag = xpbd_scene_info_at(xpbd_scene_info_find("flag"));
  for (int k = 0; k < COMMON; k++) {
    xpbd_scene_params params = xpbd_scene_params_default();
    double there;
    check_status(self, xpbd_scene_params_set(&params, common[k].name, 0.625), XPBD_OK, "%s", common[k].name);
    memcpy(&there, (const char *)&params + common[k].place, sizeof there);
    check_true(self, there == 0.625, "%s is set", common[k].name);
    check_control(self, !is_left_open(&params), "%s: one number is set", common[k].name);
    memcpy((char *)&params + common[k].place, &nan64, sizeof nan64);
    check_true(self, is_left_open(&params), "%s: nothing else is", common[k].name);
    xpbd_scene_params_set(&params, common[k].name, 0.625), xpbd_scene_params_set(&params, common[k].name, nan64);
    check_true(self, is_left_open(&params), "%s: taken back", common[k].name);
    check_same(self, (uint64_t)xpbd_scene_parameter_find(flag, common[k].name), (uint64_t)k + 1, "%s: its place",
               common[k].name);
  }
  check_same(self, (uint64_t)xpbd_scene_parameter_count(flag), COMMON + 1,
             "numbers of a scene that has none of its own");
  check_true(self, !xpbd_scene_parameter_at(flag, -1).name && !xpbd_scene_parameter_at(flag, COMMON + 1).name,
             "none outside");
  check_true(self, strcmp(xpbd_scene_parameter_at(flag, 0).name, "resolution") == 0, "the first is the resolution");
  check_true(self, xpbd_scene_parameter_find(flag, NULL) == -1 && xpbd_scene_parameter_find(flag, "nonesuch") == -1,
             "none of that name");
  check_true(self, !xpbd_scene_info_at(-1) && !xpbd_scene_info_at(xpbd_scene_info_count()), "no scene outside");
  check_true(self, xpbd_scene_info_find(NULL) == -1 && xpbd_scene_info_find("nonesuch") == -1, "no scene of that name");
}

static void resolutions(check *self, int argument) {
  static const double whole[] = {0.0, 1.0, 7.0, 2147483647.0},
                      wrong[] = {-1.0, -0.5, 7.5, 2147483648.0, INFINITY, -INFINITY};
  xpbd_scene_params params = xpbd_scene_params_default();
  for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) {
    check_status(self, xpbd_scene_params_set(&params, "resolution", whole[k]), XPBD_OK, "a resolution of %g", whole[k]);
    check_true(self, params.resolution == whole[k], "a resolution of %g is one of %d", whole[k],
               (int)params.resolution);
  }
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    scene_refused(self, xpbd_scene_params_set(&params, "resolution", wrong[k]), "resolution");
    check_control(self, params.resolution == INT32_MAX, "the one before stays");
  }
  check_status(self, xpbd_scene_params_set(&params, "resolution", nan64), XPBD_OK, "as the scene has it");
  check_true(self, is_left_open(&params), "the resolution is taken back");
}

/* Whether these are the values, in any order. */
static bool holds(const xpbd_scene_params *params, int count, const char *const names[], const double values[]) {
  int found = 0;
  for (int k = 0; k < count; k++)
    for (int32_t i = 0; i < params->value_count; i++)
      found += strcmp(params->values[i].name, names[k]) == 0 && params->values[i].value == values[k];
  return params->value_count == count && found == count;
}

/* A scene's own numbers are set, changed and removed without affecting the others. A count that nobody set is
 * refused. */
static void own_values(check *self, int argument) {
  static const char *const names[] = {"stretch", "angle", "drop"};
  xpbd_scene_params params = xpbd_scene_params_default();
  for (int k = 0; k < 3; k++) xpbd_scene_params_set(&params, names[k], 1.5 + k);
  check_true(self, holds(&params, 3, names, (const double[]){1.5, 2.5, 3.5}), "three");
  xpbd_scene_params_set(&params, "angle", 9.0);
  check_true(self, holds(&params, 3, names, (const double[]){1.5, 9.0, 3.5}), "the second changed");
  xpbd_scene_params_set(&params, "stretch", nan64);
  check_true(self, holds(&params, 2, names + 1, (const double[]){9.0, 3.5}), "without the first");
  xpbd_scene_params_set(&params, "speed", nan64);
  check_true(self, holds(&params, 2, names + 1, (const double[]){9.0, 3.5}), "without one that was not there");
  xpbd_scene_params_set(&params, "drop", nan64), xpbd_scene_params_set(&params, "angle", nan64);
  check_true(self, is_left_open(&params), "without any");
  check_control(self, !holds(&params, 1, names, (const double[]){1.5}), "none is not one");
  static const int32_t counts[] = {-1, XPBD_SCENE_VALUES + 1};
  for (int k = 0; k < 2; k++) {
    xpbd_model model;
    params.value_count = counts[k];
    scene_refused(self, xpbd_scene_build("cloth", &params, &model), "a number of values");
  }
}

/* Time steps of a frame: as many as the scene has, more if shorter ones are advised. A quotient that rounds up adds no
 * step. */
static void substeps(check *self, int argument) {
  xpbd_scene_info info = *xpbd_scene_info_at(0);
  info.substeps = 20;
  static const struct {
    double time_step;
    int32_t expected;
  } cases[] = {{1e-3, 20},          {2e-3, 20},          {1.0, 20},         {0.02 / 21.0, 21},
               {0.02 / 40.0, 40},   {0.02 / 40.001, 41}, {0.02 / 49.0, 49}, {0.02 / 1e6, 1000000},
               {1e-300, INT32_MAX}, {INFINITY, 20}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    check_same(self, (uint64_t)xpbd_scene_info_substeps(&info, cases[k].time_step, 0.02), (uint64_t)cases[k].expected,
               "steps of %g s in 20 ms", cases[k].time_step);
  check_control(self, xpbd_scene_info_substeps(&info, 0.02 / 40.0, 0.0201) == 41, "a longer frame");
}

/* Which resolutions are a level of a split octahedron, and which polygons a rod can have. */
static void levels(check *self, int argument) {
  xpbd_scene_info info = *xpbd_scene_info_at(0);
  info.least_resolution = 1;
  xpbd_scene_params params = xpbd_scene_params_default();
  const xpbd_draft draft = {.params = &params, .info = &info};
  int32_t level = -1;
  for (int32_t k = 0; k <= 10; k++) {
    params.resolution = (1 << k) + 1;
    check_status(self, xpbd_draft_level(&draft, &level), XPBD_OK, "level %d", (int)k);
    check_same(self, (uint64_t)level, (uint64_t)k, "level of %d vertices", (int)params.resolution);
  }
  static const int32_t wrong[] = {1, 4, 6, 1024, 1026, 2049};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    params.resolution = wrong[k];
    check_control(self, xpbd_draft_level(&draft, &level) == XPBD_ERR_INVALID_ARGUMENT, "%d vertices", (int)wrong[k]);
  }
  static const struct { int32_t sides, triangles; /* 0: refused */ } rods[] = {{2, 0}, {3, 8}, {64, 252}, {65, 0}};
  for (size_t k = 0; k < sizeof rods / sizeof *rods; k++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    const bool made = xpbd_shape_rod(rods[k].sides, 1.0, 2.0, &mesh) == XPBD_OK;
    check_true(self, made == (rods[k].triangles > 0), "a rod of %d sides", (int)rods[k].sides);
    check_same(self, (uint64_t)mesh.triangle_count, (uint64_t)rods[k].triangles, "triangles of %d sides",
               (int)rods[k].sides);
  }
}

/* The ends of the range of each scene's own numbers are valid. */
static void own_ends(check *self, int argument) {
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *info = xpbd_scene_info_at(i);
    for (int32_t k = 0; k < info->parameter_count; k++) {
      const xpbd_scene_parameter *row = &info->parameters[k];
      const double ends[2] = {row->minimum, row->maximum};
      for (int e = 0; e < 2; e++) {
        xpbd_scene_params params = xpbd_scene_params_default();
        xpbd_scene_params_set(&params, row->name, ends[e]);
        check_status(self, xpbd_parameters_check(info, &params), XPBD_OK, "%s: %s of %g", info->name, row->name,
                     ends[e]);
        xpbd_scene_params_set(&params, row->name, nextafter(ends[e], e == 0 ? -INFINITY : INFINITY));
        check_control(self, xpbd_parameters_check(info, &params) == XPBD_ERR_INVALID_ARGUMENT, "%s: %s beyond %g",
                      info->name, row->name, ends[e]);
      }
    }
  }
}

/* A scene's own table must have what it reads. The numbers of all scenes are not in it. */
static void of_the_table(check *self, int argument) {
  xpbd_scene_params params = xpbd_scene_params_default();
  const xpbd_draft draft = {.params = &params, .info = xpbd_scene_info_at(xpbd_scene_info_find("pendulum"))};
  static const char *const others[] = {"resolution", "size", "contact_radius", "nonesuch"};
  for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
    double value = 0.5;
    check_status(self, xpbd_draft_parameter(&draft, others[k], &value), XPBD_ERR_INVALID_ARGUMENT, "%s", others[k]);
    check_true(self, value == 0.5, "%s: nothing is handed over", others[k]);
  }
  double angle = NAN;
  check_status(self, xpbd_draft_parameter(&draft, "angle", &angle), XPBD_OK, "the first of its own");
  check_true(self, angle == draft.info->parameters[0].standard, "as the table has it");
  xpbd_scene_params_set(&params, "angle", 12.5);
  check_control(self, xpbd_draft_parameter(&draft, "angle", &angle) == XPBD_OK && angle == 12.5, "as it was set");
}

/* Cells of a beam in proportion 3 to 4 to 13, at least one along each axis. */
static void beam_cells(check *self, int argument) {
  static const int32_t rows[][4] = {{2, 1, 1, 1}, {4, 1, 1, 3}, {6, 1, 2, 5}, {8, 2, 2, 7}, {14, 3, 4, 13}};
  xpbd_scene_params params = xpbd_scene_params_default();
  const xpbd_draft draft = {.params = &params, .info = xpbd_scene_info_at(xpbd_scene_info_find("beam_twisted"))};
  int32_t thick, deep, along;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    params.resolution = rows[k][0];
    check_status(self, xpbd_draft_beam_cells(&draft, &thick, &deep, &along), XPBD_OK, "resolution %d", (int)rows[k][0]);
    check_true(self, thick == rows[k][1] && deep == rows[k][2] && along == rows[k][3],
               "resolution %d: %d x %d x %d cells", (int)rows[k][0], (int)thick, (int)deep, (int)along);
  }
  params.resolution = 1;
  check_control(self, xpbd_draft_beam_cells(&draft, &thick, &deep, &along) == XPBD_ERR_INVALID_ARGUMENT,
                "a beam of one vertex");
}

void check_scene_numbers(check_registry *registry) {
  check_add(registry, "beginnings", "what definitions and parameters begin as", beginnings, 0);
  check_add(registry, "read-back", "a scene says what it was given", read_back, 0);
  check_add(registry, "by-name", "a number set by its name goes to its place", by_name, 0);
  check_add(registry, "resolutions", "which resolutions can be set by name", resolutions, 0);
  check_add(registry, "own-values", "numbers of a scene's own are set, changed and taken back", own_values, 0);
  check_add(registry, "levels", "levels of a split octahedron, sides of a rod", levels, 0);
  check_add(registry, "substeps", "time steps of a frame", substeps, 0);
  check_add(registry, "own-ends", "the ends of the range of a scene's own number belong to it", own_ends, 0);
  check_add(registry, "of-the-table", "a scene has the numbers of its own table alone", of_the_table, 0);
  check_add(registry, "beam-cells", "cells of a beam of any resolution", beam_cells, 0);
}
