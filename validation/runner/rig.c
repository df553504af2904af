/* Why this file exists: small scenes for checks, whose every failing call fails the check. */
#include "rig.h"

#include <math.h>
#include <stdlib.h>

const char *precision_name(xpbd_precision precision) {
  return precision == XPBD_F32 ? "float" : precision == XPBD_F32X ? "f32x" : "double";
}

/// A call of the rig itself. A failure is reported. A success is not counted as a comparison, so a check that compares
/// nothing else still fails.
static bool worked(const rig *r, xpbd_status status, const char *what) {
  return status == XPBD_OK || check_status(r->owner, status, XPBD_OK, "%s", what);
}

xpbd_scene_def rig_points(int32_t count, const double *x, const double *v, const double *inverse_masses) {
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = count;
  def.positions = x, def.velocities = v, def.inverse_masses = inverse_masses;
  return def;
}

xpbd_constraints_def rig_set(const char *formula, int32_t count, const int32_t *particles, const double *rest) {
  xpbd_constraints_def def = xpbd_constraints_def_default();
  def.formula = formula;
  def.count = count, def.particles = particles, def.rest = rest;
  return def;
}

static bool find_room(rig *r) {
  r->x = calloc(3 * (size_t)r->n, sizeof *r->x);
  r->v = calloc(3 * (size_t)r->n, sizeof *r->v);
  return (r->x && r->v) || check_true(r->owner, false, "memory for %d particles", (int)r->n);
}

bool rig_scene(rig *r, check *owner, const xpbd_scene_def *scene, int set_count, const xpbd_constraints_def *sets) {
  *r = (rig){.owner = owner, .n = scene->particle_count};
  if (!worked(r, xpbd_scene_create(scene, &r->scene), "building the scene")) return false;
  for (int i = 0; i < set_count; i++)
    if (!worked(r, xpbd_scene_add(r->scene, &sets[i]), "adding constraints")) return false;
  return find_room(r);
}

bool rig_named(rig *r, check *owner, const char *name, const xpbd_scene_params *params) {
  *r = (rig){.owner = owner};
  if (!check_status(owner, xpbd_scene_build(name, params, &r->model), XPBD_OK, "%s", name)) return false;
  r->scene = r->model.scene, r->n = xpbd_scene_particle_count(r->scene);
  return find_room(r);
}

xpbd_solver_def rig_settings(xpbd_precision precision, double frame_time, int32_t iterations) {
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq";
  def.precision = precision;
  def.frame_time = frame_time;
  def.iterations = iterations;
  def.lanes = 1;
  return def;
}

bool rig_solver(rig *r, const xpbd_solver_def *def) {
  xpbd_solver_destroy(&r->solver);
  return worked(r, xpbd_solver_create(r->scene, def, &r->solver), "making the solver");
}

bool rig_step(rig *r, int32_t frames) {
  return worked(r, xpbd_solver_step(r->solver, frames), "stepping") &&
         worked(r, xpbd_solver_read(r->solver, XPBD_POSITIONS, r->x), "reading positions") &&
         worked(r, xpbd_solver_read(r->solver, XPBD_VELOCITIES, r->v), "reading velocities");
}

bool rig_run(rig *r, const xpbd_solver_def *def, int32_t frames) {
  return rig_solver(r, def) && rig_step(r, frames);
}

uint64_t rig_hash(rig *r) {
  uint64_t hash = 0;
  worked(r, xpbd_solver_hash(r->solver, &hash), "hashing the state");
  return hash;
}

uint64_t rig_hash_threaded(const rig *r, const xpbd_solver_def *like, int32_t frames) {
  xpbd_solver_def def = *like;
  def.backend = "omp";
  def.threads = 2;
  def.lanes = 0;
  xpbd_solver *solver = NULL;
  uint64_t hash = 0;
  const xpbd_status status = xpbd_solver_create(r->scene, &def, &solver);
  if (status == XPBD_ERR_NOT_BUILT || status == XPBD_ERR_UNAVAILABLE) return 0;
  check_status(r->owner, status, XPBD_OK, "omp");
  if (solver) check_status(r->owner, xpbd_solver_step(solver, frames), XPBD_OK, "omp, stepping");
  if (solver) check_status(r->owner, xpbd_solver_hash(solver, &hash), XPBD_OK, "omp, its state");
  xpbd_solver_destroy(&solver);
  return hash;
}

void rig_free(rig *r) {
  xpbd_solver_destroy(&r->solver);
  if (!r->model.scene) xpbd_scene_destroy(&r->scene);
  xpbd_model_destroy(&r->model);
  free(r->x);
  free(r->v);
  *r = (rig){0};
}

bool rig_chain(rig *r, check *owner, const chain *c, double gravity) {
  double x[3 * CHAIN_LIMIT] = {0}, v[3 * CHAIN_LIMIT] = {0}, w[CHAIN_LIMIT], rest[CHAIN_LIMIT];
  int32_t ends[2 * CHAIN_LIMIT];
  *r = (rig){0};
  if (c->links < 1 || c->links >= CHAIN_LIMIT) return check_true(owner, false, "a chain of %d links fits", c->links);
  w[0] = 0.0;
  for (int i = 0; i < c->links; i++) {
    x[3 * (i + 1) + 1] = x[3 * i + 1] - c->length - (c->extension ? c->extension[i] : 0.0);
    w[i + 1] = 1.0 / c->mass;
    rest[i] = c->length;
    ends[2 * i] = i, ends[2 * i + 1] = i + 1;
  }
  v[3 * c->links + 1] = -c->velocity;
  xpbd_scene_def scene = rig_points(c->links + 1, x, v, w);
  scene.gravity[1] = -gravity;
  xpbd_constraints_def set = rig_set(c->formula, c->links, ends, rest);
  set.material[0] = c->stiffness;
  set.compliance = c->compliance;
  set.damping = c->damping, set.damping_reading = c->reading;
  return rig_scene(r, owner, &scene, 1, &set);
}

chain rig_spring(const char *formula, double compliance) {
  return (chain){
      .formula = formula, .links = 1, .length = 1.0, .mass = 1.0, .stiffness = 1.0, .compliance = compliance};
}

double rig_elongation(check *owner, const chain *c, double gravity, const xpbd_solver_def *settings, int32_t frames) {
  double longer = (double)NAN;
  rig r;
  if (rig_chain(&r, owner, c, gravity) && rig_solver(&r, settings) && rig_step(&r, frames))
    longer = -r.x[3 * c->links + 1] - c->links * c->length;
  rig_free(&r);
  return longer;
}
