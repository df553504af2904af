/* Why this file exists: wrong normals at a corner, an extra face or a ball that is a little too small would show in few
 * contacts. Here every number of a mesh's structure is compared with an independent computation, in double and in
 * float. The limits of flat, plane and convex are tested from both sides. */
#include <math.h>
#include <string.h>

#include "collide/obstacle.h"
#include "obstacle_shapes.h"
#include "runner/check.h"

static const double *corner(const xpbd_mesh *mesh, int32_t triangle, int k) {
  return &mesh->positions[3 * mesh->triangles[3 * triangle + k]];
}

static void cross(const double *a, const double *b, const double *c, double out[3]) {
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    out[k] = (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]);
  }
}

static double length(const double a[3]) {
  return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static void unit_normal(const xpbd_mesh *mesh, int32_t t, double out[3]) {
  cross(corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2), out);
  const double size = length(out);
  for (int k = 0; k < 3; k++) out[k] /= size;
}

/// The angle of a triangle at its corner k, by the law of cosines.
static double angle(const xpbd_mesh *mesh, int32_t t, int k) {
  double side[3];
  for (int i = 0; i < 3; i++) {
    const double *a = corner(mesh, t, (k + i + 1) % 3), *b = corner(mesh, t, (k + i + 2) % 3);
    side[i] = (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]);
  }
  return acos((side[1] + side[2] - side[0]) / (2.0 * sqrt(side[1] * side[2])));
}

static bool has(const xpbd_mesh *mesh, int32_t t, int32_t vertex) {
  return mesh->triangles[3 * t] == vertex || mesh->triangles[3 * t + 1] == vertex ||
         mesh->triangles[3 * t + 2] == vertex;
}

/// The normal at a feature of triangle t: 0 .. 2 the edge from that corner on, 3 .. 5 a corner. It looks at all
/// triangles. `even`: corners by a sum without angle weights, which is wrong.
static void normal_at(const xpbd_mesh *mesh, int32_t t, int feature, bool even, double out[3]) {
  const int32_t *at = &mesh->triangles[3 * t], first = at[feature % 3], second = at[(feature + 1) % 3];
  double n[3], sum[3] = {0};
  for (int32_t other = 0; other < mesh->triangle_count; other++) {
    if (!has(mesh, other, first) || (feature < 3 && !has(mesh, other, second))) continue;
    double weight = 1.0;
    for (int k = 0; k < 3 && feature >= 3 && !even; k++)
      if (mesh->triangles[3 * other + k] == first) weight = angle(mesh, other, k);
    unit_normal(mesh, other, n);
    for (int k = 0; k < 3; k++) sum[k] += weight * n[k];
  }
  const double size = length(sum);
  for (int k = 0; k < 3; k++) out[k] = sum[k] / size;
}

static double apart(xpbd_vec3_f64 a, const double b[3]) {
  return check_larger(fabs(a.x - b[0]), check_larger(fabs(a.y - b[1]), fabs(a.z - b[2])));
}

/// The triangle of the mesh that has these corners, in this order.
static int32_t find(const xpbd_mesh *mesh, const xpbd_obstacle_triangle_f64 *triangle) {
  for (int32_t t = 0; t < mesh->triangle_count; t++)
    if (apart(triangle->corner[0], corner(mesh, t, 0)) == 0.0 &&
        apart(triangle->corner[1], corner(mesh, t, 1)) == 0.0 && apart(triangle->corner[2], corner(mesh, t, 2)) == 0.0)
      return t;
  return -1;
}

/// Numbers in double that are not, rounded, those in float.
static int64_t differing(const double *wide, const float *narrow, size_t count) {
  int64_t wrong = 0;
  for (size_t k = 0; k < count; k++) wrong += (float)wide[k] != narrow[k];
  return wrong;
}

