/* Why this file exists: names and values on the command line of xpbd-sim may be wrong. All are checked here, before a
 * folder is made or a frame computed, and the message names the option. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/parts.h"
#include "measure/strain.h"
#include "scene/spec.h"
#include "sim/engine/sim_engine.h"
#include "sim/engine/sim_names.h"
#include "sim/engine/sim_record.h"
#include "sim_setup.h"
#include "support/memory_need.h"
#include "support/scene_words.h"
#include "xpbd/backend.h"
#include "xpbd/import.h"

static int check_scene(sim_job *job) {
  const char *word = job->options->scene;
  sim_names known = {0};
  if (!scene_load(word)) return cli_fail(job->program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  job->info = xpbd_scene_info_at(xpbd_scene_info_find(word));
  for (int i = 0; i < xpbd_scene_info_count(); i++) sim_names_add(&known, xpbd_scene_info_at(i)->name);
  if (!job->info && access(word, F_OK) == 0)
    return cli_fail(job->program, CLI_EXIT_USAGE, "'%.60s' is no scene; the name of a scene file ends in .json", word);
  if (!job->info) return sim_names_fail(job->program, "scene", word, &known);
  job->scene = job->info->name;
  return -1;
}

/// The index of --method, or of the scene's own method, in the library's table of methods.
static int check_method(const sim_job *job, int *out) {
  const char *own = job->info && job->info->method ? job->info->method : "xpbd", *word = job->options->method;
  sim_names known = {0};
  for (int i = 0; i < XPBD_METHODS; i++) sim_names_add(&known, xpbd_method_name(i));
  *out = xpbd_method_find(word ? word : own);
  return *out >= 0 ? -1 : sim_names_fail(job->program, "method", word ? word : own, &known);
}

/// The first backend of a GPU that can run here, NULL = none.
static const char *first_gpu(void) {
  static const char *const names[] = {"cuda", "opencl"};
  char device[256];
  for (int k = 0; k < 2; k++) {
    const xpbd_backend_entry *entry = xpbd_backend_find(xpbd_backends(), names[k]);
    if (!entry || !entry->table || entry->table->probe(device, sizeof device) != XPBD_OK) continue;
    if (strncmp(device, "CPU:", 4) != 0) return names[k]; /* OpenCL also runs on processors */
  }
  return NULL;
}

static int check_backend(sim_job *job) {
  job->backend = job->options->gpu ? first_gpu() : job->options->backend;
  if (job->options->gpu && !job->backend)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--gpu: no backend of a GPU can run here; --list says why");
  if (!job->options->backend) return -1;
  sim_names known = {0};
  const xpbd_backend_list *backends = xpbd_backends();
  for (int i = 0; i < backends->count; i++) sim_names_add(&known, backends->entries[i].name);
  if (sim_names_find(&known, job->options->backend) < 0)
    return sim_names_fail(job->program, "backend", job->options->backend, &known);
  return -1;
}

/// Read a specification. The library says what is wrong with it; for an unknown name, the nearest one is suggested.
static int check_spec(const sim_job *job, const char *what, const char *text, xpbd_spec *out) {
  if (!text || xpbd_spec_read(text, out) == XPBD_OK) return -1;
  sim_names known = {0};
  for (int i = 0; i < xpbd_formula_count(); i++) sim_names_add(&known, xpbd_formula_at(i)->name);
  for (int i = 0; i < xpbd_model_name_count(); i++) sim_names_add(&known, xpbd_model_name_at(i)->name);
  sim_names_add(&known, "none");
  for (const char *at = text; at; at = strchr(at, '+')) { /* a part begins with a letter; the 5 of 1e+5 is none */
    at += *at == '+';
    if (!isalpha((unsigned char)*at)) continue;
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ":+"), at);
    if (sim_names_find(&known, word) >= 0) continue;
    if (cli_nearest(word, known.name, known.count)) return sim_names_fail(job->program, what, word, &known);
    return cli_fail(job->program, CLI_EXIT_USAGE,
                    "unknown %s '%.60s'; --list shows the known ones, --formula FILE.h adds one", what, word);
  }
  return cli_fail(job->program, CLI_EXIT_USAGE, "--%s: %s", what, xpbd_last_error());
}

