/* Why this file exists: a second opinion on the solver. The algorithm as the papers print it, in double, one constraint
 * after the other, on plain arrays: it shares the formulas and the scene with the solver, and no line of its loops. A
 * fault in the common frame of the backends would agree with itself; it does not agree with this. */
#include "xpbd/measure.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "formula/table.h"

/* What a time step works on; start is the position at its beginning. */
typedef struct plain {
  const xpbd_scene *scene;
  double h;
  double *x, *start, *v; /* [n, 3] */
} plain;

/* One projection (Cetinaslan 2019, Eq. (3) and (4), with the Rayleigh term); returns the new multiplier. */
static double project(const plain *p, const xpbd_constraints *set, int64_t j, double lambda) {
  const xpbd_formula *formula = xpbd_formula_entry(set->formula);
  const int arity = formula->info.arity;
  const int32_t *at = &set->particles[j * arity];
  const double *w = xpbd_scene_inverse_masses(p->scene);
  xpbd_vec3_f64 x[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
  for (int k = 0; k < arity; k++) memcpy(&x[k], &p->x[3 * (int64_t)at[k]], sizeof x[k]);
  const double c = formula->f64(x, &set->rest[j * formula->info.rest_count], set->material, g);
  const double alpha = set->compliance / (p->h * p->h), gamma = set->compliance * set->damping / p->h;
  double sum = 0.0, rate = 0.0;
  for (int k = 0; k < arity; k++) {
    const double *y = &p->x[3 * (int64_t)at[k]], *from = &p->start[3 * (int64_t)at[k]];
    sum += w[at[k]] * (g[k].x * g[k].x + g[k].y * g[k].y + g[k].z * g[k].z);
    rate += g[k].x * (y[0] - from[0]) + g[k].y * (y[1] - from[1]) + g[k].z * (y[2] - from[2]);
  }
  const double change = -(c + alpha * lambda + gamma * rate) / ((1.0 + gamma) * sum + alpha);
  if (!isfinite(change)) return lambda;
  for (int k = 0; k < arity; k++) {
    double *y = &p->x[3 * (int64_t)at[k]];
    y[0] += w[at[k]] * change * g[k].x;
    y[1] += w[at[k]] * change * g[k].y;
    y[2] += w[at[k]] * change * g[k].z;
  }
  return lambda + change;
}

static void time_step(const plain *p, int32_t iterations, double *const *lambda) {
  const int64_t n = xpbd_scene_particle_count(p->scene);
  const double *w = xpbd_scene_inverse_masses(p->scene), *gravity = xpbd_scene_gravity(p->scene);
  memcpy(p->start, p->x, 3 * (size_t)n * sizeof *p->x);
  for (int64_t k = 0; k < 3 * n; k++)
    if (w[k / 3] > 0.0) p->x[k] += p->h * p->v[k] + p->h * p->h * gravity[k % 3];
  for (int32_t s = 0; s < xpbd_scene_set_count(p->scene); s++)
    memset(lambda[s], 0, (size_t)xpbd_scene_set(p->scene, s)->count * sizeof(double));
  for (int32_t it = 0; it < iterations; it++) {
    for (int32_t s = 0; s < xpbd_scene_set_count(p->scene); s++) {
      const xpbd_constraints *set = xpbd_scene_set(p->scene, s);
      for (int64_t k = 0; k < set->count; k++) {
        const int64_t j = set->schedule.order[k];
        lambda[s][j] = project(p, set, j, lambda[s][j]);
      }
    }
  }
  for (int64_t k = 0; k < 3 * n; k++) p->v[k] = (p->x[k] - p->start[k]) / p->h;
}

xpbd_status xpbd_reference_run(const xpbd_scene *scene, const xpbd_solver_def *def, int32_t frames, double *positions) {
  XPBD_REQUIRE(xpbd_scene_wind(scene)->drag == 0.0, XPBD_ERR_UNSUPPORTED, "the plain reference knows no wind");
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(scene);
  const int32_t sets = xpbd_scene_set_count(scene);
  plain p = {.scene = scene, .h = def->frame_time / def->substeps, .x = positions};
  double **lambda = calloc((size_t)sets + 1, sizeof *lambda);
  p.start = malloc(count * sizeof(double));
  p.v = malloc(count * sizeof(double));
  bool complete = lambda && p.start && p.v;
  for (int32_t s = 0; complete && s < sets; s++)
    complete = (lambda[s] = malloc(((size_t)xpbd_scene_set(scene, s)->count + 1) * sizeof(double))) != NULL;
  if (complete) {
    memcpy(p.x, xpbd_scene_positions(scene), count * sizeof(double));
    memcpy(p.v, xpbd_scene_velocities(scene), count * sizeof(double));
    for (int64_t k = 0; k < (int64_t)frames * def->substeps; k++) time_step(&p, def->iterations, lambda);
  }
  for (int32_t s = 0; lambda && s < sets; s++) free(lambda[s]);
  free(lambda), free(p.start), free(p.v);
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for the plain reference of %zu numbers", count);
  return XPBD_OK;
}
