/* Why this file exists: every named scene must do what it says. It builds with the printed counts, starts in the right
 * state, holds its pins, gains no energy, stays out of its obstacles, and is the same on every thread count. The text
 * that specifies constraints is read right. Scenes with a solution on paper reach it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/check.h"
#include "runner/rig.h"
#include "scenes_checks.h"
#include "xpbd/measure.h"
#include "xpbd/scenes.h"

enum { SMALL = 9 };      /* resolution of the runs: 2^3 + 1 */
enum { SMALL_BODY = 4 }; ///< Nodes of a lattice along its height.

/// Whether something outside drives it: wind, a moving body or hand, or rigid constraints that are not fulfilled at the
/// start.
static bool is_driven(const xpbd_model *model, const xpbd_measures *start) {
  bool driven = xpbd_scene_wind(model->scene)->drag > 0.0 || xpbd_scene_handle_count(model->scene) > 0;
  for (int32_t k = 0; k < model->obstacle_count; k++)
    driven = driven || model->obstacles[k].key_count > 0 || fabs(model->obstacles[k].spin) > 0.0;
  for (int32_t s = 0; s < xpbd_scene_set_count(model->scene); s++)
    driven = driven || (start->residual_max > 1e-9 && !(xpbd_scene_set(model->scene, s)->compliance > 0.0));
  return driven;
}

/// Printed counts of the scenes as they are: vertices, edges, triangles.
static const struct {
  const char *name;
  int32_t vertices, edges, triangles, pins;
} printed[] = {
    {"cloth", 1681, 4880, 3200, 2},
    {"flag", 1681, 4880, 3200, 41},
    {"cloth_on_sphere", 1681, 4880, 3200, 0},
    {"cloth_stretched", 441, 1240, 800, 42},
    {"blob", 4098, 12288, 8192, 42},
    {"torus_falling", 3087, 9261, 6174, 0},
    {"torus_stretched", 900, 2700, 1800, 64},
    {"beam_twisted", 208, 618, 412, 40},
    {"beam_hit", 208, 618, 412, 20},
    {"body_hit", 4098, 12288, 8192, 0},
    {"chain", 21, 20, 0, 1},
    {"pendulum", 2, 1, 0, 1},
    {"catenary", 21, 20, 0, 2},
};

static int32_t count_pins(const xpbd_scene *scene) {
  int32_t count = 0;
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++) count += !(xpbd_scene_inverse_masses(scene)[i] > 0.0);
  return count;
}

/// Vertices, edges, triangles, held particles: the counts that may be printed of a scene.
enum { COUNTS = 4 };

static void count(const xpbd_model *model, int32_t out[COUNTS]) {
  out[0] = model->mesh.vertex_count, out[1] = model->mesh.edge_count, out[2] = model->mesh.triangle_count;
  out[3] = count_pins(model->scene);
}

/* The control is the same scene with another resolution, and with the opposite pins. */
static void expect_counts(check *self, const xpbd_scene_info *info, const xpbd_model *model) {
  static const char *const what[COUNTS] = {"vertices", "edges", "triangles", "held particles"};
  const int32_t small = info->whole_bodies ? SMALL_BODY : SMALL;
  int32_t have[COUNTS], others[COUNTS];
  xpbd_scene_params params = xpbd_scene_params_default();
  OWNED(xpbd_model_destroy) xpbd_model other = {0};
  count(model, have);
  params.resolution = info->resolution == small ? 5 : small;
  params.pins = have[3] > 0 ? XPBD_PINS_NONE : XPBD_PINS_TOP;
  if (!check_status(self, xpbd_scene_build(info->name, &params, &other), XPBD_OK, "another resolution")) return;
  count(&other, others);
  check_same(self, (uint64_t)have[0], (uint64_t)xpbd_scene_particle_count(model->scene), "particles");
  check_control(self, others[0] != xpbd_scene_particle_count(model->scene), "particles of another resolution");
  for (size_t k = 0; k < sizeof printed / sizeof *printed; k++) {
    if (strcmp(printed[k].name, info->name) != 0) continue;
    const int32_t want[COUNTS] = {printed[k].vertices, printed[k].edges, printed[k].triangles, printed[k].pins};
    for (int i = 0; i < COUNTS; i++) {
      check_same(self, (uint64_t)have[i], (uint64_t)want[i], "%s", what[i]);
      if (have[i] + others[i] > 0)
        check_control(self, others[i] != want[i], "%s of another scene: %d", what[i], (int)others[i]);
    }
  }
}

