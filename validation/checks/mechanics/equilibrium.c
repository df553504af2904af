/* Why this file exists: finds the equilibrium of a loaded body by Newton's method, and as the state that a time step
 * does not change. */
#include "equilibrium.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formula/table.h"
#include "projective/factor.h"

/// Newton's unknowns: three for each particle that is not pinned.
typedef struct unknowns {
  int32_t count;
  int32_t *first; ///< [n] of the particle, -1 = pinned
} unknowns;

bool equilibrium_possible(check *self) {
  if (xpbd_factor_built() == XPBD_OK) return true;
  check_skip(self, "built without CHOLMOD, which solves the linear systems of this check");
  return false;
}

static bool number(const body *b, unknowns *u) {
  *u = (unknowns){.first = calloc((size_t)b->n, sizeof *u->first)};
  if (!u->first) return check_true(b->owner, false, "memory for %d particles", (int)b->n);
  for (int32_t i = 0; i < b->n; i++) {
    u->first[i] = b->mass[i] > 0 ? u->count : -1;
    if (b->mass[i] > 0) u->count += 3;
  }
  return true;
}

/// Minus the gradient of the sum of C^2 / (2 alpha) of the rows of element k: force [arity, 3] in N.
static void force_of(const xpbd_constraints *set, int32_t k, const xpbd_vec3_f64 *x, double force[3 * XPBD_MAX_ARITY]) {
  const xpbd_formula *formula = xpbd_formula_entry(set->formula);
  const int arity = formula->info.arity;
  for (int p = 0; p < 3 * arity; p++) force[p] = 0.0;
  for (int row = 0; row < formula->info.rows; row++) {
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    double room[XPBD_MAX_REST];
    const double c = formula->f64(x, xpbd_rest_of(set, k, row, room), set->material, g);
    for (int p = 0; p < arity; p++) {
      force[3 * p] -= c * g[p].x / set->compliance;
      force[3 * p + 1] -= c * g[p].y / set->compliance;
      force[3 * p + 2] -= c * g[p].z / set->compliance;
    }
  }
}

static int corners_of(const xpbd_constraints *set, int32_t k, const double *x, const int32_t **corner,
                      xpbd_vec3_f64 at[XPBD_MAX_ARITY]) {
  const int arity = xpbd_formula_at(set->formula)->arity;
  *corner = &set->particles[(int64_t)k * arity];
  for (int p = 0; p < arity; p++) {
    const double *from = &x[3 * (int64_t)(*corner)[p]];
    at[p] = (xpbd_vec3_f64){from[0], from[1], from[2]};
  }
  return arity;
}

/// All forces on the unknowns: the constraints' and `load` times the weight.
static void add_forces(const body *b, const unknowns *u, const double *x, double load, double *out) {
  for (int32_t i = 0; i < b->n; i++)
    for (int a = 0; u->first[i] >= 0 && a < 3; a++) out[u->first[i] + a] = load * b->mass[i] * b->gravity[a];
  for (int s = 0; s < b->set_count; s++) {
    const xpbd_constraints *set = xpbd_scene_set(b->shape, s);
    for (int32_t k = 0; k < set->count; k++) {
      const int32_t *corner;
      xpbd_vec3_f64 at[XPBD_MAX_ARITY];
      double force[3 * XPBD_MAX_ARITY];
      const int arity = corners_of(set, k, x, &corner, at);
      force_of(set, k, at, force);
      for (int p = 0; p < arity; p++)
        for (int a = 0; u->first[corner[p]] >= 0 && a < 3; a++) out[u->first[corner[p]] + a] += force[3 * p + a];
    }
  }
}

/// The stiffness of one element by central differences: errors of 1e-10, which Newton's method corrects.
static void stiffness_of(const xpbd_constraints *set, int32_t k, int arity, const xpbd_vec3_f64 *at,
                         double stiffness[3 * XPBD_MAX_ARITY][3 * XPBD_MAX_ARITY]) {
  const double step = 1e-6;
  for (int j = 0; j < 3 * arity; j++) {
    double side[2][3 * XPBD_MAX_ARITY];
    for (int sign = 0; sign < 2; sign++) {
      xpbd_vec3_f64 moved[XPBD_MAX_ARITY];
      memcpy(moved, at, sizeof moved);
      double *place = j % 3 == 0 ? &moved[j / 3].x : j % 3 == 1 ? &moved[j / 3].y : &moved[j / 3].z;
      *place += sign ? step : -step;
      force_of(set, k, moved, side[sign]);
    }
    for (int i = 0; i < 3 * arity; i++) stiffness[i][j] = (side[0][i] - side[1][i]) / (2.0 * step);
  }
}

