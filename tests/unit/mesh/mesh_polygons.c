/* Why this file exists: a face in a file may be any polygon. Its triangles must cover it once: they have its
 * orientation and only its corners, and use every inner edge once in each direction. Together these prove that none
 * overlap. Triangles that all have one orientation, with the polygon as their rim, cover each point as often as the rim
 * goes around it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mesh/polygon.h"
#include "mesh_checks.h"
#include "xpbd/import.h"

enum { HOLES = 12, HOLE_CORNERS = 16 };

/* A polygon in the plane z = 0, counter-clockwise. */
typedef struct outline {
  int32_t vertex_count, count;
  double *positions; /* [vertex_count, 3] */
  int32_t *corners;  /* [count] */
  bool simple;       /* no vertex is at two corners */
} outline;

static bool outline_make(int32_t vertices, int32_t corners, outline *out) {
  *out = (outline){.positions = calloc(3 * (size_t)vertices, sizeof(double)),
                   .corners = malloc((size_t)corners * sizeof(int32_t)),
                   .simple = true};
  return out->positions && out->corners;
}

static void outline_free(outline *o) {
  free(o->positions);
  free(o->corners);
  *o = (outline){0};
}

static int32_t add_vertex(outline *o, double x, double y) {
  o->positions[3 * o->vertex_count] = x, o->positions[3 * o->vertex_count + 1] = y;
  return o->vertex_count++;
}

static void add_corner(outline *o, double x, double y) {
  o->corners[o->count++] = add_vertex(o, x, y);
}

/* Unless the last corner is there. */
static void add_other_corner(outline *o, double x, double y) {
  const double *last = o->vertex_count > 0 ? o->positions + 3 * (o->vertex_count - 1) : NULL;
  if (!last || last[0] != x || last[1] != y) add_corner(o, x, y);
}

static double pi(void) {
  return acos(-1.0);
}

/* `kind` with about n corners: see the names. */
static const char *const kinds[] = {"circle", "star", "comb", "spiral", "noise", "staircase", "in a line"};
enum { CIRCLE, STAR, COMB, SPIRAL, NOISE, STAIRCASE, IN_A_LINE, KINDS };

static void draw(check *self, int kind, int32_t n, outline *o) {
  for (int32_t i = 0; i < n; i++) {
    const double turn = 2 * pi() * i / n, part = (double)i / n;
    const int32_t half = n / 2, back = i < half ? i : n - 1 - i;
    double radius = 1;
    if (kind == STAR) radius = i % 2 ? 0.3 : 1;
    if (kind == NOISE) radius = check_random(self, 0.1, 1);
    if (kind <= STAR || kind == NOISE) add_corner(o, radius * cos(turn), radius * sin(turn));
    if (kind == COMB && i < n - 2) add_corner(o, 1 - part, i % 2 ? 1 : 0.1);
    if (kind == COMB && i >= n - 2) add_corner(o, i == n - 1, 0);
    if (kind == SPIRAL) { /* out along one side of a band, back along the other */
      const double along = 12 * pi() * back / half, r = 0.1 + (i < half ? 0.014 : 0.0) + along / 40;
      add_corner(o, r * cos(along), r * sin(along));
    }
    if (kind == STAIRCASE) add_corner(o, i == n - 1 ? 0 : (i + 1) / 2, i == n - 1 ? n / 2 : i / 2);
    if (kind == IN_A_LINE) { /* a square, n / 4 corners along each side, with exact coordinates */
      const int32_t side = n / 4, at = i % side;
      const int32_t x[4] = {at, side, side - at, 0}, y[4] = {0, at, side, side - at};
      if (i / side < 4) add_corner(o, x[i / side], y[i / side]);
    }
  }
}

/* A row of round holes in a rectangle. Each is connected to the previous one, the first to the rim, by doubled
 * edges. */
