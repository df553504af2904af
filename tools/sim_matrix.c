/* Why this file exists: xpbd-sim --list=matrix: which scene runs by which method on which backend, and in one line why not.
 * It asks the library what it would ask before a run, so that the table cannot say anything else than a run would. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "sim.h"
#include "xpbd/backend.h"

/// The scene as it is without options; `reason` where that cannot be made.
static void print_row(const xpbd_scene_info *info, const xpbd_model *model, int method, const char *backend,
                      const char *reason) {
  if (!reason) {
    xpbd_solver_def def = xpbd_solver_def_default();
    def.method = (xpbd_method)method;
    def.backend = backend;
    def.frame_time = info->frame_time;
    def.substeps = info->substeps;
    def.iterations = info->iterations;
    reason = xpbd_solver_supports(model->scene, &def) == XPBD_OK ? "runs" : xpbd_last_error();
  }
  printf("%s\t%s\t%s\t%s\n", info->name, xpbd_method_name(method), backend, reason);
}

static void print_scene(const xpbd_scene_info *info) {
  const xpbd_scene_params params = xpbd_scene_params_default();
  const xpbd_backend_list *backends = xpbd_backends();
  xpbd_model model = {0};
  char failure[512];
  const bool made = xpbd_scene_build(info->name, &params, &model) == XPBD_OK;
  snprintf(failure, sizeof failure, "%s", made ? "" : xpbd_last_error());
  for (int m = 0; m < XPBD_METHODS; m++)
    for (int b = 0; b < backends->count; b++)
      print_row(info, &model, m, backends->entries[b].name, made ? NULL : failure);
  xpbd_model_destroy(&model);
}

int sim_matrix(const cli_program *program) {
  printf("scene\tmethod\tbackend\tanswer\n");
  for (int i = 0; i < xpbd_scene_info_count(); i++) print_scene(xpbd_scene_info_at(i));
  if (fflush(stdout) != 0 || ferror(stdout))
    return cli_fail(program, CLI_EXIT_USAGE, "cannot write to the standard output: %s", strerror(errno));
  return CLI_EXIT_OK;
}
