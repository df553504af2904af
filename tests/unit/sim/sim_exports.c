/* Why this file exists: a scene with something that another program lacks must not be exported to it. Each case changes
 * one thing of a scene that fits. */
#include <string.h>

#include "sim/export/export.h"
#include "runner/folder.h"
#include "sim_checks.h"

enum { CORNERS = 4 };

/// What a case changes. Zero changes nothing.
typedef struct change {
  double rest, compliance, damping, restitution, spin, radius, drag, speed, global_damping, moved;
  bool handle, ends, centre, reading, mesh_method;
  const char *formula;
} change;

/// A tetrahedron on one pinned corner, with a sphere below unless it is for Newton.
static xpbd_status make(const change *with, bool obstacle, xpbd_scene **out, double rest[3 * CORNERS]) {
  static const double corners[3 * CORNERS] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const double inverse_masses[CORNERS] = {0, 2, 3, 4};
  static const int32_t tet[CORNERS] = {0, 1, 2, 3};
  double velocities[3 * CORNERS] = {0}, numbers[XPBD_MAX_REST];
  const bool spring = with->formula && strcmp(with->formula, "stretching") == 0;
  memcpy(rest, corners, sizeof corners);
  rest[0] += with->moved;
  velocities[5] = with->speed;
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = CORNERS, def.positions = corners, def.velocities = velocities;
  def.inverse_masses = inverse_masses, def.contact_radius = with->radius, def.global_damping = with->global_damping;
  def.wind.drag = with->drag, def.triangle_count = 1, def.triangles = tet;
  xpbd_status status = xpbd_scene_create(&def, out);
  int32_t index;
  if (status == XPBD_OK && with->centre) status = xpbd_scene_add_centre(*out, 0, CORNERS, &index);
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = with->formula, set.count = 1, set.particles = tet;
  set.compliance = 0.5 + with->compliance, set.damping = with->damping;
  if (with->reading) set.damping_reading = XPBD_DAMPING_LAGGED;
  numbers[0] = 1.0 + with->rest;
  if (spring) set.rest = numbers;
  if (status == XPBD_OK) status = xpbd_scene_add(*out, &set);
  xpbd_obstacle_def ball = xpbd_obstacle_def_default();
  ball.centre[1] = -3.0, ball.restitution = with->restitution, ball.spin = with->spin;
  if (with->ends) ball.until = 1.0;
  if (status == XPBD_OK && obstacle) status = xpbd_scene_add_obstacle(*out, &ball);
  xpbd_handle_def handle = xpbd_handle_def_default();
  const double time = 0.0;
  handle.particle_count = 1, handle.particles = tet, handle.key_count = 1, handle.key_times = &time;
  if (status == XPBD_OK && with->handle) status = xpbd_scene_add_handle(*out, &handle);
  return status;
}

static xpbd_status exported(check *self, const change *with, const char *path) {
  const bool newton = strstr(path, ".usda") != NULL;
  double rest[3 * CORNERS];
  xpbd_model model = {0};
  xpbd_solver_def settings = xpbd_solver_def_default();
  xpbd_scene_file_def def = xpbd_scene_file_def_default();
  if (with->mesh_method) settings.method = (xpbd_method)xpbd_method_find("fms");
  def.settings = &settings;
  xpbd_status status = make(with, !newton || with->restitution > 0.0, &model.scene, rest);
  if (!check_status(self, status, XPBD_OK, "a scene")) return status;
  model.mesh = (xpbd_mesh){.vertex_count = CORNERS, .positions = rest};
  status = export_format_of(path)->write(path, &model, &def, false);
  xpbd_scene_destroy(&model.scene);
  return status;
}

static void refused(check *self, int argument) {
  static const char spring[] = "stretching", strain[] = "stvk_strain_tet", root[] = "stvk_root_tet";
  static const char neo[] = "stable_neo_hookean_tet";
  static const struct {
    change with;
    const char *why; ///< NULL = it fits.
    bool newton;
  } cases[] = {
      {{.formula = spring}, NULL, false},
      {{.formula = strain, .damping = 1}, NULL, false},
      {{.formula = root}, NULL, false},
      {{.formula = spring, .speed = 1, .damping = 1}, NULL, false},
      {{.formula = neo}, NULL, true},
      {{.formula = spring, .rest = 1e-6}, "the rest shape of element 0 of stretching is not its shape", false},
      {{.formula = spring, .moved = 0.5}, "the rest shape of element 0 of stretching is not its shape", false},
      {{.formula = strain, .moved = 1e-6}, "the rest shape of element 0 of stvk_strain_tet is not its shape", false},
      {{.formula = root, .moved = 1e-6}, "the rest shape of element 0 of stvk_root_tet is not its shape", false},
      {{.formula = neo, .moved = 1e-6}, "the rest shape of element 0 of stable_neo_hookean_tet is not", true},
      {{.formula = "morse"}, "MuJoCo does not have formula morse; it has stretching, ", false},
      {{.formula = spring, .compliance = -0.5}, "stretching has compliance 0", false},
      {{.formula = root, .damping = 1}, "MuJoCo does not have the damping of stvk_root_tet", false},
      {{.formula = strain, .damping = 1, .reading = true}, "MuJoCo does not have the damping of stvk_", false},
      {{.formula = spring, .restitution = 0.5}, "obstacle 0: MuJoCo has no coefficient of restitution", false},
      {{.formula = spring, .spin = 1}, "obstacle 0 moves", false},
      {{.formula = spring, .ends = true}, "obstacle 0 comes or goes", false},
      {{.formula = spring, .radius = 0.1}, "MuJoCo has another contact between particles", false},
      {{.formula = spring, .drag = 1}, "MuJoCo has another wind", false},
      {{.formula = spring, .global_damping = 0.1}, "MuJoCo has no global damping", false},
      {{.formula = spring, .handle = true}, "a file for MuJoCo does not hold moving handles", false},
      {{.formula = spring, .centre = true}, "MuJoCo has no ghost tips", false},
      {{.formula = spring, .mesh_method = true}, "MuJoCo does not have the laws of method fms", false},
      {{.formula = spring}, "Newton does not have formula stretching; it has stable_neo_hookean_tet", true},
      {{.formula = neo, .speed = 1}, "particle 1 moves at the start, which a file for Newton", true},
      {{.formula = neo, .restitution = 1}, "Newton has another contact with obstacles", true},
  };
  char *folder = folder_make(self);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const char *why = cases[k].why, *name = cases[k].newton ? "scene.usda" : "scene.xml";
    const xpbd_status status = exported(self, &cases[k].with, folder_path(folder, name));
    if (!why) {
      check_status(self, status, XPBD_OK, "case %zu", k);
      continue;
    }
    check_control(self, status != XPBD_OK, "case %zu: %s", k, why);
    check_true(self, strncmp(xpbd_last_error(), why, strlen(why)) == 0, "case %zu says %s", k, xpbd_last_error());
  }
  check_same(self, (uint64_t)folder_count(folder), 0, "files of checks");
}

void check_sim_exports(check_registry *registry) {
  check_add(registry, "sim-exports", "what MuJoCo and Newton lack is refused by name", refused, 0);
}