/// Obstacles are drawn where they are. As a control, a millimetre aside they are not.
static void expect_obstacles(check *self, const xpbd_scene_info *info, const xpbd_model *model) {
  check_same(self, (uint64_t)model->obstacle_count, (uint64_t)xpbd_scene_obstacle_count(model->scene), "obstacles");
  for (int32_t k = 0; k < model->obstacle_count; k++) {
    OWNED(xpbd_obstacle_destroy) xpbd_obstacle *again = NULL;
    int other = 0;
    check_status(self, xpbd_obstacle_create(&model->obstacles[k], &again), XPBD_OK, "obstacle %d again", (int)k);
    for (int j = 0; again && j < 8; j++) {
      double x[3];
      for (int c = 0; c < 3; c++) x[c] = check_random(self, -info->size, info->size);
      const double there = xpbd_obstacle_depth(xpbd_scene_obstacle(model->scene, k), 0.6, x);
      check_true(self, xpbd_obstacle_depth(again, 0.6, x) == there, "distance to obstacle %d", (int)k);
      for (int c = 0; c < 3; c++) x[c] += 1e-3;
      other += xpbd_obstacle_depth(again, 0.6, x) != there;
    }
    check_control(self, other == 8, "obstacle %d, a millimetre aside: %d of 8 distances differ", (int)k, other);
  }
}

/// The unchanged scene: its defaults are valid parameters, its counts the printed ones, its obstacles can be drawn.
static void standard(check *self, int index) {
  const xpbd_scene_info *info = xpbd_scene_info_at(index);
  check_status(self, xpbd_constraint_spec_check(info->constraint), XPBD_OK, "its constraints");
  check_true(self,
             info->frame_time > 0 && info->substeps > 0 && info->iterations > 0 && info->frames > 0 &&
                 info->least_resolution > 0 && info->resolution >= info->least_resolution && info->size > 0 &&
                 !(info->mass <= 0) && info->gravity >= 0 && !(info->compliance < 0) && !(info->damping < 0),
             "its standards");
  const xpbd_scene_params params = xpbd_scene_params_default();
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  if (!check_status(self, xpbd_scene_build(info->name, &params, &model), XPBD_OK, "%s", info->name)) return;
  expect_counts(self, info, &model);
  expect_obstacles(self, info, &model);
}

/// Least signed distance of a free particle to an obstacle, at time t.
static double least_depth(const xpbd_scene *scene, double t, const double *x) {
  double least = INFINITY;
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++)
    for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
      if (!(xpbd_scene_inverse_masses(scene)[i] > 0.0)) continue;
      const double depth = xpbd_obstacle_depth(xpbd_scene_obstacle(scene, k), t, &x[3 * (int64_t)i]);
      if (!(depth >= least)) least = depth;
    }
  return least;
}

static bool is_in_a_hand(const xpbd_scene *scene, int64_t i) {
  for (int32_t h = 0; h < xpbd_scene_handle_count(scene); h++)
    for (int32_t k = 0; k < xpbd_scene_handle(scene, h)->particle_count; k++)
      if (xpbd_scene_handle(scene, h)->particles[k] == i) return true;
  return false;
}

/// Of the held particles that no hand moves.
static double largest_pin_move(const xpbd_scene *scene, const double *x) {
  double largest = 0.0;
  for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++)
    for (int k = 0; k < 3; k++) {
      const double move = fabs(x[3 * i + k] - xpbd_scene_positions(scene)[3 * i + k]);
      const bool held = !(xpbd_scene_inverse_masses(scene)[i] > 0.0) && !is_in_a_hand(scene, i);
      if (held && !(move <= largest)) largest = move;
    }
  return largest;
}

/// Kinetic and gravitational energy gained / that at the start, or 1 J.
static double gained(double most, double given) {
  return (most - given) / fmax(1.0, given);
}

/* Two billionths more are caught in a flight, where nothing is lost. Elsewhere everything is flung after the last
 * frame. */
