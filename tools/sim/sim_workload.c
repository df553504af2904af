/* Why this file exists: a workload is a frozen scene with a recorded right answer. --workload hands both to other
 * programs, so that they can compute their own error. */
#include <string.h>

#include "sim/engine/sim_names.h"
#include "sim_option_table.h"
#include "sim_run.h"
#include "workload/workload.h"

/// Anything else would change the scene or simulate it.
static bool is_kept(const char *option) {
  static const char *const kept[] = {"workload",   "export",  "backend", "substeps",
                                     "iterations", "dry-run", "quiet",   "progress"};
  for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
    if (strcmp(option, kept[k]) == 0) return true;
  return false;
}

static int check_call(const cli_program *program, const sim_options *o) {
  sim_names known = {0};
  for (int k = 0; k < workload_count(); k++) sim_names_add(&known, workload_at(k)->name);
  if (sim_names_find(&known, o->workload) < 0) return sim_names_fail(program, "workload", o->workload, &known);
  if (o->scene) return cli_fail(program, CLI_EXIT_USAGE, "--workload is a scene: leave out %.60s", o->scene);
  if (!o->export) return cli_fail(program, CLI_EXIT_USAGE, "--workload does nothing without --export");
  for (int k = 0; k < program->option_count; k++) {
    const cli_option *option = &program->options[k];
    if (!is_kept(option->name) && sim_line_given(option, option->target))
      return cli_fail(program, CLI_EXIT_USAGE, "--workload is a frozen scene: leave out --%s", option->name);
  }
  return -1;
}

/// Settings of the suite's own solver: those of the call, else the cheapest recorded ones within 1 %.
static xpbd_status settings_of(const workload *w, const sim_options *o, xpbd_solver_def *out) {
  workload_rung rung;
  int count = 0;
  *out = xpbd_solver_def_default();
  const xpbd_status status = workload_rungs(w, 0.01, 1, &rung, &count);
  if (status != XPBD_OK) return status;
  out->frame_time = WORKLOAD_FRAME_TIME;
  if (count > 0) out->substeps = rung.substeps, out->iterations = rung.iterations;
  if (o->substeps) out->substeps = (int32_t)o->substeps;
  if (o->iterations) out->iterations = (int32_t)o->iterations;
  return XPBD_OK;
}

int sim_workload(const cli_program *program, const sim_options *o) {
  int code = check_call(program, o);
  if (code >= 0) return code;
  const workload *w = workload_at(workload_find(o->workload));
  workload_answer answer = {0};
  xpbd_solver_def settings;
  const xpbd_scene_info *info = xpbd_scene_info_at(xpbd_scene_info_find(w->scene));
  sim_job job = {
      .program = program, .options = o, .scene = w->name, .info = info, .settings = &settings, .frames = w->frames};
  xpbd_status status = settings_of(w, o, &settings);
  if (status == XPBD_OK) status = workload_model(w, XPBD_ORDER_GROUP, &job.model);
  if (status == XPBD_OK) status = workload_answer_read(w, job.model.scene, &answer);
  job.reference = &answer.reference;
  code = status == XPBD_OK ? sim_export(&job) : cli_fail(program, CLI_EXIT_USAGE, "--workload: %s", xpbd_last_error());
  workload_answer_release(&answer);
  xpbd_model_destroy(&job.model);
  return code;
}
