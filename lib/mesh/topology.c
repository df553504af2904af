/* Why this file exists: derives edges, neighbours and hinges of a triangle list in linear time. Cincotti sorts all
 * half-edges. Here each goes to the bucket of its smaller vertex, and only the few entries of a bucket are sorted. This
 * gives the same lexicographic order, and on meshes with local numbering memory is accessed almost in order. */
#include <stdlib.h>
#include <string.h>

#include "base/edge.h"
#include "base/memory.h"
#include "mesh/build.h"

enum { INSERTION_SORT_LIMIT = 48 }; /* a bucket holds about 2 x 6 half-edges, of a fan perhaps a million */

/* Half-edges by their smaller vertex. An entry is (larger vertex << 32 | half-edge), so sorting entries sorts by the
 * larger vertex and keeps the half-edges of an edge in triangle order. Half-edge h is corner h % 3 of triangle h /
 * 3. */
typedef struct buckets {
  uint32_t *start;   /* [vertex_count + 1] */
  uint64_t *entries; /* [3 triangle_count] */
  uint32_t *seen;    /* [vertex_count] index of the last entry with this vertex opposite, plus one */
} buckets;

static int32_t entry_other(uint64_t entry) {
  return (int32_t)(entry >> 32);
}
static uint32_t entry_half_edge(uint64_t entry) {
  return (uint32_t)entry;
}

static int compare_entries(const void *left, const void *right) {
  const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

static void sort_bucket(uint64_t *entries, size_t count) {
  if (count > INSERTION_SORT_LIMIT) {
    qsort(entries, count, sizeof *entries, compare_entries);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    const uint64_t entry = entries[i];
    size_t at = i;
    for (; at > 0 && entries[at - 1] > entry; at--) entries[at] = entries[at - 1];
    entries[at] = entry;
  }
}

/* The ends of the half-edge at a corner, the lower first. */
static void half_edge_ends(const int32_t *corners, int corner, int32_t *low, int32_t *high) {
  const int32_t a = corners[corner], b = corners[corner == 2 ? 0 : corner + 1];
  *low = a < b ? a : b;
  *high = a < b ? b : a;
}

static int32_t opposite_vertex(const xpbd_mesh *mesh, size_t half_edge) {
  const size_t triangle = half_edge / 3, corner = half_edge % 3;
  return mesh->triangles[3 * triangle + (corner + 2) % 3];
}

static void fill_buckets(const xpbd_mesh *mesh, const buckets *b) {
  const size_t vertices = (size_t)mesh->vertex_count, triangles = (size_t)mesh->triangle_count;
  int32_t low, high;
  memset(b->start, 0, (vertices + 1) * sizeof *b->start);
  for (size_t t = 0; t < triangles; t++)
    for (int k = 0; k < 3; k++) {
      half_edge_ends(mesh->triangles + 3 * t, k, &low, &high);
      b->start[low]++;
    }
  uint32_t total = 0;
  for (size_t v = 0; v < vertices; v++) total += b->start[v], b->start[v] = total; /* end of each bucket */
  b->start[vertices] = total;
  for (size_t t = triangles; t-- > 0;) /* backwards: filling from the end turns the ends into starts */
    for (int k = 3; k-- > 0;) {
      half_edge_ends(mesh->triangles + 3 * t, k, &low, &high);
      b->entries[--b->start[low]] = (uint64_t)(uint32_t)high << 32 | (uint64_t)(3 * t + (size_t)k);
    }
  for (size_t v = 0; v < vertices; v++) sort_bucket(b->entries + b->start[v], b->start[v + 1] - b->start[v]);
}

static size_t count_edges(const xpbd_mesh *mesh, const buckets *b) {
  size_t edges = 0;
  for (size_t v = 0; v < (size_t)mesh->vertex_count; v++)
    for (uint32_t i = b->start[v]; i < b->start[v + 1]; i++)
      edges += i == b->start[v] || entry_other(b->entries[i]) != entry_other(b->entries[i - 1]);
  return edges;
}

/* Two half-edges of one edge with the same opposite vertex belong to two triangles with the same corners. `seen` keeps
 * this linear even if a million triangles share an edge. */
static xpbd_status refuse_twins(const xpbd_mesh *mesh, buckets *b, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i++) {
    const size_t half_edge = entry_half_edge(b->entries[i]);
    const int32_t opposite = opposite_vertex(mesh, half_edge);
    const size_t previous = b->seen[opposite];
    if (previous > begin) {
      const size_t first = entry_half_edge(b->entries[previous - 1]) / 3, second = half_edge / 3;
      const int32_t *corner = mesh->triangles + 3 * second;
      return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "triangles %zu and %zu have the same corners (%d, %d, %d)", first,
                       second, corner[0], corner[1], corner[2]);
    }
    b->seen[opposite] = (uint32_t)(i + 1);
  }
  return XPBD_OK;
}

static xpbd_status pair_edges(xpbd_mesh *mesh, buckets *b) {
  size_t edge = 0;
  for (int32_t v = 0; v < mesh->vertex_count; v++) {
    const size_t bucket_end = b->start[v + 1];
    for (size_t begin = b->start[v], end; begin < bucket_end; begin = end) {
      const int32_t other = entry_other(b->entries[begin]);
      for (end = begin + 1; end < bucket_end && entry_other(b->entries[end]) == other;) end++;
      mesh->edges[2 * edge] = v;
      mesh->edges[2 * edge + 1] = other;
      edge++;
      if (end - begin < 2) continue;
      XPBD_TRY(refuse_twins(mesh, b, begin, end));
      const uint32_t first = entry_half_edge(b->entries[begin]), second = entry_half_edge(b->entries[begin + 1]);
      mesh->neighbours[first] = (int32_t)(second / 3);
      mesh->neighbours[second] = (int32_t)(first / 3);
    }
  }
  return XPBD_OK;
}

