/* Why this file exists: runs a formula in the standard scene of its element, beside built-in ones. It measures where
 * the formula comes to rest, how fast its residual falls, and how fast it runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stiffness.h"
#include "verdict/show/report.h"
#include "verdict/judge/sample.h"
#include "xpbd/formula_file.h"
#include "xpbd/xpbd.h"

enum { FRAMES = 40, PARTS = 8, ITERATIONS = 2, SUBSTEPS = 10 };

static const int sweeps[REPORT_SWEEPS] = {1, 2, 5, 10, 20, 50, 100, 200};

/// A mesh with pins, and how it is used.
typedef struct stage {
  xpbd_mesh mesh;
  double *inverse_masses;
  double edge;  ///< [m] shortest edges.
  bool springs; ///< The formula alone does not hold the mesh together; springs along its edges do.
  const char *about;
} stage;

static bool holds_alone(const xpbd_formula_info *info) {
  if (info->traits & XPBD_SUMMED) return false;
  return info->element == XPBD_ON_EDGES || info->element == XPBD_ON_TRIANGLES || info->element == XPBD_ON_TETS;
}

static bool make_stage(const xpbd_formula_info *info, stage *s) {
  const bool tets = info->element == XPBD_ON_TETS, closed = (info->traits & XPBD_SUMMED) != 0;
  *s = (stage){.springs = !holds_alone(info)};
  const xpbd_status made = tets     ? xpbd_mesh_make_beam(10, 3, 3, 0.1, &s->mesh)
                           : closed ? xpbd_mesh_make_sphere(3, 0.5, &s->mesh)
                                    : xpbd_mesh_make_grid(21, 21, 0.05, &s->mesh);
  if (made != XPBD_OK) return false;
  s->about = tets     ? "a beam of 1 m x 0.3 m x 0.3 m and 1 kg, held at one end"
             : closed ? "a ball of radius 0.5 m and 1 kg with springs along its edges, held at one point"
                      : "a cloth of 1 m x 1 m and 0.1 kg, held at two corners";
  s->edge = tets ? 0.1 : 0.05;
  s->inverse_masses = malloc((size_t)s->mesh.vertex_count * sizeof *s->inverse_masses);
  if (!s->inverse_masses) return false;
  for (int32_t i = 0; i < s->mesh.vertex_count; i++) {
    const double *p = &s->mesh.positions[3 * i];
    const bool pinned = tets ? p[0] < 1e-9 : closed ? i == 0 : i == 0 || i == 20;
    s->inverse_masses[i] = pinned ? 0.0 : (tets || closed ? 1.0 : 10.0) * (double)s->mesh.vertex_count;
  }
  return true;
}

/// The formula on the mesh, with this compliance; NaN = its default.
static xpbd_status make_scene(const stage *s, const char *formula, double compliance, xpbd_scene **out) {
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = s->mesh.vertex_count;
  def.positions = s->mesh.positions, def.inverse_masses = s->inverse_masses;
  xpbd_status status = xpbd_scene_create(&def, out);
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = formula, set.compliance = compliance;
  if (status == XPBD_OK) status = xpbd_scene_add_on_mesh(*out, &s->mesh, 0, &set);
  set = xpbd_constraints_def_default();
  set.formula = "stretching";
  if (status == XPBD_OK && s->springs) status = xpbd_scene_add_on_mesh(*out, &s->mesh, 0, &set);
  return status;
}

/// Mean |C| of the formula's own constraints.
static double residual_of(const xpbd_scene *scene, const double *x) {
  const xpbd_constraints *set = xpbd_scene_set(scene, 0);
  const stiffness_sums sums = stiffness_sum(scene, x);
  const int32_t constraints = set->patches.count > 0 ? set->patches.count : set->count;
  if (xpbd_formula_is_whole(xpbd_formula_at(set->formula))) return fabs(sums.whole);
  return constraints > 0 ? sums.sizes / constraints / xpbd_formula_at(set->formula)->rows : NAN;
}

static double strain_of(const xpbd_mesh *mesh, const double *x) {
  double sum = 0;
  for (int32_t e = 0; e < mesh->edge_count; e++) {
    double now = 0, rest = 0;
    for (int k = 0; k < 3; k++) {
      const int64_t a = 3 * (int64_t)mesh->edges[2 * e] + k, b = 3 * (int64_t)mesh->edges[2 * e + 1] + k;
      now += (x[a] - x[b]) * (x[a] - x[b]),
          rest += (mesh->positions[a] - mesh->positions[b]) * (mesh->positions[a] - mesh->positions[b]);
    }
    sum += fabs(sqrt(now / rest) - 1);
  }
  return sum / mesh->edge_count;
}

static xpbd_solver_def settings(const char *backend, xpbd_precision precision, int iterations) {
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = backend, def.precision = precision, def.iterations = iterations, def.frame_time = 1.0 / 60.0;
  return def;
}

/// Falls on one backend; its fastest part gives the time. The scenes are so small that omp takes one thread, and a
/// sealed process may start no other. x, v [n, 3] are the final state.
static xpbd_status fall(const xpbd_scene *scene, const char *backend, double *ns, double *fps, double *x, double *v) {
  xpbd_solver_def def = settings(backend, XPBD_F32, ITERATIONS);
  def.substeps = SUBSTEPS;
  xpbd_solver *solver = NULL;
  xpbd_status status = xpbd_solver_create(scene, &def, &solver);
  double best = HUGE_VAL;
  for (int part = 0; part < PARTS && status == XPBD_OK; part++) {
    const double start = verdict_seconds();
    for (int frame = 0; frame < FRAMES / PARTS && status == XPBD_OK; frame++) {
      status = xpbd_solver_step(solver, 1);
      ++*sample_beat;
    }
    if (status == XPBD_OK) status = xpbd_solver_sync(solver);
    const double spent = verdict_seconds() - start;
    best = spent < best ? spent : best;
  }
  if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_POSITIONS, x);
  if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_VELOCITIES, v);
  *fps = FRAMES / PARTS / best;
  *ns = 1e9 * best / ((double)(FRAMES / PARTS) * ITERATIONS * SUBSTEPS * (double)xpbd_scene_constraint_count(scene));
  xpbd_solver_destroy(&solver);
  return status;
}

/// `shape` [n, 3] is the final state; NULL = not wanted.
static xpbd_status fall_on_all(const stage *s, const xpbd_scene *scene, report_run *run, double *shape) {
  const size_t n = 3 * (size_t)s->mesh.vertex_count;
  double *x = malloc(n * sizeof *x), *v = malloc(n * sizeof *v);
  xpbd_measures measures = {0};
  xpbd_status status = x && v ? XPBD_OK : XPBD_ERR_OUT_OF_MEMORY;
  for (int b = 0; b < REPORT_BACKENDS; b++) run->ns[b] = run->fps[b] = NAN;
  if (status == XPBD_OK && fall(scene, "omp", &run->ns[REPORT_OMP], &run->fps[REPORT_OMP], x, v) != XPBD_OK)
    run->ns[REPORT_OMP] = run->fps[REPORT_OMP] = NAN;
  if (status == XPBD_OK) status = fall(scene, "seq", &run->ns[REPORT_SEQ], &run->fps[REPORT_SEQ], x, v);
  if (status == XPBD_OK) status = xpbd_measure(scene, x, v, &measures);
  if (status == XPBD_OK) {
    double before = 0, mass = 0;
    for (int32_t i = 0; i < s->mesh.vertex_count; i++) {
      const double m = s->inverse_masses[i] > 0 ? 1 : 0;
      before += m * s->mesh.positions[3 * i + 1], mass += m;
    }
    run->sag = before / mass - measures.centre[1];
    run->elastic = stiffness_energy(scene, x);
    run->strain = strain_of(&s->mesh, x);
    if (shape) memcpy(shape, x, n * sizeof *x);
  }
  free(x);
  free(v);
  return status;
}

/// The same mesh with vertices moved by a tenth of an edge, without gravity. Its rest shapes are those of the original
/// mesh.
static xpbd_status disturbed(const stage *s, const char *formula, xpbd_scene **out) {
  xpbd_scene *rest = NULL;
  const size_t n = 3 * (size_t)s->mesh.vertex_count;
  double *x = malloc(n * sizeof *x);
  xpbd_status status = x ? make_scene(s, formula, 0.0, &rest) : XPBD_ERR_OUT_OF_MEMORY;
  uint64_t state = 5;
  for (size_t i = 0; i < n && x; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u; /* Knuth's generator: the same on every machine */
    const double amplitude = s->inverse_masses[i / 3] > 0 ? 0.2 * s->edge : 0;
    x[i] = s->mesh.positions[i] + amplitude * ((double)(state >> 11) * 0x1p-53 - 0.5);
  }
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = s->mesh.vertex_count, def.positions = x, def.inverse_masses = s->inverse_masses;
  def.gravity[0] = def.gravity[1] = def.gravity[2] = 0;
  if (status == XPBD_OK) status = xpbd_scene_create(&def, out);
  for (int32_t k = 0; k < xpbd_scene_set_count(rest) && status == XPBD_OK; k++) {
    const xpbd_constraints *from = xpbd_scene_set(rest, k);
    const xpbd_formula_info *info = xpbd_formula_at(from->formula);
    xpbd_constraints_def set = xpbd_constraints_def_default();
    set.formula = info->name, set.count = from->count, set.particles = from->particles, set.rest = from->rest;
    set.compliance = 0;
    status = xpbd_scene_add(*out, &set);
  }
  xpbd_scene_destroy(&rest);
  free(x);
  return status;
}

