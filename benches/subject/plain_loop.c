/* Why this file exists: the plain XPBD solver is in one file so that it can be read beside the paper. Only separate
 * arrays and `restrict` help the compiler. The four springs repeat Cetinaslan 2019 on purpose, to share no code with
 * the library. */
#include "plain_loop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "xpbd/xpbd.h"

enum spring { STRETCHING, HOOKEAN, STVK, MORSE, SPRINGS };
static const char *const spring_names[SPRINGS] = {"stretching", "hookean", "stvk", "morse"};

struct plain_loop {
  const xpbd_scene *scene;
  int32_t n, count, substeps, iterations;
  enum spring kind;
  float h, k, alpha; ///< Length of a time step [s], stiffness, compliance over h^2.
  float gravity[3];
  float *x, *y, *z, *px, *py, *pz, *vx, *vy, *vz, *w; ///< [n]
  float *rest, *lambda;                               ///< [count]
  int32_t *first, *second;                            ///< [count]
  int64_t frames, projections;
};

static int kind_of(const char *formula) {
  for (int s = 0; s < SPRINGS; s++)
    if (strcmp(formula, spring_names[s]) == 0) return s;
  return SPRINGS;
}

bool plain_loop_knows(const char *formula) {
  return kind_of(formula) < SPRINGS;
}

/// C of a spring of `length` and rest length `rest`; *slope = its derivative.
static inline float spring(enum spring kind, float k, float length, float rest, float *slope) {
  const float d = length - rest;
  switch (kind) {
  case HOOKEAN: *slope = k * d; return 0.5f * k * d * d;
  case STVK: {
    const float s = length * length - rest * rest;
    *slope = 2.0f * k * s * length;
    return 0.5f * k * s * s;
  }
  case MORSE: {
    const float e = expm1f(d);
    *slope = 2.0f * k * e * (e + 1.0f);
    return k * e * e;
  }
  default: *slope = k; return k * d;
  }
}

/// One iteration over all springs. Callers pass a constant `kind`, so that each kind gets its own loop.
static inline __attribute__((always_inline)) void sweep(plain_loop *s, enum spring kind) {
  float *restrict x = s->x, *restrict y = s->y, *restrict z = s->z, *restrict lambda = s->lambda;
  const float *restrict w = s->w, *restrict rest = s->rest;
  const float k = s->k, alpha = s->alpha;
  for (int32_t e = 0; e < s->count; e++) {
    const int32_t i = s->first[e], j = s->second[e];
    const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    const float length = sqrtf(dx * dx + dy * dy + dz * dz);
    float slope;
    const float c = spring(kind, k, length, rest[e], &slope);
    const float change = -(c + alpha * lambda[e]) / ((w[i] + w[j]) * slope * slope + alpha);
    const float push = change * slope / length;
    if (!isfinite(push)) continue; /* no direction, or overflow */
    lambda[e] += change;
    x[i] -= w[i] * push * dx, y[i] -= w[i] * push * dy, z[i] -= w[i] * push * dz;
    x[j] += w[j] * push * dx, y[j] += w[j] * push * dy, z[j] += w[j] * push * dz;
  }
  s->projections += s->count;
}

static void step(plain_loop *s) {
  const float h = s->h;
  for (int32_t i = 0; i < s->n; i++) {
    s->px[i] = s->x[i], s->py[i] = s->y[i], s->pz[i] = s->z[i];
    if (!(s->w[i] > 0.0f)) continue;
    s->x[i] += h * (s->vx[i] + h * s->gravity[0]);
    s->y[i] += h * (s->vy[i] + h * s->gravity[1]);
    s->z[i] += h * (s->vz[i] + h * s->gravity[2]);
  }
  memset(s->lambda, 0, (size_t)s->count * sizeof *s->lambda);
  for (int32_t sweeps = 0; sweeps < s->iterations; sweeps++) {
    switch (s->kind) {
    case HOOKEAN: sweep(s, HOOKEAN); break;
    case STVK: sweep(s, STVK); break;
    case MORSE: sweep(s, MORSE); break;
    default: sweep(s, STRETCHING);
    }
  }
  for (int32_t i = 0; i < s->n; i++) {
    s->vx[i] = (s->x[i] - s->px[i]) / h;
    s->vy[i] = (s->y[i] - s->py[i]) / h;
    s->vz[i] = (s->z[i] - s->pz[i]) / h;
  }
}

void plain_loop_frame(plain_loop *loop) {
  for (int32_t i = 0; i < loop->substeps; i++) step(loop);
  loop->frames++;
}

void plain_loop_reset(plain_loop *loop) {
  const double *x = xpbd_scene_positions(loop->scene), *v = xpbd_scene_velocities(loop->scene);
  for (int32_t i = 0; i < loop->n; i++) {
    loop->x[i] = (float)x[3 * i], loop->y[i] = (float)x[3 * i + 1], loop->z[i] = (float)x[3 * i + 2];
    loop->vx[i] = (float)v[3 * i], loop->vy[i] = (float)v[3 * i + 1], loop->vz[i] = (float)v[3 * i + 2];
  }
  loop->frames = loop->projections = 0;
}

