/* Why this file exists: vertex block descent (Chen, Liu, Yang, Yuksel 2024, Vertex Block Descent, ACM Transactions on
 * Graphics 43.4), and its augmented form (rows.h), which people compare with XPBD. xpbd/implicit.h describes both and
 * what was chosen. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "implicit/energy.h"
#include "implicit/engine.h"
#include "implicit/stepper.h"
#include "layout/layout.h"
#include "layout/vertices.h"
#include "solver/acceleration.h"
#include "solver/cpu.h"

#include "solver/vertex.inl"

/* What one share counts, on its own cache line. */
typedef struct tally {
  _Alignas(64) int64_t indefinite;
} tally;

typedef struct vbd {
  xpbd_stepper base;
  xpbd_vertex_layout vertices;
  double *before[2]; /* [n, 3] the iterates before x, NULL without acceleration */
  bool *touching;    /* [n] in an obstacle in its last iteration; NULL without acceleration */
  double omega, chebyshev;
  xpbd_curvature way;
  int shares;
  int64_t lost;   /* in this frame */
  tally *tallies; /* [shares] */
} vbd;

static xpbd_status build(vbd *p) {
  const size_t n = (size_t)p->base.motion.n;
  p->omega = xpbd_omega_of(p->base.def);
  p->chebyshev = xpbd_chebyshev_of(p->base.def);
  p->way = p->base.rows.dual                                 ? XPBD_CURVATURE_LUMPED
           : xpbd_number_of(p->base.def, "gauss_newton") > 0 ? XPBD_CURVATURE_GAUSS_NEWTON
                                                             : XPBD_CURVATURE_FULL;
  for (int k = 0; k < 2 && p->chebyshev > 0.0; k++) p->before[k] = malloc(3 * n * sizeof *p->before[k]);
  if (p->chebyshev > 0.0) p->touching = calloc(n, sizeof *p->touching);
  XPBD_REQUIRE(p->chebyshev == 0.0 || (p->before[0] && p->before[1] && p->touching), XPBD_ERR_OUT_OF_MEMORY,
               "no memory for %zu vertices", n);
  return xpbd_vertex_layout_create(p->base.scene, &p->vertices);
}

/* Moves vertex i to the minimum of its quadratic model. Returns whether its matrix was projected. A block that is singular
 * even when projected moves nothing, as in the paper. */
static bool relax(const vbd *p, int32_t i) {
  double *x = &p->base.x[3 * (int64_t)i], gradient[3] = {0}, block[9] = {0};
  const double inertia = p->base.inertia[i];
  for (int64_t k = p->vertices.first[i]; k < p->vertices.first[i + 1]; k++) {
    const xpbd_corner *at = &p->vertices.corners[k];
    xpbd_element_block(xpbd_scene_set(p->base.scene, at->set), xpbd_rows_of(&p->base.rows, at->set), at->element,
                       at->corner, p->base.x, p->way, gradient, block);
  }
  const bool projected =
      xpbd_vertex_settle(inertia, x, &p->base.y[3 * (int64_t)i], p->way == XPBD_CURVATURE_FULL, gradient, block);
  const bool touching = xpbd_contact_add(&p->base.contacts, i, x, gradient, block) > 0;
  if (p->touching) p->touching[i] = touching;
  xpbd_vertex_solve(block, inertia, gradient, p->omega, x);
  return projected;
}

/* The same in two parts if it enters an obstacle, which its model did not see. */
static bool move(const vbd *p, int32_t i) {
  if (!(p->base.inertia[i] > 0.0)) return false;
  const bool projected = relax(p, i);
  return xpbd_contact_enter(&p->base.contacts, i, &p->base.x[3 * (int64_t)i]) ? relax(p, i) || projected : projected;
}

/* The part of `count` that belongs to a share. */
static int64_t begin_of(const vbd *p, int64_t count, int32_t share) {
  return count * share / p->shares;
}

/* Moves the vertices of a colour that belong to a share; `whole`: all of them, because they are not independent. */
static void move_colour(vbd *p, int32_t colour, bool whole, int32_t share) {
  const int32_t start = p->vertices.colours.group_start[colour],
                count = p->vertices.colours.group_start[colour + 1] - start;
  const int64_t end = whole ? count : begin_of(p, count, share + 1);
  for (int64_t at = whole ? 0 : begin_of(p, count, share); at < end; at++)
    p->tallies[share].indefinite += move(p, p->vertices.colours.order[start + at]);
}

/* Chebyshev acceleration (solver/acceleration.h): x = omega (x - x'') + x'', with the iterates x' and x'' before. Iterate
 * k is kept in before[k % 2]. A vertex in an obstacle is not accelerated, because it would leave and enter again. */
