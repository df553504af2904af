/* Why this file exists: measures how well area and volume are kept, in total and per element. A total alone is not
 * enough: a cloth may keep its area while one half of its triangles grows and the other shrinks. */
#include "xpbd/measure.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/edge.h"
#include "formula/table.h"

/* Flatter elements have no rest shape in the strain-based formulas (lib/formula/strain.h). They have none here, because
 * their ratios would only show how flat they are. */
#define FLAT_TRIANGLE 1e-6 /* twice the area / the longest edge squared */
#define FLAT_TET      0.05 /* height over the face opposite to the tip / the longest edge at the tip */

static xpbd_vec3_f64 at(const double *positions, int32_t i) {
  const double *p = &positions[3 * (int64_t)i];
  return (xpbd_vec3_f64){p[0], p[1], p[2]};
}

static double larger(double a, double b) {
  return a > b ? a : b;
}

/* Sums over the elements, in mesh order. */
typedef struct sums {
  double now, rest, error;
} sums;

static void count(double now, double rest, bool flat, sums *s, xpbd_ratios *out) {
  s->now += now;
  s->rest += rest;
  if (flat) return;
  const double ratio = now / rest;
  s->error += fabs(ratio - 1.0);
  out->least = ratio < out->least ? ratio : out->least;
  out->most = larger(ratio, out->most);
  out->count++;
}

static xpbd_status check_state(const xpbd_mesh *mesh, const double *positions) {
  for (int64_t k = 0; k < 3 * (int64_t)mesh->vertex_count; k++)
    XPBD_REQUIRE(isfinite(positions[k]), XPBD_ERR_DIVERGED, "position of vertex %lld is not finite",
                 (long long)(k / 3));
  return XPBD_OK;
}

static xpbd_status finish(const sums *s, const char *what, xpbd_ratios *out) {
  const xpbd_ratios kept = *out;
  *out = (xpbd_ratios){.count = 0};
  XPBD_REQUIRE(kept.count > 0 && s->rest != 0.0, XPBD_ERR_UNSUPPORTED, "the mesh has no %s at rest to compare with",
               what);
  XPBD_REQUIRE(isfinite(s->now) && isfinite(s->error), XPBD_ERR_DIVERGED, "the %s is too large for a number", what);
  *out = kept;
  out->total = s->now / s->rest;
  out->mean_error = s->error / (double)kept.count;
  return XPBD_OK;
}

static const xpbd_ratios none = {.least = INFINITY, .most = -INFINITY};

/* ---------------------------------------------------------------------------------------------------------- area */

static double area_of(const double *positions, const int32_t *corner) {
  const xpbd_vec3_f64 a = at(positions, corner[0]);
  const xpbd_vec3_f64 n =
      xpbd_v_cross_f64(xpbd_v_sub_f64(at(positions, corner[1]), a), xpbd_v_sub_f64(at(positions, corner[2]), a));
  return 0.5 * sqrt(xpbd_v_dot_f64(n, n));
}

static double longest_edge_squared(const double *positions, const int32_t *corner) {
  double longest = 0.0;
  for (int k = 0; k < 3; k++) {
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(at(positions, corner[(k + 1) % 3]), at(positions, corner[k]));
    longest = larger(longest, xpbd_v_dot_f64(d, d));
  }
  return longest;
}

xpbd_status xpbd_measure_areas(const xpbd_mesh *mesh, const double *positions, xpbd_ratios *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_ratios){.count = 0};
  XPBD_NOT_NULL(mesh, positions);
  XPBD_TRY(check_state(mesh, positions));
  *out = none;
  sums s = {.now = 0.0};
  for (int64_t t = 0; t < mesh->triangle_count; t++) {
    const int32_t *corner = &mesh->triangles[3 * t];
    const double rest = area_of(mesh->positions, corner);
    const bool flat = !(2.0 * rest > FLAT_TRIANGLE * longest_edge_squared(mesh->positions, corner));
    count(area_of(positions, corner), rest, flat, &s, out);
  }
  return finish(&s, "area", out);
}

