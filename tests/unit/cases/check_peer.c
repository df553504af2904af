/* Why this file exists: the benchmark `cloth` adds its own code to the library. The plain loop that backends are
 * measured against must simulate the same cloth. The irregular mesh and the star must be valid meshes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "subject/irregular_mesh.h"
#include "subject/star_mesh.h"
#include "subject/plain_loop.h"
#include "xpbd/xpbd.h"

enum { SIDE = 13, FRAMES = 8, ITERATIONS = 10 };
/// Two programs in float after 8 frames, as for rows of benchmarks (PLAIN_LIMIT_F32 in benches/proof/solver_check.c).
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

/// Positions of seq; NaN if it fails.
static void run_seq(const xpbd_scene *scene, double *x) {
  const xpbd_solver_def def = settings(ITERATIONS);
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  x[0] = NAN;
  if (xpbd_solver_create(scene, &def, &solver) == XPBD_OK && xpbd_solver_step(solver, FRAMES) == XPBD_OK)
    xpbd_solver_read(solver, XPBD_POSITIONS, x);
}

/// Positions of the loop, and its hash; NaN if it fails.
static void run_loop(const xpbd_scene *scene, int32_t iterations, double *x, uint64_t *hash) {
  const xpbd_solver_def def = settings(iterations);
  plain_loop *loop;
  x[0] = NAN;
  if (plain_loop_create(scene, &def, &loop) != XPBD_OK) return;
  for (int i = 0; i < FRAMES; i++) plain_loop_frame(loop);
  plain_loop_read(loop, x, NULL);
  *hash = plain_loop_hash(loop);
  // Reset and repeated: bit-identical.
  plain_loop_reset(loop);
  for (int i = 0; i < FRAMES; i++) plain_loop_frame(loop);
  if (plain_loop_hash(loop) != *hash) x[0] = NAN;
  plain_loop_destroy(loop);
}

/// Largest difference; NaN if any value is NaN.
static double apart(const double *a, const double *b) {
  double largest = 0.0;
  for (int i = 0; i < 3 * SIDE * SIDE; i++)
    if (!(fabs(a[i] - b[i]) <= largest)) largest = fabs(a[i] - b[i]);
  return largest;
}

static void same_cloth(check *self, int argument) {
  static const char *const springs[] = {"stretching", "hookean", "stvk", "morse"};
  static double loop[3 * SIDE * SIDE], seq[3 * SIDE * SIDE], other[3 * SIDE * SIDE];
  for (size_t s = 0; s < sizeof springs / sizeof *springs; s++) {
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    uint64_t hash = 0, again = 0;
    check_true(self, cloth(springs[s], XPBD_ORDER_MESH, &model) == XPBD_OK, "%s: a cloth", springs[s]);
    run_seq(model.scene, seq);
    run_loop(model.scene, ITERATIONS, loop, &hash);
    check_at_most(self, apart(loop, seq), LIMIT, "%s: distance of the loop from seq [m]", springs[s]);
    run_loop(model.scene, ITERATIONS, other, &again);
    check_same(self, hash, again, "%s: its hash in a second run", springs[s]);
    run_loop(model.scene, ITERATIONS / 2, other, &again);
    check_control(self, !(apart(other, seq) <= LIMIT) && again != hash, "%s: half of the iterations", springs[s]);
  }
}

static void refusals(check *self, int argument) {
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
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
}

/// Four particles of different masses, one pinned, that fly and fall obliquely on a chain of springs. `spoil` = an
/// addition that the loop cannot simulate.
enum spoilt { NOTHING, TWO_SETS, DAMPED_SPRINGS, WIND, GLOBAL_DAMPING, OBSTACLE, HANDLE, CONTACT, RADII, SPOILT };

static xpbd_status chain(enum spoilt spoil, xpbd_scene **out) {
  static const double x[12] = {0, 0, 0, 1, 0.1, 0, 2, 0, 0.3, 3, -0.2, 0}, radii[4] = {0.0, 0.1, 0.0, 0.0};
  static const double v[12] = {0, 0, 0, 0.5, -1, 0.25, 0, 2, 0, -1, 0, 1.5}, w[4] = {0.0, 1.0, 0.5, 2.0};
  static const int32_t springs[8] = {2, 3, 1, 0, 1, 2, 3, 0}, triangle[3] = {1, 2, 3}, held[1] = {0};
  static const double lengths[4] = {0.9, 1.0, 1.1, 2.5}, times[1] = {0.0};
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = 4, def.positions = x, def.velocities = v, def.inverse_masses = w;
  def.triangle_count = 1, def.triangles = triangle;
  def.gravity[0] = 1.5, def.gravity[1] = -5.0, def.gravity[2] = 0.75;
  if (spoil == WIND) def.wind.drag = 0.1;
  if (spoil == GLOBAL_DAMPING) def.global_damping = 0.1;
  if (spoil == CONTACT) def.contact_radius = 0.1;
  if (spoil == RADII) def.radii = radii;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "stretching", set.count = 4, set.particles = springs, set.rest = lengths;
  set.order = XPBD_ORDER_MESH, set.compliance = 1e-3;
  if (spoil == DAMPED_SPRINGS) set.damping = 0.01;
  xpbd_obstacle_def obstacle = xpbd_obstacle_def_default();
  xpbd_handle_def handle = xpbd_handle_def_default();
  handle.particle_count = 1, handle.particles = held, handle.key_count = 1, handle.key_times = times;
  handle.key_positions = v;
  xpbd_status status = xpbd_scene_create(&def, out);
  for (int k = 0; status == XPBD_OK && k < (spoil == TWO_SETS ? 2 : 1); k++) status = xpbd_scene_add(*out, &set);
  if (status == XPBD_OK && spoil == OBSTACLE) status = xpbd_scene_add_obstacle(*out, &obstacle);
  if (status == XPBD_OK && spoil == HANDLE) status = xpbd_scene_add_handle(*out, &handle);
  return status;
}

/// A scene with more than springs and gravity must be refused, because its figures would belong to another scene.
static void refused_scenes(check *self, int argument) {
  static const char *const words[SPOILT] = {"",
                                            "one set of springs",
                                            "without damping",
                                            "nothing else",
                                            "nothing else",
                                            "nothing else",
                                            "nothing else",
                                            "nothing else",
                                            "nothing else"};
  for (enum spoilt k = NOTHING; k < SPOILT; k++) {
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    plain_loop *loop = NULL;
    const xpbd_solver_def def = settings(ITERATIONS);
    if (!check_status(self, chain(k, &scene), XPBD_OK, "scene %d", (int)k)) continue;
    const xpbd_status status = plain_loop_create(scene, &def, &loop);
    if (k == NOTHING)
      check_control(self, status == XPBD_OK && loop, "springs and gravity");
    else
      check_true(self, status == XPBD_ERR_UNSUPPORTED && !loop && strstr(xpbd_last_error(), words[k]),
                 "scene %d is refused for '%s': %s", (int)k, words[k], xpbd_last_error());
    plain_loop_destroy(loop);
  }
}

/// Several time steps per frame, all directions, velocities: compared with seq, and counted.
static void steps(check *self, int argument) {
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  xpbd_solver *solver = NULL;
  plain_loop *loop = NULL;
  double of_loop[24], of_seq[24], start[24], far[2] = {0.0, 0.0};
  if (!check_status(self, chain(NOTHING, &scene), XPBD_OK, "a chain")) return;
  xpbd_solver_def def = settings(ITERATIONS);
  def.substeps = 3;
  for (int k = 0; k < 2; k++) {
    check_status(self, xpbd_solver_create(scene, &def, &solver), XPBD_OK, "seq");
    check_status(self, xpbd_solver_step(solver, FRAMES), XPBD_OK, "its frames");
    xpbd_solver_read(solver, XPBD_POSITIONS, of_seq);
    xpbd_solver_read(solver, XPBD_VELOCITIES, of_seq + 12);
    xpbd_solver_destroy(&solver);
    if (k == 0) {
      if (!check_status(self, plain_loop_create(scene, &def, &loop), XPBD_OK, "the loop")) break;
      plain_loop_read(loop, start, NULL);
      plain_loop_read(loop, NULL, start + 12);
      for (int i = 0; i < FRAMES; i++) plain_loop_frame(loop);
      plain_loop_read(loop, of_loop, of_loop + 12);
    }
    for (int i = 0; i < 24; i++) far[k] = fmax(far[k], fabs(of_loop[i] - of_seq[i]));
    def.substeps = 1; /* the control */
  }
  double begun = 0.0;
  for (int i = 0; i < 12; i++) begun = fmax(begun, fabs(start[i] - (double)(float)xpbd_scene_positions(scene)[i]));
  for (int i = 0; i < 12; i++) begun = fmax(begun, fabs(start[12 + i] - xpbd_scene_velocities(scene)[i]));
  check_at_most(self, begun, 0.0, "it begins where the scene does");
  check_at_most(self, far[0], 2e-4, "distance of positions [m] and velocities [m/s] from seq");
  check_control(self, far[1] > 1e-2, "one time step a frame: %g", far[1]);
  check_same(self, (uint64_t)plain_loop_frames(loop), FRAMES, "frames");
  check_same(self, (uint64_t)plain_loop_projections(loop), FRAMES * 3 * ITERATIONS * 4, "projections");
  check_same(self, (uint64_t)plain_loop_bytes(loop), 4 * 10 * 4 + 4 * 16,
             "bytes: ten numbers a particle, four a spring");
  plain_loop_reset(loop);
  check_true(self, plain_loop_frames(loop) == 0 && plain_loop_projections(loop) == 0, "counts begin again");
  plain_loop_destroy(loop);
}

