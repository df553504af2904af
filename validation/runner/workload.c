/* Why this file exists: builds and runs the scenes on which backends are compared. */
#include "workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/apart.h"
#include "support/process.h"

enum { MOST_BACKENDS = 16, MISSING_LIMIT = 300 };

const char *const instruction_sets[3] = {"baseline", "avx2", "avx512"};

/// A fan of triangles about vertex 0, bent so that no two edges are alike.
static xpbd_status make_star(xpbd_mesh *out) {
  enum { RAYS = 300 };
  double positions[3 * (RAYS + 1)] = {0};
  int32_t triangles[3 * RAYS];
  for (int i = 0; i < RAYS; i++) {
    const double angle = 2 * 3.14159265358979323846 * i / RAYS;
    positions[3 * i + 3] = cos(angle);
    positions[3 * i + 4] = 0.1 * sin(7 * angle);
    positions[3 * i + 5] = sin(angle);
    triangles[3 * i] = 0, triangles[3 * i + 1] = i + 1, triangles[3 * i + 2] = (i + 1) % RAYS + 1;
  }
  return xpbd_mesh_make(RAYS + 1, positions, RAYS, triangles, out);
}

static xpbd_status make_mesh(const workload *load, xpbd_mesh *out) {
  switch (load->shape) {
  case WORKLOAD_CLOTH: return xpbd_mesh_make_grid(load->columns, load->rows, 0.25, out);
  case WORKLOAD_SPHERE: return xpbd_mesh_make_sphere(2, 1.0, out);
  case WORKLOAD_BEAM: return xpbd_mesh_make_beam(5, 2, 2, 0.25, out);
  case WORKLOAD_STAR: return make_star(out);
  }
  return XPBD_ERR_INVALID_ARGUMENT;
}

/// Soft enough that particles of about 1 kg feel it within a few frames, in float too: a sheet's bending is far softer
/// than its stretching.
static double compliance_of(const xpbd_formula_info *info) {
  if (!(info->traits & XPBD_MODULI)) return 1e-5;
  return info->element == XPBD_ON_HINGES ? 1e-5 : 1.0;
}

workload workload_of(int formula, double damping, bool real_tets) {
  const xpbd_formula_info *info = xpbd_formula_at(formula);
  const bool closed = info->element == XPBD_ON_TETS || info->traits & XPBD_SUMMED;
  /* 13 x 11 vertices are 143, no multiple of any lane count. So the groups have remainders in every block. */
  return (workload){.shape = !closed     ? WORKLOAD_CLOTH
                             : real_tets ? WORKLOAD_BEAM
                                         : WORKLOAD_SPHERE,
                    .columns = 13,
                    .rows = 11,
                    .formula = info->name,
                    .damping = damping,
                    .compliance = compliance_of(info)};
}

/// The second set: distances between the vertices opposite each edge.
static bool add_bending(rig *r, const xpbd_mesh *mesh, const workload *load) {
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "distance_bending";
  set.compliance = 1e-3;
  set.damping = load->damping;
  set.damping_reading = load->reading;
  set.order = load->order;
  const xpbd_status status = xpbd_scene_add_on_mesh(r->scene, mesh, 0, &set);
  return status == XPBD_OK || check_status(r->owner, status, XPBD_OK, "adding bending");
}

/// A ball that moves through the mesh, and a floor below it.
static bool add_obstacles(rig *r, const workload *load) {
  const double times[] = {0.0, 1.0}, places[] = {0.3, -0.6, 0.4, 0.6, 0.6, 0.8};
  xpbd_obstacle_def ball = xpbd_obstacle_def_default(), ground = ball;
  ball.radius = 0.45;
  ball.key_count = 2, ball.key_times = times, ball.key_positions = places;
  ball.friction = 0.3;
  ball.restitution = load->material ? 0.6 : 0.0;
  ground.kind = XPBD_OBSTACLE_HALF_SPACE;
  ground.centre[1] = -0.3;
  xpbd_status status = xpbd_scene_add_obstacle(r->scene, &ball);
  if (status == XPBD_OK) status = xpbd_scene_add_obstacle(r->scene, &ground);
  return status == XPBD_OK || check_status(r->owner, status, XPBD_OK, "adding obstacles");
}

