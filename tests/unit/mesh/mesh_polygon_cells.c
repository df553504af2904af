/* Why this file exists: the grid that finds the corners near a triangle only saves time. No polygon shows if it
 * searches too much, and few show if it searches too little. Here it is tested alone, against a search of all
 * corners. */
#include <math.h>
#include <stdlib.h>

#include "mesh/polygon_search.h"
#include "mesh_checks.h"

enum { MOST = 256 };

/* A polygon with room for everything made from it. */
typedef struct rig {
  polygon p;
  corner ring[MOST];
  int32_t start[MOST + 1], listed[MOST];
} rig;

static void see_whether_it_blocks(polygon *p, corner *c) {
  p->blocking -= c->blocks;
  c->blocks = !(xpbd_polygon_turn(&p->ring[c->previous], c, &p->ring[c->next]) > 0);
  p->blocking += c->blocks;
}

static void take_out(polygon *p, int32_t i) {
  corner *c = &p->ring[i], *before = &p->ring[c->previous], *behind = &p->ring[c->next];
  before->next = c->next;
  behind->previous = c->previous;
  p->blocking -= c->blocks;
  p->left--;
  c->alive = false;
  see_whether_it_blocks(p, before);
  see_whether_it_blocks(p, behind);
}

/* Random radii around a point: about every fourth corner turns to the right. */
static void rig_make(check *self, int32_t count, rig *out) {
  const double turn_of_one = 2 * acos(-1.0) / count;
  for (int32_t i = 0; i < count; i++) {
    const double radius = check_random(self, 0.3, 1.0);
    out->ring[i] = (corner){.x = radius * cos(turn_of_one * i),
                            .y = 3 * radius * sin(turn_of_one * i),
                            .vertex = i,
                            .previous = (i + count - 1) % count,
                            .next = (i + 1) % count,
                            .alive = true};
  }
  out->p = (polygon){
      .count = count, .left = count, .ring = out->ring, .cell_start = out->start, .cell_corners = out->listed};
  for (int32_t i = 0; i < count; i++) see_whether_it_blocks(&out->p, &out->ring[i]);
  xpbd_polygon_make_grid(&out->p);
}

static int32_t alive_corner(check *self, const polygon *p) {
  for (;;) {
    const int32_t i = (int32_t)check_random(self, 0, p->count);
    if (i < p->count && p->ring[i].alive) return i;
  }
}

static bool is_free_of_all(const polygon *p, const corner *a, const corner *b, const corner *c, level how) {
  bool free_of_all = true;
  for (int32_t i = 0; i < p->count; i++) free_of_all = free_of_all && !xpbd_polygon_holds(a, b, c, &p->ring[i], how);
  return free_of_all;
}

/* Triangles of any three corners for which the grid gives another answer; *asked counts them. */
static int ask(check *self, polygon *p, int *asked) {
  int wrong = 0;
  for (int round = 0; round < 200; round++) {
    const corner *a = &p->ring[alive_corner(self, p)], *b = &p->ring[alive_corner(self, p)];
    const corner *c = &p->ring[alive_corner(self, p)];
    const int32_t rows = xpbd_polygon_cell_along(p, 1, fmax(a->y, fmax(b->y, c->y))) -
                         xpbd_polygon_cell_along(p, 1, fmin(a->y, fmin(b->y, c->y)));
    if (!(xpbd_polygon_turn(a, b, c) > 0) || rows >= p->left / 4)
      continue; /* in these cases the ring is searched instead, from c to a */
    ++*asked;
    for (level how = EAR; how <= TOUCHED; how++)
      wrong += xpbd_polygon_is_free(p, a, b, c, how) != is_free_of_all(p, a, b, c, how);
  }
  return wrong;
}

/* Ears for which the grid and the ring give different answers. */
static int ask_ears(const polygon *p) {
  polygon with = *p, without = *p;
  int wrong = 0;
  without.side = 0;
  for (int32_t i = 0; i < p->count; i++) {
    const corner *b = &p->ring[i], *a = &p->ring[b->previous], *c = &p->ring[b->next];
    for (level how = EAR; how <= TOUCHED && b->alive && !b->blocks; how++)
      wrong += xpbd_polygon_is_free(&with, a, b, c, how) != xpbd_polygon_is_free(&without, a, b, c, how);
  }
  return wrong;
}