/// Twice the smallest area of a sheet in the plane y = 0, positive if all triangles have the same orientation; and
/// their sum.
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
  static const int32_t sides[] = {2, 3, 41};
  for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0}, again = {0}, grid = {0};
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
    // Every triangle has an area and together they have the area of the square, so nothing overlaps.
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
  }
}

static void star(check *self, int argument) {
  static const int32_t sides[] = {2, 3, 4, 41};
  static const int32_t points[] = {4, 8, 16, 2440}; /* for an odd side, half of the grid's 3 n^2 - 4 n + 1 edges */
  for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    const int32_t count = points[s], side = sides[s];
    check_same(self, (uint64_t)star_mesh_points(side), (uint64_t)count, "%d: points", (int)side);
    check_true(self, star_mesh_make(side, 5.0, &mesh) == XPBD_OK, "%d: it is made", (int)side);
    check_same(self, (uint64_t)mesh.vertex_count, (uint64_t)count + 1, "%d: vertices", (int)side);
    check_same(self, (uint64_t)mesh.edge_count, 2 * (uint64_t)count, "%d: edges", (int)side);
    check_same(self, (uint64_t)mesh.triangle_count, (uint64_t)count, "%d: triangles", (int)side);
    check_same(self, (uint64_t)mesh.hinge_count, (uint64_t)count, "%d: hinges", (int)side);
    check_same(self, (uint64_t)xpbd_mesh_max_degree(&mesh), (uint64_t)count, "%d: spokes", (int)side);
    double least = INFINITY, most = 0.0;
    for (int32_t e = 0; e < mesh.edge_count; e++) {
      const double *a = &mesh.positions[3 * mesh.edges[2 * e]], *b = &mesh.positions[3 * mesh.edges[2 * e + 1]];
      const double length = hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
      least = fmin(least, length), most = fmax(most, length);
    }
    // Two points and the hub form a triangle however close the points are: sides 5 / sqrt(2), 5 / sqrt(2), 5 m.
    check_at_least(self, least, 5.0 * sqrt(0.5) - 1e-12, "%d: shortest edge [m]", (int)side);
    check_at_most(self, most, side > 2 ? 5.0 + 1e-12 : 5.0 * sqrt(1.5) + 1e-12, "%d: longest edge [m]", (int)side);
  }
  check_control(self, star_mesh_points(4) != star_mesh_points(5), "a star of another size");
}

void check_group_peer(check_registry *registry) {
  check_add(registry, "same_cloth", "the plain loop and seq simulate the same cloth", same_cloth, 0);
  check_add(registry, "refusals", "the plain loop takes nothing it was not written for", refusals, 0);
  check_add(registry, "refused scenes", "nothing that a scene has is left out silently", refused_scenes, 0);
  check_add(registry, "steps", "several time steps of a frame, velocities and counts", steps, 0);
  check_add(registry, "irregular", "the irregular mesh covers the square once, the same each time", irregular, 0);
  check_add(registry, "star", "the star has as many edges as the grid, half of them at its hub, none of them short",
            star, 0);
}
