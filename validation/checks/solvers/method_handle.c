/* Why this file exists: one handle runs every method of the table. Here each is made by its name and taken through all
 * functions of the handle. What does not exist must be refused in the right words, and no method may accept the file of
 * another. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/folder.h"
#include "method_checks.h"
#include "runner/rig.h"
#include "xpbd/projective.h"

enum { FRAMES = 2 }; /* before saving, and after: energy-eq7 diverges later */

/// So soft that explicit methods stay stable.
static const char soft_springs[] = "stretching:k=1,alpha=0.01";

/// A cloth of springs, which every method runs; with another specification, one that some do not.
static bool cloth(check *self, const char *constraint, xpbd_model *out) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 9, params.constraint = constraint, params.damping = 0.0;
  return check_status(self, xpbd_scene_build("cloth", &params, out), XPBD_OK, "the cloth");
}

/// The default settings except for the method, found by its name.
static xpbd_solver_def settings_of(int method) {
  xpbd_solver_def def = xpbd_solver_def_default();
  def.method = (xpbd_method)xpbd_method_find(xpbd_method_name(method));
  def.iterations = 5;
  return def;
}

/// A solver of that method; NULL without the library that it needs, which the text must name.
static xpbd_solver *solver_of(check *self, const xpbd_scene *scene, int method) {
  const xpbd_method_info *info = xpbd_method_at(method);
  const xpbd_solver_def def = settings_of(method);
  xpbd_solver *solver = NULL;
  const xpbd_status status = xpbd_solver_create(scene, &def, &solver);
  if (status == XPBD_ERR_NOT_BUILT && info->needs) {
    check_true(self, strstr(xpbd_last_error(), info->needs) != NULL, "%s: '%s' names %s", info->name, xpbd_last_error(),
               info->needs);
    return NULL;
  }
  check_status(self, status, XPBD_OK, "%s: making it", info->name);
  return solver;
}

static uint64_t hash_after(check *self, xpbd_solver *solver, int32_t frames) {
  uint64_t hash = 0;
  check_status(self, xpbd_solver_step(solver, frames), XPBD_OK, "stepping");
  check_status(self, xpbd_solver_hash(solver, &hash), XPBD_OK, "hashing");
  return hash;
}

/// What a fresh solver of that method reports about itself.
static void says(check *self, xpbd_solver *solver, const xpbd_method_info *info) {
  const xpbd_solver_def *def = xpbd_solver_settings(solver);
  xpbd_counters done;
  check_true(self, def->precision == (info->traits & XPBD_IN_DOUBLE ? XPBD_F64 : XPBD_F32), "%s: its precision",
             info->name);
  check_true(self, !info->engine || strcmp(xpbd_solver_backend(solver), info->engine->name) == 0, "%s: backend '%s'",
             info->name, xpbd_solver_backend(solver));
  check_status(self, xpbd_solver_sync(solver), XPBD_OK, "sync");
  check_status(self, xpbd_solver_counters(solver, &done), XPBD_OK, "counters");
  check_same(self, (uint64_t)done.frames, FRAMES, "%s: frames done", info->name);
  check_same(self, (uint64_t)xpbd_solver_frame(solver), FRAMES, "%s: the frame", info->name);
  check_at_least(self, (double)done.projections, 1.0, "%s: projections", info->name);
  check_at_least(self, (double)done.host_bytes, 1.0, "%s: bytes", info->name);
  if (info->engine)
    check_true(self, done.threads == 1 && done.lanes == 1 && done.batch == 1,
               "%s runs in order: %d threads, %d lanes, %d scenes", info->name, (int)done.threads, (int)done.lanes,
               (int)done.batch);
}