static void run_found(check *self, int argument) {
  static const int32_t counts[] = {64, 65, 81, 200, MOST};
  static rig made;
  int asked = 0;
  for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
    for (int again = 0; again < 8; again++) {
      rig_make(self, counts[k], &made);
      polygon *p = &made.p;
      while (p->left > counts[k] / 4) {
        check_same(self, (uint64_t)ask(self, p, &asked), 0, "%d of %d corners: triangles", (int)p->left, (int)p->count);
        check_same(self, (uint64_t)ask_ears(p), 0, "%d of %d corners: ears", (int)p->left, (int)p->count);
        for (int out = 0; out < counts[k] / 8; out++) take_out(p, alive_corner(self, p));
        if (p->left < p->gridded / 2) xpbd_polygon_make_grid(p);
      }
    }
  check_at_least(self, asked, 2000, "triangles asked for");
  rig_make(self, MOST, &made);
  made.p.low[0] -= 3 / made.p.cells[0];
  check_control(self, ask(self, &made.p, &asked) > 0, "a grid three cells away");
}

/* Every remaining corner is once in the list, in its cell, in the order of the ring. Cells divide the extent of the
 * corners evenly. */
static void run_grid(check *self, int argument) {
  static const struct { int32_t count, side; } cases[] = {{64, 8}, {80, 8}, {81, 9}, {255, 15}, {256, 16}};
  static rig made;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    rig_make(self, cases[k].count, &made);
    polygon *p = &made.p;
    check_same(self, (uint64_t)p->side, (uint64_t)cases[k].side, "cells along a side of %d corners", (int)p->count);
    check_same(self, (uint64_t)p->gridded, (uint64_t)cases[k].count, "corners of the grid");
    double low[2] = {9, 9}, high[2] = {-9, -9};
    for (int32_t i = 0; i < p->count; i++)
      for (int axis = 0; axis < 2; axis++) {
        const double at = axis ? p->ring[i].y : p->ring[i].x;
        low[axis] = at < low[axis] ? at : low[axis], high[axis] = at > high[axis] ? at : high[axis];
      }
    int wrong = 0, seen = 0;
    for (int32_t cell = 0; cell < p->side * p->side; cell++)
      for (int32_t j = p->cell_start[cell]; j < p->cell_start[cell + 1]; j++, seen++) {
        const corner *c = &p->ring[p->cell_corners[j]];
        const double column = (c->x - low[0]) / (high[0] - low[0]) * p->side;
        const double row = (c->y - low[1]) / (high[1] - low[1]) * p->side;
        const int32_t x = cell % p->side, y = cell / p->side;
        wrong += !(column >= x - 1e-9 && column <= x + 1 + 1e-9 && row >= y - 1e-9 && row <= y + 1 + 1e-9);
        wrong += j > p->cell_start[cell] && p->cell_corners[j] <= p->cell_corners[j - 1];
      }
    check_same(self, (uint64_t)seen, (uint64_t)p->count, "corners in cells");
    check_same(self, (uint64_t)p->cell_start[0], 0, "the first cell's begin");
    check_same(self, (uint64_t)wrong, 0, "corners in another cell, or twice");
    take_out(p, 5);
    xpbd_polygon_make_grid(p);
    bool there = false;
    for (int32_t j = 0; j < p->cell_start[p->side * p->side]; j++) there = there || p->cell_corners[j] == 5;
    check_true(self, !there && p->cell_start[p->side * p->side] == p->count - 1, "a corner that was taken out");
  }
  /* in a line there is one column, whose cells are half a unit high */
  made.p.left = 0;
  for (int32_t i = 0; i < 64; i++) made.ring[i] = (corner){.x = 2, .y = i / 63.0 * 4, .alive = true};
  made.p.count = made.p.left = 64;
  xpbd_polygon_make_grid(&made.p);
  check_same(self, (uint64_t)xpbd_polygon_cell_of(&made.p, &made.ring[63]), 7 * 8, "the last of a line");
  check_same(self, (uint64_t)xpbd_polygon_cell_of(&made.p, &made.ring[0]), 0, "the first of a line");
  check_control(self, made.p.cells[0] == 0, "a line has no width");
}

