/* Why this file exists: an option that changes nothing is a mistake of the user, and a program must not hide it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim/engine/sim_names.h"
#include "sim/film/sim_frames.h"
#include "sim_option_table.h"
#include "sim_setup.h"
#include "support/scene_words.h"

/// The methods with a trait of xpbd/method.h, as text: "pbd or pbd-scaled".
static void methods_with(unsigned trait, char *out, size_t capacity) {
  out[0] = '\0';
  for (int i = 0; i < XPBD_METHODS; i++) {
    const size_t used = strlen(out);
    if (xpbd_method_at(i)->traits & trait)
      snprintf(out + used, capacity - used, "%s%s", used > 0 ? " or " : "", xpbd_method_name(i));
  }
}

/// Whether one of the options in a text such as "--picture or --film" was given.
static bool any_given(const sim_options *of, const char *names) {
  for (const char *at = names; (at = strstr(at, "--")) != NULL; at++) {
    const size_t length = strcspn(at + 2, ", ");
    for (const sim_option *option = sim_option_table; option->line.name; option++)
      if (strlen(option->line.name) == length && strncmp(option->line.name, at + 2, length) == 0 &&
          sim_option_given(option, of))
        return true;
  }
  return false;
}

/// What an option needs that the table cannot express; NULL if it has it.
static const char *special(const sim_job *job, const char *name) {
  const sim_options *o = job->options;
  if (strcmp(name, "resolution") == 0 && o->mesh && !job->info->whole_bodies)
    return "the scene's own mesh (leave out --mesh)";
  if (strcmp(name, "bending-compliance") == 0 && o->bending && strcmp(o->bending, "none") == 0) return "--bending";
  if (strcmp(name, "threads") == 0 && o->threads > 1 && o->backend && strcmp(o->backend, "seq") == 0)
    return "--backend omp; seq has one thread";
  if ((strcmp(name, "azimuth") == 0 || strcmp(name, "elevation") == 0) && o->camera && !o->viewer)
    return "a camera that is chosen (leave out --camera)";
  return NULL;
}

/// Whether an option of the backends also belongs to a method with an engine of its own, on the backend that is given.
static bool fits_elsewhere(const sim_job *job, const char *name) {
  const char *backend = job->options->backend;
  if (!backend || strcmp(backend, job->method->engine->name) == 0 || !xpbd_method_runs_on(job->method, backend))
    return false;
  if (strcmp(backend, "omp") == 0) return strcmp(name, "threads") == 0;
  return strcmp(name, "strategy") == 0 || strcmp(name, "batch") == 0 || strcmp(name, "device") == 0;
}

/// Refuse an option that does nothing because its method or another option is missing.
static int fit_option(const sim_job *job, const sim_option *option) {
  const char *name = option->line.name;
  char methods[256];
  if (option->rules & SIM_ON_BACKENDS && job->method->engine && !fits_elsewhere(job, name))
    return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does not fit --method %s", name, job->method->name);
  const char *without = special(job, name);
  if (!without && option->needs && !any_given(job->options, option->needs)) without = option->needs;
  if (without) return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does nothing without %s", name, without);
  const bool softens = strcmp(name, "compliance") == 0 || strcmp(name, "damping") == 0;
  if (softens && job->method->traits & XPBD_DROPS_COMPLIANCE && job->options->methods.count < 2)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does nothing with --method %s", name, job->method->name);
  if (option->traits == 0 || job->method->traits & option->traits) return -1;
  methods_with(option->traits, methods, sizeof methods);
  return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does nothing without --method %s", name, methods);
}

/// Refuse a number that belongs to another method.
static int fit_numbers(const sim_job *job) {
  const int method = xpbd_method_find(job->method->name);
  const xpbd_method_number *row;
  char methods[256];
  for (int k = 0; (row = xpbd_method_number_at(k)); k++) {
    const cli_option *option = sim_parameter_option(job->program, row->name);
    if (xpbd_method_number_of(method, row->name) || isnan(*(const double *)option->target)) continue;
    method_number_owners(row->name, " or ", methods, sizeof methods);
    return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does nothing without --method %s", option->name, methods);
  }
  return -1;
}

/// Each output has a file of its own, which is not an input.
static int fit_outputs(const sim_job *job) {
  enum { MOST = 16 };
  const sim_options *o = job->options;
  cli_output outputs[MOST];
  int count = 0;
  for (const sim_option *option = sim_option_table; option->line.name && count < MOST; option++) {
    if (!(option->rules & SIM_WRITES)) continue;
    outputs[count++] =
        (cli_output){.name = option->line.name, .path = *(const char *const *)sim_option_value(option, o)};
  }
  return cli_outputs(job->program, outputs, count, &o->scene, o->scene ? 1 : 0);
}

/// --accuracy compares runs from the start of the scene and writes nothing.
static int fit_accuracy(const sim_job *job) {
  if (!job->options->accuracy) return -1;
  if (sim_run_count(job->options) > 1)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--accuracy is for one run: give one --constraint and one --method");
  for (const sim_option *option = sim_option_table; option->line.name; option++)
    if (option->rules & SIM_NOT_ACCURACY && sim_option_given(option, job->options))
      return cli_fail(job->program, CLI_EXIT_USAGE, "--accuracy compares runs and writes no files: leave out --%s",
                      option->line.name);
  if (job->options->global_damping > 0.0)
    return cli_fail(job->program, CLI_EXIT_USAGE,
                    "--accuracy: every time step damps, so shorter ones would damp more: leave out --global-damping");
  return -1;
}

/// --export stops before the first frame, so whatever frames would make is not made.
static int fit_export(const sim_job *job) {
  if (!job->options->export) return -1;
  for (const sim_option *option = sim_option_table; option->line.name; option++) {
    const bool kept = strcmp(option->line.name, "export") == 0 || strcmp(option->line.name, "quiet") == 0;
    if (!kept && option->rules & SIM_NOT_ACCURACY && sim_option_given(option, job->options))
      return cli_fail(job->program, CLI_EXIT_USAGE, "--export simulates nothing: leave out --%s", option->line.name);
  }
  return -1;
}

/// Two options for one number.
static int fit_twice(const sim_job *job) {
  static const char *const pairs[][2] = {
      {"fps", "frame-time"}, {"time-step", "substeps"}, {"gpu", "backend"}, {"scale", "size"}};
  char one[32], other[32];
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    snprintf(one, sizeof one, "--%s", pairs[k][0]);
    snprintf(other, sizeof other, "--%s", pairs[k][1]);
    if (any_given(job->options, one) && any_given(job->options, other))
      return cli_fail(job->program, CLI_EXIT_USAGE, "%s and %s set the same thing: leave one out", one, other);
  }
  return -1;
}

int sim_fit(const sim_job *job) {
  int code = fit_twice(job);
  if (code < 0) code = fit_accuracy(job);
  if (code < 0) code = fit_export(job);
  if (code < 0) code = fit_outputs(job);
  if (code < 0) code = fit_numbers(job);
  for (const sim_option *option = sim_option_table; code < 0 && option->line.name; option++)
    if (sim_option_given(option, job->options)) code = fit_option(job, option);
  return code;
}
