/* Why this file exists: derives surface and edges of a list of tets in linear time. Like in the topology of triangles,
 * each face and edge goes to the bucket of its smallest vertex, and only the few entries of a bucket are sorted. The
 * order of the result does not depend on the sorting method. */
#include <stdbool.h>
#include <stdlib.h>

#include "base/error.h"
#include "mesh/build.h"

enum {
  INSERTION_SORT_LIMIT = 64
}; /* an inner vertex has about 24 tets and is the smallest of a third of their faces */

/* Corners of the face opposite to corner k, counter-clockwise seen from outside a positively oriented tet. */
static const int8_t FACES[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
static const int8_t EDGES[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

/* A face in the bucket of its smallest vertex: the other two (middle << 32 | largest), and face k of tet t as 4 t +
 * k. */
typedef struct face {
  uint64_t others;
  uint32_t number;
} face;

static void face_corners(const xpbd_mesh *mesh, uint32_t number, int32_t out[3]) {
  const int32_t *corner = mesh->tets + (number & ~UINT32_C(3));
  for (int k = 0; k < 3; k++) out[k] = corner[FACES[number & 3][k]];
}

/* Sorts the three corners. Returns whether the permutation is even. */
static bool sort_corners(int32_t corner[3]) {
  bool even = true;
  for (int pass = 0; pass < 3; pass++) {
    const int k = pass & 1;
    if (corner[k] < corner[k + 1]) continue;
    const int32_t larger = corner[k];
    corner[k] = corner[k + 1], corner[k + 1] = larger;
    even = !even;
  }
  return even;
}

static int compare_faces(const void *left, const void *right) {
  const face *a = left, *b = right;
  if (a->others != b->others) return a->others < b->others ? -1 : 1;
  return (a->number > b->number) - (a->number < b->number);
}

static void sort_faces(face *faces, size_t count) {
  if (count > INSERTION_SORT_LIMIT) {
    qsort(faces, count, sizeof *faces, compare_faces);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    const face moved = faces[i];
    size_t at = i;
    for (; at > 0 && compare_faces(&faces[at - 1], &moved) > 0; at--) faces[at] = faces[at - 1];
    faces[at] = moved;
  }
}

/* start [vertex_count + 1] holds the number of entries of each vertex. Afterwards it holds their ends, and filling from
 * the end turns these into their starts. */
static void counts_to_ends(uint32_t *start, int32_t vertex_count) {
  uint32_t total = 0;
  for (int32_t v = 0; v < vertex_count; v++) total += start[v], start[v] = total;
  start[vertex_count] = total;
}

static void fill_faces(const xpbd_mesh *mesh, uint32_t *start, face *faces) {
  const uint32_t count = 4 * (uint32_t)mesh->tet_count;
  int32_t corner[3];
  for (uint32_t f = 0; f < count; f++) {
    face_corners(mesh, f, corner);
    sort_corners(corner);
    start[corner[0]]++;
  }
  counts_to_ends(start, mesh->vertex_count);
  for (uint32_t f = count; f-- > 0;) {
    face_corners(mesh, f, corner);
    sort_corners(corner);
    faces[--start[corner[0]]] = (face){(uint64_t)(uint32_t)corner[1] << 32 | (uint32_t)corner[2], f};
  }
  for (int32_t v = 0; v < mesh->vertex_count; v++) sort_faces(faces + start[v], start[v + 1] - start[v]);
}

/* Checks faces with the same corners, sorted by tet. Two tets on opposite sides of a face see it with opposite
 * orientation. */
static xpbd_status check_shared(const xpbd_mesh *mesh, const face *faces, size_t count, int32_t *named) {
  int32_t corner[2][3];
  bool even[2];
  for (int i = 0; i < 2; i++) {
    face_corners(mesh, faces[i].number, corner[i]);
    even[i] = sort_corners(corner[i]);
  }
  const size_t last = count > 2 ? 2 : 1; /* the first that is wrong, and the one to name */
  const int32_t a = (int32_t)(faces[0].number / 4), b = (int32_t)(faces[1].number / 4);
  *named = (int32_t)(faces[last].number / 4);
  for (size_t i = 0; i < last; i++) /* a face has the number of the opposite corner */
    XPBD_REQUIRE(mesh->tets[faces[i].number] != mesh->tets[faces[last].number], XPBD_ERR_INVALID_ARGUMENT,
                 "tets %d and %d have the same corners", (int32_t)(faces[i].number / 4), *named);
  XPBD_REQUIRE(last == 1, XPBD_ERR_INVALID_ARGUMENT, "tet %d: its face (%d, %d, %d) already belongs to tets %d and %d",
               *named, corner[0][0], corner[0][1], corner[0][2], a, b);
  XPBD_REQUIRE(even[0] != even[1], XPBD_ERR_INVALID_ARGUMENT,
               "tets %d and %d lie on the same side of the face (%d, %d, %d) they share", a, b, corner[0][0],
               corner[0][1], corner[0][2]);
  *named = -1;
  return XPBD_OK;
}

/* Sets inside[f] to 1 for each face of two tets, and surface_count to the number of faces of one tet only. */
static xpbd_status match_faces(const xpbd_mesh *mesh, const uint32_t *start, const face *faces, uint8_t *inside,
                               int32_t *surface_count, int32_t *named) {
  *surface_count = 4 * mesh->tet_count; /* fits: the number of tets is limited */
  for (int32_t v = 0; v < mesh->vertex_count; v++)
    for (size_t begin = start[v], end; begin < start[v + 1]; begin = end) {
      for (end = begin + 1; end < start[v + 1] && faces[end].others == faces[begin].others;) end++;
      if (end - begin == 1) continue;
      XPBD_TRY(check_shared(mesh, faces + begin, end - begin, named));
      inside[faces[begin].number] = inside[faces[begin + 1].number] = 1;
      *surface_count -= 2;
    }
  return XPBD_OK;
}

static xpbd_status list_surface(xpbd_mesh *mesh, const uint8_t *inside, int32_t surface_count) {
  const size_t bytes = (size_t)surface_count * 3 * sizeof *mesh->triangles;
  mesh->triangles = malloc(bytes ? bytes : 1);
  XPBD_REQUIRE(mesh->triangles, XPBD_ERR_OUT_OF_MEMORY, "surface of the tets: out of memory (%zu bytes)", bytes);
  mesh->triangle_count = surface_count;
  int32_t *corner = mesh->triangles;
  for (uint32_t f = 0; f < 4 * (uint32_t)mesh->tet_count; f++)
    if (!inside[f]) {
      face_corners(mesh, f, corner);
      corner += 3;
    }
  return XPBD_OK;
}

xpbd_status xpbd_mesh_derive_surface(xpbd_mesh *mesh, int32_t *named) {
  const size_t face_count = 4 * (size_t)mesh->tet_count, vertices = (size_t)mesh->vertex_count;
  uint32_t *start = calloc(vertices + 1, sizeof *start);
  face *faces = malloc(face_count * sizeof *faces);
  uint8_t *inside = calloc(face_count, 1);
  xpbd_status status = XPBD_OK;
  int32_t surface_count = 0;
  if (!start || !faces || !inside) {
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "surface of the tets: out of memory (%zu bytes)",
                       start ? face_count * (sizeof *faces + 1) : (vertices + 1) * sizeof *start);
  } else {
    fill_faces(mesh, start, faces);
    status = match_faces(mesh, start, faces, inside, &surface_count, named);
  }
  free(start);
  free(faces);
  if (status == XPBD_OK) status = list_surface(mesh, inside, surface_count);
  free(inside);
  return status;
}

static int compare_vertices(const void *left, const void *right) {
  const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  return (a > b) - (a < b);
}

static void sort_vertices(int32_t *vertices, size_t count) {
  if (count > INSERTION_SORT_LIMIT) {
    qsort(vertices, count, sizeof *vertices, compare_vertices);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    const int32_t moved = vertices[i];
    size_t at = i;
    for (; at > 0 && vertices[at - 1] > moved; at--) vertices[at] = vertices[at - 1];
    vertices[at] = moved;
  }
}

/* Sets others[start[v] .. start[v + 1]) to the larger ends of the edges whose smaller end is v, ascending, once per
 * tet. Returns the number of distinct edges. */
static size_t fill_edges(const xpbd_mesh *mesh, uint32_t *start, int32_t *others) {
  const int32_t *const end = mesh->tets + 4 * (size_t)mesh->tet_count;
  for (const int32_t *corner = mesh->tets; corner < end; corner += 4)
    for (int e = 0; e < 6; e++) {
      const int32_t a = corner[EDGES[e][0]], b = corner[EDGES[e][1]];
      start[a < b ? a : b]++;
    }
  counts_to_ends(start, mesh->vertex_count);
  for (const int32_t *corner = mesh->tets; corner < end; corner += 4)
    for (int e = 0; e < 6; e++) {
      const int32_t a = corner[EDGES[e][0]], b = corner[EDGES[e][1]];
      others[--start[a < b ? a : b]] = a < b ? b : a;
    }
  size_t edges = 0;
  for (int32_t v = 0; v < mesh->vertex_count; v++) {
    sort_vertices(others + start[v], start[v + 1] - start[v]);
    for (uint32_t i = start[v]; i < start[v + 1]; i++) edges += i == start[v] || others[i] != others[i - 1];
  }
  return edges;
}

static xpbd_status list_edges(xpbd_mesh *mesh, const uint32_t *start, const int32_t *others, size_t edge_count) {
  XPBD_REQUIRE(edge_count <= INT32_MAX, XPBD_ERR_INVALID_ARGUMENT, "%zu edges; a mesh has at most %d", edge_count,
               INT32_MAX);
  int32_t *edge = malloc(edge_count * 2 * sizeof *edge);
  XPBD_REQUIRE(edge, XPBD_ERR_OUT_OF_MEMORY, "edges of the tets: out of memory (%zu bytes)",
               edge_count * 2 * sizeof *edge);
  free(mesh->edges);
  mesh->edges = edge;
  mesh->edge_count = (int32_t)edge_count;
  for (int32_t v = 0; v < mesh->vertex_count; v++)
    for (uint32_t i = start[v]; i < start[v + 1]; i++) {
      if (i > start[v] && others[i] == others[i - 1]) continue;
      edge[0] = v, edge[1] = others[i];
      edge += 2;
    }
  return XPBD_OK;
}

xpbd_status xpbd_mesh_derive_tet_edges(xpbd_mesh *mesh) {
  const size_t entries = 6 * (size_t)mesh->tet_count, vertices = (size_t)mesh->vertex_count;
  uint32_t *start = calloc(vertices + 1, sizeof *start);
  int32_t *others = malloc(entries * sizeof *others);
  xpbd_status status;
  if (!start || !others)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "edges of the tets: out of memory (%zu bytes)",
                       (vertices + 1) * sizeof *start + entries * sizeof *others);
  else
    status = list_edges(mesh, start, others, fill_edges(mesh, start, others));
  free(start);
  free(others);
  return status;
}
