/* Why this file exists: makes the levels of multigrid from the elements of a scene, once, and their matrices from the
 * finest one, in every iteration. Levels depend on the mesh alone, not on stiffness. So sets of very different stiffness
 * coarsen alike, and the patterns stay. */
#include "implicit/hierarchy.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "layout/layout.h"

/* Vanek, Mandel, Brezina 1996, Section 4: 4/3 over the largest eigenvalue, which is at most 2 of the Laplacian of a
 * graph over its degrees. */
static const double SMOOTHING = 2.0 / 3.0;

static xpbd_status missing(int64_t rows) {
  return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a matrix of %lld rows", (long long)rows);
}

static void free_sparse(xpbd_sparse *a) {
  free(a->first);
  free(a->column);
  free(a->value);
  *a = (xpbd_sparse){0};
}

/* ---- patterns ---- */

/* Adds an entry to the end of a row and moves it to its column. */
static void insert(int32_t *row, int64_t count, int32_t column) {
  for (; count > 0 && row[count - 1] > column; count--) row[count] = row[count - 1];
  row[count] = column;
}

/* The pattern of a b, where b has so many columns. */
static xpbd_status multiply(const xpbd_sparse *a, const xpbd_sparse *b, int32_t columns, xpbd_sparse *out) {
  int32_t *seen = xpbd_memory(columns, sizeof *seen);
  out->rows = a->rows;
  out->first = xpbd_memory_zeroed((int64_t)a->rows + 1, sizeof *out->first);
  for (int pass = 0; pass < 2 && seen && out->first; pass++) { /* counts, then fills */
    int64_t count = 0;
    if (pass == 1) out->column = xpbd_memory(out->first[a->rows], sizeof *out->column);
    if (pass == 1 && !out->column) break;
    for (int32_t j = 0; j < columns; j++) seen[j] = -1;
    for (int32_t i = 0; i < a->rows; i++) {
      for (int64_t k = a->first[i]; k < a->first[i + 1]; k++)
        for (int64_t l = b->first[a->column[k]]; l < b->first[a->column[k] + 1]; l++) {
          if (seen[b->column[l]] == i) continue;
          seen[b->column[l]] = i;
          if (pass == 1) insert(&out->column[out->first[i]], count - out->first[i], b->column[l]);
          count++;
        }
      out->first[i + 1] = count;
    }
  }
  free(seen);
  return out->column ? XPBD_OK : missing(a->rows);
}

/* The transpose of a, which has so many columns, with one number an entry or none. */
static xpbd_status transpose(const xpbd_sparse *a, int32_t columns, xpbd_sparse *out) {
  int64_t *next = xpbd_memory_zeroed((int64_t)columns + 2, sizeof *next);
  *out = (xpbd_sparse){.rows = columns, .first = next};
  out->column = xpbd_memory(a->first[a->rows], sizeof *out->column);
  if (a->value) out->value = xpbd_memory(a->first[a->rows], sizeof *out->value);
  if (!next || !out->column || (a->value && !out->value)) return missing(columns);
  next++; /* shifted by one, so that filling makes the final offsets */
  for (int64_t k = 0; k < a->first[a->rows]; k++) next[a->column[k] + 1]++;
  for (int32_t j = 0; j < columns; j++) next[j + 1] += next[j];
  for (int32_t i = 0; i < a->rows; i++)
    for (int64_t k = a->first[i]; k < a->first[i + 1]; k++) {
      const int64_t at = next[a->column[k]]++;
      out->column[at] = i;
      if (a->value) out->value[at] = a->value[k];
    }
  return XPBD_OK;
}

/* A row for each element, with its vertices, and one for each vertex alone. */
static xpbd_status list_elements(const xpbd_scene *scene, const int32_t *row, int32_t n, xpbd_sparse *out) {
  int64_t elements = n, corners = n;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    elements += set->count;
    corners += (int64_t)set->count * xpbd_formula_at(set->formula)->arity;
  }
  XPBD_REQUIRE(elements < INT32_MAX, XPBD_ERR_UNSUPPORTED, "%lld constraints and particles are too many for multigrid",
               (long long)elements);
  out->first = xpbd_memory(elements + 1, sizeof *out->first);
  out->column = xpbd_memory(corners, sizeof *out->column);
  if (!out->first || !out->column) return missing(elements);
  int64_t count = 0;
  for (int32_t i = 0; i < n; i++) out->first[out->rows++] = count, out->column[count++] = i;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const int arity = xpbd_formula_at(set->formula)->arity;
    for (int64_t j = 0; j < set->count; j++) {
      out->first[out->rows++] = count;
      for (int c = 0; c < arity; c++) {
        const int32_t at = row[set->particles[j * arity + c]];
        if (at >= 0) out->column[count++] = at / 3;
      }
    }
  }
  out->first[out->rows] = count;
  return XPBD_OK;
}

