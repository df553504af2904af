/* Why this file exists: exact signs (Shewchuk 1997, orient2d) make polygon splitting correct, and a grid makes it
 * fast. */
#include "mesh/polygon_search.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Exact a b = *high + *low. */
static void two_product(double a, double b, double *high, double *low) {
  *high = a * b;
  *low = fma(a, b, -*high);
}

/* Adds a number to an expansion, the sum of non-overlapping numbers, smallest first (Shewchuk, GROW-EXPANSION). */
static int grow_expansion(double *expansion, int length, double number) {
  for (int i = 0; i < length; i++) {
    const double sum = number + expansion[i], part = sum - number;
    expansion[i] = (number - (sum - part)) + (expansion[i] - part);
    number = sum;
  }
  expansion[length] = number;
  return length + 1;
}

/* The exact sign of the area of (a, b, c). */
static double exact_turn(const corner *a, const corner *b, const corner *c) {
  const double factors[6][2] = {{a->x, b->y}, {-a->x, c->y}, {-c->x, b->y}, {-a->y, b->x}, {a->y, c->x}, {c->y, b->x}};
  double expansion[12];
  int length = 0;
  for (int i = 0; i < 6; i++) {
    double high, low;
    two_product(factors[i][0], factors[i][1], &high, &low);
    length = grow_expansion(expansion, length, low);
    length = grow_expansion(expansion, length, high);
  }
  while (length > 1 && expansion[length - 1] == 0) length--;
  return expansion[length - 1];
}

/* The error bound is Shewchuk's. */
double xpbd_polygon_turn(const corner *a, const corner *b, const corner *c) {
  const double left = (a->x - c->x) * (b->y - c->y), right = (a->y - c->y) * (b->x - c->x);
  const double area = left - right, u = DBL_EPSILON / 2;
  return fabs(area) > (3 + 16 * u) * u * (fabs(left) + fabs(right)) ? area : exact_turn(a, b, c);
}

int32_t xpbd_polygon_cell_along(const polygon *p, int axis, double value) {
  const double cell = (value - p->low[axis]) * p->cells[axis];
  return cell >= p->side - 1 ? p->side - 1 : cell > 0 ? (int32_t)cell : 0;
}

int32_t xpbd_polygon_cell_of(const polygon *p, const corner *c) {
  return xpbd_polygon_cell_along(p, 1, c->y) * p->side + xpbd_polygon_cell_along(p, 0, c->x);
}

void xpbd_polygon_make_grid(polygon *p) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  int32_t *start = p->cell_start;
  for (int32_t i = 0; i < p->count; i++) {
    const double at[2] = {p->ring[i].x, p->ring[i].y};
    for (int axis = 0; axis < 2 && p->ring[i].alive; axis++)
      low[axis] = fmin(low[axis], at[axis]), high[axis] = fmax(high[axis], at[axis]);
  }
  p->gridded = p->left;
  p->side = (int32_t)sqrt((double)p->left);
  for (int axis = 0; axis < 2; axis++) {
    p->low[axis] = low[axis];
    p->cells[axis] = high[axis] > low[axis] ? p->side / (high[axis] - low[axis]) : 0;
  }
  memset(start, 0, ((size_t)p->side * (size_t)p->side + 1) * sizeof *start);
  for (int32_t i = 0; i < p->count; i++)
    if (p->ring[i].alive) start[xpbd_polygon_cell_of(p, &p->ring[i])]++;
  for (int32_t c = 0, total = 0; c <= p->side * p->side; c++) total += start[c], start[c] = total;
  for (int32_t i = p->count; i-- > 0;)
    if (p->ring[i].alive) p->cell_corners[--start[xpbd_polygon_cell_of(p, &p->ring[i])]] = i;
}

