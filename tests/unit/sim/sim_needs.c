/* Why this file exists: a run that needs one byte more than is available must be refused, and one that needs exactly
 * that must not. So the available memory is made up here. The need of a scene is that of the built one. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "sim/sim_setup.h"
#include "sim_checks.h"
#include "support/memory_need.h"
#include "xpbd/mesh.h"
#include "xpbd/scenes.h"

enum { TEXT = 512 };

/// Whether a scene is refused with so many bytes available.
static bool scene_refused(const char *scene, const xpbd_scene_params *params, double bytes, char text[TEXT]) {
  static const cli_program program = {.name = "trial"};
  const sim_options options = {.quiet = true};
  const sim_job job = {.program = &program, .options = &options, .scene = scene};
  capture file = capture_begin(STDERR_FILENO);
  const int code = sim_memory_check(&job, params, bytes);
  capture_end(&file, text, TEXT);
  return code == CLI_EXIT_USAGE;
}

/// Bytes of the scene that is really built, 0 = it cannot be.
static double built_bytes(const char *scene, const xpbd_scene_params *params, int32_t *particles) {
  xpbd_model model;
  if (xpbd_scene_build(scene, params, &model) != XPBD_OK) return 0.0;
  *particles = xpbd_scene_particle_count(model.scene);
  int64_t bytes = memory_of_particles(*particles, false);
  for (int32_t s = 0; s < xpbd_scene_set_count(model.scene); s++)
    bytes += memory_of_constraints(xpbd_scene_set(model.scene, s)->count,
                                   xpbd_formula_at(xpbd_scene_set(model.scene, s)->formula), false);
  xpbd_model_destroy(&model);
  return (double)bytes;
}

/* Every option that makes a scene larger. Copies and meshes are known to the byte, a resolution nearly. */
static void scenes(check *self, int argument) {
  xpbd_mesh sheet = {0}, ball = {0};
  static const struct {
    const char *scene;
    int32_t resolution;
    double copies; ///< 0 = the scene has none.
    int mesh;      ///< 1 = the sheet, 2 = the ball.
    const char *bending;
    double near; ///< Of the estimate.
  } known[] = {
      {"cloth", 9, 7.0, 0, NULL, 0.0},       {"cloth", 0, 3.0, 0, NULL, 0.05},  {"cloth", 65, 2.0, 0, NULL, 0.05},
      {"cloth", 0, 5.0, 1, "dihedral", 0.0}, {"cloth", 0, 0.0, 1, NULL, 0.0},   {"blob", 0, 0.0, 2, "dihedral", 0.0},
      {"beam_tets", 41, 0.0, 0, NULL, 0.2},  {"chain", 200, 0.0, 0, NULL, 0.2}, {"body", 33, 0.0, 2, NULL, 0.2}};
  char text[TEXT];
  if (!check_status(self, xpbd_mesh_make_grid(12, 7, 0.1, &sheet), XPBD_OK, "a sheet")) return;
  check_status(self, xpbd_mesh_make_sphere(2, 1.0, &ball), XPBD_OK, "a ball");
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    xpbd_scene_params params = xpbd_scene_params_default();
    int32_t particles;
    params.resolution = known[i].resolution, params.bending = known[i].bending;
    params.mesh = known[i].mesh == 0 ? NULL : known[i].mesh == 1 ? &sheet : &ball;
    if (known[i].copies > 0.0) xpbd_scene_params_set(&params, "copies", known[i].copies);
    const double bytes = built_bytes(known[i].scene, &params, &particles), near = known[i].near * bytes;
    check_true(self, bytes > 0.0, "case %zu is built", i);
    check_true(self, !scene_refused(known[i].scene, &params, bytes + near, text), "case %zu, %.0f bytes: %s", i, bytes,
               text);
    check_true(self, scene_refused(known[i].scene, &params, bytes - near - 1.0, text), "case %zu, too few", i);
  }
  xpbd_scene_params large = xpbd_scene_params_default();
  large.resolution = 41;
  xpbd_scene_params_set(&large, "copies", 100000.0);
  check_true(self,
             scene_refused("cloth", &large, 64e9, text) && strstr(text, "GB of memory are needed") &&
                 strstr(text, "and 64.0 are available"),
             "copies of a cloth are refused before one is made: %s", text);
  xpbd_scene_params_set(&large, "copies", 1.0);
  check_control(self, !scene_refused("cloth", &large, 64e9, text), "one cloth");
  xpbd_mesh_destroy(&sheet);
  xpbd_mesh_destroy(&ball);
}

/* No other parameter of a scene makes it larger. One that does must be in sim_memory.c. */
static void sizes(check *self, int argument) {
  int tried = 0;
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_info *info = xpbd_scene_info_at(i);
    xpbd_scene_params standard = xpbd_scene_params_default();
    int32_t own = 0;
    standard.resolution = info->least_resolution > 5 ? info->least_resolution : 5;
    if (xpbd_scene_parameter_find(info, "settle") >= 0) xpbd_scene_params_set(&standard, "settle", 0.0);
    if (!check_true(self, built_bytes(info->name, &standard, &own) > 0.0, "%s", info->name)) continue;
    for (int32_t k = 0; k < info->parameter_count; k++) {
      const xpbd_scene_parameter *parameter = &info->parameters[k];
      xpbd_scene_params changed = standard;
      int32_t particles = 0;
      if (strcmp(parameter->name, "settle") == 0) continue;
      xpbd_scene_params_set(&changed, parameter->name, fmin(parameter->maximum, 3.0));
      if (built_bytes(info->name, &changed, &particles) <= 0.0) continue; /* with another, or as a whole number */
      tried++;
      if (strcmp(parameter->name, "copies") == 0)
        check_control(self, particles == 3 * own, "%s: copies", info->name);
      else
        check_same(self, (uint64_t)particles, (uint64_t)own, "%s: particles with another %s", info->name,
                   parameter->name);
    }
  }
  check_at_least(self, tried, 20, "parameters tried");
}

void check_sim_needs(check_registry *registry) {
  check_add(registry, "sim-scene-needs", "what scenes need, for every option of their size", scenes, 0);
  check_add(registry, "sim-sizes", "which parameters of scenes change their size", sizes, 0);
}
