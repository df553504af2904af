/* Why this file exists: a twin is the same scene with other time steps, iterations or arithmetic. A thread computes it,
 * so that a frame can be abandoned, and its course is compared with the reference. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim_accuracy.h"
#include "sim/engine/sim_engine.h"
#include "sim/engine/sim_worker.h"
#include "xpbd/measure.h"

enum { MOST_SAMPLES = 48 };
static const double KEPT = 3.2e7; ///< [bytes] Largest size of a course.
static const double UNITS = 16.0; ///< Units in the last place of the reach by which rounding alone may move a particle.
static const double SHORT = 0.1;  ///< [s] A frame this short needs no thread of its own.
static const double STEP = 3.0;   ///< Iterations that take about as long as the rest of a time step.

static double cost_of(sim_setting s) {
  return s.substeps * (s.iterations + STEP) * (s.precision == XPBD_F32 || s.precision == XPBD_FLOAT ? 1.0 : 2.0);
}

double sim_twin_cost(const sim_course *by, sim_setting setting) {
  sim_setting was = by->setting;
  if (setting.precision == XPBD_AUTO) setting.precision = XPBD_F32;
  was.precision = by->precision;
  return by->seconds * cost_of(setting) / cost_of(was);
}

void sim_course_release(sim_course *course) {
  free(course->positions);
  free(course->heights);
  free(course->energies);
  *course = (sim_course){0};
}

static bool allocate(const sim_job *job, sim_course *out) {
  const double bytes = 3.0 * sizeof(double) * job->mesh->vertex_count, frames = job->frames;
  const double samples = fmax(1.0, fmin(fmin(frames, MOST_SAMPLES), floor(KEPT / bytes)));
  out->samples = (int32_t)samples;
  out->positions = malloc((size_t)samples * 3 * sizeof(double) * (size_t)job->mesh->vertex_count);
  out->heights = malloc((size_t)samples * sizeof(double));
  out->energies = malloc((size_t)samples * sizeof(double));
  return out->positions && out->heights && out->energies;
}

/// The frame of sample k.
static int32_t frame_of(const sim_job *job, const sim_course *course, int32_t k) {
  return (int32_t)(((int64_t)k + 1) * job->frames / course->samples);
}

/// Keep the state at the end of a frame.
static xpbd_status keep(sim_job *job, sim_course *out, int32_t k) {
  const xpbd_scene *scene = job->model.scene;
  const size_t reals = 3 * (size_t)job->mesh->vertex_count;
  xpbd_measures start, now;
  xpbd_verlet_energies lattice;
  xpbd_status status = sim_engine_read(job);
  if (status == XPBD_OK)
    status = xpbd_measure(scene, xpbd_scene_positions(scene), xpbd_scene_velocities(scene), &start);
  if (status == XPBD_OK) status = xpbd_measure(scene, job->positions, job->velocities, &now);
  if (status == XPBD_OK && job->world) status = xpbd_verlet_energy(job->world, &lattice);
  if (status != XPBD_OK) return status;
  memcpy(&out->positions[(size_t)k * reals], job->positions, reals * sizeof(double));
  const double kinetic = job->world ? lattice.kinetic : now.kinetic;
  out->heights[k] = now.centre[1] - start.centre[1];
  out->energies[k] = kinetic + now.gravitational;
  out->most = fmax(out->most, fmax(kinetic, fabs(now.gravitational)));
  return XPBD_OK;
}

static void show(const sim_twins *self, const sim_setting *s, int32_t frame, double start) {
  static double last;
  const double now = sim_now();
  char left[CLI_LEFT];
  if (!self->shown || now - last < 0.1) return;
  last = now;
  if (self->number == 0)
    fprintf(stderr, "\rthe run: frame %d of %d, time left %s\033[K", (int)frame, (int)self->job->frames,
            frame > 0 ? cli_left_text((self->job->frames - frame) * (now - start) / frame, left) : "unknown");
  else
    fprintf(stderr, "\rtwin %d (%d x %d, %s): frame %d of %d; time left for all twins: at most %s\033[K", self->number,
            (int)s->substeps, (int)s->iterations, xpbd_precision_name((int)s->precision), (int)frame,
            (int)self->job->frames, cli_left_text(fmax(0.0, self->end - now), left));
  fflush(stderr);
}

/// Whether a twin that has come this far will finish too late.
static bool is_late(const sim_twins *self, int32_t frame, double start) {
  const double now = sim_now(), rest = (now - start) / frame * (self->job->frames - frame);
  return now + rest > self->deadline;
}

/// Compute a frame. A short one runs in this thread, because two threads that take turns wait for each other.
static xpbd_status step(sim_twins *self, sim_worker *worker, double *seconds, double *last) {
  const double before = *seconds, start = sim_now();
  xpbd_status status;
  if (*last < SHORT) {
    status = sim_engine_step(&self->twin);
    *seconds += sim_now() - start;
  } else {
    status = sim_worker_step(worker, seconds, &self->given_up);
  }
  *last = *seconds - before;
  return status;
}

static sim_ending frames_of(sim_twins *self, sim_worker *worker, sim_course *out) {
  sim_job *job = &self->twin;
  const double start = sim_now();
  double last = INFINITY; /* seconds of a frame */
  int32_t kept = 0;
  for (int32_t frame = 0; frame < job->frames; frame++) {
    if (sim_interrupts() > 0) return SIM_TWIN_STOPPED;
    show(self, &out->setting, frame, start);
    xpbd_status status = step(self, worker, &out->seconds, &last);
    if (self->given_up) return SIM_TWIN_STOPPED;
    if (status == XPBD_OK && frame_of(job, out, kept) == frame + 1) status = keep(job, out, kept++);
    if (status != XPBD_OK) {
      snprintf(self->reason, sizeof self->reason, "%s", xpbd_last_error());
      return SIM_TWIN_DIVERGED;
    }
    if (is_late(self, frame + 1, start)) return SIM_TWIN_LATE;
  }
  return SIM_TWIN_DONE;
}

