/* Why this file exists: estimates what float loses in a scene, and chooses the first precision that holds the
 * motion. */
#include "xpbd/precision.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "formula/table.h"
#include "layout/layout.h"
#include "solver/solver_internal.h"

enum { FRAMES = 24 }; /* a body is followed over this many frames */
/* A cause that moves particles by a smaller fraction of the strongest in a frame does not count. */
static const double PART = 1e-6;
/* Motion over the power of two below the reach: 2048 steps of float. Constrained bodies move by a fraction of that, and
 * their corrections are smaller still. */
static const double FLOAT = 0x1p-12;
static const double BARELY = 0x1p-17; /* 64 steps: free motion is within 0.5 % */
static const double PAIRS = 0x1p-36;
static const double DOUBLE = 0x1p-46;
static const double REST = 1e-14; /* fraction of the reach, for strain */
/* Fraction of an element. Float knows its length to 6e-8, which disturbs particles in each time step. The fastest have
 * to move by eighty times as much. */
static const double CALM = 5e-6;
static const double STRAINS = 0.1;    /* fraction of a handle's or initial speed that strains a body */
static const double SLOWED = 0x1p-18; /* fraction of a speed: 64 roundings of the motion in a time step */

/* What moves particles from rest: by `move` in a time step, by `frame` in a frame [m], up to a speed [m/s]. */
typedef struct driver {
  const char *name;
  double move, frame, speed;
} driver;

enum { DRIVERS = 7 };

/* The scene that is examined. */
typedef struct subject {
  const xpbd_scene *scene;
  double h, frame_time, reach;
  driver drivers[DRIVERS];
  int count;
} subject;

static double larger(double a, double b) {
  return a > b ? a : b;
}
static double length(const double a[3]) {
  return hypot(hypot(a[0], a[1]), a[2]);
}
static double apart(const double *a, const double *b) {
  return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/* An acceleration. Its speed is that after 24 frames, or after a fall over the reach. */
static void pushes(subject *s, const char *name, double acceleration) {
  const double h = s->h, t = s->frame_time, speed = fmin(acceleration * FRAMES * t, sqrt(acceleration * s->reach));
  s->drivers[s->count++] = (driver){name, acceleration * h * h, 0.5 * acceleration * t * t, speed};
}
/* A speed that a body gains or loses in one frame. */
static void moves(subject *s, const char *name, double speed) {
  const double h = s->h, t = s->frame_time;
  s->drivers[s->count++] = (driver){name, speed / t * h * h, speed * t, STRAINS * speed};
}

static double fastest(const xpbd_scene *scene) {
  const double *v = xpbd_scene_velocities(scene), *w = xpbd_scene_inverse_masses(scene);
  double most = 0.0;
  for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++)
    if (w[i] > 0.0 && (v[3 * i] != 0.0 || v[3 * i + 1] != 0.0 || v[3 * i + 2] != 0.0))
      most = larger(most, length(&v[3 * i]));
  return most;
}

/* The largest acceleration by the wind on particles at rest. */
static xpbd_status wind_of(const xpbd_scene *scene, double *out) {
  const xpbd_wind *wind = xpbd_scene_wind(scene);
  const double speed = length(wind->velocity) + length(wind->swing), *w = xpbd_scene_inverse_masses(scene);
  const double *x = xpbd_scene_positions(scene);
  *out = 0.0;
  if (!(wind->drag * speed > 0.0)) return XPBD_OK;
  double *force = calloc((size_t)xpbd_scene_particle_count(scene), sizeof *force);
  XPBD_REQUIRE(force, XPBD_ERR_OUT_OF_MEMORY, "no memory for the wind on %d particles",
               (int)xpbd_scene_particle_count(scene));
  for (int32_t t = 0; t < xpbd_scene_triangle_count(scene); t++) {
    const int32_t *at = &xpbd_scene_triangles(scene)[3 * (int64_t)t];
    double e[2][3];
    for (int k = 0; k < 2; k++)
      for (int c = 0; c < 3; c++) e[k][c] = x[3 * (int64_t)at[k + 1] + c] - x[3 * (int64_t)at[0] + c];
    const double n[3] = {e[0][1] * e[1][2] - e[0][2] * e[1][1], e[0][2] * e[1][0] - e[0][0] * e[1][2],
                         e[0][0] * e[1][1] - e[0][1] * e[1][0]};
    for (int k = 0; k < 3; k++) force[at[k]] += wind->drag * speed * 0.5 * length(n) / 3.0;
  }
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++) *out = larger(*out, w[i] * force[i]);
  free(force);
  return XPBD_OK;
}

/* The largest speed along keys, including a rotation at distance `arm`. */
static double path_speed(int32_t count, const double *times, const double *positions, const double *angles,
                         double arm) {
  double most = 0.0;
  for (int32_t k = 1; k < count; k++) {
    const double way = positions ? apart(&positions[3 * (int64_t)k], &positions[3 * (int64_t)(k - 1)]) : 0.0;
    const double turn = angles ? fabs(angles[k] - angles[k - 1]) * arm : 0.0;
    most = larger(most, (way + turn) / (times[k] - times[k - 1]));
  }
  return most;
}

