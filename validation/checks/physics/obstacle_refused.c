/* Why this file exists: invalid obstacles must be refused with a text that says why: wrong fields, and meshes that do
 * not define everywhere what is inside. */
#include <math.h>
#include <string.h>

#include "runner/check.h"
#include "obstacle_shapes.h"

/// Refused with this text, and nothing is returned.
static void refused(check *self, const xpbd_obstacle_def *def, const char *text) {
  xpbd_obstacle *o = (xpbd_obstacle *)&text; /* must become NULL */
  const xpbd_status status = xpbd_obstacle_create(def, &o);
  check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "%s", text);
  check_true(self, !o, "%s: nothing", text);
  check_said(self, text, "what is said");
  if (status == XPBD_OK) xpbd_obstacle_destroy(&o);
}

static void wrong_fields(check *self, int argument) {
  static const double times[2] = {1, 1}, back[2] = {3, 2}, places[9] = {0}, lost[3] = {0, (double)NAN, 0};
  static const double forth[2] = {1, 2}, last_lost[6] = {0, 0, 0, 0, 0, (double)NAN};
  const double nan64 = (double)NAN, inf64 = (double)INFINITY;
  refused(self, NULL, "xpbd_obstacle_create(): def is NULL");
#define WRONG(text, ...)                                                                                               \
  do {                                                                                                                 \
    xpbd_obstacle_def def = xpbd_obstacle_def_default();                                                               \
    __VA_ARGS__;                                                                                                       \
    refused(self, &def, text);                                                                                         \
  } while (0)
  WRONG("the obstacle definition was not made by xpbd_obstacle_def_default()", def.cookie = 1);
  WRONG("obstacle: unknown kind 7", def.kind = (xpbd_obstacle_kind)7);
  WRONG("obstacle: radius is 0, must be above 0", def.radius = 0);
  WRONG("obstacle: radius is nan, must be above 0", def.radius = nan64);
  WRONG("obstacle: radius is inf, must be above 0", def.radius = inf64);
  WRONG("obstacle: the length of normal is 0", def.kind = XPBD_OBSTACLE_HALF_SPACE; def.normal[1] = 0);
  WRONG("obstacle: the length of normal is 9e-101", def.kind = XPBD_OBSTACLE_HALF_SPACE; def.normal[1] = 0.9e-100);
  WRONG("obstacle: the length of normal is 1.1e+100", def.kind = XPBD_OBSTACLE_HALF_SPACE; def.normal[1] = -1.1e100);
  WRONG("obstacle: the half size along z is -1, must be above 0", def.kind = XPBD_OBSTACLE_BOX; def.half_sizes[2] = -1);
  WRONG("obstacle: the half size along x is inf, must be above 0", def.kind = XPBD_OBSTACLE_BOX;
        def.half_sizes[0] = inf64);
  WRONG("obstacle: the half size along y is 0, must be above 0", def.kind = XPBD_OBSTACLE_BOX; def.half_sizes[1] = 0);
  WRONG("obstacle: a mesh needs a mesh", def.kind = XPBD_OBSTACLE_MESH);
  WRONG("obstacle: a polyhedron needs a mesh", def.kind = XPBD_OBSTACLE_POLYHEDRON);
  for (int k = 0; k < 3; k++) WRONG("obstacle: centre is not finite", def.centre[k] = inf64);
  WRONG("obstacle: normal is not finite", def.kind = XPBD_OBSTACLE_HALF_SPACE; def.normal[0] = nan64);
  WRONG("obstacle: the length of rotation is 0", def.rotation[0] = 0);
  WRONG("obstacle: spin is not finite", def.spin = nan64);
  WRONG("obstacle: the length of axis is 0", def.spin = 1; def.axis[1] = 0);
  WRONG("obstacle: key_count is 2 without keys", def.key_count = 2);
  WRONG("obstacle: key_count is 1 without keys", def.key_count = 1; def.key_times = times);
  WRONG("obstacle: key_count is 1 without keys", def.key_count = 1; def.key_positions = places);
  WRONG("obstacle: key_count is -1 without keys", def.key_count = -1; def.key_times = times;
        def.key_positions = places);
  WRONG("obstacle: a time in key_times is not finite", def.key_count = 3; def.key_times = lost;
        def.key_positions = places);
  WRONG("obstacle: a time in key_times is not finite", def.key_count = 1; def.key_times = &lost[1];
        def.key_positions = places);
  WRONG("obstacle: key_times[1] = 1 is not later than 1", def.key_count = 2; def.key_times = times;
        def.key_positions = places);
  WRONG("obstacle: key_times[1] = 2 is not later than 3", def.key_count = 2; def.key_times = back;
        def.key_positions = places);
  WRONG("obstacle: a position in key_positions is not finite", def.key_count = 1; def.key_times = times;
        def.key_positions = lost);
  WRONG("obstacle: a position in key_positions is not finite", def.key_count = 2; def.key_times = forth;
        def.key_positions = last_lost);
  WRONG("obstacle: from = 2 is not before until = 1", def.from = 2; def.until = 1);
  WRONG("obstacle: from = -inf is not before until = nan", def.until = nan64);
  WRONG("obstacle: friction is -0.1, must be 0 or more", def.friction = -0.1);
  WRONG("obstacle: friction is nan, must be 0 or more", def.friction = nan64);
  WRONG("obstacle: friction is inf, must be 0 or more", def.friction = inf64);
  WRONG("obstacle: restitution is -0.1, must be 0 to 1", def.restitution = -0.1);
  WRONG("obstacle: restitution is 1.1, must be 0 to 1", def.restitution = 1.1);
  WRONG("obstacle: restitution is nan, must be 0 to 1", def.restitution = nan64);
#undef WRONG
  const xpbd_obstacle_def good = xpbd_obstacle_def_default();
  xpbd_obstacle_def last[9] = {good, good, good, good, good,
                               good, good, good, good}; /* the last values that are
                                                                                       * accepted */
  last[1].kind = XPBD_OBSTACLE_HALF_SPACE, last[1].normal[1] = 1.1e-100;
  last[2].kind = XPBD_OBSTACLE_HALF_SPACE, last[2].normal[1] = -0.9e100;
  last[3].from = last[3].until = 1.0;
  last[4].restitution = 1.0, last[4].axis[1] = 0.0; /* it does not spin */
  last[5].kind = XPBD_OBSTACLE_BOX, last[5].radius = -1.0, last[5].normal[1] = 0.0;
  /* the last component alone is a direction, and the field after it in the definition does not belong to it */
  last[6].kind = XPBD_OBSTACLE_HALF_SPACE, last[6].normal[1] = 0.0, last[6].normal[2] = 1.0;
  last[6].half_sizes[0] = nan64;
  last[7].rotation[0] = 0.0, last[7].rotation[3] = 1.0, last[7].axis[0] = nan64;
  last[8].spin = 1.0, last[8].axis[1] = 0.0, last[8].axis[2] = 1.0;
  for (int k = 0; k < 9; k++) {
    OWNED(xpbd_obstacle_destroy) xpbd_obstacle *o = NULL;
    check_status(self, xpbd_obstacle_create(&last[k], &o), XPBD_OK, "definition %d", k);
    check_control(self, o != NULL, "the definition that is spoilt is itself valid, %d", k);
  }
  xpbd_obstacle_destroy(NULL); /* is accepted */
}

