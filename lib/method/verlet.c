/* Why this file exists: position Verlet with collisions, in six and in seven steps, as entries of the table of methods.
 * It checks what these support of a scene, and runs the scene as a world of nodes, springs and planes. */
#include "xpbd/verlet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "method/springs.h"
#include "solver/cpu.h"
#include "solver/solver_internal.h"
#include "solver/teamed.h"
#include "verlet/world.h"
#include "xpbd/method.h"

extern const xpbd_method_info xpbd_method_verlet_6, xpbd_method_verlet_7, xpbd_method_verlet_7_serial;

typedef struct verlet {
  xpbd_verlet *world;
  const xpbd_solver_def *def;
  int64_t frame, own_frames, diverged_at; /* since the start, since the last reset or load, frame or -1 */
} verlet;

/* ------------------------------------------------------------------------------------------- what it supports */

/* Accepts only fixed planes that always exist and have the same material as the particles. */
static xpbd_status check_obstacle(const xpbd_scene *scene, int32_t index, const char *method) {
  const xpbd_obstacle_def *first = xpbd_obstacle_made_of(xpbd_scene_obstacle(scene, 0));
  const xpbd_obstacle_def *o = xpbd_obstacle_made_of(xpbd_scene_obstacle(scene, index));
  XPBD_REQUIRE(o->kind == XPBD_OBSTACLE_HALF_SPACE, XPBD_ERR_UNSUPPORTED,
               "method %s takes only half-spaces as obstacles; obstacle %d of the scene has another shape", method,
               (int)index);
  const bool always = isinf(o->from) && o->from < 0.0 && isinf(o->until) && o->until > 0.0;
  XPBD_REQUIRE(o->spin == 0.0 && o->key_count == 0 && always, XPBD_ERR_UNSUPPORTED,
               "method %s takes only fixed obstacles; obstacle %d of the scene moves, appears or disappears", method,
               (int)index);
  XPBD_REQUIRE(o->friction == first->friction && o->restitution == first->restitution, XPBD_ERR_UNSUPPORTED,
               "method %s has one friction and one restitution for all obstacles; obstacles 0 and %d differ", method,
               (int)index);
  const bool touch = xpbd_scene_contact_radius(scene) > 0.0;
  XPBD_REQUIRE(!touch || (o->friction == xpbd_scene_friction(scene) && o->restitution == xpbd_scene_restitution(scene)),
               XPBD_ERR_UNSUPPORTED,
               "method %s has one friction and one restitution for particles and obstacles; obstacle %d differs",
               method, (int)index);
  return XPBD_OK;
}

static xpbd_status supports_scene(const xpbd_scene *scene, const char *name) {
  XPBD_TRY(xpbd_method_check_no_handles(scene, name));
  XPBD_TRY(xpbd_method_check_particles(scene, name));
  XPBD_REQUIRE(xpbd_scene_wind(scene)->drag == 0.0, XPBD_ERR_UNSUPPORTED, "method %s has no wind", name);
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++) XPBD_TRY(check_obstacle(scene, k, name));
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    XPBD_TRY(xpbd_method_check_spring(set, name));
    XPBD_REQUIRE(set->damping == 0.0 || set->damping_reading == XPBD_DAMPING_XPBD, XPBD_ERR_UNSUPPORTED,
                 "%s: method %s has dashpots, but damping '%s' is not a dashpot", xpbd_formula_at(set->formula)->name,
                 name, xpbd_damping_name((int)set->damping_reading));
  }
  return XPBD_OK;
}

/* ----------------------------------------------------------------------------------- from a scene to a world */

/* Arrays of a definition. The world copies them. */
typedef struct parts {
  double *masses, *radii, *velocities;
  xpbd_verlet_spring *springs;
  xpbd_verlet_plane *planes;
} parts;

static void free_parts(parts *p) {
  free(p->masses);
  free(p->radii);
  free(p->velocities);
  free(p->springs);
  free(p->planes);
}

/* A pin has mass 0 and would keep its velocity, so its velocity is 0. */
static void fill_nodes(const xpbd_scene *scene, const parts *to) {
  const double *w = xpbd_scene_inverse_masses(scene), *v = xpbd_scene_velocities(scene);
  const double *own = xpbd_scene_radii(scene);
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    to->masses[i] = w[i] > 0.0 ? 1.0 / w[i] : 0.0;
    to->radii[i] = own ? own[i] : xpbd_scene_contact_radius(scene);
    for (int64_t k = 3 * (int64_t)i; k < 3 * (int64_t)i + 3; k++) to->velocities[k] = w[i] > 0.0 ? v[k] : 0.0;
  }
}