/// One method through the handle: bit-identical after a reset, and resumed from a file in another solver.
static void lead(check *self, const xpbd_scene *scene, int method, const char *path) {
  const xpbd_method_info *info = xpbd_method_at(method);
  double embedded[3 * 81], energy = 0.0;
  xpbd_solver *first = solver_of(self, scene, method);
  xpbd_solver *second = first ? solver_of(self, scene, method) : NULL;
  if (first && second && check_same(self, (uint64_t)xpbd_scene_particle_count(scene), 81, "particles")) {
    const uint64_t start = hash_after(self, first, 0), saved = hash_after(self, first, FRAMES);
    says(self, first, info);
    check_status(self, xpbd_solver_save(first, path), XPBD_OK, "%s: saving", info->name);
    check_status(self, xpbd_solver_read(first, XPBD_EMBEDDED, embedded), XPBD_OK, "%s: continued from the file",
                 info->name);
    for (int k = 0; k < 3 * 81; k++) energy += fabs(embedded[k]);
    if (!(info->traits & XPBD_CARRIES_ENERGY)) check_true(self, energy == 0.0, "%s carries nothing", info->name);
    const uint64_t whole = hash_after(self, first, FRAMES);
    check_control(self, start != saved && saved != whole, "%s: a state is that of another frame", info->name);
    check_status(self, xpbd_solver_load(second, path), XPBD_OK, "%s: loading", info->name);
    check_same(self, (uint64_t)xpbd_solver_frame(second), FRAMES, "%s: frames of the file", info->name);
    check_same(self, hash_after(self, second, 0), saved, "%s: as it was saved", info->name);
    check_same(self, hash_after(self, second, FRAMES), whole, "%s: gone on", info->name);
    check_status(self, xpbd_solver_reset(second), XPBD_OK, "reset");
    check_same(self, hash_after(self, second, 0), start, "%s: after a reset", info->name);
    check_same(self, hash_after(self, second, 2 * FRAMES), whole, "%s: run again", info->name);
  }
  xpbd_solver_destroy(&first);
  xpbd_solver_destroy(&second);
}

static void handle(check *self, int argument) {
  char *folder = folder_make(self);
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  if (cloth(self, soft_springs, &model)) {
    for (int m = 0; m < XPBD_METHODS; m++) {
      const char *path = folder_path(folder, "state");
      lead(self, model.scene, m, path);
    }
  }
}

/// No method resumes from the file of another one.
static void foreign(check *self, int argument) {
  char *folder = folder_make(self), path[600];
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  if (cloth(self, soft_springs, &model)) {
    snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
    for (int from = 0; from < XPBD_METHODS; from++) {
      xpbd_solver *writer = solver_of(self, model.scene, from);
      if (!writer) continue;
      check_status(self, xpbd_solver_save(writer, path), XPBD_OK, "%s: saving", xpbd_method_name(from));
      for (int to = 0; to < XPBD_METHODS; to++) {
        xpbd_solver *reader = solver_of(self, model.scene, to);
        if (!reader) continue;
        const xpbd_status status = xpbd_solver_load(reader, path);
        if (from == to) check_control(self, status == XPBD_OK, "%s: its own file", xpbd_method_name(to));
        if (from != to)
          check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, "%s: a file of %s", xpbd_method_name(to),
                       xpbd_method_name(from));
        xpbd_solver_destroy(&reader);
      }
      xpbd_solver_destroy(&writer);
    }
  }
}

/// Both ways to ask must refuse with this status and this text.
static void refuse(check *self, const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_status expected,
                   const char *text) {
  xpbd_solver *solver = NULL;
  check_status(self, xpbd_solver_supports(scene, def), expected, "asking: %s", text);
  check_true(self, strstr(xpbd_last_error(), text) != NULL, "'%s' says '%s'", xpbd_last_error(), text);
  check_true(self, !strchr(xpbd_last_error(), '\n'), "in one line");
  check_status(self, xpbd_solver_create(scene, def, &solver), expected, "making: %s", text);
  check_true(self, strstr(xpbd_last_error(), text) != NULL, "'%s' says '%s'", xpbd_last_error(), text);
  xpbd_solver_destroy(&solver);
}

/// Requests that cannot be met, for an otherwise valid method.
static void refuse_settings(check *self, const xpbd_scene *scene) {
  const xpbd_projective_settings weights = {.triangle_weight = 1.0};
  xpbd_solver_def def = settings_of(XPBD_METHOD_FMS);
  const xpbd_solver_def good = def;
  def.backend = "omp";
  refuse(self, scene, &def, XPBD_ERR_UNSUPPORTED, "method fms runs on seq in double, not on backend 'omp'");
  def = good, def.precision = XPBD_F32, def.method = XPBD_METHOD_PD;
  refuse(self, scene, &def, XPBD_ERR_UNSUPPORTED, "method pd runs in double, not in f32");
  def = good, def.projective = &weights, def.method = XPBD_METHOD_XPBD;
  refuse(self, scene, &def, XPBD_ERR_INVALID_ARGUMENT, "method xpbd takes no settings of projective dynamics");
  def = good, def.method = XPBD_METHODS;
  refuse(self, scene, &def, XPBD_ERR_INVALID_ARGUMENT, "method is");
  def = good, def.precision = (xpbd_precision)5;
  refuse(self, scene, &def, XPBD_ERR_INVALID_ARGUMENT, "precision is 5");
  def = good, def.backend = "seq", def.precision = XPBD_F64;
  const xpbd_status status = xpbd_solver_supports(scene, &def);
  check_control(self, status == XPBD_OK || status == XPBD_ERR_NOT_BUILT, "fms on seq in double, asked for");
  if (status != XPBD_OK) return; /* without CHOLMOD that is reported first */
  def.batch = 2;
  refuse(self, scene, &def, XPBD_ERR_UNSUPPORTED, "a batch of scenes needs a GPU");
  def.batch = 1, def.strategy = "graph";
  refuse(self, scene, &def, XPBD_ERR_UNSUPPORTED, "strategy 'graph'");
  def.strategy = NULL, def.instructions = "avx2";
  refuse(self, scene, &def, XPBD_ERR_UNSUPPORTED, "method fms has no kernels for avx2");
}

