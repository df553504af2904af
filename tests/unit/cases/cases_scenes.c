/* Why this file exists: a shuffled scene must be the same scene in another order, or its row belongs to another scene.
 * A mesh must hang where its scene says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases_checks.h"
#include "subject/hung_mesh.h"
#include "subject/scene_source.h"
#include "subject/shuffled_scene.h"
#include "subject/solver_scene.h"
#include "xpbd/xpbd.h"

extern const bench_case bench_cloth, bench_scenes;

enum { N = 6 };
/* All different; numbers 3 to 5 are on a line. */
static const double start[3 * N] = {0, 0, 0, 1, 0.1, 0, 0, 1.2, 0.3, 2, 0, 1, 3, 0, 1, 4, 0, 1};
static const double moving[3 * N] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18};
static const double lightness[N] = {0.0, 1.0, 0.5, 2.0, 0.25, 4.0};
static const int32_t corners[9] = {0, 1, 2, 1, 3, 2, 2, 3, 5};

/// What prevents shuffling.
typedef enum spoilt { NOTHING, OBSTACLE, HANDLE, CONTACT, PART, FLAT, SPOILT } spoilt;

static xpbd_status whole(spoilt spoil, xpbd_scene **out) {
  static const int32_t springs[10] = {0, 1, 1, 2, 2, 3, 3, 5, 4, 0}, held[1] = {0};
  static const double lengths[5] = {0.9, 1.0, 1.1, 2.5, 3.0}, times[1] = {0.0};
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = N, def.positions = start, def.velocities = moving, def.inverse_masses = lightness;
  def.triangle_count = 3, def.triangles = corners;
  memcpy(def.gravity, (const double[3]){1.5, -5.0, 0.75}, sizeof def.gravity);
  def.global_damping = 0.125, def.omit_tip_damping = true;
  def.wind = (xpbd_wind){{1, 2, 3}, 0.5, {4, 5, 6}, 7.0};
  if (spoil == CONTACT) def.contact_radius = 0.01;
  xpbd_obstacle_def obstacle = xpbd_obstacle_def_default();
  xpbd_handle_def handle = xpbd_handle_def_default();
  handle.particle_count = 1, handle.particles = held, handle.key_count = 1, handle.key_times = times;
  handle.key_positions = moving;
  int32_t tip = -1;
  xpbd_status status = xpbd_scene_create(&def, out);
  if (status == XPBD_OK) status = xpbd_scene_add_centre(*out, 0, spoil == PART ? N - 1 : N, &tip);
  const int32_t tets[12] = {0, 1, 2, tip, 1, 3, 2, tip, 2, 3, 5, tip}, flat[8] = {3, 4, 5, 0, 0, 1, 2, 3};
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "hookean", set.count = 5, set.particles = springs, set.rest = lengths, set.material[0] = 12.5;
  set.order = XPBD_ORDER_MESH, set.compliance = 1e-3, set.damping = 0.25, set.damping_reading = XPBD_DAMPING_TILDE;
  if (status == XPBD_OK) status = xpbd_scene_add(*out, &set);
  xpbd_constraints_def volumes = xpbd_constraints_def_default();
  volumes.formula = "stvk_strain_tet", volumes.count = 3, volumes.particles = tets, volumes.order = XPBD_ORDER_GROUP;
  if (status == XPBD_OK) status = xpbd_scene_add(*out, &volumes);
  xpbd_constraints_def thin = volumes;
  thin.count = 2, thin.particles = flat;
  if (status == XPBD_OK && spoil == FLAT) status = xpbd_scene_add(*out, &thin);
  if (status == XPBD_OK && spoil == OBSTACLE) status = xpbd_scene_add_obstacle(*out, &obstacle);
  if (status == XPBD_OK && spoil == HANDLE) status = xpbd_scene_add_handle(*out, &handle);
  return status;
}

/// Finds where each particle went, by its position in space. False if one is missing.
static bool places(const xpbd_scene *a, const xpbd_scene *b, int32_t *to) {
  bool all = true;
  for (int32_t i = 0; i < N; i++) {
    to[i] = -1;
    for (int32_t j = 0; j < N; j++)
      if (memcmp(xpbd_scene_positions(a) + 3 * i, xpbd_scene_positions(b) + 3 * j, 3 * sizeof(double)) == 0) to[i] = j;
    all = all && to[i] >= 0;
  }
  return all;
}

