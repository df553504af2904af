/* Why this file exists: saved and resumed fast mass-springs and projective dynamics must be bit-identical to an
 * uninterrupted run, also in wind, whose strength depends on the time. The file of another scene or method must be
 * refused. */
#include <stdio.h>
#include <string.h>

#include "runner/folder.h"
#include "projective_checks.h"
#include "runner/rig.h"
#include "xpbd/projective.h"

enum { FRAMES = 9 };

/// The flag of the scenes: pinned at an edge, in a wind that swings. `wind` scales it.
static bool flag(check *self, double wind, xpbd_model *out) {
  xpbd_scene_params p = xpbd_scene_params_default();
  p.resolution = 8, p.damping = 0.0;
  p.wind[0] = 5.0 * wind;
  return check_status(self, xpbd_scene_build("flag", &p, out), XPBD_OK, "the flag");
}

static xpbd_solver_def settings(xpbd_method method) {
  xpbd_solver_def def = fms_settings();
  def.method = method;
  def.substeps = 2;
  static const xpbd_projective_settings all = {.triangle_weight = 50.0, .strain_limit = 0.02, .bending_weight = 0.01};
  if (method == XPBD_METHOD_PD) def.projective = &all;
  return def;
}

static uint64_t hash_after(check *self, xpbd_solver *projective, int32_t frames) {
  uint64_t hash = 0;
  check_status(self, xpbd_solver_step(projective, frames), XPBD_OK, "stepping");
  check_status(self, xpbd_solver_hash(projective, &hash), XPBD_OK, "hashing");
  return hash;
}

static void same_bits(check *self, int method) {
  if (!built(self)) return;
  char *folder = folder_make(self), path[600];
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  const xpbd_solver_def def = settings((xpbd_method)method);
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  OWNED(xpbd_solver_destroy) xpbd_solver *first = NULL, *second = NULL;
  xpbd_projective_counters counters;
  xpbd_counters done;
  double unused[3 * 64] = {0}, objective;
  if (flag(self, 1.0, &model) && check_status(self, xpbd_solver_create(model.scene, &def, &first), XPBD_OK, "create") &&
      check_status(self, xpbd_solver_create(model.scene, &def, &second), XPBD_OK, "create")) {
    const uint64_t at_save = hash_after(self, first, FRAMES);
    check_status(self, xpbd_solver_save(first, path), XPBD_OK, "saving");
    const uint64_t whole = hash_after(self, first, FRAMES);
    check_status(self, xpbd_solver_load(second, path), XPBD_OK, "loading");
    check_same(self, (uint64_t)xpbd_solver_frame(second), FRAMES, "frames so far");
    check_same(self, hash_after(self, second, 0), at_save, "the state as it was saved");
    check_status(self, xpbd_projective_objective(second, unused, &objective), XPBD_ERR_INVALID_ARGUMENT,
                 "no objective before a step");
    check_same(self, hash_after(self, second, FRAMES), whole, "%d frames later", (int)FRAMES);
    check_status(self, xpbd_projective_get_counters(second, &counters), XPBD_OK, "its counters");
    check_status(self, xpbd_solver_counters(second, &done), XPBD_OK, "counters");
    check_same(self, (uint64_t)done.frames, FRAMES, "frames really done");
    check_same(self, (uint64_t)counters.iterations, 2 * FRAMES * (uint64_t)def.iterations, "iterations really done");
    check_status(self, xpbd_solver_load(first, path), XPBD_OK, "back to the save, in the solver that wrote it");
    check_same(self, hash_after(self, first, FRAMES), whole, "%d frames later, again", (int)FRAMES);
    check_status(self, xpbd_solver_load(first, path), XPBD_OK, "loading");
    check_control(self, hash_after(self, first, FRAMES - 1) != whole, "a frame less");
  }
}

