/* Why this file exists: a frame is worth little if nobody knows how it was made. run.txt holds the command and every
 * setting that decides the result, with the values in effect, as one "key: value" per line. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "sim_engine.h"
#include "sim_names.h"
#include "sim_record.h"
#include "xpbd/formula_file.h"

/// A value in this file is one line, and nothing in it can drive a terminal.
static char in_line(char c) {
  return iscntrl((unsigned char)c) ? ' ' : c;
}

/// A line that ends with a name from the user.
static void write_name(FILE *stream, const char *before, const char *name) {
  fputs(before, stream);
  for (; *name; name++) fputc(in_line(*name), stream);
  fputc('\n', stream);
}

/// An argument in a form that a POSIX shell reads back.
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
      fputc(in_line(*argument), stream);
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
  fputc('\n', stream);
  write_name(stream, "working folder: ", getcwd(folder, sizeof folder) ? folder : "unknown");
  fprintf(stream, "date: %s\n", date);
}

static void write_vector(FILE *stream, const char *key, const double v[3]) {
  char x[32], y[32], z[32];
  fprintf(stream, "%s: %s,%s,%s\n", key, sim_real(v[0], x), sim_real(v[1], y), sim_real(v[2], z));
}

static void write_set(FILE *stream, int32_t index, const xpbd_constraints *set) {
  const xpbd_formula_info *formula = xpbd_formula_at(set->formula);
  char compliance[32], damping[32], value[32];
  fprintf(stream, "constraints %d: %s; count %lld; left out %d; groups %d; order %s; compliance %s; damping %s",
          (int)index, formula->name, (long long)set->count * formula->rows, (int)set->left_out,
          (int)set->schedule.group_count, xpbd_order_name((int)set->order), sim_real(set->compliance, compliance),
          sim_real(set->damping, damping));
  if (formula->rows > 1) fprintf(stream, "; solve %s", xpbd_solve_name((int)set->solve));
  for (int k = 0; k < formula->material_count; k++)
    fprintf(stream, "; %s %s", formula->material[k].name, sim_real(set->material[k], value));
  fputc('\n', stream);
  const xpbd_formula_file *file = xpbd_formula_file_of(set->formula);
  if (!file) return;
  fprintf(stream, "formula %s: hash %016" PRIx64 "; compiler %s", formula->name, file->hash, file->compiler);
  write_name(stream, "; file ", file->path);
}

static void write_masses(FILE *stream, int32_t count, const double *inverse_masses) {
  int32_t pinned = 0;
  double mass = 0;
  for (int32_t i = 0; i < count; i++) {
    mass += inverse_masses[i] > 0 ? 1 / inverse_masses[i] : 0;
    pinned += !(inverse_masses[i] > 0);
  }
  char text[32];
  fprintf(stream, "particles: %d\npinned: %d\nfree mass: %s\n", (int)count, (int)pinned, sim_real(mass, text));
}

static void write_obstacles(FILE *stream, const xpbd_scene *scene) {
  static const char *const kinds[] = {[XPBD_OBSTACLE_SPHERE] = "sphere",
                                      [XPBD_OBSTACLE_HALF_SPACE] = "half-space",
                                      [XPBD_OBSTACLE_BOX] = "box",
                                      [XPBD_OBSTACLE_POLYHEDRON] = "polyhedron",
                                      [XPBD_OBSTACLE_MESH] = "mesh"};
  char friction[32], restitution[32];
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++) {
    const xpbd_obstacle_def *def = xpbd_obstacle_made_of(xpbd_scene_obstacle(scene, k));
    fprintf(stream, "obstacle %d: %s; friction %s; restitution %s\n", (int)k, kinds[def->kind],
            sim_real(def->friction, friction), sim_real(def->restitution, restitution));
  }
}

/// The contact settings of balls.
static void write_contact(FILE *stream, const xpbd_scene *scene) {
  char text[32];
  if (!(xpbd_scene_contact_radius(scene) > 0)) return;
  fprintf(stream, "largest radius: %s\n", sim_real(xpbd_scene_contact_radius(scene), text));
  fprintf(stream, "restitution: %s\n", sim_real(xpbd_scene_restitution(scene), text));
  fprintf(stream, "friction: %s\n", sim_real(xpbd_scene_friction(scene), text));
}

static void write_scene(FILE *stream, const sim_job *job) {
  const xpbd_scene *scene = job->model.scene;
  char text[32];
  write_masses(stream, xpbd_scene_particle_count(scene), xpbd_scene_inverse_masses(scene));
  fprintf(stream, "triangles: %d\ntetrahedra: %d\n", (int)xpbd_scene_triangle_count(scene), (int)job->mesh->tet_count);
  write_vector(stream, "gravity", xpbd_scene_gravity(scene));
  const xpbd_wind *wind = xpbd_scene_wind(scene);
  write_vector(stream, "wind", wind->velocity);
  fprintf(stream, "wind drag: %s\n", sim_real(wind->drag, text));
  write_vector(stream, "wind swing", wind->swing);
  fprintf(stream, "wind swing rate: %s\n", sim_real(wind->swing_rate, text));
  fprintf(stream, "global damping: %s\ntip damping omitted: %s\nobstacles: %d\nhandles: %d\n",
          sim_real(xpbd_scene_global_damping(scene), text), xpbd_scene_omits_tip_damping(scene) ? "yes" : "no",
          (int)xpbd_scene_obstacle_count(scene), (int)xpbd_scene_handle_count(scene));
  write_obstacles(stream, scene);
  write_contact(stream, scene);
  for (int32_t i = 0; i < xpbd_scene_set_count(scene); i++) write_set(stream, i, xpbd_scene_set(scene, i));
}

/// The settings that only the two local/global methods have.
static void write_projective(FILE *stream, const sim_job *job) {
  const xpbd_projective_settings *own = job->settings->projective;
  xpbd_projective_counters counters;
  char text[32];
  if (xpbd_projective_get_counters(job->solver, &counters) != XPBD_OK) return;
  fprintf(stream, "springs: %d\ntriangle terms: %d\nbending terms: %d\n", (int)counters.springs,
          (int)counters.triangles, (int)counters.hinges);
  if (!own) return;
  if (own->triangle_weight > 0) fprintf(stream, "triangle weight: %s\n", sim_real(own->triangle_weight, text));
  if (own->triangle_weight > 0) fprintf(stream, "strain limit: %s\n", sim_real(own->strain_limit, text));
  if (own->bending_weight > 0) fprintf(stream, "bending weight: %s\n", sim_real(own->bending_weight, text));
}

static void write_solver(FILE *stream, const sim_job *job, const sim_result *result) {
  const xpbd_solver_def *def = job->settings;
  const unsigned traits = job->method->traits;
  char text[32];
  fprintf(stream, "method: %s\n", job->method->name);
  for (int32_t k = 0; k < job->method->number_count; k++) {
    const char *name = job->method->numbers[k].name;
    for (const char *c = name; *c; c++) fputc(*c == '_' ? ' ' : *c, stream);
    fprintf(stream, ": %s\n", sim_real(xpbd_method_value(def, name), text));
  }
  fprintf(stream, "backend: %s\nprecision: %s\n", xpbd_solver_backend(job->solver),
          xpbd_precision_name((int)def->precision));
  if (traits & XPBD_TAKES_PROJECTIVE && !result->given_up) write_projective(stream, job);
  if (!job->method->engine) /* an engine has no choice */
    fprintf(stream, "threads: %d\nlanes: %d\ninstructions: %s\n", (int)job->made.threads, (int)job->made.lanes,
            job->made.instructions ? job->made.instructions : "unknown");
  fprintf(stream, "frame time: %s\nsubsteps: %d\niterations: %d\n", sim_real(def->frame_time, text), (int)def->substeps,
          (int)def->iterations);
}

