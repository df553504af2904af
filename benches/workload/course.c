/* Why this file exists: the measure. It compares the course of a run with the recorded one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "workload.h"
#include "xpbd/measure.h"

/// Reads the reference of a scene.
static xpbd_status read_reference(const workload *w, const xpbd_scene *scene, workload_reference *out) {
  XPBD_TRY(workload_reference_read(w, out));
  const long long particles = out->particles, constraints = out->constraints;
  if (xpbd_scene_particle_count(scene) == particles && xpbd_scene_constraint_count(scene) == constraints)
    return XPBD_OK;
  workload_reference_release(out);
  return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT,
                   "%s: the scene has %d particles and %lld constraints, its reference %lld and %lld", w->name,
                   (int)xpbd_scene_particle_count(scene), (long long)xpbd_scene_constraint_count(scene), particles,
                   constraints);
}

xpbd_status workload_course_begin(const workload *w, const xpbd_scene *scene, workload_course *out) {
  *out = (workload_course){.of = w, .scene = scene};
  XPBD_TRY(read_reference(w, scene, &out->reference));
  const workload_reference *r = &out->reference;
  out->positions = malloc(3 * (size_t)r->moment_count * (size_t)r->marker_count * sizeof *out->positions);
  out->scalars = malloc((size_t)r->moment_count * WORKLOAD_SCALARS * sizeof *out->scalars);
  if (out->positions && out->scalars) return XPBD_OK;
  workload_course_release(out);
  return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a course of %s", w->name);
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

/// RMS distance of the markers.
static double shape_of(const workload_course *course) {
  const workload_reference *r = &course->reference;
  const size_t numbers = 3 * (size_t)r->moment_count * (size_t)r->marker_count;
  double sum = 0.0;
  for (size_t k = 0; k < numbers; k++) sum += squared(course->positions[k] - r->positions[k]);
  return sqrt(3.0 * sum / (double)numbers);
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
  return sqrt(sum / r->moment_count);
}

/// The last moment.
static const double *end_of(const workload_reference *r, const double *scalars) {
  return &scalars[(size_t)(r->moment_count - 1) * WORKLOAD_SCALARS];
}

/// What the errors are relative to.
static xpbd_status scales_of(const workload_reference *r, const xpbd_scene *scene, double out[WORKLOAD_MEASURES]) {
  xpbd_measures start;
  XPBD_TRY(xpbd_measure(scene, xpbd_scene_positions(scene), xpbd_scene_velocities(scene), &start));
  const double *end = end_of(r, r->scalars);
  out[WORKLOAD_SHAPE] = r->size;
  out[WORKLOAD_SAG] = most_of(r, WORKLOAD_Y, start.centre[1]);
  out[WORKLOAD_ENERGY] = fmax(most_of(r, WORKLOAD_KINETIC, 0.0), most_of(r, WORKLOAD_GRAVITATIONAL, 0.0));
  out[WORKLOAD_STOP] = hypot(end[WORKLOAD_X] - start.centre[0], end[WORKLOAD_Z] - start.centre[2]);
  out[WORKLOAD_VOLUME] = most_of(r, WORKLOAD_ENCLOSED, 0.0);
  return XPBD_OK;
}

xpbd_status workload_error(const workload_course *course, workload_errors *out) {
  const workload_reference *r = &course->reference;
  double scales[WORKLOAD_MEASURES];
  *out = (workload_errors){.own = r->error};
  for (int k = 0; k < WORKLOAD_MEASURES; k++) out->measure[k] = NAN;
  XPBD_REQUIRE(course->moments == r->moment_count, XPBD_ERR_INVALID_ARGUMENT,
               "%s: the run ended before frame %d, so it has no error", course->of->name,
               (int)r->frames[course->moments]);
  XPBD_TRY(scales_of(r, course->scene, scales));
  const double *own = end_of(r, course->scalars), *right = end_of(r, r->scalars);
  const double stop = hypot(own[WORKLOAD_X] - right[WORKLOAD_X], own[WORKLOAD_Z] - right[WORKLOAD_Z]);
  const double all[WORKLOAD_MEASURES] = {shape_of(course), apart(course, WORKLOAD_Y), energy_of(course), stop,
                                         apart(course, WORKLOAD_ENCLOSED)};
  for (int k = 0; k < WORKLOAD_MEASURES; k++) {
    if (!(course->of->measures & 1u << k)) continue;
    const double error = all[k] / scales[k];
    XPBD_REQUIRE(isfinite(error), XPBD_ERR_DIVERGED, "%s: its %s is not finite, so it has no error", course->of->name,
                 workload_measure_name(k));
    out->measure[k] = error;
    out->most = fmax(out->most, error);
  }
  return XPBD_OK;
}

xpbd_status workload_answer_read(const workload *w, const xpbd_scene *scene, workload_answer *out) {
  static const struct {
    const char *about, *unit;
  } measures[WORKLOAD_MEASURES] = {
      {"root mean square distance of the markers over all moments", "m"},
      {"root mean square error of centre_y over all moments", "m"},
      {"root mean square error of kinetic + gravitational over all moments", "J"},
      {"horizontal distance (x, z) of the centre of mass from the right one at the last moment", "m"},
      {"root mean square error of volume over all moments", "m^3"},
  };
  double scales[WORKLOAD_MEASURES];
  *out = (workload_answer){0};
  XPBD_TRY(read_reference(w, scene, &out->recorded));
  const workload_reference *r = &out->recorded;
  const xpbd_status status = scales_of(r, scene, scales);
  int count = 0;
  for (int k = 0; k < WORKLOAD_MEASURES && status == XPBD_OK; k++)
    if (w->measures & 1u << k)
      out->measures[count++] =
          (xpbd_scene_measure){workload_measure_name(k), measures[k].about, scales[k], measures[k].unit};
  out->reference = (xpbd_scene_reference){.name = w->name,
                                          .version = WORKLOAD_VERSION,
                                          .error = r->error,
                                          .spread = r->spread,
                                          .marker_count = r->marker_count,
                                          .moment_count = r->moment_count,
                                          .measure_count = count,
                                          .markers = r->markers,
                                          .frames = r->frames,
                                          .positions = r->positions,
                                          .scalars = r->scalars,
                                          .measures = out->measures};
  if (status != XPBD_OK) workload_answer_release(out);
  return status;
}

void workload_answer_release(workload_answer *answer) {
  workload_reference_release(&answer->recorded);
}
