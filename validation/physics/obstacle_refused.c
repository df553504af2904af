/* Why this file exists: what is no obstacle must be refused with a text that says why: wrong fields, and meshes that do
 * not say everywhere what is inside. */
#include <math.h>
#include <string.h>

#include "runner/check.h"
#include "physics/obstacle_shapes.h"

/// Refused with a text that holds `word`, and nothing returned.
static bool refused(check *self, const xpbd_obstacle_def *def, const char *word) {
  xpbd_obstacle *o = (xpbd_obstacle *)&word; /* must become NULL */
  const xpbd_status status = xpbd_obstacle_create(def, &o);
  const bool good =
      check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "%s", word) && check_true(self, !o, "%s: nothing", word) &&
      check_true(self, strstr(xpbd_last_error(), word) != NULL, "'%s' is named: %s", word, xpbd_last_error());
  if (status == XPBD_OK) xpbd_obstacle_destroy(&o);
  return good;
}

static void wrong_fields(check *self, int argument) {
  (void)argument;
  static const double times[2] = {1, 1}, places[6] = {0}, lost[3] = {0, (double)NAN, 0};
  const double nan64 = (double)NAN, inf64 = (double)INFINITY;
  refused(self, NULL, "xpbd_obstacle_def_default");
#define WRONG(word, ...)                                                                                               \
  do {                                                                                                                 \
    xpbd_obstacle_def def = xpbd_obstacle_def_default();                                                               \
    __VA_ARGS__;                                                                                                       \
    refused(self, &def, word);                                                                                         \
  } while (0)
  WRONG("xpbd_obstacle_def_default", def.cookie = 1);
  WRONG("kind 7", def.kind = (xpbd_obstacle_kind)7);
  WRONG("radius", def.radius = 0);
  WRONG("radius", def.radius = nan64);
  WRONG("radius", def.radius = inf64);
  WRONG("normal", def.kind = XPBD_OBSTACLE_HALF_SPACE; def.normal[1] = 0);
  WRONG("half_sizes[2]", def.kind = XPBD_OBSTACLE_BOX; def.half_sizes[2] = -1);
  WRONG("half_sizes[0]", def.kind = XPBD_OBSTACLE_BOX; def.half_sizes[0] = inf64);
  WRONG("half_sizes[1]", def.kind = XPBD_OBSTACLE_BOX; def.half_sizes[1] = 0);
  WRONG("needs a mesh", def.kind = XPBD_OBSTACLE_MESH);
  WRONG("needs a mesh", def.kind = XPBD_OBSTACLE_POLYHEDRON);
  WRONG("centre", def.centre[0] = inf64);
  WRONG("normal", def.kind = XPBD_OBSTACLE_HALF_SPACE; def.normal[0] = nan64);
  WRONG("rotation", def.rotation[0] = 0);
  WRONG("spin", def.spin = nan64);
  WRONG("axis", def.spin = 1; def.axis[1] = 0);
  WRONG("key_count", def.key_count = 2);
  WRONG("key_count", def.key_count = 1; def.key_times = times);
  WRONG("key_count", def.key_count = 1; def.key_positions = places);
  WRONG("key_count", def.key_count = -1; def.key_times = times; def.key_positions = places);
  WRONG("key_times[1]", def.key_count = 2; def.key_times = times; def.key_positions = places);
  WRONG("key_positions", def.key_count = 1; def.key_times = times; def.key_positions = lost);
  WRONG("until", def.from = 2; def.until = 1);
  WRONG("until", def.until = nan64);
  WRONG("friction", def.friction = -0.1);
  WRONG("friction", def.friction = nan64);
  WRONG("friction", def.friction = inf64);
  WRONG("restitution", def.restitution = -0.1);
  WRONG("restitution", def.restitution = 1.1);
  WRONG("restitution", def.restitution = nan64);
#undef WRONG
  const xpbd_obstacle_def good = xpbd_obstacle_def_default();
  xpbd_obstacle *o;
  check_status(self, xpbd_obstacle_create(&good, &o), XPBD_OK, "a sphere");
  check_control(self, o != NULL, "the definition that is spoilt is good itself");
  xpbd_obstacle_destroy(&o);
}

/// Refused as that kind, for that reason.
static void refuse_mesh(check *self, const xpbd_mesh *mesh, xpbd_obstacle_kind kind, const char *word) {
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  def.kind = kind;
  def.mesh = mesh;
  refused(self, &def, word);
}

