/* Why this file exists: what the benchmark `cloth` adds to the library by itself is right: the plain loop that backends are
 * measured against simulates the same cloth, and the irregular mesh is a mesh. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "irregular_mesh.h"
#include "plain_loop.h"
#include "xpbd/xpbd.h"

enum { SIDE = 13, FRAMES = 8, ITERATIONS = 10 };
/// Two programs in float after 8 frames, as for rows of benchmarks (PLAIN_LIMIT_F32 in benches/solver_check.c).
#define LIMIT 2e-4

static xpbd_status cloth(const char *constraint, xpbd_order order, xpbd_model *out) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = SIDE;
  params.size = 10.0;
  params.constraint = constraint;
  params.order = order;
  return xpbd_scene_build("cloth", &params, out);
}

static xpbd_solver_def settings(int32_t iterations) {
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq";
  def.frame_time = 1.0 / 24.0;
  def.iterations = iterations;
  def.lanes = 1;
  return def;
}

/// Positions of seq; NaN when it fails.
static void run_seq(const xpbd_scene *scene, double *x) {
  const xpbd_solver_def def = settings(ITERATIONS);
  xpbd_solver *solver = NULL;
  x[0] = NAN;
  if (xpbd_solver_create(scene, &def, &solver) == XPBD_OK && xpbd_solver_step(solver, FRAMES) == XPBD_OK)
    xpbd_solver_read(solver, XPBD_POSITIONS, x);
  xpbd_solver_destroy(&solver);
}

/// Positions of the loop, and its hash; NaN when it fails.
static void run_loop(const xpbd_scene *scene, int32_t iterations, double *x, uint64_t *hash) {
  const xpbd_solver_def def = settings(iterations);
  plain_loop *loop;
  x[0] = NAN;
  if (plain_loop_create(scene, &def, &loop) != XPBD_OK) return;
  for (int i = 0; i < FRAMES; i++) plain_loop_frame(loop);
  plain_loop_read(loop, x, NULL);
  *hash = plain_loop_hash(loop);
  // Back to the start and here again: the same bits.
  plain_loop_reset(loop);
  for (int i = 0; i < FRAMES; i++) plain_loop_frame(loop);
  if (plain_loop_hash(loop) != *hash) x[0] = NAN;
  plain_loop_destroy(loop);
}

/// Largest difference; NaN where a number is none.
static double apart(const double *a, const double *b) {
  double largest = 0.0;
  for (int i = 0; i < 3 * SIDE * SIDE; i++)
    if (!(fabs(a[i] - b[i]) <= largest)) largest = fabs(a[i] - b[i]);
  return largest;
}

static void same_cloth(check *self, int argument) {
  (void)argument;
  static const char *const springs[] = {"stretching", "hookean", "stvk", "morse"};
  static double loop[3 * SIDE * SIDE], seq[3 * SIDE * SIDE], other[3 * SIDE * SIDE];
  for (size_t s = 0; s < sizeof springs / sizeof *springs; s++) {
    xpbd_model model = {0};
    uint64_t hash = 0, again = 0;
    check_true(self, cloth(springs[s], XPBD_ORDER_MESH, &model) == XPBD_OK, "%s: a cloth", springs[s]);
    run_seq(model.scene, seq);
    run_loop(model.scene, ITERATIONS, loop, &hash);
    check_at_most(self, apart(loop, seq), LIMIT, "%s: distance of the loop from seq [m]", springs[s]);
    run_loop(model.scene, ITERATIONS, other, &again);
    check_same(self, hash, again, "%s: its hash in a second run", springs[s]);
    run_loop(model.scene, ITERATIONS / 2, other, &again);
    check_control(self, !(apart(other, seq) <= LIMIT) && again != hash, "%s: half of the iterations", springs[s]);
    xpbd_model_destroy(&model);
  }
}

static void refusals(check *self, int argument) {
  (void)argument;
  xpbd_model model = {0};
  plain_loop *loop = NULL;
  const xpbd_solver_def def = settings(ITERATIONS);
  check_true(self, cloth("stretching", XPBD_ORDER_GROUP, &model) == XPBD_OK, "a cloth in groups");
  check_true(self, plain_loop_create(model.scene, &def, &loop) == XPBD_ERR_UNSUPPORTED && !loop, "groups are refused");
  xpbd_model_destroy(&model);
  check_true(self, cloth("triangle_area", XPBD_ORDER_MESH, &model) == XPBD_OK, "a cloth of areas");
  check_true(self, plain_loop_create(model.scene, &def, &loop) == XPBD_ERR_UNSUPPORTED && !loop, "areas are refused");
  xpbd_model_destroy(&model);
  check_true(self, cloth("stretching", XPBD_ORDER_MESH, &model) == XPBD_OK, "a cloth in the order of the mesh");
  check_control(self, plain_loop_create(model.scene, &def, &loop) == XPBD_OK, "what it was written for is taken");
  plain_loop_destroy(loop);
  xpbd_model_destroy(&model);
}

/// Twice the smallest area of a sheet in the plane y = 0, positive where all are turned alike; and the sum of all.
static double least_area(const xpbd_mesh *mesh, double *sum) {
  double least = INFINITY;
  *sum = 0.0;
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const int32_t *c = &mesh->triangles[3 * t];
    const double *a = &mesh->positions[3 * c[0]], *b = &mesh->positions[3 * c[1]], *d = &mesh->positions[3 * c[2]];
    const double twice = (b[2] - a[2]) * (d[0] - a[0]) - (b[0] - a[0]) * (d[2] - a[2]);
    least = twice < least ? twice : least;
    *sum += 0.5 * twice;
  }
  return least;
}

static void irregular(check *self, int argument) {
  (void)argument;
  static const int32_t sides[] = {2, 3, 41};
  for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
    xpbd_mesh mesh = {0}, again = {0}, grid = {0};
    const double spacing = 10.0 / (sides[s] - 1);
    double sum;
    check_true(self,
               irregular_mesh_make(sides[s], spacing, &mesh) == XPBD_OK &&
                   irregular_mesh_make(sides[s], spacing, &again) == XPBD_OK &&
                   xpbd_mesh_make_grid(sides[s], sides[s], spacing, &grid) == XPBD_OK,
               "%d: it is made", (int)sides[s]);
    check_same(self, (uint64_t)mesh.vertex_count, (uint64_t)grid.vertex_count, "%d: vertices", (int)sides[s]);
    check_same(self, (uint64_t)mesh.edge_count, (uint64_t)grid.edge_count, "%d: edges", (int)sides[s]);
    check_same(self, (uint64_t)mesh.triangle_count, (uint64_t)grid.triangle_count, "%d: triangles", (int)sides[s]);
    check_same(self, (uint64_t)mesh.hinge_count, (uint64_t)grid.hinge_count, "%d: hinges", (int)sides[s]);
    // Every triangle has an area and all together have that of the square: nothing overlaps.
    check_at_least(self, least_area(&mesh, &sum), 0.19 * spacing * spacing, "%d: twice the smallest area [m^2]",
                   (int)sides[s]);
    check_between(self, sum, 100.0 - 1e-9, 100.0 + 1e-9, "%d: all areas [m^2]", (int)sides[s]);
    check_true(self,
               memcmp(mesh.positions, again.positions, 3 * (size_t)mesh.vertex_count * sizeof(double)) == 0 &&
                   memcmp(mesh.edges, again.edges, 2 * (size_t)mesh.edge_count * sizeof(int32_t)) == 0,
               "%d: the same each time", (int)sides[s]);
    if (sides[s] == 41) {
      check_at_least(self, xpbd_mesh_max_degree(&mesh), 8, "most edges of a vertex");
      check_control(self,
                    xpbd_mesh_max_degree(&grid) < 8 &&
                        memcmp(mesh.edges, grid.edges, 2 * (size_t)mesh.edge_count * sizeof(int32_t)) != 0,
                    "the grid is no such mesh");
    }
    xpbd_mesh_destroy(&mesh);
    xpbd_mesh_destroy(&again);
    xpbd_mesh_destroy(&grid);
  }
}

void check_group_peer(check_registry *registry);
void check_group_peer(check_registry *registry) {
  check_add(registry, "same_cloth", "the plain loop and seq simulate the same cloth", same_cloth, 0);
  check_add(registry, "refusals", "the plain loop takes nothing it was not written for", refusals, 0);
  check_add(registry, "irregular", "the irregular mesh covers the square once, the same each time", irregular, 0);
}