static void draw_holes(outline *o) {
  const int32_t rim[4] = {add_vertex(o, 0, 0), add_vertex(o, 3 * HOLES, 0), add_vertex(o, 3 * HOLES, 3),
                          add_vertex(o, 0, 3)};
  int32_t hole[HOLES];
  for (int h = 0; h < HOLES; h++) {
    hole[h] = o->vertex_count;
    for (int i = 0; i < HOLE_CORNERS; i++) { /* clockwise from the left */
      const double turn = pi() - 2 * pi() * i / HOLE_CORNERS;
      add_vertex(o, 3 * h + 1.5 + cos(turn), 1.5 + sin(turn));
    }
  }
  o->simple = false;
  for (int i = 0; i < 4; i++) o->corners[o->count++] = rim[i];
  o->corners[o->count++] = rim[0]; /* closes the rim; the bridge begins */
  for (int h = 0; h < HOLES; h++)  /* over the tops to the right */
    for (int i = 0; i <= HOLE_CORNERS / 2; i++) o->corners[o->count++] = hole[h] + i;
  for (int h = HOLES - 1; h >= 0; h--) /* and back below */
    for (int i = HOLE_CORNERS / 2 + (h == HOLES - 1); i <= HOLE_CORNERS; i++)
      o->corners[o->count++] = hole[h] + i % HOLE_CORNERS;
}

static double outline_area(const outline *o) {
  double area = 0;
  for (int32_t i = 0; i < o->count; i++) {
    const double *p = o->positions + 3 * o->corners[i], *q = o->positions + 3 * o->corners[(i + 1) % o->count];
    area += (p[0] * q[1] - q[0] * p[1]) / 2;
  }
  return area;
}

static int compare_edges(const void *left, const void *right) {
  const int64_t *a = left, *b = right;
  return (a[0] > b[0]) - (a[0] < b[0]);
}

/* Sums +1 for each edge a -> b with a < b, and -1 for the other direction, by edge. Returns how many sums are not 0. */
static int64_t unbalanced(int64_t *edges, size_t count) {
  int64_t faults = 0;
  qsort(edges, count, 2 * sizeof *edges, compare_edges);
  for (size_t i = 0, next; i < count; i = next) {
    int64_t sum = 0;
    for (next = i; next < count && edges[2 * next] == edges[2 * i]; next++) sum += edges[2 * next + 1];
    faults += sum != 0;
  }
  return faults;
}

static void put_edge(int64_t *out, int64_t a, int64_t b, int sign) {
  out[0] = a < b ? a << 32 | b : b << 32 | a;
  out[1] = a < b ? sign : -sign;
}

/* Faults of triangles [count, 3], indices of corners of the outline, with orientation `side`. */
static int64_t cover_faults(const outline *o, const int32_t *triangles, int32_t count, double side) {
  const size_t edge_count = 3 * (size_t)count + (size_t)o->count;
  int64_t *edges = malloc(2 * edge_count * sizeof *edges), *edge = edges, faults = 0;
  double sum = 0;
  if (!edges) return -1;
  for (int32_t t = 0; t < count; t++) {
    int32_t vertex[3];
    for (int k = 0; k < 3; k++) vertex[k] = o->corners[triangles[3 * t + k]];
    const double *a = o->positions + 3 * vertex[0], *b = o->positions + 3 * vertex[1],
                 *c = o->positions + 3 * vertex[2];
    const double area = side * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    faults += !(area > 0);
    sum += area;
    for (int k = 0; k < 3; k++, edge += 2) put_edge(edge, vertex[k], vertex[(k + 1) % 3], 1);
  }
  for (int32_t i = 0; i < o->count; i++, edge += 2) put_edge(edge, o->corners[i], o->corners[(i + 1) % o->count], -1);
  faults += unbalanced(edges, edge_count);
  faults += !(fabs(sum / outline_area(o) - side) <= 1e-9 || fabs(sum - fabs(outline_area(o))) <= 1e-9 * sum);
  free(edges);
  return faults;
}

static void turn_around(outline *o) {
  for (int32_t i = 0; i < o->count / 2; i++) {
    const int32_t kept = o->corners[i];
    o->corners[i] = o->corners[o->count - 1 - i], o->corners[o->count - 1 - i] = kept;
  }
}