/// The residual after one step from a disturbed state, in double, against the number of iterations.
static xpbd_status converge(const stage *s, const char *formula, report_run *run) {
  xpbd_scene *scene = NULL;
  double *x = malloc(3 * (size_t)s->mesh.vertex_count * sizeof *x);
  xpbd_status status = x ? disturbed(s, formula, &scene) : XPBD_ERR_OUT_OF_MEMORY;
  const double before = status == XPBD_OK ? residual_of(scene, xpbd_scene_positions(scene)) : NAN;
  for (int k = 0; k < REPORT_SWEEPS && status == XPBD_OK; k++) {
    const xpbd_solver_def def = settings("seq", XPBD_F64, sweeps[k]);
    xpbd_solver *solver = NULL;
    status = xpbd_solver_create(scene, &def, &solver);
    if (status == XPBD_OK) status = xpbd_solver_step(solver, 1);
    ++*sample_beat;
    if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_POSITIONS, x);
    run->residual[k] = status == XPBD_OK ? residual_of(scene, x) / before : NAN;
    xpbd_solver_destroy(&solver);
  }
  xpbd_scene_destroy(&scene);
  free(x);
  return status;
}

/// Runs a formula. `first` is the scene that its stiffness has to equal; NULL = it runs with its default compliance.
/// *out is the scene, owned by the caller, NULL on failure.
static void run_one(const stage *s, const char *formula, const xpbd_scene *first, report_run *run, double *shape,
                    xpbd_scene **out) {
  xpbd_scene *scene = NULL;
  *run = (report_run){.failed = "", .compliance = NAN};
  snprintf(run->name, sizeof run->name, "%s", formula);
  xpbd_status status = make_scene(s, formula, (double)NAN, &scene);
  if (status == XPBD_OK && first) {
    run->compliance = stiffness_match(first, scene, run->matched, sizeof run->matched);
    if (isfinite(run->compliance)) {
      xpbd_scene_destroy(&scene);
      status = make_scene(s, formula, run->compliance, &scene);
    }
  }
  if (status == XPBD_OK) {
    const bool compared = !first || isfinite(run->compliance);
    run->compliance = xpbd_scene_set(scene, 0)->compliance;
    run->constraints = xpbd_scene_constraint_count(scene);
    status = fall_on_all(s, scene, run, shape);
    if (!compared) run->sag = run->elastic = run->strain = NAN;
  }
  if (status == XPBD_OK) status = converge(s, formula, run);
  if (status != XPBD_OK) snprintf(run->failed, sizeof run->failed, "%.190s", xpbd_last_error());
  *out = scene;
}

