/* Why this file exists: the measure. It compares the course of a run with the recorded one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "workload.h"
#include "xpbd/measure.h"

xpbd_status workload_course_begin(const workload *w, const xpbd_scene *scene, workload_course *out) {
  *out = (workload_course){.of = w, .scene = scene};
  XPBD_TRY(workload_reference_read(w, &out->reference));
  const workload_reference *r = &out->reference;
  xpbd_status status = XPBD_OK;
  out->positions = malloc(3 * (size_t)r->moment_count * (size_t)r->marker_count * sizeof *out->positions);
  out->scalars = malloc((size_t)r->moment_count * WORKLOAD_SCALARS * sizeof *out->scalars);
  if (!out->positions || !out->scalars)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a course of %s", w->name);
  else if (xpbd_scene_particle_count(scene) != r->particles || xpbd_scene_constraint_count(scene) != r->constraints)
    status = xpbd_fail(XPBD_ERR_INVALID_ARGUMENT,
                       "%s: the scene has %d particles and %lld constraints, its reference %lld and %lld", w->name,
                       (int)xpbd_scene_particle_count(scene), (long long)xpbd_scene_constraint_count(scene),
                       (long long)r->particles, (long long)r->constraints);
  if (status != XPBD_OK) workload_course_release(out);
  return status;
}

bool workload_course_wants(const workload_course *course, int32_t frame) {
  return course->moments < course->reference.moment_count && course->reference.frames[course->moments] == frame;
}

xpbd_status workload_course_add(workload_course *course, int32_t frame, const double *positions,
                                const double *velocities) {
  const workload_reference *r = &course->reference;
  const int32_t next = course->moments;
  if (next >= r->moment_count || frame < r->frames[next]) return XPBD_OK;
  XPBD_REQUIRE(frame == r->frames[next], XPBD_ERR_INVALID_ARGUMENT,
               "%s: frame %d was added, but frame %d must come before it", course->of->name, (int)frame,
               (int)r->frames[next]);
  double *scalars = &course->scalars[(size_t)next * WORKLOAD_SCALARS];
  xpbd_measures now;
  const xpbd_status status = xpbd_measure(course->scene, positions, velocities, &now);
  if (status != XPBD_OK && status != XPBD_ERR_DIVERGED) return status;
  const double row[WORKLOAD_SCALARS] = {now.centre[0], now.centre[1],     now.centre[2],
                                        now.kinetic,   now.gravitational, now.volume};
  for (int s = 0; s < WORKLOAD_SCALARS; s++) scalars[s] = status == XPBD_OK ? row[s] : (double)NAN;
  for (int32_t m = 0; m < r->marker_count; m++)
    memcpy(&course->positions[3 * ((size_t)next * (size_t)r->marker_count + (size_t)m)],
           &positions[3 * (size_t)r->markers[m]], 3 * sizeof *positions);
  course->moments++;
  return XPBD_OK;
}

void workload_course_release(workload_course *course) {
  workload_reference_release(&course->reference);
  free(course->positions);
  free(course->scalars);
  *course = (workload_course){0};
}

static double squared(double x) {
  return x * x;
}

double workload_extent(const xpbd_scene *scene) {
  const double *x = xpbd_scene_positions(scene);
  double sum = 0.0;
  for (int c = 0; c < 3; c++) {
    double low = x[c], high = x[c];
    for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++)
      low = fmin(low, x[3 * i + c]), high = fmax(high, x[3 * i + c]);
    sum += squared(high - low);
  }
  return sqrt(sum);
}

static double shape_of(const workload_course *course) {
  const workload_reference *r = &course->reference;
  const size_t numbers = 3 * (size_t)r->moment_count * (size_t)r->marker_count;
  double sum = 0.0;
  for (size_t k = 0; k < numbers; k++) sum += squared(course->positions[k] - r->positions[k]);
  return sqrt(3.0 * sum / (double)numbers) / r->size;
}

/// RMS difference of a scalar over the moments.
static double apart(const workload_course *course, int scalar) {
  const workload_reference *r = &course->reference;
  double sum = 0.0;
  for (int32_t k = 0; k < r->moment_count; k++)
    sum += squared(course->scalars[k * WORKLOAD_SCALARS + scalar] - r->scalars[k * WORKLOAD_SCALARS + scalar]);
  return sqrt(sum / r->moment_count);
}

/// The largest absolute value of a scalar of the reference, less what it was at the start.
static double most_of(const workload_reference *r, int scalar, double start) {
  double most = 0.0;
  for (int32_t k = 0; k < r->moment_count; k++)
    most = fmax(most, fabs(r->scalars[k * WORKLOAD_SCALARS + scalar] - start));
  return most;
}

/// RMS difference of the sum of both energies.
static double energy_of(const workload_course *course) {
  const workload_reference *r = &course->reference;
  double sum = 0.0;
  for (int32_t k = 0; k < r->moment_count; k++) {
    const double *own = &course->scalars[k * WORKLOAD_SCALARS], *right = &r->scalars[k * WORKLOAD_SCALARS];
    sum += squared(own[WORKLOAD_KINETIC] + own[WORKLOAD_GRAVITATIONAL] - right[WORKLOAD_KINETIC] -
                   right[WORKLOAD_GRAVITATIONAL]);
  }
  return sqrt(sum / r->moment_count) / fmax(most_of(r, WORKLOAD_KINETIC, 0.0), most_of(r, WORKLOAD_GRAVITATIONAL, 0.0));
}

static double stop_of(const workload_course *course, const double start[3]) {
  const workload_reference *r = &course->reference;
  const size_t last = (size_t)(r->moment_count - 1) * WORKLOAD_SCALARS;
  const double *own = &course->scalars[last], *right = &r->scalars[last];
  return hypot(own[WORKLOAD_X] - right[WORKLOAD_X], own[WORKLOAD_Z] - right[WORKLOAD_Z]) /
         hypot(right[WORKLOAD_X] - start[0], right[WORKLOAD_Z] - start[2]);
}

xpbd_status workload_error(const workload_course *course, workload_errors *out) {
  const workload_reference *r = &course->reference;
  xpbd_measures start;
  *out = (workload_errors){.own = r->error};
  for (int k = 0; k < WORKLOAD_MEASURES; k++) out->measure[k] = NAN;
  XPBD_REQUIRE(course->moments == r->moment_count, XPBD_ERR_INVALID_ARGUMENT,
               "%s: the run ended before frame %d, so it has no error", course->of->name,
               (int)r->frames[course->moments]);
  XPBD_TRY(
      xpbd_measure(course->scene, xpbd_scene_positions(course->scene), xpbd_scene_velocities(course->scene), &start));
  const double all[WORKLOAD_MEASURES] = {
      shape_of(course), apart(course, WORKLOAD_Y) / most_of(r, WORKLOAD_Y, start.centre[1]), energy_of(course),
      stop_of(course, start.centre), apart(course, WORKLOAD_ENCLOSED) / most_of(r, WORKLOAD_ENCLOSED, 0.0)};
  for (int k = 0; k < WORKLOAD_MEASURES; k++) {
    if (!(course->of->measures & 1u << k)) continue;
    XPBD_REQUIRE(isfinite(all[k]), XPBD_ERR_DIVERGED, "%s: its %s is not finite, so it has no error", course->of->name,
                 workload_measure_name(k));
    out->measure[k] = all[k];
    out->most = fmax(out->most, all[k]);
  }
  return XPBD_OK;
}
