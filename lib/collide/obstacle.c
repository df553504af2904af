/* Why this file exists: creates obstacles, checks all their input, and computes where they are during a time step. The
 * pose is computed in double and passed to every backend, so that libm's sine cannot break bit equality. */
#include "collide/obstacle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/checkpoint_file.h"
#include "collide/build.h"
#include "path/path.h"
#include "base/edge.h"

enum { OBSTACLE_COOKIE = 0x5ce7e007 };

struct xpbd_obstacle {
  xpbd_obstacle_def def;    /* we own the keys; mesh is NULL */
  xpbd_vec3_f64 turned[3];  /* axes of the frame at t = 0 */
  xpbd_vec3_f64 spin_axis;  /* unit */
  xpbd_vec3_f64 held_bound; /* middle of the ball, in the frame */
  xpbd_obstacle_f64 wide;   /* constant data, owns its arrays */
  xpbd_obstacle_f32 narrow; /* owns its arrays; nothing else is set */
};

xpbd_obstacle_def xpbd_obstacle_def_default(void) {
  return (xpbd_obstacle_def){.cookie = OBSTACLE_COOKIE,
                             .kind = XPBD_OBSTACLE_SPHERE,
                             .radius = 1.0,
                             .normal = {0.0, 1.0, 0.0},
                             .half_sizes = {0.5, 0.5, 0.5},
                             .rotation = {1.0, 0.0, 0.0, 0.0},
                             .axis = {0.0, 1.0, 0.0},
                             .from = -INFINITY,
                             .until = INFINITY};
}

static xpbd_vec3_f64 vector(const double a[3]) {
  return (xpbd_vec3_f64){a[0], a[1], a[2]};
}

static xpbd_status check_finite(const double *values, int64_t count, const char *what) {
  for (int64_t k = 0; k < count; k++)
    XPBD_REQUIRE(isfinite(values[k]), XPBD_ERR_INVALID_ARGUMENT, "obstacle: %s is not finite", what);
  return XPBD_OK;
}

/* Checks that a direction is finite and of a valid length. */
static xpbd_status check_direction(const double *values, int count, const char *what) {
  double squared = 0;
  XPBD_TRY(check_finite(values, count, what));
  for (int k = 0; k < count; k++) squared += values[k] * values[k];
  XPBD_REQUIRE(squared > 1e-200 && squared < 1e200, XPBD_ERR_INVALID_ARGUMENT, "obstacle: the length of %s is %g", what,
               sqrt(squared));
  return XPBD_OK;
}

static xpbd_status check_shape(const xpbd_obstacle_def *def) {
  switch (def->kind) {
  case XPBD_OBSTACLE_SPHERE:
    XPBD_REQUIRE(def->radius > 0.0 && isfinite(def->radius), XPBD_ERR_INVALID_ARGUMENT,
                 "obstacle: radius is %g, must be above 0", def->radius);
    return XPBD_OK;
  case XPBD_OBSTACLE_HALF_SPACE: return check_direction(def->normal, 3, "normal");
  case XPBD_OBSTACLE_BOX:
    for (int k = 0; k < 3; k++)
      XPBD_REQUIRE(def->half_sizes[k] > 0.0 && isfinite(def->half_sizes[k]), XPBD_ERR_INVALID_ARGUMENT,
                   "obstacle: the half size along %c is %g, must be above 0", "xyz"[k], def -> half_sizes[k]);
    return XPBD_OK;
  case XPBD_OBSTACLE_POLYHEDRON:
  case XPBD_OBSTACLE_MESH:
    XPBD_REQUIRE(def->mesh, XPBD_ERR_INVALID_ARGUMENT, "obstacle: a %s needs a mesh",
                 def->kind == XPBD_OBSTACLE_MESH ? "mesh" : "polyhedron");
    return XPBD_OK;
  }
  return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "obstacle: unknown kind %d", (int)def->kind);
}

