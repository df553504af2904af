/* Why this file exists: an independent check of the solver: the printed algorithm in double, one constraint after
 * another, on plain arrays. It shares the formulas and the scene with the solver, but none of its loops. A fault that
 * all backends share would not show between them, but it shows against this. */
#include "xpbd/measure.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "formula/table.h"
#include "layout/handle.h"
#include "xpbd/method.h"

/* The state of a time step. t is the time at its start [s], start the position then, before the position at the start
 * of the previous step. Centres follow the n particles. */
typedef struct plain {
  const xpbd_scene *scene;
  double h, t, omega, radius; /* omega and chebyshev of the method */
  int64_t n;
  size_t unknowns;
  double *x, *old, *older;    /* [unknowns] positions and multipliers, of this iterate and the two before */
  double *start, *before, *v; /* [n + centres, 3] */
} plain;

static double gamma_of(const plain *p, const xpbd_constraints *set) {
  const double gamma = set->compliance * set->damping / p->h;
  return set->damping_reading == XPBD_DAMPING_TILDE ? gamma / (p->h * p->h) : gamma;
}

/* The displacement of particle i that a set's damping uses. */
static void displacement(const plain *p, const xpbd_constraints *set, int64_t i, double out[3]) {
  const bool lagged = set->damping_reading == XPBD_DAMPING_LAGGED;
  const bool still = i >= p->n && xpbd_scene_omits_tip_damping(p->scene);
  for (int64_t k = 3 * i; k < 3 * i + 3; k++)
    out[k % 3] = still ? 0.0 : lagged ? p->start[k] - p->before[k] : p->x[k] - p->start[k];
}

static double evaluate(const plain *p, const xpbd_constraints *set, int64_t j, int row, xpbd_vec3_f64 *g) {
  const xpbd_formula *formula = xpbd_formula_entry(set->formula);
  const int32_t *at = &set->particles[j * formula->info.arity];
  xpbd_vec3_f64 x[XPBD_MAX_ARITY];
  for (int k = 0; k < formula->info.arity; k++) memcpy(&x[k], &p->x[3 * (int64_t)at[k]], sizeof x[k]);
  double room[XPBD_MAX_REST];
  return formula->f64(x, xpbd_rest_of(set, j, row, room), set->material, g);
}

/* One projection (Cetinaslan 2019, Eq. (3) and (4), with the Rayleigh term). Returns the new multiplier. */
static double project(const plain *p, const xpbd_constraints *set, int64_t j, int row, double lambda) {
  const int arity = xpbd_formula_at(set->formula)->arity;
  const int32_t *at = &set->particles[j * arity];
  const double *w = xpbd_scene_inverse_masses(p->scene);
  const double alpha = set->compliance / (p->h * p->h), gamma = gamma_of(p, set);
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  const double c = evaluate(p, set, j, row, g);
  double sum = 0.0, rate = 0.0;
  for (int k = 0; k < arity; k++) {
    double moved[3];
    displacement(p, set, at[k], moved);
    sum += w[at[k]] * (g[k].x * g[k].x + g[k].y * g[k].y + g[k].z * g[k].z);
    rate += g[k].x * moved[0] + g[k].y * moved[1] + g[k].z * moved[2];
  }
  const double change = -p->omega * (c + alpha * lambda + gamma * rate) / ((1.0 + gamma) * sum + alpha);
  if (!isfinite(change)) return lambda;
  for (int k = 0; k < arity; k++) {
    double *y = &p->x[3 * (int64_t)at[k]];
    y[0] += w[at[k]] * change * g[k].x;
    y[1] += w[at[k]] * change * g[k].y;
    y[2] += w[at[k]] * change * g[k].z;
  }
  return lambda + change;
}

