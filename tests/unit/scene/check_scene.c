/* Why this file exists: input is checked once, where it enters. Every documented error in a field of a scene, a set of
 * constraints and a named scene must be refused with the right code (tests/golden/errors/scene has the texts). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/check.h"
#include "runner/rig.h"
#include "scene_checks.h"

static const double nan64 = (double)NAN, inf64 = (double)INFINITY;

static xpbd_constraints_def good_set(const scene_parts *p) {
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "stretching";
  set.count = 5;
  set.particles = p->edges;
  return set;
}

static xpbd_status makes(const xpbd_scene_def *def) {
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  const xpbd_status status = xpbd_scene_create(def, &scene);
  return status;
}

/* The outermost valid values. */
static void outermost(check *self, int argument) {
  scene_parts p;
  for (int k = 0; k < 2; k++) {
    const double end = k;
    const double radii[4] = {0};
    scene_good_parts(&p), p.def.restitution = p.def.global_damping = end;
    p.def.radii = radii, p.def.friction = p.def.wind.drag = p.def.wind.swing_rate = 0.0;
    check_status(self, makes(&p.def), XPBD_OK, "restitution and global damping of %g, nothing else", end);
    scene_good_parts(&p), p.def.particle_count = 1, p.def.triangle_count = 0, p.w[0] = end;
    check_status(self, makes(&p.def), XPBD_OK, "one particle of inverse mass %g", end);
    scene_good_parts(&p);
    xpbd_constraints_def set = good_set(&p);
    set.compliance = 0.0, set.damping = 0.0, set.count = 5 * k;
    OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
    if (check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene"))
      check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "%d constraints, stiff and undamped", (int)set.count);
  }
  scene_good_parts(&p), p.def.restitution = 1.0 + 1e-15;
  check_control(self, makes(&p.def) == XPBD_ERR_INVALID_ARGUMENT, "a restitution above 1");
}

static void particles(check *self, int argument) {
  scene_parts p;
  scene_good_parts(&p);
  scene_def_refused(self, NULL, "no definition");
  p.def.cookie = 0;
  scene_def_refused(self, &p.def, "a definition without cookie");
  REFUSED("no particles", p.def.particle_count = 0);
  REFUSED("-4 particles", p.def.particle_count = -4);
  REFUSED("no positions", p.def.positions = NULL);
  REFUSED("no inverse masses", p.def.inverse_masses = NULL);
  const double bad[] = {nan64, inf64, -inf64};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    REFUSED("a position that is not finite", p.x[7] = bad[i]);
    REFUSED("a velocity that is not finite", p.v[11] = bad[i]);
    REFUSED("an inverse mass that is not finite", p.w[1] = bad[i]);
    REFUSED("gravity that is not finite", p.def.gravity[2] = bad[i]);
  }
  REFUSED("a negative inverse mass", p.w[3] = -1);
  const double wrong[] = {nan64, inf64, -1};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    double radii[4] = {0.1, 0.0, wrong[i], 0.2};
    REFUSED("a wrong radius", p.def.radii = radii);
    REFUSED("wrong friction", p.def.friction = wrong[i]);
    REFUSED("a wrong contact radius", p.def.contact_radius = wrong[i]);
    REFUSED("wrong damping", p.def.global_damping = wrong[i]);
    REFUSED("wrong drag", p.def.wind.drag = wrong[i]);
    REFUSED("a wrong swing rate", p.def.wind.swing_rate = wrong[i]);
    REFUSED("wrong restitution", p.def.restitution = wrong[i]);
  }
  REFUSED("damping above 1", p.def.global_damping = 1.01);
  REFUSED("restitution above 1", p.def.restitution = 1.01);
  const double radii[4] = {0.1, 0.0, 0.3, 0.2};
  scene_good_parts(&p), p.def.radii = radii, p.def.restitution = 0.5, p.def.friction = 0.25;
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  check_control(self, xpbd_scene_create(&p.def, &scene) == XPBD_OK && scene, "the good definition is accepted");
  if (scene) {
    check_true(self, memcmp(xpbd_scene_radii(scene), radii, sizeof radii) == 0, "radii as set");
    check_at_most(self, fabs(xpbd_scene_contact_radius(scene) - 0.3), 0.0, "the contact radius is the largest");
    check_at_most(self, fabs(xpbd_scene_restitution(scene) - 0.5) + fabs(xpbd_scene_friction(scene) - 0.25), 0.0,
                  "restitution and friction as set");
  }
  xpbd_scene_destroy(&scene);
  check_true(self, !scene, "destroy clears the pointer");
}

