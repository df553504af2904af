/* Why this file exists: --export hands the scene of a command line to other programs. The ending of the file's name
 * chooses the format (sim/export/formats.inl). */
#include <stdio.h>
#include <string.h>

#include "sim/export/export.h"
#include "sim_run.h"

static int fail_ending(const sim_job *job) {
  char known[160] = "";
  const export_format *format;
  for (int k = 0; (format = export_format_at(k)); k++) {
    const size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s for %s", k > 0 ? ", " : "", format->ending, format->reader);
  }
  return cli_fail(job->program, CLI_EXIT_USAGE, "--export: %s: the name must end in %s", job->options->export, known);
}

int sim_export(const sim_job *job) {
  const sim_options *o = job->options;
  const export_format *format = export_format_of(o->export);
  if (!format) return fail_ending(job);
  xpbd_scene_file_def def = xpbd_scene_file_def_default();
  def.name = job->info->file ? job->info->about : job->scene;
  def.settings = job->settings;
  def.frames = job->frames;
  def.reference = job->reference;
  if (format->write(o->export, &job->model, &def, !o->dry_run) != XPBD_OK)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--export: %s", xpbd_last_error());
  if (o->quiet || o->dry_run) return CLI_EXIT_OK;
  const xpbd_scene *scene = job->model.scene;
  cli_print("%s: %d particle%s, %d set%s of constraints, %d obstacle%s, %d handle%s, for %s\n", o->export,
            (int)xpbd_scene_particle_count(scene), cli_plural(xpbd_scene_particle_count(scene)),
            (int)xpbd_scene_set_count(scene), cli_plural(xpbd_scene_set_count(scene)),
            (int)xpbd_scene_obstacle_count(scene), cli_plural(xpbd_scene_obstacle_count(scene)),
            (int)xpbd_scene_handle_count(scene), cli_plural(xpbd_scene_handle_count(scene)), format->reader);
  return CLI_EXIT_OK;
}