/* Springs in the order of the sets. C = k (l - l0) with compliance alpha is a spring of k^2 / alpha. Its damping beta
 * is a dashpot of k^2 beta (Macklin et al. 2016, Sec. 4.2.2). */
static void fill_springs(const xpbd_scene *scene, xpbd_verlet_spring *to) {
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const double square = set->material[0] * set->material[0];
    for (int64_t j = 0; j < set->count; j++)
      *to++ = (xpbd_verlet_spring){.nodes = {set->particles[2 * j], set->particles[2 * j + 1]},
                                   .rest_length = set->rest[j],
                                   .stiffness = square / set->compliance,
                                   .damping = square * set->damping};
  }
}

static void fill_planes(const xpbd_scene *scene, xpbd_verlet_plane *to) {
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++) {
    const xpbd_obstacle_pose now = xpbd_obstacle_pose_at(xpbd_scene_obstacle(scene, k), 0.0); /* it is fixed */
    memcpy(to[k].point, now.centre, sizeof to[k].point);
    memcpy(to[k].normal, now.normal, sizeof to[k].normal);
    memset(to[k].velocity, 0, sizeof to[k].velocity);
  }
}

static xpbd_status make_parts(const xpbd_scene *scene, parts *out) {
  const size_t n = (size_t)xpbd_scene_particle_count(scene), springs = (size_t)xpbd_scene_constraint_count(scene);
  *out = (parts){.masses = malloc(n * sizeof *out->masses),
                 .radii = malloc(n * sizeof *out->radii),
                 .velocities = malloc(3 * n * sizeof *out->velocities),
                 .springs = malloc((springs + 1) * sizeof *out->springs),
                 .planes = malloc(((size_t)xpbd_scene_obstacle_count(scene) + 1) * sizeof *out->planes)};
  XPBD_REQUIRE(out->masses && out->radii && out->velocities && out->springs && out->planes, XPBD_ERR_OUT_OF_MEMORY,
               "no memory for %zu nodes", n);
  XPBD_REQUIRE(springs <= INT32_MAX, XPBD_ERR_UNSUPPORTED, "%zu springs are too many", springs);
  fill_nodes(scene, out);
  fill_springs(scene, out->springs);
  fill_planes(scene, out->planes);
  return XPBD_OK;
}

static xpbd_verlet_def define(const xpbd_scene *scene, const xpbd_solver_def *def, const parts *from) {
  const double *g = xpbd_scene_gravity(scene);
  xpbd_verlet_def world = xpbd_verlet_def_default();
  world.node_count = xpbd_scene_particle_count(scene);
  world.positions = xpbd_scene_positions(scene), world.velocities = from->velocities;
  world.masses = from->masses, world.radii = from->radii;
  world.spring_count = (int32_t)xpbd_scene_constraint_count(scene), world.springs = from->springs;
  world.plane_count = xpbd_scene_obstacle_count(scene), world.planes = from->planes;
  for (int k = 0; k < 3; k++) world.gravity[k] = g[k];
  world.time_step = def->frame_time / def->substeps;
  world.friction = xpbd_scene_friction(scene), world.restitution = xpbd_scene_restitution(scene);
  if (world.plane_count > 0) {
    const xpbd_obstacle_def *o = xpbd_obstacle_made_of(xpbd_scene_obstacle(scene, 0));
    world.friction = o->friction, world.restitution = o->restitution;
  }
  world.scheme = def->method == XPBD_METHOD_VERLET_6   ? XPBD_VERLET_SIX_STEP
                 : def->method == XPBD_METHOD_VERLET_7 ? XPBD_VERLET_SEVEN_STEP
                                                       : XPBD_VERLET_SEVEN_STEP_SERIAL;
  world.sweeps = def->iterations;
  world.node_contact = xpbd_scene_contact_radius(scene) > 0.0;
  return world;
}

/* The message says how many time steps a frame needs, not only that there are too few. */
static xpbd_status check_stable(const xpbd_verlet_def *world, const xpbd_solver_def *def) {
  const bool six = world->scheme == XPBD_VERLET_SIX_STEP;
  double stable = 0.0;
  XPBD_TRY(xpbd_verlet_stable_step(world, &stable));
  XPBD_REQUIRE(
      world->time_step < stable, XPBD_ERR_UNSUPPORTED,
      "method %s: a time step of %.4g s is unstable with these springs; it must be below %.4g s. Use %.0f substeps "
      "per frame",
      (six ? &xpbd_method_verlet_6 : &xpbd_method_verlet_7)->name, world->time_step, stable,
      ceil(2.0 * def->frame_time / stable));
  return XPBD_OK;
}