/// Check the range of k if it is known before the scene is built, that is, for a single formula.
static int check_stiffness(const sim_job *job, const xpbd_spec *spec) {
  const sim_options *o = job->options;
  const bool model = spec->count > 1 && spec->part[1].first;
  if (isnan(o->stiffness) || spec->count == 0 || model) return -1;
  const xpbd_formula_info *formula = xpbd_formula_at(spec->part[0].formula);
  for (int k = 0; k < formula->material_count; k++) {
    const xpbd_material *m = &formula->material[k];
    if (strcmp(m->name, "k") != 0 || (o->stiffness >= m->minimum && o->stiffness <= m->maximum)) continue;
    return cli_fail(job->program, CLI_EXIT_USAGE, "--stiffness must be from %.6g to %.6g, not %.6g", m->minimum,
                    m->maximum, o->stiffness);
  }
  return -1;
}

/// Refuse a number of --constraint that is also an option, if no part is left that would take the option.
static int check_twice(const sim_job *job, const xpbd_spec *spec, const xpbd_spec *bending) {
  const sim_options *o = job->options;
  struct {
    const char *option, *key;
    bool given, set, taken;
  } rows[] = {{"stiffness", "k", !isnan(o->stiffness), false, false},
              {"compliance", "alpha", !isnan(o->compliance), false, false},
              {"damping", "beta", !isnan(o->damping), false, false}};
  for (int p = 0; p < spec->count; p++) {
    const xpbd_spec_part *part = &spec->part[p];
    const xpbd_formula_info *formula = xpbd_formula_at(part->formula);
    for (int k = 0; k < formula->material_count && part->first; k++)
      if (strcmp(formula->material[k].name, "k") == 0)
        *(isnan(part->material[k]) ? &rows[0].taken : &rows[0].set) = true;
    *(isnan(part->alpha) ? &rows[1].taken : &rows[1].set) = true;
    *(isnan(part->beta) ? &rows[2].taken : &rows[2].set) = true;
  }
  for (int p = 0; p < bending->count; p++) rows[2].taken = rows[2].taken || isnan(bending->part[p].beta);
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    if (rows[r].given && rows[r].set && !rows[r].taken)
      return cli_fail(job->program, CLI_EXIT_USAGE, "--%s and %s= of the constraint set the same thing: leave one out",
                      rows[r].option, rows[r].key);
  return -1;
}

/// The xpbd_order of --order, -1 after a message.
static int check_order(const sim_job *job) {
  const char *word = job->options->order ? job->options->order : xpbd_order_name(XPBD_ORDER_GROUP);
  return sim_choose(job->program, "value of --order", word, 0, xpbd_order_name);
}

static int fill_params(const sim_job *job, xpbd_scene_params *params) {
  const sim_options *o = job->options;
  const int pins = sim_choose(job->program, "value of --pins", o->pins ? o->pins : "scene", 0, xpbd_pins_name);
  if (pins < 0) return CLI_EXIT_USAGE;
  const int order = check_order(job);
  if (order < 0) return CLI_EXIT_USAGE;
  const char *reading_word = o->damping_reading ? o->damping_reading : "xpbd";
  const int reading = sim_choose(job->program, "value of --damping-reading", reading_word, 0, xpbd_damping_name);
  if (reading < 0) return CLI_EXIT_USAGE;
  if (o->wind && !sim_read_numbers(o->wind, 3, params->wind))
    return cli_fail(job->program, CLI_EXIT_USAGE, "--wind must be three numbers X,Y,Z, not '%.60s'", o->wind);
  params->mesh = o->mesh ? &job->imported : NULL;
  params->pins = (xpbd_pins)pins;
  params->holds = job->places.holds, params->hold_count = job->places.hold_count;
  params->obstacles = job->places.obstacles, params->obstacle_count = job->places.obstacle_count;
  params->constraint = o->constraint;
  params->bending = o->bending;
  params->order = (xpbd_order)order;
  params->damping_reading = (xpbd_damping)reading;
  params->omit_tip_damping = o->omit_tip_damping;
  if (sim_parameters_take(job->program, params) == XPBD_OK) return -1;
  return cli_fail(job->program, CLI_EXIT_USAGE, "scene %s: %s", job->scene, xpbd_last_error());
}