static double handle_speed(const xpbd_scene *scene) {
  double most = 0.0;
  for (int32_t k = 0; k < xpbd_scene_handle_count(scene); k++) {
    const xpbd_handle_def *handle = xpbd_scene_handle(scene, k);
    double arm = 0.0;
    for (int32_t j = 0; j < handle->particle_count; j++)
      arm = larger(arm, apart(&xpbd_scene_positions(scene)[3 * (int64_t)handle->particles[j]], handle->pivot));
    most =
        larger(most, path_speed(handle->key_count, handle->key_times, handle->key_positions, handle->key_angles, arm));
  }
  return most;
}

static double obstacle_speed(const xpbd_scene *scene) {
  double most = 0.0;
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++) {
    const xpbd_obstacle_def *def = xpbd_obstacle_made_of(xpbd_scene_obstacle(scene, k));
    const double arm = def->kind == XPBD_OBSTACLE_BOX ? length(def->half_sizes) : def->radius;
    most = larger(most, path_speed(def->key_count, def->key_times, def->key_positions, NULL, 0.0));
    if (def->spin != 0.0) most = larger(most, fabs(def->spin) * arm);
  }
  return most;
}

/* How far the first projections would move a particle, used if nothing else acts in a time step. A constraint whose
 * correction is below a rounding of double in the reach is at rest. */
static double strain_of(const subject *s) {
  const double *w = xpbd_scene_inverse_masses(s->scene), *at = xpbd_scene_positions(s->scene);
  double most = 0.0;
  for (int32_t k = 0; k < xpbd_scene_set_count(s->scene); k++) {
    const xpbd_constraints *set = xpbd_scene_set(s->scene, k);
    const xpbd_formula *formula = xpbd_formula_entry(set->formula);
    const int arity = formula->info.arity, rows = formula->info.rows;
    if (set->patches.count > 0) continue; /* an element alone is no constraint */
    for (int64_t each = 0; each < (int64_t)set->count * rows; each++) {
      const int64_t j = each / rows;
      xpbd_vec3_f64 x[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
      double below = 0.0, move = 0.0, room[XPBD_MAX_REST];
      for (int c = 0; c < arity; c++) memcpy(&x[c], &at[3 * (int64_t)set->particles[j * arity + c]], sizeof x[c]);
      const double value = formula->f64(x, xpbd_rest_of(set, j, (int)(each % rows), room), set->material, g);
      for (int c = 0; c < arity; c++) {
        const double size = hypot(hypot(g[c].x, g[c].y), g[c].z), mass = w[set->particles[j * arity + c]];
        below += mass * size * size;
        move = larger(move, mass * size);
      }
      move *= fabs(value);
      if (!(move > REST * s->reach * below)) continue;
      move /= below + set->compliance / (s->h * s->h);
      if (isfinite(move)) most = larger(most, move); /* a degenerate constraint moves nothing */
    }
  }
  return most;
}

double xpbd_longest_element(const xpbd_scene *scene) {
  const double *x = xpbd_scene_positions(scene);
  double most = 0.0;
  for (int32_t k = 0; k < xpbd_scene_set_count(scene); k++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, k);
    const xpbd_formula_info *info = xpbd_formula_at(set->formula);
    const bool summed = (info->traits & XPBD_SUMMED) != 0;
    for (int64_t j = 0; j < set->count; j++) {
      const int32_t *at = &set->particles[j * info->arity], first = summed ? set->particles[0] : at[0];
      for (int c = 0; c < info->arity; c++) most = larger(most, apart(&x[3 * (int64_t)at[c]], &x[3 * (int64_t)first]));
    }
  }
  return most;
}

/* How far from the origin particles get: at the start, with the handles, and in free fall if nothing is held. */
static double reach_of(const subject *s, double speed) {
  const double *x = xpbd_scene_positions(s->scene), *o = xpbd_scene_origin(s->scene);
  const double *w = xpbd_scene_inverse_masses(s->scene), t = FRAMES * s->frame_time;
  double most = 0.0;
  bool held = xpbd_scene_obstacle_count(s->scene) > 0;
  for (int64_t i = 0; i < xpbd_scene_particle_count(s->scene); i++) {
    for (int k = 0; k < 3; k++) most = larger(most, fabs(x[3 * i + k] - o[k]));
    held = held || w[i] == 0.0;
  }
  for (int32_t k = 0; k < xpbd_scene_handle_count(s->scene); k++) {
    const xpbd_handle_def *handle = xpbd_scene_handle(s->scene, k);
    for (int32_t j = 0; handle->key_positions && j < handle->key_count; j++)
      most = larger(most, length(&handle->key_positions[3 * (int64_t)j]));
  }
  if (!held) most += 0.5 * length(xpbd_scene_gravity(s->scene)) * t * t + speed * t;
  return most;
}

