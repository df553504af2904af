/* Why this file exists: the solver of this suite behind the pipe, with the options of a command line. */
#include <stdio.h>

#include "sim_serve.h"
#include "sim_setup.h"
#include "xpbd/scene_file.h"
#include "xpbd/version.h"

typedef struct suite {
  serve_solver solver;
  const cli_program *program;
  sim_options *options;
  sim_job job;
} suite;

static bool worked(xpbd_status status, char *why) {
  if (status != XPBD_OK) snprintf(why, SERVE_WHY, "%s", xpbd_last_error());
  return status == XPBD_OK;
}

/// Parameters of the method, which are members of "options".
static bool take_numbers(suite *self, const serve_load *what, char *why) {
  xpbd_solver_def def = *self->job.settings;
  const xpbd_json_node *item = xpbd_json_first(what->document, what->options);
  if (!item) return true;
  for (; item; item = xpbd_json_after(what->document, item)) {
    if (!xpbd_method_number_of((int)def.method, item->key)) {
      snprintf(why, SERVE_WHY, "method %s has no parameter '%.60s'", self->job.method->name, item->key);
      return false;
    }
    if (!worked(xpbd_solver_def_set(&def, item->key, item->number), why)) return false;
  }
  xpbd_solver_destroy(&self->job.solver);
  if (!worked(xpbd_solver_create(self->job.model.scene, &def, &self->job.solver), why)) return false;
  self->job.settings = xpbd_solver_settings(self->job.solver);
  return true;
}

static const char *load(serve_solver *solver, const serve_load *what, char *why) {
  suite *self = (suite *)solver;
  sim_options *o = self->options;
  if (!worked(xpbd_scene_load(what->path), why)) return "failed";
  o->scene = what->path;
  o->substeps = what->substeps;
  o->iterations = what->iterations;
  if (sim_setup(self->program, o, &self->job) >= 0) {
    snprintf(why, SERVE_WHY, "%.*s", SERVE_WHY - 1, cli_last_failure());
    return "unsupported";
  }
  if (what->options && what->options->kind != XPBD_JSON_OBJECT) {
    snprintf(why, SERVE_WHY, "options must be an object");
    return "failed";
  }
  if (!take_numbers(self, what, why)) return "unsupported";
  solver->particles = xpbd_scene_particle_count(self->job.model.scene);
  solver->frame_time = self->job.frame_time;
  return NULL;
}

static bool begin(serve_solver *solver, char *why) {
  return worked(xpbd_solver_reset(((suite *)solver)->job.solver), why);
}

static bool frame(serve_solver *solver, char *why) {
  xpbd_solver *of = ((suite *)solver)->job.solver;
  return worked(xpbd_solver_step(of, 1), why) && worked(xpbd_solver_sync(of), why);
}

static bool read(serve_solver *solver, double *positions, double *velocities, char *why) {
  xpbd_solver *of = ((suite *)solver)->job.solver;
  return worked(xpbd_solver_read(of, XPBD_POSITIONS, positions), why) &&
         worked(xpbd_solver_read(of, XPBD_VELOCITIES, velocities), why);
}

static void unload(serve_solver *solver) {
  sim_job_destroy(&((suite *)solver)->job);
}

serve_solver *serve_suite(const cli_program *program, sim_options *options) {
  static suite self;
  if (options->methods.count > 0) options->method = options->methods.values[0];
  if (sim_setup_solver(program, options) >= 0) return NULL;
  self = (suite){.solver = {.name = options->method ? options->method : "xpbd-suite",
                            .version = XPBD_VERSION,
                            .precision = options->precision ? options->precision : "auto",
                            .device = options->backend ? options->backend : "auto",
                            .threads = (int)options->threads,
                            .load = load,
                            .begin = begin,
                            .frame = frame,
                            .read = read,
                            .unload = unload},
                 .program = program,
                 .options = options};
  options->quiet = true; /* the answers are all that is printed */
  return &self.solver;
}