static bool is_rival(const xpbd_formula_info *info, const xpbd_formula_info *other) {
  if (info->element != other->element || other->traits & (XPBD_LITERAL | XPBD_DERIVED)) return false;
  return (info->traits & XPBD_SUMMED) == (other->traits & XPBD_SUMMED) && strcmp(info->name, other->name) != 0;
}

/// Built-in formulas on the same element, each as stiff as the first.
static void run_rivals(report_scene *scene, const stage *s, const xpbd_formula_info *info, const xpbd_scene *first,
                       void (*at)(void *context, const char *what), void *context) {
  char text[160];
  for (int i = 0; i < xpbd_formula_count() && scene->count <= REPORT_RIVALS; i++) {
    const xpbd_formula_info *other = xpbd_formula_at(i);
    xpbd_scene *made = NULL;
    if (!is_rival(info, other) || xpbd_formula_file_of(i)) continue;
    snprintf(text, sizeof text, "simulating %s", other->name);
    at(context, text);
    const bool shown = scene->count == 1 && scene->shapes == 1;
    run_one(s, other->name, first, &scene->run[scene->count], shown ? scene->shape[1] : NULL, &made);
    xpbd_scene_destroy(&made);
    if (shown && !scene->run[1].failed[0]) scene->shapes = 2;
    scene->count++;
  }
}