/// Whether the loop supports the scene.
static xpbd_status check_scene(const xpbd_scene *scene) {
  XPBD_REQUIRE(xpbd_scene_set_count(scene) == 1, XPBD_ERR_UNSUPPORTED, "the plain loop takes one set of springs");
  const xpbd_constraints *set = xpbd_scene_set(scene, 0);
  const char *name = xpbd_formula_at(set->formula)->name;
  XPBD_REQUIRE(plain_loop_knows(name), XPBD_ERR_UNSUPPORTED, "the plain loop does not have %s", name);
  XPBD_REQUIRE(set->order == XPBD_ORDER_MESH && !(set->damping > 0.0), XPBD_ERR_UNSUPPORTED,
               "the plain loop takes springs without damping, in the order of the mesh");
  XPBD_REQUIRE(!(xpbd_scene_wind(scene)->drag > 0.0) && !(xpbd_scene_global_damping(scene) > 0.0) &&
                   xpbd_scene_obstacle_count(scene) == 0 && xpbd_scene_handle_count(scene) == 0 &&
                   !(xpbd_scene_contact_radius(scene) > 0.0),
               XPBD_ERR_UNSUPPORTED, "the plain loop takes springs and gravity, nothing else");
  return XPBD_OK;
}

static xpbd_status allocate(plain_loop *loop) {
  float **const of_particles[] = {&loop->x,  &loop->y,  &loop->z,  &loop->px, &loop->py,
                                  &loop->pz, &loop->vx, &loop->vy, &loop->vz, &loop->w};
  bool good = true;
  for (size_t k = 0; k < sizeof of_particles / sizeof *of_particles; k++)
    good = (*of_particles[k] = calloc((size_t)loop->n + 1, sizeof(float))) != NULL && good;
  loop->rest = calloc((size_t)loop->count + 1, sizeof *loop->rest);
  loop->lambda = calloc((size_t)loop->count + 1, sizeof *loop->lambda);
  loop->first = calloc((size_t)loop->count + 1, sizeof *loop->first);
  loop->second = calloc((size_t)loop->count + 1, sizeof *loop->second);
  good = good && loop->rest && loop->lambda && loop->first && loop->second;
  return good ? XPBD_OK : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %d springs", (int)loop->count);
}

xpbd_status plain_loop_create(const xpbd_scene *scene, const xpbd_solver_def *def, plain_loop **out) {
  *out = NULL;
  XPBD_TRY(check_scene(scene));
  const xpbd_constraints *set = xpbd_scene_set(scene, 0);
  plain_loop *loop = calloc(1, sizeof *loop);
  XPBD_REQUIRE(loop, XPBD_ERR_OUT_OF_MEMORY, "no memory for a plain loop");
  const double h = def->frame_time / def->substeps;
  *loop = (plain_loop){.scene = scene,
                       .n = xpbd_scene_particle_count(scene),
                       .count = set->count,
                       .substeps = def->substeps,
                       .iterations = def->iterations,
                       .kind = (enum spring)kind_of(xpbd_formula_at(set->formula)->name),
                       .h = (float)h,
                       .k = (float)set->material[0],
                       .alpha = (float)(set->compliance / (h * h))};
  const xpbd_status status = allocate(loop);
  if (status != XPBD_OK) {
    plain_loop_destroy(loop);
    return status;
  }
  for (int k = 0; k < 3; k++) loop->gravity[k] = (float)xpbd_scene_gravity(scene)[k];
  for (int32_t i = 0; i < loop->n; i++) loop->w[i] = (float)xpbd_scene_inverse_masses(scene)[i];
  for (int32_t e = 0; e < loop->count; e++) {
    loop->first[e] = set->particles[2 * (int64_t)e];
    loop->second[e] = set->particles[2 * (int64_t)e + 1];
    loop->rest[e] = (float)set->rest[e];
  }
  plain_loop_reset(loop);
  *out = loop;
  return XPBD_OK;
}

void plain_loop_read(const plain_loop *loop, double *positions, double *velocities) {
  for (int32_t i = 0; i < loop->n; i++) {
    const float x[3] = {loop->x[i], loop->y[i], loop->z[i]}, v[3] = {loop->vx[i], loop->vy[i], loop->vz[i]};
    for (int k = 0; k < 3; k++) {
      if (positions) positions[3 * (int64_t)i + k] = (double)x[k];
      if (velocities) velocities[3 * (int64_t)i + k] = (double)v[k];
    }
  }
}

uint64_t plain_loop_hash(const plain_loop *loop) {
  const float *const arrays[] = {loop->x, loop->y, loop->z, loop->vx, loop->vy, loop->vz};
  uint64_t hash = 0;
  for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
    for (int32_t i = 0; i < loop->n; i++) {
      const double value = (double)arrays[a][i];
      hash = xpbd_mix_reals(hash, &value, 1);
    }
  return hash;
}

int64_t plain_loop_frames(const plain_loop *loop) {
  return loop->frames;
}

int64_t plain_loop_projections(const plain_loop *loop) {
  return loop->projections;
}

int64_t plain_loop_bytes(const plain_loop *loop) {
  return (int64_t)(10 * sizeof(float)) * loop->n + (int64_t)(2 * sizeof(float) + 2 * sizeof(int32_t)) * loop->count;
}

void plain_loop_destroy(plain_loop *loop) {
  if (!loop) return;
  free(loop->x), free(loop->y), free(loop->z), free(loop->px), free(loop->py), free(loop->pz);
  free(loop->vx), free(loop->vy), free(loop->vz), free(loop->w);
  free(loop->rest), free(loop->lambda), free(loop->first), free(loop->second);
  free(loop);
}
