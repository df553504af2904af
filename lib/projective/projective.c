/* Why this file exists: fast mass-springs and projective dynamics. Both alternate local and global steps. The first is
 * the case with springs only. The global step A x' = M y / h^2 + sum w G^T p is solved for the change:
 *      A (x - x') = M (x - y) / h^2 + gradient of the terms at x
 * This is the same equation, but the error of the factorisation vanishes as the iterations converge. Without terms x =
 * y exactly, and pinned particles need no right-hand side. */
#include "xpbd/projective.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "projective/engine.h"
#include "projective/factor.h"
#include "solver/motion.h"
#include "projective/terms.h"
#include "solver/cpu.h"
#include "solver/solver_internal.h"

typedef struct projective {
  const xpbd_scene *scene;
  const xpbd_solver_def *def;
  xpbd_projective_settings own;
  xpbd_motion motion;
  xpbd_terms terms;
  xpbd_factor *factor; /* NULL if every particle is pinned */
  int32_t unknowns;
  int32_t *row;     /* [n] row of the matrix, -1 = pinned */
  double *inertia;  /* [n] m / h^2 [N/m], 0 = pinned */
  double *x, *y;    /* [n, 3] iterate, prediction [m] */
  double *gradient; /* [n, 3] of the objective [N] */
  double *record;   /* [iterations + 1] objective, NULL = not kept */
  double h;
  int64_t frame, steps, diverged_at; /* since the start; diverged_at: frame, -1 = none */
  int64_t own_frames, own_steps;     /* since the last reset or load */
} projective;

/* Matrix rows for the free particles, and the entries of their inertia. */
static xpbd_status build_rows(projective *p) {
  const double *w = xpbd_scene_inverse_masses(p->scene);
  for (int32_t i = 0; i < p->motion.n; i++) {
    p->row[i] = w[i] > 0.0 ? p->unknowns++ : -1;
    p->inertia[i] = w[i] > 0.0 ? 1.0 / (w[i] * p->h * p->h) : 0.0;
    XPBD_REQUIRE(w[i] == 0.0 || (p->inertia[i] <= 1e200 && p->inertia[i] >= 1e-200), XPBD_ERR_UNSUPPORTED,
                 "particle %d: an inverse mass of %g with a time step of %g s is out of range", (int)i, w[i], p->h);
  }
  return XPBD_OK;
}

