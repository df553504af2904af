/* Why this file exists: --export hands the scene of a command line to other programs (xpbd/scene_file.h). */
#include <stdio.h>
#include <string.h>

#include "sim_run.h"
#include "xpbd/scene_file.h"

int sim_export(const sim_job *job) {
  const sim_options *o = job->options;
  xpbd_scene_file_def def = xpbd_scene_file_def_default();
  def.name = job->info->file ? job->info->about : job->scene;
  def.settings = job->settings;
  def.frames = job->frames;
  const xpbd_status status = o->dry_run ? xpbd_scene_write_check(o->export, &job->model, &def)
                                        : xpbd_scene_write(o->export, &job->model, &def);
  if (status != XPBD_OK) return cli_fail(job->program, CLI_EXIT_USAGE, "--export: %s", xpbd_last_error());
  if (o->quiet || o->dry_run) return CLI_EXIT_OK;
  const xpbd_scene *scene = job->model.scene;
  printf("%s: %d particles, %d sets of constraints, %d obstacles, %d handles; arrays in %.*s.bin\n", o->export,
         (int)xpbd_scene_particle_count(scene), (int)xpbd_scene_set_count(scene), (int)xpbd_scene_obstacle_count(scene),
         (int)xpbd_scene_handle_count(scene), (int)(strlen(o->export) - strlen(".json")), o->export);
  return CLI_EXIT_OK;
}
