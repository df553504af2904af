/* Why this file exists: runs the scene of a claim and takes the measurements for it. */
#include "claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner/element.h"

const char *const claims_springs[CLAIMS_SPRINGS] = {"stretching", "morse", "hookean", "stvk"};

claims_setup claims_setup_of(const char *scene, const char *constraint) {
  const xpbd_scene_info *info = xpbd_scene_info_at(xpbd_scene_info_find(scene));
  claims_setup setup = {
      .scene = scene, .params = xpbd_scene_params_default(), .settings = xpbd_solver_def_default(), .frames = 1};
  setup.params.constraint = constraint;
  setup.settings.backend = "seq";
  setup.settings.precision = XPBD_F64;
  if (!info) return setup; /* building it will report that */
  setup.settings.frame_time = info->frame_time;
  setup.settings.substeps = info->substeps;
  setup.settings.iterations = info->iterations;
  setup.frames = info->frames;
  return setup;
}

/// A call that must succeed: reported if it fails, not counted as a comparison.
static bool worked(check *self, xpbd_status status, const char *what) {
  return status == XPBD_OK || check_status(self, status, XPBD_OK, "%s", what);
}

static xpbd_vec3_f64 side(const double *x, int32_t from, int32_t to) {
  const double *a = &x[3 * (int64_t)from], *b = &x[3 * (int64_t)to];
  return (xpbd_vec3_f64){b[0] - a[0], b[1] - a[1], b[2] - a[2]};
}

static double length(xpbd_vec3_f64 a) {
  return sqrt(xpbd_v_dot_f64(a, a));
}

double claims_doubled_area(const int32_t corners[3], const double *x) {
  return length(xpbd_v_cross_f64(side(x, corners[0], corners[1]), side(x, corners[0], corners[2])));
}

claims_looks claims_looks_of(const xpbd_mesh *mesh, const double *x) {
  claims_looks looks = {.quality = 1.0};
  xpbd_mesh whole = {0}; /* a model has no hinges */
  if (xpbd_mesh_make(mesh->vertex_count, mesh->positions, mesh->triangle_count, mesh->triangles, &whole) != XPBD_OK)
    return (claims_looks){.quality = NAN, .fold = NAN, .sharpest = NAN};
  for (int32_t h = 0; h < whole.hinge_count; h++) {
    const int32_t *corner = &whole.hinges[4 * (int64_t)h];
    const xpbd_vec3_f64 edge = side(x, corner[0], corner[1]);
    const xpbd_vec3_f64 one = xpbd_v_cross_f64(edge, side(x, corner[0], corner[2])),
                        two = xpbd_v_cross_f64(side(x, corner[0], corner[3]), edge);
    const double angle = atan2(length(xpbd_v_cross_f64(one, two)), xpbd_v_dot_f64(one, two));
    looks.fold += angle / whole.hinge_count;
    if (!(angle <= looks.sharpest)) looks.sharpest = angle;
  }
  xpbd_mesh_destroy(&whole);
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const int32_t *corner = &mesh->triangles[3 * (int64_t)t];
    double edges = 0.0;
    for (int j = 0; j < 3; j++) edges += pow(length(side(x, corner[j], corner[(j + 1) % 3])), 2);
    const double quality = 2.0 * sqrt(3.0) * claims_doubled_area(corner, x) / edges;
    if (!(quality >= looks.quality)) looks.quality = quality;
  }
  return looks;
}

/// Mean and largest strain of the edges, whatever the constraints are.
static void strain_of(const xpbd_mesh *mesh, const double *x, claims_run *out) {
  out->strain = out->most = 0.0;
  for (int32_t e = 0; e < mesh->edge_count; e++) {
    const int32_t a = mesh->edges[2 * (int64_t)e], b = mesh->edges[2 * (int64_t)e + 1];
    const double strain = fabs(length(side(x, a, b)) / length(side(mesh->positions, a, b)) - 1.0);
    out->strain += strain / mesh->edge_count;
    if (!(strain <= out->most)) out->most = strain;
  }
}

/// Sums over the frames of a run, and the scenes that only observe.
typedef struct sums {
  double late, late_count;
  double fold; ///< Of the rest shape.
  xpbd_measures rest, start;
  xpbd_model observers[2];
} sums;

