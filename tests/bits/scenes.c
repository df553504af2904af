/* Why this file exists: selects the runs that the table records. They are short and small, but each reaches its topic:
 * the obstacle is met, the handle moves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runs.h"
#include "xpbd/scenes.h"

enum { ITERATIONS = 4, FRAMES = 4, RESOLUTION = 5 };

/* How a control run differs from its row. */
typedef struct change {
  double time; /* factor of the frame time */
  int32_t iterations;
} change;
static const change no_change = {1.0, 0};

/* Scenes that need another resolution, more or longer frames to show their topic. */
static const struct size {
  const char *scene;
  int32_t resolution, frames;
  double time; /* factor of the frame time */
} sizes[] = {{"cloth_on_sphere", 5, 14, 1.0},
             {"cloth_self", 5, 10, 1.0},
             {"torus_falling", 5, 8, 4.0},
             {"torus_stretched", 8, 4, 1.0},
             {"beam_twisted", 4, 4, 1.0},
             {"beam_hit", 6, 4, 1.0},
             {"body_hit", 3, 5, 1.0},
             {"spheres_colliding", 5, 9, 1.0},
             {"pendulum", 2, 8, 1.0},
             {"beam_tets", 4, 4, 1.0},
             {"balls", 4, 8, 4.0}};

static struct size size_of(const char *scene) {
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    if (strcmp(sizes[k].scene, scene) == 0) return sizes[k];
  return (struct size){scene, RESOLUTION, FRAMES, 1.0};
}

/* Settings for the runs of a named scene. */
static void with_contact(xpbd_scene_params *p) {
  p->contact_radius = 1.9;
}
static void with_bending(xpbd_scene_params *p) {
  p->bending = "distance_bending:alpha=1e-3,beta=0.2";
}
static void with_global_damping(xpbd_scene_params *p) {
  p->global_damping = 0.1;
}
static void with_lagged(xpbd_scene_params *p) {
  p->damping = 0.2, p->damping_reading = XPBD_DAMPING_LAGGED;
}
static void with_tilde(xpbd_scene_params *p) {
  p->damping = 0.2, p->damping_reading = XPBD_DAMPING_TILDE;
}
static void with_wind(xpbd_scene_params *p) {
  p->wind[0] = 2.0, p->wind[1] = 0.5, p->wind[2] = -1.0, p->wind_drag = 1.0;
}
static void with_no_pins(xpbd_scene_params *p) {
  p->pins = XPBD_PINS_NONE;
}
static void with_friction(xpbd_scene_params *p) {
  (void)xpbd_scene_params_set(p, "friction", 0.4);
}
static void with_no_pull(xpbd_scene_params *p) {
  (void)xpbd_scene_params_set(p, "pull_time", 0.0);
}
static void with_no_tip(xpbd_scene_params *p) {
  p->omit_tip_damping = true, p->damping = 0.3;
}
static void with_sbd(xpbd_scene_params *p) {
  p->constraint = "sbd:alpha=1e-5+triangle_area:alpha=1e-4,beta=0.3";
}
/* The highest part is turned and lifted, the rest falls on a plane, and masses follow from a density. */
static void with_handle(xpbd_scene_params *p) {
  static const xpbd_hold hold = {.region = {.axis = 1, .high = true, .share = 0.3},
                                 .time = 0.1,
                                 .shift = {0.0, 0.1, 0.0},
                                 .angle = 0.5,
                                 .axis = {0.0, 1.0, 0.0}};
  static xpbd_obstacle_def plane;
  plane = xpbd_obstacle_def_default();
  plane.kind = XPBD_OBSTACLE_HALF_SPACE, plane.centre[1] = -0.5, plane.friction = 0.3;
  p->holds = &hold, p->hold_count = 1, p->obstacles = &plane, p->obstacle_count = 1;
  (void)xpbd_scene_params_set(p, "density", 300.0);
}