static int64_t differing_arrays(const xpbd_obstacle_f64 *w, const xpbd_obstacle_f32 *f) {
  int64_t wrong = f->plane_count != w->plane_count || f->node_count != w->node_count ||
                  f->triangle_count != w->triangle_count || f->kind != w->kind || f->active != w->active;
  for (int32_t k = 0; k < w->plane_count; k++)
    wrong += differing(&w->planes[k].n.x, &f->planes[k].n.x, 3) + ((float)w->planes[k].offset != f->planes[k].offset);
  for (int32_t k = 0; k < w->node_count; k++)
    wrong += differing(&w->nodes[k].low.x, &f->nodes[k].low.x, 3) +
             differing(&w->nodes[k].high.x, &f->nodes[k].high.x, 3) + (w->nodes[k].right != f->nodes[k].right) +
             (w->nodes[k].count != f->nodes[k].count);
  for (int32_t k = 0; k < w->triangle_count; k++)
    wrong += differing(&w->triangles[k].corner[0].x, &f->triangles[k].corner[0].x, 12);
  return wrong + differing(&w->normals[0].x, &f->normals[0].x, 18 * (size_t)w->triangle_count);
}

static int64_t differing_numbers(const xpbd_obstacle_f64 *w, const xpbd_obstacle_f32 *f) {
  return differing(&w->centre.x, &f->centre.x, 3) + differing(&w->axis[0].x, &f->axis[0].x, 9) +
         differing(&w->start_centre.x, &f->start_centre.x, 3) + differing(&w->start_axis[0].x, &f->start_axis[0].x, 9) +
         differing(&w->bound_centre.x, &f->bound_centre.x, 3) + differing(&w->bound_squared, &f->bound_squared, 1) +
         differing(&w->radius, &f->radius, 1) + differing(&w->friction, &f->friction, 1) +
         differing(&w->restitution, &f->restitution, 1) + differing(&w->size.x, &f->size.x, 3) +
         differing(&w->low.x, &f->low.x, 3) + differing(&w->high.x, &f->high.x, 3);
}

/// A ball with dents of half its radius, so that no two triangles are alike and few are regular.
static xpbd_obstacle *dented(check *self, xpbd_mesh *mesh, xpbd_obstacle_def *def) {
  xpbd_obstacle *ball = NULL;
  if (!check_status(self, xpbd_mesh_make_sphere(2, 0.4, mesh), XPBD_OK, "a ball")) return NULL;
  for (int32_t i = 0; i < mesh->vertex_count; i++) {
    const double by = check_random(self, 0.7, 1.3);
    for (int k = 0; k < 3; k++) mesh->positions[3 * i + k] *= by;
  }
  *def = xpbd_obstacle_def_default();
  def->kind = XPBD_OBSTACLE_MESH, def->mesh = mesh, def->spin = 0.7, def->friction = 0.3, def->restitution = 0.2;
  def->centre[0] = 0.1, def->centre[1] = -0.7, def->centre[2] = 3.3;
  def->rotation[0] = 0.9, def->rotation[1] = 0.1, def->rotation[2] = -0.3, def->rotation[3] = 0.5;
  check_status(self, xpbd_obstacle_create(def, &ball), XPBD_OK, "an obstacle");
  return ball;
}

static void normals(check *self, int argument) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  xpbd_obstacle_def def;
  xpbd_obstacle *ball = dented(self, &mesh, &def);
  if (ball) {
    xpbd_obstacle_f64 now;
    xpbd_obstacle_at_f64(ball, NULL, 0.5, 0.01, &now);
    double faces = 0.0, edges = 0.0, corners = 0.0, evenly = 0.0, n[3];
    int32_t unknown = 0;
    for (int32_t i = 0; i < now.triangle_count; i++) {
      const int32_t t = find(&mesh, &now.triangles[i]);
      unknown += t < 0;
      if (t < 0) continue;
      unit_normal(&mesh, t, n);
      faces = check_larger(faces, apart(now.triangles[i].n, n));
      for (int k = 0; k < 6; k++) {
        double *most = k < 3 ? &edges : &corners;
        normal_at(&mesh, t, k, false, n);
        *most = check_larger(*most, apart(now.normals[6 * i + k], n));
        normal_at(&mesh, t, k, true, n);
        if (k >= 3) evenly = check_larger(evenly, apart(now.normals[6 * i + k], n));
      }
    }
    check_same(self, (uint64_t)now.triangle_count, (uint64_t)mesh.triangle_count, "triangles");
    check_same(self, (uint64_t)unknown, 0, "triangles that the mesh does not have");
    check_at_most(self, faces, 1e-13, "normals of faces");
    check_at_most(self, edges, 1e-12, "normals at edges");
    check_at_most(self, corners, 1e-12, "normals at corners");
    check_control(self, evenly > 1e-3, "corners at which each face counts the same");
  }
  xpbd_obstacle_destroy(&ball);
}