/* Particles that crowd in a cell of contact are refused, because each would look at all others. */
static void crowds(check *self, int argument) {
  enum { N = 100000 };
  static double x[3 * N], w[N];
  xpbd_scene_def def = xpbd_scene_def_default();
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  for (int32_t i = 0; i < N; i++) x[3 * i] = 0.25, x[3 * i + 1] = -0.5, x[3 * i + 2] = 2.5, w[i] = 1.0;
  def.particle_count = N, def.positions = x, def.inverse_masses = w, def.contact_radius = 0.5;
  scene_refused(self, xpbd_scene_create(&def, &scene), "100000 particles at one point");
  check_said(self,
             "contact: 100000 particles are in one cell of 1.5 m at (0, -1.5, 1.5), more than 1024; "
             "move them apart, or choose another contact radius than 0.5 m",
             "100000 particles at one point");
  for (int32_t i = 0; i < N; i++) x[3 * i] = 0.3 + 1e-7 * i;
  scene_refused(self, xpbd_scene_create(&def, &scene), "100000 particles in one cell");
  for (int32_t i = 0; i < N; i++) x[3 * i] = 0.001 * i;
  scene_refused(self, xpbd_scene_create(&def, &scene), "1500 particles in each cell");
  for (int32_t i = 0; i < N; i++) x[3 * i] = 1e9 * i;
  def.contact_radius = 1e-3;
  scene_refused(self, xpbd_scene_create(&def, &scene), "particles that share the last cell");
  for (int32_t i = 0; i < N; i++) x[3 * i] = 0.0015 * i;
  def.contact_radius = 0.5;
  check_control(self, xpbd_scene_create(&def, &scene) == XPBD_OK, "1000 particles in each cell");
  xpbd_scene_destroy(&scene);
  for (int32_t i = 0; i < N; i++) x[3 * i] = 0.25;
  def.contact_radius = 0.0;
  check_control(self, xpbd_scene_create(&def, &scene) == XPBD_OK, "without contact");
}