/// A measure of the last step, not of the result. The result may be right at 90 % and wrong at 0.1 %. Without a free
/// particle there is no equation.
static void write_residual(FILE *stream, const char *before, const sim_job *job, double share) {
  char text[CLI_LEFT];
  if (share >= 0 && !sim_all_pinned(job->model.scene))
    fprintf(stream,
            "%sresidual %s %%: the share of a time step's equations left unsolved; --accuracy measures the error\n",
            before, cli_percent(share, text));
}

/// Share of the available energy. A long time step may add less than this for a while.
#define ENERGY_ALLOWED 0.05

/// Everything to say about a run that went wrong without diverging. Each warning is certain: what may be right gets
/// none.
static void write_alarms(FILE *stream, const char *before, const sim_job *job, const sim_result *result) {
  const char *cause = sim_engine_cause(job);
  if (result->gained > ENERGY_ALLOWED * result->there)
    fprintf(stream,
            "%swarning: this run gained %.3g J out of nothing: %.3g J were available, and nothing does work; %s\n",
            before, result->gained, result->there, cause ? cause : "--accuracy measures what helps");
  if (result->stuck)
    fprintf(stream,
            "%swarning: the last time step moves nothing, because rounding removes all motion; longer time steps or "
            "--precision double help\n",
            before);
}

