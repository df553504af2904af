/* Why this file exists: Newton's method on the energy of a time step, until it is solved. Its answer is the reference
 * for methods that only approach it. Its linear systems are solved by a factorisation, or roughly by multigrid.
 * xpbd/implicit.h describes both. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "implicit/energy.h"
#include "implicit/engine.h"
#include "implicit/multigrid.h"
#include "implicit/stepper.h"
#include "layout/layout.h"
#include "projective/factor.h"
#include "solver/cpu.h"

typedef struct newton {
  xpbd_stepper base;
  xpbd_factor *factor; /* NULL before the first factorisation */
  xpbd_factor_entry *entries;
  int64_t entry_limit;
  xpbd_multigrid *grid; /* NULL: a factorisation instead */
  double steepest;      /* largest gradient of this time step, as the root of the sum of squares [N] */
  int32_t unknowns;     /* three for each free particle */
  int32_t *row;         /* [n] first row of the matrix, -1 = pinned */
  double *tried;        /* [n, 3] x + t d [m] */
  double *gradient;     /* [n, 3] of E [N] */
  double *direction;    /* [n, 3] d [m] */
  double least;         /* [m] a smaller step ends the iterations */
  bool gauss_newton;
} newton;

static double extent_of(const xpbd_scene *scene) {
  const double *x = xpbd_scene_positions(scene);
  double extent = 0.0;
  for (int64_t k = 0; k < 3 * (int64_t)xpbd_scene_particle_count(scene); k++)
    extent = fmax(extent, fabs(x[k] - x[k % 3]));
  return extent > 0.0 ? extent : 1.0;
}

static void number_rows(newton *p) {
  const double *w = xpbd_scene_inverse_masses(p->base.scene);
  for (int32_t i = 0; i < p->base.motion.n; i++) {
    p->row[i] = w[i] > 0.0 ? p->unknowns : -1;
    p->unknowns += w[i] > 0.0 ? 3 : 0;
  }
}

