/* Why this file exists: makes scenes of trials. Rest shapes come from the rest positions, whatever the start is. */
#include "trial.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "xpbd/xpbd.h"

void trial_new(trial *t) {
  *t = (trial){.frame_time = 0.02, .set = {.formula = "stretching", .k = 1, .compliance = 1e-3}};
}

int32_t trial_particle(trial *t, double x, double y, double z, double mass) {
  const double at[3] = {x, y, z};
  for (int k = 0; k < 3; k++) t->x[t->count][k] = t->rest[t->count][k] = at[k];
  t->mass[t->count] = mass;
  return t->count++;
}

void trial_element(trial *t, int32_t a, int32_t b, int32_t c, int32_t d) {
  const int32_t of[4] = {a, b, c, d};
  memcpy(t->set.particles[t->set.count++], of, sizeof of);
}

void trial_company(trial *t, double height) {
  const int32_t a = trial_particle(t, 5, height, 0, 1), b = trial_particle(t, 6, height, 0, 1);
  trial_element(t, a, b, -1, -1);
}

void trial_net(trial *t, double gravity) {
  static const double shift[9][3] = {{0, 0, 0},      {.01, -.02, .02}, {0, 0, .01},
                                     {-.02, .01, 0}, {.02, .02, -.01}, {0, -.01, .015},
                                     {.01, 0, -.02}, {-.01, .02, .01}, {.02, -.01, 0}};
  trial_new(t);
  for (int i = 0; i < 9; i++)
    trial_particle(t, 0.1 * (i % 3) + shift[i][0], -0.1 * (i / 3) + shift[i][1], shift[i][2],
                   gravity != 0 && (i == 0 || i == 2) ? INFINITY : 0.1 + 0.02 * i);
  for (int i = 0; i < 9; i++) {
    const bool right = i % 3 < 2, below = i / 3 < 2;
    if (right) trial_element(t, i, i + 1, -1, -1);
    if (below) trial_element(t, i, i + 3, -1, -1);
    if (right && below) trial_element(t, i, i + 4, -1, -1);
    if (right && below) trial_element(t, i + 1, i + 3, -1, -1);
  }
  t->gravity[1] = -gravity;
  t->set.compliance = 2e-3;
}

static xpbd_status create(const trial *t, const double (*at)[3], xpbd_scene **out) {
  double w[TRIAL_PARTICLES];
  for (int32_t i = 0; i < t->count; i++) w[i] = 1.0 / t->mass[i];
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = t->count;
  def.positions = &at[0][0];
  def.velocities = &t->v[0][0];
  def.inverse_masses = w;
  for (int k = 0; k < 3; k++) def.gravity[k] = t->gravity[k];
  return xpbd_scene_create(&def, out);
}

/// Adds the elements, with the rest shapes `rest`; NULL = those of the scene's positions.
static xpbd_status add(xpbd_scene *scene, const trial_set *set, const double *rest) {
  const xpbd_formula_info *info = xpbd_formula_at(xpbd_formula_find(set->formula));
  XPBD_REQUIRE(info, XPBD_ERR_INVALID_ARGUMENT, "there is no formula %s", set->formula);
  int32_t particles[TRIAL_ELEMENTS * 4], used = 0;
  for (int32_t e = 0; e < set->count; e++)
    for (int k = 0; k < info->arity; k++) particles[used++] = set->particles[e][k];
  xpbd_constraints_def def = xpbd_constraints_def_default();
  def.formula = set->formula;
  def.count = set->count;
  def.particles = particles;
  def.rest = rest;
  def.material[0] = set->k;
  def.compliance = set->compliance;
  def.damping = set->damping;
  def.solve = info->rows > 1 ? XPBD_SOLVE_ROWS : XPBD_SOLVE_STANDARD;
  return xpbd_scene_add(scene, &def);
}

/// The elements with the rest shapes that they have in the rest positions.
static xpbd_status add_rested(const trial *t, const trial_set *set, xpbd_scene *scene) {
  xpbd_scene *rested = NULL;
  if (set->count == 0) return XPBD_OK;
  XPBD_TRY(create(t, t->rest, &rested));
  xpbd_status status = add(rested, set, NULL);
  if (status == XPBD_OK && xpbd_scene_set(rested, 0)->count != set->count)
    status = xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "an element of %s has no rest shape", set->formula);
  if (status == XPBD_OK) status = add(scene, set, xpbd_scene_set(rested, 0)->rest);
  xpbd_scene_destroy(&rested);
  return status;
}