/* Counts beyond 32-bit numbers are refused before the arrays, which are short here, are read. */
static void numbers_too_large(check *self, int argument) {
  scene_parts p;
  REFUSED("triangles", p.def.triangle_count = INT32_MAX / 3 + 1);
  scene_good_parts(&p);
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  if (!check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene")) return;
  int many = 0;
  while (xpbd_formula_at(many)->rows < 2 || (xpbd_formula_at(many)->traits & XPBD_MODULI)) many++;
  xpbd_constraints_def set = good_set(&p);
  set.formula = xpbd_formula_at(many)->name;
  set.count = INT32_MAX / xpbd_formula_at(many)->rows + 1;
  scene_refused(self, xpbd_scene_add(scene, &set), "elements of several rows");
  set.count = 1, set.particles = p.triangles;
  check_control(self, xpbd_scene_add(scene, &set) == XPBD_OK, "one element of %s", set.formula);
  xpbd_mesh mesh = {0};
  scene_refused(self, xpbd_mesh_make(4, p.x, INT32_MAX / 3 + 1, p.triangles, &mesh), "of a mesh");
  scene_refused(self, xpbd_mesh_make(-1, p.x, 2, p.triangles, &mesh), "of a mesh");
  scene_refused(self, xpbd_mesh_make(4, p.x, -1, p.triangles, &mesh), "of a mesh");
  scene_refused(self, xpbd_mesh_make_tets(4, p.x, INT32_MAX / 12 + 1, p.triangles, &mesh), "of a mesh");
  xpbd_lattice lattice = {.spacing = 0.0};
  scene_refused(self, xpbd_lattice_make_box(11586, 11586, 1, 0.1, &lattice), "nodes of a lattice, two ways");
  scene_refused(self, xpbd_lattice_make_box(513, 512, 512, 0.1, &lattice), "nodes of a lattice, three ways");
}

static void triangles_and_wind(check *self, int argument) {
  scene_parts p;
  REFUSED("-1 triangles", p.def.triangle_count = -1);
  REFUSED("triangles missing", p.def.triangles = NULL);
  REFUSED("a triangle of a particle that is not there", p.triangles[4] = 4);
  REFUSED("a triangle of particle -1", p.triangles[0] = -1);
  REFUSED("infinite wind", p.def.wind.velocity[1] = inf64);
  REFUSED("swing NaN", p.def.wind.swing[0] = nan64);
  REFUSED("wind without triangles", p.def.wind.drag = 1, p.def.triangle_count = 0);
  scene_good_parts(&p), p.def.wind.drag = 1, p.def.wind.velocity[0] = 3;
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  check_control(self, xpbd_scene_create(&p.def, &scene) == XPBD_OK, "good wind is accepted");
  if (scene) check_at_most(self, fabs(xpbd_scene_wind(scene)->velocity[0] - 3), 0.0, "wind as set");
}

static void refuse_set(check *self, xpbd_scene *scene, const xpbd_constraints_def *set, const char *what) {
  const int32_t before = xpbd_scene_set_count(scene);
  scene_refused(self, xpbd_scene_add(scene, set), what);
  check_same(self, (uint64_t)xpbd_scene_set_count(scene), (uint64_t)before, "%s: sets of the scene", what);
}

/// A valid definition with one wrong field.
typedef struct wrong_set {
  xpbd_constraints_def set;
  const char *what;
} wrong_set;

typedef struct wrong_params {
  xpbd_scene_params params;
  const char *what;
} wrong_params;

static void constraints(check *self, int argument) {
  scene_parts p;
  scene_good_parts(&p);
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  if (!check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene")) return;
  refuse_set(self, scene, NULL, "no definition");
  wrong_set wrong[18];
  int count = 0;
#define WRONG(what_)                                                                                                   \
  wrong[count] = (wrong_set){good_set(&p), what_};                                                                     \
  wrong[count++].set
  /* clang-format off */
  WRONG("a definition without cookie").cookie = 0;
  WRONG("an unknown formula").formula = "nonesuch";
  WRONG("no formula").formula = NULL;
  WRONG("-1 constraints").count = -1;
  WRONG("no particles").particles = NULL;
  WRONG("negative compliance").compliance = -1;
  WRONG("infinite compliance").compliance = inf64;
  WRONG("negative damping").damping = -1;
  WRONG("damping NaN").damping = nan64;
  WRONG("infinite damping").damping = inf64;
  WRONG("order 5").order = (xpbd_order)5;
  WRONG("negative stiffness").material[0] = -1;
  WRONG("stiffness beyond its range").material[0] = 1e10;
  WRONG("infinite stiffness").material[0] = inf64;
  /* clang-format on */
#undef WRONG
  for (int i = 0; i < count; i++) refuse_set(self, scene, &wrong[i].set, wrong[i].what);
  xpbd_constraints_def set = good_set(&p);
  p.edges[5] = 4;
  refuse_set(self, scene, &set, "a constraint on a particle that is not there");
  p.edges[5] = -1;
  refuse_set(self, scene, &set, "a constraint on particle -1");
  p.edges[5] = p.edges[4];
  refuse_set(self, scene, &set, "a constraint with one particle twice");
  scene_good_parts(&p);
  double rest[5] = {1, 1, 1, 1, nan64};
  set.rest = rest;
  refuse_set(self, scene, &set, "a rest shape that is not finite");
  set.rest = NULL, set.count = 0;
  check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "an empty set is allowed");
  set = good_set(&p);
  check_control(self, xpbd_scene_add(scene, &set) == XPBD_OK, "the good set is accepted");
}

/* What is read back is what was given: copies, defaults, rest lengths, order. */
static void reading(check *self, int argument) {
  scene_parts p;
  scene_good_parts(&p);
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  if (!check_status(self, xpbd_scene_create(&p.def, &scene), XPBD_OK, "a scene")) return;
  xpbd_constraints_def set = good_set(&p);
  set.order = XPBD_ORDER_MESH;
  check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "mesh order");
  set.order = XPBD_ORDER_GROUP, set.material[0] = 7, set.compliance = 0.25, set.damping = 0.5;
  check_status(self, xpbd_scene_add(scene, &set), XPBD_OK, "group order");
  p.x[3] = 77, p.w[1] = 77, p.triangles[1] = 77, p.edges[0] = 77; /* the scene has its own copies */
  check_at_most(self, fabs(xpbd_scene_positions(scene)[3] - 1), 0.0, "position copied");
  check_at_most(self, fabs(xpbd_scene_inverse_masses(scene)[1] - 1), 0.0, "inverse mass copied");
  check_same(self, (uint64_t)xpbd_scene_triangles(scene)[1], 2, "triangle copied");
  check_same(self, (uint64_t)xpbd_scene_set_count(scene), 2, "sets");
  check_same(self, (uint64_t)xpbd_scene_constraint_count(scene), 10, "constraints");
  check_true(self, !xpbd_scene_set(scene, 2) && !xpbd_scene_set(scene, -1), "no set outside");
  const xpbd_constraints *first = xpbd_scene_set(scene, 0), *second = xpbd_scene_set(scene, 1);
  check_same(self, (uint64_t)first->particles[0], 0, "constraint copied");
  check_at_most(self, fabs(first->rest[4] - sqrt(2)), 1e-15, "rest length of the diagonal");
  check_at_most(self, fabs(first->material[0] - xpbd_formula_at(first->formula)->material[0].standard), 0.0,
                "standard k");
  check_at_most(self, fabs(first->compliance - 1e-5) + fabs(first->damping), 0.0, "standard compliance and damping");
  check_at_most(self, fabs(second->material[0] - 7) + fabs(second->compliance - 0.25) + fabs(second->damping - 0.5),
                0.0, "k, compliance and damping as given");
  check_same(self, (uint64_t)first->schedule.overflow, 0, "mesh order is one serial group");
  check_true(self, second->schedule.group_count > 1 && second->schedule.overflow < 0,
             "group order has parallel groups");
  check_at_most(self, fabs(xpbd_scene_gravity(scene)[1] + 9.81), 0.0, "standard gravity");
  check_control(self, !(fabs(first->rest[4] - 1.41) <= 1e-15), "a rest length 0.3 %% off");
  const int32_t corners[3] = {0, 1, 2};
  /* 0.1424925 is the tangent of the angle whose cosine is 0.99 */
  const double normal[3] = {0, 1, 0}, upright[3] = {0.1424, 1, 0}, leaning[3] = {0.1426, 1, 0};
  const double none[3] = {0, 0, 0}, unknown[3] = {nan64, 0, 0};
  xpbd_constraints_def sheet = xpbd_constraints_def_default();
  sheet.formula = "stvk_strain_triangle", sheet.count = 1, sheet.particles = corners;
  if (check_status(self, xpbd_scene_add(scene, &sheet), XPBD_OK, "a formula whose moduli are the body's"))
    check_at_most(self, fabs(xpbd_scene_set(scene, 2)->compliance - 1), 0.0, "its standard compliance");
  sheet.warp = normal; /* the triangle is in y = 0 */
  refuse_set(self, scene, &sheet, "a warp along the normal");
  sheet.warp = upright;
  refuse_set(self, scene, &sheet, "a warp 8.104 degrees from the normal");
  sheet.warp = unknown;
  refuse_set(self, scene, &sheet, "a warp that is not a number");
  sheet.warp = leaning;
  check_status(self, xpbd_scene_add(scene, &sheet), XPBD_OK, "a warp 8.116 degrees from the normal");
  sheet.warp = none;
  check_status(self, xpbd_scene_add(scene, &sheet), XPBD_OK, "no warp");
}

