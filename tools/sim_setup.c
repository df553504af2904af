/* Why this file exists: between the command line of xpbd-sim and the library stand names and values that may be wrong.
 * Everything is checked here, before a folder is made or a frame computed, and the message names the option. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"
#include "xpbd/backend.h"
#include "xpbd/import.h"

enum { MOST_NAMES = 256, NAMES_SHOWN = 8 };

/// Names that an option accepts.
typedef struct names {
  int count;
  const char *name[MOST_NAMES];
} names;

static void names_add(names *list, const char *name) {
  if (list->count < MOST_NAMES) list->name[list->count++] = name;
}

static int names_find(const names *list, const char *word) {
  for (int i = 0; i < list->count; i++) {
    if (strcmp(list->name[i], word) == 0) return i;
  }
  return -1;
}

/// One line: the nearest known name, or all of them where they are few and none is near.
static int fail_name(const cli_program *program, const char *what, const char *word, const names *known) {
  const char *nearest = cli_nearest(word, known->name, known->count);
  if (nearest) return cli_fail(program, CLI_EXIT_USAGE, "unknown %s '%.60s'; did you mean '%s'?", what, word, nearest);
  if (known->count > NAMES_SHOWN)
    return cli_fail(program, CLI_EXIT_USAGE, "unknown %s '%.60s'; --list shows the known ones", what, word);
  char text[1024] = "";
  for (int i = 0; i < known->count; i++) {
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "", known->name[i]);
  }
  return cli_fail(program, CLI_EXIT_USAGE, "unknown %s '%.60s'; known: %s", what, word, text);
}

/// The place of an option's value in a fixed list of words, -1 after a message.
static int choose(const cli_program *program, const char *option, const char *word, int count,
                  const char *const *words) {
  names known = {0};
  for (int i = 0; i < count; i++) names_add(&known, words[i]);
  const int place = names_find(&known, word);
  if (place < 0) fail_name(program, option, word, &known);
  return place;
}

static int check_scene(sim_job *job) {
  names known = {0};
  for (int i = 0; i < xpbd_scene_info_count(); i++) names_add(&known, xpbd_scene_info_at(i)->name);
  if (names_find(&known, job->options->scene) < 0) return fail_name(job->program, "scene", job->options->scene, &known);
  job->info = xpbd_scene_info_at(xpbd_scene_info_find(job->options->scene));
  return -1;
}

static int check_backend(const sim_job *job) {
  if (!job->options->backend) return -1;
  names known = {0};
  const xpbd_backend_list *backends = xpbd_backends();
  for (int i = 0; i < backends->count; i++) names_add(&known, backends->entries[i].name);
  if (names_find(&known, job->options->backend) < 0)
    return fail_name(job->program, "backend", job->options->backend, &known);
  return -1;
}

/// `word` must be a formula on `element`, or one of the other kind's options is meant.
static int check_formula(const sim_job *job, const char *what, const char *word, xpbd_element element,
                         const char *other_option) {
  if (!word) return -1;
  names known = {0};
  for (int i = 0; i < xpbd_formula_count(); i++) {
    if (xpbd_formula_at(i)->element == element) names_add(&known, xpbd_formula_at(i)->name);
  }
  if (element == XPBD_ON_OPPOSITES) names_add(&known, "none");
  if (names_find(&known, word) >= 0) return -1;
  if (xpbd_formula_find(word) >= 0)
    return cli_fail(job->program, CLI_EXIT_USAGE, "'%s' is no %s formula; it goes to --%s", word, what, other_option);
  return fail_name(job->program, what, word, &known);
}

/// "X,Y,Z" into three finite numbers.
static bool read_vector(const char *text, double out[3]) {
  for (int axis = 0; axis < 3; axis++) {
    char number[64];
    const size_t length = strcspn(text, ",");
    if (length >= sizeof number) return false;
    memcpy(number, text, length);
    number[length] = '\0';
    if (!cli_to_real(number, &out[axis])) return false;
    text += length;
    if (*text != (axis < 2 ? ',' : '\0')) return false;
    if (axis < 2) text++;
  }
  return true;
}

/// The range of k over the formulas that may be meant: the one that was given, or all on edges. What one formula refuses
/// within it is told by the library.
static int check_stiffness(const sim_job *job) {
  const sim_options *o = job->options;
  if (isnan(o->stiffness)) return -1;
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < xpbd_formula_count(); i++) {
    const xpbd_formula_info *formula = xpbd_formula_at(i);
    if (o->constraint ? strcmp(formula->name, o->constraint) != 0 : formula->element != XPBD_ON_EDGES) continue;
    for (int k = 0; k < formula->material_count; k++) {
      if (strcmp(formula->material[k].name, "k") != 0) continue;
      low = fmin(low, formula->material[k].minimum);
      high = fmax(high, formula->material[k].maximum);
    }
  }
  if (low > high)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--stiffness does nothing: %s has no k",
                    o->constraint ? o->constraint : "no formula");
  if (o->stiffness >= low && o->stiffness <= high) return -1;
  return cli_fail(job->program, CLI_EXIT_USAGE, "--stiffness must be from %.6g to %.6g, not %.6g", low, high,
                  o->stiffness);
}

/// Options that would be read and then change nothing are mistakes.
static int check_together(const sim_job *job) {
  const sim_options *o = job->options;
  const char *useless = NULL, *without = NULL;
  if (o->mesh && o->resolution) useless = "resolution", without = "the scene's own mesh (leave out --mesh)";
  if (o->mesh && !isnan(o->size)) useless = "size", without = "the scene's own mesh (leave out --mesh)";
  if (o->format && !o->out) useless = "format", without = "--out DIR";
  if (o->every && !o->out) useless = "every", without = "--out DIR";
  if (o->bending && strcmp(o->bending, "none") == 0 && !isnan(o->bending_compliance))
    useless = "bending-compliance", without = "bending (--bending is none)";
  if (!useless) return -1;
  return cli_fail(job->program, CLI_EXIT_USAGE, "--%s does nothing without %s", useless, without);
}

static int fill_params(const sim_job *job, xpbd_scene_params *params) {
  static const char *const pins[] = {"scene", "none", "corners", "top"};
  static const xpbd_pins pin_values[] = {XPBD_PINS_SCENE, XPBD_PINS_NONE, XPBD_PINS_CORNERS, XPBD_PINS_TOP};
  static const char *const orders[] = {"group", "mesh"};
  static const xpbd_order order_values[] = {XPBD_ORDER_GROUP, XPBD_ORDER_MESH};
  const sim_options *o = job->options;
  const int pin = choose(job->program, "value of --pins", o->pins, 4, pins);
  if (pin < 0) return CLI_EXIT_USAGE;
  const int order = choose(job->program, "value of --order", o->order, 2, orders);
  if (order < 0) return CLI_EXIT_USAGE;
  if (o->wind && !read_vector(o->wind, params->wind))
    return cli_fail(job->program, CLI_EXIT_USAGE, "--wind must be three numbers X,Y,Z, not '%.60s'", o->wind);
  params->resolution = (int32_t)o->resolution;
  params->size = o->size;
  params->mesh = o->mesh ? &job->imported : NULL;
  params->pins = pin_values[pin];
  params->mass = o->mass;
  params->constraint = o->constraint;
  params->stiffness = o->stiffness;
  params->compliance = o->compliance;
  params->damping = o->damping;
  params->bending = o->bending;
  params->bending_compliance = o->bending_compliance;
  params->gravity = o->gravity;
  params->wind_drag = o->wind_drag;
  params->order = order_values[order];
  return -1;
}

static int read_mesh(sim_job *job) {
  if (!job->options->mesh) return -1;
  xpbd_import_info info = {0};
  if (xpbd_mesh_read(job->options->mesh, &info, &job->imported) != XPBD_OK)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--mesh: %s", xpbd_last_error());
  if (job->options->quiet) return -1;
  printf("%s: %d vertices, %d triangles, %d edges (seam vertices welded: %d, unused dropped: %d, polygons split: %d)\n",
         job->options->mesh, (int)job->imported.vertex_count, (int)job->imported.triangle_count,
         (int)job->imported.edge_count, (int)info.welded, (int)info.isolated, (int)info.triangulated);
  return -1;
}

static int build_scene(sim_job *job, const xpbd_scene_params *params) {
  if (xpbd_scene_build(job->info->name, params, &job->model) != XPBD_OK)
    return cli_fail(job->program, CLI_EXIT_USAGE, "scene %s: %s", job->info->name, xpbd_last_error());
  const xpbd_scene *scene = job->model.scene;
  bool has_bending = false;
  for (int32_t i = 0; i < xpbd_scene_set_count(scene); i++)
    has_bending |= xpbd_formula_at(xpbd_scene_set(scene, i)->formula)->element == XPBD_ON_OPPOSITES;
  if (!isnan(job->options->bending_compliance) && !has_bending)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--bending-compliance does nothing without bending; add --bending");
  if (job->options->wind && xpbd_scene_wind(scene)->drag <= 0)
    return cli_fail(job->program, CLI_EXIT_USAGE, "--wind does nothing without drag; add --wind-drag, e.g. 1");
  return -1;
}

static int fill_def(const sim_job *job, xpbd_solver_def *def) {
  static const char *const precisions[] = {"float", "double", "f32", "f64"};
  const sim_options *o = job->options;
  const int precision = choose(job->program, "value of --precision", o->precision, 4, precisions);
  if (precision < 0) return CLI_EXIT_USAGE;
  def->backend = o->backend;
  def->precision = precision % 2 == 0 ? XPBD_F32 : XPBD_F64;
  def->frame_time = isnan(o->frame_time) ? job->info->frame_time : o->frame_time;
  def->substeps = o->substeps ? (int32_t)o->substeps : job->info->substeps;
  def->iterations = o->iterations ? (int32_t)o->iterations : job->info->iterations;
  def->threads = (int32_t)o->threads;
  def->lanes = (int32_t)o->lanes;
  def->device = (int32_t)o->device;
  def->strategy = o->strategy;
  return -1;
}

static int create_solver(sim_job *job, const xpbd_solver_def *def) {
  if (xpbd_solver_create(job->model.scene, def, &job->solver) != XPBD_OK)
    return cli_fail(job->program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  const size_t reals = 3 * (size_t)xpbd_scene_particle_count(job->model.scene);
  job->positions = malloc(reals * sizeof(double));
  job->velocities = malloc(reals * sizeof(double));
  if (!job->positions || !job->velocities)
    return cli_fail(job->program, CLI_EXIT_USAGE, "out of memory: %zu bytes for a frame", 2 * reals * sizeof(double));
  return -1;
}

int sim_setup(const cli_program *program, const sim_options *options, sim_job *job) {
  job->program = program;
  job->options = options;
  int code = check_scene(job);
  if (code < 0) code = check_backend(job);
  if (code < 0) code = check_formula(job, "constraint", options->constraint, XPBD_ON_EDGES, "bending");
  if (code < 0) code = check_formula(job, "bending", options->bending, XPBD_ON_OPPOSITES, "constraint");
  if (code < 0) code = check_stiffness(job);
  if (code < 0) code = check_together(job);
  xpbd_scene_params params = xpbd_scene_params_default();
  if (code < 0) code = fill_params(job, &params);
  xpbd_solver_def def = xpbd_solver_def_default();
  if (code < 0) code = fill_def(job, &def);
  if (code < 0) code = read_mesh(job);
  if (code < 0) code = build_scene(job, &params);
  if (code < 0) code = create_solver(job, &def);
  return code;
}

void sim_job_destroy(sim_job *job) {
  xpbd_solver_destroy(&job->solver);
  xpbd_model_destroy(&job->model);
  xpbd_mesh_destroy(&job->imported);
  free(job->positions);
  free(job->velocities);
  *job = (sim_job){0};
}
