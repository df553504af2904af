/* Why this file exists: fast mass-springs and projective dynamics. Both alternate local and global steps. The first is
 * the case with springs only. The global step A x' = M y / h^2 + sum w G^T p is solved for the change:
 *      A (x - x') = M (x - y) / h^2 + gradient of the terms at x
 * This is the same equation, but the error of the factorisation vanishes as the iterations converge. Without terms x =
 * y exactly, and pinned particles need no right-hand side. A dashpot stiffens its spring and moves the rest length in
 * each step, so A is constant. Contacts act on the right-hand side (Ly et al. 2020), because penalties would change A. */
#include "xpbd/projective.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "implicit/engine.h"
#include "implicit/stepper.h"
#include "projective/factor.h"
#include "projective/terms.h"
#include "solver/cpu.h"
#include "solver/solver_internal.h"

typedef struct projective {
  xpbd_stepper base;
  xpbd_projective_settings own;
  xpbd_terms terms;
  xpbd_factor *factor; /* NULL if every particle is pinned */
  int32_t unknowns;
  int32_t *row;     /* [n] row of the matrix, -1 = pinned */
  double *gradient; /* [n, 3] of the objective [N] */
  double *record;   /* [iterations + 1] objective, NULL = not kept */
} projective;

static xpbd_status build_factor(projective *p) {
  for (int32_t i = 0; i < p->base.motion.n; i++) p->row[i] = p->base.inertia[i] > 0.0 ? p->unknowns++ : -1;
  if (p->unknowns == 0) return XPBD_OK;
  const int64_t most = p->base.motion.n + xpbd_terms_entry_limit(&p->terms);
  xpbd_factor_entry *entries = malloc((size_t)most * sizeof *entries);
  XPBD_REQUIRE(entries, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld addends of the matrix", (long long)most);
  int64_t count = 0;
  for (int32_t i = 0; i < p->base.motion.n; i++)
    if (p->row[i] >= 0) entries[count++] = (xpbd_factor_entry){p->row[i], p->row[i], p->base.inertia[i]};
  count += xpbd_terms_matrix(&p->terms, p->row, entries + count);
  const xpbd_status status = xpbd_factor_create(p->unknowns, count, entries, &p->factor);
  free(entries);
  return status;
}

/* A dashpot beta (C - C_0)^2 / (2 h) joins the C^2 / (2 alpha) of its spring. Up to a constant, the sum is a stiffer
 * spring, whose rest length changes with C_0 in each step. */
static void damp_springs(projective *p) {
  const xpbd_pull *pull = p->base.rows.pull; /* a spring has one row */
  xpbd_spring_term *spring = p->terms.springs;
  for (int32_t s = 0; s < xpbd_scene_set_count(p->base.scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(p->base.scene, s);
    const double k = set->material[0];
    for (int32_t j = 0; j < set->count; j++, pull++, spring++) {
      spring->stiffness = k * k * pull->stiffness;
      spring->length = k != 0.0 ? set->rest[j] - pull->offset / (k * pull->stiffness) : set->rest[j];
    }
  }
}

static xpbd_status build(projective *p) {
  const size_t n = (size_t)p->base.motion.n;
  const int32_t iterations = p->base.def->iterations;
  XPBD_TRY(xpbd_terms_create(p->base.scene, &p->own, &p->terms));
  if (p->base.rows.pull) { /* the stiffness is constant, and the rest lengths do not enter the matrix */
    xpbd_rows_begin(&p->base.rows, xpbd_scene_positions(p->base.scene), 0, 1);
    damp_springs(p);
  }
  p->row = malloc(n * sizeof *p->row);
  p->gradient = malloc(3 * n * sizeof *p->gradient);
  XPBD_REQUIRE(p->row && p->gradient, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu particles", n);
  if (p->own.record) {
    p->record = calloc((size_t)iterations + 1, sizeof *p->record);
    XPBD_REQUIRE(p->record, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d recorded values", (int)iterations);
  }
  return build_factor(p);
}

/* The gradient of the objective at x for free particles. `objective` NULL: its value is not needed. */
static void evaluate(const projective *p, const double *x, double *gradient, double *objective) {
  const double *y = p->base.y;
  const int64_t n = p->base.motion.n;
  double inertial = 0.0;
  for (int64_t i = 0; i < n; i++)
    for (int64_t k = 3 * i; k < 3 * i + 3; k++) gradient[k] = p->base.inertia[i] * (x[k] - y[k]);
  for (int64_t k = 0; objective && k < 3 * n; k++) inertial += 0.5 * gradient[k] * (x[k] - y[k]);
  const double terms = xpbd_terms_evaluate(&p->terms, x, gradient);
  if (objective) *objective = inertial + terms;
}

/* The forces of contacts in the next global step. A multiplier grows by m / h^2 times the depth and the slide at x, as if
 * each particle were alone, and stays in the cone of Coulomb's law. */
static void push(projective *p) {
  for (int32_t i = 0; i < p->base.motion.n && p->base.contacts.count > 0; i++) {
    const double *x = &p->base.x[3 * (int64_t)i];
    double block[9] = {0}; /* not needed */
    if (p->row[i] < 0) continue;
    xpbd_contact_add(&p->base.contacts, i, x, &p->gradient[3 * (int64_t)i], block);
    xpbd_contact_raise(&p->base.contacts, i, x);
  }
}

/* Local step, then global step. `objective` receives that before them. */
static xpbd_status iterate(projective *p, double *objective) {
  double *x = p->base.x;
  evaluate(p, x, p->gradient, objective);
  if (!p->factor) return XPBD_OK;
  push(p);
  double *right = xpbd_factor_right(p->factor);
  const double *change = NULL;
  const int64_t rows = p->unknowns;
  for (int32_t i = 0; i < p->base.motion.n; i++)
    for (int k = 0; k < 3 && p->row[i] >= 0; k++) right[k * rows + p->row[i]] = p->gradient[3 * (int64_t)i + k];
  XPBD_TRY(xpbd_factor_solve(p->factor, &change));
  for (int32_t i = 0; i < p->base.motion.n; i++)
    for (int k = 0; k < 3 && p->row[i] >= 0; k++) x[3 * (int64_t)i + k] -= change[k * rows + p->row[i]];
  return XPBD_OK;
}

static xpbd_status minimise(void *state) {
  projective *p = state;
  const int32_t iterations = p->base.def->iterations;
  if (p->base.rows.pull) damp_springs(p);
  for (int32_t k = 0; k < iterations; k++) XPBD_TRY(iterate(p, p->record ? &p->record[k] : NULL));
  for (int32_t i = 0; i < p->base.motion.n; i++)
    if (p->row[i] >= 0) xpbd_contact_leave(&p->base.contacts, i, &p->base.x[3 * (int64_t)i]);
  if (p->record) evaluate(p, p->base.x, p->gradient, &p->record[iterations]);
  p->base.done.iterations += iterations;
  return XPBD_OK;
}

static xpbd_status probe(char *device, size_t capacity) {
  XPBD_TRY(xpbd_factor_built());
  snprintf(device, capacity, "one CPU thread");
  return XPBD_OK;
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, void **state) {
  projective *p = *state = calloc(1, sizeof *p);
  XPBD_REQUIRE(p, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  if (def->projective) p->own = *def->projective;
  p->base.minimise = minimise;
  XPBD_TRY(xpbd_stepper_create(&p->base, scene, def, XPBD_STEPPER_FORCES));
  p->base.contacts.augmented = true, p->base.contacts.stiffness = 1.0; /* see push() */
  return build(p);
}

static void counters(void *state, xpbd_counters *out) {
  const projective *p = state;
  int64_t factor_bytes = 0, nonzeros[2];
  if (p->factor) xpbd_factor_counts(p->factor, &nonzeros[0], &nonzeros[1], &factor_bytes);
  *out = (xpbd_counters){.frames = p->base.own_frames,
                         .projections = p->base.done.iterations * xpbd_terms_count(&p->terms),
                         .contacts = p->base.met,
                         .threads = 1,
                         .lanes = 1,
                         .batch = 1};
  out->host_bytes = (int64_t)sizeof *p + xpbd_stepper_bytes(&p->base) + xpbd_terms_bytes(&p->terms) + factor_bytes +
                    p->base.motion.n * (int64_t)(sizeof *p->row + 3 * sizeof *p->gradient) +
                    (p->record ? (p->base.def->iterations + (int64_t)1) * (int64_t)sizeof *p->record : 0);
}

static void destroy(void *state) {
  projective *p = state;
  if (!p) return;
  xpbd_factor_destroy(p->factor);
  xpbd_terms_destroy(&p->terms);
  xpbd_stepper_destroy(&p->base);
  free(p->row);
  free(p->gradient);
  free(p->record);
  free(p);
}

const xpbd_backend xpbd_projective_engine = {.abi = XPBD_BACKEND_ABI,
                                             .name = "seq",
                                             .about = "local steps one after the other, global steps by CHOLMOD",
                                             .probe = probe,
                                             .supports = xpbd_cpu_supports, /* the method was asked about the scene */
                                             .create = create,
                                             .reset = xpbd_stepper_reset,
                                             .step = xpbd_stepper_step,
                                             .sync = xpbd_stepper_sync,
                                             .read = xpbd_stepper_read,
                                             .restore = xpbd_stepper_restore,
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
  XPBD_REQUIRE(p->base.done.steps > 0, XPBD_ERR_INVALID_ARGUMENT, "there is no objective before the first step");
  evaluate(p, positions, p->gradient, out);
  return XPBD_OK;
}

xpbd_status xpbd_projective_record(const xpbd_solver *solver, double *out) {
  XPBD_NOT_NULL(solver, out);
  const projective *p = NULL;
  XPBD_TRY(state_of(solver, &p));
  XPBD_REQUIRE(p->record, XPBD_ERR_INVALID_ARGUMENT, "nothing was recorded: the settings have record = 0");
  XPBD_REQUIRE(p->base.done.steps > 0, XPBD_ERR_INVALID_ARGUMENT, "there is no objective before the first step");
  memcpy(out, p->record, ((size_t)p->base.def->iterations + 1) * sizeof *out);
  return XPBD_OK;
}

xpbd_status xpbd_projective_get_counters(const xpbd_solver *solver, xpbd_projective_counters *out) {
  XPBD_NOT_NULL(out);
  const projective *p = NULL;
  int64_t bytes = 0;
  *out = (xpbd_projective_counters){0};
  XPBD_NOT_NULL(solver);
  XPBD_TRY(state_of(solver, &p));
  *out = (xpbd_projective_counters){.iterations = p->base.done.iterations,
                                    .springs = p->terms.spring_count,
                                    .triangles = p->terms.triangle_count,
                                    .hinges = p->terms.hinge_count,
                                    .unknowns = p->unknowns};
  if (p->factor) xpbd_factor_counts(p->factor, &out->matrix_nonzeros, &out->factor_nonzeros, &bytes);
  return XPBD_OK;
}