/// Print the names of the attributes of a mesh, and why some cannot be used.
static void describe_attributes(const char *path, const xpbd_mesh *mesh) {
  int listed = 0;
  for (int32_t i = 0; i < mesh->attribute_count; i++) {
    const xpbd_attribute *a = &mesh->attributes[i];
    const char *item = a->on_vertices ? "vertex" : mesh->tet_count > 0 ? "tet" : "triangle";
    if (a->defect) continue;
    if (listed++ == 0) cli_print("%s: attributes:", path);
    cli_print("%s %s (%d per %s)", listed > 1 ? "," : "", a->name, (int)a->width, item);
  }
  if (listed > 0) cli_print("\n");
  for (int32_t i = 0; i < mesh->attribute_count; i++)
    if (mesh->attributes[i].defect) cli_print("%s; it is left out\n", mesh->attributes[i].defect);
}

/// The unit of the mesh file [m], or a negative number after a message.
static double mesh_unit(const sim_job *job) {
  static const struct {
    const char *name;
    double metres;
  } units[] = {{"m", 1.0}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}};
  const char *word = job->options->unit ? job->options->unit : "m";
  sim_names known = {0};
  for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
    if (strcmp(word, units[k].name) == 0) return units[k].metres;
    sim_names_add(&known, units[k].name);
  }
  return -sim_names_fail(job->program, "value of --unit", word, &known);
}

/// Bring the mesh to the size that the options ask for, and note by what factor. --size is left to the scene.
static int scale_mesh(sim_job *job) {
  const sim_options *o = job->options;
  const double unit = mesh_unit(job);
  if (unit < 0.0) return CLI_EXIT_USAGE;
  const double factor = isnan(o->scale) ? unit : unit * o->scale;
  const double largest = xpbd_mesh_extent(&job->imported, job->mesh_extent);
  for (int64_t i = 0; i < 3 * (int64_t)job->imported.vertex_count; i++) job->imported.positions[i] *= factor;
  job->mesh_factor = isnan(o->size) || !(largest > 0.0) ? factor : o->size / largest;
  return -1;
}

/// The line that says what size the mesh has.
static void describe_size(const sim_job *job) {
  const double *before = job->mesh_extent, f = job->mesh_factor;
  cli_print(
      "%s: %.4g x %.4g x %.4g %s become %.4g x %.4g x %.4g m: scaled by %.4g (--unit, --scale and --size set it)\n",
      job->options->mesh, before[0], before[1], before[2], job->options->unit ? job->options->unit : "m", f * before[0],
      f * before[1], f * before[2], f);
}

static int read_mesh(sim_job *job) {
  const sim_options *o = job->options;
  if (!o->mesh) return -1;
  xpbd_import_def def = xpbd_import_def_default();
  def.strict = o->strict;
  def.weld = o->weld;
  xpbd_import_info info = {0};
  xpbd_mesh *mesh = &job->imported;
  if (xpbd_mesh_read(o->mesh, &def, &info, mesh) != XPBD_OK)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--mesh: %s", xpbd_last_error());
  const int code = scale_mesh(job);
  if (code >= 0 || o->quiet) return code;
  const int triangles = (int)mesh->triangle_count, tets = (int)mesh->tet_count, edges = (int)mesh->edge_count;
  cli_print("%s: %d vertices, %d triangle%s, %d tetrahedr%s, %d edge%s (seam vertices welded: %d, unused dropped: %d, "
            "polygons split: %d)\n",
            o->mesh, (int)mesh->vertex_count, triangles, triangles == 1 ? "" : "s", tets, tets == 1 ? "on" : "a", edges,
            edges == 1 ? "" : "s", (int)info.welded, (int)info.isolated, (int)info.triangulated);
  describe_size(job);
  describe_attributes(o->mesh, mesh);
  char repairs[512];
  if (xpbd_import_repairs(&info, repairs, sizeof repairs) > 0)
    cli_print("%s: repaired: %s; --strict refuses the file instead%s\n", o->mesh, repairs,
              info.near > 0 ? ", --weld 0 keeps all vertices" : "");
  return -1;
}

