/* Why this file exists: tests what users choose of a scene with a mesh: densities, held and moved regions, obstacles. */
#include <math.h>
#include <string.h>

#include "runner/rig.h"
#include "scene_checks.h"

enum { PARTICLES = 45 }; ///< Of the beam below.
static const double pi = 3.14159265358979323846;

/* 2 x 4 x 2 cells of half a metre: 2 m^3, with every coordinate a multiple of 0.5. */
static bool beam(check *self, xpbd_mesh *out) {
  return check_status(self, xpbd_mesh_make_beam(2, 4, 2, 0.5, out), XPBD_OK, "a beam");
}

static double sum_of_masses(const xpbd_scene *scene) {
  double sum = 0.0;
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++) sum += 1.0 / xpbd_scene_inverse_masses(scene)[i];
  return sum;
}

/* Mass of everything [kg] with a number of the scene, NaN after a failure. `corner` receives the mass of particle 0. */
static double mass_with(check *self, const char *scene, const xpbd_mesh *mesh, const char *name, double value,
                        double *corner) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.mesh = mesh, params.pins = XPBD_PINS_NONE;
  check_status(self, xpbd_scene_params_set(&params, name, value), XPBD_OK, "%s", name);
  xpbd_model model;
  if (!check_status(self, xpbd_scene_build(scene, &params, &model), XPBD_OK, "%s", scene)) return (double)NAN;
  const double sum = sum_of_masses(model.scene);
  *corner = 1.0 / xpbd_scene_inverse_masses(model.scene)[0];
  xpbd_model_destroy(&model);
  return sum;
}

static void densities(check *self, int argument) {
  xpbd_mesh body, sheet;
  double corner = 0.0;
  if (!beam(self, &body)) return;
  if (!check_status(self, xpbd_mesh_make_grid(3, 5, 0.5, &sheet), XPBD_OK, "a sheet")) return;
  /* Six tets of a cell of 1/8 m^3 meet in corner 0, with a quarter of each; two triangles of 1/8 m^2, with a third. */
  check_at_most(self, fabs(mass_with(self, "body", &body, "density", 700.0, &corner) / 1400.0 - 1.0), 1e-14, "2 m^3");
  check_at_most(self, fabs(corner / (700.0 / 32.0) - 1.0), 1e-14, "a quarter of each tet");
  check_control(self, !(fabs(corner / (700.0 / 24.0) - 1.0) <= 1e-14), "a third");
  check_at_most(self, fabs(mass_with(self, "body", &body, "mass", 3.0, &corner) / 3.0 - 1.0), 1e-14, "the whole mass");
  check_at_most(self, fabs(corner / (3.0 / 64.0) - 1.0), 1e-14, "its share of a corner");
  const double cloth = mass_with(self, "cloth", &sheet, "area_density", 0.2, &corner);
  check_at_most(self, fabs(cloth / 0.4 - 1.0), 1e-14, "2 m^2");
  check_at_most(self, fabs(corner / (0.2 / 12.0) - 1.0), 1e-14, "a third of each triangle");
  const double each = mass_with(self, "cloth", &sheet, "mass", 0.2, &corner);
  check_control(self, !(fabs(each / 0.4 - 1.0) <= 1e-14), "the mass of every particle instead");
  xpbd_mesh_destroy(&body), xpbd_mesh_destroy(&sheet);
}

static const xpbd_region low_half = {.axis = 1, .share = 0.5};
static const xpbd_region high_end = {.axis = 1, .high = true, .share = 0.1};
static const xpbd_region a_box = {.box = true, .corner = {{0.25, -1.0, 0.5}, {0.5, 0.5, 9.0}}};

/* What the three regions hold of the beam, 2 m high. */
static bool is_held(int region, const double *x) {
  if (region == 0) return x[1] <= 1.0;
  if (region == 1) return x[1] >= 1.8;
  return x[0] >= 0.25 && x[0] <= 0.5 && x[1] <= 0.5 && x[2] >= 0.5;
}

static int32_t wrongly_held(const xpbd_model *model, int region) {
  int32_t wrong = 0;
  for (int64_t i = 0; i < model->mesh.vertex_count; i++)
    wrong += (xpbd_scene_inverse_masses(model->scene)[i] == 0.0) != is_held(region, &model->mesh.positions[3 * i]);
  return wrong;
}

static void regions(check *self, int argument) {
  const xpbd_region all[] = {low_half, high_end, a_box};
  OWNED(xpbd_mesh_destroy) xpbd_mesh body = {0};
  if (!beam(self, &body)) return;
  for (int k = 0; k < 3; k++) {
    const xpbd_hold hold = {.region = all[k]};
    xpbd_scene_params params = xpbd_scene_params_default();
    params.mesh = &body, params.holds = &hold, params.hold_count = 1;
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    if (!check_status(self, xpbd_scene_build("body", &params, &model), XPBD_OK, "region %d", k)) continue;
    check_same(self, (uint64_t)wrongly_held(&model, k), 0, "region %d: particles wrongly held or free", k);
    check_control(self, wrongly_held(&model, (k + 1) % 3) > 0, "region %d: as if it were the next one", k);
    check_same(self, (uint64_t)xpbd_scene_handle_count(model.scene), 0, "region %d: handles", k);
  }
}

/* Largest distance [m] of the held particles from where a shift and a quarter turn about +y through `pivot` take them. */
static double off_path(const rig *r, const double *shift, const double *pivot) {
  double largest = 0.0;
  for (int64_t i = 0; i < r->n; i++) {
    const double *start = &r->model.mesh.positions[3 * i], *x = &r->x[3 * i];
    if (!is_held(1, start)) continue;
    const double a = start[0] - pivot[0], c = start[2] - pivot[2];
    const double want[3] = {pivot[0] + c + shift[0], start[1] + shift[1], pivot[2] - a + shift[2]};
    for (int k = 0; k < 3; k++) largest = check_larger(largest, fabs(x[k] - want[k]));
  }
  return largest;
}

