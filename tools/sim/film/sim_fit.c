/* Why this file exists: an option that is read and then changes nothing is a mistake of the user that a program must
 * not hide. Methods take different options; here stands which, and why. */
#include <math.h>
#include <string.h>

#include "support/scene_words.h"
#include "sim/engine/sim.h"

/// Options of methods that the backends run, which have threads, groups and lanes.
static const char *const on_backends[] = {"threads", "device", "strategy", "lanes", "order"};

/// Whether the option of that name was given.
static bool sim_option_given(const sim_job *job, const char *name) {
  for (int i = 0; i < job->program->option_count; i++) {
    const cli_option *option = &job->program->options[i];
    if (strcmp(option->name, name) != 0) continue;
    switch (option->kind) {
    case CLI_FLAG: return *(const bool *)option->target;
    case CLI_TEXT: return *(const char *const *)option->target != NULL;
    case CLI_INT: return (double)*(const int64_t *)option->target >= option->minimum; /* what is not given is below */
    case CLI_REAL: return !isnan(*(const double *)option->target);
    case CLI_LIST: return ((const cli_list *)option->target)->count > 0;
    }
  }
  return false;
}

static int fit_backends(const sim_job *job) {
  for (size_t i = 0; i < sizeof on_backends / sizeof on_backends[0]; i++)
    if (job->method->engine && sim_option_given(job, on_backends[i]))
      return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does not fit --method %s", on_backends[i], job->method->name);
  return -1;
}

/// An option that only some methods take.
static int fit_method(const sim_job *job) {
  static const struct {
    const char *name;
    unsigned trait;
  } rows[] = {{"pd-triangle-weight", XPBD_TAKES_WEIGHTS}, {"pd-bending-weight", XPBD_TAKES_WEIGHTS}};
  const int method = xpbd_method_find(job->method->name);
  const xpbd_method_number *row;
  char methods[256];
  for (int k = 0; (row = xpbd_method_number_at(k)); k++) {
    const char *option = sim_parameter_option(job->program, row->name)->name;
    if (xpbd_method_number_of(method, row->name) || !sim_option_given(job, option)) continue;
    method_number_owners(row->name, " or ", methods, sizeof methods);
    return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does nothing without --method %s", option, methods);
  }
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (job->method->traits & rows[i].trait || !sim_option_given(job, rows[i].name)) continue;
    sim_methods_with(rows[i].trait, methods, sizeof methods);
    return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does nothing without --method %s", rows[i].name, methods);
  }
  return -1;
}

/// An option that needs another one.
static int fit_together(const sim_job *job) {
  const sim_options *o = job->options;
  const bool no_bending = !o->bending || strcmp(o->bending, "none") == 0;
  const bool draws = o->picture || o->film || o->viewer, aims = draws && (!o->camera || o->viewer);
  static const char drawn[] = "--picture, --film or --viewer", aimed[] = "a camera that is chosen (leave out --camera)";
  const struct {
    const char *name;
    bool idle;
    const char *without;
  } rows[] = {
      {"accuracy-time", !o->accuracy, "--accuracy"},
      {"resolution", o->mesh && !job->info->whole_bodies, "the scene's own mesh (leave out --mesh)"},
      {"format", !o->out, "--out DIR"},
      {"every", !o->out, "--out DIR"},
      {"bending-compliance", no_bending, "--bending"},
      {"pd-strain-limit", isnan(o->pd_triangle_weight), "--pd-triangle-weight"},
      {"picture-frame", !o->picture, "--picture"},
      {"picture-size", !o->picture, "--picture"},
      {"film-size", !o->film, "--film"},
      {"film-frames", !o->film, "--film"},
      {"camera", !o->picture && !o->film, "--picture or --film"},
      {"azimuth", !aims, o->camera ? aimed : drawn},
      {"elevation", !aims, o->camera ? aimed : drawn},
      {"wire", !draws, drawn},
      {"colour", !draws, drawn},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (rows[i].idle && sim_option_given(job, rows[i].name))
      return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does nothing without %s", rows[i].name, rows[i].without);
  }
  return -1;
}

/// Each output has a file of its own, which is no input; a run that is resumed may go on saving where it was saved.
static int fit_outputs(const sim_job *job) {
  static const char *const names[] = {"measure", "save", "picture", "film", "viewer"};
  enum { OUTPUTS = sizeof names / sizeof *names };
  const sim_options *o = job->options;
  const char *const paths[OUTPUTS] = {o->measure, o->save, o->picture, o->film, o->viewer};
  const char *const unsaved[OUTPUTS] = {o->measure, NULL, o->picture, o->film, o->viewer};
  int code = cli_distinct(job->program, CLI_EXIT_USAGE, names, paths, OUTPUTS);
  if (code < 0) code = cli_spare(job->program, CLI_EXIT_USAGE, "mesh", o->mesh, names, paths, OUTPUTS);
  if (code < 0) code = cli_spare(job->program, CLI_EXIT_USAGE, "resume", o->resume, names, unsaved, OUTPUTS);
  for (int i = 0; code < 0 && i < o->formulas.count; i++)
    code = cli_spare(job->program, CLI_EXIT_USAGE, "formula", o->formulas.values[i], names, paths, OUTPUTS);
  return code;
}

/// --accuracy compares runs from the start of the scene and writes nothing.
static int fit_accuracy(const sim_job *job) {
  static const char *const names[] = {"out", "picture", "film", "viewer", "measure", "save", "resume", "hash", "quiet"};
  if (!job->options->accuracy) return -1;
  if (sim_run_count(job->options) > 1)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--accuracy is for one run: give one --constraint and one --method");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (sim_option_given(job, names[i]))
      return cli_fail(job->program, CLI_EXIT_USAGE, "--accuracy compares runs and writes no files: leave out --%s",
                      names[i]);
  if (job->options->global_damping > 0.0)
    return cli_fail(
        job->program, CLI_EXIT_USAGE,
        "--accuracy: shorter time steps would damp more, as each takes its part: leave out --global-damping");
  return -1;
}

int sim_fit(const sim_job *job) {
  int code = fit_accuracy(job);
  if (code < 0) code = fit_backends(job);
  if (code < 0) code = fit_outputs(job);
  if (code < 0) code = fit_method(job);
  if (code < 0) code = fit_together(job);
  return code;
}
