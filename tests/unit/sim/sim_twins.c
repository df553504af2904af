/* Why this file exists: three numbers and their comparison decide whether a run is called converged. Here courses are
 * made by hand, so each distance is known. (What is said of them: tests/texts/sim_runs.c.) */
#include <math.h>
#include <string.h>

#include "sim/sim_accuracy.h"
#include "sim_checks.h"

/// Two vertices, one of them free; one sample.
typedef struct made_course {
  double positions[6], height, energy;
  sim_course course;
} made_course;

static sim_course *course_of(const sim_job *job, made_course *out, double lower, double energy) {
  memcpy(out->positions, xpbd_scene_positions(job->model.scene), sizeof out->positions);
  for (int i = 0; i < 2; i++)
    if (xpbd_scene_inverse_masses(job->model.scene)[i] > 0.0) out->positions[3 * i + 1] -= lower;
  out->height = -lower;
  out->energy = energy;
  out->course = (sim_course){.ending = SIM_TWIN_DONE,
                             .precision = XPBD_F64,
                             .samples = 1,
                             .positions = out->positions,
                             .heights = &out->height,
                             .energies = &out->energy,
                             .most = 10.0};
  return &out->course;
}

static void distances(check *self, int argument) {
  xpbd_scene_params params = xpbd_scene_params_default();
  sim_job job;
  made_course a, b;
  params.resolution = 2;
  if (!sim_made(self, "chain", &params, &job)) return;
  check_same(self, (uint64_t)job.mesh->vertex_count, 2, "vertices");
  sim_course *right = course_of(&job, &a, 2.0, 4.0), *off = course_of(&job, &b, 1.98, 4.5);
  sim_errors e = sim_twin_errors(&job, right, off);
  check_at_most(self, fabs(e.shape - 0.01), 1e-12, "0.02 of 2 m");
  check_at_most(self, fabs(e.sag - 0.01), 1e-12, "the same of the centre");
  check_at_most(self, fabs(e.energy - 0.05), 1e-12, "0.5 of 10 J");
  check_at_most(self, fabs(sim_errors_most(e) - 0.05), 1e-12, "the largest");
  e = sim_twin_errors(&job, right, right);
  check_between(self, sim_errors_most(e), 0.0, 0.0, "none from itself");
  right = course_of(&job, &a, 0.0, 0.0), off = course_of(&job, &b, 0.0, 0.0);
  right->most = 0.0;
  check_between(self, sim_errors_most(sim_twin_errors(&job, right, off)), 0.0, 0.0,
                "at rest nothing over nothing is nothing");
  off = course_of(&job, &b, 1e-7, 0.0);
  off->precision = XPBD_F32;
  check_between(self, sim_twin_errors(&job, right, off).shape, 0.0, 0.0, "nor is rounding of float");
  off->precision = XPBD_F64;
  check_at_least(self, sim_twin_errors(&job, right, off).shape, 1e3, "in double that is a motion from nowhere");
  off->disturbed = true;
  check_between(self, sim_twin_errors(&job, right, off).shape, 0.0, 0.0, "but where the start was disturbed");
  off->positions[3] = off->positions[0] = (double)NAN;
  check_true(self, sim_errors_most(sim_twin_errors(&job, right, off)) == (double)INFINITY,
             "what is no number is far off");
  off->ending = SIM_TWIN_DIVERGED;
  check_true(self, sim_errors_most(sim_twin_errors(&job, right, off)) == (double)INFINITY, "what has no end, too");
  const sim_errors nan_shape = {(double)NAN, 0.0, 0.0};
  check_true(self, sim_errors_most(nan_shape) == (double)INFINITY, "an error that is no number");
  right = course_of(&job, &a, 2.0, 4.0), off = course_of(&job, &b, 1.9, 4.0);
  check_control(self, !(sim_errors_most(sim_twin_errors(&job, right, off)) <= SIM_CLAIM), "5 %% off");
  sim_unmade(&job);

  params.gravity = 0.0;
  if (!sim_made(self, "chain", &params, &job)) return;
  right = course_of(&job, &a, 2.0, 4.0), off = course_of(&job, &b, 1.98, 4.0);
  e = sim_twin_errors(&job, right, off);
  check_true(self, isnan(e.sag), "no sag without gravity: %g", e.sag);
  check_at_most(self, fabs(sim_errors_most(e) - 0.01), 1e-12, "then the others count");
  sim_unmade(&job);
}

void check_sim_twins(check_registry *registry) {
  check_add(registry, "sim-distances", "how far a run is from its reference", distances, 0);
}