static bool accepted(check *self, const xpbd_mesh *mesh, xpbd_obstacle_kind kind) {
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  def.kind = kind;
  def.mesh = mesh;
  xpbd_obstacle *o;
  const bool good =
      check_status(self, xpbd_obstacle_create(&def, &o), XPBD_OK, "a body of %d triangles", mesh->triangle_count);
  check_true(self, !o || !xpbd_obstacle_made_of(o)->mesh, "the mesh of the caller is not held on to");
  xpbd_obstacle_destroy(&o);
  return good;
}

/* By hand, from vertices and triangles only: the library may not rely on the rest of the structure. */
#define MESH(p, t)                                                                                                     \
  (xpbd_mesh) {                                                                                                        \
    .vertex_count = sizeof(p) / (3 * sizeof *(p)), .positions = (p), .triangle_count = sizeof(t) / (3 * sizeof *(t)),  \
    .triangles = (t)                                                                                                   \
  }

static void small_meshes(check *self, int argument) {
  (void)argument;
  static double p[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, -1, 0, -1, 0, 0, 0.5, 0, 0};
  static int32_t body[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  static int32_t open[] = {0, 2, 1, 0, 1, 3, 0, 3, 2};
  static int32_t turned[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 3, 2};
  static int32_t inside_out[] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
  static int32_t touching[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 0, 6, 5, 0, 5, 4, 0, 4, 6, 4, 5, 6};
  static int32_t edge[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 0, 1, 5, 0, 4, 1, 0, 5, 4, 1, 4, 5};
  static int32_t sliver[] = {0, 2, 1, 1, 7, 0, 0, 7, 3, 7, 1, 3, 0, 3, 2, 1, 2, 3};
  const struct {
    xpbd_mesh mesh;
    const char *word;
  } bad[] = {{MESH(p, open), "not closed"},         {MESH(p, turned), "face opposite sides"},
             {MESH(p, inside_out), "face inwards"}, {MESH(p, touching), "touch in vertex 0"},
             {MESH(p, edge), "not closed"},         {MESH(p, sliver), "no area"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    refuse_mesh(self, &bad[i].mesh, XPBD_OBSTACLE_MESH, bad[i].word);
    refuse_mesh(self, &bad[i].mesh, XPBD_OBSTACLE_POLYHEDRON, bad[i].word);
  }
  const xpbd_mesh good = MESH(p, body), none = {.vertex_count = 8, .positions = p};
  refuse_mesh(self, &none, XPBD_OBSTACLE_MESH, "no triangles");
  check_control(self, accepted(self, &good, XPBD_OBSTACLE_MESH) && accepted(self, &good, XPBD_OBSTACLE_POLYHEDRON),
                "the body that is spoilt is good itself");
}

static void large_meshes(check *self, int argument) {
  (void)argument;
  xpbd_mesh torus, grid, ball;
  if (!check_status(self, xpbd_mesh_make_torus(12, 8, 1, 0.4, &torus), XPBD_OK, "torus")) return;
  if (!check_status(self, xpbd_mesh_make_grid(4, 4, 1, &grid), XPBD_OK, "grid")) return;
  if (!check_status(self, xpbd_mesh_make_sphere(5, 1, &ball), XPBD_OK, "ball")) return;
  refuse_mesh(self, &torus, XPBD_OBSTACLE_POLYHEDRON, "not convex");
  refuse_mesh(self, &grid, XPBD_OBSTACLE_POLYHEDRON, "not closed");
  refuse_mesh(self, &grid, XPBD_OBSTACLE_MESH, "not closed");
  refuse_mesh(self, &ball, XPBD_OBSTACLE_POLYHEDRON, "at most 4096 faces");
  check_control(self, accepted(self, &torus, XPBD_OBSTACLE_MESH) && accepted(self, &ball, XPBD_OBSTACLE_MESH),
                "the same as meshes");
  xpbd_mesh_destroy(&ball);
  if (check_status(self, xpbd_mesh_make_sphere(3, 1, &ball), XPBD_OK, "ball")) {
    check_control(self, accepted(self, &ball, XPBD_OBSTACLE_POLYHEDRON), "without a dent");
    for (int k = 0; k < 3; k++) ball.positions[3 * 40 + k] *= 0.97;
    refuse_mesh(self, &ball, XPBD_OBSTACLE_POLYHEDRON, "not convex");
    xpbd_mesh_destroy(&ball);
  }
  xpbd_mesh_destroy(&torus);
  xpbd_mesh_destroy(&grid);
}

void check_obstacles_refused(check_registry *registry) {
  check_add(registry, "fields", "wrong definitions are refused", wrong_fields, 0);
  check_add(registry, "small-meshes", "meshes that bound no body are refused", small_meshes, 0);
  check_add(registry, "large-meshes", "open, not convex, too many faces", large_meshes, 0);
}