static const struct variant {
  const char *scene, *with;
  void (*set)(xpbd_scene_params *params);
} variants[] = {{"cloth", "contact", with_contact},
                {"cloth", "bending", with_bending},
                {"cloth", "global damping", with_global_damping},
                {"cloth", "lagged damping", with_lagged},
                {"cloth", "tilde damping", with_tilde},
                {"cloth", "wind", with_wind},
                {"cloth", "no pins", with_no_pins},
                {"cloth", "sbd", with_sbd},
                {"cloth_on_sphere", "friction", with_friction},
                {"cloth_stretched", "no pull", with_no_pull},
                {"torus_stretched", "no pull", with_no_pull},
                {"torus_stretched", "no tip damping", with_no_tip},
                {"beam_twisted", "no pull", with_no_pull},
                {"blob", "global damping", with_global_damping},
                {"body", "handle", with_handle}};

/* The result: a table or, with a change, a list of the states that did not change. */
typedef struct maker {
  bits_table *table;
  const bits_table *recorded; /* controls: the states that must change */
  change change;
  int missed;
} maker;

static void fill_others(const maker *m, const xpbd_scene *scene, bits_run run, bits_row *row) {
  for (int b = 0; b < m->table->other_count; b++) {
    run.backend = m->table->others[b];
    bits_run_scene(scene, &run, row->others[b]);
    if (strcmp(row->others[b], row->state) == 0) snprintf(row->others[b], BITS_STATE, "=");
  }
}

static void keep(maker *m, const bits_row *row) {
  if (m->recorded) { /* only hashes can tell */
    const bits_row *old = bits_table_find(m->recorded, row->key);
    if (!strchr(row->state, ' ') && (!old || strcmp(old->state, row->state) == 0)) {
      m->missed++;
      fprintf(stderr, "bits: the control of %s changed no bit\n", row->key);
    }
  } else if (m->table->count < BITS_ROWS)
    m->table->rows[m->table->count++] = *row;
}

static const char *const precisions[] = {"f32", "f32x", "f64"};
enum { PRECISIONS = sizeof precisions / sizeof *precisions };

static void run_scene(maker *m, const xpbd_scene *scene, const char *name, const char *with, const char *order,
                      bits_run run) {
  bits_row row = {.state = ""};
  const bool projective = bits_method_projective(run.method);
  snprintf(row.key, BITS_KEY, "%s\t%s\t%s\t%s\t%s\t%d", name, with, run.method, run.precision, order,
           (int)run.substeps);
  run.backend = "seq";
  run.frame_time *= m->change.time;
  run.iterations += m->change.iterations;
  bits_run_scene(scene, &run, row.state);
  for (int b = 0; b < BITS_BACKENDS; b++) snprintf(row.others[b], BITS_STATE, projective ? "=" : "?");
  if (!m->recorded && (!projective || bits_method_on_devices(run.method))) fill_others(m, scene, run, &row);
  keep(m, &row);
}

/* A scene in every precision and number of substeps. */
static void run_method(maker *m, const xpbd_scene *scene, const char *name, const char *with, const char *order,
                       bits_run run) {
  for (int p = bits_method_projective(run.method) ? PRECISIONS - 1 : 0; p < PRECISIONS; p++)
    for (run.substeps = 1; run.substeps <= 3; run.substeps += 2) {
      run.precision = precisions[p];
      run_scene(m, scene, name, with, order, run);
      if (m->recorded) return; /* one of them is enough */
    }
}

static bool build(const char *name, xpbd_scene_params *params, int32_t resolution, xpbd_model *model) {
  params->resolution = resolution;
  if (xpbd_scene_build(name, params, model) == XPBD_OK) return true;
  params->resolution = 0; /* the scene has none, or accepts others */
  return xpbd_scene_build(name, params, model) == XPBD_OK;
}