/* Cells of a row that a triangle meets: all of them, and only those within a hundredth of a cell. */
static void run_spans(check *self, int argument) {
  enum { SIDE = 8, SAMPLES = 2000 };
  const polygon p = {.side = SIDE, .low = {-2, 1}, .cells = {2, 4}};
  int asked = 0, too_few = 0, too_many = 0, narrow = 0;
  for (int round = 0; round < 400; round++) {
    corner at[3];
    for (int k = 0; k < 3; k++)
      at[k] = (corner){.x = check_random(self, -2, 2), .y = 1 + check_random(self, 0, round % 2 ? 0.5 : 2)};
    const corner *const corners[3] = {&at[0], &at[1], &at[2]};
    for (int32_t row = 0; row < SIDE; row++) {
      double low = INFINITY, high = -INFINITY;
      for (int k = 0; k < 3; k++)
        for (int s = 0; s <= SAMPLES; s++) { /* along its edges, in cells */
          const corner *a = &at[k], *b = &at[(k + 1) % 3];
          const double t = (double)s / SAMPLES, x = 2 * (a->x + t * (b->x - a->x) + 2),
                       y = 4 * (a->y + t * (b->y - a->y) - 1);
          if (y >= row && y <= row + 1) low = fmin(low, x), high = fmax(high, x);
        }
      if (!(low <= high)) continue;
      int32_t first, last;
      xpbd_polygon_row_span(&p, corners, row, &first, &last);
      asked++;
      too_few += first > floor(low) || last < fmin(floor(high), SIDE - 1);
      too_many += first < floor(fmax(low - 0.01, 0)) || last > fmin(floor(high + 0.01), SIDE - 1);
      narrow += first > 0 && last < SIDE - 1;
      check_true(self, first >= 0 && last < SIDE, "within the grid: %d to %d", (int)first, (int)last);
    }
  }
  check_same(self, (uint64_t)too_few, 0, "rows of which cells are left out");
  check_same(self, (uint64_t)too_many, 0, "rows of which others are looked at");
  check_at_least(self, asked, 1000, "rows");
  check_control(self, narrow > 100, "whole rows");
}

/* A search costs its cells and their corners; without a grid all remaining corners. */
static void run_work(check *self, int argument) {
  static rig made;
  rig_make(self, 100, &made);
  polygon *p = &made.p;
  corner *far[3] = {&p->ring[0], &p->ring[1], &p->ring[2]};
  for (int k = 0; k < 3; k++) far[k]->x += 10, far[k]->y += 10, far[k]->blocks = false; /* nothing is near */
  xpbd_polygon_make_grid(p);
  int64_t wanted = 0;
  const double low = fmin(far[0]->y, fmin(far[1]->y, far[2]->y)), high = fmax(far[0]->y, fmax(far[1]->y, far[2]->y));
  for (int32_t row = xpbd_polygon_cell_along(p, 1, low); row <= xpbd_polygon_cell_along(p, 1, high); row++) {
    int32_t first, last;
    xpbd_polygon_row_span(p, (const corner *const[]){far[0], far[1], far[2]}, row, &first, &last);
    wanted++;
    for (int32_t column = first; column <= last; column++)
      wanted += p->cell_start[row * p->side + column + 1] - p->cell_start[row * p->side + column];
  }
  p->work = 7;
  check_true(self, xpbd_polygon_is_free(p, far[0], far[1], far[2], EAR), "nothing is there");
  check_same(self, (uint64_t)p->work, (uint64_t)(7 + wanted), "cells and corners");
  p->side = 0;
  xpbd_polygon_is_free(p, far[0], far[1], far[2], EAR);
  check_same(self, (uint64_t)p->work, (uint64_t)(7 + wanted + 100), "all corners");
  p->blocking = 0;
  xpbd_polygon_is_free(p, far[0], far[1], far[2], EAR);
  check_same(self, (uint64_t)p->work, (uint64_t)(7 + wanted + 100), "nobody can be there");
  check_control(self, wanted != 100, "all corners as those near");
}

static void run_force(check *self, int argument) {
  static const struct {
    int64_t work;
    level how;
    bool any;
    level next;
  } cases[] = {{100, EAR, true, EAR},
               {101, EAR, true, CROSSED},
               {101, IN_LINE, true, CROSSED},
               {101, CROSSED, true, CROSSED},
               {200, CROSSED, true, CROSSED},
               {200, EAR, false, CROSSED},
               {201, CROSSED, true, ANY_CORNER},
               {201, EAR, true, ANY_CORNER},
               {50, EAR, false, TOUCHED},
               {50, TOUCHED, false, IN_LINE},
               {50, IN_LINE, false, CROSSED},
               {50, CROSSED, false, ANY_CORNER},
               {101, CROSSED, false, ANY_CORNER}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const polygon p = {.work = cases[k].work};
    check_same(self, xpbd_polygon_harder(&p, cases[k].how, cases[k].any, 100), cases[k].next, "%d of 100, level %d, %s",
               (int)cases[k].work, (int)cases[k].how, cases[k].any ? "some were cut" : "none was cut");
  }
  check_control(self, xpbd_polygon_harder(&(polygon){.work = 201}, EAR, true, 100) != EAR, "patience without an end");
}

void check_mesh_polygon_cells(check_registry *registry) {
  check_add(registry, "polygon-cells", "the grid finds the corners that a search of all finds", run_found, 0);
  check_add(registry, "polygon-grid", "every corner in its cell", run_grid, 0);
  check_add(registry, "polygon-spans", "cells that a triangle meets", run_spans, 0);
  check_add(registry, "polygon-work", "what a question costs", run_work, 0);
  check_add(registry, "polygon-force", "when a polygon is cut up by force", run_force, 0);
}