/// Two hands on the first three pinned particles, which move all the time. Keys fall between time steps.
static bool add_handles(rig *r) {
  static const double pulled[] = {0, 0, 0, 0.3, 0.5, 0.2, 0.1, 0.7, -0.2}, times[] = {0.0, 0.31, 0.83};
  static const double angles[] = {0.0, 1.1, -0.4}, there[] = {0, 0, 0, 0, 0.4, 0.3, 0, 0, 0};
  int32_t pins[3] = {0}, count = 0;
  for (int32_t i = 0; i < r->n && count < 3; i++)
    if (!(xpbd_scene_inverse_masses(r->scene)[i] > 0.0)) pins[count++] = i;
  const int32_t first[] = {pins[2], pins[0]};
  xpbd_handle_def one = xpbd_handle_def_default(), two = one;
  one.particle_count = 2, one.particles = first;
  one.key_count = 3, one.key_times = times, one.key_positions = pulled, one.key_angles = angles;
  one.pivot[0] = 0.4, one.pivot[2] = -0.2;
  one.axis[0] = 2.0, one.axis[1] = 1.0, one.axis[2] = -3.0;
  two.particle_count = 1, two.particles = &pins[1];
  two.key_count = 3, two.key_times = times, two.key_positions = there;
  xpbd_status status = xpbd_scene_add_handle(r->scene, &one);
  if (status == XPBD_OK) status = xpbd_scene_add_handle(r->scene, &two);
  return status == XPBD_OK || check_status(r->owner, status, XPBD_OK, "adding handles");
}

static bool build_on(rig *r, check *self, const workload *load, const xpbd_mesh *mesh) {
  const size_t n = (size_t)mesh->vertex_count;
  double *w = malloc(n * sizeof *w), *v = malloc(3 * n * sizeof *v), *radii = malloc(n * sizeof *radii);
  bool good = w && v && radii;
  for (size_t i = 0; good && i < n; i++) {
    w[i] = 1.0 / check_random(self, 0.5, 2.0);
    for (size_t k = 0; k < 3; k++) v[3 * i + k] = check_random(self, -0.5, 0.5);
  }
  if (good && load->shape == WORKLOAD_BEAM) w[0] = w[6] = w[12] = 0.0; /* an edge of one end */
  if (good && load->shape == WORKLOAD_CLOTH) { /* two corners and one vertex inside, which then has free neighbours */
    w[0] = w[load->columns - 1] = w[n / 2] = 0.0;
  }
  if (good && load->shape == WORKLOAD_SPHERE && load->handles) w[0] = w[5] = w[17] = w[40] = 0.0; /* the last stays */
  xpbd_scene_def def = rig_points(mesh->vertex_count, mesh->positions, v, w);
  def.triangle_count = mesh->triangle_count, def.triangles = mesh->triangles;
  if (load->wind) def.wind = (xpbd_wind){.velocity = {1, 0.5, 3}, .drag = 0.5, .swing = {0.5, 0, 1}, .swing_rate = 0.7};
  def.omit_tip_damping = load->omit_tip;
  def.global_damping = load->global_damping;
  def.contact_radius = load->contact_radius;
  if (good && load->material) {
    for (size_t i = 0; i < n; i++) radii[i] = i % 7 == 3 ? 0.0 : load->contact_radius * check_random(self, 0.5, 1.0);
    def.radii = radii;
    def.restitution = 0.5, def.friction = 0.3;
  }
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = load->formula;
  set.damping = load->damping;
  set.damping_reading = load->reading;
  set.compliance = load->compliance;
  set.order = load->order, set.solve = load->solve;
  good = good && rig_scene(r, self, &def, 0, NULL);
  free(w);
  free(v);
  free(radii);
  if (good) {
    const xpbd_status status = xpbd_scene_add_on_mesh(r->scene, mesh, 0, &set);
    good = status == XPBD_OK || check_status(self, status, XPBD_OK, "putting %s on the mesh", load->formula);
  }
  return good && (!load->bending || add_bending(r, mesh, load)) && (!load->obstacles || add_obstacles(r, load)) &&
         (!load->handles || add_handles(r));
}

bool workload_build(rig *r, check *self, const workload *load) {
  *r = (rig){.owner = self};
  xpbd_mesh mesh = {0};
  const xpbd_status status = make_mesh(load, &mesh);
  const bool good =
      status == XPBD_OK ? build_on(r, self, load, &mesh) : check_status(self, status, XPBD_OK, "making the mesh");
  xpbd_mesh_destroy(&mesh);
  return good;
}

const xpbd_backend_entry *backend_at(int index) {
  return &xpbd_backends()->entries[index];
}