static int64_t count_entries(const newton *p) {
  int64_t most = 0;
  for (int32_t s = 0; s < xpbd_scene_set_count(p->base.scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(p->base.scene, s);
    const int64_t size = 3 * xpbd_formula_at(set->formula)->arity;
    most += set->count * (size * (size + 1) / 2);
  }
  return most + p->unknowns + (p->base.contacts.count > 0 ? 2 * (int64_t)p->unknowns : 0);
}

static xpbd_status build(newton *p) {
  const xpbd_solver_def *def = p->base.def;
  const size_t n = (size_t)p->base.motion.n;
  XPBD_REQUIRE(n <= INT32_MAX / 3, XPBD_ERR_UNSUPPORTED, "%zu particles are too many for 32-bit rows", n);
  p->row = malloc(n * sizeof *p->row);
  p->tried = malloc(3 * n * sizeof *p->tried);
  p->gradient = malloc(3 * n * sizeof *p->gradient);
  p->direction = calloc(3 * n, sizeof *p->direction);
  XPBD_REQUIRE(p->row && p->tried && p->gradient && p->direction, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu particles",
               n);
  p->least = xpbd_number_of(def, "newton_tolerance") * extent_of(p->base.scene);
  p->gauss_newton = xpbd_number_of(def, "gauss_newton") > 0.0;
  number_rows(p);
  if (def->method == XPBD_METHOD_MULTIGRID)
    return xpbd_multigrid_create(p->base.scene, def, p->row, p->unknowns, &p->grid);
  p->entry_limit = count_entries(p);
  p->entries = malloc((size_t)(p->entry_limit > 0 ? p->entry_limit : 1) * sizeof *p->entries);
  XPBD_REQUIRE(p->entries, XPBD_ERR_OUT_OF_MEMORY, "no memory for %lld addends of the matrix",
               (long long)p->entry_limit);
  return XPBD_OK;
}

/* The lower triangle of an element's matrix, without pinned particles. */
static int64_t add_element(const newton *p, const xpbd_constraints *set, int64_t j, const double *hessian,
                           xpbd_factor_entry *out) {
  const int arity = xpbd_formula_at(set->formula)->arity, size = 3 * arity;
  int64_t count = 0;
  for (int i = 0; i < size; i++)
    for (int k = 0; k <= i; k++) {
      const int32_t a = p->row[set->particles[j * arity + i / 3]], b = p->row[set->particles[j * arity + k / 3]];
      if (a < 0 || b < 0) continue;
      const int32_t row = a + i % 3, column = b + k % 3;
      out[count++] =
          (xpbd_factor_entry){row > column ? row : column, row > column ? column : row, hessian[i * size + k]};
    }
  return count;
}

/* Those of obstacles, also where there is no contact, because the pattern of the matrix stays. */
static int64_t add_contacts(const newton *p, xpbd_factor_entry *out) {
  int64_t count = 0;
  for (int32_t i = 0; i < p->base.motion.n && p->base.contacts.count > 0; i++) {
    double gradient[3] = {0}, block[9] = {0};
    if (p->row[i] < 0) continue;
    xpbd_contact_add(&p->base.contacts, i, &p->base.x[3 * (int64_t)i], gradient, block);
    for (int r = 0; r < 3; r++)
      for (int k = 0; k <= r; k++) out[count++] = (xpbd_factor_entry){p->row[i] + r, p->row[i] + k, block[3 * r + k]};
  }
  return count;
}

static int64_t assemble(newton *p, xpbd_curvature way) {
  int64_t count = 0;
  for (int32_t i = 0; i < p->base.motion.n; i++)
    for (int k = 0; k < 3 && p->row[i] >= 0; k++)
      p->entries[count++] = (xpbd_factor_entry){p->row[i] + k, p->row[i] + k, p->base.inertia[i]};
  for (int32_t s = 0; s < xpbd_scene_set_count(p->base.scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(p->base.scene, s);
    const xpbd_pull *pull = xpbd_rows_of(&p->base.rows, s);
    for (int64_t j = 0; j < set->count; j++) {
      double hessian[XPBD_CURVATURE_MOST];
      p->base.done.projected += xpbd_element_curvature(set, pull, j, p->base.x, way, hessian);
      count += add_element(p, set, j, hessian, p->entries + count);
    }
  }
  return count + add_contacts(p, p->entries + count);
}

static xpbd_status factorise(newton *p, xpbd_curvature way, bool *definite) {
  const int64_t count = assemble(p, way);
  if (!p->factor) XPBD_TRY(xpbd_factor_plan(p->unknowns, count, p->entries, &p->factor));
  return xpbd_factor_update(p->factor, count, p->entries, definite);
}

/* The same matrix on the finest level. */
static void fill_grid(newton *p, xpbd_curvature way) {
  xpbd_multigrid_clear(p->grid);
  for (int32_t i = 0; i < p->base.motion.n; i++) {
    const double inertia = p->base.inertia[i];
    double gradient[3] = {0}, block[9] = {inertia, 0, 0, 0, inertia, 0, 0, 0, inertia};
    if (p->row[i] < 0) continue;
    xpbd_contact_add(&p->base.contacts, i, &p->base.x[3 * (int64_t)i], gradient, block);
    xpbd_multigrid_add(p->grid, 1, &i, block);
  }
  for (int32_t s = 0; s < xpbd_scene_set_count(p->base.scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(p->base.scene, s);
    const xpbd_pull *pull = xpbd_rows_of(&p->base.rows, s);
    const int arity = xpbd_formula_at(set->formula)->arity;
    for (int64_t j = 0; j < set->count; j++) {
      double hessian[XPBD_CURVATURE_MOST];
      p->base.done.projected += xpbd_element_curvature(set, pull, j, p->base.x, way, hessian);
      xpbd_multigrid_add(p->grid, arity, &set->particles[j * arity], hessian);
    }
  }
}

static void fill_right(newton *p, double *right) {
  for (int64_t k = 0; k < 3 * (int64_t)p->base.motion.n; k++)
    if (p->row[k / 3] >= 0) right[p->row[k / 3] + k % 3] = -p->gradient[k];
}

/* Dembo, Eisenstat, Steihaug 1982, Inexact Newton Methods, as in Nocedal, Wright, Eq. (7.3): the share of a linear
 * system's error that may stay falls with the gradient, so the order of convergence is 1.5. Other matrices converge
 * linearly, so that more cycles gain nothing. */
static double share_of(newton *p, xpbd_curvature way) {
  double squares = 0.0;
  for (int64_t k = 0; k < 3 * (int64_t)p->base.motion.n; k++) squares += p->gradient[k] * p->gradient[k];
  const double steepness = sqrt(squares);
  p->steepest = fmax(p->steepest, steepness);
  return way == XPBD_CURVATURE_FULL ? fmin(0.1, sqrt(steepness / p->steepest)) : 0.1;
}

/* d of H d = -gradient, where H is taken in one way. None if H is not positive definite. */
static xpbd_status solve(newton *p, xpbd_curvature way, const double **change, bool *definite) {
  if (p->grid) {
    fill_grid(p, way);
    fill_right(p, xpbd_multigrid_right(p->grid));
    *definite = xpbd_multigrid_solve(p->grid, share_of(p, way), &p->base.done.cycles, change);
    return XPBD_OK;
  }
  XPBD_TRY(factorise(p, way, definite));
  if (!*definite) return XPBD_OK;
  fill_right(p, xpbd_factor_right(p->factor));
  return xpbd_factor_solve(p->factor, change);
}

/* The matrix at x is exact if it is positive definite, else projected, which always is unless it is singular in double. */
static xpbd_status solve_some(newton *p, const double **change) {
  bool definite;
  XPBD_TRY(solve(p, p->gauss_newton ? XPBD_CURVATURE_GAUSS_NEWTON : XPBD_CURVATURE_FULL, change, &definite));
  if (definite) return XPBD_OK;
  p->base.done.indefinite++;
  const xpbd_curvature convex = p->grid ? XPBD_CURVATURE_CONVEX : XPBD_CURVATURE_PROJECTED;
  XPBD_TRY(solve(p, p->gauss_newton ? XPBD_CURVATURE_GAUSS_NEWTON : convex, change, &definite));
  XPBD_REQUIRE(definite, XPBD_ERR_UNSUPPORTED,
               "%s: the matrix is singular in double in frame %lld: stiffness and mass / h^2 are too far apart",
               p->grid ? "multigrid" : "newton", (long long)p->base.frame + 1);
  return XPBD_OK;
}

/* d, its largest coordinate and the slope of E along it. */
static xpbd_status find_direction(newton *p, double *largest, double *slope) {
  const double *change = NULL;
  XPBD_TRY(solve_some(p, &change));
  *largest = *slope = 0.0;
  for (int64_t k = 0; k < 3 * (int64_t)p->base.motion.n; k++) {
    if (p->row[k / 3] < 0) continue;
    p->direction[k] = change[p->row[k / 3] + k % 3];
    if (!(fabs(p->direction[k]) <= *largest)) *largest = fabs(p->direction[k]); /* NaN stays */
    *slope += p->direction[k] * p->gradient[k];
  }
  return XPBD_OK;
}

static double energy_at(newton *p, const double *x, double *rounding) {
  return xpbd_stepper_energy(&p->base, x, p->gradient, rounding);
}

/* Friction is based on the normal force at x from here on, which changes the energy. */
static double hold_friction(newton *p, double *rounding) {
  for (int32_t i = 0; i < p->base.motion.n; i++)
    if (p->row[i] >= 0) xpbd_contact_hold(&p->base.contacts, i, &p->base.x[3 * (int64_t)i]);
  return energy_at(p, p->base.x, rounding);
}

/* Goes along d until the energy falls enough. False if it does not within rounding. */
static bool search(newton *p, double slope, double *energy, double *rounding) {
  enum { MOST = 40 };
  const double before = *energy, allowed = *rounding;
  double t = 1.0;
  for (int k = 0; k <= MOST; k++, t *= 0.5) {
    for (int64_t i = 0; i < 3 * (int64_t)p->base.motion.n; i++) p->tried[i] = p->base.x[i] + t * p->direction[i];
    const double now = energy_at(p, p->tried, rounding);
    if (now <= before + 1e-4 * t * slope + allowed) {
      double *kept = p->base.x;
      p->base.x = p->tried, p->tried = kept;
      *energy = now;
      return true;
    }
    p->base.done.halvings++;
  }
  return false;
}

/* One iteration. *settled: nothing moves, or rounding hides what the iteration gains and it moves no less than the one
 * before, *last. */
static xpbd_status iterate_once(newton *p, double *energy, double *rounding, double *last, bool *settled) {
  double largest, slope;
  XPBD_TRY(find_direction(p, &largest, &slope));
  p->base.done.iterations++;
  const bool hidden = -slope <= *rounding;
  *settled = hidden && largest > 0.5 * *last;
  *last = largest;
  if (!*settled) *settled = !search(p, slope, energy, rounding) || largest <= p->least;
  return XPBD_OK;
}

/* Minimises the energy from x = y on, and again while that changes the force that friction is based on. */
static xpbd_status iterate(newton *p) {
  double rounding, last = INFINITY;
  double energy = energy_at(p, p->base.x, &rounding);
  bool held = false; /* friction in this iteration for the first time */
  for (int32_t k = 0; k < p->base.def->iterations; k++) {
    bool settled;
    if (p->base.contacts.rubs && k > 0 && last == INFINITY) energy = hold_friction(p, &rounding), held = true;
    if (!isfinite(energy)) return XPBD_OK; /* the end of the step reports it */
    XPBD_TRY(iterate_once(p, &energy, &rounding, &last, &settled));
    if (settled && (held || !p->base.contacts.rubs)) return XPBD_OK;
    if (settled) last = INFINITY;
    held = false;
  }
  p->base.done.unsolved++;
  return XPBD_OK;
}

static xpbd_status minimise(void *state) {
  newton *p = state;
  p->steepest = 0.0;
  if (p->unknowns == 0 || (xpbd_scene_constraint_count(p->base.scene) == 0 && p->base.contacts.count == 0))
    return XPBD_OK; /* y solves the step */
  return iterate(p);
}

static xpbd_status probe(char *device, size_t capacity) {
  snprintf(device, capacity, "one CPU thread");
  return XPBD_OK;
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, void **state) {
  newton *p = *state = calloc(1, sizeof *p);
  XPBD_REQUIRE(p, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  p->base.minimise = minimise;
  XPBD_TRY(xpbd_stepper_create(&p->base, scene, def, XPBD_STEPPER_ENERGY));
  return build(p);
}

static void counters(void *state, xpbd_counters *out) {
  const newton *p = state;
  int64_t factor_bytes = 0, nonzeros[2];
  if (p->factor) xpbd_factor_counts(p->factor, &nonzeros[0], &nonzeros[1], &factor_bytes);
  *out = (xpbd_counters){.frames = p->base.own_frames,
                         .projections = p->base.done.iterations * xpbd_scene_constraint_count(p->base.scene),
                         .contacts = p->base.met,
                         .threads = 1,
                         .lanes = 1,
                         .batch = 1};
  out->host_bytes = (int64_t)sizeof *p + xpbd_stepper_bytes(&p->base) + factor_bytes +
                    p->entry_limit * (int64_t)sizeof *p->entries + (p->grid ? xpbd_multigrid_bytes(p->grid) : 0) +
                    p->base.motion.n * (int64_t)(sizeof *p->row + 9 * sizeof *p->tried);
}

static void destroy(void *state) {
  newton *p = state;
  if (!p) return;
  xpbd_factor_destroy(p->factor);
  xpbd_multigrid_destroy(p->grid);
  xpbd_stepper_destroy(&p->base);
  free(p->entries);
  free(p->row);
  free(p->tried);
  free(p->gradient);
  free(p->direction);
  free(p);
}

const xpbd_backend xpbd_newton_engine = XPBD_STEPPER_ENGINE("elements one after the other, linear systems by CHOLMOD",
                                                            xpbd_factor_probe, create, counters, destroy);

const xpbd_backend xpbd_multigrid_engine =
    XPBD_STEPPER_ENGINE("elements one after the other, linear systems by multigrid", probe, create, counters, destroy);