static void measure_frame(const claims_setup *setup, int32_t frame, const xpbd_measures *m, sums *s, claims_run *out) {
  if (!(m->kinetic <= out->kinetic_peak)) out->kinetic_peak = m->kinetic;
  if (4 * frame > 3 * setup->frames) s->late += m->kinetic, s->late_count++;
  const double fold = claims_looks_of(&out->model.mesh, out->x).fold;
  out->fold += fold / setup->frames;
  out->dents = fold / s->fold;
  strain_of(&out->model.mesh, out->x, out);
  const double *start = xpbd_scene_positions(out->model.scene);
  for (int32_t i = 0; i < out->n; i++) {
    const double down = start[3 * (int64_t)i + 1] - out->x[3 * (int64_t)i + 1];
    if (!(down <= out->sag)) out->sag = down;
  }
  out->fall = s->start.centre[1] - m->centre[1];
  out->area = m->area / s->rest.area;
  out->volume = m->volume / s->rest.volume;
  out->volume_error += fabs(out->volume - 1.0) / setup->frames;
  out->frame[frame - 1] = (claims_frame){.kinetic = m->kinetic,
                                         .gravitational = m->gravitational,
                                         .elastic = m->elastic,
                                         .fall = out->fall,
                                         .fold = fold,
                                         .volume = out->volume,
                                         .strain = out->strain};
  memcpy(&out->path[3 * (int64_t)out->n * (frame - 1)], out->x, 3 * (size_t)out->n * sizeof *out->x);
  out->frame_count = frame;
}

/// Steps all frames. XPBD_ERR_DIVERGED ends the run without being a failure.
static bool step_frames(check *self, const claims_setup *setup, xpbd_solver *solver, sums *s, claims_run *out) {
  for (int32_t frame = 1; frame <= setup->frames; frame++) {
    xpbd_measures m;
    xpbd_status status = xpbd_solver_step(solver, 1);
    if (status == XPBD_OK) status = xpbd_solver_sync(solver);
    if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_POSITIONS, out->x);
    if (status == XPBD_OK) status = xpbd_solver_read(solver, XPBD_VELOCITIES, out->v);
    if (status == XPBD_OK) status = xpbd_measure(out->model.scene, out->x, out->v, &m);
    if (status == XPBD_ERR_DIVERGED) {
      out->diverged = frame;
      return true;
    }
    if (!worked(self, status, "stepping and measuring")) return false;
    measure_frame(setup, frame, &m, s, out);
    if (setup->watch) setup->watch(setup->watcher, frame, out);
    for (int k = 0; k < 2 && setup->observe[k]; k++) {
      if (!worked(self, xpbd_measure(s->observers[k].scene, out->x, out->v, &m), "observing")) return false;
      out->frame[frame - 1].observed[k] = m.residual_mean;
      out->observed[k] += m.residual_mean / setup->frames;
    }
  }
  return true;
}

xpbd_status claims_disturb(check *self, const xpbd_scene *scene, xpbd_solver *solver) {
  if (claims_disturbance == 0) return XPBD_OK;
  const double *start = xpbd_scene_positions(scene), *weights = xpbd_scene_inverse_masses(scene);
  const size_t count = 3 * (size_t)xpbd_scene_particle_count(scene);
  OWNED(check_free) double *x = calloc(count, sizeof *x);
  if (!x) return XPBD_ERR_OUT_OF_MEMORY;
  for (size_t k = 0; k < count; k++)
    x[k] = start[k] + (weights[k / 3] > 0.0 ? 1e-9 * check_random(self, -1.0, 1.0) : 0.0);
  const xpbd_status status = xpbd_solver_write(solver, x, xpbd_scene_velocities(scene));
  return status;
}

/// Makes the observing scenes and the solver, and runs it.
static bool simulate(check *self, const claims_setup *setup, sums *s, claims_run *out) {
  bool good = true;
  for (int k = 0; k < 2 && setup->observe[k] && good; k++) {
    xpbd_scene_params params = setup->params;
    params.constraint = setup->observe[k];
    good = worked(self, xpbd_scene_build(setup->scene, &params, &s->observers[k]), "building an observing scene");
  }
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  xpbd_counters counters = {0};
  good = good && worked(self, xpbd_solver_create(out->model.scene, &setup->settings, &solver), "making the solver") &&
         worked(self, claims_disturb(self, out->model.scene, solver), "disturbing") &&
         step_frames(self, setup, solver, s, out);
  if (good && !out->diverged) good = worked(self, xpbd_solver_counters(solver, &counters), "counting");
  out->skipped = counters.skipped;
  for (int k = 0; k < 2; k++) xpbd_model_destroy(&s->observers[k]);
  return good;
}