/// A separate solver on the scene, which must refuse the file with this text.
static void refuses(check *self, const xpbd_scene *scene, const xpbd_solver_def *def, const char *path,
                    const char *text) {
  xpbd_solver *projective = NULL;
  if (!check_status(self, xpbd_solver_create(scene, def, &projective), XPBD_OK, "create")) return;
  const uint64_t before = hash_after(self, projective, 1);
  check_status(self, xpbd_solver_load(projective, path), XPBD_ERR_INVALID_ARGUMENT, "%s", text);
  check_true(self, strstr(xpbd_last_error(), text) != NULL, "the text says '%s': %s", text, xpbd_last_error());
  check_same(self, hash_after(self, projective, 0), before, "a refused file changes nothing");
  xpbd_solver_destroy(&projective);
}

/// The solver of constraints on the same scene writes its file, and reads the other one.
static void other_solver(check *self, const xpbd_model *model, const xpbd_solver_def *def, const char *path,
                         const char *theirs) {
  xpbd_solver_def plain = rig_settings(XPBD_F64, def->frame_time, def->iterations);
  plain.substeps = def->substeps;
  xpbd_solver *solver = NULL;
  if (!check_status(self, xpbd_solver_create(model->scene, &plain, &solver), XPBD_OK, "the solver")) return;
  check_status(self, xpbd_solver_load(solver, path), XPBD_ERR_INVALID_ARGUMENT, "the file of fast mass-springs");
  check_status(self, xpbd_solver_save(solver, theirs), XPBD_OK, "a file of the solver");
  check_control(self, xpbd_solver_load(solver, theirs) == XPBD_OK, "its own file");
  refuses(self, model->scene, def, theirs, "other settings");
  xpbd_solver_destroy(&solver);
}

static void refused(check *self, int argument) {
  if (!built(self)) return;
  char *folder = folder_make(self), path[600], theirs[600];
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  snprintf(theirs, sizeof theirs, "%s", folder_path(folder, "theirs"));
  xpbd_solver_def def = settings(XPBD_METHOD_PD);
  OWNED(xpbd_model_destroy) xpbd_model model = {0}, windy = {0};
  OWNED(xpbd_solver_destroy) xpbd_solver *projective = NULL;
  if (flag(self, 1.0, &model) && flag(self, 2.0, &windy) &&
      check_status(self, xpbd_solver_create(model.scene, &def, &projective), XPBD_OK, "create")) {
    check_status(self, xpbd_solver_save(projective, path), XPBD_OK, "saving before the first step");
    check_control(self, xpbd_solver_load(projective, path) == XPBD_OK, "a valid file is accepted");
    check_status(self, xpbd_solver_load(projective, "/nowhere/at/all"), XPBD_ERR_IO, "a file that is not there");
    check_status(self, xpbd_solver_save(projective, "/nowhere/at/all"), XPBD_ERR_IO, "a folder that is not there");
    other_solver(self, &model, &def, path, theirs);
    refuses(self, windy.scene, &def, path, "another scene");
    xpbd_solver_def other = def;
    other.iterations++;
    refuses(self, model.scene, &other, path, "other settings");
    other = def, other.substeps++;
    refuses(self, model.scene, &other, path, "other settings");
    for (int k = 0; k < 3; k++) {
      xpbd_projective_settings own = *def.projective;
      *(k == 0 ? &own.triangle_weight : k == 1 ? &own.strain_limit : &own.bending_weight) *= 2;
      other = def, other.projective = &own;
      refuses(self, model.scene, &other, path, "other settings");
    }
    other = settings(XPBD_METHOD_FMS);
    refuses(self, model.scene, &other, path, "other settings");
  }
}

void check_add_projective_checkpoint(check_registry *registry) {
  check_add(registry, "checkpoint-springs", "fast mass-springs, saved and resumed bit-identically", same_bits,
            XPBD_METHOD_FMS);
  check_add(registry, "checkpoint-all", "projective dynamics, saved and resumed bit-identically", same_bits,
            XPBD_METHOD_PD);
  check_add(registry, "checkpoint-refused", "files of other scenes, settings and solvers", refused, 0);
}