/// The box and the ball around the mesh in the world; everything in float; the list of arrays.
static void numbers(check *self, int argument) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  xpbd_obstacle_def def;
  xpbd_obstacle *ball = dented(self, &mesh, &def);
  if (ball) {
    xpbd_obstacle_f64 w;
    xpbd_obstacle_f32 f;
    xpbd_obstacle_at_f64(ball, NULL, 0.5, 0.01, &w);
    xpbd_obstacle_at_f32(ball, NULL, 0.5, 0.01, &f);
    double low[3], high[3], middle[3], at[3] = {0}, farthest = 0.0;
    for (int k = 0; k < 3; k++) {
      low[k] = INFINITY, high[k] = -INFINITY;
      for (int32_t i = 0; i < mesh.vertex_count; i++)
        low[k] = fmin(low[k], mesh.positions[3 * i + k]), high[k] = fmax(high[k], mesh.positions[3 * i + k]);
      middle[k] = (low[k] + high[k]) / 2;
    }
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
      double d[3];
      for (int k = 0; k < 3; k++) d[k] = mesh.positions[3 * i + k] - middle[k];
      farthest = fmax(farthest, length(d));
    }
    const double *axis = &w.axis[0].x;
    for (int k = 0; k < 3; k++)
      at[k] = def.centre[k] + middle[0] * axis[k] + middle[1] * axis[3 + k] + middle[2] * axis[6 + k];
    check_true(self, apart(w.low, low) == 0.0 && apart(w.high, high) == 0.0, "the box that holds the mesh");
    check_at_most(self, apart(w.bound_centre, at), 1e-15, "the middle of the ball around it [m]");
    check_at_most(self, fabs(w.bound_squared / (farthest * farthest) - 1.0001), 1e-14,
                  "its squared radius, a ten-thousandth more");
    check_control(self, !(fabs(w.bound_squared / (farthest * farthest) - 1.0) <= 1e-14), "no more");
    check_same(self, (uint64_t)(differing_arrays(&w, &f) + differing_numbers(&w, &f)), 0, "other numbers in float");
    w.triangles = w.triangles + 1, w.triangle_count--;
    check_control(self, differing_arrays(&w, &f) > 0, "triangles one farther");
    check_control(self, (float)w.start_axis[0].x != f.axis[0].x, "it turns during the step");
    check_true(self, f.friction == 0.3f && f.restitution == 0.2f && f.active == 1 && f.kind == XPBD_OBSTACLE_MESH,
               "what it is made of");
    xpbd_obstacle_array arrays[XPBD_OBSTACLE_ARRAYS]; /* the check `arrays` looks at them */
    check_same(self, (uint64_t)xpbd_obstacle_arrays_f32(ball, arrays), 3, "arrays: nodes, triangles, normals");
    check_true(self, arrays[0].data == f.nodes && arrays[1].data == f.triangles && arrays[2].data == f.normals,
               "in this order");
  }
  xpbd_obstacle_destroy(&ball);
}

/* ---- limits ---- */

/* A cube of half size 1 whose upper face is four triangles around its middle, which is lowered by `dent`. */
static xpbd_status dented_cube(double dent, xpbd_obstacle_kind kind, xpbd_obstacle **out) {
  static const int32_t triangles[] = {0, 2, 1, 0, 3, 2, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7,
                                      2, 7, 6, 3, 0, 4, 3, 4, 7, 4, 5, 8, 5, 6, 8, 6, 7, 8, 7, 4, 8};
  const double positions[] = {-1, -1, -1, 1, -1, -1, 1, 1,  -1, -1, 1, -1, -1,        -1,
                              1,  1,  -1, 1, 1,  1,  1, -1, 1,  1,  0, 0,  1.0 - dent};
  const xpbd_mesh mesh = {
      .vertex_count = 9, .positions = (double *)positions, .triangle_count = 14, .triangles = (int32_t *)triangles};
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  def.kind = kind, def.mesh = &mesh;
  return xpbd_obstacle_create(&def, out);
}

