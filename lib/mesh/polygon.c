/* Why this file exists: splits polygons of files, which may be concave, have collinear corners, tens of thousands of
 * corners, or holes connected to the rim by a doubled edge. It cuts off ears (Meisters 1975, "Polygons have ears"):
 * convex corners whose triangle with their two neighbours contains no other corner. The side of a line on which a
 * corner lies is decided exactly (Shewchuk 1997, orient2d), so collinear corners and doubled edges are recognised. A
 * grid finds the corners near a triangle, and a queue holds possible new ears. Self-intersecting polygons are split by
 * force, in bounded time. */
#include "mesh/polygon.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "mesh/polygon_search.h"

enum { GRID_FROM = 64, WORK_PER_CORNER = 4096 };
static const int64_t MOST_WORK = INT64_C(1000000000); /* of one polygon */

static double turn_at(const polygon *p, int32_t i) {
  const corner *c = &p->ring[i];
  return xpbd_polygon_turn(&p->ring[c->previous], c, &p->ring[c->next]);
}

/* Selects two axes that view the polygon along the third, so that it turns to the left. They follow from the largest
 * component of its normal (Newell). Dropping a coordinate rounds nothing, unlike a rotation into the plane. */
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
  if (!(fabs(normal[largest]) > 1e-12 * most)) { /* it crosses itself equally in both directions */
    for (int k = 0; k < 3; k++) largest = other[k] != 0 ? k : largest;
    chosen = other;
  }
  const bool back = chosen[largest] < 0;
  axes[back] = (largest + 1) % 3;
  axes[!back] = (largest + 2) % 3;
}

/* A power of two that scales all coordinates to at most 1. It rounds nothing, and no product overflows. */
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

static bool can_cut(polygon *p, int32_t i, level how) {
  const corner *b = &p->ring[i], *a = &p->ring[b->previous], *c = &p->ring[b->next];
  if (how == ANY_CORNER) return true;
  const double here = xpbd_polygon_turn(a, b, c);
  if (how == IN_LINE) return here == 0;
  return here > 0 && (how == CROSSED || xpbd_polygon_is_free(p, a, b, c, how));
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

/* Every other corner first, because a fan would split a large round polygon into needles. */
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
  const bool b_first = b < a && b < c, c_first = c < a && c < b; /* the lowest index comes first */
  out[0] = b_first ? b : c_first ? c : a;
  out[1] = b_first ? c : c_first ? a : b;
  out[2] = b_first ? a : c_first ? b : c;
}

/* A corner whose two neighbours coincide is the end of a doubled edge that leads nowhere. */
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

static bool cut_all(polygon *p) {
  const int64_t limit = p->count < MOST_WORK / WORK_PER_CORNER ? (int64_t)WORK_PER_CORNER * p->count : MOST_WORK;
  level how = EAR;
  bool crosses = false, any = true;
  while (p->left > 3) {
    if (p->queue_length == 0) {
      how = xpbd_polygon_harder(p, how, any, limit);
      any = false;
      enqueue_all(p);
    }
    const int32_t i = dequeue(p);
    p->work++;
    if (!p->ring[i].alive || !cut(p, i, how)) continue;
    any = true;
    crosses = crosses || how >= CROSSED;
    if (p->work <= limit) how = EAR;
    if (p->side > 0 && p->left < p->gridded / 2) xpbd_polygon_make_grid(p);
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
  if (count >= GRID_FROM) xpbd_polygon_make_grid(&p);
  *crosses = cut_all(&p);
  int32_t a = 0;
  while (!p.ring[a].alive) a++;
  const int32_t b = p.ring[a].next, c = p.ring[b].next;
  const corner *first = &p.ring[a], *second = &p.ring[b], *third = &p.ring[c];
  if (p.left == 3 && first->vertex != second->vertex && second->vertex != third->vertex &&
      third->vertex != first->vertex) {
    emit(&p, a, b, c);
    *crosses = *crosses || xpbd_polygon_turn(first, second, third) < 0;
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
