/* Why this file exists: checks particle indices and computes rest shapes with several threads. It reports the first
 * error in scene order. */
#include "scene/members.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parts.h"

/* Particles of all constraints, checked in parts. */
typedef struct members {
  const xpbd_constraints_def *def;
  const xpbd_formula_info *info;
  int32_t known;
  int64_t bad[XPBD_MOST_PARTS]; /* first wrong constraint of each part, count = none */
} members;

static bool is_sound(const members *m, const int32_t *p) {
  bool sound = true;
  for (int a = 0; a < m->info->arity; a++) {
    sound &= p[a] >= 0 && p[a] < m->known;
    for (int b = 0; b < a; b++) sound &= p[a] != p[b];
  }
  return sound;
}

static void look_at_members(void *of, int part, int64_t first, int64_t last) {
  members *m = of;
  int64_t j = first;
  while (j < last && is_sound(m, &m->def->particles[j * m->info->arity])) j++;
  m->bad[part] = j < last ? j : m->def->count;
}

xpbd_status xpbd_members_sound(const xpbd_constraints_def *def, const xpbd_formula_info *info, int32_t known) {
  members m = {.def = def, .info = info, .known = known};
  const int parts = xpbd_parts_for(0, def->count, XPBD_PART_LEAST);
  xpbd_in_parts(parts, def->count, look_at_members, &m);
  int64_t j = def->count;
  for (int k = 0; k < parts; k++) j = m.bad[k] < j ? m.bad[k] : j;
  if (j == def->count) return XPBD_OK;
  const int32_t *p = &def->particles[j * info->arity];
  for (int a = 0; a < info->arity; a++) {
    XPBD_REQUIRE(p[a] >= 0 && p[a] < known, XPBD_ERR_INVALID_ARGUMENT,
                 "%s: constraint %lld refers to particle %d of %d", info->name, (long long)j, (int)p[a], (int)known);
    for (int b = 0; b < a; b++)
      XPBD_REQUIRE(p[a] != p[b], XPBD_ERR_INVALID_ARGUMENT, "%s: constraint %lld has particle %d twice", info->name,
                   (long long)j, (int)p[a]);
  }
  return XPBD_OK;
}

/* Rest shapes of all rows of all elements, in parts. */
typedef struct shaping {
  const double *x; /* positions of the particles */
  const xpbd_constraints_def *def;
  const xpbd_formula *formula;
  int32_t *particles; /* [count, rows, arity] */
  double *rest;       /* [count, rows, rest_count] */
  int64_t without[XPBD_MOST_PARTS];
} shaping;

static bool has_shape(const double *rest, int count) {
  bool has = true;
  for (int k = 0; k < count; k++) has &= isfinite(rest[k]) != 0;
  return has;
}

static void shape_elements(void *of, int part, int64_t first, int64_t last) {
  shaping *s = of;
  const xpbd_constraints_def *def = s->def;
  const int arity = s->formula->info.arity, rests = s->formula->info.rest_count, rows = s->formula->info.rows;
  int64_t without = 0;
  for (int64_t j = first; j < last; j++) {
    const int32_t *at = &def->particles[j * arity];
    for (int k = 0; k < arity && j + XPBD_AHEAD < def->count; k++)
      XPBD_ASK_FOR(&s->x[3 * (int64_t)at[XPBD_AHEAD * arity + k]]);
    xpbd_vec3_f64 x[XPBD_MAX_ARITY], warp = {0, 0, 0};
    for (int k = 0; k < arity; k++) memcpy(&x[k], &s->x[3 * (int64_t)at[k]], sizeof x[k]);
    if (def->warp) memcpy(&warp, &def->warp[3 * j], sizeof warp);
    for (int row = 0; row < rows; row++) {
      double *to = &s->rest[(j * rows + row) * rests];
      /* 0 first, so that a value that a formula of a file leaves out is always the same */
      for (int k = 0; k < rests; k++) to[k] = def->rest ? def->rest[(j * rows + row) * rests + k] : 0.0;
      if (!def->rest) xpbd_rest_shape(s->formula, x, def->warp ? &warp : NULL, row, to);
      for (int k = 0; k < arity; k++) s->particles[(j * rows + row) * arity + k] = at[k];
      without += !has_shape(to, rests);
    }
  }
  s->without[part] = without;
}

/* Removes those of `count` constraints that have no rest shape. Returns how many are kept. */
static int64_t close_up(const xpbd_formula_info *info, int64_t count, int32_t *particles, double *rest) {
  int64_t kept = 0;
  for (int64_t j = 0; j < count; j++) {
    if (!has_shape(&rest[j * info->rest_count], info->rest_count)) continue;
    for (int k = 0; k < info->rest_count; k++) rest[kept * info->rest_count + k] = rest[j * info->rest_count + k];
    for (int k = 0; k < info->arity; k++) particles[kept * info->arity + k] = particles[j * info->arity + k];
    kept++;
  }
  return kept;
}

void xpbd_members_shape(const double *positions, const xpbd_constraints_def *def, const xpbd_formula *formula,
                        xpbd_constraints *set, int32_t *particles, double *rest) {
  shaping s = {.x = positions, .def = def, .formula = formula, .particles = particles, .rest = rest};
  const int parts = xpbd_parts_for(0, def->count, XPBD_PART_LEAST);
  const int64_t all = (int64_t)def->count * formula->info.rows;
  int64_t without = 0;
  xpbd_in_parts(parts, def->count, shape_elements, &s);
  for (int k = 0; k < parts; k++) without += s.without[k];
  set->left_out = (int32_t)without;
  set->count = (int32_t)(without > 0 ? close_up(&formula->info, all, particles, rest) : all);
}