/// Counts the elements of a set that the other set has exactly once, with the same particles and rest shape in all
/// rows.
static int32_t same_elements(const xpbd_constraints *a, const xpbd_constraints *b, const int32_t *to) {
  const xpbd_formula_info *info = xpbd_formula_at(a->formula);
  const int32_t arity = info->arity, rests = xpbd_rest_size(info);
  int32_t found = 0;
  for (int32_t e = 0; e < a->count; e++) {
    int same = 0;
    for (int32_t f = 0; f < b->count; f++) {
      bool equal = true;
      for (int32_t k = 0; k < arity; k++) {
        const int32_t i = a->particles[e * arity + k];
        equal = equal && b->particles[f * arity + k] == (i < N ? to[i] : i);
      }
      same += equal && memcmp(a->rest + e * rests, b->rest + f * rests, (size_t)rests * sizeof(double)) == 0;
    }
    found += same == 1;
  }
  return found;
}

static bool same_numbers(const xpbd_constraints *a, const xpbd_constraints *b) {
  return a->formula == b->formula && a->count == b->count && a->order == b->order &&
         a->damping_reading == b->damping_reading && memcmp(a->material, b->material, sizeof a->material) == 0 &&
         !(a->compliance < b->compliance) && !(a->compliance > b->compliance) && !(a->damping < b->damping) &&
         !(a->damping > b->damping);
}

static void shuffled(check *self, int argument) {
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL, *made = NULL, *again = NULL;
  int32_t to[N], moved = 0;
  if (!check_status(self, whole(NOTHING, &scene), XPBD_OK, "a scene") ||
      !check_status(self, shuffled_scene(scene, &made), XPBD_OK, "shuffled") ||
      !check_status(self, shuffled_scene(scene, &again), XPBD_OK, "and again"))
    return;
  check_same(self, (uint64_t)xpbd_scene_particle_count(made), N, "particles");
  check_true(self, places(scene, made, to), "each is where it was");
  for (int32_t i = 0; i < N; i++) {
    moved += to[i] != i;
    check_true(
        self,
        memcmp(xpbd_scene_velocities(scene) + 3 * i, xpbd_scene_velocities(made) + 3 * to[i], 3 * sizeof(double)) ==
                0 &&
            memcmp(xpbd_scene_inverse_masses(scene) + i, xpbd_scene_inverse_masses(made) + to[i], sizeof(double)) == 0,
        "particle %d has its velocity and its mass", (int)i);
  }
  check_control(self, moved > 2, "in the order of before: %d moved", (int)moved);
  check_true(
      self,
      memcmp(xpbd_scene_positions(made), xpbd_scene_positions(again), sizeof start) == 0 &&
          memcmp(xpbd_scene_set(made, 0)->particles, xpbd_scene_set(again, 0)->particles, 10 * sizeof(int32_t)) == 0,
      "in the same order each time");
  check_same(self, (uint64_t)xpbd_scene_triangle_count(made), 3, "triangles");
  for (int k = 0; k < 9; k++)
    check_same(self, (uint64_t)xpbd_scene_triangles(made)[k], (uint64_t)to[corners[k]], "corner %d", k);
  check_true(self,
             memcmp(xpbd_scene_gravity(made), xpbd_scene_gravity(scene), 3 * sizeof(double)) == 0 &&
                 memcmp(xpbd_scene_wind(made), xpbd_scene_wind(scene), sizeof(xpbd_wind)) == 0,
             "gravity and wind");
  check_between(self, xpbd_scene_global_damping(made), 0.125, 0.125, "global damping");
  check_true(self, xpbd_scene_omits_tip_damping(made), "damping as if ghost tips stood still");
  check_same(self, (uint64_t)xpbd_scene_centre_count(made), 1, "centres");
  check_same(self, (uint64_t)xpbd_scene_centre(made, 0)->count, N, "of all particles");
  check_same(self, (uint64_t)xpbd_scene_set_count(made), 2, "sets");
  int32_t places_of_elements = 0;
  for (int32_t s = 0; s < 2; s++) {
    const xpbd_constraints *a = xpbd_scene_set(scene, s), *b = xpbd_scene_set(made, s);
    check_true(self, same_numbers(a, b), "set %d has its material", (int)s);
    check_same(self, (uint64_t)same_elements(a, b, to), s == 0 ? 5 : 3, "elements of set %d", (int)s);
  }
  for (int32_t e = 0; e < 5; e++)
    places_of_elements +=
        memcmp(xpbd_scene_set(scene, 0)->rest + e, xpbd_scene_set(made, 0)->rest + e, sizeof(double)) != 0;
  const int32_t same[N] = {0, 1, 2, 3, 4, 5};
  check_control(self,
                places_of_elements > 1 && same_elements(xpbd_scene_set(scene, 0), xpbd_scene_set(made, 0), same) < 5,
                "elements in the order of before, of the particles of before");
}