bool xpbd_polygon_holds(const corner *a, const corner *b, const corner *c, const corner *q, level how) {
  if (!q->alive || !q->blocks || q->vertex == a->vertex || q->vertex == b->vertex || q->vertex == c->vertex)
    return false;
  const double closing = xpbd_polygon_turn(c, a, q);
  if (closing < 0) return false;
  const double first = xpbd_polygon_turn(a, b, q), second = xpbd_polygon_turn(b, c, q);
  return how == EAR ? first >= 0 && second >= 0 : first > 0 && second > 0;
}

typedef struct box {
  double low[2], high[2];
} box;

static box box_of(const corner *a, const corner *b, const corner *c) {
  return (box){.low = {fmin(a->x, fmin(b->x, c->x)), fmin(a->y, fmin(b->y, c->y))},
               .high = {fmax(a->x, fmax(b->x, c->x)), fmax(a->y, fmax(b->y, c->y))}};
}

static bool is_in_box(const box *in, const corner *q) {
  return q->x >= in->low[0] && q->x <= in->high[0] && q->y >= in->low[1] && q->y <= in->high[1];
}

void xpbd_polygon_row_span(const polygon *p, const corner *const corners[3], int32_t row, int32_t *first,
                           int32_t *last) {
  static const double slack = 1e-6;
  double x[3], y[3], low = INFINITY, high = -INFINITY;
  for (int k = 0; k < 3; k++) { /* in cells */
    x[k] = (corners[k]->x - p->low[0]) * p->cells[0];
    y[k] = (corners[k]->y - p->low[1]) * p->cells[1];
    const bool within = y[k] >= row - slack && y[k] <= row + 1 + slack;
    if (within) low = fmin(low, x[k]), high = fmax(high, x[k]);
  }
  for (int i = 0; i < 6; i++) { /* each edge with the lower and the upper line of the row */
    const int a = i % 3, b = (i + 1) % 3;
    const double line = i < 3 ? row - slack : row + 1 + slack, t = (line - y[a]) / (y[b] - y[a]);
    const double at = x[a] + t * (x[b] - x[a]);
    if (t >= 0 && t <= 1) low = fmin(low, at), high = fmax(high, at);
  }
  *first = low > 1 ? (int32_t)fmin(low - slack, p->side - 1) : 0;
  *last = high < p->side - 1 ? (int32_t)fmax(high + slack, 0) : p->side - 1;
}

bool xpbd_polygon_is_free(polygon *p, const corner *a, const corner *b, const corner *c, level how) {
  if (p->blocking == 0) return true;
  const corner *const corners[3] = {a, b, c};
  const box around = box_of(a, b, c);
  const int32_t bottom = p->side > 0 ? xpbd_polygon_cell_along(p, 1, around.low[1]) : 0;
  const int32_t top = p->side > 0 ? xpbd_polygon_cell_along(p, 1, around.high[1]) : 0;
  if (p->side == 0 || top - bottom >= p->left / 4) {
    p->work += p->left;
    for (const corner *q = &p->ring[c->next]; q != a; q = &p->ring[q->next])
      if (is_in_box(&around, q) && xpbd_polygon_holds(a, b, c, q, how)) return false;
    return true;
  }
  for (int32_t row = bottom; row <= top; row++) {
    int32_t first, last;
    xpbd_polygon_row_span(p, corners, row, &first, &last);
    const int32_t *const begin = p->cell_corners + p->cell_start[row * p->side + first];
    const int32_t *const end = p->cell_corners + p->cell_start[row * p->side + last + 1];
    p->work += 1 + (end - begin);
    for (const int32_t *at = begin; at < end; at++)
      if (is_in_box(&around, &p->ring[*at]) && xpbd_polygon_holds(a, b, c, &p->ring[*at], how)) return false;
  }
  return true;
}

level xpbd_polygon_harder(const polygon *p, level how, bool any, int64_t limit) {
  if (p->work > 2 * limit) return ANY_CORNER;
  if (p->work > limit && how < CROSSED) return CROSSED;
  return any ? how : (level)(how + 1);
}