static xpbd_status check_def(const xpbd_obstacle_def *def) {
  XPBD_REQUIRE(def && def->cookie == OBSTACLE_COOKIE, XPBD_ERR_INVALID_ARGUMENT,
               "the obstacle definition was not made by xpbd_obstacle_def_default()");
  XPBD_TRY(check_shape(def));
  XPBD_TRY(check_finite(def->centre, 3, "centre"));
  XPBD_TRY(check_direction(def->rotation, 4, "rotation"));
  XPBD_TRY(check_finite(&def->spin, 1, "spin"));
  if (def->spin != 0.0) XPBD_TRY(check_direction(def->axis, 3, "axis"));
  XPBD_REQUIRE(def->key_count == 0 || (def->key_count > 0 && def->key_times && def->key_positions),
               XPBD_ERR_INVALID_ARGUMENT, "obstacle: key_count is %d without keys", def->key_count);
  XPBD_TRY(xpbd_path_check("obstacle", def->key_count, def->key_times));
  XPBD_TRY(check_finite(def->key_positions, 3 * (int64_t)def->key_count, "a position in key_positions"));
  XPBD_REQUIRE(def->from <= def->until, XPBD_ERR_INVALID_ARGUMENT, "obstacle: from = %g is not before until = %g",
               def->from, def->until);
  XPBD_REQUIRE(def->friction >= 0.0 && isfinite(def->friction), XPBD_ERR_INVALID_ARGUMENT,
               "obstacle: friction is %g, must be 0 or more", def->friction);
  XPBD_REQUIRE(def->restitution >= 0.0 && def->restitution <= 1.0, XPBD_ERR_INVALID_ARGUMENT,
               "obstacle: restitution is %g, must be 0 to 1", def->restitution);
  return XPBD_OK;
}

