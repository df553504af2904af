/* Why this file exists: test shapes, and an independent computation of their geometry. */
#include "obstacle_shapes.h"

#include <math.h>

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static void subtract(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[k] - b[k];
}
static void cross(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}
static double length(const double a[3]) {
  return sqrt(dot(a, a));
}

/* A ball whose vertices are moved in and out, with convex and concave edges. */
static xpbd_status make_burr(check *self, xpbd_mesh *out) {
  const xpbd_status status = xpbd_mesh_make_sphere(2, 1.0, out);
  for (int64_t v = 0; status == XPBD_OK && v < out->vertex_count; v++) {
    const double s = check_random(self, 0.5, 1.0);
    for (int k = 0; k < 3; k++) out->positions[3 * v + k] *= s;
  }
  return status;
}

/* A spike with one side cut into many triangles. At its tip, a sum of normals without angle weights points out of that
 * side alone, and calls points beside the others inside. */
static xpbd_status make_spike(xpbd_mesh *out) {
  enum { PARTS = 40 };
  static const double tip[3] = {0, 1, 0}, a[3] = {0.3, -0.5, 0}, b[3] = {-0.15, -0.5, 0.26};
  static const double c[3] = {-0.15, -0.5, -0.26};
  double p[3 * (PARTS + 3)]; /* tip, c, and the points from a to b */
  int32_t triangles[3 * (2 * PARTS + 2)] = {0, 1, PARTS + 2, 0, 2, 1}, count = 2;
  for (int k = 0; k < 3; k++) {
    p[k] = tip[k], p[3 + k] = c[k];
    for (int i = 0; i <= PARTS; i++) p[6 + 3 * i + k] = a[k] + (b[k] - a[k]) * i / PARTS;
  }
  for (int32_t i = 2; i < PARTS + 2; i++) {
    const int32_t two[6] = {0, i + 1, i, 1, i, i + 1};
    for (int k = 0; k < 6; k++) triangles[3 * count + k] = two[k];
    count += 2;
  }
  return xpbd_mesh_make(PARTS + 3, p, count, triangles, out);
}

static const struct {
  const char *name;
  xpbd_obstacle_kind kind;
} kinds[OBSTACLE_SHAPES] = {
    {"sphere", XPBD_OBSTACLE_SPHERE},
    {"half-space", XPBD_OBSTACLE_HALF_SPACE},
    {"box", XPBD_OBSTACLE_BOX},
    {"octahedron, planes", XPBD_OBSTACLE_POLYHEDRON},
    {"ball, planes", XPBD_OBSTACLE_POLYHEDRON},
    {"box, planes", XPBD_OBSTACLE_POLYHEDRON},
    {"octahedron", XPBD_OBSTACLE_MESH},
    {"box of triangles", XPBD_OBSTACLE_MESH},
    {"torus", XPBD_OBSTACLE_MESH},
    {"burr", XPBD_OBSTACLE_MESH},
    {"spike", XPBD_OBSTACLE_MESH},
};

bool obstacle_shape_make(check *self, int index, obstacle_shape *out) {
  *out = (obstacle_shape){.name = kinds[index].name, .def = xpbd_obstacle_def_default(), .size = 1.0};
  out->def.kind = kinds[index].kind;
  for (int k = 0; k < 3; k++) {
    out->def.centre[k] = check_random(self, -1, 1);
    out->def.normal[k] = check_random(self, 0.1, 2);
    out->def.half_sizes[k] = check_random(self, 0.2, 0.57);
  }
  for (int k = 0; k < 4; k++) out->def.rotation[k] = check_random(self, 0.1, 2);
  switch (index) {
  case 2: out->size = 0.7; return true;
  case 3:
  case 6:
    out->sharp = index == 6;
    return check_status(self, xpbd_mesh_make_sphere(0, 1.0, &out->mesh), XPBD_OK, "octahedron");
  case 4: return check_status(self, xpbd_mesh_make_sphere(2, 1.0, &out->mesh), XPBD_OK, "ball");
  case 5:
  case 7: return check_status(self, xpbd_mesh_make_box(2, 1, 3, 0.25, &out->mesh), XPBD_OK, "box");
  case 8: return check_status(self, xpbd_mesh_make_torus(20, 10, 0.7, 0.3, &out->mesh), XPBD_OK, "torus");
  case 9: out->sharp = true; return check_status(self, make_burr(self, &out->mesh), XPBD_OK, "burr");
  case 10: out->sharp = true; return check_status(self, make_spike(&out->mesh), XPBD_OK, "spike");
  default: return true;
  }
}

void obstacle_shape_free(obstacle_shape *shape) {
  xpbd_mesh_destroy(&shape->mesh);
}

xpbd_obstacle *obstacle_shape_create(check *self, const obstacle_shape *shape) {
  xpbd_obstacle_def def = shape->def;
  xpbd_obstacle *obstacle;
  def.mesh = &shape->mesh;
  check_status(self, xpbd_obstacle_create(&def, &obstacle), XPBD_OK, "%s", shape->name);
  return obstacle;
}