static xpbd_status build_factor(projective *p) {
  if (p->unknowns == 0) return XPBD_OK;
  const int64_t most = p->motion.n + xpbd_terms_entry_limit(&p->terms);
  xpbd_factor_entry *entries = malloc((size_t)most * sizeof *entries);
  XPBD_REQUIRE(entries, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld addends of the matrix", (long long)most);
  int64_t count = 0;
  for (int32_t i = 0; i < p->motion.n; i++)
    if (p->row[i] >= 0) entries[count++] = (xpbd_factor_entry){p->row[i], p->row[i], p->inertia[i]};
  count += xpbd_terms_matrix(&p->terms, p->row, entries + count);
  const xpbd_status status = xpbd_factor_create(p->unknowns, count, entries, &p->factor);
  free(entries);
  return status;
}

static xpbd_status build(projective *p) {
  const size_t n = (size_t)xpbd_scene_particle_count(p->scene);
  XPBD_TRY(xpbd_motion_create(p->scene, &p->motion));
  XPBD_TRY(xpbd_terms_create(p->scene, &p->own, &p->terms));
  p->row = malloc(n * sizeof *p->row);
  p->inertia = malloc(n * sizeof *p->inertia);
  p->x = malloc(3 * n * sizeof *p->x);
  p->y = malloc(3 * n * sizeof *p->y);
  p->gradient = malloc(3 * n * sizeof *p->gradient);
  XPBD_REQUIRE(p->row && p->inertia && p->x && p->y && p->gradient, XPBD_ERR_OUT_OF_MEMORY,
               "no memory for %zu particles", n);
  if (p->own.record) {
    p->record = calloc((size_t)p->def->iterations + 1, sizeof *p->record);
    XPBD_REQUIRE(p->record, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d recorded values", (int)p->def->iterations);
  }
  XPBD_TRY(build_rows(p));
  return build_factor(p);
}

/* The gradient of the objective at x for free particles. `objective` NULL: its value is not needed. */
static void evaluate(const projective *p, const double *x, double *gradient, double *objective) {
  double inertial = 0.0;
  for (int64_t i = 0; i < p->motion.n; i++)
    for (int64_t k = 3 * i; k < 3 * i + 3; k++) gradient[k] = p->inertia[i] * (x[k] - p->y[k]);
  for (int64_t k = 0; objective && k < 3 * (int64_t)p->motion.n; k++) inertial += 0.5 * gradient[k] * (x[k] - p->y[k]);
  const double terms = xpbd_terms_evaluate(&p->terms, x, gradient);
  if (objective) *objective = inertial + terms;
}

/* Local step, then global step. `objective` receives that before them. */
static xpbd_status iterate(projective *p, double *objective) {
  evaluate(p, p->x, p->gradient, objective);
  if (!p->factor) return XPBD_OK;
  double *right = xpbd_factor_right(p->factor);
  const double *change = NULL;
  const int64_t rows = p->unknowns;
  for (int32_t i = 0; i < p->motion.n; i++)
    for (int k = 0; k < 3 && p->row[i] >= 0; k++) right[k * rows + p->row[i]] = p->gradient[3 * (int64_t)i + k];
  XPBD_TRY(xpbd_factor_solve(p->factor, &change));
  for (int32_t i = 0; i < p->motion.n; i++)
    for (int k = 0; k < 3 && p->row[i] >= 0; k++) p->x[3 * (int64_t)i + k] -= change[k * rows + p->row[i]];
  return XPBD_OK;
}

static xpbd_status time_step(projective *p, int64_t *lost) {
  xpbd_motion_predict(&p->motion, p->h, (double)p->steps * p->h, p->y);
  memcpy(p->x, p->y, 3 * (size_t)p->motion.n * sizeof *p->x);
  for (int32_t k = 0; k < p->def->iterations; k++) XPBD_TRY(iterate(p, p->record ? &p->record[k] : NULL));
  if (p->record) evaluate(p, p->x, p->gradient, &p->record[p->def->iterations]);
  *lost += xpbd_motion_finish(&p->motion, p->h, p->x);
  p->steps++, p->own_steps++;
  return XPBD_OK;
}

static xpbd_status check_whole(const projective *p) {
  XPBD_REQUIRE(p->diverged_at < 0, XPBD_ERR_DIVERGED,
               "the simulation diverged in frame %lld (a position is not finite or beyond %.3g m)",
               (long long)p->diverged_at, p->motion.limit);
  return XPBD_OK;
}

static xpbd_status probe(char *device, size_t capacity) {
  XPBD_TRY(xpbd_factor_built());
  snprintf(device, capacity, "one CPU thread");
  return XPBD_OK;
}

static xpbd_status reset(void *state) {
  projective *p = state;
  xpbd_motion_reset(&p->motion);
  p->frame = p->steps = p->own_frames = p->own_steps = 0;
  p->diverged_at = -1;
  return XPBD_OK;
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, void **state) {
  projective *p = *state = calloc(1, sizeof *p);
  XPBD_REQUIRE(p, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  p->scene = scene;
  p->def = def;
  if (def->projective) p->own = *def->projective;
  p->h = def->frame_time / def->substeps;
  XPBD_TRY(build(p));
  return reset(p);
}

static xpbd_status step(void *state, int32_t frames) {
  projective *p = state;
  XPBD_TRY(check_whole(p));
  for (int32_t f = 0; f < frames; f++) {
    int64_t lost = 0;
    for (int32_t k = 0; k < p->def->substeps; k++) XPBD_TRY(time_step(p, &lost));
    p->frame++, p->own_frames++;
    if (lost > 0) p->diverged_at = p->frame;
    XPBD_TRY(check_whole(p));
  }
  return XPBD_OK;
}

static xpbd_status sync(void *state) {
  return check_whole(state);
}

static xpbd_status read(void *state, xpbd_field field, double *out) {
  const projective *p = state;
  XPBD_TRY(check_whole(p));
  xpbd_motion_read(&p->motion, field, out);
  return XPBD_OK;
}

static xpbd_status restore(void *state, int64_t frame, const double *positions, const double *velocities,
                           const double *embedded) {
  projective *p = state;
  (void)embedded; /* there is no other state */
  reset(p);
  xpbd_motion_write(&p->motion, positions, velocities);
  p->frame = frame;
  p->steps = frame * p->def->substeps;
  return XPBD_OK;
}

static void counters(void *state, xpbd_counters *out) {
  const projective *p = state;
  int64_t factor_bytes = 0, nonzeros[2];
  if (p->factor) xpbd_factor_counts(p->factor, &nonzeros[0], &nonzeros[1], &factor_bytes);
  *out = (xpbd_counters){.frames = p->own_frames,
                         .projections = p->own_steps * p->def->iterations * xpbd_terms_count(&p->terms),
                         .threads = 1,
                         .lanes = 1,
                         .batch = 1};
  out->host_bytes = (int64_t)sizeof *p + p->motion.bytes + xpbd_terms_bytes(&p->terms) + factor_bytes +
                    p->motion.n * (int64_t)(sizeof *p->row + sizeof *p->inertia + 9 * sizeof *p->x) +
                    (p->record ? (p->def->iterations + (int64_t)1) * (int64_t)sizeof *p->record : 0);
}

static void destroy(void *state) {
  projective *p = state;
  if (!p) return;
  xpbd_factor_destroy(p->factor);
  xpbd_terms_destroy(&p->terms);
  xpbd_motion_destroy(&p->motion);
  free(p->row);
  free(p->inertia);
  free(p->x);
  free(p->y);
  free(p->gradient);
  free(p->record);
  free(p);
}

const xpbd_backend xpbd_projective_engine = {.abi = XPBD_BACKEND_ABI,
                                             .name = "seq",
                                             .about = "local steps one after the other, global steps by CHOLMOD",
                                             .probe = probe,
                                             .supports =
                                                 xpbd_cpu_supports, /* the method itself was asked about the scene */
                                             .create = create,
                                             .reset = reset,
                                             .step = step,
                                             .sync = sync,
                                             .read = read,
                                             .restore = restore,
                                             .counters = counters,
                                             .destroy = destroy};

/* The state of a solver, if it runs one of these methods. */
static xpbd_status state_of(const xpbd_solver *solver, const projective **out) {
  XPBD_REQUIRE(solver->backend == &xpbd_projective_engine, XPBD_ERR_INVALID_ARGUMENT,
               "method %s has no objective, only fms and pd have", solver->method->name);
  *out = solver->state;
  return XPBD_OK;
}

xpbd_status xpbd_projective_objective(const xpbd_solver *solver, const double *positions, double *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(solver, positions, out);
  const projective *p = NULL;
  XPBD_TRY(state_of(solver, &p));
  XPBD_REQUIRE(p->own_steps > 0, XPBD_ERR_INVALID_ARGUMENT, "there is no objective before the first step");
  evaluate(p, positions, p->gradient, out);
  return XPBD_OK;
}

xpbd_status xpbd_projective_record(const xpbd_solver *solver, double *out) {
  XPBD_NOT_NULL(solver, out);
  const projective *p = NULL;
  XPBD_TRY(state_of(solver, &p));
  XPBD_REQUIRE(p->record, XPBD_ERR_INVALID_ARGUMENT, "nothing was recorded: the settings have record = 0");
  XPBD_REQUIRE(p->own_steps > 0, XPBD_ERR_INVALID_ARGUMENT, "there is no objective before the first step");
  memcpy(out, p->record, ((size_t)p->def->iterations + 1) * sizeof *out);
  return XPBD_OK;
}

xpbd_status xpbd_projective_get_counters(const xpbd_solver *solver, xpbd_projective_counters *out) {
  XPBD_NOT_NULL(out);
  const projective *p = NULL;
  int64_t bytes = 0;
  *out = (xpbd_projective_counters){0};
  XPBD_NOT_NULL(solver);
  XPBD_TRY(state_of(solver, &p));
  *out = (xpbd_projective_counters){.iterations = p->own_steps * p->def->iterations,
                                    .springs = p->terms.spring_count,
                                    .triangles = p->terms.triangle_count,
                                    .hinges = p->terms.hinge_count,
                                    .unknowns = p->unknowns};
  if (p->factor) xpbd_factor_counts(p->factor, &out->matrix_nonzeros, &out->factor_nonzeros, &bytes);
  return XPBD_OK;
}
