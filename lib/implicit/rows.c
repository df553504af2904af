/* Why this file exists: the stiffness of each row in this time step, of dashpots and of augmented vertex block descent
 * (Giles, Diaz, Yuksel 2025, Augmented Vertex Block Descent, ACM Transactions on Graphics 44.4). xpbd/implicit.h says
 * what was chosen. */
#include "implicit/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "layout/layout.h"
#include "layout/vertices.h"

/* A stiffer row would leave no digits for the other directions of its particles. */
static const double MOST = 1e8;

static int64_t count_rows(const xpbd_scene *scene, int64_t *first) {
  const int32_t sets = xpbd_scene_set_count(scene);
  first[0] = 0;
  for (int32_t s = 0; s < sets; s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    first[s + 1] = first[s] + (int64_t)set->count * xpbd_formula_at(set->formula)->rows;
  }
  return first[sets];
}

static bool is_damped(const xpbd_rows *rows) {
  for (int32_t s = 0; s < xpbd_scene_set_count(rows->scene); s++)
    if (xpbd_dashpot_of(xpbd_scene_set(rows->scene, s), rows->def) > 0.0) return true;
  return false;
}

xpbd_status xpbd_rows_create(xpbd_rows *rows, const xpbd_scene *scene, const xpbd_solver_def *def, bool augmented) {
  *rows = (xpbd_rows){.scene = scene, .def = def, .h = def->frame_time / def->substeps};
  rows->first = malloc(((size_t)xpbd_scene_set_count(scene) + 1) * sizeof *rows->first);
  XPBD_REQUIRE(rows->first, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d sets", (int)xpbd_scene_set_count(scene));
  const size_t count = (size_t)count_rows(scene, rows->first);
  if (!augmented && !is_damped(rows)) return XPBD_OK;
  rows->pull = calloc(count > 0 ? count : 1, sizeof *rows->pull);
  if (augmented) rows->dual = calloc(count > 0 ? count : 1, sizeof *rows->dual);
  XPBD_REQUIRE(rows->pull && (rows->dual || !augmented), XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu rows", count);
  rows->alpha = xpbd_number_of(def, "avbd_alpha"), rows->beta = xpbd_number_of(def, "avbd_beta");
  rows->gamma = xpbd_number_of(def, "avbd_gamma"), rows->initial = xpbd_number_of(def, "avbd_start");
  return XPBD_OK;
}

void xpbd_rows_destroy(xpbd_rows *rows) {
  free(rows->first);
  free(rows->pull);
  free(rows->dual);
}

static size_t count_of(const xpbd_rows *rows) {
  return (size_t)rows->first[xpbd_scene_set_count(rows->scene)];
}

int64_t xpbd_rows_bytes(const xpbd_rows *rows) {
  return (int64_t)(count_of(rows) * ((rows->pull ? sizeof *rows->pull : 0) + (rows->dual ? sizeof *rows->dual : 0)));
}

void xpbd_rows_reset(xpbd_rows *rows) {
  if (rows->dual) memset(rows->dual, 0, count_of(rows) * sizeof *rows->dual);
}

const xpbd_pull *xpbd_rows_of(const xpbd_rows *rows, int32_t s) {
  return rows->pull ? rows->pull + rows->first[s] : NULL;
}

/* 1 / (h^2 sum w |g|^2), the stiffness with which a row weighs as much as the inertia of its particles. Where the
 * gradient vanishes, as if it had the length 1. 0 if all particles are pinned. */
static double unit_of(const xpbd_rows *rows, const xpbd_constraints *set, int64_t j, const double *g) {
  const double *w = xpbd_scene_inverse_masses(rows->scene);
  const int arity = xpbd_formula_at(set->formula)->arity;
  double sum = 0.0, masses = 0.0;
  for (int k = 0; k < arity; k++) {
    const double own = w[set->particles[j * arity + k]];
    sum += own * (g[3 * k] * g[3 * k] + g[3 * k + 1] * g[3 * k + 1] + g[3 * k + 2] * g[3 * k + 2]);
    masses += own;
  }
  if (!(sum > 0.0 && isfinite(sum))) sum = masses;
  return sum > 0.0 ? 1.0 / (rows->h * rows->h * sum) : 0.0;
}

/* The force of the row from here on: Eq. (9) with the constraint of Eq. (18), or Eq. (7), and a dashpot. */
static void set_pull(const xpbd_rows *rows, const xpbd_constraints *set, const xpbd_dual *d, xpbd_pull *pull) {
  const double dashpot = xpbd_dashpot_of(set, rows->def);
  if (set->compliance > 0.0)
    *pull = (xpbd_pull){d->stiffness + dashpot, -dashpot * d->start};
  else
    *pull = (xpbd_pull){d->stiffness, d->multiplier - d->stiffness * rows->alpha * d->start};
}

/* Eq. (19). A stiffness of finite compliance stays below it, Eq. (16). */
static void warm(const xpbd_rows *rows, const xpbd_constraints *set, double unit, double start, xpbd_dual *d) {
  d->start = start;
  d->most = set->compliance > 0.0 ? 1.0 / set->compliance : MOST * unit;
  d->stiffness = fmin(fmax(rows->gamma * d->stiffness, rows->initial * unit), d->most);
  d->multiplier *= rows->alpha * rows->gamma;
}

static void begin_one(xpbd_rows *rows, const xpbd_constraints *set, int64_t j, int row, int64_t at, const double *x) {
  double g[XPBD_MAX_SECOND];
  xpbd_dual d = {.stiffness = set->compliance > 0.0 ? 1.0 / set->compliance : 0.0};
  d.start = xpbd_element_row(set, j, row, x, g);
  if (rows->dual) {
    warm(rows, set, unit_of(rows, set, j, g), d.start, &rows->dual[at]);
    d = rows->dual[at];
  }
  set_pull(rows, set, &d, &rows->pull[at]);
}

/* Eq. (11) and Eq. (12), or Eq. (16). */
static void raise_one(xpbd_rows *rows, const xpbd_constraints *set, int64_t j, int row, int64_t at, const double *x) {
  double g[XPBD_MAX_SECOND];
  xpbd_dual *d = &rows->dual[at];
  double c = xpbd_element_row(set, j, row, x, g);
  if (!(set->compliance > 0.0)) {
    c -= rows->alpha * d->start;
    d->multiplier += d->stiffness * c;
  }
  d->stiffness = fmin(d->stiffness + rows->beta * fabs(c), d->most);
  set_pull(rows, set, d, &rows->pull[at]);
}

typedef void one(xpbd_rows *rows, const xpbd_constraints *set, int64_t j, int row, int64_t at, const double *x);

static void each(xpbd_rows *rows, const double *x, int32_t share, int32_t shares, one *act) {
  for (int32_t s = 0; s < xpbd_scene_set_count(rows->scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(rows->scene, s);
    const int count = xpbd_formula_at(set->formula)->rows;
    const int64_t end = (int64_t)set->count * (share + 1) / shares;
    for (int64_t j = (int64_t)set->count * share / shares; j < end; j++)
      for (int row = 0; row < count; row++) act(rows, set, j, row, rows->first[s] + j * count + row, x);
  }
}

void xpbd_rows_begin(xpbd_rows *rows, const double *x, int32_t share, int32_t shares) {
  if (rows->pull) each(rows, x, share, shares, begin_one);
}

void xpbd_rows_raise(xpbd_rows *rows, const double *x, int32_t share, int32_t shares) {
  each(rows, x, share, shares, raise_one);
}

size_t xpbd_rows_pack_size(const xpbd_rows *rows) {
  return rows->dual ? 2 * count_of(rows) : 0;
}

void xpbd_rows_pack(const xpbd_rows *rows, double *out) {
  for (size_t k = 0; k < count_of(rows); k++)
    out[2 * k] = rows->dual[k].stiffness, out[2 * k + 1] = rows->dual[k].multiplier;
}

bool xpbd_rows_may_unpack(const xpbd_rows *rows, const double *numbers) {
  for (size_t k = 0; k < count_of(rows); k++)
    if (!(numbers[2 * k] >= 0.0 && isfinite(numbers[2 * k]) && isfinite(numbers[2 * k + 1]))) return false;
  return true;
}

void xpbd_rows_unpack(xpbd_rows *rows, const double *numbers) {
  for (size_t k = 0; k < count_of(rows); k++)
    rows->dual[k] = (xpbd_dual){.stiffness = numbers[2 * k], .multiplier = numbers[2 * k + 1]};
}
