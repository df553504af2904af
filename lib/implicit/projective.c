/* Why this file exists: fast mass-springs and projective dynamics. Both alternate local and global steps. The first is
 * the case with springs only. The global step A x' = M y / h^2 + sum w G^T p is solved for the change:
 *      A (x - x') = M (x - y) / h^2 + gradient of the terms at x
 * This is the same equation, but the error of the factorisation vanishes as the iterations converge. Without terms x =
 * y exactly, and pinned particles need no right-hand side. A dashpot stiffens its spring and moves the rest length in
 * each step, so A is constant. */
#include "xpbd/projective.h"

#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "implicit/engine.h"
#include "implicit/global.h"
#include "projective/terms.h"
#include "solver/solver_internal.h"

typedef struct projective {
  xpbd_stepper base;
  xpbd_projective_settings own;
  xpbd_terms terms;
  xpbd_global global;
  double *record; /* [iterations + 1] objective, NULL = not kept */
} projective;

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
  const int32_t iterations = p->base.def->iterations;
  xpbd_global *g = &p->global;
  XPBD_TRY(xpbd_terms_create(p->base.scene, &p->own, &p->terms));
  if (p->base.rows.pull) { /* the stiffness is constant, and the rest lengths do not enter the matrix */
    xpbd_rows_begin(&p->base.rows, xpbd_scene_positions(p->base.scene), 0, 1);
    damp_springs(p);
  }
  if (p->own.record) {
    p->record = calloc((size_t)iterations + 1, sizeof *p->record);
    XPBD_REQUIRE(p->record, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d recorded values", (int)iterations);
  }
  XPBD_TRY(xpbd_global_create(g, &p->base, xpbd_terms_entry_limit(&p->terms)));
  g->entry_count += xpbd_terms_matrix(&p->terms, g->row, g->entries + g->entry_count);
  return xpbd_global_factor(g);
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

static xpbd_status minimise(void *state) {
  projective *p = state;
  const int32_t iterations = p->base.def->iterations;
  if (p->base.rows.pull) damp_springs(p);
  for (int32_t k = 0; k < iterations; k++) {
    evaluate(p, p->base.x, p->global.gradient, p->record ? &p->record[k] : NULL); /* the local step */
    XPBD_TRY(xpbd_global_step(&p->global, &p->base));
  }
  xpbd_global_leave(&p->global, &p->base);
  if (p->record) evaluate(p, p->base.x, p->global.gradient, &p->record[iterations]);
  p->base.done.iterations += iterations;
  return XPBD_OK;
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, void **state) {
  projective *p = *state = calloc(1, sizeof *p);
  XPBD_REQUIRE(p, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  if (def->projective) p->own = *def->projective;
  p->base.minimise = minimise;
  XPBD_TRY(xpbd_stepper_create(&p->base, scene, def, XPBD_STEPPER_FORCES));
  return build(p);
}

static void counters(void *state, xpbd_counters *out) {
  const projective *p = state;
  *out = (xpbd_counters){.frames = p->base.own_frames,
                         .projections = p->base.done.iterations * xpbd_terms_count(&p->terms),
                         .contacts = p->base.met,
                         .threads = 1,
                         .lanes = 1,
                         .batch = 1};
  out->host_bytes = (int64_t)sizeof *p + xpbd_stepper_bytes(&p->base) + xpbd_terms_bytes(&p->terms) +
                    xpbd_global_bytes(&p->global, &p->base) +
                    (p->record ? (p->base.def->iterations + (int64_t)1) * (int64_t)sizeof *p->record : 0);
}

static void destroy(void *state) {
  projective *p = state;
  if (!p) return;
  xpbd_global_destroy(&p->global);
  xpbd_terms_destroy(&p->terms);
  xpbd_stepper_destroy(&p->base);
  free(p->record);
  free(p);
}

const xpbd_backend xpbd_projective_engine = XPBD_STEPPER_ENGINE(
    "local steps one after the other, global steps by CHOLMOD", xpbd_factor_probe, create, counters, destroy);

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
  evaluate(p, positions, p->global.gradient, out);
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
                                    .unknowns = p->global.unknowns};
  if (p->global.factor) xpbd_factor_counts(p->global.factor, &out->matrix_nonzeros, &out->factor_nonzeros, &bytes);
  return XPBD_OK;
}
