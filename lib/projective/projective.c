/* Why this file exists: fast mass-springs and projective dynamics: one alternation of local and global steps, of which
 * the first is the case with springs only. The global step A x' = M y / h^2 + sum w G^T p is solved for the change:
 *   A (x - x') = M (x - y) / h^2 + gradient of the terms at x
 * which is the same equation. In this form the error of the factorisation dies out as the iterations converge, no term
 * at all leaves x = y to the last bit, and pinned particles need no right-hand side of their own. */
#include "xpbd/projective.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "checkpoint_file.h"
#include "error.h"
#include "projective/factor.h"
#include "projective/motion.h"
#include "projective/terms.h"
#include "solver/checkpoint.h"

enum { PROJECTIVE_COOKIE = 0x5ce7e005 };

struct xpbd_projective {
  const xpbd_scene *scene;
  xpbd_projective_def def;
  xpbd_motion motion;
  xpbd_terms terms;
  xpbd_factor *factor; /* NULL when every particle is pinned */
  int32_t unknowns;
  int32_t *row;     /* [n] of the matrix, -1 = pinned */
  double *inertia;  /* [n] m / h^2 [N/m], 0 = pinned */
  double *x, *y;    /* [n, 3] iterate, prediction [m] */
  double *gradient; /* [n, 3] of the objective [N] */
  double *record;   /* [iterations + 1] objective, NULL = not kept */
  double h;
  int64_t frame, steps, diverged_at; /* since the start; diverged_at: frame, -1 = fine */
  int64_t own_frames, own_steps;     /* since the last reset or load */
};

xpbd_projective_def xpbd_projective_def_default(void) {
  return (xpbd_projective_def){.cookie = PROJECTIVE_COOKIE,
                               .method = XPBD_FAST_MASS_SPRINGS,
                               .frame_time = 1.0 / 24.0,
                               .substeps = 1,
                               .iterations = 10};
}

/* What a scene may hold and these methods have no place for. */
static xpbd_status check_scene(const xpbd_scene *scene) {
  XPBD_REQUIRE(xpbd_scene_obstacle_count(scene) == 0, XPBD_ERR_UNSUPPORTED,
               "fast mass-springs and projective dynamics have no obstacles, the scene has %d",
               (int)xpbd_scene_obstacle_count(scene));
  XPBD_REQUIRE(xpbd_scene_handle_count(scene) == 0, XPBD_ERR_UNSUPPORTED,
               "fast mass-springs and projective dynamics move no handles, the scene has %d; --pull-time 0 (pull_time "
               "of the parameters) starts deformed instead",
               (int)xpbd_scene_handle_count(scene));
  XPBD_REQUIRE(xpbd_scene_centre_count(scene) == 0, XPBD_ERR_UNSUPPORTED,
               "fast mass-springs and projective dynamics have no centres (ghost tips), the scene has %d",
               (int)xpbd_scene_centre_count(scene));
  XPBD_REQUIRE(xpbd_scene_global_damping(scene) == 0.0, XPBD_ERR_UNSUPPORTED,
               "fast mass-springs and projective dynamics have no damping, the scene has a global damping of %g",
               xpbd_scene_global_damping(scene));
  return XPBD_OK;
}

/* Beyond, squares of lengths are 0 or infinite in double, and terms would be left alone without a word. */
static xpbd_status check_range(const xpbd_scene *scene) {
  const double *x = xpbd_scene_positions(scene), *v = xpbd_scene_velocities(scene);
  double extent = 0.0;
  for (int64_t k = 0; k < 3 * (int64_t)xpbd_scene_particle_count(scene); k++) {
    XPBD_REQUIRE(fabs(x[k]) <= 1e150 && fabs(v[k]) <= 1e150, XPBD_ERR_UNSUPPORTED,
                 "particle %lld: a coordinate or velocity beyond 1e150 is out of range", (long long)(k / 3));
    extent = fmax(extent, fabs(x[k] - x[k % 3]));
  }
  XPBD_REQUIRE(extent == 0.0 || extent >= 1e-100, XPBD_ERR_UNSUPPORTED, "the scene is %g m across, too small", extent);
  return XPBD_OK;
}