void sim_remarks_of(FILE *stream, const char *before, const sim_job *job, const sim_result *result, xpbd_status counted,
                    const xpbd_counters *counters) {
  for (int32_t i = 0; i < xpbd_scene_set_count(job->model.scene); i++) {
    const xpbd_constraints *set = xpbd_scene_set(job->model.scene, i);
    const xpbd_formula_info *formula = xpbd_formula_at(set->formula);
    if (set->left_out > 0)
      fprintf(stream,
              "%s%s: %d of %d constraints left out: they have no area or volume, or the middle sees them edge-on\n",
              before, formula->name, (int)set->left_out, (int)(set->count * formula->rows + set->left_out));
  }
  if (result->given_up || (counted != XPBD_OK && counters->frames == 0)) return;
  if (counters->inexact) fprintf(stream, "%sINEXACT, not bit-identical to seq: %s\n", before, counters->inexact);
  if (counters->skipped > 0)
    fprintf(stream, "%sprojections left out because they were not finite: %" PRId64 " of %" PRId64 "\n", before,
            counters->skipped, counters->projections);
  if (xpbd_scene_obstacle_count(job->model.scene) > 0 && !job->world)
    fprintf(stream, "%scontacts with obstacles: %" PRId64 "\n", before, counters->contacts);
  write_residual(stream, before, job, result->residual);
  write_alarms(stream, before, job, result);
}

void sim_remarks_write(FILE *stream, const char *before, const sim_job *job, const sim_result *result) {
  xpbd_counters counters = {0};
  const xpbd_status counted = result->given_up ? XPBD_OK : xpbd_solver_counters(job->solver, &counters);
  sim_remarks_of(stream, before, job, result, counted, &counters);
}

static void write_resumed(FILE *stream, const sim_job *job) {
  char before[48];
  snprintf(before, sizeof before, "resumed: at frame %d, from ", (int)job->start);
  write_name(stream, before, job->options->resume);
}

/// Extents of the mesh before and after, and the factor between them.
static void write_mesh_size(FILE *stream, const sim_job *job) {
  double after[3];
  char text[32];
  if (!job->options->mesh) return;
  fprintf(stream, "mesh unit: %s\n", job->options->unit ? job->options->unit : "m");
  write_vector(stream, "mesh extent in the file", job->mesh_extent);
  for (int k = 0; k < 3; k++) after[k] = job->mesh_factor * job->mesh_extent[k];
  write_vector(stream, "mesh extent", after);
  fprintf(stream, "mesh factor: %s\n", sim_real(job->mesh_factor, text));
}

xpbd_status sim_record_write(const char *path, const sim_job *job, const sim_result *result) {
  xpbd_file file = {0};
  XPBD_TRY(xpbd_file_create(path, &file));
  char text[32];
  fprintf(file.stream, "program: xpbd-sim %s\n", XPBD_VERSION);
  write_command(file.stream, job->options);
  fprintf(file.stream, "scene: %s\n", job->scene);
  write_name(file.stream, "mesh: ", job->options->mesh ? job->options->mesh : "the scene's own");
  write_mesh_size(file.stream, job);
  write_scene(file.stream, job);
  write_solver(file.stream, job, result);
  sim_warnings_write(file.stream, "remark: ", job);
  sim_remarks_write(file.stream, "remark: ", job, result);
  if (job->options->resume) write_resumed(file.stream, job);
  fprintf(file.stream, "frames wanted: %d\nending: %s\nframes done: %d\nsolver seconds: %s\n", (int)job->frames,
          result->ending, (int)result->frames, sim_real(result->solver_seconds, text));
  if (result->residual >= 0) fprintf(file.stream, "residual: %s\n", sim_real(result->residual, text));
  if (strcmp(result->ending, "complete") == 0) fprintf(file.stream, "hash: %016" PRIx64 "\n", result->hash);
  return xpbd_file_commit(&file);
}