static void accelerate(vbd *p, int32_t iteration, double omega, int32_t share) {
  const int64_t count = 3 * (int64_t)p->base.motion.n, end = begin_of(p, count, share + 1);
  double *x = p->base.x, *kept = p->before[(iteration + 1) % 2]; /* has x'', and will have x */
  for (int64_t k = begin_of(p, count, share); k < end; k++) {
    if (iteration > 0 && p->base.inertia[k / 3] > 0.0 && !p->touching[k / 3]) x[k] = omega * (x[k] - kept[k]) + kept[k];
    kept[k] = x[k];
  }
}

static void begin_step(vbd *p) {
  xpbd_stepper_begin(&p->base);
  if (p->chebyshev > 0.0) memcpy(p->before[0], p->base.x, 3 * (size_t)p->base.motion.n * sizeof *p->base.x);
}

/* The part of an iteration that AVBD adds. */
static void raise_share(vbd *p, int32_t share) {
  const int32_t n = p->base.contacts.count > 0 ? p->base.motion.n : 0;
  xpbd_rows_raise(&p->base.rows, p->base.x, share, p->shares);
  for (int64_t i = begin_of(p, n, share); i < begin_of(p, n, share + 1); i++)
    if (p->base.inertia[i] > 0.0) xpbd_contact_raise(&p->base.contacts, (int32_t)i, &p->base.x[3 * i]);
}

static void end_step(vbd *p) {
  p->base.done.iterations += p->base.def->iterations;
  p->lost += xpbd_stepper_end(&p->base);
}

static void end_frame(vbd *p) {
  int64_t sum = 0;
  for (int k = 0; k < p->shares; k++) sum += p->tallies[k].indefinite;
  p->base.done.indefinite = p->base.done.projected = sum;
  xpbd_stepper_end_frame(&p->base, p->lost);
  p->lost = 0;
}

/* Every thread comes to the same phases in the same order. Vertices of a colour read nothing that another one of them
 * writes, so neither threads nor shares change a bit. */
static void run(void *state, int thread, int32_t frames, xpbd_team *team) {
  vbd *p = state;
  xpbd_shift shift = xpbd_shift_of(team, thread);
  int32_t share;
  for (int32_t f = 0; f < frames && p->base.diverged_at < 0; f++) {
    for (int32_t step = 0; step < p->base.def->substeps; step++) {
      double omega = 1.0;
      XPBD_SHARES(&shift, true, &share) begin_step(p);
      if (p->base.start) XPBD_SHARES(&shift, false, &share)
      xpbd_rows_begin(&p->base.rows, p->base.start, share, p->shares);
      for (int32_t k = 0; k < p->base.def->iterations; k++) {
        for (int32_t colour = 0; colour < p->vertices.colours.group_count; colour++) {
          const bool whole = colour == p->vertices.colours.overflow;
          XPBD_SHARES(&shift, whole, &share) move_colour(p, colour, whole, share);
        }
        if (p->base.rows.dual) XPBD_SHARES(&shift, false, &share) raise_share(p, share);
        omega = xpbd_chebyshev_omega(p->chebyshev, k, omega);
        if (p->chebyshev > 0.0) XPBD_SHARES(&shift, false, &share) accelerate(p, k, omega, share);
      }
      XPBD_SHARES(&shift, true, &share) end_step(p);
    }
    XPBD_SHARES(&shift, true, &share) end_frame(p);
  }
}

static xpbd_status step(void *state, int32_t frames) {
  XPBD_TRY(xpbd_stepper_sync(state));
  run(state, 0, frames, NULL);
  return xpbd_stepper_sync(state);
}

static xpbd_status reset(void *state) {
  vbd *p = state;
  for (int k = 0; k < p->shares; k++) p->tallies[k].indefinite = 0;
  p->lost = 0;
  return xpbd_stepper_reset(state);
}

static xpbd_status restore(void *state, int64_t frame, const double *positions, const double *velocities,
                           const double *embedded) {
  XPBD_TRY(reset(state));
  return xpbd_stepper_restore(state, frame, positions, velocities, embedded);
}

/* AVBD also saves its rows, after positions and velocities. */
static size_t pack_size(void *state) {
  const vbd *p = state;
  const size_t rows = xpbd_rows_pack_size(&p->base.rows);
  return rows > 0 ? 6 * (size_t)p->base.motion.n + rows : 0;
}

