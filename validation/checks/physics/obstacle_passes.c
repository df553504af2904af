/* Why this file exists: one projection moves a particle out of an obstacle once, but twice along a mesh with friction,
 * because friction may lead it back inside. One time too many moves it by rounding only, or applies friction twice. So
 * bits are compared here, with single steps of the same. */
#include <math.h>
#include <string.h>

#define XPBD_SCALAR 64
#include "formula/scalar.h"

#include "collide/obstacle.h"
#include "layout/records.h"

#include "collide/project.inl"

#include "obstacle_shapes.h"
#include "runner/check.h"

enum { POINTS = 20000 };

typedef struct outcome {
  int met, again; ///< Points inside, and those of them that a further time would move.
  int64_t wrong;  ///< Not at the position after `passes` times, with friction after the first.
} outcome;

static xpbd_vec3_f64 vector(const xpbd_particle_f64 *p) {
  return (xpbd_vec3_f64){p->x, p->y, p->z};
}

static bool same(xpbd_vec3_f64 a, xpbd_vec3_f64 b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

/// Moved out once; returns whether it was inside.
static bool out_once(const xpbd_obstacle_f64 *o, double r, xpbd_vec3_f64 *y, xpbd_obstacle_contact_f64 *c) {
  *c = xpbd_obstacle_contact_at_f64(o, NULL, *y, r, 0);
  if (!(c->depth > 0.0)) return false;
  *y = (xpbd_vec3_f64){y->x + c->to_surface.x, y->y + c->to_surface.y, y->z + c->to_surface.z};
  return true;
}

static outcome compare(check *self, const xpbd_obstacle_f64 *o, double r, double size, int passes) {
  outcome found = {0};
  for (int k = 0; k < POINTS; k++) {
    double at[6];
    for (int i = 0; i < 6; i++) at[i] = check_random(self, -size, size);
    const xpbd_particle_f64 start = {at[0] + 0.1 * at[3], at[1] + 0.1 * at[4], at[2] + 0.1 * at[5], 2.0};
    xpbd_particle_f64 x = {at[0], at[1], at[2], 2.0};
    xpbd_vec3_f64 y = vector(&x), n = {0, 0, 0}, expected_n = n;
    xpbd_obstacle_contact_f64 c;
    const bool inside = out_once(o, r, &y, &c);
    if (inside) {
      expected_n = c.n;
      if (o->friction > 0.0) y = xpbd_obstacle_rub_f64(o, NULL, y, vector(&start), &c, 0);
      if (passes > 1 && out_once(o, r, &y, &c)) expected_n = c.n;
      found.met++;
      xpbd_vec3_f64 more = y;
      if (out_once(o, r, &more, &c)) found.again += !same(more, y) || !same(c.n, expected_n);
    }
    const int moved = xpbd_obstacle_project_f64(o, NULL, &x, &start, r, 0, &n);
    found.wrong += moved != inside || !same(vector(&x), y) || !same(n, expected_n) || x.w != 2.0;
  }
  return found;
}

static void passes(check *self, int argument) {
  static const double frictions[] = {0.0, 0.4}, radii[] = {0.0, 0.05};
  for (int mesh = 0; mesh < 2; mesh++)
    for (int f = 0; f < 2; f++)
      for (int b = 0; b < 2; b++) {
        OWNED(xpbd_mesh_destroy) xpbd_mesh ball = {0};
        OWNED(xpbd_obstacle_destroy) xpbd_obstacle *o = NULL;
        xpbd_obstacle_def def = xpbd_obstacle_def_default();
        bool good = check_status(self, xpbd_mesh_make_sphere(2, 0.4, &ball), XPBD_OK, "a ball");
        for (int32_t i = 0; i < 3 * ball.vertex_count; i++)
          ball.positions[i] *= mesh ? check_random(self, 0.9, 1.1) : 1.0;
        def.kind = mesh ? XPBD_OBSTACLE_MESH : XPBD_OBSTACLE_POLYHEDRON, def.mesh = &ball;
        def.friction = frictions[f], def.spin = 0.5;
        good = good && check_status(self, xpbd_obstacle_create(&def, &o), XPBD_OK, "an obstacle");
        if (good) {
          xpbd_obstacle_f64 now;
          xpbd_obstacle_at_f64(o, NULL, 0.2, 0.1, &now);
          const char *what = mesh ? "mesh" : "polyhedron";
          const outcome found = compare(self, &now, radii[b], 0.4, mesh && f ? 2 : 1);
          check_at_least(self, found.met, 1000, "%s, friction %g, radius %g: points inside", what, frictions[f],
                         radii[b]);
          check_same(self, (uint64_t)found.wrong, 0, "%s, friction %g, radius %g: elsewhere", what, frictions[f],
                     radii[b]);
          check_control(self, found.again > 0, "%s, friction %g, radius %g: a further time moves %d", what,
                        frictions[f], radii[b], found.again);
        }
      }
}

/// The nearest triangle, found by looking at all: of equal ones the first, or the last.
static int32_t nearest_triangle(const xpbd_obstacle_f64 *o, xpbd_vec3_f64 q, bool last) {
  double least = (double)INFINITY;
  int32_t at = 0;
  for (int32_t t = 0; t < o->triangle_count; t++) {
    const double squared = xpbd_obstacle_to_triangle_f64(&o->triangles[t], q).squared;
    if (squared < least || (last && squared <= least)) least = squared, at = t;
  }
  return at;
}

/// The same for the planes that a point inside is behind.
static int32_t nearest_plane(const xpbd_obstacle_f64 *o, xpbd_vec3_f64 q, bool last) {
  double least = (double)INFINITY;
  int32_t at = 0;
  for (int32_t k = 0; k < o->plane_count; k++) {
    const double behind = o->planes[k].offset - xpbd_v_dot_f64(o->planes[k].n, q);
    if (behind < least || (last && behind <= least)) least = behind, at = k;
  }
  return at;
}

/// Points of a grid inside a box, and some outside of its mesh. Most are equally near to several triangles. The first
/// of them counts, wherever it is in the tree.
static void ties(check *self, int argument) {
  enum { CELLS = 4, STEPS = 2 * CELLS };
  for (int mesh = 0; mesh < 2; mesh++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh box = {0};
    OWNED(xpbd_obstacle_destroy) xpbd_obstacle *o = NULL;
    xpbd_obstacle_def def = xpbd_obstacle_def_default();
    def.kind = mesh ? XPBD_OBSTACLE_MESH : XPBD_OBSTACLE_POLYHEDRON, def.mesh = &box;
    if (check_status(self, xpbd_mesh_make_box(CELLS, CELLS, CELLS, 1.0, &box), XPBD_OK, "a box") &&
        check_status(self, xpbd_obstacle_create(&def, &o), XPBD_OK, "an obstacle")) {
      const int first = mesh ? -1 : 1, last = mesh ? STEPS + 1 : STEPS - 1;
      int wrong = 0, shared = 0;
      xpbd_obstacle_f64 now;
      xpbd_obstacle_at_f64(o, NULL, 0.0, 0.1, &now);
      for (int i = first; i <= last; i++)
        for (int j = first; j <= last; j++)
          for (int k = first; k <= last; k++) {
            const xpbd_vec3_f64 q = {0.5 * i, 0.5 * j, 0.5 * k};
            const int32_t expected = mesh ? nearest_triangle(&now, q, false) : nearest_plane(&now, q, false);
            if (mesh) {
              wrong += xpbd_obstacle_find_nearest_f64(&now, q).triangle != expected;
              shared += nearest_triangle(&now, q, true) != expected;
            } else {
              const xpbd_vec3_f64 n = xpbd_obstacle_in_planes_f64(&now, q, 0.0).n, m = now.planes[expected].n;
              wrong += n.x != m.x || n.y != m.y || n.z != m.z;
              shared += nearest_plane(&now, q, true) != expected;
            }
          }
      check_same(self, (uint64_t)wrong, 0, "%s: another than the first", mesh ? "mesh" : "polyhedron");
      check_control(self, shared > 20, "%s: the last is another one at %d points", mesh ? "mesh" : "polyhedron",
                    shared);
    }
  }
}

/// Below a wide corner of a triangle, where the foot on the edge and the corner are equally far after rounding. The
/// foot comes first, and is nearer.
static void wide_corner(check *self, int argument) {
  const xpbd_obstacle_triangle_f64 triangle = {.corner = {{-1, 0, 0}, {0, 0, 0}, {1, 1, 0}}, .n = {0, 0, 1}};
  const xpbd_vec3_f64 beside = {-0x1p-30, -1, 0}, beyond = {0x1p-30, -1, 0};
  const xpbd_obstacle_nearest_f64 found = xpbd_obstacle_to_triangle_f64(&triangle, beside);
  check_true(self, found.feature == 0 && fabs(found.away.x) + fabs(found.away.z) <= 0.0 && found.away.y == -1.0,
             "feature %d, away (%g, %g, %g)", (int)found.feature, found.away.x, found.away.y, found.away.z);
  check_control(self, xpbd_obstacle_to_triangle_f64(&triangle, beyond).feature == 4,
                "a little farther it is the corner");
}

void check_obstacles_passes(check_registry *registry) {
  check_add(registry, "passes", "how often a particle is moved out of an obstacle", passes, 0);
  check_add(registry, "ties", "the first of equally near faces", ties, 0);
  check_add(registry, "wide-corner", "the first of equally near edges", wide_corner, 0);
}