/* Solves m y = right, of `count` rows and columns, by elimination with full pivoting. Unknowns without a pivot are 0. */
static void eliminate(int count, double m[XPBD_MAX_ROWS][XPBD_MAX_ROWS], double *right, double *y) {
  int column_of[XPBD_MAX_ROWS], rank = 0;
  bool taken[XPBD_MAX_ROWS] = {false};
  double largest = 0.0;
  for (; rank < count; rank++) {
    int row = rank, column = 0;
    double most = 0.0;
    for (int r = rank; r < count; r++)
      for (int c = 0; c < count; c++)
        if (!taken[c] && fabs(m[r][c]) > most) most = fabs(m[r][c]), row = r, column = c;
    if (rank == 0) largest = most;
    if (!(most > 1e-12 * largest)) break;
    taken[column_of[rank] = column] = true;
    for (int c = 0; c < count; c++) {
      const double kept = m[rank][c];
      m[rank][c] = m[row][c], m[row][c] = kept;
    }
    const double kept = right[rank];
    right[rank] = right[row], right[row] = kept;
    for (int r = rank + 1; r < count; r++) {
      const double factor = m[r][column] / m[rank][column];
      for (int c = 0; c < count; c++) m[r][c] -= factor * m[rank][c];
      right[r] -= factor * right[rank];
    }
  }
  for (int c = 0; c < count; c++) y[c] = 0.0;
  for (int r = rank - 1; r >= 0; r--) {
    double sum = right[r];
    for (int later = r + 1; later < rank; later++) sum -= m[r][column_of[later]] * y[column_of[later]];
    y[column_of[r]] = sum / m[r][column_of[r]];
  }
}

/* All rows of element j at once. Changes its multipliers. */
static void project_coupled(const plain *p, const xpbd_constraints *set, int64_t j, double *lambda) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const int32_t *at = &set->particles[j * info->arity];
  const double *w = xpbd_scene_inverse_masses(p->scene);
  const double alpha = set->compliance / (p->h * p->h), gamma = gamma_of(p, set);
  xpbd_vec3_f64 g[XPBD_MAX_ROWS][XPBD_MAX_ARITY];
  double matrix[XPBD_MAX_ROWS][XPBD_MAX_ROWS], right[XPBD_MAX_ROWS], change[XPBD_MAX_ROWS];
  for (int r = 0; r < info->rows; r++) {
    right[r] = -(evaluate(p, set, j, r, g[r]) + alpha * lambda[r]);
    for (int k = 0; k < info->arity; k++) {
      double moved[3];
      displacement(p, set, at[k], moved);
      right[r] -= gamma * (g[r][k].x * moved[0] + g[r][k].y * moved[1] + g[r][k].z * moved[2]);
    }
  }
  for (int r = 0; r < info->rows; r++)
    for (int s = 0; s < info->rows; s++) {
      matrix[r][s] = r == s ? alpha : 0.0;
      for (int k = 0; k < info->arity; k++) matrix[r][s] += (1.0 + gamma) * w[at[k]] * xpbd_v_dot_f64(g[r][k], g[s][k]);
    }
  eliminate(info->rows, matrix, right, change);
  for (int r = 0; r < info->rows; r++) {
    if (!isfinite(change[r])) continue;
    change[r] *= p->omega;
    lambda[r] += change[r];
    for (int k = 0; k < info->arity; k++) {
      double *y = &p->x[3 * (int64_t)at[k]];
      y[0] += w[at[k]] * change[r] * g[r][k].x;
      y[1] += w[at[k]] * change[r] * g[r][k].y;
      y[2] += w[at[k]] * change[r] * g[r][k].z;
    }
  }
}

/* The same for the sum over some elements of a set, NULL = all, divided by `over`. `total` [n + centres, 3] is scratch
 * for its gradient. */
static double project_sum(const plain *p, const xpbd_constraints *set, int32_t count, const int32_t *elements,
                          double over, double lambda, double *total) {
  const int arity = xpbd_formula_at(set->formula)->arity;
  const double *w = xpbd_scene_inverse_masses(p->scene);
  const double alpha = set->compliance / (p->h * p->h), gamma = gamma_of(p, set);
  double c = 0.0, sum = 0.0, rate = 0.0;
  memset(total, 0, 3 * ((size_t)p->n + (size_t)xpbd_scene_centre_count(p->scene)) * sizeof *total);
  for (int32_t at = 0; at < count; at++) {
    const int64_t j = elements ? elements[at] : at;
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    c += evaluate(p, set, j, 0, g) / over;
    for (int k = 0; k < arity; k++) {
      double *to = &total[3 * (int64_t)set->particles[j * arity + k]];
      to[0] += g[k].x / over, to[1] += g[k].y / over, to[2] += g[k].z / over;
    }
  }
  const int64_t places = elements ? p->n + xpbd_scene_centre_count(p->scene) : p->n; /* a closed mesh has no tips */
  for (int64_t i = 0; i < places; i++) {
    double moved[3];
    displacement(p, set, i, moved);
    for (int k = 0; k < 3; k++) {
      sum += w[i] * total[3 * i + k] * total[3 * i + k];
      rate += total[3 * i + k] * moved[k];
    }
  }
  const double change = -p->omega * (c + alpha * lambda + gamma * rate) / ((1.0 + gamma) * sum + alpha);
  if (!isfinite(change)) return lambda;
  for (int64_t k = 0; k < 3 * p->n; k++) p->x[k] += w[k / 3] * change * total[k];
  return lambda + change;
}