static void refused(check *self, int argument) {
  static const char *const words[SPOILT] = {"",
                                            "a scene with obstacles, handles or contact cannot be shuffled",
                                            "a scene with obstacles, handles or contact cannot be shuffled",
                                            "a scene with obstacles, handles or contact cannot be shuffled",
                                            "a centre of a part of the particles",
                                            "elements without a rest shape cannot be shuffled"};
  for (spoilt k = NOTHING; k < SPOILT; k++) {
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL, *made = NULL;
    if (!check_status(self, whole(k, &scene), XPBD_OK, "scene %d", (int)k)) continue;
    const xpbd_status status = shuffled_scene(scene, &made);
    if (k == NOTHING)
      check_control(self, status == XPBD_OK && made, "nothing is in the way");
    else if (check_true(self, status == XPBD_ERR_UNSUPPORTED && !made, "scene %d is refused", (int)k))
      check_said(self, words[k], "scene %d", (int)k);
  }
}

/// The highest 2 % of the height are pinned; all particles weigh 1 kg.
static void hung(check *self, int argument) {
  static const double x[15] = {0, -3, 0, 1, 6.79, 0, 0, 6.81, 1, 1, 7, 1, 0.5, 2, 2};
  static const int32_t triangles[6] = {0, 1, 2, 2, 1, 3}, more[3] = {4, 0, 2};
  static const bool held[5] = {false, false, true, true, false};
  int32_t all[9];
  memcpy(all, triangles, sizeof triangles);
  memcpy(all + 6, more, sizeof more);
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  bool pinned[5] = {false};
  check_status(self, xpbd_mesh_make(5, x, 3, all, &mesh), XPBD_OK, "a mesh");
  hung_mesh_pin_top(&mesh, pinned);
  if (check_status(self, hung_mesh_scene(&mesh, pinned, NULL, &scene), XPBD_OK, "it hangs")) {
    for (int i = 0; i < 5; i++) {
      check_true(self, pinned[i] == held[i], "vertex %d %s", i, held[i] ? "is held" : "is free");
      check_between(self, xpbd_scene_inverse_masses(scene)[i], held[i] ? 0.0 : 1.0, held[i] ? 0.0 : 1.0,
                    "weight of vertex %d [1/kg]", i);
    }
    check_true(self, memcmp(xpbd_scene_positions(scene), x, sizeof x) == 0, "where the mesh is");
    check_same(self, (uint64_t)xpbd_scene_triangle_count(scene), 3, "its triangles");
    check_true(self, memcmp(xpbd_scene_triangles(scene), mesh.triangles, sizeof all) == 0, "as they are");
    check_at_most(self, xpbd_scene_gravity(scene)[1], -9.8, "it falls [m/s^2]");
    check_same(self, (uint64_t)xpbd_scene_set_count(scene), 0, "nothing holds it together yet");
  }
  check_control(self, memcmp(pinned, (const bool[5]){false, true, true, true, false}, sizeof pinned) != 0,
                "a vertex a little lower");
}

/// A level mesh has no highest vertices. It hangs from two corners, also if float has bent it a little.
static void level(check *self, int argument) {
  static const double x[15] = {3, 1, 4, 5, 1, 4, 4, 1, 5, 3, 1, 6, 5, 1, 6};
  static const int32_t triangles[12] = {0, 1, 2, 1, 4, 2, 4, 3, 2, 3, 0, 2};
  static const bool held[5] = {true, true, false, false, false};
  for (int bent = 0; bent < 3; bent++) {
    OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
    bool pinned[5] = {false};
    check_status(self, xpbd_mesh_make(5, x, 4, triangles, &mesh), XPBD_OK, "a mesh");
    mesh.positions[3 * 2 + 1] += (double[]){0.0, 1e-7, 1e-2}[bent];
    hung_mesh_pin_top(&mesh, pinned);
    for (int i = 0; i < 5 && bent < 2; i++)
      check_true(self, pinned[i] == held[i], "bent by %d: vertex %d %s", bent, i, held[i] ? "is held" : "is free");
    if (bent == 2) check_control(self, pinned[2] && !pinned[0], "a mesh with a highest vertex");
  }
}