/* The matrix of the quaternion, written out. */
static void matrix(const obstacle_shape *shape, double m[3][3]) {
  const double *r = shape->def.rotation, s = 1 / sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
  const double w = s * r[0], x = s * r[1], y = s * r[2], z = s * r[3];
  const double rows[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                             {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                             {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
  for (int k = 0; k < 9; k++) m[k / 3][k % 3] = rows[k / 3][k % 3];
}

/// From the frame to the world.
static void obstacle_shape_to_world(const obstacle_shape *shape, const double q[3], double x[3]) {
  double m[3][3];
  matrix(shape, m);
  for (int k = 0; k < 3; k++) x[k] = shape->def.centre[k] + dot(m[k], q);
}

void obstacle_shape_to_frame(const obstacle_shape *shape, const double x[3], double q[3]) {
  double m[3][3], d[3];
  matrix(shape, m);
  subtract(x, shape->def.centre, d);
  for (int k = 0; k < 3; k++) q[k] = m[0][k] * d[0] + m[1][k] * d[1] + m[2][k] * d[2];
}

/* Nearest point of a triangle by its Voronoi regions (Ericson, "Real-Time Collision Detection", 5.1.5). */
static double triangle_distance(const double a[3], const double b[3], const double c[3], const double q[3]) {
  double ab[3], ac[3], ap[3], bp[3], cp[3], away[3], s = 0, t = 0;
  subtract(b, a, ab), subtract(c, a, ac), subtract(q, a, ap), subtract(q, b, bp), subtract(q, c, cp);
  const double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp);
  const double d6 = dot(ac, cp), va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  if (d1 <= 0 && d2 <= 0) return length(ap);
  if (d3 >= 0 && d4 <= d3) return length(bp);
  if (d6 >= 0 && d5 <= d6) return length(cp);
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    s = d1 / (d1 - d3);
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    t = d2 / (d2 - d6);
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    t = (d4 - d3) / (d4 - d3 + d5 - d6);
    s = 1 - t;
  } else {
    double n[3];
    cross(ab, ac, n);
    return fabs(dot(n, ap)) / length(n);
  }
  for (int k = 0; k < 3; k++) away[k] = ap[k] - s * ab[k] - t * ac[k];
  return length(away);
}

static const double *corner(const xpbd_mesh *mesh, int32_t triangle, int k) {
  return mesh->positions + 3 * (int64_t)mesh->triangles[3 * (int64_t)triangle + k];
}

/* Solid angle of a triangle (van Oosterom and Strackee): over a closed surface they add up to 4 pi inside, 0 outside.
 * */
static double solid_angle(const double a[3], const double b[3], const double c[3], const double q[3]) {
  double u[3], v[3], w[3], n[3];
  subtract(a, q, u), subtract(b, q, v), subtract(c, q, w);
  cross(v, w, n);
  const double lu = length(u), lv = length(v), lw = length(w);
  return 2 * atan2(dot(u, n), lu * lv * lw + dot(u, v) * lw + dot(v, w) * lu + dot(w, u) * lv);
}

static double mesh_distance(const xpbd_mesh *mesh, const double q[3], int32_t skipped, bool by_face) {
  double best = INFINITY, angle = 0;
  int32_t nearest = 0;
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const double *a = corner(mesh, t, 0), *b = corner(mesh, t, 1), *c = corner(mesh, t, 2);
    const double d = triangle_distance(a, b, c, q);
    angle += solid_angle(a, b, c, q);
    if (t != skipped && d < best) best = d, nearest = t;
  }
  if (!by_face) return angle > 2 * 3.14159265358979323846 ? -best : best;
  const double *a = corner(mesh, nearest, 0);
  double ab[3], ac[3], ap[3], n[3];
  subtract(corner(mesh, nearest, 1), a, ab), subtract(corner(mesh, nearest, 2), a, ac), subtract(q, a, ap);
  cross(ab, ac, n);
  return dot(n, ap) < 0 ? -best : best;
}

double obstacle_shape_face_distance(const obstacle_shape *shape, const double x[3]) {
  double q[3];
  obstacle_shape_to_frame(shape, x, q);
  return mesh_distance(&shape->mesh, q, -1, true);
}

double obstacle_shape_distance(const obstacle_shape *shape, const double x[3], int32_t skipped) {
  double q[3], beyond[3];
  obstacle_shape_to_frame(shape, x, q);
  switch (shape->def.kind) {
  case XPBD_OBSTACLE_SPHERE: return hypot(hypot(q[0], q[1]), q[2]) - shape->def.radius;
  case XPBD_OBSTACLE_HALF_SPACE: return dot(q, shape->def.normal) / length(shape->def.normal);
  case XPBD_OBSTACLE_BOX: break;
  case XPBD_OBSTACLE_POLYHEDRON:
  case XPBD_OBSTACLE_MESH: return mesh_distance(&shape->mesh, q, skipped, false);
  }
  for (int k = 0; k < 3; k++) beyond[k] = fabs(q[k]) - shape->def.half_sizes[k];
  const double inside = fmax(beyond[0], fmax(beyond[1], beyond[2]));
  if (inside <= 0) return inside;
  for (int k = 0; k < 3; k++) beyond[k] = fmax(beyond[k], 0);
  return length(beyond);
}

void obstacle_shape_point(check *self, const obstacle_shape *shape, double x[3]) {
  const xpbd_mesh *mesh = &shape->mesh;
  const double how = check_random(self, 0, 3), reach = 1.2 * shape->size;
  double q[3];
  for (int k = 0; k < 3; k++) q[k] = check_random(self, -reach, reach);
  if (how > 1 && mesh->edge_count > 0) {
    const int32_t *edge = mesh->edges + 2 * (int64_t)check_random(self, 0, mesh->edge_count);
    const double s = how > 2 ? check_random(self, 0, 1) : 0, near = pow(10, check_random(self, -5, -1));
    for (int k = 0; k < 3; k++)
      q[k] = (1 - s) * mesh->positions[3 * (int64_t)edge[0] + k] + s * mesh->positions[3 * (int64_t)edge[1] + k] +
             near * q[k];
  }
  obstacle_shape_to_world(shape, q, x);
}