static xpbd_status find_neighbours(const xpbd_scene *scene, const int32_t *row, int32_t n, xpbd_sparse *out) {
  xpbd_sparse elements = {0}, meet = {0};
  xpbd_status status = list_elements(scene, row, n, &elements);
  if (status == XPBD_OK) status = transpose(&elements, n, &meet);
  if (status == XPBD_OK) status = multiply(&meet, &elements, n, out);
  free_sparse(&elements);
  free_sparse(&meet);
  return status;
}

/* ---- levels ---- */

/* Vanek et al., Algorithm 5.1, without strength: a vertex and its neighbours become one if none of them is taken. Those
 * left over join the first neighbour that is taken. Returns how many vertices there will be. */
static int32_t aggregate(const xpbd_sparse *a, int32_t *of) {
  int32_t count = 0;
  for (int32_t i = 0; i < a->rows; i++) of[i] = -1;
  for (int32_t i = 0; i < a->rows; i++) {
    bool alone = true;
    for (int64_t k = a->first[i]; alone && k < a->first[i + 1]; k++) alone = of[a->column[k]] < 0;
    for (int64_t k = a->first[i]; alone && k < a->first[i + 1]; k++) of[a->column[k]] = count;
    count += alone;
  }
  for (int32_t i = 0; i < a->rows; i++) /* -2 - number: joined in this pass */
    for (int64_t k = a->first[i]; of[i] == -1 && k < a->first[i + 1]; k++)
      if (of[a->column[k]] >= 0) of[i] = -2 - of[a->column[k]];
  for (int32_t i = 0; i < a->rows; i++)
    if (of[i] < -1) of[i] = -2 - of[i];
  return count;
}

/* Weights of the aggregates after one step of Jacobi's method on the graph: the mean over itself and its neighbours. They
 * sum to 1, so a displacement of all vertices is kept. */
static void smooth(const xpbd_sparse *a, const int32_t *of, xpbd_sparse *up) {
  for (int32_t i = 0; i < a->rows; i++) {
    const int64_t neighbours = a->first[i + 1] - a->first[i] - 1;
    const double share = neighbours > 0 ? SMOOTHING / (double)neighbours : 0.0;
    for (int64_t e = up->first[i]; e < up->first[i + 1]; e++) {
      up->value[e] = up->column[e] == of[i] ? 1.0 - share * (double)neighbours : 0.0;
      for (int64_t k = a->first[i]; k < a->first[i + 1]; k++)
        if (a->column[k] != i && of[a->column[k]] == up->column[e]) up->value[e] += share;
    }
  }
}

/* The weights of the next level, which has *count vertices. None if it would not be smaller. */
static xpbd_status coarsen(xpbd_level *l, int32_t *count) {
  xpbd_sparse own = {.rows = l->n}; /* each vertex belongs to one aggregate */
  own.first = xpbd_memory((int64_t)l->n + 1, sizeof *own.first);
  own.column = xpbd_memory(l->n, sizeof *own.column);
  xpbd_status status = own.first && own.column ? XPBD_OK : missing(l->n);
  for (int64_t i = 0; i <= l->n && status == XPBD_OK; i++) own.first[i] = i;
  *count = status == XPBD_OK ? aggregate(&l->matrix, own.column) : 0;
  if (status == XPBD_OK && *count < l->n) status = multiply(&l->matrix, &own, *count, &l->up);
  if (l->up.column) {
    l->up.value = xpbd_memory(l->up.first[l->n], sizeof *l->up.value);
    if (l->up.value) smooth(&l->matrix, own.column, &l->up);
    status = l->up.value ? transpose(&l->up, *count, &l->down) : missing(l->n);
  }
  free_sparse(&own);
  return status;
}

/* The matrix of a level has the pattern of down a up. */
static xpbd_status find_pattern(const xpbd_level *fine, int32_t count, xpbd_sparse *out) {
  xpbd_sparse half = {0};
  xpbd_status status = multiply(&fine->matrix, &fine->up, count, &half);
  if (status == XPBD_OK) status = multiply(&fine->down, &half, count, out);
  free_sparse(&half);
  return status;
}

/* What a level has besides its pattern. */
static xpbd_status complete(xpbd_level *l) {
  l->n = l->matrix.rows;
  l->matrix.value = xpbd_memory_zeroed(9 * l->matrix.first[l->n], sizeof *l->matrix.value);
  l->inverse = xpbd_memory(9 * (int64_t)l->n, sizeof *l->inverse);
  l->place = xpbd_memory(l->n, sizeof *l->place);
  l->x = xpbd_memory_zeroed(3 * (int64_t)l->n, sizeof *l->x);
  l->right = xpbd_memory_zeroed(3 * (int64_t)l->n, sizeof *l->right);
  l->rest = xpbd_memory_zeroed(3 * (int64_t)l->n, sizeof *l->rest);
  return l->matrix.value && l->inverse && l->place && l->x && l->right && l->rest ? XPBD_OK : missing(l->n);
}