/// A formula has the same numbers on every mesh, because otherwise different materials would be compared. Energies of
/// solids are softer, because of ghost tetrahedra.
static void materials(check *self, int argument) {
  static const char *const meshes[] = {"mesh=cloth", "mesh=irregular", "mesh=star", "mesh=sphere", "mesh=beam"};
  static const struct {
    const char *constraint;
    bool inside; ///< It needs a mesh with one.
    double compliance, material;
  } known[] = {{"constraint=stretching", false, 1e-5, 10},       {"constraint=hookean", false, 1e-5, 10},
               {"constraint=linear_triangle", false, 1e-5, 1e3}, {"constraint=orthotropic_triangle", false, 1e-5, 1e3},
               {"constraint=tet_volume", true, 1e-5, 1},         {"constraint=stvk_tet", true, 1, 1e3},
               {"constraint=stvk_root_tet", true, 1, 1e3}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    for (size_t m = known[k].inside ? 3 : 0; m < sizeof meshes / sizeof *meshes; m++) {
      OWNED(bench_plan_destroy) bench_plan plan = {0};
      const solver_scene *made = NULL;
      const bench_point point = case_point(
          self, &bench_cloth, (const char *[]){"size=5", "backend=seq", known[k].constraint, meshes[m], NULL}, &plan);
      const bool good =
          check_status(self, solver_scene_find(&point, &made), XPBD_OK, "%s, %s", known[k].constraint, meshes[m]);
      if (!good) return;
      const xpbd_constraints *set = xpbd_scene_set(made->scene, 0);
      check_between(self, set->compliance, known[k].compliance, known[k].compliance, "compliance of %s, %s",
                    known[k].constraint, meshes[m]);
      check_between(self, set->material[0], known[k].material, known[k].material, "material of %s, %s",
                    known[k].constraint, meshes[m]);
      check_control(self, set->compliance < 1.0 || known[k].inside, "a sheet as soft as a solid");
    }
  solver_scene_release();
}

/// The run of a series is the run of the timed frames. Otherwise the row has no series.
static void recorded(check *self, int argument) {
  OWNED(bench_plan_destroy) bench_plan plan = {0};
  const solver_scene *made = NULL;
  const bench_point point = case_point(
      self, &bench_scenes, (const char *[]){"scene=cloth", "size=5", "method=xpbd", "backend=seq", NULL}, &plan);
  bench_ctx ctx = {.point = &point, .facts = bench_facts_unknown()};
  xpbd_solver_def def = xpbd_solver_def_default();
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  def.backend = "seq";
  const bool good = check_status(self, solver_scene_find(&point, &made), XPBD_OK, "its scene") &&
                    check_status(self, xpbd_solver_create(made->scene, &def, &solver), XPBD_OK, "its solver");
  ctx.state = solver;
  for (int32_t frames = 1; good && frames < 3; frames++) {
    uint64_t hash = 0;
    char words[BENCH_TEXT];
    xpbd_status status = xpbd_solver_reset(solver);
    if (status == XPBD_OK) status = xpbd_solver_step(solver, frames);
    if (status == XPBD_OK) status = xpbd_solver_hash(solver, &hash);
    check_status(self, status, XPBD_OK, "the state after %d frames", (int)frames);
    check_same(self, bench_scenes.series(&ctx, frames, hash), BENCH_OK, "the same run: %s", ctx.reason);
    check_true(self, ctx.series.count > frames, "%d moments", ctx.series.count);
    check_same(self, bench_scenes.series(&ctx, frames, hash + 1), BENCH_INVALID, "another run");
    snprintf(words, sizeof words,
             "the run that records the series differs from the timed one: state %016llx after %d frame%s",
             (unsigned long long)hash, (int)frames, frames == 1 ? "" : "s");
    check_true(self, strcmp(ctx.reason, words) == 0, "it says '%s', not '%s'", ctx.reason, words);
    check_control(self, bench_scenes.series(&ctx, frames + 1, hash) == BENCH_INVALID, "a frame later");
  }
  free(ctx.series.values);
  solver_scene_release();
}

void case_scenes_register(check_registry *registry) {
  check_add(registry, "shuffled", "a shuffled scene is the same scene in another order", shuffled, 0);
  check_add(registry, "not shuffled", "what cannot be shuffled is refused", refused, 0);
  check_add(registry, "materials", "a formula has the same numbers on every mesh", materials, 0);
  check_add(registry, "recorded", "a series is of the run that was timed", recorded, 0);
  check_add(registry, "level", "a level mesh hangs from two corners", level, 0);
  check_add(registry, "hung", "a mesh hangs from its highest vertices", hung, 0);
}