/// The largest coordinate, from the scene's own origin.
static double reach_of(const xpbd_scene *scene, const double *positions) {
  const double *origin = xpbd_scene_origin(scene);
  double reach = 0.0;
  for (int64_t k = 0; k < 3 * (int64_t)xpbd_scene_particle_count(scene); k++)
    reach = fmax(reach, fabs(positions[k] - origin[k % 3]));
  return reach;
}

/// Move each free particle by one step of float at the body's reach, up or down in each direction, as rounding does.
static void disturb(const xpbd_scene *scene, double *positions) {
  const double *w = xpbd_scene_inverse_masses(scene);
  const int64_t n = xpbd_scene_particle_count(scene);
  int power;
  uint32_t bits = 1;
  frexp(reach_of(scene, positions), &power);
  for (int64_t k = 0; k < 3 * n; k++) {
    bits = bits * 1664525u + 1013904223u;
    if (w[k / 3] > 0.0) positions[k] += ldexp(bits >> 31 ? 1.0 : -1.0, power - FLT_MANT_DIG);
  }
}

static xpbd_status create(sim_twins *self, sim_setting setting, bool disturbed) {
  const xpbd_scene *scene = self->job->model.scene;
  const size_t bytes = 3 * sizeof(double) * (size_t)xpbd_scene_particle_count(scene);
  xpbd_solver_def def = *self->job->settings;
  def.substeps = setting.substeps;
  def.iterations = setting.iterations;
  def.precision = setting.precision;
  if (setting.plain && self->job->method->traits & XPBD_ACCELERATES)
    xpbd_solver_def_set(&def, "omega", 1.0), xpbd_solver_def_set(&def, "chebyshev", 0.0); /* there is room */
  self->twin = *self->job;
  self->twin.solver = NULL;
  self->twin.projections = self->twin.skipped = 0;
  if (!disturbed) return xpbd_solver_create(scene, &def, &self->twin.solver);
  double *positions =
      (double *)(uintptr_t)xpbd_scene_positions(scene); /* only this job uses the scene, and solvers copy it */
  double *before = malloc(bytes);
  if (!before) return XPBD_ERR_OUT_OF_MEMORY;
  memcpy(before, positions, bytes);
  disturb(scene, positions);
  const xpbd_status status = xpbd_solver_create(scene, &def, &self->twin.solver);
  memcpy(positions, before, bytes);
  free(before);
  return status;
}

