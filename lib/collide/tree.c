/* Why this file exists: builds the tree of boxes for finding the closest triangle, and the normals that distinguish
 * inside from outside there. Boxes are halved by count, so the depth is known in advance. Halves are split in a total
 * order, so the tree is the same everywhere. */
#include <math.h>
#include <stdlib.h>

#include "collide/build.h"
#include "base/error.h"

typedef struct item {
  double key; /* three times the middle of the triangle, along the axis of the split */
  int32_t triangle;
} item;

typedef struct builder {
  const xpbd_mesh *mesh;
  item *items; /* [triangle_count] */
  xpbd_obstacle_node_f64 *nodes;
  int32_t node_count;
} builder;

static double along(xpbd_vec3_f64 a, int axis) {
  return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

static xpbd_vec3_f64 middle(const xpbd_mesh *mesh, int32_t t) {
  const xpbd_vec3_f64 a = xpbd_obstacle_plus(xpbd_obstacle_corner(mesh, t, 0), 1.0, xpbd_obstacle_corner(mesh, t, 1));
  return xpbd_obstacle_plus(a, 1.0, xpbd_obstacle_corner(mesh, t, 2));
}

static int before(const item *a, const item *b) {
  return a->key < b->key || (a->key == b->key && a->triangle < b->triangle);
}

static void swap(item *a, item *b) {
  const item c = *a;
  *a = *b;
  *b = c;
}

/* Moves the `half` smallest of `count` items to the front (Hoare's selection). */
static void select_half(item *items, int32_t count, int32_t half) {
  int32_t first = 0, last = count - 1;
  while (first < last) {
    const item pivot = items[first + (last - first) / 2];
    int32_t i = first, j = last;
    while (i <= j) {
      while (before(&items[i], &pivot)) i++;
      while (before(&pivot, &items[j])) j--;
      if (i <= j) swap(&items[i++], &items[j--]);
    }
    if (half <= j)
      last = j;
    else if (half >= i)
      first = i;
    else
      return;
  }
}

static void widen(xpbd_vec3_f64 p, xpbd_vec3_f64 *low, xpbd_vec3_f64 *high) {
  *low = (xpbd_vec3_f64){fmin(low->x, p.x), fmin(low->y, p.y), fmin(low->z, p.z)};
  *high = (xpbd_vec3_f64){fmax(high->x, p.x), fmax(high->y, p.y), fmax(high->z, p.z)};
}

/* Builds the node of items first .. first + count - 1 and its subtree. */
static void build_node(builder *b, int32_t first, int32_t count) {
  xpbd_obstacle_node_f64 *node = &b->nodes[b->node_count++];
  xpbd_vec3_f64 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
  node->low = low, node->high = high;
  for (int32_t i = first; i < first + count; i++) {
    const int32_t t = b->items[i].triangle;
    for (int k = 0; k < 3; k++) widen(xpbd_obstacle_corner(b->mesh, t, k), &node->low, &node->high);
    widen(middle(b->mesh, t), &low, &high);
  }
  if (count <= XPBD_OBSTACLE_LEAF) {
    node->right = first;
    node->count = count;
    return;
  }
  const xpbd_vec3_f64 size = xpbd_obstacle_minus(high, low);
  int axis = size.y > size.x ? 1 : 0;
  if (size.z > along(size, axis)) axis = 2;
  for (int32_t i = first; i < first + count; i++) b->items[i].key = along(middle(b->mesh, b->items[i].triangle), axis);
  const int32_t half = count / 2;
  select_half(b->items + first, count, half);
  build_node(b, first, half);
  node->right = b->node_count;
  node->count = 0;
  build_node(b, first + half, count - half);
}

/* Normals at the corners of the mesh: those of the adjacent faces, weighted by their angles. */
static void corner_normals(const xpbd_mesh *mesh, xpbd_vec3_f64 *out) {
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const xpbd_vec3_f64 area = xpbd_obstacle_area(mesh, t), n = xpbd_obstacle_unit(area);
    const double twice = sqrt(xpbd_obstacle_dot(area, area));
    for (int k = 0; k < 3; k++) {
      const xpbd_vec3_f64 p = xpbd_obstacle_corner(mesh, t, k);
      const double cosine = xpbd_obstacle_dot(xpbd_obstacle_minus(xpbd_obstacle_corner(mesh, t, (k + 1) % 3), p),
                                              xpbd_obstacle_minus(xpbd_obstacle_corner(mesh, t, (k + 2) % 3), p));
      xpbd_vec3_f64 *sum = &out[mesh->triangles[3 * (size_t)t + (size_t)k]];
      *sum = xpbd_obstacle_plus(*sum, atan2(twice, cosine), n);
    }
  }
}

static void fill(const builder *b, const xpbd_vec3_f64 *at_corners, xpbd_obstacle_triangle_f64 *triangles,
                 xpbd_vec3_f64 *normals) {
  const xpbd_mesh *mesh = b->mesh;
  for (int32_t i = 0; i < mesh->triangle_count; i++) {
    const int32_t t = b->items[i].triangle;
    const xpbd_vec3_f64 n = xpbd_obstacle_unit(xpbd_obstacle_area(mesh, t));
    triangles[i].n = n;
    for (int k = 0; k < 3; k++) {
      const size_t corner = 3 * (size_t)t + (size_t)k;
      const xpbd_vec3_f64 other = xpbd_obstacle_unit(xpbd_obstacle_area(mesh, mesh->neighbours[corner]));
      triangles[i].corner[k] = xpbd_obstacle_corner(mesh, t, k);
      normals[6 * (size_t)i + (size_t)k] = xpbd_obstacle_unit(xpbd_obstacle_plus(n, 1.0, other));
      normals[6 * (size_t)i + 3 + (size_t)k] = xpbd_obstacle_unit(at_corners[mesh->triangles[corner]]);
    }
  }
}

xpbd_status xpbd_obstacle_build_tree(const xpbd_mesh *mesh, xpbd_obstacle_f64 *out) {
  const size_t count = (size_t)mesh->triangle_count;
  builder b = {.mesh = mesh, .items = malloc(count * sizeof *b.items), .nodes = malloc(2 * count * sizeof *b.nodes)};
  xpbd_obstacle_triangle_f64 *triangles = malloc(count * sizeof *triangles);
  xpbd_vec3_f64 *normals = malloc(6 * count * sizeof *normals);
  xpbd_vec3_f64 *at_corners = calloc((size_t)mesh->vertex_count, sizeof *at_corners);
  const int complete = b.items && b.nodes && triangles && normals && at_corners;
  if (complete) {
    for (int32_t t = 0; t < mesh->triangle_count; t++) b.items[t] = (item){.triangle = t};
    build_node(&b, 0, mesh->triangle_count);
    corner_normals(mesh, at_corners);
    fill(&b, at_corners, triangles, normals);
  }
  free(b.items);
  free(at_corners);
  out->nodes = b.nodes, out->node_count = b.node_count;
  out->triangles = triangles, out->normals = normals;
  out->triangle_count = mesh->triangle_count;
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for the tree of %d triangles", mesh->triangle_count);
  return XPBD_OK;
}