/* Makes the world of a scene. If `out` is NULL, only checks that it would be stable. */
static xpbd_status make_world(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_verlet **out) {
  const size_t n = (size_t)xpbd_scene_particle_count(scene);
  const double *w = xpbd_scene_inverse_masses(scene);
  parts p;
  xpbd_status status = make_parts(scene, &p);
  if (status == XPBD_OK) {
    const xpbd_verlet_def world = define(scene, def, &p);
    status = check_stable(&world, def);
    if (status == XPBD_OK && out) status = xpbd_verlet_create(&world, out);
  }
  free_parts(&p);
  XPBD_TRY(status);
  if (!out) return XPBD_OK;
  for (size_t i = 0; i < n; i++) (*out)->inverse_masses[i] = w[i]; /* 1 / (1 / w) may be another number */
  (*out)->centres_meet_planes = !xpbd_scene_radii(scene);          /* as xpbd_scene_def says */
  return XPBD_OK;
}

static xpbd_status supports(const xpbd_method_info *method, const xpbd_scene *scene, const xpbd_solver_def *def) {
  XPBD_TRY(supports_scene(scene, method->name));
  return make_world(scene, def, NULL);
}

/* ------------------------------------------------------------------------------------------------ the engine */

static xpbd_status probe(char *device, size_t capacity) {
  snprintf(device, capacity, "one CPU thread");
  return XPBD_OK;
}

static xpbd_status reset(void *state) {
  verlet *s = state;
  xpbd_verlet_reset(s->world);
  s->frame = s->own_frames = 0;
  s->diverged_at = -1;
  return XPBD_OK;
}