/* The row of a scene that cannot be built, by no method or by one. */
static void refuse(maker *m, const char *name, const char *with, const char *method, const char *order) {
  bits_row row = {.state = ""};
  snprintf(row.key, BITS_KEY, "%s\t%s\t%s\t-\t%s\t-", name, with, method, order);
  bits_refused(row.state);
  for (int b = 0; b < BITS_BACKENDS; b++) snprintf(row.others[b], BITS_STATE, "=");
  keep(m, &row);
}

/* A named scene, with `variant` or plain, by every method; variants only by XPBD. */
static void run_named(maker *m, const xpbd_scene_info *info, const struct variant *variant, bool projective) {
  const struct size size = size_of(info->name);
  for (int mesh_order = 0; mesh_order < (projective ? 1 : 2); mesh_order++) {
    const char *order = mesh_order ? "mesh" : "group";
    xpbd_scene_params params = xpbd_scene_params_default();
    params.order = mesh_order ? XPBD_ORDER_MESH : XPBD_ORDER_GROUP;
    if (projective) params.constraint = "stretching:alpha=1e-4,beta=0"; /* these methods can run it */
    if (variant) variant->set(&params);
    xpbd_model model;
    if (!build(info->name, &params, size.resolution, &model)) {
      if (!projective) refuse(m, info->name, variant ? variant->with : "-", "-", order);
      const char *method;
      for (int k = 0; projective && (method = bits_method(k)); k++)
        if (bits_method_projective(method)) refuse(m, info->name, "-", method, order);
      continue;
    }
    bits_run run = {.frame_time = info->frame_time * size.time, .frames = size.frames, .iterations = ITERATIONS};
    for (int k = 0; (run.method = bits_method(k)); k++)
      if (bits_method_projective(run.method) == projective && !bits_method_explicit(run.method) && (!variant || k == 0))
        run_method(m, model.scene, info->name, variant ? variant->with : "-", order, run);
    xpbd_model_destroy(&model);
    if (m->recorded) return;
  }
}

static double even(uint32_t *state, double low, double high) { /* Numerical Recipes' generator, the same everywhere */
  *state = *state * 1664525u + 1013904223u;
  return low + (high - low) * (*state >> 8) / 16777216.0;
}

/* One formula on a small mesh with uneven masses that already moves. */
static void run_formula_on(maker *m, const xpbd_mesh *mesh, const char *name, const char *formula, double damping,
                           xpbd_solve solve) {
  enum { MOST = 256 };
  double velocities[3 * MOST], inverse_masses[MOST];
  uint32_t random = 1;
  for (int i = 0; i < mesh->vertex_count && i < MOST; i++) {
    inverse_masses[i] = i == 0 || i == 6 ? 0.0 : 1.0 / even(&random, 0.5, 2.0);
    for (int k = 0; k < 3; k++) velocities[3 * i + k] = even(&random, -0.5, 0.5);
  }
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = mesh->vertex_count;
  def.positions = mesh->positions, def.velocities = velocities, def.inverse_masses = inverse_masses;
  def.triangle_count = mesh->triangle_count, def.triangles = mesh->triangles;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = formula;
  set.damping = damping, set.solve = solve;
  xpbd_scene *scene = NULL;
  char with[64];
  const bool standard = solve == XPBD_SOLVE_STANDARD;
  snprintf(with, sizeof with, "%s%s%s%s", formula, damping > 0 ? " damped" : "", standard ? "" : " ",
           standard ? "" : xpbd_solve_name((int)solve));
  bits_run run = {
      .method = "xpbd", .frame_time = 1.0 / 24.0, .frames = FRAMES, .substeps = 1, .iterations = ITERATIONS};
  if (mesh->vertex_count <= MOST && xpbd_scene_create(&def, &scene) == XPBD_OK &&
      xpbd_scene_add_on_mesh(scene, mesh, 0, &set) == XPBD_OK) {
    for (int p = 0; p < PRECISIONS; p++) run.precision = precisions[p], run_scene(m, scene, name, with, "group", run);
  } else {
    refuse(m, name, with, "-", "group");
  }
  xpbd_scene_destroy(&scene);
}