static void refuse_named(check *self, const char *name, const xpbd_scene_params *params, const char *what) {
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  scene_refused(self, xpbd_scene_build(name, params, &model), what);
  check_true(self, !model.scene && !model.mesh.positions, "%s: nothing is returned", what);
}

/// Every named scene builds and moves with its defaults, and refuses invalid parameters.
static void named(check *self, int index) {
  const char *name = xpbd_scene_info_at(index)->name;
  check_same(self, (uint64_t)xpbd_scene_info_find(name), (uint64_t)index, "%s is found by name", name);
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 9;
  xpbd_model model;
  if (check_status(self, xpbd_scene_build(name, &params, &model), XPBD_OK, "%s at resolution 9", name)) {
    const xpbd_solver_def def = rig_settings(XPBD_F32, xpbd_scene_info_at(index)->frame_time, 5);
    OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
    uint64_t before = 0, after = 0;
    check_status(self, xpbd_solver_create(model.scene, &def, &solver), XPBD_OK, "a solver for it");
    check_status(self, xpbd_solver_hash(solver, &before), XPBD_OK, "its start");
    check_status(self, xpbd_solver_step(solver, 5), XPBD_OK, "five frames");
    check_status(self, xpbd_solver_hash(solver, &after), XPBD_OK, "its state");
    check_control(self, before != after, "five frames for none");
    check_same(self, (uint64_t)model.mesh.vertex_count, (uint64_t)xpbd_scene_particle_count(model.scene),
               "its mesh fits");
    xpbd_model_destroy(&model);
  }
  refuse_named(self, name, NULL, "no parameters");
  params.cookie = 0;
  refuse_named(self, name, &params, "parameters without cookie");
}