enum { PATCH = 45 }; /* coordinates of the vertices around a vertex, in a box of cells of six tets: at most so many */

/// The stiffness of particle i's constraint in a set that has one for each: the part grad C grad C^T / alpha, which is
/// all of it where C is 0. Returns the number of entries added, -1 = no room.
static int64_t add_patch(const xpbd_constraints *set, const unknowns *u, int32_t i, const double *x,
                         xpbd_factor_entry *entry) {
  const xpbd_formula *formula = xpbd_formula_entry(set->formula);
  const xpbd_patches *patches = &set->patches;
  int32_t unknown[PATCH];
  double gradient[PATCH];
  int64_t added = 0;
  int count = 0;
  for (int32_t at = patches->first[i]; at < patches->first[i + 1]; at++) {
    const int32_t element = patches->element[at], *corner;
    xpbd_vec3_f64 place[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
    const int arity = corners_of(set, element, x, &corner, place);
    formula->f64(place, &set->rest[(int64_t)element * formula->info.rest_count], set->material, g);
    for (int p = 0; p < arity; p++) {
      const double part[3] = {g[p].x, g[p].y, g[p].z};
      for (int a = 0; u->first[corner[p]] >= 0 && a < 3; a++) {
        int k = 0;
        while (k < count && unknown[k] != u->first[corner[p]] + a) k++;
        if (k == PATCH) return -1;
        if (k == count) unknown[count] = u->first[corner[p]] + a, gradient[count++] = 0.0;
        gradient[k] += part[a];
      }
    }
  }
  for (int k = 0; k < count; k++)
    for (int l = 0; l < count; l++)
      if (unknown[k] >= unknown[l])
        entry[added++] = (xpbd_factor_entry){unknown[k], unknown[l],
                                             gradient[k] * gradient[l] / (set->compliance * patches->size[i])};
  return added;
}

/// The factor of the stiffness of the whole body at x; NULL after a failure.
static xpbd_factor *factor_at(const body *b, const unknowns *u, const double *x) {
  int64_t most = 0, count = 0;
  for (int s = 0; s < b->set_count; s++) most += xpbd_scene_set(b->shape, s)->count;
  most *= 3 * XPBD_MAX_ARITY * (3 * XPBD_MAX_ARITY + 1) / 2;
  for (int s = 0; s < b->set_count; s++) most += PATCH * PATCH * (int64_t)xpbd_scene_set(b->shape, s)->patches.count;
  OWNED(check_free) xpbd_factor_entry *entry = calloc((size_t)most, sizeof *entry);
  if (!entry) {
    check_true(b->owner, false, "memory for a matrix");
    return NULL;
  }
  for (int s = 0; s < b->set_count; s++) {
    const xpbd_constraints *set = xpbd_scene_set(b->shape, s);
    for (int32_t i = 0; i < set->patches.count; i++) {
      const int64_t added = add_patch(set, u, i, x, entry + count);
      if (added < 0) check_true(b->owner, false, "room for the vertices around vertex %d", (int)i);
      count += added > 0 ? added : 0;
    }
    for (int32_t k = 0; k < set->count && set->patches.count == 0; k++) {
      const int32_t *corner;
      xpbd_vec3_f64 at[XPBD_MAX_ARITY] = {{0}};
      double stiffness[3 * XPBD_MAX_ARITY][3 * XPBD_MAX_ARITY];
      const int arity = corners_of(set, k, x, &corner, at);
      stiffness_of(set, k, arity, at, stiffness);
      for (int i = 0; i < 3 * arity; i++)
        for (int j = 0; j < 3 * arity; j++) {
          if (u->first[corner[i / 3]] < 0 || u->first[corner[j / 3]] < 0) continue;
          const int32_t row = u->first[corner[i / 3]] + i % 3, column = u->first[corner[j / 3]] + j % 3;
          if (row >= column)
            entry[count++] = (xpbd_factor_entry){row, column, 0.5 * (stiffness[i][j] + stiffness[j][i])};
        }
    }
  }
  xpbd_factor *factor = NULL;
  body_worked(b->owner, xpbd_factor_create(u->count, count, entry, &factor), "factorising the stiffness");
  return factor;
}

/// Solves for `right` [unknowns]; NULL after a failure, else valid until the next call.
static const double *solve(const body *b, xpbd_factor *factor, const unknowns *u, const double *right) {
  const double *out = NULL;
  double *columns = xpbd_factor_right(factor); /* of which one is used */
  memcpy(columns, right, (size_t)u->count * sizeof *right);
  return body_worked(b->owner, xpbd_factor_solve(factor, &out), "solving") ? out : NULL;
}

/// Adds the correction to x; returns its largest part, NaN if one is.
static double correct(const body *b, const unknowns *u, const double *correction, double *x) {
  double largest = 0.0;
  for (int32_t i = 0; i < b->n; i++)
    for (int a = 0; u->first[i] >= 0 && a < 3; a++) {
      const double by = correction[u->first[i] + a];
      x[3 * i + a] += by;
      if (!(fabs(by) <= largest)) largest = fabs(by);
    }
  return largest;
}

static double size_of(const body *b) {
  double largest = 0.0;
  for (int32_t i = 0; i < 3 * b->mesh.vertex_count; i++) largest = fmax(largest, fabs(b->rest[i]));
  return largest;
}

bool equilibrium_of_potential(const body *b, int parts, double *x) {
  enum { ROUNDS = 60 };
  unknowns u;
  bool good = number(b, &u);
  OWNED(check_free) double *force = good ? calloc((size_t)u.count, sizeof *force) : NULL;
  good = good && (force || check_true(b->owner, false, "memory for %d forces", (int)u.count));
  for (int part = 1; good && part <= parts; part++) {
    double change = INFINITY;
    for (int round = 0; good && round < ROUNDS && !(change <= 1e-13 * size_of(b)); round++) {
      xpbd_factor *factor = factor_at(b, &u, x);
      add_forces(b, &u, x, (double)part / parts, force);
      const double *correction = factor ? solve(b, factor, &u, force) : NULL;
      good = correction != NULL;
      if (good) change = correct(b, &u, correction, x);
      xpbd_factor_destroy(factor);
      if (round > 8 && change < 1e-10 * size_of(b)) break; /* rounding of a large body under a small load */
    }
    good = good && (change <= 1e-10 * size_of(b) ||
                    check_true(b->owner, false, "Newton's method converges: %.3g m are left", change));
  }
  free(u.first);
  return good;
}

/* A step of implicit Euler from rest at x moves by d = (M / h^2 + K)^-1 r, where r are the forces at x. So Newton's
 * correction is K^-1 r = d + K^-1 M d / h^2. K is that of the potential, but the step has its own (iterations that are
 * not converged, gradients that turn within the step). So it is repeated until nothing moves. */
bool equilibrium_of_step(const body *b, double h, int32_t sweeps, double *x) {
  enum { ROUNDS = 60 };
  unknowns u;
  bool good = number(b, &u);
  OWNED(check_free)
  double *after = calloc(3 * (size_t)b->n, sizeof *after),
         *right = calloc((size_t)u.count + 1, sizeof *right);
  good = good && ((after && right) || check_true(b->owner, false, "memory for %d particles", (int)b->n));
  xpbd_factor *factor = good ? factor_at(b, &u, x) : NULL;
  good = factor != NULL;
  double change = INFINITY, before = INFINITY;
  for (int round = 0; good && round < ROUNDS && !(change <= 1e-12 * size_of(b)); round++) {
    good = body_step(b, x, h, sweeps, after);
    if (!good) break;
    for (int32_t i = 0; i < b->n; i++)
      for (int a = 0; u.first[i] >= 0 && a < 3; a++)
        right[u.first[i] + a] = b->mass[i] * (after[3 * i + a] - x[3 * i + a]) / (h * h);
    const double *correction = solve(b, factor, &u, right);
    good = correction != NULL;
    if (!good) break;
    for (int32_t i = 0; i < b->n; i++)
      for (int a = 0; u.first[i] >= 0 && a < 3; a++)
        right[u.first[i] + a] = correction[u.first[i] + a] + after[3 * i + a] - x[3 * i + a];
    before = change;
    change = correct(b, &u, right, x);
    if (round > 4 && change >= 0.5 * before && change <= 1e-5 * size_of(b)) break; /* rounding of a step, over h^2 */
  }
  good =
      good && (change <= 1e-5 * size_of(b) ||
               check_true(b->owner, false, "the state that a step does not change is found: %.3g m are left", change));
  xpbd_factor_destroy(factor);
  free(u.first);
  return good;
}