/* Splits it in both orientations, and checks the triangles. */
static void expect_cover(check *self, outline *o, const char *name) {
  OWNED(xpbd_polygon_splitter_destroy) xpbd_polygon_splitter splitter = {0};
  int32_t *triangles = malloc(3 * (size_t)o->count * sizeof *triangles), count = 0;
  for (int back = 0; triangles && back < 2; back++) {
    bool crosses = true;
    if (!check_status(self,
                      xpbd_polygon_split(&splitter, o->positions, o->corners, o->count, triangles, &count, &crosses),
                      XPBD_OK, "%s", name))
      break;
    const double side = back ? -1 : 1;
    check_same(self, (uint64_t)count, (uint64_t)o->count - 2, "%s: triangles of %d corners", name, o->count);
    check_same(self, (uint64_t)cover_faults(o, triangles, count, side), 0, "%s of %d corners: faults", name, o->count);
    check_true(self, !crosses, "%s: it does not cross itself", name);
    const int32_t kept = triangles[1];
    triangles[1] = triangles[2], triangles[2] = kept;
    check_control(self, cover_faults(o, triangles, count, side) > 0, "%s: a triangle turned over", name);
    triangles[2] = triangles[1], triangles[1] = kept;
    check_control(self, cover_faults(o, triangles, count - 1, side) > 0, "%s: a triangle missing", name);
    turn_around(o);
  }
  free(triangles);
}

static void run_covers(check *self, int argument) {
  static const int32_t sizes[] = {4, 8, 16, 52, 64, 100, 1000, 20000};
  OWNED(outline_free) outline o = {0};
  for (int kind = 0; kind < KINDS; kind++)
    for (size_t i = kind == SPIRAL ? 5 : 0; i < sizeof sizes / sizeof *sizes; i++) {
      if (check_true(self, outline_make(sizes[i] + 1, sizes[i] + 1, &o), "memory")) {
        draw(self, kind, sizes[i], &o);
        expect_cover(self, &o, kinds[kind]);
      }
      outline_free(&o);
    }
  if (check_true(self, outline_make(4 + HOLES * HOLE_CORNERS, 5 + HOLES * (HOLE_CORNERS + 2), &o), "memory")) {
    draw_holes(&o);
    expect_cover(self, &o, "a row of holes");
  }
}

/* Many small ones with corners on a coarse lattice, so that collinear corners, contacts and doubled edges are
 * common. */
static void run_lattice_polygons(check *self, int argument) {
  int shapes = 0;
  for (int round = 0; round < 300; round++) {
    OWNED(outline_free) outline o = {0};
    const int32_t n = 4 + (int32_t)check_random(self, 0, 30);
    if (!check_true(self, outline_make(4 * n, 4 * n, &o), "memory")) return;
    for (int32_t i = 0; i < n; i++) { /* a skyline of whole heights over a base, with collinear corners */
      const double height = 1 + floor(check_random(self, 0, 4));
      add_other_corner(&o, n - i, height);
      if (i == n - 1 || check_random(self, 0, 1) < 0.7) add_other_corner(&o, n - i - 1, height);
    }
    add_corner(&o, 0, 0);
    for (int32_t i = 1; i <= n; i++)
      if (i == n || check_random(self, 0, 1) < 0.3) add_corner(&o, i, 0);
    shapes += o.count > 4;
    expect_cover(self, &o, "skyline");
  }
  check_at_least(self, shapes, 250, "skylines");
}

/* The same polygon in any position and size: turned in space, far away, tiny. Positions are rounded, so the triangles
 * may miss a little. Here the covered areas are compared. */