static xpbd_status check_settings(const xpbd_scene *scene, const xpbd_projective_def *def) {
  XPBD_REQUIRE(scene, XPBD_ERR_INVALID_ARGUMENT, "the scene is NULL");
  XPBD_REQUIRE(def && def->cookie == PROJECTIVE_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the definition was not made by xpbd_projective_def_default()");
  XPBD_REQUIRE(def->method == XPBD_FAST_MASS_SPRINGS || def->method == XPBD_PROJECTIVE_DYNAMICS,
               XPBD_ERR_INVALID_ARGUMENT, "there is no method %d", (int)def->method);
  XPBD_REQUIRE(def->frame_time > 0.0 && isfinite(def->frame_time), XPBD_ERR_INVALID_ARGUMENT,
               "frame_time is %g s, must be above 0", def->frame_time);
  XPBD_REQUIRE(def->substeps >= 1, XPBD_ERR_INVALID_ARGUMENT, "substeps is %d, must be at least 1", (int)def->substeps);
  XPBD_REQUIRE(def->iterations >= 1, XPBD_ERR_INVALID_ARGUMENT, "iterations is %d, must be at least 1",
               (int)def->iterations);
  XPBD_REQUIRE(def->triangle_weight >= 0.0 && def->triangle_weight <= 1e200, XPBD_ERR_INVALID_ARGUMENT,
               "triangle_weight is %g N/m, must be 0 or more", def->triangle_weight);
  XPBD_REQUIRE(def->bending_weight >= 0.0 && def->bending_weight <= 1e200, XPBD_ERR_INVALID_ARGUMENT,
               "bending_weight is %g J, must be 0 or more", def->bending_weight);
  XPBD_REQUIRE(def->strain_limit >= 0.0 && def->strain_limit < 1.0, XPBD_ERR_INVALID_ARGUMENT,
               "strain_limit is %g, must be 0 or more and below 1", def->strain_limit);
  XPBD_TRY(check_scene(scene));
  XPBD_TRY(check_range(scene));
  const int surface = def->triangle_weight > 0.0 || def->bending_weight > 0.0;
  XPBD_REQUIRE(!surface || def->method == XPBD_PROJECTIVE_DYNAMICS, XPBD_ERR_INVALID_ARGUMENT,
               "triangle_weight and bending_weight belong to projective dynamics; fast mass-springs has springs only");
  XPBD_REQUIRE(!surface || xpbd_scene_triangle_count(scene) > 0, XPBD_ERR_INVALID_ARGUMENT,
               "triangle_weight and bending_weight need triangles, the scene has none");
  const double h = def->frame_time / def->substeps;
  XPBD_REQUIRE(h >= 1e-9 && h <= 1e9, XPBD_ERR_UNSUPPORTED,
               "a time step of %g s (frame_time / substeps) is out of range, must be from 1e-9 to 1e9 s", h);
  return XPBD_OK;
}

/* Rows of the matrix for the free particles, and what their inertia adds to it. */
static xpbd_status build_rows(xpbd_projective *p) {
  const double *w = xpbd_scene_inverse_masses(p->scene);
  for (int32_t i = 0; i < p->motion.n; i++) {
    p->row[i] = w[i] > 0.0 ? p->unknowns++ : -1;
    p->inertia[i] = w[i] > 0.0 ? 1.0 / (w[i] * p->h * p->h) : 0.0;
    XPBD_REQUIRE(w[i] == 0.0 || (p->inertia[i] <= 1e200 && p->inertia[i] >= 1e-200), XPBD_ERR_UNSUPPORTED,
                 "particle %d: an inverse mass of %g with a time step of %g s is out of range", (int)i, w[i], p->h);
  }
  return XPBD_OK;
}

static xpbd_status build_factor(xpbd_projective *p) {
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

static xpbd_status build(xpbd_projective *p) {
  const size_t n = (size_t)xpbd_scene_particle_count(p->scene);
  XPBD_TRY(xpbd_motion_create(p->scene, &p->motion));
  XPBD_TRY(xpbd_terms_create(p->scene, &p->def, &p->terms));
  p->row = malloc(n * sizeof *p->row);
  p->inertia = malloc(n * sizeof *p->inertia);
  p->x = malloc(3 * n * sizeof *p->x);
  p->y = malloc(3 * n * sizeof *p->y);
  p->gradient = malloc(3 * n * sizeof *p->gradient);
  XPBD_REQUIRE(p->row && p->inertia && p->x && p->y && p->gradient, XPBD_ERR_OUT_OF_MEMORY,
               "no memory for %zu particles", n);
  if (p->def.record) {
    p->record = calloc((size_t)p->def.iterations + 1, sizeof *p->record);
    XPBD_REQUIRE(p->record, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d recorded values", (int)p->def.iterations);
  }
  XPBD_TRY(build_rows(p));
  return build_factor(p);
}

xpbd_status xpbd_projective_create(const xpbd_scene *scene, const xpbd_projective_def *def, xpbd_projective **out) {
  *out = NULL;
  XPBD_TRY(check_settings(scene, def));
  xpbd_projective *p = calloc(1, sizeof *p);
  XPBD_REQUIRE(p, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  p->scene = scene;
  p->def = *def;
  p->h = def->frame_time / def->substeps;
  const xpbd_status status = build(p);
  if (status != XPBD_OK) {
    xpbd_projective_destroy(&p);
    return status;
  }
  xpbd_projective_reset(p);
  *out = p;
  return XPBD_OK;
}

xpbd_status xpbd_projective_reset(xpbd_projective *projective) {
  xpbd_motion_reset(&projective->motion);
  projective->frame = projective->steps = projective->own_frames = projective->own_steps = 0;
  projective->diverged_at = -1;
  return XPBD_OK;
}

/* The objective at x; unless `gradient` is NULL it is set to the gradient for free particles. */
static double evaluate(const xpbd_projective *p, const double *x, double *gradient) {
  double inertial = 0.0;
  for (int64_t k = 0; k < 3 * (int64_t)p->motion.n; k++) {
    const double from_y = x[k] - p->y[k], force = p->inertia[k / 3] * from_y;
    inertial += 0.5 * force * from_y;
    if (gradient) gradient[k] = force;
  }
  return inertial + xpbd_terms_evaluate(&p->terms, x, gradient);
}

/* Local step, then global step. Returns the objective before them. */
static xpbd_status iterate(xpbd_projective *p, double *objective) {
  *objective = evaluate(p, p->x, p->gradient);
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

static xpbd_status time_step(xpbd_projective *p, int64_t *lost) {
  xpbd_motion_predict(&p->motion, p->h, (double)p->steps * p->h, p->y);
  memcpy(p->x, p->y, 3 * (size_t)p->motion.n * sizeof *p->x);
  for (int32_t k = 0; k < p->def.iterations; k++) {
    double objective;
    XPBD_TRY(iterate(p, &objective));
    if (p->record) p->record[k] = objective;
  }
  if (p->record) p->record[p->def.iterations] = evaluate(p, p->x, NULL);
  *lost += xpbd_motion_finish(&p->motion, p->h, p->x);
  p->steps++, p->own_steps++;
  return XPBD_OK;
}

static xpbd_status check_whole(const xpbd_projective *p) {
  XPBD_REQUIRE(p->diverged_at < 0, XPBD_ERR_DIVERGED,
               "the simulation diverged in frame %lld (a position is not finite or beyond %.3g m)",
               (long long)p->diverged_at, p->motion.limit);
  return XPBD_OK;
}

xpbd_status xpbd_projective_step(xpbd_projective *projective, int32_t frames) {
  XPBD_REQUIRE(frames >= 0, XPBD_ERR_INVALID_ARGUMENT, "frames is %d, must be 0 or more", (int)frames);
  XPBD_TRY(check_whole(projective));
  for (int32_t f = 0; f < frames; f++) {
    int64_t lost = 0;
    for (int32_t k = 0; k < projective->def.substeps; k++) XPBD_TRY(time_step(projective, &lost));
    projective->frame++, projective->own_frames++;
    if (lost > 0) projective->diverged_at = projective->frame;
    XPBD_TRY(check_whole(projective));
  }
  return XPBD_OK;
}

xpbd_status xpbd_projective_read(const xpbd_projective *projective, xpbd_field field, double *out) {
  XPBD_REQUIRE(out && (field == XPBD_POSITIONS || field == XPBD_VELOCITIES), XPBD_ERR_INVALID_ARGUMENT,
               "field is %d, must be XPBD_POSITIONS or XPBD_VELOCITIES", (int)field);
  XPBD_TRY(check_whole(projective));
  xpbd_motion_read(&projective->motion, field, out);
  return XPBD_OK;
}

xpbd_status xpbd_projective_hash(const xpbd_projective *projective, uint64_t *out) {
  XPBD_TRY(check_whole(projective));
  const size_t count = 3 * (size_t)projective->motion.n;
  double *values = malloc(count * sizeof *values);
  XPBD_REQUIRE(values, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu bytes of state", count * sizeof *values);
  uint64_t hash = count;
  const xpbd_field fields[] = {XPBD_POSITIONS, XPBD_VELOCITIES};
  for (int f = 0; f < 2; f++) {
    xpbd_motion_read(&projective->motion, fields[f], values);
    hash = xpbd_mix_reals(hash, values, count);
  }
  free(values);
  *out = hash;
  return XPBD_OK;
}

int64_t xpbd_projective_frame(const xpbd_projective *projective) {
  return projective->frame;
}

/* The settings that decide the result. */
static uint64_t hash_settings(const xpbd_projective_def *def) {
  const double numbers[] = {(double)def->method,  def->frame_time,     (double)def->substeps,  def->strain_limit,
                            def->triangle_weight, def->bending_weight, (double)def->iterations};
  return xpbd_checkpoint_hash(2, numbers, sizeof numbers);
}

xpbd_status xpbd_projective_save(const xpbd_projective *projective, const char *path) {
  XPBD_REQUIRE(projective && path, XPBD_ERR_INVALID_ARGUMENT, "the solver or the path is NULL");
  XPBD_TRY(check_whole(projective));
  const size_t field = 3 * (size_t)projective->motion.n;
  double *state = malloc(2 * field * sizeof *state);
  XPBD_REQUIRE(state, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu numbers of state", 2 * field);
  xpbd_motion_read(&projective->motion, XPBD_POSITIONS, state);
  xpbd_motion_read(&projective->motion, XPBD_VELOCITIES, state + field);
  const xpbd_checkpoint head = {.particles = field / 3,
                                .scene = xpbd_checkpoint_hash_scene(projective->scene),
                                .settings = hash_settings(&projective->def),
                                .at = (uint64_t)projective->frame,
                                .numbers = 2 * field};
  const xpbd_status status = xpbd_checkpoint_write(path, &head, state);
  free(state);
  return status;
}

xpbd_status xpbd_projective_load(xpbd_projective *projective, const char *path) {
  XPBD_REQUIRE(projective && path, XPBD_ERR_INVALID_ARGUMENT, "the solver or the path is NULL");
  const size_t field = 3 * (size_t)projective->motion.n;
  const xpbd_checkpoint_owner owner = {.particles = field / 3,
                                       .scene = xpbd_checkpoint_hash_scene(projective->scene),
                                       .settings = hash_settings(&projective->def),
                                       .least = 2 * field,
                                       .most = 2 * field,
                                       .last = INT64_MAX / 2 / (uint64_t)projective->def.substeps,
                                       .scene_words = XPBD_CHECKPOINT_SCENE_WORDS,
                                       .settings_words =
                                           "method, frame time, substeps, iterations, weights or strain limit"};
  xpbd_checkpoint head;
  double *state = NULL;
  XPBD_TRY(xpbd_checkpoint_read(path, &owner, &head, &state));
  xpbd_projective_reset(projective);
  xpbd_motion_write(&projective->motion, state, state + field);
  projective->frame = (int64_t)head.at;
  projective->steps = projective->frame * projective->def.substeps;
  free(state);
  return XPBD_OK;
}

xpbd_status xpbd_projective_objective(const xpbd_projective *projective, const double *positions, double *out) {
  XPBD_REQUIRE(projective->own_steps > 0, XPBD_ERR_INVALID_ARGUMENT, "there is no objective before the first step");
  *out = evaluate(projective, positions, NULL);
  return XPBD_OK;
}

xpbd_status xpbd_projective_record(const xpbd_projective *projective, double *out) {
  XPBD_REQUIRE(projective->record, XPBD_ERR_INVALID_ARGUMENT, "nothing was recorded: the settings have record = 0");
  XPBD_REQUIRE(projective->own_steps > 0, XPBD_ERR_INVALID_ARGUMENT, "there is no objective before the first step");
  memcpy(out, projective->record, ((size_t)projective->def.iterations + 1) * sizeof *out);
  return XPBD_OK;
}

void xpbd_projective_get_counters(const xpbd_projective *projective, xpbd_projective_counters *out) {
  const xpbd_projective *p = projective;
  const int64_t n = p->motion.n;
  int64_t factor_bytes = 0;
  *out = (xpbd_projective_counters){.frames = p->own_frames,
                                    .iterations = p->own_steps * p->def.iterations,
                                    .projections = p->own_steps * p->def.iterations * xpbd_terms_count(&p->terms),
                                    .springs = p->terms.spring_count,
                                    .triangles = p->terms.triangle_count,
                                    .hinges = p->terms.hinge_count,
                                    .unknowns = p->unknowns};
  if (p->factor) xpbd_factor_counts(p->factor, &out->matrix_nonzeros, &out->factor_nonzeros, &factor_bytes);
  out->host_bytes = (int64_t)sizeof *p + p->motion.bytes + xpbd_terms_bytes(&p->terms) + factor_bytes +
                    n * (int64_t)(sizeof *p->row + sizeof *p->inertia + 9 * sizeof *p->x) +
                    (p->record ? (p->def.iterations + (int64_t)1) * (int64_t)sizeof *p->record : 0);
}

void xpbd_projective_destroy(xpbd_projective **projective) {
  if (!projective || !*projective) return;
  xpbd_projective *p = *projective;
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
  *projective = NULL;
}