/* A set with a constraint for each particle. */
static void project_patches(const plain *p, const xpbd_constraints *set, double *lambda, double *total) {
  const xpbd_patches *patches = &set->patches;
  for (int32_t k = 0; k < patches->count; k++) {
    const int32_t i = patches->schedule.order[k], first = patches->first[i], count = patches->first[i + 1] - first;
    if (count > 0)
      lambda[i] = project_sum(p, set, count, &patches->element[first], sqrt(patches->size[i]), lambda[i], total);
  }
}

static void place_centres(const plain *p, double *x) {
  for (int32_t c = 0; c < xpbd_scene_centre_count(p->scene); c++) {
    const xpbd_range *range = xpbd_scene_centre(p->scene, c);
    for (int k = 0; k < 3; k++) {
      double sum = 0.0;
      for (int64_t i = range->first; i < (int64_t)range->first + range->count; i++) sum += x[3 * i + k];
      x[3 * (p->n + c) + k] = sum / range->count;
    }
  }
}

static void sweep(const plain *p, double *const *lambda, double *total) {
  place_centres(p, p->x);
  for (int32_t s = 0; s < xpbd_scene_set_count(p->scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(p->scene, s);
    if (set->patches.count > 0) {
      project_patches(p, set, lambda[s], total);
      continue;
    }
    if (xpbd_formula_at(set->formula)->traits & XPBD_SUMMED) {
      lambda[s][0] = project_sum(p, set, set->count, NULL, 1.0, lambda[s][0], total);
      continue;
    }
    const int rows = xpbd_formula_at(set->formula)->rows;
    for (int64_t k = 0; k < set->count; k++) {
      const int64_t j = set->schedule.order[k];
      if (set->solve == XPBD_SOLVE_COUPLED) project_coupled(p, set, j, &lambda[s][j * rows]);
      for (int row = 0; row < rows && set->solve == XPBD_SOLVE_ROWS; row++)
        lambda[s][j * rows + row] = project(p, set, j, row, lambda[s][j * rows + row]);
    }
  }
}

static size_t multipliers_of(const xpbd_constraints *set) {
  const size_t rows = (size_t)set->count * (size_t)xpbd_formula_at(set->formula)->rows;
  return set->patches.count > 0 ? (size_t)set->patches.count : rows;
}

/* Moves held particles to where their handles are at the end of the step. */
static void move_handles(const plain *p) {
  for (int32_t k = 0; k < xpbd_scene_handle_count(p->scene); k++) {
    const xpbd_handle_def *handle = xpbd_scene_handle(p->scene, k);
    xpbd_handle_f64 now;
    xpbd_handle_at_f64(handle, NULL, p->t, p->h, &now);
    for (int32_t j = 0; j < handle->particle_count; j++) {
      const double *from = &xpbd_scene_positions(p->scene)[3 * (int64_t)handle->particles[j]];
      double *to = &p->x[3 * (int64_t)handle->particles[j]];
      const double r[3] = {from[0] - now.pivot.x, from[1] - now.pivot.y, from[2] - now.pivot.z};
      to[0] = from[0] + now.shift.x + r[0] * now.turn[0].x + r[1] * now.turn[1].x + r[2] * now.turn[2].x;
      to[1] = from[1] + now.shift.y + r[0] * now.turn[0].y + r[1] * now.turn[1].y + r[2] * now.turn[2].y;
      to[2] = from[2] + now.shift.z + r[0] * now.turn[0].z + r[1] * now.turn[1].z + r[2] * now.turn[2].z;
    }
  }
}

/* Chebyshev acceleration (Wang 2015, Algorithm 1 with S = 1) of positions and multipliers alike. */
static void accelerate(plain *p, int32_t it, double *weight) {
  const double square = p->radius * p->radius;
  *weight = it < 1 ? 1.0 : it == 1 ? 2.0 / (2.0 - square) : 4.0 / (4.0 - square * *weight);
  for (size_t k = 0; k < p->unknowns; k++) {
    const double now = p->x[k];
    if (it > 0) p->x[k] = p->older[k] + *weight * (now - p->older[k]);
    p->older[k] = p->old[k], p->old[k] = p->x[k];
  }
}

static void time_step(plain *p, int32_t iterations, double *const *lambda, double *total) {
  const double *w = xpbd_scene_inverse_masses(p->scene), *gravity = xpbd_scene_gravity(p->scene);
  const size_t bytes = 3 * ((size_t)p->n + (size_t)xpbd_scene_centre_count(p->scene)) * sizeof(double);
  place_centres(p, p->x);
  memcpy(p->start, p->x, bytes);
  for (int64_t k = 0; k < 3 * p->n; k++) {
    p->before[k] = p->start[k] - p->h * p->v[k];
    if (w[k / 3] > 0.0) p->x[k] += p->h * p->v[k] + p->h * p->h * gravity[k % 3];
  }
  move_handles(p);
  place_centres(p, p->before);
  memset(p->x + 3 * (p->n + xpbd_scene_centre_count(p->scene)), 0, p->unknowns * sizeof *p->x - bytes);
  memcpy(p->old, p->x, p->unknowns * sizeof *p->x);
  double weight = 1.0;
  for (int32_t it = 0; it < iterations; it++) {
    sweep(p, lambda, total);
    if (p->radius > 0.0) accelerate(p, it, &weight);
  }
  for (int64_t k = 0; k < 3 * p->n; k++) p->v[k] = (p->x[k] - p->start[k]) / p->h;
}

xpbd_status xpbd_reference_run(const xpbd_scene *scene, const xpbd_solver_def *def, const double *start, int32_t frames,
                               double *positions) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(scene, def, positions);
  XPBD_REQUIRE(def->method == XPBD_METHOD_XPBD, XPBD_ERR_UNSUPPORTED, "the plain reference supports only XPBD");
  XPBD_REQUIRE(xpbd_scene_wind(scene)->drag == 0.0, XPBD_ERR_UNSUPPORTED, "the plain reference does not support wind");
  XPBD_REQUIRE(xpbd_scene_obstacle_count(scene) == 0, XPBD_ERR_UNSUPPORTED,
               "the plain reference does not support obstacles");
  XPBD_REQUIRE(xpbd_scene_contact_radius(scene) == 0.0, XPBD_ERR_UNSUPPORTED,
               "the plain reference does not support contact");
  XPBD_REQUIRE(xpbd_scene_global_damping(scene) == 0.0, XPBD_ERR_UNSUPPORTED,
               "the plain reference does not support global damping");
  const int32_t n = xpbd_scene_particle_count(scene), sets = xpbd_scene_set_count(scene);
  const size_t count = 3 * ((size_t)n + (size_t)xpbd_scene_centre_count(scene));
  size_t unknowns = count;
  for (int32_t s = 0; s < sets; s++) unknowns += multipliers_of(xpbd_scene_set(scene, s));
  double *memory = malloc((3 * unknowns + 4 * count) * sizeof *memory), *rest = memory + 3 * unknowns;
  double **lambda = calloc((size_t)sets + 1, sizeof *lambda);
  const bool complete = lambda && memory;
  if (complete) {
    plain p = {.scene = scene,
               .h = def->frame_time / def->substeps,
               .omega = xpbd_method_value(def, "omega"),
               .radius = xpbd_method_value(def, "chebyshev"),
               .n = n,
               .unknowns = unknowns,
               .x = memory,
               .old = memory + unknowns,
               .older = memory + 2 * unknowns,
               .start = rest,
               .before = rest + count,
               .v = rest + 2 * count};
    double *next = memory + count;
    for (int32_t s = 0; s < sets; s++) lambda[s] = next, next += multipliers_of(xpbd_scene_set(scene, s));
    memcpy(p.x, xpbd_scene_positions(scene), count * sizeof(double));
    if (start) memcpy(p.x, start, 3 * (size_t)n * sizeof(double));
    memcpy(p.v, xpbd_scene_velocities(scene), count * sizeof(double));
    for (int64_t k = 0; k < (int64_t)frames * def->substeps; k++) {
      p.t = (double)k * p.h;
      time_step(&p, def->iterations, lambda, rest + 3 * count);
    }
    memcpy(positions, p.x, 3 * (size_t)n * sizeof(double));
  }
  free(lambda), free(memory);
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for the plain reference of %zu numbers", count);
  return XPBD_OK;
}