static void cloth_parameters(check *self, int argument) {
  wrong_params wrong[24];
  int count = 0;
#define WRONG(what_)                                                                                                   \
  wrong[count] = (wrong_params){xpbd_scene_params_default(), what_};                                                   \
  wrong[count++].params
  /* clang-format off */
  WRONG("resolution 1").resolution = 1;
  WRONG("resolution -5").resolution = -5;
  WRONG("size 0").size = 0;
  WRONG("size -1").size = -1;
  WRONG("infinite size").size = inf64;
  WRONG("mass 0").mass = 0;
  WRONG("negative mass").mass = -1;
  WRONG("infinite mass").mass = inf64;
  WRONG("an unknown constraint").constraint = "nonesuch";
  WRONG("an unknown bending").bending = "nonesuch";
  WRONG("negative stiffness").stiffness = -1;
  WRONG("negative compliance").compliance = -1;
  WRONG("negative damping").damping = -1;
  WRONG("infinite gravity").gravity = inf64;
  WRONG("negative gravity").gravity = -1;
  WRONG("infinite wind").wind[0] = inf64;
  WRONG("negative drag").wind_drag = -1;
  WRONG("order 7").order = (xpbd_order)7;
  WRONG("pins 99").pins = (xpbd_pins)99;
  /* clang-format on */
#undef WRONG
  for (int i = 0; i < count; i++) refuse_named(self, "cloth", &wrong[i].params, wrong[i].what);
  xpbd_scene_params params = xpbd_scene_params_default();
  for (int i = 0; i < XPBD_SCENE_VALUES; i++) {
    const char name[2] = {(char)('A' + i), '\0'};
    scene_refused(self, xpbd_scene_params_set(&params, name, 1.0), name);
  }
  scene_refused(self, xpbd_scene_params_set(&params, "stretch", 1.0), "one parameter too many");
  scene_refused(self, xpbd_scene_params_set(&params, NULL, 1.0), "a parameter without a name");
  scene_refused(self, xpbd_scene_params_set(NULL, "stretch", 1.0), "a name without parameters");
  refuse_named(self, "cloth", &params, "a parameter of no scene");
  params = xpbd_scene_params_default();
  params.bending = "distance_bending", params.bending_compliance = -1;
  refuse_named(self, "cloth", &params, "negative bending compliance");
  refuse_named(self, "nonesuch", &params, "an unknown scene");
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  check_status(self, xpbd_mesh_make_sphere(1, 1.0, &mesh), XPBD_OK, "a mesh");
  params = xpbd_scene_params_default();
  params.mesh = &mesh, params.pins = XPBD_PINS_CORNERS;
  refuse_named(self, "cloth", &params, "corners of a mesh");
  params.pins = XPBD_PINS_TOP;
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  check_control(self, xpbd_scene_build("cloth", &params, &model) == XPBD_OK, "good parameters are accepted");
}

/// The published cloth: 41 x 41 vertices, 4880 edges, two pinned.
static void published_cloth(check *self, int argument) {
  const xpbd_scene_params params = xpbd_scene_params_default();
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "cloth")) return;
  check_same(self, (uint64_t)xpbd_scene_particle_count(model.scene), 1681, "vertices");
  check_same(self, (uint64_t)xpbd_scene_constraint_count(model.scene), 4880, "edges");
  check_same(self, (uint64_t)xpbd_scene_triangle_count(model.scene), 3200, "triangles");
  int pinned = 0;
  for (int i = 0; i < 1681; i++) pinned += !(xpbd_scene_inverse_masses(model.scene)[i] > 0);
  check_same(self, (uint64_t)pinned, 2, "pinned");
  check_control(self, xpbd_scene_constraint_count(model.scene) != 4840, "a cloth without its last row of edges");
}

void check_group_scene(check_registry *registry) {
  check_add(registry, "outermost", "values at their limits are taken", outermost, 0);
  check_add(registry, "particles", "wrong particles are refused by name", particles, 0);
  check_add(registry, "numbers-too-large", "more than 32 bits number is refused", numbers_too_large, 0);
  check_add(registry, "crowds", "particles that crowd in one cell", crowds, 0);
  check_add(registry, "triangles-and-wind", "wrong triangles and wind are refused by name", triangles_and_wind, 0);
  check_add(registry, "constraints", "wrong constraints are refused by name", constraints, 0);
  check_scene_on_mesh(registry);
  check_scene_fields(registry);
  check_scene_holds(registry);
  check_scene_numbers(registry);
  check_scene_refusals(registry);
  check_scene_backends(registry);
  check_add(registry, "reading", "what is read back is what was given", reading, 0);
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    char name[64];
    snprintf(name, sizeof name, "named/%s", xpbd_scene_info_at(i)->name);
    check_add(registry, name, "a named scene builds and moves", named, i);
  }
  check_add(registry, "cloth-parameters", "wrong parameters of the cloth are refused by name", cloth_parameters, 0);
  check_add(registry, "published-cloth", "the cloth of the paper has its counts", published_cloth, 0);
}