sim_ending sim_twin_run(sim_twins *self, sim_setting setting, bool disturbed, sim_course *out) {
  sim_worker *worker;
  *out = (sim_course){.ending = SIM_TWIN_REFUSED, .setting = setting, .disturbed = disturbed};
  self->reason[0] = '\0';
  if (sim_interrupts() > 0) return out->ending = SIM_TWIN_STOPPED;
  if (!allocate(self->job, out))
    snprintf(self->reason, sizeof self->reason, "out of memory for the course of a run");
  else if (create(self, setting, disturbed) != XPBD_OK ||
           sim_worker_start(&self->twin, sim_engine_step, &worker) != XPBD_OK)
    snprintf(self->reason, sizeof self->reason, "%s", xpbd_last_error());
  else {
    self->twin.settings = xpbd_solver_settings(self->twin.solver);
    self->twin.world = xpbd_verlet_of(self->twin.solver);
    out->precision = self->twin.settings->precision;
    out->ending = frames_of(self, worker, out);
    if (self->given_up) return out->ending; /* the thread still computes */
    sim_worker_stop(&worker);
  }
  self->number++;
  xpbd_solver_destroy(&self->twin.solver);
  const sim_ending ending = out->ending;
  if (ending == SIM_TWIN_DONE) return ending;
  sim_course_release(out);
  out->setting = setting;
  return out->ending = ending;
}

/* ------------------------------------------------------------------------------------------------- comparison */

/// Sums over samples: squared distances, and squared motion of the reference.
typedef struct sums {
  double off, moved;    ///< Of particles: the mean over them.
  double lower, centre; ///< Of the height of the centre; of the centre.
  double energy;
  double mass; ///< Of the free particles [kg].
} sums;

static void add_positions(const xpbd_scene *scene, const double *x, const double *right, sums *s) {
  const double *start = xpbd_scene_positions(scene), *w = xpbd_scene_inverse_masses(scene);
  double off = 0.0, moved = 0.0, mass = 0.0, centre[3] = {0.0, 0.0, 0.0};
  int64_t count = 0;
  for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    if (!(w[i] > 0.0)) continue;
    for (int k = 0; k < 3; k++) {
      const double a = x[3 * i + k], b = right[3 * i + k], d = b - start[3 * i + k];
      off += (a - b) * (a - b);
      moved += d * d;
      centre[k] += d / w[i];
    }
    mass += 1.0 / w[i];
    count++;
  }
  if (count == 0) return;
  s->mass = mass;
  s->off += off / (double)count;
  s->moved += moved / (double)count;
  for (int k = 0; k < 3; k++) s->centre += centre[k] / mass * (centre[k] / mass);
}

/// The part of a distance that is not rounding, relative to the motion.
static double part(double off, double noise, double of) {
  return off <= noise ? 0.0 : off > noise ? (off - noise) / fmax(of, noise) : INFINITY;
}

/// How far rounding alone may move a particle of the course [m]. A disturbed course counts as float.
static double noise_of(const xpbd_scene *scene, const sim_course *course) {
  const double unit = course->disturbed || course->precision == XPBD_F32 ? (double)FLT_EPSILON
                      : course->precision == XPBD_F64                    ? DBL_EPSILON
                                                                         : 0x1p-45;
  return UNITS * 0.5 * unit * reach_of(scene, xpbd_scene_positions(scene));
}

sim_errors sim_twin_errors(const sim_job *job, const sim_course *reference, const sim_course *course) {
  const xpbd_scene *scene = job->model.scene;
  const size_t reals = 3 * (size_t)job->mesh->vertex_count;
  const double *g = xpbd_scene_gravity(scene), weight = hypot(hypot(g[0], g[1]), g[2]);
  if (course->ending != SIM_TWIN_DONE || reference->ending != SIM_TWIN_DONE)
    return (sim_errors){INFINITY, weight > 0.0 ? INFINITY : NAN, INFINITY};
  sums s = {0};
  for (int32_t k = 0; k < course->samples; k++) {
    const double lower = course->heights[k] - reference->heights[k];
    const double energy = course->energies[k] - reference->energies[k];
    add_positions(scene, &course->positions[(size_t)k * reals], &reference->positions[(size_t)k * reals], &s);
    s.lower += lower * lower;
    s.energy += energy * energy;
  }
  const double n = course->samples, noise = noise_of(scene, course), moved = sqrt(s.moved / n);
  const double speed = noise * course->setting.substeps / job->frame_time;
  const double noise_energy = s.mass * (0.5 * speed * speed + weight * noise);
  return (sim_errors){.shape = part(sqrt(s.off / n), noise, moved),
                      .sag =
                          weight > 0.0 ? part(sqrt(s.lower / n), noise, fmax(sqrt(s.centre / n), 0.01 * moved)) : NAN,
                      .energy = part(sqrt(s.energy / n), noise_energy, reference->most)};
}

double sim_errors_most(sim_errors e) {
  if (isnan(e.shape) || isnan(e.energy)) return INFINITY;
  return fmax(fmax(e.shape, e.energy), isnan(e.sag) ? 0.0 : e.sag);
}