static xpbd_status copy_keys(xpbd_obstacle *o, const xpbd_obstacle_def *def) {
  const size_t count = (size_t)def->key_count;
  double *times = malloc((count + 1) * sizeof *times), *positions = malloc((3 * count + 1) * sizeof *positions);
  o->def.key_times = times;
  o->def.key_positions = positions;
  XPBD_REQUIRE(times && positions, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d keys", def->key_count);
  if (count > 0) memcpy(times, def->key_times, count * sizeof *times);
  if (count > 0) memcpy(positions, def->key_positions, 3 * count * sizeof *positions);
  return XPBD_OK;
}

static xpbd_vec3_f32 narrow_vector(xpbd_vec3_f64 a) {
  return (xpbd_vec3_f32){(float)a.x, (float)a.y, (float)a.z};
}

/* NULL if it is empty, because the address of an empty array would be copied to devices. */
static void *room(size_t count, size_t size) {
  return count > 0 ? malloc(count * size) : NULL;
}

/* The arrays in float. */
static xpbd_status narrow_arrays(const xpbd_obstacle_f64 *wide, xpbd_obstacle_f32 *out) {
  const size_t planes = (size_t)wide->plane_count, nodes = (size_t)wide->node_count;
  const size_t triangles = (size_t)wide->triangle_count;
  xpbd_obstacle_plane_f32 *plane = room(planes, sizeof *plane);
  xpbd_obstacle_node_f32 *node = room(nodes, sizeof *node);
  xpbd_obstacle_triangle_f32 *triangle = room(triangles, sizeof *triangle);
  xpbd_vec3_f32 *normal = room(6 * triangles, sizeof *normal);
  out->planes = plane, out->nodes = node, out->triangles = triangle, out->normals = normal;
  XPBD_REQUIRE((plane || planes == 0) && (node || nodes == 0) && ((triangle && normal) || triangles == 0),
               XPBD_ERR_OUT_OF_MEMORY, "no memory for the mesh of an obstacle");
  for (size_t k = 0; k < planes; k++)
    plane[k] = (xpbd_obstacle_plane_f32){narrow_vector(wide->planes[k].n), (float)wide->planes[k].offset};
  for (size_t k = 0; k < nodes; k++)
    node[k] = (xpbd_obstacle_node_f32){narrow_vector(wide->nodes[k].low), narrow_vector(wide->nodes[k].high),
                                       wide->nodes[k].right, wide->nodes[k].count};
  for (size_t k = 0; k < triangles; k++) {
    for (int c = 0; c < 3; c++) triangle[k].corner[c] = narrow_vector(wide->triangles[k].corner[c]);
    triangle[k].n = narrow_vector(wide->triangles[k].n);
  }
  for (size_t k = 0; k < 6 * triangles; k++) normal[k] = narrow_vector(wide->normals[k]);
  return XPBD_OK;
}

static xpbd_status build_mesh(xpbd_obstacle *o, const xpbd_mesh *from) {
  xpbd_mesh mesh; /* a copy, because the caller's topology may be missing or wrong */
  XPBD_TRY(xpbd_mesh_make(from->vertex_count, from->positions, from->triangle_count, from->triangles, &mesh));
  xpbd_status status = xpbd_obstacle_check_solid(&mesh);
  if (status == XPBD_OK) {
    xpbd_obstacle_bound(&mesh, &o->wide);
    status = o->def.kind == XPBD_OBSTACLE_MESH ? xpbd_obstacle_build_tree(&mesh, &o->wide)
                                               : xpbd_obstacle_build_planes(&mesh, &o->wide);
  }
  xpbd_mesh_destroy(&mesh);
  XPBD_TRY(status);
  o->held_bound = o->wide.bound_centre;
  return narrow_arrays(&o->wide, &o->narrow);
}

static xpbd_status build(xpbd_obstacle *o, const xpbd_obstacle_def *def) {
  static const xpbd_vec3_f64 world[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double q[4], length = 0;
  XPBD_TRY(copy_keys(o, def));
  for (int k = 0; k < 4; k++) length += def->rotation[k] * def->rotation[k];
  for (int k = 0; k < 4; k++) q[k] = def->rotation[k] / sqrt(length);
  xpbd_turn(q, world, o->turned);
  o->spin_axis = xpbd_obstacle_unit(vector(def->axis));
  o->wide.kind = (int32_t)def->kind;
  o->wide.radius = def->radius;
  o->wide.friction = def->friction;
  o->wide.restitution = def->restitution;
  switch (def->kind) {
  case XPBD_OBSTACLE_SPHERE: o->wide.bound_squared = def->radius * def->radius; break;
  case XPBD_OBSTACLE_HALF_SPACE: break; /* its normal turns with the frame */
  case XPBD_OBSTACLE_BOX:
    o->wide.size = vector(def->half_sizes);
    o->wide.bound_squared = xpbd_obstacle_dot(o->wide.size, o->wide.size);
    break;
  case XPBD_OBSTACLE_POLYHEDRON:
  case XPBD_OBSTACLE_MESH: XPBD_TRY(build_mesh(o, def->mesh)); break;
  }
  o->wide.bound_squared *= 1.0001; /* wide enough for float */
  return XPBD_OK;
}

xpbd_status xpbd_obstacle_create(const xpbd_obstacle_def *def, xpbd_obstacle **out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = NULL;
  XPBD_NOT_NULL(def);
  XPBD_TRY(check_def(def));
  xpbd_obstacle *o = calloc(1, sizeof *o);
  XPBD_REQUIRE(o, XPBD_ERR_OUT_OF_MEMORY, "no memory for an obstacle");
  o->def = *def;
  o->def.mesh = NULL;
  const xpbd_status status = build(o, def);
  if (status != XPBD_OK)
    xpbd_obstacle_destroy(&o);
  else
    *out = o;
  return status;
}

void xpbd_obstacle_destroy(xpbd_obstacle **obstacle) {
  if (!obstacle || !*obstacle) return;
  xpbd_obstacle *o = *obstacle;
  *obstacle = NULL;
  free((void *)o->def.key_times);
  free((void *)o->def.key_positions);
  free((void *)o->wide.planes);
  free((void *)o->wide.nodes);
  free((void *)o->wide.triangles);
  free((void *)o->wide.normals);
  free((void *)o->narrow.planes);
  free((void *)o->narrow.nodes);
  free((void *)o->narrow.triangles);
  free((void *)o->narrow.normals);
  free(o);
}

static void pose_at(const xpbd_obstacle *o, double t, xpbd_vec3_f64 *centre, xpbd_vec3_f64 axis[3]) {
  const xpbd_obstacle_def *def = &o->def;
  *centre = vector(def->centre);
  if (def->key_count > 0) {
    const xpbd_path_place place = xpbd_path_find(def->key_count, def->key_times, t);
    centre->x = xpbd_path_value(&place, def->key_positions, 3, 0);
    centre->y = xpbd_path_value(&place, def->key_positions, 3, 1);
    centre->z = xpbd_path_value(&place, def->key_positions, 3, 2);
  }
  memcpy(axis, o->turned, sizeof o->turned);
  if (def->spin != 0.0) xpbd_turn_about(o->spin_axis, def->spin * t, o->turned, axis);
}

static xpbd_vec3_f64 to_world(const xpbd_vec3_f64 axis[3], xpbd_vec3_f64 a) {
  const xpbd_vec3_f64 none = {0, 0, 0};
  return xpbd_obstacle_plus(xpbd_obstacle_plus(xpbd_obstacle_plus(none, a.x, axis[0]), a.y, axis[1]), a.z, axis[2]);
}

int xpbd_obstacle_rests(const xpbd_obstacle *obstacle) {
  return obstacle->def.key_count == 0 && obstacle->def.spin == 0.0;
}

int xpbd_obstacle_exists(const xpbd_obstacle *obstacle, double t, double h) {
  const double middle = t + h / 2; /* far from both ends, so that rounding does not add or remove a step */
  return middle >= obstacle->def.from && middle < obstacle->def.until;
}

void xpbd_obstacle_at_f64(const xpbd_obstacle *obstacle, const double *origin, double t, double h,
                          xpbd_obstacle_f64 *out) {
  *out = obstacle->wide;
  out->active = xpbd_obstacle_exists(obstacle, t, h);
  pose_at(obstacle, t, &out->start_centre, out->start_axis);
  pose_at(obstacle, t + h, &out->centre, out->axis);
  if (origin) {
    out->start_centre = xpbd_obstacle_minus(out->start_centre, vector(origin));
    out->centre = xpbd_obstacle_minus(out->centre, vector(origin));
  }
  out->shift = xpbd_obstacle_minus(out->centre, out->start_centre);
  for (int k = 0; k < 3; k++) out->turn[k] = xpbd_obstacle_minus(out->axis[k], out->start_axis[k]);
  out->bound_centre = xpbd_obstacle_plus(out->centre, 1.0, to_world(out->axis, obstacle->held_bound));
  if (out->kind == XPBD_OBSTACLE_HALF_SPACE)
    out->size = xpbd_obstacle_unit(to_world(out->axis, xpbd_obstacle_unit(vector(obstacle->def.normal))));
}

void xpbd_obstacle_at_f32(const xpbd_obstacle *obstacle, const double *origin, double t, double h,
                          xpbd_obstacle_f32 *out) {
  xpbd_obstacle_f64 wide;
  xpbd_obstacle_at_f64(obstacle, origin, t, h, &wide);
  *out = obstacle->narrow;
  out->kind = wide.kind, out->active = wide.active;
  out->centre = narrow_vector(wide.centre), out->start_centre = narrow_vector(wide.start_centre);
  const xpbd_vec3_f64 rounded = {(double)out->centre.x, (double)out->centre.y, (double)out->centre.z};
  out->centre_low = narrow_vector(xpbd_obstacle_minus(wide.centre, rounded));
  out->shift = narrow_vector(wide.shift);
  for (int k = 0; k < 3; k++) {
    out->axis[k] = narrow_vector(wide.axis[k]);
    out->start_axis[k] = narrow_vector(wide.start_axis[k]);
    out->turn[k] = narrow_vector(wide.turn[k]);
  }
  out->bound_centre = narrow_vector(wide.bound_centre);
  out->bound_squared = (float)wide.bound_squared;
  out->radius = (float)wide.radius;
  out->friction = (float)wide.friction, out->restitution = (float)wide.restitution;
  out->size = narrow_vector(wide.size);
  out->low = narrow_vector(wide.low), out->high = narrow_vector(wide.high);
  out->plane_count = wide.plane_count, out->node_count = wide.node_count, out->triangle_count = wide.triangle_count;
}

#define LIST_ARRAYS(suffix, state)                                                                                     \
  int xpbd_obstacle_arrays_##suffix(const xpbd_obstacle *obstacle, xpbd_obstacle_array out[XPBD_OBSTACLE_ARRAYS]) {    \
    const xpbd_obstacle_##suffix *o = &obstacle->state;                                                                \
    const size_t planes = (size_t)obstacle->wide.plane_count, nodes = (size_t)obstacle->wide.node_count;               \
    const size_t triangles = (size_t)obstacle->wide.triangle_count;                                                    \
    const xpbd_obstacle_array all[XPBD_OBSTACLE_ARRAYS] = {                                                            \
        {o->planes, planes * sizeof *o->planes, offsetof(xpbd_obstacle_##suffix, planes)},                             \
        {o->nodes, nodes * sizeof *o->nodes, offsetof(xpbd_obstacle_##suffix, nodes)},                                 \
        {o->triangles, triangles * sizeof *o->triangles, offsetof(xpbd_obstacle_##suffix, triangles)},                 \
        {o->normals, 6 * triangles * sizeof *o->normals, offsetof(xpbd_obstacle_##suffix, normals)}};                  \
    int count = 0;                                                                                                     \
    for (int k = 0; k < XPBD_OBSTACLE_ARRAYS; k++)                                                                     \
      if (all[k].bytes > 0) out[count++] = all[k];                                                                     \
    return count;                                                                                                      \
  }
LIST_ARRAYS(f32, narrow)
LIST_ARRAYS(f64, wide)

const xpbd_obstacle_def *xpbd_obstacle_made_of(const xpbd_obstacle *obstacle) {
  return obstacle ? &obstacle->def : NULL;
}

static void put(xpbd_vec3_f64 from, double to[3]) {
  to[0] = from.x, to[1] = from.y, to[2] = from.z;
}

xpbd_obstacle_pose xpbd_obstacle_pose_at(const xpbd_obstacle *obstacle, double t) {
  XPBD_PLAIN_FLOATS;
  if (!obstacle) return (xpbd_obstacle_pose){.exists = false};
  xpbd_obstacle_f64 now;
  xpbd_obstacle_at_f64(obstacle, NULL, t, 0.0, &now);
  xpbd_obstacle_pose pose = {.kind = (xpbd_obstacle_kind)now.kind, .exists = now.active != 0};
  put(now.centre, pose.centre);
  for (int k = 0; k < 3; k++) put(now.axis[k], pose.axes[k]);
  if (pose.kind == XPBD_OBSTACLE_SPHERE) pose.radius = now.radius;
  if (pose.kind == XPBD_OBSTACLE_HALF_SPACE) put(now.size, pose.normal);
  if (pose.kind == XPBD_OBSTACLE_BOX) put(now.size, pose.half_sizes);
  return pose;
}

uint64_t xpbd_obstacle_hash(uint64_t hash, const xpbd_obstacle *obstacle) {
  const xpbd_obstacle_def *def = &obstacle->def;
  const size_t keys = (size_t)def->key_count;
  const double numbers[] = {(double)def->kind, def->spin,        def->from,   def->until,
                            def->friction,     def->restitution, (double)keys};
  hash = xpbd_checkpoint_hash(hash, numbers, sizeof numbers);
  hash = xpbd_checkpoint_hash(hash, obstacle->turned, sizeof obstacle->turned);
  if (def->kind == XPBD_OBSTACLE_SPHERE) hash = xpbd_checkpoint_hash(hash, &def->radius, sizeof def->radius);
  if (def->kind == XPBD_OBSTACLE_HALF_SPACE) hash = xpbd_checkpoint_hash(hash, def->normal, sizeof def->normal);
  if (def->kind == XPBD_OBSTACLE_BOX) hash = xpbd_checkpoint_hash(hash, def->half_sizes, sizeof def->half_sizes);
  if (def->spin != 0.0) hash = xpbd_checkpoint_hash(hash, &obstacle->spin_axis, sizeof obstacle->spin_axis);
  if (keys == 0) hash = xpbd_checkpoint_hash(hash, def->centre, sizeof def->centre);
  hash = xpbd_checkpoint_hash(hash, def->key_times, keys * sizeof(double));
  hash = xpbd_checkpoint_hash(hash, def->key_positions, 3 * keys * sizeof(double));
  xpbd_obstacle_array arrays[XPBD_OBSTACLE_ARRAYS]; /* of a mesh or polyhedron */
  const int count = xpbd_obstacle_arrays_f64(obstacle, arrays);
  for (int k = 0; k < count; k++) hash = xpbd_checkpoint_hash(hash, arrays[k].data, arrays[k].bytes);
  return hash;
}
