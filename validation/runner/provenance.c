/* Why this file exists: collects the facts about this machine and this build that a cited result needs. */
#include "provenance.h"

#include <stdio.h>

#include "harness/machine/environment.h"
#include "xpbd/xpbd.h"

static void add(check_provenance *out, const char *key, const char *name, const char *text) {
  check_fact *fact = &out->facts[out->count++];
  fact->key = key, fact->name = name;
  snprintf(fact->text, sizeof fact->text, "%s", text ? text : "");
}

/// The instruction set of the kernels that a solver chooses here.
static void add_instructions(check_provenance *out) {
  const double position[3] = {0, 0, 0}, mass = 1;
  xpbd_scene *scene = NULL;
  xpbd_solver *solver = NULL;
  xpbd_counters counters = {0};
  xpbd_scene_def def = xpbd_scene_def_default();
  xpbd_solver_def settings = xpbd_solver_def_default();
  def.particle_count = 1, def.positions = position, def.inverse_masses = &mass;
  settings.backend = "seq";
  const bool good = xpbd_scene_create(&def, &scene) == XPBD_OK &&
                    xpbd_solver_create(scene, &settings, &solver) == XPBD_OK &&
                    xpbd_solver_counters(solver, &counters) == XPBD_OK;
  add(out, "instructions", "instruction set", good ? counters.instructions : NULL);
  xpbd_solver_destroy(&solver);
  xpbd_scene_destroy(&scene);
}

void check_provenance_read(check_provenance *out) {
  static bench_environment env; /* too large for a stack */
  env = (bench_environment){0};
  bench_env_capture(&env);
  out->count = 0;
  add(out, "version", "version", bench_env_text_of(&env, "tool", "version"));
  add(out, "git_revision", "git revision", bench_env_text_of(&env, "git", "sha"));
  add(out, "git_dirty", "with uncommitted changes", bench_env_text_of(&env, "git", "dirty"));
  add(out, "compiler", "compiler", bench_env_text_of(&env, "build", "compiler"));
  add(out, "flags", "flags", bench_env_text_of(&env, "build", "flags"));
  add_instructions(out);
  add(out, "cpu", "processor", bench_env_text_of(&env, "cpu", "model"));
  add(out, "os", "system", bench_env_text_of(&env, "os", "name"));
}
