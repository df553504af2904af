/* Why this file exists: polygons of files are concave, have holes tied to the rim by a doubled edge, corners in a line,
 * tens of thousands of corners. Ears are cut off (Meisters 1975, "Polygons have ears"): a corner whose triangle with its
 * two neighbours turns to the left and holds no other corner. On which side of a line a corner lies is decided exactly
 * (Shewchuk 1997, orient2d), so that corners in a line and doubled edges are seen as what they are. A grid finds the
 * corners near a triangle; a queue holds those that may have become ears; what crosses itself is cut up by force, in
 * bounded time. */
#include "mesh/polygon.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { GRID_FROM = 64, WORK_PER_CORNER = 4096 };
static const int64_t MOST_WORK = INT64_C(1000000000); /* of one polygon */

/* A corner of what is left of the polygon, in the plane. */
typedef struct polygon_corner {
  double x, y;
  int32_t vertex;
  int32_t previous, next;
  bool alive, queued;
  bool blocks; /* turns to the right or not at all: only such a corner can lie in a triangle */
} corner;

typedef struct polygon {
  corner *ring;
  int32_t count, left; /* corners at first, and now */
  int32_t blocking;    /* how many block */
  int32_t *queue;      /* [count] used round about */
  int32_t queue_begin, queue_length;
  int32_t side;    /* cells of the grid along a side, 0 = none */
  int32_t gridded; /* corners when it was made */
  double low[2], cells[2];
  int32_t *cell_start, *cell_corners;
  int64_t work; /* corners that were looked at */
  int32_t *triangles, triangle_count;
} polygon;

/* How readily a corner is cut off; each level only when the one before finds nothing. */
typedef enum level {
  EAR,     /* nothing else touches its triangle */
  TOUCHED, /* corners on its two sides do not matter */
  IN_LINE, /* with its neighbours */
  CROSSED, /* turns to the left; what lies in it does not matter */
  ANY_CORNER
} level;

/* Exact a b = *high + *low. */
static void two_product(double a, double b, double *high, double *low) {
  *high = a * b;
  *low = fma(a, b, -*high);
}

/* Adds a number to an expansion: numbers that do not overlap, whose sum is meant, smallest first (Shewchuk,
 * GROW-EXPANSION). */
static int grow_expansion(double *expansion, int length, double number) {
  for (int i = 0; i < length; i++) {
    const double sum = number + expansion[i], part = sum - number;
    expansion[i] = (number - (sum - part)) + (expansion[i] - part);
    number = sum;
  }
  expansion[length] = number;
  return length + 1;
}

/* The sign of the area of (a, b, c), without error. */
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

/* > 0 when the way from a over b to c turns to the left, 0 when they are in a line. The bound is Shewchuk's. */
static double turn(const corner *a, const corner *b, const corner *c) {
  const double left = (a->x - c->x) * (b->y - c->y), right = (a->y - c->y) * (b->x - c->x);
  const double area = left - right, u = DBL_EPSILON / 2;
  return fabs(area) > (3 + 16 * u) * u * (fabs(left) + fabs(right)) ? area : exact_turn(a, b, c);
}

static double turn_at(const polygon *p, int32_t i) {
  const corner *c = &p->ring[i];
  return turn(&p->ring[c->previous], c, &p->ring[c->next]);
}

/* Two axes to look along the third, so that the polygon turns to the left: the largest component of its normal (Newell)
 * says which. Dropping a coordinate rounds nothing, turning into the plane would. */