xpbd_status xpbd_hierarchy_create(xpbd_hierarchy *h, const xpbd_scene *scene, const int32_t *row, int32_t n, int most) {
  int32_t count = 0;
  XPBD_TRY(find_neighbours(scene, row, n, &h->level[h->count++].matrix));
  XPBD_TRY(complete(&h->level[0]));
  while (h->count < most && h->count < XPBD_MOST_LEVELS) {
    xpbd_level *fine = &h->level[h->count - 1];
    XPBD_TRY(coarsen(fine, &count));
    if (!fine->up.rows) break;
    XPBD_TRY(find_pattern(fine, count, &h->level[h->count++].matrix));
    XPBD_TRY(complete(&h->level[h->count - 1]));
  }
  return XPBD_OK;
}

void xpbd_hierarchy_destroy(xpbd_hierarchy *h) {
  for (int k = 0; k < h->count; k++) {
    xpbd_level *l = &h->level[k];
    free_sparse(&l->matrix), free_sparse(&l->up), free_sparse(&l->down);
    free(l->inverse), free(l->place);
    free(l->x), free(l->right), free(l->rest);
  }
}

static int64_t bytes_of(const xpbd_sparse *a, int numbers) {
  const int64_t entries = a->rows > 0 ? a->first[a->rows] : 0;
  return a->rows * (int64_t)sizeof *a->first +
         entries * (int64_t)(sizeof *a->column + (size_t)numbers * sizeof(double));
}

int64_t xpbd_hierarchy_bytes(const xpbd_hierarchy *h) {
  int64_t sum = 0;
  for (int k = 0; k < h->count; k++) {
    const xpbd_level *l = &h->level[k];
    sum += bytes_of(&l->matrix, 9) + bytes_of(&l->up, 1) + bytes_of(&l->down, 1);
    sum += l->n * (int64_t)(sizeof *l->place + (9 + 3 + 3 + 3) * sizeof(double));
  }
  return sum;
}

/* ---- values ---- */

double *xpbd_hierarchy_block(xpbd_hierarchy *h, int32_t row, int32_t column) {
  const xpbd_sparse *a = &h->level[0].matrix;
  int64_t low = a->first[row], high = a->first[row + 1];
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    if (a->column[middle] <= column)
      low = middle;
    else
      high = middle;
  }
  return &a->value[9 * low];
}

/* down a up, one row after the other. */
static void multiply_values(const xpbd_level *fine, xpbd_level *coarse) {
  const xpbd_sparse *a = &fine->matrix, *up = &fine->up, *down = &fine->down, *out = &coarse->matrix;
  memset(out->value, 0, 9 * (size_t)out->first[out->rows] * sizeof *out->value);
  for (int32_t row = 0; row < coarse->n; row++) {
    for (int64_t k = out->first[row]; k < out->first[row + 1]; k++) coarse->place[out->column[k]] = 9 * k;
    for (int64_t t = down->first[row]; t < down->first[row + 1]; t++)
      for (int64_t k = a->first[down->column[t]]; k < a->first[down->column[t] + 1]; k++)
        for (int64_t l = up->first[a->column[k]]; l < up->first[a->column[k] + 1]; l++) {
          const double weight = down->value[t] * up->value[l];
          double *to = &out->value[coarse->place[up->column[l]]];
          for (int c = 0; c < 9; c++) to[c] += weight * a->value[9 * k + c];
        }
  }
}

/* By the factorisation L D L^T of a symmetric block. False if it is not positive definite in double. */
static bool invert(const double a[9], double out[9]) {
  const double d0 = a[0], l10 = a[3] / d0, l20 = a[6] / d0;
  const double d1 = a[4] - l10 * a[3], l21 = (a[7] - l20 * a[3]) / d1;
  const double d2 = a[8] - l20 * a[6] - l21 * l21 * d1;
  if (!(d0 > 0.0 && d1 > 0.0 && d2 > 0.0)) return false;
  const double m20 = l21 * l10 - l20; /* of L^-1 */
  out[8] = 1.0 / d2;
  out[5] = out[7] = -l21 / d2;
  out[2] = out[6] = m20 / d2;
  out[4] = 1.0 / d1 + l21 * l21 / d2;
  out[1] = out[3] = -l10 / d1 - l21 * m20 / d2;
  out[0] = 1.0 / d0 + l10 * l10 / d1 + m20 * m20 / d2;
  return true;
}

bool xpbd_hierarchy_update(xpbd_hierarchy *h) {
  for (int k = 0; k < h->count; k++) {
    xpbd_level *l = &h->level[k];
    if (k > 0) multiply_values(&h->level[k - 1], l);
    for (int32_t i = 0; i < l->n; i++) {
      int64_t at = l->matrix.first[i];
      while (l->matrix.column[at] != i) at++;
      if (!invert(&l->matrix.value[9 * at], &l->inverse[9 * (int64_t)i])) return false;
    }
  }
  return true;
}