const char *backend_missing_named(const char *name) {
  static char none[MISSING_LIMIT];
  for (int k = 0; k < xpbd_backends()->count; k++)
    if (strcmp(backend_at(k)->name, name) == 0) return backend_missing(k);
  snprintf(none, sizeof none, "no backend is named %s", name);
  return none;
}

bool backend_is_device(const char *name) {
  return strcmp(name, "cuda") == 0 || strcmp(name, "opencl") == 0;
}

/// In memory that parent and child share: a driver may print, so standard output cannot carry the answer.
typedef struct question {
  int backend;
  char answer[MISSING_LIMIT]; ///< Why the backend cannot run here, "" if it can.
} question;

static int ask_backend(void *context) {
  question *asked = context;
  const xpbd_backend_entry *entry = backend_at(asked->backend);
  char device[256];
  if (!entry->table)
    snprintf(asked->answer, MISSING_LIMIT, "backend %s was not built, configure with %s", entry->name, entry->option);
  else if (entry->table->probe(device, sizeof device) != XPBD_OK)
    snprintf(asked->answer, MISSING_LIMIT, "backend %s cannot run here: %s", entry->name, xpbd_last_error());
  return 0;
}

/* Every check runs in a process forked from the one that lists them. A device that was queried before a fork is lost to
 * the child (CUDA: "initialization error"). So a separate child queries it before the checks are forked. */
static void ask_backend_apart(int index, char text[MISSING_LIMIT]) {
  question *asked = xpbd_apart_memory(sizeof *asked);
  const process_job job = {.work = ask_backend, .context = asked};
  process_result result = {.end = PROCESS_NOT_STARTED};
  if (asked) {
    asked->backend = index;
    process_run(&job, &result);
  }
  if (result.end == PROCESS_EXITED && result.code == 0)
    memcpy(text, asked->answer, MISSING_LIMIT);
  else
    snprintf(text, MISSING_LIMIT, "backend %s: no process could be started to query it%s%s", backend_at(index)->name,
             result.code && result.end == PROCESS_NOT_STARTED ? ": " : "",
             result.code && result.end == PROCESS_NOT_STARTED ? strerror(result.code) : "");
  process_free(&result);
  xpbd_apart_free(asked, sizeof *asked);
}

const char *backend_missing(int index) {
  static struct {
    bool asked;
    char text[MISSING_LIMIT];
  } known[MOST_BACKENDS];
  if (index >= MOST_BACKENDS) return "there are more backends than this program has room for";
  if (!known[index].asked) ask_backend_apart(index, known[index].text);
  known[index].asked = true;
  return known[index].text[0] ? known[index].text : NULL;
}

way way_reference(xpbd_precision precision, int32_t frames, int32_t iterations) {
  return (way){.backend = "seq",
               .precision = precision,
               .threads = 1,
               .lanes = 1,
               .instructions = "baseline",
               .iterations = iterations,
               .substeps = 1,
               .frames = frames};
}

static xpbd_solver_def settings_of(const way *w) {
  xpbd_solver_def def = rig_settings(w->precision, 1.0 / 24.0, w->iterations);
  def.backend = w->backend;
  def.threads = w->threads;
  def.batch = w->batch > 0 ? w->batch : 1;
  def.lanes = w->lanes;
  def.instructions = w->instructions;
  def.substeps = w->substeps;
  def.method = w->method;
  def.strategy = w->strategy;
  xpbd_solver_def_set(&def, "pbd_stiffness", 0.6);
  return def;
}

xpbd_status way_status(rig *r, const way *w) {
  const xpbd_solver_def def = settings_of(w);
  xpbd_solver *solver = NULL;
  const xpbd_status status = xpbd_solver_create(r->scene, &def, &solver);
  xpbd_solver_destroy(&solver);
  return status;
}

uint64_t way_hash(rig *r, const way *w) {
  const xpbd_solver_def def = settings_of(w);
  return rig_run(r, &def, w->frames) ? rig_hash(r) : 0;
}

bool instructions_here(rig *r, const char *instructions) {
  way w = way_reference(XPBD_F32, 0, 1);
  w.instructions = instructions;
  const xpbd_solver_def def = settings_of(&w);
  xpbd_solver *solver = NULL;
  const bool here = xpbd_solver_create(r->scene, &def, &solver) == XPBD_OK;
  xpbd_solver_destroy(&solver);
  return here;
}