/* The corner of `triangle` whose edge leads to `neighbour`. There is at most one, because two triangles that share two
 * edges have the same corners and were refused. */
static size_t corner_towards(const xpbd_mesh *mesh, int32_t triangle, int32_t neighbour) {
  const int32_t *across = mesh->neighbours + 3 * (size_t)triangle;
  return across[0] == neighbour ? 0 : across[1] == neighbour ? 1 : 2;
}

static void *allocate(size_t count, size_t size, size_t *total) {
  *total += count * size;
  return xpbd_memory((int64_t)count, size);
}

xpbd_status xpbd_mesh_list_hinges(xpbd_mesh *mesh) {
  const int64_t half_edges = 3 * (int64_t)mesh->triangle_count;
  size_t bytes = 0;
  mesh->hinge_count = 0;
  for (int64_t k = 0; k < half_edges; k++) mesh->hinge_count += mesh->neighbours[k] > k / 3;
  mesh->hinges = allocate((size_t)mesh->hinge_count, 4 * sizeof *mesh->hinges, &bytes);
  XPBD_REQUIRE(mesh->hinges, XPBD_ERR_OUT_OF_MEMORY, "pairs of triangles: out of memory (%zu bytes)", bytes);
  int32_t *hinge = mesh->hinges;
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const int32_t *corners = mesh->triangles + 3 * (size_t)t;
    for (size_t k = 0; k < 3; k++) {
      const int32_t n = mesh->neighbours[3 * (size_t)t + k];
      if (n <= t) continue; /* the border, or already listed */
      hinge[0] = corners[k];
      hinge[1] = corners[(k + 1) % 3];
      hinge[2] = corners[(k + 2) % 3];
      hinge[3] = mesh->triangles[3 * (size_t)n + (corner_towards(mesh, n, t) + 2) % 3];
      hinge += 4;
    }
  }
  return XPBD_OK;
}

/* The scratch memory is freed before the hinges are allocated, which are the largest array of the result. */
static xpbd_status derive_edges(xpbd_mesh *mesh, buckets *b) {
  const size_t vertices = (size_t)mesh->vertex_count, half_edges = 3 * (size_t)mesh->triangle_count;
  size_t bytes = 0;
  b->start = allocate(vertices + 1, sizeof *b->start, &bytes);
  b->entries = allocate(half_edges, sizeof *b->entries, &bytes);
  mesh->neighbours = allocate(half_edges, sizeof *mesh->neighbours, &bytes);
  b->seen = xpbd_memory_zeroed(mesh->vertex_count + INT64_C(1), sizeof *b->seen);
  XPBD_REQUIRE(b->start && b->entries && mesh->neighbours && b->seen, XPBD_ERR_OUT_OF_MEMORY,
               "mesh topology: out of memory (%zu bytes)", bytes + (vertices + 1) * sizeof *b->seen);
  fill_buckets(mesh, b);
  memset(mesh->neighbours, 0xff, half_edges * sizeof *mesh->neighbours); /* all -1 */
  const size_t edges = count_edges(mesh, b);
  XPBD_REQUIRE(edges <= INT32_MAX, XPBD_ERR_INVALID_ARGUMENT, "%zu edges; a mesh has at most %d", edges, INT32_MAX);
  mesh->edges = allocate(2 * edges, sizeof *mesh->edges, &bytes);
  XPBD_REQUIRE(mesh->edges, XPBD_ERR_OUT_OF_MEMORY, "mesh topology: out of memory (%zu bytes)", bytes);
  mesh->edge_count = (int32_t)edges;
  return pair_edges(mesh, b);
}

xpbd_status xpbd_mesh_finish(xpbd_mesh *mesh) {
  buckets b = {0};
  xpbd_status status = derive_edges(mesh, &b);
  free(b.start);
  free(b.entries);
  free(b.seen);
  if (status == XPBD_OK) status = xpbd_mesh_list_hinges(mesh);
  if (status != XPBD_OK) xpbd_mesh_destroy(mesh);
  return status;
}

xpbd_status xpbd_mesh_make(int32_t vertex_count, const double *positions, int32_t triangle_count,
                           const int32_t *triangles, xpbd_mesh *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_mesh){0};
  if (vertex_count > 0) XPBD_NOT_NULL(positions);
  if (triangle_count > 0) XPBD_NOT_NULL(triangles);
  xpbd_mesh mesh;
  XPBD_TRY(xpbd_mesh_reserve("mesh", vertex_count, triangle_count, &mesh));
  if (vertex_count > 0) memcpy(mesh.positions, positions, (size_t)vertex_count * 3 * sizeof *positions);
  if (triangle_count > 0) memcpy(mesh.triangles, triangles, (size_t)triangle_count * 3 * sizeof *triangles);
  const xpbd_status status = xpbd_mesh_validate(&mesh);
  if (status != XPBD_OK) {
    xpbd_mesh_destroy(&mesh);
    return status;
  }
  XPBD_TRY(xpbd_mesh_finish(&mesh));
  *out = mesh;
  return XPBD_OK;
}
