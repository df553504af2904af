/* Why this file exists: runs a workload with a setting and keeps its course. */
#include "twin.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"

enum { MARKERS = 100, MOMENTS = 10 };
static const double GOLDEN = 0.6180339887498949;

static double now_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_number(const void *a, const void *b) {
  const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return x < y ? -1 : x > y;
}

/// Choose free particles for markers, all if they are few. Multiples of the golden ratio spread evenly over the
/// particles and do not fall into step with rows or copies.
static int32_t choose_markers(const xpbd_scene *scene, int32_t *out) {
  const double *w = xpbd_scene_inverse_masses(scene);
  const int32_t n = xpbd_scene_particle_count(scene);
  int32_t count = 0, free_count = 0, *all = malloc((size_t)n * sizeof *all);
  if (!all) return 0;
  for (int32_t i = 0; i < n; i++)
    if (w[i] > 0.0) all[free_count++] = i;
  for (int32_t k = 0; k < free_count && k < MARKERS; k++) {
    const double share = k * GOLDEN - floor(k * GOLDEN);
    out[count++] = all[free_count <= MARKERS ? k : (int32_t)(share * free_count)];
  }
  free(all);
  qsort(out, (size_t)count, sizeof *out, by_number);
  int32_t kept = 0;
  for (int32_t k = 0; k < count; k++)
    if (kept == 0 || out[k] != out[kept - 1]) out[kept++] = out[k];
  return kept;
}

xpbd_status twins_begin(const workload *w, const char *backend, twins *out) {
  *out = (twins){.of = w, .backend = backend};
  XPBD_TRY(workload_model(w, XPBD_ORDER_GROUP, &out->model));
  const xpbd_scene *scene = out->model.scene;
  workload_reference *r = &out->blank;
  r->particles = xpbd_scene_particle_count(scene);
  r->constraints = xpbd_scene_constraint_count(scene);
  r->size = workload_extent(scene);
  r->moment_count = w->frames < MOMENTS ? w->frames : MOMENTS;
  r->markers = malloc(MARKERS * sizeof *r->markers);
  r->frames = malloc(MOMENTS * sizeof *r->frames);
  if (r->markers) r->marker_count = choose_markers(scene, r->markers);
  const size_t moments = (size_t)r->moment_count;
  r->positions = calloc(3 * moments * (size_t)r->marker_count + 1, sizeof *r->positions);
  r->scalars = calloc(moments * WORKLOAD_SCALARS, sizeof *r->scalars);
  if (!r->frames || !r->positions || !r->scalars || r->marker_count == 0) {
    twins_release(out);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the markers of %s", w->name);
  }
  for (int32_t k = 0; k < r->moment_count; k++)
    r->frames[k] = (int32_t)(((int64_t)k + 1) * w->frames / r->moment_count);
  return XPBD_OK;
}

void twins_release(twins *self) {
  workload_reference_release(&self->blank);
  xpbd_model_destroy(&self->model);
}

static void *copy(const void *from, size_t bytes) {
  void *to = malloc(bytes);
  return to ? memcpy(to, from, bytes) : NULL;
}

/// A course with the markers of a reference.
static xpbd_status begin_course(const twins *self, workload_course *out) {
  const workload_reference *r = &self->blank;
  const size_t moments = (size_t)r->moment_count, markers = (size_t)r->marker_count;
  *out = (workload_course){.of = self->of, .scene = self->model.scene, .reference = *r};
  workload_reference *own = &out->reference;
  own->markers = copy(r->markers, markers * sizeof *r->markers);
  own->frames = copy(r->frames, moments * sizeof *r->frames);
  own->positions = copy(r->positions, 3 * moments * markers * sizeof(double));
  own->scalars = copy(r->scalars, moments * WORKLOAD_SCALARS * sizeof(double));
  out->positions = copy(r->positions, 3 * moments * markers * sizeof(double));
  out->scalars = copy(r->scalars, moments * WORKLOAD_SCALARS * sizeof(double));
  if (own->markers && own->frames && own->positions && own->scalars && out->positions && out->scalars) return XPBD_OK;
  workload_course_release(out);
  return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a course of %s", self->of->name);
}

/// Move each free particle by one step of float at the body's size, up or down in each direction, as rounding does.
static void disturb(const twins *self, double *x) {
  const double *w = xpbd_scene_inverse_masses(self->model.scene);
  uint32_t bits = 1;
  int power;
  frexp(self->blank.size, &power);
  for (int64_t k = 0; k < 3 * self->blank.particles; k++) {
    bits = bits * 1664525u + 1013904223u;
    if (w[k / 3] > 0.0) x[k] += ldexp(bits >> 31 ? 1.0 : -1.0, power - FLT_MANT_DIG);
  }
}

/// Run all frames. `state` is room for positions and velocities.
static xpbd_status run_frames(const twins *self, xpbd_solver *solver, bool disturbed, double *state, twin *out) {
  double *x = state, *v = state + 3 * self->blank.particles;
  if (disturbed) {
    XPBD_TRY(xpbd_solver_read(solver, XPBD_POSITIONS, x));
    XPBD_TRY(xpbd_solver_read(solver, XPBD_VELOCITIES, v));
    disturb(self, x);
    XPBD_TRY(xpbd_solver_write(solver, x, v));
  }
  const double start = now_seconds();
  for (int32_t frame = 1; frame <= self->of->frames; frame++) {
    XPBD_TRY(xpbd_solver_step(solver, 1));
    if (!workload_course_wants(&out->course, frame)) continue;
    XPBD_TRY(xpbd_solver_read(solver, XPBD_POSITIONS, x));
    XPBD_TRY(xpbd_solver_read(solver, XPBD_VELOCITIES, v));
    XPBD_TRY(workload_course_add(&out->course, frame, x, v));
  }
  out->seconds = now_seconds() - start;
  return xpbd_solver_hash(solver, &out->rung.hash);
}

xpbd_status twin_run(const twins *self, workload_rung rung, bool disturbed, twin *out) {
  xpbd_solver_def def = xpbd_solver_def_default();
  xpbd_solver *solver = NULL;
  *out = (twin){.rung = rung};
  out->rung.error = INFINITY;
  def.backend = self->backend;
  def.frame_time = WORKLOAD_FRAME_TIME;
  def.method = rung.method;
  def.precision = rung.precision;
  def.substeps = rung.substeps;
  def.iterations = rung.iterations;
  XPBD_TRY(begin_course(self, &out->course));
  double *state = malloc(6 * (size_t)self->blank.particles * sizeof *state);
  xpbd_status status = state ? xpbd_solver_create(self->model.scene, &def, &solver)
                             : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the state of %s", self->of->name);
  if (status == XPBD_OK) status = run_frames(self, solver, disturbed, state, out);
  xpbd_solver_destroy(&solver);
  free(state);
  if (status != XPBD_OK) twin_release(out);
  return status;
}

void twin_release(twin *self) {
  workload_course_release(&self->course);
}

double twin_error(twin *self, const workload_reference *reference) {
  workload_reference *own = &self->course.reference;
  const size_t moments = (size_t)own->moment_count, markers = (size_t)own->marker_count;
  workload_errors errors;
  memcpy(own->positions, reference->positions, 3 * moments * markers * sizeof(double));
  memcpy(own->scalars, reference->scalars, moments * WORKLOAD_SCALARS * sizeof(double));
  return workload_error(&self->course, &errors) == XPBD_OK ? errors.most : INFINITY;
}

double twin_apart(twin *self, const twin *from) {
  const workload_reference other = {.positions = from->course.positions, .scalars = from->course.scalars};
  return twin_error(self, &other);
}