/* -------------------------------------------------------------------------------------------------------- volume */

/* Corners of a tetrahedron, the tip first. */
typedef struct tet {
  xpbd_vec3_f64 x[4];
} tet;

static tet real_tet(const double *positions, const int32_t *corner) {
  return (tet){
      {at(positions, corner[0]), at(positions, corner[1]), at(positions, corner[2]), at(positions, corner[3])}};
}

static tet ghost_tet(const double *positions, xpbd_vec3_f64 tip, const int32_t *corner) {
  return (tet){{tip, at(positions, corner[0]), at(positions, corner[1]), at(positions, corner[2])}};
}

/* Six times the signed volume. */
static double determinant(const tet *t) {
  const xpbd_vec3_f64 a = xpbd_v_sub_f64(t->x[1], t->x[0]), b = xpbd_v_sub_f64(t->x[2], t->x[0]),
                      c = xpbd_v_sub_f64(t->x[3], t->x[0]);
  return xpbd_v_dot_f64(xpbd_v_cross_f64(a, b), c);
}

static bool flat_tet(const tet *t, double det) {
  double longest = 0.0;
  for (int k = 1; k < 4; k++) {
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(t->x[k], t->x[0]);
    longest = larger(longest, xpbd_v_dot_f64(d, d));
  }
  const xpbd_vec3_f64 n =
      xpbd_v_cross_f64(xpbd_v_sub_f64(t->x[2], t->x[1]), xpbd_v_sub_f64(t->x[3], t->x[1])); /* twice the face */
  return !(fabs(det) > FLAT_TET * sqrt(longest * xpbd_v_dot_f64(n, n)));
}

static void count_tet(const tet *rest, const tet *now, sums *s, xpbd_ratios *out) {
  const double before = determinant(rest);
  count(determinant(now) / 6.0, before / 6.0, flat_tet(rest, before), s, out);
}

/* The connected components of a surface, and the mean of each one's vertices, which is its ghost tip. */
typedef struct pieces {
  int32_t *first;     /* [vertex_count] lowest vertex of the component of vertex i */
  int32_t *count;     /* [vertex_count] number of vertices of the component, at its lowest */
  xpbd_vec3_f64 *tip; /* [2, vertex_count] at rest and now, likewise */
} pieces;

static int32_t lowest_of(int32_t *first, int32_t i) {
  while (first[i] != i) i = first[i] = first[first[i]];
  return i;
}

static void find_tips(const pieces *p, const double *positions, int32_t n, xpbd_vec3_f64 *tip) {
  for (int32_t i = 0; i < n; i++) tip[i] = (xpbd_vec3_f64){0, 0, 0};
  for (int32_t i = 0; i < n; i++) tip[p->first[i]] = xpbd_v_add_f64(tip[p->first[i]], at(positions, i));
  for (int32_t i = 0; i < n; i++)
    if (p->first[i] == i)
      tip[i] = (xpbd_vec3_f64){tip[i].x / p->count[i], tip[i].y / p->count[i], tip[i].z / p->count[i]};
}

static void find_pieces(const xpbd_mesh *mesh, const pieces *p) {
  for (int32_t i = 0; i < mesh->vertex_count; i++) p->first[i] = i, p->count[i] = 0;
  for (int64_t e = 0; e < mesh->edge_count; e++) {
    const int32_t a = lowest_of(p->first, mesh->edges[2 * e]), b = lowest_of(p->first, mesh->edges[2 * e + 1]);
    p->first[a < b ? b : a] = a < b ? a : b;
  }
  for (int32_t i = 0; i < mesh->vertex_count; i++) {
    p->first[i] = lowest_of(p->first, i);
    p->count[p->first[i]]++;
  }
}