static void choose_axes(const double *positions, const int32_t *corners, int32_t count, double scale, int axes[2]) {
  double normal[3] = {0}, other[3] = {0}, most = 0;
  const double *origin = positions + 3 * (size_t)corners[0];
  for (int32_t i = 1; i + 1 < count; i++) {
    const double *p = positions + 3 * (size_t)corners[i], *q = positions + 3 * (size_t)corners[i + 1];
    for (int k = 0; k < 3; k++) {
      const int u = (k + 1) % 3, v = (k + 2) % 3;
      const double part = scale * (p[u] - origin[u]) * (scale * (q[v] - origin[v])) -
                          scale * (p[v] - origin[v]) * (scale * (q[u] - origin[u]));
      normal[k] += part;
      if (fabs(part) > most) most = fabs(part), memset(other, 0, sizeof other), other[k] = part;
    }
  }
  int largest = 2;
  for (int k = 1; k >= 0; k--) largest = fabs(normal[k]) > fabs(normal[largest]) ? k : largest;
  const double *chosen = normal;
  if (!(fabs(normal[largest]) > 1e-12 * most)) { /* it crosses itself, as much one way as the other */
    for (int k = 0; k < 3; k++) largest = other[k] != 0 ? k : largest;
    chosen = other;
  }
  const bool back = chosen[largest] < 0;
  axes[back] = (largest + 1) % 3;
  axes[!back] = (largest + 2) % 3;
}

/* A power of two that brings all coordinates to at most 1: it rounds nothing, and no product overflows. */
static double choose_scale(const double *positions, const int32_t *corners, int32_t count) {
  double most = 0;
  int exponent;
  for (int32_t i = 0; i < count; i++)
    for (int axis = 0; axis < 3; axis++) most = fmax(most, fabs(positions[3 * (size_t)corners[i] + (size_t)axis]));
  frexp(most, &exponent);
  return ldexp(1, -exponent);
}

static void make_ring(polygon *p, const double *positions, const int32_t *corners) {
  int axes[2];
  const double scale = choose_scale(positions, corners, p->count);
  choose_axes(positions, corners, p->count, scale, axes);
  for (int32_t i = 0; i < p->count; i++) {
    const double *at = positions + 3 * (size_t)corners[i];
    p->ring[i] = (corner){.x = scale * at[axes[0]],
                          .y = scale * at[axes[1]],
                          .vertex = corners[i],
                          .previous = i == 0 ? p->count - 1 : i - 1,
                          .next = i == p->count - 1 ? 0 : i + 1,
                          .alive = true};
  }
  for (int32_t i = 0; i < p->count; i++) {
    p->ring[i].blocks = !(turn_at(p, i) > 0);
    p->blocking += p->ring[i].blocks;
  }
}

static int32_t cell_along(const polygon *p, int axis, double value) {
  const double cell = (value - p->low[axis]) * p->cells[axis];
  return cell >= p->side - 1 ? p->side - 1 : cell > 0 ? (int32_t)cell : 0;
}

static int32_t cell_of(const polygon *p, const corner *c) {
  return cell_along(p, 1, c->y) * p->side + cell_along(p, 0, c->x);
}

/* About one corner in a cell. */
static void make_grid(polygon *p) {
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
    if (p->ring[i].alive) start[cell_of(p, &p->ring[i])]++;
  for (int32_t c = 0, total = 0; c <= p->side * p->side; c++) total += start[c], start[c] = total;
  for (int32_t i = p->count; i-- > 0;)
    if (p->ring[i].alive) p->cell_corners[--start[cell_of(p, &p->ring[i])]] = i;
}

/* Whether q keeps the triangle (a, b, c) from being cut off. Another corner at the place of one of its own does not: the
 * edges that leave it would have to cross a side, or end in a corner inside. */