static void run_placed_polygons(check *self, int argument) {
  for (int round = 0; round < 60; round++) {
    OWNED(outline_free) outline o = {0};
    const int32_t n = 3 + (int32_t)check_random(self, 0, 200);
    if (!check_true(self, outline_make(n, n, &o), "memory")) return;
    draw(self, round % 2 ? NOISE : STAR, n, &o);
    const double a = check_random(self, 0, 6), b = check_random(self, 0, 6), scale = pow(10, round % 30 - 15);
    const double u[3] = {cos(a), sin(a), 0}, v[3] = {-sin(a) * cos(b), cos(a) * cos(b), sin(b)};
    const double normal[3] = {sin(a) * sin(b), -cos(a) * sin(b), cos(b)}, area = fabs(outline_area(&o));
    for (int32_t i = 0; i < n; i++) {
      double *p = o.positions + 3 * i;
      const double x = p[0], y = p[1];
      for (int axis = 0; axis < 3; axis++) p[axis] = scale * (x * u[axis] + y * v[axis] + 2 * normal[axis]);
    }
    OWNED(xpbd_polygon_splitter_destroy) xpbd_polygon_splitter splitter = {0};
    int32_t triangles[3 * 256], count = 0;
    bool crosses;
    check_status(self, xpbd_polygon_split(&splitter, o.positions, o.corners, n, triangles, &count, &crosses), XPBD_OK,
                 "%d corners", n);
    double sum = 0, least = 0;
    for (int32_t t = 0; t < count; t++) {
      const double *p = o.positions + 3 * triangles[3 * t], *q = o.positions + 3 * triangles[3 * t + 1];
      const double *r = o.positions + 3 * triangles[3 * t + 2];
      double part = 0;
      for (int k = 0; k < 3; k++) {
        const int l = (k + 1) % 3, m = (k + 2) % 3;
        part += normal[k] * ((q[l] - p[l]) * (r[m] - p[m]) - (q[m] - p[m]) * (r[l] - p[l])) / 2 / (scale * scale);
      }
      sum += part;
      least = fmin(least, part);
    }
    check_at_most(self, fabs(sum / area - 1), 1e-12, "round %d: area of %d corners, scale %g", round, n, scale);
    check_at_least(self, least, -1e-15, "round %d: least area of a triangle", round);
    check_control(self, fabs((sum + area / n) / area - 1) > 1e-12, "round %d: a triangle more", round);
  }
}

/* A self-intersecting polygon cannot be covered. It is recognised, and takes no longer than another. */
static void run_crossing(check *self, int argument) {
  enum { CORNERS = 5000 };
  const double bow[12] = {0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0};
  const int32_t order[4] = {0, 1, 2, 3}, untied[4] = {0, 2, 1, 3};
  int32_t triangles[6], count;
  bool crosses;
  OWNED(xpbd_polygon_splitter_destroy) xpbd_polygon_splitter splitter = {0};
  check_status(self, xpbd_polygon_split(&splitter, bow, order, 4, triangles, &count, &crosses), XPBD_OK, "a bow tie");
  check_true(self, crosses && count == 2, "a bow tie crosses itself and has two triangles (%d)", count);
  check_status(self, xpbd_polygon_split(&splitter, bow, untied, 4, triangles, &count, &crosses), XPBD_OK, "a square");
  check_control(self, !crosses, "a square does not");
  outline o = {0};
  OWNED(check_free) int32_t *many = malloc(3 * CORNERS * sizeof *many);
  if (check_true(self, many && outline_make(CORNERS, CORNERS, &o), "memory")) {
    for (int32_t i = 0; i < CORNERS; i++) add_corner(&o, check_random(self, 0, 1), check_random(self, 0, 1));
    const clock_t begin = clock();
    check_status(self, xpbd_polygon_split(&splitter, o.positions, o.corners, CORNERS, many, &count, &crosses), XPBD_OK,
                 "random corners");
    check_at_most(self, (double)(clock() - begin) / CLOCKS_PER_SEC, 100, "seconds for %d random corners", CORNERS);
    check_true(self, crosses && count == CORNERS - 2, "random corners: %d triangles", count);
    outline_free(&o);
  }
}

