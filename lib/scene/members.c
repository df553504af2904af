/* Why this file exists: checks particle indices and computes rest shapes with several threads. It reports the first
 * error in scene order. */
#include "scene/members.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/edge.h"
#include "base/memory.h"
#include "base/parts.h"
#include "scene/fields.h"

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

/* Rest shapes of all elements, in parts. */
typedef struct shaping {
  const double *x; /* positions of the particles */
  const xpbd_constraints_def *def;
  const xpbd_formula *formula;
  int32_t *particles; /* [count, arity] */
  double *rest;       /* [count, xpbd_rest_size()] */
  int64_t without[XPBD_MOST_PARTS];
} shaping;

int xpbd_rest_size(const xpbd_formula_info *formula) {
  if (!formula) return 0;
  return formula->traits & XPBD_ROWS_ALIKE ? formula->rest_count - 1 : formula->rows * formula->rest_count;
}

const double *xpbd_rest_of(const xpbd_constraints *set, int64_t element, int row, double *room) {
  if (!set || !room) return NULL;
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const double *rest = &set->rest[element * xpbd_rest_size(info)];
  if (!(info->traits & XPBD_ROWS_ALIKE)) return &rest[row * info->rest_count];
  memcpy(room, rest, (size_t)(info->rest_count - 1) * sizeof *room);
  room[info->rest_count - 1] = row;
  return room;
}

static bool has_shape(const double *rest, int count) {
  bool has = true;
  for (int k = 0; k < count; k++) has &= isfinite(rest[k]) != 0;
  return has;
}

/* Writes the rest shape of all rows of an element. */
static void shape_element(const shaping *s, int64_t j, const xpbd_vec3_f64 *x, const xpbd_vec3_f64 *warp, double *to) {
  const xpbd_formula_info *info = &s->formula->info;
  const int size = xpbd_rest_size(info), rows = info->traits & XPBD_ROWS_ALIKE ? 1 : info->rows;
  if (s->def->rest) {
    memcpy(to, &s->def->rest[j * size], (size_t)size * sizeof *to);
    return;
  }
  double fields[XPBD_MAX_REST];
  xpbd_fields_of(s->def, info, j, fields);
  for (int row = 0; row < rows; row++) {
    double rest[XPBD_MAX_REST] = {0}; /* so that a value that a formula of a file leaves out is always the same */
    xpbd_rest_shape_with(s->formula, x, warp, fields, row, rest);
    memcpy(&to[row * info->rest_count], rest, (size_t)(size / rows) * sizeof *to);
  }
}

static void shape_elements(void *of, int part, int64_t first, int64_t last) {
  shaping *s = of;
  const xpbd_constraints_def *def = s->def;
  const int arity = s->formula->info.arity, size = xpbd_rest_size(&s->formula->info);
  int64_t without = 0;
  for (int64_t j = first; j < last; j++) {
    const int32_t *at = &def->particles[j * arity];
    for (int k = 0; k < arity && j + XPBD_AHEAD < def->count; k++)
      XPBD_ASK_FOR(&s->x[3 * (int64_t)at[XPBD_AHEAD * arity + k]]);
    xpbd_vec3_f64 x[XPBD_MAX_ARITY], warp = {0, 0, 0};
    for (int k = 0; k < arity; k++) memcpy(&x[k], &s->x[3 * (int64_t)at[k]], sizeof x[k]);
    if (def->warp) memcpy(&warp, &def->warp[3 * j], sizeof warp);
    shape_element(s, j, x, def->warp ? &warp : NULL, &s->rest[j * size]);
    for (int k = 0; k < arity; k++) s->particles[j * arity + k] = at[k];
    without += !has_shape(&s->rest[j * size], size);
  }
  s->without[part] = without;
}

/* Removes those of `count` elements that have no rest shape. Returns how many are kept. */
static int64_t close_up(const xpbd_formula_info *info, int64_t count, int32_t *particles, double *rest) {
  const int size = xpbd_rest_size(info);
  int64_t kept = 0;
  for (int64_t j = 0; j < count; j++) {
    if (!has_shape(&rest[j * size], size)) continue;
    for (int k = 0; k < size; k++) rest[kept * size + k] = rest[j * size + k];
    for (int k = 0; k < info->arity; k++) particles[kept * info->arity + k] = particles[j * info->arity + k];
    kept++;
  }
  return kept;
}

void xpbd_members_shape(const double *positions, const xpbd_constraints_def *def, const xpbd_formula *formula,
                        xpbd_constraints *set, int32_t *particles, double *rest) {
  shaping s = {.x = positions, .def = def, .formula = formula, .particles = particles, .rest = rest};
  const int parts = xpbd_parts_for(0, def->count, XPBD_PART_LEAST);
  int64_t without = 0;
  xpbd_in_parts(parts, def->count, shape_elements, &s);
  for (int k = 0; k < parts; k++) without += s.without[k];
  set->left_out = (int32_t)without * formula->info.rows;
  set->count = (int32_t)(without > 0 ? close_up(&formula->info, def->count, particles, rest) : def->count);
}