bool claims_run_make(check *self, const claims_setup *setup, claims_run *out) {
  *out = (claims_run){.n = 0};
  if (!worked(self, xpbd_scene_build(setup->scene, &setup->params, &out->model), "building the scene")) return false;
  const xpbd_scene *scene = out->model.scene;
  out->n = xpbd_scene_particle_count(scene);
  out->x = calloc(3 * (size_t)out->n, sizeof *out->x);
  out->v = calloc(3 * (size_t)out->n, sizeof *out->v);
  out->path = calloc(3 * (size_t)out->n * (size_t)setup->frames, sizeof *out->path);
  out->frame = calloc((size_t)setup->frames, sizeof *out->frame);
  if (!out->x || !out->v || !out->path || !out->frame)
    return check_true(self, false, "memory for %d particles", (int)out->n);
  sums s = {.late = 0.0};
  const double *start = xpbd_scene_positions(scene), *velocities = xpbd_scene_velocities(scene);
  if (!worked(self, xpbd_measure(scene, start, velocities, &s.start), "measuring the start") ||
      !worked(self, xpbd_measure(scene, out->model.mesh.positions, velocities, &s.rest), "measuring the rest shape"))
    return false;
  s.fold = claims_looks_of(&out->model.mesh, out->model.mesh.positions).fold;
  double low = INFINITY, high = -INFINITY;
  for (int32_t i = 0; i < out->n; i++) {
    low = fmin(low, start[3 * (int64_t)i + 1]);
    high = fmax(high, start[3 * (int64_t)i + 1]);
  }
  out->height = high - low;
  const bool good = simulate(self, setup, &s, out);
  out->kinetic_late = s.late / s.late_count / out->kinetic_peak;
  return good;
}

void claims_run_free(claims_run *run) {
  xpbd_model_destroy(&run->model);
  free(run->x);
  free(run->v);
  free(run->path);
  free(run->frame);
  *run = (claims_run){.n = 0};
}

bool claims_runs_make(check *self, claims_setup setup, const char *const *constraints, int count, claims_run *out) {
  bool good = true;
  for (int k = 0; k < count; k++) {
    setup.params.constraint = constraints[k];
    out[k] = (claims_run){.n = 0};
    if (good) good = claims_run_make(self, &setup, &out[k]);
  }
  return good;
}

void claims_runs_free(claims_run *runs, int count) {
  for (int k = 0; k < count; k++) claims_run_free(&runs[k]);
}

double claims_constraints(check *self, const char *scene, const char *constraint, int32_t resolution, int *groups) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.constraint = constraint;
  params.resolution = resolution;
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  double count = 0.0;
  if (groups) *groups = 0;
  if (check_status(self, xpbd_scene_build(scene, &params, &model), XPBD_OK, "building %s", scene)) {
    count = (double)xpbd_scene_constraint_count(model.scene);
    for (int32_t s = 0; groups && s < xpbd_scene_set_count(model.scene); s++)
      *groups += xpbd_scene_set(model.scene, s)->schedule.group_count;
  }
  return count;
}

double claims_elongation(check *self, claims_setup setup) {
  const double analytic = 0.05 * 9.81 * 1e-3 * 210.0;
  OWNED(claims_run_free) claims_run run = {0};
  setup.frames = 480;
  const bool good = claims_run_make(self, &setup, &run);
  const double result = !good          ? (double)NAN
                        : run.diverged ? (double)INFINITY
                                       : (-run.x[3 * (int64_t)(run.n - 1) + 1] - 1.0) / analytic;
  return result;
}

double claims_distance(const claims_run *a, const claims_run *b, int32_t first, int32_t last) {
  double mean = 0.0;
  if (a->n != b->n || last > a->frame_count || last > b->frame_count) return (double)NAN; /* one of them diverged */
  for (int64_t frame = first; frame < last; frame++) {
    double squared = 0.0;
    for (int64_t k = 3 * a->n * frame; k < 3 * a->n * (frame + 1); k++)
      squared += (a->path[k] - b->path[k]) * (a->path[k] - b->path[k]);
    mean += sqrt(squared / a->n) / (last - first);
  }
  return mean;
}

claims_frame claims_mean(const claims_run *run, int32_t first, int32_t last) {
  const double none = last <= run->frame_count ? 0.0 : (double)NAN; /* it diverged */
  claims_frame mean = {none, none, none, none, none, none, none, {none, none}};
  for (int32_t k = first; k < last && last <= run->frame_count; k++) {
    const claims_frame *f = &run->frame[k];
    const double share = 1.0 / (last - first);
    mean.kinetic += share * f->kinetic, mean.gravitational += share * f->gravitational;
    mean.elastic += share * f->elastic, mean.fall += share * f->fall;
    mean.fold += share * f->fold, mean.volume += share * f->volume, mean.strain += share * f->strain;
    for (int j = 0; j < 2; j++) mean.observed[j] += share * f->observed[j];
  }
  return mean;
}
