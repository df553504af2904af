/* Why this file exists: any tree whose boxes contain their triangles finds the right one, only the time differs. So the
 * tree itself is checked here: tight boxes and even halves, split along the widest axis of the triangles' middles. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collide/obstacle.h"
#include "obstacle_shapes.h"
#include "runner/check.h"

typedef struct look {
  const xpbd_obstacle_node_f64 *nodes;
  const xpbd_obstacle_triangle_f64 *triangles;
  int32_t seen, inner;                        ///< Nodes.
  int32_t loose, uneven, unordered, overfull; ///< Wrong ones among them.
} look;

static double coordinate(xpbd_vec3_f64 p, int axis) {
  return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

/// Three times the middle of a triangle.
static double middle(const xpbd_obstacle_triangle_f64 *t, int axis) {
  return coordinate(t->corner[0], axis) + coordinate(t->corner[1], axis) + coordinate(t->corner[2], axis);
}

static void span(const look *l, int32_t first, int32_t count, int axis, double *low, double *high) {
  *low = INFINITY, *high = -INFINITY;
  for (int32_t t = first; t < first + count; t++)
    *low = fmin(*low, middle(&l->triangles[t], axis)), *high = fmax(*high, middle(&l->triangles[t], axis));
}

static bool is_tight(const look *l, const xpbd_obstacle_node_f64 *node, int32_t first, int32_t count) {
  bool tight = true;
  for (int axis = 0; axis < 3; axis++) {
    double low = INFINITY, high = -INFINITY;
    for (int32_t t = first; t < first + count; t++)
      for (int k = 0; k < 3; k++) {
        const double x = coordinate(l->triangles[t].corner[k], axis);
        low = fmin(low, x), high = fmax(high, x);
      }
    tight &= coordinate(node->low, axis) == low && coordinate(node->high, axis) == high;
  }
  return tight;
}

/// Along the widest extent of the middles, every left one comes before every right one.
static bool is_ordered(const look *l, int32_t first, int32_t left, int32_t right) {
  int widest = 0;
  double size = -1.0, low, high, ends, begins;
  for (int axis = 0; axis < 3; axis++) {
    span(l, first, left + right, axis, &low, &high);
    if (high - low > size) size = high - low, widest = axis;
  }
  span(l, first, left, widest, &low, &ends);
  span(l, first + left, right, widest, &begins, &high);
  return ends <= begins;
}

/// The triangles below a node: their number and the first.
static int32_t walk(look *l, int32_t at, int32_t *first) {
  const xpbd_obstacle_node_f64 *node = &l->nodes[at];
  int32_t count = node->count;
  l->seen++;
  if (count > 0) {
    *first = node->right;
    l->overfull += count > XPBD_OBSTACLE_LEAF;
  } else {
    int32_t behind;
    const int32_t left = walk(l, at + 1, first), right = walk(l, node->right, &behind);
    count = left + right;
    l->inner++;
    l->uneven += left != count / 2 || behind != *first + left || count <= XPBD_OBSTACLE_LEAF;
    l->unordered += !is_ordered(l, *first, left, right);
  }
  l->loose += !is_tight(l, node, *first, count);
  return count;
}

static void look_at(check *self, const xpbd_obstacle *ball) {
  xpbd_obstacle_f64 now;
  xpbd_obstacle_at_f64(ball, NULL, 0.0, 0.01, &now);
  look l = {.nodes = now.nodes, .triangles = now.triangles};
  int32_t first;
  check_same(self, (uint64_t)walk(&l, 0, &first), (uint64_t)now.triangle_count, "triangles below the root");
  check_same(self, (uint64_t)l.seen, (uint64_t)now.node_count, "nodes");
  check_at_least(self, l.inner, 100, "nodes with children");
  check_same(self, (uint64_t)(l.loose + l.overfull), 0,
             "boxes that are too large or too small, leaves that are too large");
  check_same(self, (uint64_t)l.uneven, 0, "nodes whose halves are not even");
  check_same(self, (uint64_t)l.unordered, 0, "nodes whose halves lie in each other");
  OWNED(check_free) xpbd_obstacle_triangle_f64 *exchanged = malloc((size_t)now.triangle_count * sizeof *exchanged);
  if (check_true(self, exchanged != NULL, "memory")) {
    const size_t last = (size_t)now.triangle_count - 1;
    memcpy(exchanged, now.triangles, (size_t)now.triangle_count * sizeof *exchanged);
    exchanged[0] = now.triangles[last], exchanged[last] = now.triangles[0];
    l = (look){.nodes = now.nodes, .triangles = exchanged};
    walk(&l, 0, &first);
    check_control(self, l.loose > 0 && l.unordered > 0, "two triangles exchanged");
  }
}

/// A ball with dents, so that no two triangles are alike.
static void tree(check *self, int argument) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  OWNED(xpbd_obstacle_destroy) xpbd_obstacle *ball = NULL;
  if (check_status(self, xpbd_mesh_make_sphere(4, 0.4, &mesh), XPBD_OK, "a ball")) {
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
      const double by = check_random(self, 0.99, 1.01);
      for (int k = 0; k < 3; k++) mesh.positions[3 * i + k] *= by;
    }
    xpbd_obstacle_def def = xpbd_obstacle_def_default();
    def.kind = XPBD_OBSTACLE_MESH, def.mesh = &mesh;
    if (check_status(self, xpbd_obstacle_create(&def, &ball), XPBD_OK, "an obstacle")) look_at(self, ball);
  }
}

void check_obstacles_tree(check_registry *registry) {
  check_add(registry, "tree", "tight boxes, even halves, split along the widest axis", tree, 0);
}