static bool holds(const corner *a, const corner *b, const corner *c, const corner *q, level how) {
  if (!q->alive || !q->blocks || q->vertex == a->vertex || q->vertex == b->vertex || q->vertex == c->vertex)
    return false;
  const double closing = turn(c, a, q);
  if (closing < 0) return false;
  const double first = turn(a, b, q), second = turn(b, c, q);
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

/* Cells of a row that the triangle meets, *first .. *last; more than those by what rounding may do. */
static void row_span(const polygon *p, const corner *const corners[3], int32_t row, int32_t *first, int32_t *last) {
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

/* By the cells of the grid that the triangle meets, or by what is left of the polygon where that is less. */
static bool is_free(polygon *p, const corner *a, const corner *b, const corner *c, level how) {
  if (p->blocking == 0) return true;
  const corner *const corners[3] = {a, b, c};
  const box around = box_of(a, b, c);
  const int32_t bottom = p->side > 0 ? cell_along(p, 1, around.low[1]) : 0;
  const int32_t top = p->side > 0 ? cell_along(p, 1, around.high[1]) : 0;
  if (p->side == 0 || top - bottom >= p->left / 4) {
    p->work += p->left;
    for (const corner *q = &p->ring[c->next]; q != a; q = &p->ring[q->next])
      if (is_in_box(&around, q) && holds(a, b, c, q, how)) return false;
    return true;
  }
  for (int32_t row = bottom; row <= top; row++) {
    int32_t first, last;
    row_span(p, corners, row, &first, &last);
    const int32_t *const begin = p->cell_corners + p->cell_start[row * p->side + first];
    const int32_t *const end = p->cell_corners + p->cell_start[row * p->side + last + 1];
    p->work += 1 + (end - begin);
    for (const int32_t *at = begin; at < end; at++)
      if (is_in_box(&around, &p->ring[*at]) && holds(a, b, c, &p->ring[*at], how)) return false;
  }
  return true;
}

static bool can_cut(polygon *p, int32_t i, level how) {
  const corner *b = &p->ring[i], *a = &p->ring[b->previous], *c = &p->ring[b->next];
  if (how == ANY_CORNER) return true;
  const double here = turn(a, b, c);
  if (how == IN_LINE) return here == 0;
  return here > 0 && (how == CROSSED || is_free(p, a, b, c, how));
}

static void enqueue(polygon *p, int32_t i) {
  if (p->ring[i].queued) return;
  p->ring[i].queued = true;
  p->queue[(p->queue_begin + p->queue_length++) % p->count] = i;
}

static int32_t dequeue(polygon *p) {
  const int32_t i = p->queue[p->queue_begin];
  p->queue_begin = (p->queue_begin + 1) % p->count;
  p->queue_length--;
  p->ring[i].queued = false;
  return i;
}

/* Every other one first: in a large round polygon a fan would make triangles that are all needles. */
static void enqueue_all(polygon *p) {
  for (int32_t odd = 1; odd >= 0; odd--)
    for (int32_t i = odd; i < p->count; i += 2)
      if (p->ring[i].alive) enqueue(p, i);
}

static void look_again(polygon *p, int32_t i) {
  corner *c = &p->ring[i];
  const bool blocks = !(turn_at(p, i) > 0);
  p->blocking += blocks - c->blocks;
  c->blocks = blocks;
  enqueue(p, i);
}

static void take_out(polygon *p, int32_t i) {
  corner *c = &p->ring[i];
  p->ring[c->previous].next = c->next;
  p->ring[c->next].previous = c->previous;
  p->blocking -= c->blocks;
  p->left--;
  c->alive = false;
  look_again(p, c->previous);
  look_again(p, c->next);
}

static void emit(polygon *p, int32_t a, int32_t b, int32_t c) {
  int32_t *out = p->triangles + 3 * (size_t)p->triangle_count++;
  const bool b_first = b < a && b < c, c_first = c < a && c < b; /* the lowest place begins */
  out[0] = b_first ? b : c_first ? c : a;
  out[1] = b_first ? c : c_first ? a : b;
  out[2] = b_first ? a : c_first ? b : c;
}

/* A corner with both neighbours at one place is the end of a doubled edge that leads nowhere. */
static bool cut(polygon *p, int32_t i, level how) {
  const int32_t a = p->ring[i].previous, c = p->ring[i].next;
  const corner *ring = p->ring;
  const bool spike = ring[a].vertex == ring[c].vertex;
  const bool doubled = ring[i].vertex == ring[c].vertex || ring[i].vertex == ring[a].vertex;
  if (!spike && !doubled) {
    if (!can_cut(p, i, how)) return false;
    emit(p, a, i, c);
  }
  take_out(p, i);
  if (spike && p->left > 2) take_out(p, c);
  return true;
}

/* What takes more work than any polygon that does not cross itself is cut up as it comes. */
static level harder(const polygon *p, level how, bool any, int64_t limit) {
  if (p->work > 2 * limit) return ANY_CORNER;
  if (p->work > limit && how < CROSSED) return CROSSED;
  return any ? how : (level)(how + 1);
}

static bool cut_all(polygon *p) {
  const int64_t limit = p->count < MOST_WORK / WORK_PER_CORNER ? (int64_t)WORK_PER_CORNER * p->count : MOST_WORK;
  level how = EAR;
  bool crosses = false, any = true;
  while (p->left > 3) {
    if (p->queue_length == 0) {
      how = harder(p, how, any, limit);
      any = false;
      enqueue_all(p);
    }
    const int32_t i = dequeue(p);
    p->work++;
    if (!p->ring[i].alive || !cut(p, i, how)) continue;
    any = true;
    crosses = crosses || how >= CROSSED;
    if (p->work <= limit) how = EAR;
    if (p->side > 0 && p->left < p->gridded / 2) make_grid(p);
  }
  return crosses;
}

static xpbd_status reserve(xpbd_polygon_splitter *s, int32_t count) {
  if ((size_t)count <= s->capacity) return XPBD_OK;
  const size_t capacity = (size_t)count > 2 * s->capacity ? (size_t)count : 2 * s->capacity;
  xpbd_polygon_splitter_destroy(s);
  s->ring = malloc(capacity * sizeof *s->ring);
  s->queue = malloc(capacity * sizeof *s->queue);
  s->cell_start = malloc((capacity + 1) * sizeof *s->cell_start);
  s->cell_corners = malloc(capacity * sizeof *s->cell_corners);
  XPBD_REQUIRE(s->ring && s->queue && s->cell_start && s->cell_corners, XPBD_ERR_OUT_OF_MEMORY,
               "splitting a polygon of %d corners: out of memory", count);
  s->capacity = capacity;
  return XPBD_OK;
}

xpbd_status xpbd_polygon_split(xpbd_polygon_splitter *s, const double *positions, const int32_t *corners, int32_t count,
                               int32_t *triangles, int32_t *triangle_count, bool *crosses) {
  polygon p = {.count = count, .left = count, .triangles = triangles};
  *crosses = false;
  if (count == 3) {
    emit(&p, 0, 1, 2);
    *triangle_count = 1;
    return XPBD_OK;
  }
  XPBD_TRY(reserve(s, count));
  p.ring = s->ring;
  p.queue = s->queue;
  make_ring(&p, positions, corners);
  p.cell_start = s->cell_start;
  p.cell_corners = s->cell_corners;
  if (count >= GRID_FROM) make_grid(&p);
  *crosses = cut_all(&p);
  int32_t a = 0;
  while (!p.ring[a].alive) a++;
  const int32_t b = p.ring[a].next, c = p.ring[b].next;
  const corner *first = &p.ring[a], *second = &p.ring[b], *third = &p.ring[c];
  if (p.left == 3 && first->vertex != second->vertex && second->vertex != third->vertex &&
      third->vertex != first->vertex) {
    emit(&p, a, b, c);
    *crosses = *crosses || turn(first, second, third) < 0;
  }
  *triangle_count = p.triangle_count;
  return XPBD_OK;
}

void xpbd_polygon_splitter_destroy(xpbd_polygon_splitter *s) {
  free(s->ring);
  free(s->queue);
  free(s->cell_start);
  free(s->cell_corners);
  *s = (xpbd_polygon_splitter){0};
}
