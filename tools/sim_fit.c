/* Why this file exists: an option that is read and then changes nothing is a mistake of the user that a program must
 * not hide. Constraint scenes, methods and lattices take different options; here stands which, and why. */
#include <math.h>
#include <string.h>

#include "sim.h"

/// Beside sim_kind: only of methods that the backends run, which have threads, groups and lanes.
enum { ON_BACKENDS = 8 };

/// Options that do not fit everything, and what they fit.
static const struct {
  const char *name;
  unsigned kinds; ///< sim_kind and ON_BACKENDS, joined.
} fits[] = {
    {"constraint", SIM_SOLVER},
    {"compliance", SIM_SOLVER},
    {"damping-reading", SIM_SOLVER},
    {"omit-tip-damping", SIM_SOLVER},
    {"global-damping", SIM_SOLVER},
    {"bending", SIM_SOLVER},
    {"bending-compliance", SIM_SOLVER},
    {"size", SIM_SOLVER},
    {"pins", SIM_SOLVER},
    {"wind", SIM_SOLVER},
    {"wind-drag", SIM_SOLVER},
    {"method", SIM_SOLVER},
    {"substeps", SIM_SOLVER},
    {"iterations", SIM_SOLVER},
    {"pbd-stiffness", SIM_SOLVER},
    {"theta", SIM_SOLVER},
    {"backend", SIM_SOLVER},
    {"threads", SIM_SOLVER | ON_BACKENDS},
    {"device", SIM_SOLVER | ON_BACKENDS},
    {"strategy", SIM_SOLVER | ON_BACKENDS},
    {"lanes", SIM_SOLVER | ON_BACKENDS},
    {"precision", SIM_SOLVER},
    {"order", SIM_SOLVER | ON_BACKENDS},
    {"pd-triangle-weight", SIM_SOLVER},
    {"pd-strain-limit", SIM_SOLVER},
    {"pd-bending-weight", SIM_SOLVER},
    {"scheme", SIM_LATTICE},
    {"time-step", SIM_LATTICE},
    {"sweeps", SIM_LATTICE},
    {"restitution", SIM_LATTICE},
    {"speed", SIM_LATTICE},
    {"drop", SIM_LATTICE},
    {"settle", SIM_LATTICE},
};

/// Lattice scenes whose building does not look at an option.
static const struct {
  const char *name, *scenes;
} unused[] = {
    {"resolution", " stack_a stack_b stack_c wedge "},
    {"mesh", " stack_a stack_b stack_c wedge friction_box balls "},
    {"stiffness", " stack_a wedge "},
    {"damping", " stack_a wedge "},
    {"angle", " stack_a stack_b stack_c friction_box friction_shape balls "},
    {"settle", " stack_a stack_b stack_c wedge balls "},
};

bool sim_option_given(const sim_job *job, const char *name) {
  for (int i = 0; i < job->program->option_count; i++) {
    const cli_option *option = &job->program->options[i];
    if (strcmp(option->name, name) != 0) continue;
    switch (option->kind) {
    case CLI_FLAG: return *(const bool *)option->target;
    case CLI_TEXT: return *(const char *const *)option->target != NULL;
    case CLI_INT: return *(const int64_t *)option->target > 0;
    case CLI_REAL: return !isnan(*(const double *)option->target);
    case CLI_LIST: return ((const cli_list *)option->target)->count > 0;
    }
  }
  return false;
}

static int fit_kind(const sim_job *job) {
  for (size_t i = 0; i < sizeof fits / sizeof fits[0]; i++) {
    if (!sim_option_given(job, fits[i].name)) continue;
    if (!(fits[i].kinds & job->kind))
      return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does not fit %s, %s", fits[i].name, job->scene,
                      job->kind == SIM_LATTICE ? "a lattice scene" : "a scene of constraints");
    if (fits[i].kinds & ON_BACKENDS && job->method->engine)
      return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does not fit --method %s", fits[i].name, job->method->name);
  }
  return -1;
}

/// Parameters of scenes that lattices have, too.
static bool is_of_lattices(const char *name) {
  return strcmp(name, "friction") == 0 || strcmp(name, "angle") == 0;
}

static int fit_lattice(const sim_job *job) {
  for (int i = 0; job->kind == SIM_LATTICE && i < job->program->option_count; i++) {
    const cli_option *option = &job->program->options[i];
    if (sim_parameter_is_made(option) && !is_of_lattices(option->name) && sim_option_given(job, option->name))
      return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does not fit %s, a lattice scene", option->name, job->scene);
  }
  char word[64];
  snprintf(word, sizeof word, " %.60s ", job->scene);
  for (size_t i = 0; job->kind == SIM_LATTICE && i < sizeof unused / sizeof unused[0]; i++) {
    if (strstr(unused[i].scenes, word) && sim_option_given(job, unused[i].name))
      return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does nothing in %s", unused[i].name, job->scene);
  }
  return -1;
}

/// An option that only methods with a trait take.
static int fit_method(const sim_job *job) {
  static const struct {
    const char *name;
    unsigned trait;
  } rows[] = {{"pbd-stiffness", XPBD_TAKES_STIFFNESS},
              {"theta", XPBD_TAKES_THETA},
              {"pd-triangle-weight", XPBD_TAKES_WEIGHTS},
              {"pd-bending-weight", XPBD_TAKES_WEIGHTS}};
  char methods[256];
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
  const bool draws = o->picture || o->film;
  const struct {
    const char *name;
    bool idle;
    const char *without;
  } rows[] = {
      {"resolution", o->mesh && job->kind != SIM_LATTICE, "the scene's own mesh (leave out --mesh)"},
      {"format", !o->out, "--out DIR"},
      {"every", !o->out, "--out DIR"},
      {"bending-compliance", no_bending, "--bending"},
      {"pd-strain-limit", isnan(o->pd_triangle_weight), "--pd-triangle-weight"},
      {"picture-frame", !o->picture, "--picture"},
      {"picture-size", !o->picture, "--picture"},
      {"film-size", !o->film, "--film"},
      {"azimuth", !draws, "--picture or --film"},
      {"elevation", !draws, "--picture or --film"},
      {"wire", !draws, "--picture or --film"},
      {"colour", !draws, "--picture or --film"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (rows[i].idle && sim_option_given(job, rows[i].name))
      return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does nothing without %s", rows[i].name, rows[i].without);
  }
  return -1;
}

int sim_fit(const sim_job *job) {
  int code = fit_kind(job);
  if (code < 0) code = fit_lattice(job);
  if (code < 0) code = fit_method(job);
  if (code < 0) code = fit_together(job);
  return code;
}