static int build_scene(sim_job *job) {
  xpbd_scene_params params = xpbd_scene_params_default();
  const int code = fill_params(job, &params);
  if (code >= 0) return code;
  const int fits = sim_memory_check(job, &params, memory_available());
  if (fits >= 0) return fits;
  if (xpbd_scene_build(job->scene, &params, &job->model) != XPBD_OK)
    return cli_fail(job->program, CLI_EXIT_USAGE, "scene %s: %s", job->scene, xpbd_last_error());
  job->mesh = &job->model.mesh;
  if (job->options->wind && xpbd_scene_wind(job->model.scene)->drag <= 0)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--wind does nothing without drag; add --wind-drag, e.g. 1");
  return -1;
}

static double or_standard(double value, double standard) {
  return isnan(value) ? standard : value;
}

/// The library's names of precisions, then the C name "double".
static const char *precision_word(int place) {
  const char *word = xpbd_precision_name(place);
  return word ? word : place > 0 && xpbd_precision_name(place - 1) ? "double" : NULL;
}

/// The place of --precision among its words, -1 after a message.
static int check_precision(const sim_job *job) {
  const char *word = job->options->precision ? job->options->precision : xpbd_precision_name(XPBD_AUTO);
  return sim_choose(job->program, "value of --precision", word, 0, precision_word);
}

