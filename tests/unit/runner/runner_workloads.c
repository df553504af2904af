/* Why this file exists: backends are compared on the scenes of workload.h. If a part is missing from these, all
 * backends still agree. So this checks that every part is in them, and the settings of their solvers. */
#include <math.h>
#include <string.h>

#include "runner/workload.h"
#include "runner_checks.h"
#include "xpbd/method.h"

static double off(double value, double expected) {
  return fabs(value - expected);
}

/// Exactly these particles are pinned. The masses and velocities of the others cover their whole range.
static void drawn(check *self, const rig *r, int count, const int32_t *pins) {
  const double *w = xpbd_scene_inverse_masses(r->scene), *v = xpbd_scene_velocities(r->scene);
  double light = (double)INFINITY, heavy = 0, back = 0, forth = 0;
  int wrong = 0;
  for (int32_t i = 0; i < r->n; i++) {
    bool pinned = false;
    for (int k = 0; k < count; k++) pinned = pinned || pins[k] == i;
    wrong += pinned == (w[i] > 0);
    if (w[i] > 0) light = fmin(light, 1 / w[i]), heavy = fmax(heavy, 1 / w[i]);
    for (int k = 0; k < 3; k++) back = fmin(back, v[3 * i + k]), forth = fmax(forth, v[3 * i + k]);
  }
  check_same(self, (uint64_t)wrong, 0, "particles that are wrongly pinned or free");
  check_between(self, light, 0.5 - 1e-12, 0.8, "the lightest [kg]");
  check_between(self, heavy, 1.7, 2.0 + 1e-12, "the heaviest [kg]");
  check_between(self, back, -0.5, -0.4, "the fastest one way [m/s]");
  check_between(self, forth, 0.4, 0.5, "and the other [m/s]");
}

static bool set_is(const rig *r, int32_t s, const char *formula, double compliance, const workload *load) {
  const xpbd_constraints *set = xpbd_scene_set(r->scene, s);
  return set && strcmp(xpbd_formula_at(set->formula)->name, formula) == 0 && set->compliance == compliance &&
         set->damping == load->damping && set->damping_reading == load->reading && set->order == load->order;
}

static void star(check *self, int unused) {
  enum { RAYS = 300 };
  const workload load = {.shape = WORKLOAD_STAR, .formula = "stretching", .damping = 0.125, .compliance = 0.25};
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &load) && check_same(self, (uint64_t)r.n, RAYS + 1, "vertices") &&
      check_same(self, (uint64_t)xpbd_scene_triangle_count(r.scene), RAYS, "triangles")) {
    check_true(self, xpbd_scene_set_count(r.scene) == 1 && set_is(&r, 0, "stretching", 0.25, &load), "its only set");
    check_control(self, !set_is(&r, 0, "stretching", 0.125, &load), "another compliance");
    drawn(self, &r, 0, NULL);
  }
}

static void cloth(check *self, int unused) {
  static const int32_t pins[3] = {0, 12, 71};
  workload load = {.shape = WORKLOAD_CLOTH,
                   .columns = 13,
                   .rows = 11,
                   .formula = "stretching",
                   .damping = 0.125,
                   .compliance = 0.25,
                   .bending = true,
                   .wind = true,
                   .order = XPBD_ORDER_MESH,
                   .reading = XPBD_DAMPING_TILDE,
                   .omit_tip = true,
                   .obstacles = true,
                   .handles = true,
                   .global_damping = 0.0625,
                   .contact_radius = 0.1};
  for (int material = 0; material < 2; material++) {
    OWNED(rig_free) rig r = {0};
    load.material = material;
    if (workload_build(&r, self, &load) && check_same(self, (uint64_t)r.n, 143, "vertices")) {
      const double *x = xpbd_scene_positions(r.scene), *radii = xpbd_scene_radii(r.scene);
      check_true(self, x[3 * 142] == 3.0 && x[3 * 142 + 1] == 0.0 && x[3 * 142 + 2] == 2.5, "the far corner");
      drawn(self, &r, 3, pins);
      const xpbd_wind *wind = xpbd_scene_wind(r.scene);
      check_true(self, wind->drag > 0.0 && wind->swing_rate > 0.0, "wind");
      check_true(self, xpbd_scene_set_count(r.scene) == 2 && set_is(&r, 0, "stretching", 0.25, &load), "the first set");
      check_true(self, set_is(&r, 1, "distance_bending", 1e-3, &load), "the second");
      check_true(self, xpbd_scene_global_damping(r.scene) == 0.0625 && xpbd_scene_omits_tip_damping(r.scene),
                 "damping");
      check_true(self,
                 xpbd_scene_restitution(r.scene) == (material ? 0.5 : 0.0) &&
                     xpbd_scene_friction(r.scene) == (material ? 0.3 : 0.0) && (radii != NULL) == (material == 1),
                 "between particles");
      double least = (double)INFINITY;
      int points = 0;
      for (int32_t i = 0; radii && i < r.n; i++) {
        points += (radii[i] == 0.0) != (i % 7 == 3);
        if (radii[i] > 0.0) least = fmin(least, radii[i]);
      }
      check_same(self, (uint64_t)points, 0, "balls that should be points, or points that should not");
      check_between(self, xpbd_scene_contact_radius(r.scene), material ? 0.09 : 0.1, 0.1, "the largest radius [m]");
      if (material) check_between(self, least, 0.05, 0.06, "the smallest [m]");
      check_control(self, !material || !(least >= 0.06), "radii from 0.06 m on");
      check_true(self, xpbd_scene_obstacle_count(r.scene) == 2 && xpbd_scene_handle_count(r.scene) == 2,
                 "a ball and the ground, two hands");
    }
  }
}