static void expect_loss(check *self, rig *r, double most, double given) {
  check_why(self, "from rest and unstretched a scene only loses energy; a pair in flight keeps it to 1e-13");
  check_at_most(self, gained(most, given), 1e-9, "kinetic and gravitational energy gained / that at the start, or 1 J");
  check_why(self, NULL);
  if (gained(most, given) >= -1e-9) {
    check_control(self, !(gained(most + 2e-9 * fmax(1.0, given), given) <= 1e-9), "two billionths more energy");
    return;
  }
  xpbd_measures flung;
  for (int64_t k = 0; k < 3 * (int64_t)r->n; k++) r->v[k] += 10.0; /* nobody reads it until the next frame */
  if (check_status(self, xpbd_measure(r->scene, r->x, r->v, &flung), XPBD_OK, "the last frame, flung"))
    check_control(self, !(gained(check_larger(most, flung.kinetic + flung.gravitational), given) <= 1e-9),
                  "10 m/s from nowhere along each axis");
}

/// Small and short, in double: finite, held, no energy gained, out of the obstacles, the same on two threads.
static void run(check *self, int index) {
  const xpbd_scene_info *info = xpbd_scene_info_at(index);
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = info->whole_bodies ? SMALL_BODY : SMALL;
  OWNED(rig_free) rig r = {0};
  const int32_t frames = strcmp(info->name, "body_hit") == 0 ? 30 : 20; /* it is hit after half a second */
  xpbd_solver_def def = rig_settings(XPBD_F64, info->frame_time, info->iterations < 10 ? info->iterations : 10);
  def.substeps = info->substeps;
  xpbd_measures start, now;
  if (rig_named(&r, self, info->name, &params) && rig_solver(&r, &def) && rig_step(&r, 0)) {
    check_status(self, xpbd_measure(r.scene, r.x, r.v, &start), XPBD_OK, "its start");
    /* Kinetic and gravitational energy only: what an unconverged solver stores in the springs is not physical. */
    const double given = start.kinetic + start.elastic;
    double most = -INFINITY, depth = INFINITY;
    for (int32_t f = 1; f <= frames && rig_step(&r, 1); f++) {
      if (!check_status(self, xpbd_measure(r.scene, r.x, r.v, &now), XPBD_OK, "frame %d is finite", (int)f)) break;
      most = check_larger(most, now.kinetic + now.gravitational);
      const double least = least_depth(r.scene, f * info->frame_time, r.x);
      if (!(least >= depth)) depth = least;
    }
    if (!is_driven(&r.model, &start)) expect_loss(self, &r, most, given);
    check_at_most(self, largest_pin_move(r.scene, r.x), 0.0, "held particles move [m]");
    if (r.model.obstacle_count > 0) {
      check_at_least(self, depth, -1e-12 * info->size, "distance to obstacles [m]"); /* measured -1.8e-15 of 40 */
      xpbd_counters counters = {0};
      check_status(self, xpbd_solver_counters(r.solver, &counters), XPBD_OK, "counters");
      check_at_least(self, (double)counters.contacts, 1.0, "contacts");
    }
    const uint64_t hash = rig_hash(&r), threaded = rig_hash_threaded(&r, &def, frames);
    if (threaded) check_same(self, threaded, hash, "two threads");
    r.x[0] = nan("");
    check_control(self, xpbd_measure(r.scene, r.x, r.v, &now) != XPBD_OK, "a position that is NaN");
    rig_step(&r, 1);
    check_control(self, rig_hash(&r) != hash, "one frame more");
  }
}

static void refuse(check *self, const char *name, const xpbd_scene_params *params, const char *word) {
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  const xpbd_status status = xpbd_scene_build(name, params, &model);
  check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "%s: wrong %s", name, word);
  check_true(self, strstr(xpbd_last_error(), word) != NULL, "%s: '%s' names '%s'", name, xpbd_last_error(), word);
  check_true(self, !model.scene && !model.mesh.positions && !model.obstacles, "%s: nothing is returned", name);
}

#define REFUSE(word_, field_)                                                                                          \
  do {                                                                                                                 \
    params = xpbd_scene_params_default();                                                                              \
    params.field_;                                                                                                     \
    refuse(self, info->name, &params, word_);                                                                          \
  } while (0)