static xpbd_status create_shared(const xpbd_scene *scene, const xpbd_solver_def *def, int shares, void **state) {
  verlet *s = *state = calloc(1, sizeof *s); /* destroy() accepts it in this state after a failure */
  XPBD_REQUIRE(s, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  s->def = def;
  XPBD_TRY(make_world(scene, def, &s->world));
  if (shares > 1) XPBD_TRY(verlet_shares_create(s->world, shares));
  return reset(s);
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, void **state) {
  return create_shared(scene, def, 1, state);
}

/* A step has seven meetings, of about a microsecond each for two threads. A spring takes 3 ns. */
static int useful(const xpbd_scene *scene, const xpbd_solver_def *def) {
  enum { SPRINGS = 5000, MOST = 4096 };
  const int64_t shares = xpbd_scene_constraint_count(scene) / SPRINGS;
  (void)def;
  return shares < 1 ? 1 : shares > MOST ? MOST : (int)shares;
}

static xpbd_status sync(void *state) {
  const verlet *s = state;
  XPBD_REQUIRE(s->diverged_at < 0, XPBD_ERR_DIVERGED,
               "the simulation diverged in frame %lld, time step %lld (a position is not finite or beyond %.3g m)",
               (long long)s->diverged_at, (long long)s->world->steps, s->world->limit);
  /* the thread that failed was perhaps another one, whose text is lost */
  XPBD_REQUIRE(s->world->broken == XPBD_OK, s->world->broken, "no memory for the contacts of %d particles",
               (int)s->world->def.node_count);
  return XPBD_OK;
}

static void end_frame(verlet *s) {
  s->frame++, s->own_frames++;
  if (s->world->broken == XPBD_ERR_DIVERGED) s->diverged_at = s->frame;
}

/* A thread that sees `broken` leaves. It may be late, and then misses only phases that others have done. */
static void run(void *state, int thread, int32_t frames, xpbd_team *team) {
  verlet *s = state;
  xpbd_shift shift = xpbd_shift_of(team, thread);
  int32_t share;
  for (int32_t f = 0; f < frames && s->world->broken == XPBD_OK; f++) {
    for (int32_t k = 0; k < s->def->substeps; k++)
      for (int p = 0; p < VERLET_PHASES && s->world->broken == XPBD_OK; p++)
        XPBD_SHARES(&shift, verlet_phase_is_whole(p), &share) verlet_phase(s->world, p, share);
    XPBD_SHARES(&shift, true, &share) end_frame(s);
  }
}

static xpbd_status step(void *state, int32_t frames) {
  const verlet *s = state;
  XPBD_TRY(sync(state));
  run(state, 0, frames, NULL);
  if (s->world->broken == XPBD_ERR_OUT_OF_MEMORY) return XPBD_ERR_OUT_OF_MEMORY; /* it has a text */
  return sync(state);
}

static xpbd_status read(void *state, xpbd_field field, double *out) {
  const verlet *s = state;
  XPBD_TRY(sync(state));
  const double *from = field == XPBD_VELOCITIES ? s->world->v : s->world->x;
  for (int64_t k = 0; k < 3 * (int64_t)s->world->def.node_count; k++) out[k] = field == XPBD_EMBEDDED ? 0.0 : from[k];
  return XPBD_OK;
}

/* Not called, because the state of a world includes its contacts. */
static xpbd_status restore(void *state, int64_t frame, const double *positions, const double *velocities,
                           const double *embedded) {
  (void)state, (void)frame, (void)positions, (void)velocities, (void)embedded;
  return xpbd_fail(XPBD_ERR_UNSUPPORTED, "a Verlet world has more state than positions and velocities");
}

static size_t pack_size(void *state) {
  return verlet_pack_size(((const verlet *)state)->world);
}

static xpbd_status pack(void *state, double *out) {
  return verlet_pack(((const verlet *)state)->world, out);
}

static xpbd_status unpack(void *state, int64_t frame, const double *numbers, size_t count) {
  verlet *s = state;
  XPBD_TRY(verlet_unpack(s->world, frame * s->def->substeps, numbers, count));
  s->frame = frame;
  s->own_frames = 0;
  s->diverged_at = -1;
  return XPBD_OK;
}

static void counters(void *state, xpbd_counters *out) {
  const verlet *s = state;
  const xpbd_verlet_def *def = &s->world->def;
  *out = (xpbd_counters){.frames = s->own_frames,
                         .projections = s->own_frames * s->def->substeps * def->spring_count,
                         .threads = s->world->share_count,
                         .lanes = 1,
                         .batch = 1};
  out->host_bytes = (int64_t)(sizeof *s + verlet_bytes(s->world));
}

static void destroy(void *state) {
  verlet *s = state;
  if (!s) return;
  xpbd_verlet_destroy(&s->world);
  free(s);
}

/* What the engine and its team do with a state. */
#define OF_A_STATE                                                                                                     \
  .reset = reset, .sync = sync, .read = read, .restore = restore, .pack_size = pack_size, .pack = pack,                \
  .unpack = unpack, .counters = counters, .destroy = destroy

static const xpbd_backend engine = {.abi = XPBD_BACKEND_ABI,
                                    .name = "seq",
                                    .about = "nodes, springs and contacts one after the other",
                                    .probe = probe,
                                    .supports = xpbd_cpu_supports, /* the method itself was asked about the scene */
                                    .create = create,
                                    .step = step,
                                    OF_A_STATE};

static const xpbd_teamed teamed = {.useful = useful, .create = create_shared, .run = run, OF_A_STATE};

const xpbd_verlet *xpbd_verlet_of(const xpbd_solver *solver) {
  if (!solver || solver->method->engine != &engine) return NULL;
  const bool teams = solver->backend != &engine;
  return ((const verlet *)(teams ? ((const xpbd_team_state *)solver->state)->inner : solver->state))->world;
}

#define PAPER "Kot and Nagahashi, Verlet with Collisions for Mass Spring Model Simulations, "

const xpbd_method_info xpbd_method_verlet_6 = {
    .name = "verlet-6",
    .about = "position Verlet with collisions in six steps: springs, balls, planes",
    .source = PAPER "Sec. 2.2",
    .traits = XPBD_METHOD_VERLET_6_TRAITS,
    .iterations = 200, /* iterations end when contacts converge, so few steps do more */
    .supports = supports,
    .engine = &engine,
    .teamed = &teamed};

const xpbd_method_info xpbd_method_verlet_7 = {
    .name = "verlet-7",
    .about = "the same in seven steps, in which overlaps do not grow",
    .source = PAPER "Sec. 2.3",
    .traits = XPBD_METHOD_VERLET_7_TRAITS,
    .iterations = 200, /* iterations end when contacts converge, so few steps do more */
    .supports = supports,
    .engine = &engine,
    .teamed = &teamed};

const xpbd_method_info xpbd_method_verlet_7_serial = {
    .name = "verlet-7-serial",
    .about = "the seven steps as printed: half of the serial response of each contact, one pass",
    .source = PAPER "Sec. 2.3",
    .traits = XPBD_METHOD_VERLET_7_SERIAL_TRAITS,
    .iterations = 1, /* the printed scheme has no further solver */
    .supports = supports,
    .engine = &engine,
    .teamed = &teamed};