enum { GRID, SPHERE, BEAM, UNEVEN, MESHES };

static void run_formula(maker *m, const xpbd_formula_info *info, const xpbd_mesh meshes[MESHES]) {
  static const char *const names[] = {"grid", "sphere", "beam", "uneven"};
  const bool closed = info->element == XPBD_ON_TETS || info->traits & XPBD_SUMMED;
  const int first = closed ? SPHERE : GRID, last = info->element == XPBD_ON_TETS ? BEAM : first;
  const xpbd_solve other = info->traits & XPBD_COUPLED ? XPBD_SOLVE_ROWS : XPBD_SOLVE_COUPLED;
  for (int k = first; k <= last; k++) {
    for (int damped = 0; damped < 2; damped++)
      run_formula_on(m, &meshes[k], names[k], info->name, damped ? 0.3 : 0.0, XPBD_SOLVE_STANDARD);
    if (info->rows > 1) run_formula_on(m, &meshes[k], names[k], info->name, 0.3, other);
  }
  if (!closed) run_formula_on(m, &meshes[UNEVEN], names[UNEVEN], info->name, 0.0, XPBD_SOLVE_STANDARD);
}

/* A grid with equal corners and sides hides how a rest shape is rounded. This one is also bent. */
static xpbd_status make_uneven(xpbd_mesh *mesh) {
  const xpbd_status status = xpbd_mesh_make_grid(7, 5, 0.25, mesh);
  uint32_t random = 7;
  for (int i = 0; status == XPBD_OK && i < 3 * mesh->vertex_count; i++)
    mesh->positions[i] += even(&random, -0.05, 0.05);
  return status;
}

static void run_formulas(maker *m) {
  xpbd_mesh meshes[MESHES] = {{0}};
  if (xpbd_mesh_make_grid(7, 5, 0.25, &meshes[GRID]) == XPBD_OK &&
      xpbd_mesh_make_sphere(1, 1.0, &meshes[SPHERE]) == XPBD_OK &&
      xpbd_mesh_make_beam(3, 1, 1, 0.25, &meshes[BEAM]) == XPBD_OK && make_uneven(&meshes[UNEVEN]) == XPBD_OK)
    for (int f = 0; f < xpbd_formula_count(); f++) run_formula(m, xpbd_formula_at(f), meshes);
  for (int k = 0; k < MESHES; k++) xpbd_mesh_destroy(&meshes[k]);
}

/* A lattice in the time steps that it advises, or a third of them. It has more frames than others, because its contacts
 * come and go. */
static void run_lattice(maker *m, const xpbd_scene_info *info, const char *method, int32_t substeps) {
  bits_row row = {.state = ""};
  snprintf(row.key, BITS_KEY, "%s\t-\t%s\tf64\t-\t%d", info->name, method, (int)substeps);
  for (int b = 0; b < BITS_BACKENDS; b++) snprintf(row.others[b], BITS_STATE, "=");
  xpbd_scene_params params = xpbd_scene_params_default();
  if (xpbd_scene_parameter_find(info, "youngs_modulus") >= 0) params.resolution = 4;
  if (xpbd_scene_parameter_find(info, "settle") >= 0) xpbd_scene_params_set(&params, "settle", 0.01);
  xpbd_scene_params_set(&params, "drop", 1e-3);
  xpbd_model model;
  if (xpbd_scene_build(info->name, &params, &model) == XPBD_OK) {
    const bits_run run = {.method = method,
                          .backend = "seq",
                          .precision = "f64",
                          .frame_time = model.time_step * m->change.time,
                          .frames = 40 * FRAMES,
                          .substeps = substeps,
                          .iterations = 200};
    bits_run_scene(model.scene, &run, row.state);
  } else {
    bits_refused(row.state);
  }
  xpbd_model_destroy(&model);
  keep(m, &row);
}