static void bodies(check *self, int unused) {
  static const int32_t held[4] = {0, 5, 17, 40}, end[3] = {0, 6, 12};
  for (int k = 0; k < 3; k++) { /* a ball, one that is held, a beam */
    workload load = {.shape = k < 2 ? WORKLOAD_SPHERE : WORKLOAD_BEAM, .formula = "stretching", .handles = k == 1};
    OWNED(rig_free) rig r = {0};
    if (workload_build(&r, self, &load) && check_same(self, (uint64_t)r.n, k < 2 ? 66 : 54, "vertices")) {
      const double *x = xpbd_scene_positions(r.scene);
      double wrong = k < 2 ? 0 : off(x[3 * 53], 1.25) + off(x[3 * 53 + 1], 0.5) + off(x[3 * 53 + 2], 0.5);
      for (int32_t i = 0; k < 2 && i < r.n; i++)
        wrong = fmax(wrong, off(hypot(hypot(x[3 * i], x[3 * i + 1]), x[3 * i + 2]), 1));
      check_at_most(self, wrong, 1e-14, "radius, or far corner [m]");
      check_control(self, off(x[0], 0.5) > 1e-14, "the first vertex, elsewhere");
      drawn(self, &r, k == 0 ? 0 : k == 1 ? 4 : 3, k == 1 ? held : end);
    }
  }
}

static void shapes(check *self, int unused) {
  static const struct {
    const char *formula;
    workload_shape shape, real;
    double compliance;
  } rows[] = {{"stretching", WORKLOAD_CLOTH, WORKLOAD_CLOTH, 1e-5},
              {"stvk_strain_triangle", WORKLOAD_CLOTH, WORKLOAD_CLOTH, 1.0},
              {"shell_bending", WORKLOAD_CLOTH, WORKLOAD_CLOTH, 1e-5},
              {"tet_volume", WORKLOAD_SPHERE, WORKLOAD_BEAM, 1e-5},
              {"linear_root_tet", WORKLOAD_SPHERE, WORKLOAD_BEAM, 1.0},
              {"closed_volume", WORKLOAD_SPHERE, WORKLOAD_BEAM, 1e-5}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    for (int real = 0; real < 2; real++) {
      const workload load = workload_of(xpbd_formula_find(rows[k].formula), 0.125, real);
      check_true(self,
                 load.shape == (real ? rows[k].real : rows[k].shape) && load.compliance == rows[k].compliance &&
                     load.columns == 13 && load.rows == 11 && load.damping == 0.125 &&
                     strcmp(load.formula, rows[k].formula) == 0,
                 "%s, %d", rows[k].formula, real);
      check_control(self, load.shape != WORKLOAD_STAR, "%s: a star", rows[k].formula);
    }
}

static void ways(check *self, int unused) {
  const workload load = workload_of(xpbd_formula_find("stretching"), 0.0, false);
  OWNED(rig_free) rig r = {0};
  if (workload_build(&r, self, &load)) {
    way w = way_reference(XPBD_F64, 2, 3);
    const uint64_t two = way_hash(&r, &w);
    const xpbd_solver_def *def = xpbd_solver_settings(r.solver);
    check_true(self,
               strcmp(def->backend, "seq") == 0 && def->precision == XPBD_F64 && def->iterations == 3 &&
                   def->substeps == 1 && def->threads == 1 && def->lanes == 1 && def->batch == 1 &&
                   strcmp(def->instructions, "baseline") == 0 && def->method == XPBD_METHOD_XPBD,
               "what the reference is made with");
    check_at_most(self, off(def->frame_time * 24, 1) + off(xpbd_method_value(def, "pbd_stiffness"), 0.6), 1e-15,
                  "its other numbers");
    w.frames = 1;
    check_control(self, way_hash(&r, &w) != two, "one frame for two");
    rig_step(&r, 1);
    check_same(self, rig_hash(&r), two, "two frames");
    check_true(self, instructions_here(&r, "baseline"), "instructions that every machine has");
    check_control(self, !instructions_here(&r, "nonesuch"), "and that none has");
  }
  check_true(self,
             backend_is_device("cuda") && backend_is_device("opencl") && !backend_is_device("seq") &&
                 !backend_is_device("omp"),
             "what is a device");
  const char *missing = backend_missing(16);
  check_true(self, missing && strcmp(missing, "there are more backends than this program has room for") == 0,
             "a backend that there is no room for");
}

void runner_workload_checks(check_registry *registry) {
  check_add(registry, "workload/star", "the fan of triangles", star, 0);
  check_add(registry, "workload/cloth", "the cloth and all that acts on it", cloth, 0);
  check_add(registry, "workload/bodies", "a ball, and a beam of tetrahedra", bodies, 0);
  check_add(registry, "workload/shapes", "which formula is put on what", shapes, 0);
  check_add(registry, "workload/ways", "what solvers are made with, and which backends there are", ways, 0);
}