/// Every scene refuses wrong parameters with a text that names them, and parameters that it does not use.
static void parameters(check *self, int index) {
  const xpbd_scene_info *info = xpbd_scene_info_at(index);
  xpbd_scene_params params;
  REFUSE("resolution", resolution = info->least_resolution > 1 ? info->least_resolution - 1 : -1);
  REFUSE("size", size = -1);
  REFUSE("mass", mass = 0);
  REFUSE("gravity", gravity = -1);
  REFUSE("constraint 'hookean': unknown key 'gamma'", constraint = "hookean:gamma=1");
  REFUSE("compliance", compliance = -1);
  REFUSE("damping", damping = -1);
  REFUSE("damping_reading", damping_reading = (xpbd_damping)7);
  REFUSE("global_damping", global_damping = 1.5);
  REFUSE("order", order = (xpbd_order)7);
  REFUSE("pins", pins = (xpbd_pins)99);
  REFUSE("contact_radius", contact_radius = -1);
  if (xpbd_scene_parameter_find(info, "pull_time") >= 0) {
    params = xpbd_scene_params_default();
    params.pins = XPBD_PINS_NONE, xpbd_scene_params_set(&params, "pull_time", 2.0);
    refuse(self, info->name, &params, "do not set pins");
  }
  if (scenes_is_one_of(info->name, "blob body_hit inflation spheres_colliding"))
    REFUSE("resolution is 10", resolution = 10);
  OWNED(xpbd_mesh_destroy) xpbd_mesh ball = {0};
  check_status(self, xpbd_mesh_make_sphere(2, 1.0, &ball), XPBD_OK, "a mesh");
  params = xpbd_scene_params_default();
  params.mesh = &ball, params.size = 6.0, params.mass = 2.0;
  const bool as_it_is = !info->whole_bodies;                       /* else a lattice is laid through it, */
  const double extent = as_it_is || isnan(info->mass) ? 6.0 : 5.0; /* with nodes inside, or cells up to the surface */
  if (!info->takes_mesh) {
    refuse(self, info->name, &params, "mesh");
    check_control(self, xpbd_constraint_spec_check("stretching:k=2") == XPBD_OK, "a good text is not refused");
  } else {
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    const xpbd_status status = xpbd_scene_build(info->name, &params, &model);
    check_control(self, status == XPBD_OK, "a mesh is not refused");
    if (status == XPBD_OK) {
      double low = INFINITY, high = -INFINITY;
      for (int64_t i = 0; i < model.mesh.vertex_count; i++) {
        low = check_smaller(low, model.mesh.positions[3 * i]);
        high = check_larger(high, model.mesh.positions[3 * i]);
      }
      if (as_it_is)
        check_same(self, (uint64_t)model.mesh.vertex_count, (uint64_t)ball.vertex_count, "vertices of the mesh");
      check_at_most(self, fabs(high - low - extent), as_it_is ? 1e-14 * 6.0 : 0.01,
                    "its size [m]"); /* measured 8.9e-16 */
    }
  }
}

/// Sets one parameter, which must be refused with this text.
static void refuse_value(check *self, const xpbd_scene_info *info, const char *name, double value, const char *text) {
  xpbd_scene_params params = xpbd_scene_params_default();
  check_status(self, xpbd_scene_params_set(&params, name, value), XPBD_OK, "%s = %g is taken until it is built", name,
               value);
  refuse(self, info->name, &params, text);
}

/// A scene refuses its own parameters outside their range. It also refuses those of other scenes, with a list of its
/// own.
static void table(check *self, int index) {
  const xpbd_scene_info *info = xpbd_scene_info_at(index);
  for (int k = 0; k < xpbd_scene_parameter_count(info); k++) {
    const xpbd_scene_parameter row = xpbd_scene_parameter_at(info, k);
    check_true(self, row.name && row.unit && row.about && row.about[0], "parameter %d says what it is", k);
    check_same(self, (uint64_t)xpbd_scene_parameter_find(info, row.name), (uint64_t)k, "%s is found", row.name);
    check_true(self, isnan(row.standard) || (row.standard >= row.minimum && row.standard <= row.maximum),
               "%s: %g lies within %g to %g", row.name, row.standard, row.minimum, row.maximum);
  }
  for (int32_t k = 0; k < info->parameter_count; k++) {
    const xpbd_scene_parameter *row = &info->parameters[k];
    check_same(self, strspn(row->name, "abcdefghijklmnopqrstuvwxyz_"), strlen(row->name), "%s is an option's name",
               row->name);
    for (int i = 0; i < xpbd_scene_info_count(); i++) { /* one option serves all scenes */
      const xpbd_scene_info *other = xpbd_scene_info_at(i);
      const xpbd_scene_parameter same = xpbd_scene_parameter_at(other, xpbd_scene_parameter_find(other, row->name));
      if (same.name) check_true(self, strcmp(same.unit, row->unit) == 0, "%s: the unit in %s", row->name, other->name);
    }
    char text[64];
    snprintf(text, sizeof text, "%s is", row->name);
    refuse_value(self, info, row->name, nextafter(row->minimum, -INFINITY), text);
    refuse_value(self, info, row->name, nextafter(row->maximum, INFINITY), text);
    refuse_value(self, info, row->name, -INFINITY, text);
  }
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *other = xpbd_scene_info_at(i);
    for (int32_t k = 0; k < other->parameter_count; k++) {
      char text[128];
      const char *name = other->parameters[k].name;
      if (xpbd_scene_parameter_find(info, name) >= 0) continue;
      snprintf(text, sizeof text, "it has no parameter '%s'; those of %s are ", name, info->name);
      refuse_value(self, info, name, other->parameters[k].minimum, text);
    }
  }
  xpbd_scene_params params = xpbd_scene_params_default();
  check_status(self, xpbd_scene_params_set(&params, "nonesuch", 1.0), XPBD_ERR_INVALID_ARGUMENT, "a name of no scene");
  refuse(self, info->name, &params, "nonesuch"); /* although nobody looked at the status */
  params = xpbd_scene_params_default();
  xpbd_scene_params_set(&params, "mass", 2.0), xpbd_scene_params_set(&params, "resolution", 9.0);
  check_control(self, params.mass > 1.5 && params.resolution == 9, "parameters of all scenes are set by name, too");
  check_status(self, xpbd_scene_params_set(&params, "resolution", 9.5), XPBD_ERR_INVALID_ARGUMENT, "half a vertex");
}

