/* Why this file exists: a frame is worth little when nobody knows how it was made. run.txt holds, one "key: value" a line,
 * the command and every setting that decides the result, with the values that were really used. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "error.h"
#include "sim.h"

const char *sim_real(double value, char *out) {
  for (int digits = 6; digits <= 17; digits++) {
    snprintf(out, 32, "%.*g", digits, value);
    if (strtod(out, NULL) == value) break; /* NaN gets all 17 and stays "nan" */
  }
  return out;
}

/// An argument as a POSIX shell reads it back.
static void write_quoted(FILE *stream, const char *argument) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (argument[0] && argument[strspn(argument, plain)] == '\0') {
    fputs(argument, stream);
    return;
  }
  fputc('\'', stream);
  for (; *argument; argument++) {
    if (*argument == '\'') {
      fputs("'\\''", stream);
    } else {
      fputc(*argument == '\n' ? ' ' : *argument, stream); /* a value of this file is one line */
    }
  }
  fputc('\'', stream);
}

static void write_command(FILE *stream, const sim_options *options) {
  fprintf(stream, "command:");
  for (int i = 0; i < options->argc; i++) {
    fputc(' ', stream);
    write_quoted(stream, options->argv[i]);
  }
  char folder[4096], date[32] = "unknown";
  const time_t now = time(NULL);
  struct tm utc;
  if (gmtime_r(&now, &utc)) strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
  fprintf(stream, "\nworking folder: %s\ndate: %s\n", getcwd(folder, sizeof folder) ? folder : "unknown", date);
}

static void write_vector(FILE *stream, const char *key, const double v[3]) {
  char x[32], y[32], z[32];
  fprintf(stream, "%s: %s,%s,%s\n", key, sim_real(v[0], x), sim_real(v[1], y), sim_real(v[2], z));
}

static void write_set(FILE *stream, int32_t index, const xpbd_constraints *set) {
  const xpbd_formula_info *formula = xpbd_formula_at(set->formula);
  char compliance[32], damping[32], value[32];
  fprintf(stream, "constraints %d: %s; count %d; groups %d; order %s; compliance %s; damping %s", (int)index,
          formula->name, (int)set->count, (int)set->schedule.group_count,
          set->order == XPBD_ORDER_GROUP ? "group" : "mesh", sim_real(set->compliance, compliance),
          sim_real(set->damping, damping));
  for (int k = 0; k < formula->material_count; k++)
    fprintf(stream, "; %s %s", formula->material[k].name, sim_real(set->material[k], value));
  fputc('\n', stream);
}

static void write_scene(FILE *stream, const sim_job *job) {
  const xpbd_scene *scene = job->model.scene;
  const int32_t particles = xpbd_scene_particle_count(scene);
  const double *inverse_masses = xpbd_scene_inverse_masses(scene);
  int32_t pinned = 0;
  double mass = 0;
  for (int32_t i = 0; i < particles; i++) {
    if (inverse_masses[i] > 0) {
      mass += 1 / inverse_masses[i];
    } else {
      pinned++;
    }
  }
  char text[32];
  fprintf(stream, "scene: %s\nmesh: %s\nparticles: %d\npinned: %d\nfree mass: %s\ntriangles: %d\n", job->info->name,
          job->options->mesh ? job->options->mesh : "the scene's own", (int)particles, (int)pinned,
          sim_real(mass, text), (int)xpbd_scene_triangle_count(scene));
  write_vector(stream, "gravity", xpbd_scene_gravity(scene));
  const xpbd_wind *wind = xpbd_scene_wind(scene);
  write_vector(stream, "wind", wind->velocity);
  fprintf(stream, "wind drag: %s\n", sim_real(wind->drag, text));
  write_vector(stream, "wind swing", wind->swing);
  fprintf(stream, "wind swing rate: %s\n", sim_real(wind->swing_rate, text));
  for (int32_t i = 0; i < xpbd_scene_set_count(scene); i++) write_set(stream, i, xpbd_scene_set(scene, i));
}

static void write_solver(FILE *stream, const sim_job *job) {
  const xpbd_solver_def *def = xpbd_solver_settings(job->solver);
  xpbd_counters counters = {0};
  if (xpbd_solver_counters(job->solver, &counters) != XPBD_OK) counters = (xpbd_counters){0};
  char text[32];
  fprintf(stream, "backend: %s\nprecision: %s\nthreads: %d\nlanes: %d\ninstructions: %s\n",
          xpbd_solver_backend(job->solver), def->precision == XPBD_F32 ? "float" : "double", (int)counters.threads,
          (int)counters.lanes, counters.instructions ? counters.instructions : "unknown");
  fprintf(stream, "frame time: %s\nsubsteps: %d\niterations: %d\n", sim_real(def->frame_time, text), (int)def->substeps,
          (int)def->iterations);
}

xpbd_status sim_record_write(const char *path, const sim_job *job, const sim_result *result) {
  xpbd_file file = {0};
  XPBD_TRY(xpbd_file_create(path, &file));
  char text[32];
  fprintf(file.stream, "program: xpbd-sim %s\n", XPBD_VERSION);
  write_command(file.stream, job->options);
  write_scene(file.stream, job);
  write_solver(file.stream, job);
  fprintf(file.stream, "frames wanted: %" PRId64 "\nending: %s\nframes done: %d\nsolver seconds: %s\n",
          job->options->frames, result->ending, (int)result->frames, sim_real(result->solver_seconds, text));
  if (strcmp(result->ending, "complete") == 0) fprintf(file.stream, "hash: %016" PRIx64 "\n", result->hash);
  return xpbd_file_commit(&file);
}