/* Doubled edges that lead nowhere: a slit in a square, a whisker on it. The area is the square's. */
static void run_dead_ends(check *self, int argument) {
  const double positions[18] = {0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 1, 1, 0, -1, -1, 0};
  const int32_t slit[6] = {0, 1, 2, 3, 0, 4}, whisker[6] = {0, 1, 2, 3, 0, 5};
  for (int i = 0; i < 2; i++) {
    int32_t triangles[12], count;
    bool crosses;
    double area = 0;
    OWNED(xpbd_polygon_splitter_destroy) xpbd_polygon_splitter splitter = {0};
    check_status(self, xpbd_polygon_split(&splitter, positions, i ? whisker : slit, 6, triangles, &count, &crosses),
                 XPBD_OK, "a dead end");
    for (int32_t t = 0; t < count; t++) {
      const double *p[3];
      for (int k = 0; k < 3; k++) p[k] = positions + 3 * (i ? whisker : slit)[triangles[3 * t + k]];
      area += fabs((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0])) / 2;
    }
    check_true(self, area == 16, "%s: area %g of a square of 16", i ? "whisker" : "slit", area);
    check_true(self, !crosses, "it does not cross itself");
    check_control(self, count < 4, "the dead end would be a triangle more (%d)", count);
  }
}

/* Collinear corners, there and back: nothing to cover, but nothing intersects. */
static void run_no_area(check *self, int argument) {
  const double positions[15] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 0, -1, 0};
  const int32_t line[4] = {0, 1, 2, 3}, shuffled[4] = {0, 2, 3, 1}, corner[4] = {4, 0, 2, 1};
  const int32_t *const orders[] = {line, shuffled, corner};
  OWNED(xpbd_polygon_splitter_destroy) xpbd_polygon_splitter splitter = {0};
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    int32_t triangles[6], count;
    bool crosses = true;
    check_status(self, xpbd_polygon_split(&splitter, positions, orders[i], 4, triangles, &count, &crosses), XPBD_OK,
                 "line %zu", i);
    check_true(self, count == 2 && !crosses, "line %zu: %d triangles, %s", i, count,
               crosses ? "crossing" : "none crosses");
  }
  const double bow[12] = {0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0};
  int32_t triangles[6], count;
  bool crosses = false;
  check_status(self, xpbd_polygon_split(&splitter, bow, line, 4, triangles, &count, &crosses), XPBD_OK, "a bow tie");
  check_control(self, crosses, "a bow tie crosses itself");
}

/* A self-intersecting polygon has the orientation of most of its area. If the parts cancel up to 1e-12 of the largest,
 * it has the orientation of the largest. Here the first corner cut off shows it: it turns to the left seen from above,
 * or else from below. */
static void run_net_area(check *self, int argument) {
  static const int32_t corners[5] = {0, 1, 2, 3, 4}, above[3] = {0, 1, 2}, below[3] = {2, 3, 4};
  static const double nets[2] = {-0.9e-12, -1.1e-12}; /* of parts 1, -0.6, -0.4 */
  for (int k = 0; k < 2; k++) {
    const double positions[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.6, 1, 0, 0.7 - nets[k], 0.5, 0};
    const int32_t *first = k == 0 ? above : below, *other = k == 0 ? below : above;
    int32_t triangles[9] = {0}, count;
    bool crosses = false;
    OWNED(xpbd_polygon_splitter_destroy) xpbd_polygon_splitter splitter = {0};
    check_status(self, xpbd_polygon_split(&splitter, positions, corners, 5, triangles, &count, &crosses), XPBD_OK,
                 "a net area of %g", nets[k]);
    check_true(self, memcmp(triangles, first, sizeof above) == 0, "a net area of %g: (%d, %d, %d) first", nets[k],
               (int)triangles[0], (int)triangles[1], (int)triangles[2]);
    check_control(self, memcmp(triangles, other, sizeof above) != 0, "a net area of %g: the other side", nets[k]);
  }
}

void check_mesh_polygons(check_registry *registry) {
  check_add(registry, "covers", "circles, stars, combs, spirals, holes are covered once by their triangles", run_covers,
            0);
  check_add(registry, "lattice_polygons", "so are small ones with corners in a line", run_lattice_polygons, 0);
  check_add(registry, "placed_polygons", "and in any place, direction and size", run_placed_polygons, 0);
  check_add(registry, "crossing", "what crosses itself is noticed, in bounded time", run_crossing, 0);
  check_add(registry, "dead_ends", "doubled edges that lead nowhere add nothing", run_dead_ends, 0);
  check_add(registry, "net_area", "from which side a polygon is seen that crosses itself", run_net_area, 0);
  check_add(registry, "no_area", "corners in a line cross nothing", run_no_area, 0);
}