/// The state of a small and short run with a parameter at a value; NaN = not set. Bodies that can be dropped are, so
/// that they bounce. 0 after a failure.
static uint64_t state_with(check *self, const xpbd_scene_info *info, const char *name, double value) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = info->whole_bodies ? SMALL_BODY : SMALL;
  if (xpbd_scene_parameter_find(info, "drop") >= 0) xpbd_scene_params_set(&params, "drop", 0.1);
  if (strcmp(name, "drop") == 0) xpbd_scene_params_set(&params, name, NAN);
  xpbd_scene_params_set(&params, name, value);
  OWNED(rig_free) rig r = {0};
  xpbd_solver_def def = rig_settings(XPBD_F64, info->frame_time, 2);
  def.substeps = info->substeps;
  uint64_t hash = 0;
  if (rig_named(&r, self, info->name, &params) && rig_solver(&r, &def) && rig_step(&r, 30)) hash = rig_hash(&r);
  return hash;
}

/// Each of its own parameters changes the result. The default gives the same result as not setting it.
static void effect(check *self, int index) {
  const xpbd_scene_info *info = xpbd_scene_info_at(index);
  const uint64_t others = state_with(self, info, "mass", (double)NAN);
  for (int32_t k = 0; k < info->parameter_count; k++) {
    const xpbd_scene_parameter *row = &info->parameters[k];
    const uint64_t plain = strcmp(row->name, "drop") == 0 ? state_with(self, info, "drop", (double)NAN) : others;
    double other = isnan(row->standard) ? 0.25 : 0.5 * row->standard + 0.1;
    if (other < row->minimum) other = row->standard + 1.0; /* a number of things */
    check_true(self, state_with(self, info, row->name, other) != plain, "%s = %g changes the scene", row->name, other);
    if (!isnan(row->standard))
      check_same(self, state_with(self, info, row->name, row->standard), plain, "%s as it stands", row->name);
  }
  check_control(self, state_with(self, info, "mass", info->mass) == others,
                "a number that is set to its previous value");
}

void check_group_scenes(check_registry *registry) {
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const char *scene = xpbd_scene_info_at(i)->name;
    check_add_named(registry, "as it is: printed counts, defaults, obstacles that can be drawn", standard, i,
                    "standard/%s", scene);
    check_add_named(registry, "finite, held, out of obstacles, no energy gained, equal on two threads", run, i,
                    "run/%s", scene);
    check_add_named(registry, "wrong parameters are refused by name", parameters, i, "parameters/%s", scene);
    check_add_named(registry, "its table holds: values out of range and parameters of other scenes are refused", table,
                    i, "table/%s", scene);
    if (xpbd_scene_info_at(i)->parameter_count > 0)
      check_add_named(registry, "each of its own parameters changes the result, its default does not", effect, i,
                      "effect/%s", scene);
  }
  scenes_add_spec(registry);
  scenes_add_laws(registry);
  scenes_add_layout(registry);
  scenes_add_standing(registry);
  scenes_add_refused(registry);
  scenes_add_limits(registry);
}