static void run_lattices(maker *m) {
  const char *method;
  for (int i = 0; i < xpbd_scene_info_count(); i++)
    for (int k = 0; xpbd_scene_info_at(i)->method && (method = bits_method(k)); k++)
      for (int32_t substeps = 1; bits_method_explicit(method) && substeps <= (m->recorded ? 1 : 3); substeps += 2)
        run_lattice(m, xpbd_scene_info_at(i), method, substeps);
}

static void run_all(maker *m, bool projective) {
  for (int k = 0; k < xpbd_scene_info_count(); k++) run_named(m, xpbd_scene_info_at(k), NULL, false);
  for (size_t k = 0; k < sizeof variants / sizeof *variants; k++)
    run_named(m, xpbd_scene_info_at(xpbd_scene_info_find(variants[k].scene)), &variants[k], false);
  run_formulas(m);
  run_lattices(m);
  for (int k = 0; projective && k < xpbd_scene_info_count(); k++) run_named(m, xpbd_scene_info_at(k), NULL, true);
}

bool bits_run_all(const char *only, bits_table *out) {
  *out = (bits_table){.rows = calloc(BITS_ROWS, sizeof(bits_row))};
  if (!out->rows) {
    fprintf(stderr, "bits: out of memory\n");
    return false;
  }
  const char *name;
  for (int b = 1; (name = bits_backend(b)); b++)
    /* opencl takes minutes, mostly in the driver's compiler, so it runs only on request */
    if (strcmp(only ? only : name, name) == 0 && (only || strcmp(name, "opencl") != 0) &&
        out->other_count < BITS_BACKENDS)
      snprintf(out->others[out->other_count++], sizeof *out->others, "%s", name);
  if (only && out->other_count == 0) {
    fprintf(stderr, "bits: no backend %s can run here\n", only);
    return false;
  }
  bits_cholmod_probe(out->cholmod);
  maker m = {.table = out, .change = no_change};
  run_all(&m, strcmp(out->cholmod, "none") != 0);
  return true;
}

/* Whether a name continues with a setting of its constraints. */
static bool is_variant(const char *at) {
  return strncmp(at, " damped\t", 8) == 0 || strncmp(at, " rows\t", 6) == 0 || strncmp(at, " coupled\t", 9) == 0;
}

/* Settings of a run must have an effect: the row of the same run without them has another hash. */
static int idle_variants(const bits_table *table) {
  int idle = 0;
  for (int r = 0; r < table->count; r++) {
    const char *key = table->rows[r].key, *with = strchr(key, '\t') + 1, *rest = strchr(with, '\t');
    const char *last = rest;
    while (last > with && *last != ' ') last--; /* the last word, such as "damped" or "coupled" */
    char plain[BITS_KEY];
    if (last > with && is_variant(last))
      snprintf(plain, sizeof plain, "%.*s%s", (int)(last - key), key, rest);
    else
      snprintf(plain, sizeof plain, "%.*s-%s", (int)(with - key), key, rest);
    const bits_row *other = strcmp(plain, key) == 0 ? NULL : bits_table_find(table, plain);
    if (!other || strchr(other->state, ' ') || strcmp(other->state, table->rows[r].state) != 0) continue;
    idle++;
    fprintf(stderr, "bits: %s ends in the bits of %s\n", key, plain);
  }
  return idle;
}

int bits_run_controls(const bits_table *table) {
  maker longer = {.recorded = table, .change = {.time = 1.01}};
  run_all(&longer, strcmp(table->cholmod, "none") != 0);
  maker more = {.recorded = table, .change = {.time = 1.0, .iterations = 1}};
  run_named(&more, xpbd_scene_info_at(xpbd_scene_info_find("cloth")), NULL, false);
  return longer.missed + more.missed + idle_variants(table);
}