/// Refused as that kind, for that reason.
static void refuse_mesh(check *self, const xpbd_mesh *mesh, xpbd_obstacle_kind kind, const char *text) {
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  def.kind = kind;
  def.mesh = mesh;
  refused(self, &def, text);
}

/// another check tests the depth
static void refuse_dent(check *self, const xpbd_mesh *mesh) {
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  def.kind = XPBD_OBSTACLE_POLYHEDRON, def.mesh = mesh;
  xpbd_obstacle *o = NULL;
  check_status(self, xpbd_obstacle_create(&def, &o), XPBD_ERR_INVALID_ARGUMENT, "a body with a dent");
  check_true(self, !o && strstr(xpbd_last_error(), "the mesh is not convex: a corner of triangle ") != NULL,
             "what is said: %s", xpbd_last_error());
}

static bool accepted(check *self, const xpbd_mesh *mesh, xpbd_obstacle_kind kind) {
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  def.kind = kind;
  def.mesh = mesh;
  OWNED(xpbd_obstacle_destroy) xpbd_obstacle *o = NULL;
  const bool good =
      check_status(self, xpbd_obstacle_create(&def, &o), XPBD_OK, "a body of %d triangles", mesh->triangle_count);
  check_true(self, !o || !xpbd_obstacle_made_of(o)->mesh, "the mesh of the caller is not kept");
  return good;
}