void report_measure(report_scene *scene, int formula, void (*at)(void *context, const char *what), void *context) {
  const xpbd_formula_info *info = xpbd_formula_at(formula);
  xpbd_scene *first = NULL;
  char text[160];
  stage s;
  if (make_stage(info, &s)) {
    memcpy(scene->iterations, sweeps, sizeof sweeps);
    const bool fits = s.mesh.vertex_count <= REPORT_VERTICES && s.mesh.triangle_count <= REPORT_TRIANGLES;
    scene->vertex_count = s.mesh.vertex_count, scene->triangle_count = s.mesh.triangle_count;
    if (fits) memcpy(scene->triangles, s.mesh.triangles, 3 * (size_t)s.mesh.triangle_count * sizeof *s.mesh.triangles);
    snprintf(scene->about, sizeof scene->about,
             "%s%s; %d frames of 1/60 s, each of %d steps of %d iterations, standard material", s.about,
             s.springs && !(info->traits & XPBD_SUMMED) ? ", springs along its edges" : "", FRAMES, SUBSTEPS,
             ITERATIONS);
    snprintf(text, sizeof text, "simulating %s", info->name);
    at(context, text);
    run_one(&s, info->name, NULL, &scene->run[0], fits ? scene->shape[0] : NULL, &first);
    scene->count = 1;
    scene->shapes = fits && !scene->run[0].failed[0];
    run_rivals(scene, &s, info, first, at, context);
  }
  xpbd_scene_destroy(&first);
  free(s.inverse_masses);
  xpbd_mesh_destroy(&s.mesh);
}

/// One run on the GPU. Its numbers count only if it ends in the bits of seq. False, with the reason, otherwise.
static bool run_on_device(const stage *s, report_run *run, char *reason, size_t capacity) {
  const size_t n = 3 * (size_t)s->mesh.vertex_count;
  double *x = malloc(4 * n * sizeof *x), ns, fps, on_seq[2];
  xpbd_scene *scene = NULL;
  xpbd_status status = x ? make_scene(s, run->name, run->compliance, &scene) : XPBD_ERR_OUT_OF_MEMORY;
  if (status == XPBD_OK) status = fall(scene, "cuda", &ns, &fps, x, x + n);
  if (status == XPBD_OK) status = fall(scene, "seq", &on_seq[0], &on_seq[1], x + 2 * n, x + 3 * n);
  const bool equal = status == XPBD_OK && memcmp(x, x + 2 * n, 2 * n * sizeof *x) == 0;
  if (equal)
    run->ns[REPORT_CUDA] = ns, run->fps[REPORT_CUDA] = fps;
  else if (status == XPBD_OK)
    snprintf(reason, capacity, "'%s' is not bit-identical to seq: xpbd-validate backend cuda says where", run->name);
  else
    snprintf(reason, capacity, "%.230s", x ? xpbd_last_error() : "no memory");
  xpbd_scene_destroy(&scene);
  free(x);
  return equal;
}

void report_measure_device(report_scene *scene, int formula) {
  char reason[sizeof scene->device];
  stage s;
  const bool made = make_stage(xpbd_formula_at(formula), &s);
  snprintf(scene->device, sizeof scene->device, "%s", made ? "the formula has no run" : "no memory");
  for (int i = 0; i < scene->count && made; i++) {
    report_run *run = &scene->run[i];
    if (run->failed[0]) continue;
    const bool ran = run_on_device(&s, run, reason, sizeof reason);
    if (i == 0) snprintf(scene->device, sizeof scene->device, "%s", ran ? "" : reason);
    if (scene->device[0]) break;
  }
  free(s.inverse_masses);
  xpbd_mesh_destroy(&s.mesh);
}