static xpbd_status pack(void *state, double *out) {
  const vbd *p = state;
  const size_t n = 3 * (size_t)p->base.motion.n;
  XPBD_TRY(xpbd_stepper_read(state, XPBD_POSITIONS, out));
  XPBD_TRY(xpbd_stepper_read(state, XPBD_VELOCITIES, out + n));
  xpbd_rows_pack(&p->base.rows, out + 2 * n);
  return XPBD_OK;
}

static xpbd_status unpack(void *state, int64_t frame, const double *numbers, size_t count) {
  vbd *p = state;
  const size_t n = 3 * (size_t)p->base.motion.n;
  bool good = count == pack_size(state);
  for (size_t k = 0; good && k < 2 * n; k++) good = isfinite(numbers[k]);
  XPBD_REQUIRE(good && xpbd_rows_may_unpack(&p->base.rows, numbers + 2 * n), XPBD_ERR_BAD_FILE,
               "the numbers are no state");
  XPBD_TRY(restore(state, frame, numbers, numbers + n, NULL));
  xpbd_rows_unpack(&p->base.rows, numbers + 2 * n);
  return XPBD_OK;
}

static xpbd_status probe(char *device, size_t capacity) {
  snprintf(device, capacity, "one CPU thread");
  return XPBD_OK;
}

static xpbd_status create_shared(const xpbd_scene *scene, const xpbd_solver_def *def, int shares, void **state) {
  vbd *p = *state = calloc(1, sizeof *p);
  XPBD_REQUIRE(p, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  p->shares = shares;
  p->tallies = aligned_alloc(64, (size_t)shares * sizeof *p->tallies);
  XPBD_REQUIRE(p->tallies, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d shares", shares);
  memset(p->tallies, 0, (size_t)shares * sizeof *p->tallies);
  const xpbd_stepper_way way = def->method == XPBD_METHOD_AVBD ? XPBD_STEPPER_AUGMENTED : XPBD_STEPPER_FORCES;
  XPBD_TRY(xpbd_stepper_create(&p->base, scene, def, way));
  return build(p);
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, void **state) {
  return create_shared(scene, def, 1, state);
}

/* A vertex takes about a microsecond, a meeting of two threads about one too. */
static int useful(const xpbd_scene *scene, const xpbd_solver_def *def) {
  enum { VERTICES = 200, MOST = 4096 };
  const int32_t shares = xpbd_scene_particle_count(scene) / VERTICES;
  (void)def;
  return shares < 1 ? 1 : shares > MOST ? MOST : shares;
}

static void counters(void *state, xpbd_counters *out) {
  const vbd *p = state;
  const int64_t n = p->base.motion.n;
  *out = (xpbd_counters){.frames = p->base.own_frames,
                         .projections = p->base.done.iterations * xpbd_scene_constraint_count(p->base.scene),
                         .contacts = p->base.met,
                         .groups = p->vertices.colours.group_count,
                         .threads = p->shares,
                         .lanes = 1,
                         .batch = 1};
  out->host_bytes = (int64_t)sizeof *p + xpbd_stepper_bytes(&p->base) + p->vertices.bytes +
                    (p->chebyshev > 0.0 ? n * (int64_t)(6 * sizeof **p->before + sizeof *p->touching) : 0);
}

static void destroy(void *state) {
  vbd *p = state;
  if (!p) return;
  xpbd_stepper_destroy(&p->base);
  xpbd_vertex_layout_destroy(&p->vertices);
  free(p->tallies);
  free(p->touching);
  for (int k = 0; k < 2; k++) free(p->before[k]);
  free(p);
}

const xpbd_backend xpbd_vbd_engine = {.abi = XPBD_BACKEND_ABI,
                                      .name = "seq",
                                      .about = "vertices one after the other, colour by colour",
                                      .probe = probe,
                                      .supports = xpbd_cpu_supports, /* the method was asked about the scene */
                                      .create = create,
                                      .reset = reset,
                                      .step = step,
                                      .sync = xpbd_stepper_sync,
                                      .read = xpbd_stepper_read,
                                      .restore = restore,
                                      .counters = counters,
                                      .destroy = destroy,
                                      .pack_size = pack_size,
                                      .pack = pack,
                                      .unpack = unpack};

const xpbd_teamed xpbd_vbd_teamed = {.useful = useful,
                                     .create = create_shared,
                                     .run = run,
                                     .reset = reset,
                                     .sync = xpbd_stepper_sync,
                                     .read = xpbd_stepper_read,
                                     .restore = restore,
                                     .pack_size = pack_size,
                                     .pack = pack,
                                     .unpack = unpack,
                                     .counters = counters,
                                     .destroy = destroy};