/* By hand, from vertices and triangles only: the library may not rely on the rest of the structure. */
#define MESH(p, t)                                                                                                     \
  (xpbd_mesh) {                                                                                                        \
    .vertex_count = sizeof(p) / (3 * sizeof *(p)), .positions = (p), .triangle_count = sizeof(t) / (3 * sizeof *(t)),  \
    .triangles = (t)                                                                                                   \
  }

static void small_meshes(check *self, int argument) {
  static double p[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, -1, 0, -1, 0, 0, 0.5, 0, 0};
  static int32_t body[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  static int32_t open[] = {0, 2, 1, 0, 1, 3, 0, 3, 2};
  static int32_t turned[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 3, 2};
  static int32_t inside_out[] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
  static int32_t touching[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 0, 6, 5, 0, 5, 4, 0, 4, 6, 4, 5, 6};
  static int32_t edge[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 0, 1, 5, 0, 4, 1, 0, 5, 4, 1, 4, 5};
  static int32_t sliver[] = {0, 2, 1, 1, 7, 0, 0, 7, 3, 7, 1, 3, 0, 3, 2, 1, 2, 3};
  static double square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  static int32_t both_sides[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
  const struct {
    xpbd_mesh mesh;
    const char *text;
  } bad[] = {
      {MESH(p, open), "the mesh is not closed: the edge between vertices 2 and 1 does not have exactly two triangles"},
      {MESH(p, turned), "triangles 0 and 3 face opposite sides"},
      {MESH(p, inside_out), "the triangles face inwards: the volume is -0.166667"},
      {MESH(p, touching), "parts of the mesh touch in vertex 0"},
      {MESH(p, edge), "the mesh is not closed: the edge between vertices 0 and 1 does not have exactly two triangles"},
      {MESH(p, sliver), "triangle 1 has no area"},
      {MESH(square, both_sides), "the triangles face inwards: the volume is 0"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    refuse_mesh(self, &bad[i].mesh, XPBD_OBSTACLE_MESH, bad[i].text);
    refuse_mesh(self, &bad[i].mesh, XPBD_OBSTACLE_POLYHEDRON, bad[i].text);
  }
  const xpbd_mesh good = MESH(p, body), none = {.vertex_count = 8, .positions = p};
  refuse_mesh(self, &none, XPBD_OBSTACLE_MESH, "the mesh has no triangles");
  check_control(self, accepted(self, &good, XPBD_OBSTACLE_MESH) && accepted(self, &good, XPBD_OBSTACLE_POLYHEDRON),
                "the body that is spoilt is itself valid");
}

static void large_meshes(check *self, int argument) {
  xpbd_mesh torus, grid, ball;
  if (!check_status(self, xpbd_mesh_make_torus(12, 8, 1, 0.4, &torus), XPBD_OK, "torus")) return;
  if (!check_status(self, xpbd_mesh_make_grid(4, 4, 1, &grid), XPBD_OK, "grid")) return;
  if (!check_status(self, xpbd_mesh_make_sphere(5, 1, &ball), XPBD_OK, "ball")) return;
  refuse_dent(self, &torus);
  for (int k = 0; k < 2; k++)
    refuse_mesh(self, &grid, k ? XPBD_OBSTACLE_MESH : XPBD_OBSTACLE_POLYHEDRON,
                "the mesh is not closed: the edge between vertices 0 and 4 does not have exactly two triangles");
  refuse_mesh(self, &ball, XPBD_OBSTACLE_POLYHEDRON,
              "a polyhedron has at most 4096 faces; use XPBD_OBSTACLE_MESH for this mesh");
  check_control(self, accepted(self, &torus, XPBD_OBSTACLE_MESH) && accepted(self, &ball, XPBD_OBSTACLE_MESH),
                "the same as meshes");
  xpbd_mesh_destroy(&ball);
  if (check_status(self, xpbd_mesh_make_sphere(3, 1, &ball), XPBD_OK, "ball")) {
    check_control(self, accepted(self, &ball, XPBD_OBSTACLE_POLYHEDRON), "without a dent");
    for (int k = 0; k < 3; k++) ball.positions[3 * 40 + k] *= 0.97;
    refuse_dent(self, &ball);
    xpbd_mesh_destroy(&ball);
  }
  xpbd_mesh_destroy(&torus);
  xpbd_mesh_destroy(&grid);
}

void check_obstacles_refused(check_registry *registry) {
  check_add(registry, "fields", "wrong definitions are refused", wrong_fields, 0);
  check_add(registry, "small-meshes", "meshes that do not bound a body are refused", small_meshes, 0);
  check_add(registry, "large-meshes", "open, not convex, too many faces", large_meshes, 0);
}