/// The first particle moves straight on for ten seconds.
static xpbd_status add_hand(const trial *t, xpbd_scene *scene) {
  static const int32_t first = 0;
  const double times[2] = {0, 10}, way[2][3] = {{0, 0, 0}, {10 * t->hand[0], 10 * t->hand[1], 10 * t->hand[2]}};
  xpbd_handle_def def = xpbd_handle_def_default();
  if (t->hand[0] == 0 && t->hand[1] == 0 && t->hand[2] == 0) return XPBD_OK;
  def.particle_count = 1;
  def.particles = &first;
  def.key_count = 2;
  def.key_times = times;
  def.key_positions = &way[0][0];
  return xpbd_scene_add_handle(scene, &def);
}

xpbd_status trial_scene(const trial *t, xpbd_scene **out) {
  XPBD_TRY(create(t, t->x, out));
  xpbd_status status = add_rested(t, &t->set, *out);
  if (status == XPBD_OK) status = add_rested(t, &t->other, *out);
  if (status == XPBD_OK) status = add_hand(t, *out);
  if (status == XPBD_OK && t->plane) {
    xpbd_obstacle_def plane = xpbd_obstacle_def_default();
    plane.kind = XPBD_OBSTACLE_HALF_SPACE;
    for (int k = 0; k < 3; k++) plane.centre[k] = t->place[k];
    if (t->turned)
      plane.rotation[0] = cos(t->tilt / 2), plane.rotation[3] = -sin(t->tilt / 2);
    else
      plane.normal[0] = sin(t->tilt), plane.normal[1] = cos(t->tilt);
    plane.friction = t->friction;
    plane.restitution = t->restitution;
    status = xpbd_scene_add_obstacle(*out, &plane);
  }
  if (status != XPBD_OK) xpbd_scene_destroy(out);
  return status;
}

static xpbd_solver_def settings_of(const trial *t, const trial_run *run) {
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq";
  def.precision = XPBD_F64;
  def.frame_time = t->frame_time;
  def.substeps = run->substeps;
  def.iterations = run->iterations;
  return def;
}

/// Replaces the number that marks the place of a NaN in a file of arrays. A scene of this library cannot have one.
static xpbd_status put_nan(const char *path, double mark) {
  char name[4200];
  double value = NAN, found;
  snprintf(name, sizeof name, "%.*s.bin", (int)(strlen(path) - strlen(".json")), path);
  FILE *file = fopen(name, "r+b");
  XPBD_REQUIRE(file, XPBD_ERR_IO, "%s cannot be changed", name);
  bool done = false;
  while (!done && fread(&found, sizeof found, 1, file) == 1)
    if (found == mark)
      done = fseek(file, -(long)sizeof found, SEEK_CUR) == 0 && fwrite(&value, sizeof value, 1, file) == 1;
  done = fclose(file) == 0 && done;
  XPBD_REQUIRE(done, XPBD_ERR_IO, "%s cannot be changed", name);
  return XPBD_OK;
}

xpbd_status trial_write(const trial *t, const trial_run *run, const char *path) {
  static const double mark = 12345.678912345;
  trial marked = *t;
  xpbd_scene *scene = NULL;
  if (t->lost) marked.v[0][0] = mark;
  XPBD_TRY(trial_scene(&marked, &scene));
  const xpbd_solver_def settings = settings_of(t, run);
  xpbd_scene_file_def def = xpbd_scene_file_def_default();
  def.name = "trial";
  def.settings = &settings;
  def.frames = run->frames;
  xpbd_model model = {.scene = scene, .mesh = {.vertex_count = t->count, .positions = &marked.rest[0][0]}};
  xpbd_status status = xpbd_scene_write(path, &model, &def);
  xpbd_scene_destroy(&scene);
  return status == XPBD_OK && t->lost ? put_nan(path, mark) : status;
}

xpbd_status trial_simulate(const trial *t, const trial_run *run, double *states) {
  xpbd_scene *scene = NULL;
  xpbd_solver *solver = NULL;
  const xpbd_solver_def def = settings_of(t, run);
  XPBD_TRY(trial_scene(t, &scene));
  xpbd_status status = xpbd_solver_create(scene, &def, &solver);
  for (int32_t k = 0; k < run->frames / run->every && status == XPBD_OK; k++) {
    double *to = states + (size_t)k * 6 * (size_t)t->count;
    status = xpbd_solver_step(solver, run->every);
    if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_POSITIONS, to);
    if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_VELOCITIES, to + 3 * t->count);
  }
  xpbd_solver_destroy(&solver);
  xpbd_scene_destroy(&scene);
  return status;
}