/// The opposite edge is 2 dent in front of each of the four triangles. Up to 1e-12 of 2 sqrt(3) m counts as one plane.
/// Up to 1e-6 of it counts as convex, as in a file with six digits.
static void convex(check *self, int argument) {
  static const struct {
    double share;
    int32_t planes; /* 0: refused */
  } cases[] = {{0.0, 6}, {0.9e-12, 6}, {1.1e-12, 9}, {1e-9, 9}, {0.99e-6, 9}, {1.01e-6, 0}, {-1e-3, 9}};
  const double size = 2.0 * sqrt(3.0);
  int32_t counts[sizeof cases / sizeof *cases] = {0};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    OWNED(xpbd_obstacle_destroy) xpbd_obstacle *cube = NULL;
    const xpbd_status status = dented_cube(0.5 * cases[k].share * size, XPBD_OBSTACLE_POLYHEDRON, &cube);
    check_status(self, status, cases[k].planes > 0 ? XPBD_OK : XPBD_ERR_INVALID_ARGUMENT, "dent %g", cases[k].share);
    if (status == XPBD_OK) {
      xpbd_obstacle_f64 now;
      double wrong = 0.0;
      xpbd_obstacle_at_f64(cube, NULL, 0.0, 0.0, &now);
      counts[k] = now.plane_count;
      for (int32_t p = 0; p < now.plane_count; p++) {
        const xpbd_vec3_f64 n = now.planes[p].n;
        wrong = check_larger(wrong, fabs(now.planes[p].offset - 1.0));
        wrong = check_larger(wrong, fabs(check_larger(fabs(n.x), check_larger(fabs(n.y), fabs(n.z))) - 1.0));
      }
      check_at_most(self, wrong, 2.0 * fabs(cases[k].share) + 1e-15, "dent %g: faces at another distance than 1 m",
                    cases[k].share);
    } else {
      check_true(self,
                 strncmp(xpbd_last_error(), "the mesh is not convex: a corner of triangle ", 45) == 0 &&
                     strstr(xpbd_last_error(), " is 3.49874e-06 m in front of another face") != NULL,
                 "the text: %s", xpbd_last_error());
    }
    check_same(self, (uint64_t)counts[k], (uint64_t)cases[k].planes, "dent %g: planes", cases[k].share);
  }
  check_control(self, counts[1] != counts[2], "a dent a little deeper");
}

/// A tetrahedron with a vertex near the middle of its edge from (0, 0, 0) to (1, 0, 0), at distance `height`. The
/// vertex makes two triangles whose area over the square of their longest edge is this. It is the third edge of
/// triangle 1 turned by `turn`. All of it is `size` times as large.
static xpbd_status sliver(double height, int turn, double size, xpbd_obstacle **out) {
  static const int32_t thin[3] = {1, 4, 0};
  int32_t triangles[] = {0, 2, 1, 1, 4, 0, 0, 4, 3, 4, 1, 3, 0, 3, 2, 1, 2, 3};
  for (int k = 0; k < 3; k++) triangles[3 + k] = thin[(k + turn) % 3];
  double positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, -height, 0};
  for (int k = 0; k < 15; k++) positions[k] *= size;
  const xpbd_mesh mesh = {.vertex_count = 5, .positions = positions, .triangle_count = 6, .triangles = triangles};
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  def.kind = XPBD_OBSTACLE_MESH, def.mesh = &mesh;
  return xpbd_obstacle_create(&def, out);
}

static void flat(check *self, int argument) {
  static const double sizes[] = {1.0, 1e-7, 1e7};
  for (int k = 0; k < 9; k++) {
    const int turn = k % 3;
    const double size = sizes[k / 3];
    xpbd_obstacle *body = NULL;
    check_status(self, sliver(1.02e-12, turn, size, &body), XPBD_OK, "just not a sliver, from corner %d, of %g m", turn,
                 size);
    xpbd_obstacle_destroy(&body);
    check_status(self, sliver(0.98e-12, turn, size, &body), XPBD_ERR_INVALID_ARGUMENT,
                 "a sliver, from corner %d, of %g m", turn, size);
    check_said(self, "triangle 1 has no area", "what is said");
    check_control(self, !body, "nothing is made of it");
  }
}

void check_obstacles_mesh(check_registry *registry) {
  check_add(registry, "mesh-normals", "normals at faces, edges and corners, by all triangles around", normals, 0);
  check_add(registry, "mesh-numbers", "box, ball, pose; the same in float; the list of arrays", numbers, 0);
  check_add(registry, "mesh-convex", "how far from a plane and from convex a polyhedron may be", convex, 0);
  check_add(registry, "mesh-flat", "how thin a triangle may be", flat, 0);
}