/* A length over the power of two below the reach. */
static double over_reach(const subject *s, double length) {
  int power;
  frexp(s->reach, &power);
  return ldexp(length, 1 - power);
}

/* The cause that moves particles least. NULL if nothing moves. *most = the highest speed [m/s]. */
static const driver *weakest(const subject *s, double *most) {
  const driver *least = NULL;
  double frame = 0.0;
  *most = 0.0;
  for (int k = 0; k < s->count; k++) {
    frame = larger(frame, s->drivers[k].frame);
    *most = larger(*most, s->drivers[k].speed);
  }
  for (int k = 0; k < s->count; k++) {
    const driver *d = &s->drivers[k];
    if (d->frame > PART * frame && (!least || d->move < least->move)) least = d;
  }
  return least;
}

/* The deceleration by the weakest friction of an obstacle, 0 if there is none. */
static double friction_of(const xpbd_scene *scene) {
  double least = INFINITY;
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++) {
    const double friction = xpbd_obstacle_made_of(xpbd_scene_obstacle(scene, k))->friction;
    if (friction > 0.0) least = fmin(least, friction * length(xpbd_scene_gravity(scene)));
  }
  return isfinite(least) ? least : 0.0;
}

static xpbd_status find_drivers(subject *s) {
  double wind;
  const double speed = fastest(s->scene);
  s->reach = reach_of(s, speed);
  XPBD_TRY(wind_of(s->scene, &wind));
  pushes(s, "gravity", length(xpbd_scene_gravity(s->scene)));
  pushes(s, "the wind", wind);
  pushes(s, "friction", friction_of(s->scene));
  moves(s, "the initial velocity", speed);
  moves(s, "a handle", handle_speed(s->scene));
  moves(s, "an obstacle", obstacle_speed(s->scene));
  s->drivers[s->count - 1].speed = 0.0; /* it may touch nothing */
  for (int k = 0; k < s->count; k++)
    if (s->drivers[k].frame > 0.0) return XPBD_OK;
  /* nothing else acts, so strained parts may move within a frame */
  pushes(s, "the strain at the start", strain_of(s) / (s->frame_time * s->frame_time));
  return XPBD_OK;
}

/* The coarsest precision that resolves the fraction `part` of the reach. `pairs` tells whether float is possible:
 * rounding neither disturbs the body nor cancels what slows it down. */
static xpbd_precision coarsest_of(double part, bool pairs) {
  if (!(part >= DOUBLE)) return XPBD_AUTO;
  return !pairs || !(part >= PAIRS) ? XPBD_F64 : part >= FLOAT ? XPBD_F32 : XPBD_F32X;
}

/* Whether the rounding of an element is small compared with the fastest motion in a time step. Elements are examined
 * only if the size of the scene does not decide. */
static bool is_calm(const subject *s, double way, double *element) {
  if (way >= CALM * 4.0 * s->reach) return true; /* no two particles are farther apart than the diagonal of the reach */
  *element = xpbd_longest_element(s->scene);
  return way >= CALM * *element;
}

xpbd_status xpbd_resolution_of(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_resolution *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_resolution){.coarsest = XPBD_F32, .barely = XPBD_F32};
  XPBD_NOT_NULL(scene, def);
  subject s = {.scene = scene, .h = def->frame_time / def->substeps, .frame_time = def->frame_time};
  XPBD_TRY(find_drivers(&s));
  double most, element = 0.0;
  const driver *least = weakest(&s, &most);
  if (!least || !(s.reach > 0.0)) return XPBD_OK; /* nothing moves, so nothing is damped */
  const double damping = xpbd_scene_global_damping(scene), slows = friction_of(scene) * s.h, way = most * s.h;
  const bool calm = is_calm(&s, way, &element), slowed = slows == 0.0 || slows >= SLOWED * most;
  const bool damps = damping > 0.0 && damping < BARELY;
  const double part = damps ? fmin(damping, over_reach(&s, least->move)) : over_reach(&s, least->move);
  out->coarsest = coarsest_of(part, calm && slowed);
  out->barely = out->coarsest == XPBD_F32X && part >= BARELY ? XPBD_F32 : out->coarsest;
  const int head = snprintf(out->why, sizeof out->why, "in a time step of %.3g s ", s.h);
  char *why = out->why + head;
  const size_t room = sizeof out->why - (size_t)head;
  if (damps && part == damping)
    snprintf(why, room, "global damping takes a fraction of %.3g of a velocity", out->move = damping);
  else if (out->coarsest == XPBD_F64 && !calm)
    snprintf(why, room, "the fastest particles move by %.3g m and elements are %.3g m long", out->move = way, element);
  else if (out->coarsest == XPBD_F64 && !slowed)
    snprintf(why, room, "friction takes %.3g m from a motion of %.3g m", out->move = slows * s.h, way);
  else
    snprintf(why, room, "%s moves a particle by %.3g m, up to %.3g m from the origin", least->name,
             out->move = least->move, s.reach);
  return XPBD_OK;
}