static int create_solver(sim_job *job, int method) {
  const sim_options *o = job->options;
  const int precision = check_precision(job);
  if (precision < 0) return CLI_EXIT_USAGE;
  const xpbd_projective_settings projective = {.triangle_weight = or_standard(o->pd_triangle_weight, 0.0),
                                               .strain_limit = or_standard(o->pd_strain_limit, 0.0),
                                               .bending_weight = or_standard(o->pd_bending_weight, 0.0)};
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = job->backend;
  def.precision = xpbd_precision_name(precision) ? (xpbd_precision)precision : XPBD_F64;
  job->precision = def.precision;
  def.method = (xpbd_method)method;
  for (int32_t k = 0; k < job->info->number_count; k++)
    xpbd_solver_def_set(&def, job->info->numbers[k].name, job->info->numbers[k].value);
  if (sim_numbers_take(job->program, &def) != XPBD_OK)
    return cli_fail(job->program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  if (job->method->traits & XPBD_TAKES_PROJECTIVE) def.projective = &projective;
  def.frame_time = job->frame_time;
  def.substeps = (int32_t)job->frame_steps;
  const bool as_file = job->info->file && !o->method; /* its iterations are of its own method */
  def.iterations = o->iterations                         ? (int32_t)o->iterations
                   : job->method->iterations && !as_file ? job->method->iterations
                                                         : job->info->iterations;
  def.threads = (int32_t)o->threads;
  if (o->lanes >= 0) def.lanes = (int32_t)o->lanes;
  if (o->device >= 0) def.device = (int32_t)o->device;
  def.strategy = o->strategy;
  if (xpbd_solver_create(job->model.scene, &def, &job->solver) == XPBD_OK) {
    job->settings = xpbd_solver_settings(job->solver);
    job->world = xpbd_verlet_of(job->solver);
    xpbd_solver_counters(job->solver, &job->made); /* cannot fail: nothing was computed yet */
    return -1;
  }
  if (!o->method || strncmp(xpbd_last_error(), "method ", 7) == 0) /* the text already names the method */
    return cli_fail(job->program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  return cli_fail(job->program, CLI_EXIT_USAGE, "--method %s: %s", o->method, xpbd_last_error());
}

#define MOST_STEPS 1e9 ///< Of a frame.

static int create(sim_job *job, int method) {
  const sim_options *o = job->options;
  job->frames = o->frames ? (int32_t)o->frames : job->info->frames;
  job->frame_time = or_standard(o->frame_time, isnan(o->fps) ? job->info->frame_time : 1.0 / o->fps);
  const int code = build_scene(job);
  if (code >= 0) return code;
  job->radii = xpbd_scene_radii(job->model.scene);
  job->frame_steps =
      o->substeps ? o->substeps : xpbd_scene_info_substeps(job->info, job->model.time_step, job->frame_time);
  if (!isnan(o->time_step)) {
    const double steps = ceil(job->frame_time / o->time_step * (1.0 - 1e-9)); /* 0.1 / 0.01 are 10 */
    if (!(steps <= MOST_STEPS))
      return cli_fail(job->program, CLI_EXIT_USAGE,
                      "--time-step: a frame of %g s would have %g time steps, more than %g", job->frame_time, steps,
                      MOST_STEPS);
    job->frame_steps = steps > 1.0 ? (int64_t)steps : 1;
  }
  return create_solver(job, method);
}

/// Allocate the state that is read back, and the rest lengths for the strain.
static int allocate_state(sim_job *job) {
  const size_t reals = 3 * (size_t)job->mesh->vertex_count, edges = (size_t)job->mesh->edge_count;
  job->positions = malloc(reals * sizeof(double));
  job->velocities = malloc(reals * sizeof(double));
  job->rest_lengths = malloc((edges + 1) * sizeof(double));
  if (!job->positions || !job->velocities || !job->rest_lengths)
    return cli_fail(job->program, CLI_EXIT_USAGE, "out of memory: %zu bytes for a frame",
                    (2 * reals + edges) * sizeof(double));
  xpbd_edge_lengths(job->mesh, job->mesh->positions, job->rest_lengths);
  return -1;
}

/// Continue from a checkpoint.
static int resume(sim_job *job) {
  const char *path = job->options->resume;
  int64_t frame = 0;
  if (!path) return -1;
  if (sim_engine_load(job, path, &frame) != XPBD_OK)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--resume: %s", xpbd_last_error());
  if (frame >= job->frames)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--resume: %.1000s is at frame %lld; --frames must be more, not %d",
                    path, (long long)frame, (int)job->frames);
  job->start = (int32_t)frame;
  return -1;
}

int sim_setup(const cli_program *program, const sim_options *options, sim_job *job) {
  job->program = program;
  job->options = options;
  job->processors = xpbd_processors();
  int method = XPBD_METHOD_XPBD;
  xpbd_spec constraint = {0}, bending = {0};
  int code = check_scene(job);
  if (code < 0) code = check_method(job, &method);
  if (code < 0) job->method = xpbd_method_at(method);
  if (code < 0) code = sim_fit(job);
  if (code < 0) code = check_backend(job);
  if (code < 0)
    code =
        check_spec(job, "constraint", options->constraint ? options->constraint : job->info->constraint, &constraint);
  if (code < 0) code = check_spec(job, "bending", options->bending, &bending);
  if (code < 0) code = check_stiffness(job, &constraint);
  if (code < 0) code = check_twice(job, &constraint, &bending);
  if (code < 0) code = sim_places_read(job);
  if (code < 0) code = read_mesh(job);
  if (code < 0) code = create(job, method);
  if (code < 0) code = resume(job);
  if (code < 0) code = allocate_state(job);
  if (code < 0 && !options->quiet) sim_warnings_write(stdout, "warning: ", job);
  return code;
}

int sim_setup_solver(const cli_program *program, const sim_options *options) {
  sim_job job = {.program = program, .options = options};
  int method;
  const int code = options->method ? check_method(&job, &method) : -1;
  if (code >= 0) return code;
  return check_precision(&job) < 0 || check_order(&job) < 0 ? CLI_EXIT_USAGE : check_backend(&job);
}

void sim_job_destroy(sim_job *job) {
  xpbd_solver_destroy(&job->solver);
  xpbd_model_destroy(&job->model);
  xpbd_mesh_destroy(&job->imported);
  sim_places_release(&job->places);
  free(job->positions);
  free(job->velocities);
  free(job->rest_lengths);
  *job = (sim_job){0};
}