static xpbd_status pieces_create(const xpbd_mesh *mesh, const double *positions, pieces *out) {
  const size_t n = (size_t)mesh->vertex_count;
  *out = (pieces){.first = malloc(n * sizeof *out->first + 1),
                  .count = malloc(n * sizeof *out->count + 1),
                  .tip = malloc(2 * n * sizeof *out->tip + 1)};
  XPBD_REQUIRE(out->first && out->count && out->tip, XPBD_ERR_OUT_OF_MEMORY, "ghost tips of %zu vertices: no memory",
               n);
  find_pieces(mesh, out);
  find_tips(out, mesh->positions, mesh->vertex_count, out->tip);
  find_tips(out, positions, mesh->vertex_count, out->tip + n);
  return XPBD_OK;
}

static void pieces_destroy(pieces *p) {
  free(p->first);
  free(p->count);
  free(p->tip);
}

static xpbd_status count_ghosts(const xpbd_mesh *mesh, const double *positions, sums *s, xpbd_ratios *out) {
  pieces p;
  const xpbd_status status = pieces_create(mesh, positions, &p);
  for (int64_t t = 0; status == XPBD_OK && t < mesh->triangle_count; t++) {
    const int32_t *corner = &mesh->triangles[3 * t];
    const xpbd_vec3_f64 *tip = &p.tip[p.first[corner[0]]];
    const tet rest = ghost_tet(mesh->positions, tip[0], corner);
    const tet now = ghost_tet(positions, tip[mesh->vertex_count], corner);
    count_tet(&rest, &now, s, out);
  }
  pieces_destroy(&p);
  return status;
}

/* Whether triangle t has an edge from a to b. */
static bool runs(const xpbd_mesh *mesh, int32_t t, int32_t a, int32_t b) {
  const int32_t *corner = &mesh->triangles[3 * (int64_t)t];
  for (int k = 0; k < 3; k++)
    if (corner[k] == a && corner[(k + 1) % 3] == b) return true;
  return false;
}

/* Checks that every edge has two triangles that traverse it in opposite directions. Only then do ghost tetrahedra sum
 * to the enclosed volume. */
static xpbd_status check_closed(const xpbd_mesh *mesh) {
  for (int32_t t = 0; t < mesh->triangle_count; t++)
    for (int k = 0; k < 3; k++) {
      const int64_t h = 3 * (int64_t)t;
      const int32_t other = mesh->neighbours[h + k];
      const int32_t a = mesh->triangles[h + k], b = mesh->triangles[h + (k + 1) % 3];
      XPBD_REQUIRE(other >= 0, XPBD_ERR_UNSUPPORTED,
                   "an open surface has no volume: triangle %d has no neighbour at its edge from %d to %d", t, a, b);
      XPBD_REQUIRE(runs(mesh, other, b, a), XPBD_ERR_UNSUPPORTED,
                   "an inconsistently oriented surface has no volume: triangles %d and %d both run from %d to %d", t,
                   other, a, b);
    }
  return XPBD_OK;
}

xpbd_status xpbd_measure_volumes(const xpbd_mesh *mesh, const double *positions, xpbd_ratios *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_ratios){.count = 0};
  XPBD_NOT_NULL(mesh, positions);
  if (mesh->tet_count == 0) XPBD_TRY(check_closed(mesh));
  XPBD_TRY(check_state(mesh, positions));
  *out = none;
  sums s = {.now = 0.0};
  for (int64_t t = 0; t < mesh->tet_count; t++) {
    const tet rest = real_tet(mesh->positions, &mesh->tets[4 * t]), now = real_tet(positions, &mesh->tets[4 * t]);
    count_tet(&rest, &now, &s, out);
  }
  const xpbd_status status = mesh->tet_count == 0 ? count_ghosts(mesh, positions, &s, out) : XPBD_OK;
  if (status != XPBD_OK) *out = (xpbd_ratios){.count = 0};
  XPBD_TRY(status);
  return finish(&s, "volume", out);
}