/// What only some methods answer is refused by the others.
static void refuse_questions(check *self, const xpbd_scene *scene) {
  double values[3 * 81] = {0};
  for (int m = 0; m < XPBD_METHODS; m++) {
    const xpbd_method_info *info = xpbd_method_at(m);
    xpbd_solver *solver = solver_of(self, scene, m);
    xpbd_projective_counters counters;
    if (!solver) continue;
    const bool takes = (info->traits & XPBD_TAKES_PROJECTIVE) != 0;
    check_status(self, xpbd_projective_get_counters(solver, &counters), takes ? XPBD_OK : XPBD_ERR_INVALID_ARGUMENT,
                 "%s: counters of projective dynamics", info->name);
    check_status(self, xpbd_projective_record(solver, values), XPBD_ERR_INVALID_ARGUMENT, "%s: no record", info->name);
    check_status(self, xpbd_solver_step(solver, 1), XPBD_OK, "stepping");
    check_status(self, xpbd_projective_objective(solver, xpbd_scene_positions(scene), values),
                 takes ? XPBD_OK : XPBD_ERR_INVALID_ARGUMENT, "%s: an objective", info->name);
    xpbd_solver_destroy(&solver);
  }
  check_status(self, xpbd_projective_record(NULL, values), XPBD_ERR_INVALID_ARGUMENT, "of no solver");
}

static void combinations(check *self, int argument) {
  OWNED(xpbd_model_destroy) xpbd_model springs = {0}, areas = {0}, balloon = {0}, balls = {0};
  const xpbd_scene_params params = xpbd_scene_params_default();
  if (cloth(self, soft_springs, &springs)) {
    for (int m = 0; m < XPBD_METHODS; m++) {
      const xpbd_solver_def def = settings_of(m);
      const xpbd_status status = xpbd_solver_supports(springs.scene, &def);
      check_control(self, status == XPBD_OK || status == XPBD_ERR_NOT_BUILT, "%s runs springs", xpbd_method_name(m));
    }
    refuse_settings(self, springs.scene);
    refuse_questions(self, springs.scene);
  }
  if (cloth(self, "triangle_area", &areas)) {
    const xpbd_solver_def fms = settings_of(XPBD_METHOD_FMS);
    refuse(self, areas.scene, &fms, XPBD_ERR_UNSUPPORTED, "triangle_area: its potential is not a linear spring");
  }
  if (check_status(self, xpbd_scene_build("inflation", &params, &balloon), XPBD_OK, "inflation")) {
    const xpbd_solver_def energy = settings_of(XPBD_METHOD_ENERGY_LINE);
    refuse(self, balloon.scene, &energy, XPBD_ERR_UNSUPPORTED, "method energy-line14 runs constraints of single");
  }
  xpbd_scene_params soft = params;
  soft.constraint = "stretching", soft.damping = 0.0;
  if (check_status(self, xpbd_scene_build("spheres_colliding", &soft, &balls), XPBD_OK, "spheres")) {
    const xpbd_solver_def pd = settings_of(XPBD_METHOD_PD);
    refuse(self, balls.scene, &pd, XPBD_ERR_UNSUPPORTED, "no contact between particles");
  }
}

void check_add_method_handle(check_registry *registry) {
  check_add(registry, "handle", "every method by its name: run, read, counted, saved, resumed, reset", handle, 0);
  check_add(registry, "foreign", "no method accepts the file of another", foreign, 0);
  check_add(registry, "combinations", "methods, backends, precisions, scenes and settings that do not fit",
            combinations, 0);
}