static void motions(check *self, int argument) {
  static const double middle[3] = {0.5, 2.0, 0.5}, corner[3] = {0.0, 7.0, 0.0}, shift[3] = {0.1, -0.2, 0.3};
  OWNED(xpbd_mesh_destroy) xpbd_mesh body = {0};
  if (!beam(self, &body)) return;
  for (int k = 0; k < 2; k++) {
    xpbd_hold holds[2] = {{.region = {.axis = 1}}, {.region = high_end, .time = 0.25, .angle = 0.5 * pi}};
    holds[1].axis[1] = 2.0;
    memcpy(holds[1].shift, shift, sizeof shift);
    if (k == 1) memcpy(holds[1].pivot, corner, sizeof corner);
    for (int c = 0; k == 0 && c < 3; c++) holds[1].pivot[c] = (double)NAN; /* the middle of the part */
    xpbd_scene_params params = xpbd_scene_params_default();
    params.mesh = &body, params.holds = holds, params.hold_count = 2;
    OWNED(rig_free) rig r = {0};
    xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, 1);
    if (rig_named(&r, self, "body", &params) && rig_solver(&r, &def) && rig_step(&r, 3)) {
      const double *pivot = k == 0 ? middle : corner;
      check_control(self, !(off_path(&r, shift, pivot) <= 1e-12), "half way");
      if (rig_step(&r, 5)) check_at_most(self, off_path(&r, shift, pivot), 1e-12, "distance from the end [m]");
    }
  }
}

static void refused(check *self, int argument) {
  const xpbd_hold moved = {.name = "the lid", .region = high_end, .time = 1.0, .shift = {0.0, 1.0, 0.0}};
  const struct {
    const char *sentence;
    xpbd_hold holds[2];
    int count;
  } all[] = {
      {"hold 0 holds no particle: they are at x 0 to 1, y 0 to 2, z 0 to 1 m",
       {{.region = {.box = true, .corner = {{3.0, 3.0, 3.0}, {4.0, 4.0, 4.0}}}}},
       1},
      {"hold 0: the box goes from 1 to 0 m along z, must go from the lower to the higher corner",
       {{.region = {.box = true, .corner = {{0.0, 0.0, 1.0}, {1.0, 1.0, 0.0}}}}},
       1},
      {"hold 0: axis is 3, must be 0, 1 or 2", {{.region = {.axis = 3}}}, 1},
      {"hold 0: the share is nan, must be 0 to 1", {{.region = {.share = (double)NAN}}}, 1},
      {"the lid: the time is 1e-10 s, must be 0 (no motion) or at least 1e-9",
       {{.name = "the lid", .region = high_end, .time = 1e-10}},
       1},
      {"the lid and hold 1 both move particle 12: their regions must not overlap",
       {moved, {.region = high_end, .time = 2.0}},
       2},
      {"the pins hold all 45 particles: leave some free",
       {{.region = low_half}, {.region = {.axis = 1, .high = true, .share = 0.5}}},
       2},
      {"handle: the length of axis is 0", {{.region = high_end, .time = 1.0, .angle = 1.0}}, 1},
  };
  OWNED(xpbd_mesh_destroy) xpbd_mesh body = {0};
  if (!beam(self, &body)) return;
  xpbd_scene_params params = xpbd_scene_params_default();
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    params.mesh = &body, params.holds = all[k].holds, params.hold_count = all[k].count;
    scene_refused(self, xpbd_scene_build("body", &params, &model), all[k].sentence);
    check_said(self, all[k].sentence, "case %zu", k);
  }
  params.holds = &moved, params.hold_count = 1;
  check_control(self, xpbd_scene_build("body", &params, &model) == XPBD_OK, "a good hold");
}

static void obstacles(check *self, int argument) {
  xpbd_obstacle_def ground = xpbd_obstacle_def_default();
  ground.kind = XPBD_OBSTACLE_HALF_SPACE, ground.centre[1] = -30.0;
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 3, params.obstacles = &ground, params.obstacle_count = 1;
  xpbd_model model;
  const double below[3] = {0.0, -31.0, 0.0};
  if (check_status(self, xpbd_scene_build("cloth_on_sphere", &params, &model), XPBD_OK, "a ground under the sphere")) {
    check_same(self, (uint64_t)xpbd_scene_obstacle_count(model.scene), 2, "obstacles");
    check_same(self, (uint64_t)model.obstacle_count, 2, "obstacles to draw");
    check_true(self, xpbd_obstacle_depth(xpbd_scene_obstacle(model.scene, 1), 0.0, below) == -1.0, "the ground");
    check_control(self, xpbd_obstacle_depth(xpbd_scene_obstacle(model.scene, 0), 0.0, below) != -1.0, "the sphere");
    xpbd_model_destroy(&model);
  }
  ground.friction = -1.0;
  scene_refused(self, xpbd_scene_build("cloth_on_sphere", &params, &model), "a bad obstacle");
}

void check_scene_holds(check_registry *registry) {
  check_add(registry, "densities", "masses from a density of the volume or the area", densities, 0);
  check_add(registry, "regions", "regions hold what is in them", regions, 0);
  check_add(registry, "motions", "held regions are shifted and turned", motions, 0);
  check_add(registry, "holds-refused", "wrong regions and motions are refused by name", refused, 0);
  check_add(registry, "more-obstacles", "obstacles of the parameters come after those of the scene", obstacles, 0);
}
